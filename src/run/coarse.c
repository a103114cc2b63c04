/* SPDX-License-Identifier: MIT
 *
 * Whether fixed steps are short enough for the motion: theory 6.19. The rate at the end of a step,
 * which starts the next one, makes an embedded method that tells about how far the step is off, at
 * no cost. The estimates of all steps are added up as if none died out, so that they suspect more
 * than there is. Where they suspect something the same motion is done once more by a stepper that
 * chooses its steps, and what is elsewhere there is told: nothing is told for a suspicion alone. */
#include "run/inside.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const double suspect = 1e-4;   /* of the motion: errors of all steps that are looked into, */
static const double elsewhere = 0.01; /* what is told: of how far something goes, */
static const double least_part = 0.02; /* which counts as so much of what the farthest goes, */
static const double state_part = 1e-3; /* and of a state of one's own of its scale */
static const double other_tol = 1e-7;
static const double least_size =
    1e-4; /* of a motion, as errors are measured: a hundredth of less is too little for it */
static const char other_stepper[] = "dop853";
static const double most_work = 4;   /* evaluations of the run: more are not worth it, */
static const double some_work = 2e4; /* but so many are */

/* ---- What is compared -------------------------------------------------------------------------
 */

enum { PLACE_OF, TURN_OF, SPEED_OF, SPIN_OF, KINDS };

/* As it is told: "body 'rod' is up to 3 mm from where it is with dop853, 2 % of how far it goes".
 */
static const struct {
    const char *does, *than, *of;
    double factor;   /* from SI */
    bool from_start; /* sizes count from there, */
    bool jumps;      /* and blows come at another instant in another run */
} kinds[KINDS] = {
    {"is", "mm from where it is with", "how far it goes", 1e3, true, false},
    {"is turned", "rad otherwise than with", "how far it turns", 1, true, false},
    {"moves", "m/s otherwise than with", "its highest speed", 1, false, true},
    {"turns", "rad/s otherwise than with", "its fastest turn", 1, false, true},
};

/* Numbers of a look: places of all bodies, their velocities, states of one's own. */
static int numbers(const JdSystem *s) {
    return (s->kernel->nq + s->kernel->nv) * (s->bodies - 1) + s->extras;
}

