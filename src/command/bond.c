/* SPDX-License-Identifier: MIT
 *
 * `jourdain bond`: a mechanism as a multibond graph. */
#include "app/app.h"
#include "jourdain_picture.h"
#include <stdlib.h>
#include <string.h>

static JdGraphDef definition(const App *app) {
    return (JdGraphDef){.constraints = jd_app_text(app, "constraints"),
                        .attitude = jd_app_text(app, "attitude"),
                        .scalar = jd_app_flag(app, "scalar"),
                        .deflection = jd_app_text(app, "deflection"),
                        .without = jd_app_text(app, "without"),
                        .settle = jd_app_flag(app, "settle"),
                        .stiffness = jd_app_number(app, "stiffness"),
                        .damping = jd_app_number(app, "damping"),
                        .alpha = jd_app_number(app, "alpha"),
                        .beta = jd_app_number(app, "beta"),
                        .gamma = jd_app_number(app, "gamma")};
}

static void write_nodes(Page *page, const JdGraph *graph) {
    JdGraphNode node;
    jd_page_heading(page, "Nodes");
    jd_page_table(page, "nodes", "name type value");
    for (int n = 0; jd_graph_node(graph, n, &node); n++) {
        jd_page_cell(page, node.name);
        jd_page_cell(page, node.type);
        jd_page_cell(page, node.value);
    }
    jd_page_end(page);
}

static void write_bonds(Page *page, const JdGraph *graph) {
    JdBondInfo bond;
    jd_page_heading(page, "Bonds (the stroke is at the end that receives the effort)");
    jd_page_table(page, "bonds", "name from to stroke dimension domain");
    for (int n = 0; jd_graph_bond(graph, n, &bond); n++) {
        jd_page_cell(page, bond.name);
        jd_page_cell(page, bond.from);
        jd_page_cell(page, bond.to);
        jd_page_cell(page, bond.stroke);
        jd_page_number(page, bond.dimension);
        jd_page_cell(page, bond.domain ? bond.domain : "");
    }
    jd_page_end(page);
}

static void write_signals(Page *page, const JdGraph *graph) {
    JdGraphSignal signal;
    jd_page_heading(page, "Signals");
    jd_page_table(page, "signals", "name is formula start");
    for (int n = 0; jd_graph_signal(graph, n, &signal); n++) {
        jd_page_cell(page, signal.name);
        jd_page_cell(page, signal.integrates ? "integral of" : "");
        jd_page_cell(page, signal.is);
        jd_page_number(page, signal.start);
    }
    jd_page_end(page);
}

static void write_locks(const App *app, Page *page, const JdGraph *graph) {
    const char *method = jd_app_text(app, "constraints");
    const bool springs = method && !strcmp(method, "rc");
    JdGraphLock lock;
    if (!jd_graph_lock(graph, 0, &lock)) return;
    jd_page_heading(page, "What holds the locks (effort at the start)");
    jd_page_table(page, "locks", "name joint holds effort note");
    for (int n = 0; jd_graph_lock(graph, n, &lock); n++) {
        jd_page_cell(page, lock.name);
        jd_page_cell(page, lock.joint);
        jd_page_cell(page, lock.what);
        jd_page_number(page, lock.effort);
        jd_page_cell(page, lock.repeats             ? "repeats others"
                           : lock.shared && springs ? "not unique: by the stiffness"
                           : lock.shared            ? "not unique"
                                                    : "");
    }
    jd_page_end(page);
}

/* Functional ones first, then those in place of locks. */
static void write_elements(Page *page, const JdGraph *graph) {
    JdGraphElement element;
    if (!jd_graph_element(graph, 0, &element)) return;
    jd_page_heading(page, "Springs and dampers (compliance or resistance)");
    jd_page_table(page, "elements", "name type role of value dimension");
    for (int pass = 0; pass < 2; pass++)
        for (int n = 0; jd_graph_element(graph, n, &element); n++) {
            if (element.functional != (pass == 0)) continue;
            jd_page_cell(page, element.name);
            jd_page_cell(page, element.type);
            jd_page_cell(page, element.functional ? "functional" : "parasitic");
            jd_page_cell(page, element.functional ? element.force : element.joint);
            jd_page_number(page, element.value);
            jd_page_number(page, element.dimension);
        }
    jd_page_end(page);
}

