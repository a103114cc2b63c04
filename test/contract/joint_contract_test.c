/* SPDX-License-Identifier: MIT
 *
 * Every joint type keeps the same contract; a new type is tested by being listed. Types that a user
 * could write are held to it as well. */
#include "joint/motion.h"

enum { TRIALS = 200, TYPES = 64 };

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
    {.name = "turned", .locks = {"turn(x) - 0.3", "2*turn(y) + d.zi", "xi.yj - turn(z)/4"}},
    {.name = "winding", .locks = {"d.xi - 0.2*turn(z)"}},
    {.name = "disc", .locks = {"d.up - 0.5*ahead.xi", "2*d.ahead + up.yi + xj.up"}},
    {.name = "spinning", .locks = {"w.zi - 2*w.yj + vd.ahead", "2*vd.up - w.ahead + vN.x0 - 1"}},
    {.name = "polar", .locks = {"d.yj", "d.zj", "zi.yj"}, .frees = {TURN(Z), TURN(Y), SLIDE(X)}},
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
    char labels[JOINT_LOCKS][96]; /* for failures: "cylindrical in space: d.xi" */
    int count, dims;
    const FreeDef *free[JOINT_FREES];
    double q[JOINT_FREES];
    int frees;
    Mover i, j;
} Trial;

/* Away from where an angle jumps (a twist: at half a turn, where the trace of the turn is -1) and
 * from where it, or a disc, has no direction. */
static bool is_regular(const Trial *t) {
    const Side i = side_of(&t->i), j = side_of(&t->j);
    const double trace =
        vec3_dot(i.axes.x, j.axes.x) + vec3_dot(i.axes.y, j.axes.y) + vec3_dot(i.axes.z, j.axes.z);
    for (int n = 0; n < t->count; n++) {
        if (t->locks[n].about.twist && trace < -0.9) return false;
        const Lock turn = {.turn = t->locks[n].turn != 0, .about = t->locks[n].about};
        const LockRow row = jd_lock_eval(&turn, &i, &j);
        if (fabs(row.angle) > 3 || vec3_norm(row.moment_j) > 1.5) return false;
        for (int k = 0; k < t->locks[n].count; k++) {
            const LockTerm *term = &t->locks[n].terms[k];
            const bool disc = term->a == VEC_UP || term->b == VEC_UP || term->a == VEC_AHEAD ||
                              term->b == VEC_AHEAD;
            if (disc && fabs(vec3_dot(i.axes.z, j.axes.z)) > 0.7) return false;
        }
    }
    return true;
}

static void place(Trial *t) {
    t->i = any_mover(t->planar);
    t->j = any_mover(t->planar);
    if (!t->placed) return;
    place_by_frees(t->free, t->frees, t->q, t->values, &t->i, &t->j);
    /* A lock such as d.zi - radius holds that far off. */
    for (int n = 0; n < t->count; n++) {
        const Lock *lock = &t->locks[n];
        if (lock->constant == 0 || lock->count != 1 || lock->terms[0].a != VEC_D) continue;
        const Side i = side_of(&t->i);
        const Vec3 axes[3] = {i.axes.x, i.axes.y, i.axes.z};
        const int axis = (int)lock->terms[0].b - (int)VEC_XI;
        assert_true(axis >= 0 && axis < 3);
        t->j.G = vec3_add(t->j.G, vec3_scale(-lock->constant / lock->terms[0].c, axes[axis]));
    }
}

static Trial make_trial(const JointType *type, bool planar) {
    Trial t = {.type = type, .planar = planar, .dims = planar ? 3 : 6};
    for (int n = 0; n < TYPE_FIELDS; n++) t.values[n] = check_uniform(0.5, 2);
    JdLog *log = jd_log_new();
    t.count = jd_joint_locks(type, planar, t.values, t.locks, t.texts, nowhere, log);
    if (jd_log_count(log)) jd_log_print(log, stderr);
    jd_log_free(log);
    assert_true(t.count >= 0);
    for (int n = 0; n < t.count; n++)
        snprintf(t.labels[n], sizeof t.labels[n], "%s in %s: %s", type->name,
                 planar ? "the plane" : "space", t.texts[n]);

    t.frees = jd_joint_frees(type, planar, t.free);
    t.placed = t.count + t.frees == t.dims;
    for (int n = 0; n < t.frees; n++)
        t.q[n] = check_uniform(0.1, 1) * (check_random() & 1 ? 1 : -1);
    do place(&t);
    while (!is_regular(&t));
    return t;
}

typedef void CheckTrial(const Trial *t);

/* A type that couples has no trial, and one without locks in the plane none there. A new type
 * leaves the trials of the others as they are. */
static void for_all_trials(CheckTrial *check) {
    const JointType *types[TYPES];
    const int count = all_types(types);
    for (int n = 0; n < count; n++) {
        check_seed(7);
        for (int planar = 0; planar < 2; planar++)
            for (int trial = 0; !types[n]->couples && trial < check_fewer(TRIALS); trial++) {
                const Trial t = make_trial(types[n], planar);
                if (t.count > 0) check(&t);
            }
    }
}

/* ---- Freedoms ------------------------------------------------------------------------------- */

static void locks_and_frees_fill_the_space(void **state) {
    (void)state;
    for (int n = 0; jd_joint_at(n); n++)
        for (int planar = 0; planar < 2; planar++) {
            const JointType *type = jd_joint_at(n);
            if (type->couples) continue;
            const Trial t = make_trial(type, planar);
            /* Types without an explicit form have no frees; some have no meaning in the plane. */
            const char *where = planar ? "the plane" : "space";
            if ((t.count == 0) != (planar && type->spatial_only))
                fail_msg("%s: has %d locks in %s, and spatial_only is %d", type->name, t.count,
                         where, type->spatial_only);
            if ((t.frees > 0 || t.count == t.dims) && t.count + t.frees != t.dims)
                fail_msg("%s: %d locks and %d frees in %s are not %d together", type->name, t.count,
                         t.frees, where, t.dims);
        }
}

