/* SPDX-License-Identifier: MIT
 *
 * Drawings and their files. */
#include "picture.h"

static const Pen black = {.stroke = {0, 0, 0, 255}, .width = 1};
static const TextStyle plain = {.size = 10, .colour = {0, 0, 0, 255}};

static Drawing sample(void) {
    Drawing d = jd_drawing(100, 60, NULL);
    d.title = "A <title> & \"more\"";
    d.description = "what it shows";
    jd_draw_segment(&d, vec2(10, 10), vec2(20.5, 10.25), black);
    jd_draw_circle(&d, vec2(50, 30), 10, (Pen){.fill = {68, 119, 170, 128}});
    jd_draw_text(&d, vec2(5, 50), plain, "5 < 6 & %s", "m/s\u00b2");
    return d;
}

static void svg_is_what_was_drawn(void **state) {
    (void)state;
    Drawing d = sample();
    char *svg = picture_svg(&d);
    check_contains(svg, "width=\"100pt\" height=\"60pt\" viewBox=\"0 0 100 60\"");
    check_contains(svg, "<title>A &lt;title&gt; &amp; &quot;more&quot;</title>");
    check_contains(svg, "<desc>what it shows</desc>");
    check_contains(svg, "d=\"M10 10l10.5 .25\"");
    check_contains(svg, "fill=\"#4477aa\" fill-opacity=\".5\"");
    check_contains(svg, ">5 &lt; 6 &amp; m/s\u00b2</text>");
    check_contains(svg, "font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\"");
    free(svg);
    picture_pleases(&d, "drawing.svg", "xmllint --noout");
    picture_pleases(&d, "drawing.svg", "rsvg-convert");
    jd_drawing_free(&d);
}

static void differences_of_coordinates_do_not_add_up_errors(void **state) {
    (void)state;
    Drawing d = jd_drawing(1000, 1000, NULL);
    jd_draw_move(&d, vec2(0, 0));
    for (int n = 1; n <= 3000; n++) jd_draw_line(&d, vec2(n / 3.0, n / 7.0));
    jd_draw_paint(&d, black);
    char *svg = picture_svg(&d);
    const char *at = strstr(svg, "d=\"M0 0l");
    assert_non_null(at);
    at += strlen("d=\"M0 0l");
    double x = 0, y = 0, step;
    int count = 0;
    while (*at != '"') {
        at += strspn(at, " ");
        const size_t length = jd_number_read(at, strcspn(at, " \""), &step);
        if (!length) break;
        /* "1.5-2" are two numbers; "-.5" is one */
        *(count++ % 2 ? &y : &x) += step;
        at += length;
    }
    assert_int_equal(count, 6000);
    check_near(x, 1000, 0.0051, "the last point is where it was drawn");
    check_near(y, 3000 / 7.0, 0.0051, "the last point is where it was drawn");
    free(svg);
    jd_drawing_free(&d);
}

static void what_is_no_number_is_left_out(void **state) {
    (void)state;
    Drawing d = jd_drawing(100, 100, NULL);
    jd_draw_move(&d, vec2(1, 1));
    jd_draw_line(&d, vec2(NAN, 2));
    jd_draw_line(&d, vec2(2, INFINITY));
    jd_draw_line(&d, vec2(3, 3));
    jd_draw_paint(&d, black);
    jd_draw_circle(&d, vec2(NAN, 1), 1, black);
    jd_draw_arc(&d, vec2(0, 0), 1, 0, INFINITY);
    jd_draw_paint(&d, black);
    jd_draw_text(&d, vec2(NAN, 0), plain, "nowhere");
    jd_draw_arrow(&d, vec2(1, 1), vec2(1, 1), black);
    char *svg = picture_svg(&d);
    check_contains(svg, "\"M1 1l2 2\"");
    assert_null(strstr(svg, "nan"));
    assert_null(strstr(svg, "inf"));
    assert_null(strstr(svg, "nowhere"));
    assert_int_equal(d.items.count, 1);
    free(svg);
    jd_drawing_free(&d);
}

static void letters_that_files_cannot_hold_are_replaced(void **state) {
    (void)state;
    Drawing d = jd_drawing(100, 100, NULL);
    jd_draw_text(&d, vec2(1, 1), plain, "%s", "a\x01\xff\xc0\x80z");
    jd_draw_group(&d, "\xed\xa0\x80]]>", NULL);
    char *svg = picture_svg(&d);
    check_contains(svg, ">a\ufffd\ufffd\ufffd\ufffdz</text>");
    free(svg);
    picture_pleases(&d, "letters.svg", "xmllint --noout");
    jd_drawing_free(&d);
}