/* A start that springs and dampers found. */
static void write_settled(Page *page, const JdGraph *graph) {
    JdGraphSettled settled;
    JdGraphPlace place;
    if (!jd_graph_settled(graph, &settled)) return;
    jd_page_heading(page, "The start that springs and dampers found, from the drawn one");
    jd_page_fact(page, "moves", "moves of the bodies", settled.moves, "");
    jd_page_fact(page, "gap", "open most, of the length", settled.gap, "");
    jd_page_fact(page, "gap_left", "open most in the end", settled.left, "");
    jd_page_fact(page, "slip", "fastest slip", settled.rate, "1/s");
    jd_page_fact(page, "slip_left", "fastest slip in the end", settled.rate_left, "1/s");
    jd_page_fact(page, "speed_apart", "velocities from assembly's", settled.speed_apart, "1/s");
    jd_page_table(page, "places", "body x y z moved turned from_assembly turned_from_assembly");
    for (int n = 0; jd_graph_place(graph, n, &place); n++) {
        jd_page_cell(page, place.body);
        jd_page_number(page, place.x);
        jd_page_number(page, place.y);
        jd_page_number(page, place.z);
        jd_page_number(page, place.moved);
        jd_page_number(page, place.turned);
        jd_page_number(page, place.apart);
        jd_page_number(page, place.turned_apart);
    }
    jd_page_end(page);
}

static void write_row(Page *page, const double *row, int count) {
    Text text = {0};
    for (int k = 0; k < count; k++) jd_text_print(&text, "%s%.10g", k ? " " : "", row[k]);
    jd_page_cell(page, jd_page_keep(page, &text));
}

/* All storages at independent velocities, as they are at the start. */
static void write_minimal(Page *page, const JdGraph *graph) {
    JdGraphVelocity velocity;
    const char *name;
    const double *row;
    int count;
    if (!jd_graph_velocity(graph, 0, &velocity)) return;
    jd_page_heading(page,
                    "Independent velocities at the start: inertia * rate + gyristor = effort");
    jd_page_table(page, "velocities", "name inertia gyristor eulerian effort rate");
    for (int n = 0; jd_graph_velocity(graph, n, &velocity); n++) {
        jd_page_cell(page, velocity.name);
        write_row(page, velocity.inertia, velocity.count);
        jd_page_number(page, velocity.gyristor);
        jd_page_number(page, velocity.eulerian);
        jd_page_number(page, velocity.effort);
        jd_page_number(page, velocity.rate);
    }
    jd_page_end(page);
    jd_page_heading(page, "How all velocities follow from them");
    jd_page_table(page, "follows", "name transformer");
    for (int n = 0; jd_graph_follows(graph, n, &name, &row, &count); n++) {
        jd_page_cell(page, name);
        write_row(page, row, count);
    }
    jd_page_end(page);
}

/* The text is the page's from here on. */
static bool write_text(Page *page, char *text, const char *key, const char *heading) {
    if (!text) return false;
    if (*text || page->style == PAGE_JSON) jd_page_listing(page, key, heading, text);
    jd_free_text(text);
    return true;
}

static void write_counts(Page *page, const JdGraph *graph) {
    const JdGraphCount count = jd_graph_count(graph);
    jd_page_fact(page, "node_count", "nodes", count.nodes, "");
    jd_page_fact(page, "bond_count", "bonds", count.bonds, "");
    if (count.functional)
        jd_page_fact(page, "functional", "functional C and R", count.functional, "");
    if (count.parasitic) jd_page_fact(page, "parasitic", "parasitic C and R", count.parasitic, "");
    if (!count.raw_nodes) return;
    jd_page_fact(page, "raw_nodes", "nodes before reduction", count.raw_nodes, "");
    jd_page_fact(page, "raw_bonds", "bonds before reduction", count.raw_bonds, "");
}

