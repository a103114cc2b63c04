/* SPDX-License-Identifier: MIT
 *
 * Bond graphs as drawings: nodes by their type with their name below it, bonds as lines in the
 * colour of their domain, with half arrow and causal stroke; vector bonds are double lines with
 * their dimension. It grows to the right, a layer for each step away from where it begins; what is
 * too long goes on below, to the left, and so on. */
#include "bond/bond.h"
#include "sketch/layout.h"
#include "sketch/sketch.h"
#include <string.h>

static const double type_size = 10, name_size = 7, bond_size = 6.5, margin = 18, gap = 16,
                    stride = 46;

typedef struct {
    const BondGraph *graph;
    const Theme *theme;
    const bool *lit;
    Drawing *d;
    Arena arena;
    Layout2 layout;
    int *depth; /* of nodes */
    int *edge;  /* of bonds: their edge, or the first of two */
    int *knee;  /* of bonds between nodes of one layer: the node that they go by; -1 */
    LayoutFold fold;
    int edges; /* of the layout, before it is made */
} Picture;

/* ---- Places --------------------------------------------------------------------------------- */

static const char *type_of(const BondNode *node) {
    if (!strcmp(node->type->name, "zero")) return "0";
    if (!strcmp(node->type->name, "one")) return "1";
    return node->type->role == ROLE_SPLITTER ? "||" : node->type->name;
}

static double width_of(const BondNode *node) {
    return fmax(jd_text_width(type_of(node), type_size, true),
                jd_text_width(node->name, name_size, false)) +
           8;
}

static int farther(const BondGraph *graph, int node, int port) {
    const Bond *bond = &graph->bonds.at[graph->nodes.at[node].ports.at[port]];
    return bond->from == node ? bond->to : bond->from;
}

/* Steps away from the first node of each piece that is connected; sources first. */
static void find_depths(Picture *p, int *queue) {
    const BondGraph *graph = p->graph;
    for (int n = 0; n < graph->nodes.count; n++) p->depth[n] = -1;
    for (int pass = 0; pass < 2; pass++)
        for (int root = 0; root < graph->nodes.count; root++) {
            const bool source = graph->nodes.at[root].type->role == ROLE_SOURCE;
            if (p->depth[root] >= 0 || (pass == 0 && !source)) continue;
            int done = 0, count = 0;
            p->depth[root] = 0;
            queue[count++] = root;
            while (done < count) {
                const int at = queue[done++];
                for (int k = 0; k < graph->nodes.at[at].ports.count; k++) {
                    const int next = farther(graph, at, k);
                    if (p->depth[next] >= 0) continue;
                    p->depth[next] = p->depth[at] + 1;
                    queue[count++] = next;
                }
            }
        }
}

static bool place(Picture *p) {
    const BondGraph *graph = p->graph;
    const int nodes = graph->nodes.count, bonds = graph->bonds.count;
    int *queue = ARENA_NEW(&p->arena, int, nodes + 1);
    p->depth = ARENA_NEW(&p->arena, int, nodes + 1);
    p->edge = ARENA_NEW(&p->arena, int, bonds + 1);
    p->knee = ARENA_NEW(&p->arena, int, bonds + 1);
    if (!queue || !p->depth || !p->edge || !p->knee) return false;
    find_depths(p, queue);
    for (int n = 0; n < nodes; n++)
        if (jd_layout_node(&p->layout, &p->arena, p->depth[n], type_size + name_size + 6) < 0)
            return false;
    for (int b = 0; b < bonds; b++) {
        const Bond *bond = &graph->bonds.at[b];
        const bool level = p->depth[bond->from] == p->depth[bond->to];
        p->edge[b] = p->layout.edges.count;
        p->knee[b] =
            level ? jd_layout_node(&p->layout, &p->arena, p->depth[bond->from] + 1, 2) : -1;
        if (level) jd_layout_edge(&p->layout, &p->arena, bond->from, p->knee[b]);
        jd_layout_edge(&p->layout, &p->arena, level ? p->knee[b] : bond->from, bond->to);
    }
    p->edges = p->layout.edges.count;
    p->layout.leaves_give_way = true;
    return jd_layout_make(&p->layout, &p->arena, gap);
}

/* Beside the strips of a picture that is folded, for bonds from one to the next. */
static double aside(const Picture *p) {
    return p->fold.strips > 1 ? 30 : 0;
}

