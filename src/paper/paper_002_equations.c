/* SPDX-License-Identifier: MIT
 *
 * The equations that paper 002 prints beside ours: matrices under its five formulations, m and h of
 * one coordinate. Compared along a run of each formulation; ours are those of `equations`. */
#include "paper/paper_002.h"
#include <ctype.h>
#include <string.h>

enum { INSTANTS = 20, NAMES = 17 };
static const double same_share = 1e-10; /* of what stands in them */
static const double end = 0.12;

/* ---- What is printed ------------------------------------------------------------------------ */

#define ROOT "(l2^2 - l1^2*sin(a1)^2)"
static const char eq_86[] =
    "I1 + I2*l1^2*cos(a1)^2/" ROOT
    " + 1/4*(m1 + m2*cos(a1)^2)*l1^2 + (m2 + m3)*l1^2*sin(a1)^2 + (1/4*m2 + "
    "m3)*l1^4*sin(a1)^2*cos(a1)^2/" ROOT " + (m2 + 2*m3)*l1^3*sin(a1)^2*cos(a1)/sqrt" ROOT;
static const char eq_87[] =
    "1/2*I2*l1^2*sin(2*a1)*(l2^2 - l1^2)/" ROOT
    "^2*u1^2 + 1/8*m2*l1^2*sin(2*a1)*u1^2 - 1/2*(m2 + m3)*l1^2*sin(2*a1)*u1^2 - 1/8*(m2 + "
    "4*m3)*l1^4*(sin(2*a1)*cos(a1)^2/" ROOT " - sin(2*a1)*sin(a1)^2*(l2^2 - l1^2)/" ROOT
    "^2)*u1^2 - 1/2*(m2 + 2*m3)*l1^3*((sin(2*a1)*cos(a1) - sin(a1)^3)/sqrt" ROOT
    " + sin(a1)^3*cos(a1)^2*l1^2/(" ROOT "*sqrt" ROOT "))*u1^2 - 1/2*(m1 + m2)*g*l1*cos(a1)";

typedef struct {
    const char *equation, *matrix; /* of ours, */
    int row, column;               /* and where in it */
    double sign;                   /* theirs against ours: differences of points either way */
    const char *formula;
} Entry;

static const Entry newton_euler[] = {
    {"(29)", "D", 0, 0, 1, "1"},
    {"(29)", "D", 0, 2, 1, "l1/2*sin(a1)"},
    {"(29)", "D", 1, 1, 1, "1"},
    {"(29)", "D", 1, 2, 1, "-l1/2*cos(a1)"},
    {"(29)", "D", 2, 0, -1, "1"},
    {"(29)", "D", 2, 2, -1, "-l1/2*sin(a1)"},
    {"(29)", "D", 2, 3, -1, "-1"},
    {"(29)", "D", 2, 5, -1, "-l2/2*sin(a2)"},
    {"(29)", "D", 3, 1, -1, "1"},
    {"(29)", "D", 3, 2, -1, "l1/2*cos(a1)"},
    {"(29)", "D", 3, 4, -1, "-1"},
    {"(29)", "D", 3, 5, -1, "l2/2*cos(a2)"},
    {"(29)", "D", 4, 3, -1, "1"},
    {"(29)", "D", 4, 5, -1, "-l2/2*sin(a2)"},
    {"(29)", "D", 4, 6, -1, "-1"},
    {"(29)", "D", 5, 4, -1, "1"},
    {"(29)", "D", 5, 5, -1, "l2/2*cos(a2)"},
    {"(29)", "D", 5, 7, -1, "-1"},
    {"(29)", "D", 6, 7, 1, "1"},
    {"(29)", "D", 7, 8, -1, "1"},
    {"(A.28)", "gamma", 0, 0, 1, "-l1/2*cos(a1)*u1^2"},
    {"(A.28)", "gamma", 1, 0, 1, "-l1/2*sin(a1)*u1^2"},
    {"(A.28)", "gamma", 2, 0, -1, "l1/2*cos(a1)*u1^2 + l2/2*cos(a2)*u2^2"},
    {"(A.28)", "gamma", 3, 0, -1, "l1/2*sin(a1)*u1^2 + l2/2*sin(a2)*u2^2"},
    {"(A.28)", "gamma", 4, 0, -1, "l2/2*cos(a2)*u2^2"},
    {"(A.28)", "gamma", 5, 0, -1, "l2/2*sin(a2)*u2^2"},
};
static const Entry lagrangian[] = {{"(86)", "M", 0, 0, 1, eq_86},
                                   {"(87)", "Q - h", 0, 0, 1, eq_87}};

