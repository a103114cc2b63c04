/* SPDX-License-Identifier: MIT
 *
 * Units in bond graphs: what values and states of nodes are in, from the domains of their bonds. */
#ifndef JD_MODEL_BOND_UNITS_H
#define JD_MODEL_BOND_UNITS_H

#include "model/bonds.h"

bool jd_has_dim(Dim dim); /* it is no plain number */
Dim jd_state_dim(const BondGraph *graph, const BondVar *var);
Dim jd_var_dim(const BondEquations *equations, const BondVar *var);
/* Value, laws and start of a node are in the units of its domain; plain ones stand for SI and get it. False after a report. */
bool jd_node_units(JdModel *model, int node);

#endif
