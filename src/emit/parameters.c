/* SPDX-License-Identifier: MIT
 *
 * Parameters of the model in emitted code. Numbers of the mechanism follow from them: how, is found
 * by building the model with other values (fit.c). A parameter that changes anything else stays
 * what it is, and the file says so. */
#include "build/build.h"
#include "emit/parameters.h"
#include "solve/solve.h"
#include "text/text.h"
#include <string.h>

enum {
    EFFORT_MORE =
        100000, /* numbers of the tape times parameters: beyond it the plan keeps its constants, */
    EFFORT = 1000000, /* and beyond this nothing is tried */
};
static const double some_step = 0.013; /* to see what depends on what */

/* ---- Which there are ------------------------------------------------------------------------ */

static void list_candidates(Writer *w, const JdModel *model) {
    Arena *arena = w->rec.arena;
    const char **fields = ARENA_NEW(arena, const char *, model->params.count + 1);
    for (int n = 0; n < model->params.count && fields; n++) {
        const ModelParam *param = &model->params.at[n];
        const int before = w->parameters.list.count;
        if (param->value.count != 1) continue;
        EmitParameter *to = PUSH(arena, w->parameters.list);
        if (!to) return;
        *to =
            (EmitParameter){.name = jd_arena_copy(arena, param->name), .value = param->value.v[0]};
        const WordsParam *words = jd_words_param(w->rec.s->words->data, param->name);
        to->unit = words ? jd_arena_copy(arena, words->unit) : "";
        to->field = fields[before] = jd_print_unlike(arena, param->name, fields, before);
    }
}

/* ---- The model with other values ------------------------------------------------------------ */

static JdModel *variant(const Writer *w, const double *values) {
    ParamValue set[EMIT_PARAMETERS];
    bool good = false;
    int count = 0;
    for (int k = 0; k < w->parameters.list.count; k++) {
        const EmitParameter *is = &w->parameters.list.at[k];
        if (values[k] == is->value) continue;
        set[count++] = (ParamValue){is->name, {values[k]}, 1};
    }
    JdModel *model = jd_words_build(w->rec.s->words, set, count, NULL, &good);
    if (good) return model;
    jd_model_free(model);
    return NULL;
}

/* The emitted state at time 0 of the model with other values; false: it has none like that. */
static bool starts_with(const Writer *w, const double *values, double *start) {
    Arena arena = {0};
    JdModel *model = variant(w, values);
    JdSystem *system = model ? jd_compile(model, w->rec.s->asked, NULL) : NULL;
    Writer other;
    const bool good =
        system && jd_record_beside(w, system, &arena, &other) && other.rec.states == w->rec.states;
    if (good) memcpy(start, other.rec.start, (size_t)w->rec.states * sizeof *start);
    jd_system_free(system);
    jd_model_free(model);
    jd_arena_free(&arena);
    return good;
}

/* Numbers of starts stand behind all others, and nothing is made of them. */
static bool same_size(const Writer *a, const Writer *b) {
    const int starts = a->start_number ? a->tape.fixed.count - a->first_start : 0;
    return a->tape.node.count - starts == b->tape.node.count;
}

/* Both tapes do the same, with other numbers of the mechanism. */
static bool same_tape(const Writer *a, const Writer *b) {
    const Tape *s = &a->tape, *t = &b->tape;
    const int numbers = a->start_number ? a->first_start : s->fixed.count;
    if (numbers != t->fixed.count || !same_size(a, b) || a->rec.states != b->rec.states)
        return false;
    for (int n = 0; n < t->node.count; n++) {
        const TapeNode *x = &s->node.at[n], *y = &t->node.at[n];
        if (x->op != y->op || memcmp(x->of, y->of, sizeof x->of)) return false;
        if (x->op == TAPE_NUMBER && !jd_near_each_other(x->value, y->value)) return false;
    }
    for (int n = 0; n < a->rec.states; n++)
        if (!jd_near_each_other(a->rec.start[n], b->rec.start[n]) &&
            (!a->start_number || a->start_number[n] < 0))
            return false;
    if (!jd_timing_same(a, b->rec.s)) return false;
    for (int n = 0; n < numbers; n++)
        if (strcmp(s->fixed.at[n].name, t->fixed.at[n].name)) return false;
    return true;
}

