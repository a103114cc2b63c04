/* SPDX-License-Identifier: MIT
 *
 * The energy over a run. Where neither drives nor forces put any in or take any out, what changes
 * is the error of the run, and worth a line. */
#include "app/app.h"
#include "model/model.h"
#include "system/system.h"
#include <math.h>

Ledger jd_ledger(const JdSystem *system) {
    /* A field of gravity has no energy that is known: what it gives is power, as that of a force.
     */
    bool forces = system->forces > 0 || system->gravity_kind == GRAVITY_FIELD;
    for (int k = 0; k < system->joints; k++) forces = forces || system->joint[k].elastic;
    return (Ledger){
        .forces = forces,
        .energy = jd_channel(system, "energy", NULL),
        .kinetic = jd_channel(system, "energy.kinetic", NULL),
        .applied = jd_channel(system, "power.applied", NULL),
        .start = NAN,
    };
}

void jd_ledger_watch(Ledger *ledger, const JdModel *model, JdRun *run) {
    if (ledger->energy.index < 0 || model->drives.count > 0) return;
    const double energy = jd_run_value(run, ledger->energy);
    if (isnan(ledger->start))
        ledger->start = energy;
    else
        ledger->sum_off += fabs(energy - ledger->start), ledger->count++;
    ledger->most_off = fmax(ledger->most_off, fabs(energy - ledger->start));
    ledger->most_kinetic = fmax(ledger->most_kinetic, jd_run_value(run, ledger->kinetic));
    if (!ledger->forces) return;
    ledger->most_power = fmax(ledger->most_power, fabs(jd_run_value(run, ledger->applied)));
}

bool jd_ledger_is_closed(const Ledger *ledger, double end) {
    if (isnan(ledger->start)) return false;
    return ledger->most_power * end <= 1e-9 * ledger->most_kinetic;
}
