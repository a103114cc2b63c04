/* SPDX-License-Identifier: MIT
 *
 * Elementary functions in emitted files: the library's own (base/own.def) as text, so that a file
 * has the same bits whichever compiler, C library or machine it meets. */
#include "emit/writer.h"
#include <stdio.h>
#include <string.h>

enum { NAME_MOST = 400 };
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static const char *const functions[] = {
#define OWN(...) #__VA_ARGS__,
#include "base/own.def"
#include "base/own_pairs.def"
#include "base/own_powers.def"
#include "base/own_angles.def"
#undef OWN
};

/* own_ and OWN_ become the model's name; a line ends where a statement does. */
static void write_function(Writer *w, const char *text) {
    int depth = 0;
    for (const char *at = text; *at; at++) {
        const bool begins = at == text || !strchr(letters, at[-1]);
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

/* Whether a text calls it: NAME( behind a prefix. */
static bool is_called(const char *text, const char *prefix, const char *name) {
    char call[NAME_MOST];
    snprintf(call, sizeof call, "%s_%s(", prefix, name);
    for (const char *at = strstr(text, call); at; at = strstr(at + 1, call))
        if (at == text || !strchr(letters, at[-1])) return true;
    return false;
}

/* Its name behind own_. */
static void name_of(const char *function, char *name) {
    const char *from = strstr(function, " own_") + 5;
    snprintf(name, NAME_MOST, "%.*s", (int)strcspn(from, "("), from);
}

/* Roots are exact everywhere. Where sqrt may set errno compilers keep a call beside the
 * instruction, and all numbers around it in memory; not so behind this question. */
static void write_root(Writer *w) {
    jd_write(w, "#if defined(__GNUC__) && !defined(__CUDACC__)\n"
                "static inline double @_sqrt(double x) { return __builtin_isless(x, 0.0) ? "
                "(double)NAN : sqrt(x); }\n"
                "#else\n"
                "static inline @_FN double @_sqrt(double x) { return sqrt(x); }\n"
                "#endif\n\n");
}

void jd_write_own(Writer *w, const char *text) {
    enum { COUNT = sizeof functions / sizeof *functions };
    bool needed[COUNT] = {false}, any = false;
    char name[NAME_MOST];
    for (int n = COUNT - 1; n >= 0 && text;
         n--) { /* those that are called stand before their callers */
        name_of(functions[n], name);
        needed[n] = is_called(text, w->p.prefix, name);
        for (int k = n + 1; k < COUNT && !needed[n]; k++)
            needed[n] = needed[k] && is_called(functions[k], "own", name);
        any = any || needed[n];
    }
    if (text && is_called(text, w->p.prefix, "sqrt")) write_root(w);
    if (!any) return;
    jd_write(w, "/* Elementary functions, to less than one unit in the last place, the same "
                "everywhere. */\n");
    for (int n = 0; n < COUNT; n++)
        if (needed[n]) write_function(w, functions[n]);
    jd_write(w, "\n");
}
