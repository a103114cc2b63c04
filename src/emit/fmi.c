/* SPDX-License-Identifier: MIT
 *
 * A mechanism as a functional mock-up unit, FMI 2.0 and 3.0: the emitted file with the functions of
 * the standard behind it, and modelDescription.xml. States, their rates, inputs, outputs, numbers
 * of the mechanism, parameters of the model, time and event indicators have value references in
 * this order. */
#include "emit/fmi.h"
#include <stdio.h>
#include <string.h>

FmiPart jd_fmi_part(const char *target, int *version) {
    static const struct {
        const char *name;
        FmiPart part;
        int version;
    } parts[] = {{"fmi2", FMI_SOURCE, 2},
                 {"fmi3", FMI_SOURCE, 3},
                 {"fmi2-xml", FMI_DESCRIPTION, 2},
                 {"fmi3-xml", FMI_DESCRIPTION, 3},
                 {"fmi3-build", FMI_BUILD, 3}};
    for (size_t n = 0; n < sizeof parts / sizeof *parts && target; n++)
        if (!strcmp(parts[n].name, target)) {
            *version = parts[n].version;
            return parts[n].part;
        }
    return FMI_NONE;
}

/* ---- Variables ------------------------------------------------------------------------------ */

typedef enum {
    OF_STATE,
    OF_RATE,
    OF_INPUT,
    OF_OUTPUT,
    OF_NUMBER,
    OF_PARAMETER,
    OF_TIME,
    OF_INDICATOR
} Kind;

/* What the standard says of each kind: initial is not said of inputs and of time. */
static const struct {
    const char *wraps, *causality, *variability, *initial;
    bool starts; /* it has a start value */
} kinds[] = {
    [OF_STATE] = {"state(%s)", "local", "continuous", "exact", true},
    [OF_RATE] = {"rate(%s)", "local", "continuous", "calculated", false},
    [OF_INPUT] = {"input(%s)", "input", "continuous", NULL, true},
    [OF_OUTPUT] = {"output(%s)", "output", "continuous", "calculated", false},
    [OF_NUMBER] = {"number(%s)", "parameter", "tunable", "exact", true},
    [OF_TIME] = {"time(%s)", "independent", "continuous", NULL, false},
    [OF_INDICATOR] = {"event(%s)", "local", "continuous", "calculated", false},
    [OF_PARAMETER] = {"parameter(%s)", "parameter", "tunable", "exact", true},
};

typedef struct {
    Kind kind;
    int reference, of; /* of: of a rate the variable of its state */
    const char *name, *unit, *about;
    double start;
} Variable;

typedef struct {
    Writer *w;
    int version;
    const char *token;
    bool jumps; /* states may have other values behind an event */
    LIST(Variable) variable;
} Mockup; /* the unit as it is described */

/* Inputs and outputs keep their names, if they can: they are asked for by them. */
static bool is_taken(const Mockup *u, Kind kind, const char *name) {
    const Writer *w = u->w;
    const JdSystem *s = w->rec.s;
    for (int n = 0; n < u->variable.count; n++)
        if (!strcmp(u->variable.at[n].name, name)) return true;
    for (int n = 0; n < s->givens && kind != OF_INPUT; n++)
        if (!strcmp(s->given[n].name, name)) return true;
    for (int n = 0; n < w->outputs && kind != OF_INPUT && kind != OF_OUTPUT; n++)
        if (!strcmp(s->channel_name[w->channel[n]], name)) return true;
    return false;
}

static const char *name_for(Mockup *u, Kind kind, const char *name) {
    Arena *arena = u->w->rec.arena;
    const char *format = kinds[kind].wraps, *own = name;
    for (int k = 2; own && is_taken(u, kind, own); k++) {
        char text[512];
        snprintf(text, sizeof text, "%s", name);
        if (k > 2) snprintf(text, sizeof text, "%s %d", name, k);
        const char *gap = strstr(format, "%s");
        own = jd_arena_format(arena, "%.*s%s%s", (int)(gap - format), format, text, gap + 2);
    }
    return own ? own : name;
}

