/* SPDX-License-Identifier: MIT
 *
 * From a bond graph back to the mechanism that it is of. */
#ifndef JD_BACK_H
#define JD_BACK_H

#include "bond/bond.h"
#include "model/model.h"

/* The mechanism of a graph as model text: bodies, points, joints and what acts, from nodes, bonds, moduli and signals alone;
 * its own causality is not asked for. `notes`: its text, whose annotations (notes.h) tell names and frames where they fit; NULL:
 * none. False after a report: some part of it is nothing that a mechanism of rigid bodies has. */
bool jd_graph_back(const JdModel *model, const BondGraph *graph, const char *notes, Text *out, JdLog *log);

#endif
