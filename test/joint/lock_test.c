/* SPDX-License-Identifier: MIT
 *
 * Reading locks: what is one, what is refused and where, and the numbers of the routine behind all
 * of them in cases known by hand. */
#include "joint/motion.h"

/* ---- What is a lock ------------------------------------------------------------------------- */

static const Field two_fields[TYPE_FIELDS] = {{.name = "length", .unit = "m"},
                                              {.name = "ratio", .unit = "1"}};
static const double two_values[TYPE_FIELDS] = {0.25, 3};

static void check_canonical(const char *text, const char *canonical) {
    JdLog *log = jd_log_new();
    Lock lock;
    Text out = {0};
    if (!jd_lock_parse(text, two_fields, two_values, nowhere, &lock, log)) {
        jd_log_print(log, stderr);
        fail_msg("'%s' is no lock", text);
    }
    jd_lock_write(&lock, &out);
    check_text(out.at, canonical);
    jd_text_free(&out);
    jd_log_free(log);
}

static void sums_of_scalar_products_are_locks(void **state) {
    (void)state;
    check_canonical("d.yi", "d.yi");
    check_canonical("yi.d", "d.yi");
    check_canonical("dot(xj, xi)", "xi.xj");
    check_canonical("d.(xi + 2*yj)", "d.xi + 2*d.yj");
    check_canonical("(ON - OM).(yi)", "ON.yi - OM.yi");
    check_canonical("-(d.d - length^2)/2", "-0.5*d.d + 0.03125");
    check_canonical("ratio*d.xi - length", "3*d.xi - 0.25");
    check_canonical("d.d - 2 cm", "d.d - 0.02");
    check_canonical("yj.vd", "vd.yj");
    check_canonical("sqrt(4)*d.xi + cos(0)*xi.yj", "2*d.xi + xi.yj");
}

static void turns_and_frees_stand_in_sums(void **state) {
    (void)state;
    check_canonical("turn(z)", "turn(z)");
    check_canonical("d.zi - length/(2*pi)*turn(z)", "d.zi - 0.039788735772973836*turn(z)");
    check_canonical("(turn(x) - d.xi)*2 + turn(x)", "-2*d.xi + 3*turn(x)");
    check_canonical("turn(y)/ratio*3 - 1", "turn(y) - 1");
    check_canonical("turn(x) - turn(x) + d.xi", "d.xi");
    check_canonical("qi + ratio*qj", "qi + 3*qj");
    check_canonical("length - (qj - qi)/2", "0.5*qi - 0.5*qj + 0.25");
    check_canonical("zj.w - 2*vd.up + ahead.vN", "w.zj - 2*vd.up + vN.ahead");
}

static void like_terms_are_merged(void **state) {
    (void)state;
    check_canonical("d.xi + xi.d", "2*d.xi");
    check_canonical("(d + xi).(d - xi)", "d.d - 1");
    check_canonical("d.xi + xi.yi + 2*xi.xi - 3*y0.y0", "d.xi - 1");
    check_canonical("d.yi + d.xi - d.yi", "d.xi");
}

/* ---- What is none --------------------------------------------------------------------------- */

static void check_refused(const char *text, const char *code, int column, int length) {
    JdLog *log = jd_log_new();
    Lock lock;
    assert_false(jd_lock_parse(text, two_fields, two_values, nowhere, &lock, log));
    if (jd_log_count(log) != 1) fail_msg("'%s' gave %d messages", text, jd_log_count(log));
    const JdMessage message = jd_log_message(log, 0);
    check_text(message.code, code);
    check_text(message.source, text);
    if (message.column != column || message.length != length)
        fail_msg("'%s' is refused at %d, length %d", text, message.column, message.length);
    assert_non_null(message.hint);
    jd_log_free(log);
}

