/* SPDX-License-Identifier: MIT
 *
 * Bond graphs as data: nodes, the bonds between them, signals beside them. Knows no joints.
 *
 *     BondGraph ---> causality ---> laws in order of computing, blocks where they depend on each other ---> equations
 *                       |
 *                       +---> causal paths without integration, break variables, the summary
 *
 * Conventions. Every bond has an effort and a flow of its dimension; their product is the power along its half arrow. The
 * causal stroke is at the end that receives the effort. TF with modulus n: f2 = n f1, e1 = n e2 (1 in, 2 out); GY with r:
 * e1 = r f2, e2 = r f1; I: f = p/I; C: e = q/C; R: e = R f. Half arrows leave sources and enter R, C and I; the
 * reverse is legal and changes the sign of the power. */
#ifndef JD_BOND_H
#define JD_BOND_H

#include "sym/sym.h"

/* ---- Domains: domains.def ------------------------------------------------------------------- */

typedef struct {
    const char *name, *effort, *flow; /* units */
    bool pseudo; /* effort times flow is no power: the balance is not asked for */
    const char *colour;
    double effort_size, flow_size; /* what they usually are: errors of states are measured by it */
} BondDomain;
const BondDomain *jd_domain_at(int index); /* NULL past the end */
const BondDomain *jd_domain_find(const char *name);

/* ---- Node types: nodes.def ------------------------------------------------------------------ */

typedef struct BondGraph BondGraph;
typedef struct BondNode BondNode;
typedef struct BondEquations BondEquations;
typedef struct BondPencil BondPencil;

/* Which bonds of a node may have their stroke at it. */
typedef enum {
    CAUSAL_FREE,       /* any */
    CAUSAL_NONE,       /* none: it gives the effort */
    CAUSAL_ALL,        /* all: it gives the flow */
    CAUSAL_ONE,        /* exactly one: 0-junction, transformer */
    CAUSAL_ALL_BUT_ONE, /* 1-junction */
    CAUSAL_SAME,       /* all or none: gyrator */
    CAUSAL_SPLIT,      /* all but the vector bond, or that alone: splitter */
} CausalRule;

typedef enum { ROLE_SOURCE, ROLE_STORAGE, ROLE_RESISTOR, ROLE_TWO_PORT, ROLE_JUNCTION, ROLE_SPLITTER } BondRole;

typedef struct {
    const char *name, *aliases, *summary;
    BondRole role;
    CausalRule rule;
    int ports_least, ports_most; /* 0: any number */
    bool modulated;      /* its value may change during the run */
    bool stores_effort;  /* of a storage: I, whose state is the integral of the effort; otherwise C */
    bool flow_source;    /* of a source */
    bool gyrates;        /* of a two-port */
    const char *value;   /* what its value is called in messages: "modulus" */
    /* Writes the laws of a node whose bonds have their causality. */
    void (*write)(BondEquations *equations, int node);
} BondType;
const BondType *jd_bond_type_at(int index); /* NULL past the end */
const BondType *jd_bond_type_find(const char *name);
void jd_bond_type_suggest(Nearest *nearest);

/* ---- A graph -------------------------------------------------------------------------------- */

typedef enum { STROKE_OPEN, STROKE_TO, STROKE_FROM } Stroke; /* the end that receives the effort */

/* Numbers that a node has, rows of columns; 1 by 1 with a bond of more: the same for each component. NULL: none was said. */
typedef struct { const Sym *at; int rows, columns; } SymMatrix;

/* An artificial source: its value is what keeps the other variable of its bond at zero. `alpha` and `beta` (SYM_NONE: none)
 * return it there: phi'' + 2 alpha phi' + beta^2 phi = 0 with phi' the flow of the bond (of a flow source: the effort) and
 * phi what `integral` says or, if that is SYM_NONE, its integral with the constant `offset`; without beta phi'' + gamma phi'
 * = 0. */
typedef struct {
    bool holds;
    Sym alpha, beta, gamma;
    Sym returns;  /* alpha and beta, if what is held has an integral, else gamma */
    Sym integral; /* phi of the states, with its constant */
    Sym offset;   /* the constant alone: what stands in phi beside the terms of the coordinates */
    bool from_start; /* it is such that phi is zero at the start */
} BondConstraint;

