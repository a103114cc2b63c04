/* SPDX-License-Identifier: MIT
 *
 * The one routine behind every joint: value, Jacobian row and acceleration part of a sum of scalar
 * products, theory (2.4)-(2.9). Also the names of the vectors and a lock's canonical text. */
#include "joint/inside.h"
#include <string.h>

static const char *const vector_names[VEC_COUNT] = {"d",  "OM", "ON", "xi", "yi", "zi", "xj", "yj",
                                                    "zj", "x0", "y0", "z0", "vd", "vM", "vN"};

const char *jd_vector_name(VectorKind kind) {
    return vector_names[kind];
}

bool jd_vector_find(const char *name, size_t length, VectorKind *kind) {
    for (int n = 0; n < VEC_COUNT; n++) {
        if (strlen(vector_names[n]) != length || strncmp(vector_names[n], name, length)) continue;
        *kind = (VectorKind)n;
        return true;
    }
    return false;
}

bool jd_vector_is_velocity(VectorKind kind) {
    return kind >= VEC_VD && kind <= VEC_VN;
}

int jd_vector_frame(VectorKind kind) {
    if (kind < VEC_XI || kind > VEC_Z0) return -1;
    return (int)(kind - VEC_XI) / 3;
}

AxisName jd_vector_axis(VectorKind kind) {
    return (AxisName)((int)(kind - VEC_XI) % 3);
}

static bool names_z(VectorKind kind) {
    return jd_vector_frame(kind) >= 0 && jd_vector_axis(kind) == AXIS_Z;
}

bool jd_lock_names_z(const Lock *lock) {
    for (int n = 0; n < lock->count; n++)
        if (names_z(lock->terms[n].a) || names_z(lock->terms[n].b)) return true;
    return false;
}

/* ---- Evaluation ----------------------------------------------------------------------------- */

/* How a vector moves. With the velocities v of the centres of mass and w of the bodies
 *     rate = share_i v_i + w_i x lever_i + share_j v_j + w_j x lever_j
 * and bias is the part of the second derivative without accelerations: w x (w x lever). */
typedef struct {
    Vec3 value, rate, bias;
    double share_i, share_j;
    Vec3 lever_i, lever_j;
} Motion;

static Vec3 axis_of(const Axes *axes, AxisName axis) {
    if (axis == AXIS_X) return axes->x;
    return axis == AXIS_Y ? axes->y : axes->z;
}

static Vec3 turned_twice(Vec3 w, Vec3 lever) {
    return vec3_cross(w, vec3_cross(w, lever));
}

static Motion axis_motion(VectorKind kind, const Side *i, const Side *j) {
    static const Axes ground = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Motion m = {.share_i = 0};
    int frame = jd_vector_frame(kind);
    if (frame == 2) {
        m.value = axis_of(&ground, jd_vector_axis(kind));
        return m;
    }
    const Side *side = frame == 0 ? i : j;
    m.value = axis_of(&side->axes, jd_vector_axis(kind));
    m.rate = vec3_cross(side->w, m.value);
    m.bias = vec3_cross(side->w, m.rate);
    if (frame == 0)
        m.lever_i = m.value;
    else
        m.lever_j = m.value;
    return m;
}

/* share_i OM + share_j ON: d, OM, ON, and the same shares for vM, vN. */
static Motion point_motion(double share_i, double share_j, const Side *i, const Side *j) {
    Motion m = {.share_i = share_i, .share_j = share_j};
    m.value = vec3_add(vec3_scale(share_i, i->p), vec3_scale(share_j, j->p));
    m.rate = vec3_add(vec3_scale(share_i, i->v), vec3_scale(share_j, j->v));
    m.lever_i = vec3_scale(share_i, i->arm);
    m.lever_j = vec3_scale(share_j, j->arm);
    m.bias = vec3_add(turned_twice(i->w, m.lever_i), turned_twice(j->w, m.lever_j));
    return m;
}

/* vd: the velocity of N seen from body i, d' - wi x d, so that a turn of i alone leaves it zero. */
static Motion seen_motion(const Side *i, const Side *j) {
    Motion m = point_motion(-1, 1, i, j);
    m.bias = vec3_sub(m.bias, vec3_cross(i->w, m.rate));
    m.rate = vec3_sub(m.rate, vec3_cross(i->w, m.value));
    m.lever_i = vec3_sub(m.lever_i, m.value);
    return m;
}

