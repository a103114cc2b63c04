/* SPDX-License-Identifier: MIT
 *
 * Graphs of textbooks: which states they have, what is told of their causality, and the equations
 * that a walk along them gives. The pendulum is that of Favre and Scavarda, "Introduction of
 * Baumgarte stabilisation schemas into the multibond graph representation", CESA'98, equations (6)
 * to (12). */
#include "bond/sketch.h"

/* ---- Asking ------------------------------------------------------------------------------------
 */

static const char *kept_text(Sketch *sketch, Text *text) {
    const char *kept = jd_arena_copy(&sketch->arena, text->at ? text->at : "");
    jd_text_free(text);
    return kept;
}

static const char *summary_of(Sketch *sketch, const BondEquations *equations) {
    Text text = {0};
    jd_equations_summary(equations, &text);
    return kept_text(sketch, &text);
}

static const char *equations_of(Sketch *sketch, BondEquations *equations, SymStyle style) {
    BondPresent present;
    Text text = {0};
    assert_true(jd_equations_present(equations, &sketch->arena, &present));
    assert_true(jd_equations_print(&present, style, &text));
    return kept_text(sketch, &text);
}

static BondEquations *compiled(Sketch *sketch) {
    BondEquations *equations = compile_sketch(sketch);
    if (!equations) jd_log_print(sketch->log, stderr);
    assert_non_null(equations);
    return equations;
}

static void check_refused(Sketch *sketch, const char *code, const char *part) {
    assert_null(compile_sketch(sketch));
    const JdMessage message = first_message(sketch);
    check_text(message.code, code);
    check_contains(message.text, part);
    assert_non_null(message.hint);
}

/* Adds bonds "a b, c d". */
static void add_bonds(Sketch *sketch, const char *list) {
    char from[32], to[32];
    for (int used; sscanf(list, " %31s %31[^, ]%n", from, to, &used) == 2; list += list[0] == ',') {
        add_bond(sketch, from, to, 1);
        list += used;
    }
}

/* ---- States --------------------------------------------------------------------------------- */

static void a_series_circuit_has_two_states(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "V", "U"), add_node(sketch, "one", "j", NULL);
    add_node(sketch, "I", "l", "L"), add_node(sketch, "R", "r", "R"),
        add_node(sketch, "C", "c", "C");
    add_bonds(sketch, "V j, j l, j r, j c");
    BondEquations *equations = compiled(sketch);
    check_text(summary_of(sketch, equations), "independent states      l.p, c.q\n"
                                              "dependent states        none\n"
                                              "algebraic variables     none\n"
                                              "break variables         none\n"
                                              "signal integrators      none\n"
                                              "index                   0\n");
    check_text(equations_of(sketch, equations, SYM_TEXT), "# rates of the states\n"
                                                          "  l.p' = U - c.q/C - R*l.p/L\n"
                                                          "  c.q' = l.p/L\n");
    check_text(equations_of(sketch, equations, SYM_C),
               "    /* rates of the states */\n"
               "    const double l_p_dot = U - c_q / C - R * l_p / L;\n"
               "    const double c_q_dot = l_p / L;\n");
}

/* Half arrows that point the other way change signs, and nothing else. */
static void reversed_bonds_give_the_same_motion(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "V", "U"), add_node(sketch, "one", "j", NULL);
    add_node(sketch, "I", "l", "L"), add_node(sketch, "R", "r", "R"),
        add_node(sketch, "C", "c", "C");
    add_bonds(sketch, "V j, j l, r j, c j");
    check_text(equations_of(sketch, compiled(sketch), SYM_TEXT), "# rates of the states\n"
                                                                 "  l.p' = c.q/C - R*l.p/L + U\n"
                                                                 "  c.q' = -l.p/L\n");
}

static void make_two_masses(Sketch *sketch) {
    add_node(sketch, "Se", "F", "F0"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "one", "k", NULL);
    add_node(sketch, "I", "a", "m1"), add_node(sketch, "I", "b", "m2"),
        add_node(sketch, "TF", "lever", "n");
    add_bonds(sketch, "F j, j a, j lever, lever k, k b");
}

