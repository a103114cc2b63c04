/* SPDX-License-Identifier: MIT
 *
 * Bodies in space as loops in closed form place them. */
#include "rows/spatial.h"
#include "tree/tree.h"

void jd_space_move(const JdSystem *s, Motion *m, const SpaceBody *from) {
    SpatialBody *to = m->bodies;
    jd_tree_ground(s, m);
    m->rows.filled = false;
    for (int b = 1; b < s->bodies; b++)
        to[b] = (SpatialBody){.p = from[b].p,
                              .R = from[b].R,
                              .v = from[b].v.line,
                              .w = from[b].v.turn,
                              .own = axes_in(&from[b].R, from[b].v.turn)};
}
