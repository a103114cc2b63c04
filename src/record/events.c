/* SPDX-License-Identifier: MIT
 *
 * Events with recorded numbers: when they happen, what they set, the blows that they give; and
 * corners of what forces and rates are made of, which end steps. theory 6.13, 6.15 */
#include "record/record.h"
#include <string.h>

/* ---- Blows ---------------------------------------------------------------------------------- */

static int blow_number(Recorder *rec, const SystemImpulse *impulse) {
    for (int n = 0; n < rec->blow.count; n++)
        if (rec->blow.at[n].joint == impulse->joint && rec->blow.at[n].free == impulse->free)
            return n;
    BlowFree *to = PUSH(rec->arena, rec->blow);
    if (to) *to = (BlowFree){impulse->joint, impulse->free};
    return rec->blow.count - 1;
}

bool jd_record_blows(Recorder *rec) {
    for (int k = 0; k < rec->s->whens; k++)
        for (int n = 0; n < rec->s->when[k].impulses; n++)
            blow_number(rec, &rec->s->when[k].impulse[n]);
    return !rec->arena->failed;
}

void jd_record_strikes(Recorder *rec) {
    for (int n = 0; n < rec->blow.count && rec->strikes; n++)
        jd_record_effort(rec, rec->blow.at[n].joint, rec->blow.at[n].free,
                         jd_tape_leaf(rec->t, TAPE_BLOW, rec->s->drives + n, 0));
}

/* ---- Events --------------------------------------------------------------------------------- */

static void record_when(Recorder *rec, int k) {
    const SystemWhen *when = &rec->s->when[k];
    NumWhen *to = &rec->when[k];
    to->set = ARENA_NEW(rec->arena, Num, when->sets + 1);
    to->blow = ARENA_NEW(rec->arena, Num, rec->blow.count + 1);
    if (!to->set || !to->blow || when->snaps >= 0) return; /* where nodes snap, the chart is left */
    rec->watch[k] = jd_record_program(rec, when->condition, NULL, when->where);
    for (int n = 0; n < when->sets; n++)
        to->set[n] = jd_record_program(rec, when->set[n].value, NULL, when->where);
    for (int n = 0; n < when->impulses; n++) {
        const Num value = jd_record_program(rec, when->impulse[n].value, NULL, when->where);
        Num *blow = &to->blow[blow_number(rec, &when->impulse[n])];
        *blow = n_add(rec->t, *blow, value);
    }
}

/* -1 below zero and 0 above, or the whole number at or below the value. */
static Num level_of(Recorder *rec, const SystemCorner *corner) {
    Tape *t = rec->t;
    const Num x = jd_record_program(rec, corner->corner.changes, NULL, corner->where);
    if (corner->corner.whole) return jd_tape_op(t, TAPE_FLOOR, x, 0, 0);
    return jd_tape_op(t, TAPE_SELECT, jd_tape_op(t, TAPE_LESS, x, 0, 0), n_num(t, -1), 0);
}

static bool is_of_snap(const JdSystem *s, const SystemCorner *corner) {
    for (int k = 0; k < s->whens; k++)
        if (s->when[k].snaps >= 0 && !strcmp(s->when[k].name, corner->name)) return true;
    return false;
}

void jd_record_events(Recorder *rec) {
    const JdSystem *s = rec->s;
    rec->watches = s->whens + s->watched;
    rec->watch = ARENA_NEW(rec->arena, Num, rec->watches + 1);
    rec->when = ARENA_NEW(rec->arena, NumWhen, s->whens + 1);
    if (!rec->watch || !rec->when) return;
    for (int k = 0; k < s->whens && !rec->failed; k++) record_when(rec, k);
    for (int k = 0; k < s->watched && !rec->failed; k++)
        if (!is_of_snap(s, &s->corner[k])) rec->watch[s->whens + k] = level_of(rec, &s->corner[k]);
}