static void rigidly_coupled_masses_have_one_state(void **state) {
    Sketch *sketch = *state;
    make_two_masses(sketch);
    BondEquations *equations = compiled(sketch);
    check_text(summary_of(sketch, equations), "independent states      a.p\n"
                                              "dependent states        b.p\n"
                                              "algebraic variables     none\n"
                                              "break variables         k_b.effort\n"
                                              "signal integrators      none\n"
                                              "index                   1\n");
    check_text(equations_of(sketch, equations, SYM_TEXT), "# rates of the states\n"
                                                          "  a.p' = F0 - k_b.effort*n\n"
                                                          "\n# states that follow from others\n"
                                                          "  b.p = a.p*m2*n/m1\n"
                                                          "\n# variables of loops\n"
                                                          "  k_b.effort = F0*m2*n/(m1 + m2*n^2)\n"
                                                          "\n# rates of the states, all put in\n"
                                                          "  a.p' = F0*m1/(m1 + m2*n^2)\n");
    jd_bonds_tell(sketch->graph, &sketch->report, sketch->log);
    check_text(first_message(sketch).code, "causality-derivative");
    check_contains(first_message(sketch).text,
                   "I 'b' has derivative causality: bond 'k_b' gives it its flow");
}

/* Which of them keeps its state can be said. */
static void the_dependent_storage_can_be_chosen(void **state) {
    Sketch *sketch = *state;
    make_two_masses(sketch);
    node_of(sketch, "a")->derivative = true;
    const BondEquations *equations = compiled(sketch);
    check_contains(summary_of(sketch, equations),
                   "independent states      b.p\ndependent states        a.p\n");
}

static void a_stroke_by_hand_is_kept(void **state) {
    Sketch *sketch = *state;
    make_two_masses(sketch);
    Bond *bond = &sketch->graph->bonds.at[jd_bonds_find_bond(sketch->graph, "j_a")];
    bond->by_hand = STROKE_FROM;
    check_contains(summary_of(sketch, compiled(sketch)), "independent states      b.p\n");
}

/* C on Se: legal, its charge follows from the source, its flow from the rate of the source. */
static void a_capacitor_on_a_source_differentiates_it(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "V", "U*sin(w*time)"), add_node(sketch, "zero", "j", NULL);
    add_node(sketch, "C", "c", "C0"), add_node(sketch, "R", "r", "R0");
    add_bonds(sketch, "V j, j c, j r");
    BondEquations *equations = compiled(sketch);
    const char *text = equations_of(sketch, equations, SYM_TEXT);
    check_contains(text, "c.q = C0*U*sin(time*w)");
    const int flow =
        equations->flow[sketch->graph->bonds.at[jd_bonds_find_bond(sketch->graph, "j_c")].first];
    BondProgram *program = jd_equations_program(equations, &sketch->arena);
    double *values = jd_bonds_values(sketch->graph, 4, &sketch->arena);
    int block;
    const double U = values[jd_sym_node(sketch->pool, sketch_sym(sketch, "U"))->name],
                 w = values[jd_sym_node(sketch->pool, sketch_sym(sketch, "w"))->name];
    const double C0 = values[jd_sym_node(sketch->pool, sketch_sym(sketch, "C0"))->name];
    assert_true(jd_equations_run(program, 0.7, NULL, values, &block));
    check_relative(values[jd_sym_node(sketch->pool, equations->vars.at[flow].name)->name],
                   C0 * U * w * cos(0.7 * w), 1e-14, "C dU/dt");
}

/* Three resistors between two sources: one loop of laws. */
static void a_resistive_divider_is_solved(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "V", "U"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "zero", "k", NULL);
    add_node(sketch, "R", "a", "R1"), add_node(sketch, "R", "b", "R2"),
        add_node(sketch, "R", "c", "R3");
    add_bonds(sketch, "V j, j a, j k, k b, k c");
    BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->states.count, 0);
    assert_int_equal(equations->index, 1);
    const char *text = equations_of(sketch, equations, SYM_TEXT);
    check_contains(text, "R1*R2 + R1*R3 + R2*R3");
}

/* Greedy assignment takes the wrong storage first and sticks; here it goes back. */
static void a_choice_that_leads_nowhere_is_taken_back(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "I", "a", "m1"), add_node(sketch, "I", "b", "m2"),
        add_node(sketch, "I", "c", "m3");
    add_node(sketch, "one", "va", NULL), add_node(sketch, "one", "vb", NULL),
        add_node(sketch, "one", "vc", NULL);
    add_node(sketch, "zero", "sum", NULL), add_node(sketch, "Se", "F", "F0");
    add_bonds(sketch, "va a, vb b, vc c, va sum, vb sum, sum vc, F va");
    const BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->states.count, 2);
    assert_int_equal(equations->dependent.count, 1);
}

