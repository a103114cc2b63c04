/* SPDX-License-Identifier: MIT
 *
 * Bodies and joints as a graph: bodies are boxes, joints stand on the lines between them. Joints of
 * the tree have solid lines, those that close loops dashed ones, couplings of joints dotted ones.
 * It grows downwards from the ground, or to the right where that is more than a page is wide. */
#include "sketch/layout.h"
#include "sketch/sketch.h"
#include "graph/graph.h"
#include "system/system.h"
#include <stdlib.h>
#include <string.h>

typedef enum { LINE_TREE, LINE_LOOP, LINE_COUPLING } LineKind;

typedef struct {
    const Scene *scene;
    const JdSystem *system;
    const Theme *theme;
    Drawing *d;
    Arena arena;
    Graph graph;
    bool *root, *removed; /* of each body; of each joint */
    Layout2 layout;
    LIST(LineKind) kinds; /* of each edge of the layout */
    int *body, *joint;    /* their nodes */
    int joints;
    bool right;    /* it grows to the right */
    double *start; /* of each layer along the direction of growth; */
    double *thick; /* and how thick it is */
    double scale;
    Vec2 corner;
} Sketch;

static const double name_size = 9, type_size = 7, margin = 16, caption = 20;

/* ---- Nodes --------------------------------------------------------------------------------------
 */

static const char *body_name(const Sketch *s, int b) {
    return b ? s->scene->bodies.at[b].name : "ground";
}

static Vec2 body_size(const Sketch *s, int b) {
    return vec2(fmax(26, jd_text_width(body_name(s, b), name_size, false) + 14), 18);
}

/* Name and type stand one below the other, or, to the right, side by side. */
static Vec2 joint_size(const Sketch *s, int k) {
    const SceneLink *link = &s->scene->links.at[k];
    const double name = jd_text_width(link->name, name_size, false);
    const double type = jd_text_width(link->type, type_size, false);
    if (s->right) return vec2(name + type + 11, 12);
    return vec2(fmax(name, type) + 6, 21);
}

static double across(const Sketch *s, Vec2 size) {
    return s->right ? size.y : size.x;
}

static double thickness(const Sketch *s, Vec2 size) {
    return s->right ? size.x : size.y;
}

static bool add_node(Sketch *s, int *node, int layer, Vec2 size) {
    *node = jd_layout_node(&s->layout, &s->arena, layer, across(s, size));
    return *node >= 0;
}

static void add_edge(Sketch *s, int from, int to, LineKind kind) {
    const int before = s->layout.edges.count;
    jd_layout_edge(&s->layout, &s->arena, from, to);
    LineKind *added = s->layout.edges.count > before ? PUSH(&s->arena, s->kinds) : NULL;
    if (added) *added = kind;
}

/* ---- Joints -------------------------------------------------------------------------------------
 */

static bool make_graph(Sketch *s) {
    while (s->joints < s->scene->links.count && !s->scene->links.at[s->joints].force) s->joints++;
    GraphEdge *edges = ARENA_NEW(&s->arena, GraphEdge, s->joints + 1);
    if (!edges) return false;
    for (int k = 0; k < s->joints; k++) {
        const SceneLink *link = &s->scene->links.at[k];
        edges[k] = (GraphEdge){link->i.body, link->j.body, 1};
        if (link->couples) edges[k] = (GraphEdge){0, 0, 0};
    }
    return jd_graph_make(&s->graph, &s->arena, s->scene->bodies.count, s->joints, edges);
}

/* As the trees of the system have it; of what is only drawn as the short ways from the ground do.
 */
static bool mark_trees(Sketch *s) {
    const int bodies = s->scene->bodies.count;
    JdConnections *of = jd_connections_new(s->system, NULL);
    JdBranch branch;
    JdRoot root;
    if (!of && s->system) s->arena.failed = true;
    s->root = ARENA_NEW(&s->arena, bool, bodies);
    s->removed = ARENA_NEW(&s->arena, bool, s->joints + 1);
    for (int b = 0; b < bodies && !s->arena.failed; b++) {
        s->root[b] = !of && s->graph.root[b] == b;
        for (int n = 0; jd_connections_root(of, n, &root); n++)
            if (!strcmp(root.name, body_name(s, b))) s->root[b] = true;
    }
    for (int k = 0; k < s->joints && !s->arena.failed; k++)
        s->removed[k] = jd_connections_branch(of, k, &branch) ? branch.role != JD_BRANCH_TREE
                                                              : s->graph.closing[k];
    jd_connections_free(of);
    return !s->arena.failed;
}

