/* SPDX-License-Identifier: MIT
 *
 * derive, in the plane: the component form in x_M y_M x_N y_N theta_i theta_j and their
 * derivatives (dx_M, ddx_M, dtheta_i, ...), printed so that expr/ reads it back. Derivatives of a
 * vector are sums of a factor of angular rates times a base vector; scalar products of base
 * vectors are known. */
#include "joint/inside.h"
#include <string.h>

// clang-format off
/* Factors of a term. Positions come as x and y of d, OM, ON, each with two derivatives. */
enum {
    DX, DY, OMX, OMY, ONX, ONY, /* + 6 * order */
    COS_I = 18, SIN_I, COS_J, SIN_J, COS_IJ, SIN_IJ, TURN_IJ,
    W_I, A_I, W_J, A_J, /* theta' and theta'' */
    FACTORS,
    FIRST_RATE = W_I
};

static const char *const factor_names[FACTORS] = {
    "(x_N - x_M)", "(y_N - y_M)", "x_M", "y_M", "x_N", "y_N",
    "(dx_N - dx_M)", "(dy_N - dy_M)", "dx_M", "dy_M", "dx_N", "dy_N",
    "(ddx_N - ddx_M)", "(ddy_N - ddy_M)", "ddx_M", "ddy_M", "ddx_N", "ddy_N",
    "cos(theta_i)", "sin(theta_i)", "cos(theta_j)", "sin(theta_j)",
    "cos(theta_i - theta_j)", "sin(theta_i - theta_j)", "(theta_j - theta_i)",
    "dtheta_i", "ddtheta_i", "dtheta_j", "ddtheta_j",
};
// clang-format on

typedef struct {
    Coef c;
    unsigned char power[FACTORS];
} PlaneTerm;
enum { PLANE_TERMS = 10 * LOCK_TERMS };
typedef struct {
    PlaneTerm terms[PLANE_TERMS];
    int count;
} PlaneSum;

static void add_term(PlaneSum *sum, const PlaneTerm *term) {
    for (int n = 0; n < sum->count; n++) {
        if (memcmp(sum->terms[n].power, term->power, sizeof term->power)) continue;
        jd_coef_add(&sum->terms[n].c, &term->c);
        return;
    }
    if (sum->count < PLANE_TERMS) sum->terms[sum->count++] = *term;
}

/* ---- Base vectors --------------------------------------------------------------------------- */

typedef enum { BASE_POINT, BASE_TURNED, BASE_AXIS } BaseKind;
typedef struct {
    BaseKind kind;
    int x;     /* BASE_POINT: its x factor; y is the next. BASE_TURNED: z x this */
    int frame; /* BASE_AXIS: 0 i, 1 j, 2 ground */
    bool is_y;
} Base;

/* k * (product of rates) * base */
typedef struct {
    double k;
    unsigned char rates[FACTORS - FIRST_RATE];
    Base base;
} Piece;

/* vd = d' - theta_i' z x d, and its derivative d'' - theta_i'' z x d - theta_i' z x d'. */
static int seen_derivative(int order, Piece *pieces) {
    Base d = {BASE_TURNED, DX, 0, false}, rate = {BASE_TURNED, DX + 6, 0, false};
    pieces[0] = (Piece){.k = 1, .base = {BASE_POINT, DX + 6 * (order + 1), 0, false}};
    pieces[1] = (Piece){.k = -1, .base = d};
    pieces[1].rates[W_I - FIRST_RATE + order] = 1;
    if (order == 0) return 2;
    pieces[2] = (Piece){.k = -1, .base = rate};
    pieces[2].rates[W_I - FIRST_RATE] = 1;
    return 3;
}

/* Derivative of a vector; how many pieces it has: 0 to 3. */
static int derivative(VectorKind kind, int order, Piece pieces[3]) {
    memset(pieces, 0, 3 * sizeof *pieces);
    if (kind == VEC_VD) return seen_derivative(order, pieces);
    if (jd_vector_is_velocity(kind)) {
        kind = (VectorKind)((int)kind - (int)VEC_VD + (int)VEC_D);
        order++;
    }
    if (kind <= VEC_ON) {
        pieces[0].k = 1;
        pieces[0].base = (Base){.kind = BASE_POINT, .x = 2 * (int)kind + 6 * order};
        return 1;
    }
    /* x' = theta' y, y' = -theta' x; x'' = theta'' y - theta'^2 x, y'' = -theta'' x - theta'^2 y */
    int frame = vector_frame(kind), w = frame == 0 ? W_I : W_J;
    bool is_y = vector_axis(kind) == AXIS_Y;
    if (frame == 2 && order > 0) return 0;
    Base same = {BASE_AXIS, 0, frame, is_y}, turned = {BASE_AXIS, 0, frame, !is_y};
    if (order == 0) {
        pieces[0] = (Piece){.k = 1, .base = same};
        return 1;
    }
    pieces[0] = (Piece){.k = is_y ? -1 : 1, .base = turned};
    pieces[0].rates[w - FIRST_RATE + (order == 2)] = 1;
    if (order == 1) return 1;
    pieces[1] = (Piece){.k = -1, .base = same};
    pieces[1].rates[w - FIRST_RATE] = 2;
    return 2;
}

