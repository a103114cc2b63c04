/* SPDX-License-Identifier: MIT
 *
 * Joint types of one's own that lock and free what a type of the table does move as it does, along
 * whatever axis the joint says. */
#include "verify/verify.h"

#define BODY "{ at [1, 0.2, 0.3] m  mass 1 kg  inertia [1, 2, 2.5] kg*m^2 }\n"

/* The channels of the two joints, and the places of the two bodies, at each output. */
static void check_twins(const char *type, const char *own, const char *built_in, const char *axis,
                        const char *free_own, const char *free_built_in) {
    char text[1200];
    snprintf(text, sizeof text,
             "spatial\ngravity [1, 2, -9.81] m/s^2\npoint O = [0, 0, 0]\n%s\n"
             "body a " BODY "body b " BODY "joint own : %s ground -- a at O %s\n"
             "joint like : %s ground -- b at O %s\nrun to 0.5 s every 0.1 s tol 1e-12\n",
             type, own, axis, built_in, axis);
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
    double most = 0;
    while (advance(&c)) {
        const double q = value_of(&c, "own", free_own);
        check_near(q, value_of(&c, "like", free_built_in), 1e-12, free_own);
        check_near(value(&c, "a.x"), value(&c, "b.x"), 1e-12, "x");
        check_near(value(&c, "a.y"), value(&c, "b.y"), 1e-12, "y");
        check_near(value(&c, "a.z"), value(&c, "b.z"), 1e-12, "z");
        most = fmax(most, fabs(q));
    }
    assert_true(most > 0.05);
    close_case(&c);
}

static void the_axis_is_the_one_that_the_frees_name(void **state) {
    (void)state;
    static const char pin[] = "joint type pin5 {\nlock d.x0\nlock d.y0\nlock d.z0\nlock zi.xj\n"
                              "lock zi.yj\nfree turn z as u\n}";
    static const char pin_y[] = "joint type pin5 {\nlock d.x0\nlock d.y0\nlock d.z0\nlock yi.zj\n"
                                "lock yi.xj\nfree turn y as u\n}";
    static const char slide[] = "joint type rail {\nlock d.xi\nlock d.yi\nlock xi.yj\nlock yi.zj\n"
                                "lock zi.xj\nfree slide z as s\n}";
    static const char *const axes[] = {"axis y", "axis [1, 2, 3]", "axis x", ""};
    for (int k = 0; k < 4; k++) check_twins(pin, "pin5", "revolute", axes[k], "u", "angle");
    for (int k = 0; k < 3; k++) check_twins(pin_y, "pin5", "revolute", axes[k], "u", "angle");
    for (int k = 0; k < 3; k++) check_twins(slide, "rail", "prismatic", axes[k], "s", "travel");
}

static void frees_along_one_axis_agree_on_it(void **state) {
    (void)state;
    check_twins("joint type tube {\nlock d.xi\nlock d.yi\nlock zi.xj\nlock zi.yj\nfree slide z\n"
                "free turn z as u\n}",
                "tube", "cylindrical", "axis [0, 1, 1]", "u", "angle");
}

static void a_type_with_several_says_which(void **state) {
    (void)state;
    check_twins("joint type plate {\naxis z\nlock d.zi\nlock zi.xj\nlock zi.yj\nfree slide x as u\n"
                "free slide y as v\nfree turn z as w\n}",
                "plate", "planar", "axis [0, 1, 1]", "u", "travel_x");
    check_twins(
        "joint type hook {\naxis z\nlock d.x0\nlock d.y0\nlock d.z0\nlock zi.xj\nlock zi.yj\n"
        "free turn z as u\n}",
        "hook", "revolute", "axis [0, 1, 1]", "u", "angle");
}

/* In the plane the way of the slide, whichever axis of the frame it is along. */
static void in_the_plane_it_is_the_way_of_the_slide(void **state) {
    (void)state;
    static const char *const types[] = {
        "joint type rail {\nlock d.yi\nlock xi.yj\nfree slide x as s\n}",
        "joint type rail {\nlock d.xi\nlock xi.yj\nfree slide y as s\n}",
        "joint type rail {\nlock d.yi\nfree slide x as s\nfree turn z\n}"};
    for (int k = 0; k < 3; k++)
        for (int spatial = 0; spatial < 2; spatial++) {
            char text[500];
            snprintf(text, sizeof text,
                     "planar\ngravity [0, -9.81] m/s^2\n%s\n"
                     "body a { at [0, 0] m  mass 1 kg  inertia 1 kg*m^2 }\n"
                     "joint j : rail ground -- a at [0, 0] m axis [3, -4]\nrun to 1 s every 1 s\n",
                     types[k]);
            JdLog *log = jd_log_new();
            const JdReadDef how = {.spatial = spatial};
            Case c = open_model(jd_model_read_text("text", text, strlen(text), how, log), log,
                                (JdCompileDef){0}, (JdRunDef){0});
            while (advance(&c)) continue;
            check_near(value(&c, "j.s"), 0.5 * 9.81 * 0.8, 1e-9, "down the slope");
            check_near(value(&c, "a.x"), 0.5 * 9.81 * 0.8 * 0.6, 1e-9, "x");
            close_case(&c);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_axis_is_the_one_that_the_frees_name),
        cmocka_unit_test(frees_along_one_axis_agree_on_it),
        cmocka_unit_test(a_type_with_several_says_which),
        cmocka_unit_test(in_the_plane_it_is_the_way_of_the_slide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
