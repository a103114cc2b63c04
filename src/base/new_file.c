/* SPDX-License-Identifier: MIT
 *
 * Files that appear whole or not at all: a new file beside the wanted one takes its name when
 * everything is written, and the rights of what stood there. The one place of the core that asks
 * the system for more than C offers: what stands there, where links lead, and to have the bytes on
 * the disk before the name changes. */
#if defined(__unix__) || defined(__APPLE__)
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#define HAS_POSIX 1
#else
#define HAS_POSIX 0
#endif

#include "base/base.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 100, LINKS = 40 /* that a name may lead over */ };

static void report_file(JdLog *log, const char *path, int reason) {
    if (reason == ENOMEM) {
        jd_report_memory(log);
        return;
    }
    jd_report(log, JD_ERROR, "file-write", nowhere, "cannot write '%s': %s", path,
              reason ? strerror(reason) : "the system did not say why");
    if (reason == ENOENT) jd_hint(log, "make the folder first");
    if (reason == EACCES || reason == EROFS)
        jd_hint(log, "write to a file and a folder that are yours");
    if (reason == ENOSPC) jd_hint(log, "make room on the disk");
}

static char *copy_text(const char *text, size_t room) {
    char *copy = malloc(room);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

/* ---- Where the bytes are to end ------------------------------------------------------------- */

#if HAS_POSIX
/* Where a link leads; NULL: it is none, or memory is out (errno). */
static char *read_link(const char *path) {
    struct stat state;
    errno = 0;
    if (lstat(path, &state) != 0 || !S_ISLNK(state.st_mode)) return errno = 0, NULL;
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash + 1 - path) : 0, room = 4096;
    char *target = malloc(folder + room);
    if (!target) return errno = ENOMEM, NULL;
    memcpy(target, path, folder);
    const ssize_t length = readlink(path, target + folder, room - 1);
    if (length < 0 || (size_t)length >= room - 1) {
        free(target);
        return errno = length < 0 ? errno : ENAMETOOLONG, NULL;
    }
    target[folder + (size_t)length] = '\0';
    if (target[folder] == '/') memmove(target, target + folder, (size_t)length + 1);
    return target;
}

/* Behind links, if it is one, also where nothing stands yet. NULL: errno says why. */
static char *final_path(const char *path) {
    char *final = copy_text(path, strlen(path) + 1);
    for (int n = 0; final; n++) {
        char *next = read_link(final);
        if (!next && !errno) return final;
        free(final);
        final = next;
        if (final && n == LINKS) return free(final), errno = ELOOP, NULL;
    }
    return NULL;
}
#else
static char *final_path(const char *path) {
    return copy_text(path, strlen(path) + 1);
}
#endif

/* ---- Opening -------------------------------------------------------------------------------- */

#if HAS_POSIX
/* The new file is as closed to others as the old one, and its owner's if that may be. Where the
 * group cannot be kept, it may do what everybody may. */
static void keep_rights(int file, const struct stat *old) {
    mode_t mode = old->st_mode & 07777;
    if (fchown(file, old->st_uid, old->st_gid) != 0 && fchown(file, (uid_t)-1, old->st_gid) != 0)
        mode = (mode & ~(mode_t)(S_ISUID | S_ISGID | S_IRWXG)) | (mode & S_IRWXO) << 3;
    if (fchmod(file, mode) != 0) errno = 0; /* it stays closed */
}

/* A file that did not exist before. */
static FILE *open_new(const char *path, const struct stat *old) {
    const mode_t all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                          old ? (mode_t)(S_IRUSR | S_IWUSR) : all);
    if (file < 0) return NULL;
    if (old) keep_rights(file, old);
    FILE *out = fdopen(file, "wb");
    if (!out) close(file);
    return out;
}
#else
struct stat;
static FILE *open_new(const char *path, const struct stat *old) {
    (void)old;
    return fopen(path, "wbx");
}
#endif

/* Beside the file, under a name that nobody has, so that two programs never share one. */
static FILE *open_beside(NewFile *file, const struct stat *old) {
    const size_t room = strlen(file->path) + 16;
    file->temporary = copy_text(file->path, room);
    if (!file->temporary) return errno = ENOMEM, NULL;
    for (int n = 0; n < TRIES; n++) {
        snprintf(file->temporary, room, "%s.part%d", file->path, n);
        FILE *out = open_new(file->temporary, old);
        if (out || errno != EEXIST) return out;
    }
    return NULL;
}

/* Pipes and devices are not replaced by a file; nor is one that may not be written. */
static FILE *open_file(NewFile *file) {
#if HAS_POSIX
    struct stat state;
    if (stat(file->path, &state) != 0) return open_beside(file, NULL);
    if (!S_ISREG(state.st_mode)) return fopen(file->path, "wb");
    return access(file->path, W_OK) == 0 ? open_beside(file, &state) : NULL;
#else
    return open_beside(file, NULL);
#endif
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
    file->out = file->path ? open_file(file) : NULL;
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