static double apart(const double *a, const double *b, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

/* Between two attitudes: angles, or quaternions. */
static double turned(const double *a, const double *b, int n) {
    if (n == 1) return fabs(a[0] - b[0]);
    double other[4] = {0};
    assert(n == 4);
    for (int k = 0; k < n; k++) other[k] = -b[k];
    return 4 * asin(fmin(0.5 * fmin(apart(a, b, n), apart(a, other, n)), 1));
}

/* How far a body is in one look from where it is in another. */
static double off_by(const JdSystem *s, int kind, int body, const double *a, const double *b) {
    const Kernel *kernel = s->kernel;
    const int linear = kernel->linear, q = kernel->nq * (body - 1),
              v = kernel->nq * (s->bodies - 1) + kernel->nv * (body - 1);
    if (kind == PLACE_OF) return apart(a + q, b + q, linear);
    if (kind == TURN_OF) return turned(a + q + linear, b + q + linear, kernel->nq - linear);
    if (kind == SPEED_OF) return apart(a + v, b + v, linear);
    return apart(a + v + linear, b + v + linear, kernel->nv - linear);
}

/* ---- Looks on the way -------------------------------------------------------------------------
 */

enum { EVEN = 24, EARLY = 8 }; /* at equal distances; and halves of the first of these */

static double due(const JdRun *run, int look) {
    const double part = run->def.until / EVEN;
    if (look == 0) return 0;
    return look <= EARLY ? part * ldexp(1, look - 1 - EARLY) : part * (look - EARLY);
}

static bool watches(const JdRun *run) {
    return run->chosen->tableau && run->chosen->tableau->check;
}

void jd_coarse_layout(JdRun *run, Layout *at) {
    const size_t room = watches(run) ? (size_t)numbers(run->system) * COARSE_LOOKS : 0;
    run->seen = PLACE(at, double, room + 1);
}

static void take(JdRun *run, double *to) {
    const JdSystem *s = run->system;
    double *const v = to + s->kernel->nq * (s->bodies - 1);
    jd_run_recover(run, LEVEL_VELOCITY);
    s->kernel->read(s, &run->motion, to, v);
    memcpy(v + s->kernel->nv * (s->bodies - 1), run->motion.extra, (size_t)s->extras * sizeof *to);
}

static void look(JdRun *run) {
    Coarse *c = &run->coarse;
    take(run, run->seen + (size_t)c->looks * (size_t)numbers(run->system));
    c->time[c->looks++] = run->t;
    double *off = run->work;
    memcpy(off, run->system->start, (size_t)run->n * sizeof *off);
    jd_attitude_enter(run, off);
    for (int i = 0; i < run->n; i++) off[i] = run->y[i] - off[i];
    const double way = run->form->error(run->system, run->y, run->y, off, 1);
    c->way = fmax(c->way, fmin(way, 1));
}

void jd_coarse_look(JdRun *run) {
    Coarse *c = &run->coarse;
    if (!watches(run) || c->looks + 1 >= COARSE_LOOKS || run->t < due(run, c->due)) return;
    while (c->due < COARSE_LOOKS && run->t >= due(run, c->due)) c->due++;
    if (!run->motion_at_y) { /* a row was read off the step before; nobody counts this */
        const long evaluations = run->cost.evaluations;
        const PivotWatch pivot = run->pivot;
        jd_run_rates(run, run->t, run->y, run->work);
        run->cost.evaluations = evaluations;
        run->pivot = pivot;
    }
    look(run);
}

/* ---- Suspicion --------------------------------------------------------------------------------
 */

/* From an error of the order of the check to one of the method's own: h^5 from h^4, or as it is. */
static double raised(const JdRun *run, double error) {
    const bool own = run->chosen->tableau->check_order == run->chosen->order;
    return own ? error : error * sqrt(sqrt(error));
}

void jd_coarse_watch(JdRun *run) {
    if (!watches(run)) return;
    const double error = jd_rk_check(run, run->h);
    run->coarse.sum += error < 1 ? raised(run, error) : 1;
}

/* Of the errors of all steps, as a share of the motion. theory (6.38) */
static double suspected(const JdRun *run) {
    return run->coarse.sum / raised(run, fmax(run->coarse.way, least_size));
}

/* ---- The same motion once more ----------------------------------------------------------------
 */

typedef struct {
    JdRun *run, *other;
    double *seen; /* of the other, as run->seen; at the end a look at bodies at rest */
    int looks;    /* so far as it came */
    bool stopped; /* it took too long, or somebody wants no more */
} Again;

static bool stops(void *data, double time) {
    Again *again = data;
    const JdRun *run = again->run;
    (void)time;
    const double most = fmax(most_work * (double)run->cost.evaluations, some_work);
    again->stopped = (again->other && (double)again->other->cost.evaluations > most) ||
                     (run->def.stop && run->def.stop(run->def.stop_data, run->t));
    return again->stopped;
}

static void do_again(Again *again, JdLog *log) {
    JdRun *run = again->run;
    const size_t n = (size_t)numbers(run->system);
    const JdRunDef def = {.stepper = other_stepper,
                          .until = run->def.until,
                          .output_every = run->def.until,
                          .tol = other_tol,
                          .stop = stops,
                          .stop_data = again};
    again->seen = calloc(n * (COARSE_LOOKS + 1), sizeof *again->seen);
    again->other = again->seen ? jd_run_new(run->system, def, log) : NULL;
    while (again->other && again->looks < run->coarse.looks &&
           jd_run_to(again->other, run->coarse.time[again->looks]) && !again->stopped)
        take(again->other, again->seen + (size_t)again->looks++ * n);
}

/* ---- What is elsewhere ------------------------------------------------------------------------
 */

typedef struct {
    double share, off, time; /* of how far it goes; in SI; when it was first more than is told */
    int kind, body;          /* KINDS: of the state of one's own with this number */
} Off;

static const double *look_at(const Again *again, const double *seen, int k) {
    return seen + (size_t)k * (size_t)numbers(again->run->system);
}

static double state_at(const Again *again, const double *seen, int look, int state) {
    const JdSystem *s = again->run->system;
    return look_at(again, seen, look)[numbers(s) - s->extras + state];
}

/* How far the motion goes, by the other run. */
static double size_of(const Again *again, int kind, int body) {
    const JdSystem *s = again->run->system;
    double size = 0;
    for (int k = 0; k < again->looks; k++) {
        const double *from = look_at(again, again->seen, kinds[kind].from_start ? 0 : COARSE_LOOKS);
        size = fmax(size, off_by(s, kind, body, look_at(again, again->seen, k), from));
    }
    return kind == TURN_OF ? fmin(size, pi) : size; /* whatever turns farther comes by it again */
}

/* The largest over all looks; of what jumps the second, since blows may come between two runs. */
static void add(const Again *again, const double off[COARSE_LOOKS], double size, bool jumps, Off of,
                Off *worst) {
    double most = 0, second = 0;
    of.time = -1;
    for (int k = 0; k < again->looks; k++) {
        if (off[k] > elsewhere * size && of.time < 0) of.time = again->run->coarse.time[k];
        second = off[k] > most ? most : fmax(second, off[k]);
        most = fmax(most, off[k]);
    }
    of.off = jumps ? second : most;
    of.share = of.off > 0 && size > 0 ? of.off / size : 0;
    if (of.share > worst->share) *worst = of;
}

static void add_body(const Again *again, int kind, int body, double size, Off *worst) {
    double off[COARSE_LOOKS] = {0};
    for (int k = 0; k < again->looks; k++)
        off[k] = off_by(again->run->system, kind, body, look_at(again, again->run->seen, k),
                        look_at(again, again->seen, k));
    add(again, off, size, kinds[kind].jumps, (Off){.kind = kind, .body = body}, worst);
}

static void add_state(const Again *again, int state, Off *worst) {
    const SystemState *of = &again->run->system->extra[state];
    double off[COARSE_LOOKS] = {0}, size = state_part * of->scale;
    for (int k = 0; k < again->looks && of->drive < 0; k++) {
        const double is = state_at(again, again->seen, k, state);
        off[k] = fabs(state_at(again, again->run->seen, k, state) - is);
        size = fmax(size, fabs(is - state_at(again, again->seen, 0, state)));
    }
    add(again, off, size, true, (Off){.kind = KINDS, .body = state}, worst);
}

/* What counts at least as a motion. */
static double least_of(const JdRun *run, int kind) {
    const bool turns = kind == TURN_OF || kind == SPIN_OF;
    return least_size * (turns ? 1 : run->system->length);
}

static Off compare(const Again *again) {
    const JdSystem *s = again->run->system;
    Off worst = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        double farthest = least_of(again->run, kind) / least_part;
        for (int b = 1; b < s->bodies; b++) farthest = fmax(farthest, size_of(again, kind, b));
        for (int b = 1; b < s->bodies; b++)
            add_body(again, kind, b, fmax(size_of(again, kind, b), least_part * farthest), &worst);
    }
    for (int k = 0; k < s->extras; k++) add_state(again, k, &worst);
    return worst;
}

