/* SPDX-License-Identifier: MIT
 *
 * Equations that papers print, beside ours: the slider-crank of Marques, Roupa, Silva, Flores and
 * Lankarani under five formulations, and the joints of the AMESim planar library. Equal at a
 * hundred random points, and ours take at most twice the operations. */
#include "equations/equations.h"
#include "joint/joint.h"
#include "run/run.h"
#include "sym/sym.h"
#include "verify/verify.h"
#include <ctype.h>

enum { POINTS = 100 };

/* ---- Formulas of a paper -------------------------------------------------------------------- */

typedef struct {
    Arena arena;
    SymPool *pool;
    JdLog *log;
} Desk;

static void open_desk(Desk *d) {
    *d = (Desk){.log = jd_log_new()};
    d->pool = jd_sym_pool(&d->arena, 1 << 20);
}
static void close_desk(Desk *d) {
    jd_log_free(d->log);
    jd_arena_free(&d->arena);
}

static Sym read_sym(Desk *d, const char *text) {
    Source *source = ARENA_NEW(&d->arena, Source, 1);
    *source = (Source){"paper", jd_arena_copy(&d->arena, text), strlen(text)};
    const Expr *expr = jd_expr_parse(source, &d->arena, d->log);
    const Sym s = expr ? jd_sym_of_expr(d->pool, expr, d->log) : SYM_NONE;
    if (!s) fail_msg("'%s' cannot be read", text);
    return s;
}

typedef struct {
    const char *name;
    double value;
} Given;

static double eval(Desk *d, const char *text, const Given *given, int count) {
    const Sym s = read_sym(d, text);
    double values[200] = {0};
    for (int k = 0; k < count; k++) {
        const Sym name = jd_sym_name(d->pool, given[k].name);
        values[jd_sym_node(d->pool, name)->name] = given[k].value;
    }
    assert_true(jd_sym_names(d->pool) < 200);
    return jd_sym_value(d->pool, s, values, NULL);
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

/* Those of all lines "left = formula" of an output whose left side begins with a letter of these;
 * common parts always count. */
static int our_operations(const char *text, const char *letters) {
    int count = 0;
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        const char *is = length > 4 && at[4] != ' ' ? strstr(at, " = ") : NULL;
        if (is && is < at + length && (at[4] == 'p' || strchr(letters, at[4])))
            count += operations(is + 3, length - (size_t)(is + 3 - at));
        at += length + (at[length] != 0);
    }
    return count;
}

/* ---- The slider-crank ----------------------------------------------------------------------- */

#define ROOT "(l2^2 - l1^2*sin(a)^2)"
static const char eq_86[] =
    "I1 + I2*l1^2*cos(a)^2/" ROOT " + 1/4*(m1 + m2*cos(a)^2)*l1^2 + (m2 + m3)*l1^2*sin(a)^2 + "
    "(1/4*m2 + m3)*l1^4*sin(a)^2*cos(a)^2/" ROOT " + (m2 + 2*m3)*l1^3*sin(a)^2*cos(a)/sqrt" ROOT;
static const char eq_87[] =
    "1/2*I2*l1^2*sin(2*a)*(l2^2 - l1^2)/" ROOT "^2*u^2 + 1/8*m2*l1^2*sin(2*a)*u^2 - "
    "1/2*(m2 + m3)*l1^2*sin(2*a)*u^2 - 1/8*(m2 + 4*m3)*l1^4*(sin(2*a)*cos(a)^2/" ROOT
    " - sin(2*a)*sin(a)^2*(l2^2 - l1^2)/" ROOT "^2)*u^2 - 1/2*(m2 + 2*m3)*l1^3*((sin(2*a)*cos(a) - "
    "sin(a)^3)/sqrt" ROOT " + sin(a)^3*cos(a)^2*l1^2/(" ROOT "*sqrt" ROOT "))*u^2 - "
    "1/2*(m1 + m2)*g*l1*cos(a)";

enum { NUMBERS = 18 };
typedef struct {
    Given given[NUMBERS];
} Crank;

static void set(Crank *c, const char *name, double value) {
    int k = 0;
    while (k < NUMBERS && c->given[k].name && strcmp(c->given[k].name, name)) k++;
    assert_true(k < NUMBERS);
    c->given[k] = (Given){name, value};
}

