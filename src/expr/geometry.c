/* SPDX-License-Identifier: MIT
 *
 * Constructions of points in the plane, as with ruler and compasses: where circles and lines meet,
 * points along a line, feet, mirrored and turned ones. Each is broken down into scalar operations
 * like any other function, so what changes during the run may be constructed, too. */
#include "expr/functions.h"
#include <string.h>

/* ---- Plane vectors of operations ------------------------------------------------------------- */

typedef struct {
    Lower *lower;
    const Expr *call;
} Make;
typedef struct {
    Ref x, y;
} Ref2;

static Ref op(const Make *m, Op op, Ref a, Ref b) {
    return jd_lower_op(m->lower, m->call, op, a, b, b);
}
static Ref2 of(const Term *term) {
    return (Ref2){term->at[0], term->at[1]};
}
static Ref2 sub(const Make *m, Ref2 a, Ref2 b) {
    return (Ref2){op(m, OP_SUBTRACT, a.x, b.x), op(m, OP_SUBTRACT, a.y, b.y)};
}
/* a + k b */
static Ref2 add_times(const Make *m, Ref2 a, Ref k, Ref2 b) {
    return (Ref2){op(m, OP_ADD, a.x, op(m, OP_MULTIPLY, k, b.x)),
                  op(m, OP_ADD, a.y, op(m, OP_MULTIPLY, k, b.y))};
}
static Ref dot(const Make *m, Ref2 a, Ref2 b) {
    return op(m, OP_ADD, op(m, OP_MULTIPLY, a.x, b.x), op(m, OP_MULTIPLY, a.y, b.y));
}
static Ref cross(const Make *m, Ref2 a, Ref2 b) {
    return op(m, OP_SUBTRACT, op(m, OP_MULTIPLY, a.x, b.y), op(m, OP_MULTIPLY, a.y, b.x));
}
static Ref2 to_the_left(const Make *m, Ref2 a) {
    return (Ref2){op(m, OP_SUBTRACT, jd_ref(0), a.y), a.x};
}

