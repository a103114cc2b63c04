/* SPDX-License-Identifier: MIT
 *
 * Causality as a search. A stroke that is set forces others by the rules of its nodes; where
 * several are possible one is chosen, storages as integrals before everything else. A conflict is
 * traced back to the one stroke of the last level that all of it comes through, and to strokes of
 * levels before: these never come together again, and the search goes on at the last but one of
 * these levels. So a storage has derivative causality only if those before it in the text leave it
 * no other, and no choice is tried twice. */
#include "bond/inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CONFLICTS = 20000, HAND = -2, CHOICE = -1 }; /* conflicts after which the search gives up */

/* Bans that look at a bond: each looks at two of its strokes that are not there. */
typedef struct {
    int *bans, count, room;
} Watch;

typedef struct {
    BondGraph *graph;
    CausalReport *report;
    JdLog *log;
    int *level;        /* of bonds that are set */
    int *reason;       /* the node, nodes + ban, CHOICE, or HAND */
    int *trail, count; /* bonds in the order in which they were set, */
    int *place;        /* and where they stand in it */
    Watch *watch;      /* of each bond: bans that look at it */
    int *starts;       /* of levels, in the trail */
    int levels, done;  /* trail up to `done` has been looked at */
    int *order;        /* bonds in which choices are made */
    Stroke *wish;      /* what is tried first */
    int *row;          /* room for explanations */
    bool *met;
    int conflict_node, conflict_ban;
    bool failed;
} Causal;

static Stroke other(Stroke stroke) {
    return stroke == STROKE_TO ? STROKE_FROM : STROKE_TO;
}

/* The stroke of a bond that gives a node the effort, or the flow. */
static Stroke stroke_for(const Bond *bond, int node, bool effort) {
    return (bond->to == node) == effort ? STROKE_TO : STROKE_FROM;
}

