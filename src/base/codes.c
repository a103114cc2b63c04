/* SPDX-License-Identifier: MIT
 *
 * The table of message codes: codes.def, in its order. */
#include "base/base.h"
#include <string.h>

#define CODE(code, summary, explanation) {code, summary, explanation},
static const CodeEntry codes[] = {
#include "base/codes.def"
};
#undef CODE

enum { CODE_COUNT = sizeof codes / sizeof *codes };

const CodeEntry *jd_code_at(int index) {
    return index >= 0 && index < CODE_COUNT ? &codes[index] : NULL;
}

const CodeEntry *jd_code_find(const char *code) {
    for (int n = 0; code && n < CODE_COUNT; n++)
        if (strcmp(codes[n].code, code) == 0) return &codes[n];
    return NULL;
}
