/* SPDX-License-Identifier: MIT
 *
 * Finds the sequence: bars on known bodies that are fixed or driven, then dyads, then knots, which
 * are the smallest sets of bars whose coordinates follow from as many rows; where none of these is
 * left, a coordinate becomes independent. What can be found by itself is found by itself.
 * theory 9.6 */
#include "loop/inside.h"
#include <assert.h>

typedef struct {
    const Linkage *from;
    Chain *chain;
    Arena *arena;
    int favourite; /* a bar that is to be independent if it can; -1: none */
    bool *known;   /* of each body */
    bool *used;    /* of each closing */
    Link *link;    /* bars, then closings */
    int *hang;     /* of each body: its bar */
    int *marked;   /* of each bar: the knot that it belongs to, by its number; */
    int *taken;    /* of each closing: likewise */
    int knot;      /* that at hand: each try has a number of its own */
    int rows;      /* that a closing has at most */
    int *seen;     /* of each bar: the last walk that came by, by its number; */
    int walk;
} Search;

/* ---- Steps ---------------------------------------------------------------------------------- */

/* The body of a step's bar is known from now on. */
static void know(Search *f, int n) {
    const Bar *bar = &f->from->bar[n];
    f->known[bar->body] = true;
    if (bar->drive < 0) return;
    f->chain->drives++;
    f->chain->depends[bar->u] = true;
}

static void add_step(Search *f, ChainStep step) {
    assert(f->chain->steps < f->from->bars);
    f->chain->step[f->chain->steps++] = step;
}

/* A bar on a known body: fixed, driven, or taken as independent. */
static bool add_bar(Search *f, bool independent) {
    int best = -1;
    double least = INFINITY;
    for (int n = 0; n < f->from->bars; n++) {
        const Bar *bar = &f->from->bar[n];
        if (f->known[bar->body] || !f->known[bar->parent]) continue;
        if (is_given(bar)) {
            add_step(f, (ChainStep){n, -1, -1});
            know(f, n);
            return true;
        }
        const double prefer = n == f->favourite ? 0 : f->from->prefer[n];
        if (prefer < least) least = prefer, best = n;
    }
    if (!independent || best < 0) return false;
    add_step(f, (ChainStep){best, -1, -1});
    know(f, best);
    f->chain->independent[f->chain->free++] = best;
    return true;
}

/* ---- Dyads ---------------------------------------------------------------------------------- */

/* What is fixed to a body or driven on it belongs to it. */
static int carrying_body(const Linkage *from, int body) {
    int n = from->bar_of[body];
    while (n >= 0 && is_given(&from->bar[n])) n = from->bar[n].above;
    return n >= 0 ? from->bar[n].body : 0;
}

static bool list_links(Search *f) {
    const Linkage *from = f->from;
    f->link = ARENA_NEW(f->arena, Link, from->bars + from->closings + 1);
    f->hang = ARENA_NEW(f->arena, int, from->bodies + 1);
    if (f->arena->failed) return false;
    for (int n = 0; n < from->bars; n++)
        f->link[n] = (Link){{from->bar[n].parent, from->bar[n].body}, false};
    for (int b = 0; b < from->bodies; b++) f->hang[b] = b ? from->bar_of[b] : -1;
    for (int g = 0; g < from->closings; g++)
        for (int k = 0; k < 2 && from->closing[g].pin; k++) {
            f->link[from->bars + g].closes = true;
            f->link[from->bars + g].body[k] = carrying_body(from, from->closing[g].body[k]);
        }
    return true;
}

static char letter(const Bar *bar) {
    return is_given(bar) ? 0 : bar->turn ? 'R' : 'P';
}

/* The pin as a point of bar n, which carries it. The carrier is known only if drives move it on n.
 */
static void carry_pin(const Search *f, const Closing *closing, int side, int n, Dyad *dyad,
                      int which) {
    const Linkage *from = f->from;
    const int own = from->bar_of[closing->body[side]];
    Vec2 p = dyad->end[which] = closing->at[side];
    for (int k = own; k != n; k = from->bar[k].above) {
        if (from->bar[k].drive >= 0) dyad->carrier[which] = own;
        p = jd_bar_on_parent(&from->bar[k], p);
    }
    dyad->pin[which] = p;
}

/* Lengths that are as good as zero, in parts of the mechanism's: the bodies would turn about the
 * point that they share, and where circles meet is lost in rounding. */
static const double least_length = 1e-3;

static bool has_length(const Search *f, const Leg *leg, bool across) {
    const double least = least_length * f->from->length;
    return !f->from->bar[leg->bar].turn || across || !(leg->square < least * least);
}

