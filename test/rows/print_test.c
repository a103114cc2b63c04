/* SPDX-License-Identifier: MIT
 *
 * The elimination of whole mechanisms printed as C: every bit as an evaluation has it. */
#include "printed.h"
#include "run/run.h"
#include "solve/solve.h"
#include <dirent.h>

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdRun *run;
    double *b;
} Moving;

/* A mechanism on its way, its rows and right-hand side. */
static Moving open_moving(const char *file, const char *text, bool spatial) {
    Moving m = {.log = jd_log_new()};
    char path[512];
    const JdReadDef def = {.spatial = spatial};
    snprintf(path, sizeof path, JD_ROOT "/model/%s.jd", file ? file : "");
    m.model = file ? jd_model_read_file(path, def, m.log)
                   : jd_model_read_text("text.jd", text, strlen(text), def, m.log);
    m.system = jd_compile(m.model, (JdCompileDef){.form = "newton-euler"}, m.log);
    m.run = jd_run_new(m.system, (JdRunDef){.stepper = "dop853", .tol = 1e-6}, m.log);
    assert_non_null(m.run);
    return m;
}

static void set_up(Moving *m) {
    const JdSystem *s = m->system;
    RowWork *w = &m->run->motion.rows;
    const int n = s->kernel->nv * (s->bodies - 1);
    jd_motion_rows(s, &m->run->motion);
    for (int r = 0; r < s->dynamics.rows; r++) w->b[n + r] = -w->bias[r];
    m->b = realloc(m->b, (size_t)(n + s->dynamics.rows + 1) * sizeof *m->b);
    memcpy(m->b, w->b, (size_t)(n + s->dynamics.rows) * sizeof *m->b);
}

static void close_moving(Moving *m) {
    free(m->b);
    jd_run_free(m->run), jd_system_free(m->system), jd_model_free(m->model), jd_log_free(m->log);
}

static void check_bits(Moving *m, const char *compiled) {
    const JdSystem *s = m->system;
    const RowSet *set = &s->dynamics;
    RowWork *w = &m->run->motion.rows;
    const int unknowns = jd_sparse_unknowns(set->plan), values = (int)jd_sparse_values(set->plan);
    Text text = {0};
    set_up(m);
    assert_true(jd_rows_print(s, set, w, "solve", &text));
    double *x = calloc((size_t)unknowns + 1, sizeof *x);
    assert_int_equal(printed_interpret(text.at, w->values, m->b, x), 0);
    jd_rows_factor(s, set, w);
    assert_true(w->short_way == (set->schur != NULL));
    jd_rows_solve(s, set, w);
    assert_memory_equal(x, w->x, (size_t)unknowns * sizeof *x);
    if (compiled)
        assert_true(printed_compile(text.at, (Numbers){w->values, values},
                                    (Numbers){m->b, unknowns}, w->x, compiled) <= 0);
    free(x);
    jd_text_free(&text);
}

static void models_are_printed(void **state) {
    (void)state;
    static const struct {
        const char *name;
        bool spatial, compiled;
    } models[] = {
        {"slider_crank", false, true}, {"seven_body"},           {"chain"},    {"n_four_bar"},
        {"slider_crank", true},        {"bricard", false, true}, {"fourbar1"}, {"engine_v6"},
        {"double_pendulum_3d"},        {"chain", true}};
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        Moving m = open_moving(models[k].name, NULL, models[k].spatial);
        for (int row = 0; row < 5; row++) assert_true(jd_run_next(m.run));
        check_bits(&m, models[k].compiled ? models[k].name : NULL);
        close_moving(&m);
    }
}

/* ---- All of them ---------------------------------------------------------------------------- */

typedef struct {
    int printed, left, careful, zeros;
} Seen;

/* What is zero by the pattern is not written, and the executor adds it: zeros may have the other
 * sign. */
static void compare_bits(const char *path, const double *x, const double *y, int count,
                         Seen *seen) {
    for (int k = 0; k < count; k++) {
        if (!memcmp(&x[k], &y[k], sizeof *x)) continue;
        if (x[k] != 0 || y[k] != 0) fail_msg("%s: unknown %d: %a, not %a", path, k, x[k], y[k]);
        seen->zeros++;
    }
}

/* The executor goes along the plan, or leaves it for the careful path. */
static bool goes_along(const RowSet *set, const RowWork *w) {
    return set->schur ? w->short_way : w->epsilon == 0;
}

/* What is decided as it runs has no plan: masses far apart, anchors without the short way. No model
 * in model/ has such. */