/* ---- In words ---------------------------------------------------------------------------------
 */

static const double whole_but = 1e-12; /* of a quotient that is a whole number */

/* A number of one digit that is not larger: to be pasted. */
static double one_digit(double x) {
    const double power = pow(10, floor(log10(x)));
    return floor(x / power * (1 + whole_but)) * power;
}

/* Errors go with a power of the step; what is elsewhere by all of its way may be off by far more.
 */
static void hint_step(const JdRun *run, double share) {
    const double off = share < 0.3 ? share : fmax(share, suspected(run));
    const double dt = run->def.dt * pow(0.1 * elsewhere / off, 1.0 / run->chosen->order);
    jd_hint(run->log, "take a smaller step: --dt %g; or an adaptive stepper: --stepper %s",
            one_digit(dt), other_stepper);
}

static void tell_off(const JdRun *run, const Off *off) {
    const JdSystem *s = run->system;
    const double percent = 100 * off->share;
    if (off->kind == KINDS) {
        const SystemState *state = &s->extra[off->body];
        jd_report(run->log, JD_WARNING, "step-coarse", state->where,
                  "steps of %g s are too long for stepper '%s': from t = %.3g s on '%s' is up to "
                  "%.3g otherwise than with %s, %.2g %% of what it changes by",
                  run->def.dt, run->chosen->name, off->time, state->name, off->off, other_stepper,
                  percent);
        return;
    }
    jd_report(run->log, JD_WARNING, "step-coarse", s->body[off->body].where,
              "steps of %g s are too long for stepper '%s': from t = %.3g s on body '%s' %s up to "
              "%.3g %s %s, %.2g %% of %s",
              run->def.dt, run->chosen->name, off->time, s->body[off->body].name,
              kinds[off->kind].does, kinds[off->kind].factor * off->off, kinds[off->kind].than,
              other_stepper, percent, kinds[off->kind].of);
}

/* A fixed step goes over what the other does not come through. */
static void tell_end(const Again *again, const JdLog *log) {
    const JdRun *run = again->run;
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage m = jd_log_message(log, n);
        if (m.severity != JD_ERROR) continue;
        jd_report(
            run->log, JD_WARNING, "step-coarse", jd_where_of(&m),
            "steps of %g s are too long for stepper '%s' to see what ends the run with %s: %s",
            run->def.dt, run->chosen->name, other_stepper, m.text);
        jd_hint(run->log, "run with --stepper %s", other_stepper);
        return;
    }
}

/* What was told already says that numbers are wrong. */
static bool is_explained(const JdRun *run) {
    return run->failed || run->stopped || run->stiff.told || run->energy.drifts ||
           run->events.told || run->told_jump || run->told_drift || run->lost_gap;
}

void jd_coarse_tell(JdRun *run) {
    Coarse *c = &run->coarse;
    if (!watches(run) || c->told || c->given || is_explained(run) || run->cost.steps == 0) return;
    if (run->motion_at_y && run->t > c->time[c->looks - 1]) look(run);
    if (!(suspected(run) > suspect)) return;
    Again again = {.run = run};
    JdLog *log = jd_log_new();
    do_again(&again, log);
    const Off off = compare(&again);
    if (off.share > elsewhere) {
        tell_off(run, &off);
        hint_step(run, off.share);
    } else if (jd_run_failed(again.other) && again.other && !again.stopped)
        tell_end(&again, log);
    c->told = true; /* now: a run that is saved meanwhile, and taken up, tells it */
    jd_run_free(again.other);
    free(again.seen);
    jd_log_free(log);
}