static void what_is_no_sum_is_refused_where_it_stands(void **state) {
    (void)state;
    check_refused("d.xi + d.yi*xi.yj", "lock-not-a-sum", 8, 10);
    check_refused("d.xi + d*yi", "lock-not-a-sum", 8, 4);
    check_refused("d.xi + d", "lock-not-a-sum", 1, 8);
    check_refused("d", "lock-not-a-sum", 1, 1);
    check_refused("d.xi - sqrt(d.d)", "lock-not-a-sum", 8, 9);
    check_refused("1/(d.d)", "lock-not-a-sum", 3, 5);
    check_refused("(d.d)^2", "lock-not-a-sum", 1, 7);
    check_refused("d.yi == 2", "lock-not-a-sum", 1, 9);
    check_refused("d.length", "lock-not-a-sum", 1, 8);
}

static void unknown_names_are_refused_where_they_stand(void **state) {
    (void)state;
    check_refused("2*d.yii", "lock-name-unknown", 5, 3);
    check_refused("d.yi - lenght", "lock-name-unknown", 8, 6);
    check_refused("foo(2)*d.yi", "lock-name-unknown", 1, 6);
}

static void positions_and_velocities_do_not_mix(void **state) {
    (void)state;
    check_refused("vd.yj + d.yi", "lock-velocity-mixed", 1, 12);
    check_refused("d.yi + vd.vM", "lock-velocity-mixed", 8, 5);
}

static void turns_are_about_one_axis(void **state) {
    (void)state;
    check_refused("turn(x) + turn(y)", "lock-not-a-sum", 1, 17);
    check_refused("turn(z)*turn(z)", "lock-not-a-sum", 1, 15);
    check_refused("d.xi - turn(u)", "lock-name-unknown", 8, 7);
    check_refused("turn(x, y)", "lock-name-unknown", 1, 10);
    check_refused("vd.xi + turn(z)", "lock-velocity-mixed", 1, 15);
    check_refused("d.xi*turn(z)", "lock-not-a-sum", 1, 12);
}

static void frees_are_coupled_with_frees_only(void **state) {
    (void)state;
    check_refused("qi + d.xi", "lock-coupling", 1, 9);
    check_refused("qi - 2*turn(z) + qj", "lock-coupling", 1, 19);
    check_refused("qi - 1", "lock-coupling", 1, 6);
    check_refused("2*qj", "lock-coupling", 1, 4);
    check_refused("qi*qj", "lock-not-a-sum", 1, 5);

    JdLog *log = jd_log_new();
    Lock locks[JOINT_LOCKS];
    const JointType couples = {.name = "wrong", .locks = {"d.xi"}, .couples = true};
    const JointType connects = {.name = "wrong", .locks = {"qi - qj"}};
    assert_int_equal(jd_joint_locks(&couples, true, NULL, locks, NULL, nowhere, log), -1);
    assert_int_equal(jd_joint_locks(&connects, true, NULL, locks, NULL, nowhere, log), -1);
    assert_int_equal(jd_log_count(log), 2);
    for (int n = 0; n < 2; n++) check_text(jd_log_message(log, n).code, "lock-coupling");
    jd_log_free(log);
}

static void a_constant_is_no_lock(void **state) {
    (void)state;
    check_refused("length", "lock-constant", 1, 6);
    check_refused("xi.xi", "lock-constant", 1, 5);
    check_refused("d.xi - xi.d", "lock-constant", 1, 11);
}

static void division_by_zero_is_refused(void **state) {
    (void)state;
    check_refused("d.yi/(ratio - 3)", "lock-divides-by-zero", 6, 11);
    check_refused("d.yi*(ratio - 3)^(-1)", "lock-divides-by-zero", 6, 16);
}

static void what_is_no_expression_is_refused_where_it_breaks(void **state) {
    (void)state;
    check_refused("d.(xi", "lock-syntax", 3, 1);
    check_refused("d.yi +", "lock-syntax", 7, 1);
}

