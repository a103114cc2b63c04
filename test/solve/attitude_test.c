/* SPDX-License-Identifier: MIT
 *
 * Start values of attitudes: any rotation, and any three angles, singular ones too. */
#include "check.h"
#include "jourdain.h"
#include "math/math.h"

typedef struct {
    JdLog *log;
    JdSystem *system;
    JdRun *run;
} Start;

#define BODIES                                                                                     \
    "spatial\npoint O = [0, 0, 0]\n"                                                               \
    "body b { at [0, 0, -1] m  turned cardan(0.3, -0.4, 0.5)  mass 1 kg  inertia [[1, 0.1, 0], "   \
    "[0.1, 2, 0], [0, 0, 2.5]] kg*m^2  frame f { at O  turned turn(y, 50 deg) } }\n"               \
    "body c { at [0, 1, -1] m  mass 1 kg  inertia [1, 2, 2.5] kg*m^2 }\n"                          \
    "joint s : spherical ground -- b at O\njoint h : revolute b -- c at [0, 1, -1] m axis x\n"

static Start begin(const char *starts) {
    Start s = {.log = jd_log_new()};
    char text[1000];
    snprintf(text, sizeof text, BODIES "%s\n", starts);
    JdModel *model = jd_model_read_text("test.jd", text, strlen(text), (JdReadDef){0}, s.log);
    s.system = jd_compile(model, (JdCompileDef){0}, s.log);
    s.run = jd_run_new(s.system, (JdRunDef){.until = 1}, s.log);
    jd_run_next(s.run);
    jd_model_free(model);
    if (!s.system) jd_log_print(s.log, stderr);
    assert_non_null(s.system);
    return s;
}

static void end(Start *s) {
    jd_run_free(s->run);
    jd_system_free(s->system);
    jd_log_free(s->log);
}

static double value(const Start *s, const char *channel) {
    return jd_run_value(s->run, jd_channel(s->system, channel, s->log));
}

/* The axes of a body or frame, by its matrix. */
static void check_axes(const Start *s, const char *subject, const Axes *wanted) {
    const double m[3][3] = {{wanted->x.x, wanted->y.x, wanted->z.x},
                            {wanted->x.y, wanted->y.y, wanted->z.y},
                            {wanted->x.z, wanted->y.z, wanted->z.z}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            char name[40];
            snprintf(name, sizeof name, "%s.matrix.%c%c", subject, 'x' + r, 'x' + c);
            check_near(value(s, name), m[r][c], 2e-14, name);
        }
}

static Axes cardan(double x, double y, double z) {
    static const AxisName order[3] = {AXIS_X, AXIS_Y, AXIS_Z};
    const double degree = pi / 180, angles[3] = {x * degree, y * degree, z * degree};
    return jd_axes_sequence(order, 3, angles);
}

static void three_angles_are_an_attitude_at_a_quarter_turn_too(void **state) {
    (void)state;
    static const double middles[] = {90, -90, 89.9999, 89.99, -89.99999, 100, 60, 180, 0};
    for (int k = 0; k < 9; k++) {
        char text[200];
        const Axes wanted = cardan(30, middles[k], 20);
        snprintf(text, sizeof text,
                 "start b.cardan.z = 20 deg, b.cardan.x = 30 deg, b.cardan.y = %.9g deg",
                 middles[k]);
        Start s = begin(text);
        check_axes(&s, "b", &wanted);
        end(&s);
        snprintf(text, sizeof text,
                 "start b.f.cardan.x = 30 deg, b.f.cardan.y = %.9g deg, b.f.cardan.z = 20 deg",
                 middles[k]);
        s = begin(text);
        check_axes(&s, "b.f", &wanted);
        end(&s);
    }
}

