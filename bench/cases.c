/* SPDX-License-Identifier: MIT
 *
 * The cases: models with the settings that the measurements of other programs have, too. A case
 * ...-in-space is a planar model that moves in space, with all locks of spatial joints. */
#include "bench.h"
#include <string.h>

/* References: closed forms, quadruple precision and long double, see the models. Angles are those
 * of the crank against the ground; of the four-bars they are known up to whole turns. Bricard's
 * mechanism is stopped in the middle of a swing: at 10 s it stands nearly still, which would hide
 * errors. */
// clang-format off
#define MODEL(name) "model/" name ".jd"
static const Case cases[] = {
    {"slider-crank",          MODEL("slider_crank"), NULL, NULL,   0.13, "crank.angle",    12.710094805554134},
    {"seven-body",            MODEL("seven_body"),   NULL, NULL,   0.03, "K1.angle",       15.810771195153707, 0.033},
    {"four-bars-1",           MODEL("n_four_bar"),   "N",  "1",    10,   "crank[0].angle", 1.0719815649548012},
    {"four-bars-5",           MODEL("n_four_bar"),   "N",  "5",    10,   "crank[0].angle", 1.3327658068951700},
    {"four-bars-10",          MODEL("n_four_bar"),   "N",  "10",   10,   "crank[0].angle", 1.3649930399109580},
    {"four-bars-40",          MODEL("n_four_bar"),   "N",  "40",   10,   "crank[0].angle", 1.3892891187070906},
    {"four-bars-100",         MODEL("n_four_bar"),   "N",  "100",  10,   "crank[0].angle", 1.3941683960454478},
    {"four-bars-400",         MODEL("n_four_bar"),   "N",  "400",  10,   "crank[0].angle", 1.3966110718090439},
    {"chain-10",              MODEL("chain"),        "n",  "10",   1,    NULL,             NAN},
    {"chain-100",             MODEL("chain"),        "n",  "100",  0.2,  NULL,             NAN},
    {"chain-1000",            MODEL("chain"),        "n",  "1000", 0.05, NULL,             NAN},

    {"slider-crank-in-space", MODEL("slider_crank"), NULL, NULL,   0.13, "crank.angle",    12.710094805554134, .spatial = true},
    {"seven-body-in-space",   MODEL("seven_body"),   NULL, NULL,   0.03, "K1.angle",       15.810771195153707, 0.033, .spatial = true},
    {"chain-10-in-space",     MODEL("chain"),        "n",  "10",   1,    NULL,             NAN, .spatial = true},
    {"chain-100-in-space",    MODEL("chain"),        "n",  "100",  0.2,  NULL,             NAN, .spatial = true},
    {"chain-1000-in-space",   MODEL("chain"),        "n",  "1000", 0.05, NULL,             NAN, .spatial = true},

    {"spatial-slider-crank",  MODEL("spatial_slider_crank"), NULL, NULL, 5, "jA.angle",    54.333332168313063},
    {"fourbar1",              MODEL("fourbar1"),     NULL, NULL,   5,    "j1.angle",       40.333895183653500},
    {"bricard",               MODEL("bricard"),      NULL, NULL,   9,    "j0.angle",       1.0014705600398180},
    {"engine-v6",             MODEL("engine_v6"),    NULL, NULL,   1.01, NULL,             NAN,               NAN},
    {"twisted-chain-10",      "bench/twisted_chain.jd", "n", "10",   1,    NULL,           NAN},
    {"twisted-chain-100",     "bench/twisted_chain.jd", "n", "100",  0.2,  NULL,           NAN},
    {"twisted-chain-1000",    "bench/twisted_chain.jd", "n", "1000", 0.05, NULL,           NAN},
};
#undef MODEL
// clang-format on
enum { CASES = sizeof cases / sizeof *cases };

const Case *bench_case(int index) {
    return index >= 0 && index < CASES ? &cases[index] : NULL;
}

const Case *bench_case_find(const char *name) {
    for (int k = 0; k < CASES; k++)
        if (!strcmp(cases[k].name, name)) return &cases[k];
    return NULL;
}

Loaded bench_load(const Case *from, const char *form, const char *stabilise, double dt) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", JD_ROOT, from->file);
    const JdSetting settings[] = {{from->param, from->value}, {NULL, NULL}};
    Loaded to = {.log = jd_log_new()};
    to.model = jd_model_read_file(path, (JdReadDef){.settings = settings, .spatial = from->spatial},
                                  to.log);
    if (to.model) to.model->run.every = 0; /* the steps are of interest, not the outputs */
    const JdCompileDef def = {.form = form ? form : "newton-euler",
                              .stabilise = stabilise,
                              .until = from->until,
                              .dt = dt};
    to.system = jd_compile(to.model, def, to.log);
    if (!to.system) jd_log_print(to.log, stderr);
    return to;
}

void bench_unload(Loaded *loaded) {
    jd_system_free(loaded->system);
    jd_model_free(loaded->model);
    jd_log_free(loaded->log);
    *loaded = (Loaded){0};
}

double bench_off(const Case *from, double angle) {
    return 2 * fabs(sin(0.5 * (angle - from->reference)));
}
