/* SPDX-License-Identifier: MIT
 *
 * What the files about the bond graph of a model share. */
#ifndef JD_BONDED_INSIDE_H
#define JD_BONDED_INSIDE_H

#include "bonded/bonded.h"

/* ---- Formulas of the graph as expressions of the model (bonds.c) ---------------------------- */

/* Parameters with their numbers and units, variables by their channels. */
Sym jd_bond_formula(JdModel *model, Sym law);
/* Of such a formula; `name` is whose law it is, in messages. NULL after a report. */
const Expr *jd_bond_expr(JdModel *model, Sym law, const char *name, const char *unit);
/* What is added next belongs to the owner of this name: `b` of b.effort. */
void jd_bond_within(JdModel *model, const char *name);
/* The size that errors of a state are measured by: what is stored at a usual effort or flow of its domain. */
double jd_bond_scale(const ModelBonds *bonds, const BondVar *var);
/* What the integral of this is in; false: a plain number, or it is not known. */
bool jd_bond_integral_dim(JdModel *model, Sym rate, Dim *dim);
Sym jd_bond_power(const BondEquations *equations, const Bond *bond); /* along its half arrow */

/* ---- At the start (start.c) ------------------------------------------------------------ */

/* Values of all names at the start, others than parameters and states by chance; false: something from outside decides. */
bool jd_bond_start_values(const ModelBonds *bonds, uint64_t seed, Arena *arena, double **values);
void jd_bond_check_starts(JdModel *model);
/* What artificial sources return to is zero at the start, or is told with the nearest start that fits (phi.c). */
void jd_bond_check_phi(JdModel *model, const double *one, const double *two);

/* phi that was said is the integral of what is held, or it is told (integral.c). */
void jd_bond_check_integrals(JdModel *model);

/* What an impulse at the start does: `fits` are variables that shall fit, `size` how much of it each of them takes. */
typedef struct {
    Arena *arena;
    const int *fits;
    double *size;
    int count;
    double *values; /* of all names behind it */
    Text moves;     /* which states it moves, in words */
} BondImpulse;
/* Moves the start of states such that storages that depend on others, and what is held without being returned, fit. False:
 * nothing was moved. */
bool jd_bond_impulse(JdModel *model, BondImpulse *impulse);

/* ---- What is left out (leave.c) -------------------------------------------------------- */

bool jd_bond_leave_out(JdModel *model);    /* before causality; false after reports */
bool jd_bond_add_left_out(JdModel *model); /* states that are zero, once all others are there */

/* ---- During the run (watch.c) ---------------------------------------------------------- */

/* Rates of channels of the mechanism that the graph reads. */
bool jd_bond_outside_rates(JdModel *model);

/* Events where a modulus that is divided by becomes zero. */
bool jd_bond_watch_moduli(JdModel *model);

/* ---- Units (units.c) ------------------------------------------------------------------- */

bool jd_has_dim(Dim dim); /* it is no plain number */
/* Momentum or displacement at a port; false: without a domain it is a plain number. */
bool jd_stored_dim(const BondGraph *graph, int node, int port, Dim *dim);
/* Of a graph that is plain: if its formulas have no units but those of time, and give none, these are left out, so that rates
 * are plain numbers, too. */
void jd_bonds_count_seconds(JdModel *model);
bool jd_bonds_plain(const BondGraph *graph); /* no bond has a domain: all is plain numbers, rates too */
Dim jd_var_dim(const BondEquations *equations, const BondVar *var);
/* Value, laws and start of a node are in the units of its domain; plain ones stand for SI and get it. False after a report. */
bool jd_node_units(JdModel *model, int node);
/* What an entry of the value of a node must be in, from the domains of what it stands between; false: one is not known. */
bool jd_value_dim(const BondGraph *graph, int node, int row, int column, Dim *dim);
/* The first variable of the equations whose law puts two units together; -1: there is none, as far as units are known. */
int jd_bond_find_clash(JdModel *model, Dim *one, Dim *two);
/* What a formula is in, as far as that is known before the run; *plain: made of bare numbers and time. */
bool jd_formula_dim(JdModel *model, Sym s, Dim *dim, bool *plain);

/* ---- Without a domain (homeless.c) ----------------------------------------------------- */

/* Units of values whose bonds have no domain go together; false after a report. */
bool jd_bond_units_meet(JdModel *model);

#endif
