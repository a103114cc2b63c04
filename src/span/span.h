/* SPDX-License-Identifier: MIT
 *
 * Programs over a span of time: when their conditions on time change, and what they do between two instants that are looked at.
 * By bounds that hold for every time of the span: theory 6.10. */
#ifndef JD_SPAN_H
#define JD_SPAN_H

#include "expr/expr.h"

/* ---- Conditions on time -------------------------------------------------------------------------- */

/* What they are right after `from`, into held[number] of each; up to where that holds, not beyond `to`. */
double jd_program_next(const Program *program, double from, double to, double *held);
/* Instants that are closer than this are one: nothing moves in between. */
double jd_instant_gap(double time, double whole);

/* ---- Terms of time ------------------------------------------------------------------------------- */

/* How fast it can change at most, in radians of its shortest wave; INFINITY: there is no knowing. */
double jd_term_pace(const Program *term, bool stages, const double *held);
/* Inputs that go straight from one time to another, as far as a step knows; those that are made of others follow these. */
typedef struct {
    double from, to;
    const double *begin, *end;
    double *now;                /* room for all of them */
    const Program *const *made; /* of each input; NULL: it goes straight */
    int levels;                 /* of those that are made of others: further down they go straight */
    long *looks, most;          /* programs that were looked at, counted; beyond so many nothing more is found */
} Path;
/* Whether a program does more with its inputs than add and multiply: it may be narrow in them. */
bool jd_program_may_hide(const Program *program);
/* What a step sees of a term: its values, or those of a derivative, at shares of the step. */
typedef struct {
    int derivative; /* 0 to 2 */
    const double *share;
    int shares;
    double floor;   /* so little does not matter */
} Sight;
/* Whether the term is of simple shape over a span: it rises or falls all over, or, if that will do, is bent one way. */
bool jd_term_is_simple(const Program *term, int derivative, bool bent, double from, double to, const double *held);
/* Where a term first leaves what a step from `from` to `to` sees of it; NAN: nowhere. *peak: its size there or as seen. */
double jd_term_hides(const Program *term, const Sight *sight, double from, double to, const double *held, double *peak);
/* The same of the value of a program along the path of its inputs. */
double jd_path_hides(const Program *program, const Sight *sight, const Path *path, const double *held, double *peak);
/* Whether it rises or falls all along it, or, if that will do, is bent one way. */
bool jd_path_is_simple(const Program *program, const Path *path, bool bent, const double *held);
/* Whether its value changes by no more than `most` and some roundings, wherever inputs are between `begin` and `end` of the path,
 * each by itself. */
bool jd_path_is_calm(const Program *program, const Path *path, const double *held, double most, double roundings);

#endif
