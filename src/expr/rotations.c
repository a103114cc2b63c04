/* SPDX-License-Identifier: MIT
 *
 * Rotations in expressions. Every way to give one (axis and angle, quaternion, matrix, angles,
 * directions) makes the same thing: its rotation vector, along the axis and as long as the angle,
 * at most pi. All values are known before the run. */
#include "expr/functions.h"
#include <string.h>

/* Lengths of rows and products of two of them may be off by this: six digits were written. */
static const double orthonormal = 1e-6;

/* ---- Arguments and the rule ----------------------------------------------------------------- */

static bool is_constant(Lower *lower, const Expr *call, const Term *args, int n) {
    for (int k = 0; k < args[n].count; k++) {
        if (args[n].at[k].step == NO_STEP) continue;
        jd_lower_mistake(lower, "function-arguments", call->args[n],
                         "%s needs a value that is known before the run; this one changes "
                         "during the run",
                         call->text);
        jd_hint(lower->log, "joints and their drives make rotations that change; in an expression "
                            "write it out: function about_z(a, p) = [cos(a)*p.x - sin(a)*p.y, "
                            "sin(a)*p.x + cos(a)*p.y, p.z]");
        return false;
    }
    return true;
}

static bool is_dimensionless(Lower *lower, const Expr *call, const Term *args, int n) {
    const char *what = jd_arena_format(lower->scope->arena, "argument %d of %s", n + 1, call->text);
    return jd_lower_wanted(lower, call->args[n], &args[n], 3, (Dim){0}, what);
}

bool jd_argument_known(Lower *lower, const Expr *call, const Term *args, int n, char kind,
                       Vec3 *out) {
    const Ref *at = args[n].at;
    if (kind == 'n' && !jd_argument_number(lower, call, args, n)) return false;
    if (kind != 'n' && !jd_argument_size(lower, call, args, n, 3)) return false;
    if (kind == 'r' && !is_dimensionless(lower, call, args, n)) return false;
    if (!is_constant(lower, call, args, n)) return false;
    *out = kind == 'n' ? vec3(at[0].value, 0, 0) : vec3(at[0].value, at[1].value, at[2].value);
    return true;
}

Term jd_lower_rotation(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Vec3 known[4] = {0}, made;
    for (int n = 0; f->kinds[n]; n++)
        if (!jd_argument_known(lower, call, args, n, f->kinds[n], &known[n])) return (Term){0};
    if (lower->failed || !f->make(lower, call, known, &made)) return (Term){0};
    for (int n = 0; f->kinds[n]; n++)
        if (f->kinds[n] == 'n' && f->make != jd_rotation_quaternion)
            jd_wonder_at_turns(lower, call, args, n);
    return (Term){.at = {jd_ref(made.x), jd_ref(made.y), jd_ref(made.z)}, .count = 3};
}

/* Values that make no rotation. A branch that is not taken may have such, and then has no turn. */
static bool no_rotation(Lower *lower, const Expr *at, const char *what, Vec3 *out) {
    *out = vec3(0, 0, 0);
    if (lower->muted) return true;
    jd_lower_mistake(lower, "rotation-not-valid", at, "%s", what);
    return false;
}

