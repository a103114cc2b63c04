/* SPDX-License-Identifier: MIT
 *
 * glTF: the buffer read back has the poses of the film, turned upright, and is laid out as the
 * format wants. */
#include "staged.h"

static const char swing[] =
    "planar\ngravity [0, -9.81]\n"
    "body arm { link [0, 0] [0.5 m, 0]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "body far { at [1 m, 0]  mass 1 kg  inertia 0.02 kg*m^2 }\n"
    "joint jO : revolute ground -- arm at [0, 0]\n"
    "joint jF : revolute ground -- far at [0.9 m, 0]\n"
    "force s : spring-damper arm -- far at [0.5 m, 0] [1 m, 0] stiffness 10 N/m length 0.3 m\n";
static const char top[] =
    "spatial\ngravity [0, 0, -9.81]\n"
    "body top { at [0, 0.1 m, 0.3 m]  mass 1 kg  inertia [0.01, 0.01, 0.02] kg*m^2 }\n"
    "joint tip : spherical ground -- top at [0, 0, 0]\n"
    "start tip.wz = 30 rad/s\n";

/* ---- Reading it back ------------------------------------------------------------------------ */

typedef struct {
    char *bytes;
    size_t length;
    const char *json;
    const unsigned char *buffer;
    size_t buffer_length;
} File;

static size_t u4(const void *at) {
    const unsigned char *b = at;
    return b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
}

/* Header, JSON and buffer, each as long as it says, and whole words long. */
static File read_back(const Show *show) {
    File file = {0};
    file.bytes = staged_write(show, "x.glb", &file.length);
    assert_memory_equal(file.bytes, "glTF", 4);
    assert_int_equal(u4(file.bytes + 4), 2);
    assert_int_equal(u4(file.bytes + 8), file.length);
    const size_t text = u4(file.bytes + 12);
    assert_memory_equal(file.bytes + 16, "JSON", 4);
    assert_int_equal(text % 4, 0);
    file.json = file.bytes + 20;
    const char *behind = file.json + text;
    file.buffer_length = u4(behind);
    assert_memory_equal(behind + 4, "BIN\0", 4);
    file.buffer = (const unsigned char *)behind + 8;
    assert_int_equal(28 + text + file.buffer_length, file.length);
    return file;
}

/* Element n of the list of objects that a key has; NULL past its end. */
static const char *element(const File *file, const char *key, int n) {
    char opener[64];
    snprintf(opener, sizeof opener, "\"%s\":[{", key);
    const char *at = strstr(file->json, opener);
    assert_non_null(at);
    int depth = 0, index = 0;
    for (at += strlen(opener) - 1; depth > 0 || *at != ']'; at++) {
        if (*at == '{' && depth == 0 && index++ == n) return at;
        depth += (*at == '{' || *at == '[') - (*at == '}' || *at == ']');
    }
    return NULL;
}

static int whole(const char *object, const char *key) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(object, quoted);
    assert_non_null(at);
    return atoi(at + strlen(quoted));
}

static int node_of(const File *file, const char *name) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "{\"name\":\"%s\",", name);
    for (int n = 0; element(file, "nodes", n); n++)
        if (strncmp(element(file, "nodes", n), quoted, strlen(quoted)) == 0) return n;
    return -1;
}

static int floats(const File *file, int accessor, double **values) {
    const char *about = element(file, "accessors", accessor);
    const char *view = element(file, "bufferViews", whole(about, "bufferView"));
    const size_t offset = (size_t)whole(view, "byteOffset"),
                 length = (size_t)whole(view, "byteLength");
    assert_int_equal(offset % 4, 0);
    assert_true(offset + length <= file->buffer_length);
    *values = calloc(length / 4 + 1, sizeof **values);
    for (size_t n = 0; n < length / 4; n++) {
        float value;
        memcpy(&value, file->buffer + offset + 4 * n, 4);
        (*values)[n] = (double)value;
    }
    return whole(about, "count");
}

/* Keys of what moves a node along a path; 0: nothing does. */
static int keys(const File *file, int node, const char *path, double **times, double **values) {
    char target[64];
    snprintf(target, sizeof target, "\"target\":{\"node\":%d,\"path\":\"%s\"}", node, path);
    const char *at = strstr(file->json, target);
    if (!at) return 0;
    while (strncmp(at, "\"sampler\":", 10) != 0) at--;
    const char *sampler = element(file, "samplers", whole(at, "sampler"));
    const int count = floats(file, whole(sampler, "input"), times);
    assert_int_equal(floats(file, whole(sampler, "output"), values), count);
    return count;
}

