/* SPDX-License-Identifier: MIT
 *
 * A drawing whose joints are far apart: the assembly brings them together, but what comes out may
 * be another machine than the one that was meant. How far each body was moved and turned is told.
 */
#include "doctor/inside.h"
#include <string.h>

static const double far_apart = 0.2; /* of the whole drawing */
enum { NAMED = 5 };

/* Types whose two points are one. */
static bool joins_points(const JointType *type) {
    return jd_word_in_list(type->name, "revolute spherical universal fixed");
}

/* The joint that is drawn farthest apart, and by how much. */
static int worst_joint(const Patient *p, double *gap) {
    int found = -1;
    *gap = 0;
    for (int k = 0; k < p->model->joints.count; k++) {
        const ModelJoint *joint = &p->model->joints.at[k];
        if (!joins_points(joint->type)) continue;
        const double apart =
            vec3_norm(vec3_sub(jd_frame_place(p, joint->j), jd_frame_place(p, joint->i)));
        if (apart > *gap) *gap = apart, found = k;
    }
    return found;
}

static const double unseen = 1e-6; /* of the mechanism, and rad: no drawing shows less */

/* "'rod' by 120 mm and 30 degrees" */
static void print_move(const Patient *p, int b, Text *out) {
    const JdSystem *s = p->system;
    const Pose *drawn = &p->model->bodies.at[b].pose;
    const Side now = s->kernel->side(s, &p->run->motion, b);
    const Axes turned = jd_axes_relative(&drawn->axes, &now.axes);
    const double way = vec3_norm(vec3_sub(now.p, drawn->p)),
                 angle = vec3_norm(jd_axes_to_vector(&turned));
    char length[64];
    if (way < unseen * s->length && angle < unseen) return;
    jd_words_quantity(way, "m", length);
    jd_text_print(out, "%s'%s' by %s and %.3g degrees", out->count ? ", " : "", s->body[b].name,
                  length, angle * 180 / pi);
}

/* One of the two points for both sides. */
static void list_points(Patient *p, Changes *to, const Node *statement) {
    const Node *at = statement ? jd_node_clause(statement, "at") : NULL;
    if (!at || at->slots.count != 2) return;
    const Span first = at->slots.at[0].span, second = at->slots.at[1].span;
    const Span both = {first.source, first.start, second.start + second.length - first.start};
    for (int n = 0; n < 2; n++) {
        const char *point = jd_span_text(p, at->slots.at[n].span);
        if (point) jd_change_add(p, to, both, "with one point", 0.8 - 0.1 * n, "%s", point);
    }
}

static void look(Patient *p) {
    double gap;
    const int joint = worst_joint(p, &gap);
    if (joint < 0 || gap <= far_apart * jd_drawn_size(p)) return;
    Text moves = {0};
    for (int b = 1; b < p->system->bodies && b <= NAMED; b++) print_move(p, b, &moves);
    char length[64];
    jd_words_quantity(gap, "m", length);
    const ModelJoint *worst = &p->model->joints.at[joint];
    const char *words = jd_words_keep(p, &moves);
    if (!jd_find(p, JD_WARNING, "drawn-far", worst->where,
                 "joint '%s' is drawn %s apart, which is much for this mechanism: to close it, "
                 "bodies were moved: %s",
                 worst->name, length, words))
        return;
    Changes changes = {0};
    list_points(p, &changes, jd_statement_of(p, worst->where));
    if (!jd_try_remedy(p, &changes, "drawn-far"))
        jd_hint(p->log,
                "draw it as it is meant to start: it may go together in another way otherwise");
}

const Examination jd_examination_moved = {"moved", NEEDS_MOTION, look};
