/* SPDX-License-Identifier: MIT
 *
 * One million attitudes, each written as a quaternion, as a rotation vector and as the angles of a
 * sequence of three turns, and made again from them. A third of them are close to half a turn, a
 * third close to a singular middle angle. */
#include "attitudes.h"

enum { TRIPS = 1000000 };

static double worst(double a, double b) {
    return b > a || isnan(b) ? b : a;
}

/* The middle angle is close to where the first and the last axis are in line. */
static Axes random_singular(const AxisName *sequence) {
    const bool euler = sequence[0] == sequence[2];
    const double line = euler                ? (check_random() & 1 ? 0 : pi)
                        : check_random() & 1 ? pi / 2
                                             : -pi / 2;
    const double angles[3] = {check_uniform(-pi, pi), line + random_small(),
                              check_uniform(-pi, pi)};
    return jd_axes_sequence(sequence, 3, angles);
}

static Axes random_attitude(int n, const AxisName *sequence) {
    return n % 3 == 0 ? random_axes() : n % 3 == 1 ? random_half_turn() : random_singular(sequence);
}

static bool angles_in_range(const AxisName *sequence, const double *angles) {
    const bool euler = sequence[0] == sequence[2];
    return angles[0] > -pi && angles[0] <= pi && angles[2] > -pi && angles[2] <= pi &&
           angles[1] >= (euler ? 0 : -pi / 2) && angles[1] <= (euler ? pi : pi / 2);
}

static void a_million_attitudes_come_back(void **state) {
    (void)state;
    check_seed(3);
    double quaternion = 0, length = 0, vector = 0, angle = 0, most = 0, way = 0;
    for (int n = 0; n < check_fewer(TRIPS); n++) {
        const AxisName *sequence = attitude_sequences[n / 3 % 12];
        const Axes a = random_attitude(n, sequence);

        const Quat q = jd_quat_from_axes(&a);
        const Axes from_q = jd_quat_axes(q);
        quaternion = worst(quaternion, axes_distance(&from_q, &a));
        length = worst(length, fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1));
        assert_true(q.w >= 0);

        const Vec3 v = jd_axes_to_vector(&a);
        const Axes from_v = jd_axes_from_vector(v), by_q = jd_quat_axes(jd_quat_turn(v));
        vector = worst(vector, axes_distance(&from_v, &a));
        way = worst(way, axes_distance(&from_v, &by_q));
        most = worst(most, vec3_norm(v));

        double angles[3];
        jd_axes_angles(&a, sequence, 3, angles);
        const Axes from_angles = jd_axes_sequence(sequence, 3, angles);
        angle = worst(angle, axes_distance(&from_angles, &a));
        assert_true(angles_in_range(sequence, angles));
    }
    check_near(quaternion, 0, 2e-15, "matrix -> quaternion -> matrix");
    check_near(length, 0, 1e-15, "the quaternion has length 1");
    check_near(vector, 0, 2e-15, "matrix -> rotation vector -> matrix");
    check_near(way, 0, 2e-15, "a rotation vector makes the same matrix and quaternion");
    check_near(fmax(most, pi), pi, 1e-15, "no rotation vector is longer than pi");
    check_near(angle, 0, 3e-15, "matrix -> angles -> matrix");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_million_attitudes_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
