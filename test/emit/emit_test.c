/* SPDX-License-Identifier: MIT
 *
 * Recorded equations beside the interpreter's: for every model its rates at a hundred states, and a
 * thousand steps; what cannot be emitted is said with its line. Whether the printed C does the same
 * is the matter of test/app/emit_test.sh. */
#include "contract/models.h"
#include "emit/emit.h"
#include "emit/writer.h"
#include "form/minimal.h"
#include "run/run.h"
#include "verify/verify.h"

enum { STATES = 100, STEPS = 1000, MOST = 400 };

static bool has_code(const JdLog *log, const char *code) {
    for (int n = 0; n < jd_log_count(log); n++)
        if (!strcmp(jd_log_message(log, n).code, code)) return true;
    return false;
}

/* ---- Rates ---------------------------------------------------------------------------------- */

typedef struct {
    Case c;
    EmitTrial *trial;
    const char *path;
    int n;          /* emitted states */
    double y[MOST]; /* emitted */
    double z[MOST]; /* the form's */
} Pair;

/* The form's state with other independent numbers; dependent ones say where to look. */
static void emitted_of(const Pair *p, const double *z, double *y) {
    for (int k = 0; k < p->c.run->n; k++) {
        const int at = jd_emit_trial_place(p->trial, k);
        if (at >= 0) y[at] = z[k];
    }
}

/* Rods between balls as loops have them: off their place there are no rates to compare. */
static bool corrected(Pair *p, double t) {
    emitted_of(p, p->z, p->y);
    if (!jd_emit_trial_correct(p->trial, t, p->c.run->motion.held, p->y)) return false;
    for (int k = 0; k < p->c.run->n; k++) {
        const int at = jd_emit_trial_place(p->trial, k);
        if (at >= 0) p->z[k] = p->y[at];
    }
    return true;
}

static void disturb(Pair *p, double size) {
    for (int k = 0; k < p->c.run->n; k++)
        if (jd_emit_trial_place(p->trial, k) >= 0)
            p->z[k] += size * check_uniform(-1, 1) * fmax(fabs(p->z[k]), 1e-2);
}

/* Emitted code has no corners that steps end at: each place has the branch that it lies in. */
static void let_corners_go(Pair *p) {
    enum { CORNERS = 200 };
    static double held[2 * CORNERS];
    const JdSystem *s = p->c.system;
    assert_true(s->bends < CORNERS && s->latches < CORNERS);
    for (int k = 0; k < CORNERS; k++) held[k] = NAN;
    for (int k = 0; k < s->latches && p->c.run->motion.held; k++)
        held[CORNERS + k] = p->c.run->motion.held[k];
    p->c.run->motion.held = held + CORNERS;
}

static bool form_rates(Pair *p, double t, double *rates) {
    JdRun *run = p->c.run;
    let_corners_go(p);
    run->form->rates(p->c.system, &run->motion, t, p->z, rates);
    for (int k = 0; k < run->n; k++)
        if (!isfinite(rates[k])) return false;
    return true;
}

/* How the form's rates change with the state: what rounding of it is worth. */
static double sensitivity(Pair *p, double t, const double *rates) {
    double keep[MOST], other[MOST], most = 0;
    memcpy(keep, p->z, sizeof keep);
    for (int trial = 0; trial < 3; trial++) {
        disturb(p, 1e-8);
        if (form_rates(p, t, other))
            for (int k = 0; k < p->c.run->n; k++)
                most = fmax(most, fabs(other[k] - rates[k]) / 1e-8);
        memcpy(p->z, keep, sizeof keep);
    }
    return most;
}

static int compare_at(Pair *p, double t) {
    double rates[MOST], recorded[MOST], size = 0;
    if (!corrected(p, t) || !form_rates(p, t, rates)) return 0;
    emitted_of(p, p->z, p->y);
    if (!jd_emit_trial_rates(p->trial, t, p->c.run->motion.held, p->y, recorded)) return 0;
    for (int k = 0; k < p->c.run->n; k++) size = fmax(size, fabs(rates[k]));
    const double allowed = 20 * 1e-13 * (size + sensitivity(p, t, rates));
    for (int k = 0; k < p->c.run->n; k++) {
        const int at = jd_emit_trial_place(p->trial, k);
        if (at < 0 || fabs(recorded[at] - rates[k]) <= allowed) continue;
        fail_msg("%s: rate %d at t = %g is %.17g, the interpreter's %.17g (allowed %.2g)", p->path,
                 k, t, recorded[at], rates[k], allowed);
    }
    return 1;
}

