/* SPDX-License-Identifier: MIT
 *
 * The sequence in space: bodies whose coordinates are known, then whatever a joint closes by a kind
 * of dyad, then a coordinate becomes independent; another one where that leads nowhere. theory 9.9
 */
#include "loop/space_inside.h"
#include <string.h>

typedef struct {
    const SpaceLinkage *from;
    SpaceChain *chain;
    Arena *arena;
    bool *known;           /* of each body */
    int *pending;          /* of each body: the dyad whose spin is not known yet; -1: none */
    bool *used;            /* of each closing */
    SpaceClosing *closing; /* those of the linkage, where turns that are a ball close as one; behind
                              them the pins of these */
    int wrists;
    SpaceWrist *wrist;
    bool *in_wrist;   /* of each stem */
    int *cylinder_of; /* of each stem: the cylinder that it is the outer one of; -1: none */
    int tries;        /* that are left */
} Search;

/* What a sequence costs that is tried only where there is no other; more than all closings. */
static const double last_of_all = 1e6;
/* So near to parallel, or to meeting in parts of the mechanism's length, is meant so. */
static const double alike = 1e-9;
/* Axes that meet at less than this sine are no cross: what rounding does to their ring grows with
 * its inverse. */
static const double least_cross = 0.1;

/* ---- What lies between known bodies --------------------------------------------------------- */

enum { LEG_MOST = 4 };
/* From a known body outwards. Letters: R P U S as of kinds. */
typedef struct {
    int root, found; /* found: the dyad whose spin moves the root; -1: it is known */
    int stems, stem[LEG_MOST];
    int cylinder; /* the outer stem of two in the other order; -1: none */
    int items;
    struct Item {
        char letter;
        int stem, ring;
    } item[LEG_MOST];
} Way;

static bool is_lone(const Stem *stem, FreeKind kind) {
    return stem->frees == 1 && stem->kind[0] == kind;
}

static char letter_of(const Stem *stem) {
    if (stem->floats || stem_given(stem)) return 0;
    if (is_lone(stem, FREE_TURN)) return 'R';
    if (is_lone(stem, FREE_SLIDE)) return 'P';
    if (stem->ball) return 'S';
    const bool two = stem->frees == 2 && stem->kind[0] == FREE_TURN && stem->kind[1] == FREE_TURN;
    return two ? 'U' : 0;
}

/* Two turns whose axes meet are a universal joint: the points of both are put there. */
static bool meet(Stem *a, Stem *b, double length) {
    const Vec3 e = axes_at(&a->far_axes, a->axis[0]), f = axes_at(&b->near_axes, b->axis[0]),
               way = vec3_sub(b->near_p, a->far_p), normal = vec3_cross(e, f);
    const double sine2 = vec3_dot(normal, normal);
    if (sine2 < least_cross * least_cross) return false;
    if (fabs(vec3_dot(way, normal)) > alike * length * sqrt(sine2)) return false;
    const double s = vec3_dot(vec3_cross(way, f), normal) / sine2,
                 t = vec3_dot(vec3_cross(way, e), normal) / sine2;
    a->far_p = vec3_add(a->far_p, vec3_scale(s, e));
    a->near_p = vec3_add(a->near_p, vec3_scale(s, axes_at(&a->near_axes, a->axis[0])));
    b->near_p = vec3_add(b->near_p, vec3_scale(t, f));
    b->far_p = vec3_add(b->far_p, vec3_scale(t, axes_at(&b->far_axes, b->axis[0])));
    return true;
}

static bool add_item(const Search *f, Way *way, int k) {
    Stem *stem = &f->chain->stem[k];
    const char letter = letter_of(stem);
    struct Item *last = way->items ? &way->item[way->items - 1] : NULL;
    if (!letter) return false;
    const bool crossed = last && last->letter == 'R' && letter == 'R' &&
                         meet(&f->chain->stem[last->stem], stem, f->from->length);
    if (!crossed && way->items == LEG_MOST) return false;
    if (crossed)
        *last = (struct Item){'U', k, last->stem};
    else
        way->item[way->items++] = (struct Item){letter, k, -1};
    return true;
}