static void too_long_and_too_deep_locks_are_refused(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    Lock lock;
    Text deep = {0};
    for (int n = 0; n < 2000; n++) jd_text_print(&deep, "d.xi + ");
    jd_text_print(&deep, "d.yi");
    assert_false(jd_lock_parse(deep.at, NULL, NULL, nowhere, &lock, log));
    assert_int_equal(jd_log_count(log), 1);
    assert_false(jd_lock_parse("(d + OM + ON + xi + yi + zi).(xj + yj + zj)", NULL, NULL, nowhere,
                               &lock, log));
    check_text(jd_log_message(log, 1).code, "lock-too-long");
    jd_text_free(&deep);
    jd_log_free(log);
}

static void place_in_a_file_is_that_of_the_word(void **state) {
    (void)state;
    const char *line = "    lock d.yi - lenght   # offset";
    const Where where = {"my.jd", 7, 10, 13, line};
    JdLog *log = jd_log_new();
    Lock lock;
    assert_false(jd_lock_parse("d.yi - lenght", two_fields, two_values, where, &lock, log));
    const JdMessage message = jd_log_message(log, 0);
    check_text(message.file, "my.jd");
    assert_int_equal(message.line, 7);
    assert_int_equal(message.column, 17);
    assert_int_equal(message.length, 6);
    check_text(message.source, line);
    check_contains(message.hint, "did you mean 'length'?");
    jd_log_free(log);
}

static void lock_from_an_expression_is_the_same(void **state) {
    (void)state;
    const char *text = "ratio*d.(xi + yj) - length";
    const Source source = {"x", text, strlen(text)};
    Arena arena = {0};
    Lock a, b;
    Text text_a = {0}, text_b = {0};
    const Expr *expr = jd_expr_parse(&source, &arena, NULL);
    assert_non_null(expr);
    assert_true(jd_lock_from_expr(expr, two_fields, two_values, &a, NULL));
    assert_true(jd_lock_parse(text, two_fields, two_values, nowhere, &b, NULL));
    jd_lock_write(&a, &text_a), jd_lock_write(&b, &text_b);
    check_text(text_a.at, text_b.at);
    jd_text_free(&text_a), jd_text_free(&text_b);
    jd_arena_free(&arena);
}

/* ---- Numbers known by hand ------------------------------------------------------------------ */

static Lock parsed(const char *text) {
    Lock lock;
    assert_true(jd_lock_parse(text, NULL, NULL, nowhere, &lock, NULL));
    return lock;
}

static void moments_are_about_the_centres_of_mass(void **state) {
    (void)state;
    const Side i = {.p = {1, 0, 0}, .arm = {1, 0, 0}, .axes = unit_axes};
    const Side j = {.p = {1, 3, 0}, .arm = {0, 2, 0}, .axes = unit_axes};
    const Lock lock = parsed("d.yi");
    const LockRow row = jd_lock_eval(&lock, &i, &j);
    check_near(row.f, 3, 0, "N is 3 above M");
    check_near(row.force_i.y, -1, 0, "force on i");
    check_near(row.moment_i.z, -1, 0, "-1 at an arm of 1, and d x yi is zero");
    check_near(row.force_j.y, 1, 0, "force on j");
    check_near(row.moment_j.z, 0, 0, "along its arm");
}

/* ER4: off the lock's position the term -w^2 f stays. */
static void drift_does_not_drop_the_centrifugal_term(void **state) {
    (void)state;
    const Side i = {.axes = unit_axes, .w = {0, 0, 5}};
    const Side j = {.p = {0, 0.01, 0}, .axes = unit_axes};
    const Lock lock = parsed("d.yi");
    check_near(jd_lock_eval(&lock, &i, &j).bias, -25 * 0.01, 1e-17, "-w^2 f");
}

/* ER1: the test point of the errata, f = xi.yj. */
static void product_of_rates_has_the_sign_of_the_appendix(void **state) {
    (void)state;
    const double ti = 0.7, tj = 0.2, wi = 1.3, wj = -0.4;
    Side i = {.w = {0, 0, wi}}, j = {.w = {0, 0, wj}};
    i.axes = turned_axes(vec3(0, 0, ti), unit_axes);
    j.axes = turned_axes(vec3(0, 0, tj), unit_axes);
    const Lock lock = parsed("xi.yj");
    const double bias = -(wi - wj) * (wi - wj) * sin(ti - tj);
    check_near(jd_lock_eval(&lock, &i, &j).bias, bias, 1e-15, "second derivative of sin(ti - tj)");
}