static bool open_pair(Pair *p, const char *path, JdRunDef def) {
    JdLog *log = jd_log_new();
    *p = (Pair){.path = path, .c = {.log = log}};
    p->c.model = jd_model_read_file(path, (JdReadDef){0}, log);
    p->c.system = jd_compile(p->c.model, (JdCompileDef){.form = "minimal"}, log);
    if (p->c.system) p->c.run = jd_run_new(p->c.system, def, log);
    must(&p->c, p->c.run && p->c.run->n < MOST);
    p->trial = jd_emit_trial_new(p->c.system, log);
    if (!p->trial) assert_true(has_code(log, "emit-cannot"));
    if (p->trial) p->n = jd_emit_trial_states(p->trial);
    return p->trial != NULL;
}

static void close_pair(Pair *p) {
    jd_emit_trial_free(p->trial);
    close_case(&p->c);
}

/* Near a dead point the interpreter goes on with other coordinates than the code has. */
static bool has_same_coordinates(const Pair *p) {
    const MinimalPlan *plan = p->c.system->plan;
    const MinimalWork *w = p->c.run->motion.form;
    if (!plan->tree.cut.rows || plan->rolls) return true;
    for (int k = 0; k < plan->free; k++)
        if (jd_emit_trial_place(p->trial, jd_first_rate(p->c.system) + w->independent[k]) < 0)
            return false;
    return true;
}

/* At states of a run and beside them; true: it is emitted, and has states. */
static bool compare_along(const char *path) {
    Pair p;
    int compared = 0, rows = 0;
    const bool known = open_pair(&p, path, (JdRunDef){.output_every = -1});
    for (int k = 0; k < STATES && known && jd_run_next(p.c.run); k++) {
        JdRun *run = p.c.run;
        rows++;
        if (!has_same_coordinates(&p)) break;
        memcpy(p.z, run->y, (size_t)run->n * sizeof *p.z);
        emitted_of(&p, p.z, p.y);
        jd_emit_trial_inputs(p.trial, run->when.given, run->motion.off);
        if (!jd_emit_trial_settle(p.trial, run->t, run->motion.held, p.y)) break;
        if (!compare_at(&p, run->t)) break; /* it left its chart */
        compared++;
        disturb(&p, 1e-3);
        compared += compare_at(&p, run->t);
    }
    const bool emitted = known && p.n > 0;
    const int least = 2 * rows < 10 ? 2 * rows : 10; /* a short run: all of it */
    if (emitted && compared < least) fail_msg("%s: only %d states were compared", path, compared);
    close_pair(&p);
    return emitted;
}

static void recorded_rates_are_the_interpreters(void **state) {
    (void)state;
    int emitted = 0;
    for (int m = 0; m < model_count; m++) {
        check_seed(11); /* folders are listed in any order */
        emitted += compare_along(models[m]);
    }
    assert_true(emitted > 110);
}

/* What the executor closes by closed forms in space, emitted code does, too: but for turns that are
 * a ball or a universal joint only as long as their axes meet. */
static void loops_in_space_need_no_newton(void **state) {
    (void)state;
    static const struct {
        const char *path;
        bool by_newton;
    } cases[] = {
        {"model/fourbar1.jd", false},      {"model/fourbar2.jd", false},
        {"model/rssr.jd", false},          {"model/spatial_slider_crank.jd", false},
        {"model/macpherson.jd", false},    {"model/stewart.jd", false},
        {"model/assembly/rssp.jd", false}, {"model/assembly/rssr.jd", false},
        {"model/assembly/rsps.jd", false}, {"model/assembly/rsup.jd", false},
        {"model/assembly/rsur.jd", false}, {"model/assembly/rups.jd", false},
        {"model/assembly/rusp.jd", false}, {"model/assembly/rusr.jd", false},
        {"model/assembly/rsrc.jd", true},  {"model/assembly/rsrpr.jd", true},
    };
    check_seed(12);
    for (size_t m = 0; m < sizeof cases / sizeof *cases; m++) {
        Pair p;
        assert_true(open_pair(&p, cases[m].path, (JdRunDef){0}));
        const int unknowns = jd_emit_trial_unknowns(p.trial);
        if ((unknowns > 0) != cases[m].by_newton)
            fail_msg("%s: Newton's method finds %d numbers", p.path, unknowns);
        close_pair(&p);
        assert_true(compare_along(cases[m].path));
    }
}

