/* SPDX-License-Identifier: MIT
 *
 * Mechanisms in the plane by closed form: the sequence that loop/ found, gone through with recorded
 * numbers. theory (9.12)-(9.16) */
#include "record/plane.h"
#include <string.h>

Num *jd_flat_room(PlanePass *pass) {
    return ARENA_NEW(pass->rec->arena, Num, pass->columns + 1);
}

/* ---- Points --------------------------------------------------------------------------------- */

Num2 jd_flat_turned(PlanePass *pass, const FlatBody *body, Num2 v) {
    Tape *t = pass->rec->t;
    return n2(n_sub(t, n_mul(t, body->c, v.x), n_mul(t, body->s, v.y)),
              n_add(t, n_mul(t, body->s, v.x), n_mul(t, body->c, v.y)));
}

static Num2 velocity_at(Tape *t, const FlatSpin *v, Num2 r) {
    return n2(n_sub(t, v->line.x, n_mul(t, v->turn, r.y)),
              n_add(t, v->line.y, n_mul(t, v->turn, r.x)));
}

/* w2: the square of the angular velocity. */
static Num2 bias_at(Tape *t, const FlatSpin *a, Num w2, Num2 r) {
    const Num2 turned = velocity_at(t, a, r);
    return n2(n_sub(t, turned.x, n_mul(t, w2, r.x)), n_sub(t, turned.y, n_mul(t, w2, r.y)));
}

static Num turning_squared(PlanePass *pass, const FlatBody *body) {
    return n_square(pass->rec->t, body->v[pass->now].turn);
}

FlatPoint jd_flat_point(PlanePass *pass, int number, Num2 local) {
    Tape *t = pass->rec->t;
    const FlatBody *body = &pass->body[number];
    const Num2 r = jd_flat_turned(pass, body, local);
    FlatPoint to = {.r = r,
                    .p = n2_add(t, body->p, r),
                    .v = ARENA_NEW(pass->rec->arena, Num2, pass->columns),
                    .a = bias_at(t, &body->a, turning_squared(pass, body), r)};
    for (int c = 0; c < pass->columns && to.v; c++) to.v[c] = velocity_at(t, &body->v[c], r);
    return to;
}

/* ---- Bodies on their joints ----------------------------------------------------------------- */

void jd_flat_hang_turn(PlanePass *pass, int number, Num2 far, const FlatPoint *P, const Num *turn,
                       Num bias) {
    Tape *t = pass->rec->t;
    FlatBody *body = &pass->body[number];
    const Num2 arm = jd_flat_turned(pass, body, far), k = n2(n_neg(t, arm.x), n_neg(t, arm.y));
    body->p = n2_add(t, P->p, k);
    body->pinned = !P->a.x && !P->a.y;
    for (int c = 0; c < pass->columns; c++) body->pinned = body->pinned && !P->v[c].x && !P->v[c].y;
    if (body->pinned) body->square = n2_dot(t, far, far);
    for (int c = 0; c < pass->columns; c++) {
        const FlatSpin at_pin = {P->v[c], turn[c]};
        body->v[c] = (FlatSpin){velocity_at(t, &at_pin, k), turn[c]};
    }
    const FlatSpin a = {P->a, bias};
    body->a = (FlatSpin){bias_at(t, &a, turning_squared(pass, body), k), bias};
}

Num2 jd_flat_turn_slide(PlanePass *pass, int k, int number) {
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatBody *on = &pass->body[number];
    FlatBody *body = &pass->body[bar->body];
    const Num c = n_num(t, pass->turn[k].c), s = n_num(t, pass->turn[k].s);
    const FlatBody was = *on;
    body->c = n_sub(t, n_mul(t, was.c, c), n_mul(t, was.s, s));
    body->s = n_add(t, n_mul(t, was.s, c), n_mul(t, was.c, s));
    return jd_flat_turned(pass, &was, n2_of(t, pass->axis[k]));
}

