/* SPDX-License-Identifier: MIT
 *
 * Charts in letters: the same plan as in pictures, panels one below the other. With UTF-8 a letter
 * is two by four dots (braille) that all curves share; without, a letter is one place, and each
 * curve has its own mark. */
#include "chart/inside.h"
#include "format/letters.h"
#include <string.h>

enum { SERIES = 8, LEAST_COLUMNS = 30, LEAST_ROWS = 4 };

typedef struct {
    ChartPlan plan;
    const Chart *chart;
    Text *out;
    Axis x;
    int label;         /* columns left of the axes */
    int columns, rows; /* letters of a panel's plot */
    bool wide, colour;
    unsigned char
        *dots; /* of each letter: which of its eight dots; without UTF-8: which mark, from 1 */
    unsigned char *tint; /* the colour of the letter, from 1; 0: none */
} Terminal;

static const char marks[] = "*+ox#@%&";

/* ---- Dots ----------------------------------------------------------------------------------- */

static int dots_across(const Terminal *in) {
    return in->wide ? 2 * in->columns : in->columns;
}

static int dots_down(const Terminal *in) {
    return in->wide ? 4 * in->rows : in->rows;
}

static void set_dot(Terminal *in, int x, int y, int series) {
    static const unsigned char bits[4][2] = {{1, 8}, {2, 16}, {4, 32}, {64, 128}};
    if (x < 0 || y < 0 || x >= dots_across(in) || y >= dots_down(in)) return;
    const int column = in->wide ? x / 2 : x, row = in->wide ? y / 4 : y;
    const int at = row * in->columns + column;
    if (in->wide)
        in->dots[at] |= bits[y % 4][x % 2];
    else
        in->dots[at] = (unsigned char)(series % SERIES + 1);
    in->tint[at] = (unsigned char)(series % SERIES + 1);
}

static void set_line(Terminal *in, Vec2 from, Vec2 to, int series) {
    const double way = fmax(fabs(to.x - from.x), fabs(to.y - from.y));
    const int steps = (int)fmin(1e4, ceil(way));
    for (int n = 0; n <= steps; n++) {
        const double share = steps ? (double)n / steps : 0;
        set_dot(in, (int)lround(from.x + share * (to.x - from.x)),
                (int)lround(from.y + share * (to.y - from.y)), series);
    }
}

static void set_curve(Terminal *in, const Curve *curve, const Axis *y, int series) {
    const double across = dots_across(in) - 1, down = dots_down(in) - 1;
    bool drawn = false;
    Vec2 before = {0};
    for (int n = 0; n < curve->count; n++) {
        const Vec2 p = vec2(across * jd_axis_share(&in->x, curve->x[n]),
                            down * (1 - jd_axis_share(y, curve->y[n])));
        const bool good = isfinite(p.x) && isfinite(p.y);
        if (good) set_line(in, drawn ? before : p, p, series);
        before = p;
        drawn = good;
    }
}

static void set_mark(Terminal *in) {
    const double at = jd_axis_share(&in->x, in->chart->mark) * (dots_across(in) - 1);
    for (int y = 0; isfinite(at) && y < dots_down(in); y += in->wide ? 2 : 1) {
        const int column = (int)lround(at);
        set_dot(in, column, y, 0);
        const int letter = (in->wide ? y / 4 : y) * in->columns + (in->wide ? column / 2 : column);
        in->tint[letter] = 0;
        if (!in->wide) in->dots[letter] = SERIES + 1;
    }
}

/* ---- Letters -------------------------------------------------------------------------------- */

static void add_blanks(Text *out, int count) {
    for (int n = 0; n < count; n++) jd_text_add(out, " ", 1);
}

static void add_tint(Terminal *in, int tint) {
    static const char codes[] = {36, 33, 32, 35, 31, 34, 37, 90}; /* ANSI */
    if (!in->colour) return;
    if (tint > 0)
        jd_text_print(in->out, "\033[%dm", codes[(tint - 1) % SERIES]);
    else
        jd_text_print(in->out, "\033[0m");
}

static void add_letter(Terminal *in, int dots) {
    if (in->wide)
        jd_letter_add(in->out, dots ? 0x2800 + (unsigned)dots : ' ');
    else
        jd_letter_add(in->out, dots > SERIES ? ':' : dots ? (unsigned)marks[dots - 1] : ' ');
}

