/* SPDX-License-Identifier: MIT
 *
 * JdSystem: a mechanism as flat arrays, constant after it is compiled, and the kernel that evaluates it.
 * Motion is the mutable side: where everything is at one instant. A formulation (form/) decides which
 * unknowns move; positions, velocities, accelerations and multipliers always end up in a Motion. */
#ifndef JD_SYSTEM_H
#define JD_SYSTEM_H

#include "graph/graph.h"
#include "model/model.h"
#include "sparse/sparse.h"

typedef struct Motion Motion;
typedef struct Kernel Kernel;
typedef struct FormType FormType; /* form/form.h */

/* What acts on a body, along ground axes. */
typedef struct {
    Vec3 force, torque;
} Wrench;

/* ---- Rows: what must be zero ---------------------------------------------------------------- */

typedef struct {
    Lock lock;             /* a turn alone, (thetaj - thetai) or its like, measures a free */
    const Program *motion; /* f = lock - motion(time); NULL: none */
    int integral;          /* with motion: it is the rate, and f = lock - this state of one's own; -1: it is not */
    double target;         /* f = lock - target, for start values */
    double target_rate;
    double angle;          /* in the plane, of lock.turn: the frames' own angle on their bodies, j - i */
    int counter;           /* in space, of lock.turn: which of system->turn counts it; -1: nobody */
    bool wraps;            /* an angle that nobody counts: whole turns do not matter */
    bool velocity;         /* a velocity row: f' is all there is */
    bool metres;           /* f is a length; otherwise a pure number */
    bool rate_only;        /* a start value of a rate: no position is asked for */
    bool position_only;    /* a start value of a position: the rate stays open */
    double alpha, beta, gamma; /* gains, NaN: the system's */
    double stiffness, damping, backlash; /* of a joint that gives way: its spring and damper, and half of what it has no force in */
    int joint, number;     /* lock `number` of joint `joint`; -1: not of a joint */
    int drive, start;      /* index of the drive or start value it is; -1: none */
} Row;

/* Rows between the same two bodies; of a coupling between those of both its joints, each once. */
enum { GROUP_ENDS = 4 };
typedef struct {
    int ends, body[GROUP_ENDS]; /* i, j */
    int pair[GROUP_ENDS];       /* of each end: the pair with its body's block; -1: the ground */
    int frame_i, frame_j;
    int first, count;
    int joint; /* -1: a start value */
    bool couples;
} Group;

/* Rows, the matrix [A J^T; J 0] that goes with them, and the kernel's own sorted copy of them. */
typedef struct {
    int groups, rows;
    const Group *group;
    const Row *row;
    const SparsePlan *plan;   /* blocks: moving bodies in order, then groups */
    const int *pair_bodies;     /* of each group: the pair body-body, -1: none (see augmented) */
    const bool *augmented;      /* of each group: A += rho J^T J, since a body has no mass of its own */
    const void *shapes;         /* the kernel's, a RowShapes first */
    bool augments;
    bool loops;                 /* without them only rows of one joint can depend on each other */
    const struct Schur *schur;  /* the short way, J M^-1 J^T; NULL: it would not be short */
} RowSet;

/* Numbers of a RowSet at one instant. Each part is filled by those who are named with it, and by nobody else. */
typedef struct {
    int count, *row;     /* rows that are held softly, since they follow from the others */
    double ratio;        /* the highest report.ratio since they were chosen; 0: not known yet */
    double *held;        /* softness of each unknown: that of anchors, zero for others */
    double *null, *gram; /* combinations of rows that vanish, one behind the other; their products */
} AnchorWork;
typedef struct {
    double *steady; /* what never changes of J M^-1 J^T, which stands in `factor` */
    double *scaled; /* J M^-1/2 */
} SchurWork;
typedef struct {
    bool wanted;   /* by a run: the right-hand side is kept, for jd_rows_residue, */
    double *right; /* here, by jd_rows_solve or the form; of `dynamics` alone */
} ProofWork;
typedef struct {
    /* Wishes of whoever lays it out, before kernel->init: solve/, doctor/. */
    bool weights;            /* A holds plain weights, not masses */
    double soften;           /* > 0: wanted softness of the rows; no refinement then */
    /* kernel->init and kernel->rows: shapes.c, planar_rows.c, spatial_rows.c. */
    double *values;          /* matrix */
    void *slots;             /* where frames are */
    double *f, *rate, *bias; /* of each row */
    bool filled;             /* and no body has moved since */
    /* jd_rows_factor: rows.c, schur.c. */
    double *factor;
    double *soft;            /* how soft each multiplier is where rows repeat each other */
    SparseReport report;     /* of the last factorisation; see jd_rows_lowest for its row */
    double epsilon;          /* with which it was made */
    bool short_way;          /* the factors are those of J M^-1 J^T */
    /* The right-hand side by whoever asks, then jd_rows_solve: rows.c, schur.c. */
    double *b, *x, *step;    /* right-hand side; unknowns; correction */
    bool unlent;             /* the right-hand side is not one of rows to be met: nothing is lent to it; anchor.c */
    AnchorWork anchor;       /* anchor.c */
    SchurWork schur;         /* schur.c */
    ProofWork proof;
} RowWork;