static void rod_measures_metres(void **state) {
    (void)state;
    const JointType *rod = jd_joint_find("distance");
    const double values[TYPE_FIELDS] = {2};
    Lock locks[JOINT_LOCKS];
    assert_int_equal(jd_joint_locks(rod, true, values, locks, NULL, nowhere, NULL), 1);
    const Side i = {.axes = unit_axes}, j = {.p = {2.001, 0, 0}, .axes = unit_axes};
    const LockRow row = jd_lock_eval(&locks[0], &i, &j);
    check_near(row.f, 0.001, 3e-7, "1 mm too long");
    check_near(row.force_j.x, 1.0005, 1e-15, "a unit force along the rod");
}

static void frees_are_measured_by_locks(void **state) {
    (void)state;
    static const FreeDef defs[JOINT_FREES] = {SLIDE(Y), TURN(Z), TURN_AS(X, "u", "v", "w")};
    static const char *const texts[] = {"d.yi", "turn(z of z x)", "turn(x of z x)"};
    const FreeDef *frees[JOINT_FREES];
    const int count = list_frees(defs, frees);
    for (int n = 0; n < count; n++) {
        Lock lock;
        Text out = {0};
        assert_false(jd_free_lock(frees, count, n, &lock, NULL));
        jd_lock_write(&lock, &out);
        check_text(out.at, texts[n]);
        jd_text_free(&out);
    }
    Lock alone;
    Text out = {0};
    assert_false(jd_free_lock(&frees[1], 1, 0, &alone, NULL));
    jd_lock_write(&alone, &out);
    check_text(out.at, "turn(z)");
    jd_text_free(&out);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void types_are_found_by_name_and_alias(void **state) {
    (void)state;
    check_text(jd_joint_find("hinge")->name, "revolute");
    check_text(jd_joint_find("sphere-in-cylinder")->name, "pin-in-slot");
    check_text(jd_joint_find("skate")->name, "knife-edge");
    assert_null(jd_joint_find("sled"));
    assert_null(jd_joint_find(NULL));
    Nearest nearest = {.word = "revolut"};
    jd_joint_suggest(&nearest);
    check_text(nearest.best, "revolute");
}

static void the_plane_keeps_locks_without_z_and_frees_within_it(void **state) {
    (void)state;
    const double values[TYPE_FIELDS] = {1};
    const char *texts[JOINT_LOCKS];
    const FreeDef *frees[JOINT_FREES];
    Lock locks[JOINT_LOCKS];
    const JointType *slot = jd_joint_find("pin-in-slot");
    assert_int_equal(jd_joint_locks(slot, false, values, locks, texts, nowhere, NULL), 2);
    assert_int_equal(jd_joint_frees(slot, false, frees), 4);
    assert_int_equal(jd_joint_locks(slot, true, values, locks, texts, nowhere, NULL), 1);
    check_text(texts[0], "d.yi");
    assert_int_equal(jd_joint_frees(slot, true, frees), 2);
    check_text(frees[0]->position, "travel");
    check_text(frees[1]->position, "angle");
}

static void ball_is_a_hinge_in_the_plane(void **state) {
    (void)state;
    const FreeDef *frees[JOINT_FREES];
    Lock locks[JOINT_LOCKS], lock;
    const JointType *ball = jd_joint_find("spherical");
    assert_int_equal(jd_joint_locks(ball, true, NULL, locks, NULL, nowhere, NULL), 2);
    assert_int_equal(jd_joint_frees(ball, true, frees), 1);
    check_text(frees[0]->position, "angle");
    check_text(frees[0]->rate, "rate");
    assert_int_equal(frees[0]->kind, FREE_TURN);
    assert_false(jd_free_lock(frees, 1, 0, &lock, NULL));
    assert_false(jd_lock_names_z(&lock));
}

static void what_leaves_the_plane_names_z(void **state) {
    (void)state;
    static const char *const in[] = {"turn(z)", "d.xi - turn(z)", "qi - qj", "vd.yj"};
    static const char *const out[] = {"turn(x)", "turn(y)", "d.zi", "d.up", "vd.ahead", "w.xi"};
    for (size_t n = 0; n < sizeof in / sizeof *in; n++) {
        const Lock lock = parsed(in[n]);
        assert_false(jd_lock_names_z(&lock));
    }
    for (size_t n = 0; n < sizeof out / sizeof *out; n++) {
        const Lock lock = parsed(out[n]);
        assert_true(jd_lock_names_z(&lock));
    }
}

static void types_that_couple_name_two_frees_and_nothing_else(void **state) {
    (void)state;
    const double values[TYPE_FIELDS] = {2.5};
    static const char *const names[] = {"gear", "chain", "rack-and-pinion", "coupling"};
    static const char *const texts[] = {"qi + 2.5*qj", "qi - 2.5*qj", "-2.5*qi + qj",
                                        "-2.5*qi + qj"};
    for (int n = 0; n < 8; n++) {
        Lock locks[JOINT_LOCKS];
        const JointType *type = jd_joint_find(names[n / 2]);
        assert_true(type->couples);
        assert_int_equal(jd_joint_locks(type, n % 2, values, locks, NULL, nowhere, NULL), 1);
        assert_true(locks[0].count == 0 && locks[0].turn == 0 && !locks[0].velocity);
        Text out = {0};
        jd_lock_write(&locks[0], &out);
        check_text(out.at, texts[n / 2]);
        jd_text_free(&out);
    }
}

static void words_of_a_lock_are_known(void **state) {
    (void)state;
    assert_true(jd_lock_knows("d", 1) && jd_lock_knows("ahead", 5) && jd_lock_knows("qi", 2));
    assert_true(jd_lock_knows("z", 1) && jd_lock_knows("w", 1));
    assert_true(jd_lock_knows("xi.yj", 2));
    assert_false(jd_lock_knows("q", 1) || jd_lock_knows("length", 6) || jd_lock_knows("qk", 2));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_scalar_products_are_locks),
        cmocka_unit_test(turns_and_frees_stand_in_sums),
        cmocka_unit_test(like_terms_are_merged),
        cmocka_unit_test(what_is_no_sum_is_refused_where_it_stands),
        cmocka_unit_test(unknown_names_are_refused_where_they_stand),
        cmocka_unit_test(positions_and_velocities_do_not_mix),
        cmocka_unit_test(turns_are_about_one_axis),
        cmocka_unit_test(frees_are_coupled_with_frees_only),
        cmocka_unit_test(a_constant_is_no_lock),
        cmocka_unit_test(division_by_zero_is_refused),
        cmocka_unit_test(what_is_no_expression_is_refused_where_it_breaks),
        cmocka_unit_test(too_long_and_too_deep_locks_are_refused),
        cmocka_unit_test(place_in_a_file_is_that_of_the_word),
        cmocka_unit_test(lock_from_an_expression_is_the_same),
        cmocka_unit_test(moments_are_about_the_centres_of_mass),
        cmocka_unit_test(drift_does_not_drop_the_centrifugal_term),
        cmocka_unit_test(product_of_rates_has_the_sign_of_the_appendix),
        cmocka_unit_test(rod_measures_metres),
        cmocka_unit_test(frees_are_measured_by_locks),
        cmocka_unit_test(types_are_found_by_name_and_alias),
        cmocka_unit_test(the_plane_keeps_locks_without_z_and_frees_within_it),
        cmocka_unit_test(ball_is_a_hinge_in_the_plane),
        cmocka_unit_test(what_leaves_the_plane_names_z),
        cmocka_unit_test(types_that_couple_name_two_frees_and_nothing_else),
        cmocka_unit_test(words_of_a_lock_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
