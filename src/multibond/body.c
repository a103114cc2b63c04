/* SPDX-License-Identifier: MIT
 *
 * A body: its rotation along its own axes with the Eulerian junction structure, its translation
 * along those of the ground, the rotation between both, its attitude, and a cross product for each
 * point.
 *
 *      I --- 1 (w) --- X --- 0 ... joint         w along own axes; velocity of a point v' + w x r
 *           |  |             |
 *           EJS              1 (v' along own axes)
 *                            |
 *                           MTF R'
 *                            |
 *      m --- 1 (v) --- Se    |
 *            +---------------+ */
#include "multibond/inside.h"

Pose jd_mb_local(const JdSystem *system, int frame) {
    const SystemFrame *at = &system->frame[frame];
    const SystemFrame *own = &system->frame[at->body];
    Pose local = at->local;
    if (at->body == 0 || system->space == JD_PLANAR) return local;
    local.p = axes_in(&own->local.axes, local.p);
    local.axes = jd_axes_relative(&own->local.axes, &local.axes);
    return local;
}

/* ---- Attitude ------------------------------------------------------------------------------- */

static int integral(Builder *b, const char *body, const char *what, Sym rate) {
    return jd_mb_signal(b, jd_mb_name(b, body, what), rate, true);
}

static Sym trig(Builder *b, const char *function, Sym of) {
    return jd_sym_call(b->graph->pool, jd_sym_function(function), &of, 1);
}

/* The rotation matrix as signals of their own. */
static SymAxes name_axes(Builder *b, const char *body, const SymAxes *axes) {
    SymAxes out = *axes;
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) {
            const SymNode *at = jd_sym_node(b->graph->pool, axes->x[c].c[r]);
            if (!at || !at->changes) continue;
            const char *name = jd_arena_format(b->graph->arena, "%s_R%d%d", body, r + 1, c + 1);
            if (!name) b->failed = true;
            out.x[c].c[r] =
                jd_mb_signal_name(b, jd_mb_signal(b, name ? name : "", axes->x[c].c[r], false));
        }
    return out;
}

/* A turn about an axis of the frame turned so far. */
static SymAxes turn_about(Builder *b, AxisName axis, Sym angle) {
    SymAxes out = jd_mb_axes(b->graph->pool, &axes_none);
    const int n = ((int)axis + 1) % 3, m = ((int)axis + 2) % 3;
    const Sym c = trig(b, "cos", angle), s = trig(b, "sin", angle);
    out.x[n].c[n] = c, out.x[n].c[m] = s;
    out.x[m].c[n] = jd_sym_minus(b->graph->pool, s), out.x[m].c[m] = c;
    return out;
}

static SymAxes plane_attitude(Builder *b, MultibondBody *to, const char *name) {
    to->attitude = integral(b, name, "angle", jd_mb_flow(b, to->turn_bond, 0));
    const SymAxes axes = turn_about(b, AXIS_Z, jd_mb_signal_name(b, to->attitude));
    return name_axes(b, name, &axes);
}