static void set_stroke(Causal *c, int bond, Stroke stroke, int reason) {
    c->graph->bonds.at[bond].stroke = stroke;
    c->level[bond] = c->levels;
    c->reason[bond] = reason;
    c->place[bond] = c->count;
    c->trail[c->count++] = bond;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

typedef struct {
    int efforts, flows, open;
} Count;

static Count count_ports(const Causal *c, int node) {
    Count count = {0, 0, 0};
    const BondNode *at = &c->graph->nodes.at[node];
    for (int p = 0; p < at->ports.count; p++) {
        const Bond *bond = &c->graph->bonds.at[at->ports.at[p]];
        if (bond->stroke == STROKE_OPEN)
            count.open++;
        else if (jd_port_gets_effort(c->graph, node, p))
            count.efforts++;
        else
            count.flows++;
    }
    return count;
}

static void force_open(Causal *c, int node, bool effort) {
    const BondNode *at = &c->graph->nodes.at[node];
    for (int p = 0; p < at->ports.count; p++) {
        const int bond = at->ports.at[p];
        if (c->graph->bonds.at[bond].stroke != STROKE_OPEN) continue;
        set_stroke(c, bond, stroke_for(&c->graph->bonds.at[bond], node, effort), node);
    }
}

/* Exactly one port that gets the effort (or with `effort` false: the flow). */
static bool rule_one(Causal *c, int node, bool effort) {
    const Count count = count_ports(c, node);
    const int ones = effort ? count.efforts : count.flows;
    if (ones > 1 || (ones == 0 && count.open == 0)) return false;
    if (ones == 1)
        force_open(c, node, !effort);
    else if (count.open == 1)
        force_open(c, node, effort);
    return true;
}

static bool rule_same(Causal *c, int node) {
    const Count count = count_ports(c, node);
    if (count.efforts && count.flows) return false;
    if (count.efforts || count.flows) force_open(c, node, count.efforts > 0);
    return true;
}

/* All others the opposite of the vector. */
static bool rule_split(Causal *c, int node) {
    const BondNode *at = &c->graph->nodes.at[node];
    const int begin = at->first_side ? 0 : jd_vector_port(c->graph, node),
              end = at->first_side ? at->first_side : begin + 1; /* ports of the vector */
    int effort = -1;                                             /* what the vector gets */
    for (int p = 0; p < at->ports.count; p++) {
        if (c->graph->bonds.at[at->ports.at[p]].stroke == STROKE_OPEN) continue;
        const int gets = jd_port_gets_effort(c->graph, node, p) == (p >= begin && p < end);
        if (effort >= 0 && effort != gets) return false;
        effort = gets;
    }
    for (int p = 0; effort >= 0 && p < at->ports.count; p++) {
        const int bond = at->ports.at[p];
        if (c->graph->bonds.at[bond].stroke != STROKE_OPEN) continue;
        const bool gets = (effort == 1) == (p >= begin && p < end);
        set_stroke(c, bond, stroke_for(&c->graph->bonds.at[bond], node, gets), node);
    }
    return true;
}

/* Of what is inverted of a node's matrix the least pivot. */
static double least_pivot(const Causal *c, int node) {
    const SymMatrix *m = &c->graph->nodes.at[node].value;
    Arena arena = {0};
    double most = 0;
    const double *values = c->graph->firm > 0 ? jd_bonds_values(c->graph, 7, &arena) : NULL;
    for (int n = 0; values && n < m->rows * m->columns; n++)
        most = fmax(most, fabs(jd_sym_value(c->graph->pool, m->at[n], values, NULL)));
    if (arena.failed) c->graph->arena->failed = true;
    jd_arena_free(&arena);
    return c->graph->firm * most;
}

/* Ports of a field whose matrix must be inverted for them: those that get what the matrix gives. */
static bool rule_field(Causal *c, int node) {
    const BondGraph *graph = c->graph;
    const BondNode *at = &graph->nodes.at[node];
    const int width = jd_bonds_width(graph, node);
    if (at->value.rows < 2 || count_ports(c, node).open) return true;
    const bool effort = at->type->role == ROLE_RESISTOR || at->type->stores_effort;
    int *rows = calloc((size_t)width + 1, sizeof *rows), n = 0;
    Sym *block = calloc((size_t)(width * width) + 1, sizeof *block);
    for (int p = 0, k = 0; rows && p < at->ports.count; p++)
        for (int d = 0; d < jd_bond_dimension(jd_port_bond(graph, node, p)); d++, k++)
            if (jd_port_gets_effort(graph, node, p) == effort) rows[n++] = k;
    for (int r = 0; rows && block && r < n; r++)
        for (int k = 0; k < n; k++)
            block[r * n + k] = jd_bonds_entry(graph, node, rows[r], rows[k]);
    if (!rows || !block) c->failed = graph->arena->failed = true;
    const bool good =
        rows && block && jd_bonds_firm_rank(graph, block, n, n, least_pivot(c, node)) == n;
    free(rows), free(block);
    return good;
}

/* A two-port with a bond for each component. `taken` are those whose flow it gives on its first
 * side, and as many on the other that it takes the flow of (of a gyrator: gives); between them its
 * matrix must be inverted. */
typedef struct {
    int *taken[2], count[2], open[2];
} Sides;

static bool is_taken(const Causal *c, int node, int port, int side) {
    const bool gyrates = c->graph->nodes.at[node].type->gyrates;
    return jd_port_gets_effort(c->graph, node, port) == (side == 0 || gyrates);
}

static bool can_be_solved(const Causal *c, int node, const Sides *s) {
    const int n = s->count[0];
    const bool gyrates = c->graph->nodes.at[node].type->gyrates;
    Sym *block = calloc((size_t)(n * n) + 1, sizeof *block);
    for (int a = 0; block && a < n; a++)
        for (int b = 0; b < n; b++)
            block[a * n + b] = gyrates
                                   ? jd_bonds_entry(c->graph, node, s->taken[0][a], s->taken[1][b])
                                   : jd_bonds_entry(c->graph, node, s->taken[1][b], s->taken[0][a]);
    if (!block) c->graph->arena->failed = true;
    const bool good = block && jd_bonds_firm_rank(c->graph, block, n, n, least_pivot(c, node)) == n;
    free(block);
    return good;
}

static void force_side(Causal *c, int node, int side, bool taken) {
    const BondNode *at = &c->graph->nodes.at[node];
    for (int p = side ? at->first_side : 0; p < (side ? at->ports.count : at->first_side); p++) {
        const int bond = at->ports.at[p];
        if (c->graph->bonds.at[bond].stroke != STROKE_OPEN) continue;
        const bool effort = taken == (side == 0 || at->type->gyrates);
        set_stroke(c, bond, stroke_for(&c->graph->bonds.at[bond], node, effort), node);
    }
}

static bool rule_sides(Causal *c, int node) {
    const BondNode *at = &c->graph->nodes.at[node];
    int *room = calloc(2 * (size_t)at->ports.count + 2, sizeof *room);
    Sides s = {.taken = {room, room + at->ports.count}};
    bool good = room != NULL;
    if (!room) c->failed = true;
    for (int p = 0; room && p < at->ports.count; p++) {
        const int side = p >= at->first_side;
        if (c->graph->bonds.at[at->ports.at[p]].stroke == STROKE_OPEN)
            s.open[side]++;
        else if (is_taken(c, node, p, side))
            s.taken[side][s.count[side]++] = side ? p - at->first_side : p;
    }
    for (int side = 0; side < 2 && good; side++)
        good = s.count[side] <= s.count[!side] + s.open[!side];
    if (good && !s.open[0] && !s.open[1]) good = can_be_solved(c, node, &s);
    for (int side = 0; side < 2 && good; side++)
        if (s.count[side] == s.count[!side] + s.open[!side])
            force_side(c, node, side, false), force_side(c, node, !side, true);
    free(room);
    return good;
}

static bool apply_rule(Causal *c, int node) {
    const BondType *type = c->graph->nodes.at[node].type;
    if (c->graph->yields && c->graph->nodes.at[node].constraint.holds) return true;
    if (c->graph->nodes.at[node].first_side && type->role == ROLE_TWO_PORT)
        return rule_sides(c, node);
    switch (type->rule) {
    case CAUSAL_ONE:
        return rule_one(c, node, true);
    case CAUSAL_ALL_BUT_ONE:
        return rule_one(c, node, false);
    case CAUSAL_SAME:
        return rule_same(c, node);
    case CAUSAL_SPLIT:
        return rule_split(c, node);
    case CAUSAL_FREE:
        return rule_field(c, node);
    case CAUSAL_NONE:
        return count_ports(c, node).efforts == 0;
    case CAUSAL_ALL:
        return count_ports(c, node).flows == 0;
    }
    return true;
}

/* ---- Bans ----------------------------------------------------------------------------------- */

static bool watch_bond(Causal *c, int bond, int ban) {
    Watch *watch = &c->watch[bond];
    if (watch->count == watch->room) {
        const int room = 2 * watch->room + 4;
        int *more = realloc(watch->bans, sizeof *more * (size_t)room);
        if (!more) return c->failed = true, false;
        watch->bans = more, watch->room = room;
    }
    watch->bans[watch->count++] = ban;
    return true;
}

/* The first two of its strokes are looked at. */
static bool watch_ban(Causal *c, int index) {
    const CausalBan *ban = &c->report->bans.at[index];
    for (int n = 0; n < 2 && n < ban->count; n++)
        if (!watch_bond(c, ban->bonds[n], index)) return false;
    return true;
}

static bool is_there(const Causal *c, const CausalBan *ban, int n) {
    return c->graph->bonds.at[ban->bonds[n]].stroke == ban->strokes[n];
}

static void swap_strokes(CausalBan *ban, int a, int b) {
    const int bond = ban->bonds[a];
    const Stroke stroke = ban->strokes[a];
    ban->bonds[a] = ban->bonds[b], ban->strokes[a] = ban->strokes[b];
    ban->bonds[b] = bond, ban->strokes[b] = stroke;
}

/* A stroke of a ban that stands before the others, and was looked at, has come. Another one is
 * looked at instead, if there is one that is not there (*moved); else the other of the two gets the
 * other stroke. False: all of it came together. */
static bool apply_ban(Causal *c, int index, int bond, bool *moved) {
    CausalBan *ban = &c->report->bans.at[index];
    *moved = false;
    if (ban->count > 1 && ban->bonds[0] == bond) swap_strokes(ban, 0, 1);
    const int last = ban->count > 1 ? 1 : 0;
    if (!is_there(c, ban, last)) return true;
    if (last && c->graph->bonds.at[ban->bonds[0]].stroke == other(ban->strokes[0])) return true;
    for (int n = 2; n < ban->count; n++) {
        if (is_there(c, ban, n)) continue;
        swap_strokes(ban, last, n);
        *moved = true;
        return watch_bond(c, ban->bonds[last], index);
    }
    if (is_there(c, ban, 0)) return false;
    set_stroke(c, ban->bonds[0], other(ban->strokes[0]), c->graph->nodes.count + index);
    return true;
}

/* ---- What follows --------------------------------------------------------------------------- */

/* Of a bond that was set. */
static bool apply_bans(Causal *c, int bond) {
    Watch *watch = &c->watch[bond];
    for (int n = 0; n < watch->count;) {
        const int index = watch->bans[n];
        bool moved;
        if (!apply_ban(c, index, bond, &moved)) {
            c->conflict_node = -1, c->conflict_ban = index;
            return false;
        }
        if (moved)
            watch->bans[n] = watch->bans[--watch->count];
        else
            n++;
    }
    return true;
}

/* Those of one stroke alone, before anything was chosen. */
static bool apply_single_bans(Causal *c) {
    for (int n = 0; n < c->report->bans.count; n++) {
        const CausalBan *ban = &c->report->bans.at[n];
        if (ban->count != 1) continue;
        c->conflict_node = -1, c->conflict_ban = n;
        if (is_there(c, ban, 0)) return false;
        if (c->graph->bonds.at[ban->bonds[0]].stroke == STROKE_OPEN)
            set_stroke(c, ban->bonds[0], other(ban->strokes[0]), c->graph->nodes.count + n);
    }
    return true;
}

static bool propagate(Causal *c) {
    for (; c->done < c->count; c->done++) {
        const int at = c->trail[c->done];
        const int ends[2] = {c->graph->bonds.at[at].from, c->graph->bonds.at[at].to};
        for (int n = 0; n < 2; n++) {
            if (apply_rule(c, ends[n])) continue;
            c->conflict_node = ends[n], c->conflict_ban = -1;
            return false;
        }
        if (!apply_bans(c, at)) return false;
    }
    return true;
}

/* ---- Why ------------------------------------------------------------------------------------ */

/* The bonds at a node that are to blame for the stroke of `forced` (-1: for the conflict). */
static int blame_node(const Causal *c, int node, int forced, int *row) {
    const BondNode *at = &c->graph->nodes.at[node];
    const CausalRule rule = at->type->rule;
    const Count count = count_ports(c, node);
    const bool one = !at->first_side && (rule == CAUSAL_ONE || rule == CAUSAL_ALL_BUT_ONE);
    const bool effort = rule == CAUSAL_ONE;
    const int ones = effort ? count.efforts : count.flows;
    /* Of too many, or of the one that is there, these alone. */
    bool only_ones = one && ones > 1;
    if (one && forced >= 0) {
        const Bond *bond = &c->graph->bonds.at[forced];
        only_ones = (bond->stroke == stroke_for(bond, node, true)) != effort;
    }
    int found = 0;
    for (int p = 0; p < at->ports.count; p++) {
        const int bond = at->ports.at[p];
        if (bond == forced || c->graph->bonds.at[bond].stroke == STROKE_OPEN) continue;
        if (only_ones && jd_port_gets_effort(c->graph, node, p) != effort) continue;
        row[found++] = bond;
    }
    return found;
}

static int blame(const Causal *c, int reason, int forced, int *row) {
    if (reason < c->graph->nodes.count) return blame_node(c, reason, forced, row);
    const CausalBan *ban = &c->report->bans.at[reason - c->graph->nodes.count];
    int found = 0;
    for (int n = 0; n < ban->count; n++)
        if (ban->bonds[n] != forced) row[found++] = ban->bonds[n];
    return found;
}

/* All choices that lead to what is in `row` (whose places it takes), by their levels, each once;
 * how many. A reason was there before what it is the reason of, so a walk from the end of the trail
 * meets each bond once. */
static int choices_behind(Causal *c, int *row, int count, int *choices) {
    int found = 0, bonds = c->graph->bonds.count;
    memset(c->met, 0, sizeof *c->met * (size_t)bonds);
    for (int n = 0; n < count; n++) c->met[row[n]] = true;
    for (int t = c->count - 1; t >= 0; t--) {
        const int bond = c->trail[t];
        if (!c->met[bond]) continue;
        if (c->reason[bond] == CHOICE) choices[found++] = bond;
        if (c->reason[bond] < 0) continue;
        const int more = blame(c, c->reason[bond], bond, row);
        /* What was set later cannot be a reason. */
        for (int n = 0; n < more; n++) c->met[row[n]] = true;
    }
    return found; /* the latest first */
}

static bool add_ban(Causal *c, const int *bonds, int count) {
    CausalBan *ban = PUSH(c->graph->arena, c->report->bans);
    if (!ban) return false;
    ban->bonds = ARENA_NEW(c->graph->arena, int, count + 1);
    ban->strokes = ARENA_NEW(c->graph->arena, Stroke, count + 1);
    if (!ban->bonds || !ban->strokes) return false;
    ban->count = count;
    for (int n = 0; n < count; n++) {
        ban->bonds[n] = bonds[n];
        ban->strokes[n] = c->graph->bonds.at[bonds[n]].stroke;
    }
    return true;
}

static void go_back(Causal *c, int level) {
    while (c->levels > level) {
        c->levels--;
        while (c->count > c->starts[c->levels])
            c->graph->bonds.at[c->trail[--c->count]].stroke = STROKE_OPEN;
    }
    c->done = c->count;
}

/* ---- Messages ------------------------------------------------------------------------------- */

/* The fixed node or the hand that the stroke of a bond comes from. */
static int origin_of(Causal *c, int bond) {
    for (int guard = 0; guard < c->graph->bonds.count; guard++) {
        if (c->reason[bond] < 0 || c->reason[bond] >= c->graph->nodes.count) return bond;
        const int count = blame_node(c, c->reason[bond], bond, c->row);
        if (!count) return bond;
        bond = c->row[0];
    }
    return bond;
}

/* The end whose matrix or law goes one way; NULL: none. */
static const BondNode *one_way_end(const Causal *c, const Bond *bond) {
    const int ends[2] = {bond->from, bond->to};
    for (int n = 0; n < 2; n++) {
        const BondNode *at = &c->graph->nodes.at[ends[n]];
        const bool element = at->type->role == ROLE_STORAGE || at->type->role == ROLE_RESISTOR;
        if (at->type->role == ROLE_TWO_PORT && !at->first_side && !jd_can_turn(c->graph, ends[n]))
            return at;
        if (element && jd_can_get(c->graph, ends[n], true) != jd_can_get(c->graph, ends[n], false))
            return at;
    }
    return NULL;
}

/* What strokes come from. */
typedef struct {
    int sources;         /* so many of them from sources or hands */
    const Bond *by_hand; /* the first bond that was set so; NULL: none */
} Origins;

/* Names of bonds with what fixes them. */
static Origins list_bonds(Causal *c, const int *bonds, int count, Text *out) {
    Origins origins = {0, NULL};
    for (int n = 0; n < count; n++) {
        const int bond = bonds[n];
        const int origin = origin_of(c, bond);
        const Bond *from = &c->graph->bonds.at[origin];
        const int reason = c->reason[origin];
        const BondNode *ends[2] = {&c->graph->nodes.at[from->from], &c->graph->nodes.at[from->to]};
        const BondNode *fixed =
            reason >= 0 && reason < c->graph->nodes.count ? &c->graph->nodes.at[reason] : NULL;
        if (reason == HAND)
            fixed = ends[0]->type->role == ROLE_SOURCE   ? ends[0]
                    : ends[1]->type->role == ROLE_SOURCE ? ends[1]
                                                         : one_way_end(c, from);
        jd_text_print(out, "%s'%s'", jd_between(n, count), c->graph->bonds.at[bond].name);
        if (from->by_hand)
            jd_text_print(out, " (set by hand on '%s')", from->name);
        else if (fixed)
            jd_text_print(out, " (from %s '%s')", fixed->type->name, fixed->name);
        origins.sources += from->by_hand || (fixed && fixed->type->role == ROLE_SOURCE);
        if (from->by_hand && !origins.by_hand) origins.by_hand = from;
    }
    return origins;
}

static const char *what_is_wrong(const BondNode *at, Count count) {
    const CausalRule rule = at->type->rule;
    if (rule == CAUSAL_ONE && at->type->role == ROLE_JUNCTION)
        return count.efforts ? "gets its effort from more than one bond:"
                             : "gets its effort from none of its bonds:";
    if (rule == CAUSAL_ALL_BUT_ONE)
        return count.flows ? "gets its flow from more than one bond:"
                           : "gets its flow from none of its bonds:";
    if (rule == CAUSAL_ONE)
        return count.efforts ? "gets the effort from both sides:"
                             : "gets the flow from both sides:";
    if (rule == CAUSAL_SAME) return "gets the effort from one side and the flow from the other:";
    if (rule == CAUSAL_SPLIT)
        return "has bonds of different causality, but the components of a vector bond share "
               "theirs:";
    if (rule == CAUSAL_FREE) return "cannot be inverted for the ports that get the effort:";
    return "cannot have this causality:";
}

static const char *what_helps(const BondNode *at, Count count, int sources) {
    const CausalRule rule = at->type->rule;
    const bool many = rule == CAUSAL_ONE ? count.efforts > 0 : count.flows > 0;
    if (at->type->role == ROLE_JUNCTION && many && sources < 2)
        return "they decide the same thing, and something else is left undecided: leave one of "
               "them "
               "out, or put a resistor or a storage between them";
    if (at->type->role == ROLE_JUNCTION && many)
        return "two sources cannot decide the same thing: leave one out, or put a resistor or a "
               "storage between them";
    if (at->type->role == ROLE_JUNCTION)
        return rule == CAUSAL_ONE
                   ? "nothing decides its effort: let a storage, a resistor or an effort source do "
                     "so"
                   : "nothing decides its flow: let a storage, a resistor or a flow source do so";
    if (rule == CAUSAL_SPLIT)
        return "put a resistor or a compliance at the component that stands alone, or leave the "
               "vector bond for scalar ones";
    return "put a resistor or a storage between what is fixed on both sides";
}

static bool report_conflict(Causal *c) {
    const int node = c->conflict_node;
    if (node < 0) {
        jd_report(c->log, JD_ERROR, "causality-conflict", nowhere,
                  "no causality fits all bonds of the graph");
        jd_hint(c->log, "leave out what was set by hand, or a source");
        return false;
    }
    const BondNode *at = &c->graph->nodes.at[node];
    const Count count = count_ports(c, node);
    int *bonds = calloc((size_t)at->ports.count + 1, sizeof *bonds);
    Origins origins = {0, NULL};
    Text text = {0};
    if (bonds) {
        const int found = blame_node(c, node, -1, bonds);
        origins = list_bonds(c, bonds, found, &text);
    }
    jd_report(c->log, JD_ERROR, "causality-conflict", at->where, "%s '%s' %s %s", at->type->name,
              at->name, what_is_wrong(at, count), text.at ? text.at : "");
    if (origins.by_hand)
        jd_hint(c->log, "leave out the causality by hand of bond '%s'", origins.by_hand->name);
    else
        jd_hint(c->log, "%s", what_helps(at, count, origins.sources));
    free(bonds);
    jd_text_free(&text);
    return false;
}

/* ---- The search ----------------------------------------------------------------------------- */

/* Marks what is to blame; those below the deepest level go into the ban. How many of that level are
 * new. */
typedef struct {
    int deepest;
    int *bonds, count; /* of the ban; the first place is kept free */
} Lesson;

static int take_blame(Causal *c, Lesson *lesson, int before, int count) {
    int open = 0;
    for (int n = 0; n < count; n++) {
        const int bond = c->row[n];
        /* What was set later cannot be a reason; what is set without any choice need not be told.
         */
        if (c->met[bond] || c->level[bond] == 0 || c->place[bond] >= before) continue;
        c->met[bond] = true;
        if (c->level[bond] == lesson->deepest)
            open++;
        else
            lesson->bonds[lesson->count++] = bond;
    }
    return open;
}

/* From a conflict back to the one stroke of the last level that all of it comes through. False: no
 * choice led to it. */
static bool find_lesson(Causal *c, int reason, Lesson *lesson) {
    memset(c->met, 0, sizeof *c->met * (size_t)c->graph->bonds.count);
    const int count = blame(c, reason, -1, c->row);
    lesson->deepest = 0, lesson->count = 1;
    for (int n = 0; n < count; n++)
        if (c->level[c->row[n]] > lesson->deepest) lesson->deepest = c->level[c->row[n]];
    if (lesson->deepest == 0) return false;
    int open = take_blame(c, lesson, c->count, count);
    for (int t = c->count - 1; t >= 0; t--) {
        const int bond = c->trail[t];
        if (!c->met[bond] || c->level[bond] != lesson->deepest) continue;
        lesson->bonds[0] = bond;
        if (--open == 0) break;
        open += take_blame(c, lesson, t, blame(c, c->reason[bond], bond, c->row));
    }
    for (int n = 2; n < lesson->count; n++) /* the deepest of the others behind it */
        if (c->level[lesson->bonds[n]] > c->level[lesson->bonds[1]]) {
            const int bond = lesson->bonds[n];
            lesson->bonds[n] = lesson->bonds[1], lesson->bonds[1] = bond;
        }
    return true;
}

/* Learns from a conflict and goes back; false: there is no choice left. */
static bool learn(Causal *c) {
    const int reason =
        c->conflict_node >= 0 ? c->conflict_node : c->graph->nodes.count + c->conflict_ban;
    Lesson lesson = {.bonds = calloc((size_t)c->graph->bonds.count + 1, sizeof *lesson.bonds)};
    if (!lesson.bonds) return c->failed = true, false;
    bool good = find_lesson(c, reason, &lesson);
    if (good) {
        const int back = lesson.count > 1 ? c->level[lesson.bonds[1]] : 0;
        const Stroke stroke = c->graph->bonds.at[lesson.bonds[0]].stroke;
        const int index = c->report->bans.count;
        good = add_ban(c, lesson.bonds, lesson.count) && watch_ban(c, index);
        go_back(c, back);
        if (good) set_stroke(c, lesson.bonds[0], other(stroke), c->graph->nodes.count + index);
        c->report->tries++;
    }
    free(lesson.bonds);
    return good;
}

static bool choose(Causal *c, int bond, Stroke stroke) {
    c->starts[c->levels++] = c->count;
    set_stroke(c, bond, stroke, CHOICE);
    return true;
}

/* Without a search: the last choice the other way round, which then is none. False: it was so
 * already, and the bonds that have a causality are counted. */
static bool turn_last(Causal *c) {
    const int level = c->levels - 1, bond = level >= 0 ? c->trail[c->starts[level]] : -1;
    const Stroke stroke = level >= 0 ? other(c->graph->bonds.at[bond].stroke) : STROKE_OPEN;
    const bool turned = level < 0 || c->reason[bond] != CHOICE;
    if (turned) c->report->assigned = level < 0 ? c->count : c->starts[level];
    if (turned) return false;
    go_back(c, level);
    c->starts[c->levels++] = c->count;
    set_stroke(c, bond, stroke, HAND);
    c->report->tries++;
    return true;
}

/* What the node alone says: sources, laws that go one way, matrices that cannot be turned. */
static bool fix(Causal *c, int node, int port, bool effort, int reason) {
    const int bond = c->graph->nodes.at[node].ports.at[port];
    const Stroke stroke = stroke_for(&c->graph->bonds.at[bond], node, effort);
    if (c->graph->bonds.at[bond].stroke == stroke) return true;
    if (c->graph->bonds.at[bond].stroke == STROKE_OPEN) {
        set_stroke(c, bond, stroke, reason);
        return true;
    }
    const BondNode *at = &c->graph->nodes.at[node];
    const Bond *where = &c->graph->bonds.at[bond];
    const BondNode *other = &c->graph->nodes.at[where->from == node ? where->to : where->from];
    const char *what = effort ? "flow" : "effort";
    Text by = {0};
    if (where->by_hand)
        jd_text_print(&by, "its causality by hand is `%s`", effort ? "effort" : "flow");
    else
        jd_text_print(&by, "%s '%s' at its other end gives it, too", other->type->name,
                      other->name);
    jd_report(c->log, JD_ERROR, "causality-conflict", where->where,
              "%s '%s' %s the %s of bond '%s', but %s", at->type->name, at->name,
              at->type->role == ROLE_TWO_PORT ? "cannot be turned round and gives" : "gives", what,
              where->name, by.at ? by.at : "");
    jd_text_free(&by);
    jd_hint(c->log, where->by_hand ? "leave out its causality by hand"
                                   : "put a junction with a resistor or a storage between the two");
    return false;
}

static bool fix_all(Causal *c) {
    bool good = true;
    for (int b = 0; b < c->graph->bonds.count; b++) {
        const Stroke stroke = c->graph->bonds.at[b].by_hand;
        if (stroke) set_stroke(c, b, stroke, HAND);
    }
    for (int n = 0; n < c->graph->nodes.count; n++) {
        const BondNode *at = &c->graph->nodes.at[n];
        const CausalRule rule = at->type->rule;
        const bool turns =
            at->type->role != ROLE_TWO_PORT || at->first_side || jd_can_turn(c->graph, n);
        const int first = turns ? 0 : jd_first_port(c->graph, n);
        for (int p = 0; p < at->ports.count; p++) {
            if ((rule == CAUSAL_NONE || rule == CAUSAL_ALL) &&
                !(c->graph->yields && at->constraint.holds))
                good = fix(c, n, p, rule == CAUSAL_ALL, HAND) && good;
            if (!turns) good = fix(c, n, p, rule == CAUSAL_ONE && p != first, HAND) && good;
            if (at->type->role != ROLE_STORAGE && at->type->role != ROLE_RESISTOR) continue;
            for (int effort = 0; effort < 2; effort++)
                if (!jd_can_get(c->graph, n, effort)) good = fix(c, n, p, !effort, HAND) && good;
        }
    }
    return good;
}

/* Storages, then two-ports whose modulus changes, then resistors, then whatever is left. */
static int list_choices(Causal *c) {
    int count = 0;
    for (int pass = 0; pass < 3; pass++)
        for (int n = 0; n < c->graph->nodes.count; n++) {
            const BondNode *at = &c->graph->nodes.at[n];
            static const BondRole roles[] = {ROLE_STORAGE, ROLE_TWO_PORT, ROLE_RESISTOR};
            if (at->type->role != roles[pass] || (pass == 1 && !at->type->modulated)) continue;
            for (int p = 0; p < at->ports.count; p++) {
                const int bond = at->ports.at[p];
                /* A resistor gets the flow, but where its law asks for the effort. */
                bool effort = pass == 2 && jd_law_given(c->graph, n, true) &&
                              !jd_law_given(c->graph, n, false);
                if (pass == 0) effort = jd_integral_gets_effort(at->type) != at->derivative;
                if (pass == 1 && at->first_side)
                    effort = !at->type->gyrates && p >= at->first_side;
                else if (pass == 1)
                    effort = !at->type->gyrates && p != jd_first_port(c->graph, n);
                c->order[count] = bond;
                c->wish[count++] = stroke_for(&c->graph->bonds.at[bond], n, effort);
            }
        }
    for (int b = 0; b < c->graph->bonds.count; b++) {
        c->order[count] = b;
        c->wish[count++] = STROKE_TO;
    }
    return count;
}

static bool search(Causal *c) {
    const int count = list_choices(c);
    for (int n = 0; n < c->graph->nodes.count; n++)
        if (!apply_rule(c, n)) {
            c->conflict_node = n;
            return report_conflict(c);
        }
    if (!apply_single_bans(c)) return report_conflict(c);
    for (int next = 0;;) {
        if (!propagate(c)) {
            const bool on = c->graph->greedy ? turn_last(c) : learn(c);
            if (c->report->tries >= (c->graph->patience ? c->graph->patience : CONFLICTS) || !on)
                return c->failed ? false : report_conflict(c);
            next = 0;
            continue;
        }
        while (next < count && c->graph->bonds.at[c->order[next]].stroke != STROKE_OPEN) next++;
        if (next == count) return true;
        choose(c, c->order[next], c->wish[next]);
    }
}

/* ---- The report ----------------------------------------------------------------------------- */

static bool is_derivative(const BondGraph *graph, int node) {
    const BondNode *at = &graph->nodes.at[node];
    const bool effort = jd_integral_gets_effort(at->type);
    for (int p = 0; p < at->ports.count && at->type->role == ROLE_STORAGE; p++)
        for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, node, p)); k++)
            if (jd_component_gets_effort(graph, node, p, k) != effort) return true;
    return false;
}

