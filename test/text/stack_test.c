/* SPDX-License-Identifier: MIT
 *
 * Whatever a text says, reading it takes a small stack: what is nested as deep as it may be is read
 * in a thread with 64 kB of it, and what is nested deeper is refused there. */
#include "text_check.h"
#include <pthread.h>
#include <stdlib.h>

/* Sanitizers put room around every variable. */
#if defined(__SANITIZE_ADDRESS__) || defined(__has_feature)
enum { STACK = 1 << 20 };
#elif defined(NDEBUG) || defined(__OPTIMIZE__)
enum { STACK = 64 << 10 };
#else
enum { STACK = 256 << 10 };
#endif

typedef struct {
    const char *text;
    bool json, good, rewritten;
    char code[64];
} Job;

/* Reads, rewrites both ways, and remembers what the first message is. */
static void *work(void *data) {
    Job *job = data;
    JdLog *log = jd_log_new();
    const size_t length = strlen(job->text);
    JdModel *model =
        jd_model_read_text("deep", job->text, length, (JdReadDef){.json = job->json}, log);
    job->good = model != NULL;
    for (int n = jd_log_count(log) - 1; n >= 0; n--)
        if (jd_log_message(log, n).severity == JD_ERROR)
            snprintf(job->code, sizeof job->code, "%s", jd_log_message(log, n).code);
    jd_model_free(model);
    jd_log_free(log);
    char *words = jd_text_rewrite("deep", job->text, length, job->json, false, NULL);
    char *mirror = words ? jd_text_rewrite("deep", words, strlen(words), false, true, NULL) : NULL;
    char *again =
        mirror ? jd_text_rewrite("deep", mirror, strlen(mirror), true, false, NULL) : NULL;
    job->rewritten = again && !strcmp(words, again);
    jd_free_text(words);
    jd_free_text(mirror);
    jd_free_text(again);
    return NULL;
}

static Job in_stack(const char *text, bool json, size_t size) {
    Job job = {.text = text, .json = json};
    pthread_attr_t attributes;
    pthread_t thread;
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, size), 0);
    assert_int_equal(pthread_create(&thread, &attributes, work, &job), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    return job;
}

static Job in_small_stack(const char *text, bool json) {
    return in_stack(text, json, STACK);
}

/* before open*n middle close*n behind */
static char *nest(const char *before, const char *open, int n, const char *middle,
                  const char *close, const char *behind) {
    Text text = {0};
    jd_text_print(&text, "%s", before);
    for (int k = 0; k < n; k++) jd_text_print(&text, "%s", open);
    jd_text_print(&text, "%s", middle);
    for (int k = 0; k < n; k++) jd_text_print(&text, "%s", close);
    jd_text_print(&text, "%s", behind);
    return text.at;
}

typedef struct {
    const char *before, *open, *middle, *close, *behind;
    int fits; /* so many are read; */
    int too_many;
    const char *code; /* and so many give this */
    bool json;
} Nest;

#define BODY           "body b { at [0, 0] m  mass 1 kg  inertia 1 kg*m^2 }\n"
#define PUSH_ON(value) "planar\n" BODY "force f : point-force b  at [0, 0]  value " value
#define TYPE(lock)     "planar\njoint type t {\nlock " lock "\n}\n"

