/* SPDX-License-Identifier: MIT
 *
 * Inside shapes: what the types share. */
#ifndef JD_SHAPE_INSIDE_H
#define JD_SHAPE_INSIDE_H

#include "shape/shape.h"

#define SHAPE(name) extern const ShapeType jd_shape_##name;
#include "shape/shapes.def"
#undef SHAPE

enum {
    HAS_LENGTH = 1 << SHAPE_LENGTH,
    HAS_WIDTH = 1 << SHAPE_WIDTH,
    HAS_HEIGHT = 1 << SHAPE_HEIGHT,
    HAS_DIAMETER = 1 << SHAPE_DIAMETER,
    HAS_INNER = 1 << SHAPE_INNER,
    HAS_TEETH = 1 << SHAPE_TEETH,
    HAS_TURNS = 1 << SHAPE_TURNS,
    HAS_SCALE = 1 << SHAPE_SCALE,
};

/* A dimension, or what the type takes in its place if it is not said. */
static inline double size_or(double size, double other) { return size > 0 ? size : other; }

/* ---- Building: points and triangles are added to a mesh, and jd_mesh_finish makes the rest of it ----
 * Points in one place are one, triangles without area are none. Nothing needs a check: without memory the arena fails. */

enum { ROUND = 40 }; /* sides of what is round; a multiple of 8 */

/* Normals and edges: faces that meet below an angle of SMOOTH degrees are one round face, others have a line
 * between them. `raw` has points and triangles; `out` may not be the same. */
enum { SMOOTH = 35 };
void jd_mesh_finish(const Mesh *raw, Arena *arena, Mesh *out);

int jd_mesh_point(Mesh *mesh, Arena *arena, Vec3 p); /* its index */
void jd_mesh_triangle(Mesh *mesh, Arena *arena, int a, int b, int c);
void jd_mesh_quad(Mesh *mesh, Arena *arena, int a, int b, int c, int d);
/* A flat face of three or more points, which may be hollow; changes `corners`. */
void jd_mesh_face(Mesh *mesh, Arena *arena, int *corners, int count);
/* The same whose ears are cut however many there are: the time goes with the square of `count`. */
void jd_mesh_hollow(Mesh *mesh, Arena *arena, int *corners, int count);

/* A flat piece of the thickness `height` along z that has rings as its outline and holes: even and odd ones within each other. */
void jd_mesh_of_rings(Mesh *mesh, Arena *arena, const Rings *rings, double height);

/* The mesh of a profile: closed lines of a DXF file. */
bool jd_dxf_read(const ShapeFile *from, const char *bytes, size_t length, Arena *arena, Mesh *out, JdLog *log);

/* Rows of points, all of the same count and each of them closed: the skin between neighbours, seen from outside with
 * the rows following one another to the left. The last row joins the first one, or not. */
void jd_mesh_skin(Mesh *mesh, Arena *arena, const Vec3 *points, int rows, int count, bool joined);

/* A profile turned about x. Its points are (x, radius), with the solid on their left; it is closed, or begins and ends on the axis. */
void jd_mesh_turn(Mesh *mesh, Arena *arena, const Vec2 *profile, int count, bool closed);

/* A flat piece of the thickness `height` along z between two contours of as many points, both counterclockwise. */
void jd_mesh_between(Mesh *mesh, Arena *arena, const Vec2 *outer, const Vec2 *inner, int count, double height);

/* The first one in the place of each point; NULL: memory is out. */
int *jd_mesh_weld(const Vec3 *points, int count, Arena *arena);

/* ---- Teeth: involutes, pressed by 20 degrees --------------------------------------------------
 * The contour of a wheel, counterclockwise, with the middle of a tooth on the x axis and another one every TOOTH points. */
enum { TOOTH = 12, TEETH_MOST = 1000, TURNS_MOST = 1000 };
const char *jd_teeth_fault(const double s[SHAPE_DIMENSIONS]);
double jd_teeth_module(const double s[SHAPE_DIMENSIONS]);
Vec2 *jd_teeth_contour(const double s[SHAPE_DIMENSIONS], double root, double tip, Arena *arena);

void jd_rings_start(Rings *rings, Arena *arena);
void jd_rings_point(Rings *rings, Arena *arena, Vec2 p);

#endif
