/* SPDX-License-Identifier: MIT
 *
 * JdModel: what the user said, checked field by field. Any front end fills it (C calls, text/), anything
 * after it only reads. Numbers are SI; positions are those of the drawn position. */
#ifndef JD_MODEL_H
#define JD_MODEL_H

#include "format/colour.h"
#include "force/force.h"
#include "shape/shape.h"

/* A frame fixed on a body. `local` is seen from the body: from its centre of mass, in its axes. */
typedef struct {
    const char *name; /* NULL: made for a joint or a force */
    int body;         /* 0 is the ground */
    Pose local;
    Where where;
    int node; /* that it moves with, instead of the ground; + 1; 0: none */
} ModelFrame;

typedef struct {
    const char *name;
    Where where;
    Pose pose; /* centre of mass and body axes as drawn */
    double mass;
    double inertia[3][3]; /* about the centre of mass, in body axes; in the plane only [2][2] */
    bool massless;
    bool point; /* a point mass: no inertia, and its attitude means nothing */
    bool free;  /* it is said that nothing needs to hold it */
    bool root;  /* it is said that the tree of joints begins with it, too */
    Where mass_at, inertia_at; /* where these were said; without a file: not */
    /* For pictures: */
    const Vec3 *points;     /* of its `link`, or the one of `at`, seen from the centre of mass in body axes */
    int point_count;        /* 0: none were said (C calls) */
    double load_reach;      /* how far from the body's own centre its farthest load is fastened */
    const ShapeType *shape; /* its `shape`, if its picture is known; NULL: none */
    double size[SHAPE_DIMENSIONS]; /* 0: not said */
    Vec3 shape_at;          /* the middle of the shape, seen likewise: loads move the centre of mass away from it */
    Colour colour;          /* a = 0: not said */
    bool hidden;            /* `animation off` */
    bool bare;              /* `show none`: nothing is drawn but what it shows */
} ModelBody; /* body 0 is the ground, at the origin */

/* Numbers of a joint that gives way: one for all its locks of a kind, or one for each. count 0: not said. */
typedef struct { double value[JOINT_LOCKS]; int count; Where where; } LockNumbers;
typedef enum { GIVE_STIFFNESS, GIVE_DAMPING, GIVE_TURN_STIFFNESS, GIVE_TURN_DAMPING, GIVE_BACKLASH, GIVES } Give;

typedef struct {
    const char *name;
    Where where;
    const JointType *type; /* a type of the table or of the model */
    int i, j;              /* frames; of a type that couples: the joints whose frees it couples, */
    int free_i, free_j;    /* and which of their frees in this space (jd_joint_frees) */
    double fields[TYPE_FIELDS]; /* NaN: not said, the type's own default */
    double alpha[JOINT_LOCKS], beta[JOINT_LOCKS], gamma[JOINT_LOCKS]; /* NaN: not said */
    LockNumbers gives[GIVES]; /* with a stiffness it has springs along its locks */
    int before; /* the joint added before that connects the same two bodies; -1: none */
    bool repeats; /* one of those connects them in the same way, and that was said */
    bool hidden;  /* `animation off` */
    bool cut, kept; /* it is said that it closes its loop; that it does not */
} ModelJoint;

/* The value of a field: numbers, or expressions of time and channels (NULL: the number counts).
 * number[0] NaN without an expression: not said, the type's own default. */
typedef struct { double number[3]; const Expr *expr[3]; } FieldValue;

/* Something to look at on a body (0: the ground), by `show`. What a body looks like without any follows from its
 * shape, its points and its joints. */
typedef struct {
    const ShapeType *type;
    int body;
    Pose local; /* on the body, as of a frame */
    double size[SHAPE_DIMENSIONS]; /* 0: not said */
    Colour colour;  /* a = 0: the body's */
    double opacity; /* 0 to 1 */
    const Mesh *mesh; /* of a type that is read from a file */
    Where where;
} ModelShow;

typedef struct {
    const char *name;
    Where where;
    const ForceType *type;
    int i, j;           /* frames; -1 for FORCE_ON_FREE; i is 0 for FORCE_ON_BODY */
    int resolve;        /* of a type that resolves: the frame whose axes its vectors are along; 0: the ground's */
    const char *target; /* "jO.angle" for FORCE_ON_FREE */
    Where target_where;
    FieldValue fields[TYPE_FIELDS];
    bool hidden; /* `animation off` */
    bool off;    /* it does not act until an event switches it on */
    unsigned said; /* once it is added: bit k of field k, which is not its type's own default */
} ModelForce;

