/* SPDX-License-Identifier: MIT
 *
 * Layers (after Sugiyama): long edges are cut at each layer; the order in a layer follows the
 * middle of the neighbours, up and down until crossings do not get fewer; then each node goes as
 * near to its neighbours' middle as the others of its layer let it. */
#include "sketch/layout.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int jd_layout_node(Layout2 *layout, Arena *arena, int layer, double size) {
    LayoutNode *node = PUSH(arena, layout->nodes);
    if (!node) return -1;
    *node = (LayoutNode){.layer = layer, .size = size};
    if (layer >= layout->layers) layout->layers = layer + 1;
    return layout->nodes.count - 1;
}

void jd_layout_edge(Layout2 *layout, Arena *arena, int from, int to) {
    LayoutEdge *edge = from >= 0 && to >= 0 ? PUSH(arena, layout->edges) : NULL;
    if (edge) *edge = (LayoutEdge){from, to};
}

/* ---- Short edges ------------------------------------------------------------------------------
 */

typedef LIST(LayoutEdge) Edges;

typedef struct {
    Layout2 *layout;
    Arena *arena;
    Edges shorts;     /* from a layer to the next one */
    int **neighbours; /* of each node, ending with -1 */
    int **layer;      /* nodes of each layer in order; */
    int *count;       /* how many */
    double gap;
} Work;

static bool cut_edge(Work *w, int number) {
    Layout2 *layout = w->layout;
    const LayoutEdge edge = layout->edges.at[number];
    const int from = layout->nodes.at[edge.from].layer, to = layout->nodes.at[edge.to].layer;
    const int step = to > from ? 1 : -1, count = abs(to - from) + 1;
    LayoutRoute *route = &layout->routes[number];
    route->node = ARENA_NEW(w->arena, int, count + 1);
    if (!route->node) return false;
    route->node[route->count++] = edge.from;
    for (int layer = from + step; layer != to && from != to; layer += step) {
        const int node = jd_layout_node(layout, w->arena, layer, 0);
        if (node < 0) return false;
        route->node[route->count++] = node;
    }
    route->node[route->count++] = edge.to;
    for (int n = 0; n + 1 < route->count && from != to; n++) {
        LayoutEdge *added = PUSH(w->arena, w->shorts);
        if (!added) return false;
        const int a = route->node[n], b = route->node[n + 1];
        *added = step > 0 ? (LayoutEdge){a, b} : (LayoutEdge){b, a};
    }
    return true;
}

static bool find_neighbours(Work *w) {
    const int count = w->layout->nodes.count;
    int *degree = ARENA_NEW(w->arena, int, count + 1);
    w->neighbours = ARENA_NEW(w->arena, int *, count + 1);
    if (!degree || !w->neighbours) return false;
    for (int n = 0; n < w->shorts.count; n++)
        degree[w->shorts.at[n].from]++, degree[w->shorts.at[n].to]++;
    for (int n = 0; n < count; n++) {
        w->neighbours[n] = ARENA_NEW(w->arena, int, degree[n] + 1);
        if (!w->neighbours[n]) return false;
        w->neighbours[n][degree[n]] = -1;
        degree[n] = 0;
    }
    for (int n = 0; n < w->shorts.count; n++) {
        const LayoutEdge *edge = &w->shorts.at[n];
        w->neighbours[edge->from][degree[edge->from]++] = edge->to;
        w->neighbours[edge->to][degree[edge->to]++] = edge->from;
    }
    return true;
}

/* ---- Order ------------------------------------------------------------------------------------
 */

/* First order: as a walk along the edges from the first node meets them. */
static void walk(Work *w, int node, bool *met) {
    LIST(int) open = {0};
    int *first = PUSH(w->arena, open);
    if (first) *first = node;
    while (open.count > 0) {
        const int at = open.at[--open.count], layer = w->layout->nodes.at[at].layer;
        if (met[at]) continue;
        met[at] = true;
        w->layer[layer][w->count[layer]++] = at;
        int last = 0;
        while (w->neighbours[at][last] >= 0) last++;
        for (int n = last - 1; n >= 0; n--) {
            int *next = met[w->neighbours[at][n]] ? NULL : PUSH(w->arena, open);
            if (next) *next = w->neighbours[at][n];
        }
    }
}