static bool has_plan(const JdSystem *s, const RowWork *w) {
    return !s->uneven && !(w->anchor.count && !s->dynamics.schur);
}

static void check_model(const char *path, Seen *seen) {
    Moving m = {.log = jd_log_new()};
    Text text = {0};
    m.model = jd_model_read_file(path, (JdReadDef){0}, m.log);
    m.system = jd_compile(m.model, (JdCompileDef){.form = "newton-euler"}, m.log);
    if (m.system && m.system->dynamics.rows)
        m.run = jd_run_new(m.system, (JdRunDef){.stepper = "dop853", .tol = 1e-6}, m.log);
    for (int row = 0; m.run && row < 3; row++)
        if (!jd_run_next(m.run)) break;
    if (m.run) {
        const RowSet *set = &m.system->dynamics;
        RowWork *w = &m.run->motion.rows;
        const int unknowns = jd_sparse_unknowns(set->plan);
        set_up(&m);
        const bool printed = jd_rows_print(m.system, set, w, "solve", &text);
        if (printed != has_plan(m.system, w)) fail_msg("%s: it is printed: %d", path, printed);
        double *x = calloc((size_t)unknowns + 1, sizeof *x);
        const int code = printed ? printed_interpret(text.at, w->values, m.b, x) : -1;
        jd_rows_factor(m.system, set, w);
        jd_rows_solve(m.system, set, w);
        if (printed && (code == 0) != goes_along(set, w))
            fail_msg("%s: what was printed returns %d, the executor does not", path, code);
        if (code == 0) compare_bits(path, x, w->x, unknowns, seen);
        seen->printed += code == 0;
        seen->left += code > 0;
        seen->careful += !printed;
        free(x);
    }
    jd_text_free(&text);
    close_moving(&m);
}

static void check_folder(const char *path, Seen *seen) {
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char inner[1024];
        const char *end = strrchr(entry->d_name, '.');
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (!end)
            check_folder(inner, seen);
        else if (!strcmp(end, ".jd"))
            check_model(inner, seen);
    }
    closedir(folder);
}

static void every_model_is_printed(void **state) {
    (void)state;
    Seen seen = {0};
    check_folder(JD_ROOT "/model", &seen);
    print_message("%d have the executor's bits (%d zeros the other sign), %d leave where it does, "
                  "%d have no plan\n",
                  seen.printed, seen.zeros, seen.left, seen.careful);
    assert_true(seen.printed > 105);
    assert_int_equal(seen.careful, 0);
}

/* In line, what was printed leaves, as the executor leaves to the careful path. */
static void singular_positions_leave(void **state) {
    (void)state;
    static const char text[] =
        "planar\nbody a { link [0,0] [%s] mass 1 kg inertia 0.1 kg*m^2 }\n"
        "body b { link [%s] [%s] mass 1 kg inertia 0.1 kg*m^2 }\n"
        "body c { link [1,0] [%s] mass 1 kg inertia 0.1 kg*m^2 }\n"
        "joint jA : revolute ground -- a at [0,0]\njoint jB : revolute a -- b at [%s]\n"
        "joint jC : revolute b -- c at [%s]\njoint jD : revolute c -- ground at [1,0]\n"
        "start jA.rate = 1 rad/s\nrun to 1 s\n";
    char square[1024], flat[1024];
    snprintf(square, sizeof square, text, "0,1", "0,1", "1,1", "1,1", "0,1", "1,1");
    snprintf(flat, sizeof flat, text, "2,0", "2,0", "3,0", "3,0", "2,0", "3,0");
    Moving m = open_moving(NULL, square, false), line = open_moving(NULL, flat, false);
    Text printed = {0};
    double x[64];
    assert_true(jd_run_next(m.run));
    set_up(&m);
    const RowSet *set = &m.system->dynamics;
    assert_true(jd_rows_print(m.system, set, &m.run->motion.rows, "solve", &printed));
    assert_int_equal(printed_interpret(printed.at, m.run->motion.rows.values, m.b, x), 0);

    assert_true(jd_run_next(line.run));
    set_up(&line);
    RowWork *w = &line.run->motion.rows;
    jd_rows_factor(line.system, &line.system->dynamics, w);
    assert_false(w->short_way);
    assert_true(printed_interpret(printed.at, w->values, line.b, x) > 0);
    jd_text_free(&printed);
    close_moving(&m), close_moving(&line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_are_printed),
        cmocka_unit_test(every_model_is_printed),
        cmocka_unit_test(singular_positions_leave),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
