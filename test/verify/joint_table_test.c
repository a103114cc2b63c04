/* SPDX-License-Identifier: MIT
 *
 * Every joint type of the table in space, between two bodies that fly or between a body and the
 * ground: random masses, inertias, attitudes, axes, positions, velocities and loads. Nothing is
 * known of them but mechanics: the reactions of the joint, with what else acts, accelerate each
 * body as Newton and Euler say; no power is lost; the locks hold. */
#include "verify/two_bodies.h"
#include "joint/joint.h"

enum { DRAWINGS = 12 };

/* ---- Drawing --------------------------------------------------------------------------------- */

typedef struct {
    Axes axes; /* of the joint, as drawn */
    Vec3 M, N;
    double radius, pitch;
    char fields[64];
} Place;

static bool has_field(const JointType *type, const char *name) {
    for (int n = 0; n < TYPE_FIELDS && type->fields[n].name; n++)
        if (!strcmp(type->fields[n].name, name)) return true;
    return false;
}

/* Where the two points are so that the locks hold as drawn. */
static Place draw_place(const JointType *type) {
    Place at = {.axes = any_axes(),
                .M = any_vector(0.5),
                .radius = check_uniform(0.2, 0.5),
                .pitch = check_uniform(-0.2, 0.2)};
    at.N = at.M;
    const Vec3 up = strcmp(type->name, "wheel-on-rail") ? at.axes.z : at.axes.y;
    if (has_field(type, "radius")) {
        at.N = vec3_add(at.M, vec3_scale(at.radius, up));
        snprintf(at.fields, sizeof at.fields, " radius %.17g", at.radius);
    }
    if (has_field(type, "length")) at.N = vec3_add(at.M, vec3(0.3, 0.4, check_uniform(-1, 1)));
    if (has_field(type, "pitch")) snprintf(at.fields, sizeof at.fields, " pitch %.17g", at.pitch);
    if (type->apart) at.N = vec3_add(at.M, vec3_scale(at.radius, at.axes.x));
    return at;
}

static void put_joint(Page *page, const JointType *type, const Place *at, const char *i) {
    put(page, "joint j : %s %s -- b2 at ", type->name, i);
    put_vector(page, at->M), put(page, ", "), put_vector(page, at->N);
    put(page, " axis "), put_vector(page, axes_at(&at->axes, type->axis));
    put(page, " second ");
    put_vector(page, axes_at(&at->axes, (AxisName)((type->axis + 1) % 3)));
    put(page, "%s\n", at->fields);
}

/* Its frees are set anywhere and move; those without frees get what they allow. */
static void put_starts(Page *page, const JointType *type) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type, false, frees);
    for (int n = 0; n < count; n++) {
        const double reach = frees[n]->kind == FREE_SLIDE ? 0.3 : 1.2;
        put(page, "start j.%s = %.17g, j.%s = %.17g\n", frees[n]->position,
            check_uniform(0.1, 1) * reach, frees[n]->rate, check_uniform(-2, 2));
    }
    const char *name = type->name;
    if (!strcmp(name, "rod") || !strcmp(name, "universal-spherical") ||
        !strcmp(name, "rolling-sphere") || !strcmp(name, "knife-edge"))
        put(page, "start b2.wx = 1.5, b2.wy = -0.7, b2.wz = 2\n");
}

static Page draw(const JointType *type, const Place *at, bool grounded, Vec3 g, Solid *first,
                 Solid *second) {
    Page page = {{0}, 0};
    put(&page, "spatial\ngravity "), put_vector(&page, g), put(&page, " m/s^2\n");
    if (!grounded) {
        *first = draw_solid(&page, "b1", at->M, at->M, &at->axes, vec3_add(at->M, any_vector(0.3)));
        draw_load(&page, "b1");
        draw_motion(&page, "b1");
    }
    *second = draw_solid(&page, "b2", at->N, at->N, &at->axes, vec3_add(at->N, any_vector(0.3)));
    draw_load(&page, "b2");
    put_joint(&page, type, at, grounded ? "ground" : "b1");
    put_starts(&page, type);
    put(&page, "run to 0.4 s every 0.1 s\n");
    return page;
}

/* Calls `check` with a few drawings of every type. */
typedef void Check(const JointType *type, bool grounded, const char *reason);

