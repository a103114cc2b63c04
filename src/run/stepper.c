/* SPDX-License-Identifier: MIT
 *
 * The table of steppers, and what those with a Runge-Kutta tableau share: stages, error, dense
 * output. */
#include "math/two.h"
#include "run/run.h"
#include "base/registry.h"
#include <assert.h>
#include <string.h>

#define STEPPER(name) extern const StepperType jd_stepper_##name;
#include "run/steppers.def"
#undef STEPPER

static const StepperType *const steppers[] = {
#define STEPPER(name) &jd_stepper_##name,
#include "run/steppers.def"
#undef STEPPER
};
static const Registry registry = REGISTRY_WITH_ALIASES(steppers);

const StepperType *jd_stepper_at(int index) {
    return jd_registry_at(&registry, index);
}

const StepperType *jd_stepper_find(const char *name) {
    return jd_registry_find(&registry, name);
}

void jd_stepper_suggest(Nearest *nearest) {
    jd_registry_suggest(&registry, nearest);
}

/* ---- Index ----------------------------------------------------------------------------------- */

bool jd_stepper_takes_locks(const StepperType *stepper, const JdSystem *system) {
    const bool keeps = jd_stabilise_projects(system) || system->form->always_projects;
    return stepper->locked && keeps && system->dynamics.rows > 0 && system->form->residual;
}

/* Differentiated down to accelerations locks have index 1: multipliers follow from the state. */
int jd_stepper_index(const StepperType *stepper, const JdSystem *system) {
    const FormCount count = system->form->count(system);
    if (jd_count_index(&count) == 0) return 0;
    return jd_stepper_takes_locks(stepper, system) ? 2 : 1;
}

/* ---- Runge-Kutta: theory (6.1) -------------------------------------------------------------- */

/* Which weights of a sum over stages are not zero, a bit each. */
static unsigned find_uses(const double *weights, int count) {
    unsigned uses = 0;
    assert(count <= 32);
    for (int r = 0; r < count; r++) uses |= (unsigned)(weights[r] != 0) << r;
    return uses;
}

/* h sum w_r k_r over these; a few numbers from i on, which stay in registers over all stages; each
 * is added up in the order of the stages. */
typedef struct {
    const double *k, *weight;
    int n;
    double h;
    unsigned uses;
} Sum;
enum { FEW = 16 };

ALWAYS void sum_few(const int few, const Sum *of, const double *y, int i, double *to) {
    Two sum[FEW / 2] = {{0}};
    double last = 0;
    if (y) UNROLL for (int k = 0; k < few / 2; k++) sum[k] = two_load(y + i + 2 * k);
    if (y && few % 2) last = y[i + few - 1];
    const double *k_i = of->k + i;
    const size_t n = (size_t)of->n;
    for (unsigned uses = of->uses; uses; uses &= uses - 1) {
        const size_t r = (size_t)(unsigned)__builtin_ctz(uses);
        const double w = of->h * of->weight[r], *at = k_i + r * n;
        UNROLL for (int k = 0; k < few / 2; k++) sum[k] += two_both(w) * two_load(at + 2 * k);
        if (few % 2) last += w * at[few - 1];
    }
    UNROLL for (int k = 0; k < few / 2; k++) two_store(to + i + 2 * k, sum[k]);
    if (few % 2) to[i + few - 1] = last;
}

/* to = y + h sum w_r k_r; y NULL: zero. */
static void combine(const JdRun *run, const double *y, double h, const double *weights,
                    unsigned uses, double *to) {
    const Sum of = {run->k, weights, run->n, h, uses};
    int i = 0;
    for (; i + FEW <= of.n; i += FEW) sum_few(FEW, &of, y, i, to);
#define REST(few)                                                                                  \
    case few:                                                                                      \
        sum_few(few, &of, y, i, to);                                                               \
        break;
    // clang-format off
    switch (of.n - i) {
        REST(1) REST(2) REST(3) REST(4) REST(5) REST(6) REST(7) REST(8)
        REST(9) REST(10) REST(11) REST(12) REST(13) REST(14) REST(15)
    }
    // clang-format on
#undef REST
}