static Crank crank_of(double l1, double l2) {
    Crank c = {0};
    for (int k = 0; k < NUMBERS; k++) c.given[k].name = NULL;
    set(&c, "l1", l1), set(&c, "l2", l2);
    set(&c, "m1", 0.038), set(&c, "m2", 0.076), set(&c, "m3", 0.038);
    set(&c, "I1", 7.4e-5), set(&c, "I2", 5.9e-5), set(&c, "I3", 1.8e-6);
    set(&c, "g", 9.81);
    return c;
}

static double at(Desk *d, const char *text, const Crank *c) {
    int count = 0;
    while (count < NUMBERS && c->given[count].name) count++;
    return eval(d, text, c->given, count);
}

static const JdSetting sizes[2][3] = {{{NULL, NULL}},
                                      {{"r", "0.11 m"}, {"l", "0.47 m"}, {NULL, NULL}}};

typedef struct {
    Case c;
    JdEquations *e;
    Desk desk;
    Crank crank;
} Pair;

static void open_pair(Pair *p, int size, JdCompileDef def) {
    /* The other one has start values that other sizes can have, too. */
    p->c = open_file(size ? "model/slider_crank.jd" : "model/paper/slider_crank_002.jd",
                     sizes[size], def, (JdRunDef){.until = 1e-3});
    p->e = jd_equations_new(p->c.system, p->c.log);
    must(&p->c, p->e != NULL);
    open_desk(&p->desk);
    p->crank = size ? crank_of(0.11, 0.47) : crank_of(0.153, 0.306);
}

static void close_pair(Pair *p) {
    close_desk(&p->desk);
    jd_equations_free(p->e);
    close_case(&p->c);
}

static const double *numbers(Pair *p, const char *name) {
    JdMatrix is;
    for (int n = 0; jd_equations_matrix(p->e, n, &is); n++)
        if (!strcmp(is.name, name)) return is.value;
    fail_msg("there is no matrix '%s'", name);
    return NULL;
}

static void check_same(const char *what, double ours, double paper, double size) {
    if (!(fabs(ours - paper) <= 1e-12 * (size + fabs(paper))))
        fail_msg("%s: %.17g, the paper's is %.17g", what, ours, paper);
}

static void lagrangian_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(5);
    for (int size = 0; size < 2; size++) {
        Pair p;
        open_pair(&p, size, (JdCompileDef){.form = "minimal"});
        for (int k = 0; k < POINTS; k++) {
            double y[12];
            for (int n = 0; n < 12; n++) y[n] = p.c.run->y[n < p.c.run->n ? n : 0];
            const double a = y[0] = check_uniform(-3.1, 3.1), u = y[3] = check_uniform(-200, 200);
            set(&p.crank, "a", a), set(&p.crank, "u", u);
            assert_true(jd_equations_at_state(p.e, &(EquationsAt){.y = y}));
            check_same("(86)", numbers(&p, "M")[0], at(&p.desk, eq_86, &p.crank), 0);
            const double h = numbers(&p, "Q")[0] - numbers(&p, "h")[0];
            check_same("(87)", h, at(&p.desk, eq_87, &p.crank), 1e-3 * u * u * 1e-1);
        }
        char *text = jd_equations_text(p.e, NULL);
        const int ours = our_operations(text, "MhQ"),
                  paper = operations(eq_86, strlen(eq_86)) + operations(eq_87, strlen(eq_87));
        print_message("(86) and (87): %d operations, the paper's %d\n", ours, paper);
        assert_true(ours <= 2 * paper);
        jd_free_text(text);
        close_pair(&p);
    }
}

/* ---- Newton-Euler: (29), (33), (A.28) ------------------------------------------------------- */

static const char *const d_29[8][9] = {
    {"1", "0", "l1/2*sin(a1)", "0", "0", "0", "0", "0", "0"},
    {"0", "1", "-l1/2*cos(a1)", "0", "0", "0", "0", "0", "0"},
    {"1", "0", "-l1/2*sin(a1)", "-1", "0", "-l2/2*sin(a2)", "0", "0", "0"},
    {"0", "1", "l1/2*cos(a1)", "0", "-1", "l2/2*cos(a2)", "0", "0", "0"},
    {"0", "0", "0", "1", "0", "-l2/2*sin(a2)", "-1", "0", "0"},
    {"0", "0", "0", "0", "1", "l2/2*cos(a2)", "0", "-1", "0"},
    {"0", "0", "0", "0", "0", "0", "0", "1", "0"},
    {"0", "0", "0", "0", "0", "0", "0", "0", "1"}};
