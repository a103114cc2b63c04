/* SPDX-License-Identifier: MIT
 *
 * Bond graphs as files of BondGraphTools (.bg, YAML of version 0.1): components with a template and
 * a value, and a netlist of bonds. There all ports take power in: of a transformer e_1 = r e_0,
 * which is 1/n here. What the format has no words for is told, one message each. */
#include "bond/bond.h"
#include "bonded/bonded.h"
#include "model/model.h"
#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct {
    const char *type, *template, *value; /* value: the name of its parameter there; NULL: none */
    bool inverse;                        /* its number is 1 over ours */
} Pair;

/* In both directions. */
static const Pair pairs[] = {
    {"Se", "base/Se", "e", false},  {"Sf", "base/Sf", "f", false},   {"I", "base/I", "L", false},
    {"C", "base/C", "C", false},    {"R", "base/R", "r", false},     {"TF", "base/TF", "r", true},
    {"GY", "base/GY", "R", false},  {"zero", "base/0", NULL, false}, {"one", "base/1", NULL, false},
    {"MSe", "base/Se", "e", false}, {"MSf", "base/Sf", "f", false},  {"MTF", "base/TF", "r", true},
    {"MGY", "base/GY", "R", false},
};

enum { PAIRS = sizeof pairs / sizeof *pairs };

static const Pair *pair_of_type(const char *type) {
    for (int n = 0; n < PAIRS; n++)
        if (!strcmp(pairs[n].type, type)) return &pairs[n];
    return NULL;
}

static const Pair *pair_of_template(const char *template) {
    for (int n = 0; n < PAIRS; n++)
        if (!strcmp(pairs[n].template, template)) return &pairs[n];
    return NULL;
}

/* Letters, digits and underscores; a name never begins with a digit. */
static void print_name(Text *out, const char *name) {
    if (isdigit((unsigned char)*name)) jd_text_print(out, "n_");
    for (; *name; name++) {
        const unsigned char c = (unsigned char)*name;
        if (c != ']') jd_text_print(out, "%c", isalnum(c) ? c : '_');
    }
}

/* ---- Writing -------------------------------------------------------------------------------- */

static void tell_lost(JdLog *log, const BondNode *node, const char *what) {
    jd_report(log, JD_WARNING, "exchange-lost", node->where, "%s of %s '%s' %s", what,
              node->type->name, node->name, "has no counterpart in a .bg file");
    jd_hint(log, "it is left out; the file has what is linear, scalar and constant");
}

static void write_component(const BondGraph *graph, const BondNode *node, Text *out, JdLog *log) {
    const Pair *pair = pair_of_type(node->type->name);
    if (!pair) {
        tell_lost(log, node, "the type");
        return;
    }
    jd_text_print(out, "    - ");
    print_name(out, node->name);
    jd_text_print(out, " %s", pair->template);
    const bool one = node->value.at && node->value.rows == 1 && node->value.columns == 1;
    const double value = one ? jd_bonds_number(graph, node->value.at[0]) : NAN;
    if (pair->value && !isnan(value)) {
        char number[32];
        jd_number_full(pair->inverse ? 1 / value : value, number, sizeof number);
        jd_text_print(out, " %s=%s", pair->value, number);
    }
    jd_text_print(out, "\n");
    if (node->constraint.holds) tell_lost(log, node, "that it holds something");
    if (node->effort_law || node->flow_law) tell_lost(log, node, "the law");
    if (pair->value && isnan(value) && !node->constraint.holds && !node->effort_law &&
        !node->flow_law)
        tell_lost(log, node, "the value, which is a matrix or changes,");
    if (node->start_count) tell_lost(log, node, "the start");
}

static void write_end(const BondGraph *graph, int node, int port, Text *out) {
    const BondNode *at = &graph->nodes.at[node];
    print_name(out, at->name);
    if (at->type->role != ROLE_TWO_PORT) return;
    const bool swapped = jd_port_sign(graph, node, 0) < 0 && jd_port_sign(graph, node, 1) > 0;
    jd_text_print(out, ".%d", swapped ? !port : port);
}

static void write_bond(const BondGraph *graph, const Bond *bond, Text *out, JdLog *log) {
    if (!pair_of_type(graph->nodes.at[bond->from].type->name) ||
        !pair_of_type(graph->nodes.at[bond->to].type->name))
        return;
    jd_text_print(out, "    - ");
    write_end(graph, bond->from, bond->port_from, out);
    jd_text_print(out, " ");
    write_end(graph, bond->to, bond->port_to, out);
    jd_text_print(out, "\n");
    if (jd_bond_dimension(bond) <= 1) return;
    jd_report(log, JD_WARNING, "exchange-lost", bond->where,
              "bond '%s' is a vector of %d, of which a .bg file knows nothing", bond->name,
              jd_bond_dimension(bond));
    jd_hint(log, "it is written as a scalar bond; take scalar bonds in the model");
}

