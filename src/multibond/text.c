/* SPDX-License-Identifier: MIT
 *
 * A graph as model text: nodes, bonds and signals as `node`, `bond`, `state` and `signal` say them,
 * with the states where the mechanism begins. What a graph has no place for stands as notes. */
#include "multibond/numbers.h"
#include <stdlib.h>
#include <string.h>

/* A node or bond (or else a signal) whose name without dots is taken. */
typedef struct {
    const char *name, *text;
    bool part;
} TextName;

typedef struct {
    const Multibond *g;
    const MultibondNumbers *n;
    Arena *arena;
    Text *out;
    Sym *by; /* of names of the pool: what they are called in the text; SYM_NONE: the same */
    int names;
    LIST(TextName) others; /* that are not called as they are */
} Writer;

/* Time as a number: a state, as all that changes is in a graph without units. */
static const char clock_name[] = "clock_s";

/* ---- Names ---------------------------------------------------------------------------------- */

/* Names of parts of the model have dots, which names of the text have not. */
static void print_name(const char *name, size_t length, Text *out) {
    for (size_t k = 0; k < length; k++)
        jd_text_print(out, "%c",
                      name[k] == '.' || name[k] == '[' || name[k] == ']' ? '_' : name[k]);
}

static int by_text(const void *a, const void *b) {
    const TextName *one = a, *two = b;
    const int order = strcmp(one->text, two->text);
    return order ? order : one->part - two->part;
}

static void list_name(Writer *w, const char *name, bool part, TextName *to) {
    Text text = {0};
    print_name(name, strlen(name), &text);
    const char *kept = jd_arena_copy(w->arena, text.at ? text.at : "");
    *to = (TextName){name, kept ? kept : "", part};
    jd_text_free(&text);
}

/* Of two with one name the first keeps it, and signals come first. */
static bool find_others(Writer *w) {
    const BondGraph *graph = w->g->graph;
    const int most = graph->nodes.count + graph->bonds.count + graph->signals.count + 1;
    TextName *all = ARENA_NEW(w->arena, TextName, most + 1);
    int count = 0;
    if (!all) return false;
    for (int k = 0; k < graph->nodes.count; k++)
        list_name(w, graph->nodes.at[k].name, true, &all[count++]);
    for (int k = 0; k < graph->bonds.count; k++)
        list_name(w, graph->bonds.at[k].name, true, &all[count++]);
    for (int k = 0; k < graph->signals.count; k++)
        list_name(w, graph->signals.at[k].name, false, &all[count++]);
    qsort(all, (size_t)count, sizeof *all, by_text);
    for (int k = 1; k < count; k++) {
        if (strcmp(all[k].text, all[k - 1].text) != 0) continue;
        TextName *other = PUSH(w->arena, w->others);
        TextName key = all[k];
        for (int number = 2; other && key.text; number++) {
            key.text = jd_arena_format(w->arena, "%s_%d", all[k].text, number);
            int n = 0;
            while (n < count && key.text && strcmp(all[n].text, key.text) != 0) n++;
            for (int m = 0; m < w->others.count - 1; m++)
                if (key.text && !strcmp(w->others.at[m].text, key.text)) n = -1;
            if (n == count) break;
        }
        if (!other || !key.text) return false;
        *other = (TextName){all[k].name, key.text, all[k].part};
    }
    return !w->arena->failed;
}

static const char *other_name(const Writer *w, const char *name, size_t length, bool part) {
    for (int k = 0; k < w->others.count; k++) {
        const TextName *at = &w->others.at[k];
        if (at->part == part && strlen(at->name) == length && !strncmp(at->name, name, length))
            return at->text;
    }
    return NULL;
}

static void print_called(const Writer *w, const char *name, size_t length, bool part, Text *out) {
    const char *other = other_name(w, name, length, part);
    if (other)
        jd_text_print(out, "%s", other);
    else
        print_name(name, length, out);
}

static void say_name(const Writer *w, const char *name) {
    print_called(w, name, strlen(name), false, w->out);
}

