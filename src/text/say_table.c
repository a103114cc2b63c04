/* SPDX-License-Identifier: MIT
 *
 * Tables: rows in the text or in a file of numbers, units for each column. A table is called as a
 * function. Of a file messages tell lines and what is wrong in them, not what stands there: who
 * reads the messages need not be who may read the file. */
#include "text/inside.h"
#include <stdlib.h>
#include <string.h>

// clang-format off
static const Kind table_clauses[] = {
    {.word = "column", .summary = "its name and unit; the first is the argument, the others are values. In a file that names its "
                                  "columns they are found by their names",
     .shape = {{"name", SLOT_WORD}, {"unit", SLOT_UNIT, .flags = SLOT_OPTIONAL}}, .flags = KIND_REPEATS},
    {.word = "interpolate", .summary = "linear; monotone: cubics that rise and fall as the values do; natural: a cubic spline; periodic: a "
                                       "cubic spline that begins anew; linear if not said",
     .shape = {{"way", SLOT_WORD}}},
    {.word = "ends", .summary = "beyond the rows: hold the last value, extend by a straight line, or refuse; hold if not said",
     .shape = {{"way", SLOT_WORD}}},
    {.word = "file", .summary = "numbers in lines, with commas, semicolons, tabs or blanks between them; a first line may name the columns, as "
                                "`name [unit]`. The path is relative to the model",
     .shape = {{"file", SLOT_STRING}}, .excludes = "row"},
    {.word = "row", .summary = "a number for each column, in the unit of the column, with commas between them",
     .shape = {{"value", SLOT_EXPR, .flags = SLOT_MANY}}, .flags = KIND_REPEATS},
    {NULL},
};
// clang-format on

enum { COLUMNS_MOST = 64, NAME_MOST = 80 };

/* A table in the making. */
typedef struct {
    Build *build;
    const Node *node;
    const char *name;
    const char *names[COLUMNS_MOST];
    Unit unit[COLUMNS_MOST];
    bool unit_said[COLUMNS_MOST];
    int columns; /* 0: not known yet */
    LIST(double) value;
    LIST(int) line;   /* of each row, for messages */
    const char *file; /* NULL: in the text */
} Reading;

__attribute__((format(printf, 3, 4))) static bool refuse(const Reading *in, Where where,
                                                         const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = jd_arena_format_list(in->build->arena, format, list);
    va_end(list);
    if (text) jd_report(jd_build_log(in->build), JD_ERROR, "table-not-valid", where, "%s", text);
    return false;
}

static Where where_of(const Reading *in, const char *clause) {
    return jd_build_clause_where(in->build, in->node, clause);
}

/* ---- Columns and words ----------------------------------------------------------------------- */

static bool read_columns(Reading *in) {
    for (int n = 0; n < in->node->clauses.count; n++) {
        const Node *clause = in->node->clauses.at[n];
        if (strcmp(clause->word, "column")) continue;
        const Slot *unit = jd_node_slot(clause, "unit");
        const Where where = jd_build_where(in->build, clause->slots.at[0].span);
        if (in->columns == COLUMNS_MOST)
            return refuse(in, where, "table '%s' has more than %d columns", in->name,
                          (int)COLUMNS_MOST);
        const int c = in->columns++;
        in->names[c] = clause->slots.at[0].text;
        in->unit[c] = (Unit){1, {0}};
        in->unit_said[c] = unit != NULL;
        for (int k = 0; k < c; k++)
            if (!strcmp(in->names[k], in->names[c]))
                return refuse(in, where, "table '%s' has two columns '%s'", in->name, in->names[c]);
        if (!unit || jd_unit_parse(unit->text, &in->unit[c])) continue;
        jd_report(jd_build_log(in->build), JD_ERROR, "unit-unknown",
                  jd_build_where(in->build, unit->span), "there is no unit '%s'", unit->text);
        jd_unit_hint(unit->text, jd_build_log(in->build));
        return false;
    }
    return true;
}

