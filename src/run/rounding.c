/* SPDX-License-Identifier: MIT
 *
 * Starts so far away that rounding of their numbers does more to the motion than the tolerance
 * allows: the last digit of an angle of 1e9 rad is 1e-7 rad. No step would be small enough. */
#include "run/inside.h"
#include <float.h>

static const double large = 1e6; /* smaller numbers have digits enough, */
static const double most = 3;    /* tolerances that rounding may do to a step */

static double largest_position(const JdRun *run) {
    double size = 0;
    for (int k = 0; k < run->form->first_velocity(run->system); k++)
        size = fmax(size, fabs(run->y[k]));
    return size;
}

/* What the last digit of all positions does to a usual step, in tolerances. */
static double rounding_of_step(JdRun *run) {
    const int first = run->form->first_velocity(run->system);
    double *rates = stage(run, 0), *moved = run->y_new;
    const int order = run->stepper->tableau ? run->stepper->tableau->error_order + 1 : 5;
    for (int k = 0; k < run->n; k++) moved[k] = run->y[k] * (k < first ? 1 + DBL_EPSILON : 1);
    run->form->rates(run->system, &run->motion, 0, run->y, rates);
    const double speed = run->form->error(run->system, run->y, run->y, rates, 1);
    run->form->rates(run->system, &run->motion, 0, moved, run->work);
    for (int k = 0; k < run->n; k++) run->work[k] -= rates[k];
    const double change = run->form->error(run->system, run->y, run->y, run->work, run->def.tol);
    return speed > 0 ? change * pow(run->def.tol, 1.0 / order) / speed : 0;
}

bool jd_run_is_lost(JdRun *run) {
    const double size = run->stepper->adaptive ? largest_position(run) : 0;
    if (!(size > large)) return false;
    const double off = rounding_of_step(run);
    if (!(off > most)) return false;
    run->failed = true;
    jd_report(run->log, JD_ERROR, "tolerance-too-small", nowhere,
              "positions at the start are as large as %.1g, where rounding does more than a "
              "tolerance of %g allows",
              size, run->def.tol);
    jd_hint(run->log,
            "leave whole turns out of angles and begin nearer to the origin, or use a "
            "tolerance of %.0e",
            run->def.tol * off);
    return true;
}
