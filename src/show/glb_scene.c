/* SPDX-License-Identifier: MIT
 *
 * The scene as glTF has it: numbers in a buffer, meshes with their materials, nodes in nodes.
 * Shapes stand on bodies, joints on their second body; what spans from one point to another, such
 * as springs, is a node of its own that is stretched along its x axis. */
#include "show/glb.h"

/* Metres: a spring is drawn at least so long, since a scale of 0 has no inverse; none; a rod of
 * none. A sine: y is nearly along x. Opacities, and normals that are none. */
static const double least_length = 1e-6, no_length = 1e-9, no_rod = 1e-12, nearly_along = 1e-3,
                    same = 1e-9;

/* ---- Numbers -------------------------------------------------------------------------------- */

static int add_accessor(Glb *glb, size_t offset, GlbAccessor accessor, int target) {
    GlbView *view = PUSH(&glb->arena, glb->views);
    GlbAccessor *to = PUSH(&glb->arena, glb->accessors);
    while (glb->bytes.count % 4 && !glb->bytes.failed) jd_text_add(&glb->bytes, "", 1);
    if (!view || !to) return -1;
    const size_t width = accessor.component == GLB_U2 ? 2 : 4;
    *view = (GlbView){offset, width * (size_t)accessor.count * (size_t)accessor.width, target};
    *to = accessor;
    to->view = glb->views.count - 1;
    return glb->accessors.count - 1;
}

/* As the file has it, where all must be finite. */
static double as_float(double value) {
    static const double most = 3e38;
    return isnan(value) ? 0 : (double)(float)fmax(-most, fmin(most, value));
}

/* Bounds are those of the numbers as they stand there. */
int jd_glb_floats(Glb *glb, const double *values, int count, int width, int target, bool bounds) {
    const size_t offset = glb->bytes.count;
    GlbAccessor to = {.component = GLB_FLOAT, .count = count, .width = width, .bounds = bounds};
    for (int n = 0; n < count * width; n++) {
        const double value = as_float(values[n]);
        const int c = n % width;
        jd_bytes_number(&glb->bytes, NUMBERS_F4, value);
        if (!bounds) continue;
        to.low[c] = n < width ? value : fmin(to.low[c], value);
        to.high[c] = n < width ? value : fmax(to.high[c], value);
    }
    return add_accessor(glb, offset, to, target);
}

int jd_glb_indices(Glb *glb, const int *values, int count, int points) {
    const size_t offset = glb->bytes.count;
    const bool narrow = points < 65535;
    for (int n = 0; n < count; n++)
        jd_bytes_number(&glb->bytes, narrow ? NUMBERS_U2 : NUMBERS_U4, values[n]);
    const GlbAccessor to = {.component = narrow ? GLB_U2 : GLB_U4, .count = count, .width = 1};
    return add_accessor(glb, offset, to, GLB_INDICES);
}

/* ---- Meshes --------------------------------------------------------------------------------- */

static int find_material(Glb *glb, Colour colour, double opacity) {
    for (int n = 0; n < glb->materials.count; n++) {
        const GlbMaterial *m = &glb->materials.at[n];
        if (m->colour.r == colour.r && m->colour.g == colour.g && m->colour.b == colour.b &&
            fabs(m->opacity - opacity) < same)
            return n;
    }
    GlbMaterial *to = PUSH(&glb->arena, glb->materials);
    if (to) *to = (GlbMaterial){colour, opacity};
    return glb->materials.count - 1;
}

/* Normals must be unit vectors; one that is none cannot be seen anyway. */
static GlbSolid add_solid(Glb *glb, const Mesh *mesh) {
    const int count = mesh->points.count;
    double *normals = ARENA_NEW(&glb->arena, double, 3 * count);
    for (int n = 0; n < count && normals; n++) {
        const Vec3 v = mesh->normals.at[n];
        const double length = vec3_norm(v);
        const Vec3 unit =
            length > same && isfinite(length) ? vec3_scale(1 / length, v) : vec3(0, 0, 1);
        normals[3 * n] = unit.x, normals[3 * n + 1] = unit.y, normals[3 * n + 2] = unit.z;
    }
    if (!normals) return (GlbSolid){-1, -1, -1};
    return (GlbSolid){
        jd_glb_floats(glb, &mesh->points.at->x, count, 3, GLB_VERTICES, true),
        jd_glb_floats(glb, normals, count, 3, GLB_VERTICES, false),
        jd_glb_indices(glb, mesh->triangles.at, mesh->triangles.count, count),
    };
}

