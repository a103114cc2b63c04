/* SPDX-License-Identifier: MIT
 *
 * The bits of many variants of a mechanism, by the file of `jourdain emit MODEL --target cuda`: the
 * hash of all states after so many steps of rk4. On a GPU if nvcc compiles it, else on the host;
 * both are to be the same. EMITTED, MODEL, STEP, STEPS, VARY: a statement that changes the numbers
 * of m[n]. bench/emit/hash.sh calls it. */
#define JOURDAIN_NO_MAIN
#include EMITTED
#include <stdio.h>
#include <stdlib.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define CALL(name)  JOIN(MODEL, name)

int main(void) {
    enum { N = CALL(_STATES), LANES = 64 };
    CALL(_model) *m = (CALL(_model) *)malloc(sizeof *m * LANES);
    double *y = (double *)malloc(sizeof(double) * N * LANES),
           *t = (double *)calloc(LANES, sizeof(double));
    int *code = (int *)calloc(LANES, sizeof(int));
    unsigned long long hash = 1469598103934665603ull;
    if (!m || !y || !t || !code) return 1;
    for (int n = 0; n < LANES; n++) {
        const double share = (double)n / LANES;
        CALL(_defaults)(&m[n]);
        VARY;
        if (CALL(_init)(&m[n], y + N * n)) return 2;
    }
#ifdef __CUDACC__
    if (CALL(_batch_cuda)(LANES, m, y, t, STEP, STEPS, code)) return 3;
#else
    CALL(_batch)(LANES, m, y, t, STEP, STEPS, code);
#endif
    for (int n = 0; n < LANES; n++)
        if (code[n]) return 4;
    for (size_t k = 0; k < sizeof(double) * N * LANES; k++)
        hash = (hash ^ ((unsigned char *)y)[k]) * 1099511628211ull;
    printf("%016llx\n", hash);
    free(m), free(y), free(t), free(code);
    return 0;
}
