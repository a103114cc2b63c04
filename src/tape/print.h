/* SPDX-License-Identifier: MIT
 *
 * A tape as C. */
#ifndef JD_TAPE_PRINT_H
#define JD_TAPE_PRINT_H

#include "tape/tape.h"

/* Names in the printed text: of numbers a12; of numbers of the mechanism what stands in the struct. */
typedef struct {
    Tape *tape;
    Text *out;
    const char *prefix;      /* of everything that has a name outside: the model's */
    const char **fixed_name; /* of each number of the mechanism: as C has it */
    int *kept;               /* of each number that changes with those alone: its place in k; -1: none */
    int keeps, nodes;        /* nodes: of the tape, that there is room for */
    bool *wanted;
    bool *said;              /* of each number that came with another: a cosine with its sine */
    bool lanes;              /* of everything that differs from lane to lane that of lane l */
    const int *place;        /* of each number of the emitted state: its place in the form's, z; then all numbers of the mechanism are
                                what they are, and hints are read from z. NULL: it is no native code */
    int *stack, *order;      /* room */
    /* Long code stands in functions of its own, and what one of them says and another reads in an array: parts.c */
    Text parts;              /* these functions, so far */
    int part_count, rooms;
    bool split;              /* the code that is being printed is long */
    int *slot, slots;        /* of each number: its place in the array; -1: none */
    int *part_of;            /* room */
} Printer;

bool jd_printer_init(Printer *p, Tape *tape, const char *name, Text *out); /* name: of the model */
bool jd_printer_grow(Printer *p); /* numbers were recorded since: room for them. False: memory is out */
/* A C name of any text, in the arena. */
char *jd_print_name(Arena *arena, const char *text);
/* One that is none of the others. */
const char *jd_print_unlike(Arena *arena, const char *text, const char *const *others, int count);
/* The operations that results need, as statements; what depends on the numbers of the mechanism alone is read from k.
 * `fail`: what is done if a loop is not closed, "return 2;". */
void jd_print_code(Printer *p, const Num *results, int count, const char *fail);
/* All that is kept, as statements that fill k. After all jd_print_code. */
void jd_print_kept(Printer *p);
void jd_print_lines(Printer *p, int from, int to, const char *indent); /* of p->order */
/* parts.c: from now on code is long or not; the lines of p->order, in parts if they are many; the array's size at the end. */
void jd_parts_open(Printer *p, const Num *results, int count);
void jd_parts_lines(Printer *p, int count, const char *indent, const Num *results, int wanted);
void jd_parts_close(Printer *p);
void jd_parts_kept(Printer *p, int count); /* statements k[3] = ... */
/* order.c: so many lines of p->order such that compilers find numbers where they are. */
void jd_order_lines(Printer *p, int count);
void jd_print_kept_lines(Printer *p, int from, int to);
void jd_print_value(Printer *p, Num a, Text *out); /* a name or a number */
void jd_print_number(double value, Text *out);
bool jd_print_reads(Printer *p, const Num *results, int count, TapeOp leaf); /* some of them depends on such a leaf */
bool jd_print_calls(Printer *p, const Num *results, int count, TapeOp op); /* some of them needs this operation */
int jd_print_size(Printer *p, const Num *results, int count); /* operations that they need */

#endif
