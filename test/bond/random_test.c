/* SPDX-License-Identifier: MIT
 *
 * Random graphs against a dense solution of all their laws: the causality is legal, there are as
 * many states as the pencil of the laws has finite roots, rates are those of the dense solution,
 * power is balanced at every junction. */
#include "bond/dense.h"
#include "bond/random_graph.h"

enum { GRAPHS = 2000, HELD = 1000 };

/* ---- Dense algebra -------------------------------------------------------------------------- */

/* Turns `rows` by `columns` of a (row length `width`) to an upper triangle by reflections, which go
 * over all of its columns. Smallest and largest diagonal entries. */
static void triangle(double *a, int rows, int columns, int width, double *least, double *most) {
    *least = INFINITY, *most = 0;
    for (int c = 0; c < columns; c++) {
        double norm = 0;
        for (int r = c; r < rows; r++) norm = hypot(norm, a[r * width + c]);
        *least = fmin(*least, norm), *most = fmax(*most, norm);
        if (norm == 0) continue;
        const double lead = a[c * width + c], sign = lead < 0 ? -1 : 1;
        double *v = calloc((size_t)rows, sizeof *v), square = 0;
        for (int r = c; r < rows; r++)
            v[r] = a[r * width + c] + (r == c ? sign * norm : 0), square += v[r] * v[r];
        for (int k = c; k < width; k++) {
            double dot = 0;
            for (int r = c; r < rows; r++) dot += v[r] * a[r * width + k];
            for (int r = c; r < rows; r++) a[r * width + k] -= 2 * dot / square * v[r];
        }
        free(v);
    }
}

/* Rows of a (n by width; rank counts in the first `columns`) by elimination with the largest pivot
 * of all; rank. The rows behind the rank are zero there. */
static int full_rank(double *a, int n, int columns, int width, double *cond) {
    int rank = 0;
    double first = 0, last = 0, size = 0;
    for (int k = 0; k < n * width; k++) size = fmax(size, fabs(a[k]));
    int *order = calloc((size_t)columns + 1, sizeof *order);
    for (int c = 0; c < columns; c++) order[c] = c;
    while (rank < n && rank < columns) {
        int pr = rank, pc = rank;
        for (int r = rank; r < n; r++)
            for (int c = rank; c < columns; c++)
                if (fabs(a[r * width + order[c]]) > fabs(a[pr * width + order[pc]])) pr = r, pc = c;
        const double pivot = fabs(a[pr * width + order[pc]]);
        if (rank == 0) first = pivot;
        if (!(pivot > 1e-9 * size)) break;
        last = pivot;
        for (int k = 0; k < width; k++) {
            const double swap = a[rank * width + k];
            a[rank * width + k] = a[pr * width + k], a[pr * width + k] = swap;
        }
        const int swap = order[rank];
        order[rank] = order[pc], order[pc] = swap;
        for (int r = rank + 1; r < n; r++) {
            const double factor = a[r * width + order[rank]] / a[rank * width + order[rank]];
            for (int k = 0; k < width; k++) a[r * width + k] -= factor * a[rank * width + k];
            a[r * width + order[rank]] = 0;
        }
        rank++;
    }
    if (cond) *cond = last > 0 ? first / last : INFINITY;
    free(order);
    return rank;
}

/* Square, by elimination; the right-hand side stands in column n. */
static void solve_square(double *a, int n, int width, double *x) {
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c; r < n; r++)
            if (fabs(a[r * width + c]) > fabs(a[pivot * width + c])) pivot = r;
        for (int k = 0; k < width; k++) {
            const double swap = a[c * width + k];
            a[c * width + k] = a[pivot * width + k], a[pivot * width + k] = swap;
        }
        for (int r = c + 1; r < n; r++) {
            const double factor = a[r * width + c] / a[c * width + c];
            for (int k = c; k < width; k++) a[r * width + k] -= factor * a[c * width + k];
        }
    }
    for (int r = n - 1; r >= 0; r--) {
        x[r] = a[r * width + n];
        for (int k = r + 1; k < n; k++) x[r] -= a[r * width + k] * x[k];
        x[r] /= a[r * width + r];
    }
}

enum { ROUNDS = 6 }; /* of differentiation */

/* M x' + K x = h, what is left when efforts and flows are eliminated; h changes by `rate`, evenly.
 */
