/* SPDX-License-Identifier: MIT
 *
 * Inside remedies: changes of joints that are tried, and the search for those that do it together. */
#ifndef JD_SOLVE_REMEDY_H
#define JD_SOLVE_REMEDY_H

#include "solve/redundant.h"

typedef enum { RETYPE, LEAVE_OUT, UNDRIVE } ChangeKind;

/* One change, and what it takes away: `rows` functions of the combinations. */
typedef struct {
    ChangeKind kind;
    int which; /* joint or drive */
    const JointType *type;
    const char *along; /* " along its axis", " with axis x", "" */
    bool asked;        /* frees of the joint are named elsewhere */
    bool stiff;        /* the type turns about nothing */
    int rows;
    double *row; /* rows x count */
} Change;

enum { CHOSEN = 12 };
typedef struct {
    Redundancy *r;
    const Repeated *set;
    const JdSystem *system;
    int n;         /* combinations */
    double *basis; /* of what is taken away so far: orthonormal rows */
    int done;
    LIST(Change) changes;
    int chosen;
    Change choice[CHOSEN];
} Search;

/* Takes away what a change does, if all of it is new; otherwise nothing. */
bool jd_remedy_take(Search *search, const Change *change);
/* All changes of a kind that do what they say by themselves, into search->changes; those of later joints first. */
void jd_remedy_list(Search *search, ChangeKind kind);

#endif
