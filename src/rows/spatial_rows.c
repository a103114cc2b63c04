/* SPDX-License-Identifier: MIT
 *
 * The rows of a spatial mechanism, shape by shape. A turn of the body by a small vector t along its
 * own axes moves a vector a on it by (R t) x a; so what multiplies t is R^T of a moment: theory
 * (8.5), (8.6). */
#include "rows/spatial.h"

enum { NV = 6 };

/* Origins of frames from bodies. */
static void place_origins(const SpatialShapes *s, const SpatialBody *body, OriginNow *now) {
    for (int k = 0; k < s->all.slots; k++) {
        const SpatialBody *b = &body[s->origin[k].body];
        const Vec3 arm = axes_out(&b->R, s->origin[k].local), turning = vec3_cross(b->w, arm);
        now[k] = (OriginNow){arm, vec3_add(b->p, arm), vec3_add(b->v, turning),
                             vec3_cross(b->w, turning)};
    }
}

static inline void set3(double *to, Vec3 a) {
    to[0] = a.x;
    to[1] = a.y;
    to[2] = a.z;
}

/* A row of J for one body: force direction and moment about the centre of mass, in ground axes. */
static inline void set_row(double *to, const SpatialBody *b, Vec3 force, Vec3 moment) {
    set3(to, force);
    set3(to + 3, axes_in(&b->R, moment));
}

/* d, d' and the part of d'' without accelerations. */
typedef struct {
    Vec3 d, v, bias;
} Gap;

static inline Gap gap_of(const Ends *at, const OriginNow *now) {
    const OriginNow *i = &now[at->i], *j = &now[at->j];
    return (Gap){vec3_sub(j->p, i->p), vec3_sub(j->v, i->v), vec3_sub(j->bias, i->bias)};
}

static inline void set_triple(double *to, int row, Vec3 a) {
    to[row] = a.x;
    to[row + 1] = a.y;
    to[row + 2] = a.z;
}

/* Three rows d.x0, d.y0, d.z0: only the turns' numbers change. They are s x (R^T e_k), with s the
 * frame's place on the body: the rows of R. */
static void eval_points(const SpatialShapes *s, const SpatialBody *body, const OriginNow *now,
                        RowWork *w) {
    for (int k = 0; k < s->all.points; k++) {
        const Ends *at = &s->all.point[k].at;
        const Gap gap = gap_of(at, now);
        set_triple(w->f, at->row, gap.d);
        set_triple(w->rate, at->row, gap.v);
        set_triple(w->bias, at->row, gap.bias);
        const Axes *Ri = &body[at->body_i].R, *Rj = &body[at->body_j].R;
        const Vec3 a = s->origin[at->i].local, b = s->origin[at->j].local;
        double *Ji = w->values + at->Ji + 3, *Jj = w->values + at->Jj + 3;
        if (at->body_i) {
            set3(Ji, vec3_cross(vec3(Ri->x.x, Ri->y.x, Ri->z.x), a));
            set3(Ji + NV, vec3_cross(vec3(Ri->x.y, Ri->y.y, Ri->z.y), a));
            set3(Ji + 2 * NV, vec3_cross(vec3(Ri->x.z, Ri->y.z, Ri->z.z), a));
        }
        if (at->body_j) {
            set3(Jj, vec3_cross(b, vec3(Rj->x.x, Rj->y.x, Rj->z.x)));
            set3(Jj + NV, vec3_cross(b, vec3(Rj->x.y, Rj->y.y, Rj->z.y)));
            set3(Jj + 2 * NV, vec3_cross(b, vec3(Rj->x.z, Rj->y.z, Rj->z.z)));
        }
    }
}

/* A vector that turns with its body. */
typedef struct {
    Vec3 a, rate, bias;
} Carried;

static inline Carried carried(const SpatialBody *b, Vec3 a) {
    const Vec3 rate = vec3_cross(b->w, a);
    return (Carried){a, rate, vec3_cross(b->w, rate)};
}

