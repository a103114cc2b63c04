/* SPDX-License-Identifier: MIT
 *
 * Rates of independent velocities as one straight program: what minimal.c does with doubles is done
 * once with the numbers of a tape, in the order of pivots that is good where the graph stands. What
 * every evaluation must look at comes out beside the rates: pivots, and rows that repeat others. */
#include "tape/flat.h"
#include "multibond/numbers.h"
#include <string.h>

static const double usable = 0.1;        /* of the largest entry that is left: a pivot */
static const double least_pivot = 1e-10; /* as in minimal.c */
static const double repeats =
    1e-7; /* of numbers of size one: what is left of a row that repeats others */

struct MultibondProgram {
    Arena arena;
    FlatTape *flat;
    int rates, pivots, rests;
    const double *value; /* of the last run */
    const int *place;    /* of rates, then of pivots, then of what is left of rows */
    double *pivot;       /* where it was recorded */
};

typedef struct {
    const Minimal *m;
    const MultibondNumbers *n;
    Arena arena;
    Tape tape;
    Num *value; /* of names by their numbers */
    Num *made;  /* of symbols, as long as `when` is the pass */
    int *when, pass;
    bool *still; /* variables that are zero in a pass with `stills`: rates of momenta */
    bool stills;
    bool *none; /* variables that are zero once velocities are those that locks allow: flows that
                   are held */
    bool nones;
    int *momentum; /* of each velocity, in its order: a variable */
    int *velocity; /* of variables: that is the flow of a storage; -1 */
    Num *u;        /* velocities as they are in a pass */
    const bool *independent;
    int count; /* of these */
    /* J, what is prescribed, bias; then L and U of the columns that follow */
    Num *J, *prescribed, *bias;
    int *row, *column, rank, open;
    Num *inverse; /* of pivots */
    Num *v, *B;   /* velocities by count */
    LIST(Num) pivots, rests;
} Recording;

/* ---- Laws ----------------------------------------------------------------------------------- */

static Num number_of(Recording *r, Sym s);

static Num whole_power(Tape *t, Num base, int power) {
    Num value = n_num(t, 1);
    for (int n = power < 0 ? -power : power; n; n >>= 1, base = n > 0 ? n_square(t, base) : base)
        if (n & 1) value = n_mul(t, value, base);
    return power < 0 ? n_inverse(t, value) : value;
}

static Num power_of(Tape *t, Num base, SymNumber exponent) {
    const double power = jd_number_double(exponent);
    if (jd_number_whole(exponent) && fabs(power) <= 16) return whole_power(t, base, (int)power);
    if (power == 0.5) return n_sqrt(t, base);
    if (power == -0.5) return n_inverse(t, n_sqrt(t, base));
    return jd_tape_op(t, TAPE_POWER, base, n_num(t, power), 0);
}

static const struct {
    const char *name;
    TapeOp op;
} same_ops[] = {
    {"sin", TAPE_SIN},   {"cos", TAPE_COS},   {"tan", TAPE_TAN},     {"asin", TAPE_ASIN},
    {"acos", TAPE_ACOS}, {"atan", TAPE_ATAN}, {"atan2", TAPE_ATAN2}, {"exp", TAPE_EXP},
    {"log", TAPE_LOG},   {"tanh", TAPE_TANH}, {"abs", TAPE_ABS},     {"floor", TAPE_FLOOR},
    {"ceil", TAPE_CEIL}, {"pow", TAPE_POWER}, {"less", TAPE_LESS},   {"if", TAPE_SELECT}};

static Num select_of(Tape *t, TapeOp op, Num a, Num b, Num yes, Num no) {
    return jd_tape_op(t, TAPE_SELECT, jd_tape_op(t, op, a, b, 0), yes, no);
}

