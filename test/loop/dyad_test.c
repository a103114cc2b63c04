/* SPDX-License-Identifier: MIT
 *
 * Every kind of dyad in the table, cut in every way that it can be, on bodies that move by
 * themselves: places hold its joints, rates and bias are the differences of places and rates, for
 * every column, with drives on its ends and within it. A new kind is tested by being listed. */
#include "check.h"
#include "loop/inside.h"

/* ---- A dyad between two bodies that move ---------------------------------------------------- */

enum { GROUND, FIRST, LAST, BODY_A, BODY_B, CARRIED, BODIES };
enum { BARS_MOST = 5, TRIALS = 40, GOOD = 12 };

typedef enum { ENDS_FREE, ENDS_ONE, END_DRIVEN, DRIVEN_ON_A, DRIVEN_ON_B, MODES } Mode;

typedef struct {
    const DyadKind *kind;
    char a, b;
    bool behind;
} Way;

typedef struct {
    Bar bar[BARS_MOST];
    double drawn[BARS_MOST], prefer[BARS_MOST], jet[BARS_MOST][3];
    int bar_of[BODIES];
    Vec2 at[BODIES]; /* centres of mass as drawn */
    Closing closing;
    Linkage linkage;
    Arena arena;
    Chain *chain;
    ChainWork work;
    double q[BARS_MOST], u[BARS_MOST]; /* at time 0; independent rates are constant */
} Mechanism;

static Vec2 anywhere(double size) {
    return vec2(check_uniform(-size, size), check_uniform(-size, size));
}

/* A bar between two bodies as drawn, with a joint at a point; R, P, or 0: fixed. */
static void add_bar(Mechanism *m, int body, int parent, char kind, Vec2 joint) {
    const int k = m->linkage.bars++;
    const double turn = check_uniform(-3, 3), direction = check_uniform(-3, 3),
                 travel = check_uniform(-0.2, 0.2);
    Bar *bar = &m->bar[k];
    *bar = (Bar){.body = body,
                 .parent = parent,
                 .q = k,
                 .u = k,
                 .above = m->bar_of[parent],
                 .drive = -1,
                 .turn = kind == 'R',
                 .slide = kind == 'P',
                 .sign = check_uniform(-1, 1) < 0 ? -1 : 1,
                 .angle = kind == 'R' ? turn : 0,
                 .axis = vec2(cos(direction), sin(direction)),
                 .mass = check_uniform(0.5, 2),
                 .inertia = check_uniform(0.5, 2)};
    bar->c = cos(bar->angle), bar->s = sin(bar->angle);
    m->drawn[k] = kind == 'R' ? -bar->sign * bar->angle : kind == 'P' ? travel : 0;
    bar->near = vec2_sub(joint, m->at[parent]);
    bar->far =
        vec2_sub(kind == 'P' ? vec2_add(joint, vec2_scale(travel, bar->axis)) : joint, m->at[body]);
    m->prefer[k] = body <= LAST ? 0.1 : 1;
    m->bar_of[body] = k;
}

static void add_pin(Mechanism *m, int i, int j, Vec2 at) {
    m->closing = (Closing){.body = {i, j},
                           .rows = 2,
                           .pin = true,
                           .at = {vec2_sub(at, m->at[i]), vec2_sub(at, m->at[j])}};
}

static void drive(Mechanism *m, int body) {
    const int k = m->bar_of[body];
    m->bar[k].drive = 0;
    m->jet[k][0] = m->drawn[k];
    m->jet[k][1] = check_uniform(-1, 1);
    m->jet[k][2] = check_uniform(-1, 1);
}

/* The pin may be on a body that is driven on a or b. */
static int pinned(Mechanism *m, int body, bool carried, char kind) {
    if (!carried) return body;
    add_bar(m, CARRIED, body, kind, anywhere(1));
    drive(m, CARRIED);
    return CARRIED;
}

