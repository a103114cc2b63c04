/* SPDX-License-Identifier: MIT
 *
 * The mechanism of a seed and a number: the same wherever it is drawn. */
#ifndef AUDIT_GENERATE_H
#define AUDIT_GENERATE_H

#include "subject.h"

void audit_generate(unsigned long seed, long number, Subject *out);

#endif