static Num call_of(Recording *r, int function, const Num *a) {
    Tape *t = &r->tape;
    const Num one = n_num(t, 1);
    for (size_t k = 0; k < sizeof same_ops / sizeof *same_ops; k++)
        if (jd_sym_function(same_ops[k].name) == function)
            return jd_tape_op(t, same_ops[k].op, a[0], a[1], a[2]);
    if (function == jd_sym_function("quote")) return a[0];
    if (function == jd_sym_function("min")) return select_of(t, TAPE_LESS, a[1], a[0], a[1], a[0]);
    if (function == jd_sym_function("max")) return select_of(t, TAPE_LESS, a[0], a[1], a[1], a[0]);
    if (function == jd_sym_function("step")) return jd_tape_op(t, TAPE_LESS_EQUAL, 0, a[0], 0);
    if (function == jd_sym_function("sign"))
        return n_sub(t, select_of(t, TAPE_LESS, 0, a[0], one, 0),
                     select_of(t, TAPE_LESS, a[0], 0, one, 0));
    r->arena.failed =
        true; /* a function of functions.def without a line here: a test goes over all */
    return 0;
}

/* Terms in the order of the tape, so that a sum of the same numbers is the same number. */
static Num sum_of(Recording *r, Sym s, int count) {
    Num *term = ARENA_NEW(&r->arena, Num, count + 1), sum = 0;
    if (!term) return 0;
    for (int n = 0; n < count; n++) {
        const Num next = number_of(r, jd_sym_arg(r->n->graph->pool, s, n));
        int k = n;
        for (; k > 0 && term[k - 1] > next; k--) term[k] = term[k - 1];
        term[k] = next;
    }
    for (int n = 0; n < count; n++) sum = n_add(&r->tape, sum, term[n]);
    return sum;
}

static Num make(Recording *r, Sym s) {
    const SymPool *pool = r->n->graph->pool;
    const SymNode *node = jd_sym_node(pool, s);
    const double number = jd_number_double(node->number);
    Tape *t = &r->tape;
    Num value = 0, arg[3] = {0};
    switch (node->kind) {
    case SYM_NUMBER:
        return n_num(t, number);
    case SYM_NAME:
        return r->value[node->name];
    case SYM_SUM:
        return n_add(t, sum_of(r, s, node->count), n_num(t, number));
    case SYM_PRODUCT:
        value = n_num(t, number);
        for (int k = 0; k < node->count; k++)
            value = n_mul(t, value, number_of(r, jd_sym_arg(pool, s, k)));
        return value;
    case SYM_POWER:
        return power_of(t, number_of(r, jd_sym_arg(pool, s, 0)), node->number);
    case SYM_CALL:
        for (int k = 0; k < node->count && k < 3; k++)
            arg[k] = number_of(r, jd_sym_arg(pool, s, k));
        return call_of(r, node->name, arg);
    }
    return 0;
}

static Num number_of(Recording *r, Sym s) {
    if (r->when[s] != r->pass) r->made[s] = make(r, s), r->when[s] = r->pass;
    return r->made[s];
}

static int name_of(const Recording *r, int var) {
    return r->n->number[var];
}

static void work_out(Recording *r, int var) {
    const Sym law = r->n->equations->vars.at[var].law;
    const bool zero = (r->stills && r->still[var]) || (r->nones && r->none[var]);
    if (law)
        r->value[name_of(r, var)] = zero                    ? 0
                                    : r->velocity[var] >= 0 ? r->u[r->velocity[var]]
                                                            : number_of(r, law);
}

/* As jd_mb_go_open. */
static void go(Recording *r, bool loops) {
    const BondEquations *equations = r->n->equations;
    r->pass++;
    for (int k = 0; k < equations->blocks.count; k++) {
        const BondBlock *block = &equations->blocks.at[k];
        for (int b = 0; b < block->break_count && block->loop && loops; b++)
            r->value[name_of(r, block->vars[b])] = 0;
        for (int b = block->break_count; b < block->count && block->loop && loops; b++)
            work_out(r, block->vars[b]);
        if (!block->loop) work_out(r, block->vars[0]);
    }
}

/* ---- Velocities -------------------------------------------------------------------------------
 */

/* M x of a body, for its turns in space: inertia along the user's axes. */
static Num times_inertia(Recording *r, const MultibondBody *at, int body, int row, const Num *w) {
    const Axes *user = &r->n->graph->system->frame[body].local.axes;
    const double *a = at->own;
    const Vec3 e = vec3(row == 0, row == 1, row == 2), own = axes_out(user, e);
    const Vec3 of = axes_in(user, vec3(a[0] * own.x, a[1] * own.y, a[2] * own.z));
    Tape *t = &r->tape;
    Num sum = n_scale(t, of.x, w[0]);
    sum = n_add(t, sum, n_scale(t, of.y, w[1]));
    return n_add(t, sum, n_scale(t, of.z, w[2]));
}

