/* SPDX-License-Identifier: MIT
 *
 * Pictures of studies: every row counts once and where it belongs; grids, drawn numbers and words;
 * what does not fit is refused by name. */
#include "check.h"
#include "study/inside.h"

/* A study of r on a grid, l drawn, form of two words; measures of which one is constant. */
static const double grid[] = {3, 1, 2}, both[] = {0, 1};
static const char *const forms[] = {"minimal", "newton-euler"};
static const StudyColumn columns[] = {
    {.name = "r", .unit = "m", .values = grid, .count = 3, .least = 1, .greatest = 3},
    {.name = "l", .unit = "kg", .least = -1, .greatest = 1},
    {.name = "form", .words = forms, .values = both, .count = 2, .greatest = 1},
    {.name = "peak", .unit = "N", .least = 0, .greatest = 10},
    {.name = "same", .unit = "1", .least = 7, .greatest = 7},
};
static const StudyDef mixed = {.columns = columns, .parameters = 3, .measures = 2, .rows = 600};

static void every_value_is_in_one_group(void **state) {
    (void)state;
    Arena arena = {0};
    Bins bins;
    assert_true(jd_bins_make(&bins, &columns[0], 8, 4, &arena));
    assert_int_equal(bins.count, 3);
    for (int n = 0; n < 3; n++) check_near(bins.middle[n], n + 1, 0, "rising");
    for (int n = 0; n < 3; n++) assert_int_equal(jd_bins_find(&bins, n + 1), n);
    assert_true(jd_bins_make(&bins, &columns[3], 8, 5, &arena));
    assert_int_equal(jd_bins_find(&bins, 0), 0);
    assert_int_equal(jd_bins_find(&bins, 10), 4);
    assert_int_equal(jd_bins_find(&bins, 1.999), 0);
    assert_int_equal(jd_bins_find(&bins, 2), 1);
    assert_int_equal(jd_bins_find(&bins, -0.001), -1);
    assert_int_equal(jd_bins_find(&bins, NAN), -1);
    assert_true(jd_bins_make(&bins, &columns[4], 8, 5, &arena));
    assert_int_equal(bins.count, 1);
    assert_int_equal(jd_bins_find(&bins, 7), 0);
    jd_arena_free(&arena);
}

static int count_texts(const Drawing *d, const char *text) {
    int count = 0;
    for (int n = 0; n < d->items.count; n++)
        count += d->items.at[n].kind == ITEM_TEXT && !strcmp(d->items.at[n].text, text);
    return count;
}

static void add_rows(StudyPicture *picture, int rows) {
    check_seed(3);
    for (int n = 0; n < rows; n++) {
        const double row[] = {grid[n % 3], check_uniform(-1, 1), n % 2, check_uniform(0, 10), 7};
        picture->kind->add(picture->data, row);
    }
}

static void all_kinds_draw_all_columns(void **state) {
    (void)state;
    for (int k = 0; jd_study_at(k); k++)
        for (int t = 0; jd_theme_at(t); t++) {
            JdLog *log = jd_log_new();
            StudyPicture *p = jd_study_new(jd_study_at(k)->name, &mixed, jd_theme_at(t), log);
            Drawing d;
            assert_non_null(p);
            add_rows(p, 600);
            p->kind->draw(p->data, &d);
            assert_false(d.arena.failed);
            assert_true(d.width > 100 && d.height > 100);
            assert_true(count_texts(&d, "peak [N]") >= 1);
            for (int n = 0; n < d.points.count; n++) {
                assert_true(d.points.at[n].x >= -1 && d.points.at[n].x <= d.width + 1);
                assert_true(d.points.at[n].y >= -1 && d.points.at[n].y <= d.height + 1);
            }
            jd_drawing_free(&d);
            jd_study_free(p);
            jd_log_free(log);
        }
}

/* Without a row, and with one, too. */
static void few_rows_do_no_harm(void **state) {
    (void)state;
    for (int k = 0; jd_study_at(k); k++)
        for (int rows = 0; rows < 2; rows++) {
            StudyPicture *p = jd_study_new(jd_study_at(k)->name, &mixed, jd_theme_at(0), NULL);
            Drawing d;
            add_rows(p, rows);
            p->kind->draw(p->data, &d);
            assert_false(d.arena.failed);
            jd_drawing_free(&d);
            jd_study_free(p);
        }
}

static const char *first_kind(StudyDef def) {
    StudyPicture *p = jd_study_new(NULL, &def, jd_theme_at(0), NULL);
    const char *name = p ? p->kind->name : NULL;
    jd_study_free(p);
    return name;
}

static void the_picture_fits_the_study(void **state) {
    (void)state;
    const StudyColumn two[] = {columns[0], columns[0], columns[3]};
    const StudyColumn many[] = {columns[0], columns[1], columns[3]};
    check_text(first_kind((StudyDef){.columns = two + 1, .parameters = 1, .measures = 1}),
               "curves");
    check_text(first_kind((StudyDef){.columns = many, .parameters = 2, .measures = 1}), "scatter");
    check_text(first_kind((StudyDef){.columns = columns + 2, .parameters = 1, .measures = 1}),
               "histogram");
    StudyColumn map[] = {columns[0], columns[0], columns[3]};
    double nine[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    map[1].values = nine, map[1].count = 9;
    check_text(first_kind((StudyDef){.columns = map, .parameters = 2, .measures = 1}), "heat");
}

static void what_does_not_fit_is_told(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    const StudyDef words = {.columns = columns + 2, .parameters = 1, .measures = 1};
    assert_null(jd_study_new("heat", &words, jd_theme_at(0), log));
    check_text(jd_log_message(log, 0).code, "study-picture");
    assert_null(jd_study_new("heatt", &words, jd_theme_at(0), log));
    assert_non_null(strstr(jd_log_message(log, 1).hint, "heat"));
    jd_log_free(log);
}

static void a_map_has_the_means_of_its_cells(void **state) {
    (void)state;
    const StudyColumn map[] = {columns[0], columns[0], columns[3]};
    const StudyDef def = {.columns = map, .parameters = 2, .measures = 1, .rows = 10};
    StudyPicture *p = jd_study_new("heat", &def, jd_theme_at(0), NULL);
    Drawing d;
    p->kind->add(p->data, (double[]){1, 1, 0});
    p->kind->add(p->data, (double[]){1, 1, 8});
    p->kind->add(p->data, (double[]){3, 2, 4});
    p->kind->draw(p->data, &d);
    /* Both cells have the mean 4: one colour, that of the middle. */
    int cells = 0;
    Colour first = {0};
    for (int n = 0; n < d.items.count; n++) {
        const DrawItem *item = &d.items.at[n];
        if (item->kind != ITEM_PATH || !item->pen.fill.a || cells == 2) continue;
        if (cells++) assert_memory_equal(&first, &item->pen.fill, sizeof first);
        first = item->pen.fill;
    }
    assert_int_equal(cells, 2);
    jd_drawing_free(&d);
    jd_study_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_is_in_one_group),
        cmocka_unit_test(all_kinds_draw_all_columns),
        cmocka_unit_test(few_rows_do_no_harm),
        cmocka_unit_test(the_picture_fits_the_study),
        cmocka_unit_test(what_does_not_fit_is_told),
        cmocka_unit_test(a_map_has_the_means_of_its_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
