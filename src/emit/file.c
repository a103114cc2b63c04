/* SPDX-License-Identifier: MIT
 *
 * The whole C file: numbers, start, rates, outputs, steppers, and a program that checks what the
 * model expects. */
#include "emit/emit.h"
#include "emit/parameters.h"
#include "emit/fmi.h"
#include "emit/writer.h"
#include <string.h>

/* A fixed text, with the model's name for each @. */
void jd_write(Writer *w, const char *text) {
    for (const char *at = text; *at; at++)
        if (*at == '@')
            jd_text_print(w->out, "%s", w->p.prefix);
        else
            jd_text_add(w->out, at, 1);
}

void jd_write_list(Writer *w, const char *name, const double *values, int count) {
    jd_write(w, "    static const double ");
    jd_text_print(w->out, "%s[] = {", name);
    for (int n = 0; n < count; n++) {
        if (n) jd_text_print(w->out, n % 6 ? ", " : ",\n        ");
        jd_print_number(values[n], w->out);
    }
    jd_write(w, count ? "};\n" : "0};\n");
}

/* ---- Structs -------------------------------------------------------------------------------- */

static void write_head(Writer *w) {
    const JdSystem *s = w->rec.s;
    jd_write(w, "/* Equations of motion of model '@', written by jourdain ");
    jd_text_print(w->out, "%s.\n", jd_version());
    jd_write(
        w,
        " *\n"
        " *     @_model m;\n"
        " *     double y[@_STATES], t = 0;\n"
        " *     @_defaults(&m);              numbers of the mechanism; change them, then\n"
        " *     int code = @_init(&m, y);    y at time 0, with all loops closed\n"
        " *     code = @_run(&m, &t, y, 1.0, 1e-9);   or @_rk4(&m, &t, y, 1e-3)\n"
        " *\n"
        " * Needs the C library only. Numbers are SI. */\n"
        "#include <math.h>\n\n"
        "#ifdef __CUDACC__\n#define @_FN __host__ __device__\n#else\n#define @_FN\n#endif\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
        "/* What calls return. */\n"
        "enum {\n"
        "    @_OK = 0,\n"
        "    @_LEFT = 1,       /* it left its chart: a dead point is near, other coordinates "
        "would do */\n"
        "    @_OPEN = 2,       /* loops do not close: bodies are too short or too far apart */\n"
        "    @_TOO_SMALL = 3,  /* no step is short enough for the tolerance */\n"
        "    @_CIRCLE = 4,     /* events make each other happen over and over again */\n"
        "    @_NO_NUMBER = 5,  /* a rate or an output has no finite value */\n"
        "    @_ORDER = 6       /* with these numbers conditions on time change in another order "
        "*/\n"
        "};\n\n"
        "/* The same in words. */\n"
        "@_FN const char *@_text(int code) {\n"
        "    return code == @_OK          ? \"\"\n"
        "           : code == @_LEFT      ? \"the state is outside its chart: bodies do not reach, "
        "or a dead point is near\"\n"
        "           : code == @_OPEN      ? \"loops do not close with these numbers\"\n"
        "           : code == @_TOO_SMALL ? \"no step is short enough for the tolerance\"\n"
        "           : code == @_CIRCLE    ? \"events make each other happen over and over again\"\n"
        "           : code == @_NO_NUMBER ? \"a rate or an output has no finite value\"\n"
        "           : code == @_ORDER     ? \"conditions on time change in another order with "
        "these numbers\"\n"
        "                                 : \"there is no such code\";\n"
        "}\n\n"
        "static inline @_FN int @_finite(const double *x, int count) {\n"
        "    double sum = 0;\n"
        "    for (int i = 0; i < count; i++) sum += 0 * x[i];\n"
        "    return sum == 0;\n"
        "}\n\n");
    jd_write(w, "enum {\n");
    jd_text_print(w->out,
                  "    %s_PARAMETERS = %d,\n    %s_STATES = %d,\n    %s_OUTPUTS = %d,\n    "
                  "%s_INPUTS = %d,\n    %s_NUMBERS "
                  "= %d,\n    %s_EVENTS = %d,\n    %s_WATCHED = %d\n};\n\n",
                  w->p.prefix, jd_parameters_offered(w), w->p.prefix, w->rec.states, w->p.prefix,
                  w->outputs, w->p.prefix, s->givens, w->p.prefix, w->tape.fixed.count, w->p.prefix,
                  s->whens, w->p.prefix, w->rec.watches);
    jd_write(
        w, "/* Numbers of the mechanism. What is zero in the model stays zero. */\ntypedef struct "
           "{\n");
    for (int n = 0; n < w->tape.fixed.count; n++)
        jd_text_print(w->out, "    double %s; /* %s [%s] */\n", w->p.fixed_name[n],
                      w->tape.fixed.at[n].name, w->tape.fixed.at[n].about);
    if (!w->tape.fixed.count) jd_write(w, "    double none;\n");
    jd_write(w, "} @_numbers;\n\n");
    jd_write_parameter_struct(w);
}

