/* SPDX-License-Identifier: MIT
 *
 * Pictures and movies as those outside see them, jourdain_picture.h: what the folders below make, behind one door. */
#ifndef JD_PICTURE_H
#define JD_PICTURE_H

#include "format/facts.h"
#include "draw/draw.h"
#include "jourdain_picture.h"

const Theme *jd_theme_named(const char *name); /* NULL, or none of that name: the first */

/* What is known of parts of a mechanism, in words, in the arena; NULL when memory is out. */
Facts jd_facts_of_body(const JdModel *model, int body, Arena *arena);
Facts jd_facts_of_node(const JdModel *model, int node, Arena *arena);
Facts jd_facts_of_joint(const JdModel *model, const JdSystem *system, int joint, Arena *arena);
Facts jd_facts_of_force(const JdModel *model, int force, Arena *arena);

/* The bond graph of a model that has one, as a JSON object: graph.c. False: memory is out. */
bool jd_graph_data(const JdModel *model, Text *out, JdLog *log);
/* A multibond graph in boxes, likewise: boxes.c. */
bool jd_boxes_data(const JdGraph *graph, Text *out);

#endif
