/* SPDX-License-Identifier: MIT
 *
 * Nodes of a system, and which of them are solved for together: those that a force joins, and those
 * that forces on them read of each other. */
#include "build/inside.h"
#include "system/channel.h"
#include <string.h>

bool jd_build_nodes(Builder *b) {
    JdSystem *s = b->system;
    const int count = b->model->nodes.count;
    s->node = ARENA_NEW(&s->arena, SystemNode, count + 1);
    if (!s->node) return false;
    s->nodes = count;
    s->node_width = jd_model_width(b->model);
    for (int k = 0; k < count; k++) {
        const ModelNode *from = &b->model->nodes.at[k];
        s->node[k] = (SystemNode){.name = jd_keep_text(b, from->name),
                                  .where = jd_keep_where(b, from->where),
                                  .frame = s->bodies + from->frame,
                                  .extra = from->state};
    }
    return !s->arena.failed;
}

/* ---- What follows from nodes ------------------------------------------------------------------
 */

typedef struct {
    JdSystem *s;
    int *root; /* of each node: another one of its set */
    int *slot; /* of each slot: a node that it follows from; -1: none */
} Sets;

static int root_of(const Sets *sets, int node) {
    while (sets->root[node] != node) node = sets->root[node];
    return node;
}

/* Either may be -1: none. The node that stands for both. */
static int unite(Sets *sets, int a, int b) {
    if (a < 0 || b < 0) return a < 0 ? b : a;
    a = root_of(sets, a), b = root_of(sets, b);
    const int first = a < b ? a : b;
    sets->root[a] = sets->root[b] = first;
    return first;
}

static bool is_of(const char *name, const char *channel) {
    const size_t length = strlen(name);
    return strncmp(name, channel, length) == 0 && channel[length] == '.';
}

static int node_of_frame(const JdSystem *s, int frame) {
    return s->frame[frame].seat >= s->bodies ? s->frame[frame].seat - s->bodies : -1;
}

static int node_of_force(Sets *sets, const SystemForce *force) {
    return unite(sets, force->node_i, force->node_j);
}

/* By the names in front of its own. */
static int node_of_channel(Sets *sets, int channel) {
    const JdSystem *s = sets->s;
    const char *name = s->channel_name[channel];
    int found = -1;
    for (int k = 0; k < s->nodes; k++)
        if (is_of(s->node[k].name, name)) found = unite(sets, found, k);
    for (int k = 0; k < s->forces; k++)
        if (is_of(s->force[k].name, name))
            found = unite(sets, found, node_of_force(sets, &s->force[k]));
    for (int k = 0; k < s->sensors; k++) {
        if (!is_of(s->sensor[k].name, name)) continue;
        found = unite(sets, found, node_of_frame(s, s->sensor[k].frame_i));
        found = unite(sets, found, node_of_frame(s, s->sensor[k].frame_j));
    }
    return found;
}

static int node_of_program(Sets *sets, const Program *program) {
    int at = 0, slot, found = -1;
    while (program && (slot = jd_program_input(program, &at)) >= 0)
        found = unite(sets, found, sets->slot[slot]);
    return found;
}

/* A ring is solved in its turn: all of it follows from what any of it does. */
static void spread_rings(Sets *sets) {
    const JdSystem *s = sets->s;
    for (int r = 0; r < s->rings; r++) {
        const SystemRing *ring = &s->ring[r];
        int found = -1;
        for (int k = 0; k < ring->n; k++) found = unite(sets, found, sets->slot[ring->rest[k]]);
        for (int k = 0; k < ring->n && found >= 0; k++)
            sets->slot[ring->rest[k]] = sets->slot[ring->unknown[k]] = found;
    }
}

static void find_slots(Sets *sets) {
    const JdSystem *s = sets->s;
    for (int pass = 0; pass <= (s->rings > 0); pass++) {
        for (int k = 0; k < s->slots; k++) {
            const SystemInput *in = &s->slot[k];
            const int found = in->program ? node_of_program(sets, in->program)
                                          : node_of_channel(sets, in->channel);
            sets->slot[k] = unite(sets, pass ? sets->slot[k] : -1, found);
        }
        spread_rings(sets);
    }
}

/* ---- Blocks -----------------------------------------------------------------------------------
 */

typedef struct {
    Sets *sets;
    const int *early; /* slots that forces read, before they are known */
    int earlies;
} Filling;

static bool fill(const Filling *f, SystemNodes *to, int root) {
    JdSystem *s = f->sets->s;
    int *node = ARENA_NEW(&s->arena, int, s->nodes + 1);
    int *force = ARENA_NEW(&s->arena, int, s->forces + 1);
    int *slot = ARENA_NEW(&s->arena, int, f->earlies + 1);
    if (!node || !force || !slot) return false;
    for (int k = 0; k < s->nodes; k++) {
        if (root_of(f->sets, k) != root) continue;
        s->node[k].block = (int)(to - s->node_block);
        s->node[k].number = to->n;
        node[to->nodes++] = k;
        to->n += s->node_width;
    }
    for (int k = 0; k < s->forces; k++) {
        const int at = node_of_force(f->sets, &s->force[k]);
        if (at >= 0 && root_of(f->sets, at) == root) force[to->forces++] = k;
    }
    for (int k = 0; k < f->earlies; k++) {
        const int at = f->sets->slot[f->early[k]];
        if (at >= 0 && root_of(f->sets, at) == root) slot[to->slots++] = f->early[k];
    }
    to->node = node, to->force = force, to->slot = slot;
    if (to->n > s->node_most) s->node_most = to->n;
    return true;
}

bool jd_build_node_blocks(JdSystem *s, const int *early, int earlies) {
    if (!s->nodes) return true;
    Sets sets = {s, ARENA_NEW(&s->arena, int, s->nodes), ARENA_NEW(&s->arena, int, s->slots + 1)};
    s->node_block = ARENA_NEW(&s->arena, SystemNodes, s->nodes + 1);
    if (!sets.root || !sets.slot || !s->node_block) return false;
    for (int k = 0; k < s->nodes; k++) sets.root[k] = k;
    for (int k = 0; k < s->forces; k++) node_of_force(&sets, &s->force[k]);
    find_slots(&sets);
    for (int k = 0; k < s->forces; k++) {
        const int at = node_of_force(&sets, &s->force[k]);
        for (int n = 0; at >= 0 && n < s->force[k].values; n++)
            unite(&sets, at, node_of_program(&sets, s->force[k].program[n]));
    }
    const Filling filling = {&sets, early, earlies};
    for (int k = 0; k < s->nodes; k++)
        if (root_of(&sets, k) == k && !fill(&filling, &s->node_block[s->node_blocks++], k))
            return false;
    return true;
}