/* q' = q (0, w) / 2, for w along own axes. */
static SymAxes quaternion_attitude(Builder *b, MultibondBody *to, const char *name) {
    SymPool *pool = b->graph->pool;
    static const char *const words[] = {"q0", "q1", "q2", "q3"};
    Sym q[4], w[3], rate[4];
    for (int k = 0; k < 4; k++) q[k] = jd_sym_name(pool, jd_mb_name(b, name, words[k]));
    for (int k = 0; k < 3; k++) w[k] = jd_mb_flow(b, to->turn_bond, k);
    const SymVec v = {{q[1], q[2], q[3]}}, turn = {{w[0], w[1], w[2]}};
    rate[0] = jd_sym_minus(pool, jd_mb_dot(pool, v, turn));
    const SymVec rest = jd_mb_add(pool, jd_mb_scale(pool, q[0], turn), jd_mb_cross(pool, v, turn));
    for (int k = 0; k < 3; k++) rate[k + 1] = rest.c[k];
    const Sym half = jd_sym_number(pool, jd_number_ratio(1, 2));
    for (int k = 0; k < 4; k++) {
        const int signal = integral(b, name, words[k], jd_sym_times(pool, half, rate[k]));
        if (k == 0) to->attitude = signal;
    }
    Sym square = jd_sym_whole(pool, 0);
    for (int k = 0; k < 4; k++) square = jd_sym_add(pool, square, jd_sym_times(pool, q[k], q[k]));
    const Sym s =
        jd_mb_signal_name(b, jd_mb_signal(b, jd_mb_name(b, name, "qs"),
                                          jd_sym_over(pool, jd_sym_whole(pool, 2), square), false));
    SymAxes axes; /* column c: 1 at c, plus s (q0 v x e + v x (v x e)) */
    for (int c = 0; c < 3; c++) {
        const SymVec e = jd_mb_vec(pool, axes_at(&axes_none, (AxisName)c));
        const SymVec across = jd_mb_cross(pool, v, e);
        const SymVec sum =
            jd_mb_add(pool, jd_mb_scale(pool, q[0], across), jd_mb_cross(pool, v, across));
        axes.x[c] = jd_mb_add(pool, e, jd_mb_scale(pool, s, sum));
    }
    return name_axes(b, name, &axes);
}

double jd_multibond_upright(const MultibondDef *def, double second) {
    return def->sequence[0] == def->sequence[2] ? sin(second) : cos(second);
}

/* Three turns: w along own axes is E angle', and angle' = E^-1 w. */
static SymAxes angle_attitude(Builder *b, MultibondBody *to, const char *name) {
    SymPool *pool = b->graph->pool;
    const AxisName *sequence = b->graph->def.sequence;
    static const char *const words[] = {"angle1", "angle2", "angle3"};
    Sym angle[3];
    SymAxes turn[3];
    for (int k = 0; k < 3; k++) {
        angle[k] = jd_sym_name(pool, jd_mb_name(b, name, words[k]));
        turn[k] = turn_about(b, sequence[k], angle[k]);
    }
    /* Along the axes behind all turns: the last axis stands there, those before are turned back. */
    const SymAxes later = jd_mb_product(pool, &turn[1], &turn[2]);
    SymAxes E;
    E.x[2] = jd_mb_vec(pool, axes_at(&axes_none, sequence[2]));
    E.x[1] = jd_mb_in(pool, &turn[2], jd_mb_vec(pool, axes_at(&axes_none, sequence[1])));
    E.x[0] = jd_mb_in(pool, &later, jd_mb_vec(pool, axes_at(&axes_none, sequence[0])));
    const SymVec w = {{jd_mb_flow(b, to->turn_bond, 0), jd_mb_flow(b, to->turn_bond, 1),
                       jd_mb_flow(b, to->turn_bond, 2)}};
    Sym det = jd_mb_dot(pool, E.x[0], jd_mb_cross(pool, E.x[1], E.x[2]));
    det = jd_sym_tidy(pool, det);
    for (int k = 0; k < 3; k++) {
        const SymVec dual = jd_mb_cross(pool, E.x[(k + 1) % 3], E.x[(k + 2) % 3]);
        const Sym rate = jd_sym_over(pool, jd_mb_dot(pool, dual, w), det);
        const int signal = integral(b, name, words[k], rate);
        if (k == 0) to->attitude = signal;
    }
    const SymAxes axes = jd_mb_product(pool, &turn[0], &later);
    return name_axes(b, name, &axes);
}

static SymAxes add_attitude(Builder *b, MultibondBody *to, const char *name) {
    if (b->graph->planar) return plane_attitude(b, to, name);
    return b->graph->def.angles ? angle_attitude(b, to, name) : quaternion_attitude(b, to, name);
}

/* ---- Storages ------------------------------------------------------------------------------- */

