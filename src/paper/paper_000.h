/* SPDX-License-Identifier: MIT
 *
 * The AMESim planar library: its generic equations, paper_000_generic.c, its runs, paper_000_runs.c, and its tables, paper_000.c. */
#ifndef JD_PAPER_000_H
#define JD_PAPER_000_H

#include "paper/paper.h"

enum { NUMBERS_000 = 18 }; /* M, N: places, velocities, accelerations; angles likewise, i before j */

/* (17), (24) and (26) of a constraint at a point: forces and torque on i and j for a unit of the multiplier. */
typedef struct { double wrench[6], rate, printed, corrected; } Generic000;
void jd_generic_000(const char *lock, const double *point, Generic000 *to);

bool jd_apart_000(PaperJob *job, double apart[3]); /* how far rows of (21) are apart, M and N 100, 10 and 1 mm; false after a report */
bool jd_decay_000(PaperJob *job);
bool jd_seven_bodies_000(PaperJob *job);

#endif
