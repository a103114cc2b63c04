/* SPDX-License-Identifier: MIT
 *
 * Marques, Roupa, Silva, Flores, Lankarani: a slider-crank under five formulations. Tables 4 and 5
 * are runs by plain explicit Euler without stabilisation, started exactly as drawn. */
#include "paper/paper_002.h"
#include <string.h>

typedef enum { BLANK, DIGITS, FAILS, MISPRINT, CHAOS } Kind; /* what a printed value is */
typedef struct {
    const char *text;
    Kind kind;
} Printed;

static const char column_words[] = "Newton-Euler Lagrangian cut-joint clearance elastic";

// clang-format off
static const Printed table_4[STEPS][COLUMNS] = {
    {{"2.85e-3", DIGITS}, {"NA", BLANK}, {"2.85e-3", DIGITS}, {"*", FAILS},        {"NA", BLANK}},
    {{"2.85e-4", DIGITS}, {"NA", BLANK}, {"2.85e-4", DIGITS}, {"*", FAILS},        {"NA", BLANK}},
    {{"2.85e-5", DIGITS}, {"NA", BLANK}, {"2.85e-5", DIGITS}, {"8.03e-5", DIGITS}, {"NA", BLANK}},
    {{"2.85e-6", DIGITS}, {"NA", BLANK}, {"2.85e-6", DIGITS}, {"2.49e-5", DIGITS}, {"NA", BLANK}}};
static const Printed table_5[STEPS][COLUMNS] = {
    {{"2.62e-2", DIGITS}, {"3.94e-3", DIGITS}, {"9.87e-3", DIGITS}, {"*", FAILS},          {"1.69e5", CHAOS}},
    {{"2.62e-3", DIGITS}, {"3.94e-4", DIGITS}, {"9.86e-4", DIGITS}, {"*", FAILS},          {"2.23e-1", DIGITS}},
    {{"2.62e-4", DIGITS}, {"3.94e-5", DIGITS}, {"9.85e-5", DIGITS}, {"2.95e-2", MISPRINT}, {"5.06e-2", DIGITS}},
    {{"2.62e-5", DIGITS}, {"3.94e-6", DIGITS}, {"9.85e-6", DIGITS}, {"2.57e-3", DIGITS},   {"4.64e-2", DIGITS}}};
static const char *const table_3[7][COLUMNS + 1] = {
    {"mass matrix",     "NA",   "27 %", "6 %",  "7 %",  "13 %"},
    {"forces",          "1 %",  "58 %", "3 %",  "3 %",  "8 %"},
    {"Jacobian",        "6 %",  "NA",   "6 %",  "7 %",  "NA"},
    {"right-hand side", "5 %",  "NA",   "2 %",  "1 %",  "NA"},
    {"assembly",        "32 %", "NA",   "38 %", "36 %", "NA"},
    {"solution",        "40 %", "1 %",  "23 %", "23 %", "42 %"},
    {"integration",     "16 %", "14 %", "20 %", "22 %", "38 %"}};
static const char *const figure_11[COLUMNS] = {"1", "about 0.1", "0.67", "0.61", "0.36"};
// clang-format on

/* ---- Tables 4 and 5 ------------------------------------------------------------------------- */

static void row_head(Page *page, const char *label, const char *source) {
    jd_page_cell(page, label);
    jd_page_cell(page, source);
}

static void printed_row(Page *page, int step, const Printed *row) {
    row_head(page, jd_paper_text(page, jd_steps_002[step], 0), "printed");
    for (int c = 0; c < COLUMNS; c++) jd_page_right(page, row[c].text);
}

/* Our value of a printed one, checked as far as it can be. */
static void our_cell(PaperJob *job, const Printed *printed, const Trial *trial, double value) {
    Page *page = &job->page;
    if (printed->kind == DIGITS) {
        jd_paper_check(job, printed->text, value, 2);
    } else if (printed->kind == FAILS) {
        if (trial->done)
            job->missed++;
        else
            job->held++;
        jd_page_right(page, trial->done ? "done!" : "*");
    } else if (printed->kind == BLANK) {
        jd_page_right(page, "-");
    } else {
        jd_page_value(page, value, jd_paper_text(page, value, 2));
    }
}