/* A joint stands before the deeper of its bodies; between bodies of one layer behind both. */
static bool add_joint(Sketch *s, int k) {
    const SceneLink *link = &s->scene->links.at[k];
    const int i = s->graph.depth[link->i.body], j = s->graph.depth[link->j.body];
    const int layer = i == j ? 2 * i + 1 : 2 * (i > j ? i : j) - 1;
    if (!add_node(s, &s->joint[k], layer, joint_size(s, k))) return false;
    const LineKind kind = s->removed[k] ? LINE_LOOP : LINE_TREE;
    add_edge(s, s->body[link->i.body], s->joint[k], kind);
    add_edge(s, s->joint[k], s->body[link->j.body], kind);
    return true;
}

static bool add_coupling(Sketch *s, int k) {
    const SystemJoint *joint = s->system && k < s->system->joints ? &s->system->joint[k] : NULL;
    s->joint[k] = -1;
    if (!joint || !joint->couples) return true;
    const int a = s->joint[joint->coupled[0]], b = s->joint[joint->coupled[1]];
    if (a < 0 || b < 0) return true;
    const int i = s->layout.nodes.at[a].layer, j = s->layout.nodes.at[b].layer;
    if (!add_node(s, &s->joint[k], (i > j ? i : j) + 1, joint_size(s, k))) return false;
    add_edge(s, a, s->joint[k], LINE_COUPLING);
    add_edge(s, b, s->joint[k], LINE_COUPLING);
    return true;
}

static bool lay_out(Sketch *s, bool right) {
    const int bodies = s->scene->bodies.count;
    s->right = right;
    s->layout = (Layout2){0};
    s->kinds.count = 0;
    s->body = ARENA_NEW(&s->arena, int, bodies);
    s->joint = ARENA_NEW(&s->arena, int, s->joints + 1);
    if (!s->body || !s->joint) return false;
    for (int b = 0; b < bodies; b++)
        if (!add_node(s, &s->body[b], 2 * s->graph.depth[b], body_size(s, b))) return false;
    for (int k = 0; k < s->joints; k++)
        if (!s->scene->links.at[k].couples && !add_joint(s, k)) return false;
    for (int k = 0; k < s->joints; k++)
        if (s->scene->links.at[k].couples && !add_coupling(s, k)) return false;
    return jd_layout_make(&s->layout, &s->arena, right ? 5 : 9);
}

/* ---- On paper -----------------------------------------------------------------------------------
 */

static bool place_layers(Sketch *s) {
    const int layers = s->layout.layers;
    s->start = ARENA_NEW(&s->arena, double, layers + 1);
    s->thick = ARENA_NEW(&s->arena, double, layers + 1);
    if (!s->start || !s->thick) return false;
    for (int b = 0; b < s->scene->bodies.count; b++) {
        double *thick = &s->thick[s->layout.nodes.at[s->body[b]].layer];
        *thick = fmax(*thick, thickness(s, body_size(s, b)));
    }
    for (int k = 0; k < s->joints; k++) {
        if (s->joint[k] < 0) continue;
        double *thick = &s->thick[s->layout.nodes.at[s->joint[k]].layer];
        *thick = fmax(*thick, thickness(s, joint_size(s, k)));
    }
    for (int n = 0; n < layers; n++)
        s->start[n + 1] = s->start[n] + s->thick[n] + (s->right ? 24 : 15);
    return true;
}

static Vec2 at_paper(const Sketch *s, double along, double beside) {
    const Vec2 p = s->right ? vec2(along, beside) : vec2(beside, along);
    return vec2_add(s->corner, vec2_scale(s->scale, p));
}

static Vec2 middle_of(const Sketch *s, int node) {
    const LayoutNode *n = &s->layout.nodes.at[node];
    return at_paper(s, s->start[n->layer] + s->thick[n->layer] / 2, n->at);
}

/* Where a line leaves a node towards another layer. */
static Vec2 port_of(const Sketch *s, int node, bool ahead, double half) {
    const LayoutNode *n = &s->layout.nodes.at[node];
    return at_paper(s, s->start[n->layer] + s->thick[n->layer] / 2 + (ahead ? half : -half), n->at);
}

