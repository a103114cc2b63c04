/* SPDX-License-Identifier: MIT
 *
 * The cases: models of model/ with the settings that the measurements of other programs have, too.
 */
#include "bench.h"
#include <string.h>

/* References: closed forms and quadruple precision, see the models. Angles are those of the crank
 * against the ground; of the four-bars they are known up to whole turns. */
// clang-format off
static const Case cases[] = {
    {"slider-crank",  "slider_crank.jd", NULL, NULL,  0.13, "crank.angle",    12.710094805554134, 0},
    {"seven-body",    "seven_body.jd",   NULL, NULL,  0.03, "K1.angle",       15.810771195153707, 0.033},
    {"four-bars-1",   "n_four_bar.jd",   "N", "1",    10,   "crank[0].angle", 1.0719815649548012, 0},
    {"four-bars-5",   "n_four_bar.jd",   "N", "5",    10,   "crank[0].angle", 1.3327658068951700, 0},
    {"four-bars-10",  "n_four_bar.jd",   "N", "10",   10,   "crank[0].angle", 1.3649930399109580, 0},
    {"four-bars-40",  "n_four_bar.jd",   "N", "40",   10,   "crank[0].angle", 1.3892891187070906, 0},
    {"four-bars-100", "n_four_bar.jd",   "N", "100",  10,   "crank[0].angle", 1.3941683960454478, 0},
    {"four-bars-400", "n_four_bar.jd",   "N", "400",  10,   "crank[0].angle", 1.3966110718090439, 0},
    {"chain-10",      "chain.jd",        "n", "10",   1,    NULL,             NAN,                0},
    {"chain-100",     "chain.jd",        "n", "100",  0.2,  NULL,             NAN,                0},
    {"chain-1000",    "chain.jd",        "n", "1000", 0.05, NULL,             NAN,                0},
};
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

Loaded bench_load(const Case *from, const char *stabilise, double dt) {
    char path[1024];
    snprintf(path, sizeof path, "%s/model/%s", JD_ROOT, from->file);
    const JdSetting settings[] = {{from->param, from->value}, {NULL, NULL}};
    Loaded to = {.log = jd_log_new()};
    to.model = jd_model_read_file(path, (JdReadDef){.settings = settings}, to.log);
    if (to.model) to.model->run.every = 0; /* the steps are of interest, not the outputs */
    to.system = jd_compile(
        to.model, (JdCompileDef){.stabilise = stabilise, .until = from->until, .dt = dt}, to.log);
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
