/* SPDX-License-Identifier: MIT
 *
 * Every force type keeps the same contract: it says what it is, its numbers are finite wherever the
 * bodies are, and the power of its conservative part is what its energy loses. */
#include "force/force.h"
#include "joint/motion.h"

enum { TRIALS = 200, VALUES = 3 * TYPE_FIELDS };

typedef struct {
    const ForceType *type;
    bool planar;
    double fields[VALUES];
    Mover i, j;
    double position, rate;
    bool frozen; /* a state that it brings along stays what it is */
} Trial;

/* In the plane a vector has no third number, and a vector of turns no other. */
static void flatten(Trial *t) {
    int at = 0;
    for (int n = 0; n < jd_field_count(t->type->fields); n++) {
        const Field *field = &t->type->fields[n];
        if (field->count == 3 && field->about) t->fields[at] = t->fields[at + 1] = 0;
        if (field->count == 3 && !field->about) t->fields[at + 2] = 0;
        at += jd_field_width(field);
    }
}

/* Where the values of a field stand. */
static int place_of(const ForceType *type, int number) {
    int at = 0;
    for (int n = 0; n < number; n++) at += jd_field_width(&type->fields[n]);
    return at;
}

static void set_fields(Trial *t, const char *part, double value) {
    for (int n = 0; n < jd_field_count(t->type->fields); n++)
        for (int c = 0; c < jd_field_width(&t->type->fields[n]); c++)
            if (strstr(t->type->fields[n].name, part)) t->fields[place_of(t->type, n) + c] = value;
}

static Trial make_trial(const ForceType *type, bool planar) {
    Trial t = {.type = type, .planar = planar, .i = any_mover(planar), .j = any_mover(planar)};
    for (int n = 0; n < VALUES; n++) t.fields[n] = check_uniform(0.1, 3);
    t.position = check_uniform(-3, 3);
    t.rate = check_uniform(-3, 3);
    if (planar) flatten(&t);
    return t;
}

/* The angle of j against i, as continuous as the motion is. */
static double turned_by(const Trial *t, const Side *i, const Side *j, double near) {
    const Axes seen = jd_axes_relative(&i->axes, &j->axes);
    const double angle = atan2(seen.x.y, seen.x.x);
    return t->planar ? jd_counted(angle, near) : 0;
}

/* What the force is a time h later on the same motion. */
static ForceOutput eval_later(const Trial *t, double h) {
    const Mover i = moved(t->i, h), j = moved(t->j, h);
    const Side i0 = side_of(&t->i), j0 = side_of(&t->j);
    const double now = turned_by(t, &i0, &j0, 0);
    double fields[VALUES];
    memcpy(fields, t->fields, sizeof fields);
    ForceInput in = {i0, j0, t->position, t->rate, fields, unit_axes, t->planar, now};
    ForceOutput out;
    memset(&out, 0x55, sizeof out); /* a type sets all of it */
    t->type->eval(&in, &out);
    if (h == 0) return out;
    if (t->type->state.number && !t->frozen)
        fields[place_of(t->type, t->type->state.number - 1)] += h * out.inner_rate;
    in.i = side_of(&i), in.j = side_of(&j);
    in.position += h * t->rate;
    in.turned = turned_by(t, &in.i, &in.j, now);
    t->type->eval(&in, &out);
    return out;
}

static double power_of(const Trial *t, const ForceOutput *out) {
    const Side i = side_of(&t->i), j = side_of(&t->j);
    const double on_j = vec3_dot(out->force, j.v) + vec3_dot(out->torque, j.w);
    const Vec3 arm = t->type->at_n ? vec3_sub(j.p, i.p) : vec3(0, 0, 0);
    const Vec3 torque = vec3_add(out->torque, vec3_cross(arm, out->force));
    const double on_i = vec3_dot(out->force, i.v) + vec3_dot(torque, i.w);
    if (t->type->target == FORCE_ON_FREE) return out->effort * t->rate;
    return t->type->target == FORCE_ON_BODY ? on_j : on_j - on_i;
}

static bool all_finite(const ForceOutput *out) {
    return isfinite(vec3_norm(out->force)) && isfinite(vec3_norm(out->torque)) &&
           isfinite(out->effort) && isfinite(out->energy) && isfinite(out->conservative) &&
           isfinite(out->length) && isfinite(out->dissipated) && isfinite(out->inner_rate);
}

typedef void CheckTrial(Trial *t);

