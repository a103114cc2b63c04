/* SPDX-License-Identifier: MIT
 *
 * A tool of our own that takes an FMU of version 3.0: client3 LIBRARY TOKEN STATES INPUTS OUTPUTS
 * NUMBERS EVENTS STOP. It does what client2 does, with less of it: both versions have one middle.
 * With events they happen in co-simulation, and the outputs at the end are printed. */
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Instance;
typedef enum { OK, WARNING, DISCARD, ERROR, FATAL } Status;
typedef void Log(void *, Status, const char *, const char *);

static void *library;
static int failures, logged;

static void *find(const char *name) {
    void *at = dlsym(library, name);
    if (!at) fprintf(stderr, "there is no %s\n", name), exit(2);
    return at;
}
#define CALL(type, name, ...) ((type(*)(__VA_ARGS__))(size_t)find(name))
#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) fprintf(stderr, "line %d: %s\n", __LINE__, #what), failures++;                \
    } while (0)

static void log_it(void *environment, Status status, const char *category, const char *text) {
    (void)environment, (void)status, (void)category, (void)text;
    logged++;
}

static double get(Instance c, uint32_t vr) {
    double value = NAN;
    CHECK(CALL(Status, "fmi3GetFloat64", Instance, const uint32_t *, size_t, double *,
               size_t)(c, &vr, 1, &value, 1) == OK);
    return value;
}
static Status set(Instance c, uint32_t vr, double value) {
    return CALL(Status, "fmi3SetFloat64", Instance, const uint32_t *, size_t, const double *,
                size_t)(c, &vr, 1, &value, 1);
}
static void begin(Instance c) {
    CHECK(CALL(Status, "fmi3EnterInitializationMode", Instance, bool, double, double, bool,
               double)(c, true, 1e-10, 0, false, 0) == OK);
    CHECK(CALL(Status, "fmi3ExitInitializationMode", Instance)(c) == OK);
}
static bool step(Instance c, double t, double h) {
    bool event, ends = false, early;
    double last;
    CHECK(CALL(Status, "fmi3DoStep", Instance, double, double, bool, bool *, bool *, bool *,
               double *)(c, t, h, true, &event, &ends, &early, &last) == OK);
    CHECK(ends || fabs(last - t - h) < 1e-12 * (1 + t));
    return !ends;
}

/* Every function of the standard is there. */
static const char *const names[] = {"fmi3GetVersion",
                                    "fmi3SetDebugLogging",
                                    "fmi3InstantiateModelExchange",
                                    "fmi3InstantiateCoSimulation",
                                    "fmi3InstantiateScheduledExecution",
                                    "fmi3FreeInstance",
                                    "fmi3EnterInitializationMode",
                                    "fmi3ExitInitializationMode",
                                    "fmi3EnterEventMode",
                                    "fmi3Terminate",
                                    "fmi3Reset",
                                    "fmi3GetFloat32",
                                    "fmi3GetFloat64",
                                    "fmi3GetInt8",
                                    "fmi3GetUInt8",
                                    "fmi3GetInt16",
                                    "fmi3GetUInt16",
                                    "fmi3GetInt32",
                                    "fmi3GetUInt32",
                                    "fmi3GetInt64",
                                    "fmi3GetUInt64",
                                    "fmi3GetBoolean",
                                    "fmi3GetString",
                                    "fmi3GetBinary",
                                    "fmi3GetClock",
                                    "fmi3SetFloat32",
                                    "fmi3SetFloat64",
                                    "fmi3SetInt8",
                                    "fmi3SetUInt8",
                                    "fmi3SetInt16",
                                    "fmi3SetUInt16",
                                    "fmi3SetInt32",
                                    "fmi3SetUInt32",
                                    "fmi3SetInt64",
                                    "fmi3SetUInt64",
                                    "fmi3SetBoolean",
                                    "fmi3SetString",
                                    "fmi3SetBinary",
                                    "fmi3SetClock",
                                    "fmi3GetNumberOfVariableDependencies",
                                    "fmi3GetVariableDependencies",
                                    "fmi3GetFMUState",
                                    "fmi3SetFMUState",
                                    "fmi3FreeFMUState",
                                    "fmi3SerializedFMUStateSize",
                                    "fmi3SerializeFMUState",
                                    "fmi3DeserializeFMUState",
                                    "fmi3GetDirectionalDerivative",
                                    "fmi3GetAdjointDerivative",
                                    "fmi3EnterConfigurationMode",
                                    "fmi3ExitConfigurationMode",
                                    "fmi3GetIntervalDecimal",
                                    "fmi3GetIntervalFraction",
                                    "fmi3GetShiftDecimal",
                                    "fmi3GetShiftFraction",
                                    "fmi3SetIntervalDecimal",
                                    "fmi3SetIntervalFraction",
                                    "fmi3SetShiftDecimal",
                                    "fmi3SetShiftFraction",
                                    "fmi3EvaluateDiscreteStates",
                                    "fmi3UpdateDiscreteStates",
                                    "fmi3EnterContinuousTimeMode",
                                    "fmi3CompletedIntegratorStep",
                                    "fmi3SetTime",
                                    "fmi3SetContinuousStates",
                                    "fmi3GetContinuousStateDerivatives",
                                    "fmi3GetEventIndicators",
                                    "fmi3GetContinuousStates",
                                    "fmi3GetNominalsOfContinuousStates",
                                    "fmi3GetNumberOfEventIndicators",
                                    "fmi3GetNumberOfContinuousStates",
                                    "fmi3EnterStepMode",
                                    "fmi3GetOutputDerivatives",
                                    "fmi3DoStep",
                                    "fmi3ActivateModelPartition"};

