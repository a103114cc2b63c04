/* SPDX-License-Identifier: MIT
 *
 * --ledger: where the energy went, element by element. */
#include "job/job.h"
#include <string.h>

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
