/* SPDX-License-Identifier: MIT
 *
 * The energy over a run. Where neither drives nor forces put any in or take any out, what changes
 * is the error of the run, and worth a line. */
#include "app/app.h"
#include <string.h>

Ledger jd_ledger(const JdModel *model, const JdSystem *system) {
    const bool driven = jd_model_info(model).drives > 0;
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

/* ---- --ledger -----------------------------------------------------------------------------------
 */

enum { CELL = 14 };

void jd_book_print(const RunJob *job, FILE *out) {
    JdLedgerLine line;
    int width = 12;
    if (!jd_run_ledger(job->run, 0, &line)) return;
    for (int n = 0; jd_run_ledger(job->run, n, &line); n++)
        if ((int)strlen(line.name) > width) width = (int)strlen(line.name);
    fprintf(out, "\n  %-*s%*s%*s%*s%*s\n", width + 2, "ledger [J]", CELL, "work", CELL, "stored",
            CELL, "heat", CELL, "brought in");
    for (int n = 0; jd_run_ledger(job->run, n, &line); n++)
        fprintf(out, "  %-*s%*.6g%*.6g%*.6g%*.3g\n", width + 2, line.name, CELL, line.work, CELL,
                line.stored, CELL, line.heat, CELL, line.work + line.stored + line.heat);
    const JdLedgerSum sum = jd_run_ledger_sum(job->run);
    fprintf(out, "  %-*s%*.6g\n", width + 2, "kinetic", CELL, sum.kinetic);
    fprintf(out, "  %-*s%*.3g, %.2g of all that was moved\n", width + 2, "left over", CELL,
            sum.residual, sum.sum > 0 ? fabs(sum.residual) / sum.sum : 0);
}

void jd_book_json(const RunJob *job, Json *json) {
    JdLedgerLine line;
    if (!jd_run_ledger(job->run, 0, &line)) return;
    jd_json_object(json, "ledger");
    jd_json_rows(json, "lines");
    for (int n = 0; jd_run_ledger(job->run, n, &line); n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "name", line.name);
        jd_json_number(json, "work", line.work);
        jd_json_number(json, "stored", line.stored);
        jd_json_number(json, "heat", line.heat);
        jd_json_end(json);
    }
    jd_json_end(json);
    const JdLedgerSum sum = jd_run_ledger_sum(job->run);
    jd_json_number(json, "kinetic", sum.kinetic);
    jd_json_number(json, "residual", sum.residual);
    jd_json_number(json, "sum", sum.sum);
    jd_json_end(json);
}
