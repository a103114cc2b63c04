/* SPDX-License-Identifier: MIT
 *
 * The rows of a planar mechanism: f, f', the part of f'' without accelerations, and the Jacobian,
 * shape by shape. A turn of the body by d theta moves a vector a on it by (z x a) d theta:
 * theory 3. */
#include "rows/planar.h"

/* Frames from bodies: theory (3.2), (3.3). */
static void place_slots(const PlanarShapes *s, const PlanarBody *body, SlotNow *now) {
    for (int k = 0; k < s->all.slots; k++) {
        const Slot *slot = &s->slot[k];
        const PlanarBody *b = &body[slot->body];
        Vec2 arm = vec2(b->c * slot->local.x - b->s * slot->local.y,
                        b->s * slot->local.x + b->c * slot->local.y);
        now[k].arm = arm;
        now[k].p = vec2(b->x + arm.x, b->y + arm.y);
        now[k].v = vec2(b->vx - b->w * arm.y, b->vy + b->w * arm.x);
    }
    for (int k = 0; k < s->slots_with_axes; k++) {
        const Slot *slot = &s->slot[k];
        const PlanarBody *b = &body[slot->body];
        now[k].x = vec2(b->c * slot->c - b->s * slot->s, b->s * slot->c + b->c * slot->s);
    }
}

/* d, d' and the part of d'' without accelerations: theory (3.4). */
typedef struct {
    Vec2 d, v, bias;
} Gap;

static inline Gap gap_of(const Ends *at, const PlanarBody *body, const SlotNow *now) {
    const SlotNow *i = &now[at->i], *j = &now[at->j];
    double wi = body[at->body_i].w, wj = body[at->body_j].w;
    double wi2 = wi * wi, wj2 = wj * wj;
    return (Gap){vec2_sub(j->p, i->p), vec2_sub(j->v, i->v),
                 vec2(wi2 * i->arm.x - wj2 * j->arm.x, wi2 * i->arm.y - wj2 * j->arm.y)};
}

static inline void set3(double *J, double x, double y, double turn) {
    J[0] = x;
    J[1] = y;
    J[2] = turn;
}

/* d.x0 = d.y0 = 0: theory (3.5). Only the turn entries change; jd_planar_init wrote the others. */
static void eval_points(const PlanarShapes *s, const PlanarBody *body, const SlotNow *now,
                        RowWork *w) {
    for (int k = 0; k < s->all.points; k++) {
        const Ends *at = &s->all.point[k].at;
        const SlotNow *i = &now[at->i], *j = &now[at->j];
        Gap gap = gap_of(at, body, now);
        double *Ji = w->values + at->Ji, *Jj = w->values + at->Jj;
        Ji[2] = i->arm.y;
        Ji[5] = -i->arm.x;
        Jj[2] = -j->arm.y;
        Jj[5] = j->arm.x;
        w->f[at->row] = gap.d.x;
        w->f[at->row + 1] = gap.d.y;
        w->rate[at->row] = gap.v.x;
        w->rate[at->row + 1] = gap.v.y;
        w->bias[at->row] = gap.bias.x;
        w->bias[at->row + 1] = gap.bias.y;
    }
}

/* c d.a + const with a turning at rate w_a: theory (3.6). */
static void eval_axes(const PlanarShapes *s, const PlanarBody *body, const SlotNow *now,
                      RowWork *w) {
    for (int k = 0; k < s->axes; k++) {
        const AxisShape *shape = &s->axis[k];
        const Ends *at = &shape->at;
        const SlotNow *i = &now[at->i], *j = &now[at->j];
        Gap gap = gap_of(at, body, now);
        Vec2 x = shape->side == SIDE_I ? i->x : shape->side == SIDE_J ? j->x : vec2(1, 0);
        double wa = shape->side == SIDE_I   ? body[at->body_i].w
                    : shape->side == SIDE_J ? body[at->body_j].w
                                            : 0;
        Vec2 a = vec2_scale(shape->c, shape->y ? vec2_turn90(x) : x), turned = vec2_turn90(a);
        double d_turned = vec2_dot(gap.d, turned);
        set3(w->values + at->Ji, -a.x, -a.y,
             -vec2_cross(i->arm, a) + (shape->side == SIDE_I ? d_turned : 0));
        set3(w->values + at->Jj, a.x, a.y,
             vec2_cross(j->arm, a) + (shape->side == SIDE_J ? d_turned : 0));
        double d_a = vec2_dot(gap.d, a);
        w->f[at->row] = d_a + shape->constant;
        w->rate[at->row] = vec2_dot(gap.v, a) + wa * d_turned;
        w->bias[at->row] = vec2_dot(gap.bias, a) + 2 * wa * vec2_dot(gap.v, turned) - wa * wa * d_a;
    }
}