static void depends_on_timing(const Writer *w, const JdSystem *system, bool *depends) {
    Arena arena = {0};
    double *numbers = ARENA_NEW(&arena, double, w->tape.fixed.count + 1);
    if (numbers) jd_timing_values(w, system, numbers);
    for (int k = 0; k < w->timing.count && numbers; k++) {
        const int n = w->timing.at[k].number;
        depends[n] = !jd_near_each_other(w->tape.fixed.at[n].value, numbers[n]);
    }
    jd_arena_free(&arena);
}

/* Whether a parameter changes numbers of the mechanism alone: NULL, and which, is marked; or what
 * else it does. */
static const char *changes_more(const Writer *w, int which, bool *depends) {
    double values[EMIT_PARAMETERS];
    Arena arena = {0};
    for (int k = 0; k < w->parameters.list.count; k++) values[k] = w->parameters.list.at[k].value;
    const double step = w->timing.count ? jd_fit_narrow * some_step : some_step;
    values[which] += step * (values[which] != 0 ? values[which] : 1);
    JdModel *model = variant(w, values);
    JdSystem *system = model ? jd_compile(model, w->rec.s->asked, NULL) : NULL;
    Writer other;
    bool good = system && system->channels == w->rec.s->channels &&
                jd_record_beside(w, system, &arena, &other) && same_tape(w, &other);
    const bool table = good && jd_parameter_moves_table(w, &other);
    for (int n = 0; n < w->first_start && good; n++)
        depends[n] = !jd_near_each_other(w->tape.fixed.at[n].value, other.tape.fixed.at[n].value);
    for (int n = 0; n < w->rec.states && good; n++)
        if (w->start_number[n] >= 0)
            depends[w->start_number[n]] = !jd_near_each_other(w->rec.start[n], other.rec.start[n]);
    if (good) depends_on_timing(w, system, depends);
    const bool moves = system && (!good || w->rec.instants_end);
    const char *why = moves ? jd_parameter_moves_instant(w, system) : NULL;
    if (!why && system) why = jd_parameter_moves_given(w, system);
    if (!why && table) why = "a row of a table depends on it";
    if (!why && !good) why = jd_parameter_reason(w, system);
    jd_system_free(system);
    jd_model_free(model);
    jd_arena_free(&arena);
    return why;
}

/* Those that change with another are no parameters of their own: "l = 2*r". */
static void leave_followers(Writer *w) {
    double values[EMIT_PARAMETERS];
    for (int k = 0; k < w->parameters.list.count; k++) {
        for (int n = 0; n < w->parameters.list.count; n++)
            values[n] = w->parameters.list.at[n].value;
        values[k] += some_step * (values[k] != 0 ? values[k] : 1);
        JdModel *model = variant(w, values);
        for (int n = 0; model && n < w->parameters.list.count; n++) {
            EmitParameter *other = &w->parameters.list.at[n];
            for (int p = 0; p < model->params.count && n != k; p++)
                if (!strcmp(model->params.at[p].name, other->name) &&
                    !jd_near_each_other(model->params.at[p].value.v[0], other->value))
                    other->left_out = "it follows from others";
        }
        jd_model_free(model);
    }
}

/* ---- Numbers at other values ---------------------------------------------------------------- */

