/* SPDX-License-Identifier: MIT
 *
 * What the files of sparse/ share: the pattern that is eliminated symbolically, the plan with its
 * fronts, and the rules for pivots. Theory 5. */
#ifndef JD_SPARSE_INSIDE_H
#define JD_SPARSE_INSIDE_H

#include "math/two.h"
#include "sparse/sparse.h"
#include <string.h>

/* ---- Pattern ---------------------------------------------------------------------------------
 * Who is coupled with whom while blocks are eliminated one after the other. An eliminated block
 * leaves an element behind: the blocks that it has coupled with each other. */
typedef struct {
    int *member, members; /* blocks of the element, all still there while it is not absorbed */
    int weight;           /* unknowns in these blocks */
    bool absorbed;        /* a later element contains it */
} Element;
typedef struct {
    int element, next;
} Membership;

typedef struct {
    Arena *arena;
    int blocks;
    const SparseBlock *block;
    int *start, *neighbour; /* given couplings of block b: neighbour[start[b]..start[b + 1]-1] */
    bool *gone;
    Element *element; /* of each block that is gone */
    int *first;       /* head of each block's list of memberships, -1: none */
    LIST(Membership) list;
    int *mark, stamp; /* mark[b] == stamp: b was met in the present search */
    int *found;
} Pattern;

bool jd_pattern_make(Pattern *pattern, Arena *arena, const SparsePattern *given);
/* Number of unknowns that block is coupled with at present. */
int jd_pattern_degree(Pattern *pattern, int block);
/* Eliminates the block; its element says with whom it was coupled. */
bool jd_pattern_eliminate(Pattern *pattern, int block);

/* An order for meshes: mesh.c. False: there is none, or memory is out, which the arena knows. */
bool jd_sparse_order_mesh(Arena *arena, const SparsePattern *given, int *order);

/* Eliminates all blocks, the least degree first. Returns how many products of two numbers that takes; -1: no memory. */
double jd_sparse_order_least(Pattern *pattern, int *order);

/* ---- Merging ---------------------------------------------------------------------------------
 * Which blocks share a front. A front's pivots form a path of the elimination tree. */
typedef struct {
    int *front_of; /* of each block */
    int fronts;    /* numbered so that children come before their parents */
    int *last;     /* of each front: its last pivot block, */
    int *before;   /* of each block: the pivot before it in its front, -1: first */
    int *parent;   /* of each front: the front it hands on to, -1: none */
} Merging;

/* apart: each block is a front of its own. */
bool jd_sparse_merge(Merging *merging, Arena *arena, const Pattern *pattern, const int *order, bool apart);

/* ---- Plan ------------------------------------------------------------------------------------
 * A front is a small dense symmetric matrix: first the rows of the blocks that are eliminated in
 * it, behind them the rows that these are coupled with. */
enum { PIVOTS_MAX = 24 };

typedef struct {
    int block;
    int unknown, size; /* where the block stands in the vector */
    int row;           /* its first row in this front */
    int from;          /* first pivot column that is not zero in these rows */
    int end;           /* of a pivot: its columns are zero from this row on */
    bool dual;
    size_t diagonal; /* its diagonal block among the values (not dual) */
} FrontBlock;

/* A number that enters a front, from the values or from a child's update in the work, and where.
 * Columns of a front are STRIDE apart. Updates of more rows than HANDED_MAX are not listed. */
enum { HANDED_MAX = 16 };
#define STRIDE(rows) (((rows) + 1) / 2 * 2)
typedef struct {
    unsigned value, to;
} FrontEntry;

typedef struct {
    int rows, pivots;           /* scalar */
    int block, blocks, own;     /* its FrontBlocks; the first `own` of them are pivots */
    int entry, entries, handed; /* its FrontEntries: values, then what children hand on */
    int child, children;        /* its children, in SparsePlan.child */
    int target;                 /* of its rows behind the pivots: rows in the parent's front */
    int row;                    /* unknowns of its rows, in SparsePlan.row */
    int number;                 /* of its kernel: jd_front_number; 0: none, it is for careful.c */
    size_t image, given;        /* definite: its pivot columns among the values, STRIDE apart; the diagonal as given */
    bool chain;
    size_t body, joint, above;                 /* chain: first unknowns */
    size_t body_value, own_value, above_value; /* chain: A, B of the body, B of the body above */
    size_t body_weight, above_weight;          /* chain: in the work */
    size_t factor, behind;                     /* where its factor lies in the work, and ends */
    size_t update;                             /* and what it hands on to its parent's front */
} Front;

typedef struct {
    int unknown, size;
    bool dual;
    size_t diagonal; /* among the values */
    size_t weight;   /* of a body: the inverse of its diagonal block, factored, in the work */
} PlanBlock;
typedef struct {
    int row, column;
    size_t value;
} PlanPair;

/* A pair of a lock with a body, for the scale of the lock: rows x columns, or turned over. */
typedef struct {
    size_t value, weight, scale;
    int rows, columns;
    bool turned;
} Coupling;

struct SparsePlan {
    int blocks, pairs, unknowns;
    bool definite; /* positive definite: no block is dual, values lie by fronts */
    int fronts, front_blocks, entries, children, targets, rows; /* room in the arrays */
    int couplings, coupling_room;
    size_t values, work, bytes;
    size_t scale, scratch; /* in the work: of each unknown; room for the largest front */
    PlanBlock *block;
    PlanPair *pair;
    Front *front; /* children before parents */
    FrontBlock *front_block;
    FrontEntry *entry;
    Coupling *coupling;
    int *child;
    unsigned *target, *row;
    int *front_of; /* of each block */
};

