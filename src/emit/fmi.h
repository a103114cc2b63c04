/* SPDX-License-Identifier: MIT
 *
 * Inside emit/: a mechanism as a functional mock-up unit: its source and its description. */
#ifndef JD_EMIT_FMI_H
#define JD_EMIT_FMI_H

#include "emit/writer.h"

/* Lines of C behind the emitted file; NULL behind the last. */
extern const char *const jd_fmi_core[], *const jd_fmi2[], *const jd_fmi3[];

typedef enum { FMI_NONE, FMI_SOURCE, FMI_DESCRIPTION, FMI_BUILD } FmiPart;
/* "fmi2", "fmi3": the source; with "-xml" the description, "fmi3-build" how it is compiled. FMI_NONE: another target. */
FmiPart jd_fmi_part(const char *target, int *version);
/* w->out has the emitted file: what is asked for takes its place. */
void jd_fmi_write(Writer *w, FmiPart part, int version);

#endif
