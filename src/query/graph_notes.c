/* SPDX-License-Identifier: MIT
 *
 * Annotations of the text of a graph: written from the model, and said again behind the mechanism
 * that comes back. Statements are numbers in SI, so that no parameter has to come along. */
#include "query/graph_notes.h"
#include "back/notes.h"
#include "text/text.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
    int line;
    const char *text;
} Remark; /* in the order of the model's own text */
typedef struct {
    Arena arena;
    const JdModel *model;
    const Multibond *graph;
    const char *source; /* of comments */
    LIST(Remark) remarks;
    Text *out;
} NoteWriter;

/* ---- Names: those of parts have dots, which names of a text of one's own have not
 * ------------------ */

static void say_plain(const char *name, size_t length, Text *out) {
    for (size_t k = 0; k < length; k++)
        jd_text_print(out, "%c", strchr(".[]", name[k]) ? '_' : name[k]);
}

/* A channel of a body, joint or the whole: "c[1].rod.x" is "c_1__rod.x". */
static void say_channel(const NoteWriter *w, const char *channel, Text *out) {
    size_t longest = 0;
    for (int k = 0; k < w->model->bodies.count + w->model->joints.count; k++) {
        const int joint = k - w->model->bodies.count;
        const char *name =
            joint < 0 ? w->model->bodies.at[k].name : w->model->joints.at[joint].name;
        const size_t length = name ? strlen(name) : 0;
        if (length > longest && !strncmp(channel, name, length) && channel[length] == '.')
            longest = length;
    }
    say_plain(channel, longest, out);
    jd_text_print(out, "%s", channel + longest);
}

/* ---- Bodies and joints
 * ---------------------------------------------------------------------------- */

static void say_node(const NoteWriter *w, int node, int before, Text *out) {
    if (node < 0 || node == before) return;
    const char *name = w->graph->graph->nodes.at[node].name;
    jd_text_print(out, " ");
    say_plain(name, strlen(name), out);
}

static void say_body(const NoteWriter *w, int body) {
    const MultibondBody *at = &w->graph->body[body];
    const char *name = w->graph->system->body[body].name;
    jd_text_print(w->out, "#@ body ");
    say_plain(name, strlen(name), w->out);
    jd_text_print(w->out, ":");
    for (int k = 0; k < (w->graph->planar ? 2 : 3); k++)
        say_node(w, at->move[k].node, k ? at->move[k - 1].node : -1, w->out);
    for (int k = w->graph->planar ? 2 : 0, before = -1; k < 3; before = at->turn[k++].node)
        say_node(w, at->turn[k].node, before, w->out);
    jd_text_print(w->out, "\n");
}

static void say_number(Text *out, double value) {
    char digits[40];
    jd_number_text(value == 0 ? 0 : value, digits, sizeof digits);
    jd_text_print(out, "%s", digits);
}

/* On its body: from the centre of mass, along the user's axes. */
static void say_frame(const NoteWriter *w, int frame, Text *out) {
    const JdSystem *s = w->graph->system;
    const Pose *local = &s->frame[frame].local;
    const Axes *user = &s->frame[s->frame[frame].body].local.axes;
    const Axes axes = jd_axes_relative(user, &local->axes);
    const Vec3 p = axes_in(user, local->p);
    const Quat q = jd_quat_from_axes(&axes);
    const double numbers[7] = {p.x, p.y, p.z, q.w, q.x, q.y, q.z};
    jd_text_print(out, " |");
    for (int k = 0; k < 7; k++) jd_text_print(out, " "), say_number(out, numbers[k]);
}

static void say_joint(const NoteWriter *w, int joint) {
    const SystemJoint *at = &w->graph->system->joint[joint];
    const char *i = w->graph->system->body[at->body_i].name,
               *j = w->graph->system->body[at->body_j].name;
    int before = -1, count = 0;
    for (int k = 0; k < w->graph->holds.count; k++)
        count += w->graph->holds.at[k].joint == joint && w->graph->holds.at[k].drive < 0;
    if (!count) return;
    jd_text_print(w->out, "#@ joint ");
    say_plain(at->name, strlen(at->name), w->out);
    jd_text_print(w->out, ": ");
    say_plain(i, strlen(i), w->out), jd_text_print(w->out, " "), say_plain(j, strlen(j), w->out);
    for (int k = 0; k < w->graph->holds.count; k++) {
        const MultibondHold *hold = &w->graph->holds.at[k];
        if (hold->joint != joint || hold->drive >= 0) continue;
        say_node(w, hold->node, before, w->out);
        before = hold->node;
    }
    say_frame(w, at->frame_i, w->out), say_frame(w, at->frame_j, w->out);
    jd_text_print(w->out, "\n");
}

