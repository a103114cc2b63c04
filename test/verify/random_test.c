/* SPDX-License-Identifier: MIT
 *
 * Random planar mechanisms, drawn by C calls: trees of joints of all types with random loops,
 * springs and free bodies, let go at rest. Nothing is known of them but mechanics: they keep their
 * energy and their locks, and whatever way they are run, the motion is the same. */
#include "verify/random_planar.h"

enum { MECHANISMS = 240, OUTPUTS = 4 };

/* ---- Runs ---------------------------------------------------------------------------------- */

typedef struct {
    double pose[OUTPUTS][3 * BODIES_MAX];
    double energy; /* largest change, as a share of what may change */
    double drift;
    bool redundant, singular;
} Record;

static Record record(int number, const char *stabilise, const char *stepper, double tol) {
    static const char *const words[] = {"x", "y", "angle"};
    Sketch s = draw(number);
    Case c = open_model(s.model, s.log, (JdCompileDef){.stabilise = stabilise},
                        (JdRunDef){.stepper = stepper,
                                   .tol = tol,
                                   .until = 0.4,
                                   .output_every = 0.4 / OUTPUTS,
                                   .max_steps = 20000});
    Record r = {0};
    assert_true(advance(&c));
    const double first = value(&c, "energy");
    for (int n = 0; jd_run_next(c.run); n++) {
        assert_true(n < OUTPUTS);
        for (int k = 0; k < 3 * s.bodies; k++) {
            char name[16];
            snprintf(name, sizeof name, "b%d", k / 3 + 1);
            r.pose[n][k] = value_of(&c, name, words[k % 3]);
        }
        r.energy = fmax(r.energy, fabs(value(&c, "energy") - first) / s.size);
        r.drift = fmax(r.drift, value(&c, "drift"));
    }
    must(&c, !jd_run_failed(c.run));
    r.redundant = said(c.log, "joint-redundant", NULL);
    r.singular = said(c.log, "singular-passed", NULL);
    close_case(&c);
    return r;
}

/* How far two runs of one mechanism differ, in metres and radians; with NULL, how far it moves. */
static double apart(const Record *a, const Record *b) {
    double most = 0;
    for (int n = 1; n < OUTPUTS; n++)
        for (int k = 0; k < 3 * BODIES_MAX; k++)
            most = fmax(most, fabs(a->pose[n][k] - (b ? b->pose[n][k] : a->pose[0][k])));
    return most;
}

/* ---- What holds
 * ---------------------------------------------------------------------------------------- */

typedef struct {
    int redundant, singular, moving;
} Counts;

/* Locks that repeat each other cost a digit. */
static void check_mechanism(int number, Counts *counts) {
    const Record a = record(number, "projection", "dop853", 1e-11);
    const Record b = record(number, "projection", "dopri5", 1e-11);
    const Record d = record(number, "baumgarte", "dop853", 1e-11);
    const double share = a.redundant ? 5e-10 : 5e-11;
    counts->redundant += a.redundant;
    counts->moving += apart(&a, NULL) > 1e-3;
    counts->singular += a.singular || b.singular || d.singular;
    if (a.singular || b.singular || d.singular) return;

    char what[64];
    snprintf(what, sizeof what, "mechanism %d", number);
    check_near(a.energy, 0, share, what);
    check_near(b.energy, 0, share, what);
    check_near(d.energy, 0, share, what);
    check_near(a.drift, 0, 1e-13, what);
    check_near(b.drift, 0, 1e-13, what);
    check_near(d.drift, 0, 1e-9, what);
    check_near(apart(&a, &b), 0, 10 * share, what);
    check_near(apart(&a, &d), 0, 10 * share, what);
}

static void they_keep_energy_and_locks_and_agree_whatever_the_way(void **state) {
    (void)state;
    const int all = check_fewer(MECHANISMS);
    Counts counts = {0};
    for (int n = 0; n < all; n++) check_mechanism(n, &counts);
    print_message("%d mechanisms, %d move, %d have redundant locks, %d passed singular positions\n",
                  all, counts.moving, counts.redundant, counts.singular);
    assert_true(counts.moving > all * 3 / 4);
    assert_true(counts.redundant > all / 6);
    assert_true(counts.singular <= all / 100);
}

/* Every sixth has a hinge twice: the warning names it. */
static void a_hinge_said_twice_is_named(void **state) {
    (void)state;
    for (int n = 0; n < check_fewer(MECHANISMS); n += 6) {
        Sketch s = draw(n);
        Case c = open_model(s.model, s.log, (JdCompileDef){0}, (JdRunDef){.until = 0.1});
        bool named = false;
        for (int k = 0; k < jd_log_count(c.log); k++) {
            const JdMessage m = jd_log_message(c.log, k);
            named |= strcmp(m.code, "joint-repeated") == 0 && strstr(m.text, "'twin");
        }
        must(&c, named);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_keep_energy_and_locks_and_agree_whatever_the_way),
        cmocka_unit_test(a_hinge_said_twice_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
