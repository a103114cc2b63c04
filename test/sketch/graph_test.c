/* SPDX-License-Identifier: MIT
 *
 * Bodies and joints as a graph: all are there, nothing lies on anything else, loops are told. */
#include "staged.h"
#include "model/bonds.h"
#include "sketch/layout.h"
#include "sketch/sketch.h"
#include "models.h"

static bool has_text(const Drawing *d, const char *text) {
    for (int n = 0; n < d->items.count; n++)
        if (d->items.at[n].kind == ITEM_TEXT && strstr(d->items.at[n].text, text)) return true;
    return false;
}

static double left_of(const DrawItem *item) {
    const double w = jd_text_width(item->text, item->style.size, false);
    return item->at.x - (item->style.anchor == TEXT_MIDDLE ? w / 2 : 0);
}

static void no_text_covers_another(const char *name, const Drawing *d) {
    for (int n = 0; n < d->items.count; n++)
        for (int k = 0; k < n; k++) {
            const DrawItem *a = &d->items.at[n], *b = &d->items.at[k];
            if (a->kind != ITEM_TEXT || b->kind != ITEM_TEXT) continue;
            const double wa = jd_text_width(a->text, a->style.size, false),
                         wb = jd_text_width(b->text, b->style.size, false);
            const bool beside = left_of(a) + wa <= left_of(b) || left_of(b) + wb <= left_of(a);
            const bool above = a->at.y <= b->at.y - 0.7 * b->style.size ||
                               b->at.y <= a->at.y - 0.7 * a->style.size;
            if (!beside && !above) fail_msg("%s: '%s' covers '%s'", name, a->text, b->text);
        }
}

/* The letters of a text without those that reach below the line. */
static bool is_on(const DrawItem *text, Vec2 at) {
    const double width = jd_text_width(text->text, text->style.size, false);
    return at.x > left_of(text) && at.x < left_of(text) + width && at.y < text->at.y &&
           at.y > text->at.y - 0.7 * text->style.size;
}

/* Bonds, half arrows and strokes end beside nodes. Labels of bonds stand on their lines. */
static void no_line_covers_a_name(const char *what, const Drawing *d) {
    enum { PARTS = 40 }; /* of a segment */
    const double label = 6.5;
    for (int n = 0; n < d->items.count; n++)
        for (int k = 0; k < d->items.count; k++) {
            const DrawItem *text = &d->items.at[n], *path = &d->items.at[k];
            if (text->kind != ITEM_TEXT || path->kind != ITEM_PATH || path->count != 2) continue;
            if (text->style.size == label) continue;
            const Vec2 a = d->points.at[path->first_point], b = d->points.at[path->first_point + 1];
            for (int part = 0; part <= PARTS; part++)
                if (is_on(text, vec2_add(a, vec2_scale((double)part / PARTS, vec2_sub(b, a)))))
                    fail_msg("%s: a line covers '%s'", what, text->text);
        }
}

static void check_model(const char *path) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    Scene *scene = jd_scene_new(model, system, log);
    Drawing d = jd_drawing(0, 0, NULL);
    assert_true(jd_graph_draw(scene, system, 0, NULL, &d));
    no_text_covers_another(path, &d);
    for (int b = 1; b < scene->bodies.count; b++)
        assert_true(has_text(&d, scene->bodies.at[b].name));
    for (int n = 0; n < scene->links.count; n++)
        if (!scene->links.at[n].force) assert_true(has_text(&d, scene->links.at[n].name));
    for (int n = 0; n < d.points.count; n++)
        assert_true(d.points.at[n].x >= 0 && d.points.at[n].x <= d.width && d.points.at[n].y >= 0 &&
                    d.points.at[n].y <= d.height);
    jd_drawing_free(&d);
    jd_scene_free(scene);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

static void every_model_has_a_graph_without_overlaps(void **state) {
    (void)state;
    for_every_model(check_model);
}