typedef enum { HOLONOMY_UNKNOWN, HOLONOMY_YES, HOLONOMY_NO } Holonomy;
/* What one component of an artificial source holds. */
typedef struct {
    int node, component;
    int source, kept;   /* variables: what it gives, and what it holds */
    bool effort;        /* it holds the effort */
    bool moves;         /* the source itself moves it, without integration */
    Holonomy holonomy;  /* together with all others */
    Sym primitive;      /* the integral of its row, without a constant; SYM_NONE: it has none, or none is found */
    Sym phi;            /* with it, as it is used or would be; SYM_NONE: none is known, or it is a state */
    Sym alpha, beta, gamma; /* as they are used */
} BondHeld;

struct BondNode {
    const char *name;
    Where where;
    const BondType *type;
    SymMatrix value;        /* inertance, compliance, resistance, modulus, effort, flow */
    Sym effort_law;         /* of R: e of `flow`; of C: e of `q`; SYM_NONE: linear */
    Sym flow_law;           /* of R: f of `effort`; of I: f of `p` */
    const Sym *effort_laws, *flow_laws; /* of a field: one for each component, of `flow[1]`, `flow[2]` and so on; NULL: all have the same */
    int law_count;          /* of each of them */
    const double *start;    /* of a storage: its state; NULL: zero */
    int start_count;        /* 1 with more components: all of them */
    bool rotates;           /* of a two-port: its matrix is a rotation, whose inverse is its transpose */
    bool derivative;        /* of a storage: it is to have derivative causality */
    bool parasitic;         /* it stands for something stiff that gives way, and is none of the system's own; for pictures */
    int part;               /* of the graph that it belongs to, from 1 on; 0: none; for pictures */
    BondConstraint constraint;
    LIST(int) ports;        /* bonds, in the order in which they were added */
    int first_side;         /* of a two-port or splitter with a bond for each component: how many belong to its first side; 0: of others */
};

typedef struct {
    const char *name;
    Where where;
    int from, to; /* nodes: the half arrow goes from one to the other */
    int dimension; /* 0 means 1 */
    const BondDomain *domain; /* NULL: none */
    Stroke by_hand;
    Stroke stroke;
    int first;     /* of its components among those of all bonds */
    int port_from, port_to; /* which port of these nodes it is */
    Stroke *strokes; /* of its components, where they differ, which `stroke` then does not tell; NULL: they do not */
} Bond;

/* A signal: a value of its own, or with `integrates` the integral of it from `start` on. It may name efforts and flows
 * ("b.effort", "b.flow[2]"), states ("m.p", "c.q"), other signals and `time`. */
typedef struct {
    const char *name;
    Where where;
    Sym is;
    bool integrates;
    double start;
} BondSignal;

/* A name that has a number: a parameter. */
typedef struct { Sym name; double value; Dim dim; } BondParameter;

/* A name from outside that changes, and the name of its rate. */
typedef struct { Sym name, rate; } BondRate;

/* A body, joint or force of a mechanism, all of whose nodes are one box. */
typedef struct { const char *kind, *name; } BondPart;

/* Values of all names at a point that is kept: point.c. */
typedef struct {
    uint64_t seed, next; /* of random numbers */
    LIST(double) values;
    int parameters; /* that have their values */
} BondPoint;
typedef LIST(BondPoint) BondPoints;

struct BondGraph {
    Arena *arena;
    SymPool *pool;
    BondPoints *points;
    LIST(BondNode) nodes;
    LIST(Bond) bonds;
    LIST(BondSignal) signals;
    LIST(BondParameter) parameters;
    LIST(BondRate) rates; /* of names from outside that have one */
    LIST(BondPart) parts; /* of a mechanism */
    int components; /* of all bonds */
    bool strict;    /* names that are no parameters change in ways that nobody knows */
    bool mechanism; /* of one: what is held has the integrals that were said, and ranks are looked for where it stands */
    int patience;   /* conflicts after which the search of causality gives up; 0: many */
    bool greedy;    /* of choices that lead nowhere the last alone is taken back, as by hand: to see where that sticks */
    double firm;    /* part of a matrix that is inverted has pivots of this share of its largest entry; 0: any */
    bool yields;    /* sources that hold something may have either causality */
    bool inverts;   /* laws that are given one way are read the other way, too: by a loop of one unknown */
};

