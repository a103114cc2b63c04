/* SPDX-License-Identifier: MIT
 *
 * Every joint type keeps the same contract; a new type is tested by being listed. Types that a user
 * could write are held to it as well. */
#include "joint/motion.h"

enum { TRIALS = 200, TYPES = 32 };

static const JointType user_types[] = {
    {.name = "offset-slot", .locks = {"d.yi - 0.2"}, .frees = {TURN(Z)}},
    {.name = "bisecting", .locks = {"d.(yi + yj)"}},
    {.name = "scaled",
     .fields = {{.name = "a", .unit = "1"}, {.name = "b", .unit = "m"}},
     .locks = {"(a*d.xi - b*xi.xj)/(a + b)", "dot(d, yj) - sqrt(b)*yi.xj/2"}},
    {.name = "ground-fixed", .locks = {"OM.x0 - 2*ON.y0 + 0.1", "(ON - 0.5*OM).yi"}},
    {.name = "long", .locks = {"d.d + OM.ON - 3*xi.yj + d.x0 + ON.xi - OM.yj + xj.y0 - 2"}},
    {.name = "rolling", .locks = {"vd.yj", "vM.xi - 2*vN.(xj - 3*yi) + 0.1*vd.d"}},
    {.name = "ball-and-more", .locks = {"d.x0", "d.y0", "d.z0", "zi.zj - 0.5"}},
};

static int all_types(const JointType *types[TYPES]) {
    int count = 0;
    for (int n = 0; jd_joint_at(n); n++) types[count++] = jd_joint_at(n);
    for (size_t n = 0; n < sizeof user_types / sizeof *user_types; n++)
        types[count++] = &user_types[n];
    return count;
}

/* One trial: a type in plane or space, its locks with random fields, and two bodies. */
typedef struct {
    const JointType *type;
    bool planar, placed; /* placed: j stands against i by the type's free motions */
    double values[TYPE_FIELDS];
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    int count, frees, dims;
    Mover i, j;
} Trial;

static Trial make_trial(const JointType *type, bool planar) {
    Trial t = {.type = type, .planar = planar, .dims = planar ? 3 : 6};
    for (int n = 0; n < TYPE_FIELDS; n++) t.values[n] = check_uniform(0.5, 2);
    JdLog *log = jd_log_new();
    t.count = jd_joint_locks(type, planar, t.values, t.locks, t.texts, nowhere, log);
    if (jd_log_count(log)) jd_log_print(log, stderr);
    jd_log_free(log);
    assert_true(t.count > 0);

    const FreeDef *frees[JOINT_FREES];
    t.frees = jd_joint_frees(type, planar, frees);
    t.placed = t.count + t.frees == t.dims;
    t.i = any_mover(planar);
    t.j = any_mover(planar);
    double q[JOINT_FREES];
    for (int n = 0; n < t.frees; n++) q[n] = check_uniform(0.1, 1) * (check_random() & 1 ? 1 : -1);
    if (t.placed) place_by_frees(frees, t.frees, q, &t.i, &t.j);
    return t;
}

typedef void CheckTrial(const Trial *t);

/* A planar-only type has no trial in space. */
static void for_all_trials(CheckTrial *check) {
    const JointType *types[TYPES];
    const int count = all_types(types);
    check_seed(7);
    for (int n = 0; n < count; n++)
        for (int planar = 0; planar < 2; planar++)
            for (int trial = 0; trial < TRIALS; trial++) {
                if (!planar && types[n]->planar_only) continue;
                const Trial t = make_trial(types[n], planar);
                check(&t);
            }
}

/* ---- Freedoms ------------------------------------------------------------------------------- */

static void locks_and_frees_fill_the_space(void **state) {
    (void)state;
    for (int n = 0; jd_joint_at(n); n++)
        for (int planar = 0; planar < 2; planar++) {
            const JointType *type = jd_joint_at(n);
            if (!planar && type->planar_only) continue;
            const Trial t = make_trial(type, planar);
            /* Types without an explicit form have no frees. */
            if (t.frees > 0 || t.count == t.dims) assert_int_equal(t.count + t.frees, t.dims);
        }
}

