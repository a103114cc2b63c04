/* SPDX-License-Identifier: MIT
 *
 * Pictures: everything after the numbers. Nothing here knows a joint or a force by its name; what is drawn comes
 * from the tables (glyphs, frees, shapes) and from the trace.
 *
 *     JdModel + JdSystem -> Scene    what there is to see: bodies and their shapes, joints, springs
 *     JdTrace            -> Film     where it is, at each recorded time
 *     numbers            -> Chart    curves over axes
 *     Scene + Film, Chart -> Drawing -> svg, png, pdf          (pictures.def)
 *     Scene + Film (+ channels)      -> html, glb, svg, frames (films.def)
 */
#ifndef JD_VIEW_H
#define JD_VIEW_H

#include "trace/trace.h"
#include "base/colour.h"
#include "base/json.h"

/* ---- Colours and themes --------------------------------------------------------------------- */

typedef struct {
    const char *name; /* "light", "dark", "print" (black on white, lines only by shades and dashes) */
    Colour back, ink, faint, grid; /* paper; lines and text; secondary text; grid */
    Colour ground;                 /* what does not move */
    Colour series[8];              /* curves and bodies, in this order; told apart without colour vision */
} Theme;

const Theme *jd_theme_at(int index); /* NULL past the end; the first is the default */
const Theme *jd_theme_find(const char *name);

/* ---- Drawings: plane pictures, in points from the upper left corner, y downwards --------------
 * A list of paths and texts; writers turn it into a file. Drawing calls need no checks: without memory the drawing
 * fails as a whole, which jd_drawing_write reports. */
typedef struct { Colour fill, stroke; double width; /* of the stroke */ double dash[2]; /* on, off; 0: solid */ bool butt; /* flat ends; else round */ } Pen;
typedef enum { TEXT_LEFT, TEXT_MIDDLE, TEXT_RIGHT } TextAnchor;
typedef struct { double size; Colour colour; TextAnchor anchor; bool bold, italic; double angle; /* degrees, counterclockwise */ Colour halo; /* drawn round the letters */ } TextStyle;

typedef enum { DRAW_MOVE, DRAW_LINE, DRAW_CURVE, DRAW_CLOSE } DrawStep;
typedef enum { ITEM_PATH, ITEM_TEXT, ITEM_GROUP, ITEM_GROUP_END } ItemKind;
typedef struct {
    ItemKind kind;
    int first, count; /* path: of `steps`; its points follow one another in `points` from first_point on */
    int first_point;
    Pen pen;
    TextStyle style;
    Vec2 at;
    const char *text;  /* the text; or the group's name, a tooltip in SVG; NULL: none */
    const char *moves; /* group: SVG text that goes in at its start, for animation; NULL: none. Others leave it out */
} DrawItem;

typedef struct {
    Arena arena;
    double width, height; /* points (1/72 inch); in a PNG: times `scale` */
    double scale;         /* pixels per point; 0: 2 */
    const Theme *theme;
    const char *title, *description; /* for those who do not see it; in SVG and PDF */
    LIST(DrawItem) items;
    LIST(unsigned char) steps;
    LIST(Vec2) points;
    bool open; /* a path is being drawn */
} Drawing;

Drawing jd_drawing(double width, double height, const Theme *theme);
void jd_drawing_free(Drawing *drawing);
void jd_draw_move(Drawing *d, Vec2 to);
void jd_draw_line(Drawing *d, Vec2 to);
void jd_draw_curve(Drawing *d, Vec2 a, Vec2 b, Vec2 to); /* cubic */
void jd_draw_arc(Drawing *d, Vec2 centre, double radius, double from, double to); /* radians, y downwards; goes on from the path */
void jd_draw_close(Drawing *d);
void jd_draw_paint(Drawing *d, Pen pen); /* ends the path */
void jd_draw_circle(Drawing *d, Vec2 centre, double radius, Pen pen);
void jd_draw_rect(Drawing *d, Vec2 corner, Vec2 size, Pen pen);
void jd_draw_segment(Drawing *d, Vec2 a, Vec2 b, Pen pen);
void jd_draw_arrow(Drawing *d, Vec2 from, Vec2 to, Pen pen); /* head filled with the stroke's colour */
__attribute__((format(printf, 4, 5))) void jd_draw_text(Drawing *d, Vec2 at, TextStyle style, const char *format, ...);
void jd_draw_group(Drawing *d, const char *name, const char *moves);
void jd_draw_group_end(Drawing *d);
/* The path of an SVG path text (M m L l H h V v A a C c Z z), each point by `map`. False: not understood. */
typedef Vec2 DrawMap(const void *data, Vec2 p);
bool jd_draw_path(Drawing *d, const char *svg, DrawMap *map, const void *data);
Vec2 jd_cubic(const Vec2 p[4], double share); /* a point of a curve, from its first point to its last */
double jd_text_width(const char *text, double size, bool bold); /* of a sans serif, near enough to lay things out */

