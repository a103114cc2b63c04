/* SPDX-License-Identifier: MIT
 *
 * The elimination of a mechanism as C source: the way that jd_rows_factor and jd_rows_solve take
 * where nothing is singular. */
#include "rows/rows.h"

/* By the whole matrix. */
static bool print_whole(const RowSet *set, SparsePrinter *to, int *x) {
    Arena scratch = {0};
    const int values = (int)jd_sparse_values(set->plan);
    int *value = ARENA_NEW(&scratch, int, values + 1);
    for (int k = 0; value && k < values; k++) value[k] = jd_sparse_print_number(to, "v[%d]", k);
    const bool good = value && jd_sparse_print(to, set->plan, value, 0, x);
    jd_arena_free(&scratch);
    return good;
}

bool jd_rows_print(const JdSystem *s, const RowSet *set, const RowWork *w, const char *name,
                   Text *out) {
    if (set->augments || s->uneven || (w->anchor.count && !set->schur)) return false;
    Arena scratch = {0};
    SparsePrinter to = {.out = out, .least = set->loops ? jd_near_singular : 0};
    const int unknowns = jd_sparse_unknowns(set->plan);
    int *x = ARENA_NEW(&scratch, int, unknowns + 1);
    jd_text_print(
        out, "#include <math.h>\n\nint %s(const double *v, const double *b, double *x) {\n", name);
    for (int k = 0; x && k < unknowns; k++) x[k] = jd_sparse_print_number(&to, "b[%d]", k);
    const bool good =
        x && (set->schur ? jd_schur_print(s, set, w, &to, x) : print_whole(set, &to, x));
    for (int k = 0; good && k < unknowns; k++) jd_text_print(out, "    x[%d] = a%d;\n", k, x[k]);
    jd_text_print(out, "    return 0;\n}\n");
    jd_arena_free(&scratch);
    return good && !out->failed;
}
