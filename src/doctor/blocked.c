/* SPDX-License-Identifier: MIT
 *
 * Gears, belts and the like that together allow nothing but standstill, while each of them alone
 * would turn. The smallest set that does it is found by leaving joints out, one after the other:
 * what is left when none more can go contradicts itself. */
#include "doctor/inside.h"
#include <string.h>

enum { MOTIONS = 100, JOINTS = 120 }; /* those of sixteen loose bodies in space */
static const double rest = 1e-6;
static const double held = 0.97; /* a wheel that is welded to what its gears should turn about */
static const double unlikely =
    0.5; /* a coupling too many, where another free was most likely meant */

/* Whether the frees that coupling c couples stand still in all motions that these joints allow. 1:
 * they do, 0: not, -1: it is not known. */
static int stands(Patient *p, int c, const bool *locked) {
    double *v[MOTIONS];
    const SystemJoint *coupling = &p->system->joint[c];
    const int count = jd_free_velocities(p, locked, MOTIONS, v);
    if (count < 0 || count == MOTIONS) return -1;
    for (int n = 0; n < count; n++)
        for (int side = 0; side < 2; side++)
            if (fabs(jd_free_rate(p, coupling->coupled[side], coupling->coupled_free[side], v[n])) >
                rest)
                return 0;
    return 1;
}

static bool is_driven(const Patient *p) {
    return p->system->drives > 0;
}

/* One coupling alone, across a loop that goes on moving elsewhere, may be a way to hold a part of
 * it still. */
static bool is_told(const Patient *p, const bool *locked) {
    int count = 0;
    for (int k = 0; k < p->system->joints; k++) count += locked[k] && p->system->joint[k].couples;
    return count > 1 || p->check->finite <= 0;
}

/* A wheel of the set is held fast; -1: none is. */
static int last_weld(const Patient *p, const bool *locked) {
    for (int k = p->system->joints - 1; k >= 0; k--)
        if (locked[k] && jd_joint_is_weld(&p->model->joints.at[k])) return k;
    return -1;
}

static void tell(Patient *p, const bool *locked) {
    const JdSystem *s = p->system;
    const char *names[JOINTS] = {NULL};
    int count = 0, first = -1;
    Changes changes = {0};
    const int weld = last_weld(p, locked);
    for (int k = 0; k < s->joints; k++)
        if (locked[k] && s->joint[k].couples) {
            names[count++] = s->joint[k].name;
            /* One whose wheels are drawn otherwise is to blame most likely, then the last. */
            if (first < 0 || jd_wheels_fit(p, first) || !jd_wheels_fit(p, k)) first = k;
        }
    Text text = {0};
    jd_words_list(&text, names, count, 8);
    if (weld >= 0
            ? !jd_find(p, JD_ERROR, "couplings-block", s->joint[weld].where,
                       "with '%s' %s let nothing turn: their wheels can only stand still",
                       s->joint[weld].name, jd_words_keep(p, &text))
            : !jd_find(p, JD_ERROR, "couplings-block", s->joint[first].where,
                       "%s %s: their wheels can only stand still", jd_words_keep(p, &text),
                       count > 1 ? "contradict each other" : "contradicts the joints around it"))
        return;
    for (int k = s->joints - 1; k >= 0; k--) {
        if (!locked[k] || !s->joint[k].couples) continue;
        const int before = changes.count;
        jd_changes_of_statement(p, &changes, jd_statement_of(p, s->joint[k].where));
        /* One whose wheels do not even touch is the one too many. */
        for (int n = before; n < changes.count && !jd_wheels_touch(p, k); n++)
            if (!*changes.at[n].with) changes.at[n].likely = 0.95, changes.at[n].alters = false;
    }
    if (weld >= 0)
        jd_change_drop(p, &changes, jd_statement_of(p, s->joint[weld].where),
                       "without this statement", held);
    if (!jd_try_remedy(p, &changes, "couplings-block"))
        jd_hint(p->log, "wheels that mesh in a ring turn only if there is an even number of them; "
                        "look at the signs of "
                        "the ratios, or take one of them away");
}

/* ---- Two ratios of the same two frees ----------------------------------------------------------
 */

