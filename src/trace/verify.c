/* SPDX-License-Identifier: MIT
 *
 * How far the rows of a run can be trusted: the same motion once more with a tenth of the tolerance
 * or half the step, and by other equations. What differs is not known: theory (6.28). */
#include "form/form.h"
#include "run/run.h"
#include "system/system.h"
#include "trace/trace.h"
#include <string.h>

static const double finer = 0.1;      /* of the tolerance; */
static const double finest = 1e-13;   /* below it rounding counts, and a coarser one is as good */
static const double by_step = 2;      /* half a step takes half of an error of order 1, the least */
static const double by_tolerance = 2; /* steps of one tolerance are not equally good */
static const double rounding = 1e-15; /* of the largest value: no number is better */
static const double unseen = 1e-9;    /* of the largest of the same unit: too small to be seen, */
static const double nothing = 1e-12;  /* and in any unit of SI */
enum { DIGITS_MOST = 15, FORMS_MOST = 3 };

typedef struct {
    const JdTrace *trace;
    const JdRun *run; /* the one that the trace is of */
    JdVerify *verify;
    JdLog *log; /* of the caller */
    Arena arena;
    int rows, columns;
    double *times;
    double *error;  /* of all rows, one behind the other, so far as is known */
    bool stopped;   /* somebody wants no more */
    double kinetic; /* the largest kinetic energy */
} Verifying;

/* ---- Rows of the trace ---------------------------------------------------------------------- */

static int rows_of(const JdTrace *trace) {
    const int kept = jd_trace_kept(trace);
    const bool ends = kept && jd_trace_kept_at(trace, kept - 1, 0) == trace->row[0];
    return trace->rows == 0 || ends ? kept : kept + 1; /* the last one is always known */
}

static double row_value(const JdTrace *trace, int row, int column) {
    return row < jd_trace_kept(trace) ? jd_trace_kept_at(trace, row, column) : trace->row[column];
}

/* ---- Another run ---------------------------------------------------------------------------- */

/* A quaternion and its opposite are one attitude. */
static bool has_no_sign(const char *name) {
    return strstr(name, ".quaternion.") != NULL;
}

static double difference(double a, double b, bool no_sign) {
    const double off = no_sign ? fmin(fabs(a - b), fabs(a + b)) : fabs(a - b);
    return isnan(off) ? INFINITY : off;
}

static void compare_row(Verifying *v, JdRun *other, const JdChannel *id, double factor, int row) {
    double *error = v->error + (size_t)row * (size_t)v->columns;
    for (int c = 1; c < v->columns; c++) {
        const double is = jd_run_value(other, id[c]) / v->trace->columns.at[c].scale;
        const double off =
            difference(row_value(v->trace, row, c), is, has_no_sign(jd_trace_name(v->trace, c)));
        error[c] = fmax(error[c], factor * off);
    }
}

/* Rows that it did not come to are not known at all. */
static void give_up(Verifying *v, int row) {
    for (; row < v->rows; row++)
        for (int c = 1; c < v->columns; c++)
            v->error[(size_t)row * (size_t)v->columns + (size_t)c] = INFINITY;
}

/* An event has two rows of one instant, which is not quite the same one in another run. */
static int past_events(const Verifying *v, int row) {
    const JdTrace *trace = v->trace;
    for (; row < v->rows; row++) {
        const int at = row < jd_trace_kept(trace) ? row * trace->stride : trace->rows - 1;
        if (!jd_trace_event(trace, at, 0, NULL)) break;
    }
    return row;
}

/* Compares all rows with those of another run, as far as it comes; returns to which. */
static int walk(Verifying *v, const JdSystem *system, JdRun *other, double factor) {
    JdChannel *id = ARENA_NEW(&v->arena, JdChannel, v->columns);
    const JdChannel kinetic = jd_channel(system, "energy.kinetic", NULL);
    int row = past_events(v, 0);
    if (!id || !other) return 0;
    for (int c = 1; c < v->columns; c++)
        id[c] = jd_channel(system, jd_trace_name(v->trace, c), NULL);
    while (row < v->rows && jd_run_next(other) && !jd_run_stopped(other)) {
        if (jd_run_value(other, jd_time) != v->times[row]) continue;
        compare_row(v, other, id, factor, row);
        row = past_events(v, row + 1);
        v->kinetic = fmax(v->kinetic, jd_run_value(other, kinetic));
    }
    v->stopped = jd_run_stopped(other);
    return row;
}

