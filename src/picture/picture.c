/* SPDX-License-Identifier: MIT
 *
 * Pictures for those outside the library: a drawing made of curves or of a mechanism, and its
 * files. */
#include "picture/picture.h"
#include "chart/chart.h"
#include "draw/draw.h"
#include "bonded/bonded.h"
#include "sketch/sketch.h"
#include "study/study.h"
#include "trace/trace.h"
#include <stdlib.h>
#include <string.h>

struct JdPicture {
    Drawing drawing;
};

const Theme *jd_theme_named(const char *name) {
    const Theme *theme = name ? jd_theme_find(name) : NULL;
    return theme ? theme : jd_theme_at(0);
}

static JdPicture *new_picture(JdLog *log) {
    JdPicture *picture = calloc(1, sizeof *picture);
    if (!picture) jd_report_memory(log);
    return picture;
}

void jd_picture_free(JdPicture *picture) {
    if (!picture) return;
    jd_drawing_free(&picture->drawing);
    free(picture);
}

JdVec3 jd_picture_size(const JdPicture *picture) {
    if (!picture) return (JdVec3){0, 0, 0};
    return (JdVec3){picture->drawing.width, picture->drawing.height, 0};
}

bool jd_picture_can_write(const char *path, JdLog *log) {
    return path && jd_picture_check(path, log);
}

bool jd_picture_write(const JdPicture *picture, const char *path, JdLog *log) {
    return picture && path && jd_drawing_write(&picture->drawing, path, log);
}

bool jd_picture_print(const JdPicture *picture, const char *ending, FILE *out, JdLog *log) {
    char path[32];
    if (!picture || !ending || !out) return false;
    snprintf(path, sizeof path, "picture.%.20s", ending);
    const PictureType *type = jd_picture_check(path, log);
    return type && jd_drawing_print(&picture->drawing, type, out, log);
}

/* A picture outlives what it was made of: words that were only pointed to become its own. */
static void own_words(Drawing *d) {
    d->title = jd_arena_copy(&d->arena, d->title);
    d->description = jd_arena_copy(&d->arena, d->description);
    for (int n = 0; n < d->items.count; n++)
        d->items.at[n].text = jd_arena_copy(&d->arena, d->items.at[n].text);
}

/* ---- Of curves ------------------------------------------------------------------------------- */

static Chart chart_of(const JdChartDef *def) {
    return (Chart){.title = def->title,
                   .x_name = def->x_name ? def->x_name : "",
                   .x_unit = def->x_unit ? def->x_unit : "",
                   .curves = def->curves,
                   .curve_count = def->curves ? def->curve_count : 0,
                   .width = def->width,
                   .height = def->height,
                   .theme = jd_theme_named(def->theme),
                   .equal = def->equal,
                   .log_x = def->log_x,
                   .log_y = def->log_y,
                   .mark = def->marked ? def->mark : NAN,
                   .mark_text = def->mark_text};
}

/* Whether there is something to draw, all of it with names. */
static bool has_curves(const JdChartDef *def) {
    if (!def->curves || def->curve_count < 1) return false;
    for (int n = 0; n < def->curve_count; n++) {
        const JdCurve *curve = &def->curves[n];
        if (!curve->name || !curve->unit || curve->count < 0) return false;
        if (curve->count && (!curve->x || !curve->y)) return false;
    }
    return true;
}

JdPicture *jd_picture_of_chart(JdChartDef def, JdLog *log) {
    JdPicture *picture = has_curves(&def) ? new_picture(log) : NULL;
    const Chart chart = chart_of(&def);
    if (!picture) return NULL;
    jd_chart_draw(&chart, &picture->drawing); /* a failure stays set in the drawing */
    own_words(&picture->drawing);
    return picture;
}

