/* SPDX-License-Identifier: MIT
 *
 * Random graphs: a tree of junctions of several domains and dimensions, joined directly, by transformers and by gyrators; some
 * more joints between them, which close loops; sources, storages, resistors and fields at them. */
#ifndef RANDOM_GRAPH_H
#define RANDOM_GRAPH_H

#include "bond/sketch.h"

typedef struct { uint64_t seed; } Dice;

static inline double dice_share(Dice *dice) {
    dice->seed = dice->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(dice->seed >> 11) / 9007199254740992.0;
}
static inline int dice_below(Dice *dice, int count) { return (int)(dice_share(dice) * count); }
static inline bool dice_says(Dice *dice, double share) { return dice_share(dice) < share; }
/* With four digits, so that it is exact as a symbol too. */
static inline double dice_number(Dice *dice) { return 0.3 + floor(dice_share(dice) * 20000) / 10000; }

enum { JUNCTIONS = 14, ELEMENTS = 60 };

/* What is drawn, and how often: chances of the dice below. */
#define SHARE_VECTORS 0.3   /* graphs whose junctions have 1 to 3 components each */
#define SHARE_RINGS 0.4     /* graphs with 1 to 3 joints more than a tree */
#define SHARE_WIDE 0.3      /* graphs with a field between two junctions */
#define SHARE_FIELD 0.6     /* storages and resistors at vector bonds that are fields */
#define SHARE_SINGULAR 0.2  /* fields whose matrix has no full rank */
#define SHARE_GYRATES 0.4   /* two-ports that are gyrators */
#define SHARE_CHANGES 0.5   /* sources that change with time */

/* Shares of all graphs that these chances give, as counted in graphs 0 to 12,000 and 20,100 to 24,000, of which the tests draw
 * 2,000. Graphs 30,000 to 38,000, drawn after they were written down, have them, too. What is drawn must come near
 * them, within what chance allows. All but the last are of graphs that have a solution. Storages are half of all elements, two in three are at junctions that have another one or
 * a source that decides the same: derivative causality (class 1 where the path to it is flat). Two resistors that see each
 * other (class 2) take the same without a storage that decides. Cycles (3 and 4) need a ring without storages that break it
 * up: the first with a resistor on it. Two sources decide the same in one graph of ten or so: no solution. */
typedef struct { double derivative, gyrators, fields, vectors, rings, of_class[5], unsolvable; } Shares;
static const Shares stated_shares = {
    .derivative = 0.62, .gyrators = 0.63, .fields = 0.40, .vectors = 0.22, .rings = 0.24,
    .of_class = {0, 0.515, 0.195, 0.065, 0.14}, .unsolvable = 0.12};

typedef struct {
    Sketch *sketch;
    Dice dice;
    int junctions, node[JUNCTIONS], dimension[JUNCTIONS];
    const BondDomain *domain[JUNCTIONS];
    int elements, bonds;
    bool gyrators, fields, loops, vectors, singular;
} Maker;

static inline void join(Maker *m, int from, int to, int dimension, const BondDomain *domain, bool may_turn) {
    const bool turned = may_turn && dice_says(&m->dice, 0.3);
    const char *name = jd_arena_format(&m->sketch->arena, "b%d", ++m->bonds);
    jd_bonds_add_bond(m->sketch->graph,
                      &(Bond){.name = name, .from = turned ? to : from, .to = turned ? from : to,
                              .dimension = dimension, .domain = domain},
                      m->sketch->log);
}

static inline int make_node(Maker *m, const char *type, int rows, int columns) {
    double numbers[64];
    for (int n = 0; n < rows * columns; n++)
        numbers[n] = dice_says(&m->dice, 0.5) && rows * columns > 1 ? -dice_number(&m->dice) : dice_number(&m->dice);
    const char *name = jd_arena_format(&m->sketch->arena, "%s%d", type, ++m->elements);
    if (rows * columns == 0) return add_node(m->sketch, type, name, NULL);
    return add_field(m->sketch, type, name, rows, columns, numbers);
}

/* Sources that change with time, whose rates dependent storages need. */
static inline int make_source(Maker *m, const char *type, int rows) {
    Sym values[8];
    SymPool *pool = m->sketch->pool;
    const bool changes = dice_says(&m->dice, SHARE_CHANGES);
    for (int n = 0; n < rows; n++) {
        const double rate = changes ? dice_number(&m->dice) - 1 : 0;
        values[n] = jd_sym_add(pool, jd_sym_number(pool, jd_number_of(dice_number(&m->dice))),
                               jd_sym_times(pool, jd_sym_number(pool, jd_number_of(rate)), jd_sym_name(pool, "time")));
    }
    const char *name = jd_arena_format(&m->sketch->arena, "%s%d", type, ++m->elements);
    return jd_bonds_add_node(
        m->sketch->graph, &(BondNode){.name = name, .type = jd_bond_type_find(type), .value = {values, rows, 1}},
        m->sketch->log);
}

