/* SPDX-License-Identifier: MIT
 *
 * Files that appear whole or not at all. */
#include "check.h"
#include "base/base.h"
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

static mode_t mode_of(const char *name) {
    struct stat info;
    assert_int_equal(stat(name, &info), 0);
    return info.st_mode & 07777;
}

/* What nobody else may read does not become readable, not even on its way. */
static void a_file_keeps_its_rights(void **state) {
    (void)state;
    static const mode_t modes[] = {0600, 0640, 0664, 0755};
    for (size_t n = 0; n < sizeof modes / sizeof *modes; n++) {
        put(path, "old");
        assert_int_equal(chmod(path, modes[n]), 0);
        NewFile file;
        assert_true(jd_file_begin(&file, path, NULL));
        assert_int_equal(mode_of(file.temporary), modes[n]);
        fputs("new", file.out);
        assert_true(jd_file_end(&file, NULL));
        check_file(path, "new");
        assert_int_equal(mode_of(path), modes[n]);
    }
    remove(path);
}

static void a_new_file_has_the_usual_rights(void **state) {
    (void)state;
    const mode_t mask = umask(027);
    NewFile file;
    remove(path);
    assert_true(jd_file_begin(&file, path, NULL));
    assert_true(jd_file_end(&file, NULL));
    umask(mask);
    assert_int_equal(mode_of(path), 0640);
    remove(path);
}

static void a_file_keeps_its_owner(void **state) {
    (void)state;
    struct stat info;
    NewFile file;
    put(path, "old");
    if (chown(path, 1234, 4321) != 0) {
        remove(path);
        skip(); /* only the superuser gives files away */
    }
    assert_true(jd_file_begin(&file, path, NULL));
    assert_true(jd_file_end(&file, NULL));
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_uid, 1234);
    assert_int_equal(info.st_gid, 4321);
    remove(path);
}

static void a_file_that_may_not_be_written_is_not_replaced(void **state) {
    (void)state;
    if (geteuid() == 0) skip(); /* who may write everything */
    JdLog *log = jd_log_new();
    NewFile file;
    put(path, "old");
    chmod(path, 0444);
    assert_false(jd_file_begin(&file, path, log));
    check_text(jd_log_message(log, 0).code, "file-write");
    check_file(path, "old");
    remove(path);
    jd_log_free(log);
}

/* Links of links, the last into another folder, where no file is yet. */
static void a_link_to_nothing_makes_what_it_names(void **state) {
    (void)state;
    const char *first = JD_SCRATCH "/file_first.txt",
               *second = JD_SCRATCH "/file_folder/second.txt";
    const char *target = JD_SCRATCH "/file_target.txt";
    mkdir(JD_SCRATCH "/file_folder", 0777);
    remove(first), remove(second), remove(target);
    assert_int_equal(symlink("file_folder/second.txt", first), 0);
    assert_int_equal(symlink("../file_target.txt", second), 0);
    NewFile file;
    assert_true(jd_file_begin(&file, first, NULL));
    fputs("new", file.out);
    assert_true(jd_file_end(&file, NULL));
    check_file(target, "new");
    struct stat info;
    assert_true(lstat(first, &info) == 0 && S_ISLNK(info.st_mode));
    assert_true(lstat(second, &info) == 0 && S_ISLNK(info.st_mode));
    remove(first), remove(second), remove(target);
}

static void links_that_lead_to_each_other_are_told(void **state) {
    (void)state;
    const char *one = JD_SCRATCH "/file_one.txt", *two = JD_SCRATCH "/file_two.txt";
    remove(one), remove(two);
    assert_int_equal(symlink("file_two.txt", one), 0);
    assert_int_equal(symlink("file_one.txt", two), 0);
    JdLog *log = jd_log_new();
    NewFile file;
    assert_false(jd_file_begin(&file, one, log));
    check_text(jd_log_message(log, 0).code, "file-write");
    jd_log_free(log);
    remove(one), remove(two);
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
        cmocka_unit_test(a_file_keeps_its_rights),
        cmocka_unit_test(a_new_file_has_the_usual_rights),
        cmocka_unit_test(a_file_keeps_its_owner),
        cmocka_unit_test(a_file_that_may_not_be_written_is_not_replaced),
        cmocka_unit_test(a_link_to_nothing_makes_what_it_names),
        cmocka_unit_test(links_that_lead_to_each_other_are_told),
        cmocka_unit_test(a_folder_is_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
