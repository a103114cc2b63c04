/* SPDX-License-Identifier: MIT
 *
 * Before anything is written: what was recorded gives the interpreter's rates where the model
 * starts. Code that would do something else is worse than none. */
#include "emit/writer.h"
#include "run/run.h"

/* Of the largest rate: what is left of sums in another order, where masses are as far apart as they
 * may be. */
static const double same_digits = 1e-6;
static const double nothing = 1e-12; /* SI: forces that are in balance leave so much of a rate */

/* A dead point at the start: the code says so by itself. */
static bool starts_in_its_chart(const Writer *w) {
    for (int n = 0; n < w->rec.guard.count; n++)
        if (!(jd_tape_value(&w->tape, w->rec.guard.at[n].low) > w->rec.guard.at[n].limit))
            return false;
    return true;
}

/* The number of the emitted state; -1: it follows from others, or only a part of it counts. */
static int place_of(const Recorder *rec, int state) {
    const int nq = rec->plan->tree.nq, nu = rec->plan->tree.nu, first = jd_record_first_rate(rec);
    if (state < nq) return rec->state_of_q[state];
    if (state < first) return -1;
    if (state >= first + nu) return rec->first_extra + state - first - nu;
    const int u = state - first;
    return jd_record_repeats(rec, u) ? -1 : rec->state_of_u[u];
}

static bool agrees(Writer *w, const double *rates, int count, JdLog *log) {
    const Recorder *rec = &w->rec;
    double size = 0;
    for (int k = 0; k < count; k++) size = fmax(size, fabs(rates[k]));
    for (int k = 0; k < count; k++) {
        const int at = place_of(rec, k);
        if (at < 0 || !isfinite(rates[k])) continue;
        const double is = jd_tape_value(&w->tape, rec->rate[at]);
        if (fabs(is - rates[k]) <= same_digits * size + nothing) continue;
        jd_report(log, JD_ERROR, "emit-differs", nowhere,
                  "at the start the rate of '%s' would be %.9g in the code, and is %.9g",
                  rec->state_name[at] ? rec->state_name[at] : "a state", is, rates[k]);
        jd_hint(log, "this is a mistake of the program, not of the model: please report it; "
                     "`jourdain run` takes the model as it is");
        return false;
    }
    return true;
}

bool jd_writer_agrees(Writer *w, JdLog *log) {
    JdLog *own = jd_log_new();
    JdRun *run = jd_run_at_start(w->rec.s, own);
    bool same = true;
    if (run && starts_in_its_chart(w)) {
        jd_run_rates(run, 0, run->y, run->work);
        same = agrees(w, run->work, run->n, log);
    }
    jd_run_free(run);
    jd_log_free(own);
    return same;
}
