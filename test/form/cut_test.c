/* SPDX-License-Identifier: MIT
 *
 * Which joints are cut is a matter of taste: any joint of a loop, or all of them, and the motion is
 * the same, reactions included. What is named wrongly is said; what cannot be cut for want of mass,
 * too. */
#include "form/agree.h"
#include "form/minimal.h"

static const char *const forms[] = {"cut-joint", "minimal"};

/* Joints outside the tree. */
static int count_cut(const Case *c, const char *name, bool *named) {
    const MinimalPlan *plan = c->system->plan;
    int count = 0;
    for (int k = 0; k < c->system->joints; k++) {
        count += !plan->tree.in_tree[k];
        if (named && !strcmp(c->system->joint[k].name, name)) *named = !plan->tree.in_tree[k];
    }
    return count;
}

/* ---- One after the other -------------------------------------------------------------------- */

typedef struct {
    const char *path, *cuts; /* a line each: names as the user writes them */
    double until, share;
    bool spatial;
} Mechanism;

static const Mechanism mechanisms[] = {
    {"model/slider_crank.jd", "jO\njA\njB\njC\njA, jC\njO jA jB\njO,jA,jB,jC", 0.13, 1e-8, false},
    {"model/slider_crank.jd", "jO\njA\njB\njC", 0.05, 1e-8, true},
    {"model/four_bar_free.jd", "jO\njA\njB\njD\njO, jA, jB, jD", 0.5, 1e-8, false},
    {"model/planar_fourbar.jd", "j1\nj2\nj3\nj4", 1, 1e-8, false},
    {"model/seven_body.jd", "jO\njF\njB, jG, jH\njE3, jA5, jA7\njE4 jE6", 0.02, 1e-8, false},
    {"model/spatial_slider_crank.jd", "jA\njB\njC\njG", 1, 1e-8, false},
    {"model/bricard.jd", "j0\nj1\nj2\nj3\nj4\nj5", 2, 1e-8, false},
    {"model/fourbar1.jd", "j1\nj2\njA\njB", 1, 1e-8, false},
};

static Case open_cut(const Mechanism *m, const char *form, const char *cut) {
    JdLog *log = jd_log_new();
    return open_model(jd_model_read_file(m->path, (JdReadDef){.spatial = m->spatial}, log), log,
                      (JdCompileDef){.form = form, .cut = cut},
                      (JdRunDef){.until = m->until, .output_every = m->until / 5, .tol = 1e-12});
}

static void check_cut(const Mechanism *m, const Record *wanted, const char *cut) {
    for (int f = 0; f < 2; f++) {
        Case c = open_cut(m, forms[f], cut);
        check_text(jd_system_settings(c.system).cut, cut);
        Record is = record_run(&c);
        char what[160];
        snprintf(what, sizeof what, "%s%s as %s with %s cut", m->path,
                 m->spatial ? " in space" : "", forms[f], cut);
        check_difference(record_compare(&c, wanted, &is), m->share, what);
        record_free(&is);
        close_case(&c);
    }
}

static void any_joint_of_a_loop_may_be_cut(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof mechanisms / sizeof *mechanisms; n++) {
        const Mechanism *m = &mechanisms[n];
        Case c = open_cut(m, "newton-euler", NULL);
        Record wanted = record_run(&c);
        char cuts[200];
        snprintf(cuts, sizeof cuts, "%s", m->cuts);
        for (char *cut = strtok(cuts, "\n"); cut; cut = strtok(NULL, "\n"))
            check_cut(m, &wanted, cut);
        record_free(&wanted);
        close_case(&c);
    }
}

static void the_joint_that_was_named_is_cut_and_no_other(void **state) {
    (void)state;
    static const char *const names[] = {"jO", "jA", "jB", "jC"};
    for (int k = 0; k < 4; k++) {
        Case c = open_cut(&mechanisms[0], "minimal", names[k]);
        bool named = false;
        assert_int_equal(count_cut(&c, names[k], &named), 1);
        assert_true(named);
        close_case(&c);
    }
    Case c = open_cut(&mechanisms[0], "minimal", NULL);
    assert_int_equal(count_cut(&c, NULL, NULL), 1);
    assert_null(jd_system_settings(c.system).cut);
    close_case(&c);
}

/* ---- Forces on joints ----------------------------------------------------------------------- */

/* An arm of turns and a slide, each with a spring, a damper or an effort of its own, drawn from
 * either side. */
