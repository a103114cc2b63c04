/* SPDX-License-Identifier: MIT
 *
 * The data of a page: what is decoded is what was recorded, what lies between frames is near
 * enough, no peak is lost, and however long a run is, the page stays small. */
#include "staged.h"
#include "page/inside.h"
#include "trace/trace.h"

static const char crank[] = "planar\ngravity [0, -9.81]\n"
                            "point O = [0, 0]\npoint A = [0.1 m, 0]\npoint B = [0.4 m, 0]\n"
                            "body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
                            "body rod { link A B  mass 0.5 kg  inertia 4e-3 kg*m^2 }\n"
                            "body slider { at B  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
                            "joint jO : revolute ground -- crank at O\n"
                            "joint jA : revolute crank -- rod at A\n"
                            "joint jB : revolute rod -- slider at B\n"
                            "joint jC : prismatic ground -- slider at B\n"
                            "start jO.rate = 20 rad/s\n";
static const char top[] =
    "spatial\ngravity [0, 0, -9.81]\n"
    "body top { at [0, 0.1 m, 0.3 m]  mass 1 kg  inertia [0.01, 0.01, 0.02] kg*m^2 }\n"
    "joint tip : spherical ground -- top at [0, 0, 0]\n"
    "start tip.wz = 30 rad/s\n";

/* ---- Decoding ------------------------------------------------------------------------------- */

/* Behind "key": from `json` on. */
static const char *member(const char *json, const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(json, quoted);
    if (!at) print_error("there is no %s\n", quoted);
    assert_non_null(at);
    return at + strlen(quoted);
}

static int digit(char c) {
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

/* {"f4":"..."} or {"f8":"..."} as numbers; how many. */
static int numbers(const char *at, double **values) {
    assert_memory_equal(at, "{\"f", 3);
    const int width = at[3] - '0';
    const char *text = strchr(at + 5, '"') + 1, *end = strchr(text, '"');
    assert_int_equal((end - text) % 4, 0);
    unsigned char *bytes = calloc((size_t)(end - text) + 8, 1);
    int used = 0;
    for (const char *c = text; c < end; c += 4) {
        const int pads = (c[2] == '=') + (c[3] == '=');
        unsigned bits = 0;
        for (int n = 0; n < 4; n++) bits = bits << 6 | (unsigned)(c[n] == '=' ? 0 : digit(c[n]));
        for (int n = 0; n < 3 - pads; n++) bytes[used++] = (unsigned char)(bits >> (16 - 8 * n));
    }
    assert_int_equal(used % width, 0);
    *values = calloc((size_t)(used / width) + 1, sizeof **values);
    for (int n = 0; n < used / width; n++) {
        float narrow;
        if (width == 4) memcpy(&narrow, bytes + 4 * n, 4), (*values)[n] = (double)narrow;
        if (width == 8) memcpy(&(*values)[n], bytes + 8 * n, 8);
    }
    free(bytes);
    return used / width;
}

/* ---- Frames --------------------------------------------------------------------------------- */

static void check_frames(Staged *s, int width) {
    size_t length;
    char *json = staged_write(&s->show, "x.json", &length);
    double *times, *poses, *velocities;
    const int count = numbers(member(json, "times"), &times);
    const int values = numbers(member(json, "poses"), &poses);
    const int moving = s->scene->bodies.count - 1, dims = width == 3 ? 2 : 3;
    assert_in_range(count, 3, 400);
    assert_int_equal(values, count * moving * width);
    assert_int_equal(numbers(member(json, "velocities"), &velocities), count * moving * dims);
    for (int n = 0; n < count; n++) {
        const int row = jd_film_row(&s->run[0].film, times[n] + 1e-9);
        check_near(times[n], jd_trace_at(s->film[0], row, 0), 0, "a frame is a row");
        for (int b = 0; b < moving; b++) {
            for (int c = 0; c < width; c++) {
                const double is = jd_trace_at(s->film[0], row, s->run[0].film.pose[b + 1] + c);
                check_near(poses[(n * moving + b) * width + c], (double)(float)is, 0,
                           "as recorded");
            }
            for (int c = 0; c < dims; c++) {
                const double is = jd_trace_at(s->film[0], row, s->run[0].film.velocity[b + 1] + c);
                check_near(velocities[(n * moving + b) * dims + c], (double)(float)is, 0,
                           "as recorded");
            }
        }
    }
    check_near(times[0], 0, 0, "the first frame is the start");
    check_near(times[count - 1], jd_trace_at(s->film[0], jd_trace_rows(s->film[0]) - 1, 0), 0,
               "the last one is the end");
    free(times), free(poses), free(velocities), free(json);
}

static void poses_and_velocities_are_those_of_the_trace(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = crank,
                                   .channels = {"slider.x", "energy"},
                                   .until = 1,
                                   .rows = 101,
                                   .frames = 2001,
                                   .arrows = true});
    check_frames(s, 3);
    staged_free(s);
    s = staged((StagedDef){.text = top,
                           .channels = {"top.z"},
                           .until = 1,
                           .rows = 101,
                           .frames = 2001,
                           .arrows = true});
    check_frames(s, 7);
    staged_free(s);
}