static void say_vector(const NoteWriter *w, Vec3 v, Text *out) {
    jd_text_print(out, "["), say_number(out, v.x), jd_text_print(out, ", "), say_number(out, v.y);
    if (w->model->space == JD_SPATIAL) jd_text_print(out, ", "), say_number(out, v.z);
    jd_text_print(out, "] m");
}

static void say_place(const NoteWriter *w, const Pose *local, Text *out) {
    jd_text_print(out, " local "), say_vector(w, local->p, out);
    if (w->model->space == JD_SPATIAL) {
        const Quat q = jd_quat_from_axes(&local->axes);
        const double numbers[4] = {q.w, q.x, q.y, q.z};
        jd_text_print(out, " turned quaternion(");
        for (int k = 0; k < 4; k++) jd_text_print(out, k ? ", " : ""), say_number(out, numbers[k]);
        jd_text_print(out, ")");
    } else {
        jd_text_print(out, " angle "), say_number(out, atan2(local->axes.x.y, local->axes.x.x));
    }
}

/* Frames that have a name, as clauses of their bodies. */
static void say_named_frames(const NoteWriter *w) {
    for (int k = 1; k < w->model->frames.count; k++) {
        const ModelFrame *frame = &w->model->frames.at[k];
        if (!frame->name || frame->node || !frame->body) continue;
        const char *body = w->model->bodies.at[frame->body].name;
        jd_text_print(w->out, "#@ in ");
        say_plain(body, strlen(body), w->out);
        jd_text_print(w->out, ": frame ");
        say_plain(frame->name, strlen(frame->name), w->out);
        say_place(w, &frame->local, w->out);
        jd_text_print(w->out, "\n");
    }
}

/* ---- Statements
 * ------------------------------------------------------------------------------------- */

static void keep(NoteWriter *w, int line, Text *text) {
    Remark *remark = PUSH(&w->arena, w->remarks);
    if (remark) *remark = (Remark){line, jd_arena_copy(&w->arena, text->at ? text->at : "")};
    jd_text_free(text);
}

static int line_of(Where where) {
    return jd_where_find(where).line;
}

static void keep_outputs(NoteWriter *w) {
    for (int k = 0; k < w->model->outputs.count; k++) {
        const ModelOutput *at = &w->model->outputs.at[k];
        Text text = {0};
        jd_text_print(&text, "output ");
        say_channel(w, at->channel, &text);
        if (at->unit) jd_text_print(&text, " in %s", at->unit);
        keep(w, line_of(at->where), &text);
    }
}

static void say_unit(Dim dim, Text *out) {
    char unit[64];
    jd_dim_unit(dim, unit, sizeof unit);
    if (*unit && strcmp(unit, "1") != 0) jd_text_print(out, " %s", unit);
}

static void keep_expects(NoteWriter *w) {
    for (int k = 0; k < w->model->expects.count; k++) {
        const ModelExpect *at = &w->model->expects.at[k];
        Text text = {0};
        jd_text_print(&text, "expect %s%s", at->statistic ? at->statistic : "",
                      at->statistic ? "(" : "");
        say_channel(w, at->channel, &text);
        jd_text_print(&text, "%s = ", at->statistic ? ")" : "");
        say_number(&text, at->value);
        if (!at->plain) say_unit(at->dim, &text);
        if (!isnan(at->at))
            jd_text_print(&text, " at "), say_number(&text, at->at), jd_text_print(&text, " s");
        jd_text_print(&text, " within ");
        say_number(&text, at->within);
        if (at->relative)
            jd_text_print(&text, " relative");
        else if (!at->plain)
            say_unit(at->dim, &text);
        keep(w, line_of(at->where), &text);
    }
}

static void say_colour(Colour colour, Text *out) {
    if (colour.a) jd_text_print(out, " colour \"#%02x%02x%02x\"", colour.r, colour.g, colour.b);
}

static void keep_show(NoteWriter *w, const ModelShow *show, int line) {
    const char *body = w->model->bodies.at[show->body].name;
    Text text = {0};
    if (show->mesh) return; /* of a file, which no number tells */
    jd_text_print(&text, "show %s on ", show->type->name);
    say_plain(body, strlen(body), &text);
    say_place(w, &show->local, &text);
    for (int n = 0; n < SHAPE_DIMENSIONS; n++) {
        const char *word = jd_shape_dimension(n);
        const bool count = !strcmp(word, "teeth") || !strcmp(word, "turns");
        if (!(show->size[n] > 0)) continue;
        jd_text_print(&text, " %s ", word), say_number(&text, show->size[n]);
        jd_text_print(&text, count ? "" : " m");
    }
    say_colour(show->colour.a ? show->colour : w->model->bodies.at[show->body].colour, &text);
    if (show->opacity < 1) jd_text_print(&text, " opacity "), say_number(&text, show->opacity);
    keep(w, line, &text);
}

