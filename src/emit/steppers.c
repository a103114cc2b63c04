/* SPDX-License-Identifier: MIT
 *
 * The steppers of the emitted file: rk4, and dop853 with steps of its own. */
#include "emit/writer.h"
#include <stdio.h>
#include <string.h>

enum { WRITTEN_OUT = 8 }; /* states up to which sums of stages are written one by one */

/* A statement for all states: # stands for the number of each. */
static void for_states(Writer *w, const char *indent, const char *text) {
    const int n = w->rec.states, times = n > WRITTEN_OUT ? 1 : n;
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
    for_states(w, "    ", "sum[#] = f[#];");
    for (int s = 0; s < 3; s++) {
        snprintf(text, sizeof text, "z[#] = y[#] + %s * f[#];", step[s]);
        for_states(w, "    ", text);
        jd_write(w, small ? "    code = @_eval(m, *t + " : "    code = @_rates(m, *t + ");
        jd_text_print(w->out, "%s, z, f);\n    if (code) return code;\n", step[s]);
        snprintf(text, sizeof text, "sum[#] += %sf[#];", add[s]);
        for_states(w, "    ", text);
    }
    for_states(w, "    ", "y[#] += h / 6 * sum[#];");
    jd_write(w, "    *t += h;\n"
                "    return @_OK;\n}\n\n");
}

/* sum of weights times stages, of state i. */
static void write_sum(Writer *w, const double *weight, int count, const char *i) {
    bool first = true;
    for (int s = 0; s < count; s++) {
        if (weight[s] == 0) continue;
        jd_text_print(w->out, first ? "" : " + ");
        jd_print_number(weight[s], w->out);
        jd_text_print(w->out, " * f[%d][%s]", s, i);
        first = false;
    }
    if (first) jd_text_print(w->out, "0.0");
}

/* to[i] = y[i] + h * sum for all states. */
static void write_stage(Writer *w, const char *to, const double *weight, int count) {
    const int n = w->rec.states;
    char index[16];
    if (n > WRITTEN_OUT) jd_text_print(w->out, "        for (int i = 0; i < %d; i++)\n    ", n);
    for (int i = 0; i < (n > WRITTEN_OUT ? 1 : n); i++) {
        snprintf(index, sizeof index, n > WRITTEN_OUT ? "i" : "%d", i);
        jd_text_print(w->out, "        %s[%s] = y[%s] + h * (", to, index, index);
        write_sum(w, weight, count, index);
        jd_text_print(w->out, ");\n");
    }
}

static void write_error(Writer *w) {
    const Tableau *of = w->dop853;
    const int n = w->rec.states;
    char index[16];
    jd_write(w, "        double most = 0, low = 0;\n");
    if (n > WRITTEN_OUT) jd_text_print(w->out, "        for (int i = 0; i < %d; i++) {\n", n);
    for (int i = 0; i < (n > WRITTEN_OUT ? 1 : n); i++) {
        snprintf(index, sizeof index, n > WRITTEN_OUT ? "i" : "%d", i);
        if (n <= WRITTEN_OUT) jd_text_print(w->out, "        {\n");
        jd_text_print(w->out,
                      "            const double large = fabs(y[%s]) > fabs(z[%s]) ? fabs(y[%s]) : "
                      "fabs(z[%s]);\n",
                      index, index, index, index);
        jd_text_print(w->out,
                      "            const double per = scale[%s] / (1 + grows[%s] * large);\n",
                      index, index);
        jd_text_print(w->out, "            const double e5 = per * fabs(h * (");
        write_sum(w, of->error, of->stages, index);
        jd_text_print(w->out, "));\n            const double e3 = per * fabs(h * (");
        write_sum(w, of->error_low, of->stages, index);
        jd_text_print(w->out, "));\n"
                              "            if (!(e5 <= most)) most = e5;\n"
                              "            if (!(e3 <= low)) low = e3;\n        }\n");
    }
}

/* How errors of each state count: lengths by the mechanism's, rates and states of one's own by
 * their size, too. */
static void write_scales(Writer *w) {
    const Recorder *rec = &w->rec;
    const JdSystem *s = rec->s;
    double *scale = ARENA_NEW(rec->arena, double, rec->states + 1),
           *grows = ARENA_NEW(rec->arena, double, rec->states + 1);
    if (!scale || !grows) return;
    for (int n = 0; n < rec->states; n++) {
        const char *unit = rec->state_unit[n] ? rec->state_unit[n] : "1";
        scale[n] = !strcmp(unit, "m") || !strcmp(unit, "m/s") ? 1 / s->length : 1;
        grows[n] = n >= rec->first_rate ? scale[n] : 0;
        if (n < rec->first_extra) continue;
        const double own = s->extra[n - rec->first_extra].scale;
        scale[n] = own > 0 ? 1 / own : 1;
        grows[n] = scale[n];
    }
    jd_write_list(w, "scale", scale, rec->states);
    jd_write_list(w, "grows", grows, rec->states);
}