typedef struct {
    int n, order;
    double *m, *k, *h, *rate;
    double cond;   /* an estimate from below: quotients of pivots */
    double gap;    /* of the pivots that rows without x' were found by: how well these are known */
    double *later; /* these rows, differentiated */
    int laters;
    double *whole; /* the triangle of efforts and flows */
    int ys, width;
    bool solvable;
    int index;
} Reduced;

static Reduced reduce_laws(const Dense *d, Arena *arena) {
    const int ys = 2 * d->bonds, n = d->states, width = ys + 2 * n + 2;
    double *a = ARENA_NEW(arena, double, (size_t)d->rows *(size_t)width), least, most;
    for (int r = 0; r < d->rows; r++) {
        for (int c = 0; c < ys; c++) a[r * width + c] = d->a[r * d->count + c];
        for (int c = 0; c < n; c++) {
            a[r * width + ys + c] = d->b[r * d->count + ys + c];
            a[r * width + ys + n + c] = d->a[r * d->count + ys + c];
        }
        a[r * width + ys + 2 * n] = d->c[r];
        a[r * width + ys + 2 * n + 1] = d->rate[r];
    }
    triangle(a, d->rows, ys, width, &least, &most);
    Reduced red = {.n = n,
                   .cond = most / least,
                   .gap = 1,
                   .solvable = least > 1e-9 * most && d->rows == ys + n,
                   .whole = a,
                   .ys = ys,
                   .width = width};
    red.m = ARENA_NEW(arena, double, (size_t)n *(size_t)n + 1);
    red.k = ARENA_NEW(arena, double, (size_t)n *(size_t)n + 1);
    red.h = ARENA_NEW(arena, double, n + 1);
    red.rate = ARENA_NEW(arena, double, n + 1);
    red.later = ARENA_NEW(arena, double, (size_t)n *(size_t)n *ROUNDS + 1);
    for (int r = 0; red.solvable && r < n; r++) {
        for (int c = 0; c < n; c++) {
            red.m[r * n + c] = a[(ys + r) * width + ys + c];
            red.k[r * n + c] = a[(ys + r) * width + ys + n + c];
        }
        red.h[r] = a[(ys + r) * width + ys + 2 * n];
        red.rate[r] = a[(ys + r) * width + ys + 2 * n + 1];
    }
    return red;
}

/* Order of the pencil, and with a consistent x the rates: rows that have no x' are differentiated
 * (sources change evenly here) until all have one; each of them takes one from the order. */
static void solve_reduced(Reduced *red, const double *x, double *rates, double *off, Arena *arena) {
    const int n = red->n, width = 2 * n + 2, wide = n + 1;
    double *a = ARENA_NEW(arena, double, (size_t)n *(size_t)width + 1),
           *b = ARENA_NEW(arena, double, (size_t)n *(size_t)wide + 1);
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++)
            a[r * width + c] = red->m[r * n + c], a[r * width + n + c] = red->k[r * n + c];
        a[r * width + 2 * n] = red->h[r];
        a[r * width + 2 * n + 1] = red->rate[r];
    }
    *off = 0;
    red->order = n;
    double cond = 1, whole = 1e-300;
    int rank = full_rank(a, n, n, width, &cond);
    for (red->index = 0; rank < n && red->index < ROUNDS; red->index++) {
        red->order -= n - rank;
        if (rank) red->gap *= cond;
        for (int r = rank; r < n; r++) {
            double right = a[r * width + 2 * n];
            for (int c = 0; c < n; c++) {
                right -= a[r * width + n + c] * x[c];
                whole = fmax(whole, fabs(a[r * width + n + c]) * fmax(1, fabs(x[c])));
                red->later[red->laters * n + c] = a[r * width + c] = a[r * width + n + c];
                a[r * width + n + c] = 0;
            }
            a[r * width + 2 * n] = a[r * width + 2 * n + 1];
            a[r * width + 2 * n + 1] = 0;
            *off = fmax(*off, fabs(right));
            red->laters++;
        }
        rank = full_rank(a, n, n, width, &cond);
    }
    *off /= whole;
    red->solvable = rank == n;
    red->cond *= n && red->solvable ? cond : 1;
    for (int r = 0; r < n; r++) {
        b[r * wide + n] = a[r * width + 2 * n];
        for (int c = 0; c < n; c++)
            b[r * wide + c] = a[r * width + c], b[r * wide + n] -= a[r * width + n + c] * x[c];
    }
    if (red->solvable) solve_square(b, n, wide, rates);
}

