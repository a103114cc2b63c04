/* SPDX-License-Identifier: MIT
 *
 * Locks that repeat others: channels are called unique only if they are so all along, each set of
 * locks is told once, what is advised does make the reactions unique, and a mechanism that cannot
 * move is told so with the axis that is to blame. */
#include "verify/verify.h"

/* ---- A four-bar on a turntable --------------------------------------------------------------- */

/* The joints of its loop are revolutes, or as few locks as will do, in two ways. */
static Case turntable(const char *jO, const char *jA, const char *jB, const char *jC) {
    char text[2000];
    snprintf(text, sizeof text,
             "spatial\n"
             "gravity [0, -9.81, 0] m/s^2\n"
             "point O = [0.1, 0.2, 0]\npoint A = [0.1, 0.5, 0]\n"
             "point B = [0.8, 0.7, 0]\npoint C = [0.8, 0.2, 0]\n"
             "body table { at [0, 0, 0] mass 5 kg inertia [1, 1, 1] kg*m^2 }\n"
             "body k { link O A mass 1 kg inertia [0.001, 0.01, 0.01] kg*m^2 }\n"
             "body c { link A B mass 1 kg inertia [0.001, 0.05, 0.05] kg*m^2 }\n"
             "body r { link C B mass 1 kg inertia [0.001, 0.02, 0.02] kg*m^2 }\n"
             "joint t : revolute ground -- table at [0, 0, 0] axis y\n"
             "joint jO : %s table -- k at O axis z\njoint jA : %s k -- c at A axis z\n"
             "joint jB : %s c -- r at B axis z\njoint jC : %s table -- r at C axis z\n"
             "drive d : t.angle = 1 rad/s * time\n"
             "run to 1.5 s every 0.5 s tol 1e-11\n",
             jO, jA, jB, jC);
    return open_text(text, (JdCompileDef){0}, (JdRunDef){0});
}

static const char *const parts[] = {"force.x",   "force.y",   "force.z",   "torque.x",  "torque.y",
                                    "torque.z",  "force.xi",  "force.yi",  "force.zi",  "force.xj",
                                    "force.yj",  "force.zj",  "torque.xi", "torque.yi", "torque.zi",
                                    "torque.xj", "torque.yj", "torque.zj", "force",     "torque",
                                    "i.force.x", "i.force.y", "i.torque.x"};
enum { PARTS = sizeof parts / sizeof *parts };

/* Unique is what comes out the same with other joints; this is so in their own axes in the plane of
 * the loop, which turns. */
static void unique_is_what_no_other_choice_of_locks_changes(void **state) {
    (void)state;
    Case all = turntable("revolute", "revolute", "revolute", "revolute");
    Case one = turntable("revolute", "revolute", "cylindrical", "spherical");
    Case two = turntable("cylindrical", "spherical", "revolute", "revolute");
    static const char *const joints[] = {"jO", "jA", "jB", "jC"};
    bool differs[4][PARTS] = {{false}};
    while (advance(&all)) {
        assert_true(advance(&one) && advance(&two));
        for (int k = 0; k < 4; k++)
            for (int n = 0; n < PARTS; n++) {
                const double a = value_of(&all, joints[k], parts[n]),
                             b = value_of(&one, joints[k], parts[n]),
                             c = value_of(&two, joints[k], parts[n]);
                if (fabs(a - b) > 1e-6 || fabs(a - c) > 1e-6 || fabs(b - c) > 1e-6)
                    differs[k][n] = true;
            }
    }
    for (int k = 0; k < 4; k++)
        for (int n = 0; n < PARTS; n++) {
            char name[40];
            snprintf(name, sizeof name, "%s.%s", joints[k], parts[n]);
            if (differs[k][n] == jd_channel_unique(all.system, channel(&all, name)))
                fail_msg("%s %s", name, differs[k][n] ? "differs" : "is the same");
        }
    assert_false(jd_channel_unique(all.system, channel(&all, "jA.force.x")));
    assert_true(jd_channel_unique(all.system, channel(&all, "jA.force.xi")));
    assert_true(jd_channel_unique(all.system, channel(&all, "t.force.x")));
    assert_true(jd_channel_unique(all.system, channel(&all, "d.effort")));
    assert_true(jd_channel_unique(one.system, channel(&one, "jA.force.x")));
    close_case(&all), close_case(&one), close_case(&two);
}

