/* SPDX-License-Identifier: MIT
 *
 * The equations of motion as formulas with the names of the model, as text, LaTeX or Markdown. They
 * are read off the tape; what occurs more than once is said first, by a name of its own, and what
 * is longer than a line in pieces. */
#include "equations/formulas.h"
#include <stdio.h>
#include <string.h>

enum {
    LINE = 110,       /* characters of a formula in text, */
    LATEX_LINE = 220, /* and in LaTeX, where half of them are no letters */
    CELL = 70,        /* of an entry that stands in its matrix */
    COLUMNS = 12      /* of a matrix that is shown as such */
};

/* ---- What is said --------------------------------------------------------------------------- */

typedef enum { SAYS_M, SAYS_H, SAYS_Q, SAYS_F, SAYS_D, SAYS_GAMMA, SAYS_W, SAYS_OWN, SAYS } Says;

typedef struct {
    const char *title, *name;
    bool matrix, alone; /* alone: without number where there is one coordinate */
} PartWords;
static const PartWords words[SAYS] = {
    [SAYS_M] = {"Mass matrix M", "M", true, true},
    [SAYS_H] = {"What velocities cause, h", "h", false, true},
    [SAYS_Q] = {"Forces Q", "Q", false, true},
    [SAYS_F] = {"Constraints f = 0", "f", false, false},
    [SAYS_D] = {"Their derivatives: f' = D v + what time causes, D", "D", true, false},
    [SAYS_GAMMA] = {"Second derivatives: D v' = gamma", "gamma", false, false},
    [SAYS_W] = {"Velocities of the bodies: W v", "W", true, false},
    [SAYS_OWN] = {"States of one's own", "", false, false},
};

typedef struct {
    Says part;
    int row, column;
    const char *left; /* in words; NULL: the part's name with its numbers */
    Num number;
} Line;

typedef struct {
    Formulas f;
    Text *out;
    SymStyle style;
    bool markdown;
    LIST(Line) line;
    Sym *is; /* of each line, then of the arguments of what is described: two each */
    SymProgram program, ways; /* common parts: of all but W; of W alone */
} Teller;

static void add(Teller *w, Says part, int row, int column, Num number) {
    if (!number && (words[part].matrix || w->f.is->n > 1)) return; /* zeros are left out */
    Line *line = PUSH(w->f.is->rec->arena, w->line);
    if (line) *line = (Line){part, row, column, NULL, number};
}

static void add_matrix(Teller *w, Says part, int rows, const Num *numbers) {
    const int n = w->f.is->n;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < (part == SAYS_M ? r + 1 : n); c++)
            add(w, part, r, c, numbers[r * n + c]);
}

static void collect(Teller *w) {
    const Equations *is = w->f.is;
    const Recorder *rec = is->rec;
    add_matrix(w, SAYS_M, is->n, is->mass);
    for (int r = 0; r < is->n; r++) add(w, SAYS_H, r, 0, is->bias[r]);
    for (int r = 0; r < is->n; r++) add(w, SAYS_Q, r, 0, is->push[r]);
    for (int r = 0; r < is->rows; r++) add(w, SAYS_F, r, 0, is->f[r]);
    add_matrix(w, SAYS_D, is->rows, is->D);
    for (int r = 0; r < is->rows; r++) add(w, SAYS_GAMMA, r, 0, is->gamma[r]);
    if (is->moves) add_matrix(w, SAYS_W, is->moves, is->W);
    for (int k = 0; k < rec->s->extras; k++) {
        Line *line = PUSH(rec->arena, w->line);
        if (!line) return;
        *line = (Line){SAYS_OWN, k, 0, jd_arena_format(rec->arena, "%s'", rec->s->extra[k].name),
                       rec->rate[rec->first_extra + k]};
    }
}

/* ---- Words ---------------------------------------------------------------------------------- */

static bool is_latex(const Teller *w) {
    return w->style == SYM_LATEX;
}

static void head(Teller *w, const char *title) {
    if (w->markdown)
        jd_text_print(w->out, "\n### %s\n\n", title);
    else
        jd_text_print(w->out, is_latex(w) ? "%% %s\n" : "\n%s\n", title);
}

/* A line of words. */
static void note(Teller *w, const char *first, const char *second) {
    jd_text_print(w->out,
                  w->markdown   ? "- %s: %s\n"
                  : is_latex(w) ? "%% %s: %s\n"
                                : "    %s = %s\n",
                  first, second);
}

static void open_line(Teller *w, const char *left) {
    jd_text_print(w->out,
                  is_latex(w) ? (w->markdown ? "$$ %s = " : "  %s &= ") : "    %s = ", left);
}