/* A turn and a slide along one direction, of which this stem is the outer one. */
static bool add_cylinder(const Search *f, Way *way, int k, bool turns_first) {
    const int n = f->cylinder_of[k], first = f->from->stems + 2 * n;
    jd_cylinder_part(f->from, k, turns_first, f->from->bodies + n, &f->chain->stem[first]);
    return add_item(f, way, first) && add_item(f, way, first + 1);
}

/* `other`: the first cylinder in the order that is not the tree's; of one joint the slide is the
 * first there. False: there is none, or what is no letter. */
static bool add_items(const Search *f, Way *way, bool other) {
    for (int n = 0; n < way->stems; n++) {
        const int k = way->stem[n], next = n + 1 < way->stems ? way->stem[n + 1] : -1;
        const bool one = f->cylinder_of[k] >= 0 && f->from->stem[k].frees == 2;
        const bool two = !one && other && next >= 0 && f->cylinder_of[next] >= 0 &&
                         f->from->stem[next].frees == 1;
        if (!one && !two) {
            if (!add_item(f, way, k)) return false;
            continue;
        }
        const bool turns_first = one ? other : f->from->stem[next].kind[0] == FREE_TURN;
        if (!add_cylinder(f, way, one ? k : next, turns_first)) return false;
        if (two) way->cylinder = next, n++;
        other = false;
    }
    return !other;
}

static bool walk(const Search *f, int body, bool other, Way *way) {
    int list[LEG_MOST], count = 0;
    *way = (Way){.found = -1, .cylinder = -1};
    for (; !f->known[body] && f->pending[body] < 0; body = f->from->stem[list[count - 1]].parent) {
        if (count == LEG_MOST) return false;
        list[count++] = f->from->stem_of[body];
    }
    way->root = body;
    if (!f->known[body]) way->found = f->pending[body];
    for (int n = 0; n < count; n++) way->stem[way->stems++] = list[count - 1 - n];
    return add_items(f, way, other);
}

static bool are_apart(const Way *a, const Way *b) {
    for (int n = 0; n < a->stems; n++)
        for (int k = 0; k < b->stems; k++)
            if (a->stem[n] == b->stem[k]) return false;
    return a->found < 0 || b->found < 0;
}

/* ---- Planes --------------------------------------------------------------------------------- */

/* The normal of a plane on a body, on its parent: if its joint leaves the plane where it is. */
static bool carry_normal(const Stem *stem, Vec3 *normal) {
    const Vec3 n = axes_in(&stem->far_axes, *normal);
    for (int f = 0; f < stem->frees; f++) {
        const double along = fabs(part_of(n, stem->axis[f]));
        if (stem->kind[f] == FREE_TURN ? along < 1 - alike : along > alike) return false;
        if (stem->kind[f] == FREE_BALL) return false;
    }
    if (stem->floats) return false;
    *normal = axes_out(&stem->near_axes, n);
    return true;
}

static int depth_of(const Search *f, int body) {
    int depth = 0;
    for (; body; body = f->from->stem[f->from->stem_of[body]].parent) depth++;
    return depth;
}

/* Both bodies of a pin move in one plane, whatever happens. */
static bool is_planar(const Search *f, const SpaceClosing *closing) {
    int body[2] = {closing->body[0], closing->body[1]};
    Vec3 n[2] = {axes_at(&closing->axes[0], closing->axis),
                 axes_at(&closing->axes[1], closing->axis)};
    while (body[0] != body[1]) {
        const int k = depth_of(f, body[1]) > depth_of(f, body[0]);
        const Stem *stem = &f->from->stem[f->from->stem_of[body[k]]];
        if (!carry_normal(stem, &n[k])) return false;
        body[k] = stem->parent;
    }
    return fabs(vec3_dot(n[0], n[1])) > 1 - alike;
}

/* ---- Dyads ---------------------------------------------------------------------------------- */

static void add_mover(SpaceDyad *d, int rate, int stem, bool turn, int side) {
    d->mover[d->movers++] = (struct SpaceMover){rate, stem, turn, side ? -1 : 1};
}

static void add_stem(SpaceDyad *d, int stem) {
    if (stem >= 0) d->stem[d->stems++] = stem;
}

/* What moves: the turn or slide of an item, or a spin. */
static void add_move(const Search *f, SpaceDyad *d, const struct Item *item, int found, int side) {
    if (item) {
        const Stem *stem = &f->chain->stem[item->stem];
        d->move = item->stem;
        add_mover(d, stem->u, item->stem, stem->kind[0] == FREE_TURN, side);
    } else {
        d->found = found;
        add_mover(d, f->chain->stem[f->chain->dyad[found].aim].u + 2, -1, true, side);
    }
}