/* Multipliers one by one: those of a planar loop's locks across the plane are open. */
static void multipliers_and_efforts_have_marks_of_their_own(void **state) {
    (void)state;
    Case c = turntable("revolute", "revolute", "revolute", "revolute");
    assert_false(jd_channel_unique(c.system, channel(&c, "jA.lambda4")));
    assert_true(jd_channel_unique(c.system, channel(&c, "t.lambda1")));
    close_case(&c);
    c = open_text("point A = [0, 0]\npoint B = [1 m, 0]\n"
                  "body a { at A mass 1 kg inertia 1 kg*m^2 }\n"
                  "body b { at B mass 1 kg inertia 1 kg*m^2 }\n"
                  "joint jA : revolute ground -- a at A\njoint jB : revolute ground -- b at B\n"
                  "joint g : gear jA.angle -- jB.angle ratio 2\n"
                  "drive one : jA.angle = 2 rad/s * time\ndrive two : jB.angle = -1 rad/s * time\n"
                  "run to 1 s\n",
                  (JdCompileDef){0}, (JdRunDef){0});
    assert_false(jd_channel_unique(c.system, channel(&c, "one.effort")));
    assert_false(jd_channel_unique(c.system, channel(&c, "two.power")));
    assert_false(jd_channel_unique(c.system, channel(&c, "g.lambda1")));
    assert_true(jd_channel_unique(c.system, channel(&c, "jA.force.x")));
    close_case(&c);
}

/* ---- One account of each set ----------------------------------------------------------------- */

static int count_code(const JdLog *log, const char *code) {
    int count = 0;
    for (int k = 0; k < jd_log_count(log); k++)
        count += strcmp(jd_log_message(log, k).code, code) == 0;
    return count;
}

typedef struct {
    JdLog *log;
    JdCheck check;
} Checked;

static Checked check_text_of(const char *text) {
    Checked c = {.log = jd_log_new()};
    JdModel *model = jd_model_read_text("text", text, strlen(text), (JdReadDef){0}, c.log);
    jd_check(model, (JdCompileDef){0}, &c.check, c.log);
    jd_model_free(model);
    return c;
}

#define DOOR           "spatial\nbody leaf { at [0.4, 0, 1] m mass 20 kg inertia [5, 6, 2] kg*m^2 }\n"
#define HINGE(name, z) "joint " name " : revolute ground -- leaf at [0, 0, " z "] m\n"
#define BAR            "mass 1 kg inertia [0.02, 0.03, 0.04] kg*m^2 }\n"
#define FOURBAR(p, x)                                                                              \
    "body " p "k { link [" x ", 0, 0], [" x ", 0.3, 0] " BAR "body " p "c { link [" x              \
    ", 0.3, 0], [" x " + 0.7, 0.5, 0] " BAR "body " p "r { link [" x " + 0.7, 0, 0], [" x          \
    " + 0.7, 0.5, 0] " BAR "joint " p "O : revolute ground -- " p "k at [" x ", 0, 0]\njoint " p   \
    "A : revolute " p "k -- " p "c at [" x ", 0.3, 0]\njoint " p "B : revolute " p "c -- " p       \
    "r at [" x " + 0.7, 0.5, 0]\njoint " p "C : revolute ground -- " p "r at [" x                  \
    " + 0.7, 0, 0]\n"

static void a_door_on_three_hinges_is_told_once(void **state) {
    (void)state;
    Checked c = check_text_of(DOOR HINGE("h1", "0") HINGE("h2", "1") HINGE("h3", "2"));
    JdMessage message = {0};
    assert_int_equal(c.check.redundant, 10);
    assert_int_equal(count_code(c.log, "joint-redundant"), 1);
    assert_true(said(c.log, "joint-redundant", &message));
    check_contains(message.text, "10 locks");
    check_contains(message.text, "'h1', 'h2' and 'h3'");
    jd_log_free(c.log);
}

static void loops_apart_from_each_other_are_told_apart(void **state) {
    (void)state;
    Checked c = check_text_of("spatial\n" FOURBAR("a", "0") FOURBAR("b", "5"));
    assert_int_equal(c.check.redundant, 6);
    assert_int_equal(count_code(c.log, "joint-redundant"), 2);
    for (int k = 0; k < jd_log_count(c.log); k++) {
        const JdMessage m = jd_log_message(c.log, k);
        check_contains(m.text, "3 locks");
        assert_true(!strstr(m.text, "'aO'") != !strstr(m.text, "'bO'"));
    }
    jd_log_free(c.log);
}

/* ---- What is advised works ------------------------------------------------------------------- */

