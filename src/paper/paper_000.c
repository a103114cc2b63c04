/* SPDX-License-Identifier: MIT
 *
 * Marquis-Favre, Bideaux, Scavarda: a planar mechanical library in AMESim, part I. Its equations
 * beside what `derive` makes of the same constraints, its errors, Baumgarte's decay, the seven-body
 * mechanism. */
#include "paper/paper_000.h"
#include <string.h>

enum { POINTS = 100 };
static const double same_share = 1e-12; /* of the largest value: rounding */

/* ---- Expressions at random points ----------------------------------------------------------- */

static const char *const names[NUMBERS_000] = {
    "x_M",     "y_M",     "x_N",      "y_N",      "dx_M",      "dy_M",
    "dx_N",    "dy_N",    "ddx_M",    "ddy_M",    "ddx_N",     "ddy_N",
    "theta_i", "theta_j", "dtheta_i", "dtheta_j", "ddtheta_i", "ddtheta_j"};

static double next_number(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return 4.0 * ((double)(*seed >> 8) / 16777216.0) - 2.0;
}

static bool values_at(PaperJob *job, const double *point, const char *const *texts, int count,
                      double *values) {
    return jd_paper_values(job, (PaperPoint){names, point, NUMBERS_000}, texts, count, values);
}

/* A line of what `derive` writes in components: "f''", "Fx_i". NULL: it is not there. */
static const char *derived(PaperJob *job, const char *lock, const char *left) {
    char *text = jd_derive_lock(lock, NULL, JD_PLANAR, job->app->log);
    const char *from = text ? strstr(text, "component form") : NULL;
    const char *found = NULL;
    for (const char *at = from; at && *at;) {
        const size_t length = strcspn(at, "\n"), word = strcspn(at + 2 * (length > 2), " =");
        if (length > 2 && word == strlen(left) && !strncmp(at + 2, left, word)) {
            const char *is = strstr(at, "= ");
            if (is) found = jd_arena_text(&job->page.arena, is + 2, strcspn(is + 2, "\n"));
            break;
        }
        at += length + (at[length] != 0);
    }
    jd_free_text(text);
    return found;
}

/* ---- The translational joint: (22), (28), (29), (30) ---------------------------------------- */

#define ALONG "((x_N - x_M)*cos(theta_i) + (y_N - y_M)*sin(theta_i))"
static const struct {
    const char *equation, *lock, *left, *printed, *and; /* and: what the paper drops */
} printed[] = {
    {"(22) F_xi", "d.yi", "Fx_i", "sin(theta_i)", NULL},
    {"(22) F_yi", "d.yi", "Fy_i", "-cos(theta_i)", NULL},
    {"(22) C_zi", "d.yi", "Cz_i", "-" ALONG, NULL},
    {"(22) F_xj", "d.yi", "Fx_j", "-sin(theta_i)", NULL},
    {"(22) F_yj", "d.yi", "Fy_j", "cos(theta_i)", NULL},
    {"(22) C_zj", "d.yj", "Cz_j", "-((x_N - x_M)*cos(theta_j) + (y_N - y_M)*sin(theta_j))", NULL},
    {"(28)", "d.yi", "f", "-(x_N - x_M)*sin(theta_i) + (y_N - y_M)*cos(theta_i)", NULL},
    {"(29)", "d.yi", "f'",
     "-(dx_N - dx_M)*sin(theta_i) + (dy_N - dy_M)*cos(theta_i) - dtheta_i*" ALONG, NULL},
    {"(30)", "d.yi", "f''",
     "-(ddx_N - ddx_M)*sin(theta_i) + (ddy_N - ddy_M)*cos(theta_i) - ddtheta_i*" ALONG
     " + 2*dtheta_i*(-(dx_N - dx_M)*cos(theta_i) - (dy_N - dy_M)*sin(theta_i))",
     "-dtheta_i^2*(-(x_N - x_M)*sin(theta_i) + (y_N - y_M)*cos(theta_i))"},
};
enum { PRINTED = sizeof printed / sizeof *printed };

/* The largest difference between two expressions, as a share of what they are. */
static double largest_difference(PaperJob *job, const char *ours, const char *theirs,
                                 const char *and) {
    unsigned seed = 7;
    double most = 0, size = 0;
    const char *const texts[3] = {ours, theirs, and? and : "0"};
    for (int k = 0; k < POINTS; k++) {
        double point[NUMBERS_000], values[3] = {0};
        for (int n = 0; n < NUMBERS_000; n++) point[n] = next_number(&seed);
        if (!values_at(job, point, texts, 3, values)) return NAN;
        most = fmax(most, fabs(values[0] - values[1] - values[2]));
        size = fmax(size, fabs(values[0]));
    }
    return most / fmax(size, 1);
}

/* A number that must be rounding. */
static void check_zero(PaperJob *job, double value) {
    const bool holds = value <= same_share;
    if (holds)
        job->held++;
    else
        job->missed++;
    jd_page_value(&job->page, value,
                  jd_arena_format(&job->page.arena, holds ? "%.1e" : "%.1e!", value));
}