static void write_table_4(Work002 *work) {
    Page *page = &work->job->page;
    jd_page_heading(page, "Table 4: violation of the constraints at 0.13 s, sum [m]");
    jd_page_table(page, "table_4", jd_arena_format(&page->arena, "dt of %s", column_words));
    for (int k = 0; k < work->steps; k++) {
        printed_row(page, k, table_4[k]);
        row_head(page, "", "ours");
        for (int c = 0; c < COLUMNS; c++)
            our_cell(work->job, &table_4[k][c], &work->result[k][c].trial,
                     work->result[k][c].violation);
    }
    jd_page_end(page);
}

static void exact_cell(Page *page, const Result *result) {
    if (result->trial.done)
        jd_page_value(page, result->exact, jd_paper_text(page, result->exact, 2));
    else
        jd_page_right(page, "*");
}

static void write_table_5(Work002 *work) {
    Page *page = &work->job->page;
    jd_page_heading(page, "Table 5: mean |E - E0| over the steps [J]");
    jd_page_table(page, "table_5", jd_arena_format(&page->arena, "dt of %s", column_words));
    for (int k = 0; k < work->steps; k++) {
        printed_row(page, k, table_5[k]);
        row_head(page, "", "ours, as they computed E");
        for (int c = 0; c < COLUMNS; c++) {
            const Result *result = &work->result[k][c];
            our_cell(work->job, &table_5[k][c], &result->trial,
                     jd_columns_002[c].wrong_energy ? result->paper : result->exact);
        }
        row_head(page, "", "ours, exact E");
        for (int c = 0; c < COLUMNS; c++) exact_cell(page, &work->result[k][c]);
    }
    jd_page_end(page);
    jd_page_text(page, "* the run does not reach the end:\n");
    for (int k = 0; k < work->steps; k++)
        for (int c = 0; c < COLUMNS; c++) {
            const Trial *trial = &work->result[k][c].trial;
            if (trial->done) continue;
            jd_page_text(page, "  %s, dt %g s: %s [%s]\n", jd_columns_002[c].name, jd_steps_002[k],
                         trial->message, trial->code);
        }
}

/* ---- Table 3, Figures 10 and 11 ------------------------------------------------------------- */

static void write_parts(Work002 *work) {
    Page *page = &work->job->page;
    static const JdPart part_of[7] = {JD_PART_MASS,     JD_PART_FORCES,   JD_PART_ROWS, JD_PARTS,
                                      JD_PART_ASSEMBLY, JD_PART_SOLUTION, JD_PART_REST};
    jd_page_heading(page, "Table 3: where the time goes");
    jd_page_table(page, "table_3", jd_arena_format(&page->arena, "step of %s", column_words));
    for (int row = 0; row < 7; row++) {
        row_head(page, table_3[row][0], "printed");
        for (int c = 0; c < COLUMNS; c++) jd_page_right(page, table_3[row][1 + c]);
        const JdPart part = part_of[row];
        if (part == JD_PARTS) continue;
        row_head(page, part == JD_PART_ROWS ? "both" : "", "ours");
        for (int c = 0; c < COLUMNS; c++)
            jd_page_right(page, jd_part_share_text(page, &work->cost[c], part));
    }
    row_head(page, "bodies from the state", "ours");
    for (int c = 0; c < COLUMNS; c++)
        jd_page_right(page, jd_part_share_text(page, &work->cost[c], JD_PART_PLACE));
    jd_page_end(page);
    jd_page_text(page,
                 "Newton-Euler writes its Jacobian straight into the matrix, which has the masses "
                 "already: nothing is assembled.\n");
}