void jd_flat_hang_slide(PlanePass *pass, int k, int number, Num2 e, Num q, const Num *rate,
                        Num bias) {
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatBody *on = &pass->body[number];
    FlatBody *body = &pass->body[bar->body];
    const Num2 far = jd_flat_turned(pass, body, pass->far[k]),
               near = jd_flat_turned(pass, on, pass->near[k]);
    const Num2 r = n2_sub(t, n2_add(t, near, n2_scale(t, q, e)), far);
    const Num w = on->v[pass->now].turn, twice = n_scale(t, 2, n_mul(t, w, rate[pass->now]));
    const Num2 a = bias_at(t, &on->a, n_square(t, w), r);
    body->p = n2_add(t, on->p, r);
    body->pinned = false;
    for (int c = 0; c < pass->columns; c++) {
        const Num2 v = velocity_at(t, &on->v[c], r);
        body->v[c] = (FlatSpin){n2_add(t, v, n2_scale(t, rate[c], e)), on->v[c].turn};
    }
    body->a = (FlatSpin){n2(n_add(t, n_sub(t, a.x, n_mul(t, twice, e.y)), n_mul(t, bias, e.x)),
                            n_add(t, n_add(t, a.y, n_mul(t, twice, e.x)), n_mul(t, bias, e.y))),
                         on->a.turn};
}

/* ---- Bars ----------------------------------------------------------------------------------- */

double jd_flat_start(const PlanePass *pass, int bar) {
    return pass->rec->s->start[pass->chain->bar[bar].q];
}

/* Turned by its coordinate: sine and cosine of an angle that is the coordinate itself, if it can
 * be. */
static void turn_bar(PlanePass *pass, int k, Num q) {
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatBody *on = &pass->body[bar->parent];
    FlatBody *body = &pass->body[bar->body];
    const Num c = n_cos(t, q), s = n_scale(t, bar->sign, n_sin(t, q));
    const Num c0 = n_num(t, pass->turn[k].c), s0 = n_num(t, pass->turn[k].s);
    const Num cq = n_sub(t, n_mul(t, c0, c), n_mul(t, s0, s)),
              sq = n_add(t, n_mul(t, s0, c), n_mul(t, c0, s));
    const FlatBody was = *on;
    body->c = n_sub(t, n_mul(t, was.c, cq), n_mul(t, was.s, sq));
    body->s = n_add(t, n_mul(t, was.s, cq), n_mul(t, was.c, sq));
}

void jd_flat_bar(PlanePass *pass, int k, Num q, const Num *rate, Num bias) {
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatBody *on = &pass->body[bar->parent];
    pass->coordinate[k] = q;
    pass->has_coordinate[k] = true;
    for (int c = 0; c < pass->columns; c++) *rate_of(pass, k, c) = rate[c];
    pass->bias[k] = bias;
    if (!bar->turn) {
        pass->travel[k] = q;
        jd_flat_hang_slide(pass, k, bar->parent, jd_flat_turn_slide(pass, k, bar->parent), q, rate,
                           bias);
        return;
    }
    Num *turn = jd_flat_room(pass);
    if (!turn) return;
    turn_bar(pass, k, q);
    for (int c = 0; c < pass->columns; c++)
        turn[c] = n_add(t, on->v[c].turn, n_scale(t, bar->sign, rate[c]));
    const FlatPoint P = jd_flat_point(pass, bar->parent, pass->near[k]);
    jd_flat_hang_turn(pass, bar->body, pass->far[k], &P, turn,
                      n_add(t, on->a.turn, n_scale(t, bar->sign, bias)));
}

/* A bar whose coordinate is known: fixed, driven or independent. */
static void go_bar(PlanePass *pass, int k) {
    const Recorder *rec = pass->rec;
    const Chain *chain = pass->chain;
    const Bar *bar = &chain->bar[k];
    Num *rate = jd_flat_room(pass), q = 0, bias = 0;
    if (!rate) return;
    if (bar->drive >= 0) {
        q = pass->jet[k][0], bias = pass->jet[k][2];
        rate[pass->now] = pass->jet[k][1];
    } else if (!is_given(bar)) {
        q = rec->q[bar->q];
        for (int f = 0; f < chain->free; f++)
            if (chain->independent[f] == k) rate[f] = n_num(rec->t, 1);
        if (!pass->one) rate[pass->now] = rec->u[bar->u];
    }
    jd_flat_bar(pass, k, q, rate, bias);
}

