/* SPDX-License-Identifier: MIT
 *
 * What a step sees of a term of time: theory (6.26). A step that evaluates a narrow pulse on
 * both sides of it alone takes it for nothing, and its error estimate, too. Bounds of the term over
 * the step tell. */
#include "expr/code.h"
#include "span/interval.h"
#include <float.h>

enum {
    LOOKS = 256, /* in one step: spans looked at, */
    CELLS = 64,  /* and kept for another look */
    SHARES = 32, /* places of a step, and more */
};
static const double path_roundings =
    4; /* of what is read along a path: no more than that is noise */
static const double beyond_seen = 0.5; /* of the range that was seen: what else there may be */

/* ---- Shapes --------------------------------------------------------------------------------- */

/* The wanted derivative and the two after it, of coefficients. */
typedef struct {
    Interval value, slope, bend;
} Shape;

static Shape shape_of(const Program *term, int derivative, Interval span, const double *held,
                      const Path *path) {
    const Series f = jd_program_series(term, span, held, path, derivative + 2);
    const double d = derivative, value = derivative == 2 ? 2 : 1;
    const Interval slope = interval_at(value * (d + 1)),
                   bend = interval_at(value * (d + 1) * (d + 2));
    return (Shape){jd_interval_multiply(interval_at(value), f.at[derivative]),
                   jd_interval_multiply(slope, f.at[derivative + 1]),
                   jd_interval_multiply(bend, f.at[derivative + 2])};
}

static bool one_sign(Interval a) {
    return a.lo > 0 || a.hi < 0;
}

bool jd_term_is_simple(const Program *term, int derivative, bool bent, double from, double to,
                       const double *held) {
    const Shape shape = shape_of(term, derivative, interval(from, to), held, NULL);
    return one_sign(shape.slope) || (bent && one_sign(shape.bend));
}

static double value_along(const Program *program, double time, const double *held,
                          const Path *path) {
    int at = 0, slot;
    ++*path->looks;
    while ((slot = jd_program_input(program, &at)) >= 0)
        if (path->made[slot] && path->levels > 0) {
            Path below = *path;
            below.levels--;
            path->now[slot] = value_along(path->made[slot], time, held, &below);
        } else {
            const double share = (time - path->from) / (path->to - path->from);
            path->now[slot] = path->begin[slot] + share * (path->end[slot] - path->begin[slot]);
        }
    return jd_program_eval_at(program, (Now){time, held}, path->now);
}

static double value_at(const Program *term, int derivative, double time, const double *held,
                       const Path *path) {
    double jet[3];
    if (path) return value_along(term, time, held, path);
    jd_program_jet_at(term, (Now){time, held}, NULL, jet);
    return jet[derivative];
}

static Interval hull(Interval a, double x) {
    return interval(fmin(a.lo, x), fmax(a.hi, x));
}

/* Bounds over a span: those of the value, and those of its slope from the middle. */
static Interval bounds_of(const Program *term, int derivative, double from, double to,
                          const double *held, const Path *path) {
    const double middle = from + 0.5 * (to - from);
    const Shape shape = shape_of(term, derivative, interval(from, to), held, path);
    const Interval centre = shape_of(term, derivative, interval_at(middle), held, path).value;
    const Interval way = interval(from - middle, to - middle);
    const Interval leant = jd_interval_add(centre, jd_interval_multiply(shape.slope, way));
    return jd_interval_common(shape.value, leant);
}

/* ---- What is hidden -------------------------------------------------------------------------- */

/* A span, and by how much the bounds of the term go beyond the band there. */
typedef struct {
    double from, to, beyond;
} Cell;

typedef struct {
    const Program *term;
    int derivative;
    const double *held;
    const Path *path;
    Interval band;
    Cell cell[CELLS];
    int cells;
} Search;

/* Notes a span that may hold something outside the band. True: its middle is outside. */
static bool note(Search *s, double from, double to) {
    const Interval x = bounds_of(s->term, s->derivative, from, to, s->held, s->path);
    const double beyond = fmax(s->band.lo - x.lo, x.hi - s->band.hi);
    if (!(beyond > 0)) return false;
    s->cell[s->cells++] = (Cell){from, to, beyond};
    const double middle =
        value_at(s->term, s->derivative, from + 0.5 * (to - from), s->held, s->path);
    return middle < s->band.lo || middle > s->band.hi;
}

/* Always the span is halved whose bounds promise most, until one of them is caught outside, or none
 * is left, or there were enough: then the places that could hide most were looked at, and hide
 * nothing. */
