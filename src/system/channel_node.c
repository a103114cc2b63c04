/* SPDX-License-Identifier: MIT
 *
 * Channels of nodes, besides their places, which are states. */
#include "system/channel.h"

static Vec3 moves(const JdSystem *s, const Motion *m, int k) {
    return s->kernel->side(s, m, s->node[k].frame).v;
}

// clang-format off
VALUE(get_vx, moves(s, m, k).x)
VALUE(get_vy, moves(s, m, k).y)
VALUE(get_vz, moves(s, m, k).z)
VALUE(get_speed, vec3_norm(moves(s, m, k)))
VALUE(get_zero, 0)
VALUE(get_one, 1)
VALUE(get_height, 0)
VALUE(get_stability, jd_nodes_stability(m, s, k))

static const ChannelDef node_defs[] = {
    {"vx", "m/s", "velocity along ground x, y, z; its place x, y, z are states", LEVEL_VELOCITY, get_vx},
    {"vy", "m/s", "velocity along ground x, y, z; its place x, y, z are states", LEVEL_VELOCITY, get_vy},
    {"vz", "m/s", "velocity along ground x, y, z; its place x, y, z are states", LEVEL_VELOCITY, get_vz, .space_only = true},
    {"z", "m", "of a planar model in space: 0", LEVEL_POSITION, get_height, .space_only = true},
    {"angle", "rad", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_zero, .plane_only = true},
    {"quaternion.w", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_one, .space_only = true},
    {"quaternion.x", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_zero, .space_only = true},
    {"quaternion.y", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_zero, .space_only = true},
    {"quaternion.z", "1", "its attitude, which is that of the ground: for films", LEVEL_POSITION, get_zero, .space_only = true},
    {"speed", "m/s", "magnitude of the velocity", LEVEL_VELOCITY, get_speed},
    {"stability", "1", "above zero as long as it has an equilibrium to rest in: it falls with the square of its least stiffness, as a share of the largest; 1 where dampers hold it", LEVEL_VELOCITY, get_stability},
    {NULL},
};
// clang-format on

static int count_nodes(const JdSystem *s) {
    return s->nodes;
}
static const char *node_prefix(const JdSystem *s, int k) {
    return s->node[k].name;
}
/* A planar model in space has nodes in its plane. */
static bool node_has(const JdSystem *s, int k, const ChannelDef *def) {
    (void)k;
    return def->eval != get_height || s->node_width == 2;
}

const Subject jd_subject_node = {"node",   node_defs, count_nodes, node_prefix,
                                 node_has, NULL,      NULL,        NULL};