static void add(Mockup *u, Variable v) {
    const int reference = u->variable.count;
    v.name = name_for(u, v.kind, v.name);
    Variable *to = PUSH(u->w->rec.arena, u->variable);
    if (!to) return;
    *to = v;
    to->reference = reference;
}

static const char *rate_unit(const char *unit) {
    static const char *const of[][2] = {
        {"m", "m/s"}, {"m/s", "m/s^2"}, {"rad", "rad/s"}, {"rad/s", "rad/s^2"}, {"1", "1/s"}};
    for (size_t n = 0; n < sizeof of / sizeof *of; n++)
        if (unit && !strcmp(of[n][0], unit)) return of[n][1];
    return NULL;
}

static void add_states(Mockup *u) {
    const Recorder *rec = &u->w->rec;
    for (int n = 0; n < rec->states; n++)
        add(u, (Variable){.kind = OF_STATE,
                          .name = rec->state_name[n],
                          .unit = rec->state_unit[n],
                          .about = "a number of the state",
                          .start = rec->start[n]});
    for (int n = 0; n < rec->states; n++) {
        const int extra = n - rec->first_extra;
        const char *name = jd_arena_format(rec->arena, "der(%s)", u->variable.at[n].name);
        add(u, (Variable){.kind = OF_RATE,
                          .name = name ? name : "",
                          .unit = extra < 0 ? rate_unit(rec->state_unit[n])
                                            : rec->s->extra[extra].rate_unit,
                          .about = "its rate",
                          .of = n});
    }
}

static void add_all(Mockup *u) {
    Writer *w = u->w;
    const JdSystem *s = w->rec.s;
    add_states(u);
    for (int n = 0; n < s->givens; n++)
        add(u, (Variable){.kind = OF_INPUT,
                          .name = s->given[n].name,
                          .unit = s->given[n].unit,
                          .about = "an input of the model",
                          .start = s->given_start[n]});
    for (int n = 0; n < w->outputs; n++)
        add(u, (Variable){.kind = OF_OUTPUT,
                          .name = s->channel_name[w->channel[n]],
                          .unit = s->channel[w->channel[n]].unit,
                          .about = "an output of the model"});
    for (int n = 0; n < w->tape.fixed.count; n++)
        add(u, (Variable){.kind = OF_NUMBER,
                          .name = w->tape.fixed.at[n].name,
                          .unit = w->tape.fixed.at[n].about,
                          .about = "a number of the mechanism",
                          .start = w->tape.fixed.at[n].value});
    for (int n = 0; n < w->parameters.list.count; n++) {
        const EmitParameter *is = &w->parameters.list.at[n];
        if (!is->left_out)
            add(u, (Variable){.kind = OF_PARAMETER,
                              .name = is->name,
                              .unit = is->unit,
                              .about = "a parameter of the model: numbers follow from it",
                              .start = is->value});
    }
    add(u, (Variable){.kind = OF_TIME, .name = "time", .unit = "s", .about = "the time"});
    for (int n = 0; n < w->rec.watches; n++)
        add(u, (Variable){.kind = OF_INDICATOR,
                          .name = n < s->whens ? s->when[n].name : s->corner[n - s->whens].name,
                          .about = "below zero something happens here"});
}

/* FMI 2.0 has no variables for time and for event indicators here. */
static bool is_listed(const Mockup *u, const Variable *v) {
    return u->version == 3 || v->kind < OF_TIME;
}

/* ---- XML ------------------------------------------------------------------------------------ */

