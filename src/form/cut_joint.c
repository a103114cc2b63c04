/* SPDX-License-Identifier: MIT
 *
 * Cut-joint: the coordinates of a spanning tree of joints, and multipliers for the joints that
 * close loops. What the tree's joints lock holds by itself. theory 9. State: coordinates of the
 * tree, counted turns, rates of the tree. */
#include "form/cut_joint.h"
#include "form/inside.h"
#include <string.h>

typedef struct {
    Tree tree;
    double *damp, *restore; /* gains of each cut row; zero unless Baumgarte */
    TreeFree *frees;        /* of each joint */
} Plan;

typedef struct {
    TreeWork tree;
    double *step;
} Work;

/* ---- Preparing ------------------------------------------------------------------------------ */

static bool make_gains(JdSystem *s, Plan *plan) {
    const RowSet *set = &plan->tree.cut;
    plan->damp = ARENA_NEW(&s->arena, double, set->rows + 1);
    plan->restore = ARENA_NEW(&s->arena, double, set->rows + 1);
    if (s->arena.failed) return false;
    for (int r = 0; r < set->rows && s->stabilise == STABILISE_BAUMGARTE; r++)
        jd_row_gains(s, &set->row[r], &plan->damp[r], &plan->restore[r]);
    return true;
}

const Tree *jd_cut_tree(const JdSystem *s, const TreeFree **frees) {
    const Plan *plan = s->plan;
    *frees = plan->frees;
    return &plan->tree;
}

const Tree *jd_cut_own_tree(const JdSystem *s) {
    return &((const Plan *)s->plan)->tree;
}

bool jd_cut_prepare(JdSystem *s, JdLog *log) {
    Plan *plan = ARENA_NEW(&s->arena, Plan, 1);
    if (!plan || !jd_tree_make(s, &plan->tree, s->cut) || !jd_tree_hinges(s, &plan->tree) ||
        !jd_tree_turns_make(s, &plan->tree) || !make_gains(s, plan) ||
        !jd_tree_frees(s, &plan->tree, &plan->frees)) {
        jd_report_memory(log);
        return false;
    }
    s->plan = plan;
    s->states = plan->tree.nq + s->turns + plan->tree.nu;
    return jd_tree_check(s, &plan->tree, log) &&
           jd_form_is_not_too_large(s, plan->tree.cut.rows, "multipliers", log);
}

void jd_cut_layout(const JdSystem *s, Motion *m, Layout *at) {
    const Plan *plan = s->plan;
    Work *work = PLACE_OWNER(at, Work), measured;
    if (!at->base) work = &measured;
    jd_tree_layout(s, &plan->tree, &work->tree, at);
    work->step = PLACE(at, double, plan->tree.nu + 1);
    m->form = at->base ? work : NULL;
}

void jd_cut_init(const JdSystem *s, Motion *m) {
    jd_tree_init(s, &((const Plan *)s->plan)->tree, &((Work *)m->form)->tree);
}

void jd_cut_keep(const JdSystem *s, Motion *m, Keeper *keeper) {
    const void *const frees[] = {NULL, ((const Plan *)s->plan)->frees};
    jd_keep_choice(keeper, &m->tree_free, frees, 2);
    jd_tree_keep(&((Work *)m->form)->tree, keeper);
}

int jd_cut_first_velocity(const JdSystem *s) {
    return ((const Plan *)s->plan)->tree.nq + s->turns;
}

void jd_cut_state(const JdSystem *s, const Motion *m, const double *like, double *y) {
    const Tree *tree = &((const Plan *)s->plan)->tree;
    jd_tree_read(s, tree, m, like, y, y + jd_cut_first_velocity(s));
    memcpy(y + tree->nq, m->turn, (size_t)s->turns * sizeof *y);
}

/* ---- Evaluating ----------------------------------------------------------------------------- */

/* Parts of an evaluation are those of any tree. */
static bool by_hinges(const Plan *plan, const Motion *m) {
    return plan->tree.hinges && m->end_after == PART_ALL;
}

static void move(const JdSystem *s, Motion *m, const double *y) {
    const Plan *plan = s->plan;
    TreeWork *work = &((Work *)m->form)->tree;
    const double *u = y + jd_cut_first_velocity(s);
    m->rows.filled = false;
    if (by_hinges(plan, m))
        jd_tree_hinges_move(&(TreeAt){s, &plan->tree, work, m}, y, u);
    else
        jd_tree_move(s, &plan->tree, work, m, y, u);
}