/* A kind of file for a drawing: one file and one line in pictures.def each. */
typedef struct {
    const char *ending;  /* "svg" */
    const char *summary;
    const char *missing; /* not in this program: what to install; NULL: it is */
    bool (*write)(const Drawing *drawing, FILE *out, JdLog *log);
} PictureType;
const PictureType *jd_picture_at(int index);
const PictureType *jd_picture_find(const char *path); /* by the ending; NULL: none */
/* The same after a report if there is none, or it is not in this program. */
const PictureType *jd_picture_check(const char *path, JdLog *log);
bool jd_drawing_print(const Drawing *drawing, const PictureType *type, FILE *out, JdLog *log);
/* Writes by the ending of the path; the file appears whole or not at all. False after a report. */
bool jd_drawing_write(const Drawing *drawing, const char *path, JdLog *log);

/* ---- Charts ----------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *unit; /* of what goes up */
    const char *run;         /* which run it is of, if there are several; NULL */
    const double *x, *y;     /* values that are not finite are gaps */
    int count;
} Curve;

typedef struct {
    const char *title;          /* NULL: none */
    const char *x_name, *x_unit;
    Curve *curves;              /* those of one unit share a panel, panels stand one above the other */
    int curve_count;
    double width, height;       /* points; height 0: by the number of panels */
    const Theme *theme;
    bool equal;                 /* the same scale along both axes (coupler curves), if there is one panel */
    bool log_y;
    double mark;                /* a vertical line at this x; NAN: none */
    const char *mark_text;      /* above the panels; also without a mark. NULL: none */
} Chart;

/* Makes the drawing, freed by the caller in every case. False: memory ran out. */
bool jd_chart_draw(const Chart *chart, Drawing *drawing);
/* In letters: braille dots if `wide` (UTF-8), else plain ASCII. colour: ANSI. */
void jd_chart_print(const Chart *chart, int columns, int rows, bool wide, bool colour, Text *out);
void jd_sparkline(const double *values, int count, int width, bool wide, Text *out);
/* Round numbers for an axis: steps of 1, 2 or 5; how many marks, at first + n*step, from not above `least` to not
 * below `greatest`. 0: the range is none. */
int jd_axis_marks(double least, double greatest, int about, double *first, double *step);
/* Rows such that in each of `parts` stretches every column keeps its least and its greatest value; first and last
 * too. Rising; returns how many, at most rows. */
int jd_thin_rows(const JdTrace *trace, const int *columns, int column_count, int parts, int *kept);

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
    int wraps;         /* couples wheels by a belt: 1, crossed: -1; 0: it does not */
    double radius;     /* body j rolls on body i, along x there (in the plane); 0: it does not */
    LIST(SceneLine) lines; /* the symbol, in the plane and of spans: along the axes of frame i, m; of a span x from 0 to 1 */
    LIST(SceneShape) solids; /* what a joint looks like in space: on side j; those of a span along x from 0 to 1 */
    int column;        /* of jd_film_channels: its force.x; -1: none */
    bool loose;        /* its reaction is one of many */
} SceneLink;

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
} Scene;

/* NULL after a report. The scene has nothing of the model's but names and places, which must live on. */
Scene *jd_scene_new(const JdModel *model, const JdSystem *system, JdLog *log);
/* The same for a motion, recorded with jd_film_channels (NULL: none): rails and planes are as long as what goes along
 * them wants it, and what is small is not lost on a long way. */
Scene *jd_scene_new_moving(const JdModel *model, const JdSystem *system, const JdTrace *motion, JdLog *log);
void jd_scene_free(Scene *scene);
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
} Film;

