/* SPDX-License-Identifier: MIT
 *
 * Assembly. The drawn position is carried to the start values in small moves with all loops closed,
 * as the mechanism itself would be moved by hand, so that it stays on the branch that was drawn:
 * theory 7. */
#include "solve/inside.h"
#include "solve/limits.h"
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory --------------------------------------------------------------------------------- */

static void layout(Assembly *a, Layout *at) {
    size_t nq = (size_t)(jd_positions(a->system) + 1);
    jd_motion_layout(a->system, &a->motion, at);
    jd_rowwork_layout(a->system, &a->positions, &a->p, at);
    jd_rowwork_layout(a->system, &a->rates, &a->v, at);
    a->trial = PLACE(at, double, nq);
    a->safe = PLACE(at, double, nq);
    a->drawn = PLACE(at, double, nq);
    a->first = PLACE(at, double, a->positions.rows + 1);
    a->as_drawn = PLACE(at, double, a->positions.rows + 1);
    a->gap = PLACE(at, double, a->system->joints + 1);
    a->twist = PLACE(at, double, a->system->joints + 1);
}

static bool allocate(Assembly *a) {
    Layout measure = {0};
    layout(a, &measure);
    a->memory = calloc(1, measure.used + 1);
    if (!a->memory) return false;
    Layout place = {.base = a->memory};
    layout(a, &place);
    a->p.weights = a->v.weights = true;
    a->p.soften = a->v.soften = assembly_softness;
    a->system->kernel->init(a->system, &a->positions, &a->p);
    a->system->kernel->init(a->system, &a->rates, &a->v);
    a->system->kernel->init(a->system, &a->system->dynamics, &a->motion.rows);
    return true;
}

/* ---- Positions ------------------------------------------------------------------------------ */

static int coordinates(const Assembly *a) {
    return jd_positions(a->system);
}
static int speeds(const Assembly *a) {
    return a->system->kernel->nv * (a->system->bodies - 1);
}

static double scaled(const Assembly *a, const Row *row, double f) {
    return fabs(f) / (row->metres ? a->system->length : 1);
}

/* Rows at motion->q, less the share (1 - s) of what they were as drawn. */
static double residual(Assembly *a, double s) {
    double most = 0;
    a->system->kernel->move(a->system, &a->motion);
    jd_turns_settle(a->system, &a->motion, jd_counts(a->system, a->motion.own_q));
    a->system->kernel->rows(a->system, &a->positions, &a->motion, &a->p);
    for (int r = 0; r < a->positions.rows; r++) {
        a->p.f[r] -= (1 - s) * a->first[r];
        double size = scaled(a, &a->positions.row[r], a->p.f[r]);
        if (!(size <= most)) most = size;
    }
    return most;
}

/* The smallest move that takes the residual away, to first order. */
static void solve_step(Assembly *a, const RowSet *set, RowWork *w, const double *f) {
    int n = speeds(a);
    memset(w->b, 0, (size_t)n * sizeof *w->b);
    for (int r = 0; r < set->rows; r++) w->b[n + r] = -f[r];
    jd_rows_factor(a->system, set, w);
    jd_rows_solve(a->system, set, w);
}

/* The largest move of a body, lengths by the mechanism's. */
static double size_of_step(const Assembly *a, const double *step) {
    return jd_motion_speed(a->system, step);
}

/* What rounding leaves of a lock whose bodies are this far from the origin; only of interest very
 * far away: from so many lengths of the mechanism on. */
static const double very_far = 1e3;

static double rounding(const Assembly *a) {
    const Kernel *kernel = a->system->kernel;
    double most = 0;
    for (int k = 0; k < kernel->nq * (a->system->bodies - 1); k++)
        if (k % kernel->nq < kernel->linear) most = fmax(most, fabs(a->motion.q[k]));
    return most > very_far * a->system->length ? 16 * DBL_EPSILON * most / a->system->length : 0;
}

/* Of Newton's method: its residual is rounding, or so near to it that it need not get smaller; a
 * step below this share is no way; the last move was so short that there is none. */
static const double exact = 1e-15, nearly_exact = 1e-14, least_share = 1e-3, no_move = 1e-6;

/* Newton with damping at a fixed s. Converged: the residual is down to rounding; on the way (s <
 * 1), where rows that repeat each other may contradict, also where no move makes it smaller. */
