/* SPDX-License-Identifier: MIT
 *
 * The mechanism as model text: bodies with the frames of their joints, joints by their locks, what
 * acts as formulas of places and velocities, drives, states. */
#include "back/back.h"
#include "back/text.h"
#include <string.h>

/* Of numbers of size one: a direction lies along an axis; a quaternion turns nothing. */
static const double along_axis = 1e-8, no_turn = 1e-15;

static void say_number(Back *b, double value) {
    char digits[40];
    jd_number_text(value, digits, sizeof digits);
    jd_text_print(b->out, "%s", digits);
}

static void say_vector(Back *b, Vec3 v) {
    jd_text_print(b->out, "[");
    say_number(b, v.x), jd_text_print(b->out, ", "), say_number(b, v.y);
    if (!b->planar) jd_text_print(b->out, ", "), say_number(b, v.z);
    jd_text_print(b->out, "]");
}

static void say_turned(Back *b, const Axes *axes) {
    if (b->planar) {
        const double angle = jd_back_tidy(atan2(axes->x.y, axes->x.x), 1);
        if (angle != 0) jd_text_print(b->out, " angle "), say_number(b, angle);
        return;
    }
    const Quat q = jd_quat_from_axes(axes);
    const double c[4] = {q.w, q.x, q.y, q.z};
    if (fabs(q.w - 1) < no_turn) return;
    jd_text_print(b->out, " turned quaternion(");
    for (int k = 0; k < 4; k++) jd_text_print(b->out, k ? ", " : ""), say_number(b, c[k]);
    jd_text_print(b->out, ")");
}

/* ---- What annotations tell
 * -----------------------------------------------------------------------
 */

static void say_note(Back *b, NoteText note) {
    jd_text_print(b->out, "%.*s\n", (int)note.length, note.text);
}

static bool is_comment(NoteText note) {
    return note.length && note.text[0] == '#';
}

static bool is_one_word(NoteText note) {
    for (size_t k = 0; k < note.length; k++) {
        const char c = note.text[k];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && !(k && c >= '0' && c <= '9')) return false;
    }
    return note.length > 0;
}

/* One clause, and nothing that would end the body. */
static bool is_frame(NoteText note) {
    static const char word[] = "frame ";
    if (note.length < sizeof word || strncmp(note.text, word, strlen(word)) != 0) return false;
    for (size_t k = 0; k < note.length; k++)
        if (strchr("{}#\"", note.text[k])) return false;
    return true;
}

/* The comment that the text of the mechanism began with, and its name. */
static void say_head(Back *b) {
    const char *from = NULL, *name = NULL;
    NoteText note;
    bool any = false;
    while (jd_note_next(&b->notes, "about", &from, &note))
        if (is_comment(note)) say_note(b, note), any = true;
    if (!any) jd_text_print(b->out, "# The mechanism of a multibond graph, in SI units.\n");
    if (jd_note_next(&b->notes, "model", &name, &note) && is_one_word(note))
        jd_text_print(b->out, "model %.*s\n", (int)note.length, note.text);
    else
        jd_text_print(b->out, "model mechanism\n");
}

/* What was told of a thing: comments "above" it, frames "in" it. */
static void say_told(Back *b, const char *what, const char *name, const char *before) {
    const char *from = NULL;
    NoteText note, head, rest;
    while (jd_note_next(&b->notes, what, &from, &note)) {
        if (!jd_note_split(note, &head, &rest) || strlen(name) != head.length ||
            strncmp(head.text, name, head.length) != 0 ||
            !(is_comment(rest) || (*before && is_frame(rest))))
            continue;
        jd_text_print(b->out, "%s", before);
        say_note(b, rest);
    }
}

/* ---- Bodies -------------------------------------------------------------------------------------
 */

static void say_frames(Back *b, int body) {
    for (int k = 0; k < b->joints.count; k++)
        for (int side = 0; side < 2; side++) {
            const BackJoint *joint = &b->joints.at[k];
            const Pose *frame = side ? &joint->frame_j : &joint->frame_i;
            if ((side ? joint->j : joint->i) != body) continue;
            if (body)
                jd_text_print(b->out, "    frame at_%s local ", joint->name);
            else
                jd_text_print(b->out, "frame at_%s on ground at ", joint->name);
            say_vector(b, frame->p);
            jd_text_print(b->out, " m");
            say_turned(b, &frame->axes);
            jd_text_print(b->out, "\n");
        }
}

