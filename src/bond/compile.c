/* SPDX-License-Identifier: MIT
 *
 * Causality, laws and loops, all in one. Strokes say which way laws are read, not whether loops of
 * them have a solution: a loop of gain 1 has none. What is chosen is then chosen otherwise, as long
 * as there are choices. */
#include "bond/inside.h"
#include <string.h>

enum {
    TRIES = 200,     /* causalities that are looked at */
    LOOKS = 3,       /* points at which equations by rank must have a solution */
    FEWER = 1000000, /* bonds in all causalities in which fewer storages depend are looked for */
    OTHERS =
        40, /* storages that are tried as dependent ones, if those that rank proposes do not fit */
};

/* Curves may have no value at random, as a root of what is negative; that says nothing of the loop.
 */
static bool has_values(const BondEquations *equations, const BondBlock *block,
                       const double *values) {
    const int n = block->break_count;
    for (int k = 0; k < n && block->matrix; k++)
        if (!isfinite(jd_sym_value(equations->pool, block->right[k], values, NULL))) return false;
    for (int k = 0; k < n * n && block->matrix; k++)
        if (!isfinite(jd_sym_value(equations->pool, block->matrix[k], values, NULL))) return false;
    return true;
}

/* A look at random states: the block that has no solution there; -1: all have. */
static int find_singular_at(const BondEquations *equations, uint64_t seed, Arena *arena) {
    const BondProgram *program = jd_equations_program(equations, arena);
    double *values = program ? jd_bonds_values(equations->graph, seed, arena) : NULL;
    double *states = ARENA_NEW(arena, double, equations->states.count + 1);
    int block = -1;
    if (!program || !values || !states) return -1;
    for (int n = 0; n < equations->states.count; n++)
        states[n] =
            values[jd_sym_node(equations->pool, equations->vars.at[equations->states.at[n]].name)
                       ->name];
    if (jd_equations_run(program, 0.3, states, values, &block))
        return equations->graph->mechanism ? -1 : jd_equations_find_singular(program, values);
    /* Laws that are curves may have no solution at random, and one in the run. */
    const BondBlock *at = &equations->blocks.at[block];
    if (!has_values(equations, at, values)) return -1;
    return at->linear || !at->matrix ? block : -1;
}

static int find_singular(const BondEquations *equations, Arena *arena) {
    return find_singular_at(equations, 11, arena);
}

static int bonds_of_block(const BondEquations *equations, const BondBlock *block, int *bonds) {
    int count = 0;
    for (int n = 0; n < block->count; n++) {
        const int bond = equations->vars.at[block->vars[n]].bond;
        bool there = bond < 0;
        for (int k = 0; k < count && !there; k++) there = bonds[k] == bond;
        if (!there) bonds[count++] = bond;
    }
    return count;
}

static void list_names(const BondGraph *graph, const int *bonds, int count, Text *out) {
    enum { SHOWN = 8 };
    for (int n = 0; n < count && n < SHOWN; n++)
        jd_text_print(out, "%s%s", n ? ", " : "", graph->bonds.at[bonds[n]].name);
    if (count > SHOWN) jd_text_print(out, " and %d more", count - SHOWN);
}

