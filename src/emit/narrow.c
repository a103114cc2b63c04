/* SPDX-License-Identifier: MIT
 *
 * Pulses and hills in time that a step would go over unseen: where they begin is looked for once,
 * for the model as it is; steps of dop853 end there, and go on with such as see them. theory 6.10
 */
#include "emit/writer.h"
#include "span/span.h"

enum { MOST_NARROW = 1000, STAGES_MOST = 16 };
static const double near_share = 0.1;   /* of a step: what is hidden beyond is for the next one */
static const double least_share = 1e-9; /* of the run: no step is made shorter */
static const double usual_tol = 1e-9;

/* Stages that have no part in the result see nothing. */
static void find_sight(const Tableau *of, double *share, Sight *sight) {
    share[sight->shares++] = 0;
    share[sight->shares++] = 1;
    for (int r = 1; r < of->stages && sight->shares < STAGES_MOST; r++)
        if (of->b[r] != 0) share[sight->shares++] = of->c[r];
    sight->share = share;
}

/* Where some term of time leaves first what a step from `from` to `to` sees of it; `to`: none does.
 */
static double hidden_from(const Writer *w, Sight sight, double from, double to,
                          const double *held) {
    const JdSystem *s = w->rec.s;
    const double tol = s->run.tol > 0 ? s->run.tol : usual_tol;
    double first = to;
    for (int k = 0; k < s->timeds; k++) {
        const SystemTimed *timed = &s->timed[k];
        const Program *term;
        sight.derivative = !timed->drive ? 0 : timed->drive->state >= 0 ? 1 : 2;
        for (int i = 0; (term = jd_program_term(timed->program, i)); i++) {
            double peak = 0;
            sight.floor = 0;
            double where = jd_term_hides(term, &sight, from, first, held, &peak);
            sight.floor = tol * peak;
            if (where < first) where = jd_term_hides(term, &sight, from, first, held, &peak);
            if (where < first) first = where;
        }
    }
    return first;
}

static bool look_along(Writer *w, const Sight *sight, double from, double to, const double *held) {
    const double least = least_share * w->rec.s->run.to;
    while (from < to && w->narrow.count < MOST_NARROW) {
        const double at = fmax(hidden_from(w, *sight, from, to, held), from);
        double end = to;
        if (!(at < to)) return true;
        while (end > at + least) {
            const double tried = hidden_from(w, *sight, at, end, held);
            if (!(tried < end)) break;
            end = tried - at > near_share * (end - at) ? tried : at + 0.5 * (end - at);
        }
        EmitNarrow *place = PUSH(w->rec.arena, w->narrow);
        if (!place) return false;
        *place = (EmitNarrow){at, fmax(end - at, least)};
        from = fmax(end, at + least);
    }
    return true;
}

bool jd_take_narrow(Writer *w) {
    const Recorder *rec = &w->rec;
    const double to = rec->s->run.to;
    double share[STAGES_MOST];
    Sight sight = {0};
    find_sight(w->dop853, share, &sight);
    if (!(to > 0) || !rec->s->terms || !rec->states) return true;
    for (int n = 0; n < rec->instant.count || n < 1; n++) {
        const double from = n < rec->instant.count ? rec->instant.at[n].time : 0;
        const double end = n + 1 < rec->instant.count ? rec->instant.at[n + 1].time : to;
        const double *held = n < rec->instant.count ? rec->instant.at[n].held : rec->s->start_held;
        if (from < to && !look_along(w, &sight, from, fmin(end, to), held)) return false;
    }
    return true;
}

void jd_write_narrow(Writer *w) {
    if (!w->narrow.count) return;
    jd_write(w, "/* Where something narrow in time begins steps end, at *limit; from there on they "
                "are no longer than they need to be to "
                "see it. */\n"
                "static @_FN double @_seeing(double t, double h, double *limit) {\n"
                "    static const double narrow[][2] = {");
    for (int n = 0; n < w->narrow.count; n++) {
        jd_text_print(w->out, n % 4 ? ", {" : n ? ",\n        {" : "{");
        jd_print_number(w->narrow.at[n].time, w->out);
        jd_text_print(w->out, ", ");
        jd_print_number(w->narrow.at[n].step, w->out);
        jd_text_print(w->out, "}");
    }
    jd_text_print(w->out, "};\n    for (int n = 0; n < %d; n++) {\n", w->narrow.count);
    jd_write(w, "        if (narrow[n][0] > t) {\n"
                "            if (narrow[n][0] < *limit) *limit = narrow[n][0];\n"
                "            break;\n"
                "        }\n"
                "        if (narrow[n][0] >= t && h > narrow[n][1]) h = narrow[n][1];\n"
                "    }\n"
                "    return h;\n}\n\n");
}