/* Bodies and cut rows from the state. */
static void place(const JdSystem *s, Motion *m, double time, const double *y) {
    const Plan *plan = s->plan;
    Work *work = m->form;
    RowWork *cut = &work->tree.cut;
    m->time = time;
    m->turn = y + plan->tree.nq;
    m->tree_free = plan->frees;
    m->tree_q = y;
    m->tree_u = y + jd_cut_first_velocity(s);
    m->tree_effort = work->tree.effort;
    move(s, m, y);
    if (jd_ends(m, PART_PLACE)) return;
    if (plan->tree.cut.rows) s->kernel->rows(s, &plan->tree.cut, m, cut);
    jd_tree_tell_rows(&plan->tree, cut, m);
    m->recovered = false;
}

/* Rates of the coordinates and of the counted turns, after place. */
static void derive(const JdSystem *s, Motion *m, const double *y, double *out) {
    const Tree *tree = &((const Plan *)s->plan)->tree;
    const double *u = y + jd_cut_first_velocity(s);
    jd_tree_derivative(s, tree, y, u, out);
    if (by_hinges(s->plan, m))
        jd_tree_hinges_turns(&(TreeAt){s, tree, &((Work *)m->form)->tree, m}, u, out + tree->nq);
    else if (s->turns)
        s->kernel->turn_rates(s, m, out + tree->nq);
}

static void solve(const JdSystem *s, Motion *m, double *udot) {
    const Plan *plan = s->plan;
    Work *work = m->form;
    const RowWork *cut = &work->tree.cut;
    if (by_hinges(plan, m)) {
        jd_tree_hinges_solve(&(TreeAt){s, &plan->tree, &work->tree, m}, udot);
        m->rows.report = sparse_none_low;
        m->rows.short_way = false;
        return;
    }
    if (jd_ends(m, PART_ROWS)) return;
    memset(work->tree.effort, 0, (size_t)plan->tree.nu * sizeof(double));
    jd_forces_eval(s, m, work->tree.Q);
    if (jd_ends(m, PART_FORCES)) return;
    for (int r = 0; r < plan->tree.cut.rows; r++)
        work->tree.g[r] =
            -cut->bias[r] - plan->damp[r] * cut->rate[r] - plan->restore[r] * cut->f[r];
    jd_tree_solve(&(TreeAt){s, &plan->tree, &work->tree, m}, udot);
    m->rows.report = (SparseReport){.ratio = work->tree.ratio, .positive = true, .bad_row = -1};
    m->rows.short_way = false;
    if (plan->tree.cut.rows)
        m->rows.report.row = jd_velocities(s) + plan->tree.row[work->tree.lowest];
}

void jd_cut_rates(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    const Plan *plan = s->plan;
    if (plan->tree.turns && m->end_after == PART_ALL) {
        Work *work = m->form;
        const double *u = y + plan->tree.nq;
        m->time = time;
        m->turn = u;
        m->tree_free = NULL;
        m->recovered = false;
        jd_tree_turns(&(TreeAt){s, &plan->tree, &work->tree, m}, y, u, out + plan->tree.nq);
        memcpy(out, u, (size_t)plan->tree.nu * sizeof *u);
        m->rows.report = sparse_none_low;
        return;
    }
    place(s, m, time, y);
    derive(s, m, y, out);
    solve(s, m, out + jd_cut_first_velocity(s));
}

void jd_cut_kinematics(const JdSystem *s, Motion *m, const double *y, double *out) {
    place(s, m, m->time, y);
    derive(s, m, y, out);
}

/* By the multipliers of rows that ask for a rate. */
double jd_cut_given(const JdSystem *s, const Motion *m) {
    const RowSet *set = &((const Plan *)s->plan)->tree.cut;
    const TreeWork *work = &((const Work *)m->form)->tree;
    double power = 0;
    for (int r = 0; r < set->rows; r++) {
        const Row *row = &set->row[r];
        double jet[3] = {0};
        if (row->drive < 0 && !row->velocity) continue;
        if (row->motion) jd_drive_at(&s->drive[row->drive], jd_now(m), jet);
        power += work->lambda[r] *
                 (work->cut.rate[r] + jet[1] - (row->velocity ? row->lock.constant : 0));
    }
    return power;
}