/* Rotation vectors and twists: whichever of four numbers is largest, and where there is no turn. */
static void springs_that_turn_in_space_are_recorded(void **state) {
    (void)state;
    check_seed(14);
    assert_true(compare_along("test/emit/mounts.jd"));
}

/* Vectors on bodies are along their own axes, however these are drawn, and drives move them. */
static void bodies_that_are_drawn_turned_are_recorded(void **state) {
    (void)state;
    check_seed(16);
    assert_true(compare_along("test/emit/turned.jd"));
    assert_true(compare_along("test/emit/reaches.jd"));
}

/* A point mass may spin about its thread, which carries nothing: what keeps such a turn at rest is
 * no inertia of a gyroscope. */
static void loops_that_hold_nothing_are_recorded(void **state) {
    (void)state;
    assert_true(compare_along("test/emit/repeats.jd"));
}

static void a_point_mass_that_spins_moves_as_one_that_does_not(void **state) {
    (void)state;
    check_seed(15);
    assert_true(compare_along("model/msl/constraint_spherical.jd"));
}

/* Four bodies on a ring of balls that nothing holds: of two of them loops leave more than the spin
 * independent. */
static void a_ring_of_balls_is_emitted(void **state) {
    (void)state;
    Pair p;
    check_seed(13);
    assert_true(open_pair(&p, "model/paper/figure_21_001.jd", (JdRunDef){.output_every = -1}));
    for (int k = 0; k < STATES; k++) {
        memcpy(p.z, p.c.run->y, (size_t)p.c.run->n * sizeof *p.z);
        disturb(&p, 1e-2);
        for (int u = jd_first_rate(p.c.system); u < p.c.run->n; u++)
            if (jd_emit_trial_place(p.trial, u) >= 0) p.z[u] += check_uniform(-1, 1);
        assert_true(corrected(&p, 0)); /* the interpreter has other independent coordinates */
        jd_emit_trial_whole(p.trial, p.z);
        assert_int_equal(compare_at(&p, 0), 1);
    }
    close_pair(&p);
}

/* A rod of 0.374 m between a crank about x and a slider along x, which cannot go round: stretched
 * it would close on the other side, too. Nothing goes there in silence. */
#define SHORT_ROD                                                                                  \
    "model short\nspatial\npoint O = [0, 0, 0]\npoint A = [0, 0.5, 0.1]\n"                         \
    "point B = [0.2, 0.2, 0]\npoint C = [0.2, 0, 0]\nbody b1 { link O A mass 1 kg diameter 50 mm " \
    "shape cylinder }\n"                                                                           \
    "body b2 { link C B mass 1 kg diameter 50 mm shape cylinder }\njoint j1 : revolute ground -- " \
    "b1 at O axis x\n"                                                                             \
    "joint j2 : prismatic ground -- b2 at C axis x\n"                                              \
    "joint rod : universal-spherical b2 -- b1 at B A axis y\nrun to 1 s\n"

