/* SPDX-License-Identifier: MIT
 *
 * Papers done over: their tables with our values beside the printed ones. */
#ifndef JD_PAPER_H
#define JD_PAPER_H

#include "compare/compare.h"

typedef struct PaperJob PaperJob;
typedef struct {
    const char *number, *title, *summary;
    ExitCode (*write)(PaperJob *job);
} Paper;
extern const Paper jd_paper_000, jd_paper_001, jd_paper_002, jd_paper_003, jd_paper_004;
extern const Registry jd_papers;

typedef struct { const char *where, *why; } Erratum;

struct PaperJob {
    App *app;
    Page page;
    bool full;
    int held, missed;           /* printed values that come out; that should and do not */
    LIST(Erratum) errata;
};

/* A model of model/paper/, or, with a folder in its name, of model/; settings end with {NULL}. NULL after a report. */
JdModel *jd_paper_model(PaperJob *job, const char *name, const JdSetting *settings);
bool jd_paper_folder(PaperJob *job, const char *folder); /* for pictures; false after a report */
/* "2.85e-3": so many digits behind the point, the exponent as short as in print. */
const char *jd_paper_text(Page *page, double value, int digits);
/* A cell with our value of a printed one, which it must come out as. */
void jd_paper_check(PaperJob *job, const char *printed, double value, int digits);
/* Expressions of the model language at a point, numbers by their names. False after a report. */
typedef struct { const char *const *name; const double *value; int count; } PaperPoint;
bool jd_paper_values(PaperJob *job, PaperPoint point, const char *const *texts, int count, double *values);
/* Something that the paper has wrong. */
__attribute__((format(printf, 3, 4))) void jd_paper_erratum(PaperJob *job, const char *where, const char *format, ...);

#endif
