/* SPDX-License-Identifier: MIT
 *
 * Triangles from files: the same tetrahedron in all three forms, and what is wrong with files. */
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

static bool read_bytes(const char *bytes, size_t length) {
    return jd_mesh_read((MeshSource){"part.stl", 0.5, nowhere}, bytes, length, &arena, &mesh, said);
}

static bool read_words(const char *text) {
    return read_bytes(text, strlen(text));
}

/* The file is refused with one message that says so. */
static void check_refused(const char *text, size_t length, const char *why) {
    const int before = jd_log_count(said);
    assert_false(read_bytes(text, length));
    assert_int_equal(jd_log_count(said), before + 1);
    const JdMessage message = jd_log_message(said, before);
    check_text(message.code, "mesh-not-valid");
    check_contains(message.text, "'part.stl'");
    check_contains(message.text, why);
}

static void check_words_refused(const char *text, const char *why) {
    check_refused(text, strlen(text), why);
}

/* ---- A tetrahedron, 1 in the file being 0.5 m
 * ----------------------------------------------------- */

static const double corners[4][3] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static void check_tetrahedron(void) {
    double volume = 0;
    assert_int_equal(mesh.triangles.count, 12);
    assert_int_equal(mesh.points.count, 12); /* all its edges are sharp */
    assert_int_equal(mesh.edges.count / 2, 6);
    for (int n = 0; n < 12; n += 3) {
        const int *t = &mesh.triangles.at[n];
        volume +=
            vec3_dot(mesh.points.at[t[0]], vec3_cross(mesh.points.at[t[1]], mesh.points.at[t[2]])) /
            6;
    }
    check_near(volume, 1. / 6, 1e-15, "1 m along each axis");
}

static void text_of_stl_is_read(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "\n  SOLID a tetrahedron\r\n");
    for (int n = 0; n < 4; n++) {
        jd_text_print(&text, "facet normal 0 0 nan\nOuter LOOP\n");
        for (int k = 0; k < 3; k++) {
            const double *p = corners[faces[n][k]];
            jd_text_print(&text, "\tvertex %.1f %.0fe0 +%.0f.\r\n", p[0], p[1], p[2]);
        }
        jd_text_print(&text, "endloop\nendfacet\n");
    }
    jd_text_print(&text, "endsolid"); /* without the end of its line */
    assert_true(read_bytes(text.at, text.count));
    check_tetrahedron();
    check_refused(text.at, text.count / 2, "line");
    jd_text_free(&text);
}

static size_t tetrahedron_bytes(unsigned char out[84 + 4 * 50], unsigned count) {
    memset(out, 0, 84 + 4 * 50);
    memcpy(out, "solid, as some programs begin the bytes", 39);
    for (int n = 0; n < 4; n++) out[80 + n] = (unsigned char)(count >> 8 * n);
    for (int n = 0; n < 4; n++)
        for (int k = 0; k < 9; k++) {
            const float value = (float)corners[faces[n][k / 3]][k % 3];
            memcpy(out + 84 + 50 * n + 12 + 4 * k, &value, 4);
        }
    return 84 + 4 * 50;
}

static void bytes_of_stl_are_read(void **state) {
    (void)state;
    unsigned char bytes[84 + 4 * 50];
    const size_t length = tetrahedron_bytes(bytes, 4);
    const char *file = (const char *)bytes;
    assert_true(read_bytes(file, length));
    check_tetrahedron();
    check_refused(file, length - 1, "has 4 triangles, and has room for 3");
    check_refused(file, 83, "not the whole of it");
    tetrahedron_bytes(bytes, 0xffffffffu);
    check_refused(file, length, "has 4294967295 triangles, and has room for 4");
    tetrahedron_bytes(bytes, 0);
    check_refused(file, 84, "has no triangles");
    tetrahedron_bytes(bytes, 4);
    memcpy(bytes + 84 + 2 * 50 + 24, "\xff\xff\xff\x7f", 4);
    check_refused(file, length, "byte 208: this corner is nowhere");
}

