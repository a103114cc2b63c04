/* SPDX-License-Identifier: MIT
 *
 * What joints and forces have in common: two sides, the points and the axis where they stand, and
 * the fields of their type. */
#include "text/inside.h"
#include <string.h>

/* ---- Sides ---------------------------------------------------------------------------------- */

static bool is_on_ground(const char *path) {
    return !strncmp(path, "ground.", strlen("ground."));
}

/* Names of frames on the ground may have dots themselves. */
const char *jd_frame_dot(const char *path) {
    return is_on_ground(path) ? strchr(path, '.') : strrchr(path, '.');
}

/* "K3.tip": the body before the last dot, and its frame. */
static bool find_frame(Build *build, const char *path, const Slot *slot, BodySide *side) {
    const char *dot = jd_frame_dot(path);
    const bool ground = is_on_ground(path);
    const char *name = dot ? jd_arena_text(build->arena, path, (size_t)(dot - path)) : path;
    if (!name) return false;
    if (dot && jd_instance_named(build, name)) name = path, dot = NULL; /* a body of a part */
    side->body = jd_model_find_body(build->model, name);
    if (side->body < 0 || !dot)
        return jd_build_unknown(build, DECLARES_BODY, name, slot->span), false;
    side->frame = jd_model_find_frame(build->model, side->body, dot + 1);
    if (side->frame >= 0) return true;

    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "frame-unknown", jd_build_where(build, slot->span),
              ground ? "the %s has no frame '%s'" : "body '%s' has no frame '%s'", name, dot + 1);
    Nearest nearest = {.word = dot + 1};
    for (int n = 0; n < build->model->frames.count; n++) {
        const ModelFrame *frame = &build->model->frames.at[n];
        if (frame->body == side->body && frame->name) jd_nearest_try(&nearest, frame->name);
    }
    if (nearest.best) jd_hint(log, "did you mean '%s'?", nearest.best);
    jd_hint(log,
            ground ? "say it above: frame %s on ground at P"
                   : "a frame is a clause of its body: frame %s at P",
            dot + 1);
    return false;
}

bool jd_build_side(Build *build, const Slot *slot, BodySide *side) {
    const char *path = jd_build_path(build, slot->expr);
    if (!path) return false;
    *side = (BodySide){jd_model_find_body(build->model, path), -1};
    if (side->body >= 0) return true;
    const int node = jd_model_find_massless(build->model, path);
    if (node >= 0) {
        *side = (BodySide){0, build->model->nodes.at[node].frame};
        return true;
    }
    return !jd_instance_explain(build, path, slot->span) && find_frame(build, path, slot, side);
}

/* ---- Frames --------------------------------------------------------------------------------- */

static bool refuse_with_frames(Build *build, const Node *clause) {
    if (!clause) return true;
    jd_report(jd_build_log(build), JD_ERROR, "clause-conflict", jd_build_where(build, clause->span),
              "'%s' is said, but the named frames of both sides say it already", clause->word);
    jd_hint(jd_build_log(build), "leave it out, or name the bodies without their frames");
    return false;
}

/* A field of a force may have this name, too: the second mass of `gravitation`. */
static const Node *second_clause(const Node *node) {
    const Node *clause = jd_node_clause(node, "second");
    return clause && clause->kind != &jd_kind_field ? clause : NULL;
}

static bool refuse_axes(Build *build, const Node *node) {
    return refuse_with_frames(build, jd_node_clause(node, "axis")) &&
           refuse_with_frames(build, second_clause(node));
}

static bool read_points(Build *build, const Node *node, bool needed, Vec3 *M, Vec3 *N) {
    const Node *at = jd_node_clause(node, "at");
    if (!at && needed) {
        const char *name = jd_expr_text(node->slots.at[0].expr, build->arena);
        jd_report(jd_build_log(build), JD_ERROR, "clause-missing",
                  jd_build_where(build, node->span), "%s '%s' does not say where it is", node->word,
                  name ? name : "");
        jd_hint(jd_build_log(build), "add its point: at P; or two, one on each body: at P Q");
        return false;
    }
    if (!at) return true;
    if (!jd_build_vector(build, at->slots.at[0].expr, "m", "point", M)) return false;
    *N = *M;
    return at->slots.count < 2 || jd_build_vector(build, at->slots.at[1].expr, "m", "point", N);
}

