/* SPDX-License-Identifier: MIT
 *
 * The table of steppers, and what those with a Runge-Kutta tableau share: stages, error, dense
 * output. */
#include "base/two.h"
#include "run/run.h"
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
enum { STEPPERS = sizeof steppers / sizeof *steppers };

const StepperType *jd_stepper_at(int index) {
    return index >= 0 && index < STEPPERS ? steppers[index] : NULL;
}

const StepperType *jd_stepper_find(const char *name) {
    for (int n = 0; n < STEPPERS; n++) {
        if (!strcmp(steppers[n]->name, name)) return steppers[n];
        if (steppers[n]->aliases && jd_word_in_list(name, steppers[n]->aliases)) return steppers[n];
    }
    return NULL;
}

void jd_stepper_suggest(Nearest *nearest) {
    for (int n = 0; n < STEPPERS; n++) jd_nearest_try(nearest, steppers[n]->name);
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

/* The terms of a sum over stages that are not zero. */
typedef struct {
    int count;
    double weight[MOST_STAGES];
    const double *of[MOST_STAGES];
} Terms;

static void find_terms(const JdRun *run, double h, const double *weights, int count, Terms *terms) {
    assert(count <= MOST_STAGES);
    terms->count = 0;
    for (int r = 0; r < count; r++) {
        const double w = h * weights[r];
        if (w == 0) continue;
        terms->weight[terms->count] = w;
        terms->of[terms->count++] = stage(run, r);
    }
}

/* The last number of all may be alone. */
static inline Two one_or_two(const double *from, bool two) {
    return two ? two_load(from) : (Two){from[0]};
}

/* to = y + h sum w_r k_r; y NULL: zero. A few numbers at a time, which stay in registers over all
 * stages; each is added up in the order of the stages. */
enum { AT_A_TIME = 8 };

static void combine(const JdRun *run, const double *y, double h, const double *weights, int count,
                    double *to) {
    Terms terms;
    find_terms(run, h, weights, count, &terms);
    const int n = run->n;
    int i = 0;
    for (; i + AT_A_TIME <= n; i += AT_A_TIME) {
        Two a = {0}, b = a, c = a, d = a;
        if (y) a = two_load(y + i), b = two_load(y + i + 2);
        if (y) c = two_load(y + i + 4), d = two_load(y + i + 6);
        for (int r = 0; r < terms.count; r++) {
            const Two w = two_both(terms.weight[r]);
            const double *of = terms.of[r] + i;
            a += w * two_load(of), b += w * two_load(of + 2);
            c += w * two_load(of + 4), d += w * two_load(of + 6);
        }
        two_store(to + i, a), two_store(to + i + 2, b);
        two_store(to + i + 4, c), two_store(to + i + 6, d);
    }
    for (; i < n; i += 2) {
        const bool two = i + 1 < n;
        Two sum = {0};
        if (y) sum = one_or_two(y + i, two);
        for (int r = 0; r < terms.count; r++)
            sum += two_both(terms.weight[r]) * one_or_two(terms.of[r] + i, two);
        to[i] = sum[0];
        if (two) to[i + 1] = sum[1];
    }
}

static const double *row_of(const Tableau *t, int r) {
    return t->a + r * (r - 1) / 2;
}

void jd_rk_step(JdRun *run, double h) {
    assert(run->stepper->tableau);
    assert(isfinite(h));
    const Tableau *t = run->stepper->tableau;
    for (int r = 1; r < t->stages; r++) {
        combine(run, run->y, h, row_of(t, r), r, run->work);
        jd_run_stage_rates(run, run->t + t->c[r] * h, run->work, stage(run, r));
        jd_energy_stage(run, r);
    }
    combine(run, run->y, h, t->b, t->stages, run->y_new);
}

static double error_of(JdRun *run, double h, const double *weights) {
    combine(run, NULL, h, weights, run->stepper->tableau->stages, run->out);
    return run->form->error(run->system, run->y, run->y_new, run->out, run->def.tol);
}

/* Two estimates of different order are weighed as in Hairer, Norsett, Wanner II.10. */
double jd_rk_error(JdRun *run, double h) {
    assert(run->stepper->tableau->error);
    const Tableau *t = run->stepper->tableau;
    double high = error_of(run, h, t->error);
    if (!t->error_low || !isfinite(high)) return high;
    double low = error_of(run, h, t->error_low), both = high * high + 0.01 * low * low;
    return both > 0 ? high * high / sqrt(both) : 0;
}

void jd_rk_dense_stages(JdRun *run) {
    const Tableau *t = run->stepper->tableau;
    double h = run->t - run->t_old;
    const long natives = run->cost.natives; /* rows are not counted */
    for (int k = 0; k < t->dense_stages && !run->dense_ready; k++) {
        int r = t->stages + 1 + k;
        combine(run, run->y_old, h, row_of(t, r), r, run->work);
        jd_run_stage_rates(run, run->t_old + t->c[r] * h, run->work, stage(run, r));
        run->motion_at_y = false;
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