/* Numbers of the mechanism of a system, in the order of the tape; one that is not there is zero. */
static bool numbers_of(const Writer *w, const JdSystem *system, double *numbers) {
    Arena arena = {0};
    Tape tape;
    Recorder rec = {.t = &tape, .s = system, .plan = w->rec.plan, .arena = &arena};
    const bool good = jd_tape_init(&tape, &arena);
    if (good) jd_record_all_numbers(&rec);
    Constants constants = {0};
    if (good && w->marked) jd_constants_find(system, w->marked, &arena, &constants);
    for (int n = 0; n < constants.count; n++)
        jd_tape_fixed(&tape, constants.at[n].name, "", constants.at[n].value);
    for (int n = 0; n < w->tape.fixed.count && good; n++) {
        const int k = jd_tape_fixed_find(&tape, w->tape.fixed.at[n].name);
        numbers[n] = k < 0 ? 0 : tape.fixed.at[k].value;
    }
    jd_arena_free(&arena);
    return good;
}

static JdModel *sample_of(const Writer *w, int sample, double share, double *values) {
    for (int k = 0; k < w->parameters.list.count; k++) {
        const EmitParameter *is = &w->parameters.list.at[k];
        values[k] =
            is->value + (is->left_out ? 0 : share * jd_fit_size(is) * jd_fit_spread(sample, k));
    }
    return variant(w, values);
}

static void take_timing(const Writer *w, int sample, double *numbers) {
    double values[EMIT_PARAMETERS];
    if (!w->timing.count) return;
    JdModel *model = sample_of(w, sample, jd_fit_narrow, values);
    JdSystem *system = model ? jd_system_new(model, w->rec.s->asked, NULL) : NULL;
    jd_timing_values(w, system, numbers);
    jd_system_free(system);
    jd_model_free(model);
}

static bool take_starts(const Writer *w, const double *values, double *numbers) {
    Arena arena = {0};
    double *start = ARENA_NEW(&arena, double, w->rec.states + 1);
    bool any = false;
    for (int n = 0; n < w->rec.states; n++) any = any || w->start_number[n] >= 0;
    const bool good = !any || (start && starts_with(w, values, start));
    for (int n = 0; n < w->rec.states && any && good; n++)
        if (w->start_number[n] >= 0) numbers[w->start_number[n]] = start[n];
    jd_arena_free(&arena);
    return good;
}

static bool take_moved(const Writer *w, const JdSystem *system, double *numbers) {
    Arena arena = {0};
    double *values = ARENA_NEW(&arena, double, w->moved.count + 1);
    const bool good = values && (!w->moved.count || jd_moved_values(w, system, values));
    for (int k = 0; k < w->moved.count && good; k++) {
        const int at = jd_tape_fixed_find(&w->tape, w->moved.at[k].name);
        if (at >= 0) numbers[at] = values[k];
    }
    jd_arena_free(&arena);
    return good;
}

static bool take_sample(const Writer *w, int sample, double *numbers) {
    double values[EMIT_PARAMETERS];
    JdModel *model = sample_of(w, sample, 1, values);
    JdSystem *system = !model           ? NULL
                       : w->moved.count ? jd_compile(model, w->rec.s->asked, NULL)
                                        : jd_system_new(model, w->rec.s->asked, NULL);
    const bool good = system && numbers_of(w, system, numbers) && take_moved(w, system, numbers);
    jd_system_free(system);
    jd_model_free(model);
    take_timing(w, sample, numbers);
    return good && take_starts(w, values, numbers);
}

/* ---- How they follow ------------------------------------------------------------------------ */

/* A number that has no polynomial leaves those out that it depends on. */
static void leave_out(Writer *w, const EmitNumber *number, const char *why) {
    for (int k = 0; k < number->parameters; k++)
        w->parameters.list.at[number->parameter[k]].left_out = why;
}

/* The parameters that a number depends on; beyond OF_MOST they are counted alone. */
static EmitNumber depends_on(const Writer *w, const bool *depends, int number) {
    EmitNumber to = {.number = number};
    for (int k = 0; k < w->parameters.list.count; k++) {
        if (!depends[k * w->tape.fixed.count + number] || w->parameters.list.at[k].left_out)
            continue;
        if (to.parameters < OF_MOST) to.parameter[to.parameters] = k;
        to.parameters++;
    }
    return to;
}