typedef struct {
    const char *name;
    Where where;
    const char *target; /* the free: "jO.angle" */
    const char *prescribes; /* it, or its rate, as it was said */
    Where target_where;
    const Expr *motion; /* of time */
    bool of_rate;       /* it is the rate of the free; its integral is a state of the drive's own */
    const char *said;   /* the same as text; made when it is added */
} ModelDrive;

/* A value of one's own that changes at a rate: one more unknown of the motion, behind those of the bodies. */
typedef struct {
    const char *name;
    Where where;
    const Expr *rate; /* bound; per second */
    double start;
    const Expr *begin; /* bound: the start value as an expression of positions and velocities at the start; NULL: the number */
    double scale;     /* what counts as an error of 1 beside the value itself; > 0 */
    Dim dim;
    const char *unit; /* SI, as its channel shows it; NULL: as engineers say the dimension */
    int drive;        /* whose position it is, as that drive's rate prescribes it; + 1; 0: of none */
} ModelState;

/* An expression with a name: a channel like any other, or one for each number of a vector, p.x, p.y. */
typedef struct {
    const char *name;
    Where where;
    int count;            /* 1, or the numbers of a vector */
    const Expr *value[3]; /* bound */
    /* Values that follow from each other: of a ring (from 1 on; 0: none) as many signals are unknown, which start from
     * their value, as others are its rests, which must be zero. An unknown has a list of all that the ring reads. */
    int ring;
    bool rest;
    const Expr *reads;
    bool typed; /* it must have this dimension: */
    Dim dim;
    bool seen;  /* pictures need it */
} ModelSignal;

/* Something to look at that follows the run: an arrow along a vector, or the axes of a frame, with a label. Its vector and,
 * without a frame, its place are signals: "f.x", "f.at.x"; of axes "f.angle", in space "f.rotation.x". */
typedef struct {
    const char *name, *label; /* label: NULL: none */
    Where where;
    bool axes;        /* the axes of a frame; else an arrow */
    int frame;        /* where it stands; -1: where its signal says */
    int along;        /* of an arrow: the frame whose axes its vector is along; 0: the ground's */
    double scale;     /* of an arrow: m for one of its unit; of axes: their length, m; 0: such that it can be seen */
    Colour colour;    /* a = 0: not said */
    /* Bound: an arrow's vector, or how axes are turned (one number in the plane); and where it is. NULL: by the frame. */
    const Expr *vector[3], *place[3];
    bool typed;       /* the vector must have this dimension: its scale says so */
    Dim dim;
} ModelFollow;

/* Something that is measured: a frame seen from another, or what a joint or a force does; along the axes of a frame. */
typedef struct {
    const char *name;
    Where where;
    int i, j;         /* frames; i 0: seen from the ground */
    int joint, force; /* whose force and torque it measures; -1: those of neither */
    int along;        /* a frame; 0: the ground's axes */
} ModelSensor;

/* A value that stays what it is until somebody sets it: the caller of a run, or an event. */
typedef struct {
    const char *name;
    Where where;
    double start;
    Dim dim;
    const char *unit; /* as of a state */
} ModelInput;

/* What an expression was some time ago. Before the start it was what its history says. */
typedef struct {
    const char *name;
    Where where;
    int source;           /* the signal whose past it is: "late.source" */
    double by;            /* seconds; > 0 */
    const Expr *history;  /* bound, of time; NULL: not said */
    Dim dim;              /* with `unit_said`; otherwise that of the history */
    bool unit_said;
    const char *unit;     /* as of a state */
} ModelDelay;

/* A table, for those who list what a model has: its expressions hold the values. */
typedef struct {
    const char *name; /* in full, "c1.lift" */
    Where where;
    const Table *values;
} ModelTable;

/* A node: a point without mass at which forces meet. Where it is follows from them. */
typedef struct {
    const char *name;
    Where where;
    int frame;   /* its own, where it is drawn */
    int state;   /* the first of its states: x, y, in space z */
    bool hidden; /* `animation off` */
} ModelNode;

/* An event: what happens when a condition becomes true. */
typedef struct {
    const char *target; /* an input or a state */
    Where where;
    const Expr *value;  /* bound */
} ModelSet;
typedef struct { const char *force; Where where; bool on; } ModelSwitch;
typedef struct {
    const char *name;
    Where where;
    const Expr *condition; /* bound */
    const ModelSet *set;
    int sets;
    const ModelSet *impulse; /* the target is a free of a joint */
    int impulses;
    const ModelSwitch *turn;
    int switches;
    bool stop;
    const char *why; /* "...: the run ends", which is told then; NULL: it is not told */
    const char *remedy; /* what to do about it; NULL: nothing, as the user wants it */
    int snaps; /* the node that loses its equilibrium, + 1; 0: none */
} ModelWhen;

