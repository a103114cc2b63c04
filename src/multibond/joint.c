/* SPDX-License-Identifier: MIT
 *
 * The general joint: what body j does seen from frame i, along the axes of that frame.
 *
 *      wj --- MTF T --- 0 --- 1 (turns of the twist)        wrel = T wj - wi
 *                       |
 *                       1 (wi) --- TF --- body i
 *                       |
 *                      MTF d x                              d = MN along the axes of frame i, the
 *                       |                                   integral of vrel
 *      vN --- MTF T --- 0 --- 1 (velocities of the twist)   vrel = T vN - vM + d x wi
 *                       |
 *                       TF --- vM */
#include "multibond/inside.h"

/* An end: the velocity of a frame's origin along the axes of its body, as a junction of its own. */
static int add_end(Builder *b, const char *name, const char *what, int frame) {
    const int body = b->graph->system->frame[frame].body;
    const int point = jd_mb_point(b, body, frame),
              end = jd_mb_node(b, "one", jd_mb_name(b, name, what), NULL);
    jd_mb_bond(b, point, end, BOND_MOVES, b->translation);
    return end;
}

/* The axes of body j along those of frame i, as signals. */
static SymAxes add_turned(Builder *b, const char *name, const SystemJoint *from) {
    SymPool *pool = b->graph->pool;
    const Pose local = jd_mb_local(b->graph->system, from->frame_i);
    const SymAxes own = jd_mb_axes(pool, &local.axes),
                  i = jd_mb_product(pool, &b->graph->body[from->body_i].axes, &own);
    const SymAxes back = jd_mb_inverse(&i);
    SymAxes T = jd_mb_product(pool, &back, &b->graph->body[from->body_j].axes);
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) {
            const SymNode *at = jd_sym_node(pool, T.x[c].c[r]);
            if (!at || !at->changes || at->kind == SYM_NAME) continue;
            const char *word = jd_arena_format(b->graph->arena, "%s_T%d%d", name, r + 1, c + 1);
            if (!word) b->failed = true;
            T.x[c].c[r] =
                jd_mb_signal_name(b, jd_mb_signal(b, word ? word : "", T.x[c].c[r], false));
        }
    return T;
}

static void add_distance(Builder *b, MultibondJoint *to, const char *name) {
    static const char *const words[] = {"dx", "dy", "dz"};
    to->d = jd_mb_vec(b->graph->pool, vec3(0, 0, 0));
    for (int k = 0; k < b->translation; k++) {
        const int signal =
            jd_mb_signal(b, jd_mb_name(b, name, words[k]), jd_mb_flow(b, to->speed_bond, k), true);
        if (k == 0) to->distance = signal;
        to->d.c[k] = jd_mb_signal_name(b, signal);
    }
}

static int add_turns(Builder *b, MultibondJoint *to, const SystemJoint *from, const SymAxes *T,
                     const SymBlock *own) {
    const MultibondBody *i = &b->graph->body[from->body_i], *j = &b->graph->body[from->body_j];
    const SymBlock turned = jd_mb_block(b, BLOCK_TURNS, T);
    const int sum = jd_mb_node(b, "zero", jd_mb_name(b, from->name, "dw"), NULL);
    jd_mb_two_port(
        b,
        &(TwoPort){"MTF", jd_mb_name(b, from->name, "Tw"), j->turns, sum, BOND_TURNS, BOND_TURNS},
        &turned);
    int seen = i->turns; /* the ground's is zero along all axes */
    if (from->body_i == 0)
        jd_mb_bond(b, sum, seen, BOND_TURNS, b->rotation);
    else {
        seen = jd_mb_node(b, "one", jd_mb_name(b, from->name, "wi"), NULL);
        jd_mb_bond(b, sum, seen, BOND_TURNS, b->rotation);
        jd_mb_two_port(b,
                       &(TwoPort){"TF", jd_mb_name(b, from->name, "Aw"), seen, i->turns, BOND_TURNS,
                                  BOND_TURNS},
                       own);
    }
    to->spin = jd_mb_node(b, "one", jd_mb_name(b, from->name, "spin"), NULL);
    to->spin_bond = jd_mb_bond(b, sum, to->spin, BOND_TURNS, b->rotation);
    return seen;
}

static void add_moves(Builder *b, MultibondJoint *to, const SystemJoint *from, const SymAxes *T,
                      const SymBlock *own, int turn_i) {
    const SymBlock turned = jd_mb_block(b, BLOCK_MOVES, T);
    const int sum = jd_mb_node(b, "zero", jd_mb_name(b, from->name, "dv"), NULL);
    to->end_i = add_end(b, from->name, "vi", from->frame_i);
    to->end_j = add_end(b, from->name, "vj", from->frame_j);
    jd_mb_two_port(
        b,
        &(TwoPort){"MTF", jd_mb_name(b, from->name, "Tv"), to->end_j, sum, BOND_MOVES, BOND_MOVES},
        &turned);
    jd_mb_two_port(
        b,
        &(TwoPort){"TF", jd_mb_name(b, from->name, "Av"), sum, to->end_i, BOND_MOVES, BOND_MOVES},
        own);
    to->speed = jd_mb_node(b, "one", jd_mb_name(b, from->name, "speed"), NULL);
    to->speed_bond = jd_mb_bond(b, sum, to->speed, BOND_MOVES, b->translation);
    add_distance(b, to, from->name);
    if (from->body_i == 0) return;
    const SymAxes across = jd_mb_skew(b, to->d);
    const SymBlock arm = jd_mb_block(b, BLOCK_ARM, &across);
    jd_mb_two_port(
        b, &(TwoPort){"MTF", jd_mb_name(b, from->name, "Xd"), turn_i, sum, BOND_TURNS, BOND_MOVES},
        &arm);
}

void jd_mb_add_joint(Builder *b, int joint) {
    const SystemJoint *from = &b->graph->system->joint[joint];
    MultibondJoint *to = &b->graph->joint[joint];
    *to = (MultibondJoint){.speed = -1,
                           .spin = -1,
                           .speed_bond = -1,
                           .spin_bond = -1,
                           .end_i = -1,
                           .end_j = -1,
                           .distance = -1};
    if (from->couples) return;
    jd_mb_enter(b, PART_JOINT, joint);
    const Pose i = jd_mb_local(b->graph->system, from->frame_i),
               j = jd_mb_local(b->graph->system, from->frame_j);
    SymAxes own = jd_mb_axes(b->graph->pool, from->body_i ? &i.axes : &axes_none);
    const SymBlock turns = jd_mb_block(b, BLOCK_TURNS, &own),
                   moves = jd_mb_block(b, BLOCK_MOVES, &own);
    const SymAxes T = add_turned(b, from->name, from), of_j = jd_mb_axes(b->graph->pool, &j.axes);
    to->seen = jd_mb_product(b->graph->pool, &T, &of_j);
    const int turn_i = add_turns(b, to, from, &T, &turns);
    add_moves(b, to, from, &T, &moves, turn_i);
}
