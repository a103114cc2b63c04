/* SPDX-License-Identifier: MIT
 *
 * Causal paths without integration, of each class one graph where they are known. */
#include "bond/sketch.h"
#include <time.h>

static const char *paths_of(Sketch *sketch, BondPaths *paths) {
    BondEquations *equations = compile_sketch(sketch);
    if (!equations) jd_log_print(sketch->log, stderr);
    assert_non_null(equations);
    assert_true(jd_equations_paths(equations, &sketch->arena, paths));
    Text text = {0};
    jd_paths_print(equations, paths, &text);
    const char *kept = jd_arena_copy(&sketch->arena, text.at);
    jd_text_free(&text);
    return kept;
}

static void add_bonds(Sketch *sketch, const char *list) {
    char from[32], to[32];
    for (int used; sscanf(list, " %31s %31[^, ]%n", from, to, &used) == 2; list += list[0] == ',') {
        add_bond(sketch, from, to, 1);
        list += used;
    }
}

static void dependent_storages_are_class_1(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "F", "F0"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "one", "k", NULL);
    add_node(sketch, "I", "a", "m1"), add_node(sketch, "I", "b", "m2"),
        add_node(sketch, "TF", "lever", "n");
    add_bonds(sketch, "F j, j a, j lever, lever k, k b");
    BondPaths paths;
    check_text(paths_of(sketch, &paths),
               "class 1  b - a: k_b.effort > lever_k.effort > j_lever.effort > j_a.effort\n");
}

static void resistors_that_see_each_other_are_class_2(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "V", "U"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "zero", "k", NULL);
    add_node(sketch, "R", "a", "R1"), add_node(sketch, "R", "b", "R2"),
        add_node(sketch, "C", "c", "C0"), add_node(sketch, "one", "i", NULL);
    add_node(sketch, "R", "d", "R3");
    add_bonds(sketch, "V j, j a, j k, k b, k i, i c, i d");
    BondPaths paths;
    paths_of(sketch, &paths);
    assert_int_equal(paths.counts[1], 0);
    assert_true(paths.counts[2] >= 2);
    assert_int_equal(paths.counts[3] + paths.counts[4], 0);
}

/* Two transformers side by side: the mesh gives a cycle whose gain is the quotient of their moduli.
 */
static void a_mesh_of_transformers_is_class_4(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "one", "a", NULL), add_node(sketch, "one", "b", NULL),
        add_node(sketch, "TF", "s", "n"), add_node(sketch, "TF", "t", "k");
    add_node(sketch, "R", "r", "R0"), add_node(sketch, "Se", "F", "F0");
    add_bonds(sketch, "a s, s b, a t, t b, b r, F a");
    BondPaths paths;
    const char *text = paths_of(sketch, &paths);
    assert_int_equal(paths.counts[4], 2); /* one of flows, one of efforts */
    check_contains(text, "gain ");
    const Sym gain = paths.paths.at[paths.paths.count - 1].gain;
    const double value =
        jd_sym_value(sketch->pool, gain, jd_bonds_values(sketch->graph, 1, &sketch->arena), NULL);
    const double *values = jd_bonds_values(sketch->graph, 1, &sketch->arena);
    const double n = values[jd_sym_node(sketch->pool, sketch_sym(sketch, "n"))->name],
                 k = values[jd_sym_node(sketch->pool, sketch_sym(sketch, "k"))->name];
    assert_true(fabs(value - n / k) < 1e-12 || fabs(value - k / n) < 1e-12);
}

/* What a resistor gives goes round a mesh with one gyrator and comes back as what it takes: both
 * ways round, with opposite gains. */
static void round_a_mesh_into_the_same_port_is_class_3(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "one", "a", NULL), add_node(sketch, "one", "b", NULL),
        add_node(sketch, "one", "c", NULL);
    add_node(sketch, "GY", "g", "k"), add_node(sketch, "TF", "t", "n"),
        add_node(sketch, "R", "r", "R0");
    add_bonds(sketch, "a t, t b, c b, c g, g b, a r");
    BondPaths paths;
    check_text(paths_of(sketch, &paths),
               "class 3  r - r: a_r.flow > a_t.flow > t_b.flow > c_b.flow > c_g.flow > g_b.effort "
               "> t_b.effort > a_t.effort > "
               "a_r.effort; gain k*n^2/R0\n"
               "class 3  r - r: a_r.flow > a_t.flow > t_b.flow > g_b.flow > c_g.effort > "
               "c_b.effort > t_b.effort > a_t.effort > "
               "a_r.effort; gain -k*n^2/R0\n");
}

static void loops_through_signals_are_told_apart(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "MSe", "amp", "10*s"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "R", "r", "R0"), add_node(sketch, "R", "q", "R1");
    add_bonds(sketch, "amp j, j r, j q");
    jd_bonds_add_signal(sketch->graph,
                        &(BondSignal){.name = "s", .is = sketch_sym(sketch, "1 - j_r.effort")},
                        sketch->log);
    BondPaths paths;
    const char *text = paths_of(sketch, &paths);
    assert_int_equal(paths.counts[0], 1);
    check_contains(text, "signals  loop s > amp_j.effort");
}

