/* SPDX-License-Identifier: MIT
 *
 * How the bodies hang together: a spanning tree from the ground outwards and the joints that close
 * loops. Knows indices only. */
#ifndef JD_GRAPH_H
#define JD_GRAPH_H

#include "base/base.h"

/* An edge between bodies i and j (0 is the ground) with so many rows. */
typedef struct { int i, j, rows; } GraphEdge;

typedef struct {
    int bodies, edges;
    const GraphEdge *edge;
    int *parent_body; /* of each body: -1 for the ground and for a body that hangs on nothing */
    int *parent_edge; /* the edge to the parent; -1 likewise */
    int *depth;
    int *root;     /* the ground (0), or the first body of a part that floats freely */
    bool *closing; /* of each edge: it closes a loop */
} Graph;

/* Breadth first from the ground, so that loops stay short; then from bodies not reached.
 * False when memory is out. */
bool jd_graph_make(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge);
/* The same, but edges with more rows go first, so that few coordinates are left in the tree. */
bool jd_graph_make_strong(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge);
/* The edges of the loop that a closing edge closes: the edge itself first, then along both branches up
 * to where they meet. Returns how many were written to `loop` (room: graph->edges). */
int jd_graph_loop(const Graph *graph, int closing_edge, int *loop);

#endif