static void a_rod_that_is_stretched_leaves_the_chart(void **state) {
    (void)state;
    const double square = 0.04 + 0.09 + 0.01, step = 1e-3;
    Case c = {.log = jd_log_new()};
    c.model = jd_model_read_text("mine.jd", SHORT_ROD, strlen(SHORT_ROD), (JdReadDef){0}, c.log);
    c.system = jd_compile(c.model, (JdCompileDef){.form = "minimal"}, c.log);
    assert_non_null(c.system);
    EmitTrial *trial = jd_emit_trial_new(c.system, c.log);
    assert_non_null(trial);
    assert_int_equal(jd_emit_trial_states(trial), 2);
    assert_int_equal(jd_emit_trial_unknowns(trial), 0);
    for (int way = -1; way <= 1; way += 2) {
        double y[2] = {0, 0}, rates[2], far = 0;
        while (fabs(y[0]) < 4 && jd_emit_trial_rates(trial, 0, NULL, y, rates)) {
            const double up = 0.5 * cos(y[0]) - 0.1 * sin(y[0]) - 0.2,
                         aside = 0.5 * sin(y[0]) + 0.1 * cos(y[0]);
            assert_true(isfinite(rates[1]));
            far =
                fmax(far, up * up + aside * aside); /* of the crank's ball from the slider's line */
            y[0] += way * step;
        }
        assert_true(fabs(y[0]) < 4);
        assert_true(far > 0.8 * square && far < square);
    }
    jd_emit_trial_free(trial);
    close_case(&c);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static bool recorded_step(Pair *p, double t, double h) {
    static const double share[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double k[MOST] = {0}, sum[MOST] = {0}, z[MOST];
    if (!jd_emit_trial_settle(p->trial, t, NULL, p->y)) return false;
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < p->n; i++) z[i] = p->y[i] + share[s] * h * k[i];
        if (!jd_emit_trial_rates(p->trial, t + share[s] * h, NULL, z, k)) return false;
        for (int i = 0; i < p->n; i++) sum[i] += weight[s] * k[i];
    }
    for (int i = 0; i < p->n; i++) p->y[i] += h / 6 * sum[i];
    return true;
}

/* False: it is not emitted, has no states, or the interpreter ends steps at corners and instants.
 */
static bool compare_steps(const char *path) {
    Pair p;
    const double h = 1e-5;
    const JdRunDef def = {.stepper = "rk4", .dt = h, .until = STEPS * h, .output_every = STEPS * h};
    double end[MOST];
    bool same = open_pair(&p, path, def) && p.n > 0;
    if (same) {
        memcpy(p.y, jd_emit_trial_start(p.trial), (size_t)p.n * sizeof *p.y);
        jd_emit_trial_inputs(p.trial, p.c.run->when.given, p.c.run->motion.off);
        for (int k = 0; k < STEPS; k++) assert_true(recorded_step(&p, k * h, h));
        while (jd_run_next(p.c.run)) {
        }
        same = jd_run_cost(p.c.run).steps == STEPS;
        emitted_of(&p, p.c.run->y, end);
    }
    /* Nodes in equilibrium are where they are, whatever stands in the state: what they move does.
     */
    const int shown = p.c.system->nodes ? p.n - p.c.system->extras : p.n;
    for (int i = 0; i < shown && same; i++)
        if (!(fabs(end[i] - p.y[i]) <= 1e-10 * (1 + fabs(end[i]))))
            fail_msg("%s: state %d ends at %.17g, the interpreter's at %.17g", p.path, i, p.y[i],
                     end[i]);
    close_pair(&p);
    return same;
}

static void a_thousand_steps_end_in_the_same_place(void **state) {
    (void)state;
    const int every = check_fewer(8) < 8 ? 8 : 1; /* with sanitizers some of them */
    int compared = 0;
    for (int m = 0; m < model_count; m += every) compared += compare_steps(models[m]);
    assert_true(compared > (every > 1 ? 10 : 125));
}

/* ---- Derivatives ---------------------------------------------------------------------------- */

