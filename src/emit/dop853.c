/* SPDX-License-Identifier: MIT
 *
 * The pair of Dormand and Prince of the emitted file, with the steps that the interpreter takes:
 * theory 6. */
#include "emit/writer.h"
#include <stdio.h>

/* ---- A try ---------------------------------------------------------------------------------- */

/* Weights of the stages, and the sum of these times rates for each number. */
static void write_sum(Writer *w, const double *weight, int stages, int count, const char *to,
                      const char *from) {
    Text line = {0};
    for (int s = 0; s < stages; s++) {
        if (weight[s] == 0) continue;
        jd_text_print(w->out, "        const double w%d = h * ", s);
        jd_print_number(weight[s], w->out);
        jd_text_print(w->out, ";\n");
    }
    jd_text_print(&line, "%s[#] = %s", to, from);
    for (int s = 0, first = !*from; s < stages; s++) {
        if (weight[s] == 0) continue;
        jd_text_print(&line, first ? "w%d * f[%d][#]" : " + w%d * f[%d][#]", s, s);
        first = 0;
    }
    jd_text_print(&line, ";");
    if (line.at) jd_write_for(w, count, "        ", line.at);
    w->rec.arena->failed = w->rec.arena->failed || line.failed;
    jd_text_free(&line);
}

static void write_whole_list(Writer *w, const char *name, const int *values, int count) {
    jd_text_print(w->out, "    static const int %s[] = {", name);
    for (int n = 0; n < count; n++)
        jd_text_print(w->out, n ? n % 16 ? ", %d" : ",\n        %d" : "%d", values[n]);
    jd_text_print(w->out, "};\n");
}

/* Lengths count by the mechanism's, rates and states of one's own by their size, too. */
static void write_size(Writer *w) {
    const Errors *of = &w->errors;
    jd_write(w, "/* How large e is, where numbers of the state and of what follows from it are y "
                "and z. */\n"
                "static @_FN double @_size(const double *y, const double *z, const double *e) {\n"
                "    enum { ALL = @_COUNTED, GROUPS = @_GROUPS };\n");
    jd_write_list(w, "scale", of->scale, of->count);
    write_whole_list(w, "group", of->group, of->count);
    jd_write(
        w,
        "    double large[GROUPS] = {0}, most = 0;\n"
        "    for (int i = 0; i < ALL; i++) {\n"
        "        const double a = fabs(y[i]), b = fabs(z[i]), size = scale[i] * (a > b ? a : b);\n"
        "        if (group[i] >= 0 && size > large[group[i]]) large[group[i]] = size;\n"
        "    }\n"
        "    for (int i = 0; i < ALL; i++) {\n"
        "        const double off = scale[i] * fabs(e[i]), here = group[i] < 0 ? off : off / (1 + "
        "large[group[i]]);\n"
        "        if (!(here <= most)) most = here >= 0 ? here : HUGE_VAL; /* what is no number is "
        "large */\n"
        "    }\n"
        "    return most;\n}\n\n");
}