static SymAxes inertia_of(Builder *b, int body) {
    const JdSystem *s = b->graph->system;
    double own[3][3] = {{0}}, seen[3][3];
    const double *turned = b->graph->body[body].turned;
    for (int k = 0; k < 3; k++) own[k][k] = turned[k];
    const double most = fmax(turned[0], fmax(turned[1], turned[2]));
    SymAxes out;
    if (b->graph->planar)
        seen[2][2] = turned[2];
    else
        jd_axes_tensor_in(&s->frame[body].local.axes, (const double(*)[3])own, seen);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            const bool none = b->graph->planar && (r != 2 || c != 2);
            /* What is zero but for rounding is zero. */
            const double value = none || fabs(seen[r][c]) < 1e-14 * most ? 0 : seen[r][c];
            out.x[c].c[r] = jd_mb_number(b->graph->pool, value);
        }
    return out;
}

static SymAxes diagonal(Builder *b, double value) {
    SymAxes out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.x[c].c[r] = jd_mb_number(b->graph->pool, r == c ? value : 0);
    return out;
}

SymAxes jd_mb_skew(Builder *b, SymVec v) {
    SymPool *pool = b->graph->pool;
    SymAxes out;
    for (int c = 0; c < 3; c++)
        out.x[c] = jd_mb_cross(pool, v, jd_mb_vec(pool, axes_at(&axes_none, (AxisName)c)));
    return out;
}

/* p x w: a gyrator from the junction to itself, each way half of it. */
static void add_euler(Builder *b, const MultibondBody *to, const char *name) {
    SymPool *pool = b->graph->pool;
    SymVec p;
    for (int k = 0; k < 3; k++) {
        const char *state = jd_arena_format(b->graph->arena, "%s_I.p[%d]", name, k + 1);
        p.c[k] = state ? jd_sym_name(pool, state) : SYM_NONE;
    }
    const SymAxes half = jd_mb_skew(b, jd_mb_times(pool, -0.5, p));
    const SymBlock modulus = jd_mb_block(b, BLOCK_TURNS, &half);
    const int node = jd_mb_node(b, "MGY", jd_mb_name(b, name, "EJS"), &modulus);
    jd_mb_bond(b, to->turns, node, BOND_TURNS, 3);
    jd_mb_bond(b, node, to->turns, BOND_TURNS, 3);
}

static void add_weight(Builder *b, const MultibondBody *to, int body, const char *name) {
    const JdSystem *s = b->graph->system;
    SymPool *pool = b->graph->pool;
    if (s->gravity_kind == GRAVITY_UNIFORM && vec3_norm(s->gravity) == 0) return;
    SymBlock value = {.rows = b->translation, .columns = 1};
    const bool uniform = s->gravity_kind == GRAVITY_UNIFORM;
    const double g[3] = {s->gravity.x, s->gravity.y, s->gravity.z};
    for (int k = 0; k < b->translation; k++) {
        const char *other = jd_arena_format(b->graph->arena, "%s_weight%d", name, k + 1);
        value.at[k] = uniform ? jd_mb_number(pool, s->body[body].mass * g[k])
                              : jd_sym_name(pool, other ? other : "");
    }
    const int node = jd_mb_node(b, uniform ? "Se" : "MSe", jd_mb_name(b, name, "weight"), &value);
    jd_mb_bond(b, node, to->moves, BOND_MOVES, b->translation);
}

/* What a body has not, and needs for its states: some mass or inertia, by the mechanism's. */
static void lend(Builder *b, int body) {
    const JdSystem *s = b->graph->system;
    const SystemBody *from = &s->body[body];
    MultibondBody *to = &b->graph->body[body];
    to->lent_mass = !(from->mass > 0);
    to->moved = to->lent_mass ? s->weight : from->mass;
    for (int k = 0; k < 3; k++) {
        to->lent[k] = !(from->turning[k] > 0) && (!b->graph->planar || k == 2);
        to->turned[k] = to->lent[k] ? s->weight * s->length * s->length : from->turning[k];
        to->own[k] = to->lent[k] ? 0 : from->turning[k];
    }
    to->own_mass = to->lent_mass ? 0 : from->mass;
}

