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

/* ---- Rows: what must be zero ---------------------------------------------------------------- */

typedef struct {
    Lock lock;             /* a turn alone, (thetaj - thetai) or its like, measures a free */
    const Program *motion; /* f = lock - motion(time); NULL: none */
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
    const void *shapes;         /* the kernel's */
    bool augments;
    bool loops;                 /* without them only rows of one joint can depend on each other */
    const struct Schur *schur;  /* the short way, J M^-1 J^T; NULL: it would not be short */
} RowSet;

/* Numbers of a RowSet at one instant. */
typedef struct {
    double *values, *factor;  /* matrix; its factors */
    double *f, *rate, *bias;  /* of each row */
    double *x, *b, *step;     /* unknowns; right-hand side; correction */
    double *soft;             /* how soft each multiplier is where rows repeat each other */
    void *slots;              /* the kernel's */
    SparseReport report;      /* of the last factorisation; see jd_rows_lowest for its row */
    double epsilon;           /* with which it was made */
    double soften;            /* > 0: wanted softness of the rows (assembly); no refinement then */
    bool short_way;           /* the factors are those of J M^-1 J^T */
    double *schur, *schur_steady, *schur_own; /* for it: S, what of it never changes, its diagonal, */
    double *scaled, *y;       /* J M^-1/2, multipliers */
    bool weights;             /* A holds plain weights, not masses (assembly) */
    int anchors, *anchor;     /* rows that are held softly, since they follow from the others */
    double anchor_ratio;      /* report.ratio when they were chosen; 0: not known yet */
    double *held;             /* softness of each unknown: that of anchors, zero for others */
    bool unlent;              /* the right-hand side is not one of rows to be met: nothing is lent to it */
    double *null, *gram;      /* combinations of rows that vanish, one behind the other; their products */
} RowWork;

/* ---- Forces and channels -------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Where where;
    const ForceType *type;
    int frame_i, frame_j;
    int joint, free;          /* FORCE_ON_FREE: the joint and which of its frees */
    double fields[3 * TYPE_FIELDS];
    const Program *program[3 * TYPE_FIELDS]; /* NULL: the number */
    int values;                              /* how many of both */
} SystemForce;

typedef enum { LEVEL_POSITION, LEVEL_VELOCITY, LEVEL_ACCELERATION } Level;

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
    unsigned reads;  /* of a joint: parts of its reaction, a bit for each: force x y z, torque x y z */
} ChannelDef;
enum { READS_FORCE = 7, READS_TORQUE = 56, READS_ALL = 63 };

typedef struct {
    const char *subject, *name, *unit, *summary;
    bool plane_only, space_only;
} ChannelInfo;
extern const ChannelDef jd_turn_channels[3], jd_slide_channels[3], jd_ball_channels[3], jd_lambda_channel;
bool jd_channel_info_at(int index, ChannelInfo *info); /* for help; false past the end */
/* Names of one kind in short: "force.x, .y, .z", "euler.xyz.a ... .zyz.c". */
void jd_channel_names(const char *const *names, int count, Text *out);

/* ---- The system ----------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    Where where;
    Pose pose;
    double mass, inertia[3][3];
    bool massless;
    bool idle[3]; /* in space: no inertia about this axis, and nothing that could turn it about it */
} SystemBody; /* in space body axes are the principal ones; frame b of the system has the user's */

typedef struct {
    const char *name;
    Where where;
    const char *type_name;
    bool apart; /* M = N is singular, and */
    const char *warning;
    int frame_i, frame_j, body_i, body_j;
    int locks, frees;
    const FreeDef *free[JOINT_FREES];
    double lead[JOINT_FREES];    /* of a screw: its advance for one radian */
    Row free_row[JOINT_FREES];
    Row rate_row[JOINT_FREES];   /* of a ball: a velocity row. Otherwise the same as free_row */
    Row *lock_row;
    Row *start_row; int starts;  /* instead of them at the start; NULL: the same */
    bool elastic;                /* no rows: springs and dampers along its locks, soft.c */
    bool couples;                /* frees of two other joints: */
    int coupled[2], coupled_free[2];
    bool loose[6];               /* parts of its reaction that are not unique: force x y z, torque x y z */
    int group;     /* in `dynamics`; -1: it locks nothing here */
    int first_row; /* in `dynamics`; the locks are first, drives of its frees behind them */
} SystemJoint;