static const char arm[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "body a { at [0.5, 0] mass 1 kg inertia 0.1 kg*m^2 }\nbody b { at [1.5, 0] mass 1 kg inertia "
    "0.1 kg*m^2 }\n"
    "body c { at [2.5, 0] mass 1 kg inertia 0.1 kg*m^2 }\nbody d { at [3, 0.5] mass 1 kg inertia "
    "0.1 kg*m^2 }\n"
    "joint j1 : revolute ground -- a at [0, 0]\njoint j2 : revolute a -- b at [1, 0]\n"
    "joint j3 : revolute c -- b at [2, 0]\njoint j4 : prismatic d -- c at [3, 0] axis [1, 2]\n"
    "force f1 : effort j1.angle value 2 N*m\nforce f2 : free-spring j2.angle stiffness 5 N*m "
    "damping 1 N*m*s\n"
    "force f3 : effort j3.angle value 3 N*m*cos(3 rad/s*time)\n"
    "force f4 : free-spring j4.travel stiffness 20 N/m damping 1 N*s/m\n"
    "run to 0.4 s every 0.1 s tol 1e-12\n";

static void a_force_on_a_joint_pushes_both_its_bodies(void **state) {
    (void)state;
    for (int spatial = 0; spatial < 2; spatial++) {
        JdLog *log = jd_log_new();
        const JdReadDef read = {.spatial = spatial};
        Case a = open_model(jd_model_read_text("arm", arm, strlen(arm), read, log), log,
                            (JdCompileDef){0}, (JdRunDef){0});
        Record wanted = record_run(&a);
        for (int f = 0; f < 2; f++) {
            log = jd_log_new();
            Case b = open_model(jd_model_read_text("arm", arm, strlen(arm), read, log), log,
                                (JdCompileDef){.form = forms[f]}, (JdRunDef){0});
            Record is = record_run(&b);
            check_difference(record_compare(&a, &wanted, &is), 1e-9, forms[f]);
            record_free(&is);
            close_case(&b);
        }
        record_free(&wanted);
        close_case(&a);
    }
}

/* ---- Names ---------------------------------------------------------------------------------- */

static void a_joint_that_is_not_there_is_named(void **state) {
    (void)state;
    static const char *const cuts[] = {"jX", "jB, jX", "jX jB"};
    for (int f = 0; f < 2; f++)
        for (int k = 0; k < 3; k++) {
            JdLog *log = jd_log_new();
            JdModel *model = jd_model_read_file("model/slider_crank.jd", (JdReadDef){0}, log);
            assert_null(jd_compile(model, (JdCompileDef){.form = forms[f], .cut = cuts[k]}, log));
            JdMessage m = {0};
            assert_true(said(log, "joint-unknown", &m));
            check_text(m.text, "there is no joint 'jX'");
            assert_non_null(m.hint);
            assert_int_equal(jd_log_errors(log), 1);
            jd_model_free(model);
            jd_log_free(log);
        }
}

/* ---- Masses --------------------------------------------------------------------------------- */

/* A massless rod between two bodies. */
static const char massless[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "point O = [0, 0]\npoint A = [1, 1]\npoint B = [3, 1.2]\npoint C = [3, 0]\n"
    "body crank { link O A mass 1 kg inertia 0.1 kg*m^2 }\nbody rocker { link C B mass 1 kg "
    "inertia 0.1 kg*m^2 }\n"
    "body rod { link A B massless }\n"
    "joint jO : revolute ground -- crank at O\njoint jC : revolute ground -- rocker at C\n"
    "joint jA : revolute crank -- rod at A\njoint jB : revolute rocker -- rod at B\n"
    "run to 0.5 s every 0.1 s tol 1e-12\n";

static void a_body_without_mass_at_an_end_of_the_tree_is_named(void **state) {
    (void)state;
    static const char *const cuts[] = {"jA", "jB"};
    for (int f = 0; f < 2; f++)
        for (int k = 0; k < 2; k++) {
            JdLog *log = jd_log_new();
            JdModel *model =
                jd_model_read_text("text", massless, strlen(massless), (JdReadDef){0}, log);
            assert_null(jd_compile(model, (JdCompileDef){.form = forms[f], .cut = cuts[k]}, log));
            JdMessage m = {0};
            assert_true(said(log, "form-needs-mass", &m));
            check_contains(m.text, "body 'rod' has no mass");
            check_contains(m.text, k == 0 ? "'jB'" : "'jA'");
            check_contains(m.hint, "newton-euler");
            check_contains(m.hint, "cut another joint");
            assert_int_equal(m.line, 9);
            jd_model_free(model);
            jd_log_free(log);
        }
}

/* Of itself the tree is not cut there. */
static void with_another_joint_cut_it_moves_as_ever(void **state) {
    (void)state;
    static const char *const cuts[] = {NULL, "jO", "jC"};
    Case a = open_text(massless, (JdCompileDef){0}, (JdRunDef){0});
    Record wanted = record_run(&a);
    for (int f = 0; f < 2; f++)
        for (int k = 0; k < 3; k++) {
            Case b = open_text(massless, (JdCompileDef){.form = forms[f], .cut = cuts[k]},
                               (JdRunDef){0});
            Record is = record_run(&b);
            check_difference(record_compare(&a, &wanted, &is), 1e-8, forms[f]);
            record_free(&is);
            close_case(&b);
        }
    record_free(&wanted);
    close_case(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_joint_of_a_loop_may_be_cut),
        cmocka_unit_test(the_joint_that_was_named_is_cut_and_no_other),
        cmocka_unit_test(a_force_on_a_joint_pushes_both_its_bodies),
        cmocka_unit_test(a_joint_that_is_not_there_is_named),
        cmocka_unit_test(a_body_without_mass_at_an_end_of_the_tree_is_named),
        cmocka_unit_test(with_another_joint_cut_it_moves_as_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
