/* SPDX-License-Identifier: MIT
 *
 * What tests of expressions begin and end with: memory and messages of their own. */
#ifndef TEST_EXPR_FRESH_H
#define TEST_EXPR_FRESH_H

#include "expr/expr.h"
#include "check.h"

static Arena arena;
static JdLog *log_;

static int begin(void **state) {
    (void)state;
    arena = (Arena){0};
    log_ = jd_log_new();
    return 0;
}

static int end(void **state) {
    (void)state;
    jd_log_free(log_);
    jd_arena_free(&arena);
    return 0;
}

#endif
