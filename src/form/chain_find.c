/* SPDX-License-Identifier: MIT
 *
 * Finds knots: the smallest sets of bars whose coordinates follow from as many rows, whatever the
 * rows are. What can be found by itself is found by itself: loops that have nothing to do with each
 * other are different knots. */
#include "form/chain_knot.h"
#include "form/chain_search.h"
#include <string.h>

enum { KNOT_GROUPS = 6 }; /* joints that close one */

/* ---- Rows ----------------------------------------------------------------------------------- */

static bool is_ground_axis(VectorKind kind) {
    return kind >= VEC_X0 && kind <= VEC_Z0;
}

/* d along an axis of the ground. */
static bool holds_along_ground(const Lock *lock) {
    return lock->count == 1 && lock->terms[0].a == VEC_D && is_ground_axis(lock->terms[0].b);
}

/* In a plane that lies anywhere, ground axes are not those of the plane. But along all three of
 * them together a point is held as it is along any others. */
static bool has_meaning(const Search *f, const Group *group, const Row *row) {
    const Lock *lock = &row->lock;
    int held = 0;
    if (row->velocity || row->drive >= 0 || row->motion || lock->turn != 0) return false;
    if (f->s->space == JD_PLANAR) return true;
    for (int r = group->first; r < group->first + group->count; r++)
        held += holds_along_ground(&f->plan->tree.cut.row[r].lock);
    if (held == 3 && holds_along_ground(lock)) return true;
    for (int n = 0; n < lock->count; n++) {
        const VectorKind a = lock->terms[n].a, b = lock->terms[n].b;
        if ((a >= VEC_X0 && a <= VEC_AHEAD) || (b >= VEC_X0 && b <= VEC_AHEAD)) return false;
    }
    return true;
}

/* Whether motion in the plane changes it, wherever the two bodies are. */
static bool asks_something(const Closer *closer) {
    static const double places[3][6] = {{0, 0, 0, 0.3, -0.2, 0.4},
                                        {0.7, 0.1, 1.1, -0.6, 0.5, 2.3},
                                        {-0.4, 0.9, -1.7, 0.8, 0.2, 0.6}};
    for (int k = 0; k < 3; k++) {
        const double *p = places[k];
        const Spot i = {{p[0], p[1]}, cos(p[2]), sin(p[2])},
                   j = {{p[3], p[4]}, cos(p[5]), sin(p[5])};
        const Spin still = {0, 0, 0};
        const Side side_i = plane_side(&closer->end[0], &i, &still),
                   side_j = plane_side(&closer->end[1], &j, &still);
        const LockRow row = jd_lock_eval(closer->lock, &side_i, &side_j);
        if (fabs(row.force_j.x) + fabs(row.force_j.y) > 1e-9) return true;
        if (fabs(row.moment_i.z) + fabs(row.moment_j.z) > 1e-9) return true;
    }
    return false;
}

/* Along motion in the plane, as drawn: a force on j and its moment about N. */
static void row_as_drawn(const Search *f, const Closer *closer, double *v) {
    const Plane *plane = &f->chain->plane;
    Side side[2];
    for (int k = 0; k < 2; k++) {
        const Vec3 p = f->s->body[closer->end[k].body].pose.p;
        const Spot spot = {{vec3_dot(p, plane->e1), vec3_dot(p, plane->e2)}, 1, 0};
        const Spin still = {0, 0, 0};
        side[k] = plane_side(&closer->end[k], &spot, &still);
    }
    const LockRow row = jd_lock_eval(closer->lock, &side[0], &side[1]);
    v[0] = row.force_j.x, v[1] = row.force_j.y;
    v[2] = closer->scale * vec3_sub(row.moment_j, vec3_cross(side[1].arm, row.force_j)).z;
}

/* Rows of a joint in space that say different things in the plane come first; returns how many. Its
 * axes may lie anywhere: then two rows say there what one would. */
