/* SPDX-License-Identifier: MIT
 *
 * Favre, Scavarda: Baumgarte's stabilisation as signals beside a bond graph. Its equations at
 * points, by the graph's own laws and as printed; what the schemas return to zero, by closed forms.
 */
#include "paper/paper.h"
#include <math.h>
#include <string.h>

/* A pendulum of absolute coordinates x, y (down); b8 carries the multiplier. */
static const char pendulum[] =
    "model point\n"
    "node weight : Se effort m*g\nnode vx : one\nnode vy : one\n"
    "node mx : I inertance m start m*u\nnode my : I inertance m start m*w\n"
    "node tx : MTF modulus 2*x\nnode ty : MTF modulus 2*y\nnode circle : zero\n"
    "bond b1 : vx to mx domain translational\nbond b2 : vy to my domain translational\n"
    "bond b3 : weight to vy\nbond b4 : vx to tx\nbond b5 : tx to circle\nbond b6 : vy to ty\n"
    "bond b7 : ty to circle\nbond b8 : circle to lambda\n"
    "state x { start x0 rate b1.flow }\nstate y { start y0 rate b2.flow }\n"
    "signal phi = x^2 + y^2 - l^2\n";

/* A blade that moves along itself, but for a start across it: psi = sin(th) x' - cos(th) y'. */
static const char blade[] =
    "model blade\n"
    "node weight : Se effort m*g\nnode vx : one\nnode vy : one\nnode om : one\n"
    "node mx : I inertance m\nnode my : I inertance m start -m*w\nnode spin : I inertance 0.2 "
    "kg*m^2 start 0.4 N*m*s\n"
    "node air : R resistance 0 N*m*s\nnode tx : MTF modulus sin(th)\nnode ty : MTF modulus "
    "-cos(th)\n"
    "node edge : zero\nnode lambda : MSe holds gamma a\n"
    "bond b1 : vx to mx domain translational\nbond b2 : vy to my domain translational\n"
    "bond b3 : weight to vx\nbond b4 : vx to tx\nbond b5 : tx to edge domain translational\n"
    "bond b6 : vy to ty\nbond b7 : ty to edge\nbond b8 : edge to lambda\n"
    "bond b9 : om to spin domain rotational\nbond b10 : om to air\n"
    "state th { start 0 rate b9.flow }\nsignal psi = sin(th)*b1.flow - cos(th)*b2.flow\n";

enum { NAMES = 9, POINTS = 3, MOST = 4 };
static const char *const names[NAMES] = {"m", "g", "l", "x0", "y0", "u", "w", "a", "b"};
static const char *const units[NAMES] = {"kg", "m/s^2", "m", "m", "m", "m/s", "m/s", "1/s", "1/s"};
/* On the circle and along it; on it and across; off it and across. Sources that nothing returns
 * hold what moves along the circle. */
static const double points[POINTS][NAMES] = {{2, 9.81, 1.5, 1.2, 0.9, -0.9, 1.2, 10, 10},
                                             {2, 9.81, 1.5, 0.9, 1.2, 0.8, -0.6, 10, 10},
                                             {0.7, 9.81, 1.5, 1.1, 0.8, -0.4, 1.3, 3, 5}};

/* ---- By the graph
 * -------------------------------------------------------------------------------- */

static JdModel *read_graph(PaperJob *job, const char *graph, const double *point,
                           const char *more) {
    Text text = {0};
    for (int k = 0; k < NAMES; k++)
        jd_text_print(&text, "param %s = %.17g %s\n", names[k], point[k], units[k]);
    jd_text_print(&text, "%s%s", more, graph);
    JdLog *quiet = jd_log_new(); /* that starts do not fit is what is looked at */
    JdModel *model =
        text.at && !text.failed && quiet
            ? jd_model_read_text("the graph", text.at, text.count, (JdReadDef){0}, quiet)
            : NULL;
    if (!model) jd_log_merge(job->app->log, quiet, JD_ERROR, JD_ERROR);
    jd_log_free(quiet);
    jd_text_free(&text);
    return model;
}