/* A cubic through the neighbours, as the page has it. */
static double between(const double *t, const double *f, int stride, int count, int k, double time) {
    const double h = t[k + 1] - t[k], x = (time - t[k]) / h, y = 1 - x;
    const double change = (f[(k + 1) * stride] - f[k * stride]) / h;
    double m[2] = {change, change};
    for (int e = 0; e < 2; e++) {
        const int at = k + e;
        if (at == 0 || at == count - 1) continue;
        const double a = t[at] - t[at - 1], b = t[at + 1] - t[at];
        m[e] = ((f[at * stride] - f[(at - 1) * stride]) / a * b +
                (f[(at + 1) * stride] - f[at * stride]) / b * a) /
               (a + b);
    }
    if (k == 0) m[0] = 2 * change - m[1];
    if (k == count - 2) m[1] = 2 * change - m[0];
    return y * y * (1 + 2 * x) * f[k * stride] + x * x * (1 + 2 * y) * f[(k + 1) * stride] +
           h * x * y * (y * m[0] - x * m[1]);
}

static void what_lies_between_frames_is_right_within_a_thousandth_of_the_size(void **state) {
    (void)state;
    /* The crank turns so often that frames cannot be few. */
    Staged *s = staged((StagedDef){
        .text = crank, .channels = {"slider.x"}, .until = 20, .rows = 101, .frames = 6001});
    size_t length;
    char *json = staged_write(&s->show, "x.json", &length);
    double *t, *poses, worst = 0;
    const int count = numbers(member(json, "times"), &t), stride = 9;
    assert_int_equal(numbers(member(json, "poses"), &poses), count * stride);
    assert_in_range(count, 600, 5000);
    for (int row = 0, k = 0; row < jd_trace_rows(s->film[0]); row++) {
        const double time = jd_trace_at(s->film[0], row, 0);
        while (k + 2 < count && t[k + 1] < time) k++;
        for (int c = 0; c < 6; c++) {
            if (c % 3 == 2) continue;
            const double is = jd_trace_at(s->film[0], row, s->run[0].film.pose[1 + c / 3] + c % 3);
            worst = fmax(worst, fabs(between(t, poses + c, stride, count, k, time) - is));
        }
    }
    check_near(worst, 0, 1.05e-3 * s->scene->size, "centres of mass between frames");
    free(t), free(poses), free(json);
    staged_free(s);
}

/* ---- Samples -------------------------------------------------------------------------------- */

