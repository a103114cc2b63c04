/* SPDX-License-Identifier: MIT
 *
 * IDA of SUNDIALS: backward differentiation formulas of order 1 to 5 for residual(z, z') = 0, with
 * the multipliers among the unknowns. With `projection` the rows themselves and their rates are
 * among the equations (index 2), so that every step ends on the locks as well as Newton's method
 * does; what is shown is projected, the past of the stepper is not. Otherwise the rows are asked
 * for as accelerations (index 1). */
#include "run/inside.h"

#ifdef JD_SUNDIALS
#include <stdlib.h>
#include <string.h>

typedef struct {
    Sundials base;
    void *memory;
    N_Vector z, rates;
    int *anchor; /* the rows that follow from others, as of the start of the stepper's past */
    bool begun;
} Ida;

/* ---- What IDA calls ------------------------------------------------------------------------- */

static int residual(realtype t, N_Vector z, N_Vector rates, N_Vector out, void *data) {
    Ida *ida = data;
    double *to = NV_DATA_S(out);
    jd_tangent_residual(&ida->base.tangent, jd_sundials_time(&ida->base, t), NV_DATA_S(z),
                        NV_DATA_S(rates), to);
    return jd_sundials_finite(to, ida->base.tangent.n) ? 0 : 1;
}

static int weights(N_Vector z, N_Vector out, void *data) {
    const Ida *ida = data;
    jd_sundials_weights(&ida->base, NV_DATA_S(z), ida->base.tangent.n, NV_DATA_S(out));
    return 0;
}

static int make_matrix(realtype t, realtype factor, N_Vector z, N_Vector rates, N_Vector now,
                       SUNMatrix matrix, void *data, N_Vector t1, N_Vector t2, N_Vector t3) {
    Ida *ida = data;
    (void)now, (void)matrix, (void)t1, (void)t2, (void)t3;
    jd_tangent_eval(&ida->base.tangent, jd_sundials_time(&ida->base, t), NV_DATA_S(z),
                    NV_DATA_S(rates));
    jd_sundials_fill(&ida->base, factor);
    return 0;
}

/* ---- Opening and closing -------------------------------------------------------------------- */

static void close_ida(JdRun *run) {
    Ida *ida = run->own;
    if (!ida) return;
    if (ida->memory) ida->base.call.IDAFree(&ida->memory);
    jd_sundials_free(&ida->base);
    free(ida->anchor);
    free(ida);
    run->own = NULL;
}

static bool set_up(Ida *ida, JdRun *run) {
    if (ida->base.call.IDASetErrHandlerFn(ida->memory, jd_sundials_listen, &ida->base))
        return false;
    if (ida->base.call.IDAInit(ida->memory, residual, 0, ida->z, ida->rates)) return false;
    if (ida->base.call.IDASetUserData(ida->memory, ida) ||
        ida->base.call.IDAWFtolerances(ida->memory, weights))
        return false;
    if (ida->base.call.IDASetLinearSolver(ida->memory, ida->base.solver, ida->base.matrix))
        return false;
    if (ida->base.call.IDASetNonlinearSolver(ida->memory, ida->base.newton)) return false;
    ida->base.call.SUNNonlinSolSetConvTestFn(ida->base.newton, jd_sundials_converged, &ida->base);
    if (ida->base.call.IDASetJacFn(ida->memory, make_matrix)) return false;
    ida->base.call.IDASetMaxErrTestFails(ida->memory, MOST_FAILURES);
    ida->base.call.IDASetMaxConvFails(ida->memory, MOST_FAILURES);
    ida->base.call.IDASetMaxNonlinIters(ida->memory, NEWTON_ROUNDS);
    ida->base.call.IDASetMinStep(ida->memory, jd_sundials_floor(run));
    if (run->def.dt > 0) ida->base.call.IDASetMaxStep(ida->memory, run->def.dt);
    return true;
}

static bool open_ida(JdRun *run) {
    const bool locked = jd_stepper_takes_locks(run->stepper, run->system);
    Ida *ida = calloc(1, sizeof *ida);
    if (!ida) return false;
    run->own = ida;
    if (!jd_sundials_new(&ida->base, run, locked)) return false;
    ida->anchor = calloc((size_t)run->motion.rows.anchor.count + 1, sizeof *ida->anchor);
    ida->z = jd_sundials_vector(&ida->base.pool);
    ida->rates = jd_sundials_vector(&ida->base.pool);
    ida->memory = ida->base.call.IDACreate(ida->base.context);
    if (!ida->anchor || !ida->memory) return false;
    if (!jd_sundials_newton(&ida->base, ida->z)) return false;
    ida->base.call.N_VConst(0, ida->z);
    ida->base.call.N_VConst(0, ida->rates);
    return set_up(ida, run);
}

/* ---- Steps ---------------------------------------------------------------------------------- */

static const char *in_words(int flag) {
    switch (flag) {
    case IDA_CONV_FAIL:
        return "the equations of an implicit step have no solution nearby";
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL:
        return "the linear equations of an implicit step cannot be solved";
    case IDA_RES_FAIL:
    case IDA_FIRST_RES_FAIL:
    case IDA_REP_RES_ERR:
        return "the forces have no finite values";
    default:
        return "no step is small enough";
    }
}