typedef struct {
    const char *channel;
    Where where;
    double value;
    Dim dim;
    bool plain;
    const char *said; /* as the user wrote it, where several were made of one; NULL: the channel */
} ModelStart;
/* Another name for something of a part: "gear.shaft" for "gear.turn.angle". */
typedef struct {
    const char *name, *target;
    const char *rate, *accel; /* of a free: channels beside its position; NULL: it is none */
} ModelPort;
typedef struct {
    const char *channel;
    Where where;
    const char *unit; /* that it is shown in; NULL: that of the channel */
    double scale;
    Dim dim;
    Where unit_at;
} ModelOutput;
typedef struct {
    const char *channel;
    Where where;
    double value, at, within; /* at NaN: the end of the run */
    bool relative;
    bool conditional; /* had a `when` clause, and it held */
    Dim dim;
    bool plain;
    const char *statistic; /* "max": of the whole run up to then; NULL: the value there */
} ModelExpect;
typedef struct { const char *free; Where where; } ModelPrefer; /* "jO.angle": it shall be an independent coordinate */
typedef struct { const char *code; Where where; } ModelAllow; /* a finding that is meant as it is */
typedef struct { const char *name; Value value; const char *text; Where where; bool set; } ModelParam;

/* What makes bodies fall, each at its centre of mass. */
typedef enum { GRAVITY_UNIFORM, GRAVITY_POINT, GRAVITY_FIELD } GravityKind;
typedef struct {
    GravityKind kind;
    Vec3 value;           /* uniform: the acceleration; zero: none */
    Vec3 centre;          /* point: acceleration mu/r^2 towards it */
    double mu;
    const Expr *field[3]; /* field: accelerations along ground axes, bound; names x, y, z and time are left */
    const char *said[3];  /* the same as text; made when it is set */
    Where where;
} ModelGravity;

/* The words of `run`; zero or NULL: not said. */
typedef struct {
    double to, every, step, tol, alpha, beta, gamma;
    const char *stepper, *form, *stabilise, *attitude;
    Where where, stepper_at, form_at, stabilise_at, attitude_at, tol_at, every_at;
} ModelRun;

/* The words of `sweep`: as jd_model_study hands them out. */
typedef struct {
    bool said;
    Where where;
    LIST(JdVaried) varied;
    LIST(JdCorrelated) correlated;
    LIST(JdMeasured) measures, conditions;
    const char *correlations;
    double samples, seed;
    bool sobol, indices;
} ModelStudy;

/* Names to indices, by hash. A scope keeps apart the names of the model and of each body's frames. */
typedef enum { NAME_BODY, NAME_FRAME, NAME_JOINT, NAME_FORCE, NAME_DRIVE, NAME_START, NAME_TYPE, NAME_STATE,
               NAME_SIGNAL, NAME_INPUT, NAME_WHEN, NAME_NODE, NAME_BOND, NAME_SENSOR, NAME_DELAY, NAME_MASSLESS, NAME_FOLLOW } NameKind;
typedef struct { const char *name; int scope; NameKind kind; int index; } NameSlot;
typedef struct { NameSlot *slots; int count, room; } NameTable;

/* A part in use, for messages about what it made. */
typedef struct {
    const char *name, *part; /* in full, "c[2].inner"; the part's name */
    Where use;
} ModelInstance;

struct ModelBonds; /* the bond graph: bonds.h */

/* How much a text has said: what C calls add to it later is not in its words. */
typedef struct {
    int bodies, frames, types, joints, forces, drives, starts, shows;
    Vec3 gravity, centre;
    double mu;
    const Expr *field;
} ModelExtent;

