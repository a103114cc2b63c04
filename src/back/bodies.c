/* SPDX-License-Identifier: MIT
 *
 * Bodies: which storage of turns belongs to which mass, and how its axes stand. Some bond has the
 * velocity of the mass along axes that turn as the storage of turns does. */
#include "back/inside.h"
#include <string.h>

/* Of numbers of size one: samples are integrated to that; and what is left of a mass that was lent.
 */
static const double same = 1e-8, rounding = 1e-12;

/* ---- Attitudes --------------------------------------------------------------------------------
 */

static Axes axes_of(const double *m, int dims) { /* m by rows; its columns are axes */
    Axes out = axes_none;
    out.x = vec3(m[0], m[3], dims > 2 ? m[6] : 0);
    out.y = vec3(m[1], m[4], dims > 2 ? m[7] : 0);
    if (dims > 2) out.z = vec3(m[2], m[5], m[8]);
    return out;
}

static Vec3 spin_of(const Back *b, const BackStore *store, int s) {
    const double *u = b->u[s] + store->first;
    return b->planar ? vec3(0, 0, u[0]) : vec3(u[0], u[1], u[2]);
}

/* What a rotation of velocities has turned by since the start: Q(s) Q(0)^T. False: it is no
 * rotation. */
static bool turned(const Back *b, int bond, int s, Axes *out) {
    const Axes at = axes_of(b->turned + (bond * SAMPLES + s) * 9, b->dims),
               start = axes_of(b->turned + bond * SAMPLES * 9, b->dims);
    if (!jd_axes_proper(&at, same) || !jd_axes_proper(&start, same)) return false;
    const Axes back = jd_axes_inverse(&start);
    *out = jd_axes_absolute(&at, &back);
    return true;
}

static double apart(const Axes *a, const Axes *b) {
    return fmax(vec3_norm(vec3_sub(a->x, b->x)),
                fmax(vec3_norm(vec3_sub(a->y, b->y)), vec3_norm(vec3_sub(a->z, b->z))));
}

/* A' E(s)' A for turns E of the storage, E(s) = exp(w t); A along own axes: a frame that is fast on
 * the body. */
static bool goes_along(const Back *b, int bond, const BackStore *store, const Axes *A) {
    for (int s = 1; s < SAMPLES; s++) {
        Axes is;
        const Axes back = jd_axes_from_vector(vec3_scale(-b->way[s], spin_of(b, store, s)));
        const Axes half = jd_axes_absolute(&back, A), inverse = jd_axes_inverse(A),
                   wanted = jd_axes_absolute(&inverse, &half);
        if (!turned(b, bond, s, &is) || apart(&is, &wanted) > same) return false;
    }
    return true;
}

/* The frame A from two turns: its axes see the same vectors. */
static bool find_frame(const Back *b, int bond, const BackStore *store, Axes *A) {
    Axes first, second, seen, own;
    *A = axes_none;
    if (goes_along(b, bond, store, A)) return true;
    if (b->planar || !turned(b, bond, 1, &first) || !turned(b, bond, 2, &second)) return false;
    if (!jd_axes_from_xy(jd_axes_to_vector(&first), jd_axes_to_vector(&second), &seen) ||
        !jd_axes_from_xy(vec3_scale(-1, spin_of(b, store, 1)), vec3_scale(-1, spin_of(b, store, 2)),
                         &own))
        return false;
    const Axes back = jd_axes_inverse(&seen);
    *A = jd_axes_absolute(&own, &back);
    return goes_along(b, bond, store, A);
}

/* ---- Pairs ------------------------------------------------------------------------------------
 */

typedef struct {
    int turns;
    Axes start;
} Partner;

/* The storage of turns that belongs to a mass, and its axes at the start; -1: nothing tells. */
static Partner find_partner(const Back *b, int moves, const bool *taken) {
    for (int n = 0; n < b->graph->bonds.count; n++) {
        if (b->turned_by[n] != moves) continue;
        for (int k = 0; k < b->stores.count; k++) {
            const BackStore *store = &b->stores.at[k];
            Axes A;
            if (!store->turns || taken[k] || !find_frame(b, n, store, &A)) continue;
            /* Q = (R A)', so R = Q' A' */
            const Axes Q = axes_of(b->turned + n * SAMPLES * 9, b->dims),
                       back = jd_axes_inverse(&Q), inverse = jd_axes_inverse(&A);
            return (Partner){k, jd_axes_absolute(&back, &inverse)};
        }
    }
    for (int n = 0; n < b->graph->bonds.count; n++) { /* a point of the body, along ground axes */
        const int k = b->spun_by[n];
        if (b->turned_by[n] == moves && k >= 0 && k < b->stores.count && !taken[k])
            return (Partner){k, axes_none};
    }
    return (Partner){-1, axes_none};
}