static void check_holds(const Trial *t) {
    for (int n = 0; t->placed && n < t->count; n++) {
        const LockRow row = eval_at(&t->locks[n], &t->i, &t->j, 0);
        check_near(row.f, 0, 1e-13, t->labels[n]);
    }
}

static void locks_hold_on_free_motion(void **state) {
    (void)state;
    for_all_trials(check_holds);
}

static void check_frees(const Trial *t) {
    for (int n = 0; t->placed && n < t->frees; n++) {
        Lock lock, rate;
        const bool ball = jd_free_lock(t->free, t->frees, n, &lock, &rate);
        assert_int_equal(ball, t->free[n]->kind == FREE_BALL);
        check_near(eval_at(&lock, &t->i, &t->j, 0).f, t->q[n], 1e-13, t->free[n]->position);
    }
}

static void frees_are_measured_as_they_were_set(void **state) {
    (void)state;
    for_all_trials(check_frees);
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
                check_near(numbers[k], eval_at(lock, &i, &j, 0).f - row.f, 1e-12, t->labels[n]);
                continue;
            }
            i.v = i.w = i.a = i.alpha = j.v = j.w = j.a = j.alpha = vec3(0, 0, 0);
            *parts[k % 6] = 1;
            const double h = 1e-4;
            const double far = eval_at(lock, &i, &j, 2 * h).f - eval_at(lock, &i, &j, -2 * h).f;
            const double near = eval_at(lock, &i, &j, h).f - eval_at(lock, &i, &j, -h).f;
            check_near(numbers[k], (8 * near - far) / (12 * h), 1e-10, t->labels[n]);
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
                   t->labels[n]);
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
        check_near(second, rate_by_differences(&t->locks[n], &t->i, &t->j),
                   1e-7 * fmax(1, 0.1 * fabs(second)), t->labels[n]);
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
    const double least = make_basis(t, basis);
    if (!(least > 1e-3))
        fail_msg("%s and the locks before it: what is left of one beside the others is %.2g",
                 t->labels[t->count - 1], least);
}

static void locks_are_independent(void **state) {
    (void)state;
    for_all_trials(check_rank);
}

/* Where the two points meet a type marked `apart` loses a lock, and only such a type. */
static void only_types_marked_apart_are_singular_where_points_meet(void **state) {
    (void)state;
    for (int n = 0; jd_joint_at(n); n++)
        for (int planar = 0; planar < 2; planar++) {
            if (jd_joint_at(n)->couples) continue;
            Trial t = make_trial(jd_joint_at(n), planar);
            const double q[JOINT_FREES] = {0};
            if (!t.placed || t.count == 0) continue;
            place_by_frees(t.free, t.frees, q, t.values, &t.i, &t.j);
            double basis[JOINT_LOCKS][ROW_LENGTH];
            const bool singular = make_basis(&t, basis) < 1e-9;
            if (singular != t.type->apart)
                fail_msg("%s is%s singular where its points meet, but .apart is %d", t.type->name,
                         singular ? "" : " not", t.type->apart);
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
        check_near(remainder_of(numbers, basis, t->count), 0, 1e-9, t->labels[n]);
        if (t->placed) check_near(other.f, 0, 1e-13, t->labels[n]);
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
            if (pair[k] == VEC_OM || pair[k] == VEC_ON || pair[k] == VEC_VM || pair[k] == VEC_VN ||
                (pair[k] >= VEC_X0 && pair[k] <= VEC_Z0))
                return false;
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
        check_near(vec3_norm(force), 0, 1e-13, t->labels[n]);
        check_near(vec3_norm(vec3_add(moment_i, moment_j)), 0, 1e-12, t->labels[n]);
    }
}

static void wrenches_of_both_sides_cancel(void **state) {
    (void)state;
    for_all_trials(check_reaction);
}

/* ---- Text ----------------------------------------------------------------------------------- */

static void check_reads_back(const Lock *lock) {
    Text first = {0}, second = {0};
    Lock again;
    jd_lock_write(lock, &first);
    assert_true(jd_lock_parse(first.at, NULL, NULL, nowhere, &again, NULL));
    jd_lock_write(&again, &second);
    check_text(second.at, first.at);
    assert_int_equal(again.count, lock->count);
    assert_int_equal(again.velocity, lock->velocity);
    assert_true(again.constant == lock->constant && again.turn == lock->turn);
    assert_true(again.q[0] == lock->q[0] && again.q[1] == lock->q[1]);
    assert_memory_equal(&again.about, &lock->about, sizeof again.about);
    for (int k = 0; k < again.count; k++)
        assert_true(again.terms[k].c == lock->terms[k].c && again.terms[k].a == lock->terms[k].a &&
                    again.terms[k].b == lock->terms[k].b);
    jd_text_free(&first);
    jd_text_free(&second);
}

static void check_round_trip(const Trial *t) {
    for (int n = 0; n < t->count; n++) check_reads_back(&t->locks[n]);
}

static void text_of_a_lock_reads_back_as_the_same_lock(void **state) {
    (void)state;
    for_all_trials(check_round_trip);
    for (int n = 0; jd_joint_at(n); n++) {
        if (!jd_joint_at(n)->couples) continue;
        const Trial t = make_trial(jd_joint_at(n), false);
        assert_true(t.count == 1 && t.frees == 0);
        check_round_trip(&t);
    }
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
        cmocka_unit_test(frees_are_measured_as_they_were_set),
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
