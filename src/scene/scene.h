/* SPDX-License-Identifier: MIT
 *
 * What there is to see of a mechanism. Nothing here knows a joint or a force by its name; what is seen comes from the
 * tables (glyphs, frees, shapes) and from the trace.
 *
 *     JdModel + JdSystem -> Scene    what there is: bodies and their shapes, joints, springs
 *     JdTrace            -> Film     where it is, at each recorded time
 *     Scene + Films      -> Show     what is to be seen of runs, and all that is known of them
 */
#ifndef JD_SCENE_H
#define JD_SCENE_H

#include "base/base.h"
#include "format/colour.h"
#include "joint/joint.h"
#include "math/math.h"
#include "shape/shape.h"

/* ---- Scene ------------------------------------------------------------------------------------ */

typedef struct {
    int mesh;     /* of the scene */
    Pose local;   /* on its body: from the centre of mass, in body axes */
    Colour colour;
    double opacity;
    Rings outline; /* planar scenes: seen along z, in body coordinates */
} SceneShape;

typedef struct { int body; Pose local; } SceneFrame;

typedef struct {
    const char *name;
    Where where;
    bool hidden;    /* `animation off` */
    bool point;     /* its attitude means nothing */
    bool looks;     /* as a link between its points, for want of a shape */
    Colour colour;
    double mass;
    Pose start;     /* as assembled (as drawn, if that failed): where it is without a film */
    LIST(SceneShape) shapes;
    LIST(Vec3) spots; /* the points that it goes between: of its link and its joints, each once, on the body; of the ground: its joints' */
} SceneBody; /* body 0 is the ground */

typedef struct { Vec3 *points; int count; } SceneLine;

/* A glyph stands on a side, or is stretched from M to N; what keeps its length has ends of this size, in units. */
enum { SPAN_END = 3 };
typedef struct {
    const char *name, *type, *summary; /* for people to read */
    Where where;
    bool force;        /* a force; else a joint */
    bool hidden;
    SceneFrame i, j;
    bool spans;        /* the glyph's (-1, 0) is at M and its (1, 0) at N */
    bool meets;        /* its locks make M and N one point */
    bool ground_i, ground_j; /* that side is the ground: hatched */
    const char *glyph; /* SVG path in a box of -1..1, y upwards along the frame's y axis */
    FreeDef frees[JOINT_FREES]; /* of a joint, in this space */
    int free_count;
    bool couples;      /* its sides are the two joints whose frees move together */
    bool driven;       /* a drive prescribes one of its frees; a force on a free: which one is driven_free, too */
    FreeDef driven_free;
    Vec3 push;         /* a force at a point: its direction at the start, of unit length; zero: none, or not known */
    Vec3 twist;        /* the same of a torque: the axis that it turns about */
    bool back;         /* a torque or an effort that is negative */
    bool rack;         /* couples a wheel and what slides along its rim: there is no line between them */
    int wraps;         /* couples turns by a belt: 1, crossed: -1; 0: it does not */
    double wheels[2];  /* radii of the wheels that it goes round, the second negative if it is crossed; 0: they are none */
    double radius;     /* body j rolls on body i, along x there (in the plane); 0: it does not */
    LIST(SceneLine) lines; /* the symbol, in the plane and of spans: along the axes of frame i, m; of a span x from 0 to 1 */
    LIST(SceneShape) solids; /* what a joint looks like in space: on side j; those of a span along x from 0 to 1 */
    int column;        /* of jd_film_channels: its force.x; -1: none */
    bool loose;        /* its reaction is one of many */
} SceneLink;

/* An arrow along a vector, or the axes of a frame; both follow the run. */
typedef struct {
    const char *name, *label; /* label: NULL: none */
    bool axes;
    bool placed;       /* a signal says where it is (and how axes are turned); else it stands at a frame */
    SceneFrame at, along;
    double scale;      /* of an arrow: m for one of its unit; of axes: their length; 0: such that it can be seen */
    Colour colour;
    const char *place_name, *vector_name; /* of its signals */
    int numbers;        /* of its vector, or of what turns it; 0: none */
    Vec3 place, vector; /* what these are at the start */
} SceneFollow;

typedef struct {
    const char *name;  /* "rod.tip" */
    SceneFrame at;
} ScenePoint;          /* points whose paths may be drawn: named frames, centres of mass */

typedef struct {
    Arena arena;
    const char *title, *about; /* about: the comment above the model; NULL */
    bool planar;
    bool off;                  /* `animation off` for all */
    double unit;               /* half the size of a glyph, m */
    double size;               /* of the mechanism, m: its largest extent as drawn */
    Vec3 gravity;              /* zero: none, or not uniform */
    int freedoms;              /* degrees of freedom, if somebody has counted them; negative: nobody has */
    LIST(Mesh) meshes;
    LIST(SceneBody) bodies;    /* as those of the model */
    LIST(SceneLink) links;     /* joints, then forces */
    LIST(ScenePoint) points;
    LIST(SceneFollow) follows;
} Scene;

/* NULL after a report. The scene has nothing of the model's but names and places, which must live on. */
Scene *jd_scene_new(const JdModel *model, const JdSystem *system, JdLog *log);
/* The same for a motion, recorded with jd_film_channels (NULL: none): rails and planes are as long as what goes along
 * them wants it, and what is small is not lost on a long way. */