/* Channels at a time. */
static bool look(PaperJob *job, const JdModel *model, double time, const char *const *channels,
                 double *values) {
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, job->app->log);
    JdRun *run = jd_run_new(
        system,
        (JdRunDef){.until = time > 0 ? time : 1, .output_every = time > 0 ? time : 1, .tol = 1e-12},
        job->app->log);
    bool good = run && jd_run_next(run);
    while (good && time > 0 && jd_run_next(run)) continue;
    for (int k = 0; good && channels[k]; k++)
        values[k] = jd_run_value(run, jd_channel(system, channels[k], job->app->log));
    jd_run_free(run), jd_system_free(system);
    return good;
}

/* ---- Equations (6) to (12)
 * -------------------------------------------------------------------------- */

static const struct {
    const char *number, *left, *printed;
    bool returns; /* with the schema */
} equations[] = {
    {"(8)", "lambda", "m/(2*x0^2 + 2*y0^2)*(y0*g + u^2 + w^2)", false},
    {"(9)", "x''", "-x0/(x0^2 + y0^2)*(y0*g + u^2 + w^2)", false},
    {"(9)", "y''", "g - y0/(x0^2 + y0^2)*(y0*g + u^2 + w^2)", false},
    {"(11)", "lambda",
     "m/(2*x0^2 + 2*y0^2)*(y0*g + u^2 + w^2 + 2*a*(x0*u + y0*w) + b^2*(x0^2 + y0^2 - l^2)/2)",
     true},
    {"(12)", "x''",
     "-x0/(x0^2 + y0^2)*(y0*g + u^2 + w^2 + 2*a*(x0*u + y0*w) + b^2*(x0^2 + y0^2 - l^2)/2)", true},
    {"(12)", "y''",
     "g - y0/(x0^2 + y0^2)*(y0*g + u^2 + w^2 + 2*a*(x0*u + y0*w) + b^2*(x0^2 + y0^2 - l^2)/2)",
     true},
};
enum { EQUATIONS = sizeof equations / sizeof *equations };

static bool values_by_graph(PaperJob *job, const double *along, const double *point,
                            double ours[EQUATIONS]) {
    static const char *const channels[] = {"b8.effort", "b1.effort", "b2.effort", NULL};
    static const char *const holds[] = {
        "node lambda : MSe holds\n",
        "node lambda : MSe holds alpha a beta b phi x^2 + y^2 - l^2\n"};
    for (int k = 0; k < 2; k++) {
        double values[MOST];
        JdModel *model = read_graph(job, pendulum, k ? point : along, holds[k]);
        const bool good = model && look(job, model, 0, channels, values);
        jd_model_free(model);
        if (!good) return false;
        ours[3 * k] = values[0];
        ours[3 * k + 1] = values[1] / point[0], ours[3 * k + 2] = values[2] / point[0];
    }
    return true;
}

/* As printed and by the graph, at a point; with the velocity along the circle where nothing
 * returns. */
static bool values_at(PaperJob *job, int point, const char *const *texts, double *printed,
                      double *ours) {
    double along[NAMES], first[EQUATIONS];
    memcpy(along, points[point], sizeof along);
    const double x = along[3], y = along[4], by = (along[6] * x - along[5] * y) / (x * x + y * y);
    along[5] = -by * y, along[6] = by * x;
    if (!jd_paper_values(job, (PaperPoint){names, points[point], NAMES}, texts, EQUATIONS,
                         printed) ||
        !jd_paper_values(job, (PaperPoint){names, along, NAMES}, texts, EQUATIONS, first) ||
        !values_by_graph(job, along, points[point], ours))
        return false;
    for (int e = 0; e < EQUATIONS; e++)
        if (!equations[e].returns) printed[e] = first[e];
    return true;
}

