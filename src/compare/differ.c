/* SPDX-License-Identifier: MIT
 *
 * How far the runs of a comparison are from the first of them. */
#include "compare/compare.h"
#include <string.h>

static const double *samples_of(const Comparison *all, int form, int step) {
    const Trial *trial = form >= 0 ? &all->form[form].trial[step] : NULL;
    return trial && trial->done ? trial->samples : NULL;
}

double jd_comparison_off(const Comparison *all, int form, int step, int output) {
    const double *a = samples_of(all, all->first, step), *b = samples_of(all, form, step);
    if (!a || !b) return NAN;
    double most = 0;
    for (int t = 0; t < all->def.time_count; t++) {
        const int at = t * all->def.output_count + output;
        const double off = fabs(a[at] - b[at]);
        if (isnan(off)) return NAN;
        most = fmax(most, off);
    }
    return most;
}

/* Its first time; NAN: all its values are numbers. A graph that has no such output has none at all.
 */
static double not_finite_at(const Comparison *all, int form, int output) {
    const double *a = samples_of(all, form, 0);
    int first = -1, lost = 0;
    for (int t = all->def.time_count - 1; a && t >= 0; t--)
        if (!isfinite(a[t * all->def.output_count + output])) first = t, lost++;
    const bool absent = all->form[form].bond && lost == all->def.time_count;
    return first < 0 || absent ? NAN : all->def.times[first];
}

void jd_comparison_tell_not_finite(const Comparison *all) {
    JdLog *log = all->app->log;
    for (int n = 0; n < all->def.output_count; n++)
        for (int k = 0; k < all->forms; k++) {
            const double time = not_finite_at(all, k, n);
            if (isnan(time)) continue;
            jd_report(log, JD_ERROR, "value-not-finite", nowhere,
                      "at t = %.6g s '%s' has no finite value under %s", time, all->def.outputs[n],
                      all->form[k].name);
            jd_hint(log, "`jourdain run` with the same options says where it came from");
            break;
        }
}

double jd_comparison_size(const Comparison *all, int step, int output) {
    const double *a = samples_of(all, all->first, step);
    double most = 0;
    for (int t = 0; a && t < all->def.time_count; t++)
        most = fmax(most, fabs(a[t * all->def.output_count + output]));
    return most;
}

/* An output that is an error itself has no size to be compared with. */
static bool is_error(const char *output) {
    return strncmp(output, "drift", 5) == 0 || strcmp(output, "power.balance") == 0 ||
           strcmp(output, "power.locks") == 0;
}

double jd_comparison_worst(const Comparison *all, int form, int step) {
    if (!samples_of(all, all->first, step) || !samples_of(all, form, step)) return NAN;
    double worst = 0;
    for (int n = 0; n < all->def.output_count; n++) {
        const double off = jd_comparison_off(all, form, step, n);
        double size = jd_comparison_size(all, step, n);
        /* Where an energy has its zero does not matter. */
        if (strcmp(all->units[n], "J") == 0)
            size = fmax(size, all->form[all->first].trial[step].most_kinetic);
        if (off > 0 && !is_error(all->def.outputs[n]))
            worst = fmax(worst, size > 0 ? off / size : INFINITY);
    }
    return worst;
}