static JdTrace *trace_with_spikes(Staged *s, int rows, int spike) {
    JdTrace *trace = s->trace[0];
    trace->values =
        realloc(trace->values, sizeof(double) * (size_t)rows * (size_t)trace->columns.count);
    trace->rows = trace->room = rows;
    for (int n = 0; n < rows; n++)
        for (int c = 0; c < trace->columns.count; c++)
            trace->values[(size_t)n * (size_t)trace->columns.count + (size_t)c] =
                c == 0           ? n * 1e-5
                : n == spike + c ? 1000.0 + c
                                 : sin(1e-3 * n * c);
    return trace;
}

static void a_long_run_stays_under_two_megabytes_and_keeps_its_peaks(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = crank,
                                   .channels = {"slider.x", "crank.angle", "energy", "drift"},
                                   .until = 1,
                                   .rows = 11,
                                   .frames = 201});
    const int rows = 300000;
    const JdTrace *trace = trace_with_spikes(s, rows, 123457);
    size_t length;
    char *json = staged_write(&s->show, "x.json", &length);
    assert_in_range(length, 1000000, 2000000);
    double *times;
    const int count = numbers(member(json, "samples"), &times);
    assert_in_range(count, 1000, rows / 2);
    check_near(atof(member(json, "thinned")), rows, 0, "how many there were");
    for (int n = 1; n < count; n++) assert_true(times[n] > times[n - 1]);
    check_near(times[count - 1], (rows - 1) * 1e-5, 1e-12, "the last row stays");
    const char *at = member(json, "channels");
    for (int c = 1; c < jd_trace_columns(trace); c++) {
        double *values, most = 0;
        at = member(at, "values");
        assert_int_equal(numbers(at, &values), count);
        for (int n = 0; n < count; n++) most = fmax(most, values[n]);
        check_near(most, 1000.0 + c, 0, "a spike of one row is not lost");
        free(values);
    }
    free(times), free(json);
    staged_free(s);
}

static void runs_to_be_compared_have_samples_at_the_same_times_with_all_digits(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = crank,
                                   .forms = {"newton-euler", "minimal"},
                                   .channels = {"slider.x"},
                                   .until = 0.5,
                                   .rows = 51,
                                   .frames = 201});
    size_t length;
    char *json = staged_write(&s->show, "x.json", &length);
    const char *at = json;
    for (int run = 0; run < 2; run++) {
        double *times, *values;
        at = member(at, "samples");
        assert_int_equal(numbers(at, &times), 51);
        at = member(at, "values");
        assert_int_equal(numbers(at, &values), 51);
        for (int n = 0; n < 51; n++) {
            check_near(times[n], jd_trace_at(s->trace[0], n, 0), 0, "rows of the first run");
            check_near(values[n], jd_trace_at(s->trace[run], n, 1), 0, "to the last digit");
        }
        free(times), free(values);
    }
    free(json);
    staged_free(s);
}

/* ---- Other cases ---------------------------------------------------------------------------- */

static void a_run_that_never_began_has_one_frame_with_the_start(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = crank, .channels = {"slider.x"}, .until = 0.1, .rows = 11, .frames = 21});
    s->run[0] = (ShowRun){.name = "newton-euler",
                          .failed = true,
                          .failure = {.code = "x-y", .text = "it </script> \"did\" not"}};
    size_t length;
    char *json = staged_write(&s->show, "x.json", &length);
    double *poses;
    check_contains(json, "\"times\":[0]");
    assert_int_equal(numbers(member(json, "poses"), &poses), 9);
    check_near(poses[0], 0.05, 1e-7, "the crank's middle");
    check_near(poses[6], 0.4, 1e-7, "the slider");
    check_contains(json, "\"velocities\":null");
    check_contains(json, "\"samples\":{\"f8\":\"\"}");
    free(poses), free(json);
    staged_free(s);
}

