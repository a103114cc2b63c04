/* SPDX-License-Identifier: MIT
 *
 * One evaluation on a tape, from the state to its rates: places, velocities, forces, accelerations;
 * and the numbers of the mechanism, by name. */
#include "record/record.h"
#include <stdarg.h>
#include <string.h>

void jd_record_refuse(Recorder *rec, Where where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *text = jd_arena_format_list(rec->arena, format, list);
    va_end(list);
    rec->failed = true;
    jd_report(rec->log, JD_ERROR, "emit-cannot", where, "%s: that cannot be emitted",
              text ? text : "");
}

void jd_record_guard(Recorder *rec, Num low, double limit, const char *why) {
    if (rec->t->node.at[low].level != LEVEL_RUNS) return;
    NumGuard *guard = PUSH(rec->arena, rec->guard);
    if (guard) *guard = (NumGuard){low, limit, why};
}

bool jd_record_keep(Recorder *rec, int n) {
    rec->coordinates = n;
    rec->mass = ARENA_NEW(rec->arena, Num, n * n + 1);
    rec->bias = ARENA_NEW(rec->arena, Num, n + 1);
    rec->push = ARENA_NEW(rec->arena, Num, n + 1);
    if (rec->explicit_mass) rec->way = ARENA_NEW(rec->arena, NumSpin, rec->s->bodies * n + 1);
    return !rec->arena->failed;
}

/* ---- Numbers of the mechanism --------------------------------------------------------------- */

static Num named(Recorder *rec, double value, const char *about, const char *owner,
                 const char *what) {
    const char *name = jd_arena_format(rec->arena, "%s.%s", owner, what);
    return jd_tape_fixed(rec->t, name, about, value);
}

Num jd_record_mass(Recorder *rec, int body) {
    const SystemBody *b = &rec->s->body[body];
    return named(rec, b->mass, "kg", b->name, "mass");
}

Num3 jd_record_inertia(Recorder *rec, int body) {
    const SystemBody *b = &rec->s->body[body];
    const char *unit = "kg*m^2";
    if (rec->s->space == JD_PLANAR)
        return n3(0, 0, named(rec, b->turning[2], unit, b->name, "inertia"));
    return n3(named(rec, b->turning[0], unit, b->name, "inertia.x"),
              named(rec, b->turning[1], unit, b->name, "inertia.y"),
              named(rec, b->turning[2], unit, b->name, "inertia.z"));
}

Num3 jd_record_spinning(Recorder *rec, int body) {
    const SystemBody *b = &rec->s->body[body];
    const Num3 I = jd_record_inertia(rec, body);
    Num of[3] = {I.x, I.y, I.z};
    for (int n = 0; n < 3; n++)
        if (b->idle[n] || b->turning[n] < b->inertia[n] || b->turning[n] > b->inertia[n])
            of[n] = n_num(rec->t, b->inertia[n]);
    return n3(of[0], of[1], of[2]);
}

/* The joint or force whose frame it is. */
static const char *owner_of(const JdSystem *s, int frame) {
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].frame_i == frame || s->joint[k].frame_j == frame) return s->joint[k].name;
    for (int k = 0; k < s->forces; k++)
        if (s->force[k].frame_i == frame || s->force[k].frame_j == frame) return s->force[k].name;
    return s->frame[frame].name;
}

/* Places are differences of places in the drawing: what is zero but for rounding stays zero. */
static const double rounding = 1e-15; /* by the mechanism's length */

Num3 jd_record_point(Recorder *rec, int frame) {
    const JdSystem *s = rec->s;
    const SystemFrame *from = &s->frame[frame];
    const char *owner = owner_of(s, frame), *body = jd_body_name(s, from->body);
    const double p[3] = {from->local.p.x, from->local.p.y, from->local.p.z};
    Num to[3];
    for (int c = 0; c < 3; c++) {
        const char *what = jd_arena_format(rec->arena, "on.%s.%c", body, "xyz"[c]);
        const double at = fabs(p[c]) <= rounding * s->length ? 0 : p[c];
        to[c] = owner && what ? named(rec, at, "m", owner, what) : n_num(rec->t, at);
    }
    return n3(to[0], to[1], to[2]);
}

