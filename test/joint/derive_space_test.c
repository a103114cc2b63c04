/* SPDX-License-Identifier: MIT
 *
 * derive prints vector forms that are whole: each printed line, read by the small reader below and
 * worked out at a random motion in space, gives what jd_lock_eval computes. */
#include "joint/motion.h"
#include <ctype.h>
#include <stdlib.h>

/* ---- Values and their names ----------------------------------------------------------------- */

typedef struct {
    bool vector;
    Vec3 v; /* a number: in x */
} Term;

typedef struct {
    char name[16];
    Term value;
} Known;
enum { KNOWN = 64 };
typedef struct {
    Known at[KNOWN];
    int count;
} Knowns;

static Term number(double x) {
    return (Term){false, {x, 0, 0}};
}

static Term vector(Vec3 v) {
    return (Term){true, v};
}

static void know(Knowns *knowns, const char *name, Term value) {
    assert_true(knowns->count < KNOWN);
    Known *known = &knowns->at[knowns->count++];
    snprintf(known->name, sizeof known->name, "%s", name);
    known->value = value;
}

static Term find(const Knowns *knowns, const char *name, size_t length) {
    for (int n = knowns->count - 1; n >= 0; n--)
        if (strlen(knowns->at[n].name) == length && !strncmp(knowns->at[n].name, name, length))
            return knowns->at[n].value;
    fail_msg("'%.*s' stands in a derivation and is not explained", (int)length, name);
    return number(0);
}

/* ---- Reading: sums of products; * / . and x of one rank, from the left ----------------------- */

typedef struct {
    const char *at;
    const Knowns *knowns;
} Reader;

static Term read_sum(Reader *in);

/* Behind one space at most: where several stand, words follow. */
static bool next_is(Reader *in, const char *text) {
    const char *at = in->at + (*in->at == ' ');
    if (strncmp(at, text, strlen(text))) return false;
    in->at = at + strlen(text);
    return true;
}

static Term unit(Term t) {
    assert_true(t.vector);
    return vector(vec3_scale(1 / vec3_norm(t.v), t.v));
}

static Term read_factor(Reader *in) {
    while (*in->at == ' ') in->at++;
    Term t;
    if (next_is(in, "unit(")) {
        t = unit(read_sum(in));
        assert_true(next_is(in, ")"));
    } else if (next_is(in, "sqrt(")) {
        t = number(sqrt(read_sum(in).v.x));
        assert_true(next_is(in, ")"));
    } else if (next_is(in, "(")) {
        t = read_sum(in);
        assert_true(next_is(in, ")"));
    } else if (isdigit((unsigned char)*in->at)) {
        char *end;
        t = number(strtod(in->at, &end));
        in->at = end;
    } else {
        size_t length = 0;
        while (isalnum((unsigned char)in->at[length]) || in->at[length] == '_') length++;
        while (in->at[length] == '\'') length++;
        if (!strncmp(in->at, "turn(", 5)) length = 7;
        if (!strncmp(in->at, "twist(", 6)) length = 8;
        t = find(in->knowns, in->at, length);
        in->at += length;
    }
    if (!next_is(in, "^")) return t;
    assert_false(t.vector);
    char *end;
    t.v.x = pow(t.v.x, strtod(in->at, &end));
    in->at = end;
    return t;
}

static Term read_product(Reader *in) {
    Term t = read_factor(in);
    for (;;) {
        if (next_is(in, "*")) {
            const Term b = read_factor(in);
            assert_false(t.vector && b.vector);
            t = t.vector ? vector(vec3_scale(b.v.x, t.v))
                         : (Term){b.vector, vec3_scale(t.v.x, b.v)};
        } else if (next_is(in, "/")) {
            const Term b = read_factor(in);
            assert_false(b.vector);
            t.v = vec3_scale(1 / b.v.x, t.v);
        } else if (next_is(in, ".")) {
            const Term b = read_factor(in);
            assert_true(t.vector && b.vector);
            t = number(vec3_dot(t.v, b.v));
        } else if (next_is(in, "x ")) {
            const Term b = read_factor(in);
            assert_true(t.vector && b.vector);
            t = vector(vec3_cross(t.v, b.v));
        } else {
            return t;
        }
    }
}

static Term read_sum(Reader *in) {
    const bool minus = next_is(in, "-");
    Term t = read_product(in);
    if (minus) t.v = vec3_scale(-1, t.v);
    for (;;) {
        const bool add = next_is(in, "+"), take = !add && next_is(in, "-");
        if (!add && !take) return t;
        const Term b = read_product(in);
        assert_true(t.vector == b.vector);
        t.v = vec3_add(t.v, vec3_scale(add ? 1 : -1, b.v));
    }
}

/* ---- What is known of a motion -------------------------------------------------------------- */

static Vec3 acceleration(const Mover *m, Vec3 arm) {
    const Vec3 turning = vec3_cross(m->alpha, arm);
    return vec3_add(vec3_add(m->a, turning), vec3_cross(m->w, vec3_cross(m->w, arm)));
}