static void add_row(Terminal *in, int row) {
    int tint = 0;
    for (int column = 0; column < in->columns; column++) {
        const int at = row * in->columns + column;
        if (in->dots[at] && in->tint[at] != tint) add_tint(in, tint = in->tint[at]);
        add_letter(in, in->dots[at]);
    }
    if (tint) add_tint(in, 0);
    jd_text_add(in->out, "\n", 1);
}

static void add_words(Terminal *in, const char *text, int most) {
    for (unsigned letter; most > 0 && (letter = jd_letter_next(&text));) {
        most -= jd_letter_columns(letter);
        if (letter != '\n' && most >= 0)
            jd_letter_add(in->out, in->wide || letter < 128 ? letter : '?');
    }
}

/* Words in which signs beyond ASCII have a plain form. */
static const char *plain_unit(Terminal *in, const char *unit) {
    if (in->wide) return jd_chart_unit(&in->plan.arena, unit);
    return unit && strcmp(unit, "1") ? unit : "";
}

/* ---- Words round a panel -------------------------------------------------------------------- */

static void add_scale(Terminal *in, const Axis *axis) {
    char offset[AXIS_LABEL];
    jd_axis_offset(axis, in->wide, offset);
    if (axis->exponent) jd_text_print(in->out, "  x 1e%d", axis->exponent);
    if (*offset) jd_text_print(in->out, " %s", offset);
}

static int series_of(const Terminal *in, const Panel *panel, const Curve *curve) {
    const int name = jd_plan_name(panel, curve->name), run = jd_plan_run(&in->plan, curve->run);
    return in->plan.runs.count > 1 ? name + panel->names.count * (run < 0 ? 0 : run) : name;
}

/* The names of the panel's curves, each in its colour, in as many lines as it takes. */
static void add_legend(Terminal *in, const Panel *panel) {
    const int width = in->label + 1 + in->columns;
    int used = 0;
    for (int n = 0; n < panel->curves.count; n++) {
        const Curve *curve = &in->chart->curves[panel->curves.at[n]];
        const char *name = panel->names.count > 1 || !curve->run ? curve->name : curve->run;
        const char *text = curve->run && panel->names.count > 1
                               ? jd_arena_format(&in->plan.arena, "%s, %s", name, curve->run)
                               : name;
        if (!text) return;
        const int series = series_of(in, panel, curve), columns = jd_letters_columns(text) + 5;
        if (used && used + columns > width) jd_text_add(in->out, "\n", 1), used = 0;
        add_blanks(in->out, used ? 2 : 1);
        add_tint(in, series % SERIES + 1);
        if (in->wide)
            jd_text_print(in->out, "\u2501\u2501 ");
        else
            jd_text_print(in->out, "%c ", marks[series % SERIES]);
        add_tint(in, 0);
        add_words(in, text, width - 5);
        used += columns + 1;
    }
    jd_text_add(in->out, "\n", 1);
}

static void add_head(Terminal *in, const Panel *panel, const Axis *y) {
    const bool several = panel->curves.count > 1;
    const char *unit = plain_unit(in, panel->unit);
    if (several) add_legend(in, panel);
    jd_text_add(in->out, " ", 1);
    if (panel->names.count == 1) add_words(in, panel->names.at[0], in->columns);
    if (*unit) jd_text_print(in->out, "%s[%s]", panel->names.count == 1 ? " " : "", unit);
    add_scale(in, y);
    jd_text_add(in->out, "\n", 1);
}

/* The label of the mark that falls into this row, and the axis. */
static void add_label(Terminal *in, const Axis *y, int row) {
    for (int n = y->count - 1; n >= 0; n--) {
        const int at = (int)lround((in->rows - 1) * (1 - jd_axis_mark(y, n)));
        if (at != row) continue;
        char label[AXIS_LABEL];
        jd_axis_label(y, n, in->wide, label);
        const int columns = jd_letters_columns(label) + (y->powers ? 2 : 0);
        add_blanks(in->out, in->label - columns);
        jd_text_print(in->out, "%s%s%s", y->powers ? "1e" : "", label, in->wide ? "\u2524" : "+");
        return;
    }
    add_blanks(in->out, in->label);
    jd_text_print(in->out, "%s", in->wide ? "\u2502" : "|");
}

static void add_panel(Terminal *in, int index) {
    const Panel *panel = &in->plan.panels.at[index];
    const Axis y = jd_axis(panel->y, in->chart->log_y, 0.02, in->rows / 3);
    const size_t letters = (size_t)in->columns * (size_t)in->rows;
    memset(in->dots, 0, letters);
    memset(in->tint, 0, letters);
    set_mark(in);
    for (int n = 0; n < panel->curves.count; n++) {
        const Curve *curve = &in->chart->curves[panel->curves.at[n]];
        set_curve(in, curve, &y, series_of(in, panel, curve));
    }
    add_head(in, panel, &y);
    for (int row = 0; row < in->rows; row++) {
        add_label(in, &y, row);
        add_row(in, row);
    }
}

