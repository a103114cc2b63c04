/* SPDX-License-Identifier: MIT
 *
 * How wide letters are. Widths are those of Helvetica, which its relatives (Arial, Liberation Sans,
 * Nimbus Sans) share; other letters by their kind. */
#include "draw/draw.h"
#include "format/letters.h"

/* From the blank to the tilde, in thousandths of the size. */
static const short regular[] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
static const short bold_face[] = {
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};

/* What is not ASCII: the letters that pictures use, then by kind. */
static int other_width(unsigned c) {
    const int columns = jd_letter_columns(c);
    if (columns != 1) return columns ? 1000 : 0;
    if (c == 0xB2 || c == 0xB3 || c == 0xB9 || c == 0xB7 || (c >= 0x2070 && c < 0x2080)) return 333;
    if (c == 0xB0) return 400;
    if (c == 0xD7 || c == 0x2212 || c == 0xB1) return 584;
    if (c == 0x2026 || c == 0x2014 || c == 0x2192) return 1000;
    const bool capital =
        (c >= 0xC0 && c < 0xDF) || (c >= 0x391 && c < 0x3B1) || (c >= 0x410 && c < 0x430);
    return capital ? 710 : 556;
}

double jd_text_width(const char *text, double size, bool bold) {
    double sum = 0;
    for (unsigned c; (c = jd_letter_next(&text));) {
        if (c == '\t' || c == '\n') c = ' ';
        sum += c < 0x7F ? (bold ? bold_face : regular)[c - ' '] : other_width(c);
    }
    return sum / 1000 * size;
}