static double leaves(Search *s, double from, double to) {
    if (note(s, from, to)) return from;
    for (int looks = 1; s->cells > 0 && s->cells + 1 < CELLS && looks < LOOKS; looks += 2) {
        if (s->path && *s->path->looks > s->path->most) break;
        int worst = 0;
        for (int k = 1; k < s->cells; k++) {
            const Cell *a = &s->cell[k], *b = &s->cell[worst];
            const bool wider = a->to - a->from > b->to - b->from;
            if (a->beyond > b->beyond || (a->beyond == b->beyond && wider)) worst = k;
        }
        const Cell cell = s->cell[worst];
        const double middle = cell.from + 0.5 * (cell.to - cell.from);
        if (!(middle > cell.from && middle < cell.to)) break;
        s->cell[worst] = s->cell[--s->cells];
        if (note(s, cell.from, middle)) return cell.from;
        if (note(s, middle, cell.to)) return middle;
    }
    return NAN;
}

/* Bounds at one time are as wide as its value is rounded. */
static double rounding_of(const Program *program, const double *held, const Path *path) {
    const Interval x = jd_program_series(program, interval_at(path->from), held, path, 1).at[0];
    return x.hi - x.lo;
}

/* Values at shares of the step, those in order. */
typedef struct {
    double share[SHARES], value[SHARES];
    int count;
} Samples;

static void add_sample(Samples *s, double share, double value) {
    int n = s->count++;
    for (; n > 0 && s->share[n - 1] > share; n--) {
        s->share[n] = s->share[n - 1];
        s->value[n] = s->value[n - 1];
    }
    s->share[n] = share;
    s->value[n] = value;
}

/* Along a path stages are elsewhere but for its ends: what one alone would see, no stage may see.
 */
static Interval seen_along(const Samples *s) {
    Interval seen = hull(interval_at(s->value[0]), s->value[s->count - 1]);
    for (int n = 0; n + 1 < s->count; n++) {
        const double a = s->value[n], b = s->value[n + 1];
        seen.lo = fmin(seen.lo, fmax(a, b));
        seen.hi = fmax(seen.hi, fmin(a, b));
    }
    return seen;
}

static Interval seen_of(const Program *term, const Sight *sight, double from, double to,
                        const double *held, const Path *path) {
    Interval seen = interval(INFINITY, -INFINITY);
    Samples samples = {.count = 0};
    for (int k = 0; k < sight->shares && k < SHARES; k++) {
        const double share = sight->share[k];
        const double x = value_at(term, sight->derivative, from + share * (to - from), held, path);
        add_sample(&samples, share, x);
        seen = hull(seen, x);
    }
    return path ? seen_along(&samples) : seen;
}

static double hides(const Program *term, const Sight *sight, double from, double to,
                    const double *held, const Path *path, double *peak) {
    const Interval seen = seen_of(term, sight, from, to, held, path);
    *peak = fmax(fabs(seen.lo), fabs(seen.hi));
    const double rounding = path ? path_roundings * rounding_of(term, held, path) : 0;
    const double more = beyond_seen * (seen.hi - seen.lo) + sight->floor + DBL_MIN +
                        64 * DBL_EPSILON * *peak + rounding;
    if (!isfinite(more)) return NAN;
    Search search = {
        term, sight->derivative, held, path, interval(seen.lo - more, seen.hi + more), {{0}}, 0};
    return leaves(&search, from, to);
}

double jd_term_hides(const Program *term, const Sight *sight, double from, double to,
                     const double *held, double *peak) {
    return hides(term, sight, from, to, held, NULL, peak);
}

double jd_path_hides(const Program *program, const Sight *sight, const Path *path,
                     const double *held, double *peak) {
    return hides(program, sight, path->from, path->to, held, path, peak);
}

bool jd_path_is_simple(const Program *program, const Path *path, bool bent, const double *held) {
    const Interval span = interval(path->from, path->to);
    if (one_sign(jd_program_series(program, span, held, path, 1).at[1])) return true;
    return bent && one_sign(shape_of(program, 0, span, held, path).bend);
}

bool jd_path_is_calm(const Program *program, const Path *path, const double *held, double most,
                     double roundings) {
    const Interval x =
        jd_program_series(program, interval(path->from, path->to), held, path, 1).at[0];
    if (!(x.hi - x.lo < INFINITY)) return false;
    if (x.hi - x.lo <= most) return true;
    return x.hi - x.lo <= most + roundings * rounding_of(program, held, path);
}

/* What of its arguments moves, and is done more with than to add and multiply. */
static bool does_more(const Instruction *i, const bool *moves) {
    switch (i->op) {
    case OP_CONSTANT:
    case OP_TIME:
    case OP_INPUT:
    case OP_LATCH:
    case OP_ADD:
    case OP_SUBTRACT:
    case OP_NEGATE:
    case OP_MULTIPLY:
    case OP_SQUARE:
    case OP_SELECT:
        return false;
    case OP_DIVIDE:
        return moves[i->b];
    default:
        return true;
    }
}

