/* SPDX-License-Identifier: MIT
 *
 * What counts for the error of a step: as the interpreter has it all coordinates of the tree, those
 * that follow from others, too, so that both take the same steps. theory (6.29) */
#include "emit/writer.h"

static int take(Errors *to, Num rate, Num value, double scale, int group) {
    const int at = to->count++;
    to->rate[at] = rate, to->value[at] = value;
    to->scale[at] = scale, to->group[at] = group;
    return at;
}

/* A number that is in the state, or one behind it. */
static void put(Writer *w, int state, Num rate, Num value, double scale, int group) {
    Errors *to = &w->errors;
    if (state < 0)
        take(to, rate, value, scale, group);
    else
        to->scale[state] = scale, to->group[state] = group;
}

static bool is_length(const Recorder *rec, const NodeInfo *node, int f) {
    if (node->joint < 0) return f < rec->s->kernel->linear;
    return rec->s->joint[node->joint].free[f]->kind == FREE_SLIDE;
}

/* Turns by a quaternion are twice as large as its numbers. */
static void put_node(Writer *w, const NodeInfo *node, const Num *coordinate_rate, int group) {
    const Recorder *rec = &w->rec;
    const double per_length = 1 / rec->s->length;
    int q = node->q;
    for (int f = 0; f < node->nu; f++) {
        const int u = node->u + f;
        const bool ball = jd_record_is_ball(rec, node, f);
        const double scale = is_length(rec, node, f) ? per_length : 1;
        put(w, rec->state_of_u[u], rec->udot[u], rec->u[u], scale, group);
        if (ball && f + 1 < node->nu && jd_record_is_ball(rec, node, f + 1)) continue;
        for (int k = 0; k < (ball ? 4 : 1); k++, q++)
            put(w, rec->state_of_q[q], coordinate_rate[q], NOT_WORKED_OUT, ball ? 2 : scale,
                NO_GROUP);
    }
}

bool jd_take_errors(Writer *w) {
    Recorder *rec = &w->rec;
    const Tree *tree = &rec->plan->tree;
    const int most = rec->states + tree->nq + tree->nu + 1;
    Errors *to = &w->errors;
    Num *rate = ARENA_NEW(rec->arena, Num, tree->nq + 1);
    *to = (Errors){.count = rec->states,
                   .rate = ARENA_NEW(rec->arena, Num, most),
                   .value = ARENA_NEW(rec->arena, Num, most),
                   .scale = ARENA_NEW(rec->arena, double, most),
                   .group = ARENA_NEW(rec->arena, int, most)};
    if (rec->arena->failed || !rec->states) return !rec->arena->failed;
    jd_record_coordinate_rates(rec, rate);
    for (int n = 0; n < rec->first_extra; n++) to->scale[n] = 1, to->group[n] = NO_GROUP;
    for (int k = 0; k < tree->nodes; k++) {
        const NodeInfo node = jd_tree_node(tree, k);
        put_node(w, &node, rate, to->groups++);
    }
    for (int n = rec->first_extra; n < rec->states; n++) {
        const double own = rec->s->extra[n - rec->first_extra].scale;
        to->scale[n] = own > 0 ? 1 / own : 1;
        to->group[n] = to->groups++;
    }
    return !rec->failed && !rec->arena->failed;
}
