/* SPDX-License-Identifier: MIT
 *
 * Fixed steps of the emitted file: rk4. */
#include "emit/writer.h"
#include <stdio.h>
#include <string.h>

enum { WRITTEN_OUT = 8 }; /* states up to which sums of stages are written one by one */

void jd_write_for(Writer *w, int count, const char *indent, const char *text) {
    const int n = count, times = n > WRITTEN_OUT ? 1 : n;
    if (n > WRITTEN_OUT) jd_text_print(w->out, "%sfor (int i = 0; i < %d; i++)\n    ", indent, n);
    for (int i = 0; i < times; i++) {
        jd_text_print(w->out, "%s", indent);
        for (const char *at = text; *at; at++)
            if (*at != '#')
                jd_text_add(w->out, at, 1);
            else if (n > WRITTEN_OUT)
                jd_text_print(w->out, "i");
            else
                jd_text_print(w->out, "%d", i);
        jd_text_print(w->out, "\n");
    }
}

static void write_rk4(Writer *w) {
    static const char *const step[3] = {"half", "half", "h"}, *const add[3] = {"2 * ", "2 * ", ""};
    char text[80];
    const bool small = jd_rates_are_small(w);
    jd_write(w, "/* One step of the method of Runge and Kutta, of length h. */\n"
                "@_FN int @_rk4(@_model *m, double *t, double *y, double h) {\n");
    if (!w->rec.states) {
        jd_write(w, "    *t += h;\n    return @_begin(m, *t, y, y);\n}\n\n");
        return;
    }
    jd_write(w, "    enum { N = @_STATES };\n"
                "    const double half = 0.5 * h;\n"
                "    double f[N], z[N], sum[N];\n");
    if (w->rec.instant.count) jd_write(w, "    @_mode(m, *t);\n");
    jd_write(w, small ? "    int code = @_first(m, *t, y, f);\n"
                      : "    int code = @_begin(m, *t, y, f);\n");
    jd_write(w, "    if (code) return code;\n");
    jd_write_for(w, w->rec.states, "    ", "sum[#] = f[#];");
    for (int s = 0; s < 3; s++) {
        snprintf(text, sizeof text, "z[#] = y[#] + %s * f[#];", step[s]);
        jd_write_for(w, w->rec.states, "    ", text);
        jd_write(w, small ? "    code = @_eval(m, *t + " : "    code = @_rates(m, *t + ");
        jd_text_print(w->out, "%s, z, f);\n    if (code) return code;\n", step[s]);
        snprintf(text, sizeof text, "sum[#] += %sf[#];", add[s]);
        jd_write_for(w, w->rec.states, "    ", text);
    }
    jd_write_for(w, w->rec.states, "    ", "y[#] += h / 6 * sum[#];");
    jd_write(w, "    *t += h;\n"
                "    return @_OK;\n}\n\n");
}

/* Steps of rk4 that end at instants, events and corners, too. */
static void write_steps(Writer *w) {
    const bool events = jd_has_events(w), instants = w->rec.instant.count > 0;
    jd_write(w,
             "/* Up to time `to` by steps of rk4, each up to the next multiple of h from where it "
             "began. */\n"
             "@_FN int @_steps(@_model *m, double *t, double *y, double to, double h) {\n"
             "    enum { N = @_STATES > 0 ? @_STATES : 1 };\n"
             "    const double from = *t, near = 1e-9 * h;\n"
             "    double z[N];\n"
             "    int code = @_OK;\n");
    if (events) jd_write(w, "    double f[N], g[N];\n    int doubt = 0, looks = 0;\n");
    if (instants) jd_write(w, "    double next = @_mode(m, *t);\n");
    jd_write(
        w, "    if (!(h > 0)) return @_TOO_SMALL;\n"
           "    for (long n = 1; *t < to && !m->stopped; n += *t > from + (double)n * h - near) {\n"
           "        double end = from + (double)n * h;\n"
           "        if (end <= *t) continue;\n"
           "        if (end > to - near) end = to;\n");
    if (instants) jd_write(w, "        if (end > next) end = next;\n");
    if (events)
        jd_write(w, "        double step = end - *t, share = 2;\n"
                    "        for (int tries = 0;; tries++) {\n"
                    "            double s = *t;\n"
                    "            for (int i = 0; i < @_STATES; i++) z[i] = y[i];\n"
                    "            code = @_begin(m, *t, y, f);\n"
                    "            if (!code) code = @_rk4(m, &s, z, step);\n"
                    "            if (!code) code = @_begin(m, s, z, g);\n"
                    "            if (code) return code;\n"
                    "            const double near = @_near(doubt) * h;\n"
                    "            share = @_crossing(m, *t, step, y, f, z, g);\n"
                    "            if (!(share < 1) || tries == 30 || (1 - share) * step <= near) {\n"
                    "                looks = share <= 1;\n"
                    "                doubt = tries && !looks ? doubt + 1 : 0;\n"
                    "                break;\n"
                    "            }\n"
                    "            step = share * step > near ? share * step : near;\n"
                    "        }\n"
                    "        if (step < end - *t) end = *t + step;\n");
    else
        jd_write(w, "        double s = *t;\n"
                    "        for (int i = 0; i < @_STATES; i++) z[i] = y[i];\n"
                    "        code = @_rk4(m, &s, z, end - *t);\n"
                    "        if (code) return code;\n");
    jd_write(w, "        if (!@_finite(z, @_STATES)) return @_NO_NUMBER;\n"
                "        for (int i = 0; i < @_STATES; i++) y[i] = z[i];\n"
                "        *t = end;\n");
    if (events)
        jd_write(w, "        if (looks) code = @_happen(m, *t, y);\n"
                    "        if (code) return code;\n");
    if (instants)
        jd_write(w, "        if (*t >= next && !m->stopped) code = @_cross(m, *t, y, &next);\n"
                    "        if (code) return code;\n");
    jd_write(w, "    }\n"
                "    return @_begin(m, *t, y, z);\n}\n\n");
}

void jd_write_steppers(Writer *w) {
    write_rk4(w);
    write_steps(w);
    jd_write_dop853(w);
}
