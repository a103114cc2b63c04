/* SPDX-License-Identifier: MIT
 *
 * Storages of a graph with scalar bonds, put together to masses and inertias as vectors have them.
 * Inertias in space are joined by a ring of gyrators. Velocities of a mass appear together where
 * one follows them along axes that turn: as direction cosines, whose squares have the sum one. */
#include "back/inside.h"
#include <string.h>

/* Of numbers of size one: samples are integrated to that; the same but for rounding. */
static const double same = 1e-8, rounding = 1e-12;

typedef struct {
    Back *b;
    int *group;  /* of velocities: another one of the same storage, up to one that is its own */
    bool *turns; /* of velocities */
    int *index;  /* what number a velocity has now */
} Gather;

static int group_of(const Gather *g, int velocity) {
    while (g->group[velocity] != velocity) velocity = g->group[velocity];
    return velocity;
}

static void join(Gather *g, int a, int b) {
    const int x = group_of(g, a), y = group_of(g, b);
    g->group[x > y ? x : y] = x < y ? x : y;
}

static const BackStore *store_of(const Back *b, int velocity, int *component) {
    int k = 0;
    while (velocity >= b->stores.at[k].first + b->stores.at[k].width) k++;
    *component = velocity - b->stores.at[k].first;
    return &b->stores.at[k];
}

static double inertance_of(const Back *b, int velocity) {
    int c;
    const BackStore *store = store_of(b, velocity, &c);
    return store->I[c][c];
}

static int node_of(const Back *b, int velocity) {
    int c;
    const BackStore *store = store_of(b, velocity, &c);
    return store->node[c];
}

/* ---- Inertias ------------------------------------------------------------------------------- */

/* Rings of gyrators, and fields. */
static void join_rings(Gather *g) {
    Back *b = g->b;
    for (int n = 0; n < b->graph->nodes.count; n++) {
        int ends[2];
        if (!jd_back_gyrator(b, n, ends) || ends[0] == ends[1]) continue;
        join(g, ends[0], ends[1]);
        g->turns[ends[0]] = g->turns[ends[1]] = true;
    }
    for (int k = 0; k < b->stores.count; k++)
        for (int c = 1; c < b->stores.at[k].width; c++) {
            join(g, b->stores.at[k].first, b->stores.at[k].first + c);
            g->turns[b->stores.at[k].first] = g->turns[b->stores.at[k].first + c] = true;
        }
    for (int v = 0; v < b->velocities; v++)
        if (g->turns[v]) b->planar = false;
}

/* In the plane: some signal is the sine or cosine of what integrates it. */
static bool is_angle(const Gather *g, int velocity) {
    const Back *b = g->b;
    for (int k = 0; k < b->equations->states.count; k++) {
        if (b->velocity_of[k] != velocity) continue;
        for (int n = 0; n < b->graph->signals.count; n++) {
            bool sine = true, cosine = true;
            for (int s = 0; s < SAMPLES; s++) {
                const double angle = b->sample[s][k], is = b->signal[s][n];
                sine = sine && fabs(is - sin(angle)) < same;
                cosine = cosine && fabs(is - cos(angle)) < same;
            }
            if (sine || cosine) return true;
        }
    }
    return false;
}

/* ---- Masses --------------------------------------------------------------------------------- */

/* The part of a flow that is no turn: a unit vector, and not always the same. */
static bool is_direction(const Gather *g, const BackFlow *flow, int dims, int *parts) {
    int count = 0;
    bool changes = false;
    for (int k = 0; k < flow->count; k++) {
        if (g->turns[flow->v[k]]) continue;
        if (count == dims) return false;
        parts[count++] = k;
        for (int s = 1; s < SAMPLES; s++)
            changes = changes || fabs(flow->by[k][s] - flow->by[k][0]) > same;
    }
    for (int s = 0; s < SAMPLES; s++) {
        double square = 0;
        for (int k = 0; k < count; k++) square += flow->by[parts[k]][s] * flow->by[parts[k]][s];
        if (fabs(square - 1) > same) return false;
    }
    return count == dims && changes;
}

static void join_masses(Gather *g, int dims) {
    Back *b = g->b;
    for (int n = 0; n < b->released->bonds.count; n++) {
        int parts[3];
        if (!is_direction(g, &b->flows[n], dims, parts)) continue;
        for (int k = 1; k < dims; k++) join(g, b->flows[n].v[parts[0]], b->flows[n].v[parts[k]]);
    }
}

static int size_of(const Gather *g, int velocity) {
    int count = 0;
    for (int v = 0; v < g->b->velocities; v++) count += group_of(g, v) == group_of(g, velocity);
    return count;
}

