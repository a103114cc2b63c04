/* SPDX-License-Identifier: MIT
 *
 * The table of attitudes, and a form whose state has them in other numbers than quaternions: a
 * table of its own, made for one run. Each function turns the state into that of the form, does
 * what that does, and turns back what has become of it. theory 6.21 */
#include "run/attitude.h"
#include "base/registry.h"
#include "run/run.h"
#include <assert.h>
#include <string.h>

#define ATTITUDE(name) extern const AttitudeType jd_attitude_##name;
#include "run/attitudes.def"
#undef ATTITUDE

static const AttitudeType *const attitudes[] = {
#define ATTITUDE(name) &jd_attitude_##name,
#include "run/attitudes.def"
#undef ATTITUDE
};
static const Registry registry = REGISTRY_WITH_ALIASES(attitudes);

const AttitudeType *jd_attitude_at(int index) {
    return jd_registry_at(&registry, index);
}

const AttitudeType *jd_attitude_find(const char *name) {
    return jd_registry_find(&registry, name);
}

void jd_attitude_suggest(Nearest *nearest) {
    jd_registry_suggest(&registry, nearest);
}

/* ---- There and back ------------------------------------------------------------------------- */

static Quat quat_of(const double *q) {
    return (Quat){q[0], q[1], q[2], q[3]};
}

/* The form's state; `to` has room for it. */
static double *upright(const JdSystem *s, const Motion *m, const double *y, double *to) {
    memcpy(to, y, (size_t)s->states * sizeof *y);
    for (int k = 0; k < m->turned.count; k++) {
        const int at = m->turned.place[k];
        const Quat q = m->turned.type->quaternion(y + at);
        to[at] = q.w, to[at + 1] = q.x, to[at + 2] = q.y, to[at + 3] = q.z;
    }
    return to;
}

/* And back, in the frames of `like`; NULL: in the best. */
static void turn(const JdSystem *s, const Motion *m, const double *from, const double *like,
                 double *y) {
    double own[4];
    for (int i = 0, k = 0; i < s->states; i++) {
        if (k == m->turned.count || i < m->turned.place[k]) {
            y[i] = from[i];
            continue;
        }
        m->turned.type->read(quat_of(from + i), like ? like + i : NULL, own);
        memcpy(y + i, own, sizeof own);
        i += 3, k++;
    }
}

/* ---- The form -------------------------------------------------------------------------------- */

/* Of quaternions, in their places: those of the angles. */
static void turn_rates(const Motion *m, const double *y, double *rates) {
    for (int k = 0; k < m->turned.count; k++) {
        const int at = m->turned.place[k];
        const Vec3 w = jd_quat_rate_in(m->turned.type->quaternion(y + at), quat_of(rates + at));
        m->turned.type->rates(y + at, w, rates + at);
    }
}

void jd_attitude_rates(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const bool turned = m->turned.count > 0;
    s->form->rates(s, m, time, turned ? upright(s, m, y, m->turned.state) : y, out);
    if (turned) turn_rates(m, y, out);
}

static void kinematics(const JdSystem *s, Motion *m, const double *y, double *out) {
    s->form->kinematics(s, m, upright(s, m, y, m->turned.state), out);
    turn_rates(m, y, out);
}

static void open(const JdSystem *s, Motion *m, double time, const double *y) {
    s->form->open(s, m, time, upright(s, m, y, m->turned.state));
}

static void state(const JdSystem *s, const Motion *m, const double *like, double *y) {
    s->form->state(s, m, NULL, m->turned.other);
    turn(s, m, m->turned.other, like, y);
}

static ProjectReport project(const JdSystem *s, Motion *m, double time, Factors factors,
                             double *y) {
    const ProjectReport report =
        s->form->project(s, m, time, factors, upright(s, m, y, m->turned.state));
    turn(s, m, m->turned.state, y, y);
    return report;
}

static ChangeReport settle(const JdSystem *s, Motion *m, double time, const double *y) {
    return s->form->settle(s, m, time, upright(s, m, y, m->turned.state));
}

/* There is no length to be kept. */
static bool tidy(const JdSystem *s, double *y) {
    (void)s, (void)y;
    return false;
}

static void wrap(JdRun *run) {
    FormType *form = &run->turned;
    *form = *run->system->form;
    form->rates = jd_attitude_rates;
    form->kinematics = kinematics;
    form->state = state;
    form->project = project;
    form->tidy = tidy;
    form->of_bodies = false;
    form->residual = NULL, form->pattern = NULL, form->known = NULL;
    if (form->open) form->open = open;
    if (form->settle) form->settle = settle;
    run->form = form;
}

/* ---- Of a run -------------------------------------------------------------------------------- */

/* Place number k of a quaternion in the form's state; -1: there is none. `most` is how many there
 * may be. */
static int place_of(const JdSystem *s, int k, int *most) {
    const Tree *tree = s->form->tree ? s->form->tree(s) : NULL;
    *most = tree ? tree->nodes : s->bodies - 1;
    if (s->space == JD_PLANAR || k >= *most) return -1;
    return tree ? jd_tree_attitude(s, tree, k) : s->kernel->nq * k + s->kernel->linear;
}

void jd_attitude_layout(JdRun *run, Layout *at) {
    const bool turns = run->attitude->quaternion != NULL;
    const size_t room = turns ? (size_t)run->n + 1 : 0;
    int most = 0;
    if (turns) place_of(run->system, 0, &most);
    run->motion.turned.state = PLACE(at, double, room);
    run->motion.turned.other = PLACE(at, double, room);
    run->turned_place = PLACE_OWNERS(at, int, (size_t)most + 1);
}

void jd_attitude_start(JdRun *run) {
    const JdSystem *s = run->system;
    int count = 0, most = 0;
    if (!run->attitude->quaternion) return;
    place_of(s, 0, &most);
    for (int k = 0; k < most; k++) {
        const int place = place_of(s, k, &most);
        if (place >= 0) run->turned_place[count++] = place;
    }
    if (count == 0) return;
    run->motion.turned.type = run->attitude;
    run->motion.turned.count = count;
    run->motion.turned.place = run->turned_place;
    wrap(run);
    jd_attitude_enter(run, run->y);
}

void jd_attitude_enter(JdRun *run, double *y) {
    if (run->motion.turned.count) turn(run->system, &run->motion, y, NULL, y);
}

bool jd_attitude_reframe(JdRun *run) {
    const Motion *m = &run->motion;
    bool over = false;
    for (int k = 0; k < m->turned.count; k++) {
        double *x = run->y + m->turned.place[k];
        if (!m->turned.type->is_over(x)) continue;
        m->turned.type->read(m->turned.type->quaternion(x), NULL, x);
        run->cost.frames++;
        over = true;
    }
    return over;
}
