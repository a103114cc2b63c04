/* SPDX-License-Identifier: MIT
 *
 * All laws of a graph at a point, without causality: A y + B x' + C x, a row each (pencil.c). */
#ifndef JD_BOND_LAWS_AT_H
#define JD_BOND_LAWS_AT_H

#include "bond/inside.h"
#include "bond/rows.h"

/* Columns: y (efforts, flows, signals), then x', then x (what storages hold, then integrators). */
typedef struct {
    Rows rows;
    int ys, xs;
    const int *first;    /* of nodes: the first of what they hold */
    const int *held_row; /* of components: the row that says that what is held there is zero; -1 */
} BondRows;
/* `values` are those of all names; words of laws are put there, too. False: memory is out, or there are not as many laws as
 * variables. */
bool jd_bonds_rows(const BondGraph *graph, double *values, Arena *arena, BondRows *out);

#endif
