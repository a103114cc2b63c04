/* SPDX-License-Identifier: MIT
 *
 * A tool of our own that takes an FMU of version 2.0: client2 LIBRARY GUID STATES OUTPUTS NUMBERS
 * EVENTS STOP. It loads, sets up, steps (two units side by side), changes parameters, saves,
 * restores, serialises, resets and frees, in co-simulation and in model exchange, with steps of rk4
 * of its own; both ways must end in the same place. Built by the tests, under the words of the
 * standard alone: nothing of the emitted file is read. */
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void *Component;
typedef enum { OK, WARNING, DISCARD, ERROR, FATAL, PENDING } Status;
typedef struct {
    void (*logger)(void *, const char *, Status, const char *, const char *, ...);
    void *(*allocate)(size_t, size_t);
    void (*release)(void *);
    void (*finished)(void *, Status);
    void *environment;
} Callbacks;
typedef struct {
    int needed, terminate, nominals, values, next_defined;
    double next;
} EventInfo;

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

static void log_it(void *environment, const char *instance, Status status, const char *category,
                   const char *text, ...) {
    va_list list;
    (void)environment, (void)instance, (void)status, (void)category;
    va_start(list, text);
    logged++;
    va_end(list);
}
static const Callbacks calls = {log_it, calloc, free, NULL, NULL};

static Component make(int co, const char *guid) {
    return CALL(Component, "fmi2Instantiate", const char *, int, const char *, const char *,
                const Callbacks *, int, int)(co ? "one" : "two", co, guid, "", &calls, 0, 0);
}
static void release(Component c) {
    CALL(void, "fmi2FreeInstance", Component)(c);
}
static void begin(Component c) {
    CHECK(CALL(Status, "fmi2SetupExperiment", Component, int, double, double, int,
               double)(c, 1, 1e-10, 0, 0, 0) == OK);
    CHECK(CALL(Status, "fmi2EnterInitializationMode", Component)(c) == OK);
    CHECK(CALL(Status, "fmi2ExitInitializationMode", Component)(c) == OK);
}
static double get(Component c, unsigned vr) {
    double value = NAN;
    CHECK(CALL(Status, "fmi2GetReal", Component, const unsigned *, size_t, double *)(c, &vr, 1,
                                                                                     &value) == OK);
    return value;
}
static Status set(Component c, unsigned vr, double value) {
    return CALL(Status, "fmi2SetReal", Component, const unsigned *, size_t,
                const double *)(c, &vr, 1, &value);
}
static Status step(Component c, double t, double h) {
    return CALL(Status, "fmi2DoStep", Component, double, double, int)(c, t, h, 1);
}
static int near(double a, double b, double tol) {
    return fabs(a - b) <= tol * (1 + fabs(a) + fabs(b));
}

enum { MOST = 200 };
typedef struct {
    int states, outputs, numbers, events;
    unsigned rate, output, number;
    double stop;
} Facts;

/* Goes on to a time, in parts. */
static void go(Component c, double from, double to, int parts) {
    for (int n = 0; n < parts; n++) {
        const double a = from + (to - from) * n / parts, b = from + (to - from) * (n + 1) / parts;
        CHECK(step(c, a, b - a) == OK);
    }
}

static void co_simulation(const Facts *f, const char *guid, double *end) {
    Component a = make(1, guid), b = make(1, guid);
    void *saved = NULL, *again = NULL;
    size_t size = 0;
    CHECK(a && b && a != b);
    CHECK(make(1, "{another}") == NULL);
    begin(a), begin(b);
    go(a, 0, f->stop / 2, 5);
    CHECK(CALL(Status, "fmi2GetFMUstate", Component, void **)(a, &saved) == OK);
    go(a, f->stop / 2, f->stop, 5);
    for (int k = 0; k < f->outputs; k++) end[k] = get(a, f->output + (unsigned)k);

    /* From there once more, by way of bytes. */
    CHECK(CALL(Status, "fmi2SerializedFMUstateSize", Component, void *, size_t *)(a, saved,
                                                                                  &size) == OK &&
          size > 0);
    char *bytes = malloc(size);
    CHECK(CALL(Status, "fmi2SerializeFMUstate", Component, void *, char *, size_t)(a, saved, bytes,
                                                                                   size) == OK);
    CHECK(CALL(Status, "fmi2DeSerializeFMUstate", Component, const char *, size_t,
               void **)(b, bytes, size, &again) == OK);
    CHECK(CALL(Status, "fmi2SetFMUstate", Component, void *)(b, again) == OK);
    go(b, f->stop / 2, f->stop, 5);
    for (int k = 0; k < f->outputs; k++) CHECK(get(b, f->output + (unsigned)k) == end[k]);
    CHECK(CALL(Status, "fmi2DeSerializeFMUstate", Component, const char *, size_t,
               void **)(b, bytes, size - 1, &again) == ERROR);

    /* Back to the start, with another number, and with the first one again. */
    CHECK(CALL(Status, "fmi2Reset", Component)(a) == OK);
    const double was = f->numbers ? get(a, f->number) : 0;
    if (f->numbers) CHECK(set(a, f->number, 1.5 * was) == OK && get(a, f->number) == 1.5 * was);
    begin(a);
    go(a, 0, f->stop, 10);
    CHECK(CALL(Status, "fmi2Reset", Component)(a) == OK);
    CHECK(!f->numbers || get(a, f->number) == was);
    begin(a);
    go(a, 0, f->stop, 10);
    for (int k = 0; k < f->outputs; k++) CHECK(near(get(a, f->output + (unsigned)k), end[k], 1e-6));

    /* What cannot be done is said. */
    const int before = logged;
    CHECK(set(a, f->rate, 1) == ERROR || !f->states);
    CHECK(set(a, 100000, 1) == ERROR);
    CHECK(step(a, 0, 0.1) == ERROR);
    CHECK(logged > before);
    CALL(Status, "fmi2FreeFMUstate", Component, void **)(a, &saved);
    CALL(Status, "fmi2FreeFMUstate", Component, void **)(a, &again);
    CHECK(!saved && !again);
    free(bytes);
    release(a), release(b);
}

