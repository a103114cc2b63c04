/* SPDX-License-Identifier: MIT
 *
 * Shapes in closed form and by their cells; the formulas of the help are those that count.
 */
#include "check.h"
#include "expr/expr.h"
#include "shape/shape.h"

static void check_vector(Vec3 is, Vec3 wanted, double within, const char *what) {
    check_near(is.x, wanted.x, within, what);
    check_near(is.y, wanted.y, within, what);
    check_near(is.z, wanted.z, within, what);
}

/* Of sizes that fit into a cube of 1 m: the first that the shape can have. */
static const double *fitting_size(const ShapeType *shape) {
    static const double sizes[2][SHAPE_DIMENSIONS] = {{0.6, 0.5, 0.7, 0.8, 0.6},
                                                      {0.9, 0.5, 0.6, 0.4, 0.2}};
    const bool fits = !shape->fault || !shape->fault(sizes[0]);
    assert_true(fits || !shape->fault(sizes[1]));
    return sizes[fits ? 0 : 1];
}

/* Every shape, cut into many small cells along its dimensions, has the volume and the inertia that
 * the table says. */
static void shapes_have_the_inertia_of_their_cells(void **state) {
    (void)state;
    enum { CELLS = 100 };
    int count = 0, solid = 0;
    for (const ShapeType *shape; (shape = jd_shape_at(count)); count++) {
        assert_ptr_equal(jd_shape_find(shape->name), shape);
        if (!shape->volume) continue;
        const double *size = fitting_size(shape);
        solid++;
        double volume = 0, sums[3] = {0};
        Vec3 middle = {0};
        for (int n = 0; n < CELLS * CELLS * CELLS; n++) {
            const Vec3 p =
                vec3((n % CELLS + 0.5) / CELLS - 0.5, (n / CELLS % CELLS + 0.5) / CELLS - 0.5,
                     (n / CELLS / CELLS + 0.5) / CELLS - 0.5);
            if (!shape->holds(size, p)) continue;
            volume++;
            const double across = shape->thin ? 0 : 1; /* as if it had no thickness */
            sums[0] += across * (p.y * p.y + p.z * p.z);
            sums[1] += across * p.z * p.z + p.x * p.x;
            sums[2] += p.x * p.x + across * p.y * p.y;
            middle = vec3_add(middle, p);
        }
        const Vec3 inertia = jd_shape_inertia(shape, size);
        check_near(jd_shape_volume(shape, size), volume / CELLS / CELLS / CELLS, 4e-3, shape->name);
        check_vector(vec3_scale(1 / volume, middle), vec3(0, 0, 0), 4e-3, shape->name);
        check_vector(inertia, vec3(sums[0] / volume, sums[1] / volume, sums[2] / volume), 1e-3,
                     shape->name);
    }
    assert_true(solid >= 7);
}

static void shapes_in_closed_form(void **state) {
    (void)state;
    const double size[SHAPE_DIMENSIONS] = {2, 3, 5, 4, 1};
    check_vector(jd_shape_inertia(jd_shape_find("box"), size), vec3(34. / 12, 29. / 12, 13. / 12),
                 1e-15, "box");
    check_vector(jd_shape_inertia(jd_shape_find("sphere"), size), vec3(1.6, 1.6, 1.6), 1e-15,
                 "2/5 r^2");
    check_vector(jd_shape_inertia(jd_shape_find("cylinder"), size), vec3(2, 1 + 1. / 3, 1 + 1. / 3),
                 1e-15, "r^2/2 and r^2/4 + l^2/12");
    check_vector(jd_shape_inertia(jd_shape_find("disc"), size), vec3(1 + 25. / 12, 1 + 25. / 12, 2),
                 1e-15, "r^2/4 + h^2/12 and r^2/2");
    check_vector(jd_shape_inertia(jd_shape_find("pipe"), size),
                 vec3(17. / 8, 17. / 16 + 1. / 3, 17. / 16 + 1. / 3), 1e-15, "pipe");
    check_near(jd_shape_volume(jd_shape_find("pipe"), size), 2 * pi * 15 / 4, 1e-14, "pipe");
    check_vector(jd_shape_inertia(jd_shape_find("cone"), size), vec3(1.2, 0.75, 0.75), 1e-15,
                 "3/10 r^2 and 3/20 r^2 + 3/80 l^2");
    const double thin[SHAPE_DIMENSIONS] = {0.6, 0.5, 0.7, 0.8, 0.6};
    check_vector(jd_shape_inertia(jd_shape_find("rod"), thin), vec3(0, 0.03, 0.03), 1e-15, "rod");
    assert_null(jd_shape_find("cube"));
}

/* ---- The formulas as text ------------------------------------------------------------------- */

static const double size_of_letters[SHAPE_DIMENSIONS] = {0.31, 0.17, 0.23, 0.41, 0.29};

static bool find_letter(const Scope *scope, const char *name, Value *value) {
    static const char letters[] = "lwhdi";
    (void)scope;
    const char *letter = name[0] && !name[1] ? strchr(letters, name[0]) : NULL;
    *value = (Value){.count = 1, .v = {letter ? size_of_letters[letter - letters] : pi}};
    return letter || !strcmp(name, "pi");
}

static void suggest_nothing(const Scope *scope, Nearest *nearest) {
    (void)scope, (void)nearest;
}

static double value_of(const char *formula) {
    Arena arena = {0};
    const Source source = {"formula", formula, strlen(formula)};
    const Scope scope = {.find = find_letter, .suggest = suggest_nothing, .arena = &arena};
    const Expr *expr = jd_expr_parse(&source, &arena, NULL);
    assert_non_null(expr);
    const double value = jd_expr_value(expr, &scope, NULL).v[0];
    jd_arena_free(&arena);
    return value;
}

static void formulas_of_the_help_are_those_that_count(void **state) {
    (void)state;
    const ShapeType *shape;
    for (int n = 0; (shape = jd_shape_at(n)); n++) {
        if (!shape->volume) {
            assert_null(shape->content);
            continue;
        }
        const Vec3 inertia = jd_shape_inertia(shape, size_of_letters);
        check_near(value_of(shape->content), jd_shape_volume(shape, size_of_letters), 1e-16,
                   shape->name);
        check_vector(vec3(value_of(shape->ixx), value_of(shape->iyy), value_of(shape->izz)),
                     inertia, 1e-16, shape->name);
    }
}

static void every_shape_says_what_it_is(void **state) {
    (void)state;
    const ShapeType *shape;
    for (int n = 0; (shape = jd_shape_at(n)); n++) {
        assert_non_null(shape->summary);
        assert_true(shape->look); /* something must be said of it */
        assert_false(shape->look & shape->may);
        assert_true(!shape->mesh == shape->file);
        assert_true(!shape->volume == !shape->space);
        assert_true(!shape->volume == !shape->contains);
        assert_true(!shape->volume == !shape->inertia && !shape->volume == !shape->holds);
        assert_true(!shape->volume || (shape->content && shape->ixx && shape->iyy && shape->izz));
    }
}

/* ---- Colours -------------------------------------------------------------------------------- */

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_have_the_inertia_of_their_cells),
        cmocka_unit_test(shapes_in_closed_form),
        cmocka_unit_test(formulas_of_the_help_are_those_that_count),
        cmocka_unit_test(every_shape_says_what_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