/* Component of an axis along ground x or y: a factor and its sign; factor -1 for the constants. */
static double axis_part(Base axis, bool along_y, int *factor) {
    *factor = -1;
    if (axis.frame == 2) return axis.is_y == along_y;
    int cosine = axis.frame == 0 ? COS_I : COS_J;
    *factor = axis.is_y == along_y ? cosine : cosine + 1;
    return axis.is_y && !along_y ? -1 : 1;
}

/* Component of a point, or of z x it, along ground x or y. */
static double point_part(Base point, bool along_y, int *factor) {
    bool turned = point.kind == BASE_TURNED;
    *factor = point.x + (along_y != turned);
    return turned && !along_y ? -1 : 1;
}

static void add_scaled(PlaneSum *sum, PlaneTerm term, double k, int factor_a, int factor_b) {
    if (k == 0) return;
    term.c = jd_coef_scale(k, &term.c);
    if (factor_a >= 0) term.power[factor_a]++;
    if (factor_b >= 0) term.power[factor_b]++;
    add_term(sum, &term);
}

/* Two axes: of one frame 1 or 0, of i and j by the difference of the angles, else against ground.
 */
static void add_axis_axis(PlaneSum *sum, const PlaneTerm *term, Base a, Base b) {
    if (a.frame == b.frame) {
        add_scaled(sum, *term, a.is_y == b.is_y, -1, -1);
        return;
    }
    if (a.frame == 2 || b.frame == 2) {
        Base body = a.frame == 2 ? b : a, ground = a.frame == 2 ? a : b;
        int factor;
        double sign = axis_part(body, ground.is_y, &factor);
        add_scaled(sum, *term, sign, factor, -1);
        return;
    }
    Base i = a.frame == 0 ? a : b, j = a.frame == 0 ? b : a;
    if (i.is_y == j.is_y)
        add_scaled(sum, *term, 1, COS_IJ, -1);
    else
        add_scaled(sum, *term, i.is_y ? -1 : 1, SIN_IJ, -1);
}

static void add_dot(PlaneSum *sum, const PlaneTerm *term, Base a, Base b) {
    if (a.kind == BASE_AXIS && b.kind == BASE_AXIS) {
        add_axis_axis(sum, term, a, b);
        return;
    }
    if (a.kind != BASE_AXIS && b.kind != BASE_AXIS) {
        for (int along_y = 0; along_y < 2; along_y++) {
            int factor_a, factor_b;
            double sign = point_part(a, along_y, &factor_a) * point_part(b, along_y, &factor_b);
            add_scaled(sum, *term, sign, factor_a, factor_b);
        }
        return;
    }
    Base point = a.kind == BASE_AXIS ? b : a, axis = a.kind == BASE_AXIS ? a : b;
    for (int along_y = 0; along_y < 2; along_y++) {
        int factor, place;
        double sign = axis_part(axis, along_y, &factor) * point_part(point, along_y, &place);
        add_scaled(sum, *term, sign, place, factor);
    }
}

/* k c (a differentiated m times).(b differentiated n times) */
static void add_product(PlaneSum *sum, const FormTerm *term, double k, int m, int n) {
    Piece a[3], b[3];
    int count_a = derivative(term->a, m, a), count_b = derivative(term->b, n, b);
    for (int p = 0; p < count_a; p++)
        for (int q = 0; q < count_b; q++) {
            PlaneTerm part = {.c = jd_coef_scale(k * a[p].k * b[q].k, &term->c)};
            for (int r = 0; r < FACTORS - FIRST_RATE; r++)
                part.power[FIRST_RATE + r] = (unsigned char)(a[p].rates[r] + b[q].rates[r]);
            add_dot(sum, &part, a[p].base, b[q].base);
        }
}