/* ---- Fields, matrices, vectors -------------------------------------------------------------- */

static void a_field_may_have_ports_of_both_causalities(void **state) {
    Sketch *sketch = *state;
    add_field(sketch, "I", "coils", 2, 2, (double[]){2, 1, 1, 3});
    add_node(sketch, "one", "a", NULL), add_node(sketch, "one", "b", NULL);
    add_node(sketch, "Se", "V", "1"), add_node(sketch, "Sf", "J", "sin(time)"),
        add_node(sketch, "R", "r", "1");
    add_bonds(sketch, "V a, a coils, J b, b coils, a r");
    const BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->states.count, 1);
    assert_int_equal(equations->dependent.count, 1);
    /* p1 = 2 f1 + f2, p2 = f1 + 3 f2 with f2 = sin(time). */
    BondProgram *program = jd_equations_program(equations, &sketch->arena);
    double *values = jd_bonds_values(sketch->graph, 4, &sketch->arena), p1 = 0.8, f2 = sin(0.5),
           f1 = (p1 - f2) / 2;
    int block;
    assert_true(jd_equations_run(program, 0.5, &p1, values, &block));
    const int var = equations->dependent.at[0], rate = equations->vars.at[var].dot;
    check_near(values[jd_sym_node(sketch->pool, equations->vars.at[var].name)->name], f1 + 3 * f2,
               1e-14, "p2");
    const double f1_rate = (1 - f1 - cos(0.5)) / 2;
    check_near(values[jd_sym_node(sketch->pool, equations->vars.at[rate].name)->name],
               f1_rate + 3 * cos(0.5), 1e-14, "its rate");
}

/* A cross product is a matrix that cannot be inverted: flow goes in and flow comes out. Rule C2
 * follows from that. */
static void a_cross_product_is_passed_one_way(void **state) {
    Sketch *sketch = *state;
    add_field(sketch, "TF", "arm", 3, 3, (double[]){0, -3, 2, 3, 0, -1, -2, 1, 0});
    add_node(sketch, "one", "w", NULL), add_node(sketch, "one", "v", NULL);
    add_field(sketch, "Sf", "hold", 3, 1, (double[]){0, 0, 0});
    add_node(sketch, "I", "J", "2"), add_node(sketch, "I", "m", "3");
    add_bond(sketch, "w", "J", 3), add_bond(sketch, "w", "arm", 3), add_bond(sketch, "arm", "v", 3);
    add_bond(sketch, "v", "m", 3), add_bond(sketch, "hold", "v", 3);
    check_refused(sketch, "causality-conflict",
                  "one 'v' gets its flow from more than one bond: 'arm_v'");
}

/* Rule C1 is the splitter's rule. */
static void components_of_a_vector_share_their_causality(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "splitter", "s", NULL);
    add_node(sketch, "Se", "a", "1"), add_node(sketch, "Sf", "b", "1"),
        add_node(sketch, "R", "r", "1");
    add_bond(sketch, "a", "s", 1), add_bond(sketch, "b", "s", 1), add_bond(sketch, "s", "r", 2);
    check_refused(sketch, "causality-conflict", "splitter 's' has bonds of different causality");
}

/* A matrix that is not square between what both sides give: components of the bond differ. */
static void components_may_differ_at_a_matrix(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Sf", "u", "U"), add_node(sketch, "one", "v", NULL);
    add_field(sketch, "TF", "t", 1, 2, (const double[]){1, 3});
    add_node(sketch, "I", "m", "M"), add_node(sketch, "R", "r", "R");
    add_bond(sketch, "v", "t", 2), add_bond(sketch, "t", "u", 1), add_bond(sketch, "v", "m", 2);
    add_bond(sketch, "v", "r", 2);
    BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->states.count, 1);
    assert_int_equal(sketch->report.mixed.count, 2);
    assert_int_equal(equations->index, 1);
}

/* Coils that are one, the second on a capacitor: its charge follows the source, its current the
 * source's rate. */