static const char *const gamma_28[8] = {"-l1/2*cos(a1)*u1^2",
                                        "-l1/2*sin(a1)*u1^2",
                                        "l1/2*cos(a1)*u1^2 + l2/2*cos(a2)*u2^2",
                                        "l1/2*sin(a1)*u1^2 + l2/2*sin(a2)*u2^2",
                                        "l2/2*cos(a2)*u2^2",
                                        "l2/2*sin(a2)*u2^2",
                                        "0",
                                        "0"};
static const char *const m_13[9] = {"m1", "m1", "I1", "m2", "m2", "I2", "m3", "m3", "I3"};
static const char *const h_15[9] = {"0", "-m1*g", "0", "0", "-m2*g", "0", "0", "-m3*g", "0"};
/* Constraints are differences of the same points; which comes first differs. */
static const double sign_of[8] = {1, 1, -1, -1, -1, -1, 1, -1};

static double entry_33(Pair *p, int r, int c) {
    if (r < 9 && c < 9) return r == c ? at(&p->desk, m_13[r], &p->crank) : 0;
    if (r >= 9 && c >= 9) return 0;
    const int row = r >= 9 ? r - 9 : c - 9, column = r >= 9 ? c : r;
    return sign_of[row] * at(&p->desk, d_29[row][column], &p->crank);
}

static void newton_euler_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(6);
    Pair p;
    open_pair(&p, 0, (JdCompileDef){.form = "newton-euler"});
    for (int k = 0; k < POINTS; k++) {
        double y[18];
        for (int n = 0; n < 18; n++) y[n] = check_uniform(-1, 1);
        for (int b = 0; b < 2; b++) {
            y[3 * b + 2] = check_uniform(-3, 3);
            set(&p.crank, b ? "a2" : "a1", y[3 * b + 2]);
            set(&p.crank, b ? "u2" : "u1", y[9 + 3 * b + 2] = check_uniform(-200, 200));
        }
        y[8] = 0; /* (24) is an angle, ours its sine: the same where it is zero */
        assert_true(jd_equations_at_state(p.e, &(EquationsAt){.y = y}));
        const double *A = numbers(&p, "A"), *b = numbers(&p, "b");
        for (int r = 0; r < 17; r++) {
            for (int c = 0; c < 17; c++)
                check_same("(29), (33)", A[17 * r + c], entry_33(&p, r, c), 0);
            const double paper = r < 9 ? at(&p.desk, h_15[r], &p.crank)
                                       : sign_of[r - 9] * at(&p.desk, gamma_28[r - 9], &p.crank);
            check_same("(33), right side", b[r], paper, 1);
        }
    }
    int paper = 0;
    for (int r = 0; r < 8; r++) {
        for (int c = 0; c < 9; c++) paper += operations(d_29[r][c], strlen(d_29[r][c]));
        paper += operations(gamma_28[r], strlen(gamma_28[r]));
    }
    char *text = jd_equations_text(p.e, NULL);
    const int ours = our_operations(text, "Dg");
    print_message("(29) and (A.28): %d operations, the paper's %d\n", ours, paper);
    assert_true(ours <= 2 * paper);
    jd_free_text(text);
    close_pair(&p);
}

/* ---- On a tree: (96), (98), (126)-(134); clearance (140)-(145); elastic (154)-(156) --------- */

static const char *const m_126[3][3] = {
    {"I1 + 1/4*m1*l1^2 + m2*l1^2", "1/2*m2*l1*l2*cos(a2 - a1)", "0"},
    {"1/2*m2*l1*l2*cos(a2 - a1)", "I2 + 1/4*m2*l2^2", "0"},
    {"0", "0", "m3"}};
static const char *const h_131[3] = {"1/2*m2*l1*l2*sin(a2 - a1)*u2^2 - (1/2*m1 + m2)*g*l1*cos(a1)",
                                     "-1/2*m2*l1*l2*sin(a2 - a1)*u1^2 - 1/2*m2*g*l2*cos(a2)", "0"};
static const char *const d_96[2][3] = {{"-l1*sin(a1)", "-l2*sin(a2)", "-1"},
                                       {"l1*cos(a1)", "l2*cos(a2)", "0"}};
static const char *const gamma_98[2] = {"l1*cos(a1)*u1^2 + l2*cos(a2)*u2^2",
                                        "l1*sin(a1)*u1^2 + l2*sin(a2)*u2^2"};