static void scale_row(double *row, int count) {
    double most = 0;
    for (int c = 0; c < count; c++) most = fmax(most, fabs(row[c]));
    for (int c = 0; c < count && most > 0; c++) row[c] /= most;
}

/* The condition number, in the largest norm, of all laws and what was differentiated of them as
 * equations of efforts, flows and x', times that of the rows that were differentiated, which are
 * what is left of others. Small differences of large resistances are in it, too, which no pivot
 * behind the efforts and flows shows. */
static double real_condition(const Dense *d, const Reduced *red, Arena *arena) {
    const int n = red->ys + red->n, rows = d->rows + red->laters;
    double *a = ARENA_NEW(arena, double, (size_t)rows *(size_t)n + 1);
    double *x = ARENA_NEW(arena, double, n + 1), *sum = ARENA_NEW(arena, double, n + 1);
    double norm = 0, inverse = 0, least, most;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < n && r < d->rows; c++)
            a[r * n + c] = c < red->ys ? d->a[r * d->count + c] : d->b[r * d->count + c];
        for (int c = 0; c < red->n && r >= d->rows; c++)
            a[r * n + red->ys + c] = red->later[(r - d->rows) * red->n + c];
        scale_row(a + r * n, n);
    }
    triangle(a, rows, n, n, &least, &most);
    for (int r = 0; r < n; r++) {
        double row = 0;
        for (int c = r; c < n; c++) row += fabs(a[r * n + c]);
        norm = fmax(norm, row);
    }
    for (int c = 0; c < n; c++) /* a column of the inverse */
        for (int r = n - 1; r >= 0; r--) {
            x[r] = r == c;
            for (int k = r + 1; k <= c; k++) x[r] -= a[r * n + k] * x[k];
            x[r] = r > c ? 0 : x[r] / a[r * n + r];
            sum[r] += fabs(x[r]);
        }
    for (int r = 0; r < n; r++) inverse = fmax(inverse, sum[r]);
    return fmax(red->cond, norm * inverse * red->gap);
}

/* ---- Checks --------------------------------------------------------------------------------- */

/* Of a two-port: strokes at its first side, and at the other. */
static bool two_port_legal(const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const int one = dense_in(graph, node, 0) > 0 ? 0 : 1;
    int efforts[2] = {0, 0};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < jd_bond_dimension(dense_bond(graph, node, side ? !one : one)); k++)
            efforts[side] += jd_component_gets_effort(graph, node, side ? !one : one, k);
    const int second = jd_bond_dimension(dense_bond(graph, node, !one));
    return efforts[0] == (at->type->gyrates ? efforts[1] : second - efforts[1]);
}

/* Strokes of each component of a junction. */
static bool junction_legal(const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const bool zero = !strcmp(at->type->name, "zero");
    for (int k = 0; k < jd_bond_dimension(dense_bond(graph, node, 0)); k++) {
        int efforts = 0;
        for (int p = 0; p < at->ports.count; p++)
            efforts += jd_component_gets_effort(graph, node, p, k);
        if (efforts != (zero ? 1 : at->ports.count - 1)) return false;
    }
    return true;
}

static bool source_legal(const BondGraph *graph, int node) {
    for (int k = 0; k < jd_bond_dimension(dense_bond(graph, node, 0)); k++)
        if (jd_component_gets_effort(graph, node, 0, k) != graph->nodes.at[node].type->flow_source)
            return false;
    return true;
}

static void check_legal(const BondGraph *graph, uint64_t seed) {
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondRole role = graph->nodes.at[n].type->role;
        const bool good = role == ROLE_JUNCTION   ? junction_legal(graph, n)
                          : role == ROLE_TWO_PORT ? two_port_legal(graph, n)
                          : role == ROLE_SOURCE   ? source_legal(graph, n)
                                                  : true;
        if (!good)
            fail_msg("graph %llu: the strokes of %s are not legal", (unsigned long long)seed,
                     graph->nodes.at[n].name);
    }
}

static double value_of(const BondEquations *equations, const double *values, int var) {
    return values[jd_sym_node(equations->pool, equations->vars.at[var].name)->name];
}

