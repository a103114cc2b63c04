/* SPDX-License-Identifier: MIT
 *
 * A start value, or where a drive begins, that leads to another branch than the drawn one: on the
 * way a singular position was passed. With all start values and drives as rows the matrix of all
 * rows is square, and its determinant has another sign on the other branch. */
#include "build/build.h"
#include "doctor/inside.h"
#include "math/dense.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 240 }; /* unknowns */

typedef struct {
    const JdSystem *system;
    RowSet set;
    RowWork work;
    Motion motion;
    void *memory;
    double *matrix;
    int *order;
} Rows;

static void layout(Rows *r, Layout *at) {
    jd_motion_layout(r->system, &r->motion, at);
    jd_rowwork_layout(r->system, &r->set, &r->work, at);
}

static const double singular = 1e-7; /* of a pivot, rows of size 1: its sign is rounding below */

/* The sign of the determinant at q, and how far the rows are from closed; 0: it is singular there.
 */
static int sign_at(Rows *r, const double *q, double *gap) {
    const JdSystem *s = r->system;
    const int nv = s->kernel->nv, n = nv * (s->bodies - 1);
    memcpy(r->motion.own_q, q, (size_t)jd_positions(s) * sizeof(double));
    r->motion.q = r->motion.own_q, r->motion.v = r->motion.own_v;
    s->kernel->move(s, &r->motion);
    jd_turns_settle(s, &r->motion, jd_counts(s, r->motion.own_q));
    s->kernel->rows(s, &r->set, &r->motion, &r->work);
    memset(r->matrix, 0, (size_t)(n * n) * sizeof(double));
    *gap = 0;
    for (int g = 0; g < r->set.groups; g++) {
        const Group *group = &r->set.group[g];
        for (int k = 0; k < group->count; k++) {
            const Row *row = &r->set.row[group->first + k];
            double size = 0, *to = r->matrix + (size_t)((group->first + k) * n);
            for (int e = 0; e < group->ends; e++) {
                if (group->pair[e] < 0) continue;
                const double *J = r->work.values + jd_sparse_pair_at(r->set.plan, group->pair[e]) +
                                  (size_t)(k * nv);
                for (int c = 0; c < nv; c++) {
                    to[nv * (group->body[e] - 1) + c] +=
                        J[c] / (c < s->kernel->linear ? 1 : s->length);
                    size = fmax(size, fabs(to[nv * (group->body[e] - 1) + c]));
                }
            }
            for (int c = 0; c < n && size > 0; c++) to[c] /= size;
            if (row->start < 0 && row->drive < 0)
                *gap =
                    fmax(*gap, fabs(r->work.f[group->first + k]) / (row->metres ? s->length : 1));
        }
    }
    for (int k = 0; k < n; k++) r->order[k] = k;
    const DensePivot low = jd_dense_lu(n, n, r->matrix, r->order);
    if (!(fabs(low.size) > singular)) return 0;
    int sign = 1;
    for (int k = 0; k < n; k++)
        if (r->matrix[k * n + k] < 0) sign = -sign;
    /* The rows' own exchanges. */
    for (int k = 0; k < n; k++)
        while (r->order[k] != k) {
            const int other = r->order[k], swap = r->order[other];
            r->order[other] = other, r->order[k] = swap, sign = -sign;
        }
    return sign;
}

static void tell(Patient *p) {
    const bool start = p->model->starts.count > 0;
    if (!jd_find(p, JD_WARNING, "start-other-branch",
                 start ? p->model->starts.at[0].where : p->model->drives.at[0].where,
                 "the mechanism starts on another branch than the one it is drawn on: on the way "
                 "from the drawing to %s a "
                 "dead point is passed",
                 start ? "its start values" : "where its drives begin"))
        return;
    Changes changes = {0};
    for (int n = 0; n < p->model->starts.count; n++) {
        const Node *statement = jd_statement_of(p, p->model->starts.at[n].where);
        if (n && statement == jd_statement_of(p, p->model->starts.at[n - 1].where)) continue;
        jd_changes_of_statement(p, &changes, statement);
    }
    if (!jd_try_remedy(p, &changes, "start-other-branch"))
        jd_hint(p->log, "draw it on the branch that is meant, near its start; or start it nearer "
                        "to the drawing");
}

/* The free that is given a rate: the branch is that of its motion. */
static bool find_input(const JdSystem *s, const Starts *starts, ExtraRow *input) {
    for (int n = 0; n < starts->rates; n++) {
        const ExtraRow *rate = &starts->rate[n];
        if (rate->joint < 0 || s->joint[rate->joint].free[rate->free]->kind == FREE_BALL) continue;
        const SystemJoint *joint = &s->joint[rate->joint];
        *input = (ExtraRow){joint->free_row[rate->free], joint->frame_i, joint->frame_j,
                            rate->joint, rate->free};
        input->row.joint = input->row.drive = -1, input->row.start = 0;
        input->row.motion = NULL, input->row.position_only = true;
        return true;
    }
    return false;
}

static const double closed =
    1e-6; /* of the mechanism: a drawing whose loops are open has no branch */

/* Start values make frames of their own, in a system that is not asked for anything else. */
static void compare(Patient *p, JdSystem *s, JdLog *unheard) {
    const int n = s->kernel->nv * (s->bodies - 1);
    Starts starts;
    Rows r = {.system = s};
    ExtraRow input;
    if (!jd_starts_find(p->model, s, &starts, unheard)) return;
    const bool moved = !s->drives && find_input(s, &starts, &input);
    const int extras = moved ? 1 : starts.positions;
    if (!jd_rowset_make(s, &r.set, ROWS_POSITIONS, NULL, extras,
                        moved ? &input : starts.position) ||
        r.set.rows != n)
        return;
    Layout measure = {0};
    layout(&r, &measure);
    r.memory = calloc(1, measure.used + 1);
    r.matrix = ARENA_NEW(&p->arena, double, n *n + 1);
    r.order = ARENA_NEW(&p->arena, int, n + 1);
    double *drawn = ARENA_NEW(&p->arena, double, jd_positions(s) + 1), gap = 0, start_gap = 0;
    if (r.memory && r.matrix && r.order && drawn) {
        Layout place = {.base = r.memory};
        layout(&r, &place);
        r.work.weights = true;
        s->kernel->init(s, &r.set, &r.work);
        for (int b = 1; b < s->bodies; b++)
            s->kernel->from_pose(&s->body[b].pose, drawn + s->kernel->nq * (b - 1));
        const int there = sign_at(&r, drawn, &gap),
                  here = sign_at(&r, p->run->motion.q, &start_gap);
        if (there && here && there != here && gap < closed) tell(p);
    }
    free(r.memory);
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    const bool asked = p->model->starts.count || s->drives;
    if (!asked || s->kernel->nv * (s->bodies - 1) > MOST || s->flat || s->anchors ||
        jd_idle_turns(s))
        return;
    JdLog *unheard = jd_log_new();
    JdCompileDef def = p->def.compile;
    def.form = "newton-euler", def.elastic = NULL, def.clearance = NULL, def.cut = NULL;
    JdSystem *own = unheard ? jd_system_new(p->model, def, unheard) : NULL;
    if (own) compare(p, own, unheard);
    jd_system_free(own);
    jd_log_free(unheard);
}

const Examination jd_examination_branch = {"branch", NEEDS_MOTION, look};