static void add_aim(const Search *f, SpaceDyad *d, const struct Item *item, int side) {
    const Stem *stem = &f->chain->stem[item->stem];
    d->aim = item->stem;
    d->ring = item->ring;
    d->side = side;
    d->how = item->letter == 'U' ? AIM_UNIVERSAL : item->letter == 'S' ? AIM_BALL : AIM_TURN;
    d->spins = d->how == AIM_BALL;
    if (item->ring >= 0) add_mover(d, f->chain->stem[item->ring].u, item->ring, true, side);
    add_mover(d, stem->u, item->stem, true, side);
    if (item->letter != 'R' && item->ring < 0) add_mover(d, stem->u + 1, item->stem, true, side);
}

/* Its pairs from known to known body, the pair that is cut among them. */
static bool find_kind(SpaceDyad *d, char a, char b, char c) {
    bool reversed;
    d->kind = jd_dyad_kind_find((char[4]){a, b, c}, &reversed);
    return d->kind != NULL;
}

static char move_letter(const struct Item *item) {
    return item ? item->letter : 'R';
}

/* `cut`: the letter of the pair that closes it. */
static bool match_aimed(const Search *f, const Way way[2], char cut, SpaceDyad *d) {
    for (int side = 0; side < 2; side++) {
        const Way *own = &way[side], *other = &way[!side];
        const struct Item *item = own->item;
        const int count = own->items;
        const bool other_moves = other->items == 1 ? other->found < 0 : other->found >= 0;
        const bool other_rests = other->items == 0 && other->found < 0;
        const bool may[2] = {
            count > 0 && (cut == 'R' ? item[0].letter == 'R'
                                     : item[0].letter == 'U' || item[0].letter == 'S'),
            count > 1 && (cut == 'R' ? item[1].letter == 'R'
                                     : item[1].letter == 'U' || item[1].letter == 'S')};
        if (count == 1 && own->found < 0 && may[0] && other->items <= 1 && other_moves) {
            const struct Item *move = other->items ? other->item : NULL;
            if (move && move->letter != 'R' && move->letter != 'P') continue;
            if (!find_kind(d, item[0].letter, cut, move_letter(move))) continue;
            add_move(f, d, move, other->found, !side);
            add_stem(d, move ? move->stem : -1);
            add_aim(f, d, &item[0], side);
            add_stem(d, item[0].ring), add_stem(d, item[0].stem);
            return true;
        }
        const bool carried = (count == 2 && own->found < 0 && may[1] &&
                              (item[0].letter == 'R' || item[0].letter == 'P')) ||
                             (count == 1 && own->found >= 0 && may[0]);
        if (carried && other_rests) {
            const struct Item *move = count == 2 ? &item[0] : NULL, *aim = &item[count - 1];
            if (!find_kind(d, move_letter(move), aim->letter, cut)) continue;
            add_move(f, d, move, own->found, side);
            add_stem(d, move ? move->stem : -1);
            add_aim(f, d, aim, side);
            add_stem(d, aim->ring), add_stem(d, aim->stem);
            d->behind = true;
            return true;
        }
        if (count == 2 && own->found < 0 && may[0] && item[1].letter == 'P' && other_rests) {
            if (!find_kind(d, item[0].letter, 'P', cut)) continue;
            add_aim(f, d, &item[0], side);
            add_stem(d, item[0].ring), add_stem(d, item[0].stem);
            add_move(f, d, &item[1], -1, side);
            add_stem(d, item[1].stem);
            d->own = true;
            return true;
        }
    }
    return false;
}

/* Two slides in a plane. */
static bool match_slides(const Search *f, const Way way[2], SpaceDyad *d) {
    if (way[0].items + way[1].items != 2 || way[0].found >= 0 || way[1].found >= 0) return false;
    for (int side = 0; side < 2; side++)
        for (int n = 0; n < way[side].items; n++) {
            if (way[side].item[n].letter != 'P') return false;
            add_move(f, d, &way[side].item[n], -1, side);
            add_stem(d, way[side].item[n].stem);
        }
    d->move = -1;
    return way[0].items == 1 ? find_kind(d, 'P', 'R', 'P') : find_kind(d, 'R', 'P', 'P');
}

