/* SPDX-License-Identifier: MIT
 *
 * Files that appear whole or not at all: a new file beside the wanted one takes its name when
 * everything is written. The one place of the core that asks the system for more than C offers:
 * what kind of file stands there, and to have the bytes on the disk before the name changes. */
#if defined(__unix__) || defined(__APPLE__)
#define _XOPEN_SOURCE 700
#include <sys/stat.h>
#include <unistd.h>
#define HAS_POSIX 1
#else
#define HAS_POSIX 0
#endif

#include "trace/trace.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 100 };

static void report_file(JdLog *log, const char *path, int reason) {
    if (reason == ENOMEM) {
        jd_report_memory(log);
        return;
    }
    jd_report(log, JD_ERROR, "file-write", nowhere, "cannot write '%s': %s", path,
              reason ? strerror(reason) : "the system did not say why");
    if (reason == ENOENT) jd_hint(log, "make the folder first");
    if (reason == EACCES || reason == EROFS) jd_hint(log, "write to a folder that is yours");
    if (reason == ENOSPC) jd_hint(log, "make room on the disk");
}

static char *copy_text(const char *text, size_t room) {
    char *copy = malloc(room);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

/* Where the bytes are to end: behind links, if it is one. */
static char *final_path(const char *path) {
#if HAS_POSIX
    char *real = realpath(path, NULL);
    if (real) return real;
#endif
    return copy_text(path, strlen(path) + 1);
}

/* Pipes and devices are not replaced by a file. */
static bool is_replaceable(const char *path) {
#if HAS_POSIX
    struct stat state;
    return stat(path, &state) != 0 || S_ISREG(state.st_mode);
#else
    (void)path;
    return true;
#endif
}

/* A file that did not exist before, so that two programs never share one. */
static FILE *open_beside(NewFile *file) {
    const size_t room = strlen(file->path) + 16;
    file->temporary = copy_text(file->path, room);
    if (!file->temporary) return NULL;
    for (int n = 0; n < TRIES; n++) {
        snprintf(file->temporary, room, "%s.part%d", file->path, n);
        FILE *out = fopen(file->temporary, "wbx");
        if (out || errno != EEXIST) return out;
    }
    return NULL;
}

static void forget(NewFile *file) {
    free(file->path);
    free(file->temporary);
    *file = (NewFile){0};
}

bool jd_file_begin(NewFile *file, const char *path, JdLog *log) {
    *file = (NewFile){0};
    errno = 0;
    file->path = final_path(path);
    if (!file->path) {
        jd_report_memory(log);
        return false;
    }
    errno = 0;
    file->out = is_replaceable(file->path) ? open_beside(file) : fopen(file->path, "wb");
    if (file->out) return true;
    report_file(log, path, errno);
    forget(file);
    return false;
}

static bool put_on_disk(FILE *out) {
    if (ferror(out) || fflush(out) != 0) return false;
#if HAS_POSIX
    if (fsync(fileno(out)) != 0 && errno != EINVAL && errno != ENOTSUP) return false;
#endif
    return true;
}

bool jd_file_end(NewFile *file, JdLog *log) {
    if (!file->out) return false;
    bool done = put_on_disk(file->out);
    int reason = errno; /* if the stream failed before: what its last write left */
    if (fclose(file->out) != 0 && done) done = false, reason = errno;
    if (done && file->temporary && rename(file->temporary, file->path) != 0)
        done = false, reason = errno;
    if (!done) {
        if (file->temporary) remove(file->temporary);
        report_file(log, file->path, reason);
    }
    forget(file);
    return done;
}

void jd_file_drop(NewFile *file) {
    if (!file->out) return;
    fclose(file->out);
    if (file->temporary) remove(file->temporary);
    forget(file);
}