/* ---- Forces and channels -------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Where where;
    const ForceType *type;
    int frame_i, frame_j;
    int node_i, node_j;       /* nodes at its ends; -1: none */
    int frame_r;              /* of a type that resolves: whose axes its vectors are along */
    int joint, free;          /* FORCE_ON_FREE: the joint and which of its frees */
    double fields[3 * TYPE_FIELDS];
    const Program *program[3 * TYPE_FIELDS]; /* NULL: the number */
    int values;                              /* how many of both */
    bool varies;                             /* some of them are expressions */
    bool reads_store;                        /* what others store: it comes behind them */
    bool off;                                /* it does not act at the start */
} SystemForce;

typedef enum { LEVEL_POSITION, LEVEL_VELOCITY, LEVEL_ACCELERATION } Level;

typedef enum { READS_NOTHING, READS_JOINT, READS_LOCK, READS_DRIVE } Reads;

/* A kind of channel, one line in a table. `row`: how it is asked for as a start value, a lock's text, "turn",
 * "cardan", "free" or NULL: not at all. */
typedef struct {
    const char *name, *unit, *summary;
    Level level;
    double (*eval)(const JdSystem *system, const Motion *motion, int subject, int number);
    const char *row;
    bool space_only; /* z parts, attitudes in space */
    bool plane_only; /* the angle of the plane: also of a planar model in space */
    int number;      /* what eval is told */
    Reads reads;     /* the multipliers that it shows, which may not be unique */
    bool store;      /* it shows what forces and joints that give way store: known when they are */
} ChannelDef;

typedef struct {
    const char *subject, *name, *unit, *summary;
    bool plane_only, space_only;
} ChannelInfo;
extern const ChannelDef jd_free_channels[3][3], jd_lambda_channel; /* position, rate, acceleration of a turn, a slide, a ball */
static inline bool jd_is_free_channel(const ChannelDef *def) {
    return def >= jd_free_channels[0] && def < jd_free_channels[2] + 3;
}
bool jd_channel_info_at(int index, ChannelInfo *info); /* for help; false past the end */

/* ---- Values of one's own: states and signals ------------------------------------------------- */

/* A state of one's own: one more number of the state of a run, behind those of the form. Forms do not know them, steppers
 * see one vector; form/extend.c puts both together. */
typedef struct {
    const char *name, *rate_name; /* of its channels: "i", "i.rate" */
    Where where;
    const char *unit, *rate_unit; /* SI */
    double start;
    const Program *begin; /* the same as an expression of the start position; NULL: the number */
    double scale;        /* an error counts by scale + |value| */
    const Program *rate; /* over motion->inputs */
    int drive;           /* the drive whose position it is; -1: none */
} SystemState;

typedef struct {
    const char *name; /* "u", or one number of a vector, "p.x" */
    Where where;
    const char *unit; /* SI */
    const Expr *expr; /* the model's; NULL after the system stands */
    const Program *program;
    int slot;  /* its value in motion->inputs */
    int channel;
    Level level;
    bool hot;  /* forces or rates read it, perhaps through others */
    bool timed;   /* it depends on time alone, perhaps through others */
    bool written; /* has conditions on time, and was written out in who reads it */
    int ring;  /* it is part of, from 1 on; 0: none */
    bool rest; /* of a ring: it must be zero; otherwise it is an unknown */
    const Expr *reads; /* of an unknown: all that its ring reads; NULL after the system stands */
    bool typed; /* it must have this dimension: */
    Dim dim;
    bool seen;  /* pictures need it */
} SystemSignal;

