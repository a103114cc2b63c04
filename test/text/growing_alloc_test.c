/* SPDX-License-Identifier: MIT
 *
 * Memory grows as the text does: for four times as many items at most five times as many bytes are
 * asked for (lists and blocks double), whatever the items are, and however wrong. With words on the
 * command line (the number of an item kind, and how many) it reads that text and nothing else, for
 * tool/check_growth.sh to count what it does. */
#include "text/growing.h"
#include "text_check.h"
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static size_t bytes; /* asked for so far */

void *__wrap_malloc(size_t size) {
    bytes += size;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
    bytes += count * size;
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
    bytes += size;
    return __real_realloc(old, size);
}

/* Reads it, prints what is said about it to nowhere, and rewrites what can be. */
static bool read_whole(const Growing *g, const Text *text, FILE *sink) {
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("growing.jd", text->at, text->count, (JdReadDef){.json = g->json}, log);
    const bool good = model != NULL;
    if (g->compiled) jd_system_free(jd_compile(model, (JdCompileDef){0}, log));
    jd_log_print(log, sink);
    jd_model_free(model);
    jd_log_free(log);
    jd_free_text(jd_text_rewrite("growing.jd", text->at, text->count, g->json, !g->json, NULL));
    return good;
}

static size_t bytes_for(const Growing *g, int items, FILE *sink) {
    Text text = grow(g, items);
    const size_t before = bytes;
    const bool good = read_whole(g, &text, sink);
    if (good != g->good) print_error("%d times %s\n", items, g->name);
    assert_int_equal(good, g->good);
    jd_text_free(&text);
    return bytes - before;
}

static void memory_grows_as_the_text_does(void **state) {
    (void)state;
    enum { ITEMS = 1500 };
    FILE *sink = fopen("/dev/null", "w");
    assert_non_null(sink);
    for (int n = 0; n < GROWINGS; n++) {
        const Growing *g = &growing[n];
        const double once = (double)bytes_for(g, ITEMS, sink),
                     more = (double)bytes_for(g, 4 * ITEMS, sink);
        if (more > 5 * once + 1e6) print_error("%s: %g bytes, then %g\n", g->name, once, more);
        assert_true(more <= 5 * once + 1e6);
    }
    fclose(sink);
}

int main(int count, char **words) {
    if (count > 2) {
        const int n = atoi(words[1]);
        FILE *sink = fopen("/dev/null", "w");
        if (!sink || n < 0 || n >= GROWINGS) return 77;
        puts(growing[n].name);
        Text text = grow(&growing[n], atoi(words[2]));
        read_whole(&growing[n], &text, sink);
        jd_text_free(&text);
        return fclose(sink);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_grows_as_the_text_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