/* Beside differences of the recorded rates. */
static void partials_are_differences(void **state) {
    (void)state;
    static const char *const paths[] = {"model/slider_crank.jd", "model/seven_body.jd",
                                        "model/governor.jd",     "model/spatial_slider_crank.jd",
                                        "model/free_body.jd",    "model/planetary_gear.jd",
                                        "model/dc_motor.jd",     "model/quick_return.jd",
                                        "model/rssr.jd"};
    for (size_t m = 0; m < sizeof paths / sizeof *paths; m++) {
        Pair p;
        double by[MOST], low[MOST], high[MOST], y[MOST];
        assert_true(open_pair(&p, paths[m], (JdRunDef){0}));
        memcpy(y, jd_emit_trial_start(p.trial), (size_t)p.n * sizeof *y);
        for (int i = 0; i < p.n; i++) y[i] += 0.01 * (i + 1);
        assert_true(p.n * p.n < MOST);
        assert_true(jd_emit_trial_settle(p.trial, 0.01, NULL, y));
        assert_true(jd_emit_trial_correct(p.trial, 0.01, NULL, y));
        assert_true(jd_emit_trial_partials(p.trial, 0.01, NULL, y, by));
        for (int j = 0; j < p.n; j++) {
            const double keep = y[j], h = 1e-5 * fmax(1, fabs(keep));
            double size = 1;
            y[j] = keep + h;
            assert_true(jd_emit_trial_rates(p.trial, 0.01, NULL, y, high));
            y[j] = keep - h;
            assert_true(jd_emit_trial_rates(p.trial, 0.01, NULL, y, low));
            y[j] = keep;
            for (int i = 0; i < p.n; i++) size = fmax(size, fabs(by[i * p.n + j]));
            for (int i = 0; i < p.n; i++) {
                const double is = (high[i] - low[i]) / (2 * h);
                if (!(fabs(is - by[i * p.n + j]) <= 1e-5 * size))
                    fail_msg("%s: rate %d by state %d is %g, differences give %g", p.path, i, j,
                             by[i * p.n + j], is);
            }
        }
        for (int j = 0; j < p.n; j++) { /* and forwards the same numbers */
            double along[MOST] = {0}, slope[MOST];
            assert_true(jd_emit_trial_directions(p.trial) < MOST);
            along[j] = 1;
            assert_true(jd_emit_trial_slopes(p.trial, 0.01, y, along, slope));
            for (int i = 0; i < p.n; i++) {
                const double is = by[i * p.n + j];
                if (!(fabs(slope[i] - is) <= 1e-9 * (1 + fabs(is))))
                    fail_msg("%s: rate %d along state %d is %g, backwards %g", p.path, i, j,
                             slope[i], is);
            }
        }
        close_pair(&p);
    }
}

/* ---- What cannot be emitted ----------------------------------------------------------------- */

static char *emit_text(Case *c, const char *text, const char *form) {
    c->log = jd_log_new();
    c->model = jd_model_read_text("mine.jd", text, strlen(text), (JdReadDef){0}, c->log);
    c->system = jd_compile(c->model, (JdCompileDef){.form = form}, c->log);
    assert_non_null(c->system);
    return jd_emit(c->system, (JdEmitDef){0}, c->log);
}

#define PENDULUM                                                                                   \
    "model pendulum\nplanar\ngravity [0, -9.81] m/s^2\npoint O = [0, 0]\n"                         \
    "point P = [1, 0] m\nbody bob { link O P mass 1 kg inertia 0.1 kg*m^2 }\n"                     \
    "joint hinge : revolute ground -- bob at O\nrun to 1 s\n"

static void a_drive_that_jumps_is_refused_with_its_line(void **state) {
    (void)state;
    Case c = {0};
    assert_null(
        emit_text(&c, PENDULUM "drive jerk : hinge.angle = 0.1*step(time - 0.5 s)\n", "minimal"));
    bool told = false;
    for (int n = 0; n < jd_log_count(c.log); n++) {
        const JdMessage message = jd_log_message(c.log, n);
        if (strcmp(message.code, "emit-cannot")) continue;
        assert_int_equal(message.line, 9);
        check_contains(message.text, "'jerk'");
        told = true;
    }
    assert_true(told);
    close_case(&c);
}

static void another_form_is_refused(void **state) {
    (void)state;
    Case c = {0};
    assert_null(emit_text(&c, PENDULUM, "newton-euler"));
    assert_true(has_code(c.log, "emit-form"));
    close_case(&c);
}

static void a_target_that_is_not_there_is_refused(void **state) {
    (void)state;
    Case c = {0};
    jd_free_text(emit_text(&c, PENDULUM, "minimal"));
    assert_null(jd_emit(c.system, (JdEmitDef){.target = "fortran"}, c.log));
    assert_true(has_code(c.log, "emit-target"));
    close_case(&c);
}

static void nothing_is_emitted_of_nothing(void **state) {
    (void)state;
    assert_null(jd_emit(NULL, (JdEmitDef){0}, NULL));
}