/* Replaces the type of a joint: the word behind "joint name : ". */
static void retype(char *text, size_t room, const char *name, const char *type, const char *axis) {
    char head[64], *copy = malloc(room);
    snprintf(head, sizeof head, "joint %s : ", name);
    char *at = strstr(text, head);
    assert_non_null(copy);
    assert_non_null(at);
    at += strlen(head);
    const char *end = strchr(at, '\n'), *rest = strchr(at, ' ');
    snprintf(copy, room, "%.*s%s%.*s%s%s", (int)(at - text), text, type, (int)(end - rest), rest,
             axis, end);
    snprintf(text, room, "%s", copy);
    free(copy);
}

static void remove_joint(char *text, const char *name) {
    char head[64];
    snprintf(head, sizeof head, "joint %s : ", name);
    char *at = strstr(text, head);
    assert_non_null(at);
    const char *rest = strchr(at, '\n') + 1;
    memmove(at, rest, strlen(rest) + 1);
}

/* Carries out "leave out 'jD' and 'jE';". */
static void leave_out(char *text, const char *hint) {
    const char *at = strstr(hint, "leave out '"), *const end = at ? at + strcspn(at, ";\n") : NULL;
    for (at = at ? strchr(at, '\'') : NULL; at && at < end; at = strchr(at, '\'')) {
        char name[32];
        assert_int_equal(sscanf(at, "'%31[^']'", name), 1);
        remove_joint(text, name);
        at = strchr(at + 1, '\'') + 1;
    }
}

/* Carries out "let 'jB' be `spherical` and 'jC' `cylindrical`"; own: what "its axis" is, where it
 * is not said. */
static void follow(char *text, size_t room, const char *hint, const char *own) {
    const char *at = strstr(hint, "let '");
    assert_non_null(at);
    const char *const end = at + strcspn(at, "\n");
    const bool each = strstr(at, "each along its axis");
    for (at = strchr(at, '\''); at && at < end; at = strchr(at, '\'')) {
        char name[32], type[32], axis[32] = "";
        if (sscanf(at, "'%31[^']' be `%31[^`]`", name, type) != 2)
            assert_int_equal(sscanf(at, "'%31[^']' `%31[^`]`", name, type), 2);
        at = strchr(strchr(at, '`') + 1, '`') + 1;
        if (!strncmp(at, " with axis ", 11))
            snprintf(axis, sizeof axis, " axis %c", at[11]);
        else if (own && (each || !strncmp(at, " along its axis", 15)))
            snprintf(axis, sizeof axis, " axis %s", own);
        retype(text, room, name, type, axis);
    }
}

static void check_advice(const char *model, const char *own) {
    char text[4000];
    snprintf(text, sizeof text, "%s", model);
    Checked before = check_text_of(text);
    JdMessage message = {0};
    assert_true(said(before.log, "joint-redundant", &message));
    assert_true(before.check.redundant > 0);
    leave_out(text, message.hint);
    if (strstr(message.hint, "let '")) follow(text, sizeof text, message.hint, own);
    Checked after = check_text_of(text);
    if (after.check.redundant || after.check.freedoms != before.check.freedoms)
        fail_msg("%s\n%s: %d redundant, %d freedoms", text, message.hint, after.check.redundant,
                 after.check.freedoms);
    assert_false(said(after.log, "joint-redundant", NULL));
    jd_log_free(before.log), jd_log_free(after.log);
}

static void following_the_advice_makes_reactions_unique(void **state) {
    (void)state;
    check_advice(DOOR HINGE("h1", "0") HINGE("h2", "1") HINGE("h3", "2"), "z");
    check_advice(DOOR HINGE("h1", "0") HINGE("h2", "1"), "z");
    check_advice(DOOR HINGE("h1", "0") HINGE("h2", "1") HINGE("h3", "2") HINGE("h4", "3")
                     HINGE("h5", "4"),
                 "z");
    check_advice("spatial\nbody b { at [1, 0, 0] mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                 "joint j : spherical ground -- b at [0, 0, 0]\n"
                 "joint k : spherical ground -- b at [1, 0, 0]\n"
                 "joint l : spherical ground -- b at [0, 0, 0]\n",
                 "x");
    check_advice("spatial\n" FOURBAR("a", "0"), "z");
    check_advice("spatial\nbody b { at [1, 0, 0] mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                 "joint j : spherical ground -- b at [0, 0, 0]\n"
                 "joint k : spherical ground -- b at [1, 0, 0]\n",
                 "x");
    check_advice("body b { link [0, 0], [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"
                 "joint j : fixed ground -- b at [0, 0]\njoint k : fixed ground -- b at [1, 0]\n",
                 "x");
    check_advice("spatial\nbody b { at [1, 0, 0] mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                 "joint j : prismatic ground -- b at [0, 0, 0] axis y\n"
                 "joint k : prismatic ground -- b at [1, 0, 0] axis y\n",
                 NULL);
    check_advice("spatial\nbody b { at [1, 0, 0] mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                 "joint j : fixed ground -- b at [0, 0, 0]\n"
                 "joint k : fixed ground -- b at [1, 0, 0]\n",
                 "y");
}