struct JdModel {
    Arena arena;
    JdLog *log;
    const char *name;
    JdSpace space;
    bool flat; /* a planar model that runs in space: it is drawn with two numbers, all axes as in the plane */
    ModelGravity gravity;
    bool gravity_said; /* be it that there is none */
    bool ledger; /* states were added that keep one */
    bool settings_changed; /* a parameter was set from outside */
    LIST(ModelBody) bodies;
    LIST(ModelFrame) frames; /* frame 0 is the ground's own */
    LIST(const JointType *) types; /* the user's; the types themselves stay where they are */
    LIST(ModelJoint) joints;
    LIST(ModelForce) forces;
    LIST(ModelDrive) drives;
    LIST(ModelState) states;
    LIST(ModelSignal) signals;
    LIST(ModelSensor) sensors;
    LIST(ModelPort) ports;
    LIST(ModelInput) inputs;
    LIST(ModelDelay) delays;
    LIST(ModelTable) tables;
    LIST(ModelNode) nodes;
    LIST(ModelWhen) whens;
    struct ModelBonds *bonds; /* NULL: there is none */
    LIST(ModelStart) starts;
    LIST(ModelOutput) outputs;
    LIST(ModelExpect) expects;
    LIST(ModelParam) params;
    LIST(ModelPrefer) prefers;
    LIST(ModelAllow) allows; /* jd_model_allows */
    LIST(ModelShow) shows;
    LIST(ModelFollow) follows;
    LIST(ModelInstance) instances;
    uint64_t hash; /* of the words that it was said in: all but comments */
    Shared *words; /* these, read: text.h. NULL: it was made by C calls */
    Shared *table_room; /* where the numbers of tables are; systems made of the model hold them. NULL: there is none */
    ModelExtent as_read;
    LIST(const char *) files; /* that it was read from: its own, included ones, meshes */
    const char *about;    /* the comment that the text begins with; NULL: none */
    bool no_animation;    /* `animation off`: nothing is drawn, nothing recorded for it */
    NameTable names;
    const char *within; /* the instance of a part that is being filled: its names begin "c1."; NULL: none */
    ModelRun run;
    ModelStudy study;
    int errors; /* reported while it was filled; a model with errors does not compile */
};

ModelExtent jd_model_extent(const JdModel *model);
bool jd_model_is_as_read(const JdModel *model); /* all of it was said by its words */

/* Asserts what must hold of a model without mistakes, whoever filled it: sound.c. Before it is read as a whole. */
void jd_model_is_sound(const JdModel *model);

/* ---- Filling, for front ends: as the public calls, and each with its place. ------------------------
 * Names are checked (valid word, unique over bodies, joints, forces, drives; not "ground", not "time"),
 * numbers too (finite, mass > 0, inertia >= 0). Each returns an index or -1 after a report.
 * Names and types are copied; places and expressions must live as long as the model (its arena). */
int jd_model_add_body(JdModel *model, const ModelBody *body);
int jd_model_add_frame(JdModel *model, const ModelFrame *frame);
/* A node drawn at a point: with its frame, its states x, y, z and its event `snap`. */
int jd_model_add_massless(JdModel *model, const ModelNode *node, Vec3 at);
int jd_model_find_massless(const JdModel *model, const char *name);
/* locks: texts ending with NULL; where_locks: their places. fields may be NULL. Checks each lock, their
 * number, and that the name is new. The user's type has frees only if `frees` are given. */
const JointType *jd_model_add_type(JdModel *model, const JointType *type, Where where,
                                   const Where *where_locks);
const JointType *jd_model_find_type(const JdModel *model, const char *name);
void jd_model_suggest_type(const JdModel *model, Nearest *nearest);
int jd_model_add_joint(JdModel *model, const ModelJoint *joint);
/* For a type that couples: the frees of both sides, "jA.angle"; they are of joints that were added before. */
bool jd_model_couple(JdModel *model, ModelJoint *joint, const char *free_i, const char *free_j, Where where_i,
                     Where where_j);
/* Reports a free where a body should be; false. */
bool jd_model_refuse_frees(JdModel *model, const ModelJoint *joint, const char *given, Where where);
bool jd_model_set_gravity(JdModel *model, const ModelGravity *gravity);
/* A field of gravity: one bound expression, a vector of x, y, z and time, into gravity->field. */
bool jd_model_gravity_field(JdModel *model, const Expr *expr, const Scope *scope, ModelGravity *gravity);
/* The value of a field from an expression: numbers of the field's dimension (of turn_unit if it acts
 * on a turn), or, where the field may change during the run, bound expressions. */
bool jd_model_field_value(JdModel *model, const Field *field, bool turn, const Expr *expr,
                          const Scope *scope, FieldValue *value);
/* A bound expression of the run as its numbers: those of a vector that is written as one, otherwise itself. How many; 0:
 * out of memory. */
int jd_model_come_apart(JdModel *model, const Expr *bound, const Expr *parts[3]);
int jd_model_add_force(JdModel *model, const ModelForce *force);
/* Masses on the line of a force, as bodies and joints of the model: one at a fraction of the line from M to N, and two that keep
 * their distances from M and from N. NaN: there is none. They are called f.mass, f.first and f.second. */