/* What a JdGraph begins with: for pictures, which know nothing else of it. */
typedef struct { const BondGraph *bonds; } GraphHead;

BondGraph *jd_bonds_new(Arena *arena, SymPool *pool); /* NULL: memory is out */
/* Each gives an index, or -1 after a report. */
int jd_bonds_add_node(BondGraph *graph, const BondNode *node, JdLog *log);
int jd_bonds_add_bond(BondGraph *graph, const Bond *bond, JdLog *log);
int jd_bonds_add_signal(BondGraph *graph, const BondSignal *signal, JdLog *log);
void jd_bonds_add_parameter(BondGraph *graph, Sym name, double value, Dim dim);
void jd_bonds_add_rate(BondGraph *graph, Sym name, Sym rate); /* of a name from outside */
int jd_bonds_find_node(const BondGraph *graph, const char *name); /* -1 */
int jd_bonds_find_bond(const BondGraph *graph, const char *name);
/* Ports, dimensions, domains and matrices, once all is added; false after reports. */
bool jd_bonds_check(BondGraph *graph, JdLog *log);

static inline int jd_bond_dimension(const Bond *bond) { return bond->dimension > 1 ? bond->dimension : 1; }
/* 1 if the half arrow enters the node at this port, else -1. */
static inline int jd_port_sign(const BondGraph *graph, int node, int port) {
    return graph->bonds.at[graph->nodes.at[node].ports.at[port]].to == node ? 1 : -1;
}
/* Whether the stroke of this port is at the node; its bond has a causality. */
static inline bool jd_port_gets_effort(const BondGraph *graph, int node, int port) {
    const Bond *bond = &graph->bonds.at[graph->nodes.at[node].ports.at[port]];
    return bond->stroke == (bond->to == node ? STROKE_TO : STROKE_FROM);
}
/* The same of a component, which may have a causality of its own. */
static inline Stroke jd_bond_stroke(const Bond *bond, int component) {
    return bond->strokes ? bond->strokes[component] : bond->stroke;
}
static inline bool jd_component_gets_effort(const BondGraph *graph, int node, int port, int component) {
    const Bond *bond = &graph->bonds.at[graph->nodes.at[node].ports.at[port]];
    return jd_bond_stroke(bond, component) == (bond->to == node ? STROKE_TO : STROKE_FROM);
}
int jd_bonds_width(const BondGraph *graph, int node); /* components of all its ports together */
double jd_bonds_start(const BondGraph *graph, int node, int component);
/* An entry of its matrix, whose size is `rows` by `columns`; a number alone stands for the diagonal. */
Sym jd_bonds_entry(const BondGraph *graph, int node, int row, int column);
/* The law of a component; SYM_NONE: it has none. */
Sym jd_bonds_law(const BondGraph *graph, int node, bool effort, int component);
/* Its value with names that have numbers put in; NaN: other names are in it. */
double jd_bonds_number(const BondGraph *graph, Sym s);
/* Values of all names for a look at some point: parameters as they are, others random but the same every time. */
double *jd_bonds_values(const BondGraph *graph, uint64_t seed, Arena *arena);
/* The same, kept by the graph up to the next look; NULL: memory is out. */
const double *jd_bonds_point(const BondGraph *graph, uint64_t seed);
/* Rank of a matrix at such a point. */
int jd_bonds_rank(const BondGraph *graph, const Sym *at, int rows, int columns);
int jd_bonds_firm_rank(const BondGraph *graph, const Sym *at, int rows, int columns, double least); /* by pivots larger than that */

/* ---- Causality ------------------------------------------------------------------------------ */

