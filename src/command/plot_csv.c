/* SPDX-License-Identifier: MIT
 *
 * CSV as `jourdain run` writes it: a line of `name [unit]`, then lines of numbers; as `jourdain
 * sweep` does, with words among them; and as other programs do: with semicolons (and then decimal
 * commas) or tabs, units in round brackets, comments. Each mistake is told with its line. */
#include "command/plot.h"
#include <string.h>
#include <strings.h>

typedef struct {
    const char *name;
    int more; /* columns that were called so, too */
} CsvName;

typedef struct {
    App *app;
    const char *path;
    const char *line; /* the line being read, without its end */
    size_t length;
    int number;
    char separator;
    PlotRun *run;
    CsvName *names;
    unsigned room; /* a power of two */
    bool study;    /* a table of `jourdain sweep`: words are gaps */
} CsvReader;

bool jd_csv_is(const char *path, const char *text) {
    static const char bom[] = "\xEF\xBB\xBF";
    if (jd_path_ends(path, "csv")) return true;
    if (strncmp(text, bom, 3) == 0) text += 3;
    return strncmp(text, "time [", 6) == 0 || strncmp(text, "\"time [", 7) == 0;
}

/* ---- Mistakes ------------------------------------------------------------------------------- */

static Where place(const CsvReader *in, size_t at, size_t length) {
    return (Where){.file = in->path,
                   .line = in->number,
                   .column = (int)at + 1,
                   .length = (int)(length ? length : 1),
                   .source = jd_arena_text(&in->app->arena, in->line, in->length)};
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

/* Where the field from `at` on ends: at a separator outside of quotes, or with the line. */
static size_t field_end(const CsvReader *in, size_t at) {
    bool quoted = false;
    for (; at < in->length; at++) {
        if (in->line[at] == '"') quoted = !quoted;
        if (in->line[at] == in->separator && !quoted) break;
    }
    return at;
}

/* Of the first line: a semicolon or a tab, if it has no comma. */
static char find_separator(CsvReader *in) {
    for (const char *c = ",;\t"; *c; c++) {
        in->separator = *c;
        if (field_end(in, 0) < in->length) return *c;
    }
    return ',';
}

static void trim(const char **text, size_t *length) {
    while (*length && (**text == ' ' || **text == '\t')) ++*text, --*length;
    while (*length && ((*text)[*length - 1] == ' ' || (*text)[*length - 1] == '\t')) --*length;
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

/* Names by hash: open addressing, at most half full. */
static unsigned hash_of(const char *name) {
    unsigned hash = 2166136261u;
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash ^ hash >> 15;
}

static CsvName *find_name(const CsvReader *in, const char *name) {
    unsigned at = hash_of(name) & (in->room - 1);
    while (in->names[at].name && strcmp(in->names[at].name, name) != 0)
        at = (at + 1) & (in->room - 1);
    return &in->names[at];
}

/* Room for the names of all fields of the first line, twice. */
static bool make_names(CsvReader *in) {
    unsigned fields = 1;
    for (size_t n = 0; n < in->length; n++) fields += in->line[n] == in->separator;
    for (in->room = 16; in->room < 4 * fields;) in->room *= 2;
    in->names = ARENA_NEW(&in->app->arena, CsvName, in->room);
    return in->names || (jd_report_memory(in->app->log), false);
}

/* "a" of a name that another column has becomes "a (2)". */
static const char *own_name(const CsvReader *in, const char *name) {
    CsvName *first = find_name(in, name), *slot = first;
    const char *own = name;
    while (own && slot->name) {
        own = jd_arena_format(&in->app->arena, "%s (%d)", name, 2 + first->more++);
        if (own) slot = find_name(in, own);
    }
    if (own) slot->name = own;
    return own;
}

/* "force [N]" and "force (N)" become two texts; "f(x)" is a name. */
static char *split_unit(char *name) {
    const size_t size = strlen(name);
    const bool square = size && name[size - 1] == ']', round = size && name[size - 1] == ')';
    char *opener = square ? strrchr(name, '[') : round ? strrchr(name, '(') : NULL;
    if (!opener || opener == name || (round && opener[-1] != ' ')) return name + size;
    name[size - 1] = '\0';
    for (char *end = opener; end >= name && (end == opener || *end == ' '); end--) *end = '\0';
    return opener + 1;
}

static bool add_column(CsvReader *in, const char *field, size_t length) {
    Arena *arena = &in->app->arena;
    trim(&field, &length);
    const char *plain = unquoted(arena, field, length);
    size_t size = plain ? strlen(plain) : 0;
    if (plain) trim(&plain, &size);
    char *name = plain ? jd_arena_text(arena, plain, size) : NULL;
    if (!name) return jd_report_memory(in->app->log), false;
    double number;
    if (!*name || jd_number_read(name, size, &number) == size) return wrong_head(in);
    const char *unit = split_unit(name), *own = own_name(in, name);
    PlotColumn *column = own ? PUSH(arena, in->run->columns) : NULL;
    if (!column) return jd_report_memory(in->app->log), false;
    *column = (PlotColumn){.name = own, .unit = unit};
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

static bool is_word(const char *text, size_t length, const char *word) {
    if (length && (*text == '-' || *text == '+')) text++, length--;
    return length == strlen(word) && strncasecmp(text, word, length) == 0;
}

/* "1,5" where fields are told apart by semicolons. */
static bool read_comma(const char *field, size_t length, double *value) {
    char text[64];
    if (length >= sizeof text) return false;
    memcpy(text, field, length);
    for (size_t n = 0; n < length; n++)
        if (text[n] == ',') text[n] = '.';
    return jd_number_read(text, length, value) == length;
}

/* What is no number that could be drawn is a gap. */
static bool read_value(const CsvReader *in, const char *field, size_t length, double *value) {
    trim(&field, &length);
    if (length > 1 && *field == '"' && field[length - 1] == '"') field++, length -= 2;
    *value = NAN;
    if (length == 0 || is_word(field, length, "nan") || is_word(field, length, "inf") ||
        is_word(field, length, "infinity") || is_word(field, length, "na"))
        return true;
    if (jd_number_read(field, length, value) == length) return true;
    *value = NAN;
    if (in->study) return true;
    return in->separator == ';' && read_comma(field, length, value);
}

static bool read_row(CsvReader *in) {
    int count = 0;
    for (size_t at = 0;; at++) {
        const size_t end = field_end(in, at);
        double value;
        if (!read_value(in, in->line + at, end - at, &value)) return wrong_number(in, at, end - at);
        if (count < in->run->columns.count)
            in->run->columns.at[count].values[in->run->rows] = value;
        count++;
        if ((at = end) >= in->length) break;
    }
    if (count != in->run->columns.count) return wrong_count(in, count);
    in->run->rows++;
    return true;
}

/* "variant, ..., status, message": one row for each run. */
static bool is_study(const PlotRun *run) {
    const PlotColumn *at = run->columns.at;
    const int count = run->columns.count;
    return count > 3 && !strcmp(at[0].name, "variant") && !strcmp(at[count - 2].name, "status") &&
           !strcmp(at[count - 1].name, "message");
}

/* An empty line, or a comment. */
static bool is_blank(const CsvReader *in) {
    const char *text = in->line;
    size_t length = in->length;
    trim(&text, &length);
    return length == 0 || *text == '#';
}

/* As many as there are at most: a row has a separator or an end for each of its columns. */
static int count_rows(const char *text, const char *end, int columns) {
    const long most = (end - text) / columns + 1;
    int count = 1;
    for (; text < end && count < most; text++) count += *text == '\n';
    return count;
}

bool jd_csv_read(App *app, const char *path, const char *text, size_t length, PlotRun *run) {
    const char *end = text + length;
    CsvReader in = {.app = app, .path = path, .run = run, .line = ""};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    bool more = next_line(&in, &text, end);
    while (more && is_blank(&in)) more = next_line(&in, &text, end);
    if (!more) return wrong_head(&in);
    in.separator = find_separator(&in);
    if (!make_names(&in) || !read_head(&in)) return false;
    in.study = is_study(run);
    const int room = count_rows(text, end, run->columns.count);
    for (int n = 0; n < run->columns.count; n++) {
        run->columns.at[n].values = ARENA_NEW(&app->arena, double, room);
        if (!run->columns.at[n].values) return jd_report_memory(app->log), false;
    }
    while (next_line(&in, &text, end))
        if (!is_blank(&in) && !read_row(&in)) return false;
    if (in.study) run->columns.count -= 2; /* nobody draws how they ended */
    return true;
}