/* A mesh in a colour; -1: nothing to see. */
static int find_mesh(Glb *glb, int solid, const Mesh *mesh, Colour colour, double opacity) {
    if (solid < 0 || solid >= glb->solids.count || mesh->triangles.count == 0) return -1;
    if (glb->solids.at[solid].points < 0) glb->solids.at[solid] = add_solid(glb, mesh);
    const int material = find_material(glb, colour, opacity);
    for (int n = 0; n < glb->meshes.count; n++)
        if (glb->meshes.at[n].solid == solid && glb->meshes.at[n].material == material) return n;
    GlbMesh *to = PUSH(&glb->arena, glb->meshes);
    if (to) *to = (GlbMesh){solid, material};
    return glb->meshes.count - 1;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static const Pose at_origin = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0};

static int add_node(Glb *glb, int parent, const char *name, const Pose *pose) {
    GlbNode *node = PUSH(&glb->arena, glb->nodes);
    const int index = glb->nodes.count - 1;
    if (!node) return -1;
    *node = (GlbNode){.name = name, .pose = *pose, .mesh = -1, .body = -1, .link = -1};
    int *child = parent >= 0 ? PUSH(&glb->arena, glb->nodes.at[parent].children) : NULL;
    if (child) *child = index;
    return index;
}

static void add_shapes(Glb *glb, int parent, const SceneShape *shapes, int count) {
    const Scene *scene = glb->show->scene;
    for (int n = 0; n < count; n++) {
        const SceneShape *shape = &shapes[n];
        if (shape->mesh < 0) continue;
        const int mesh = find_mesh(glb, shape->mesh, &scene->meshes.at[shape->mesh], shape->colour,
                                   shape->opacity > 0 ? shape->opacity : 1);
        const int node = mesh >= 0 ? add_node(glb, parent, NULL, &shape->local) : -1;
        if (node >= 0) glb->nodes.at[node].mesh = mesh;
    }
}

/* ---- What spans ----------------------------------------------------------------------------- */

/* Its other axes turn as little as can be from what they were before. */
GlbNode jd_glb_span(const SceneLink *link, const Pose *body_i, const Pose *body_j,
                    const Pose *before) {
    const Pose i = jd_pose_absolute(body_i, &link->i.local),
               j = jd_pose_absolute(body_j, &link->j.local);
    const Vec3 d = vec3_sub(j.p, i.p);
    const double length = vec3_norm(d);
    GlbNode node = {.pose = *before, .scale = {fmax(length, least_length), 1, 1}, .mesh = -1};
    node.pose.p = i.p;
    if (length < no_length) return node;
    const Vec3 x = vec3_scale(1 / length, d);
    Vec3 y = vec3_sub(before->axes.y, vec3_scale(vec3_dot(before->axes.y, x), x));
    if (vec3_norm(y) < nearly_along)
        y = vec3_sub(before->axes.z, vec3_scale(vec3_dot(before->axes.z, x), x));
    y = vec3_scale(1 / vec3_norm(y), y);
    node.pose.axes = (Axes){x, y, vec3_cross(x, y)};
    return node;
}

/* A line as a thin rod with six sides, in coordinates that x stretches by `length` afterwards. */
static void add_rod(Mesh *mesh, Arena *arena, Vec3 a, Vec3 b, double radius, double length) {
    enum { SIDES = 6 };
    const Vec3 d = vec3_sub(b, a);
    if (vec3_norm(d) < no_rod) return;
    const Axes axes = jd_pose_axes(AXIS_X, d);
    const int first = mesh->points.count;
    for (int n = 0; n < 2 * SIDES; n++) {
        const double angle = 2 * pi * (n / 2) / SIDES;
        const Vec3 out = vec3_add(vec3_scale(cos(angle), axes.y), vec3_scale(sin(angle), axes.z));
        const Vec3 p = vec3_add(n % 2 ? b : a, vec3_scale(radius, out));
        Vec3 *point = PUSH(arena, mesh->points), *normal = PUSH(arena, mesh->normals);
        if (point) *point = vec3(p.x / length, p.y, p.z);
        if (normal) *normal = out;
    }
    for (int n = 0; n < SIDES; n++) {
        const int a0 = first + 2 * n, b0 = a0 + 1, a1 = first + 2 * ((n + 1) % SIDES), b1 = a1 + 1;
        const int corners[6] = {a0, a1, b0, b0, a1, b1};
        for (int k = 0; k < 6; k++) {
            int *corner = PUSH(arena, mesh->triangles);
            if (corner) *corner = corners[k];
        }
    }
}

