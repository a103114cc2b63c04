/* SPDX-License-Identifier: MIT
 *
 * Inside runs: what messages and what implicit steppers share. The tangent is plain C; behind it, if the build has it, stands
 * SUNDIALS, of which nothing shows outside sundials.c, cvode.c and ida.c. */
#ifndef JD_RUN_INSIDE_H
#define JD_RUN_INSIDE_H

#include "run/run.h"
#include "span/span.h"

/* ---- Tangent --------------------------------------------------------------------------------
 * Derivatives of a form's residual(z, z') at one instant, in columns: by z and by z'. Numbers that the form knows are
 * taken from it; the others are differences, many columns in one evaluation where they share no row. */
typedef struct {
    Arena arena;
    JdRun *run;
    bool locked;
    int n, states;           /* unknowns; the first of them are the state */
    Pattern pattern;         /* differences are sorted by columns, each once */
    int entries;
    int *start, *row;        /* column c: entries start[c] .. start[c + 1] - 1 */
    double *by_unknown, *by_rate;
    int *difference_at, *unknown_at, *rate_at; /* the entry of each of the pattern */
    double *known_unknown, *known_rate;
    int *of_column;          /* column c: differences of_column[c] .. of_column[c + 1] - 1 */
    int colours, *colour;    /* of each column; -1: nothing depends on it but what is known */
    double *z, *out, *base, *size;
} Tangent;

bool jd_tangent_new(Tangent *tangent, JdRun *run, bool locked); /* false: out of memory */
void jd_tangent_free(Tangent *tangent);
void jd_tangent_residual(Tangent *tangent, double time, const double *z, const double *rates,
                         double *out);
void jd_tangent_eval(Tangent *tangent, double time, const double *z, const double *rates);
void jd_tangent_multipliers(const Tangent *tangent, double *z); /* those of the last rates */

/* Whether states are to be put back onto the locks. */
static inline bool keeps_locks(const JdRun *run) {
    const bool asked = jd_stabilise_projects(run->system) || run->form->always_projects;
    return asked && run->system->dynamics.rows > 0;
}
/* As FormType's; `probe` is room for a state. */
void jd_run_sizes(const JdRun *run, const double *y, double *probe, double *sizes);

/* ---- Semi-implicit Euler with locks: rattle.c ------------------------------------------------ */
void jd_rattle_layout(JdRun *run, Layout *at);
bool jd_rattle_step(JdRun *run, double h); /* to run->y_new; false: the locks are out of reach of so long a step */

/* ---- What comes back of the past: delay.c ---------------------------------------------------- */

/* A step up to `end`, or a shorter one that sees it; *which, if somebody asks: the delay that it does not see. */
double jd_delays_seen(JdRun *run, double end, Sight sight, int *which);

/* ---- Messages: explain.c --------------------------------------------------------------------- */

/* The joint whose lock is nearest to depending on the others, at the last evaluation; NULL: none is near. */
const SystemJoint *jd_run_near_joint(const JdRun *run);
const SystemJoint *jd_run_singular_angles(const JdRun *run); /* whose three angles are singular; NULL: none. angles.c */
/* Reports a dead point at the state reached, after its evaluation; false: it is none. dead_point.c */
bool jd_run_dead_point(JdRun *run, const char *code);
/* Reports a force that grows without bound there, or jumps to and fro; false: none does. pole.c */
bool jd_run_report_pole(JdRun *run, const char *code);
bool jd_run_jumps_here(JdRun *run); /* a force does, a moment from the state reached; the motion stays that of it */
bool jd_run_is_past(JdRun *run); /* what drives ask for from here on is out of reach */

/* Discs that lie flat, disc.c: one at the state reached is reported; false: there is none. And one that a fixed step
 * took over its edge ends the run. */
bool jd_run_report_disc(JdRun *run);
void jd_run_watch_disc(JdRun *run, int joint);

/* ---- SUNDIALS -------------------------------------------------------------------------------- */

#include "run/sundials_calls.h"
#ifdef JD_SUNDIALS

enum { NEWTON_ROUNDS = 6, MOST_FAILURES = 30 }; /* of a step */

/* Vectors of one length, all made before the library starts: it does not look whether a copy that it asks for is there.
 */
typedef struct Vector Vector;
typedef struct {
    Vector *vector;
    int count, n;
} VectorPool;
enum { POOL_VECTORS = 40 }; /* both libraries take less than 30 */

/* What both adapters have in common. */
typedef struct {
    JdRun *run;
    SundialsCalls call;
    Tangent tangent;
    SUNContext context;
    SUNMatrix matrix;       /* by_unknown + factor by_rate */
    SUNLinearSolver solver; /* of it */
    SUNNonlinearSolver newton;
    double last_change;     /* of Newton's method, the round before */
    VectorPool pool;        /* of all unknowns */
    N_Vector sample;        /* one of them */
    char said[256];         /* the library's own words about the last failure */
    long failures;          /* tries that it gave up so far */
    double from;            /* when it began anew: the library counts time from here, so that the shortest push is long */
    double limit, now;      /* of the step, and its end, so counted */
    double before;          /* its start */
} Sundials;

bool jd_sundials_new(Sundials *sundials, JdRun *run, bool locked);
bool jd_sundials_newton(Sundials *sundials, N_Vector like); /* a Newton's method for such vectors */
/* Whether it is done; for SUNNonlinSolSetConvTestFn, after the library has set its own. */
int jd_sundials_converged(SUNNonlinearSolver newton, N_Vector y, N_Vector change, realtype tol,
                          N_Vector weights, void *sundials);
void jd_sundials_free(Sundials *sundials);
/* Vectors whose norm is (6.2): the largest number, not a mean. */
bool jd_sundials_pool(Sundials *sundials, VectorPool *pool, int n, int count);
N_Vector jd_sundials_vector(VectorPool *pool);
void jd_sundials_weights(const Sundials *sundials, const double *y, int n, double *weights);
void jd_sundials_fill(Sundials *sundials, double factor);
/* The matrix is solved by the pivots that it had at first, until other rows follow from others: then by new ones. */
void jd_sundials_repivot(Sundials *sundials);
void jd_sundials_listen(int code, const char *module, const char *function, char *said,
                        void *sundials);
/* After a step that failed: chooses anew which rows follow from others; true: it is worth another try, without a past. */
bool jd_sundials_reanchor(Sundials *sundials);
double jd_sundials_floor(const JdRun *run); /* a step below which nothing moves */
/* The time of the run, from the library's. */
double jd_sundials_time(const Sundials *s, double counted);
/* The library's, within its last step, from that of the run. */
double jd_sundials_counted(const Sundials *s, double time);
/* The first step from the state of the run, where a past is missing: of order 1, its error goes with the square. */
double jd_sundials_first_step(const JdRun *run, const double *rates);
bool jd_sundials_finite(const double *x, int n);
static const char jd_off_locks[] = "the bodies cannot be put back onto their locks";
/* Says why a step failed; `what` in words of mechanics. */
void jd_sundials_explain(Sundials *sundials, const char *library, const char *what);
#endif

#endif