static void check_holds(const Trial *t) {
    /* A lock with an offset holds elsewhere than where the frames coincide. */
    for (int n = 0; t->placed && n < t->count; n++) {
        if (t->locks[n].constant != 0) continue;
        const LockRow row = eval_at(&t->locks[n], &t->i, &t->j, 0);
        check_near(row.f, 0, 1e-13, t->texts[n]);
    }
}

static void locks_hold_on_free_motion(void **state) {
    (void)state;
    for_all_trials(check_holds);
}

/* ---- Derivatives ---------------------------------------------------------------------------- */

static void check_jacobian(const Trial *t) {
    for (int n = 0; n < t->count; n++) {
        const Lock *lock = &t->locks[n];
        const LockRow row = eval_at(lock, &t->i, &t->j, 0);
        double numbers[ROW_LENGTH];
        row_numbers(&row, numbers);
        for (int k = 0; k < ROW_LENGTH; k++) {
            Mover i = t->i, j = t->j;
            Mover *m = k < 6 ? &i : &j;
            double *parts[6] = {&m->v.x, &m->v.y, &m->v.z, &m->w.x, &m->w.y, &m->w.z};
            if (lock->velocity) {
                *parts[k % 6] += 1;
                check_near(numbers[k], eval_at(lock, &i, &j, 0).f - row.f, 1e-12, t->texts[n]);
                continue;
            }
            i.v = i.w = i.a = i.alpha = j.v = j.w = j.a = j.alpha = vec3(0, 0, 0);
            *parts[k % 6] = 1;
            const double h = 1e-4;
            const double far = eval_at(lock, &i, &j, 2 * h).f - eval_at(lock, &i, &j, -2 * h).f;
            const double near = eval_at(lock, &i, &j, h).f - eval_at(lock, &i, &j, -h).f;
            check_near(numbers[k], (8 * near - far) / (12 * h), 1e-10, t->texts[n]);
        }
    }
}

static void jacobian_matches_differences(void **state) {
    (void)state;
    for_all_trials(check_jacobian);
}

static void check_rate(const Trial *t) {
    for (int n = 0; n < t->count; n++) {
        const LockRow row = eval_at(&t->locks[n], &t->i, &t->j, 0);
        const double product = row_times(&row, t->i.v, t->i.w, t->j.v, t->j.w);
        check_near(row.rate, product + (t->locks[n].velocity ? t->locks[n].constant : 0), 1e-12,
                   t->texts[n]);
    }
}

static void rate_is_jacobian_times_velocity(void **state) {
    (void)state;
    for_all_trials(check_rate);
}

/* d/dt of f (velocity rows) or of f' along a motion with accelerations. */
static double rate_by_differences(const Lock *lock, const Mover *i, const Mover *j) {
    const double h = 1e-3;
    double value[5];
    for (int k = -2; k <= 2; k++) value[k + 2] = eval_at(lock, i, j, k * h).f;
    if (lock->velocity) return (8 * (value[3] - value[1]) - (value[4] - value[0])) / (12 * h);
    return (-value[0] + 16 * value[1] - 30 * value[2] + 16 * value[3] - value[4]) / (12 * h * h);
}

static void check_gamma(const Trial *t) {
    for (int n = 0; n < t->count; n++) {
        const LockRow row = eval_at(&t->locks[n], &t->i, &t->j, 0);
        const double second = row_times(&row, t->i.a, t->i.alpha, t->j.a, t->j.alpha) + row.bias;
        check_near(second, rate_by_differences(&t->locks[n], &t->i, &t->j), 1e-7, t->texts[n]);
    }
}

