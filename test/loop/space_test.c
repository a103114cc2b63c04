/* SPDX-License-Identifier: MIT
 *
 * Dyads in space between two bodies that move anyhow: with joints that lie anyhow, either way
 * round, each kind closes to rounding, on the branch where it was, and its rates and bias are the
 * differences of places and rates. A universal joint is tried as one joint and as two turns, a
 * cylindrical one as one joint and as a turn and a slide.
 * `space_test N` tries N geometries of each kind (`make audit`: 100,000). */
#include "check.h"
#include "loop/space_inside.h"
#include <stdlib.h>

enum {
    GROUND,
    FIRST,
    LAST,
    INNER,
    BODIES = INNER + 5,
    STEMS = BODIES - 1,
    RATES = 12 + 15,
    PLACES = 14 + 20
};

static int geometries = 250;

/* The pairs of both sides from the known bodies outwards, and what closes them: a ball, a pin, a
 * row. X: two turns that meet instead of a universal joint. K, J: a cylindrical joint and a turn
 * that meets its axis, the first as one joint, or as a turn and then a slide; M, N: the turn comes
 * first, then a cylindrical joint, or a slide and then a turn. then: a rod from the ground to the
 * last body of the first side, which finds the spin that the first dyad leaves: L without mass, or
 * by its joint there. */
typedef struct {
    const char *kind, *first, *last;
    char cut;
    const char *then;
} Kind;
static const Kind all_kinds[] = {
    {"SSR", "S", "R", 'S'},      {"SSR", "RS", "", 'S'},      {"SSR", "", "R", 'L'},
    {"SSP", "S", "P", 'S'},      {"SSP", "PS", "", 'S'},      {"SSP", "P", "", 'L'},
    {"USR", "U", "R", 'S'},      {"USR", "X", "R", 'S'},      {"USP", "U", "P", 'S'},
    {"USP", "P", "X", 'S'},      {"SUR", "RU", "", 'S'},      {"SUR", "", "RX", 'S'},
    {"SUP", "PU", "", 'S'},      {"SUP", "PX", "", 'S'},      {"UPS", "UP", "", 'S'},
    {"UPS", "", "XP", 'S'},      {"SPS", "SP", "", 'S'},      {"RRR", "R", "R", 'R'},
    {"RRR", "RR", "", 'R'},      {"RRP", "R", "P", 'R'},      {"RRP", "PR", "", 'R'},
    {"RPR", "", "RP", 'R'},      {"PRP", "P", "P", 'R'},      {"RPP", "PP", "", 'R'},
    {"SEP", "P", "", 'E'},       {"SER", "R", "", 'E'},       {"SPS", "SP", "", 'S', "L"},
    {"SPS", "SP", "", 'S', "S"}, {"SPS", "SP", "", 'S', "U"}, {"SSR", "S", "R", 'S', "L"},
    {"SSP", "PS", "", 'S', "S"}, {"SUP", "K", "", 'S'},       {"SUP", "", "K", 'S'},
    {"SUP", "J", "", 'S'},       {"SUP", "", "J", 'S'},       {"UPS", "M", "", 'S'},
    {"UPS", "", "M", 'S'},       {"UPS", "N", "", 'S'},       {"UPS", "", "N", 'S'},
};
enum { KINDS = sizeof all_kinds / sizeof *all_kinds };

typedef struct {
    Stem stem[STEMS];
    int stem_of[BODIES];
    SpaceClosing closing[2];
    Lock lock[2];
    double prefer[RATES], start[PLACES + 8], jet[STEMS][3];
    SpaceLinkage linkage;
    SpaceChain *chain;
    SpaceWork work;
    Arena arena;
    double q[PLACES], u[RATES];
    int places;
    double largest;
    bool flat;
} Mechanism;

static Vec3 anywhere(double size) {
    return vec3(check_uniform(-size, size), check_uniform(-size, size), check_uniform(-size, size));
}

static Axes any_axes(void) {
    return jd_axes_from_vector(anywhere(3));
}

