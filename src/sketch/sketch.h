/* SPDX-License-Identifier: MIT
 *
 * Sketches: mechanisms as drawings, at a time or moving, with their symbols, names and dimensions; and as graphs. */
#ifndef JD_SKETCH_H
#define JD_SKETCH_H

#include "draw/draw.h"
#include "scene/scene.h"

struct SketchDef {
    double width, height;  /* points; height 0: as the box wants it */
    const Theme *theme;
    double time;           /* of the film */
    bool names, dimensions, axes; /* dimensions: lengths of links */
    Vec3 from;             /* spatial: where it is seen from; zero: from the front, right and above */
    Vec3 low, high;        /* what is to be in it; both zero: what is seen at this time */
    const char *const *paths; /* points whose paths are drawn, ending with NULL; NULL: none */
    bool ghost;            /* and the start position, faint */
};

bool jd_sketch_draw(const Scene *scene, const Film *film, const SketchDef *def, Drawing *drawing);
/* At `count` even times of a film, side by side. */
bool jd_sketch_strip(const Scene *scene, const Film *film, const SketchDef *def, int count, Drawing *drawing);
/* Bodies and joints as a graph: the tree solid, joints that close loops dashed. */
bool jd_graph_draw(const Scene *scene, const JdSystem *system, double width, const Theme *theme, Drawing *drawing);
/* A bond graph whose bonds have their causality. */
struct BondGraph;
/* `lit` are bonds that stand out; NULL: none. */
bool jd_bonds_draw(const struct BondGraph *graph, const Theme *theme, const bool *lit, Drawing *drawing);
/* The first run of a planar show as a drawing whose groups move, in an SVG; without a run as it stands at the start. */
bool jd_sketch_moving(const Show *show, Drawing *drawing);

#endif
