/* SPDX-License-Identifier: MIT
 *
 * Forces with recorded numbers: gravity, then each force of the model by its type. */
#include "record/record.h"
#include <string.h>

typedef struct {
    Recorder *rec;
    const SystemForce *is;
    Num field[3 * TYPE_FIELDS];
    NumSide i, j;
    Num position, rate;
    NumForce *out;
} Work;

/* ---- Types ---------------------------------------------------------------------------------- */

static void spring_damper(Work *w) {
    Tape *t = w->rec->t;
    enum { STIFFNESS, DAMPING, LENGTH };
    const Num3 d = n3_sub(t, w->j.p, w->i.p), vd = n3_sub(t, w->j.v, w->i.v);
    const Num length = n3_norm(t, d), stretch = n_sub(t, length, w->field[LENGTH]);
    const Num3 along = n3_scale(t, n_inverse(t, length), d);
    const Num rate = n3_dot(t, along, vd), spring = n_mul(t, w->field[STIFFNESS], stretch);
    const Num pull = n_add(t, spring, n_mul(t, w->field[DAMPING], rate));
    w->out->length = length;
    w->out->energy = n_scale(t, 0.5, n_mul(t, spring, stretch));
    w->out->force = n3_scale(t, n_neg(t, pull), along);
    w->out->conservative = n_neg(t, n_mul(t, spring, rate));
    w->out->dissipated = n_mul(t, w->field[DAMPING], n_square(t, rate));
}

static void point_force(Work *w) {
    Tape *t = w->rec->t;
    const Num3 value = n3(w->field[0], w->field[1], w->field[2]);
    w->out->force = w->is->fields[3] == 0 ? value : n_axes_out(t, &w->j.axes, value);
}

static void torque(Work *w) {
    w->out->torque = n3_scale(w->rec->t, w->field[0], w->i.axes.z);
}

static void effort(Work *w) {
    w->out->effort = w->field[0];
}

static void free_spring(Work *w) {
    Tape *t = w->rec->t;
    enum { STIFFNESS, DAMPING, REST };
    const Num stretch = n_sub(t, w->position, w->field[REST]),
              spring = n_neg(t, n_mul(t, w->field[STIFFNESS], stretch));
    w->out->effort = n_sub(t, spring, n_mul(t, w->field[DAMPING], w->rate));
    w->out->energy = n_scale(t, -0.5, n_mul(t, spring, stretch));
    w->out->conservative = n_mul(t, spring, w->rate);
    w->out->dissipated = n_mul(t, w->field[DAMPING], n_square(t, w->rate));
}

static void line_force(Work *w) {
    Tape *t = w->rec->t;
    const Num3 d = n3_sub(t, w->j.p, w->i.p);
    w->out->length = n3_norm(t, d);
    w->out->force = n3_scale(t, n_neg(t, n_div(t, w->field[0], w->out->length)), d);
}

static void force_torque(Work *w) {
    Tape *t = w->rec->t;
    const NumAxes axes = jd_record_side(w->rec, w->is->frame_r).axes;
    w->out->force = n_axes_out(t, &axes, n3(w->field[0], w->field[1], w->field[2]));
    w->out->torque = n_axes_out(t, &axes, n3(w->field[3], w->field[4], w->field[5]));
}

static void series(Work *w) {
    Tape *t = w->rec->t;
    enum { STIFFNESS, DAMPING, LENGTH, INNER };
    const Num3 d = n3_sub(t, w->j.p, w->i.p), vd = n3_sub(t, w->j.v, w->i.v);
    const Num length = n3_norm(t, d);
    const Num stretch = n_sub(t, n_sub(t, length, w->field[LENGTH]), w->field[INNER]);
    const Num tension = n_mul(t, w->field[STIFFNESS], stretch);
    w->out->length = length;
    w->out->energy = n_scale(t, 0.5, n_mul(t, tension, stretch));
    w->out->inner_rate = n_div(t, tension, w->field[DAMPING]);
    w->out->dissipated = n_mul(t, tension, w->out->inner_rate);
    w->out->force = n3_scale(t, n_neg(t, n_div(t, tension, length)), d);
    w->out->conservative = n_add(t, w->out->dissipated, n3_dot(t, w->out->force, vd));
}