static void make(Mechanism *m, const Way *way, Mode mode) {
    const Vec2 C = anywhere(1);
    *m = (Mechanism){0};
    for (int b = 0; b < BODIES; b++) m->at[b] = b ? anywhere(1) : vec2(0, 0), m->bar_of[b] = -1;
    add_bar(m, FIRST, GROUND, 'R', anywhere(1));
    const int last = mode == ENDS_ONE && check_uniform(-1, 1) < 0 ? GROUND : LAST;
    const char own = mode == ENDS_ONE ? 0 : check_uniform(-1, 1) < 0 ? 'R' : 'P';
    if (last) add_bar(m, LAST, GROUND, own, anywhere(1));
    if (mode == END_DRIVEN) drive(m, LAST);
    add_bar(m, BODY_A, FIRST, way->a, anywhere(1));
    add_bar(m, BODY_B, way->behind ? BODY_A : last, way->b, anywhere(1));
    const char driven = check_uniform(-1, 1) < 0 ? 'R' : 'P';
    if (way->behind)
        add_pin(m, last, pinned(m, BODY_B, mode == DRIVEN_ON_B, driven), C);
    else if (mode == DRIVEN_ON_A)
        add_pin(m, pinned(m, BODY_A, true, driven), BODY_B, C);
    else
        add_pin(m, BODY_A, pinned(m, BODY_B, mode == DRIVEN_ON_B, driven), C);
    m->linkage.bodies = BODIES;
    m->linkage.closings = 1;
    m->linkage.coordinates = m->linkage.rates = m->linkage.bars;
    m->linkage.bar = m->bar;
    m->linkage.closing = &m->closing;
    m->linkage.bar_of = m->bar_of;
    m->linkage.drawn = m->drawn;
    m->linkage.prefer = m->prefer;
    m->linkage.jet = (const double(*)[3])m->jet;
    m->linkage.length = 1;
    m->linkage.gravity = vec2(0.3, -9.81);
    m->chain = jd_chain_find(&m->linkage, -1, &m->arena);
    if (!m->chain) return;
    Layout measure = {0};
    jd_chain_layout(m->chain, &m->work, &measure);
    Layout place = {.base = ARENA_NEW(&m->arena, char, measure.used + 1)};
    assert_non_null(place.base);
    jd_chain_layout(m->chain, &m->work, &place);
    jd_chain_forget(&m->work);
    for (int k = 0; k < m->linkage.bars; k++) {
        m->q[k] = m->drawn[k] + (m->bar[k].body <= LAST ? check_uniform(-0.2, 0.2) : 0);
        m->u[k] = check_uniform(-1, 1);
    }
}

/* All of it at a time, with independent rates u. */
static bool go(Mechanism *m, double t, const double *u) {
    double q[BARS_MOST];
    for (int k = 0; k < m->linkage.bars; k++) {
        const double *jet = m->jet[k];
        q[k] = m->q[k] + (m->bar[k].body <= LAST ? t * m->u[k] : 0);
        m->work.jet[k][0] = jet[0] + t * jet[1] + 0.5 * t * t * jet[2];
        m->work.jet[k][1] = jet[1] + t * jet[2];
        m->work.jet[k][2] = jet[2];
    }
    return jd_chain_pass_columns(&m->work, q, u);
}

/* ---- What must hold ------------------------------------------------------------------------- */

/* Its place by the bar's coordinate, and the two points of the pin in one. */
static void check_places(const Mechanism *m) {
    const LoopBody *body = m->work.body;
    double q[BARS_MOST];
    for (int k = 0; k < m->linkage.bars; k++) q[k] = m->q[k];
    jd_chain_read(&m->work, q);
    for (int k = 0; k < m->linkage.bars; k++) {
        const Bar *bar = &m->bar[k];
        const LoopBody *on = &body[bar->parent], *own = &body[bar->body];
        const double own_q = bar->turn || bar->slide ? q[k] : 0,
                     angle = atan2(on->s, on->c) + bar->angle + (bar->turn ? bar->sign * own_q : 0);
        const Vec2 slide = vec2_scale(bar->slide ? own_q : 0, loop_turned(on, bar->axis)),
                   off = vec2_sub(loop_point(own, bar->far),
                                  vec2_add(loop_point(on, bar->near), slide));
        check_near(own->c, cos(angle), 1e-12, "the coordinate says how the body is turned");
        check_near(own->s, sin(angle), 1e-12, "the coordinate says how the body is turned");
        check_near(hypot(off.x, off.y), 0, 1e-12, "the joint holds");
    }
    const Closing *pin = &m->closing;
    const Vec2 open = vec2_sub(loop_point(&body[pin->body[1]], pin->at[1]),
                               loop_point(&body[pin->body[0]], pin->at[0]));
    check_near(hypot(open.x, open.y), 0, 1e-12, "the pin holds");
}

