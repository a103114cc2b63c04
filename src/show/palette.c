/* SPDX-License-Identifier: MIT
 *
 * Colours that stand for others: Heckbert's cuts through the middle. */
#include "show/palette.h"
#include <limits.h>
#include <string.h>

enum { SIDE = 32, SEEN = 128 }; /* bins along each colour; what covers less than half is clear */

static int bin_of(const unsigned char *dot) {
    return (dot[0] >> 3) << 10 | (dot[1] >> 3) << 5 | dot[2] >> 3;
}

void jd_palette_count(PaletteCount *counts, const Dots *dots) {
    const size_t all = (size_t)dots->width * (size_t)dots->height;
    for (size_t n = 0; n < all; n++) {
        const unsigned char *dot = dots->at + 4 * n;
        if (dot[3] < SEEN) continue;
        const int bin = bin_of(dot);
        counts->count[bin]++;
        /* Who differs takes a vote away; who finds none left becomes the one that is voted for. */
        if (!counts->votes[bin]) memcpy(counts->colour[bin], dot, 3);
        counts->votes[bin] += memcmp(counts->colour[bin], dot, 3) ? UINT32_MAX : 1;
    }
}

/* ---- Boxes of bins -------------------------------------------------------------------------- */

typedef struct {
    int low[3], high[3]; /* both within */
    double count;
} ColourBox;

static uint32_t count_at(const PaletteCount *counts, const int *at) {
    return counts->count[at[0] << 10 | at[1] << 5 | at[2]];
}

#define EACH_BIN(box, at)                                                                          \
    for (at[0] = (box)->low[0]; at[0] <= (box)->high[0]; at[0]++)                                  \
        for (at[1] = (box)->low[1]; at[1] <= (box)->high[1]; at[1]++)                              \
            for (at[2] = (box)->low[2]; at[2] <= (box)->high[2]; at[2]++)

/* As small as what is in it. */
static void shrink(const PaletteCount *counts, ColourBox *box) {
    ColourBox tight = {{SIDE, SIDE, SIDE}, {-1, -1, -1}, 0};
    int at[3];
    EACH_BIN(box, at) {
        const uint32_t count = count_at(counts, at);
        for (int c = 0; c < 3 && count; c++) {
            if (at[c] < tight.low[c]) tight.low[c] = at[c];
            if (at[c] > tight.high[c]) tight.high[c] = at[c];
        }
        tight.count += count;
    }
    *box = tight;
}

static int longest_side(const ColourBox *box) {
    int side = 0;
    for (int c = 1; c < 3; c++)
        if (box->high[c] - box->low[c] > box->high[side] - box->low[side]) side = c;
    return side;
}

/* Half of what is in it to either part, and at least one bin. */
static void cut(const PaletteCount *counts, ColourBox *box, ColourBox *other) {
    const int side = longest_side(box);
    double slice[SIDE] = {0}, sum = 0;
    int at[3];
    EACH_BIN(box, at) slice[at[side]] += count_at(counts, at);
    int last = box->low[side];
    for (int n = box->low[side]; n < box->high[side]; n++) {
        sum += slice[n];
        last = n;
        if (2 * sum >= box->count) break;
    }
    *other = *box;
    box->high[side] = last;
    other->low[side] = last + 1;
    shrink(counts, box);
    shrink(counts, other);
}

/* The one that is worth most: long, and of many dots. -1: none can be cut. */
static int find_worst(const ColourBox *boxes, int count) {
    int worst = -1;
    double most = 0;
    for (int n = 0; n < count; n++) {
        const int side = longest_side(&boxes[n]);
        const double length = boxes[n].high[side] - boxes[n].low[side];
        if (length * boxes[n].count > most) most = length * boxes[n].count, worst = n;
    }
    return worst;
}

void jd_palette_make(Palette *palette, const PaletteCount *counts) {
    ColourBox boxes[PALETTE_MOST] = {{{0, 0, 0}, {SIDE - 1, SIDE - 1, SIDE - 1}, 0}};
    int count = 1, worst;
    shrink(counts, &boxes[0]);
    while (count < PALETTE_MOST && (worst = find_worst(boxes, count)) >= 0)
        cut(counts, &boxes[worst], &boxes[count]), count++;
    memset(palette, 0, sizeof *palette);
    for (int n = 0; n < PALETTE_BINS; n++) palette->nearest[n] = -1;
    palette->count = count;
    for (int n = 0; n < count; n++) {
        uint32_t most = 0;
        int at[3];
        EACH_BIN(&boxes[n], at) {
            if (count_at(counts, at) <= most) continue;
            most = count_at(counts, at);
            memcpy(palette->colour[n], counts->colour[at[0] << 10 | at[1] << 5 | at[2]], 3);
        }
    }
}

int jd_palette_find(Palette *palette, const unsigned char *dot) {
    short *known = &palette->nearest[bin_of(dot)];
    if (*known >= 0) return *known;
    long least = LONG_MAX;
    for (int n = 0; n < palette->count; n++) {
        long sum = 0;
        for (int c = 0; c < 3; c++) {
            const long off = (long)palette->colour[n][c] - dot[c];
            sum += off * off;
        }
        if (sum < least) least = sum, *known = (short)n;
    }
    return *known;
}
