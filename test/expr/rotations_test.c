/* SPDX-License-Identifier: MIT
 *
 * Vectors and rotations in expressions: each way to give a rotation against the others. */
#include "expr/fresh.h"
#include "math/math.h"

static const Scope scope = {.arena = &arena};

static const Expr *parse(const char *text) {
    Source *source = ARENA_NEW(&arena, Source, 1);
    *source = (Source){"a.jd", text, strlen(text)};
    const Expr *expr = jd_expr_parse(source, &arena, log_);
    if (!expr) fail_msg("'%s': %s", text, jd_log_message(log_, 0).text);
    return expr;
}

static Value value_of(const char *text) {
    const Value value = jd_expr_value(parse(text), &scope, log_);
    if (!value.count) fail_msg("'%s': %s", text, jd_log_message(log_, 0).text);
    return value;
}

static void check_vector(const char *text, double x, double y, double z) {
    const Value value = value_of(text);
    assert_int_equal(value.count, 3);
    check_near(value.v[0], x, 4e-16 * (1 + fabs(x)), text);
    check_near(value.v[1], y, 4e-16 * (1 + fabs(y)), text);
    check_near(value.v[2], z, 4e-16 * (1 + fabs(z)), text);
}

static Axes axes_of(const char *text) {
    const Value value = value_of(text);
    assert_int_equal(value.count, 3);
    assert_true(jd_dim_equal(value.dim, (Dim){0}) && !value.plain);
    const Vec3 v = vec3(value.v[0], value.v[1], value.v[2]);
    check_near(fmax(vec3_norm(v), pi), pi, 1e-15, "no longer than half a turn");
    return jd_axes_from_vector(v);
}

/* Both texts are the same rotation. */
static void check_same(const char *text, const char *other) {
    const Axes a = axes_of(text), b = axes_of(other), off = jd_axes_relative(&a, &b);
    check_near(vec3_norm(jd_axes_to_vector(&off)), 0, 2e-15, text);
}

static void check_mistake(const char *text, const char *code, const char *message,
                          const char *hint) {
    end(NULL);
    begin(NULL);
    const Value value = jd_expr_value(parse(text), &scope, log_);
    assert_int_equal(value.count, 0);
    if (jd_log_errors(log_) != 1) fail_msg("'%s': %d errors", text, jd_log_errors(log_));
    check_text(jd_log_message(log_, 0).text, message);
    check_text(jd_log_message(log_, 0).code, code);
    check_text(jd_log_message(log_, 0).hint, hint);
    assert_non_null(jd_code_find(code));
}

/* ---- Values --------------------------------------------------------------------------------- */

static void unit_vectors_have_length_one_and_no_dimension(void **state) {
    (void)state;
    check_vector("unit([0, 3, -4] mm)", 0, 0.6, -0.8);
    check_vector("unit([1e-300, 0, 0])", 1, 0, 0);
    const Value plane = value_of("unit([3, 4] m)");
    assert_true(plane.count == 2 && plane.plain && jd_dim_equal(plane.dim, (Dim){0}));
    check_near(plane.v[0], 0.6, 1e-16, "in the plane too");
    const Value force = value_of("5 N*unit([0, 0, 2])");
    assert_true(jd_dim_equal(force.dim, (Dim){1, 1, -2}) && force.v[2] == 5);
    check_vector("if(1, [1, 2, 3], unit([0, 0, 0]))", 1, 2, 3);
}

static void a_turn_is_its_axis_times_its_angle(void **state) {
    (void)state;
    check_vector("turn([0, 0, 2] m, 30 deg)", 0, 0, pi / 6);
    check_vector("turn([0, 3, 4], -1)", 0, -0.6, -0.8);
    check_vector("turn([1, 0, 0], 180 deg)", pi, 0, 0);
    check_vector("turn([1, 0, 0], 270 deg)", -pi / 2, 0, 0);
    check_vector("turn([1, 0, 0], 3 rev)", 0, 0, 0);
    check_vector("if(0, turn([0, 0, 0], 1), turn([0, 1, 0], 1))", 0, 1, 0);
}

static void each_way_gives_the_same_rotation(void **state) {
    (void)state;
    const char *third = "turn([1, 1, 1], 120 deg)";
    check_same("quaternion(0.5, 0.5, 0.5, 0.5)", third);
    check_same("quaternion(-7, -7, -7, -7)", third);
    check_same("quaternion(1e-200, 1e-200, 1e-200, 1e-200)", third);
    check_same("matrix([0, 0, 1], [1, 0, 0], [0, 1, 0])", third);
    check_same("axes_xy([0, 2, 0] m, [0, 3, 5])", third);
    check_same("axes_xz([0, 2, 0] m, [9, -3, 0])", third);
    check_same("cardan(90 deg, 90 deg, 0)", third);
    check_same("quaternion(0, 0, 1, 0)", "turn([0, 1, 0], 180 deg)");
    check_same("matrix([-1, 0, 0], [0, 1, 0], [0, 0, -1])", "turn([0, 1, 0], 180 deg)");
    /* Rows: the second column is where y goes. */
    check_same("matrix([0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1])", "turn([0, 0, 1], atan2(3, 4))");
    check_vector("turned(matrix([0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1]), [0, 1, 0])", -0.6, 0.8,
                 0);
}

