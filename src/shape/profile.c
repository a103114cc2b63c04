/* SPDX-License-Identifier: MIT
 *
 * A flat piece whose outline is drawn in a DXF file. */
#include "shape/inside.h"

const ShapeType jd_shape_profile = {
    .name = "profile",
    .also = "dxf outline extrusion contour",
    .summary = "a flat piece along xy whose outline and holes are closed lines of a DXF file: "
               "file, layer, height along z; by scale the length that 1 in it means, if the file "
               "does not say so",
    .look = HAS_HEIGHT,
    .may = HAS_SCALE,
    .axis = AXIS_Z,
    .file = true,
    .layers = true,
    .read = jd_dxf_read,
};
