/* SPDX-License-Identifier: MIT
 *
 * Mistakes in models in space, in masses, shapes, couplings and gravity: each is told once, at its
 * place. */
#include "text_check.h"

static const char start[] =
    "spatial\npoint O = [0, 0, 0]\npoint A = [1, 0, 0]\npoint B = [1, 2, 2]\n";

/* One mistake, at a line behind `start`. */
static void check_wrong(const char *rest, const char *code, int line, int column,
                        const char *words) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", start, rest);
    check_mistake(text, code, 4 + line, column, words);
}

static Reading read_behind_start(const char *rest) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", start, rest);
    return read_good(text);
}

static void space_and_plane_are_told_apart(void **state) {
    (void)state;
    check_mistake("planar\nspatial\n", "space-unclear", 2, 1, "line 1");
    check_mistake("spatial\nplanar\n", "space-unclear", 2, 1, "keep one");
    check_mistake("point A = [1, 2]\nspatial\npoint B = [1, 2, 3]\n", "space-unclear", 2, 1, "top");
    check_mistake("gravity [0, -9.81] m/s^2\nspatial\n", "space-unclear", 2, 1, "gravity");
    check_wrong("body b { at A angle 30 deg massless }", "clause-wrong-space", 1, 15,
                "turned turn(z, 30 deg)");
    check_wrong("body b { at A massless frame e at A angle 1 rad }", "clause-wrong-space", 1, 37,
                "turn(z, 1 rad)");
    check_mistake("body b { at [0, 0] turned turn(z, 1 rad) massless }", "clause-wrong-space", 1,
                  20, "angle");
    check_mistake("body b { at [0, 0] mass 1 kg inertia 1 kg*m^2 principal turn(z, 1 rad) }",
                  "clause-wrong-space", 1, 47, "angle");
    check_mistake("body b { at [0, 0] massless }\n"
                  "joint j : revolute ground -- b at [0, 0] second y\n",
                  "clause-wrong-space", 2, 42, "space only");
    check_wrong("body b { link O A turned turn(z, 1 rad) massless }", "clause-conflict", 1, 19,
                "'turned'");
    check_wrong("point C = [1, 2]", "vector-size", 1, 11, "3");
}

static void masses_that_make_no_sense_are_explained(void **state) {
    (void)state;
    check_wrong("body b { at A mass 1 kg inertia 1 kg*m^2 }", "vector-size", 1, 33,
                "[Ixx, Iyy, Izz]");
    check_wrong("body b { at A mass 1 kg inertia [[1, 0, 0], [0, 1, 0]] kg*m^2 }", "vector-size", 1,
                33, "three rows");
    check_wrong("body b { at A mass 1 kg inertia [1, 1, 3] kg*m^2 }", "inertia-impossible", 1, 33,
                "3 is larger than the sum");
    check_wrong("body b { at A mass 1 kg inertia [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]] kg*m^2 }",
                "inertia-not-symmetric", 1, 33, "Ixy = 0.5 and Iyx = 0");
    check_wrong("body b { at A mass 1 kg\n inertia [[1, 0, 0], [0, 1, 0], [0, 0, 1]] kg*m^2\n"
                " principal turn(z, 1 rad) }",
                "clause-conflict", 3, 2, "matrix");
    check_wrong("body b { at A mass 1 kg point inertia [1, 1, 1] kg*m^2 }", "clause-conflict", 1,
                25, "'point'");
    check_wrong("body b { at A mass 1 kg point load 0 kg at B }", "load-not-positive", 1, 36,
                "0 kg");
    check_wrong("body b { at A shape cube mass 1 kg }", "shape-unknown", 1, 21, "box");
    check_wrong("body b { at A shape box mass 1 kg width 1 m height 1 m }", "shape-needs", 1, 21,
                "length");
    check_wrong("body b { link O A shape rod density 1 kg/m^3 }", "shape-needs", 1, 25,
                "diameter for the volume");
    check_wrong("body b { at A shape sphere diameter 0 m mass 1 kg }", "shape-dimension", 1, 28,
                "greater than zero");
    check_wrong("body b { at A shape sphere diameter 1 m length 1 m mass 1 kg }", "shape-dimension",
                1, 41, "a sphere has no length");
    check_wrong("body b { link O A shape pipe diameter 1 m inner 1 m mass 1 kg }",
                "shape-dimension", 1, 43, "smaller");
    check_wrong("body b { link O A shape rod diameter 1 m density -1 kg/m^3 }", "shape-dimension",
                1, 42, "density");
    check_wrong("body b { at A mass 1 kg inertia [1, 1, 1] kg*m^2 width 1 m }", "shape-dimension",
                1, 50, "no shape");
    check_wrong("body b { at A density 1 kg/m^3 inertia [1, 1, 1] kg*m^2 }", "shape-dimension", 1,
                15, "no shape");
    check_wrong("body b { at A shape sphere diameter 1 m }", "clause-missing", 1, 1, "density");
}

