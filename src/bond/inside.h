/* SPDX-License-Identifier: MIT
 *
 * What the files of bond/ share: laws that several types of nodes have, linear equations of symbols, digraphs. */
#ifndef JD_BOND_INSIDE_H
#define JD_BOND_INSIDE_H

#include "bond/bond.h"

/* ---- Assertions (sound.c) ---------------------------------------------------------------------
 * What holds of a graph that was checked; of its causality; of its laws in order of computing. */

void jd_bonds_are_sound(const BondGraph *graph);
void jd_causality_is_sound(const BondGraph *graph);
void jd_equations_are_sound(const BondEquations *equations);

/* ---- Laws that types share (laws.c) --------------------------------------------------------- */

void jd_write_source(BondEquations *equations, int node);
void jd_write_holds(BondEquations *equations); /* of artificial sources, behind all others */
/* Once the laws of all rates are written: what a source moves itself is held as it is. False: memory is out. */
bool jd_settle_holds(BondEquations *equations);
void jd_write_storage(BondEquations *equations, int node);
void jd_write_resistor(BondEquations *equations, int node);
void jd_write_transformer(BondEquations *equations, int node);
void jd_write_gyrator(BondEquations *equations, int node);
void jd_write_junction(BondEquations *equations, int node);
void jd_write_splitter(BondEquations *equations, int node);

/* ---- Ports ---------------------------------------------------------------------------------- */

/* Port 1 of a two-port: the one whose half arrow enters; if both do, or none, the first. */
int jd_first_port(const BondGraph *graph, int node);
int jd_vector_port(const BondGraph *graph, int node); /* of a splitter; -1: none has the dimension */
static inline const Bond *jd_port_bond(const BondGraph *graph, int node, int port) {
    return &graph->bonds.at[graph->nodes.at[node].ports.at[port]];
}
/* Whether a two-port can be passed both ways: its matrix is square and has full rank. */
bool jd_can_turn(const BondGraph *graph, int node);
/* Of a storage or resistor: whether laws are there for a port that gets the effort, or gets the flow. */
bool jd_can_get(const BondGraph *graph, int node, bool effort);
/* Of a resistor with a law of its own: whether it is given for a port that gets the effort, or gets the flow. */
bool jd_law_given(const BondGraph *graph, int node, bool effort);
/* What a law of a field calls a component: `q[2]`. */
Sym jd_law_word(SymPool *pool, const char *word, int component);
/* The causality of a storage that integrates: whether it gets the effort. */
static inline bool jd_integral_gets_effort(const BondType *type) { return type->stores_effort; }

/* ---- Variables (variables.c) ---------------------------------------------------------------- */

/* A new variable; NULL: memory is out. */
BondVar *jd_var_new(BondEquations *equations, VarKind kind, const char *name, int *index);
int jd_var_dot(BondEquations *equations, int var); /* the variable that is its rate; its law comes later */
int jd_var_of(const BondEquations *equations, Sym name); /* -1 */
const char *jd_var_text(const BondEquations *equations, int var);
bool jd_equations_write(BondEquations *equations); /* all variables and their laws */
/* Variables that its law names, or that decide it; the array lives in the arena. */
int jd_var_needs(const BondEquations *equations, int var, int **needs);
int jd_var_reads(const BondEquations *equations, int var, int **reads); /* the same as strokes say it */
Sym jd_law_rate(BondEquations *equations, Sym law, int var); /* of a law of a variable; SYM_NONE: failed */
/* Laws of all variables from as many rates of laws as there need be (array.c), where strokes say what they read. */
bool jd_equations_by_array(BondEquations *equations);

/* Names of variables, before any are there. */
Sym jd_bond_symbol(const BondGraph *graph, int bond, int component, bool flow, Arena *arena);
Sym jd_state_symbol(const BondGraph *graph, int node, int component, Arena *arena);

/* ---- Laws without causality (pencil.c) ------------------------------------------------------ */