/* What is measured: frames of the system, or a joint or a force. */
typedef struct {
    const char *name;
    int frame_i, frame_j, along;
    int joint, force; /* -1: neither */
} SystemSensor;

/* An input: it stays what it is until it is set. */
typedef struct {
    const char *name;
    Where where;
    const char *unit; /* SI */
} SystemGiven;

/* What a signal was some time ago; before the start, what its history says. */
typedef struct {
    const char *name;
    Where where;
    const char *unit; /* SI */
    Dim dim;
    double by;              /* > 0 */
    const Program *history; /* of time */
    int signal;
} SystemDelay;
enum { HISTORY_LATCHES = 256 }; /* conditions of one history */

/* An event. Its actions are worked out together, then done. */
typedef struct {
    int given, extra; /* which of these is set; -1: the other */
    const Program *value;
} SystemSet;
typedef struct {
    int joint, free;
    const Program *value;
} SystemImpulse;
typedef struct { int force; bool on; } SystemSwitch;
typedef struct {
    const char *name;
    Where where;
    const Program *condition;
    SystemSet *set;
    int sets;
    SystemImpulse *impulse;
    int impulses;
    SystemSwitch *turn;
    int switches;
    bool stop;
    const char *why; /* the run then ends before its time, which is told; NULL: it is not */
    const char *remedy; /* what to do about it; NULL: nothing */
    int snaps; /* the node that does; -1: none */
} SystemWhen;

/* A slot of motion->inputs: a channel, or the program of a signal, which reads slots before its own only. */
typedef struct {
    int channel;
    const Program *program; /* of a signal; NULL: the channel itself */
    int signal;
    int ring;               /* whose unknown it is, from 1 on; 0: of none */
    bool first;             /* of its ring, which is solved in its turn */
} SystemInput;

/* Values that follow from each other (rings.c), by slots: as many rests as unknowns, and what is worked out in a round. */
typedef struct {
    int n, inners;
    const int *unknown, *rest, *inner;
} SystemRing;

/* ---- The system ----------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Where where;
    Pose pose;
    double mass, inertia[3]; /* about its axes, which are principal ones; in the plane the last */
    bool massless;
    bool idle[3];      /* no inertia about this axis, and nothing that could turn it about it: no coordinate */
    bool borrows;      /* nearly without mass, and moved by its joints: they lend it some, build/light.c */
    double turning[3]; /* what resists a turn about it: the inertia, of an idle one something that keeps it at rest */
} SystemBody; /* in space body axes are the principal ones; frame b of the system has the user's */

typedef struct {
    const char *name;
    Where where;
    const char *type_name;
    bool disc;  /* zi along zj is: a disc that lies flat; */
    bool apart; /* M = N is singular, and */
    const char *warning;
    int frame_i, frame_j, body_i, body_j;
    int locks, frees;
    bool placed; /* its frees say where j is (jd_frees_place); otherwise they measure, and its locks say it */
    const FreeDef *free[JOINT_FREES];
    double lead[JOINT_FREES];    /* of a screw: its advance for one radian */
    Row *free_row;               /* of each free */
    Row *rate_row;               /* of a ball: a velocity row. Otherwise the same as free_row */
    Row *lock_row;
    Row *start_row; int starts;  /* instead of them at the start; 0: the same. NULL: it has no clearance */
    bool elastic;                /* no rows: springs and dampers along its locks, soft.c */
    bool couples;                /* frees of two other joints: */
    int coupled[2], coupled_free[2];
    int group;     /* in `dynamics`; -1: it locks nothing here */
    int first_row; /* in `dynamics`; the locks are first, drives of its frees behind them */
} SystemJoint;

typedef struct {
    const char *name;
    Where where;
    const Program *motion; /* over time: the position of the free, or */
    int state;             /* its rate, and this state of one's own is the position; -1: it is the position */
    int joint, free, row;
} SystemDrive;
typedef struct {
    const char *name;
    int body;
    Pose local;
    int seat; /* where it is found in motion->bodies: its body, or behind all bodies the node that it moves with */
} SystemFrame;

