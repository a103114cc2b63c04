/* SPDX-License-Identifier: MIT
 *
 * Minimal coordinates: the rates of a few joints, on which all others depend; an ordinary
 * differential equation without locks. Positions of the others follow from the closure of loops, in
 * closed form (loop/) or by Newton's method: theory (9.11)-(9.14).
 *
 * State: coordinates of the whole tree, counted turns, rates of the whole tree. Only the
 * independent ones count: the others are worked out anew at every evaluation, and their numbers in
 * the state say no more than where to look and which way round. So any others may be the
 * independent ones from one step to the next. */
#include "form/minimal.h"
#include "math/dense.h"
#include "math/newton.h"
#include "math/two.h"
#include <string.h>

/* ---- State ----------------------------------------------------------------------------------- */

void jd_minimal_take_rates(const MinimalPlan *plan, MinimalWork *w) {
    int free = 0, bound = 0;
    for (int u = 0; u < plan->tree.nu; u++)
        if (plan->depends[u])
            w->dependent[bound++] = u;
        else
            w->independent[free++] = u;
}

static void init(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    for (int r = 0; r < plan->tree.cut.rows; r++) w->rows[r] = r;
    jd_tree_init(s, &plan->tree, &w->tree);
    w->mode = (MinimalMode){.by_chain = plan->depends != NULL};
    if (!plan->depends) return;
    if (plan->chain) jd_chain_forget(&w->chain);
    jd_minimal_take_rates(plan, w);
}

static void state(const JdSystem *s, const Motion *m, const double *like, double *y) {
    const Tree *tree = &((const MinimalPlan *)s->plan)->tree;
    jd_tree_read(s, tree, m, like, y, y + jd_first_rate(s));
    memcpy(y + tree->nq, m->turn, (size_t)s->turns * sizeof *y);
}

/* ---- By closed form -------------------------------------------------------------------------- */

void jd_minimal_read(const JdSystem *s, Motion *m, double *q) {
    const MinimalPlan *plan = s->plan;
    if (plan->space) {
        jd_space_read(&((MinimalWork *)m->form)->space, q);
        return;
    }
    jd_chain_read(&((MinimalWork *)m->form)->chain, q);
    if (s->space == JD_PLANAR) jd_tree_angles(s, &plan->tree, m, q);
}

void jd_minimal_tell_rates(const MinimalPlan *plan, MinimalWork *w) {
    for (int k = 0; k < plan->chain->bars; k++) {
        const Bar *bar = &plan->chain->bar[k];
        if (bar->turn || bar->slide) w->u[bar->u] = w->rate * w->chain.rate[k];
        if (bar->slide) w->q[bar->q] = w->chain.travel[k];
    }
}

/* Rates of all joints too, and where slides stand, for forces that act on them. */
void jd_minimal_tell(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    if (w->told) return;
    w->told = true;
    if (plan->space) {
        jd_minimal_space_tell(s, m);
        return;
    }
    jd_plane_move(s, m, &plan->plane, w->chain.body, w->rate);
    jd_minimal_tell_rates(plan, w);
    if (plan->angles) jd_minimal_read(s, m, w->q);
}

bool jd_minimal_close(const JdSystem *s, Motion *m, const double *y) {
    const MinimalPlan *plan = s->plan;
    const Chain *chain = plan->chain;
    MinimalWork *w = m->form;
    const double *u = y + jd_first_rate(s);
    bool closed;
    if (plan->space) return jd_minimal_space_close(s, m, y);
    w->rate = chain->one ? u[chain->bar[chain->independent[0]].u] : 1;
    if (chain->one) {
        closed = jd_chain_pass(&w->chain, y, w->rate);
    } else {
        for (int k = 0; k < chain->bars && chain->drives; k++)
            if (chain->bar[k].drive >= 0) jd_drive_jet(s, m, chain->bar[k].drive, w->chain.jet[k]);
        closed = jd_chain_pass_columns(&w->chain, y, u);
    }
    w->told = false;
    if (!plan->plain) jd_minimal_tell(s, m);
    w->pivot = w->chain.low;
    return closed;
}