static void say_part(const Writer *w, const char *name) {
    print_called(w, name, strlen(name), true, w->out);
}

/* The part of a name that is a name of the graph: "rod_m" of "rod_m.p[2]". */
static size_t stem_of(const Writer *w, const char *name) {
    const char *dot = strrchr(name, '.');
    static const char *const parts[] = {"flow", "effort", "p", "q"};
    if (!dot) return strlen(name);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        const size_t length = strlen(parts[k]);
        if (strncmp(dot + 1, parts[k], length)) continue;
        if (dot[1 + length] && dot[1 + length] != '[') continue;
        const char *stem = jd_arena_format(w->arena, "%.*s", (int)(dot - name), name);
        if (stem && (jd_bonds_find_bond(w->g->graph, stem) >= 0 ||
                     jd_bonds_find_node(w->g->graph, stem) >= 0))
            return (size_t)(dot - name);
    }
    return strlen(name);
}

static bool rename_all(Writer *w) {
    w->names = jd_sym_names(w->g->pool);
    if (!find_others(w)) return false;
    w->by = ARENA_NEW(w->arena, Sym, w->names + 1);
    for (int k = 0; k < w->names && w->by; k++) {
        const char *name = jd_sym_name_text(w->g->pool, k);
        const size_t stem = stem_of(w, name);
        Text text = {0};
        if (!strcmp(name, "time")) { /* a number, as all is */
            w->by[k] = jd_sym_name(w->g->pool, clock_name);
            continue;
        }
        print_called(w, name, stem, name[stem] != '\0', &text);
        jd_text_print(&text, "%s", name + stem);
        if (text.at && strcmp(text.at, name) != 0) w->by[k] = jd_sym_name(w->g->pool, text.at);
        const bool good = !text.failed;
        jd_text_free(&text);
        if (!good) return false;
    }
    return w->by != NULL;
}