typedef struct { const char *name; Where where; const Program *motion; int joint, free, row; } SystemDrive;
typedef struct { const char *name; int body; Pose local; } SystemFrame;

/* An angle that is counted over many turns. The bodies know it up to whole turns; a number of the state, which
 * nothing else depends on, knows how many: theory 8.5. */
typedef struct { Lock lock; int frame_i, frame_j; double drawn; } SystemTurn; /* drawn: NaN, what the frames say */

typedef enum { STABILISE_NONE, STABILISE_BAUMGARTE, STABILISE_PROJECTION } Stabilise;

struct JdSystem {
    Arena arena;
    const char *name;
    JdSpace space;
    const Kernel *kernel;
    const FormType *form;
    const void *plan; /* the form's own */
    Stabilise stabilise;
    JdCompileDef settings;
    ModelRun run;
    double length; /* characteristic length of the mechanism, for scaling; > 0 */
    double weight; /* characteristic mass; > 0 */
    bool uneven;   /* masses differ by so much that elimination loses digits: solutions are refined once */
    bool flat;     /* a planar model in space */
    GravityKind gravity_kind;
    Vec3 gravity, gravity_centre; /* uniform; towards a point */
    double gravity_mu;
    const Program *gravity_field[3];

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
    const bool *rigid;   /* of each joint: it is not elastic; NULL: all are */
    int anchors;         /* rows of `dynamics` that follow from others, */
    const int *anchor;   /* and which were chosen at the start: theory 5.9 */

    int states;       /* of the form */
    double *start;    /* state at time 0 */

    int channels;
    const char **channel_name;
    int *channel_hash; /* channel + 1 by its name; 0: empty */
    int channel_room;  /* size of channel_hash: a power of 2 */
    const struct ChannelAt {
        const ChannelDef *def;
        const char *unit;
        int subject, number;
    } *channel;
    int inputs;             /* channels that force expressions read */
    const int *input;       /* their indices */
    int outputs, *output;   /* channels the model asks for */
    int expects, expects_skipped;
    JdExpect *expect;
};

/* Where the frees of a joint are among the coordinates and rates of a tree; -1: they are not. `known`: their positions in
 * the state are exact at every evaluation. */
typedef struct TreeFree { int q, u; bool known; } TreeFree;

/* ---- Motion --------------------------------------------------------------------------------- */

/* Parts of an evaluation, in this order; a form has those of its `parts`. One can be told to end after a part, so that
 * others can find what each costs. */
typedef enum { PART_ALL, PART_PLACE, PART_ROWS, PART_FORCES, PART_MASS, PART_ASSEMBLY, PART_SOLUTION, PARTS } Part;

struct Motion {
    double time;
    Part end_after;      /* PART_ALL: goes through */
    const double *q, *v; /* all bodies but the ground, kernel->nq and kernel->nv numbers each; behind q the counted
                            turns. They may be a caller's: only move, derivative and turns read them, what comes
                            later reads `bodies` */
    const double *turn;  /* the counted turns: q + nq (bodies - 1) */
    double *own_q, *own_v; /* own room for them */
    const double *a;       /* kernel->nv numbers each */
    const double *pull;    /* of each row of `dynamics`: minus its multiplier. Forces on body j are -J_j^T pull */
    double *inputs;      /* values of the channels that forces read */
    ForceOutput *forces;
    double *power;       /* of each force */
    double soft_energy, soft_conservative, soft_power; /* of all elastic joints */
    RowWork rows;        /* of `dynamics` */
    bool recovered;      /* `pull` is of least size where it is not unique: jd_motion_recover */
    double *own_a, *own_pull;
    void *form;          /* the form's own */
    /* Of forms by tree coordinates: frees that are coordinates need not be measured, and efforts on them are collected
     * as such. Each NULL: not so. */
    const TreeFree *tree_free; /* of each joint */
    const double *tree_q, *tree_u;
    double *tree_effort;
    void *bodies;        /* the kernel's */
};

/* Where rows repeat each other: the multipliers of least size, at the instant of the last evaluation. Otherwise nothing is
 * to be done. */
void jd_motion_recover(const JdSystem *system, Motion *motion);
/* All accelerations and multipliers from the bodies as they stand, whatever moved them. */
void jd_motion_solve(const JdSystem *system, Motion *motion);

