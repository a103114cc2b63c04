/* SPDX-License-Identifier: MIT
 *
 * Sine and cosine in emitted files: the library's own (math/own.def) as text, so that a file has
 * the same bits whichever compiler, C library or machine it meets. */
#include "emit/writer.h"
#include <string.h>

static const char *const functions[] = {
#define OWN(...) #__VA_ARGS__,
#include "math/own.def"
#undef OWN
};

/* own_ and OWN_ become the model's name; a line ends where a statement does. */
static void write_function(Writer *w, const char *text) {
    int depth = 0;
    for (const char *at = text; *at; at++) {
        const bool begins = at == text || !strchr("abcdefghijklmnopqrstuvwxyz_", at[-1]);
        const bool name = begins && (!strncmp(at, "own_", 4) || !strncmp(at, "OWN_", 4));
        if (name) {
            jd_text_print(w->out, "%s_", w->p.prefix);
            at += 3;
            continue;
        }
        jd_text_add(w->out, at, 1);
        depth += (*at == '(') - (*at == ')');
        if (!depth && (*at == ';' || *at == '{' || *at == '}') && at[1] == ' ') {
            jd_text_add(w->out, "\n", 1);
            at++;
        }
    }
    jd_text_add(w->out, "\n", 1);
}

/* Helpers are those of all; what is called by its name stands there if it is. */
static bool is_called(const char *function, const char *text) {
    static const char *const called[] = {"_sincos(", "_sin(", "_cos("};
    const char *open = strchr(function, '(');
    for (size_t n = 0; n < sizeof called / sizeof *called; n++) {
        const size_t length = strlen(called[n]);
        if (!strncmp(open + 1 - length, called[n], length)) return strstr(text, called[n]) != NULL;
    }
    return true;
}

void jd_write_own(Writer *w, const char *text) {
    if (!text || (!strstr(text, "_sincos(") && !strstr(text, "_sin(") && !strstr(text, "_cos(")))
        return;
    jd_write(
        w,
        "/* Sine and cosine, to less than one unit in the last place, the same everywhere. */\n");
    for (size_t n = 0; n < sizeof functions / sizeof *functions; n++)
        if (is_called(functions[n], text)) write_function(w, functions[n]);
    jd_write(w, "\n");
}