typedef struct {
    LoopBody body[BODIES];
    double rate[BARS_MOST], bias[BARS_MOST];
} Instant;

static Instant instant(const Mechanism *m) {
    Instant now;
    for (int b = 0; b < BODIES; b++) now.body[b] = m->work.body[b];
    for (int k = 0; k < m->linkage.bars; k++)
        now.rate[k] = m->work.rate[k], now.bias[k] = m->work.bias[k];
    return now;
}

static double turned_by(const LoopBody *from, const LoopBody *to) {
    return atan2(from->c * to->s - from->s * to->c, from->c * to->c + from->s * to->s);
}

/* Velocities and bias are the differences of places and velocities along the motion. */
static void check_differences(Mechanism *m) {
    const double h = 1e-5;
    go(m, -h, m->u);
    const Instant before = instant(m);
    go(m, h, m->u);
    const Instant after = instant(m);
    go(m, 0, m->u);
    const Instant now = instant(m);
    for (int b = 1; b < BODIES; b++) {
        const LoopBody *p = &before.body[b], *n = &after.body[b], *is = &now.body[b];
        const double speed = 1 + fabs(is->v.line.x) + fabs(is->v.line.y) + fabs(is->v.turn),
                     accel = speed + fabs(is->a.line.x) + fabs(is->a.line.y) + fabs(is->a.turn),
                     within = 1e-6 * speed * speed, far = 1e-6 * accel * speed;
        check_near(is->v.line.x, (n->p.x - p->p.x) / (2 * h), within, "velocity along x");
        check_near(is->v.line.y, (n->p.y - p->p.y) / (2 * h), within, "velocity along y");
        check_near(is->v.turn, turned_by(p, n) / (2 * h), within, "angular velocity");
        check_near(is->a.line.x, (n->v.line.x - p->v.line.x) / (2 * h), far, "bias along x");
        check_near(is->a.line.y, (n->v.line.y - p->v.line.y) / (2 * h), far, "bias along y");
        check_near(is->a.turn, (n->v.turn - p->v.turn) / (2 * h), far, "angular bias");
    }
    for (int k = 0; k < m->linkage.bars; k++)
        check_near(now.bias[k], (after.rate[k] - before.rate[k]) / (2 * h),
                   1e-5 * (1 + fabs(now.bias[k])) * (1 + fabs(now.rate[k])),
                   "bias of a coordinate");
}

/* The velocities are those of drives alone and the columns, each times its rate. */
static void check_columns(Mechanism *m) {
    const double none[BARS_MOST] = {0};
    go(m, 0, m->u);
    const Instant whole = instant(m);
    go(m, 0, none);
    const Instant still = instant(m);
    for (int b = 0; b < BODIES; b++) {
        Spin sum = still.body[b].v;
        for (int c = 0; c < m->chain->free; c++) {
            const double x = m->u[m->chain->independent[c]];
            const Spin *column = &m->work.column[c * BODIES + b];
            sum.line = vec2_add(sum.line, vec2_scale(x, column->line));
            sum.turn += x * column->turn;
        }
        const double size = 1e-12 * (1 + fabs(sum.line.x) + fabs(sum.line.y) + fabs(sum.turn));
        check_near(whole.body[b].v.line.x, sum.line.x, 100 * size, "columns along x");
        check_near(whole.body[b].v.line.y, sum.line.y, 100 * size, "columns along y");
        check_near(whole.body[b].v.turn, sum.turn, 100 * size, "columns of turns");
    }
    for (int k = 0; k < m->linkage.bars; k++) {
        double sum = still.rate[k];
        for (int c = 0; c < m->chain->free; c++)
            sum += m->u[m->chain->independent[c]] * m->work.share[c * m->linkage.bars + k];
        check_near(whole.rate[k], sum, 1e-10 * (1 + fabs(sum)), "columns of rates");
    }
}

