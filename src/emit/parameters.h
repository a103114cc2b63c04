/* SPDX-License-Identifier: MIT
 *
 * Inside emit/: parameters of the model in emitted code. parameters.c */
#ifndef JD_EMIT_PARAMETERS_H
#define JD_EMIT_PARAMETERS_H

#include "emit/writer.h"

bool jd_take_parameters(Writer *w); /* after jd_take_outputs; false: memory is out */
/* constants.c: of all expressions that run, or of them those that are marked; how many there are in all. */
int jd_constants_find(const JdSystem *system, const bool *marked, Arena *arena, Constants *to);
bool jd_constants_compare(const Constants *a, const Constants *b, bool *marked);
/* moved.c: constants of the plan that follow from parameters. Where numbers on the tape differ from those of a system with another value;
 * these as numbers of the mechanism, once the tape is recorded again; what they are with other values, and the tape then. False: it
 * does something else, or memory is out. */
void jd_moved_mark(const Writer *w, const JdSystem *system, bool *differs);
bool jd_moved_take(Writer *w, const bool *differs);
bool jd_moved_values(const Writer *w, const JdSystem *system, double *values);
bool jd_record_beside(const Writer *w, const JdSystem *system, Arena *arena, Writer *to);
static const double parameter_rounding = 1e-13; /* of a number that is worked out along two ways */
static inline bool jd_near_each_other(double a, double b) {
    return fabs(a - b) <= parameter_rounding * (fabs(a) + fabs(b));
}
/* reasons.c: what makes an instant of this parameter, and what makes more than numbers of it, in the words of its file; `other`: the
 * system with another value, NULL: there is none. The first is NULL where nothing does. */
const char *jd_parameter_moves_instant(const Writer *w, const JdSystem *other);
const char *jd_parameter_reason(const Writer *w, const JdSystem *other);
const char *jd_parameter_moves_given(const Writer *w, const JdSystem *other);
bool jd_parameter_moves_table(const Writer *w, const Writer *other); /* of those that are read */
/* fit.c: a number as a function of parameters, by its values at samples: where these are, how many it takes. */
enum { OF_MOST = 4 }; /* parameters that a number may depend on */
typedef struct { const double *at; int count; } FitSamples; /* all numbers of the mechanism of each */
bool jd_fit(Writer *w, FitSamples given, EmitNumber *to); /* false: it is none that there is */
int jd_fit_samples(int parameters);
double jd_fit_spread(int sample, int parameter);  /* in [-1, 1], and the same each time */
double jd_fit_size(const EmitParameter *is);      /* values are tried within so much of theirs, */
static const double jd_fit_narrow = 1e-2;         /* or within this share of it: where instants keep their order */
double jd_fit_wave(int wave, double angle);
/* timing.c: instants that differ from those of a system with another value become numbers of the mechanism; what these are there, NAN if it
 * has others; whether all others are the same; the number of an instant or jump, -1: it is none; as C; the check of them all. */
void jd_timing_mark(Writer *w, const JdSystem *system);
void jd_timing_values(const Writer *w, const JdSystem *system, double *numbers);
bool jd_timing_same(const Writer *w, const JdSystem *system);
int jd_timing_number(const Writer *w, int instant, int drive);
void jd_timing_print(Writer *w, int instant, int drive);
void jd_write_timed(Writer *w);
int jd_parameters_offered(const Writer *w); /* those that may change */
void jd_write_parameter_struct(Writer *w);
void jd_write_parameters(Writer *w);
void jd_write_parameter_defaults(Writer *w);

#endif