static bool find_layers(Work *w) {
    const int count = w->layout->nodes.count, layers = w->layout->layers;
    bool *met = ARENA_NEW(w->arena, bool, count + 1);
    w->layer = ARENA_NEW(w->arena, int *, layers + 1);
    w->count = ARENA_NEW(w->arena, int, layers + 1);
    if (!met || !w->layer || !w->count) return false;
    for (int n = 0; n < count; n++) w->count[w->layout->nodes.at[n].layer]++;
    for (int n = 0; n < layers; n++) {
        w->layer[n] = ARENA_NEW(w->arena, int, w->count[n] + 1);
        w->count[n] = 0;
        if (!w->layer[n]) return false;
    }
    for (int n = 0; n < count; n++)
        if (!met[n]) walk(w, n, met);
    return !w->arena->failed;
}

static void number_layer(Work *w, int layer) {
    for (int n = 0; n < w->count[layer]; n++) w->layout->nodes.at[w->layer[layer][n]].order = n;
}

static long crossings(const Work *w) {
    const LayoutNode *nodes = w->layout->nodes.at;
    long sum = 0;
    for (int n = 0; n < w->shorts.count; n++)
        for (int k = 0; k < n; k++) {
            const LayoutEdge *a = &w->shorts.at[n], *b = &w->shorts.at[k];
            if (nodes[a->from].layer != nodes[b->from].layer) continue;
            const int up = nodes[a->from].order - nodes[b->from].order;
            const int down = nodes[a->to].order - nodes[b->to].order;
            sum += (up < 0 && down > 0) || (up > 0 && down < 0);
        }
    return sum;
}

typedef struct {
    double middle;
    int order, node;
} Sorted;

static int by_middle(const void *a, const void *b) {
    const Sorted *x = a, *y = b;
    if (x->middle != y->middle) return x->middle < y->middle ? -1 : 1;
    return x->order - y->order;
}

/* By the middle of the neighbours in one other layer. */
static void sort_layer(Work *w, int layer, int other, Sorted *room) {
    const LayoutNode *nodes = w->layout->nodes.at;
    for (int n = 0; n < w->count[layer]; n++) {
        const int node = w->layer[layer][n];
        double sum = 0;
        int count = 0;
        for (const int *k = w->neighbours[node]; *k >= 0; k++)
            if (nodes[*k].layer == other) sum += nodes[*k].order, count++;
        const double size = w->count[other] > 1 ? w->count[other] - 1 : 1;
        const double own = w->count[layer] > 1 ? w->count[layer] - 1 : 1;
        room[n] = (Sorted){count ? sum / count / size : n / own, n, node};
    }
    qsort(room, (size_t)w->count[layer], sizeof *room, by_middle);
    for (int n = 0; n < w->count[layer]; n++) w->layer[layer][n] = room[n].node;
    number_layer(w, layer);
}

static bool order(Work *w) {
    enum { SWEEPS = 24, MOST = 2000 };
    const int count = w->layout->nodes.count, layers = w->layout->layers;
    Sorted *room = ARENA_NEW(w->arena, Sorted, count + 1);
    int *best = ARENA_NEW(w->arena, int, count + 1);
    if (!room || !best) return false;
    for (int n = 0; n < layers; n++) number_layer(w, n);
    if (w->shorts.count > MOST) return true;
    long fewest = crossings(w);
    for (int n = 0; n < count; n++) best[n] = w->layout->nodes.at[n].order;
    for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
        for (int n = 1; n < layers && sweep % 2 == 0; n++) sort_layer(w, n, n - 1, room);
        for (int n = layers - 2; n >= 0 && sweep % 2 == 1; n--) sort_layer(w, n, n + 1, room);
        const long now = crossings(w);
        if (now >= fewest) continue;
        fewest = now;
        for (int n = 0; n < count; n++) best[n] = w->layout->nodes.at[n].order;
    }
    for (int n = 0; n < count; n++) {
        LayoutNode *node = &w->layout->nodes.at[n];
        node->order = best[n];
        w->layer[node->layer][best[n]] = n;
    }
    return true;
}