static void joints_in_space_are_checked(void **state) {
    (void)state;
    const char *bodies = "body a { at O mass 1 kg point }\nbody b { at A mass 1 kg point }\n"
                         "joint h : revolute ground -- a at O\njoint s : spherical a -- b at A\n";
    const struct {
        const char *text, *code;
        int column;
        const char *words;
    } cases[] = {
        {"joint u : universal a -- b at A", "joint-needs-second", 11, "second y"},
        {"joint u : universal a -- b at A axis x second 2*x", "axis-parallel", 47, "cross"},
        {"joint u : universal a -- b at A axis x second [1, 1, 0]", "axis-not-normal", 47, "45"},
        {"joint u : revolute a -- b at A axis [1, 2]", "vector-size", 37, "three numbers"},
        {"joint u : revolute a -- b at A axis A - A", "axis-zero", 37, "x, y, z"},
        {"joint g : gear h.angle -- a ratio 2", "couple-needs-frees", 27, "'a'"},
        {"joint g : gear h.angle -- h.angle ratio 2", "couple-same-free", 27, "itself"},
        {"joint g : gear h.angle -- s.rx ratio 2", "couple-ball", 27, "s.rx"},
        {"joint g : gear h.angle -- h.angel ratio 2", "free-unknown", 27, "h.angle"},
        {"joint g : gear h.angle -- q.angle ratio 2", "joint-unknown", 27, "'q'"},
        {"joint g : gear h.angle -- s.rx ratio 2 at O", "clause-conflict", 40, "'at'"},
        {"joint g : revolute h.angle -- a at O", "joint-needs-bodies", 20, "h.angle"},
        {"joint type t { lock d.x0  free ball z }", "word-unknown", 37, "every axis"},
        {"joint type t { lock d.x0  free turn }", "word-unknown", 32, "its axis"},
        {"joint type t { lock qi - qj  lock d.x0 }", "joint-type-couples", 0, "two types"},
        {"force f : point-force b at A axis x value [1, 2, 3] N", "clause-conflict", 30, "torque"},
        {"gravity toward O", "gravity-not-valid", 9, "mu"},
        {"gravity mu 3 m^3/s^2", "gravity-not-valid", 9, "toward"},
        {"gravity toward O mu -3 m^3/s^2", "gravity-not-valid", 21, "greater"},
        {"gravity", "gravity-not-valid", 1, "none"},
        {"gravity none field [1, 2, 3] m/s^2", "clause-conflict", 14, "'field'"},
        {"gravity [1, 2, 3] m/s^2 none", "gravity-not-valid", 1, "more than one"},
        {"gravity field [1, 2] m/s^2", "vector-size", 15, "3 numbers"},
        {"gravity field [x, 2, 3]", "dimension-mismatch", 0, "gravity"},
        {"gravity field [a.x, 2, 3] m/s^2", "gravity-reads-state", 16, "place"},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        char text[1000];
        snprintf(text, sizeof text, "%s%s%s", start, bodies, cases[n].text);
        Reading r = read_text(text);
        const JdMessage message = jd_log_message(r.log, 0);
        if (jd_log_errors(r.log) != 1 || strcmp(message.code, cases[n].code) != 0) {
            print_error("%s\n", cases[n].text);
            jd_log_print(r.log, stderr);
        }
        assert_int_equal(jd_log_errors(r.log), 1);
        check_text(message.code, cases[n].code);
        if (cases[n].column) assert_int_equal(message.column, cases[n].column);
        assert_int_equal(message.line, cases[n].column || message.line ? 9 : 0);
        if (!strstr(message.text, cases[n].words)) check_contains(message.hint, cases[n].words);
        close_reading(r);
    }
}

static void joint_said_twice_is_a_warning(void **state) {
    (void)state;
    Reading r = read_behind_start(
        "body a { at O mass 1 kg point }\n"
        "joint h : revolute ground -- a at O\njoint k : hinge a -- ground at O\n");
    assert_int_equal(jd_log_count(r.log), 1);
    check_text(jd_log_message(r.log, 0).code, "joint-repeated");
    check_contains(jd_log_message(r.log, 0).text, "'h' of line 6");
    close_reading(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_and_plane_are_told_apart),
        cmocka_unit_test(masses_that_make_no_sense_are_explained),
        cmocka_unit_test(joints_in_space_are_checked),
        cmocka_unit_test(joint_said_twice_is_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