/* In a plane all z are normal to it. */
static Axes axes_there(const Mechanism *m) {
    return m->flat ? jd_axes_about(AXIS_Z, check_uniform(-3, 3)) : any_axes();
}

static void add_free(Stem *stem, FreeKind kind, AxisName axis) {
    stem->kind[stem->frees] = kind;
    stem->axis[stem->frees++] = axis;
}

static Stem *add_stem(Mechanism *m, int parent, char pair) {
    const int k = m->linkage.stems++, body = k + 1;
    Stem *stem = &m->stem[k];
    *stem = (Stem){.body = body,
                   .parent = parent,
                   .above = m->stem_of[parent],
                   .joint = k,
                   .q = m->places,
                   .u = m->linkage.rates,
                   .drive = -1,
                   .reversed = check_uniform(-1, 1) < 0,
                   .near_p = anywhere(1),
                   .far_p = anywhere(1),
                   .near_axes = axes_there(m),
                   .far_axes = axes_there(m)};
    m->stem_of[body] = k;
    const AxisName any = m->flat ? AXIS_Z : (AxisName)((int)check_uniform(0, 2.999));
    if (pair == 'F') stem->floats = true, stem->joint = -1, stem->reversed = false;
    if (pair == 'R') add_free(stem, FREE_TURN, any);
    if (pair == 'P') add_free(stem, FREE_SLIDE, m->flat ? AXIS_X : any);
    if (pair == 'C') add_free(stem, FREE_SLIDE, any), add_free(stem, FREE_TURN, any);
    if (pair == 'U') add_free(stem, FREE_TURN, AXIS_X), add_free(stem, FREE_TURN, AXIS_Y);
    for (int n = 0; n < 3 && pair == 'S'; n++) add_free(stem, FREE_BALL, (AxisName)n);
    stem->ball = pair == 'S';
    m->linkage.rates += stem_rates(stem);
    m->places += pair == 'F' ? 7 : pair == 'S' ? 4 : stem->frees;
    m->linkage.bodies = body + 1;
    return stem;
}

static void set_quat(double *q) {
    const Quat at = jd_quat_turn(anywhere(2));
    q[0] = at.w, q[1] = at.x, q[2] = at.y, q[3] = at.z;
}

static void set_anywhere(Mechanism *m, const Stem *stem) {
    double *q = m->q + stem->q;
    for (int f = 0; f < stem->frees; f++) q[f] = check_uniform(-3, 3);
    if (stem->floats)
        q[0] = check_uniform(-1, 1), q[1] = check_uniform(-1, 1), q[2] = check_uniform(-1, 1);
    if (stem->floats || stem->ball) set_quat(q + (stem->floats ? 3 : 0));
}

/* The outer one is along the direction of the inner one, either way. */
static void align(const Stem *inner, Stem *outer) {
    outer->axis[0] = inner->axis[0];
    outer->near_axes =
        axes_turned(&inner->far_axes, inner->axis[0], jd_cos_sin(check_uniform(-3, 3)));
    if (check_uniform(-1, 1) < 0)
        outer->near_axes =
            axes_turned(&outer->near_axes, (AxisName)((inner->axis[0] + 1) % 3), (CosSin){-1, 0});
}

static Vec3 axis_point(const Stem *stem, Vec3 p, double along) {
    return vec3_add(p, vec3_scale(along, axes_at(&stem->far_axes, stem->axis[0])));
}

/* A point of what carries a slide, on what it carries, with the slide at zero. */
static Vec3 through(const Stem *slide, Vec3 p) {
    return vec3_add(slide->far_p, axes_out(&slide->far_axes,
                                           axes_in(&slide->near_axes, vec3_sub(p, slide->near_p))));
}

/* `turn` meets, on the body of what comes before it, the axis through p. */
static void cross(Stem *turn, Vec3 p) {
    turn->near_p = vec3_add(p, vec3_scale(-0.3, axes_at(&turn->near_axes, turn->axis[0])));
}