static void write_model_struct(Writer *w) {
    jd_write(w, "typedef struct {\n"
                "    @_parameters parameter; /* after a change: @_apply */\n"
                "    @_numbers number; /* after a change: @_prepare */\n");
    jd_text_print(
        w->out,
        "    double input[%d];   /* as they are set; behind them of each force that is switched: "
        "1, it acts */\n"
        "    double k[%d];     /* what follows from the numbers alone */\n"
        "    double hint[%d];    /* what loops and counted turns were after the last step */\n",
        at_least_one(jd_record_given(w->rec.s)), at_least_one(w->p.keeps),
        at_least_one(w->tape.hint.count));
    if (w->rec.instant.count)
        jd_text_print(w->out, "    double held[%d];    /* conditions on time, as they are now */\n",
                      w->rec.s->latches);
    if (jd_has_events(w))
        jd_write(w, "    double was[@_WATCHED]; /* events and corners, as they were when last "
                    "looked at */\n");
    jd_write(w, "    int stopped;        /* an event asked for the end */\n");
    jd_write(w, "} @_model;\n\n");
}

/* Angles that turns are counted by, if there are such. */
void jd_write_rough_angle(Writer *w) {
    bool counts = false;
    for (int n = 0; n < w->tape.node.count; n++)
        counts = counts || w->tape.node.at[n].op == TAPE_ROUGH_ANGLE;
    if (!counts) return;
    jd_write(
        w,
        "/* The angle of sine s and cosine c up to 0.01 rad. */\n"
        "static inline @_FN double @_rough_angle(double s, double c) {\n"
        "    const double x = fabs(c), y = fabs(s), most = x > y ? x : y, least = x > y ? y : x;\n"
        "    const double r = least / most, flat = r * (1.0583981633974483 - 0.273 * r);\n"
        "    const double up = y > x ? 1.5707963267948966 - flat : flat;\n"
        "    const double half = c < 0 ? 3.141592653589793 - up : up;\n"
        "    return s < 0 ? -half : half;\n"
        "}\n\n");
}

static void write_names(Writer *w) {
    const JdSystem *s = w->rec.s;
    jd_write(w, "static const char *const @_state_name[] = {");
    for (int n = 0; n < w->rec.states; n++)
        jd_text_print(w->out, "%s\"%s\"", n ? ", " : "",
                      w->rec.state_name[n] ? w->rec.state_name[n] : "");
    jd_write(w, w->rec.states ? "};\n" : "\"\"};\n");
    jd_write(w, "static const char *const @_output_name[] = {");
    for (int n = 0; n < w->outputs; n++)
        jd_text_print(w->out, "%s\"%s\"", n ? ", " : "", s->channel_name[w->channel[n]]);
    jd_write(w, w->outputs ? "};\n" : "\"\"};\n");
    jd_write(w, "static const char *const @_output_unit[] = {");
    for (int n = 0; n < w->outputs; n++)
        jd_text_print(w->out, "%s\"%s\"", n ? ", " : "", s->channel[w->channel[n]].unit);
    jd_write(w, w->outputs ? "};\n\n" : "\"\"};\n\n");
}

/* ---- The whole ------------------------------------------------------------------------------ */

