/* SPDX-License-Identifier: MIT
 *
 * Texts that can be made as long as one likes, by one thing said again and again: good ones, bad
 * ones, and one-line JSON. '@' is the number of the item. */
#ifndef GROWING_H
#define GROWING_H

#include "base/base.h"
#include <string.h>

typedef struct {
    const char *name, *before, *item, *behind;
    bool json, good;
    bool compiled; /* the mistakes are found when it is */
} Growing;

#define ONE "body a { at [0, 0] m mass 1 kg inertia 1 kg*m^2 }\n"
#define JSON(statements, item) "{\"statements\": [" statements, item ", ", "{\"planar\": true}]}"

// clang-format off
static const Growing growing[] = {
    {"bodies", "planar\n", "body b@ { at [@, 0] m mass 1 kg inertia 1 kg*m^2 }\n", "", .good = true},
    {"points", "planar\n", "point p@ = [@, 0]\n", "", .good = true},
    {"values", "param a = 1\n", "param p@ = a + @*sin(2)\n", "", .good = true},
    {"chains", "planar\n" ONE, "body b@ { at [@, 0] m mass 1 kg inertia 1 kg*m^2 }\njoint j@ : revolute a -- b@ at [@, 1] m\n", "", .good = true},
    {"joints of two bodies", "planar\n" ONE, "joint j@ : rod ground -- a at [@, 7] m [0, 0]\n", "", .good = true},
    {"equal joints", "planar\n" ONE, "joint j@ : revolute ground -- a at [0, 0]\n", "", .good = true},
    {"joint types", "planar\n" ONE, "joint type t@ {\nfield l m = 1 m\nlock d.x0 - l\nlock d.y0\n}\njoint j@ : t@ ground -- a at [0, 0] l 2 m\n", "", .good = true},
    {"frames", "planar\nbody a { at [0, 0] m mass 1 kg inertia 1 kg*m^2\n", "frame f@ at [@, 0] m\n", "}\n", .good = true},
    {"forces", "planar\n" ONE, "force f@ : point-force a at [0, 0] value [1 N, 2 N*sin(time*1 rad/s)*a.x/(1 m)]\n", "", .good = true},
    {"outputs", "planar\n" ONE "output a.x", ", a.y", "\n", .good = true},
    {"expectations", "planar\n" ONE, "expect a.x = 0 m at 1 s within @ m\n", "run to 1 s\n", .good = true},
    {"parts", "planar\npart p {\n" ONE "}\n", "use u@ : p at [@, 0] m\n", "", .good = true},
    {"comments", "planar\n", "# a comment @\n\n", "", .good = true},
    {"a long comment", "planar\n#", " @", "\n", .good = true},
    {"warnings", "spatial\n", "body b@ { at [0, 0, 0] turned turn(z, 90) mass 1 kg inertia [1, 1, 1] kg*m^2 }\n", "", .good = true},
    {"shown things", "planar\n" ONE, "show gear on a { diameter 1 m teeth 9 }\n", "", .good = true},
    {"drives", "planar\n" ONE "joint j : revolute ground -- a at [0, 0]\n", "drive d@ : j.angle = 1 rad/s*time\n", "", .good = true, .compiled = true},

    {"unknown statements", "", "w@ 3\n", ""},
    {"unknown words", "", " w@", ""},
    {"unknown clauses", "planar\nbody a { ", "w@ 3 ", "}\n"},
    {"signs", "planar\nbody a { ", "? ", "}\n"},
    {"unknown names", "", "param p@ = q@\n", ""},
    {"names again", "planar\n", "point p = [@, 0]\n", ""},
    {"unknown channels", "planar\n" ONE "output a.x", ", a.q@", "\n", .good = true, .compiled = true},
    {"unknown channels of forces", "planar\n" ONE, "force f@ : point-force a at [0, 0] value [1 N, 1 N*b.q@]\n", "", .good = true, .compiled = true},
    {"unknown starts", "planar\n" ONE, "start a.q@ = 0\n", "", .good = true, .compiled = true},
    {"long lines", "", "body xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx@\n", ""},
    {"operations", "param a = 1", " + 1", "\n"},
    {"brackets", "param a = ", "(", "\n"},
    {"braces", "", "{ ", "\n"},
    {"numbers of a vector", "point a = [1", ", 1", "]\n"},
    {"digits", "param a = 1", "0", "\n"},
    {"letters", "param ", "a", " = 1\n", .good = true},
    {"a path", "include \"", "x", "\"\n"},
    {"bytes", "planar\n", "\x01\xff", ""},
    {"mistakes of types", "planar\n", "joint type t@ {\nlock d.q\n}\n", ""},
    {"mistakes of repeats", "planar\nrepeat i from 1 to 9 {\n", "point p@ = q\n", "}\n"},

    {"bodies in JSON", JSON("{\"planar\": true}, ", "{\"body\": {\"name\": \"b@\", \"at\": \"[@, 0] m\", \"mass\": \"1 kg\", \"inertia\": \"1 kg*m^2\"}}"), true, true},
    {"values in JSON", JSON("", "{\"param\": {\"name\": \"p@\", \"value\": \"1 + sin(2)*@\"}}"), true, true},
    {"forces in JSON", JSON("{\"planar\": true}, {\"body\": {\"name\": \"a\", \"at\": \"[0, 0]\", \"mass\": \"1 kg\", \"inertia\": \"1 kg*m^2\"}}, ",
        "{\"force\": {\"name\": \"f@\", \"type\": \"point-force\", \"i\": \"a\", \"at\": \"[0, 0]\", \"value\": \"[1 N, 2 N*a.x/(1 m)]\"}}"), true, true},
    {"types in JSON", JSON("{\"planar\": true}, ", "{\"joint type\": {\"name\": \"t@\", \"lock\": [\"d.x0\", \"d.y0\"]}}"), true, true},
    {"unknown statements in JSON", JSON("", "{\"w@\": 1}"), true, false},
    {"wrong values in JSON", JSON("", "{\"param\": {\"name\": \"p@\", \"value\": \"1 +\"}}"), true, false},
    {"keys in JSON", "{\"a\": 1", ", \"k@\": 1", "}", true, false},
    {"arrays in JSON", "", "[", "", true, false},
    {"escapes in JSON", "{\"statements\": [{\"model\": \"", "\\u0041", "\"}]}", true, false},
};
// clang-format on
enum { GROWINGS = sizeof growing / sizeof *growing };

static inline void add_item(Text *text, const char *item, int number) {
    for (const char *at; (at = strchr(item, '@')); item = at + 1) {
        jd_text_add(text, item, (size_t)(at - item));
        jd_text_print(text, "%d", number);
    }
    jd_text_add(text, item, strlen(item));
}

static inline Text grow(const Growing *g, int items) {
    Text text = {0};
    jd_text_add(&text, g->before, strlen(g->before));
    for (int n = 0; n < items; n++) add_item(&text, g->item, n);
    jd_text_add(&text, g->behind, strlen(g->behind));
    return text;
}

#endif