static bool spread(Picture *p) {
    double *wide = ARENA_NEW(&p->arena, double, p->layout.layers + 1);
    if (!wide) return false;
    for (int n = 0; n < p->graph->nodes.count; n++)
        wide[p->depth[n]] = fmax(wide[p->depth[n]], width_of(&p->graph->nodes.at[n]));
    const LayoutRoom room = {wide, stride, 2 * gap};
    if (!jd_layout_fold(&p->layout, p->edges, &room, &p->arena, &p->fold)) return false;
    p->d->width = p->fold.width + 2 * (margin + aside(p));
    p->d->height = p->fold.height + 2 * margin + type_size;
    return true;
}

static Vec2 at_node(const Picture *p, int node) {
    const LayoutNode *at = &p->layout.nodes.at[node];
    return vec2(margin + aside(p) + p->fold.x[at->layer],
                margin + type_size / 2 + at->at + p->fold.down[at->layer]);
}

/* ---- Bonds ---------------------------------------------------------------------------------- */

static Colour colour_of(const Picture *p, const Bond *bond) {
    Colour colour = p->theme->ink;
    if (bond->domain && strcmp(p->theme->name, "print"))
        jd_colour_read(bond->domain->colour, &colour);
    /* The colours of domains are made for paper. */
    return p->theme->back.g < 128 ? jd_colour_mix(colour, p->theme->ink, 0.45) : colour;
}

/* Where a line from `from` leaves the box of a node: below it stands its name, which strokes and
 * arrows stay clear of. */
static Vec2 leave(const Picture *p, int node, Vec2 toward) {
    const Vec2 at = at_node(p, node), way = vec2_sub(toward, at);
    const bool below = way.y > 0.1 * fabs(way.x);
    const double clear = below ? 4 : 0;
    const double half = width_of(&p->graph->nodes.at[node]) / 2 + clear,
                 tall = type_size / 2 + 4 + (below ? name_size + clear : 0);
    const double share = fmin(half / fmax(fabs(way.x), 1e-9), tall / fmax(fabs(way.y), 1e-9));
    return vec2_add(at, vec2_scale(fmin(share, 0.45), way));
}

/* The half arrow at the end of a line, on its left side. */
static void draw_half_arrow(Drawing *d, Vec2 end, Vec2 along, Pen pen) {
    const Vec2 side = vec2(along.y, -along.x);
    const Vec2 tip = vec2_add(vec2_sub(end, vec2_scale(7, along)), vec2_scale(4, side));
    jd_draw_segment(d, end, tip, pen);
}

static void draw_stroke(Drawing *d, Vec2 end, Vec2 along, Pen pen) {
    const Vec2 side = vec2(along.y, -along.x);
    jd_draw_segment(d, vec2_add(end, vec2_scale(5, side)), vec2_sub(end, vec2_scale(5, side)), pen);
}

/* Of some of its components: on one side of the line alone. */
static void draw_half_stroke(Drawing *d, Vec2 end, Vec2 along, Pen pen) {
    jd_draw_segment(d, end, vec2_add(end, vec2_scale(5, vec2(along.y, -along.x))), pen);
}

static Vec2 direction(Vec2 from, Vec2 to) {
    const Vec2 way = vec2_sub(to, from);
    const double length = fmax(hypot(way.x, way.y), 1e-9);
    return vec2_scale(1 / length, way);
}

/* Points of a bond so far. */
typedef struct {
    Vec2 *at;
    int count, most;
    int node; /* that it comes from */
} Way;

static int strip_of(const Picture *p, int node) {
    return p->fold.strip[p->layout.nodes.at[node].layer];
}

/* Bonds that turn at the ends of strips stand side by side. */
static double lane_of(const Picture *p, int bond) {
    enum { LANES = 5 };
    int before = 0;
    for (int b = 0; b < bond; b++)
        before += strip_of(p, p->graph->bonds.at[b].from) != strip_of(p, p->graph->bonds.at[b].to);
    return 8 + 5 * (before % LANES);
}

/* On to a node; around the end of a strip, if it is in the next one. */
static void go_on(const Picture *p, int bond, int node, Way *way) {
    const int here = strip_of(p, way->node), there = strip_of(p, node);
    if (here != there && way->count + 2 < way->most) {
        const double lane = lane_of(p, bond);
        const double x = (here < there ? here : there) % 2 ? margin + aside(p) - lane
                                                           : p->d->width - margin - aside(p) + lane;
        way->at[way->count++] = vec2(x, at_node(p, way->node).y);
        way->at[way->count++] = vec2(x, at_node(p, node).y);
    }
    way->node = node;
    const Bond *end = &p->graph->bonds.at[bond];
    if (node != end->to && way->count < way->most - 1) way->at[way->count++] = at_node(p, node);
}