static void say(const Writer *w, Sym s) {
    Sym *names = NULL;
    SymPool *pool = w->g->pool;
    const int count = jd_sym_list_names(pool, s, w->arena, &names);
    Sym *by = count >= 0 ? ARENA_NEW(w->arena, Sym, count + 1) : NULL;
    for (int k = 0; k < count && by; k++) {
        const int number = jd_sym_node(pool, names[k])->name;
        by[k] = number < w->names && w->by[number] ? w->by[number] : names[k];
    }
    jd_sym_print(pool, by ? jd_sym_put(pool, s, names, by, count) : s, SYM_TEXT, w->out);
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

static void say_matrix(const Writer *w, const SymMatrix *m, bool list) {
    if (m->rows * m->columns == 1) {
        say(w, m->at[0]);
        return;
    }
    jd_text_print(w->out, "[");
    for (int r = 0; r < m->rows; r++) {
        jd_text_print(w->out, "%s%s", r ? ", " : "", list ? "" : "[");
        for (int c = 0; c < m->columns; c++) {
            if (c) jd_text_print(w->out, ", ");
            say(w, m->at[r * m->columns + c]);
        }
        if (!list) jd_text_print(w->out, "]");
    }
    jd_text_print(w->out, "]");
}

static void say_number(const Writer *w, double value) {
    char digits[40];
    jd_number_text(value, digits, sizeof digits);
    jd_text_print(w->out, "%s", digits);
}

static void say_start(const Writer *w, int node) {
    const int first = w->n->equations->state[node], width = jd_bonds_width(w->g->graph, node);
    if (first < 0) return;
    jd_text_print(w->out, width > 1 ? " start [" : " start ");
    for (int k = 0; k < width; k++) {
        if (k) jd_text_print(w->out, ", ");
        say_number(w, w->n->values[w->n->number[first + k]]);
    }
    if (width > 1) jd_text_print(w->out, "]");
}

static void say_gain(const Writer *w, const char *word, Sym value) {
    if (!value) return;
    jd_text_print(w->out, " %s ", word);
    say(w, value);
}

static void say_constraint(const Writer *w, const BondConstraint *held) {
    jd_text_print(w->out, " holds");
    say_gain(w, "alpha", held->alpha);
    say_gain(w, "beta", held->beta);
    say_gain(w, "gamma", held->gamma);
    if (held->beta && held->integral) {
        jd_text_print(w->out, " phi ");
        say(w, held->integral);
    }
    if (held->beta && !held->integral) jd_text_print(w->out, " offset from start");
}

static void say_node(const Writer *w, int node) {
    const BondNode *at = &w->g->graph->nodes.at[node];
    jd_text_print(w->out, "node ");
    say_part(w, at->name);
    jd_text_print(w->out, " : %s", at->type->name);
    if (at->constraint.holds) {
        say_constraint(w, &at->constraint);
    } else if (at->value.at) {
        jd_text_print(w->out, " %s ", at->type->value);
        say_matrix(w, &at->value, at->type->role == ROLE_SOURCE);
    }
    if (at->rotates) jd_text_print(w->out, " rotation");
    if (at->type->role == ROLE_STORAGE) say_start(w, node);
    jd_text_print(w->out, "\n");
}

static void say_bond(const Writer *w, int bond) {
    const Bond *at = &w->g->graph->bonds.at[bond];
    jd_text_print(w->out, "bond ");
    say_part(w, at->name);
    jd_text_print(w->out, " : ");
    say_part(w, w->g->graph->nodes.at[at->from].name);
    jd_text_print(w->out, " to ");
    say_part(w, w->g->graph->nodes.at[at->to].name);
    if (jd_bond_dimension(at) > 1) jd_text_print(w->out, " dimension %d", jd_bond_dimension(at));
    jd_text_print(w->out, "\n");
}

static void say_signal(const Writer *w, int signal) {
    const BondSignal *at = &w->g->graph->signals.at[signal];
    jd_text_print(w->out, at->integrates ? "state " : "signal ");
    say_name(w, at->name);
    jd_text_print(w->out, at->integrates ? " { start " : " = ");
    if (at->integrates) {
        say_number(w, w->n->values[w->n->number[w->n->equations->signal[signal]]]);
        jd_text_print(w->out, " rate (");
    }
    say(w, at->is);
    jd_text_print(w->out, at->integrates ? ")*1 1/s }\n" : "\n");
}

/* Where three angles become singular the run ends, and why is told. */
static void say_singular(const Writer *w, int body) {
    const MultibondBody *at = &w->g->body[body];
    const AxisName *axis = w->g->def.sequence;
    const BondSignal *second = &w->g->graph->signals.at[at->attitude + 1];
    const char *name = w->g->system->body[body].name;
    const double start = jd_multibond_upright(
        &w->g->def, w->n->values[w->n->number[w->n->equations->signal[at->attitude + 1]]]);
    jd_text_print(w->out, "when ");
    say_name(w, name);
    jd_text_print(w->out, "_singular : %s%s(", start < 0 ? "-" : "",
                  axis[0] == axis[2] ? "sin" : "cos");
    say_name(w, second->name);
    jd_text_print(w->out,
                  ") < %g { stop because \"the angles %c%c%c of '%s' become singular, and have no "
                  "rates there; --attitude quaternion has no such place\" }\n",
                  ANGLES_SINGULAR, 'x' + (int)axis[0], 'x' + (int)axis[1], 'x' + (int)axis[2],
                  name);
}

/* ---- The rest ------------------------------------------------------------------------------- */

static void say_output(const Writer *w, int number) {
    const MultibondOutput *at = &w->g->outputs.at[number];
    jd_text_print(w->out, "signal ");
    say_name(w, at->name);
    jd_text_print(w->out, " = ");
    say(w, at->is);
    jd_text_print(w->out, "  # %s\n", at->channel);
}

/* Channels of the mechanism, places of all bodies, and what holds the locks. */
static void say_outputs(const Writer *w) {
    const JdSystem *s = w->g->system;
    static const char *const words[] = {"x", "y", "z"};
    for (int k = 0; k < w->g->outputs.count; k++) say_output(w, k);
    jd_text_print(w->out, "\noutput ");
    for (int k = 0; k < w->g->outputs.count; k++) {
        say_name(w, w->g->outputs.at[k].name);
        jd_text_print(w->out, ", ");
    }
    for (int b = 1; b < s->bodies; b++)
        for (int k = 0; k < 3; k++) {
            jd_text_print(w->out, b > 1 || k ? ", " : "");
            say_name(w, s->body[b].name);
            jd_text_print(w->out, "_%s", w->g->planar && k == 2 ? "angle" : words[k]);
        }
    for (int k = 0; k < w->g->holds.count; k++) {
        const MultibondHold *hold = &w->g->holds.at[k];
        const Bond *bond = &w->g->graph->bonds.at[hold->bond];
        jd_text_print(w->out, ", ");
        say_part(w, bond->name);
        jd_text_print(w->out, ".effort");
        if (jd_bond_dimension(bond) > 1) jd_text_print(w->out, "[%d]", hold->component + 1);
    }
    jd_text_print(w->out, "\n");
}

static void say_run(const Writer *w) {
    const ModelRun *run = &w->g->system->run;
    const struct {
        const char *word;
        double value;
    } words[] = {{"to", run->to}, {"every", run->every}, {"step", run->step}, {"tol", run->tol}};
    if (!(run->to > 0)) return;
    jd_text_print(w->out, "run");
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (!(words[k].value > 0)) continue;
        jd_text_print(w->out, " %s ", words[k].word);
        say_number(w, words[k].value);
        if (strcmp(words[k].word, "tol") != 0) jd_text_print(w->out, " s");
    }
    if (run->stepper) jd_text_print(w->out, " stepper %s", run->stepper);
    jd_text_print(w->out, "\n");
}