static int add_cylinder(Mechanism *m, int root, char which) {
    if (which == 'K') {
        Stem *both = add_stem(m, root, 'C'), *turn = add_stem(m, both->body, 'R');
        cross(turn, axis_point(both, both->far_p, 0.4));
        return turn->body;
    }
    if (which == 'J') {
        Stem *first = add_stem(m, root, 'R'), *slide = add_stem(m, first->body, 'P'),
             *turn = add_stem(m, slide->body, 'R');
        align(first, slide);
        cross(turn, through(slide, axis_point(first, first->far_p, 0.4)));
        return turn->body;
    }
    Stem *turn = add_stem(m, root, 'R');
    if (which == 'M') {
        Stem *both = add_stem(m, turn->body, 'C');
        cross(both, axis_point(turn, turn->far_p, 0.4));
        return both->body;
    }
    Stem *slide = add_stem(m, turn->body, 'P'), *last = add_stem(m, slide->body, 'R');
    align(slide, last);
    const Vec3 meets = axis_point(turn, turn->far_p, 0.4);
    last->near_p = axis_point(slide, through(slide, meets), -0.3);
    return last->body;
}

static int add_leg(Mechanism *m, int root, const char *pairs) {
    for (; *pairs; pairs++) {
        if (strchr("KJMN", *pairs)) {
            root = add_cylinder(m, root, *pairs);
            continue;
        }
        if (*pairs != 'X') {
            root = add_stem(m, root, *pairs)->body;
            continue;
        }
        /* The axes of the two turns meet, not at the points that their joints have. */
        Stem *ring = add_stem(m, root, 'R'), *turn = add_stem(m, ring->body, 'R');
        const Vec3 e = axes_at(&ring->far_axes, ring->axis[0]),
                   f = axes_at(&turn->near_axes, turn->axis[0]);
        turn->near_p = vec3_add(vec3_add(ring->far_p, vec3_scale(0.4, e)), vec3_scale(-0.3, f));
        root = turn->body;
    }
    return root;
}

/* Placed by its coordinates, whatever closes it. */
static void place_all(Mechanism *m, SpaceWork *w) {
    for (int k = 0; k < m->linkage.stems; k++) jd_stem_place(w, k, m->q + m->stem[k].q);
}

static Vec3 inside(const SpaceBody *body, Vec3 p) {
    return axes_in(&body->R, vec3_sub(p, body->p));
}

static void close_with(Mechanism *m, const SpaceWork *w, char cut, int first, int last) {
    Lock *lock = &m->lock[m->linkage.closings];
    SpaceClosing *c = &m->closing[m->linkage.closings++];
    *c = (SpaceClosing){.joint = 99,
                        .rows = cut == 'S'   ? 3
                                : cut == 'R' ? 5
                                             : 1,
                        .body = {first, last},
                        .axis = AXIS_Z};
    c->kind = cut == 'S' ? CLOSES_BALL : cut == 'R' ? CLOSES_PIN : CLOSES_ROW;
    const Vec3 C = space_point(&w->body[first], anywhere(1));
    c->at[0] = inside(&w->body[first], C), c->at[1] = inside(&w->body[last], C);
    c->axes[0] = axes_there(m), c->axes[1] = axes_there(m);
    c->lock = lock;
    if (cut == 'L') { /* a length */
        c->at[1] = anywhere(1);
        const Vec3 way = vec3_sub(space_point(&w->body[last], c->at[1]), C);
        c->square = vec3_dot(way, way);
        *lock = (Lock){.terms = {{1, VEC_D, VEC_D}}, .count = 1, .constant = -c->square};
    } else if (cut == 'E') { /* a point on a plane of the other body */
        const Vec3 to = anywhere(0.7), way = axes_out(&w->body[first].R, axes_out(&c->axes[0], to));
        c->at[1] = inside(&w->body[last], vec3_add(C, way));
        *lock = (Lock){.terms = {{1, VEC_D, VEC_ZI}}, .count = 1, .constant = -to.z};
    }
}

/* The longest of all that it is made of. */
static double largest_of(const Mechanism *m, const SpaceWork *w) {
    double most = 0;
    for (int k = 0; k < m->linkage.stems; k++) most = fmax(most, vec3_norm(w->body[k + 1].p));
    for (int k = 0; k < 2; k++) most = fmax(most, vec3_norm(m->closing[0].at[k]));
    return most + 2;
}

