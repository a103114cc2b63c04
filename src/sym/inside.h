/* SPDX-License-Identifier: MIT
 *
 * What the files of sym/ share: the pool from inside, functions, and polynomials. */
#ifndef JD_SYM_INSIDE_H
#define JD_SYM_INSIDE_H

#include "sym/sym.h"

struct SymPool {
    Arena *arena;
    int most;
    SymStop stop;
    LIST(SymNode) nodes; /* the first is none */
    LIST(Sym) args;
    LIST(const char *) names;
    int *table;          /* of nodes by hash; room: a power of two */
    int room;
    int *name_table, name_room; /* likewise of names, from 1 on */
    int *seen, seen_room, round; /* which nodes this round of a walk has met */
};

enum { FUNCTION_ARGS = 3 };
typedef struct {
    const char *name;
    int args;
    const char *latex, *c;
    double (*value)(double a, double b, double c);
    Sym (*derivative[FUNCTION_ARGS])(SymPool *pool, const Sym *args, Sym self); /* NULL: zero */
} SymFunction;
const SymFunction *jd_sym_function_at(int function);

/* A node that is canonical already: found or made. */
Sym jd_sym_keep(SymPool *pool, SymNode node, const Sym *args);
/* A term as number * rest; of a number the rest is 1. */
Sym jd_sym_split(SymPool *pool, Sym s, SymNumber *number);
/* A factor as base^exponent. */
Sym jd_sym_base(const SymPool *pool, Sym s, SymNumber *exponent);
/* All nodes below and including the roots, arguments before those who have them, each with room for a result. Walks may be
 * nested. */
typedef struct { Sym *order, *made; int count; } SymWalk;
bool jd_walk_open(SymPool *pool, const Sym *roots, int count, SymWalk *walk); /* false: memory is out */
void jd_walk_close(SymWalk *walk);
Sym *jd_walk_of(const SymWalk *walk, Sym s); /* its result */
Sym jd_sym_fail(SymPool *pool, SymStop stop);
/* The node with other arguments. */
Sym jd_sym_rebuild(SymPool *pool, Sym s, const Sym *args);

#endif
