/* SPDX-License-Identifier: MIT
 *
 * The connection graph of Otter, Elmqvist and Mattsson, "The New Modelica MultiBody Library"
 * (2003), appendix: roots, potential roots with priorities, breakable and unbreakable branches. */
#include "check.h"
#include "graph/graph.h"

enum { MOST = 64 };

typedef struct {
    Arena arena;
    Graph graph;
} Forest;

static void make(Forest *f, int vertices, const GraphVertex *vertex, int edges,
                 const GraphEdge *edge) {
    *f = (Forest){.graph = {.bodies = vertices, .edges = edges, .edge = edge}};
    assert_true(jd_graph_make_forest(&f->graph, &f->arena, vertex));
}

static int count_removed(const Graph *g, int from, int to) {
    int count = 0;
    for (int e = from; e < to; e++) count += g->closing[e];
    return count;
}

/* Two parts, as in Fig. 21: on the left two roots; on the right none, but potential roots. Branches
 * are joints' own (unbreakable) and connections (breakable) in turn. */
enum { LEFT = 12, RIGHT = 7, LEFT_EDGES = 14, RIGHT_EDGES = 7 };
static const GraphEdge figure_21[LEFT_EDGES + RIGHT_EDGES] = {
    {0, 1, 3, .kept = true},
    {1, 2, 3},
    {2, 3, 3, .kept = true},
    {3, 4, 3},
    {4, 5, 3, .kept = true},
    {5, 6, 3},
    {6, 7, 3, .kept = true},
    {7, 8, 3},
    {8, 9, 3, .kept = true},
    {9, 10, 3},
    {10, 11, 3, .kept = true},
    {11, 0, 3},
    {2, 9, 3},
    {4, 7, 3}, /* 14 branches, 12 vertices, 2 trees: 4 are left over */
    {12, 13, 3, .kept = true},
    {13, 14, 3},
    {14, 15, 3, .kept = true},
    {15, 16, 3},
    {16, 17, 3, .kept = true},
    {17, 18, 3},
    {18, 12, 3}};

static void figure_21_comes_out(void **state) {
    (void)state;
    GraphVertex vertex[LEFT + RIGHT];
    for (int v = 0; v < LEFT + RIGHT; v++) vertex[v] = (GraphVertex){VERTEX_PLAIN, 0};
    vertex[0].kind = vertex[6].kind = VERTEX_ROOT;
    vertex[4] = (GraphVertex){VERTEX_POTENTIAL, 0}; /* not needed: there are roots */
    vertex[13] = (GraphVertex){VERTEX_POTENTIAL, 100};
    vertex[15] = (GraphVertex){VERTEX_POTENTIAL, 10};
    vertex[17] = (GraphVertex){VERTEX_POTENTIAL, 10};
    Forest f;
    make(&f, LEFT + RIGHT, vertex, LEFT_EDGES + RIGHT_EDGES, figure_21);
    assert_int_equal(f.graph.fault, GRAPH_FINE);
    int roots = 0;
    for (int v = 0; v < LEFT + RIGHT; v++) roots += f.graph.root[v] == v;
    assert_int_equal(roots, 3);
    for (int v = 0; v < LEFT; v++) assert_true(f.graph.root[v] == 0 || f.graph.root[v] == 6);
    for (int v = LEFT; v < LEFT + RIGHT; v++) assert_int_equal(f.graph.root[v], 15);
    assert_int_equal(count_removed(&f.graph, 0, LEFT_EDGES), 4);
    assert_int_equal(count_removed(&f.graph, LEFT_EDGES, LEFT_EDGES + RIGHT_EDGES), 1);
    for (int e = 0; e < LEFT_EDGES + RIGHT_EDGES; e++)
        assert_false(figure_21[e].kept && f.graph.closing[e]);
    jd_arena_free(&f.arena);
}

/* Any overdetermined record: three machines and two loads on one grid, each with the angle of its
 * reference frame. One number per vertex; roots give theirs, branches of the trees pass them on,
 * and what is left over asks for an equality that holds or does not. */
static void a_scalar_angle_is_such_a_record(void **state) {
    (void)state;
    const GraphVertex vertex[] = {{VERTEX_ROOT},  {VERTEX_POTENTIAL, 0}, {VERTEX_POTENTIAL, 0},
                                  {VERTEX_PLAIN}, {VERTEX_PLAIN},        {VERTEX_POTENTIAL, 5},
                                  {VERTEX_PLAIN}};
    const GraphEdge edge[] = {{0, 3, 1}, {3, 1, 1}, {1, 4, 1}, {4, 0, 1},
                              {2, 3, 1}, {2, 4, 1}, {5, 6, 1}};
    const double shift[] = {0.1, 0.2, -0.4, 0.1, 0.3, 0.1, 0.7}; /* along each edge, from i to j */
    Forest f;
    double angle[7] = {0};
    make(&f, 7, vertex, 7, edge);
    assert_int_equal(f.graph.fault, GRAPH_FINE);
    int unknowns = 7, equations = 0;
    for (int v = 0; v < 7; v++) equations += f.graph.root[v] == v; /* given at the roots */
    for (int e = 0; e < 7; e++) equations += !f.graph.closing[e];
    assert_int_equal(equations, unknowns);
    for (int depth = 1; depth < 7; depth++)
        for (int v = 0; v < 7; v++) {
            if (f.graph.depth[v] != depth) continue;
            const int e = f.graph.parent_edge[v];
            angle[v] = angle[f.graph.parent_body[v]] + (edge[e].j == v ? shift[e] : -shift[e]);
        }
    for (int e = 0; e < 7; e++) {
        const double open = angle[edge[e].j] - angle[edge[e].i] - shift[e];
        if (!f.graph.closing[e]) check_near(open, 0, 1e-15, "a branch of a tree passes it on");
    }
    /* Shifts around 0-3-1-4-0 and 2-3-..-4 add up to zero: what was removed holds all the same. */
    for (int e = 0; e < 7; e++)
        check_near(angle[edge[e].j] - angle[edge[e].i], shift[e], 1e-15, "equality");
    jd_arena_free(&f.arena);
}