/* At every junction and two-port, as a share of the power there or of the largest in the graph. */
static void check_power(const BondGraph *graph, const BondEquations *equations,
                        const double *values, uint64_t seed) {
    double effort = 0, flow = 0;
    for (int c = 0; c < graph->components; c++) {
        effort = fmax(effort, fabs(value_of(equations, values, equations->effort[c])));
        flow = fmax(flow, fabs(value_of(equations, values, equations->flow[c])));
    }
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_JUNCTION && at->type->role != ROLE_TWO_PORT) continue;
        double sum = 0, size = effort * flow;
        for (int p = 0; p < at->ports.count; p++)
            for (int k = 0; k < jd_bond_dimension(dense_bond(graph, n, p)); k++) {
                const int c = dense_bond(graph, n, p)->first + k;
                const double e = value_of(equations, values, equations->effort[c]),
                             f = value_of(equations, values, equations->flow[c]);
                sum += dense_in(graph, n, p) * e * f, size += fabs(e * f);
            }
        if (!(fabs(sum) <= 1e-12 * size))
            fail_msg("graph %llu: power at %s: %g of %g", (unsigned long long)seed, at->name, sum,
                     size);
    }
}

typedef struct {
    int all, solved, refused, ill, derivative, loops, gyrators, fields, rings, vectors, mixed, high,
        lagrange, of_class[5];
    double worst;
} Score;

/* Graphs with causal paths of each class. */
static void count_classes(Sketch *sketch, BondEquations *equations, Score *score) {
    BondPaths paths;
    if (!jd_equations_paths(equations, &sketch->arena, &paths)) fail_msg("paths were not found");
    for (int k = 1; k <= 4; k++) score->of_class[k] += paths.counts[k] > 0;
}

/* Whether something is held by its rate alone, as in the Lagrange form, so that states are not
 * where it is zero; that rate is zero. */
static bool lets_go(const BondEquations *equations, const double *values, uint64_t seed) {
    bool any = false;
    for (int n = 0; n < equations->helds.count; n++) {
        const BondHeld *held = &equations->helds.at[n];
        const int rate = equations->vars.at[held->kept].dot;
        if (held->moves) continue;
        any = true;
        if (rate < 0 || !(fabs(value_of(equations, values, rate)) < 1e-8))
            fail_msg("graph %llu: what is held changes by %g", (unsigned long long)seed,
                     rate < 0 ? NAN : value_of(equations, values, rate));
    }
    return any;
}

