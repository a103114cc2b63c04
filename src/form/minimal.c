/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates: the rates of a few joints, on which all others depend; an ordinary
 * differential equation without locks. Positions of the others follow from the closure of loops:
 * theory (9.11)-(9.14).
 *
 * State: coordinates of the whole tree, counted turns, rates of the whole tree. Only the
 * independent ones count: the others are worked out anew at every evaluation, and their numbers in
 * the state say no more than where to look and which way round. So any others may be the
 * independent ones from one step to the next. */
#include "form/chain.h"
#include "form/cut_joint.h"
#include <string.h>

/* ---- State ---------------------------------------------------------------------------------- */

/* The independent rates of the closed form. */
static void take_rates(const MinimalPlan *plan, MinimalWork *w) {
    int free = 0, bound = 0;
    for (int u = 0; u < plan->tree.nu; u++)
        if (plan->depends[u])
            w->dependent[bound++] = u;
        else
            w->independent[free++] = u;
}

static void take_chain(const MinimalPlan *plan, MinimalWork *w) {
    w->mode.by_chain = plan->chain != NULL;
    for (int d = 0; w->mode.by_chain && d < plan->chain->dyads; d++)
        w->chain->known[d].q = INFINITY;
    if (w->mode.by_chain) take_rates(plan, w);
}

static void init(const JdSystem *s, Motion *m) {
    MinimalWork *w = m->form;
    for (int r = 0; r < ((const MinimalPlan *)s->plan)->tree.cut.rows; r++) w->rows[r] = r;
    jd_tree_init(s, &((const MinimalPlan *)s->plan)->tree, &w->tree);
    w->mode.chosen = 0;
    w->mode.looked = false;
    take_chain(s->plan, w);
}

static void state(const JdSystem *s, const Motion *m, const double *like, double *y) {
    const Tree *tree = &((const MinimalPlan *)s->plan)->tree;
    jd_tree_read(s, tree, m, like, y, y + jd_first_rate(s));
    memcpy(y + tree->nq, m->turn, (size_t)s->turns * sizeof *y);
}

/* ---- Evaluating ----------------------------------------------------------------------------- */

static void fail(const MinimalPlan *plan, double *udot) {
    for (int k = 0; k < plan->tree.nu; k++) udot[k] = NAN;
}

/* How all rates change with one of the independent ones: columns of B. theory (9.12) */
static void fill_B(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w) {
    const int nu = plan->tree.nu;
    for (int k = 0; k < plan->free; k++) {
        double *B = w->B + k * nu;
        const int own = w->independent[k];
        memset(B, 0, (size_t)nu * sizeof *B);
        B[own] = 1;
        for (int r = 0; r < plan->tree.cut.rows; r++)
            w->r[r] = -w->G[r * nu + own] / plan->unit[own] *
                      (plan->tree.cut.row[r].metres ? s->length : 1);
        jd_minimal_follow(s, plan, w, w->r, B);
    }
}

void jd_solve_positive(int n, double *M, double *h) {
    for (int k = 0; k < n; k++)
        for (int r = k + 1; r < n; r++) {
            const double share = M[r * n + k] / M[k * n + k];
            for (int c = k + 1; c <= r && share != 0; c++) M[r * n + c] -= share * M[c * n + k];
            h[r] -= share * h[k];
        }
    for (int k = n - 1; k >= 0; k--) {
        double sum = h[k];
        for (int c = k + 1; c < n; c++) sum -= M[c * n + k] * h[c];
        h[k] = sum / M[k * n + k];
    }
}

/* A chain of one coordinate knows uniform gravity already. */
static void eval_forces(const JdSystem *s, Motion *m, MinimalWork *w) {
    const MinimalPlan *plan = s->plan;
    const bool falls = w->mode.by_chain && plan->tree.cut.rows && plan->chain->one &&
                       s->gravity_kind == GRAVITY_UNIFORM;
    if (!falls) {
        jd_forces_eval(s, m, w->tree.Q);
        return;
    }
    memset(w->tree.Q, 0, (size_t)(s->kernel->nv * (s->bodies - 1)) * sizeof *w->tree.Q);
    jd_forces_add(s, m, w->tree.Q);
}