/* Strokes that must not come all together. */
typedef struct { int *bonds; Stroke *strokes; int count; } CausalBan;
typedef struct {
    LIST(int) derivative; /* nodes with a port of derivative causality */
    LIST(int) mixed;      /* vector bonds whose components have a causality each: no other fits */
    LIST(int) chosen;     /* bonds that nothing decided: under-causal rings; their causality was chosen */
    LIST(CausalBan) bans; /* given and learned */
    int tries;            /* how often choices were taken back */
    int assigned;         /* bonds that have a causality: all; with `greedy` those before the choice that sticks */
    int *decision;        /* for each bond: its place in the order of decisions; -1: it followed from others */
    int *reason;          /* for each bond: the node, or (from the number of nodes on) the ban that it followed from */
} CausalReport;
/* Gives every bond its causality: what is fixed, what was said by hand, storages as integrals, then the rest, each with what
 * follows from it; a choice that leads nowhere is taken back with what it was the reason of. False after reports. */
bool jd_bonds_assign(BondGraph *graph, CausalReport *report, JdLog *log);
/* Causality, laws and loops, all in one: a causality whose loops have no solution is changed where it was a choice. NULL
 * after reports. */
BondEquations *jd_bonds_compile(BondGraph *graph, Arena *arena, CausalReport *report, JdLog *log);
/* Says of each storage in derivative causality why, of rings that they were chosen, of moduli that may pass through zero. */
void jd_bonds_tell(BondGraph *graph, const CausalReport *report, JdLog *log);
void jd_jumps_tell(const BondEquations *equations, JdLog *log); /* rates of what has none everywhere */
void jd_holonomy_tell(const BondEquations *equations, JdLog *log); /* integrals of what has none */
bool jd_bonds_divides(const BondGraph *graph, int node); /* by a modulus that changes */

/* ---- Laws: what gives which variable, in causal order --------------------------------------- */

typedef enum {
    VAR_EFFORT, /* of a component of a bond */
    VAR_FLOW,
    VAR_STATE,  /* of a storage, of an integrating signal, of the integral of a constraint */
    VAR_RATE,   /* of such a state */
    VAR_STORED, /* of a storage in derivative causality: its state follows from others */
    VAR_SIGNAL,
    VAR_DOT,    /* the rate of another variable */
    VAR_HELD,   /* of an artificial source: what must be zero */
} VarKind;

typedef struct {
    VarKind kind;
    Sym name;
    int bond, component; /* of an effort or flow; -1 */
    int node, port;      /* whose law it is; -1 */
    int signal;          /* which it is, or whose state; -1 */
    Sym law;             /* SYM_NONE: it is given (a state), or */
    Sym by_strokes;      /* what strokes would have it read, where the law is another one (WAY_ARRAY) */
    int held;            /* decided by what must be zero: of an artificial source; -1 */
    int dot;             /* the variable that is its rate; -1: nobody asked for it */
    int of;              /* of a rate: whose; -1 */
    int order;           /* of a rate: how often the law was differentiated */
    int block;           /* that it stands in */
    double start;        /* of a state */
} BondVar;

/* Laws that depend on each other: once `breaks` are known, the others follow in order. One law alone is a block, too. */
typedef struct {
    int *vars, count; /* in order of computing; breaks come first */
    int break_count;
    bool loop;        /* it has breaks, or a law that names itself */
    bool smallest;    /* no smaller set of breaks does; otherwise none of them can be left out */
    bool linear;      /* in its breaks */
    bool singular;    /* and they do not follow */
    Sym *matrix, *right; /* matrix breaks = right, of a linear block; NULL: larger than is written down */
    Sym *solution;    /* of the breaks; NULL: not found as a formula */
} BondBlock;

/* Where laws come from: strokes, and with a pencil its ranks; an array of laws and their rates; the same with all that is
 * held as it is, without what returns it. */
typedef enum { WAY_STROKES, WAY_ARRAY, WAY_ARRAY_AT_ONCE } BondWay;

struct BondEquations {
    const BondGraph *graph;
    BondWay way;
    Arena *arena;
    SymPool *pool;
    JdLog *log;
    LIST(BondVar) vars;
    int *effort, *flow;     /* variables of the components of all bonds */
    int *state;             /* of nodes: the first of their states; -1 */
    int *signal;            /* of signals */
    LIST(int) of_name;      /* variable of a name, by its number; -1: none */
    LIST(BondBlock) blocks; /* in order of computing */
    LIST(int) states;       /* variables that are integrated */
    LIST(int) dependent;    /* variables VAR_STORED */
    LIST(BondHeld) helds;
    int integrable;         /* how many independent integrals all that is held together has; -1: not known */
    bool failed;            /* something was reported, or memory is out */
    int index;              /* with the unknowns (x', y) */
    const BondPencil *pencil; /* of a graph whose causality follows from rank; NULL: strokes alone decided */
};
int jd_equations_var(const BondEquations *equations, Sym name); /* -1: it is none */
/* Of a graph whose bonds have their causality. NULL after a report. */
BondEquations *jd_bonds_equations(const BondGraph *graph, Arena *arena, JdLog *log);
/* Puts symbols in the place of loops where they are short enough. False: one of them is singular, which is in the block. */
bool jd_equations_solve(BondEquations *equations);

