/* SPDX-License-Identifier: MIT
 *
 * Loops in space under `minimal`: mechanisms that leave nothing to Newton's method, by these kinds
 * of dyads; the same motion as with Newton's method and with multipliers; and mechanisms that have
 * no closed form. */
#include "form/agree.h"
#include "form/minimal.h"

typedef struct {
    const char *model, *kinds;
    int free;
} Known;

/* Mechanisms of the table, as text: an input, and the dyad behind it. */
#define HEAD                                                                                       \
    "spatial\ngravity [1, -2, -9] m/s^2\npoint O = [0, 0, 0]\npoint A = [0.1, 0.05, 0.1]\n"        \
    "point B = [0.5, 0.1, 0.2]\npoint C = [0.6, -0.2, 0.1]\n"                                      \
    "body crank { link O A mass 1 kg inertia [1e-3, 2e-3, 2e-3] kg*m^2 }\n"                        \
    "body rod { link A B mass 0.5 kg inertia [2e-3, 4e-3, 4e-3] kg*m^2 }\n"                        \
    "body last { link C B mass 1 kg inertia [4e-3, 4e-3, 5e-3] kg*m^2 }\n"                         \
    "joint j1 : revolute ground -- crank at O axis z\n"
#define TAIL   "start j1.rate = 5 rad/s\nrun to 0.3 s every 0.1 s tol 1e-11\n"
#define TURNS  "joint j2 : revolute ground -- last at C axis [0.3, 0, 1]\n"
#define SLIDES "joint j2 : prismatic ground -- last at C axis [1, 0.2, 0.1]\n"
#define CROSS  " axis [0.1, 0.2, 1] second cross([0.1, 0.2, 1], B - A)\n"

static const Known known[] = {
    {"model/fourbar1.jd", "SUP", 1},
    {"model/fourbar2.jd", "SSP", 1},
    {"model/spatial_slider_crank.jd", "SUP", 1},
    {"model/rssr.jd", "SSR", 2},
    {"model/stewart.jd", "UPS UPS UPS UPS UPS", 6},
    {"model/macpherson.jd", "SPS SSR", 3},
    {HEAD TURNS
     "joint s1 : spherical crank -- rod at A\njoint s2 : spherical rod -- last at B\n" TAIL,
     "SSR", 2},
    {HEAD SLIDES
     "joint s1 : spherical crank -- rod at A\njoint s2 : spherical rod -- last at B\n" TAIL,
     "SSP", 2},
    {HEAD TURNS "joint u : universal crank -- rod at A" CROSS
                "joint s : spherical last -- rod at B\n" TAIL,
     "USR", 1},
    {HEAD SLIDES "joint u : universal rod -- crank at A" CROSS
                 "joint s : spherical rod -- last at B\n" TAIL,
     "USP", 1},
    {HEAD TURNS "joint u : universal last -- rod at B" CROSS
                "joint s : spherical crank -- rod at A\n" TAIL,
     "SUR", 1},
    {HEAD SLIDES "joint u : universal rod -- last at B" CROSS
                 "joint s : spherical rod -- crank at A\n" TAIL,
     "SUP", 1},
    /* A universal joint that is two turns. */
    {HEAD TURNS "body ring { at A mass 0.1 kg inertia [1e-4, 1e-4, 1e-4] kg*m^2 }\n"
                "joint r1 : revolute crank -- ring at A axis [0.1, 0.2, 1]\n"
                "joint r2 : revolute ring -- rod at A axis [0, 1, -0.3]\njoint s : spherical rod "
                "-- last at B\n" TAIL,
     "USR", 1},
    /* A rod without mass, and a point on an inclined plane. */
    {HEAD "joint r : spherical crank -- rod at A\n" SLIDES
          "joint l : rod crank -- last at A B\n" TAIL,
     "SSP", 4},
    {"spatial\ngravity [0, 0, -9.81] m/s^2\nbody ramp { at [0, 0, 0] mass 2 kg inertia [1, 1, 1] "
     "kg*m^2 }\n"
     "body pin { at [0.1, 0, 0.5] mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
     "joint j1 : prismatic ground -- ramp at [0, 0, 0] axis x\n"
     "joint j2 : prismatic ground -- pin at [0.1, 0, 0.5] axis z\n"
     "joint c : point ramp -- pin at [0.1, 0, 0.3] axis [-0.3, 0.1, 1]\nrun to 0.3 s every 0.1 s "
     "tol 1e-11\n",
     "SEP", 1},
    /* A planar four-bar on a body that turns, which is no planar mechanism. */
    {"spatial\ngravity [0, 0, -9.81] m/s^2\npoint P = [0.2, 0, 0]\npoint A = [0.2, 0.1, 0.1]\n"
     "point B = [0.2, 0.45, 0.3]\npoint D = [0.2, 0.5, 0]\n"
     "body frame { at [0, 0, 0] mass 5 kg inertia [1, 1, 1] kg*m^2 }\n"
     "body a { link P A mass 1 kg inertia [1e-3, 1e-2, 1e-2] kg*m^2 }\n"
     "body b { link A B mass 1 kg inertia [1e-3, 1e-2, 1e-2] kg*m^2 }\n"
     "body d { link D B mass 1 kg inertia [1e-3, 1e-2, 1e-2] kg*m^2 }\n"
     "joint j0 : revolute ground -- frame at [0, 0, 0] axis [0, 1, 2]\njoint jP : revolute frame "
     "-- a at P axis x\n"
     "joint jA : revolute a -- b at A axis x\njoint jB : revolute b -- d at B axis x\njoint jD : "
     "revolute frame -- d at D axis x\n"
     "start j0.rate = 2 rad/s, jP.rate = 3 rad/s\nrun to 0.3 s every 0.1 s tol 1e-11\n",
     "RRR", 2},
};
enum { KNOWN = sizeof known / sizeof *known };