static void solve(const JdSystem *s, Motion *m, double *udot) {
    const MinimalPlan *plan = s->plan;
    const Tree *tree = &plan->tree;
    MinimalWork *w = m->form;
    const bool plain = w->mode.by_chain && tree->cut.rows && plan->chain->plain;
    if (jd_ends(m, PART_ROWS)) return;
    if (!plain) {
        memset(w->tree.effort, 0, (size_t)tree->nu * sizeof(double));
        eval_forces(s, m, w);
    }
    if (jd_ends(m, PART_FORCES)) return;
    m->rows.report = (SparseReport){.ratio = INFINITY, .positive = true, .bad_row = -1};
    if (!tree->cut.rows) {
        jd_tree_solve(s, tree, &w->tree, m, udot);
        return;
    }
    m->rows.report.ratio = w->pivot; /* as pivots of J M^-1 J^T go */
    m->rows.report.row = s->kernel->nv * (s->bodies - 1) + plan->row[0];
    m->rows.short_way = false;
    if (w->mode.by_chain) {
        jd_chain_solve(s, plan, w, m, udot);
        return;
    }
    /* Accelerations with the independent ones left out. */
    jd_tree_accelerate(s, tree, &w->tree, NULL);
    for (int r = 0; r < tree->cut.rows; r++)
        w->r[r] = -w->tree.cut.bias[r] - jd_tree_row_accel(s, tree, &w->tree, m, plan->group[r], r);
    memset(w->udot, 0, (size_t)tree->nu * sizeof *w->udot);
    jd_minimal_follow(s, plan, w, w->r, w->udot);
    jd_tree_accelerate(s, tree, &w->tree, w->udot);
    fill_B(s, plan, w);
    jd_tree_reduce(s, tree, &w->tree, m, plan->free, w->B, w->twists, w->M, w->h);
    if (jd_ends(m, PART_MASS)) return;
    jd_solve_positive(plan->free, w->M, w->h);
    memcpy(udot, w->udot, (size_t)tree->nu * sizeof *udot);
    for (int k = 0; k < plan->free; k++)
        for (int u = 0; u < tree->nu; u++) udot[u] += w->h[k] * w->B[k * tree->nu + u];
    m->rows.report.ratio = w->pivot * w->pivot;
    m->rows.report.row = s->kernel->nv * (s->bodies - 1) + plan->row[w->lowest];
}

/* A mechanism of one coordinate in closed form: of the bodies only those are told where they are
 * that forces act on. */
static void rates_one(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    const Chain *chain = plan->chain;
    MinimalWork *w = m->form;
    const double *u = y + jd_first_rate(s), x = u[chain->bar[chain->independent[0]].u];
    double *accel = out + jd_first_rate(s);
    m->time = time;
    m->turn = y + plan->tree.nq;
    m->recovered = w->read = w->chain->told = false;
    const bool closed = chain->go(chain, w, y, x);
    if (!chain->plain) {
        if (chain->acts) {
            memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *w->q);
            jd_know_frees(m, plan->chain_frees, w);
            jd_chain_tell(s, plan, w, m);
            memset(w->tree.effort, 0, (size_t)plan->tree.nu * sizeof(double));
        } else {
            m->tree_free = NULL;
            jd_plane_move_one(s, m, &chain->pushed, w->chain->one, x);
        }
        eval_forces(s, m, w);
    }
    const double xdot = jd_chain_one_solve(s, plan, w);
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        if (!bar->turn && !bar->slide) continue;
        out[bar->q] = x * w->chain->share[k];
        accel[bar->u] = w->chain->accel[k] + xdot * w->chain->share[k];
    }
    if (!closed) fail(plan, accel);
    m->rows.report.ratio = w->pivot;
    if (s->turns) s->kernel->turn_rates(s, m, out + plan->tree.nq);
}

static void rates(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    const bool uniform = s->gravity_kind == GRAVITY_UNIFORM && m->end_after == PART_ALL;
    if (w->mode.by_chain && w->mode.chosen != 0 && plan->chain->one && uniform) {
        rates_one(s, m, time, y, out);
        return;
    }
    if (jd_minimal_place(s, m, time, y))
        solve(s, m, out + jd_first_rate(s));
    else
        fail(plan, out + jd_first_rate(s));
    jd_tree_derivative(s, &plan->tree, y, w->u, out);
    if (s->turns) s->kernel->turn_rates(s, m, out + plan->tree.nq);
}