static bool newton(Assembly *a, double s, double good) {
    double now = residual(a, s), last_step = INFINITY;
    size_t bytes = (size_t)coordinates(a) * sizeof(double);
    for (int round = 0; round < 40 && now > exact; round++) {
        if (!isfinite(now)) return false;
        memcpy(a->trial, a->motion.q, bytes);
        solve_step(a, &a->positions, &a->p, a->p.f);
        last_step = size_of_step(a, a->p.x);
        double share = 1, next = INFINITY;
        for (; share > least_share; share *= 0.5) {
            memcpy(a->motion.own_q, a->trial, bytes);
            for (int k = 0; k < speeds(a); k++) a->p.step[k] = share * a->p.x[k];
            a->system->kernel->increment(a->system, a->p.step, a->motion.own_q);
            next = residual(a, s);
            if (next < (1 - 0.1 * share) * now || next < nearly_exact) break;
        }
        if (!(next < now)) {
            memcpy(a->motion.own_q, a->trial, bytes);
            now = residual(a, s);
            break;
        }
        now = next;
    }
    a->out->gap = now;
    return now <= fmax(good, rounding(a)) || (s < 1 && last_step < no_move);
}

/* Moves the tree by `ds` of the way: every body with its parent, frees with a start value towards
 * it. */
static void hang_tree(Assembly *a, double ds) {
    JdSystem *s = a->system;
    memcpy(a->trial, a->motion.q, (size_t)coordinates(a) * sizeof(double));
    for (int n = 0; n < a->ordered; n++) {
        int body = a->order[n], joint = s->graph.parent_edge[body];
        double delta[JOINT_FREES] = {0};
        for (int e = 0; e < a->starts->positions; e++) {
            const ExtraRow *extra = &a->starts->position[e];
            if (extra->joint == joint) delta[extra->free] = -ds * a->first[a->start_row[e]];
        }
        s->kernel->hang(s, joint, body, delta, a->trial, a->motion.own_q);
        for (int f = 0; f < s->joint[joint].frees; f++) {
            int counter = s->joint[joint].free_row[f].counter;
            if (counter >= 0) jd_counts(s, a->motion.own_q)[counter] += delta[f];
        }
    }
}

/* ---- Starts that are far away ---------------------------------------------------------------- */

static const double far = 30;    /* radians, or lengths of the mechanism */
enum { MOST_MOVES = 20000 };     /* about a thousand turns */
enum { FEW_MOVES = 100 };        /* some turns, for those in haste */
static const double kept = 1e-6; /* a free that changes by less is as it was drawn */

static bool is_asked(const Assembly *a, int joint, int free) {
    for (int e = 0; e < a->starts->positions; e++)
        if (a->starts->position[e].joint == joint && a->starts->position[e].free == free)
            return true;
    return jd_drive_of(a->system, joint, free) >= 0;
}

/* The frees that nobody asked to change, into `out`. */
static int read_frees(const Assembly *a, double *out) {
    const JdSystem *s = a->system;
    int count = 0;
    for (int k = 0; k < s->joints; k++)
        for (int f = 0; f < s->joint[k].frees && !s->joint[k].couples; f++) {
            if (is_asked(a, k, f)) continue;
            const Row *row = &s->joint[k].free_row[f];
            RowNow now;
            s->kernel->row(s, &a->motion, row, s->joint[k].frame_i, s->joint[k].frame_j, &now);
            out[count++] = row->metres ? now.f / s->length : now.f;
        }
    return count;
}

/* In one go, if nothing else has to change for it: no loop, only what hangs on the frees that are
 * asked for. */
static bool jump(Assembly *a) {
    Arena scratch = {0};
    const size_t bytes = (size_t)coordinates(a) * sizeof(double);
    const int most = JOINT_FREES * a->system->joints + 1;
    double *before = ARENA_NEW(&scratch, double, most), *after = ARENA_NEW(&scratch, double, most);
    bool ok = !scratch.failed;
    memcpy(a->safe, a->motion.q, bytes);
    const int count = ok ? read_frees(a, before) : 0;
    if (ok) hang_tree(a, 1);
    ok = ok && newton(a, 1, closed) && read_frees(a, after) == count;
    for (int k = 0; k < count && ok; k++) ok = fabs(after[k] - before[k]) < kept + 16 * rounding(a);
    jd_arena_free(&scratch);
    if (!ok) memcpy(a->motion.own_q, a->safe, bytes);
    return ok;
}

