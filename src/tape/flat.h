/* SPDX-License-Identifier: MIT
 *
 * A tape made ready to be run often: what its results are made of and nothing else, products and sums as one, steps of a kind
 * one behind the other. For whoever evaluates a tape in place, without a compiler. */
#ifndef JD_TAPE_FLAT_H
#define JD_TAPE_FLAT_H

#include "tape/tape.h"

typedef struct FlatTape FlatTape;
/* Of a tape whose leaves are numbers, the time and a state, without blocks. It needs the tape no longer. NULL: memory is out. */
FlatTape *jd_flat_tape(const Tape *tape, const Num *results, int count, Arena *arena);
/* All values: those of the results stand at their places. They hold until it is run again. */
const double *jd_flat_run(FlatTape *flat, double time, const double *state);
const int *jd_flat_places(const FlatTape *flat);
int jd_flat_steps(const FlatTape *flat);

#endif
