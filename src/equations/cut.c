/* SPDX-License-Identifier: MIT
 *
 * The equations of cut-joint and its like with recorded numbers: coordinates of a tree, a
 * multiplier for every row that closes a loop. theory 9.2, 9.3 */
#include "equations/equations.h"
#include "record/tree.h"

/* All coordinates of the tree are independent ones. */
static const MinimalPlan *plan_of_tree(const Recorder *rec, const Tree *tree,
                                       const TreeFree *frees) {
    MinimalPlan *plan = ARENA_NEW(rec->arena, MinimalPlan, 1);
    if (!plan) return NULL;
    plan->tree = *tree;
    plan->rolls = true;
    plan->free = tree->nu;
    plan->group = ARENA_NEW(rec->arena, int, tree->cut.rows + 1);
    plan->unit = ARENA_NEW(rec->arena, double, tree->nu + 1);
    plan->frees = ARENA_NEW(rec->arena, TreeFree, rec->s->joints + 1);
    if (!plan->group || !plan->unit || !plan->frees) return NULL;
    for (int k = 0; k < rec->s->joints; k++) plan->frees[k] = frees[k];
    for (int g = 0; g < tree->cut.groups; g++)
        for (int r = 0; r < tree->cut.group[g].count; r++)
            plan->group[tree->cut.group[g].first + r] = g;
    return plan;
}

/* A row along the rates: of frees of the tree it is a sum of these, of bodies by their motion. */
static void take_row(TapeTree *w, int r, Equations *to) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const int n = to->n;
    const NumEnds row = jd_record_row(rec, &w->tree->cut, r);
    to->f[r] = row.f, to->f_rate[r] = row.rate, to->gamma[r] = row.gamma;
    for (int e = 0; e < row.ends; e++) {
        const NumSpin *a = &w->a[row.body[e]], *way = w->column + row.body[e] * n;
        to->gamma[r] = n_sub(t, to->gamma[r], spin_dot(t, row.force[e], row.moment[e], a));
        for (int u = 0; u < n; u++)
            to->D[r * n + u] =
                n_add(t, to->D[r * n + u], spin_dot(t, row.force[e], row.moment[e], &way[u]));
    }
}

/* Where both ends are coordinates of the tree, nothing else need be known. */
static bool is_plain(const TapeTree *w, int r) {
    const JdSystem *s = w->rec->s;
    const Row *row = &w->tree->cut.row[r];
    const TreeFree *frees = w->rec->plan->frees;
    if (row->motion) return frees[s->drive[row->drive].joint].u >= 0;
    const SystemJoint *joint = &s->joint[row->joint];
    return joint->couples && frees[joint->coupled[0]].u >= 0 && frees[joint->coupled[1]].u >= 0;
}

static void take_plain_row(TapeTree *w, int r, Equations *to) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const CutRow row = jd_tape_tree_row(w, r);
    to->f[r] = row.row.f;
    to->f_rate[r] = n_neg(t, row.motion[1]);
    to->gamma[r] = row.motion[2];
    for (int u = 0; u < to->n; u++) {
        const Num share = jd_tape_tree_row_along(w, &row, u);
        to->D[r * to->n + u] = share;
        to->f_rate[r] = n_add(t, to->f_rate[r], n_mul(t, share, rec->u[u]));
    }
}

static void name_unknowns(Recorder *rec, const TapeTree *w, Equations *to) {
    for (int u = 0; u < to->n; u++) {
        const int q = jd_tape_tree_coordinate(w, u);
        to->rate[u] = rec->state_name[rec->state_of_u[u]];
        to->place[u] = q >= 0 ? rec->state_name[rec->state_of_q[q]] : NULL;
    }
}

bool jd_equations_of_tree(Recorder *rec, const Tree *tree, const TreeFree *frees, Equations *to) {
    const int n = tree->nu;
    rec->plan = plan_of_tree(rec, tree, frees);
    if (!rec->plan || !jd_equations_fit(rec, n)) return false;
    if (!jd_record_room(rec) || !jd_record_tree(rec)) return false;
    TapeTree *w = rec->tree;
    jd_record_names(rec);
    jd_tape_tree_columns(w);
    jd_record_forces(rec);
    jd_record_springs(rec);
    if (rec->failed || !jd_equations_room(to, n, &tree->cut)) return false;
    jd_tape_tree_accelerate(w, NULL, w->a);
    jd_tape_tree_inertia(w, w->column, n, (NumInertia){to->mass, to->bias, to->push});
    for (int u = 0; u < n; u++) to->push[u] = n_add(rec->t, to->push[u], rec->effort[u]);
    for (int r = 0; r < to->rows && !rec->failed; r++) {
        if (is_plain(w, r))
            take_plain_row(w, r, to);
        else
            take_row(w, r, to);
    }
    jd_record_tree_rates(rec);
    jd_record_extra_rates(rec);
    if (rec->failed) return false;
    name_unknowns(rec, w, to);
    jd_equations_ways(to, w->column);
    return !rec->arena->failed;
}