static void a_model_without_animation_has_plots_alone(void **state) {
    (void)state;
    char text[2048];
    snprintf(text, sizeof text, "%sanimation off\n", crank);
    Staged *s = staged((StagedDef){
        .text = text, .channels = {"slider.x"}, .until = 0.1, .rows = 11, .frames = 21});
    size_t length;
    char *json = staged_write(&s->show, "x.json", &length);
    check_contains(json, "\"animation\":false");
    check_contains(json, "\"times\":[]");
    check_contains(json, "\"meshes\":[]");
    check_contains(json, "\"slider.x\"");
    JdLog *log = jd_log_new();
    assert_false(jd_show_write(&s->show, JD_SCRATCH "/off.glb", log));
    check_text(jd_log_message(log, 0).code, "animation-off");
    jd_log_free(log);
    free(json);
    staged_free(s);
}

static void symbols_of_a_long_chain_are_smaller_than_its_links(void **state) {
    (void)state;
    static const char chain[] =
        "planar\nrepeat i from 0 to 400 { point A[i] = [i*0.1 m, 0] }\n"
        "repeat i from 1 to 400 { body b[i] { link A[i-1] A[i] mass 1 kg inertia 1 g*m^2 } }\n"
        "joint j[1] : revolute ground -- b[1] at A[0]\n"
        "repeat i from 2 to 400 { joint j[i] : revolute b[i-1] -- b[i] at A[i-1] }\n";
    Staged *s = staged((StagedDef){.text = chain, .until = 1e-6, .rows = 2, .frames = 2});
    check_near(s->show.scene->size, 40, 1e-9, "the chain");
    assert_true(s->show.scene->unit > 0 && s->show.scene->unit < 0.04);
    staged_free(s);
}

/* ---- Packed --------------------------------------------------------------------------------- */

static void packed_numbers_are_right_to_half_a_step(void **state) {
    (void)state;
    Staged *s = staged(
        (StagedDef){.text = "planar\ngravity [0, -9.81] m/s^2\n"
                            "body rod { link [0, 0] [1 m, 0]  mass 1 kg  inertia 0.1 kg*m^2 }\n"
                            "joint j : revolute ground -- rod at [0, 0]\n",
                    .until = 1,
                    .rows = 3,
                    .frames = 200});
    const Film *film = &s->run[0].film;
    const NumberPack pack = jd_pack_columns(film->trace, film->pose, film->bodies, 3);
    double farthest = 0;
    for (int c = 0; c < 3; c++) {
        assert_true(pack.scale[c] > 0 && pack.scale[c] < 1e-3);
        for (int row = 0; row < 200; row++) {
            const double value = jd_trace_at(film->trace, row, film->pose[1] + c);
            Text bytes = {0};
            jd_bytes_packed(&bytes, &pack, c, value);
            assert_int_equal(bytes.count, 2);
            const int low = (unsigned char)bytes.at[0], high = (unsigned char)bytes.at[1];
            const int number = (int16_t)(uint16_t)(low | high << 8);
            check_near(number * pack.scale[c] + pack.offset[c], value, 0.51 * pack.scale[c],
                       "a packed number");
            farthest = fmax(farthest, abs(number));
            jd_text_free(&bytes);
        }
    }
    check_near(farthest, 32767, 0.5, "all of the two bytes is used");
    Text bytes = {0};
    jd_bytes_packed(&bytes, &pack, 0, (double)NAN);
    assert_int_equal((unsigned char)bytes.at[1], 0x80);
    jd_text_free(&bytes);
    staged_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packed_numbers_are_right_to_half_a_step),
        cmocka_unit_test(poses_and_velocities_are_those_of_the_trace),
        cmocka_unit_test(what_lies_between_frames_is_right_within_a_thousandth_of_the_size),
        cmocka_unit_test(a_long_run_stays_under_two_megabytes_and_keeps_its_peaks),
        cmocka_unit_test(runs_to_be_compared_have_samples_at_the_same_times_with_all_digits),
        cmocka_unit_test(a_run_that_never_began_has_one_frame_with_the_start),
        cmocka_unit_test(a_model_without_animation_has_plots_alone),
        cmocka_unit_test(symbols_of_a_long_chain_are_smaller_than_its_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
