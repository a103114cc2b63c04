/* SPDX-License-Identifier: MIT
 *
 * What the adapters to CVODE and IDA share: vectors, weights, the matrix and who solves it, and
 * what becomes of the library's messages. The only place that knows the names of SUNDIALS 6. */
#include "run/inside.h"

#ifdef JD_SUNDIALS
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- Vectors -------------------------------------------------------------------------------- */

static realtype largest(N_Vector x, N_Vector weights) {
    const double *a = NV_DATA_S(x), *w = NV_DATA_S(weights);
    const sunindextype n = NV_LENGTH_S(x);
    double most = 0;
    for (sunindextype k = 0; k < n; k++) {
        const double here = fabs(a[k] * w[k]);
        if (!(here <= most)) most = isnan(here) ? INFINITY : here;
    }
    return most;
}

struct Vector {
    struct _generic_N_Vector base;
    struct _N_VectorContent_Serial content;
    VectorPool *pool;
    bool taken;
};

/* NULL: none is left. */
N_Vector jd_sundials_vector(VectorPool *pool) {
    for (int k = 0; k < pool->count; k++) {
        if (pool->vector[k].taken) continue;
        pool->vector[k].taken = true;
        return &pool->vector[k].base;
    }
    return NULL;
}

static N_Vector copy(N_Vector like) {
    return jd_sundials_vector(((Vector *)(void *)like)->pool);
}

static void give_back(N_Vector vector) {
    if (vector) ((Vector *)(void *)vector)->taken = false;
}

/* The operations are those of the library's plain vectors, but for three. */
static N_Vector_Ops pool_operations(Sundials *s) {
    N_Vector plain = s->call.N_VNewEmpty_Serial(1, s->context);
    N_Vector_Ops ops = ARENA_NEW(&s->tangent.arena, struct _generic_N_Vector_Ops, 1);
    if (plain && ops) {
        *ops = *plain->ops;
        ops->nvclone = copy;
        ops->nvdestroy = give_back;
        ops->nvwrmsnorm = largest;
    }
    const bool good = plain && ops;
    if (plain) s->call.N_VDestroy(plain);
    return good ? ops : NULL;
}

bool jd_sundials_pool(Sundials *s, VectorPool *pool, int n, int count) {
    Arena *arena = &s->tangent.arena;
    N_Vector_Ops ops = pool_operations(s);
    Vector *vector = ARENA_NEW(arena, Vector, count);
    if (!ops || !vector) return false;
    *pool = (VectorPool){vector, count, n};
    for (int k = 0; k < count; k++) {
        double *data = ARENA_NEW(arena, double, n + 1);
        if (!data) return false;
        vector[k].content = (struct _N_VectorContent_Serial){n, SUNFALSE, data};
        vector[k].base = (struct _generic_N_Vector){&vector[k].content, ops, s->context};
        vector[k].pool = pool;
    }
    return true;
}

/* Both libraries keep the error of a step within what they are given, and many small errors add up:
 * in a stiff spring that nothing damps to thousands of tolerances. CVODE, which loses most by it,
 * has a part of the tolerance for a step. */
static const double share_of_step = 0.2;

static double tolerance_of_step(const JdRun *run) {
    return (run->stepper->locked ? 1 : share_of_step) * run->def.tol;
}

/* Multipliers have no part in the error: they follow from the state. */
void jd_sundials_weights(const Sundials *s, const double *y, int n, double *weights) {
    const JdRun *run = s->run;
    const double tol = tolerance_of_step(run);
    jd_run_sizes(run, y, run->work, weights);
    for (int k = 0; k < run->n; k++) weights[k] = 1 / (tol * weights[k]);
    for (int k = run->n; k < n; k++) weights[k] = 0;
}

/* ---- Time ----------------------------------------------------------------------------------- */

/* A sum would miss the limit by a rounding, and be on the wrong side of an event. */
double jd_sundials_time(const Sundials *s, double counted) {
    return counted >= s->limit - s->from ? s->limit : s->from + counted;
}

double jd_sundials_counted(const Sundials *s, double time) {
    return fmin(fmax(time - s->from, s->before), s->now);
}

/* Of the time in which the motion changes, and of the run at most. */
static const double first_share = 0.1, first_most = 1e-3;