/* As many as the number needs that depends on most. */
static int samples_needed(const Writer *w, const bool *depends) {
    int most = 0;
    for (int n = 0; n < w->tape.fixed.count; n++) {
        const int of = depends_on(w, depends, n).parameters;
        if (of > most) most = of;
    }
    return jd_fit_samples(most < OF_MOST ? most : OF_MOST);
}

static bool fit_all(Writer *w, const bool *depends) {
    const int numbers = w->tape.fixed.count, samples = samples_needed(w, depends);
    double *at = ARENA_NEW(w->rec.arena, double, samples *numbers + 1);
    if (!at) return false;
    for (int s = 0; s < samples; s++)
        if (!take_sample(w, s, at + s * numbers)) return false;
    for (int n = 0; n < numbers; n++) {
        EmitNumber number = depends_on(w, depends, n);
        if (!number.parameters) continue;
        if (number.parameters > OF_MOST || !jd_fit(w, (FitSamples){at, samples}, &number)) {
            if (number.parameters > OF_MOST) number.parameters = OF_MOST;
            leave_out(w, &number,
                      "some number is no polynomial, product of powers, cosine or sine of it");
            continue;
        }
        EmitNumber *to = PUSH(w->rec.arena, w->parameters.number);
        if (to) *to = number;
    }
    return true;
}

/* Numbers that depend on one that is left out stay what they are. */
static void drop_left_out(Writer *w) {
    bool again = true;
    while (again) {
        again = false;
        for (int n = 0; n < w->parameters.number.count; n++) {
            EmitNumber *number = &w->parameters.number.at[n];
            bool left = false;
            for (int k = 0; k < number->parameters; k++)
                left = left || w->parameters.list.at[number->parameter[k]].left_out;
            if (!left) continue;
            leave_out(w, number, "it goes together with one that is left out");
            *number = w->parameters.number.at[--w->parameters.number.count];
            again = true;
            break;
        }
    }
}

/* ---- Expressions that run ------------------------------------------------------------------- */

/* Constants that change with some parameter are marked. */
static bool mark_constants(const Writer *w, const Constants *own, bool *marked) {
    double values[EMIT_PARAMETERS];
    bool any = false;
    for (int k = 0; k < w->parameters.list.count; k++) {
        if (w->parameters.list.at[k].left_out) continue;
        Arena arena = {0};
        Constants other = {0};
        for (int n = 0; n < w->parameters.list.count; n++)
            values[n] = w->parameters.list.at[n].value;
        values[k] += some_step * (values[k] != 0 ? values[k] : 1);
        JdModel *model = variant(w, values);
        JdSystem *system = model ? jd_system_new(model, w->rec.s->asked, NULL) : NULL;
        if (system) {
            jd_constants_find(system, NULL, &arena, &other);
            jd_constants_compare(own, &other, marked);
        }
        jd_system_free(system);
        jd_model_free(model);
        jd_arena_free(&arena);
    }
    for (int n = 0; n < own->count; n++) any = any || marked[n];
    return any;
}

/* All of it once more, with these constants as numbers of the mechanism. */
static bool record_again(Writer *w) {
    Constants own = {0};
    Arena *arena = w->rec.arena;
    const int count = jd_constants_find(w->rec.s, NULL, arena, &own);
    bool *marked = ARENA_NEW(arena, bool, count + 1);
    if (!marked) return false;
    if (!mark_constants(w, &own, marked)) return true;
    w->marked = marked;
    JdLog *log = w->rec.log;
    bool good = false;
    for (int trial = 0; trial < 2 && !good; trial++) {
        if (trial) w->marked = NULL; /* they are no numbers, then */
        w->outputs = 0;
        good = jd_writer_record(w, w->rec.s, arena, NULL) && jd_take_outputs(w);
    }
    w->rec.log = log; /* what is left out was said */
    return good;
}

/* ---- Constants of the plan ------------------------------------------------------------------ */

