/* SPDX-License-Identifier: MIT
 *
 * The table of message codes: codes.def, in its order. */
#include "base/base.h"
#include "base/registry.h"

#define CODE(code, summary, explanation) {code, summary, explanation},
static const CodeEntry codes[] = {
#include "base/codes.def"
};
#undef CODE

static const Registry registry = REGISTRY_OF_LINES(codes);

const CodeEntry *jd_code_at(int index) {
    return jd_registry_at(&registry, index);
}

const CodeEntry *jd_code_find(const char *code) {
    return jd_registry_find(&registry, code);
}