static void kinematics(const JdSystem *s, Motion *m, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    jd_minimal_place(s, m, m->time, y);
    if (w->mode.by_chain && plan->tree.cut.rows) jd_chain_tell(s, plan, w, m);
    jd_tree_derivative(s, &plan->tree, y, w->u, out);
    if (s->turns) s->kernel->turn_rates(s, m, out + plan->tree.nq);
}

static void recover(const JdSystem *s, Motion *m, Level level) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (w->mode.by_chain && plan->tree.cut.rows) jd_chain_tell(s, plan, w, m);
    if (w->mode.by_chain && plan->tree.cut.rows && !w->read) {
        memcpy(w->q, m->turn - plan->tree.nq, (size_t)plan->tree.nq * sizeof *w->q);
        jd_know_frees(m, plan->frees, w);
        jd_chain_read(s, plan, w, m, w->q);
        w->read = true;
    }
    if (level == LEVEL_ACCELERATION && !m->recovered) jd_motion_solve(s, m);
}

static bool tidy(const JdSystem *s, double *y) {
    return jd_tree_tidy(s, &((const MinimalPlan *)s->plan)->tree, y);
}

static FormCount count(const JdSystem *s) {
    const MinimalPlan *plan = s->plan;
    FormCount count = jd_count_tree(s, &plan->tree);
    if (!plan->tree.cut.rows) return count;
    count.dependent = plan->tree.nu - plan->free;
    count.coordinates = plan->free - jd_idle_turns(s);
    count.multipliers = count.velocities = 0;
    count.entries = plan->free * plan->free;
    count.iterated = plan->chain ? plan->chain->iterated : count.dependent;
    count.iterates = count.iterated > 0;
    return count;
}

/* ---- After a step --------------------------------------------------------------------------- */

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

static void try_chain(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, Motion *m,
                      const double *y) {
    const double pivot = w->pivot;
    if (!plan->chain || w->mode.by_chain) return;
    for (int d = 0; d < plan->chain->dyads; d++) w->chain->known[d].q = INFINITY;
    const bool closed = jd_chain_place(s, plan, w, m, y, y + jd_first_rate(s));
    w->mode.by_chain = closed && w->pivot > jd_dyad_high;
    if (w->mode.by_chain)
        take_rates(plan, w);
    else
        w->pivot = pivot;
}

/* Other independent rates, where those at hand let others run away. */
static void rechoose(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (w->mode.chosen == 1) w->mode.chosen = w->pivot; /* the first look */
    if (!runs_away(plan, w)) return;
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_choose(plan, w);
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_factor(plan, w);
    w->mode.chosen = w->pivot;
    w->mode.by_chain = false;
}

static bool unsettled(const JdSystem *s, const Motion *m) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    if (!plan->tree.cut.rows || w->mode.chosen == 0) return false;
    if (!w->mode.looked) return true;
    if (plan->rolls) return false;
    return w->mode.by_chain ? is_stretched(w) : plan->chain || runs_away(plan, w);
}

/* By Newton's method, with the rates that are best at the next evaluation. */
static void afresh(const JdSystem *s, Motion *m) {
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

static ChangeReport settle(const JdSystem *s, Motion *m, double time, const double *y) {
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
        try_chain(s, plan, w, m, y);
    }
    if (w->mode.chosen == 0) jd_minimal_place(s, m, time, y);
    report.count = note_change(plan, w);
    report.anew = report.count || w->mode.by_chain != was || (!was && plan->chain);
    return report;
}

static ChangeReport renew(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    ChangeReport report = {.left = w->left, .came = w->came};
    const bool chooses = plan->tree.cut.rows && plan->free > 0 && !plan->rolls;
    if (!chooses || w->mode.chosen == 0 || w->mode.by_chain) return report;
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_choose_anew(plan, w);
    jd_minimal_rows(s, plan, w, m);
    jd_minimal_factor(plan, w);
    w->mode.chosen = w->pivot;
    report.count = note_change(plan, w);
    report.anew = report.count > 0;
    return report;
}

static int independent(const JdSystem *s, const Motion *m, const int **rates) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    *rates = w->first;
    return plan->tree.cut.rows && w->mode.looked ? plan->free : 0;
}

static double fastest(const MinimalPlan *plan, const MinimalWork *w) {
    double speed = 1;
    for (int u = 0; u < plan->tree.nu; u++) speed = fmax(speed, fabs(w->u[u]));
    return speed;
}

