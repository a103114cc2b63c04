/* SPDX-License-Identifier: MIT
 *
 * Sixteen variants side by side beside the same one after the other: rk4 with the same steps, by
 * turns, the least of all rounds. EMITTED, MODEL, STEP, STEPS as in gate.c; -O3 -march=x86-64-v3
 * -ffast-math makes vectors of the loops. */
#define _POSIX_C_SOURCE 200809L
#define JOURDAIN_NO_MAIN
#include EMITTED
#include <stdio.h>
#include <time.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define CALL(name)  JOIN(MODEL, name)

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(void) {
    enum { N = CALL(_STATES), L = CALL(_LANES) };
    static CALL(_model) m[L];
    static CALL(_lanes) lanes;
    static double y[L * N], z[N][L], start[L * N], t[L];
    int code[L], codes[L] = {0};
    double one = 1e9, many = 1e9, off = 0;
    for (int l = 0; l < L; l++) {
        CALL(_defaults)(&m[l]);
        m[l].number.gravity_y *= 1 + 0.01 * l;
        if (CALL(_init)(&m[l], start + N * l)) return 1;
        CALL(_lanes_set)(&lanes, l, &m[l]);
    }
    for (int round = 0; round < 9; round++) {
        double from = now(), time = 0;
        for (int k = 0; k < L * N; k++) y[k] = start[k];
        for (int l = 0; l < L; l++) t[l] = 0;
        CALL(_batch)(L, m, y, t, STEP, STEPS, code);
        if (now() - from < one) one = now() - from;
        from = now();
        for (int l = 0; l < L; l++)
            for (int i = 0; i < N; i++) z[i][l] = start[N * l + i];
        for (int n = 0; n < STEPS; n++) CALL(_lanes_rk4)(&lanes, &time, z, STEP, codes);
        if (now() - from < many) many = now() - from;
    }
    for (int l = 0; l < L; l++)
        for (int i = 0; i < N; i++)
            if (fabs(z[i][l] - y[N * l + i]) > off) off = fabs(z[i][l] - y[N * l + i]);
    const double per = 1e9 / (4.0 * STEPS * L);
    printf("one by one %.1f ns, side by side %.1f ns per evaluation and variant: %.2f times; ends "
           "differ by %.1e\n",
           one * per, many * per, one / many, off);
    return 0;
}
