/* SPDX-License-Identifier: MIT
 *
 * The rows of Table 6 of paper 002 that are words there: beside each the number that says it. */
#include "paper/paper_002.h"
#include <stdarg.h>
#include <string.h>

typedef struct {
    Work002 *work;
    Page *page;
    int column;
    const JdSystemInfo *count;
    JdMatrix M;        /* at an instant of a run */
    bool of_bodies;    /* coordinates are those of the bodies */
    double energy_off; /* 1/2 v M v from the kinetic energy, as a share */
    int seven;         /* operations of the seven-body mechanism; 0: not known */
} Said;

/* ---- What each row says --------------------------------------------------------------------- */

__attribute__((format(printf, 2, 3))) static const char *words(const Said *f, const char *format,
                                                               ...) {
    va_list list;
    va_start(list, format);
    const char *text = jd_arena_format_list(&f->page->arena, format, list);
    va_end(list);
    return text;
}

static const char *basis(const Said *f) {
    return f->count->reactions ? "forces: all reactions are unknowns" : "motion: they are not";
}
static const char *frame(const Said *f) {
    return f->of_bodies ? "yes: places of bodies" : "no: turns and slides of joints";
}
static const char *states(const Said *f) {
    return words(f, "%d of 9 velocities", f->count->coordinates);
}
static const char *constraints(const Said *f) {
    return f->count->multipliers ? "yes" : "no";
}
static const char *derivation(const Said *f) {
    return words(f, "%d operations", f->work->operations[f->column]);
}
static const char *nonlinearity(const Said *f) {
    const double unknowns = f->count->coordinates + f->count->multipliers;
    return words(f, "%.0f operations an equation", f->work->operations[f->column] / unknowns);
}
static const char *energy(const Said *f) {
    return words(f, "1/2 v M v, off by %.0e", f->energy_off);
}
static const char *reactions(const Said *f) {
    return f->count->reactions
               ? "intrinsic"
               : words(f, "%d of 8, others by inverse dynamics", f->count->multipliers);
}
static const char *interpretation(const Said *f) {
    int entries = 0, whole = f->M.rows;
    for (int r = 0; r < f->M.rows; r++)
        for (int c = 0; c < f->M.columns; c++) entries += f->M.value[r * f->M.columns + c] != 0;
    return words(f, f->count->constant_mass ? "%d masses in %d rows" : "%d entries, %d rows",
                 entries, whole);
}
static const char *systematisation(const Said *f) {
    (void)f;
    return "from the same model";
}
static const char *complex_systems(const Said *f) {
    if (!f->seven) return "-";
    return words(f, "x %.1f for seven bodies", (double)f->seven / f->work->operations[f->column]);
}
static const char *general_program(const Said *f) {
    (void)f;
    return "this one";
}
static const char *efficiency(const Said *f) {
    return words(f, "%.2f of Newton-Euler's time",
                 f->work->full_step[f->column] / f->work->full_step[0]);
}

/* The largest step whose run ends with less than 1 % of the energy gone. */
static const char *time_step(const Said *f) {
    const double whole = 8.503948125;
    for (int k = 0; k < f->work->steps; k++) {
        const Result *result = &f->work->result[k][f->column];
        if (result->trial.done && result->exact < 0.01 * whole)
            return words(f, "%.0e s", jd_steps_002[k]);
    }
    return words(f, "below %.0e s", jd_steps_002[f->work->steps - 1]);
}
static const char *accuracy(const Said *f) {
    const Result *result = &f->work->result[1][f->column];
    if (!result->trial.done) return "-";
    return words(f, "%.0e J at dt = 1e-6 s", result->exact);
}

