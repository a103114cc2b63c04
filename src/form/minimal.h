/* SPDX-License-Identifier: MIT
 *
 * Inside the minimal formulation: which rates are independent, and how the others follow. */
#ifndef JD_MINIMAL_H
#define JD_MINIMAL_H

#include "form/form.h"
#include "loop/loop.h"
#include "loop/space.h"

typedef struct {
    Tree tree;
    int *group;     /* of each cut row: its group */
    double *prefer; /* of each rate: how gladly it is a dependent one, 0 to 1 */
    double *unit;   /* of each rate: the mechanism's length for a slide, else 1 */
    int free;       /* independent rates */
    bool closes;    /* in closed form rates are the same whatever the state says of dependent numbers nearby */
    bool rolls;     /* some rows ask for velocities alone: positions do not follow from others */
    TreeFree *frees; /* of each joint; */
    TreeFree *chain_frees; /* the same where only the closed form's independent turns and slides are known */
    const bool *depends; /* of each rate, in the closed form of the whole; NULL: there is none. Then it is one of these: */
    const SpaceChain *space; /* of bodies in space */
    const Chain *chain; /* of bodies in a plane, and then: */
    Plane plane;    /* all bodies move in, */
    Plane pushed;   /* and with the bodies alone that forces act on, if that is all they need to know */
    bool acts;      /* forces act on coordinates, or read them */
    bool angles;    /* forces read the angles of planar bodies */
    bool plain;     /* chain->one, no force but uniform gravity, nothing that must know the bodies at every evaluation */
} MinimalPlan;

/* Its part of the mode, beside which rates depend and which are independent. */
typedef struct {
    double chosen; /* the lowest pivot when the rates were chosen, and the highest since; 0: not yet */
    bool by_chain; /* positions in closed form */
    bool looked;   /* rates in use are known */
} MinimalMode;

typedef struct {
    TreeWork tree;
    MinimalMode mode;
    double *q, *u, *udot, *step;
    double *G, *LU;   /* rows x rates; the dependent ones, factored */
    int *dependent, *independent;
    int *rows;        /* in the order of pivots; those behind follow from the first */
    double *B, *twists, *M, *h, *r;
    double pivot;     /* lowest of the last factors, as scaled, */
    int lowest;       /* and its row */
    bool *in_use;     /* of each rate: it was independent at the last look, */
    bool *now;        /* and is; */
    int *left, *came; /* rates that changed since, */
    int *first;       /* and the independent ones of the first look */
    bool read;        /* coordinates of all joints were read off them */
    SpaceWork space;  /* of the closed form in space, */
    ChainWork chain;  /* and in a plane: */
    double rate;      /* of what its velocities are for: the independent rate after the short pass, otherwise 1 */
    bool told;        /* the bodies of the motion stand as they do there */
    Spin *force;      /* of each body */
} MinimalWork;

bool jd_minimal_prepare(JdSystem *system, JdLog *log); /* minimal_plan.c */
void jd_minimal_layout(const JdSystem *system, Motion *motion, Layout *at);
void jd_minimal_keep(const JdSystem *system, Motion *motion, Keeper *keeper);

/* Where rates begin in a state. */
static inline int jd_first_rate(const JdSystem *system) { return ((const MinimalPlan *)system->plan)->tree.nq + system->turns; }
/* The frees that are coordinates are known from now on. */
static inline void jd_know_frees(Motion *motion, const TreeFree *frees, MinimalWork *work) {
    motion->tree_free = frees;
    motion->tree_q = work->q;
    motion->tree_u = work->u;
    motion->tree_effort = work->tree.effort;
}
/* Next to a position where a dyad is stretched, loops are closed by Newton's method, which may take other rates as
 * independent ones; the closed form is taken up again further on. */
static const double jd_dyad_low = 0.05, jd_dyad_high = 0.1;