bool jd_bonds_note(const BondGraph *graph, CausalReport *report) {
    report->derivative.count = report->chosen.count = 0;
    for (int n = 0; n < graph->nodes.count; n++) {
        const bool derivative = is_derivative(graph, n);
        int *listed = derivative ? PUSH(graph->arena, report->derivative) : NULL;
        if (derivative && !listed) return false;
        if (listed) *listed = n;
    }
    return true;
}

static bool note(Causal *c) {
    CausalReport *report = c->report;
    const BondGraph *graph = c->graph;
    if (!jd_bonds_note(graph, report)) return false;
    report->assigned = graph->bonds.count;
    report->decision = ARENA_NEW(graph->arena, int, graph->bonds.count + 1);
    report->reason = ARENA_NEW(graph->arena, int, graph->bonds.count + 1);
    if (!report->decision || !report->reason) return false;
    for (int b = 0; b < graph->bonds.count; b++) {
        const Bond *bond = &graph->bonds.at[b];
        report->reason[b] = c->reason[b];
        report->decision[b] = c->reason[b] == CHOICE ? c->level[b] : -1;
        const BondRole from = graph->nodes.at[bond->from].type->role,
                       to = graph->nodes.at[bond->to].type->role;
        const bool element = from == ROLE_STORAGE || from == ROLE_RESISTOR || to == ROLE_STORAGE ||
                             to == ROLE_RESISTOR;
        if (c->reason[b] != CHOICE || element) continue;
        int *listed = PUSH(graph->arena, report->chosen);
        if (!listed) return false;
        *listed = b;
    }
    return true;
}

