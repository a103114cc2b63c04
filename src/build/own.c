/* SPDX-License-Identifier: MIT
 *
 * States and signals of one's own: first their names, so that they have channels; then their
 * expressions as programs, each signal behind those that it reads. What an evaluation needs of all
 * of it is found last, when forces and rates have said what they read. */
#include "build/inside.h"
#include "system/channel.h"
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

static const char *rate_unit(Builder *b, Dim dim) {
    char text[64];
    dim.time = (signed char)(dim.time - 1);
    jd_dim_spoken(dim, text, sizeof text);
    return jd_keep_text(b, text);
}

static void add_state(Builder *b, const ModelState *from, SystemState *to, double *start) {
    char unit[64];
    jd_dim_spoken(from->dim, unit, sizeof unit);
    to->name = jd_keep_text(b, from->name);
    to->rate_name = jd_arena_format(&b->system->arena, "%s.rate", from->name);
    to->where = jd_keep_where(b, from->where);
    to->unit = jd_keep_text(b, from->unit ? from->unit : unit);
    to->rate_unit = to->unit ? rate_unit(b, from->dim) : NULL;
    to->scale = from->scale;
    to->drive = from->drive - 1;
    to->start = *start = from->start;
}

static void add_signal(Builder *b, const ModelSignal *from) {
    JdSystem *s = b->system;
    const Where where = jd_keep_where(b, from->where);
    for (int n = 0; n < from->count; n++) {
        SystemSignal *to = &s->signal[s->signals++];
        to->name = from->count == 1 ? jd_keep_text(b, from->name)
                                    : jd_arena_format(&s->arena, "%s.%c", from->name, 'x' + n);
        to->where = where;
        to->unit = "1"; /* until it is known */
        to->expr = from->value[n];
        to->ring = from->ring;
        to->rest = from->rest;
        to->reads = from->reads;
        to->typed = from->typed;
        to->dim = from->dim;
        to->seen = from->seen;
    }
}

static bool add_inputs(Builder *b) {
    JdSystem *s = b->system;
    const int count = b->model->inputs.count;
    double *start = ARENA_NEW(&s->arena, double, count + 1);
    s->given = ARENA_NEW(&s->arena, SystemGiven, count + 1);
    if (!start || !s->given) return false;
    for (int k = 0; k < count; k++) {
        const ModelInput *from = &b->model->inputs.at[k];
        char unit[64];
        jd_dim_spoken(from->dim, unit, sizeof unit);
        s->given[s->givens++] =
            (SystemGiven){jd_keep_text(b, from->name), jd_keep_where(b, from->where),
                          jd_keep_text(b, from->unit ? from->unit : unit)};
        start[k] = from->start;
    }
    s->given_start = start;
    return true;
}

static bool add_sensors(Builder *b) {
    JdSystem *s = b->system;
    const int count = b->model->sensors.count;
    SystemSensor *sensor = ARENA_NEW(&s->arena, SystemSensor, count + 1);
    if (!sensor) return false;
    for (int k = 0; k < count; k++) {
        const ModelSensor *from = &b->model->sensors.at[k];
        sensor[k] = (SystemSensor){.name = jd_keep_text(b, from->name),
                                   .frame_i = s->bodies + from->i,
                                   .frame_j = s->bodies + from->j,
                                   .along = s->bodies + from->along,
                                   .joint = from->joint,
                                   .force = from->force};
    }
    s->sensor = sensor;
    s->sensors = count;
    return true;
}

bool jd_build_own(Builder *b) {
    JdSystem *s = b->system;
    const JdModel *model = b->model;
    if (!add_inputs(b) || !add_sensors(b) || !jd_build_delays(b)) return false;
    double *start = ARENA_NEW(&s->arena, double, model->states.count + 1);
    s->extra = ARENA_NEW(&s->arena, SystemState, model->states.count + 1);
    s->signal = ARENA_NEW(&s->arena, SystemSignal, 3 * model->signals.count + 1);
    if (!start || !s->extra || !s->signal) return false;
    for (int k = 0; k < model->states.count; k++)
        add_state(b, &model->states.at[k], &s->extra[s->extras++], &start[k]);
    for (int k = 0; k < model->signals.count; k++) add_signal(b, &model->signals.at[k]);
    s->extra_start = start;
    return !s->arena.failed;
}