static bool is_zero(Vec3 v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* ---- Makers --------------------------------------------------------------------------------- */

bool jd_rotation_turn(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    const double length = hypot(hypot(args[0].x, args[0].y), args[0].z);
    if (!(length > 0)) {
        if (no_rotation(lower, call->args[0], "the axis of the turn is a zero vector", out))
            return true;
        jd_hint(lower->log,
                "an axis is a direction, such as [0, 0, 1]; its length does not matter");
        return false;
    }
    const double angle = remainder(args[1].x, 2 * pi);
    *out = vec3(args[0].x / length * angle, args[0].y / length * angle, args[0].z / length * angle);
    return true;
}

bool jd_rotation_quaternion(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    const Quat q = {args[0].x, args[1].x, args[2].x, args[3].x};
    if (q.w != 0 || q.x != 0 || q.y != 0 || q.z != 0) {
        *out = jd_quat_to_vector(jd_quat_unit(q));
        return true;
    }
    if (no_rotation(lower, call, "all four numbers of this quaternion are zero", out)) return true;
    jd_hint(lower->log, "no turn is quaternion(1, 0, 0, 0); the first number is the cosine of half "
                        "the angle");
    return false;
}

/* What is wrong with three rows, the worst first. */
static const char *matrix_fault(const Lower *lower, const Vec3 *row) {
    double length = 0, product = 0;
    int longest = 0, pair = 0;
    for (int n = 0; n < 3; n++) {
        const double off = fabs(vec3_norm(row[n]) - 1);
        const double dot = fabs(vec3_dot(row[n], row[(n + 1) % 3]));
        if (off > length) length = off, longest = n;
        if (dot > product) product = dot, pair = n;
    }
    if (length < orthonormal && product < orthonormal)
        return "these rows are a mirror, not a rotation";
    if (length >= product)
        return jd_arena_format(lower->scope->arena,
                               "these rows are no rotation: the length of row %d is %.9g, not 1",
                               longest + 1, vec3_norm(row[longest]));
    const int first = pair == 2 ? 0 : pair, second = pair == 2 ? 2 : pair + 1;
    return jd_arena_format(lower->scope->arena,
                           "these rows are no rotation: rows %d and %d are not at right angles, "
                           "their product is %.9g",
                           first + 1, second + 1, vec3_dot(row[first], row[second]));
}

bool jd_rotation_matrix(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    const Axes rows = {args[0], args[1], args[2]};
    if (jd_axes_proper(&rows, orthonormal)) {
        const Axes nearest = jd_axes_nearest(&rows), turned = jd_axes_inverse(&nearest);
        *out = jd_axes_to_vector(&turned);
        return true;
    }
    const char *fault = matrix_fault(lower, args);
    if (no_rotation(lower, call, fault ? fault : "these rows are no rotation", out)) return true;
    jd_hint(lower->log, "give more digits, or two directions: axes_xy(x, y)");
    return false;
}

/* The axes stand in the name: euler_zxz. Cardan angles are about x, y and z. */
bool jd_rotation_sequence(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    (void)lower;
    const char *letters = strchr(call->text, '_');
    letters = letters ? letters + 1 : "xyz";
    AxisName axes[3];
    for (int n = 0; n < 3; n++) axes[n] = (AxisName)(letters[n] - 'x');
    const Axes made = jd_axes_sequence(axes, 3, (const double[]){args[0].x, args[1].x, args[2].x});
    *out = jd_axes_to_vector(&made);
    return true;
}

bool jd_rotation_axes(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    Axes made;
    const bool with_z = strcmp(call->text, "axes_xz") == 0;
    const bool done = with_z ? jd_axes_from_xz(args[0], args[1], &made)
                             : jd_axes_from_xy(args[0], args[1], &made);
    if (done) *out = jd_axes_to_vector(&made);
    if (done) return true;

    const int zero = is_zero(args[0]) ? 0 : is_zero(args[1]) ? 1 : -1;
    const Expr *at = zero < 0 ? call : call->args[zero];
    const char *what = zero < 0 ? "the two vectors are parallel: they do not tell the attitude"
                                : "this vector is zero: it has no direction";
    if (no_rotation(lower, at, what, out)) return true;
    jd_hint(lower->log, "x points along the first vector, and to the side of the second points %s",
            with_z ? "z" : "y");
    return false;
}

bool jd_rotation_then(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    (void)lower, (void)call;
    const Axes first = jd_axes_from_vector(args[0]), second = jd_axes_from_vector(args[1]);
    const Axes both = jd_axes_absolute(&first, &second);
    *out = jd_axes_to_vector(&both);
    return true;
}

bool jd_rotation_inverse(Lower *lower, const Expr *call, const Vec3 *args, Vec3 *out) {
    (void)lower, (void)call;
    const Vec3 back = vec3_scale(-1, args[0]);
    *out = vec3_norm(back) <= pi ? back : jd_quat_to_vector(jd_quat_turn(back));
    return true;
}