static void hint_axis(Build *build) {
    jd_hint(jd_build_log(build), jd_build_width(build) == 2
                                     ? "write x, y, a vector such as [1, 2], or the way between "
                                       "points: B - A"
                                     : "write x, y, z, a vector such as [1, 2, 0], or the way "
                                       "between points: B - A");
}

/* A frame has three axes, of which none is meant. */
static bool is_frame(Build *build, const Expr *expr, const char *word) {
    const char *path = jd_expr_is_path(expr) ? jd_expr_text(expr, build->arena) : NULL;
    const char *dot = path ? strrchr(path, '.') : NULL;
    const char *body = dot ? jd_arena_text(build->arena, path, (size_t)(dot - path)) : NULL;
    const int index = body ? jd_model_find_body(build->model, body) : -1;
    if (index < 0 || jd_model_find_frame(build->model, index, dot + 1) < 0) return false;
    jd_report(jd_build_log(build), JD_ERROR, "name-unknown", jd_build_where(build, expr->span),
              "'%s' is a frame, and '%s' a direction", path, word);
    jd_hint(jd_build_log(build), "a frame that is a side brings its axes along: ground -- %s",
            path);
    return true;
}

bool jd_build_axis(Build *build, const Node *node, const char *word, Vec3 *direction) {
    const Expr *expr = jd_clause_expr(node, word);
    *direction = vec3(0, 0, 0);
    if (!expr) return true;
    if (is_frame(build, expr, word)) return false;
    Value value;
    build->axes = true;
    const bool good = jd_build_value(build, expr, &value);
    build->axes = false;
    if (!good) return false;
    *direction = vec3(value.v[0], value.v[1], value.count > 2 ? value.v[2] : 0);
    const bool vector = value.count >= jd_build_width(build);
    if (vector && vec3_norm(*direction) > 0) return true;
    jd_report(jd_build_log(build), JD_ERROR, vector ? "axis-zero" : "vector-size",
              jd_build_where(build, expr->span),
              vector             ? "this axis has no length, so no direction"
              : value.count == 1 ? "an axis is a direction, and this is a number"
                                 : "an axis in space has three numbers, this one has two");
    hint_axis(build);
    return false;
}

/* The second axis means something in space only. */
static bool read_second(Build *build, const Node *node, Vec3 *second) {
    const Node *clause = second_clause(node);
    *second = vec3(0, 0, 0);
    if (!clause) return true;
    if (jd_build_width(build) == 3) return jd_build_axis(build, node, "second", second);
    jd_report(
        jd_build_log(build), JD_ERROR, "clause-wrong-space", jd_build_where(build, clause->span),
        "'second' has a meaning in space only; in the plane z is the only axis to turn about");
    jd_hint(jd_build_log(build), "leave it out, or write `spatial` above if this moves in space");
    return false;
}

static Where where_axis(Build *build, const Node *node) {
    const Node *second = second_clause(node);
    const Expr *said = jd_clause_expr(node, second ? "second" : "axis");
    return jd_build_where(build, said ? said->span : node->span);
}

static bool says_axes(const Node *node) {
    return jd_node_clause(node, "axis") || second_clause(node);
}

/* One side is a named frame: the other stands where it does, or at the point, and is turned as it
 * is, or as its own axes say. The two sides of a disc on a plane are turned each by itself. */
