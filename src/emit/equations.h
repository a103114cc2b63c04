/* SPDX-License-Identifier: MIT
 *
 * Inside emit/: equations as formulas. */
#ifndef JD_EMIT_EQUATIONS_H
#define JD_EMIT_EQUATIONS_H

#include "emit/record.h"

/* After jd_record_rates with rec->explicit_mass; `as`: text, latex or markdown. False after a report, or when memory is out. */
bool jd_formulas_write(Recorder *rec, const char *as, Text *out);

#endif
