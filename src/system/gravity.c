/* SPDX-License-Identifier: MIT
 *
 * Gravity at a point: uniform, towards a centre, or a field given by expressions. */
#include "system/system.h"

Vec3 jd_gravity_at(const JdSystem *s, Now now, Vec3 p) {
    if (s->gravity_kind == GRAVITY_UNIFORM) return s->gravity;
    if (s->gravity_kind == GRAVITY_POINT) {
        const Vec3 d = vec3_sub(s->gravity_centre, p);
        const double r = vec3_norm(d);
        return vec3_scale(s->gravity_mu / (r * r * r), d);
    }
    const double at[3] = {p.x, p.y, p.z};
    double g[3] = {0};
    for (int c = 0; c < 3; c++)
        if (s->gravity_field[c]) g[c] = jd_program_eval_at(s->gravity_field[c], now, at);
    return vec3(g[0], g[1], g[2]);
}

double jd_gravity_energy(const JdSystem *s, Vec3 p) {
    if (s->gravity_kind == GRAVITY_UNIFORM) return -vec3_dot(s->gravity, p);
    if (s->gravity_kind == GRAVITY_POINT)
        return -s->gravity_mu / vec3_norm(vec3_sub(s->gravity_centre, p));
    return 0;
}
