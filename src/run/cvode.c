/* SPDX-License-Identifier: MIT
 *
 * CVODE of SUNDIALS: backward differentiation formulas of order 1 to 5 for y' = rates(y), each step
 * solved by Newton's method and put back onto the locks. The Newton matrix I - gamma d rates / d y
 * is full even for a chain; the same correction comes out of the sparse matrix of the residual, in
 * which the multipliers still stand: theory (6.13). */
#include "run/inside.h"

#ifdef JD_SUNDIALS
#include <stdlib.h>
#include <string.h>

typedef struct {
    Sundials base;
    void *memory;
    VectorPool pool; /* of states */
    N_Vector y, side, answer;
    SUNLinearSolver lifted; /* solves for y through the larger matrix */
    double *z, *rates;
    double gamma;
    bool begun;
} Cvode;

/* ---- What CVODE calls ----------------------------------------------------------------------- */

static int rates(realtype t, N_Vector y, N_Vector out, void *data) {
    const Sundials *base = &((Cvode *)data)->base;
    JdRun *run = base->run;
    double *to = NV_DATA_S(out);
    jd_run_rates(run, jd_sundials_time(base, t), NV_DATA_S(y), to);
    return jd_sundials_finite(to, run->n) ? 0 : 1;
}

static int weights(N_Vector y, N_Vector out, void *data) {
    const Cvode *c = data;
    jd_sundials_weights(&c->base, NV_DATA_S(y), c->base.run->n, NV_DATA_S(out));
    return 0;
}

/* The change that takes the state back onto the locks. */
static int project(realtype t, N_Vector y, N_Vector change, realtype within, N_Vector error,
                   void *data) {
    const Cvode *c = data;
    JdRun *run = c->base.run;
    const double *from = NV_DATA_S(y);
    double *to = NV_DATA_S(change);
    (void)within, (void)error;
    memcpy(to, from, (size_t)run->n * sizeof *to);
    run->cost.projections++;
    const double now = jd_sundials_time(&c->base, t);
    if (!run->form->project(run->system, &run->motion, now, FACTORS_NEARBY, to).done) return 1;
    for (int k = 0; k < run->n; k++) to[k] -= from[k];
    return 0;
}

/* by_unknown + by_rate / gamma; the derivatives only if CVODE finds the old ones too old. */
static int make_matrix(realtype t, N_Vector y, N_Vector now, SUNMatrix matrix, booleantype good,
                       booleantype *fresh, realtype gamma, void *data, N_Vector t1, N_Vector t2,
                       N_Vector t3) {
    Cvode *c = data;
    JdRun *run = c->base.run;
    const double *from = NV_DATA_S(y);
    (void)now, (void)matrix, (void)t1, (void)t2, (void)t3;
    *fresh = !good;
    if (!good) {
        const double time = jd_sundials_time(&c->base, t);
        jd_run_rates(run, time, from, c->rates);
        memcpy(c->z, from, (size_t)run->n * sizeof *from);
        jd_tangent_multipliers(&c->base.tangent, c->z);
        jd_tangent_eval(&c->base.tangent, time, c->z, c->rates);
    }
    c->gamma = gamma;
    jd_sundials_fill(&c->base, 1 / gamma);
    return 0;
}

/* ---- The larger system ---------------------------------------------------------------------- */

static SUNLinearSolver_Type lifted_type(SUNLinearSolver solver) {
    (void)solver;
    return SUNLINEARSOLVER_DIRECT;
}

static int lifted_start(SUNLinearSolver solver) {
    Cvode *c = solver->content;
    return c->base.call.SUNLinSolInitialize(c->base.solver);
}

static int lifted_setup(SUNLinearSolver solver, SUNMatrix matrix) {
    Cvode *c = solver->content;
    return c->base.call.SUNLinSolSetup(c->base.solver, matrix);
}