/* Moves of less, radians or lengths, lead nowhere; and rows are closed so well between them. */
static const double least_move = 1e-4, closed_on_the_way = 1e-8;

/* s goes from the drawn position (0) to the wanted one (1) in moves of a fifth of a radian at
 * first, and never more than three tenths. */
static bool carry(Assembly *a) {
    size_t bytes = (size_t)coordinates(a) * sizeof(double);
    double most = 0, s = 0;
    for (int r = 0; r < a->positions.rows; r++)
        most = fmax(most, scaled(a, &a->positions.row[r], a->first[r]));
    double ds = most > 0.2 ? 0.2 / most : 1;
    a->tired = false;
    if (most > far && jump(a)) return true;
    for (int moves = 0; s < 1; moves++) {
        if ((a->tired = moves == (a->system->settings.hasty ? FEW_MOVES : MOST_MOVES)))
            return false;
        memcpy(a->safe, a->motion.q, bytes);
        double to = fmin(1, s + ds);
        hang_tree(a, to - s);
        if (newton(a, to, to < 1 ? closed_on_the_way : closed)) {
            s = to;
            ds *= 2;
            if (ds * most > 0.3) ds = 0.3 / most;
            continue;
        }
        memcpy(a->motion.own_q, a->safe, bytes);
        ds *= 0.25;
        if (ds * fmax(most, 1) < least_move) break;
    }
    if (s >= 1) return true;
    return newton(a, 1, closed); /* or as near as it gets, for the report */
}

/* ---- Velocities ----------------------------------------------------------------------------- */

static void swing_tree(Assembly *a) {
    JdSystem *s = a->system;
    s->kernel->move(s, &a->motion);
    for (int n = 0; n < a->ordered; n++) {
        int body = a->order[n], joint = s->graph.parent_edge[body];
        double rates[JOINT_FREES] = {0};
        for (int e = 0; e < a->starts->rates; e++) {
            const ExtraRow *extra = &a->starts->rate[e];
            if (extra->joint == joint) rates[extra->free] = extra->row.target_rate;
        }
        s->kernel->swing(s, &a->motion, joint, body, rates, a->motion.own_v);
    }
}

/* At a singular position 1e-14 in rows is 1e-7 in positions, and rates agree no better than this
 * share of the speed. */
static const double met_at_singular = 3e-7;

static bool is_singular(const Assembly *a) {
    Arena scratch = {0};
    Dependent rows;
    const int found =
        jd_dependent_rows(a->system, &a->system->dynamics, &a->motion, NULL, &rows, &scratch);
    jd_arena_free(&scratch);
    return found >= 0 && rows.hardly > 0;
}

static bool settle_velocities(Assembly *a) {
    JdSystem *s = a->system;
    double before = INFINITY, now = 0, speed = 0;
    swing_tree(a);
    for (int round = 0; round < 200; round++) { /* many only near a singular position */
        s->kernel->move(s, &a->motion);
        s->kernel->rows(s, &a->rates, &a->motion, &a->v);
        now = speed = 0;
        for (int r = 0; r < a->rates.rows; r++)
            now = fmax(now, scaled(a, &a->rates.row[r], a->v.rate[r]));
        speed = jd_motion_speed(s, a->motion.v);
        if (now <= exact * (1 + speed) || !(now < before)) break;
        before = now;
        solve_step(a, &a->rates, &a->v, a->v.rate);
        for (int k = 0; k < speeds(a); k++) a->motion.own_v[k] += a->v.x[k];
    }
    a->out->gap_rate = now;
    return now <= met * (1 + speed) || (now <= met_at_singular * speed && is_singular(a));
}

/* As drawn: the start values alone, each by the smallest move of its two bodies, in turns until all
 * hold. Joints are not asked. */
