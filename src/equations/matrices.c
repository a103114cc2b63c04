/* SPDX-License-Identifier: MIT
 *
 * The matrices of the equations of motion: of any form, recorded, and as numbers at the state of a
 * run. */
#include "equations/equations.h"
#include "form/cut_joint.h"
#include "math/dense.h"
#include "run/run.h"
#include <string.h>

/* ---- Recording ------------------------------------------------------------------------------ */

static const char *row_name(const Recorder *rec, const Row *row) {
    const JdSystem *s = rec->s;
    if (row->drive >= 0) return s->drive[row->drive].name;
    return jd_arena_format(rec->arena, "%s.%d", s->joint[row->joint].name, row->number + 1);
}

bool jd_equations_room(Equations *to, int n, const RowSet *set) {
    Arena *arena = to->rec->arena;
    const int rows = set ? set->rows : 0;
    to->n = n;
    to->rows = rows;
    to->place = ARENA_NEW(arena, const char *, n + 1);
    to->rate = ARENA_NEW(arena, const char *, n + 1);
    to->mass = ARENA_NEW(arena, Num, n * n + 1);
    to->bias = ARENA_NEW(arena, Num, n + 1);
    to->push = ARENA_NEW(arena, Num, n + 1);
    to->row = ARENA_NEW(arena, const char *, rows + 1);
    to->f = ARENA_NEW(arena, Num, rows + 1);
    to->f_rate = ARENA_NEW(arena, Num, rows + 1);
    to->D = ARENA_NEW(arena, Num, rows * n + 1);
    to->gamma = ARENA_NEW(arena, Num, rows + 1);
    if (arena->failed) return false;
    for (int r = 0; r < rows; r++) to->row[r] = row_name(to->rec, &set->row[r]);
    return !arena->failed;
}

void jd_equations_ways(Equations *to, const NumSpin *way) {
    Recorder *rec = to->rec;
    const bool planar = rec->s->space == JD_PLANAR;
    static const char *const names[2][6] = {{"vx", "vy", "vz", "wx", "wy", "wz"},
                                            {"vx", "vy", "rate"}};
    const int parts = planar ? 3 : 6, n = to->n;
    to->moves = parts * (rec->s->bodies - 1);
    to->move = ARENA_NEW(rec->arena, const char *, to->moves + 1);
    to->W = ARENA_NEW(rec->arena, Num, to->moves * n + 1);
    if (!to->move || !to->W) return;
    for (int b = 1, at = 0; b < rec->s->bodies; b++)
        for (int p = 0; p < parts; p++, at++) {
            to->move[at] =
                jd_arena_format(rec->arena, "%s.%s", rec->s->body[b].name, names[planar][p]);
            for (int c = 0; c < n; c++) {
                const NumSpin *v = &way[b * n + c];
                const Num of[6] = {v->line.x, v->line.y, planar ? v->turn.z : v->line.z,
                                   v->turn.x, v->turn.y, v->turn.z};
                to->W[at * n + c] = of[p];
            }
        }
}

bool jd_equations_fit(Recorder *rec, int n) {
    const int most = rec->of_bodies ? EQUATIONS_BODIES : EQUATIONS_TREE;
    if (n <= most) return true;
    jd_record_refuse(rec, nowhere,
                     "equations of %d coordinates%s, of which %d at most are written out", n,
                     rec->of_bodies ? "" : " of a tree", most);
    return false;
}

/* Of form minimal: no rows are left. */
static bool of_minimal(Recorder *rec, Equations *to) {
    if (!jd_equations_fit(rec, rec->plan->tree.nu)) return false;
    if (!jd_record_rates(rec)) return false;
    if (!rec->mass) {
        jd_record_refuse(rec, nowhere,
                         "rows of velocities leave no independent coordinates; the "
                         "equations as formulas");
        jd_hint(rec->log, "with multipliers there are: --form cut-joint, or --form newton-euler");
        return false;
    }
    const int n = rec->coordinates;
    if (!jd_equations_room(to, n, NULL)) return false;
    memcpy(to->mass, rec->mass, (size_t)(n * n) * sizeof *to->mass);
    memcpy(to->bias, rec->bias, (size_t)n * sizeof *to->bias);
    memcpy(to->push, rec->push, (size_t)n * sizeof *to->push);
    for (int k = 0; k < n; k++) to->rate[k] = rec->state_name[rec->first_rate + k];
    for (int q = 0; q < rec->plan->tree.nq; q++)
        for (int u = 0; u < rec->plan->tree.nu; u++) {
            const int at = rec->state_of_q[q];
            if (at < 0 || rec->state_of_u[u] < 0) continue;
            const TapeNode *rate = &rec->t->node.at[rec->rate[at]];
            if (rate->op == TAPE_STATE && rate->of[0] == rec->state_of_u[u])
                to->place[rec->state_of_u[u] - rec->first_rate] = rec->state_name[at];
        }
    jd_equations_ways(to, rec->way);
    return !rec->arena->failed;
}