double jd_sundials_first_step(const JdRun *run, const double *rates) {
    const double speed = run->form->error(run->system, run->y, run->y, rates, 1);
    const double h = speed > 0 ? first_share * sqrt(run->def.tol) / speed : INFINITY;
    return fmin(fmin(h, first_most * run->def.until), run->def.dt > 0 ? run->def.dt : INFINITY);
}

double jd_sundials_floor(const JdRun *run) {
    return 16 * DBL_EPSILON * run->def.until;
}

bool jd_sundials_finite(const double *x, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * 0;
    return sum == 0;
}

/* ---- Matrix --------------------------------------------------------------------------------- */

#ifdef JD_KLU
static SUNMatrix new_matrix(const Sundials *s) {
    const Tangent *t = &s->tangent;
    SUNMatrix matrix = s->call.SUNSparseMatrix(t->n, t->n, t->entries, CSC_MAT, s->context);
    if (!matrix) return NULL;
    for (int c = 0; c <= t->n; c++) SM_INDEXPTRS_S(matrix)[c] = t->start[c];
    for (int k = 0; k < t->entries; k++) SM_INDEXVALS_S(matrix)[k] = t->row[k];
    return matrix;
}

void jd_sundials_repivot(Sundials *s) {
    s->call.SUNLinSol_KLUReInit(s->solver, s->matrix, 0, SUNKLU_REINIT_PARTIAL);
}

/* The operations of a solver, and who it works for. */
typedef struct {
    struct _generic_SUNLinearSolver_Ops plain;
    const Sundials *owner;
} SolverOps;

/* Where pivots are zero that were good once, others are found. */
static int factor(SUNLinearSolver solver, SUNMatrix matrix) {
    const Sundials *s = ((SolverOps *)(void *)solver->ops)->owner;
    const int flag = s->call.SUNLinSolSetup_KLU(solver, matrix);
    if (flag == SUNLS_SUCCESS) return flag;
    s->call.SUNLinSol_KLUReInit(solver, matrix, 0, SUNKLU_REINIT_PARTIAL);
    return s->call.SUNLinSolSetup_KLU(solver, matrix);
}

/* The library frees the operations as it asked for them. */
static SUNLinearSolver new_solver(const Sundials *s) {
    SUNLinearSolver solver = s->call.SUNLinSol_KLU(s->sample, s->matrix, s->context);
    SolverOps *ops = solver ? realloc(solver->ops, sizeof *ops) : NULL;
    if (!ops) {
        if (solver) s->call.SUNLinSolFree(solver);
        return NULL;
    }
    ops->owner = s;
    ops->plain.setup = factor;
    solver->ops = &ops->plain;
    return solver;
}

/* The pattern is written anew, too: the library clears it with the numbers. */
void jd_sundials_fill(Sundials *s, double factor) {
    const Tangent *t = &s->tangent;
    double *to = SM_DATA_S(s->matrix);
    for (int c = 0; c <= t->n; c++) SM_INDEXPTRS_S(s->matrix)[c] = t->start[c];
    for (int k = 0; k < t->entries; k++) {
        SM_INDEXVALS_S(s->matrix)[k] = t->row[k];
        to[k] = t->by_unknown[k] + factor * t->by_rate[k];
    }
}
#else
static SUNMatrix new_matrix(const Sundials *s) {
    return s->call.SUNDenseMatrix(s->tangent.n, s->tangent.n, s->context);
}

static SUNLinearSolver new_solver(const Sundials *s) {
    return s->call.SUNLinSol_Dense(s->sample, s->matrix, s->context);
}

void jd_sundials_repivot(Sundials *s) {
    (void)s; /* it looks for pivots every time */
}

void jd_sundials_fill(Sundials *s, double factor) {
    const Tangent *t = &s->tangent;
    s->call.SUNMatZero(s->matrix);
    for (int c = 0; c < t->n; c++)
        for (int k = t->start[c]; k < t->start[c + 1]; k++)
            SM_ELEMENT_D(s->matrix, t->row[k], c) = t->by_unknown[k] + factor * t->by_rate[k];
}
#endif

/* The library ends badly, or prints, when its first and smallest requests fail. */
static bool some_memory_left(void) {
    void *some = malloc((size_t)1 << 18);
    free(some);
    return some != NULL;
}