/* Bodies, rates and rows from the state; false: the loops do not close. */
bool jd_minimal_place(const JdSystem *system, Motion *motion, double time, const double *y);
/* Bodies and rows from the state as it stands, for mechanisms that roll. */
void jd_minimal_open(const JdSystem *system, Motion *motion, double time, const double *y);
/* By closed form: whether it is in use; its independent rates are; bodies alone; the bodies of the motion, if nobody told
 * them yet; exact coordinates of all joints, counted from those in q, and the angles of planar bodies. */
static inline bool jd_minimal_by_chain(const MinimalPlan *plan, const MinimalWork *work) {
    return work->mode.by_chain && plan->tree.cut.rows;
}
void jd_minimal_take_rates(const MinimalPlan *plan, MinimalWork *work);
bool jd_minimal_close(const JdSystem *system, Motion *motion, const double *y);
void jd_minimal_tell(const JdSystem *system, Motion *motion);
/* Rates of all joints in a plane, and where slides stand: a part of telling. */
void jd_minimal_tell_rates(const MinimalPlan *plan, MinimalWork *work);
void jd_minimal_read(const JdSystem *system, Motion *motion, double *q);

/* Coordinates and rates of all joints as the bodies stand after an evaluation. */
void jd_minimal_find(const JdSystem *system, Motion *motion);

/* After a step, minimal_settle.c: as FormType has them. */
bool jd_minimal_unsettled(const JdSystem *system, Motion *motion);
ChangeReport jd_minimal_settle(const JdSystem *system, Motion *motion, double time, const double *y);
ChangeReport jd_minimal_renew(const JdSystem *system, Motion *motion);
void jd_minimal_afresh(const JdSystem *system, Motion *motion);
bool jd_minimal_ends_closed(const JdSystem *system, const Motion *motion);
ProjectReport jd_minimal_project(const JdSystem *system, Motion *motion, double time, Factors factors, double *y);

/* Dependent rates, minimal_rates.c. All rows along all rates into G, in units of the mechanism's length; */
void jd_minimal_rows(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, Motion *motion);
/* which rates depend, on which rows (G is spoilt): those in use stay independent where that does as well; */
void jd_minimal_choose(const MinimalPlan *plan, MinimalWork *work);
/* the best of all, whichever are in use; */
void jd_minimal_choose_anew(const MinimalPlan *plan, MinimalWork *work);
/* L U of the dependent ones; and those that meet b (of each row, in its own unit), into u, where the others stay. */
void jd_minimal_factor(const MinimalPlan *plan, MinimalWork *work);
void jd_minimal_follow(const JdSystem *system, const MinimalPlan *plan, MinimalWork *work, const double *b, double *u);

/* Drives, for closed forms: that of a node with one coordinate (-1: none); whether these rows ask for nothing but such; where
 * they begin, of each node (NULL: no memory). */
int jd_minimal_drive(const JdSystem *system, const NodeInfo *node);
bool jd_minimal_drives_all(const JdSystem *system, const Tree *tree, const Group *group);
const double (*jd_minimal_jets(JdSystem *system, const Tree *tree))[3];

/* In space, minimal_space.c: the sequence (false: out of memory; it may stay NULL), bodies from the state, the bodies of the
 * motion, coordinates, accelerations. */
bool jd_minimal_find_space(JdSystem *system, MinimalPlan *plan);
bool jd_minimal_space_close(const JdSystem *system, Motion *motion, const double *y);
void jd_minimal_space_tell(const JdSystem *system, Motion *motion);
void jd_minimal_space_solve(const JdSystem *system, Motion *motion, double *udot);

/* What drives give, minimal_given.c. */
double jd_minimal_given(const JdSystem *system, const Motion *motion);

/* The dyads of the closed form, for people: minimal_words.c. */
bool jd_minimal_dyad(const JdSystem *system, int index, FormDyad *dyad);
bool jd_minimal_block(const JdSystem *system, int index, FormBlock *block);
bool jd_minimal_rate_name(const JdSystem *system, int rate, char *out, size_t room);

/* The closed form, minimal_linkage.c. False: out of memory. The chain may stay NULL. */
bool jd_minimal_chain(JdSystem *system, MinimalPlan *plan);

#endif