/* On a tree theirs are theta1, theta2, x3, ours jO.angle, jC.travel, jA.angle: the rod's angle is a
 * sum. What is compared is theirs, in our coordinates. */
#define H1     "(1/2*m2*l1*l2*sin(a2 - a1)*u2^2 - (1/2*m1 + m2)*g*l1*cos(a1))"
#define H2     "(-1/2*m2*l1*l2*sin(a2 - a1)*u1^2 - 1/2*m2*g*l2*cos(a2))"
#define M12    "1/2*m2*l1*l2*cos(a2 - a1)"
#define M22    "(I2 + 1/4*m2*l2^2)"
#define BENT_X "(l1*cos(a1) + l2*cos(a2) - x3)"
#define BENT_Y "(l1*sin(a1) + l2*sin(a2))"
static const Entry cut_joint[] = {
    {"(126), (127), (129)", "M", 0, 0, 1, "I1 + 1/4*m1*l1^2 + m2*l1^2 + 2*" M12 " + " M22},
    {"(127), (129)", "M", 2, 0, 1, M12 " + " M22},
    {"(129)", "M", 2, 2, 1, M22},
    {"(130)", "M", 1, 1, 1, "m3"},
    {"(131), (132)", "Q - h", 0, 0, 1, H1 " + " H2},
    {"(132)", "Q - h", 2, 0, 1, H2},
    {"(133)", "Q - h", 1, 0, 1, "0"},
    {"(96)", "D", 0, 0, -1, "-l1*sin(a1) - l2*sin(a2)"},
    {"(96)", "D", 0, 1, -1, "-1"},
    {"(96)", "D", 0, 2, -1, "-l2*sin(a2)"},
    {"(96)", "D", 1, 0, -1, "l1*cos(a1) + l2*cos(a2)"},
    {"(96)", "D", 1, 2, -1, "l2*cos(a2)"},
    {"(98)", "gamma", 0, 0, -1, "l1*cos(a1)*u1^2 + l2*cos(a2)*u2^2"},
    {"(98)", "gamma", 1, 0, -1, "l1*sin(a1)*u1^2 + l2*sin(a2)*u2^2"},
};
/* Theirs is in m^2, ours in m: by twice the gap. */
static const Entry clearance[] = {
    {"(140)", "f", 0, 0, 1, "(" BENT_X "^2 + " BENT_Y "^2 - gap^2)/(2*gap)"},
    {"(142)", "D", 0, 0, 1,
     "(x3*l1*sin(a1) + l1*l2*sin(a2 - a1) + x3*l2*sin(a2) + l1*l2*sin(a1 - a2))/gap"},
    {"(142)", "D", 0, 2, 1, "(x3*l2*sin(a2) + l1*l2*sin(a1 - a2))/gap"},
    {"(142)", "D", 0, 1, 1, "(x3 - l1*cos(a1) - l2*cos(a2))/gap"},
    {"(144)", "gamma", 0, 0, 1,
     "(-2*(v3 + 2*l1*sin(a1)*u1 + 2*l2*sin(a2)*u2)*v3 + 2*l1*l2*cos(a2 - a1)*(u1^2 + u2^2 - "
     "2*u1*u2) - 2*x3*(l1*cos(a1)*u1^2 + l2*cos(a2)*u2^2))/(2*gap)"},
};
static const Entry elastic[] = {
    {"(154), (155)", "Q - h", 0, 0, 1,
     H1 " + " H2 " + (l1*sin(a1) + l2*sin(a2))*k*" BENT_X " - (l1*cos(a1) + l2*cos(a2))*k*" BENT_Y},
    {"(155)", "Q - h", 2, 0, 1, H2 " + l2*sin(a2)*k*" BENT_X " - l2*cos(a2)*k*" BENT_Y},
    {"(156)", "Q - h", 1, 0, 1, "k*" BENT_X},
};

#define LIST_OF(entries) entries, sizeof entries / sizeof *entries
static const struct {
    const Entry *entries;
    size_t count;
} tables[COLUMNS] = {{LIST_OF(newton_euler)},
                     {LIST_OF(lagrangian)},
                     {LIST_OF(cut_joint)},
                     {LIST_OF(clearance)},
                     {LIST_OF(elastic)}};
