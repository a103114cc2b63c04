/* SPDX-License-Identifier: MIT
 *
 * Inside sketches: what the files that make one share. */
#ifndef JD_SKETCH_INSIDE_H
#define JD_SKETCH_INSIDE_H

#include "sketch/sketch.h"

typedef struct { Vec2 low, high; } Frame2; /* a rectangle */
static const Frame2 frame2_none = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

/* ---- A drawing that is being made: draft.c --------------------------------------------------- */

typedef struct {
    const Scene *scene;
    const Film *film; /* NULL: none */
    SketchDef def;
    const Theme *theme;
    Drawing *d;
    Arena arena;
    Axes eye;      /* to the right, upwards, towards the eye */
    Vec2 centre;   /* what is seen in the middle, m along the eye's axes */
    Vec2 middle;   /* where that is in the drawing */
    double scale;  /* points for a metre */
    double unit;   /* half the size of a symbol, points */
    double line;   /* width of lines, points */
    double ink;    /* share of the ink in the colour of edges and names */
    Pose *pose;    /* of each body, at the time of the drawing */
    Frame2 *travel; /* of each link: x holds the least and greatest way of N along its slide, m */
} Draft;

bool jd_draft_open(Draft *draft, const Scene *scene, const Film *film, const SketchDef *def, Drawing *d);
void jd_draft_close(Draft *draft);
Vec2 jd_draft_point(const Draft *draft, Vec3 p);   /* of a place in the ground's axes */
Vec2 jd_draft_way(const Draft *draft, Vec3 v);     /* of a direction, points for a metre */
double jd_draft_depth(const Draft *draft, Vec3 p); /* towards the eye, m */
Vec3 jd_draft_at(const Draft *draft, int body, Vec3 local);
Pose jd_draft_frame(const Draft *draft, const SceneFrame *frame);
/* Colours of the scene are those of the first theme: the same in the theme of the drawing. */
Colour jd_draft_colour(const Draft *draft, Colour colour);
/* Pens of a body: pale with a thin edge. */
Pen jd_draft_pen(const Draft *draft, Colour colour, double opacity);
Pen jd_draft_ink(const Draft *draft); /* lines of symbols, closed ones filled with the paper */

void jd_frame2_reach(Frame2 *box, Vec2 p);

static inline Vec2 sketch_along(Vec2 p, double k, Vec2 way) { return vec2_add(p, vec2_scale(k, way)); }
static inline Vec2 sketch_unit(Vec2 v) {
    const double n = hypot(v.x, v.y);
    return n > 0 ? vec2_scale(1 / n, v) : vec2(1, 0);
}

/* ---- In the plane: plane.c, ground.c, symbol.c, act.c ---------------------------------------- */

void jd_sketch_body(Draft *draft, int body, bool ghost);
bool jd_sketch_is_wheel(const Draft *draft, int body); /* which lies below the supports */
void jd_sketch_bodies(Draft *draft, bool wheels);     /* the wheels, or the others */
int *jd_sketch_order(Draft *draft); /* bodies, the ground and larger ones first; NULL: no memory */
/* What stands on side i or on the ground: supports, guides, rails. Draws only what is fixed to `body`. */
void jd_sketch_base(Draft *draft, int link, int body);
void jd_sketch_pin(Draft *draft, int link);  /* what is at N */
void jd_sketch_span(Draft *draft, int link, Vec2 from, Vec2 to); /* from M to N */
void jd_sketch_act(Draft *draft, int link);  /* arrows of what acts: drives, efforts, forces, torques; also in space */
void jd_sketch_hatch(Draft *draft, Vec2 from, Vec2 to); /* a line, and strokes on its right side (as seen) */
void jd_sketch_wall(Draft *draft, Vec2 at, Vec2 away);  /* the same across a direction that goes away from it */
/* Where the ground is at a point that it holds: downwards, or upwards if what it holds goes down. */
Vec2 jd_sketch_down(const Draft *draft, Vec2 at);
bool jd_link_turns(const SceneLink *link);
/* The body at N is no larger than the block of a slide: how far it reaches across its guide, points; 0: it is not. */
double jd_sketch_block(const Draft *draft, const SceneLink *link);
bool jd_link_slides(const SceneLink *link, AxisName *axis); /* exactly one slide, along this axis */
/* Corners of the part of a guide that N goes along, m in frame i; false: the link has no guide. */
bool jd_draft_guide(const Draft *draft, int link, double *low, double *high);

/* ---- In space: space.c, edges.c, raster.c ---------------------------------------------------- */

bool jd_sketch_space(Draft *draft);
void jd_sketch_space_ghosts(Draft *draft); /* bodies as faint lines, as if seen through */
/* Lines of a mesh between two of its points, whose places on paper are given: each once, sorted. */
typedef struct { int a, b; } MeshLine;
typedef LIST(MeshLine) MeshLines;
void jd_mesh_lines(const Mesh *mesh, const Vec2 *paper, Arena *arena, MeshLines *lines);

/* ---- Around it: label.c, names.c, dimension.c, marks.c --------------------------------------- */

typedef struct {
    const char *text;
    Vec2 at[3];      /* it belongs there: the first, or one of the others; */
    int places;
    double reach;    /* and not nearer than this */
    TextStyle style;
} Label;

/* Places texts where they cover little and none of each other; those that find no room are left out. */
void jd_sketch_labels(Draft *draft, const Label *labels, int count);
/* What is drawn so far, by small cells. */
typedef struct { int columns, rows; unsigned char *cells; } LabelGrid;
bool jd_grid_make(Draft *draft, LabelGrid *grid);
/* How much lies in a rectangle; INFINITY: a text, or it is not on the paper. And along a line, where texts count as much. */
double jd_grid_cost(const Draft *draft, const LabelGrid *grid, Frame2 box);
double jd_grid_line_cost(const LabelGrid *grid, Vec2 a, Vec2 b);
void jd_grid_line(const LabelGrid *grid, Vec2 a, Vec2 b);
void jd_grid_text(const LabelGrid *grid, const DrawItem *item);
/* The head of an arrow that comes to p: it is there; and whether no text is. */
void jd_grid_head(const LabelGrid *grid, Vec2 from, Vec2 p);
bool jd_grid_head_fits(const LabelGrid *grid, Vec2 from, Vec2 p);
/* The corners of a text, which may be turned. */
void jd_text_corners(Vec2 at, const TextStyle *style, const char *text, Vec2 corners[4]);
/* Whether a text fits there: what it covers, as jd_grid_cost. */
double jd_grid_text_cost(const Draft *draft, const LabelGrid *grid, Vec2 at, const TextStyle *style, const char *text);
void jd_sketch_names(Draft *draft);
void jd_sketch_dimensions(Draft *draft);
void jd_sketch_trails(Draft *draft);
bool jd_sketch_has_path(const Draft *draft, const ScenePoint *point); /* one is wanted */
void jd_sketch_trail_lines(Draft *draft);
void jd_sketch_trail_dots(Draft *draft, int body); /* where the points of a body are now; -1: of all */
void jd_sketch_marks(Draft *draft); /* gravity, axes */
void jd_sketch_follows(Draft *draft); /* arrows and axes that follow the run: follow.c */
Pen jd_follow_pen(const Draft *draft, const SceneFollow *follow);
void jd_follow_label(Draft *draft, const SceneFollow *follow, Vec2 at, Vec2 way);
void jd_follow_axes(Draft *draft, int number, const Pose *pose); /* without their label */
Vec2 jd_follow_away(const Draft *draft, const Pose *pose);       /* on the side where no axis is */

#endif