/* The rate of the one independent rate. Uniform gravity is in h already; w->tree.Q has all other
 * forces. */
SELDOM double accelerate_pushed(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w) {
    const Chain *chain = plan->chain;
    double h = w->chain.h, pushed = 0;
    jd_plane_forces(s, &plan->pushed, w->tree.Q, w->force);
    for (int k = 0; k < plan->pushed.count; k++) {
        const int b = plan->pushed.at[k].body;
        const Spin *F = &w->force[b], *v = &w->chain.body[b].v;
        pushed += F->line.x * v->line.x + F->line.y * v->line.y + F->turn * v->turn;
    }
    h += pushed;
    for (int k = 0; k < chain->bars && plan->acts; k++)
        if (chain->bar[k].turn || chain->bar[k].slide)
            h += w->tree.effort[chain->bar[k].u] * w->chain.rate[k];
    return h / w->chain.M;
}

static inline double accelerate_one(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w) {
    return plan->plain ? w->chain.h / w->chain.M : accelerate_pushed(s, plan, w);
}

/* (9.13): row f of M, and h. */
static void reduce(const MinimalPlan *plan, MinimalWork *w, int f) {
    const Chain *chain = plan->chain;
    const int n = chain->free, bodies = chain->bodies;
    const Spin *own = w->chain.column + f * bodies;
    double h = 0;
    for (int g = 0; g <= f; g++) w->M[f * n + g] = 0;
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        const int b = bar->body;
        const Spin *F = &w->force[b], *a = &w->chain.body[b].a, *v = &own[b];
        h += v->line.x * (F->line.x - bar->mass * a->line.x) +
             v->line.y * (F->line.y - bar->mass * a->line.y) +
             v->turn * (F->turn - bar->inertia * a->turn);
        for (int g = 0; g <= f; g++) {
            const Spin *other = &w->chain.column[g * bodies + b];
            w->M[f * n + g] +=
                bar->mass * vec2_dot(v->line, other->line) + bar->inertia * v->turn * other->turn;
        }
        if (bar->turn || bar->slide)
            h += w->tree.effort[bar->u] * w->chain.share[f * chain->bars + k];
    }
    w->h[f] = h;
}

/* Accelerations of all coordinates. theory (9.14) */
static void solve_by_chain(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w,
                           double *udot) {
    const Chain *chain = plan->chain;
    const ChainWork *of = &w->chain;
    const int n = chain->free;
    if (chain->one) {
        w->h[0] = accelerate_one(s, plan, w);
    } else {
        jd_plane_forces(s, &plan->plane, w->tree.Q, w->force);
        for (int f = 0; f < n; f++) reduce(plan, w, f);
        jd_dense_solve_positive(n, w->M, w->h);
    }
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        if (!bar->turn && !bar->slide) continue;
        double sum = of->bias[k];
        for (int f = 0; f < n; f++)
            sum += w->h[f] * (chain->one ? of->rate[k] : of->share[f * chain->bars + k]);
        udot[bar->u] = sum;
        w->u[bar->u] = w->rate * of->rate[k];
    }
}

/* ---- Places and rates ------------------------------------------------------------------------ */

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
        const double now = jd_rows_worst(s, &plan->tree.cut, cut->f, false);
        const NewtonRound at = jd_newton_round(round, now, before);
        if (at != ROUND_GOES_ON) return at == ROUND_IS_THERE;
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
    jd_tree_tell_rows(&plan->tree, cut, m);
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
        const bool closed = jd_minimal_close(s, m, y);
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
    jd_tree_tell_rows(&plan->tree, cut, m);
    jd_know_frees(m, plan->frees, w);
    return true;
}

/* ---- Evaluating ------------------------------------------------------------------------------ */

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