enum { MOST = 40 };

/* ---- Numbers -------------------------------------------------------------------------------- */

static const char *const names[NAMES] = {"l1", "l2", "m1", "m2", "m3", "I1", "I2", "g",  "gap",
                                         "k",  "a1", "a2", "u1", "u2", "x3", "v3", "one"};
static const double constants[10] = {0.153,  0.306,  0.038, 0.076, 0.038,
                                     7.4e-5, 5.9e-5, 9.81,  1e-4,  1e6};
static const char *const channels[6] = {"crank.angle", "rod.angle", "crank.rate",
                                        "rod.rate",    "slider.x",  "slider.vx"};

static const double *matrix(JdEquations *equations, const char *name, int *columns) {
    JdMatrix is;
    for (int n = 0; jd_equations_matrix(equations, n, &is); n++)
        if (!strcmp(is.name, name)) return *columns = is.columns, is.value;
    return NULL;
}

static double our_number(JdEquations *equations, const Entry *entry) {
    int columns = 1;
    if (!strcmp(entry->matrix, "Q - h")) {
        const double *Q = matrix(equations, "Q", &columns), *h = matrix(equations, "h", &columns);
        return Q[entry->row] - h[entry->row];
    }
    const double *values = matrix(equations, entry->matrix, &columns);
    return values ? values[entry->row * columns + entry->column] : NAN;
}

typedef struct {
    double off[MOST], size[MOST]; /* of each entry: the largest difference, the largest value */
} Compared;

static bool compare_here(Work002 *work, int column, JdRun *run, const JdSystem *system,
                         JdEquations *equations, Compared *to) {
    double point[NAMES], values[MOST];
    const char *texts[MOST];
    const int count = (int)tables[column].count;
    memcpy(point, constants, sizeof constants);
    for (int k = 0; k < 6; k++)
        point[10 + k] = jd_run_value(run, jd_channel(system, channels[k], NULL));
    point[NAMES - 1] = 1;
    for (int k = 0; k < count; k++) texts[k] = tables[column].entries[k].formula;
    if (!jd_equations_at(equations, run) ||
        !jd_paper_values(work->job, (PaperPoint){names, point, NAMES}, texts, count, values))
        return false;
    for (int k = 0; k < count; k++) {
        const Entry *entry = &tables[column].entries[k];
        const double ours = our_number(equations, entry), theirs = entry->sign * values[k];
        to->off[k] = fmax(to->off[k], fabs(ours - theirs));
        to->size[k] = fmax(to->size[k], fmax(fabs(ours), fabs(theirs)));
    }
    return true;
}

/* ---- Words ---------------------------------------------------------------------------------- */

/* "D13" of "    D13 = ..." in what `equations` writes. */
static const char *our_formula(Work002 *work, const char *text, const Entry *entry) {
    char label[32];
    const bool vector = strcmp(entry->matrix, "D") && strcmp(entry->matrix, "M");
    snprintf(label, sizeof label, vector ? "\n    %s%d = " : "\n    %s%d%d = ", entry->matrix,
             entry->row + 1, entry->column + 1);
    const char *at = strstr(text, label);
    if (!at) return "";
    at += strlen(label);
    return jd_arena_text(&work->job->page.arena, at, strcspn(at, "\n"));
}

/* Operations as they are written: + - * / ^ and functions; a sign in front is none. */
static int operations(const char *text, size_t length) {
    int count = 0;
    for (size_t k = 0; k < length; k++) {
        const char c = text[k], before = k ? text[k - 1] : '(';
        if (c == '*' || c == '/' || c == '^') count++;
        if ((c == '+' || c == '-') && k >= 2 && before == ' ' && !strchr("(=", text[k - 2]))
            count++;
        if (c == '(' && isalpha((unsigned char)before)) count++;
    }
    return count;
}

/* Of all lines that are formulas, but W. */
int jd_operations_002(const char *text) {
    int count = 0;
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        const char *is = length > 4 && !strncmp(at, "    ", 4) ? strstr(at, " = ") : NULL;
        if (is && is < at + length && at[4] != 'W' && at[4] != 'w')
            count += operations(is + 3, length - (size_t)(is + 3 - at));
        at += length + (at[length] != 0);
    }
    return count;
}

