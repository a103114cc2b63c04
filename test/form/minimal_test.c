/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates from inside: dyads are recognised in a mechanism, whichever joint is cut;
 * loops that are none are closed by Newton's method; the way round in which a mechanism was put
 * together is kept over many turns; where the independent coordinate comes to a dead point, another
 * takes its place; and where the mechanism itself cannot go on, it says so. */
#include "form/agree.h"
#include "form/kinds.h"

/* A rod slides in a block that turns on the ground. */
static const char inverted[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "body crank { at [0.1, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body rod { at [0.5, 0.05] mass 1 kg inertia 0.1 kg*m^2 }\n"
    "body block { at [0.8, 0.1] mass 1 kg inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- rod at [0.2, 0]\n"
    "joint jB : prismatic rod -- block at [0.8, 0.1] axis [0.6, 0.1]\n"
    "joint jC : revolute ground -- block at [0.8, 0.1]\n"
    "start jO.rate = 10\nrun to 2 s every 0.1 s tol 1e-12\n";

/* An arm turns; a block slides along it, and the block's pin is on a slider. */
static const char two_slides[] = "planar\ngravity [0, -9.81] m/s^2\n"
                                 "body arm { at [0.1, 0.1] mass 1 kg inertia 0.1 kg*m^2 }\n"
                                 "body block { at [0.5, 0.5] mass 1 kg inertia 0.01 kg*m^2 }\n"
                                 "body slider { at [0.5, 0.5] mass 1 kg inertia 0.01 kg*m^2 }\n"
                                 "joint jO : revolute ground -- arm at [0, 0]\n"
                                 "joint jA : prismatic arm -- block at [0.5, 0.5] axis [1, 1]\n"
                                 "joint jB : revolute block -- slider at [0.5, 0.5]\n"
                                 "joint jC : prismatic ground -- slider at [0.5, 0.5] axis x\n"
                                 "force s : free-spring jO.angle stiffness 300 N*m\n"
                                 "start jO.rate = 2\nrun to 1 s every 0.1 s tol 1e-12\n";

/* Two pendulums and a double one beside a four-bar: several independent coordinates. */
static const char several[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "body p { at [0.5, 0] mass 1 kg inertia 0.1 kg*m^2 }\nbody q { at [-0.5, 0] mass 1 kg inertia "
    "0.1 kg*m^2 }\n"
    "body crank { at [2, 0.2] mass 1 kg inertia 0.1 kg*m^2 }\nbody bar { at [2.5, 0.7] mass 1 kg "
    "inertia 0.1 kg*m^2 }\n"
    "body lever { at [3, 0.5] mass 1 kg inertia 0.1 kg*m^2 }\nbody tail { at [3, 0.1] mass 1 kg "
    "inertia 0.1 kg*m^2 }\n"
    "joint jP : revolute ground -- p at [0, 0]\njoint jQ : revolute p -- q at [0, 0.1]\n"
    "joint jO : revolute ground -- crank at [2, 0]\njoint jA : revolute crank -- bar at [2, 0.5]\n"
    "joint jB : revolute bar -- lever at [3, 1]\njoint jD : revolute ground -- lever at [3, 0]\n"
    "joint jT : revolute lever -- tail at [3, 0.4]\n"
    "run to 0.6 s every 0.1 s tol 1e-12\n";

/* A crank that goes round, with the coupler above (side 1) or below the line from its pin to the
 * lever's. */
static const char four_bar[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam side = 1\n"
    "point A = [0.1, 0] m\npoint D = [0.3, 0] m\n"
    "point C = [0.26875 m, side*sqrt((0.3 m)^2 - (0.16875 m)^2)]\n"
    "body crank { link [0, 0] A mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body bar { link A C mass 1 kg inertia 0.01 kg*m^2 frame end at C }\n"
    "body lever { link D C mass 1 kg inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- bar at A\n"
    "joint jC : revolute bar -- lever at C\njoint jD : revolute ground -- lever at D\n";

/* A boom and an arm, each held by a cylinder between two pins. */
static const char excavator[] =
    "planar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\npoint P = [0.3, -0.2] m\n"
    "point Q = [1.2, 0.9] m\npoint T = [2, 1.4] m\npoint R = [1.4, 1.9] m\n"
    "point S = [2.3, 1.9] m\npoint E = [3, 0.5] m\n"
    "body boom { link O T mass 100 kg inertia 40 kg*m^2 }\n"
    "body arm { link T E mass 60 kg inertia 20 kg*m^2 }\n"
    "body b1 { link P Q mass 5 kg inertia 0.5 kg*m^2 }\n"
    "body p1 { link Q P mass 4 kg inertia 0.4 kg*m^2 }\n"
    "body b2 { link R S mass 5 kg inertia 0.5 kg*m^2 }\n"
    "body p2 { link S R mass 4 kg inertia 0.4 kg*m^2 }\n"
    "joint jO : revolute ground -- boom at O\njoint jT : revolute boom -- arm at T\n"
    "joint a1 : revolute ground -- b1 at P\njoint s1 : prismatic b1 -- p1 at Q axis Q - P\n"
    "joint c1 : revolute p1 -- boom at Q\njoint a2 : revolute boom -- b2 at R\n"
    "joint s2 : prismatic b2 -- p2 at S axis S - R\njoint c2 : revolute p2 -- arm at S\n"
    "force f1 : free-spring s1.travel stiffness 20 kN/m damping 1 kN*s/m\n"
    "force f2 : free-spring s2.travel stiffness 20 kN/m damping 1 kN*s/m\n"
    "run to 1 s every 0.1 s tol 1e-11\n";

/* A crank of 0.3 m whose coupler and lever, 0.2 m each, are stretched at cos(angle) = 0.6. */
static const char too_short[] =
    "planar\nparam th = 0.5\npoint A = 0.3 m*[cos(th), sin(th)]\npoint D = [0.5, 0] m\n"
    "param dx = 0.5 m - 0.3 m*cos(th)\nparam dy = -0.3 m*sin(th)\nparam d = sqrt(dx^2 + dy^2)\n"
    "param h = sqrt((0.2 m)^2 - d^2/4)\n"
    "point C = [0.3 m*cos(th) + dx/2 - h*dy/d, 0.3 m*sin(th) + dy/2 + h*dx/d]\n"
    "body crank { link [0, 0] A mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body coupler { link A C mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body lever { link D C mass 1 kg inertia 0.01 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- coupler at A\n"
    "joint jC : revolute coupler -- lever at C\njoint jD : revolute ground -- lever at D\n"
    "drive motor : jO.angle = 1 rad/s*time\nrun to 2 s every 0.1 s\n";

static Case open_way(const char *model, bool spatial, JdCompileDef how, JdRunDef run) {
    JdLog *log = jd_log_new();
    const JdReadDef read = {.spatial = spatial};
    const bool file = strncmp(model, "model/", 6) == 0;
    return open_model(file ? jd_model_read_file(model, read, log)
                           : jd_model_read_text("text", model, strlen(model), read, log),
                      log, how, run);
}

/* ---- Dyads ---------------------------------------------------------------------------------- */

/* kinds: as in kinds.h. NULL: not closed form in a plane. */
typedef struct {
    const char *model, *cut;
    bool spatial;
    const char *kinds;
    int free, drives;
} Known;

static const Known known[] = {
    {"model/slider_crank.jd", NULL, false, "R-P", 1, 0},
    {"model/slider_crank.jd", "jA", false, "P>R", 1, 0},
    {"model/slider_crank.jd", "jB", false, "R-P", 1, 0},
    {"model/slider_crank.jd", "jO", false, "R>R", 1, 0},
    {"model/slider_crank.jd", "jC", false, "2", 1, 0},
    {"model/slider_crank.jd", "jA", true, "P>R", 1, 0},
    {"model/slider_crank.jd", "jB", true, "R-P", 1, 0},
    {"model/slider_crank.jd", "jC", true, "2", 1, 0},
    {"model/slider_crank_hyperstatic.jd", NULL, false, "R-P", 1, 0},
    {"model/four_bar.jd", NULL, false, "R-R", 0, 1},
    {"model/four_bar_free.jd", NULL, false, "R-R", 1, 0},
    {"model/planar_fourbar.jd", NULL, false, "R-R", 1, 0},
    {"model/seven_body.jd", NULL, false, "R-R R>R R>R", 1, 0},
    {"model/seven_body.jd", NULL, true, "R-R R>R R>R", 1, 0},
    {"model/n_four_bar.jd", NULL, false, "R-R R-R", 1, 0},
    {"model/engine_v6.jd", NULL, false, "P>R P>R P>R P>R P>R P>R", 1, 0},
    {"model/spatial_slider_crank.jd", NULL, false, NULL, 1, 0},
    {"model/bricard.jd", NULL, false, NULL, 1, 0},
    {inverted, NULL, false, "R>P", 1, 0},
    {excavator, NULL, false, "R>P R>P", 2, 0},
    {two_slides, NULL, false, "P-P", 1, 0},
    {inverted, "jA", false, "R>P", 1, 0},
    {inverted, "jB", false, "2", 1, 0},
    {inverted, "jC", false, "R>P", 1, 0},
    {two_slides, "jA", false, "2", 1, 0},
    {two_slides, "jB", false, "P-P", 1, 0},
    {two_slides, "jC", false, "2", 1, 0},
    {several, NULL, false, "R-R", 4, 0},
};
enum { KNOWN = sizeof known / sizeof *known };

static const char *first_line(const char *model) {
    static char line[64];
    snprintf(line, sizeof line, "%.*s", strncmp(model, "model/", 6) ? 6 : 60, model);
    return line;
}

static void dyads_are_recognised_whichever_joint_is_cut(void **state) {
    (void)state;
    for (int n = 0; n < KNOWN; n++) {
        const Known *k = &known[n];
        Case c = open_way(k->model, k->spatial, (JdCompileDef){.form = "minimal", .cut = k->cut},
                          (JdRunDef){.until = 1});
        const MinimalPlan *plan = c.system->plan;
        const Chain *chain = plan->chain;
        char kinds[128];
        write_kinds(chain, kinds, sizeof kinds);
        print_message("%s cut %s: %s\n", first_line(k->model), k->cut ? k->cut : "-",
                      chain ? kinds : "by Newton");
        check_text(chain ? kinds : NULL, k->kinds);
        assert_int_equal(plan->free, k->free);
        assert_int_equal(chain ? chain->drives : 0, k->drives);
        const FormCount count = c.system->form->count(c.system);
        assert_int_equal(count.coordinates, k->free);
        assert_int_equal(count.iterates, !plan->space && (!chain || chain->iterated > 0));
        close_case(&c);
    }
}

/* Short runs of all that is listed. */
static void whichever_joint_is_cut_the_motion_is_the_same(void **state) {
    (void)state;
    for (int n = 0; n < KNOWN; n++) {
        const Known *k = &known[n];
        if (!k->cut && strncmp(k->model, "model/", 6) == 0) continue; /* the contract has them */
        Case a = open_way(k->model, k->spatial, (JdCompileDef){0}, (JdRunDef){0});
        Case b = open_way(k->model, k->spatial, (JdCompileDef){.form = "minimal", .cut = k->cut},
                          (JdRunDef){0});
        Record wanted = record_run(&a), is = record_run(&b);
        char what[96];
        snprintf(what, sizeof what, "%s cut %s", first_line(k->model), k->cut ? k->cut : "-");
        check_difference(record_compare(&a, &wanted, &is), 1e-8, what);
        record_free(&wanted);
        record_free(&is);
        close_case(&a);
        close_case(&b);
    }
}

/* ---- Which way round ------------------------------------------------------------------------ */

/* Where the end of the bar is, from the crank's angle. */
static JdVec3 coupler_end(double angle, double side) {
    const double ax = 0.1 * cos(angle), ay = 0.1 * sin(angle), dx = 0.3 - ax, dy = -ay,
                 d = hypot(dx, dy);
    const double along = (0.09 - 0.0625 + d * d) / (2 * d), h = side * sqrt(0.09 - along * along);
    return (JdVec3){ax + (along * dx - h * dy) / d, ay + (along * dy + h * dx) / d, 0};
}

static void check_turns(const char *side, const char *cut, bool spatial) {
    JdLog *log = jd_log_new();
    const JdSetting settings[] = {{"side", side}, {NULL}};
    char text[2000];
    snprintf(text, sizeof text,
             "%sdrive motor : jO.angle = 20 rad/s*time + 0.3*sin(7 rad/s*time)\n", four_bar);
    Case c =
        open_model(jd_model_read_text("text", text, strlen(text),
                                      (JdReadDef){.settings = settings, .spatial = spatial}, log),
                   log, (JdCompileDef){.form = "minimal", .cut = cut},
                   (JdRunDef){.until = 6, .output_every = 0.01});
    double angle = 0;
    while (advance(&c)) {
        const double t = jd_run_value(c.run, jd_time);
        angle = value(&c, "jO.angle");
        check_near(angle, 20 * t + 0.3 * sin(7 * t), 1e-12 * (1 + angle), "the crank is driven");
        const JdVec3 end = coupler_end(angle, atof(side));
        check_near(value(&c, "bar.end.x"), end.x, 1e-12, side);
        check_near(value(&c, "bar.end.y"), end.y, 1e-12, side);
    }
    assert_true(angle > 100);
    close_case(&c);
}

static void the_way_round_is_kept_over_many_turns(void **state) {
    (void)state;
    static const char *const cuts[] = {"jA", "jC", "jD"};
    for (int k = 0; k < 3; k++) {
        check_turns("1", cuts[k], false);
        check_turns("-1", cuts[k], false);
    }
    check_turns("1", NULL, true);
    check_turns("-1", NULL, true);
}

/* Angles of dependent joints are counted, too: 20 turns of the crank are 20 of the rod against it.
 */
static void dependent_angles_count_whole_turns(void **state) {
    (void)state;
    Case c = open_file("model/slider_crank.jd", NULL, (JdCompileDef){.form = "minimal"},
                       (JdRunDef){.until = 1.3});
    to_the_end(&c);
    const double crank = value(&c, "jO.angle"), rod = value(&c, "jA.angle");
    assert_true(crank > 100);
    check_near(crank + rod, value(&c, "rod.angle"), 1e-9, "angles add up");
    assert_true(fabs(value(&c, "rod.angle")) < 0.6);
    close_case(&c);
}

/* ---- Other coordinates ---------------------------------------------------------------------- */

/* With the crank's joint cut, the slider is what is left to begin with: it stands still twice in a
 * turn. */
static void another_coordinate_takes_over_at_a_dead_point(void **state) {
    (void)state;
    const JdRunDef run = {.until = 0.5, .output_every = 0.02, .tol = 1e-12};
    Case a = open_file("model/slider_crank.jd", NULL, (JdCompileDef){0}, run);
    Case b = open_file("model/slider_crank.jd", NULL,
                       (JdCompileDef){.form = "minimal", .cut = "jO"}, run);
    Record wanted = record_run(&a), is = record_run(&b);
    check_difference(record_compare(&a, &wanted, &is), 1e-8, "slider-crank with its crank cut");
    JdMessage m = {0};
    must(&b, said(b.log, "coordinate-changed", &m));
    assert_int_equal(m.severity, JD_NOTE);
    check_contains(m.text, "becomes an independent coordinate instead of");
    assert_true(strstr(m.text, "'jC.travel'") || strstr(m.text, "'jA.angle'") ||
                strstr(m.text, "'jB.angle'"));
    assert_false(said(b.log, "singular-passed", NULL));
    record_free(&wanted);
    record_free(&is);
    close_case(&a);
    close_case(&b);
}

/* A pendulum of a four-bar that swings to and fro through positions where its coupler and lever are
 * in line. */
static void rocking_through_a_dead_point_of_the_crank_is_the_same(void **state) {
    (void)state;
    char text[2000];
    snprintf(text, sizeof text, "%s", four_bar);
    static const char *const cuts[] = {"jO", "jA", "jC", "jD"};
    const JdRunDef run = {.until = 2, .output_every = 0.1, .tol = 1e-12};
    Case a = open_text(text, (JdCompileDef){0}, run);
    Record wanted = record_run(&a);
    for (int k = 0; k < 4; k++) {
        Case b = open_text(text, (JdCompileDef){.form = "minimal", .cut = cuts[k]}, run);
        Record is = record_run(&b);
        check_difference(record_compare(&a, &wanted, &is), 1e-7, cuts[k]);
        record_free(&is);
        close_case(&b);
    }
    record_free(&wanted);
    close_case(&a);
}

/* ---- The end of the way --------------------------------------------------------------------- */

static void a_mechanism_that_cannot_go_on_names_joint_and_time(void **state) {
    (void)state;
    static const char *const cuts[] = {NULL, "jA", "jD", NULL, "jO"};
    for (int k = 0; k < 5; k++) {
        const char *form = k < 3 ? "minimal" : "cut-joint";
        Case c = open_text(too_short, (JdCompileDef){.form = form, .cut = cuts[k]}, (JdRunDef){0});
        while (jd_run_next(c.run)) continue;
        assert_true(jd_run_failed(c.run));
        JdMessage m = {0};
        must(&c, said(c.log, "run-stuck", &m));
        check_contains(m.text, "at t = 0.42729");
        check_contains(m.text, "comes to a dead point and cannot go on: bod");
        assert_true(m.hint && strstr(m.hint, "'motor'"));
        check_near(acos(0.6) - 0.5, 0.427295, 1e-6, "the drawn lengths");
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dyads_are_recognised_whichever_joint_is_cut),
        cmocka_unit_test(whichever_joint_is_cut_the_motion_is_the_same),
        cmocka_unit_test(the_way_round_is_kept_over_many_turns),
        cmocka_unit_test(dependent_angles_count_whole_turns),
        cmocka_unit_test(another_coordinate_takes_over_at_a_dead_point),
        cmocka_unit_test(rocking_through_a_dead_point_of_the_crank_is_the_same),
        cmocka_unit_test(a_mechanism_that_cannot_go_on_names_joint_and_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