static void times_mass(Recording *r, const Num *x, Num *y) {
    const Multibond *g = r->n->graph;
    const int linear = g->planar ? 2 : 3, each = r->m->each;
    for (int b = 1; b < g->system->bodies; b++, x += each, y += each) {
        const MultibondBody *at = &g->body[b];
        for (int k = 0; k < linear; k++) y[k] = n_scale(&r->tape, at->own_mass, x[k]);
        if (g->planar) y[2] = n_scale(&r->tape, at->own[2], x[2]);
        for (int k = 0; k < 3 && !g->planar; k++) y[3 + k] = times_inertia(r, at, b, k, x + 3);
    }
}

static void find_momenta(Recording *r) {
    const MultibondNumbers *n = r->n;
    const int linear = n->graph->planar ? 2 : 3;
    for (int v = 0; v < r->m->all; v++) {
        const MultibondBody *at = &n->graph->body[1 + v / r->m->each];
        const int c = v % r->m->each, turn = n->graph->planar ? 2 : c - linear;
        r->momentum[v] = c < linear
                             ? n->equations->state[at->move[c].node] + at->move[c].component
                             : n->equations->state[at->turn[turn].node] + at->turn[turn].component;
        r->still[n->equations->vars.at[r->momentum[v]].dot] = true;
        const BondVar *state = &n->equations->vars.at[r->momentum[v]];
        const BondGraph *graph = n->graph->graph;
        const Bond *bond = &graph->bonds.at[graph->nodes.at[state->node].ports.at[0]];
        const int component = r->momentum[v] - n->equations->state[state->node];
        if (jd_port_sign(graph, state->node, 0) > 0)
            r->velocity[n->equations->flow[bond->first + component]] = v;
    }
}

/* A flow that is held is zero, and so is the one that it is another name of; what a drive moves is
 * not. */
static void find_nones(Recording *r) {
    const BondEquations *equations = r->n->equations;
    for (int k = 0; k < r->m->rows; k++) {
        int var = equations->helds.at[k].kept;
        for (int step = 0; var >= 0 && step < equations->vars.count; step++) {
            const Sym law = equations->vars.at[var].law;
            r->none[var] = true;
            if (!law || jd_sym_node(equations->pool, law)->kind != SYM_NAME) break;
            var = jd_equations_var(equations, law);
        }
    }
}

static void set_velocities(Recording *r, const Num *v) {
    Num *p = r->J + r->m->rows * r->m->all; /* room behind the rows */
    memcpy(r->u, v, sizeof(Num) * (size_t)r->m->all);
    times_mass(r, v, p);
    for (int k = 0; k < r->m->all; k++) r->value[name_of(r, r->momentum[k])] = p[k];
}

static Num kept(const Recording *r, int row) {
    return r->value[name_of(r, r->n->equations->helds.at[row].kept)];
}

static void find_flows(Recording *r) {
    const int all = r->m->all;
    memset(r->v, 0, sizeof(Num) * (size_t)all);
    set_velocities(r, r->v);
    go(r, false);
    for (int k = 0; k < r->m->rows; k++) r->prescribed[k] = kept(r, k);
    for (int c = 0; c < all; c++) {
        r->v[c] = n_num(&r->tape, 1);
        set_velocities(r, r->v);
        go(r, false);
        r->v[c] = 0;
        for (int k = 0; k < r->m->rows; k++)
            r->J[k * all + c] = n_sub(&r->tape, kept(r, k), r->prescribed[k]);
    }
}

/* ---- What follows -------------------------------------------------------------------------------
 */

static Num *entry(Recording *r, int i, int j) {
    return &r->J[r->row[i] * r->m->all + r->column[j]];
}

static double size_of(Recording *r, int i, int j) {
    return fabs(jd_tape_value(&r->tape, *entry(r, i, j)));
}

/* What a pivot fills in, at most. A constant is better than a number that changes. */
static double cost_of(Recording *r, int k, int i, int j) {
    int rows = 0, columns = 0;
    for (int n = k; n < r->m->rows; n++) rows += *entry(r, n, j) != 0;
    for (int n = k; n < r->open; n++) columns += *entry(r, i, n) != 0;
    const bool constant = r->tape.node.at[*entry(r, i, j)].level == LEVEL_CONSTANT;
    return (rows - 1) * (columns - 1) + (constant ? 0 : 0.5);
}

