/* SPDX-License-Identifier: MIT
 *
 * derive prints what jd_lock_eval computes: its component form is read back by expr/ and evaluated
 * at random motions. The slider of seed 000 stands here as its equations (21)-(30) give it, with
 * the terms in theta'^2 that the paper drops. */
#include "joint/motion.h"

/* ---- Names of the component form ------------------------------------------------------------ */

typedef struct {
    const char *name;
    double value;
} Known;
enum { KNOWN = 40 };
typedef struct {
    Known at[KNOWN];
    int count;
} Knowns;

static bool find_known(const Scope *scope, const char *name, Value *value) {
    const Knowns *knowns = scope->data;
    for (int n = 0; n < knowns->count; n++) {
        if (strcmp(knowns->at[n].name, name)) continue;
        *value = (Value){.v = {knowns->at[n].value}, .count = 1, .plain = true};
        return true;
    }
    return false;
}

static void suggest_none(const Scope *scope, Nearest *nearest) {
    (void)scope, (void)nearest;
}

static void know(Knowns *knowns, const char *name, double value) {
    assert_true(knowns->count < KNOWN);
    knowns->at[knowns->count++] = (Known){name, value};
}

static Vec3 point_acceleration(const Mover *m, const Side *s) {
    const Vec3 turning = vec3_cross(m->alpha, s->arm);
    return vec3_add(vec3_add(m->a, turning), vec3_cross(m->w, vec3_cross(m->w, s->arm)));
}

static Knowns know_motion(const Mover *i, const Mover *j) {
    Knowns k = {.count = 0};
    const Side M = side_of(i), N = side_of(j);
    const Vec3 aM = point_acceleration(i, &M), aN = point_acceleration(j, &N);
    know(&k, "x_M", M.p.x), know(&k, "y_M", M.p.y), know(&k, "x_N", N.p.x), know(&k, "y_N", N.p.y);
    know(&k, "dx_M", M.v.x), know(&k, "dy_M", M.v.y);
    know(&k, "dx_N", N.v.x), know(&k, "dy_N", N.v.y);
    know(&k, "ddx_M", aM.x), know(&k, "ddy_M", aM.y), know(&k, "ddx_N", aN.x);
    know(&k, "ddy_N", aN.y);
    know(&k, "theta_i", atan2(M.axes.x.y, M.axes.x.x));
    know(&k, "theta_j", atan2(N.axes.x.y, N.axes.x.x));
    know(&k, "dtheta_i", i->w.z), know(&k, "dtheta_j", j->w.z);
    know(&k, "ddtheta_i", i->alpha.z), know(&k, "ddtheta_j", j->alpha.z);
    know(&k, "x_Gi", i->G.x), know(&k, "y_Gi", i->G.y);
    know(&k, "x_Gj", j->G.x), know(&k, "y_Gj", j->G.y);
    return k;
}

/* The value behind "  name = " in the component form. */
static double printed(const char *text, const char *name, const Knowns *knowns) {
    const char *part = strstr(text, "component form");
    assert_non_null(part);
    char head[16];
    snprintf(head, sizeof head, "\n  %-3s = ", name);
    const char *line = strstr(part, head);
    if (!line) fail_msg("no line for %s in\n%s", name, part);
    line += strlen(head);
    Arena arena = {0};
    JdLog *log = jd_log_new();
    const Source source = {"derive", line, strcspn(line, "\n")};
    const Expr *expr = jd_expr_parse(&source, &arena, log);
    const Scope scope = {find_known, suggest_none, knowns, &arena};
    const Value value = expr ? jd_expr_value(expr, &scope, log) : (Value){.count = 0};
    if (value.count != 1) {
        jd_log_print(log, stderr);
        fail_msg("cannot read %s", line);
    }
    jd_log_free(log);
    jd_arena_free(&arena);
    return value.v[0];
}

/* ---- Printed against computed --------------------------------------------------------------- */

