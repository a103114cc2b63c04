/* SPDX-License-Identifier: MIT
 *
 * The spanning tree: short loops, strong joints in the tree, parts that float. */
#include "check.h"
#include "graph/graph.h"

static Graph make(Arena *arena, int bodies, int edges, const GraphEdge *edge) {
    Graph graph;
    assert_true(jd_graph_make(&graph, arena, bodies, edges, edge));
    return graph;
}

/* ground - crank - rod - slider - ground */
static const GraphEdge slider_crank[] = {{0, 1, 2}, {1, 2, 2}, {2, 3, 2}, {0, 3, 2}};

static void a_loop_has_one_closing_edge_in_its_middle(void **state) {
    (void)state;
    Arena arena = {0};
    Graph g = make(&arena, 4, 4, slider_crank);
    int closing = 0, which = -1;
    for (int e = 0; e < 4; e++)
        if (g.closing[e]) closing++, which = e;
    assert_int_equal(closing, 1);
    assert_true(which == 1 || which == 2); /* breadth first: crank and slider hang on the ground */
    assert_int_equal(g.depth[1], 1);
    assert_int_equal(g.depth[3], 1);
    int loop[4];
    assert_int_equal(jd_graph_loop(&g, which, loop), 4);
    assert_int_equal(loop[0], which);
    jd_arena_free(&arena);
}

static void of_two_edges_to_a_body_the_stronger_is_in_the_tree(void **state) {
    (void)state;
    const GraphEdge edges[] = {{0, 1, 1}, {0, 1, 3}, {1, 0, 2}};
    Arena arena = {0};
    Graph g = make(&arena, 2, 3, edges);
    assert_int_equal(g.parent_edge[1], 1);
    assert_true(g.closing[0] && !g.closing[1] && g.closing[2]);
    jd_arena_free(&arena);
}

static void parts_that_float_have_a_root_of_their_own(void **state) {
    (void)state;
    const GraphEdge edges[] = {{0, 1, 2}, {3, 2, 2}, {3, 4, 2}, {4, 2, 2}};
    Arena arena = {0};
    Graph g = make(&arena, 6, 4, edges);
    assert_int_equal(g.root[1], 0);
    assert_int_equal(g.root[2], 2);
    assert_int_equal(g.root[3], 2);
    assert_int_equal(g.root[4], 2);
    assert_int_equal(g.parent_body[2], -1);
    assert_int_equal(g.root[5], 5); /* a body alone */
    int closing = 0, loop[4];
    for (int e = 0; e < 4; e++)
        if (g.closing[e]) closing++, assert_int_equal(jd_graph_loop(&g, e, loop), 3);
    assert_int_equal(closing, 1);
    jd_arena_free(&arena);
}

/* Random graphs: every body reaches its root, edges in the tree are bodies less roots, loops close.
 */
static void random_graphs_keep_the_rules(void **state) {
    (void)state;
    for (int trial = 0; trial < 300; trial++) {
        GraphEdge edges[40];
        int bodies = 2 + (int)check_uniform(0, 20), count = (int)check_uniform(0, 40), made = 0;
        for (int k = 0; k < count; k++) {
            int i = (int)check_uniform(0, bodies), j = (int)check_uniform(0, bodies);
            if (i != j) edges[made++] = (GraphEdge){i, j, 1 + (int)check_uniform(0, 3)};
        }
        Arena arena = {0};
        Graph g = make(&arena, bodies, made, edges);
        int roots = 0, tree = 0;
        for (int b = 0; b < bodies; b++) {
            roots += g.parent_body[b] < 0;
            int at = b, steps = 0;
            for (; g.parent_body[at] >= 0; at = g.parent_body[at]) steps++;
            assert_int_equal(at, g.root[b]);
            assert_int_equal(steps, g.depth[b]);
        }
        for (int e = 0; e < made; e++) {
            tree += !g.closing[e];
            if (!g.closing[e]) continue;
            int loop[60], degree[32] = {0}, length = jd_graph_loop(&g, e, loop);
            for (int k = 0; k < length; k++) degree[edges[loop[k]].i]++, degree[edges[loop[k]].j]++;
            for (int b = 0; b < bodies; b++) assert_true(degree[b] == 0 || degree[b] == 2);
        }
        assert_int_equal(tree, bodies - roots);
        jd_arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_has_one_closing_edge_in_its_middle),
        cmocka_unit_test(of_two_edges_to_a_body_the_stronger_is_in_the_tree),
        cmocka_unit_test(parts_that_float_have_a_root_of_their_own),
        cmocka_unit_test(random_graphs_keep_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