static int sort_out(const Search *f, Closer *closers, int count) {
    double v[JOINT_LOCKS][3];
    int kept = 0;
    for (int r = 0; r < count; r++) row_as_drawn(f, &closers[r], v[r]);
    for (; kept < count && kept < 3; kept++) {
        int best = kept;
        double most = 0;
        for (int r = kept; r < count; r++) {
            const double size = v[r][0] * v[r][0] + v[r][1] * v[r][1] + v[r][2] * v[r][2];
            if (size > most) most = size, best = r;
        }
        if (most < 1e-9) return kept;
        const Closer closer = closers[best];
        const double own[3] = {v[best][0], v[best][1], v[best][2]};
        closers[best] = closers[kept], closers[kept] = closer;
        memcpy(v[best], v[kept], sizeof own);
        for (int r = kept + 1; r < count; r++) {
            const double share = (v[r][0] * own[0] + v[r][1] * own[1] + v[r][2] * own[2]) / most;
            for (int c = 0; c < 3; c++) v[r][c] -= share * own[c];
        }
    }
    return kept;
}

/* The bar whose only coordinate is the only free of a joint; -1: there is none. */
static int bar_of(const Search *f, int joint) {
    for (int n = 0; n < f->chain->bars; n++) {
        const NodeInfo node = jd_tree_node(&f->plan->tree, n);
        if (node.joint == joint && (node.turn || node.slide)) return n;
    }
    return -1;
}

/* The rows of a group that ask something in the plane; -1: one of them cannot be asked there. */
static int list_closers(const Search *f, const Group *group, Closer *closers) {
    const SystemJoint *joint = &f->s->joint[group->joint];
    int count = 0;
    for (int r = group->first; r < group->first + group->count; r++) {
        const Row *row = &f->plan->tree.cut.row[r];
        Closer *closer = &closers[count];
        *closer = (Closer){.lock = &row->lock,
                           .couples = group->couples,
                           .joint = group->joint,
                           .target = row->target,
                           .scale = row->metres ? 1 / f->s->length : 1};
        if (!has_meaning(f, group, row)) return -1;
        if (!group->couples) {
            closer->end[0] = jd_chain_end(f, joint->frame_i);
            closer->end[1] = jd_chain_end(f, joint->frame_j);
            count += asks_something(closer);
            continue;
        }
        for (int k = 0; k < 2; k++) closer->bar[k] = bar_of(f, joint->coupled[k]);
        if (closer->bar[0] < 0 || closer->bar[1] < 0) return -1;
        count++;
    }
    return group->couples || f->s->space == JD_PLANAR ? count : sort_out(f, closers, count);
}

/* Once: how many rows each group has in the plane, between which bodies. */
bool jd_chain_closings(Search *f) {
    const RowSet *set = &f->plan->tree.cut;
    f->closing = ARENA_NEW(&f->s->arena, Closing, set->groups + 1);
    if (!f->closing) return false;
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        Closing *closing = &f->closing[g];
        Closer closers[JOINT_LOCKS];
        if (group->joint < 0 || (!group->couples && f->plan->tree.in_tree[group->joint])) continue;
        closing->rows = group->count > JOINT_LOCKS ? -1 : list_closers(f, group, closers);
        for (int k = 0; k < 2 && closing->rows > 0; k++)
            closing->body[k] =
                group->couples ? f->chain->bar[closers->bar[k]].body : closers->end[k].body;
    }
    return true;
}

/* ---- Bars ----------------------------------------------------------------------------------- */

/* The next bar inwards that has to be found; -1: all that is left is known. */
static int inwards(const Search *f, int bar) {
    return bar < 0 || f->known[f->chain->bar[bar].body] ? -1 : bar;
}

/* What a group asks for beyond the bars marked: coordinates to be found, less its rows. *touches:
 * some of its bars are marked already. With `marks` they are from now on. */
static int missing(const Search *f, int g, bool marks, bool *touches) {
    const Closing *closing = &f->closing[g];
    int count = -closing->rows;
    for (int k = 0; k < 2; k++) {
        const int other = k && !marks ? closing->body[0] : 0;
        int n = inwards(f, f->plan->tree.node_of[closing->body[k]]);
        for (; n >= 0; n = inwards(f, f->chain->bar[n].above)) {
            if (f->marked[n]) *touches = true;
            bool counted = f->marked[n];
            for (int o = f->plan->tree.node_of[other]; o >= 0 && !counted;
                 o = f->chain->bar[o].above)
                counted = o == n;
            count += !counted && !is_given(&f->chain->bar[n]);
            if (marks) f->marked[n] = true;
        }
    }
    return count;
}

