/* SPDX-License-Identifier: MIT
 *
 * The functions of expressions (functions.def). A rule checks its arguments, gives the result
 * its dimension and breaks it down into scalar operations. */
#include "expr/functions.h"
#include "expr/table.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8 };

/* ---- Helpers of the rules ------------------------------------------------------------------- */

static Term scalar(Ref ref, Dim dim, bool plain) {
    return (Term){.at = {ref}, .count = 1, .dim = dim, .plain = plain};
}

static bool all_plain(const Expr *call, const Term *args) {
    for (int n = 0; n < call->count; n++)
        if (!args[n].plain) return false;
    return true;
}

static const Function *find_function(const char *name, size_t length);

bool jd_argument_size(Lower *lower, const Expr *call, const Term *args, int n, int count) {
    if (count ? args[n].count == count : args[n].count > 1) return true;
    jd_lower_mistake(lower, "function-arguments", call->args[n], "%s needs %s here; this is %s",
                     call->text, count ? jd_size(count).text : "a vector",
                     jd_size(args[n].count).text);
    const Function *function = find_function(call->text, strlen(call->text));
    if (count == 1)
        jd_hint(lower->log, "a component is written A.x, the length norm(A)");
    else if (function)
        jd_hint(lower->log, "%s", function->summary);
    return false;
}

bool jd_argument_number(Lower *lower, const Expr *call, const Term *args, int n) {
    if (!jd_argument_size(lower, call, args, n, 1)) return false;
    const char *what = jd_arena_format(lower->scope->arena, "the argument of %s", call->text);
    const bool failed = lower->failed;
    if (jd_lower_wanted(lower, call->args[n], &args[n], 1, (Dim){0}, what)) return true;
    const Function *function = find_function(call->text, strlen(call->text));
    if (function && call->count > 1 && !failed && !jd_reported(lower->log).hint)
        jd_hint(lower->log, "%s", function->summary);
    return false;
}

bool jd_argument_turn(Lower *lower, const Expr *call, const Term *args, int n) {
    const Expr *written = call->args[n];
    if (!jd_argument_number(lower, call, args, n)) return false;
    if (written->kind == EXPR_UNARY) written = written->args[0];
    if (written->kind == EXPR_NUMBER && !written->text) jd_wonder_at_turns(lower, call, args, n);
    return true;
}

/* All arguments from `first` on have one size and one dimension. */
static bool one_kind(Lower *lower, const Expr *call, const Term *args, int first, Dim *dim) {
    Term all = args[first];
    for (int n = first + 1; n < call->count; n++) {
        if (!jd_argument_size(lower, call, args, n, all.count)) return false;
        if (!jd_lower_fit(lower, call, &all, &args[n], "be arguments together", &all.dim))
            return false;
        if (jd_term_is_zero(&all)) memcpy(all.at, args[n].at, sizeof all.at);
        all.plain = all.plain && args[n].plain;
    }
    *dim = all.dim;
    return true;
}

static Ref op1(Lower *lower, const Expr *call, Op op, Ref a) {
    return jd_lower_op(lower, call, op, a, a, a);
}

static Ref op2(Lower *lower, const Expr *call, Op op, Ref a, Ref b) {
    return jd_lower_op(lower, call, op, a, b, b);
}

static Ref difference_of_products(Lower *lower, const Expr *call, Ref a, Ref b, Ref c, Ref d) {
    const Ref left = op2(lower, call, OP_MULTIPLY, a, b);
    return op2(lower, call, OP_SUBTRACT, left, op2(lower, call, OP_MULTIPLY, c, d));
}

/* ---- Rules on numbers ----------------------------------------------------------------------- */

/* A pure number from a pure number: it may stand for any dimension again. */
static Term rule_number(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    const bool turn = f->op == OP_SIN || f->op == OP_COS || f->op == OP_TAN;
    if (!(turn ? jd_argument_turn : jd_argument_number)(lower, call, args, 0)) return (Term){0};
    return scalar(op1(lower, call, f->op, args[0].at[0]), (Dim){0}, true);
}

