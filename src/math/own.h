/* SPDX-License-Identifier: MIT
 *
 * Elementary functions of our own: the same bits with every compiler and on every machine that rounds as IEEE 754 says, if nothing
 * contracts products and sums (-ffp-contract=off, -fmad=false). own.def has them, as code and, for emitted files, as text. */
#ifndef JD_MATH_OWN_H
#define JD_MATH_OWN_H

#include <math.h>

#define OWN(...) __VA_ARGS__
#define OWN_FN
#include "math/own.def"
#undef OWN_FN
#undef OWN

#endif
