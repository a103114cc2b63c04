/* SPDX-License-Identifier: MIT
 *
 * Trying a change: the text with it is read, assembled and examined as any other, and compared with
 * the text as it is. The number of trials is bounded, never their time, so that an answer does not
 * depend on the machine. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

/* Steps of all runs for the sake of `expect` lines, times bodies, and of one: a motion that a
 * change makes wild must not use up all of them. */
enum { ALL_WORK = 1000000, RUN_WORK = 80000 };

/* What one run may take: less and less. As many as before where trials have no bound. */
static long steps_allowed(const Patient *p) {
    const long left = ALL_WORK - p->work, most = left / 8;
    const long work = p->def.trials < 0 || most > RUN_WORK ? RUN_WORK : most;
    const long steps = work / (p->model->bodies.count + 1);
    return steps > 1 ? steps : 1;
}

/* ---- The text with a change ----------------------------------------------------------------- */

static char *changed_text(const Patient *p, const Change *change, size_t *length) {
    const size_t with = strlen(change->with);
    if (change->from + change->length > p->def.length) return NULL;
    *length = p->def.length - change->length + with;
    char *text = malloc(*length + 1);
    if (!text) return NULL;
    memcpy(text, p->def.text, change->from);
    memcpy(text + change->from, change->with, with);
    const size_t behind = change->from + change->length;
    memcpy(text + change->from + with, p->def.text + behind, p->def.length - behind);
    text[*length] = 0;
    return text;
}

/* ---- Messages, before and after ------------------------------------------------------------- */

static int count_code(const JdLog *log, int from, const char *code, JdSeverity least) {
    int count = 0;
    for (int n = from; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        count += message.severity >= least && (!code || !strcmp(message.code, code));
    }
    return count;
}

/* How often it was said of the text as it is: by `check`, and by the first look. */
static int said_before(const Patient *p, const char *code, JdSeverity least) {
    int count = count_code(p->known, 0, code, least);
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        count += message.severity >= least && (!code || !strcmp(message.code, code));
    }
    return count;
}

/* Nothing is said more often than before. */
static bool is_clean(const Patient *p, const JdLog *log) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        if (message.severity == JD_NOTE && strcmp(message.code, "drawn-apart")) continue;
        if (count_code(log, 0, message.code, JD_NOTE) > said_before(p, message.code, JD_NOTE))
            return false;
    }
    return true;
}

/* ---- Running -------------------------------------------------------------------------------- */