/* c ai.bj + const: theory (3.7). */
static void eval_angles(const PlanarShapes *s, const PlanarBody *body, const SlotNow *now,
                        RowWork *w) {
    for (int k = 0; k < s->angles; k++) {
        const AngleShape *shape = &s->angle[k];
        const Ends *at = &shape->at;
        Vec2 a = shape->y_i ? vec2_turn90(now[at->i].x) : now[at->i].x;
        Vec2 b = shape->y_j ? vec2_turn90(now[at->j].x) : now[at->j].x;
        double cosine = shape->c * vec2_dot(a, b), sine = shape->c * vec2_cross(a, b);
        double dw = body[at->body_j].w - body[at->body_i].w;
        w->values[at->Ji + 2] = sine;
        w->values[at->Jj + 2] = -sine;
        w->f[at->row] = cosine + shape->constant;
        w->rate[at->row] = -sine * dw;
        w->bias[at->row] = -cosine * dw * dw;
    }
}

/* c d.d + const: theory (3.8). */
static void eval_distances(const PlanarShapes *s, const PlanarBody *body, const SlotNow *now,
                           RowWork *w) {
    for (int k = 0; k < s->all.distances; k++) {
        const Ends *at = &s->all.distance[k].at;
        Gap gap = gap_of(at, body, now);
        Vec2 a = vec2_scale(2 * s->all.distance[k].c, gap.d);
        set3(w->values + at->Ji, -a.x, -a.y, -vec2_cross(now[at->i].arm, a));
        set3(w->values + at->Jj, a.x, a.y, vec2_cross(now[at->j].arm, a));
        w->f[at->row] = s->all.distance[k].c * vec2_dot(gap.d, gap.d) + s->all.distance[k].constant;
        w->rate[at->row] = vec2_dot(gap.v, a);
        w->bias[at->row] =
            vec2_dot(gap.bias, a) + 2 * s->all.distance[k].c * vec2_dot(gap.v, gap.v);
    }
}

static void eval_turns(const PlanarShapes *s, const PlanarBody *body, RowWork *w) {
    for (int k = 0; k < s->turns; k++) {
        const Ends *at = &s->turn[k].at;
        const PlanarBody *i = &body[at->body_i], *j = &body[at->body_j];
        w->f[at->row] = j->angle - i->angle + s->turn[k].angle;
        w->rate[at->row] = j->w - i->w;
        w->bias[at->row] = 0;
    }
}

/* Any other lock, by the one routine that knows them all: theory (2.4)-(2.9). */
static void eval_generic(const JdSystem *system, const Row *of, const Motion *motion, int frame_i,
                         int frame_j, RowNow *now) {
    const Lock *lock = &of->lock;
    Side i = jd_planar_side(system, motion, frame_i), j = jd_planar_side(system, motion, frame_j);
    LockRow row = jd_lock_eval(lock, &i, &j);
    now->f = row.f;
    if (lock->turn != 0) { /* bodies' angles count their turns */
        const Kernel *kernel = system->kernel;
        double turn =
            kernel->angle(system, motion, frame_j) - kernel->angle(system, motion, frame_i);
        now->f += lock->turn * (turn - row.angle);
    }
    now->rate = row.rate;
    now->bias = row.bias;
    set3(now->J[0], row.force_i.x, row.force_i.y, row.moment_i.z);
    set3(now->J[1], row.force_j.x, row.force_j.y, row.moment_j.z);
}

void jd_planar_rows(const JdSystem *system, const RowSet *set, const Motion *motion,
                    RowWork *work) {
    const PlanarShapes *s = set->shapes;
    const PlanarBody *body = motion->bodies;
    SlotNow *now = work->slots;
    place_slots(s, body, now);
    eval_points(s, body, now, work);
    eval_axes(s, body, now, work);
    eval_angles(s, body, now, work);
    eval_distances(s, body, now, work);
    eval_turns(s, body, work);
    jd_rows_rest(system, set, motion, eval_generic, work);
}

void jd_planar_init(const JdSystem *system, const RowSet *set, RowWork *work) {
    const PlanarShapes *s = set->shapes;
    jd_rows_begin(system, set, work);
    for (int k = 0; k < s->turns; k++) {
        work->values[s->turn[k].at.Ji + 2] = -1;
        work->values[s->turn[k].at.Jj + 2] = 1;
    }
    SlotNow *now = work->slots;
    for (int k = s->all.slot_room - s->all.slots_ground; k < s->all.slot_room; k++)
        now[k] =
            (SlotNow){s->slot[k].local, s->slot[k].local, {0, 0}, {s->slot[k].c, s->slot[k].s}};
    jd_rows_end(system, set, work);
}

void jd_planar_row(const JdSystem *system, const Motion *motion, const Row *row, int frame_i,
                   int frame_j, RowNow *now) {
    if (row->lock.turn == 1 && row->lock.count == 0) {
        const PlanarBody *body = motion->bodies;
        const PlanarBody *i = &body[system->frame[frame_i].body];
        const PlanarBody *j = &body[system->frame[frame_j].body];
        now->f = j->angle - i->angle + row->angle + row->lock.constant;
        now->rate = j->w - i->w;
        now->bias = 0;
        set3(now->J[0], 0, 0, -1);
        set3(now->J[1], 0, 0, 1);
    } else {
        eval_generic(system, row, motion, frame_i, frame_j, now);
    }
    jd_row_target(row, motion, &now->f, &now->rate, &now->bias);
}