/* Of artificial sources that hold what others hold already, or of a loop. */
static void report_singular(const BondEquations *equations, const BondBlock *block,
                            const int *bonds, int count, JdLog *log) {
    const BondGraph *graph = equations->graph;
    const BondNode *source = NULL;
    int sources = 0;
    for (int n = 0; n < block->break_count; n++) {
        const BondVar *var = &equations->vars.at[block->vars[n]];
        if (var->held < 0 || var->kind == VAR_STORED) continue;
        source = &graph->nodes.at[var->node];
        sources++;
    }
    Text names = {0};
    if (source) {
        for (int n = 0; n < block->break_count; n++) {
            const BondVar *var = &equations->vars.at[block->vars[n]];
            if (var->held >= 0 && var->kind != VAR_STORED)
                jd_text_print(&names, "%s%s", names.count ? ", " : "",
                              graph->nodes.at[var->node].name);
        }
        jd_report(log, JD_ERROR, "constraint-redundant", source->where,
                  sources > 1 ? "the sources %s hold what one of them less would hold, too"
                              : "source %s holds what nothing moves",
                  names.at ? names.at : "");
        jd_hint(log, "leave %s out: its effort is not unique", sources > 1 ? "one of them" : "it");
    } else {
        list_names(graph, bonds, count, &names);
        const Bond *first = count ? &graph->bonds.at[bonds[0]] : NULL;
        jd_report(log, JD_ERROR, "loop-singular", first ? first->where : nowhere,
                  "the loop of bonds %s has no solution: what goes round comes back the same",
                  names.at ? names.at : "");
        Text open = {0};
        if (jd_bonds_tell_undecided(graph, equations->arena, &open))
            jd_hint(log, "%s", open.at ? open.at : "");
        else
            jd_hint(log, "its gain is 1, or its equations repeat each other; put a resistor or a "
                         "storage into it, or cut it where "
                         "two of its bonds say the same");
        jd_text_free(&open);
    }
    jd_text_free(&names);
}

static BondEquations *compile(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log) {
    if (!jd_bonds_assign(graph, report, log)) return NULL;
    int *bonds = ARENA_NEW(arena, int, graph->bonds.count + 1);
    if (!bonds) return jd_report_memory(log), NULL;
    for (int tries = 0;; tries++) {
        BondEquations *equations = jd_bonds_equations(graph, arena, log);
        if (!equations) return NULL;
        const bool solved = jd_equations_solve(equations);
        int singular = -1;
        for (int b = 0; b < equations->blocks.count && !solved; b++)
            if (equations->blocks.at[b].singular) singular = b;
        if (singular < 0) singular = find_singular(equations, arena);
        if (equations->failed) return jd_report_memory(log), NULL;
        if (singular < 0) return equations;
        const BondBlock *block = &equations->blocks.at[singular];
        const int count = bonds_of_block(equations, block, bonds);
        if (tries == TRIES || !jd_bonds_ban(graph, report, bonds, count) ||
            !jd_bonds_assign(graph, report, NULL)) {
            report_singular(equations, block, bonds, count, log);
            return NULL;
        }
    }
}

/* ---- By rank -------------------------------------------------------------------------------- */

/* Strokes of whole bonds, where those that the pencil wants are the same for all components. */
static bool assign_bonds(BondGraph *graph, const BondPencil *pencil, CausalReport *report) {
    Stroke *kept = ARENA_NEW(graph->arena, Stroke, graph->bonds.count + 1);
    bool good = kept != NULL;
    for (int b = 0; good && b < graph->bonds.count; b++) kept[b] = graph->bonds.at[b].by_hand;
    good = good && jd_bonds_set_storages(graph, pencil) && jd_bonds_assign(graph, report, NULL);
    for (int b = 0; kept && b < graph->bonds.count; b++) graph->bonds.at[b].by_hand = kept[b];
    return good;
}

/* What has derivative causality; how many. */
static int list_derivative(const BondGraph *graph, const BondPencil *pencil, bool *derivative) {
    int count = 0;
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_STORAGE) continue;
        for (int p = 0, place = pencil->first[n]; p < at->ports.count; p++)
            for (int k = 0; k < jd_bond_dimension(jd_port_bond(graph, n, p)); k++, place++) {
                const bool strokes =
                    jd_component_gets_effort(graph, n, p, k) != jd_integral_gets_effort(at->type);
                derivative[place] = strokes && !pencil->turned[place];
                count += derivative[place];
            }
    }
    return count;
}

/* What the rounds behind the first say, of which strokes show nothing. */
static void hold_later(BondPencil *pencil) {
    pencil->more = -1;
    for (int level = 1; level < pencil->levels.count; level++)
        for (int n = 0; n < pencil->levels.at[level].count; n++) {
            const int k = pencil->held_count++;
            pencil->held[k] = pencil->levels.at[level].states[n];
            pencil->freed[k] = pencil->levels.at[level].free[n];
            pencil->dots[k] = pencil->rounds - level + 1;
        }
    for (int n = 0; n < pencil->states; n++) pencil->asked[n] = pencil->rounds;
}

