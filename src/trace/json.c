/* SPDX-License-Identifier: MIT
 *
 * A trace as part of a JSON object, for programs. Numbers are the shortest that read back equal. */
#include "trace/trace.h"
#include <math.h>

static void add_number(Text *out, double value) {
    if (!isfinite(value)) {
        jd_text_add(out, "null", 4);
        return;
    }
    char number[32];
    jd_number_text(value, number, sizeof number);
    jd_text_print(out, "%s", number);
}

void jd_trace_json(const JdTrace *trace, Text *out) {
    const int columns = jd_trace_columns(trace), rows = jd_trace_rows(trace);
    jd_text_print(out, "\"channels\": [");
    for (int n = 0; n < columns; n++) {
        jd_text_print(out, n ? ",\n    {\"name\": " : "\n    {\"name\": ");
        jd_text_json(out, jd_trace_name(trace, n));
        jd_text_print(out, ", \"unit\": ");
        jd_text_json(out, jd_trace_unit(trace, n));
        jd_text_print(out, "}");
    }
    jd_text_print(out, "\n  ],\n  \"rows\": [");
    for (int row = 0; row < rows; row++) {
        jd_text_print(out, row ? ",\n    [" : "\n    [");
        for (int n = 0; n < columns; n++) {
            if (n) jd_text_add(out, ", ", 2);
            add_number(out, jd_trace_at(trace, row, n));
        }
        jd_text_add(out, "]", 1);
    }
    jd_text_print(out, "\n  ]");
}