static bool is_known(Ref ref) {
    return ref.step == NO_STEP;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* Points have two numbers each, distances one (letters p and d); all have one dimension. */
static bool take(const Make *m, const Term *args, const char *kinds, Term *result) {
    Term all = {0};
    for (int n = 0; kinds[n]; n++) {
        if (!jd_argument_size(m->lower, m->call, args, n, kinds[n] == 'p' ? 2 : 1)) return false;
        Term one = args[n];
        if (n > 0 &&
            !jd_lower_fit(m->lower, m->call, &all, &one, "be arguments together", &all.dim))
            return false;
        if (n == 0 || jd_term_is_zero(&all)) all = one;
        all.plain = n > 0 ? all.plain && one.plain : one.plain;
    }
    *result = (Term){.count = 2, .dim = all.dim, .plain = all.plain};
    return true;
}

static Term give(Term result, Ref2 at) {
    result.at[0] = at.x;
    result.at[1] = at.y;
    return result;
}

/* A word; in a part it has the part's name before it. Anything else: "". */
static const char *word_of(const Expr *arg) {
    const char *dot = arg->kind == EXPR_NAME ? strrchr(arg->text, '.') : NULL;
    return arg->kind != EXPR_NAME ? "" : dot ? dot + 1 : arg->text;
}

/* The last word of a call: one that is before the other counts as -1, the other as 1. */
double jd_word_of_side(const Expr *arg) {
    static const struct {
        const char *word;
        double side;
    } words[] = {{"left", 1}, {"right", -1}, {"first", -1}, {"last", 1}};
    const char *word = word_of(arg);
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (!strcmp(words[n].word, word)) return words[n].side;
    return 0;
}

static bool check_word(const Make *m, int n, const char *one, const char *other) {
    const Expr *arg = m->call->args[n];
    const char *word = word_of(arg);
    if (!strcmp(word, one) || !strcmp(word, other)) return true;
    jd_lower_mistake(m->lower, "construction-side", arg, "of both points it is `%s` or `%s`", one,
                     other);
    jd_hint(m->lower->log, "%s",
            *one == 'l' ? "seen from the first centre towards the second"
                        : "on the way along the line, from its first point towards its second");
    return false;
}

/* A square root whose number may be a little below zero by rounding; far below there is none. */
static bool root_of(const Make *m, Ref square, const char *what, Ref *root) {
    static const double rounding = 1e-12; /* of shares of a length */
    if (is_known(square) && square.value < -rounding && !m->lower->muted) {
        jd_lower_mistake(m->lower, "construction-open", m->call, "%s", what);
        jd_hint(m->lower->log, "make a length longer or shorter, or move a point");
        return false;
    }
    *root = is_known(square) ? jd_ref(sqrt(fmax(square.value, 0)))
                             : jd_lower_op(m->lower, m->call, OP_SQRT, square, square, square);
    return true;
}

/* A length that something is divided by. */
static bool not_zero(const Make *m, Ref square, const char *what) {
    if (!is_known(square) || square.value != 0 || m->lower->muted) return true;
    jd_lower_mistake(m->lower, "construction-open", m->call, "%s", what);
    return false;
}

/* ---- Circles and lines ----------------------------------------------------------------------- */

/* Circles about A and B: A + a d +- h (z x d), with d from A to B, a and h in shares of d. */
static Term meet_circles(const Make *m, const Term *args) {
    Term result;
    if (!take(m, args, "pdpd", &result) || !check_word(m, 4, "left", "right")) return (Term){0};
    const Ref2 A = of(&args[0]), d = sub(m, of(&args[2]), A);
    const Ref square = dot(m, d, d), r = args[1].at[0], s = args[3].at[0];
    if (!not_zero(m, square, "the circles have one centre")) return (Term){0};
    const Ref rr = op(m, OP_DIVIDE, op(m, OP_MULTIPLY, r, r), square),
              ss = op(m, OP_DIVIDE, op(m, OP_MULTIPLY, s, s), square);
    const Ref a =
        op(m, OP_MULTIPLY, jd_ref(0.5), op(m, OP_ADD, jd_ref(1), op(m, OP_SUBTRACT, rr, ss)));
    Ref h;
    const char *what = "the circles do not meet";
    if (is_known(square) && is_known(r) && is_known(s))
        what = jd_arena_format(m->lower->scope->arena,
                               "the circles do not meet: their centres are %.6g m apart, their "
                               "radii are %.6g m and %.6g m",
                               sqrt(square.value), r.value, s.value);
    if (!root_of(m, op(m, OP_SUBTRACT, rr, op(m, OP_MULTIPLY, a, a)), what, &h)) return (Term){0};
    const Ref side = op(m, OP_MULTIPLY, args[4].at[0], h);
    return give(result, add_times(m, add_times(m, A, a, d), side, to_the_left(m, d)));
}

/* A circle about A and the line from P to Q: P + t u, before or behind the foot of A. */
static Term meet_line(const Make *m, const Term *args) {
    Term result;
    if (!take(m, args, "pdpp", &result) || !check_word(m, 4, "first", "last")) return (Term){0};
    const Ref2 P = of(&args[2]), u = sub(m, of(&args[3]), P), away = sub(m, of(&args[0]), P);
    const Ref square = dot(m, u, u), r = args[1].at[0];
    if (!not_zero(m, square, "the points of the line are one point")) return (Term){0};
    const Ref foot = op(m, OP_DIVIDE, dot(m, away, u), square),
              beside = op(m, OP_DIVIDE, cross(m, u, away), square);
    const Ref rr = op(m, OP_DIVIDE, op(m, OP_MULTIPLY, r, r), square);
    Ref half;
    if (!root_of(m, op(m, OP_SUBTRACT, rr, op(m, OP_MULTIPLY, beside, beside)),
                 "the circle does not reach the line", &half))
        return (Term){0};
    return give(result,
                add_times(m, P, op(m, OP_ADD, foot, op(m, OP_MULTIPLY, args[4].at[0], half)), u));
}

static Term meet_lines(const Make *m, const Term *args) {
    Term result;
    if (!take(m, args, "pppp", &result)) return (Term){0};
    const Ref2 P = of(&args[0]), u = sub(m, of(&args[1]), P), R = of(&args[2]),
               v = sub(m, of(&args[3]), R);
    const Ref across = cross(m, u, v);
    if (!not_zero(m, across, "the lines are parallel")) return (Term){0};
    return give(result, add_times(m, P, op(m, OP_DIVIDE, cross(m, sub(m, R, P), v), across), u));
}

Term jd_lower_meet(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    const Make m = {lower, call};
    (void)f;
    if (call->count == 4) return meet_lines(&m, args);
    return args[3].count == 1 ? meet_circles(&m, args) : meet_line(&m, args);
}

/* ---- Points from others ---------------------------------------------------------------------- */

Term jd_lower_along(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    const Make m = {lower, call};
    Term result;
    (void)f;
    if (!take(&m, args, "ppd", &result)) return (Term){0};
    const Ref2 A = of(&args[0]), u = sub(&m, of(&args[1]), A);
    const Ref length = op(&m, OP_HYPOT, u.x, u.y);
    if (!not_zero(&m, length, "the points of the line are one point")) return (Term){0};
    return give(result, add_times(&m, A, op(&m, OP_DIVIDE, args[2].at[0], length), u));
}

/* P moved `times` as far as its foot on the line from A to B is away. */
static Term towards_foot(const Make *m, const Term *args, double times) {
    Term result;
    if (!take(m, args, "ppp", &result)) return (Term){0};
    const Ref2 P = of(&args[0]), A = of(&args[1]), u = sub(m, of(&args[2]), A);
    const Ref square = dot(m, u, u);
    if (!not_zero(m, square, "the points of the line are one point")) return (Term){0};
    const Ref beside = op(m, OP_DIVIDE, cross(m, u, sub(m, P, A)), square);
    return give(result,
                add_times(m, P, op(m, OP_MULTIPLY, jd_ref(-times), beside), to_the_left(m, u)));
}

Term jd_lower_foot(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    return towards_foot(&(Make){lower, call}, args, 1);
}

Term jd_lower_mirror(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    return towards_foot(&(Make){lower, call}, args, 2);
}

Term jd_lower_rotate(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    const Make m = {lower, call};
    Term result;
    (void)f;
    if (!take(&m, args, "pp", &result) || !jd_argument_turn(lower, call, args, 2)) return (Term){0};
    const Ref angle = args[2].at[0];
    const Ref2 C = of(&args[1]), d = sub(&m, of(&args[0]), C);
    const Ref2 at = add_times(&m, C, op(&m, OP_COS, angle, angle), d);
    return give(result, add_times(&m, at, op(&m, OP_SIN, angle, angle), to_the_left(&m, d)));
}
