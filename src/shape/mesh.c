/* SPDX-License-Identifier: MIT
 *
 * Triangles from a file. */
#include "shape/inside.h"

const ShapeType jd_shape_mesh = {
    .name = "mesh",
    .also = "stl obj file",
    .summary =
        "triangles from an STL or OBJ file: file, and by scale the length that 1 in it means",
    .look = HAS_SCALE,
    .file = true,
};