// clang-format off
static const Nest nests[] = {
    {"param a = ", "(", "1", ")", "\n", 195, 230, "expression-too-large"},
    {"param a = ", "sin(", "1", ")", "\n", 95, 190, "expression-too-large"},
    {"param a = ", "if(1 < 2, 2, ", "1", ")", "\n", 95, 190, "expression-too-large"},
    {"param a = ", "max(1, 2, 3, ", "1", ")", "\n", 0, 190, "expression-too-large"},
    {"param a = ", "norm([0, 1, ", "1", "])", "\n", 48, 190, "expression-too-large"},
    {"param a = ", "[0, 1, ", "1", "]", "\n", 0, 190, "expression-too-large"},
    {"param a = ", "- ", "1", "", "\n", 95, 5000, "expression-too-large"},
    {"param a = ", "1^", "1", "", "\n", 95, 5000, "expression-too-large"},
    {"param a = ", "1 + ", "1", "", "\n", 490, 5000, "expression-too-large"},
    {"param a = 1 ", " / 2", " ", "", "\n", 490, 5000, "expression-too-large"},
    {"param a = ", "(1 or 1 and 1 == 1 + 1 * ", "1", ")", "\n", 17, 190, "expression-too-large"},
    {"param a = ", "(1 + 1 + 1 - 1 + ", "1", ")", "\n", 64, 190, "expression-too-large"},
    {"param b = 1\nparam a = ", "b", "[1]", "", "\n", 0, 1, "name-unknown"},
    {"param a = b", ".b", "", "", "\n", 0, 490, "name-unknown"},
    {"param a = b", "[1]", "", "", "\n", 0, 490, "name-unknown"},
    {"param a = ", "b[", "1", "]", "\n", 0, 48, "name-unknown"},
    {"param a = ", "b[", "1", "]", "\n", 0, 90, "expression-too-large"},
    {"point a = [1, 2]", " + [1, 2]", "", "", "\n", 490, 5000, "expression-too-large"},
    {"point a = [1, 2]", ".x", "", "", "\n", 0, 400, "name-unknown"},
    {PUSH_ON("[1 N, 2 N*"), "sin(", "time*1 rad/s", ")", "]\n", 85, 190, "expression-too-large"},
    {PUSH_ON("[time*1 N/s, 1 N]"), "/2", "", "", "\n", 480, 5000, "expression-too-large"},
    {PUSH_ON("[time*1 N/s, 1 N]"), "*2", "", "", "\n", 480, 5000, "expression-too-large"},
    {PUSH_ON("[time*1 N/s, 1 N]"), " + [1, 1] N", "", "", "\n", 480, 5000, "expression-too-large"},
    {PUSH_ON("[1 N, 2 N*b.x/(1 m)"), " + b.y*1 N/m", "]", "", "\n", 480, 5000, "expression-too-large"},
    {TYPE("d.x0"), "", "", "", "", 1, 0, NULL},
    {"planar\njoint type t {\nlock ", "(", "d.x0", ")", "\n}\n", 190, 230, "expression-too-large"},
    {"planar\njoint type t {\nlock d.x0", " + d.x0", "", "", "\n}\n", 90, 490, "lock-too-long"},
    {"planar\njoint type t {\nlock d", ".x0", "", "", "\n}\n", 1, 490, "lock-too-long"},
    {"planar\njoint type t {\nlock d.x0*", "sin(", "1", ")", "\n}\n", 80, 190, "expression-too-large"},
    {"spatial\nbody b { at [0, 0, 0] m  mass 1 kg  inertia [[1, 0, 0], [0, 1, 0], [0, 0, 1]] kg*m^2", "*1", " }", "", "\n", 480, 5000, "expression-too-large"},
    {"", "repeat i from 1 to 1 {\n", "param a = 1\n", "}\n", "", 0, 40, "nesting-too-deep"},
    {"", "body b {\n", "", "}\n", "", 0, 5000, "brace-open"},
    {"", "{", "", "}", "", 0, 5000, "text-unexpected"},
    {"[", "[", "", "]", "]", 0, 5000, "json-syntax", true},
    {"{\"statements\": ", "{\"a\": ", "1", "}", "}", 0, 5000, "json-syntax", true},
    {"{\"statements\": [{\"param\": {\"name\": \"a\", \"value\": \"", "sin(", "1", ")", "\"}}]}", 85, 190, "expression-too-large", true},
};
// clang-format on

static void check_nest(const Nest *nest_of, int n, bool good) {
    char *text =
        nest(nest_of->before, nest_of->open, n, nest_of->middle, nest_of->close, nest_of->behind);
    const Job job = in_small_stack(text, nest_of->json);
    if (good != job.good || (!good && strcmp(job.code, nest_of->code) != 0))
        print_error("%d times '%s' gives '%s'\n", n, nest_of->open, job.code);
    assert_int_equal(job.good, good);
    if (!good) check_text(job.code, nest_of->code);
    if (good && !job.rewritten) print_error("%d times '%s' is not rewritten\n", n, nest_of->open);
    if (good) assert_true(job.rewritten);
    free(text);
}

static void what_may_be_nested_is_read_in_a_small_stack(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof nests / sizeof *nests; k++)
        if (nests[k].fits) check_nest(&nests[k], nests[k].fits, true);
}