/* A node: a point without mass at which forces meet. Its place are states of one's own, `extra` and the next ones, of which
 * an evaluation takes what dampers hold and solves for the rest, so that all forces on it are in equilibrium: nodes.c. */
typedef struct {
    const char *name;
    Where where;
    int frame, extra;
    int block, number; /* the first of its numbers in the block */
} SystemNode;

/* Nodes whose places follow from each other: joined by forces, or by what these read. */
typedef struct {
    int n; /* numbers of their places */
    int nodes, forces, slots;
    const int *node, *force, *slot; /* slots: of motion->inputs, that follow from the nodes, in order */
} SystemNodes;

/* A corner, and whose it is. */
typedef struct { Corner corner; const char *kind, *name; Where where; } SystemCorner;

/* A program of the model that changes with time by itself, not only linearly, and whose it is. */
typedef struct { const Program *program; const char *kind, *name; Where where; const SystemDrive *drive; } SystemTimed;

/* An angle that is counted over many turns. The bodies know it up to whole turns; a number of the state, which
 * nothing else depends on, knows how many: theory 8.5. */
typedef struct { Lock lock; int frame_i, frame_j; double drawn; } SystemTurn; /* drawn: NaN, what the frames say */

/* What keeps the locks closed. */
typedef enum {
#define STABILISE(name, word) STABILISE_##name,
#include "system/stabilise.def"
#undef STABILISE
} Stabilise;

typedef struct { const char *name, *target, *rate, *accel; } ChannelPort; /* as ModelPort */
typedef struct { const char *unit; double scale; } ChannelShown; /* unit NULL: its own */

struct JdSystem {
    Arena arena;
    const char *name;
    uint64_t model_hash; /* the model's own */
    JdSpace space;
    const Kernel *kernel;
    const FormType *form;
    const char *why;  /* it was chosen for the mechanism; NULL: by somebody */
    const void *plan; /* the form's own */
    Stabilise stabilise;
    JdCompileDef settings;
    JdCompileDef asked; /* the same before what was left open was filled in */
    Shared *words;      /* that parameters stand in; NULL: it was not made of words alone */
    Shared *tables;     /* that programs read; NULL: there is none */
    ModelRun run;
    double length; /* characteristic length of the mechanism, for scaling; > 0 */
    double weight; /* characteristic mass; > 0 */
    bool uneven;   /* masses differ by so much that elimination loses digits: solutions are refined once */
    bool flat;     /* a planar model in space */
    GravityKind gravity_kind;
    Vec3 gravity, gravity_centre; /* uniform; towards a point */
    double gravity_mu;
    const Program *gravity_field[3];
    int latches, terms;       /* of all programs: conditions on time alone; terms of time */
    int bends;                /* and corners of channels, be they of what is only shown */
    int timeds;               /* programs with either */
    SystemTimed *timed;
    int corners;              /* of what forces and rates are made of; behind them those of events' conditions: */
    int watched;              /* all of them */
    SystemCorner *corner;
    Level corner_level;       /* of what they read */
    const double *start_held; /* of each condition: what it is right after time 0; NULL: there is none */

    int bodies, frames, joints, forces, drives; /* bodies count the ground, which is body 0 */
    int turns;
    SystemTurn *turn;
    SystemBody *body;
    SystemFrame *frame; /* the bodies' own (centre of mass) first, frame b of body b */
    SystemJoint *joint;
    SystemForce *force;
    SystemDrive *drive;

    Graph graph; /* bodies and joints */
    RowSet dynamics;
    const bool *cut;     /* of each joint: the user wants it cut; NULL: nobody said */
    const bool *kept;    /* and wants it in the tree; likewise */
    const GraphVertex *vertex; /* of each body: whether a tree begins with it; NULL: nobody said */
    const unsigned char *prefer; /* of each joint: a bit for each free that shall be an independent coordinate; NULL: nobody said */
    const bool *rigid;   /* of each joint: it is not elastic; NULL: all are */
    int anchors;         /* rows of `dynamics` that follow from others, */
    const int *anchor;   /* and which were chosen at the start: theory 5.9 */

