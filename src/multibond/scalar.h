/* SPDX-License-Identifier: MIT
 *
 * A graph with scalar bonds in the making: nodes and bonds that may still go. */
#ifndef JD_MULTIBOND_SCALAR_H
#define JD_MULTIBOND_SCALAR_H

#include "multibond/inside.h"

typedef struct { BondNode node; bool dead; int index; } ScalarNode;
typedef struct {
    const char *name;
    int from, to;
    const BondDomain *domain;
    bool dead;  /* taken away */
    int is;     /* merged with this one; -1 */
    int index;  /* in the graph that comes out */
} ScalarBond;
typedef struct { int port[2][3]; bool field, ring; } ScalarPart; /* nodes of the components of a node's ports */

typedef struct {
    Arena *arena;
    const BondGraph *from;
    LIST(ScalarNode) nodes;
    LIST(ScalarBond) bonds;
    ScalarPart *part; /* of each node */
    int *first;       /* of each bond: the first of its components */
    Sym *by;          /* of names before: what they are called now; SYM_NONE: the same */
    int names;
    int part_of;      /* the graph, of the node that is copied */
    ScalarCount count;
    bool failed;
} Scalar;

int jd_scalar_node(Scalar *s, const BondNode *node, const char *name, const SymMatrix *value);
int jd_scalar_bond(Scalar *s, int from, int to, const char *name, const BondDomain *domain);
Sym jd_scalar_put(Scalar *s, Sym is);
/* Takes away what has no flow or no effort, and merges junctions of two bonds. */
void jd_scalar_reduce(Scalar *s);

#endif
