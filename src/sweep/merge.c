/* SPDX-License-Identifier: MIT
 *
 * All records in order. Each worker wrote those of a chunk one behind the other, so a walk through
 * the files finds stretches, as many as there are chunks and some for those that were done twice;
 * then each chunk is read from its stretches. A line that is not whole is passed over. */
#define _XOPEN_SOURCE 700
#include "sweep/sweep.h"
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int chunk, file;
    off_t start, end;
} Stretch;

/* Where a stretch is read. */
typedef struct {
    FILE *in;
    off_t left;
    Record at;
    bool there; /* `at` is a record that waits */
} Cursor;

struct Merge {
    const Study *study;
    JdLog *log;
    Arena arena;
    LIST(const char *) files;
    LIST(Stretch) stretches;
    int values;
    int chunk; /* that is read; -1: none yet */
    long next, end;
    LIST(Cursor) cursors;
    int open; /* of these, in use */
    char *line;
    size_t room;
    bool failed;
};

static bool fail(Merge *merge, const char *path) {
    jd_report(merge->log, JD_ERROR, "file-read", nowhere, "cannot read '%s': %s", path,
              strerror(errno));
    merge->failed = true;
    return false;
}

/* ---- Stretches ------------------------------------------------------------------------------ */

static bool walk_file(Merge *merge, int file) {
    const char *path = merge->files.at[file];
    FILE *in = fopen(path, "rb");
    Record record = {.values = ARENA_NEW(&merge->arena, double, merge->values + 1),
                     .count = merge->values};
    Stretch *last = NULL;
    long before = -1;
    off_t at = 0;
    if (!in) return fail(merge, path);
    for (ssize_t length; record.values && (length = getline(&merge->line, &merge->room, in)) > 0;
         at += length) {
        const bool whole = merge->line[length - 1] == '\n' &&
                           jd_record_read(merge->line, (size_t)length - 1, &record) &&
                           record.variant >= 0 && record.variant < merge->study->total;
        if (!whole) {
            last = NULL;
            continue;
        }
        const int chunk = (int)(record.variant / merge->study->chunk);
        if (!last || last->chunk != chunk || record.variant <= before) {
            last = PUSH(&merge->arena, merge->stretches);
            if (!last) break;
            *last = (Stretch){chunk, file, at, at};
        }
        before = record.variant;
        last->end = at + length;
    }
    fclose(in);
    return !merge->arena.failed;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_chunk(const void *a, const void *b) {
    const Stretch *x = a, *y = b;
    if (x->chunk != y->chunk) return x->chunk < y->chunk ? -1 : 1;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    return x->start < y->start ? -1 : x->start > y->start;
}

static bool find_files(Merge *merge) {
    DIR *folder = opendir(merge->study->path);
    if (!folder) return fail(merge, merge->study->path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (strncmp(entry->d_name, "rows.", 5) != 0) continue;
        const char **file = PUSH(&merge->arena, merge->files);
        if (file)
            *file = jd_arena_format(&merge->arena, "%s/%s", merge->study->path, entry->d_name);
    }
    closedir(folder);
    if (merge->arena.failed) return false;
    if (merge->files.count)
        qsort(merge->files.at, (size_t)merge->files.count, sizeof *merge->files.at, by_text);
    return true;
}

Merge *jd_merge_open(const Study *study, int values, JdLog *log) {
    Merge *merge = calloc(1, sizeof *merge);
    if (!merge) return jd_report_memory(log), NULL;
    merge->study = study;
    merge->values = values;
    merge->log = log;
    merge->chunk = -1;
    bool good = find_files(merge);
    for (int n = 0; good && n < merge->files.count; n++) good = walk_file(merge, n);
    if (merge->stretches.count)
        qsort(merge->stretches.at, (size_t)merge->stretches.count, sizeof *merge->stretches.at,
              by_chunk);
    if (good) return merge;
    if (!merge->failed) jd_report_memory(log);
    jd_merge_close(merge);
    return NULL;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static void read_cursor(Merge *merge, Cursor *cursor) {
    cursor->there = false;
    while (!cursor->there && cursor->left > 0) {
        const ssize_t length = getline(&merge->line, &merge->room, cursor->in);
        if (length <= 0) return;
        cursor->left -= length;
        cursor->there = jd_record_read(merge->line, (size_t)length - 1, &cursor->at);
    }
}

static void close_cursors(Merge *merge) {
    for (int n = 0; n < merge->open; n++)
        if (merge->cursors.at[n].in) fclose(merge->cursors.at[n].in);
    merge->open = 0;
}

static bool open_cursor(Merge *merge, const Stretch *stretch) {
    Cursor *cursor = merge->open < merge->cursors.count ? &merge->cursors.at[merge->open]
                                                        : PUSH(&merge->arena, merge->cursors);
    if (!cursor) return false;
    double *values =
        cursor->at.values ? cursor->at.values : ARENA_NEW(&merge->arena, double, merge->values + 1);
    *cursor = (Cursor){.left = stretch->end - stretch->start};
    cursor->at.values = values;
    cursor->at.count = merge->values;
    merge->open++;
    cursor->in = values ? fopen(merge->files.at[stretch->file], "rb") : NULL;
    if (!cursor->in || fseeko(cursor->in, stretch->start, SEEK_SET) != 0)
        return fail(merge, merge->files.at[stretch->file]);
    read_cursor(merge, cursor);
    return true;
}

static bool open_chunk(Merge *merge) {
    const Study *study = merge->study;
    close_cursors(merge);
    if (++merge->chunk >= study->chunks) return false;
    merge->next = (long)merge->chunk * study->chunk;
    merge->end =
        merge->next + study->chunk < study->total ? merge->next + study->chunk : study->total;
    int first = 0, last = merge->stretches.count;
    while (first < last) {
        const int middle = (first + last) / 2;
        if (merge->stretches.at[middle].chunk < merge->chunk)
            first = middle + 1;
        else
            last = middle;
    }
    for (; first < merge->stretches.count && merge->stretches.at[first].chunk == merge->chunk;
         first++)
        if (!open_cursor(merge, &merge->stretches.at[first])) return false;
    return true;
}

/* The record of the next variant that has one in this chunk. */
static Cursor *next_in_chunk(Merge *merge) {
    Cursor *found = NULL;
    for (int n = 0; n < merge->open; n++) {
        Cursor *cursor = &merge->cursors.at[n];
        while (cursor->there && cursor->at.variant < merge->next) read_cursor(merge, cursor);
        if (cursor->there && (!found || cursor->at.variant < found->at.variant)) found = cursor;
    }
    return found;
}

bool jd_merge_next(Merge *merge, Record *record) {
    Cursor *cursor = merge->chunk >= 0 ? next_in_chunk(merge) : NULL;
    while (!cursor) {
        if (!open_chunk(merge)) return false;
        cursor = next_in_chunk(merge);
    }
    double *values = record->values;
    *record = cursor->at;
    record->values = values;
    memcpy(values, cursor->at.values, (size_t)merge->values * sizeof *values);
    merge->next = record->variant + 1;
    return true;
}

bool jd_merge_failed(const Merge *merge) {
    return merge->failed || merge->arena.failed;
}

void jd_merge_close(Merge *merge) {
    if (!merge) return;
    close_cursors(merge);
    free(merge->line);
    jd_arena_free(&merge->arena);
    free(merge);
}
