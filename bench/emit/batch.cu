/* SPDX-License-Identifier: MIT
 *
 * Variants of a mechanism per second on a GPU, by the file of `jourdain emit MODEL --target cuda`; how far its worst variant is off a run
 * of the host with small tolerance; and how many trajectories have other bits than the same steps on the host. EMITTED, MODEL, STEP, STEPS,
 * LANES, VARY: a statement that changes number m of lane n. bench/emit/batch.sh calls it. */
#define JOURDAIN_NO_MAIN
#include EMITTED
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CALL(name) JOIN(MODEL, name)

int main(void) {
    enum { N = CALL(_STATES), CHECKED = 200, COMPARED = 4096 };
    const long lanes = LANES;
    CALL(_model) *m = (CALL(_model) *)malloc(sizeof *m * lanes), *first = (CALL(_model) *)malloc(sizeof *m * CHECKED);
    double *y = (double *)malloc(sizeof(double) * N * lanes), *t = (double *)calloc(lanes, sizeof(double));
    double *start = (double *)malloc(sizeof(double) * N * CHECKED);
    int *code = (int *)calloc(lanes, sizeof(int));
    for (long n = 0; n < lanes; n++) {
        CALL(_defaults)(&m[n]);
        const double share = (double)n / lanes;
        VARY
        if (CALL(_init)(&m[n], y + N * n)) return 1;
    }
    const long every = lanes / CHECKED;
    for (int k = 0; k < CHECKED; k++) {
        first[k] = m[k * every];
        for (int i = 0; i < N; i++) start[N * k + i] = y[N * k * every + i];
    }
    CALL(_model) *same = (CALL(_model) *)malloc(sizeof *m * COMPARED);
    double *host = (double *)malloc(sizeof(double) * N * COMPARED), *clock = (double *)calloc(COMPARED, sizeof(double));
    int *stopped = (int *)calloc(COMPARED, sizeof(int));
    const long apart = lanes / COMPARED;
    for (int k = 0; k < COMPARED; k++) {
        same[k] = m[k * apart];
        memcpy(host + N * k, y + N * k * apart, sizeof(double) * N);
    }
    CALL(_batch)(COMPARED, same, host, clock, STEP, STEPS, stopped);
    CALL(_model) * dm;
    double *dy, *dt;
    int *dc;
    cudaMalloc(&dm, sizeof *m * lanes), cudaMalloc(&dy, sizeof(double) * N * lanes);
    cudaMalloc(&dt, sizeof(double) * lanes), cudaMalloc(&dc, sizeof(int) * lanes);
    float least = 1e9f;
    cudaEvent_t from, to;
    cudaEventCreate(&from), cudaEventCreate(&to);
    for (int round = 0; round < 4; round++) {
        cudaMemcpy(dm, m, sizeof *m * lanes, cudaMemcpyHostToDevice);
        cudaMemcpy(dy, y, sizeof(double) * N * lanes, cudaMemcpyHostToDevice);
        cudaMemset(dt, 0, sizeof(double) * lanes);
        cudaEventRecord(from);
        CALL(_kernel)<<<(lanes + 127) / 128, 128>>>(lanes, dm, dy, dt, STEP, STEPS, dc);
        cudaEventRecord(to);
        cudaEventSynchronize(to);
        float ms;
        cudaEventElapsedTime(&ms, from, to);
        if (ms < least) least = ms;
    }
    if (cudaGetLastError()) return 2;
    cudaMemcpy(y, dy, sizeof(double) * N * lanes, cudaMemcpyDeviceToHost);
    cudaMemcpy(code, dc, sizeof(int) * lanes, cudaMemcpyDeviceToHost);
    long failed = 0;
    double worst = 0;
    for (long n = 0; n < lanes; n++) failed += code[n] != 0;
    for (int k = 0; k < CHECKED; k++) {
        double time = 0;
        if (code[k * every] || CALL(_run)(&first[k], &time, start + N * k, STEP * STEPS, 1e-12)) continue;
        for (int i = 0; i < N; i++) {
            const double off = fabs(start[N * k + i] - y[N * k * every + i]) / (1 + fabs(start[N * k + i]));
            if (off > worst) worst = off;
        }
    }
    long other = 0;
    for (int k = 0; k < COMPARED; k++)
        other += stopped[k] != code[k * apart] || memcmp(host + N * k, y + N * k * apart, sizeof(double) * N) != 0;
    printf("%ld,%d,%.3f,%.3g,%.2g,%ld,%d of %d", lanes, STEPS, least, 1e3 * lanes / least, worst, failed, (int)other, COMPARED);
    return 0;
}
