/* SPDX-License-Identifier: MIT
 *
 * The energy over a run. Where neither drives nor forces put any in or take any out, what changes
 * is the error of the run, and worth a line. */
#include "app/app.h"
#include <math.h>

void jd_ledger_start(RunJob *job) {
    job->ledger = (Ledger){
        .energy = jd_channel(job->system, "energy", NULL),
        .kinetic = jd_channel(job->system, "energy.kinetic", NULL),
        .applied = jd_channel(job->system, "power.applied", NULL),
        .start = NAN,
    };
}

void jd_ledger_watch(RunJob *job) {
    Ledger *ledger = &job->ledger;
    if (ledger->energy.index < 0 || job->model->drives.count > 0) return;
    const double energy = jd_run_value(job->run, ledger->energy);
    if (isnan(ledger->start)) ledger->start = energy;
    ledger->most_off = fmax(ledger->most_off, fabs(energy - ledger->start));
    ledger->most_kinetic = fmax(ledger->most_kinetic, jd_run_value(job->run, ledger->kinetic));
    if (job->model->forces.count == 0) return;
    ledger->most_power = fmax(ledger->most_power, fabs(jd_run_value(job->run, ledger->applied)));
}

bool jd_ledger_is_closed(const RunJob *job) {
    const Ledger *ledger = &job->ledger;
    if (isnan(ledger->start)) return false;
    return ledger->most_power * job->end <= 1e-9 * ledger->most_kinetic;
}