/* What nothing is along axes of: equal masses one behind the other. */
static void join_rest(Gather *g, int dims) {
    const Back *b = g->b;
    for (int v = 0; v < b->velocities; v++) {
        int last = v;
        if (g->turns[v] || size_of(g, v) > 1) continue;
        for (int k = v + 1, found = 1; k < b->velocities && found < dims; k++) {
            const double mass = inertance_of(b, v);
            if (g->turns[k] || size_of(g, k) > 1) continue;
            if (fabs(inertance_of(b, k) - mass) > rounding * mass) break;
            join(g, last, k);
            last = k, found++;
        }
    }
}

/* ---- Storages again ------------------------------------------------------------------------- */

/* Axes of an inertia turn from the first to the second about the third: a gyrator from one to the
 * next has the momentum of the third as modulus, and not its minus. */
static bool is_left_handed(const Gather *g, const int v[3]) {
    Back *b = g->b;
    for (int n = 0; n < b->graph->nodes.count; n++) {
        int ends[2], from = -1, to = -1;
        if (!jd_back_gyrator(b, n, ends)) continue;
        for (int k = 0; k < 3; k++) {
            if (v[k] == ends[0]) from = k;
            if (v[k] == ends[1]) to = k;
        }
        if (from < 0 || to < 0 || from == to) continue;
        int c;
        const int third = v[3 - from - to];
        const BackStore *store = store_of(b, third, &c);
        const int state = b->equations->state[store->node[c]] + store->state[c];
        const Sym slope = jd_sym_derive(b->pool, jd_bonds_entry(b->graph, n, 0, 0),
                                        b->equations->vars.at[state].name);
        const double by = jd_bonds_number(b->graph, slope);
        return (to - from + 3) % 3 == 1 ? by < 0 : by > 0;
    }
    return false;
}

static bool collect(const Gather *g, int first, BackStore *to) {
    Back *b = g->b;
    int v[3], count = 0;
    for (int k = first; k < b->velocities; k++) {
        if (group_of(g, k) != first) continue;
        if (count == 3) return false;
        v[count++] = k;
    }
    if (g->turns[first] && count == 3 && is_left_handed(g, v)) {
        const int swap = v[1];
        v[1] = v[2], v[2] = swap;
    }
    *to = (BackStore){.width = count, .turns = g->turns[first]};
    for (int r = 0; r < count; r++) {
        int row, column;
        const BackStore *from = store_of(b, v[r], &row);
        to->node[r] = from->node[row], to->state[r] = from->state[row];
        to->bond[r] = from->bond[row], to->component[r] = from->component[row];
        to->u[r] = from->u[row];
        for (int c = 0; c < count; c++)
            to->I[r][c] = store_of(b, v[c], &column) == from ? from->I[row][column] : 0;
    }
    return true;
}

/* Rows over all velocities in their new order. */
static void reorder(const Gather *g, double *row, double *room) {
    for (int v = 0; v < g->b->velocities; v++) room[g->index[v]] = row[v];
    memcpy(row, room, sizeof(double) * (size_t)g->b->velocities);
}

static void reorder_all(Gather *g, double *room) {
    Back *b = g->b;
    for (int s = 0; s < SAMPLES; s++) {
        reorder(g, b->u[s], room);
        for (int k = 0; k < b->elements.count; k++)
            reorder(g, b->elements.at[k].row + s * b->velocities, room);
    }
    for (int k = 0; k < b->equations->states.count; k++)
        if (b->velocity_of[k] >= 0) b->velocity_of[k] = g->index[b->velocity_of[k]];
    for (int n = 0; n < b->released->bonds.count; n++)
        for (int k = 0; k < b->flows[n].count; k++) b->flows[n].v[k] = g->index[b->flows[n].v[k]];
}

static bool is_whole(const Gather *g, const BackStore *store) {
    const double mass = store->I[0][0];
    if (store->width != (store->turns ? g->b->turn_dims : g->b->dims)) return false;
    for (int k = 1; k < store->width && !store->turns; k++)
        if (fabs(store->I[k][k] - mass) > rounding * mass) return false;
    return true;
}

static void make_stores(Gather *g) {
    Back *b = g->b;
    BackStore *made = ARENA_NEW(b->arena, BackStore, b->velocities + 1);
    int count = 0, first = 0;
    if (!made) b->failed = true;
    for (int v = 0; v < b->velocities && !b->failed; v++) {
        if (group_of(g, v) != v) continue;
        BackStore *store = &made[count++];
        if (!collect(g, v, store) || !is_whole(g, store)) {
            jd_back_refuse(b, node_of(b, v), "it is neither a mass nor an inertia",
                           "a mass has equal storages along all axes of the ground; inertias in "
                           "space are joined by a ring of gyrators with their momenta");
            return;
        }
        store->first = first, first += store->width;
        for (int c = 0; c < store->width; c++)
            for (int k = 0; k < b->velocities; k++) {
                int at;
                const BackStore *from = store_of(b, k, &at);
                if (from->node[at] == store->node[c] && from->state[at] == store->state[c])
                    g->index[k] = store->first + c;
            }
    }
    if (b->failed) return;
    b->stores.count = 0;
    for (int k = 0; k < count; k++) {
        BackStore *store = PUSH(b->arena, b->stores);
        if (store) *store = made[k];
        if (!store) b->failed = true;
    }
}