/* What the files of node types use: names of variables at a port, and what gives them. */
Sym jd_law_effort(const BondEquations *equations, int node, int port, int component);
Sym jd_law_flow(const BondEquations *equations, int node, int port, int component);
void jd_law_set_effort(BondEquations *equations, int node, int port, int component, Sym law);
void jd_law_set_flow(BondEquations *equations, int node, int port, int component, Sym law);

/* ---- Causal paths without integration: paths.c ---------------------------------------------- */

typedef struct {
    int kind;         /* class 1 to 4; 0: closed through signals */
    int *vars, count; /* in order; of classes 1 and 2 one way, the other goes back along the same bonds */
    Sym gain;         /* of a cycle: what goes round comes back so many times; SYM_NONE: of none */
} BondPath;
typedef struct {
    LIST(BondPath) paths;
    int counts[5]; /* of each kind */
    bool basis;    /* not all are listed */
} BondPaths;
bool jd_equations_paths(BondEquations *equations, Arena *arena, BondPaths *paths); /* false: memory is out */
void jd_paths_print(const BondEquations *equations, const BondPaths *paths, Text *out);

/* Lists by name: independent states, dependent states, algebraic variables, break variables, integrators, and the index. */
void jd_equations_summary(const BondEquations *equations, Text *out);

/* Whether the breaks are the fewest, and why the index is what it is, where a reader of the paths would expect another: the rule of thumb says 2 with paths of
 * class 4 and less without. */
void jd_notes_print(const BondEquations *equations, const BondPaths *paths, Text *out);

/* What is held, whether it has an integral, and what returns it to zero, a line each; nothing if nothing is held. */
void jd_holonomy_print(const BondEquations *equations, Text *out);

/* ---- Impulses: jump.c ------------------------------------------------------------------------ */

/* States that do not fit are moved by an impulse, which is what any laws leave of it: efforts and flows that are a moment long,
 * and where states follow others over rates, those of states and their rates, too. */
typedef struct {
    double *values;      /* of all names, where everything follows from the states that are independent */
    const double *gap;   /* of all storages and integrators: by how much that is more than they were */
    double *move;        /* by how much they are moved on from there */
    double *impulse;     /* of components with a source that holds something: how far that is from zero; then what it gives */
} BondJump;
int jd_jump_states(const BondGraph *graph); /* how many `gap` and `move` are: components of storages, then integrators */
bool jd_bonds_jump(const BondGraph *graph, const BondJump *jump, Arena *arena); /* false: there is none */

/* ---- Equations to be read ------------------------------------------------------------------- */

typedef struct { Sym left, right; } BondLine;
typedef struct { const char *title; LIST(BondLine) lines; } BondSection;
typedef struct { SymPool *pool; BondSection sections[5]; int count; } BondPresent;
bool jd_equations_present(BondEquations *equations, Arena *arena, BondPresent *present); /* false: the pool stopped */
bool jd_equations_print(const BondPresent *present, SymStyle style, Text *out);

/* ---- Numbers of them ------------------------------------------------------------------------ */

typedef struct BondProgram BondProgram;
BondProgram *jd_equations_program(const BondEquations *equations, Arena *arena); /* NULL: memory is out */
/* From the time and states (in the order of `states`) all variables, into values by the numbers of their names. False: a
 * loop has no solution there; its block is in *block. */
bool jd_equations_run(const BondProgram *program, double time, const double *states, double *values, int *block);
/* Of values that were found: the first block that is solved as numbers, and whose solution is that of rounding alone; -1. */
int jd_equations_find_singular(const BondProgram *program, double *values);

#endif
