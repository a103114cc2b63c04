/* SPDX-License-Identifier: MIT
 *
 * Gravity that is no planet's, but a power of ten of one: mm/s^2 for m/s^2, or a lost point. Or it
 * is the Earth's, and pulls up. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

static const double the_same = 0.004; /* 9.8 and 9.81 are */
static const struct {
    const char *where;
    double g;
    bool any_power; /* otherwise thousands alone */
} planets[] = {
    {"the Earth", 9.80665, true}, {"the Moon", 1.62, false}, {"Mars", 3.71, false},
    {"Venus", 8.87, false},       {"Jupiter", 24.79, false},
};

/* Pictures of the plane have y upwards, those of space z, or y: the Earth's gravity along +y or +z
 * pulls up. */
static bool pulls_up(const Patient *p) {
    const Vec3 g = p->model->gravity.value;
    const double up = g.x == 0 ? fmax(g.y, g.z) : 0;
    return up > 0 && g.y * g.z == 0 && g.y + g.z > 0 && fabs(up / planets[0].g - 1) < the_same;
}

static void tell_up(Patient *p) {
    const ModelGravity *gravity = &p->model->gravity;
    if (!jd_find(p, JD_WARNING, "gravity-implausible", gravity->where,
                 "gravity pulls up, along +%c, which drawings have upwards",
                 gravity->value.z > 0 ? 'z' : 'y'))
        return;
    const Node *statement = jd_statement_of(p, gravity->where);
    Changes changes = {0};
    if (statement) jd_changes_of_statement(p, &changes, statement);
    if (!jd_try_remedy(p, &changes, "gravity-implausible"))
        jd_hint(p->log, "write it with the other sign");
}

static void look(Patient *p) {
    const ModelGravity *gravity = &p->model->gravity;
    const double g = vec3_norm(gravity->value);
    if (gravity->kind != GRAVITY_UNIFORM || !(g > 0) || !gravity->where.file) return;
    if (pulls_up(p)) {
        tell_up(p);
        return;
    }
    for (size_t n = 0; n < sizeof planets / sizeof *planets; n++)
        for (int power = -4; power <= 4; power++) {
            const double ratio = g / (planets[n].g * pow(10, power));
            if (power == 0 || (!planets[n].any_power && abs(power) != 3) ||
                fabs(ratio - 1) > the_same)
                continue;
            const double scale = pow(10, -power);
            const Vec3 v = vec3_scale(scale, gravity->value);
            char text[128];
            if (jd_model_width(p->model) == 2)
                snprintf(text, sizeof text, "[%.7g, %.7g] m/s^2", v.x, v.y);
            else
                snprintf(text, sizeof text, "[%.7g, %.7g, %.7g] m/s^2", v.x, v.y, v.z);
            if (!jd_find(p, JD_WARNING, "gravity-implausible", gravity->where,
                         "gravity is %.6g m/s^2, %s times that of %s", g,
                         power == 3    ? "1000"
                         : power == -3 ? "a thousandth"
                                       : jd_arena_format(&p->arena, "%g", pow(10, power)),
                         planets[n].where))
                return;
            Changes changes = {0};
            const Node *statement = jd_statement_of(p, gravity->where);
            if (statement && statement->slots.count)
                jd_change_add(p, &changes, statement->slots.at[0].span, "write", 1, "%s", text);
            if (!jd_try_remedy(p, &changes, "gravity-implausible"))
                jd_hint(p->log, "write: gravity %s", text);
            return;
        }
}

const Examination jd_examination_planet = {"planet", NEEDS_TEXT, look};