static Case open_as(const char *model, JdCompileDef how) {
    JdLog *log = jd_log_new();
    const bool file = strncmp(model, "model/", 6) == 0;
    return open_model(file ? jd_model_read_file(model, (JdReadDef){0}, log)
                           : jd_model_read_text("text", model, strlen(model), (JdReadDef){0}, log),
                      log, how, (JdRunDef){0});
}

static void nothing_is_left_to_newton(void **state) {
    (void)state;
    for (int n = 0; n < KNOWN; n++) {
        Case c = open_as(known[n].model, (JdCompileDef){.form = "minimal"});
        const MinimalPlan *plan = c.system->plan;
        char kinds[128] = "";
        FormDyad dyad;
        for (int k = 0; c.system->form->dyad(c.system, k, &dyad); k++) {
            if (*kinds) strncat(kinds, " ", sizeof kinds - strlen(kinds) - 1);
            strncat(kinds, dyad.kind, sizeof kinds - strlen(kinds) - 1);
        }
        print_message("%d: %s, %d free\n", n, kinds, plan->free);
        check_text(kinds, known[n].kinds ? known[n].kinds : "");
        assert_int_equal(plan->free, known[n].free);
        assert_int_equal(c.system->form->count(c.system).iterated == 0, known[n].kinds != NULL);
        close_case(&c);
    }
}

/* Short runs of all; models of their own have their expectations. */
static void the_motion_is_that_of_other_forms(void **state) {
    (void)state;
    for (int n = 0; n < KNOWN; n++) {
        if (strncmp(known[n].model, "model/", 6) == 0) continue;
        Case a = open_as(known[n].model, (JdCompileDef){.form = "newton-euler"});
        Case b = open_as(known[n].model, (JdCompileDef){.form = "minimal"});
        Case c = open_as(known[n].model, (JdCompileDef){.form = "minimal", .by_newton = true});
        assert_true(c.system->form->count(c.system).iterated > 0);
        Record wanted = record_run(&a), is = record_run(&b), other = record_run(&c);
        check_difference(record_compare_some(&a, &wanted, &is, COMPARE_UNIQUE), 1e-8,
                         known[n].kinds);
        check_difference(record_compare_some(&a, &wanted, &other, COMPARE_UNIQUE), 1e-8,
                         "by Newton");
        record_free(&wanted), record_free(&is), record_free(&other);
        close_case(&a), close_case(&b), close_case(&c);
    }
}

/* Loops without a closed form, and a platform that is moved by its legs. */
static void what_has_no_closed_form_is_said(void **state) {
    (void)state;
    Case c = open_as("model/bricard.jd", (JdCompileDef){.form = "minimal"});
    assert_int_equal(c.system->form->count(c.system).iterated, 4);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_left_to_newton),
                                       cmocka_unit_test(the_motion_is_that_of_other_forms),
                                       cmocka_unit_test(what_has_no_closed_form_is_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