/* The settings of a run that is to be better than the first. */
static JdRunDef better(const Verifying *v) {
    JdRunDef def = jd_run_settings(v->run);
    def.statistics_count = 0;
    def.event_rows = false;
    if (!v->run->stepper->adaptive)
        def.dt *= 0.5;
    else
        def.tol *= def.tol * finer < finest ? 1 / finer : finer;
    if (def.max_steps > 0) def.max_steps *= 4;
    def.output_every = def.until;
    def.also = v->times;
    def.also_count = v->rows;
    def.stop = v->verify->stop;
    def.stop_data = v->verify->stop_data;
    return def;
}

/* The first thing that went wrong in another run, told as what it means here. */
static void tell(Verifying *v, const char *code, JdSeverity severity, const char *what,
                 const JdLog *of) {
    for (int n = 0; n < jd_log_count(of); n++) {
        const JdMessage m = jd_log_message(of, n);
        if (m.severity != JD_ERROR) continue;
        jd_report(v->log, severity, code, jd_where_of(&m), "%s: %s", what, m.text);
        return;
    }
    jd_report(v->log, severity, code, nowhere, "%s", what);
}

/* The same form, more exactly; false: it does not come to the end. */
static bool run_again(Verifying *v) {
    JdLog *log = jd_log_new();
    const JdRunDef def = better(v);
    JdRun *other = jd_run_new(v->run->system, def, log);
    const bool adaptive = v->run->stepper->adaptive;
    const int rows = walk(v, v->run->system, other, adaptive ? by_tolerance : by_step);
    v->verify->tol = adaptive ? def.tol : 0;
    v->verify->dt = def.dt;
    if (rows < v->rows) give_up(v, rows);
    if (rows < v->rows && !v->stopped) {
        tell(v, "verify-ends-early", JD_WARNING,
             adaptive ? "with another tolerance the run does not come to its end"
                      : "with half the step the run does not come to its end",
             log);
        jd_hint(v->log, "rows from t = %g s on are not known to any digit",
                rows < v->rows ? v->times[rows] : 0.0);
    }
    jd_run_free(other);
    jd_log_free(log);
    return rows == v->rows;
}

/* ---- Another form --------------------------------------------------------------------------- */

/* What is not rigid is the same under all forms. Locks are kept as well as can be: what gains do to
 * the motion is no part of it. */
static JdCompileDef settings_under(const JdSystem *system, const FormType *form) {
    JdCompileDef def = jd_system_settings(system);
    def.form = form->name;
    def.stabilise = "projection";
    return def;
}

/* Whether a run under this form comes to the end. What it says goes to its own log. */
static bool run_under(Verifying *v, const JdModel *model, const FormType *form, JdLog *log) {
    JdSystem *system = jd_compile(model, settings_under(v->run->system, form), log);
    const size_t bytes = sizeof(double) * (size_t)v->rows * (size_t)v->columns;
    double *before = system ? jd_arena_take(&v->arena, bytes) : NULL;
    bool whole = false;
    if (before) {
        memcpy(before, v->error, bytes);
        JdRun *other = jd_run_new(system, better(v), log);
        whole = walk(v, system, other, 1) == v->rows;
        if (!whole) memcpy(v->error, before, bytes);
        jd_run_free(other);
    }
    jd_system_free(system);
    return whole;
}

/* Under every other exact form that comes to the end; what went wrong in the first that does not is
 * told if none does. */
static void run_otherwise(Verifying *v, const JdModel *model) {
    const JdSystem *s = v->run->system;
    const FormType *own = s->mechanics ? s->mechanics : s->form;
    const char **to = v->verify->form;
    JdLog *why = NULL;
    int count = 0;
    for (int n = 0; jd_form_at(n) && count < FORMS_MOST && !v->stopped; n++) {
        const FormType *form = jd_form_at(n);
        if (form->elastic || form->clearance || form == own) continue;
        JdLog *log = jd_log_new();
        const bool whole = run_under(v, model, form, log);
        if (whole) to[count++] = form->name;
        if (whole || why)
            jd_log_free(log);
        else
            why = log;
    }
    if (count == 0 && !v->stopped && !v->arena.failed)
        tell(v, "verify-one-form", JD_NOTE,
             "no other formulation runs this model, so its equations are not compared with others",
             why);
    jd_log_free(why);
}