/* A chain of one coordinate knows uniform gravity already. */
static void eval_forces(const JdSystem *s, Motion *m, MinimalWork *w) {
    const MinimalPlan *plan = s->plan;
    const bool falls = jd_minimal_by_chain(plan, w) && plan->chain && plan->chain->one &&
                       s->gravity_kind == GRAVITY_UNIFORM;
    if (!falls) {
        jd_forces_eval(s, m, w->tree.Q);
        return;
    }
    memset(w->tree.Q, 0, (size_t)jd_velocities(s) * sizeof *w->tree.Q);
    jd_forces_add(s, m, w->tree.Q);
}

static void solve(const JdSystem *s, Motion *m, double *udot) {
    const MinimalPlan *plan = s->plan;
    const Tree *tree = &plan->tree;
    MinimalWork *w = m->form;
    const TreeAt at = {s, tree, &w->tree, m};
    const bool plain = jd_minimal_by_chain(plan, w) && plan->plain;
    if (jd_ends(m, PART_ROWS)) return;
    if (!plain) {
        memset(w->tree.effort, 0, (size_t)tree->nu * sizeof(double));
        eval_forces(s, m, w);
    }
    if (jd_ends(m, PART_FORCES)) return;
    m->rows.report = sparse_none_low;
    if (!tree->cut.rows) {
        jd_tree_solve(&at, udot);
        return;
    }
    m->rows.report.ratio = w->pivot; /* as pivots of J M^-1 J^T go */
    m->rows.report.row = jd_velocities(s) + plan->tree.row[0];
    m->rows.short_way = false;
    if (w->mode.by_chain) {
        if (plan->space)
            jd_minimal_space_solve(s, m, udot);
        else
            solve_by_chain(s, plan, w, udot);
        return;
    }
    /* Accelerations with the independent ones left out. */
    jd_tree_accelerate(s, tree, &w->tree, NULL);
    for (int r = 0; r < tree->cut.rows; r++)
        w->r[r] = -w->tree.cut.bias[r] - jd_tree_row_accel(&at, plan->group[r], r);
    memset(w->udot, 0, (size_t)tree->nu * sizeof *w->udot);
    jd_minimal_follow(s, plan, w, w->r, w->udot);
    jd_tree_accelerate(s, tree, &w->tree, w->udot);
    fill_B(s, plan, w);
    jd_tree_reduce(&at, plan->free, w->B, w->twists, w->M, w->h);
    if (jd_ends(m, PART_MASS)) return;
    jd_dense_solve_positive(plan->free, w->M, w->h);
    memcpy(udot, w->udot, (size_t)tree->nu * sizeof *udot);
    for (int k = 0; k < plan->free; k++)
        for (int u = 0; u < tree->nu; u++) udot[u] += w->h[k] * w->B[k * tree->nu + u];
    m->rows.report.ratio = w->pivot * w->pivot;
    m->rows.report.row = jd_velocities(s) + plan->tree.row[w->lowest];
}

/* A mechanism of one coordinate in closed form: of the bodies only those are told where they are
 * that forces act on. */
static void rates_one(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    const Chain *chain = plan->chain;
    MinimalWork *w = m->form;
    double *accel = out + jd_first_rate(s);
    m->time = time;
    m->turn = y + plan->tree.nq;
    m->recovered = w->read = w->told = false;
    const double x = w->rate = y[jd_first_rate(s) + chain->bar[chain->independent[0]].u];
    const bool closed = jd_chain_pass(&w->chain, y, x);
    if (!plan->plain) {
        if (plan->acts) {
            memcpy(w->q, y, (size_t)plan->tree.nq * sizeof *w->q);
            jd_know_frees(m, plan->chain_frees, w);
            jd_minimal_tell(s, m);
            memset(w->tree.effort, 0, (size_t)plan->tree.nu * sizeof(double));
        } else {
            m->tree_free = NULL;
            jd_plane_move(s, m, &plan->pushed, w->chain.body, x);
        }
        eval_forces(s, m, w);
    }
    const double xdot = accelerate_one(s, plan, w), *rate = w->chain.rate, *bias = w->chain.bias;
    for (const ChainMove *at = chain->move, *end = at + chain->moves; at < end; at++) {
        out[at->q] = x * rate[at->bar];
        accel[at->u] = bias[at->bar] + xdot * rate[at->bar];
    }
    if (!closed) fail(plan, accel);
    w->pivot = m->rows.report.ratio = w->chain.low;
    if (s->turns) s->kernel->turn_rates(s, m, out + plan->tree.nq);
}