/* Closed forms know nothing of the locks that they close: here they are asked. */
static void look_at_locks(const JdSystem *s, Motion *m, const MinimalWork *w,
                          ProjectReport *report) {
    const RowSet *set = &s->dynamics;
    s->kernel->rows(s, set, m, &m->rows);
    for (int r = 0; r < set->rows; r++) {
        const double unit = set->row[r].metres ? s->length : 1;
        const double f = set->row[r].velocity ? 0 : fabs(m->rows.f[r]) / unit;
        const double rate = fabs(m->rows.rate[r]) / unit / fastest(s->plan, w);
        if (!isnan(report->positions) && !(f <= report->positions)) report->positions = f;
        if (!isnan(report->velocities) && !(rate <= report->velocities)) report->velocities = rate;
    }
}

/* ---- Projection ------------------------------------------------------------------------------ */

/* The factors by which a state that rolls is corrected. */
static void factor_rolling(const JdSystem *s, Motion *m, double *step) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    memset(w->tree.effort, 0, (size_t)plan->tree.nu * sizeof(double));
    memset(w->tree.g, 0, (size_t)plan->tree.cut.rows * sizeof(double));
    memset(w->tree.Q, 0, (size_t)(s->kernel->nv * (s->bodies - 1)) * sizeof(double));
    jd_tree_solve(s, &plan->tree, &w->tree, m, step);
}

static ProjectReport project_rolling(const JdSystem *s, Motion *m, double time, double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    const TreeProjection how = {.tree = &plan->tree,
                                .work = &w->tree,
                                .step = w->step,
                                .first_rate = jd_first_rate(s),
                                .factors = FACTORS_ANEW,
                                .place = jd_minimal_open,
                                .factor = factor_rolling};
    return jd_tree_project(s, m, &how, time, y);
}

/* Dependent numbers of the state as they are worked out. */
static ProjectReport project(const JdSystem *s, Motion *m, double time, Factors factors,
                             double *y) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (plan->rolls) return project_rolling(s, m, time, y);
    ProjectReport report = {.done = jd_minimal_place(s, m, time, y)};
    if (!report.done) return report;
    if (w->mode.by_chain && plan->tree.cut.rows) {
        jd_chain_tell(s, plan, w, m);
        jd_chain_read(s, plan, w, m, y);
        w->read = true;
        memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *y);
        for (int k = 0; k < plan->chain->bars; k++)
            if (plan->chain->bar[k].turn || plan->chain->bar[k].slide)
                y[jd_first_rate(s) + plan->chain->bar[k].u] = w->chain->rate[k];
        if (factors == FACTORS_ANEW) look_at_locks(s, m, w, &report);
    } else if (plan->tree.cut.rows) {
        memcpy(y, w->q, (size_t)plan->tree.nq * sizeof *y);
        memcpy(y + jd_first_rate(s), w->u, (size_t)plan->tree.nu * sizeof *y);
        report.positions = jd_minimal_worst(s, plan, w->tree.cut.f, false);
        report.velocities = jd_minimal_worst(s, plan, w->tree.cut.rate, true) / fastest(plan, w);
    }
    jd_turns_settle(s, m, y + plan->tree.nq);
    return report;
}

static double error(const JdSystem *s, const double *y0, const double *y1, const double *err,
                    double tol) {
    return jd_tree_error(s, &((const MinimalPlan *)s->plan)->tree, jd_first_rate(s), y0, y1, err) /
           tol;
}

const FormType jd_form_minimal = {
    .name = "minimal",
    .aliases = "lagrange",
    .summary = "independent joint coordinates only, an ordinary differential equation",
    .closes = "dependent coordinates follow from the independent ones",
    .always_projects = true,
    .prepare = jd_minimal_prepare,
    .layout = jd_minimal_layout,
    .init = init,
    .keep = jd_minimal_keep,
    .state = state,
    .rates = rates,
    .kinematics = kinematics,
    .first_velocity = jd_first_rate,
    .tidy = tidy,
    .project = project,
    .unsettled = unsettled,
    .settle = settle,
    .renew = renew,
    .afresh = afresh,
    .open = jd_minimal_open,
    .independent = independent,
    .dyad = jd_minimal_dyad,
    .recover = recover,
    .rate_name = jd_minimal_rate_name,
    .count = count,
    .parts = PARTS_WITH_MASS,
    .error = error,
};