static void know_side(Knowns *k, const Mover *m, const char *body, const char *point) {
    const Side s = side_of(m);
    const Vec3 values[] = {s.axes.x, s.axes.y, s.axes.z, m->w, m->alpha};
    static const char *const bodies[] = {"x%s", "y%s", "z%s", "w%s", "w%s'"};
    char name[16];
    for (int n = 0; n < 5; n++) {
        snprintf(name, sizeof name, bodies[n], body);
        know(k, name, vector(values[n]));
    }
    const Vec3 points[] = {s.p, s.v, acceleration(m, s.arm)};
    static const char *const names[] = {"O%s", "v%s", "a%s"};
    for (int n = 0; n < 3; n++) {
        snprintf(name, sizeof name, names[n], point);
        know(k, name, vector(points[n]));
    }
    snprintf(name, sizeof name, "G%s%s", body, point);
    know(k, name, vector(s.arm));
}

static Knowns know_motion(const Mover *i, const Mover *j) {
    Knowns k = {.count = 0};
    know_side(&k, i, "i", "M");
    know_side(&k, j, "j", "N");
    const Side si = side_of(i), sj = side_of(j);
    const Vec3 d = vec3_sub(sj.p, si.p);
    know(&k, "d", vector(d));
    know(&k, "pi", number(pi));
    know(&k, "vd", vector(vec3_sub(vec3_sub(sj.v, si.v), vec3_cross(i->w, d))));
    know(&k, "w", vector(vec3_sub(j->w, i->w)));
    know(&k, "x0", vector(vec3(1, 0, 0)));
    know(&k, "y0", vector(vec3(0, 1, 0)));
    know(&k, "z0", vector(vec3(0, 0, 1)));
    for (int n = 0; n < 3; n++) {
        char name[16];
        const Lock turn = {.turn = 1, .about = {.axes = {(AxisName)n}, .count = 1}};
        snprintf(name, sizeof name, "turn(%c)", "xyz"[n]);
        know(&k, name, number(jd_lock_eval(&turn, &si, &sj).f));
    }
    return k;
}

/* The lines behind " where", each of which explains one more name. */
static void know_names(Knowns *k, const char *text) {
    const char *line = strstr(text, "\n where\n");
    if (!line) return;
    for (line += strlen("\n where\n"); !strncmp(line, "  ", 2); line = strchr(line, '\n') + 1) {
        char name[16] = "";
        strncpy(name, line + 2, strcspn(line + 2, " "));
        Reader in = {strchr(line, '=') + 1, k};
        know(k, name, read_sum(&in));
    }
}

static Term printed(const char *text, const char *name, const Knowns *knowns) {
    char head[16];
    snprintf(head, sizeof head, "\n  %-*s = ", name[0] == 'f' ? 3 : 2, name);
    const char *line = strstr(text, head);
    if (!line) fail_msg("no line for %s in\n%s", name, text);
    line += strlen(head);
    Reader in = {line, knowns};
    const Term t = read_sum(&in);
    if (in.at[0] != '\n' && strncmp(in.at, "    ", 4)) fail_msg("cannot read on at %s", in.at);
    return t;
}

/* ---- Printed against computed --------------------------------------------------------------- */

/* A zero is printed as a number also where a vector is meant. */
static void check_vector(const char *text, const char *name, const Knowns *known, Vec3 expected) {
    const Term t = printed(text, name, known);
    if (!t.vector) check_near(t.v.x, 0, 0, name);
    check_near(vec3_norm(vec3_sub(t.v, expected)), 0, 1e-11, name);
}

static void check_printed(const char *text, const Field *fields) {
    double values[TYPE_FIELDS];
    for (int n = 0; n < TYPE_FIELDS; n++) values[n] = check_uniform(0.5, 2);
    Lock lock;
    Text out = {0};
    assert_true(jd_lock_parse(text, fields, values, nowhere, &lock, NULL));
    if (lock.q[0] != 0) return;
    assert_true(jd_lock_derive(text, fields, false, &out, nowhere, NULL));

    for (int trial = 0; trial < 20; trial++) {
        const Mover i = any_mover(false), j = any_mover(false);
        const Side si = side_of(&i), sj = side_of(&j);
        if (fabs(vec3_dot(si.axes.z, sj.axes.z)) > 0.9) continue;
        const LockRow row = eval_at(&lock, &i, &j, 0);
        if (vec3_norm(row.moment_j) > 20) continue;
        Knowns known = know_motion(&i, &j);
        for (int n = 0; n < jd_field_count(fields); n++)
            know(&known, fields[n].name, number(values[n]));
        know_names(&known, out.at);

        const double last = row_times(&row, i.a, i.alpha, j.a, j.alpha) + row.bias;
        check_near(printed(out.at, "f", &known).v.x, row.f, 1e-12, text);
        if (!lock.velocity) check_near(printed(out.at, "f'", &known).v.x, row.rate, 1e-11, text);
        const char *top = lock.velocity ? "f'" : "f''";
        check_near(printed(out.at, top, &known).v.x, last, 1e-10 * fmax(1, fabs(last)), text);
        check_vector(out.at, "Fi", &known, row.force_i);
        check_vector(out.at, "Fj", &known, row.force_j);
        check_vector(out.at, "Qi", &known, row.moment_i);
        check_vector(out.at, "Qj", &known, row.moment_j);
        check_vector(out.at, "Ci", &known, vec3_sub(row.moment_i, vec3_cross(si.arm, row.force_i)));
        check_vector(out.at, "Cj", &known, vec3_sub(row.moment_j, vec3_cross(sj.arm, row.force_j)));
    }
    jd_text_free(&out);
}