/* ---- An order of signals --------------------------------------------------------------------- */

/* Which signals read which: those that signal k reads are reads.at[first[k]] .. before first[k +
 * 1]. */
typedef struct {
    Builder *b;
    int *signal_of; /* of each channel: the signal, -1: none */
    int *first;
    LIST(int) reads;
} Order;

static void collect(Order *order, const Expr *expr) {
    for (;; expr = expr->args[0]) {
        const int channel =
            expr->kind == EXPR_NAME ? jd_channel_find(order->b->system, expr->text) : -1;
        if (channel >= 0 && order->signal_of[channel] >= 0) {
            int *read = PUSH(&order->b->system->arena, order->reads);
            if (read) *read = order->signal_of[channel];
        }
        if (expr->function && expr->function->runs) collect(order, expr->function->body);
        const bool table = expr->function && !expr->function->body;
        for (int n = 1; n < expr->count && !table; n++) collect(order, expr->args[n]);
        if (!expr->count) return;
    }
}

/* One that waits for itself: from any that is left over along what waits is sooner or later round.
 */
static void report_circle(const Order *order, const bool *done) {
    JdSystem *s = order->b->system;
    Text names = {0};
    int at = 0, start = -1;
    while (done[at]) at++;
    for (int round = 0; round < 2 * s->signals; round++) {
        if (round == s->signals) start = at;
        if (round > s->signals && at == start) break;
        if (round >= s->signals)
            jd_text_print(&names, "%s'%s'", names.count ? " reads " : "", s->signal[at].name);
        int k = order->first[at];
        while (done[order->reads.at[k]]) k++;
        at = order->reads.at[k];
    }
    if (names.at)
        jd_report(order->b->log, JD_ERROR, "signal-circle", s->signal[at].where,
                  "signals read each other in a circle: %s reads '%s'", names.at,
                  s->signal[at].name);
    jd_hint(order->b->log,
            "a value that depends on itself needs a past: make one of them a `state`, such as a "
            "filter of it");
    jd_text_free(&names);
    order->b->ok = false;
}

/* Signals such that each comes behind those that it reads; false after a report. */
static bool sort_signals(Order *order, int *sorted) {
    JdSystem *s = order->b->system;
    const int n = s->signals;
    int *waits = ARENA_NEW(&s->arena, int, n + 1), *by = ARENA_NEW(&s->arena, int, n + 2);
    int *reader = ARENA_NEW(&s->arena, int, order->reads.count + 1), count = 0;
    bool *done = ARENA_NEW(&s->arena, bool, n + 1);
    if (s->arena.failed) return false;
    for (int k = 0; k < order->reads.count; k++) by[order->reads.at[k] + 1]++;
    for (int k = 0; k < n; k++) by[k + 1] += by[k];
    int *fill = ARENA_NEW(&s->arena, int, n + 1);
    if (!fill) return false;
    for (int k = 0; k < n; k++)
        for (int r = order->first[k]; r < order->first[k + 1]; r++) {
            const int read = order->reads.at[r];
            reader[by[read] + fill[read]++] = k;
            waits[k]++;
        }
    for (int k = 0; k < n; k++)
        if (waits[k] == 0) sorted[count++] = k;
    for (int at = 0; at < count; at++) {
        done[sorted[at]] = true;
        for (int r = by[sorted[at]]; r < by[sorted[at] + 1]; r++)
            if (--waits[reader[r]] == 0) sorted[count++] = reader[r];
    }
    if (count < n) report_circle(order, done);
    return count == n;
}