static void groups_carry_names_and_motions(void **state) {
    (void)state;
    Drawing d = jd_drawing(100, 100, NULL);
    jd_draw_group(&d, "crank & rod",
                  "<animateTransform attributeName=\"transform\" type=\"rotate\"/>");
    jd_draw_segment(&d, vec2(0, 0), vec2(1, 0), black);
    jd_draw_group_end(&d);
    jd_draw_group_end(&d);         /* one too many */
    jd_draw_group(&d, NULL, NULL); /* and one that stays open */
    char *svg = picture_svg(&d);
    check_contains(svg, "<g><title>crank &amp; rod</title>\n<animateTransform ");
    free(svg);
    picture_pleases(&d, "groups.svg", "xmllint --noout");
    jd_drawing_free(&d);
}

/* ---- SVG paths ------------------------------------------------------------------------------ */

static Vec2 twice(const void *data, Vec2 p) {
    return vec2_scale(*(const double *)data, p);
}

static void path_texts_are_drawn(void **state) {
    (void)state;
    Drawing d = jd_drawing(100, 100, NULL);
    const double two = 2;
    assert_true(jd_draw_path(&d, "M1,2 l1-1 H5 v2.5 3 C 1 2 3 4 5 6 z", twice, &two));
    jd_draw_paint(&d, black);
    const double wanted[][2] = {{2, 4},   {4, 2}, {10, 2}, {10, 7},
                                {10, 13}, {2, 4}, {6, 8},  {10, 12}};
    assert_int_equal(d.points.count, 8);
    for (int n = 0; n < 8; n++) {
        check_near(d.points.at[n].x, wanted[n][0], 1e-12, "x of a path");
        check_near(d.points.at[n].y, wanted[n][1], 1e-12, "y of a path");
    }
    jd_drawing_free(&d);
}

/* All points of an arc, ends of its cubics and their middles, lie on the circle. */
static void arcs_are_round(void **state) {
    (void)state;
    Drawing d = jd_drawing(100, 100, NULL);
    assert_true(jd_draw_path(&d, "M-1,0 A1,1 0 1,1 1,0 A1,1 0 1,1 -1,0", NULL, NULL));
    jd_draw_paint(&d, black);
    jd_draw_arc(&d, vec2(0, 0), 1, 0.3, 5.5);
    jd_draw_paint(&d, black);
    int curves = 0;
    const Vec2 *point = d.points.at;
    for (int n = 0; n < d.steps.count; n++) {
        if (d.steps.at[n] == DRAW_CURVE) {
            for (double t = 0; t <= 1; t += 0.125) {
                const double s = 1 - t;
                const Vec2 p = vec2_add(
                    vec2_add(vec2_scale(s * s * s, point[-1]), vec2_scale(3 * s * s * t, point[0])),
                    vec2_add(vec2_scale(3 * s * t * t, point[1]), vec2_scale(t * t * t, point[2])));
                check_near(sqrt(vec2_dot(p, p)), 1, 3e-4, "a point of an arc");
            }
            curves++;
        }
        point += d.steps.at[n] == DRAW_CURVE ? 3 : d.steps.at[n] == DRAW_CLOSE ? 0 : 1;
    }
    assert_int_equal(curves, 8);
    check_near(d.points.at[d.points.count - 1].x, cos(5.5), 1e-12, "the end of an arc");
    jd_drawing_free(&d);
}

static void wrong_path_texts_leave_nothing(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "", "L1 2", "M1", "M1 2 L3", "M1 2 Q1 2 3 4", "M1 2 A1 1 0 2 1 3 4", "M 1 2 z 3", "x"};
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        Drawing d = jd_drawing(100, 100, NULL);
        if (jd_draw_path(&d, wrong[n], NULL, NULL)) fail_msg("'%s' was taken", wrong[n]);
        jd_draw_paint(&d, black);
        assert_int_equal(d.items.count, 0);
        assert_int_equal(d.points.count, 0);
        jd_drawing_free(&d);
    }
}

/* ---- Other files ---------------------------------------------------------------------------- */