static void say_inertia(Back *b, const BackBody *body) {
    jd_text_print(b->out, " inertia ");
    if (b->planar) {
        say_number(b, body->I[0][0]);
    } else {
        jd_text_print(b->out, "[");
        for (int r = 0; r < 3; r++) {
            jd_text_print(b->out, r ? ", " : "");
            say_vector(b, vec3(body->I[r][0], body->I[r][1], body->I[r][2]));
        }
        jd_text_print(b->out, "]");
    }
    jd_text_print(b->out, " kg*m^2");
}

static void say_body(Back *b, int n) {
    const BackBody *body = &b->bodies.at[n];
    double most = 0;
    for (int k = 0; k < 3; k++) most = fmax(most, fabs(body->I[k][k]));
    say_told(b, "above", body->name, "");
    jd_text_print(b->out, "body %s {\n    at ", body->name);
    say_vector(b, body->p);
    jd_text_print(b->out, " m");
    if (b->planar && body->angle != 0) jd_text_print(b->out, " angle "), say_number(b, body->angle);
    if (!b->planar) say_turned(b, &body->axes);
    if (body->mass == 0 && most == 0) {
        jd_text_print(b->out, " massless");
    } else {
        jd_text_print(b->out, " mass ");
        say_number(b, body->mass);
        jd_text_print(b->out, " kg");
        if (body->turns < 0)
            jd_text_print(b->out, " point");
        else
            say_inertia(b, body);
    }
    jd_text_print(b->out, " free\n");
    say_frames(b, n);
    say_told(b, "in", body->name, "    ");
    jd_text_print(b->out, "}\n");
}

/* ---- Joints -------------------------------------------------------------------------------------
 */

/* What a product is in, in parts of a length: 1 for d.xi. */
static int length_of(const LockTerm *term) {
    const int a = term->a <= VEC_ON || (term->a >= VEC_VD && term->a <= VEC_VN),
              c = term->b <= VEC_ON;
    return a + c;
}

static void say_term(Back *b, const BackRow *row, int k, int length) {
    static const char *const units[] = {"1/m", "", "m", "m^2"};
    const LockTerm *term = &row->terms[k].terms[0];
    const double c = row->c[k];
    const char *unit = units[1 + length - length_of(term)];
    jd_text_print(b->out, k ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""));
    if (fabs(c) != 1 || *unit) {
        say_number(b, fabs(c));
        jd_text_print(b->out, "%s%s*", *unit ? " " : "", unit);
    }
    if (term->a == VEC_W && !row->velocity)
        jd_text_print(b->out, "turn(z)");
    else
        jd_text_print(b->out, "%s.%s", jd_vector_name(term->a), jd_vector_name(term->b));
}

static void say_row(Back *b, const BackJoint *joint, const BackRow *row) {
    const BackPair pair = {.back = b,
                           .i = joint->i,
                           .j = joint->j,
                           .frame_i = joint->frame_i,
                           .frame_j = joint->frame_j};
    int length = 0;
    double rest = 0, size = 1;
    for (int k = 0; k < row->count; k++)
        if (length_of(&row->terms[k].terms[0])) length = 1;
    jd_text_print(b->out, "    lock ");
    for (int k = 0; k < row->count; k++) {
        const bool turn = row->terms[k].terms[0].a == VEC_W;
        const double part =
            turn || row->velocity ? 0 : row->c[k] * jd_back_value(&pair, &row->terms[k]);
        rest += part, size = fmax(size, fabs(part));
        say_term(b, row, k, length);
    }
    rest = jd_back_tidy(rest, size);
    if (rest != 0) {
        jd_text_print(b->out, rest > 0 ? " - " : " + ");
        say_number(b, fabs(rest));
        jd_text_print(b->out, length ? " m" : "");
    }
    jd_text_print(b->out, "\n");
}

/* A direction of a row along an axis of the frame: which; -1. */
static int axis_of(const Axes *axes, Vec3 u) {
    const Vec3 seen = axes_in(axes, u);
    const double c[3] = {seen.x, seen.y, seen.z}, size = vec3_norm(u);
    for (int k = 0; k < 3; k++)
        if (fabs(fabs(c[k]) - size) < along_axis * size) return k;
    return -1;
}

static const char axis_letters[] = "xyz";

