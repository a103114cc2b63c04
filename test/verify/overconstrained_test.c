/* SPDX-License-Identifier: MIT
 *
 * Loops that move though counting says they cannot: Bennett's four hinges, Goldberg's five, Sarrus'
 * six, a spherical four-bar, a shaft with two Cardan joints. None of them stands in or passes a
 * singular position here, and nothing of the kind is said, whatever the form and the stepper. Where
 * there is a law it holds: tan(a/2) tan(b/2) of Bennett's angles stays, Sarrus' lid goes straight
 * up, both ends of the shaft turn alike. */
#include "verify/two_bodies.h"
#include "run/run.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const implicit[] = {"cvode", "ida"};

static bool is_there(const char *stepper) {
    return !jd_stepper_find(stepper)->missing;
}

/* Warnings are those of locks that are too many, and no others; and they say what is true. */
static void check_words(const Case *c, const char *form) {
    for (int k = 0; k < jd_log_count(c->log); k++) {
        const JdMessage m = jd_log_message(c->log, k);
        const bool fine = m.severity == JD_NOTE || !strcmp(m.code, "joint-redundant");
        if (!fine) fail_msg("%s: %s", form, m.text);
        if (m.hint && strstr(m.hint, "rigid")) fail_msg("%s: %s", form, m.hint);
        if (m.hint && m.severity == JD_WARNING) check_contains(m.hint, "the motion is right");
    }
    assert_true(said(c->log, "joint-redundant", NULL));
}

static void check_counts(const char *text, int redundant) {
    JdCheck check;
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    assert_true(jd_check(c.model, (JdCompileDef){0}, &check, c.log));
    assert_int_equal(check.redundant, redundant);
    assert_int_equal(check.freedoms, 1);
    check_words(&c, "check");
    close_case(&c);
}

/* ---- Bennett -------------------------------------------------------------------------------- */

/* A skew quadrilateral that is its own image turned by half a turn about z: opposite sides are
 * equal. Each hinge is normal to the sides that meet in it, so sin(alpha)/a = sin(beta)/b. */
typedef struct {
    double x, z;   /* of A; C is at -x */
    double bx, by; /* of B, at -z; D opposite */
    double rate;
} Bennett;

static const Bennett bennetts[] = {
    {0.5, 0.2, 0.1, 0.4, 8},      {0.42, 0.38, -0.3, 0.38, 20}, {0.2, 0.29, 0.04, 0.73, 8},
    {0.24, 0.31, 0.39, 0.32, 20}, {0.23, 0.27, 0.3, 0.23, 8},   {0.2, 0.31, 0.41, 0.29, 8},
    {0.43, 0.37, 0.34, 0.33, 8},  {0.75, 0.38, 0.39, 0.25, 8},  {0.53, 0.1, 0.21, 0.38, 3},
    {0.51, 0.33, 0.46, 0.37, 8},  {0.5, 0.24, 0.31, 0.39, 8},
};
enum { BENNETTS = sizeof bennetts / sizeof *bennetts };

static void put_bennett(Page *page, const Bennett *b) {
    static const char rest[] =
        "body crank { link A B mass 1 kg shape box width 0.05 m height 0.05 m frame b at B }\n"
        "body rod { link B C mass 1 kg shape box width 0.05 m height 0.05 m frame c at C }\n"
        "body rocker { link C D mass 1 kg shape box width 0.05 m height 0.05 m }\n"
        "joint jA : revolute ground -- crank at A axis cross(B - A, D - A)\n"
        "joint jB : revolute crank -- rod at B axis cross(C - B, A - B)\n"
        "joint jC : revolute rod -- rocker at C axis cross(D - C, B - C)\n"
        "joint jD : revolute rocker -- ground at D axis cross(A - D, C - D)\n";
    put(page, "spatial\ngravity [0, 0, -9.81] m/s^2\n");
    put(page, "point A = [%g, 0, %g]\npoint B = [%g, %g, %g]\n", b->x, b->z, b->bx, b->by, -b->z);
    put(page, "point C = [%g, 0, %g]\npoint D = [%g, %g, %g]\n%s", -b->x, b->z, -b->bx, -b->by,
        -b->z, rest);
    put(page, "start jA.rate = %g\nrun to 5 s every 0.25 s\n", b->rate);
}

