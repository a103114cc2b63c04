/* SPDX-License-Identifier: MIT
 *
 * Tables of the emitted file: which piece of a column an argument lies in, and the polynomial of a
 * piece, each as a function of its own. theory 6.16 */
#include "emit/writer.h"
#include <stdio.h>
#include <string.h>

/* Whether a text calls a function of this kind and number. */
static bool is_called(const Writer *w, const char *text, const char *kind, int number) {
    char name[400];
    snprintf(name, sizeof name, "%s_%s_%d(", w->p.prefix, kind, number);
    return text && strstr(text, name);
}

/* A fixed text with a number, and the model's name for each @. */
static void write_numbered(Writer *w, const char *format, int number) {
    char text[160];
    snprintf(text, sizeof text, format, number);
    jd_write(w, text);
}

static void write_place(Writer *w, int column, ColumnPieces of) {
    write_numbered(w,
                   "/* Which piece of a table x lies in: 0 before the first knot. */\n"
                   "static @_FN double @_place_%d(double x) {\n",
                   column);
    jd_write_list(w, "knot", of.knot, of.rows);
    jd_text_print(w->out, "    int low = -1, high = %d;\n", of.rows);
    jd_write(w, "    while (high - low > 1) {\n"
                "        const int middle = low + (high - low) / 2;\n"
                "        if (knot[middle] <= x)\n"
                "            low = middle;\n"
                "        else\n"
                "            high = middle;\n"
                "    }\n"
                "    return low + 1;\n}\n\n");
}

/* Beyond an end that refuses there is no number, but for the row itself. */
static void write_piece(Writer *w, int column, int derivative, ColumnPieces of) {
    static const char *const texts[COLUMN_ORDERS] = {"c[0] + d * (c[1] + d * (c[2] + d * c[3]))",
                                                     "c[1] + d * (2 * c[2] + 3 * d * c[3])",
                                                     "2 * c[2] + 6 * d * c[3]", "6 * c[3]"};
    const bool refuses = isnan(of.piece[0][1]);
    double *knot = ARENA_NEW(w->rec.arena, double, of.rows + 1);
    if (!knot) return;
    for (int k = 0; k <= of.rows; k++) knot[k] = of.knot[k > 0 ? k - 1 : 0];
    write_numbered(w,
                   derivative ? "/* A derivative of it. */\nstatic @_FN double @_piece_%d(double "
                                "piece, double x) {\n"
                              : "/* A table in one of its pieces. */\nstatic @_FN double "
                                "@_piece_%d(double piece, double x) {\n",
                   COLUMN_ORDERS * column + derivative);
    jd_write_list(w, "knot", knot, of.rows + 1);
    jd_write(w, "    static const double power[][4] = {\n");
    for (int k = 0; k <= of.rows; k++) {
        jd_text_print(w->out, "        {");
        for (int n = 0; n < 4; n++) {
            if (n) jd_text_print(w->out, ", ");
            jd_print_number(isnan(of.piece[k][n]) ? 0 : of.piece[k][n], w->out);
        }
        jd_text_print(w->out, "},\n");
    }
    jd_text_print(w->out,
                  "    };\n"
                  "    const int k = piece >= %d ? %d : piece > 0 ? (int)piece : 0;\n"
                  "    const double *const c = power[k], d = x - knot[k];\n",
                  of.rows, of.rows);
    if (refuses)
        jd_text_print(w->out,
                      "    if ((k == 0 || k == %d) && !(fabs(d) <= 1e-13 * (fabs(x) > "
                      "fabs(knot[k]) ? fabs(x) : fabs(knot[k])))) return sqrt(-1.0);\n",
                      of.rows);
    jd_text_print(w->out, "    %sreturn %s;\n}\n\n", derivative == 3 ? "(void)d;\n    " : "",
                  texts[derivative]);
}

void jd_write_tables(Writer *w, const char *text) {
    for (int k = 0; k < w->tape.column.count; k++) {
        const ColumnPieces of = jd_column_pieces(w->tape.column.at[k]);
        if (is_called(w, text, "place", k)) write_place(w, k, of);
        for (int n = 0; n < COLUMN_ORDERS; n++)
            if (is_called(w, text, "piece", COLUMN_ORDERS * k + n)) write_piece(w, k, n, of);
    }
}