static bool choose_pivot(Recording *r, int k, int *row, int *column) {
    double most = 0, best = INFINITY;
    for (int i = k; i < r->m->rows; i++)
        for (int j = k; j < r->open; j++) most = fmax(most, size_of(r, i, j));
    if (!(most > least_pivot)) return false;
    for (int i = k; i < r->m->rows; i++)
        for (int j = k; j < r->open; j++) {
            if (!*entry(r, i, j) || size_of(r, i, j) < usable * most) continue;
            const double cost = cost_of(r, k, i, j);
            if (cost < best) best = cost, *row = i, *column = j;
        }
    return true;
}

static void swap(int *list, int a, int b) {
    const int at = list[a];
    list[a] = list[b], list[b] = at;
}

/* Each once, if it changes. */
static void watch_pivot(Recording *r, Num pivot) {
    if (r->tape.node.at[pivot].level == LEVEL_CONSTANT) return;
    for (int k = 0; k < r->pivots.count; k++)
        if (r->pivots.at[k] == pivot) return;
    Num *to = PUSH(&r->arena, r->pivots);
    if (to) *to = pivot;
}

/* L and U in the place of J; false: another number of velocities is independent here. */
static bool factor(Recording *r) {
    Tape *t = &r->tape;
    int i = 0, j = 0;
    for (int k = 0; k < r->m->rows; k++) r->row[k] = k;
    for (int k = 0; k < r->m->all; k++)
        if (!r->independent[k]) r->column[r->open++] = k;
    for (; r->rank < r->m->rows && r->rank < r->open && choose_pivot(r, r->rank, &i, &j);
         r->rank++) {
        const int k = r->rank;
        swap(r->row, k, i), swap(r->column, k, j);
        r->inverse[k] = n_inverse(t, *entry(r, k, k));
        watch_pivot(r, *entry(r, k, k));
        for (int n = k + 1; n < r->m->rows; n++) {
            Num *l = entry(r, n, k);
            if (!*l) continue;
            *l = n_mul(t, *l, r->inverse[k]);
            for (int c = k + 1; c < r->open; c++)
                *entry(r, n, c) = n_sub(t, *entry(r, n, c), n_mul(t, *l, *entry(r, k, c)));
        }
    }
    return r->rank == r->open;
}

/* What follows from a column of numbers of the rows, b; b is spoilt: behind the rank stands what is
 * left of rows. */
static void solve(Recording *r, Num *b, Num *x) {
    Tape *t = &r->tape;
    for (int k = 0; k < r->m->rows; k++)
        for (int j = 0; j < k && j < r->rank; j++)
            b[r->row[k]] = n_sub(t, b[r->row[k]], n_mul(t, *entry(r, k, j), b[r->row[j]]));
    for (int k = r->rank - 1; k >= 0; k--) {
        Num sum = b[r->row[k]];
        for (int j = k + 1; j < r->rank; j++)
            sum = n_sub(t, sum, n_mul(t, *entry(r, k, j), x[r->column[j]]));
        x[r->column[k]] = n_mul(t, sum, r->inverse[k]);
    }
    for (int k = 0; k < r->rank; k++) x[r->column[k]] = n_neg(t, x[r->column[k]]);
}

/* A row that repeats others says nothing of independent velocities either. */
static void watch_rest(Recording *r, const Num *b) {
    for (int k = r->rank; k < r->m->rows; k++) {
        if (r->tape.node.at[b[r->row[k]]].level == LEVEL_CONSTANT) continue;
        Num *rest = PUSH(&r->arena, r->rests);
        if (rest) *rest = b[r->row[k]];
    }
}

/* B, and what is prescribed beside B u. */
static void find_columns(Recording *r) {
    Num *b = ARENA_NEW(&r->arena, Num, r->m->rows + 1),
        *x = ARENA_NEW(&r->arena, Num, r->m->all + 1);
    if (r->arena.failed) return;
    solve(r, r->prescribed, r->v);
    watch_rest(r, r->prescribed);
    for (int k = 0, at = 0; k < r->m->all; k++) {
        if (!r->independent[k]) continue;
        for (int i = 0; i < r->m->rows; i++) b[i] = r->J[i * r->m->all + k];
        memset(x, 0, sizeof(Num) * (size_t)r->m->all);
        x[k] = n_num(&r->tape, 1);
        solve(r, b, x);
        watch_rest(r, b);
        for (int v = 0; v < r->m->all; v++) r->B[v * r->count + at] = x[v];
        at++;
    }
}