/* ---- What cannot move ------------------------------------------------------------------------ */

#define TILTED(axis)                                                                               \
    "spatial\nparam n = unit([1, 2, 3])\nparam e = unit(cross([0, 0, 1], [1, 2, 3]))\n"            \
    "param f = cross(n, e)\n"                                                                      \
    "point O = [0, 0, 0]\npoint A = 0.3 m*f\npoint B = 0.9 m*e + 0.7 m*f\npoint C = 0.9 m*e\n"     \
    "body k { link O A " BAR "body c { link A B " BAR "body r { link C B " BAR                     \
    "joint jO : revolute ground -- k at O axis n\njoint jA : revolute k -- c at A axis n\n"        \
    "joint jB : revolute c -- r at B axis n\njoint jC : revolute ground -- r at C axis " axis "\n"

static void an_axis_typed_with_few_digits_is_named(void **state) {
    (void)state;
    static const char *const axes[] = {"[0.267, 0.535, 0.802]", "[0.2673, 0.5345, 0.8018]",
                                       "[0.267261, 0.534522, 0.801784]"};
    for (int k = 0; k < 3; k++) {
        char text[2000], wanted[] = TILTED("               0              ");
        snprintf(text, sizeof text, "%s", wanted);
        char *at = strstr(text, "axis                ");
        assert_non_null(at);
        snprintf(at, sizeof text - (size_t)(at - text), "axis %s\n", axes[k]);
        Checked c = check_text_of(text);
        JdMessage message = {0};
        assert_int_equal(c.check.freedoms, k < 2 ? 0 : 1);
        assert_true(said(c.log, "axis-slightly-off", &message));
        check_contains(message.text, "axis of joint 'jC'");
        check_contains(message.text, "those of 'jO', 'jA' and 'jB'");
        assert_int_equal(said(c.log, "nothing-moves", NULL), k < 2);
        jd_log_free(c.log);
    }
    Checked c = check_text_of(TILTED("n"));
    assert_int_equal(c.check.freedoms, 1);
    assert_false(said(c.log, "axis-slightly-off", NULL));
    assert_false(said(c.log, "nothing-moves", NULL));
    jd_log_free(c.log);
}

static void check_off(const char *text, const char *what) {
    Checked c = check_text_of(text);
    JdMessage message = {0};
    assert_true(said(c.log, "axis-slightly-off", &message));
    check_contains(message.text, what);
    assert_int_equal(c.check.freedoms, 0);
    jd_log_free(c.log);
}

static void slides_lines_and_points_may_be_a_little_off_too(void **state) {
    (void)state;
    check_off("spatial\nbody a { link [0, 0, 0], [0.2, 0.1, 0] " BAR
              "body b { link [0.2, 0.1, 0], [1.2, 0, 0] " BAR "body c { at [1.2, 0, 0] " BAR
              "joint jO : revolute ground -- a at [0, 0, 0]\n"
              "joint jA : revolute a -- b at [0.2, 0.1, 0]\n"
              "joint jB : revolute b -- c at [1.2, 0, 0]\n"
              "joint jC : prismatic ground -- c at [1.2, 0, 0] axis [1, 0, 0.0001]\n",
              "the axis of joint 'jC' is 0.0001 rad (0.00573 degrees) from normal to those of "
              "'jO', 'jA' and 'jB'");
    check_off(DOOR HINGE("h1", "0")
                  HINGE("h2", "1") "joint h3 : revolute ground -- leaf at [0, 0.0001, 2] m\n",
              "the axis of joint 'h3' passes 0.1 mm beside that of 'h1' and 'h2'");
    check_off("spatial\nparam a = unit([1, 0, 0.2])\nparam b = unit([0.7, 0.7, 0.3])\n"
              "param c = unit([0.1, 1, 0.5])\nparam d = unit([-0.6, 0.8, 0])\n"
              "body k { at [0.8, 0.4, 0.2] m " BAR "body l { at [0.4, 0.8, 0.3] m " BAR
              "body m { at [-0.3, 0.9, 0.3] m " BAR
              "joint jA : revolute ground -- k at 1 m*a axis a\n"
              "joint jB : revolute k -- l at 1 m*b axis b\n"
              "joint jC : revolute l -- m at 1 m*c axis c\n"
              "joint jD : revolute m -- ground at 1 m*d + [0, 0, 0.0001] m axis d\n",
              "passes 0.1 mm beside the point where those of 'jA', 'jB' and 'jC' meet");
}

