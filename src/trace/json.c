/* SPDX-License-Identifier: MIT
 *
 * A trace as part of a JSON object, for programs. Numbers are the shortest that read back equal. */
#include "trace/trace.h"
#include "base/json.h"

void jd_trace_json(const JdTrace *trace, Json *json) {
    const int columns = jd_trace_columns(trace), rows = jd_trace_rows(trace);
    jd_json_rows(json, "channels");
    for (int n = 0; n < columns; n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "name", jd_trace_name(trace, n));
        jd_json_string(json, "unit", jd_trace_unit(trace, n));
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_rows(json, "rows");
    for (int row = 0; row < rows; row++) {
        jd_json_array(json, NULL);
        for (int n = 0; n < columns; n++) jd_json_number(json, NULL, jd_trace_at(trace, row, n));
        jd_json_end(json);
    }
    jd_json_end(json);
}