/* v = B u + what is prescribed. */
static void find_velocities(Recording *r, const Num *u) {
    for (int v = 0; v < r->m->all; v++)
        for (int k = 0; k < r->count; k++)
            r->v[v] = n_add(&r->tape, r->v[v], n_mul(&r->tape, r->B[v * r->count + k], u[k]));
}

/* ---- Rates ------------------------------------------------------------------------------------
 */

/* Rates of momenta less those that what follows makes, M c. */
static void find_pushes(Recording *r, Num *push) {
    const MultibondNumbers *n = r->n;
    Num *c = ARENA_NEW(&r->arena, Num, r->m->all + 1),
        *made = ARENA_NEW(&r->arena, Num, r->m->all + 1);
    if (r->arena.failed) return;
    set_velocities(r, r->v);
    r->nones = r->stills = true;
    go(r, true);
    for (int k = 0; k < r->m->rows; k++) {
        const int held = n->equations->vars.at[n->equations->helds.at[k].source].held;
        r->bias[k] = r->value[name_of(r, held)];
    }
    solve(r, r->bias, c);
    times_mass(r, c, made);
    r->stills = false;
    go(r, true);
    for (int v = 0; v < r->m->all; v++) {
        const int dot = n->equations->vars.at[r->momentum[v]].dot;
        push[v] = n_sub(&r->tape, r->value[name_of(r, dot)], made[v]);
    }
}

/* y += B' x */
static void add_projected(Recording *r, const Num *x, Num *y) {
    Tape *t = &r->tape;
    for (int k = 0; k < r->count; k++)
        for (int v = 0; v < r->m->all; v++)
            y[k] = n_add(t, y[k], n_mul(t, r->B[v * r->count + k], x[v]));
}

/* B' M B x = x. */
static void over_inertia(Recording *r, Num *x) {
    const int all = r->m->all, count = r->count;
    Tape *t = &r->tape;
    Num *one = ARENA_NEW(&r->arena, Num, all + 1), *moved = ARENA_NEW(&r->arena, Num, all + 1),
        *inertia = ARENA_NEW(&r->arena, Num, count * count + 1);
    if (r->arena.failed) return;
    for (int k = 0; k < count; k++) {
        for (int v = 0; v < all; v++) one[v] = r->B[v * count + k];
        times_mass(r, one, moved);
        for (int v = 0; v < all; v++)
            for (int j = k; j < count; j++)
                inertia[j * count + k] =
                    n_add(t, inertia[j * count + k], n_mul(t, r->B[v * count + j], moved[v]));
        for (int j = k + 1; j < count; j++) inertia[k * count + j] = inertia[j * count + k];
    }
    jd_tape_positive(t, count, inertia, x);
}

/* Lagrange: I u' = B' push. */
static void find_rates(Recording *r, Num *rate) {
    Num *push = ARENA_NEW(&r->arena, Num, r->m->all + 1);
    if (r->arena.failed) return;
    find_pushes(r, push);
    add_projected(r, push, rate);
    over_inertia(r, rate);
}

/* Hamilton: momenta p = B' M v of independent velocities, u = I^-1 (p - B' M c) with c what is
 * prescribed. */
static void find_speeds(Recording *r, const Num *p, Num *u) {
    Num *moved = ARENA_NEW(&r->arena, Num, r->m->all + 1);
    if (r->arena.failed) return;
    times_mass(r, r->v, moved);
    add_projected(r, moved, u);
    for (int k = 0; k < r->count; k++) u[k] = n_sub(&r->tape, p[k], u[k]);
    over_inertia(r, u);
}

/* p' = B' (rates of momenta) + dB'/dt M v: what is held says nothing along B, and B changes as
 * places do. */
