/* SPDX-License-Identifier: MIT
 *
 * Spelling help: the candidate with the least number of insertions, deletions, replacements and
 * swaps of neighbours. Upper and lower case count as equal, and decide only between equals. */
#include "base/base.h"
#include <string.h>

enum { LONGEST_WORD = 64, CASE_STEPS = 128 };

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same(char a, char b, bool fold) {
    return fold ? lower(a) == lower(b) : a == b;
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Damerau-Levenshtein distance (each place edited once), by rows; `before` is two rows up. */
static int distance(const char *a, int na, const char *b, int nb, bool fold) {
    int rows[3][LONGEST_WORD + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2];
    for (int j = 0; j <= nb; j++) row[j] = j;

    for (int i = 1; i <= na; i++) {
        int *free_row = before;
        before = above;
        above = row;
        row = free_row;
        row[0] = i;
        for (int j = 1; j <= nb; j++) {
            const int replace = above[j - 1] + !same(a[i - 1], b[j - 1], fold);
            row[j] = least(replace, 1 + least(above[j], row[j - 1]));
            if (i > 1 && j > 1 && same(a[i - 1], b[j - 2], fold) && same(a[i - 2], b[j - 1], fold))
                row[j] = least(row[j], before[j - 2] + 1);
        }
    }
    return row[nb];
}

void jd_nearest_try(Nearest *nearest, const char *candidate) {
    if (!nearest->word || !candidate) return;
    const size_t na = strlen(nearest->word), nb = strlen(candidate);
    if (!na || !nb || na > LONGEST_WORD || nb > LONGEST_WORD) return;

    /* Near: few edits for the length, and not all of the word replaced. */
    const int length = (int)na;
    const int edits = distance(nearest->word, length, candidate, (int)nb, true);
    if (edits > 1 + length / 4 || (edits >= length && edits >= (int)nb)) return;

    const int cased = distance(nearest->word, length, candidate, (int)nb, false);
    const int total = CASE_STEPS * edits + cased;
    if (nearest->best && total >= nearest->distance) return;
    nearest->best = candidate;
    nearest->distance = total;
}