static void a_speed_of_such_a_loop_is_refused_with_the_reason(void **state) {
    (void)state;
    Checked c = check_text_of(TILTED("[0.2673, 0.5345, 0.8018]") "start jO.rate = 3\n");
    JdMessage message = {0};
    assert_true(said(c.log, "velocity-impossible", &message));
    check_contains(message.text, "axis of joint 'jC'");
    check_contains(message.hint, "all digits");
    jd_log_free(c.log);
}

static void a_run_that_stands_still_says_so(void **state) {
    (void)state;
    Case c = open_text("spatial\n"
                       "body b { at [1, 0, 0] m mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                       "body c { at [2, 0, 0] m mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                       "joint j : revolute ground -- b at [0, 0, 0] m axis z\n"
                       "joint k : revolute b -- c at [1, 0, 0] m axis z\n"
                       "joint l : revolute c -- ground at [2, 0, 0] m axis y\n"
                       "run to 1 s\n",
                       (JdCompileDef){0}, (JdRunDef){0});
    JdMessage message = {0};
    assert_true(said(c.log, "nothing-moves", &message));
    assert_int_equal(message.severity, JD_WARNING);
    check_contains(message.text, "'j', 'k' and 'l'");
    close_case(&c);
}

/* ---- Cranks in line -------------------------------------------------------------------------- */

/* Equal cranks that lie on one line, by how many there are, their length and the scale. Two motions
 * are open to the first order, and only one of their directions leads away: that in which all turn
 * alike. A third crank repeats a lock wherever they stand. */
static Case cranks_in_line(int cranks, double length, double scale) {
    static const double at[] = {0, 1, 2.6, 3.4};
    char text[2000];
    int n = snprintf(text, sizeof text,
                     "planar\nbody coupler { at [%g, %g] m mass 2 kg inertia 0.3 kg*m^2 }\n",
                     1.1 * scale, 0.2 * scale);
    for (int k = 0; k < cranks; k++)
        n +=
            snprintf(text + n, sizeof text - (size_t)n,
                     "body c%d { at [%g, 0] m mass 1 kg inertia 0.1 kg*m^2 }\n"
                     "joint g%d : revolute ground -- c%d at [%g, 0] m\n"
                     "joint p%d : revolute c%d -- coupler at [%g, 0] m\n",
                     k, (at[k] + 0.2) * scale, k, k, at[k] * scale, k, k, (at[k] + length) * scale);
    snprintf(text + n, sizeof text - (size_t)n, "start c0.rate = 1 rad/s\nrun to 1 s\n");
    return open_text(text, (JdCompileDef){0}, (JdRunDef){0});
}

static void check_in_line(int cranks, double length, double scale) {
    Case c = cranks_in_line(cranks, length, scale);
    JdMessage message = {0};
    assert_true(said(c.log, "start-singular", NULL));
    assert_false(said(c.log, "nothing-moves", NULL));
    assert_int_equal(said(c.log, "joint-redundant", &message), cranks > 2);
    if (cranks > 2) check_contains(message.text, cranks == 3 ? "one lock is" : "2 locks are");
    close_case(&c);
}

static void cranks_that_start_in_line_can_move(void **state) {
    static const double lengths[] = {0.7, -0.53, 0.3, -1.2};
    (void)state;
    for (int cranks = 2; cranks <= 4; cranks++)
        for (int n = 0; n < 4; n++)
            for (double scale = 1e-3; scale < 2e3; scale *= 1e3)
                check_in_line(cranks, lengths[n], scale);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cranks_that_start_in_line_can_move),
        cmocka_unit_test(unique_is_what_no_other_choice_of_locks_changes),
        cmocka_unit_test(multipliers_and_efforts_have_marks_of_their_own),
        cmocka_unit_test(a_door_on_three_hinges_is_told_once),
        cmocka_unit_test(loops_apart_from_each_other_are_told_apart),
        cmocka_unit_test(following_the_advice_makes_reactions_unique),
        cmocka_unit_test(an_axis_typed_with_few_digits_is_named),
        cmocka_unit_test(slides_lines_and_points_may_be_a_little_off_too),
        cmocka_unit_test(a_speed_of_such_a_loop_is_refused_with_the_reason),
        cmocka_unit_test(a_run_that_stands_still_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