static void what_is_nested_too_deep_is_refused_there(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof nests / sizeof *nests; k++)
        if (nests[k].code) check_nest(&nests[k], nests[k].too_many, false);
}

/* Repeats in repeats, with an index each. */
static void repeats_are_nested_as_deep_as_they_may(void **state) {
    (void)state;
    Text text = {0};
    for (int n = 0; n < 31; n++) jd_text_print(&text, "repeat i%d from 1 to 1 {\n", n);
    jd_text_print(&text, "param a[i0] = sin(sin(i1 + sin(sin(i30))))\n");
    for (int n = 0; n < 31; n++) jd_text_print(&text, "}\n");
    const Job job = in_small_stack(text.at, false);
    check_text(job.code, "");
    assert_true(job.good && job.rewritten);
    jd_text_free(&text);
}

/* Parts in parts: each of them uses the one before. */
static void parts_are_nested_as_deep_as_they_may(void **state) {
    (void)state;
    for (int deep = 31; deep <= 60; deep += 29) {
        Text text = {0};
        jd_text_print(&text, "part p0 {\n" BODY "}\n");
        for (int n = 1; n < deep; n++)
            jd_text_print(&text, "part p%d {\nuse inner : p%d at [0, 0]\n}\n", n, n - 1);
        jd_text_print(&text, "use whole : p%d at [1, 1] m\n", deep - 1);
        const Job job = in_small_stack(text.at, false);
        check_text(job.code, deep < 32 ? "" : "nesting-too-deep");
        assert_int_equal(job.good, deep < 32);
        jd_text_free(&text);
    }
}

/* Functions that call functions, each with something nested: few levels of each are many in all. */
static void functions_are_nested_in_functions(void **state) {
    (void)state;
    static const char *const deep[][2] = {
        {"abs(", ")"}, {"(1 + ", ")"}, {"max(1, ", ")"}, {"[1, ", ", 2].y"}};
    for (size_t k = 0; k < sizeof deep / sizeof *deep; k++)
        for (int own = 1; own <= 81; own += 16) {
            Text text = {0};
            jd_text_print(&text, "function f0(x) = x\n");
            for (int n = 1; n < 31; n++) {
                char call[16];
                snprintf(call, sizeof call, "f%d(x)", n - 1);
                char *body = nest("", deep[k][0], own, call, deep[k][1], "");
                jd_text_print(&text, "function f%d(x) = %s\n", n, body);
                free(body);
            }
            jd_text_print(&text, "param a = f%d(1)\n", own == 1 ? 15 : 30);
            const Job job = in_small_stack(text.at, false);
            check_text(job.code, own == 1 ? "" : "expression-too-large");
            assert_int_equal(job.good, own == 1);
            jd_text_free(&text);
        }
}

/* All of it at once takes twice as much. */
static void everything_is_nested_at_once(void **state) {
    (void)state;
    static const char *const deep[][2] = {{"(", ")"}, {"sin(", ")"}, {"if(1 < 2, 2, ", ")"}};
    for (size_t k = 0; k < sizeof deep / sizeof *deep; k++) {
        Text text = {0};
        char *value = nest("", deep[k][0], k ? 95 : 195, "1", deep[k][1], "");
        jd_text_print(&text, "part p0 {\n");
        for (int n = 0; n < 30; n++) jd_text_print(&text, "repeat i%d from 1 to 1 {\n", n);
        jd_text_print(&text, "param a[i0] = %s\n", value);
        for (int n = 0; n < 31; n++) jd_text_print(&text, "}\n");
        for (int n = 1; n < 31; n++)
            jd_text_print(&text, "part p%d {\nuse inner : p%d at [0, 0]\n}\n", n, n - 1);
        jd_text_print(&text, "use whole : p30 at [1, 1] m\n");
        const Job job = in_stack(text.at, false, 2 * STACK);
        check_text(job.code, "");
        assert_true(job.good && job.rewritten);
        jd_text_free(&text);
        free(value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_may_be_nested_is_read_in_a_small_stack),
        cmocka_unit_test(what_is_nested_too_deep_is_refused_there),
        cmocka_unit_test(repeats_are_nested_as_deep_as_they_may),
        cmocka_unit_test(parts_are_nested_as_deep_as_they_may),
        cmocka_unit_test(functions_are_nested_in_functions),
        cmocka_unit_test(everything_is_nested_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