static void check_printed(const char *text, const Field *fields) {
    double values[TYPE_FIELDS];
    for (int n = 0; n < TYPE_FIELDS; n++) values[n] = check_uniform(0.5, 2);
    Lock lock;
    Text out = {0};
    assert_true(jd_lock_parse(text, fields, values, nowhere, &lock, NULL));
    if (jd_lock_names_z(&lock) || lock.q[0] != 0) return;
    lock.about.twist = false; /* in the plane */
    assert_true(jd_lock_derive(text, fields, true, &out, nowhere, NULL));

    for (int trial = 0; trial < 20; trial++) {
        const Mover i = any_mover(true), j = any_mover(true);
        Knowns known = know_motion(&i, &j);
        for (int n = 0; n < jd_field_count(fields); n++) know(&known, fields[n].name, values[n]);
        const LockRow row = eval_at(&lock, &i, &j, 0);
        const double last = row_times(&row, i.a, i.alpha, j.a, j.alpha) + row.bias;
        /* theta_j - theta_i may have another number of whole turns. */
        const double off = printed(out.at, "f", &known) - row.f, turn = 2 * pi * lock.turn;
        check_near(turn != 0 ? remainder(off, turn) : off, 0, 1e-12, text);
        if (!lock.velocity) check_near(printed(out.at, "f'", &known), row.rate, 1e-12, text);
        check_near(printed(out.at, lock.velocity ? "f'" : "f''", &known), last, 1e-11, text);

        check_near(printed(out.at, "Fx_i", &known), row.force_i.x, 1e-13, text);
        check_near(printed(out.at, "Fy_i", &known), row.force_i.y, 1e-13, text);
        check_near(printed(out.at, "Fx_j", &known), row.force_j.x, 1e-13, text);
        check_near(printed(out.at, "Fy_j", &known), row.force_j.y, 1e-13, text);
        static const char *const names[] = {"Fx_i", "Fy_i", "Cz_i", "Fx_j", "Fy_j", "Cz_j"};
        for (int n = 0; n < 6; n++) know(&known, names[n], printed(out.at, names[n], &known));
        check_near(printed(out.at, "Q_i", &known), row.moment_i.z, 1e-12, text);
        check_near(printed(out.at, "Q_j", &known), row.moment_j.z, 1e-12, text);
    }
    jd_text_free(&out);
}

static void component_form_of_every_type_is_what_is_computed(void **state) {
    (void)state;
    check_seed(11);
    for (int n = 0; jd_joint_at(n); n++)
        for (int k = 0; jd_joint_at(n)->locks[k]; k++)
            check_printed(jd_joint_at(n)->locks[k], jd_joint_at(n)->fields);
}

static void component_form_of_a_users_lock_is_what_is_computed(void **state) {
    (void)state;
    check_seed(12);
    static const Field fields[TYPE_FIELDS] = {{.name = "a", .unit = "1"},
                                              {.name = "b", .unit = "m"}};
    static const char *const locks[] = {
        "d.(yi + yj)",
        "(a*d.xi - b*xi.xj)/(a + b)",
        "dot(d, yj) - sqrt(b)*yi.xj/2 + a^2/b",
        "(a + b)*d.d - (a - 2*b^2)*OM.xj + 0.25*ON.ON - a*b*3",
        "OM.ON - 3*xi.yj + d.x0 + ON.xi - OM.yj + xj.y0 - 2",
        "xi.xj - yi.xj + 2*yi.yj - yi.x0",
        "b*turn(z) - d.xi + 2*a",
        "vd.yj",
        "vM.xi - 2*vN.(xj - a*yi) + 0.1*vd.d/b + 3*vM.ON",
    };
    for (size_t n = 0; n < sizeof locks / sizeof *locks; n++) check_printed(locks[n], fields);
}

/* ---- The paper ------------------------------------------------------------------------------ */

static void check_derived(const char *lock, const Field *fields, bool planar,
                          const char *expected) {
    Text out = {0};
    assert_true(jd_lock_derive(lock, fields, planar, &out, nowhere, NULL));
    check_text(out.at, expected);
    jd_text_free(&out);
}