static void find_momentum_rates(Recording *r, const ReducedState *at, const Num *others,
                                Num *rate) {
    const int all = r->m->all;
    Num *push = ARENA_NEW(&r->arena, Num, all + 1), *moved = ARENA_NEW(&r->arena, Num, all + 1);
    if (r->arena.failed) return;
    for (int v = 0; v < all; v++)
        push[v] = r->value[name_of(r, r->n->equations->vars.at[r->momentum[v]].dot)];
    times_mass(r, r->v, moved);
    add_projected(r, push, rate);
    const int known = r->tape.node.count;
    Num *given = ARENA_NEW(&r->arena, Num, known + 1);
    for (int n = 0; n < known && given; n++) {
        if (r->tape.node.at[n].op == TAPE_TIME) given[n] = n_num(&r->tape, 1);
        if (r->tape.node.at[n].op == TAPE_STATE && r->tape.node.at[n].of[0] < at->count)
            given[n] = others[r->tape.node.at[n].of[0]];
    }
    const Num *change = given ? jd_tape_forward(&r->tape, given, known) : NULL;
    for (int k = 0; k < r->count && change; k++)
        for (int v = 0; v < all; v++)
            rate[k] =
                n_add(&r->tape, rate[k], n_mul(&r->tape, change[r->B[v * r->count + k]], moved[v]));
}

/* ---- Making -------------------------------------------------------------------------------------
 */

static bool open(Recording *r, const Minimal *m, const bool *independent) {
    const BondEquations *equations = m->n->equations;
    Sym most = 0;
    *r = (Recording){.m = m, .n = m->n, .independent = independent};
    for (int v = 0; v < equations->vars.count; v++)
        if (equations->vars.at[v].law > most) most = equations->vars.at[v].law;
    r->value = ARENA_NEW(&r->arena, Num, m->n->names + 1);
    r->made = ARENA_NEW(&r->arena, Num, most + 1), r->when = ARENA_NEW(&r->arena, int, most + 1);
    r->still = ARENA_NEW(&r->arena, bool, equations->vars.count + 1);
    r->none = ARENA_NEW(&r->arena, bool, equations->vars.count + 1);
    r->momentum = ARENA_NEW(&r->arena, int, m->all + 1);
    r->velocity = ARENA_NEW(&r->arena, int, equations->vars.count + 1);
    r->u = ARENA_NEW(&r->arena, Num, m->all + 1);
    for (int v = 0; v < equations->vars.count && r->velocity; v++) r->velocity[v] = -1;
    r->J = ARENA_NEW(&r->arena, Num, (m->rows + 1) * m->all + 1);
    r->prescribed = ARENA_NEW(&r->arena, Num, m->rows + 1);
    r->bias = ARENA_NEW(&r->arena, Num, m->rows + 1);
    r->row = ARENA_NEW(&r->arena, int, m->rows + 1),
    r->column = ARENA_NEW(&r->arena, int, m->all + 1);
    r->inverse = ARENA_NEW(&r->arena, Num, m->all + 1);
    r->v = ARENA_NEW(&r->arena, Num, m->all + 1);
    for (int k = 0; k < m->all; k++) r->count += independent[k];
    r->B = ARENA_NEW(&r->arena, Num, m->all * r->count + 1);
    return jd_tape_init(&r->tape, &r->arena);
}

/* Names with their numbers; the time and what is integrated by places in the state. */
static void open_names(Recording *r, const int *others, int count, const bool *constant,
                       double time, const double *state) {
    for (int k = 0; k < r->n->names; k++) r->value[k] = n_num(&r->tape, r->n->values[k]);
    r->value[r->n->time] = jd_tape_leaf(&r->tape, TAPE_TIME, 0, time);
    for (int k = 0; k < count; k++)
        r->value[name_of(r, others[k])] = constant[k]
                                              ? n_num(&r->tape, state[k])
                                              : jd_tape_leaf(&r->tape, TAPE_STATE, k, state[k]);
}