static void obj_is_read(void **state) {
    (void)state;
    assert_true(read_words(
        "# a comment\nmtllib x.mtl\no thing\nv 0 0 0\nv 2 0 0 1.0\nv 0 2 0\nv 0 0 2\nvn 0 0 1\n"
        "f 1/1/1 3/2/1 2//3\nf 1 2 4 # a comment\nf -4 -1 -2\nf 2 3 4\n"));
    check_tetrahedron();
    assert_true(read_words("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4"));
    assert_int_equal(mesh.triangles.count, 6);
    assert_int_equal(mesh.points.count, 4); /* one plane */
    assert_int_equal(mesh.edges.count / 2, 4);
}

/* In units of the file. */
static double area(void) {
    double sum = 0;
    for (int n = 0; n + 2 < mesh.triangles.count; n += 3) {
        const int *t = &mesh.triangles.at[n];
        const Vec3 p = mesh.points.at[t[0]];
        sum += vec3_norm(
            vec3_cross(vec3_sub(mesh.points.at[t[1]], p), vec3_sub(mesh.points.at[t[2]], p)));
    }
    return sum / 2 / 0.25;
}

/* Overlapping triangles would have more area than the face. */
static void hollow_faces_are_not_filled(void **state) {
    (void)state;
    static const char *const round[] = {
        "0 0 0", "3 0 1", "3 1 1", "1 1 0.333333333333333333", "1 3 0.333333333333333333", "0 3 0"};
    for (int first = 0; first < 6; first++)
        for (int back = 0; back < 2; back++) {
            Text text = {0};
            for (int n = 0; n < 6; n++)
                jd_text_print(&text, "v %s\n", round[(first + (back ? 6 - n : n)) % 6]);
            jd_text_print(&text, "f 1 2 3 4 5 6\n");
            assert_true(read_bytes(text.at, text.count));
            assert_int_equal(mesh.triangles.count, 12);
            check_near(area(), 5 * sqrt(10) / 3, 1e-12, "area");
            for (int n = 0; n < mesh.normals.count; n++)
                assert_true((mesh.normals.at[n].z < 0) == back);
            jd_text_free(&text);
        }
    /* An arrow head, and a square with a hole that is joined to its edge. */
    assert_true(read_words("v 2 1 0\nv 0 2 0\nv 1 1 0\nv 0 0 0\nf 2 3 4 1\n"));
    check_near(area(), 1, 1e-12, "area");
    assert_true(read_words("v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 1 2 0\nv 2 2 0\n"
                           "v 2 1 0\nf 1 2 3 4 1 5 6 7 8 5\n"));
    check_near(area(), 8, 1e-12, "area");
    /* What crosses itself has some triangles, too. */
    assert_true(read_words("v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n"));
}

static void lines_go_on_and_end_as_other_programs_have_it(void **state) {
    (void)state;
    static const char *const files[] = {
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 \\\n2 3\\\n 4\n",
        "v 0 0 0\r\nv 1 0 0\r\nv 1 1 \\\r\n0\r\nv 0 1 0\r\nf 1 2 3 \\\r\n\\\r\n4",
        "v 0 0 0\rv 1 0 0\rv 1 1 0\rv 0 1 0\rf 1 2 3 4 \\",
        "\xef\xbb\xbfv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n",
        "\xef\xbb\xbfsolid C:\\\nfacet\n normal 0 0 1\n outer\n loop\nvertex 0 0 0\nvertex 1 0 0\n"
        "vertex 1 1 0\nendloop\nendfacet\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
        "vertex 1 1 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n",
    };
    for (size_t n = 0; n < sizeof files / sizeof *files; n++) {
        assert_true(read_words(files[n]));
        assert_int_equal(mesh.triangles.count, 6);
        check_near(area(), 1, 1e-12, "area");
    }
    check_words_refused("v 0 0 0\r\nv 1 0 \\\r\nx\r\n", "line 3: 'x' is no number");
}