/* An evaluation that was told to end after this part, or before. */
static inline bool jd_ends(const Motion *motion, Part part) {
    return motion->end_after != PART_ALL && motion->end_after <= part;
}

/* Numbers of a state: positions with counted turns, velocities. */
static inline int jd_positions(const JdSystem *system);
/* The angle of a counted turn: what the bodies say, and as many whole turns as bring it next to the count. */
static inline double jd_counted(double angle, double count) { return angle + 2 * pi * round((count - angle) / (2 * pi)); }
/* Sets counts of turns to what the bodies say, after move. */
void jd_turns_settle(const JdSystem *system, const Motion *motion, double *count);
void jd_turns_drawn(const JdSystem *system, const Motion *motion, double *count); /* at the drawn position */
/* Where the counts stand behind coordinates q of the bodies. */
static inline double *jd_counts(const JdSystem *system, double *q);

/* The fastest of all velocities, linear ones by the mechanism's length. */
double jd_motion_speed(const JdSystem *system, const double *v);
/* Sizes and places of a Motion; run twice, see Layout. */
void jd_motion_layout(const JdSystem *system, Motion *motion, Layout *layout);
void jd_rowwork_layout(const JdSystem *system, const RowSet *set, RowWork *work, Layout *layout);

/* ---- The kernel: one table for the plane, one for space ------------------------------------- */

struct Kernel {
    const char *name;
    int nq, nv; /* coordinates and velocities of a body */
    int linear; /* the first so many velocities are linear, the others angular */
    size_t body_size, slot_size;
    void (*from_pose)(const Pose *pose, double *q);
    /* Sorts rows for evaluation: set->shapes. False: out of memory. */
    bool (*sort)(JdSystem *system, RowSet *set);
    int (*slots)(const RowSet *set);
    bool (*steady)(const RowSet *set, int row); /* the row's linear numbers in J are constant */
    /* Bodies from motion->q and ->v. */
    void (*move)(const JdSystem *system, Motion *motion);
    /* f, rate, bias and J at motion->time, from the bodies. */
    void (*rows)(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);
    /* The constant parts of a matrix: masses or weights, constant J entries. */
    void (*init)(const JdSystem *system, const RowSet *set, RowWork *work);
    void (*own_mass)(const JdSystem *system, const RowSet *set, int body, bool weights,
                     double *values); /* the diagonal block of one body */
    /* Rates of q and of the counted turns, after move. */
    void (*derivative)(const JdSystem *system, const Motion *motion, double *rates);
    void (*turn_rates)(const JdSystem *system, const Motion *motion, double *rates); /* of the latter alone */
    /* q of an accepted step put in order; true: it was changed. NULL: never needed. */
    bool (*tidy)(const JdSystem *system, double *q);
    void (*increment)(const JdSystem *system, const double *step, double *q); /* q (+) step */
    /* Sets Q: gravity, and in space what turning bodies resist with. */
    void (*gravity)(const JdSystem *system, const Motion *motion, double *Q);
    void (*push)(const JdSystem *system, const Motion *motion, int frame, Vec3 force, Vec3 torque,
                 double *Q); /* adds a wrench at a frame */
    Side (*side)(const JdSystem *system, const Motion *motion, int frame);
    /* Acceleration of a frame's origin, and angular acceleration of its body. */
    void (*accel)(const JdSystem *system, const Motion *motion, int frame, Vec3 *linear,
                  Vec3 *angular);
    /* Moves a body with its parent: it keeps its place against the parent across joint `k`, but for the
     * frees, which change by `delta`. Poses are q of all bodies; the parent's new one is set already. */
    void (*hang)(const JdSystem *system, int k, int body, const double *delta, const double *old_q,
                 double *q);
    /* The same for velocities, after move: at rest against the parent but for the frees' `rates`. */
    void (*swing)(const JdSystem *system, const Motion *motion, int k, int body,
                  const double *rates, double *v);
    double (*angle)(const JdSystem *system, const Motion *motion, int frame);
    double (*kinetic)(const JdSystem *system, const Motion *motion);
    double (*kinetic_power)(const JdSystem *system, const Motion *motion); /* its rate */
    /* Largest error of a state q, v over the bodies, measured by length and speed. */
    double (*error)(const JdSystem *system, const double *y0, const double *y1,
                    const double *error);
    /* What rows `first` .. of a group do to side i or j: minus the sum of pull times the row. */
    void (*wrench)(const JdSystem *system, const RowSet *set, const Motion *motion, int group,
                   int first, int count, bool side_j, Vec3 *force, Vec3 *moment);
    /* One row by itself: f, rate, bias and its Jacobian by both bodies (nv numbers each). */
    void (*row)(const JdSystem *system, const Motion *motion, const Row *row, int frame_i,
                int frame_j, double *f, double *rate, double *bias, double *Ji, double *Jj);
};