/* ---- Axes of bodies ------------------------------------------------------------------------- */

/* In a planar model vectors on bodies are along their own axes: a link has its points on one of
 * them. In space they are as drawn. */
static bool has_own_axes(const PlanePass *pass) {
    return pass->rec->s->space == JD_PLANAR;
}

static const double rounding = 1e-15; /* of a vector's part, by the whole */

static double without_rounding(double part, double whole) {
    return fabs(part) <= rounding * whole ? 0 : part;
}

Vec2 jd_flat_own(const PlanePass *pass, int body, Vec2 v) {
    const Vec2 x = pass->drawn[body];
    const double size = fabs(v.x) + fabs(v.y);
    return vec2(without_rounding(x.x * v.x + x.y * v.y, size),
                without_rounding(x.x * v.y - x.y * v.x, size));
}

/* A direction that is along an axis but for rounding. */
static Vec2 exact(Vec2 way) {
    const double x = without_rounding(way.x, 1), y = without_rounding(way.y, 1);
    return vec2(y == 0 ? copysign(1, x) : x, x == 0 ? copysign(1, y) : y);
}

static void turn_on_parent(PlanePass *pass, int k) {
    const Bar *bar = &pass->chain->bar[k];
    const NodeInfo node = jd_tree_node(&pass->rec->plan->tree, k);
    const Axes back = jd_axes_inverse(&node.far_axes),
               seen = jd_axes_absolute(&node.near_axes, &back);
    const Vec3 axis = axes_at(&node.near_axes, node.axis);
    pass->turn[k] = (FlatTurn){bar->c, bar->s, bar->angle};
    pass->axis[k] = bar->axis;
    if (!has_own_axes(pass)) return;
    const Vec2 turned = exact(vec2(seen.x.x, seen.x.y));
    pass->turn[k] = (FlatTurn){turned.x, turned.y, atan2(turned.y, turned.x)};
    if (bar->slide) pass->axis[k] = vec2_scale(node.sign, exact(vec2(axis.x, axis.y)));
}

/* ---- What it is made of --------------------------------------------------------------------- */

static Num2 flat_of(PlanePass *pass, int body, Num3 local) {
    Tape *t = pass->rec->t;
    const Plane *plane = &pass->rec->plan->plane;
    if (has_own_axes(pass)) return n2(local.x, local.y);
    const NumAxes axes = n_axes(t, &pass->rec->s->body[body].pose.axes);
    const Num3 out = n_axes_out(t, &axes, local);
    return n2(n3_dot(t, out, n3_of(t, plane->e1)), n3_dot(t, out, n3_of(t, plane->e2)));
}

static Vec2 value_of(const Tape *t, Num2 a) {
    return vec2(jd_tape_value(t, a.x), jd_tape_value(t, a.y));
}

static const double same_place = 1e-12; /* of the mechanism: rounding of a place along two ways */

static bool is_near(Vec2 a, Vec2 b, double length) {
    return fabs(a.x - b.x) <= same_place * length && fabs(a.y - b.y) <= same_place * length;
}

Num2 jd_flat_pin(PlanePass *pass, int joint, int body, Vec2 value) {
    Recorder *rec = pass->rec;
    const JdSystem *s = rec->s;
    const int frame[2] = {joint < 0 ? 0 : s->joint[joint].frame_i,
                          joint < 0 ? 0 : s->joint[joint].frame_j};
    const Vec2 own = jd_flat_own(pass, body, value);
    for (int k = 0; k < 2 && joint >= 0; k++) {
        if (s->frame[frame[k]].body != body) continue;
        const Num2 at = flat_of(pass, body, jd_record_point(rec, frame[k]));
        if (is_near(value_of(rec->t, at), own, s->length)) return at;
    }
    return n2_of(rec->t, own);
}