/* One row and one unknown. */
static bool match_row(const Search *f, const Way way[2], const SpaceClosing *closing,
                      SpaceDyad *d) {
    for (int side = 0; side < 2; side++) {
        const Way *own = &way[side], *other = &way[!side];
        if (other->items || other->found >= 0 || own->items + (own->found >= 0) != 1) continue;
        const struct Item *item = own->items ? own->item : NULL;
        if (item && item->letter != 'R' && item->letter != 'P') return false;
        if (!item && closing->square == 0) return false;
        add_move(f, d, item, own->found, side);
        add_stem(d, item ? item->stem : -1);
        d->side = side;
        return find_kind(d, 'S', closing->square > 0 ? 'S' : 'E', move_letter(item));
    }
    return false;
}

static void add_middle(const Search *f, const Way *way, SpaceDyad *d) {
    if (way->cylinder < 0) return;
    d->cylinder = way->cylinder;
    add_stem(d, f->from->stem[way->cylinder].above);
}

/* `other`: the side on which a turn and a slide change places; -1: on none. */
static bool match_so(const Search *f, int number, int other, SpaceDyad *d) {
    const SpaceClosing *closing = &f->closing[number];
    Way way[2];
    *d = (SpaceDyad){
        .closing = number, .move = -1, .aim = -1, .ring = -1, .found = -1, .cylinder = -1};
    if (closing->kind == CLOSES_ELSE || !walk(f, closing->body[0], other == 0, &way[0]) ||
        !walk(f, closing->body[1], other == 1, &way[1]) || !are_apart(&way[0], &way[1]))
        return false;
    d->root[0] = way[0].root, d->root[1] = way[1].root;
    if (closing->kind == CLOSES_ROW) return match_row(f, way, closing, d);
    if (closing->kind == CLOSES_BALL) {
        if (!match_aimed(f, way, 'S', d)) return false;
        for (int side = 0; side < 2; side++) add_middle(f, &way[side], d);
        return true;
    }
    if (other >= 0 || !is_planar(f, closing)) return false;
    return match_aimed(f, way, 'R', d) || match_slides(f, way, d);
}

static bool match(const Search *f, int number, SpaceDyad *d) {
    if (match_so(f, number, -1, d)) return true;
    for (int side = 0; side < 2 && f->chain->cylinders; side++)
        if (match_so(f, number, side, d)) return true;
    return false;
}

static void know_spin(const Search *f, int dyad) {
    for (int b = 0; b < f->from->bodies; b++)
        if (f->pending[b] == dyad) f->known[b] = true, f->pending[b] = -1;
}

static void add_step(const Search *f, SpaceStep step) {
    f->chain->step[f->chain->steps++] = step;
}

/* Turns between two bodies that are known by now. */
static bool add_wrist(Search *f) {
    SpaceChain *chain = f->chain;
    for (int n = 0; n < f->wrists; n++) {
        const SpaceWrist *wrist = &f->wrist[n];
        const int a = wrist->outer[wrist->from], b = wrist->outer[!wrist->from];
        if (!f->known[a] || !f->known[b] || f->known[chain->stem[wrist->stem[0]].body]) continue;
        SpaceDyad *d = &chain->dyad[chain->dyads];
        *d = (SpaceDyad){.kind = &jd_dyad_s,
                         .closing = f->from->closings + n,
                         .move = -1,
                         .aim = -1,
                         .ring = -1,
                         .found = -1,
                         .cylinder = -1,
                         .root = {a, b}};
        for (int k = 0; k < wrist->stems; k++) {
            const Stem *stem = &chain->stem[wrist->stem[k]];
            add_stem(d, wrist->stem[k]);
            f->known[stem->body] = true;
            for (int r = 0; r < stem_rates(stem); r++) chain->depends[stem->u + r] = true;
        }
        add_step(f, (SpaceStep){-1, chain->dyads++, -1});
        return true;
    }
    return false;
}

