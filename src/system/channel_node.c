/* SPDX-License-Identifier: MIT
 *
 * Channels of nodes, besides their places, which are states. */
#include "system/channel.h"

static Vec3 moves(const JdSystem *s, const Motion *m, int k) {
    return s->kernel->side(s, m, s->node[k].frame).v;
}

// clang-format off
VALUE(get_velocity, vec3_part(moves(s, m, k), number))
VALUE(get_speed, vec3_norm(moves(s, m, k)))
VALUE(get_number, number)
VALUE(get_height, 0)
VALUE(get_stability, jd_nodes_stability(m, s, k))

static const ChannelDef node_defs[] = {
    FLAT_VECTOR("v", "m/s", "velocity along ground x, y, z; its place x, y, z are states", LEVEL_VELOCITY, 0, .eval = get_velocity),
    {"z", "m", "of a planar model in space: 0", LEVEL_POSITION, get_height, .space_only = true},
    {"angle", "rad", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_number, .plane_only = true},
    {"quaternion.w", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_number, .space_only = true, .number = 1},
    {"quaternion.x", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_number, .space_only = true},
    {"quaternion.y", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_number, .space_only = true},
    {"quaternion.z", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_number, .space_only = true},
    {"speed", "m/s", "magnitude of the velocity", LEVEL_VELOCITY, get_speed},
    {"stability", "1", "above zero as long as it has an equilibrium to rest in: it falls with the square of its least stiffness, as a share of the largest; 1 where dampers hold it", LEVEL_VELOCITY, get_stability},
    {NULL},
};

LISTED(node, nodes, node)
// clang-format on

/* A planar model in space has nodes in its plane. */
static bool node_has(const JdSystem *s, int k, const ChannelDef *def) {
    (void)k;
    return def->eval != get_height || s->node_width == 2;
}

const Subject jd_subject_node = {"node", node_defs, node_count, node_name, node_has};
