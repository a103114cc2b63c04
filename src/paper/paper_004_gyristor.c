/* SPDX-License-Identifier: MIT
 *
 * Paper 004, eq. (13): what velocities cause for a body with three Cardan angles q, by Lagrange's
 * equations from the kinetic energy alone, by the mechanism, and by the gyristor with and without
 * its Eulerian term. w = E q' along the axes of the body, I~ = E' I E. */
#include "paper/paper_004.h"
#include <math.h>

enum { ANGLES = 3 };

typedef struct {
    double x[ANGLES];
} Triple;
typedef struct {
    double at[ANGLES][ANGLES]; /* rows */
} Square;

static const char *const angle_names[ANGLES] = {"a", "b", "c"}, *const rate_names[ANGLES] = {
                                                                    "a_rate", "b_rate", "c_rate"};
/* Of model/paper/cardan_004.jd: moments of inertia in kg*m^2, angles about x, y, z in rad, rates.
 */
static const Triple inertia = {{0.2, 0.5, 0.6}}, angle = {{0.4, 0.5, 0.3}}, rate = {{1, -0.7, 0.8}};

static Triple times(const Square *m, const Triple *v) {
    Triple out = {{0}};
    for (int r = 0; r < ANGLES; r++)
        for (int c = 0; c < ANGLES; c++) out.x[r] += m->at[r][c] * v->x[c];
    return out;
}

static double dot(const Triple *a, const Triple *b) {
    return a->x[0] * b->x[0] + a->x[1] * b->x[1] + a->x[2] * b->x[2];
}

static Triple cross(const Triple *a, const Triple *b) {
    return (Triple){{a->x[1] * b->x[2] - a->x[2] * b->x[1], a->x[2] * b->x[0] - a->x[0] * b->x[2],
                     a->x[0] * b->x[1] - a->x[1] * b->x[0]}};
}

static Triple momentum(const Triple *w) {
    return (Triple){{inertia.x[0] * w->x[0], inertia.x[1] * w->x[1], inertia.x[2] * w->x[2]}};
}

/* a' I b. */
static Square between(const Square *a, const Square *b) {
    Square out = {{{0}}};
    for (int r = 0; r < ANGLES; r++)
        for (int c = 0; c < ANGLES; c++)
            for (int k = 0; k < ANGLES; k++)
                out.at[r][c] += a->at[k][r] * inertia.x[k] * b->at[k][c];
    return out;
}

static Triple taken_back(const Square *m, const Triple *v) { /* m' v */
    Triple out = {{0}};
    for (int r = 0; r < ANGLES; r++)
        for (int c = 0; c < ANGLES; c++) out.x[c] += m->at[r][c] * v->x[r];
    return out;
}

/* E, and its derivatives by the three angles. */
static Square turns(void) {
    const double cb = cos(angle.x[1]), sb = sin(angle.x[1]), cc = cos(angle.x[2]),
                 sc = sin(angle.x[2]);
    return (Square){{{cb * cc, sc, 0}, {-cb * sc, cc, 0}, {sb, 0, 1}}};
}

static Square turns_by(int k) {
    const double cb = cos(angle.x[1]), sb = sin(angle.x[1]), cc = cos(angle.x[2]),
                 sc = sin(angle.x[2]);
    const Square by[ANGLES] = {{{{0}}},
                               {{{-sb * cc, 0, 0}, {sb * sc, 0, 0}, {cb, 0, 0}}},
                               {{{-cb * sc, cc, 0}, {-cb * cc, -sc, 0}, {0, 0, 0}}}};
    return by[k];
}

typedef struct {
    Square virtual_inertia, changing; /* I~, dI~/dt */
    Triple lagrange, mechanism, right, printed;
} Terms;

/* d/dt dT/dq' - dT/dq without I~ q'', of T = q' I~ q'/2. */
static void find_lagrange(Terms *to, const Square *E) {
    Triple slope = {{0}};
    for (int k = 0; k < ANGLES; k++) {
        const Square by = turns_by(k), half = between(&by, E);
        Square whole;
        for (int r = 0; r < ANGLES; r++)
            for (int c = 0; c < ANGLES; c++) {
                whole.at[r][c] = half.at[r][c] + half.at[c][r];
                to->changing.at[r][c] += whole.at[r][c] * rate.x[k];
            }
        const Triple p = times(&whole, &rate);
        slope.x[k] = dot(&rate, &p) / 2;
    }
    const Triple grows = times(&to->changing, &rate);
    for (int k = 0; k < ANGLES; k++) to->lagrange.x[k] = grows.x[k] - slope.x[k];
}