/* a.b with a on i, b on j, in the row `below` the first one: (a.b)' = (wi - wj).(a x b). */
static inline void eval_dot(const SpatialBody *body, const Ends *at, const Carried *a, Vec3 b,
                            int below, RowWork *w) {
    const SpatialBody *i = &body[at->body_i], *j = &body[at->body_j];
    const Vec3 t = vec3_cross(a->a, b), b_rate = vec3_cross(j->w, b);
    const int r = at->row + below, turns = NV * below + 3;
    set3(w->values + at->Ji + turns, axes_in(&i->R, t));
    set3(w->values + at->Jj + turns, vec3_scale(-1, axes_in(&j->R, t)));
    w->f[r] = vec3_dot(a->a, b);
    w->rate[r] = vec3_dot(vec3_sub(i->w, j->w), t);
    w->bias[r] = vec3_dot(a->bias, b) + 2 * vec3_dot(a->rate, b_rate) +
                 vec3_dot(a->a, vec3_cross(j->w, b_rate));
}

/* Two rows a.b and a.c. */
static void eval_hinges(const SpatialShapes *s, const SpatialBody *body, RowWork *w) {
    for (int k = 0; k < s->hinges; k++) {
        const Hinge3 *shape = &s->hinge[k];
        const Ends *at = &shape->at;
        const SpatialBody *i = &body[at->body_i], *j = &body[at->body_j];
        const Carried a = carried(i, axes_out(&i->R, shape->a));
        eval_dot(body, at, &a, axes_out(&j->R, shape->b), 0, w);
        eval_dot(body, at, &a, axes_out(&j->R, shape->c), 1, w);
    }
}

static void eval_dots(const SpatialShapes *s, const SpatialBody *body, RowWork *w) {
    for (int k = 0; k < s->dots; k++) {
        const Dot3 *shape = &s->dot[k];
        const Ends *at = &shape->at;
        const SpatialBody *i = &body[at->body_i], *j = &body[at->body_j];
        const Carried a = carried(i, vec3_scale(shape->c, axes_out(&i->R, shape->a)));
        eval_dot(body, at, &a, axes_out(&j->R, shape->b), 0, w);
        w->f[at->row] += shape->constant;
    }
}

/* d.a with a on a side: its own turn moves a as well, by the moment a x d. */
static void eval_axes(const SpatialShapes *s, const SpatialBody *body, const OriginNow *now,
                      RowWork *w) {
    for (int k = 0; k < s->axes; k++) {
        const Axis3 *shape = &s->axis[k];
        const Ends *at = &shape->at;
        const SpatialBody *i = &body[at->body_i], *j = &body[at->body_j];
        const SpatialBody *on = shape->side == SIDE_I ? i : shape->side == SIDE_J ? j : &body[0];
        const Gap gap = gap_of(at, now);
        const Vec3 a = axes_out(&on->R, shape->a), a_rate = vec3_cross(on->w, a),
                   turn = vec3_cross(a, gap.d);
        Vec3 mi = vec3_cross(a, now[at->i].arm), mj = vec3_cross(now[at->j].arm, a);
        if (shape->side == SIDE_I) mi = vec3_add(mi, turn);
        if (shape->side == SIDE_J) mj = vec3_add(mj, turn);
        set_row(w->values + at->Ji, i, vec3_scale(-1, a), mi);
        set_row(w->values + at->Jj, j, a, mj);
        w->f[at->row] = vec3_dot(gap.d, a) + shape->constant;
        w->rate[at->row] = vec3_dot(gap.v, a) + vec3_dot(gap.d, a_rate);
        w->bias[at->row] = vec3_dot(gap.bias, a) + 2 * vec3_dot(gap.v, a_rate) +
                           vec3_dot(gap.d, vec3_cross(on->w, a_rate));
    }
}

/* c d.d */
static void eval_distances(const SpatialShapes *s, const SpatialBody *body, const OriginNow *now,
                           RowWork *w) {
    for (int k = 0; k < s->all.distances; k++) {
        const DistanceShape *shape = &s->all.distance[k];
        const Ends *at = &shape->at;
        const Gap gap = gap_of(at, now);
        const Vec3 a = vec3_scale(2 * shape->c, gap.d);
        set_row(w->values + at->Ji, &body[at->body_i], vec3_scale(-1, a),
                vec3_cross(a, now[at->i].arm));
        set_row(w->values + at->Jj, &body[at->body_j], a, vec3_cross(now[at->j].arm, a));
        w->f[at->row] = shape->c * vec3_dot(gap.d, gap.d) + shape->constant;
        w->rate[at->row] = vec3_dot(gap.v, a);
        w->bias[at->row] = vec3_dot(gap.bias, a) + 2 * shape->c * vec3_dot(gap.v, gap.v);
    }
}