static void a_relation_of_relations_needs_the_rate_of_a_source(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "u", "sin(time)"), add_node(sketch, "one", "a", NULL),
        add_node(sketch, "one", "b", NULL), add_node(sketch, "C", "c", "C");
    add_field(sketch, "I", "l", 2, 2, (const double[]){2, 2, 2, 2});
    add_bonds(sketch, "u a, a l, b l, c b");
    BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->states.count, 1);
    assert_int_equal(equations->index, 2);
    check_contains(equations_of(sketch, equations, SYM_TEXT), "c.q = C*sin(time)");
}

/* Its law goes from charge to voltage; on a source it is read the other way. */
static void a_storage_with_a_law_of_its_own_follows_a_source(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "u", "1 + time"), add_node(sketch, "zero", "j", NULL),
        add_node(sketch, "C", "c", NULL), add_node(sketch, "R", "r", "1");
    node_of(sketch, "c")->effort_law = sketch_sym(sketch, "q + q^3");
    add_bonds(sketch, "u j, j c, j r");
    BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->states.count, 0);
    const BondProgram *program = jd_equations_program(equations, &sketch->arena);
    double *values = jd_bonds_values(sketch->graph, 1, &sketch->arena);
    int block;
    assert_true(
        jd_equations_run(program, 1, values, values, &block)); /* q + q^3 = 2: q = 1, q' = 1/4 */
    const int q = equations->state[find_node(sketch, "c")], f = equations->vars.at[q].dot;
    check_near(values[jd_sym_node(sketch->pool, equations->vars.at[q].name)->name], 1, 1e-12,
               "closed form");
    check_near(values[jd_sym_node(sketch->pool, equations->vars.at[f].name)->name], 0.25, 1e-12,
               "closed form");
}

/* A law that can be read one way only decides the causality. */
static void an_own_law_fixes_the_causality(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "V", "U"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "I", "l", "L"), add_node(sketch, "R", "valve", NULL);
    node_of(sketch, "valve")->effort_law = sketch_sym(sketch, "k*flow*abs(flow)");
    add_bonds(sketch, "V j, j l, j valve");
    check_contains(equations_of(sketch, compiled(sketch), SYM_TEXT),
                   "l.p' = U - k*l.p*abs(l.p/L)/L");
}

/* ---- Backtracking --------------------------------------------------------------------------- */

/* A point of a body: what its speeds are made of, with moduli that turn with the body. */
static void add_point(Sketch *sketch, const char *body, const char *point) {
    static const char *const axes = "xy";
    for (int k = 0; k < 2; k++) {
        Arena *arena = &sketch->arena;
        const char *sum = jd_arena_format(arena, "%s%c", point, axes[k]),
                   *lever = jd_arena_format(arena, "t%s", sum),
                   *speed = jd_arena_format(arena, "%s%c", body, axes[k]),
                   *turn = jd_arena_format(arena, "%sw", body);
        add_node(sketch, "zero", sum, NULL);
        add_node(sketch, "MTF", lever, jd_arena_format(arena, "a_%s", sum));
        add_bond(sketch, speed, sum, 1), add_bond(sketch, turn, lever, 1);
        add_bond(sketch, lever, sum, 1);
    }
}

static void add_body(Sketch *sketch, const char *body, const char *axes) {
    for (; *axes; axes++) {
        Arena *arena = &sketch->arena;
        const char *speed = jd_arena_format(arena, "%s%c", body, *axes),
                   *mass = jd_arena_format(arena, "i%s", speed);
        add_node(sketch, "one", speed, NULL);
        add_node(sketch, "I", mass, jd_arena_format(arena, "m_%s", speed));
        add_bond(sketch, speed, mass, 1);
    }
}

/* Two sums of speeds are one, by a junction between. */
static void add_joint(Sketch *sketch, const char *one, const char *two) {
    const char *between = jd_arena_format(&sketch->arena, "%s_%s", one, two);
    add_node(sketch, "one", between, NULL);
    add_bond(sketch, one, between, 1), add_bond(sketch, between, two, 1);
}

/* A slider-crank of whole bodies, crank, rod and piston: 46 bonds, 8 masses of which one is
 * independent. Masses as they come take causalities that leave others none; the piston's is the
 * last in the text. */