static bool order_signals(Builder *b, int *sorted) {
    JdSystem *s = b->system;
    Order order = {.b = b};
    order.signal_of = ARENA_NEW(&s->arena, int, s->channels + 1);
    order.first = ARENA_NEW(&s->arena, int, s->signals + 1);
    if (!order.signal_of || !order.first) return false;
    for (int c = 0; c < s->channels; c++) order.signal_of[c] = -1;
    for (int k = 0; k < s->signals; k++) {
        s->signal[k].channel = jd_channel_find(s, s->signal[k].name);
        if (s->signal[k].channel >= 0) order.signal_of[s->signal[k].channel] = k;
    }
    for (int k = 0; k < s->signals; k++) {
        if (s->signal[k].expr) collect(&order, s->signal[k].expr);
        if (s->signal[k].reads) collect(&order, s->signal[k].reads);
        order.first[k + 1] = order.reads.count;
    }
    return !s->arena.failed && sort_signals(&order, sorted);
}

/* ---- Programs ------------------------------------------------------------------------------- */

/* What a ring reads has slots before its unknowns, and these are known no sooner than all of it. */
static void read_first(Reading *reading, const Expr *reads, Inputs *inputs) {
    for (int n = 0; reads && n < reads->count; n++) {
        Dim dim;
        if (!jd_program_new_any(reads->args[n], inputs, &dim, &reading->b->system->arena,
                                reading->b->log))
            reading->b->ok = false;
    }
}

/* The delay whose source a signal is: it has the dimension of what was before. NULL: of none. */
static const SystemDelay *delay_of(const JdSystem *s, int signal) {
    for (int k = 0; k < s->delays; k++)
        if (s->delay[k].signal == signal) return &s->delay[k];
    return NULL;
}

static const Program *compile_source(Builder *b, const Expr *expr, Inputs *inputs, Dim dim) {
    const Program *program = jd_build_program(b, expr, inputs, dim, "what is delayed");
    const JdMessage said = jd_reported(b->log);
    if (!program && said.code && !strcmp(said.code, "dimension-mismatch"))
        jd_hint(b->log, "a delay has the unit of its history, or that of its `unit`");
    return program;
}

static void hint_scale(Builder *b, const SystemSignal *signal) {
    const JdMessage said = jd_reported(b->log);
    if (signal->seen && signal->typed && said.code && !strcmp(said.code, "dimension-mismatch"))
        jd_hint(b->log, "the `scale` of an arrow says what it shows: 1 mm/N is that of a force");
}

static void compile_signal(Reading *reading, int k, Inputs *inputs) {
    Builder *b = reading->b;
    SystemSignal *signal = &b->system->signal[k];
    const int told = jd_log_count(b->log);
    char unit[64];
    Dim dim;
    reading->level = LEVEL_POSITION;
    read_first(reading, signal->reads, inputs);
    const SystemDelay *delay = delay_of(b->system, k);
    signal->program =
        delay           ? compile_source(b, signal->expr, inputs, dim = delay->dim)
        : signal->typed ? jd_build_program(b, signal->expr, inputs, dim = signal->dim, signal->name)
                        : jd_build_program_any(b, signal->expr, inputs, &dim);
    if (!signal->program) {
        hint_scale(b, signal);
        jd_build_hint_instance(b, signal->name, told);
        b->ok = false;
        return;
    }
    signal->level = reading->level;
    jd_dim_spoken(dim, unit, sizeof unit);
    signal->unit = jd_keep_text(b, unit);
    signal->slot = jd_reading_slot(reading, signal->channel);
    if (signal->slot < 0 || !signal->unit) return;
    reading->slots.at[signal->slot] =
        (SystemInput){signal->channel, signal->program, (int)(signal - b->system->signal)};
    signal->timed = !signal->ring && jd_build_follows_time(reading, signal->program);
    jd_signal_known(b->system, signal);
}

/* The numbers of what is only seen, an arrow, lie along axes: they are of one kind. One without a
 * unit is of any. */