static bool add_dyad(Search *f) {
    SpaceChain *chain = f->chain;
    for (int g = 0; g < f->from->closings; g++) {
        SpaceDyad *d = &chain->dyad[chain->dyads];
        if (f->used[g] || !match(f, g, d)) continue;
        const int number = chain->dyads++;
        jd_space_dyad_measure(chain, d);
        f->used[g] = true;
        add_step(f, (SpaceStep){-1, number, -1});
        if (d->found >= 0) {
            know_spin(f, d->found);
            chain->depends[d->mover[0].rate] = true;
        }
        for (int n = 0; n < d->stems; n++) {
            const Stem *stem = &chain->stem[d->stem[n]];
            const bool spins =
                d->spins && (d->stem[n] == d->aim || stem->parent == chain->stem[d->aim].body);
            for (int k = 0; k < stem_rates(stem); k++)
                chain->depends[stem->u + k] = !(d->stem[n] == d->aim && d->spins && k == 2);
            if (spins)
                f->pending[stem->body] = number;
            else
                f->known[stem->body] = true;
        }
        if (d->spins) chain->spin_of[chain->stem[d->aim].u + 2] = number;
        return true;
    }
    return false;
}

/* ---- Bodies whose coordinates are known ----------------------------------------------------- */

static bool is_next(const Search *f, int k) {
    const Stem *stem = &f->from->stem[k];
    return !f->known[stem->body] && f->pending[stem->body] < 0 && f->known[stem->parent] &&
           !f->in_wrist[k];
}

static bool add_given(Search *f) {
    for (int k = 0; k < f->from->stems; k++) {
        const Stem *stem = &f->chain->stem[k];
        if (!stem_given(stem) || !is_next(f, k)) continue;
        for (int n = 0; n < stem_rates(stem); n++) f->chain->depends[stem->u + n] = true;
        if (stem->drive >= 0) f->chain->drives++;
        f->known[stem->body] = true;
        add_step(f, (SpaceStep){k, -1, -1});
        return true;
    }
    return false;
}

static void add_independent(Search *f, int k) {
    const Stem *stem = &f->chain->stem[k];
    for (int n = 0; n < stem_rates(stem); n++) {
        f->chain->depends[stem->u + n] = false;
        f->chain->spin_of[stem->u + n] = -1;
        f->chain->independent[f->chain->free++] = stem->u + n;
    }
    f->known[stem->body] = true;
    add_step(f, (SpaceStep){k, -1, -1});
}

static void add_spin(Search *f, int dyad) {
    f->chain->independent[f->chain->free++] = f->chain->stem[f->chain->dyad[dyad].aim].u + 2;
    know_spin(f, dyad);
    add_step(f, (SpaceStep){-1, -1, dyad});
}

/* ---- The whole ------------------------------------------------------------------------------ */

static bool is_whole(const Search *f) {
    for (int b = 1; b < f->from->bodies; b++)
        if (!f->known[b]) return false;
    for (int g = 0; g < f->from->closings; g++)
        if (!f->used[g]) return false;
    return f->chain->free == f->from->free;
}

/* How gladly a stem becomes independent: what is wanted first, then what carries most of what is
 * still open. */
static double worth(const Search *f, int k) {
    const Stem *stem = &f->from->stem[k];
    double least = 1;
    int open = 0;
    for (int n = 0; n < stem_rates(stem); n++) least = fmin(least, f->from->prefer[stem->u + n]);
    for (int g = 0; g < f->from->closings; g++) {
        bool carries[2] = {false, false};
        for (int e = 0; e < 2 && !f->used[g]; e++)
            for (int b = f->closing[g].body[e]; b; b = f->from->stem[f->from->stem_of[b]].parent)
                carries[e] = carries[e] || f->from->stem_of[b] == k;
        open += carries[0] != carries[1];
    }
    if (!open) return INFINITY;
    return (least < 0.05 ? last_of_all : 0) + open - least;
}

typedef struct {
    bool *known, *used;
    int *pending, steps, dyads, free, drives;
} Saved;

static bool save(const Search *f, Saved *to) {
    const size_t bodies = (size_t)f->from->bodies, closings = (size_t)f->from->closings;
    to->known = ARENA_NEW(f->arena, bool, bodies + 1);
    to->used = ARENA_NEW(f->arena, bool, closings + 1);
    to->pending = ARENA_NEW(f->arena, int, bodies + 1);
    if (f->arena->failed) return false;
    memcpy(to->known, f->known, bodies * sizeof *f->known);
    memcpy(to->used, f->used, closings * sizeof *f->used);
    memcpy(to->pending, f->pending, bodies * sizeof *f->pending);
    to->steps = f->chain->steps, to->dyads = f->chain->dyads;
    to->free = f->chain->free, to->drives = f->chain->drives;
    return true;
}