/* What a lent mass resists with. */
static void return_mass(Builder *b, const MultibondBody *to, const char *name) {
    SymBlock value = {.rows = b->translation, .columns = 1};
    if (!to->lent_mass || b->graph->def.reduces) return;
    for (int k = 0; k < b->translation; k++)
        value.at[k] = jd_mb_effort(b, to->move_bond, k); /* the rate of its momentum */
    jd_mb_bond(b, jd_mb_node(b, "MSe", jd_mb_name(b, name, "lent_m"), &value), to->moves,
               BOND_MOVES, b->translation);
}

/* About each axis a with lent inertia J: a (a.p') + J (a.w) w x a. One that nothing turns about
 * keeps its inertia, which is there to keep it at rest, but not what that does to the others. */
static void return_inertia(Builder *b, const MultibondBody *to, int body, const char *name) {
    SymPool *pool = b->graph->pool;
    const Axes user = b->graph->system->frame[body].local.axes;
    SymVec sum = jd_mb_vec(pool, vec3(0, 0, 0)), rate = sum, w = sum;
    bool any = false;
    for (int k = 0; k < b->rotation; k++) {
        const int c = jd_mb_component(b, true, k);
        rate.c[c] = jd_mb_effort(b, to->turn_bond, k); /* of its momentum */
        w.c[c] = jd_mb_flow(b, to->turn_bond, k);
    }
    for (int k = 0; k < 3; k++) {
        const bool idle = b->graph->system->body[body].idle[k] && !b->graph->planar;
        if ((!to->lent[k] && !idle) || (b->graph->planar && b->graph->def.reduces)) continue;
        any = true;
        const Vec3 principal = axes_at(&axes_none, (AxisName)k);
        const SymVec a = jd_mb_vec(pool, b->graph->planar ? principal : axes_in(&user, principal));
        const Sym spin =
            jd_sym_times(pool, jd_mb_number(pool, to->turned[k]), jd_mb_dot(pool, a, w));
        if (to->lent[k] && !b->graph->def.reduces)
            sum = jd_mb_add(pool, sum, jd_mb_scale(pool, jd_mb_dot(pool, a, rate), a));
        if (!b->graph->planar)
            sum = jd_mb_add(pool, sum, jd_mb_scale(pool, spin, jd_mb_cross(pool, w, a)));
    }
    if (!any) return;
    SymBlock value = {.rows = b->rotation, .columns = 1};
    for (int k = 0; k < b->rotation; k++) value.at[k] = sum.c[jd_mb_component(b, true, k)];
    jd_mb_bond(b, jd_mb_node(b, "MSe", jd_mb_name(b, name, "lent_I"), &value), to->turns,
               BOND_TURNS, b->rotation);
}

/* Whether a joint stands on a body. */
static bool has_joint(const JdSystem *s, int body) {
    for (int k = 0; k < s->joints; k++)
        if (!s->joint[k].couples && (s->joint[k].body_i == body || s->joint[k].body_j == body))
            return true;
    return false;
}

static void add_ground(Builder *b, MultibondBody *to) {
    SymBlock none = {.rows = b->translation, .columns = 1};
    to->axes = jd_mb_axes(b->graph->pool, &axes_none);
    to->p = jd_mb_vec(b->graph->pool, vec3(0, 0, 0));
    if (!has_joint(b->graph->system, 0)) return;
    for (int k = 0; k < 3; k++) none.at[k] = jd_sym_whole(b->graph->pool, 0);
    to->moves = to->inner = jd_mb_node(b, "one", "ground_v", NULL);
    jd_mb_bond(b, jd_mb_node(b, "Sf", "ground_rests", &none), to->moves, BOND_MOVES,
               b->translation);
    none.rows = b->rotation;
    to->turns = jd_mb_node(b, "one", "ground_w", NULL);
    jd_mb_bond(b, jd_mb_node(b, "Sf", "ground_upright", &none), to->turns, BOND_TURNS, b->rotation);
}