static void check_alike(Builder *b, const SystemSignal *one, const SystemSignal *next) {
    const char *end = strrchr(one->name, '.');
    const bool together = one->seen && next->seen && end && strrchr(next->name, '.') &&
                          strrchr(next->name, '.') - next->name == end - one->name &&
                          !strncmp(one->name, next->name, (size_t)(end - one->name));
    if (!together || !strcmp(one->unit, next->unit) || !strcmp(one->unit, "1") ||
        !strcmp(next->unit, "1"))
        return;
    jd_report(b->log, JD_ERROR, "dimension-mismatch", next->where,
              "%s is in %s, and %s is in %s: they are numbers of one vector", one->name, one->unit,
              next->name, next->unit);
    jd_hint(b->log, "give both the same kind of unit");
    b->ok = false;
}

bool jd_build_signals(Reading *reading, Inputs *inputs) {
    Builder *b = reading->b;
    JdSystem *s = b->system;
    if (s->signals == 0) return true;
    int *sorted = ARENA_NEW(&s->arena, int, s->signals);
    if (!sorted || !order_signals(b, sorted)) return false;
    reading->what = "signal";
    for (int n = 0; n < s->signals; n++) compile_signal(reading, sorted[n], inputs);
    if (s->arena.failed) return false;
    for (int n = 1; n < s->signals; n++) check_alike(b, &s->signal[n - 1], &s->signal[n]);
    for (int k = 0; k < s->delays; k++) {
        const Level level = s->signal[s->delay[k].signal].level;
        if (level > s->delay_level) s->delay_level = level;
    }
    return !s->arena.failed;
}

/* ---- Rates ---------------------------------------------------------------------------------- */

/* A pure number by default is seldom meant where its rate has a unit. */
static void hint_unit(Builder *b, const ModelState *state, int told) {
    const Dim none = {0};
    if (jd_log_count(b->log) == told || memcmp(&state->dim, &none, sizeof none)) return;
    if (strcmp(jd_log_message(b->log, told).code, "dimension-mismatch")) return;
    jd_hint(b->log,
            "or give the state the unit that it has: '%s' says none, so it is a pure number",
            state->name);
}

void jd_build_rates(Reading *reading, Inputs *inputs) {
    Builder *b = reading->b;
    reading->what = "rate";
    for (int k = 0; k < b->system->extras; k++) {
        const ModelState *from = &b->model->states.at[k];
        const int told = jd_log_count(b->log);
        Dim dim = from->dim;
        dim.time = (signed char)(dim.time - 1);
        SystemState *to = &b->system->extra[k];
        if (to->drive < 0) { /* of a drive: with the drives */
            to->rate = jd_build_program(b, from->rate, inputs, dim, "rate");
            if (!to->rate) {
                hint_unit(b, from, told);
                jd_build_hint_instance(b, from->name, told), b->ok = false;
            }
        }
        if (from->begin)
            to->begin =
                jd_program_new(from->begin, inputs, from->dim, "start", &b->system->arena, b->log);
        if (from->begin && !to->begin) b->ok = false;
    }
}

/* ---- Events --------------------------------------------------------------------------------- */

static const ModelParam *find_param(const JdModel *model, const char *name) {
    for (int n = 0; n < model->params.count; n++)
        if (!strcmp(model->params.at[n].name, name)) return &model->params.at[n];
    return NULL;
}

/* Those of its own part are inputs by now. */
static void refuse_param(Builder *b, const ModelSet *from) {
    const ModelParam *param = find_param(b->model, from->target);
    jd_report(
        b->log, JD_ERROR, "when-not-valid", from->where,
        "an event cannot set '%s' from here: it sets parameters of one number, of its own part",
        from->target);
    jd_hint(b->log, "what forces and rates read may be an input instead: input %s { start %s }",
            from->target, param->text ? param->text : "0");
}

