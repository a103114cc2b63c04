/* SPDX-License-Identifier: MIT
 *
 * Arenas, lists and layouts. */
#include "base/base.h"
#include "check.h"

static void memory_is_zeroed_aligned_and_apart(void **state) {
    (void)state;
    Arena arena = {0};
    unsigned char *before = NULL;
    size_t size_before = 0;
    for (size_t n = 0; n < 3000; n++) {
        const size_t size = 1 + check_random() % 200;
        unsigned char *at = jd_arena_take(&arena, size);
        assert_non_null(at);
        assert_int_equal((uintptr_t)at % _Alignof(max_align_t), 0);
        for (size_t k = 0; k < size; k++) assert_int_equal(at[k], 0);
        memset(at, (int)(n % 251) + 1, size);
        for (size_t k = 0; k < size_before; k++)
            assert_int_equal(before[k], (int)((n - 1) % 251) + 1);
        before = at;
        size_before = size;
    }
    jd_arena_free(&arena);
    assert_null(arena.last);
}

static void a_large_piece_gets_its_own_block(void **state) {
    (void)state;
    Arena arena = {0};
    char *large = jd_arena_take(&arena, 5 << 20);
    assert_non_null(large);
    large[(5 << 20) - 1] = 1;
    assert_non_null(jd_arena_take(&arena, 0));
    jd_arena_free(&arena);
}

static void an_impossible_size_fails_and_stays_failed(void **state) {
    (void)state;
    Arena arena = {0};
    assert_non_null(jd_arena_take(&arena, 8));
    assert_null(jd_arena_take(&arena, SIZE_MAX - 3));
    assert_true(arena.failed);
    assert_null(jd_arena_take(&arena, 8));
    assert_null(jd_arena_format(&arena, "%d", 1));
    jd_arena_free(&arena);
    assert_false(arena.failed);
}

static void texts_are_copied_with_an_end(void **state) {
    (void)state;
    Arena arena = {0};
    check_text(jd_arena_text(&arena, "crankshaft", 5), "crank");
    check_text(jd_arena_copy(&arena, "rod"), "rod");
    assert_null(jd_arena_copy(&arena, NULL));
    check_text(jd_arena_format(&arena, "%s[%d]", "A", 12), "A[12]");
    jd_arena_free(&arena);
}

static void a_list_keeps_its_elements_while_it_grows(void **state) {
    (void)state;
    Arena arena = {0};
    LIST(int) list = {0};
    for (int n = 0; n < 10000; n++) {
        int *place = PUSH(&arena, list);
        assert_non_null(place);
        assert_int_equal(*place, 0);
        *place = n + 1;
    }
    for (int n = 0; n < 10000; n++) assert_int_equal(list.at[n], n + 1);
    list.count -= 10;
    assert_int_equal(*PUSH(&arena, list), 0);
    jd_arena_free(&arena);
}

/* Long ones move alone: what is taken beside stays, and a mark takes away what came behind it. */
static void long_lists_that_are_alone_leave_nothing_behind(void **state) {
    (void)state;
    enum { COUNT = 50000 };
    Arena arena = {0};
    LIST(double) list[3] = {{0}};
    char *beside = jd_arena_copy(&arena, "beside");
    ArenaMark mark = {0};
    for (int l = 0; l < 3; l++) {
        for (int n = 0; n < COUNT; n++) {
            double *last = PUSH_ALONE(&arena, list[l]);
            assert_non_null(last);
            assert_true(*last == 0);
            *last = 1.5 * n + l;
        }
        if (l == 1) mark = jd_arena_mark(&arena);
    }
    for (int l = 0; l < 3; l++)
        for (int n = 0; n < COUNT; n++) assert_true(list[l].at[n] == 1.5 * n + l);
    jd_arena_release(&arena, mark);
    for (int n = 0; n < COUNT; n++) *PUSH_ALONE(&arena, list[0]) = n;
    for (int n = 0; n < COUNT; n++) {
        assert_true(list[0].at[COUNT + n] == n);
        assert_true(list[1].at[n] == 1.5 * n + 1);
    }
    check_text(beside, "beside");
    jd_arena_free(&arena);
    assert_null(arena.lists);
}

static void a_layout_measures_what_it_places(void **state) {
    (void)state;
    Layout measure = {0};
    assert_null(PLACE(&measure, double, 3));
    assert_null(PLACE(&measure, char, 5));
    assert_null(PLACE(&measure, int, 0));
    assert_null(PLACE(&measure, double, 2));
    max_align_t block[16];
    assert_true(measure.used <= sizeof block);
    Layout place = {.base = (char *)block};
    double *a = PLACE(&place, double, 3);
    char *b = PLACE(&place, char, 5);
    (void)PLACE(&place, int, 0);
    double *c = PLACE(&place, double, 2);
    assert_int_equal(place.used, measure.used);
    assert_true((char *)(a + 3) <= b && b + 5 <= (char *)c);
    assert_int_equal((uintptr_t)c % _Alignof(double), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(a_large_piece_gets_its_own_block),
        cmocka_unit_test(an_impossible_size_fails_and_stays_failed),
        cmocka_unit_test(texts_are_copied_with_an_end),
        cmocka_unit_test(a_list_keeps_its_elements_while_it_grows),
        cmocka_unit_test(long_lists_that_are_alone_leave_nothing_behind),
        cmocka_unit_test(a_layout_measures_what_it_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
