/* SPDX-License-Identifier: MIT
 *
 * Compiled rates in the stages of a step. Both ends of a step stay the interpreter's, so that
 * events, coordinates, proofs and rows find a motion there; compiled code is asked in between, as
 * long as the same coordinates are independent as in it. Where it has no answer the interpreter
 * has. */
#include "run/run.h"
#include "form/minimal.h"
#include <string.h>

static const FormType *mechanics_of(const JdSystem *s) {
    return s->mechanics ? s->mechanics : s->form;
}

bool jd_run_native(JdRun *run, JdRates *rates, const int *independent, int count) {
    if (!run || !rates || run->started || run->motion.turned.count > 0 || count < 0 ||
        (count > 0 && !independent))
        return false;
    const JdSystem *s = run->system;
    const Tableau *tableau = run->stepper->tableau;
    if (strcmp(mechanics_of(s)->name, "minimal") || !tableau || tableau->stages < 2) return false;
    run->native = rates;
    run->native_independent = independent;
    run->native_count = count;
    return true;
}

/* The coordinates in use are those of the compiled code. */
static bool fits(const JdRun *run) {
    const MinimalPlan *plan = run->system->plan;
    const MinimalWork *w = run->motion.form;
    if (!plan->tree.cut.rows || plan->rolls) return true;
    if (run->native_count != plan->free) return false;
    for (int k = 0; k < plan->free; k++) {
        bool found = false;
        for (int n = 0; n < run->native_count; n++)
            found = found || run->native_independent[n] == w->independent[k];
        if (!found) return false;
    }
    return true;
}

static bool is_finite(const double *x, int n) {
    for (int k = 0; k < n; k++)
        if (!isfinite(x[k])) return false;
    return true;
}

bool jd_native_rates(JdRun *run, double t, const double *y, double *rates) {
    if (!fits(run) || run->native(run->when.given, run->motion.held, t, y, rates) ||
        !is_finite(rates, run->n))
        return false;
    run->cost.evaluations++;
    run->cost.natives++;
    jd_run_strays(run);
    return true;
}