/* States that strokes do not show as dependent, though they are; `which` of the rates that are left
 * over at last is free for the first of them. */
static void hold_hidden(BondPencil *pencil, const bool *derivative, int which) {
    const PencilLevel *last = &pencil->levels.at[pencil->levels.count - 1];
    pencil->more = 1;
    for (int n = 0; n < pencil->states && pencil->held_count < last->count; n++) {
        if (!pencil->dependent[n] || derivative[n]) continue;
        const int k = pencil->held_count++;
        pencil->held[k] = n;
        pencil->freed[k] = last->free[(k + which) % last->count];
        pencil->dots[k] = 0;
    }
}

/* The pencil as strokes show it: all relations, those of the first round alone, or some in between.
 * False: less. */
static bool look_by_strokes(const BondGraph *graph, const BondPencil *found, int which,
                            Arena *arena, BondPencil *pencil) {
    const int relations = found->levels.count ? found->levels.at[0].count : 0;
    const size_t states = (size_t)found->states + 1;
    bool *derivative = ARENA_NEW(arena, bool, states);
    const int count = derivative ? list_derivative(graph, found, derivative) : -1;
    const bool all = count >= found->states - found->order;
    *pencil = *found;
    if (count < relations) return false;
    if (!all && !jd_bonds_pencil(graph, (BondLook){false, derivative}, arena, pencil)) return false;
    pencil->moves_itself = found->moves_itself, pencil->turned = found->turned;
    pencil->more = pencil->held_count = 0;
    pencil->asked = ARENA_NEW(arena, int, states), pencil->held = ARENA_NEW(arena, int, states);
    pencil->freed = ARENA_NEW(arena, int, states), pencil->dots = ARENA_NEW(arena, int, states);
    if (!pencil->asked || !pencil->held || !pencil->freed || !pencil->dots) return false;
    for (int n = 0; n < found->states; n++) pencil->asked[n] = 1;
    if (!all && count == relations) hold_later(pencil);
    if (!all && count > relations) hold_hidden(pencil, derivative, which);
    return which == 0 || (!all && count > relations);
}

static BondEquations *try_rank(BondGraph *graph, const BondPencil *found, int which, Arena *arena) {
    BondPencil *pencil = ARENA_NEW(arena, BondPencil, 1);
    if (!pencil || !look_by_strokes(graph, found, which, arena, pencil)) return NULL;
    JdLog *quiet = jd_log_new();
    BondEquations *equations =
        quiet ? jd_bonds_equations_by_rank(graph, pencil, arena, quiet) : NULL;
    if (!quiet || jd_log_memory_out(quiet)) graph->arena->failed = true;
    jd_log_free(quiet);
    /* With too many of them the look was for those that move themselves. */
    const bool few = equations && equations->dependent.count == found->states - found->order;
    bool solved = few && jd_equations_solve(equations) && !equations->failed;
    /* Rates of rates may be solved at one point and not at the next, where much of them cancels. */
    for (uint64_t seed = 11; seed < 11 + LOOKS; seed++)
        solved = solved && find_singular_at(equations, seed, arena) < 0;
    return solved ? equations : NULL;
}

/* What would follow its own rate as a dependent state is independent; false: there is no such
 * state. */
static bool turn_one(BondPencil *pencil) {
    for (int n = 0; pencil->turned && n < pencil->states; n++) {
        if (!pencil->moves_itself[n] || pencil->turned[n]) continue;
        pencil->turned[n] = true;
        pencil->moves_itself[n] = false;
        return true;
    }
    return false;
}

/* Equations of a graph that has strokes. */
static BondEquations *solve_by_rank(BondGraph *graph, BondPencil *found, Arena *arena) {
    BondEquations *equations = NULL;
    const int last = found->levels.count ? found->levels.at[found->levels.count - 1].count : 1;
    found->moves_itself = ARENA_NEW(arena, bool, found->states + 1);
    found->turned = ARENA_NEW(arena, bool, found->states + 1);
    do
        for (int which = 0; found->moves_itself && which < last && !equations; which++)
            equations = found->turned ? try_rank(graph, found, which, arena) : NULL;
    while (!equations && turn_one(found));
    return equations;
}