extern const Kernel jd_kernel_planar, jd_kernel_spatial;

static inline int jd_positions(const JdSystem *system) {
    return system->kernel->nq * (system->bodies - 1) + system->turns;
}
static inline double *jd_counts(const JdSystem *system, double *q) {
    return q + system->kernel->nq * (system->bodies - 1);
}
/* The mass or moment of inertia that resists velocity c of a body. */
static inline double jd_mass_of(const JdSystem *system, int body, int c) {
    const SystemBody *b = &system->body[body];
    if (c < system->kernel->linear) return b->mass;
    return b->idle[c % 3] ? system->weight * system->length * system->length : b->inertia[c % 3][c % 3];
}

/* What both kernels share. */
/* Subtracts what the row is to be: a prescribed motion or a start value. */
void jd_row_target(const Row *row, double time, double *f, double *rate, double *bias);
/* Rows that couple frees of two joints, by kernel->row. */
void jd_couple_rows(const JdSystem *system, const RowSet *set, const Motion *motion, RowWork *work);

/* Gravity at a point, and its energy per mass (a field has none). */
Vec3 jd_gravity_at(const JdSystem *system, double time, Vec3 p);
double jd_gravity_energy(const JdSystem *system, Vec3 p);

/* ---- Building and evaluating ---------------------------------------------------------------- */

/* Everything but the formulation and the start state. NULL after a report. */
JdSystem *jd_system_new(const JdModel *model, JdCompileDef def, JdLog *log);

/* A row set over the joints (with their drives) and extra rows, each between two frames. */
typedef struct {
    Row row;
    int frame_i, frame_j;
    int joint, free; /* it is this free of this joint; -1: of none */
} ExtraRow;
/* What rows are for: the motion itself; the start position, without velocity rows, which ask nothing of it; the start
 * rates. For the start a joint with clearance is closed as far as its gap allows. */
typedef enum { ROWS_MOTION, ROWS_POSITIONS, ROWS_RATES } RowsFor;
/* locked: of each joint, its locks take part; NULL: those of all. */
bool jd_rowset_make(JdSystem *system, RowSet *set, RowsFor use, const bool *locked, int extras,
                    const ExtraRow *extra);

/* Elastic joints: adds their forces to Q. And the wrench of one on side i or j, about the centre of mass. */
void jd_soft_push(const JdSystem *system, Motion *motion, double *Q);
void jd_soft_wrench(const JdSystem *system, const Motion *motion, int joint, bool side_j, Vec3 *force, Vec3 *moment);
/* Minus the spring's and damper's pull along a lock. */
double jd_soft_effort(const JdSystem *system, const Row *row, double f, double rate);

/* A free that is a coordinate of the form. */
static inline const TreeFree *jd_tree_free(const Motion *motion, int joint) {
    const TreeFree *free = motion->tree_free ? &motion->tree_free[joint] : NULL;
    return free && free->u >= 0 && free->known ? free : NULL;
}
/* Applied forces into Q, after move. */
void jd_forces_eval(const JdSystem *system, Motion *motion, double *Q);
void jd_forces_add(const JdSystem *system, Motion *motion, double *Q); /* adds those of the model, without gravity */
void jd_rows_set_soft(const JdSystem *system, const RowSet *set, RowWork *work); /* once */
/* Factors the matrix of `work`; when rows repeat each other or nearly do, with a regularisation. */
void jd_rows_factor(const JdSystem *system, const RowSet *set, RowWork *work);
/* Solves for work->x with right-hand side work->b, which it may spoil, with refinement where the factors are
 * softened. */