/* ---- Places -----------------------------------------------------------------------------------
 */

/* How much a node counts: where leaves give way, those that lead nowhere else hardly do. */
static double weight_of(const Work *w, int node) {
    const int *other = w->neighbours[node];
    const bool leaf = other[0] < 0 || other[1] < 0;
    return w->layout->leaves_give_way && leaf ? 0.05 : 1;
}

/* Nearest to what each node wants, with distances kept: groups that push each other move as one. */
typedef struct {
    double sum, weight;
    int count;
} Block;

static void settle(Work *w, int layer, const double *wanted, Block *blocks) {
    LayoutNode *nodes = w->layout->nodes.at;
    const int *in = w->layer[layer], count = w->count[layer];
    double offset = 0;
    int used = 0;
    for (int n = 0; n < count; n++) {
        if (n > 0) offset += (nodes[in[n - 1]].size + nodes[in[n]].size) / 2 + w->gap;
        const double weight = weight_of(w, in[n]);
        blocks[used++] = (Block){weight * (wanted[n] - offset), weight, 1};
        while (used > 1 && blocks[used - 2].sum / blocks[used - 2].weight >=
                               blocks[used - 1].sum / blocks[used - 1].weight) {
            blocks[used - 2].sum += blocks[used - 1].sum;
            blocks[used - 2].weight += blocks[used - 1].weight;
            blocks[used - 2].count += blocks[used - 1].count;
            used--;
        }
    }
    offset = 0;
    for (int n = 0, block = 0, left = blocks[0].count; n < count; n++, left--) {
        if (left == 0) block++, left = blocks[block].count;
        if (n > 0) offset += (nodes[in[n - 1]].size + nodes[in[n]].size) / 2 + w->gap;
        nodes[in[n]].at = offset + blocks[block].sum / blocks[block].weight;
    }
}

static bool place(Work *w) {
    enum { SWEEPS = 40 };
    LayoutNode *nodes = w->layout->nodes.at;
    const int count = w->layout->nodes.count;
    double *wanted = ARENA_NEW(w->arena, double, count + 1);
    Block *blocks = ARENA_NEW(w->arena, Block, count + 1);
    if (!wanted || !blocks) return false;
    for (int layer = 0; layer < w->layout->layers; layer++)
        if (w->count[layer]) settle(w, layer, wanted, blocks);
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int n = 0; n < w->layout->layers; n++) {
            const int layer = sweep % 2 ? w->layout->layers - 1 - n : n;
            for (int k = 0; k < w->count[layer]; k++) {
                const int node = w->layer[layer][k];
                double sum = 0, weight = 0;
                for (const int *other = w->neighbours[node]; *other >= 0; other++) {
                    const double by = weight_of(w, *other) * (nodes[*other].size > 0 ? 1 : 2);
                    sum += by * nodes[*other].at, weight += by;
                }
                wanted[k] = weight > 0 ? sum / weight : nodes[node].at;
            }
            if (w->count[layer]) settle(w, layer, wanted, blocks);
        }
    double low = INFINITY, high = -INFINITY;
    for (int n = 0; n < count; n++) {
        low = fmin(low, nodes[n].at - nodes[n].size / 2);
        high = fmax(high, nodes[n].at + nodes[n].size / 2);
    }
    for (int n = 0; n < count; n++) nodes[n].at -= low;
    w->layout->width = count ? high - low : 0;
    return true;
}

bool jd_layout_make(Layout2 *layout, Arena *arena, double gap) {
    Work w = {.layout = layout, .arena = arena, .gap = gap};
    layout->routes = ARENA_NEW(arena, LayoutRoute, layout->edges.count + 1);
    if (!layout->routes) return false;
    for (int n = 0; n < layout->edges.count; n++)
        if (!cut_edge(&w, n)) return false;
    return find_neighbours(&w) && find_layers(&w) && order(&w) && place(&w) && !arena->failed;
}
