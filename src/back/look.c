/* SPDX-License-Identifier: MIT
 *
 * How flows follow from the velocities of the storages: at the start, and where free bodies come
 * from there with some velocities that stay. All that integrates goes along, so that signals fit
 * the places. */
#include "back/inside.h"
#include <string.h>

enum { STEPS = 100 };                  /* of a sample */
static const double sample_time = 0.4; /* s */
static const double same = 1e-9;       /* of numbers of size one */

static double uniform(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void set_momenta(const Back *b, const double *u, double *states) {
    for (int k = 0; k < b->stores.count; k++) {
        const BackStore *store = &b->stores.at[k];
        for (int r = 0; r < store->width; r++) {
            const int state = b->equations->state[store->node[r]] + store->state[r];
            double p = 0;
            for (int c = 0; c < store->width; c++) p += store->I[r][c] * u[store->first + c];
            for (int s = 0; s < b->equations->states.count; s++)
                if (b->equations->states.at[s] == state) states[s] = p;
        }
    }
}

bool jd_back_run(Back *b, const double *states, const double *u) {
    int block;
    double *with = b->states + b->equations->states.count;
    memcpy(with, states, sizeof(double) * (size_t)b->equations->states.count);
    set_momenta(b, u, with);
    return jd_equations_run(b->program, 0, with, b->values, &block);
}

static double value_of(const Back *b, int var) {
    return b->values[jd_sym_node(b->pool, b->equations->vars.at[var].name)->name];
}

double jd_back_flow(const Back *b, int bond, int component) {
    return value_of(b, b->equations->flow[b->released->bonds.at[bond].first + component]);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* Rates of states where they stand; momenta stay, and what has no rate here. */
static bool rates(Back *b, const double *states, const double *u, double *to) {
    if (!jd_back_run(b, states, u)) return false;
    for (int s = 0; s < b->equations->states.count; s++) {
        const BondVar *var = &b->equations->vars.at[b->equations->states.at[s]];
        const double rate = var->node < 0 && var->dot >= 0 ? value_of(b, var->dot) : 0;
        to[s] = isfinite(rate) ? rate : 0;
    }
    return true;
}

static bool go(Back *b, const double *u, double *states) {
    static const double share[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    const int n = b->equations->states.count;
    const double h = sample_time / STEPS;
    Arena arena = {0};
    double *room = ARENA_NEW(&arena, double, 3 * n + 1), *at = room + n, *sum = at + n;
    bool good = room != NULL;
    for (int step = 0; step < STEPS && good; step++) {
        memset(room, 0, sizeof(double) * (size_t)(3 * n));
        for (int stage = 0; stage < 4 && good; stage++) {
            for (int k = 0; k < n; k++) at[k] = states[k] + share[stage] * h * room[k];
            good = rates(b, at, u, room);
            for (int k = 0; k < n; k++) sum[k] += weight[stage] / 6 * h * room[k];
        }
        for (int k = 0; k < n; k++) states[k] += sum[k];
    }
    jd_arena_free(&arena);
    return good;
}

/* How far places are from each other: what velocities are measured by. */
static double length_of(const Back *b) {
    double length = 0;
    for (int n = 0; n < b->graph->signals.count; n++)
        if (b->graph->signals.at[n].integrates)
            length = fmax(length, fabs(b->graph->signals.at[n].start));
    return length > 0 && length < 10 ? length : 1;
}

static bool make_room(Back *b) {
    const int n = b->equations->states.count, signals = b->graph->signals.count;
    b->values = jd_bonds_values(b->released, 1, b->arena);
    b->states = ARENA_NEW(b->arena, double, 2 * n + 1);
    b->velocity_of = ARENA_NEW(b->arena, int, n + 1);
    b->turned = ARENA_NEW(b->arena, double, b->graph->bonds.count *SAMPLES * 9 + 1);
    b->turned_by = ARENA_NEW(b->arena, int, b->graph->bonds.count + 1);
    b->spun_by = ARENA_NEW(b->arena, int, b->graph->bonds.count + 1);
    for (int s = 0; s < SAMPLES; s++) {
        b->sample[s] = ARENA_NEW(b->arena, double, n + 1);
        b->u[s] = ARENA_NEW(b->arena, double, b->velocities + 1);
        b->signal[s] = ARENA_NEW(b->arena, double, signals + 1);
        if (!b->sample[s] || !b->u[s] || !b->signal[s]) return false;
    }
    b->flows = ARENA_NEW(b->arena, BackFlow, b->scalar ? b->graph->bonds.count + 1 : 1);
    return b->values && b->states && b->velocity_of && b->turned && b->turned_by && b->spun_by &&
           b->flows;
}

static bool place_samples(Back *b) {
    const int n = b->equations->states.count;
    const double length = length_of(b);
    uint64_t seed = 11;
    for (int s = 0; s < n; s++)
        b->states[s] = b->equations->vars.at[b->equations->states.at[s]].start;
    for (int s = 0; s < SAMPLES; s++) {
        memcpy(b->sample[s], b->states, sizeof(double) * (size_t)n);
        if (s == 0) continue;
        b->way[s] = sample_time;
        for (int k = 0; k < b->stores.count; k++) {
            const BackStore *store = &b->stores.at[k];
            const double size = store->turns ? 1 : length;
            for (int c = 0; c < store->width; c++)
                b->u[s][store->first + c] = size * uniform(&seed);
        }
        if (!go(b, b->u[s], b->sample[s])) return false;
    }
    return true;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct {
    Back *b;
    double *rest, *rates,
        *unit; /* flows of all bonds and rates of states where nothing moves; velocities */
} Look;

static void note_signals(Back *b, int s) {
    for (int n = 0; n < b->graph->signals.count; n++)
        b->signal[s][n] = value_of(b, b->equations->signal[n]);
}

static const BackStore *store_of(const Back *b, int velocity) {
    int k = 0;
    while (velocity >= b->stores.at[k].first + b->stores.at[k].width) k++;
    return &b->stores.at[k];
}

static void note_turns(Look *l, int velocity) {
    Back *b = l->b;
    const int which = (int)(store_of(b, velocity) - b->stores.at);
    for (int n = 0; n < b->released->bonds.count; n++)
        for (int k = 0; k < jd_bond_dimension(&b->released->bonds.at[n]); k++) {
            const double part = jd_back_flow(b, n, k) - l->rest[b->released->bonds.at[n].first + k];
            if (fabs(part) < same) continue;
            if (b->spun_by[n] < 0) b->spun_by[n] = which;
            if (b->spun_by[n] != which) b->spun_by[n] = b->stores.count; /* several */
        }
}

static void note_flow(Back *b, int bond, int s, int velocity, double part) {
    BackFlow *flow = &b->flows[bond];
    int k = 0;
    if (fabs(part) < same || flow->count < 0) return;
    while (k < flow->count && flow->v[k] != velocity) k++;
    if (k == FLOW_PARTS) {
        flow->count = -1;
        return;
    }
    if (k == flow->count) flow->v[flow->count++] = velocity;
    flow->by[k][s] = part;
}

/* Of bonds with as many components as moves have: what one storage of moves gives. */
static void note_bonds(Look *l, int s, int velocity) {
    Back *b = l->b;
    const BackStore *store = store_of(b, velocity);
    const int which = (int)(store - b->stores.at);
    if (store->turns && !b->scalar) note_turns(l, velocity);
    for (int n = 0; n < b->released->bonds.count && b->scalar; n++)
        note_flow(b, n, s, velocity,
                  jd_back_flow(b, n, 0) - l->rest[b->released->bonds.at[n].first]);
    for (int n = 0; n < b->released->bonds.count && !store->turns && !b->scalar; n++) {
        const Bond *bond = &b->released->bonds.at[n];
        double *to = b->turned + (n * SAMPLES + s) * 9;
        if (jd_bond_dimension(bond) != b->dims) continue;
        for (int k = 0; k < b->dims; k++) {
            const double part = jd_back_flow(b, n, k) - l->rest[bond->first + k];
            if (fabs(part) < same) continue;
            if (b->turned_by[n] < 0) b->turned_by[n] = which;
            if (b->turned_by[n] != which) b->turned_by[n] = b->stores.count; /* several */
            to[k * 3 + velocity - store->first] = part;
        }
    }
}

static void note_states(Look *l, int s, int velocity) {
    Back *b = l->b;
    for (int k = 0; k < b->equations->states.count; k++) {
        const BondVar *var = &b->equations->vars.at[b->equations->states.at[k]];
        if (var->node >= 0 || var->dot < 0) continue;
        const double part = value_of(b, var->dot) - l->rates[k];
        const bool follows = fabs(part - 1) < same, none = fabs(part) < same;
        if (s == 0 && follows && b->velocity_of[k] == -1)
            b->velocity_of[k] = velocity;
        else if (!none && !(follows && b->velocity_of[k] == velocity))
            b->velocity_of[k] = -2;
        else if (none && b->velocity_of[k] == velocity)
            b->velocity_of[k] = -2;
    }
}

static bool look_at(Look *l, int s) {
    Back *b = l->b;
    memset(l->unit, 0, sizeof(double) * (size_t)b->velocities);
    if (!jd_back_run(b, b->sample[s], l->unit)) return false;
    note_signals(b, s);
    for (int n = 0; n < b->released->bonds.count; n++)
        for (int k = 0; k < jd_bond_dimension(&b->released->bonds.at[n]); k++)
            l->rest[b->released->bonds.at[n].first + k] = jd_back_flow(b, n, k);
    for (int k = 0; k < b->equations->states.count; k++) {
        const BondVar *var = &b->equations->vars.at[b->equations->states.at[k]];
        l->rates[k] = var->node < 0 && var->dot >= 0 ? value_of(b, var->dot) : 0;
    }
    for (int k = 0; k < b->elements.count && s == 0; k++) {
        BackElement *at = &b->elements.at[k];
        at->offset = l->rest[b->released->bonds.at[at->bond].first + at->component];
    }
    for (int v = 0; v < b->velocities; v++) {
        l->unit[v] = 1;
        if (!jd_back_run(b, b->sample[s], l->unit)) return false;
        l->unit[v] = 0;
        for (int k = 0; k < b->elements.count; k++) {
            BackElement *at = &b->elements.at[k];
            const int of = b->released->bonds.at[at->bond].first + at->component;
            at->row[s * b->velocities + v] = jd_back_flow(b, at->bond, at->component) - l->rest[of];
        }
        note_bonds(l, s, v);
        note_states(l, s, v);
    }
    return true;
}

/* The state that counts time: it begins with zero and goes by one a second. */
static void find_clock(Back *b, const double *rest) {
    b->clock = -1;
    for (int k = 0; k < b->equations->states.count; k++) {
        const BondVar *var = &b->equations->vars.at[b->equations->states.at[k]];
        const SymNode *law = var->dot >= 0 && b->equations->vars.at[var->dot].law
                                 ? jd_sym_node(b->pool, b->equations->vars.at[var->dot].law)
                                 : NULL;
        if (var->node < 0 && law && var->start == 0 && fabs(rest[k] - 1) < same &&
            isfinite(jd_bonds_number(b->released, b->equations->vars.at[var->dot].law)))
            b->clock = k;
    }
}

void jd_back_look(Back *b) {
    Look l = {.b = b};
    const bool room = make_room(b);
    l.rest = ARENA_NEW(b->arena, double, b->released->components + 1);
    l.rates = ARENA_NEW(b->arena, double, b->equations->states.count + 1);
    l.unit = ARENA_NEW(b->arena, double, b->velocities + 1);
    if (!room || !l.rest || !l.rates || !l.unit) {
        b->failed = true;
        jd_report_memory(b->log);
        return;
    }
    for (int k = 0; k < b->equations->states.count; k++) b->velocity_of[k] = -1;
    for (int n = 0; n < b->released->bonds.count; n++) b->turned_by[n] = b->spun_by[n] = -1;
    bool good = place_samples(b);
    for (int s = 0; s < SAMPLES && good; s++) {
        good = look_at(&l, s);
        if (s == 0) find_clock(b, l.rates);
    }
    if (good) return;
    b->failed = true;
    jd_report(b->log, JD_ERROR, "graph-no-mechanism", nowhere,
              "flows of the graph do not follow from those of its storages");
}
