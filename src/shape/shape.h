/* SPDX-License-Identifier: MIT
 *
 * Shapes: what a body looks like, and, of those that are solid, which mass and inertia follow from that. One file and
 * one line in shapes.def each; a shape knows nothing of models. Its middle is the origin, its long axis x; a gear
 * wheel turns about z, as wheels of planar mechanisms do. */
#ifndef JD_SHAPE_H
#define JD_SHAPE_H

#include "base/base.h"
#include "math/math.h"

/* ---- Meshes ----------------------------------------------------------------------------------- */

typedef struct {
    LIST(Vec3) points, normals; /* as many of both */
    LIST(int) triangles;        /* three points each, counterclockwise from outside */
    LIST(int) edges;            /* two points each: lines worth drawing */
} Mesh;

/* Closed curves in the xy plane, without their first point again; ring k: points starts[k] up to starts[k + 1] (or the end).
 * Rings inside others are holes. */
typedef struct { LIST(Vec2) points; LIST(int) starts; } Rings;

/* The outline of points seen along z: their convex hull, as one ring. */
void jd_rings_hull(const Vec3 *points, int count, Arena *arena, Rings *out);

/* The outline of a mesh that stands at a place, seen along z, with its holes; of one that is not closed the hull. */
void jd_mesh_outline(const Mesh *mesh, const Axes *axes, Vec3 at, Arena *arena, Rings *out);

/* Reads triangles from the bytes of a file: STL (both kinds) or OBJ, told apart by what is in it; 1 there is `scale` m here.
 * Points in one place are merged, normals and edges made by the angle between faces. False after a report at `where`. */
typedef struct {
    const char *path;
    double scale; /* lengths of the file are multiplied by it */
    Where where;  /* that names the file */
} MeshSource;
bool jd_mesh_read(MeshSource from, const char *bytes, size_t length, Arena *arena, Mesh *out, JdLog *log);
/* The same of a file; `root` as of FileRule. */
bool jd_mesh_load(MeshSource from, const char *root, Arena *arena, Mesh *out, JdLog *log);

/* ---- Types ------------------------------------------------------------------------------------ */

enum { SHAPE_LENGTH, SHAPE_WIDTH, SHAPE_HEIGHT, SHAPE_DIAMETER, SHAPE_INNER, SHAPE_TEETH, SHAPE_TURNS, SHAPE_SCALE, SHAPE_DIMENSIONS };

/* What a shape is. Its functions are called with sizes that it asks for, each positive (of `may` also 0: not said) and without a
 * fault; they read nothing else. A solid has `contains`, `inertia` and `holds`, and the formulas; the tests hold all of them, and the mesh,
 * against each other. */
typedef struct {
    const char *path;
    const char *layer;  /* that is taken of it; NULL: all */
    const double *size; /* SHAPE_DIMENSIONS of them; 0: not said */
    Where where;        /* that names the file */
} ShapeFile;

typedef struct {
    const char *name, *summary;
    const char *also; /* what others call it: "cube" is answered with `box`. NULL: nothing else */
    unsigned space, plane, volume; /* dimensions (bits 1 << SHAPE_...) for the inertia there, for the volume; 0: it has no
                                      mass of its own */
    unsigned look;                 /* those that its picture must have, */
    unsigned may;                  /* and may have: 0 there means the type's own default */
    const char *content, *ixx, *iyy, *izz; /* the formulas, for help; NULL: none */
    /* Its volume; its inertia per mass about x, y, z through its centre of mass, which is the origin; and which points are
     * inside. For each body that says a density or a mass, once, when it is read; `holds` for tests alone. NULL: no solid. */
    double (*contains)(const double size[SHAPE_DIMENSIONS]);
    Vec3 (*inertia)(const double size[SHAPE_DIMENSIONS]);
    bool (*holds)(const double size[SHAPE_DIMENSIONS], Vec3 p);
    bool thin;                     /* its inertia is that of its line along x, as if it had no thickness */
    bool file;                     /* its mesh is read from a file, and `mesh` is NULL */
    bool layers;                   /* of which one layer may be taken */
    /* The mesh of the bytes of a file; once for each file. False after a report. */
    bool (*read)(const ShapeFile *from, const char *bytes, size_t length, Arena *arena, Mesh *out, JdLog *log);
    AxisName axis;                 /* its main axis: x, of wheels z */
    /* Why sizes do not fit together, in words, or NULL: they do. When they are said, before all others. NULL: any do. */
    const char *(*fault)(const double size[SHAPE_DIMENSIONS]);
    /* What it looks like, closed and seen from outside (jd_mesh_finish ends it); what is inside a solid's has its centre of
     * mass at the origin. Once for each picture; without memory the arena fails. NULL only with `file`. */
    void (*mesh)(const double size[SHAPE_DIMENSIONS], Arena *arena, Mesh *out);
    /* The same seen along z, for planar pictures. NULL: the outline of the mesh. */
    void (*outline)(const double size[SHAPE_DIMENSIONS], Arena *arena, Rings *out);
} ShapeType;

/* What a type that has a file looks like by it; `root` as of FileRule. False after a report. */
bool jd_shape_load(const ShapeType *type, const ShapeFile *from, const char *root, Arena *arena, Mesh *out, JdLog *log);

const ShapeType *jd_shape_at(int index); /* NULL past the end */
const ShapeType *jd_shape_find(const char *name);
const char *jd_shape_dimension(int index); /* "length", "width", ... */
/* "length, teeth and turns" of some dimensions, and how they may be said: "length 20 mm  teeth 20". */
void jd_shape_list(unsigned dimensions, Text *names, Text *clauses);
double jd_shape_volume(const ShapeType *type, const double size[SHAPE_DIMENSIONS]);
Vec3 jd_shape_inertia(const ShapeType *type, const double size[SHAPE_DIMENSIONS]); /* per mass, about x, y, z */

#endif
