/* SPDX-License-Identifier: MIT
 *
 * Random documents made from the grammar's own tables. */
#ifndef RANDOM_TEXT_H
#define RANDOM_TEXT_H

#include "text_check.h"

static int marks; /* each value carries a number of its own, to be found again */

static inline void random_slot(const SlotShape *shape, Text *out) {
    const int mark = ++marks, form = (int)(check_random() % 5);
    switch (shape->kind) {
    case SLOT_NAME:
        jd_text_print(out, form ? "n%d" : "n%d[i + 1][2]", mark);
        break;
    case SLOT_PATH:
        jd_text_print(out, form ? "p%d.tip" : "p%d[2 * i].x", mark);
        break;
    case SLOT_WORD:
        jd_text_print(out, form ? "w%d" : "w%d-and-more", mark);
        break;
    case SLOT_STRING:
        jd_text_print(out, "\"s%d\"", mark);
        break;
    case SLOT_TEXT:
        jd_text_print(out, form ? "t%d" : "\"#%d\"", mark);
        break;
    case SLOT_UNIT:
        jd_text_print(out, "N*m%d", mark);
        break;
    default:
        if (form == 0) jd_text_print(out, "v%d", mark);
        if (form == 1) jd_text_print(out, "-%d mm", mark);
        if (form == 2) jd_text_print(out, "[a, %d] 1/s", mark);
        if (form == 3) jd_text_print(out, "(a+%d)*f(time, -b) kg*m^2", mark);
        if (form == 4) jd_text_print(out, "a.b[%d] and 3 < 2^-c", mark);
    }
}

static inline void random_slots(const Kind *kind, Text *out) {
    const int rows = kind->flags & KIND_ROWS ? 1 + (int)(check_random() % 3) : 1;
    for (int row = 0; row < rows; row++) {
        if (row) jd_text_print(out, ", ");
        for (const SlotShape *shape = kind->shape; shape->label; shape++) {
            if (shape->flags & SLOT_OPTIONAL && check_random() % 2) continue;
            if (shape->before) jd_text_print(out, " %s", shape->before);
            jd_text_print(out, " ");
            random_slot(shape, out);
            const int more = shape->flags & SLOT_MANY  ? (int)(check_random() % 4)
                             : shape->flags & SLOT_TWO ? (int)(check_random() % 2)
                                                       : 0;
            for (int n = 0; n < more; n++) jd_text_print(out, ", "), random_slot(shape, out);
        }
    }
}

static inline void random_clauses(const Kind *kind, const char *end, Text *out) {
    int count = 0;
    while (kind->clauses && kind->clauses[count].word) count++;
    const int first = count ? (int)(check_random() % (unsigned)count) : 0;
    for (int n = 0; n < count; n++) {
        const Kind *clause = &kind->clauses[(first + n) % count];
        int times = (int)(check_random() % 2);
        if (clause->flags & KIND_REPEATS) times += (int)(check_random() % 2);
        for (int k = 0; k < times; k++) {
            jd_text_print(out, "%s ", clause->word);
            random_slots(clause, out);
            if (clause->clauses) jd_text_print(out, " {\n");
            random_clauses(clause, "\n", out);
            if (clause->clauses) jd_text_print(out, "}");
            jd_text_print(out, "%s", end);
        }
    }
    for (int n = 0; kind->flags & KIND_OPEN && n < 2; n++)
        if (check_random() % 2) jd_text_print(out, "field%d %d%s", n, ++marks, end);
}

static inline void random_statements(int depth, Text *out) {
    for (int n = (int)(check_random() % 12); n > 0; n--) {
        int kinds = 0;
        while (jd_statement_at(kinds)) kinds++;
        const Kind *kind = jd_statement_at((int)(check_random() % (unsigned)kinds));
        if (kind->flags & KIND_BLOCK && depth > 3) continue;
        jd_text_print(out, "%s", kind->word);
        random_slots(kind, out);
        if (kind->flags & KIND_BLOCK) {
            if (kind->clauses) jd_text_print(out, " from %d to N", ++marks);
            jd_text_print(out, " {\n");
            random_statements(depth + 1, out);
            jd_text_print(out, "}");
        } else if (kind->clauses) {
            jd_text_print(out, "{\n");
            random_clauses(kind, "\n", out);
            jd_text_print(out, "}");
        }
        jd_text_print(out, "\n");
    }
}

#endif
