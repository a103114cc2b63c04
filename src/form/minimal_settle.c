/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates, after a step: closed form or Newton's method, which rates are independent
 * from now on, and the dependent numbers of the state as they were worked out. theory 9.5, 9.6 */
#include "form/cut_joint.h"
#include "form/minimal.h"
#include <string.h>

/* A dyad is next to stretched. */
static bool is_stretched(const MinimalWork *w) {
    return !(w->pivot > jd_dyad_low);
}

/* Other rates run away from those that are independent. */
static bool runs_away(const MinimalPlan *plan, const MinimalWork *w) {
    return plan->free > 0 && !(w->pivot > 0.25 * w->mode.chosen);
}

static void leave_chain(MinimalWork *w) {
    if (!is_stretched(w)) return;
    w->mode.by_chain = false;
    w->mode.chosen = 0;
}

static void try_chain(const JdSystem *s, Motion *m, const double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    const double pivot = w->pivot;
    if (!plan->depends || w->mode.by_chain) return;
    if (plan->chain) jd_chain_forget(&w->chain);
    w->mode.by_chain = jd_minimal_close(s, m, y) && w->pivot > jd_dyad_high;
    if (w->mode.by_chain)
        jd_minimal_take_rates(plan, w);
    else
        w->pivot = pivot;
}

/* Other independent rates, as they are best here. */
static void choose(const JdSystem *s, Motion *m,
                   void (*best)(const MinimalPlan *plan, MinimalWork *w)) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    jd_minimal_rows(s, plan, w, m);
    best(plan, w);
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_factor(plan, w);
    w->mode.chosen = w->pivot;
}

/* Where those at hand let others run away. */
static void rechoose(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (w->mode.chosen == 1) w->mode.chosen = w->pivot; /* the first look */
    if (runs_away(plan, w)) choose(s, m, jd_minimal_choose);
}

/* Those that were chosen where none was good may have become better: they go bad by what they were
 * at best. */
bool jd_minimal_unsettled(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (!plan->tree.cut.rows || w->mode.chosen == 0) return false;
    if (!w->mode.looked) return true;
    if (plan->rolls) return false;
    if (!w->mode.by_chain && w->mode.chosen < 1) w->mode.chosen = fmax(w->mode.chosen, w->pivot);
    return w->mode.by_chain ? is_stretched(w) : plan->depends || runs_away(plan, w);
}

/* By Newton's method, with the rates that are best at the next evaluation. */
void jd_minimal_afresh(const JdSystem *s, Motion *m) {
    MinimalWork *w = m->form;
    (void)s;
    w->mode.by_chain = false;
    w->mode.chosen = 0;
}

/* Which rates are independent that were not at the last look, and which were and are not. */
static int note_change(const MinimalPlan *plan, MinimalWork *w) {
    const int nu = plan->tree.nu;
    int left = 0, came = 0;
    memset(w->now, 0, (size_t)nu * sizeof *w->now);
    for (int k = 0; k < plan->free; k++) w->now[w->independent[k]] = true;
    if (!w->mode.looked) memcpy(w->first, w->independent, (size_t)plan->free * sizeof *w->first);
    for (int u = 0; u < nu; u++) {
        if (w->mode.looked && w->in_use[u] && !w->now[u]) w->left[left++] = u;
        if (w->mode.looked && !w->in_use[u] && w->now[u]) w->came[came++] = u;
        w->in_use[u] = w->now[u];
    }
    w->mode.looked = true;
    return came;
}

/* Those of the first evaluation, for people; where they change at every one, nobody is told. */
static void note_first(const MinimalPlan *plan, MinimalWork *w) {
    if (!w->mode.looked) memcpy(w->first, w->independent, (size_t)plan->free * sizeof *w->first);
    w->mode.looked = true;
}

ChangeReport jd_minimal_settle(const JdSystem *s, Motion *m, double time, const double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    ChangeReport report = {.left = w->left, .came = w->came};
    if (!plan->tree.cut.rows || w->mode.chosen == 0) return report;
    if (plan->rolls) {
        note_first(plan, w);
        return report;
    }
    const bool was = w->mode.by_chain;
    if (was) {
        leave_chain(w);
    } else {
        rechoose(s, m);
        try_chain(s, m, y);
    }
    if (w->mode.chosen == 0) jd_minimal_place(s, m, time, y);
    report.count = note_change(plan, w);
    report.anew = report.count || w->mode.by_chain != was || (!was && plan->depends);
    return report;
}