/* What would follow its own rate as a dependent state shall integrate; false: there is no such
 * state. */
static bool wish_otherwise(BondPencil *pencil) {
    bool any = false;
    for (int n = 0; pencil->turned && n < pencil->states; n++) {
        if (!pencil->turned[n] || pencil->wishes[n] == WISH_INTEGRAL) continue;
        pencil->wishes[n] = WISH_INTEGRAL;
        any = true;
    }
    return any;
}

/* One state shall be dependent (-1: none in particular), others integrate as far as they can. */
static BondEquations *try_wish(BondGraph *graph, Arena *arena, BondPencil *pencil, int state,
                               CausalReport *report) {
    for (int n = 0; n < pencil->states; n++)
        pencil->wishes[n] = n == state ? WISH_DERIVATIVE : WISH_NONE;
    while (jd_bonds_assign_components(graph, pencil, report)) {
        BondEquations *equations = solve_by_rank(graph, pencil, arena);
        if (equations || !wish_otherwise(pencil)) return equations;
    }
    return NULL;
}

/* As rank proposes, but what depends by relations that come out later may do so by strokes, too: a
 * storage that follows another one is beside it as often as not. */
static BondEquations *try_later(BondGraph *graph, Arena *arena, BondPencil *pencil,
                                CausalReport *report) {
    bool any = false;
    for (int n = 0; n < pencil->states; n++) {
        if (!pencil->dependent[n] || pencil->wishes[n] != WISH_INTEGRAL) continue;
        pencil->wishes[n] = WISH_NONE;
        any = true;
    }
    if (!any || !jd_bonds_assign_components(graph, pencil, report)) return NULL;
    return solve_by_rank(graph, pencil, arena);
}

/* Storages in derivative causality, with these wishes; -1: no causality fits them. */
static int count_derivative(BondGraph *graph, const BondPencil *pencil, CausalReport *report,
                            bool *derivative) {
    if (!jd_bonds_assign_components(graph, pencil, report)) return -1;
    return list_derivative(graph, pencil, derivative);
}

/* Strokes that show more dependent storages than there are: each storage is asked to be the other
 * way round in its turn, and stays so if that leaves fewer, or (level) not more, which may open the
 * way for the next. In a row of coupled coils the side that integrates is that of the load, coil
 * after coil. */
typedef enum { FEWER_ALONE, FEWER_LEVEL, FEWER_LEVEL_BACK, FEWER_WAYS } Fewer;

static BondEquations *try_fewer(BondGraph *graph, Arena *arena, BondPencil *pencil, Fewer way,
                                CausalReport *report) {
    const size_t states = (size_t)pencil->states + 1;
    const int wanted = pencil->states - pencil->order, most = FEWER / (graph->components + 1);
    bool *now = ARENA_NEW(arena, bool, states), *next = ARENA_NEW(arena, bool, states);
    pencil->turned = ARENA_NEW(arena, bool, states);
    if (!now || !next || !pencil->turned) return NULL;
    for (int n = 0; n < pencil->states; n++) pencil->wishes[n] = WISH_NONE;
    int count = count_derivative(graph, pencil, report, now), tried = 0;
    for (int k = 0; k < pencil->states && tried < most && count > wanted; k++) {
        const int n = way == FEWER_LEVEL_BACK ? pencil->states - 1 - k : k;
        pencil->wishes[n] = now[n] ? WISH_INTEGRAL : WISH_DERIVATIVE;
        const int fewer = count_derivative(graph, pencil, report, next);
        tried++;
        if (fewer < 0 || fewer > count || (way == FEWER_ALONE && fewer == count)) {
            pencil->wishes[n] = WISH_NONE;
            continue;
        }
        count = fewer;
        memcpy(now, next, sizeof *now * states);
    }
    if (count != wanted || count_derivative(graph, pencil, report, next) < 0) return NULL;
    return solve_by_rank(graph, pencil, arena);
}