static bool write_equations(PaperJob *job) {
    enum { DIGITS = 11 }; /* behind the point */
    Page *page = &job->page;
    const char *texts[EQUATIONS];
    jd_page_heading(page, "Equations (8) to (12) at three points");
    jd_page_table(page, "equations", "equation of x y as_printed ours");
    for (int e = 0; e < EQUATIONS; e++) texts[e] = equations[e].printed;
    for (int p = 0; p < POINTS; p++) {
        double printed[EQUATIONS], ours[EQUATIONS];
        if (!values_at(job, p, texts, printed, ours)) return false;
        for (int e = 0; e < EQUATIONS; e++) {
            jd_page_cell(page, equations[e].number);
            jd_page_cell(page, equations[e].left);
            jd_page_number(page, points[p][3]);
            jd_page_number(page, points[p][4]);
            jd_page_number(page, printed[e]);
            jd_paper_check(job, jd_paper_text(page, printed[e], DIGITS), ours[e], DIGITS);
        }
    }
    jd_page_end(page);
    return true;
}

/* ---- Equations (2) and (3): what returns
 * ------------------------------------------------------------- */

static bool write_decay(PaperJob *job, const char *graph, const char *more, const char *channel,
                        const double *point, double start, bool second) {
    static const double times[] = {0.1, 0.2, 0.4};
    Page *page = &job->page;
    const char *const channels[] = {channel, NULL};
    JdModel *model = read_graph(job, graph, point, more);
    bool good = model != NULL;
    for (size_t k = 0; good && k < sizeof times / sizeof *times; k++) {
        const double a = point[7], t = times[k],
                     law = start * exp(-a * t) * (second ? 1 + a * t : 1);
        double is[MOST];
        good = look(job, model, t, channels, is);
        if (!good) break;
        jd_page_cell(page, second ? "(2)" : "(3)");
        jd_page_cell(page, second ? "x^2 + y^2 - l^2" : "sin(th) x' - cos(th) y'");
        jd_page_number(page, t);
        jd_page_number(page, law);
        jd_paper_check(job, jd_paper_text(page, law, 7), is[0], 7);
    }
    jd_model_free(model);
    return good;
}

static bool write_decays(PaperJob *job) {
    Page *page = &job->page;
    static const double off[NAMES] = {2, 9.81, 1.5, 1.6, 0, 0, 0, 10, 10},
                        across[NAMES] = {3, 4.905, 1.5, 0, 0, 0, 0.5, 10, 10};
    jd_page_heading(page, "Equations (2), alpha = beta = 10 1/s, and (3), gamma = 10 1/s: what is "
                          "violated at the start");
    jd_page_table(page, "decay", "equation of time closed_form ours");
    const bool good =
        write_decay(job, pendulum, "node lambda : MSe holds alpha a beta b phi x^2 + y^2 - l^2\n",
                    "phi", off, 1.6 * 1.6 - 1.5 * 1.5, true) &&
        write_decay(job, blade, "", "psi", across, 0.5, false);
    jd_page_end(page);
    return good;
}

/* ---- The graph itself
 * --------------------------------------------------------------------------------- */

static bool write_laws(PaperJob *job) {
    Page *page = &job->page;
    JdModel *model = jd_paper_model(job, "bond/pendulum.jd", NULL);
    char *text = model ? jd_bonds_text(model, JD_BONDS_EQUATIONS) : NULL;
    if (text && page->style != PAGE_JSON) {
        jd_page_heading(page,
                        "Equations (6) to (12) as the graph gives them (model/bond/pendulum.jd)");
        jd_page_text(page, "%s\n", text);
    }
    jd_free_text(text), jd_model_free(model);
    return text != NULL;
}

static ExitCode write(PaperJob *job) {
    const bool good = write_equations(job) && write_decays(job) && write_laws(job);
    jd_paper_erratum(job, "Section 5",
                     "The constant of the integrated constraint, -l^2, which the paper finds no "
                     "place for, stands in the graph's text as `phi x^2 + y^2 - l^2` or `offset "
                     "-l^2`; a start that does not fit it is told with what makes it fit.");
    jd_paper_erratum(job, "Section 5",
                     "Whether a constraint has an integral is found from its row (Frobenius): "
                     "`returns` chooses the PID or the PD schema by that.");
    return good ? DONE : RUN_FAILED;
}

const Paper jd_paper_003 = {
    .number = "003",
    .title =
        "Favre, Scavarda: Baumgarte's stabilisation schemas in the multibond graph representation",
    .summary = "\nThe models are model/bond/pendulum.jd, off_circle.jd and knife_edge.jd.",
    .write = write,
};
