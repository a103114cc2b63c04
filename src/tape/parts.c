/* SPDX-License-Identifier: MIT
 *
 * Long code in parts: compilers take more than twice as long for a function of twice the length, so
 * what is long is split over functions of a few hundred lines. What one of them says and another
 * reads stands in an array w; Newton's unknowns are its first numbers. */
#include "tape/print.h"
#include <string.h>

enum {
    LONG = 3000, /* operations: code that has more is split, */
    PART = 500,  /* into functions of so many */
};

void jd_parts_open(Printer *p, const Num *results, int count) {
    const Tape *t = p->tape;
    for (int n = 0; n < t->node.count; n++) p->slot[n] = -1;
    p->split = !p->lanes && jd_print_size(p, results, count) > LONG;
    p->slots = p->split ? t->unknowns : 0;
    if (!p->split) return;
    jd_text_print(p->out, "    double w[%s_room_%d];\n", p->prefix, p->rooms);
}

void jd_parts_close(Printer *p) {
    if (!p->split) return;
    jd_text_print(&p->parts, "enum { %s_room_%d = %d };\n\n", p->prefix, p->rooms++,
                  p->slots + 1); /* who prints results needs the rest until the next code */
}

/* ---- What is read elsewhere ----------------------------------------------------------------- */

static void give_slot(Printer *p, Num a) {
    if (p->part_of[a] >= 0 && p->slot[a] < 0) p->slot[a] = p->slots++;
}

/* Of the lines in p->order: in which part each is, and what some other one reads. */
static void find_slots(Printer *p, int count, const Num *results, int wanted) {
    const Tape *t = p->tape;
    for (int n = 0; n < t->node.count; n++) p->part_of[n] = -1;
    for (int n = 0; n < count; n++) {
        p->part_of[p->order[n]] = n / PART;
        p->slot[p->order[n]] = -1;
    }
    for (int v = 0; v < t->node.count; v++)
        for (int k = 0; k < jd_tape_arguments(t->node.at[v].op); k++) {
            const Num of = t->node.at[v].of[k];
            if (p->part_of[of] != p->part_of[v]) give_slot(p, of);
        }
    for (int n = 0; n < wanted; n++) give_slot(p, results[n]);
    for (int b = 0; b < t->block.count; b++) {
        for (int k = 0; k < t->block.at[b].count; k++) give_slot(p, t->block.at[b].step[k]);
        give_slot(p, t->block.at[b].size);
    }
}

/* ---- A part --------------------------------------------------------------------------------- */

static bool reads(const Printer *p, int from, int to, TapeOp leaf) {
    const Tape *t = p->tape;
    for (int n = from; n < to; n++)
        for (int k = 0; k < jd_tape_arguments(t->node.at[p->order[n]].op); k++)
            if (t->node.at[t->node.at[p->order[n]].of[k]].op == leaf) return true;
    return false;
}

static void print_head(Printer *p, int number, bool along, bool blow) {
    Text *out = &p->parts;
    jd_text_print(out, "static %s_FN void %s_part_%d(", p->prefix, p->prefix, number);
    if (p->place)
        jd_text_print(out, "const double *input, const double *held, double t, const double *z");
    else
        jd_text_print(out,
                      "const %s_model *m, const %s_numbers *n, const double *k, double t, "
                      "const double *y",
                      p->prefix, p->prefix);
    if (along) jd_text_print(out, ", const double *along");
    if (blow) jd_text_print(out, ", const double *blow");
    jd_text_print(out, ", double *w) {\n    %s(void)t, (void)w;\n",
                  p->place ? "(void)input, (void)held, (void)z, "
                           : "(void)m, (void)n, (void)k, (void)y, ");
}

static void print_part(Printer *p, int from, int to, const char *indent) {
    Text *whole = p->out;
    const int number = p->part_count++;
    const bool along = reads(p, from, to, TAPE_ALONG), blow = reads(p, from, to, TAPE_BLOW);
    print_head(p, number, along, blow);
    p->out = &p->parts;
    jd_print_lines(p, from, to, "    ");
    p->out = whole;
    jd_text_print(&p->parts, "}\n\n");
    jd_text_print(whole, "%s%s_part_%d(%s%s%s, w);\n", indent, p->prefix, number,
                  p->place ? "input, held, t, z" : "m, n, k, t, y", along ? ", along" : "",
                  blow ? ", blow" : "");
}

void jd_parts_lines(Printer *p, int count, const char *indent, const Num *results, int wanted) {
    if (!p->split) {
        jd_order_lines(p, count);
        jd_print_lines(p, 0, count, indent);
        return;
    }
    find_slots(p, count, results, wanted);
    if (count <= PART) {
        jd_print_lines(p, 0, count, indent);
        return;
    }
    for (int from = 0; from < count; from += PART)
        print_part(p, from, from + PART < count ? from + PART : count, indent);
}

/* ---- What follows from the numbers alone ---------------------------------------------------- */

void jd_parts_kept(Printer *p, int count) {
    if (count <= LONG) {
        jd_print_kept_lines(p, 0, count);
        return;
    }
    Text *whole = p->out;
    for (int from = 0; from < count; from += PART) {
        const int number = p->part_count++;
        jd_text_print(&p->parts,
                      "static %s_FN void %s_part_%d(const %s_numbers *n, double *k) {\n"
                      "    (void)n;\n",
                      p->prefix, p->prefix, number, p->prefix);
        p->out = &p->parts;
        jd_print_kept_lines(p, from, from + PART < count ? from + PART : count);
        p->out = whole;
        jd_text_print(&p->parts, "}\n\n");
        jd_text_print(whole, "    %s_part_%d(n, k);\n", p->prefix, number);
    }
}