typedef struct { double mass, fraction, end[2], distance[2]; } LineMasses;
bool jd_model_line_masses(JdModel *model, const ModelForce *force, const LineMasses *masses);
int jd_model_add_drive(JdModel *model, const ModelDrive *drive);
/* Values of one's own, for any front end: text, and whatever turns other pictures of a machine into equations. What they
 * read is looked up when the model is compiled, so they may be added in any order. */
int jd_model_add_state(JdModel *model, const ModelState *state);
int jd_model_add_signal(JdModel *model, const ModelSignal *signal);
int jd_model_add_sensor(JdModel *model, const ModelSensor *sensor);
/* An expression that somebody wants to see: the name of its channel, `name` or (NULL) its text. NULL after a report. */
const char *jd_model_watch(JdModel *model, const char *name, const Expr *bound, Where where);
int jd_model_add_input(JdModel *model, const ModelInput *input);
int jd_model_add_delay(JdModel *model, const ModelDelay *delay, const Expr *source); /* bound */
int jd_model_add_table(JdModel *model, const ModelTable *table);
int jd_model_add_when(JdModel *model, const ModelWhen *when);
bool jd_model_add_start(JdModel *model, const ModelStart *start); /* false after a report */
static inline const char *jd_start_name(const ModelStart *start) {
    return start->said ? start->said : start->channel;
}
void jd_model_add_output(JdModel *model, const ModelOutput *output);
void jd_model_add_expect(JdModel *model, const ModelExpect *expect);

/* Something to look at; its dimensions, and behind them its opacity, were said at `size_at` (NULL: nowhere of their own). */
int jd_model_add_show(JdModel *model, const ModelShow *show, const Where *size_at);
int jd_model_add_follow(JdModel *model, const ModelFollow *follow);
bool jd_model_refuse_size(JdModel *model, const ModelShow *show, int dimension, Where where); /* not positive; false */
const ShapeType *jd_model_find_shape(JdModel *model, const char *name, Where where);
bool jd_model_read_colour(JdModel *model, const char *text, Where where, Colour *colour);

bool jd_model_allows(const JdModel *model, const char *code); /* `allow CODE` is said */
int jd_model_find_body(const JdModel *model, const char *name);  /* 0 for "ground"; -1 */
int jd_model_find_frame(const JdModel *model, int body, const char *name); /* -1 */
int jd_model_find_joint(const JdModel *model, const char *name); /* -1 */
int jd_model_find_force(const JdModel *model, const char *name); /* -1 */
/* A free by the name of its position, "jO.angle", of a joint that was added before. NULL: none. */
const FreeDef *jd_model_find_free(const JdModel *model, const char *target, int *joint);
const FreeDef *jd_model_find_free_rate(const JdModel *model, const char *target, int *joint); /* "jO.rate" */
/* What a drive prescribes, "jO.angle" or "jO.rate", into drive->target and ->of_rate; false: neither is there, or it is
 * the rate of a ball, which is that of no angle, and this was told. */
bool jd_model_aim_drive(JdModel *model, ModelDrive *drive, const char *path);
void jd_model_suggest_name(const JdModel *model, Nearest *nearest); /* bodies, joints, forces, drives */

/* Fastens a point mass to a body that is not yet added, at a drawn point: mass, centre of mass and inertia
 * become those of the whole. */
void jd_body_add_load(ModelBody *body, double mass, Vec3 at);

/* An expression as text, in the model's memory; NULL: there is none left, or no expression. */
const char *jd_model_text_of(JdModel *model, const Expr *expr);

/* Numbers of a vector as the model is written: 2 in the plane (and flat), 3 in space. */
int jd_model_width(const JdModel *model);

/* The two frames of a joint or force at drawn points M (on i) and N (on j) whose axis `axis` points
 * along `direction` (zero: x along ground x, z along ground z) and whose next axis along `second` (zero: as near
 * to ground axes as can be; otherwise it must be normal to the first); new frames, aligned with each other as drawn.
 * In the plane z can only point out of it, and all points lie at z = 0. */
typedef struct {
    int body_i, body_j;
    Vec3 M, N; /* the points */
    AxisName axis;
    Vec3 direction, second;
    Where where;
} SidesDef;
bool jd_model_place_sides(JdModel *model, const SidesDef *def, int *i, int *j);
/* A side that was placed gets the axes of its body. */
void jd_model_own_axes(JdModel *model, int frame);
/* Reports a type with two axes (in space) whose second is not said, that is zero. */
bool jd_model_check_second(JdModel *model, const JointType *type, const char *name, Vec3 second,
                           Where where);
/* Pose of a frame as drawn, in ground axes. */
Pose jd_model_frame_pose(const JdModel *model, int frame);

#endif
