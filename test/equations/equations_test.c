/* SPDX-License-Identifier: MIT
 *
 * Equations of motion as formulas and numbers: of every model under each form the matrices give the
 * accelerations of the run, and its formulas are written in lines of a length. */
#include "contract/models.h"
#include "equations/equations.h"
#include "run/run.h"
#include "verify/verify.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
enum { FORMS = 3 };

static JdMatrix matrix(JdEquations *e, const char *name) {
    JdMatrix is;
    for (int n = 0; jd_equations_matrix(e, n, &is); n++)
        if (!strcmp(is.name, name)) return is;
    fail_msg("there is no matrix '%s'", name);
    return is;
}

/* ---- Numbers -------------------------------------------------------------------------------- */

typedef struct {
    Case c;
    JdEquations *e;
} Pair;

static bool open_pair(Pair *p, const char *path, const char *form) {
    JdLog *log = jd_log_new();
    *p = (Pair){.c = {.log = log}};
    p->c.model = jd_model_read_file(path, (JdReadDef){0}, log);
    p->c.system = jd_compile(p->c.model, (JdCompileDef){.form = form, .stabilise = "none"}, log);
    if (!p->c.system) /* there are models that this form has no equations for */
        return false;
    p->e = jd_equations_new(p->c.system, log);
    return p->e != NULL;
}

static void close_pair(Pair *p) {
    jd_equations_free(p->e);
    close_case(&p->c);
}

/* The rates of the form's own velocities, beside x of the equations: by name. */
static void compare_here(Pair *p, const char *path, const char *form, int *compared) {
    JdRun *run = p->c.run;
    if (!jd_equations_at(p->e, run)) return;
    const JdMatrix x = matrix(p->e, "x"), M = matrix(p->e, "M");
    const int n = M.rows;
    static double rates[4000];
    assert_true(run->n < 4000);
    const double *y = run->output_time == run->t ? run->y : run->out;
    run->form->rates(p->c.system, &run->motion, run->output_time, y, rates);
    const int first = run->form->first_velocity(p->c.system);
    double size = 0;
    for (int k = 0; k < n; k++) size = fmax(size, fabs(x.value[k]));
    if (strcmp(form, "minimal")) {
        for (int k = 0; k < n; k++) {
            const double allowed = 1e-7 * (size + fabs(rates[first + k])) + 1e-9;
            if (fabs(x.value[k] - rates[first + k]) <= allowed) continue;
            fail_msg("%s, %s: %s' is %.12g, in the run %.12g", path, form, M.row[k], x.value[k],
                     rates[first + k]);
        }
        ++*compared;
        return;
    }
    for (int k = 0; k < n; k++) { /* independent rates: some rate of the run is the same */
        bool found = false;
        for (int r = first; r < run->n; r++)
            found = found || fabs(rates[r] - x.value[k]) <= 1e-7 * size + 1e-9;
        if (!found) fail_msg("%s, %s: %s' is %.12g", path, form, M.row[k], x.value[k]);
    }
    ++*compared;
}

static void matrices_give_the_accelerations(void **state) {
    (void)state;
    int compared = 0, refused = 0;
    for (int m = 0; m < model_count; m++)
        for (int f = 0; f < FORMS; f++) {
            Pair p;
            if (open_pair(&p, models[m], forms[f])) {
                const double until = jd_model_info(p.c.model).until;
                p.c.run = jd_run_new(p.c.system,
                                     (JdRunDef){.until = 0.01 * (until > 0 ? until : 1),
                                                .output_every = 0.01 * (until > 0 ? until : 1)},
                                     p.c.log);
                must(&p.c, p.c.run != NULL);
                while (jd_run_next(p.c.run)) compare_here(&p, models[m], forms[f], &compared);
            } else {
                assert_true(!strcmp(forms[f], "minimal") || !p.c.system);
                refused++;
            }
            close_pair(&p);
        }
    assert_true(compared > 4 * model_count);
    assert_true(refused < 12);
}