static double half_thick(const Sketch *s, int node) {
    for (int b = 0; b < s->scene->bodies.count; b++)
        if (s->body[b] == node) return thickness(s, body_size(s, b)) / 2;
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k] == node) return thickness(s, joint_size(s, k)) / 2;
    return s->thick[s->layout.nodes.at[node].layer] / 2;
}

static Vec2 ahead_of(const Sketch *s, Vec2 p, Vec2 q, double share) {
    return s->right ? vec2(p.x + share * (q.x - p.x), p.y) : vec2(p.x, p.y + share * (q.y - p.y));
}

static void draw_route(Sketch *s, int number) {
    const LayoutRoute *route = &s->layout.routes[number];
    const LineKind kind = s->kinds.at[number];
    for (int n = 0; n + 1 < route->count; n++) {
        const int a = route->node[n], b = route->node[n + 1];
        const bool ahead = s->layout.nodes.at[b].layer > s->layout.nodes.at[a].layer;
        const Vec2 p = port_of(s, a, ahead, half_thick(s, a));
        const Vec2 q = port_of(s, b, !ahead, half_thick(s, b));
        if (n == 0)
            jd_draw_move(s->d, p);
        else
            jd_draw_line(s->d, p);
        jd_draw_curve(s->d, ahead_of(s, p, q, 0.5), ahead_of(s, q, p, 0.5), q);
    }
    Pen pen = {.stroke = s->theme->ink, .width = 1};
    if (kind == LINE_LOOP) pen = (Pen){.stroke = s->theme->series[1], .width = 1, .dash = {4, 3}};
    if (kind == LINE_COUPLING)
        pen = (Pen){.stroke = s->theme->faint, .width = 0.9, .dash = {1, 2.5}};
    jd_draw_paint(s->d, pen);
}

static void round_box(Drawing *d, Vec2 low, Vec2 high, double r, Pen pen) {
    jd_draw_move(d, vec2(low.x + r, low.y));
    jd_draw_arc(d, vec2(high.x - r, low.y + r), r, -pi / 2, 0);
    jd_draw_arc(d, vec2(high.x - r, high.y - r), r, 0, pi / 2);
    jd_draw_arc(d, vec2(low.x + r, high.y - r), r, pi / 2, pi);
    jd_draw_arc(d, vec2(low.x + r, low.y + r), r, pi, 1.5 * pi);
    jd_draw_close(d);
    jd_draw_paint(d, pen);
}

static Colour own_colour(const Sketch *s, int b) {
    const Theme *usual = jd_theme_at(0);
    const Colour c = s->scene->bodies.at[b].colour;
    if (b == 0) return s->theme->ground;
    for (int n = 0; n < 8; n++)
        if (c.r == usual->series[n].r && c.g == usual->series[n].g && c.b == usual->series[n].b)
            return s->theme->series[n];
    return c;
}

static void draw_body(Sketch *s, int b) {
    const Vec2 at = middle_of(s, s->body[b]), half = vec2_scale(0.5 * s->scale, body_size(s, b));
    const Colour own = own_colour(s, b);
    const Pen pen = {.fill = jd_colour_mix(own, s->theme->back, b ? 0.8 : 0.7),
                     .stroke = own,
                     .width = s->root[b] ? 2 : 1};
    round_box(s->d, vec2_sub(at, half), vec2_add(at, half), fmin(b ? 5 : 1, half.y) * s->scale,
              pen);
    jd_draw_text(
        s->d, vec2(at.x, at.y + 0.34 * name_size * s->scale),
        (TextStyle){.size = name_size * s->scale, .colour = s->theme->ink, .anchor = TEXT_MIDDLE},
        "%s", body_name(s, b));
}

