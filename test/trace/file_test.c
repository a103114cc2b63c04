/* SPDX-License-Identifier: MIT
 *
 * Files that appear whole or not at all. */
#include "check.h"
#include "trace/trace.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const char path[] = JD_SCRATCH "/file_test.txt";

static void put(const char *name, const char *text) {
    FILE *out = fopen(name, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void check_file(const char *name, const char *wanted) {
    char text[64] = "";
    FILE *in = fopen(name, "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    check_text(text, wanted);
}

static void until_the_end_the_old_file_stands(void **state) {
    (void)state;
    put(path, "old");
    NewFile file;
    assert_true(jd_file_begin(&file, path, NULL));
    fputs("new", file.out);
    fflush(file.out);
    check_file(path, "old");
    assert_true(jd_file_end(&file, NULL));
    check_file(path, "new");
}

static void a_dropped_file_leaves_no_trace(void **state) {
    (void)state;
    put(path, "old");
    NewFile file;
    assert_true(jd_file_begin(&file, path, NULL));
    assert_int_equal(access(file.temporary, F_OK), 0);
    char *temporary = strdup(file.temporary);
    jd_file_drop(&file);
    assert_int_equal(access(temporary, F_OK), -1);
    check_file(path, "old");
    free(temporary);
}

static void two_writers_do_not_share_a_file(void **state) {
    (void)state;
    NewFile a, b;
    assert_true(jd_file_begin(&a, path, NULL));
    assert_true(jd_file_begin(&b, path, NULL));
    assert_string_not_equal(a.temporary, b.temporary);
    fputs("a", a.out);
    fputs("b", b.out);
    assert_true(jd_file_end(&a, NULL));
    check_file(path, "a");
    assert_true(jd_file_end(&b, NULL));
    check_file(path, "b");
}

static void a_link_stays_a_link(void **state) {
    (void)state;
    const char *name = JD_SCRATCH "/file_link.txt";
    put(path, "old");
    remove(name);
    assert_int_equal(symlink(path, name), 0);
    NewFile file;
    assert_true(jd_file_begin(&file, name, NULL));
    fputs("new", file.out);
    assert_true(jd_file_end(&file, NULL));
    struct stat info;
    assert_int_equal(lstat(name, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    check_file(path, "new");
    remove(name);
}

static void a_device_stays_a_device(void **state) {
    (void)state;
    NewFile file;
    assert_true(jd_file_begin(&file, "/dev/null", NULL));
    assert_null(file.temporary);
    fputs("x", file.out);
    assert_true(jd_file_end(&file, NULL));
    struct stat info;
    assert_int_equal(stat("/dev/null", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

static void a_folder_is_no_file(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    NewFile file;
    assert_false(jd_file_begin(&file, JD_SCRATCH, log));
    check_text(jd_log_message(log, 0).code, "file-write");
    assert_false(jd_file_end(&file, log));
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(until_the_end_the_old_file_stands),
        cmocka_unit_test(a_dropped_file_leaves_no_trace),
        cmocka_unit_test(two_writers_do_not_share_a_file),
        cmocka_unit_test(a_link_stays_a_link),
        cmocka_unit_test(a_device_stays_a_device),
        cmocka_unit_test(a_folder_is_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
