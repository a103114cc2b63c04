/* SPDX-License-Identifier: MIT
 *
 *     cholmod PROBLEM FILE   factors and solution of the matrix in FILE (bench --peers P8-N FILE)
 * by CHOLMOD, simplicial, AMD */
#define _POSIX_C_SOURCE 200809L
#include <cholmod.h>
#include <stdio.h>
#include <time.h>

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cholmod_sparse *read_matrix(const char *path, cholmod_common *common) {
    FILE *from = fopen(path, "r");
    int n = 0, row, column;
    double value;
    if (!from || fscanf(from, "%d", &n) != 1) return NULL;
    size_t room = (size_t)n * 64;
    cholmod_triplet *all =
        cholmod_allocate_triplet((size_t)n, (size_t)n, room, -1, CHOLMOD_REAL, common);
    while (all->nnz < room && fscanf(from, "%d %d %lf", &row, &column, &value) == 3) {
        ((int *)all->i)[all->nnz] = row, ((int *)all->j)[all->nnz] = column;
        ((double *)all->x)[all->nnz++] = value;
    }
    fclose(from);
    cholmod_sparse *to = cholmod_triplet_to_sparse(all, 0, common);
    cholmod_free_triplet(&all, common);
    return to;
}

int main(int count, char **word) {
    cholmod_common common;
    if (count != 3) return 2;
    cholmod_start(&common);
    common.supernodal = CHOLMOD_SIMPLICIAL;
    common.nmethods = 1, common.method[0].ordering = CHOLMOD_AMD;
    cholmod_sparse *A = read_matrix(word[2], &common);
    if (!A) return 1;
    cholmod_factor *L = cholmod_analyze(A, &common);
    cholmod_dense *b = cholmod_ones(A->nrow, 1, CHOLMOD_REAL, &common), *x = NULL, *Y = NULL,
                  *E = NULL;
    double least = 1e9, spent = 0;
    for (int round = 0; round < 3 || spent < 0.1; round++) {
        const double from = seconds();
        cholmod_factorize(A, L, &common);
        cholmod_solve2(CHOLMOD_A, L, b, NULL, &x, NULL, &Y, &E, &common);
        const double took = seconds() - from;
        least = took < least ? took : least, spent += took;
    }
    printf("%s,cholmod,simplicial,factor and solve,,%.4g,,%d,done\n", word[1], least, (int)A->nrow);
    cholmod_free_dense(&x, &common), cholmod_free_dense(&Y, &common),
        cholmod_free_dense(&E, &common), cholmod_free_dense(&b, &common);
    cholmod_free_factor(&L, &common), cholmod_free_sparse(&A, &common);
    return cholmod_finish(&common), 0;
}