static void loops_are_counted_and_dashed(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file("model/seven_body.jd", (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    Scene *scene = jd_scene_new(model, system, log);
    scene->freedoms = 1;
    Drawing d = jd_drawing(0, 0, NULL);
    assert_true(jd_graph_draw(scene, system, 0, NULL, &d));
    assert_true(has_text(&d, "7 bodies, 10 joints, 3 loops, 1 degree of freedom"));
    int dashed = 0;
    for (int n = 0; n < d.items.count; n++)
        dashed += d.items.at[n].kind == ITEM_PATH && d.items.at[n].pen.dash[0] > 0;
    assert_int_equal(dashed, 6); /* three joints, two lines each */
    jd_drawing_free(&d);
    jd_scene_free(scene);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
}

/* A ladder whose nodes come in a bad order. */
static void the_layout_takes_crossings_out(void **state) {
    (void)state;
    Arena arena = {0};
    Layout2 layout = {0};
    const int a = jd_layout_node(&layout, &arena, 0, 10),
              b = jd_layout_node(&layout, &arena, 0, 10);
    const int c = jd_layout_node(&layout, &arena, 1, 10),
              d = jd_layout_node(&layout, &arena, 1, 10);
    const int e = jd_layout_node(&layout, &arena, 3, 10);
    jd_layout_edge(&layout, &arena, a, d);
    jd_layout_edge(&layout, &arena, b, c);
    jd_layout_edge(&layout, &arena, e, a);
    assert_true(jd_layout_make(&layout, &arena, 4));
    const LayoutNode *n = layout.nodes.at;
    assert_true((n[a].at < n[b].at) == (n[d].at < n[c].at));
    assert_true(fabs(n[a].at - n[b].at) >= 14 - 1e-9 && fabs(n[c].at - n[d].at) >= 14 - 1e-9);
    assert_int_equal(layout.routes[2].count, 4);
    jd_arena_free(&arena);
}

/* A line of 24 cells, 122 nodes: folded onto a page, nothing on top of anything else. */
static void a_long_bond_graph_fits_onto_a_page(void **state) {
    (void)state;
    static const char text[] =
        "node s : Se effort 1\n"
        "repeat i from 1 to 24 {\n"
        "node j[i] : one\nnode L[i] : I inertance 1\nnode R[i] : R resistance 1\n"
        "node u[i] : zero\nnode C[i] : C compliance 1\n"
        "bond a[i] : j[i] to L[i]\nbond b[i] : j[i] to R[i]\nbond c[i] : j[i] to u[i]\n"
        "bond d[i] : u[i] to C[i]\n}\n"
        "bond e : s to j[1]\n"
        "repeat i from 1 to 23 { bond t[i] : u[i] to j[i+1] }\n"
        "node r : R resistance 1\nbond f : u[24] to r\nrun to 1 s\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("line.jd", text, sizeof text - 1, (JdReadDef){0}, log);
    assert_non_null(model);
    Drawing d = jd_drawing(0, 0, NULL);
    assert_true(jd_bonds_draw(model->bonds->graph, jd_theme_find("light"), NULL, &d));
    no_text_covers_another("line", &d);
    no_line_covers_a_name("line", &d);
    check_near(d.width / d.height, 1.3, 0.5, "as a page");
    assert_true(d.width < 1000);
    for (int n = 0; n < d.points.count; n++)
        assert_true(d.points.at[n].x >= 0 && d.points.at[n].x <= d.width && d.points.at[n].y >= 0 &&
                    d.points.at[n].y <= d.height);
    jd_drawing_free(&d);
    jd_model_free(model);
    jd_log_free(log);
}

/* ---- Colours --------------------------------------------------------------------------------- */

/* How bright a colour is seen, and how far two are apart: WCAG 2.1. */
static double brightness(Colour c) {
    const double parts[3] = {c.r / 255.0, c.g / 255.0, c.b / 255.0};
    double linear[3];
    for (int n = 0; n < 3; n++)
        linear[n] = parts[n] <= 0.03928 ? parts[n] / 12.92 : pow((parts[n] + 0.055) / 1.055, 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

static double contrast(Colour a, Colour b) {
    const double x = brightness(a) + 0.05, y = brightness(b) + 0.05;
    return x > y ? x / y : y / x;
}

/* Bonds are seen on dark screens as on paper. */
static void bonds_stand_out_from_what_is_behind_them(void **state) {
    (void)state;
    static const char *const themes[] = {"light", "dark"};
    static const char *const domains[] = {"electrical",   "translational", "rotational",
                                          "hydraulic",    "magnetic",      "thermal",
                                          "thermodynamic"};
    for (size_t k = 0; k < sizeof domains / sizeof *domains; k++) {
        char text[200];
        snprintf(text, sizeof text,
                 "planar\nnode S : Se { effort 1 }\nnode R : R { resistance 1 }\nbond b : S to R "
                 "domain %s\n",
                 domains[k]);
        JdLog *log = jd_log_new();
        JdModel *model = jd_model_read_text("bonds.jd", text, strlen(text), (JdReadDef){0}, log);
        assert_non_null(model);
        for (size_t t = 0; t < 2; t++) {
            const Theme *theme = jd_theme_find(themes[t]);
            Drawing d = jd_drawing(0, 0, theme);
            assert_true(jd_bonds_draw(model->bonds->graph, theme, NULL, &d));
            int lines = 0;
            for (int n = 0; n < d.items.count; n++) {
                const DrawItem *item = &d.items.at[n];
                if (item->kind != ITEM_PATH || !item->pen.stroke.a) continue;
                lines++;
                if (contrast(item->pen.stroke, theme->back) < 3)
                    fail_msg("%s, %s: %g", domains[k], themes[t],
                             contrast(item->pen.stroke, theme->back));
            }
            assert_true(lines > 0);
            jd_drawing_free(&d);
        }
        jd_model_free(model);
        jd_log_free(log);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bonds_stand_out_from_what_is_behind_them),
        cmocka_unit_test(every_model_has_a_graph_without_overlaps),
        cmocka_unit_test(loops_are_counted_and_dashed),
        cmocka_unit_test(the_layout_takes_crossings_out),
        cmocka_unit_test(a_long_bond_graph_fits_onto_a_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