/* Relations between states that came out together. */
typedef struct {
    int count;
    int *states; /* that depend by them */
    int *free;   /* states whose rates no row decided as yet */
} PencilLevel;
typedef enum { WISH_NONE, WISH_INTEGRAL, WISH_DERIVATIVE } PencilWish;
struct BondPencil {
    bool regular;     /* there is one solution */
    int order;        /* how many states are independent */
    int rounds;       /* how often some rows are differentiated until rates of states follow */
    int states;       /* of storages and integrators, all of them */
    const int *first; /* of nodes: the first of what they hold */
    bool *dependent;  /* of states: they follow from the rest */
    PencilWish *wishes; /* of states: what causality their storages shall have */
    bool *moves_itself; /* of states: as a dependent one it would still follow its own rate, */
    bool *turned;       /* and so it is an independent one, whose rate follows from its law */
    LIST(PencilLevel) levels; /* of each round */
    int *asked;       /* of states that depend: how many of their rates are asked for; the next multiplies what vanishes */
    int more;         /* asked for beyond what slopes say; -1: `asked` is known */
    int held_count;   /* states that no stroke shows as dependent, */
    int *held;
    int *freed, *dots; /* and for each one whose rate, differentiated so often in all, is free; dots 0: as often as it is asked for */
};
typedef struct {
    bool held;         /* what artificial sources hold is zero; otherwise they give some value */
    const bool *given; /* states that depend by the relations of the first round; NULL: some are chosen */
    bool sure;         /* with the surest pivots at once; otherwise if that finds more to be independent */
} BondLook;
bool jd_bonds_pencil(const BondGraph *graph, BondLook look, Arena *arena, BondPencil *out); /* false: memory is out */
/* Efforts and flows of components that all laws leave open, the `number`th way of them; false: there is none, or the graph is
 * too large. */
bool jd_bonds_undecided(const BondGraph *graph, int number, Arena *arena, double *free);
/* The same in words, with where an element would decide them; false: nothing to tell. */
bool jd_bonds_tell_undecided(const BondGraph *graph, Arena *arena, Text *out);

/* ---- Slopes (slopes.c) ---------------------------------------------------------------------- */

typedef struct {
    int count;            /* variables that they are by */
    double *slope, *size; /* of each variable a row */
    bool singular;        /* laws that depend on each other have no solution */
} BondSlopes;
/* `by` are taken as given, whatever law they have. False: memory is out. */
bool jd_equations_slopes(BondEquations *equations, const int *by, int count, Arena *arena, BondSlopes *out);
bool jd_slope_vanishes(const BondSlopes *slopes, int var, int by); /* but for rounding */

/* ---- Holonomy (holonomy.c) ------------------------------------------------------------------ */

/* Of all flows in `helds`; the laws of all other nodes are written. False: memory is out. */
bool jd_equations_holonomy(BondEquations *equations);

/* ---- Index (index.c) ------------------------------------------------------------------------ */

int jd_equations_index(const BondEquations *equations);

/* ---- Causality ------------------------------------------------------------------------------ */

/* The choices that the strokes of these bonds come from do not come together again. False: none of them was chosen. */
bool jd_bonds_ban(BondGraph *graph, CausalReport *report, const int *bonds, int count);

/* Which storages have derivative causality, of a graph with strokes. False: memory is out. */
bool jd_bonds_note(const BondGraph *graph, CausalReport *report);
/* Storages have what a pencil wishes: by hand. False: components of one bond would differ. */
bool jd_bonds_set_storages(BondGraph *graph, const BondPencil *pencil);
/* Each component of vector bonds by itself, likewise. False: none fits. */
bool jd_bonds_assign_components(BondGraph *graph, const BondPencil *pencil, CausalReport *report);

/* Of a graph without causality: says so if only rule C1 keeps it from one that has a solution, each component of a
 * splitter by itself. False: it is something else. */
bool jd_bonds_tell_splitter(BondGraph *graph, Arena *arena, JdLog *log);

/* Of a graph with any strokes, by an array of rates of laws. */
BondEquations *jd_bonds_equations_by_array(const BondGraph *graph, BondWay way, Arena *arena, JdLog *log);

/* Of a graph whose strokes follow from the pencil. */
BondEquations *jd_bonds_equations_by_rank(const BondGraph *graph, const BondPencil *pencil, Arena *arena, JdLog *log);

/* ---- Linear equations (linear.c) ------------------------------------------------------------ */

/* matrix x = right for several columns of right, n by m, both overwritten; pivots are the largest at `values`, numbers of
 * names. The result is in right. False: singular there; *row says which of the equations follows from others. */
bool jd_sym_eliminate(SymPool *pool, Sym *matrix, Sym *right, int n, int m, const double *values, int *row);

/* ---- Digraphs (digraph.c) ------------------------------------------------------------------- */

typedef struct { int count; const int *first, *to; } Digraph; /* edges of v: to[first[v]] .. to[first[v + 1] - 1] */
/* Strong components; those that others lead to come first. component[v]: which; returns how many, -1: memory is out. */
int jd_strong_components(const Digraph *graph, int *component);
enum { BREAKS_TRIED = 22 }; /* vertices of a rest for which every set is tried, so that the smallest is known */
/* Vertices without which there is no cycle, among those of one component; `forced` ones are in, of others those with small
 * rank are taken rather. Returns how many; *smallest: there is no smaller set. -1: memory is out. */
int jd_feedback_vertices(const Digraph *graph, const bool *forced, const int *rank, int *chosen, bool *smallest);

#endif