static void gamma_matches_second_difference(void **state) {
    (void)state;
    for_all_trials(check_gamma);
}

/* ---- Rank ----------------------------------------------------------------------------------- */

/* What is left of `row`, made of length one, after the part in the span of an orthonormal basis. */
static double remainder_of(double *row, double basis[][ROW_LENGTH], int count) {
    double size = 0, left = 0;
    for (int k = 0; k < ROW_LENGTH; k++) size += row[k] * row[k];
    for (int k = 0; k < ROW_LENGTH; k++) row[k] /= sqrt(size);
    for (int pass = 0; pass < 2; pass++)
        for (int b = 0; b < count; b++) {
            double along = 0;
            for (int k = 0; k < ROW_LENGTH; k++) along += row[k] * basis[b][k];
            for (int k = 0; k < ROW_LENGTH; k++) row[k] -= along * basis[b][k];
        }
    for (int k = 0; k < ROW_LENGTH; k++) left += row[k] * row[k];
    return sqrt(left);
}

static double make_basis(const Trial *t, double basis[JOINT_LOCKS][ROW_LENGTH]) {
    double least = 1;
    for (int n = 0; n < t->count; n++) {
        const LockRow row = eval_at(&t->locks[n], &t->i, &t->j, 0);
        row_numbers(&row, basis[n]);
        const double left = remainder_of(basis[n], basis, n);
        for (int k = 0; k < ROW_LENGTH; k++) basis[n][k] /= left;
        least = left < least ? left : least;
    }
    return least;
}

static void check_rank(const Trial *t) {
    double basis[JOINT_LOCKS][ROW_LENGTH];
    assert_true(make_basis(t, basis) > 1e-3);
}

static void locks_are_independent(void **state) {
    (void)state;
    for_all_trials(check_rank);
}

/* Where the two points meet a type marked `apart` loses a lock, and only such a type. */
static void only_types_marked_apart_are_singular_where_points_meet(void **state) {
    (void)state;
    for (int n = 0; jd_joint_at(n); n++) {
        Trial t = make_trial(jd_joint_at(n), true);
        const FreeDef *frees[JOINT_FREES];
        const double q[JOINT_FREES] = {0};
        if (!t.placed) continue;
        place_by_frees(frees, jd_joint_frees(t.type, true, frees), q, &t.i, &t.j);
        double basis[JOINT_LOCKS][ROW_LENGTH];
        assert_int_equal(make_basis(&t, basis) < 1e-9, t.type->apart);
    }
}

/* ---- Symmetry and reaction ------------------------------------------------------------------ */

static void check_swap(const Trial *t) {
    if (!t->type->symmetric) return;
    double basis[JOINT_LOCKS][ROW_LENGTH];
    make_basis(t, basis);
    for (int n = 0; n < t->count; n++) {
        const LockRow other = eval_at(&t->locks[n], &t->j, &t->i, 0);
        const LockRow row = {.force_i = other.force_j,
                             .moment_i = other.moment_j,
                             .force_j = other.force_i,
                             .moment_j = other.moment_i};
        double numbers[ROW_LENGTH];
        row_numbers(&row, numbers);
        check_near(remainder_of(numbers, basis, t->count), 0, 1e-9, t->texts[n]);
        if (t->placed) check_near(other.f, 0, 1e-13, t->texts[n]);
    }
}

static void swapping_the_sides_of_a_symmetric_type_locks_the_same(void **state) {
    (void)state;
    for_all_trials(check_swap);
}

/* Only vectors between and on the two bodies: moving both together changes nothing. */
static bool is_invariant(const Lock *lock) {
    for (int n = 0; n < lock->count; n++) {
        const VectorKind pair[2] = {lock->terms[n].a, lock->terms[n].b};
        for (int k = 0; k < 2; k++)
            if (pair[k] != VEC_D && (pair[k] < VEC_XI || pair[k] > VEC_ZJ)) return false;
    }
    return true;
}

