/* SPDX-License-Identifier: MIT
 *
 * The table of shapes. */
#include "shape/inside.h"
#include "base/registry.h"

static const ShapeType *const shapes[] = {
#define SHAPE(name) &jd_shape_##name,
#include "shape/shapes.def"
#undef SHAPE
};
static const Registry registry = REGISTRY_OF_TYPES(shapes);

const ShapeType *jd_shape_at(int index) {
    return jd_registry_at(&registry, index);
}

const ShapeType *jd_shape_find(const char *name) {
    return jd_registry_find(&registry, name);
}

const char *jd_shape_dimension(int index) {
    static const char *const names[SHAPE_DIMENSIONS] = {"length", "width", "height", "diameter",
                                                        "inner",  "teeth", "turns",  "scale"};
    return index >= 0 && index < SHAPE_DIMENSIONS ? names[index] : NULL;
}

void jd_shape_list(unsigned dimensions, Text *names, Text *clauses) {
    for (int n = 0; n < SHAPE_DIMENSIONS; n++) {
        if (!(dimensions & 1u << n)) continue;
        const char *between = dimensions >> (n + 1) ? ", " : " and ";
        const char *example = n == SHAPE_SCALE                       ? "1 mm"
                              : n == SHAPE_TEETH || n == SHAPE_TURNS ? "20"
                                                                     : "20 mm";
        jd_text_print(names, "%s%s", names->count ? between : "", jd_shape_dimension(n));
        jd_text_print(clauses, "%s%s %s", clauses->count ? "  " : "", jd_shape_dimension(n),
                      example);
    }
}

double jd_shape_volume(const ShapeType *type, const double size[SHAPE_DIMENSIONS]) {
    return type->contains(size);
}

Vec3 jd_shape_inertia(const ShapeType *type, const double size[SHAPE_DIMENSIONS]) {
    return type->inertia(size);
}
