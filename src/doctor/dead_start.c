/* SPDX-License-Identifier: MIT
 *
 * At rest where nothing accelerates it, though forces act: in a dead centre, or balanced on its
 * head. A little beside, the forces take it away; so nothing moves in the computer, and everything
 * would in the workshop. */
#include "doctor/inside.h"
#include <string.h>

enum { MOTIONS = 12 };
static const double still =
    1e-9; /* of the acceleration that the loads would give the bodies alone */
static const double beside = 1e-3; /* radians, or parts of the mechanism's length */
static const double leaves =
    1e-5; /* of the same: beside the start it is taken away by this at least */

/* The largest acceleration that gravity and forces would give any body by itself. */
static double load_of(const Patient *p) {
    const JdSystem *s = p->system;
    const Motion *m = &p->run->motion;
    double most = vec3_norm(s->gravity);
    for (int n = 0; n < s->forces; n++) {
        const double push = vec3_norm(m->forces[n].force) / s->weight +
                            fabs(m->forces[n].effort) / s->weight / s->length +
                            vec3_norm(m->forces[n].torque) / s->weight / s->length;
        most = fmax(most, push);
    }
    return most;
}

static double largest(const JdSystem *s, const double *a) {
    double most = 0;
    for (int k = 0; k < s->kernel->nv * (s->bodies - 1); k++)
        most = fmax(most, fabs(a[k]) * (k % s->kernel->nv < s->kernel->linear ? 1 : s->length));
    return most;
}

/* Accelerations at rest a little along v, by v: above 0, it goes on that way. */
static double pull_along(Patient *p, JdRun *aside, const double *v, double sign) {
    const JdSystem *s = p->system;
    Motion *m = &aside->motion;
    const int primal = s->kernel->nv * (s->bodies - 1);
    double *step = ARENA_NEW(&p->arena, double, primal + 1), sum = 0, size = 0;
    if (!step) return 0;
    memcpy(m->own_q, p->run->motion.q, (size_t)jd_positions(s) * sizeof(double));
    memset(m->own_v, 0, (size_t)primal * sizeof(double));
    m->q = m->own_q, m->v = m->own_v;
    for (int k = 0; k < primal; k++) step[k] = sign * beside * v[k];
    s->kernel->increment(s, step, m->own_q);
    s->kernel->move(s, m);
    *m->known = 0;
    jd_motion_solve(s, m);
    for (int k = 0; k < primal; k++) {
        const double unit = k % s->kernel->nv < s->kernel->linear ? 1 / s->length : 1;
        sum += m->a[k] * v[k] * unit * unit * sign;
        size += v[k] * v[k] * unit * unit;
    }
    return size > 0 ? sum / size * s->length : 0;
}

static const double at_rest = 1e-12; /* m/s: rounding of an assembly that asked for no rate */

static void look(Patient *p) {
    const JdSystem *s = p->system;
    const double load = load_of(p);
    double *v[MOTIONS];
    if (!(load > 0) || s->drives || s->extras || s->whens || p->check->freedoms < 1 ||
        p->check->freedoms > MOTIONS - 1 || p->check->finite < p->check->freedoms)
        return;
    if (jd_motion_speed(s, p->run->motion.v) > at_rest ||
        largest(s, p->run->motion.a) > still * load)
        return;
    const int count = jd_free_velocities(p, NULL, MOTIONS, v);
    JdLog *unheard = jd_log_new();
    JdRun *aside = unheard ? jd_run_at_start(s, unheard) : NULL;
    double most = 0;
    for (int n = 0; n < count && aside; n++)
        for (int sign = -1; sign <= 1; sign += 2)
            most = fmax(most, pull_along(p, aside, v[n], sign));
    jd_run_free(aside);
    jd_log_free(unheard);
    if (!(most > leaves * load)) return;
    const FreeMotion *motion = p->motions.count ? &p->motions.at[0] : NULL;
    const char *start = motion ? motion->name : "a free";
    const Where where = p->model->starts.count ? p->model->starts.at[0].where : s->body[1].where;
    if (!jd_find(p, JD_WARNING, "start-balanced", where,
                 "nothing will move: it starts at rest where all forces balance, and a little "
                 "beside they take it away"))
        return;
    jd_hint(p->log,
            "a dead centre, or a body on its head: start it a little aside, `start %s = 1 deg` (a "
            "slide: 1 mm), or "
            "with a rate",
            start);
}

const Examination jd_examination_dead_start = {"dead_start", NEEDS_MOTION, look};
