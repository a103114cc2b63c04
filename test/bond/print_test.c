/* SPDX-License-Identifier: MIT
 *
 * Equations as C: with states and the time given, what is printed compiles as it stands and gives
 * the rates of the run. The graphs have laws of their own, loops, storages that follow others, and
 * a field. */
#include "bond/sketch.h"

static const char *printed_as_c(Sketch *sketch, BondEquations *equations) {
    BondPresent present;
    Text text = {0};
    assert_true(jd_equations_present(equations, &sketch->arena, &present));
    assert_true(jd_equations_print(&present, SYM_C, &text));
    const char *kept = jd_arena_copy(&sketch->arena, text.at);
    jd_text_free(&text);
    return kept;
}

/* The name of a state in C: "L.p" is L_p. */
static const char *c_name(Sketch *sketch, Sym name) {
    Text text = {0};
    jd_sym_print(sketch->pool, name, SYM_C, &text);
    const char *kept = jd_arena_copy(&sketch->arena, text.at);
    jd_text_free(&text);
    return kept;
}

static double state_at(int n) {
    return 0.4 + 0.3 * n;
}

static void write_program(Sketch *sketch, BondEquations *equations, const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "#include <math.h>\n#include <stdio.h>\nint main(void) {\n    const double time = 0.3");
    for (int n = 0; n < equations->states.count; n++)
        fprintf(file, ", %s = %.17g",
                c_name(sketch, equations->vars.at[equations->states.at[n]].name), state_at(n));
    fprintf(file, ";\n    (void)time;\n%s", printed_as_c(sketch, equations));
    for (int n = 0; n < equations->states.count; n++) {
        const int dot = equations->vars.at[equations->states.at[n]].dot;
        fprintf(file, "    printf(\"%%.17g\\n\", %s);\n",
                c_name(sketch, equations->vars.at[dot].name));
    }
    fprintf(file, "    return 0;\n}\n");
    fclose(file);
}

static void check_c(Sketch *sketch, const char *name) {
    BondEquations *equations = compile_sketch(sketch);
    if (!equations) jd_log_print(sketch->log, stderr);
    assert_non_null(equations);
    const char *path = jd_arena_format(&sketch->arena, "%s/bond_%s.c", JD_SCRATCH, name);
    const char *program = jd_arena_format(&sketch->arena, "%s/bond_%s", JD_SCRATCH, name);
    write_program(sketch, equations, path);
    assert_int_equal(
        system(jd_arena_format(&sketch->arena, "%s -std=c11 -ffp-contract=off -o %s %s -lm",
                               JD_C_COMPILER, program, path)),
        0);
    double states[16];
    double *values = ARENA_NEW(&sketch->arena, double, jd_sym_names(sketch->pool) + 1);
    int block;
    for (int n = 0; n < equations->states.count; n++) states[n] = state_at(n);
    assert_true(jd_equations_run(jd_equations_program(equations, &sketch->arena), 0.3, states,
                                 values, &block));
    FILE *said = popen(program, "r");
    assert_non_null(said);
    for (int n = 0; n < equations->states.count; n++) {
        const int dot = equations->vars.at[equations->states.at[n]].dot;
        const double rate = values[jd_sym_node(sketch->pool, equations->vars.at[dot].name)->name];
        double is = NAN;
        assert_int_equal(fscanf(said, "%lf", &is), 1);
        check_near(is, rate, 1e-13 * (1 + fabs(rate)), "rounding of another order of terms");
    }
    pclose(said);
}

/* Two coils follow a capacitor over a gyrator and a lever: a loop of their rates. */
static void derivative_causality_compiles(void **state) {
    Sketch *s = *state;
    add_node(s, "Se", "s", "2*sin(3*time)"), add_node(s, "one", "a", NULL),
        add_node(s, "I", "L", "0.7");
    add_node(s, "R", "r", "0.5"), add_node(s, "TF", "tf", "1.7"), add_node(s, "zero", "z", NULL);
    add_node(s, "C", "c", "0.9"), add_node(s, "GY", "g", "0.6"), add_node(s, "one", "b", NULL);
    add_node(s, "I", "L2", "1.1"), add_node(s, "TF", "tg", "2.5"), add_node(s, "one", "d", NULL);
    add_node(s, "I", "L3", "0.4"), add_node(s, "R", "r2", "0.8"), add_node(s, "R", "r3", "1.8");
    add_bond(s, "s", "a", 1), add_bond(s, "a", "L", 1), add_bond(s, "a", "r", 1),
        add_bond(s, "a", "tf", 1);
    add_bond(s, "tf", "z", 1), add_bond(s, "z", "c", 1), add_bond(s, "z", "g", 1),
        add_bond(s, "g", "b", 1);
    add_bond(s, "b", "L2", 1), add_bond(s, "b", "tg", 1), add_bond(s, "tg", "d", 1),
        add_bond(s, "d", "L3", 1);
    add_bond(s, "d", "r2", 1), add_bond(s, "z", "r3", 1);
    check_c(s, "derivative");
}

/* Resistors that see each other, and a field at vector bonds. */
static void loops_of_resistors_compile(void **state) {
    Sketch *s = *state;
    add_node(s, "Se", "s", "1 + time^2"), add_node(s, "one", "a", NULL),
        add_node(s, "R", "r1", "2");
    add_node(s, "zero", "z", NULL), add_node(s, "R", "r2", "3"), add_node(s, "one", "b", NULL);
    add_node(s, "R", "r3", "5"), add_node(s, "zero", "y", NULL), add_node(s, "R", "r4", "7");
    add_node(s, "TF", "t", "1.5"), add_node(s, "one", "m", NULL);
    add_field(s, "I", "f", 1, 1, (double[]){2.5});
    add_bond(s, "s", "a", 1), add_bond(s, "a", "r1", 1), add_bond(s, "a", "z", 1),
        add_bond(s, "z", "r2", 1);
    add_bond(s, "z", "b", 1), add_bond(s, "b", "r3", 1), add_bond(s, "b", "y", 1),
        add_bond(s, "y", "r4", 1);
    add_bond(s, "y", "t", 1), add_bond(s, "t", "m", 1), add_bond(s, "m", "f", 1);
    check_c(s, "resistors");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(derivative_causality_compiles, sketch_open, sketch_close),
        cmocka_unit_test_setup_teardown(loops_of_resistors_compile, sketch_open, sketch_close)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