static void for_all_trials(CheckTrial *check) {
    check_seed(21);
    for (int n = 0; jd_force_at(n); n++)
        for (int planar = 0; planar < 2; planar++)
            for (int trial = 0; trial < TRIALS; trial++) {
                Trial t = make_trial(jd_force_at(n), planar);
                check(&t);
            }
}

/* ---- Energy --------------------------------------------------------------------------------- */

static void check_energy(Trial *t) {
    /* Close to zero length the energy has a kink and differences say nothing. */
    if (eval_later(t, 0).length < 0.05 && t->type->has_length) return;
    const double h = 1e-4;
    const double near = eval_later(t, h).energy - eval_later(t, -h).energy;
    const double far = eval_later(t, 2 * h).energy - eval_later(t, -2 * h).energy;
    const double loss = -(8 * near - far) / (12 * h);
    check_near(eval_later(t, 0).conservative, loss, 1e-8, t->type->name);
}

static void conservative_power_is_what_the_energy_loses(void **state) {
    (void)state;
    for_all_trials(check_energy);
}

/* A type that stores energy: without damping its whole power is conservative, with it some is lost.
 */
static void check_power(Trial *t) {
    if (eval_later(t, 0).energy == 0) return;
    ForceOutput out = eval_later(t, 0);
    const double damped = power_of(t, &out);
    assert_true(damped <= out.conservative + 1e-12);
    if (t->type->state.number) return; /* its damper is never stiff: see below */
    set_fields(t, "damping", 0);
    out = eval_later(t, 0);
    check_near(power_of(t, &out), out.conservative, 1e-12, t->type->name);
}

static void damping_only_takes_power(void **state) {
    (void)state;
    for_all_trials(check_power);
}

/* An expression may read the energy of the mechanism, which is known when all forces that have a
 * part in it are: such a type has no field by an expression. */
static void check_store(Trial *t) {
    if (eval_later(t, 0).energy == 0) return;
    for (int n = 0; n < jd_field_count(t->type->fields); n++)
        assert_false(t->type->fields[n].runtime);
}

static void what_stores_reads_no_energy(void **state) {
    (void)state;
    for_all_trials(check_store);
}

/* Force and torque are minus the gradient of the energy: with states frozen and nothing damped, the
 * power along any motion is what the energy loses. */
static void check_gradient(Trial *t) {
    ForceOutput out = eval_later(t, 0);
    if (out.energy == 0 || (out.length < 0.05 && t->type->has_length)) return;
    t->frozen = true;
    if (!t->type->state.number) set_fields(t, "damping", 0);
    out = eval_later(t, 0);
    const double h = 1e-4;
    const double near = eval_later(t, h).energy - eval_later(t, -h).energy;
    const double far = eval_later(t, 2 * h).energy - eval_later(t, -2 * h).energy;
    check_near(power_of(t, &out), -(8 * near - far) / (12 * h), 1e-8, t->type->name);
}

static void forces_are_minus_the_gradient_of_their_energy(void **state) {
    (void)state;
    for_all_trials(check_gradient);
}

/* What an element without a source of its own gives to the bodies, its energy loses, but for what
 * becomes heat; that is never negative. */
static void check_balance(Trial *t) {
    ForceOutput out = eval_later(t, 0);
    assert_true(out.dissipated >= 0);
    if (out.energy == 0 && out.dissipated == 0) return; /* a source */
    set_fields(t, "wind", 0);
    out = eval_later(t, 0);
    check_near(power_of(t, &out), out.conservative - out.dissipated, 1e-12, t->type->name);
}

static void power_is_what_energy_loses_but_for_the_heat(void **state) {
    (void)state;
    for_all_trials(check_balance);
}

/* Forces and moments on both bodies add up to nothing: what acts on i at M is along the line to N,
 * or is moved there. */
static void check_sum(Trial *t) {
    const ForceOutput out = eval_later(t, 0);
    if (t->type->target != FORCE_BETWEEN || t->type->at_n) return;
    const Vec3 d = vec3_sub(side_of(&t->j).p, side_of(&t->i).p);
    const double most = vec3_norm(d) * vec3_norm(out.force);
    check_near(vec3_norm(vec3_cross(d, out.force)), 0, 1e-14 * most, t->type->name);
}

static void wrenches_add_up_to_nothing(void **state) {
    (void)state;
    for_all_trials(check_sum);
}

