/* SPDX-License-Identifier: MIT
 *
 * Loops of laws that no formula solves: curves against their closed forms in every stepper, nets of
 * more resistors than formulas are written for against node potentials by elimination; graphs of
 * plain numbers. */
#include "verify/verify.h"
#include "math/dense.h"
#include "run/run.h"

static const char *const steppers[] = {"dop853", "dopri5", "rk4", "cvode", "ida"};
enum { STEPPERS = sizeof steppers / sizeof *steppers };

/* U - q/C = R f + K f^3 with the law of the cube given as an effort, beside a resistor in parallel
 * to it: f of the whole follows from a cubic. With C large what it charges is f t. */
static void a_cube_beside_a_resistor(void **state) {
    (void)state;
    const char *text = "planar\nnode U : Se effort 10\nnode j : one\nnode r : R resistance 3\n"
                       "node k : zero\nnode cube : R effort 2*flow^3\nnode side : R resistance 4\n"
                       "node c : C compliance 1e9\n"
                       "bond b1 : U to j\nbond b2 : j to r\nbond b3 : j to c\nbond b4 : j to k\n"
                       "bond b5 : k to cube\nbond b6 : k to side\nrun to 2 s every 1 s\n";
    /* 10 = 3 (f + e/4) + e with e = 2 f^3: 10 - 3 f - 3.5 f^3 = 0 */
    double f = 1;
    for (int n = 0; n < 60; n++) f -= (3.5 * f * f * f + 3 * f - 10) / (10.5 * f * f + 3);
    const double e = 2 * f * f * f, all = f + e / 4;
    for (int s = 0; s < STEPPERS; s++) {
        if (jd_stepper_find(steppers[s])->missing) continue;
        Case c = open_text(text, (JdCompileDef){0},
                           (JdRunDef){.stepper = steppers[s], .dt = 0.1, .tol = 1e-10});
        to_the_end(&c);
        check_near(value(&c, "b5.flow"), f, 1e-8, steppers[s]);
        check_near(value(&c, "b5.effort"), e, 1e-8, steppers[s]);
        check_near(value(&c, "c.q"), 2 * all, 1e-7, steppers[s]);
        close_case(&c);
    }
}

/* ---- Nets ----------------------------------------------------------------------------------- */

enum { SIDE = 7, PLACES = SIDE * SIDE };

static double resistance(int from, int to) {
    return 1 + (7 * from + 5 * to) % 11 / 3.0;
}

static void add_line(Text *text, int from, int to) {
    const bool ground = to == PLACES - 1;
    jd_text_print(text, "node o%d_%d : one\nnode r%d_%d : R resistance %.17g\n", from, to, from, to,
                  resistance(from, to));
    jd_text_print(text, "bond a%d_%d : n%d to o%d_%d\nbond c%d_%d : o%d_%d to r%d_%d\n", from, to,
                  from, from, to, from, to, from, to, from, to);
    if (!ground) jd_text_print(text, "bond d%d_%d : o%d_%d to n%d\n", from, to, from, to, to);
}

static void conduct(double *A, int from, int to) {
    const double g = 1 / resistance(from, to);
    A[from * PLACES + from] += g, A[to * PLACES + to] += g;
    A[from * PLACES + to] -= g, A[to * PLACES + from] -= g;
}

/* Potentials of all places: the first has 10, the last 0, at the others what flows in flows out. */
static void potentials(double *p) {
    static double A[PLACES * PLACES];
    int order[PLACES];
    double right[PLACES] = {10};
    memset(A, 0, sizeof A);
    for (int n = 0; n < PLACES; n++) {
        order[n] = n;
        if ((n + 1) % SIDE) conduct(A, n, n + 1);
        if (n + SIDE < PLACES) conduct(A, n, n + SIDE);
    }
    for (int n = 0; n < PLACES; n++) A[n] = A[(PLACES - 1) * PLACES + n] = 0;
    A[0] = A[PLACES * PLACES - 1] = 1;
    assert_true(jd_dense_lu(PLACES, PLACES, A, order).size > 0);
    for (int n = 0; n < PLACES; n++) p[n] = right[order[n]];
    jd_dense_lu_solve(PLACES, A, p);
}