/* Which of the words a clause says; the first if it is not said, -1 after a report. */
static int read_word(const Reading *in, const char *clause, const char *const *words) {
    const Node *node = jd_node_clause(in->node, clause);
    if (!node) return 0;
    Nearest nearest = {.word = node->slots.at[0].text};
    Text all = {0};
    for (int n = 0; words[n]; n++) {
        if (!strcmp(words[n], nearest.word)) return jd_text_free(&all), n;
        jd_nearest_try(&nearest, words[n]);
        jd_text_print(&all, "%s%s", n ? ", " : "", words[n]);
    }
    refuse(in, where_of(in, clause), "table '%s' cannot '%s %s'", in->name, clause, nearest.word);
    if (nearest.best)
        jd_hint(jd_build_log(in->build), "did you mean '%s'?", nearest.best);
    else if (all.at)
        jd_hint(jd_build_log(in->build), "there is: %s", all.at);
    jd_text_free(&all);
    return -1;
}

/* ---- Rows in the text ------------------------------------------------------------------------ */

/* A bare number is in the unit of the column. */
static bool read_value(Reading *in, const Slot *slot, int c) {
    Build *build = in->build;
    build->at_work = slot->expr;
    Value value = jd_expr_value(slot->expr, &build->scope, jd_build_log(build));
    if (value.count == 1 && !value.plain && !jd_dim_equal(value.dim, in->unit[c].dim))
        value = jd_expr_value_as(slot->expr, &build->scope, 1, in->unit[c].dim, in->names[c],
                                 jd_build_log(build));
    if (value.count > 1)
        return refuse(in, jd_build_where(build, slot->span),
                      "a row has one number for each column, not a vector");
    double *place = value.count ? PUSH(build->arena, in->value) : NULL;
    if (!place) return false;
    *place = value.plain ? jd_unit_si(value.v[0], in->unit[c]) : value.v[0];
    return true;
}

static bool read_row(Reading *in, const Node *row) {
    const Where where = jd_build_where(in->build, row->span);
    int *line = PUSH(in->build->arena, in->line);
    if (!line) return false;
    *line = where.line;
    if (row->slots.count != in->columns) {
        refuse(in, where, "this row of table '%s' has %d number%s, and there are %d columns",
               in->name, row->slots.count, row->slots.count == 1 ? "" : "s", in->columns);
        jd_hint(jd_build_log(in->build),
                "a row has one number for each column, with commas between: 0 -5 is a difference");
        return false;
    }
    for (int c = 0; c < in->columns; c++)
        if (!read_value(in, &row->slots.at[c], c)) return false;
    return true;
}

static bool read_rows(Reading *in) {
    if (in->columns < 2) {
        refuse(in, jd_build_where(in->build, in->node->slots.at[0].span),
               "table '%s' has %d column%s; it needs its argument and a value", in->name,
               in->columns, in->columns == 1 ? "" : "s");
        jd_hint(jd_build_log(in->build), "add for instance: column angle deg  column lift mm");
        return false;
    }
    for (int n = 0; n < in->node->clauses.count; n++) {
        const Node *clause = in->node->clauses.at[n];
        if (!strcmp(clause->word, "row") && !read_row(in, clause)) return false;
    }
    return true;
}

/* ---- Files ---------------------------------------------------------------------------------- */

/* One line of a file: its fields, without the blanks around them. */
typedef struct {
    const char *at[COLUMNS_MOST];
    size_t length[COLUMNS_MOST];
    int count;
} Line;

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/* Blanks separate where nothing else does; within brackets and quotes nothing does. */
static void split(const char *text, size_t length, Line *line) {
    line->count = 0;
    for (size_t at = 0; at < length && line->count < COLUMNS_MOST;) {
        while (at < length && is_blank(text[at])) at++;
        if (at == length || text[at] == '#') break;
        const size_t from = at;
        bool inside = false;
        for (; at < length; at++) {
            if (text[at] == '[' || text[at] == ']') inside = text[at] == '[';
            if (text[at] == '"') inside = at == from;
            if (!inside && (is_blank(text[at]) || strchr(",;#", text[at]))) break;
        }
        size_t end = at;
        while (at < length && is_blank(text[at])) at++;
        if (at < length && text[at] == '[') { /* name [unit] */
            while (at < length && text[at] != ']') at++;
            if (at < length) at++;
            end = at;
        }
        while (at < length && is_blank(text[at])) at++;
        if (at < length && (text[at] == ',' || text[at] == ';')) at++;
        line->at[line->count] = text + from;
        line->length[line->count++] = end - from;
    }
}

static bool is_number(const char *text, size_t length, double *x) {
    const bool minus = length && *text == '-', sign = minus || (length && *text == '+');
    const size_t read = jd_number_read(text + sign, length - sign, x);
    if (minus) *x = -*x;
    return read > 0 && read + sign == length && isfinite(*x);
}

