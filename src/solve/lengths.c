/* SPDX-License-Identifier: MIT
 *
 * Lengths, for loops that stay open: those around a loop of hinges, of which none may be longer
 * than all others together; and of two bodies that a drive asks to reach too far. */
#include "solve/inside.h"
#include "tree/dyad.h"

/* In a loop of hinges with one axis: the two joints of the loop that a body has. */
static bool is_hinge(const SystemJoint *joint) {
    return joint->frees == 1 && joint->free[0]->kind == FREE_TURN && !joint->couples;
}

static int frame_on(const SystemJoint *joint, int body) {
    return joint->body_i == body ? joint->frame_i : joint->body_j == body ? joint->frame_j : -1;
}

/* Between the first two joints of the loop on this body; below zero: it is not part of it. */
static double length_of(const JdSystem *s, const int *loop, int count, int body) {
    int first = -1;
    for (int n = 0; n < count; n++) {
        const int frame = frame_on(&s->joint[loop[n]], body);
        if (frame < 0) continue;
        if (first >= 0)
            return vec3_norm(vec3_sub(s->frame[frame].local.p, s->frame[first].local.p));
        first = frame;
    }
    return -1;
}

void jd_hint_lengths(const Assembly *a, int closing) {
    const JdSystem *s = a->system;
    int *loop = ARENA_NEW(&a->system->arena, int, s->joints + 1), longest = -1, sides = 0;
    const int count =
        loop && s->graph.closing[closing] ? jd_graph_loop(&s->graph, closing, loop) : 0;
    double sum = 0, most = 0;
    Text list = {0};
    for (int n = 0; n < count; n++)
        if (s->space != JD_PLANAR || !is_hinge(&s->joint[loop[n]])) return;
    for (int b = 0; b < s->bodies && count > 2; b++) {
        const double length = length_of(s, loop, count, b);
        if (length < 0) continue;
        sum += length;
        if (length > most) most = length, longest = b;
        jd_text_print(&list, "%s%s %.4g m", sides++ ? ", " : "", jd_body_name(s, b), length);
    }
    if (list.at && longest >= 0 && most > sum - most)
        jd_hint(a->log,
                "lengths from joint to joint: %s; %s is longer than all others together, %.4g m",
                list.at, jd_body_name(s, longest), sum - most);
    else if (list.at)
        jd_hint(a->log, "lengths from joint to joint: %s", list.at);
    jd_text_free(&list);
}

void jd_hint_reach(const Assembly *a) {
    DyadSpan dyad;
    Text words = {0};
    if (!jd_dyad_nearest(a->system, &a->motion, &dyad) || !(dyad.reach.sine < 0.1)) return;
    jd_dyad_words(a->system, &dyad, &words);
    if (words.at) jd_hint(a->log, "%s", words.at);
    jd_text_free(&words);
}
