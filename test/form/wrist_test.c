/* SPDX-License-Identifier: MIT
 *
 * Hinges that are a ball: three through one point, or one and a universal joint. Loops that close
 * with a ball close with these, too, whichever of their joints is cut. */
#include "form/agree.h"

#define ENDS                                                                                       \
    "spatial\ngravity [0, 0, -9.81] m/s^2\n"                                                       \
    "point O = [0, 0, 0] m\npoint A = [0.06, 0.08, 0.03] m\npoint B = [0.6, 0.1, 0.05] m\n"        \
    "body crank { link O A  mass 1 kg  inertia [1e-3, 2e-3, 2e-3] kg*m^2 }\n"                      \
    "body rod { link A B  mass 0.5 kg  inertia [1e-3, 1e-2, 1e-2] kg*m^2 }\n"                      \
    "joint jO : revolute ground -- crank at O axis [0.1, 0, 1]\n"                                  \
    "start jO.rate = 15 rad/s\nrun to 0.4 s every 0.1 s\n"
#define CROSS(name, point)                                                                         \
    "body " name " { at " point "  mass 20 g  inertia [2e-5, 2e-5, 2e-5] kg*m^2 }\n"
#define SLIDER                                                                                     \
    "body slider { at B  mass 1 kg  inertia [1e-3, 1e-3, 1e-3] kg*m^2 }\n"                         \
    "joint jC : prismatic ground -- slider at B axis [1, 0.1, 0.2]\n"
#define ROCKER                                                                                     \
    "point C = [0.7, -0.2, 0.1] m\n"                                                               \
    "body rocker { link C B  mass 1 kg  inertia [1e-3, 8e-3, 8e-3] kg*m^2 }\n"                     \
    "joint jC : revolute ground -- rocker at C axis [0.4, 0, 1]\n"
/* Hinges are drawn anywhere on their axes. */
#define THREE_AT_A                                                                                 \
    CROSS("c1", "A")                                                                               \
    CROSS("c2", "A")                                                                               \
    "joint a1 : revolute crank -- c1 at A + 0.1*[0.1, 0.2, 1] m axis [0.1, 0.2, 1]\n"              \
    "joint a2 : revolute c1 -- c2 at A - 0.05*[0, 1, 0] m axis [0, 1, 0]\n"                        \
    "joint a3 : revolute c2 -- rod at A + 0.2*[1, 0.3, 0.2] m axis [1, 0.3, 0.2]\n"

typedef struct {
    const char *name, *text, *cuts; /* that stay in closed form */
} Mechanism;

static const Mechanism mechanisms[] = {
    {"six hinges and a slide",
     ENDS SLIDER THREE_AT_A CROSS("c3", "B") "joint b1 : revolute rod -- c3 at B axis z\njoint b2 "
                                             ": revolute c3 -- slider at B axis y\n",
     "\na1\na2\na3"},
    {"universal joint and rocker",
     ENDS ROCKER THREE_AT_A
     "joint b : universal rocker -- rod at B axis z second [0.02, -0.54, 0]\n",
     "\na1\na2\na3"},
    {"ball and rocker, the rod spins",
     ENDS ROCKER THREE_AT_A "joint b : spherical rod -- rocker at B\n", "\na2"},
    {"hinge behind a universal joint",
     ENDS SLIDER CROSS(
         "c1", "A") "joint a1 : universal crank -- c1 at A axis [0, 0.2, 1] second [1, 0, 0]\n"
                    "joint a2 : revolute c1 -- rod at A axis [0.2, 1, 0.4]\n"
                    "joint b : universal slider -- rod at B axis y second [-0.02, 0, 0.54]\n",
     "\na2"},
};

static Case open_one(const Mechanism *m, JdCompileDef def) {
    JdLog *log = jd_log_new();
    return open_model(jd_model_read_text("wrist.jd", m->text, strlen(m->text), (JdReadDef){0}, log),
                      log, def, (JdRunDef){.until = 0.4, .output_every = 0.1, .tol = 1e-12});
}

static bool has_ball(const JdSystem *system) {
    JdDyad dyad;
    for (int n = 0; jd_system_dyad(system, n, &dyad); n++)
        if (!strcmp(dyad.kind, "S")) return true;
    return false;
}

static void turns_through_one_point_are_a_ball(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof mechanisms / sizeof *mechanisms; n++) {
        const Mechanism *m = &mechanisms[n];
        Case c = open_one(m, (JdCompileDef){.form = "newton-euler"});
        Record wanted = record_run(&c);
        close_case(&c);
        for (const char *at = m->cuts;; at++) {
            char cut[8] = "", what[160];
            snprintf(cut, sizeof cut, "%.*s", (int)strcspn(at, "\n"), at);
            Case is = open_one(m, (JdCompileDef){.form = "minimal", .cut = *cut ? cut : NULL});
            snprintf(what, sizeof what, "%s, cut '%s'", m->name, cut);
            if (jd_system_info(is.system, NULL).iterated || (*cut && !has_ball(is.system)))
                fail_msg("%s: no closed form", what);
            Record got = record_run(&is);
            check_difference(record_compare(&is, &wanted, &got), 1e-9, what);
            record_free(&got);
            close_case(&is);
            at += strcspn(at, "\n");
            if (!*at) break;
        }
        record_free(&wanted);
    }
}

/* Next to the point is not through it. */
static void turns_beside_one_point_are_no_ball(void **state) {
    (void)state;
    static const char text[] = ENDS SLIDER CROSS("c1", "A")
        CROSS("c2", "A") "joint a1 : revolute crank -- c1 at A axis [0.1, 0.2, 1]\n"
                         "joint a2 : revolute c1 -- c2 at A + [0.001, 0, 0] m axis [0, 1, 0]\n"
                         "joint a3 : revolute c2 -- rod at A axis [1, 0.3, 0.2]\n"
                         "joint b : universal slider -- rod at B axis y second [-0.02, 0, 0.54]\n";
    const Mechanism m = {"beside", text, ""};
    Case c = open_one(&m, (JdCompileDef){.form = "minimal"});
    assert_false(has_ball(c.system));
    assert_true(jd_system_info(c.system, NULL).iterated > 0);
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_through_one_point_are_a_ball),
        cmocka_unit_test(turns_beside_one_point_are_no_ball),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
