/* SPDX-License-Identifier: MIT
 *
 * Recorded rates beside those of the interpreter, for tests. */
#include "emit/emit.h"
#include "record/tree.h"
#include "emit/writer.h"

struct EmitTrial {
    Arena arena;
    Writer w;
    double *values;
    double *input; /* and which forces are on */
};

EmitTrial *jd_emit_trial_new(const JdSystem *system, JdLog *log) {
    Arena arena = {0};
    EmitTrial *trial = ARENA_NEW(&arena, EmitTrial, 1);
    if (!trial) return NULL;
    trial->arena = arena;
    const bool good = jd_writer_record(&trial->w, system, &trial->arena, log);
    trial->values = ARENA_NEW(&trial->arena, double, trial->w.tape.node.count + 1);
    trial->input = ARENA_NEW(&trial->arena, double, jd_record_given(system) + 1);
    if (good && trial->values && trial->input) {
        jd_emit_trial_inputs(trial, system->given_start, NULL);
        return trial;
    }
    jd_emit_trial_free(trial);
    return NULL;
}

void jd_emit_trial_free(EmitTrial *trial) {
    if (!trial) return;
    Arena arena = trial->arena;
    jd_arena_free(&arena);
}

void jd_emit_trial_inputs(EmitTrial *trial, const double *input, const char *off) {
    const JdSystem *s = trial->w.rec.s;
    for (int k = 0; k < s->givens; k++) trial->input[k] = input[k];
    for (int k = 0; k < s->forces && s->switched; k++)
        trial->input[s->givens + k] = off ? !off[k] : !s->force[k].off;
}

int jd_emit_trial_states(const EmitTrial *trial) {
    return trial->w.rec.states;
}

int jd_emit_trial_unknowns(const EmitTrial *trial) {
    return trial->w.tape.unknowns;
}

const double *jd_emit_trial_start(const EmitTrial *trial) {
    return trial->w.rec.start;
}

int jd_emit_trial_place(const EmitTrial *trial, int state) {
    const Recorder *rec = &trial->w.rec;
    const int nq = rec->plan->tree.nq, first = jd_record_first_rate(rec);
    if (state < nq) return rec->state_of_q[state];
    if (state < first) return -1;
    if (state < first + rec->plan->tree.nu) return rec->state_of_u[state - first];
    return rec->first_extra + state - first - rec->plan->tree.nu;
}

bool jd_emit_trial_rates(EmitTrial *trial, double time, const double *held, const double *y,
                         double *rates) {
    const Recorder *rec = &trial->w.rec;
    const TapeGiven given = {.time = time, .state = y, .input = trial->input, .held = held};
    if (!jd_tape_play(&trial->w.tape, &given, trial->values)) return false;
    for (int n = 0; n < rec->guard.count; n++)
        if (!(trial->values[rec->guard.at[n].low] > rec->guard.at[n].limit)) return false;
    for (int n = 0; n < rec->states; n++) rates[n] = trial->values[rec->rate[n]];
    return true;
}

bool jd_emit_trial_settle(EmitTrial *trial, double time, const double *held, const double *y) {
    Tape *t = &trial->w.tape;
    const TapeGiven given = {.time = time, .state = y, .input = trial->input, .held = held};
    if (!jd_tape_play(t, &given, trial->values)) return false;
    for (int n = 0; n < t->hint.count; n++) t->hint.at[n] = trial->values[t->update.at[n]];
    return true;
}

/* A ball's quaternion and rates, as far as they are in the state. */
static void correct_ball(const EmitTrial *trial, int q, int u, double *y) {
    const Recorder *rec = &trial->w.rec;
    for (int k = 0; k < 4; k++)
        if (rec->state_of_q[q + k] >= 0) y[rec->state_of_q[q + k]] = trial->values[rec->q[q + k]];
    for (int k = 0; k < 3; k++)
        if (rec->state_of_u[u + k] >= 0) y[rec->state_of_u[u + k]] = trial->values[rec->u[u + k]];
}

bool jd_emit_trial_correct(EmitTrial *trial, double time, const double *held, double *y) {
    const Recorder *rec = &trial->w.rec;
    const TapeTree *w = rec->tree;
    const TapeGiven given = {.time = time, .state = y, .input = trial->input, .held = held};
    int q, u;
    if (!rec->space && (!w || !w->balls)) return true;
    if (!jd_tape_play(&trial->w.tape, &given, trial->values)) return false;
    for (int b = 0; !rec->space && b < w->balls; b++)
        correct_ball(trial, w->ball[b].q, w->ball[b].u, y);
    for (int b = 0; rec->space && jd_record_space_spin(rec, b, &q, &u); b++)
        correct_ball(trial, q, u, y);
    return true;
}

void jd_emit_trial_whole(const EmitTrial *trial, double *z) {
    const Recorder *rec = &trial->w.rec;
    const Tree *tree = &rec->plan->tree;
    const int first = jd_record_first_rate(rec);
    for (int q = 0; q < tree->nq; q++) z[q] = trial->values[rec->q[q]];
    for (int u = 0; u < tree->nu; u++) z[first + u] = trial->values[rec->u[u]];
}

int jd_emit_trial_directions(const EmitTrial *trial) {
    return trial->w.rec.states + trial->w.rec.s->givens + trial->w.tape.fixed.count;
}

bool jd_emit_trial_slopes(EmitTrial *trial, double time, const double *y, const double *along,
                          double *slopes) {
    Writer *w = &trial->w;
    if (!w->slope && !jd_take_slopes(w)) return false;
    trial->values = ARENA_NEW(&trial->arena, double, w->tape.node.count + 1);
    const TapeGiven given = {.time = time, .state = y, .input = trial->input, .along = along};
    if (!trial->values || !jd_tape_play(&w->tape, &given, trial->values)) return false;
    for (int k = 0; k < w->rec.states; k++) slopes[k] = trial->values[w->slope[k]];
    return true;
}

bool jd_emit_trial_partials(EmitTrial *trial, double time, const double *held, const double *y,
                            double *by_state) {
    Writer *w = &trial->w;
    const int n = w->rec.states;
    if (!w->by_state && !jd_take_partials(w)) return false;
    trial->values = ARENA_NEW(&trial->arena, double, w->tape.node.count + 1);
    const TapeGiven given = {.time = time, .state = y, .input = trial->input, .held = held};
    if (!trial->values || !jd_tape_play(&w->tape, &given, trial->values)) return false;
    for (int k = 0; k < n * n; k++) by_state[k] = trial->values[w->by_state[k]];
    return true;
}
