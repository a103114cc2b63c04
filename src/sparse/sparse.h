/* SPDX-License-Identifier: MIT
 *
 * Sparse symmetric systems made of small dense blocks,
 *
 *     [ A  B^T ] [ x ]   [ f ]        A: blocks of bodies, positive (semi)definite
 *     [ B   0  ] [ l ] = [ g ]        B: rows of locks
 *
 * whose pattern never changes. The order of elimination is worked out once into a list of fronts
 * (small dense matrices); factor and solve then only run down that list. Symbolic once, numeric
 * many times; no allocation in factor or solve. Positive definite matrices, J M^-1 J^T for one, have plans
 * of the same kind, run by the same executor. Theory 5. */
#ifndef JD_SPARSE_H
#define JD_SPARSE_H

#include "base/base.h"

/* A block of unknowns: `size` coordinates of a body (dual = false), or `size` multipliers of a
 * joint. */
typedef struct {
    int size;
    bool dual;
} SparseBlock;
/* A dense block at (row, column) off the diagonal; row and column are block indices, row != column.
 * Either order; stored as size[row] x size[column], row-major. */
typedef struct {
    int row, column;
} SparsePair;

typedef struct {
    int blocks;
    const SparseBlock *block;
    int pairs;
    const SparsePair *pair;
} SparsePattern;

typedef struct SparsePlan SparsePlan; /* constant; one flat block of memory after jd_sparse_copy */

/* `order` lists all blocks in the order of elimination (see jd_sparse_order). Symbolic work. */
SparsePlan *jd_sparse_plan(Arena *arena, const SparsePattern *pattern, const int *order);

/* An order for the blocks of a mechanism: leaves first, a joint right after the body that hangs on
 * it, a loop's closing joint once all bodies of its loop are gone, ties by least fill.
 * parent_block[b] for a body block: the block of its parent joint (-1: none); parent_body[b]: block
 * of its parent body (-1: ground). For a dual block that closes a loop (is no body's parent joint)
 * both entries are -1. */
bool jd_sparse_order(Arena *arena, const SparsePattern *pattern, const int *parent_joint, const int *parent_body,
                     int *order);

/* Of a positive definite matrix (block.dual means nothing), the least degree first. NULL: memory is out (the arena
 * knows), or the factors would take more than `most` products of two numbers. */
SparsePlan *jd_sparse_plan_definite(Arena *arena, const SparsePattern *pattern, double most);

/* Values: the caller writes the numbers of the matrix here before jd_sparse_factor.
 * Diagonal block of a body: size x size, row-major, both triangles. Dual blocks have no diagonal
 * values. */
size_t jd_sparse_values(const SparsePlan *plan);                 /* doubles */
size_t jd_sparse_diagonal_at(const SparsePlan *plan, int block); /* offset of a body's block */
size_t jd_sparse_pair_at(const SparsePlan *plan, int pair);      /* offset of a pair's block */
/* Of a definite matrix each number has a place of its own, whichever of both unknowns comes first. */
size_t jd_sparse_place(const SparsePlan *plan, int a, int b);
int jd_sparse_unknowns(const SparsePlan *plan);
int jd_sparse_unknown_at(const SparsePlan *plan, int block); /* first unknown of a block: blocks lie
                                                                in the order of their indices */
size_t
jd_sparse_work(const SparsePlan *plan); /* doubles of factor memory that the caller provides */

/* What a factorisation saw. ratio: smallest |pivot| / scale over the dual unknowns, where scale is
 * what the pivot would be if its bodies were free, diag(B A^-1 B^T): in [0, 1]; row: that unknown. Of definite
 * matrices: over all unknowns, in parts of the diagonal as given. */
typedef struct {
    double ratio;
    int row;
    bool positive;
    int bad_row;
} SparseReport;
/* Of a solution without pivots that could be low. */
static const SparseReport sparse_none_low = {.ratio = INFINITY, .positive = true, .bad_row = -1};

/* Factors values + epsilon (a definite matrix: the values stand first in the work, and the factors take their place): the zero block becomes -epsilon * diag(soft), with `soft` a number for
 * each unknown (only those of duals count), or the scale where soft is NULL. epsilon 0: exactly zero,
 * then a dual pivot of ratio < 1e-14 is replaced by its scale * 1e-14. positive: every body pivot
 * was > 0. */
SparseReport jd_sparse_factor(const SparsePlan *plan, const double *values, double epsilon,
                              const double *soft, double *work);
/* Solves in place. */
void jd_sparse_solve(const SparsePlan *plan, const double *work, double *x);
/* r = b - K x with K the exact matrix (epsilon 0). */
void jd_sparse_residual(const SparsePlan *plan, const double *values, const double *x,
                        const double *b, double *r);
size_t jd_sparse_bytes(const SparsePlan *plan);
SparsePlan *jd_sparse_copy(const SparsePlan *plan, void *memory); /* memory of jd_sparse_bytes */

/* ---- As C source: print.c --------------------------------------------------------------------
 * Straight-line code of numbers a0, a1, ..., each written once. */
typedef struct {
    Text *out;
    int count;    /* numbers so far */
    double least; /* of a pivot, in parts of what it is measured by: below, the code returns 1 + the unknown */
} SparsePrinter;
/* One more number, as a C expression; returns which. */
__attribute__((format(printf, 2, 3))) int jd_sparse_print_number(SparsePrinter *to, const char *format, ...);
/* Factors without softness and the solution, bit for bit as jd_sparse_factor and jd_sparse_solve have them. value: the
 * number of each value, -1: it is zero. x: those of the right-hand side, then of the solution. first: added to unknowns
 * in what the code returns. False: memory is out. */
bool jd_sparse_print(SparsePrinter *to, const SparsePlan *plan, const int *value, int first, int *x);

#endif