/* Steps by full matrices are those of the stepper euler. */
static void steps_are_those_of_euler(void **state) {
    (void)state;
    static const char *const paths[] = {"model/slider_crank.jd", "model/double_pendulum_3d.jd",
                                        "model/top.jd"};
    for (int m = 0; m < 3; m++)
        for (int f = 0; f < 2; f++) {
            Pair p;
            assert_true(open_pair(&p, paths[m], forms[f]));
            const JdRunDef def = {
                .stepper = "euler", .dt = 1e-5, .until = 1e-3, .output_every = 1e-3};
            p.c.run = jd_run_new(p.c.system, def, p.c.log);
            must(&p.c, p.c.run && jd_run_next(p.c.run) && jd_equations_at(p.e, p.c.run));
            for (int k = 0; k < 100; k++) assert_true(jd_equations_step(p.e, 1e-5));
            const JdMatrix x = matrix(p.e, "x");
            static double stepped[200];
            memcpy(stepped, x.value, (size_t)x.rows * sizeof *stepped);
            must(&p.c, jd_run_next(p.c.run) && jd_equations_at(p.e, p.c.run));
            for (int k = 0; k < x.rows; k++)
                if (fabs(stepped[k] - x.value[k]) > 1e-6 * (1 + fabs(x.value[k])))
                    fail_msg("%s, %s: %s is %.12g, by the run %.12g", paths[m], forms[f], x.row[k],
                             stepped[k], x.value[k]);
            close_pair(&p);
        }
}

/* ---- Formulas ------------------------------------------------------------------------------- */

/* Nothing is cut, and no line is longer than a page is wide. */
static void check_lines(const char *text, const char *path) {
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        if (length > 160) fail_msg("%s: a line of %zu characters: %.80s", path, length, at);
        at += length + (at[length] != 0);
    }
}

static void formulas_are_written_in_lines(void **state) {
    (void)state;
    for (int m = 0; m < model_count; m++)
        for (int f = 0; f < FORMS; f++) {
            Pair p;
            if (open_pair(&p, models[m], forms[f])) {
                char *text = jd_equations_text(p.e, NULL);
                must(&p.c, text != NULL);
                check_lines(text, models[m]);
                jd_free_text(text);
            }
            close_pair(&p);
        }
}

static void styles_are_three(void **state) {
    (void)state;
    Pair p;
    assert_true(open_pair(&p, "model/slider_crank.jd", "newton-euler"));
    char *latex = jd_equations_text(p.e, "latex"), *markdown = jd_equations_text(p.e, "markdown");
    assert_non_null(latex);
    assert_non_null(markdown);
    assert_non_null(strstr(latex, "\\begin{bmatrix}"));
    assert_non_null(strstr(markdown, "### Mass matrix M"));
    assert_null(jd_equations_text(p.e, "verse"));
    jd_free_text(latex);
    jd_free_text(markdown);
    close_pair(&p);
}

/* What is too large is said, and not begun. */
static void large_ones_are_told(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "model chain\nplanar\ngravity [0, -9.81] m/s^2\n");
    for (int k = 0; k < 210; k++) {
        char on[16] = "ground";
        if (k) snprintf(on, sizeof on, "b%d", k - 1);
        jd_text_print(&text,
                      "body b%d { link [%d, 0] [%d, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "joint j%d : revolute %s -- b%d at [%d, 0]\n",
                      k, k, k + 1, k, on, k, k);
    }
    jd_text_print(&text, "run to 1 s\n");
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("chain", text.at, text.count, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "cut-joint"}, log);
    assert_non_null(system);
    assert_null(jd_equations_new(system, log));
    assert_string_equal(jd_log_message(log, jd_log_count(log) - 1).code, "emit-cannot");
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    jd_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_give_the_accelerations),
        cmocka_unit_test(steps_are_those_of_euler),
        cmocka_unit_test(formulas_are_written_in_lines),
        cmocka_unit_test(styles_are_three),
        cmocka_unit_test(large_ones_are_told),
    };
    return cmocka_run_group_tests(tests, list_models, NULL);
}
