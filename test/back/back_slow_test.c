/* SPDX-License-Identifier: MIT
 *
 * There and back for every model that comes with the program and whose graph can stand alone. */
#include "back/strip.h"
#include <dirent.h>
#include <math.h>

static const char *own_folder; /* models of this folder alone */

static int count_folder(const char *name) {
    DIR *folder = opendir(name);
    int count = 0;
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        char path[600];
        if (!strstr(entry->d_name, ".jd")) continue;
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        JdLog *log = jd_log_new();
        JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
        for (int scalar = 0; scalar < 2; scalar++)
            count += check_there_and_back(model, (JdGraphDef){.scalar = scalar}, 0.02, path);
        jd_model_free(model), jd_log_free(log);
    }
    closedir(folder);
    return count;
}

static void every_model_comes_back(void **state) {
    (void)state;
    int count = 0;
    if (own_folder) {
        printf("%d came back\n", count_folder(own_folder));
        return;
    }
    static const char *const folders[] = {"model", "model/msl", "model/planar", "model/paper",
                                          "model/assembly"};
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) count += count_folder(folders[k]);
    assert_true(count > 200); /* six have forces that no formula says */
}

int main(int count, char **words) {
    if (count > 1) own_folder = words[1];
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_model_comes_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
