/* SPDX-License-Identifier: MIT
 *
 * Units (units.def) and dimensions (dims.def), by their names and in words. */
#ifndef JD_UNIT_H
#define JD_UNIT_H

#include "base/base.h"

/* Exponents of m, kg, s, A, K. An angle is a pure number; its exponent is carried along to be told, rad or rad/s, and fits any other. */
typedef struct { signed char length, mass, time, current, temperature, angle; } Dim;
typedef struct { double scale; Dim dim; } Unit;         /* 1 unit = scale SI units */

bool jd_unit_find(const char *name, size_t length, Unit *unit); /* one name: "mm" */
bool jd_unit_parse(const char *text, Unit *unit);               /* "kg*m^2", "N*s/m", "1/s", "1" */
double jd_unit_si(double value, Unit unit); /* value units in SI: 153 mm is 0.153 to the last bit */
bool jd_dim_equal(Dim a, Dim b); /* angle or number is all the same */
bool jd_dim_keeps_angle(Dim dim); /* nothing but time and angle is in it */
/* The dimension in words ("length", "torque or energy") and as SI units ("kg*m^2"). */
void jd_dim_unit(Dim dim, char *out, size_t room);
const char *jd_dim_word(Dim dim); /* NULL if it has no word */
const char *jd_unit_at(int index); /* names for help; NULL past the end */
const char *jd_unit_summary(int index);

#endif
