/* SPDX-License-Identifier: MIT
 *
 * Mass and inertia: what a body can have, and how point masses add to them. Of a rigid body no
 * principal moment of inertia is larger than the sum of the two others. */
#include "model/inside.h"

/* A moment of inertia that is the sum of the two others, as of a thin plate, may be rounded up. */
static const double too_large_by = 1e-9;

static Where first_said(Where said, Where else_where) {
    return said.file ? said : else_where;
}

static double largest_entry(const double inertia[3][3]) {
    double most = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) most = fmax(most, fabs(inertia[r][c]));
    return most;
}

/* ---- Checks --------------------------------------------------------------------------------- */

bool jd_model_check_mass(JdModel *model, const ModelBody *body) {
    const double most = largest_entry(body->inertia);
    const Where where = first_said(body->mass_at, body->where);
    if (!jd_model_check_finite(model, body->mass, "mass", body->name, where)) return false;
    if (body->mass < 0) {
        MODEL_ERROR(model, "mass-negative", where, "body '%s' has the negative mass %g kg",
                    body->name, body->mass);
        MODEL_HINT(model, "a mass is positive: check the sign, or the formula");
        return false;
    }
    if (body->mass == 0 && !body->massless) {
        MODEL_ERROR(model, "mass-missing", body->where, "body '%s' has no mass", body->name);
        MODEL_HINT(model, "give its mass, or say `massless` if it has none and is held by others");
        return false;
    }
    if (body->massless && (body->mass != 0 || most != 0)) {
        MODEL_ERROR(model, "massless-with-mass", body->where,
                    "body '%s' is called massless and has mass %g kg and inertia %g kg*m^2",
                    body->name, body->mass, most);
        MODEL_HINT(model, "leave out `massless`, or the mass and the inertia");
        return false;
    }
    if (body->point && most != 0) {
        MODEL_ERROR(model, "point-with-inertia", body->where,
                    "body '%s' is called a point mass and has the inertia %g kg*m^2", body->name,
                    most);
        MODEL_HINT(model, "leave out `point`, or the inertia");
        return false;
    }
    return true;
}

static bool check_symmetric(JdModel *model, const ModelBody *body, Where where) {
    const double within = 1e-9 * largest_entry(body->inertia);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < r; c++) {
            const double above = body->inertia[c][r], below = body->inertia[r][c];
            if (fabs(above - below) <= within) continue;
            MODEL_ERROR(model, "inertia-not-symmetric", where,
                        "the inertia matrix of body '%s' has I%c%c = %g and I%c%c = %g kg*m^2",
                        body->name, 'x' + c, 'x' + r, above, 'x' + r, 'x' + c, below);
            MODEL_HINT(model, "an inertia matrix is the same on both sides of its diagonal");
            return false;
        }
    return true;
}

static bool has_products(const ModelBody *body) {
    return body->inertia[0][1] != 0 || body->inertia[0][2] != 0 || body->inertia[1][2] != 0;
}

static void report_impossible(JdModel *model, const ModelBody *body, Where where,
                              const double values[3], double large) {
    const double least = fmin(values[0], fmin(values[1], values[2]));
    const double others = values[0] + values[1] + values[2] - large;
    if (least < 0)
        MODEL_ERROR(model, "inertia-impossible", where,
                    "no body has the inertia of '%s': its principal moments would be %g, %g and %g "
                    "kg*m^2, and none can be negative",
                    body->name, values[0], values[1], values[2]);
    else
        MODEL_ERROR(
            model, "inertia-impossible", where,
            "no body has the inertia of '%s': of its principal moments %g, %g and %g kg*m^2 "
            "the one of %g is larger than the sum of the two others, %g",
            body->name, values[0], values[1], values[2], large, others);
    MODEL_HINT(model, "is it about the centre of mass, and in one unit?");
    if (has_products(body))
        MODEL_HINT(model, "the entries off the diagonal are negative sums: Ixy = -sum of m x y; "
                          "check their signs");
    else
        MODEL_HINT(model, "of a thin plate the largest is the sum of the two others, of any other "
                          "body it is less; a `shape` gives an inertia that is possible");
}

/* Relative to the largest: what rounding leaves of a rod or a lamina passes. */
static bool check_principal(JdModel *model, const ModelBody *body, Where where) {
    double values[3];
    Axes axes;
    jd_principal(body->inertia, values, &axes);
    const double sum = values[0] + values[1] + values[2];
    for (int n = 0; n < 3; n++) {
        const double others = sum - values[n];
        if (values[n] - others <= too_large_by * fabs(values[n])) continue;
        report_impossible(model, body, where, values, values[n]);
        return false;
    }
    return true;
}

bool jd_model_check_inertia(JdModel *model, const ModelBody *body) {
    const Where where = first_said(body->inertia_at, body->where);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            if (!jd_model_check_finite(model, body->inertia[r][c], "inertia", body->name, where))
                return false;
    for (int n = 0; n < 3; n++) {
        if (body->inertia[n][n] >= 0) continue;
        MODEL_ERROR(model, "inertia-negative", where,
                    "body '%s' has the negative moment of inertia %g kg*m^2", body->name,
                    body->inertia[n][n]);
        MODEL_HINT(
            model,
            "about the centre of mass it is zero or positive: check the formula, and that it is "
            "not moved twice from another point");
        return false;
    }
    if (jd_model_width(model) == 2) return true;
    return check_symmetric(model, body, where) && check_principal(model, body, where);
}

/* ---- Loads ---------------------------------------------------------------------------------- */

/* Steiner's part of a mass at `r` from the common centre of mass. */
static void add_steiner(double inertia[3][3], double mass, Vec3 r) {
    const double v[3] = {r.x, r.y, r.z}, square = vec3_dot(r, r);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) inertia[a][b] += mass * ((a == b ? square : 0) - v[a] * v[b]);
}

void jd_body_add_load(ModelBody *body, double mass, Vec3 at) {
    const double total = body->mass + mass;
    if (total == 0) return;
    const Vec3 way = axes_in(&body->pose.axes, vec3_sub(at, body->pose.p));
    body->load_reach = fmax(body->load_reach, vec3_norm(way));
    const Vec3 shift = vec3_scale(mass / total, way); /* of the centre of mass */
    add_steiner(body->inertia, body->mass, vec3_scale(-1, shift));
    add_steiner(body->inertia, mass, vec3_sub(way, shift));
    body->pose.p = vec3_add(body->pose.p, axes_out(&body->pose.axes, shift));
    body->mass = total;
}