/* ---- Poses ---------------------------------------------------------------------------------- */

static void check_poses(Staged *s, const char *body, int index) {
    const File file = read_back(&s->show);
    double *times, *places, *again, *turns;
    const int node = node_of(&file, body);
    assert_true(node > 0);
    const int count = keys(&file, node, "translation", &times, &places);
    assert_in_range(count, 30, 12001);
    assert_int_equal(keys(&file, node, "rotation", &again, &turns), count);
    const double speed = jd_show_speed(&s->show);
    check_near(times[count - 1] * speed, jd_show_end(&s->show), 1e-6, "the last key is the end");
    for (int n = 0; n < count; n++) {
        if (n) assert_true(times[n] > times[n - 1]);
        const Pose is = jd_film_pose(&s->run[0].film, index, times[n] * speed);
        const double *p = places + 3 * n, *q = turns + 4 * n;
        check_near(vec3_norm(vec3_sub(vec3(p[0], p[1], p[2]), is.p)), 0, 1e-5, "position");
        const Axes axes = jd_quat_axes((Quat){q[3], q[0], q[1], q[2]});
        check_near(vec3_norm(vec3_sub(axes.x, is.axes.x)), 0, 1e-4, "x axis");
        check_near(vec3_norm(vec3_sub(axes.y, is.axes.y)), 0, 1e-4, "y axis");
        check_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-6,
                   "a unit quaternion");
        if (n) assert_true(q[0] * q[-4] + q[1] * q[-3] + q[2] * q[-2] + q[3] * q[-1] > 0);
    }
    free(times), free(places), free(again), free(turns), free(file.bytes);
}

static void keys_have_the_poses_of_the_film(void **state) {
    (void)state;
    Staged *s = staged(
        (StagedDef){.text = swing, .channels = {"energy"}, .until = 2, .rows = 11, .frames = 2001});
    check_poses(s, "arm", 1);
    check_poses(s, "far", 2);
    staged_free(s);
    s = staged(
        (StagedDef){.text = top, .channels = {"energy"}, .until = 1, .rows = 11, .frames = 3001});
    check_poses(s, "top", 1);
    staged_free(s);
}

/* At a key that is a row of the film there is nothing between. */
static void the_pose_at_a_key_is_that_of_the_trace(void **state) {
    (void)state;
    Staged *s = staged(
        (StagedDef){.text = swing, .channels = {"energy"}, .until = 2, .rows = 11, .frames = 2401});
    s->show.speed = 1;
    s->show.frames = 30;
    const File file = read_back(&s->show);
    double *times, *places;
    const int count = keys(&file, node_of(&file, "arm"), "translation", &times, &places);
    const int step = 2400 / (count - 1);
    assert_int_equal(step * (count - 1), 2400);
    for (int n = 0; n < count; n++) {
        check_near(times[n], jd_trace_at(s->film[0], n * step, 0), 1e-7, "time");
        const int column = s->run[0].film.pose[1];
        check_near(places[3 * n], (double)(float)jd_trace_at(s->film[0], n * step, column), 1e-7,
                   "x");
        check_near(places[3 * n + 1], (double)(float)jd_trace_at(s->film[0], n * step, column + 1),
                   1e-7, "y");
    }
    free(times), free(places), free(file.bytes);
    staged_free(s);
}

static void a_spring_is_stretched_from_point_to_point(void **state) {
    (void)state;
    Staged *s = staged(
        (StagedDef){.text = swing, .channels = {"energy"}, .until = 2, .rows = 11, .frames = 2001});
    const File file = read_back(&s->show);
    double *times, *scales;
    const int count = keys(&file, node_of(&file, "s"), "scale", &times, &scales);
    assert_in_range(count, 30, 12001);
    for (int n = 0; n < count; n++) {
        const double time = times[n] * jd_show_speed(&s->show);
        const Pose arm = jd_film_pose(&s->run[0].film, 1, time),
                   far = jd_film_pose(&s->run[0].film, 2, time);
        const Vec3 tip = vec3_add(arm.p, vec3_scale(0.25, arm.axes.x));
        check_near(scales[3 * n], vec3_norm(vec3_sub(far.p, tip)), 1e-5, "as long as the way");
        check_near(scales[3 * n + 1], 1, 0, "and not thicker");
    }
    free(times), free(scales), free(file.bytes);
    staged_free(s);
}

