/* SPDX-License-Identifier: MIT
 *
 * Inside redundancy: locks that repeat others, what of the reactions that leaves open, and what to do about it. */
#ifndef JD_SOLVE_REDUNDANT_H
#define JD_SOLVE_REDUNDANT_H

#include "solve/solve.h"

enum { PLACES = 3 }; /* to look at besides the start */

/* A motion of one's own whose combinations of rows that vanish are at hand, one for each of the system's anchors:
 * motion.rows.anchor.null. */
typedef struct {
    const JdSystem *system;
    Motion motion;
    void *memory;
} Look;

/* What is known of a mechanism's redundancy. */
typedef struct {
    const JdModel *model;
    JdSystem *system;
    const Starts *starts;
    const Motion *start;
    double *place[PLACES]; /* positions that it comes to; */
    int places;            /* looked for where locks repeat others, or nearly do. 0: it cannot move */
    bool looked;           /* whether they were */
    Dependent here, there; /* at the start; in general */
    Look look;             /* while it is told: at the start, or at another position if that is singular */
    Arena *scratch;
    JdLog *log;
} Redundancy;

/* Rows that follow from others, and anchors in the system for them. False: out of memory. */
bool jd_find_redundancy(Redundancy *r);
/* Freedoms that lead away from the start: there, the rank is that of positions that were reached. */
int jd_finite_freedoms(const Redundancy *r);
void jd_report_redundancy(Redundancy *r);
void jd_report_rigid(const Redundancy *r); /* if there is no freedom, nor anything that a drive could move */

bool jd_look_open(Look *look, const JdSystem *system, const Motion *from);
void jd_look_place(Look *look, const double *q); /* bodies only */
void jd_look_at(Look *look, const double *q);
/* The same with combinations that were found there. */
void jd_look_given(Look *look, const double *q, const Dependent *found);
static inline const double *jd_look_null(const Look *look, int anchor) {
    return look->motion.rows.anchor.null + (size_t)anchor * (size_t)look->system->dynamics.rows;
}
void jd_look_close(Look *look);

/* Which channels show reactions that are not unique: system->channel_loose. */
bool jd_mark_loose(const Redundancy *r);
/* Those of the joints and drives that are marked: "jA.force.z, jB.torque". own: along the axes of the joints' first
 * frames, "jA.force.zi". Returns how many numbers that is. */
int jd_print_loose(const JdSystem *system, const bool *joints, const bool *drives, bool own,
                   Text *out);
/* These joints turn about one direction and slide normal to it, and so does gravity. */
bool jd_is_planar_loop(const JdSystem *system, const Motion *motion, const bool *joints);

/* Locks that repeat each other, with all that repeat those: they have nothing to do with the other sets. */
typedef struct {
    int count;              /* of combinations: so many locks are too many */
    int *vector;            /* which, of Redundancy.there */
    bool *joints, *drives;  /* that take part */
} Repeated;
/* What would make its reactions unique, in words: "let 'jB' be `spherical`". Without a word: nothing was found. */
bool jd_print_remedy(Redundancy *r, const Repeated *set, Text *out);

#endif