static bool is_flat(const Recorder *rec) {
    return rec->s->space == JD_PLANAR || rec->s->flat;
}

static NumAxes seen(Work *w) {
    const NumAxes out = n_axes_inverse(&w->i.axes);
    return n_axes_absolute(w->rec->t, &out, &w->j.axes);
}

static Num turned(Work *w) {
    const Num j = jd_record_angle(w->rec, w->is->frame_j),
              i = jd_record_angle(w->rec, w->is->frame_i);
    return n_sub(w->rec->t, j, i);
}

/* The turn about z, and the direction along which a turn of j changes it: theory (4.10). */
static Num twist_of(Work *w, Num3 *along) {
    Tape *t = w->rec->t;
    *along = w->i.axes.z;
    if (is_flat(w->rec)) return turned(w);
    const NumAxes axes = seen(w);
    const NumQuat q = jd_record_attitude(t, &axes);
    const Num square = n_add(t, n_square(t, q.w), n_square(t, q.v.z));
    const Num x = n_add(t, n_mul(t, q.w, q.v.y), n_mul(t, q.v.z, q.v.x)),
              y = n_sub(t, n_mul(t, q.v.z, q.v.y), n_mul(t, q.w, q.v.x));
    const Num3 tilt = n3(n_div(t, x, square), n_div(t, y, square), n_num(t, 1));
    *along = n_axes_out(t, &w->i.axes, tilt);
    return n_scale(t, 2, n_atan2(t, q.v.z, q.w));
}

static void torsion(Work *w) {
    Tape *t = w->rec->t;
    enum { STIFFNESS, DAMPING, REST };
    Num3 along;
    const Num stretch = n_sub(t, twist_of(w, &along), w->field[REST]);
    const Num rate = n3_dot(t, along, n3_sub(t, w->j.w, w->i.w));
    const Num spring = n_neg(t, n_mul(t, w->field[STIFFNESS], stretch));
    const Num damping = n_mul(t, w->field[DAMPING], rate);
    w->out->torque = n3_scale(t, n_sub(t, spring, damping), along);
    w->out->energy = n_scale(t, -0.5, n_mul(t, spring, stretch));
    w->out->conservative = n_mul(t, spring, rate);
    w->out->dissipated = n_mul(t, damping, rate);
}

static Num3 times(Tape *t, const Num *k, Num3 v) {
    return n3(n_mul(t, k[0], v.x), n_mul(t, k[1], v.y), n_mul(t, k[2], v.z));
}

static Num3 turn_of(Work *w) {
    if (is_flat(w->rec)) return n3(0, 0, turned(w));
    const NumAxes axes = seen(w);
    return jd_record_rotation(w->rec->t, &axes);
}

/* Square of an angle: below it the series of 1/x^2 - cot(x/2)/(2 x) has all digits. */
static const double small_square = 1e-4;

/* What a moment along the numbers of a rotation vector is as a torque: theory (4.13). */
static Num3 torque_of(Tape *t, Num3 turn, Num3 moment) {
    const Num3 across = n3_cross(t, turn, moment);
    const Num square = n3_dot(t, turn, turn), one = n_num(t, 1);
    const Num near = jd_tape_op(t, TAPE_LESS, square, n_num(t, small_square), 0);
    const Num far_off = jd_tape_op(t, TAPE_SELECT, near, one, square), x = n_sqrt(t, far_off);
    const Num half = n_scale(t, 0.5, x),
              cotangent = n_div(t, n_cos(t, half), n_scale(t, 2, n_mul(t, x, n_sin(t, half))));
    const Num series = n_add(t, n_num(t, 1.0 / 12), n_scale(t, 1.0 / 720, square));
    const Num curl =
        jd_tape_op(t, TAPE_SELECT, near, series, n_sub(t, n_inverse(t, far_off), cotangent));
    return n3_add(t, n3_add(t, moment, n3_scale(t, n_num(t, 0.5), across)),
                  n3_scale(t, curl, n3_cross(t, turn, across)));
}

