/* SPDX-License-Identifier: MIT
 *
 * Where a mechanism cannot go on, the message has the time, the joints and the lengths, whatever
 * the formulation; and of causes only those that can be there. */
#include "verify/verify.h"
#include "run/run.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};

/* A crank turns until rod and rocker (0.4 m and 0.3 m) are stretched over 0.7 m. */
static const char stretched[] =
    "planar\nbody crank { at [0.1, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "point B = [0.5, 0.3]\n"
    "body rod { link [0.5 - 0.4, 0.3] B mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body rocker { link [0.5, 0] B mass 1 kg inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\n"
    "joint jA : revolute crank -- rod at [0.1, 0.3]\n"
    "joint jB : revolute rod -- rocker at B\njoint jD : revolute ground -- rocker at [0.5, 0]\n"
    "drive motor : jO.angle = 1 rad/s * time\nrun to 6 s\n";

/* A crank of 0.2 m lifts the end of a rod of 0.15 m from the rail of its slider. */
static const char off_the_rail[] =
    "planar\nbody crank { link [0, 0] [0.2, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body rod { link [0.2, 0] [0.35, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body slider { at [0.35, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- rod at [0.2, 0]\n"
    "joint jB : revolute rod -- slider at [0.35, 0]\njoint jC : prismatic ground -- slider at "
    "[0.35, 0] axis x\n"
    "drive motor : jO.angle = 1 rad/s * time\nrun to 6 s\n";

/* A slide that keeps two pins 0.6 m apart across it; one of them comes nearer on a driven crank. */
static const char cylinder[] =
    "planar\nbody crank { link [0, 0] [0.5, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body rod { at [0.6, 0.2] mass 1 kg inertia 0.01 kg*m^2 }\nbody tube { at [0.6, 0.2] mass 1 kg "
    "inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- rod at [0.5, 0]\n"
    "joint jS : prismatic rod -- tube at [0.6, 0.2] axis x\njoint jD : revolute ground -- tube at "
    "[0, 0.6]\n"
    "drive motor : jO.angle = 1 rad/s * time\nrun to 6 s\n";

static void check_stuck(const char *text, const char *form, JdRunDef run,
                        const char *const *words) {
    Case c = open_text(text, (JdCompileDef){.form = form}, run);
    JdMessage m = {0};
    while (jd_run_next(c.run)) continue;
    assert_true(jd_run_failed(c.run));
    must(&c, said(c.log, "run-stuck", &m));
    for (int k = 0; words[k]; k++)
        if (!strstr(m.text, words[k]) && !strstr(m.hint, words[k]))
            fail_msg("'%s' is neither in '%s' nor in '%s'", words[k], m.text, m.hint);
    close_case(&c);
}

static void two_bodies_that_do_not_reach_are_told_with_joints_and_lengths(void **state) {
    (void)state;
    /* The pin jA is 0.3162 m from O, at atan(3) of the crank; 0.7 m from jD: law of cosines. */
    const double turn = acos((0.1 + 0.25 - 0.49) / (2 * sqrt(0.1) * 0.5)) - atan2(0.3, 0.1);
    char when[32];
    snprintf(when, sizeof when, "at t = %.3f", turn);
    for (int k = 0; k < 3; k++) {
        check_stuck(stretched, forms[k], (JdRunDef){0},
                    (const char *[]){when, "'rod' (0.4 m)", "'rocker' (0.3 m)", "stretched in line",
                                     "'jA'", "'jB'", "'jD'", "at most 0.7 m", "0.7 m apart",
                                     "grows by", "'motor'", NULL});
        check_stuck(off_the_rail, forms[k], (JdRunDef){0},
                    (const char *[]){"at t = 0.84806", "'rod' (0.15 m", "'jA'", "'jB'",
                                     "slide of joint 'jC'", "0.15 m away from the line", "grows by",
                                     NULL});
        check_stuck(
            cylinder, forms[k], (JdRunDef){0},
            (const char *[]){"'rod' and 'tube'", "'jA'", "'jS'", "'jD'", "shrinks by", NULL});
    }
}

/* ---- How soon it is told ----------------------------------------------------------------------
 */

/* A rod of the wrong length in space. */
static const char in_space[] =
    "spatial\npoint A = [0, 0.2, 0]\npoint B = [0.3, 0.1, 0.1]\n"
    "body crank { at [0, 0.1, 0] m mass 1 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
    "body rod { at [0.15, 0.15, 0.05] m mass 1 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
    "body slider { at B mass 1 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0, 0] m axis x\n"
    "joint jA : universal crank -- rod at A axis x second z\n"
    "joint jB : spherical rod -- slider at B\n"
    "joint jC : prismatic ground -- slider at B axis [1, 2, 0.5]\n"
    "drive motor : jO.angle = 3 rad/s*time\nrun to 6 s\n";

static void a_drive_past_its_dead_point_is_told_soon(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double when;
    } stuck[] = {{stretched, 0.78037919},
                 {off_the_rail, 0.84806208},
                 {cylinder, 0.42977491},
                 {in_space, 0.0537014}};
    static const double tols[] = {1e-3, 1e-6, 1e-9, 1e-12};
    static const char *const steppers[] = {"dop853", "dopri5"};
    for (int k = 0; k < 4; k++)
        for (int f = 0; f < 3; f++)
            for (int n = 0; n < 8; n++) {
                /* An order of 5 takes more than that to get there at 1e-12. */
                if (n == 7) continue;
                Case c = open_text(stuck[k].text, (JdCompileDef){.form = forms[f]},
                                   (JdRunDef){.stepper = steppers[n / 4], .tol = tols[n % 4]});
                JdMessage m = {0};
                while (jd_run_next(c.run)) continue;
                must(&c, said(c.log, "run-stuck", &m));
                double t = NAN;
                assert_int_equal(sscanf(m.text, "at t = %lf s", &t), 1);
                check_near(t, stuck[k].when, 2e-6, forms[f]);
                if (jd_run_cost(c.run).steps > 200)
                    fail_msg("%d, %s, %s, tol %g: %ld steps", k, forms[f], steppers[n / 4],
                             tols[n % 4], jd_run_cost(c.run).steps);
                close_case(&c);
            }
}