static void unbreakable_branches_alone_close_no_loop(void **state) {
    (void)state;
    const GraphEdge edge[] = {{0, 1, 5},
                              {1, 2, 5, .kept = true},
                              {2, 3, 1, .kept = true},
                              {3, 1, 3, .kept = true},
                              {3, 0, 5}};
    Forest f;
    make(&f, 4, NULL, 5, edge);
    assert_int_equal(f.graph.fault, GRAPH_KEPT_LOOP);
    int loop[5];
    assert_int_equal(jd_graph_loop(&f.graph, f.graph.at, loop), 3);
    for (int n = 0; n < 3; n++) assert_true(edge[loop[n]].kept);
    jd_arena_free(&f.arena);
}

static void two_roots_are_not_joined_by_unbreakable_branches(void **state) {
    (void)state;
    const GraphVertex vertex[] = {{VERTEX_ROOT}, {VERTEX_PLAIN}, {VERTEX_ROOT}};
    const GraphEdge edge[] = {{0, 1, 1, .kept = true}, {0, 2, 6}, {1, 2, 1, .kept = true}};
    Forest f;
    make(&f, 3, vertex, 3, edge);
    assert_int_equal(f.graph.fault, GRAPH_KEPT_ROOTS);
    assert_true(edge[f.graph.at].kept);
    jd_arena_free(&f.arena);
}

static void a_part_without_any_root_is_told(void **state) {
    (void)state;
    const GraphVertex vertex[] = {{VERTEX_ROOT}, {VERTEX_PLAIN}, {VERTEX_PLAIN}, {VERTEX_PLAIN}};
    const GraphEdge edge[] = {{0, 1, 1}, {2, 3, 1}};
    Forest f;
    make(&f, 4, vertex, 2, edge);
    assert_int_equal(f.graph.fault, GRAPH_NO_ROOT);
    assert_int_equal(f.graph.at, 2);
    jd_arena_free(&f.arena);
}

/* Random graphs: every kept edge is in a tree unless it is told, roots are roots, and what is left
 * over is as many as edges less vertices plus trees. */
static void random_forests_keep_the_rules(void **state) {
    (void)state;
    int faults = 0;
    for (int trial = 0; trial < 500; trial++) {
        GraphEdge edge[MOST];
        GraphVertex vertex[MOST];
        const int vertices = 2 + (int)check_uniform(0, 20), count = (int)check_uniform(0, 40);
        int made = 0, trees = 0;
        for (int v = 0; v < vertices; v++)
            vertex[v] =
                (GraphVertex){v == 0 || check_uniform(0, 1) < 0.1 ? VERTEX_ROOT : VERTEX_POTENTIAL,
                              (int)check_uniform(0, 3)};
        for (int k = 0; k < count; k++) {
            const int i = (int)check_uniform(0, vertices), j = (int)check_uniform(0, vertices);
            if (i != j)
                edge[made++] = (GraphEdge){i, j, 1 + (int)check_uniform(0, 5),
                                           .kept = check_uniform(0, 1) < 0.15};
        }
        Forest f;
        make(&f, vertices, vertex, made, edge);
        for (int v = 0; v < vertices; v++) {
            trees += f.graph.root[v] == v;
            if (vertex[v].kind == VERTEX_ROOT) assert_int_equal(f.graph.root[v], v);
            const GraphVertex *root = &vertex[f.graph.root[v]];
            if (root->kind != VERTEX_ROOT) assert_true(root->priority <= vertex[v].priority);
        }
        assert_int_equal(count_removed(&f.graph, 0, made), made - vertices + trees);
        bool lost = false;
        for (int e = 0; e < made; e++) lost = lost || (edge[e].kept && f.graph.closing[e]);
        assert_int_equal(lost, f.graph.fault != GRAPH_FINE);
        faults += lost;
        jd_arena_free(&f.arena);
    }
    assert_true(faults > 20 && faults < 480);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_21_comes_out),
        cmocka_unit_test(a_scalar_angle_is_such_a_record),
        cmocka_unit_test(unbreakable_branches_alone_close_no_loop),
        cmocka_unit_test(two_roots_are_not_joined_by_unbreakable_branches),
        cmocka_unit_test(a_part_without_any_root_is_told),
        cmocka_unit_test(random_forests_keep_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