static void compare(Sketch *sketch, const Maker *maker, BondEquations *equations, uint64_t seed,
                    Score *score) {
    const BondGraph *graph = sketch->graph;
    Arena *arena = &sketch->arena;
    const Dense d = dense_make(graph, 0, arena);
    Reduced red = reduce_laws(&d, arena);
    double *x = ARENA_NEW(arena, double, d.states + 1),
           *rates = ARENA_NEW(arena, double, d.states + 1), off = 0;
    if (!equations) { /* refused: then the laws have no solution */
        if (red.solvable) solve_reduced(&red, x, rates, &off, arena);
        const char *code = jd_log_count(sketch->log) ? jd_log_message(sketch->log, 0).code : "";
        const char *hint = *code ? jd_log_message(sketch->log, 0).hint : NULL;
        if (!*code || !hint)
            fail_msg("graph %llu was refused without a word", (unsigned long long)seed);
        score->refused += !red.solvable;
        score->ill += red.solvable && red.cond > 1e8;
        if (red.solvable && red.cond <= 1e8)
            fail_msg("graph %llu was refused (%s), but its laws have a solution of order %d, "
                     "condition %g",
                     (unsigned long long)seed, code, red.order, red.cond);
        return;
    }
    const BondProgram *program = jd_equations_program(equations, arena);
    double *values = ARENA_NEW(arena, double, jd_sym_names(sketch->pool) + 1),
           *states = ARENA_NEW(arena, double, equations->states.count + 1);
    Dice dice = {seed + 99};
    for (int n = 0; n < equations->states.count; n++) states[n] = dice_number(&dice) - 1.3;
    int block;
    if (!jd_equations_run(program, 0, states, values, &block))
        fail_msg("graph %llu: block %d has no solution", (unsigned long long)seed, block);
    for (int n = 0; n < graph->nodes.count; n++) {
        if (graph->nodes.at[n].type->role != ROLE_STORAGE) continue;
        for (int k = 0; k < jd_bonds_width(graph, n); k++)
            x[d.first_state[n] + k] =
                values[jd_sym_node(sketch->pool, equations->vars.at[equations->state[n] + k].name)
                           ->name];
    }
    if (red.solvable) solve_reduced(&red, x, rates, &off, arena);
    if (red.cond > 1e8 || !red.solvable) {
        score->ill++;
        return;
    }
    if (equations->states.count > red.order && lets_go(equations, values, seed)) {
        score->lagrange++;
        return;
    }
    if (equations->states.count != red.order)
        fail_msg("graph %llu has %d states, its pencil %d finite roots (condition %g)",
                 (unsigned long long)seed, equations->states.count, red.order, red.cond);
    if (!(off <= 1e-13 * red.cond) && !(off <= 1e-13 * real_condition(&d, &red, arena)))
        fail_msg("graph %llu: dependent states are off by %g, condition %g",
                 (unsigned long long)seed, off, real_condition(&d, &red, arena));
    double size = 1; /* states and sources are of this size */
    for (int n = 0; n < d.states; n++) size = fmax(size, fabs(rates[n]));
    for (int n = 0; n < graph->nodes.count; n++) {
        if (graph->nodes.at[n].type->role != ROLE_STORAGE) continue;
        for (int k = 0; k < jd_bonds_width(graph, n); k++) {
            const BondVar *var =
                &equations->vars.at[equations->vars.at[equations->state[n] + k].dot];
            const double rate = values[jd_sym_node(sketch->pool, var->name)->name],
                         error = fabs(rate - rates[d.first_state[n] + k]) / size;
            double cond = red.cond;
            if (!(error <= 1e-14 * cond)) cond = real_condition(&d, &red, arena);
            score->worst = fmax(score->worst, error / cond);
            if (!(error <= 1e-14 * cond))
                fail_msg("graph %llu: rate of %s is off by %g, condition %g",
                         (unsigned long long)seed, graph->nodes.at[n].name, error, cond);
        }
    }
    check_power(graph, equations, values, seed);
    count_classes(sketch, equations, score);
    score->solved++;
    score->mixed += sketch->report.mixed.count > 0, score->high += equations->index > 1;
    score->derivative += equations->dependent.count > 0;
    for (int b = 0; b < equations->blocks.count; b++)
        if (equations->blocks.at[b].loop) {
            score->loops++;
            break;
        }
    score->gyrators += maker->gyrators, score->fields += maker->fields,
        score->rings += maker->loops, score->vectors += maker->vectors;
}

/* A share that was stated before anything was drawn, within four deviations of a draw. */
static void check_share(const char *what, int count, double stated, int all) {
    const double share = (double)count / all, deviation = sqrt(stated * (1 - stated) / all);
    if (fabs(share - stated) > 4 * deviation)
        fail_msg("%s: in %.3f of all graphs, %.3f were stated (deviation %.3f)", what, share,
                 stated, deviation);
}

static void check_shares(const Score *score) {
    const int all = score->all;
    const Shares *stated = &stated_shares;
    assert_int_equal(score->solved + score->refused + score->ill, all);
    assert_true(score->ill <= 0.02 * all);
    check_share("derivative causality", score->derivative, stated->derivative, all);
    check_share("gyrators", score->gyrators, stated->gyrators, all);
    check_share("fields", score->fields, stated->fields, all);
    check_share("vectors", score->vectors, stated->vectors, all);
    check_share("rings", score->rings, stated->rings, all);
    check_share("no solution", score->refused, stated->unsolvable, all);
    for (int k = 1; k <= 4; k++)
        check_share("paths of a class", score->of_class[k], stated->of_class[k], all);
}

static void try_graph(uint64_t seed, Score *score) {
    void *opened;
    sketch_open(&opened);
    Sketch *sketch = opened;
    Maker maker;
    make_graph(&maker, sketch, seed);
    BondEquations *equations = compile_sketch(sketch);
    if (equations) check_legal(sketch->graph, seed);
    compare(sketch, &maker, equations, seed, score);
    sketch_close(&opened);
}

/* Some of its sources hold what they would have given; false: it has none that does. */
static bool hold_some(Sketch *sketch, uint64_t seed) {
    Dice dice = {seed * 77 + 5};
    bool any = false;
    for (int n = 0; n < 9; n++) dice_share(&dice);
    for (int n = 0; n < sketch->graph->nodes.count; n++) {
        BondNode *at = &sketch->graph->nodes.at[n];
        if (at->type->role != ROLE_SOURCE || !dice_says(&dice, 0.4)) continue;
        at->type = jd_bond_type_find(at->type->flow_source ? "MSf" : "MSe");
        at->constraint.holds = any = true;
    }
    return any;
}

