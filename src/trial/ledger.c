/* SPDX-License-Identifier: MIT
 *
 * The energy over a run. Where neither drives nor forces put any in or take any out, what changes
 * is the error of the run, and worth a line. */
#include "trial/trial.h"

Ledger jd_ledger(const JdModel *model, const JdSystem *system) {
    const JdModelInfo info = jd_model_info(model);
    const bool driven = info.drives > 0 || info.bodies <= 1; /* the ground has none */
    return (Ledger){
        .forces = jd_system_info(system, NULL).exchanges,
        .energy = driven ? (JdChannel){-1} : jd_channel(system, "energy", NULL),
        .kinetic = jd_channel(system, "energy.kinetic", NULL),
        .applied = jd_channel(system, "power.applied", NULL),
        .start = NAN,
    };
}

void jd_ledger_watch(Ledger *ledger, JdRun *run) {
    if (ledger->energy.index < 0) return;
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

static const double nothing = 1e-9; /* of the kinetic energy: rounding */

bool jd_ledger_is_closed(const Ledger *ledger, double end) {
    if (isnan(ledger->start)) return false;
    return ledger->most_power * end <= nothing * ledger->most_kinetic;
}
