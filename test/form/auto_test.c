/* SPDX-License-Identifier: MIT
 *
 * `form auto`: the structure of a mechanism says which formulation it gets, and why; a form that
 * somebody names stays. */
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
    {"model/bricard.jd", "newton-euler", "loops without a closed form"},
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
    for (int n = 0; n < KNOWN; n++) {
        Case c = open_as(known[n].model, (JdCompileDef){.form = "auto"});
        check_text(jd_system_settings(c.system).form, known[n].form);
        check_text(jd_system_info(c.system, NULL).why, known[n].why);
        close_case(&c);
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

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(structure_chooses),
                                       cmocka_unit_test(a_form_that_is_named_stays),
                                       cmocka_unit_test(joints_that_give_way_are_left_to_bodies),
                                       cmocka_unit_test(many_freedoms_are_left_to_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