/* What is shown, and what a body's own shape is. */
static void keep_looks(NoteWriter *w) {
    for (int k = 0; k < w->model->shows.count; k++)
        keep_show(w, &w->model->shows.at[k], line_of(w->model->shows.at[k].where));
    for (int k = 1; k < w->model->bodies.count; k++) {
        const ModelBody *body = &w->model->bodies.at[k];
        ModelShow own = {.type = body->shape,
                         .body = k,
                         .local = {.p = body->shape_at, .axes = axes_none},
                         .opacity = 1};
        memcpy(own.size, body->size, sizeof own.size);
        if (body->shape && !body->bare && !body->hidden) keep_show(w, &own, line_of(body->where));
    }
    if (w->model->no_animation) {
        Text text = {0};
        jd_text_print(&text, "animation off");
        keep(w, 0, &text);
    }
}

static void keep_run(NoteWriter *w) {
    const ModelRun *run = &w->model->run;
    const struct {
        const char *word, *unit;
        double value;
    } words[] = {{"to", " s", run->to},         {"every", " s", run->every},
                 {"step", " s", run->step},     {"tol", "", run->tol},
                 {"alpha", " 1/s", run->alpha}, {"beta", " 1/s", run->beta},
                 {"gamma", " 1/s", run->gamma}};
    const struct {
        const char *word, *value;
    } choices[] = {{"stepper", run->stepper}, {"form", run->form}, {"stabilise", run->stabilise}};
    Text text = {0};
    bool any = false;
    jd_text_print(&text, "run");
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (!(words[k].value > 0)) continue;
        jd_text_print(&text, " %s ", words[k].word), say_number(&text, words[k].value);
        jd_text_print(&text, "%s", words[k].unit), any = true;
    }
    for (size_t k = 0; k < sizeof choices / sizeof *choices; k++)
        if (choices[k].value)
            jd_text_print(&text, " %s %s", choices[k].word, choices[k].value), any = true;
    if (any)
        keep(w, line_of(run->where), &text);
    else
        jd_text_free(&text);
}

/* ---- Comments
 * ----------------------------------------------------------------------------------------- */

static bool is_kept_by_name(const NoteWriter *w, const WordsComment *comment) {
    if (!comment->name) return false;
    return jd_model_find_body(w->model, comment->name) > 0 ||
           jd_model_find_joint(w->model, comment->name) >= 0;
}

static void take_comment(void *data, const WordsComment *comment) {
    NoteWriter *w = data;
    if (comment->head) {
        jd_text_print(w->out, "#@ about: %.*s\n", (int)comment->length, comment->text);
    } else if (is_kept_by_name(w, comment)) {
        jd_text_print(w->out, "#@ above %s: %.*s\n", comment->name, (int)comment->length,
                      comment->text);
    } else {
        Text text = {0};
        int line = 1;
        for (const char *at = comment->text - comment->at; at < comment->text; at++)
            line += *at == '\n';
        jd_text_print(&text, "%.*s", (int)comment->length, comment->text);
        keep(w, line, &text);
    }
}

static int by_line(const void *a, const void *b) {
    const Remark *first = a, *second = b;
    if (first->line != second->line) return first->line < second->line ? -1 : 1;
    return first < second ? -1 : first > second;
}

/* In the order of lines, those of a line as they came. */
static void say_remarks(NoteWriter *w) {
    for (int k = 1; k < w->remarks.count; k++) {
        const Remark remark = w->remarks.at[k];
        int n = k;
        for (; n > 0 && by_line(&w->remarks.at[n - 1], &remark) > 0 &&
               w->remarks.at[n - 1].line > remark.line;
             n--)
            w->remarks.at[n] = w->remarks.at[n - 1];
        w->remarks.at[n] = remark;
    }
    for (int k = 0; k < w->remarks.count; k++)
        if (w->remarks.at[k].text) jd_text_print(w->out, "#@ say: %s\n", w->remarks.at[k].text);
}

