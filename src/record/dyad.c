/* SPDX-License-Identifier: MIT
 *
 * Dyads with recorded numbers, kind by kind as in loop/: theory (9.15), (9.16), (9.20). On which
 * side a dyad closes is that of the start, for good: between the two stands its dead point, and
 * next to it the closed form is left where the executor leaves it, too, so that no step goes over
 * it. */
#include "record/plane.h"
#include <string.h>

/* What a kind works with. w and s: velocity and bias of the second end less those of the first. */
typedef struct {
    PlanePass *pass;
    const Dyad *dyad;
    FlatLeg leg[2];
    bool moved;
    Num2 rate[2], accel[2]; /* of C on the bodies of the legs, that drives within cause */
} Work;

/* ---- Legs ----------------------------------------------------------------------------------- */

static Num2 on_parent(PlanePass *pass, int k, Num2 p) {
    Tape *t = pass->rec->t;
    const Num2 arm = n2_sub(t, p, pass->far[k]);
    const FlatBody turn = {.c = n_num(t, pass->turn[k].c), .s = n_num(t, pass->turn[k].s)};
    return n2_add(t, pass->near[k], jd_flat_turned(pass, &turn, arm));
}

static FlatLeg with_arm(PlanePass *pass, FlatLeg leg, Num2 to) {
    Tape *t = pass->rec->t;
    leg.arm = n2_sub(t, to, leg.far);
    leg.square = n2_dot(t, leg.arm, leg.arm);
    leg.per = n_inverse(t, leg.square);
    return leg;
}

static FlatLeg leg_of(PlanePass *pass, int k, Num2 C) {
    const Bar *bar = &pass->chain->bar[k];
    FlatLeg leg = {.bar = k, .body = bar->body, .on = bar->parent, .near = pass->near[k]};
    leg.far = pass->far[k];
    if (bar->turn) return with_arm(pass, leg, C);
    leg.near = on_parent(pass, k, C);
    return leg;
}

static FlatLeg leg_from_pin(PlanePass *pass, int k, int target, Num2 on_target, Num2 pin) {
    const Bar *bar = &pass->chain->bar[k];
    const FlatLeg leg = {.bar = k, .body = bar->body, .on = target, .near = on_target, .far = pin};
    return bar->turn ? with_arm(pass, leg, pass->far[k]) : leg;
}

static void measure(PlanePass *pass, const Dyad *dyad, const Num2 pin[2], FlatLeg leg[2]) {
    const Bar *a = &pass->chain->bar[dyad->a], *b = &pass->chain->bar[dyad->b];
    leg[0] = leg_of(pass, dyad->a,
                    !dyad->behind ? pin[0]
                    : b->turn     ? pass->near[dyad->b]
                                  : on_parent(pass, dyad->b, pin[1]));
    leg[1] = dyad->behind ? leg_from_pin(pass, dyad->b, dyad->target, pin[0], pin[1])
                          : leg_of(pass, dyad->b, pin[1]);
    if (a->turn || !(dyad->behind || b->turn)) return;
    const FlatLeg first = leg[0];
    leg[0] = leg[1], leg[1] = first;
}

/* ---- Drives within -------------------------------------------------------------------------- */

/* What drives do on bar n up to bar k, as if the body of n stood still. */
static void carry(PlanePass *pass, int k, int n) {
    FlatBody *body = &pass->body[pass->chain->bar[n].body];
    if (k == n) {
        FlatSpin *room = body->v;
        memset(room, 0, (size_t)pass->columns * sizeof *room);
        *body = (FlatBody){.c = n_num(pass->rec->t, 1), .v = room};
        return;
    }
    carry(pass, pass->chain->bar[k].above, n);
    Num *rate = jd_flat_room(pass);
    const bool driven = pass->chain->bar[k].drive >= 0;
    if (!rate) return;
    if (driven) rate[pass->now] = pass->jet[k][1];
    jd_flat_bar(pass, k, driven ? pass->jet[k][0] : 0, rate, driven ? pass->jet[k][2] : 0);
}

static const double no_leg =
    1e-6; /* of the mechanism, squared: a leg that short has no direction */