static void restore(const Search *f, const Saved *from) {
    const size_t bodies = (size_t)f->from->bodies, closings = (size_t)f->from->closings;
    memcpy(f->known, from->known, bodies * sizeof *f->known);
    memcpy(f->used, from->used, closings * sizeof *f->used);
    memcpy(f->pending, from->pending, bodies * sizeof *f->pending);
    f->chain->steps = from->steps, f->chain->dyads = from->dyads;
    f->chain->free = from->free, f->chain->drives = from->drives;
}

static bool complete(Search *f);

/* With a stem (or a spin, -1) independent. */
static bool complete_with(Search *f, int k, int spin) {
    Saved before;
    const int more = k >= 0 ? stem_rates(&f->from->stem[k]) : 1;
    if (f->chain->free + more > f->from->free || f->tries-- <= 0 || !save(f, &before)) return false;
    if (k >= 0)
        add_independent(f, k);
    else
        add_spin(f, spin);
    if (complete(f)) return true;
    restore(f, &before);
    return false;
}

static bool complete(Search *f) {
    while (add_given(f) || add_wrist(f) || add_dyad(f)) {
    }
    if (is_whole(f)) return true;
    bool *tried = ARENA_NEW(f->arena, bool, f->from->stems + 1);
    if (f->arena->failed) return false;
    for (;;) {
        int best = -1;
        double most = -INFINITY;
        for (int k = 0; k < f->from->stems; k++) {
            if (tried[k] || !is_next(f, k)) continue;
            const double value = worth(f, k);
            if (value > most) most = value, best = k;
            if (isinf(value)) break;
        }
        if (best < 0) break;
        tried[best] = true;
        if (complete_with(f, best, -1)) return true;
        if (isinf(most) || f->tries <= 0) return false; /* nothing else would do */
    }
    for (int b = 1; b < f->from->bodies; b++)
        if (f->pending[b] >= 0) return complete_with(f, -1, f->pending[b]);
    return false;
}

static SpaceChain *new_chain(const SpaceLinkage *from, int cylinders, Arena *arena) {
    SpaceChain *chain = ARENA_NEW(arena, SpaceChain, 1);
    if (!chain) return NULL;
    *chain = (SpaceChain){.bodies = from->bodies + cylinders,
                          .stems = from->stems,
                          .rates = from->rates,
                          .cylinders = cylinders,
                          .length = from->length};
    chain->stem = ARENA_NEW(arena, Stem, from->stems + 2 * cylinders + 1);
    chain->step = ARENA_NEW(arena, SpaceStep, 2 * from->stems + 2 * from->closings + 1);
    chain->dyad = ARENA_NEW(arena, SpaceDyad, 2 * from->closings + 1);
    chain->independent = ARENA_NEW(arena, int, from->rates + 1);
    chain->depends = ARENA_NEW(arena, bool, from->rates + 1);
    chain->spin_of = ARENA_NEW(arena, int, from->rates + 1);
    if (arena->failed) return NULL;
    memcpy(chain->stem, from->stem, (size_t)from->stems * sizeof *chain->stem);
    for (int n = 0; n < from->rates; n++) chain->spin_of[n] = -1;
    return chain;
}

/* ---- Singular wherever it is ---------------------------------------------------------------- */

enum { LOOKS = 3 };
static const double least_share = 1e-10;

/* As drawn, which may be a dead point, and at two places nearby; a dyad that does not close there
 * says nothing. */