static void say_slides(Back *b, const BackJoint *joint) {
    const int all = b->planar ? 2 : 3;
    bool locked[3] = {false};
    int along = 0;
    for (int k = 0; k < joint->rows.count; k++) {
        const BackRow *row = &joint->rows.at[k];
        const int axis = row->kind == ROW_SLIDE ? axis_of(&joint->frame_i.axes, row->u) : -1;
        if (axis >= 0 && !locked[axis]) locked[axis] = true, along++;
    }
    const Vec3 none = joint->slides == 2 ? jd_back_left_free(joint) : vec3(0, 0, 0);
    const int open = joint->slides == 2 ? axis_of(&joint->frame_i.axes, none) : -1;
    for (int k = 0; k < all && joint->slides == all; k++)
        jd_text_print(b->out, "    lock d.%ci\n", axis_letters[k]);
    if (joint->slides == all) return;
    for (int k = 0; k < 3 && open >= 0; k++)
        if (k != open) jd_text_print(b->out, "    lock d.%ci\n", axis_letters[k]);
    if (open >= 0) return;
    for (int k = 0; k < 3 && along == joint->slides; k++)
        if (locked[k]) jd_text_print(b->out, "    lock d.%ci\n", axis_letters[k]);
    if (along == joint->slides) return;
    for (int k = 0; k < joint->rows.count; k++) {
        const BackRow *row = &joint->rows.at[k];
        if (row->kind != ROW_SLIDE) continue;
        const Vec3 u = axes_in(&joint->frame_i.axes, row->u);
        const double c[3] = {u.x, u.y, u.z};
        jd_text_print(b->out, "    lock ");
        for (int a = 0, any = 0; a < all; a++) {
            if (c[a] == 0) continue;
            jd_text_print(b->out, any++ ? " + " : ""), say_number(b, c[a]);
            jd_text_print(b->out, "*d.%ci", axis_letters[a]);
        }
        jd_text_print(b->out, "\n");
    }
}

static void say_turns(Back *b, const BackJoint *joint) {
    static const char *const spatial[4][3] = {
        {NULL}, {"w.xi"}, {"zi.xj", "zi.yj"}, {"xi.yj", "yi.zj", "zi.xj"}};
    if (b->planar && joint->turns) jd_text_print(b->out, "    lock xi.yj\n");
    for (int k = 0; k < joint->turns && !b->planar; k++)
        jd_text_print(b->out, "    lock %s\n", spatial[joint->turns][k]);
}

/* Patterns of locks that have a name. */
static const struct {
    bool planar;
    int slides, turns;
    const char *other, *type;
    bool along; /* what slides leave open or lock is the axis of the turns */
} named[] = {
    {true, 2, 0, "", "revolute", false},
    {true, 1, 1, "", "prismatic", false},
    {true, 2, 1, "", "fixed", false},
    {true, 1, 0, "", "pin-in-slot", false},
    {false, 3, 2, "", "revolute", false},
    {false, 3, 0, "", "spherical", false},
    {false, 3, 3, "", "fixed", false},
    {false, 2, 2, "", "cylindrical", true},
    {false, 2, 3, "", "prismatic", false},
    {false, 1, 2, "", "planar", true},
    {false, 3, 0, "    lock xi.yj\n", "universal", false},
    {false, 3, 0, "    lock twist(z)\n", "constant-velocity", false},
};

/* What slides leave, or lock, lies along z. */
static bool is_along(const BackJoint *joint) {
    for (int k = 0; k < joint->rows.count; k++) {
        const BackRow *row = &joint->rows.at[k];
        if (row->kind != ROW_SLIDE) continue;
        const double part = fabs(vec3_dot(row->u, joint->frame_i.axes.z)) / vec3_norm(row->u);
        if (fabs(part - (joint->slides == 1)) > along_axis) return false;
    }
    return true;
}

static void say_type(Back *b, BackJoint *joint) {
    Text other = {0}, *out = b->out;
    b->out = &other;
    for (int k = 0; k < joint->rows.count; k++)
        if (joint->rows.at[k].kind == ROW_OTHER)
            say_row(b, joint, &joint->rows.at[k]);
        else if (joint->rows.at[k].kind == ROW_TWIST)
            jd_text_print(b->out, "    lock twist(z)\n");
    b->out = out;
    const char *rest = other.at ? other.at : "";
    for (size_t k = 0; k < sizeof named / sizeof *named && !joint->type; k++) {
        if (named[k].planar != b->planar || named[k].slides != joint->slides ||
            named[k].turns != joint->turns || strcmp(named[k].other, rest) != 0 ||
            (named[k].along && !is_along(joint)))
            continue;
        joint->type = named[k].type;
    }
    if (!joint->type) {
        joint->type = jd_arena_format(b->arena, "type_of_%s", joint->name);
        jd_text_print(out, "joint type %s {\n", joint->type ? joint->type : "");
        say_slides(b, joint);
        say_turns(b, joint);
        jd_text_print(out, "%s", rest);
        if (!*rest && joint->turns == 2 && !b->planar && joint->slides == 2 && !is_along(joint))
            jd_text_print(out, "    axis z\n");
        jd_text_print(out, "}\n");
    }
    jd_text_free(&other);
}

