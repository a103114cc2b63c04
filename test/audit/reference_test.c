/* SPDX-License-Identifier: MIT
 *
 * The integrator that the audit trusts, on its own: locks against differences, motions against
 * closed forms, energies; and the audit sees errors that are there. */
#include "check.h"
#include "audit/found.h"
#include "audit/generate.h"

static Subject subject;

/* A body on a joint of some kind, on a ground or on another body that moves too. */
static Mechanism pair(JointKind kind, bool planar) {
    Mechanism m = {.planar = planar, .bodies = 3, .joints = 1, .until = 1};
    for (int b = 1; b < 3; b++) {
        m.body[b] = (MechBody){
            .at = {0.3 * b, 0.2, planar ? 0 : -0.1 * b}, .mass = b, .inertia = {0.2, 0.3, 0.4}};
        m.body[b].angle = 0.4 * b;
        m.body[b].attitude = quat4_unit((Quat4){1, 0.2 * b, -0.3, 0.1});
    }
    const V3 axis = planar ? v3(0.6, 0.8, 0) : v3_unit(v3(1, 2, -1));
    const V3 second = planar ? v3(-0.8, 0.6, 0) : v3_unit(v3_cross(axis, v3(1, 0, 0)));
    m.joint[0] = (MechJoint){.kind = kind,
                             .i = 1,
                             .j = 2,
                             .m = {0.1, 0.5, planar ? 0 : 0.2},
                             .axis = axis,
                             .second = second,
                             .field = 0.3};
    if (kind == ROLLING_DISC)
        m.joint[0].turned = true, m.joint[0].axis_j = second, m.joint[0].second_j = axis;
    m.joint[0].n = v3_add(m.joint[0].m, v3(0.2, 0.3, planar ? 0 : 0.1));
    return m;
}

/* A turn about a fixed axis of the body, of any size. */
static void turn_body(const double by[6], double at[7]) {
    const V3 w = v3(by[3], by[4], by[5]);
    const Quat4 q =
        quat4_times((Quat4){at[3], at[4], at[5], at[6]}, quat4_about(v3_unit(w), v3_size(w)));
    for (int k = 0; k < 3; k++) at[k] += by[k];
    at[3] = q.w;
    at[4] = q.x;
    at[5] = q.y;
    at[6] = q.z;
}

/* The values of all rows along a motion with constant velocities (angular ones along the bodies'
 * own axes). */
static void rows_along(Dense *d, const double start[], double time, double value[], double rate[]) {
    double y[STATE_MAX], by[VELOCITIES_MAX];
    memcpy(y, start, sizeof y);
    for (int k = 0; k < d->velocities; k++) by[k] = time * start[d->positions + k];
    if (d->m->planar) audit_dense_move(d, by, y);
    for (int b = 0; b < d->moving && !d->m->planar; b++) turn_body(by + 6 * b, y + 7 * b);
    audit_dense_place(d, 0, y);
    for (int r = 0; r < d->rows; r++) value[r] = d->row[r].lock.is.f, rate[r] = d->row[r].lock.is.d;
}

static void check_kind(JointKind kind, bool planar) {
    static Dense d;
    const Mechanism m = pair(kind, planar);
    double y[STATE_MAX], low[ROWS_MAX], high[ROWS_MAX], low_rate[ROWS_MAX], high_rate[ROWS_MAX];
    const double h = 1e-4;
    Chance chance = chance_of(5, kind);
    audit_dense_init(&d, &m);
    audit_dense_start(&d, y);
    for (int k = 0; k < d.velocities; k++) y[d.positions + k] = uniform(&chance, -1, 1);
    /* Away from the drawing, where much is zero. */
    double by[VELOCITIES_MAX];
    for (int k = 0; k < d.velocities; k++) by[k] = uniform(&chance, -0.2, 0.2);
    audit_dense_move(&d, by, y);
    rows_along(&d, y, -h, low, low_rate);
    rows_along(&d, y, h, high, high_rate);
    audit_dense_place(&d, 0, y);
    double v[VELOCITIES_MAX];
    for (int b = 1; b < m.bodies; b++)
        for (int k = 0; k < (planar ? 3 : 6); k++)
            v[(planar ? 3 : 6) * (b - 1) + k] = planar && k == 2 ? d.w[b].z
                                                : k < 3          ? v3_part(d.v[b], k)
                                                                 : v3_part(d.w[b], k - 3);
    for (int r = 0; r < d.rows; r++) {
        const LockRow *lock = &d.row[r].lock;
        double sum = 0;
        for (int k = 0; k < d.velocities; k++) sum += d.row[r].by[k] * v[k];
        check_near(sum, lock->is.d, 1e-12, audit_joint_name(kind));
        if (!lock->velocity)
            check_near(lock->is.d, (high[r] - low[r]) / (2 * h), 1e-6, audit_joint_name(kind));
        check_near(lock->is.a, (high_rate[r] - low_rate[r]) / (2 * h), 1e-6,
                   audit_joint_name(kind));
    }
}