bool jd_writer_record(Writer *w, const JdSystem *system, Arena *arena, JdLog *log) {
    const FormType *form = system->mechanics ? system->mechanics : system->form;
    if (strcmp(form->name, "minimal")) {
        jd_report(log, JD_ERROR, "emit-form", nowhere, "form %s cannot be emitted", form->name);
        jd_hint(log, "form minimal can: --form minimal");
        return false;
    }
    w->rec = (Recorder){.t = &w->tape,
                        .s = system,
                        .plan = system->plan,
                        .log = log,
                        .arena = arena,
                        .native = w->rec.native};
    if (w->marked) {
        jd_constants_find(system, w->marked, arena, &w->constants);
        w->rec.constants = &w->constants;
    }
    if (!jd_tape_init(&w->tape, arena)) return false;
    w->tape.moved = w->moved.at;
    w->tape.moveds = w->moved.count;
    return jd_record_rates(&w->rec);
}

/* Parts of long functions, then these; both texts are gone then. */
void jd_take_functions(Writer *w, Text *functions, Text *to) {
    Text *const from[2] = {&w->p.parts, functions};
    for (int k = 0; k < 2; k++) {
        if (from[k]->at) jd_text_add(to, from[k]->at, from[k]->count);
        w->p.tape->arena->failed = w->p.tape->arena->failed || from[k]->failed || to->failed;
        jd_text_free(from[k]);
    }
}

static void write_all(Writer *w, bool runs) {
    Text functions = {0}, all = {0}, *whole = w->out;
    w->out = w->p.out = &functions;
    jd_write_functions(w);
    jd_write_steppers(w);
    jd_write_batch(w);
    w->out = w->p.out = whole;
    jd_take_functions(w, &functions, &all);
    write_head(w);
    write_model_struct(w);
    write_names(w);
    jd_write_rough_angle(w);
    jd_write_own(w, all.at);
    jd_write_tables(w, all.at);
    if (all.at) jd_text_add(whole, all.at, all.count);
    if (runs)
        jd_write_main(w);
    else
        jd_write(w, "#ifdef __cplusplus\n}\n#endif\n");
    jd_text_free(&all);
}

static char *write_formulas(const JdSystem *system, const char *as, JdLog *log) {
    JdEquations *equations = jd_equations_new(system, log);
    char *text = jd_equations_text(equations, as);
    jd_equations_free(equations);
    return text;
}

char *jd_emit(const JdSystem *system, JdEmitDef def, JdLog *log) {
    Arena arena = {0};
    Text out = {0};
    int version = 0;
    if (!system) return NULL;
    const bool formulas = def.target && jd_word_in_list(def.target, "text latex markdown");
    const FmiPart part = jd_fmi_part(def.target, &version);
    if (def.target && !formulas && !part && !jd_word_in_list(def.target, "c cuda native")) {
        jd_report(log, JD_ERROR, "emit-target", nowhere, "there is no target '%s'", def.target);
        jd_hint(log, "there are: c, cuda, native; text, latex, markdown; fmi2, fmi3, fmi2-xml, "
                     "fmi3-xml, fmi3-build");
        return NULL;
    }
    Writer w = {.out = &out,
                .cuda = def.target && !strcmp(def.target, "cuda"),
                .dop853 = jd_stepper_find("dop853")->tableau};
    w.rec.native = def.target && !strcmp(def.target, "native");
    if (formulas) return write_formulas(system, def.target, log);
    bool good = jd_writer_record(&w, system, &arena, log) && jd_writer_agrees(&w, log);
    if (w.rec.native) {
        good = good && jd_printer_init(&w.p, &w.tape, system->name, &out) && jd_write_native(&w);
    } else {
        good = good && jd_take_outputs(&w) && jd_take_parameters(&w) && jd_take_derivatives(&w) &&
               jd_take_errors(&w) && jd_take_narrow(&w) &&
               jd_printer_init(&w.p, &w.tape, system->name, &out);
        if (good) write_all(&w, !part);
        if (good && part) jd_fmi_write(&w, part, version);
    }
    const bool memory = arena.failed || out.failed;
    if (memory) jd_report_memory(log);
    jd_arena_free(&arena);
    if (good && !memory && out.at) return out.at;
    jd_text_free(&out);
    return NULL;
}