/* Controlled sources that repeat each other have no one solution. */
static int refuse(App *app, const JdGraph *graph) {
    const char *method = jd_app_text(app, "constraints");
    JdGraphLock lock;
    Text names = {0}, list = {0};
    const int count = jd_graph_count(graph).redundant;
    if (!count || (method && strcmp(method, "mse") != 0)) return DONE;
    for (int n = 0; jd_graph_lock(graph, n, &lock); n++)
        if (lock.repeats) {
            jd_text_print(&names, "%s%s", names.count ? ", " : "", lock.name);
            jd_text_print(&list, "%s%s", list.count ? "," : "", lock.name);
        }
    jd_report(app->log, JD_ERROR, "graph-redundant", nowhere,
              "%d of the controlled sources %s others, so that %s not unique: %s", count,
              count > 1 ? "repeat" : "repeats", count > 1 ? "their efforts are" : "its effort is",
              names.at ? names.at : "");
    jd_hint(app->log,
            "leave out one of the sets that are listed, as --without %s; --constraints "
            "rc runs as it is, with "
            "efforts that depend on the stiffness",
            list.at ? list.at : "");
    jd_text_free(&list);
    jd_text_free(&names);
    return WRONG_MODEL;
}

static bool write_graph(App *app, Page *page, const JdModel *model, JdGraph *graph) {
    const JdModelInfo info = jd_model_info(model);
    jd_page_word(page, "model", "model", info.name ? info.name : "");
    write_counts(page, graph);
    write_settled(page, graph);
    write_nodes(page, graph);
    write_bonds(page, graph);
    write_signals(page, graph);
    write_locks(app, page, graph);
    write_elements(page, graph);
    write_minimal(page, graph);
    return write_text(page, jd_graph_choices(graph), "choices",
                      "Sets that may be left out (isostatic then)") &&
           write_text(page, jd_graph_text(graph, JD_BONDS_SUMMARY), "summary", "Summary") &&
           (!jd_app_flag(app, "causal-paths") ||
            write_text(page, jd_graph_text(graph, JD_BONDS_PATHS), "paths",
                       "Causal paths without integration"));
}

static bool ends_with(const char *text, const char *end) {
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && !strcmp(text + length - tail, end);
}

/* As a model of its own. */
static int write_model(App *app, JdGraph *graph, const char *out) {
    NewFile file;
    char *text = jd_graph_model(graph, app->log);
    if (!text) return WRONG_MODEL;
    bool good = jd_file_begin(&file, out, app->log);
    if (good) fputs(text, file.out);
    good = good && jd_file_end(&file, app->log);
    if (good) jd_json_string(&app->document, "out", out);
    jd_free_text(text);
    return good ? DONE : FILE_FAILED;
}

/* The picture or the model, if one is asked for. */
static int draw_graph(App *app, JdGraph *graph) {
    const char *out = jd_app_text(app, "out");
    if (!out) return DONE;
    if (ends_with(out, ".jd")) return write_model(app, graph, out);
    JdPicture *picture = jd_picture_of_graph(graph, jd_app_text(app, "theme"), app->log);
    if (!picture) return WRONG_USAGE;
    const bool good = jd_picture_write(picture, out, app->log);
    if (good) jd_json_string(&app->document, "out", out);
    jd_picture_free(picture);
    return good ? DONE : FILE_FAILED;
}

/* From a graph back to its mechanism. */
static int write_back(App *app) {
    const char *path = jd_app_word(app, 0);
    AppFile file;
    if (!jd_app_read(app, path, false, &file)) return FILE_FAILED;
    char *mechanism = jd_graph_mechanism(path, file.text, file.length, app->log);
    const int code =
        mechanism ? jd_app_text_out(app, jd_app_text(app, "out"), mechanism) : WRONG_MODEL;
    jd_free_text(mechanism);
    free(file.text);
    return code;
}