static const char eq_140[] =
    "(x3 - l1*cos(a1) - l2*cos(a2))^2 + (-l1*sin(a1) - l2*sin(a2))^2 - gap^2";
static const char *const d_142[3] = {"2*(x3*l1*sin(a1) + l1*l2*sin(a2 - a1))",
                                     "2*(x3*l2*sin(a2) + l1*l2*sin(a1 - a2))",
                                     "2*(x3 - l1*cos(a1) - l2*cos(a2))"};
static const char eq_144[] = "-2*(v3 + 2*l1*sin(a1)*u1 + 2*l2*sin(a2)*u2)*v3 + 2*l1*l2*cos(a2 - "
                             "a1)*(u1^2 + u2^2 - 2*u1*u2) - "
                             "2*x3*(l1*cos(a1)*u1^2 + l2*cos(a2)*u2^2)";
static const char *const h_154[3] = {
    "l1*sin(a1)*k*(l1*cos(a1) + l2*cos(a2) - x3) - l1*cos(a1)*k*(l1*sin(a1) + l2*sin(a2))",
    "l2*sin(a2)*k*(l1*cos(a1) + l2*cos(a2) - x3) - l2*cos(a2)*k*(l1*sin(a1) + l2*sin(a2))",
    "k*(l1*cos(a1) + l2*cos(a2) - x3)"};

/* theta1, theta2, x3 by our coordinates jO.angle, jC.travel, jA.angle: the rod's angle is a sum. */
static const double T[3][3] = {{1, 0, 0}, {1, 0, 1}, {0, 1, 0}};

static void take_point(Pair *p, double near) {
    double y[6];
    y[0] = check_uniform(-3, 3), y[1] = check_uniform(-0.3, 0.3), y[2] = check_uniform(-3, 3);
    for (int k = 3; k < 6; k++) y[k] = check_uniform(-100, 100);
    const double l1 = p->crank.given[0].value, l2 = p->crank.given[1].value;
    if (near > 0) /* of the loop: an elastic joint is bent by that much */
        y[1] = l1 * cos(y[0]) + l2 * cos(y[0] + y[2]) - l1 - l2 + check_uniform(-near, near);
    set(&p->crank, "a1", y[0]), set(&p->crank, "a2", y[0] + y[2]);
    set(&p->crank, "x3", l1 + l2 + y[1]);
    set(&p->crank, "u1", y[3]), set(&p->crank, "u2", y[3] + y[5]), set(&p->crank, "v3", y[4]);
    assert_true(jd_equations_at_state(p->e, &(EquationsAt){.y = y}));
}

static void check_tree(Pair *p, const char *const extra[3]) {
    const double *M = numbers(p, "M"), *Q = numbers(p, "Q"), *h = numbers(p, "h");
    for (int r = 0; r < 3; r++) {
        double force = 0, size = 0;
        for (int k = 0; k < 3; k++) {
            double part = at(&p->desk, h_131[k], &p->crank);
            if (extra) part += at(&p->desk, extra[k], &p->crank);
            force += T[k][r] * part;
            size += fabs(part);
        }
        check_same("(131)-(133), (154)-(156)", Q[r] - h[r], force, size);
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                for (int n = 0; n < 3; n++)
                    sum += T[k][r] * at(&p->desk, m_126[k][n], &p->crank) * T[n][c];
            check_same("(126)-(130)", M[3 * r + c], sum, 1e-3);
        }
    }
}

static int operations_of(const char *const *texts, int count) {
    int sum = 0;
    for (int k = 0; k < count; k++) sum += operations(texts[k], strlen(texts[k]));
    return sum;
}

static void check_operations(Pair *p, const char *what, const char *letters, int paper) {
    char *text = jd_equations_text(p->e, NULL);
    const int ours = our_operations(text, letters);
    print_message("%s: %d operations, the paper's %d\n", what, ours, paper);
    assert_true(ours <= 2 * paper);
    jd_free_text(text);
}

