/* SPDX-License-Identifier: MIT
 *
 * Whether what artificial sources hold has an integral. The flows that are held are rows of
 * velocities, a(q, t) q' + b(q, t) = 0, one for each component; q are integrating signals and the
 * states of compliances, and whatever else moves is a coordinate that nothing depends on. By
 * Frobenius all rows together are integrable if brackets of the motions that they allow are allowed
 * again. If not, the brackets are added until there are no new ones: what is zero on all of that is
 * the largest integrable part.
 *
 *     rows ---> fields of allowed motions ---> their brackets, and brackets of these ---> what
 * stays
 */
#include "bond/inside.h"
#include <string.h>

enum { COORDINATES = 24, COST = 4000 }; /* beyond these nobody is told */

typedef struct {
    BondEquations *equations;
    SymPool *pool;
    Arena *arena;
    Sym *is;               /* of variables: in terms of states and time */
    char *mark;            /* 1: being worked out, 2: done */
    int rows, columns;     /* columns: coordinates, the last one is time */
    Sym *form;             /* rows by columns */
    Sym name[COORDINATES]; /* of coordinates; SYM_NONE: nothing depends on it */
    Sym *field;            /* vectors of allowed motions, one behind the other */
    int fields;
    double *values, *others; /* of names, at two points */
} Finder;

/* ---- Rows ----------------------------------------------------------------------------------- */

/* A variable in terms of states and time; SYM_NONE: it stands in a loop, or takes a rate. */
static Sym flat(Finder *f, int var) {
    BondEquations *equations = f->equations;
    const BondVar *at = &equations->vars.at[var];
    if (f->mark[var] == 2) return f->is[var];
    if (f->mark[var] == 1 || at->kind == VAR_RATE || at->kind == VAR_DOT || at->held >= 0)
        return SYM_NONE;
    f->mark[var] = 1;
    Sym is = at->name;
    if (at->law) {
        Sym *names = NULL, *by;
        const int count = jd_sym_list_names(f->pool, at->law, f->arena, &names);
        by = count >= 0 ? ARENA_NEW(f->arena, Sym, count + 1) : NULL;
        bool good = by != NULL;
        for (int n = 0; good && n < count; n++) {
            const int need = jd_var_of(equations, names[n]);
            by[n] = need >= 0 ? flat(f, need) : names[n];
            good = by[n] != SYM_NONE;
        }
        const Sym law = equations->vars.at[var].law;
        is = good ? jd_sym_put(f->pool, law, names, by, count) : SYM_NONE;
        if (is && jd_sym_cost(f->pool, is) > COST) is = SYM_NONE;
    }
    f->mark[var] = is ? 2 : 1;
    return f->is[var] = is;
}

/* A coordinate, or what moves it: the momentum of an inertia. */
static bool is_momentum(const BondEquations *equations, int state) {
    const BondVar *at = &equations->vars.at[state];
    return at->signal < 0 && at->node >= 0 &&
           equations->graph->nodes.at[at->node].type->role == ROLE_STORAGE &&
           equations->graph->nodes.at[at->node].type->stores_effort;
}

typedef struct {
    int momenta[COORDINATES], momentum_count;
    int places[COORDINATES], place_count; /* states that are coordinates */
} Split;

static bool split_states(const Finder *f, Split *split) {
    const BondEquations *equations = f->equations;
    split->momentum_count = split->place_count = 0;
    for (int n = 0; n < equations->states.count; n++) {
        const int state = equations->states.at[n];
        const bool momentum = is_momentum(equations, state);
        if (split->momentum_count + split->place_count >= COORDINATES - 1) return false;
        if (momentum)
            split->momenta[split->momentum_count++] = state;
        else
            split->places[split->place_count++] = state;
    }
    return true;
}

/* Slopes of a flow by the momenta, and what is left without them; false: it is not linear. */
static bool slopes(Finder *f, const Split *split, Sym flow, Sym *row) {
    Sym names[COORDINATES], zeros[COORDINATES];
    for (int k = 0; k < split->momentum_count; k++) {
        names[k] = f->equations->vars.at[split->momenta[k]].name;
        zeros[k] = jd_sym_whole(f->pool, 0);
    }
    for (int k = 0; k < split->momentum_count; k++) {
        row[k] = jd_sym_derive(f->pool, flow, names[k]);
        for (int j = 0; row[k] && j < split->momentum_count; j++)
            if (jd_sym_has(f->pool, row[k], names[j])) return false;
        if (!row[k]) return false;
    }
    row[split->momentum_count] = jd_sym_put(f->pool, flow, names, zeros, split->momentum_count);
    return row[split->momentum_count] != SYM_NONE;
}

