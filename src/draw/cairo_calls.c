/* SPDX-License-Identifier: MIT
 *
 * Cairo when it is needed: found by its name (JD_CAIRO_NAME), or linked. Once it is there it stays,
 * and finding it again costs a look at each name. */
#ifdef JD_CAIRO
#include "draw/cairo_calls.h"

#ifdef JD_CAIRO_NAME
#include <dlfcn.h>
#include <string.h>

static const char *const names[] = {
#define CALL(name) "cairo_" #name,
    CAIRO_CALLS(CALL)
#undef CALL
};
enum { CALLS = sizeof names / sizeof *names };
_Static_assert(sizeof(Cairo) == CALLS * sizeof(void *), "a pointer for each name");

bool jd_cairo_find(Cairo *cairo, JdLog *log) {
    void *library = dlopen(JD_CAIRO_NAME, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    bool all = library != NULL;
    for (size_t n = 0; n < CALLS && all; n++) {
        void *at = dlsym(library, names[n]);
        all = at != NULL;
        memcpy((char *)cairo + n * sizeof at, &at, sizeof at);
    }
    if (!all) {
        const char *why = dlerror();
        jd_report(log, JD_ERROR, "picture-not-drawn", nowhere,
                  "the library %s, which draws .png and .pdf, cannot be used: %s", JD_CAIRO_NAME,
                  why ? why : "it lacks a function");
        jd_hint(log, "install it (Debian: libcairo2), or write .svg, which needs nothing");
    }
    if (library) dlclose(library); /* it stays in memory */
    return all;
}
#else
bool jd_cairo_find(Cairo *cairo, JdLog *log) {
    (void)log;
    *cairo = (Cairo){
#define CALL(name) .name = cairo_##name,
        CAIRO_CALLS(CALL)
#undef CALL
    };
    return true;
}
#endif
#else
typedef int NoCairo; /* a file has something in it */
#endif