static void rates_and_biases_of_all_locks_are_differences(void **state) {
    static const JointKind plane[] = {REVOLUTE, PRISMATIC,     PARALLEL,   FIXED, PIN_IN_SLOT,
                                      ROD,      WHEEL_ON_RAIL, KNIFE_EDGE, MIRROR};
    (void)state;
    for (size_t k = 0; k < sizeof plane / sizeof plane[0]; k++) check_kind(plane[k], true);
    for (int k = 0; k < GEAR; k++) check_kind((JointKind)k, false);
}

/* sin(half the amplitude) as the modulus; the period by the mean of Gauss. */
static void pendulum_has_the_period_of_gauss(void **state) {
    static Course c;
    const double amplitude = 2, length = 0.7, g = 9.81, mass = 1.3, inertia = 0.2;
    double a = 1, b = cos(amplitude / 2);
    while (fabs(a - b) > 1e-15) {
        const double mean = (a + b) / 2;
        b = sqrt(a * b);
        a = mean;
    }
    const double period =
        2 * AUDIT_PI / a * sqrt((inertia + mass * length * length) / (mass * g * length));
    (void)state;
    Mechanism m = {
        .planar = true, .bodies = 2, .joints = 1, .gravity = {0, -g, 0}, .until = period};
    m.body[1] = (MechBody){.at = {length * sin(amplitude), -length * cos(amplitude), 0},
                           .mass = mass,
                           .inertia = {0, 0, inertia}};
    m.joint[0] = (MechJoint){.kind = REVOLUTE, .j = 1, .axis = {1, 0, 0}, .second = {0, 1, 0}};
    audit_course_start(&c, &m, 2);
    assert_true(audit_course_to(&c, period / 4));
    check_near(c.y[2], -amplitude, 1e-11, "a quarter of a period later it hangs");
    check_near(c.y[5],
               -2 * sqrt(mass * g * length / (inertia + mass * length * length)) *
                   sin(amplitude / 2),
               1e-11, "with the speed that energy gives");
    assert_true(audit_course_to(&c, period));
    check_near(c.y[2], 0, 1e-10, "and comes back");
}

static void symmetric_body_nods_in_circles(void **state) {
    static Course c;
    const double i = 0.7, axial = 0.3, spin = 3, across = 2, until = 5;
    (void)state;
    Mechanism m = {.bodies = 2, .until = until};
    m.body[1] = (MechBody){
        .attitude = {1, 0, 0, 0}, .mass = 1, .inertia = {i, i, axial}, .w = {across, 0, spin}};
    audit_course_start(&c, &m, 0);
    assert_true(audit_course_to(&c, until));
    const double angle = (axial - i) / i * spin * until;
    check_near(c.d.own_w[1].x, across * cos(angle), 1e-10, "angular velocity along its own x");
    check_near(c.d.own_w[1].y, across * sin(angle), 1e-10, "along its own y");
    /* The angular momentum stays. */
    const V3 own = c.d.own_w[1],
             l = turn_out(&c.d.turn[1], v3(i * own.x, i * own.y, axial * own.z));
    check_near(l.x, i * across, 1e-10, "angular momentum about x");
    check_near(l.z, axial * spin, 1e-10, "angular momentum about z");
}

static bool conserves(const Mechanism *m) {
    for (int k = 0; k < m->forces; k++)
        if ((m->force[k].kind != SPRING_DAMPER && m->force[k].kind != FREE_SPRING) ||
            m->force[k].damping != 0)
            return false;
    return m->drives == 0;
}