static void a_matrix_of_few_digits_is_the_nearest_rotation(void **state) {
    (void)state;
    const Axes a = axes_of("matrix([0.8660254, -0.5, 0], [0.5, 0.8660254, 0], [0, 0, 1])");
    const Axes exact = axes_of("turn([0, 0, 1], 30 deg)");
    const Axes off = jd_axes_relative(&a, &exact);
    check_near(vec3_norm(jd_axes_to_vector(&off)), 0, 4e-8, "seven digits");
}

static void sequences_turn_about_the_turned_axes(void **state) {
    (void)state;
    static const char *const all[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx",
                                      "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++) {
        char text[64], turns[200];
        const char *unit[3];
        for (int k = 0; k < 3; k++)
            unit[k] = all[n][k] == 'x' ? "[1, 0, 0]" : all[n][k] == 'y' ? "[0, 1, 0]" : "[0, 0, 1]";
        snprintf(text, sizeof text, "euler_%s(20 deg, 0.7, -100 deg)", all[n]);
        snprintf(turns, sizeof turns,
                 "then(then(turn(%s, 20 deg), turn(%s, 0.7)), turn(%s, -100 deg))", unit[0],
                 unit[1], unit[2]);
        check_same(text, turns);
    }
    check_same("cardan(1, 0.5, -2)", "euler_xyz(1, 0.5, -2)");
}

static void turns_follow_each_other_and_go_back(void **state) {
    (void)state;
    check_vector("inverse(turn([0, 0, 1], 30 deg))", 0, 0, -pi / 6);
    check_vector("then(cardan(1, 2, 3), inverse(cardan(1, 2, 3)))", 0, 0, 0);
    check_vector("inverse([0, 0, 3*pi/2])", 0, 0, pi / 2);
    /* About z, and then about the x that has gone to y. */
    check_vector("turned(then(turn([0, 0, 1], 90 deg), turn([1, 0, 0], 90 deg)), [0, 1, 0])", 0, 0,
                 1);
}

static void a_turned_vector_keeps_its_dimension(void **state) {
    (void)state;
    check_vector("turned(turn([0, 0, 1], 90 deg), [2, 0, 5] mm)", 0, 0.002, 0.005);
    const Value value = value_of("turned(cardan(1, 2, 3), [1, 2, 3] N)");
    assert_true(jd_dim_equal(value.dim, (Dim){1, 1, -2}) && !value.plain);
    check_near(hypot(hypot(value.v[0], value.v[1]), value.v[2]), sqrt(14), 1e-15, "its length");
    assert_true(value_of("turned(cardan(1, 2, 3), [1, 2, 3])").plain);
}

/* ---- Mistakes ------------------------------------------------------------------------------- */

static void what_makes_no_rotation_is_explained(void **state) {
    (void)state;
    const char *code = "rotation-not-valid";
    check_mistake("unit([0, 0, 0] m)", "expression-not-finite",
                  "this vector is zero: it has no direction", NULL);
    check_mistake("turn([0, 0, 0], 1)", code, "the axis of the turn is a zero vector",
                  "an axis is a direction, such as [0, 0, 1]; its length does not matter");
    check_mistake("quaternion(0, 0, 0, 0)", code, "all four numbers of this quaternion are zero",
                  "no turn is quaternion(1, 0, 0, 0); the first number is the cosine of half the "
                  "angle");
    const char *digits = "give more digits, or two directions: axes_xy(x, y)";
    check_mistake("matrix([1, 0, 0], [0, 1.1, 0], [0, 0, 1])", code,
                  "these rows are no rotation: the length of row 2 is 1.1, not 1", digits);
    check_mistake("matrix([0.6, 0.8, 0], [0, 1, 0], [0, 0, 1])", code,
                  "these rows are no rotation: rows 1 and 2 are not at right angles, their product "
                  "is 0.8",
                  digits);
    check_mistake("matrix([0.6, 0, 0.8], [0, 1, 0], [0.8, 0, 0.6])", code,
                  "these rows are no rotation: rows 1 and 3 are not at right angles, their product "
                  "is 0.96",
                  digits);
    check_mistake("matrix([0, 1, 0], [1, 0, 0], [0, 0, 1])", code,
                  "these rows are a mirror, not a rotation", digits);
    check_mistake("axes_xy([1, 2, 3], [-2, -4, -6] m)", code,
                  "the two vectors are parallel: they do not tell the attitude",
                  "x points along the first vector, and to the side of the second points y");
    check_mistake("axes_xz([1, 0, 0], [0, 0, 0])", code, "this vector is zero: it has no direction",
                  "x points along the first vector, and to the side of the second points z");
}