char *jd_bonds_export(const JdModel *model, JdLog *log) {
    const BondGraph *graph = model && model->bonds ? model->bonds->graph : NULL;
    Text out = {0};
    if (!graph) return NULL;
    jd_text_print(&out, "version: 0.1\nroot: ");
    print_name(&out, model->name && *model->name ? model->name : "graph");
    jd_text_print(&out, "\nmodels:\n  /:\n    components:\n");
    for (int n = 0; n < graph->nodes.count; n++)
        write_component(graph, &graph->nodes.at[n], &out, log);
    jd_text_print(&out, "    netlist:\n");
    for (int b = 0; b < graph->bonds.count; b++) write_bond(graph, &graph->bonds.at[b], &out, log);
    for (int n = 0; n < graph->signals.count; n++) {
        jd_report(log, JD_WARNING, "exchange-lost", graph->signals.at[n].where,
                  "the signal '%s' has no counterpart in a .bg file", graph->signals.at[n].name);
        jd_hint(log, "it is left out; the file has what is linear, scalar and constant");
    }
    if (!out.failed && out.at) return out.at;
    jd_text_free(&out);
    jd_report_memory(log);
    return NULL;
}

/* ---- Reading: lines ------------------------------------------------------------------------- */

typedef struct {
    int number, indent;
    bool item;        /* it begins with "- " */
    const char *text; /* without comment, blanks and quotes around it */
} Line;

typedef struct {
    Arena *arena;
    JdLog *log;
    const char *file;
    LIST(Line) lines;
    Text *nodes, *bonds;
    int bond_count;
    int depth;
} BgReader;

/* The end of what counts: a `#` begins a comment at the start or behind a blank. */
static size_t length_of(const char *at, size_t length) {
    for (size_t n = 0; n < length; n++)
        if (at[n] == '#' && (n == 0 || isspace((unsigned char)at[n - 1]))) length = n;
    while (length && isspace((unsigned char)at[length - 1])) length--;
    return length;
}

static bool split_lines(BgReader *r, const char *text, size_t length) {
    int number = 0;
    for (size_t at = 0; at < length;) {
        const char *start = text + at, *end = memchr(start, '\n', length - at);
        size_t whole = end ? (size_t)(end - start) : length - at, indent = 0;
        at += whole + 1;
        number++;
        whole = length_of(start, whole);
        while (indent < whole && start[indent] == ' ') indent++;
        if (indent == whole) continue;
        Line line = {.number = number, .indent = (int)indent};
        start += indent, whole -= indent;
        line.item = whole > 1 && start[0] == '-' && start[1] == ' ';
        if (line.item) {
            size_t skip = 2;
            while (skip < whole && start[skip] == ' ') skip++;
            start += skip, whole -= skip;
        }
        const bool quoted =
            whole > 1 && (*start == '"' || *start == '\'') && start[whole - 1] == *start;
        line.text = jd_arena_text(r->arena, start + quoted, whole - 2 * (size_t)quoted);
        Line *kept = PUSH(r->arena, r->lines);
        if (!line.text || !kept) return false;
        *kept = line;
    }
    return true;
}

static void tell_strange(BgReader *r, int line, const char *what, const char *text) {
    jd_report(r->log, JD_WARNING, "exchange-strange", nowhere, "%s, line %d: %s '%s'", r->file,
              line, what, text);
    jd_hint(r->log, "it is left out; a .bg file of version 0.1 has root, version, and models with "
                    "components, netlist and ports");
}

/* The next word of a line; an empty one at its end. */
static const char *next_word(BgReader *r, const char **at) {
    while (isspace((unsigned char)**at)) ++*at;
    size_t length = 0;
    while ((*at)[length] && !isspace((unsigned char)(*at)[length])) length++;
    const char *word = jd_arena_text(r->arena, *at, length);
    *at += length;
    return word ? word : "";
}

/* ---- Reading: models ------------------------------------------------------------------------ */

/* Lines from `from` on that are deeper than `indent`. */
static int block_end(const BgReader *r, int from, int indent) {
    int n = from;
    while (n < r->lines.count && (r->lines.at[n].indent > indent ||
                                  (r->lines.at[n].item && r->lines.at[n].indent >= indent)))
        n++;
    return n;
}

