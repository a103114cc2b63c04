/* SPDX-License-Identifier: MIT
 *
 * Inside the writing of numbers. */
#ifndef JD_DIGITS_H
#define JD_DIGITS_H

#include "base/base.h"

/* d.ddd 10^exponent: `count` digits, 15 to 17, of which the last ones may be zeros. */
typedef struct { uint64_t digits; int count, exponent; } Digits;

/* The fewest that read back as `value`, whose sign does not count. False: the C library has to decide. */
bool jd_digits_of(double value, Digits *out);

#endif
