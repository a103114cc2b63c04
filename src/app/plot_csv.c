/* SPDX-License-Identifier: MIT
 *
 * CSV as `jourdain run` writes it: a line of `name [unit]`, then lines of numbers. Each mistake is
 * told with its line. */
#include "app/plot.h"
#include <math.h>
#include <string.h>

typedef struct {
    App *app;
    const char *path;
    const char *line; /* the line being read, without its end */
    size_t length;
    int number;
    PlotRun *run;
} CsvReader;

bool jd_csv_is(const char *path, const char *text) {
    static const char bom[] = "\xEF\xBB\xBF";
    if (jd_path_ends(path, "csv")) return true;
    if (strncmp(text, bom, 3) == 0) text += 3;
    return strncmp(text, "time [", 6) == 0 || strncmp(text, "\"time [", 7) == 0;
}

/* ---- Mistakes ------------------------------------------------------------------------------- */

static Where place(const CsvReader *in, size_t at, size_t length) {
    return (Where){in->path, in->number, (int)at + 1, (int)(length ? length : 1),
                   jd_arena_text(&in->app->arena, in->line, in->length < 200 ? in->length : 200)};
}

static bool wrong_head(const CsvReader *in) {
    jd_report(in->app->log, JD_ERROR, "csv-malformed", place(in, 0, in->length),
              "this is no line of columns");
    jd_hint(in->app->log, "as `jourdain run` writes it: time [s],slider.x [m]");
    return false;
}

static bool wrong_count(const CsvReader *in, int count) {
    const int wanted = in->run->columns.count;
    jd_report(in->app->log, JD_ERROR, "csv-malformed", place(in, 0, in->length),
              "%d number%s here, but the first line names %d columns", count, count == 1 ? "" : "s",
              wanted);
    return false;
}

static bool wrong_number(const CsvReader *in, size_t at, size_t length) {
    jd_report(in->app->log, JD_ERROR, "csv-malformed", place(in, at, length), "'%.*s' is no number",
              (int)(length < 40 ? length : 40), in->line + at);
    return false;
}

/* ---- Lines ---------------------------------------------------------------------------------- */

/* The next line from *text on; false at the end. */
static bool next_line(CsvReader *in, const char **text, const char *end) {
    if (*text >= end) return false;
    const char *stop = memchr(*text, '\n', (size_t)(end - *text));
    in->line = *text;
    in->length = (size_t)((stop ? stop : end) - *text);
    *text = stop ? stop + 1 : end;
    if (in->length && in->line[in->length - 1] == '\r') in->length--;
    in->number++;
    return true;
}

/* Where the field from `at` on ends: at a comma outside of quotes, or with the line. */
static size_t field_end(const CsvReader *in, size_t at) {
    bool quoted = false;
    for (; at < in->length; at++) {
        if (in->line[at] == '"') quoted = !quoted;
        if (in->line[at] == ',' && !quoted) break;
    }
    return at;
}

/* Without its quotes; two in it are one. */
static char *unquoted(Arena *arena, const char *field, size_t length) {
    char *text = jd_arena_text(arena, field, length), *to = text;
    if (!text || text[0] != '"') return text;
    for (const char *c = text + 1; *c; c++) {
        if (*c == '"' && c[1] != '"') break;
        if (*c == '"') c++;
        *to++ = *c;
    }
    *to = '\0';
    return text;
}

static bool add_column(CsvReader *in, const char *field, size_t length) {
    char *name = unquoted(&in->app->arena, field, length);
    char *opener = name ? strrchr(name, '[') : NULL;
    char *closer = opener ? strchr(opener, ']') : NULL;
    if (!name) return jd_report_memory(in->app->log), false;
    double number;
    if (!*name || (!opener && jd_number_read(name, strlen(name), &number) == strlen(name)))
        return wrong_head(in);
    PlotColumn *column = PUSH(&in->app->arena, in->run->columns);
    if (!column) return jd_report_memory(in->app->log), false;
    *column = (PlotColumn){.name = name, .unit = ""};
    if (!closer || closer[1]) return true;
    *closer = '\0', *opener = '\0';
    column->unit = opener + 1;
    while (opener > name && opener[-1] == ' ') *--opener = '\0';
    return true;
}

static bool read_head(CsvReader *in) {
    for (size_t at = 0;; at++) {
        const size_t end = field_end(in, at);
        if (!add_column(in, in->line + at, end - at)) return false;
        if ((at = end) >= in->length) return true;
    }
}

/* ---- Numbers -------------------------------------------------------------------------------- */

static bool read_value(const char *field, size_t length, double *value) {
    while (length && *field == ' ') field++, length--;
    while (length && field[length - 1] == ' ') length--;
    *value = NAN;
    if (length == 0 || (length == 3 && memcmp(field, "nan", 3) == 0)) return true;
    if ((length == 3 && memcmp(field, "inf", 3) == 0) ||
        (length == 4 && memcmp(field, "-inf", 4) == 0))
        return true; /* a gap */
    return jd_number_read(field, length, value) == length;
}

static bool read_row(CsvReader *in) {
    int count = 0;
    for (size_t at = 0;; at++) {
        const size_t end = field_end(in, at);
        double value;
        if (!read_value(in->line + at, end - at, &value)) return wrong_number(in, at, end - at);
        if (count < in->run->columns.count)
            in->run->columns.at[count].values[in->run->rows] = value;
        count++;
        if ((at = end) >= in->length) break;
    }
    if (count != in->run->columns.count) return wrong_count(in, count);
    in->run->rows++;
    return true;
}

static bool is_blank(const CsvReader *in) {
    for (size_t n = 0; n < in->length; n++)
        if (in->line[n] != ' ' && in->line[n] != '\t') return false;
    return true;
}

static int count_lines(const char *text, const char *end) {
    int count = 1;
    for (; text < end; text++) count += *text == '\n';
    return count;
}

bool jd_csv_read(App *app, const char *path, const char *text, size_t length, PlotRun *run) {
    const char *end = text + length;
    CsvReader in = {.app = app, .path = path, .run = run, .line = ""};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    if (!next_line(&in, &text, end) || is_blank(&in)) return wrong_head(&in);
    if (!read_head(&in)) return false;
    const int room = count_lines(text, end);
    for (int n = 0; n < run->columns.count; n++) {
        run->columns.at[n].values = ARENA_NEW(&app->arena, double, room);
        if (!run->columns.at[n].values) return jd_report_memory(app->log), false;
    }
    while (next_line(&in, &text, end))
        if (!is_blank(&in) && !read_row(&in)) return false;
    return true;
}