/* ---- What they come to ---------------------------------------------------------------------- */

static int digits_of(double error, double size) {
    if (!(error < size)) return error > 0 ? 0 : DIGITS_MOST;
    const double share = error / size;
    return share > 0 ? (int)fmin(floor(-log10(share)), DIGITS_MOST) : DIGITS_MOST;
}

/* An error that was there stays, though a difference may pass zero. */
static void spread(Verifying *v, int column, JdTrust *to) {
    *to = (JdTrust){0};
    for (int r = 0; r < v->rows; r++)
        to->size = fmax(to->size, fabs(row_value(v->trace, r, column)));
    for (int r = 0; r < v->rows; r++) {
        double *error = &v->error[(size_t)r * (size_t)v->columns + (size_t)column];
        *error = column == 0 ? 0 : fmax(*error, rounding * to->size);
        if (*error > to->error) to->error = *error, to->time = v->times[r];
        *error = to->error;
    }
    to->digits = digits_of(to->error, to->size);
}

/* What is usual in this unit for a mechanism of this size and motion; 0: nobody knows. */
static double usual(const Verifying *v, const char *unit) {
    const double length = v->run->system->length;
    const struct {
        const char *unit;
        double size;
    } known[] = {{"m", length},     {"rad", 1},          {"1", 1},
                 {"J", v->kinetic}, {"N*m", v->kinetic}, {"N", v->kinetic / length}};
    for (size_t n = 0; n < sizeof known / sizeof *known; n++)
        if (!strcmp(unit, known[n].unit)) return known[n].size;
    return 0;
}

/* That, or the largest value of the same unit. */
static double scale_of(const Verifying *v, const JdTrust *trust, int column) {
    const char *unit = jd_trace_unit(v->trace, column);
    double most = usual(v, unit);
    for (int c = 1; c < v->columns; c++)
        if (!strcmp(jd_trace_unit(v->trace, c), unit)) most = fmax(most, trust[c].size);
    return most;
}

static void mark_zeros(const Verifying *v, JdTrust *trust) {
    for (int c = 1; c < v->columns; c++) {
        const double error = trust[c].error, scale = scale_of(v, trust, c);
        trust[c].zero =
            trust[c].size <= 10 * error && (error <= unseen * scale || error <= nothing);
    }
}

static void sum_up(Verifying *v) {
    JdVerify *verify = v->verify;
    for (int c = 0; c < v->columns; c++) {
        JdTrust trust;
        spread(v, c, &trust);
        if (verify->trust) verify->trust[c] = trust;
    }
    if (verify->trust) mark_zeros(v, verify->trust);
    const size_t bytes = sizeof(double) * (size_t)v->rows * (size_t)v->columns;
    if (verify->errors) memcpy(verify->errors, v->error, bytes);
}

bool jd_verify(const JdModel *model, const JdRun *run, const JdTrace *trace, JdVerify *verify,
               JdLog *log) {
    if (!run || !trace || !verify || jd_trace_rows(trace) == 0) return false;
    Verifying v = {.trace = trace, .run = run, .verify = verify, .log = log};
    v.rows = rows_of(trace);
    v.columns = jd_trace_columns(trace);
    v.times = ARENA_NEW(&v.arena, double, v.rows);
    v.error = ARENA_NEW(&v.arena, double, (size_t)v.rows *(size_t)v.columns);
    memset(verify->form, 0, sizeof verify->form);
    bool whole = !v.arena.failed;
    for (int r = 0; whole && r < v.rows; r++) v.times[r] = row_value(trace, r, 0);
    if (whole && run_again(&v) && model) run_otherwise(&v, model);
    if (v.arena.failed) jd_report_memory(log);
    whole = !v.arena.failed && !v.stopped;
    if (whole) sum_up(&v);
    jd_arena_free(&v.arena);
    return whole;
}