static void say_joint(Back *b, const BackJoint *joint) {
    say_told(b, "above", joint->name, "");
    jd_text_print(b->out, "joint %s : %s %s.at_%s -- %s.at_%s\n", joint->name, joint->type,
                  b->bodies.at[joint->i].name, joint->name, b->bodies.at[joint->j].name,
                  joint->name);
}

/* ---- Start and run
 * -------------------------------------------------------------------------------- */

static void say_start(Back *b) {
    static const char *const moves[] = {"vx", "vy", "vz"}, *const turns[] = {"own.wx", "own.wy",
                                                                             "own.wz"};
    int any = 0;
    for (int n = 1; n < b->bodies.count; n++) {
        const BackBody *body = &b->bodies.at[n];
        const Vec3 w = b->planar ? body->w : axes_out(&body->axes, body->w);
        const double v[3] = {body->v.x, body->v.y, body->v.z}, u[3] = {w.x, w.y, w.z};
        for (int k = 0; k < b->dims; k++) {
            jd_text_print(b->out, any++ ? ", %s.%s = " : "start %s.%s = ", body->name, moves[k]);
            say_number(b, v[k]), jd_text_print(b->out, " m/s");
        }
        for (int k = 0; k < b->turn_dims && body->turns >= 0; k++) {
            jd_text_print(b->out, ", %s.%s = ", body->name, b->planar ? "rate" : turns[k] + 4);
            say_number(b, u[b->planar ? 2 : k]), jd_text_print(b->out, " rad/s");
        }
    }
    jd_text_print(b->out, "\n");
}

static void say_run(Back *b, const ModelRun *run) {
    if (!(run->to > 0)) return;
    jd_text_print(b->out, "run to "), say_number(b, run->to), jd_text_print(b->out, " s");
    if (run->every > 0)
        jd_text_print(b->out, " every "), say_number(b, run->every), jd_text_print(b->out, " s");
    if (run->tol > 0) jd_text_print(b->out, " tol "), say_number(b, run->tol);
    jd_text_print(b->out, "\n");
}

/* ---- All
 * -------------------------------------------------------------------------------------------- */

static void write_all(Back *b, const JdModel *model, Text *out) {
    Text acts = {0};
    for (int k = 0; k < b->joints.count; k++) b->joints.at[k].type = NULL;
    b->out = &acts;
    Text types = {0};
    b->out = &types;
    for (int k = 0; k < b->joints.count; k++) say_type(b, &b->joints.at[k]);
    b->out = &acts;
    jd_back_write_acts(b); /* finds gravity, and what the rest reads */
    b->out = out;
    say_head(b);
    jd_text_print(out, "%s\n", b->planar ? "planar" : "spatial");
    if (vec3_norm(b->gravity) > 0)
        jd_text_print(out, "gravity "), say_vector(b, b->gravity), jd_text_print(out, " m/s^2\n");
    jd_text_print(out, "\n%s\n", types.at ? types.at : "");
    for (int n = 1; n < b->bodies.count; n++) say_body(b, n);
    say_frames(b, 0);
    for (int k = 0; k < b->joints.count; k++) say_joint(b, &b->joints.at[k]);
    jd_text_print(out, "%s\n", acts.at ? acts.at : "");
    say_start(b);
    say_run(b, &model->run);
    if (acts.failed || types.failed) b->failed = true;
    jd_text_free(&acts), jd_text_free(&types);
}

bool jd_graph_back(const JdModel *model, const BondGraph *graph, const char *notes, Text *out,
                   JdLog *log) {
    Arena arena = {0};
    Back b = {.arena = &arena,
              .log = log,
              .graph = graph,
              .notes = {notes},
              .pool = graph->pool,
              .clock = -1};
    const int before = jd_log_errors(log);
    jd_back_release(&b);
    if (!b.failed) jd_back_look(&b);
    if (!b.failed && b.scalar) jd_back_gather(&b);
    if (!b.failed) jd_back_bodies(&b);
    if (!b.failed) jd_back_remember_bodies(&b);
    if (!b.failed) jd_back_joints(&b);
    if (!b.failed) jd_back_remember_joints(&b);
    if (!b.failed) write_all(&b, model, out);
    if (out->failed || arena.failed || jd_sym_stopped(graph->pool)) b.failed = true;
    if (b.failed && jd_log_errors(log) == before) jd_report_memory(log);
    jd_arena_free(&arena);
    return !b.failed;
}