static long count_failures(const Ida *ida) {
    long errors = 0, rounds = 0;
    ida->base.call.IDAGetNumErrTestFails(ida->memory, &errors);
    ida->base.call.IDAGetNumStepSolveFails(ida->memory, &rounds);
    return errors + rounds;
}

static bool same_anchors(const Ida *ida, const RowWork *w) {
    return !w->anchor.count ||
           !memcmp(ida->anchor, w->anchor.row, (size_t)w->anchor.count * sizeof *w->anchor.row);
}

/* From the state of the run, without a past: rates and multipliers that go with it. Where other
 * rows have come to follow from others, the last projection was as good as the old choice was. */
static void begin(Ida *ida, JdRun *run) {
    const RowWork *w = &run->motion.rows;
    const size_t n = (size_t)run->n;
    double *z = NV_DATA_S(ida->z), *rates = NV_DATA_S(ida->rates);
    if (keeps_locks(run) && w->anchor.count) {
        jd_run_rates(run, run->t, run->y, rates);
        run->form->project(run->system, &run->motion, run->t, FACTORS_NEARBY, run->y);
    }
    ida->base.call.N_VConst(0, ida->rates);
    memcpy(z, run->y, n * sizeof *z);
    jd_run_rates(run, run->t, run->y, rates);
    jd_tangent_multipliers(&ida->base.tangent, z);
    if (w->anchor.count)
        memcpy(ida->anchor, w->anchor.row, (size_t)w->anchor.count * sizeof *w->anchor.row);
    ida->base.call.IDAReInit(ida->memory, 0, ida->z, ida->rates);
    ida->base.from = run->t;
    ida->base.now = 0;
    jd_sundials_repivot(&ida->base);
    ida->base.call.IDASetInitStep(ida->memory, jd_sundials_first_step(run, rates));
    ida->base.failures = 0;
    ida->begun = true;
    run->changed = false;
}

/* What is shown lies on the locks to the last digit. The factors that projection uses are those of
 * this state, so that it does not matter what was looked at before. Where the locks are not among
 * the equations, the stepper starts anew once it is off them by a hundred times the tolerance.
 * False: they cannot all hold. */
static bool put_in_order(const Ida *ida, JdRun *run, double t) {
    if (!keeps_locks(run)) return true;
    double *rates = stage(run, last_stage(run)), *before = run->work;
    jd_run_rates(run, t, run->y_new, rates);
    memcpy(before, run->y_new, (size_t)run->n * sizeof *before);
    const bool done =
        run->form->project(run->system, &run->motion, t, FACTORS_NEARBY, run->y_new).done;
    run->cost.projections++;
    if (ida->base.tangent.locked || !done) return done;
    for (int k = 0; k < run->n; k++) before[k] -= run->y_new[k];
    const double off = run->form->error(run->system, run->y_new, run->y_new, before, run->def.tol);
    run->changed = run->changed || off > 100;
    return true;
}

static int try_step(Ida *ida, JdRun *run, double limit, double *t) {
    if (!ida->begun || run->changed || !same_anchors(ida, &run->motion.rows)) begin(ida, run);
    const double stop = limit - ida->base.from;
    ida->base.limit = limit;
    ida->base.before = ida->base.now;
    ida->base.call.IDASetStopTime(ida->memory, stop);
    const int flag = ida->base.call.IDASolve(ida->memory, stop, &ida->base.now, ida->z, ida->rates,
                                             IDA_ONE_STEP);
    *t = jd_sundials_time(&ida->base, ida->base.now);
    const long failures = count_failures(ida);
    run->cost.rejected += failures - ida->base.failures;
    ida->base.failures = failures;
    return flag;
}

static bool go(JdRun *run, double limit, double *t) {
    Ida *ida = run->own;
    int flag = try_step(ida, run, limit, t);
    if (flag < 0 && jd_sundials_reanchor(&ida->base)) flag = try_step(ida, run, limit, t);
    memcpy(run->y_new, NV_DATA_S(ida->z), (size_t)run->n * sizeof(double));
    if (flag >= 0 && put_in_order(ida, run, *t)) return true;
    if (jd_cross_wanted(run)) return false;
    jd_sundials_explain(&ida->base, "IDA", flag < 0 ? in_words(flag) : jd_off_locks);
    return false;
}

static void dense(JdRun *run, double x, double *y, double *slope) {
    Ida *ida = run->own;
    const double t = jd_sundials_counted(&ida->base, run->t_old + x * (run->t - run->t_old));
    if (slope) {
        ida->base.call.IDAGetDky(ida->memory, t, 1, ida->z);
        memcpy(slope, NV_DATA_S(ida->z), (size_t)run->n * sizeof *slope);
    }
    ida->base.call.IDAGetDky(ida->memory, t, 0, ida->z);
    memcpy(y, NV_DATA_S(ida->z), (size_t)run->n * sizeof *y);
}
#endif

extern const StepperType jd_stepper_dop853;
const StepperType jd_stepper_ida = {
    .name = "ida",
    .aliases = "dassl",
    .summary = "implicit, for stiff mechanisms: BDF of order 1 to 5, adaptive, locks among the "
               "equations (SUNDIALS)",
    .adaptive = true,
    .locked = true,
#ifdef JD_SUNDIALS
    .there = jd_sundials_there,
    .open = open_ida,
    .close = close_ida,
    .go = go,
    .dense = dense,
    .over = &jd_stepper_dop853,
#else
    .missing = "SUNDIALS",
#endif
};