/* The dyad that a pin closes, from what was recognised. False: it is none for us. */
static bool make_dyad(const Search *f, int g, Dyad *dyad) {
    const Closing *closing = &f->from->closing[g];
    const Link *pin = &f->link[f->from->bars + g];
    const Links links = {f->link, f->hang, f->known};
    DyadLinks found;
    bool reversed;
    if (!jd_dyad_find(&links, f->from->bars + g, &found)) return false;
    const bool behind = found.link[1] < f->from->bars;
    const int a = found.link[0], b = found.link[behind ? 1 : 2];
    const char A = letter(&f->from->bar[a]), B = letter(&f->from->bar[b]);
    const DyadKind *kind =
        jd_dyad_kind_find(behind ? (char[4]){A, B, 'R'} : (char[4]){A, 'R', B}, &reversed);
    if (!kind) return false;
    *dyad = (Dyad){.kind = kind,
                   .a = a,
                   .b = b,
                   .behind = behind,
                   .joint = closing->joint,
                   .carrier = {-1, -1}};
    if (behind) {
        const int side = pin->body[1] == f->from->bar[b].body, target = closing->body[!side];
        carry_pin(f, closing, side, b, dyad, 1);
        dyad->target = target;
        dyad->pin[0] = closing->at[!side];
    } else {
        const bool turns_round = reversed && A != B; /* the turn first */
        dyad->a = turns_round ? b : a, dyad->b = turns_round ? a : b;
        carry_pin(f, closing, turns_round, dyad->a, dyad, 0);
        carry_pin(f, closing, !turns_round, dyad->b, dyad, 1);
    }
    jd_dyad_measure(f->from->bar, dyad, dyad->pin, dyad->leg);
    const bool across = behind && B == 'P'; /* the arm of the first grows with the slide on it */
    return has_length(f, &dyad->leg[0], across) && has_length(f, &dyad->leg[1], false);
}

static bool add_dyad(Search *f) {
    Chain *chain = f->chain;
    for (int g = 0; g < f->from->closings; g++) {
        Dyad *dyad = &chain->dyad[chain->dyads];
        if (!f->from->closing[g].pin || f->used[g] || !make_dyad(f, g, dyad)) continue;
        f->used[g] = true;
        chain->depends[chain->bar[dyad->a].u] = chain->depends[chain->bar[dyad->b].u] = true;
        add_step(f, (ChainStep){-1, chain->dyads++, -1});
        know(f, dyad->a);
        know(f, dyad->b);
        return true;
    }
    return false;
}

/* ---- Knots ---------------------------------------------------------------------------------- */

enum { KNOT_GROUPS = 6 }; /* closings of one */

/* The next bar inwards that has to be found; -1: all that is left is known. */
static int inwards(const Search *f, int bar) {
    return bar < 0 || f->known[f->from->bar[bar].body] ? -1 : bar;
}

static bool is_above(const Search *f, int bar, int n) {
    for (; n >= 0; n = f->from->bar[n].above)
        if (n == bar) return true;
    return false;
}

static bool is_marked(const Search *f, int bar) {
    return f->marked[bar] == f->knot;
}

/* What a closing asks for beyond the bars marked: coordinates to be found, less its rows. *touches:
 * some of its bars are marked already. With `marks` they are from now on. More than `most` is not
 * counted: all the way to the ground it would take as long as the mechanism is large. */
static int missing(Search *f, int g, int most, bool marks, bool *touches) {
    const Closing *closing = &f->from->closing[g];
    int count = -closing->rows;
    f->walk++;
    for (int k = 0; k < 2; k++) {
        int n = inwards(f, f->from->bar_of[closing->body[k]]);
        for (; n >= 0 && count <= most; n = inwards(f, f->from->bar[n].above)) {
            if (f->seen[n] == f->walk) break; /* from here on both sides have the same bars */
            f->seen[n] = f->walk;
            if (is_marked(f, n)) *touches = true;
            count += !is_marked(f, n) && !is_given(&f->from->bar[n]);
            if (marks) f->marked[n] = f->knot;
        }
    }
    return count;
}

static bool may_close(const Search *f, int g) {
    return f->from->closing[g].rows > 0 && !f->used[g];
}

/* The closing that leaves fewest coordinates missing, and no more than `most`; -1: none has to do
 * with those at hand. */
static int next_closing(Search *f, int most) {
    int best = -1, least = most + 1;
    for (int g = 0; g < f->from->closings; g++) {
        bool touches = false;
        if (f->taken[g] == f->knot || !may_close(f, g)) continue;
        const int more = missing(f, g, most, false, &touches);
        if (touches && more < least) least = more, best = g;
    }
    return best;
}

/* From one closing on, others are taken until nothing is missing. Returns how many that takes; 0:
 * it does not come to that. */
static int grow(Search *f, int first, int most) {
    int now = 0;
    f->knot++;
    for (int count = 1, g = first; count <= most && g >= 0; count++) {
        const int others = (most - count) * f->rows; /* take away as much as this */
        bool touches;
        f->taken[g] = f->knot;
        now += missing(f, g, others - now, true, &touches);
        if (now == 0) return count;
        if (now < 0 || now > others) return 0;
        g = next_closing(f, others - f->rows - now);
    }
    return 0;
}

static unsigned char sides_carried(const Search *f, const Closer *closer, int bar) {
    unsigned char sides = 0;
    for (int k = 0; k < 2; k++)
        if (closer->couples ? closer->bar[k] == bar
                            : is_above(f, bar, f->from->bar_of[closer->end[k].body]))
            sides |= (unsigned char)(1 << k);
    return sides;
}