Num3 jd_record_gravity(Recorder *rec, Num3 p) {
    const JdSystem *s = rec->s;
    Tape *t = rec->t;
    if (s->gravity_kind == GRAVITY_UNIFORM)
        return n3(named(rec, s->gravity.x, "m/s^2", "gravity", "x"),
                  named(rec, s->gravity.y, "m/s^2", "gravity", "y"),
                  named(rec, s->gravity.z, "m/s^2", "gravity", "z"));
    if (s->gravity_kind == GRAVITY_POINT) {
        const Num3 d = n3_sub(t, n3_of(t, s->gravity_centre), p);
        const Num r = n3_norm(t, d), mu = named(rec, s->gravity_mu, "m^3/s^2", "gravity", "mu");
        return n3_scale(t, n_div(t, mu, n_mul(t, n_square(t, r), r)), d);
    }
    const Num at[3] = {p.x, p.y, p.z};
    Num g[3] = {0};
    for (int c = 0; c < 3; c++)
        if (s->gravity_field[c]) g[c] = jd_record_program(rec, s->gravity_field[c], at, nowhere);
    return n3(g[0], g[1], g[2]);
}

Num jd_record_gravity_energy(Recorder *rec, Num3 p) {
    const JdSystem *s = rec->s;
    Tape *t = rec->t;
    if (s->gravity_kind == GRAVITY_UNIFORM)
        return n_neg(t, n3_dot(t, jd_record_gravity(rec, p), p));
    if (s->gravity_kind != GRAVITY_POINT) return 0;
    const Num r = n3_norm(t, n3_sub(t, n3_of(t, s->gravity_centre), p));
    return n_neg(t, n_div(t, named(rec, s->gravity_mu, "m^3/s^2", "gravity", "mu"), r));
}

void jd_record_all_numbers(Recorder *rec) {
    for (int b = 1; b < rec->s->bodies; b++) {
        jd_record_mass(rec, b);
        jd_record_inertia(rec, b);
    }
    for (int f = 0; f < rec->s->frames; f++) jd_record_point(rec, f);
    if (rec->s->gravity_kind == GRAVITY_UNIFORM || rec->s->gravity_kind == GRAVITY_POINT)
        jd_record_gravity(rec, n3_of(rec->t, (Vec3){1, 1, 1}));
    for (int k = 0; k < rec->s->forces; k++) jd_record_fields(rec, k);
}

NumSide jd_record_side(Recorder *rec, int frame) {
    Tape *t = rec->t;
    const SystemFrame *from = &rec->s->frame[frame];
    const NumBody *body = &rec->body[from->seat];
    const NumAxes local = n_axes(t, &from->local.axes);
    const Num3 arm = n_axes_out(t, &body->R, jd_record_point(rec, frame));
    return (NumSide){.p = n3_add(t, body->p, arm),
                     .v = n3_add(t, body->v.line, n3_cross(t, body->v.turn, arm)),
                     .arm = arm,
                     .w = body->v.turn,
                     .axes = n_axes_absolute(t, &body->R, &local)};
}

Num jd_record_coordinate(Recorder *rec, int q) {
    if (rec->q_known[q]) return rec->q[q];
    if (rec->space) return jd_record_space_coordinate(rec, q);
    return rec->plane ? jd_record_plane_coordinate(rec, q) : rec->q[q];
}

/* ---- What programs read --------------------------------------------------------------------- */

/* In formulas what has none is a name, which says what it is. Behind the inputs, those of slots. */
static Num slot_name(Recorder *rec, int slot) {
    rec->slot_known[slot] = rec->asked[slot] = true;
    return rec->slot[slot] = jd_tape_leaf(rec->t, TAPE_INPUT, rec->s->givens + slot, NAN);
}

static bool is_fed_back(const Recorder *rec, int slot) {
    const SystemInput *input = &rec->s->slot[slot];
    for (int k = 0; k < rec->s->feedbacks; k++)
        if (rec->s->feedback[k] == slot) return true;
    return !input->program && rec->s->channel[input->channel].def->level == LEVEL_ACCELERATION;
}

/* The ring that a slot belongs to, from 1 on: whose unknown or rest it is, or, where numbers are
 * wanted, that goes through it, which is to be there before it; 0: none. */
static int ring_of(const Recorder *rec, int slot) {
    const JdSystem *s = rec->s;
    const SystemInput *input = &s->slot[slot];
    const int own = input->program ? s->signal[input->signal].ring : input->ring;
    for (int r = 0; r < s->rings && own == 0 && !rec->explicit_mass; r++)
        for (int k = 0; k < s->ring[r].inners; k++)
            if (s->ring[r].inner[k] == slot) return r + 1;
    return own;
}

