/* SPDX-License-Identifier: MIT
 *
 * Outlines from DXF files: area and length against closed forms, units and layers, and what is
 * wrong with files, by line. */
#include "shape/random_shape.h"

static Arena arena;
static JdLog *said;
static Mesh mesh;

static int start(void **state) {
    (void)state;
    arena = (Arena){0};
    said = jd_log_new();
    return 0;
}

static int end(void **state) {
    (void)state;
    jd_arena_free(&arena);
    jd_log_free(said);
    return 0;
}

#define FILE_OF(unit, entities)                                                                    \
    "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n" #unit                                              \
    "\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" entities "0\nENDSEC\n0\nEOF\n"
#define LINE(layer, a, b, c, d)                                                                    \
    "0\nLINE\n8\n" layer "\n10\n" #a "\n20\n" #b "\n30\n0\n11\n" #c "\n21\n" #d "\n31\n0\n"
#define CIRCLE(layer, x, y, r) "0\nCIRCLE\n8\n" layer "\n10\n" #x "\n20\n" #y "\n40\n" #r "\n"
#define ARC(x, y, r, from, to)                                                                     \
    "0\nARC\n8\nA\n10\n" #x "\n20\n" #y "\n40\n" #r "\n50\n" #from "\n51\n" #to "\n"
#define SQUARE                                                                                     \
    LINE("A", 0, 0, 40, 0) LINE("A", 40, 30, 40, 0) LINE("A", 40, 30, 0, 30) LINE("A", 0, 0, 0, 30)

static bool read(const char *text, const char *layer, double scale, double height) {
    const double size[SHAPE_DIMENSIONS] = {[SHAPE_SCALE] = scale, [SHAPE_HEIGHT] = height};
    const ShapeFile from = {"part.dxf", layer, size, nowhere};
    return jd_shape_find("profile")->read(&from, text, strlen(text), &arena, &mesh, said);
}

/* What the mesh holds, by the theorem of Gauss; it must be closed for that. */
static double volume(void) {
    double sum = 0;
    for (int n = 0; n < mesh.triangles.count; n += 3) {
        const int *t = &mesh.triangles.at[n];
        sum +=
            vec3_dot(mesh.points.at[t[0]], vec3_cross(mesh.points.at[t[1]], mesh.points.at[t[2]])) /
            6;
    }
    return sum;
}

/* Twice the area of what is seen from above, by its rings. */
static double seen_area(int *count) {
    Rings rings = {0};
    jd_mesh_outline(&mesh, &axes_none, vec3(0, 0, 0), &arena, &rings);
    double sum = 0;
    for (int k = 0; k < rings.starts.count; k++) {
        const int from = rings.starts.at[k];
        const int to = k + 1 < rings.starts.count ? rings.starts.at[k + 1] : rings.points.count;
        double area = 0;
        for (int n = from; n < to; n++)
            area += vec2_cross(rings.points.at[n], rings.points.at[n + 1 < to ? n + 1 : from]) / 2;
        sum += area;
    }
    *count = rings.starts.count;
    return sum;
}

static void check_piece(double area, double height, int rings, double within, const char *what) {
    int count;
    check_near(volume() / (area * height), 1, within, what);
    check_near(seen_area(&count) / area, 1, within, what);
    assert_int_equal(count, rings);
}

/* A circle of 40 corners has so much of its area. */
static double polygon_area(double radius) {
    return 20 * radius * radius * sin(2 * pi / 40);
}

static void lines_in_any_order_and_way_close(void **state) {
    (void)state;
    assert_true(read(FILE_OF(4, SQUARE), NULL, 0, 5e-3));
    check_piece(40e-3 * 30e-3, 5e-3, 1, 1e-9, "40 mm by 30 mm");
}

static void rings_within_rings_are_holes(void **state) {
    (void)state;
    assert_true(read(FILE_OF(6, SQUARE CIRCLE("A", 10, 10, 4) CIRCLE("A", 30, 15, 6)
                                    CIRCLE("A", 30, 15, 2) CIRCLE("A", 10, 22, 3)),
                     NULL, 0, 2));
    const double area =
        1200 - polygon_area(4) - polygon_area(6) + polygon_area(2) - polygon_area(3);
    check_piece(area, 2, 5, 1e-9, "two holes, an island, another hole");
}