/* A net of resistors has more paths than anybody reads: of each pair one is listed, and that is
 * said. */
static void many_paths_are_cut_down_to_a_basis(void **state) {
    Sketch *sketch = *state;
    enum { SIDE = 9 };
    Arena *arena = &sketch->arena;
    for (int n = 0; n < SIDE * SIDE; n++)
        add_node(sketch, "zero", jd_arena_format(arena, "u%d", n), NULL);
    for (int n = 0, k = 0; n < SIDE * SIDE; n++)
        for (int way = 0; way < 2; way++) {
            const int to = way ? n + SIDE : n + 1;
            if (way ? to >= SIDE * SIDE : to % SIDE == 0) continue;
            const char *wire = jd_arena_format(arena, "i%d", k),
                       *resistor = jd_arena_format(arena, "r%d", k++);
            add_node(sketch, "one", wire, NULL),
                add_node(sketch, "R", resistor, jd_arena_format(arena, "%d", k));
            add_bond(sketch, jd_arena_format(arena, "u%d", n), wire, 1),
                add_bond(sketch, wire, jd_arena_format(arena, "u%d", to), 1);
            add_bond(sketch, wire, resistor, 1);
        }
    add_node(sketch, "Se", "V", "1"), add_bond(sketch, "V", "u0", 1);
    add_node(sketch, "R", "load", "1"), add_bond(sketch, "u80", "load", 1);
    BondPaths paths;
    const char *text = paths_of(sketch, &paths);
    assert_true(paths.basis);
    assert_true(paths.counts[2] > 0);
    check_contains(
        text, "there are many: of each pair of ports the shortest is listed, of cycles a basis");
}

/* Of this process: others may be busy. */
static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A line of 670 cells with coil, resistor and capacitor each: 2,010 elements. */
static void a_graph_of_2000_elements_takes_two_seconds_at_most(void **state) {
    Sketch *sketch = *state;
    enum { CELLS = 670 };
    Arena *arena = &sketch->arena;
    add_node(sketch, "Se", "V", "1");
    const double before = seconds();
    const char *last = "V";
    for (int n = 0; n < CELLS; n++) {
        const char *i = jd_arena_format(arena, "i%d", n), *u = jd_arena_format(arena, "u%d", n);
        const char *l = jd_arena_format(arena, "l%d", n), *r = jd_arena_format(arena, "r%d", n),
                   *c = jd_arena_format(arena, "c%d", n);
        add_node(sketch, "one", i, NULL), add_node(sketch, "zero", u, NULL);
        add_node(sketch, "I", l, "0.5"), add_node(sketch, "R", r, "0.1"),
            add_node(sketch, "C", c, "2");
        add_bond(sketch, last, i, 1), add_bond(sketch, i, l, 1), add_bond(sketch, i, r, 1),
            add_bond(sketch, i, u, 1), add_bond(sketch, u, c, 1);
        last = u;
    }
    add_node(sketch, "R", "load", "1"), add_bond(sketch, last, "load", 1);
    BondPaths paths;
    paths_of(sketch, &paths);
    const double spent = seconds() - before;
    print_message("%d nodes, %d bonds: %.2f s\n", sketch->graph->nodes.count,
                  sketch->graph->bonds.count, spent);
    assert_int_equal(paths.paths.count, 0);
    if (spent > 20)
        fail_msg("it took %g s", spent); /* ten times what is wanted: sanitizers are slow */
}

/* Two resistors in one vector, which a gyrator lets see each other: no way out of one of them leads
 * back into itself, as it would in a resistor whose matrix couples both. */
static void components_of_a_vector_are_ends_of_their_own(void **state) {
    Sketch *sketch = *state;
    const double skew[] = {0, 3, -3, 0};
    add_node(sketch, "one", "j", NULL), add_node(sketch, "R", "r", "2");
    add_field(sketch, "GY", "g", 2, 2, skew);
    add_bond(sketch, "j", "r", 2), add_bond(sketch, "j", "g", 2), add_bond(sketch, "g", "j", 2);
    BondPaths paths;
    check_text(paths_of(sketch, &paths),
               "class 2  r - r: j_r.flow[1] > j_g.flow[1] > g_j.effort[2] > j_r.effort[2]\n"
               "class 2  r - r: j_r.flow[1] > g_j.flow[1] > j_g.effort[2] > j_r.effort[2]\n");
}

int main(void) {
#define SKETCH(test) cmocka_unit_test_setup_teardown(test, sketch_open, sketch_close)
    const struct CMUnitTest tests[] = {
        SKETCH(dependent_storages_are_class_1),
        SKETCH(resistors_that_see_each_other_are_class_2),
        SKETCH(a_mesh_of_transformers_is_class_4),
        SKETCH(round_a_mesh_into_the_same_port_is_class_3),
        SKETCH(components_of_a_vector_are_ends_of_their_own),
        SKETCH(loops_through_signals_are_told_apart),
        SKETCH(many_paths_are_cut_down_to_a_basis),
        SKETCH(a_graph_of_2000_elements_takes_two_seconds_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