static void draw_joint(Sketch *s, int k) {
    const SceneLink *link = &s->scene->links.at[k];
    if (s->joint[k] < 0) return;
    const Vec2 at = middle_of(s, s->joint[k]);
    TextStyle name = {.size = name_size * s->scale, .colour = s->theme->ink, .anchor = TEXT_MIDDLE};
    TextStyle type = {
        .size = type_size * s->scale, .colour = s->theme->faint, .anchor = TEXT_MIDDLE};
    if (!s->right) {
        jd_draw_text(s->d, vec2(at.x, at.y - 1.5 * s->scale), name, "%s", link->name);
        jd_draw_text(s->d, vec2(at.x, at.y + 7.5 * s->scale), type, "%s", link->type);
        return;
    }
    const double left = at.x - joint_size(s, k).x / 2 * s->scale + 3 * s->scale;
    name.anchor = type.anchor = TEXT_LEFT;
    jd_draw_text(s->d, vec2(left, at.y + 3 * s->scale), name, "%s", link->name);
    jd_draw_text(s->d,
                 vec2(left + jd_text_width(link->name, name.size, false) + 5 * s->scale,
                      at.y + 3 * s->scale),
                 type, "%s", link->type);
}

/* ---- Caption ------------------------------------------------------------------------------------
 */

static const char *plural(int count) {
    return count == 1 ? "" : "s";
}

enum { ROOTS_MOST = 6 }; /* that are named */

static const char *caption_of(Sketch *s) {
    int joints = 0, loops = 0, removed = 0, couplings = 0;
    for (int k = 0; k < s->joints; k++) {
        couplings += s->scene->links.at[k].couples;
        joints += !s->scene->links.at[k].couples;
        loops += !s->scene->links.at[k].couples && s->graph.closing[k];
        removed += !s->scene->links.at[k].couples && s->removed[k];
    }
    const int bodies = s->scene->bodies.count - 1, freedoms = s->scene->freedoms;
    Text text = {0};
    jd_text_print(&text, "%d %s, %d joint%s, %d loop%s", bodies, bodies == 1 ? "body" : "bodies",
                  joints, plural(joints), loops, plural(loops));
    if (couplings) jd_text_print(&text, ", %d coupling%s", couplings, plural(couplings));
    if (freedoms >= 0) jd_text_print(&text, ", %d degree%s of freedom", freedoms, plural(freedoms));
    if (removed) jd_text_print(&text, " (dashed: closes a loop)");
    for (int b = 1, count = 0; b < s->scene->bodies.count; b++)
        if (s->root[b] && count < ROOTS_MOST)
            jd_text_print(&text, "%s%s", count++ ? ", " : "; roots: ground, ", body_name(s, b));
    const char *copy = text.failed ? NULL : jd_arena_text(&s->d->arena, text.at, text.count);
    if (!copy) s->d->arena.failed = true;
    jd_text_free(&text);
    return copy;
}

static void draw_all(Sketch *s, double width) {
    static const double narrow = 560;
    bool fine = make_graph(s) && mark_trees(s) && lay_out(s, false);
    if (fine && s->layout.width > (width > 0 ? width : narrow)) fine = lay_out(s, true);
    if (!fine || !place_layers(s)) return;
    const double along = s->start[s->layout.layers] - (s->right ? 24 : 15),
                 beside = s->layout.width;
    const Vec2 size = s->right ? vec2(along, beside) : vec2(beside, along);
    const char *text = caption_of(s);
    if (!text) return;
    const double least = jd_text_width(text, 8, false);
    s->scale = width > 0 ? fmin(1, fmax(0.1, (width - 2 * margin) / size.x)) : 1;
    s->d->width = width > 0 ? width : fmax(size.x, least) + 2 * margin;
    s->d->height = s->scale * size.y + 2 * margin + caption;
    s->corner = vec2((s->d->width - s->scale * size.x) / 2, margin);
    for (int n = 0; n < s->layout.edges.count; n++) draw_route(s, n);
    for (int b = 0; b < s->scene->bodies.count; b++) draw_body(s, b);
    for (int k = 0; k < s->joints; k++) draw_joint(s, k);
    jd_draw_text(s->d, vec2(s->d->width / 2, s->d->height - 0.7 * margin),
                 (TextStyle){.size = 8, .colour = s->theme->faint, .anchor = TEXT_MIDDLE}, "%s",
                 text);
}

bool jd_graph_draw(const Scene *scene, const JdSystem *system, double width, const Theme *theme,
                   Drawing *drawing) {
    Sketch s = {
        .scene = scene, .system = system, .theme = theme ? theme : jd_theme_at(0), .d = drawing};
    drawing->theme = s.theme;
    drawing->title = scene->title;
    drawing->description = scene->about;
    draw_all(&s, width);
    if (s.arena.failed) drawing->arena.failed = true;
    jd_arena_free(&s.arena);
    return !drawing->arena.failed;
}
