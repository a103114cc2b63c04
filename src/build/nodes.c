/* SPDX-License-Identifier: MIT
 *
 * Nodes of a system, and which of them are solved for together: those that a force joins, and those
 * that forces on them read of each other. */
#include "build/inside.h"
#include "system/channel.h"
#include <stdlib.h>
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

/* What a channel may be of: a node, a force or sensor of one. */
typedef struct {
    const char *name;
    int node; /* -1: none */
} Owner;

typedef struct {
    JdSystem *s;
    int *root;    /* of each node: another one of its set */
    int *slot;    /* of each slot: a node that it follows from; -1: none */
    Owner *owner; /* by their names */
    int owners;
} Sets;

static int root_of(const Sets *sets, int node) {
    while (sets->root[node] != node)
        node = sets->root[node] = sets->root[sets->root[node]]; /* half the way for the next time */
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

static int node_of_frame(const JdSystem *s, int frame) {
    return s->frame[frame].seat >= s->bodies ? s->frame[frame].seat - s->bodies : -1;
}

static int node_of_force(Sets *sets, const SystemForce *force) {
    return unite(sets, force->node_i, force->node_j);
}

static int compare_owners(const void *a, const void *b) {
    return strcmp(((const Owner *)a)->name, ((const Owner *)b)->name);
}

static bool find_owners(Sets *sets) {
    JdSystem *s = sets->s;
    sets->owner = ARENA_NEW(&s->arena, Owner, s->nodes + s->forces + 2 * s->sensors + 1);
    if (!sets->owner) return false;
    Owner *at = sets->owner;
    for (int k = 0; k < s->nodes; k++) *at++ = (Owner){s->node[k].name, k};
    for (int k = 0; k < s->forces; k++)
        *at++ = (Owner){s->force[k].name, node_of_force(sets, &s->force[k])};
    for (int k = 0; k < s->sensors; k++) {
        *at++ = (Owner){s->sensor[k].name, node_of_frame(s, s->sensor[k].frame_i)};
        *at++ = (Owner){s->sensor[k].name, node_of_frame(s, s->sensor[k].frame_j)};
    }
    sets->owners = (int)(at - sets->owner);
    qsort(sets->owner, (size_t)sets->owners, sizeof *sets->owner, compare_owners);
    return true;
}

/* The first whose name is not before these letters. */
static int first_owner(const Sets *sets, const char *name, size_t length) {
    int low = 0, high = sets->owners;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (strncmp(sets->owner[middle].name, name, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* By the names in front of its own: of `arm.tip.x` those of `arm` and `arm.tip`. */
static int node_of_channel(Sets *sets, int channel) {
    const char *name = sets->s->channel_name[channel];
    int found = -1;
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.')) {
        const size_t length = (size_t)(dot - name);
        for (int k = first_owner(sets, name, length);
             k < sets->owners && strncmp(sets->owner[k].name, name, length) == 0 &&
             !sets->owner[k].name[length];
             k++)
            found = unite(sets, found, sets->owner[k].node);
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

/* Where what belongs to each block stands, one block behind the other. */
typedef struct {
    int *block; /* of each item; -1: none */
    int *item;  /* of the first block, of the second ... */
    int *first; /* of each block, and the end */
} Shares;

/* The items keep their order within a block. */
static bool share(const Sets *sets, int items, Shares *to) {
    JdSystem *s = sets->s;
    to->item = ARENA_NEW(&s->arena, int, items + 1);
    to->first = ARENA_NEW(&s->arena, int, s->node_blocks + 2);
    if (!to->item || !to->first) return false;
    int *next = to->first + 1; /* where the next item of each block goes: at last its end */
    for (int k = 0; k < items; k++)
        if (to->block[k] >= 0 && to->block[k] + 1 < s->node_blocks) next[to->block[k] + 1]++;
    for (int b = 1; b < s->node_blocks; b++) next[b] += next[b - 1];
    for (int k = 0; k < items; k++)
        if (to->block[k] >= 0) to->item[next[to->block[k]]++] = k;
    return true;
}

/* The block of a node, that of its set. */
static int block_of(const Sets *sets, int node) {
    return node < 0 ? -1 : sets->s->node[root_of(sets, node)].block;
}

static bool fill(Sets *sets, const int *early, int earlies) {
    JdSystem *s = sets->s;
    Shares node = {ARENA_NEW(&s->arena, int, s->nodes + 1)},
           force = {ARENA_NEW(&s->arena, int, s->forces + 1)},
           slot = {ARENA_NEW(&s->arena, int, earlies + 1)};
    if (!node.block || !force.block || !slot.block) return false;
    for (int k = 0; k < s->nodes; k++) node.block[k] = block_of(sets, k);
    for (int k = 0; k < s->forces; k++)
        force.block[k] = block_of(sets, node_of_force(sets, &s->force[k]));
    for (int k = 0; k < earlies; k++) slot.block[k] = block_of(sets, sets->slot[early[k]]);
    if (!share(sets, s->nodes, &node) || !share(sets, s->forces, &force) ||
        !share(sets, earlies, &slot))
        return false;
    for (int b = 0; b < s->node_blocks; b++) {
        SystemNodes *to = &s->node_block[b];
        to->node = node.item + node.first[b], to->nodes = node.first[b + 1] - node.first[b];
        to->force = force.item + force.first[b], to->forces = force.first[b + 1] - force.first[b];
        to->slot = slot.item + slot.first[b], to->slots = slot.first[b + 1] - slot.first[b];
        to->n = to->nodes * s->node_width;
        if (to->n > s->node_most) s->node_most = to->n;
        for (int k = 0; k < to->nodes; k++) {
            s->node[to->node[k]].block = b;
            s->node[to->node[k]].number = k * s->node_width;
        }
    }
    for (int k = 0; k < slot.first[s->node_blocks]; k++) slot.item[k] = early[slot.item[k]];
    return true;
}

bool jd_build_node_blocks(JdSystem *s, const int *early, int earlies) {
    if (!s->nodes) return true;
    Sets sets = {.s = s,
                 .root = ARENA_NEW(&s->arena, int, s->nodes),
                 .slot = ARENA_NEW(&s->arena, int, s->slots + 1)};
    s->node_block = ARENA_NEW(&s->arena, SystemNodes, s->nodes + 1);
    if (!sets.root || !sets.slot || !s->node_block) return false;
    for (int k = 0; k < s->nodes; k++) sets.root[k] = k;
    for (int k = 0; k < s->forces; k++) node_of_force(&sets, &s->force[k]);
    if (!find_owners(&sets)) return false;
    find_slots(&sets);
    for (int k = 0; k < s->forces; k++) {
        const int at = node_of_force(&sets, &s->force[k]);
        for (int n = 0; at >= 0 && n < s->force[k].values; n++)
            unite(&sets, at, node_of_program(&sets, s->force[k].program[n]));
    }
    for (int k = 0; k < s->nodes; k++)
        if (root_of(&sets, k) == k) s->node[k].block = s->node_blocks++;
    return fill(&sets, early, earlies);
}
