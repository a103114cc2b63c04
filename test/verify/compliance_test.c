/* SPDX-License-Identifier: MIT
 *
 * Joints that say how much they give way in each direction: closed forms in every form and stepper,
 * backlash that keeps the energy, and what becomes of them as they grow stiff. */
#include "verify/verify.h"
#include "run/stepper.h"

static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
static const char *const steppers[] = {"dop853", "rk4", "cvode", "ida"};

static double end_of(const char *text, JdCompileDef how, const char *stepper, const char *name) {
    const bool fixed = !strcmp(stepper, "rk4");
    Case c =
        open_text(text, how, (JdRunDef){.stepper = stepper, .dt = fixed ? 1e-4 : 0, .tol = 1e-10});
    while (advance(&c)) {
    }
    const double end = value(&c, name);
    close_case(&c);
    return end;
}

static void check_everywhere(const char *text, const char *name, double wanted, double within) {
    for (int f = 0; f < 3; f++)
        check_near(end_of(text, (JdCompileDef){.form = forms[f]}, "dop853", name), wanted, within,
                   forms[f]);
    for (int s = 0; s < 4; s++)
        if (!jd_stepper_find(steppers[s])->missing)
            check_near(end_of(text, (JdCompileDef){0}, steppers[s], name), wanted, 300 * within,
                       steppers[s]);
}

/* A pin that is soft along x and less so along y: each swings by itself. */
static void each_direction_has_its_own_stiffness(void **state) {
    (void)state;
    const char *text = "planar\ngravity [0, -9.81] m/s^2\n"
                       "body m { at [0, 0]  mass 2 kg  inertia 1 kg*m^2 }\n"
                       "joint j : revolute ground -- m at [0, 0]  stiffness [50, 300] N/m  damping "
                       "[0, 4] N*s/m\nforce push : point-force m value [15, 0] N\nrun to 1.2 s\n";
    const double wx = 5, decay = 4 / (2 * 2.0), w = sqrt(300 / 2.0 - decay * decay), t = 1.2;
    const double y =
        -2 * 9.81 / 300 * (1 - exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t)));
    check_everywhere(text, "m.x", 0.3 * (1 - cos(wx * t)), 1e-9);
    check_everywhere(text, "m.y", y, 1e-9);
    check_everywhere(text, "j.force.y",
                     -300 * y - 4 * end_of(text, (JdCompileDef){0}, "dop853", "m.vy"), 1e-7);
}

/* Numbers for the two directions of the plane are those of the same directions in space. */
static void numbers_of_the_plane_hold_in_space(void **state) {
    (void)state;
    const char *text = "planar\ngravity [3, 2] m/s^2\n"
                       "body m { at [0, 0]  mass 4 kg  inertia 1 kg*m^2 }\n"
                       "joint j : revolute ground -- m at [0, 0]  stiffness [100, 400] N/m  "
                       "alpha [5, 6] 1/s\nrun to 0.7 s\n";
    JdLog *log = jd_log_new();
    Case c = open_model(
        jd_model_read_text("text", text, strlen(text), (JdReadDef){.spatial = true}, log), log,
        (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    while (advance(&c)) {
    }
    check_near(value(&c, "m.x"), 0.12 * (1 - cos(5 * 0.7)), 1e-9, "x");
    check_near(value(&c, "m.y"), 0.02 * (1 - cos(10 * 0.7)), 1e-9, "y");
    check_near(value(&c, "m.z"), 0, 1e-12, "z");
    close_case(&c);
}

/* In space a locked turn gives way, too: a beam on a soft clamp. */
static void locked_turns_give_way_in_space(void **state) {
    (void)state;
    const char *text = "spatial\nbody m { at [0, 0, 0]  mass 2 kg  inertia [1, 2, 3] kg*m^2 }\n"
                       "joint j : revolute ground -- m at [0, 0, 0]  axis z  stiffness 80 N/m  "
                       "turn_stiffness [9, 20] N*m\nforce push : point-force m value [0, 0, 8] "
                       "N\nforce turn : torque ground -- m axis x  value 1e-4 N*m\nrun to 1 s\n";
    check_everywhere(text, "m.z", 0.1 * (1 - cos(sqrt(40))), 1e-9);
    /* Small angles: about x what one of the two locked turns resists with. */
    const double turned = end_of(text, (JdCompileDef){0}, "dop853", "m.rotation.x");
    const double one = 1e-4 / 9 * (1 - cos(3)), other = 1e-4 / 20 * (1 - cos(sqrt(20)));
    assert_true(fabs(turned - one) < 1e-9 || fabs(turned - other) < 1e-9);
}

/* Between stops of 2 mm: hardly any force inside, and all of the spring beyond; nothing is lost. */
static void backlash_keeps_the_energy(void **state) {
    (void)state;
    const char *text = "planar\nbody m { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                       "joint j : prismatic ground -- m at [0, 0] axis x  stiffness 1000 N/m  "
                       "turn_stiffness 10 N*m  backlash 2 mm\n"
                       "force push : point-force m value [0, 20] N\nrun to 1 s every 10 ms\n";
    Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    double most = 0;
    while (advance(&c)) {
        const double y = value(&c, "m.y");
        check_near(value(&c, "energy"), 20 * y, 1e-9, "energy");
        check_near(value(&c, "j.force.y"), -1000 * (y - 1e-3 * tanh(y / 1e-3)), 1e-9, "force");
        most = fmax(most, fabs(y));
    }
    assert_true(most > 0.035); /* well beyond the play */
    close_case(&c);
}

/* Ten times as stiff is ten times as near to the rigid mechanism; and it can be made rigid again.
 */
static void stiff_joints_come_near_to_rigid_ones(void **state) {
    (void)state;
    const char *crank =
        "planar\npoint O = [0, 0]\npoint A = [0.1, 0]\npoint B = [0.4, 0]\n"
        "body crank { link O A  mass 1 kg  inertia 0.01 kg*m^2 }\n"
        "body rod { link A B  mass 1 kg  inertia 0.02 kg*m^2 }\n"
        "body slider { at B  mass 1 kg  inertia 0.01 kg*m^2 }\n"
        "joint jO : revolute ground -- crank at O\njoint jA : revolute crank -- rod at A\n"
        "joint jB : revolute rod -- slider at B %s\n"
        "joint jC : prismatic ground -- slider at B axis x\n"
        "force t : effort jO.angle value 2 N*m*time/(1 s)\nrun to 0.5 s\n";
    double x[4];
    static const char *const gives[] = {"", "stiffness 1e5 N/m  damping 3e3 N*s/m",
                                        "stiffness 1e6 N/m  damping 3e4 N*s/m"};
    for (int n = 0; n < 4; n++) {
        Text text = {0};
        jd_text_print(&text, crank, gives[n == 3 ? 1 : n]);
        x[n] = end_of(text.at, (JdCompileDef){.elastic = n == 3 ? "none" : NULL}, "dop853",
                      "slider.x");
        jd_text_free(&text);
    }
    const double soft = fabs(x[1] - x[0]), stiff = fabs(x[2] - x[0]);
    assert_true(soft > 1e-8 && stiff < 0.15 * soft && stiff > 0.05 * soft);
    check_near(x[3], x[0], 1e-12, "made rigid");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_direction_has_its_own_stiffness),
        cmocka_unit_test(numbers_of_the_plane_hold_in_space),
        cmocka_unit_test(locked_turns_give_way_in_space),
        cmocka_unit_test(backlash_keeps_the_energy),
        cmocka_unit_test(stiff_joints_come_near_to_rigid_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