/* The value at the start of what integrates a velocity; false: nothing does. */
static bool integral_of(const Back *b, int velocity, double *value) {
    for (int k = 0; k < b->equations->states.count; k++)
        if (b->velocity_of[k] == velocity) return *value = b->states[k], true;
    return false;
}

static void place(Back *b, BackBody *body) {
    const BackStore *moves = &b->stores.at[body->moves];
    double p[3] = {0};
    for (int k = 0; k < b->dims; k++)
        if (!integral_of(b, moves->first + k, &p[k])) {
            jd_back_refuse(
                b, moves->node[k],
                "no signal integrates its velocity, so that nobody knows where it stands",
                "add a state for each component: state x { start 0 rate (b.flow[1])*1 1/s }");
            return;
        }
    body->p = vec3(p[0], p[1], p[2]);
    body->v = vec3(moves->u[0], moves->u[1], b->planar ? 0 : moves->u[2]);
    body->mass = moves->I[0][0];
    if (body->turns < 0) return;
    const BackStore *turns = &b->stores.at[body->turns];
    body->w = b->planar ? vec3(0, 0, turns->u[0]) : vec3(turns->u[0], turns->u[1], turns->u[2]);
    memcpy(body->I, turns->I, sizeof body->I);
    if (b->planar) {
        double angle = 0;
        integral_of(b, turns->first, &angle);
        body->angle = angle;
        body->axes = jd_axes_about(AXIS_Z, angle);
    }
}

static void follow(const Back *b, BackBody *body) {
    for (int s = 0; s < SAMPLES; s++) {
        const double *u = b->u[s] + b->stores.at[body->moves].first;
        const Vec3 v = vec3(u[0], u[1], b->planar ? 0 : u[2]);
        const Vec3 w = body->turns < 0 ? vec3(0, 0, 0) : spin_of(b, &b->stores.at[body->turns], s);
        const Axes turn = jd_axes_from_vector(vec3_scale(b->way[s], w));
        body->at[s].p = vec3_add(body->p, vec3_scale(b->way[s], v));
        body->at[s].axes = jd_axes_absolute(&body->axes, &turn);
    }
}

/* ---- What was lent ------------------------------------------------------------------------------
 * A source that reads the effort at a storage returns part of its inertia: e = M p' + rest. */

static Sym effort_name(const Back *b, const BackStore *store, int component) {
    return b->equations->vars
        .at[b->equations->effort[b->released->bonds.at[store->bond[component]].first +
                                 store->component[component]]]
        .name;
}

static void return_lent(Back *b, BackStore *store, int r, double I[3][3], BackElement *element) {
    const SymMatrix *value = &b->graph->nodes.at[element->node].value;
    double left[3][3];
    if (!value->at) return;
    const Sym law = value->at[value->rows * value->columns > 1 ? element->component : 0];
    for (int c = 0; c < store->width; c++) {
        const Sym slope = jd_sym_derive(b->pool, law, effort_name(b, store, c));
        const double M = jd_bonds_number(b->graph, slope);
        for (int k = 0; k < 3; k++) {
            if (c == 0) left[r][k] = I[r][k];
            if (isfinite(M)) left[r][k] -= M * store->I[c][k];
        }
    }
    memcpy(I[r], left[r], sizeof I[r]);
}

/* The store of which an element's flow is a velocity, and which; -1. */
static int store_at(const Back *b, const BackElement *element, int *component) {
    int found = -1;
    for (int v = 0; v < b->velocities; v++)
        for (int s = 0; s < SAMPLES; s++) {
            const double part = element->row[s * b->velocities + v];
            if (fabs(part) < same) continue;
            if (fabs(part - 1) > same || (found >= 0 && found != v)) return -1;
            found = v;
        }
    for (int k = 0; k < b->stores.count && found >= 0; k++) {
        *component = found - b->stores.at[k].first;
        if (*component >= 0 && *component < b->stores.at[k].width &&
            (b->scalar || *component == element->component))
            return k;
    }
    return -1;
}

/* No body has such an inertia: that of an axis that nothing turns about was lent, and what it does
 * is returned. */
