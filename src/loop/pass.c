/* SPDX-License-Identifier: MIT
 *
 * Going through the sequence: for each step the bodies that it finds, from those that are known.
 * Everything is linear in the independent rates. With one of them velocities are those for a unit
 * of it, and the sums of (9.13) are made on the way; with several there is a column of velocities
 * for each besides. theory (9.12)-(9.16), (9.20) */
#include "loop/inside.h"
#include <assert.h>

/* ---- Bars ----------------------------------------------------------------------------------- */

/* Turned or shifted by its coordinate. */
ALWAYS void turn_bar(ChainWork *pass, int k, double q) {
    const Bar *bar = &pass->bar[k];
    const LoopBody *on = &pass->body[bar->parent];
    LoopBody *body = &pass->body[bar->body];
    if (!bar->turn) {
        pass->travel[k] = q;
        return;
    }
    const CosSin of = jd_cos_sin(bar->angle + bar->sign * q);
    set_turn(body, two_turned(two_of(of.c, of.s), body_turn(on)));
}

/* Then on its joint, with the rate and bias of that. */
ALWAYS void hang_bar(ChainWork *pass, int k, double rate, double bias, bool many) {
    const Bar *bar = &pass->bar[k];
    const LoopBody *on = &pass->body[bar->parent];
    pass->rate[k] = rate;
    pass->bias[k] = bias;
    if (!bar->turn) {
        const Two e = turn_slide(pass, bar, bar->parent);
        hang_slide(pass, bar, bar->parent, e, pass->travel[k], rate, bias, many);
        return;
    }
    const Point P = point_on(pass, bar->parent, bar->near);
    hang_turn(pass, bar->body, bar, bar->far, &P, body_turn(&pass->body[bar->body]),
              on->v.turn + bar->sign * rate, many ? on->a.turn + bar->sign * bias : on->a.turn,
              many);
}

void jd_bar_hang(ChainWork *pass, int k, double rate, double bias) {
    const bool moves = pass->bar[k].turn || pass->bar[k].slide;
    hang_bar(pass, k, moves ? rate : 0, moves ? bias : 0, true);
}

void jd_bar_move(ChainWork *pass, int k, const double jet[3]) {
    turn_bar(pass, k, pass->bar[k].turn || pass->bar[k].slide ? jet[0] : 0);
    jd_bar_hang(pass, k, jet[1], jet[2]);
}

void jd_bar_spin(const ChainWork *pass, int k, int column, double rate) {
    const Bar *bar = &pass->bar[k];
    const LoopBody *parent = &pass->body[bar->parent], *own = &pass->body[bar->body];
    const Spin *from = spin_of(pass, column, bar->parent);
    Spin *to = spin_of(pass, column, bar->body);
    assert(column >= 0 && column < pass->chain->free);
    pass->share[column * pass->chain->bars + k] = rate;
    if (bar->turn) {
        const Vec2 r = loop_turned(parent, bar->near);
        const Spin at_joint = {velocity_at(from, r), from->turn + bar->sign * rate};
        const Vec2 arm = vec2_sub(own->p, vec2_add(parent->p, r));
        *to = (Spin){velocity_at(&at_joint, arm), at_joint.turn};
        return;
    }
    *to = (Spin){velocity_at(from, vec2_sub(own->p, parent->p)), from->turn};
    if (bar->slide) to->line = vec2_add(to->line, vec2_scale(rate, loop_turned(parent, bar->axis)));
}

/* ---- Steps ---------------------------------------------------------------------------------- */

/* A bar whose coordinate is known: given, or independent. */
static void go_bar(ChainWork *pass, int k, const double *u) {
    const Chain *chain = pass->chain;
    const Bar *bar = &pass->bar[k];
    const bool given = is_given(bar);
    const double own[3] = {given ? 0 : pass->q[bar->q], given ? 0 : u[bar->u], 0};
    jd_bar_move(pass, k, bar->drive >= 0 ? pass->jet[k] : own);
    for (int c = 0; c < chain->free; c++) jd_bar_spin(pass, k, c, k == chain->independent[c]);
}

/* The independent turn on the ground, with a rate of one. */
ALWAYS void spin_on_ground(ChainWork *pass, int k, double q) {
    const Bar *bar = &pass->bar[k];
    LoopBody *body = &pass->body[bar->body];
    const CosSin of = jd_cos_sin(bar->angle + bar->sign * q);
    const Two turned = two_of(of.c, of.s), arm = -two_turned(turned, two_at(&bar->far));
    const Two none = {0, 0}, v = none + two_both(bar->sign) * two_turn90(arm),
              a = none - two_both(pass->weight) * arm;
    set_turn(body, turned);
    two_to(&body->p, two_at(&bar->near) + arm);
    two_to(&body->v.line, v), body->v.turn = bar->sign;
    two_to(&body->a.line, a), body->a.turn = 0;
    weigh(pass, bar, v, a, bar->sign, 0);
    pass->rate[k] = 1;
    pass->bias[k] = 0;
}