static Term rule_angle_of(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    if (!jd_argument_number(lower, call, args, 0)) return (Term){0};
    return scalar(op1(lower, call, f->op, args[0].at[0]), (Dim){.angle = 1}, args[0].plain);
}

static Term rule_number_from_any(Lower *lower, const Expr *call, const Function *f,
                                 const Term *args) {
    if (!jd_argument_size(lower, call, args, 0, 1)) return (Term){0};
    return scalar(op1(lower, call, f->op, args[0].at[0]), (Dim){0}, true);
}

static Term rule_same(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Dim dim;
    if (!jd_argument_size(lower, call, args, 0, 1) || !one_kind(lower, call, args, 0, &dim))
        return (Term){0};
    Ref ref = args[0].at[0];
    if (call->count == 1) ref = op1(lower, call, f->op, ref);
    for (int n = 1; n < call->count; n++) ref = op2(lower, call, f->op, ref, args[n].at[0]);
    return scalar(ref, dim, all_plain(call, args));
}

static Term rule_atan2(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Term term = rule_same(lower, call, f, args);
    term.dim = (Dim){.angle = 1};
    return term;
}

static Term rule_sqrt(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Dim dim;
    if (!jd_argument_size(lower, call, args, 0, 1)) return (Term){0};
    if (!jd_lower_dim(lower, call, (Dim){0}, args[0].dim, 0.5, args[0].plain, &dim))
        return (Term){0};
    return scalar(op1(lower, call, f->op, args[0].at[0]), dim, args[0].plain);
}

static Term rule_clamp(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Dim dim;
    if (!jd_argument_size(lower, call, args, 0, 1) || !one_kind(lower, call, args, 0, &dim))
        return (Term){0};
    const Ref below = op2(lower, call, f->op, args[0].at[0], args[2].at[0]);
    const Ref kept = op2(lower, call, OP_MAX, below, args[1].at[0]);
    return scalar(kept, dim, all_plain(call, args));
}

static Term rule_ramp(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    if (!jd_argument_size(lower, call, args, 0, 1)) return (Term){0};
    Term term = args[0];
    term.at[0] = op2(lower, call, f->op, args[0].at[0], jd_ref(0));
    return term;
}

static Term rule_pulse(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Dim dim;
    if (!jd_argument_size(lower, call, args, 0, 1) || !one_kind(lower, call, args, 0, &dim))
        return (Term){0};
    const Ref begun = op2(lower, call, OP_LESS_EQUAL, jd_ref(0), args[0].at[0]);
    const Ref lasts = op2(lower, call, OP_LESS, args[0].at[0], args[1].at[0]);
    return scalar(op2(lower, call, f->op, begun, lasts), (Dim){0}, true);
}

/* s^3 (10 + s (6 s - 15)) of the share s of the way. */
static Term rule_smoothstep(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Dim dim;
    if (!jd_argument_size(lower, call, args, 0, 1) || !one_kind(lower, call, args, 0, &dim))
        return (Term){0};
    const Ref low = args[1].at[0];
    const Ref gone = op2(lower, call, OP_SUBTRACT, args[0].at[0], low);
    const Ref way = op2(lower, call, OP_SUBTRACT, args[2].at[0], low);
    Ref s = op2(lower, call, OP_DIVIDE, gone, way);
    s = op2(lower, call, OP_MAX, op2(lower, call, OP_MIN, s, jd_ref(1)), jd_ref(0));
    Ref inner = op2(lower, call, OP_MULTIPLY, jd_ref(6), s);
    inner = op2(lower, call, f->op, s, op2(lower, call, OP_SUBTRACT, inner, jd_ref(15)));
    inner = op2(lower, call, OP_ADD, inner, jd_ref(10));
    const Ref cube = op2(lower, call, f->op, op1(lower, call, OP_SQUARE, s), s);
    return scalar(op2(lower, call, f->op, cube, inner), (Dim){0}, true);
}

