/* SPDX-License-Identifier: MIT
 *
 * Joint types of one's own that are zero somewhere else than where M meets N: the frees measure
 * them, but do not say where body j is. Every form moves the same mechanism by them. */
#include "verify/verify.h"

/* Two bodies, one behind the other; the joint `p` of the type `odd` holds the first on the ground,
 * or (second) the second on the first. */
typedef struct {
    const char *what, *type, *joint;
    bool spatial, second;
    const char *start;
} Odd;

// clang-format off
static const Odd odds[] = {
    {.what = "a peg at the ground's origin",
     .type = "lock ON.x0\nlock ON.y0\nfree turn z as u", .joint = "at [150, 0] mm"},
    {.what = "the same along the axes of the body",
     .type = "lock ON.xj\nlock ON.yj\nfree turn z as u", .joint = "at [150, 20] mm"},
    {.what = "a peg at a place that fields say",
     .type = "field left m = 0 m\nlock ON.x0 - left\nlock ON.y0 + 2*left\nfree turn z as u",
     .joint = "at [150, 0] mm left 70 mm"},
    {.what = "the same with the field left at zero",
     .type = "field left m = 0 m\nlock ON.x0 - left\nlock ON.y0 + 2*left\nfree turn z as u",
     .joint = "at [150, 0] mm"},
    {.what = "a rail whose offset stands before a product of axes",
     .type = "lock d.yi - 0.1*xi.xj\nlock xi.yj\nfree slide x", .joint = "at [150, 0] mm axis [1, 1]"},
    {.what = "a rail along the ground, wherever M is",
     .type = "lock ON.yi\nlock xi.yj\nfree slide x", .joint = "at [150, 90] mm axis [2, 1]"},
    {.what = "a pin between two bodies, beside its point",
     .type = "lock d.xi - 0.05*yi.yi\nlock d.yi + 0.02*xi.xi\nfree turn z as u", .joint = "at [0.6, 0.2] m", .second = true},
    {.what = "a slide between two bodies, beside its point",
     .type = "lock d.yi - 0.05*yi.yj\nlock xi.yj\nfree slide x", .joint = "at [0.6, 0.2] m axis [1, -1]", .second = true},
    {.what = "as drawn through the origin and no way else",
     .type = "lock OM.x0 + ON.x0\nlock OM.y0 + ON.y0\nfree turn z as u", .joint = "at [50, 30] mm"},
    {.what = "a body across the other",
     .type = "lock xi.xj\nfree slide x\nfree slide y as v", .joint = "at [150, 0] mm"},
    {.what = "a body turned by 60 degrees",
     .type = "lock xi.xj - cos(60 deg)\nfree slide x\nfree slide y as v", .joint = "at [150, 0] mm"},
    {.what = "a body along an axis of the ground",
     .type = "lock xj.y0\nfree slide x\nfree slide y as v", .joint = "at [150, 0] mm axis [3, 1]"},
    {.what = "a lock of the ground alone, which holds nothing",
     .type = "lock xi.y0\nfree slide x\nfree slide y as v", .joint = "at [150, 0] mm", .start = "start a.rate = 2 rad/s"},
    {.what = "a ball at the ground's origin", .spatial = true,
     .type = "lock ON.x0\nlock ON.y0\nlock ON.z0\nfree ball", .joint = "at [150, 0, 30] mm"},
    {.what = "a hinge at the ground's origin", .spatial = true,
     .type = "lock ON.x0\nlock ON.y0\nlock ON.z0\nlock zi.xj\nlock zi.yj\nfree turn z as u",
     .joint = "at [150, 0, 30] mm axis [0, 1, 1]"},
    {.what = "a hinge about the ground's axis, whatever the joint says", .spatial = true,
     .type = "lock d.x0\nlock d.y0\nlock d.z0\nlock zj.x0\nlock zj.y0\nfree turn z as u",
     .joint = "at [150, 0, 30] mm axis [0, 0.1, 1]"},
    {.what = "a hinge beside its point", .spatial = true,
     .type = "lock d.xi - 0.05*zi.zj\nlock d.yi\nlock d.zi - 0.1\nlock zi.xj\nlock zi.yj\nfree turn z as u",
     .joint = "at [0.6, 0.2, 0.1] m axis [0, 1, 1]", .second = true},
    {.what = "a tube across", .spatial = true,
     .type = "lock d.xi\nlock d.yi\nlock zi.zj\nlock zi.yj\nfree slide z\nfree turn z as u",
     .joint = "at [0.6, 0.2, 0.1] m axis [0, 1, 1]", .second = true},
};
// clang-format on
enum { ODDS = sizeof odds / sizeof *odds };