static void for_each_type(Check *check) {
    const JointType *type;
    for (int k = 0; (type = jd_joint_at(k)) != NULL; k++) {
        /* A disc that lies flat has no lowest point: rolling_test draws it. */
        if (type->couples || !strcmp(type->name, "rolling-disc")) continue;
        for (int n = 0; n < DRAWINGS; n++) {
            char reason[64];
            snprintf(reason, sizeof reason, "%s, drawing %d, %s", type->name, n,
                     n % 2 ? "flying" : "on the ground");
            check_seed((uint64_t)(100 * k + n + 1));
            check(type, n % 2 == 0, reason);
        }
    }
}

/* ---- Reactions ------------------------------------------------------------------------------- */

static void check_reactions(const JointType *type, bool grounded, const char *reason) {
    Solid first, second;
    const Vec3 g = any_vector(10);
    const Place at = draw_place(type);
    const Page page = draw(type, &at, grounded, g, &first, &second);
    Case c = open_text(page.at, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11});
    int outputs = 0;
    for (; advance(&c); outputs++) {
        Load load = outer_load(&c, &second, g);
        add_reaction(&c, &second, &load, "j", false);
        check_newton_euler(&c, &second, &load, 1e-11, reason);
        const double size = 1 + load.size * (1 + vec3_norm(vector(&c, "b2", "v")) +
                                             vec3_norm(vector(&c, "b2", "w")));
        if (!grounded) {
            Load other = outer_load(&c, &first, g);
            add_reaction(&c, &first, &other, "j", true);
            check_newton_euler(&c, &first, &other, 1e-11, reason);
        }
        check_near(value(&c, "power.balance"), 0, 1e-10 * size, reason);
        check_near(value(&c, "power.locks"), 0, 1e-10 * size, reason);
        check_near(value(&c, "drift"), 0, 1e-12, reason);
        check_near(value(&c, "drift.rate"), 0, 1e-11, reason);
    }
    assert_int_equal(outputs, 5);
    close_case(&c);
}

static void reactions_of_every_type_obey_newton_and_euler(void **state) {
    (void)state;
    for_each_type(check_reactions);
}

/* ---- Frees ----------------------------------------------------------------------------------- */

/* Carries the frees out one by one, from i to j: where that leads is where j is. */
static void check_chain(const Case *c, const JointType *type, const Place *at, bool grounded,
                        const char *reason) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type, false, frees);
    const Axes i = grounded ? at->axes : attitude(c, "b1.p"), j = attitude(c, "b2.p");
    const Vec3 M = grounded ? at->M : vector(c, "b1.p", ""), N = vector(c, "b2.p", "");
    Vec3 way = has_field(type, "radius") ? vec3(0, 0, at->radius) : vec3(0, 0, 0);
    Axes turned = axes_none;
    for (int n = 0; n < count; n++) {
        const double now = value_of(c, "j", frees[n]->position);
        if (frees[n]->kind == FREE_SLIDE)
            way = vec3_add(way, vec3_scale(now, axes_at(&axes_none, frees[n]->axis)));
        const Axes turn = jd_axes_about(frees[n]->axis, now);
        if (frees[n]->kind != FREE_SLIDE) turned = jd_axes_absolute(&turned, &turn);
        if (frees[n]->lead) way.z += at->pitch / (2 * pi) * now;
    }
    const Axes between = jd_axes_relative(&i, &j);
    check_vector(axes_in(&i, vec3_sub(N, M)), way, 1e-11, reason);
    check_vector(between.x, turned.x, 1e-11, reason);
    check_vector(between.y, turned.y, 1e-11, reason);
}

static void check_frees(const JointType *type, bool grounded, const char *reason) {
    Solid first, second;
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type, false, frees);
    const Vec3 g = any_vector(10);
    const Place at = draw_place(type);
    const Page page = draw(type, &at, grounded, g, &first, &second);
    if (count == 0) return;
    /* Rates and accelerations are derivatives: from three outputs close by. */
    const double h = 1e-4;
    double position[3][JOINT_FREES], rate[3][JOINT_FREES], accel[JOINT_FREES];
    Case c = open_text(page.at, (JdCompileDef){0},
                       (JdRunDef){.tol = 1e-12, .until = 2 * h, .output_every = h});
    for (int k = 0; k < 3; k++) {
        assert_true(advance(&c));
        check_chain(&c, type, &at, grounded, reason);
        for (int n = 0; n < count; n++) {
            position[k][n] = value_of(&c, "j", frees[n]->position);
            rate[k][n] = value_of(&c, "j", frees[n]->rate);
            if (k == 1) accel[n] = value_of(&c, "j", frees[n]->accel);
        }
    }
    for (int n = 0; n < count; n++) {
        check_near((rate[2][n] - rate[0][n]) / (2 * h), accel[n], 1e-4, reason);
        if (frees[n]->kind == FREE_BALL) continue; /* its rate is an angular velocity */
        check_near((position[2][n] - position[0][n]) / (2 * h), rate[1][n], 1e-5, reason);
    }
    close_case(&c);
}

