/* SPDX-License-Identifier: MIT
 *
 * Random planar mechanisms, trees with random loops, under every formulation of the rigid mechanism: all channels, reactions
 * included, are the same, though one has the coordinates of every body, one those of a tree, one its freedoms alone. */
#include "form/agree.h"
#include "verify/random_planar.h"

enum { MECHANISMS = 500, OUTPUTS = 4 };

typedef struct {
    int loops, redundant, singular, changed;
} Counts;

static Record run_as(int number, const char *form, Counts *counts, Case *c) {
    const Sketch s = draw(number);
    *c = open_model(s.model, s.log, (JdCompileDef){.form = form},
                    (JdRunDef){.tol = 1e-12, .until = 0.4, .output_every = 0.4 / OUTPUTS, .max_steps = 20000});
    Record r = record_run(c);
    r.least = 1e-3; /* of about 1 m and 1 kg */
    counts->singular += said(c->log, "singular-passed", NULL);
    counts->changed += said(c->log, "coordinate-changed", NULL);
    return r;
}

static void check_mechanism(int number, Counts *counts) {
    static const char *const forms[] = {"cut-joint", "minimal"};
    Case a, b;
    const int singular = counts->singular;
    Record wanted = run_as(number, "newton-euler", counts, &a);
    counts->redundant += said(a.log, "joint-redundant", NULL);
    counts->loops += a.system->joints > a.system->bodies - 1;
    for (int k = 0; k < 2; k++) {
        Record is = run_as(number, forms[k], counts, &b);
        char what[64];
        snprintf(what, sizeof what, "mechanism %d as %s", number, forms[k]);
        if (counts->singular == singular && getenv("DBG")) {
            Difference d = record_compare(&a, &wanted, &is, 0);
            if (d.share > 1e-9) printf("%s %.1e %s at %g: %g %g\n", what, d.share, d.name, d.time, d.is, d.wanted);
        } else
        if (counts->singular == singular)
            check_difference(record_compare(&a, &wanted, &is, 0), 1e-8, what);
        record_free(&is);
        close_case(&b);
    }
    record_free(&wanted);
    close_case(&a);
}

static void they_move_the_same_under_every_formulation(void **state) {
    (void)state;
    Counts counts = {0};
    for (int n = 0; n < MECHANISMS; n++) check_mechanism(5000 + n, &counts);
    print_message("%d mechanisms, %d have loops, %d redundant locks, %d passed singular positions, %d changed "
                  "coordinates\n",
                  MECHANISMS, counts.loops, counts.redundant, counts.singular, counts.changed);
    assert_true(counts.loops > MECHANISMS / 4);
    assert_true(counts.redundant > MECHANISMS / 6);
    assert_true(counts.singular <= MECHANISMS / 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_move_the_same_under_every_formulation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
