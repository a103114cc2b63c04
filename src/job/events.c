/* SPDX-License-Identifier: MIT
 *
 * Events of the model in the summary of a run: how often each was, and when. Between them stand
 * the rows of both sides. */
#include "job/job.h"
#include <string.h>

typedef struct {
    const char *name;
    int count, first, last; /* rows */
} EventLine;

static EventLine *line_of(EventLine *lines, int *count, int most, const char *name) {
    for (int n = 0; n < *count; n++)
        if (strcmp(lines[n].name, name) == 0) return &lines[n];
    if (*count == most) return NULL;
    lines[*count] = (EventLine){.name = name};
    return &lines[(*count)++];
}

/* The time of a row that is not kept in memory is not known any more. */
static void print_line(const JdTrace *trace, const EventLine *line, int width, FILE *out) {
    const double first = jd_trace_at(trace, line->first, 0);
    const double last = jd_trace_at(trace, line->last, 0);
    fprintf(out, "  %-*s%6d time%s", width, line->name, line->count, line->count == 1 ? "" : "s");
    if (first == first)
        fprintf(out, ", %s t = %.6g s", line->count == 1 ? "at" : "first at", first);
    if (line->count > 1 && last == last) fprintf(out, ", last at t = %.6g s", last);
    fputc('\n', out);
}

void jd_events_print(const RunJob *job, FILE *out) {
    enum { MOST = 24 };
    EventLine lines[MOST];
    const char *name;
    int count = 0, width = 12;
    bool before;
    for (int row = 0; row < jd_trace_rows(job->trace); row++)
        for (int n = 0; (name = jd_trace_event(job->trace, row, n, &before)); n++) {
            EventLine *line = before ? NULL : line_of(lines, &count, MOST, name);
            if (!line) continue;
            if (!line->count++) line->first = row;
            line->last = row;
            if ((int)strlen(name) > width) width = (int)strlen(name);
        }
    if (count) fprintf(out, "\n  %s\n", "events");
    for (int n = 0; n < count; n++) print_line(job->trace, &lines[n], width, out);
}