static Term rule_remainder(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Dim dim;
    if (!jd_argument_size(lower, call, args, 0, 1) || !one_kind(lower, call, args, 0, &dim))
        return (Term){0};
    const Ref x = args[0].at[0], y = args[1].at[0];
    const Ref count = op1(lower, call, f->op, op2(lower, call, OP_DIVIDE, x, y));
    const Ref whole = op2(lower, call, OP_MULTIPLY, y, count);
    return scalar(op2(lower, call, OP_SUBTRACT, x, whole), dim, all_plain(call, args));
}

static Term rule_if(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Term term = {.count = args[1].count, .plain = args[1].plain && args[2].plain};
    if (!jd_argument_number(lower, call, args, 0)) return (Term){0};
    if (!one_kind(lower, call, args, 1, &term.dim)) return (Term){0};
    const Ref condition = args[0].at[0];
    const bool known = condition.step == NO_STEP;
    for (int n = 0; n < term.count; n++)
        term.at[n] = known
                         ? args[condition.value != 0 ? 1 : 2].at[n]
                         : jd_lower_op(lower, call, f->op, condition, args[1].at[n], args[2].at[n]);
    return term;
}

/* ---- Rules on vectors ----------------------------------------------------------------------- */

static Term rule_dot(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    if (!jd_argument_size(lower, call, args, 0, 0)) return (Term){0};
    if (!jd_argument_size(lower, call, args, 1, args[0].count)) return (Term){0};
    return jd_lower_dot(lower, call, &args[0], &args[1]);
}

static Term rule_cross(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    Term term = {.count = 3, .plain = all_plain(call, args)};
    if (!jd_argument_size(lower, call, args, 0, 3) || !jd_argument_size(lower, call, args, 1, 3))
        return (Term){0};
    if (!jd_lower_dim(lower, call, args[0].dim, args[1].dim, 1, term.plain, &term.dim))
        return (Term){0};
    const Ref *a = args[0].at, *b = args[1].at;
    for (int n = 0; n < 3; n++) {
        const int next = (n + 1) % 3, last = (n + 2) % 3;
        term.at[n] = difference_of_products(lower, call, a[next], b[last], a[last], b[next]);
    }
    return term;
}

static Term rule_norm(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    if (!jd_argument_size(lower, call, args, 0, 0)) return (Term){0};
    Ref ref = args[0].at[0];
    for (int n = 1; n < args[0].count; n++) ref = op2(lower, call, f->op, ref, args[0].at[n]);
    return scalar(ref, args[0].dim, args[0].plain);
}

static Term rule_angle(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    if (!jd_argument_size(lower, call, args, 0, 2)) return (Term){0};
    const Ref ref = op2(lower, call, f->op, args[0].at[1], args[0].at[0]);
    return scalar(ref, (Dim){0}, args[0].plain);
}

static Term direction(Lower *lower, const Expr *call, Ref angle) {
    return (Term){.at = {op1(lower, call, OP_COS, angle), op1(lower, call, OP_SIN, angle)},
                  .count = 2,
                  .plain = true};
}

static Term rule_dir(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    if (!jd_argument_turn(lower, call, args, 0)) return (Term){0};
    return direction(lower, call, args[0].at[0]);
}

static Term rule_polar(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    if (!jd_argument_size(lower, call, args, 0, 1) || !jd_argument_turn(lower, call, args, 1))
        return (Term){0};
    Term term = direction(lower, call, args[1].at[0]);
    for (int n = 0; n < 2; n++)
        term.at[n] = op2(lower, call, OP_MULTIPLY, args[0].at[0], term.at[n]);
    term.dim = args[0].dim;
    term.plain = args[0].plain;
    return term;
}

static Term rule_rot(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    (void)f;
    if (!jd_argument_turn(lower, call, args, 0) || !jd_argument_size(lower, call, args, 1, 2))
        return (Term){0};
    const Term to = direction(lower, call, args[0].at[0]);
    const Ref c = to.at[0], s = to.at[1], x = args[1].at[0], y = args[1].at[1];
    const Ref left = op2(lower, call, OP_MULTIPLY, s, x);
    Term term = args[1];
    term.at[0] = difference_of_products(lower, call, c, x, s, y);
    term.at[1] = op2(lower, call, OP_ADD, left, op2(lower, call, OP_MULTIPLY, c, y));
    return term;
}

