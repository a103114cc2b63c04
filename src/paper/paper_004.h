/* SPDX-License-Identifier: MIT
 *
 * Paper 004: its graphs. */
#ifndef JD_PAPER_004_H
#define JD_PAPER_004_H

#include "paper/paper.h"

/* Models in the order of the paper: pendulum, hyperstatic and isostatic slider-crank. */
typedef struct { const char *name; const JdModel *model; double stiffness; } GraphCase;
/* Storages, paths, breaks and index of all graphs; false after a report. */
bool jd_paper_004_graphs(PaperJob *job, const GraphCase *cases, int count);
/* How velocities follow from the crank's, from the graph by flow sources, beside Appendix 2 put right. */
bool jd_paper_004_follows(PaperJob *job);
/* What velocities cause for a body with three Cardan angles, by Lagrange, by the mechanism and by eq. (13). */
bool jd_paper_004_gyristor(PaperJob *job);
/* The graphs of Figs 17 to 26 as pictures in a folder. */
bool jd_paper_004_pictures(PaperJob *job, const GraphCase *cases, const char *folder);

#endif
