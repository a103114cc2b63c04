/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model as data of the page: its picture, in which each bond is a group called
 * by its name, and its causal paths without integration as lists of bonds. */
#include "format/json.h"
#include "bonded/bonded.h"
#include "picture/picture.h"
#include "sketch/sketch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATHS_SHOWN = 200 }; /* one can pick from */

static bool write_svg(const BondGraph *graph, Json *json, JdLog *log) {
    Drawing drawing = jd_drawing(0, 0, jd_theme_named(NULL));
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    bool good = memory && jd_bonds_draw(graph, drawing.theme, NULL, &drawing) &&
                jd_drawing_print(&drawing, jd_picture_find("graph.svg"), memory, log);
    if (memory && fclose(memory) != 0) good = false;
    if (good) jd_json_string(json, "svg", text);
    free(text);
    jd_drawing_free(&drawing);
    return good;
}

/* The n-th line of a text. */
static const char *line_of(const char *text, int line, Arena *arena) {
    for (; line > 0 && text; line--) {
        text = strchr(text, '\n');
        if (text) text++;
    }
    return text ? jd_arena_text(arena, text, strcspn(text, "\n")) : "";
}

static void write_path(const BondEquations *equations, const BondPath *path, const char *text,
                       Json *json) {
    const BondGraph *graph = equations->graph;
    jd_json_object(json, NULL);
    jd_json_string(json, "text", text);
    jd_json_array(json, "bonds");
    int before = -1;
    for (int n = 0; n < path->count; n++) {
        const int bond = equations->vars.at[path->vars[n]].bond;
        if (bond >= 0 && bond != before) jd_json_string(json, NULL, graph->bonds.at[bond].name);
        before = bond;
    }
    jd_json_end(json);
    jd_json_end(json);
}

static bool write_paths(BondEquations *equations, Json *json) {
    Arena arena = {0};
    BondPaths paths;
    Text lines = {0};
    const bool good = jd_equations_paths(equations, &arena, &paths);
    if (good) jd_paths_print(equations, &paths, &lines);
    jd_json_bool(json, "basis", good && paths.basis);
    jd_json_array(json, "paths");
    for (int n = 0; good && n < paths.paths.count && n < PATHS_SHOWN; n++)
        write_path(equations, &paths.paths.at[n], line_of(lines.at, n + paths.basis, &arena), json);
    jd_json_end(json);
    const bool whole = good && !arena.failed && !lines.failed;
    jd_text_free(&lines);
    jd_arena_free(&arena);
    return whole;
}

bool jd_graph_data(const JdModel *model, Text *out, JdLog *log) {
    Json json = {.layout = JSON_COMPACT};
    BondEquations *equations = model->bonds->equations;
    jd_json_object(&json, NULL);
    const bool good = write_svg(model->bonds->graph, &json, log) && write_paths(equations, &json);
    jd_json_end(&json);
    *out = json.text;
    return good && !out->failed;
}