/* q' = D p + d: a square D, with rows of ones for momenta that move no coordinate; the others'
 * rates have to be independent. */
typedef struct {
    Sym at[COORDINATES * COORDINATES], rest[COORDINATES];
    int count;
} Rates;

static bool find_rates(Finder *f, const Split *split, Rates *rates) {
    const int n = split->momentum_count;
    bool *moves = ARENA_NEW(f->arena, bool, n + 1);
    Sym row[COORDINATES];
    rates->count = 0;
    if (!moves) return false;
    for (int k = 0; k < split->place_count; k++) {
        const BondVar *place = &f->equations->vars.at[split->places[k]];
        const Sym law = place->dot >= 0 ? f->equations->vars.at[place->dot].law : SYM_NONE;
        Sym *names = NULL;
        const int count = law ? jd_sym_list_names(f->pool, law, f->arena, &names) : -1;
        Sym *by = count >= 0 ? ARENA_NEW(f->arena, Sym, count + 1) : NULL;
        for (int j = 0; by && j < count; j++) {
            const int need = jd_var_of(f->equations, names[j]);
            by[j] = need >= 0 ? flat(f, need) : names[j];
            if (!by[j]) by = NULL;
        }
        const Sym rate = by ? jd_sym_put(f->pool, law, names, by, count) : SYM_NONE;
        if (!rate || !slopes(f, split, rate, row)) continue; /* nothing that rows may depend on */
        Sym *into = &rates->at[rates->count * n];
        for (int j = 0; j < n; j++) into[j] = row[j];
        const int rank = jd_bonds_rank(f->equations->graph, rates->at, rates->count + 1, n);
        if (rank <= rates->count) continue;
        rates->rest[rates->count] = row[n];
        f->name[rates->count++] = place->name;
    }
    for (int j = 0; j < n && rates->count < n; j++) {
        Sym *into = &rates->at[rates->count * n];
        for (int k = 0; k < n; k++) into[k] = jd_sym_whole(f->pool, k == j);
        if (jd_bonds_rank(f->equations->graph, rates->at, rates->count + 1, n) <= rates->count)
            continue;
        rates->rest[rates->count] = jd_sym_whole(f->pool, 0);
        f->name[rates->count++] = SYM_NONE;
    }
    return rates->count == n;
}

/* One row in coordinates: a D = c, b = c0 - a d. */
static bool row_of(Finder *f, const Split *split, const Rates *rates, Sym flow, Sym *out) {
    const int n = split->momentum_count;
    Sym matrix[COORDINATES * COORDINATES], right[COORDINATES + 1];
    int at;
    if (!slopes(f, split, flow, right)) return false;
    const Sym rest = right[n];
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) matrix[r * n + c] = rates->at[c * n + r];
    if (!jd_sym_eliminate(f->pool, matrix, right, n, 1, f->values, &at)) return false;
    Sym b = rest;
    for (int c = 0; c < n; c++) {
        out[c] = jd_sym_tidy(f->pool, right[c]);
        b = jd_sym_subtract(f->pool, b, jd_sym_times(f->pool, out[c], rates->rest[c]));
    }
    out[n] = b;
    return !jd_sym_stopped(f->pool);
}

/* ---- Allowed motions ------------------------------------------------------------------------ */

static Sym *field_at(const Finder *f, int n) {
    return &f->field[n * f->columns];
}

static double value_at(Finder *f, Sym s, bool second) {
    return jd_sym_value(f->pool, s, second ? f->others : f->values, NULL);
}

/* Columns that the rows can be solved for, by numbers. */
static int find_pivots(Finder *f, int *pivot, bool *taken) {
    int count = 0;
    for (int c = 0; c < f->columns && count < f->rows; c++) {
        Sym trial[COORDINATES * COORDINATES];
        pivot[count] = c;
        for (int r = 0; r < f->rows; r++)
            for (int k = 0; k <= count; k++)
                trial[r * (count + 1) + k] = f->form[r * f->columns + pivot[k]];
        if (jd_bonds_rank(f->equations->graph, trial, f->rows, count + 1) <= count) continue;
        taken[c] = true;
        count++;
    }
    return count;
}

/* For each free column a motion that moves it by one, and pivots as the rows say. */
static bool allowed_motions(Finder *f) {
    int pivot[COORDINATES], row;
    bool taken[COORDINATES] = {false};
    Sym matrix[COORDINATES * COORDINATES], right[COORDINATES];
    if (find_pivots(f, pivot, taken) < f->rows) return false; /* one row repeats another */
    for (int c = 0; c < f->columns; c++) {
        if (taken[c]) continue;
        Sym *motion = field_at(f, f->fields);
        for (int r = 0; r < f->rows; r++) {
            for (int k = 0; k < f->rows; k++)
                matrix[r * f->rows + k] = f->form[r * f->columns + pivot[k]];
            right[r] = jd_sym_minus(f->pool, f->form[r * f->columns + c]);
        }
        if (!jd_sym_eliminate(f->pool, matrix, right, f->rows, 1, f->values, &row)) return false;
        for (int k = 0; k < f->columns; k++) motion[k] = jd_sym_whole(f->pool, k == c);
        for (int k = 0; k < f->rows; k++) motion[pivot[k]] = jd_sym_tidy(f->pool, right[k]);
        f->fields++;
    }
    return true;
}