static bool record_moved(Writer *w) {
    double values[EMIT_PARAMETERS];
    Arena *arena = w->rec.arena;
    JdLog *log = w->rec.log;
    bool *differs = ARENA_NEW(arena, bool, w->tape.node.count + 1), any = false, good = false;
    if (!differs) return false;
    for (int k = 0; k < w->parameters.list.count; k++) {
        if (w->parameters.list.at[k].left_out) continue;
        for (int n = 0; n < w->parameters.list.count; n++)
            values[n] = w->parameters.list.at[n].value;
        values[k] += some_step * (values[k] != 0 ? values[k] : 1);
        JdModel *model = variant(w, values);
        JdSystem *system = model ? jd_compile(model, w->rec.s->asked, NULL) : NULL;
        if (system && system->channels == w->rec.s->channels) jd_moved_mark(w, system, differs);
        jd_system_free(system);
        jd_model_free(model);
    }
    for (int n = 0; n < w->tape.node.count; n++) any = any || differs[n];
    if (!any) return true;
    if (!jd_moved_take(w, differs)) return false;
    for (int trial = 0; trial < 2 && !good; trial++) {
        if (trial) w->moved.count = 0; /* they are none, then */
        w->outputs = 0;
        good = jd_writer_record(w, w->rec.s, arena, NULL) && jd_take_outputs(w);
    }
    w->rec.log = log;
    return good;
}

/* ---- Starts --------------------------------------------------------------------------------- */

/* Numbers of the state at time 0 that change with some parameter become numbers of the mechanism,
 * behind all others. */
static bool mark_starts(Writer *w) {
    double values[EMIT_PARAMETERS];
    const int states = w->rec.states;
    bool *moves = ARENA_NEW(w->rec.arena, bool, states + 1);
    w->start_number = ARENA_NEW(w->rec.arena, int, states + 1);
    if (!moves || !w->start_number) return false;
    for (int k = 0; k < w->parameters.list.count; k++) {
        if (w->parameters.list.at[k].left_out) continue;
        for (int n = 0; n < w->parameters.list.count; n++)
            values[n] = w->parameters.list.at[n].value;
        values[k] += some_step * (values[k] != 0 ? values[k] : 1);
        Arena arena = {0};
        double *start = ARENA_NEW(&arena, double, states + 1);
        if (start && starts_with(w, values, start))
            for (int n = 0; n < states; n++)
                moves[n] = moves[n] || !jd_near_each_other(start[n], w->rec.start[n]);
        jd_arena_free(&arena);
    }
    w->first_start = w->tape.fixed.count;
    for (int n = 0; n < states; n++) {
        const char *name = w->rec.state_name[n];
        w->start_number[n] = -1;
        if (!moves[n] || w->rec.start[n] == 0 || !name) continue;
        jd_tape_fixed(&w->tape, jd_arena_format(w->rec.arena, "start.%s", name),
                      w->rec.state_unit[n] ? w->rec.state_unit[n] : "", w->rec.start[n]);
        w->start_number[n] = w->tape.fixed.count - 1;
    }
    return !w->rec.arena->failed;
}

/* Likewise instants, which need no start. */
static void mark_timing(Writer *w) {
    double values[EMIT_PARAMETERS];
    for (int k = 0; k < w->parameters.list.count && w->rec.instant.count > 1; k++) {
        if (w->parameters.list.at[k].left_out) continue;
        for (int n = 0; n < w->parameters.list.count; n++)
            values[n] = w->parameters.list.at[n].value;
        values[k] += jd_fit_narrow * some_step * (values[k] != 0 ? values[k] : 1);
        JdModel *model = variant(w, values);
        JdSystem *system = model ? jd_system_new(model, w->rec.s->asked, NULL) : NULL;
        jd_timing_mark(w, system);
        jd_system_free(system);
        jd_model_free(model);
    }
}