static const struct {
    const char *topic, *printed[COLUMNS];
    const char *(*ours)(const Said *facts);
} rows[] = {
    {"conceptual basis", {"forces", "energy", "energy", "energy", "energy"}, basis},
    {"depends on the frame", {"yes", "no", "yes", "yes", "yes"}, frame},
    {"all state variables",
     {"intrinsic", "additional", "additional", "additional", "additional"},
     states},
    {"constraint equations", {"yes", "no", "yes", "yes", "no"}, constraints},
    {"derivation", {"simple", "hard", "moderate", "moderate", "moderate"}, derivation},
    {"order of nonlinearity",
     {"moderate", "high", "moderate", "moderate", "moderate"},
     nonlinearity},
    {"energy", {"additional", "intrinsic", "intrinsic", "intrinsic", "intrinsic"}, energy},
    {"reaction forces",
     {"intrinsic", "additional", "additional", "additional", "additional"},
     reactions},
    {"physical interpretation",
     {"easy", "difficult", "difficult", "difficult", "difficult"},
     interpretation},
    {"systematisation",
     {"easy", "difficult", "difficult", "difficult", "difficult"},
     systematisation},
    {"complex systems", {"easy", "difficult", "moderate", "moderate", "moderate"}, complex_systems},
    {"general program",
     {"easy", "difficult", "difficult", "difficult", "difficult"},
     general_program},
    {"efficiency", {"moderate", "very", "efficient", "efficient", "efficient"}, efficiency},
    {"required time step",
     {"moderately high", "high", "moderately high", "moderately low", "low"},
     time_step},
    {"accuracy", {"accurate", "very", "accurate", "accurate", "accurate"}, accuracy},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- From runs and equations ---------------------------------------------------------------- */

/* Velocities by the names of the rows. */
static double kinetic(const Said *f, JdRun *run, const JdSystem *system) {
    double v[16], sum = 0;
    for (int k = 0; k < f->M.rows && k < 16; k++)
        v[k] = jd_run_value(run, jd_channel(system, f->M.row[k], NULL));
    for (int r = 0; r < f->M.rows; r++)
        for (int c = 0; c < f->M.columns; c++)
            sum += 0.5 * v[r] * f->M.value[r * f->M.columns + c] * v[c];
    return sum;
}

static int seven_bodies(Work002 *work, int column) {
    JdModel *model = jd_paper_model(work->job, "./seven_body.jd", NULL);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = jd_columns_002[column].form}, NULL);
    JdEquations *equations = jd_equations_new(system, NULL);
    char *text = jd_equations_text(equations, NULL);
    const int count = text ? jd_operations_002(text) : 0;
    jd_free_text(text);
    jd_equations_free(equations);
    jd_system_free(system);
    jd_model_free(model);
    return count;
}

static void write_column(Said *f, const char *cells[ROWS]) {
    JdSystem *system = jd_compile(f->work->model[f->column], jd_compile_002(f->column), NULL);
    JdEquations *equations = jd_equations_new(system, NULL);
    JdRun *run = jd_run_new(system, (JdRunDef){.stepper = "rk4", .dt = 1e-6, .until = 0.02}, NULL);
    f->count = &f->work->result[0][f->column].trial.count;
    f->energy_off = NAN;
    f->M = (JdMatrix){.rows = 0};
    if (run && jd_run_next(run) && jd_run_to(run, 0.01) && jd_equations_at(equations, run) &&
        jd_equations_matrix(equations, 0, &f->M)) {
        const double wanted = jd_run_value(run, jd_channel(system, "energy.kinetic", NULL));
        f->energy_off = fabs(kinetic(f, run, system) / wanted - 1);
        f->of_bodies = !strncmp(f->M.row[0], "crank.", 6);
    }
    f->seven = seven_bodies(f->work, f->column);
    for (int r = 0; r < ROWS; r++) cells[r] = rows[r].ours(f);
    jd_run_free(run);
    jd_equations_free(equations);
    jd_system_free(system);
}

void jd_facts_002(Work002 *work) {
    Page *page = &work->job->page;
    const char *cells[COLUMNS][ROWS];
    Said facts = {.work = work, .page = page};
    for (int c = 0; c < COLUMNS; c++) {
        facts.column = c;
        write_column(&facts, cells[c]);
    }
    jd_page_heading(page, "Table 6: what is said in words there, as numbers");
    jd_page_table(page, "table_6_facts", "characteristic form printed ours");
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) {
            jd_page_cell(page, c ? "" : rows[r].topic);
            jd_page_cell(page, jd_columns_002[c].name);
            jd_page_cell(page, rows[r].printed[c]);
            jd_page_cell(page, cells[c][r]);
        }
    jd_page_end(page);
}
