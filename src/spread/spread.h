/* SPDX-License-Identifier: MIT
 *
 * What is varied and how: distributions, and the settings of a run that can be varied beside parameters. */
#ifndef JD_SPREAD_H
#define JD_SPREAD_H

#include "base/base.h"

enum { DISTRIBUTION_NUMBERS = 3 };

/* How a number is drawn: its value where the share p of all lies below. */
typedef struct {
    const char *name;    /* "normal" */
    const char *numbers; /* what stands in its brackets: "mean, deviation" */
    int count;
    unsigned pure;       /* bit n: number n has no unit */
    double (*quantile)(double p, const double *numbers);
    const char *(*wrong)(const double *numbers); /* why these are none; NULL: they are fine */
} Distribution;
const Distribution *jd_distribution_at(int index); /* NULL past the end */
const Distribution *jd_distribution_find(const char *name, size_t length);
double jd_normal_quantile(double p);
double jd_normal_share(double z); /* of all, below z */

/* What can be varied beside the parameters of a model. */
typedef struct {
    const char *name, *unit; /* unit "": words */
} VarySetting;
const VarySetting *jd_vary_setting_at(int index); /* NULL past the end */
const char *jd_vary_setting_unit(const char *name); /* NULL: there is no such */

#endif