static void begin(ChainWork *pass, const double *q, double weight) {
    pass->q = q;
    pass->weight = weight;
    pass->M = pass->h = 0;
    pass->low = 1;
    pass->closed = true;
}

bool jd_chain_pass(ChainWork *pass, const double *q, double rate) {
    const Chain *chain = pass->chain;
    assert(chain->one && pass->body[0].c == 1);
    begin(pass, q, rate * rate);
    for (int n = 0; n < chain->steps; n++) {
        const ChainStep *step = &chain->step[n];
        if (step->bar < 0) {
            const Dyad *dyad = &chain->dyad[step->dyad];
            dyad->kind->one(pass, step->dyad, dyad->leg);
            continue;
        }
        const Bar *bar = &chain->bar[step->bar];
        const bool own = step->bar == chain->independent[0];
        if (own && bar->turn && !bar->parent) {
            spin_on_ground(pass, step->bar, q[bar->q]);
            continue;
        }
        turn_bar(pass, step->bar, own ? q[bar->q] : 0);
        hang_bar(pass, step->bar, own, 0, false);
    }
    return pass->closed;
}

bool jd_chain_pass_columns(ChainWork *pass, const double *q, const double *u) {
    const Chain *chain = pass->chain;
    assert(pass->body[0].c == 1); /* jd_chain_forget was called */
    begin(pass, q, 1);
    for (int c = 0; c < chain->free; c++) *spin_of(pass, c, 0) = (Spin){{0, 0}, 0};
    for (int n = 0; n < chain->steps; n++) {
        const ChainStep *step = &chain->step[n];
        if (step->bar >= 0) {
            go_bar(pass, step->bar, u);
        } else if (step->knot >= 0) {
            jd_knot_move(pass, step->knot);
        } else {
            const Dyad *dyad = &chain->dyad[step->dyad];
            const Leg *leg = is_moved(dyad) ? jd_dyad_moved(pass, step->dyad) : dyad->leg;
            dyad->kind->many(pass, step->dyad, leg);
        }
    }
    return pass->closed;
}

/* ---- The whole ------------------------------------------------------------------------------ */

void jd_chain_layout(const Chain *chain, ChainWork *w, Layout *at) {
    const size_t bodies = (size_t)chain->bodies, bars = (size_t)chain->bars + 1,
                 columns = (size_t)chain->free + 1;
    w->chain = chain;
    w->bar = chain->bar;
    w->body = PLACE(at, LoopBody, bodies);
    w->rate = PLACE(at, double, bars);
    w->bias = PLACE(at, double, bars);
    w->travel = PLACE(at, double, bars);
    w->known = PLACE(at, DyadSide, chain->dyads + 1);
    w->dyad_low = PLACE(at, double, chain->dyads + 1);
    w->column = PLACE(at, Spin, columns * bodies);
    w->share = PLACE(at, double, columns *bars);
    w->jet = (double(*)[3])PLACE(at, double, 3 * bars);
    w->moved = PLACE(at, MovedDyad, chain->drives ? chain->dyads : 0);
    w->coordinate = PLACE(at, double, bars);
    w->matrix = PLACE(at, double, chain->matrix + 1);
    w->order = PLACE(at, int, chain->closers + 1);
    w->knot_low = PLACE(at, double, chain->knots + 1);
    w->f = PLACE(at, double, chain->closers + 1);
    w->row = (double(*)[6])PLACE(at, double, 6 * (size_t)chain->closers + 1);
}

void jd_chain_forget(ChainWork *w) {
    w->body[0] = (LoopBody){.c = 1};
    for (int d = 0; d < w->chain->dyads; d++) w->known[d].q = INFINITY;
}

double jd_bar_read(const ChainWork *w, const Bar *bar, int k, double hint) {
    const LoopBody *on = &w->body[bar->parent], *own = &w->body[bar->body];
    if (!bar->turn) return w->travel[k];
    const double c = on->c * own->c + on->s * own->s, s = on->c * own->s - on->s * own->c;
    return jd_counted(bar->sign * (atan2(s, c) - bar->angle), hint);
}

void jd_chain_read(const ChainWork *w, double *q) {
    const Chain *chain = w->chain;
    for (const ChainMove *at = chain->move, *end = at + chain->moves; at < end; at++)
        if (chain->depends[at->u]) q[at->q] = jd_bar_read(w, &w->bar[at->bar], at->bar, q[at->q]);
}