Num jd_record_slot(Recorder *rec, int slot) {
    const SystemInput *input = &rec->s->slot[slot];
    bool known = true;
    if (rec->slot_known[slot]) return rec->slot[slot];
    const int ring = ring_of(rec, slot);
    if (rec->explicit_mass && (ring > 0 || is_fed_back(rec, slot))) return slot_name(rec, slot);
    if (ring > 0 && !rec->ring_done[ring - 1]) jd_record_ring(rec, ring - 1);
    if (rec->slot_known[slot] || rec->failed) return rec->slot[slot];
    rec->slot_known[slot] = true;
    if (input->program)
        rec->slot[slot] =
            jd_record_program(rec, input->program, NULL, rec->s->signal[input->signal].where);
    else
        rec->slot[slot] = jd_record_channel(rec, input->channel, &known);
    if (!known && !rec->failed && rec->explicit_mass) return slot_name(rec, slot);
    if (!known && !rec->failed)
        jd_record_refuse(rec, rec->here, "an expression reads '%s'",
                         rec->s->channel_name[input->channel]);
    return rec->slot[slot];
}

/* ---- The whole ------------------------------------------------------------------------------ */

bool jd_record_room(Recorder *rec) {
    const JdSystem *s = rec->s;
    const Tree *tree = &rec->plan->tree;
    Arena *arena = rec->arena;
    const int nq = tree->nq + 1, nu = tree->nu + 1, most = nq + nu + s->extras + 1;
    rec->q = ARENA_NEW(arena, Num, nq);
    rec->q_known = ARENA_NEW(arena, bool, nq);
    rec->u = ARENA_NEW(arena, Num, nu);
    rec->udot = ARENA_NEW(arena, Num, nu);
    rec->effort = ARENA_NEW(arena, Num, nu);
    rec->state_of_q = ARENA_NEW(arena, int, nq);
    rec->state_of_u = ARENA_NEW(arena, int, nu);
    rec->start = ARENA_NEW(arena, double, most);
    rec->rate = ARENA_NEW(arena, Num, most);
    rec->state_name = ARENA_NEW(arena, const char *, most);
    rec->state_unit = ARENA_NEW(arena, const char *, most);
    rec->body = ARENA_NEW(arena, NumBody, s->bodies + s->nodes);
    rec->accel = ARENA_NEW(arena, NumSpin, s->bodies);
    rec->force = ARENA_NEW(arena, NumSpin, s->bodies);
    rec->out = ARENA_NEW(arena, NumForce, s->forces + 1);
    rec->slot = ARENA_NEW(arena, Num, s->slots + 1);
    rec->slot_known = ARENA_NEW(arena, bool, s->slots + 1);
    rec->extra = ARENA_NEW(arena, Num, s->extras + 1);
    rec->asked = ARENA_NEW(arena, bool, s->slots + 1);
    rec->condition = ARENA_NEW(arena, Num, s->latches + 1);
    rec->time = jd_tape_leaf(rec->t, TAPE_TIME, 0, 0);
    return !arena->failed;
}

/* The independent coordinates of the closed form. */
static void take_plane_state(Recorder *rec) {
    const Chain *chain = rec->plan->chain;
    const int first = jd_record_first_rate(rec);
    for (int q = 0; q < rec->plan->tree.nq; q++) rec->state_of_q[q] = -1;
    for (int u = 0; u < rec->plan->tree.nu; u++) rec->state_of_u[u] = -1;
    for (int f = 0; f < chain->free; f++) {
        const Bar *bar = &chain->bar[chain->independent[f]];
        const double q = rec->s->start[bar->q], u = rec->s->start[first + bar->u];
        rec->state_of_q[bar->q] = f;
        rec->state_of_u[bar->u] = chain->free + f;
        rec->start[f] = q, rec->start[chain->free + f] = u;
        rec->q[bar->q] = jd_tape_leaf(rec->t, TAPE_STATE, f, q);
        rec->q_known[bar->q] = true;
        rec->u[bar->u] = jd_tape_leaf(rec->t, TAPE_STATE, chain->free + f, u);
    }
    rec->first_rate = chain->free;
    rec->first_extra = 2 * chain->free;
}