static Vec3 unit(Vec3 v) {
    return vec3_scale(1 / vec3_norm(v), v);
}

/* The square of the tangent of half the angle at P between two others. */
static double tangent(Vec3 P, Vec3 Q, Vec3 R) {
    const Vec3 u = unit(vec3_sub(Q, P)), v = unit(vec3_sub(R, P));
    return vec3_dot(vec3_sub(u, v), vec3_sub(u, v)) / vec3_dot(vec3_add(u, v), vec3_add(u, v));
}

static void move_bennett(const Bennett *b, const char *form, const char *stepper) {
    Page page = {{0}, 0};
    const Vec3 A = {b->x, 0, b->z}, B = {b->bx, b->by, -b->z}, C = {-b->x, 0, b->z},
               D = {-b->bx, -b->by, -b->z};
    const double law = tangent(A, B, D) * tangent(B, A, C);
    put_bennett(&page, b);
    Case c = open_text(page.at, (JdCompileDef){.form = form}, (JdRunDef){.stepper = stepper});
    while (advance(&c)) {
        const Vec3 b_now = vector(&c, "crank.b", ""), c_now = vector(&c, "rod.c", "");
        check_relative(tangent(A, b_now, D) * tangent(b_now, A, c_now), law, 1e-9, form);
    }
    check_words(&c, form);
    close_case(&c);
}

static void bennetts_loop_passes_no_singular_position(void **state) {
    (void)state;
    for (int n = 0; n < BENNETTS; n++) {
        for (int k = 0; k < 3; k++) move_bennett(&bennetts[n], forms[k], "dop853");
        for (int s = 0; s < 2; s++)
            if (is_there(implicit[s])) move_bennett(&bennetts[n], "newton-euler", implicit[s]);
    }
}

static void bennetts_loop_has_three_locks_too_many(void **state) {
    (void)state;
    for (int n = 0; n < BENNETTS; n++) {
        Page page = {{0}, 0};
        put_bennett(&page, &bennetts[n]);
        check_counts(page.at, 3);
    }
}

/* ---- Goldberg -------------------------------------------------------------------------------- */

static Vec3 normal(Vec3 P, Vec3 Q, Vec3 R) {
    return unit(vec3_cross(vec3_sub(Q, P), vec3_sub(R, P)));
}

static void put_hinge(Page *page, const char *name, const char *sides, Vec3 at, Vec3 axis) {
    put(page, "joint %s : revolute %s at ", name, sides);
    put_vector(page, at);
    put(page, " axis ");
    put_vector(page, axis);
    put(page, "\n");
}

static void put_bar(Page *page, const char *name, Vec3 from, Vec3 to) {
    put(page, "body %s { link ", name);
    put_vector(page, from);
    put(page, " ");
    put_vector(page, to);
    put(page, " mass 1 kg shape box width 0.05 m height 0.05 m }\n");
}

/* Two of Bennett's loops, 1 2 3 4 and 1 4 5 6, with 2, 1 and 6 in line: without the side 1 4 that
 * they share a loop of five hinges is left. */