static unsigned number_at(const char *bytes, int at) {
    unsigned number = 0;
    for (int n = 0; n < 4; n++) number = number << 8 | (unsigned char)bytes[at + n];
    return number;
}

static void png_has_its_size_and_density(void **state) {
    (void)state;
    if (jd_picture_find("x.png")->missing) skip();
    Drawing d = sample();
    d.scale = 3;
    size_t size;
    char *png = picture_bytes(&d, "x.PNG", &size, NULL);
    assert_non_null(png);
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(number_at(png, 16), 300);
    assert_int_equal(number_at(png, 20), 180);
    assert_memory_equal(png + 37, "pHYs", 4);
    assert_int_equal(number_at(png, 41), (unsigned)lround(3 * 72 / 0.0254));
    free(png);
    picture_pleases(&d, "drawing.png", "pngcheck");
    jd_drawing_free(&d);
}

static void pdf_is_one_page(void **state) {
    (void)state;
    if (jd_picture_find("x.pdf")->missing) skip();
    Drawing d = sample();
    size_t size;
    char *pdf = picture_bytes(&d, "x.pdf", &size, NULL);
    assert_non_null(pdf);
    assert_memory_equal(pdf, "%PDF-", 5);
    free(pdf);
    picture_pleases(&d, "drawing.pdf", "pdfinfo");
    jd_drawing_free(&d);
}

static void sizes_that_cannot_be_drawn_are_refused(void **state) {
    (void)state;
    static const double sizes[][2] = {{0, 10},        {10, -1},  {NAN, 10},
                                      {10, INFINITY}, {1e6, 10}, {14000, 14000}};
    static const char *const endings[] = {"x.svg", "x.png", "x.pdf"};
    for (int kind = 0; kind < 3; kind++) {
        if (jd_picture_find(endings[kind])->missing) continue;
        for (int n = 0; n < (kind == 1 ? 6 : 5); n++) {
            Drawing d = jd_drawing(sizes[n][0], sizes[n][1], NULL);
            JdLog *log = jd_log_new();
            size_t size;
            assert_null(picture_bytes(&d, endings[kind], &size, log));
            check_text(jd_log_message(log, 0).code, "picture-not-drawn");
            jd_log_free(log);
            jd_drawing_free(&d);
        }
    }
}

static void the_ending_chooses_the_kind(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    check_text(jd_picture_find("a.b/c.SVG")->ending, "svg");
    assert_null(jd_picture_find("a.svg/c"));
    assert_null(jd_picture_check("c.bmp", log));
    check_text(jd_log_message(log, 0).code, "picture-ending-unknown");
    assert_null(jd_picture_check("a.d/c", log));
    check_contains(jd_log_message(log, 1).text, "no ending");
    for (int n = 0; jd_picture_at(n); n++) {
        char path[32];
        snprintf(path, sizeof path, "x.%s", jd_picture_at(n)->ending);
        assert_ptr_equal(jd_picture_find(path), jd_picture_at(n));
        assert_true(jd_picture_at(n)->missing || jd_picture_at(n)->write);
    }
    jd_log_free(log);
}

static void widths_are_those_of_helvetica(void **state) {
    (void)state;
    check_near(jd_text_width("Hello", 1000, false), 722 + 556 + 222 + 222 + 556, 1e-9, "regular");
    check_near(jd_text_width("Hello", 1000, true), 722 + 556 + 278 + 278 + 611, 1e-9, "bold");
    assert_true(jd_text_width("", 10, false) == 0);
    assert_true(jd_text_width("\u2212\u00b2\u03b1", 10, false) > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_is_what_was_drawn),
        cmocka_unit_test(differences_of_coordinates_do_not_add_up_errors),
        cmocka_unit_test(what_is_no_number_is_left_out),
        cmocka_unit_test(letters_that_files_cannot_hold_are_replaced),
        cmocka_unit_test(groups_carry_names_and_motions),
        cmocka_unit_test(path_texts_are_drawn),
        cmocka_unit_test(arcs_are_round),
        cmocka_unit_test(wrong_path_texts_leave_nothing),
        cmocka_unit_test(png_has_its_size_and_density),
        cmocka_unit_test(pdf_is_one_page),
        cmocka_unit_test(sizes_that_cannot_be_drawn_are_refused),
        cmocka_unit_test(the_ending_chooses_the_kind),
        cmocka_unit_test(widths_are_those_of_helvetica),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