/* A symmetric matrix that is positive definite; sometimes of too low a rank. */
static inline int make_field(Maker *m, const char *type, int width) {
    double root[64], numbers[64];
    const int rank = width > 1 && dice_says(&m->dice, SHARE_SINGULAR) ? width - 1 : width;
    m->singular = m->singular || rank < width;
    for (int n = 0; n < width * width; n++) root[n] = dice_number(&m->dice) - 1;
    for (int r = 0; r < width; r++)
        for (int c = 0; c < width; c++) {
            numbers[r * width + c] = 0;
            for (int k = 0; k < rank; k++)
                numbers[r * width + c] += root[r * width + k] * root[c * width + k] + (r == c && r == k && rank == width);
        }
    const char *name = jd_arena_format(&m->sketch->arena, "%s%d", type, ++m->elements);
    return add_field(m->sketch, type, name, width, width, numbers);
}

/* Directly where it can be, or by a two-port. */
static inline void connect(Maker *m, int a, int b) {
    const bool direct = m->dimension[a] == m->dimension[b] && m->domain[a] == m->domain[b] && dice_says(&m->dice, 0.5);
    if (direct) {
        join(m, m->node[a], m->node[b], m->dimension[a], m->domain[a], true);
        return;
    }
    const bool gyrates = dice_says(&m->dice, SHARE_GYRATES);
    const int n = m->dimension[a], k = m->dimension[b];
    m->gyrators = m->gyrators || gyrates;
    const bool alone = n == k && dice_says(&m->dice, 0.5);
    const int rows = alone ? 1 : gyrates ? n : k, columns = alone ? 1 : gyrates ? k : n;
    const int node = make_node(m, gyrates ? "GY" : "TF", rows, columns);
    join(m, m->node[a], node, n, m->domain[a], false);
    join(m, node, m->node[b], k, m->domain[b], false);
}

static inline void add_element(Maker *m, int junction) {
    static const char *const types[] = {"I", "C", "R", "I", "C", "R", "Se", "Sf"};
    const int kind = dice_below(&m->dice, dice_says(&m->dice, 0.75) ? 6 : 8), d = m->dimension[junction];
    const bool source = kind >= 6, turned = !source || dice_says(&m->dice, 0.5);
    int node;
    if (source)
        node = make_source(m, types[kind], d);
    else if (d > 1 && dice_says(&m->dice, SHARE_FIELD))
        node = make_field(m, types[kind], d), m->fields = true;
    else
        node = make_node(m, types[kind], 1, 1);
    join(m, source ? node : m->node[junction], source ? m->node[junction] : node, d, m->domain[junction], turned);
}

static inline void add_wide_field(Maker *m) {
    static const char *const types[] = {"I", "C", "R"};
    const int a = dice_below(&m->dice, m->junctions), b = dice_below(&m->dice, m->junctions);
    const int node = make_field(m, types[dice_below(&m->dice, 3)], m->dimension[a] + m->dimension[b]);
    join(m, m->node[a], node, m->dimension[a], m->domain[a], true);
    join(m, m->node[b], node, m->dimension[b], m->domain[b], true);
    m->fields = true;
}

static inline void make_graph(Maker *m, Sketch *sketch, uint64_t seed) {
    *m = (Maker){.sketch = sketch, .dice = {seed * 2654435761u + 88172645463325252u}};
    Dice *dice = &m->dice;
    for (int n = 0; n < 5; n++) dice_share(dice);
    m->junctions = 2 + dice_below(dice, dice_says(dice, 0.3) ? JUNCTIONS - 2 : 6);
    m->vectors = dice_says(dice, SHARE_VECTORS);
    for (int n = 0; n < m->junctions; n++) {
        m->dimension[n] = m->vectors ? 1 + dice_below(dice, 3) : 1;
        m->domain[n] = n && dice_says(dice, 0.6) ? m->domain[dice_below(dice, n)] : jd_domain_at(dice_below(dice, 4));
        m->node[n] = make_node(m, dice_says(dice, 0.5) ? "zero" : "one", 0, 0);
        if (n) connect(m, dice_below(dice, n), n);
    }
    for (int n = dice_says(dice, SHARE_RINGS) ? 1 + dice_below(dice, 3) : 0; n > 0 && m->junctions > 2; n--) {
        const int a = dice_below(dice, m->junctions), b = dice_below(dice, m->junctions);
        if (a != b) connect(m, a, b), m->loops = true;
    }
    for (int n = 0; n < m->junctions; n++) {
        const int least = sketch->graph->nodes.at[m->node[n]].ports.count < 2;
        for (int k = least + dice_below(dice, 3); k > 0 && m->elements < ELEMENTS; k--) add_element(m, n);
    }
    if (dice_says(dice, SHARE_WIDE)) add_wide_field(m);
    for (int n = 0; n < m->junctions; n++)
        while (sketch->graph->nodes.at[m->node[n]].ports.count < 2) add_element(m, n);
}

#endif