/* Of the plane and of space; the joint at hand is one of the two. */
static void write_model(const Odd *odd, char *text, size_t room) {
    const char *other = odd->spatial ? "spherical" : "revolute";
    const char *at = odd->spatial ? (odd->second ? "[0, 0, 0]" : "[0.6, 0.2, 0.1] m")
                                  : (odd->second ? "[0, 0]" : "[0.6, 0.2] m");
    const char *sides[2] = {"ground -- a", "a -- b"};
    snprintf(text, room,
             "%s\ngravity [%s] m/s^2\njoint type odd {\n%s\n}\n"
             "body a { at [0.4, 0.1%s] m mass 1 kg inertia %s kg*m^2 }\n"
             "body b { at [0.8, 0.3%s] m mass 1 kg inertia %s kg*m^2 }\n"
             "joint p : odd %s %s\njoint q : %s %s at %s\n%s\nrun to 0.3 s every 0.1 s tol 1e-11\n",
             odd->spatial ? "spatial" : "planar", odd->spatial ? "0, -3, -9.81" : "0, -9.81",
             odd->type, odd->spatial ? ", 0" : "", odd->spatial ? "[0.1, 0.12, 0.15]" : "0.1",
             odd->spatial ? ", 0.2" : "", odd->spatial ? "[0.1, 0.12, 0.15]" : "0.1",
             sides[odd->second], odd->joint, other, sides[!odd->second], at,
             odd->start ? odd->start : "");
}

enum { PLACES = 6, ROWS = 4 };

/* Where both bodies are, at each output. */
static void places(const char *text, const char *form, double at[ROWS][PLACES]) {
    static const char *const names[PLACES] = {"a.x", "a.y", "b.x", "b.y", "a.z", "b.z"};
    Case c = open_text(text, (JdCompileDef){.form = form, .stiffness = 1e8}, (JdRunDef){0});
    const bool spatial = strstr(text, "spatial") == text;
    int row = 0;
    for (; advance(&c); row++) {
        assert_true(row < ROWS);
        for (int k = 0; k < PLACES; k++) at[row][k] = k < 4 || spatial ? value(&c, names[k]) : 0;
    }
    assert_int_equal(row, ROWS);
    close_case(&c);
}

/* Joints outside the tree are springs under `elastic`: so far they give way. */
static const struct {
    const char *name;
    double within;
} forms[] = {{"cut-joint", 1e-8}, {"minimal", 1e-8}, {"elastic", 1e-3}};

static void every_form_moves_it_alike(void **state) {
    (void)state;
    for (int n = 0; n < ODDS; n++) {
        char text[1500];
        double one[ROWS][PLACES], other[ROWS][PLACES];
        write_model(&odds[n], text, sizeof text);
        places(text, "newton-euler", one);
        double moved = 0;
        for (int k = 0; k < PLACES; k++) moved = fmax(moved, fabs(one[ROWS - 1][k] - one[0][k]));
        assert_true(moved > 0.02);
        for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
            char why[160];
            snprintf(why, sizeof why, "%s, form %s", odds[n].what, forms[f].name);
            places(text, forms[f].name, other);
            for (int row = 0; row < ROWS; row++)
                for (int k = 0; k < PLACES; k++)
                    check_near(other[row][k], one[row][k], forms[f].within, why);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_moves_it_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
