/* SPDX-License-Identifier: MIT
 *
 * Values that follow from each other with recorded numbers: rings of signals, and forces that read
 * what follows from them. Both are unknowns of a block, found by Newton's method with derivatives
 * of the recorded operations. What they are at the start, the interpreter says. theory 4.6 */
#include "record/record.h"
#include "run/run.h"
#include <string.h>

/* ---- At the start --------------------------------------------------------------------------- */

bool jd_record_inputs(Recorder *rec) {
    const JdSystem *s = rec->s;
    if (!s->rings && !s->feedbacks && !s->nodes) return true;
    rec->input_start = ARENA_NEW(rec->arena, double, s->slots + 1);
    rec->ring_done = ARENA_NEW(rec->arena, bool, s->rings + 1);
    if (!rec->input_start || !rec->ring_done) return false;
    JdRun *run = jd_run_at_start(s, rec->log);
    if (!run) {
        jd_record_refuse(rec, nowhere, "a model that has no start");
        return false;
    }
    jd_run_rates(run, 0, run->y, run->work);
    jd_run_recover(run, LEVEL_ACCELERATION);
    jd_inputs_all(s, &run->motion, LEVEL_ACCELERATION);
    for (int k = 0; k < s->slots; k++) rec->input_start[k] = run->motion.inputs[k];
    const bool good = !s->nodes || jd_record_nodes_start(rec, run);
    jd_run_free(run);
    return good;
}

/* ---- Newton's method ------------------------------------------------------------------------ */

/* A last step of so small a share leaves rounding alone, as its square. */
static const double last_share = 1e-3;
static const double nothing = 1e-30; /* unknowns that are all zero */

static void open_block(Recorder *rec, int n, const int *slots, NumBlock *to) {
    double *start = ARENA_NEW(rec->arena, double, n + 1);
    to->n = n;
    to->x = ARENA_NEW(rec->arena, Num, n + 1);
    if (!start || !to->x) return;
    for (int k = 0; k < n; k++) start[k] = rec->input_start[slots[k]];
    to->block = jd_tape_block(rec->t, n, start, to->x);
    for (int k = 0; k < n; k++) {
        rec->slot[slots[k]] = to->x[k];
        rec->slot_known[slots[k]] = true;
    }
}

void jd_record_close_block(Recorder *rec, const NumBlock *of, const Num *rest, double least,
                           Num *slope) {
    Tape *t = rec->t;
    const int n = of->n;
    Num *A = ARENA_NEW(rec->arena, Num, n * n + 1), *step = ARENA_NEW(rec->arena, Num, n + 1),
        *pivot = ARENA_NEW(rec->arena, Num, n + 1);
    int *order = ARENA_NEW(rec->arena, int, n + 1);
    Num size = 0, most = n_num(t, least);
    if (!A || !step || !pivot || !order) return;
    for (int r = 0; r < n; r++) {
        const Num *by = jd_tape_derive_open(t, rest[r], of->block);
        if (!by) return;
        for (int c = 0; c < n; c++) A[r * n + c] = by[of->x[c]];
        order[r] = r;
    }
    if (slope) memcpy(slope, A, (size_t)(n * n) * sizeof *A);
    jd_tape_lu(t, n, A, order, pivot);
    for (int k = 0; k < n; k++) step[k] = n_neg(t, rest[order[k]]);
    jd_tape_lu_solve(t, n, A, step);
    for (int k = 0; k < n; k++) {
        size = n_max(t, size, n_abs(t, step[k]));
        most = n_max(t, most, n_abs(t, of->x[k]));
    }
    jd_tape_close(t, of->block, step, n_scale(t, last_share, n_div(t, size, most)));
}

/* ---- Rings ---------------------------------------------------------------------------------- */

void jd_record_ring(Recorder *rec, int number) {
    const SystemRing *ring = &rec->s->ring[number];
    Num *rest = ARENA_NEW(rec->arena, Num, ring->n + 1);
    NumBlock block;
    rec->ring_done[number] = true;
    if (!rest) return;
    open_block(rec, ring->n, ring->unknown, &block);
    for (int k = 0; k < ring->n && !rec->failed; k++) rest[k] = jd_record_slot(rec, ring->rest[k]);
    if (!rec->failed && !rec->arena->failed)
        jd_record_close_block(rec, &block, rest, nothing, NULL);
}

/* ---- Forces that read what follows from them ------------------------------------------------ */

static bool reads(const Program *program, int slot) {
    int at = 0, input = -1;
    while (program && (input = jd_program_input(program, &at)) >= 0 && input != slot) {
    }
    return input == slot;
}

Where jd_record_reader(const JdSystem *s, int slot) {
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < 3 * TYPE_FIELDS; n++)
            if (reads(s->force[k].program[n], slot)) return s->force[k].where;
    for (int k = 0; k < s->signals; k++)
        if (reads(s->signal[k].program, slot)) return s->signal[k].where;
    return nowhere;
}

void jd_record_feedback_open(Recorder *rec) {
    if (rec->s->feedbacks) open_block(rec, rec->s->feedbacks, rec->s->feedback, &rec->feedback);
}

/* After the accelerations. */
void jd_record_feedback_close(Recorder *rec) {
    const JdSystem *s = rec->s;
    Num *rest = ARENA_NEW(rec->arena, Num, s->feedbacks + 1);
    if (!s->feedbacks || !rest) return;
    for (int k = 0; k < s->feedbacks && !rec->failed; k++) {
        bool known = true;
        const int channel = s->slot[s->feedback[k]].channel;
        const Num answer = jd_record_channel(rec, channel, &known);
        if (!known && !rec->failed)
            jd_record_refuse(rec, jd_record_reader(s, s->feedback[k]), "forces read '%s'",
                             s->channel_name[channel]);
        rest[k] = n_sub(rec->t, answer, rec->feedback.x[k]);
    }
    if (!rec->failed && !rec->arena->failed)
        jd_record_close_block(rec, &rec->feedback, rest, nothing, NULL);
}