void jd_graph_notes(const JdModel *model, const Multibond *graph, Text *out) {
    NoteWriter w = {.model = model, .graph = graph, .out = out};
    jd_text_print(out, "\n# What a graph has no place for, for `jourdain bond --back`.\n");
    if (model->name) jd_text_print(out, "#@ model: %s\n", model->name);
    jd_words_comments(model->words, take_comment, &w);
    for (int k = 1; k < graph->system->bodies; k++) say_body(&w, k);
    for (int k = 0; k < graph->system->joints; k++) say_joint(&w, k);
    say_named_frames(&w);
    keep_outputs(&w);
    keep_expects(&w);
    keep_looks(&w);
    keep_run(&w);
    say_remarks(&w);
    if (w.arena.failed) out->failed = true;
    jd_arena_free(&w.arena);
}

/* ---- Back
 * --------------------------------------------------------------------------------------------- */

typedef struct {
    LIST(NoteText) said;
    bool *dropped;
} Sayings;

static void write_all(const char *mechanism, const Sayings *is, Text *out) {
    jd_text_print(out, "%s\n", mechanism);
    for (int k = 0; k < is->said.count; k++)
        if (!is->dropped[k])
            jd_text_print(out, "%.*s\n", (int)is->said.at[k].length, is->said.at[k].text);
}

/* Which saying stands on a line; -1: none. */
static int saying_at(const char *mechanism, const Sayings *is, int line) {
    int at = 2;
    for (const char *c = mechanism; *c; c++) at += *c == '\n';
    for (int k = 0; k < is->said.count; k++)
        if (!is->dropped[k] && at++ == line) return k;
    return -1;
}

/* Reads and compiles: drops what has an error. How many were dropped. */
static int drop_wrong(const char *mechanism, Sayings *is, Arena *arena, JdLog *log) {
    Text text = {0};
    JdLog *found = jd_log_new();
    int count = 0;
    Sayings before = *is; /* as the lines are counted */
    before.dropped = ARENA_NEW(arena, bool, is->said.count + 1);
    if (!found || !before.dropped) return jd_log_free(found), 0;
    memcpy(before.dropped, is->dropped, sizeof(bool) * (size_t)is->said.count);
    write_all(mechanism, is, &text);
    JdModel *model = text.at && !text.failed ? jd_model_read_text("mechanism", text.at, text.count,
                                                                  (JdReadDef){0}, found)
                                             : NULL;
    JdSystem *system = model ? jd_compile(model, (JdCompileDef){0}, found) : NULL;
    for (int k = 0; k < jd_log_count(found); k++) {
        const JdMessage message = jd_log_message(found, k);
        const int at = message.severity == JD_ERROR && message.line
                           ? saying_at(mechanism, &before, message.line)
                           : -1;
        if (at < 0 || is->dropped[at]) continue;
        is->dropped[at] = true;
        jd_report(log, JD_NOTE, "graph-annotation", nowhere,
                  "'%.*s' has no meaning in the mechanism that came back: %s",
                  (int)is->said.at[at].length, is->said.at[at].text, message.text);
        count++;
    }
    jd_system_free(system), jd_model_free(model), jd_log_free(found), jd_text_free(&text);
    return count;
}

/* What is written as annotations, and no other statement. */
static bool may_be_said(NoteText note) {
    static const char *const words[] = {"output ", "expect ",       "show ",
                                        "run ",    "animation off", "#"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (note.length >= strlen(words[k]) && !strncmp(note.text, words[k], strlen(words[k])))
            return true;
    return false;
}

/* Runs are said by the mechanism itself, too, as the graph had it. */
static char *without_run(char *mechanism) {
    char *line = strstr(mechanism, "\nrun ");
    if (!line) return mechanism;
    char *end = strchr(line + 1, '\n');
    memmove(line, end ? end : line + strlen(line), end ? strlen(end) + 1 : 1);
    return mechanism;
}

char *jd_graph_notes_back(char *mechanism, const char *notes, JdLog *log) {
    enum { ROUNDS = 20 };
    Arena arena = {0};
    Sayings is = {0};
    const Notes from = {notes};
    const char *at = NULL;
    NoteText note;
    Text out = {0};
    while (jd_note_next(&from, "say", &at, &note)) {
        NoteText *to = may_be_said(note) ? PUSH(&arena, is.said) : NULL;
        if (to) *to = note;
        if (to && !strncmp(note.text, "run ", 4)) without_run(mechanism);
    }
    is.dropped = ARENA_NEW(&arena, bool, is.said.count + 1);
    for (int round = 0; round < ROUNDS && is.dropped && is.said.count; round++)
        if (!drop_wrong(mechanism, &is, &arena, log)) break;
    if (is.dropped) write_all(mechanism, &is, &out);
    const bool good = is.dropped && !out.failed;
    jd_arena_free(&arena);
    free(mechanism);
    if (good) return out.at;
    jd_text_free(&out);
    return NULL;
}