/* As minimal_linkage.c has it. */
static Num inertia_of(PlanePass *pass, int n) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const Vec3 about = rec->plan->plane.at[n].about;
    const Num3 I = jd_record_inertia(rec, pass->chain->bar[n].body);
    if (rec->s->space == JD_PLANAR) return I.z;
    return n_add(t,
                 n_add(t, n_scale(t, about.x * about.x, I.x), n_scale(t, about.y * about.y, I.y)),
                 n_scale(t, about.z * about.z, I.z));
}

static void take_numbers(PlanePass *pass) {
    Recorder *rec = pass->rec;
    for (int b = 0; b < pass->chain->bodies; b++) {
        const Axes *own = &rec->s->body[b].pose.axes;
        pass->drawn[b] = has_own_axes(pass) ? vec2(own->x.x, own->x.y) : vec2(1, 0);
    }
    for (int k = 0; k < pass->chain->bars; k++) {
        const Bar *bar = &pass->chain->bar[k];
        const NodeInfo node = jd_tree_node(&rec->plan->tree, k);
        turn_on_parent(pass, k);
        pass->near[k] = jd_flat_pin(pass, node.joint, bar->parent, bar->near);
        pass->far[k] = jd_flat_pin(pass, node.joint, bar->body, bar->far);
        pass->mass[k] = jd_record_mass(rec, bar->body);
        pass->inertia[k] = inertia_of(pass, k);
        if (bar->drive < 0) continue;
        jd_record_drive(rec, bar->drive, pass->jet[k]);
    }
}

static PlanePass *make_pass(Recorder *rec) {
    const Chain *chain = rec->plan->chain;
    Arena *arena = rec->arena;
    PlanePass *pass = ARENA_NEW(arena, PlanePass, 1);
    if (!pass) return NULL;
    const int bars = chain->bars + 1;
    *pass = (PlanePass){.rec = rec, .chain = chain, .one = chain->one};
    pass->columns = chain->one ? 1 : chain->free + 1;
    pass->now = chain->one ? 0 : chain->free;
    pass->body = ARENA_NEW(arena, FlatBody, chain->bodies);
    pass->rate = ARENA_NEW(arena, Num, bars * pass->columns);
    pass->bias = ARENA_NEW(arena, Num, bars);
    pass->travel = ARENA_NEW(arena, Num, bars);
    pass->jet = (Num(*)[3])ARENA_NEW(arena, Num, 3 * bars);
    pass->coordinate = ARENA_NEW(arena, Num, bars);
    pass->has_coordinate = ARENA_NEW(arena, bool, bars);
    pass->near = ARENA_NEW(arena, Num2, bars);
    pass->far = ARENA_NEW(arena, Num2, bars);
    pass->drawn = ARENA_NEW(arena, Vec2, chain->bodies + 1);
    pass->turn = ARENA_NEW(arena, FlatTurn, bars);
    pass->axis = ARENA_NEW(arena, Vec2, bars);
    pass->mass = ARENA_NEW(arena, Num, bars);
    pass->inertia = ARENA_NEW(arena, Num, bars);
    for (int b = 0; b < chain->bodies && pass->body; b++)
        pass->body[b].v = ARENA_NEW(arena, FlatSpin, pass->columns);
    return arena->failed ? NULL : pass;
}

/* ---- Bodies in space ------------------------------------------------------------------------ */

static Num3 lifted(Tape *t, const Plane *plane, Num2 v) {
    return n3_add(t, n3_scale(t, v.x, n3_of(t, plane->e1)), n3_scale(t, v.y, n3_of(t, plane->e2)));
}

