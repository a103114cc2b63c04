/* SPDX-License-Identifier: MIT
 *
 * What there is to see: `show`, as a statement and as a clause of a body, colours, `animation off`.
 * None of it changes the motion. A shape stands where its body is: along its link, or at its point;
 * or on a named frame. */
#include "text/body.h"
#include <string.h>

// clang-format off
#define DIMENSION(name, others, dimension, words) \
    {.word = name, .also = others, .summary = words, .shape = {{"value", SLOT_EXPR}}, .unit = dimension}

const Kind jd_show_clauses[] = {
    {.word = "at", .also = "position place", .summary = "where its middle is, in the drawn position; if not said, in the middle of the body's `link`, "
                              "at the point of its `at`, or at the frame",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m", .excludes = "local"},
    {.word = "local", .summary = "the same seen from the body: from its origin, along its axes",
     .shape = {{"position", SLOT_EXPR}}, .unit = "m"},
    {.word = "axis", .also = "direction along", .summary = "where its main axis points in the drawn position, or with `local` seen from the body: x, y, z, or a "
                                "vector; it is the axis of a gear or ring, and the long one of others",
     .shape = {{"direction", SLOT_EXPR}}, .excludes = "angle turned"},
    {.word = "angle", .also = "rotated", .summary = "in the plane: of its x axis, from the body's; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad"},
    {.word = "turned", .also = "rotation", .summary = "in space: the rotation of its axes from the body's; none if not said",
     .shape = {{"rotation", SLOT_EXPR}}, .unit = "rad"},
    {.word = "file", .summary = "of a mesh: the path of an STL or OBJ file, of a profile that of a DXF file, relative to the file that says it",
     .shape = {{"path", SLOT_STRING}}},
    {.word = "layer", .summary = "of a profile: the layer of its file that is taken; all of it if not said", .shape = {{"name", SLOT_STRING}}},
    DIMENSION("scale", NULL, "m", "of a mesh or a profile: the length that 1 in its file means, such as 1 mm; a DXF file may say it itself"),
    DIMENSION("length", NULL, "m", "along x; that of the `link` that it lies along if not said"),
    DIMENSION("width", NULL, "m", "along y; of a ring that of its rim"),
    DIMENSION("height", "thickness", "m", "along z"),
    DIMENSION("diameter", "radius", "m", "of what is round; of a gear or ring that of the pitch circle"),
    DIMENSION("inner", "hole", "m", "diameter of the hole, or of the eyes of a bar"),
    DIMENSION("teeth", NULL, "1", "how many a gear or ring has"),
    DIMENSION("turns", "windings coils", "1", "how many a spring has; 8 if not said"),
    {.word = "colour", .also = "color", .summary = "a name of CSS, or \"#rrggbb\"; that of the body if not said", .shape = {{"name", SLOT_TEXT}}},
    {.word = "opacity", .also = "transparency alpha", .summary = "how little is seen through it: above 0, and at most 1, which it is if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "1"},
    {NULL},
};
// clang-format on

bool jd_build_colour(Build *build, const Node *node, Colour *colour) {
    const Node *clause = jd_node_clause(node, "colour");
    if (!clause) return true;
    const Slot *slot = &clause->slots.at[0];
    jd_build_log(build);
    return jd_model_read_colour(build->model, slot->text, jd_build_where(build, slot->span),
                                colour);
}

/* ---- Place ---------------------------------------------------------------------------------- */

/* What a shape is placed by: the body, or one of its frames, in the drawn position. */
typedef struct {
    Pose pose;   /* of the origin */
    Vec3 middle; /* where a shape stands that does not say where */
    double link; /* length that it has along x; 0: none */
} Stand;

static Stand stand_of(const JdModel *model, BodySide side) {
    const ModelBody *body = &model->bodies.at[side.body];
    Stand stand = {.pose = side.frame < 0 ? body->pose : jd_model_frame_pose(model, side.frame)};
    const int points = side.frame < 0 ? body->point_count : 0;
    Vec3 middle = vec3(0, 0, 0);
    if (points) middle = body->points[0];
    stand.pose.p = vec3_add(stand.pose.p, axes_out(&stand.pose.axes, middle));
    stand.middle = stand.pose.p;
    if (points < 2) return stand;
    const Vec3 along = vec3_sub(body->points[1], body->points[0]);
    stand.link = vec3_norm(along);
    stand.middle = vec3_add(stand.pose.p, axes_out(&body->pose.axes, vec3_scale(0.5, along)));
    return stand;
}

/* How it is turned in the drawn position. */
static bool read_axes(Build *build, const Node *node, const ShapeType *type, const Axes *stand,
                      Axes *axes) {
    const Pose here = jd_place_pose(build, jd_pose_planar(vec3(0, 0, 0), 0));
    const bool axis = jd_node_clause(node, "axis"), local = jd_node_clause(node, "local");
    Pose turned;
    Vec3 direction;
    const bool good = axis ? jd_build_axis(build, node, "axis", &direction)
                           : jd_build_attitude(build, node, vec3(0, 0, 0), &turned);
    if (!good) return false;
    if (axis) turned.axes = jd_pose_axes(type->axis, direction);
    *axes = jd_axes_absolute(axis && !local ? &here.axes : stand, &turned.axes);
    return true;
}

static bool place_show(Build *build, const Node *node, const Stand *stand, ModelShow *show) {
    const Expr *at = jd_clause_expr(node, "at"), *local = jd_clause_expr(node, "local");
    const Pose *body = &build->model->bodies.at[show->body].pose;
    Vec3 p = stand->middle, said;
    Axes axes;
    if (at && !jd_build_vector(build, at, "m", "point", &said)) return false;
    if (at) p = jd_place_point(build, said);
    if (local && !jd_build_vector(build, local, "m", "position", &said)) return false;
    if (local) p = vec3_add(stand->pose.p, axes_out(&stand->pose.axes, said));
    if (!read_axes(build, node, show->type, &stand->pose.axes, &axes)) return false;
    show->local =
        (Pose){axes_in(&body->axes, vec3_sub(p, body->p)), jd_axes_relative(&body->axes, &axes), 0};
    return true;
}

/* ---- Dimensions ----------------------------------------------------------------------------- */

static bool read_sizes(Build *build, const Node *node, ModelShow *show,
                       Where where[SHAPE_DIMENSIONS + 1]) {
    bool good = true;
    for (int n = 0; n < SHAPE_DIMENSIONS; n++) {
        const char *word = jd_shape_dimension(n);
        const Node *clause = jd_node_clause(node, word);
        if (!clause) continue;
        where[n] = jd_build_where(build, clause->slots.at[0].span);
        if (!jd_build_clause(build, node, word, &show->size[n]))
            good = false;
        else if (!(show->size[n] > 0))
            good = (jd_build_log(build), jd_model_refuse_size(build->model, show, n, where[n]));
    }
    return good;
}

/* One that lies along the link is as long as it. */
static void take_length(const Node *node, const Stand *stand, ModelShow *show) {
    static const char *const words[] = {"at", "local", "axis", "angle", "turned", "length"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (jd_node_clause(node, words[n])) return;
    if ((show->type->look | show->type->may) & 1u << SHAPE_LENGTH)
        show->size[SHAPE_LENGTH] = stand->link;
}

/* ---- Meshes --------------------------------------------------------------------------------- */

static bool same_layer(const char *a, const char *b) {
    return a && b ? !strcmp(a, b) : a == b;
}

/* A file is read once, and its mistakes told once, however often it is shown. */
static const MeshFile *load_mesh(Build *build, const Slot *slot, const char *layer,
                                 const ModelShow *show) {
    const char *path = jd_source_path(build->lasting, slot->span.source->file, slot->text);
    const double scale = show->size[SHAPE_SCALE], height = show->size[SHAPE_HEIGHT];
    if (!path) return NULL;
    for (int n = 0; n < build->ready.meshes.count; n++) {
        const MeshFile *known = &build->ready.meshes.at[n];
        if (known->scale == scale && known->height == height && known->type == show->type &&
            same_layer(known->layer, layer) && !strcmp(known->path, path))
            return known;
    }
    MeshFile *added = PUSH(build->lasting, build->ready.meshes);
    if (!added) return NULL;
    *added = (MeshFile){
        path, jd_arena_copy(build->lasting, layer), show->type, scale, height, false, {{0}}};
    jd_build_note_file(build, path);
    const ShapeFile from = {path, layer, show->size, jd_build_where(build, slot->span)};
    added->good = jd_shape_load(show->type, &from, build->root, build->lasting, &added->mesh,
                                jd_build_log(build));
    return added;
}

/* The layer that is said; false after a report. */
static bool read_layer(Build *build, const Node *node, const ModelShow *show, const char **layer) {
    const Node *clause = jd_node_clause(node, "layer");
    *layer = clause ? clause->slots.at[0].text : NULL;
    if (!clause || show->type->layers) return true;
    jd_report(jd_build_log(build), JD_ERROR, "shape-dimension", jd_build_where(build, clause->span),
              "a %s has no layers", show->type->name);
    jd_hint(jd_build_log(build), "the shape that has some is written: show profile");
    return false;
}

static bool read_file(Build *build, const Node *node, ModelShow *show) {
    const Node *clause = jd_node_clause(node, "file");
    const char *layer;
    if (!read_layer(build, node, show, &layer)) return false;
    if (!clause && !show->type->file) return true;
    if (!clause || !show->type->file) {
        jd_report(jd_build_log(build), JD_ERROR, clause ? "shape-dimension" : "shape-needs",
                  clause ? jd_build_where(build, clause->span) : show->where,
                  clause ? "a %s has no file" : "a %s needs its file to be shown",
                  show->type->name);
        jd_hint(jd_build_log(build),
                clause ? "the shapes that have one are written: show mesh, show profile"
                       : "add for instance: file \"crank.stl\"");
        return false;
    }
    const bool needs_scale = show->type->look & 1u << SHAPE_SCALE;
    if (needs_scale && !(show->size[SHAPE_SCALE] > 0)) return true; /* said when it is added */
    const MeshFile *file = load_mesh(build, &clause->slots.at[0], layer, show);
    if (!file || !file->good) return false;
    Mesh *mesh = ARENA_NEW(build->arena, Mesh, 1); /* the list may move */
    if (mesh) *mesh = file->mesh;
    show->mesh = mesh;
    return mesh;
}

/* ---- show ----------------------------------------------------------------------------------- */

static bool show_nothing(Build *build, const Node *node, int body) {
    build->model->bodies.at[body].bare = true;
    if (!node->clauses.count) return true;
    const Node *clause = node->clauses.at[0];
    jd_report(jd_build_log(build), JD_ERROR, "clause-conflict", jd_build_where(build, clause->span),
              "'%s' is said, but `show none` shows nothing that has it", clause->word);
    jd_hint(jd_build_log(build), "leave it out, or name a shape in place of none");
    return false;
}

bool jd_build_show(Build *build, const Node *node, BodySide side) {
    const Slot *name = &node->slots.at[0];
    if (!strcmp(name->text, "none")) return show_nothing(build, node, side.body);
    const Where where = jd_build_where(build, name->span);
    Where size_at[SHAPE_DIMENSIONS + 1] = {{0}};
    ModelShow show = {.body = side.body, .opacity = 1, .where = where};
    jd_build_log(build);
    show.type = jd_model_find_shape(build->model, name->text, where);
    if (!show.type) return false;
    const Stand stand = stand_of(build->model, side);
    /* Each of them says what is wrong with it. */
    const bool placed = place_show(build, node, &stand, &show);
    const bool sized = read_sizes(build, node, &show, size_at);
    const bool coloured = jd_build_colour(build, node, &show.colour) &&
                          jd_build_clause(build, node, "opacity", &show.opacity);
    const Node *opacity = jd_node_clause(node, "opacity");
    if (opacity) size_at[SHAPE_DIMENSIONS] = jd_build_where(build, opacity->slots.at[0].span);
    take_length(node, &stand, &show);
    if (!placed || !sized || !coloured || !read_file(build, node, &show)) return false;
    jd_build_log(build);
    return jd_model_add_show(build->model, &show, size_at) >= 0;
}

static bool build_show(Build *build, const Node *node) {
    BodySide side;
    return jd_refuse_massless(build, jd_node_slot(node, "body"), "it is shown as a point",
                              "show the shape on a body or on the ground") &&
           jd_build_side(build, jd_node_slot(node, "body"), &side) &&
           jd_build_show(build, node, side);
}

const Kind jd_say_show = {
    .word = "show",
    .also = "draw picture visual",
    .summary =
        "A shape to look at, on a body, on a frame of a body, or on `ground`, in place of what it "
        "looks like otherwise; `none` for nothing. The shapes are those of `jourdain help "
        "shapes`. It does not change the motion.",
    .shape = {{"shape", SLOT_WORD}, {"body", SLOT_PATH, "on"}},
    .clauses = jd_show_clauses,
    .group = 9,
    .build = build_show,
};

/* ---- animation off -------------------------------------------------------------------------- */

static bool build_animation_off(Build *build, const Node *node) {
    (void)node;
    build->model->no_animation = true;
    return true;
}

const Kind jd_say_animation_off = {
    .word = "animation off",
    .also = "animation",
    .summary = "Nothing is drawn, and nothing recorded for it. The same words in a body, joint or "
               "force leave it out of pictures.",
    .flags = KIND_ONCE | KIND_WHOLE,
    .group = 9,
    .build = build_animation_off,
};
