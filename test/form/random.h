/* SPDX-License-Identifier: MIT
 *
 * Random mechanisms under every formulation of the rigid mechanism: all channels, reactions included, are the same, though one
 * has the coordinates of every body, one those of a tree, one its freedoms alone. */
#ifndef FORM_RANDOM_H
#define FORM_RANDOM_H

#include "form/agree.h"

/* Opens the mechanism of a number under a formulation. */
typedef Case OpenNumber(int number, const char *form);

typedef struct {
    int loops, redundant, singular, changed;
} Counts;

static inline Record record_number(OpenNumber *open, int number, const char *form, Counts *counts, Case *c) {
    *c = open(number, form);
    Record r = record_run(c);
    r.least = 1e-3; /* of about 1 m and 1 kg */
    counts->singular += said(c->log, "singular-passed", NULL);
    counts->changed += said(c->log, "coordinate-changed", NULL);
    return r;
}

/* Where a run says that it lost digits in a singular position there is nothing to compare. */
static inline void check_number(OpenNumber *open, int number, Counts *counts) {
    static const char *const forms[] = {"cut-joint", "minimal"};
    Case a, b;
    const int singular = counts->singular;
    Record wanted = record_number(open, number, "newton-euler", counts, &a);
    counts->redundant += said(a.log, "joint-redundant", NULL);
    counts->loops += a.system->joints > a.system->bodies - 1;
    for (int k = 0; k < 2; k++) {
        Record is = record_number(open, number, forms[k], counts, &b);
        char what[64];
        snprintf(what, sizeof what, "mechanism %d as %s", number, forms[k]);
        if (counts->singular == singular)
            check_difference(record_compare(&a, &wanted, &is), 1e-7, what);
        record_free(&is);
        close_case(&b);
    }
    record_free(&wanted);
    close_case(&a);
}

static inline void check_numbers(OpenNumber *open, int first, int count) {
    Counts counts = {0};
    for (int n = 0; n < count; n++) check_number(open, first + n, &counts);
    print_message("%d mechanisms, %d have loops, %d redundant locks, %d passed singular positions, %d changed "
                  "coordinates\n",
                  count, counts.loops, counts.redundant, counts.singular, counts.changed);
    assert_true(counts.loops > count * 2 / 5);
    assert_true(counts.redundant > count / 8);
    assert_true(counts.changed > 0);
    assert_true(counts.singular <= count / 100);
}

#endif