static void close_line(Teller *w) {
    jd_text_print(w->out, is_latex(w) ? (w->markdown ? " $$\n" : " \\\\\n") : "\n");
}

static void say(Teller *w, const char *left, Sym right) {
    open_line(w, left);
    jd_sym_print(w->f.pool, right, w->style, w->out);
    close_line(w);
}

static void print_label(const Teller *w, const Line *line, Text *out) {
    const PartWords *part = &words[line->part];
    const int r = line->row + 1, c = line->column + 1, n = w->f.is->n;
    const bool wide = r > 9 || c > 9 || n > 9;
    if (line->left) {
        jd_sym_print_name(line->left, w->style, out);
    } else if (part->alone && n == 1) {
        jd_text_print(out, "%s", part->name);
    } else if (is_latex(w)) {
        jd_text_print(out, part->matrix ? "%s_{%d,%d}" : "%s_{%d}",
                      line->part == SAYS_GAMMA ? "\\gamma" : part->name, r, c);
    } else {
        jd_text_print(out,
                      !part->matrix ? "%s%d"
                      : wide        ? "%s[%d,%d]"
                                    : "%s%d%d",
                      part->name, r, c);
    }
}

static void say_line(Teller *w, int number) {
    Text left = {0};
    print_label(w, &w->line.at[number], &left);
    say(w, left.at ? left.at : "", w->is[number]);
    jd_text_free(&left);
}

/* What lines have in common. */
static void say_parts(Teller *w, const SymProgram *program) {
    for (int k = 0; k < program->count; k++) {
        Text name = {0};
        jd_sym_print(w->f.pool, program->parts[k].name, w->style, &name);
        say(w, name.at ? name.at : "", program->parts[k].is);
        jd_text_free(&name);
    }
}

/* ---- Names of unknowns ---------------------------------------------------------------------- */

static void say_coordinates(Teller *w) {
    const Equations *is = w->f.is;
    Arena *arena = is->rec->arena;
    head(w, is->rows ? "Rates v" : "Independent rates");
    for (int n = 0; n < is->n; n++)
        note(w, jd_arena_format(arena, "%s%d", is->rows ? "v" : "u", n + 1),
             is->rate[n] ? is->rate[n] : "");
    if (is->rows) head(w, "Constraints");
    for (int r = 0; r < is->rows; r++) note(w, jd_arena_format(arena, "f%d", r + 1), is->row[r]);
    if (is->moves) head(w, "Velocities of bodies");
    for (int r = 0; r < is->moves; r++)
        note(w, jd_arena_format(arena, "row %d of W", r + 1), is->move[r]);
}

/* Unknowns of Newton's method have no formula. */
static void say_unknowns(Teller *w) {
    const Recorder *rec = w->f.is->rec;
    const int count = rec->t->unknowns;
    if (!count) return;
    head(w, "Found from the loops by Newton's method");
    for (int k = 0; k < count; k++)
        jd_text_print(w->out,
                      w->markdown   ? "- %s\n"
                      : is_latex(w) ? "%%     %s\n"
                                    : "    %s\n",
                      jd_formulas_unknown(rec, k));
}

/* ---- Numbers that have no formula ----------------------------------------------------------- */

static const struct {
    TapeOp op;
    const char *text; /* $: the first argument, %: the second */
} descriptions[] = {
    {TAPE_COUNTED, "$, over whole turns"},
    {TAPE_EQUAL, "1 where $ is %, otherwise 0"},
    {TAPE_LESS_EQUAL, "1 where $ <= %, otherwise 0"},
    {TAPE_LOG10, "the decimal logarithm of $"},
    {TAPE_PLACE, "the row of a table that begins below $"},
    {TAPE_PIECE, "a table at %, in row $"},
};

static void describe(Teller *w, int number) {
    const Described *is = &w->f.described.at[number];
    const TapeNode *node = &w->f.is->rec->t->node.at[is->number];
    const Sym *args = w->is + w->line.count + 2 * number;
    const char *text = "a value";
    Text said = {0}, left = {0};
    for (size_t n = 0; n < sizeof descriptions / sizeof *descriptions; n++)
        if (descriptions[n].op == node->op) text = descriptions[n].text;
    for (; *text; text++) {
        if (*text == '$' || *text == '%')
            jd_sym_print(w->f.pool, args[*text == '%'], SYM_TEXT, &said);
        else
            jd_text_add(&said, text, 1);
    }
    jd_sym_print(w->f.pool, is->name, SYM_TEXT, &left);
    note(w, left.at ? left.at : "", said.at ? said.at : "");
    jd_text_free(&said);
    jd_text_free(&left);
}