/* [v, w] = (Dw) v - (Dv) w. */
static bool bracket(Finder *f, const Sym *v, const Sym *w, Sym *out) {
    for (int i = 0; i < f->columns; i++) {
        out[i] = jd_sym_whole(f->pool, 0);
        for (int j = 0; j < f->columns; j++) {
            if (!f->name[j]) continue;
            out[i] = jd_sym_add(
                f->pool, out[i],
                jd_sym_subtract(
                    f->pool, jd_sym_times(f->pool, jd_sym_derive(f->pool, w[i], f->name[j]), v[j]),
                    jd_sym_times(f->pool, jd_sym_derive(f->pool, v[i], f->name[j]), w[j])));
        }
        if (!out[i] || jd_sym_cost(f->pool, out[i]) > COST) return false;
    }
    return true;
}

/* Brackets as long as they lead out of what is there; false: they become too long. */
static bool close_motions(Finder *f) {
    for (int a = 1; a < f->fields; a++)
        for (int b = 0; b < a && f->fields < f->columns; b++) {
            if (!bracket(f, field_at(f, a), field_at(f, b), field_at(f, f->fields))) return false;
            if (jd_bonds_rank(f->equations->graph, f->field, f->fields + 1, f->columns) > f->fields)
                f->fields++;
        }
    return true;
}

/* Whether a row is zero on all motions that brackets lead to. */
static bool row_stays(Finder *f, int row) {
    const double rounding = 1e-9;
    for (int second = 0; second < 2; second++)
        for (int n = 0; n < f->fields; n++) {
            double sum = 0, size = 0;
            for (int c = 0; c < f->columns; c++) {
                const double term = value_at(f, f->form[row * f->columns + c], second) *
                                    value_at(f, field_at(f, n)[c], second);
                sum += term, size += fabs(term);
            }
            if (!(fabs(sum) <= rounding * size)) return false;
        }
    return true;
}

/* ---- Integrals ------------------------------------------------------------------------------ */

/* Of a product of what does not depend on x and one of x^n, sin(k x), cos(k x). SYM_NONE: of none
 * of these. */
static Sym integral_of_term(Finder *f, Sym term, Sym x) {
    SymPool *pool = f->pool;
    Sym slope;
    if (!jd_sym_has(pool, term, x)) return jd_sym_times(pool, term, x);
    const SymNode at = *jd_sym_node(pool, term);
    if (at.kind == SYM_NAME)
        return jd_sym_times(pool, jd_sym_power(pool, x, jd_number_ratio(2, 1)),
                            jd_sym_number(pool, jd_number_ratio(1, 2)));
    if (at.kind == SYM_POWER && jd_sym_arg(pool, term, 0) == x && at.number.under == 1 &&
        at.number.over > 0) {
        const SymNumber more = jd_number_ratio(at.number.over + 1, 1);
        return jd_sym_times(pool, jd_sym_power(pool, x, more),
                            jd_sym_number(pool, jd_number_ratio(1, at.number.over + 1)));
    }
    const bool sine = at.kind == SYM_CALL && at.name == jd_sym_function("sin");
    const bool cosine = at.kind == SYM_CALL && at.name == jd_sym_function("cos");
    if (!sine && !cosine) return SYM_NONE;
    const Sym inner = jd_sym_arg(pool, term, 0);
    slope = jd_sym_derive(pool, inner, x);
    if (!slope || jd_sym_has(pool, slope, x)) return SYM_NONE;
    const Sym other = jd_sym_call(pool, jd_sym_function(sine ? "cos" : "sin"), &inner, 1);
    return jd_sym_over(pool, sine ? jd_sym_minus(pool, other) : other, slope);
}

static Sym integral_of_product(Finder *f, Sym product, Sym x) {
    SymPool *pool = f->pool;
    const SymNode at = *jd_sym_node(pool, product);
    if (at.kind != SYM_PRODUCT) return integral_of_term(f, product, x);
    Sym constant = jd_sym_number(pool, at.number), changing = SYM_NONE;
    for (int n = 0; n < at.count; n++) {
        const Sym factor = jd_sym_arg(pool, product, n);
        if (!jd_sym_has(pool, factor, x))
            constant = jd_sym_times(pool, constant, factor);
        else if (changing)
            return SYM_NONE;
        else
            changing = factor;
    }
    const Sym inner = changing ? integral_of_term(f, changing, x) : x;
    return inner ? jd_sym_times(pool, constant, inner) : SYM_NONE;
}