/* The symbol of a spring is seen as a bent wire that has its thickness in the start position. */
static int wire_of(Glb *glb, const SceneLink *link, double length) {
    const Scene *scene = glb->show->scene;
    const double radius = 0.12 * scene->unit;
    Mesh mesh = {0};
    for (int n = 0; n < link->lines.count; n++)
        for (int k = 1; k < link->lines.at[n].count; k++) {
            const Vec3 a = link->lines.at[n].points[k - 1], b = link->lines.at[n].points[k];
            add_rod(&mesh, &glb->arena, vec3(a.x * length, a.y, a.z), vec3(b.x * length, b.y, b.z),
                    radius, length);
        }
    GlbSolid *solid = mesh.points.count > 0 ? PUSH(&glb->arena, glb->solids) : NULL;
    if (!solid || glb->arena.failed) return -1;
    *solid = (GlbSolid){-1, -1, -1};
    const Colour grey = {0x66, 0x6b, 0x73, 255};
    return find_mesh(glb, glb->solids.count - 1, &mesh, grey, 1);
}

static Pose start_of(const Glb *glb, int body) {
    if (body > 0 && glb->run) return jd_film_pose_row(&glb->run->film, body, 0);
    return glb->show->scene->bodies.at[body].start;
}

static void add_span(Glb *glb, int n) {
    const SceneLink *link = &glb->show->scene->links.at[n];
    const Pose i = start_of(glb, link->i.body), j = start_of(glb, link->j.body);
    const GlbNode at = jd_glb_span(link, &i, &j, &at_origin);
    const int mesh = link->solids.count ? -1 : wire_of(glb, link, at.scale.x);
    if (link->solids.count == 0 && mesh < 0) return;
    const int node = add_node(glb, 0, link->name, &at.pose);
    if (node < 0) return;
    glb->nodes.at[node].scale = at.scale;
    glb->nodes.at[node].mesh = mesh;
    glb->nodes.at[node].link = n;
    add_shapes(glb, node, link->solids.at, link->solids.count);
}

/* ---- The scene ------------------------------------------------------------------------------ */

/* A turn that takes what is up in the model to y. */
static Pose upright(const Scene *scene) {
    const Vec3 up = jd_scene_up(scene), y = vec3(0, 1, 0), axis = vec3_cross(up, y);
    Pose pose = at_origin;
    if (vec3_norm(axis) > 0.5)
        pose.axes = jd_quat_axes(jd_quat_turn(vec3_scale(pi / 2, axis)));
    else if (up.y < 0)
        pose.axes = jd_quat_axes(jd_quat_turn(vec3(pi, 0, 0)));
    return pose;
}

static void add_joint(Glb *glb, const SceneLink *link, const int *node_of) {
    if (link->solids.count == 0 || node_of[link->j.body] < 0) return;
    const int node = add_node(glb, node_of[link->j.body], link->name, &link->j.local);
    add_shapes(glb, node, link->solids.at, link->solids.count);
}

/* A ground with nothing on it needs no node. */
static bool has_solids(const Scene *scene, int body) {
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->j.body == body && !link->spans && !link->hidden && link->solids.count)
            return true;
    }
    return scene->bodies.at[body].shapes.count > 0;
}

void jd_glb_scene(Glb *glb) {
    const Scene *scene = glb->show->scene;
    const Pose root = upright(scene);
    int *node_of = ARENA_NEW(&glb->arena, int, scene->bodies.count + 1);
    if (!node_of || add_node(glb, -1, scene->title ? scene->title : "mechanism", &root) < 0) return;
    for (int n = 0; n < scene->meshes.count; n++) {
        GlbSolid *solid = PUSH(&glb->arena, glb->solids);
        if (solid) *solid = (GlbSolid){-1, -1, -1};
    }
    for (int n = 0; n < scene->bodies.count; n++) {
        const SceneBody *body = &scene->bodies.at[n];
        const Pose start = start_of(glb, n);
        const bool seen = n > 0 ? !body->hidden : has_solids(scene, n);
        node_of[n] = seen ? add_node(glb, 0, body->name, &start) : -1;
        if (node_of[n] < 0) continue;
        if (n > 0) glb->nodes.at[node_of[n]].body = n;
        add_shapes(glb, node_of[n], body->shapes.at, body->shapes.count);
    }
    for (int n = 0; n < scene->links.count && !glb->arena.failed; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->hidden) continue;
        if (link->spans && !link->couples)
            add_span(glb, n);
        else if (!link->spans)
            add_joint(glb, link, node_of);
    }
}