static void a_slider_crank_of_whole_bodies_gets_a_causality(void **state) {
    Sketch *sketch = *state;
    add_body(sketch, "p", "xy"), add_body(sketch, "r", "xyw"), add_body(sketch, "c", "xyw");
    add_point(sketch, "c", "O"), add_point(sketch, "c", "A"), add_point(sketch, "r", "B"),
        add_point(sketch, "r", "D");
    for (int k = 0; k < 3; k++)
        add_node(sketch, "Sf", (const char *const[]){"gx", "gy", "gp"}[k], "0");
    add_bonds(sketch, "Ox gx, Oy gy");
    add_joint(sketch, "Ax", "Bx"), add_joint(sketch, "Ay", "By"), add_joint(sketch, "Dx", "px");
    add_node(sketch, "Se", "torque", "M"), add_node(sketch, "Se", "weight", "G"),
        add_node(sketch, "R", "load", "k"), add_node(sketch, "R", "bearing", "d");
    add_bonds(sketch, "Dy py, gp py, torque cw, weight ry, px load, cw bearing");
    assert_int_equal(sketch->graph->bonds.count, 46);
    BondEquations *equations = compiled(sketch);
    assert_true(sketch->report.tries > 0);
    assert_int_equal(equations->states.count, 1);
    assert_int_equal(equations->dependent.count, 7);
    const BondGraph *graph = sketch->graph;
    for (int b = 0; b < graph->bonds.count; b++)
        assert_true(graph->bonds.at[b].stroke != STROKE_OPEN);
}

/* A ladder of 1 ohm along and 2 ohm across looks like 2 ohm from its beginning, but for
 * 4^-sections. Its voltages halve from one section to the next, down to 1e-45. */
static void a_long_ladder_of_resistors_is_solved(void **state) {
    enum { SECTIONS = 150 };
    Sketch *sketch = *state;
    Arena *arena = &sketch->arena;
    add_node(sketch, "Se", "s", "1"), add_node(sketch, "zero", "u0", NULL);
    add_bond(sketch, "s", "u0", 1);
    for (int n = 0; n < SECTIONS; n++) {
        const char *before = jd_arena_format(arena, "u%d", n),
                   *after = jd_arena_format(arena, "u%d", n + 1),
                   *way = jd_arena_format(arena, "i%d", n),
                   *along = jd_arena_format(arena, "r%d", n),
                   *across = jd_arena_format(arena, "g%d", n);
        add_node(sketch, "one", way, NULL), add_node(sketch, "R", along, "1");
        add_node(sketch, "zero", after, NULL), add_node(sketch, "R", across, "2");
        add_bond(sketch, before, way, 1), add_bond(sketch, way, along, 1);
        add_bond(sketch, way, after, 1), add_bond(sketch, after, across, 1);
    }
    BondEquations *equations = compiled(sketch);
    const BondProgram *program = jd_equations_program(equations, arena);
    double *values = ARENA_NEW(arena, double, jd_sym_names(sketch->pool) + 1), none = 0;
    int block;
    assert_true(jd_equations_run(program, 0, &none, values, &block));
    const Sym current = jd_sym_name(sketch->pool, "s_u0.flow");
    check_near(values[jd_sym_node(sketch->pool, current)->name], 0.5, 1e-13,
               "rounding of 150 unknowns");
}

/* ---- Told ----------------------------------------------------------------------------------- */

static void two_effort_sources_in_parallel_are_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "A", "1"), add_node(sketch, "Se", "B", "2"),
        add_node(sketch, "zero", "j", NULL), add_node(sketch, "R", "r", "1");
    add_bonds(sketch, "A j, B j, j r");
    check_refused(sketch, "causality-conflict",
                  "zero 'j' gets its effort from more than one bond: 'A_j' (from Se 'A') and 'B_j' "
                  "(from Se 'B')");
}

static void two_flow_sources_in_series_are_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Sf", "A", "1"), add_node(sketch, "Sf", "B", "2"),
        add_node(sketch, "one", "j", NULL), add_node(sketch, "R", "r", "1");
    add_bonds(sketch, "A j, B j, j r");
    check_refused(sketch, "causality-conflict",
                  "one 'j' gets its flow from more than one bond: 'A_j' (from Sf 'A') and 'B_j' "
                  "(from Sf 'B')");
}

static void a_junction_that_nothing_decides_is_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "A", "1"), add_node(sketch, "Se", "B", "2"),
        add_node(sketch, "one", "j", NULL);
    add_bonds(sketch, "A j, B j");
    check_refused(sketch, "causality-conflict", "one 'j' gets its flow from none of its bonds");
}