static MultibondProgram *close(Recording *r, const Num *rates, int count) {
    Arena arena = {0};
    MultibondProgram *p = ARENA_NEW(&arena, MultibondProgram, 1);
    const int pivots = r->pivots.count, rests = r->rests.count;
    Num *results = ARENA_NEW(&r->arena, Num, count + pivots + rests + 1);
    if (!p || !results) return jd_arena_free(&arena), NULL;
    memcpy(results, rates, sizeof(Num) * (size_t)count);
    for (int k = 0; k < pivots; k++) results[count + k] = r->pivots.at[k];
    for (int k = 0; k < rests; k++) results[count + pivots + k] = r->rests.at[k];
    *p = (MultibondProgram){.rates = count, .pivots = pivots, .rests = rests};
    p->pivot = ARENA_NEW(&arena, double, pivots + 1);
    for (int k = 0; k < pivots && p->pivot; k++)
        p->pivot[k] = fabs(jd_tape_value(&r->tape, r->pivots.at[k]));
    p->flat =
        r->arena.failed ? NULL : jd_flat_tape(&r->tape, results, count + pivots + rests, &arena);
    p->arena = arena;
    p->place = p->flat ? jd_flat_places(p->flat) : NULL;
    if (p->flat && !arena.failed) return p;
    jd_arena_free(&arena);
    return NULL;
}

/* One recording. What turns out to have no rate is noted; true: some of it was not known to have
 * none. */
static bool record(Recording *r, const ReducedState *at, bool *constant, double time,
                   const double *state, MultibondProgram **program) {
    const int count = at->count;
    bool found = false;
    Num *rates = ARENA_NEW(&r->arena, Num, count + r->count + 1),
        *u = ARENA_NEW(&r->arena, Num, r->count + 1),
        *speed = ARENA_NEW(&r->arena, Num, r->count + 1);
    if (r->arena.failed) return false;
    open_names(r, at->others, count, constant, time, state);
    for (int k = 0; k < r->count; k++)
        u[k] = jd_tape_leaf(&r->tape, TAPE_STATE, count + k, state[count + k]);
    find_momenta(r);
    find_nones(r);
    find_flows(r);
    if (!factor(r) || r->arena.failed) return false;
    find_columns(r);
    if (at->hamilton) find_speeds(r, u, speed);
    find_velocities(r, at->hamilton ? speed : u);
    if (at->hamilton)
        set_velocities(r, r->v), r->nones = true, go(r, true);
    else
        find_rates(r, rates + count);
    for (int k = 0; k < count; k++) {
        rates[k] = r->value[name_of(r, r->n->equations->vars.at[at->others[k]].dot)];
        if (!rates[k] && !constant[k]) constant[k] = found = true;
    }
    if (at->hamilton && !found) find_momentum_rates(r, at, rates, rates + count);
    if (!found && !r->arena.failed) *program = close(r, rates, count + r->count);
    return found;
}

/* What has no rate is a number: then other things have none, either. */
MultibondProgram *jd_mb_record(const Minimal *m, const ReducedState *at, double time,
                               const double *state) {
    Arena arena = {0};
    MultibondProgram *program = NULL;
    bool *constant = ARENA_NEW(&arena, bool, at->count + 1), again = constant != NULL;
    while (again) {
        Recording r;
        again = open(&r, m, at->independent) && record(&r, at, constant, time, state, &program);
        jd_arena_free(&r.arena);
    }
    jd_arena_free(&arena);
    return program;
}

void jd_mb_program_free(MultibondProgram *program) {
    if (!program) return;
    Arena arena = program->arena; /* the program is in it */
    jd_arena_free(&arena);
}

int jd_mb_program_steps(const MultibondProgram *program) {
    return jd_flat_steps(program->flat);
}

/* ---- Running ------------------------------------------------------------------------------------
 */

bool jd_mb_program_run(MultibondProgram *p, double time, const double *state, double *rates) {
    const double *value = p->value = jd_flat_run(p->flat, time, state);
    const int *pivot = p->place + p->rates, *rest = pivot + p->pivots;
    for (int k = 0; k < p->rates; k++) rates[k] = value[p->place[k]];
    for (int k = 0; k < p->pivots; k++)
        if (!(fabs(value[pivot[k]]) > least_pivot)) return false;
    for (int k = 0; k < p->rests; k++)
        if (!(fabs(value[rest[k]]) <= repeats)) return false;
    return true;
}

double jd_mb_program_worst(const MultibondProgram *p) {
    double worst = INFINITY;
    if (!p->value) return 0; /* it has not run */
    for (int k = 0; k < p->pivots; k++)
        worst = fmin(worst, fabs(p->value[p->place[p->rates + k]]) / p->pivot[k]);
    return worst;
}