static int find_key(const BgReader *r, int from, int to, const char *key) {
    const size_t length = strlen(key);
    for (int n = from; n < to; n++) {
        const Line *line = &r->lines.at[n];
        if (!line->item && !strncmp(line->text, key, length) && line->text[length] == ':') return n;
    }
    return -1;
}

static int find_model(const BgReader *r, const char *name) {
    const int models = find_key(r, 0, r->lines.count, "models");
    if (models < 0) return -1;
    const int end = block_end(r, models + 1, r->lines.at[models].indent);
    for (int n = models + 1; n < end; n++) {
        const char *text = r->lines.at[n].text;
        const size_t length = strlen(text);
        if (r->lines.at[n].indent != r->lines.at[models + 1].indent || !length) continue;
        if (text[length - 1] != ':') continue;
        if (strlen(name) == length - 1 && !strncmp(text, name, length - 1)) return n;
    }
    return -1;
}

static void print_full(Text *out, const char *within, const char *name) {
    if (*within) jd_text_print(out, "%s_", within);
    print_name(out, name);
}

static bool read_model(BgReader *r, int model, const char *within);

/* `C1 base/C 10`, `R1 base/R r=5`, `Vs source`. */
static bool read_component(BgReader *r, const Line *line, const char *within) {
    const char *at = line->text, *name = next_word(r, &at), *template = next_word(r, &at);
    const Pair *pair = pair_of_template(template);
    const bool port = !strcmp(template, "base/SS");
    if (!pair && !port) {
        const int sub =
            strchr(template, '/') && strcmp(template, "/") ? -1 : find_model(r, template);
        Text full = {0};
        print_full(&full, within, name);
        const char *inner = full.at ? jd_arena_copy(r->arena, full.at) : NULL;
        jd_text_free(&full);
        if (sub < 0 || !inner)
            tell_strange(r, line->number, "there is no such component", line->text);
        return inner && (sub < 0 || read_model(r, sub, inner));
    }
    jd_text_print(r->nodes, "node ");
    print_full(r->nodes, within, name);
    jd_text_print(r->nodes, " : %s", port ? "zero" : pair->type);
    double value = NAN;
    for (const char *word = next_word(r, &at); *word; word = next_word(r, &at)) {
        const char *equal = strchr(word, '='), *number = equal ? equal + 1 : word;
        const bool read = jd_number_read(number, strlen(number), &value) == strlen(number);
        const bool known =
            pair && pair->value && (!equal || !strncmp(word, pair->value, (size_t)(equal - word)));
        if (!read || !known) {
            value = NAN;
            tell_strange(r, line->number, "this value is not understood:", word);
        }
    }
    if (pair && pair->value && isnan(value)) {
        value = 1;
        tell_strange(r, line->number, "no number is said, so that it is 1:", line->text);
    }
    if (pair && pair->value) {
        char number[32];
        jd_number_full(pair->inverse ? 1 / value : value, number, sizeof number);
        jd_text_print(r->nodes, " %s %s", jd_bond_type_find(pair->type)->value, number);
    }
    jd_text_print(r->nodes, "\n");
    return true;
}

/* An end of a bond: `kvl`, `kvl.inverting`, `tf.0`, `Vs.A`, a port of a model within. */
typedef struct {
    const char *name; /* full */
    bool inverting;
    int port; /* of a two-port; -1 */
} End;

static const char *template_of(BgReader *r, int model, const char *name) {
    const int end = block_end(r, model + 1, r->lines.at[model].indent);
    const int list = find_key(r, model + 1, end, "components");
    for (int n = list + 1; list >= 0 && n < end && r->lines.at[n].item; n++) {
        const char *at = r->lines.at[n].text;
        if (!strcmp(next_word(r, &at), name)) return next_word(r, &at);
    }
    return "";
}

/* The component that a port of a model stands for. */
static const char *port_of_model(BgReader *r, int model, const char *port) {
    const int end = block_end(r, model + 1, r->lines.at[model].indent);
    const int list = find_key(r, model + 1, end, "ports");
    const char *first = NULL;
    for (int n = list + 1; list >= 0 && n < end && r->lines.at[n].item; n++) {
        const char *at = r->lines.at[n].text, *component = next_word(r, &at);
        if (!first) first = component;
        if (!strcmp(next_word(r, &at), port)) return component;
    }
    return *port ? NULL : first;
}