static bool follow_frame(Build *build, const Node *node, int frame, int body, const JointType *type,
                         int *made) {
    JdModel *model = build->model;
    const Node *at = jd_node_clause(node, "at");
    const bool own_axes = says_axes(node) || (type && jd_joint_is_disc(type));
    const Pose drawn = jd_model_frame_pose(model, frame);
    if (at && at->slots.count > 1) {
        jd_report(jd_build_log(build), JD_ERROR, "clause-conflict", jd_build_where(build, at->span),
                  "'at' names two points, but one side is a %s and has its own",
                  model->frames.at[frame].node ? "node" : "named frame");
        jd_hint(jd_build_log(build), "give the point of the other side only");
        return false;
    }
    Vec3 p = jd_unplace_point(build, drawn.p), direction, second;
    if (at && !jd_build_vector(build, at->slots.at[0].expr, "m", "point", &p)) return false;
    if (own_axes) {
        int unused;
        if (!jd_build_axis(build, node, "axis", &direction) || !read_second(build, node, &second) ||
            !jd_model_place_sides(model,
                                  &(SidesDef){body, body, p, p, type ? type->axis : AXIS_Z,
                                              direction, second, where_axis(build, node)},
                                  made, &unused))
            return false;
        jd_place_frame(build, *made);
        return true;
    }
    const Pose there = {jd_place_point(build, p), drawn.axes, drawn.angle};
    const Pose local = jd_pose_relative(&model->bodies.at[body].pose, &there);
    *made = jd_model_add_frame(model,
                               &(ModelFrame){NULL, body, local, jd_build_where(build, node->span)});
    return *made >= 0;
}

/* An axis has a meaning if the type says which of its own it sets. */
static bool check_axis(Build *build, const Node *node, const JointType *type) {
    const Node *axis = jd_node_clause(node, "axis"), *second = second_clause(node);
    const Node *said = axis ? axis : second;
    if (!type || !type->axis_open || !said) return true;
    const bool frees = type->frees[0].kind != FREE_NONE;
    jd_report(jd_build_log(build), JD_ERROR, "joint-type-axis", jd_build_where(build, said->span),
              "'%s' is said, but %s joint type '%s', so which of its axes is meant is open",
              said->word, frees ? "several axes are free in" : "no free tells an axis of",
              type->name);
    jd_hint(jd_build_log(build), "say it in the type: joint type %s { axis z  ... }", type->name);
    return false;
}

bool jd_build_frames(Build *build, const Node *node, BodySide i, BodySide j, const JointType *type,
                     int *frame_i, int *frame_j) {
    JdModel *model = build->model;
    *frame_i = i.frame;
    *frame_j = j.frame;
    if (i.frame >= 0 && j.frame >= 0)
        return refuse_with_frames(build, jd_node_clause(node, "at")) && refuse_axes(build, node);
    if (!check_axis(build, node, type)) return false;
    if (i.frame >= 0) {
        if (!follow_frame(build, node, i.frame, j.body, type, frame_j)) return false;
        if (type && jd_joint_is_disc(type) && !says_axes(node)) jd_model_own_axes(model, *frame_j);
        return true;
    }
    if (j.frame >= 0) return follow_frame(build, node, j.frame, i.body, type, frame_i);

    Vec3 M = jd_unplace_point(build, model->bodies.at[i.body].pose.p), direction, second;
    Vec3 N = jd_unplace_point(build, model->bodies.at[j.body].pose.p);
    const bool points = read_points(build, node, type != NULL, &M, &N);
    const bool axes =
        jd_build_axis(build, node, "axis", &direction) && read_second(build, node, &second);
    if (!axes || !points) return false;
    const char *name = jd_expr_text(node->slots.at[0].expr, build->arena);
    if (type && !jd_model_check_second(model, type, name, second,
                                       jd_build_where(build, jd_node_slot(node, "type")->span)))
        return false;
    if (!jd_model_place_sides(model,
                              &(SidesDef){i.body, j.body, M, N, type ? type->axis : AXIS_Z,
                                          direction, second, where_axis(build, node)},
                              frame_i, frame_j))
        return false;
    jd_place_frame(build, *frame_i);
    jd_place_frame(build, *frame_j);
    if (type && jd_joint_is_disc(type)) jd_model_own_axes(model, *frame_j);
    return true;
}

/* ---- Frees ---------------------------------------------------------------------------------- */