static Term rule_unit(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    const Term length = rule_norm(lower, call, f, args);
    if (!length.count) return length;
    Term term = {.count = args[0].count, .plain = true};
    const bool zero = length.at[0].step == NO_STEP && length.at[0].value == 0;
    if (zero && !lower->muted) {
        jd_lower_mistake(lower, "expression-not-finite", call->args[0],
                         "this vector is zero: it has no direction");
        return (Term){0};
    }
    for (int n = 0; n < term.count; n++)
        term.at[n] = zero ? jd_ref(0) : op2(lower, call, OP_DIVIDE, args[0].at[n], length.at[0]);
    return term;
}

static Term rule_turned(Lower *lower, const Expr *call, const Function *f, const Term *args) {
    Vec3 turn;
    if (!jd_argument_known(lower, call, args, 0, 'r', &turn)) return (Term){0};
    if (!jd_argument_size(lower, call, args, 1, 3)) return (Term){0};
    const Axes axes = jd_axes_from_vector(turn), rows = jd_axes_inverse(&axes);
    Term term = args[1];
    for (int n = 0; n < 3; n++) {
        const Vec3 row = axes_at(&rows, (AxisName)n);
        const double factors[3] = {row.x, row.y, row.z};
        for (int k = 0; k < 3; k++) {
            const Ref part = op2(lower, call, f->op, jd_ref(factors[k]), args[1].at[k]);
            term.at[n] = k ? op2(lower, call, OP_ADD, term.at[n], part) : part;
        }
    }
    return term;
}

/* ---- The table ------------------------------------------------------------------------------ */