/* Points of a bond, its ends at the nodes' boxes. */
static int points_of(const Picture *p, int b, Vec2 *points, int most) {
    const Bond *bond = &p->graph->bonds.at[b];
    Way way = {points, 1, most, bond->from};
    for (int part = 0; part < (p->knee[b] >= 0 ? 2 : 1); part++) {
        const LayoutRoute *route = &p->layout.routes[p->edge[b] + part];
        const bool forward =
            !route->count || p->depth[bond->from] <= p->depth[bond->to] || p->knee[b] >= 0;
        for (int n = 0; n < route->count; n++) {
            const int node = route->node[forward ? n : route->count - 1 - n];
            if (node != bond->from && node != bond->to) go_on(p, b, node, &way);
        }
        if (part == 0 && p->knee[b] >= 0) go_on(p, b, p->knee[b], &way);
    }
    go_on(p, b, bond->to, &way);
    const int count = way.count;
    points[0] = leave(p, bond->from, count > 1 ? points[1] : at_node(p, bond->to));
    points[count] = leave(p, bond->to, count > 1 ? points[count - 1] : at_node(p, bond->from));
    return count + 1;
}

/* A broad line below a bond that stands out. */
static void light_up(Picture *p, const Vec2 *points, int count) {
    Pen pen = {.width = 5};
    jd_colour_read("#f2b705", &pen.stroke);
    for (int n = 0; n + 1 < count; n++) jd_draw_segment(p->d, points[n], points[n + 1], pen);
}

static void draw_strokes(Picture *p, const Bond *bond, const Vec2 *points, int count) {
    const Pen pen = {.stroke = colour_of(p, bond), .width = 1.1};
    const Vec2 to = direction(points[count - 2], points[count - 1]),
               from = direction(points[1], points[0]);
    void (*const draw)(Drawing *, Vec2, Vec2, Pen) = bond->strokes ? draw_half_stroke : draw_stroke;
    if (bond->strokes || bond->stroke == STROKE_TO) draw(p->d, points[count - 1], to, pen);
    if (bond->strokes || bond->stroke == STROKE_FROM) draw(p->d, points[0], from, pen);
}

static void draw_bond(Picture *p, int b) {
    enum { MOST = 64 };
    const Bond *bond = &p->graph->bonds.at[b];
    const Pen pen = {.stroke = colour_of(p, bond), .width = 1.1};
    Vec2 points[MOST];
    const int count = points_of(p, b, points, MOST);
    const bool vector = jd_bond_dimension(bond) > 1;
    jd_draw_group(p->d, bond->name, NULL);
    if (p->lit && p->lit[b]) light_up(p, points, count);
    for (int line = 0; line < (vector ? 2 : 1); line++)
        for (int n = 0; n + 1 < count; n++) {
            const Vec2 along = direction(points[n], points[n + 1]);
            const Vec2 off = vec2_scale(vector ? (line ? 1.2 : -1.2) : 0, vec2(along.y, -along.x));
            jd_draw_segment(p->d, vec2_add(points[n], off), vec2_add(points[n + 1], off), pen);
        }
    draw_half_arrow(p->d, points[count - 1], direction(points[count - 2], points[count - 1]), pen);
    draw_strokes(p, bond, points, count);
    const Vec2 a = points[(count - 1) / 2], c = points[(count - 1) / 2 + 1];
    const TextStyle style = {.size = bond_size,
                             .colour = p->theme->faint,
                             .anchor = TEXT_MIDDLE,
                             .halo = p->theme->back};
    const Vec2 middle = vec2((a.x + c.x) / 2, (a.y + c.y) / 2 + 9);
    if (vector)
        jd_draw_text(p->d, middle, style, "%s, %d", bond->name, jd_bond_dimension(bond));
    else
        jd_draw_text(p->d, middle, style, "%s", bond->name);
    jd_draw_group_end(p->d);
}

/* ---- Signals: thin, from what a value reads to the node that has it ------------------------- */

static void draw_signal(Picture *p, Vec2 from, int to) {
    const Pen pen = {.stroke = p->theme->faint, .width = 0.5};
    jd_draw_arrow(p->d, from, leave(p, to, from), pen);
}

