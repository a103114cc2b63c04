/* SPDX-License-Identifier: MIT
 *
 * Colours: read from what people write, written, mixed. */
#ifndef JD_COLOUR_H
#define JD_COLOUR_H

#include "base/base.h"

typedef struct { unsigned char r, g, b, a; } Colour; /* a = 0: none */

/* "#4477aa", "#47a" or a CSS name (red, steelblue ...); false: no such colour. */
bool jd_colour_read(const char *text, Colour *out);
void jd_colour_suggest(Nearest *nearest);
void jd_colour_write(Colour colour, char out[8]);       /* "#4477aa" */
Colour jd_colour_mix(Colour a, Colour b, double share); /* share of b; for tints */

#endif