/* ---- What is wrong
 * ------------------------------------------------------------------------------------ */

static void mistakes_of_obj_are_told(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"v 0 0\n", "line 1: a corner has three numbers"},
        {"v 0 0 x\n", "line 1: 'x' is no number"},
        {"v 0 0 nan\n", "line 1: 'nan' is no number"},
        {"v 0 0 1e999\n", "line 1"},
        {"v 0 0 1e10\n", "line 1: this corner is nowhere"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", "line 4: a face has three corners or more"},
        {"v 0 0 0\nf 1 1 2\n", "line 2: '2' is no corner that was given before"},
        {"v 0 0 0\nf -2 1 1\n", "line 2: '-2' is no corner"},
        {"v 0 0 0\nf 0 1 1\n", "line 2: '0' is no corner"},
        {"v 0 0 0\nf 1.5 1 1\n", "line 2: '1.5' is no number of a corner"},
        {"v 0 0 0\nf /1 1 1\n", "'/1' is no number of a corner"},
        {"v 0 0 0\nf 99999999999999999999 1 1\n", "is no corner"},
        {"v 0 0 0\nf 1 1 1\n", "has no triangles"},
        {"", "has no triangles"},
        {"hello", "has no triangles"},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        check_words_refused(wrong[n].text, wrong[n].why);
}

static void mistakes_of_stl_are_told(void **state) {
    (void)state;
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"solid\nvertex 0 0 0\nvertex 1 0 0\nendloop\n", "line 4: a triangle has three corners"},
        {"solid\nvertex 0 0 0\nvertex 1 0 0\n", "line 3: the file ends within a triangle"},
        {"solid\nvertex 0 0 inf\n", "line 2: 'inf' is no number"},
        {"solid\nvertx 0 0 0\n", "line 2: 'vertx' is no word of an STL file"},
        {"solid\nfacet\nendfacet\nendsolid\n", "has no triangles"},
        {"solid\n\x01\xff\n", "line 2: '?"
                              "?' is no word"},
        {"solid\nabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz\n",
         "'abcdefghijklmnopqrstuvw'"},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++)
        check_words_refused(wrong[n].text, wrong[n].why);
    check_refused("\0\0\0", 3, "is no mesh");
}

static void too_many_triangles_are_refused(void **state) {
    (void)state;
    Text text = {0};
    jd_text_print(&text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
    for (int n = 0; n < 500003; n++) jd_text_add(&text, " 3", 2);
    check_refused(text.at, text.count, "line 4: too many triangles");
    jd_text_free(&text);
}

static void files_are_loaded_or_told(void **state) {
    (void)state;
    assert_false(
        jd_mesh_load((MeshSource){"not/there.stl", 1, nowhere}, NULL, &arena, &mesh, said));
    check_text(jd_log_message(said, 0).code, "file-read");
    FILE *file = fopen(JD_SCRATCH "/face.obj", "w");
    fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", file);
    fclose(file);
    assert_true(
        jd_mesh_load((MeshSource){JD_SCRATCH "/face.obj", 1, nowhere}, NULL, &arena, &mesh, said));
    assert_int_equal(mesh.triangles.count, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_of_stl_is_read, start, end),
        cmocka_unit_test_setup_teardown(bytes_of_stl_are_read, start, end),
        cmocka_unit_test_setup_teardown(obj_is_read, start, end),
        cmocka_unit_test_setup_teardown(hollow_faces_are_not_filled, start, end),
        cmocka_unit_test_setup_teardown(lines_go_on_and_end_as_other_programs_have_it, start, end),
        cmocka_unit_test_setup_teardown(mistakes_of_obj_are_told, start, end),
        cmocka_unit_test_setup_teardown(mistakes_of_stl_are_told, start, end),
        cmocka_unit_test_setup_teardown(too_many_triangles_are_refused, start, end),
        cmocka_unit_test_setup_teardown(files_are_loaded_or_told, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