static void slider_of_seed_000_is_derived_as_the_paper_does(void **state) {
    (void)state;
    check_derived(
        "d.yi", NULL, true,
        "lock d.yi\n"
        " vector form\n"
        "  f   = d.yi\n"
        "  f'  = (vN - vM).yi + d.(wi x yi)\n"
        "  f'' = (aN - aM).yi + 2*(vN - vM).(wi x yi) + d.(wi' x yi) + d.(wi x (wi x yi))\n"
        " wrench per unit multiplier\n"
        "  Fi = -yi    at M\n"
        "  Ci = yi x d    about M\n"
        "  Qi = yi x d - GiM x yi    about the centre of mass Gi\n"
        "  Fj = yi    at N\n"
        "  Cj = 0    about N\n"
        "  Qj = GjN x yi    about the centre of mass Gj\n"
        " component form in the plane\n"
        "  f   = -(x_N - x_M)*sin(theta_i) + (y_N - y_M)*cos(theta_i)\n"
        "  f'  = -(dx_N - dx_M)*sin(theta_i) + (dy_N - dy_M)*cos(theta_i) "
        "- dtheta_i*((x_N - x_M)*cos(theta_i) + (y_N - y_M)*sin(theta_i))\n"
        "  f'' = -(ddx_N - ddx_M)*sin(theta_i) + (ddy_N - ddy_M)*cos(theta_i) "
        "- ddtheta_i*((x_N - x_M)*cos(theta_i) + (y_N - y_M)*sin(theta_i)) "
        "+ dtheta_i^2*((x_N - x_M)*sin(theta_i) - (y_N - y_M)*cos(theta_i)) "
        "- 2*dtheta_i*((dx_N - dx_M)*cos(theta_i) + (dy_N - dy_M)*sin(theta_i))\n"
        "  Fx_i = sin(theta_i)\n"
        "  Fy_i = -cos(theta_i)\n"
        "  Cz_i = -(x_N - x_M)*cos(theta_i) - (y_N - y_M)*sin(theta_i)\n"
        "  Fx_j = -sin(theta_i)\n"
        "  Fy_j = cos(theta_i)\n"
        "  Cz_j = 0\n"
        "  Q_i = Cz_i + (x_M - x_Gi)*Fy_i - (y_M - y_Gi)*Fx_i\n"
        "  Q_j = Cz_j + (x_N - x_Gj)*Fy_j - (y_N - y_Gj)*Fx_j\n");
}

/* The paper's equation (26) has the sign of the last term wrong for this lock. */
static void angle_between_axes_has_the_sign_of_the_appendix(void **state) {
    (void)state;
    Text out = {0};
    assert_true(jd_lock_derive("xi.yj", NULL, true, &out, nowhere, NULL));
    check_contains(out.at, "  f   = sin(theta_i - theta_j)\n");
    check_contains(out.at, "+ 2*dtheta_i*dtheta_j*sin(theta_i - theta_j)\n");
    jd_text_free(&out);
}

static void fields_stay_symbols(void **state) {
    (void)state;
    const JointType *rod = jd_joint_find("rod");
    check_derived(rod->locks[0], rod->fields, false,
                  "lock (d.d - length^2)/(2*length)\n"
                  " vector form\n"
                  "  f   = d.d/(2*length) - length/2\n"
                  "  f'  = d.(vN - vM)/length\n"
                  "  f'' = d.(aN - aM)/length + (vN - vM).(vN - vM)/length\n"
                  " wrench per unit multiplier\n"
                  "  Fi = -d/length    at M\n"
                  "  Ci = 0    about M\n"
                  "  Qi = -GiM x d/length    about the centre of mass Gi\n"
                  "  Fj = d/length    at N\n"
                  "  Cj = 0    about N\n"
                  "  Qj = GjN x d/length    about the centre of mass Gj\n");
}

static void lock_on_velocities_has_no_second_derivative(void **state) {
    (void)state;
    Text out = {0};
    assert_true(jd_lock_derive("vd.yj", NULL, true, &out, nowhere, NULL));
    check_contains(
        out.at, "  f   = vd.yj\n"
                "  f'  = (aN - aM - wi' x d - wi x (vN - vM)).yj + (vN - vM - wi x d).(wj x yj)\n");
    assert_null(strstr(out.at, "f''"));
    jd_text_free(&out);
}

static void a_mistake_in_the_lock_is_reported(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    Text out = {0};
    assert_false(jd_lock_derive("d.d/0", NULL, true, &out, nowhere, log));
    check_text(jd_log_message(log, 0).code, "lock-divides-by-zero");
    assert_int_equal(jd_log_count(log), 1);
    jd_text_free(&out);
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(component_form_of_every_type_is_what_is_computed),
        cmocka_unit_test(component_form_of_a_users_lock_is_what_is_computed),
        cmocka_unit_test(slider_of_seed_000_is_derived_as_the_paper_does),
        cmocka_unit_test(angle_between_axes_has_the_sign_of_the_appendix),
        cmocka_unit_test(fields_stay_symbols),
        cmocka_unit_test(lock_on_velocities_has_no_second_derivative),
        cmocka_unit_test(a_mistake_in_the_lock_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