/* What the velocities are multiplied with, to be those that bodies have. */
static Num speed_of(const PlanePass *pass) {
    const Chain *chain = pass->chain;
    return pass->one ? pass->rec->u[chain->bar[chain->independent[0]].u] : n_num(pass->rec->t, 1);
}

static void tell_body(PlanePass *pass, const struct PlaneBody *at) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const Plane *plane = &rec->plan->plane;
    const FlatBody *from = &pass->body[at->body];
    NumBody *to = &rec->body[at->body];
    const Num3 e1 = n3_of(t, plane->e1), e2 = n3_of(t, plane->e2), normal = n3_of(t, plane->normal);
    const NumAxes turned = {n3_add(t, n3_scale(t, from->c, e1), n3_scale(t, from->s, e2)),
                            n3_sub(t, n3_scale(t, from->c, e2), n3_scale(t, from->s, e1)), normal};
    const NumAxes drawn = n_axes(t, &at->drawn);
    const Num speed = speed_of(pass);
    const FlatSpin *v = &from->v[pass->now];
    to->p = n3_add(t, lifted(t, plane, from->p), n3_scale(t, n_num(t, at->height), normal));
    to->R = has_own_axes(pass) ? turned : n_axes_absolute(t, &turned, &drawn);
    to->v = (NumSpin){n3_scale(t, speed, lifted(t, plane, v->line)),
                      n3_scale(t, n_mul(t, speed, v->turn), normal)};
}

static void tell_bars(PlanePass *pass) {
    Recorder *rec = pass->rec;
    const Num speed = speed_of(pass);
    for (int k = 0; k < pass->chain->bars; k++) {
        const Bar *bar = &pass->chain->bar[k];
        if (!bar->turn && !bar->slide) continue;
        rec->u[bar->u] = n_mul(rec->t, speed, *rate_of(pass, k, pass->now));
        rec->q_known[bar->q] = pass->has_coordinate[k] || bar->slide;
        if (rec->q_known[bar->q])
            rec->q[bar->q] = bar->slide ? pass->travel[k] : pass->coordinate[k];
    }
}

/* Of a dependent turn nobody needs the angle, as long as nobody asks. */
Num jd_record_plane_coordinate(Recorder *rec, int q) {
    PlanePass *pass = rec->plane;
    Tape *t = rec->t;
    for (int k = 0; k < pass->chain->bars && !rec->q_known[q]; k++) {
        const Bar *bar = &pass->chain->bar[k];
        if (!bar->turn || bar->q != q) continue;
        const FlatBody *on = &pass->body[bar->parent], *own = &pass->body[bar->body];
        const Num c = n_add(t, n_mul(t, on->c, own->c), n_mul(t, on->s, own->s)),
                  s = n_sub(t, n_mul(t, on->c, own->s), n_mul(t, on->s, own->c));
        const Num angle =
            n_scale(t, bar->sign, n_sub(t, n_atan2(t, s, c), n_num(t, pass->turn[k].angle)));
        int hint = 0;
        const Num before = jd_tape_hint(t, jd_flat_start(pass, k), &hint);
        jd_tape_hint_near(t, hint, bar->q);
        const Num rough = n_scale(
            t, bar->sign,
            n_sub(t, jd_tape_op(t, TAPE_ROUGH_ANGLE, s, c, 0), n_num(t, pass->turn[k].angle)));
        rec->q[q] = jd_tape_op(t, TAPE_COUNTED, angle, before, 0);
        jd_tape_follow(t, hint, jd_tape_op(t, TAPE_COUNTED, rough, before, 0));
        rec->q_known[q] = true;
    }
    return rec->q[q];
}

