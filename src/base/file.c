/* SPDX-License-Identifier: MIT
 *
 * Files read whole, and the endings of their names. */
#include "base/base.h"
#include <errno.h>
#include <string.h>

/* To the end of the file, which need not know its size (a pipe). */
static bool read_all(FILE *file, size_t most, Text *out) {
    char part[8192];
    size_t count;
    while ((count = fread(part, 1, sizeof part, file)) > 0) {
        jd_text_add(out, part, count);
        if (out->failed || out->count > most) return false;
    }
    return !ferror(file);
}

const char *jd_file_read(const char *path, size_t most, Text *out) {
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return errno ? strerror(errno) : "it cannot be opened";
    errno = 0;
    const bool whole = read_all(file, most, out);
    const int reason = errno;
    fclose(file);
    if (whole || out->failed) return NULL;
    if (out->count > most) return "it is too large";
    return reason ? strerror(reason) : "reading failed";
}

void jd_report_unreadable(JdLog *log, Where where, const char *path, const char *why) {
    jd_report(log, JD_ERROR, "file-read", where, "cannot read '%s': %s", path, why);
    if (where.file) jd_hint(log, "the path counts from the folder of '%s'", where.file);
}

const char *jd_path_ending(const char *path) {
    const char *slash = strrchr(path, '/'), *point = strrchr(path, '.');
    return point && (!slash || point > slash) ? point + 1 : "";
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

bool jd_path_ends(const char *path, const char *ending) {
    const char *at = jd_path_ending(path);
    while (*ending && small(*at) == *ending) at++, ending++;
    return !*at && !*ending;
}
