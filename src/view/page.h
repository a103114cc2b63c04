/* SPDX-License-Identifier: MIT
 *
 * Inside pages: the data of a show as viewer/DATA.md describes them, in so many bytes. */
#ifndef JD_PAGE_H
#define JD_PAGE_H

#include "base/json.h"
#include "view/view.h"

/* ---- Numbers as bytes, least significant first: numbers.c --------------------------------------- */

typedef enum { NUMBERS_F4, NUMBERS_F8, NUMBERS_U4, NUMBERS_U2, NUMBERS_I2 /* packed */ } NumberKind;
int jd_number_size(NumberKind kind); /* bytes */
void jd_bytes_number(Text *bytes, NumberKind kind, double value);
/* A member {"f4": "base64"}; the bytes are freed. */
void jd_json_numbers(Json *json, const char *key, NumberKind kind, Text *bytes);
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

/* What so many bytes take there. */
static inline double jd_base64_size(double bytes) { return bytes * 4 / 3 + 16; }

/* A list of a few numbers, with so many digits as a picture needs. */
void jd_json_list(Json *json, const char *key, const double *values, int count);
void jd_text_number(Text *out, double value);
void jd_json_vector(Json *json, const char *key, Vec3 v);
void jd_json_pose(Json *json, const char *key, const Pose *pose);
/* label, value, ..., NULL as a list of pairs; NULL: an empty one. */
void jd_json_facts(Json *json, const char *key, const char *const *facts);

/* ---- Parts of the page ---------------------------------------------------------------------- */

/* page_scene.c: all that does not move, in at most about so many bytes as far as meshes go */
void jd_page_scene(const Show *show, double room, Json *json);
/* page_mesh.c: a mesh with at most about so many points. False: no memory. */
bool jd_page_coarsen(const Mesh *mesh, int most, Arena *arena, Mesh *out);


/* Outlines and symbols: those of many bodies and joints are the same and stand in the table `curves` once. page_curves.c */
typedef struct {
    Arena arena;
    LIST(const char *) texts;
} PageCurves;
void jd_page_outline(PageCurves *curves, Json *json, const Rings *rings);
void jd_page_lines(PageCurves *curves, Json *json, const SceneLink *link);
void jd_page_curves_end(PageCurves *curves, Json *json); /* writes the table and frees it */

/* page_run.c: the runs, in about so many bytes. False: no memory. */
bool jd_page_runs(const Show *show, double room, Json *json);

/* ---- What goes into them: page_plan.c --------------------------------------------------------- */

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

#endif