void jd_record_extras(Recorder *rec) {
    const JdSystem *s = rec->s;
    rec->states = rec->first_extra + s->extras;
    for (int k = 0; k < s->extras; k++) {
        const int at = rec->first_extra + k;
        rec->start[at] = s->extra_start ? s->extra_start[k] : s->extra[k].start;
        rec->extra[k] = jd_tape_leaf(rec->t, TAPE_STATE, at, rec->start[at]);
        rec->state_name[at] = s->extra[k].name;
        rec->state_unit[at] = s->extra[k].unit;
    }
}

/* Of a body that floats; what turns does so about its own axes. A ball has the last four, and rates
 * of its joint. */
const char *jd_record_float_name(Recorder *rec, const char *owner, int part, bool rate) {
    static const char *const names[2][2][7] = {{{"x", "y", "angle"}, {"vx", "vy", "rate"}},
                                               {{"x", "y", "z", "q.w", "q.x", "q.y", "q.z"},
                                                {"vx", "vy", "vz", "own.wx", "own.wy", "own.wz"}}};
    return jd_arena_format(rec->arena, "%s.%s", owner,
                           names[rec->s->space == JD_SPATIAL][rate][part]);
}

/* Coordinates of a body that floats, or the quaternion of a ball. */
static void name_float(Recorder *rec, const NodeInfo *node) {
    const JdSystem *s = rec->s;
    const int linear = s->kernel->linear;
    int first = 0, count = s->kernel->nq, q = node->q;
    const char *owner = s->body[node->body].name;
    if (node->joint >= 0) {
        const SystemJoint *joint = &s->joint[node->joint];
        int f = 0;
        while (f < joint->frees && joint->free[f]->kind != FREE_BALL) f++;
        if (f == joint->frees) return;
        first = linear, q += f - first, owner = joint->name;
    }
    for (int k = first; k < count; k++) {
        const int at = rec->state_of_q[q + k];
        if (at < 0) continue;
        rec->state_name[at] = jd_record_float_name(rec, owner, k, false);
        rec->state_unit[at] = k < linear ? "m" : s->space == JD_PLANAR ? "rad" : "1";
    }
}

static void name_rate(Recorder *rec, int u) {
    const TreeRate rate = jd_tree_rate(rec->s, &rec->plan->tree, u);
    const int at = rec->state_of_u[u];
    rec->state_unit[at] = rate.slide ? "m/s" : "rad/s";
    if (rate.joint < 0) {
        rec->state_name[at] =
            jd_record_float_name(rec, rec->s->body[rate.body].name, rate.free, true);
        return;
    }
    const SystemJoint *of = &rec->s->joint[rate.joint];
    const FreeDef *def = of->free[rate.free];
    const int first = rec->plan->frees[rate.joint].q, place = first >= 0 ? first + rate.free : -1;
    rec->state_name[at] = jd_arena_format(rec->arena, "%s.%s", of->name, def->rate);
    if (def->kind == FREE_BALL || place < 0 || rec->state_of_q[place] < 0) return;
    rec->state_name[rec->state_of_q[place]] =
        jd_arena_format(rec->arena, "%s.%s", of->name, def->position);
    rec->state_unit[rec->state_of_q[place]] = rate.slide ? "m" : "rad";
}

void jd_record_names(Recorder *rec) {
    const Tree *tree = &rec->plan->tree;
    for (int n = 0; n < tree->nodes; n++) {
        const NodeInfo node = jd_tree_node(tree, n);
        name_float(rec, &node);
    }
    for (int u = 0; u < tree->nu; u++)
        if (rec->state_of_u[u] >= 0) name_rate(rec, u);
    for (int q = 0; q < tree->nq; q++) {
        const int at = rec->state_of_q[q];
        if (at < 0 || rec->state_name[at]) continue;
        rec->state_name[at] = jd_arena_format(rec->arena, "q%d", q);
        rec->state_unit[at] = "1";
    }
}

