/* SPDX-License-Identifier: MIT
 *
 * Events of the emitted file: what is looked at on the way, where in a step it changes, and what
 * events do. Corners of forces are looked at, too: steps end there. theory 6.13 */
#include "emit/writer.h"
#include <string.h>

/* ---- What is looked at ---------------------------------------------------------------------- */

static void write_code(Writer *w, const Num *results, int count) {
    const char *fail = jd_arena_format(w->rec.arena, "return %s_OPEN;", w->p.prefix);
    jd_print_code(&w->p, results, count, fail ? fail : "");
}

static void write_opening(Writer *w) {
    jd_write(w, "    const @_numbers *const n = &m->number;\n"
                "    const double *const k = m->k;\n"
                "    (void)n, (void)k, (void)t, (void)y;\n");
}

static void write_look(Writer *w) {
    jd_write(w, "/* Conditions of events, then levels of corners. */\n"
                "static @_FN int @_look(const @_model *m, double t, const double *y, double *now) "
                "{\n");
    write_opening(w);
    write_code(w, w->rec.watch, w->rec.watches);
    for (int n = 0; n < w->rec.watches; n++) {
        jd_text_print(w->out, "    now[%d] = ", n);
        jd_print_value(&w->p, w->rec.watch[n], w->out);
        jd_text_print(w->out, n < w->rec.s->whens ? " != 0 ? 1.0 : 0.0;\n" : ";\n");
    }
    jd_write(w, "    return @_OK;\n}\n\n");
}

/* ---- What happens --------------------------------------------------------------------------- */

/* Velocities behind blows of drives and along frees: theory (6.27). */
static void write_strike(Writer *w) {
    const Recorder *rec = &w->rec;
    const int n = rec->first_extra - rec->first_rate;
    Num *change = ARENA_NEW(rec->arena, Num, n + 1);
    if (!rec->struck || !change) return;
    for (int i = 0; i < n; i++)
        change[i] = n_sub(rec->t, rec->struck[rec->first_rate + i], rec->rate[rec->first_rate + i]);
    jd_write(w, "/* Velocities answer to blows as accelerations do to efforts. */\n"
                "static @_FN int @_strike(const @_model *m, double t, double *y, const double "
                "*blow) {\n");
    write_opening(w);
    jd_write(w, "    (void)blow;\n");
    if (jd_printer_grow(&w->p)) write_code(w, change, n);
    for (int i = 0; i < n; i++) {
        if (!change[i]) continue;
        jd_text_print(w->out, "    y[%d] += ", rec->first_rate + i);
        jd_print_value(&w->p, change[i], w->out);
        jd_text_print(w->out, ";\n");
    }
    jd_write(w, "    return @_OK;\n}\n\n");
}

static void write_event(Writer *w, int k) {
    const Recorder *rec = &w->rec;
    const SystemWhen *when = &rec->s->when[k];
    const int blows = when->impulses ? rec->blow.count : 0, count = when->sets + blows,
              drives = rec->s->drives;
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    if (!results) return;
    memcpy(results, rec->when[k].set, (size_t)when->sets * sizeof *results);
    memcpy(results + when->sets, rec->when[k].blow, (size_t)blows * sizeof *results);
    jd_text_print(w->out, "/* Event '%s'. */\n", when->name);
    jd_write(w, "static @_FN int ");
    jd_text_print(w->out, "%s_event_%d(%s_model *m, double t, double *y) {\n", w->p.prefix, k,
                  w->p.prefix);
    write_opening(w);
    if (when->sets) jd_text_print(w->out, "    double set[%d];\n", when->sets);
    if (blows) jd_text_print(w->out, "    double blow[%d] = {0};\n", drives + blows);
    write_code(w, results, count);
    for (int n = 0; n < count; n++) {
        jd_text_print(w->out, n < when->sets ? "    set[%d] = " : "    blow[%d] = ",
                      n < when->sets ? n : drives + n - when->sets);
        jd_print_value(&w->p, results[n], w->out);
        jd_text_print(w->out, ";\n");
    }
    for (int n = 0; n < when->sets; n++) {
        const SystemSet *set = &when->set[n];
        jd_text_print(w->out,
                      set->given >= 0 ? "    m->input[%d] = set[%d];\n" : "    y[%d] = set[%d];\n",
                      set->given >= 0 ? set->given : rec->first_extra + set->extra, n);
    }
    for (int n = 0; n < when->switches; n++)
        jd_text_print(w->out, "    m->input[%d] = %s; /* %s */\n",
                      rec->s->givens + when->turn[n].force, when->turn[n].on ? "1.0" : "0.0",
                      rec->s->force[when->turn[n].force].name);
    if (when->stop) jd_write(w, "    m->stopped = 1;\n");
    jd_write(w, blows ? "    return @_strike(m, t, y, blow);\n}\n\n" : "    return @_OK;\n}\n\n");
}

