/* SPDX-License-Identifier: MIT
 *
 * The text of a graph without anything that tells: no comments, no outputs, and every node, bond,
 * state and signal has a name that is a number in no order. And what a model becomes on its way
 * through such a graph and back. */
#ifndef MULTIBOND_STRIP_H
#define MULTIBOND_STRIP_H

#include "base/base.h"
#include "check.h"
#include "jourdain.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { STRIP_NAMES = 8000, STRIP_ROOM = 80 };
typedef struct {
    char (*name)[STRIP_ROOM];
    int count;
} StripNames;

static inline bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static inline size_t word_length(const char *at) {
    size_t n = 0;
    while (is_letter(at[n])) n++;
    return n;
}

static inline const char *second_word(const char *line) {
    static const char *const words[] = {"node ", "bond ", "state ", "signal "};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strncmp(line, words[k], strlen(words[k]))) return line + strlen(words[k]);
    return NULL;
}

static inline void find_names(const char *text, StripNames *names) {
    for (const char *line = text; *line;) {
        const char *word = second_word(line);
        const size_t length = word ? word_length(word) : 0;
        if (word) {
            assert_true(names->count < STRIP_NAMES && length < STRIP_ROOM);
            memcpy(names->name[names->count], word, length);
            names->name[names->count++][length] = '\0';
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
}

/* Numbers in no order: multiples of a prime number, modulo another that is larger than all counts.
 */
static inline void say_word(const StripNames *names, const char *word, size_t length, Text *out) {
    for (int k = 0; k < names->count; k++)
        if (strlen(names->name[k]) == length && !strncmp(names->name[k], word, length)) {
            jd_text_print(out, "q%d", (k + 1) * 4409 % 8009);
            return;
        }
    jd_text_print(out, "%.*s", (int)length, word);
}

static inline char *strip_graph(const char *text) {
    StripNames names = {.name = calloc(STRIP_NAMES, STRIP_ROOM)};
    Text out = {0};
    find_names(text, &names);
    for (const char *line = text; *line;) {
        const size_t length = strcspn(line, "\n");
        /* What is asked for has its channel behind it; a body may be called `out`, too. */
        const char *channel = strstr(line, "  # ");
        const bool asked = !strncmp(line, "signal out_", 11) && channel && channel < line + length;
        const bool tells = !strncmp(line, "output", 6) || asked;
        for (size_t n = 0; n < length && !tells && line[n] != '#';) {
            const size_t word = word_length(line + n);
            const bool begins = word && !isdigit((unsigned char)line[n]);
            if (begins)
                say_word(&names, line + n, word, &out);
            else
                jd_text_print(&out, "%.*s", (int)(word ? word : 1), line + n);
            n += word ? word : 1;
        }
        jd_text_print(&out, "\n");
        line += length + (line[length] == '\n');
    }
    free(names.name);
    return out.at;
}

/* There and back: the text of the mechanism; NULL: the model has no graph of its own. */
static inline char *there_and_back(const JdModel *model, JdGraphDef def, JdLog *log) {
    JdLog *quiet = jd_log_new();
    JdGraph *graph = jd_graph_new(model, def, quiet);
    char *text = graph ? jd_graph_model(graph, quiet) : NULL, *back = NULL;
    if (text) {
        char *bare = strip_graph(text);
        back = jd_graph_mechanism("bare", bare, strlen(bare), log);
        if (!back) jd_log_print(log, stderr);
        assert_non_null(back);
        free(bare);
    }
    jd_free_text(text), jd_graph_free(graph), jd_log_free(quiet);
    return back;
}

/* Where all bodies are after a time: three numbers each. How many bodies. */
static inline int places_after(const JdModel *model, double time, double *to) {
    JdLog *log = jd_log_new();
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdRun *run =
        jd_run_new(system, (JdRunDef){.until = time, .output_every = time, .tol = 1e-11}, log);
    JdBodyInfo body;
    int count = 0;
    while (run && jd_run_next(run)) continue;
    if (!run || jd_log_errors(log)) jd_log_print(log, stderr);
    assert_non_null(run);
    for (int n = 1; jd_model_body(model, n, &body); n++, count++)
        for (int k = 0; k < 3; k++) {
            static const char letters[] = "xyz";
            Text name = {0};
            jd_text_print(&name, "%s.%c", body.name, letters[k]);
            if (k == 2 && jd_model_info(model).space == JD_PLANAR)
                to[3 * count + k] = 0;
            else
                to[3 * count + k] = jd_run_value(run, jd_channel(system, name.at, log));
            jd_text_free(&name);
        }
    jd_run_free(run), jd_system_free(system), jd_log_free(log);
    return count;
}

enum { STRIP_BODIES = 400 };
/* The model and what came back move alike; bodies keep their order. */
static inline bool check_there_and_back(const JdModel *model, JdGraphDef def, double time,
                                        const char *what) {
    JdLog *log = jd_log_new();
    char *text = there_and_back(model, def, log);
    if (text) {
        JdModel *back = jd_model_read_text("back", text, strlen(text), (JdReadDef){0}, log);
        if (!back) jd_log_print(log, stderr);
        assert_non_null(back);
        double *at = calloc(6 * STRIP_BODIES, sizeof(double)), *is = at + 3 * STRIP_BODIES;
        const int count = places_after(model, time, at);
        assert_true(count < STRIP_BODIES);
        assert_int_equal(places_after(back, time, is), count);
        for (int k = 0; k < 3 * count; k++)
            check_near(is[k], at[k], 1e-9 * (1 + fabs(at[k])), what);
        free(at);
        jd_model_free(back);
    }
    jd_free_text(text), jd_log_free(log);
    return text != NULL;
}

#endif
