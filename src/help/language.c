/* SPDX-License-Identifier: MIT
 *
 * The page of the model language: every statement with what may be said behind it. */
#include "help/help.h"
#include <string.h>

/* ---- As Markdown ----------------------------------------------------------------------------- */

/* "`shape` or `point`" of "shape point". */
static void write_words(const char *words, Text *out) {
    for (const char *between = ""; *words; between = strchr(words, ' ') ? ", " : " or ") {
        const size_t length = strcspn(words, " ");
        jd_text_print(out, "%s`%.*s`", between, (int)length, words);
        words += length + (words[length] == ' ');
    }
}

static void write_clause(const JdStatement *clause, Text *out) {
    jd_text_print(out, "%s- `%s`: %s", clause->depth > 1 ? "    " : "", clause->usage,
                  clause->summary);
    if (clause->unit) jd_text_print(out, " [%s]", clause->unit);
    if (clause->required) jd_text_print(out, "; required");
    if (clause->unless) jd_text_print(out, " unless ");
    if (clause->unless) write_words(clause->unless, out);
    if (clause->repeats) jd_text_print(out, "; may be repeated");
    if (clause->excludes) jd_text_print(out, "; not with ");
    if (clause->excludes) write_words(clause->excludes, out);
    jd_text_print(out, "\n");
}

static void write_markdown(Text *out) {
    JdStatement s, clause;
    for (int n = 0; jd_statement(n, &s);) {
        const int first = ++n;
        jd_text_print(out, "### `%s`\n\n%s", s.usage, s.summary);
        if (s.unit) jd_text_print(out, " [%s]", s.unit);
        if (s.whole) jd_text_print(out, " Not in a part.");
        jd_text_print(out, "\n\n");
        for (; jd_statement(n, &clause) && clause.depth > 0; n++) write_clause(&clause, out);
        if (s.fields)
            jd_text_print(out, "- `<field> <value>`: the fields that the type has of its own\n");
        if (n > first || s.fields) jd_text_print(out, "\n");
    }
}

/* ---- For people and programs ----------------------------------------------------------------- */

static void write_json(Page *page) {
    JdStatement s;
    jd_page_table(page, "statements", "statement form summary");
    for (int n = 0; jd_statement(n, &s); n++) {
        if (s.depth > 0) continue;
        jd_page_cell(page, s.word);
        jd_page_cell(page, jd_arena_copy(&page->arena, s.usage));
        jd_page_cell(page, s.summary);
    }
    jd_page_end(page);
}

/* The statement and what it means; what may be said behind it. */
static void write_line(Page *page, const JdStatement *s) {
    if (s->depth == 0) {
        jd_text_print(page->out, "%s\n    ", s->usage);
        jd_text_wrap(page->out, s->summary, 4, page->width);
    } else {
        jd_text_print(page->out, "%*s%-*s ", 4 + 2 * s->depth, "", 26 - 2 * s->depth, s->usage);
        jd_text_wrap(page->out, s->summary, 31, page->width);
    }
}

static void write_text(Page *page) {
    JdStatement s;
    for (int n = 0; jd_statement(n, &s); n++) {
        if (s.depth == 0 && n > 0) jd_text_print(page->out, "\n");
        if (s.depth < 2) write_line(page, &s);
    }
    jd_text_print(page->out, "\n");
}

static bool is_statement(const char *word) {
    JdStatement s;
    for (int n = 0; jd_statement(n, &s); n++)
        if (s.depth == 0 && !strcmp(s.word, word)) return true;
    return false;
}

bool jd_write_statement(Page *page, const char *word) {
    JdStatement s;
    bool inside = false;
    if (!is_statement(word)) return false;
    if (page->style == PAGE_JSON) jd_page_table(page, "statements", "statement form summary");
    for (int n = 0; jd_statement(n, &s); n++) {
        if (s.depth == 0) inside = !strcmp(s.word, word);
        if (!inside) continue;
        if (page->style != PAGE_JSON) {
            write_line(page, &s);
            continue;
        }
        jd_page_cell(page, s.word);
        jd_page_cell(page, jd_arena_copy(&page->arena, s.usage));
        jd_page_cell(page, s.summary);
    }
    if (page->style == PAGE_JSON) jd_page_end(page);
    return true;
}

void jd_write_language(Page *page) {
    jd_page_title(page, "Model language");
    jd_page_text(page, "\nPoints are given in the drawn position; bodies, joints and frames follow "
                       "from them. A statement is a line; # begins a comment.\n\n");
    if (page->style == PAGE_MARKDOWN) {
        write_markdown(page->out);
        return;
    }
    if (page->style == PAGE_JSON)
        write_json(page);
    else
        write_text(page);
    jd_page_text(page, "For instance:\n"
                       "    model pendulum\n"
                       "    planar\n"
                       "    gravity [0, -9.81] m/s^2\n"
                       "    param l = 500 mm\n"
                       "    point O = [0, 0]\n"
                       "    point A = [l, 0]\n"
                       "    body arm { link O A  mass 1 kg  inertia 0.02 kg*m^2 }\n"
                       "    joint jO : revolute ground -- arm at O\n"
                       "    output jO.angle, jO.force, energy\n"
                       "    run to 2 s\n");
}