static const double usual_piece = 1e-3; /* s: a run without an end is looked at so often */

/* All is driven: there is nothing to integrate, but loops are followed in small parts of the run.
 */
static void write_followed(Writer *w) {
    const double to = w->rec.s->run.to;
    const bool events = jd_has_events(w), instants = w->rec.instant.count > 0;
    jd_write(w, "/* Up to time `to`: all is driven, and loops are followed on the way. */\n"
                "@_FN int @_run(@_model *m, double *t, double *y, double to, double tol) {\n"
                "    double none[1];\n"
                "    int code = @_OK;\n"
                "    (void)tol;\n");
    if (instants) jd_write(w, "    double next = @_mode(m, *t);\n");
    jd_write(w, "    while (*t < to && !code && !m->stopped) {\n"
                "        double end = *t + ");
    jd_print_number(to > 0 ? to / 2000 : usual_piece, w->out);
    jd_write(w, ";\n        if (end > to) end = to;\n");
    if (instants) jd_write(w, "        if (end > next) end = next;\n");
    jd_write(w, "        code = @_begin(m, end, y, none);\n");
    if (events)
        jd_write(
            w, "        const double share = code ? 2 : @_crossing(m, *t, end - *t, y, y, y, y);\n"
               "        if (share < 1) {\n"
               "            end = *t + share * (end - *t);\n"
               "            code = @_begin(m, end, y, none);\n"
               "        }\n");
    jd_write(w, "        *t = end;\n");
    if (events) jd_write(w, "        if (share <= 1 && !code) code = @_happen(m, *t, y);\n");
    if (instants)
        jd_write(w, "        if (*t >= next && !code) code = @_cross(m, *t, y, &next);\n");
    jd_write(w, "    }\n"
                "    return code;\n}\n\n");
}

/* The end of a try: it is taken, or done again with a shorter step. Where an event or a corner lies
 * in it, up to there: cubics are better the shorter it is. */
static void write_accepted(Writer *w) {
    const bool events = jd_has_events(w);
    jd_write(w, "        if (error <= 1) {\n"
                "            const double t_new = last ? to : *t + h;\n");
    if (events) jd_write(w, "            for (int i = 0; i < @_STATES; i++) g[i] = f[0][i];\n");
    jd_write(w, "            code = @_begin(m, t_new, z, f[0]);\n"
                "            if (!code) {\n");
    if (events)
        jd_write(w, "                const double whole = t_new - *t, share = @_crossing(m, *t, "
                    "whole, y, g, z, f[0]);\n"
                    "                if (h > usual) usual = h;\n"
                    "                const double near = @_near(doubt) * usual;\n"
                    "                if (share < 1 && tries < 30 && (1 - share) * whole > near) "
                    "{\n"
                    "                    const double least = 1e-14 * (fabs(*t) + fabs(to));\n"
                    "                    h = share * whole > near ? share * whole : near;\n"
                    "                    if (h < least) h = least;\n"
                    "                    tries++;\n"
                    "                    if (h < whole) {\n"
                    "                        code = @_begin(m, *t, y, f[0]);\n"
                    "                        if (code) return code;\n"
                    "                        continue;\n"
                    "                    }\n"
                    "                }\n");
    jd_write(w,
             "                double factor = error > 0 ? 0.9 * pow(error, -0.115) * pow(before, "
             "0.02) : 6;\n"
             "                if (factor > 6) factor = 6;\n"
             "                if (factor < 0.333) factor = 0.333;\n"
             "                for (int i = 0; i < @_STATES; i++) y[i] = z[i];\n"
             "                *t = t_new;\n"
             "                if (h > longest) longest = h;\n"
             "                before = error > 1e-4 ? error : 1e-4;\n"
             "                h *= factor;\n");
    if (events)
        jd_write(w,
                 "                if (tries && h < usual) h = usual;\n"
                 "                usual = 0;\n"
                 "                const int looks = share <= 1;\n"
                 "                doubt = tries && !looks ? doubt + 1 : 0;\n"
                 "                tries = 0;\n"
                 "                if (looks) {\n"
                 "                    code = @_happen(m, *t, y);\n"
                 "                    if (!code && !m->stopped) code = @_begin(m, *t, y, f[0]);\n"
                 "                    if (code || m->stopped) return code;\n"
                 "                }\n");
    jd_write(w, "                continue;\n"
                "            }\n"
                "            error = 1e3;\n"
                "        }\n"
                "        {\n"
                "            double factor = 0.9 * pow(error, -0.125);\n"
                "            if (factor < 0.2) factor = 0.2;\n"
                "            h *= factor;\n"
                "        }\n"
                "        if (code && h < 1e-8 * longest) return code; /* it goes there, by ever "
                "shorter steps */\n"
                "        if (code && @_begin(m, *t, y, f[0])) return code;\n"
                "    }\n"
                "    return @_OK;\n}\n\n");
}

