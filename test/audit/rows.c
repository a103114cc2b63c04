/* SPDX-License-Identifier: MIT
 *
 * The instants at which rows are asked for. */
#include "sketch.h"

static void ask(Sketch *k, double time, bool switching) {
    Mechanism *m = k->m;
    if (!(time > 0 && time < m->until) || m->instants == INSTANTS_MAX) return;
    int at = m->instants;
    for (int n = 0; n < m->instants; n++)
        if (m->instant[n].time == time) return;
    for (; at > 0 && m->instant[at - 1].time > time; at--) m->instant[at] = m->instant[at - 1];
    m->instant[at] = (Instant){time, switching};
    m->instants++;
}

static void ask_anywhere(Sketch *k) {
    const int count = 6;
    ask(k, 1e-6 * k->m->until, false);
    ask(k, (1 - 1e-9) * k->m->until, false);
    for (int n = 0; n < count; n++) ask(k, k->m->until * uniform(&k->chance, 0, 1), false);
}

static void ask_at_switches(Sketch *k) {
    double at[2 * FORCES_MAX];
    const int count = audit_switches(k->m, at);
    for (int n = 0; n < count; n++) {
        ask(k, at[n], true);
        ask(k, at[n] * (1 - 1e-3), false);
        ask(k, at[n] * (1 + 1e-3), false);
    }
}

/* The instants at which the crank comes to a singular angle, by the reference, and some beside
 * them. */
static void ask_at_alignment(Sketch *k, double time) {
    static const double beside[] = {1e-10, 1e-7, 1e-5, 1e-3};
    ask(k, time, false);
    const double off = beside[any_of(&k->chance, 4)] * k->m->until;
    ask(k, time + (once_in(&k->chance, 2) ? off : -off), false);
}

static double to_alignment(const Subject *s, int n, double angle) {
    return remainder(angle - s->singular_angle[n], AUDIT_PI);
}

static void ask_at_alignments(Sketch *k) {
    static _Thread_local Course c, back;
    Subject *s = k->s;
    const int looks = 60;
    audit_course_start(&c, k->m, s->rank);
    if (!s->singulars || !audit_course_to(&c, 0)) return;
    double last = audit_dense_free(&c.d, s->singular_joint, ANGLE, c.y).f;
    for (int n = 1; n <= looks; n++) {
        back = c;
        if (!audit_course_to(&c, k->m->until * n / looks)) return;
        const double is = audit_dense_free(&c.d, s->singular_joint, ANGLE, c.y).f;
        for (int a = 0; a < s->singulars; a++) {
            const double p = to_alignment(s, a, last), q = to_alignment(s, a, is);
            if (p * q > 0 || fabs(p) > 1 || fabs(q) > 1 || p == 0) continue;
            /* Newton's method from the time before it. */
            static _Thread_local Course near;
            near = back;
            double time = back.time + (c.time - back.time) * p / (p - q);
            for (int round = 0; round < 4; round++) {
                near = back;
                if (!(time > back.time) || !audit_course_to(&near, fmin(time, c.time))) break;
                const Jet at = audit_dense_free(&near.d, s->singular_joint, ANGLE, near.y);
                time -= to_alignment(s, a, at.f) / at.d;
            }
            ask_at_alignment(k, time);
        }
        last = is;
    }
}

void audit_ask_rows(Sketch *k) {
    ask_anywhere(k);
    ask_at_switches(k);
    ask_at_alignments(k);
}
