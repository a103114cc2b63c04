/* SPDX-License-Identifier: MIT
 *
 * Where neither strokes nor the pencil behind them lead to equations: all laws and as many rates of
 * them as there need be, at once (the derivative array). Columns are variables and their rates; a
 * rate of rank r is one that r rates of laws bring in. Elimination takes first what is of rank 1
 * and more, then efforts, flows and rates of states (rank 0), and leaves relations between states.
 *
 *   A column that is no pivot is free: any number will do, and it is 0. States that are no pivots
 *   are independent. What is left are as many laws as unknowns, and a matching says which law
 *   decides which; strokes say it of most of them already. Laws that nobody needs are not written.
 */
#include "bond/inside.h"
#include "bond/rows.h"
#include <string.h>

enum {
    ROUNDS = 8,         /* rates of laws */
    ARRAY_BASES = 2000, /* variables, whose rows are made anew for each round */
};

/* A law: `own` is given by it; or it is to be zero, and `own` is what brings that about. */
typedef struct {
    int own;
    bool zero;
    Sym is;
    int *needs, count; /* variables that it names, */
    double *slopes;    /* and how it changes with them */
} Law;

typedef struct {
    BondEquations *equations;
    Arena *arena;             /* of the look; what stays lives in that of the equations */
    int bases, *base, *place; /* variables that are no rates, and where a variable is among them */
    LIST(Law) laws;
    int rounds;
    Rows rows;
    int **edges, *edge_count; /* of rows: columns that stand in them */
    bool *basis;              /* of columns */
    int *row_of, *column_of;  /* the matching; -1 */
    bool *needed;             /* of columns */
    Sym *is;                  /* of rows: the law, differentiated */
    bool failed;
} Array;

/* ---- Columns: rates of a high rank first, then rank 0, then states ----------------------------
 */

static bool is_base(const BondVar *var) {
    return var->of < 0 && var->kind != VAR_HELD;
}

static bool is_state(const Array *a, int base) { /* a base is meant by its place */
    const VarKind kind = a->equations->vars.at[a->base[base]].kind;
    return kind == VAR_STATE || kind == VAR_STORED;
}

static int column_count(const Array *a) {
    return (a->rounds + 3) * a->bases;
}
static int rank_zero(const Array *a) {
    return (a->rounds + 1) * a->bases;
} /* its first column */

/* -1: of a higher rank than any row has; such a rate is free. */
static int column_at(const Array *a, int base, int order) {
    const int rank = order - is_state(a, base);
    if (rank > a->rounds + 1) return -1;
    const int group = rank > 0 ? rank - 1 : rank == 0 ? a->rounds + 1 : a->rounds + 2;
    return group * a->bases + base;
}

static int base_of_column(const Array *a, int column) {
    return column % a->bases;
}
static int order_of_column(const Array *a, int column) {
    const int group = column / a->bases, state = is_state(a, base_of_column(a, column));
    return (group <= a->rounds ? group + 1 : a->rounds + 1 - group) + state;
}

/* The place of what a rate is of, and how often. */
static int base_of(const Array *a, int var, int *order) {
    for (*order = 0; a->equations->vars.at[var].of >= 0; ++*order)
        var = a->equations->vars.at[var].of;
    return a->place[var];
}

static int column_of_var(const Array *a, int var, int rates) {
    int order;
    const int base = base_of(a, var, &order);
    return column_at(a, base, order + rates);
}

/* ---- Laws ----------------------------------------------------------------------------------- */

static bool list_slopes(Array *a, Law *law, const double *values) {
    SymPool *pool = a->equations->pool;
    Sym *names = NULL;
    const int count = jd_sym_list_names(pool, law->is, a->arena, &names);
    law->needs = count >= 0 ? ARENA_NEW(a->arena, int, count + 1) : NULL;
    law->slopes = count >= 0 ? ARENA_NEW(a->arena, double, count + 1) : NULL;
    if (!law->needs || !law->slopes) return false;
    for (int n = 0; n < count; n++) {
        const int need = jd_var_of(a->equations, names[n]);
        if (need < 0) continue;
        law->needs[law->count] = need;
        law->slopes[law->count++] =
            jd_sym_value(pool, jd_sym_derive(pool, law->is, names[n]), values, NULL);
    }
    return true;
}