bool jd_sundials_new(Sundials *s, JdRun *run, bool locked) {
    *s = (Sundials){.run = run};
    if (!jd_sundials_find(&s->call, run->log)) return false;
    if (!jd_tangent_new(&s->tangent, run, locked)) return false;
    if (!some_memory_left() || s->call.SUNContext_Create(NULL, &s->context)) return false;
    if (!jd_sundials_pool(s, &s->pool, s->tangent.n, POOL_VECTORS)) return false;
    s->sample = jd_sundials_vector(&s->pool);
    s->matrix = new_matrix(s);
    s->solver = s->matrix ? new_solver(s) : NULL;
    return s->solver != NULL;
}

void jd_sundials_free(Sundials *s) {
    if (s->newton) s->call.SUNNonlinSolFree(s->newton);
    if (s->solver) s->call.SUNLinSolFree(s->solver);
    if (s->matrix) s->call.SUNMatDestroy(s->matrix);
    if (s->context) s->call.SUNContext_Free(&s->context);
    jd_tangent_free(&s->tangent);
}

/* ---- Newton's method ------------------------------------------------------------------------ */

bool jd_sundials_newton(Sundials *s, N_Vector like) {
    s->newton = s->call.SUNNonlinSol_Newton(like, s->context);
    return s->newton != NULL;
}

/* Both libraries trust a speed of convergence that they saw some steps ago. The directions in which
 * a mechanism is stiff turn with it, so an old matrix loses its worth quickly, and what it leaves
 * over is taken for an error of the step: the speed is measured in each step anew. */
static const double rounding = 64 * DBL_EPSILON; /* no method comes nearer */
static const double solved = 1e-3;               /* of what is allowed: at once */

int jd_sundials_converged(SUNNonlinearSolver newton, N_Vector y, N_Vector change, realtype tol,
                          N_Vector weights, void *sundials) {
    Sundials *s = sundials;
    const double now = largest(change, weights), before = s->last_change;
    int round = 0;
    (void)y;
    s->call.SUNNonlinSolGetCurIter(newton, &round);
    s->last_change = now;
    if (now <= solved * tol) return SUN_NLS_SUCCESS;
    if (round == 0) return SUN_NLS_CONTINUE;
    if (!(now < 0.9 * before))
        return now <= fmin(0.1 * tol, rounding / tolerance_of_step(s->run)) ? SUN_NLS_SUCCESS
                                                                            : SUN_NLS_CONV_RECVR;
    return now * now / (before - now) <= 0.1 * tol ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
}

/* ---- Rows that follow from others ----------------------------------------------------------- */

/* Between two looks at them they may have come to follow badly, which these steppers cannot see:
 * the equations are right, but hardly any Newton's method comes through. */
bool jd_sundials_reanchor(Sundials *s) {
    JdRun *run = s->run;
    if (!run->form->has_all_rows || !run->motion.rows.anchor.count) return false;
    jd_run_rates(run, run->t, run->y, run->work);
    run->motion.rows.anchor.ratio = 0; /* whatever it was */
    const bool soft = run->motion.rows.epsilon > 0;
    return jd_motion_reanchor(run->system, &run->motion) || soft;
}

/* ---- Messages ------------------------------------------------------------------------------- */

/* Nothing is printed. What the library says last before it fails is kept for jd_sundials_explain,
 * but for its time, which counts from elsewhere; its warnings have a code above zero. */
void jd_sundials_listen(int code, const char *module, const char *function, char *said,
                        void *sundials) {
    Sundials *s = sundials;
    (void)module, (void)function;
    if (code >= 0 || !said) return;
    const char *comma = strncmp(said, "At t = ", 7) ? NULL : strstr(said, ", ");
    if (comma) said += comma + 2 - said;
    size_t length = strcspn(said, "\n");
    if (length >= sizeof s->said) length = sizeof s->said - 1;
    memcpy(s->said, said, length);
    s->said[length] = 0;
}

void jd_sundials_explain(Sundials *s, const char *library, const char *what) {
    jd_run_explain(s->run, "run-stuck", what);
    if (*s->said) jd_hint(s->run->log, "%s says: %s", library, s->said);
}
#endif
