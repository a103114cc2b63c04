/* SPDX-License-Identifier: MIT
 *
 * Findings again: what a model expects is met, or the program says that it doubts its numbers. */
#ifndef AUDIT_REPLAY_H
#define AUDIT_REPLAY_H

#include <stdbool.h>

/* Says what is wrong on stderr. */
bool audit_replay(const char *path);

#endif