/* Numbers of what does not stand at the locks. */
static bool fits_method(App *app) {
    static const struct {
        const char *option, *method, *what;
    } numbers[] = {{"stiffness", "rc", "springs and dampers"},
                   {"damping", "rc", "springs and dampers"},
                   {"alpha", "baumgarte", "signals that return to the locks"},
                   {"beta", "baumgarte", "signals that return to the locks"},
                   {"gamma", "baumgarte", "signals that return to the locks"}};
    const char *method = jd_app_text(app, "constraints");
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        if (jd_app_number(app, numbers[k].option) == 0) continue;
        if (method && !strcmp(method, numbers[k].method)) continue;
        jd_report(app->log, JD_ERROR, "option-not-here", nowhere,
                  "--%s is for %s, and --constraints %s puts none at the locks", numbers[k].option,
                  numbers[k].what, method ? method : "mse");
        jd_hint(app->log, "--constraints %s puts them there", numbers[k].method);
        return false;
    }
    return true;
}

static int call(App *app) {
    int code;
    if (jd_app_flag(app, "back")) return write_back(app);
    if (!fits_method(app)) return WRONG_USAGE;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    JdGraph *graph = jd_graph_new(model, definition(app), app->log);
    code = graph ? DONE : WRONG_MODEL;
    if (graph) {
        Page page = jd_page(app);
        const bool good = write_graph(app, &page, model, graph);
        jd_page_free(&page);
        if (!good) jd_report_memory(app->log);
        code = good ? draw_graph(app, graph) : RUN_FAILED;
        if (code == DONE) code = refuse(app, graph);
    }
    jd_graph_free(graph);
    jd_model_free(model);
    return code;
}

const Command jd_command_bond = {
    .name = "bond",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options =
        "constraints attitude scalar back causal-paths stiffness damping deflection without settle "
        "alpha beta gamma "
        "out theme "
        "safe set spatial",
    .summary = "print a mechanism as a multibond graph",
    .details =
        "The modular graph after Tiernego and Bos: each body with its rotation along its "
        "own axes, its translation along the "
        "ground's and a cross product for each point, each joint by what its locks take "
        "away from the relative motion. "
        "--constraints says what stands at the locks: mse, controlled sources (Lagrange); "
        "baumgarte, with signals that "
        "return to the locks; rc, springs and dampers, with --deflection preload bent at the start "
        "so that they carry what locks would, which leaves no first peak; sf, flow sources, with "
        "--scalar also in "
        "closed loops, where storages depend on others and cycles have break variables. Sources "
        "that "
        "repeat others are refused by name; --without jA_Lwx,jB_Lwy leaves one of the sets out "
        "that "
        "are listed. Springs "
        "and "
        "dampers of the model on frees of joints (free-spring) are functional C and R; those at "
        "locks are parasitic, listed, counted and drawn apart. --scalar "
        "makes "
        "scalar bonds of it, with counts "
        "before and after what is zero as such is dropped. --causal-paths lists causal paths "
        "without integration.\n"
        "\n"
        "--settle, with --constraints rc, lets springs and dampers find the start: bodies begin as "
        "they are drawn, what is open at the locks bends springs, which pull the bodies, against "
        "drags, until all are loose, and then dampers alone slow down what slides at the locks. "
        "Start values are held by springs and dampers, too, drives where they begin; weights and "
        "forces have no part in it. A table tells how far that is from what assembly finds; the "
        "graph, and --out, begin there.\n"
        "\n"
        "--out with a name that ends in .jd writes the graph as a model of its own, with forces, "
        "drives and states as formulas of its signals, in SI units: `jourdain run` runs it as any "
        "model. Channels that the mechanism asks for are its signals out_slider_x and so on.\n"
        "\n"
        "--back reads such a text, or one drawn by hand, and prints its mechanism: masses, "
        "inertias, "
        "points, frames and joints follow from nodes, bonds, moduli and signals, whatever they are "
        "called; what acts becomes formulas. What a graph has no place for, names, outputs, "
        "expectations, shapes, comments, travels as annotations, comments that begin with #@.\n",
    .examples = "jourdain bond model/slider_crank.jd\n"
                "jourdain bond model/slider_crank.jd --scalar --causal-paths\n"
                "jourdain bond model/simple_pendulum.jd --out pendulum.svg\n"
                "jourdain bond model/slider_crank.jd --out graph.jd\n"
                "jourdain bond graph.jd --back --out mechanism.jd\n"
                "jourdain bond model/slider_crank_hyperstatic.jd --constraints rc --stiffness 1e7\n"
                "jourdain bond model/rssr.jd --constraints rc --settle\n",
    .call = call,
};
