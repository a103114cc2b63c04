/* SPDX-License-Identifier: MIT
 *
 * What is narrow in a channel: theory (6.26), (6.40). A force that acts on a hundredth of the way
 * alone is nothing at both ends of a long step, and at its stages, perhaps. So after a step
 * expressions of channels are looked at along a straight way from what they read at its start to
 * what they read at its end, as terms of time are; a step in which they leave what it saw is too
 * long. */
#include "run/inside.h"
#include <string.h>

enum { LEVELS = 4 };                      /* of signals that read signals */
static const double long_share = 1e-3;    /* of the run: in shorter steps a bend hides nothing */
static const double least_share = 1e-9;   /* of it: in shorter ones nothing is looked for */
static const double matters_share = 1e-3; /* of its largest size */
static const double noise = 4;         /* roundings of a value: what is no larger is none of it */
static const long looks_first = 50000; /* bounds of programs that a run may ask for, */
static const long looks_more = 4;      /* and so many more for each evaluation */
enum {
    FOUND_MOST = 500, /* steps that are done again, */
    FOUND_EACH = 1,   /* and one more of so many steps: what is found ever again is noise */
};
/* Steps that a calm box is made for: at first, at most, and after one that was too large. */
static const double first_reach = 16, most_reach = 1e6, reach_less = 1.0 / 16, reach_more = 2;
static const double reach_back = 0.25; /* of it, against the way */
enum {
    WAIT_MOST = 64
}; /* steps until a box is tried again where none could be made, twice as many each time */

static int inputs_of(const Program *program) {
    int at = 0, count = 0;
    while (jd_program_input(program, &at) >= 0) count++;
    return count;
}

/* Room for all inputs of all that may be looked at. */
static int count_inputs(const JdSystem *s) {
    int count = 0;
    for (int k = 0; k < s->forces; k++)
        for (int v = 0; v < s->force[k].values; v++)
            if (s->force[k].program[v]) count += inputs_of(s->force[k].program[v]);
    for (int k = 0; k < s->extras; k++)
        if (s->extra[k].rate) count += inputs_of(s->extra[k].rate);
    for (int k = 0; k < s->signals; k++) count += inputs_of(s->signal[k].program);
    for (int k = s->corners; k < s->watched; k++) count += inputs_of(s->corner[k].corner.changes);
    return count;
}

void jd_hidden_layout(JdRun *run, Layout *at) {
    const JdSystem *s = run->system;
    Hidden *h = &run->hidden;
    h->begin = PLACE(at, double, s->slots + 1);
    h->end = PLACE(at, double, s->slots + 1);
    h->now = PLACE(at, double, s->slots + 1);
    h->low = PLACE(at, double, s->slots + 1);
    h->high = PLACE(at, double, s->slots + 1);
    int count = 0;
    for (int k = 0; k < s->forces; k++) count += s->force[k].values;
    count += s->extras + s->signals + s->watched;
    h->made = PLACE_OWNERS(at, const Program *, s->slots + 1); /* of this process: not saved */
    h->none = PLACE_OWNERS(at, const Program *, s->slots + 1);
    h->what = PLACE_OWNERS(at, SystemTimed, count + 1);
    h->peak = PLACE(at, double, count + 1);
    h->calm = PLACE(at, Calm, count + 1);
    h->box = PLACE(at, Bounds, count_inputs(s) + 1);
    h->held = PLACE(at, double, s->bends + s->latches + 1);
}

static bool reads_signals(const Hidden *h, const Program *program) {
    int at = 0, slot;
    while ((slot = jd_program_input(program, &at)) >= 0)
        if (h->made[slot]) return true;
    return false;
}

static void add(JdRun *run, SystemTimed what) {
    Hidden *h = &run->hidden;
    if (!what.program || !jd_program_may_hide(what.program)) return;
    /* Velocities of nodes are differences of places: in them something always seems to hide. */
    if (run->system->nodes > 0) {
        if (!h->noisy.program) h->noisy = what;
        return;
    }
    Calm *calm = &h->calm[h->count];
    const Calm *last = h->count > 0 ? calm - 1 : NULL;
    const int first = last ? last->first + last->inputs : 0;
    *calm = (Calm){.from = NAN, .until = NAN, .reach = first_reach, .first = first};
    calm->inputs = inputs_of(what.program);
    h->what[h->count++] = what;
}

