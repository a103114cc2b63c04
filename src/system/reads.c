/* SPDX-License-Identifier: MIT
 *
 * What expressions follow from: of each slot the bodies and the states of one's own whose change
 * may change it, for the patterns of implicit steppers. */
#include "system/channel.h"
#include <string.h>

typedef struct {
    const JdSystem *system;
    Arena *arena;
    int *body_seen, *extra_seen; /* the last slot + 1 that has it */
    LIST(int) bodies, extras;    /* of the slot at work */
} Finder;

static bool stands_before(const char *name, const char *channel) {
    const size_t length = strlen(name);
    return strncmp(name, channel, length) == 0 && channel[length] == '.';
}

static void add_body(Finder *to, int slot, int body) {
    if (!body || to->body_seen[body] == slot + 1) return;
    to->body_seen[body] = slot + 1;
    int *place = PUSH(to->arena, to->bodies);
    if (place) *place = body;
}

static void add_extra(Finder *to, int slot, int extra) {
    if (to->extra_seen[extra] == slot + 1) return;
    to->extra_seen[extra] = slot + 1;
    int *place = PUSH(to->arena, to->extras);
    if (place) *place = extra;
}

/* It follows from everything. */
static void add_all(Finder *to, int slot) {
    for (int b = 1; b < to->system->bodies; b++) add_body(to, slot, b);
    for (int k = 0; k < to->system->extras; k++) add_extra(to, slot, k);
}

/* The bodies that a channel reads, by the names in front of its own; all, if it says none. */
static void add_channel(Finder *to, int slot, int channel) {
    const JdSystem *s = to->system;
    const char *name = s->channel_name[channel];
    const int extra = jd_extra_of_channel(s, channel);
    bool known = channel == 0; /* the time */
    if (extra >= 0) add_extra(to, slot, extra);
    for (int k = 0; k < s->nodes; k++) /* where it is follows from its forces, too */
        if (extra >= s->node[k].extra && extra < s->node[k].extra + s->node_width) {
            add_all(to, slot);
            return;
        }
    if (extra >= 0 || jd_given_of_channel(s, channel) >= 0) return;
    if (jd_delay_of_channel(s, channel) >= 0) return; /* what was stays */
    if (jd_channel_level(s, channel) == LEVEL_ACCELERATION) {
        add_all(to, slot);
        return;
    }
    for (int b = 1; b < s->bodies; b++) {
        if (!stands_before(s->body[b].name, name)) continue;
        add_body(to, slot, b);
        known = true;
    }
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (!stands_before(joint->name, name)) continue;
        known = !joint->couples; /* such a one reads those of others */
        if (!known) break;
        add_body(to, slot, joint->body_i);
        add_body(to, slot, joint->body_j);
    }
    for (int k = 0; k < s->forces && !known; k++) {
        const SystemForce *force = &s->force[k];
        if (!stands_before(force->name, name)) continue;
        if (jd_channel_level(s, channel) == LEVEL_ACCELERATION)
            break; /* and what its fields read */
        if (force->node_i >= 0 || force->node_j >= 0) {
            add_all(to, slot);
            return;
        }
        add_body(to, slot, s->frame[force->frame_i].body);
        add_body(to, slot, s->frame[force->frame_j].body);
        known = true;
    }
    for (int k = 0; k < s->nodes; k++)
        if (stands_before(s->node[k].name, name)) {
            add_all(to, slot);
            return;
        }
    for (int k = 0; k < s->sensors && !known; k++) {
        const SystemSensor *sensor = &s->sensor[k];
        if (!stands_before(sensor->name, name)) continue;
        add_body(to, slot, s->frame[sensor->frame_i].body);
        add_body(to, slot, s->frame[sensor->frame_j].body);
        add_body(to, slot, s->frame[sensor->along].body);
        known = true;
    }
    for (int b = 1; b < s->bodies && !known; b++) add_body(to, slot, b);
    /* What is stored follows from all that fields of forces read. */
    for (int k = 0; k < s->extras && s->channel[channel].def->store; k++) add_extra(to, slot, k);
}

static void add_program(Finder *to, int slot, const Program *program, const SlotReads *reads) {
    int at = 0, read;
    while ((read = jd_program_input(program, &at)) >= 0) {
        for (int n = 0; n < reads[read].bodies; n++) add_body(to, slot, reads[read].body[n]);
        for (int n = 0; n < reads[read].extras; n++) add_extra(to, slot, reads[read].extra[n]);
    }
}

const SlotReads *jd_reads_make(const JdSystem *s, Arena *arena) {
    Finder finder = {.system = s, .arena = arena};
    SlotReads *reads = ARENA_NEW(arena, SlotReads, s->slots + 1);
    finder.body_seen = ARENA_NEW(arena, int, s->bodies + 1);
    finder.extra_seen = ARENA_NEW(arena, int, s->extras + 1);
    if (arena->failed) return NULL;
    for (int k = 0; k < s->slots; k++) {
        memset(&finder.bodies, 0, sizeof finder.bodies);
        memset(&finder.extras, 0, sizeof finder.extras);
        if (s->slot[k].program)
            add_program(&finder, k, s->slot[k].program, reads);
        else
            add_channel(&finder, k, s->slot[k].channel);
        reads[k] = (SlotReads){finder.bodies.count, finder.extras.count, finder.bodies.at,
                               finder.extras.at};
    }
    return arena->failed ? NULL : reads;
}
