/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model: nodes and bonds as they were said, and, once all of them are there, the states and signals
 * that they are to the rest of the model. */
#ifndef JD_BONDED_H
#define JD_BONDED_H

#include "model/bonds.h"

ModelBonds *jd_model_bonds(JdModel *model); /* made when it is first asked for; NULL: memory is out */
/* Names are checked as those of bodies are. Index, or -1 after a report. */
int jd_model_add_node(JdModel *model, const BondNode *node, const NodeValue *value);
int jd_model_add_bond(JdModel *model, const Bond *bond);
/* An element of the graph is there, but takes no power. False after a report. */
bool jd_model_leave_out(JdModel *model, const char *name, Where where);
/* A number with a name, for formulas; another name is taken if this one has another value already. */
Sym jd_model_parameter(JdModel *model, const char *name, const Value *value);
/* Where the names of a formula stand in the text: messages about what follows from it point there. */
void jd_bond_note_names(JdModel *model, const Expr *formula);
/* All nodes and bonds are there: domains, units, causality, laws. Adds a state for each independent state of the graph, and a
 * signal for each effort, flow and dependent state. False after reports. */
bool jd_model_close_bonds(JdModel *model, bool open); /* open: without causality, laws, states and signals */
/* Of all bonds that are called so, be it in a part or with an index: a state `b.energy`, what has gone along them since the
 * start, if it is not there yet. False after a report. */
bool jd_model_want_energies(JdModel *model, const char *own);
bool jd_model_want_energies_of(JdModel *model, const Expr *expr); /* those that an expression reads */

#endif