static void take_legs(Work *w) {
    PlanePass *pass = w->pass;
    const Dyad *dyad = w->dyad;
    Tape *t = pass->rec->t;
    const int body[2] = {dyad->behind ? dyad->target : pass->chain->bar[dyad->a].body,
                         pass->chain->bar[dyad->b].body};
    Num2 pin[2], v[2] = {{0, 0}, {0, 0}}, a[2] = {{0, 0}, {0, 0}};
    w->moved = is_moved(dyad);
    for (int n = 0; n < 2; n++) {
        pin[n] = jd_flat_pin(pass, dyad->joint, body[n], dyad->pin[n]);
        if (dyad->carrier[n] < 0) continue;
        carry(pass, dyad->carrier[n], n ? dyad->b : dyad->a);
        const int last = pass->chain->bar[dyad->carrier[n]].body;
        const FlatPoint P =
            jd_flat_point(pass, last, n2_of(t, jd_flat_own(pass, last, dyad->end[n])));
        pin[n] = P.p, v[n] = P.v[pass->now], a[n] = P.a;
    }
    measure(pass, dyad, pin, w->leg);
    /* Drives within may bring both ends of a leg together. */
    const double length = pass->rec->s->length;
    for (int n = 0; n < 2 && w->moved; n++)
        if (w->leg[n].square)
            jd_record_guard(pass->rec, w->leg[n].square, no_leg * length * length,
                            "a leg of a dyad has no length");
    for (int n = 0; n < 2; n++) {
        const int of = w->leg[n].bar == dyad->b;
        const Num way = n_num(t, dyad->behind ? -1 : 1);
        w->rate[n] = n2_scale(t, way, v[of]);
        w->accel[n] = n2_scale(t, way, a[of]);
    }
}

/* What drives within add to velocities and bias between the ends. */
static Num2 moved_rate(Work *w, int column) {
    PlanePass *pass = w->pass;
    if (!w->moved || column != pass->now) return n2(0, 0);
    return n2_sub(pass->rec->t, jd_flat_turned(pass, &pass->body[w->leg[1].body], w->rate[1]),
                  jd_flat_turned(pass, &pass->body[w->leg[0].body], w->rate[0]));
}

static Num2 moved_part(Work *w, int n, Num turn) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const Num2 side = n2_scale(t, n_scale(t, 2, turn), n2_turn90(t, w->rate[n]));
    return jd_flat_turned(pass, &pass->body[w->leg[n].body], n2_add(t, w->accel[n], side));
}

static Num2 moved_bias(Work *w, Num turn0, Num turn1) {
    if (!w->moved) return n2(0, 0);
    const Num2 second = moved_part(w, 1, turn1), first = moved_part(w, 0, turn0);
    return n2_sub(w->pass->rec->t, second, first);
}

/* ---- What kinds are made of ------------------------------------------------------------------ */

static void note(Work *w, Num det, Num sizes) {
    Recorder *rec = w->pass->rec;
    Tape *t = rec->t;
    jd_record_guard(rec, n_sub(t, n_square(t, det), n_scale(t, jd_dyad_low, sizes)), 0,
                    "a dyad is stretched");
}

static void turn_arm(Work *w, int body, Num2 arm, Num per, Num2 u) {
    Tape *t = w->pass->rec->t;
    w->pass->body[body].c = n_mul(t, per, n2_dot(t, arm, u));
    w->pass->body[body].s = n_mul(t, per, n2_cross(t, arm, u));
}

static void tell_turn(Work *w, int k, const Num *turn, Num bias) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const Bar *bar = &pass->chain->bar[k];
    const FlatBody *on = &pass->body[bar->parent];
    for (int c = 0; c < pass->columns; c++)
        *rate_of(pass, k, c) = n_scale(t, bar->sign, n_sub(t, turn[c], on->v[c].turn));
    pass->bias[k] = n_scale(t, bar->sign, n_sub(t, bias, on->a.turn));
}

static void tell_slide(Work *w, int k, Num q, const Num *rate, Num bias) {
    PlanePass *pass = w->pass;
    pass->travel[k] = q;
    for (int c = 0; c < pass->columns; c++) *rate_of(pass, k, c) = rate[c];
    pass->bias[k] = bias;
}