bool jd_film_open(const Scene *scene, const JdSystem *system, const JdTrace *trace, Film *film, Arena *arena);
int jd_film_row(const Film *film, double time);             /* the last one not after it */
Pose jd_film_pose(const Film *film, int body, double time); /* between rows: as smooth as the motion */
Pose jd_film_pose_row(const Film *film, int body, int row);
Vec3 jd_film_velocity(const Film *film, int body, double time);
Vec3 jd_film_force(const Film *film, int link, double time);
/* The most that a body turns from one row to the next, rad (in space: by the shorter way), and which one. */
double jd_film_turn(const Film *film, int *body);
/* Rows at even distances such that what lies between is right within `error` m at the ends of all shapes; at most
 * `most`. How many, and the step in rows. */
int jd_film_thin(const Film *film, const Scene *scene, double error, int most, int *step);
/* The box about all that is seen, over all rows. */
void jd_film_box(const Film *film, const Scene *scene, Vec3 *low, Vec3 *high);

/* ---- Mechanisms drawn ------------------------------------------------------------------------- */

typedef struct {
    double width, height;  /* points; height 0: as the box wants it */
    const Theme *theme;
    double time;           /* of the film */
    bool names, dimensions, axes; /* dimensions: lengths of links */
    Vec3 from;             /* spatial: where it is seen from; zero: from the front, right and above */
    Vec3 low, high;        /* what is to be in it; both zero: what is seen at this time */
    const char *const *paths; /* points whose paths are drawn, ending with NULL; NULL: none */
    bool ghost;            /* and the start position, faint */
} DrawDef;

bool jd_scene_draw(const Scene *scene, const Film *film, const DrawDef *def, Drawing *drawing);
/* Bodies and joints as a graph: the tree solid, joints that close loops dashed. */
bool jd_graph_draw(const Scene *scene, const JdSystem *system, double width, const Theme *theme, Drawing *drawing);

/* ---- Moving pictures --------------------------------------------------------------------------- */

typedef struct {
    const char *name;      /* "newton-euler" */
    const char *const *facts; /* label, value, label, value ..., NULL */
    const JdTrace *trace;  /* outputs, energy, drift: all rows */
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
    const DrawDef *draw;   /* size, theme */
    double speed;          /* seconds of the run in a second of the show; 0: so that it lasts some seconds */
    double frames;         /* per second of the show; 0: 30 */
} Show;

/* A kind of file for a show: one file and one line in films.def each. */
typedef struct {
    const char *ending;  /* "html" */
    const char *summary;
    const char *missing; /* as in PictureType */
    bool many;           /* a file for each frame: the path holds %d or %04d; `out` is NULL then */
    bool plots;          /* has something to show of a model with `animation off`, too */
    bool planar;         /* of planar mechanisms only */
    bool (*write)(const Show *show, FILE *out, const char *path, JdLog *log);
} FilmType;
const FilmType *jd_film_type_at(int index);
const FilmType *jd_film_type_find(const char *path);
const FilmType *jd_film_type_check(const char *path, JdLog *log); /* NULL after a report: none, not built, or no %d */
/* Whether it can show a mechanism in the plane (or in space), and one that is not animated; false after a report. */
bool jd_film_type_fits(const FilmType *type, const char *path, bool planar, bool off, JdLog *log);
bool jd_show_write(const Show *show, const char *path, JdLog *log);

const char *jd_path_ending(const char *path); /* behind the last point of the file's own name; "": it has none */
bool jd_path_ends(const char *path, const char *ending); /* whatever the case of its letters */

/* Bytes as base64, with its = at the end. */
void jd_text_base64(Text *text, const void *bytes, size_t count);

/* When the frames of a show are: the longest of its runs from the start to its end, by speed and frames per second. */
double jd_show_end(const Show *show);     /* s of the run */
double jd_show_speed(const Show *show);   /* as said, or so that it lasts some seconds */
int jd_show_frames(const Show *show);     /* at least one; the last one is at the end */
double jd_show_time(const Show *show, int frame); /* of the run */
/* The path of a frame, from "frames-%04d.png"; false: the pattern holds no %d, or more. */
bool jd_frame_path(const char *pattern, int frame, char *out, size_t room);

#endif