static void wrong_ports_are_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "A", "1"), add_node(sketch, "TF", "t", "2");
    add_bonds(sketch, "A t");
    check_refused(sketch, "node-ports", "TF 't' has 1 bond; it needs 2");
}

static void dimensions_that_do_not_fit_are_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "A", "1"), add_node(sketch, "one", "j", NULL),
        add_node(sketch, "R", "r", "2");
    add_bond(sketch, "A", "j", 1), add_bond(sketch, "j", "r", 3);
    check_refused(sketch, "bond-dimension",
                  "bond 'j_r' has dimension 3; one 'j' has bonds of dimension 1");
}

static void a_field_of_the_wrong_size_is_told_what_a_field_has(void **state) {
    Sketch *sketch = *state;
    add_field(sketch, "I", "m", 2, 2, (double[]){1, 0, 0, 1}), add_node(sketch, "one", "v", NULL);
    add_node(sketch, "R", "d", "1");
    add_bond(sketch, "v", "m", 3), add_bond(sketch, "v", "d", 3);
    check_refused(sketch, "bond-dimension", "is 2 by 2; its bonds want 3 by 3");
    assert_string_equal(first_message(sketch).hint, "a row and a column for each component of its "
                                                    "bonds, or one number for all of them");
}

static void a_modulus_of_zero_is_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "Se", "A", "1"), add_node(sketch, "TF", "t", "1 - 1"),
        add_node(sketch, "R", "r", "2");
    add_bonds(sketch, "A t, t r");
    check_refused(sketch, "modulus-zero", "the modulus of TF 't' is zero");
}

/* Two transformers side by side with equal moduli: the share of each is not decided. */
static void a_loop_of_gain_one_is_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "one", "a", NULL), add_node(sketch, "one", "b", NULL),
        add_node(sketch, "TF", "s", "2"), add_node(sketch, "TF", "t", "2");
    add_node(sketch, "Se", "F", "1"), add_node(sketch, "I", "m", "1"),
        add_node(sketch, "R", "r", "1");
    add_bonds(sketch, "F a, a m, a s, s b, a t, t b, b r");
    check_refused(sketch, "loop-singular", "has no solution");
}

/* The product of the moduli is 1 but for rounding, so that 1 less the gain is a number. Beside
 * resistors the loop has two unknowns, whose determinant is rounding, too. */
static void a_loop_of_gain_one_but_for_rounding_is_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "one", "a", NULL), add_node(sketch, "zero", "b", NULL),
        add_node(sketch, "TF", "s", "0.7"), add_node(sketch, "TF", "t", "1.4285714285714286");
    add_node(sketch, "Se", "F", "5"), add_node(sketch, "R", "r", "3");
    add_bonds(sketch, "F a, a s, s b, b t, t a, b r");
    check_refused(sketch, "loop-singular", "has no solution");
}

static void redundant_constraints_are_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "one", "v", NULL), add_node(sketch, "I", "m", "1"),
        add_node(sketch, "Se", "F", "1");
    add_node(sketch, "MSe", "p", NULL), add_node(sketch, "MSe", "q", NULL);
    node_of(sketch, "p")->constraint.holds = node_of(sketch, "q")->constraint.holds = true;
    add_bonds(sketch, "F v, v m, v p, v q");
    check_refused(sketch, "constraint-redundant",
                  "the sources p, q hold what one of them less would hold, too");
}

/* A ring of junctions whose causality nothing decides: chosen, and told. */
static void an_open_ring_is_chosen_and_told(void **state) {
    Sketch *sketch = *state;
    add_node(sketch, "one", "a", NULL), add_node(sketch, "one", "b", NULL),
        add_node(sketch, "TF", "s", "2"), add_node(sketch, "TF", "t", "3");
    add_bonds(sketch, "a s, s b, b t, t a");
    compiled(sketch);
    jd_bonds_tell(sketch->graph, &sketch->report, sketch->log);
    check_text(first_message(sketch).code, "causality-chosen");
}

/* ---- The pendulum --------------------------------------------------------------------------- */

