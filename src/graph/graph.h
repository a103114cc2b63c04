/* SPDX-License-Identifier: MIT
 *
 * How the bodies hang together: a spanning tree from the ground outwards and the joints that close
 * loops. Knows indices only. */
#ifndef JD_GRAPH_H
#define JD_GRAPH_H

#include "base/base.h"

/* An edge between bodies i and j (0 is the ground) with so many rows. One that is kept may not be left over: all that closes loops is
 * among the others. */
typedef struct { int i, j, rows; bool kept; } GraphEdge;

typedef enum {
    GRAPH_FINE,
    GRAPH_KEPT_LOOP,  /* `at` is an edge: it closes a loop of kept ones */
    GRAPH_KEPT_ROOTS, /* `at` is an edge: kept ones join two roots */
    GRAPH_NO_ROOT     /* `at` is a vertex of a part without a root and without a potential one */
} GraphFault;

typedef struct {
    int bodies, edges;
    const GraphEdge *edge;
    int *parent_body; /* of each body: -1 for the ground and for a body that hangs on nothing */
    int *parent_edge; /* the edge to the parent; -1 likewise */
    int *depth;
    int *root;     /* the ground (0), or the first body of a part that floats freely */
    bool *closing; /* of each edge: it closes a loop */
    GraphFault fault; /* of jd_graph_make_forest: what cannot be as it is said, */
    int at;           /* and where */
} Graph;

/* Breadth first from the ground, so that loops stay short; then from bodies not reached.
 * False when memory is out. */
bool jd_graph_make(Graph *graph, Arena *arena, int bodies, int edges, const GraphEdge *edge);

/* ---- The connection graph: theory 9.10 ----
 * Vertices are whatever has a record with more numbers than freedoms, such as an attitude; edges say that those of their ends go
 * together. Kept edges are unbreakable. Each tree grows from a root: a vertex whose record is known, or, where a part of the graph has
 * none, the potential root of lowest priority number. */
typedef enum { VERTEX_POTENTIAL, VERTEX_ROOT, VERTEX_PLAIN } VertexKind;
typedef struct { VertexKind kind; int priority; } GraphVertex;
/* Of a graph whose `bodies`, `edges` and `edge` are set. Edges with more rows go first, so that few coordinates are left in the trees; vertex NULL: 0 is a root, all others
 * are potential roots of priority 0. Where it is not fine, the trees are those that come nearest. False when memory is out. */
bool jd_graph_make_forest(Graph *graph, Arena *arena, const GraphVertex *vertex);

/* The edges of the loop that a closing edge closes: the edge itself first, then along both branches up
 * to where they meet. Returns how many were written to `loop` (room: graph->edges). */
int jd_graph_loop(const Graph *graph, int closing_edge, int *loop);

#endif
