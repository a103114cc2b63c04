/* SPDX-License-Identifier: MIT
 *
 * Every allocation fails once, the first, the second and so on: reading and rewriting end with an
 * error each time, and leave nothing behind. */
#include "text_check.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static long countdown = -1; /* allocations until one fails; negative: none does */

static bool fails(void) {
    return countdown >= 0 && countdown-- == 0;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *block, size_t size) {
    return fails() ? NULL : __real_realloc(block, size);
}

static const char sound[] =
    "model m\nplanar\ngravity [0, -9.81] m/s^2\nparam r = 153 mm\nparam N = 3\npoint O = [0, 0]\n"
    "joint type slot { field offset m = 0 m\n lock d.yi - offset - r\n free slide x\n free turn z "
    "as swing }\n"
    "repeat i from 1 to 40 { point A[i] = [i*r, 0]\n body b[i] { link O A[i] massless\n frame e at "
    "O }\n"
    "  joint j[i] : slot ground -- b[i] at O A[i] axis x offset 3 mm alpha [5] 1/s }\n"
    "force f : point-force b[1] at O value [r*1 N/m, 3 N*sin(time*1 rad/s)]\n"
    "force g : free-spring j[2].travel stiffness 3 N/m\ndrive d : j[1].swing = 2 rad/s*time\n"
    "start j[2].swing = 0, j[2].travel = 1 m\noutput b[1].x, energy\n"
    "expect b[1].x = 3 m at 2 s within 1e-9 relative when N == 3\nrun to 2 s stepper rk4\n"
    "show mesh on ground { file \"test/shape/cube.stl\" scale 1 mm colour \"#123\" }\nanimation "
    "off\n"
    "repeat i from 1 to 9 { show gear on b[i] { diameter 1 m teeth 9 axis z } }\n";

static const char spatial[] =
    "spatial\ngravity field [0, -9.81 m/s^2*x/(1 m), time*1 m/s^3]\npoint A = [1, 0, 0]\n"
    "body a { at A turned turn(z, 30 deg) mass 1 kg inertia [[1, 0.1, 0], [0.1, 1, 0], [0, 0, 1]] "
    "kg*m^2\n"
    "  load 1 kg at 2*A\n frame tip at A turned turn(x, 1 rad) }\n"
    "body b { link A, [0, 0, 0] shape pipe diameter 20 mm inner 1 cm density 7850 kg/m^3 }\n"
    "body p { at A point mass 1 kg }\njoint type own { lock d.x0\n lock d.y0\n lock d.z0\n free "
    "ball as s }\n"
    "joint type pair { field k = 2\n lock qi - k*qj }\n"
    "joint u : universal a -- b at A axis x second z\njoint h : revolute ground -- a at A axis [1, "
    "2, 3]\n"
    "joint s : own b -- p at A\njoint s2 : own b -- p at A\njoint g : pair h.angle -- u.angle1 k "
    "3\n"
    "joint c : cylindrical ground -- p at A\njoint r : rack h.angle -- c.travel radius 1 m\n"
    "body d { at A mass 1 kg inertia 2 kg*[[1, 0, 0], [0, 1, 0], [0, 0, 1]]*(1 m^2) }\n"
    "joint type hook { axis z\n lock d.zi - 1 cm*turn(z) }\njoint k : hook ground -- d at A axis "
    "A\n"
    "force w : point-force d value [1, 2, 3] N*sin(time*1 rad/s)\n"
    "start s.attitude = turn(x, 0.1 rad), d.attitude = cardan(0.1, 0.2, 0.3)\n";

static const char faulty[] =
    "# What is wrong with pictures, too.\nshow gear on ground { colour rde }\nshow sphee on "
    "ground\n"
    "show mesh on ground { file \"test/bad/mesh-not-valid.stl\" scale 1 mm }\nshow gear on ground\n"
    "param r = 3 mmm\npoint A = [q, 0]\nbody b { mas 3 kg\n }\njoint j : revolut x -- y\n"
    "param long_name = 3\nparam b = long_nam\nbdy c { }\npoint B = later\nparam later = 3\n";

static const char commented[] =
    "# what it is\n\nplanar # flat\nbody b { # open\nmass 1 kg # heavy\n# where\nat P\n} # b\n"
    "output b.x, # one\nb.y # two\nrepeat i from 1 to 2 { # open\n# end\n}\n# end\n";

/* Runs the task with the k-th allocation failing, for all k until it comes through. */
static void exhaust(bool (*task)(JdLog *log), bool good) {
    for (long k = 0; k < 100000; k++) {
        JdLog *log = jd_log_new();
        assert_non_null(log);
        countdown = k;
        const bool done = task(log);
        const bool failed = countdown < 0;
        countdown = -1;
        const int errors = jd_log_errors(log);
        jd_log_free(log);
        if (!failed) {
            assert_int_equal(done, good);
            return;
        }
        assert_false(done);
        assert_true(errors > 0);
    }
    fail_msg("never came through");
}

static bool read_sound(JdLog *log) {
    const JdSetting settings[] = {{"r", "160 mm"}, {NULL, NULL}};
    JdModel *model =
        jd_model_read_text("m", sound, sizeof sound - 1, (JdReadDef){.settings = settings}, log);
    jd_model_free(model);
    return model;
}

static bool read_spatial(JdLog *log) {
    JdModel *model = jd_model_read_text("m", spatial, sizeof spatial - 1, (JdReadDef){0}, log);
    jd_model_free(model);
    return model;
}

static bool read_faulty(JdLog *log) {
    JdModel *model = jd_model_read_text("m", faulty, sizeof faulty - 1, (JdReadDef){0}, log);
    jd_model_free(model);
    return model;
}

static bool rewrite(const char *text, JdLog *log) {
    char *mirror = jd_text_rewrite("m", text, strlen(text), false, true, log);
    char *words = mirror ? jd_text_rewrite("m", mirror, strlen(mirror), true, false, log) : NULL;
    jd_free_text(mirror);
    jd_free_text(words);
    return words;
}

static bool rewrite_sound(JdLog *log) {
    return rewrite(sound, log);
}

static bool rewrite_commented(JdLog *log) {
    return rewrite(commented, log);
}

static bool read_sound_file(JdLog *log) {
    JdModel *model = jd_model_read_file(JD_SCRATCH "/text_alloc.jd", (JdReadDef){0}, log);
    jd_model_free(model);
    return model;
}

static void reading_survives_each_failing_allocation(void **state) {
    (void)state;
    exhaust(read_sound, true);
    exhaust(read_spatial, true);
    exhaust(read_faulty, false);
}

static void rewriting_survives_each_failing_allocation(void **state) {
    (void)state;
    exhaust(rewrite_sound, true);
    exhaust(rewrite_commented, true);
}

static void files_survive_each_failing_allocation(void **state) {
    (void)state;
    FILE *file = fopen(JD_SCRATCH "/text_alloc.jd", "wb");
    assert_non_null(file);
    fputs("include \"text_alloc_2.jd\"\nbody b { at P massless }\n", file);
    fclose(file);
    file = fopen(JD_SCRATCH "/text_alloc_2.jd", "wb");
    assert_non_null(file);
    fputs("point P = [0, 0]\n", file);
    fclose(file);
    exhaust(read_sound_file, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading_survives_each_failing_allocation),
        cmocka_unit_test(rewriting_survives_each_failing_allocation),
        cmocka_unit_test(files_survive_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