static int compare_times(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct {
    const JdSystem *system;
    JdExpect *expect;
    double *got;
    int count;
    bool strict;
} Watch;

static bool holds(const Watch *w, int n) {
    const JdExpect *e = &w->expect[n];
    const double allowed = e->relative ? e->within * fabs(e->value) : e->within;
    return fabs(w->got[n] - e->value) <= allowed;
}

static double value_of(JdRun *run, const JdExpect *e) {
    if (!e->statistic) return jd_run_value(run, e->channel);
    const JdStatistics all = jd_run_statistics(run, e->channel);
    double value = NAN;
    jd_statistic(&all, e->statistic, &value);
    return value;
}

static const double same_instant = 1e-9; /* of the time, */
static const double least_time = 1e-3;   /* s, or of this, near zero */

/* A run that only those go through that keep all `expect` lines ends where one is missed. */
static bool watch(void *data, JdRun *run) {
    const Watch *w = data;
    const double time = jd_run_value(run, jd_time);
    bool good = true;
    for (int n = 0; n < w->count; n++)
        if (fabs(time - w->expect[n].at) <= same_instant * (fabs(time) + least_time)) {
            w->got[n] = value_of(run, &w->expect[n]);
            good = good && holds(w, n);
        }
    return good || !w->strict;
}

/* How many `expect` lines hold, and how many do not, of those that the run comes to. */
static void judge(const Watch *w, Verdict *verdict) {
    for (int n = 0; n < w->count; n++)
        if (holds(w, n))
            verdict->held++;
        else
            verdict->missed++;
}

static bool same_word(const char *a, const char *b) {
    return a && b && !strcmp(a, b);
}

/* As the caller wants it; what that has from the `run` statement is as the changed one says. */
static JdCompileDef compiled_as(const Patient *p, const JdModel *model) {
    const ModelRun *before = &p->model->run, *now = &model->run;
    JdCompileDef def = p->def.compile;
    if (same_word(def.form, before->form)) def.form = now->form;
    if (same_word(def.stabilise, before->stabilise)) def.stabilise = now->stabilise;
    if (def.alpha == before->alpha) def.alpha = now->alpha;
    if (def.beta == before->beta) def.beta = now->beta;
    return def;
}

static void run_expects(Patient *p, const JdModel *model, bool strict, JdLog *log,
                        Verdict *verdict) {
    const JdCompileDef def = compiled_as(p, model);
    if (!(model->run.to > 0)) return;
    JdSystem *system = jd_compile(model, def, log);
    Watch w = {.system = system, .count = jd_expect_count(system), .strict = strict};
    double *times = calloc((size_t)w.count + 1, sizeof *times);
    JdChannel *statistics = calloc((size_t)w.count + 1, sizeof *statistics);
    w.got = calloc((size_t)w.count + 1, sizeof *w.got);
    w.expect = calloc((size_t)w.count + 1, sizeof *w.expect);
    if (system && times && statistics && w.got && w.expect) {
        int used = 0, counted = 0;
        for (int n = 0; n < w.count; n++) {
            w.expect[n] = jd_expect(system, n);
            if (isnan(w.expect[n].at)) w.expect[n].at = model->run.to;
            times[n] = w.expect[n].at;
            if (w.expect[n].statistic) statistics[counted++] = w.expect[n].channel;
            w.got[n] = NAN;
        }
        qsort(times, (size_t)w.count, sizeof *times, compare_times);
        for (int n = 0; n < w.count; n++)
            if (!used || times[n] > times[used - 1]) times[used++] = times[n];
        const JdRunDef how = {.until = model->run.to,
                              .output_every = model->run.to,
                              .max_steps = steps_allowed(p),
                              .also = times,
                              .also_count = used,
                              .statistics = statistics,
                              .statistics_count = counted};
        JdRun *run = jd_run_new(system, how, log);
        if (run) verdict->reached = jd_run_drive(run, watch, &w) == JD_RUN_DONE;
        judge(&w, verdict);
        if (run)
            p->work += (jd_run_cost(run).steps + jd_run_cost(run).rejected) * model->bodies.count;
        jd_run_free(run);
    }
    free(times), free(statistics), free(w.got), free(w.expect);
    jd_system_free(system);
}

/* ---- Trials --------------------------------------------------------------------------------- */

typedef enum { RUN_NEVER, RUN_AFTER, RUN_FIRST } WhenRun;

static bool try_it(Patient *p, const Change *change, const char *code, WhenRun runs, Verdict *v) {
    size_t length;
    *v = (Verdict){.good = false};
    if (p->trials <= 0) return false;
    p->trials--;
    char *text = changed_text(p, change, &length);
    JdLog *log = jd_log_new();
    bool good = false;
    JdModel *model =
        text && log ? jd_text_read(p->def.name, text, length, p->def.read, log, &good) : NULL;
    JdCheck check = {0};
    JdCompileDef def = p->def.compile;
    /* Most do not go together, and nobody asks why; but which locks repeat others is not told then.
     */
    def.hasty = !code || strcmp(code, "locks-contradict");
    JdLog *unheard = runs == RUN_FIRST ? jd_log_new() : NULL;
    if (unheard && model && good) {
        run_expects(p, model, true, unheard, v);
        v->again = p->of_run && count_code(unheard, 0, p->of_run, JD_WARNING) > 0;
        good = (v->held || !model->expects.count) && !v->missed && v->reached;
    }
    jd_log_free(unheard);
    if (model && good && jd_check(model, def, &check, log) && check.assembled) {
        v->good = jd_log_errors(log) == 0;
        if (v->good)
            jd_examine_quietly(p, model, &check, &(Source){p->def.name, text, length}, log);
        v->clean = v->good && is_clean(p, log);
        v->cured =
            v->good && (!code || count_code(log, 0, code, JD_NOTE) < said_before(p, code, JD_NOTE));
        /* Locks that repeat others are no mistake by themselves: plane loops in space have them. */
        v->warnings = count_code(log, 0, NULL, JD_WARNING) -
                      count_code(log, 0, "joint-redundant", JD_WARNING);
        v->ends = jd_loose_ends(p, model) - jd_loose_ends(p, p->model);
        v->apart = count_code(log, 0, "drawn-apart", JD_NOTE);
        v->counted = check.freedoms_by_count + check.drives;
        v->freedoms = check.freedoms, v->finite = check.finite + check.drives,
        v->redundant = check.redundant;
        v->kept = v->good && (!p->check->assembled || check.finite == p->check->finite);
        if (runs == RUN_AFTER && v->good && model->expects.count)
            run_expects(p, model, false, log, v);
    }
    jd_model_free(model);
    jd_log_free(log);
    free(text);
    return true;
}

bool jd_try_change(Patient *p, const Change *change, const char *code, Verdict *verdict) {
    return try_it(p, change, code, RUN_NEVER, verdict);
}

bool jd_try_run(Patient *p, const Change *change, Verdict *verdict) {
    return try_it(p, change, NULL, RUN_AFTER, verdict);
}

bool jd_try_run_first(Patient *p, const Change *change, Verdict *verdict) {
    return try_it(p, change, NULL, RUN_FIRST, verdict);
}

/* Of two that cure, the one that leaves less to find; then the one that is believed more gladly. */
static double worth(const Change *change, const Verdict *v) {
    return change->likely - 0.4 * v->apart - 0.3 * v->warnings - 0.1 * (v->redundant > 0) -
           0.5 * (v->ends > 0) - (v->finite < 1 ? 1 : 0);
}

int jd_try_all(Patient *p, const Change *changes, int count, const char *code, Verdict *best) {
    int found = -1;
    double most = -INFINITY;
    for (int n = 0; n < count; n++) {
        Verdict v;
        if (!jd_try_change(p, &changes[n], code, &v)) break;
        if (!v.good || !v.clean || !v.cured) continue;
        if (p->model->expects.count && (!jd_try_run(p, &changes[n], &v) || v.missed > v.held))
            continue;
        const double now = worth(&changes[n], &v) + (v.held && !v.missed ? 10 : 0);
        if (now > most) most = now, found = n, *best = v;
        if (v.held && !v.missed && v.reached) break; /* what is meant is known */
    }
    return found;
}

bool jd_try_remedy(Patient *p, const Changes *changes, const char *code) {
    Verdict best = {.good = false};
    if (!p->trials) return false;
    const int found = jd_try_all(p, changes->at, changes->count, code, &best);
    if (found < 0) return false;
    jd_remedy(p, &changes->at[found],
              best.held && !best.missed ? "tried: it goes together, and all `expect` lines hold"
                                        : "tried: it goes together, and nothing else is found");
    return true;
}

/* ---- Remedies ------------------------------------------------------------------------------- */

/* The line as it reads afterwards, or the first of several. */
static const char *whole_line(Patient *p, const Change *change) {
    size_t length, from = change->from;
    char *text = changed_text(p, change, &length);
    if (!text) return NULL;
    const bool below = change->with[0] == '\n'; /* a line of its own */
    if (below) from++;
    size_t start = from, end = from;
    while (start > 0 && text[start - 1] != '\n') start--;
    while (end < length && text[end] != '\n') end++;
    while (text[start] == ' ' || text[start] == '\t') start++;
    for (size_t n = start; n < end; n++)
        if (text[n] == '#') end = n;
    while (end > start && (text[end - 1] == ' ' || text[end - 1] == '\r')) end--;
    const char *line = jd_arena_text(&p->arena, text + start, end - start);
    free(text);
    return line;
}

/* What is taken away. */
static const char *trimmed(Patient *p, const Change *change) {
    size_t from = change->from, end = change->from + change->length;
    while (from < end && strchr(" \t\r\n,", p->def.text[from])) from++;
    for (size_t n = from; n < end; n++)
        if (p->def.text[n] == '#') end = n;
    while (end > from && strchr(" \t\r\n,", p->def.text[end - 1])) end--;
    const char *text = jd_arena_text(&p->arena, p->def.text + from, end - from);
    return text ? text : "";
}

/* It takes away whole lines. */
static bool is_whole(const Patient *p, const Change *change) {
    const size_t end = change->from + change->length;
    return (!change->from || p->def.text[change->from - 1] == '\n') &&
           (end == p->def.length || (end && p->def.text[end - 1] == '\n'));
}

void jd_remedy(Patient *p, const Change *change, const char *tried) {
    const char *line = whole_line(p, change);
    Remedy *remedy = PUSH(&p->arena, p->remedies);
    if (!remedy || !line) return;
    *remedy = (Remedy){jd_log_count(p->log) - 1, *change};
    if (*line && (*change->with || !is_whole(p, change)))
        jd_hint(p->log, "%s: `%s` (%s%s)", change->what, line, tried,
                change->alters ? "; this changes the machine" : "");
    else
        jd_hint(p->log, "%s: %s (%s%s)", change->what, trimmed(p, change), tried,
                change->alters ? "; this changes the machine" : "");
}