static void write_translational(PaperJob *job) {
    Page *page = &job->page;
    jd_page_heading(page, "Translational joint, (21): MN.yi = 0, MN.yj = 0, beside `derive`");
    jd_page_table(page, "translational", "equation of off formula");
    for (int n = 0; n < PRINTED; n++) {
        const char *ours = derived(job, printed[n].lock, printed[n].left);
        jd_page_cell(page, printed[n].equation);
        jd_page_cell(page, "printed");
        jd_page_right(page, "");
        jd_page_cell(page, printed[n].printed);
        jd_page_cell(page, printed[n].and ? "the squares are kept" : "");
        jd_page_cell(page, "ours");
        check_zero(job,
                   ours ? largest_difference(job, ours, printed[n].printed, printed[n].and) : NAN);
        jd_page_cell(page, ours ? ours : "-");
    }
    jd_page_end(page);
    jd_page_text(page, "off: the largest difference at %d random points, as a share\n", POINTS);
}

/* ---- The generic routine: (17), (24), (26) -------------------------------------------------- */

static const char *const generic_locks[] = {"d.yi", "d.yj", "xi.yj", "xi.xj", "d.xi", "d.d"};
enum { GENERIC = sizeof generic_locks / sizeof *generic_locks };

/* Differences of (17), (24), (26) as printed, and as it must be, from `derive`. */
static bool compare_generic(PaperJob *job, const char *lock, double off[4]) {
    static const char *const lefts[] = {"Fx_i", "Fy_i", "Cz_i", "Fx_j",
                                        "Fy_j", "Cz_j", "f'",   "f''"};
    const char *texts[8];
    unsigned seed = 11;
    for (int k = 0; k < 8; k++)
        if (!(texts[k] = derived(job, lock, lefts[k]))) return false;
    for (int k = 0; k < 4; k++) off[k] = 0;
    for (int k = 0; k < POINTS; k++) {
        double point[NUMBERS_000], ours[8];
        Generic000 theirs;
        for (int n = 0; n < NUMBERS_000; n++) point[n] = next_number(&seed);
        if (!values_at(job, point, texts, 8, ours)) return false;
        jd_generic_000(lock, point, &theirs);
        for (int n = 0; n < 6; n++) off[0] = fmax(off[0], fabs(ours[n] - theirs.wrench[n]));
        off[1] = fmax(off[1], fabs(ours[6] - theirs.rate));
        off[2] = fmax(off[2], fabs(ours[7] - theirs.printed));
        off[3] = fmax(off[3], fabs(ours[7] - theirs.corrected));
    }
    return true;
}

static const double vanishes =
    1e-9; /* m/s2: what is below is rounding of the sums, shown with fewer digits */

static bool write_generic(PaperJob *job) {
    Page *page = &job->page;
    jd_page_heading(page, "One routine for all constraints: how far `derive` is off the printed "
                          "equations");
    jd_page_table(page, "generic", "constraint (17) (24) (26)_as_printed (26)_corrected");
    for (int n = 0; n < GENERIC; n++) {
        double off[4];
        if (!compare_generic(job, generic_locks[n], off)) return false;
        jd_page_cell(page, generic_locks[n]);
        check_zero(job, off[0] / 10);
        check_zero(job, off[1] / 100);
        jd_page_value(page, off[2],
                      off[2] < vanishes ? jd_cell_number(page, off[2], 2)
                                        : jd_cell_number(page, off[2], 3));
        check_zero(job, off[3] / 1000);
    }
    jd_page_end(page);
    return true;
}

/* ---- What is wrong -------------------------------------------------------------------------- */

static void write_errata(PaperJob *job, double apart[3], double dropped) {
    Page *page = &job->page;
    jd_paper_erratum(
        job, "(26), the term with both rates",
        "The sine has the wrong sign: appendix C gives +(f_xi,yj - f_yi,xj) xi.yj, and "
        "xi.yj is +sin(theta_M - theta_N). Above it is off for xi.yj, and for no "
        "constraint without two axes.");
    jd_paper_erratum(job, "(26), the last four lines",
                     "Velocities are printed with two dots, and so are the rates in the squares: "
                     "with one dot everything comes out.");
    jd_paper_erratum(job, "(21)",
                     "Where M and N meet both constraints are one: the rows of their Jacobian "
                     "differ by %s, %s and %s for a distance of 100, 10 and 1 mm. MN.yi = 0, xi.yj "
                     "= 0, `prismatic` here, has two there, too.",
                     jd_paper_text(page, apart[0], 1), jd_paper_text(page, apart[1], 1),
                     jd_paper_text(page, apart[2], 1));
    jd_paper_erratum(job, "(30)",
                     "That the squares vanish is right on the constraint alone: off it by 1 mm, "
                     "with 100 rad/s, they are %s m/s^2. `derive` keeps them.",
                     jd_paper_text(page, dropped, 1));
}

static const double gap = 1e-3; /* m: how far the loop is opened; with gains of 100/s */

static ExitCode write(PaperJob *job) {
    double apart[3] = {0};
    write_translational(job);
    if (!write_generic(job) || !jd_apart_000(job, apart) || !jd_decay_000(job) ||
        !jd_seven_bodies_000(job))
        return RUN_FAILED;
    write_errata(job, apart, 100.0 * 100.0 * gap);
    return jd_interrupt_signal() ? RUN_FAILED : DONE;
}

const Paper jd_paper_000 = {
    .number = "000",
    .title = "Marquis-Favre, Bideaux, Scavarda: joints of a planar library as vector constraints",
    .summary = "\nIts equations beside `jourdain derive`; Baumgarte's decay; the seven-body "
               "mechanism of its part II.",
    .write = write,
};