static void a_net_of_resistors(void **state) {
    (void)state;
    Text text = {0};
    double p[PLACES];
    jd_text_print(&text, "planar\nnode S : Se effort 10\n");
    for (int n = 0; n < PLACES - 1; n++) jd_text_print(&text, "node n%d : zero\n", n);
    jd_text_print(&text, "bond s : S to n0\n");
    for (int n = 0; n < PLACES; n++) {
        if ((n + 1) % SIDE) add_line(&text, n, n + 1);
        if (n + SIDE < PLACES) add_line(&text, n, n + SIDE);
    }
    jd_text_print(&text, "run to 1 s\n");
    Case c = open_text(text.at, (JdCompileDef){0}, (JdRunDef){0});
    jd_text_free(&text);
    potentials(p);
    for (int n = 0; n < PLACES - 1; n++) {
        char name[40];
        const int to = (n + 1) % SIDE ? n + 1 : n + SIDE;
        snprintf(name, sizeof name, "c%d_%d.flow", n, to);
        check_near(value(&c, name), (p[n] - p[to]) / resistance(n, to), 1e-12, name);
    }
    close_case(&c);
}

/* ---- Plain numbers --------------------------------------------------------------------------- */

static void graphs_without_a_domain_run(void **state) {
    (void)state;
    Case c = open_text("planar\nnode S : Se effort 10\nnode j : one\nnode r : R resistance 2\n"
                       "node c : C compliance 1\nbond b1 : S to j\nbond b2 : j to r\n"
                       "bond b3 : j to c\nrun to 1 s\n",
                       (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
    to_the_end(&c);
    check_near(value(&c, "c.q"), 10 * (1 - exp(-0.5)), 1e-11, "charge");
    close_case(&c);
}

/* Seconds are counted where all that has a unit is time: bare, with a factor, and in rates, which a
 * storage that follows a source asks for. q = C U, f = C U' + U/R. */
static void plain_graphs_count_seconds(void **state) {
    (void)state;
    static const char *const sources[] = {"5 + 3*time", "5 + (3 1/s)*time",
                                          "5 + 3*sin((1 1/s)*time)/cos(time/(1 s))*cos(time)"};
    for (size_t n = 0; n < sizeof sources / sizeof *sources; n++) {
        Text text = {0};
        jd_text_print(&text,
                      "planar\nnode U : Se effort %s\nnode z : zero\nnode c : C compliance 2\n"
                      "node r : R resistance 4\nbond b1 : U to z\nbond b2 : z to c\n"
                      "bond b3 : z to r\nrun to 0.5 s\n",
                      sources[n]);
        Case c = open_text(text.at, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
        jd_text_free(&text);
        to_the_end(&c);
        const double rise = n < 2 ? 1.5 : 3 * sin(0.5), rate = n < 2 ? 3 : 3 * cos(0.5);
        check_near(value(&c, "c.q"), 2 * (5 + rise), 1e-11, sources[n]);
        check_near(value(&c, "b1.flow"), 2 * rate + (5 + rise) / 4, 1e-10, sources[n]);
        close_case(&c);
    }
}

/* By hand the third component of a field gets its flow, though its state is independent: a loop of
 * laws gives the rate of that. The motion is the same. */
static void a_state_may_follow_the_rate_of_a_loop(void **state) {
    (void)state;
    double p[2][3];
    for (int hand = 0; hand < 2; hand++) {
        Text text = {0};
        jd_text_print(
            &text,
            "planar\nnode u : Se effort sin(3*time)\nnode a : one\nnode b : one\n"
            "node c : one\nnode M : I inertance [[3, 1, 0.5], [1, 2, 0.2], [0.5, 0.2, 4]] "
            "start [0, 0, 2]\nnode ra : R resistance 1\nnode rb : R resistance 2\n"
            "node rc : R resistance 0.5\nbond b1 : u to a\nbond b2 : a to M\n"
            "bond b3 : b to M\nbond b4 : c to M%s\nbond b5 : a to ra\n"
            "bond b6 : b to rb\nbond b7 : c to rc\nrun to 2 s\n",
            hand ? " causality flow" : "");
        Case c = open_text(text.at, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
        jd_text_free(&text);
        to_the_end(&c);
        p[hand][0] = value(&c, "M.p[1]"), p[hand][1] = value(&c, "M.p[3]"),
        p[hand][2] = value(&c, "b4.effort");
        close_case(&c);
    }
    for (int n = 0; n < 3; n++) check_near(p[1][n], p[0][n], 1e-10, "the other causality");
}

/* Coils that are coupled without loss, one behind the other, each with a capacitor and a resistor
 * behind it: every coil but the first integrates on the side of its load.
 */
static void coupled_coils_in_a_row(void **state) {
    (void)state;
    enum { COILS = 12 };
    Text text = {0};
    jd_text_print(&text, "planar\nnode u : Se effort 1\nnode j0 : one\nbond b0 : u to j0\n");
    for (int k = 1; k <= COILS; k++) {
        jd_text_print(&text,
                      "node M%d : I inertance [[1, 0.5], [0.5, 0.25]]\nnode j%d : one\n"
                      "node r%d : R resistance 2\nnode z%d : zero\nnode c%d : C compliance 3\n",
                      k, k, k, k, k);
        jd_text_print(&text,
                      "bond a%d : j%d to M%d\nbond d%d : M%d to z%d\nbond q%d : z%d to c%d\n"
                      "bond e%d : z%d to j%d\nbond f%d : j%d to r%d\n",
                      k, k - 1, k, k, k, k, k, k, k, k, k, k, k, k, k);
    }
    jd_text_print(&text, "run to 2 s\n");
    Case c = open_text(text.at, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    jd_text_free(&text);
    to_the_end(&c);
    /* What holds at every instant: of each coil e2 = e1/2 and p2 = p1/2. */
    for (int k = 1; k <= COILS; k++) {
        char a[24], d[24], one[24], two[24];
        snprintf(a, sizeof a, "a%d.effort", k), snprintf(d, sizeof d, "d%d.effort", k);
        snprintf(one, sizeof one, "M%d.p[1]", k), snprintf(two, sizeof two, "M%d.p[2]", k);
        check_near(-value(&c, d), value(&c, a) / 2, 1e-9, d);
        check_near(value(&c, two), value(&c, one) / 2, 1e-9, two);
    }
    close_case(&c);
}

/* Fields without full rank in trees, at which each storage by itself would rather integrate than
 * leave the fewest dependent. Numbers by projection of the dense pencil onto its finite part, in
 * Python. */
static const struct {
    const char *text, *one, *two;
    double is_one, is_two;
} trees_of_fields[] = {
    {"planar\nnode j0 : one\nnode j1 : zero\n"
     "node f1 : I inertance [[2.0, 1.0], [1.0, 0.5]]\nnode j2 : zero\n"
     "node f2 : I inertance [[1.0, 1.0], [1.0, 1.0]]\nnode j3 : one\n"
     "node s3 : Se effort 1 + time\nnode i4 : I inertance 2\n"
     "node c5 : C compliance 2\nnode c6 : C compliance 1\nnode c7 : C compliance 2\n"
     "node i8 : I inertance 1\nnode i9 : I inertance 3\nnode c10 : C compliance 3\n"
     "bond b1 : f1 to j0\nbond b2 : f1 to j1\nbond b3 : f2 to j0\nbond b4 : j2 to f2\n"
     "bond b5 : j2 to j3\nbond b6 : s3 to j0\nbond b7 : j0 to i4\nbond b8 : j1 to c5\n"
     "bond b9 : j1 to c6\nbond b10 : j2 to c7\nbond b11 : i8 to j2\n"
     "bond b12 : j3 to i9\nbond b13 : c10 to j3\nrun to 2 s\n",
     "i8.p", "c10.q", -0.3437853337770208, -0.05942914974240271},
    {"planar\nnode j0 : zero\nnode j1 : one\n"
     "node f1 : C compliance [[3.0, -2.0], [-2.0, 4/3]]\nnode j2 : one\n"
     "node t2 : GY modulus 3\nnode j3 : zero\n"
     "node f3 : I inertance [[3.0, -1.0], [-1.0, 1/3]]\nnode j4 : zero\n"
     "node f4 : I inertance [[1.0, -2.0], [-2.0, 4.0]]\nnode j5 : zero\n"
     "node s5 : Se effort 1\nnode i6 : I inertance 3\nnode c7 : C compliance 0.5\n"
     "node r8 : R resistance 0.5\nnode i9 : I inertance 0.5\n"
     "node i10 : I inertance 2\nnode r11 : R resistance 2\n"
     "node i12 : I inertance 0.5\nnode c13 : C compliance 2\n"
     "node i14 : I inertance 3\nbond b1 : j0 to f1\nbond b2 : j1 to f1\n"
     "bond b3 : j1 to t2\nbond b4 : t2 to j2\nbond b5 : j2 to f3\nbond b6 : j3 to f3\n"
     "bond b7 : j2 to f4\nbond b8 : j4 to f4\nbond b9 : j5 to j4\n"
     "bond b10 : s5 to j0\nbond b11 : j0 to i6\nbond b12 : j1 to c7\n"
     "bond b13 : j1 to r8\nbond b14 : j2 to i9\nbond b15 : i10 to j3\n"
     "bond b16 : r11 to j3\nbond b17 : j4 to i12\nbond b18 : c13 to j5\n"
     "bond b19 : j5 to i14\nrun to 2 s\n",
     "i12.p", "c13.q", 0.08005856047476065, 0.08661582418762981},
    {"planar\nnode j0 : zero\nnode j1 : one\n"
     "node f1 : R resistance [[2.0, 1.0], [1.0, 1.5]]\nnode j2 : one\nnode j3 : one\n"
     "node t2 : TF modulus 0.5\nnode j4 : zero\n"
     "node f3 : R resistance [[2.0, -1.0], [-1.0, 1.5]]\nnode j5 : one\n"
     "node j6 : zero\nnode f4 : I inertance [[3.0, 1.0], [1.0, 1/3]]\nnode j7 : zero\n"
     "node f5 : C compliance [[2.0, -2.0], [-2.0, 2.0]]\nnode s6 : Sf flow 1\n"
     "node r7 : R resistance 0.5\nnode i8 : I inertance 3\n"
     "node r9 : R resistance 0.5\nnode i10 : I inertance 2\nnode i11 : I inertance 1\n"
     "node r12 : R resistance 1\nnode i13 : I inertance 3\nnode i14 : I inertance 1\n"
     "bond b1 : f1 to j0\nbond b2 : j1 to f1\nbond b3 : j2 to j1\nbond b4 : j2 to t2\n"
     "bond b5 : t2 to j3\nbond b6 : j3 to f3\nbond b7 : f3 to j4\nbond b8 : j4 to j5\n"
     "bond b9 : j5 to f4\nbond b10 : j6 to f4\nbond b11 : j6 to f5\n"
     "bond b12 : f5 to j7\nbond b13 : s6 to j0\nbond b14 : j2 to r7\n"
     "bond b15 : j2 to i8\nbond b16 : j3 to r9\nbond b17 : j3 to i10\n"
     "bond b18 : j5 to i11\nbond b19 : j6 to r12\nbond b20 : j7 to i13\n"
     "bond b21 : j7 to i14\nrun to 2 s\n",
     "i14.p", "i8.p", 0.020871828070739125, -0.8989407663061203},
};

static void trees_of_singular_fields(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof trees_of_fields / sizeof *trees_of_fields; n++) {
        Case c = open_text(trees_of_fields[n].text, (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
        to_the_end(&c);
        check_near(value(&c, trees_of_fields[n].one), trees_of_fields[n].is_one, 1e-9,
                   trees_of_fields[n].one);
        check_near(value(&c, trees_of_fields[n].two), trees_of_fields[n].is_two, 1e-9,
                   trees_of_fields[n].two);
        close_case(&c);
    }
}

/* What follows from others asks for rates of rates: of two capacitors in one line that of the one
 * is found over those of two fields, so that all three are wanted twice. Their charges grow alike.
 */
static void rates_of_rates_go_along(void **state) {
    (void)state;
    Case c =
        open_text("planar\nnode j0 : zero\nnode j1 : zero\n"
                  "node f1 : C compliance [[2.0, -1.0], [-1.0, 0.5]]\nnode j2 : one\n"
                  "node f2 : C compliance [[3.0, -2.0], [-2.0, 4/3]]\nnode j3 : one\n"
                  "node f3 : I inertance [[1.0, 0.5], [0.5, 0.25]]\nnode t4 : GY modulus 0.7\n"
                  "node s5 : Sf flow 1 + time\nnode c6 : C compliance 0.5\n"
                  "node c7 : C compliance 3\nbond b1 : f1 to j0\nbond b2 : j1 to f1\n"
                  "bond b3 : j1 to f2\nbond b4 : f2 to j2\nbond b5 : j0 to f3\n"
                  "bond b6 : j3 to f3\nbond b7 : j3 to t4\nbond b8 : t4 to j2\n"
                  "bond b9 : s5 to j0\nbond b10 : j3 to c6\nbond b11 : j3 to c7\nrun to 0.5 s\n",
                  (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
    const double before = value(&c, "c7.q") - value(&c, "c6.q");
    to_the_end(&c);
    check_near(value(&c, "c7.q") - value(&c, "c6.q"), before, 1e-10, "one flow goes into both");
    check_near(value(&c, "c6.q"), -0.10889250496775427, 1e-9, "a dense projection");
    close_case(&c);
}

/* An artificial source moves what it holds at once, but over the rate of a storage that follows
 * others alone. */
static void what_moves_over_a_rate_is_held(void **state) {
    (void)state;
    Case c =
        open_text("planar\nnode j0 : one\nnode j1 : one\nnode j2 : one\n"
                  "node t1 : GY modulus 2\nnode j3 : zero\n"
                  "node f2 : I inertance [[1.0, 0.5], [0.5, 1.25]]\nnode j4 : zero\n"
                  "node t3 : GY modulus 3\nnode j5 : one\n"
                  "node f4 : C compliance [[2.0, 1.0], [1.0, 0.5]]\nnode t5 : TF modulus 0.7\n"
                  "node h6 : MSe holds\nnode s7 : Sf flow 1 + time\nnode r8 : R resistance 2\n"
                  "node c9 : C compliance 0.5\nnode c10 : C compliance 0.5\n"
                  "node i11 : I inertance 3\nnode i12 : I inertance 2\n"
                  "node r13 : R resistance 0.5\nnode r14 : R resistance 3\nbond b1 : j0 to j1\n"
                  "bond b2 : j1 to t1\nbond b3 : t1 to j2\nbond b4 : j2 to f2\n"
                  "bond b5 : f2 to j3\nbond b6 : j3 to t3\nbond b7 : t3 to j4\n"
                  "bond b8 : f4 to j4\nbond b9 : j5 to f4\nbond b10 : j3 to t5\n"
                  "bond b11 : t5 to j2\nbond b12 : h6 to j3\nbond b13 : s7 to j0\n"
                  "bond b14 : j0 to r8\nbond b15 : c9 to j0\nbond b16 : c10 to j1\n"
                  "bond b17 : j2 to i11\nbond b18 : j4 to i12\nbond b19 : j4 to r13\n"
                  "bond b20 : r14 to j5\nrun to 0.5 s\n",
                  (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
    to_the_end(&c);
    check_near(value(&c, "b12.flow"), 0, 1e-12, "what is held");
    assert_true(fabs(value(&c, "b12.effort")) > 1e-3);
    close_case(&c);
}

/* The rate of what is held leads over the second rate of a storage that follows others, which is
 * the rate of a charge here. */
static void the_rate_of_what_is_held_is_whole(void **state) {
    (void)state;
    Case c = open_text("planar\nnode j0 : one\nnode j1 : one\n"
                       "node f1 : I inertance [[1.0, 0.5], [0.5, 0.25]]\nnode j2 : one\n"
                       "node f2 : I inertance [[3.0, -2.0], [-2.0, 4/3]]\nnode j3 : one\n"
                       "node j4 : zero\nnode f3 : I inertance [[1.0, -2.0], [-2.0, 4.0]]\n"
                       "node j5 : zero\nnode f4 : I inertance [[1.0, 2.0], [2.0, 4.0]]\n"
                       "node j6 : one\nnode f5 : I inertance [[3.0, 1.0], [1.0, 1/3]]\n"
                       "node j7 : zero\nnode f6 : I inertance [[1.0, 2.0], [2.0, 4.0]]\n"
                       "node j8 : one\nnode f7 : I inertance [[2.0, -1.0], [-1.0, 1.5]]\n"
                       "node t8 : GY modulus 2\nnode h9 : MSe holds\n"
                       "node s10 : Se effort sin(2*time)\nnode r11 : R resistance 1\n"
                       "node r12 : R resistance 2\nnode i13 : I inertance 0.5\n"
                       "node c14 : C compliance 0.5\nnode r15 : R resistance 1\n"
                       "node r16 : R resistance 1\nbond b1 : j0 to f1\nbond b2 : j1 to f1\n"
                       "bond b3 : f2 to j1\nbond b4 : j2 to f2\nbond b5 : j1 to j3\n"
                       "bond b6 : j3 to f3\nbond b7 : j4 to f3\nbond b8 : j4 to f4\n"
                       "bond b9 : f4 to j5\nbond b10 : j5 to f5\nbond b11 : f5 to j6\n"
                       "bond b12 : f6 to j6\nbond b13 : j7 to f6\nbond b14 : j7 to f7\n"
                       "bond b15 : j8 to f7\nbond b16 : j4 to t8\nbond b17 : t8 to j0\n"
                       "bond b18 : h9 to j3\nbond b19 : s10 to j0\nbond b20 : j0 to r11\n"
                       "bond b21 : j1 to r12\nbond b22 : i13 to j4\nbond b23 : j5 to c14\n"
                       "bond b24 : r15 to j2\nbond b25 : r16 to j8\nrun to 0.5 s\n",
                       (JdCompileDef){0}, (JdRunDef){.tol = 1e-12});
    to_the_end(&c);
    check_near(value(&c, "b18.flow"), 0, 1e-10, "what is held");
    check_near(value(&c, "c14.q"), -0.04711013, 1e-8, "a dense projection");
    close_case(&c);
}

/* A flow of millilitres a second in a pipe is as exact as one of cubic metres: an implicit stepper
 * takes steps by the errors of states alone. */
static void small_flows_are_exact(void **state) {
    (void)state;
    if (jd_stepper_find("cvode")->missing) return;
    Case c = open_text("planar\nnode p : Se effort 0.1 bar\nnode a : one\n"
                       "node m : I inertance 1e8 kg/m^4\nnode r : R resistance 1e9 Pa*s/m^3\n"
                       "bond b1 : p to a domain hydraulic\nbond b2 : a to m\nbond b3 : a to r\n"
                       "run to 0.3 s\n",
                       (JdCompileDef){0}, (JdRunDef){.stepper = "cvode"});
    to_the_end(&c);
    check_near(value(&c, "b2.flow"), 1e-5 * (1 - exp(-3)), 1e-12, "tolerance of 1e-9, by steps");
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_beside_a_resistor),
        cmocka_unit_test(a_net_of_resistors),
        cmocka_unit_test(graphs_without_a_domain_run),
        cmocka_unit_test(plain_graphs_count_seconds),
        cmocka_unit_test(a_state_may_follow_the_rate_of_a_loop),
        cmocka_unit_test(coupled_coils_in_a_row),
        cmocka_unit_test(trees_of_singular_fields),
        cmocka_unit_test(rates_of_rates_go_along),
        cmocka_unit_test(what_moves_over_a_rate_is_held),
        cmocka_unit_test(the_rate_of_what_is_held_is_whole),
        cmocka_unit_test(small_flows_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