static void add_set(Reading *reading, const ModelSet *from, SystemSet *to, Inputs *inputs) {
    Builder *b = reading->b;
    const int channel = jd_channel_find(b->system, from->target);
    *to = (SystemSet){-1, -1, NULL};
    if (channel >= 0) to->given = jd_given_of_channel(b->system, channel);
    if (channel >= 0) to->extra = jd_extra_of_channel(b->system, channel);
    if (channel < 0 && find_param(b->model, from->target)) {
        refuse_param(b, from);
    } else if (channel < 0) {
        jd_build_no_channel(b, from->target, from->where);
    } else if (to->given < 0 && to->extra < 0) {
        jd_report(b->log, JD_ERROR, "when-not-valid", from->where,
                  "an event cannot set '%s': it is neither a state nor an input", from->target);
        if (strchr(from->target, '.'))
            jd_hint(b->log, "velocities jump by a blow on a free of a joint: impulse j.travel = -2 "
                            "N*s; what else changes is an input: input level { start 0 }");
        else
            jd_hint(b->log, "make what changes an input: input %s { start 0 }", from->target);
    } else {
        to->value = jd_program_new(from->value, inputs, jd_channel_dim(b->system, channel), "value",
                                   &b->system->arena, b->log);
    }
    if (!to->value) b->ok = false;
}

static void add_impulse(Reading *reading, const ModelSet *from, SystemImpulse *to, Inputs *inputs) {
    Builder *b = reading->b;
    *to = (SystemImpulse){0};
    if (!jd_system_free_of(b, from->target, from->where, &to->joint, &to->free)) return;
    const bool slides = b->system->joint[to->joint].free[to->free]->kind == FREE_SLIDE;
    const Dim dim = {.length = slides ? 1 : 2, .mass = 1, .time = -1};
    to->value = jd_program_new(from->value, inputs, dim, "impulse", &b->system->arena, b->log);
    if (!to->value) b->ok = false;
}

static bool add_switch(Builder *b, const ModelSwitch *from, SystemSwitch *to) {
    const JdSystem *s = b->system;
    Nearest nearest = {.word = from->force};
    for (int k = 0; k < s->forces; k++) {
        jd_nearest_try(&nearest, s->force[k].name);
        if (strcmp(s->force[k].name, from->force) != 0) continue;
        *to = (SystemSwitch){k, from->on};
        return b->system->switched = true;
    }
    jd_report(b->log, JD_ERROR, "when-not-valid", from->where,
              "an event cannot switch '%s': it is no force", from->force);
    if (nearest.best) jd_hint(b->log, "did you mean '%s'?", nearest.best);
    jd_hint(b->log, "`on` and `off` switch a force; what else changes reads an input: `set`");
    return b->ok = false;
}

/* True or false: a value with a unit, be it an angle, says neither. */
static const Program *add_condition(Builder *b, const ModelWhen *from, Inputs *inputs) {
    Dim dim;
    Text said = {0};
    char unit[64];
    const Program *condition = jd_build_program_any(b, from->condition, inputs, &dim);
    if (!condition || (jd_dim_equal(dim, (Dim){0}) && !dim.angle)) return condition;
    jd_dim_spoken(dim, unit, sizeof unit);
    jd_expr_write(from->condition, &said);
    jd_report(b->log, JD_ERROR, "when-not-valid", jd_span_where(from->condition->span),
              "the condition of event '%s' is a value in %s, neither true nor false", from->name,
              unit);
    if (!said.failed) jd_hint(b->log, "compare it: %s > 0 %s", said.at, unit);
    jd_text_free(&said);
    return NULL;
}