static bool list_bases(Array *a) {
    const int count = a->equations->vars.count;
    a->base = ARENA_NEW(a->arena, int, count + 1), a->place = ARENA_NEW(a->arena, int, count + 1);
    for (int v = 0; a->base && a->place && v < count; v++)
        if (is_base(&a->equations->vars.at[v])) a->place[v] = a->bases, a->base[a->bases++] = v;
    return a->base && a->place;
}

static bool list_laws(Array *a) {
    const BondEquations *equations = a->equations;
    const double *values = jd_bonds_values(equations->graph, 13, a->arena);
    if (!values || !list_bases(a)) return false;
    for (int v = 0; v < equations->vars.count; v++) {
        const BondVar *at = &equations->vars.at[v];
        if (at->kind == VAR_HELD || (!at->law && at->held < 0)) continue;
        Law *law = PUSH(a->arena, a->laws);
        if (!law) return false;
        *law = (Law){.own = v, .zero = at->held >= 0};
        law->is = law->zero ? equations->vars.at[at->held].law : at->law;
        if (!list_slopes(a, law, values)) return false;
    }
    return true;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void write_row(Array *a, const Law *law, int rates) {
    Row *row = jd_rows_new(&a->rows);
    if (row && !law->zero) jd_rows_put(&a->rows, row, column_of_var(a, law->own, rates), 1);
    for (int n = 0; row && n < law->count; n++)
        jd_rows_put(&a->rows, row, column_of_var(a, law->needs[n], rates),
                    law->zero ? law->slopes[n] : -law->slopes[n]);
}

/* Columns of all rows, before any is eliminated. */
static bool note_edges(Array *a) {
    const int rows = a->rows.list.count;
    a->edges = ARENA_NEW(a->arena, int *, rows + 1);
    a->edge_count = ARENA_NEW(a->arena, int, rows + 1);
    for (int r = 0; a->edges && a->edge_count && r < rows; r++) {
        const Row *row = &a->rows.list.at[r];
        a->edges[r] = ARENA_NEW(a->arena, int, row->count + 1);
        if (!a->edges[r]) return false;
        for (int k = 0; k < row->count; k++) {
            if (row->at[k].value == 0) continue;
            a->edges[r][a->edge_count[r]++] = row->at[k].column;
        }
    }
    return a->edges && a->edge_count;
}

/* States that strokes show as independent depend on others only if nothing else can. */
static bool *late_states(const Array *a) {
    bool *late = ARENA_NEW(a->arena, bool, a->bases + 1);
    for (int b = 0; late && b < a->bases; b++)
        late[b] = a->equations->vars.at[a->base[b]].kind == VAR_STATE;
    return late;
}

typedef enum { LOOK_GOOD, LOOK_MORE, LOOK_SINGULAR } Look;

/* With so many rates of laws: whether all efforts, flows and rates of states follow. */
static Look look_at(Array *a, int rounds, bool careful) {
    a->rounds = rounds;
    a->rows = (Rows){.arena = a->arena, .careful = careful, .late = late_states(a)};
    a->rows.late_first = rank_zero(a) + a->bases, a->rows.late_count = a->bases;
    for (int rates = 0; rates <= rounds; rates++)
        for (int n = 0; n < a->laws.count; n++) write_row(a, &a->laws.at[n], rates);
    if (!a->rows.late || a->rows.failed || !note_edges(a)) return a->failed = true, LOOK_SINGULAR;
    for (int group = 0; group <= rounds; group++)
        jd_rows_eliminate(&a->rows, group * a->bases, (group + 1) * a->bases);
    const int zero = rank_zero(a), found = jd_rows_eliminate(&a->rows, zero, zero + a->bases);
    jd_rows_eliminate(&a->rows, zero + a->bases, zero + 2 * a->bases);
    if (a->rows.failed) a->failed = true;
    if (a->failed || a->rows.pivots.count < a->rows.list.count) return LOOK_SINGULAR;
    return found < a->bases ? LOOK_MORE : LOOK_GOOD;
}

static bool find_basis(Array *a, bool careful) {
    const size_t most = (size_t)(ROUNDS + 4) * (size_t)(a->bases + 1);
    Look look = LOOK_MORE;
    for (int rounds = 0; rounds <= ROUNDS && look == LOOK_MORE; rounds++)
        look = look_at(a, rounds, careful);
    if (look != LOOK_GOOD) return false;
    a->basis = ARENA_NEW(a->arena, bool, most);
    for (int n = 0; a->basis && n < a->rows.columns.count; n++)
        a->basis[a->rows.columns.at[n]] = true;
    return a->basis != NULL;
}

/* ---- Which law decides what ----------------------------------------------------------------- */

static const Law *law_of_row(const Array *a, int row) {
    return &a->laws.at[row % a->laws.count];
}
static int rates_of_row(const Array *a, int row) {
    return row / a->laws.count;
}
static int own_column(const Array *a, int row) {
    return column_of_var(a, law_of_row(a, row)->own, rates_of_row(a, row));
}

static void match(Array *a, int row, int column) {
    a->row_of[column] = row, a->column_of[row] = column;
}

/* A row that decides nothing takes a column from another one, which takes one in turn, until one is
 * free. `from` are columns that rows were come to by; the search is breadth first. */
static bool find_column(Array *a, int row, int *from, int *queue, bool *met) {
    int first = 0, last = 0;
    memset(met, 0, sizeof *met * (size_t)column_count(a));
    queue[last++] = row;
    while (first < last) {
        const int at = queue[first++];
        for (int k = 0; k < a->edge_count[at]; k++) {
            const int column = a->edges[at][k];
            if (!a->basis[column] || met[column]) continue;
            met[column] = true, from[column] = at;
            if (a->row_of[column] >= 0) {
                queue[last++] = a->row_of[column];
                continue;
            }
            for (int c = column; c >= 0;) {
                const int taker = from[c], left = a->column_of[taker];
                match(a, taker, c);
                c = taker == row ? -1 : left;
            }
            return true;
        }
    }
    return false;
}

static bool match_all(Array *a) {
    const int rows = a->rows.list.count, columns = column_count(a);
    a->row_of = ARENA_NEW(a->arena, int, columns + 1);
    a->column_of = ARENA_NEW(a->arena, int, rows + 1);
    int *from = ARENA_NEW(a->arena, int, columns + 1), *queue = ARENA_NEW(a->arena, int, rows + 1);
    bool *met = ARENA_NEW(a->arena, bool, columns + 1);
    if (!a->row_of || !a->column_of || !from || !queue || !met) return false;
    for (int c = 0; c < columns; c++) a->row_of[c] = -1;
    for (int r = 0; r < rows; r++) {
        const int own = own_column(a, r);
        a->column_of[r] = -1;
        if (own >= 0 && !law_of_row(a, r)->zero && a->basis[own] && a->row_of[own] < 0)
            match(a, r, own);
    }
    for (int r = 0; r < rows; r++)
        if (a->column_of[r] < 0 && !find_column(a, r, from, queue, met)) return false;
    return true;
}

/* ---- What is needed ------------------------------------------------------------------------- */

static void need_column(Array *a, int column, int *stack, int *depth) {
    if (column < 0 || a->needed[column]) return;
    a->needed[column] = true;
    stack[(*depth)++] = column;
}

/* A variable's rates up to one. */
static void need_rates(Array *a, int var, int rates, int *stack, int *depth) {
    int order;
    const int base = base_of(a, var, &order);
    for (int k = 0; k <= order + rates; k++) need_column(a, column_at(a, base, k), stack, depth);
}

/* Efforts, flows, rates of states, and what decides them, and so on. */
static bool find_needed(Array *a) {
    const int columns = column_count(a), zero = rank_zero(a);
    int *stack = ARENA_NEW(a->arena, int, columns + 1), depth = 0;
    a->needed = ARENA_NEW(a->arena, bool, columns + 1);
    if (!stack || !a->needed) return false;
    for (int b = 0; b < a->bases; b++) {
        need_column(a, zero + b, stack, &depth);
        if (is_state(a, b)) need_column(a, zero + a->bases + b, stack, &depth);
    }
    while (depth > 0) {
        const int column = stack[--depth], row = a->row_of[column];
        need_rates(a, base_of_column(a, column), order_of_column(a, column), stack, &depth);
        if (row < 0) continue;
        const Law *law = law_of_row(a, row);
        need_rates(a, law->own, rates_of_row(a, row), stack, &depth);
        for (int n = 0; n < law->count; n++)
            need_rates(a, law->needs[n], rates_of_row(a, row), stack, &depth);
    }
    return true;
}

/* ---- Writing them --------------------------------------------------------------------------- */

static int var_of_column(Array *a, int column) {
    int var = a->base[base_of_column(a, column)];
    for (int order = order_of_column(a, column); order > 0 && var >= 0; order--)
        var = jd_var_dot(a->equations, var);
    return var;
}

/* The law of a row, which is the rate of that of the round before. */
static Sym law_at(Array *a, int row) {
    const Law *law = law_of_row(a, row);
    Sym is = law->is;
    for (int k = 0; k < rates_of_row(a, row) && is; k++) {
        const int at = row % a->laws.count + (k + 1) * a->laws.count;
        if (!a->is[at]) a->is[at] = jd_law_rate(a->equations, is, law->own);
        is = a->is[at];
    }
    return is;
}

static bool hold_var(Array *a, int var, Sym rest, int node) {
    BondEquations *equations = a->equations;
    const char *name = jd_arena_format(equations->arena, "%s.follows", jd_var_text(equations, var));
    int index;
    if (!rest || !jd_var_new(equations, VAR_HELD, name, &index)) return false;
    equations->vars.at[index].law = rest;
    equations->vars.at[index].node = node;
    equations->vars.at[var].held = index;
    return true;
}

static bool write_column(Array *a, int column) {
    BondEquations *equations = a->equations;
    const int var = var_of_column(a, column), row = a->row_of[column];
    if (var < 0) return false;
    if (row < 0) { /* an independent state, or a rate that is free */
        if (column < rank_zero(a) + a->bases)
            equations->vars.at[var].law = jd_sym_whole(equations->pool, 0);
        return true;
    }
    const Law *law = law_of_row(a, row);
    const Sym is = law_at(a, row);
    const int node = equations->vars.at[law->own].node;
    if (!is) return false;
    if (law->zero) return hold_var(a, var, is, node);
    if (column == own_column(a, row)) {
        equations->vars.at[var].law = is;
        equations->vars.at[var].node = node;
        equations->vars.at[var].port = equations->vars.at[law->own].port;
        return true;
    }
    const int own = var_of_column(a, own_column(a, row));
    if (own < 0) return false;
    return hold_var(a, var, jd_sym_subtract(equations->pool, equations->vars.at[own].name, is),
                    node);
}

/* Laws of before; those of rates that nobody needs stay away. */
static void forget_laws(Array *a) {
    for (int v = 0; v < a->equations->vars.count; v++) {
        BondVar *var = &a->equations->vars.at[v];
        if (var->kind == VAR_HELD) continue;
        var->by_strokes = var->law;
        var->law = SYM_NONE;
        var->held = -1;
    }
}

static bool list_states(Array *a) {
    BondEquations *equations = a->equations;
    equations->states.count = equations->dependent.count = 0;
    for (int b = 0; b < a->bases; b++) {
        if (!is_state(a, b)) continue;
        const bool depends = a->row_of[column_at(a, b, 0)] >= 0;
        BondVar *var = &equations->vars.at[a->base[b]];
        int *listed = depends ? PUSH(equations->arena, equations->dependent)
                              : PUSH(equations->arena, equations->states);
        if (!listed) return false;
        *listed = a->base[b];
        var->kind = depends ? VAR_STORED : VAR_STATE;
        if (depends && var->dot >= 0) equations->vars.at[var->dot].kind = VAR_DOT;
    }
    return true;
}

static bool write_all(Array *a) {
    a->is = ARENA_NEW(a->arena, Sym, a->rows.list.count + 1);
    if (!a->is) return false;
    forget_laws(a);
    if (!list_states(a)) return false;
    for (int c = column_count(a) - 1; c >= 0 && !a->equations->failed; c--)
        if (a->needed[c] && !write_column(a, c)) return false;
    return !a->equations->failed;
}

bool jd_equations_by_array(BondEquations *equations) {
    Arena arena = {0};
    bool good = false;
    for (int careful = 0; careful < 2 && !good; careful++) {
        Array a = {.equations = equations, .arena = &arena};
        if (!list_laws(&a) || a.bases > ARRAY_BASES) break;
        if (!find_basis(&a, careful) || !match_all(&a) || !find_needed(&a)) continue;
        good = write_all(&a);
        break;
    }
    if (arena.failed) equations->failed = true;
    jd_arena_free(&arena);
    return good && !equations->failed;
}
