/* SPDX-License-Identifier: MIT
 *
 * Inside: what a mechanism has and its graph has no place for, as annotations of the graph's text (back/notes.h). */
#ifndef JD_QUERY_GRAPH_NOTES_H
#define JD_QUERY_GRAPH_NOTES_H

#include "model/model.h"
#include "multibond/multibond.h"

void jd_graph_notes(const JdModel *model, const Multibond *graph, Text *out);
/* A mechanism with the statements that the annotations of its graph tell, as far as they have a meaning there; what has none is told.
 * The text is taken and given. NULL: memory is out. */
char *jd_graph_notes_back(char *mechanism, const char *notes, JdLog *log);

#endif
