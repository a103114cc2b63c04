/* SPDX-License-Identifier: MIT
 *
 * The implicit steppers: the sparse derivatives they work with are those of the equations, with no
 * entry missing in the pattern; they agree with the explicit default on loops, repeated locks,
 * velocity rows and chains in space; they keep to what a run was asked for; and when they fail they
 * say why, in the log and nowhere else. */
#include "verify/verify.h"
#include "run/inside.h"
#include <unistd.h>

static const char *const steppers[] = {"cvode", "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

static bool is_missing(const char *stepper) {
    return jd_stepper_find(stepper)->missing != NULL;
}

/* ---- Derivatives --------------------------------------------------------------------------- */

/* A force that reads a joint elsewhere, and one that reads everything. */
static const char reader[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "repeat i from 0 to 5 { point P[i] = [i*1 m, 0 m] }\n"
    "repeat i from 1 to 5 { body rod[i] { link P[i-1] P[i]  mass 1 kg  inertia 0.1 kg*m^2 } }\n"
    "joint j[1] : revolute ground -- rod[1] at P[0]\n"
    "repeat i from 2 to 5 { joint j[i] : revolute rod[i-1] -- rod[i] at P[i-1] }\n"
    "force m : effort j[1].angle value -3 N*m*s * j[4].rate - 2 N*m*rod[5].angle\n"
    "force k : point-force rod[2] at P[2] value [0.1 1/m * energy.kinetic, 0 N]\n"
    "start rod[1].rate = 1, rod[2].rate = -1, rod[5].rate = 2\nrun to 1 s\n";

/* Each number of the matrix against a difference that moves its column alone; what is not in the
 * pattern must be zero. */
static void check_columns(Tangent *t, double time, const double *z, const double *rates) {
    const size_t n = (size_t)t->n;
    double *moved = calloc(2 * n, sizeof *moved), *base = calloc(2 * n, sizeof *base),
           *out = base + n, *full = moved + n;
    jd_tangent_eval(t, time, z, rates);
    jd_tangent_residual(t, time, z, rates, base);
    for (int c = 0; c < t->n; c++)
        for (int by_rate = 0; by_rate < 2; by_rate++) {
            if (by_rate && c >= t->states) continue;
            const double *from = by_rate ? rates : z, size = c < t->states ? 1e-7 : 1;
            memcpy(moved, from, n * sizeof *moved);
            moved[c] += by_rate ? 1 : size * (1 + fabs(z[c]));
            jd_tangent_residual(t, time, by_rate ? z : moved, by_rate ? moved : rates, out);
            double most = 0;
            for (size_t r = 0; r < n; r++) {
                full[r] = (out[r] - base[r]) / (moved[c] - from[c]);
                most = fmax(most, fabs(full[r]) + 1e-3 * fabs(base[r]));
            }
            const double *numbers = by_rate ? t->by_rate : t->by_unknown;
            for (int e = t->start[c]; e < t->start[c + 1]; e++) full[t->row[e]] -= numbers[e];
            for (size_t r = 0; r < n; r++)
                check_near(full[r], 0, 1e-5 * fmax(most, 1),
                           by_rate ? "by a rate" : "by an unknown");
        }
    free(moved);
    free(base);
}

static void check_tangent(Case *c, double time) {
    JdRun *run = c->run;
    advance_to(c, time);
    for (int locked = 0; locked < 2; locked++) {
        Tangent t;
        assert_true(jd_tangent_new(&t, run, locked));
        double *z = calloc(2 * (size_t)t.n, sizeof *z), *rates = z + t.n;
        memcpy(z, run->y, (size_t)run->n * sizeof *z);
        jd_run_rates(run, run->t, run->y, rates);
        jd_tangent_multipliers(&t, z);
        jd_tangent_residual(&t, run->t, z, rates, t.out);
        for (int k = 0; k < run->n; k++)
            check_near(t.out[k], 0, 1e-8, "what rates give satisfies the equations");
        check_columns(&t, run->t, z, rates);
        print_message("%s: %d unknowns, %d entries, %d colours\n", locked ? "index 2" : "index 1",
                      t.n, t.entries, t.colours);
        assert_true(t.colours <= t.n);
        free(z);
        jd_tangent_free(&t);
    }
    close_case(c);
}

static void derivatives_are_those_of_the_equations(void **state) {
    (void)state;
    static const char *const models[] = {
        "model/slider_crank.jd",
        "model/seven_body.jd",
        "model/knife_edge.jd",
        "model/four_bar.jd",
        "model/governor.jd",
        "model/bricard.jd",
        "model/spatial_slider_crank.jd",
        "model/planetary_gear.jd",
        "model/rolling_disc.jd",
        "model/point_gravity.jd",
    };
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
        Case c = open_file(models[k], NULL, (JdCompileDef){.form = "newton-euler"},
                           (JdRunDef){.until = 0.02, .output_every = 0.02});
        print_message("%s, ", models[k]);
        check_tangent(&c, 0.02);
    }
    Case c = open_text(reader, (JdCompileDef){.stabilise = "baumgarte", .alpha = 10, .beta = 10},
                       (JdRunDef){.until = 0.1, .output_every = 0.1});
    check_tangent(&c, 0.1);
}

static int colours_of_a_chain(const char *links, bool locked) {
    const JdSetting settings[] = {{"n", links}, {NULL}};
    Case c = open_file("model/chain.jd", settings, (JdCompileDef){.form = "newton-euler"},
                       (JdRunDef){0});
    Tangent t;
    assert_true(jd_tangent_new(&t, c.run, locked));
    const int colours = t.colours;
    jd_tangent_free(&t);
    close_case(&c);
    return colours;
}

static void a_longer_chain_takes_no_more_evaluations(void **state) {
    (void)state;
    for (int locked = 0; locked < 2; locked++) {
        const int few = colours_of_a_chain("5", locked), many = colours_of_a_chain("60", locked);
        print_message("%d colours for 5 links, %d for 60\n", few, many);
        assert_true(many <= few + 2);
    }
}

/* ---- Agreement ----------------------------------------------------------------------------- */

static const char chain[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\nparam n = 6\n"
    "point P[0] = [0, 0, 0]\n"
    "repeat i from 1 to n {\n"
    "    point P[i] = [i*1 m, 0 m, 0 m]\n"
    "    body rod[i] { link P[i-1] P[i] mass 1 kg inertia [0.002, 0.085, 0.085] kg*m^2 }\n"
    "}\n"
    "joint j[1] : revolute ground -- rod[1] at P[0] axis [0, cos(1), sin(1)]\n"
    "repeat i from 2 to n { joint j[i] : revolute rod[i-1] -- rod[i] at P[i-1] axis [0, cos(i), "
    "sin(i)] }\n"
    "run to 0.5 s\n";

static Case open_either(const char *model, JdCompileDef how, JdRunDef run) {
    return strchr(model, '\n') ? open_text(model, how, run) : open_file(model, NULL, how, run);
}

/* All channels of places, angles and speeds, against the explicit stepper with a tight tolerance.
 */
static void check_agreement(const char *model, const char *stepper, const char *stabilise,
                            double until, double within) {
    const JdCompileDef how = {.stabilise = stabilise};
    const JdRunDef def = {
        .stepper = stepper, .tol = 1e-10, .until = until, .output_every = until / 8};
    JdRunDef tight = def;
    tight.stepper = "dop853";
    tight.tol = 1e-12;
    Case a = open_either(model, how, def), b = open_either(model, (JdCompileDef){0}, tight);
    double worst = 0;
    const char *where = "";
    while (advance(&a) && advance(&b))
        for (int k = 0; k < jd_channel_count(a.system); k++) {
            const char *name = jd_channel_name(a.system, (JdChannel){k});
            /* Attitudes by three angles or a quaternion are not unique, and matrices say it all. */
            if (a.system->channel[k].def->level == LEVEL_ACCELERATION || strstr(name, ".euler.") ||
                strstr(name, ".cardan.") || strstr(name, ".quat"))
                continue;
            const double x = jd_run_value(a.run, (JdChannel){k}),
                         y = jd_run_value(b.run, (JdChannel){k});
            if (!(fabs(x - y) / fmax(1, fabs(y)) > worst)) continue;
            worst = fabs(x - y) / fmax(1, fabs(y));
            where = name;
        }
    const JdRunCost cost = jd_run_cost(a.run);
    print_message("%s, %s: %ld steps, %ld evaluations, off by %.1e in %s\n", stepper,
                  strchr(model, '\n') ? "chain in space" : model, cost.steps, cost.evaluations,
                  worst, where);
    check_near(worst, 0, within, "the same motion");
    assert_true(cost.projections > 0 || strcmp(stabilise, "projection") != 0);
    if (cost.projections) check_near(cost.worst_drift, 0, 1e-13, "on the locks");
    close_case(&a);
    close_case(&b);
}

static void they_agree_with_the_explicit_stepper(void **state) {
    (void)state;
    for (int n = 0; n < STEPPERS; n++) {
        if (is_missing(steppers[n])) continue;
        check_agreement("model/slider_crank.jd", steppers[n], "projection", 0.04, 1e-6);
        check_agreement("model/seven_body.jd", steppers[n], "projection", 0.03, 1e-6);
        check_agreement("model/bricard.jd", steppers[n], "projection", 2, 1e-6);
        check_agreement("model/slider_crank_hyperstatic.jd", steppers[n], "projection", 0.2, 1e-6);
        check_agreement("model/knife_edge.jd", steppers[n], "projection", 2, 1e-6);
        check_agreement("model/four_bar.jd", steppers[n], "projection", 1, 1e-6);
        check_agreement(chain, steppers[n], "projection", 0.5, 1e-6);
        check_agreement("model/slider_crank.jd", steppers[n], "none", 0.04, 1e-6);
        check_agreement("model/slider_crank.jd", steppers[n], "baumgarte", 0.04, 1e-6);
    }
}

/* ---- What a run is asked for --------------------------------------------------------------- */

static bool past_a_tenth(void *data, double time) {
    *(double *)data = time;
    return time > 0.1;
}

static void they_keep_to_what_the_run_is_asked_for(void **state) {
    (void)state;
    static const double also[] = {0.0101, 0.0202, 0.2};
    for (int n = 0; n < STEPPERS; n++) {
        if (is_missing(steppers[n])) continue;
        const JdRunDef def = {.stepper = steppers[n], .tol = 1e-7, .until = 0.25, .dt = 1e-3};

        Case c = open_file("model/four_bar_free.jd", NULL, (JdCompileDef){0}, def);
        to_the_end(&c);
        const JdRunCost cost = jd_run_cost(c.run);
        check_near(jd_run_value(c.run, jd_time), 0.25, 0, "ends where it is to end");
        assert_true(cost.largest_step <= 1e-3 * (1 + 1e-9));
        assert_true(cost.steps >= 250 && cost.evaluations > cost.steps);
        assert_true(cost.projections >= cost.steps);
        close_case(&c);

        double last = 0;
        JdRunDef stopped = def;
        stopped.stop = past_a_tenth;
        stopped.stop_data = &last;
        c = open_file("model/four_bar_free.jd", NULL, (JdCompileDef){0}, stopped);
        to_the_end(&c);
        assert_true(jd_run_stopped(c.run));
        check_near(jd_run_value(c.run, jd_time), last, 0, "stops at the step that it was asked at");
        assert_true(last > 0.1 && last < 0.1011);
        close_case(&c);

        JdRunDef few = def;
        few.max_steps = 20;
        c = open_file("model/four_bar_free.jd", NULL, (JdCompileDef){0}, few);
        while (jd_run_next(c.run)) continue;
        assert_true(jd_run_failed(c.run) && said(c.log, "run-too-long", NULL));
        assert_int_equal(jd_run_cost(c.run).steps, 20);
        close_case(&c);

        JdRunDef more = def;
        more.output_every = 0.1;
        more.also = also;
        more.also_count = 3;
        c = open_file("model/four_bar_free.jd", NULL, (JdCompileDef){0}, more);
        const double times[] = {0, 0.0101, 0.0202, 0.1, 0.2, 0.25};
        for (int k = 0; k < 6; k++) {
            assert_true(advance(&c));
            check_near(jd_run_value(c.run, jd_time), times[k], 1e-15, "an output");
            assert_int_equal(jd_run_is_extra(c.run), k == 1 || k == 2);
        }
        assert_false(advance(&c));
        close_case(&c);
    }
}

/* ---- Failures ------------------------------------------------------------------------------ */

/* A crank that is driven further than the rods reach. */
static const char too_short[] =
    "planar\npoint A = [0, 0]\npoint B = [1, 0]\npoint C = [2.5, 1]\npoint D = [2.5, 0]\n"
    "body crank { link A B mass 1 kg inertia 0.1 kg*m^2 }\n"
    "body bar { link B C mass 1 kg inertia 0.1 kg*m^2 }\n"
    "body lever { link C D mass 1 kg inertia 0.1 kg*m^2 }\n"
    "joint jA : revolute ground -- crank at A\njoint jB : revolute crank -- bar at B\n"
    "joint jC : revolute bar -- lever at C\njoint jD : revolute lever -- ground at D\n"
    "drive motor : jA.angle = 1 rad/s * time\nrun to 6 s\n";

static const char no_number[] = "planar\n"
                                "body b { at [1, 0] mass 1 kg inertia 1 kg*m^2 }\n"
                                "joint j : revolute ground -- b at [0, 0]\n"
                                "force f : effort j.angle value 1 N*m * sqrt(0.5 - time)\n"
                                "run to 1 s\n";

/* A spring that nothing damps loses a little in every step of a backward formula. 64 of its waves,
 * thousands of steps, against their closed form. With a tolerance for each step CVODE was off by
 * 320. */
static void what_swings_for_long_keeps_its_tolerance(void **state) {
    (void)state;
    static const char swing[] = "planar\nbody m { at [0.1, 0] mass 2 kg inertia 1 kg*m^2 }\n"
                                "joint s : prismatic ground -- m at [0.1, 0] axis [1, 0]\n"
                                "force k : free-spring s.travel stiffness 36000 N/m rest 0 m\n"
                                "start s.travel = 0.1 m\nrun to 3 s\n";
    for (int n = 0; n < STEPPERS; n++)
        for (double tol = 1e-6; tol > 1e-9; tol /= 10) {
            if (is_missing(steppers[n])) continue;
            Case c = open_text(swing, (JdCompileDef){0},
                               (JdRunDef){.stepper = steppers[n], .tol = tol, .output_every = 3});
            while (jd_run_next(c.run)) continue;
            check_near(value(&c, "s.travel"), 0.1 * cos(sqrt(18000.0) * 3), 180 * tol, steppers[n]);
            close_case(&c);
        }
}

/* `itself`: it is the stepper that fails; of a dead point the run knows before. */
static void check_failure(const char *text, const char *stepper, const char *code, const char *when,
                          bool itself) {
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.stepper = stepper, .tol = 1e-7});
    while (jd_run_next(c.run)) continue;
    JdMessage message = {0};
    assert_true(jd_run_failed(c.run) && said(c.log, code, &message));
    check_contains(message.text, when);
    check_contains(message.hint, !itself                       ? "drive 'motor'"
                                 : strcmp(stepper, "ida") == 0 ? "IDA says: "
                                                               : "CVODE says: ");
    assert_false(jd_run_next(c.run));
    close_case(&c);
}

static void failures_are_explained_in_the_log_alone(void **state) {
    (void)state;
    const char *path = JD_SCRATCH "/implicit_stderr";
    fflush(stderr);
    const int kept = dup(2);
    FILE *to = fopen(path, "w");
    assert_true(kept >= 0 && to && dup2(fileno(to), 2) >= 0);
    for (int n = 0; n < STEPPERS; n++) {
        if (is_missing(steppers[n])) continue;
        check_failure(too_short, steppers[n], "run-stuck", "at t = 1.69", false);
        check_failure(no_number, steppers[n], "force-not-finite", "at t = 0.5 s", true);
    }
    fflush(stderr);
    dup2(kept, 2);
    close(kept);
    fseek(to, 0, SEEK_END);
    assert_int_equal(ftell(to), 0);
    fclose(to);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_those_of_the_equations),
        cmocka_unit_test(a_longer_chain_takes_no_more_evaluations),
        cmocka_unit_test(they_agree_with_the_explicit_stepper),
        cmocka_unit_test(they_keep_to_what_the_run_is_asked_for),
        cmocka_unit_test(what_swings_for_long_keeps_its_tolerance),
        cmocka_unit_test(failures_are_explained_in_the_log_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