/* What spans two points knows no first and second. */
static void check_swap(Trial *t) {
    if (!t->type->spans) return;
    const ForceOutput before = eval_later(t, 0);
    const double first = t->fields[1];
    const Mover i = t->i;
    t->i = t->j, t->j = i;
    if (t->type->fields[1].body_mass) t->fields[1] = t->fields[2], t->fields[2] = first;
    const ForceOutput after = eval_later(t, 0);
    check_near(vec3_norm(vec3_add(before.force, after.force)), 0, 1e-14 * vec3_norm(before.force),
               t->type->name);
    check_near(after.energy, before.energy, 1e-14 * fabs(before.energy), t->type->name);
}

static void sides_of_a_line_may_be_swapped(void **state) {
    (void)state;
    for_all_trials(check_swap);
}

/* ---- Everywhere ----------------------------------------------------------------------------- */

static void check_zero_length(Trial *t) {
    const ForceOutput anywhere = eval_later(t, 0);
    assert_true(all_finite(&anywhere));
    const Side i = side_of(&t->i);
    t->j.G = vec3_sub(i.p, out_of(t->j.R, t->j.arm));
    for (double gap = 1; gap > 1e-320; gap *= 1e-20) {
        Side j = side_of(&t->j);
        j.p = vec3_add(i.p, vec3(gap < 1e-300 ? 0 : gap, 0, 0));
        const ForceInput in = {i, j, 0, 0, t->fields, unit_axes, t->planar, 0};
        ForceOutput out;
        t->type->eval(&in, &out);
        assert_true(all_finite(&out));
    }
}

static void numbers_are_finite_where_the_points_meet(void **state) {
    (void)state;
    for_all_trials(check_zero_length);
}

static void check_plane(Trial *t) {
    if (!t->planar) return;
    t->fields[2] = 0; /* a vector in the plane has no third number */
    const ForceOutput out = eval_later(t, 0);
    check_near(t->type->has_length ? 0 : out.force.z * (t->type->target == FORCE_ON_BODY), 0, 0,
               t->type->name);
    check_near(out.torque.x, 0, 0, t->type->name);
    check_near(out.torque.y, 0, 0, t->type->name);
}

static void the_plane_is_not_left(void **state) {
    (void)state;
    for_all_trials(check_plane);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void every_type_says_what_it_is(void **state) {
    (void)state;
    for (int n = 0; jd_force_at(n); n++) {
        const ForceType *type = jd_force_at(n);
        Unit unit;
        assert_non_null(type->summary);
        assert_non_null(type->glyph);
        assert_non_null(type->eval);
        assert_ptr_equal(jd_force_find(type->name), type);
        assert_true(jd_field_count(type->fields) > 0);
        for (int k = 0; k < jd_field_count(type->fields); k++) {
            const Field *field = &type->fields[k];
            assert_non_null(field->summary);
            assert_true(jd_unit_parse(field->unit, &unit));
            if (field->turn_unit) assert_true(jd_unit_parse(field->turn_unit, &unit));
            if (field->turn_unit) assert_int_equal(type->target, FORCE_ON_FREE);
        }
        for (int m = 0; m < n; m++)
            assert_false(type->aliases && jd_word_in_list(jd_force_at(m)->name, type->aliases));
    }
}

/* What says that it is a spring and damper on a free is linear: a bond graph has C and R of it. */
static void check_linear(Trial *t) {
    const ForceType *type = t->type;
    if (type->target != FORCE_ON_FREE || !type->stiffness || !type->damping) return;
    const double k = t->fields[place_of(type, type->stiffness - 1)],
                 c = t->fields[place_of(type, type->damping - 1)];
    const double here = eval_later(t, 0).effort;
    t->position += 0.25, t->rate -= 0.5;
    check_near(eval_later(t, 0).effort - here, -0.25 * k + 0.5 * c, 1e-10, type->name);
}

static void springs_on_frees_are_linear(void **state) {
    (void)state;
    for_all_trials(check_linear);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_says_what_it_is),
        cmocka_unit_test(conservative_power_is_what_the_energy_loses),
        cmocka_unit_test(damping_only_takes_power),
        cmocka_unit_test(what_stores_reads_no_energy),
        cmocka_unit_test(forces_are_minus_the_gradient_of_their_energy),
        cmocka_unit_test(power_is_what_energy_loses_but_for_the_heat),
        cmocka_unit_test(wrenches_add_up_to_nothing),
        cmocka_unit_test(sides_of_a_line_may_be_swapped),
        cmocka_unit_test(numbers_are_finite_where_the_points_meet),
        cmocka_unit_test(the_plane_is_not_left),
        cmocka_unit_test(springs_on_frees_are_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