static void frees_lead_from_one_body_to_the_other(void **state) {
    (void)state;
    for_each_type(check_frees);
}

/* The rate of a free: of an angle of a ball it is not the channel, which is the angular velocity w
 * = rx' x + ry' y' + rz' z'', with the axes as the turns before leave them. */
static double rate_of(const Case *c, const FreeDef *const *frees, int count, int n) {
    double angle[3] = {0}, w[3] = {0};
    if (frees[n]->kind != FREE_BALL) return value_of(c, "j", frees[n]->rate);
    for (int k = 0; k < count; k++)
        if (frees[k]->kind == FREE_BALL) {
            angle[frees[k]->axis] = value_of(c, "j", frees[k]->position);
            w[frees[k]->axis] = value_of(c, "j", frees[k]->rate);
        }
    const double co = cos(angle[0]), si = sin(angle[0]);
    const double last = (co * w[2] - si * w[1]) / cos(angle[1]);
    if (frees[n]->axis == AXIS_Y) return co * w[1] + si * w[2];
    return frees[n]->axis == AXIS_Z ? last : w[0] - sin(angle[1]) * last;
}

/* A force on every free gives the power of its effort, and no other. */
static void check_efforts(const JointType *type, bool grounded, const char *reason) {
    Solid first, second;
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(type, false, frees);
    const Place at = draw_place(type);
    Page page = draw(type, &at, grounded, any_vector(10), &first, &second);
    for (int n = 0; n < count; n++)
        put(&page, "force e%d : effort j.%s value %.17g\n", n, frees[n]->position,
            check_uniform(-2, 2));
    Case c = open_text(page.at, (JdCompileDef){0}, (JdRunDef){.tol = 1e-11, .until = 0.2});
    while (advance(&c)) {
        for (int n = 0; n < count; n++) {
            char name[16];
            snprintf(name, sizeof name, "e%d", n);
            const double power = value_of(&c, name, "effort") * rate_of(&c, frees, count, n);
            check_near(value_of(&c, name, "power"), power, 1e-12 * (1 + fabs(power)), reason);
        }
        check_near(value(&c, "power.balance"), 0, 1e-8, reason);
    }
    close_case(&c);
}

static void efforts_on_frees_give_their_power(void **state) {
    (void)state;
    for_each_type(check_efforts);
}

/* An angle counts over turns wherever it is the only one that turns. */
static void angles_count_their_turns(void **state) {
    (void)state;
    static const char *const joints[][3] = {
        {"revolute", "angle", "rate"},    {"cylindrical", "angle", "rate"},
        {"planar", "angle", "rate"},      {"screw", "angle", "rate"},
        {"universal", "angle1", "rate1"}, {"universal", "angle2", "rate2"},
        {"line", "angle", "rate"},        {"line", "roll", "roll_rate"},
        {"pin-in-slot", "angle", "rate"}, {"pin-in-slot", "roll", "roll_rate"},
    };
    for (size_t k = 0; k < sizeof joints / sizeof *joints; k++) {
        const JointType *type = jd_joint_find(joints[k][0]);
        char text[400];
        snprintf(text, sizeof text,
                 "spatial\n"
                 "body b { at [0, 0, 0] m mass 1 kg inertia [1, 1, 1] kg*m^2 }\n"
                 "joint j : %s ground -- b at [0, 0, 0] m%s%s\n"
                 "start j.%s = -20\n"
                 "run to 10 s every 0.5 s tol 1e-11\n",
                 type->name, type->second ? type->axis == AXIS_X ? " second y" : " second x" : "",
                 has_field(type, "pitch") ? " pitch 0.1 m" : "", joints[k][2]);
        Case c = open_text(text, (JdCompileDef){0}, (JdRunDef){0});
        while (advance(&c))
            check_near(value_of(&c, "j", joints[k][1]), -20 * value(&c, "time"), 1e-8, text);
        close_case(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reactions_of_every_type_obey_newton_and_euler),
        cmocka_unit_test(frees_lead_from_one_body_to_the_other),
        cmocka_unit_test(efforts_on_frees_give_their_power),
        cmocka_unit_test(angles_count_their_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