/* Row r of the tableau: weights of stage r, where r is the number of stages of the new state;
 * behind them those of the estimates. */
static unsigned uses_of(const Tableau *t, int row, const double *weights, int count) {
    return t->uses ? t->uses[row - 1] : find_uses(weights, count);
}

static const double *row_of(const Tableau *t, int r) {
    return t->a + r * (r - 1) / 2;
}

void jd_rk_step(JdRun *run, double h) {
    assert(run->stepper->tableau);
    assert(isfinite(h));
    const Tableau *t = run->stepper->tableau;
    const bool works = run->energy.watched && run->energy.works;
    for (int r = 1; r < t->stages; r++) {
        const double *row = row_of(t, r);
        combine(run, run->y, h, row, uses_of(t, r, row, r), run->work);
        jd_run_stage_rates(run, run->t + t->c[r] * h, run->work, stage(run, r));
        if (works) jd_energy_stage(run, r);
    }
    combine(run, run->y, h, t->b, uses_of(t, t->stages, t->b, t->stages), run->y_new);
}

static double error_of(JdRun *run, double h, const double *weights, int row) {
    const Tableau *t = run->stepper->tableau;
    combine(run, NULL, h, weights, uses_of(t, row, weights, t->stages), run->out);
    return run->form->error(run->system, run->y, run->y_new, run->out, run->def.tol);
}

/* Two estimates of different order are weighed as in Hairer, Norsett, Wanner II.10. */
double jd_rk_error(JdRun *run, double h) {
    assert(run->stepper->tableau->error);
    const Tableau *t = run->stepper->tableau;
    double high = error_of(run, h, t->error, t->stages + 1);
    if (!t->error_low || !isfinite(high)) return high;
    double low = error_of(run, h, t->error_low, t->stages + 2),
           both = high * high + 0.01 * low * low;
    return both > 0 ? high * high / sqrt(both) : 0;
}

double jd_rk_check(JdRun *run, double h) {
    const Tableau *t = run->stepper->tableau;
    combine(run, NULL, h, t->check, find_uses(t->check, t->stages + 1), run->out);
    return run->form->error(run->system, run->y_old, run->y, run->out, 1);
}

void jd_rk_dense_stages(JdRun *run) {
    const Tableau *t = run->stepper->tableau;
    double h = run->t - run->t_old;
    const long natives = run->cost.natives; /* rows are not counted */
    for (int k = 0; k < t->dense_stages && !run->dense_ready; k++) {
        int r = t->stages + 1 + k;
        combine(run, run->y_old, h, row_of(t, r), find_uses(row_of(t, r), r), run->work);
        jd_run_stage_rates(run, run->t_old + t->c[r] * h, run->work, stage(run, r));
    }
    run->cost.natives = natives;
    run->dense_ready = true;
}

/* The cubic through values and rates at both ends. */
static void hermite(JdRun *run, double x, double *y, double *slope) {
    double h = run->t - run->t_old, u = 1 - x;
    const double *k0 = stage(run, 0), *k1 = stage(run, run->stepper->tableau->stages);
    for (int i = 0; i < run->n; i++) {
        const double a = run->y_old[i], way = run->y[i] - a;
        const double low = h * k0[i] - way, high = way - h * k1[i];
        y[i] = u * a + x * run->y[i] + x * u * (u * low + x * high);
        if (slope) slope[i] = (way + u * (1 - 3 * x) * low + x * (2 - 3 * x) * high) / h;
    }
}

void jd_run_dense(JdRun *run, double t, double *y, double *slope) {
    assert(run->t > run->t_old);
    assert(t >= run->t_old && t <= run->t);
    double x = (t - run->t_old) / (run->t - run->t_old);
    jd_run_regain(run); /* who looked at the step before may have used its stages */
    if (run->stepper->dense)
        run->stepper->dense(run, x, y, slope);
    else
        hermite(run, x, y, slope);
}
