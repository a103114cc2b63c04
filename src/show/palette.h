/* SPDX-License-Identifier: MIT
 *
 * A few colours that stand for all of a show, as GIF wants them. */
#ifndef JD_SHOW_PALETTE_H
#define JD_SHOW_PALETTE_H

#include "draw/draw.h"
#include <stdint.h>

enum { PALETTE_MOST = 255, PALETTE_BINS = 32 * 32 * 32 }; /* the last place is left for what is clear */

typedef struct {
    unsigned char colour[PALETTE_MOST][3];
    int count;
    short nearest[PALETTE_BINS]; /* of each bin; -1: nobody has asked yet */
} Palette;

/* How often each colour comes, in bins of five bits each, and of each the colour that most of its dots have, if most have one. */
typedef struct {
    uint32_t count[PALETTE_BINS], votes[PALETTE_BINS];
    unsigned char colour[PALETTE_BINS][3];
} PaletteCount;

void jd_palette_count(PaletteCount *counts, const Dots *dots);
/* By cuts through the middle of the box of colours that is largest. A colour that stands for others is the most frequent one of
 * them, so that plain surfaces keep theirs. */
void jd_palette_make(Palette *palette, const PaletteCount *counts);
int jd_palette_find(Palette *palette, const unsigned char *dot);

#endif