/* False: it does not come out as drawn, since it is next to a position in line. */
static bool make(Mechanism *m, const Kind *kind) {
    *m = (Mechanism){.stem_of = {-1}, .flat = kind->cut == 'R'};
    m->linkage = (SpaceLinkage){.bodies = 1, .length = 3};
    /* In a plane both ends are on one body. */
    const int first_root = add_stem(m, GROUND, 'F')->body,
              last_root = add_stem(m, GROUND, 'F')->body;
    const int first = add_leg(m, first_root, kind->first),
              last = add_leg(m, m->flat ? first_root : last_root, kind->last);
    const int rod = kind->then && *kind->then != 'L' ? add_leg(m, GROUND, kind->then) : GROUND;
    for (int k = 0; k < m->linkage.stems; k++) set_anywhere(m, &m->stem[k]);

    SpaceWork w = {0};
    SpaceChain bare = {.bodies = BODIES, .stems = STEMS, .rates = RATES, .stem = m->stem};
    Layout measure = {0};
    jd_space_layout(&bare, &w, &measure);
    Layout room = {.base = ARENA_NEW(&m->arena, char, measure.used)};
    jd_space_layout(&bare, &w, &room);
    w.body[0] = (SpaceBody){.R = axes_none};
    place_all(m, &w);
    close_with(m, &w, kind->cut, first, last);
    if (kind->then) close_with(m, &w, *kind->then == 'L' ? 'L' : 'S', rod, first);
    m->largest = largest_of(m, &w);

    const bool spins = strchr(kind->first, 'S') || strchr(kind->last, 'S');
    for (int n = 0; n < RATES; n++) m->prefer[n] = n < 12 ? 0.1 : 1;
    memcpy(m->start, m->q, sizeof m->q);
    m->linkage.free = 12 + (kind->then ? *kind->then == 'S' : spins);
    m->linkage.stem = m->stem;
    m->linkage.stem_of = m->stem_of;
    m->linkage.closing = m->closing;
    m->linkage.prefer = m->prefer;
    m->linkage.start = m->start;
    m->linkage.jet = (const double(*)[3])m->jet;
    m->chain = jd_space_find(&m->linkage, &m->arena);
    if (!m->chain) return false;
    measure = (Layout){0};
    jd_space_layout(m->chain, &m->work, &measure);
    room = (Layout){.base = ARENA_NEW(&m->arena, char, measure.used)};
    jd_space_layout(m->chain, &m->work, &room);
    for (int n = 0; n < m->linkage.rates; n++) m->u[n] = check_uniform(-1, 1);
    return true;
}

/* ---- What holds ----------------------------------------------------------------------------- */

/* Joints hold: points meet along what may not slide, axes agree with some angles. */
static double joint_residue(const Mechanism *m, const Stem *stem) {
    const SpaceBody *parent = &m->work.body[stem->parent], *body = &m->work.body[stem->body];
    if (stem->floats) return 0;
    const Axes near = axes_on(&parent->R, &stem->near_axes),
               far = axes_on(&body->R, &stem->far_axes);
    const Axes *i = stem->reversed ? &far : &near, *j = stem->reversed ? &near : &far;
    const Axes seen = jd_axes_relative(i, j);
    Vec3 d =
        axes_in(i, vec3_sub(space_point(body, stem->far_p), space_point(parent, stem->near_p)));
    if (stem->kind[0] == FREE_SLIDE && stem->axis[0] == AXIS_X) d.x = 0;
    if (stem->kind[0] == FREE_SLIDE && stem->axis[0] == AXIS_Y) d.y = 0;
    if (stem->kind[0] == FREE_SLIDE && stem->axis[0] == AXIS_Z) d.z = 0;
    double most = vec3_norm(d) / m->largest;
    AxisName axes[3];
    double angle[3] = {0, 0, 0};
    int count = 0;
    for (int f = 0; f < stem->frees; f++)
        if (stem->kind[f] == FREE_TURN) axes[count++] = stem->axis[f];
    if (stem->ball) {
        const Vec3 x = vec3_cross(seen.x, seen.y);
        return fmax(most, vec3_norm(vec3_sub(x, seen.z)));
    }
    if (count) jd_axes_angles(&seen, axes, count, angle);
    const Axes again = jd_axes_sequence(axes, count, angle);
    most = fmax(most, vec3_norm(vec3_sub(again.x, seen.x)));
    most = fmax(most, vec3_norm(vec3_sub(again.y, seen.y)));
    return fmax(most, vec3_norm(vec3_sub(again.z, seen.z)));
}