/* "name [unit]", with or without the unit, in quotes or not. */
typedef struct {
    char name[NAME_MOST];
    Unit unit;
    bool said; /* the unit was */
} Heading;

static bool read_heading(Reading *in, const char *text, size_t length, int line, Heading *to) {
    while (length && (*text == '"' || is_blank(*text))) text++, length--;
    while (length && (text[length - 1] == '"' || is_blank(text[length - 1]))) length--;
    const char *open = memchr(text, '[', length);
    size_t word = open ? (size_t)(open - text) : length;
    while (word && is_blank(text[word - 1])) word--;
    to->said = open && text[length - 1] == ']';
    to->unit = (Unit){1, {0}};
    if (word >= NAME_MOST) word = NAME_MOST - 1;
    memcpy(to->name, text, word);
    to->name[word] = '\0';
    if (!to->said) return true;
    char copy[NAME_MOST] = "";
    const size_t size = length - (size_t)(open - text) - 2;
    if (size < sizeof copy) memcpy(copy, open + 1, size);
    if (size < sizeof copy && jd_unit_parse(copy, &to->unit)) return true;
    refuse(in, where_of(in, "file"), "line %d of '%s' names a unit that there is not", line,
           in->file);
    jd_hint(jd_build_log(in->build),
            "`jourdain help units` lists the units; a pure number has [1]");
    return false;
}

/* Where each column of the table stands in the file. */
typedef struct {
    int from[COLUMNS_MOST];
    int width;
} Places;

/* The file's own unit counts; it must be of the kind that the column says. */
static bool take_unit(Reading *in, int c, Unit unit) {
    if (in->unit_said[c] && !jd_dim_equal(unit.dim, in->unit[c].dim)) {
        char is[64], wanted[64];
        jd_dim_spoken(unit.dim, is, sizeof is);
        jd_dim_spoken(in->unit[c].dim, wanted, sizeof wanted);
        jd_report(jd_build_log(in->build), JD_ERROR, "dimension-mismatch", where_of(in, "file"),
                  "column '%s' of '%s' is in %s, and table '%s' says %s", in->names[c], in->file,
                  is, in->name, wanted);
        jd_hint(jd_build_log(in->build), "correct one of them");
        return false;
    }
    in->unit[c] = unit;
    return true;
}

static bool take_headings(Reading *in, const Line *line, int number, Places *places) {
    const bool named = in->columns > 0;
    for (int c = 0; c < in->columns; c++) places->from[c] = -1;
    for (int f = 0; f < line->count; f++) {
        Heading heading;
        if (!read_heading(in, line->at[f], line->length[f], number, &heading)) return false;
        int c = 0;
        while (named && c < in->columns && strcmp(in->names[c], heading.name)) c++;
        if (named && c == in->columns) continue; /* nobody asked for it */
        if (!named) {
            c = in->columns++;
            in->names[c] = jd_arena_copy(in->build->arena, heading.name);
            in->unit[c] = (Unit){1, {0}};
            in->unit_said[c] = false;
        }
        places->from[c] = f;
        if (heading.said && !take_unit(in, c, heading.unit)) return false;
    }
    for (int c = 0; c < in->columns; c++)
        if (places->from[c] < 0) {
            refuse(in, where_of(in, "file"), "'%s' has no column '%s'", in->file, in->names[c]);
            jd_hint(jd_build_log(in->build), "its first line names its columns: `name [unit]`");
            return false;
        }
    places->width = line->count;
    return true;
}

static bool take_numbers(Reading *in, const Line *line, int number, Places *places) {
    int *at = PUSH(in->build->arena, in->line);
    if (!at) return false;
    *at = number;
    if (line->count != places->width) {
        refuse(in, where_of(in, "file"), "line %d of '%s' has %d number%s, others have %d", number,
               in->file, line->count, line->count == 1 ? "" : "s", places->width);
        jd_hint(jd_build_log(in->build), "each line has a number for each column");
        return false;
    }
    for (int c = 0; c < in->columns; c++) {
        const int f = places->from[c];
        double x;
        if (!is_number(line->at[f], line->length[f], &x)) {
            refuse(in, where_of(in, "file"), "column '%s' in line %d of '%s' is no number",
                   in->names[c], number, in->file);
            jd_hint(jd_build_log(in->build), "numbers have a point and no blanks: 1.5e-3");
            return false;
        }
        double *place = PUSH(in->build->arena, in->value);
        if (!place) return false;
        *place = jd_unit_si(x, in->unit[c]);
    }
    return true;
}