static void check_reaction(const Trial *t) {
    for (int n = 0; n < t->count; n++) {
        /* Where it holds, any lock does; one of only these vectors does everywhere. */
        if (!is_invariant(&t->locks[n]) && !t->placed) continue;
        const LockRow row = eval_at(&t->locks[n], &t->i, &t->j, 0);
        const Vec3 force = vec3_add(row.force_i, row.force_j);
        const Vec3 moment_i = vec3_add(row.moment_i, vec3_cross(t->i.G, row.force_i));
        const Vec3 moment_j = vec3_add(row.moment_j, vec3_cross(t->j.G, row.force_j));
        check_near(vec3_norm(force), 0, 1e-13, t->texts[n]);
        check_near(vec3_norm(vec3_add(moment_i, moment_j)), 0, 1e-12, t->texts[n]);
    }
}

static void wrenches_of_both_sides_cancel(void **state) {
    (void)state;
    for_all_trials(check_reaction);
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void check_round_trip(const Trial *t) {
    for (int n = 0; n < t->count; n++) {
        Text first = {0}, second = {0};
        Lock again;
        jd_lock_write(&t->locks[n], &first);
        assert_true(jd_lock_parse(first.at, NULL, NULL, nowhere, &again, NULL));
        jd_lock_write(&again, &second);
        check_text(second.at, first.at);
        assert_int_equal(again.count, t->locks[n].count);
        assert_int_equal(again.velocity, t->locks[n].velocity);
        assert_true(again.constant == t->locks[n].constant);
        for (int k = 0; k < again.count; k++)
            assert_true(again.terms[k].c == t->locks[n].terms[k].c &&
                        again.terms[k].a == t->locks[n].terms[k].a &&
                        again.terms[k].b == t->locks[n].terms[k].b);
        jd_text_free(&first);
        jd_text_free(&second);
    }
}

static void text_of_a_lock_reads_back_as_the_same_lock(void **state) {
    (void)state;
    for_all_trials(check_round_trip);
}

static void every_type_says_what_it_is(void **state) {
    (void)state;
    for (int n = 0; jd_joint_at(n); n++) {
        const JointType *type = jd_joint_at(n);
        assert_non_null(type->summary);
        assert_non_null(type->glyph);
        assert_ptr_equal(jd_joint_find(type->name), type);
        if (type->apart) assert_non_null(type->warning);
        for (int k = 0; k < jd_field_count(type->fields); k++) {
            Unit unit;
            assert_true(jd_unit_parse(type->fields[k].unit, &unit));
            assert_non_null(type->fields[k].summary);
        }
        /* No two frees share a channel, and no alias is another type's. */
        for (int a = 0; a < JOINT_FREES && type->frees[a].kind; a++)
            for (int b = 0; b < a; b++) {
                assert_string_not_equal(type->frees[a].position, type->frees[b].position);
                assert_string_not_equal(type->frees[a].rate, type->frees[b].rate);
                assert_string_not_equal(type->frees[a].accel, type->frees[b].accel);
            }
        for (int m = 0; m < n; m++)
            assert_false(type->aliases && jd_word_in_list(jd_joint_at(m)->name, type->aliases));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_says_what_it_is),
        cmocka_unit_test(locks_and_frees_fill_the_space),
        cmocka_unit_test(locks_hold_on_free_motion),
        cmocka_unit_test(jacobian_matches_differences),
        cmocka_unit_test(rate_is_jacobian_times_velocity),
        cmocka_unit_test(gamma_matches_second_difference),
        cmocka_unit_test(locks_are_independent),
        cmocka_unit_test(only_types_marked_apart_are_singular_where_points_meet),
        cmocka_unit_test(swapping_the_sides_of_a_symmetric_type_locks_the_same),
        cmocka_unit_test(wrenches_of_both_sides_cancel),
        cmocka_unit_test(text_of_a_lock_reads_back_as_the_same_lock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