bool jd_record_plane(Recorder *rec) {
    PlanePass *pass = make_pass(rec);
    if (!pass) return false;
    rec->plane = pass;
    pass->body[0].c = n_num(rec->t, 1);
    rec->body[0].R = n_axes(rec->t, &axes_none);
    take_numbers(pass);
    for (int n = 0; n < pass->chain->steps && !rec->failed && !rec->arena->failed; n++) {
        const ChainStep *step = &pass->chain->step[n];
        if (step->bar >= 0)
            go_bar(pass, step->bar);
        else if (step->knot >= 0)
            jd_flat_knot(pass, step->knot);
        else
            jd_flat_dyad(pass, step->dyad);
    }
    if (rec->failed || rec->arena->failed) return false;
    for (int k = 0; k < rec->plan->plane.count; k++) tell_body(pass, &rec->plan->plane.at[k]);
    tell_bars(pass);
    return !rec->arena->failed;
}

/* ---- Accelerations: theory (9.13), (9.14) --------------------------------------------------- */

static FlatSpin force_on(PlanePass *pass, int k) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const Plane *plane = &rec->plan->plane;
    const NumSpin *F = &rec->force[pass->chain->bar[k].body];
    return (FlatSpin){
        n2(n3_dot(t, F->line, n3_of(t, plane->e1)), n3_dot(t, F->line, n3_of(t, plane->e2))),
        n3_dot(t, F->turn, n3_of(t, plane->normal))};
}

static Num along(Tape *t, const FlatSpin *a, const FlatSpin *b) {
    return n_add(t, n2_dot(t, a->line, b->line), n_mul(t, a->turn, b->turn));
}

/* m a and I a of a bar. */
static FlatSpin weighed(PlanePass *pass, int k, const FlatSpin *a) {
    Tape *t = pass->rec->t;
    return (FlatSpin){n2_scale(t, pass->mass[k], a->line), n_mul(t, pass->inertia[k], a->turn)};
}

/* A slide on the ground moves along one direction: one product does for two. */
static bool slides_on_ground(const Bar *bar) {
    return bar->slide && bar->parent == 0;
}

/* About a point that stands still. */
static Num inertia_about(PlanePass *pass, int k) {
    Tape *t = pass->rec->t;
    const FlatBody *body = &pass->body[pass->chain->bar[k].body];
    return n_add(t, pass->inertia[k], n_mul(t, pass->mass[k], body->square));
}

static Num inertia_between(PlanePass *pass, int k, int f, int g) {
    Tape *t = pass->rec->t;
    const FlatBody *body = &pass->body[pass->chain->bar[k].body];
    if (body->pinned)
        return n_mul(t, n_mul(t, inertia_about(pass, k), body->v[f].turn), body->v[g].turn);
    if (slides_on_ground(&pass->chain->bar[k]))
        return n_mul(t, n_mul(t, pass->mass[k], *rate_of(pass, k, f)), *rate_of(pass, k, g));
    const FlatSpin own = weighed(pass, k, &body->v[f]);
    return along(t, &own, &body->v[g]);
}

static Num inertia_bias(PlanePass *pass, int k, int f) {
    Tape *t = pass->rec->t;
    const FlatBody *body = &pass->body[pass->chain->bar[k].body];
    if (body->pinned)
        return n_mul(t, n_mul(t, inertia_about(pass, k), body->v[f].turn), body->a.turn);
    if (slides_on_ground(&pass->chain->bar[k]))
        return n_mul(t, n_mul(t, pass->mass[k], *rate_of(pass, k, f)), pass->bias[k]);
    const FlatSpin own = weighed(pass, k, &body->v[f]);
    return along(t, &own, &body->a);
}

static Num push_on(PlanePass *pass, int k, int f) {
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatSpin F = force_on(pass, k);
    if (slides_on_ground(bar))
        return n_mul(t, *rate_of(pass, k, f), n2_dot(t, F.line, n2_of(t, pass->axis[k])));
    return along(t, &pass->body[bar->body].v[f], &F);
}

/* How bodies move with a unit of each independent rate. */
static void tell_ways(PlanePass *pass) {
    Recorder *rec = pass->rec;
    Tape *t = rec->t;
    const Plane *plane = &rec->plan->plane;
    const int n = pass->chain->free;
    for (int k = 0; k < plane->count; k++)
        for (int f = 0; f < n; f++) {
            const FlatSpin *v = &pass->body[plane->at[k].body].v[f];
            rec->way[plane->at[k].body * n + f] =
                (NumSpin){lifted(t, plane, v->line), n3_scale(t, v->turn, n3_of(t, plane->normal))};
        }
}