static void cut_joint_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(7);
    Pair p;
    open_pair(&p, 0, (JdCompileDef){.form = "cut-joint", .cut = "jB"});
    for (int k = 0; k < POINTS; k++) {
        take_point(&p, 0);
        check_tree(&p, NULL);
        const double *D = numbers(&p, "D"), *gamma = numbers(&p, "gamma");
        for (int r = 0; r < 2; r++) {
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int n = 0; n < 3; n++) sum += at(&p.desk, d_96[r][n], &p.crank) * T[n][c];
                check_same("(96)", D[3 * r + c], -sum, 1);
            }
            check_same("(98)", gamma[r], -at(&p.desk, gamma_98[r], &p.crank), 1e3);
        }
    }
    check_operations(&p, "(96), (98), (126)-(133)", "MhQDg",
                     operations_of(m_126[0], 9) - operations(m_126[1][0], strlen(m_126[1][0])) +
                         operations_of(h_131, 3) + operations_of(d_96[0], 6) +
                         operations_of(gamma_98, 2));
    close_pair(&p);
}

static void clearance_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(8);
    Pair p;
    open_pair(&p, 0, (JdCompileDef){.form = "clearance", .clearance = "jB", .as_drawn = true});
    set(&p.crank, "gap", 1e-4);
    for (int k = 0; k < POINTS; k++) {
        take_point(&p, 0);
        check_tree(&p, NULL);
        /* Theirs is in m^2, ours in m. */
        const double unit = 2e-4, *D = numbers(&p, "D");
        check_same("(140)", unit * numbers(&p, "f")[0], at(&p.desk, eq_140, &p.crank), 1);
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int n = 0; n < 3; n++) sum += at(&p.desk, d_142[n], &p.crank) * T[n][c];
            check_same("(142)", unit * D[c], sum, 1);
        }
        check_same("(144)", unit * numbers(&p, "gamma")[0], at(&p.desk, eq_144, &p.crank), 1e4);
    }
    check_operations(&p, "(140)-(144)", "MhQfDg",
                     operations(eq_140, strlen(eq_140)) + operations(eq_144, strlen(eq_144)) +
                         operations_of(d_142, 3) + operations_of(m_126[0], 9) +
                         operations_of(h_131, 3));
    close_pair(&p);
}

static void elastic_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(9);
    Pair p;
    open_pair(&p, 0, (JdCompileDef){.form = "elastic", .elastic = "jB", .stiffness = 1e6});
    set(&p.crank, "k", 1e6);
    for (int k = 0; k < POINTS; k++) {
        take_point(&p, 0);
        check_tree(&p, h_154);
    }
    check_operations(&p, "(126)-(130), (154)-(156)", "MhQ",
                     operations_of(m_126[0], 9) + operations_of(h_131, 3) +
                         operations_of(h_154, 3));
    close_pair(&p);
}

/* ---- The planar library: (17), (24), (26) corrected ----------------------------------------- */

/* Vectors of a joint, with their first and second derivatives. */
enum { OM, ON, XI, YI, XJ, YJ, VECTORS };
typedef struct {
    Vec2 value, rate, second;
} Vector;
static const VectorKind kinds[VECTORS] = {VEC_OM, VEC_ON, VEC_XI, VEC_YI, VEC_XJ, VEC_YJ};

typedef struct {
    double x, y, theta, dx, dy, dtheta, ddx, ddy, ddtheta; /* of the centre of mass */
    double xm, ym, angle;                                  /* of the frame on it */
} Body;

static Body random_body(void) {
    double v[12];
    for (int k = 0; k < 12; k++) v[k] = check_uniform(-2, 2);
    return (Body){v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]};
}

/* (19), (25), (27). */
static Vector point_of(const Body *b) {
    const double c = cos(b->theta), s = sin(b->theta), ax = b->xm * c - b->ym * s,
                 ay = b->xm * s + b->ym * c, w = b->dtheta;
    return (Vector){{b->x + ax, b->y + ay},
                    {b->dx - w * ay, b->dy + w * ax},
                    {b->ddx - b->ddtheta * ay - w * w * ax, b->ddy + b->ddtheta * ax - w * w * ay}};
}

static Side side_of(const Body *b) {
    const Vector p = point_of(b);
    const double t = b->theta + b->angle;
    return (Side){.p = {p.value.x, p.value.y, 0},
                  .v = {p.rate.x, p.rate.y, 0},
                  .arm = {p.value.x - b->x, p.value.y - b->y, 0},
                  .axes = {{cos(t), sin(t), 0}, {-sin(t), cos(t), 0}, {0, 0, 1}},
                  .w = {0, 0, b->dtheta}};
}

/* f = sum of c[a][b] a.b, no two axes of one frame. */
typedef struct {
    double c[VECTORS][VECTORS];
} Constraint;