void jd_hidden_start(JdRun *run) {
    const JdSystem *s = run->system;
    run->hidden_seen.begin = run->hidden_seen.spent_t = NAN;
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *f = &s->force[k];
        for (int v = 0; v < f->values; v++)
            add(run, (SystemTimed){f->program[v], "force", f->name, f->where, NULL});
    }
    for (int k = 0; k < s->extras; k++) {
        const SystemState *x = &s->extra[k];
        if (x->drive < 0) add(run, (SystemTimed){x->rate, "state", x->name, x->where, NULL});
    }
    for (int k = 0; k < s->signals; k++) {
        const SystemSignal *x = &s->signal[k];
        if (x->hot && !x->ring)
            add(run, (SystemTimed){x->program, "signal", x->name, x->where, NULL});
        if (!x->ring) run->hidden.made[x->slot] = x->program;
    }
    for (int k = s->corners; k < s->watched; k++) {
        const SystemCorner *x = &s->corner[k];
        add(run, (SystemTimed){x->corner.changes, x->kind, x->name, x->where, NULL});
    }
    for (int k = 0; k < run->hidden.count; k++)
        run->hidden.calm[k].follows = reads_signals(&run->hidden, run->hidden.what[k].program);
}

/* ---- Calm ------------------------------------------------------------------------------------
 * Where all inputs of a program are within bounds between which it hardly changes, nothing is
 * hidden, however they go. Such a box is made larger than the step, so that most steps ask for no
 * bounds at all. */

static bool stays_in(const Hidden *h, int k, double from, double to) {
    const Calm *calm = &h->calm[k];
    const Bounds *box = &h->box[calm->first];
    int at = 0;
    if (!(from >= calm->from && to <= calm->until)) return false;
    for (int n = 0; n < calm->inputs; n++) {
        const int slot = jd_program_input(h->what[k].program, &at);
        const double a = h->begin[slot], b = h->end[slot];
        if (!(fmin(a, b) >= box[n].low && fmax(a, b) <= box[n].high)) return false;
    }
    return true;
}

/* The box of a step and of `reach` further ones like it. */
static void set_box(Hidden *h, int k, double reach, double from, double to) {
    Calm *calm = &h->calm[k];
    Bounds *box = &h->box[calm->first];
    int at = 0;
    for (int n = 0; n < calm->inputs; n++) {
        const int slot = jd_program_input(h->what[k].program, &at);
        const double a = h->begin[slot], b = h->end[slot], way = b - a;
        const double back = a - reach_back * reach * way, on = b + reach * way;
        box[n] = (Bounds){fmin(back, on), fmax(back, on)};
        h->low[slot] = box[n].low;
        h->high[slot] = box[n].high;
    }
    calm->from = from;
    calm->until = to + reach * (to - from);
}

/* Whether the program hardly changes in the box as it is set. */
static bool is_calm(JdRun *run, int k) {
    Hidden *h = &run->hidden;
    const Calm *calm = &h->calm[k];
    const Path path = {
        calm->from, calm->until, h->low, h->high, h->now, h->none, 0, &run->hidden_seen.looks, 0};
    const double most = matters_share * h->peak[k];
    return jd_path_is_calm(h->what[k].program, &path, run->motion.held, most, noise);
}

static bool makes_calm(JdRun *run, int k, double from, double to) {
    Calm *calm = &run->hidden.calm[k];
    if (calm->wait > 0) {
        calm->wait--;
        return false;
    }
    for (int tries = 0; tries < 2; tries++) {
        set_box(&run->hidden, k, calm->reach, from, to);
        if (is_calm(run, k)) {
            calm->reach = fmin(fmax(reach_more * calm->reach, 1), most_reach);
            calm->waits = 0;
            return true;
        }
        if (calm->reach == 0) break;
        calm->reach = calm->reach < 1 ? 0 : reach_less * calm->reach;
    }
    calm->from = calm->until = NAN;
    if (calm->reach > 0) return false;
    calm->waits = calm->waits < WAIT_MOST ? 2 * calm->waits + 1 : WAIT_MOST;
    calm->wait = calm->waits;
    return false;
}

/* Boxes are of one mode. */
static void forget_mode(JdRun *run) {
    Hidden *h = &run->hidden;
    const size_t count = (size_t)(run->system->bends + run->system->latches);
    const double *held = run->event.held - run->system->bends;
    if (count == 0 || memcmp(h->held, held, count * sizeof *held) == 0) return;
    memcpy(h->held, held, count * sizeof *held);
    for (int k = 0; k < h->count; k++) h->calm[k].from = NAN;
}

/* ---- A step ---------------------------------------------------------------------------------- */

/* Looks that found something are not counted: steps that are done again for it are. */
static bool hides(JdRun *run, int k, const Path *path) {
    Hidden *h = &run->hidden;
    const long before = *path->looks;
    const Events *e = &run->events;
    const Program *program = h->what[k].program;
    double peak;
    const Sight sight = {
        .share = e->share, .shares = e->shares, .floor = matters_share * h->peak[k]};
    const double where = jd_path_hides(program, &sight, path, run->motion.held, &peak);
    if (isnan(where) && peak > h->peak[k]) h->peak[k] = peak;
    if (!isnan(where)) *path->looks = before;
    return !isnan(where);
}

/* Its value at the end of the step. */
static void see(JdRun *run, int k) {
    Hidden *h = &run->hidden;
    const double x = jd_program_eval_at(h->what[k].program, jd_now(&run->motion), h->end);
    if (fabs(x) > h->peak[k]) h->peak[k] = fabs(x);
}