void jd_cut_recover(const JdSystem *s, Motion *m, Level level) {
    if (level == LEVEL_ACCELERATION && !m->recovered) jd_motion_solve(s, m);
}

/* Quaternions keep their length but for rounding and the error of steps. */
bool jd_cut_tidy(const JdSystem *s, double *y) {
    return jd_tree_tidy(s, &((const Plan *)s->plan)->tree, y);
}

FormCount jd_cut_count(const JdSystem *s) {
    return jd_count_tree(s, &((const Plan *)s->plan)->tree);
}

/* ---- Projection ----------------------------------------------------------------------------- */

/* Velocities that are off count by the fastest. */
static double speed_of(const Tree *tree, const double *u) {
    double speed = 1;
    for (int k = 0; k < tree->nu; k++) speed = fmax(speed, fabs(u[k]));
    return speed;
}

typedef struct {
    int rounds;
    bool placed; /* bodies and rows are those of the state */
} Progress;

/* Rounds use the factors of the last evaluation; new ones only if that is slow. */
static double project_level(const JdSystem *s, Motion *m, const TreeProjection *how, double *y,
                            bool rates_, Progress *progress) {
    const Tree *tree = how->tree;
    TreeWork *work = how->work;
    double before = INFINITY, now = 0, *u = y + how->first_rate;
    for (int round = 0; round < CORRECTIONS; round++) {
        if (!progress->placed) how->place(s, m, how->time, y);
        progress->placed = true;
        const double *f = rates_ ? work->cut.rate : work->cut.f;
        const double speed = rates_ ? speed_of(tree, u) : 1;
        now = jd_rows_worst(s, &tree->cut, f, rates_);
        if (round == 0 && !rates_ && how->factors == FACTORS_ANEW) how->factor(s, m, how->step);
        if (now <= exact * speed || !isfinite(now)) break;
        if (now > slow * before) {
            if (now < rounding * speed) break;
            how->factor(s, m, how->step);
        }
        before = now;
        for (int r = 0; r < tree->cut.rows; r++)
            work->g[r] = tree->cut.row[r].velocity && !rates_ ? 0 : -f[r];
        jd_tree_correct(&(TreeAt){s, tree, work, m}, how->step);
        if (!rates_) jd_tree_increment(s, tree, how->step, y);
        for (int k = 0; k < tree->nu && rates_; k++) u[k] += how->step[k];
        progress->placed = false;
        progress->rounds++;
    }
    return now;
}

ProjectReport jd_tree_project(const JdSystem *s, Motion *m, const TreeProjection *how, double *y) {
    ProjectReport report = {.done = true};
    if (how->tree->cut.rows) {
        Progress progress = {0};
        report.positions = project_level(s, m, how, y, false, &progress);
        report.velocities =
            project_level(s, m, how, y, true, &progress) / speed_of(how->tree, y + how->first_rate);
        report.rounds = progress.rounds;
        report.done = jd_projected(&report);
    } else {
        how->place(s, m, how->time, y);
    }
    jd_turns_settle(s, m, y + how->tree->nq);
    return report;
}

ProjectReport jd_cut_project(const JdSystem *s, Motion *m, double time, Factors factors,
                             double *y) {
    const Plan *plan = s->plan;
    Work *work = m->form;
    /* Without loops nothing can be off; counted turns go along with the angles that they count. */
    if (factors == FACTORS_NEARBY && by_hinges(plan, m) && jd_tree_hinges_count(&plan->tree))
        return (ProjectReport){.done = true};
    const TreeProjection how = {.tree = &plan->tree,
                                .work = &work->tree,
                                .step = work->step,
                                .first_rate = jd_cut_first_velocity(s),
                                .factors = factors,
                                .time = time,
                                .place = place,
                                .factor = solve};
    return jd_tree_project(s, m, &how, y);
}

/* ---- Errors --------------------------------------------------------------------------------- */

double jd_cut_error(const JdSystem *s, const double *y0, const double *y1, const double *err,
                    double tol) {
    return jd_tree_error(s, &((const Plan *)s->plan)->tree, jd_cut_first_velocity(s), y0, y1, err) /
           tol;
}

const FormType jd_form_cut_joint = {
    .name = "cut-joint",
    .aliases = "cut tree",
    .summary =
        "coordinates of a spanning tree of joints, multipliers for the joints that close loops",
    .closes = "cut joints have multipliers",
    CUT_JOINT_FUNCTIONS,
};
