/* SPDX-License-Identifier: MIT
 *
 * Files read whole: of a bounded size, of a kind that ends, and if asked for only below a folder;
 * and the endings of their names. Besides new_file.c the one place of the core that asks the system
 * for more than C offers: what kind of file it is, and where links lead. */
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
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char outside[] = "it does not lie below the folder of the model";

static long size_limit(FileRule rule) {
    return rule.sealed ? LONG_MAX : rule.numbers ? NUMBERS_MOST : FILE_MOST;
}

_Static_assert(FILE_MOST == 64 << 20 && NUMBERS_MOST == 1 << 30, "what is said about it");
static const char *too_large(FileRule rule) {
    return rule.numbers ? "it is too large; at most 1 GB is read"
                        : "it is too large; at most 64 MB are read";
}

static const char *reason_of(int reason, const char *otherwise) {
    return reason ? strerror(reason) : otherwise;
}

/* ---- Bytes ---------------------------------------------------------------------------------- */

/* To the end, which need not be known before (a pipe), and may never come (a device). */
const char *jd_stream_read(FILE *file, FileRule rule, Text *out) {
    char part[8192];
    size_t count;
    errno = 0;
    while ((count = fread(part, 1, sizeof part, file)) > 0) {
        if (rule.text && !out->count && memchr(part, '\0', count))
            return "it is no text: it has bytes of value 0";
        jd_text_add(out, part, count);
        if (out->failed) return NULL;
        if (out->count > (size_t)size_limit(rule)) return too_large(rule);
    }
    return ferror(file) ? reason_of(errno, "reading failed") : NULL;
}

/* ---- Folders -------------------------------------------------------------------------------- */

/* Whether a path leads out of where it starts, by its letters alone. */
static bool leads_out(const char *path) {
    if (path[0] == '/') return true;
    for (const char *at = path; *at; at += strcspn(at, "/"), at += *at == '/')
        if (!strncmp(at, "..", 2) && (!at[2] || at[2] == '/')) return true;
    return false;
}

static char *copy_of(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy) memcpy(copy, text, length), copy[length] = '\0';
    return copy;
}

char *jd_file_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder =
        slash ? copy_of(path, slash == path ? 1 : (size_t)(slash - path)) : copy_of(".", 1);
#if HAS_POSIX
    char *real = folder ? realpath(folder, NULL) : NULL;
    free(folder);
    return real;
#else
    return folder;
#endif
}

/* Where the path leads; NULL, and why not. `root` is as jd_file_folder gives it. */
static char *path_below(const char *root, const char *path, const char **why) {
#if HAS_POSIX
    errno = 0;
    char *real = realpath(path, NULL);
    const int reason = errno;
    const size_t length = strlen(root);
    const bool top = length == 1; /* "/"; of a folder that is not there it is 0 */
    if (real && length && (top || (!strncmp(real, root, length) && real[length] == '/')))
        return real;
    /* Outside nobody is told what there is. */
    *why = real || leads_out(path) || reason == EACCES ? outside : reason_of(reason, outside);
    free(real);
    return NULL;
#else
    (void)root;
    *why = outside;
    return leads_out(path) ? NULL : copy_of(path, strlen(path));
#endif
}

/* ---- Files ---------------------------------------------------------------------------------- */

#if HAS_POSIX
/* What a file is that is not read; NULL: it is. */
static const char *kind_refused(const struct stat *state, bool plain) {
    if (S_ISDIR(state->st_mode)) return "it is a folder";
    if (S_ISBLK(state->st_mode)) return "it is a device";
    if (S_ISREG(state->st_mode) || !plain) return NULL;
    return S_ISCHR(state->st_mode) ? "it is a device" : "it is a pipe, not a file";
}

/* A pipe that nobody writes to would keep the program waiting: of a plain file it is not opened so.
 */
static FILE *open_file(const char *path, FileRule rule, bool *ends, const char **why) {
    errno = 0;
    const int flags =
        O_RDONLY | O_NOCTTY | (rule.plain ? O_NONBLOCK : 0) | (rule.root ? O_NOFOLLOW : 0);
    const int number = open(path, flags);
    struct stat state;
    if (number < 0 || fstat(number, &state) != 0)
        *why = reason_of(errno, "it cannot be opened");
    else if ((*ends = S_ISREG(state.st_mode)) && state.st_size > size_limit(rule))
        *why = too_large(rule);
    else
        *why = kind_refused(&state, rule.plain);
    FILE *file = *why ? NULL : fdopen(number, "rb");
    if (!file && !*why) *why = reason_of(errno, "it cannot be opened");
    if (!file && number >= 0) close(number);
    return file;
}
#else
static FILE *open_file(const char *path, FileRule rule, bool *ends, const char **why) {
    (void)rule, (void)ends;
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) *why = reason_of(errno, "it cannot be opened");
    return file;
}
#endif

const char *jd_file_read(const char *path, FileRule rule, Text *out) {
    const char *why = NULL;
    bool ends = false;
    char *below = rule.root ? path_below(rule.root, path, &why) : NULL;
    FILE *file = why ? NULL : open_file(below ? below : path, rule, &ends, &why);
    free(below);
    if (!file) return why;
    rule.text = rule.text && !ends;
    rule.sealed = rule.sealed && ends;
    why = jd_stream_read(file, rule, out);
    fclose(file);
    return why;
}

void jd_report_unreadable(JdLog *log, Where where, const char *path, const char *why) {
    const bool out = why == outside;
    jd_report(log, JD_ERROR, out ? "file-outside" : "file-read", where, "cannot read '%s': %s",
              path, why);
    if (out)
        jd_hint(log, "--safe keeps to that folder: put the file there, or leave out --safe");
    else if (strstr(why, "too large"))
        jd_hint(log, "it may be another file than the one that is meant");
    else if (where.file)
        jd_hint(log, "the path counts from the folder of '%s'", where.file);
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