static void hint_frees(JdLog *log, const JointType *type, const char *name, const char *said,
                       const FreeDef *const *frees, int count) {
    Text text = {0};
    for (int n = 0; n < count; n++) {
        if (!strcmp(frees[n]->rate, said)) {
            jd_hint(log, "name the position, from which the rate follows: %s.%s", name,
                    frees[n]->position);
            jd_text_free(&text);
            return;
        }
        jd_text_print(&text, "%s%s.%s", n ? ", " : "", name, frees[n]->position);
    }
    if (text.at)
        jd_hint(log, "it has %s", text.at);
    else
        jd_hint(log, "a %s has no frees", type->name);
    jd_text_free(&text);
}

const char *jd_build_free(Build *build, const Slot *slot, const FreeDef **found) {
    const char *path = jd_build_path(build, slot->expr);
    const char *dot = path ? strrchr(path, '.') : NULL;
    int index;
    *found = path ? jd_model_find_free(build->model, path, &index) : NULL;
    if (!path || *found) return path;
    if (jd_instance_port_failed(build, path)) return NULL;

    const char *name = jd_arena_text(build->arena, path, dot ? (size_t)(dot - path) : strlen(path));
    index = name ? jd_model_find_joint(build->model, name) : -1;
    if (name && index < 0) jd_build_unknown(build, DECLARES_JOINT, name, slot->span);
    if (index < 0) return NULL;

    JdLog *log = jd_build_log(build);
    const FreeDef *frees[JOINT_FREES];
    const JointType *type = build->model->joints.at[index].type;
    const int count = jd_joint_frees(type, build->model->space == JD_PLANAR, frees);
    jd_report(log, JD_ERROR, "free-unknown", jd_build_where(build, slot->span),
              dot ? "joint '%s' has no free '%s'" : "this names joint '%s', but none of its frees",
              name, dot ? dot + 1 : "");
    hint_frees(log, type, name, dot ? dot + 1 : "", frees, count);
    return NULL;
}

/* ---- Fields --------------------------------------------------------------------------------- */

static void hint_fields(JdLog *log, const char *type, const Field *fields) {
    Text words = {0};
    for (int n = 0; n < TYPE_FIELDS && fields[n].name; n++)
        jd_text_print(&words, "%s%s", n ? ", " : "", fields[n].name);
    if (!words.failed) jd_hint(log, "the fields of a %s are: %s", type, words.at);
    jd_text_free(&words);
}

static void report_no_field(Build *build, const Node *node, const Node *clause, const char *type,
                            const Field *fields) {
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "field-unknown", jd_build_where(build, clause->span),
              "a %s has no '%s'", type, clause->word);
    Nearest nearest = {.word = clause->word};
    for (int n = 0; n < TYPE_FIELDS && fields[n].name; n++)
        jd_nearest_try(&nearest, fields[n].name);
    for (const Kind *k = node->kind->clauses; k && k->word; k++) jd_kind_suggest(k, &nearest);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else if (fields[0].name)
        hint_fields(log, type, fields);
    else
        jd_hint(log, "this type has no fields of its own");
}

bool jd_build_fields(Build *build, const Node *node, const char *type, const Field *fields,
                     const Node *clauses[TYPE_FIELDS]) {
    bool good = true;
    for (int n = 0; n < TYPE_FIELDS; n++) clauses[n] = NULL;
    for (int k = 0; k < node->clauses.count; k++) {
        const Node *clause = node->clauses.at[k];
        if (clause->kind != &jd_kind_field) continue;
        int n = 0;
        while (n < TYPE_FIELDS && fields[n].name && strcmp(fields[n].name, clause->word) != 0) n++;
        if (n < TYPE_FIELDS && fields[n].name) {
            clauses[n] = clause;
            continue;
        }
        report_no_field(build, node, clause, type, fields);
        good = false;
    }
    return good;
}

bool jd_build_field(Build *build, const Field *field, bool turn, const Node *clause,
                    FieldValue *value) {
    const Expr *expr = clause->slots.at[0].expr;
    build->at_work = expr;
    build->binding = field->runtime;
    jd_build_log(build);
    const bool good = jd_model_field_value(build->model, field, turn, expr, &build->scope, value);
    build->binding = false;
    for (int n = 0; good && n < 3; n++) {
        const Expr *bound = value->expr[n];
        value->expr[n] = jd_build_full_names(build, bound);
        if (bound && !value->expr[n]) return false;
    }
    return good;
}