bool jd_equations_record(Recorder *rec, const JdSystem *system, Arena *arena, JdLog *log,
                         Equations *to) {
    const FormType *form = system->mechanics ? system->mechanics : system->form;
    Tape *tape = ARENA_NEW(arena, Tape, 1);
    *to = (Equations){.rec = rec, .form = form->name};
    *rec = (Recorder){.t = tape,
                      .s = system,
                      .plan = system->plan,
                      .log = log,
                      .arena = arena,
                      .explicit_mass = true};
    if (!tape || !jd_tape_init(tape, arena)) return false;
    if (form->of_bodies) return jd_equations_of_bodies(rec, to);
    if (form->settle) return of_minimal(rec, to);
    const TreeFree *frees;
    const Tree *tree = jd_cut_tree(system, &frees);
    return jd_equations_of_tree(rec, tree, frees, to);
}

/* ---- Numbers -------------------------------------------------------------------------------- */

enum { MATRICES = 12 };
static const double repeats = 1e-7; /* a pivot of rows that is so small: the row repeats others */

typedef struct {
    double *LU, *x, *size;   /* size: what each unknown is measured by */
    int *order, *row, *from; /* rows; unknowns that are solved for */
    int rank;                /* rows that follow from no others: the first of `row` */
    double *A, *b, *whole;   /* the matrices of these names, and x */
} Solution;

struct JdEquations {
    Arena arena;
    Recorder rec;
    Equations is;
    const JdSystem *system;
    double *values, *state, *hint, *input, *latch; /* of the tape, and what it is given */
    const double *held;                            /* latch, or NULL */
    double time;
    bool placed; /* it has numbers, */
    bool stale;  /* but only those that a step needs */
    Num *needed; /* numbers of the tape that A x = b and rates need, in order; */
    int needs;   /* 0: all, since some are found by Newton's method */
    JdMatrix matrix[MATRICES];
    int count;
    Solution solution;
};

static const char *const one_column[] = {""};

static double *add_matrix(JdEquations *e, JdMatrix is) {
    double *values = ARENA_NEW(&e->arena, double, is.rows *is.columns + 1);
    is.value = values;
    e->matrix[e->count++] = is;
    return values;
}

/* Names of unknowns, then of rows. */
static const char **both_names(JdEquations *e, const char *mark) {
    const Equations *is = &e->is;
    const char **names = ARENA_NEW(&e->arena, const char *, is->n + is->rows + 1);
    for (int k = 0; k < is->n && names; k++)
        names[k] = jd_arena_format(&e->arena, "%s%s", is->rate[k] ? is->rate[k] : "", mark);
    for (int r = 0; r < is->rows && names; r++)
        names[is->n + r] =
            *mark ? jd_arena_format(&e->arena, "lambda(%s)", is->row[r]) : is->row[r];
    return names;
}

static double *values_of(JdEquations *e, const char *name) {
    for (int k = 0; k < e->count; k++)
        if (!strcmp(e->matrix[k].name, name)) return (double *)e->matrix[k].value;
    return NULL;
}

static bool make_solution(JdEquations *e) {
    const int whole = e->is.n + e->is.rows + 1;
    e->solution = (Solution){.LU = ARENA_NEW(&e->arena, double, whole *whole),
                             .x = ARENA_NEW(&e->arena, double, whole),
                             .size = ARENA_NEW(&e->arena, double, whole),
                             .order = ARENA_NEW(&e->arena, int, whole),
                             .row = ARENA_NEW(&e->arena, int, whole),
                             .from = ARENA_NEW(&e->arena, int, whole),
                             .A = values_of(e, "A"),
                             .b = values_of(e, "b"),
                             .whole = values_of(e, "x")};
    return !e->arena.failed;
}