static void polylines_have_bulges(void **state) {
    (void)state;
    /* A stadium: two straight sides of 4 and half circles of radius 1; a bulge of 1 is a half
     * circle. */
    const char *text = FILE_OF(
        6, "0\nLWPOLYLINE\n8\nA\n90\n4\n70\n1\n10\n-2\n20\n-1\n10\n2\n20\n-1\n42\n1\n10\n2\n20\n1\n"
           "10\n-2\n20\n1\n42\n1\n");
    assert_true(read(text, NULL, 0, 1));
    check_piece(8 + polygon_area(1), 1, 1, 1e-9, "a stadium");
    /* The other way in: the half circles are cut out. */
    text = FILE_OF(
        6, "0\nLWPOLYLINE\n8\nA\n70\n1\n10\n-2\n20\n-1\n10\n2\n20\n-1\n42\n-1\n10\n2\n20\n1\n"
           "10\n-2\n20\n1\n42\n-1\n");
    assert_true(read(text, NULL, 0, 1));
    check_piece(8 - polygon_area(1), 1, 1, 1e-9, "with half circles cut out");
}

static void old_polylines_have_vertices(void **state) {
    (void)state;
    const char *text = FILE_OF(
        6,
        "0\nPOLYLINE\n8\nA\n66\n1\n70\n1\n10\n0\n20\n0\n0\nVERTEX\n8\nA\n10\n0\n20\n0\n0\nVERTEX\n"
        "8\nA\n10\n3\n20\n0\n0\nVERTEX\n8\nA\n10\n3\n20\n2\n42\n0."
        "41421356237309503\n0\nVERTEX\n8\nA\n"
        "10\n0\n20\n2\n0\nSEQEND\n8\nA\n");
    assert_true(read(text, NULL, 0, 1));
    /* A quarter circle over the chord of 3: its segment is (pi/2 - 1) r^2 / 2. */
    check_piece(6 + (pi / 2 - 1) * 4.5 / 2, 1, 1, 1e-2, "a box with a bow");
}

static void arcs_join_lines(void **state) {
    (void)state;
    assert_true(read(FILE_OF(5, ARC(0, 0, 2, 90, 270) LINE("A", 0, -2, 6, -2) ARC(6, 0, 2, 270, 90)
                                    LINE("A", 6, 2, 0, 2)),
                     NULL, 0, 1));
    check_piece((24 + polygon_area(2)) * 1e-4, 1, 1, 1e-9, "in cm");
}

/* Ends need not meet to the last digit. */
static void ends_that_are_near_meet(void **state) {
    (void)state;
    assert_true(read(FILE_OF(6, LINE("A", 0, 0, 40.0001, 0) LINE("A", 40, 1e-4, 40, 30)
                                    LINE("A", 40, 30, 0, 30.0001) LINE("A", -1e-4, 30, 0, 1e-5)),
                     NULL, 0, 1));
    check_piece(1200, 1, 1, 1e-4, "a sloppy drawing");
}

static void one_layer_may_be_taken(void **state) {
    (void)state;
    const char *text = FILE_OF(6, SQUARE LINE("centre", -5, 15, 45, 15) CIRCLE("B", 0, 0, 1));
    assert_false(read(text, NULL, 0, 1)); /* the centre line is open */
    jd_log_free(said);
    said = jd_log_new();
    assert_true(read(text, "A", 0, 1));
    check_piece(1200, 1, 1, 1e-9, "without the centre line");
    assert_true(read(text, "B", 0, 1));
    check_piece(polygon_area(1), 1, 1, 1e-9, "the circle");
}

static void a_scale_goes_before_the_unit_of_the_file(void **state) {
    (void)state;
    assert_true(read(FILE_OF(4, SQUARE), NULL, 0.01, 1));
    check_piece(0.4 * 0.3, 1, 1, 1e-9, "1 is 1 cm");
    assert_true(read(FILE_OF(1, SQUARE), NULL, 0, 1));
    check_piece(40 * 30 * 0.0254 * 0.0254, 1, 1, 1e-9, "inches");
}

/* Seen from behind: x counts the other way. */
static void mirrored_entities_are_mirrored(void **state) {
    (void)state;
    assert_true(read(FILE_OF(6, "0\nCIRCLE\n8\nA\n10\n5\n20\n1\n40\n1\n230\n-1\n"), NULL, 0, 1));
    double least = INFINITY;
    for (int n = 0; n < mesh.points.count; n++) least = fmin(least, mesh.points.at[n].x);
    check_near(least, -6, 1e-9, "its centre is at x = -5");
}

/* ---- What is wrong --------------------------------------------------------------------------- */

static void check_refused(const char *text, const char *layer, double scale, const char *why) {
    const int before = jd_log_count(said);
    assert_false(read(text, layer, scale, 1));
    assert_int_equal(jd_log_count(said), before + 1);
    const JdMessage message = jd_log_message(said, before);
    check_text(message.code, "dxf-not-valid");
    check_contains(message.text, "'part.dxf'");
    check_contains(message.text, why);
    assert_non_null(message.hint);
}

