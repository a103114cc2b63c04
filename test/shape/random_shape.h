/* SPDX-License-Identifier: MIT
 *
 * Sizes that a shape can have, at random. */
#ifndef RANDOM_SHAPE_H
#define RANDOM_SHAPE_H

#include "check.h"
#include "shape/shape.h"

/* With `may` also the dimensions that need not be said. */
static inline void random_size(const ShapeType *type, bool may, double size[SHAPE_DIMENSIONS]) {
    const unsigned said = type->look | (may ? type->may : 0);
    do {
        for (int n = 0; n < SHAPE_DIMENSIONS; n++) size[n] = said & 1u << n ? pow(10, check_uniform(-2, 1)) : 0;
        if (size[SHAPE_TEETH] > 0) size[SHAPE_TEETH] = floor(check_uniform(4, 40));
        if (size[SHAPE_TURNS] > 0) size[SHAPE_TURNS] = check_uniform(0.3, 12);
        if (size[SHAPE_DIAMETER] > 0) size[SHAPE_INNER] *= 0.1 * size[SHAPE_DIAMETER];
    } while (type->fault && type->fault(size));
}

#endif
