/* SPDX-License-Identifier: MIT
 *
 * The spanning tree. Among the edges that reach a new body, the one with more rows is taken, so
 * that the edges left over, which close the loops, have few. */
#include "graph/graph.h"

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

bool jd_graph_make(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge) {
    *graph = (Graph){.bodies = bodies, .edges = edges, .edge = edge};
    graph->parent_body = ARENA_NEW(arena, int, bodies);
    graph->parent_edge = ARENA_NEW(arena, int, bodies);
    graph->depth = ARENA_NEW(arena, int, bodies);
    graph->root = ARENA_NEW(arena, int, bodies);
    graph->closing = ARENA_NEW(arena, bool, edges + 1);
    int *queue = ARENA_NEW(arena, int, bodies);
    Stars stars;
    if (arena->failed || !find_stars(&stars, arena, graph)) return false;

    for (int b = 0; b < bodies; b++)
        graph->parent_body[b] = graph->parent_edge[b] = graph->root[b] = -1;
    for (int b = 0; b < bodies; b++)
        if (graph->root[b] < 0) grow(graph, &stars, b, queue);

    for (int e = 0; e < edges; e++) graph->closing[e] = true;
    for (int b = 0; b < bodies; b++)
        if (graph->parent_edge[b] >= 0) graph->closing[graph->parent_edge[b]] = false;
    return true;
}

int jd_graph_loop(const Graph *graph, int closing_edge, int *loop) {
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
