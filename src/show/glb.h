/* SPDX-License-Identifier: MIT
 *
 * Inside glTF: the parts of a .glb file while it is made. Lists are as in the file: a part is named by its index. */
#ifndef JD_GLB_H
#define JD_GLB_H

#include "format/json.h"
#include "page/numbers.h"
#include "scene/scene.h"

typedef struct {
    const char *name;
    Pose pose;
    Vec3 scale;   /* zero: as it is */
    int mesh;     /* -1: none */
    LIST(int) children;
    int body, link; /* what moves it: a body, or a link that spans; -1: nothing */
} GlbNode;

typedef struct { Colour colour; double opacity; } GlbMaterial;
typedef struct { int points, normals, triangles; } GlbSolid; /* accessors; -1: not there yet */
typedef struct { int solid, material; } GlbMesh;
typedef struct { size_t offset, length; int target; } GlbView;
typedef struct { int view, component, count, width; bool bounds; double low[3], high[3]; } GlbAccessor;
typedef struct { int node; const char *path; int input, output; } GlbChannel;

typedef struct {
    const Show *show;
    const ShowRun *run; /* the one that is shown; NULL: none, the start */
    Arena arena;
    Text bytes; /* of the buffer */
    LIST(GlbNode) nodes; /* the first is the root */
    LIST(GlbMaterial) materials;
    LIST(GlbSolid) solids; /* as the scene's meshes, then those made here */
    LIST(GlbMesh) meshes;
    LIST(GlbView) views;
    LIST(GlbAccessor) accessors;
    LIST(GlbChannel) channels;
} Glb;

enum { GLB_U2 = 5123, GLB_U4 = 5125, GLB_FLOAT = 5126, GLB_VERTICES = 34962, GLB_INDICES = 34963 };

/* Numbers of `width` each into the buffer; the index of their accessor. */
int jd_glb_floats(Glb *glb, const double *values, int count, int width, int target, bool bounds);
int jd_glb_indices(Glb *glb, const int *values, int count, int points);

/* glb_scene.c: nodes, meshes, materials. */
void jd_glb_scene(Glb *glb);
/* Where a link that spans is: from M to N, its x axis along that and as long. */
GlbNode jd_glb_span(const SceneLink *link, const Pose *body_i, const Pose *body_j, const Pose *before);

/* glb_move.c: keys at even times of the show, close enough that straight lines between them do. */
void jd_glb_moves(Glb *glb);

#endif
