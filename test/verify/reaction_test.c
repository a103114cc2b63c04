/* SPDX-License-Identifier: MIT
 *
 * Reactions, without any reference but mechanics itself: both wrenches of a joint cancel, every
 * body obeys Newton and Euler with what its channels say, and it does not matter which side of a
 * joint is named first. */
#include "verify/verify.h"
#include "run/run.h"

/* All planar joint types and kinds of forces in one machine. */
static const char *const machine =
    "planar\n"
    "gravity [0.3, -9.81] m/s^2\n"
    "body crank  { link [0, 0], [0.3, 0.2]      mass 1 kg    inertia 0.02 kg*m^2 }\n"
    "body rod    { link [0.3, 0.2], [1.1, 0.1]  mass 1.5 kg  inertia 0.11 kg*m^2 }\n"
    "body slider { at [1.1, 0.1]  com [1.15, 0.12]  mass 0.7 kg  inertia 0.01 kg*m^2 }\n"
    "body box    { at [1.3, 0.3]  mass 0.4 kg  inertia 0.02 kg*m^2 }\n"
    "body plate  { at [0.6, -0.5] mass 0.9 kg  inertia 0.05 kg*m^2 }\n"
    "body pin    { at [0.7, -0.3] mass 0.3 kg  inertia 0.003 kg*m^2 }\n"
    "body bob    { at [1.6, -0.2] mass 0.8 kg  inertia 0.02 kg*m^2 }\n"
    "body skate  { at [-0.5, 0.4] mass 1.1 kg  inertia 0.04 kg*m^2 }\n"
    "joint jO : revolute ground -- crank at [0, 0]\n"
    "joint jA : revolute crank -- rod at [0.3, 0.2]\n"
    "joint jB : revolute rod -- slider at [1.1, 0.1]\n"
    "joint jC : prismatic ground -- slider at [0.9, 0.05], [1.1, 0.1] axis [4, 1]\n"
    "joint jF : fixed slider -- box at [1.2, 0.2]\n"
    "joint jP : parallel ground -- plate at [0, 0], [0.5, -0.5]\n"
    "joint jS : pin-in-slot plate -- pin at [0.6, -0.4], [0.7, -0.3] axis [1, 1]\n"
    "joint jR : rod box -- bob at [1.3, 0.3], [1.6, -0.1]\n"
    "joint jK : knife-edge plate -- skate at [-0.4, 0.4] axis [1, 2]\n"
    "force spring : spring-damper rod -- plate at [0.8, 0.15], [0.6, -0.4] stiffness 40 N/m "
    "damping 2 "
    "N*s/m length 0.3 m\n"
    "force wind : point-force bob at [1.65, -0.2] value [sin(3*time), 0.5] N\n"
    "force twist : torque plate -- pin value 0.02 N*m\n"
    "force motor : effort jA.angle value 0.4 N*m * cos(2*time)\n"
    "force stop : free-spring jS.travel stiffness 30 N/m damping 1 N*s/m\n"
    "drive turn : jO.angle = 3*time + time^2\n"
    "start skate.vx = 0.2, skate.rate = -1\n"
    "run to 0.8 s every 0.05 s tol 1e-11\n";

/* ---- Both sides cancel --------------------------------------------------------------------- */

static Side side(const Case *c, int frame) {
    return c->system->kernel->side(c->system, &c->run->motion, frame);
}

static double cross_z(Vec3 arm, double x, double y) {
    return arm.x * y - arm.y * x;
}

static void check_joint(const Case *c, const SystemJoint *joint) {
    const char *n = joint->name;
    const double x = value_of(c, n, "j.force.x"), y = value_of(c, n, "j.force.y");
    const double xi = value_of(c, n, "i.force.x"), yi = value_of(c, n, "i.force.y");
    const double moment = value_of(c, n, "j.torque") + value_of(c, n, "i.torque") +
                          cross_z(side(c, joint->frame_j).p, x, y) +
                          cross_z(side(c, joint->frame_i).p, xi, yi);
    const double size = 1 + hypot(x, y);
    check_near(x + xi, 0, 1e-13 * size, n);
    check_near(y + yi, 0, 1e-13 * size, n);
    check_near(moment, 0, 1e-13 * size, n);
    check_near(value_of(c, n, "force"), hypot(x, y), 1e-13 * size, n);
    check_near(value_of(c, n, "i.force"), hypot(x, y), 1e-13 * size, n);
}

