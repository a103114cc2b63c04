/* SPDX-License-Identifier: MIT
 *
 * A lock from its text and back, and the names of its vectors. */
#include "joint/inside.h"
#include <string.h>

// clang-format off
static const char *const vector_names[VEC_COUNT] = {
    [VEC_D] = "d",    [VEC_OM] = "OM", [VEC_ON] = "ON",
    [VEC_XI] = "xi",  [VEC_YI] = "yi", [VEC_ZI] = "zi",
    [VEC_XJ] = "xj",  [VEC_YJ] = "yj", [VEC_ZJ] = "zj",
    [VEC_X0] = "x0",  [VEC_Y0] = "y0", [VEC_Z0] = "z0",
    [VEC_UP] = "up",  [VEC_AHEAD] = "ahead",
    [VEC_VD] = "vd",  [VEC_VM] = "vM", [VEC_VN] = "vN", [VEC_W] = "w",
};
const char *const jd_plain_names[PLAINS] = {
    "turn(x)", "turn(y)", "turn(z)", "twist(x)", "twist(y)", "twist(z)", "qi", "qj"};
// clang-format on

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
    return kind >= VEC_VD && kind <= VEC_W;
}

bool jd_lock_knows(const char *name, size_t length) {
    VectorKind kind;
    if (jd_vector_find(name, length, &kind)) return true;
    if (length == 1) return name[0] >= 'x' && name[0] <= 'z';
    return length == 2 && (!strncmp(name, "qi", 2) || !strncmp(name, "qj", 2));
}

/* ---- In the plane --------------------------------------------------------------------------- */

static bool names_z(VectorKind kind) {
    if (kind == VEC_UP || kind == VEC_AHEAD || kind == VEC_W) return true;
    return vector_frame(kind) >= 0 && vector_axis(kind) == AXIS_Z;
}

bool jd_lock_names_z(const Lock *lock) {
    if (lock->turn != 0 && (lock->about.count != 1 || lock->about.axes[0] != AXIS_Z)) return true;
    for (int n = 0; n < lock->count; n++)
        if (names_z(lock->terms[n].a) || names_z(lock->terms[n].b)) return true;
    return false;
}

/* ---- From and to text ----------------------------------------------------------------------- */

Plain jd_form_turn(const LockForm *form) {
    for (int n = PLAIN_TURN_X; n <= PLAIN_TWIST_Z; n++)
        if (form->plain[n].count) return (Plain)n;
    return PLAINS;
}

Lock jd_form_lock(const LockForm *form) {
    Lock lock = {.count = form->count, .velocity = form->velocity};
    jd_coef_is_number(&form->constant, &lock.constant);
    for (int n = 0; n < form->count; n++) {
        lock.terms[n] = (LockTerm){0, form->terms[n].a, form->terms[n].b};
        jd_coef_is_number(&form->terms[n].c, &lock.terms[n].c);
    }
    jd_coef_is_number(&form->plain[PLAIN_QI], &lock.q[0]);
    jd_coef_is_number(&form->plain[PLAIN_QJ], &lock.q[1]);
    const Plain turn = jd_form_turn(form);
    if (turn == PLAINS) return lock;
    jd_coef_is_number(&form->plain[turn], &lock.turn);
    lock.about = (Turn){.axes = {(AxisName)((turn - PLAIN_TURN_X) % 3)},
                        .count = 1,
                        .twist = turn >= PLAIN_TWIST_X};
    return lock;
}

/* The product of two vectors, "d.xi", as nearly all locks of the table are: the same as the reader
 * of sums makes of it, at a hundredth of its cost. False: it is anything else. */
static bool read_product(const char *text, Lock *lock) {
    VectorKind a, b;
    const char *point = strchr(text, '.');
    if (!point || !jd_vector_find(text, (size_t)(point - text), &a) ||
        !jd_vector_find(point + 1, strlen(point + 1), &b))
        return false;
    const bool fast_a = jd_vector_is_velocity(a), fast_b = jd_vector_is_velocity(b);
    const bool known = vector_frame(a) >= 0 && vector_frame(a) == vector_frame(b);
    if (known || (fast_a && fast_b)) return false;
    const bool swap = !fast_a && (fast_b || b < a);
    *lock = (Lock){
        .terms = {{1, swap ? b : a, swap ? a : b}}, .count = 1, .velocity = fast_a || fast_b};
    return true;
}

bool jd_lock_parse(const char *text, const Field *fields, const double *values, Where where,
                   Lock *lock, JdLog *log) {
    static const double none[TYPE_FIELDS] = {0};
    if (read_product(text, lock)) return true;
    Arena arena = {0};
    LockForm form;
    bool read = jd_lock_form_parse(text, fields, values ? values : none, where, &arena, &form, log);
    if (read) *lock = jd_form_lock(&form);
    jd_arena_free(&arena);
    return read;
}

bool jd_lock_from_expr(const Expr *expr, const Field *fields, const double *values, Lock *lock,
                       JdLog *log) {
    static const double none[TYPE_FIELDS] = {0};
    Arena arena = {0};
    LockForm form;
    bool read = jd_lock_form_from_expr(expr, fields, values ? values : none, &arena, &form, log);
    if (read) *lock = jd_form_lock(&form);
    jd_arena_free(&arena);
    return read;
}

/* " + 2*", before what it multiplies; `first` falls once something is written. */
static void write_factor(Text *out, double c, bool *first) {
    char number[32];
    if (*first)
        jd_text_print(out, "%s", c < 0 ? "-" : "");
    else
        jd_text_print(out, "%s", c < 0 ? " - " : " + ");
    *first = false;
    jd_number_text(fabs(c), number, sizeof number);
    if (fabs(c) != 1) jd_text_print(out, "%s*", number);
}

/* turn(z); of several turns one after the other: turn(y of x y z). */
static void write_turn(const Turn *turn, Text *out) {
    static const char axes[] = "xyz";
    const int number = turn->number < turn->count ? turn->number : 0;
    jd_text_print(out, "%s(%c", turn->twist ? "twist" : "turn", axes[turn->axes[number]]);
    for (int n = 0; turn->count > 1 && n < turn->count; n++)
        jd_text_print(out, "%s%c", n ? " " : " of ", axes[turn->axes[n]]);
    jd_text_print(out, ")");
}

void jd_lock_write(const Lock *lock, Text *out) {
    char number[32];
    bool first = true;
    for (int n = 0; n < lock->count; n++) {
        const LockTerm *term = &lock->terms[n];
        write_factor(out, term->c, &first);
        jd_text_print(out, "%s.%s", vector_names[term->a], vector_names[term->b]);
    }
    if (lock->turn != 0) write_factor(out, lock->turn, &first), write_turn(&lock->about, out);
    for (int n = 0; n < 2; n++) {
        if (lock->q[n] == 0) continue;
        write_factor(out, lock->q[n], &first);
        jd_text_print(out, "%s", jd_plain_names[PLAIN_QI + n]);
    }
    if (lock->constant == 0) return;
    const char *sign = lock->constant < 0 ? (first ? "-" : " - ") : (first ? "" : " + ");
    jd_number_text(fabs(lock->constant), number, sizeof number);
    jd_text_print(out, "%s%s", sign, number);
}