/* Eq. (13), and with T_W' [w x] I T_W. */
static void find_gyristor(Terms *to, const Square *E) {
    Square changing = {{{0}}};
    for (int k = 0; k < ANGLES; k++) {
        const Square by = turns_by(k);
        for (int r = 0; r < ANGLES; r++)
            for (int c = 0; c < ANGLES; c++) changing.at[r][c] += by.at[r][c] * rate.x[k];
    }
    const Square printed = between(E, &changing);
    const Triple w = times(E, &rate), p = momentum(&w), euler = cross(&w, &p),
                 more = taken_back(E, &euler);
    to->printed = times(&printed, &rate);
    for (int k = 0; k < ANGLES; k++) to->right.x[k] = to->printed.x[k] + more.x[k];
}

/* -I~ q'' of the mechanism, which knows none of these formulas. */
static bool find_mechanism(PaperJob *job, Terms *to) {
    static const char *const names[ANGLES] = {"first.accel", "second.accel", "third.accel"};
    char values[2 * ANGLES][40]; /* a number and its unit */
    JdSetting settings[2 * ANGLES + 1] = {{NULL}};
    for (int k = 0; k < ANGLES; k++) {
        snprintf(values[k], sizeof values[k], "%.17g rad", angle.x[k]);
        snprintf(values[k + ANGLES], sizeof values[k], "%.17g rad/s", rate.x[k]);
        settings[k] = (JdSetting){angle_names[k], values[k]};
        settings[k + ANGLES] = (JdSetting){rate_names[k], values[k + ANGLES]};
    }
    JdModel *model = jd_paper_model(job, "cardan_004.jd", settings);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "newton-euler"}, job->app->log);
    JdChannel channels[ANGLES];
    Triple accel;
    for (int k = 0; k < ANGLES; k++) channels[k] = jd_channel(system, names[k], NULL);
    const bool good = jd_system_start(system, channels, ANGLES, accel.x, job->app->log);
    if (good) to->mechanism = times(&to->virtual_inertia, &accel);
    for (int k = 0; k < ANGLES; k++) to->mechanism.x[k] = -to->mechanism.x[k];
    jd_system_free(system);
    jd_model_free(model);
    return good;
}

static void write_row(Page *page, const char *by, const Triple *terms) {
    enum { DIGITS = 5 };
    jd_page_cell(page, by);
    for (int k = 0; k < ANGLES; k++)
        jd_page_value(page, terms->x[k], jd_paper_text(page, terms->x[k], DIGITS));
    const double power = dot(&rate, terms);
    jd_page_value(page, power, jd_paper_text(page, power, DIGITS));
}

bool jd_paper_004_gyristor(PaperJob *job) {
    Page *page = &job->page;
    const Square E = turns();
    Terms terms = {.virtual_inertia = between(&E, &E)};
    find_lagrange(&terms, &E);
    find_gyristor(&terms, &E);
    if (!find_mechanism(job, &terms)) return false;
    const Triple grows = times(&terms.changing, &rate);
    Triple half, stored;
    for (int k = 0; k < ANGLES; k++) {
        half.x[k] = grows.x[k] / 2;
        stored.x[k] = terms.lagrange.x[k] - grows.x[k];
    }
    jd_page_heading(page, "Eq. (13): what velocities cause, of a body with three Cardan angles");
    jd_page_table(page, "gyristor", "by about_x about_y about_z power");
    write_row(page, "Lagrange, from the kinetic energy", &terms.lagrange);
    write_row(page, "mechanism, -I~ q''", &terms.mechanism);
    write_row(page, "gyristor with T_W' [w x] I T_W", &terms.right);
    write_row(page, "gyristor as printed", &terms.printed);
    write_row(page, "(dI~/dt) q'/2", &half);
    write_row(page, "gyristor less dI~/dt, beside p = I~ q'", &stored);
    jd_page_end(page);
    jd_page_text(
        page,
        "Numbers of our own, the paper has none: I = diag(0.2, 0.5, 0.6) kg*m^2, angles 0.4, 0.5, "
        "0.3 rad, rates 1, -0.7, 0.8 rad/s (model/paper/cardan_004.jd). The law used is e = I~ q'' "
        "with the gyristor beside it. Its power is q' (dI~/dt) q'/2, which is not zero: with e = "
        "I~ q'' alone the energy q' I~ q'/2 would not be kept. The term that is missing has no "
        "power, since w (w x I w) = 0: a balance of power does not show that it is missing.\n");
    return true;
}