/* ---- Matrices ------------------------------------------------------------------------------- */

static bool is_short(Teller *w, Sym s) {
    Text text = {0};
    jd_sym_print(w->f.pool, s, w->style, &text);
    const bool is = text.count <= CELL;
    jd_text_free(&text);
    return is;
}

static int line_at(const Teller *w, Says part, int row, int column) {
    for (int n = 0; n < w->line.count; n++)
        if (w->line.at[n].part == part && w->line.at[n].row == row &&
            w->line.at[n].column == column)
            return n;
    return -1;
}

/* Shown as a matrix, with what is short in its place. */
static void say_matrix(Teller *w, Says part, int rows) {
    const int n = w->f.is->n;
    open_line(w, words[part].name);
    jd_text_print(w->out, "\\begin{bmatrix} ");
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < n; c++) {
            const bool flip = part == SAYS_M && c > r;
            const int at = line_at(w, part, flip ? c : r, flip ? r : c);
            if (at < 0)
                jd_text_print(w->out, "0");
            else if (is_short(w, w->is[at]))
                jd_sym_print(w->f.pool, w->is[at], w->style, w->out);
            else
                print_label(w, &w->line.at[at], w->out);
            jd_text_print(w->out, "%s", c + 1 < n ? " & " : r + 1 < rows ? " \\\\ " : " ");
        }
    jd_text_print(w->out, "\\end{bmatrix}");
    close_line(w);
}

static void say_part(Teller *w, Says part) {
    const Equations *is = w->f.is;
    const int n = is->n, rows = part == SAYS_M ? n : part == SAYS_D ? is->rows : is->moves;
    int count = 0;
    for (int k = 0; k < w->line.count; k++) count += w->line.at[k].part == part;
    const bool there = part <= SAYS_Q       ? n > 0
                       : part <= SAYS_GAMMA ? is->rows > 0
                       : part == SAYS_W     ? is->moves > 0
                                            : count > 0;
    if (!there) return;
    head(w, words[part].title);
    if (part == SAYS_W) say_parts(w, &w->ways);
    const bool drawn = is_latex(w) && words[part].matrix && n > 1 && n <= COLUMNS && rows > 0;
    if (drawn) say_matrix(w, part, rows);
    for (int k = 0; k < w->line.count; k++)
        if (w->line.at[k].part == part && !(drawn && is_short(w, w->is[k]))) say_line(w, k);
    if (!count && n > 0) {
        open_line(w, words[part].name);
        jd_text_print(w->out, "0");
        close_line(w);
    }
}

/* ---- Equations of motion -------------------------------------------------------------------- */

static void sentence(Teller *w, const char *text, const char *latex) {
    if (!is_latex(w))
        jd_text_print(w->out, "    %s\n", text);
    else
        jd_text_print(w->out, w->markdown ? "$$ %s $$\n" : "  & %s \\\\\n", latex);
}

/* M(q) q'' + h(q, q') = Q of one coordinate. */
static void say_one(Teller *w) {
    const Equations *is = w->f.is;
    const char *q = is->place[0], *u = is->rate[0];
    if (is->n != 1 || is->rows || !q || !u) return;
    Text place = {0}, rate = {0}, twice = {0}, line = {0};
    jd_sym_print_name(q, w->style, &place);
    jd_sym_print_name(u, w->style, &rate);
    jd_sym_print_name(jd_arena_format(is->rec->arena, "%s''", q), w->style, &twice);
    jd_text_print(&line, is_latex(w) ? "M(%s)\\,%s + h(%s, %s) = Q" : "M(%s) %s + h(%s, %s) = Q",
                  place.at, twice.at, place.at, rate.at);
    if (line.at) sentence(w, line.at, line.at);
    jd_text_free(&place);
    jd_text_free(&rate);
    jd_text_free(&twice);
    jd_text_free(&line);
}

