/* SPDX-License-Identifier: MIT
 *
 * Pages: a command says what it has to say once; people read it as aligned text, documents as
 * markdown, programs as JSON. */
#include "app/app.h"
#include <stdlib.h>
#include <string.h>

enum { LABEL = 24, NARROW = 34 }; /* width of labels; least width of a last column */

Page jd_page(App *app) {
    const int width = jd_terminal_width(stdout);
    return (Page){.style = app->json ? PAGE_JSON : PAGE_TEXT,
                  .width = width > 100 ? 100 : width,
                  .app = app,
                  .out = &app->out,
                  .json = &app->document};
}

void jd_page_free(Page *page) {
    if (page->arena.failed && page->out) page->out->failed = true;
    if (page->arena.failed && page->json) page->json->text.failed = true;
    jd_arena_free(&page->arena);
}

const char *jd_page_keep(Page *page, Text *text) {
    const char *copy = text->at ? jd_arena_text(&page->arena, text->at, text->count) : "";
    if (text->failed) page->arena.failed = true;
    jd_text_free(text);
    return copy ? copy : "";
}

/* ---- Text ----------------------------------------------------------------------------------- */

/* Characters, not bytes, of the next `length` bytes. */
static int cells_of(const char *text, size_t length) {
    int cells = 0;
    for (size_t n = 0; n < length; n++) cells += ((unsigned char)text[n] & 0xC0) != 0x80;
    return cells;
}

static void pad(Text *out, int count) {
    if (count > 0) jd_text_print(out, "%*s", count, "");
}

void jd_text_wrap(Text *out, const char *text, int at, int width) {
    int cell = at;
    bool first = true;
    while (text && *text) {
        const size_t length = strcspn(text, " \n");
        const int cells = cells_of(text, length);
        if (!first && cell + 1 + cells > width) {
            jd_text_add(out, "\n", 1);
            pad(out, at);
            cell = at;
            first = true;
        }
        if (!first) jd_text_add(out, " ", 1), cell++;
        jd_text_add(out, text, length);
        cell += cells;
        first = false;
        text += length;
        text += strspn(text, " \n");
    }
    jd_text_add(out, "\n", 1);
}

void jd_page_title(Page *page, const char *title) {
    if (page->style == PAGE_JSON)
        jd_json_string(page->json, "title", title);
    else if (page->style == PAGE_HTML)
        jd_html_title(page->out, title);
    else
        jd_text_print(page->out, page->style == PAGE_MARKDOWN ? "# %s\n\n" : "%s\n", title);
}

void jd_page_heading(Page *page, const char *heading) {
    if (page->style == PAGE_JSON) return;
    const char *const marks[] = {"## ", "### "};
    if (page->style == PAGE_HTML)
        jd_html_element(page->out, "h2", heading);
    else if (page->style == PAGE_TEXT)
        jd_text_print(page->out, "\n%s\n", heading);
    else
        jd_text_print(page->out, "\n%s%s\n\n", marks[page->level], heading);
}

