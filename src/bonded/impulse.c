/* SPDX-License-Identifier: MIT
 *
 * Start values that do not fit. Storages that depend on others, and sources that hold something,
 * are what an impulse goes through at the start: it moves states by dx = B z, with B the slopes of
 * the rates of states by what the impulse goes through, such that afterwards everything fits.
 * Momenta and charges are kept; the energy that is lost is that of an inelastic impact, or of a
 * spark. */
#include "math/newton.h"
#include "bonded/inside.h"
#include "model/inside.h"
#include <math.h>

enum { LARGEST = 500 }; /* unknowns of the slopes */

typedef struct {
    const BondEquations *equations;
    const BondProgram *program;
    Arena *arena;
    int count;  /* of impulses: */
    int *cause; /* the variable that is one: a rate of a stored amount, or an artificial source */
    int *fits;  /* what must fit: the stored amount, or what is held */
    double *before; /* of a stored amount: what was said; of what is held: zero */
    bool *stored;
    double *slope; /* of rates of states by causes */
    double *states, *moved, *values;
} Impulse;

static double value_of(const BondEquations *equations, const double *values, int var) {
    return values[jd_sym_node(equations->pool, equations->vars.at[var].name)->name];
}

/* ---- Slopes --------------------------------------------------------------------------------- */

/* Gauss with the largest pivot of a column; the right-hand sides stand behind the matrix. */
static bool eliminate(double *a, int n, int width) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c; r < n; r++)
            if (fabs(a[r * width + c]) > fabs(a[pivot * width + c])) pivot = r;
        if (a[pivot * width + c] == 0) return false;
        for (int k = c; k < width && pivot != c; k++) {
            const double swap = a[c * width + k];
            a[c * width + k] = a[pivot * width + k], a[pivot * width + k] = swap;
        }
        for (int r = 0; r < n; r++) {
            const double factor = r == c ? 0 : a[r * width + c] / a[c * width + c];
            for (int k = c; k < width && factor != 0; k++)
                a[r * width + k] -= factor * a[c * width + k];
        }
    }
    for (int r = 0; r < n; r++)
        for (int k = n; k < width; k++) a[r * width + k] /= a[r * width + r];
    return true;
}

static bool takes_part(const BondVar *var) {
    return var->law && var->held < 0 &&
           (var->kind == VAR_EFFORT || var->kind == VAR_FLOW || var->kind == VAR_SIGNAL ||
            var->kind == VAR_RATE);
}

static int cause_of(const Impulse *i, int var) {
    for (int n = 0; n < i->count; n++)
        if (i->cause[n] == var) return n;
    return -1;
}

/* One row: a variable is the sum of what it takes, each with the slope of its law. */
static bool write_row(const Impulse *i, int var, const int *place, double *row, int n) {
    const BondEquations *equations = i->equations;
    Sym *names = NULL;
    const Sym law = equations->vars.at[var].law;
    const int count = jd_sym_list_names(equations->pool, law, i->arena, &names);
    row[place[var]] = 1;
    for (int k = 0; k < count; k++) {
        const int need = jd_equations_var(equations, names[k]);
        const int cause = need >= 0 ? cause_of(i, need) : -1;
        if (need < 0 || (cause < 0 && place[need] < 0)) continue;
        const Sym by = jd_sym_derive(equations->pool, law, names[k]);
        const double slope = jd_sym_value(equations->pool, by, i->values, NULL);
        if (cause >= 0)
            row[n + cause] += slope;
        else
            row[place[need]] -= slope;
    }
    return count >= 0;
}

static bool find_slopes(Impulse *i) {
    const BondEquations *equations = i->equations;
    int *place = ARENA_NEW(i->arena, int, equations->vars.count + 1), n = 0;
    if (!place) return false;
    for (int v = 0; v < equations->vars.count; v++)
        place[v] = takes_part(&equations->vars.at[v]) && cause_of(i, v) < 0 ? n++ : -1;
    const int width = n + i->count;
    double *a = n <= LARGEST ? ARENA_NEW(i->arena, double, n *width + 1) : NULL;
    i->slope = ARENA_NEW(i->arena, double, equations->states.count * i->count + 1);
    if (!a || !i->slope) return false;
    for (int v = 0; v < equations->vars.count; v++)
        if (place[v] >= 0 && !write_row(i, v, place, &a[place[v] * width], n)) return false;
    if (!eliminate(a, n, width)) return false;
    for (int s = 0; s < equations->states.count; s++) {
        const int rate = equations->vars.at[equations->states.at[s]].dot;
        for (int k = 0; k < i->count; k++)
            i->slope[s * i->count + k] =
                rate >= 0 && place[rate] >= 0 ? a[place[rate] * width + n + k] : 0;
    }
    return true;
}