    int states;       /* numbers of the state: of the form, then those of one's own */
    double *start;    /* state at time 0 */
    const FormType *mechanics; /* the form without states of one's own; NULL: form is all there is */

    int extras;       /* states of one's own: the last numbers of the state */
    SystemState *extra;
    const double *extra_start;
    int signals;
    SystemSignal *signal; /* in the order of the model */
    bool ledger; /* it keeps one: states f.work, f.heat and so on, run/ledger.c */
    int sensors;
    const SystemSensor *sensor;
    int givens;
    SystemGiven *given;
    const double *given_start;
    int delays;
    SystemDelay *delay;
    Level delay_level;    /* the highest that they read */
    int nodes, node_width; /* numbers of a place */
    SystemNode *node;
    int node_blocks, node_most; /* the most numbers that one has */
    SystemNodes *node_block;
    int whens;
    SystemWhen *when;     /* in the order of the model */
    Level when_level;     /* the highest that they read */
    bool switched;        /* forces are switched, or off at the start */

    int channels;
    const char **channel_name;
    int *channel_hash; /* channel + 1 by its name; 0: empty */
    int channel_room;  /* size of channel_hash: a power of 2 */
    struct ChannelAt {
        const ChannelDef *def;
        const char *unit;
        int subject, number;
    } *channel;
    bool *channel_loose;    /* of each channel: it shows one of many possible reactions; NULL: none does */
    int slots;              /* of motion->inputs: all that expressions of the run read */
    SystemInput *slot;
    int inputs;             /* those that an evaluation needs: `early` before the forces, which read them, `late` after */
    int earlies, lates;     /* them, for rates of states alone; `stored` between forces that store and such as read that */
    int storeds;
    const int *early, *stored, *late;
    int feedbacks, lasts;   /* channels that follow from all forces, and are read: by forces, so that they are solved for */
    const int *feedback, *last; /* (form/feedback.c); by rates alone, after the accelerations, with the signals between */
    int rings, ring_most;   /* values that follow from each other; unknowns of the largest */
    SystemRing *ring;
    int outputs, *output;   /* channels the model asks for */
    ChannelPort *port; /* other names of channels */
    int ports;
    ChannelShown *shown; /* of each channel: the unit that it is shown in; NULL: none has one of its own */
    int expects, expects_skipped;
    JdExpect *expect;
};

static inline bool jd_stabilise_projects(const JdSystem *system) {
    return system->stabilise >= STABILISE_PROJECTION && system->stabilise <= STABILISE_CORRECTION;
}
/* Rows ask for f'' + 2 alpha f' + beta^2 f = 0. */
static inline bool jd_stabilise_gains(const JdSystem *system) {
    return system->stabilise == STABILISE_BAUMGARTE || system->stabilise >= STABILISE_AUGMENTED;
}

/* Where the frees of a joint are among the coordinates and rates of a tree; -1: they are not. `known`: their positions in
 * the state are exact at every evaluation. */
typedef struct TreeFree { int q, u; bool known; } TreeFree;

#include "system/motion.h"

/* ---- Evaluating ----------------------------------------------------------------------------- */

/* A row besides those of joints and drives, between two frames. */
typedef struct {
    Row row;
    int frame_i, frame_j;
    int joint, free; /* it is this free of this joint; -1: of none */
} ExtraRow;
/* Elastic joints: adds their forces to Q. And the wrench of one on side i or j, about the centre of mass. */
void jd_soft_push(const JdSystem *system, Motion *motion, double *Q);
Wrench jd_soft_wrench(const JdSystem *system, const Motion *motion, int joint, bool side_j);
/* Minus the spring's and damper's pull along a lock. */
double jd_soft_effort(const Row *row, double f, double rate);
/* Where the two points of joints with clearance are at the start: the gap along an axis of frame i (0: x), beside
 * that axis as loops allow, or anywhere at the distance of the gap. */
typedef enum { GAP_ALONG, GAP_ASIDE, GAP_ANYWHERE } GapStart;
void jd_gap_start(JdSystem *system, GapStart how, int axis);
bool jd_has_gaps(const JdSystem *system);