static void make_pendulum(Sketch *sketch) {
    add_node(sketch, "Se", "G", "m*g");
    add_node(sketch, "one", "vx", NULL), add_node(sketch, "one", "vy", NULL);
    add_node(sketch, "I", "mx", "m"), add_node(sketch, "I", "my", "m");
    add_node(sketch, "MTF", "tx", "2*x"), add_node(sketch, "MTF", "ty", "2*y");
    add_node(sketch, "zero", "circle", NULL);
    add_node(sketch, "MSe", "lambda", NULL);
    node_of(sketch, "lambda")->constraint.holds = true;
    add_bonds(sketch, "vx mx, vy my, G vy, vx tx, tx circle, vy ty, ty circle, circle lambda");
    jd_bonds_add_signal(
        sketch->graph,
        &(BondSignal){.name = "x", .is = sketch_sym(sketch, "vx_mx.flow"), .integrates = true},
        sketch->log);
    jd_bonds_add_signal(
        sketch->graph,
        &(BondSignal){.name = "y", .is = sketch_sym(sketch, "vy_my.flow"), .integrates = true},
        sketch->log);
}

static void the_pendulum_gives_equations_6_to_9(void **state) {
    Sketch *sketch = *state;
    make_pendulum(sketch);
    BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->index, 2);
    check_text(equations_of(sketch, equations, SYM_TEXT),
               "# rates of the states\n"
               "  x'' = -2*lambda*x/m\n"
               "  y'' = g - 2*lambda*y/m\n"
               "\n# what artificial sources hold\n"
               "  lambda.phi'' = 2*x*x'' + 2*x'^2 + 2*y*y'' + 2*y'^2\n"
               "  0 = 2*x*(-2*lambda*x/m) + 2*x'^2 + 2*y*(g - 2*lambda*y/m) + 2*y'^2\n"
               "\n# variables of loops\n"
               "  lambda = m*(g*y + x'^2 + y'^2)/(2*x^2 + 2*y^2)\n"
               "\n# rates of the states, all put in\n"
               "  x'' = -x*(g*y + x'^2 + y'^2)/(x^2 + y^2)\n"
               "  y'' = g - y*(g*y + x'^2 + y'^2)/(x^2 + y^2)\n");
    const char *latex = equations_of(sketch, equations, SYM_LATEX);
    check_contains(latex, "& \\ddot{y} = g - \\frac{y \\, \\left(g \\, y + \\dot{x}^{2} + "
                          "\\dot{y}^{2}\\right)}{x^{2} + y^{2}} \\\\\n");
    check_contains(summary_of(sketch, equations), "independent states      mx.p, my.p\n");
    check_contains(summary_of(sketch, equations), "signal integrators      x, y\n");
}

/* A name with primes, which expressions do not have, in a text: as x1, x2. */
static Sym read_primed(Sketch *sketch, const char *text) {
    const Sym names[] = {sketch_sym(sketch, "x1"), sketch_sym(sketch, "y1")};
    const Sym by[] = {jd_sym_name(sketch->pool, "x'"), jd_sym_name(sketch->pool, "y'")};
    return jd_sym_put(sketch->pool, sketch_sym(sketch, text), names, by, 2);
}

static void check_equal(Sketch *sketch, Sym is, const char *wanted) {
    const Sym difference = jd_sym_normal(
        sketch->pool, jd_sym_subtract(sketch->pool, is, read_primed(sketch, wanted)), NULL);
    if (!jd_sym_is(sketch->pool, difference, 0)) fail_msg("%s differs", wanted);
}