static bool couple_alike(const SystemJoint *a, const SystemJoint *b) {
    const bool straight = a->coupled[0] == b->coupled[0] && a->coupled[1] == b->coupled[1] &&
                          a->coupled_free[0] == b->coupled_free[0] &&
                          a->coupled_free[1] == b->coupled_free[1];
    const bool crossed = a->coupled[0] == b->coupled[1] && a->coupled[1] == b->coupled[0] &&
                         a->coupled_free[0] == b->coupled_free[1] &&
                         a->coupled_free[1] == b->coupled_free[0];
    return straight || crossed;
}

/* A free of the same kind whose joint nothing names but its own statement: that was meant. */
static bool has_unnamed(const Patient *p, int coupling) {
    const SystemJoint *own = &p->system->joint[coupling];
    const FreeDef *free = p->system->joint[own->coupled[0]].free[own->coupled_free[0]];
    for (int k = 0; k < p->system->joints; k++) {
        const SystemJoint *joint = &p->system->joint[k];
        if (!joint->couples && joint->frees == 1 && joint->free[0]->kind == free->kind &&
            jd_times_said(p, joint->name) == 1)
            return true;
    }
    return false;
}

/* Both alone would move; together they ask for two ratios at once. */
static void look_at_pair(Patient *p, int a, int b) {
    const JdSystem *s = p->system;
    bool *locked = ARENA_NEW(&p->arena, bool, s->joints + 1);
    if (!locked) return;
    for (int k = 0; k < s->joints; k++) locked[k] = !s->joint[k].couples || k == a;
    if (stands(p, b, locked) != 0) return;
    locked[b] = true;
    if (stands(p, b, locked) != 1) return;
    if (!jd_find(p, JD_ERROR, "couplings-block", s->joint[b].where,
                 "'%s' and '%s' couple the same two frees, and contradict each other: both can "
                 "only stand still",
                 s->joint[a].name, s->joint[b].name))
        return;
    Changes changes = {0};
    const int last[2] = {b, a};
    for (int n = 0; n < 2; n++) {
        const Node *statement = jd_statement_of(p, s->joint[last[n]].where);
        const double likely = has_unnamed(p, b) ? unlikely : n ? held : 1;
        jd_change_drop(p, &changes, statement, "without this statement", likely);
        if (likely == unlikely) jd_changes_of_statement(p, &changes, statement);
    }
    if (!jd_try_remedy(p, &changes, "couplings-block"))
        jd_hint(p->log, "two frees have one ratio: leave one of them out");
}

static void look_at_pairs(Patient *p) {
    const JdSystem *s = p->system;
    for (int a = 0; a < s->joints; a++)
        for (int b = a + 1; b < s->joints && s->joint[a].couples; b++)
            if (s->joint[b].couples && couple_alike(&s->joint[a], &s->joint[b]))
                look_at_pair(p, a, b);
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    if (s->joints <= JOINTS) look_at_pairs(p);
    bool *locked = ARENA_NEW(&p->arena, bool, s->joints + 1),
         *done = ARENA_NEW(&p->arena, bool, s->joints + 1);
    if (!locked || !done || s->joints > JOINTS || is_driven(p) || jd_is_found(p, "couplings-block"))
        return;
    for (int c = 0; c < s->joints; c++) {
        if (!s->joint[c].couples || done[c]) continue;
        memset(locked, true, (size_t)s->joints * sizeof *locked);
        if (stands(p, c, locked) != 1) continue;
        /* Alone it turns; otherwise something else holds the wheels. */
        for (int k = 0; k < s->joints; k++) locked[k] = !s->joint[k].couples;
        if (stands(p, c, locked) != 0) continue;
        memset(locked, true, (size_t)s->joints * sizeof *locked);
        for (int k = 0; k < s->joints; k++) {
            locked[k] = false;
            if (stands(p, c, locked) != 1) locked[k] = true;
        }
        for (int k = 0; k < s->joints; k++) done[k] = done[k] || locked[k];
        if (is_told(p, locked)) tell(p, locked);
    }
}

const Examination jd_examination_blocked = {"blocked", NEEDS_JOINTS, look};
