/* SPDX-License-Identifier: MIT
 *
 * Comments beside lines that follow each other stand below each other. A brace that opens or closes
 * lines is by itself. */
#include "text/inside.h"
#include <string.h>

enum { GAP = 4 }; /* blanks between a line and the comment beside it, at least */

/* A line with a comment beside it: [start, mark) is the line itself, [mark, end) the comment. */
typedef struct {
    size_t start, mark, end;
    size_t width; /* in characters */
    bool alone;   /* it ends with an opening brace, or is a closing one */
} Beside;

static size_t count_characters(const char *text, size_t length) {
    size_t count = 0;
    for (size_t n = 0; n < length; n++) count += ((unsigned char)text[n] & 0xC0) != 0x80;
    return count;
}

static Beside measure(const Text *text, size_t mark) {
    Beside b = {.start = mark, .mark = mark, .end = mark};
    while (b.start > 0 && text->at[b.start - 1] != '\n') b.start--;
    b.end += strcspn(text->at + mark, "\n");
    b.alone =
        text->at[mark - 1] == '{' || text->at[b.start + strspn(text->at + b.start, " ")] == '}';
    b.width = count_characters(text->at + b.start, mark - b.start);
    return b;
}

static void add_blanks(Text *out, size_t count) {
    while (count-- > 0) jd_text_add(out, " ", 1);
}

/* How many marks, from the first on, stand on lines that follow each other; the widest of them. */
static int measure_run(const Text *text, const size_t *marks, int count, size_t *widest) {
    Beside last = measure(text, marks[0]);
    *widest = last.width;
    int run = 1;
    for (; run < count; run++) {
        const Beside next = measure(text, marks[run]);
        if (next.start != last.end + 1 || next.alone || last.alone) break;
        if (next.width > *widest) *widest = next.width;
        last = next;
    }
    return run;
}

void jd_text_align(Text *text, const size_t *marks, int count) {
    Text out = {0};
    size_t done = 0, widest = 0;
    for (int n = 0, end = 0; n < count && !text->failed; n++) {
        if (n == end) end += measure_run(text, marks + n, count - n, &widest);
        const Beside b = measure(text, marks[n]);
        jd_text_add(&out, text->at + done, b.mark - done);
        add_blanks(&out, widest + GAP - b.width);
        done = b.mark;
    }
    if (!text->failed) jd_text_add(&out, text->at + done, text->count - done);
    if (out.failed) text->failed = true;
    jd_text_free(text->failed ? &out : text);
    if (!text->failed) *text = out;
}