void jd_page_listing(Page *page, const char *key, const char *heading, const char *lines) {
    if (page->style == PAGE_JSON) {
        jd_json_string(page->json, key, lines);
        return;
    }
    jd_page_heading(page, heading);
    while (*lines) {
        const size_t length = strcspn(lines, "\n");
        jd_text_print(page->out, "%s%.*s\n", length ? "  " : "", (int)length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* Lines that begin with a blank stay as they are: examples. */
static void write_lines(Page *page, const char *text) {
    bool literal = false;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool is_literal = text[0] == ' ';
        if (page->style == PAGE_MARKDOWN && is_literal != literal)
            jd_text_print(page->out, literal ? "```\n\n" : "\n```\n");
        literal = is_literal;
        char *line = jd_arena_text(&page->arena, text, length);
        if (!line) return;
        if (literal || page->style == PAGE_MARKDOWN)
            jd_text_print(page->out, "%s\n", line);
        else
            jd_text_wrap(page->out, line, 0, page->width);
        text += length + (text[length] == '\n');
    }
    if (page->style == PAGE_MARKDOWN) jd_text_print(page->out, literal ? "```\n" : "\n");
}

void jd_page_text(Page *page, const char *format, ...) {
    if (page->style == PAGE_JSON) return;
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, list);
    char *all = length < 0 ? NULL : jd_arena_take(&page->arena, (size_t)length + 1);
    if (all) vsnprintf(all, (size_t)length + 1, format, again);
    va_end(again);
    va_end(list);
    if (all && page->style == PAGE_HTML)
        jd_html_element(page->out, "p", all);
    else if (all)
        write_lines(page, all);
}

/* ---- Facts ---------------------------------------------------------------------------------- */

void jd_page_word(Page *page, const char *key, const char *label, const char *value) {
    if (page->style == PAGE_JSON) {
        jd_json_string(page->json, key, value);
        return;
    }
    if (!value) value = "-";
    if (page->style == PAGE_HTML) {
        jd_html_element(page->out, "p", jd_arena_format(&page->arena, "%s: %s", label, value));
        return;
    }
    if (page->style == PAGE_MARKDOWN) {
        jd_text_print(page->out, "- %s: %s\n", label, value);
        return;
    }
    jd_text_print(page->out, "  %s", label);
    const int used = cells_of(label, strlen(label));
    pad(page->out, used < LABEL ? LABEL - used : 1);
    jd_text_wrap(page->out, value, 2 + LABEL, page->width);
}

void jd_page_fact(Page *page, const char *key, const char *label, double value, const char *unit) {
    if (page->style == PAGE_JSON) {
        jd_json_number(page->json, key, value);
        return;
    }
    char text[64];
    jd_quantity_text(value, unit, text, sizeof text);
    jd_page_word(page, key, label, text);
}

/* ---- Tables --------------------------------------------------------------------------------- */

void jd_page_table(Page *page, const char *key, const char *columns) {
    page->column_count = 0;
    page->cells.count = 0;
    while (columns && *columns && page->column_count < PAGE_COLUMNS) {
        const size_t length = strcspn(columns, " ");
        page->columns[page->column_count++] = jd_arena_text(&page->arena, columns, length);
        columns += length;
        columns += strspn(columns, " ");
    }
    if (page->style == PAGE_JSON) jd_json_array(page->json, key);
}

void jd_page_cell(Page *page, const char *text) {
    Cell *cell = PUSH(&page->arena, page->cells);
    if (cell) cell->text = jd_arena_copy(&page->arena, text ? text : "");
}

void jd_page_right(Page *page, const char *text) {
    jd_page_cell(page, text);
    if (!page->arena.failed) page->cells.at[page->cells.count - 1].right = true;
}

void jd_page_value(Page *page, double number, const char *text) {
    jd_page_right(page, text);
    if (page->arena.failed) return;
    Cell *cell = &page->cells.at[page->cells.count - 1];
    cell->is_number = true;
    cell->number = number;
}

void jd_page_number(Page *page, double number) {
    jd_page_value(page, number, jd_arena_format(&page->arena, "%.6g", number));
}

static void end_json(Page *page) {
    for (int n = 0; n < page->cells.count; n++) {
        const int column = n % page->column_count;
        const Cell *cell = &page->cells.at[n];
        if (column == 0) jd_json_object(page->json, NULL);
        if (cell->is_number)
            jd_json_number(page->json, page->columns[column], cell->number);
        else
            jd_json_string(page->json, page->columns[column], cell->text);
        if (column == page->column_count - 1) jd_json_end(page->json);
    }
    jd_json_end(page->json);
}

static void end_markdown(Page *page) {
    Text *out = page->out;
    for (int n = 0; n < page->column_count; n++) jd_text_print(out, "| %s ", page->columns[n]);
    jd_text_print(out, "|\n");
    for (int n = 0; n < page->column_count; n++) jd_text_print(out, "|---");
    jd_text_print(out, "|\n");
    for (int n = 0; n < page->cells.count; n++) {
        jd_text_print(out, "| ");
        /* A bar would end the cell. */
        for (const char *c = page->cells.at[n].text; *c; c++)
            jd_text_print(out, *c == '|' ? "\\%c" : "%c", *c);
        jd_text_print(out, n % page->column_count == page->column_count - 1 ? " |\n" : " ");
    }
    jd_text_print(out, "\n");
}

/* For people a column of several words has blanks between them. */
const char *jd_page_column(Page *page, int column) {
    char *text = jd_arena_copy(&page->arena, page->columns[column]);
    for (char *c = text; c && *c; c++)
        if (*c == '_') *c = ' ';
    return text ? text : "";
}

static void end_text(Page *page) {
    int widths[PAGE_COLUMNS];
    const int last = page->column_count - 1;
    for (int n = 0; n <= last; n++) widths[n] = (int)strlen(page->columns[n]);
    for (int n = 0; n < page->cells.count; n++) {
        const char *text = page->cells.at[n].text;
        const int cells = cells_of(text, strlen(text)), column = n % page->column_count;
        if (cells > widths[column]) widths[column] = cells;
    }
    int start = 2;
    for (int n = 0; n < last; n++) start += widths[n] + 2;
    const int width = start + NARROW > page->width ? start + NARROW : page->width;

    for (int n = -page->column_count; n < page->cells.count; n++) {
        const int column = n < 0 ? n + page->column_count : n % page->column_count;
        const char *text = n < 0 ? jd_page_column(page, column) : page->cells.at[n].text;
        /* A heading stands as the cell below it does. */
        const int shown = n < 0 ? column : n;
        const bool right = shown < page->cells.count && page->cells.at[shown].right;
        const int blank = widths[column] - cells_of(text, strlen(text));
        if (column == 0) pad(page->out, 2);
        if (right) pad(page->out, blank);
        if (column == last) {
            jd_text_wrap(page->out, text, start, width);
            continue;
        }
        jd_text_print(page->out, "%s", text);
        pad(page->out, (right ? 0 : blank) + 2);
    }
}

void jd_page_end(Page *page) {
    if (page->arena.failed || page->column_count == 0) return;
    if (page->style == PAGE_JSON)
        end_json(page);
    else if (page->style == PAGE_HTML)
        jd_html_table(page);
    else if (page->style == PAGE_MARKDOWN)
        end_markdown(page);
    else
        end_text(page);
}

const char *jd_cell_number(Page *page, double value, int digits) {
    if (isnan(value)) return "-";
    const bool whole = value == floor(value) && fabs(value) < 1e7;
    return jd_arena_format(&page->arena, "%.*g", whole ? 7 : digits, value);
}