static bool is_regular(const SpaceLinkage *from, const SpaceChain *chain, Arena *arena) {
    SpaceWork w = {0};
    Layout measure = {0};
    int coordinates = 0;
    jd_space_layout(chain, &w, &measure);
    for (int k = 0; k < from->stems; k++)
        coordinates = from->stem[k].q + 7 > coordinates ? from->stem[k].q + 7 : coordinates;
    Layout room = {.base = ARENA_NEW(arena, char, measure.used + 1)};
    double *q = ARENA_NEW(arena, double, coordinates + 1),
           *u = ARENA_NEW(arena, double, from->rates + 1);
    bool *regular = ARENA_NEW(arena, bool, chain->dyads + 1);
    if (arena->failed) return false;
    jd_space_layout(chain, &w, &room);
    for (int look = 0; look < LOOKS; look++) {
        for (int k = 0; k < from->stems; k++) memcpy(w.jet[k], from->jet[k], sizeof *w.jet);
        memcpy(q, from->start, (size_t)coordinates * sizeof *q);
        for (int k = 0; k < from->stems; k++) {
            const Stem *stem = &from->stem[k];
            if (chain->depends[stem->u] || stem->frees != 1) continue;
            const double shift = (look == 0   ? 0
                                  : look == 1 ? 0.07
                                              : -0.11) *
                                 (1 + 0.3 * sin(1.7 * k));
            q[stem->q] += shift * (stem->kind[0] == FREE_SLIDE ? from->length : 1);
        }
        jd_space_pass(&w, q, u);
        for (int d = 0; d < chain->dyads; d++)
            regular[d] = regular[d] || !w.closed || w.answer[d].low > least_share;
    }
    for (int d = 0; d < chain->dyads; d++)
        if (!regular[d]) return false;
    return true;
}

/* ---- Turns that are a ball ------------------------------------------------------------------ */

static bool find_wrists(Search *f) {
    const SpaceLinkage *from = f->from;
    const int closings = from->closings;
    f->closing = ARENA_NEW(f->arena, SpaceClosing, 2 * closings + 1);
    f->wrist = ARENA_NEW(f->arena, SpaceWrist, closings + 1);
    f->in_wrist = ARENA_NEW(f->arena, bool, from->stems + 1);
    if (f->arena->failed) return false;
    memcpy(f->closing, from->closing, (size_t)closings * sizeof *f->closing);
    for (int g = 0; g < closings; g++) {
        SpaceWrist *wrist = &f->wrist[f->wrists];
        if (!jd_wrist_find(from, g, wrist)) continue;
        f->closing[closings + f->wrists++] = from->closing[g];
        SpaceClosing *ball = &f->closing[g];
        ball->kind = CLOSES_BALL;
        ball->rows = 3;
        for (int e = 0; e < 2; e++) ball->body[e] = wrist->outer[e], ball->at[e] = wrist->at[e];
        for (int k = 0; k < wrist->stems; k++) f->in_wrist[wrist->stem[k]] = true;
    }
    f->chain->closing = f->closing;
    return true;
}

static int number_cylinders(const SpaceLinkage *from, int *cylinder_of) {
    int count = 0;
    for (int k = 0; k < from->stems; k++) cylinder_of[k] = jd_cylinder_is(from, k) ? count++ : -1;
    return count;
}

/* Otherwise there need not be any bodies for them. */
static bool uses_cylinders(const Search *f) {
    for (int d = 0; d < f->chain->dyads; d++)
        for (int n = 0; n < f->chain->dyad[d].stems; n++)
            if (f->chain->dyad[d].stem[n] >= f->from->stems) return true;
    return false;
}

SpaceChain *jd_space_find(const SpaceLinkage *from, Arena *arena) {
    int *cylinder_of = ARENA_NEW(arena, int, from->stems + 1);
    if (!cylinder_of) return NULL;
    const int cylinders = number_cylinders(from, cylinder_of);
    Search f = {.from = from,
                .arena = arena,
                .chain = new_chain(from, cylinders, arena),
                .cylinder_of = cylinder_of};
    f.known = ARENA_NEW(arena, bool, from->bodies + cylinders + 1);
    f.pending = ARENA_NEW(arena, int, from->bodies + cylinders + 1);
    f.used = ARENA_NEW(arena, bool, from->closings + 1);
    if (arena->failed || !find_wrists(&f)) return NULL;
    f.known[0] = true;
    f.tries = 200 + 4 * from->free;
    for (int b = 0; b < from->bodies; b++) f.pending[b] = -1;
    if (!complete(&f)) return NULL;
    if (!uses_cylinders(&f)) f.chain->cylinders = 0, f.chain->bodies = from->bodies;
    f.chain->columns = f.chain->free + (f.chain->drives > 0);
    if (!is_regular(from, f.chain, arena)) return NULL;
    jd_space_is_sound(f.chain);
    return f.chain;
}
