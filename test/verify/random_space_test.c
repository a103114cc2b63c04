/* SPDX-License-Identifier: MIT
 *
 * Random mechanisms in space, drawn by C calls: trees of joints of all kinds with random loops,
 * springs and free bodies, let go at rest. Nothing is known of them but mechanics: they keep their
 * energy and their locks, whatever way they are run the motion is the same, and it does not matter
 * from where they are looked at. */
#include "verify/random_space.h"

enum { MECHANISMS = 90, OUTPUTS = 4 };

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct {
    Vec3 place[OUTPUTS][BODIES_MAX], x[OUTPUTS][BODIES_MAX]; /* as drawn without the view */
    double energy; /* largest change, as a share of what may change */
    double drift;
    bool redundant, singular;
} Record;

static Record record(int number, const Axes *view, const char *stabilise, const char *stepper,
                     double tol) {
    Sketch s = draw(number, view);
    Case c = open_model(s.model, s.log, (JdCompileDef){.stabilise = stabilise},
                        (JdRunDef){.stepper = stepper,
                                   .tol = tol,
                                   .until = 0.3,
                                   .output_every = 0.3 / OUTPUTS,
                                   .max_steps = 20000});
    Record r = {0};
    assert_true(advance(&c));
    const double first = value(&c, "energy");
    for (int n = 0; jd_run_next(c.run); n++) {
        assert_true(n < OUTPUTS);
        for (int k = 0; k < s.bodies; k++) {
            char name[16];
            snprintf(name, sizeof name, "b%d", k + 1);
            r.place[n][k] = axes_in(view, vector(&c, name, ""));
            r.x[n][k] = axes_in(view, attitude(&c, name).x);
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

/* How far two runs of one mechanism differ; with NULL, how far it moves. */
static double apart(const Record *a, const Record *b) {
    double most = 0;
    for (int n = 1; n < OUTPUTS; n++)
        for (int k = 0; k < BODIES_MAX; k++) {
            const Vec3 p = b ? b->place[n][k] : a->place[0][k], x = b ? b->x[n][k] : a->x[0][k];
            most = fmax(most, vec3_norm(vec3_sub(a->place[n][k], p)));
            most = fmax(most, vec3_norm(vec3_sub(a->x[n][k], x)));
        }
    return most;
}

/* ---- What holds ------------------------------------------------------------------------------ */

typedef struct {
    int redundant, singular, moving;
} Counts;

static void check_mechanism(int number, Counts *counts) {
    const Axes turned = jd_axes_turn(vec3(0.48, 0.6, 0.64), 2.1);
    const Record a = record(number, &axes_none, "projection", "dop853", 1e-11);
    const Record b = record(number, &axes_none, "projection", "dopri5", 1e-11);
    const Record d = record(number, &axes_none, "baumgarte", "dop853", 1e-11);
    const Record e = record(number, &turned, "projection", "dop853", 1e-11);
    const double share = a.redundant ? 1e-8 : 1e-10;
    counts->redundant += a.redundant;
    counts->moving += apart(&a, NULL) > 1e-3;
    counts->singular += a.singular || b.singular || d.singular || e.singular;
    if (a.singular || b.singular || d.singular || e.singular) return;

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
    check_near(apart(&a, &e), 0, 10 * share, what);
}

static void they_keep_energy_and_locks_and_agree_whatever_the_way(void **state) {
    (void)state;
    const int all = check_fewer(MECHANISMS);
    Counts counts = {0};
    for (int n = 0; n < all; n++) check_mechanism(n, &counts);
    print_message("%d mechanisms, %d move, %d have redundant locks, %d passed singular positions\n",
                  all, counts.moving, counts.redundant, counts.singular);
    assert_true(counts.moving > all * 3 / 4);
    assert_true(counts.redundant > all / 8);
    assert_true(counts.singular <= all / 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_keep_energy_and_locks_and_agree_whatever_the_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