ChangeReport jd_minimal_renew(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    ChangeReport report = {.left = w->left, .came = w->came};
    const bool chooses = plan->tree.cut.rows && plan->free > 0 && !plan->rolls;
    if (!chooses || w->mode.chosen == 0 || w->mode.by_chain) return report;
    choose(s, m, jd_minimal_choose_anew);
    report.count = note_change(plan, w);
    report.anew = report.count > 0;
    return report;
}

static double fastest(const MinimalPlan *plan, const MinimalWork *w) {
    double speed = 1;
    for (int u = 0; u < plan->tree.nu; u++) speed = fmax(speed, fabs(w->u[u]));
    return speed;
}

/* How far these rows are off, by lengths and speeds of the mechanism. */
static void measure(const JdSystem *s, const RowSet *set, const RowWork *rows, double speed,
                    ProjectReport *report) {
    report->positions = jd_rows_worst(s, set, rows->f, false);
    report->velocities = jd_rows_worst(s, set, rows->rate, true) / speed;
}

/* ---- Projection ------------------------------------------------------------------------------ */

/* The factors by which a state that rolls is corrected. */
static void factor_rolling(const JdSystem *s, Motion *m, double *step) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    memset(w->tree.effort, 0, (size_t)plan->tree.nu * sizeof(double));
    memset(w->tree.g, 0, (size_t)plan->tree.cut.rows * sizeof(double));
    memset(w->tree.Q, 0, (size_t)jd_velocities(s) * sizeof(double));
    jd_tree_solve(&(TreeAt){s, &plan->tree, &w->tree, m}, step);
}

static ProjectReport project_rolling(const JdSystem *s, Motion *m, double time, double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    const TreeProjection how = {.tree = &plan->tree,
                                .work = &w->tree,
                                .step = w->step,
                                .first_rate = jd_first_rate(s),
                                .factors = FACTORS_ANEW,
                                .time = time,
                                .place = jd_minimal_open,
                                .factor = factor_rolling};
    return jd_tree_project(s, m, &how, y);
}

/* What the state says of dependent numbers only tells an evaluation where to look. */
bool jd_minimal_ends_closed(const JdSystem *s, const Motion *m) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    return plan->closes && w->mode.by_chain && w->mode.chosen != 0;
}

static ProjectReport write_down(const JdSystem *s, Motion *m, double *y) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    jd_minimal_find(s, m);
    memcpy(y, w->q, (size_t)plan->tree.nq * sizeof *y);
    memcpy(y + jd_first_rate(s), w->u, (size_t)plan->tree.nu * sizeof *y);
    jd_turns_settle(s, m, y + plan->tree.nq);
    return (ProjectReport){.done = true};
}

/* Dependent numbers of the state as they are worked out. */
ProjectReport jd_minimal_project(const JdSystem *s, Motion *m, double time, Factors factors,
                                 double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (factors == FACTORS_HERE) return write_down(s, m, y);
    if (plan->rolls) return project_rolling(s, m, time, y);
    ProjectReport report = {.done = jd_minimal_place(s, m, time, y)};
    if (!report.done) return report;
    if (jd_minimal_by_chain(plan, w)) {
        jd_minimal_tell(s, m);
        jd_minimal_read(s, m, y);
        w->read = true;
        memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *y);
        memcpy(y + jd_first_rate(s), w->u, (size_t)plan->tree.nu * sizeof *y);
        if (factors == FACTORS_ANEW) { /* closed forms know nothing of the locks that they close */
            s->kernel->rows(s, &s->dynamics, m, &m->rows);
            measure(s, &s->dynamics, &m->rows, fastest(plan, w), &report);
        }
    } else if (plan->tree.cut.rows) {
        memcpy(y, w->q, (size_t)plan->tree.nq * sizeof *y);
        memcpy(y + jd_first_rate(s), w->u, (size_t)plan->tree.nu * sizeof *y);
        measure(s, &plan->tree.cut, &w->tree.cut, fastest(plan, w), &report);
    }
    jd_turns_settle(s, m, y + plan->tree.nq);
    return report;
}
