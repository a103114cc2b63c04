/* SPDX-License-Identifier: MIT
 *
 * The table of shapes. */
#include "model/model.h"
#include <string.h>

typedef struct {
    ShapeType type;
    double (*volume)(const double s[SHAPE_DIMENSIONS]);
    Vec3 (*inertia)(const double s[SHAPE_DIMENSIONS]);
} Shape;

/* The letters of the table, of which each formula uses some. */
#define LETTERS                                                                                    \
    const double l = s[SHAPE_LENGTH], w = s[SHAPE_WIDTH], h = s[SHAPE_HEIGHT],                     \
                 d = s[SHAPE_DIAMETER], i = s[SHAPE_INNER];                                        \
    (void)l, (void)w, (void)h, (void)d, (void)i

#define SHAPE(name, space, plane, needed, content, ixx, iyy, izz, summary)                         \
    static double name##_volume(const double s[SHAPE_DIMENSIONS]) {                                \
        LETTERS;                                                                                   \
        return content;                                                                            \
    }                                                                                              \
    static Vec3 name##_inertia(const double s[SHAPE_DIMENSIONS]) {                                 \
        LETTERS;                                                                                   \
        return vec3(ixx, iyy, izz);                                                                \
    }
#include "model/shapes.def"
#undef SHAPE

enum {
    LENGTH = 1 << SHAPE_LENGTH,
    WIDTH = 1 << SHAPE_WIDTH,
    HEIGHT = 1 << SHAPE_HEIGHT,
    DIAMETER = 1 << SHAPE_DIAMETER,
    INNER = 1 << SHAPE_INNER,
};

static const Shape shapes[] = {
#define SHAPE(name, space, plane, needed, content, ixx, iyy, izz, summary)                         \
    {{#name, summary, space, plane, needed, #content, #ixx, #iyy, #izz},                           \
     name##_volume,                                                                                \
     name##_inertia},
#include "model/shapes.def"
#undef SHAPE
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

const ShapeType *jd_shape_at(int index) {
    return index >= 0 && index < SHAPES ? &shapes[index].type : NULL;
}

const ShapeType *jd_shape_find(const char *name) {
    for (int n = 0; n < SHAPES; n++)
        if (!strcmp(shapes[n].type.name, name)) return &shapes[n].type;
    return NULL;
}

const char *jd_shape_dimension(int index) {
    static const char *const names[SHAPE_DIMENSIONS] = {"length", "width", "height", "diameter",
                                                        "inner"};
    return index >= 0 && index < SHAPE_DIMENSIONS ? names[index] : NULL;
}

static const Shape *shape_of(const ShapeType *type) {
    int n = 0;
    while (&shapes[n].type != type) n++;
    return &shapes[n];
}

double jd_shape_volume(const ShapeType *type, const double size[SHAPE_DIMENSIONS]) {
    return shape_of(type)->volume(size);
}

Vec3 jd_shape_inertia(const ShapeType *type, const double size[SHAPE_DIMENSIONS]) {
    return shape_of(type)->inertia(size);
}
