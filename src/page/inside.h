/* SPDX-License-Identifier: MIT
 *
 * Inside pages: the data of a show as viewer/DATA.md describes them, in so many bytes. */
#ifndef JD_PAGE_INSIDE_H
#define JD_PAGE_INSIDE_H

#include "page/numbers.h"
#include "page/page.h"

/* ---- Numbers of a trace: numbers.c, thin.c ------------------------------------------------------- */

/* Two bytes a number: value = number * scale + offset, of the n-th number those of n modulo width; what is not finite
 * is -32768. */
enum { PACK_WIDTH = 7 };
typedef struct {
    int width;
    double scale[PACK_WIDTH], offset[PACK_WIDTH];
} NumberPack;
/* For the `width` columns of a trace from each of `first` on (negative: none). */
NumberPack jd_pack_columns(const JdTrace *trace, const int *first, int count, int width);
void jd_bytes_packed(Text *bytes, const NumberPack *pack, int column, double value);
/* A member {"i2": "base64", "scale": [...], "offset": [...]}; the bytes are freed. */
void jd_json_packed(Json *json, const char *key, const NumberPack *pack, Text *bytes);

/* Rows such that in each of `parts` stretches every column keeps its least and its greatest value; first and last
 * too. Rising; returns how many, at most rows. */
int jd_thin_rows(const JdTrace *trace, const int *columns, int column_count, int parts, int *kept);

/* ---- Members: numbers.c ------------------------------------------------------------------------- */

void jd_text_number(Text *out, double value);
void jd_json_vector(Json *json, const char *key, Vec3 v);
void jd_json_pose(Json *json, const char *key, const Pose *pose);
/* label, value, ..., NULL as a list of pairs; NULL: an empty one. */
void jd_json_facts(Json *json, const char *key, const char *const *facts);

/* ---- Parts of the page ---------------------------------------------------------------------- */

/* scene.c: all that does not move, in at most about so many bytes as far as meshes go */
void jd_page_scene(const Show *show, double room, Json *json);
/* likewise what a variant looks like, in its run */
void jd_page_own(const Show *show, const ShowRun *run, double room, Json *json);
/* mesh.c: a mesh with at most about so many points. False: no memory. */
bool jd_page_coarsen(const Mesh *mesh, int most, Arena *arena, Mesh *out);

/* Outlines and symbols: those of many bodies and joints are the same and stand in the table `curves` once. curves.c */
typedef struct {
    Arena arena;
    LIST(const char *) texts;
} PageCurves;
void jd_page_outline(PageCurves *curves, Json *json, const Rings *rings);
void jd_page_lines(PageCurves *curves, Json *json, const SceneLink *link);
void jd_page_curves_end(PageCurves *curves, Json *json); /* writes the table and frees it */

/* run.c: the runs, in about so many bytes. False: no memory. */
bool jd_page_runs(const Show *show, double room, Json *json);

/* ---- What goes into them: plan.c -------------------------------------------------------------- */

typedef struct {
    int *frames, frame_count; /* rows of the film */
    int step, needed;         /* they are so many rows apart; at least so many are wanted; 0: there are none */
    NumberKind pose;          /* angles of very many turns take f8; packed if there is little room */
    NumberKind force;
    bool velocities, forces;
    NumberPack pose_pack, force_pack;
} FramePlan;

typedef struct {
    int *rows, count; /* of the traces, rising; those that a run did not reach are not in it */
    NumberKind output; /* energies have f8 always */
    bool thinned;
} SamplePlan;

NumberKind jd_page_kind(const SamplePlan *plan, const char *channel); /* how its values are written */
bool jd_page_is_energy(const char *channel);
bool jd_page_is_drift(const char *channel);
bool jd_page_plan(const Show *show, double room, Arena *arena, SamplePlan *samples, FramePlan *frames);

/* more.c: what the films hold beside the picture, in the room that is left */
void jd_page_more(const Show *show, const FramePlan *plans, double room, Json *json);

#endif
