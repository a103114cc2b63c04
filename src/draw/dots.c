/* SPDX-License-Identifier: MIT
 *
 * Dots of a picture: what of it differs from another, or is not clear. */
#include "draw/draw.h"
#include <stdlib.h>
#include <string.h>

void jd_dots_free(Dots *dots) {
    free(dots->at);
    *dots = (Dots){0};
}

static bool is_seen(const Dots *dots, const Dots *other, size_t place) {
    if (!other) return dots->at[place + 3] > 0;
    return memcmp(dots->at + place, other->at + place, 4) != 0;
}

DotBox jd_dots_box(const Dots *dots, const Dots *other) {
    int low_x = dots->width, low_y = dots->height, high_x = -1, high_y = -1;
    for (int y = 0; y < dots->height; y++)
        for (int x = 0; x < dots->width; x++) {
            if (!is_seen(dots, other, 4 * ((size_t)y * (size_t)dots->width + (size_t)x))) continue;
            if (x < low_x) low_x = x;
            if (x > high_x) high_x = x;
            if (y < low_y) low_y = y;
            high_y = y;
        }
    if (high_x < 0) return (DotBox){0, 0, 0, 0};
    return (DotBox){low_x, low_y, high_x - low_x + 1, high_y - low_y + 1};
}