static void rates(Component c, double t, const double *x, double *f, size_t n) {
    CHECK(CALL(Status, "fmi2SetTime", Component, double)(c, t) == OK);
    CHECK(CALL(Status, "fmi2SetContinuousStates", Component, const double *, size_t)(c, x, n) ==
          OK);
    CHECK(CALL(Status, "fmi2GetDerivatives", Component, double *, size_t)(c, f, n) == OK);
}

/* Derivatives by the unit, beside differences of its rates. */
static void slopes(Component c, const Facts *f, double t, const double *x) {
    const size_t n = (size_t)f->states;
    for (unsigned j = 0; j < n; j++) {
        double y[MOST], low[MOST], high[MOST], one = 1, by[MOST];
        unsigned of[MOST];
        const double h = 1e-5 * (1 + fabs(x[j]));
        for (unsigned i = 0; i < n; i++) of[i] = f->rate + i;
        memcpy(y, x, n * sizeof *y);
        y[j] = x[j] + h, rates(c, t, y, high, n);
        y[j] = x[j] - h, rates(c, t, y, low, n);
        rates(c, t, x, by, n);
        CHECK(CALL(Status, "fmi2GetDirectionalDerivative", Component, const unsigned *, size_t,
                   const unsigned *, size_t, const double *,
                   double *)(c, of, n, &j, 1, &one, by) == OK);
        for (unsigned i = 0; i < n; i++) CHECK(near(by[i], (high[i] - low[i]) / (2 * h), 1e-4));
    }
}

/* Without events alone: rk4 of our own. */
static void exchange(const Facts *f, const char *guid, const double *end) {
    enum { STEPS = 1000 };
    const size_t n = (size_t)f->states;
    const double h = f->stop / STEPS;
    double x[MOST], z[MOST], k[MOST], sum[MOST], indicators[MOST];
    Component c = make(0, guid);
    EventInfo info;
    int event = 0, ends = 0;
    CHECK(c != NULL);
    begin(c);
    CHECK(CALL(Status, "fmi2NewDiscreteStates", Component, EventInfo *)(c, &info) == OK &&
          !info.terminate);
    CHECK(CALL(Status, "fmi2EnterContinuousTimeMode", Component)(c) == OK);
    CHECK(CALL(Status, "fmi2GetContinuousStates", Component, double *, size_t)(c, x, n) == OK);
    CHECK(CALL(Status, "fmi2GetNominalsOfContinuousStates", Component, double *, size_t)(c, k, n) ==
          OK);
    if (f->events)
        CHECK(CALL(Status, "fmi2GetEventIndicators", Component, double *,
                   size_t)(c, indicators, (size_t)f->events) == OK);
    for (int s = 0; s < STEPS && !f->events && !info.next_defined; s++) {
        static const double share[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
        const double t = s * h;
        memset(k, 0, sizeof k), memset(sum, 0, sizeof sum);
        for (int r = 0; r < 4; r++) {
            for (size_t i = 0; i < n; i++) z[i] = x[i] + share[r] * h * k[i];
            rates(c, t + share[r] * h, z, k, n);
            for (size_t i = 0; i < n; i++) sum[i] += weight[r] * k[i];
        }
        for (size_t i = 0; i < n; i++) x[i] += h / 6 * sum[i];
        rates(c, t + h, x, k, n);
        CHECK(CALL(Status, "fmi2CompletedIntegratorStep", Component, int, int *,
                   int *)(c, 1, &event, &ends) == OK);
    }
    if (!f->events && !info.next_defined)
        for (int m = 0; m < f->outputs; m++)
            CHECK(near(get(c, f->output + (unsigned)m), end[m], 1e-5));
    slopes(c, f, f->stop, x);
    CHECK(CALL(Status, "fmi2Terminate", Component)(c) == OK);
    release(c);
}

int main(int count, char **words) {
    if (count != 8) return 2;
    Facts f = {atoi(words[3]), atoi(words[4]), atoi(words[5]), atoi(words[6]), 0, 0, 0,
               atof(words[7])};
    double end[MOST];
    f.rate = (unsigned)f.states, f.output = 2 * f.rate, f.number = f.output + (unsigned)f.outputs;
    library = dlopen(words[1], RTLD_NOW);
    if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
    CHECK(!strcmp(CALL(const char *, "fmi2GetVersion", void)(), "2.0"));
    CHECK(!strcmp(CALL(const char *, "fmi2GetTypesPlatform", void)(), "default"));
    co_simulation(&f, words[2], end);
    exchange(&f, words[2], end);
    for (int k = 0; k < f.outputs; k++) printf("%.15g\n", end[k]);
    dlclose(library);
    return failures ? 1 : 0;
}
