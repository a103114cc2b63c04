/* SPDX-License-Identifier: MIT
 *
 * What hides what: a grid of small cells over the picture, each with the nearest surface that is seen through it.
 * Regions of one colour come back as polygons, lines are asked for where they are seen. */
#ifndef JD_RASTER_H
#define JD_RASTER_H

#include "draw/draw.h"

typedef struct {
    int columns, rows;
    double cells;  /* for a point */
    float *depth;  /* of each cell, towards the eye, in points; -INFINITY: nothing */
    int *owner;    /* whose it is; 0: nobody's */
} Raster;

bool jd_raster_open(Raster *raster, double width, double height, Arena *arena);
typedef struct { Vec2 p; double depth, light; } RasterPoint; /* points; light: 0 to 1 */
/* Cells become the owner's by their light: from `owner` on, so many tones. */
void jd_raster_triangle(Raster *raster, const RasterPoint corner[3], int owner, int tones);
bool jd_raster_sees(const Raster *raster, RasterPoint p);

/* The regions of each owner, as closed paths with an area; `paint` is called once for each owner, when the path of
 * its regions has been drawn. */
typedef void RasterPaint(void *data, int owner);
bool jd_raster_regions(const Raster *raster, Drawing *d, RasterPaint *paint, void *data);

#endif