static void put_text(Text *out, const char *text) {
    static const struct {
        char letter;
        const char *as;
    } letters[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
    for (; *text; text++) {
        const char *as = NULL;
        for (size_t n = 0; n < sizeof letters / sizeof *letters; n++)
            if (letters[n].letter == *text) as = letters[n].as;
        if (as)
            jd_text_print(out, "%s", as);
        else if ((unsigned char)*text >= ' ')
            jd_text_add(out, text, 1);
    }
}

static void put_attribute(Text *out, const char *name, const char *value) {
    if (!value) return;
    jd_text_print(out, " %s=\"", name);
    put_text(out, value);
    jd_text_print(out, "\"");
}

static void put_number(Text *out, const char *name, double value) {
    char text[40];
    jd_number_text(value, text, sizeof text);
    put_attribute(out, name, text);
}

/* A unit that is 1 is none. */
static const char *unit_of(const Variable *v) {
    return v->unit && *v->unit && strcmp(v->unit, "1") ? v->unit : NULL;
}

static void put_exponent(Text *out, const char *name, int exponent) {
    if (exponent) jd_text_print(out, " %s=\"%d\"", name, exponent);
}

static void write_unit(Text *out, const char *name) {
    Unit unit;
    jd_text_print(out, "    <Unit");
    put_attribute(out, "name", name);
    if (!jd_unit_parse(name, &unit)) {
        jd_text_print(out, "/>\n");
        return;
    }
    jd_text_print(out, "><BaseUnit");
    put_exponent(out, "kg", unit.dim.mass);
    put_exponent(out, "m", unit.dim.length);
    put_exponent(out, "s", unit.dim.time);
    put_exponent(out, "A", unit.dim.current);
    put_exponent(out, "K", unit.dim.temperature);
    if (!strncmp(name, "rad", 3)) put_exponent(out, "rad", 1);
    if (unit.scale != 1) put_number(out, "factor", unit.scale);
    jd_text_print(out, "/></Unit>\n");
}

static void write_units(const Mockup *u, Text *out) {
    jd_text_print(out, "  <UnitDefinitions>\n");
    for (int n = 0; n < u->variable.count; n++) {
        const char *unit = is_listed(u, &u->variable.at[n]) ? unit_of(&u->variable.at[n]) : NULL;
        bool first = unit != NULL;
        for (int k = 0; k < n && first; k++) {
            const char *before =
                is_listed(u, &u->variable.at[k]) ? unit_of(&u->variable.at[k]) : NULL;
            first = !before || strcmp(before, unit) != 0;
        }
        if (first) write_unit(out, unit);
    }
    jd_text_print(out, "  </UnitDefinitions>\n");
}

static void write_interfaces(const Mockup *u, Text *out) {
    static const char *const abilities[2][2] = {
        {"canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
         "providesDirectionalDerivative=\"true\"",
         "canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"true\" "
         "canSerializeFMUstate=\"true\" providesDirectionalDerivative=\"true\""},
        {"needsCompletedIntegratorStep=\"true\" canGetAndSetFMUState=\"true\" "
         "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\" "
         "providesAdjointDerivatives=\"true\"",
         "canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUState=\"true\" "
         "canSerializeFMUState=\"true\" providesDirectionalDerivatives=\"true\" "
         "providesAdjointDerivatives=\"true\""}};
    static const char *const names[] = {"ModelExchange", "CoSimulation"};
    const char *prefix = u->w->p.prefix;
    for (int n = 0; n < 2; n++) {
        jd_text_print(out, "  <%s modelIdentifier=\"%s\" %s", names[n], prefix,
                      abilities[u->version - 2][n]);
        if (u->version == 3)
            jd_text_print(out, "/>\n");
        else
            jd_text_print(out, ">\n    <SourceFiles><File name=\"%s.c\"/></SourceFiles>\n  </%s>\n",
                          prefix, names[n]);
    }
}

static void write_variable(const Mockup *u, const Variable *v, Text *out) {
    const bool old = u->version == 2;
    jd_text_print(out, old ? "    <ScalarVariable" : "    <Float64");
    put_attribute(out, "name", v->name);
    jd_text_print(out, " valueReference=\"%d\"", v->reference);
    put_attribute(out, "description", v->about);
    put_attribute(out, "causality", kinds[v->kind].causality);
    put_attribute(out, "variability", kinds[v->kind].variability);
    put_attribute(out, "initial", kinds[v->kind].initial);
    if (old) jd_text_print(out, "><Real");
    put_attribute(out, "unit", unit_of(v));
    if (v->kind == OF_STATE && u->jumps) put_attribute(out, "reinit", "true");
    if (v->kind == OF_RATE) jd_text_print(out, " derivative=\"%d\"", old ? v->of + 1 : v->of);
    if (kinds[v->kind].starts) put_number(out, "start", v->start);
    jd_text_print(out, old ? "/></ScalarVariable>\n" : "/>\n");
}

/* One element for each variable of a kind: by its place in the list, from 2.0 on by reference. */
static void write_unknowns(const Mockup *u, Kind kind, const char *element, Text *out) {
    for (int n = 0; n < u->variable.count; n++) {
        if (u->variable.at[n].kind != kind) continue;
        if (u->version == 2)
            jd_text_print(out, "      <%s index=\"%d\"/>\n", element, n + 1);
        else
            jd_text_print(out, "    <%s valueReference=\"%d\"/>\n", element,
                          u->variable.at[n].reference);
    }
}

static int count_of(const Mockup *u, Kind kind) {
    int count = 0;
    for (int n = 0; n < u->variable.count; n++) count += u->variable.at[n].kind == kind;
    return count;
}

static void write_structure_2(const Mockup *u, Text *out) {
    const int rates = count_of(u, OF_RATE), outputs = count_of(u, OF_OUTPUT);
    jd_text_print(out, "  <ModelStructure>\n");
    if (outputs) jd_text_print(out, "    <Outputs>\n");
    write_unknowns(u, OF_OUTPUT, "Unknown", out);
    if (outputs) jd_text_print(out, "    </Outputs>\n");
    if (rates) jd_text_print(out, "    <Derivatives>\n");
    write_unknowns(u, OF_RATE, "Unknown", out);
    if (rates) jd_text_print(out, "    </Derivatives>\n");
    if (rates || outputs) jd_text_print(out, "    <InitialUnknowns>\n");
    write_unknowns(u, OF_RATE, "Unknown", out);
    write_unknowns(u, OF_OUTPUT, "Unknown", out);
    if (rates || outputs) jd_text_print(out, "    </InitialUnknowns>\n");
    jd_text_print(out, "  </ModelStructure>\n");
}

static void write_structure_3(const Mockup *u, Text *out) {
    jd_text_print(out, "  <ModelStructure>\n");
    write_unknowns(u, OF_OUTPUT, "Output", out);
    write_unknowns(u, OF_RATE, "ContinuousStateDerivative", out);
    write_unknowns(u, OF_RATE, "InitialUnknown", out);
    write_unknowns(u, OF_OUTPUT, "InitialUnknown", out);
    write_unknowns(u, OF_INDICATOR, "EventIndicator", out);
    jd_text_print(out, "  </ModelStructure>\n");
}

static const double usual_tol = 1e-9; /* of a run that says nothing, as the program has it */

static double tolerance_of(const JdSystem *s) {
    return s->run.tol > 0 ? s->run.tol : usual_tol;
}

static void write_description(Mockup *u, Text *out) {
    const JdSystem *s = u->w->rec.s;
    add_all(u);
    jd_text_print(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription "
                  "fmiVersion=\"%d.0\"",
                  u->version);
    put_attribute(out, "modelName", s->name && *s->name ? s->name : "model");
    put_attribute(out, u->version == 2 ? "guid" : "instantiationToken", u->token);
    jd_text_print(out, " generationTool=\"jourdain %s\" variableNamingConvention=\"flat\"",
                  jd_version());
    if (u->version == 2) jd_text_print(out, " numberOfEventIndicators=\"%d\"", u->w->rec.watches);
    jd_text_print(out, ">\n");
    write_interfaces(u, out);
    write_units(u, out);
    jd_text_print(out, "  <LogCategories><Category name=\"logStatusError\"/></LogCategories>\n"
                       "  <DefaultExperiment startTime=\"0\"");
    if (s->run.to > 0 && isfinite(s->run.to)) put_number(out, "stopTime", s->run.to);
    put_number(out, "tolerance", tolerance_of(s));
    jd_text_print(out, "/>\n  <ModelVariables>\n");
    for (int n = 0; n < u->variable.count; n++)
        if (is_listed(u, &u->variable.at[n])) write_variable(u, &u->variable.at[n], out);
    jd_text_print(out, "  </ModelVariables>\n");
    if (u->version == 2)
        write_structure_2(u, out);
    else
        write_structure_3(u, out);
    jd_text_print(out, "</fmiModelDescription>\n");
}

static void write_build(const Mockup *u, Text *out) {
    const char *prefix = u->w->p.prefix;
    jd_text_print(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<fmiBuildDescription fmiVersion=\"3.0\">\n"
        "  <BuildConfiguration modelIdentifier=\"%s\" description=\"any C11 compiler\">\n"
        "    <SourceFileSet language=\"C11\"><SourceFile name=\"%s.c\"/></SourceFileSet>\n"
        "    <Library name=\"m\" external=\"true\"/>\n"
        "  </BuildConfiguration>\n"
        "</fmiBuildDescription>\n",
        prefix, prefix);
}

/* ---- Source --------------------------------------------------------------------------------- */

/* States whose start is a number follow it, until the start is over. */
static void write_started(Writer *w) {
    jd_write(w,
             "\nstatic void fmu_started(const @_numbers *was, const @_numbers *now, double *y) {\n"
             "    (void)was, (void)now, (void)y;\n");
    for (int n = 0; n < w->rec.states && w->start_number; n++) {
        const int k = w->start_number[n];
        if (k < 0) continue;
        const char *name = w->p.fixed_name[k];
        jd_text_print(w->out, "    if (now->%s < was->%s || now->%s > was->%s) y[%d] = now->%s;\n",
                      name, name, name, name, n, name);
    }
    jd_write(w, "}\n");
}

static void write_source(Mockup *u) {
    Writer *w = u->w;
    const char *const *parts[] = {jd_fmi_core, u->version == 2 ? jd_fmi2 : jd_fmi3};
    jd_text_print(w->out, "\n#define FMU_TOKEN \"%s\"\n#define FMU_TOLERANCE ", u->token);
    jd_print_number(tolerance_of(w->rec.s), w->out);
    jd_text_print(w->out,
                  "\n#define FMU_HAS_EVENTS %d\n#define FMU_HAS_INSTANTS %d\n"
                  "#define FMU_HAS_PARTIALS %d\n#define FMU_HAS_PLACES %d\n",
                  jd_has_events(w), w->rec.instant.count > 0, w->rec.states > 0,
                  jd_begins_elsewhere(w));
    write_started(w);
    for (int k = 0; k < 2; k++)
        for (int n = 0; parts[k][n]; n++) jd_write(w, parts[k][n]);
}

void jd_fmi_write(Writer *w, FmiPart part, int version) {
    Mockup u = {.w = w, .version = version, .jumps = jd_has_events(w) || w->rec.instant.count};
    const char *code = w->out->at ? w->out->at : "";
    const unsigned long long a = (unsigned long long)jd_hash(0, code, strlen(code)),
                             b = (unsigned long long)jd_hash(a, code, strlen(code));
    u.token = jd_arena_format(w->rec.arena, "{%08llx-%04llx-%04llx-%04llx-%012llx}", a >> 32,
                              (a >> 16) & 0xffff, a & 0xffff, b >> 48, b & 0xffffffffffffULL);
    if (!u.token) return;
    if (part == FMI_SOURCE) {
        write_source(&u);
        return;
    }
    Text xml = {0};
    if (part == FMI_DESCRIPTION)
        write_description(&u, &xml);
    else
        write_build(&u, &xml);
    jd_text_free(w->out);
    *w->out = xml;
}
