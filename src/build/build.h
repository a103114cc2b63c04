/* SPDX-License-Identifier: MIT
 *
 * The making of a system from a model: all but its formulation and its start state. */
#ifndef JD_BUILD_H
#define JD_BUILD_H

#include "system/system.h"

/* Everything but the formulation, whose name the definition says, and the start state. NULL after a report. */
JdSystem *jd_system_new(const JdModel *model, JdCompileDef def, JdLog *log);

#endif
