/* SPDX-License-Identifier: MIT
 *
 * Any mechanism as straight-line C: its equations recorded on a tape (record.h), the tape printed. */
#ifndef JD_EMIT_H
#define JD_EMIT_H

#include "system/system.h"

/* The public call is jd_emit in jourdain.h. For tests: the recorded rates beside those of the interpreter. */
typedef struct EmitTrial EmitTrial;
EmitTrial *jd_emit_trial_new(const JdSystem *system, JdLog *log); /* NULL after a report */
void jd_emit_trial_free(EmitTrial *trial);
/* As they are from now on: events set them. off: of each force; NULL: as at the start. */
void jd_emit_trial_inputs(EmitTrial *trial, const double *input, const char *off);
int jd_emit_trial_states(const EmitTrial *trial);
int jd_emit_trial_unknowns(const EmitTrial *trial); /* numbers that Newton's method finds; 0: all is in closed form */
const double *jd_emit_trial_start(const EmitTrial *trial);
/* Where a number of the form's state is in the emitted one; -1: it follows from others. */
int jd_emit_trial_place(const EmitTrial *trial, int state);
/* Rates by the tape; false: the state is outside its chart. held: conditions on time; NULL: as at the start. */
bool jd_emit_trial_rates(EmitTrial *trial, double time, const double *held, const double *y, double *rates);
/* After a step: loops and counted turns are followed from here. */
bool jd_emit_trial_settle(EmitTrial *trial, double time, const double *held, const double *y);
/* Numbers of the state that loops correct, rods between balls, as they are corrected: rates are defined there alone. */
bool jd_emit_trial_correct(EmitTrial *trial, double time, const double *held, double *y);
/* Then the form's whole state, with coordinates and rates that follow; loops by Newton's method alone. */
void jd_emit_trial_whole(const EmitTrial *trial, double *z);
/* Derivatives of the rates by the state, row by row. */
bool jd_emit_trial_partials(EmitTrial *trial, double time, const double *held, const double *y, double *by_state);
/* And in a direction: of the state, then inputs, then numbers of the mechanism. */
int jd_emit_trial_directions(const EmitTrial *trial);
bool jd_emit_trial_slopes(EmitTrial *trial, double time, const double *y, const double *along, double *slopes);

#endif