static double closing_residue(const Mechanism *m, int number) {
    const SpaceClosing *c = &m->closing[number];
    const Axes i = axes_on(&m->work.body[c->body[0]].R, &c->axes[0]);
    Vec3 d = vec3_sub(space_point(&m->work.body[c->body[1]], c->at[1]),
                      space_point(&m->work.body[c->body[0]], c->at[0]));
    if (c->kind == CLOSES_ROW && c->square > 0) return fabs(vec3_norm(d) - sqrt(c->square));
    if (c->kind == CLOSES_ROW) return fabs(vec3_dot(d, i.z) + c->lock->constant);
    return vec3_norm(d);
}

/* Coordinates and rates after a short time in which independent rates do not change, from their
 * bias. */
static void advance(const Mechanism *m, const double *u, const double *udot, double h, double *q,
                    double *v) {
    for (int n = 0; n < m->linkage.rates; n++) v[n] = u[n] + h * udot[n];
    for (int k = 0; k < m->linkage.stems; k++) {
        const Stem *stem = &m->stem[k];
        const double *x = u + stem->u, *a = udot + stem->u;
        double *to = q + stem->q;
        double w[3];
        const int turn = stem->floats ? 3 : 0;
        for (int f = 0; f < (stem->floats ? 3 : stem->ball ? 0 : stem->frees); f++)
            to[f] += h * (x[f] + 0.5 * h * a[f]);
        if (!stem->floats && !stem->ball) continue;
        for (int n = 0; n < 3; n++) w[n] = h * (x[turn + n] + 0.5 * h * a[turn + n]);
        double *at = to + turn;
        const Quat was = {at[0], at[1], at[2], at[3]}, by = jd_quat_turn(vec3(w[0], w[1], w[2]));
        const Quat now = stem->floats ? jd_quat_product(was, by) : jd_quat_product(by, was);
        at[0] = now.w, at[1] = now.x, at[2] = now.y, at[3] = now.z;
    }
}

static void check_vec3(Vec3 a, Vec3 b, double tolerance, const char *reason) {
    check_near(a.x, b.x, tolerance, reason);
    check_near(a.y, b.y, tolerance, reason);
    check_near(a.z, b.z, tolerance, reason);
}

/* A difference of second order over h and one over 2 h say how much is cut off: three times it. */
static void check_rate(const Vec3 at[4], double h, Vec3 wanted, double rounding,
                       const char *reason) {
    const Vec3 near = vec3_scale(0.5 / h, vec3_sub(at[1], at[0])),
               far = vec3_scale(0.25 / h, vec3_sub(at[3], at[2]));
    check_vec3(near, wanted, rounding + vec3_norm(vec3_sub(far, near)), reason);
}

