/* SPDX-License-Identifier: MIT
 *
 * A force of which nothing was said that gives it a size: a spring without a stiffness, a drag
 * without a coefficient. It is tried with ones for all that was said, whatever was said: a zero is
 * meant, and so is a force that is there for its length or its masses. */
#include "doctor/inside.h"
#include <ctype.h>
#include <string.h>

enum { TRIES = 3 };

/* Its numbers: ones where something is said, or for the field `if_said`; otherwise what counts
 * then. */
static void fill(const ModelForce *force, int if_said, double *numbers) {
    for (int k = 0, at = 0; k < jd_field_count(force->type->fields); k++) {
        const Field *field = &force->type->fields[k];
        const bool one = k == if_said || force->said >> k & 1 || field->body_mass;
        for (int c = 0; c < jd_field_width(field); c++, at++)
            numbers[at] = one ? 1 : isnan(field->fallback) ? 0.5 : field->fallback;
    }
}

static double toss(unsigned long long *seed) {
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static Vec3 toss_vector(unsigned long long *seed) {
    const double x = toss(seed), y = toss(seed);
    return vec3(x, y, toss(seed));
}

static Side toss_side(unsigned long long *seed) {
    const Vec3 p = toss_vector(seed), v = toss_vector(seed), arm = toss_vector(seed);
    const Axes axes = jd_axes_from_vector(toss_vector(seed));
    return (Side){p, v, arm, axes, toss_vector(seed)};
}

/* Somewhere, at some speed, it gives something. */
static bool acts(const ModelForce *force, int if_said) {
    double numbers[3 * TYPE_FIELDS];
    unsigned long long seed = 88172645463325252ull;
    fill(force, if_said, numbers);
    for (int t = 0; t < TRIES; t++) {
        ForceOutput out;
        ForceInput in = {.i = toss_side(&seed), .j = toss_side(&seed), .fields = numbers};
        in.axes = in.i.axes;
        in.position = toss(&seed), in.rate = toss(&seed), in.turned = toss(&seed);
        force->type->eval(&in, &out);
        if (vec3_norm(out.force) != 0 || vec3_norm(out.torque) != 0 || out.effort != 0) return true;
    }
    return false;
}

/* "spring.length" stands somewhere. */
static bool is_read(const char *text, const char *own) {
    const size_t length = strlen(own);
    for (const char *at = text; at && (at = strstr(at, own)); at += length)
        if (isalpha((unsigned char)at[length]) && (at == text || !isalnum((unsigned char)at[-1])))
            return true;
    return false;
}

/* It is there for something else: somebody reads its length, or its line has masses. */
static bool serves(Patient *p, const ModelForce *force) {
    const char *own = jd_arena_format(&p->arena, "%s.", force->name);
    if (!own || is_read(p->def.text, own)) return true;
    for (int b = 1; b < p->model->bodies.count; b++)
        if (!strncmp(p->model->bodies.at[b].name, own, strlen(own))) return true;
    return false;
}

/* The fields that would make it act. */
static void hint_fields(Patient *p, const ModelForce *force) {
    const char *names[TYPE_FIELDS];
    int count = 0;
    for (int k = 0; k < jd_field_count(force->type->fields); k++)
        if (acts(force, k)) names[count++] = force->type->fields[k].name;
    Text text = {0};
    jd_words_list(&text, names, count, TYPE_FIELDS);
    jd_hint(p->log, "say what it has of these: %s", jd_words_keep(p, &text));
}

static void look(Patient *p) {
    for (int n = 0; n < p->model->forces.count; n++) {
        const ModelForce *force = &p->model->forces.at[n];
        if (acts(force, -1) || serves(p, force)) continue;
        if (jd_find(p, JD_WARNING, "force-idle", force->where,
                    "force '%s' of type %s does nothing: nothing is said of its size", force->name,
                    force->type->name))
            hint_fields(p, force);
    }
}

const Examination jd_examination_force_idle = {"force_idle", NEEDS_TEXT, look};