int main(int count, char **words) {
    enum { MOST = 200 };
    if (count != 9) return 2;
    const int states = atoi(words[3]), inputs = atoi(words[4]), outputs = atoi(words[5]),
              numbers = atoi(words[6]), events = atoi(words[7]);
    const double stop = atof(words[8]);
    const uint32_t output = (uint32_t)(2 * states + inputs), number = output + (uint32_t)outputs,
                   time = number + (uint32_t)numbers;
    double end[MOST], rate[MOST], indicator[MOST];
    void *saved = NULL;
    size_t n = 0;
    library = dlopen(words[1], RTLD_NOW);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) find(names[k]);
    CHECK(!strcmp(CALL(const char *, "fmi3GetVersion", void)(), "3.0"));

    /* Co-simulation: the same from a saved state, and from the start. */
    Instance c =
        CALL(Instance, "fmi3InstantiateCoSimulation", const char *, const char *, const char *,
             bool, bool, bool, bool, const uint32_t *, size_t, void *, Log *,
             void *)("co", words[2], NULL, false, true, false, false, NULL, 0, NULL, log_it, NULL);
    CHECK(c != NULL);
    if (!c) return 1;
    begin(c);
    int k = 0;
    for (; k < 5; k++) step(c, stop * k / 10, stop / 10);
    CHECK(CALL(Status, "fmi3GetFMUState", Instance, void **)(c, &saved) == OK);
    for (; k < 10; k++) step(c, stop * k / 10, stop * (k + 1) / 10 - stop * k / 10);
    for (int m = 0; m < outputs; m++) end[m] = get(c, output + (uint32_t)m);
    CHECK(CALL(Status, "fmi3SetFMUState", Instance, void *)(c, saved) == OK);
    for (k = 5; k < 10; k++) step(c, stop * k / 10, stop * (k + 1) / 10 - stop * k / 10);
    for (int m = 0; m < outputs; m++) CHECK(get(c, output + (uint32_t)m) == end[m]);
    CHECK(fabs(get(c, time) - stop) < 1e-12 * (1 + stop));
    CHECK(CALL(Status, "fmi3FreeFMUState", Instance, void **)(c, &saved) == OK && !saved);
    CHECK(set(c, time, 1) == ERROR && logged > 0);
    CHECK(numbers == 0 || set(c, number, get(c, number)) == OK);
    CHECK(CALL(Status, "fmi3Reset", Instance)(c) == OK);
    CALL(void, "fmi3FreeInstance", Instance)(c);

    /* Model exchange: rates, indicators, derivatives forwards and backwards. */
    c = CALL(Instance, "fmi3InstantiateModelExchange", const char *, const char *, const char *,
             bool, bool, void *, Log *)("me", words[2], NULL, false, true, NULL, log_it);
    CHECK(c != NULL);
    if (!c) return 1;
    begin(c);
    bool again, ends, nominals, values, has_next;
    double next;
    CHECK(CALL(Status, "fmi3UpdateDiscreteStates", Instance, bool *, bool *, bool *, bool *, bool *,
               double *)(c, &again, &ends, &nominals, &values, &has_next, &next) == OK);
    CHECK(!ends && !again);
    CHECK(CALL(Status, "fmi3GetNumberOfContinuousStates", Instance, size_t *)(c, &n) == OK &&
          n == (size_t)states);
    CHECK(CALL(Status, "fmi3GetNumberOfEventIndicators", Instance, size_t *)(c, &n) == OK &&
          n == (size_t)events);
    CHECK(CALL(Status, "fmi3GetEventIndicators", Instance, double *, size_t)(c, indicator,
                                                                             (size_t)events) == OK);
    for (int m = 0; m < events; m++) CHECK(indicator[m] == get(c, time + 1 + (uint32_t)m));
    CHECK(CALL(Status, "fmi3GetContinuousStateDerivatives", Instance, double *,
               size_t)(c, rate, (size_t)states) == OK);
    for (uint32_t i = 0; i < (uint32_t)states; i++) {
        const uint32_t of = (uint32_t)states + i;
        CHECK(rate[i] == get(c, of));
        for (uint32_t j = 0; j < (uint32_t)states; j++) {
            double one = 1, forwards = 0, backwards = 0;
            CHECK(CALL(Status, "fmi3GetDirectionalDerivative", Instance, const uint32_t *, size_t,
                       const uint32_t *, size_t, const double *, size_t, double *,
                       size_t)(c, &of, 1, &j, 1, &one, 1, &forwards, 1) == OK);
            CHECK(CALL(Status, "fmi3GetAdjointDerivative", Instance, const uint32_t *, size_t,
                       const uint32_t *, size_t, const double *, size_t, double *,
                       size_t)(c, &of, 1, &j, 1, &one, 1, &backwards, 1) == OK);
            CHECK(forwards == backwards);
        }
    }
    CHECK(CALL(Status, "fmi3Terminate", Instance)(c) == OK);
    CALL(void, "fmi3FreeInstance", Instance)(c);
    for (int m = 0; m < outputs; m++) printf("%.15g\n", end[m]);
    dlclose(library);
    return failures ? 1 : 0;
}