/* The paper's comparison with equal means. */
static void write_euler(Work002 *work) {
    Page *page = &work->job->page;
    row_head(page, "Euler, their equations in C, ratio", "ours");
    for (int c = 0; c < COLUMNS; c++) {
        const double ratio = work->euler[c].seconds / work->euler[0].seconds;
        jd_page_value(page, ratio, jd_cell_number(page, ratio, 2));
    }
    row_head(page, "a step of it [ns]", "ours");
    for (int c = 0; c < COLUMNS; c++) {
        const double ns = 1e9 * work->euler[c].seconds;
        jd_page_value(page, ns, jd_cell_number(page, ns, 3));
    }
    row_head(page, "unknowns of its matrix", "ours");
    for (int c = 0; c < COLUMNS; c++)
        jd_page_value(page, work->euler[c].unknowns,
                      jd_cell_number(page, work->euler[c].unknowns, 4));
    row_head(page, "products and quotients to solve it", "ours");
    for (int c = 0; c < COLUMNS; c++)
        jd_page_value(page, (double)work->euler[c].products,
                      jd_cell_number(page, (double)work->euler[c].products, 4));
    row_head(page, "crank off ours behind 0.2 ms [rad]", "ours");
    for (int c = 0; c < COLUMNS; c++)
        jd_page_value(page, work->euler[c].off, jd_cell_number(page, work->euler[c].off, 2));
}

/* What the paper says in words: who comes before whom, and ten times. */
static void write_order(Work002 *work) {
    static const int slower_first[COLUMNS] = {0, 2, 3, 4, 1}; /* as printed */
    bool same = true;
    for (int c = 0; c + 1 < COLUMNS; c++)
        same =
            same && work->euler[slower_first[c]].seconds > work->euler[slower_first[c + 1]].seconds;
    jd_page_text(
        &work->job->page,
        "By their equations in C the order of the five %s. That the Lagrangian is about ten "
        "times as fast as Newton-Euler is not met, but lies between two ways to look at it: %.0f "
        "times by their equations, where one division stands beside a matrix of 17 unknowns "
        "and nothing else costs time, and %.0f times by full matrices, where writing them "
        "out is work that all five share.\n",
        same ? "is that of the paper" : "is another one than in the paper",
        work->euler[0].seconds / work->euler[1].seconds, work->full_step[0] / work->full_step[1]);
}

static void write_times(Work002 *work) {
    Page *page = &work->job->page;
    jd_page_heading(page, "Figure 11: time of a run against Newton-Euler");
    jd_page_table(page, "figure_11", jd_arena_format(&page->arena, "what of %s", column_words));
    row_head(page, "ratio", "printed");
    for (int c = 0; c < COLUMNS; c++) jd_page_right(page, figure_11[c]);
    row_head(page, "", "ours");
    const Measure *first = &work->cost[0].measure;
    for (int c = 0; c < COLUMNS; c++) {
        const Measure *m = &work->cost[c].measure;
        const double ratio = work->cost[c].measured ? m->seconds / (double)m->steps /
                                                          (first->seconds / (double)first->steps)
                                                    : NAN;
        jd_page_value(page, ratio, jd_cell_number(page, ratio, 2));
    }
    row_head(page, "evaluation [ns]", "ours");
    for (int c = 0; c < COLUMNS; c++) {
        const double ns = work->cost[c].measured ? 1e9 * work->cost[c].measure.evaluation : NAN;
        jd_page_value(page, ns, jd_cell_number(page, ns, 3));
    }
    row_head(page, "Euler by full matrices, ratio", "ours");
    for (int c = 0; c < COLUMNS; c++) {
        const double ratio = work->full_step[c] / work->full_step[0];
        jd_page_value(page, ratio, jd_cell_number(page, ratio, 2));
    }
    write_euler(work);
    jd_page_end(page);
    jd_page_text(
        page, "By full matrices: each step writes M, D and gamma out and solves all equations by "
              "Gauss, as the paper does. The formulations themselves solve sparse matrices and "
              "watch what happens, so that they are nearer to each other. Their equations in C: "
              "what the paper prints, written by hand, solved by Gauss without a look at zeros; "
              "its own ratios are of a language in which each call costs more than what it "
              "computes (16 %% of a step is the integration of 18 numbers).\n");
    write_order(work);
}