/* The choices that the strokes of some bonds come from may not come together again. False: there
 * are none. */
static bool ban_behind(Causal *c, const int *bonds, int count) {
    int *choices = calloc((size_t)c->graph->bonds.count + 1, sizeof *choices);
    bool good = choices != NULL;
    for (int n = 0; good && n < count; n++) c->row[n] = bonds[n];
    const int found = good ? choices_behind(c, c->row, count, choices) : 0;
    good = good && found > 0 && add_ban(c, choices, found);
    free(choices);
    return good;
}

static bool open_causal(Causal *c, BondGraph *graph, CausalReport *report, JdLog *log) {
    const size_t bonds = (size_t)graph->bonds.count + 1, ports = 3 * bonds;
    *c = (Causal){
        .graph = graph, .report = report, .log = log, .conflict_node = -1, .conflict_ban = -1};
    c->level = calloc(bonds, sizeof *c->level);
    c->reason = calloc(bonds, sizeof *c->reason);
    c->trail = calloc(bonds, sizeof *c->trail);
    c->place = calloc(bonds, sizeof *c->place);
    c->watch = calloc(bonds, sizeof *c->watch);
    c->starts = calloc(bonds, sizeof *c->starts);
    c->order = calloc(ports, sizeof *c->order);
    c->wish = calloc(ports, sizeof *c->wish);
    c->row = calloc(bonds, sizeof *c->row);
    c->met = calloc(bonds, sizeof *c->met);
    for (int b = 0; b < graph->bonds.count; b++) {
        graph->bonds.at[b].stroke = STROKE_OPEN;
        graph->bonds.at[b].strokes = NULL;
    }
    report->mixed.count = 0;
    bool good = c->level && c->reason && c->trail && c->place && c->watch && c->starts &&
                c->order && c->wish && c->row && c->met;
    for (int n = 0; n < report->bans.count && good; n++) good = watch_ban(c, n);
    return good;
}

static void close_causal(Causal *c) {
    for (int b = 0; c->watch && b < c->graph->bonds.count; b++) free(c->watch[b].bans);
    free(c->level), free(c->reason), free(c->trail), free(c->place), free(c->watch),
        free(c->starts);
    free(c->order), free(c->wish), free(c->row), free(c->met);
}

/* Assigns; then, if `banned` are given, bans what they come from. */
static bool assign(BondGraph *graph, CausalReport *report, const int *banned, int count,
                   JdLog *log) {
    Causal c;
    bool good = open_causal(&c, graph, report, log);
    if (!good) jd_report_memory(log);
    good = good && fix_all(&c) && search(&c);
    if (c.failed) jd_report_memory(log);
    good = good && note(&c);
    if (good && banned) good = ban_behind(&c, banned, count);
    close_causal(&c);
    return good;
}

bool jd_bonds_assign(BondGraph *graph, CausalReport *report, JdLog *log) {
    if (!assign(graph, report, NULL, 0, log)) return false;
    if (!graph->greedy) jd_causality_is_sound(graph);
    return true;
}

bool jd_bonds_ban(BondGraph *graph, CausalReport *report, const int *bonds, int count) {
    return assign(graph, report, bonds, count, NULL);
}