/* Bars one behind the other as the sequence goes through them, so that all of one is summed up
 * before the next. NULL: memory is out. */
static int *in_sequence(const PlanePass *pass) {
    const Chain *chain = pass->chain;
    int *order = ARENA_NEW(pass->rec->arena, int, chain->bars + 1), count = 0;
    bool *taken = ARENA_NEW(pass->rec->arena, bool, chain->bars + 1);
    if (!order || !taken) return NULL;
    for (int n = 0; n <= chain->steps; n++) {
        const ChainStep *step = &chain->step[n];
        const int last = n == chain->steps;
        for (int k = 0; k < chain->bars; k++) {
            const bool its = last || step->bar == k ||
                             (step->dyad >= 0 &&
                              (chain->dyad[step->dyad].a == k || chain->dyad[step->dyad].b == k));
            if (taken[k] || !its) continue;
            taken[k] = true;
            order[count++] = k;
        }
    }
    return order;
}

void jd_record_plane_solve(Recorder *rec) {
    PlanePass *pass = rec->plane;
    const Chain *chain = pass->chain;
    Tape *t = rec->t;
    const int n = chain->free;
    const Num speed = speed_of(pass), weight = n_square(t, speed);
    Num *M = ARENA_NEW(rec->arena, Num, n * n + 1), *h = ARENA_NEW(rec->arena, Num, n + 1);
    int *order = in_sequence(pass);
    if (!M || !h || !order || !jd_record_keep(rec, n)) return;
    t->sums = t->node.count;
    for (int f = 0; f < n; f++) {
        Num push = 0, inert = 0;
        for (int b = 0; b < chain->bars; b++) {
            const int k = order[b];
            const Bar *bar = &chain->bar[k];
            for (int g = 0; g <= f; g++)
                M[f * n + g] = n_add(t, M[f * n + g], inertia_between(pass, k, f, g));
            inert = n_add(t, inert, inertia_bias(pass, k, f));
            push = n_add(t, push, push_on(pass, k, f));
            if (bar->turn || bar->slide)
                push = n_add(t, push, n_mul(t, rec->effort[bar->u], *rate_of(pass, k, f)));
        }
        h[f] = n_sub(t, push, n_mul(t, weight, inert));
        rec->push[f] = push;
        rec->bias[f] = n_mul(t, weight, inert);
    }
    for (int f = 0; f < n; f++)
        for (int g = 0; g < f; g++) M[g * n + f] = M[f * n + g];
    memcpy(rec->mass, M, (size_t)(n * n) * sizeof *M);
    if (rec->explicit_mass) tell_ways(pass);
    jd_tape_positive(t, n, M, h);
    for (int k = 0; k < chain->bars; k++) {
        const Bar *bar = &chain->bar[k];
        if (!bar->turn && !bar->slide) continue;
        Num sum = n_mul(t, weight, pass->bias[k]);
        for (int f = 0; f < n; f++) sum = n_add(t, sum, n_mul(t, h[f], *rate_of(pass, k, f)));
        rec->udot[bar->u] = sum;
    }
    for (int k = 0; k < rec->plan->plane.count; k++) {
        const int b = rec->plan->plane.at[k].body;
        const FlatBody *body = &pass->body[b];
        Num2 line = n2_scale(t, weight, body->a.line);
        Num turn = n_mul(t, weight, body->a.turn);
        for (int f = 0; f < n; f++) {
            line = n2_add(t, line, n2_scale(t, h[f], body->v[f].line));
            turn = n_add(t, turn, n_mul(t, h[f], body->v[f].turn));
        }
        rec->accel[b] = (NumSpin){lifted(t, &rec->plan->plane, line),
                                  n3_scale(t, turn, n3_of(t, rec->plan->plane.normal))};
    }
}