void jd_rows_solve(const JdSystem *system, const RowSet *set, RowWork *work);
/* Chooses other anchors where those at hand do no longer stand out, after an evaluation. */
void jd_motion_reanchor(const JdSystem *system, Motion *motion);
/* The combinations of rows that vanish, into work->null: one for each anchor. */
void jd_rows_null(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_anchor_layout(const JdSystem *system, const RowSet *set, RowWork *work, Layout *layout);
void jd_anchor_init(const JdSystem *system, const RowSet *set, RowWork *work);

/* The row whose pivot was the lowest in the last factorisation; -1: none. */
int jd_rows_lowest(const JdSystem *system, const RowSet *set, const RowWork *work);

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

/* The short way to solve where masses are diagonal and rows few: schur.c. */
extern const double jd_near_singular;
bool jd_schur_make(JdSystem *system, RowSet *set);
void jd_schur_init(const JdSystem *system, const RowSet *set, RowWork *work); /* after kernel->init */
void jd_schur_layout(const JdSystem *system, const RowSet *set, RowWork *work, Layout *layout);
bool jd_schur_factor(const JdSystem *system, const RowSet *set, RowWork *work);
void jd_schur_solve(const JdSystem *system, const RowSet *set, RowWork *work);
int jd_schur_row(const RowSet *set, int place); /* the row at a place of S */

const char *jd_body_name(const JdSystem *system, int body);

/* ---- Bodies by the coordinates of a tree of joints: tree.c, theory 9 ------------------------- */

typedef struct TreeNode TreeNode;
typedef struct {
    int nodes, nq, nu;      /* bodies, coordinates, rates */
    const TreeNode *node;   /* parents first */
    const int *node_of;     /* of each body; -1: the ground */
    RowSet cut;             /* rows of joints outside the tree, couplings, drives */
    const bool *in_tree;    /* of each joint */
    int dependent;          /* rows of `cut` that follow from others */
    size_t node_size;       /* numbers of a node */
} Tree;

/* For each joint. */
bool jd_tree_frees(JdSystem *system, const Tree *tree, TreeFree **frees);

/* Numbers of a tree at one instant. */
typedef struct {
    double *nodes;          /* tree->node_size each: tree.h */
    double *Q;              /* forces on the bodies, as the kernel has them */
    double *effort;         /* and along the rates */
    RowWork cut;
    double *response;       /* accelerations of all nodes for a unit of each row of `cut` */
    double *S, *lambda, *g; /* what rows of `cut` do to each other; their multipliers; right-hand side */
    double *scale;          /* of each row of `cut`: what it would do to free bodies */
    int *order;             /* rows of `cut` in the order of their pivots */
    double ratio;           /* lowest pivot against its scale */
    int lowest;             /* and its row */
} TreeWork;

/* Which joints a spanning tree has. cut: of each joint, it must not; NULL: as it comes. */
bool jd_tree_choose(JdSystem *system, const bool *cut, Graph *graph, bool *in_tree);
bool jd_tree_make(JdSystem *system, Tree *tree, const bool *cut);
void jd_tree_layout(const JdSystem *system, const Tree *tree, TreeWork *work, Layout *layout);
void jd_tree_init(const JdSystem *system, const Tree *tree, TreeWork *work);
/* Coordinates and rates from the bodies, after kernel->move. */
void jd_tree_read(const JdSystem *system, const Tree *tree, const Motion *motion, double *q, double *u);
/* Bodies (and what the tree itself needs) from coordinates and rates. */
void jd_tree_move(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion,
                  const double *q, const double *u);
/* Rates of the coordinates. */
void jd_tree_derivative(const JdSystem *system, const Tree *tree, const double *q, const double *u, double *rates);
void jd_tree_increment(const JdSystem *system, const Tree *tree, const double *step, double *q);
/* Quaternions of an accepted step put in order; true: something was changed. */
bool jd_tree_tidy(const JdSystem *system, const Tree *tree, double *q);
/* Largest error of coordinates and rates (from `first` on), lengths by the mechanism's: theory (6.2). */
double jd_tree_error(const JdSystem *system, const Tree *tree, int first, const double *y0, const double *y1,
                     const double *error);
/* Entries that are not always zero of [M G^T; G 0], G: the rows of `cut` along the rates. */
int jd_tree_entries(const Tree *tree);
/* The joint and free that a rate is (-1: of a body that floats); true: it is a slide. */
bool jd_tree_rate(const JdSystem *system, const Tree *tree, int rate, int *joint, int *free);
/* Says so if a body at the end of the tree has nothing that resists its joint. */
bool jd_tree_check(const JdSystem *system, const Tree *tree, JdLog *log);
/* Accelerations u' for the forces work->Q and the rows of `cut`, whose right-hand sides are work->g. After move and
 * kernel->rows of `cut`. */
void jd_tree_solve(const JdSystem *system, const Tree *tree, TreeWork *work, const Motion *motion, double *udot);
/* The smallest change (weighed by mass) of coordinates that meets right-hand sides work->g of the rows, by the factors
 * of the last jd_tree_solve. */
void jd_tree_correct(const JdSystem *system, const Tree *tree, TreeWork *work, const Motion *motion, double *step);

/* One node's pose; all nodes' motion. What is independent of the rest comes first: tree_reduce.c. */
void jd_tree_ground(const JdSystem *system, Motion *motion);
void jd_tree_pose(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, int node, const double *q);
void jd_tree_twist(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, const double *q,
                   const double *u);
/* A row of `cut` along all rates, after kernel->rows. */
void jd_tree_row(const JdSystem *system, const Tree *tree, const TreeWork *work, const Motion *motion, int group,
                 int row, double *G);
/* Its force on one of its bodies, about the body's point. */
void jd_tree_row_force(const JdSystem *system, const Tree *tree, const TreeWork *work, const Motion *motion,
                       const Group *group, int row, int end, double *f);
/* Accelerations of the nodes for u' (NULL: zero), and J a of a row with them. */
void jd_tree_accelerate(const JdSystem *system, const Tree *tree, TreeWork *work, const double *udot);
double jd_tree_row_accel(const JdSystem *system, const Tree *tree, const TreeWork *work, const Motion *motion, int group,
                         int row);
/* M x' = h for `count` rates on which all others depend, u = B x (columns of nu numbers), with the accelerations that the
 * nodes have and the forces work->Q. twists: room for count * nodes * nv. */
void jd_tree_reduce(const JdSystem *system, const Tree *tree, TreeWork *work, const Motion *motion, int count,
                    const double *B, double *twists, double *M, double *h);

/* A planar tree of revolutes under uniform gravity alone: bodies and accelerations in one go. */
bool jd_tree_is_turns(const JdSystem *system, const Tree *tree);
void jd_tree_turns(const JdSystem *system, const Tree *tree, TreeWork *work, Motion *motion, const double *q,
                   const double *u, double *udot);

/* What there is to know about a node from outside. */
typedef struct {
    int body, parent, above, joint, q, u, nu;
    bool turn, slide; /* it has just one */
    AxisName axis;
    double sign;
    Vec3 near_p, far_p;
    Axes near_axes, far_axes;
} NodeInfo;
NodeInfo jd_tree_node(const Tree *tree, int node);

/* Place and axes of a body as the kernel has them. */
typedef struct { Vec3 p; Axes axes; } BodyPose;
BodyPose jd_body_pose(const JdSystem *system, const Motion *motion, int body);

/* Bodies that move in parallel planes of e1 and e2: their places and motion from those in the plane (by body), and the
 * forces on them there, out of forces Q of all bodies. tree_plane.c */
typedef struct { Vec2 p; double c, s; } Spot; /* centre of mass; turn from the drawn position */
typedef struct { double x, y, w; } Spin;      /* velocity, acceleration or force there; angular */
typedef struct {
    Vec3 e1, e2, normal;
    int count;
    const struct PlaneBody {
        int body;
        double height; /* of the centre of mass over the plane */
        Axes drawn;    /* body axes as drawn, along e1, e2 and the normal */
        Vec3 about;    /* the normal, along body axes */
    } *at;
} Plane;
/* The same with the velocity for a unit of the one rate that there is, t; a: acceleration without its own. */
typedef struct { double px, py, c, s, tx, ty, tw, ax, ay, aw; } OneNow;
void jd_plane_move_one(const JdSystem *system, Motion *motion, const Plane *plane, const OneNow *one, double rate);
/* What forces on the bodies do along t. */
double jd_plane_along(const JdSystem *system, const Plane *plane, const double *Q, const OneNow *one);
void jd_plane_move(const JdSystem *system, Motion *motion, const Plane *plane, const Spot *spot, const Spin *v);
void jd_plane_forces(const JdSystem *system, const Plane *plane, const Motion *motion, const double *Q, Spin *force);
/* Angles of planar bodies from the coordinates of a tree. */
void jd_tree_angles(const JdSystem *system, const Tree *tree, Motion *motion, const double *q);

#endif