/* Those of a ball are against the drawn position, and what hangs on it comes along. */
static void so_are_the_three_of_a_ball_joint(void **state) {
    (void)state;
    static const double middles[] = {90, -90, 89.9999, 100, 50};
    static const AxisName order[3] = {AXIS_X, AXIS_Y, AXIS_Z};
    const double angles[3] = {0.3, -0.4, 0.5};
    const Axes drawn = jd_axes_sequence(order, 3, angles);
    for (int k = 0; k < 5; k++) {
        char text[200];
        const Axes turn = cardan(10, middles[k], 20), wanted = jd_axes_absolute(&turn, &drawn);
        snprintf(text, sizeof text, "start s.rx = 10 deg, s.ry = %.9g deg, s.rz = 20 deg",
                 middles[k]);
        Start s = begin(text);
        check_axes(&s, "b", &wanted);
        const Axes read = cardan(value(&s, "s.rx") * 180 / pi, value(&s, "s.ry") * 180 / pi,
                                 value(&s, "s.rz") * 180 / pi);
        for (int n = 0; n < 3; n++)
            check_near(vec3_norm(vec3_sub(axes_at(&read, order[n]), axes_at(&turn, order[n]))), 0,
                       1e-13, "what is read makes the attitude again");
        check_near(value(&s, "drift"), 0, 1e-13, "closed");
        end(&s);
    }
}

static void an_attitude_is_said_by_any_rotation(void **state) {
    (void)state;
    static const AxisName zxz[3] = {AXIS_Z, AXIS_X, AXIS_Z};
    const double angles[3] = {0.5, 2, -1};
    const Axes euler = jd_axes_sequence(zxz, 3, angles), half = jd_axes_about(AXIS_Y, pi),
               swap = {vec3(0, 1, 0), vec3(0, 0, 1), vec3(1, 0, 0)};
    const struct {
        const char *said;
        const Axes *wanted;
    } ways[] = {{"euler_zxz(0.5, 2, -1)", &euler},
                {"quaternion(0.5, 0.5, 0.5, 0.5)", &swap},
                {"matrix([0, 0, 1], [1, 0, 0], [0, 1, 0])", &swap},
                {"turn(y, 180 deg)", &half},
                {"then(turn(z, 0.5), then(turn(x, 2), turn(z, -1)))", &euler}};
    for (int k = 0; k < 5; k++) {
        char text[200];
        snprintf(text, sizeof text, "start b.attitude = %s", ways[k].said);
        Start s = begin(text);
        check_axes(&s, "b", ways[k].wanted);
        end(&s);
        snprintf(text, sizeof text, "start b.f.attitude = %s", ways[k].said);
        s = begin(text);
        check_axes(&s, "b.f", ways[k].wanted);
        end(&s);
    }
}

static void so_is_that_of_a_ball_joint(void **state) {
    (void)state;
    Start s = begin("start s.attitude = turn([1, 2, 2], 2.5), h.angle = 0.5");
    const Axes turn = jd_axes_turn(vec3_scale(1. / 3, vec3(1, 2, 2)), 2.5);
    static const AxisName order[3] = {AXIS_X, AXIS_Y, AXIS_Z};
    const double angles[3] = {0.3, -0.4, 0.5};
    const Axes drawn = jd_axes_sequence(order, 3, angles), wanted = jd_axes_absolute(&turn, &drawn);
    check_axes(&s, "b", &wanted);
    check_near(value(&s, "h.angle"), 0.5, 1e-13, "the joint behind it");
    end(&s);
}

static void frames_have_the_angles_of_any_sequence(void **state) {
    (void)state;
    Start s = begin("start b.f.attitude = euler_yxy(0.5, 2, -1)");
    check_near(value(&s, "b.f.euler.yxy.a"), 0.5, 1e-13, "a");
    check_near(value(&s, "b.f.euler.yxy.b"), 2, 1e-13, "b");
    check_near(value(&s, "b.f.euler.yxy.c"), -1, 1e-13, "c");
    end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_angles_are_an_attitude_at_a_quarter_turn_too),
        cmocka_unit_test(so_are_the_three_of_a_ball_joint),
        cmocka_unit_test(an_attitude_is_said_by_any_rotation),
        cmocka_unit_test(so_is_that_of_a_ball_joint),
        cmocka_unit_test(frames_have_the_angles_of_any_sequence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
