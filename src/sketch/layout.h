/* SPDX-License-Identifier: MIT
 *
 * Places for the nodes of a layered graph: nodes of a layer side by side without touching, few crossings, lines as
 * straight as can be. Knows sizes only, nothing of what the nodes are. */
#ifndef JD_LAYOUT_H
#define JD_LAYOUT_H

#include "base/base.h"

typedef struct {
    int layer;
    double size; /* across the layers' direction */
    double at;   /* its middle, found here */
    int order;   /* in its layer, likewise */
} LayoutNode;

/* Between two layers; longer ones go by nodes of no size, which are added. */
typedef struct { int from, to; } LayoutEdge;
/* The nodes that a long edge goes by, from its first end to its last. */
typedef struct { int *node; int count; } LayoutRoute;

typedef struct {
    LIST(LayoutNode) nodes; /* the caller's first, then those added */
    LIST(LayoutEdge) edges;
    LayoutRoute *routes;    /* of each of the caller's edges */
    int layers;
    bool leaves_give_way;   /* the caller's: rather what goes on is straight */
    double width;           /* across, found here; the least place is 0 */
} Layout2;

int jd_layout_node(Layout2 *layout, Arena *arena, int layer, double size); /* its index; -1: no memory */
void jd_layout_edge(Layout2 *layout, Arena *arena, int from, int to);
bool jd_layout_make(Layout2 *layout, Arena *arena, double gap);

/* Sizes along the layers' direction. */
typedef struct {
    const double *wide; /* of layers */
    double stride;      /* from one layer to the next */
    double between;     /* strips */
} LayoutRoom;

/* Places of layers, in strips that go to and fro: node n is at (x, at + down) of its layer. */
typedef struct {
    double *x, *down;
    int *strip, strips;
    double width, height;
} LayoutFold;

/* `edges`: of the caller. False: no memory. */
bool jd_layout_fold(const Layout2 *layout, int edges, const LayoutRoom *room, Arena *arena, LayoutFold *fold);

#endif