bool jd_multibond_inside(const Multibond *g, JdLog *log) {
    for (int k = 0; k < g->outsiders.count; k++) {
        const MultibondOutsider *out = &g->outsiders.at[k];
        jd_report(log, JD_ERROR, "graph-outside", nowhere,
                  "%s '%s' has no formula that the graph could have: %s", out->kind, out->name,
                  out->why);
    }
    if (g->outsiders.count)
        jd_hint(log, "the graph is shown as it is; as a model of its own it would lack a law");
    return g->outsiders.count == 0;
}

bool jd_multibond_write(const Multibond *graph, const MultibondNumbers *numbers, Text *out,
                        JdLog *log) {
    Arena arena = {0};
    Writer w = {.g = graph, .n = numbers, .arena = &arena, .out = out};
    const BondGraph *bonds = graph->graph;
    if (!jd_multibond_inside(graph, log)) return false;
    const bool good = rename_all(&w);
    const char *name = graph->system->name;
    jd_text_print(out, "# The multibond graph of a mechanism (%s, %s bonds), in SI units.\nmodel ",
                  jd_lock_method(graph->def.method),
                  bonds->bonds.count == bonds->components ? "scalar" : "vector");
    print_name(name ? name : "mechanism", strlen(name ? name : "mechanism"), out);
    jd_text_print(out, "_graph\n\n");
    for (int k = 0; k < bonds->nodes.count && good; k++) say_node(&w, k);
    jd_text_print(out, "\n");
    for (int k = 0; k < bonds->bonds.count && good; k++) say_bond(&w, k);
    jd_text_print(out, "\n");
    jd_text_print(out, "state %s { start 0 rate 1 1/s }\n", clock_name);
    for (int k = 0; k < bonds->signals.count && good; k++) say_signal(&w, k);
    for (int b = 1; b < graph->system->bodies && good && graph->def.angles && !graph->planar; b++)
        say_singular(&w, b);
    jd_text_print(out, "\n");
    if (good) say_outputs(&w);
    if (good) say_run(&w);
    const bool whole = good && !out->failed && !arena.failed;
    jd_arena_free(&arena);
    if (!whole) jd_report_memory(log);
    return whole;
}
