/* SPDX-License-Identifier: MIT
 *
 * Any bytes at all, read as a drawing. Nothing may crash, leak, hang or overflow; what is read has
 * indices within its points, finite places and unit normals, and an outline can be drawn of it. */
#include "shape/shape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held) {
    if (!held) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const double sizes[SHAPE_DIMENSIONS] = {[SHAPE_SCALE] = 1e-3, [SHAPE_HEIGHT] = 1e-2};
    const ShapeFile from = {"fuzz", NULL, sizes, nowhere};
    Arena arena = {0};
    Mesh mesh;
    Rings rings = {0};
    JdLog *log = jd_log_new();
    const bool good = jd_shape_find("profile")->read(&from, size ? (const char *)data : "", size,
                                                     &arena, &mesh, log);
    must(good == !jd_log_errors(log));
    for (int n = 0; good && n < mesh.triangles.count; n++)
        must(mesh.triangles.at[n] >= 0 && mesh.triangles.at[n] < mesh.points.count);
    for (int n = 0; good && n < mesh.points.count; n++)
        must(isfinite(vec3_norm(mesh.points.at[n])) &&
             fabs(vec3_norm(mesh.normals.at[n]) - 1) < 1e-9);
    if (good) jd_mesh_outline(&mesh, &axes_none, vec3(0, 0, 0), &arena, &rings);
    must(!arena.failed);
    jd_log_free(log);
    jd_arena_free(&arena);
    return 0;
}