/* theory (6.13): the right-hand side is by_rate b / gamma. */
static int lifted_solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                        realtype tol) {
    Cvode *c = solver->content;
    const Tangent *t = &c->base.tangent;
    const double *from = NV_DATA_S(b);
    double *side = NV_DATA_S(c->side);
    memset(side, 0, (size_t)t->n * sizeof *side);
    for (int k = 0; k < t->pattern.by_rate.count; k++) {
        const Entry *entry = &t->pattern.by_rate.at[k];
        side[entry->row] += t->known_rate[k] * (from[entry->column] / c->gamma);
    }
    const int flag = c->base.call.SUNLinSolSolve(c->base.solver, matrix, c->answer, c->side, tol);
    memcpy(NV_DATA_S(x), NV_DATA_S(c->answer), (size_t)t->states * sizeof *side);
    return flag;
}

static SUNLinearSolver new_lifted(Cvode *c) {
    SUNLinearSolver solver = c->base.call.SUNLinSolNewEmpty(c->base.context);
    if (!solver) return NULL;
    solver->ops->gettype = lifted_type;
    solver->ops->initialize = lifted_start;
    solver->ops->setup = lifted_setup;
    solver->ops->solve = lifted_solve;
    solver->content = c;
    return solver;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

static void close_cvode(JdRun *run) {
    Cvode *c = run->own;
    if (!c) return;
    if (c->memory) c->base.call.CVodeFree(&c->memory);
    if (c->lifted) c->base.call.SUNLinSolFreeEmpty(c->lifted);
    jd_sundials_free(&c->base);
    free(c);
    run->own = NULL;
}

static bool set_up(Cvode *c, JdRun *run) {
    const bool projects = keeps_locks(run);
    if (c->base.call.CVodeSetErrHandlerFn(c->memory, jd_sundials_listen, &c->base)) return false;
    if (c->base.call.CVodeInit(c->memory, rates, 0, c->y) ||
        c->base.call.CVodeSetUserData(c->memory, c))
        return false;
    if (c->base.call.CVodeWFtolerances(c->memory, weights)) return false;
    if (c->base.call.CVodeSetLinearSolver(c->memory, c->lifted, c->base.matrix)) return false;
    if (c->base.call.CVodeSetNonlinearSolver(c->memory, c->base.newton)) return false;
    c->base.call.SUNNonlinSolSetConvTestFn(c->base.newton, jd_sundials_converged, &c->base);
    if (c->base.call.CVodeSetLinSysFn(c->memory, make_matrix)) return false;
    if (projects && c->base.call.CVodeSetProjFn(c->memory, project)) return false;
    if (projects && c->base.call.CVodeSetProjErrEst(c->memory, SUNFALSE)) return false;
    c->base.call.CVodeSetMaxErrTestFails(c->memory, MOST_FAILURES);
    c->base.call.CVodeSetMaxConvFails(c->memory, MOST_FAILURES);
    c->base.call.CVodeSetMaxNonlinIters(c->memory, NEWTON_ROUNDS);
    c->base.call.CVodeSetMinStep(c->memory, jd_sundials_floor(run));
    if (run->def.dt > 0) c->base.call.CVodeSetMaxStep(c->memory, run->def.dt);
    return true;
}

static bool open_cvode(JdRun *run) {
    Cvode *c = calloc(1, sizeof *c);
    if (!c) return false;
    run->own = c;
    if (!jd_sundials_new(&c->base, run, false)) return false;
    const size_t n = (size_t)c->base.tangent.n;
    c->z = ARENA_NEW(&c->base.tangent.arena, double, 2 * n + 1);
    if (!jd_sundials_pool(&c->base, &c->pool, run->n, POOL_VECTORS)) return false;
    c->y = jd_sundials_vector(&c->pool);
    c->side = jd_sundials_vector(&c->base.pool);
    c->answer = jd_sundials_vector(&c->base.pool);
    c->lifted = new_lifted(c);
    c->memory = c->base.call.CVodeCreate(CV_BDF, c->base.context);
    if (!c->z || !c->lifted || !c->memory) return false;
    if (!jd_sundials_newton(&c->base, c->y)) return false;
    c->rates = c->z + n;
    return set_up(c, run);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static const char *in_words(int flag) {
    switch (flag) {
    case CV_CONV_FAILURE:
        return "the equations of an implicit step have no solution nearby";
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR:
        return jd_off_locks;
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
        return "the linear equations of an implicit step cannot be solved";
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
        return "the mechanism has no finite acceleration";
    default:
        return "no step is small enough";
    }
}

static long count_failures(const Cvode *c) {
    long errors = 0, rounds = 0, projections = 0;
    c->base.call.CVodeGetNumErrTestFails(c->memory, &errors);
    c->base.call.CVodeGetNumStepSolveFails(c->memory, &rounds);
    if (c->base.call.CVodeGetNumProjFails(c->memory, &projections)) projections = 0;
    return errors + rounds + projections;
}

/* From the state of the run, without a past. */
static void begin(Cvode *c, JdRun *run) {
    memcpy(NV_DATA_S(c->y), run->y, (size_t)run->n * sizeof(double));
    c->base.call.CVodeReInit(c->memory, 0, c->y);
    c->base.from = run->t;
    c->base.now = 0;
    jd_sundials_repivot(&c->base);
    c->base.failures = 0;
    c->begun = true;
    run->changed = false;
}

static int try_step(Cvode *c, JdRun *run, double limit, double *t) {
    if (!c->begun || run->changed) begin(c, run);
    const double stop = limit - c->base.from;
    c->base.limit = limit;
    c->base.before = c->base.now;
    c->base.call.CVodeSetStopTime(c->memory, stop);
    const int flag = c->base.call.CVode(c->memory, stop, c->y, &c->base.now, CV_ONE_STEP);
    *t = jd_sundials_time(&c->base, c->base.now);
    const long failures = count_failures(c);
    run->cost.rejected += failures - c->base.failures;
    c->base.failures = failures;
    return flag;
}

static bool go(JdRun *run, double limit, double *t) {
    Cvode *c = run->own;
    int flag = try_step(c, run, limit, t);
    if (flag < 0 && jd_sundials_reanchor(&c->base)) {
        run->changed = true;
        flag = try_step(c, run, limit, t);
    }
    memcpy(run->y_new, NV_DATA_S(c->y), (size_t)run->n * sizeof(double));
    if (flag >= 0) return true;
    if (jd_cross_wanted(run)) return false;
    jd_sundials_explain(&c->base, "CVODE", in_words(flag));
    return false;
}

/* Off the locks by about the tolerance; whoever shows it projects it. */
static void dense(JdRun *run, double x, double *y, double *slope) {
    Cvode *c = run->own;
    const double t = jd_sundials_counted(&c->base, run->t_old + x * (run->t - run->t_old));
    if (slope) {
        c->base.call.CVodeGetDky(c->memory, t, 1, c->y);
        memcpy(slope, NV_DATA_S(c->y), (size_t)run->n * sizeof *slope);
    }
    c->base.call.CVodeGetDky(c->memory, t, 0, c->y);
    memcpy(y, NV_DATA_S(c->y), (size_t)run->n * sizeof *y);
}
#endif

extern const StepperType jd_stepper_dop853;
const StepperType jd_stepper_cvode = {
    .name = "cvode",
    .aliases = "bdf",
    .summary = "implicit, for stiff mechanisms: BDF of order 1 to 5, adaptive, each step projected "
               "(SUNDIALS)",
    .adaptive = true,
#ifdef JD_SUNDIALS
    .there = jd_sundials_there,
    .open = open_cvode,
    .close = close_cvode,
    .go = go,
    .dense = dense,
    .over = &jd_stepper_dop853,
#else
    .missing = "SUNDIALS",
#endif
};