static void try_holding(uint64_t seed, Score *score) {
    void *opened;
    sketch_open(&opened);
    Sketch *sketch = opened;
    Maker maker;
    make_graph(&maker, sketch, seed);
    if (hold_some(sketch, seed)) {
        BondEquations *equations = compile_sketch(sketch);
        compare(sketch, &maker, equations, seed, score);
        score->all++;
    }
    sketch_close(&opened);
}

/* JD_GRAPHS of them, from JD_GRAPHS_FROM on: for a longer look. */
static int number_from(const char *variable, int otherwise) {
    const char *text = getenv(variable);
    return text ? atoi(text) : otherwise;
}

static void random_graphs_agree_with_a_dense_solution(void **state) {
    (void)state;
    const int from = number_from("JD_GRAPHS_FROM", 0);
    Score score = {.all = number_from("JD_GRAPHS", check_fewer(GRAPHS))};
    for (int n = 0; n < score.all; n++) try_graph((uint64_t)(from + n), &score);
    print_message("%d graphs: %d agree (worst %.1e of the condition), %d have no solution and are "
                  "refused, %d are "
                  "too ill to tell; of those that agree %d with derivative causality, %d with "
                  "loops of laws, %d with "
                  "gyrators, %d with fields, %d with rings, %d with vectors, %d with components of "
                  "a causality each, %d "
                  "of index 2; paths of class 1 in %d, 2 in %d, 3 in %d, 4 in %d\n",
                  score.all, score.solved, score.worst, score.refused, score.ill, score.derivative,
                  score.loops, score.gyrators, score.fields, score.rings, score.vectors,
                  score.mixed, score.high, score.of_class[1], score.of_class[2], score.of_class[3],
                  score.of_class[4]);
    if (score.all >= GRAPHS) check_shares(&score);
    assert_int_equal(score.solved + score.refused + score.ill, score.all);
}

/* Sources that hold stand anywhere, as beside a storage that follows what they give, or where the
 * strokes of a source do not fit. Every graph whose laws have one solution has equations. */
static void whatever_is_held_has_equations(void **state) {
    (void)state;
    const int from = number_from("JD_GRAPHS_FROM", 0),
              all = number_from("JD_GRAPHS", check_fewer(HELD));
    Score score = {0};
    for (int n = 0; n < all; n++) try_holding((uint64_t)(from + n), &score);
    print_message("%d graphs with sources that hold: %d agree (worst %.1e of the condition), %d "
                  "are held by rates "
                  "alone, %d have no solution and are refused, %d are too ill to tell\n",
                  score.all, score.solved, score.worst, score.lagrange, score.refused, score.ill);
    assert_int_equal(score.solved + score.lagrange + score.refused + score.ill, score.all);
    assert_true(score.solved > score.all / 3 && score.lagrange > score.all / 10);
}

/* A source that holds the effort of a resistance without full rank leaves the flow between the two
 * open, which rounding alone decided. */
static void what_rounding_alone_decides_is_refused(void **state) {
    (void)state;
    static const uint64_t found[] = {12487, 12872, 14925};
    Score score = {0};
    for (size_t n = 0; n < sizeof found / sizeof *found; n++) try_holding(found[n], &score);
    assert_int_equal(score.refused, (int)(sizeof found / sizeof *found));
}

/* ---- Impulses ------------------------------------------------------------------------------- */

/* States at random, of which those that depend on others do not fit: what an impulse makes of them.
 */
