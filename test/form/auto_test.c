/* SPDX-License-Identifier: MIT
 *
 * The structure of a mechanism says which formulation it gets, and why; a form that somebody names
 * stays. */
#include "form/agree.h"

typedef struct {
    const char *model, *form, *why;
} Known;

#define PENDULUM                                                                                   \
    "planar\nbody rod { link [0, 0] [1, 0] mass 1 kg inertia 0.1 kg*m^2 }\n"                       \
    "joint j : revolute ground -- rod at [0, 0]\n"

static const Known known[] = {
    {"model/chain.jd", "cut-joint", "a tree: no loops to close"},
    {"model/double_pendulum_3d.jd", "cut-joint", "a tree: no loops to close"},
    {"model/slider_crank.jd", "minimal", "every loop has a closed form"},
    {"model/seven_body.jd", "minimal", "every loop has a closed form"},
    {"model/fourbar1.jd", "minimal", "every loop has a closed form"},
    {"model/stewart.jd", "minimal", "every loop has a closed form"},
    {"model/bricard.jd", "cut-joint", "loops without a closed form: few multipliers"},
    {"model/paper/figure_21_001.jd", "newton-euler", "loops without a closed form"},
    {"model/n_four_bar.jd", "newton-euler", "loops that can fold flat"},
    {"model/msl/bevel_gear.jd", "cut-joint", "a tree with couplings: few multipliers"},
    {"model/rolling_disc.jd", "newton-euler", "something rolls"},
    {"model/free_body.jd", "newton-euler", "free bodies"},
    {PENDULUM "run to 1 s\n", "cut-joint", "a tree: no loops to close"},
    {"planar\nrun to 1 s\n", "newton-euler", "no joints that move anything"},
};
enum { KNOWN = sizeof known / sizeof *known };

static Case open_as(const char *model, JdCompileDef how) {
    JdLog *log = jd_log_new();
    const bool file = strncmp(model, "model/", 6) == 0;
    return open_model(file ? jd_model_read_file(model, (JdReadDef){0}, log)
                           : jd_model_read_text("text", model, strlen(model), (JdReadDef){0}, log),
                      log, how, (JdRunDef){0});
}

static void structure_chooses(void **state) {
    (void)state;
    for (int n = 0; n < 2 * KNOWN; n++) {
        const Known *k = &known[n / 2];
        Case c = open_as(k->model, (JdCompileDef){.form = n % 2 ? "auto" : NULL});
        check_text(jd_system_settings(c.system).form, k->form);
        check_text(jd_system_info(c.system, NULL).why, k->why);
        close_case(&c);
    }
}

/* What is said of stabilising, of gaps, or of coordinates, says which form is meant. */
static void other_words_say_which_form(void **state) {
    (void)state;
    static const struct {
        JdCompileDef how;
        const char *form;
    } said[] = {
        {{.stabilise = "baumgarte"}, "newton-euler"},
        {{.stabilise = "none"}, "newton-euler"},
        {{.stabilise = "projection"}, "minimal"},
        {{.as_drawn = true}, "newton-euler"},
        {{.by_newton = true}, "minimal"},
        {{.prefer = "jC.travel"}, "minimal"},
        {{.cut = "jB"}, "minimal"},
        {{.elastic = "jB"}, "newton-euler"},
    };
    for (size_t n = 0; n < sizeof said / sizeof *said; n++) {
        Case c = open_as("model/slider_crank.jd", said[n].how);
        print_message("%zu: %s\n", n, jd_system_info(c.system, NULL).why);
        check_text(jd_system_settings(c.system).form, said[n].form);
        close_case(&c);
    }
}

/* Four-bars by lengths: crank, rod, rocker and ground. Those that fold flat go to the bodies. */
static void loops_that_fold_are_left_to_bodies(void **state) {
    (void)state;
    static const struct {
        double crank, rod, rocker, ground;
        bool folds;
    } lengths[] = {{1, 2, 1, 2, true},       {2, 2, 1, 1, true}, {1, 3, 2, 2, true},
                   {1, 2.9, 2, 2, false},    {2, 1, 2, 1, true}, {1, 1.5, 1, 2, false},
                   {1, 2.00001, 1, 2, false}};
    for (size_t n = 0; n < sizeof lengths / sizeof *lengths; n++) {
        const double a = lengths[n].crank, b = lengths[n].rod, c = lengths[n].rocker,
                     d = lengths[n].ground, turn = 1.1, x = a * cos(turn), y = a * sin(turn),
                     dx = d - x, dy = -y, far = hypot(dx, dy),
                     along = (far * far + b * b - c * c) / (2 * far),
                     aside = sqrt(fmax(0, b * b - along * along)),
                     bx = x + (along * dx - aside * dy) / far,
                     by = y + (along * dy + aside * dx) / far;
        Text text = {0};
        jd_text_print(
            &text,
            "planar\ngravity [0, -9.81] m/s^2\npoint A = [%.17g, %.17g]\n"
            "point B = [%.17g, %.17g]\npoint C = [%.17g, 0]\n"
            "body crank { link [0, 0] A mass 1 kg inertia 0.1 kg*m^2 }\n"
            "body rod { link A B mass 1 kg inertia 0.1 kg*m^2 }\n"
            "body rocker { link B C mass 1 kg inertia 0.1 kg*m^2 }\n"
            "joint o : revolute ground -- crank at [0, 0]\n"
            "joint p : revolute crank -- rod at A\njoint q : revolute rod -- rocker at B\n"
            "joint r : revolute ground -- rocker at C\nrun to 1 s\n",
            x, y, bx, by, d);
        Case s = open_as(text.at, (JdCompileDef){0});
        print_message("%g %g %g %g: %s\n", a, b, c, d, jd_system_info(s.system, NULL).why);
        check_text(jd_system_settings(s.system).form,
                   lengths[n].folds ? "newton-euler" : "minimal");
        close_case(&s);
        jd_text_free(&text);
    }
}

