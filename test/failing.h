/* SPDX-License-Identifier: MIT
 *
 * Allocations that fail when a test says so: the test defines `fails`, which is asked at every call. For tests
 * linked with malloc, calloc and realloc wrapped (*_alloc_test.c). */
#ifndef FAILING_H
#define FAILING_H

#include <stdbool.h>
#include <stddef.h>

static bool fails(void);

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }

#endif
