/* SPDX-License-Identifier: MIT
 *
 * The elimination of a mechanism as C source: the way that jd_rows_factor and jd_rows_solve take
 * where nothing is singular. */
#include "rows/shapes.h"

/* ---- Mass that joints lend, as augment and augment_side of rows.c: theory 5.6 ---------------- */

/* v: the numbers of the matrix; b: those of the right-hand side. */
typedef struct {
    const JdSystem *system;
    const RowSet *set;
    SparsePrinter *to;
    int *v, *b;
} Lender;

static void print_own_mass(const Lender *of, int body) {
    const int n = of->system->kernel->nv;
    int *const A = of->v + jd_sparse_diagonal_at(of->set->plan, body - 1);
    for (int k = 0; k < n * n; k++)
        A[k] = jd_sparse_print_number(of->to, "%.17g",
                                      k % (n + 1) ? 0 : jd_mass_of(of->system, body, k / (n + 1)));
}

/* A += rho Ja^T Jb */
static void print_product(const Lender *of, const Group *group, const int *Ja, const int *Jb,
                          int *A) {
    const int n = of->system->kernel->nv;
    for (int k = 0; k < group->count; k++) {
        const double rho = jd_rows_borrowed(of->system, &of->set->row[group->first + k]);
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++)
                A[r * n + c] =
                    jd_sparse_print_number(of->to, "a%d + %.17g * a%d * a%d", A[r * n + c], rho,
                                           Ja[k * n + r], Jb[k * n + c]);
    }
}

/* f += rho J^T g */
static void print_side(const Lender *of, const Group *group, const int *J, int *f) {
    const int n = of->system->kernel->nv, duals = n * (of->system->bodies - 1);
    for (int k = 0; k < group->count; k++) {
        const int row = group->first + k;
        const double rho = jd_rows_borrowed(of->system, &of->set->row[row]);
        const int g = jd_sparse_print_number(of->to, "%.17g * a%d", rho, of->b[duals + row]);
        for (int c = 0; c < n; c++)
            f[c] = jd_sparse_print_number(of->to, "a%d + a%d * a%d", f[c], J[k * n + c], g);
    }
}

/* Own mass of the bodies that borrow, and nothing yet between them. */
static void print_begin(const Lender *of, int g) {
    const int n = of->system->kernel->nv, *ends = of->set->group[g].body;
    for (int k = 0; k < 2; k++)
        if (ends[k]) print_own_mass(of, ends[k]);
    if (of->set->pair_bodies[g] < 0) return;
    int *const A = of->v + jd_sparse_pair_at(of->set->plan, of->set->pair_bodies[g]);
    for (int k = 0; k < n * n; k++) A[k] = jd_sparse_print_number(of->to, "0");
}

static void print_lent(const Lender *of) {
    const RowSet *set = of->set;
    const int n = of->system->kernel->nv;
    for (int g = 0; g < set->groups; g++)
        if (set->augmented[g]) print_begin(of, g);
    for (int g = 0; g < set->groups; g++) {
        if (!set->augmented[g]) continue;
        const Group *group = &set->group[g];
        const int *J[2] = {NULL, NULL};
        for (int k = 0; k < 2; k++)
            if (group->body[k]) J[k] = of->v + jd_sparse_pair_at(set->plan, group->pair[k]);
        for (int k = 0; k < 2; k++) {
            if (!J[k]) continue;
            const int body = group->body[k] - 1;
            print_product(of, group, J[k], J[k], of->v + jd_sparse_diagonal_at(set->plan, body));
            print_side(of, group, J[k], of->b + n * body);
        }
        if (J[0] && J[1])
            print_product(of, group, J[0], J[1],
                          of->v + jd_sparse_pair_at(set->plan, set->pair_bodies[g]));
    }
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* By the whole matrix. */
static bool print_whole(const JdSystem *s, const RowSet *set, SparsePrinter *to, int *x) {
    Arena scratch = {0};
    const int values = (int)jd_sparse_values(set->plan);
    int *value = ARENA_NEW(&scratch, int, values + 1);
    for (int k = 0; value && k < values; k++) value[k] = jd_sparse_print_number(to, "v[%d]", k);
    if (value && set->augments) print_lent(&(Lender){s, set, to, value, x});
    const bool good = value && jd_sparse_print(to, set->plan, value, 0, x);
    jd_arena_free(&scratch);
    return good;
}

bool jd_rows_print(const JdSystem *s, const RowSet *set, const RowWork *w, const char *name,
                   Text *out) {
    if (s->uneven || (w->anchor.count && !set->schur)) return false;
    Arena scratch = {0};
    SparsePrinter to = {.out = out, .least = set->loops ? jd_near_singular : 0};
    const int unknowns = jd_sparse_unknowns(set->plan);
    int *x = ARENA_NEW(&scratch, int, unknowns + 1);
    jd_text_print(
        out, "#include <math.h>\n\nint %s(const double *v, const double *b, double *x) {\n", name);
    for (int k = 0; x && k < unknowns; k++) x[k] = jd_sparse_print_number(&to, "b[%d]", k);
    const bool good =
        x && (set->schur ? jd_schur_print(s, set, w, &to, x) : print_whole(s, set, &to, x));
    for (int k = 0; good && k < unknowns; k++) jd_text_print(out, "    x[%d] = a%d;\n", k, x[k]);
    jd_text_print(out, "    return 0;\n}\n");
    jd_arena_free(&scratch);
    return good && !out->failed;
}