/* The shared axis: its line with ticks, its labels where there is room, its name. */
static void add_below(Terminal *in) {
    add_blanks(in->out, in->label);
    jd_text_print(in->out, "%s", in->wide ? "\u2514" : "+");
    for (int column = 0, n = 0; column < in->columns; column++) {
        while (n < in->x.count && lround((in->columns - 1) * jd_axis_mark(&in->x, n)) < column) n++;
        const bool tick =
            n < in->x.count && lround((in->columns - 1) * jd_axis_mark(&in->x, n)) == column;
        jd_text_print(in->out, "%s", in->wide ? (tick ? "\u252c" : "\u2500") : tick ? "+" : "-");
    }
    jd_text_add(in->out, "\n", 1);
    int used = 0;
    for (int n = 0; n < in->x.count; n++) {
        char label[AXIS_LABEL];
        jd_axis_label(&in->x, n, in->wide, label);
        const int columns = jd_letters_columns(label) + (in->x.powers ? 2 : 0);
        const int middle = in->label + 1 + (int)lround((in->columns - 1) * jd_axis_mark(&in->x, n));
        int from = middle - columns / 2;
        if (from + columns > in->label + 1 + in->columns)
            from = in->label + 1 + in->columns - columns;
        if (from < used + (n ? 1 : 0)) continue;
        add_blanks(in->out, from - used);
        jd_text_print(in->out, "%s%s", in->x.powers ? "1e" : "", label);
        used = from + columns;
    }
    jd_text_add(in->out, "\n", 1);
    const char *unit = plain_unit(in, in->chart->x_unit);
    const char *name = in->chart->x_name ? in->chart->x_name : "";
    const int columns = jd_letters_columns(name) + jd_letters_columns(unit) + 3;
    add_blanks(in->out, in->label + 1 + (in->columns - columns) / 2);
    add_words(in, name, in->columns);
    if (*unit) jd_text_print(in->out, " [%s]", unit);
    add_scale(in, &in->x);
    jd_text_add(in->out, "\n", 1);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static int widest_label(const Terminal *in) {
    int most = 0;
    for (int n = 0; n < in->plan.panels.count; n++) {
        const Axis y = jd_axis(in->plan.panels.at[n].y, in->chart->log_y, 0.02, in->rows / 3);
        for (int k = 0; k < y.count; k++) {
            char label[AXIS_LABEL];
            jd_axis_label(&y, k, in->wide, label);
            const int columns = jd_letters_columns(label) + (y.powers ? 2 : 0);
            if (columns > most) most = columns;
        }
    }
    return most + 1;
}

void jd_chart_print(const Chart *chart, int columns, int rows, bool wide, bool colour, Text *out) {
    Terminal in = {.chart = chart, .out = out, .wide = wide, .colour = colour};
    if (columns < LEAST_COLUMNS) columns = LEAST_COLUMNS;
    if (jd_chart_plan(chart, &in.plan)) {
        const int share = (rows - 3) / in.plan.panels.count - 1;
        in.rows = share < LEAST_ROWS ? LEAST_ROWS : share;
        in.label = widest_label(&in);
        in.columns = columns - in.label - 2;
        in.x = jd_axis(in.plan.x, in.chart->log_x, 0, in.columns / 12);
        const size_t letters = (size_t)in.columns * (size_t)in.rows;
        in.dots = ARENA_NEW(&in.plan.arena, unsigned char, letters);
        in.tint = ARENA_NEW(&in.plan.arena, unsigned char, letters);
    }
    if (in.dots && in.tint) {
        if (chart->title && *chart->title)
            jd_text_add(out, " ", 1), add_words(&in, chart->title, columns - 2),
                jd_text_add(out, "\n", 1);
        if (chart->mark_text && *chart->mark_text)
            jd_text_add(out, " ", 1), add_words(&in, chart->mark_text, columns - 2),
                jd_text_add(out, "\n", 1);
        for (int n = 0; n < in.plan.panels.count; n++) add_panel(&in, n);
        add_below(&in);
    }
    if (in.plan.arena.failed) out->failed = true;
    jd_arena_free(&in.plan.arena);
}
