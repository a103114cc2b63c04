/* SPDX-License-Identifier: MIT
 *
 * What must hold of a drawing that is whole: writers run down its items, steps and points and ask
 * nothing. Nothing is left of it where assertions are off. */
#include "draw/draw.h"
#include <assert.h>

#ifndef NDEBUG

/* A path begins by a move, and its steps take as many points as there are up to the next path. */
static int points_of(const Drawing *d, const DrawItem *path) {
    static const int taken[] = {
        [DRAW_MOVE] = 1, [DRAW_LINE] = 1, [DRAW_CURVE] = 3, [DRAW_CLOSE] = 0};
    assert(path->first >= 0 && path->count > 0 && path->first + path->count <= d->steps.count);
    assert(d->steps.at[path->first] == DRAW_MOVE);
    int points = 0;
    for (int k = 0; k < path->count; k++) points += taken[d->steps.at[path->first + k]];
    return points;
}

void jd_drawing_is_sound(const Drawing *d) {
    assert(d->theme && !d->open && !d->arena.failed);
    for (int n = 0; n < d->items.count; n++) {
        const DrawItem *item = &d->items.at[n];
        if (item->kind == ITEM_TEXT) assert(item->text && item->style.size > 0);
        if (item->kind == ITEM_PATH)
            assert(item->first_point + points_of(d, item) <= d->points.count);
    }
    for (int n = 0; n < d->points.count; n++)
        assert(isfinite(d->points.at[n].x) && isfinite(d->points.at[n].y));
}

#else

void jd_drawing_is_sound(const Drawing *d) {
    (void)d;
}

#endif