static void impose(Assembly *a, int count, const ExtraRow *extra, bool rates) {
    const JdSystem *s = a->system;
    const Kernel *kernel = s->kernel;
    int n = kernel->nv;
    double worst = 1;
    for (int round = 0; round < 200 && worst > exact; round++) {
        worst = 0;
        for (int e = 0; e < count; e++) {
            RowNow now;
            double mobility = 0;
            kernel->move(s, &a->motion);
            kernel->row(s, &a->motion, &extra[e].row, extra[e].frame_i, extra[e].frame_j, &now);
            const int body[2] = {s->frame[extra[e].frame_i].body, s->frame[extra[e].frame_j].body};
            const double left = rates ? now.rate : now.f, turn = s->length * s->length;
            for (int side = 0; side < 2; side++)
                for (int c = 0; c < n && body[side]; c++)
                    mobility += now.J[side][c] * now.J[side][c] / (c < kernel->linear ? 1 : turn);
            if (!(mobility > 0)) continue;
            worst = fmax(worst, scaled(a, &extra[e].row, left));
            memset(a->p.step, 0, (size_t)speeds(a) * sizeof *a->p.step);
            for (int side = 0; side < 2; side++)
                for (int c = 0; c < n && body[side]; c++)
                    a->p.step[n * (body[side] - 1) + c] -=
                        left / mobility * now.J[side][c] / (c < kernel->linear ? 1 : turn);
            if (!rates) kernel->increment(s, a->p.step, a->motion.own_q);
            for (int k = 0; rates && k < speeds(a); k++) a->motion.own_v[k] += a->p.step[k];
        }
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Bodies with a parent, sorted by depth, so that parents come first. */
static bool order_tree(Assembly *a) {
    const Graph *graph = &a->system->graph;
    a->order = ARENA_NEW(&a->system->arena, int, graph->bodies + 1);
    int *first = ARENA_NEW(&a->system->arena, int, graph->bodies + 2); /* of each depth */
    if (!a->order || !first) return false;
    for (int b = 0; b < graph->bodies; b++)
        if (graph->parent_edge[b] >= 0) first[graph->depth[b] + 1]++, a->ordered++;
    for (int d = 1; d <= graph->bodies; d++) first[d] += first[d - 1];
    for (int b = 0; b < graph->bodies; b++)
        if (graph->parent_edge[b] >= 0) a->order[first[graph->depth[b]]++] = b;
    return true;
}

/* Which row of the set each start value became. */
static bool find_start_rows(Assembly *a) {
    a->start_row = ARENA_NEW(&a->system->arena, int, a->starts->positions + 1);
    if (!a->start_row) return false;
    for (int r = 0; r < a->positions.rows; r++)
        for (int e = 0; e < a->starts->positions && a->positions.row[r].start >= 0; e++)
            if (a->starts->position[e].row.start == a->positions.row[r].start) a->start_row[e] = r;
    return true;
}

static bool prepare(Assembly *a) {
    JdSystem *s = a->system;
    return jd_rowset_make(s, &a->positions, ROWS_POSITIONS, NULL, a->starts->positions,
                          a->starts->position) &&
           jd_rowset_make(s, &a->rates, ROWS_RATES, NULL, a->starts->rates, a->starts->rate) &&
           order_tree(a) && find_start_rows(a) && allocate(a);
}

/* The drawn position, or that of another assembly, with every body pushed aside a little if `nudge`
 * is not zero. */
static void take_drawn(Assembly *a, double nudge) {
    JdSystem *s = a->system;
    for (int b = 1; b < s->bodies; b++)
        s->kernel->from_pose(&s->body[b].pose, a->motion.own_q + s->kernel->nq * (b - 1));
    s->kernel->move(s, &a->motion);
    jd_turns_drawn(s, &a->motion, jd_counts(s, a->motion.own_q));
    if (a->from) memcpy(a->motion.own_q, a->from, (size_t)coordinates(a) * sizeof *a->from);
    memcpy(a->drawn, a->motion.own_q, (size_t)coordinates(a) * sizeof *a->drawn);
    for (int k = 0; k < speeds(a); k++) {
        bool angular = k % s->kernel->nv >= s->kernel->linear;
        a->p.step[k] = nudge * sin(1 + 7.0 * k) * (angular ? 1 : s->length);
    }
    if (nudge != 0) s->kernel->increment(s, a->p.step, a->motion.own_q);
    residual(a, 1);
    memcpy(a->first, a->p.f, (size_t)a->positions.rows * sizeof *a->first);
}

/* From a drawn dead point there is no way to the first order: once more from beside it. */
static bool carry_nudged(Assembly *a) {
    static const double nudges[] = {1e-3, -1e-3, 2e-2, -2e-2};
    for (int k = 0; k < (a->system->settings.hasty ? 1 : 4) && !a->tired; k++) {
        take_drawn(a, nudges[k]);
        if (carry(a)) return true;
    }
    if (a->tired || a->system->settings.hasty) return false;
    take_drawn(a, 0); /* the report is about the drawn position */
    carry(a);
    return false;
}

/* What is to be put together, and how. */
typedef struct {
    const JdModel *model;
    JdSystem *system;
    const Starts *starts;
    bool as_drawn;
} Task;

static bool assemble(const Task *task, const double *from, Assembled *out, JdLog *log) {
    *out = (Assembled){0};
    Assembly a = {.model = task->model,
                  .system = task->system,
                  .starts = task->starts,
                  .from = from,
                  .out = out,
                  .log = log};
    const bool as_drawn = task->as_drawn;
    if (!prepare(&a)) {
        jd_report_memory(log);
        free(a.memory);
        return false;
    }
    take_drawn(&a, 0);
    memcpy(a.as_drawn, a.first, (size_t)a.positions.rows * sizeof *a.first);
    jd_measure_gaps(&a);
    if (!as_drawn) jd_note_twists(&a);
    bool ok = true;
    if (as_drawn) {
        hang_tree(&a, 1);
        swing_tree(&a);
        impose(&a, a.starts->positions, a.starts->position, false);
        impose(&a, a.starts->rates, a.starts->rate, true);
    } else if (!carry(&a) && !carry_nudged(&a)) {
        /* Why is found by many tries. */
        if (a.tired)
            jd_report_far(&a);
        else if (!task->system->settings.hasty)
            jd_report_open(&a);
        ok = false;
    } else if (!settle_velocities(&a)) {
        jd_report_velocities(&a);
        ok = false;
    }
    if (ok && !as_drawn) jd_note_gaps(&a);
    if (ok && !as_drawn && !from) jd_warn_drives(&a);
    if (ok && !as_drawn) ok = jd_check_branches(&a);
    out->assembled = ok;
    out->memory = a.memory;
    out->motion = a.motion;
    return ok;
}

/* ---- Clearance: a gap where loops allow one -------------------------------------------------- */

/* Beside an axis, then at the distance of the gap from there. */
static bool open_aside(const Task *task, int axis, Assembled *out, JdLog *log) {
    Assembled aside;
    jd_gap_start(task->system, GAP_ASIDE, axis);
    bool ok = assemble(task, NULL, &aside, log);
    jd_gap_start(task->system, GAP_ANYWHERE, axis);
    ok = ok && assemble(task, aside.motion.q, out, log);
    jd_assembled_free(&aside);
    return ok;
}

/* Along x if that can be, else in another direction. */
static bool open_gaps(const Task *task, Assembled *out, JdLog *log) {
    JdLog *quiet = jd_log_new();
    const int axes = task->system->space == JD_PLANAR ? 2 : 3;
    bool along = assemble(task, NULL, out, quiet), ok = along;
    for (int axis = 0; axis < axes && !ok; axis++) {
        jd_assembled_free(out);
        ok = open_aside(task, axis, out, quiet);
    }
    jd_log_free(quiet);
    if (ok && !along) return true;
    jd_assembled_free(out);
    jd_gap_start(task->system, GAP_ALONG, 0);
    ok = assemble(task, NULL, out, log);
    if (!ok)
        jd_hint(log,
                "a joint with clearance opens by %.4g mm at the start, and the other joints may "
                "hold its two points together: let another have the clearance",
                in_mm * task->system->settings.gap);
    return ok;
}

bool jd_assemble(const JdModel *model, JdSystem *system, const Starts *starts, bool as_drawn,
                 Assembled *out, JdLog *log) {
    const Task task = {model, system, starts, as_drawn};
    const ArenaMark mark = jd_arena_mark(&system->arena);
    const bool ok = !as_drawn && jd_has_gaps(system) ? open_gaps(&task, out, log)
                                                     : assemble(&task, NULL, out, log);
    jd_arena_release(&system->arena, mark); /* the motion has memory of its own */
    return ok;
}

void jd_assembled_free(Assembled *assembled) {
    free(assembled->memory);
    *assembled = (Assembled){0};
}