/* The bonds of a causal path, by its number; NULL after a report. */
static const bool *bonds_of_path(BondEquations *equations, int number, Arena *arena, JdLog *log) {
    BondPaths paths;
    bool *lit = ARENA_NEW(arena, bool, equations->graph->bonds.count + 1);
    if (!lit || !jd_equations_paths(equations, arena, &paths)) return jd_report_memory(log), NULL;
    if (number < 1 || number > paths.paths.count) {
        jd_report(log, JD_ERROR, "bonds-path", nowhere,
                  "there is no causal path %d; the graph has %d", number, paths.paths.count);
        jd_hint(log, "`jourdain bonds MODEL` lists them, from 1 on");
        return NULL;
    }
    const BondPath *path = &paths.paths.at[number - 1];
    for (int n = 0; n < path->count; n++) {
        const int bond = equations->vars.at[path->vars[n]].bond;
        if (bond >= 0) lit[bond] = true;
    }
    return lit;
}

static JdPicture *draw_bonds(const BondGraph *graph, const bool *lit, const char *theme,
                             JdLog *log) {
    JdPicture *picture = new_picture(log);
    if (!picture) return NULL;
    picture->drawing = jd_drawing(0, 0, jd_theme_named(theme));
    jd_bonds_draw(graph, picture->drawing.theme, lit, &picture->drawing);
    own_words(&picture->drawing);
    return picture;
}

JdPicture *jd_picture_of_bonds(const JdModel *model, const char *theme, JdLog *log) {
    const ModelBonds *bonds = model ? model->bonds : NULL;
    return bonds && bonds->equations ? draw_bonds(bonds->graph, NULL, theme, log) : NULL;
}

JdPicture *jd_picture_of_graph(const JdGraph *graph, const char *theme, JdLog *log) {
    return graph ? draw_bonds(((const GraphHead *)graph)->bonds, NULL, theme, log) : NULL;
}

JdPicture *jd_picture_of_bond_path(const JdModel *model, int path, const char *theme, JdLog *log) {
    const ModelBonds *bonds = model ? model->bonds : NULL;
    Arena arena = {0};
    const bool *lit =
        bonds && bonds->equations ? bonds_of_path(bonds->equations, path, &arena, log) : NULL;
    JdPicture *picture = lit ? draw_bonds(bonds->graph, lit, theme, log) : NULL;
    jd_arena_free(&arena);
    return picture;
}

/* ---- Of a study ------------------------------------------------------------------------------ */

const char *jd_study_picture_name(int index) {
    return jd_study_at(index) ? jd_study_at(index)->name : NULL;
}

const char *jd_study_picture_summary(int index) {
    return jd_study_at(index) ? jd_study_at(index)->summary : NULL;
}

/* Whether all columns have names, and words where they are words. */
static bool has_columns(const JdStudyDef *def) {
    const int count = def->parameters + def->measures;
    if (!def->columns || def->parameters < 0 || def->measures < 0) return false;
    for (int n = 0; n < count; n++) {
        const JdStudyColumn *column = &def->columns[n];
        if (!column->name || (!column->unit && (!column->words || n >= def->parameters)))
            return false;
        if (column->values && column->count < 1) return false;
    }
    return count > 0;
}

JdStudyPicture *jd_study_picture_new(const char *kind, JdStudyDef def, JdLog *log) {
    if (!has_columns(&def) || !jd_size_asked_fits(def.width, def.height, log)) return NULL;
    return jd_study_new(kind, &def, jd_theme_named(def.theme), log);
}

const char *jd_study_picture_title(const JdStudyPicture *study) {
    return study ? study->kind->title : "";
}

void jd_study_picture_add(JdStudyPicture *study, const double *row) {
    if (study && row) study->kind->add(study->data, row);
}

JdPicture *jd_picture_of_study(const JdStudyPicture *study, JdLog *log) {
    JdPicture *picture = study ? new_picture(log) : NULL;
    if (!picture) return NULL;
    study->kind->draw(study->data, &picture->drawing); /* a failure stays set in the drawing */
    own_words(&picture->drawing);
    return picture;
}

void jd_study_picture_free(JdStudyPicture *study) {
    jd_study_free(study);
}