static void both_wrenches_of_every_joint_cancel(void **state) {
    (void)state;
    Case c = open_text(machine, (JdCompileDef){0}, (JdRunDef){0});
    while (advance(&c))
        for (int k = 0; k < c.system->joints; k++) check_joint(&c, &c.system->joint[k]);
    assert_int_equal(jd_log_count(c.log), 0);
    close_case(&c);
}

/* ---- Newton and Euler ---------------------------------------------------------------------- */

typedef struct {
    double x, y, moment; /* moment about the centre of mass */
    double size;         /* of the forces that were added */
} Sum;

static void push(const Case *c, Sum *sums, int body, Vec3 at, double x, double y, double torque) {
    const Vec3 arm = vec3_sub(at, side(c, body).p);
    Sum *sum = &sums[body];
    sum->x += x;
    sum->y += y;
    sum->moment += torque + cross_z(arm, x, y);
    sum->size += fabs(x) + fabs(y) + fabs(torque);
}

/* An effort on a free: both bodies are pushed at N, or turned. */
static void push_free(const Case *c, Sum *sums, int joint, int number, double effort) {
    const SystemJoint *j = &c->system->joint[joint];
    const FreeDef *of = j->free[number];
    const Side i = side(c, j->frame_i);
    const Vec3 N = side(c, j->frame_j).p;
    const Vec3 axis = of->axis == AXIS_X ? i.axes.x : i.axes.y;
    const bool slides = of->kind == FREE_SLIDE;
    const double x = slides ? effort * axis.x : 0, y = slides ? effort * axis.y : 0;
    const double torque = slides ? 0 : effort;
    push(c, sums, j->body_j, N, x, y, torque);
    push(c, sums, j->body_i, N, -x, -y, -torque);
}

static void push_joints(const Case *c, Sum *sums) {
    for (int k = 0; k < c->system->joints; k++) {
        const SystemJoint *j = &c->system->joint[k];
        push(c, sums, j->body_j, side(c, j->frame_j).p, value_of(c, j->name, "force.x"),
             value_of(c, j->name, "force.y"), value_of(c, j->name, "torque"));
        push(c, sums, j->body_i, side(c, j->frame_i).p, value_of(c, j->name, "i.force.x"),
             value_of(c, j->name, "i.force.y"), value_of(c, j->name, "i.torque"));
    }
    for (int k = 0; k < c->system->drives; k++) {
        const SystemDrive *drive = &c->system->drive[k];
        push_free(c, sums, drive->joint, drive->free, value_of(c, drive->name, "effort"));
    }
}

static void push_forces(const Case *c, Sum *sums) {
    const JdSystem *s = c->system;
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *f = &s->force[k];
        if (f->type->target == FORCE_ON_FREE) {
            push_free(c, sums, f->joint, f->free, value_of(c, f->name, "effort"));
            continue;
        }
        const double x = value_of(c, f->name, "force.x"), y = value_of(c, f->name, "force.y");
        const double torque = value_of(c, f->name, "torque");
        push(c, sums, s->frame[f->frame_j].body, side(c, f->frame_j).p, x, y, torque);
        if (f->type->target == FORCE_ON_BODY) continue;
        push(c, sums, s->frame[f->frame_i].body, side(c, f->frame_i).p, -x, -y, -torque);
    }
}

static void check_bodies(const Case *c) {
    enum { MOST = 32 };
    const JdSystem *s = c->system;
    Sum sums[MOST] = {0};
    assert_true(s->bodies <= MOST);
    push_joints(c, sums);
    push_forces(c, sums);
    for (int b = 1; b < s->bodies; b++) {
        const SystemBody *body = &s->body[b];
        const double m = body->mass, size = 1e-12 * (1 + sums[b].size);
        check_near(sums[b].x + m * s->gravity.x, m * value_of(c, body->name, "ax"), size,
                   body->name);
        check_near(sums[b].y + m * s->gravity.y, m * value_of(c, body->name, "ay"), size,
                   body->name);
        check_near(sums[b].moment, body->inertia[2] * value_of(c, body->name, "accel"), size,
                   body->name);
    }
}

