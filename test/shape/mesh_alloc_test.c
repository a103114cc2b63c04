/* SPDX-License-Identifier: MIT
 *
 * Every allocation fails once while meshes and outlines are made, and files are read: the arena
 * knows, nothing is lost, and no message is made up. */
#include "shape/random_shape.h"
#include <stdlib.h>
#include "failing.h"

static long countdown = -1; /* allocations until one fails; negative: none does */

static bool fails(void) {
    return countdown >= 0 && countdown-- == 0;
}

/* Runs the task with the k-th allocation failing, for all k until it comes through. */
static void exhaust(bool (*task)(Arena *arena, const void *data), const void *data) {
    for (long k = 0; k < 100000; k++) {
        Arena arena = {0};
        countdown = k;
        const bool done = task(&arena, data);
        const bool failed = countdown < 0;
        countdown = -1;
        assert_true(done == !arena.failed);
        assert_true(failed == arena.failed);
        jd_arena_free(&arena);
        if (!failed) return;
    }
    fail_msg("never came through");
}

typedef struct {
    const ShapeType *type;
    double size[SHAPE_DIMENSIONS];
} Sized;

static bool make_mesh(Arena *arena, const void *data) {
    const Sized *sized = data;
    Mesh mesh = {0};
    Rings rings = {0}, own = {0};
    sized->type->mesh(sized->size, arena, &mesh);
    if (!arena->failed) jd_mesh_outline(&mesh, &axes_none, vec3(0, 0, 0), arena, &rings);
    if (sized->type->outline) sized->type->outline(sized->size, arena, &own);
    return !arena->failed;
}

static void meshes_without_memory_fail_as_a_whole(void **state) {
    (void)state;
    Sized sized;
    for (int n = 0; (sized.type = jd_shape_at(n)); n++) {
        if (!sized.type->mesh) continue;
        random_size(sized.type, true, sized.size);
        exhaust(make_mesh, &sized);
    }
}

static bool read_mesh(Arena *arena, const void *data) {
    const char *text = data;
    Mesh mesh;
    Rings rings = {0};
    const bool good =
        jd_mesh_read((MeshSource){"part", 1, nowhere}, text, strlen(text), arena, &mesh, NULL);
    if (good) jd_mesh_outline(&mesh, &axes_none, vec3(0, 0, 0), arena, &rings);
    return good && !arena->failed;
}

static bool load_mesh(Arena *arena, const void *data) {
    Mesh mesh;
    return jd_mesh_load((MeshSource){data, 1, nowhere}, NULL, arena, &mesh, NULL);
}

static void files_without_memory_fail_as_a_whole(void **state) {
    (void)state;
    exhaust(read_mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    exhaust(load_mesh, JD_ROOT "/test/shape/cube.stl");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_without_memory_fail_as_a_whole),
        cmocka_unit_test(files_without_memory_fail_as_a_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
