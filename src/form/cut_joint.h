/* SPDX-License-Identifier: MIT
 *
 * What the formulations on a spanning tree share. */
#ifndef JD_CUT_JOINT_H
#define JD_CUT_JOINT_H

#include "form/form.h"

/* Its tree, and where the frees of joints are in it: of a system that was compiled with one of these forms. */
const Tree *jd_cut_tree(const JdSystem *system, const TreeFree **frees);
const Tree *jd_cut_own_tree(const JdSystem *system);
bool jd_cut_prepare(JdSystem *system, JdLog *log);
void jd_cut_layout(const JdSystem *system, Motion *motion, Layout *layout);
void jd_cut_init(const JdSystem *system, Motion *motion);
void jd_cut_keep(const JdSystem *system, Motion *motion, Keeper *keeper);
void jd_cut_state(const JdSystem *system, const Motion *motion, const double *like, double *y);
void jd_cut_rates(const JdSystem *system, Motion *motion, double time, const double *y, double *rates);
void jd_cut_kinematics(const JdSystem *system, Motion *motion, const double *y, double *rates);
int jd_cut_first_velocity(const JdSystem *system);
bool jd_cut_tidy(const JdSystem *system, double *y);
ProjectReport jd_cut_project(const JdSystem *system, Motion *motion, double time, Factors factors, double *y);
double jd_cut_given(const JdSystem *system, const Motion *motion);
void jd_cut_recover(const JdSystem *system, Motion *motion, Level level);
FormCount jd_cut_count(const JdSystem *system);
double jd_cut_error(const JdSystem *system, const double *y0, const double *y1, const double *error, double tol);

/* Back onto the rows of `cut` by the smallest change of the tree's coordinates, weighed by mass: theory 9.4. */
typedef struct {
    const Tree *tree;
    TreeWork *work;
    double *step;   /* room for the rates of the tree */
    int first_rate; /* in the state */
    Factors factors;
    double time;
    void (*place)(const JdSystem *system, Motion *motion, double time, const double *y); /* bodies, rows */
    void (*factor)(const JdSystem *system, Motion *motion, double *step); /* after place: jd_tree_solve */
} TreeProjection;
ProjectReport jd_tree_project(const JdSystem *system, Motion *motion, const TreeProjection *how, double *y);

#define CUT_JOINT_FUNCTIONS                                                                        \
    .prepare = jd_cut_prepare, .layout = jd_cut_layout, .init = jd_cut_init, .keep = jd_cut_keep,   \
    .state = jd_cut_state,                                                                         \
    .rates = jd_cut_rates, .kinematics = jd_cut_kinematics,                                        \
    .first_velocity = jd_cut_first_velocity, .tidy = jd_cut_tidy, .project = jd_cut_project,       \
    .recover = jd_cut_recover, .given = jd_cut_given, .error = jd_cut_error, .count = jd_cut_count, .tree = jd_cut_own_tree, .parts = PARTS_ALL

#endif
