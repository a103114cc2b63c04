/* SPDX-License-Identifier: MIT
 *
 * Numbers of a page: in lists, as bytes, as base64; and meshes in fewer of them. */
#include "check.h"
#include "page/inside.h"
#include <stdlib.h>

static void a_list_has_as_many_digits_as_a_picture_needs(void **state) {
    (void)state;
    Json json = {.layout = JSON_COMPACT};
    const double list[] = {1, -2.5, INFINITY, 1e-20, -0.0};
    jd_json_object(&json, NULL);
    jd_json_list(&json, "l", list, 5);
    jd_json_object(&json, "o");
    jd_json_end(&json);
    jd_json_end(&json);
    check_text(json.text.at, "{\"l\":[1,-2.5,null,1e-20,0],\"o\":{}}");
    jd_text_free(&json.text);
}

/* The examples of RFC 4648. */
static void base64_is_that_of_the_standard(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"f", "Zg=="},         {"fo", "Zm8="},
                                           {"foo", "Zm9v"},       {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="}, {"foobar", "Zm9vYmFy"}};
    for (int n = 0; n < 6; n++) {
        Text text = {0};
        jd_text_base64(&text, pairs[n][0], strlen(pairs[n][0]));
        check_text(text.at, pairs[n][1]);
        jd_text_free(&text);
    }
    /* Longer than what is written at once. */
    char zeros[4000] = {0};
    Text text = {0};
    jd_text_base64(&text, zeros, sizeof zeros);
    assert_int_equal(text.count, 5336);
    assert_int_equal(strspn(text.at, "A"), 5334);
    jd_text_free(&text);
}

static void numbers_are_bytes_least_significant_first(void **state) {
    (void)state;
    Text bytes = {0};
    jd_bytes_number(&bytes, NUMBERS_F4, 1);
    jd_bytes_number(&bytes, NUMBERS_F8, -2);
    jd_bytes_number(&bytes, NUMBERS_U4, 0x01020304);
    jd_bytes_number(&bytes, NUMBERS_U2, 0x0506);
    jd_bytes_number(&bytes, NUMBERS_F4, 1e300);
    static const unsigned char wanted[] = {0,    0, 0x80, 0x3f, 0, 0, 0, 0, 0, 0,    0,
                                           0xc0, 4, 3,    2,    1, 6, 5, 0, 0, 0x80, 0x7f};
    assert_int_equal(bytes.count, sizeof wanted);
    assert_memory_equal(bytes.at, wanted, sizeof wanted);
    jd_text_free(&bytes);
}

static void a_mesh_made_coarser_keeps_its_extent_and_its_sides(void **state) {
    (void)state;
    enum { ACROSS = 100 };
    Arena arena = {0};
    Mesh mesh = {0}, coarse;
    for (int n = 0; n < ACROSS * ACROSS; n++) {
        *PUSH(&arena, mesh.points) =
            vec3(n % ACROSS / (ACROSS - 1.0), n / ACROSS / (ACROSS - 1.0), 0);
        *PUSH(&arena, mesh.normals) = vec3(0, 0, 1);
    }
    for (int n = 0; n < ACROSS * (ACROSS - 1); n++) {
        if (n % ACROSS == ACROSS - 1) continue;
        const int corners[6] = {n, n + 1, n + ACROSS, n + 1, n + ACROSS + 1, n + ACROSS};
        for (int k = 0; k < 6; k++) *PUSH(&arena, mesh.triangles) = corners[k];
    }
    assert_true(jd_page_coarsen(&mesh, 500, &arena, &coarse));
    assert_in_range(coarse.points.count, 100, 500);
    assert_in_range(coarse.triangles.count, 300, 6000);
    double area = 0;
    for (int n = 0; n < coarse.triangles.count; n += 3) {
        const Vec3 a = coarse.points.at[coarse.triangles.at[n]],
                   b = coarse.points.at[coarse.triangles.at[n + 1]],
                   c = coarse.points.at[coarse.triangles.at[n + 2]];
        const Vec3 side = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
        assert_true(side.z >= 0);
        area += side.z / 2;
    }
    check_near(area, 1, 0.15, "the square is nearly as large");
    for (int n = 0; n < coarse.normals.count; n++)
        check_near(coarse.normals.at[n].z, 1, 1e-12, "it looks up");
    assert_true(jd_page_coarsen(&mesh, ACROSS * ACROSS, &arena, &coarse));
    assert_ptr_equal(coarse.points.at, mesh.points.at);
    jd_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_has_as_many_digits_as_a_picture_needs),
        cmocka_unit_test(base64_is_that_of_the_standard),
        cmocka_unit_test(numbers_are_bytes_least_significant_first),
        cmocka_unit_test(a_mesh_made_coarser_keeps_its_extent_and_its_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