/* What no emitted code has yet. */
static bool look_for_others(Recorder *rec) {
    const JdSystem *s = rec->s;
    for (int k = 0; k < s->whens && rec->native; k++)
        if (s->when[k].switches)
            jd_record_refuse(rec, s->when[k].where, "event '%s', which switches a force",
                             s->when[k].name);
    for (int k = 0; k < s->nodes && rec->native; k++)
        jd_record_refuse(rec, s->node[k].where, "node '%s', whose place is solved for",
                         s->node[k].name);
    for (int k = 0; k < s->delays; k++)
        jd_record_refuse(rec, s->delay[k].where, "delay '%s'", s->delay[k].name);
    if (s->feedbacks > 0 && (s->rings > 0 || s->whens > 0 || s->drives > 0))
        jd_record_refuse(rec,
                         s->rings > 0   ? jd_record_reader(s, s->feedback[0])
                         : s->whens > 0 ? s->when[0].where
                                        : s->drive[0].where,
                         "forces read '%s', which follows from them, beside %s",
                         s->channel_name[s->slot[s->feedback[0]].channel],
                         s->rings > 0   ? "values that follow from each other"
                         : s->whens > 0 ? "events"
                                        : "drives");
    for (int k = 0; k < s->joints && s->rigid; k++)
        if (s->joint[k].elastic)
            jd_record_refuse(rec, s->joint[k].where, "joint '%s' is elastic", s->joint[k].name);
    for (int k = 0; k < s->joints; k++)
        if (s->joint[k].start_row)
            jd_record_refuse(rec, s->joint[k].where, "joint '%s' has clearance", s->joint[k].name);
    return !rec->failed;
}

static void plane_rates(Recorder *rec) {
    for (int q = 0; q < rec->plan->tree.nq; q++) {
        if (rec->state_of_q[q] < 0) continue;
        for (int k = 0; k < rec->plan->chain->bars; k++) {
            const Bar *bar = &rec->plan->chain->bar[k];
            if ((!bar->turn && !bar->slide) || bar->q != q) continue;
            rec->rate[rec->state_of_q[q]] = rec->u[bar->u];
            rec->rate[rec->state_of_u[bar->u]] = rec->udot[bar->u];
        }
    }
}

/* How it changes follows from forces: nodes.c. */
static bool is_place_of_node(const JdSystem *s, int extra) {
    for (int k = 0; k < s->nodes; k++)
        if (extra >= s->node[k].extra && extra < s->node[k].extra + s->node_width) return true;
    return false;
}

void jd_record_extra_rates(Recorder *rec) {
    const JdSystem *s = rec->s;
    for (int k = 0; k < s->extras && !rec->failed; k++) {
        const SystemState *extra = &s->extra[k];
        const Program *rate = extra->drive >= 0 ? s->drive[extra->drive].motion : extra->rate;
        if (!rec->explicit_mass && is_place_of_node(s, k)) continue;
        rec->rate[rec->first_extra + k] = jd_record_program(rec, rate, NULL, extra->where);
    }
}

/* From the state to its rates. */
static bool record_once(Recorder *rec) {
    if (!jd_record_room(rec)) return false;
    const bool plane = rec->plan->chain && rec->plan->tree.cut.rows > 0;
    if (plane) take_plane_state(rec);
    if (plane) jd_record_extras(rec);
    const bool space = jd_record_by_space(rec);
    if (plane ? !jd_record_plane(rec) : space ? !jd_record_space(rec) : !jd_record_tree(rec))
        return false;
    jd_record_names(rec);
    if (!rec->explicit_mass) jd_record_feedback_open(rec);
    jd_record_forces(rec);
    if (rec->explicit_mass) jd_record_springs(rec);
    jd_record_strikes(rec);
    if (rec->failed) return false;
    if (plane) {
        jd_record_plane_solve(rec);
        plane_rates(rec);
    } else if (space) {
        jd_record_space_solve(rec);
        jd_record_space_rates(rec);
    } else {
        jd_record_tree_solve(rec);
        jd_record_tree_rates(rec);
    }
    if (!rec->explicit_mass) jd_record_feedback_close(rec);
    jd_record_extra_rates(rec);
    if (rec->node_x) jd_record_node_rates(rec);
    return !rec->failed && !rec->arena->failed;
}

/* The same once more, with blows. */
static bool record_struck(Recorder *rec) {
    Recorder again = *rec;
    const int blows = rec->blow.count;
    if (!blows && !rec->kicks) return true;
    again.strikes = true;
    again.rated = again.nodes_move = false;
    jd_tape_replay(rec->t);
    const bool good = record_once(&again);
    rec->t->replays = false;
    rec->failed = rec->failed || again.failed;
    rec->struck = again.rate;
    return good;
}

bool jd_record_rates(Recorder *rec) {
    if (rec->explicit_mass) return record_once(rec); /* of an instant, whatever happens at others */
    if (!look_for_others(rec) || !jd_record_instants(rec) || !jd_record_blows(rec) ||
        !jd_record_inputs(rec))
        return false;
    if (!record_once(rec) || !record_struck(rec)) return false;
    jd_record_events(rec);
    return !rec->failed && !rec->arena->failed;
}