/* C on its line, as a point of the body that the slide is on. */
static FlatPoint slid(Work *w, int number, const FlatPoint *S, Num2 e, Num q) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const FlatBody *on = &pass->body[number];
    const Num2 way = n2_scale(t, q, e);
    FlatPoint to = {.r = n2_add(t, S->r, way),
                    .p = n2_add(t, S->p, way),
                    .v = ARENA_NEW(pass->rec->arena, Num2, pass->columns)};
    for (int c = 0; c < pass->columns && to.v; c++)
        to.v[c] = n2_add(t, S->v[c], n2_scale(t, on->v[c].turn, n2_turn90(t, way)));
    const Num w2 = n_square(t, on->v[pass->now].turn);
    to.a = n2_sub(t, n2_add(t, S->a, n2_scale(t, on->a.turn, n2_turn90(t, way))),
                  n2_scale(t, w2, way));
    return to;
}

/* P + s e at a distance from a centre, whose way to P is g: on the side of the hint. */
static Num meet_line(Work *w, Num2 g, Num2 e, Num square, double hint, Num *half) {
    Tape *t = w->pass->rec->t;
    const Num across = n2_cross(t, e, g), middle = n_neg(t, n2_dot(t, g, e));
    *half = n_sqrt(t, n_sub(t, square, n_square(t, across)));
    if (!(hint >= jd_tape_value(t, middle))) *half = n_neg(t, *half);
    return n_add(t, middle, *half);
}

typedef struct {
    Num *x, *y; /* the two unknowns, for each column */
} Two;

static Two two_of(Work *w) {
    return (Two){jd_flat_room(w->pass), jd_flat_room(w->pass)};
}

static Num2 apart(Work *w, const FlatPoint *B, const FlatPoint *A, int c) {
    Tape *t = w->pass->rec->t;
    return n2_add(t, n2_sub(t, B->v[c], A->v[c]), moved_rate(w, c));
}

/* ---- Kinds ---------------------------------------------------------------------------------- */

/* C on the right of the way from A to B, at the start. */
static bool on_other_side(Work *w, Num2 way) {
    PlanePass *pass = w->pass;
    const Tape *t = pass->rec->t;
    const FlatLeg *leg = &w->leg[0];
    const Bar *bar = &pass->chain->bar[leg->bar];
    const FlatBody *on = &pass->body[leg->on], *parent = &pass->body[bar->parent];
    (void)on;
    const double angle = pass->turn[leg->bar].angle + bar->sign * jd_flat_start(pass, leg->bar);
    const double c = cos(angle), s = sin(angle), pc = jd_tape_value(t, parent->c),
                 ps = jd_tape_value(t, parent->s);
    const Vec2 arm = vec2(jd_tape_value(t, leg->arm.x), jd_tape_value(t, leg->arm.y));
    const Vec2 r = vec2(c * arm.x - s * arm.y, s * arm.x + c * arm.y);
    const Vec2 out = vec2(pc * r.x - ps * r.y, ps * r.x + pc * r.y);
    return jd_tape_value(t, way.x) * out.y - jd_tape_value(t, way.y) * out.x < 0;
}

