/* SPDX-License-Identifier: MIT
 *
 * Sorting of more numbers than memory holds: blocks are sorted and written to a file, then merged
 * through a heap. */
#define _XOPEN_SOURCE 700
#include "sweep/sweep.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK = 1 << 15, LEAST_BUFFER = 64 };

/* A sorted stretch of the file, and what of it is in memory. */
typedef struct {
    off_t at, end; /* of what is still in the file, in items */
    Sorted *buffer;
    int next, count;
} Stretch;

struct Sorter {
    FILE *file; /* NULL: all is in `block` */
    char folder[4096];
    Sorted *block;
    int count, next;
    long total;
    int stretches, buffer; /* how many; items of the buffer of each */
    Stretch *stretch;
    int *heap, heap_count;
    bool failed;
};

static bool before(const Sorted *a, const Sorted *b) {
    return a->value < b->value || (a->value == b->value && a->index < b->index);
}

static int compare(const void *a, const void *b) {
    return before(a, b) ? -1 : before(b, a);
}

Sorter *jd_sorter_new(const char *folder) {
    Sorter *s = calloc(1, sizeof *s);
    if (s) s->block = malloc(BLOCK * sizeof *s->block);
    if (s && s->block) {
        snprintf(s->folder, sizeof s->folder, "%s", folder);
        return s;
    }
    free(s);
    return NULL;
}

FILE *jd_scratch_file(const char *folder) {
    char path[4200];
    snprintf(path, sizeof path, "%s/sort.XXXXXX", folder);
    const int file = mkstemp(path);
    if (file < 0) return NULL;
    unlink(path);
    FILE *opened = fdopen(file, "w+b");
    if (!opened) close(file);
    return opened;
}

static void spill(Sorter *s) {
    if (!s->file) s->file = jd_scratch_file(s->folder);
    qsort(s->block, (size_t)s->count, sizeof *s->block, compare);
    if (!s->file ||
        fwrite(s->block, sizeof *s->block, (size_t)s->count, s->file) != (size_t)s->count)
        s->failed = true;
    s->count = 0;
}

bool jd_sorter_add(Sorter *s, double value, int64_t index) {
    if (s->count == BLOCK) spill(s);
    s->block[s->count++] = (Sorted){value, index};
    s->total++;
    return !s->failed;
}

static bool fill(Sorter *s, Stretch *stretch) {
    const off_t left = stretch->end - stretch->at;
    stretch->next = 0;
    stretch->count = left < s->buffer ? (int)left : s->buffer;
    if (!stretch->count) return false;
    const off_t size = (off_t)sizeof(Sorted);
    if (fseeko(s->file, stretch->at * size, SEEK_SET) != 0 ||
        fread(stretch->buffer, sizeof(Sorted), (size_t)stretch->count, s->file) !=
            (size_t)stretch->count)
        return s->failed = true, false;
    stretch->at += stretch->count;
    return true;
}

static const Sorted *head(const Sorter *s, int n) {
    return &s->stretch[s->heap[n]].buffer[s->stretch[s->heap[n]].next];
}

static void sink(Sorter *s, int n) {
    for (int child; (child = 2 * n + 1) < s->heap_count; n = child) {
        if (child + 1 < s->heap_count && before(head(s, child + 1), head(s, child))) child++;
        if (!before(head(s, child), head(s, n))) return;
        const int held = s->heap[n];
        s->heap[n] = s->heap[child];
        s->heap[child] = held;
    }
}

void jd_sorter_rewind(Sorter *s) {
    s->next = s->heap_count = 0;
    for (int n = 0; n < s->stretches; n++) {
        s->stretch[n].at = (off_t)n * BLOCK;
        if (fill(s, &s->stretch[n])) s->heap[s->heap_count++] = n;
    }
    for (int n = s->heap_count / 2; n >= 0 && s->heap_count; n--) sink(s, n);
}

bool jd_sorter_sort(Sorter *s) {
    if (!s->file) {
        qsort(s->block, (size_t)s->count, sizeof *s->block, compare);
        return !s->failed;
    }
    if (s->count) spill(s);
    s->stretches = (int)((s->total + BLOCK - 1) / BLOCK);
    s->buffer = BLOCK / s->stretches < LEAST_BUFFER ? LEAST_BUFFER : BLOCK / s->stretches;
    s->stretch = calloc((size_t)s->stretches, sizeof *s->stretch);
    s->heap = calloc((size_t)s->stretches + 1, sizeof *s->heap);
    Sorted *buffers = malloc((size_t)s->stretches * (size_t)s->buffer * sizeof *buffers);
    free(s->block);
    s->block = buffers;
    if (s->failed || !s->stretch || !s->heap || !buffers) return s->failed = true, false;
    for (int n = 0; n < s->stretches; n++) {
        const long end = (long)(n + 1) * BLOCK;
        s->stretch[n].end = end < s->total ? end : s->total;
        s->stretch[n].buffer = buffers + (size_t)n * (size_t)s->buffer;
    }
    jd_sorter_rewind(s);
    return !s->failed;
}

bool jd_sorter_next(Sorter *s, Sorted *item) {
    if (!s->file) {
        if (s->next >= s->count) return false;
        *item = s->block[s->next++];
        return true;
    }
    if (!s->heap_count || s->failed) return false;
    Stretch *stretch = &s->stretch[s->heap[0]];
    *item = stretch->buffer[stretch->next++];
    if (stretch->next == stretch->count && !fill(s, stretch)) s->heap[0] = s->heap[--s->heap_count];
    sink(s, 0);
    return !s->failed;
}

void jd_sorter_free(Sorter *s) {
    if (!s) return;
    if (s->file) fclose(s->file);
    free(s->block);
    free(s->stretch);
    free(s->heap);
    free(s);
}
