/* SPDX-License-Identifier: MIT
 *
 * Numbers that are drawn and go along with each other: by pairs, or by a table of all. */
#include "sweep/sweep.h"
#include <string.h>

/* ---- Two ------------------------------------------------------------------------------------ */

static const Axis *drawn_axis(const Plan *plan, const char *name, size_t length) {
    for (int n = 0; n < plan->axes.count; n++) {
        const Axis *axis = &plan->axes.at[n];
        if (axis->drawn >= 0 && strlen(axis->name) == length && !strncmp(axis->name, name, length))
            return axis;
    }
    return NULL;
}

static bool refuse(Where where, const char *text, const char *why, JdLog *log) {
    jd_report(log, JD_ERROR, "vary-not-valid", where, "the correlation '%s': %s", text, why);
    jd_hint(log, "two that are drawn and a number between -1 and 1: --correlate r,l=0.8");
    return false;
}

/* Until the plan is closed the matrix is that of correlations. */
static bool relate(Plan *plan, const Axis *a, const Axis *b, double rho, JdLog *log) {
    const int n = plan->drawn;
    if (!plan->cholesky) {
        plan->cholesky = ARENA_NEW(&plan->arena, double, n *n);
        if (!plan->cholesky) return jd_report_memory(log), false;
        for (int k = 0; k < n; k++) plan->cholesky[k * n + k] = 1;
    }
    plan->cholesky[a->drawn * n + b->drawn] = plan->cholesky[b->drawn * n + a->drawn] = rho;
    return true;
}

bool jd_plan_correlate_two(Plan *plan, const char *one, const char *two, double rho, Where where,
                           JdLog *log) {
    const Axis *a = drawn_axis(plan, one, strlen(one)), *b = drawn_axis(plan, two, strlen(two));
    const char *said = jd_arena_format(&plan->arena, "%s, %s", one, two);
    if (!said) return jd_report_memory(log), false;
    if (!a || !b || a == b)
        return refuse(where, said, "it names no two parameters that are drawn", log);
    if (!(fabs(rho) < 1)) return refuse(where, said, "the number is not between -1 and 1", log);
    return relate(plan, a, b, rho, log);
}

static const char *trimmed(Plan *plan, const char *text, size_t length) {
    while (length && *text == ' ') text++, length--;
    while (length && text[length - 1] == ' ') length--;
    return length ? jd_arena_text(&plan->arena, text, length) : "";
}

bool jd_plan_correlate(Plan *plan, const char *text, JdLog *log) {
    const char *comma = strchr(text, ','), *equals = strchr(text, '=');
    double rho;
    if (!comma || !equals || equals < comma)
        return refuse(nowhere, text, "it is not of the form", log);
    const char *one = trimmed(plan, text, (size_t)(comma - text));
    const char *two = trimmed(plan, comma + 1, (size_t)(equals - comma - 1));
    if (!one || !two) return jd_report_memory(log), false;
    return jd_read_quantity("--correlate", equals + 1, "1", &rho, log) &&
           jd_plan_correlate_two(plan, one, two, rho, nowhere, log);
}

/* ---- A table -------------------------------------------------------------------------------- */

enum { TABLE_MOST = 256 };
static const double rounding = 1e-9; /* of numbers that people round */

/* Where a table is read: its cells, with commas, semicolons, tabs or blanks between them. */
typedef struct {
    Plan *plan;
    const char *path, *at;
    int line;
    JdLog *log;
    int columns;
    const Axis *column[TABLE_MOST];
    bool seen[TABLE_MOST]; /* the line of this column came */
} TableReader;

static bool fail(const TableReader *r, const char *why) {
    jd_report(r->log, JD_ERROR, "vary-not-valid", nowhere, "%s, line %d: %s", r->path, r->line,
              why);
    jd_hint(r->log, "names in the first line, then a line for each: its name and the correlation "
                    "with all of them, 1 with itself");
    return false;
}

/* The next cell of the line; false: the line ends. */
static bool next_cell(TableReader *r, const char **cell, size_t *length) {
    r->at += strspn(r->at, " \t\",;");
    *cell = r->at;
    *length = strcspn(r->at, " \t\",;\r\n");
    r->at += *length;
    return *length > 0;
}

