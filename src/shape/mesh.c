/* SPDX-License-Identifier: MIT
 *
 * Triangles from a file. */
#include "shape/inside.h"

static bool read(const ShapeFile *from, const char *bytes, size_t length, Arena *arena, Mesh *out,
                 JdLog *log) {
    const MeshSource source = {from->path, from->size[SHAPE_SCALE], from->where};
    return jd_mesh_read(source, bytes, length, arena, out, log);
}

const ShapeType jd_shape_mesh = {
    .name = "mesh",
    .also = "stl obj file",
    .summary =
        "triangles from an STL or OBJ file: file, and by scale the length that 1 in it means",
    .look = HAS_SCALE,
    .file = true,
    .read = read,
};