void jd_mb_add_body(Builder *b, int body) {
    const JdSystem *s = b->graph->system;
    MultibondBody *to = &b->graph->body[body];
    *to = (MultibondBody){.inertia = -1,
                          .mass = -1,
                          .turn_bond = -1,
                          .move_bond = -1,
                          .position = -1,
                          .attitude = -1};
    jd_mb_enter(b, PART_BODY, body);
    if (body == 0) {
        add_ground(b, to);
        return;
    }
    const char *name = s->body[body].name;
    static const char *const words[] = {"x", "y", "z"};
    to->turns = jd_mb_node(b, "one", jd_mb_name(b, name, "w"), NULL);
    to->moves = jd_mb_node(b, "one", jd_mb_name(b, name, "v"), NULL);
    lend(b, body);
    const SymAxes inertia = inertia_of(b, body), mass = diagonal(b, to->moved);
    const SymBlock turning = jd_mb_block(b, BLOCK_TURNS, &inertia),
                   moving = jd_mb_block(b, BLOCK_MOVES, &mass);
    to->inertia = jd_mb_node(b, "I", jd_mb_name(b, name, "I"), &turning);
    to->mass = jd_mb_node(b, "I", jd_mb_name(b, name, "m"), &moving);
    for (int k = 0; k < 3; k++) {
        to->move[k].node = to->mass, to->move[k].component = k;
        to->turn[k].node = to->inertia, to->turn[k].component = b->graph->planar ? 0 : k;
    }
    to->turn_bond = jd_mb_bond(b, to->turns, to->inertia, BOND_TURNS, b->rotation);
    to->move_bond = jd_mb_bond(b, to->moves, to->mass, BOND_MOVES, b->translation);
    to->p = jd_mb_vec(b->graph->pool, vec3(0, 0, 0));
    for (int k = 0; k < b->translation; k++) {
        const int signal = integral(b, name, words[k], jd_mb_flow(b, to->move_bond, k));
        if (k == 0) to->position = signal;
        to->p.c[k] = jd_mb_signal_name(b, signal);
    }
    to->axes = add_attitude(b, to, name);
    if (!b->graph->planar) add_euler(b, to, name);
    add_weight(b, to, body, name);
    return_mass(b, to, name);
    return_inertia(b, to, body, name);
    if (!has_joint(s, body)) return;
    to->inner = jd_mb_node(b, "one", jd_mb_name(b, name, "vb"), NULL);
    const SymAxes back = jd_mb_inverse(&to->axes);
    const SymBlock modulus = jd_mb_block(b, BLOCK_MOVES, &back);
    jd_mb_two_port(
        b,
        &(TwoPort){"MTF", jd_mb_name(b, name, "R"), to->moves, to->inner, BOND_MOVES, BOND_MOVES},
        &modulus);
}

/* ---- Points --------------------------------------------------------------------------------- */

int jd_mb_point(Builder *b, int body, int frame) {
    const MultibondBody *at = &b->graph->body[body];
    const Vec3 r = jd_mb_local(b->graph->system, frame).p;
    if (body == 0 || vec3_norm(r) == 0) return at->inner;
    const int before = jd_mb_enter(b, PART_BODY, body);
    const char *name =
        jd_arena_format(b->graph->arena, "%s_P%d", b->graph->system->body[body].name, frame);
    const int point = jd_mb_node(b, "zero", name ? name : "", NULL);
    const SymAxes arm =
        jd_mb_skew(b, jd_mb_vec(b->graph->pool, vec3_scale(-1, r))); /* w x r = -r x w */
    const SymBlock modulus = jd_mb_block(b, BLOCK_ARM, &arm);
    jd_mb_two_port(b,
                   &(TwoPort){"TF", jd_mb_name(b, name ? name : "", "X"), at->turns, point,
                              BOND_TURNS, BOND_MOVES},
                   &modulus);
    jd_mb_bond(b, at->inner, point, BOND_MOVES, b->translation);
    b->part = before;
    return point;
}
