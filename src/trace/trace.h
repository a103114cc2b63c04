/* SPDX-License-Identifier: MIT
 *
 * JdTrace: the recorded channels of a run, as numbers in rows. Any picture or file comes after it.
 */
#ifndef JD_TRACE_H
#define JD_TRACE_H

#include "base/base.h"

typedef struct {
    JdChannel channel;
    const char *name, *unit;
    double scale; /* of the channel's own unit: 1 of this one */
    bool told;              /* a value that is not finite was reported */
    double least, greatest; /* so far */
} TraceColumn;

typedef struct {
    int row;
    const char *name;
    bool before;
} TraceEvent;

struct JdTrace {
    Arena arena; /* the columns and their names: a trace may outlive its system */
    JdLog *log;
    LIST(TraceColumn) columns; /* column 0 is the time */
    double *values;            /* of the rows that are kept: one behind the other */
    int rows, room;            /* recorded, and for how many there is room */
    double *row;               /* the last one recorded */
    FILE *stream;              /* rows go to it as they come; NULL: nowhere */
    bool thins;                /* not all rows are kept, but: */
    int stride;                /* of so many the first */
    LIST(int) doubtful;        /* rows that are not proved, rising */
    LIST(TraceEvent) events;   /* of the model, by rows, rising */
};

/* Of rows that go to a stream and are not to be kept (jd_trace_stream) some are: every so many, TRACE_KEPT at most, and the
 * last. */
enum { TRACE_KEPT = 4096 };
int jd_trace_kept(const JdTrace *trace); /* rows that are */
double jd_trace_kept_at(const JdTrace *trace, int kept, int column);
typedef JdTraceRange TraceRange;
void jd_trace_show_as(JdTrace *trace, const JdSystem *system, int column); /* in the unit that the model says */
bool jd_trace_take(JdTrace *trace, const double *row); /* a row that was recorded elsewhere; false: out of memory */
void jd_csv_headings(const JdTrace *trace, FILE *out);
void jd_csv_row(const double *row, int columns, FILE *out);

#endif
