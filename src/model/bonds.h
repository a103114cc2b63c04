/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model: nodes and bonds as they were said, and, once all of them are there, the states and signals
 * that they are to the rest of the model. */
#ifndef JD_MODEL_BONDS_H
#define JD_MODEL_BONDS_H

#include "bond/bond.h"
#include "model/model.h"

/* What was said for the value of a node, where that is one number that is known before the run. */
typedef struct {
    const char *word; /* "resistance"; NULL: none, or no such number */
    Where where;
    Value value;
    const Value *starts; /* of a storage: what was said for its state */
    int start_count;
    Where start_where;
} NodeValue;

/* An element that takes no power. */
typedef struct {
    int node;
    Where where;
    const char *stored; /* what its state was called; NULL: it had none */
    bool known;         /* what that was in */
    Dim dim;
} LeftOut;

typedef struct ModelBonds {
    SymPool *pool;
    BondGraph *graph;
    LIST(NodeValue) values; /* of the nodes */
    LIST(LeftOut) left_out;
    CausalReport report;
    BondEquations *equations; /* NULL: it has mistakes */
} ModelBonds;

ModelBonds *jd_model_bonds(JdModel *model); /* made when it is first asked for; NULL: memory is out */
/* Names are checked as those of bodies are. Index, or -1 after a report. */
int jd_model_add_node(JdModel *model, const BondNode *node, const NodeValue *value);
int jd_model_add_bond(JdModel *model, const Bond *bond);
/* An element of the graph is there, but takes no power. False after a report. */
bool jd_model_leave_out(JdModel *model, const char *name, Where where);
/* A number with a name, for formulas; another name is taken if this one has another value already. */
Sym jd_model_parameter(JdModel *model, const char *name, const Value *value);
/* All nodes and bonds are there: domains, units, causality, laws. Adds a state for each independent state of the graph, and a
 * signal for each effort, flow and dependent state. False after reports. */
bool jd_model_close_bonds(JdModel *model, bool open); /* open: without causality, laws, states and signals */

#endif