/* One that turns back a little before goes on: 1e-4 and 1e-6 rad. */
/* A stepper with a past shortens its steps by little each, and they were short before. */
static void so_it_is_by_steppers_with_a_past(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double when;
    } stuck[] = {{stretched, 0.78037919}, {off_the_rail, 0.84806208}, {cylinder, 0.42977491}};
    static const char *const steppers[] = {"cvode", "ida"};
    static const struct {
        double tol;
        long most;
    } fine[] = {{1e-6, 200}, {1e-9, 500}};
    for (int k = 0; k < 3; k++)
        for (int f = 0; f < 3; f++)
            for (int n = 0; n < 4 && jd_stepper_find(steppers[n % 2]); n++) {
                Case c = open_text(stuck[k].text, (JdCompileDef){.form = forms[f]},
                                   (JdRunDef){.stepper = steppers[n % 2], .tol = fine[n / 2].tol});
                JdMessage m = {0};
                while (jd_run_next(c.run)) continue;
                must(&c, said(c.log, "run-stuck", &m));
                double t = NAN;
                assert_int_equal(sscanf(m.text, "at t = %lf s", &t), 1);
                check_near(t, stuck[k].when, 1e-4, forms[f]);
                if (jd_run_cost(c.run).steps > fine[n / 2].most)
                    fail_msg("%d, %s, %s, tol %g: %ld steps", k, forms[f], steppers[n % 2],
                             fine[n / 2].tol, jd_run_cost(c.run).steps);
                close_case(&c);
            }
}

static void one_that_turns_back_before_goes_on(void **state) {
    (void)state;
    const double turn = acos((0.1 + 0.25 - 0.49) / (2 * sqrt(0.1) * 0.5)) - atan2(0.3, 0.1);
    for (int f = 0; f < 3; f++)
        for (int k = 0; k < 2; k++) {
            char text[1200];
            const size_t length = (size_t)(strstr(stretched, "drive") - stretched);
            snprintf(text, sizeof text,
                     "%.*sdrive motor : jO.angle = %.17g * sin(1 rad/s * time)\nrun to 6 s\n",
                     (int)length, stretched, turn - (k ? 1e-6 : 1e-4));
            Case c = open_text(text, (JdCompileDef){.form = forms[f]}, (JdRunDef){.tol = 1e-9});
            to_the_end(&c);
            assert_true(value(&c, "jD.angle") < 0); /* the way round that it had */
            close_case(&c);
        }
}

/* ---- Causes that cannot be there ------------------------------------------------------------ */

/* A parallelogram that falls through the position where all bodies are in line: no force, no drive.
 */
static const char parallelogram[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "point A = [0.05, 0.1]\npoint B = [0.35, 0.1]\npoint D = [0.3, 0]\n"
    "body crank { link [0, 0] A mass 1 kg inertia 0.01 kg*m^2 }\nbody rod { link A B mass 1 kg "
    "inertia 0.01 kg*m^2 }\n"
    "body rock { link D B mass 1 kg inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- rod at A\n"
    "joint jB : revolute rod -- rock at B\njoint jD : revolute ground -- rock at D\n"
    "start jO.rate = 15 rad/s\nrun to 0.3 s\n";

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

static void implicit_steppers_name_no_forces_where_there_are_none(void **state) {
    (void)state;
    if (is_missing("ida")) return;
    /* All come through, but for a tolerance below what their formulas reach. */
    static const char *const kept[] = {"projection", "baumgarte"};
    int stopped = 0;
    for (int k = 0; k < 9; k++) {
        Case c = open_text(
            parallelogram, (JdCompileDef){.form = forms[k % 3], .stabilise = kept[k / 3 % 2]},
            (JdRunDef){.stepper = "ida", .tol = k < 6 ? 1e-12 : 1e-13, .output_every = 0.1});
        JdMessage m = {0};
        while (jd_run_next(c.run)) continue;
        if (k < 6) must(&c, !jd_run_failed(c.run));
        if (jd_run_failed(c.run)) {
            must(&c, said(c.log, "run-stuck", &m));
            stopped++;
            assert_null(strstr(m.hint, "force that"));
            assert_null(strstr(m.hint, "drive"));
        }
        close_case(&c);
    }
    assert_true(stopped > 0);
}

/* The first step of a formula of order 1 need not be as small as the tolerance. */
static void the_finest_tolerance_does_not_stop_an_implicit_start(void **state) {
    (void)state;
    if (is_missing("ida")) return;
    Case c = open_text(stretched, (JdCompileDef){0},
                       (JdRunDef){.stepper = "ida", .tol = 1e-12, .until = 0.2});
    to_the_end(&c);
    check_near(value(&c, "jO.angle"), 0.2, 1e-12, "the drive");
    assert_true(jd_run_cost(c.run).smallest_step > 1e-9);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drive_past_its_dead_point_is_told_soon),
        cmocka_unit_test(so_it_is_by_steppers_with_a_past),
        cmocka_unit_test(one_that_turns_back_before_goes_on),
        cmocka_unit_test(two_bodies_that_do_not_reach_are_told_with_joints_and_lengths),
        cmocka_unit_test(implicit_steppers_name_no_forces_where_there_are_none),
        cmocka_unit_test(the_finest_tolerance_does_not_stop_an_implicit_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