bool jd_build_whens(Reading *reading, Inputs *inputs) {
    Builder *b = reading->b;
    JdSystem *s = b->system;
    s->when = ARENA_NEW(&s->arena, SystemWhen, b->model->whens.count + 1);
    if (!s->when) return false;
    reading->what = "event";
    reading->level = LEVEL_POSITION;
    for (int k = 0; k < b->model->whens.count; k++) {
        const ModelWhen *from = &b->model->whens.at[k];
        const int told = jd_log_count(b->log);
        SystemWhen *to = &s->when[s->whens++];
        *to = (SystemWhen){.name = jd_keep_text(b, from->name),
                           .where = jd_keep_where(b, from->where),
                           .set = ARENA_NEW(&s->arena, SystemSet, from->sets + 1),
                           .sets = from->sets,
                           .impulse = ARENA_NEW(&s->arena, SystemImpulse, from->impulses + 1),
                           .impulses = from->impulses,
                           .turn = ARENA_NEW(&s->arena, SystemSwitch, from->switches + 1),
                           .switches = from->switches,
                           .stop = from->stop,
                           .why = from->why ? jd_keep_text(b, from->why) : NULL,
                           .remedy = from->remedy ? jd_keep_text(b, from->remedy) : NULL,
                           .snaps = from->snaps - 1};
        if (!to->set || !to->impulse || !to->turn) return false;
        for (int n = 0; n < from->switches; n++) add_switch(b, &from->turn[n], &to->turn[n]);
        to->condition = add_condition(b, from, inputs);
        if (!to->condition) b->ok = false;
        for (int n = 0; n < from->sets; n++) add_set(reading, &from->set[n], &to->set[n], inputs);
        for (int n = 0; n < from->impulses; n++)
            add_impulse(reading, &from->impulse[n], &to->impulse[n], inputs);
        jd_build_hint_instance(b, from->name, told);
    }
    s->when_level = reading->level;
    return !s->arena.failed;
}

/* ---- What an evaluation needs ---------------------------------------------------------------- */

typedef enum { COLD, LATE, EARLY } Heat;

static void heat(char *heats, const Program *program, Heat by) {
    int at = 0, slot;
    while (program && (slot = jd_program_input(program, &at)) >= 0)
        if (heats[slot] < (char)by) heats[slot] = (char)by;
}

/* Unknowns of a ring, and its rests, which stand behind them, are needed together; true: some were
 * not. */
static bool heat_rings(const JdSystem *s, char *heats) {
    bool more = false;
    for (int r = 0; r < s->rings; r++) {
        const SystemRing *ring = &s->ring[r];
        char most = COLD;
        for (int k = 0; k < ring->n; k++) {
            if (heats[ring->unknown[k]] > most) most = heats[ring->unknown[k]];
            if (heats[ring->rest[k]] > most) most = heats[ring->rest[k]];
        }
        for (int k = 0; k < ring->n; k++) {
            more = more || heats[ring->unknown[k]] < most || heats[ring->rest[k]] < most;
            heats[ring->unknown[k]] = heats[ring->rest[k]] = most;
        }
    }
    return more;
}

/* A signal's own slots come before it, so that one way down finds all. */
static void spread(JdSystem *s, char *heats) {
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < s->force[k].values; n++) heat(heats, s->force[k].program[n], EARLY);
    for (int k = 0; k < s->extras; k++) heat(heats, s->extra[k].rate, LATE);
    /* What events read of accelerations comes later; conditions on time in the rest end steps. */
    for (int k = 0; k < s->whens && s->when_level < LEVEL_ACCELERATION; k++)
        heat(heats, s->when[k].condition, LATE);
    for (int k = 0; k < s->delays && s->delay_level < LEVEL_ACCELERATION; k++)
        if (heats[s->signal[s->delay[k].signal].slot] == COLD)
            heats[s->signal[s->delay[k].signal].slot] = LATE;
    for (int k = 0; k < s->signals; k++)
        if (s->signal[k].written && heats[s->signal[k].slot] == COLD)
            heats[s->signal[k].slot] =
                LATE; /* rows show its jumps as those that read it have them */
    do {
        for (int k = s->slots - 1; k >= 0; k--)
            if (heats[k] != COLD) heat(heats, s->slot[k].program, (Heat)heats[k]);
    } while (heat_rings(s, heats));
    for (int k = 0; k < s->signals; k++) s->signal[k].hot = heats[s->signal[k].slot] != COLD;
}

static bool any_input(const Program *program, const bool *of) {
    int at = 0, slot;
    while (program && (slot = jd_program_input(program, &at)) >= 0)
        if (of[slot]) return true;
    return false;
}

static bool any_slot(const int *slots, int count, const bool *of) {
    for (int k = 0; k < count; k++)
        if (of[slots[k]]) return true;
    return false;
}

