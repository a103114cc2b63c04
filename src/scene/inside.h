/* SPDX-License-Identifier: MIT
 *
 * Inside scenes: what the files that make one share. */
#ifndef JD_SCENE_INSIDE_H
#define JD_SCENE_INSIDE_H

#include "draw/draw.h"
#include "model/model.h"
#include "scene/scene.h"

typedef struct {
    const JdModel *model;
    const JdSystem *system; /* NULL: it does not compile, and is seen as drawn */
    Scene *scene;
    Arena *arena;           /* the scene's */
    const Theme *theme;
    Film motion;            /* of the bodies; no trace: nothing is known of it */
} Stage;

void jd_scene_is_sound(const Scene *scene); /* asserts what whoever draws it relies on: sound.c */

/* The channels of the pose of a body: x, y, angle, or x, y, z and a quaternion. How many. film.c */
enum { PLANAR_CHANNELS = 3, POSE_CHANNELS = 7 };
int jd_film_pose_channels(const JdSystem *system, const char *body, JdChannel channels[POSE_CHANNELS]);

/* The channels of a signal: itself, or its x, y and z. How many; 0: it has none. */
int jd_follow_channels(const JdSystem *system, const char *name, int count, JdChannel channels[3]);
double jd_follow_scale(const Scene *scene, const SceneFollow *follow, double most);
Vec3 jd_film_vector(const Film *film, int first, int count, double time); /* of columns that follow one another */
bool jd_scene_follows(Stage *stage); /* arrows and axes: follow.c */

/* Rows that tell of a motion: some thousands of them, and the last. Negative: no more. */
int jd_scene_row(const Stage *stage, int n);

/* ---- Meshes and outlines: mesh.c -------------------------------------------------------------- */

/* Adds a mesh, or finds an equal one; its index, -1 when memory is out. */
int jd_scene_mesh(Scene *scene, const Mesh *mesh);
/* A type of the table, placed. NULL when memory is out. */
SceneShape *jd_scene_shape(Stage *stage, SceneBody *body, const char *type, const double size[SHAPE_DIMENSIONS], Pose local);
/* The same into any list. */
bool jd_scene_fill_shape(Stage *stage, SceneShape *shape, const ShapeType *type, const double size[SHAPE_DIMENSIONS],
                         const Mesh *mesh, Pose local);
/* The hull of points in the xy plane of `local`, rounded by `radius`, and `thick` along z. */
typedef struct {
    const Vec2 *points;
    int count;
    double radius, thick;
} Plate;
bool jd_scene_plate(Stage *stage, SceneShape *shape, Plate plate, Pose local);
/* A round bar with round ends between two points. */
bool jd_scene_bar(Stage *stage, SceneShape *shape, Vec3 a, Vec3 b, double radius);

/* ---- What a body looks like: body.c, look.c --------------------------------------------------- */

/* Points of a body, each once, seen from its centre of mass. */
typedef LIST(Vec3) Spots;
void jd_scene_spots(const Stage *stage, int body, double within, Spots *out);
/* Lengths of a box of the same inertia. */
Vec3 jd_scene_inertia_box(const Stage *stage, int body);
const ModelFrame *jd_scene_frame_on(const Stage *stage, const ModelJoint *joint, int body); /* NULL: it does not hold the body */
bool jd_scene_body(Stage *stage, int body);
bool jd_scene_dot(Stage *stage, int body);
static const double scene_bar_radius = 0.64; /* of bars in space, in the unit of symbols */
/* A bar or a plate between points; nothing, if they do not lie in a plane. */
bool jd_scene_flat_link(Stage *stage, int body, const Spots *spots);
/* Wheels that joints tell of (gears, discs that roll); true: the body has its look. */
bool jd_scene_wheel(Stage *stage, int body);
bool jd_scene_planes(Stage *stage); /* that something rolls on */

/* Rails of slides, tubes and rods between bodies that slide: guide.c */
bool jd_scene_guides(Stage *stage);
/* What a frame of another body reaches, seen from a frame: at the start, and as far as it comes. */
typedef struct { Vec3 low, high; } SceneWay;
SceneWay jd_scene_way(const Stage *stage, int frame, int other);
/* The least and the greatest way of a slide between two moving bodies whose points are apart all the time; false: they are not. */
bool jd_scene_stroke(const Stage *stage, const ModelJoint *joint, AxisName axis, double *low, double *high);

/* The ground between its joints, and bodies that lie in the wheels that they carry: carrier.c */
bool jd_scene_carriers(Stage *stage);

/* ---- Joints and forces: link.c, symbol.c ------------------------------------------------------ */

bool jd_scene_lines(Stage *stage, SceneLink *link); /* of a joint; false: no memory */
bool jd_scene_force_lines(Stage *stage, const ModelForce *from, SceneLink *link); /* and the glyph that it has */

bool jd_scene_links(Stage *stage);
void jd_scene_belts(Stage *stage); /* the wheels that they go round: wheel.c */
/* A pose at a point whose x axis points along a direction. */
Pose jd_scene_along(Vec3 p, Vec3 direction);

#endif
