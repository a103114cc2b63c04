/* SPDX-License-Identifier: MIT
 *
 * A layout with many layers, folded: it goes to the right, then below that to the left, and so on, so
 * that it fits onto a page. Each strip is as high as what is in it. */
#include "sketch/layout.h"
#include <math.h>

static const double long_from = 1300; /* points: what is shorter stays in one piece */
static const double shape = 1.6;      /* width over height that is aimed at */
enum { MOST = 12, ASIDE = 3 };        /* strips; layers by which a cut gives way to fewer edges */

/* Edges that a cut behind a layer meets. */
static int crossing(const Layout2 *layout, int edges, int layer) {
    int count = 0;
    for (int n = 0; n < edges; n++) {
        const int a = layout->nodes.at[layout->edges.at[n].from].layer,
                  b = layout->nodes.at[layout->edges.at[n].to].layer;
        count += (a <= layer) != (b <= layer);
    }
    return count;
}

/* The layer that a strip ends with, near a wanted end. */
static int find_cut(const Layout2 *layout, int edges, const double *end, double wanted, int first) {
    const int layers = layout->layers;
    int near = first;
    while (near < layers - 2 && end[near] < wanted) near++;
    int best = near, least = crossing(layout, edges, near);
    for (int aside = 1; aside <= ASIDE; aside++)
        for (int way = -1; way <= 1; way += 2) {
            const int layer = near + way * aside;
            if (layer <= first || layer >= layers - 2) continue;
            const int count = crossing(layout, edges, layer);
            if (count < least) least = count, best = layer;
        }
    return best;
}

/* Strips of layers, from the first to the last of a strip; how many there are. */
static int cut(const Layout2 *layout, int edges, const double *end, int strips, int *last) {
    const double whole = end[layout->layers - 1];
    int count = 0, first = 0;
    for (int s = 1; s < strips && first < layout->layers - 3; s++) {
        last[count] = find_cut(layout, edges, end, whole * s / strips, first);
        first = last[count++] + 1;
    }
    last[count++] = layout->layers - 1;
    return count;
}

typedef struct {
    double least, most;
} Span;

static Span span_of(const Layout2 *layout, int first, int last) {
    Span span = {INFINITY, -INFINITY};
    for (int n = 0; n < layout->nodes.count; n++) {
        const LayoutNode *node = &layout->nodes.at[n];
        if (node->layer < first || node->layer > last) continue;
        span.least = fmin(span.least, node->at - node->size / 2);
        span.most = fmax(span.most, node->at + node->size / 2);
    }
    return span;
}

/* Places of the strips; the last one may be the shortest. */
static void place(const Layout2 *layout, const LayoutRoom *room, const double *end, const int *last,
                  int strips, LayoutFold *fold) {
    double height = 0, width = 0;
    for (int s = 0, first = 0; s < strips; first = last[s++] + 1)
        width = fmax(width, end[last[s]] - (first ? end[first - 1] + room->stride : 0));
    for (int s = 0, first = 0; s < strips; first = last[s++] + 1) {
        const Span span = span_of(layout, first, last[s]);
        const double begin = first ? end[first - 1] + room->stride : 0;
        for (int k = first; k <= last[s]; k++) {
            const double x = end[k] - room->wide[k] / 2 - begin;
            fold->x[k] = s % 2 ? width - x : x;
            fold->down[k] = height - span.least;
            fold->strip[k] = s;
        }
        height += span.most - span.least + (s + 1 < strips ? room->between : 0);
    }
    fold->width = width, fold->height = height, fold->strips = strips;
}

bool jd_layout_fold(const Layout2 *layout, int edges, const LayoutRoom *room, Arena *arena,
                    LayoutFold *fold) {
    const int layers = layout->layers;
    double *end = ARENA_NEW(arena, double, layers + 1);
    *fold = (LayoutFold){.x = ARENA_NEW(arena, double, layers + 1),
                         .down = ARENA_NEW(arena, double, layers + 1),
                         .strip = ARENA_NEW(arena, int, layers + 1)};
    int last[MOST + 1];
    if (!end || !fold->x || !fold->down || !fold->strip) return false;
    if (!layers) return true;
    for (int k = 0; k < layers; k++)
        end[k] = (k ? end[k - 1] + room->stride : 0) + room->wide[k];
    const double whole = end[layers - 1];
    for (int strips = 1; strips <= MOST; strips++) {
        place(layout, room, end, last, cut(layout, edges, end, strips, last), fold);
        if (whole <= long_from || fold->width <= shape * fold->height) break;
    }
    return true;
}