static void energy_stays_where_nothing_gives_or_takes(void **state) {
    static Channels channels;
    static Reference r;
    int tried = 0;
    (void)state;
    for (long n = 0; n < check_fewer(60); n++) {
        audit_generate(4, n, &subject);
        if (!conserves(&subject.m)) continue;
        audit_channels(&subject, &channels);
        assert_true(audit_reference(&subject, &channels, &r));
        for (int row = 1; row < r.record.rows; row++)
            check_relative(r.record.value[row][channels.count - 1] / r.unit[ENERGY],
                           r.record.value[0][channels.count - 1] / r.unit[ENERGY], 1e-8,
                           subject.m.name);
        tried++;
    }
    assert_true(tried >= check_fewer(10));
}

static char letter_with(double mass) {
    static Channels channels;
    static Reference r;
    static Verdict v;
    static Subject other;
    audit_channels(&subject, &channels);
    assert_true(audit_reference(&subject, &channels, &r));
    other = subject;
    other.m.body[1].mass *= mass;
    audit_judge(&other, &channels, &r, &audit_ways[0], &v);
    return v.letter;
}

/* A number on both sides of which the audit must say what is so. */
static void small_error_of_a_mass_is_seen(void **state) {
    (void)state;
    for (long n = 0;; n++) { /* the first four-bar that falls */
        audit_generate(4, n, &subject);
        if (!strcmp(subject.m.name, "four-bar") && v3_size(subject.m.gravity) > 0) break;
    }
    assert_int_equal(letter_with(1), '.');
    assert_int_equal(letter_with(1 + 1e-4), 'D');
}

static void finding_is_made_smaller_and_stays_one(void **state) {
    static Subject smaller;
    static Channels channels;
    static Reference r;
    static Verdict v;
    (void)state;
    /* A body that falls beside another one is what any finding about nothing comes down to: a
     * letter that all have. */
    for (long n = 0;; n++) {
        audit_generate(4, n, &subject);
        if (subject.m.bodies > 4 && subject.m.forces > 0) break;
    }
    audit_channels(&subject, &channels);
    assert_true(audit_reference(&subject, &channels, &r));
    audit_judge(&subject, &channels, &r, &audit_ways[0], &v);
    v.most.share = 0;
    audit_minimise(&subject, &audit_ways[0], &v, 5, &smaller);
    assert_true(smaller.m.bodies < subject.m.bodies);
    audit_channels(&smaller, &channels);
    assert_true(audit_reference(&smaller, &channels, &r));
    const char letter = v.letter;
    audit_judge(&smaller, &channels, &r, &audit_ways[0], &v);
    assert_int_equal(v.letter, letter);
}

/* All that is drawn in words, so that no byte between the members counts: the text, the joints that
 * only the reference is told among them, and the rows that are asked for. */
static const char *words_of(const Subject *s, char *out, size_t room) {
    static Mechanism all;
    all = s->m;
    for (int k = 0; k < all.joints; k++) all.joint[k].said = SAID_TO_BOTH;
    size_t length = audit_text(&all, &s->starts, out, room);
    for (int k = 0; k < s->m.joints; k++)
        length += (size_t)snprintf(out + length, room - length, "# %d", (int)s->m.joint[k].said);
    for (int k = 0; k < s->m.instants; k++)
        length += (size_t)snprintf(out + length, room - length, "# row at %.17g, %d",
                                   s->m.instant[k].time, s->m.instant[k].switching);
    assert_true(length < room - 1);
    return out;
}

static void same_number_is_the_same_mechanism(void **state) {
    static Subject again;
    static char one[1 << 18], other[sizeof one];
    (void)state;
    for (long n = 0; n < check_fewer(20); n++) {
        audit_generate(7, n, &subject);
        audit_generate(7, n, &again);
        assert_string_equal(words_of(&subject, one, sizeof one),
                            words_of(&again, other, sizeof other));
        audit_generate(7, n + 1, &again);
        assert_string_not_equal(one, words_of(&again, other, sizeof other));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_and_biases_of_all_locks_are_differences),
        cmocka_unit_test(pendulum_has_the_period_of_gauss),
        cmocka_unit_test(symmetric_body_nods_in_circles),
        cmocka_unit_test(energy_stays_where_nothing_gives_or_takes),
        cmocka_unit_test(small_error_of_a_mass_is_seen),
        cmocka_unit_test(finding_is_made_smaller_and_stays_one),
        cmocka_unit_test(same_number_is_the_same_mechanism),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
