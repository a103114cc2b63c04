/* SPDX-License-Identifier: MIT
 *
 * SUNDIALS when it is needed: found by the names of its libraries (JD_SUNDIALS_CVODE and others),
 * or linked. Once it is there it stays, and finding it again costs a look at each name. */
#include "run/sundials_calls.h"

#ifdef JD_SUNDIALS
#ifdef JD_SUNDIALS_CVODE
#include <dlfcn.h>
#include <string.h>

static const char *const libraries[] = {JD_SUNDIALS_CVODE, JD_SUNDIALS_IDA, JD_SUNDIALS_SOLVER};
enum { LIBRARIES = sizeof libraries / sizeof *libraries };
static const char *const names[] = {
#define CALL(name) #name,
    SUNDIALS_CALLS(CALL)
#undef CALL
};
enum { CALLS = sizeof names / sizeof *names };
_Static_assert(sizeof(SundialsCalls) == CALLS * sizeof(void *), "a pointer for each name");

static void report(const char *library, JdLog *log) {
    const char *why = dlerror();
    jd_report(log, JD_ERROR, "stepper-not-built", nowhere,
              "the library %s, which steppers 'cvode' and 'ida' need, cannot be used: %s", library,
              why ? why : "it lacks a function");
    jd_hint(log, "install it (Debian: apt install libsundials-dev)");
    jd_hint(log, "or take another stepper: dop853 for all that is not stiff");
}

/* The first library that has it: they share what is common. */
static bool find_one(void *const handle[LIBRARIES], const char *name, void **at) {
    *at = NULL;
    for (int k = 0; k < LIBRARIES && !*at; k++) *at = dlsym(handle[k], name);
    return *at != NULL;
}

bool jd_sundials_find(SundialsCalls *calls, JdLog *log) {
    void *handle[LIBRARIES] = {0};
    bool all = true;
    for (int k = 0; k < LIBRARIES && all; k++) {
        handle[k] = dlopen(libraries[k], RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
        all = handle[k] != NULL;
        if (!all) report(libraries[k], log);
    }
    for (size_t n = 0; n < CALLS && all; n++) {
        void *at;
        all = find_one(handle, names[n], &at);
        memcpy((char *)calls + n * sizeof at, &at, sizeof at);
        if (!all) report(libraries[0], log);
    }
    for (int k = 0; k < LIBRARIES; k++)
        if (handle[k]) dlclose(handle[k]); /* it stays in memory */
    return all;
}
#else
bool jd_sundials_find(SundialsCalls *calls, JdLog *log) {
    (void)log;
    *calls = (SundialsCalls){
#define CALL(name) .name = name,
        SUNDIALS_CALLS(CALL)
#undef CALL
    };
    return true;
}
#endif

bool jd_sundials_there(JdLog *log) {
    SundialsCalls calls;
    return jd_sundials_find(&calls, log);
}
#endif