static void a_form_that_is_named_stays(void **state) {
    (void)state;
    Case c = open_as("model/slider_crank.jd", (JdCompileDef){.form = "cut-joint"});
    check_text(jd_system_settings(c.system).form, "cut-joint");
    assert_null(jd_system_info(c.system, NULL).why);
    close_case(&c);
    c = open_as(PENDULUM "run to 1 s form newton-euler\n", (JdCompileDef){0});
    check_text(jd_system_settings(c.system).form, "newton-euler");
    close_case(&c);
    c = open_as(PENDULUM "run to 1 s form auto\n", (JdCompileDef){0});
    check_text(jd_system_settings(c.system).form, "cut-joint");
    close_case(&c);
}

static void joints_that_give_way_are_left_to_bodies(void **state) {
    (void)state;
    Case c = open_as("model/slider_crank.jd", (JdCompileDef){.form = "auto", .elastic = "jB"});
    check_text(jd_system_settings(c.system).form, "newton-euler");
    check_text(jd_system_info(c.system, NULL).why, "joints give way");
    close_case(&c);
}

/* Fifty four-bars have fifty freedoms, whose matrix is full. */
static void many_freedoms_are_left_to_bodies(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "planar\ngravity [0, -9.81] m/s^2\n");
    for (int n = 0; n < 50; n++)
        jd_text_print(&text,
                      "body a%d { link [0, %d] [0.1, %d] mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "body b%d { link [0.1, %d] [0.5, %d.2] mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "body c%d { link [0.6, %d] [0.5, %d.2] mass 1 kg inertia 0.1 kg*m^2 }\n"
                      "joint p%d : revolute ground -- a%d at [0, %d]\njoint q%d : revolute a%d -- "
                      "b%d at [0.1, %d]\n"
                      "joint r%d : revolute b%d -- c%d at [0.5, %d.2]\njoint s%d : revolute ground "
                      "-- c%d at [0.6, %d]\n",
                      n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n);
    jd_text_print(&text, "run to 1 s\n");
    Case c = open_as(text.at, (JdCompileDef){.form = "auto"});
    check_text(jd_system_settings(c.system).form, "newton-euler");
    check_text(jd_system_info(c.system, NULL).why, "loops with many freedoms");
    close_case(&c);
    jd_text_free(&text);
}

/* The coordinates that somebody asks for are independent, where they can be. */
static void preferred_coordinates_are_independent(void **state) {
    (void)state;
    static const char *const models[][2] = {{"model/four_bar_free.jd", "jD.angle"},
                                            {"model/rssr.jd", "j2.angle"},
                                            {"model/fourbar1.jd", "j2.travel"}};
    for (int n = 0; n < 3; n++) {
        for (int k = 0; k < 2; k++) {
            Case c = open_as(models[n][0],
                             (JdCompileDef){.form = "minimal", .prefer = k ? models[n][1] : NULL});
            char name[100];
            bool is = false;
            must(&c, jd_run_next(c.run));
            for (int i = 0; jd_run_independent(c.run, i, name, sizeof name); i++)
                is = is || strcmp(name, models[n][1]) == 0;
            print_message("%s: %s %d\n", models[n][0], models[n][1], is);
            assert_int_equal(is, k);
            close_case(&c);
        }
    }
}

static void a_coordinate_that_is_not_there_is_told(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/slider_crank.jd", (JdReadDef){0}, log);
    assert_null(jd_compile(model, (JdCompileDef){.form = "minimal", .prefer = "jC.angle"}, log));
    check_text(jd_log_message(log, 0).code, "joint-unknown");
    jd_model_free(model);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(structure_chooses),
                                       cmocka_unit_test(other_words_say_which_form),
                                       cmocka_unit_test(loops_that_fold_are_left_to_bodies),
                                       cmocka_unit_test(a_form_that_is_named_stays),
                                       cmocka_unit_test(joints_that_give_way_are_left_to_bodies),
                                       cmocka_unit_test(many_freedoms_are_left_to_bodies),
                                       cmocka_unit_test(preferred_coordinates_are_independent),
                                       cmocka_unit_test(a_coordinate_that_is_not_there_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