static bool make_matrices(JdEquations *e) {
    const Equations *is = &e->is;
    const int n = is->n, rows = is->rows, whole = n + rows;
    const char *const *rate = is->rate, *const *row = is->row;
    const char **unknown = both_names(e, "'"), **equation = both_names(e, "");
    if (!unknown || !equation) return false;
    add_matrix(e, (JdMatrix){"M", "mass matrix", n, n, rate, rate, NULL});
    add_matrix(e, (JdMatrix){"h", "what velocities cause", n, 1, rate, one_column, NULL});
    add_matrix(e, (JdMatrix){"Q", "forces", n, 1, rate, one_column, NULL});
    if (rows) {
        add_matrix(e, (JdMatrix){"D", "Jacobian of the constraints", rows, n, row, rate, NULL});
        add_matrix(e, (JdMatrix){"gamma", "D v' must be", rows, 1, row, one_column, NULL});
        add_matrix(e, (JdMatrix){"f", "constraints", rows, 1, row, one_column, NULL});
        add_matrix(e, (JdMatrix){"f'", "their derivatives", rows, 1, row, one_column, NULL});
    }
    if (is->moves)
        add_matrix(e, (JdMatrix){"W", "velocities of bodies by rates", is->moves, n, is->move, rate,
                                 NULL});
    add_matrix(e, (JdMatrix){"A", "of the whole system A x = b: M, D^T; D, 0", whole, whole,
                             equation, unknown, NULL});
    add_matrix(e, (JdMatrix){"b", "its right-hand side: Q - h; gamma", whole, 1, equation,
                             one_column, NULL});
    add_matrix(e, (JdMatrix){"x", "its solution: accelerations and multipliers", whole, 1, unknown,
                             one_column, NULL});
    return !e->arena.failed;
}

/* What a step needs of the tape. */
static bool list_needed(JdEquations *e) {
    const Equations *is = &e->is;
    const Tape *t = e->rec.t;
    bool *wanted = ARENA_NEW(&e->arena, bool, t->node.count + 1);
    e->needed = ARENA_NEW(&e->arena, Num, t->node.count + 1);
    if (!wanted || !e->needed) return false;
    if (t->block.count) return true;
    for (int k = 0; k < is->n * is->n; k++) wanted[is->mass[k]] = true;
    for (int k = 0; k < is->n; k++) wanted[is->bias[k]] = wanted[is->push[k]] = true;
    for (int k = 0; k < is->rows * is->n; k++) wanted[is->D[k]] = true;
    for (int k = 0; k < is->rows; k++) wanted[is->gamma[k]] = true;
    for (int k = 0; k < e->rec.states; k++) wanted[e->rec.rate[k]] = true;
    for (int k = 0; k < t->hint.count; k++) wanted[t->update.at[k]] = true;
    for (Num a = t->node.count - 1; a >= 0; a--)
        for (int k = 0; k < jd_tape_arguments(t->node.at[a].op) && wanted[a]; k++)
            wanted[t->node.at[a].of[k]] = true;
    for (Num a = 0; a < t->node.count; a++)
        if (wanted[a]) e->needed[e->needs++] = a;
    return true;
}

JdEquations *jd_equations_new(const JdSystem *system, JdLog *log) {
    Arena arena = {0};
    if (!system) return NULL;
    JdEquations *e = ARENA_NEW(&arena, JdEquations, 1);
    if (!e) return jd_report_memory(log), NULL;
    e->arena = arena;
    e->system = system;
    const bool good = jd_equations_record(&e->rec, system, &e->arena, log, &e->is) &&
                      make_matrices(e) && make_solution(e) && list_needed(e);
    const Tape *t = e->rec.t;
    if (good) {
        e->values = ARENA_NEW(&e->arena, double, t->node.count + 1);
        e->state = ARENA_NEW(&e->arena, double, e->rec.states + 1);
        e->hint = ARENA_NEW(&e->arena, double, t->hint.count + 1);
        e->input = ARENA_NEW(&e->arena, double, system->givens + system->slots + 1);
        e->latch = ARENA_NEW(&e->arena, double, system->latches + 1);
    }
    if (e->arena.failed) jd_report_memory(log);
    if (good && !e->arena.failed) return e;
    jd_equations_free(e);
    return NULL;
}