static void bushing(Work *w) {
    Tape *t = w->rec->t;
    enum { STIFFNESS, DAMPING = 3, TURN_STIFFNESS = 6, TURN_DAMPING = 9 };
    const NumAxes *axes = &w->i.axes;
    const Num minus = n_num(t, -1);
    const Num3 apart = n3_sub(t, w->j.p, w->i.p);
    const Num3 carried = n3_add(t, w->i.v, n3_cross(t, w->i.w, apart));
    const Num3 d = n_axes_in(t, axes, apart), vd = n_axes_in(t, axes, n3_sub(t, w->j.v, carried));
    const Num3 spin = n_axes_in(t, axes, n3_sub(t, w->j.w, w->i.w)), turn = turn_of(w);
    const Num3 pull = times(t, &w->field[STIFFNESS], d), drag = times(t, &w->field[DAMPING], vd);
    const Num3 bend = times(t, &w->field[TURN_STIFFNESS], turn),
               brake = times(t, &w->field[TURN_DAMPING], spin);
    const Num3 moment = is_flat(w->rec) ? bend : torque_of(t, turn, bend);
    w->out->force = n_axes_out(t, axes, n3_scale(t, minus, n3_add(t, pull, drag)));
    w->out->torque = n_axes_out(t, axes, n3_scale(t, minus, n3_add(t, moment, brake)));
    w->out->energy = n_scale(t, 0.5, n_add(t, n3_dot(t, pull, d), n3_dot(t, bend, turn)));
    w->out->conservative = n_neg(t, n_add(t, n3_dot(t, pull, vd), n3_dot(t, moment, spin)));
    w->out->dissipated = n_add(t, n3_dot(t, drag, vd), n3_dot(t, brake, spin));
}

static void drag(Work *w) {
    Tape *t = w->rec->t;
    enum { LINEAR, SQUARE, TURNING, WIND };
    const Num3 wind = n3(w->field[WIND], w->field[WIND + 1], w->field[WIND + 2]),
               speed = n3_sub(t, w->j.v, wind);
    const Num resistance = n_add(
        t, w->field[LINEAR], w->field[SQUARE] ? n_mul(t, w->field[SQUARE], n3_norm(t, speed)) : 0);
    w->out->force = n3_scale(t, n_neg(t, resistance), speed);
    w->out->torque = n3_scale(t, n_neg(t, w->field[TURNING]), w->j.w);
    w->out->dissipated = n_add(t, n_mul(t, resistance, n3_dot(t, speed, speed)),
                               n_mul(t, w->field[TURNING], n3_dot(t, w->j.w, w->j.w)));
}

static void gravitation(Work *w) {
    Tape *t = w->rec->t;
    enum { CONSTANT, FIRST, SECOND, SOFTEN };
    const Num3 d = n3_sub(t, w->j.p, w->i.p), vd = n3_sub(t, w->j.v, w->i.v);
    const Num square = n3_dot(t, d, d),
              apart = n_sqrt(t, n_add(t, square, n_square(t, w->field[SOFTEN])));
    w->out->length = n_sqrt(t, square);
    w->out->energy =
        n_neg(t, n_div(t, n_mul(t, n_mul(t, w->field[CONSTANT], w->field[FIRST]), w->field[SECOND]),
                       apart));
    w->out->force = n3_scale(t, n_div(t, w->out->energy, n_square(t, apart)), d);
    w->out->conservative = n3_dot(t, w->out->force, vd);
}

static void rolling_resistance(Work *w) {
    Tape *t = w->rec->t;
    enum { TORQUE, RATE, NORMAL };
    const Num3 normal = n3(w->field[NORMAL], w->field[NORMAL + 1], w->field[NORMAL + 2]),
               spin = n3_sub(t, w->j.w, w->i.w);
    const Num square = n3_dot(t, normal, normal);
    Num3 rolls = spin;
    if (square && !is_flat(w->rec))
        rolls = n3_sub(t, spin, n3_scale(t, n_div(t, n3_dot(t, spin, normal), square), normal));
    const Num size = n_sqrt(t, n_add(t, n3_dot(t, rolls, rolls), n_square(t, w->field[RATE])));
    w->out->torque = n3_scale(t, n_neg(t, n_div(t, w->field[TORQUE], size)), rolls);
    w->out->dissipated = n_neg(t, n3_dot(t, w->out->torque, rolls));
}