/* The middle of a bond, beside it. */
static Vec2 middle_of(const Picture *p, int b) {
    enum { MOST = 64 };
    Vec2 points[MOST];
    const int count = points_of(p, b, points, MOST);
    const Vec2 a = points[(count - 1) / 2], c = points[(count - 1) / 2 + 1];
    return vec2((a.x + c.x) / 2, (a.y + c.y) / 2);
}

/* `b` of `b.flow[2]`, that stands before the last point. */
static bool belongs(const char *text, const char *name) {
    const char *point = strrchr(text, '.');
    const size_t length = strlen(name);
    return point && (size_t)(point - text) == length && !strncmp(text, name, length);
}

static void draw_reads(Picture *p, Sym value, int node, int depth);

/* A bond, a storage, or a signal that reads others. */
static void draw_read(Picture *p, const char *text, int node, int depth) {
    const BondGraph *graph = p->graph;
    for (int b = 0; b < graph->bonds.count; b++)
        if (belongs(text, graph->bonds.at[b].name)) draw_signal(p, middle_of(p, b), node);
    for (int n = 0; n < graph->nodes.count; n++)
        if (n != node && belongs(text, graph->nodes.at[n].name))
            draw_signal(p, leave(p, n, at_node(p, node)), node);
    for (int s = 0; s < graph->signals.count; s++)
        if (!strcmp(text, graph->signals.at[s].name))
            draw_reads(p, graph->signals.at[s].is, node, depth + 1);
}

static void draw_reads(Picture *p, Sym value, int node, int depth) {
    enum { DEEP = 6 }; /* signals of signals */
    SymPool *pool = p->graph->pool;
    Sym *names = NULL;
    const int count = value && depth < DEEP ? jd_sym_list_names(pool, value, &p->arena, &names) : 0;
    for (int n = 0; n < count; n++)
        draw_read(p, jd_sym_name_text(pool, jd_sym_node(pool, names[n])->name), node, depth);
}

static void draw_signals(Picture *p, int node) {
    const BondNode *at = &p->graph->nodes.at[node];
    for (int n = 0; at->value.at && n < at->value.rows * at->value.columns; n++)
        draw_reads(p, at->value.at[n], node, 0);
}

/* Parasitic elements are faint, in a dashed frame. */
static void draw_frame(Picture *p, Vec2 at) {
    const Pen pen = {.stroke = p->theme->faint, .width = 0.6, .dash = {2, 1.5}};
    const double half = 0.65 * type_size;
    const Vec2 corner[] = {vec2(at.x - half, at.y - half), vec2(at.x + half, at.y - half),
                           vec2(at.x + half, at.y + half), vec2(at.x - half, at.y + half)};
    for (int k = 0; k < 4; k++) jd_draw_segment(p->d, corner[k], corner[(k + 1) % 4], pen);
}

static void draw_node(Picture *p, int n) {
    const BondNode *node = &p->graph->nodes.at[n];
    const Vec2 at = at_node(p, n);
    const TextStyle type = {.size = type_size,
                            .colour = node->parasitic ? p->theme->faint : p->theme->ink,
                            .anchor = TEXT_MIDDLE,
                            .bold = !node->parasitic,
                            .halo = p->theme->back};
    const TextStyle name = {.size = name_size,
                            .colour = p->theme->faint,
                            .anchor = TEXT_MIDDLE,
                            .halo = p->theme->back};
    if (node->parasitic) draw_frame(p, at);
    jd_draw_text(p->d, vec2(at.x, at.y + type_size * 0.35), type, "%s", type_of(node));
    jd_draw_text(p->d, vec2(at.x, at.y + type_size * 0.35 + name_size + 2), name, "%s", node->name);
}

bool jd_bonds_draw(const BondGraph *graph, const Theme *theme, const bool *lit, Drawing *drawing) {
    Picture p = {.graph = graph, .theme = theme, .lit = lit, .d = drawing};
    const bool good = place(&p) && spread(&p);
    for (int b = 0; good && b < graph->bonds.count; b++) draw_bond(&p, b);
    for (int n = 0; good && n < graph->nodes.count; n++) draw_signals(&p, n);
    for (int n = 0; good && n < graph->nodes.count; n++) draw_node(&p, n);
    if (!good) drawing->arena.failed = true;
    jd_arena_free(&p.arena);
    return good;
}