SELDOM void rates_any(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    if (jd_minimal_place(s, m, time, y))
        solve(s, m, out + jd_first_rate(s));
    else
        fail(plan, out + jd_first_rate(s));
    jd_tree_derivative(s, &plan->tree, y, w->u, out);
    if (s->turns) s->kernel->turn_rates(s, m, out + plan->tree.nq);
}

static void rates(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    const bool uniform = s->gravity_kind == GRAVITY_UNIFORM && m->end_after == PART_ALL;
    if (w->mode.by_chain && w->mode.chosen != 0 && plan->chain && plan->chain->one && uniform)
        rates_one(s, m, time, y, out);
    else
        rates_any(s, m, time, y, out);
}

static void kinematics(const JdSystem *s, Motion *m, const double *y, double *out) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    jd_minimal_place(s, m, m->time, y);
    if (jd_minimal_by_chain(plan, w)) jd_minimal_tell(s, m);
    jd_tree_derivative(s, &plan->tree, y, w->u, out);
    if (s->turns) s->kernel->turn_rates(s, m, out + plan->tree.nq);
}

void jd_minimal_find(const JdSystem *s, Motion *m) {
    const MinimalPlan *plan = s->plan;
    MinimalWork *w = m->form;
    jd_minimal_tell(s, m);
    if (w->read) return;
    memcpy(w->q, m->turn - plan->tree.nq, (size_t)plan->tree.nq * sizeof *w->q);
    jd_know_frees(m, plan->frees, w);
    jd_minimal_read(s, m, w->q);
    w->read = true;
}

static void recover(const JdSystem *s, Motion *m, Level level) {
    if (jd_minimal_by_chain(s->plan, m->form)) jd_minimal_find(s, m);
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
    count.entries = (double)plan->free * plan->free;
    count.iterated = plan->space ? 0 : plan->chain ? plan->chain->iterated : count.dependent;
    count.iterates = count.iterated > 0;
    return count;
}

static int independent(const JdSystem *s, const Motion *m, const int **rates) {
    const MinimalPlan *plan = s->plan;
    const MinimalWork *w = m->form;
    *rates = w->first;
    return plan->tree.cut.rows && w->mode.looked ? plan->free : 0;
}

static double error(const JdSystem *s, const double *y0, const double *y1, const double *err,
                    double tol) {
    return jd_tree_error(s, &((const MinimalPlan *)s->plan)->tree, jd_first_rate(s), y0, y1, err) /
           tol;
}

static const Tree *tree_of(const JdSystem *s) {
    const MinimalPlan *plan = s->plan;
    return &plan->tree;
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
    .project = jd_minimal_project,
    .ends_closed = jd_minimal_ends_closed,
    .unsettled = jd_minimal_unsettled,
    .settle = jd_minimal_settle,
    .renew = jd_minimal_renew,
    .afresh = jd_minimal_afresh,
    .open = jd_minimal_open,
    .independent = independent,
    .dyad = jd_minimal_dyad,
    .block = jd_minimal_block,
    .recover = recover,
    .given = jd_minimal_given,
    .rate_name = jd_minimal_rate_name,
    .count = count,
    .tree = tree_of,
    .parts = PARTS_WITH_MASS,
    .error = error,
};