static const struct {
    const char *name;
    void (*eval)(Work *w);
    bool reads_position;
} types[] = {
    {"spring-damper", spring_damper, false},
    {"point-force", point_force, false},
    {"torque", torque, false},
    {"effort", effort, false},
    {"free-spring", free_spring, true},
    {"line-force", line_force, false},
    {"force-torque", force_torque, false},
    {"spring-damper-series", series, false},
    {"torsion-spring", torsion, false},
    {"bushing", bushing, false},
    {"drag", drag, false},
    {"gravitation", gravitation, false},
    {"rolling-resistance", rolling_resistance, false},
};

/* ---- On bodies ------------------------------------------------------------------------------ */

static void push(Recorder *rec, int body, Num3 arm, Num3 force, Num3 moment) {
    Tape *t = rec->t;
    NumSpin *to = &rec->force[body];
    to->line = n3_add(t, to->line, force);
    to->turn = n3_add(t, to->turn, n3_add(t, moment, n3_cross(t, arm, force)));
}

static Num3 opposite(Tape *t, Num3 a) {
    return n3_scale(t, n_num(t, -1), a);
}

static void apply_between(Work *w) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const SystemForce *is = w->is;
    const NumForce *out = w->out;
    const bool reacts = is->type->target == FORCE_BETWEEN;
    push(rec, rec->s->frame[is->frame_j].body, w->j.arm, out->force, out->torque);
    Num power = n_add(t, n3_dot(t, out->force, w->j.v), n3_dot(t, out->torque, w->j.w));
    if (reacts) {
        const Num3 arm = n3_sub(t, w->j.p, w->i.p);
        const Num3 torque_on_i =
            is->type->at_n ? n3_add(t, out->torque, n3_cross(t, arm, out->force)) : out->torque;
        push(rec, rec->s->frame[is->frame_i].body, w->i.arm, opposite(t, out->force),
             opposite(t, torque_on_i));
        power = n_sub(t, power,
                      n_add(t, n3_dot(t, out->force, w->i.v), n3_dot(t, torque_on_i, w->i.w)));
    }
    w->out->power = power;
}

/* ---- Switched ------------------------------------------------------------------------------- */

/* A force that is switched off shows where it is, and does nothing. Whether it is on stands behind
 * the inputs. */
static bool is_switched(const JdSystem *s, int k) {
    for (int e = 0; e < s->whens; e++)
        for (int n = 0; n < s->when[e].switches; n++)
            if (s->when[e].turn[n].force == k) return true;
    return false;
}

static void rest(Recorder *rec, int k) {
    Tape *t = rec->t;
    NumForce *out = &rec->out[k];
    const bool off = rec->s->force[k].off, changes = is_switched(rec->s, k);
    if (rec->explicit_mass || (!off && !changes)) return;
    const Num on = changes ? jd_tape_leaf(t, TAPE_INPUT, rec->s->givens + k, off ? 0 : 1) : 0;
    Num *const all[] = {&out->force.x,      &out->force.y,   &out->force.z, &out->torque.x,
                        &out->torque.y,     &out->torque.z,  &out->effort,  &out->energy,
                        &out->conservative, &out->dissipated};
    for (size_t n = 0; n < sizeof all / sizeof *all; n++)
        *all[n] = jd_tape_op(t, TAPE_SELECT, on, *all[n], 0);
}

/* ---- On frees ------------------------------------------------------------------------------- */

static void push_along(Recorder *rec, int number, const NumRow *at, Num e) {
    const SystemJoint *joint = &rec->s->joint[number];
    const Num3 none = n3(0, 0, 0);
    Tape *t = rec->t;
    push(rec, joint->body_i, none, n3_scale(t, e, at->force_i), n3_scale(t, e, at->moment_i));
    push(rec, joint->body_j, none, n3_scale(t, e, at->force_j), n3_scale(t, e, at->moment_j));
}