static void write_events(Writer *w) {
    const int whens = w->rec.s->whens;
    for (int k = 0; k < whens; k++) write_event(w, k);
    jd_write(w,
             "/* Events that have become true act in the order of the model; then all are looked "
             "at again. */\n"
             "static @_FN int @_happen(@_model *m, double t, double *y) {\n"
             "    double now[@_WATCHED];\n"
             "    for (int round = 0; round < 100; round++) {\n"
             "        int acted = 0, code = @_look(m, t, y, now);\n"
             "        for (int k = 0; k < @_WATCHED && !code; k++) {\n"
             "            const int risen = k < @_EVENTS && now[k] > m->was[k];\n"
             "            m->was[k] = now[k];\n"
             "            if (!risen) continue;\n"
             "            acted = 1;\n");
    for (int k = 0; k < whens; k++)
        jd_text_print(w->out, "            if (k == %d) code = %s_event_%d(m, t, y);\n", k,
                      w->p.prefix, k);
    jd_write(w, "        }\n"
                "        if (code || !acted) return code;\n"
                "    }\n"
                "    return @_CIRCLE;\n}\n\n");
}

/* ---- Where in a step ------------------------------------------------------------------------ */

/* Cubics through both ends do to see that something changes and about where; the step is then done
 * again up to there, so that in the end it is exact. */
static void write_crossing(Writer *w) {
    jd_write(
        w,
        "/* Whether something is otherwise than before: an event has become true, or a corner is "
        "passed. */\n"
        "static @_FN int @_changes(const double *was, const double *now, int count) {\n"
        "    for (int k = 0; k < count; k++)\n"
        "        if (k < @_EVENTS ? now[k] > was[k] : now[k] < was[k] || now[k] > was[k]) return "
        "1;\n"
        "    return 0;\n}\n\n"
        "/* At share s of a step from y to z, with rates f and g there. */\n"
        "static @_FN int @_look_between(const @_model *m, double t, double h, double s, const "
        "double "
        "*y, const double *f,\n"
        "                               const double *z, const double *g, double *now) {\n"
        "    enum { N = @_STATES > 0 ? @_STATES : 1 };\n"
        "    const double r = 1 - s, a = s * r * r * h, b = -s * s * r * h, c = r * r * (1 + 2 * "
        "s), "
        "d = s * s * (3 - 2 * s);\n"
        "    double x[N];\n"
        "    for (int i = 0; i < @_STATES; i++) x[i] = s < 1 ? c * y[i] + d * z[i] + a * f[i] + b "
        "* "
        "g[i] : z[i];\n"
        "    (void)y, (void)f, (void)z, (void)g;\n"
        "    return @_look(m, t + s * h, x, now);\n}\n\n"
        "/* So near to a change, in usual steps, is at it. Where a long step saw what those up to "
        "it did not, so many times\n"
        " * one after the other, it is gone over, ten times further with each of them. */\n"
        "static @_FN double @_near(int doubt) {\n"
        "    double near = 1e-10;\n"
        "    for (int k = 1; k < doubt && near < 1; k++) near *= 10;\n"
        "    return near;\n}\n\n"
        "/* The share of the step at which something changes first; 2: nothing does. */\n"
        "static @_FN double @_crossing(@_model *m, double t, double h, const double *y, const "
        "double "
        "*f, const double *z,\n"
        "                              const double *g) {\n"
        "    enum { LOOKS = 4 };\n"
        "    double now[@_WATCHED], before = 0;\n"
        "    for (int n = 1; n <= LOOKS; n++) {\n"
        "        double at = (double)n / LOOKS;\n"
        "        if (@_look_between(m, t, h, at, y, f, z, g, now)) return 2;\n"
        "        if (@_changes(m->was, now, @_WATCHED)) {\n"
        "            while (at - before > 1e-13) {\n"
        "                const double middle = before + 0.5 * (at - before);\n"
        "                const int failed = @_look_between(m, t, h, middle, y, f, z, g, now);\n"
        "                if (failed || @_changes(m->was, now, @_WATCHED))\n"
        "                    at = middle;\n"
        "                else\n"
        "                    before = middle;\n"
        "            }\n"
        "            return at;\n"
        "        }\n"
        "        for (int k = 0; k < @_EVENTS; k++) /* what has become false may become true again "
        "*/\n"
        "            if (now[k] < m->was[k]) m->was[k] = now[k];\n"
        "        before = at;\n"
        "    }\n"
        "    return 2;\n}\n\n");
}

bool jd_has_events(const Writer *w) {
    return w->rec.watches > 0;
}

void jd_write_events(Writer *w) {
    write_strike(w);
    if (!jd_has_events(w)) return;
    write_look(w);
    write_events(w);
    write_crossing(w);
}