/* Slots that follow from what forces store, a signal behind what it reads; a ring as a whole. */
static void find_store(const JdSystem *s, bool *store) {
    bool more;
    do {
        for (int k = 0; k < s->slots; k++) {
            const SystemInput *in = &s->slot[k];
            if (!in->ring)
                store[k] = in->program ? any_input(in->program, store)
                                       : s->channel[in->channel].def->store;
        }
        more = false;
        for (int r = 0; r < s->rings; r++)
            for (int k = 0; k < s->ring[r].n; k++) {
                const bool late = any_slot(s->ring[r].rest, s->ring[r].n, store);
                more = more || (late && !store[s->ring[r].unknown[k]]);
                store[s->ring[r].unknown[k]] = late;
            }
    } while (more);
}

/* Forces that read what others store come behind these. They store nothing themselves: a type that
 * does has no field by an expression. */
static void order_forces(JdSystem *s, const bool *store) {
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < s->force[k].values; n++)
            s->force[k].reads_store |= any_input(s->force[k].program[n], store);
}

static Level level_of(const JdSystem *s, int slot) {
    const SystemInput *in = &s->slot[slot];
    return in->program ? s->signal[in->signal].level : jd_channel_level(s, in->channel);
}

/* The state whose rate reads a slot, if it does so by itself. */
static Where reader_of(const JdSystem *s, int wanted) {
    for (int k = 0; k < s->extras; k++) {
        int at = 0, slot;
        while ((slot = jd_program_input(s->extra[k].rate, &at)) >= 0)
            if (slot == wanted) return s->extra[k].where;
    }
    return nowhere;
}

/* A rate may read what follows from forces, but not rates of states: these are worked out with it.
 */
static bool rates_are_known(Builder *b) {
    const JdSystem *s = b->system;
    for (int k = 0; k < s->lasts; k++) {
        const SystemInput *in = &s->slot[s->last[k]];
        const int state = in->program ? -1 : jd_rate_of_channel(s, in->channel);
        if (state < 0) continue;
        jd_report(b->log, JD_ERROR, "state-reads-rate", reader_of(s, s->last[k]),
                  "the rate of a state depends on '%s', which is worked out with it",
                  s->extra[state].rate_name);
        jd_hint(b->log, "write in its place what that rate is: make it a `signal` that both read");
        b->ok = false;
    }
    return b->ok;
}

bool jd_build_inputs(Reading *reading) {
    JdSystem *s = reading->b->system;
    s->slots = reading->slots.count;
    s->slot = reading->slots.at;
    if (!jd_build_rings(s)) return false;
    char *heats = ARENA_NEW(&s->arena, char, s->slots + 1);
    bool *store = ARENA_NEW(&s->arena, bool, s->slots + 1);
    int *early = ARENA_NEW(&s->arena, int, s->slots + 1);
    int *stored = ARENA_NEW(&s->arena, int, s->slots + 1);
    int *late = ARENA_NEW(&s->arena, int, s->slots + 1);
    if (!heats || !store || !early || !stored || !late) return false;
    int *feedback = ARENA_NEW(&s->arena, int, s->slots + 1);
    int *last = ARENA_NEW(&s->arena, int, s->slots + 1);
    if (!feedback || !last) return false;
    spread(s, heats);
    find_store(s, store);
    order_forces(s, store);
    for (int k = 0; k < s->slots; k++) {
        const bool follows = level_of(s, k) == LEVEL_ACCELERATION;
        if (heats[k] == EARLY && follows && !s->slot[k].program)
            feedback[s->feedbacks++] = k;
        else if (heats[k] == EARLY && store[k])
            stored[s->storeds++] = k;
        else if (heats[k] == EARLY)
            early[s->earlies++] = k;
        if (heats[k] == LATE && follows)
            last[s->lasts++] = k;
        else if (heats[k] == LATE)
            late[s->lates++] = k;
    }
    s->inputs = s->earlies + s->storeds + s->lates + s->feedbacks + s->lasts +
                s->whens; /* whose blows are forces, too */
    s->early = early;
    s->stored = stored;
    s->late = late;
    s->feedback = feedback;
    s->last = last;
    return jd_build_node_blocks(s, early, s->earlies) && rates_are_known(reading->b);
}