static void apply_on_free(Work *w, void (*eval)(Work *w), bool reads_position) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    const SystemForce *is = w->is;
    const SystemJoint *joint = &rec->s->joint[is->joint];
    const TreeFree *known = &rec->plan->frees[is->joint];
    if (known->u >= 0) {
        if (reads_position) w->position = jd_record_coordinate(rec, known->q + is->free);
        w->rate = rec->u[known->u + is->free];
        eval(w);
        rest(rec, (int)(is - rec->s->force));
        Num *to = &rec->effort[known->u + is->free];
        *to = n_add(t, *to, w->out->effort);
        w->out->power = n_mul(t, w->out->effort, w->rate);
        return;
    }
    const Row *row = &joint->free_row[is->free];
    const NumSide i = jd_record_side(rec, joint->frame_i), j = jd_record_side(rec, joint->frame_j);
    const NumRow at = jd_record_lock(rec, &row->lock, &i, &j);
    bool counts = true;
    w->position = reads_position ? jd_record_free(rec, is->joint, is->free, &counts) : 0;
    w->rate = at.rate;
    if (!counts) {
        jd_record_refuse(rec, is->where, "force '%s' reads an angle of a ball", is->name);
        return;
    }
    eval(w);
    rest(rec, (int)(is - rec->s->force));
    push_along(rec, is->joint, &at, w->out->effort);
    w->out->power = n_mul(t, w->out->effort, w->rate);
}

void jd_record_effort(Recorder *rec, int number, int free, Num effort) {
    const SystemJoint *joint = &rec->s->joint[number];
    const TreeFree *known = &rec->plan->frees[number];
    if (known->u >= 0) {
        Num *to = &rec->effort[known->u + free];
        *to = n_add(rec->t, *to, effort);
        return;
    }
    const NumSide i = jd_record_side(rec, joint->frame_i), j = jd_record_side(rec, joint->frame_j);
    const NumRow at = jd_record_lock(rec, &joint->free_row[free].lock, &i, &j);
    push_along(rec, number, &at, effort);
}

/* ---- All of them ---------------------------------------------------------------------------- */

static void take_fields(Work *w, bool constant) {
    Recorder *rec = w->rec;
    const SystemForce *is = w->is;
    const int fields = jd_field_count(is->type->fields);
    for (int f = 0, k = 0; f < fields && k < is->values; f++)
        for (int n = 0; n < jd_field_width(&is->type->fields[f]) && k < is->values; n++, k++) {
            const bool vector = jd_field_width(&is->type->fields[f]) > 1;
            const char *name = jd_arena_format(rec->arena, vector ? "%s.%s.%c" : "%s.%s", is->name,
                                               is->type->fields[f].name, "xyz"[n % 3]);
            if (constant && is->program[k]) continue;
            w->field[k] = is->program[k] ? jd_record_program(rec, is->program[k], NULL, is->where)
                                         : jd_tape_fixed(rec->t, name, is->type->fields[f].unit,
                                                         is->fields[k]);
        }
}

void jd_record_fields(Recorder *rec, int k) {
    Work w = {.rec = rec, .is = &rec->s->force[k]};
    take_fields(&w, true);
}

void jd_record_force(Recorder *rec, int k) {
    const SystemForce *is = &rec->s->force[k];
    Work w = {.rec = rec, .is = is, .out = &rec->out[k]};
    take_fields(&w, false);
    for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
        if (strcmp(types[n].name, is->type->name)) continue;
        if (is->type->target == FORCE_ON_FREE) {
            apply_on_free(&w, types[n].eval, types[n].reads_position);
            return;
        }
        w.i = jd_record_side(rec, is->frame_i);
        w.j = jd_record_side(rec, is->frame_j);
        types[n].eval(&w);
        rest(rec, k);
        apply_between(&w);
        return;
    }
    jd_record_refuse(rec, is->where, "force '%s' is of type %s", is->name, is->type->name);
}

void jd_record_forces(Recorder *rec) {
    Tape *t = rec->t;
    for (int b = 1; b < rec->s->bodies; b++) {
        const Num3 g = jd_record_gravity(rec, rec->body[b].p);
        rec->force[b].line = n3_scale(t, jd_record_mass(rec, b), g);
    }
    jd_record_nodes(rec);
    for (int store = 0; store < 2; store++) /* what reads the energy of others comes last */
        for (int k = 0; k < rec->s->forces && !rec->failed; k++)
            if (rec->s->force[k].reads_store == (store > 0) &&
                !(rec->node_force && rec->node_force[k]))
                jd_record_force(rec, k);
}