static void drop_lent_axes(BackBody *body) {
    double values[3], sum = 0, most = 0;
    Axes axes;
    jd_principal((const double(*)[3])body->I, values, &axes);
    for (int k = 0; k < 3; k++) sum += values[k], most = fmax(most, values[k]);
    if (2 * most > sum * (1 + same)) memset(body->I, 0, sizeof body->I);
}

static void find_lent(Back *b) {
    for (int k = 0; k < b->elements.count; k++) {
        BackElement *at = &b->elements.at[k];
        int r = 0;
        const int store = at->kind == BACK_SOURCE ? store_at(b, at, &r) : -1;
        for (int n = 1; n < b->bodies.count && store >= 0; n++) {
            BackBody *body = &b->bodies.at[n];
            double I[3][3] = {{body->mass, 0, 0}, {0, body->mass, 0}, {0, 0, body->mass}};
            if (body->turns == store) return_lent(b, &b->stores.at[store], r, body->I, at);
            if (body->moves != store || r) continue;
            return_lent(b, &b->stores.at[store], r, I, at);
            body->mass = I[0][0];
        }
    }
    for (int n = 1; n < b->bodies.count; n++) { /* zero but for rounding */
        BackBody *body = &b->bodies.at[n];
        const BackStore *moves = &b->stores.at[body->moves];
        const BackStore *turns = body->turns < 0 ? NULL : &b->stores.at[body->turns];
        if (fabs(body->mass) < rounding * moves->I[0][0]) body->mass = 0;
        for (int r = 0; turns && r < 3; r++)
            for (int c = 0; c < 3; c++) {
                const double size = sqrt(fabs(turns->I[r][r] * turns->I[c][c]));
                if (fabs(body->I[r][c] - turns->I[r][c]) > 0)
                    body->I[r][c] = jd_back_tidy(body->I[r][c], size);
            }
        if (turns && !b->planar) drop_lent_axes(body);
    }
}

/* ---- All ----------------------------------------------------------------------------------------
 */

static BackBody *add_body(Back *b, int moves) {
    BackBody *body = PUSH(b->arena, b->bodies);
    if (!body) {
        b->failed = true;
        return NULL;
    }
    *body = (BackBody){.moves = moves, .turns = -1, .axes = axes_none};
    body->name =
        b->bodies.count == 1 ? "ground" : jd_arena_format(b->arena, "body%d", b->bodies.count - 1);
    if (!body->name) b->failed = true;
    for (int s = 0; s < SAMPLES; s++) body->at[s].axes = axes_none;
    return body;
}

/* What nothing in the graph joins moves the same in any pair. */
static void pair_rest(Back *b, bool *taken) {
    for (int n = 1; n < b->bodies.count; n++) {
        BackBody *body = &b->bodies.at[n];
        for (int k = 0; k < b->stores.count && body->turns < 0; k++)
            if (b->stores.at[k].turns && !taken[k]) body->turns = k, taken[k] = true;
    }
    for (int k = 0; k < b->stores.count && !b->failed; k++)
        if (b->stores.at[k].turns && !taken[k])
            jd_back_refuse(b, b->stores.at[k].node[0], "it turns, but belongs to no mass", NULL);
}

void jd_back_bodies(Back *b) {
    bool *taken = ARENA_NEW(b->arena, bool, b->stores.count + 1);
    if (!taken || !add_body(b, -1)) b->failed = true;
    for (int k = 0; k < b->stores.count && !b->failed; k++) {
        if (b->stores.at[k].turns) continue;
        BackBody *body = add_body(b, k);
        if (!body) return;
        const Partner partner = find_partner(b, k, taken);
        body->turns = partner.turns, body->axes = partner.start;
        if (partner.turns >= 0) taken[partner.turns] = true;
    }
    if (!b->failed) pair_rest(b, taken);
    for (int n = 1; n < b->bodies.count && !b->failed; n++) {
        place(b, &b->bodies.at[n]);
        if (!b->failed) follow(b, &b->bodies.at[n]);
    }
    if (!b->failed) find_lent(b);
    for (int n = 1; n < b->bodies.count; n++)
        b->length = fmax(b->length, vec3_norm(b->bodies.at[n].p));
    if (!(b->length > 0)) b->length = 1;
}

int jd_back_body_of(const Back *b, int velocity) {
    for (int n = 1; n < b->bodies.count; n++) {
        const BackBody *body = &b->bodies.at[n];
        const int stores[] = {body->moves, body->turns};
        for (int k = 0; k < 2; k++) {
            if (stores[k] < 0) continue;
            const BackStore *store = &b->stores.at[stores[k]];
            if (velocity >= store->first && velocity < store->first + store->width) return n;
        }
    }
    return 0;
}