/* ---- Axes ----------------------------------------------------------------------------------- */

/* The mass that a flow is a direction of, by its number among the storages; its parts there. */
static int direction_of(const Back *b, int bond, double by[3][SAMPLES]) {
    const BackFlow *flow = &b->flows[bond];
    int found = -1;
    memset(by, 0, sizeof(double) * 3 * SAMPLES);
    for (int k = 0; k < flow->count; k++)
        for (int n = 0; n < b->stores.count; n++) {
            const BackStore *store = &b->stores.at[n];
            const int c = flow->v[k] - store->first;
            if (store->turns || c < 0 || c >= store->width) continue;
            if (found >= 0 && found != n) return -1;
            found = n;
            memcpy(by[c], flow->by[k], sizeof by[c]);
        }
    for (int s = 0; s < SAMPLES && found >= 0; s++) {
        const double square = by[0][s] * by[0][s] + by[1][s] * by[1][s] + by[2][s] * by[2][s];
        if (fabs(square - 1) > same) return -1;
    }
    return found;
}

/* Which inertia has a part in a flow; past the end: several. */
static int spun_by(const Back *b, int bond) {
    const BackFlow *flow = &b->flows[bond];
    int found = -1;
    for (int k = 0; k < flow->count; k++)
        for (int n = 0; n < b->stores.count; n++) {
            const BackStore *store = &b->stores.at[n];
            const int c = flow->v[k] - store->first;
            if (!store->turns || c < 0 || c >= store->width) continue;
            found = found < 0 || found == n ? n : b->stores.count;
        }
    return found;
}

static Vec3 at_sample(double by[3][SAMPLES], int s) {
    return vec3(by[0][s], by[1][s], by[2][s]);
}

static bool are_square(double a[3][SAMPLES], double c[3][SAMPLES]) {
    for (int s = 0; s < SAMPLES; s++)
        if (fabs(vec3_dot(at_sample(a, s), at_sample(c, s))) > same) return false;
    return true;
}

/* A direction, another one across it, and the third: what a vector bond would have. */
static void set_axes(Back *b, int bond, double first[3][SAMPLES], double second[3][SAMPLES]) {
    for (int s = 0; s < SAMPLES; s++) {
        const Vec3 x = at_sample(first, s),
                   y = b->planar ? vec3(-x.y, x.x, 0) : at_sample(second, s), z = vec3_cross(x, y),
                   rows[3] = {x, y, z};
        for (int k = 0; k < b->dims; k++) {
            double *to = b->turned + (bond * SAMPLES + s) * 9 + 3 * k;
            to[0] = rows[k].x, to[1] = rows[k].y, to[2] = b->planar ? 0 : rows[k].z;
        }
    }
}

static void find_axes(Back *b) {
    double first[3][SAMPLES], second[3][SAMPLES];
    for (int n = 0; n < b->released->bonds.count; n++) {
        const int moves = direction_of(b, n, first);
        b->spun_by[n] = spun_by(b, n);
        if (moves < 0) continue;
        bool found = b->planar;
        for (int k = n + 1; k < b->released->bonds.count && !found; k++)
            found = direction_of(b, k, second) == moves && are_square(first, second);
        if (!found) continue;
        b->turned_by[n] = moves;
        set_axes(b, n, first, second);
    }
}

/* ---- All ------------------------------------------------------------------------------------ */

void jd_back_gather(Back *b) {
    const int count = b->velocities;
    Gather g = {.b = b,
                .group = ARENA_NEW(b->arena, int, count + 1),
                .turns = ARENA_NEW(b->arena, bool, count + 1),
                .index = ARENA_NEW(b->arena, int, count + 1)};
    double *room = ARENA_NEW(b->arena, double, count + 1);
    if (!g.group || !g.turns || !g.index || !room) {
        b->failed = true;
        return;
    }
    for (int v = 0; v < count; v++) g.group[v] = v;
    b->planar = true;
    join_rings(&g);
    b->dims = b->planar ? 2 : 3, b->turn_dims = b->planar ? 1 : 3;
    for (int v = 0; v < count && b->planar; v++) g.turns[v] = is_angle(&g, v);
    join_masses(&g, b->dims);
    join_rest(&g, b->dims);
    for (int v = 0; v < count && b->planar; v++) g.turns[v] = g.turns[v] || size_of(&g, v) == 1;
    make_stores(&g);
    if (b->failed) return;
    reorder_all(&g, room);
    find_axes(b);
}