static void go_rrr(Work *w) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const FlatLeg *a = &w->leg[0], *b = &w->leg[1];
    const FlatPoint A = jd_flat_point(pass, a->on, a->near),
                    B = jd_flat_point(pass, b->on, b->near);
    const Num2 way = n2_sub(t, B.p, A.p);
    const Num d2 = n2_dot(t, way, way), per = n_inverse(t, d2);
    const Num along =
        n_add(t, n_num(t, 0.5), n_mul(t, n_scale(t, 0.5, n_sub(t, a->square, b->square)), per));
    Num high = n_sqrt(t, n_sub(t, n_mul(t, a->square, per), n_square(t, along)));
    if (on_other_side(w, way)) high = n_neg(t, high);
    const Num2 u = n2(n_sub(t, n_mul(t, along, way.x), n_mul(t, high, way.y)),
                      n_add(t, n_mul(t, along, way.y), n_mul(t, high, way.x)));
    const Num2 v = n2_sub(t, u, way);
    /* cross(v, u) = -cross(way, u) = -high d2 */
    const Num det = n_neg(t, n_mul(t, high, d2)), inverse = n_inverse(t, det);
    note(w, det, n_mul(t, a->square, b->square));
    turn_arm(w, a->body, a->arm, a->per, u);
    turn_arm(w, b->body, b->arm, b->per, v);

    const Two turn = two_of(w);
    if (!turn.x || !turn.y) return;
    for (int c = 0; c < pass->columns; c++) {
        const Num2 gap = apart(w, &B, &A, c);
        turn.x[c] = n_neg(t, n_mul(t, n2_dot(t, gap, v), inverse));
        turn.y[c] = n_neg(t, n_mul(t, n2_dot(t, gap, u), inverse));
    }
    const Num wa = n_square(t, turn.x[pass->now]), wb = n_square(t, turn.y[pass->now]);
    Num2 s = n2_sub(t, n2_add(t, n2_sub(t, B.a, A.a), n2_scale(t, wa, u)), n2_scale(t, wb, v));
    s = n2_add(t, s, moved_bias(w, turn.x[pass->now], turn.y[pass->now]));
    const Num bias_a = n_neg(t, n_mul(t, n2_dot(t, s, v), inverse)),
              bias_b = n_neg(t, n_mul(t, n2_dot(t, s, u), inverse));
    jd_flat_hang_turn(pass, a->body, a->far, &A, turn.x, bias_a);
    jd_flat_hang_turn(pass, b->body, b->far, &B, turn.y, bias_b);
    tell_turn(w, a->bar, turn.x, bias_a);
    tell_turn(w, b->bar, turn.y, bias_b);
}

static void go_rrp(Work *w) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const FlatLeg *a = &w->leg[0], *b = &w->leg[1];
    const FlatPoint A = jd_flat_point(pass, a->on, a->near),
                    S = jd_flat_point(pass, b->on, b->near);
    const Num2 e = jd_flat_turn_slide(pass, b->bar, b->on), g = n2_sub(t, S.p, A.p);
    Num half;
    const Num q = meet_line(w, g, e, a->square, jd_flat_start(pass, b->bar), &half);
    const Num per = n_inverse(t, half), across = n2_cross(t, e, g); /* u.e, e x u */
    const Num2 u = n2_add(t, n2_scale(t, half, e), n2_scale(t, across, n2_turn90(t, e)));
    note(w, half, a->square);
    turn_arm(w, a->body, a->arm, a->per, u);

    const FlatPoint C = slid(w, b->on, &S, e, q);
    const Two is = two_of(w);
    if (!is.x || !is.y) return;
    for (int c = 0; c < pass->columns; c++) {
        const Num2 gap = apart(w, &C, &A, c);
        is.x[c] = n_mul(t, n2_cross(t, e, gap), per);
        is.y[c] = n_neg(t, n_add(t, n2_dot(t, gap, e), n_mul(t, across, is.x[c])));
    }
    const FlatBody *on = &pass->body[b->on];
    const Num wa = n_square(t, is.x[pass->now]);
    const Num twice = n_scale(t, 2, n_mul(t, on->v[pass->now].turn, is.y[pass->now]));
    Num2 s = n2_add(t, n2_sub(t, C.a, A.a), n2_scale(t, twice, n2_turn90(t, e)));
    s = n2_add(t, s, moved_bias(w, is.x[pass->now], on->v[pass->now].turn)); /* and wa u */
    const Num aside = n_add(t, n2_cross(t, e, s), n_mul(t, wa, across)),
              ahead = n_add(t, n2_dot(t, s, e), n_mul(t, wa, half));
    const Num turn_bias = n_mul(t, aside, per),
              rate_bias = n_neg(t, n_add(t, ahead, n_mul(t, across, turn_bias)));
    jd_flat_hang_turn(pass, a->body, a->far, &A, is.x, turn_bias);
    jd_flat_hang_slide(pass, b->bar, b->on, e, q, is.y, rate_bias);
    tell_turn(w, a->bar, is.x, turn_bias);
    tell_slide(w, b->bar, q, is.y, rate_bias);
}