static bool moves_by(const Instruction *i, const bool *moves) {
    const int arguments = jd_op_arguments((Op)i->op);
    if (i->op == OP_CONSTANT || i->op == OP_LATCH) return false;
    if (i->op == OP_TIME || i->op == OP_INPUT) return true;
    return (arguments > 0 && moves[i->a]) || (arguments > 1 && moves[i->b]) ||
           (arguments > 2 && moves[i->c]);
}

bool jd_program_may_hide(const Program *program) {
    const Instruction *code = code_of(program), *end = code + program->instructions;
    bool moves[REGISTERS] = {false};
    if (!program->uses_inputs) return false;
    for (; code < end; code++) {
        const bool moving = moves_by(code, moves);
        if (moving && does_more(code, moves)) return true;
        moves[code->out] = moving;
    }
    return false;
}

/* ---- Paces ----------------------------------------------------------------------------------
 * How fast a term can change at most: the sum of the frequencies in its waves. Sums, differences
 * and products of waves, of exp(a t) and of powers of time are all that has one. Where a step has
 * several stages in the shortest wave it misses nothing, and need not look at bounds. */

enum { MOST_DEGREE = 3 }; /* of powers of time that hide nothing between stages */

/* value + slope t, or something with a pace and powers of time up to a degree. */
typedef struct {
    bool linear;
    double value, slope;
    double pace;
    int degree;
} Part;

static const Part wild = {.pace = INFINITY};

static Part number(double value) {
    return (Part){.linear = true, .value = value};
}

static bool is_number(Part a) {
    return a.linear && a.slope == 0;
}

static Part sum(Part a, Part b, double sign) {
    return (Part){.linear = a.linear && b.linear,
                  .value = a.value + sign * b.value,
                  .slope = a.slope + sign * b.slope,
                  .pace = fmax(a.pace, b.pace),
                  .degree = a.degree > b.degree ? a.degree : b.degree};
}

static Part scaled(Part a, double factor) {
    a.value *= factor;
    a.slope *= factor;
    return a;
}

static Part product(Part a, Part b) {
    if (is_number(a)) return scaled(b, a.value);
    if (is_number(b)) return scaled(a, b.value);
    return (Part){.pace = a.pace + b.pace, .degree = a.degree + b.degree};
}

static Part power(Part a, Part b) {
    if (is_number(a) && is_number(b)) return number(pow(a.value, b.value));
    if (!is_number(b) || !(b.value == 2 || b.value == 3)) return wild;
    const Part square = product(a, a);
    return b.value == 2 ? square : product(square, a);
}

static Part part_op(Op op, Part a, Part b, Part c) {
    switch (op) {
    case OP_NEGATE:
        return scaled(a, -1);
    case OP_ADD:
        return sum(a, b, 1);
    case OP_SUBTRACT:
        return sum(a, b, -1);
    case OP_MULTIPLY:
        return product(a, b);
    case OP_DIVIDE:
        return is_number(b) ? scaled(a, 1 / b.value) : wild;
    case OP_SQUARE:
        return product(a, a);
    case OP_POWER:
        return power(a, b);
    case OP_SELECT:
        return !is_number(a) ? wild : a.value != 0 ? b : c;
    case OP_SIN:
    case OP_COS:
    case OP_EXP:
        if (is_number(a)) return number(jd_op_value(op, a.value, 0, 0));
        return a.linear ? (Part){.pace = fabs(a.slope)} : wild;
    default:
        if (!is_number(a) || !is_number(b) || !is_number(c)) return wild;
        return number(jd_op_value(op, a.value, b.value, c.value));
    }
}

double jd_term_pace(const Program *term, bool stages, const double *held) {
    Part r[REGISTERS];
    const Instruction *code = code_of(term), *end = code + term->instructions;
    for (; code < end; code++) {
        switch (code->op) {
        case OP_CONSTANT:
            r[code->out] = number(term->data[code->c]);
            break;
        case OP_TIME:
            r[code->out] = (Part){.linear = true, .slope = 1, .degree = 1};
            break;
        case OP_LATCH:
            r[code->out] = number(held[code->c]);
            break;
        case OP_PLACE:
        case OP_PIECE:
            r[code->out] = wild;
            break;
        default:
            r[code->out] = part_op((Op)code->op, r[code->a], r[code->b], r[code->c]);
        }
    }
    const Part result = r[term->result];
    return result.degree > (stages ? MOST_DEGREE : 1) ? INFINITY : result.pace;
}
