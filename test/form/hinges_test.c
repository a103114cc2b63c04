/* SPDX-License-Identifier: MIT
 *
 * Trees of hinges in space, which cut-joint works out in a way of its own: branches of any shape,
 * joints drawn from either body, forces of every kind on them, one hinge after the other and two
 * side by side. */
#include "form/agree.h"
#include "form/minimal.h"
#include "run/run.h"
#include <stdarg.h>

/* ---- Random trees --------------------------------------------------------------------------- */

typedef struct {
    unsigned long seed;
    char text[20000];
    size_t length;
} Drawn;

static double any(Drawn *t, double least, double most) {
    t->seed = t->seed * 6364136223846793005UL + 1442695040888963407UL;
    return least + (most - least) * (double)(t->seed >> 40) / (double)(1UL << 24);
}

static int any_of(Drawn *t, int count) {
    return (int)any(t, 0, count) % count;
}

static void add(Drawn *t, const char *format, ...) {
    va_list values;
    va_start(values, format);
    t->length += (size_t)vsnprintf(t->text + t->length, sizeof t->text - t->length, format, values);
    va_end(values);
    assert_true(t->length < sizeof t->text);
}

/* Where the joint is, and the body beyond it, drawn at random places; the axis goes anywhere. */
static void add_hinge(Drawn *t, int n, int parent) {
    const double at[] = {any(t, -1, 1), any(t, -1, 1), any(t, -1, 1)};
    add(t,
        "body b%d { at [%.3f m, %.3f m, %.3f m]  turned cardan(%.3f, %.3f, %.3f)  mass %.3f kg  "
        "inertia [%.4f, %.4f, %.4f] kg*m^2 }\n",
        n, at[0] + any(t, -0.5, 0.5), at[1] + any(t, -0.5, 0.5), at[2] + any(t, -0.5, 0.5),
        any(t, -1, 1), any(t, -1, 1), any(t, -1, 1), any(t, 0.5, 2), any(t, 0.03, 0.05),
        any(t, 0.03, 0.05), any(t, 0.03, 0.05));
    char up[16] = "ground";
    if (parent >= 0) snprintf(up, sizeof up, "b%d", parent);
    const bool back = any_of(t, 2);
    char own[16];
    snprintf(own, sizeof own, "b%d", n);
    add(t, "joint j%d : revolute %s -- %s at [%.3f m, %.3f m, %.3f m]  axis [%.3f, %.3f, %.3f]\n",
        n, back ? own : up, back ? up : own, at[0], at[1], at[2], any(t, -1, 1), any(t, -1, 1),
        any(t, -1, 1));
}

typedef enum { NOTHING, EFFORTS, BETWEEN, READS, KINDS_OF_FORCES } Forces;

static void add_forces(Drawn *t, int count, Forces forces) {
    if (forces == EFFORTS || forces == READS)
        for (int n = 0; n < count; n += 2)
            add(t, "force e%d : free-spring j%d.angle stiffness %.2f N*m damping 0.1 N*m*s\n", n, n,
                any(t, 1, 5));
    if (forces == BETWEEN && count > 2)
        add(t,
            "force s : spring-damper b0 -- b%d at [0, 0, 1] m [1, 0, 0] m  stiffness 20 N/m  "
            "damping 0.5 N*s/m  length 0.3 m\n",
            count - 1);
    if (forces == BETWEEN)
        add(t, "force f : point-force b%d at [0, 0, 0] m  value [1, 2, 0] N\n", count - 1);
    if (forces == READS)
        add(t, "force m : effort j0.angle value 0.3 N*m*sin(j0.angle) - 0.02 N*s*b%d.vx\n",
            count - 1);
}

/* A chain (branches 1), or a tree whose bodies hang on any of the last `branches`. */
static void draw_tree(Drawn *t, int number, int count, int branches, Forces forces) {
    t->seed = (unsigned long)number * 77, t->length = 0;
    add(t, "model tree\nspatial\ngravity [1, -2, -9.81] m/s^2\n");
    for (int n = 0; n < count; n++)
        add_hinge(t, n,
                  n < branches ? (n > 0 && branches > 1 && n % 3 == 0 ? -1 : n - 1)
                               : n - 1 - any_of(t, branches));
    add_forces(t, count, forces);
    add(t, "run to 0.3 s every 0.1 s\n");
}

static Case open_tree(const Drawn *t, const char *form) {
    return open_text(t->text, (JdCompileDef){.form = form},
                     (JdRunDef){.tol = 1e-11, .max_steps = 20000});
}

/* ---- Tests ---------------------------------------------------------------------------------- */

static void they_move_as_newton_and_euler_say(void **state) {
    (void)state;
    static Drawn t;
    static const int branches[] = {1, 2, 3, 5};
    for (int number = 0; number < 32; number++) {
        draw_tree(&t, number, 1 + number % 9, branches[number % 4],
                  (Forces)(number / 4 % KINDS_OF_FORCES));
        Case a = open_tree(&t, "newton-euler"), b = open_tree(&t, "cut-joint");
        const MinimalPlan *plan = b.system->plan;
        assert_non_null(plan->tree.hinges);
        Record wanted = record_run(&a), is = record_run(&b);
        char what[64];
        snprintf(what, sizeof what, "tree %d", number);
        check_difference(record_compare(&a, &wanted, &is), 1e-8, what);
        record_free(&wanted), record_free(&is);
        close_case(&a), close_case(&b);
    }
}

/* Rates are the same numbers whether bodies are wanted with them or not, and part by part nearly
 * so. */
static void bodies_come_without_a_trace(void **state) {
    (void)state;
    static Drawn t;
    for (int number = 0; number < 12; number++) {
        draw_tree(&t, number, 8, 1 + number % 4, (Forces)(number % KINDS_OF_FORCES));
        Case c = open_tree(&t, "cut-joint");
        must(&c, advance(&c));
        JdRun *run = c.run;
        const int n = run->n;
        double *plain = calloc((size_t)n, sizeof *plain), *bare = calloc((size_t)n, sizeof *bare);
        run->form->rates(c.system, &run->motion, 0, run->y, plain);
        run->motion.bare = true;
        run->form->rates(c.system, &run->motion, 0, run->y, bare);
        run->motion.bare = false;
        assert_memory_equal(plain, bare, (size_t)n * sizeof *plain);
        run->motion.end_after = PARTS;
        run->form->rates(c.system, &run->motion, 0, run->y, bare);
        run->motion.end_after = PART_ALL;
        for (int k = 0; k < n; k++)
            assert_true(fabs(plain[k] - bare[k]) < 1e-11 * (1 + fabs(plain[k])));
        free(plain), free(bare);
        close_case(&c);
    }
}

/* A turn is counted as far as it goes. */
static void turns_are_counted(void **state) {
    (void)state;
    Case c = open_text(
        "model wheel\nspatial\nbody b { at [0, 0, 0] m  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\n"
        "joint j : revolute ground -- b at [0, 0, 0] m axis z\nstart j.rate = 30 rad/s\nrun to 2 s "
        "every 1 s\n",
        (JdCompileDef){.form = "cut-joint"}, (JdRunDef){.tol = 1e-9});
    to_the_end(&c);
    check_near(value(&c, "j.angle"), 60, 1e-9, "30 rad/s for 2 s");
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_move_as_newton_and_euler_say),
        cmocka_unit_test(bodies_come_without_a_trace),
        cmocka_unit_test(turns_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
