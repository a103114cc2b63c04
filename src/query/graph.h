/* SPDX-License-Identifier: MIT
 *
 * Inside: the multibond graph of a mechanism, as those outside hold it. */
#ifndef JD_QUERY_GRAPH_H
#define JD_QUERY_GRAPH_H

#include "multibond/multibond.h"
#include "run/run.h"

struct JdGraph {
    GraphHead head;
    Arena arena;
    JdSystem *system;
    JdRun *run;
    Multibond *graph;
    ScalarCount count;
    Text notes; /* annotations of its text */
    MultibondNumbers *numbers;
    double *effort, *signal; /* at the start */
    bool *shared;            /* of locks: its effort is one of many */
    bool reduces, hamilton; /* to independent velocities; with their momenta as states */
    MultibondMinimal minimal;
    JdGraphSettled settled; /* of a start that springs found: */
    JdGraphPlace *place;    /* of each body but the ground; NULL: assembly found it */
};

void jd_graph_hint_angles(const JdGraph *graph, JdLog *log); /* what to do where they are singular */

/* Where springs and dampers find a start that fits, from the drawn one: into the system's. False after a report. graph_settle.c */
bool jd_graph_settle(JdGraph *graph, const JdModel *model, JdLog *log);

#endif
