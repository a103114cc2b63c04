/* SPDX-License-Identifier: MIT
 *
 * Pictures and movies as those outside make them. */
#include "check.h"
#include <jourdain_picture.h>
#include <stdlib.h>

typedef struct {
    JdLog *log;
    JdModel *model;
    JdSystem *system;
    JdTrace *film, *trace;
} Crank;

static int open_crank(void **state) {
    static Crank c;
    c.log = jd_log_new();
    c.model = jd_model_read_file(JD_ROOT "/model/slider_crank.jd", (JdReadDef){0}, c.log);
    c.system = jd_compile(c.model, (JdCompileDef){0}, c.log);
    const int count = jd_picture_channels(c.system, true, NULL, 0);
    JdChannel *channels = calloc((size_t)count + 1, sizeof *channels);
    if (!channels || jd_picture_channels(c.system, true, channels, count) != count) return 1;
    channels[count].index = -1;
    c.film = jd_trace_new(c.system, channels, c.log);
    c.trace = jd_trace_new(c.system, NULL, c.log);
    free(channels);
    JdRun *run = jd_run_new(c.system, (JdRunDef){.until = 0.1, .output_every = 0.005}, c.log);
    while (jd_run_next(run)) jd_trace_record(c.film, run), jd_trace_record(c.trace, run);
    jd_run_free(run);
    *state = &c;
    return jd_log_errors(c.log);
}

static int close_crank(void **state) {
    Crank *c = *state;
    jd_trace_free(c->film);
    jd_trace_free(c->trace);
    jd_system_free(c->system);
    jd_model_free(c->model);
    jd_log_free(c->log);
    return 0;
}

static char *read_all(FILE *file) {
    char *text = calloc(1, 1 << 22);
    assert_true(file && text);
    rewind(file);
    assert_true(fread(text, 1, (1 << 22) - 1, file) > 0);
    fclose(file);
    return text;
}

static char *print(const JdPicture *picture, JdLog *log) {
    FILE *out = tmpfile();
    assert_true(jd_picture_print(picture, "svg", out, log));
    return read_all(out);
}

static void curves_become_a_picture_and_letters(void **state) {
    Crank *c = *state;
    const double x[] = {0, 1, 2, 3}, y[] = {0, 1, 4, NAN};
    const JdCurve curve = {"speed", "m/s", NULL, x, y, 4};
    JdChartDef def = {"A title", "time", "s", &curve, 1, .marked = true, .mark = 2};
    JdPicture *picture = jd_picture_of_chart(def, c->log);
    char *svg = print(picture, c->log);
    check_contains(svg, "<svg");
    check_contains(svg, "A title");
    assert_true(jd_picture_size(picture).x > 0 && jd_picture_size(picture).y > 0);
    assert_true(jd_picture_write(picture, JD_SCRATCH "/chart.svg", c->log));
    char *file = read_all(fopen(JD_SCRATCH "/chart.svg", "rb"));
    assert_string_equal(file, svg);
    free(file), free(svg);
    jd_picture_free(picture);
    char *letters = jd_chart_letters(def, 60, 20, false, false);
    check_contains(letters, "speed");
    jd_free_text(letters);
    letters = jd_trace_letters(c->trace, 1, 12, false);
    assert_int_equal(strlen(letters), 12);
    jd_free_text(letters);
}

static void a_mechanism_is_drawn_where_its_film_says(void **state) {
    Crank *c = *state;
    static const char *const known[] = {"rod", NULL}, *const unknown[] = {"rodd", NULL};
    JdPicture *start = jd_picture_of_model(c->model, c->system, NULL, (JdSketchDef){0}, c->log);
    JdPicture *later = jd_picture_of_model(c->model, c->system, c->film,
                                           (JdSketchDef){.time = 0.05, .paths = known}, c->log);
    JdPicture *graph =
        jd_picture_of_model(c->model, c->system, NULL, (JdSketchDef){.graph = true}, c->log);
    char *a = print(start, c->log), *b = print(later, c->log), *g = print(graph, c->log);
    assert_true(strcmp(a, b) && strcmp(a, g));
    free(a), free(b), free(g);
    jd_picture_free(start), jd_picture_free(later), jd_picture_free(graph);

    JdLog *log = jd_log_new();
    assert_null(
        jd_picture_of_model(c->model, c->system, c->film, (JdSketchDef){.paths = unknown}, log));
    check_text(jd_log_message(log, 0).code, "draw-point-unknown");
    check_contains(jd_log_message(log, 0).hint, "rod");
    jd_log_free(log);
}

static void a_picture_outlives_what_it_shows(void **state) {
    (void)state;
    static const char text[] = "# About it.\nplanar\nbody block { at [0, 0] m  mass 1 kg  inertia "
                               "1 kg*m^2 }\njoint pin : revolute ground -- block at [1, 0] m\n";
    char title[] = "Title of mine";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("m", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    for (int graph = 0; graph < 2; graph++) {
        const JdSketchDef def = {.title = title, .graph = graph};
        JdPicture *picture = jd_picture_of_model(model, system, NULL, def, log);
        if (graph) jd_system_free(system), jd_model_free(model), memset(title, 'x', 5);
        char *svg = print(picture, log);
        check_contains(svg, "Title of mine");
        check_contains(svg, "block");
        free(svg);
        jd_picture_free(picture);
    }
    jd_log_free(log);
}

static void a_movie_is_printed_as_it_is_written(void **state) {
    Crank *c = *state;
    static const char *const facts[] = {"label of mine", "value of mine", NULL};
    const JdMovieRun run = {"first", c->system, c->trace, c->film, .facts = facts};
    const JdMovieDef def = {.model = c->model, .runs = &run, .run_count = 1};
    FILE *out = tmpfile();
    bool many = true;
    assert_true(jd_movie_can_write("a.json", c->model, &many, c->log) && !many);
    assert_true(jd_movie_print(def, "json", out, c->log));
    assert_true(jd_movie_write(def, JD_SCRATCH "/movie.json", c->log));
    char *a = read_all(out), *b = read_all(fopen(JD_SCRATCH "/movie.json", "rb"));
    assert_string_equal(a, b);
    check_contains(a, "value of mine");
    check_contains(a, "revolute"); /* what is known of its joints comes by itself */
    free(a), free(b);
    JdLog *log = jd_log_new();
    assert_false(jd_movie_print(def, "nonsense", stdout, log));
    check_text(jd_log_message(log, 0).code, "picture-ending-unknown");
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_become_a_picture_and_letters),
        cmocka_unit_test(a_mechanism_is_drawn_where_its_film_says),
        cmocka_unit_test(a_picture_outlives_what_it_shows),
        cmocka_unit_test(a_movie_is_printed_as_it_is_written),
    };
    return cmocka_run_group_tests(tests, open_crank, close_crank);
}