static bool may_close(const Search *f, int g) {
    return f->closing[g].rows > 0 && !f->used[f->plan->tree.cut.group[g].first];
}

/* The group that leaves fewest coordinates missing; -1: none has to do with those at hand. */
static int next_group(const Search *f) {
    int best = -1, least = 0;
    for (int g = 0; g < f->plan->tree.cut.groups; g++) {
        bool touches = false;
        if (f->taken[g] || !may_close(f, g)) continue;
        const int more = missing(f, g, false, &touches);
        if (touches && (best < 0 || more < least)) least = more, best = g;
    }
    return best;
}

/* From one group on, others are taken until nothing is missing. Returns how many groups that takes;
 * 0: it does not come to that. */
static int grow(const Search *f, int first, int most) {
    int now = 0;
    for (int n = 0; n < f->chain->bars; n++) f->marked[n] = false;
    for (int g = 0; g < f->plan->tree.cut.groups; g++) f->taken[g] = false;
    for (int count = 1, g = first; count <= most && g >= 0; count++, g = next_group(f)) {
        bool touches;
        f->taken[g] = true;
        now += missing(f, g, true, &touches);
        if (now == 0) return count;
        if (now < 0) return 0;
    }
    return 0;
}

/* ---- The knot ------------------------------------------------------------------------------- */

static unsigned char sides_carried(const Search *f, const Closer *closer, int bar) {
    unsigned char sides = 0;
    for (int k = 0; k < 2 && !closer->couples; k++)
        for (int n = f->plan->tree.node_of[closer->end[k].body]; n >= 0; n = f->chain->bar[n].above)
            if (n == bar) sides |= (unsigned char)(1 << k);
    for (int k = 0; k < 2 && closer->couples; k++)
        if (closer->bar[k] == bar) sides |= (unsigned char)(1 << k);
    return sides;
}

/* Of the groups taken and the bars marked. */
static bool make_knot(Search *f) {
    Chain *chain = f->chain;
    const RowSet *set = &f->plan->tree.cut;
    Arena *arena = &f->s->arena;
    int *bar = ARENA_NEW(arena, int, chain->bars + 1);
    int *unknown = ARENA_NEW(arena, int, chain->bars + 1);
    Knot knot = {.bar = bar, .unknown = unknown, .closer = chain->closers, .matrix = chain->matrix};
    if (arena->failed) return false;
    for (int n = 0; n < chain->bars; n++) {
        if (!f->marked[n]) continue;
        bar[knot.bars++] = n;
        if (is_given(&chain->bar[n])) continue;
        unknown[knot.unknowns++] = n;
        f->depends[chain->bar[n].u] = true;
    }
    for (int g = 0; g < set->groups; g++) {
        const Group *group = &set->group[g];
        Closer closers[JOINT_LOCKS];
        const int rows = f->taken[g] ? list_closers(f, group, closers) : 0;
        for (int r = 0; r < rows; r++) chain->closer[chain->closers++] = closers[r];
        for (int r = 0; r < group->count && rows > 0; r++) f->used[group->first + r] = true;
    }
    const int n = knot.unknowns;
    if (n > KNOT_MOST) return false;
    unsigned char *carries = ARENA_NEW(arena, unsigned char, n *n + 1);
    knot.unit = ARENA_NEW(arena, double, n + 1);
    if (arena->failed) return false;
    for (int r = 0; r < n; r++)
        for (int k = 0; k < n; k++)
            carries[r * n + k] = sides_carried(f, &chain->closer[knot.closer + r], unknown[k]);
    knot.carries = carries;
    chain->matrix += n * n;
    if (n > 1) chain->iterated += n;
    chain->knot[chain->knots] = knot;
    jd_chain_add_step(f, (ChainStep){-1, -1, chain->knots++});
    return true;
}

bool jd_chain_add_knot(Search *f) {
    const RowSet *set = &f->plan->tree.cut;
    int best = -1, least = KNOT_GROUPS + 1;
    for (int g = 0; g < set->groups; g++) {
        if (!may_close(f, g)) continue;
        const int count = grow(f, g, least - 1);
        if (count > 0) least = count, best = g;
    }
    return best >= 0 && grow(f, best, least) && make_knot(f);
}
