/* SPDX-License-Identifier: MIT
 *
 * What a channel is at the end of a run of a text. */
#ifndef TEST_VERIFY_END_OF_H
#define TEST_VERIFY_END_OF_H

#include "verify/verify.h"

static double end_of(const char *text, const char *form, const char *name) {
    Case c = open_text(text, (JdCompileDef){.form = form}, (JdRunDef){.tol = 1e-11});
    to_the_end(&c);
    const double x = value(&c, name);
    close_case(&c);
    return x;
}

#endif