static void what_is_up_becomes_y(void **state) {
    (void)state;
    Staged *s = staged(
        (StagedDef){.text = top, .channels = {"energy"}, .until = 0.1, .rows = 11, .frames = 101});
    const File file = read_back(&s->show);
    const char *root = element(&file, "nodes", 0), *at = strstr(root, "\"rotation\":[") + 12;
    double q[4];
    for (int n = 0; n < 4; n++) q[n] = strtod(at, (char **)&at), at++;
    const Vec3 up = jd_quat_rotate((Quat){q[3], q[0], q[1], q[2]}, vec3(0, 0, 1));
    check_near(up.y, 1, 1e-12, "z of the model is y of the file");
    free(file.bytes);
    staged_free(s);
}

static void without_a_run_the_start_stands_still(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){
        .text = swing, .channels = {"energy"}, .until = 0.1, .rows = 11, .frames = 101});
    s->run[0] = (ShowRun){.name = "newton-euler", .failed = true, .failure = {.text = "no"}};
    const File file = read_back(&s->show);
    assert_null(strstr(file.json, "\"animations\""));
    assert_true(node_of(&file, "arm") > 0);
    free(file.bytes);
    staged_free(s);
}

static void of_several_runs_the_first_is_shown_and_that_is_said(void **state) {
    (void)state;
    Staged *s = staged((StagedDef){.text = swing,
                                   .forms = {"newton-euler", "minimal"},
                                   .channels = {"energy"},
                                   .until = 0.1,
                                   .rows = 11,
                                   .frames = 101});
    JdLog *log = jd_log_new();
    assert_true(jd_show_write(&s->show, JD_SCRATCH "/two.glb", log));
    check_text(jd_log_message(log, 0).code, "show-first-run");
    check_contains(jd_log_message(log, 0).text, "newton-euler");
    jd_log_free(log);
    staged_free(s);
}

static void all_numbers_are_finite_whatever_is_wanted(void **state) {
    (void)state;
    static const double speeds[] = {1e-300, 1e300, 0};
    for (int n = 0; n < 3; n++) {
        Staged *s =
            staged((StagedDef){.text = "planar\nbody a { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                                       "show sphere on a diameter 1e300 m\nstart a.vx = 1 m/s\n",
                               .channels = {"energy"},
                               .until = 1,
                               .rows = 11,
                               .frames = 101});
        s->show.speed = speeds[n];
        const File file = read_back(&s->show);
        double *times, *places;
        const int count = keys(&file, node_of(&file, "a"), "translation", &times, &places);
        assert_true(count > 1);
        for (int k = 1; k < count; k++) assert_true(times[k] > times[k - 1] && times[k] < 2e6);
        assert_null(strstr(file.json, "null"));
        double *values;
        for (int k = 0; element(&file, "accessors", k); k++) {
            if (whole(element(&file, "accessors", k), "componentType") != 5126) continue;
            const int size = floats(&file, k, &values);
            for (int v = 0; v < size; v++) assert_true(isfinite(values[v]));
            free(values);
        }
        free(times), free(places), free(file.bytes);
        staged_free(s);
    }
}

static void what_turns_too_fast_is_told(void **state) {
    (void)state;
    static const char text[] = "planar\nbody a { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }\n"
                               "start a.rate = 100 rad/s\n";
    for (int n = 0; n < 2; n++) {
        Staged *s = staged((StagedDef){
            .text = text, .channels = {"energy"}, .until = 1, .rows = 2, .frames = n ? 101 : 21});
        JdLog *log = jd_log_new();
        assert_true(jd_show_write(&s->show, JD_SCRATCH "/fast.glb", log));
        assert_int_equal(jd_log_count(log), n ? 0 : 1);
        if (n == 0) {
            check_text(jd_log_message(log, 0).code, "show-fast");
            check_contains(jd_log_message(log, 0).text, "'a' turn");
            check_contains(jd_log_message(log, 0).text, "286 degrees");
            check_contains(jd_log_message(log, 0).hint, "--to 0.16");
        }
        jd_log_free(log);
        staged_free(s);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_have_the_poses_of_the_film),
        cmocka_unit_test(the_pose_at_a_key_is_that_of_the_trace),
        cmocka_unit_test(a_spring_is_stretched_from_point_to_point),
        cmocka_unit_test(what_is_up_becomes_y),
        cmocka_unit_test(all_numbers_are_finite_whatever_is_wanted),
        cmocka_unit_test(what_turns_too_fast_is_told),
        cmocka_unit_test(without_a_run_the_start_stands_still),
        cmocka_unit_test(of_several_runs_the_first_is_shown_and_that_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