/* Past empty lines and comments; false: the text ends. */
static bool next_line(TableReader *r) {
    for (;;) {
        r->at += strcspn(r->at, "\n");
        if (!*r->at) return false;
        r->at++;
        r->line++;
        const char *first = r->at + strspn(r->at, " \t\",;\r");
        if (*first && *first != '\n' && *first != '#') return true;
    }
}

static bool read_names(TableReader *r) {
    const char *cell;
    size_t length;
    while (next_cell(r, &cell, &length)) {
        const Axis *axis = drawn_axis(r->plan, cell, length);
        const bool corner = r->columns == 0 && length == 4 && !memcmp(cell, "name", 4);
        if (!axis && corner) continue; /* what stands above the names of the lines */
        if (r->columns == TABLE_MOST) return fail(r, "it has too many columns");
        if (!axis)
            return fail(r, jd_arena_format(&r->plan->arena, "'%.*s' is no parameter that is drawn",
                                           (int)length, cell));
        for (int n = 0; n < r->columns; n++)
            if (r->column[n] == axis) return fail(r, "a name stands there twice");
        r->column[r->columns++] = axis;
    }
    return r->columns > 1 || fail(r, "it names no two parameters that are drawn");
}

static int column_of(const TableReader *r, const char *cell, size_t length) {
    const Axis *axis = drawn_axis(r->plan, cell, length);
    for (int n = 0; n < r->columns; n++)
        if (r->column[n] == axis) return n;
    return -1;
}

static bool take_number(TableReader *r, int row, int column, double rho) {
    const int n = r->plan->drawn;
    const Axis *a = r->column[row], *b = r->column[column];
    if (row == column && fabs(rho - 1) > rounding)
        return fail(r, "the correlation of a parameter with itself is 1");
    if (row != column && !(fabs(rho) < 1)) return fail(r, "a number is not between -1 and 1");
    if (row == column) return true;
    if (r->seen[column] && fabs(r->plan->cholesky[a->drawn * n + b->drawn] - rho) > rounding)
        return fail(r, "the table is not the same on both sides of its diagonal");
    return relate(r->plan, a, b, rho, r->log);
}

static bool read_row(TableReader *r) {
    const char *cell;
    size_t length;
    if (!next_cell(r, &cell, &length)) return true;
    const int row = column_of(r, cell, length);
    if (row < 0) return fail(r, "the line begins with no name of the first line");
    if (r->seen[row]) return fail(r, "a name stands there twice");
    for (int column = 0; column < r->columns; column++) {
        double rho;
        if (!next_cell(r, &cell, &length)) return fail(r, "it has too few numbers");
        if (jd_number_read(cell, length, &rho) != length) return fail(r, "a cell is no number");
        if (!take_number(r, row, column, rho)) return false;
    }
    r->seen[row] = true;
    return !next_cell(r, &cell, &length) || fail(r, "it has too many numbers");
}

bool jd_plan_correlate_table(Plan *plan, const char *path, const char *text, JdLog *log) {
    TableReader r = {.plan = plan, .path = path, .at = text, .line = 1, .log = log};
    r.at += strspn(r.at, "\xEF\xBB\xBF");
    const char *first = r.at + strspn(r.at, " \t\r");
    if ((*first == '#' || *first == '\n' || !*first) && !next_line(&r))
        return fail(&r, "the table is empty");
    if (!read_names(&r)) return false;
    while (next_line(&r))
        if (!read_row(&r)) return false;
    for (int n = 0; n < r.columns; n++)
        if (!r.seen[n])
            return fail(&r, jd_arena_format(&plan->arena, "'%s' has no line", r.column[n]->name));
    return true;
}

/* ---- When all are known --------------------------------------------------------------------- */

bool jd_plan_factor(Plan *plan, JdLog *log) {
    const int n = plan->drawn;
    double *m = plan->cholesky;
    for (int r = 0; m && r < n; r++)
        for (int c = 0; c < n; c++) {
            if (c > r) {
                m[r * n + c] = 0;
                continue;
            }
            double sum = m[r * n + c];
            for (int k = 0; k < c; k++) sum -= m[r * n + k] * m[c * n + k];
            if (r == c && !(sum > 0)) {
                jd_report(log, JD_ERROR, "vary-not-valid", plan->where,
                          "there are no numbers with all these correlations");
                jd_hint(log, "what goes along with two goes along with itself: bring one of them "
                             "nearer to zero");
                return false;
            }
            m[r * n + c] = r == c ? sqrt(sum) : sum / m[c * n + c];
        }
    return true;
}