static void go_rpr(Work *w) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const FlatLeg *a = &w->leg[0], *b = &w->leg[1];
    const Num2 axis = n2_of(t, pass->axis[b->bar]);
    const FlatPoint A = jd_flat_point(pass, a->on, a->near),
                    C = jd_flat_point(pass, b->on, b->near);
    const Num2 u = n2_sub(t, C.p, A.p);
    const Num out = n2_dot(t, u, u);
    Num half;
    const Num q = meet_line(w, a->arm, axis, out, jd_flat_start(pass, b->bar), &half);
    turn_arm(w, a->body, n2_add(t, a->arm, n2_scale(t, q, axis)), n_inverse(t, out), u);
    const Num2 e = jd_flat_turn_slide(pass, b->bar, a->body);
    const Num det = n_neg(t, n2_dot(t, u, e)), per = n_inverse(t, det);
    note(w, det, out);

    const Two is = two_of(w);
    if (!is.x || !is.y) return;
    for (int c = 0; c < pass->columns; c++) {
        const Num2 gap = apart(w, &C, &A, c);
        is.x[c] = n_mul(t, n2_cross(t, gap, e), per);
        is.y[c] = n_neg(t, n_mul(t, n2_dot(t, u, gap), per));
    }
    const Num turn = is.x[pass->now], wa = n_square(t, turn);
    const Num twice = n_scale(t, 2, n_mul(t, turn, is.y[pass->now]));
    Num2 s = n2_add(t, n2_sub(t, C.a, A.a), n2_scale(t, wa, u));
    s = n2_sub(t, s, n2_scale(t, twice, n2_turn90(t, e)));
    s = n2_add(t, s, moved_bias(w, turn, turn));
    const Num turn_bias = n_mul(t, n2_cross(t, s, e), per),
              rate_bias = n_neg(t, n_mul(t, n2_dot(t, u, s), per));
    jd_flat_hang_turn(pass, a->body, a->far, &A, is.x, turn_bias);
    jd_flat_hang_slide(pass, b->bar, a->body, e, q, is.y, rate_bias);
    tell_turn(w, a->bar, is.x, turn_bias);
    tell_slide(w, b->bar, q, is.y, rate_bias);
}

static void go_prp(Work *w) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const FlatLeg *a = &w->leg[0], *b = &w->leg[1];
    const FlatPoint S = jd_flat_point(pass, a->on, a->near),
                    T = jd_flat_point(pass, b->on, b->near);
    const Num2 e = jd_flat_turn_slide(pass, a->bar, a->on),
               f = jd_flat_turn_slide(pass, b->bar, b->on), g = n2_sub(t, T.p, S.p);
    const Num det = n2_cross(t, e, f), per = n_inverse(t, det);
    const Num qa = n_mul(t, n2_cross(t, g, f), per), qb = n_mul(t, n2_cross(t, g, e), per);
    note(w, det, n_num(t, 1));

    const FlatPoint Ca = slid(w, a->on, &S, e, qa), Cb = slid(w, b->on, &T, f, qb);
    const FlatBody *on_a = &pass->body[a->on], *on_b = &pass->body[b->on];
    const Two is = two_of(w);
    if (!is.x || !is.y) return;
    for (int c = 0; c < pass->columns; c++) {
        const Num2 gap = apart(w, &Cb, &Ca, c);
        is.x[c] = n_mul(t, n2_cross(t, gap, f), per);
        is.y[c] = n_mul(t, n2_cross(t, gap, e), per);
    }
    const Num wa = on_a->v[pass->now].turn, wb = on_b->v[pass->now].turn;
    const Num twice_a = n_scale(t, 2, n_mul(t, wa, is.x[pass->now])),
              twice_b = n_scale(t, 2, n_mul(t, wb, is.y[pass->now]));
    Num2 s = n2_add(t, n2_sub(t, Cb.a, Ca.a), n2_scale(t, twice_b, n2_turn90(t, f)));
    s = n2_sub(t, s, n2_scale(t, twice_a, n2_turn90(t, e)));
    s = n2_add(t, s, moved_bias(w, wa, wb));
    const Num bias_a = n_mul(t, n2_cross(t, s, f), per), bias_b = n_mul(t, n2_cross(t, s, e), per);
    jd_flat_hang_slide(pass, a->bar, a->on, e, qa, is.x, bias_a);
    jd_flat_hang_slide(pass, b->bar, b->on, f, qb, is.y, bias_b);
    tell_slide(w, a->bar, qa, is.x, bias_a);
    tell_slide(w, b->bar, qb, is.y, bias_b);
}