static Constraint random_constraint(Lock *lock) {
    Constraint f = {0};
    *lock = (Lock){0};
    while (lock->count < 8) {
        const int a = (int)check_uniform(0, VECTORS), b = (int)check_uniform(0, VECTORS);
        const bool one_frame = (a / 2 == b / 2 && a >= XI) || a >= VECTORS || b >= VECTORS;
        if (one_frame) continue;
        const double c = check_uniform(-1, 1);
        lock->terms[lock->count++] = (LockTerm){c, kinds[a], kinds[b]};
        f.c[a][b] += c, f.c[b][a] += c; /* f_ab = f_ba; of a.a it is 2 c */
    }
    return f;
}

static void generic_routine_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(10);
    for (int k = 0; k < POINTS; k++) {
        Lock lock;
        const Constraint f = random_constraint(&lock);
        const Body bi = random_body(), bj = random_body();
        const Vector M = point_of(&bi), N = point_of(&bj);
        const double tm = bi.theta + bi.angle, tn = bj.theta + bj.angle, wi = bi.dtheta,
                     wj = bj.dtheta;
        const Vec2 v[VECTORS] = {M.value,
                                 N.value,
                                 {cos(tm), sin(tm)},
                                 {-sin(tm), cos(tm)},
                                 {cos(tn), sin(tn)},
                                 {-sin(tn), cos(tn)}};
        Vec2 part[VECTORS] = {{0, 0}}; /* f_a: the derivative by a vector */
        for (int a = 0; a < VECTORS; a++)
            for (int b = 0; b < VECTORS; b++)
                part[a] = vec2_add(part[a], vec2_scale(f.c[a][b], v[b]));
        const Side i = side_of(&bi), j = side_of(&bj);
        const LockRow row = jd_lock_eval(&lock, &i, &j);

        /* (17), and (18) for the centre of mass */
        const double Ci = -(vec2_cross(part[XI], v[XI]) + vec2_cross(part[YI], v[YI])),
                     Cj = -(vec2_cross(part[XJ], v[XJ]) + vec2_cross(part[YJ], v[YJ]));
        const Vec2 GM = {i.arm.x, i.arm.y}, GN = {j.arm.x, j.arm.y};
        check_same("(17) Fx_i", row.force_i.x, part[OM].x, 1);
        check_same("(17) Fy_i", row.force_i.y, part[OM].y, 1);
        check_same("(17) Cz_i", row.moment_i.z, Ci + vec2_cross(GM, part[OM]), 10);
        check_same("(17) Fx_j", row.force_j.x, part[ON].x, 1);
        check_same("(17) Fy_j", row.force_j.y, part[ON].y, 1);
        check_same("(17) Cz_j", row.moment_j.z, Cj + vec2_cross(GN, part[ON]), 10);

        /* (24) */
        const double turn_i = vec2_dot(part[XI], v[YI]) - vec2_dot(part[YI], v[XI]),
                     turn_j = vec2_dot(part[XJ], v[YJ]) - vec2_dot(part[YJ], v[XJ]);
        check_same("(24)", row.rate,
                   vec2_dot(part[OM], M.rate) + vec2_dot(part[ON], N.rate) + wi * turn_i +
                       wj * turn_j,
                   50);

        /* (26), with the sign of appendix C at the sine and one dot at velocities */
        const double squares = wi * wi * (vec2_dot(part[XI], v[XI]) + vec2_dot(part[YI], v[YI])) +
                               wj * wj * (vec2_dot(part[XJ], v[XJ]) + vec2_dot(part[YJ], v[YJ]));
        const double both = 2 * wi * wj *
                            ((f.c[XI][XJ] + f.c[YI][YJ]) * cos(tm - tn) +
                             (f.c[XI][YJ] - f.c[YI][XJ]) * sin(tm - tn));
        double mixed = 0;
        for (int p = OM; p <= ON; p++) {
            const Vec2 u = p == OM ? M.rate : N.rate;
            mixed -= 2 * u.x *
                     (wi * (f.c[p][XI] * sin(tm) + f.c[p][YI] * cos(tm)) +
                      wj * (f.c[p][XJ] * sin(tn) + f.c[p][YJ] * cos(tn)));
            mixed += 2 * u.y *
                     (wi * (f.c[p][XI] * cos(tm) - f.c[p][YI] * sin(tm)) +
                      wj * (f.c[p][XJ] * cos(tn) - f.c[p][YJ] * sin(tn)));
        }
        const double paper = vec2_dot(part[OM], M.second) + vec2_dot(part[ON], N.second) +
                             f.c[OM][OM] * vec2_dot(M.rate, M.rate) +
                             f.c[ON][ON] * vec2_dot(N.rate, N.rate) +
                             2 * f.c[OM][ON] * vec2_dot(M.rate, N.rate) + bi.ddtheta * turn_i +
                             bj.ddtheta * turn_j - squares + both + mixed;
        const double ours = row.bias + row.force_i.x * bi.ddx + row.force_i.y * bi.ddy +
                            row.moment_i.z * bi.ddtheta + row.force_j.x * bj.ddx +
                            row.force_j.y * bj.ddy + row.moment_j.z * bj.ddtheta;
        check_same("(26)", ours, paper, 500);
    }
}

