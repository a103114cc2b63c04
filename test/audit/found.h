/* SPDX-License-Identifier: MIT
 *
 * A finding: made smaller as long as it stays one, and kept as a model that expects what the reference says. */
#ifndef AUDIT_FOUND_H
#define AUDIT_FOUND_H

#include "judge.h"

/* Drops bodies, joints, forces, drives and rows, and makes numbers simpler, while the way still gets the same letter. Ends
 * after some seconds of the processor. */
void audit_minimise(const Subject *from, const Way *way, const Verdict *seen, double seconds, Subject *out);

/* Writes FOLDER/NAME.jd; false if it cannot. */
bool audit_keep(const Subject *s, const Way *way, const char *folder, const char *name, const char *origin);

#endif
