/* SPDX-License-Identifier: MIT
 *
 * Emitted code beside code written by hand: the same steps of rk4 from the same state, by turns,
 * the least of all rounds; and that both end in the same place. EMITTED: the emitted file; MODEL:
 * its prefix; HAND: the function of hand.h; STEP, STEPS. */
#define _POSIX_C_SOURCE 200809L
#define JOURDAIN_NO_MAIN
#include EMITTED
#include "hand.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define CALL(name)  JOIN(MODEL, name)

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void hand_rk4(double *y, double h) {
    double k1[2], k2[2], k3[2], k4[2], z[2];
    HAND(y, k1);
    for (int i = 0; i < 2; i++) z[i] = y[i] + 0.5 * h * k1[i];
    HAND(z, k2);
    for (int i = 0; i < 2; i++) z[i] = y[i] + 0.5 * h * k2[i];
    HAND(z, k3);
    for (int i = 0; i < 2; i++) z[i] = y[i] + h * k3[i];
    HAND(z, k4);
    for (int i = 0; i < 2; i++) y[i] += h / 6 * (k1[i] + 2 * (k2[i] + k3[i]) + k4[i]);
}

static double run_hand(const double *start, double *y) {
    y[0] = start[0], y[1] = start[1];
    const double from = now();
    for (int n = 0; n < STEPS; n++) hand_rk4(y, STEP);
    return now() - from;
}

static double run_emitted(CALL(_model) * m, double *y) {
    double t = 0;
    CALL(_init)(m, y);
    const double from = now();
    for (int n = 0; n < STEPS; n++)
        if (CALL(_rk4)(m, &t, y, STEP)) exit(1);
    return now() - from;
}

/* Arguments: rounds; `hand`, `emitted` or nothing: both. */
int main(int count, char **arguments) {
    const int rounds = count > 1 ? atoi(arguments[1]) : 15;
    const char only = count > 2 ? arguments[2][0] : 0;
    double hand = 1e9, emitted = 1e9, y[2], z[2], start[2];
    static CALL(_model) m;
    CALL(_defaults)(&m);
    if (CALL(_init)(&m, start)) return 1;
    for (int n = 0; n < rounds; n++) {
        const double a = only == 'e' ? 0 : run_hand(start, y),
                     b = only == 'h' ? 0 : run_emitted(&m, z);
        if (a < hand) hand = a;
        if (b < emitted) emitted = b;
    }
    const double per = 1e9 / (4.0 * STEPS);
    printf("hand %.1f ns, emitted %.1f ns per evaluation: %.2f; ends differ by %.1e\n", hand * per,
           emitted * per, emitted / hand, only ? 0 : fabs(y[0] - z[0]));
    return !only && !(fabs(y[0] - z[0]) < 1e-6 * (1 + fabs(y[0])));
}