static void write_try(Writer *w) {
    const Tableau *of = w->dop853;
    const double *a = of->a;
    const int n = w->rec.states, all = w->errors.count;
    jd_write(w,
             "/* The stages of a step from y to z; how far it is off, in tolerances. */\n"
             "static @_FN int @_try(const @_model *m, double t, const double *y, double h, double "
             "tol, double (*f)[@_COUNTED], double *z, double *error) {\n"
             "    double low[@_COUNTED], high[@_COUNTED];\n"
             "    int code;\n");
    for (int s = 1; s < of->stages; s++) {
        jd_write(w, "    {\n");
        write_sum(w, a, s, n, "z", "y[#]");
        jd_write(w, "        code = @_rates_all(m, t + ");
        jd_print_number(of->c[s], w->out);
        jd_text_print(w->out, " * h, z, f[%d]);\n        if (code) return code;\n    }\n", s);
        a += s;
    }
    jd_write(w, "    {\n");
    write_sum(w, of->b, of->stages, all, "z", "y[#]");
    jd_write(w, "    }\n    {\n");
    write_sum(w, of->error, of->stages, all, "high", "");
    jd_write(w, "    }\n    {\n");
    write_sum(w, of->error_low, of->stages, all, "low", "");
    jd_write(
        w, "    }\n"
           "    const double most = @_size(y, z, high) / tol, less = @_size(y, z, low) / tol, both "
           "= most * most + 0.01 * less * less;\n"
           "    *error = both > 0 ? most * most / sqrt(both) : 0;\n"
           "    return @_OK;\n}\n\n");
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* theory (6.5), (6.6) */
static void write_control(Writer *w) {
    jd_write(
        w,
        "/* What the next step is of this one. */\n"
        "static @_FN double @_factor(double error, double before, double most) {\n"
        "    const double exponent = 1.0 / 8, beta = 0.2 * exponent;\n"
        "    const double factor = 0.9 / (pow(error > 1e-10 ? error : 1e-10, exponent - 0.75 * "
        "beta) / pow(before, beta));\n"
        "    return !(factor > 0.2) ? 0.2 : factor < most ? factor : most;\n}\n\n"
        "/* A hundredth of the time in which the motion changes, less for tighter tolerances. */\n"
        "static @_FN double @_first_step(const double *y, const double *f, double tol, double "
        "whole) {\n"
        "    const double speed = @_size(y, y, f);\n"
        "    const double h = speed > 0 ? 0.01 * pow(tol, 1.0 / 8) / speed : 1e-3 * whole;\n"
        "    return h < 0.1 * whole ? h : 0.1 * whole;\n}\n\n");
}

/* Where an event or a corner lies in a step, it is done again up to there: cubics are better the
 * shorter it is. Behind it the step is what the whole one said. */
static void write_look(Writer *w) {
    if (!jd_has_events(w)) return;
    jd_write(w, "        if (good && !code) {\n"
                "            share = @_crossing(m, *t, h, from, g, z, f[0]);\n"
                "            if (!tries) {\n"
                "                const double factor = @_factor(error, before, rejected ? 1 : 6);\n"
                "                usual = h;\n"
                "                after = factor < 1 ? factor * h : h;\n"
                "                after_error = error;\n"
                "            }\n"
                "            const double near = @_near(doubt) * usual;\n"
                "            if (share < 1 && tries < 30 && (1 - share) * h > near) {\n"
                "                const double gap = 1e-14 * (fabs(*t) + fabs(to)), whole = h;\n"
                "                h = share * whole > near ? share * whole : near;\n"
                "                if (h < gap) h = gap;\n"
                "                if (h < whole) {\n"
                "                    tries++;\n"
                "                    code = @_begin_all(m, *t, from, f[0]);\n"
                "                    if (code) return code;\n"
                "                    continue;\n"
                "                }\n"
                "                h = whole;\n"
                "            }\n"
                "        }\n");
}

/* What was found on the way acts, at the end of the step that was cut for it. */
static void write_events(Writer *w) {
    if (jd_has_events(w))
        jd_write(
            w,
            "            if (tries) h = after, before = after_error > 1e-4 ? after_error : 1e-4;\n"
            "            doubt = tries && share > 1 ? doubt + 1 : 0;\n"
            "            tries = 0;\n"
            "            if (share <= 1) {\n"
            "                code = @_happen(m, *t, y);\n"
            "                if (code) return code;\n"
            "                changed = 1;\n"
            "            }\n");
    if (w->rec.instant.count)
        jd_write(w, "            if (*t >= next && !m->stopped) {\n"
                    "                code = @_cross(m, *t, y, &next);\n"
                    "                if (code) return code;\n"
                    "                changed = 1;\n"
                    "            }\n");
    if (jd_has_events(w) || w->rec.instant.count)
        jd_write(w, "            if (changed && !m->stopped) {\n"
                    "                for (int i = 0; i < @_STATES; i++) from[i] = y[i];\n"
                    "                code = @_begin_all(m, *t, from, f[0]);\n"
                    "                if (!code && !@_finite(f[0], @_STATES)) code = @_NO_NUMBER;\n"
                    "                if (code) return code;\n"
                    "            }\n");
}

static void write_accepted(Writer *w) {
    const bool changes = jd_has_events(w) || w->rec.instant.count;
    jd_write(w, "        if (good && !code) {\n");
    if (changes) jd_write(w, "            int changed = 0;\n");
    jd_write(w, "            const double longer = h * @_factor(error, before, 6);\n"
                "            for (int i = 0; i < @_COUNTED; i++) from[i] = z[i];\n"
                "            for (int i = 0; i < @_STATES; i++) y[i] = z[i];\n"
                "            *t = t_new;\n"
                "            if (h > longest) longest = h;\n"
                "            before = error > 1e-4 ? error : 1e-4;\n"
                "            if (!rejected)\n"
                "                h = t_new >= limit && longer < wanted ? wanted : longer;\n"
                "            else if (longer < h)\n"
                "                h = longer;\n"
                "            rejected = 0;\n");
    write_events(w);
    jd_write(
        w, "            continue;\n"
           "        }\n"
           "        h *= good ? 0.25 : @_factor(error, 1, 1);\n"
           "        rejected = 1;\n"
           "        if (code && h < 1e-8 * longest) return code; /* it goes there, by ever shorter "
           "steps */\n"
           "        if (code == @_NO_NUMBER) @_begin_all(m, *t, from, f[0]);\n");
}

static void write_go_on(Writer *w) {
    const bool events = jd_has_events(w), instants = w->rec.instant.count > 0;
    jd_write(w, "/* Up to time `to`, from where *pace says that an earlier call ended. No step "
                "goes over an "
                "instant at which conditions\n * on time change. */\n"
                "@_FN int @_go_on(@_model *m, double *t, double *y, double to, double tol, @_pace "
                "*pace) {\n");
    jd_text_print(
        w->out,
        "    double f[%d][%s_COUNTED], from[%s_COUNTED] = {0}, z[%s_COUNTED], longest = 0;\n",
        w->dop853->stages, w->p.prefix, w->p.prefix, w->p.prefix);
    if (events)
        jd_write(w, "    double g[@_STATES], usual = 0, after = 0, after_error = 1, share = 2;\n"
                    "    int tries = 0, doubt = 0;\n");
    if (instants) jd_write(w, "    double next = @_mode(m, *t);\n");
    jd_write(w, "    int rejected = 0, code;\n"
                "    for (int i = 0; i < @_STATES; i++) from[i] = y[i];\n"
                "    code = @_begin_all(m, *t, from, f[0]);\n"
                "    if (code) return code;\n"
                "    if (!@_finite(f[0], @_STATES)) return @_NO_NUMBER;\n"
                "    const int goes_on = pace->next > 0 && pace->at >= *t && pace->at <= *t;\n"
                "    double h = goes_on ? pace->next : @_first_step(from, f[0], tol, to - *t);\n"
                "    double before = goes_on ? pace->before : 1e-4;\n"
                "    while (*t < to && !m->stopped) {\n");
    jd_write(w, instants ? "        double limit = next < to ? next : to;\n"
                         : "        double limit = to;\n");
    if (w->narrow.count) jd_write(w, "        h = @_seeing(*t, h, &limit);\n");
    jd_write(
        w, "        const double rest = limit - *t, wanted = h;\n"
           "        const double least = 3.6e-15 * (fabs(*t) > 1e-6 * fabs(to) ? fabs(*t) : 1e-6 * "
           "fabs(to));\n"
           "        double error = 1e9;\n"
           "        if (!(h >= least)) return code ? code : @_TOO_SMALL;\n"
           "        if (h > rest) h = rest;\n");
    if (instants || w->narrow.count)
        jd_write(w, "        if (limit < to && h < rest && h > 0.5 * rest) h = 0.5 * rest; /* "
                    "rather than a tiny "
                    "rest */\n");
    jd_write(w, "        const double t_new = rest <= h * (1 + 1e-12) ? limit : *t + h;\n"
                "        h = t_new - *t;\n"
                "        code = @_try(m, *t, from, h, tol, f, z, &error);\n"
                "        if (!code && !(error < 1e300)) code = @_NO_NUMBER;\n"
                "        if (code) error = 1e9;\n"
                "        const int good = error <= 1;\n");
    if (events) jd_write(w, "        for (int i = 0; i < @_STATES; i++) g[i] = f[0][i];\n");
    jd_write(w, "        if (good) code = @_begin_all(m, t_new, z, f[0]);\n"
                "        if (good && !code && !@_finite(f[0], @_STATES)) code = @_NO_NUMBER;\n");
    write_look(w);
    write_accepted(w);
    jd_write(w, "    }\n"
                "    pace->next = h, pace->before = before, pace->at = *t;\n"
                "    return @_OK;\n}\n\n");
}

void jd_write_dop853(Writer *w) {
    jd_write(w, "/* How long the next step is, how far off the last one was, where it ended; all "
                "zero: that is still "
                "to be found. */\n"
                "typedef struct {\n    double next, before, at;\n} @_pace;\n\n");
    if (w->rec.states) {
        jd_text_print(w->out, "enum { %s_COUNTED = %d, %s_GROUPS = %d };\n\n", w->p.prefix,
                      w->errors.count, w->p.prefix, at_least_one(w->errors.groups));
        write_size(w);
        write_try(w);
        write_control(w);
        jd_write_narrow(w);
        write_go_on(w);
    } else {
        jd_write_driven(w);
    }
    jd_write(w, "/* Up to time `to`, by the pair of Dormand and Prince of order 8 with steps of "
                "its own. */\n"
                "@_FN int @_run(@_model *m, double *t, double *y, double to, double tol) {\n"
                "    @_pace pace = {0, 0, 0};\n"
                "    return @_go_on(m, t, y, to, tol, &pace);\n}\n\n");
}