static void with_a_pid_schema_it_gives_equations_10_to_12(void **state) {
    Sketch *sketch = *state;
    make_pendulum(sketch);
    BondConstraint *held = &node_of(sketch, "lambda")->constraint;
    held->alpha = sketch_sym(sketch, "alpha"), held->beta = sketch_sym(sketch, "beta");
    held->integral = sketch_sym(sketch, "x^2 + y^2 - l^2");
    BondEquations *equations = compiled(sketch);
    assert_int_equal(equations->index, 1);
    check_text(equations_of(sketch, equations, SYM_TEXT),
               "# rates of the states\n"
               "  x'' = -2*lambda*x/m\n"
               "  y'' = g - 2*lambda*y/m\n"
               "\n# what artificial sources hold\n"
               "  lambda.phi'' = 2*x*x'' + 2*x'^2 + 2*y*y'' + 2*y'^2\n"
               "  lambda.phi = x^2 - l^2 + y^2\n"
               "  lambda.phi' = 2*x*x' + 2*y*y'\n"
               "  0 = 2*alpha*lambda.phi' + beta^2*lambda.phi + lambda.phi''\n"
               "  0 = 2*alpha*(2*x*x' + 2*y*y') + beta^2*(x^2 - l^2 + y^2) + 2*x*(-2*lambda*x/m) + "
               "2*x'^2 + 2*y*(g - 2*lambda*y/m) + 2*y'^2\n"
               "\n# variables of loops\n"
               "  lambda = m*(2*alpha*(x*x' + y*y') + beta^2*(x^2 - l^2 + y^2)/2 + g*y + x'^2 + "
               "y'^2)/(2*x^2 + 2*y^2)\n"
               "\n# rates of the states, all put in\n"
               "  x'' = -x*(2*alpha*(x*x' + y*y') + beta^2*(x^2 - l^2 + y^2)/2 + g*y + x'^2 + "
               "y'^2)/(x^2 + y^2)\n"
               "  y'' = g - y*(2*alpha*(x*x' + y*y') + beta^2*(x^2 - l^2 + y^2)/2 + g*y + x'^2 + "
               "y'^2)/(x^2 + y^2)\n");
    /* As they are printed in the paper. */
    BondPresent present;
    assert_true(jd_equations_present(equations, &sketch->arena, &present));
    check_equal(sketch, present.sections[2].lines.at[0].right,
                "m/(2*x^2 + 2*y^2)*(y*g + x1^2 + y1^2 + 2*alpha*(x*x1 + y*y1) + beta^2*(x^2 + y^2 "
                "- l^2)/2)");
    check_equal(
        sketch, present.sections[3].lines.at[0].right,
        "-x/(x^2 + y^2)*(y*g + x1^2 + y1^2 + 2*alpha*(x*x1 + y*y1) + beta^2*(x^2 + y^2 - l^2)/2)");
    check_equal(sketch, present.sections[3].lines.at[1].right,
                "g - y/(x^2 + y^2)*(y*g + x1^2 + y1^2 + 2*alpha*(x*x1 + y*y1) + beta^2*(x^2 + y^2 "
                "- l^2)/2)");
}

int main(void) {
#define SKETCH(test) cmocka_unit_test_setup_teardown(test, sketch_open, sketch_close)
    const struct CMUnitTest tests[] = {
        SKETCH(a_series_circuit_has_two_states),
        SKETCH(reversed_bonds_give_the_same_motion),
        SKETCH(rigidly_coupled_masses_have_one_state),
        SKETCH(the_dependent_storage_can_be_chosen),
        SKETCH(a_stroke_by_hand_is_kept),
        SKETCH(a_capacitor_on_a_source_differentiates_it),
        SKETCH(a_resistive_divider_is_solved),
        SKETCH(a_choice_that_leads_nowhere_is_taken_back),
        SKETCH(a_field_may_have_ports_of_both_causalities),
        SKETCH(a_cross_product_is_passed_one_way),
        SKETCH(components_of_a_vector_share_their_causality),
        SKETCH(a_slider_crank_of_whole_bodies_gets_a_causality),
        SKETCH(a_long_ladder_of_resistors_is_solved),
        SKETCH(components_may_differ_at_a_matrix),
        SKETCH(a_relation_of_relations_needs_the_rate_of_a_source),
        SKETCH(a_storage_with_a_law_of_its_own_follows_a_source),
        SKETCH(an_own_law_fixes_the_causality),
        SKETCH(two_effort_sources_in_parallel_are_told),
        SKETCH(two_flow_sources_in_series_are_told),
        SKETCH(a_junction_that_nothing_decides_is_told),
        SKETCH(wrong_ports_are_told),
        SKETCH(dimensions_that_do_not_fit_are_told),
        SKETCH(a_field_of_the_wrong_size_is_told_what_a_field_has),
        SKETCH(a_modulus_of_zero_is_told),
        SKETCH(a_loop_of_gain_one_is_told),
        SKETCH(a_loop_of_gain_one_but_for_rounding_is_told),
        SKETCH(redundant_constraints_are_told),
        SKETCH(an_open_ring_is_chosen_and_told),
        SKETCH(the_pendulum_gives_equations_6_to_9),
        SKETCH(with_a_pid_schema_it_gives_equations_10_to_12),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