static void vector_form_of_every_type_is_what_is_computed(void **state) {
    (void)state;
    check_seed(41);
    for (int n = 0; jd_joint_at(n); n++)
        for (int k = 0; jd_joint_at(n)->locks[k]; k++)
            check_printed(jd_joint_at(n)->locks[k], jd_joint_at(n)->fields);
}

static void vector_form_of_a_users_lock_is_what_is_computed(void **state) {
    (void)state;
    check_seed(42);
    static const Field fields[TYPE_FIELDS] = {{.name = "a", .unit = "1"},
                                              {.name = "b", .unit = "m"}};
    static const char *const locks[] = {
        "d.(yi + zj)",
        "(a*d.xi - b*xi.zj)/(a + b)",
        "(a + b)*d.d - (a - 2*b^2)*OM.xj + 0.25*ON.ON - a*b*3",
        "OM.ON - 3*xi.yj + d.x0 + ON.zi - OM.yj + xj.z0 - 2",
        "a*turn(x) - b*d.zj + 2",
        "turn(y)/(a - b^2)",
        "a*twist(y) + b*d.zj - 2",
        "d.up - a*up.xi + 2*ahead.yj + ON.ahead - b",
        "vM.xi - 2*vN.(xj - a*yi) + 0.1*vd.d/b + 3*vM.ON",
        "w.zi - a*w.(up - 2*xj) + b*vd.ahead + w.d - 3*w.x0",
    };
    for (size_t n = 0; n < sizeof locks / sizeof *locks; n++) check_printed(locks[n], fields);
}

/* ---- As it is read -------------------------------------------------------------------------- */

static void check_derived(const char *lock, const Field *fields, bool planar,
                          const char *expected) {
    Text out = {0};
    assert_true(jd_lock_derive(lock, fields, planar, &out, nowhere, NULL));
    check_text(out.at, expected);
    jd_text_free(&out);
}

static void screw_is_derived_with_the_axis_of_its_turn(void **state) {
    (void)state;
    static const Field fields[TYPE_FIELDS] = {{.name = "c", .unit = "m"}};
    check_derived("d.zi - c/(2*pi)*turn(z)", fields, false,
                  "lock d.zi - c/(2*pi)*turn(z)\n"
                  " vector form\n"
                  "  f   = d.zi - c*turn(z)/(2*pi)\n"
                  "  f'  = (vN - vM).zi + d.(wi x zi) - c*(wj - wi).ez/(2*pi)\n"
                  "  f'' = (aN - aM).zi + 2*(vN - vM).(wi x zi) + d.(wi' x zi) "
                  "+ d.(wi x (wi x zi)) - c*(wj' - wi').ez/(2*pi) "
                  "- c*(wj - wi).ez'/(2*pi)\n"
                  " where\n"
                  "  ez  = (zi - (zi.xj)*xj)/(1 - (zi.xj)^2)    is zi where zi.xj = 0\n"
                  "  k'  = (wi - wj).(zi x xj)    of k = zi.xj\n"
                  "  ez' = ((wi x zi) - k'*xj - (zi.xj)*(wj x xj) + 2*(zi.xj)*k'*ez)"
                  "/(1 - (zi.xj)^2)\n"
                  " wrench per unit multiplier\n"
                  "  Fi = -zi    at M\n"
                  "  Ci = zi x d + c*ez/(2*pi)    about M\n"
                  "  Qi = zi x d + c*ez/(2*pi) - GiM x zi    about the centre of mass Gi\n"
                  "  Fj = zi    at N\n"
                  "  Cj = -c*ez/(2*pi)    about N\n"
                  "  Qj = -c*ez/(2*pi) + GjN x zi    about the centre of mass Gj\n");
}

static void coupling_is_derived_with_its_two_frees(void **state) {
    (void)state;
    const JointType *gear = jd_joint_find("gear");
    check_derived(gear->locks[0], gear->fields, true,
                  "lock qi + ratio*qj\n"
                  " of the two frees\n"
                  "  f   = qi + ratio*qj\n"
                  "  f'  = qi' + ratio*qj'\n"
                  "  f'' = qi'' + ratio*qj''\n"
                  " effort per unit multiplier\n"
                  "  Qi = 1    on qi\n"
                  "  Qj = ratio    on qj\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vector_form_of_every_type_is_what_is_computed),
        cmocka_unit_test(vector_form_of_a_users_lock_is_what_is_computed),
        cmocka_unit_test(screw_is_derived_with_the_axis_of_its_turn),
        cmocka_unit_test(coupling_is_derived_with_its_two_frees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