static void jump(Sketch *sketch, BondEquations *equations, uint64_t seed, double *is) {
    const BondGraph *graph = sketch->graph;
    Arena *arena = &sketch->arena;
    const Dense d = dense_make(graph, 0, arena);
    const BondProgram *program = jd_equations_program(equations, arena);
    double *values = ARENA_NEW(arena, double, jd_sym_names(sketch->pool) + 1),
           *states = ARENA_NEW(arena, double, d.states + 1),
           *gap = ARENA_NEW(arena, double, d.states + 1),
           *move = ARENA_NEW(arena, double, d.states + 1),
           *impulse = ARENA_NEW(arena, double, graph->components + 1);
    Dice dice = {seed + 99};
    int block, kept = 0;
    for (int n = 0; n < d.states; n++) gap[n] = -(dice_number(&dice) - 1.3);
    for (int v = 0; v < equations->vars.count; v++)
        for (int n = 0; n < graph->nodes.count && equations->vars.at[v].kind == VAR_STATE; n++)
            if (equations->state[n] >= 0 && v >= equations->state[n] &&
                v < equations->state[n] + jd_bonds_width(graph, n))
                states[kept++] = -gap[d.first_state[n] + v - equations->state[n]];
    assert_true(jd_equations_run(program, 0, states, values, &block));
    for (int n = 0; n < graph->nodes.count; n++)
        for (int k = 0; equations->state[n] >= 0 && k < jd_bonds_width(graph, n); k++) {
            const int at = d.first_state[n] + k;
            is[at] = value_of(equations, values, equations->state[n] + k);
            gap[at] += is[at];
        }
    for (int n = 0; n < equations->helds.count; n++) {
        const BondVar *held = &equations->vars.at[equations->helds.at[n].kept];
        impulse[graph->bonds.at[held->bond].first + held->component] =
            value_of(equations, values, equations->helds.at[n].kept);
    }
    assert_true(jd_bonds_jump(graph, &(BondJump){values, gap, move, impulse}, arena));
    for (int n = 0; n < d.states; n++) is[n] += move[n];
}

/* Of index 2: expected is the projection of the dense laws on what they leave to move, along what
 * they do not, by another program. */
static void an_impulse_moves_states_as_the_projection_does(void **state) {
    (void)state;
    static const struct {
        uint64_t seed;
        bool holds;
        int count;
        double is[4];
    } known[] = {{10, true, 3, {0.3665, -0.19289944618, -0.291537732101}},
                 {139, true, 4, {-0.6234, -0.7273, 0.6958, -0.833611260379}},
                 {205, true, 4, {0.9167, -0.9098, 0.0053544042007, 0.6439}},
                 {556, false, 4, {0, 0, 3.85964709378, 1.63846344439}}};
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        void *opened;
        double is[ELEMENTS] = {0};
        sketch_open(&opened);
        Maker maker;
        make_graph(&maker, opened, known[n].seed);
        if (known[n].holds) hold_some(opened, known[n].seed);
        BondEquations *equations = compile_sketch(opened);
        assert_non_null(equations);
        assert_true(equations->index >= 2);
        jump(opened, equations, known[n].seed, is);
        for (int k = 0; k < known[n].count; k++)
            check_near(is[k], known[n].is[k], 1e-10, "states behind an impulse");
        sketch_close(&opened);
    }
}

/* Graphs that longer runs found to be refused, or wrong. In 10480 a field of too low a rank has a
 * part that nearly has one, so that rounding passed for a pivot. The search for a causality of
 * 100493 learned so little from each conflict that it did not end in minutes. In 112704 small
 * pivots of few entries hid that its laws have a solution. In 302999 and 305724 a ring of two-ports
 * is a skew matrix, whose inverse has zeros where rounding passed for slopes. In 642015 the
 * determinant of a loop was what rounding leaves of a difference of two numbers, and rates became
 * 1e16. In 650005, 668659, 732436 and 732920 small pivots made rounding of a number, and a state
 * depend on others that does not; in 472809 large ones did. In 462372, 476024 and 496798 a state
 * was taken as dependent that has but a hundredth of what it depends on. In 413797 and 439611 large
 * resistances nearly cancel, which the condition number must show. In 2002611 and 2020845 parts of
 * matrices were inverted by pivots of a hundredth, although larger ones would do, so that power was
 * balanced to 1.3e-12 and 1.2e-10. */
static void graphs_that_once_failed_agree(void **state) {
    (void)state;
    static const uint64_t found[] = {472809, 732436, 7266,   10480,   100493, 112704, 302999,
                                     305724, 642015, 650005, 668659,  732920, 462372, 476024,
                                     496798, 413797, 439611, 2002611, 2020845};
    Score score = {0};
    for (size_t n = 0; n < sizeof found / sizeof *found; n++) try_graph(found[n], &score);
    assert_int_equal(score.solved, (int)(sizeof found / sizeof *found));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_agree_with_a_dense_solution),
        cmocka_unit_test(whatever_is_held_has_equations),
        cmocka_unit_test(what_rounding_alone_decides_is_refused),
        cmocka_unit_test(an_impulse_moves_states_as_the_projection_does),
        cmocka_unit_test(graphs_that_once_failed_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