/* With one independent rate the short pass says the same for a unit of it, and (9.13) besides. */
static void check_short(Mechanism *m) {
    assert_true(m->chain->one);
    const double x = m->u[m->chain->independent[0]];
    go(m, 0, m->u);
    const Instant long_way = instant(m);
    assert_true(jd_chain_pass(&m->work, m->q, x));
    double M = 0, h = 0;
    for (int k = 0; k < m->linkage.bars; k++) {
        const Bar *bar = &m->bar[k];
        const LoopBody *is = &m->work.body[bar->body], *was = &long_way.body[bar->body];
        const double within =
            1e-11 * (1 + fabs(was->a.line.x) + fabs(was->a.line.y) + fabs(was->a.turn));
        check_near(is->p.x, was->p.x, 1e-13, "place along x");
        check_near(is->p.y, was->p.y, 1e-13, "place along y");
        check_near(x * is->v.line.x, was->v.line.x, within, "velocity along x");
        check_near(x * is->v.turn, was->v.turn, within, "angular velocity");
        check_near(is->a.line.y, was->a.line.y, within, "bias along y");
        check_near(is->a.turn, was->a.turn, within, "angular bias");
        check_near(x * m->work.rate[k], long_way.rate[k], within, "rate of a coordinate");
        check_near(m->work.bias[k], long_way.bias[k], within, "bias of a coordinate");
        const Vec2 force = vec2_sub(m->linkage.gravity, is->a.line);
        M += bar->mass * vec2_dot(is->v.line, is->v.line) + bar->inertia * is->v.turn * is->v.turn;
        h += bar->mass * vec2_dot(is->v.line, force) - bar->inertia * is->v.turn * is->a.turn;
    }
    check_relative(m->work.M, M, 1e-12, "the mass along the one rate");
    check_near(m->work.h, h, 1e-11 * (1 + fabs(h)) * M, "the force along the one rate");
}

/* How far it reaches, for messages, goes to zero with what the closed form divides by. */
static void check_reach(const Mechanism *m, const Way *way) {
    const Dyad *dyad = &m->chain->dyad[0];
    const Bar *a = &m->bar[m->bar_of[BODY_A]], *b = &m->bar[m->bar_of[BODY_B]];
    const LoopBody *body = m->work.body, *A = &body[BODY_A], *B = &body[BODY_B];
    const Vec2 pin = loop_point(&body[m->closing.body[0]], m->closing.at[0]);
    const Vec2 slide_a = loop_turned(&body[a->parent], a->axis),
               slide_b = loop_turned(&body[b->parent], b->axis);
    Vec2 on[3][2]; /* of each pair from the first known body on: its point on either body */
    on[0][0] = loop_point(&body[FIRST], a->near), on[0][1] = loop_point(A, a->far);
    on[1][0] = way->behind ? loop_point(A, b->near) : pin;
    on[1][1] = way->behind ? loop_point(B, b->far) : pin;
    on[2][0] = way->behind ? pin : loop_point(B, b->far);
    on[2][1] = way->behind ? pin : loop_point(&body[LAST], b->near);
    DyadStance stance = {.size = 1};
    bool reversed;
    const char pairs[3] = {way->a, way->behind ? way->b : 'R', way->behind ? 'R' : way->b};
    assert_ptr_equal(jd_dyad_kind_find(pairs, &reversed), dyad->kind);
    const Vec2 arm[2] = {vec2_sub(on[1][0], on[0][1]), vec2_sub(on[1][1], on[2][0])},
               slide[3] = {slide_a, slide_b, slide_b};
    for (int k = 0; k < 2; k++) stance.arm[k] = arm[reversed ? 1 - k : k];
    for (int k = 0; k < 3; k++) stance.slide[k] = slide[reversed ? 2 - k : k];
    stance.way = vec2_scale(reversed ? -1 : 1, vec2_sub(on[2][1], on[0][0]));
    DyadReach reach = {.sine = -1};
    dyad->kind->reach(&stance, &reach);
    check_near(reach.sine * reach.sine, m->work.dyad_low[0], 1e-10, "the sine of the dead point");
    Text words = {0};
    dyad->kind->words(&reach, &(DyadNames){{"one", "two"}, {"jA", "jB", "jC"}}, &words);
    check_contains(words.at, "'one'");
    check_contains(words.at, "'jC'");
    jd_text_free(&words);
}

/* ---- The table ------------------------------------------------------------------------------ */

