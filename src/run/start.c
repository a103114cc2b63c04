/* SPDX-License-Identifier: MIT
 *
 * The start of a motion. A run that has just begun is asked, so that all that a run does before its
 * first step is done; what the model says of steppers, tolerances and rows does not matter to it.
 */
#include "run/run.h"

static const double any_tol = 1e-6; /* no step is taken */

JdRun *jd_run_at_start(const JdSystem *system, JdLog *log) {
    const JdRunDef def = {.stepper = "dop853", .until = 1, .output_every = -1, .tol = any_tol};
    JdRun *run = jd_run_new(system, def, log);
    if (run && jd_run_next(run)) return run;
    jd_run_free(run);
    return NULL;
}

bool jd_system_start(const JdSystem *system, const JdChannel *channels, int count, double *values,
                     JdLog *log) {
    JdRun *run = jd_run_at_start(system, log);
    if (!run) return false;
    const int asked = channels && values ? count : 0;
    for (int n = 0; n < asked; n++) values[n] = jd_run_value(run, channels[n]);
    jd_run_free(run);
    return true;
}