/* c turn(z) differentiated; the only turn there is in the plane. */
static void add_turn(PlaneSum *sum, const Coef *c, int order) {
    static const int factors[3][2] = {{TURN_IJ, -1}, {W_J, W_I}, {A_J, A_I}};
    const PlaneTerm term = {.c = *c};
    if (c->count == 0) return;
    add_scaled(sum, term, 1, factors[order][0], -1);
    if (order > 0) add_scaled(sum, term, -1, factors[order][1], -1);
}

static PlaneSum *differentiate(const LockForm *form, int order, Arena *arena) {
    PlaneSum *sum = ARENA_NEW(arena, PlaneSum, 1);
    for (int n = 0; sum && n < form->count; n++) {
        const FormTerm *term = &form->terms[n];
        add_product(sum, term, 1, order, 0);
        if (order > 0) add_product(sum, term, 1, 0, order);
        if (order == 2) add_product(sum, term, 2, 1, 1);
    }
    /* A twist is as good as the angle there. */
    for (int n = PLAIN_TURN_Z; sum && n <= PLAIN_TWIST_Z; n += PLAIN_TWIST_Z - PLAIN_TURN_Z)
        add_turn(sum, &form->plain[n], order);
    return sum;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void write_factors(Text *out, const PlaneTerm *term, int from, int to) {
    for (int n = from; n < to; n++) {
        if (!term->power[n]) continue;
        jd_text_print(out, "%s%s", out->count ? "*" : "", factor_names[n]);
        if (term->power[n] > 1) jd_text_print(out, "^%d", term->power[n]);
    }
}

static bool same_rates(const PlaneTerm *a, const PlaneTerm *b) {
    return !memcmp(a->power + FIRST_RATE, b->power + FIRST_RATE, FACTORS - FIRST_RATE);
}

/* c * factors, rates first, or without its rates if these stand before a group. */
static void write_term(Text *out, const PlaneTerm *term, const Coef *c, bool rates,
                       const SymbolNames *names, bool *first) {
    Text factors = {0};
    if (rates) write_factors(&factors, term, FIRST_RATE, FACTORS);
    write_factors(&factors, term, 0, FIRST_RATE);
    jd_coef_write(out, c, factors.count ? factors.at : NULL, names, first);
    out->failed = out->failed || factors.failed;
    jd_text_free(&factors);
}

/* Are the coefficients of all terms with these rates the same but for the sign? */
static bool alike(const PlaneSum *sum, int head) {
    const PlaneTerm *first = &sum->terms[head];
    for (int n = head + 1; n < sum->count; n++) {
        const PlaneTerm *term = &sum->terms[n];
        if (!same_rates(first, term) || term->c.count == 0) continue;
        if (!jd_coef_equal(&term->c, &first->c, 1) && !jd_coef_equal(&term->c, &first->c, -1))
            return false;
    }
    return true;
}

/* The terms from `head` on with the same rates, as c * rates * (sum of the rest). */
static void write_group(Text *out, const PlaneSum *sum, int head, const SymbolNames *names,
                        bool *first) {
    const PlaneTerm *lead = &sum->terms[head];
    const bool shared = alike(sum, head);
    const Coef one = jd_coef_number(1), minus = jd_coef_number(-1);
    Text group = {0};
    bool group_first = true;
    write_factors(&group, lead, FIRST_RATE, FACTORS);
    jd_text_print(&group, "%s", group.count ? "*(" : "(");
    for (int n = head; n < sum->count; n++) {
        const PlaneTerm *term = &sum->terms[n];
        if (!same_rates(lead, term) || term->c.count == 0) continue;
        const Coef *sign = jd_coef_equal(&term->c, &lead->c, 1) ? &one : &minus;
        write_term(&group, term, shared ? sign : &term->c, false, names, &group_first);
    }
    jd_text_print(&group, ")");
    if (!group.failed) jd_coef_write(out, shared ? &lead->c : &one, group.at, names, first);
    out->failed = out->failed || group.failed;
    jd_text_free(&group);
}

/* Worth a group: several terms that share rates or a coefficient other than one. */
static bool is_group(const PlaneSum *sum, int head) {
    const PlaneTerm *lead = &sum->terms[head];
    double k;
    int members = 0;
    bool rated = false;
    for (int n = FIRST_RATE; n < FACTORS; n++) rated = rated || lead->power[n];
    for (int n = head; n < sum->count; n++)
        members += same_rates(lead, &sum->terms[n]) && sum->terms[n].c.count > 0;
    bool unit = jd_coef_is_number(&lead->c, &k) && fabs(k) == 1;
    return members > 1 && (rated || (!unit && alike(sum, head)));
}

static bool stood_before(const PlaneSum *sum, int index) {
    for (int n = 0; n < index; n++)
        if (sum->terms[n].c.count && same_rates(&sum->terms[n], &sum->terms[index])) return true;
    return false;
}

static void write_sum(Text *out, const PlaneSum *sum, const Coef *constant,
                      const SymbolNames *names) {
    bool first = true;
    for (int head = 0; head < sum->count; head++) {
        if (sum->terms[head].c.count == 0 || stood_before(sum, head)) continue;
        if (is_group(sum, head)) {
            write_group(out, sum, head, names, &first);
            continue;
        }
        for (int n = head; n < sum->count; n++)
            if (same_rates(&sum->terms[head], &sum->terms[n]))
                write_term(out, &sum->terms[n], &sum->terms[n].c, true, names, &first);
    }
    if (constant) jd_coef_write(out, constant, NULL, names, &first);
    if (first) jd_text_print(out, "0");
}

/* "  name = sum". A sum that is one pair of parentheses goes without them. */
static void write_line(Text *out, const char *name, const PlaneSum *sum, const Coef *constant,
                       const SymbolNames *names) {
    Text line = {0};
    write_sum(&line, sum, constant, names);
    const char *closing = line.at ? strchr(line.at, ')') : NULL;
    const bool one_pair = closing && line.at[0] == '(' && !closing[1] && !strchr(line.at + 1, '(');
    const int skip = one_pair, length = (int)line.count - 2 * skip;
    jd_text_print(out, "  %-3s = %.*s\n", name, length, line.at ? line.at + skip : "");
    out->failed = out->failed || line.failed;
    jd_text_free(&line);
}

/* ---- The wrench: what stands at each velocity in the first derivative ----------------------- */

static void add_at(PlaneSum *part, const PlaneSum *rate, int factor, double sign) {
    for (int n = 0; n < rate->count; n++) {
        if (!rate->terms[n].power[factor]) continue;
        PlaneTerm term = rate->terms[n];
        term.power[factor]--;
        term.c = jd_coef_scale(sign, &term.c);
        add_term(part, &term);
    }
}

/* A component of the wrench: what multiplies a rate, and another one if there is (-1: not). */
typedef struct {
    const char *name;
    int factor;
    double sign;
    int other;
} Component;

static bool write_wrench(const PlaneSum *rate, const SymbolNames *names, Arena *arena, Text *out) {
    enum { V = 6 }; /* from a position to its velocity */
    static const Component parts[] = {{"Fx_i", DX + V, -1, OMX + V}, {"Fy_i", DY + V, -1, OMY + V},
                                      {"Cz_i", W_I, 1, -1},          {"Fx_j", DX + V, 1, ONX + V},
                                      {"Fy_j", DY + V, 1, ONY + V},  {"Cz_j", W_J, 1, -1}};
    for (size_t n = 0; n < sizeof parts / sizeof *parts; n++) {
        const Component *of = &parts[n];
        PlaneSum *part = ARENA_NEW(arena, PlaneSum, 1);
        if (!part) return false;
        add_at(part, rate, of->factor, of->sign);
        if (of->other >= 0) add_at(part, rate, of->other, 1);
        write_line(out, of->name, part, NULL, names);
    }
    return true;
}

bool jd_lock_derive_plane(const LockForm *form, Arena *arena, Text *out) {
    static const char *const labels[] = {"f", "f'", "f''"};
    const int last = form->velocity ? 1 : 2;
    const PlaneSum *sums[3] = {NULL};
    jd_text_print(out, " component form in the plane\n");
    for (int order = 0; order <= last; order++) {
        sums[order] = differentiate(form, order, arena);
        if (!sums[order]) return false;
        write_line(out, labels[order], sums[order], order ? NULL : &form->constant, &form->names);
    }
    const PlaneSum *rate = form->velocity ? sums[0] : sums[1];
    if (!write_wrench(rate, &form->names, arena, out)) return false;
    jd_text_print(out, "  Q_i = Cz_i + (x_M - x_Gi)*Fy_i - (y_M - y_Gi)*Fx_i\n"
                       "  Q_j = Cz_j + (x_N - x_Gj)*Fy_j - (y_N - y_Gj)*Fx_j\n");
    return true;
}