static char *text_of(Text *text) {
    if (text->at && !text->failed) return text->at;
    jd_text_free(text);
    return NULL;
}

char *jd_chart_letters(JdChartDef def, int columns, int rows, bool utf8, bool colour) {
    Text text = {0};
    if (!has_curves(&def)) return NULL;
    const Chart chart = chart_of(&def);
    jd_chart_print(&chart, columns, rows, utf8, colour, &text);
    return text_of(&text);
}

char *jd_trace_letters(const JdTrace *trace, int column, int width, bool utf8) {
    const int stride = trace && trace->thins ? trace->stride : 1; /* of these rows one is kept */
    const int rows = (jd_trace_rows(trace) + stride - 1) / stride;
    Arena arena = {0};
    Text line = {0};
    double *values = ARENA_NEW(&arena, double, rows + 1);
    for (int row = 0; values && row < rows; row++)
        values[row] = jd_trace_at(trace, row * stride, column);
    if (values && jd_trace_name(trace, column)) jd_sparkline(values, rows, width, utf8, &line);
    jd_arena_free(&arena);
    return text_of(&line);
}

/* ---- Of a mechanism -------------------------------------------------------------------------- */

int jd_picture_channels(const JdSystem *system, bool arrows, JdChannel *channels, int room) {
    Arena arena = {0};
    const JdChannel *all = jd_film_channels(system, arrows, &arena);
    int count = 0;
    for (; all && all[count].index >= 0; count++)
        if (channels && count < room) channels[count] = all[count];
    jd_arena_free(&arena);
    return count;
}

static SketchDef sketch_of(const JdSketchDef *def) {
    return (SketchDef){.width = def->width,
                       .height = def->height,
                       .theme = jd_theme_named(def->theme),
                       .time = def->time,
                       .names = !def->no_names,
                       .dimensions = def->dimensions,
                       .axes = def->axes,
                       .from = def->from,
                       .paths = def->paths,
                       .ghost = def->ghost};
}

typedef struct {
    Scene *scene;
    const JdSystem *system;
    const JdTrace *film;
    SketchDef def;
    bool graph;
    int strip;
} Subject;

static bool draw(const Subject *of, Drawing *drawing, JdLog *log) {
    Film film;
    Arena arena = {0};
    const bool filmed = of->system && jd_trace_rows(of->film) > 0;
    *drawing = jd_drawing(0, 0, of->def.theme);
    bool good = true;
    if (filmed && !jd_film_open(of->scene, of->system, of->film, &film, &arena))
        good = (jd_report_memory(log), false);
    else if (of->graph) /* a failure to draw stays set in the drawing */
        jd_graph_draw(of->scene, of->system, of->def.width, of->def.theme, drawing);
    else if (of->strip > 0 && filmed)
        jd_sketch_strip(of->scene, &film, &of->def, of->strip, drawing);
    else
        jd_sketch_draw(of->scene, filmed ? &film : NULL, &of->def, drawing);
    own_words(drawing);
    jd_arena_free(&arena);
    return good;
}

JdPicture *jd_picture_of_model(const JdModel *model, const JdSystem *system, const JdTrace *film,
                               JdSketchDef def, JdLog *log) {
    JdPicture *picture = model ? new_picture(log) : NULL;
    if (!picture) return NULL;
    const Subject of = {
        jd_scene_new(model, system, log), system, film, sketch_of(&def), def.graph, def.strip};
    bool good = of.scene && jd_size_asked_fits(def.width, def.height, log);
    if (good && !of.scene->title) of.scene->title = jd_arena_copy(&of.scene->arena, def.title);
    if (good && def.check) of.scene->freedoms = def.check->freedoms;
    good = good && jd_scene_has_points(of.scene, def.paths, log);
    good = good && draw(&of, &picture->drawing, log);
    jd_scene_free(of.scene);
    if (good) return picture;
    jd_picture_free(picture);
    return NULL;
}