#define FUNCTION(name, least, most, rule, op, summary)                                             \
    {#name, least, most, rule_##rule, OP_##op, summary, NULL, NULL, 0, 0},
#define VECTOR(name, least, most, rule, op, numbers, summary)                                      \
    {#name, least, most, rule_##rule, OP_##op, summary, NULL, NULL, numbers, 0},
#define ROTATION(name, kinds, maker, summary)                                                      \
    {#name,                                                                                        \
     sizeof kinds - 1,                                                                             \
     sizeof kinds - 1,                                                                             \
     jd_lower_rotation,                                                                            \
     OP_CONSTANT,                                                                                  \
     summary,                                                                                      \
     kinds,                                                                                        \
     jd_rotation_##maker,                                                                          \
     0},
#define GEOMETRY(name, least, most, word, summary)                                                 \
    {#name, least, most, jd_lower_##name, OP_CONSTANT, summary, NULL, NULL, 2, word},
static const Function functions[] = {
#include "expr/functions.def"
};
#undef FUNCTION
#undef ROTATION
#undef GEOMETRY
#undef VECTOR

enum { FUNCTION_COUNT = sizeof functions / sizeof *functions };

const char *jd_function_at(int index, const char **summary) {
    if (index < 0 || index >= FUNCTION_COUNT) return NULL;
    if (summary) *summary = functions[index].summary;
    return functions[index].name;
}

static const Function *find_function(const char *name, size_t length) {
    for (int n = 0; n < FUNCTION_COUNT; n++)
        if (strlen(functions[n].name) == length && memcmp(functions[n].name, name, length) == 0)
            return &functions[n];
    return NULL;
}

int jd_function_numbers(const char *name, size_t length) {
    const Function *f = find_function(name, length);
    return f ? f->numbers : 0;
}

bool jd_function_known(const char *name, size_t length) {
    return find_function(name, length);
}

/* ---- Calls ---------------------------------------------------------------------------------- */

/* What other programs call a function, and what is written here. */
static const struct {
    const char *words, *remedy;
} of_others[] = {
    {"line circle intersect intersection cross_point",
     "meet says where lines and circles meet: meet(A, r, B, s, left) two circles, meet(A, r, P, Q, "
     "first) a circle and the line from P to Q, meet(P, Q, R, S) two lines"},
    {"midpoint middle mid center centre", "the middle of two points is (A + B)/2"},
    {"distance dist length magnitude", "the distance of two points is norm(B - A)"},
    {"mirrored reflect reflected reflection", "mirror(P, A, B): P on the other side of the line "
                                              "through A and B"},
    {"rotated rotation_about", "rotate(P, C, angle): P turned about C"},
    {"project projection perpendicular", "foot(P, A, B): the point of the line through A and B "
                                         "that is nearest to P"},
    {"lerp interpolate between", "along(A, B, d): the point at the distance d from A towards B"},
    {"rotation axis_angle angle_axis", "a rotation is made by turn(axis, angle): turn(z, 30 deg)"},
    {"pow power", "powers are written: x^2"},
    {"ln", "the natural logarithm is log(x)"},
    {"deg2rad radians to_radians", "angles have units: 30 deg"},
    {"rad2deg degrees to_degrees", "angles have units: `output jO.angle as deg` shows it so"},
    {"median average avg std stddev deviation variance amplitude",
     "of a whole run there is max, min, mean, rms, peak, time_of_max, time_of_min and "
     "time_of_peak"},
    {"integral integrate integ", "an integral over time is a state: state w { rate power }"},
    {"der diff ddt dot_of derivative gradient",
     "channels have rates: jO.rate, slider.vx, x.rate of a state x; of anything else "
     "`derivative` of filters.jd, see doc/library.md"},
    {"mod fmod modulo", "remainder(x, y): x less whole multiples of y"},
};

static bool hint_of_others(const char *word, JdLog *log) {
    for (size_t n = 0; n < sizeof of_others / sizeof *of_others; n++) {
        if (!jd_word_in_list(word, of_others[n].words)) continue;
        jd_hint(log, "%s", of_others[n].remedy);
        return true;
    }
    return false;
}

APART static Term unknown_function(Lower *lower, const Expr *call) {
    jd_lower_mistake(lower, "function-unknown", call, "there is no function '%s'", call->text);
    if (hint_of_others(call->text, lower->log)) return (Term){0};
    Nearest nearest = {.word = call->text};
    for (int n = 0; n < FUNCTION_COUNT; n++) jd_nearest_try(&nearest, functions[n].name);
    if (nearest.best)
        jd_hint(lower->log, "did you mean '%s'?", nearest.best);
    else if (jd_word_in_list(call->text, "rms mean peak time_of_max time_of_min time_of_peak"))
        jd_hint(lower->log,
                "%s is of a whole run: `jourdain run --statistics` tells it of each output; "
                "`expect` and "
                "`measure` of a sweep take it",
                call->text);
    else if (call->count == 1)
        jd_hint(lower->log, "a product is written with '*': %s*(...)", call->text);
    else
        jd_hint(lower->log, "`jourdain help functions` lists the functions");
    return (Term){0};
}

APART static Term wrong_count(Lower *lower, const Expr *call, const Function *function) {
    jd_lower_mistake(lower, "function-arguments", call, "%s has %d argument%s here", call->text,
                     call->count, call->count == 1 ? "" : "s");
    if (jd_hint_decimal_commas(call, lower->log)) return (Term){0};
    if (call->count == 1 && jd_word_in_list(call->text, "min max"))
        jd_hint(lower->log,
                "%s; of a whole run %s(x) stands alone, `expect %s(x) = ...`, but in measures of a "
                "sweep",
                function->summary, call->text, call->text);
    else
        jd_hint(lower->log, "%s", function->summary);
    return (Term){0};
}

/* Of an `if` whose condition is known, the other branch need not have a finite value. */
static bool is_idle(const Function *function, const Term *args, int n) {
    const bool decided =
        function->rule == rule_if && n > 0 && args[0].count == 1 && args[0].at[0].step == NO_STEP;
    return decided && (args[0].at[0].value != 0) != (n == 1);
}

/* ---- Functions of the user's ----------------------------------------------------------------- */

enum { CALLS_DEEP = 32, CALLS_MOST = 20000 }; /* in one expression */

static const UserFunction *find_own(const Lower *lower, const Expr *call) {
    if (call->function) return call->function;
    return lower->scope->function ? lower->scope->function(lower->scope, call->text) : NULL;
}

static Term call_mistake(Lower *lower, const Expr *call, const UserFunction *own) {
    if (call->count != own->count) {
        jd_lower_mistake(lower, "function-arguments", call, "%s has %d argument%s here, not %d",
                         own->name, call->count, call->count == 1 ? "" : "s", own->count);
        if (!jd_hint_decimal_commas(call, lower->log))
            jd_hint(lower->log, "line %d defines it", jd_where_find(jd_span_where(own->span)).line);
    } else {
        jd_lower_mistake(lower, "expression-too-large", call,
                         lower->depth >= CALLS_DEEP ? "functions call functions %d deep"
                                                    : "functions call functions %d times",
                         lower->depth >= CALLS_DEEP ? (int)CALLS_DEEP : (int)CALLS_MOST);
        jd_hint(lower->log, "let one of them do the work of several");
    }
    return (Term){0};
}

/* The arguments in the expression's own way, then the function's with them as its names. */
APART static Term lower_own(Lower *lower, const Expr *call, const UserFunction *own) {
    if (own->table && call->count <= 2) {
        const TableColumn *column = jd_table_column(lower, call, own->table);
        const Term x = column ? jd_lower(lower, call->args[0]) : (Term){0};
        return x.count ? jd_lower_table(lower, call, column, &x) : (Term){0};
    }
    if (!own->body && !own->table) return lower->failed = true, (Term){0}; /* it was told why */
    if (lower->failed && lower->depth) return (Term){0};
    if (own->table || call->count != own->count || lower->depth >= CALLS_DEEP ||
        ++lower->calls > CALLS_MOST)
        return call_mistake(lower, call, own);
    Term *args = calloc((size_t)own->count + 1, sizeof *args);
    if (!args) {
        lower->scope->arena->failed = lower->failed = true;
        return (Term){0};
    }
    bool whole = true;
    for (int n = 0; n < own->count; n++) {
        args[n] = jd_lower(lower, call->args[n]);
        whole = whole && args[n].count;
    }
    const Frame frame = {own, args}, *outer = lower->frame;
    Term term = {0};
    if (whole) {
        lower->told = false;
        lower->frame = &frame;
        lower->depth++, lower->nest++;
        term = jd_lower(lower, own->body);
        lower->depth--, lower->nest--;
        lower->frame = outer;
        if (lower->told)
            jd_hint(lower->log, "function %s is called in line %d", own->name,
                    jd_where_find(jd_span_where(call->span)).line);
    }
    free(args);
    return term;
}

Term jd_lower_call(Lower *lower, const Expr *call) {
    const UserFunction *own = find_own(lower, call);
    if (own) return lower_own(lower, call, own);
    const Function *function = find_function(call->text, strlen(call->text));
    if (!function) return unknown_function(lower, call);
    if (call->count < function->least || call->count > function->most)
        return wrong_count(lower, call, function);

    /* Most functions have one. */
    Term few[1] = {0}, *many = NULL, *args = few;
    if (call->count > 1) args = many = calloc(MOST_ARGUMENTS, sizeof *many);
    if (!args) {
        lower->scope->arena->failed = lower->failed = true;
        return (Term){0};
    }
    const bool muted = lower->muted;
    bool whole = true;
    for (int n = 0; n < call->count; n++) {
        lower->muted = muted || is_idle(function, args, n);
        const bool word = n > 0 && n == function->word;
        args[n] = word ? scalar(jd_ref(jd_word_of_side(call->args[n])), (Dim){0}, true)
                       : jd_lower(lower, call->args[n]);
        whole = whole && args[n].count;
    }
    lower->muted = muted;
    const Term term = whole ? function->rule(lower, call, function, args) : (Term){0};
    free(many);
    return term;
}
