/* SPDX-License-Identifier: MIT
 *
 * Gears, belts and the like that together allow nothing but standstill, while each of them alone
 * would turn. The smallest set that does it is found by leaving joints out, one after the other:
 * what is left when none more can go contradicts itself. */
#include "doctor/inside.h"
#include <string.h>

enum { MOTIONS = 100, JOINTS = 120 }; /* those of sixteen loose bodies in space */
static const double rest = 1e-6;

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

static void tell(Patient *p, const bool *locked) {
    const JdSystem *s = p->system;
    const char *names[JOINTS] = {NULL};
    int count = 0, first = -1;
    Changes changes = {0};
    for (int k = 0; k < s->joints; k++)
        if (locked[k] && s->joint[k].couples) {
            names[count++] = s->joint[k].name;
            /* One whose wheels are drawn otherwise is to blame most likely, then the last. */
            if (first < 0 || jd_wheels_fit(p, first) || !jd_wheels_fit(p, k)) first = k;
        }
    Text text = {0};
    jd_words_list(&text, names, count, 8);
    if (!jd_find(p, JD_ERROR, "couplings-block", s->joint[first].where,
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
    if (!jd_try_remedy(p, &changes, "couplings-block"))
        jd_hint(p->log, "wheels that mesh in a ring turn only if there is an even number of them; "
                        "look at the signs of "
                        "the ratios, or take one of them away");
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    bool *locked = ARENA_NEW(&p->arena, bool, s->joints + 1),
         *done = ARENA_NEW(&p->arena, bool, s->joints + 1);
    if (!locked || !done || s->joints > JOINTS || is_driven(p)) return;
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
