/* SPDX-License-Identifier: MIT
 *
 * Shared inside model/: saying what is wrong, and the table of names. */
#ifndef JD_MODEL_INSIDE_H
#define JD_MODEL_INSIDE_H

#include "model/model.h"

/* Reports an error and counts it, so that a model with errors does not compile. */
#define MODEL_ERROR(model, code, where, ...)                                                       \
    ((model)->errors++, jd_report((model)->log, JD_ERROR, code, where, __VA_ARGS__))
#define MODEL_HINT(model, ...) jd_hint((model)->log, __VA_ARGS__)

int jd_model_no_memory(JdModel *model); /* reports it; gives -1 */

/* ---- Checks that report; `what` and `name` say whose number or point it is ------------------ */

bool jd_model_check_finite(JdModel *model, double value, const char *what, const char *name,
                           Where where);
/* Finite, and in a planar model in the plane. */
bool jd_model_check_point(JdModel *model, Vec3 point, const char *what, const char *name,
                          Where where);
/* A valid word that nothing in this scope is called yet. */
bool jd_model_check_name(JdModel *model, const char *name, const char *what, int scope,
                         Where where);
bool jd_model_check_mass(JdModel *model, const ModelBody *body);
bool jd_model_check_inertia(JdModel *model, const ModelBody *body); /* can a body have it? */
bool jd_model_check_couple(JdModel *model, const ModelJoint *joint);
bool jd_model_check_frame_index(JdModel *model, int frame, const char *what, const char *name,
                                Where where);

bool jd_model_is_body(JdModel *model, JdBody body, const char *what, const char *name); /* of a C call */

/* The state that a force of its type brings along; said: its field has the start value. False after a report. */
bool jd_model_force_state(JdModel *model, ModelForce *force, bool said);

/* Whether a force may act on the nodes that it names. False after a report. */
bool jd_model_check_nodes(JdModel *model, const ModelForce *force);

/* ---- Names ---------------------------------------------------------------------------------- */

enum { SCOPE_MODEL = -1, SCOPE_STARTS = -2, SCOPE_PAIRS = -3, SCOPE_TYPES = -4, SCOPE_WATCHED = -5 }; /* frames: the index of their body */

const NameSlot *jd_names_find(const NameTable *names, const char *name, int scope);
bool jd_names_add(NameTable *names, Arena *arena, NameSlot slot); /* false: out of memory */

/* ---- A joint type on trial ------------------------------------------------------------------ */

typedef struct {
    const JointType *type;
    Lock *locks; /* those of this space, with field values to try */
    const char **texts;
    Where *wheres;
    Where where;
    int count;
} TypeTrial;

bool jd_type_check_independence(JdModel *model, const TypeTrial *type); /* anywhere */
bool jd_type_check_frees(JdModel *model, const TypeTrial *type);
bool jd_type_check_on_frees(JdModel *model, const TypeTrial *type); /* independence where the frees lead */

/* What a type of the table means in this model: itself, but in a planar model that moves in space one
 * with the frees that it has in the plane (a ball joint is a hinge there). NULL: out of memory. */
const JointType *jd_type_in_plane(JdModel *model, const JointType *type);

/* Distance of the origins of two frames as drawn. */
double jd_model_drawn_distance(const JdModel *model, int i, int j);

#endif