Scene *jd_scene_new_moving(const JdModel *model, const JdSystem *system, const JdTrace *motion, JdLog *log);
void jd_scene_free(Scene *scene);
/* A wheel, seen from its front, maybe with a hole; and whether a body of a planar scene is one: its radius; 0: it is not. */
bool jd_shape_is_wheel(const SceneShape *shape, double *radius);
double jd_scene_wheel_radius(const Scene *scene, int body);
/* Both sides of a belt, along and across the line from the first axle to the second, which is so far away; false: it goes round no wheels. */
bool jd_belt_sides(const double wheels[2], double distance, Vec2 sides[2][2]);
Vec3 jd_scene_up(const Scene *scene); /* the ground's axis that is drawn upwards: against gravity; else y in the plane, z in space */

/* ---- Film ------------------------------------------------------------------------------------- */

/* The channels that a film needs, ending with a negative index: for jd_trace_new. With `arrows` also velocities of
 * bodies and forces of joints. */
JdChannel *jd_film_channels(const JdSystem *system, bool arrows, Arena *arena);

typedef struct {
    const JdTrace *trace; /* of these channels, and maybe others */
    bool planar;
    int bodies, links;
    int *pose;     /* for each body: its first column of x, y, angle or of x, y, z and a quaternion; -1: the ground */
    int *velocity; /* first of vx, vy (vz); -1: none */
    int *force;    /* for each link: first of force.x, .y (.z); -1: none */
    int *place, *vector; /* for each that follows: first of its place, and of its vector or turn; -1: none */
    double *scale; /* and the m for one of its unit, said or such that it can be seen */
} Film;

bool jd_film_open(const Scene *scene, const JdSystem *system, const JdTrace *trace, Film *film, Arena *arena);
int jd_film_row(const Film *film, double time);             /* the last one not after it */
Pose jd_film_pose(const Film *film, int body, double time); /* between rows: as smooth as the motion */
Pose jd_film_pose_row(const Film *film, int body, int row);
Vec3 jd_film_velocity(const Film *film, int body, double time);
Vec3 jd_film_force(const Film *film, int link, double time);

/* What follows the run, at a time; without a film as at the start. Of an arrow `from` and `to`, of axes also their pose. */
typedef struct { Vec3 from, to; Pose pose; } Followed;
Followed jd_follow_at(const Scene *scene, const Film *film, int number, double time);
Followed jd_follow_row(const Scene *scene, const Film *film, int number, int row);
double jd_follow_length(const Scene *scene, int number); /* of axes, m */
/* The most that a body turns from one row to the next, rad (in space: by the shorter way), and which one. */
double jd_film_turn(const Film *film, int *body);
/* Rows at even distances such that what lies between is right within `error` m at the ends of all shapes; at most
 * `most`. How many, and the step in rows. */
int jd_film_thin(const Film *film, const Scene *scene, double error, int most, int *step);
/* The box about all that is seen, over all rows. */
void jd_film_box(const Film *film, const Scene *scene, Vec3 *low, Vec3 *high);

/* Whether there are points of these names (ending with NULL; NULL: none are asked for); false after a report. */
bool jd_scene_has_points(const Scene *scene, const char *const *names, JdLog *log);

/* ---- Show: what is to be seen of runs, and all that is known of them ---------------------------- */

typedef struct SketchDef SketchDef; /* sketch/sketch.h */

typedef struct {
    const char *name;      /* "newton-euler" */
    const char *const *facts; /* label, value, label, value ..., NULL */
    const JdTrace *trace;  /* outputs, energy, drift: all rows */
    const Scene *scene;    /* of a variant: its own bodies and links, as many as those of the show; NULL: those of the show */
    Film film;
    bool failed;
    double failed_at;
    JdMessage failure;
} ShowRun;

typedef struct {
    const Scene *scene;
    const JdModel *model;
    const ShowRun *runs;   /* the first is the one that the others are compared with */
    int run_count;
    const JdLog *log;      /* messages of reading and checking */
    const char *const *facts; /* of the mechanism, as ShowRun's: what `check` says */
    const char *const *const *body_facts, *const *const *link_facts; /* of each body and link of the scene; NULL: none */
    const char *graph;       /* of its bond graph: a JSON object (viewer/DATA.md); NULL: it has none */
    const char *boxes;       /* of its multibond graph, likewise */
    const SketchDef *draw;   /* size, theme */
    double speed;          /* seconds of the run in a second of the show; 0: so that it lasts some seconds */
    double frames;         /* per second of the show; 0: 30 */
    bool clear;            /* pictures without paper */
    int pixels[2];         /* of pictures; 0: as `draw` says */
    bool (*stop)(void *data, double share); /* asked before each frame; true: no more. NULL: nobody asks */
    void *stop_data;
} Show;

/* When the frames of a show are: the longest of its runs from the start to its end, by speed and frames per second. */
double jd_show_end(const Show *show);     /* s of the run */
double jd_show_speed(const Show *show);   /* as said, or so that it lasts some seconds */
int jd_show_frames(const Show *show);     /* at least one; the last one is at the end */
double jd_show_time(const Show *show, int frame); /* of the run */

#endif
