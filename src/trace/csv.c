/* SPDX-License-Identifier: MIT
 *
 * A trace as CSV: a header of `name [unit]`, then a line for each row, numbers with the fewest
 * digits that read back as the same doubles. */
#include "trace/trace.h"
#include <string.h>

/* `name [unit]`, in quotes where a comma, a quote or a line end would tear it. */
static void print_heading(const char *name, const char *unit, FILE *out) {
    const bool quoted = strpbrk(name, ",\"\r\n") || strpbrk(unit, ",\"\r\n");
    if (!quoted) {
        fprintf(out, "%s [%s]", name, unit);
        return;
    }
    fputc('"', out);
    for (const char *c = name; *c; c++) fputs(*c == '"' ? "\"\"" : (char[]){*c, 0}, out);
    fprintf(out, " [%s]\"", unit);
}

void jd_csv_headings(const JdTrace *trace, FILE *out) {
    for (int n = 0; n < trace->columns.count; n++) {
        if (n) fputc(',', out);
        print_heading(trace->columns.at[n].name, trace->columns.at[n].unit, out);
    }
    fputc('\n', out);
}

void jd_csv_row(const double *row, int columns, FILE *out) {
    for (int n = 0; n < columns; n++) {
        char number[32];
        jd_number_text(row[n], number, sizeof number);
        fputs(number, out);
        fputc(n + 1 < columns ? ',' : '\n', out);
    }
}

bool jd_trace_print_csv(const JdTrace *trace, FILE *out) {
    if (!trace || !out || trace->thins) return false;
    const int columns = trace->columns.count;
    jd_csv_headings(trace, out);
    for (int row = 0; row < trace->rows && !ferror(out); row++)
        jd_csv_row(trace->values + (size_t)row * (size_t)columns, columns, out);
    return fflush(out) == 0 && !ferror(out);
}

bool jd_trace_write_csv(const JdTrace *trace, const char *path, JdLog *log) {
    if (!trace || !path) return false;
    NewFile file;
    if (!jd_file_begin(&file, path, log)) return false;
    jd_trace_print_csv(trace, file.out); /* a failure stays set in the stream: see jd_file_end */
    return jd_file_end(&file, log);
}