static void write_peaks(Work002 *work) {
    Page *page = &work->job->page;
    static const char *const printed[COLUMNS] = {"1", "1", "1", "about 1", "2"};
    jd_page_heading(page, "Figure 10: largest force at joint C");
    jd_page_table(page, "figure_10", jd_arena_format(&page->arena, "what of %s", column_words));
    row_head(page, "force [N]", "ours");
    for (int c = 0; c < COLUMNS; c++)
        jd_page_value(page, work->peak[c], jd_cell_number(page, work->peak[c], 4));
    if (work->steps > FIGURE_STEP) {
        row_head(page, "", "ours, by Euler with their dt, 1e-7 s");
        for (int c = 0; c < COLUMNS; c++) {
            const double peak = work->result[FIGURE_STEP][c].trial.peak;
            jd_page_value(page, peak, jd_cell_number(page, peak, 4));
        }
    }
    row_head(page, "against the first", "printed");
    for (int c = 0; c < COLUMNS; c++) jd_page_right(page, printed[c]);
    row_head(page, "", "ours");
    for (int c = 0; c < COLUMNS; c++) {
        const double ratio = work->peak[c] / work->peak[0];
        jd_page_value(page, ratio, jd_cell_number(page, ratio, 3));
    }
    jd_page_end(page);
}

/* ---- Table 6 -------------------------------------------------------------------------------- */

// clang-format off
static const char *const table_6[][COLUMNS + 1] = {
    {"coordinates are",       "dependent", "independent",  "dependent", "dependent", "dependent"},
    {"number of coordinates", "large",     "minimum",      "moderate",  "moderate",  "moderate"},
    {"constraint equations",  "large",     "none",         "reduced",   "reduced",   "reduced"},
    {"equations",             "DAE",       "ODE",          "DAE",       "DAE",       "ODE"},
    {"matrices",              "sparse",    "dense",        "moderate",  "moderate",  "dense"},
    {"constant mass matrix",  "yes",       "no",           "no",        "no",        "no"},
    {"stabilisation",         "required",  "not required", "required",  "required",  "not required"}};
// clang-format on
enum { ROWS_6 = sizeof table_6 / sizeof *table_6 };

/* The paper calls coordinates dependent that stiff springs hold to each other. */
static const char *our_word(Page *page, int row, const JdSystemInfo *count) {
    const double size = count->coordinates + count->multipliers;
    if (row == 0) return count->springs ? "dependent" : count->kind;
    if (row == 1) return jd_cell_number(page, count->coordinates, 4);
    if (row == 2) return jd_cell_number(page, count->multipliers, 4);
    if (row == 3) return count->multipliers ? "DAE" : "ODE";
    if (row == 4)
        return jd_arena_format(&page->arena, "%.0f %% filled",
                               100 * count->entries / (size * size));
    if (row == 5) return count->constant_mass ? "yes" : "no";
    return count->multipliers ? "required" : "not required";
}

static void write_table_6(Work002 *work) {
    PaperJob *job = work->job;
    Page *page = &job->page;
    jd_page_heading(page, "Table 6: what of it can be computed");
    jd_page_table(page, "table_6",
                  jd_arena_format(&page->arena, "characteristic of %s", column_words));
    for (int row = 0; row < ROWS_6; row++) {
        row_head(page, table_6[row][0], "printed");
        for (int c = 0; c < COLUMNS; c++) jd_page_right(page, table_6[row][1 + c]);
        row_head(page, "", "ours");
        for (int c = 0; c < COLUMNS; c++) {
            const char *word = our_word(page, row, &work->result[0][c].trial.count);
            const bool words = row == 0 || row == 3 || row >= 5;
            const bool same = strcmp(word, table_6[row][1 + c]) == 0;
            if (words && same) job->held++;
            if (words && !same) job->missed++;
            jd_page_right(page, words && !same ? jd_arena_format(&page->arena, "%s!", word) : word);
        }
    }
    jd_page_end(page);
}