/* Spans between instants at which conditions on time change. */
static void write_spans(Writer *w) {
    jd_write(w,
             "/* Up to time `to`, by the pair of Dormand and Prince of order 8 with steps of its "
             "own; no step goes over an\n"
             " * instant at which conditions on time change. */\n"
             "@_FN int @_run(@_model *m, double *t, double *y, double to, double tol) {\n"
             "    double next = @_mode(m, *t);\n"
             "    while (*t < to && !m->stopped) {\n"
             "        int code = @_span(m, t, y, next < to ? next : to, tol);\n"
             "        if (!code && *t >= next && !m->stopped) code = @_cross(m, *t, y, &next);\n"
             "        if (code) return code;\n"
             "    }\n"
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
    jd_write(w, "        for (int i = 0; i < @_STATES; i++) y[i] = z[i];\n"
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

static void write_dop853(Writer *w) {
    const Tableau *of = w->dop853;
    if (!w->rec.states) {
        write_followed(w);
        return;
    }
    jd_write(w, w->rec.instant.count
                    ? "static @_FN int @_span"
                    : "/* Up to time `to`, by the pair of Dormand and Prince of order "
                      "8 with steps of its own. */\n@_FN int @_run");
    jd_write(w, "(@_model *m, double *t, double *y, double to, double tol) {\n"
                "    enum { N = @_STATES > 0 ? @_STATES : 1 };\n");
    write_scales(w);
    const bool events = jd_has_events(w);
    jd_text_print(w->out, "    double f[%d][N], z[N], h = to - *t, before = 1e-4, longest = 0;\n",
                  of->stages);
    if (events) jd_write(w, "    double g[N], usual = 0;\n    int tries = 0, doubt = 0;\n");
    jd_write(
        w,
        "    int code = @_begin(m, *t, y, f[0]);\n"
        "    if (code) return code;\n"
        "    (void)scale, (void)grows;\n"
        "    {\n"
        "        double fastest = 0;\n"
        "        for (int i = 0; i < @_STATES; i++) {\n"
        "            const double speed = fabs(f[0][i]) * scale[i] / (1 + grows[i] * fabs(y[i]));\n"
        "            if (speed > fastest) fastest = speed;\n"
        "        }\n"
        "        if (h * fastest > 0.05) h = 0.05 / fastest;\n"
        "    }\n"
        "    while (*t < to) {\n"
        "        const double rest = to - *t;\n"
        "        const int last = h >= rest * (1 - 1e-12);\n"
        "        if (last) h = rest;\n"
        "        if (!(*t + 0.1 * h > *t) && !last) return code ? code : @_TOO_SMALL;\n"
        "        code = 0;\n");
    const double *a = of->a;
    for (int s = 1; s < of->stages; s++) {
        jd_write(w, s > 1 ? "        if (!code) {\n" : "        {\n");
        write_stage(w, "z", a, s);
        jd_write(w, "        code = @_rates(m, *t + ");
        jd_print_number(of->c[s], w->out);
        jd_text_print(w->out, " * h, z, f[%d]);\n        }\n", s);
        a += s;
    }
    jd_write(w, "        if (!code) {\n");
    write_stage(w, "z", of->b, of->stages);
    jd_write(w, "        }\n"
                "        double error = 1e3;\n"
                "        if (!code) {\n");
    write_error(w);
    jd_write(w, "        const double size = most * most + 0.01 * low * low;\n"
                "        error = size > 0 ? most * most / sqrt(size) / tol : 0;\n"
                "        if (!(error < 1e300)) error = 1e3;\n"
                "        }\n");
    write_accepted(w);
    if (w->rec.instant.count) write_spans(w);
}

void jd_write_steppers(Writer *w) {
    write_rk4(w);
    write_steps(w);
    write_dop853(w);
}
