/* SPDX-License-Identifier: MIT
 *
 * Pictures in tests: written to memory, and judged by tools that know nothing of this project. */
#ifndef PICTURE_H
#define PICTURE_H

#include "check.h"
#include "draw/draw.h"
#include <stdlib.h>
#include <sys/wait.h>

/* What a writer makes of a drawing; freed by the caller. NULL: it refused. */
static inline char *picture_bytes(const Drawing *drawing, const char *ending, size_t *size,
                                  JdLog *log) {
    FILE *out = tmpfile();
    assert_non_null(out);
    const bool good = jd_drawing_print(drawing, jd_picture_find(ending), out, log);
    *size = (size_t)ftell(out);
    char *bytes = calloc(*size + 1, 1);
    assert_non_null(bytes);
    rewind(out);
    assert_int_equal(fread(bytes, 1, *size, out), *size);
    fclose(out);
    if (good) return bytes;
    free(bytes);
    return NULL;
}

static inline char *picture_svg(const Drawing *drawing) {
    size_t size;
    char *text = picture_bytes(drawing, "x.svg", &size, NULL);
    assert_non_null(text);
    return text;
}

/* Writes it, and runs a tool on the file: "xmllint --noout". Without the tool nothing is said. */
static inline void picture_pleases(const Drawing *drawing, const char *name, const char *tool) {
    char path[512], command[1024];
    JdLog *log = jd_log_new();
    snprintf(path, sizeof path, "%s/%s", JD_SCRATCH, name);
    const bool written = jd_drawing_write(drawing, path, log);
    if (!written) jd_log_print(log, stderr);
    jd_log_free(log);
    assert_true(written);
    snprintf(command, sizeof command, "command -v %.*s >/dev/null || exit 0; %s %s >/dev/null 2>&1",
             (int)strcspn(tool, " "), tool, tool, path);
    const int code = system(command);
    if (!WIFEXITED(code) || WEXITSTATUS(code) != 0) fail_msg("%s is not to the liking of %s", path, tool);
}

#endif
