/* SPDX-License-Identifier: MIT
 *
 * Memory with several owners, whichever goes last. What lies in it is constant once a second owner
 * has it, so that they may be of different threads; the count alone changes, atomically. */
#include "base/base.h"
#include <stdatomic.h>
#include <stdlib.h>

struct SharedCount {
    atomic_int owners;
};

Shared *jd_shared_new(void) {
    Shared *shared = calloc(1, sizeof *shared);
    SharedCount *count = calloc(1, sizeof *count);
    if (!shared || !count) {
        free(shared);
        free(count);
        return NULL;
    }
    atomic_init(&count->owners, 1);
    shared->count = count;
    return shared;
}

Shared *jd_shared_hold(Shared *shared) {
    if (shared) atomic_fetch_add(&shared->count->owners, 1);
    return shared;
}

void jd_shared_free(Shared *shared) {
    if (!shared || atomic_fetch_sub(&shared->count->owners, 1) != 1) return;
    jd_arena_free(&shared->arena);
    free(shared->count);
    free(shared);
}
