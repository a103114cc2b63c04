/* SPDX-License-Identifier: MIT
 *
 * Instants that follow from parameters of the model, and by how much drives jump there: numbers of
 * the mechanism, behind all others. Conditions on time stand in a table, which other numbers must
 * agree with: that is asked for when a run begins. */
#include "emit/parameters.h"
#include <string.h>

/* ---- Which there are ------------------------------------------------------------------------ */

/* Those of another system, one by one with these; false: there are others. */
static bool instants_of(const Writer *w, const JdSystem *system, Arena *arena, Recorder *rec) {
    const Recorder *is = &w->rec;
    *rec = (Recorder){.s = system, .plan = is->plan, .arena = arena};
    if (!system || system->latches != is->s->latches || system->drives != is->s->drives)
        return false;
    if (!jd_record_instants(rec) || rec->instant.count != is->instant.count) return false;
    for (int n = 0; n < rec->instant.count; n++) {
        const Instant *a = &is->instant.at[n], *b = &rec->instant.at[n];
        if (memcmp(a->held, b->held, (size_t)is->s->latches * sizeof *a->held)) return false;
        for (int d = 0; d < is->s->drives && n > 0; d++)
            if ((a->kick[d] != 0) != (b->kick[d] != 0)) return false;
    }
    return true;
}

/* The value of one of them in a list. */
static double value_of(const Recorder *rec, const EmitTiming *of) {
    const Instant *at = &rec->instant.at[of->instant];
    return of->drive < 0 ? at->time : at->kick[of->drive];
}

static bool is_numbered(const Writer *w, int instant, int drive) {
    return jd_timing_number(w, instant, drive) >= 0;
}

bool jd_timing_same(const Writer *w, const JdSystem *system) {
    Arena arena = {0};
    Recorder other;
    bool same = instants_of(w, system, &arena, &other);
    for (int n = 1; n < w->rec.instant.count && same; n++)
        for (int d = -1; d < w->rec.s->drives && same; d++) {
            const EmitTiming of = {n, d, 0};
            same = is_numbered(w, n, d) ||
                   jd_near_each_other(value_of(&w->rec, &of), value_of(&other, &of));
        }
    jd_arena_free(&arena);
    return same;
}

void jd_timing_values(const Writer *w, const JdSystem *system, double *numbers) {
    Arena arena = {0};
    Recorder other;
    const bool good = w->timing.count > 0 && instants_of(w, system, &arena, &other);
    for (int k = 0; k < w->timing.count; k++)
        numbers[w->timing.at[k].number] = good ? value_of(&other, &w->timing.at[k]) : NAN;
    jd_arena_free(&arena);
}

/* ---- As numbers ----------------------------------------------------------------------------- */

static void add(Writer *w, int instant, int drive) {
    Arena *arena = w->rec.arena;
    const JdSystem *s = w->rec.s;
    EmitTiming *to = PUSH(arena, w->timing);
    if (!to) return;
    *to = (EmitTiming){instant, drive, w->tape.fixed.count};
    if (drive < 0)
        jd_tape_fixed(&w->tape, jd_arena_format(arena, "instant.%d", instant), "s",
                      value_of(&w->rec, to));
    else
        jd_tape_fixed(&w->tape, jd_arena_format(arena, "jump.%d.%s", instant, s->drive[drive].name),
                      "SI", value_of(&w->rec, to));
}

void jd_timing_mark(Writer *w, const JdSystem *system) {
    Arena arena = {0};
    Recorder other;
    if (instants_of(w, system, &arena, &other) && !w->rec.instants_end && !other.instants_end)
        for (int n = 1; n < w->rec.instant.count; n++)
            for (int d = -1; d < w->rec.s->drives; d++) {
                const EmitTiming of = {n, d, 0};
                const double is = value_of(&w->rec, &of);
                if (!is_numbered(w, n, d) && !jd_near_each_other(is, value_of(&other, &of)))
                    add(w, n, d);
            }
    jd_arena_free(&arena);
}

int jd_timing_number(const Writer *w, int instant, int drive) {
    for (int k = 0; k < w->timing.count; k++)
        if (w->timing.at[k].instant == instant && w->timing.at[k].drive == drive)
            return w->timing.at[k].number;
    return -1;
}

void jd_timing_print(Writer *w, int instant, int drive) {
    const int number = jd_timing_number(w, instant, drive);
    const EmitTiming of = {instant, drive, number};
    if (number >= 0)
        jd_text_print(w->out, "m->number.%s", w->p.fixed_name[number]);
    else
        jd_print_number(value_of(&w->rec, &of), w->out);
}

/* ---- Whether they fit ----------------------------------------------------------------------- */

static const double one_condition =
    1e-9; /* of what is held, which is a whole number or nearly so */

/* One after the other, all behind the start, as they are in the table. */
static void write_order(Writer *w) {
    for (int n = 1; n < w->rec.instant.count; n++) {
        if (!is_numbered(w, n, -1) && !is_numbered(w, n - 1, -1)) continue;
        jd_text_print(w->out, "    if (!(");
        jd_timing_print(w, n, -1);
        jd_text_print(w->out, " > ");
        jd_timing_print(w, n - 1, -1);
        jd_text_print(w->out, ")) return %s_ORDER;\n", w->p.prefix);
    }
}

static void write_timed(Writer *w) {
    const double to = w->rec.s->run.to;
    jd_write(
        w, "/* Whether instants stand in the order of the table, and conditions agree with it. */\n"
           "static @_FN int @_timed(@_model *m) {\n"
           "    double from = 0;\n"
           "    int code = @_OK;\n");
    write_order(w);
    jd_write(w, "    while (!code && from < HUGE_VAL) {\n"
                "        const double to = @_mode(m, from);\n"
                "        code = @_held_well(m, to < HUGE_VAL ? 0.5 * (from + to) : from + ");
    jd_print_number(to > 0 ? to : 1, w->out);
    jd_write(w, ");\n"
                "        from = to;\n"
                "    }\n"
                "    @_mode(m, 0);\n"
                "    return code;\n}\n\n");
}

/* Conditions as the numbers have them, in the middle between instants, beside those of the table.
 */
void jd_write_timed(Writer *w) {
    const Recorder *rec = &w->rec;
    const int latches = rec->s->latches, count = rec->instant.count;
    Num *results = ARENA_NEW(rec->arena, Num, latches + 1);
    int known = 0;
    if (!count || !results) return;
    for (int k = 0; k < latches; k++)
        if (rec->condition[k]) results[known++] = rec->condition[k];
    const char *fail = jd_arena_format(rec->arena, "return %s_ORDER;", w->p.prefix);
    jd_write(w, "/* Whether conditions are at t what the table says. */\n"
                "static @_FN int @_held_well(const @_model *m, double t) {\n"
                "    const @_numbers *const n = &m->number;\n"
                "    const double *const k = m->k, y[1] = {0};\n"
                "    (void)n, (void)k, (void)t, (void)y;\n");
    jd_print_code(&w->p, results, known, fail ? fail : "");
    for (int k = 0; k < latches; k++) {
        if (!rec->condition[k]) continue;
        jd_text_print(w->out, "    if (!(fabs(");
        jd_print_value(&w->p, rec->condition[k], w->out);
        jd_text_print(w->out, " - m->held[%d]) <= ", k);
        jd_print_number(one_condition, w->out);
        jd_text_print(w->out, " * (1 + fabs(m->held[%d])))) return %s_ORDER;\n", k, w->p.prefix);
    }
    jd_write(w, "    return @_OK;\n}\n\n");
    write_timed(w);
}
