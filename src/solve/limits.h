/* SPDX-License-Identifier: MIT
 *
 * How well positions are found, and from when on something counts. Radians, or parts of the mechanism's length, unless said
 * otherwise. */
#ifndef JD_SOLVE_LIMITS_H
#define JD_SOLVE_LIMITS_H

/* Rows are so soft while positions are looked for: far less than anything that is wanted of them, and enough for rows that
 * follow from each other to be solved. A share of their scale. */
static const double assembly_softness = 1e-11;
static const double closed = 1e-12; /* rows of an assembled mechanism; 1e-15 is rounding */
static const double met = 1e-9;     /* rows hold: what is left is no gap that could be told */
static const double found_to = 1e-7; /* values are found so well that digits beyond it are not shown */
/* Axes and points that are off by less were meant to agree, as one degree or two digits too few are. */
static const double little_off = 2e-2;
/* Rows take part in a combination if they weigh this share of the largest. */
static const double takes_part_from = 1e-4;
static const double new_direction = 1e-6; /* what is left of a unit vector counts as one of its own */

static const double in_mm = 1e3; /* of metres */

#endif