/* Of the closings taken and the bars marked. */
static bool make_knot(Search *f) {
    Chain *chain = f->chain;
    int *bar = ARENA_NEW(f->arena, int, chain->bars + 1);
    int *unknown = ARENA_NEW(f->arena, int, chain->bars + 1);
    Knot knot = {.bar = bar, .unknown = unknown, .closer = chain->closers, .matrix = chain->matrix};
    if (f->arena->failed) return false;
    for (int n = 0; n < chain->bars; n++) {
        if (!is_marked(f, n)) continue;
        bar[knot.bars++] = n;
        if (is_given(&chain->bar[n])) continue;
        unknown[knot.unknowns++] = n;
        chain->depends[chain->bar[n].u] = true;
    }
    for (int g = 0; g < f->from->closings; g++) {
        if (f->taken[g] != f->knot) continue;
        f->used[g] = true;
        for (int r = 0; r < f->from->closing[g].rows; r++)
            chain->closer[chain->closers++] = f->from->closing[g].closer[r];
    }
    const int n = knot.unknowns;
    if (n > KNOT_MOST) return false;
    unsigned char *carries = ARENA_NEW(f->arena, unsigned char, n *n + 1);
    knot.unit = ARENA_NEW(f->arena, double, n + 1);
    if (f->arena->failed) return false;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < n; k++)
            carries[r * n + k] = sides_carried(f, &chain->closer[knot.closer + r], unknown[k]);
    knot.carries = carries;
    chain->matrix += n * n;
    if (n > 1) chain->iterated += n;
    chain->knot[chain->knots] = knot;
    add_step(f, (ChainStep){-1, -1, chain->knots++});
    for (int k = 0; k < knot.bars; k++) know(f, bar[k]);
    return true;
}

static bool add_knot(Search *f) {
    int best = -1, least = KNOT_GROUPS + 1;
    for (int g = 0; g < f->from->closings; g++) {
        if (!may_close(f, g)) continue;
        const int count = grow(f, g, least - 1);
        if (count > 0) least = count, best = g;
    }
    return best >= 0 && grow(f, best, least) && make_knot(f);
}

/* ---- The whole ------------------------------------------------------------------------------ */

static Chain *new_chain(const Linkage *from, Arena *arena) {
    int closers = 0;
    Chain *chain = ARENA_NEW(arena, Chain, 1);
    if (!chain) return NULL;
    for (int g = 0; g < from->closings; g++)
        closers += from->closing[g].rows > 0 ? from->closing[g].rows : 0;
    *chain = (Chain){.bodies = from->bodies,
                     .bars = from->bars,
                     .bar = from->bar,
                     .length = from->length,
                     .gravity = from->gravity};
    chain->step = ARENA_NEW(arena, ChainStep, from->bars + 1);
    chain->move = ARENA_NEW(arena, ChainMove, from->bars + 1);
    chain->dyad = ARENA_NEW(arena, Dyad, from->bars + 1);
    chain->knot = ARENA_NEW(arena, Knot, from->bars + 1);
    chain->closer = ARENA_NEW(arena, Closer, closers + 1);
    chain->independent = ARENA_NEW(arena, int, from->bars + 1);
    chain->depends = ARENA_NEW(arena, bool, from->rates + 1);
    for (int k = 0; k < from->bars && chain->move; k++)
        if (from->bar[k].turn || from->bar[k].slide)
            chain->move[chain->moves++] = (ChainMove){k, from->bar[k].q, from->bar[k].u};
    return chain;
}

static bool is_whole(const Search *f) {
    for (int n = 0; n < f->from->bars; n++)
        if (!f->known[f->from->bar[n].body]) return false;
    for (int g = 0; g < f->from->closings; g++)
        if (!f->used[g]) return false;
    return true;
}

Chain *jd_chain_find(const Linkage *from, int favourite, Arena *arena) {
    Search f = {
        .from = from, .arena = arena, .favourite = favourite, .chain = new_chain(from, arena)};
    f.known = ARENA_NEW(arena, bool, from->bodies + 1);
    f.used = ARENA_NEW(arena, bool, from->closings + 1);
    f.marked = ARENA_NEW(arena, int, from->bars + 1);
    f.seen = ARENA_NEW(arena, int, from->bars + 1);
    f.taken = ARENA_NEW(arena, int, from->closings + 1);
    if (arena->failed || !list_links(&f)) return NULL;
    for (int g = 0; g < from->closings; g++)
        if (from->closing[g].rows > f.rows) f.rows = from->closing[g].rows;
    f.known[0] = true;
    while (add_bar(&f, false) || add_dyad(&f) || add_knot(&f) || add_bar(&f, true)) {
    }
    f.chain->one = f.chain->free == 1 && !f.chain->drives && !f.chain->knots;
    for (int d = 0; d < f.chain->dyads; d++)
        f.chain->one = f.chain->one && f.chain->dyad[d].kind->one;
    if (!is_whole(&f) || !jd_chain_check(from, f.chain, arena) || arena->failed) return NULL;
    jd_chain_is_sound(f.chain, arena);
    return f.chain;
}