/* One slide on the other; the outer one has a pin at a known point. */
static void go_rpp(Work *w) {
    PlanePass *pass = w->pass;
    Tape *t = pass->rec->t;
    const FlatLeg *outer = &w->leg[0], *inner = &w->leg[1];
    const FlatPoint S = jd_flat_point(pass, inner->on, inner->near),
                    C = jd_flat_point(pass, outer->on, outer->near);
    const Num2 e = jd_flat_turn_slide(pass, inner->bar, inner->on),
               f = jd_flat_turn_slide(pass, outer->bar, inner->body), g = n2_sub(t, C.p, S.p);
    const Num det = n2_cross(t, e, f), per = n_inverse(t, det);
    const Num qi = n_mul(t, n2_cross(t, g, f), per), qo = n_mul(t, n2_cross(t, e, g), per);
    note(w, det, n_num(t, 1));

    const FlatPoint P = slid(w, inner->on, &S, g, n_num(t, 1)); /* C as a point of that body */
    const FlatBody *on = &pass->body[inner->on];
    const Two is = two_of(w); /* inner, outer */
    if (!is.x || !is.y) return;
    for (int c = 0; c < pass->columns; c++) {
        const Num2 gap = n2_sub(t, n2_sub(t, C.v[c], P.v[c]), moved_rate(w, c));
        is.x[c] = n_mul(t, n2_cross(t, gap, f), per);
        is.y[c] = n_mul(t, n2_cross(t, e, gap), per);
    }
    const Num turn = on->v[pass->now].turn;
    const Num2 speed = n2_add(t, n2_scale(t, is.x[pass->now], e), n2_scale(t, is.y[pass->now], f));
    Num2 s = n2_sub(t, n2_sub(t, C.a, P.a), n2_scale(t, n_scale(t, 2, turn), n2_turn90(t, speed)));
    s = n2_sub(t, s, moved_bias(w, turn, turn));
    const Num bias_i = n_mul(t, n2_cross(t, s, f), per), bias_o = n_mul(t, n2_cross(t, e, s), per);
    jd_flat_hang_slide(pass, inner->bar, inner->on, e, qi, is.x, bias_i);
    jd_flat_hang_slide(pass, outer->bar, inner->body, f, qo, is.y, bias_o);
    tell_slide(w, inner->bar, qi, is.x, bias_i);
    tell_slide(w, outer->bar, qo, is.y, bias_o);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const struct {
    const char *name; /* of the kind in loop/ */
    void (*go)(Work *w);
} kinds[] = {{"RRR", go_rrr}, {"RRP", go_rrp}, {"RPR", go_rpr}, {"PRP", go_prp}, {"RPP", go_rpp}};

/* A body that drives move on its pin keeps to its own joint. */
static void hang_on_own(Work *w) {
    PlanePass *pass = w->pass;
    const int k = w->dyad->b;
    const Bar *bar = &pass->chain->bar[k];
    FlatBody *body = &pass->body[bar->body];
    if (!w->moved || !w->dyad->behind || !bar->turn) return;
    const FlatPoint P = jd_flat_point(pass, bar->parent, pass->near[k]);
    Num *turn = jd_flat_room(pass);
    for (int c = 0; c < pass->columns && turn; c++) turn[c] = body->v[c].turn;
    if (turn) jd_flat_hang_turn(pass, bar->body, pass->far[k], &P, turn, body->a.turn);
}

void jd_flat_dyad(PlanePass *pass, int number) {
    Work w = {.pass = pass, .dyad = &pass->chain->dyad[number]};
    take_legs(&w);
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++) {
        if (strcmp(kinds[n].name, w.dyad->kind->name)) continue;
        kinds[n].go(&w);
        hang_on_own(&w);
        return;
    }
    const SystemJoint *joint = &pass->rec->s->joint[w.dyad->joint];
    jd_record_refuse(pass->rec, joint->where, "joint '%s' closes a dyad of kind %s", joint->name,
                     w.dyad->kind->name);
}