static void say_motion(Teller *w) {
    if (!w->f.is->n) return;
    head(w, "Equations of motion");
    if (w->f.is->rows) {
        sentence(w, "M v' + h + D^T lambda = Q", "M\\,\\dot v + h + D^T \\lambda = Q");
        sentence(w, "D v' = gamma", "D\\,\\dot v = \\gamma");
        return;
    }
    sentence(w, "M u' + h = Q", "M\\,\\dot u + h = Q");
    say_one(w);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static void say_program(Teller *w) {
    if (w->program.count) head(w, "Said first");
    say_parts(w, &w->program);
    for (Says part = 0; part < SAYS; part++) say_part(w, part);
    say_motion(w);
}

/* Common parts of the lines of W, or of all others with what is described; then no line is long. */
static bool share(Teller *w, bool ways, const char *prefix, SymProgram *program) {
    Arena *arena = w->f.is->rec->arena;
    const int lines = w->line.count, all = lines + 2 * w->f.described.count;
    Sym *some = ARENA_NEW(arena, Sym, all + 1);
    int count = 0;
    if (!some) return false;
    for (int n = 0; n < all; n++)
        if ((n < lines && w->line.at[n].part == SAYS_W) == ways) some[count++] = w->is[n];
    const SymSplit how = {w->style, is_latex(w) ? LATEX_LINE : LINE,
                          jd_formulas_prefix(&w->f, prefix)};
    if (!jd_sym_share(w->f.pool, some, count, how.prefix, arena, program) ||
        !jd_sym_split_long(w->f.pool, &how, arena, program))
        return false;
    for (int n = 0, at = 0; n < all; n++)
        if ((n < lines && w->line.at[n].part == SAYS_W) == ways) w->is[n] = program->results[at++];
    return true;
}

/* Lines as symbols. False: after a report, or the pool stopped. */
static bool translate(Teller *w) {
    Recorder *rec = w->f.is->rec;
    const int count = w->line.count;
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    Sym *symbols = ARENA_NEW(rec->arena, Sym, count + 1);
    if (!results || !symbols) return false;
    for (int n = 0; n < count; n++) results[n] = w->line.at[n].number;
    if (!jd_formulas_translate(&w->f, results, count, symbols)) return false;
    if (!jd_formulas_agree(&w->f, results, count, symbols)) {
        jd_record_refuse(rec, nowhere, "formulas that would not agree with what runs");
        return false;
    }
    w->is = ARENA_NEW(rec->arena, Sym, count + 2 * w->f.described.count + 1);
    if (!w->is) return false;
    memcpy(w->is, symbols, (size_t)count * sizeof *w->is);
    for (int n = 0; n < w->f.described.count; n++) {
        const TapeNode *node = &rec->t->node.at[w->f.described.at[n].number];
        for (int k = 0; k < 2; k++)
            w->is[count + 2 * n + k] =
                k < jd_tape_arguments(node->op) ? w->f.of[node->of[k]] : jd_sym_whole(w->f.pool, 0);
    }
    return true;
}

/* Lines as programs of short formulas. False after a report. */
static bool make_program(Teller *w) {
    Recorder *rec = w->f.is->rec;
    const bool good =
        translate(w) && share(w, false, "p", &w->program) && share(w, true, "w", &w->ways);
    if (!good && !rec->failed)
        jd_record_refuse(rec, nowhere, "the equations as formulas (%s)",
                         jd_sym_stop_text(jd_sym_stopped(w->f.pool)));
    return good;
}

static void tell_all(Teller *w) {
    const Equations *is = w->f.is;
    jd_text_print(w->out,
                  w->markdown   ? "## Equations of model %s, form %s\n"
                  : is_latex(w) ? "%% Equations of model %s, form %s\n"
                                : "Equations of model %s, form %s\n",
                  is->rec->s->name ? is->rec->s->name : "", is->form);
    say_coordinates(w);
    say_unknowns(w);
    if (w->f.described.count) head(w, "Values that no formula gives");
    for (int n = 0; n < w->f.described.count; n++) describe(w, n);
    if (is_latex(w) && !w->markdown) jd_text_print(w->out, "\\begin{align*}\n");
    say_program(w);
    if (is_latex(w) && !w->markdown) jd_text_print(w->out, "\\end{align*}\n");
}

bool jd_formulas_write(const Equations *equations, const char *as, Text *out) {
    Recorder *rec = equations->rec;
    Teller w = {.f = {.is = equations, .pool = jd_sym_pool(rec->arena, SYM_NODES)}, .out = out};
    if (!as || !jd_word_in_list(as, "text latex markdown")) {
        jd_report(rec->log, JD_ERROR, "emit-target", nowhere, "there is no style '%s' of formulas",
                  as ? as : "");
        jd_hint(rec->log, "there are: text, latex, markdown");
        return false;
    }
    w.markdown = !strcmp(as, "markdown");
    w.style = strcmp(as, "text") ? SYM_LATEX : SYM_TEXT;
    rec->failed = false;
    collect(&w);
    if (!w.f.pool || !make_program(&w)) return false;
    tell_all(&w);
    return !rec->arena->failed;
}