static Sym integral_of(Finder *f, Sym s, Sym x) {
    SymPool *pool = f->pool;
    const SymNode at = *jd_sym_node(pool, s);
    if (at.kind != SYM_SUM) return integral_of_product(f, s, x);
    Sym sum = jd_sym_times(pool, jd_sym_number(pool, at.number), x);
    for (int n = 0; n < at.count; n++) {
        const Sym one = integral_of_product(f, jd_sym_arg(pool, s, n), x);
        if (!one) return SYM_NONE;
        sum = jd_sym_add(pool, sum, one);
    }
    return sum;
}

/* phi with dphi the row itself; SYM_NONE: the row has none, or none that is found. */
static Sym primitive_of(Finder *f, const Sym *row) {
    SymPool *pool = f->pool;
    Sym phi = jd_sym_whole(pool, 0);
    for (int c = 0; c < f->columns; c++) {
        if (!f->name[c]) {
            if (!jd_sym_is(pool, row[c], 0)) return SYM_NONE; /* it has no name to be written by */
            continue;
        }
        const Sym left =
            jd_sym_tidy(pool, jd_sym_subtract(pool, row[c], jd_sym_derive(pool, phi, f->name[c])));
        const Sym more = left ? integral_of(f, left, f->name[c]) : SYM_NONE;
        if (!more) return SYM_NONE;
        phi = jd_sym_add(pool, phi, more);
    }
    for (int c = 0; c < f->columns; c++) {
        if (!f->name[c]) continue;
        const Sym off = jd_sym_subtract(pool, jd_sym_derive(pool, phi, f->name[c]), row[c]);
        if (!off || jd_sym_test_zero(pool, off) != SYM_ZERO) return SYM_NONE;
    }
    return jd_sym_tidy(pool, phi);
}

/* ---- All of it ------------------------------------------------------------------------------ */

static bool open_finder(Finder *f, BondEquations *equations) {
    const int count = equations->vars.count;
    *f = (Finder){.equations = equations, .pool = equations->pool, .arena = equations->arena};
    if (!jd_sym_name(f->pool, "time")) return false; /* before values are given to names */
    f->is = ARENA_NEW(f->arena, Sym, count + 1);
    f->mark = ARENA_NEW(f->arena, char, count + 1);
    f->form = ARENA_NEW(f->arena, Sym, COORDINATES * COORDINATES);
    f->field = ARENA_NEW(f->arena, Sym, (COORDINATES + 1) * COORDINATES);
    f->values = jd_bonds_values(equations->graph, 41, f->arena);
    f->others = jd_bonds_values(equations->graph, 42, f->arena);
    return f->is && f->mark && f->form && f->field && f->values && f->others;
}

/* Rows of all flows that are held; false: one of them is none of velocities. */
static bool write_rows(Finder *f) {
    BondEquations *equations = f->equations;
    Split split;
    Rates *rates = ARENA_NEW(f->arena, Rates, 1);
    if (!rates || !split_states(f, &split) || !find_rates(f, &split, rates)) return false;
    f->columns = rates->count + 1;
    f->name[rates->count] = jd_sym_name(f->pool, "time");
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        if (held->effort || held->moves) continue;
        const Sym flow = flat(f, held->kept);
        if (!flow || f->rows >= f->columns - 1) return false;
        if (!row_of(f, &split, rates, flow, &f->form[f->rows * f->columns])) return false;
        f->rows++;
    }
    return f->rows > 0;
}

bool jd_equations_holonomy(BondEquations *equations) {
    Finder f;
    equations->integrable = -1;
    if (!open_finder(&f, equations)) return false;
    if (!write_rows(&f)) return !f.arena->failed && !jd_sym_stopped(f.pool);
    const bool closed = allowed_motions(&f) && close_motions(&f);
    if (closed) equations->integrable = f.columns - f.fields;
    for (int n = 0, row = 0; n < equations->helds.count; n++) {
        BondHeld *held = &equations->helds.at[n];
        if (held->effort || held->moves) continue;
        held->primitive = primitive_of(&f, &f.form[row * f.columns]);
        if (closed) held->holonomy = row_stays(&f, row) ? HOLONOMY_YES : HOLONOMY_NO;
        if (held->primitive) held->holonomy = HOLONOMY_YES;
        row++;
    }
    return !f.arena->failed && !jd_sym_stopped(f.pool);
}