static void numbers_of_the_mechanism_stand_in_a_struct(void **state) {
    (void)state;
    Case c = {0};
    char *text = emit_text(&c, PENDULUM, "minimal");
    check_contains(text, "double bob_mass; /* bob.mass [kg] */");
    check_contains(text, "double gravity_y; /* gravity.y [m/s^2] */");
    check_contains(text, "int pendulum_rates(");
    jd_free_text(text);
    close_case(&c);
}

static void bodies_that_float_have_names_in_the_state(void **state) {
    (void)state;
    static const char
        plane[] = "planar\nbody b { at [1, 2] m mass 1 kg inertia 1 kg*m^2 }\nrun to 1 s",
        space[] = "spatial\nbody b { at [1, 2, 3] m mass 1 kg inertia [1, 1, 1] kg*m^2 free }\n"
                  "body c { at [1, 2, 4] m mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                  "joint j : spherical b -- c at [1, 2, 4] m\nrun to 1 s";
    Case c = {0};
    char *text = emit_text(&c, plane, "minimal");
    check_contains(text, "{\"b.x\", \"b.y\", \"b.angle\", \"b.vx\", \"b.vy\", \"b.rate\"}");
    jd_free_text(text);
    close_case(&c);
    c = (Case){0};
    text = emit_text(&c, space, "minimal");
    check_contains(text, "{\"b.x\", \"b.y\", \"b.z\", \"b.q.w\", \"b.q.x\", \"b.q.y\", \"b.q.z\", "
                         "\"j.q.w\", \"j.q.x\", \"j.q.y\", \"j.q.z\", \"b.vx\"");
    jd_free_text(text);
    close_case(&c);
}

/* Division of a constant by what is zero for certain. */
static void a_constant_that_is_infinite_is_written(void **state) {
    (void)state;
    Case c = {0};
    char *text = emit_text(&c, PENDULUM "output never = 1/(0*hinge.angle)\n", "minimal");
    check_contains(text, "out[0] = HUGE_VAL;");
    jd_free_text(text);
    close_case(&c);
}

/* Seeded: what the rate of the angle is to be is another number of the tape. */
static void code_that_would_move_otherwise_is_not_written(void **state) {
    (void)state;
    Case c = {0};
    Arena arena = {0};
    Writer w = {0};
    jd_free_text(emit_text(&c, PENDULUM, "minimal"));
    assert_true(jd_writer_record(&w, c.system, &arena, c.log));
    assert_true(jd_writer_agrees(&w, c.log));
    w.rec.rate[1] = jd_tape_number(&w.tape, 1);
    assert_false(jd_writer_agrees(&w, c.log));
    assert_true(has_code(c.log, "emit-differs"));
    w.rec.rate[1] = jd_tape_number(&w.tape, NAN);
    assert_false(jd_writer_agrees(&w, c.log));
    jd_arena_free(&arena);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_rates_are_the_interpreters),
        cmocka_unit_test(loops_in_space_need_no_newton),
        cmocka_unit_test(springs_that_turn_in_space_are_recorded),
        cmocka_unit_test(bodies_that_are_drawn_turned_are_recorded),
        cmocka_unit_test(loops_that_hold_nothing_are_recorded),
        cmocka_unit_test(a_point_mass_that_spins_moves_as_one_that_does_not),
        cmocka_unit_test(a_ring_of_balls_is_emitted),
        cmocka_unit_test(a_rod_that_is_stretched_leaves_the_chart),
        cmocka_unit_test(a_thousand_steps_end_in_the_same_place),
        cmocka_unit_test(partials_are_differences),
        cmocka_unit_test(a_drive_that_jumps_is_refused_with_its_line),
        cmocka_unit_test(another_form_is_refused),
        cmocka_unit_test(a_target_that_is_not_there_is_refused),
        cmocka_unit_test(nothing_is_emitted_of_nothing),
        cmocka_unit_test(numbers_of_the_mechanism_stand_in_a_struct),
        cmocka_unit_test(bodies_that_float_have_names_in_the_state),
        cmocka_unit_test(a_constant_that_is_infinite_is_written),
        cmocka_unit_test(code_that_would_move_otherwise_is_not_written),
    };
    return cmocka_run_group_tests(tests, list_all_models, NULL);
}