void jd_equations_free(JdEquations *e) {
    if (!e) return;
    Arena arena = e->arena;
    jd_arena_free(&arena);
}

static void fill(JdEquations *e, const char *name, const Num *from, int count) {
    double *to = values_of(e, name);
    for (int k = 0; k < count && to; k++) to[k] = e->values[from[k]] + 0.0; /* no -0 */
}

/* [M D^T; D 0] and [Q - h; gamma]. */
static void fill_whole(JdEquations *e) {
    const Equations *is = &e->is;
    const int n = is->n, rows = is->rows, whole = n + rows;
    double *A = e->solution.A, *b = e->solution.b;
    memset(A, 0, (size_t)whole * (size_t)whole * sizeof *A);
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) A[r * whole + c] = e->values[is->mass[r * n + c]];
        b[r] = e->values[is->push[r]] - e->values[is->bias[r]];
    }
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < n; c++)
            A[(n + r) * whole + c] = A[c * whole + n + r] = e->values[is->D[r * n + c]] + 0.0;
        b[n + r] = e->values[is->gamma[r]] + 0.0;
    }
}

/* Rows of D that follow from no others, by numbers of size 1; how many. */
static int choose_rows(JdEquations *e) {
    const int n = e->is.n, rows = e->is.rows, whole = n + rows;
    Solution *to = &e->solution;
    const double *A = to->A, *size = to->size;
    for (int k = 0; k < n; k++) to->size[k] = A[k * (whole + 1)] > 0 ? sqrt(A[k * (whole + 1)]) : 1;
    double largest = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < n; c++) {
            to->LU[r * n + c] = A[(n + r) * whole + c] / size[c];
            largest = fmax(largest, fabs(to->LU[r * n + c]));
        }
    for (int r = 0; r < rows; r++) {
        double most = largest > 0 ? repeats * largest : 1; /* below it is rounding */
        for (int c = 0; c < n; c++) most = fmax(most, fabs(to->LU[r * n + c]));
        to->size[n + r] = most;
        for (int c = 0; c < n; c++) to->LU[r * n + c] /= to->size[n + r];
        to->row[r] = r;
    }
    for (int c = 0; c < n; c++) to->order[c] = c;
    const DenseChoice choice = {rows, n, to->LU, to->row, to->order, NULL};
    return jd_dense_choose(&choice, rows < n ? rows : n, repeats);
}

/* Accelerations and multipliers; those of rows that repeat others are zero. */
static void solve_whole(JdEquations *e) {
    const int n = e->is.n, whole = n + e->is.rows;
    Solution *to = &e->solution;
    const double *A = to->A, *b = to->b;
    double *x = to->whole;
    const int used = n + to->rank;
    for (int k = 0; k < used; k++) to->from[k] = k < n ? k : n + to->row[k - n];
    for (int r = 0; r < used; r++) {
        to->order[r] = r;
        for (int c = 0; c < used; c++)
            to->LU[r * used + c] = A[to->from[r] * whole + to->from[c]] /
                                   (to->size[to->from[r]] * to->size[to->from[c]]);
    }
    jd_dense_lu(used, used, to->LU, to->order);
    for (int r = 0; r < used; r++) {
        const int from = to->from[to->order[r]];
        to->x[r] = b[from] / to->size[from];
    }
    jd_dense_lu_solve(used, to->LU, to->x);
    memset(x, 0, (size_t)whole * sizeof *x);
    for (int k = 0; k < used; k++) x[to->from[k]] = to->x[k] / to->size[to->from[k]];
}

static TapeGiven given_of(const JdEquations *e) {
    return (TapeGiven){
        .time = e->time, .state = e->state, .input = e->input, .held = e->held, .hint = e->hint};
}