/* A free that is a coordinate of the form. */
static inline const TreeFree *jd_tree_free(const Motion *motion, int joint) {
    const TreeFree *free = motion->tree_free ? &motion->tree_free[joint] : NULL;
    return free && free->u >= 0 && free->known ? free : NULL;
}
/* Slots that forces read; those that only rates read, after the forces. And all up to a level, for channels. */
void jd_inputs_early(const JdSystem *system, const Motion *motion);
void jd_input_eval(const JdSystem *system, const Motion *motion, int slot);
void jd_inputs_stored(const JdSystem *system, const Motion *motion);
void jd_inputs_late(const JdSystem *system, const Motion *motion);
void jd_inputs_all(const JdSystem *system, const Motion *motion, Level level);
/* Slots that rates alone read of accelerations and reactions, once these are recovered. */
void jd_inputs_last(const JdSystem *system, const Motion *motion);
void jd_ring_solve(const JdSystem *system, const Motion *motion, int number); /* no numbers: there is no solution */
double jd_history_next(const SystemDelay *delay, double from); /* when its history changes next, at most 0 */
/* The last piece that begins at `at` or before; of those that meet there the one that ends. */
long jd_past_piece(const Past *past, double at, bool ends);
double jd_delay_value(const JdSystem *system, const Motion *motion, int delay);
int jd_given_of_channel(const JdSystem *system, int channel); /* the input that it is; -1: it is none */
/* Where states of one's own begin in a state. */
static inline const double *jd_extra_of(const JdSystem *system, const double *y) {
    return y + system->states - system->extras;
}
/* The bodies and the states of one's own that each slot follows from, for patterns; NULL: out of memory. */
typedef struct { int bodies, extras; const int *body, *extra; } SlotReads;
const SlotReads *jd_reads_make(const JdSystem *system, Arena *arena);

/* What force k (of two frames, or of a body) does now; `in` shows where its frames are. */
void jd_force_now(const JdSystem *system, const Motion *motion, int k, ForceInput *in, ForceOutput *out);

/* ---- Nodes: nodes.c ---- */
/* Before an evaluation: the places of the state's own numbers, which the nodes are looked for from. */
void jd_nodes_tell(const JdSystem *system, Motion *motion, const double *extra);
/* With all that forces on nodes read of bodies: where the nodes are, and how dampers let them move. motion->extra shows it. */
void jd_nodes_solve(const JdSystem *system, Motion *motion);
/* Which of their places follow from equilibrium, so that how these change must be told: into motion->node_drift. */
bool jd_nodes_follow(const Motion *motion, const JdSystem *system);
/* From where it stands a block of nodes goes to the next stable equilibrium. */
typedef enum { NODES_REST, NODES_LOOSE, NODES_LOST } NodesEnd;
NodesEnd jd_nodes_relax(const JdSystem *system, Motion *motion, int block, int *which);
void jd_nodes_report(const SystemNode *node, NodesEnd end, double time, JdLog *log);
double jd_nodes_stability(const Motion *motion, const JdSystem *system, int node);
double jd_nodes_stored(const JdSystem *system, const Motion *motion, int block); /* energy of the forces on it, after an evaluation */

/* Applied forces into Q, after move. */
void jd_forces_eval(const JdSystem *system, Motion *motion, double *Q);
void jd_forces_add(const JdSystem *system, Motion *motion, double *Q); /* adds those of the model, without gravity */
/* Lists and names all channels, once bodies, joints, forces and drives stand. */
bool jd_channels_make(JdSystem *system);
/* Finds a channel and says how it could be a start value. */
int jd_channel_find(const JdSystem *system, const char *name);
void jd_channel_suggest(const JdSystem *system, Nearest *nearest);
/* The length of the longest beginning of a name, up to a dot, that channels have too. */
size_t jd_subject_length(const JdSystem *system, const char *name);
/* Says that there is no such channel, and what its body or joint offers. */
void jd_channel_unknown(const JdSystem *system, const char *name, Where where, JdLog *log);
/* The row of a channel that can be a start value; false if it cannot. */
bool jd_channel_row(const JdSystem *system, int channel, ExtraRow *extra);
double jd_channel_eval(const JdSystem *system, const Motion *motion, int channel);
Level jd_channel_level(const JdSystem *system, int channel);
Dim jd_channel_dim(const JdSystem *system, int channel);

const char *jd_body_name(const JdSystem *system, int body);

#endif