static bool read_end(BgReader *r, int model, const char *within, const char *word, End *end) {
    const char *point = strchr(word, '.');
    const char *name = point ? jd_arena_text(r->arena, word, (size_t)(point - word)) : word;
    const char *port = point ? point + 1 : "", *template = name ? template_of(r, model, name) : "";
    Text full = {0};
    *end = (End){.port = -1};
    const bool base = pair_of_template(template) || !strcmp(template, "base/SS");
    if (!*template || (!base && strchr(template, '/'))) return false; /* it was left out */
    print_full(&full, within, name);
    const int sub = strchr(template, '/') && strcmp(template, "/") ? -1 : find_model(r, template);
    if (sub >= 0) {
        const char *component = port_of_model(r, sub, port);
        if (component) jd_text_print(&full, "_"), print_name(&full, component);
        end->name = component && full.at ? jd_arena_copy(r->arena, full.at) : NULL;
    } else {
        end->name = full.at ? jd_arena_copy(r->arena, full.at) : NULL;
        end->inverting = !strcmp(port, "inverting");
        if (!strcmp(template, "base/TF") || !strcmp(template, "base/GY"))
            end->port = !strcmp(port, "0") ? 0 : !strcmp(port, "1") ? 1 : -1;
    }
    jd_text_free(&full);
    return end->name != NULL;
}

static void read_bond(BgReader *r, int model, const char *within, const Line *line) {
    const char *at = line->text, *tail_word = next_word(r, &at), *head_word = next_word(r, &at);
    End tail, head;
    if (!read_end(r, model, within, tail_word, &tail) ||
        !read_end(r, model, within, head_word, &head)) {
        tell_strange(r, line->number, "this bond is not understood:", line->text);
        return;
    }
    /* Port 0 of a two-port is entered, port 1 left: both take power in, there. */
    bool turned = tail.inverting != head.inverting;
    if (tail.port == 0 || head.port == 1) turned = true;
    const End *from = turned ? &head : &tail, *to = turned ? &tail : &head;
    jd_text_print(r->bonds, "bond b%d : %s to %s\n", ++r->bond_count, from->name, to->name);
}

static bool read_model(BgReader *r, int model, const char *within) {
    enum { DEPTH = 20 };
    const int end = block_end(r, model + 1, r->lines.at[model].indent);
    const int components = find_key(r, model + 1, end, "components");
    const int netlist = find_key(r, model + 1, end, "netlist");
    if (components < 0 || ++r->depth > DEPTH) {
        tell_strange(r, r->lines.at[model].number,
                     "this model has no components, or itself:", r->lines.at[model].text);
        return false;
    }
    bool good = true;
    for (int n = components + 1; n < end && r->lines.at[n].item; n++)
        good = read_component(r, &r->lines.at[n], within) && good;
    for (int n = netlist + 1; netlist >= 0 && n < end && r->lines.at[n].item; n++)
        read_bond(r, model, within, &r->lines.at[n]);
    r->depth--;
    return good;
}

char *jd_bonds_import(const char *file, const char *text, size_t length, JdLog *log) {
    Arena arena = {0};
    Text nodes = {0}, bonds = {0}, out = {0};
    BgReader r = {.arena = &arena,
                  .log = log,
                  .file = file ? file : "the file",
                  .nodes = &nodes,
                  .bonds = &bonds};
    bool good = text && split_lines(&r, text, length);
    const int key = good ? find_key(&r, 0, r.lines.count, "root") : -1;
    const char *root = key >= 0 ? r.lines.at[key].text + strlen("root:") : "";
    const char *name = next_word(&r, &root);
    if (strlen(name) > 2 && (*name == '"' || *name == '\''))
        name = jd_arena_text(&arena, name + 1, strlen(name) - 2);
    int model = good && name ? find_model(&r, "/") : -1;
    if (model < 0 && good && name && *name) model = find_model(&r, name);
    if (model < 0) {
        jd_report(log, JD_ERROR, "exchange-none", nowhere,
                  "'%s' has no model in the words of BondGraphTools", r.file);
        jd_hint(log,
                "it begins with version, root and models; the model is called / or as root says");
    }
    good = model >= 0 && read_model(&r, model, "");
    jd_text_print(
        &out, "# From %s, a file of BondGraphTools. It has no units: all is plain numbers.\nmodel ",
        r.file);
    print_name(&out, name && *name ? name : "graph");
    jd_text_print(&out, "\n\n%s\n%s\nrun to 10 s\n", nodes.at ? nodes.at : "",
                  bonds.at ? bonds.at : "");
    good = good && !out.failed && !nodes.failed && !bonds.failed && !arena.failed;
    if (!good && model >= 0) jd_report_memory(log);
    if (!good) jd_text_free(&out);
    jd_text_free(&nodes), jd_text_free(&bonds);
    jd_arena_free(&arena);
    return good ? out.at : NULL;
}