/* All matrices at the state at hand. */
static bool evaluate(JdEquations *e) {
    const TapeGiven given = given_of(e);
    const Equations *is = &e->is;
    e->stale = false;
    if (!jd_tape_play(e->rec.t, &given, e->values)) return false;
    fill(e, "M", is->mass, is->n * is->n);
    fill(e, "h", is->bias, is->n);
    fill(e, "Q", is->push, is->n);
    fill(e, "D", is->D, is->rows * is->n);
    fill(e, "gamma", is->gamma, is->rows);
    fill(e, "f", is->f, is->rows);
    fill(e, "f'", is->f_rate, is->rows);
    fill(e, "W", is->W, is->moves * is->n);
    fill_whole(e);
    e->solution.rank = choose_rows(e);
    solve_whole(e);
    return true;
}

/* A x = b alone. */
static bool evaluate_step(JdEquations *e) {
    const TapeGiven given = given_of(e);
    if (!e->needs) return evaluate(e);
    jd_tape_play_some(e->rec.t, &given, e->needed, e->needs, e->values);
    e->stale = true;
    fill_whole(e);
    solve_whole(e);
    return true;
}

bool jd_equations_at_state(JdEquations *e, const EquationsAt *at) {
    const JdSystem *s = e->system;
    Recorder *rec = &e->rec;
    const Tape *t = rec->t;
    const int nq = rec->plan->tree.nq, nu = rec->plan->tree.nu, first = jd_record_first_rate(rec);
    for (int q = 0; q < nq; q++)
        if (rec->state_of_q[q] >= 0) e->state[rec->state_of_q[q]] = at->y[q];
    for (int u = 0; u < nu; u++)
        if (rec->state_of_u[u] >= 0) e->state[rec->state_of_u[u]] = at->y[first + u];
    for (int k = 0; k < s->extras; k++) e->state[rec->first_extra + k] = at->y[first + nu + k];
    for (int k = 0; k < t->hint.count; k++)
        e->hint[k] = t->hint_from.at[k] >= 0 ? at->y[t->hint_from.at[k]] : t->hint.at[k];
    for (int k = 0; k < s->givens; k++) e->input[k] = at->given ? at->given[k] : s->given_start[k];
    for (int k = 0; k < s->slots; k++) e->input[s->givens + k] = at->slot ? at->slot[k] : NAN;
    for (int k = 0; k < s->latches && at->held; k++) e->latch[k] = at->held[k];
    e->held = at->held ? e->latch : NULL;
    e->time = at->time;
    return e->placed = evaluate(e);
}

bool jd_equations_step(JdEquations *e, double dt) {
    if (!e || !e->placed || !isfinite(dt)) return false;
    const Recorder *rec = &e->rec;
    const Tape *t = rec->t;
    const double *x = e->solution.whole;
    for (int k = 0; k < rec->states; k++) {
        const bool rate = k >= rec->first_rate && k < rec->first_extra;
        e->state[k] += dt * (rate ? x[k - rec->first_rate] : e->values[rec->rate[k]]);
    }
    for (int k = 0; k < t->hint.count; k++) e->hint[k] = e->values[t->update.at[k]];
    e->time += dt;
    return e->placed = evaluate_step(e);
}

bool jd_equations_at(JdEquations *e, JdRun *run) {
    if (!e || !run || run->system != e->system || run->failed) return false;
    const JdSystem *s = e->system;
    const bool at_end = run->output_time == run->t;
    bool asked = false;
    for (int k = 0; k < s->slots; k++) asked = asked || e->rec.asked[k];
    if (asked) {
        jd_run_recover(run, LEVEL_ACCELERATION);
        jd_inputs_all(s, &run->motion, LEVEL_ACCELERATION);
    }
    return jd_equations_at_state(e, &(EquationsAt){.time = run->output_time,
                                                   .y = at_end ? run->y : run->out,
                                                   .given = run->motion.given,
                                                   .held = run->motion.held,
                                                   .slot = asked ? run->motion.inputs : NULL});
}

bool jd_equations_matrix(JdEquations *e, int index, JdMatrix *matrix) {
    if (!e || !matrix || index < 0 || index >= e->count) return false;
    if (e->stale) e->placed = evaluate(e);
    *matrix = e->matrix[index];
    return true;
}

char *jd_equations_text(const JdEquations *e, const char *as) {
    Text out = {0};
    if (!e) return NULL;
    if (jd_formulas_write(&e->is, as ? as : "text", &out) && !out.failed && out.at) return out.at;
    if (out.failed) jd_report_memory(e->rec.log);
    jd_text_free(&out);
    return NULL;
}