void jd_plan_is_sound(const SparsePlan *plan); /* asserts what the executor relies on: sound.c */

/* ---- Making a plan -------------------------------------------------------------------------- */

/* What the making of a plan needs besides the plan. */
typedef struct {
    SparsePlan *plan;
    Arena *arena;
    const SparseBlock *block;
    const SparsePair *pair;
    const int *order;
    bool definite;
    Pattern pattern; /* after elimination */
    Merging merging;
    int *rank;                   /* of a block in the order */
    int *first_pair, *next_pair; /* of a front: the pairs that enter there */
    int *first_child, *next_child;
    int *met; /* met[b] == f + 1: block b is listed in front f, */
    int *row; /* from this row on */
} Making;

void jd_sparse_list_fronts(Making *making);

/* ---- Two numbers at a time: math/two.h ------------------------------------------------------- */

/* to[i] -= a[i] * l and to[i] = a[i] * l, from <= i < end. */
ALWAYS void two_subtract(double *to, const double *a, double l, int from, const int end) {
    if ((end - from) % 2) to[from] -= a[from] * l, from++;
    for (; from < end; from += 2)
        two_store(to + from, two_load(to + from) - two_load(a + from) * two_both(l));
}
ALWAYS void two_scale(double *to, const double *a, double l, int from, const int end) {
    if ((end - from) % 2) to[from] = a[from] * l, from++;
    for (; from < end; from += 2) two_store(to + from, two_load(a + from) * two_both(l));
}

/* ---- Numbers -------------------------------------------------------------------------------- */
typedef struct {
    const SparsePlan *plan;
    const double *values;
    double *work;
    double epsilon;
    const double *soft; /* what epsilon is measured by; NULL: the scale */
    double watch; /* a dual pivot below watch * scale needs a closer look, */
    double floor; /* and another one below floor times the diagonal as given */
    SparseReport report;
} Factoring;

#define PIVOT_LEAST 1e-14 /* of a dual pivot, in parts of its scale */
#define PIVOT_NOISE 1e-14 /* of a body pivot, in parts of the given diagonal: rounding of six eliminations */

/* What the pivots of the locks would be if all bodies were free: theory (5.6). First the weights
 * of all bodies, then the scales of the locks that are not in chains. */
void jd_sparse_scales(const SparsePlan *plan, const double *values, double *work);

/* b^T A^-1 b for one row b of a lock, from the weight of a body with `size` coordinates:
 * reciprocal pivots, rows of the unit triangle, and 1 if that triangle is not zero. */
double jd_sparse_coupled_scale(const double *weight, const double *b, int stride, int size);
ALWAYS double lock_scale(const double *weight, const double *b, const int stride, const int size) {
    if (weight[size * (size + 1) / 2] != 0) return jd_sparse_coupled_scale(weight, b, stride, size);
    double sum = 0;
    for (int i = 0; i < size; i++) sum += b[i * stride] * b[i * stride] * weight[i];
    return sum;
}

/* Adds up the numbers of a front in m: values, and what children hand on. */
ALWAYS void front_gather_values(const Factoring *f, const Front *front, double *m) {
    const double *const values = f->values;
    const FrontEntry *at = f->plan->entry + front->entry, *const end = at + front->entries;
    for (; at < end; at++) m[at->to] += values[at->value];
}
ALWAYS void front_gather_handed(const Factoring *f, const Front *front, double *m) {
    const double *const work = f->work;
    const FrontEntry *at = f->plan->entry + front->entry + front->entries;
    for (const FrontEntry *const end = at + front->handed; at < end; at++)
        m[at->to] += work[at->value];
}

/* Which kernel fits a front of B rows of a body, J of locks, R and U behind: execute.c. 0: none. */
typedef struct {
    int B, J, R, U;
    bool definite, chain;
} FrontSize;
int jd_front_number(FrontSize size);
bool jd_front_is_chain(int number);
/* Any front, with care: careful.c. backward: l points behind the factor. */
void jd_front_careful(Factoring *f, const Front *front);
/* Fronts of definite plans: false, a pivot is none. */
bool jd_front_definite(Factoring *f, const Front *front);
void jd_front_forward(const SparsePlan *plan, const Front *front, const double *l, double *x);
void jd_front_backward(const SparsePlan *plan, const Front *front, const double *l, double *x);

/* Notes how low the pivot of a lock is and returns a pivot to go on with. */
double jd_front_low_pivot(Factoring *f, double pivot, double scale, int unknown);

/* Is this a pivot of a body? own is its diagonal element as given. NaN is none. */
bool jd_front_low_body(Factoring *f, double pivot, double own, int unknown);
static inline bool is_body_pivot(Factoring *f, double pivot, double own, int unknown) {
    return pivot > fabs(own) * f->floor || jd_front_low_body(f, pivot, own, unknown);
}

/* The pivot of a lock, which is negative. NaN is low, and so is zero without a scale. */
static inline double dual_pivot(Factoring *f, double pivot, double scale, int unknown) {
    if (-pivot > f->watch * scale) return pivot;
    return jd_front_low_pivot(f, pivot, scale, unknown);
}

#endif