/* Storages that depend by rank do so by strokes: of whole bonds, if those fit, else of components;
 * or others do, as many as there need be. NULL: there is no solution, or none was found. */
static BondEquations *compile_as_seen(BondGraph *graph, BondLook look, Arena *arena,
                                      CausalReport *report) {
    BondPencil pencil;
    BondEquations *equations = NULL;
    if (!jd_bonds_pencil(graph, look, arena, &pencil) || !pencil.regular) return NULL;
    *report = (CausalReport){0};
    if (assign_bonds(graph, &pencil, report)) equations = solve_by_rank(graph, &pencil, arena);
    if (!equations && jd_bonds_assign_components(graph, &pencil, report))
        equations = solve_by_rank(graph, &pencil, arena);
    if (!equations) equations = try_later(graph, arena, &pencil, report);
    for (Fewer way = FEWER_ALONE; way < FEWER_WAYS && !equations; way++)
        equations = try_fewer(graph, arena, &pencil, way, report);
    for (int n = -1; n < pencil.states && n < OTHERS && !equations; n++)
        equations = try_wish(graph, arena, &pencil, n, report);
    return equations;
}

static BondEquations *compile_by_rank(BondGraph *graph, Arena *arena, CausalReport *report) {
    BondEquations *equations = compile_as_seen(graph, (BondLook){0}, arena, report);
    return equations ? equations : compile_as_seen(graph, (BondLook){.sure = true}, arena, report);
}

/* ---- By an array of rates ------------------------------------------------------------------- */

static BondEquations *try_array(BondGraph *graph, BondWay way, Arena *arena) {
    JdLog *quiet = jd_log_new();
    BondEquations *equations = quiet ? jd_bonds_equations_by_array(graph, way, arena, quiet) : NULL;
    if (!quiet || jd_log_memory_out(quiet)) graph->arena->failed = true;
    jd_log_free(quiet);
    bool solved = equations && jd_equations_solve(equations) && !equations->failed;
    for (uint64_t seed = 11; seed < 11 + LOOKS; seed++)
        solved = solved && find_singular_at(equations, seed, arena) < 0;
    return solved ? equations : NULL;
}

/* What sources that hold something are given to return it by. */
typedef struct {
    bool any, gains, integral; /* integral: of them one returns what it integrates */
} Holds;

static Holds look_at_holds(const BondGraph *graph) {
    Holds holds = {false, false, false};
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondConstraint *c = &graph->nodes.at[n].constraint;
        if (!c->holds) continue;
        holds.any = true;
        holds.integral = holds.integral || c->beta || c->returns;
        holds.gains = holds.gains || c->alpha || c->gamma || holds.integral;
    }
    return holds;
}

/* Any strokes that are legal, of whole bonds rather than of components. */
static bool assign_any(BondGraph *graph, BondPencil *pencil, CausalReport *report) {
    *report = (CausalReport){0};
    if (jd_bonds_assign(graph, report, NULL)) return true;
    *report = (CausalReport){0};
    for (int n = 0; n < pencil->states; n++) pencil->wishes[n] = WISH_NONE;
    return jd_bonds_assign_components(graph, pencil, report);
}

static bool any_by_hand(const BondGraph *graph) {
    for (int b = 0; b < graph->bonds.count; b++)
        if (graph->bonds.at[b].by_hand) return true;
    return false;
}

/* Of storages whose strokes say so those that do depend on others. */
static void keep_dependent(const BondEquations *equations, CausalReport *report) {
    int kept = 0;
    for (int n = 0; n < report->derivative.count; n++) {
        bool depends = false;
        for (int k = 0; k < equations->dependent.count; k++)
            depends = depends || equations->vars.at[equations->dependent.at[k]].node ==
                                     report->derivative.at[n];
        if (depends) report->derivative.at[kept++] = report->derivative.at[n];
    }
    report->derivative.count = kept;
}

/* What artificial sources hold may decide more than strokes can say: a storage beside one follows
 * the effort that it gives, and is a state all the same. Gains return what they can; else all that
 * is held is held as it is, but not what was to be returned from where it has gone. Without such
 * sources strokes by hand are not passed over. */
