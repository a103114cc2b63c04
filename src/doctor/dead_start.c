/* SPDX-License-Identifier: MIT
 *
 * At rest where nothing accelerates it, though forces act: in a dead centre, or balanced on its
 * head. A little beside, the forces take it away; so nothing moves in the computer, and everything
 * would in the workshop. */
#include "doctor/inside.h"
#include <string.h>

enum { MOTIONS = 12 };
static const double at_rest = 1e-12; /* m/s: rounding of an assembly that asked for no rate */
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

/* Nothing in the text but what is shown depends on time. */
static bool is_timeless(const Patient *p) {
    return jd_times_said(p, "time") == 0 && !p->system->extras && !p->system->drives;
}

/* It starts at rest where nothing acts, and is run all the same: gravity was forgotten. */
static void look_at_nothing(Patient *p) {
    const JdModel *m = p->model;
    if (m->gravity_said || !m->outputs.count || !m->joints.count || m->forces.count ||
        m->drives.count || m->starts.count || !(jd_model_info(m).until > 0) || !p->source ||
        !is_timeless(p) || jd_motion_speed(p->system, p->run->motion.v) > at_rest)
        return;
    if (!jd_find(p, JD_WARNING, "gravity-implausible", p->system->body[1].where,
                 "nothing will ever move: it starts at rest, without gravity, forces or drives"))
        return;
    Changes changes = {0};
    const Node *root = &p->document.root, *top = NULL;
    for (int n = 0; n < root->block.count && !top; n++)
        if (jd_word_in_list(root->block.at[n]->word, "planar spatial model"))
            top = root->block.at[n];
    for (int n = 0; n < root->block.count; n++)
        if (jd_word_in_list(root->block.at[n]->word, "planar spatial")) top = root->block.at[n];
    if (top)
        jd_change_after(p, &changes, top, "with gravity", 1,
                        m->space == JD_PLANAR ? "gravity [0, -9.81] m/s^2"
                                              : "gravity [0, 0, -9.81] m/s^2");
    if (!jd_try_remedy(p, &changes, "gravity-implausible"))
        jd_hint(p->log, "`gravity none` says that it is meant");
}

/* At rest for good, while events wait for a motion. */
static bool look_at_events(Patient *p) {
    const JdModel *m = p->model;
    if (!p->system->whens || !m->whens.count || !is_timeless(p)) return false;
    if (jd_find(p, JD_WARNING, "start-balanced", m->whens.at[0].where,
                "nothing will move: it starts at rest where all forces balance, and '%s' waits for "
                "a motion",
                m->whens.at[0].name))
        jd_hint(p->log, "a condition on `time`, or a start value, begins it");
    return true;
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    const double load = load_of(p);
    double *v[MOTIONS];
    if (!(load > 0)) look_at_nothing(p);
    if (!(load > 0) || s->drives || s->extras || p->check->freedoms < 1 ||
        p->check->freedoms > MOTIONS - 1 || p->check->finite < p->check->freedoms)
        return;
    if (jd_motion_speed(s, p->run->motion.v) > at_rest ||
        largest(s, p->run->motion.a) > still * load)
        return;
    if (s->whens) {
        look_at_events(p);
        return;
    }
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
