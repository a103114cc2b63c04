/* SPDX-License-Identifier: MIT
 *
 * Nodes with recorded numbers: the sum of all forces on them is zero. Where no damper holds them
 * that says where they are, where dampers do in every direction it says how they move; either are
 * unknowns of a block, found by Newton's method from where they were. An equilibrium that ends is
 * left: the interpreter follows the node to the next one. theory 4.9 */
#include "record/record.h"
#include "run/run.h"
#include <string.h>

static const double stands = 1e-6; /* of a stiffness at the start: below it the equilibrium ends */
static const double stride =
    0.05; /* lengths of the mechanism since the last step: further off it may be another one */

/* ---- What the interpreter says of the start ------------------------------------------------- */

bool jd_record_nodes_start(Recorder *rec, const struct JdRun *run) {
    const JdSystem *s = rec->s;
    const Motion *m = &run->motion;
    const int numbers = s->nodes * s->node_width;
    rec->node_follows = ARENA_NEW(rec->arena, bool, s->node_blocks + 1);
    rec->node_start = ARENA_NEW(rec->arena, double, numbers + 1);
    rec->node_x = ARENA_NEW(rec->arena, Num, numbers + 1);
    rec->node_force = ARENA_NEW(rec->arena, bool, s->forces + 1);
    if (rec->arena->failed) return false;
    for (int b = 0; b < s->node_blocks; b++) {
        const SystemNodes *of = &s->node_block[b];
        const SystemNode *first = &s->node[of->node[0]];
        rec->node_follows[b] = m->nodes[b].follows > 0;
        if (m->nodes[b].follows > 0 && m->nodes[b].follows < of->n) {
            jd_record_refuse(rec, first->where,
                             "node '%s', which dampers hold in some directions alone", first->name);
            return false;
        }
        for (int k = 0; k < of->nodes; k++)
            for (int c = 0; c < s->node_width; c++) {
                const int number = of->node[k] * s->node_width + c;
                rec->node_start[number] =
                    rec->node_follows[b] ? m->node_at[number] : m->node_moves[number];
            }
        for (int k = 0; k < of->forces; k++)
            if (s->force[of->force[k]].reads_store)
                jd_record_refuse(rec, s->force[of->force[k]].where,
                                 "force '%s' on a node, which reads what others store",
                                 s->force[of->force[k]].name);
    }
    if (!rec->failed && (s->rings > 0 || s->feedbacks > 0))
        jd_record_refuse(rec, s->node[0].where,
                         "node '%s' beside values that follow from each other", s->node[0].name);
    return !rec->failed;
}

/* ---- Where they are ------------------------------------------------------------------------- */

static Num3 of_numbers(const Num *x, int width) {
    return n3(x[0], x[1], width > 2 ? x[2] : 0);
}

static void seat(Recorder *rec, int node, bool follows) {
    const JdSystem *s = rec->s;
    const int first = node * s->node_width;
    Num *place = &rec->extra[s->node[node].extra];
    if (follows)
        for (int c = 0; c < s->node_width; c++) place[c] = rec->node_x[first + c];
    NumBody *to = &rec->body[s->bodies + node];
    *to = (NumBody){.p = of_numbers(place, s->node_width), .R = n_axes(rec->t, &axes_none)};
    if (!follows) to->v.line = of_numbers(rec->node_x + first, s->node_width);
}

static void add(Recorder *rec, Num *rest, int node, bool minus, Num3 force) {
    const Num parts[3] = {force.x, force.y, force.z};
    if (node < 0) return;
    for (int c = 0; c < rec->s->node_width; c++) {
        Num *to = &rest[rec->s->node[node].number + c];
        *to = minus ? n_sub(rec->t, *to, parts[c]) : n_add(rec->t, *to, parts[c]);
    }
}

/* Its equilibrium is one to rest in as long as the pivots of its stiffness are positive. */
static void guard_stiffness(Recorder *rec, int n, const Num *slope) {
    Tape *t = rec->t;
    Num *K = ARENA_NEW(rec->arena, Num, n * n + 1);
    if (!K) return;
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++)
            K[r * n + c] = n_scale(t, -0.5, n_add(t, slope[r * n + c], slope[c * n + r]));
    for (int k = 0; k < n; k++) {
        const double here = fabs(jd_tape_value(t, K[k * n + k]));
        jd_record_guard(rec, K[k * n + k], stands * here, "the equilibrium of a node ends");
        for (int r = k + 1; r < n; r++) {
            const Num share = n_div(t, K[r * n + k], K[k * n + k]);
            for (int c = k + 1; c < n; c++)
                K[r * n + c] = n_sub(t, K[r * n + c], n_mul(t, share, K[k * n + c]));
        }
    }
}

/* Newton's method goes to any equilibrium: to the one that is meant from near by alone. */
static void guard_stride(Recorder *rec, const NumBlock *block) {
    Tape *t = rec->t;
    const double far = stride * rec->s->length;
    Num left = n_num(t, far * far);
    for (int k = 0; k < block->n; k++) {
        const int hint = jd_tape_hint_of(t, block->x[k]);
        const Num was = jd_tape_leaf(t, TAPE_HINT, hint, t->hint.at[hint]);
        left = n_sub(t, left, n_square(t, n_sub(t, block->x[k], was)));
    }
    jd_record_guard(rec, left, 0, "a node is too far from where it was");
}