static void check_way(const Way *way, Mode mode) {
    check_seed(17);
    int good = 0;
    for (int trial = 0; trial < 20 * TRIALS && good < GOOD; trial++) {
        Mechanism m;
        make(&m, way, mode);
        const bool closes = m.chain && m.chain->dyads == 1 && go(&m, 0, m.u);
        if (closes && m.work.low > 0.1) {
            const Dyad *dyad = &m.chain->dyad[0];
            good++;
            assert_ptr_equal(dyad->kind, way->kind);
            assert_int_equal(is_moved(dyad), mode == DRIVEN_ON_A || mode == DRIVEN_ON_B);
            check_places(&m);
            check_differences(&m);
            check_columns(&m);
            if (mode == ENDS_ONE) check_short(&m);
            if (mode == ENDS_FREE) check_reach(&m, way);
        }
        jd_arena_free(&m.arena);
    }
    if (good < GOOD) fail_msg("%s: only %d of them close", way->kind->name, good);
}

/* The pin that is cut may be in the middle or at either end. */
static int list_ways(const DyadKind *kind, Way ways[3]) {
    const char *n = kind->name;
    int count = 0;
    if (n[1] == 'R') ways[count++] = (Way){kind, n[0], n[2], false};
    if (n[2] == 'R') ways[count++] = (Way){kind, n[0], n[1], true};
    if (n[0] == 'R' && n[2] != 'R') ways[count++] = (Way){kind, n[2], n[1], true};
    return count;
}

static void check_kinds(Mode mode) {
    const DyadKind *kind;
    for (int n = 0; (kind = jd_dyad_kind_at(n)); n++) {
        if (!kind->many) continue; /* its bodies leave the plane: space_test.c */
        Way ways[3];
        const int count = list_ways(kind, ways);
        assert_true(count > 0);
        for (int k = 0; k < count; k++)
            if (mode != DRIVEN_ON_A || !ways[k].behind) check_way(&ways[k], mode);
    }
}

static void every_kind_moves_as_its_ends_do(void **state) {
    (void)state;
    check_kinds(ENDS_FREE);
}

static void every_kind_goes_the_short_way(void **state) {
    (void)state;
    check_kinds(ENDS_ONE);
}

static void every_kind_follows_drives_on_its_ends(void **state) {
    (void)state;
    check_kinds(END_DRIVEN);
}

static void every_kind_follows_drives_within(void **state) {
    (void)state;
    check_kinds(DRIVEN_ON_A);
    check_kinds(DRIVEN_ON_B);
}

/* ---- Recognising ---------------------------------------------------------------------------- */

static void pairs_are_known_from_either_end(void **state) {
    (void)state;
    bool reversed;
    check_text(jd_dyad_kind_find("RRP", &reversed)->name, "RRP");
    assert_false(reversed);
    check_text(jd_dyad_kind_find("PRR", &reversed)->name, "RRP");
    assert_true(reversed);
    check_text(jd_dyad_kind_find("PPR", &reversed)->name, "RPP");
    assert_null(jd_dyad_kind_find("PPP", &reversed));
    assert_null(jd_dyad_kind_find("R\0R", &reversed));
}

/* Bodies 1 and 2 hang on the known 0 and 3, and 4 on 1. */
static void two_bodies_hang_between_known_ones(void **state) {
    (void)state;
    const bool known[5] = {true, false, false, true, false};
    const int hang[5] = {-1, 0, 1, -1, 2};
    const Link link[] = {{{0, 1}, false}, {{3, 2}, false}, {{1, 4}, false}, {{1, 2}, false},
                         {{4, 3}, true},  {{4, 3}, false}, {{4, 2}, true}};
    const Links links = {link, hang, known};
    DyadLinks found;
    assert_true(jd_dyad_find(&links, 3, &found));
    assert_int_equal(found.link[0], 0);
    assert_int_equal(found.link[1], 3);
    assert_int_equal(found.link[2], 1);
    assert_true(jd_dyad_find(&links, 4, &found)); /* 4 behind 1 */
    assert_int_equal(found.body[0], 1);
    assert_int_equal(found.body[1], 4);
    assert_int_equal(found.link[2], 4);
    assert_false(jd_dyad_find(&links, 5, &found)); /* it may only be in the middle */
    assert_false(jd_dyad_find(&links, 6, &found)); /* 4 hangs on nothing that is known */
    assert_false(jd_dyad_find(&links, 1, &found));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_moves_as_its_ends_do),
        cmocka_unit_test(every_kind_goes_the_short_way),
        cmocka_unit_test(every_kind_follows_drives_on_its_ends),
        cmocka_unit_test(every_kind_follows_drives_within),
        cmocka_unit_test(pairs_are_known_from_either_end),
        cmocka_unit_test(two_bodies_hang_between_known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