/* Any other lock, by the one routine that knows them all. Angles are counted over turns. */
static void eval_generic(const JdSystem *system, const Row *of, const Motion *motion, int frame_i,
                         int frame_j, RowNow *now) {
    const Side i = jd_spatial_side(system, motion, frame_i),
               j = jd_spatial_side(system, motion, frame_j);
    const SpatialBody *body = motion->bodies;
    const LockRow row = jd_lock_eval(&of->lock, &i, &j);
    now->f = row.f;
    if (of->lock.turn != 0 && of->counter >= 0)
        now->f += of->lock.turn * (jd_counted(row.angle, motion->turn[of->counter]) - row.angle);
    now->rate = row.rate;
    now->bias = row.bias;
    set_row(now->J[0], &body[system->frame[frame_i].body], row.force_i, row.moment_i);
    set_row(now->J[1], &body[system->frame[frame_j].body], row.force_j, row.moment_j);
}

void jd_spatial_rows(const JdSystem *system, const RowSet *set, const Motion *motion,
                     RowWork *work) {
    const SpatialShapes *s = set->shapes;
    const SpatialBody *body = motion->bodies;
    OriginNow *now = work->slots;
    place_origins(s, body, now);
    eval_points(s, body, now, work);
    eval_hinges(s, body, work);
    eval_dots(s, body, work);
    eval_axes(s, body, now, work);
    eval_distances(s, body, now, work);
    jd_rows_rest(system, set, motion, eval_generic, work);
}

void jd_spatial_init(const JdSystem *system, const RowSet *set, RowWork *work) {
    const SpatialShapes *s = set->shapes;
    OriginNow *now = work->slots;
    jd_rows_begin(system, set, work);
    for (int k = s->all.slot_room - s->all.slots_ground; k < s->all.slot_room; k++)
        now[k] = (OriginNow){.arm = s->origin[k].local, .p = s->origin[k].local};
    jd_rows_end(system, set, work);
}

/* A free that slides, d.a with a on i: the most frequent row that is asked for alone. */
static bool eval_slide(const JdSystem *system, const Row *of, const Motion *motion, int frame_i,
                       int frame_j, RowNow *now) {
    const LockTerm *term = &of->lock.terms[0];
    const bool fits = of->lock.count == 1 && of->lock.turn == 0 && !of->velocity && term->c == 1 &&
                      term->a == VEC_D && term->b >= VEC_XI && term->b <= VEC_ZI;
    if (!fits) return false;
    const SystemFrame *at_i = &system->frame[frame_i], *at_j = &system->frame[frame_j];
    const SpatialBody *body = motion->bodies, *i = &body[at_i->body], *j = &body[at_j->body];
    const Vec3 arm_i = axes_out(&i->R, at_i->local.p), arm_j = axes_out(&j->R, at_j->local.p);
    const Vec3 a = axes_out(&i->R, axes_at(&at_i->local.axes, (AxisName)(term->b - VEC_XI)));
    const Vec3 vi = vec3_cross(i->w, arm_i), vj = vec3_cross(j->w, arm_j),
               a_rate = vec3_cross(i->w, a);
    const Vec3 d = vec3_sub(vec3_add(j->p, arm_j), vec3_add(i->p, arm_i)),
               v = vec3_sub(vec3_add(j->v, vj), vec3_add(i->v, vi)),
               turning = vec3_sub(vec3_cross(j->w, vj), vec3_cross(i->w, vi));
    set_row(now->J[0], i, vec3_scale(-1, a), vec3_cross(a, vec3_add(arm_i, d)));
    set_row(now->J[1], j, a, vec3_cross(arm_j, a));
    now->f = vec3_dot(d, a) + of->lock.constant;
    now->rate = vec3_dot(v, a) + vec3_dot(d, a_rate);
    now->bias =
        vec3_dot(turning, a) + 2 * vec3_dot(v, a_rate) + vec3_dot(d, vec3_cross(i->w, a_rate));
    return true;
}

void jd_spatial_row(const JdSystem *system, const Motion *motion, const Row *row, int frame_i,
                    int frame_j, RowNow *now) {
    if (!eval_slide(system, row, motion, frame_i, frame_j, now))
        eval_generic(system, row, motion, frame_i, frame_j, now);
    jd_row_target(row, motion, &now->f, &now->rate, &now->bias);
}
