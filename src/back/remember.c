/* SPDX-License-Identifier: MIT
 *
 * Names of bodies and joints, and the frames of joints, as annotations tell them. A frame is taken
 * where it is one of those that the locks leave open: turned about the axis of a hinge, moved along
 * that of a slide. */
#include "back/inside.h"
#include <string.h>

static const double same = 1e-8; /* of numbers of size one, and of lengths beside the mechanism's */

/* A name that is free, and could be one. */
static bool may_be_called(const Back *b, NoteText name) {
    if (!name.length || name.length > 100) return false;
    for (size_t k = 0; k < name.length; k++) {
        const char c = name.text[k];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(k && c >= '0' && c <= '9')) return false;
    }
    for (int k = 0; k < b->bodies.count; k++)
        if (strlen(b->bodies.at[k].name) == name.length &&
            !strncmp(b->bodies.at[k].name, name.text, name.length))
            return false;
    for (int k = 0; k < b->joints.count; k++)
        if (strlen(b->joints.at[k].name) == name.length &&
            !strncmp(b->joints.at[k].name, name.text, name.length))
            return false;
    return true;
}

static void take_name(Back *b, const char **name, NoteText told) {
    if (!may_be_called(b, told)) return;
    const char *kept = jd_arena_format(b->arena, "%.*s", (int)told.length, told.text);
    if (kept) *name = kept;
}

static const char *name_of(const Back *b, int node) {
    return b->graph->nodes.at[node].name;
}

static void name_body(Back *b, BackBody *body) {
    const char *from = NULL;
    NoteText note, head, rest;
    while (jd_note_next(&b->notes, "body", &from, &note)) {
        if (!jd_note_split(note, &head, &rest)) continue;
        if (!jd_note_has_word(rest, name_of(b, b->stores.at[body->moves].node[0]))) continue;
        take_name(b, &body->name, head);
        return;
    }
}

/* ---- Frames -------------------------------------------------------------------------------------
 */

static bool is_parallel(Vec3 a, Vec3 b) {
    return vec3_norm(vec3_cross(a, b)) < same;
}

/* Whether frames told may stand in the place of those found: the same relative attitude, turned
 * only as the locks leave it open. */
static bool axes_fit(const Back *b, const BackJoint *joint, const Pose *i, const Pose *j) {
    const BackBody *body_i = &b->bodies.at[joint->i], *body_j = &b->bodies.at[joint->j];
    const Axes *ri = &body_i->at[0].axes, *rj = &body_j->at[0].axes;
    if (b->planar) return joint->turns == 0 ? joint->slides == 2 : false;
    if (joint->turns == 0) return joint->slides == 3;
    if (joint->turns != 2) return false;
    return is_parallel(i->axes.z, joint->frame_i.axes.z) &&
           is_parallel(axes_out(ri, i->axes.z), axes_out(rj, j->axes.z)) &&
           vec3_dot(axes_out(ri, i->axes.z), axes_out(rj, j->axes.z)) > 0;
}

/* Of slides: x along what is free, both frames the same way. */
static bool slide_fits(const Back *b, const BackJoint *joint, const Pose *i, const Pose *j) {
    const Axes *ri = &b->bodies.at[joint->i].at[0].axes, *rj = &b->bodies.at[joint->j].at[0].axes;
    const bool slides = b->planar ? joint->slides == 1 && joint->turns == 1
                                  : joint->slides == 2 && joint->turns == 3;
    const Axes seen_i = jd_axes_absolute(ri, &i->axes), seen_j = jd_axes_absolute(rj, &j->axes);
    return slides && is_parallel(i->axes.x, joint->frame_i.axes.x) &&
           vec3_norm(vec3_sub(seen_i.x, seen_j.x)) < same &&
           vec3_norm(vec3_sub(seen_i.y, seen_j.y)) < same;
}

/* The point of j moves along what stays parallel in both, and the locks hold as before. */
static bool places_fit(const Back *b, const BackJoint *joint, const Pose *i, const Pose *j,
                       bool slide) {
    const Vec3 shift_i = vec3_sub(i->p, joint->frame_i.p),
               shift_j = vec3_sub(j->p, joint->frame_j.p);
    const double small = same * b->length;
    if (vec3_norm(shift_i) < small && vec3_norm(shift_j) < small) return true;
    const Vec3 along_i = slide ? joint->frame_i.axes.x : joint->frame_i.axes.z,
               along_j = slide ? joint->frame_j.axes.x : joint->frame_j.axes.z;
    const double off_i = vec3_norm(vec3_cross(shift_i, along_i)),
                 off_j = vec3_norm(vec3_cross(shift_j, along_j));
    const bool axis = slide || (!b->planar && joint->turns == 2);
    const bool moves_on =
        slide || joint->slides == 2; /* cylindrical: along the axis of the turns */
    const double apart = vec3_dot(shift_i, along_i) - vec3_dot(shift_j, along_j);
    return axis && off_i < small && off_j < small && (moves_on || fabs(apart) < small);
}

static bool has_other_rows(const BackJoint *joint) {
    for (int k = 0; k < joint->rows.count; k++)
        if (joint->rows.at[k].kind == ROW_OTHER) return true;
    return false;
}

static void take_frames(Back *b, BackJoint *joint, NoteText note) {
    Pose i, j;
    if (!jd_note_poses(note, &i, &j) || has_other_rows(joint)) return;
    const bool slide = slide_fits(b, joint, &i, &j);
    if (!slide && !axes_fit(b, joint, &i, &j)) return;
    if (!places_fit(b, joint, &i, &j, slide)) return;
    joint->frame_i = i, joint->frame_j = j;
}

static bool holds_for(const Back *b, const BackJoint *joint, NoteText note) {
    for (int k = 0; k < joint->rows.count; k++)
        if (jd_note_has_word(note, name_of(b, b->elements.at[joint->rows.at[k].element].node)))
            return true;
    return false;
}

static void name_joint(Back *b, BackJoint *joint) {
    const char *from = NULL;
    NoteText note, head, rest;
    while (jd_note_next(&b->notes, "joint", &from, &note)) {
        if (!jd_note_split(note, &head, &rest) || !holds_for(b, joint, rest)) continue;
        take_name(b, &joint->name, head);
        take_frames(b, joint, rest);
        return;
    }
}

/* Which of two bodies a joint was said with first: of a row of its locks. */
void jd_back_order(const Back *b, const BackElement *element, int two[2]) {
    const char *from = NULL;
    NoteText note, head, rest;
    while (jd_note_next(&b->notes, "joint", &from, &note)) {
        if (!jd_note_split(note, &head, &rest) ||
            !jd_note_has_word(rest, name_of(b, element->node)))
            continue;
        const char *second = b->bodies.at[two[1]].name;
        if (strncmp(rest.text, second, strlen(second)) || rest.text[strlen(second)] != ' ') return;
        const int swap = two[0];
        two[0] = two[1], two[1] = swap;
        return;
    }
}

void jd_back_remember_bodies(Back *b) {
    for (int k = 1; k < b->bodies.count; k++) name_body(b, &b->bodies.at[k]);
}

void jd_back_remember_joints(Back *b) {
    for (int k = 0; k < b->joints.count; k++) name_joint(b, &b->joints.at[k]);
}