static void put_goldberg(Page *page, double c) {
    const Vec3 P1 = {0.5, 0, 0.2}, P2 = {0.1, 0.4, -0.2}, P3 = {-0.5, 0, 0.2},
               P4 = {-0.1, -0.4, -0.2};
    const double a = vec3_norm(vec3_sub(P2, P1)), b = vec3_norm(vec3_sub(P4, P1));
    const Vec3 P6 = vec3_sub(P1, vec3_scale(c / a, vec3_sub(P2, P1)));
    /* 5 turns about the hinge at 4 to where it is as far from 6 as 4 is from 1. */
    const Vec3 along = unit(vec3_sub(P1, P4)), across = vec3_cross(normal(P4, P3, P1), along),
               d = vec3_sub(P4, P6);
    const double x = 2 * c * vec3_dot(d, along), y = 2 * c * vec3_dot(d, across),
                 turn = atan2(y, x) + acos((b * b - c * c - vec3_dot(d, d)) / hypot(x, y));
    const Vec3 P5 =
        vec3_add(P4, vec3_add(vec3_scale(c * cos(turn), along), vec3_scale(c * sin(turn), across)));
    put(page, "spatial\ngravity [0, 0, -9.81] m/s^2\n");
    put_bar(page, "b23", P2, P3), put_bar(page, "b34", P3, P4);
    put_bar(page, "b45", P4, P5), put_bar(page, "b56", P5, P6);
    put_hinge(page, "j2", "ground -- b23", P2, normal(P2, P1, P3));
    put_hinge(page, "j3", "b23 -- b34", P3, normal(P3, P2, P4));
    put_hinge(page, "j4", "b34 -- b45", P4, normal(P4, P3, P1));
    put_hinge(page, "j5", "b45 -- b56", P5, normal(P5, P4, P6));
    put_hinge(page, "j6", "b56 -- ground", P6, normal(P6, P5, P1));
    put(page, "start j2.rate = 6\nrun to 4 s every 0.25 s\n");
}

static void goldbergs_loop_passes_none_either(void **state) {
    (void)state;
    for (int n = 0; n < 2; n++) {
        Page page = {{0}, 0};
        put_goldberg(&page, n ? 0.45 : 0.3);
        check_counts(page.at, 2);
        for (int k = 0; k < 3; k++) {
            Case c = open_text(page.at, (JdCompileDef){.form = forms[k]}, (JdRunDef){0});
            double first = NAN;
            while (advance(&c)) {
                if (isnan(first)) first = value(&c, "energy");
                check_near(value(&c, "energy"), first, 1e-6, forms[k]);
            }
            check_words(&c, forms[k]);
            close_case(&c);
        }
    }
}

/* ---- Sarrus, spherical four-bar, two Cardan joints --------------------------------------------
 */