static void off_cell(Work002 *work, const Compared *is, int k) {
    Page *page = &work->job->page;
    const double share = is->off[k] / fmax(is->size[k], 1e-6);
    const bool holds = share <= same_share;
    if (!holds) work->job->missed++;
    jd_page_value(page, share, jd_arena_format(&page->arena, holds ? "%.0e" : "%.0e!", share));
}

static void write_entries(Work002 *work, int column, const char *text, const Compared *is) {
    Page *page = &work->job->page;
    jd_page_heading(page,
                    jd_arena_format(&page->arena, "Equations, %s", jd_columns_002[column].name));
    jd_page_table(page, jd_arena_format(&page->arena, "equations_%s", jd_columns_002[column].form),
                  column == 0 ? "equation entry off ours printed" : "equation entry off printed");
    for (size_t k = 0; k < tables[column].count; k++) {
        const Entry *entry = &tables[column].entries[k];
        jd_page_cell(page, entry->equation);
        jd_page_cell(page, jd_arena_format(&page->arena, "%s%s %d,%d", entry->sign < 0 ? "-" : "",
                                           entry->matrix, entry->row + 1, entry->column + 1));
        off_cell(work, is, (int)k);
        if (column == 0) jd_page_cell(page, our_formula(work, text, entry));
        jd_page_cell(page, entry->formula);
    }
    jd_page_end(page);
}

/* Common parts and m, h, Q of one coordinate: what stands above W. */
static void write_ours(Work002 *work, const char *text) {
    Page *page = &work->job->page;
    const char *from = strstr(text, "Said first"),
               *to = strstr(text, "\nVelocities of the bodies: ");
    if (!from || !to || to < from) return;
    jd_page_text(page, "\nOurs, with the names of the model:\n%.*s\n", (int)(to - from), from);
}

static bool write_column(Work002 *work, int column) {
    JdSystem *system = jd_compile(work->model[column], jd_compile_002(column), work->job->app->log);
    JdEquations *equations = jd_equations_new(system, work->job->app->log);
    /* Instants of the motion of all of them: with small steps, so that springs are seen. */
    JdRun *run = jd_run_new(system, (JdRunDef){.stepper = "rk4", .dt = 1e-6, .until = end},
                            work->job->app->log);
    char *text = jd_equations_text(equations, NULL);
    Compared compared = {{0}, {0}};
    bool good = text && run && jd_run_next(run);
    for (int k = 0; k < INSTANTS && good; k++) {
        if (k > 0) good = jd_run_to(run, end * k / INSTANTS);
        good = good && compare_here(work, column, run, system, equations, &compared);
    }
    if (good) {
        write_entries(work, column, text, &compared);
        if (column == 1) write_ours(work, text);
        work->operations[column] = jd_operations_002(text);
    }
    jd_free_text(text);
    jd_run_free(run);
    jd_equations_free(equations);
    jd_system_free(system);
    return good && !jd_interrupt_signal();
}

bool jd_equations_002(Work002 *work) {
    for (int c = 0; c < COLUMNS; c++)
        if (!write_column(work, c)) return false;
    jd_page_text(&work->job->page,
                 "off: the largest difference at %d instants of a run, as a share. -D: the row is "
                 "theirs with the other sign. Trees: in our coordinates, where theta2 = jO.angle + "
                 "jA.angle.\n",
                 INSTANTS);
    return true;
}

/* ---- Euler by full matrices, as the paper does it ------------------------------------------- */

static const double long_enough = 0.05; /* s */

static const double hardly = 1e-9; /* s: a step that is counted, but moves nothing */

double jd_full_step_002(Work002 *work, int column) {
    JdSystem *system = jd_compile(work->model[column], jd_compile_002(column), NULL);
    JdEquations *equations = jd_equations_new(system, NULL);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 1e-3}, NULL);
    double best = INFINITY;
    bool good = run && jd_run_next(run) && jd_equations_at(equations, run);
    for (int round = 0; round < 5 && good; round++) {
        const double from = jd_processor_clock();
        long steps = 0;
        while (good && jd_processor_clock() - from < 0.2 * long_enough)
            for (int k = 0; k < 100 && good; k++, steps++)
                good = jd_equations_step(equations, hardly);
        best = fmin(best, (jd_processor_clock() - from) / (double)steps);
    }
    jd_run_free(run);
    jd_equations_free(equations);
    jd_system_free(system);
    return good ? best : NAN;
}
