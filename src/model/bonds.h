/* SPDX-License-Identifier: MIT
 *
 * The bond graph of a model as data; bonded/ makes and reads it. */
#ifndef JD_MODEL_BONDS_H
#define JD_MODEL_BONDS_H

#include "bond/bond.h"
#include "model/model.h"

/* What was said for the value of a node, where that is one number that is known before the run. */
typedef struct {
    const char *word; /* "resistance"; NULL: none, or no such number */
    Where where; /* of the value, or of a law of its own */
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
    LIST(Span) said; /* by the numbers of names: where a formula of the user's has it first; without a source: nowhere */
    LIST(NodeValue) values; /* of the nodes */
    LIST(LeftOut) left_out;
    bool seconds; /* all of it is plain numbers, and time counts seconds */
    CausalReport report;
    BondEquations *equations; /* NULL: it has mistakes */
    bool (*want)(JdModel *model, const Expr *expr); /* adds what an expression reads of the graph and is there on demand; false after a report */
} ModelBonds;

#endif