/* ---- The impulse ---------------------------------------------------------------------------- */

static void try_impulse(void *of, const double *size, double *rest) {
    const Impulse *i = of;
    const BondEquations *equations = i->equations;
    int block;
    for (int s = 0; s < equations->states.count; s++) {
        i->moved[s] = i->states[s];
        for (int k = 0; k < i->count; k++) i->moved[s] += i->slope[s * i->count + k] * size[k];
    }
    const bool good = jd_equations_run(i->program, 0, i->moved, i->values, &block);
    for (int k = 0; k < i->count; k++) {
        const double is = good ? value_of(equations, i->values, i->fits[k]) : NAN;
        rest[k] = i->stored[k] ? i->before[k] + size[k] - is : is;
    }
}

static void add_cause(Impulse *i, int cause, int fits, bool stored, double before) {
    const int n = i->count++;
    i->cause[n] = cause, i->fits[n] = fits, i->stored[n] = stored, i->before[n] = before;
}

/* All storages that depend on others, and sources that nothing returns. */
static bool list_causes(Impulse *i) {
    const BondEquations *equations = i->equations;
    const int most = equations->dependent.count + equations->helds.count + 1;
    i->cause = ARENA_NEW(i->arena, int, most), i->fits = ARENA_NEW(i->arena, int, most);
    i->before = ARENA_NEW(i->arena, double, most), i->stored = ARENA_NEW(i->arena, bool, most);
    if (!i->cause || !i->fits || !i->before || !i->stored) return false;
    for (int n = 0; n < equations->dependent.count; n++) {
        const int var = equations->dependent.at[n];
        const BondVar *at = &equations->vars.at[var];
        const bool said = equations->graph->nodes.at[at->node].start_count > 0;
        if (at->dot >= 0)
            add_cause(i, at->dot, var, true,
                      said ? at->start : value_of(equations, i->values, var));
    }
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        if (held->moves || held->alpha || held->beta || held->gamma) continue;
        add_cause(i, held->source, held->kept, false, 0);
    }
    return i->count > 0;
}

static bool solve(Impulse *i, double *size) {
    const Newton newton = {i->count, try_impulse, i,
                           ARENA_NEW(i->arena, double, jd_newton_room(i->count)),
                           ARENA_NEW(i->arena, int, i->count + 1)};
    if (!newton.room || !newton.order) return false;
    if (jd_newton_solve(&newton, size) != NEWTON_SOLVED) return false;
    double *rest = ARENA_NEW(i->arena, double, i->count + 1);
    if (!rest) return false;
    try_impulse(i, size, rest);
    for (int k = 0; k < i->count; k++)
        if (!isfinite(size[k]) || !isfinite(rest[k])) return false;
    return true;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "a.p from 1 to 1.33, b.p from 3 to 2.67" */
static void print_moves(const Impulse *i, Text *out) {
    const BondEquations *equations = i->equations;
    for (int s = 0; s < equations->states.count; s++) {
        const double rounding = 1e-12, by = fabs(i->moved[s] - i->states[s]);
        if (!(by > rounding * (fabs(i->moved[s]) + fabs(i->states[s])))) continue;
        const Sym name = equations->vars.at[equations->states.at[s]].name;
        jd_text_print(out, "%s%s from %g to %g", out->count ? ", " : "",
                      jd_sym_name_text(equations->pool, jd_sym_node(equations->pool, name)->name),
                      i->states[s], i->moved[s]);
    }
}

bool jd_bond_impulse(JdModel *model, BondImpulse *out) {
    BondEquations *equations = model->bonds->equations;
    Impulse i = {.equations = equations,
                 .program = jd_equations_program(equations, out->arena),
                 .arena = out->arena};
    i.states = ARENA_NEW(out->arena, double, equations->states.count + 1);
    i.moved = ARENA_NEW(out->arena, double, equations->states.count + 1);
    if (!i.program || !i.states || !i.moved) return false;
    if (!jd_bond_start_values(model->bonds, 1, out->arena, &i.values)) return false;
    for (int s = 0; s < equations->states.count; s++)
        i.states[s] = equations->vars.at[equations->states.at[s]].start;
    if (!list_causes(&i) || !find_slopes(&i)) return false;
    double *size = ARENA_NEW(out->arena, double, i.count + 1);
    if (!size || !solve(&i, size)) return false;
    for (int s = 0; s < equations->states.count; s++)
        equations->vars.at[equations->states.at[s]].start = i.moved[s];
    out->values = i.values;
    for (int k = 0; k < i.count; k++)
        for (int v = 0; v < out->count; v++)
            if (i.fits[k] == out->fits[v]) out->size[v] = size[k];
    print_moves(&i, &out->moves);
    return true;
}
