/* SPDX-License-Identifier: MIT
 *
 * Where an FMU of version 2.0 begins: start2 LIBRARY GUID PARAMETER VALUE STATE sets a parameter,
 * by its value reference, before the start is over, and behind it again, and prints the state that
 * is said: it follows the first and not the second. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    void *logger, *allocate, *release, *finished, *environment;
} Callbacks;
static void *library;

#define CALL(type, name, ...) ((type(*)(__VA_ARGS__))(size_t)dlsym(library, name))

static int set(void *c, unsigned vr, double value) {
    return CALL(int, "fmi2SetReal", void *, const unsigned *, size_t, const double *)(c, &vr, 1,
                                                                                      &value);
}

static double get(void *c, unsigned vr) {
    double value = 0;
    if (CALL(int, "fmi2GetReal", void *, const unsigned *, size_t, double *)(c, &vr, 1, &value))
        exit(3);
    return value;
}

int main(int count, char **argument) {
    static const Callbacks none;
    if (count != 6 || !(library = dlopen(argument[1], RTLD_NOW))) return 2;
    void *c = CALL(void *, "fmi2Instantiate", const char *, int, const char *, const char *,
                   const Callbacks *, int, int)("one", 1, argument[2], "", &none, 0, 0);
    const unsigned parameter = (unsigned)atoi(argument[3]), state = (unsigned)atoi(argument[5]);
    if (!c || set(c, parameter, atof(argument[4]))) return 4;
    if (CALL(int, "fmi2SetupExperiment", void *, int, double, double, int, double)(c, 0, 0, 0, 0,
                                                                                   0))
        return 5;
    if (CALL(int, "fmi2EnterInitializationMode", void *)(c)) return 6;
    if (CALL(int, "fmi2ExitInitializationMode", void *)(c)) return 7;
    if (set(c, parameter, 2 * atof(argument[4]))) return 8;
    printf("%.9g\n", get(c, state));
    CALL(void, "fmi2FreeInstance", void *)(c);
    return 0;
}