static BondEquations *compile_by_array(BondGraph *graph, Arena *arena, CausalReport *report) {
    BondPencil pencil;
    BondEquations *equations = NULL;
    const Holds holds = look_at_holds(graph);
    if (!holds.any && any_by_hand(graph)) return NULL;
    if (!jd_bonds_pencil(graph, (BondLook){.held = true}, arena, &pencil) || !pencil.regular)
        return NULL;
    for (int yields = 0; yields <= holds.any && !equations; yields++) {
        graph->yields = yields;
        if (!assign_any(graph, &pencil, report)) continue;
        if (!holds.any || holds.gains) equations = try_array(graph, WAY_ARRAY, arena);
        if (!equations && holds.any && !holds.integral)
            equations = try_array(graph, WAY_ARRAY_AT_ONCE, arena);
    }
    graph->yields = graph->yields && equations;
    if (equations) keep_dependent(equations, report);
    return equations;
}

/* ---- All of it ------------------------------------------------------------------------------ */

/* Resistors and storages whose law goes one way decide the causality of others. */
static bool any_one_way(const BondGraph *graph) {
    for (int n = 0; n < graph->nodes.count; n++) {
        const BondNode *at = &graph->nodes.at[n];
        if (at->type->role != ROLE_RESISTOR && at->type->role != ROLE_STORAGE) continue;
        if ((at->effort_law != SYM_NONE) != (at->flow_law != SYM_NONE)) return true;
    }
    return false;
}

/* A trial, of which nothing is told but that memory is out. */
static BondEquations *try_out(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log,
                              bool *memory_out) {
    JdLog *quiet = jd_log_new();
    BondEquations *equations = quiet ? compile(graph, arena, report, quiet) : NULL;
    *memory_out = !quiet || jd_log_memory_out(quiet) || arena->failed || graph->arena->failed;
    jd_log_free(quiet);
    if (equations) equations->log = log;
    if (*memory_out) jd_report_memory(log);
    return *memory_out ? NULL : equations;
}

/* Once more, aloud. */
static BondEquations *say_why_not(BondGraph *graph, Arena *arena, CausalReport *report,
                                  JdLog *log) {
    *report = (CausalReport){0};
    if (jd_bonds_tell_splitter(graph, arena, log)) return NULL;
    return compile(graph, arena, report, log);
}

/* By strokes; or, if these fail, by rank. */
static BondEquations *compile_either(BondGraph *graph, Arena *arena, CausalReport *report,
                                     JdLog *log) {
    bool memory_out;
    CausalReport first = {0};
    BondEquations *equations = try_out(graph, arena, &first, log, &memory_out);
    if (memory_out) return NULL;
    if (equations) return *report = first, equations;
    equations = compile_by_rank(graph, arena, report);
    if (!equations) equations = compile_by_array(graph, arena, report);
    if (equations) return equations->log = log, equations;
    return say_why_not(graph, arena, report, log);
}

/* Laws as they are given; but if no causality fits that, or storages then depend on others, as many
 * of them as there need be are read the other way round. */
BondEquations *jd_bonds_compile(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log) {
    bool memory_out;
    graph->inverts = false;
    if (!any_one_way(graph)) return compile_either(graph, arena, report, log);
    CausalReport given = {0}, turned = {0};
    BondEquations *equations = try_out(graph, arena, &given, log, &memory_out);
    const bool fits = equations != NULL;
    if (memory_out) return NULL;
    if (fits && !given.derivative.count) return *report = given, equations;
    graph->inverts = true;
    equations = try_out(graph, arena, &turned, log, &memory_out);
    if (memory_out) return NULL;
    if (equations && (!fits || turned.derivative.count < given.derivative.count))
        return *report = turned, equations;
    if (!fits && ((equations = compile_by_rank(graph, arena, report)) ||
                  (equations = compile_by_array(graph, arena, report))))
        return equations->log = log, equations;
    graph->inverts = false;
    return say_why_not(graph, arena, report, log);
}
