/* SPDX-License-Identifier: MIT
 *
 * Inside formulations: what newton_euler.c, its implicit side and extend.c share. */
#ifndef JD_FORM_INSIDE_H
#define JD_FORM_INSIDE_H

#include "form/form.h"
#include "form/stabilise.h"

/* Gains of each row: right-hand side = -bias - damp f' - restore f. Zero unless Baumgarte. */
typedef struct {
    double *damp, *restore;
    const StabiliseType *method; /* NULL: none, baumgarte or projection */
} EulerPlan;

/* Back onto the locks, by rounds. What is left of locks, rad or parts of the mechanism's length: nothing to correct; rounding,
 * if it gets no less; and the share of a round that went slowly, by factors of too far away. */
enum { CORRECTIONS = 12 };
static const double exact = 2e-16, rounding = 1e-13, slow = 0.1;

bool jd_newton_euler_pattern(const JdSystem *system, bool locked, Arena *arena, Pattern *pattern);
void jd_newton_euler_residual(const JdSystem *system, Motion *motion, double time, bool locked,
                              const double *z, const double *rates, double *out);
void jd_newton_euler_known(const JdSystem *system, const Motion *motion, bool locked,
                           double *by_unknown, double *by_rate);

static inline void add_entry(Arena *arena, EntryList *list, int row, int column) {
    Entry *entry = PUSH(arena, *list);
    if (entry) *entry = (Entry){row, column};
}

/* An evaluation whose forces read what follows from them: rates, and values in motion->inputs that fit. Without a solution rates are
 * no numbers, and motion->feedback says so: feedback.c. */
typedef void Evaluate(const JdSystem *system, Motion *motion, double time, const double *y, double *rates);
void jd_feedback_solve(const JdSystem *system, Motion *motion, Evaluate *evaluate, double time, const double *y,
                       double *rates);

/* One evaluation of a form with states of one's own (extend.c), and the same with velocities of nodes that follow from an
 * equilibrium (drift.c). */
Evaluate jd_extend_evaluate, jd_drift_evaluate;

#endif