static void check_differences(Mechanism *m) {
    const double h = 1e-5;
    static const double steps[4] = {-1, 1, -2, 2};
    SpaceBody now[BODIES], there[4][BODIES];
    double u[RATES], udot[RATES], q[PLACES], v[RATES];
    jd_space_rates(&m->work, m->work.rate, u);
    jd_space_rates(&m->work, m->work.bias, udot);
    memcpy(now, m->work.body, (size_t)m->linkage.bodies * sizeof *now);
    const double low = m->work.low;
    for (int k = 0; k < 4; k++) {
        memcpy(q, m->q, sizeof q);
        advance(m, u, udot, steps[k] * h, q, v);
        assert_true(jd_space_pass(&m->work, q, v));
        memcpy(there[k], m->work.body, (size_t)m->linkage.bodies * sizeof *now);
    }
    double accel = m->largest;
    for (int b = 1; b < m->linkage.bodies; b++)
        accel = fmax(accel, fmax(vec3_norm(now[b].a.line), vec3_norm(now[b].a.turn)));
    const double first = accel * 1e-9, second = accel * 1e-8 / low; /* rounding / h */
    for (int b = 1; b < m->linkage.bodies; b++) {
        Vec3 p[4], v_line[4], v_turn[4];
        Axes rate[2];
        for (int k = 0; k < 4; k++)
            p[k] = there[k][b].p, v_line[k] = there[k][b].v.line, v_turn[k] = there[k][b].v.turn;
        for (int k = 0; k < 2; k++) {
            const Axes *from = &there[2 * k][b].R, *to = &there[2 * k + 1][b].R;
            const double share = (k ? 0.25 : 0.5) / h;
            rate[k] = (Axes){vec3_scale(share, vec3_sub(to->x, from->x)),
                             vec3_scale(share, vec3_sub(to->y, from->y)),
                             vec3_scale(share, vec3_sub(to->z, from->z))};
        }
        const Vec3 near = jd_axes_rate_out(&now[b].R, &rate[0]),
                   far = jd_axes_rate_out(&now[b].R, &rate[1]);
        check_rate(p, h, now[b].v.line, first, "velocities");
        check_vec3(near, now[b].v.turn, first + vec3_norm(vec3_sub(far, near)),
                   "angular velocities");
        check_rate(v_line, h, now[b].a.line, second, "bias");
        check_rate(v_turn, h, now[b].a.turn, second, "angular bias");
    }
}

static void every_kind_closes(void **state) {
    (void)state;
    for (int n = 0; n < KINDS; n++) {
        int good = 0, sharp = 0;
        double worst = 0;
        for (int trial = 0; trial < geometries; trial++) {
            Mechanism m;
            if (make(&m, &all_kinds[n])) {
                double q[PLACES];
                memcpy(q, m.q, sizeof q);
                /* What depends says where to look, and no more. */
                for (int k = 2; k < m.linkage.stems; k++)
                    for (int f = 0; f < (m.stem[k].ball ? 0 : m.stem[k].frees); f++)
                        q[m.stem[k].q + f] += check_uniform(-1e-4, 1e-4);
                check_text(m.chain->dyad[0].kind->name, all_kinds[n].kind);
                const bool closed = jd_space_pass(&m.work, q, m.u);
                /* Nearer to a position in line the closed form is not used. */
                if (closed && m.work.radicand > 1e-6 && m.work.low > 0.02) {
                    m.largest = fmax(m.largest, largest_of(&m, &m.work));
                    double most = 0;
                    for (int c = 0; c < m.linkage.closings; c++)
                        most = fmax(most, closing_residue(&m, c) / m.largest);
                    for (int k = 0; k < m.linkage.stems; k++)
                        most = fmax(most, joint_residue(&m, &m.stem[k]));
                    worst = fmax(worst, most);
                    check_near(most, 0, 1e-14, all_kinds[n].kind);
                }
                if (closed && m.work.low > 0.02 && m.work.radicand > 0.02) {
                    good++;
                    /* The same branch as drawn. */
                    jd_space_read(&m.work, q);
                    for (int k = 2; k < m.linkage.stems; k++)
                        for (int f = 0; f < (m.stem[k].ball ? 0 : m.stem[k].frees); f++)
                            check_near(q[m.stem[k].q + f], m.q[m.stem[k].q + f], 1e-11,
                                       "the branch drawn");
                    memcpy(m.q, q, sizeof q);
                    if (m.work.low > 0.1) check_differences(&m), sharp++;
                }
            }
            jd_arena_free(&m.arena);
        }
        print_message("%s (%s, %s; %c): %d closed, to %.2g; %d differentiated\n", all_kinds[n].kind,
                      all_kinds[n].first, all_kinds[n].last, all_kinds[n].cut, good, worst, sharp);
        assert_true(10 * good > geometries && sharp > 0);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) geometries = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_closes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
