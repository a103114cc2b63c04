/* SPDX-License-Identifier: MIT
 *
 * The tables as those outside see them: every line of ours, by its name and by its other names. */
#include "check.h"
#include "force/force.h"
#include "form/form.h"
#include "run/run.h"
#include "shape/shape.h"
#include "text/text.h"

static int count_entries(JdTable table) {
    int count = 0;
    for (JdEntry entry; (entry = jd_table_at(table, count)).name; count++) {
        assert_string_equal(jd_table_find(table, entry.name).name, entry.name);
        char alias[64];
        if (!entry.aliases) continue;
        snprintf(alias, sizeof alias, "%.*s", (int)strcspn(entry.aliases, " "), entry.aliases);
        assert_string_equal(jd_table_find(table, alias).name, entry.name);
    }
    return count;
}

static void every_line_of_every_table_is_told(void **state) {
    (void)state;
    int joints = 0, forces = 0, shapes = 0, forms = 0, steppers = 0, codes = 0;
    while (jd_joint_at(joints)) joints++;
    while (jd_force_at(forces)) forces++;
    while (jd_shape_at(shapes)) shapes++;
    while (jd_form_at(forms)) forms++;
    while (jd_stepper_at(steppers)) steppers++;
    while (jd_code_at(codes)) codes++;
    assert_int_equal(count_entries(JD_JOINTS), joints);
    assert_int_equal(count_entries(JD_FORCES), forces);
    assert_int_equal(count_entries(JD_SHAPES), shapes);
    assert_int_equal(count_entries(JD_FORMS), forms);
    assert_int_equal(count_entries(JD_STEPPERS), steppers);
    assert_int_equal(count_entries(JD_CODES), codes);
    assert_true(count_entries(JD_UNITS) > 20);
    assert_true(count_entries(JD_FUNCTIONS) > 10);
}

static void a_joint_type_has_its_locks_frees_and_fields(void **state) {
    (void)state;
    JdJointType type;
    assert_true(jd_joint_type(NULL, "hinge", &type));
    check_text(type.entry.name, "revolute");
    assert_int_equal(type.lock_count, 5);
    int planar = 0;
    for (int n = 0; n < type.lock_count; n++) planar += type.lock_in_plane[n];
    assert_int_equal(planar, 2);
    assert_int_equal(type.free_count, 1);
    check_text(type.frees[0].position, "angle");
    assert_true(type.frees[0].in_plane && type.frees[0].axis == 'z');
    for (int n = 0; jd_table_at(JD_JOINTS, n).name; n++) {
        assert_true(jd_joint_type(NULL, jd_table_at(JD_JOINTS, n).name, &type));
        for (int k = 0; k < type.lock_count; k++) {
            char *words = jd_derive_lock(type.locks[k], &type, JD_SPATIAL, NULL);
            assert_non_null(words);
            jd_free_text(words);
        }
    }
}

static void a_type_of_a_model_is_known_there_alone(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_new(JD_PLANAR, log);
    JdJointType type;
    jd_add_joint_type(model, "rail", (const char *const[]){"d.yi", NULL});
    assert_true(jd_joint_type(model, "rail", &type) && jd_joint_type(model, "gear", &type));
    assert_false(jd_joint_type(NULL, "rail", &type));
    jd_model_free(model);
    jd_log_free(log);
}

static void units_say_what_they_are_in_SI(void **state) {
    (void)state;
    const JdEntry unit = jd_table_find(JD_UNITS, "mm");
    check_near(unit.scale, 1e-3, 1e-18, "mm");
    check_text(unit.si, "m");
    check_text(unit.more, "length");
    double value = 0;
    assert_true(jd_read_quantity("--to", "130 ms", "s", &value, NULL));
    check_near(value, 0.13, 1e-16, "130 ms");
    JdLog *log = jd_log_new();
    assert_false(jd_read_quantity("--to", "130 mm", "s", &value, log));
    check_text(jd_log_message(log, 0).file, "--to");
    check_near(value, 0.13, 1e-16, "left as it was");
    jd_log_free(log);
}

/* The flat list has every statement in its order, and behind it all that may be said in it. */
static int check_clauses(const Kind *kind, int *at) {
    int count = 0;
    for (const Kind *clause = kind->clauses; clause && clause->word; clause++) {
        JdStatement statement;
        assert_true(jd_statement((*at)++, &statement));
        check_text(statement.word, clause->word);
        assert_true(statement.depth > 0);
        count += 1 + check_clauses(clause, at);
    }
    return count;
}

static void statements_come_with_their_clauses(void **state) {
    (void)state;
    int at = 0, clauses = 0;
    const Kind *kind;
    JdStatement statement;
    for (int n = 0; (kind = jd_statement_at(n)); n++) {
        assert_true(jd_statement(at++, &statement));
        check_text(statement.word, kind->word);
        assert_int_equal(statement.depth, 0);
        assert_memory_equal(statement.usage, kind->word, strlen(kind->word));
        clauses += check_clauses(kind, &at);
    }
    assert_false(jd_statement(at, &statement));
    assert_true(clauses > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_of_every_table_is_told),
        cmocka_unit_test(a_joint_type_has_its_locks_frees_and_fields),
        cmocka_unit_test(a_type_of_a_model_is_known_there_alone),
        cmocka_unit_test(units_say_what_they_are_in_SI),
        cmocka_unit_test(statements_come_with_their_clauses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