/* They are none: models beside this one do not assemble. */
static void forget_starts(Writer *w) {
    for (int n = 0; n < w->rec.states; n++) w->start_number[n] = -1;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* Which parameters change numbers alone, and how. False: beside the model's values there is no
 * model somewhere. */
static bool fit_parameters(Writer *w) {
    const int count = w->parameters.list.count, numbers = w->tape.fixed.count;
    bool *depends = ARENA_NEW(w->rec.arena, bool, count *numbers + 1);
    if (!depends) return true;
    for (int k = 0; k < count; k++)
        if (!w->parameters.list.at[k].left_out)
            w->parameters.list.at[k].left_out = changes_more(w, k, depends + k * numbers);
    w->parameters.number.count = 0;
    return fit_all(w, depends);
}

/* With the tape as it is now. */
static bool take_all(Writer *w) {
    if (!mark_starts(w)) return false;
    mark_timing(w);
    bool fits = fit_parameters(w);
    if (!fits) forget_starts(w);
    if (!fits) fits = fit_parameters(w);
    for (int k = 0; k < w->parameters.list.count && !fits; k++)
        if (!w->parameters.list.at[k].left_out)
            w->parameters.list.at[k].left_out = "the model cannot be built with values beside it";
    if (!fits) w->parameters.number.count = 0;
    drop_left_out(w);
    return !w->rec.arena->failed;
}

/* Constants of the plan become numbers only where more parameters may change by it: they cost
 * operations. */
static bool take_better(Writer *w) {
    const int count = w->parameters.list.count;
    EmitParameter *before = ARENA_NEW(w->rec.arena, EmitParameter, count),
                  *without = ARENA_NEW(w->rec.arena, EmitParameter, count),
                  *list = w->parameters.list.at;
    if (!before || !without) return false;
    memcpy(before, list, (size_t)count * sizeof *list);
    const Writer plain = *w;
    if (!take_all(w)) return false;
    memcpy(without, list, (size_t)count * sizeof *list);
    const int offered = jd_parameters_offered(w);
    const Writer first = *w;
    if (offered == count || (long)count * w->tape.node.count > EFFORT_MORE) return true;
    *w = plain;
    memcpy(list, before, (size_t)count * sizeof *list);
    memset(&w->parameters.number, 0, sizeof w->parameters.number);
    if (!record_moved(w)) return false;
    if (w->moved.count && take_all(w) && jd_parameters_offered(w) > offered) return true;
    *w = first;
    memcpy(list, without, (size_t)count * sizeof *list);
    return !w->rec.arena->failed;
}

bool jd_take_parameters(Writer *w) {
    const JdSystem *s = w->rec.s;
    bool good = false;
    if (!s->words) return true;
    JdModel *model = jd_words_build(s->words, NULL, 0, NULL, &good);
    if (good) list_candidates(w, model);
    jd_model_free(model);
    const int count = w->parameters.list.count;
    if (count > EMIT_PARAMETERS || (long)count * w->tape.node.count > EFFORT) {
        w->parameters.list.count = 0;
        w->parameters.too_many = true;
        return true;
    }
    if (!count) return true;
    leave_followers(w);
    return record_again(w) && take_better(w);
}

/* ---- As C ----------------------------------------------------------------------------------- */

int jd_parameters_offered(const Writer *w) {
    int count = 0;
    for (int k = 0; k < w->parameters.list.count; k++) count += !w->parameters.list.at[k].left_out;
    return count;
}

static const char *c_name(const Writer *w, int k) {
    const char *field = w->parameters.list.at[k].field;
    return field ? field : "";
}

void jd_write_parameter_struct(Writer *w) {
    jd_write(w, "/* Parameters of the model. After a change: @_apply, which sets the numbers that "
                "follow from them.\n");
    for (int k = 0; k < w->parameters.list.count; k++)
        if (w->parameters.list.at[k].left_out)
            jd_text_print(w->out, " * '%s' is fixed: %s.\n", w->parameters.list.at[k].name,
                          w->parameters.list.at[k].left_out);
    if (w->parameters.too_many) jd_write(w, " * There are too many to look at: all are fixed.\n");
    jd_write(w, " */\ntypedef struct {\n");
    for (int k = 0; k < w->parameters.list.count; k++)
        if (!w->parameters.list.at[k].left_out)
            jd_text_print(w->out, "    double %s; /* %s [%s] */\n", c_name(w, k),
                          w->parameters.list.at[k].name, w->parameters.list.at[k].unit);
    if (!jd_parameters_offered(w)) jd_write(w, "    double none;\n");
    jd_write(w, "} @_parameters;\n\n");
}

static void write_wave(Writer *w, const EmitTerm *term) {
    const char *name = term->wave > 0 ? "cos" : "sin";
    jd_text_print(w->out, " * (%s(m->parameter.%s)", name, c_name(w, term->turn));
    if (term->of[0] < 0) {
        jd_text_print(w->out, " - ");
        jd_print_number(jd_fit_wave(term->wave, w->parameters.list.at[term->turn].value), w->out);
    }
    jd_text_print(w->out, ")");
}

static void write_terms(Writer *w, const EmitTerm *term, int count) {
    for (int t = 0; t < count; t++) {
        jd_text_print(w->out, "\n        + ");
        jd_print_number(term[t].factor, w->out);
        for (int d = 0; d < 3; d++) {
            const int k = term[t].of[d];
            if (k < 0) continue;
            jd_text_print(w->out, " * (m->parameter.%s - ", c_name(w, k));
            jd_print_number(w->parameters.list.at[k].value, w->out);
            jd_text_print(w->out, ")");
        }
        if (term[t].turn >= 0) write_wave(w, &term[t]);
    }
}

static void write_powers(Writer *w, const EmitNumber *number) {
    for (int k = 0; k < number->parameters; k++) {
        if (number->power[k] == 0) continue;
        jd_text_print(w->out, "\n        * pow(m->parameter.%s / ",
                      c_name(w, number->parameter[k]));
        jd_print_number(w->parameters.list.at[number->parameter[k]].value, w->out);
        jd_text_print(w->out, ", ");
        jd_print_number(number->power[k], w->out);
        jd_text_print(w->out, ")");
    }
}

static void write_roots(Writer *w, const EmitNumber *number) {
    const bool whole = number->how == EMIT_ROOT;
    jd_text_print(w->out, whole ? " * sqrt((1.0" : " * (1.0");
    write_terms(w, number->term.at, number->term.count);
    jd_text_print(w->out, whole ? ") / (1.0" : ") / sqrt(1.0");
    write_terms(w, number->under.at, number->under.count);
    jd_text_print(w->out, whole ? "))" : ")");
}

static void write_number(Writer *w, const EmitNumber *number) {
    jd_text_print(w->out, "    m->number.%s = ", w->p.fixed_name[number->number]);
    jd_print_number(w->tape.fixed.at[number->number].value, w->out);
    if (number->how == EMIT_SUM) write_terms(w, number->term.at, number->term.count);
    if (number->how == EMIT_POWERS) write_powers(w, number);
    if (number->how == EMIT_UNDER_ROOT || number->how == EMIT_ROOT) write_roots(w, number);
    jd_text_print(w->out, ";\n");
}

void jd_write_parameters(Writer *w) {
    jd_write(w, "/* Numbers that follow from the parameters; others stay as they are. */\n"
                "@_FN void @_apply(@_model *m) {\n    (void)m;\n");
    for (int n = 0; n < w->parameters.number.count; n++)
        write_number(w, &w->parameters.number.at[n]);
    jd_write(w, "    @_prepare(m);\n}\n\n");
}

void jd_write_parameter_defaults(Writer *w) {
    for (int k = 0; k < w->parameters.list.count; k++) {
        if (w->parameters.list.at[k].left_out) continue;
        jd_text_print(w->out, "    m->parameter.%s = ", c_name(w, k));
        jd_print_number(w->parameters.list.at[k].value, w->out);
        jd_text_print(w->out, ";\n");
    }
    if (!jd_parameters_offered(w)) jd_write(w, "    m->parameter.none = 0;\n");
}
