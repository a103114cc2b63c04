/* SPDX-License-Identifier: MIT
 *
 * The spanning trees. Among the edges that reach a new body, the one with more rows is taken, so
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

static bool place(Graph *graph, Arena *arena, Stars *stars) {
    const int bodies = graph->bodies;
    assert(bodies > 0 && graph->edges >= 0);
    graph->parent_body = ARENA_NEW(arena, int, bodies);
    graph->parent_edge = ARENA_NEW(arena, int, bodies);
    graph->depth = ARENA_NEW(arena, int, bodies);
    graph->root = ARENA_NEW(arena, int, bodies);
    graph->closing = ARENA_NEW(arena, bool, graph->edges + 1);
    if (arena->failed || !find_stars(stars, arena, graph)) return false;
    for (int b = 0; b < bodies; b++)
        graph->parent_body[b] = graph->parent_edge[b] = graph->root[b] = -1;
    return true;
}

static void mark_closing(Graph *graph) {
    for (int e = 0; e < graph->edges; e++) graph->closing[e] = true;
    for (int b = 0; b < graph->bodies; b++)
        if (graph->parent_edge[b] >= 0) graph->closing[graph->parent_edge[b]] = false;
}

bool jd_graph_make(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge) {
    Stars stars;
    *graph = (Graph){.bodies = bodies, .edges = edges, .edge = edge};
    int *queue = ARENA_NEW(arena, int, bodies);
    if (!place(graph, arena, &stars)) return false;
    for (int b = 0; b < bodies; b++)
        if (graph->root[b] < 0) grow(graph, &stars, b, queue);
    mark_closing(graph);
    return true;
}

/* ---- Strong edges first ---------------------------------------------------------------------- */

/* Bodies wait in one queue for each number of rows of the edge that offers them; the strongest is
 * served first, and of those the one that was offered first. Kept edges are stronger than all: what
 * hangs together by them comes into a tree at once. */
enum { ROWS_MOST = 8, STRENGTHS = ROWS_MOST + 1 };
typedef struct {
    int *next; /* of each place: the one behind it */
    int *edge, *from;
    int first[STRENGTHS], last[STRENGTHS], count;
} Offers;

static int strength_of(const GraphEdge *edge) {
    return edge->kept ? ROWS_MOST : edge->rows < ROWS_MOST ? edge->rows : ROWS_MOST - 1;
}

static void offer(Offers *offers, const Graph *graph, int e, int from) {
    const int s = strength_of(&graph->edge[e]), at = offers->count++;
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

static void offer_all(Offers *offers, const Graph *graph, const Stars *stars, int body) {
    for (int k = stars->first[body]; k < stars->first[body + 1]; k++) {
        const GraphEdge *edge = &graph->edge[stars->around[k]];
        const int other = edge->i == body ? edge->j : edge->i;
        if (graph->root[other] < 0) offer(offers, graph, stars->around[k], body);
    }
}

static void plant(Graph *graph, const Stars *stars, int root, Offers *offers) {
    graph->root[root] = root;
    offer_all(offers, graph, stars, root);
}

/* From all roots that were planted, side by side. */
static void grow_strong(Graph *graph, const Stars *stars, Offers *offers) {
    for (int at; (at = take_strongest(offers)) >= 0;) {
        const int from = offers->from[at];
        const GraphEdge *edge = &graph->edge[offers->edge[at]];
        const int body = edge->i == from ? edge->j : edge->i;
        if (graph->root[body] >= 0) continue;
        graph->parent_edge[body] = offers->edge[at];
        graph->parent_body[body] = from;
        graph->root[body] = graph->root[from];
        graph->depth[body] = graph->depth[from] + 1;
        offer_all(offers, graph, stars, body);
    }
    offers->count = 0;
}

/* ---- Roots ----------------------------------------------------------------------------------- */

static GraphVertex vertex_at(const GraphVertex *vertex, int b) {
    if (vertex) return vertex[b];
    return (GraphVertex){b ? VERTEX_POTENTIAL : VERTEX_ROOT, 0};
}

/* Of the part that hangs together with `body`, which no root reaches: the first potential root of
 * lowest priority; -1: there is none. Those seen stay so. */
static int choose_root(const Graph *graph, const Stars *stars, const GraphVertex *vertex, int body,
                       int *queue, bool *seen) {
    int head = 0, tail = 0, best = -1;
    queue[tail++] = body;
    seen[body] = true;
    while (head < tail) {
        const int at = queue[head++];
        const GraphVertex here = vertex_at(vertex, at);
        const int lowest = best < 0 ? 0 : vertex_at(vertex, best).priority;
        const bool lower =
            best < 0 || here.priority < lowest || (here.priority == lowest && at < best);
        if (here.kind == VERTEX_POTENTIAL && lower) best = at;
        for (int k = stars->first[at]; k < stars->first[at + 1]; k++) {
            const GraphEdge *edge = &graph->edge[stars->around[k]];
            const int other = edge->i == at ? edge->j : edge->i;
            if (seen[other]) continue;
            seen[other] = true;
            queue[tail++] = other;
        }
    }
    return best;
}

static void judge_kept(Graph *graph) {
    for (int e = 0; e < graph->edges && graph->fault == GRAPH_FINE; e++) {
        const GraphEdge *edge = &graph->edge[e];
        if (!edge->kept || !graph->closing[e]) continue;
        const bool loop = graph->root[edge->i] == graph->root[edge->j];
        graph->fault = loop ? GRAPH_KEPT_LOOP : GRAPH_KEPT_ROOTS;
        graph->at = e;
    }
}

bool jd_graph_make_forest(Graph *graph, Arena *arena, const GraphVertex *vertex) {
    *graph = (Graph){.bodies = graph->bodies, .edges = graph->edges, .edge = graph->edge};
    Stars stars;
    Offers offers = {0};
    int *queue = ARENA_NEW(arena, int, graph->bodies);
    bool *seen = ARENA_NEW(arena, bool, graph->bodies);
    offers.next = ARENA_NEW(arena, int, 2 * graph->edges + 1);
    offers.edge = ARENA_NEW(arena, int, 2 * graph->edges + 1);
    offers.from = ARENA_NEW(arena, int, 2 * graph->edges + 1);
    if (!place(graph, arena, &stars)) return false;
    for (int s = 0; s < STRENGTHS; s++) offers.first[s] = -1;

    for (int b = 0; b < graph->bodies; b++)
        if (vertex_at(vertex, b).kind == VERTEX_ROOT) graph->root[b] = b;
    for (int b = 0; b < graph->bodies; b++)
        if (graph->root[b] == b) plant(graph, &stars, b, &offers);
    grow_strong(graph, &stars, &offers);

    for (int b = 0; b < graph->bodies; b++) {
        if (graph->root[b] >= 0) continue;
        const int chosen = choose_root(graph, &stars, vertex, b, queue, seen);
        if (chosen < 0 && graph->fault == GRAPH_FINE) graph->fault = GRAPH_NO_ROOT, graph->at = b;
        plant(graph, &stars, chosen < 0 ? b : chosen, &offers);
        grow_strong(graph, &stars, &offers);
    }
    mark_closing(graph);
    judge_kept(graph);
    return true;
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