static void every_body_obeys_newton_and_euler(void **state) {
    (void)state;
    static const char *const ways[] = {"projection", "baumgarte"};
    static const char *const files[] = {"model/seven_body.jd",       "model/slider_crank.jd",
                                        "model/quick_return.jd",     "model/four_bar.jd",
                                        "model/slider_crank_004.jd", "model/knife_edge.jd"};
    for (int way = 0; way < 2; way++) {
        const JdCompileDef how = {.stabilise = ways[way]};
        Case c = open_text(machine, how, (JdRunDef){0});
        while (advance(&c)) check_bodies(&c);
        close_case(&c);
        for (int k = 0; k < 6; k++) {
            c = open_file(files[k], NULL, how, (JdRunDef){.tol = 1e-9});
            while (advance(&c)) check_bodies(&c);
            close_case(&c);
        }
    }
}

/* ---- Either side first --------------------------------------------------------------------- */

static bool is_of(const char *channel, const char *joint) {
    const size_t n = strlen(joint);
    return strncmp(channel, joint, n) == 0 && channel[n] == '.';
}

/* Names the other side first in every joint that is the same either way; its frees change their
 * sign. */
static int swap_sides(JdModel *model) {
    int swapped = 0;
    for (int k = 0; k < model->joints.count; k++) {
        ModelJoint *joint = &model->joints.at[k];
        if (!joint->type->symmetric) continue;
        const int i = joint->i;
        joint->i = joint->j;
        joint->j = i;
        swapped++;
        for (int n = 0; n < model->starts.count; n++)
            if (is_of(model->starts.at[n].channel, joint->name)) model->starts.at[n].value *= -1;
    }
    return swapped;
}

/* Bodies move as before; what was the reaction on j is now that on i. */
static void check_same(const Case *a, const Case *b) {
    static const char *const words[] = {"x", "y", "angle", "vx", "vy", "rate", "ax", "ay", "accel"};
    static const char *const was[] = {"j.force.x", "j.force.y", "i.force.x", "i.force.y"};
    static const char *const is[] = {"i.force.x", "i.force.y", "j.force.x", "j.force.y"};
    double largest = 1;
    for (int k = 0; k < a->system->joints; k++)
        largest = fmax(largest, value_of(a, a->system->joint[k].name, "force"));
    for (int w = 0; w < 9; w++) {
        double most = 1;
        for (int n = 1; n < a->system->bodies; n++)
            most = fmax(most, fabs(value_of(a, a->system->body[n].name, words[w])));
        for (int n = 1; n < a->system->bodies; n++) {
            const char *name = a->system->body[n].name;
            check_near(value_of(b, name, words[w]), value_of(a, name, words[w]), 1e-12 * most,
                       name);
        }
    }
    for (int k = 0; k < a->system->joints; k++) {
        const char *name = a->system->joint[k].name;
        const bool kept = b->system->joint[k].body_i == a->system->joint[k].body_i;
        for (int w = 0; w < 4; w++)
            check_near(value_of(b, name, kept ? was[w] : is[w]), value_of(a, name, was[w]),
                       1e-12 * largest, name);
    }
}

static void check_swap(const char *path, double until, double dt) {
    const JdRunDef run = {.stepper = "rk4", .dt = dt, .until = until, .output_every = until / 8};
    Case a = open_file(path, NULL, (JdCompileDef){.form = "newton-euler"}, run);
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(path, (JdReadDef){0}, log);
    assert_true(swap_sides(model) > 0);
    Case b = open_model(model, log, (JdCompileDef){.form = "newton-euler"}, run);
    while (advance(&a) && advance(&b)) check_same(&a, &b);
    close_case(&a);
    close_case(&b);
}

static void either_side_may_be_named_first(void **state) {
    (void)state;
    check_swap("model/slider_crank.jd", 0.02, 1e-5);
    check_swap("model/seven_body.jd", 0.004, 1e-5);
    check_swap("model/n_four_bar.jd", 0.5, 1e-3);
    check_swap("model/double_pendulum.jd", 0.5, 1e-3);
    check_swap("model/chain.jd", 0.5, 1e-3);
    check_swap("model/four_bar_free.jd", 0.2, 1e-4);
    check_swap("model/pendulum_004.jd", 0.5, 1e-3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_wrenches_of_every_joint_cancel),
        cmocka_unit_test(every_body_obeys_newton_and_euler),
        cmocka_unit_test(either_side_may_be_named_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
