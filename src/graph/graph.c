/* SPDX-License-Identifier: MIT
 *
 * The spanning tree. Among the edges that reach a new body, the one with more rows is taken, so
 * that the edges left over, which close the loops, have few. */
#include "graph/graph.h"
#include <assert.h>

/* Edges around each body: those of body b are around[first[b]] .. around[first[b + 1] - 1]. */
typedef struct {
    int *first, *around;
} Stars;

static bool find_stars(Stars *stars, Arena *arena, const Graph *graph) {
    stars->first = ARENA_NEW(arena, int, graph->bodies + 2);
    stars->around = ARENA_NEW(arena, int, 2 * graph->edges + 1);
    if (!stars->first || !stars->around) return false;
    int *count = stars->first + 1;
    for (int e = 0; e < graph->edges; e++) {
        count[graph->edge[e].i]++;
        count[graph->edge[e].j]++;
    }
    for (int b = 0; b < graph->bodies; b++) stars->first[b + 1] += stars->first[b];

    /* Fill from behind: first[b + 1] moves back to the start of b's edges. */
    int *fill = ARENA_NEW(arena, int, graph->bodies + 1);
    if (!fill) return false;
    for (int b = 0; b < graph->bodies; b++) fill[b] = stars->first[b];
    for (int e = 0; e < graph->edges; e++) {
        stars->around[fill[graph->edge[e].i]++] = e;
        stars->around[fill[graph->edge[e].j]++] = e;
    }
    return true;
}

/* Grows the tree from one root, level by level. */
static void grow(Graph *graph, const Stars *stars, int root, int *queue) {
    int head = 0, tail = 0;
    queue[tail++] = root;
    graph->root[root] = root;
    while (head < tail) {
        int body = queue[head++];
        for (int k = stars->first[body]; k < stars->first[body + 1]; k++) {
            int e = stars->around[k];
            const GraphEdge *edge = &graph->edge[e];
            int other = edge->i == body ? edge->j : edge->i;
            bool is_new = graph->root[other] < 0;
            /* A second, stronger edge to the same child replaces the weaker one. */
            bool stronger = !is_new && graph->parent_body[other] == body &&
                            edge->rows > graph->edge[graph->parent_edge[other]].rows;
            if (!is_new && !stronger) continue;
            graph->parent_edge[other] = e;
            graph->parent_body[other] = body;
            if (!is_new) continue;
            graph->root[other] = root;
            graph->depth[other] = graph->depth[body] + 1;
            queue[tail++] = other;
        }
    }
}

/* Bodies wait in one queue for each number of rows of the edge that offers them; the strongest is
 * served first, and of those the one that was offered first. */
enum { STRENGTHS = 8 };
typedef struct {
    int *next; /* of each place: the one behind it */
    int *edge, *from;
    int first[STRENGTHS], last[STRENGTHS], count;
} Offers;

static void offer(Offers *offers, const Graph *graph, int e, int from) {
    const int rows = graph->edge[e].rows, s = rows < STRENGTHS ? rows : STRENGTHS - 1;
    const int at = offers->count++;
    offers->edge[at] = e;
    offers->from[at] = from;
    offers->next[at] = -1;
    if (offers->first[s] < 0)
        offers->first[s] = at;
    else
        offers->next[offers->last[s]] = at;
    offers->last[s] = at;
}

static int take_strongest(Offers *offers) {
    for (int s = STRENGTHS - 1; s >= 0; s--) {
        const int at = offers->first[s];
        if (at < 0) continue;
        offers->first[s] = offers->next[at];
        return at;
    }
    return -1;
}

static void grow_strong(Graph *graph, const Stars *stars, int root, Offers *offers) {
    offers->count = 0;
    for (int s = 0; s < STRENGTHS; s++) offers->first[s] = -1;
    graph->root[root] = root;
    int body = root;
    for (;;) {
        for (int k = stars->first[body]; k < stars->first[body + 1]; k++) {
            const GraphEdge *edge = &graph->edge[stars->around[k]];
            const int other = edge->i == body ? edge->j : edge->i;
            if (graph->root[other] < 0) offer(offers, graph, stars->around[k], body);
        }
        int at;
        do {
            at = take_strongest(offers);
            if (at < 0) return;
            const GraphEdge *edge = &graph->edge[offers->edge[at]];
            body = edge->i == offers->from[at] ? edge->j : edge->i;
        } while (graph->root[body] >= 0);
        graph->parent_edge[body] = offers->edge[at];
        graph->parent_body[body] = offers->from[at];
        graph->root[body] = root;
        graph->depth[body] = graph->depth[offers->from[at]] + 1;
    }
}

static bool make(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge,
                 bool strong) {
    assert(bodies > 0 && edges >= 0);
    *graph = (Graph){.bodies = bodies, .edges = edges, .edge = edge};
    graph->parent_body = ARENA_NEW(arena, int, bodies);
    graph->parent_edge = ARENA_NEW(arena, int, bodies);
    graph->depth = ARENA_NEW(arena, int, bodies);
    graph->root = ARENA_NEW(arena, int, bodies);
    graph->closing = ARENA_NEW(arena, bool, edges + 1);
    int *queue = ARENA_NEW(arena, int, bodies);
    Stars stars;
    Offers offers = {0};
    if (strong) {
        offers.next = ARENA_NEW(arena, int, 2 * edges + 1);
        offers.edge = ARENA_NEW(arena, int, 2 * edges + 1);
        offers.from = ARENA_NEW(arena, int, 2 * edges + 1);
    }
    if (arena->failed || !find_stars(&stars, arena, graph)) return false;

    for (int b = 0; b < bodies; b++)
        graph->parent_body[b] = graph->parent_edge[b] = graph->root[b] = -1;
    for (int b = 0; b < bodies; b++)
        if (graph->root[b] < 0 && strong)
            grow_strong(graph, &stars, b, &offers);
        else if (graph->root[b] < 0)
            grow(graph, &stars, b, queue);

    for (int e = 0; e < edges; e++) graph->closing[e] = true;
    for (int b = 0; b < bodies; b++)
        if (graph->parent_edge[b] >= 0) graph->closing[graph->parent_edge[b]] = false;
    return true;
}

bool jd_graph_make(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge) {
    return make(graph, arena, bodies, edges, edge, false);
}

bool jd_graph_make_strong(Graph *graph, Arena *arena, int bodies, int edges,
                          const GraphEdge *edge) {
    return make(graph, arena, bodies, edges, edge, true);
}

int jd_graph_loop(const Graph *graph, int closing_edge, int *loop) {
    assert(closing_edge >= 0 && closing_edge < graph->edges && graph->closing[closing_edge]);
    int count = 0;
    loop[count++] = closing_edge;
    int a = graph->edge[closing_edge].i, b = graph->edge[closing_edge].j;
    while (a != b && (graph->parent_body[a] >= 0 || graph->parent_body[b] >= 0)) {
        int *deeper = graph->depth[a] >= graph->depth[b] ? &a : &b;
        loop[count++] = graph->parent_edge[*deeper];
        *deeper = graph->parent_body[*deeper];
    }
    return count;
}
