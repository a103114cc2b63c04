/* SPDX-License-Identifier: MIT
 *
 * Inside emit/: the C file of a mechanism while it is written. Each part of the file has a source of its own. In fixed texts @
 * stands for the model's name. */
#ifndef JD_EMIT_WRITER_H
#define JD_EMIT_WRITER_H

#include "record/record.h"
#include "run/stepper.h"
#include "tape/print.h"

/* Parameters of the model, and the numbers of the mechanism that follow from them: value + sum of factor (p - its value) ..., perhaps
 * times the cosine of `turn` or, of a negative wave, its sine; alone, less what that is at the model's value. Or, with `powers`, value times
 * the product of (p / its value)^power; or value (1 + terms) / sqrt(1 + under), or value sqrt((1 + terms) / (1 + under)). */
enum { EMIT_PARAMETERS = 64 };
/* field: its name in C; left_out: why; NULL: it is not */
typedef struct { const char *name, *field, *unit; double value; const char *left_out; } EmitParameter;
typedef struct { double factor; int of[3], turn, wave; } EmitTerm; /* parameters; -1: none */
typedef enum { EMIT_SUM, EMIT_POWERS, EMIT_UNDER_ROOT, EMIT_ROOT } EmitHow;
typedef struct { int number, parameters, parameter[4]; EmitHow how; LIST(EmitTerm) term, under; double power[4]; } EmitNumber;
/* An instant that follows from parameters, or by how much the rate of a drive (-1: none) jumps there: a number of the mechanism. */
typedef struct { int instant, drive, number; } EmitTiming;
/* From a time on no step is longer, up to the next one of these: narrow.c */
typedef struct { double time, step; } EmitNarrow;
typedef struct { LIST(EmitParameter) list; LIST(EmitNumber) number; bool too_many; } EmitParameters;

/* What counts for the error of a step: the numbers of the state, then those that follow from them. Of these the rate, and what it is where it is
 * itself a rate. Errors count times scale, of a rate less if some of its group is large: errors.c */
enum { NO_GROUP = -1, NOT_WORKED_OUT = -1 };
typedef struct { int count, groups, *group; Num *rate, *value; double *scale; } Errors;

typedef struct {
    Recorder rec;
    Tape tape;
    Errors errors;
    EmitParameters parameters;
    const bool *marked;  /* of each constant of expressions: it follows from parameters; NULL: none does */
    Constants constants; /* these */
    LIST(TapeMoved) moved; /* constants of the plan that follow from parameters: moved.c */
    const int *moved_node; /* of each: its place on the tape without them, */
    Tape plain;            /* which is this */
    int first_start, *start_number; /* of each state whose start follows from parameters: its number, from the first on; -1: none */
    LIST(EmitTiming) timing;
    LIST(EmitNarrow) narrow;
    Printer p;
    Text *out;
    int outputs, *channel; /* of the file: what the model asks for and expects */
    Num *output;
    Num *by_state, *by_input, *by_number; /* derivatives of each rate; NULL: they are not written out */
    Num *slope; /* and in a direction */
    const Tableau *dop853;
    bool cuda;
} Writer;

void jd_write(Writer *w, const char *text); /* a fixed text */
void jd_write_list(Writer *w, const char *name, const double *values, int count); /* a constant array */
static inline int at_least_one(int n) { return n > 0 ? n : 1; }
void jd_take_functions(Writer *w, Text *functions, Text *to); /* with the parts of long ones before them */
void jd_write_rough_angle(Writer *w); /* that turns are counted by, if they are */
bool jd_writer_record(Writer *w, const JdSystem *system, Arena *arena, JdLog *log); /* false after a report */
bool jd_writer_agrees(Writer *w, JdLog *log); /* at the start, with the interpreter; false after a report. agree.c */

/* outputs.c: what is shown. functions.c: rates, outputs, derivatives, start. steppers.c; dop853.c; batch.c: many variants; program_main.c. */
bool jd_take_outputs(Writer *w);
int jd_output_place(const Writer *w, int channel); /* -1: it is none of them */
bool jd_take_partials(Writer *w);
bool jd_take_slopes(Writer *w);
bool jd_take_derivatives(Writer *w); /* both, as far as they are not too long */
bool jd_rates_are_small(Writer *w); /* so that they stand where they are called */
void jd_write_tables(Writer *w, const char *text); /* tables.c: those that this text reads */
void jd_write_own(Writer *w, const char *text);    /* own.c: elementary functions, if it calls some */
void jd_write_functions(Writer *w);
/* when.c: events and corners, and where in a step they are. */
bool jd_has_events(const Writer *w);
bool jd_begins_elsewhere(const Writer *w); /* nodes may be far from those of the model at the start: there is @_place. functions.c */
void jd_write_events(Writer *w);
void jd_write_steppers(Writer *w);
bool jd_take_errors(Writer *w);
void jd_write_dop853(Writer *w);
bool jd_take_narrow(Writer *w);
void jd_write_narrow(Writer *w);
void jd_write_driven(Writer *w); /* where there is nothing to integrate */
/* A statement for each number from 0 on, with # for its own: one by one, or in a loop where they are many. */
void jd_write_for(Writer *w, int count, const char *indent, const char *text);
void jd_write_batch(Writer *w);
void jd_write_main(Writer *w);
/* native.c: rates of the form's own state, for its own steps. False after a report. */
bool jd_write_native(Writer *w);

#endif