static void wrong_arguments_are_explained(void **state) {
    (void)state;
    check_mistake("turn([1, 0, 0], 2 mm)", "dimension-mismatch",
                  "the argument of turn must be a plain number or angle; this is a length (m)",
                  "turn(axis, angle): rotation about an axis in space");
    check_mistake("turn([1, 0], 2)", "function-arguments",
                  "turn needs a vector of 3 numbers here; this is a vector of 2 numbers",
                  "turn(axis, angle): rotation about an axis in space");
    check_mistake("cardan([1, 2, 3], 1, 2)", "function-arguments",
                  "cardan needs a single number here; this is a vector of 3 numbers",
                  "a component is written A.x, the length norm(A)");
    check_mistake("quaternion(1, 0, 0)", "function-arguments", "quaternion has 3 arguments here",
                  "quaternion(w, x, y, z): rotation of a quaternion of any length");
    check_mistake("inverse([1, 0, 0] m)", "dimension-mismatch",
                  "argument 1 of inverse must be a plain number or angle; this is a length (m)",
                  NULL);
    check_mistake("turned(1, [1, 2, 3])", "function-arguments",
                  "turned needs a vector of 3 numbers here; this is a single number",
                  "turned(r, v): the vector v, turned by the rotation r");
    check_mistake("unit(3)", "function-arguments",
                  "unit needs a vector here; this is a single number",
                  "unit(a): the vector of length 1 in the direction of a");
    check_mistake("euler_zxx(1, 2, 3)", "function-unknown", "there is no function 'euler_zxx'",
                  "did you mean 'euler_zxy'?");
    check_mistake("turn([0, 0, 1], 1/0)", "expression-not-finite", "this divides by zero",
                  "change the numbers that go into it; if(condition, a, b) keeps away from a bad "
                  "place");
}

/* ---- Programs ------------------------------------------------------------------------------- */

static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    (void)inputs, (void)name, (void)span;
    *slot = 0;
    *dim = (Dim){0};
    return true;
}

static Program *compile(const char *text) {
    Inputs inputs = {.find = find_input};
    return jd_program_new(parse(text), &inputs, (Dim){0}, "angle", &arena, log_);
}

static void programs_turn_vectors_by_constant_rotations(void **state) {
    (void)state;
    const double u = 0.3;
    const Program *program = compile("turned(turn([0, 0, 1], 0.5), [u, 2*u, 1]).x + "
                                     "10*unit([3*u, 4*u, 0]).y");
    assert_non_null(program);
    check_near(jd_program_eval(program, 0, &u), 0.3 * cos(0.5) - 0.6 * sin(0.5) + 8, 2e-15,
               "by hand");
    double jet[3];
    program = compile("turned(turn([0, 0, 1], 0.5), [time, 2*time^2, 0]).x");
    assert_non_null(program);
    jd_program_jet(program, 0.7, &u, jet);
    check_near(jet[1], cos(0.5) - 4 * 0.7 * sin(0.5), 2e-15, "its rate");
    check_near(jet[2], -4 * sin(0.5), 2e-15, "its acceleration");
    program = compile("dot(turn([0, 0, 1], 0.5), [u, u, u])");
    assert_non_null(program);
    check_near(jd_program_eval(program, 0, &u), 0.15, 1e-16, "a constant rotation");
}

static void rotations_that_change_during_the_run_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"turn([0, 0, 1], u).x", "cardan(0, time/(1 s), 0).y",
                                        "turned([0, 0, u], [1, 0, 0]).x", "inverse([u, 0, 0]).x"};
    for (int n = 0; n < 4; n++) {
        assert_null(compile(texts[n]));
        assert_int_equal(jd_log_errors(log_), n + 1);
        check_text(jd_log_message(log_, n).code, "function-arguments");
        check_contains(jd_log_message(log_, n).text,
                       "needs a value that is known before the run; this one changes");
        assert_non_null(jd_log_message(log_, n).hint);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(unit_vectors_have_length_one_and_no_dimension),
        TEST(a_turn_is_its_axis_times_its_angle),
        TEST(each_way_gives_the_same_rotation),
        TEST(a_matrix_of_few_digits_is_the_nearest_rotation),
        TEST(sequences_turn_about_the_turned_axes),
        TEST(turns_follow_each_other_and_go_back),
        TEST(a_turned_vector_keeps_its_dimension),
        TEST(what_makes_no_rotation_is_explained),
        TEST(wrong_arguments_are_explained),
        TEST(programs_turn_vectors_by_constant_rotations),
        TEST(rotations_that_change_during_the_run_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