/* (28), (29), (30) of the translational joint, beside what `derive` writes. Of (30) the paper drops
 * the squares, -theta'^2 f, which are zero where the constraint holds: here they are put back. */
#define EQ_30                                                                                      \
    "-(ddx_N - ddx_M)*sin(t) + (ddy_N - ddy_M)*cos(t) - e*((x_N - x_M)*cos(t) + (y_N - "           \
    "y_M)*sin(t)) + 2*w*(-(dx_N - dx_M)*cos(t) - (dy_N - dy_M)*sin(t))"
static const char *const translational[3] = {
    "-(x_N - x_M)*sin(t) + (y_N - y_M)*cos(t)",
    "-(dx_N - dx_M)*sin(t) + (dy_N - dy_M)*cos(t) - w*((x_N - x_M)*cos(t) + (y_N - y_M)*sin(t))",
    EQ_30};
static const char dropped[] = "-w^2*(-(x_N - x_M)*sin(t) + (y_N - y_M)*cos(t))";

static void translational_joint_is_that_of_the_paper(void **state) {
    (void)state;
    check_seed(11);
    static const char *const lines[3] = {"\n  f   = ", "\n  f'  = ", "\n  f'' = "};
    static const char *const names[12] = {"x_M",  "x_N",  "y_M",   "y_N",   "dx_M",  "dx_N",
                                          "dy_M", "dy_N", "ddx_M", "ddx_N", "ddy_M", "ddy_N"};
    for (int side = 0; side < 2; side++) {
        Desk d;
        open_desk(&d);
        char *text = jd_derive_lock(side ? "d.yj" : "d.yi", NULL, JD_PLANAR, d.log);
        const char *from = strstr(text, "component form"), *const own[3] = {
                                                               side ? "theta_j" : "theta_i",
                                                               side ? "dtheta_j" : "dtheta_i",
                                                               side ? "ddtheta_j" : "ddtheta_i"};
        assert_non_null(from);
        for (int level = 0; level < 3; level++) {
            const char *at = strstr(from, lines[level]);
            assert_non_null(at);
            at += strlen(lines[level]);
            const char *ours = jd_arena_text(&d.arena, at, strcspn(at, "\n"));
            for (int k = 0; k < POINTS; k++) {
                Given given[18];
                for (int n = 0; n < 12; n++) given[n] = (Given){names[n], check_uniform(-2, 2)};
                for (int n = 0; n < 3; n++) {
                    given[12 + n] = (Given){own[n], check_uniform(-3, 3)};
                    given[15 + n] =
                        (Given){(const char *const[]){"t", "w", "e"}[n], given[12 + n].value};
                }
                double paper = eval(&d, translational[level], given, 18);
                if (level == 2) paper += eval(&d, dropped, given, 18);
                check_same("(28)-(30)", eval(&d, ours, given, 18), paper, 20);
            }
            assert_true(operations(ours, strlen(ours)) <=
                        2 * operations(translational[level], strlen(translational[level])));
        }
        jd_free_text(text);
        close_desk(&d);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lagrangian_is_that_of_the_paper),
        cmocka_unit_test(newton_euler_is_that_of_the_paper),
        cmocka_unit_test(cut_joint_is_that_of_the_paper),
        cmocka_unit_test(clearance_is_that_of_the_paper),
        cmocka_unit_test(elastic_is_that_of_the_paper),
        cmocka_unit_test(generic_routine_is_that_of_the_paper),
        cmocka_unit_test(translational_joint_is_that_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
