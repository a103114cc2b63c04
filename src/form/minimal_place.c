/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates: bodies, rates and rows from the state. Loops are closed in closed form or by
 * Newton's method; then the dependent rates follow. theory (9.11), (9.12) */
#include "form/chain.h"
#include <string.h>

double jd_minimal_worst(const JdSystem *s, const MinimalPlan *plan, const double *f,
                        bool velocities) {
    double most = 0;
    for (int r = 0; r < plan->tree.cut.rows; r++) {
        const Row *row = &plan->tree.cut.row[r];
        if (row->velocity && !velocities) continue;
        const double size = fabs(f[r]) / (row->metres ? s->length : 1);
        if (!isnan(most) && !(size <= most)) most = size;
    }
    return most;
}

static void pose_all(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, Motion *m) {
    jd_tree_ground(s, m);
    for (int n = 0; n < plan->tree.nodes; n++) jd_tree_pose(s, &plan->tree, &w->tree, m, n, w->q);
}

/* Newton's method from where the state says; independent coordinates stay. False: it does not come
 * near. */
static bool close_by_newton(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, Motion *m) {
    RowWork *cut = &w->tree.cut;
    double before = INFINITY;
    for (int round = 0; round < 20; round++) {
        pose_all(s, plan, w, m);
        s->kernel->rows(s, &plan->tree.cut, m, cut);
        const double now = jd_minimal_worst(s, plan, cut->f, false);
        if (!isfinite(now)) return false;
        if (now < 2e-16 || (now < 1e-13 && now > 0.1 * before)) return true;
        if (round > 5 && now > 0.9 * before) return now < 1e-10;
        before = now;
        jd_minimal_rows(s, plan, w, m);
        if (w->mode.chosen == 0) {
            jd_minimal_choose(plan, w);
            w->mode.chosen = 1;
            jd_minimal_rows(s, plan, w, m);
        }
        jd_minimal_factor(plan, w);
        for (int r = 0; r < plan->tree.cut.rows; r++)
            w->r[r] = plan->tree.cut.row[r].velocity ? 0 : -cut->f[r];
        memset(w->step, 0, (size_t)plan->tree.nu * sizeof *w->step);
        jd_minimal_follow(s, plan, w, w->r, w->step);
        jd_tree_increment(s, &plan->tree, w->step, w->q);
    }
    return false;
}

/* Rows and rates of all that is open: the bodies stand and move as the state says. */
void jd_minimal_open(const JdSystem *s, Motion *m, double time, const double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    const RowWork *cut = &w->tree.cut;
    const double *u = y + jd_first_rate(s);
    m->time = time;
    m->turn = y + plan->tree.nq;
    m->recovered = false;
    memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *w->q);
    memcpy(w->u, u, (size_t)plan->tree.nu * sizeof *w->u);
    jd_tree_move(s, &plan->tree, &w->tree, m, y, u);
    jd_know_frees(m, plan->frees, w);
    if (jd_ends(m, PART_PLACE) || !plan->tree.cut.rows) return;
    s->kernel->rows(s, &plan->tree.cut, m, &w->tree.cut);
    for (int r = 0; r < plan->tree.cut.rows; r++) {
        m->rows.f[plan->row[r]] = cut->f[r];
        m->rows.rate[plan->row[r]] = cut->rate[r];
    }
}

/* A mechanism that rolls reaches positions that no choice of as many coordinates as rates would
 * tell. So its state is all of the tree's, kept by projection, and which rates are independent only
 * serves to solve for accelerations: it is chosen at every evaluation. */
static void place_rolling(const JdSystem *s, Motion *m, double time, const double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    jd_minimal_open(s, m, time, y);
    if (jd_ends(m, PART_PLACE)) return;
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_choose(plan, w);
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_factor(plan, w);
    w->mode.chosen = 1;
}

bool jd_minimal_place(const JdSystem *s, Motion *m, double time, const double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    RowWork *cut = &w->tree.cut;
    const double *u = y + jd_first_rate(s);
    if (!plan->tree.cut.rows) {
        jd_minimal_open(s, m, time, y);
        return true;
    }
    if (plan->rolls) {
        place_rolling(s, m, time, y);
        return true;
    }
    m->time = time;
    m->turn = y + plan->tree.nq;
    m->recovered = false;
    w->read = false;
    if (w->mode.by_chain) {
        memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *w->q);
        const bool closed = jd_chain_place(s, plan, w, m, y, u);
        const bool starts_low = w->mode.chosen == 0 && !(w->pivot > jd_dyad_low);
        jd_know_frees(m, plan->chain_frees, w);
        if (!starts_low) {
            w->mode.chosen = 1;
            return closed;
        }
        w->mode.by_chain = false; /* stretched at the start */
    }
    memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *w->q);
    memset(w->u, 0, (size_t)plan->tree.nu * sizeof *w->u);
    if (!close_by_newton(s, plan, w, m)) return false;
    if (jd_ends(m, PART_PLACE)) return true;

    /* With the independent rates alone, then what rows still miss. */
    for (int k = 0; k < plan->free; k++) w->u[w->independent[k]] = u[w->independent[k]];
    jd_tree_twist(s, &plan->tree, &w->tree, m, w->q, w->u);
    s->kernel->rows(s, &plan->tree.cut, m, cut);
    jd_minimal_rows(s, plan, w, m);
    if (w->mode.chosen == 0) {
        jd_minimal_choose(plan, w);
        w->mode.chosen = 1;
        return jd_minimal_place(s, m, time, y);
    }
    jd_minimal_factor(plan, w);
    for (int r = 0; r < plan->tree.cut.rows; r++) w->r[r] = -cut->rate[r];
    jd_minimal_follow(s, plan, w, w->r, w->u);
    jd_tree_twist(s, &plan->tree, &w->tree, m, w->q, w->u);
    s->kernel->rows(s, &plan->tree.cut, m, cut);
    for (int r = 0; r < plan->tree.cut.rows; r++) {
        m->rows.f[plan->row[r]] = cut->f[r];
        m->rows.rate[plan->row[r]] = cut->rate[r];
    }
    jd_know_frees(m, plan->frees, w);
    return true;
}