static void evaluate(JdRun *run, double t, const double *y, double *rates) {
    const long evaluations = run->cost.evaluations;
    jd_run_rates_proved(run, t, y, rates);
    run->cost.evaluations = evaluations;
}

static void note_spent(JdRun *run) {
    if (isnan(run->hidden_seen.spent_t)) run->hidden_seen.spent_t = run->t;
}

/* With the motion at the end of the step to `t`, where it is left. What is not seen, NULL: nothing.
 */
static const SystemTimed *find(JdRun *run, double t, double *rates, long most) {
    Hidden *h = &run->hidden;
    long *looks = &run->hidden_seen.looks;
    if (run->hidden_seen.begin != run->t) {
        evaluate(run, run->t, run->y, rates);
        memcpy(h->begin, run->motion.inputs, (size_t)run->system->slots * sizeof *h->begin);
        run->hidden_seen.begin = run->t;
        evaluate(run, t, run->y_new, rates);
    }
    forget_mode(run);
    const bool bent = run->stepper->tableau != NULL; /* stages see that, ends do not */
    const bool is_long = t - run->t > long_share * run->def.until;
    const Path path = {run->t, t, h->begin, h->end, h->now, h->made, LEVELS, looks, most};
    for (int k = 0; k < h->count; k++) {
        if (*looks >= most) {
            note_spent(run);
            break;
        }
        /* Of signals both ends say nothing of what is between them: who reads them follows their
         * shape. */
        const bool straight = !h->calm[k].follows;
        if (straight && (stays_in(h, k, run->t, t) || makes_calm(run, k, run->t, t))) continue;
        see(run, k);
        if (jd_path_is_simple(h->what[k].program, &path, bent && !is_long, run->motion.held))
            continue;
        if (hides(run, k, &path)) return &h->what[k];
        run->hidden_seen.last = k;
    }
    return NULL;
}

static long most_looks(const JdRun *run) {
    return looks_first + looks_more * run->cost.evaluations;
}

static bool is_spent(const JdRun *run) {
    return run->hidden_seen.found >= FOUND_MOST + run->cost.steps / FOUND_EACH ||
           run->hidden_seen.looks >= most_looks(run);
}

static bool is_worth_it(JdRun *run, double t) {
    const bool asked = !run->trimmed && !run->events.told;
    if (!asked || !(t - run->t > least_share * run->def.until)) return false;
    if (!is_spent(run)) return true;
    note_spent(run);
    return false;
}

void jd_hidden_begin(JdRun *run) {
    Hidden *h = &run->hidden;
    if (h->count == 0 || !run->motion_at_y) return;
    memcpy(h->begin, run->motion.inputs, (size_t)run->system->slots * sizeof *h->begin);
    run->hidden_seen.begin = run->t;
}

/* A fixed step is taken as it was given, but not without a word. */
bool jd_hidden_in(JdRun *run, double t, double *rates, bool known) {
    Hidden *h = &run->hidden;
    const bool fixed = !run->stepper->adaptive;
    if (h->count == 0) return false;
    if (known) evaluate(run, t, run->y_new, rates);
    memcpy(h->end, run->motion.inputs, (size_t)run->system->slots * sizeof *h->end);
    const SystemTimed *what = is_worth_it(run, t) ? find(run, t, rates, most_looks(run)) : NULL;
    run->hidden_seen.within = what && !fixed;
    run->hidden_seen.found += run->hidden_seen.within;
    if (run->hidden_seen.within) return true;
    if (what) jd_events_tell_hidden(run, run->t, t, what);
    memcpy(h->begin, h->end, (size_t)run->system->slots * sizeof *h->begin);
    run->hidden_seen.begin = t;
    return false;
}

/* ---- What was not looked at -------------------------------------------------------------------
 */

static const char see_with[] =
    "if it does nothing narrow, all is well; --verify, or shorter steps by --dt, tell";

void jd_hidden_tell(JdRun *run) {
    const Hidden *h = &run->hidden;
    const SystemTimed *noisy = &h->noisy;
    if (noisy->program) {
        jd_report(run->log, JD_NOTE, "narrow-not-sought", noisy->where,
                  "in a model with nodes, whose velocities are differences of places, it is not "
                  "looked for what %s '%s' does between two steps",
                  noisy->kind, noisy->name);
        jd_hint(run->log, "%s", see_with);
    }
    if (isnan(run->hidden_seen.spent_t)) return;
    const SystemTimed *what = &h->what[run->hidden_seen.last];
    jd_report(run->log, JD_NOTE, "narrow-not-sought", what->where,
              "from t = %.6g s on what %s '%s' does between two steps was looked for in some of "
              "them only: it takes too many looks to know",
              run->hidden_seen.spent_t, what->kind, what->name);
    jd_hint(run->log, "%s", see_with);
}