static void what_is_wrong_is_told_by_its_line(void **state) {
    (void)state;
    check_refused(FILE_OF(0, SQUARE), NULL, 0, "what its lengths are in");
    check_refused(FILE_OF(4, LINE("A", 0, 0, 1, 0) LINE("A", 1, 0, 1, 1)), NULL, 0,
                  "line 16: the outline is open at x = 0, y = 0");
    check_refused(FILE_OF(4, SQUARE LINE("A", 0, 0, 5, 5) LINE("A", 0, 0, 5, 5)), NULL, 0,
                  "several lines meet at x = 0, y = 0");
    check_refused(FILE_OF(4, SQUARE "0\nSPLINE\n8\nA\n"), NULL, 0, "SPLINE is not understood");
    check_refused(FILE_OF(4, "0\nINSERT\n8\nA\n2\nbolt\n"), NULL, 0, "line 16: INSERT");
    check_refused(FILE_OF(4, SQUARE), "holes", 0, "nothing on a layer 'holes'");
    check_refused(FILE_OF(4, ""), NULL, 0, "no closed outline");
    check_refused(FILE_OF(4, CIRCLE("A", 0, 0, -1)), NULL, 0, "radius is not above zero");
    check_refused(FILE_OF(4, "0\nLINE\n8\nA\n10\nfour\n"), NULL, 0, "line 20: a number");
    check_refused("0\nSECTION\n2\nENTITIES\n0\nLINE\n10", NULL, 0, "ends behind a group code");
    check_refused("0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n1\n", NULL, 0, "ends within its entities");
    check_refused("solid cube\nfacet\n", NULL, 0, "line 1: a group code");
    check_refused("AutoCAD Binary DXF\r\n\x1a", NULL, 0, "of bytes");
    check_refused("", NULL, 0, "no closed outline");
}

/* What is no line does not matter. */
static void texts_and_dimensions_do_not_matter(void **state) {
    (void)state;
    assert_true(read(FILE_OF(6, "0\nTEXT\n8\nA\n10\n1\n20\n2\n1\nhello\n" SQUARE
                                "0\nDIMENSION\n8\nA\n10\n9\n20\n9\n0\nPOINT\n10\n3\n20\n3\n"),
                     NULL, 0, 1));
    check_piece(1200, 1, 1, 1e-9, "the square alone");
}

/* ---- Many corners ---------------------------------------------------------------------------- */

static char *wavy(int corners) {
    Text text = {0};
    jd_text_print(&text, "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\nA\n70\n1\n");
    for (int n = 0; n < corners; n++) {
        const double a = 2 * pi * n / corners, r = 10 + cos(7 * a);
        jd_text_print(&text, "10\n%.9f\n20\n%.9f\n", r * cos(a), r * sin(a));
    }
    jd_text_print(&text, "0\nENDSEC\n0\nEOF\n");
    return text.at;
}

/* r = 10 + cos 7a encloses pi (100 + 1/2). */
static void many_corners_become_fewer(void **state) {
    (void)state;
    for (int corners = 300; corners <= 9000; corners *= 28) {
        char *text = wavy(corners);
        assert_true(read(text, NULL, 1, 1));
        check_piece(pi * 100.5, 1, 1, 2e-3, "a wavy wheel");
        assert_true(mesh.points.count < 40000);
        jd_free_text(text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_in_any_order_and_way_close, start, end),
        cmocka_unit_test_setup_teardown(rings_within_rings_are_holes, start, end),
        cmocka_unit_test_setup_teardown(polylines_have_bulges, start, end),
        cmocka_unit_test_setup_teardown(old_polylines_have_vertices, start, end),
        cmocka_unit_test_setup_teardown(arcs_join_lines, start, end),
        cmocka_unit_test_setup_teardown(ends_that_are_near_meet, start, end),
        cmocka_unit_test_setup_teardown(one_layer_may_be_taken, start, end),
        cmocka_unit_test_setup_teardown(a_scale_goes_before_the_unit_of_the_file, start, end),
        cmocka_unit_test_setup_teardown(mirrored_entities_are_mirrored, start, end),
        cmocka_unit_test_setup_teardown(what_is_wrong_is_told_by_its_line, start, end),
        cmocka_unit_test_setup_teardown(texts_and_dimensions_do_not_matter, start, end),
        cmocka_unit_test_setup_teardown(many_corners_become_fewer, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