/* Before the first line of numbers: headings, or the columns in their order. */
static bool begin_numbers(Reading *in, const Line *line, int number, Places *places,
                          bool *headings) {
    double x;
    *headings = !is_number(line->at[0], line->length[0], &x);
    if (*headings) return take_headings(in, line, number, places);
    places->width = line->count;
    if (in->columns == 0 || in->columns > line->count) {
        refuse(in, where_of(in, "file"),
               "'%s' has %d column%s without names, and table '%s' has %d", in->file, line->count,
               line->count == 1 ? "" : "s", in->name, in->columns);
        jd_hint(jd_build_log(in->build), "say what they are: column angle deg  column lift mm");
        return false;
    }
    for (int c = 0; c < in->columns; c++) places->from[c] = c;
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* "0,5; 1,5": such a comma is no sign between two numbers, and no point either. */
static bool has_decimal_comma(const char *text, size_t length) {
    if (!memchr(text, ';', length) && !memchr(text, '\t', length)) return false;
    for (size_t n = 1; n + 1 < length; n++)
        if (text[n] == ',' && is_digit(text[n - 1]) && is_digit(text[n + 1])) return true;
    return false;
}

static bool read_lines(Reading *in, const char *text, size_t length) {
    Places places = {0};
    Line line;
    bool begun = false, headings = false;
    int number = 0;
    for (size_t at = 0; at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        const size_t size = end ? (size_t)(end - text) - at : length - at;
        const bool comma = has_decimal_comma(text + at, size);
        split(text + at, size, &line);
        at += size + 1;
        if (line.count == 0) continue;
        if (comma) {
            refuse(in, where_of(in, "file"), "line %d of '%s' has commas within its numbers",
                   number + 1, in->file);
            jd_hint(jd_build_log(in->build),
                    "numbers have a point, 1.5; put points in place of commas there");
            return false;
        }
        if (!begun && !begin_numbers(in, &line, number + 1, &places, &headings)) return false;
        const bool skip = !begun && headings;
        begun = true;
        if (!skip && !take_numbers(in, &line, number + 1, &places)) return false;
    }
    return true;
}

/* The text of a file, which is read once. */
static const TableFile *load_file(Build *build, const Slot *slot, const char *path) {
    for (int n = 0; n < build->ready.tables.count; n++)
        if (!strcmp(build->ready.tables.at[n].path, path)) return &build->ready.tables.at[n];
    Text text = {0};
    const FileRule rule = {.numbers = true, .plain = true, .text = true, .root = build->root};
    const char *why = jd_file_read(path, rule, &text);
    if (why)
        jd_report_unreadable(jd_build_log(build), jd_build_where(build, slot->span), path, why);
    if (text.failed) build->arena->failed = true;
    const bool good = !why && !text.failed;
    const char *copy = good ? jd_arena_text(build->lasting, text.at, text.count) : NULL;
    TableFile *file = copy ? PUSH(build->lasting, build->ready.tables) : NULL;
    if (file) *file = (TableFile){jd_arena_copy(build->lasting, path), copy, text.count};
    jd_text_free(&text);
    return file && file->path ? file : NULL;
}

static bool read_file(Reading *in) {
    Build *build = in->build;
    const Slot *slot = &jd_node_clause(in->node, "file")->slots.at[0];
    const char *path = jd_source_path(build->arena, slot->span.source->file, slot->text);
    if (!path) return false;
    in->file = slot->text;
    jd_build_note_file(build, path);
    const TableFile *file = load_file(build, slot, path);
    if (!file || !read_lines(in, file->text, file->length)) return false;
    build->model->hash = jd_hash(build->model->hash, file->text, file->length);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* The argument rises; a periodic table comes back to where it began. */
static bool check_rows(const Reading *in, TableWay way) {
    const int rows = in->line.count, columns = in->columns;
    const double *x = in->value.at;
    const Where where =
        in->file ? where_of(in, "file") : jd_build_where(in->build, in->node->slots.at[0].span);
    if (columns < 2 || rows < 2) {
        refuse(in, where, "table '%s' has %d row%s of %d column%s", in->name, rows,
               rows == 1 ? "" : "s", columns, columns == 1 ? "" : "s");
        jd_hint(jd_build_log(in->build), "it needs two of each, or more");
        return false;
    }
    for (int r = 1; r < rows; r++) {
        if (x[r * columns] > x[(r - 1) * columns]) continue;
        refuse(in, where, "the argument of table '%s' does not rise from line %d to line %d%s%s",
               in->name, in->line.at[r - 1], in->line.at[r], in->file ? " of " : "",
               in->file ? in->file : "");
        jd_hint(jd_build_log(in->build), "put the rows in order, each argument once");
        return false;
    }
    for (int c = 1; c < columns && way == TABLE_PERIODIC; c++) {
        if (x[c] == x[(rows - 1) * columns + c]) continue;
        refuse(in, where, "table '%s' is periodic, and its column '%s' does not end as it begins",
               in->name, in->names[c]);
        jd_hint(jd_build_log(in->build), "its last row is the first of the next period: repeat "
                                         "the values of the first row there");
        return false;
    }
    return true;
}

static bool check_name(const Reading *in) {
    const bool taken = jd_function_known(in->name, strlen(in->name)) ||
                       jd_known_find(&in->build->here->functions, in->name);
    if (!taken) return true;
    jd_report(jd_build_log(in->build), JD_ERROR, "name-taken",
              jd_build_where(in->build, in->node->slots.at[0].span),
              "there is already a function '%s'", in->name);
    jd_hint(jd_build_log(in->build), "a table is called as a function is; give it another name");
    return false;
}

/* In memory that systems own as well: their programs read it when the model is gone. */
static Table *keep_table(Build *build, const TableDef *def) {
    JdModel *model = build->model;
    if (!model->table_room) model->table_room = jd_shared_new();
    Table *table = model->table_room ? jd_table_new(def, &model->table_room->arena) : NULL;
    if (!table || model->table_room->arena.failed) build->arena->failed = true;
    return table;
}

static bool make_table(Reading *in, UserFunction *function) {
    static const char *const ways[] = {"linear", "monotone", "natural", "periodic", NULL};
    static const char *const ends[] = {"hold", "extend", "refuse", NULL};
    const int way = read_word(in, "interpolate", ways), end = read_word(in, "ends", ends);
    if (!check_name(in) || !read_columns(in) || way < 0 || end < 0) return false;
    if (way == TABLE_PERIODIC && jd_node_clause(in->node, "ends")) {
        refuse(in, where_of(in, "ends"), "table '%s' is periodic and has no ends", in->name);
        jd_hint(jd_build_log(in->build), "leave `ends` out");
        return false;
    }
    const bool file = jd_node_clause(in->node, "file");
    if (!(file ? read_file(in) : read_rows(in)) || !check_rows(in, (TableWay)way)) return false;
    const TableDef def = {in->name,       in->line.count, in->columns, (TableWay)way,
                          (TableEnds)end, in->names,      in->unit,    in->value.at};
    function->table = keep_table(in->build, &def);
    if (!function->table) return false;
    const ModelTable table = {jd_instance_full(in->build, in->build->here, in->name),
                              jd_build_where(in->build, function->span), function->table};
    return table.name && jd_model_add_table(in->build->model, &table) >= 0;
}

/* One with a mistake is known, too: whoever calls it is not told once more. */
static bool build_table(Build *build, const Node *node) {
    UserFunction *function = ARENA_NEW(build->arena, UserFunction, 1);
    Reading *in = calloc(1, sizeof *in);
    if (!function || !in) return build->arena->failed = true, free(in), false;
    in->build = build;
    in->node = node;
    in->name = node->slots.at[0].text;
    *function = (UserFunction){.name = in->name, .span = node->slots.at[0].span, .count = 1};
    const bool good = make_table(in, function);
    const char *name = in->name;
    free(in);
    Known *known = jd_known_find(&build->here->functions, name)
                       ? NULL
                       : jd_known_add(&build->here->functions, name, build->arena);
    if (known) known->function = function;
    return good && known;
}

const Kind jd_say_table = {
    .word = "table",
    .also = "lookup curve map",
    .summary = "Values over an argument, as rows in the text or in a file. It is called as a "
               "function, lift(x), and if it has several columns of values, gas(x, pressure).",
    .shape = {{"name", SLOT_WORD}},
    .advice =
        "in braces its columns and rows: { column x m  column force N  row 0, 1  row 0.5, 3 }",
    .clauses = table_clauses,
    .flags = KIND_BRACES,
    .group = 2,
    .declares = DECLARES_FUNCTION,
    .build = build_table,
};