static const char sarrus[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"
    "param c = cos(50 deg)\nparam s = sin(50 deg)\nparam l = 0.4 m\n"
    "point A = [l, 0, 0]\npoint B = [l + l*c, 0, l*s]\npoint C = [l, 0, 2*l*s]\n"
    "point D = [0, l, 0]\npoint E = [0, l + l*c, l*s]\npoint F = [0, l, 2*l*s]\n"
    "body a { link A B mass 1 kg shape box width 0.2 m height 0.02 m }\n"
    "body b { link B C mass 1 kg shape box width 0.2 m height 0.02 m }\n"
    "body d { link D E mass 1 kg shape box width 0.2 m height 0.02 m }\n"
    "body e { link E F mass 1 kg shape box width 0.2 m height 0.02 m }\n"
    "body lid { at [0, 0, 2*l*s] mass 2 kg inertia [0.1, 0.1, 0.2] kg*m^2 }\n"
    "joint jA : revolute ground -- a at A axis y\njoint jB : revolute a -- b at B axis y\n"
    "joint jC : revolute b -- lid at C axis y\njoint jD : revolute ground -- d at D axis x\n"
    "joint jE : revolute d -- e at E axis x\njoint jF : revolute e -- lid at F axis x\n"
    "run to 0.3 s every 0.02 s\n";

static void sarrus_lid_falls_straight(void **state) {
    (void)state;
    check_counts(sarrus, 1);
    for (int k = 0; k < 3; k++) {
        Case c = open_text(sarrus, (JdCompileDef){.form = forms[k]}, (JdRunDef){0});
        while (advance(&c)) {
            check_near(value(&c, "lid.x"), 0, 1e-12, forms[k]);
            check_near(value(&c, "lid.y"), 0, 1e-12, forms[k]);
            check_near(value(&c, "jD.angle"), -value(&c, "jA.angle"), 1e-10, "both sides alike");
        }
        check_words(&c, forms[k]);
        close_case(&c);
    }
}

static const char spherical[] =
    "spatial\ngravity [0, 0, -9.81] m/s^2\nparam h = 0.3 m\n"
    "point A = h*unit([1, 0, 0])\npoint B = h*unit([0.8, 0.4, 0.5])\n"
    "point C = h*unit([-0.2, 1, 0.6])\npoint D = h*unit([-0.1, 1, -0.5])\n"
    "body crank { link A B mass 1 kg shape box width 0.03 m height 0.03 m frame b at B }\n"
    "body rod { link B C mass 1 kg shape box width 0.03 m height 0.03 m frame c at C }\n"
    "body rocker { link C D mass 1 kg shape box width 0.03 m height 0.03 m }\n"
    "joint jA : revolute ground -- crank at A axis A\n"
    "joint jB : revolute crank -- rod at B axis B\n"
    "joint jC : revolute rod -- rocker at C axis C\n"
    "joint jD : revolute rocker -- ground at D axis D\n"
    "start jA.rate = 12\nrun to 3 s every 0.25 s\n";

static void a_spherical_four_bar_stays_on_its_sphere(void **state) {
    (void)state;
    check_counts(spherical, 3);
    for (int k = 0; k < 3; k++) {
        Case c = open_text(spherical, (JdCompileDef){.form = forms[k]}, (JdRunDef){0});
        while (advance(&c)) {
            check_near(vec3_norm(vector(&c, "crank.b", "")), 0.3, 1e-12, forms[k]);
            check_near(vec3_norm(vector(&c, "rod.c", "")), 0.3, 1e-12, forms[k]);
        }
        check_words(&c, forms[k]);
        close_case(&c);
    }
}

static const char cardan[] =
    "spatial\nparam b = 35 deg\nparam l = 0.5 m\n"
    "point P = [0, 0, 0]\npoint Q = [l*cos(b), l*sin(b), 0]\n"
    "point E = [l*cos(b) + l, l*sin(b), 0]\n"
    "body first { at [-0.3, 0, 0] mass 1 kg inertia [0.01, 0.01, 0.01] kg*m^2 }\n"
    "body shaft { link P Q mass 1 kg shape cylinder diameter 0.04 m }\n"
    "body last { at E mass 1 kg inertia [0.02, 0.02, 0.02] kg*m^2 }\n"
    "joint in : revolute ground -- first at [-0.3, 0, 0] axis x\n"
    "joint u1 : universal first -- shaft at P axis z second [-sin(b), cos(b), 0]\n"
    "joint u2 : universal last -- shaft at Q axis z second [-sin(b), cos(b), 0]\n"
    "joint out : revolute ground -- last at E axis x\n"
    "start in.rate = 10\nrun to 2 s every 0.1 s\n";

static void two_cardan_joints_turn_their_ends_alike(void **state) {
    (void)state;
    check_counts(cardan, 1);
    for (int k = 0; k < 3; k++) {
        Case c = open_text(cardan, (JdCompileDef){.form = forms[k]}, (JdRunDef){0});
        while (advance(&c)) check_near(value(&c, "out.rate"), value(&c, "in.rate"), 1e-9, forms[k]);
        check_words(&c, forms[k]);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bennetts_loop_passes_no_singular_position),
        cmocka_unit_test(bennetts_loop_has_three_locks_too_many),
        cmocka_unit_test(goldbergs_loop_passes_none_either),
        cmocka_unit_test(sarrus_lid_falls_straight),
        cmocka_unit_test(a_spherical_four_bar_stays_on_its_sphere),
        cmocka_unit_test(two_cardan_joints_turn_their_ends_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