static Motion motion_of(VectorKind kind, const Side *i, const Side *j) {
    switch (kind) {
    case VEC_D:
        return point_motion(-1, 1, i, j);
    case VEC_VD:
        return seen_motion(i, j);
    case VEC_OM:
    case VEC_VM:
        return point_motion(1, 0, i, j);
    case VEC_ON:
    case VEC_VN:
        return point_motion(0, 1, i, j);
    default:
        return axis_motion(kind, i, j);
    }
}

/* The Jacobian of c a.b as far as a's rate goes: (w x lever).b = w.(lever x b). */
static void add_row(LockRow *row, double c, const Motion *a, Vec3 b) {
    Vec3 cb = vec3_scale(c, b);
    row->force_i = vec3_add(row->force_i, vec3_scale(a->share_i, cb));
    row->force_j = vec3_add(row->force_j, vec3_scale(a->share_j, cb));
    row->moment_i = vec3_add(row->moment_i, vec3_cross(a->lever_i, cb));
    row->moment_j = vec3_add(row->moment_j, vec3_cross(a->lever_j, cb));
}

static void add_position_term(LockRow *row, double c, const Motion *a, const Motion *b) {
    row->f += c * vec3_dot(a->value, b->value);
    row->rate += c * (vec3_dot(a->rate, b->value) + vec3_dot(a->value, b->rate));
    row->bias += c * (vec3_dot(a->bias, b->value) + 2 * vec3_dot(a->rate, b->rate) +
                      vec3_dot(a->value, b->bias));
    add_row(row, c, a, b->value);
    add_row(row, c, b, a->value);
}

/* Here a is the velocity of a point, so that its value is the rate of that point. */
static void add_velocity_term(LockRow *row, double c, const Motion *a, const Motion *b) {
    row->f += c * vec3_dot(a->rate, b->value);
    row->bias += c * (vec3_dot(a->bias, b->value) + vec3_dot(a->rate, b->rate));
    add_row(row, c, a, b->value);
}

LockRow jd_lock_eval(const Lock *lock, const Side *i, const Side *j) {
    LockRow row = {.f = lock->constant};
    for (int n = 0; n < lock->count; n++) {
        const LockTerm *term = &lock->terms[n];
        const Motion a = motion_of(term->a, i, j), b = motion_of(term->b, i, j);
        if (lock->velocity)
            add_velocity_term(&row, term->c, &a, &b);
        else
            add_position_term(&row, term->c, &a, &b);
    }
    if (lock->velocity) row.rate = row.f;
    return row;
}

/* ---- From and to text ----------------------------------------------------------------------- */

/* With all fields known every coefficient is a number. */
static void lock_from_form(const LockForm *form, Lock *lock) {
    *lock = (Lock){.count = form->count, .velocity = form->velocity};
    jd_coef_is_number(&form->constant, &lock->constant);
    for (int n = 0; n < form->count; n++) {
        lock->terms[n] = (LockTerm){0, form->terms[n].a, form->terms[n].b};
        jd_coef_is_number(&form->terms[n].c, &lock->terms[n].c);
    }
}

bool jd_lock_parse(const char *text, const Field *fields, const double *values, Where where,
                   Lock *lock, JdLog *log) {
    static const double none[TYPE_FIELDS] = {0};
    Arena arena = {0};
    LockForm form;
    bool read = jd_lock_form_parse(text, fields, values ? values : none, where, &arena, &form, log);
    if (read) lock_from_form(&form, lock);
    jd_arena_free(&arena);
    return read;
}

bool jd_lock_from_expr(const Expr *expr, const Field *fields, const double *values, Lock *lock,
                       JdLog *log) {
    static const double none[TYPE_FIELDS] = {0};
    Arena arena = {0};
    LockForm form;
    bool read = jd_lock_form_from_expr(expr, fields, values ? values : none, &arena, &form, log);
    if (read) lock_from_form(&form, lock);
    jd_arena_free(&arena);
    return read;
}

static void write_sign(Text *out, double c, bool first) {
    if (first)
        jd_text_print(out, "%s", c < 0 ? "-" : "");
    else
        jd_text_print(out, "%s", c < 0 ? " - " : " + ");
}

void jd_lock_write(const Lock *lock, Text *out) {
    char number[32];
    for (int n = 0; n < lock->count; n++) {
        const LockTerm *term = &lock->terms[n];
        write_sign(out, term->c, n == 0);
        jd_number_text(fabs(term->c), number, sizeof number);
        if (fabs(term->c) != 1) jd_text_print(out, "%s*", number);
        jd_text_print(out, "%s.%s", vector_names[term->a], vector_names[term->b]);
    }
    if (lock->constant == 0) return;
    write_sign(out, lock->constant, lock->count == 0);
    jd_number_text(fabs(lock->constant), number, sizeof number);
    jd_text_print(out, "%s", number);
}