/* ---- What is wrong -------------------------------------------------------------------------- */

static void write_errata(Work002 *work) {
    PaperJob *job = work->job;
    Page *page = &job->page;
    jd_paper_erratum(
        job, "Table 5, last three columns",
        "The kinetic energy has the rod's vertical velocity of the closed loop, (l1/2) cos(theta1) "
        "omega1, eq. (70), where eq. (110) holds: with a joint that is open the rod's end leaves "
        "the "
        "line. With it all digits come out; the exact energies stand below them.");
    const Result *elastic = &work->result[work->steps - 1][4];
    jd_paper_erratum(
        job, "below Table 5",
        "That the energy of the elastic joint does not get better with smaller steps is "
        "an artefact of that velocity: exactly it is %s J at dt = %s s%s.",
        jd_paper_text(page, elastic->exact, 2),
        jd_paper_text(page, jd_steps_002[work->steps - 1], 0),
        work->steps < STEPS ? " and goes on falling (--full)" : "");
    jd_paper_erratum(job, "Table 5, clearance, dt = 1e-7", "2.95e-2 is a misprint of 2.95e-3%s.",
                     work->steps > 2 ? ", which comes out here" : ", which --full shows");
    jd_paper_erratum(
        job, "Table 5, elastic, dt = 1e-5",
        "1.69e5 is an unstable run: the step is too long for the spring, and the result "
        "depends on rounding; only its order of magnitude means anything.");
    jd_paper_erratum(job, "Table 4, clearance",
                     "What is printed as metres is the root of |d^2 - l^2|, not |d - l|; the other "
                     "columns are sums of |Phi|.");
    jd_paper_erratum(
        job, "section 5",
        "The start of the clearance joint is not given: x3 = l1 + l2 + l, at rest, gives "
        "the printed digits, x3 = l1 + l2 - l does not.");
    jd_paper_erratum(
        job, "Table 1",
        "I2 = 5.9e-5 kg m^2 is a tenth of that of a uniform rod, m l^2/12 = 5.93e-4; the "
        "tables were computed with 5.9e-5.");
    jd_paper_erratum(job, "eqs (30) and (B.8)",
                     "The sign of the constraint forces differs: -D^T "
                     "lambda belongs to eq. (33).");
}

static ExitCode write(PaperJob *job) {
    Work002 *work = ARENA_NEW(&job->page.arena, Work002, 1);
    if (!work) return jd_report_memory(job->app->log), RUN_FAILED;
    work->job = job;
    work->steps = job->full ? STEPS : 2;
    bool good = jd_run_002(work);
    if (good) {
        good = jd_equations_002(work);
        for (int c = 0; c < COLUMNS; c++) {
            work->full_step[c] = jd_full_step_002(work, c);
            jd_euler_002(work, c);
        }
        write_table_4(work);
        write_table_5(work);
        write_parts(work);
        write_times(work);
        write_peaks(work);
        write_table_6(work);
        jd_facts_002(work);
        write_errata(work);
        const char *folder = jd_app_text(job->app, "out");
        if (folder) good = jd_figures_002(work, folder) && good;
    }
    for (int c = 0; c < COLUMNS; c++) jd_model_free(work->model[c]);
    return good ? DONE : RUN_FAILED;
}

const Paper jd_paper_002 = {
    .number = "002",
    .title = "Marques, Roupa, Silva, Flores, Lankarani: the slider-crank under five formulations",
    .summary =
        "\nPlain explicit Euler without stabilisation, 0.13 s, model/paper/slider_crank_002.jd.",
    .write = write,
};
