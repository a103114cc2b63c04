/* SPDX-License-Identifier: MIT
 *
 * Letters of a text in UTF-8, for those that draw or escape them. */
#ifndef JD_LETTERS_H
#define JD_LETTERS_H

#include "base/base.h"

enum { LETTER_WRONG = 0xFFFD };

/* The letter at *text, which moves behind it; 0 at the end. What is no letter, or must not stand in a file of text,
 * is LETTER_WRONG. */
unsigned jd_letter_next(const char **text);
void jd_letter_add(Text *out, unsigned letter); /* as UTF-8 */
/* A copy of nothing but letters; NULL stays NULL. */
char *jd_letters_clean(Arena *arena, const char *text);
int jd_letter_columns(unsigned letter); /* in a terminal: 0, 1 or 2 */
int jd_letters_columns(const char *text);

#endif