static void record_block(Recorder *rec, int b) {
    const JdSystem *s = rec->s;
    const SystemNodes *of = &s->node_block[b];
    const int width = s->node_width, n = of->n;
    const bool follows = rec->node_follows[b];
    NumBlock block = {.n = n, .x = ARENA_NEW(rec->arena, Num, n + 1)};
    double *start = ARENA_NEW(rec->arena, double, n + 1);
    Num *rest = ARENA_NEW(rec->arena, Num, n + 1), *slope = ARENA_NEW(rec->arena, Num, n * n + 1);
    if (!block.x || !start || !rest || !slope) return;
    for (int k = 0; k < of->nodes; k++)
        for (int c = 0; c < width; c++)
            start[s->node[of->node[k]].number + c] = rec->node_start[of->node[k] * width + c];
    block.block = jd_tape_block(rec->t, n, start, block.x);
    for (int k = 0; k < of->nodes; k++) {
        for (int c = 0; c < width; c++)
            rec->node_x[of->node[k] * width + c] = block.x[s->node[of->node[k]].number + c];
        seat(rec, of->node[k], follows);
    }
    for (int k = 0; k < of->forces && !rec->failed; k++) {
        const SystemForce *force = &s->force[of->force[k]];
        rec->node_force[of->force[k]] = true;
        jd_record_force(rec, of->force[k]);
        const Num3 acts = rec->out[of->force[k]].force;
        add(rec, rest, force->node_j, false, acts);
        if (force->type->target == FORCE_BETWEEN) add(rec, rest, force->node_i, true, acts);
    }
    if (rec->failed || rec->arena->failed) return;
    jd_record_close_block(rec, &block, rest, s->length, slope);
    if (follows) guard_stiffness(rec, n, slope);
    if (follows) guard_stride(rec, &block);
}

/* In formulas they stand where their names say, and move so. */
static void seat_by_name(Recorder *rec, int node) {
    const JdSystem *s = rec->s;
    const SystemNode *is = &s->node[node];
    NumBody *to = &rec->body[s->bodies + node];
    Num v[3] = {0};
    for (int c = 0; c < s->node_width; c++) {
        const char *name = jd_arena_format(rec->arena, "%s.v%c", is->name, "xyz"[c]);
        for (int k = 0; k < s->slots && name; k++)
            if (!s->slot[k].program && !strcmp(s->channel_name[s->slot[k].channel], name))
                v[c] = jd_record_slot(rec, k);
    }
    *to = (NumBody){.p = of_numbers(&rec->extra[is->extra], s->node_width),
                    .R = n_axes(rec->t, &axes_none)};
    to->v.line = of_numbers(v, s->node_width);
}

void jd_record_nodes(Recorder *rec) {
    for (int k = 0; k < rec->s->nodes && rec->explicit_mass; k++) seat_by_name(rec, k);
    if (!rec->node_x) return;
    for (int b = 0; b < rec->s->node_blocks && !rec->failed; b++) record_block(rec, b);
}

void jd_record_node_rates(Recorder *rec) {
    const JdSystem *s = rec->s;
    for (int k = 0; k < s->nodes; k++)
        for (int c = 0; c < s->node_width;
             c++) /* where it follows, its state says only where it was at the start */
            rec->rate[rec->first_extra + s->node[k].extra + c] =
                rec->node_follows[s->node[k].block] ? 0 : rec->node_x[k * s->node_width + c];
    rec->rated = true;
}

/* ---- How they move -------------------------------------------------------------------------- */

/* Of all numbers, as the state changes by its rates. */
static Num *changes(Recorder *rec) {
    Tape *t = rec->t;
    const int count = t->node.count;
    Num *change = ARENA_NEW(rec->arena, Num, count + 1);
    for (int v = 0; v < count && change; v++) {
        if (t->node.at[v].op == TAPE_STATE) change[v] = rec->rate[t->node.at[v].of[0]];
        if (t->node.at[v].op == TAPE_TIME) change[v] = n_num(t, 1);
    }
    return change ? jd_tape_forward(t, change, count) : NULL;
}

/* Forces once more, as their ends move now: what acts on bodies stays. */
static void record_again(Recorder *rec, int force) {
    const int bodies = rec->s->bodies;
    NumSpin *kept = ARENA_NEW(rec->arena, NumSpin, bodies + 1);
    if (!kept) return;
    memcpy(kept, rec->force, (size_t)bodies * sizeof *kept);
    jd_record_force(rec, force);
    memcpy(rec->force, kept, (size_t)bodies * sizeof *kept);
}

bool jd_record_nodes_move(Recorder *rec) {
    const JdSystem *s = rec->s;
    bool any = false;
    for (int b = 0; b < s->node_blocks; b++) any = any || rec->node_follows[b];
    if (!any || rec->nodes_move) return true;
    if (!rec->rated) return false;
    rec->nodes_move = true;
    const Num *change = changes(rec);
    if (!change) return false;
    for (int k = 0; k < s->nodes; k++) {
        Num x[3] = {0};
        if (!rec->node_follows[s->node[k].block]) continue;
        for (int c = 0; c < s->node_width; c++) x[c] = change[rec->node_x[k * s->node_width + c]];
        rec->body[s->bodies + k].v.line = of_numbers(x, s->node_width);
    }
    for (int k = 0; k < s->forces && !rec->failed; k++)
        if (rec->node_force[k]) record_again(rec, k);
    return !rec->failed;
}
