/* SPDX-License-Identifier: MIT
 *
 * Drawings: plane pictures as a list of paths and texts, and the files made of them. What draws knows no kind of file,
 * what writes knows nothing of what is drawn. */
#ifndef JD_DRAW_H
#define JD_DRAW_H

#include "base/base.h"
#include "format/colour.h"
#include "math/math.h"

/* ---- Themes --------------------------------------------------------------------------------- */

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
    bool clear;           /* no paper: what is behind a PNG shows through */
    const Theme *theme;
    const char *title, *description; /* for those who do not see it; in SVG and PDF */
    LIST(DrawItem) items;
    LIST(unsigned char) steps;
    LIST(Vec2) points;
    bool open; /* a path is being drawn */
} Drawing;

Drawing jd_drawing(double width, double height, const Theme *theme);
void jd_drawing_is_sound(const Drawing *drawing); /* asserts what writers rely on: sound.c */
void jd_drawing_free(Drawing *drawing);
void jd_draw_move(Drawing *d, Vec2 to);
void jd_draw_line(Drawing *d, Vec2 to);
void jd_draw_curve(Drawing *d, Vec2 a, Vec2 b, Vec2 to); /* cubic */
void jd_draw_arc(Drawing *d, Vec2 centre, double radius, double from, double to); /* radians, y downwards; goes on from the path */
void jd_draw_close(Drawing *d);
void jd_draw_paint(Drawing *d, Pen pen); /* ends the path */
void jd_draw_circle(Drawing *d, Vec2 centre, double radius, Pen pen);
void jd_draw_segment(Drawing *d, Vec2 a, Vec2 b, Pen pen);
void jd_draw_arrow(Drawing *d, Vec2 from, Vec2 to, Pen pen); /* head filled with the stroke's colour */
bool jd_is_head(const Drawing *d, const DrawItem *item);     /* of such an arrow */
__attribute__((format(printf, 4, 5))) void jd_draw_text(Drawing *d, Vec2 at, TextStyle style, const char *format, ...);
void jd_draw_group(Drawing *d, const char *name, const char *moves);
void jd_draw_group_end(Drawing *d);
void jd_draw_drawing(Drawing *d, const Drawing *from, Vec2 at); /* another one, its upper left corner at `at` */
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
    bool (*write)(const Drawing *drawing, FILE *out, JdLog *log); /* a whole drawing; false after a report. NULL only if missing */
} PictureType;
const PictureType *jd_picture_at(int index);
const PictureType *jd_picture_find(const char *path); /* by the ending; NULL: none */
/* The same after a report if there is none, or it is not in this program. */
const PictureType *jd_picture_check(const char *path, JdLog *log);
bool jd_picture_size_fits(double width, double height, JdLog *log); /* in points; false after a report */
/* The same of what is asked for, before it is drawn; 0: nothing is. */
static inline bool jd_size_asked_fits(double width, double height, JdLog *log) {
    const double one = width > 0 ? width : 1, other = height > 0 ? height : one;
    return jd_picture_size_fits(width > 0 ? width : other, other, log);
}
bool jd_drawing_print(const Drawing *drawing, const PictureType *type, FILE *out, JdLog *log);
/* Writes by the ending of the path; the file appears whole or not at all. False after a report. */
bool jd_drawing_write(const Drawing *drawing, const char *path, JdLog *log);

/* ---- Dots ----------------------------------------------------------------------------------- */

/* Rows from above, of each dot red, green, blue and how much it covers. */
typedef struct {
    int width, height;
    unsigned char *at;
} Dots;
typedef struct {
    int x, y, width, height;
} DotBox;

/* What a drawing looks like; false after a report (without cairo nobody asks: ShowType.missing). */
bool jd_drawing_dots(const Drawing *drawing, Dots *dots, JdLog *log);
void jd_dots_free(Dots *dots);
/* The smallest box of all that is not the same (of two of one size), or is not clear (of one, `other` NULL); width 0: nothing. */
DotBox jd_dots_box(const Dots *dots, const Dots *other);
/* A part as a PNG file in memory, with or without what covers. */
bool jd_dots_png(const Dots *dots, DotBox box, bool covers, Text *png, JdLog *log);

#endif
