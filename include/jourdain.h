/* SPDX-License-Identifier: MIT
 *
 * jourdain: dynamics of mechanisms.
 *
 *     text -> JdModel -> JdSystem -> JdRun -> JdTrace
 *             editable   compiled    one      recorded
 *                        constant    motion   channels
 *
 * Rules that hold everywhere:
 *   - No global state. An object and its log belong to one thread at a time; a JdSystem
 *     is constant after jd_compile and may be shared by any number of runs.
 *   - Zero is the default of every field in a ...Def. A field with no sane default is required.
 *   - A call that fails reports to the log and returns NULL, false or an invalid id.
 *     All calls accept those in turn and do nothing, so one check at the end is enough.
 *   - Strings passed in are copied. SI units, radians.
 */
#ifndef JOURDAIN_H
#define JOURDAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define JD_API __attribute__((visibility("default")))
#else
#define JD_API
#endif

#define JD_VERSION "0.1.0"

typedef struct JdLog JdLog;
typedef struct JdModel JdModel;
typedef struct JdSystem JdSystem;
typedef struct JdRun JdRun;
typedef struct JdTrace JdTrace;

typedef enum { JD_PLANAR, JD_SPATIAL } JdSpace;
typedef struct { double x, y, z; } JdVec3;
typedef struct { int index; } JdBody;    /* {0} is the ground; negative: invalid */
typedef struct { int index; } JdJoint;   /* negative: invalid                    */
typedef struct { int index; } JdChannel; /* {0} is the time; negative: invalid   */

static const JdBody jd_ground = {0};
static const JdChannel jd_time = {0};

JD_API const char *jd_version(void);

/* ---- Messages ------------------------------------------------------------------------------- */

typedef enum { JD_NOTE, JD_WARNING, JD_ERROR } JdSeverity;

/* One message. The strings live as long as the log. */
typedef struct {
    JdSeverity severity;
    const char *code;   /* stable, e.g. "joint-type-unknown"; `jourdain explain CODE` */
    const char *file;   /* NULL: not about a place in a file */
    int line, column;   /* from 1 */
    const char *source; /* the line of the file; of a long one what is near the column. And */
    int length;         /* how many characters of it from the column on are meant */
    const char *text;   /* what is wrong */
    const char *hint;   /* what to do, one remedy a line; NULL: none */
    int source_column;  /* the column that `source` begins with: 1, or more in a long line */
} JdMessage;

/* A log keeps the first 100 messages of one code, and 1000 in all. Those that come later are counted:
 * its last messages say how many of which code they were. */

JD_API JdLog *jd_log_new(void);
JD_API void jd_log_free(JdLog *log);
JD_API int jd_log_count(const JdLog *log);
JD_API int jd_log_errors(const JdLog *log);
JD_API JdMessage jd_log_message(const JdLog *log, int index);
JD_API void jd_log_print(const JdLog *log, FILE *out);

/* Where in a text something was said. */
typedef struct {
    const char *file; /* NULL: it was not said in one */
    int line, column, length;
    const char *source; /* as in JdMessage */
    int source_column;
} JdPlace;

/* ---- Tables: what there is by name ----------------------------------------------------------- */

typedef enum { JD_JOINTS, JD_FORCES, JD_SHAPES, JD_FORMS, JD_STEPPERS, JD_ATTITUDES, JD_UNITS, JD_FUNCTIONS, JD_CODES } JdTable;

/* A number that a joint or force type has of its own. */
typedef struct {
    const char *name;      /* "length" */
    const char *unit;      /* "m"; the dimension that is checked */
    const char *turn_unit; /* for forces on a free: the unit if the free is a turn; NULL: the same */
    const char *summary;
    double fallback;       /* the value if it is not given */
    bool required;
    bool drawn_distance;   /* if not given: the distance of M and N as drawn */
    bool runtime;          /* may be an expression of time and channels */
    int count;             /* 0: one number; 3: a vector, written with 2 numbers in the plane, 3 in space */
    bool about;            /* a vector of turns: in the plane one number, about z */
    bool positive;         /* it must be above zero */
    int body_mass;         /* if not given: 1: the mass of the first body, 2: of the second */
} JdFieldType;

/* One line of a table; members that its kind does not have are zero. */
typedef struct {
    const char *name;    /* NULL: there is none */
    const char *aliases; /* "hinge pin pivot"; NULL: none */
    const char *summary;
    const char *more;    /* joint: what to beware of; form: how loops are closed; stepper: what this build lacks; unit: what
                            it measures; code: its explanation. NULL: nothing */
    const JdFieldType *fields; /* of joints and forces */
    int field_count;
    const char *acts;    /* force: "between two bodies", "on a body" or "on a free" */
    bool chooses;        /* form: which coordinates are independent */
    bool elastic, clearance; /* form: it is made for joints that are springs and dampers; for a joint with clearance */
    double scale;        /* unit: 1 of it in SI, */
    char si[64];         /* and the unit that this is in */
} JdEntry;

JD_API JdEntry jd_table_at(JdTable table, int index);
JD_API JdEntry jd_table_find(JdTable table, const char *name); /* by its name or an alias */

/* A motion that a joint leaves free, by the names of its channels. */
typedef struct {
    const char *position, *rate, *accel; /* "angle", "rate", "accel" */
    const char *motion;                  /* "turn about", "slide along" or "ball," */
    char axis;                           /* 'x', 'y' or 'z' */
    bool in_plane;                       /* also of a planar model */
} JdFreeType;

enum { JD_LOCKS = 6, JD_FREES = 6 }; /* of a joint, at most */
typedef struct {
    JdEntry entry;
    const char *locks[JD_LOCKS]; /* "d.xi", as text */
    bool lock_in_plane[JD_LOCKS];
    int lock_count, free_count;
    JdFreeType frees[JD_FREES];
    char axis, next;   /* that the words `axis` and `second` of a joint set */
    bool second;       /* which must be said, in space */
    bool spatial_only; /* it has no meaning in the plane */
    bool couples;      /* it stands between frees of other joints */
} JdJointType;

/* A type of the table, or one of the model's own (NULL: of the table alone). */
JD_API bool jd_joint_type(const JdModel *model, const char *name, JdJointType *type);
/* f, f', f'' and the wrench of a lock in words, as text: freed with jd_free_text, NULL after a report. Its fields are those of
 * the type; NULL: it has none. */
JD_API char *jd_derive_lock(const char *lock, const JdJointType *type, JdSpace space, JdLog *log);

typedef struct { const char *name; bool in_space, in_plane, by_density, shown, may_be_shown; } JdDimension;
enum { JD_DIMENSIONS = 8 };
typedef struct {
    JdEntry entry;
    JdDimension dimensions[JD_DIMENSIONS]; /* which are needed for the inertia there, for the volume, for pictures */
    const char *volume, *ixx, *iyy, *izz;  /* formulas, inertia per mass; NULL: it has no mass of its own */
} JdShapeType;
JD_API bool jd_shape_type(int index, JdShapeType *type);

/* A kind of channel: `name` of any `subject`. */
typedef struct {
    const char *subject, *name, *unit, *summary;
    bool plane_only, space_only;
} JdChannelType;
JD_API bool jd_channel_type(int index, JdChannelType *type);

/* The statements of the model text and, behind each, its clauses. */
typedef struct {
    const char *word, *summary, *unit;  /* unit NULL: any, or none */
    const char *unless, *excludes;      /* words of other clauses: it is not required with, may not be said with; NULL */
    char usage[256];                    /* "joint <name> : <type> <i> [-- <j>]" */
    int depth;                          /* 0: a statement; 1: a clause of it; 2: a clause of that one */
    bool required, repeats, fields, whole; /* fields: those of its type may be said, too; whole: not in a part */
} JdStatement;
JD_API bool jd_statement(int index, JdStatement *statement);

/* "130 ms" -> 0.13, of the dimension of `unit`. `name` is what the messages call it. */
JD_API bool jd_read_quantity(const char *name, const char *text, const char *unit, double *value, JdLog *log);

/* ---- Model ---------------------------------------------------------------------------------- */

JD_API JdModel *jd_model_new(JdSpace space, JdLog *log);
JD_API void jd_model_free(JdModel *model);

/* A parameter of the model text set from outside: {"r", "160 mm"}. */
typedef struct { const char *name, *value; } JdSetting;

typedef struct {
    const JdSetting *settings; /* ends with {NULL} */
    bool json;                 /* the text is the JSON mirror (files: by their ending) */
    bool spatial;              /* a planar model is made to move in space */
    bool safe;                 /* includes and meshes lie below the model's folder (of a text: that of its name, or
                                  the one the program runs in), wherever links lead: for models of strangers */
    const char *more;          /* further statements, as if they stood behind the others; NULL: none. And */
    const char *more_name;     /* what messages call them */
    bool no_expects;           /* nobody will judge its runs: what they are expected to reach is passed over */
    bool open_bonds;           /* of a bond graph its nodes, bonds and signals alone: no causality is looked for, and no run is possible */
} JdReadDef;

/* Reads a model from a file, or from text that the messages call `name`. All mistakes are
 * reported in one pass; with any error the result is NULL. */
JD_API JdModel *jd_model_read_file(const char *path, JdReadDef def, JdLog *log);
JD_API JdModel *jd_model_read_text(const char *name, const char *text, size_t length, JdReadDef def,
                                   JdLog *log);

/* Rewrites model text: in its canonical layout, or as its JSON mirror, or back.
 * The result ends with a NUL and is freed with jd_free_text; NULL on errors. */
JD_API char *jd_text_rewrite(const char *name, const char *text, size_t length, bool from_json,
                             bool to_json, JdLog *log);
JD_API void jd_free_text(char *text);

/* In the drawn position: where the centre of mass is, and how the body's axes are turned. */
typedef struct {
    const char *name;
    double mass; /* kg, > 0 unless massless */
    double izz;  /* kg m^2 about the centre of mass */
    JdVec3 at;   /* centre of mass */
    double angle;  /* in the plane */
    bool massless; /* mass and inertia zero are meant: the joints must hold the body */
    bool point;    /* a point mass: no inertia, its attitude means nothing */
    bool root;     /* forms on a tree of joints let a tree begin with it: its place and attitude are states */
    /* In space, too: */
    double ixx, iyy, ixy, ixz, iyz; /* of the inertia matrix along body axes (ixy is its entry, not the sum of x y) */
    double attitude[4]; /* unit quaternion w, x, y, z; all zero: along ground axes */
    /* For pictures: */
    const char *colour; /* a name of CSS, or "#4682b4"; NULL: as it comes */
    bool hidden;        /* it is not drawn; so in the definitions below */
} JdBodyDef;

/* A number or an expression (NULL: the number), for the fields that a type has of its own. */
typedef struct {
    const char *name;
    double value;
    const char *text; /* "10 N*m * sin(2*pi*time)" */
} JdField;

/* A joint between frames on bodies i and j, both placed in the drawn position. */
typedef struct {
    const char *name, *type; /* "revolute": any type of `jourdain help joints`, or one's own */
    JdBody i, j;
    JdVec3 at;             /* the point M on body i, in the ground's axes */
    JdVec3 to;             /* the point N on body j, if `apart`; otherwise N = M */
    bool apart;            /* M and N differ */
    JdVec3 axis;           /* the type's main axis; zero: x for slides, z for turns. A disc has that of its body */
    JdVec3 second;         /* the axis after it (universal), normal to it */
    const char *free_i, *free_j; /* gear, rack, coupling: the frees that move together, "jA.angle" */
    const JdField *fields; /* ends with {NULL} */
    bool hidden;
    bool cut, keep; /* forms on a tree of joints: it closes its loop; it is in the tree. Neither: as it comes */
} JdJointDef;

typedef struct {
    const char *name, *type; /* any type of `jourdain help forces` */
    JdBody i, j;             /* acts on j, the reaction on i */
    JdVec3 at, to;           /* as in JdJointDef */
    bool apart;
    JdVec3 axis;           /* of a torque, in space; zero: z */
    const char *target;    /* "jO.angle", for the types that act on a free of a joint */
    const JdField *fields; /* ends with {NULL} */
    bool hidden;
} JdForceDef;

/* Something to look at on a body, in place of what it looks like otherwise. It does not change the motion. */
typedef struct {
    const char *shape; /* "gear": any of `jourdain help shapes`, or "none" */
    JdBody body;
    JdVec3 at;          /* its middle, seen from the centre of mass along the body's axes */
    double angle;       /* about z, from the body's axes; or */
    double attitude[4]; /* as in JdBodyDef, seen from the body's axes */
    double length, width, height, diameter, inner, teeth, turns, scale; /* those that the shape has */
    const char *file;   /* of a mesh: STL or OBJ; `scale` is the length that 1 in it means; of a profile: DXF, */
    const char *layer;  /* of which one layer may be taken; NULL: all */
    const char *colour; /* NULL: the body's */
    double opacity;     /* 0: 1 */
} JdShowDef;

JD_API void jd_set_gravity(JdModel *model, JdVec3 gravity);
/* Gravity mu/r^2 towards a point, mu in m^3/s^2. */
JD_API void jd_set_gravity_point(JdModel *model, JdVec3 centre, double mu);
/* A field: three expressions (two in the plane) of x, y, z in m and of time, in m/s^2. */
JD_API void jd_set_gravity_field(JdModel *model, const char *gx, const char *gy, const char *gz);
JD_API JdBody jd_add_body(JdModel *model, JdBodyDef def);
/* A named frame on a body, given in the drawn position: channels `body.name.x` and so on. */
JD_API void jd_add_frame(JdModel *model, JdBody body, const char *name, JdVec3 at, double angle);
/* The same in space, with an attitude as in JdBodyDef. */
JD_API void jd_add_frame_turned(JdModel *model, JdBody body, const char *name, JdVec3 at,
                                const double attitude[4]);
/* A joint type of one's own: its locks, as text, ending with NULL. Its main axis is x. */
JD_API void jd_add_joint_type(JdModel *model, const char *name, const char *const *locks);
JD_API JdJoint jd_add_joint(JdModel *model, JdJointDef def);
JD_API void jd_add_force(JdModel *model, JdForceDef def);
JD_API void jd_add_show(JdModel *model, JdShowDef def);
/* Prescribes a free: jd_add_drive(m, "motor", "jO.angle", "10 rad/s * time"). */
JD_API void jd_add_drive(JdModel *model, const char *name, const char *target, const char *motion);
/* An expression of channels, parameters and time that becomes a channel of this name; NULL: of its own text. */
JD_API void jd_add_signal(JdModel *model, const char *name, const char *expression);
/* Start value of a coordinate or a velocity: jd_start(m, "jO.rate", 150). */
JD_API void jd_start(JdModel *model, const char *channel, double value);

/* What a model holds. */
typedef enum { JD_GRAVITY_UNIFORM, JD_GRAVITY_POINT, JD_GRAVITY_FIELD } JdGravity;
typedef struct {
    const char *name, *about;    /* about: the comment that the text begins with. NULL: none */
    JdSpace space;
    int width;                   /* numbers of a vector as it is written: 2 or 3 */
    bool no_animation;           /* nothing is to be drawn */
    int bodies, joints, forces, drives, params, outputs, expects; /* how many; bodies count the ground */
    int nodes, bonds; /* of its bond graph */
    JdGravity gravity;
    bool gravity_said;           /* the model says something about it, be it that there is none */
    JdVec3 gravity_vector;       /* m/s^2; or the point, m */
    double gravity_mu;           /* m^3/s^2 */
    const char *gravity_field[3]; /* expressions */
    const char *const *files;    /* that it was read from: its own, included ones, meshes */
    int file_count;
    const char *form, *stabilise, *stepper, *attitude; /* the words of `run`; NULL or 0: not said */
    double until, every, dt, tol, alpha, beta, gamma;
    JdPlace run_at, stepper_at, attitude_at;
} JdModelInfo;

typedef struct {
    const char *name;
    JdPlace at;
    double mass, ixx, iyy, izz, ixy, ixz, iyz; /* as in JdBodyDef */
    bool massless, point;
    JdVec3 centre; /* of mass, as drawn */
    double angle;  /* in the plane */
    JdVec3 turn;   /* from the ground's axes: the axis, as long as the angle */
} JdBodyInfo;

typedef struct {
    const char *name, *type;
    JdPlace at;
    bool couples;
    int i, j;                    /* bodies; of one that couples: joints, */
    const char *free_i, *free_j; /* and their frees; NULL otherwise */
    int locks, free_count;       /* in the space of the model */
    const char *frees[JD_FREES]; /* positions: "angle" */
} JdJointInfo;

typedef struct {
    const char *name, *type;
    JdPlace at;
    int i, j;           /* bodies; -1: it has none there */
    const char *target; /* the free that it acts on; NULL: none */
    const char *node_i, *node_j; /* the node that it ends at there, instead of a body; NULL: none */
} JdForceInfo;

typedef struct {
    const char *name, *target, *motion;
    JdPlace at;
} JdDriveInfo;

typedef struct {
    const char *name, *text; /* as it was said */
    JdPlace at;
    double value[3];
    int count; /* of them */
    char unit[64];
    bool set; /* from outside */
} JdParamInfo;

typedef struct {
    const char *name, *kind; /* "state", "signal", "input", "delay", "sensor", "event", "node", "table" */
    JdPlace at;
} JdOwnInfo;

typedef struct {
    const char *name; /* a channel, "time", a value of one's own; a body, frame, joint or force that a sensor measures */
    bool table;       /* it is a table */
} JdReadInfo;

JD_API JdModelInfo jd_model_info(const JdModel *model);
/* By index; body 0 is the ground. False: there is none. */
JD_API bool jd_model_body(const JdModel *model, int index, JdBodyInfo *info);
JD_API bool jd_model_joint(const JdModel *model, int index, JdJointInfo *info);
JD_API bool jd_model_force(const JdModel *model, int index, JdForceInfo *info);
JD_API bool jd_model_drive(const JdModel *model, int index, JdDriveInfo *info);
JD_API bool jd_model_param(const JdModel *model, int index, JdParamInfo *info);
JD_API bool jd_model_own(const JdModel *model, int index, JdOwnInfo *info);
/* What the force, drive or value of one's own of this name reads during a run, one after the other, some perhaps twice; and
 * what an event of this name sets, switches or strikes (NULL past the end). */
JD_API bool jd_model_reads(const JdModel *model, const char *name, int index, JdReadInfo *info);
JD_API const char *jd_model_acts(const JdModel *model, const char *event, int index);

/* The study that it says: `sweep`. Numbers are SI. */
typedef struct {
    const char *name;         /* of a parameter, or a setting: tol, form */
    const char *how;          /* "list", "range" (start, end, how many), "words", or a distribution: "normal" */
    const double *numbers;    /* NULL: words */
    const char *const *words; /* else NULL */
    int count;
    const char *text;         /* as it was said */
    JdPlace at;
} JdVaried;
typedef struct { const char *one, *two; double value; JdPlace at; } JdCorrelated;
typedef struct {
    const char *name, *text; /* name NULL: a condition */
    JdPlace at;
    const char *unit; /* that it is told in; NULL: that of what it reads */
} JdMeasured;
typedef struct {
    const JdVaried *varied;         int varied_count;
    const JdCorrelated *correlated; int correlated_count;
    const JdMeasured *measures;     int measure_count;
    const JdMeasured *conditions;   int condition_count;
    const char *correlations; /* a file with a table of them; NULL: none */
    double samples, seed;     /* 0, NAN: not said */
    bool sobol, indices;
    JdPlace at;
} JdStudy;
JD_API bool jd_model_study(const JdModel *model, JdStudy *study); /* false: it says none */

/* Its bond graph. */
typedef struct {
    const char *name, *from, *to; /* nodes: the way its half arrow points */
    const char *stroke;           /* the node at the end that receives the effort; NULL: not known, or components differ */
    const char *domain;           /* NULL: none */
    JdPlace at;
    int dimension;
} JdBondInfo;
JD_API bool jd_model_bond(const JdModel *model, int index, JdBondInfo *info);
typedef struct {
    const char *name, *type; /* "R" */
    JdPlace at;
    int bonds;
    bool element;            /* it stores or dissipates */
    const char *stores;      /* "p" or "q": how the channel of its state ends; NULL: it is no storage */
    int components;          /* of its bonds together */
} JdBondNodeInfo;
JD_API bool jd_model_bond_node(const JdModel *model, int index, JdBondNodeInfo *info);
typedef enum { JD_BONDS_SUMMARY, JD_BONDS_PATHS, JD_BONDS_EQUATIONS, JD_BONDS_LATEX, JD_BONDS_C } JdBondsPage;
/* States and breaks by name, causal paths without integration, or equations (as text, LaTeX, C): freed with jd_free_text;
 * NULL: there is no graph, or memory is out. */
JD_API char *jd_bonds_text(const JdModel *model, JdBondsPage page);
/* The graph as a file of BondGraphTools (.bg), and such a file as a model text; what has no counterpart is told. NULL: there is
 * none, or after a report. jd_free_text frees them. */
JD_API char *jd_bonds_export(const JdModel *model, JdLog *log);
JD_API char *jd_bonds_import(const char *file, const char *text, size_t length, JdLog *log);

/* A mechanism as a multibond graph, after Tiernego and Bos. */
typedef struct JdGraph JdGraph;
typedef struct {
    const char *constraints; /* at the locks: "mse" (NULL), controlled sources; "baumgarte", with signals that return to
                                them; "rc", springs and dampers; "sf", flow sources; "minimal", none: all storages are
                                taken to independent velocities; "hamilton", the same with their momenta as states */
    const char *attitude;    /* "quaternion" (NULL), or three turns: "xyz", "zxz" ... */
    bool scalar;             /* with scalar bonds */
    double stiffness, damping;  /* of springs and dampers; 0: 1e7 N/m and 200 N*s/m, of turns N*m and N*m*s */
    double alpha, beta, gamma;  /* 1/s, that return to locks; 0: 10 */
    const char *deflection;  /* of springs at the start: none (NULL); "preload", so that they carry what locks would; or by the
                                names of locks in m or rad: "jO_L[1]=1e-5, jO_L[2]=0" */
    const char *without;     /* locks that nothing holds, by their names, as where they repeat others: "jA_Lwx, jB_Lwy"; NULL: none */
    bool settle;             /* with "rc": not assembled, but as drawn at first; springs and dampers find a start that fits */
} JdGraphDef;
JD_API JdGraph *jd_graph_new(const JdModel *model, JdGraphDef def, JdLog *log); /* NULL after a report */
JD_API void jd_graph_free(JdGraph *graph);
/* How springs and dampers found it: moves of the bodies; how far locks and start values were open most before and after, in lengths of
 * the mechanism or rad, and how fast they slid; and how far from what assembly finds the bodies are then: m, rad, and in parts of the
 * mechanism's length a second. False: it was assembled. */
typedef struct {
    int moves;
    double gap, left, rate, rate_left;
    bool assembled;          /* assembly finds one */
    double apart, turned_apart, speed_apart;
} JdGraphSettled;
JD_API bool jd_graph_settled(const JdGraph *graph, JdGraphSettled *settled);
/* Of its bodies: where the centre of mass begins, m; how far it moved from where it is drawn, m and rad; how far it is from where assembly
 * puts it, m and rad. */
typedef struct { const char *body; double x, y, z, moved, turned, apart, turned_apart; } JdGraphPlace;
JD_API bool jd_graph_place(const JdGraph *graph, int index, JdGraphPlace *place);
JD_API bool jd_graph_bond(const JdGraph *graph, int index, JdBondInfo *info);
typedef struct { const char *name, *type, *value; int part; bool parasitic; } JdGraphNode; /* value: "" without one; part: -1 */
JD_API bool jd_graph_node(const JdGraph *graph, int index, JdGraphNode *node);
/* Its nodes are parts of bodies, joints and forces: "body", "joint", "force" and its name. */
typedef struct { const char *kind, *name; } JdGraphPart;
JD_API bool jd_graph_part(const JdGraph *graph, int index, JdGraphPart *part);
typedef struct { const char *name, *is; bool integrates; double start; } JdGraphSignal;
JD_API bool jd_graph_signal(const JdGraph *graph, int index, JdGraphSignal *signal);
/* What holds a lock: the element, its joint, what it holds; whether it repeats others, or shares with them what it carries, so that its
 * effort is one of many (that of a spring follows from the stiffness); its effort at the start. */
typedef struct { const char *name, *joint, *what; bool repeats, shared; double effort; } JdGraphLock;
JD_API bool jd_graph_lock(const JdGraph *graph, int index, JdGraphLock *lock);
/* A spring (C) or damper (R): the model's own on a free of a joint, or parasitic in place of a lock. Its compliance or resistance. */
typedef struct { const char *name, *type; bool functional; const char *force, *joint; double value; int dimension; } JdGraphElement; /* force: NULL if parasitic */
JD_API bool jd_graph_element(const JdGraph *graph, int index, JdGraphElement *element);
/* How many nodes and bonds it has; with scalar bonds also before what is zero as such is dropped and junctions of two bonds
 * are merged. Springs and dampers by their components. States of its equations, of which those that depend on others are none, and
 * their index; with "minimal" independent velocities in place of all momenta. */
typedef struct {
    int nodes, bonds, raw_nodes, raw_bonds, redundant, functional, parasitic;
    int states, dependent, index;
} JdGraphCount;
JD_API JdGraphCount jd_graph_count(const JdGraph *graph);
/* With "minimal", at the start: an independent velocity "crank.wz", its row of the virtual inertia (as many numbers as there are
 * of them), the gyristor's effort there, of which `eulerian` is the part of bodies that turn, the effort, and its rate. */
typedef struct { const char *name; int count; const double *inertia; double gyristor, eulerian, effort, rate; } JdGraphVelocity;
JD_API bool jd_graph_velocity(const JdGraph *graph, int index, JdGraphVelocity *velocity);
/* And how all velocities follow: the name of one of them, and its row of the transformer. */
JD_API bool jd_graph_follows(const JdGraph *graph, int index, const char **name, const double **row, int *count);
/* As jd_bonds_text. */
JD_API char *jd_graph_text(JdGraph *graph, JdBondsPage page);
/* Locks that could be left out together where some repeat others, a set a line; "" if none does. */
JD_API char *jd_graph_choices(const JdGraph *graph);
/* The motion with "minimal" by the graph's own equations: its state is what the graph integrates, with independent velocities in place of all
 * momenta. Runge and Kutta's steps after Dormand and Prince. */
typedef struct {
    double until, tol, dt;      /* dt > 0: such steps, whatever the tolerance; tol 0: 1e-9 */
    const double *times;        /* when outputs are taken, rising */
    int time_count;
    const char *const *outputs; /* channels of the mechanism that it asks for */
    int output_count;
    bool (*stop)(void *data);   /* NULL: nobody stops it */
    void *data;
} JdGraphRunDef;
typedef struct { int states, speeds, changes; long steps, evaluations; double time; } JdGraphRunCost; /* changes: of what is independent */
/* All outputs of a time, one time behind the other; NAN: the graph has no formula of it. False after a report. */
JD_API bool jd_graph_run(JdGraph *graph, JdGraphRunDef def, double *samples, JdGraphRunCost *cost, JdLog *log);
/* The graph as a model text of its own, in SI units, beginning where the mechanism does: jd_free_text frees it. NULL after a
 * report: some force, drive or state has no law that could stand in it. */
JD_API char *jd_graph_model(JdGraph *graph, JdLog *log);
/* And back: the text of a graph as that of a mechanism. Masses, inertias, points, frames, joints and what acts are found from its nodes,
 * bonds, moduli and signals; no name matters. jd_free_text frees it. NULL after a report. */
JD_API char *jd_graph_mechanism(const char *name, const char *text, size_t length, JdLog *log);

/* ---- Compile -------------------------------------------------------------------------------- */

/* A field left zero takes the model's own word (`run` in the text), then the default. */
typedef struct {
    const char *form;      /* "newton-euler"; NULL, "auto": as the mechanism asks for, by its structure */
    const char *stabilise; /* "none", "baumgarte", "projection" */
    double alpha, beta;    /* 1/s, of f'' + 2 alpha f' + beta^2 f = 0 */
    double gamma;          /* 1/s, of f' + gamma f = 0 for velocity rows */
    double until;          /* end of the run, for the default gains; 0: the model's */
    double dt;             /* fixed step, likewise */
    bool as_drawn;         /* take the drawn position and start values as they are: no assembly */
    const char *cut;       /* joints that are not in the tree of cut-joint and minimal, "jB, jC"; NULL: as it comes */
    const char *elastic;   /* joints that are springs and dampers along what they lock: names, "cut" (those that close
                              loops) or "all"; NULL: those that say a stiffness themselves, and "cut" with form
                              elastic; "none": not even these */
    double stiffness, damping;           /* of each locked length, N/m and N*s/m; 0: 1e6 and none */
    double turn_stiffness, turn_damping; /* of each locked turn, N*m and N*m*s; 0: those times length^2 */
    const char *clearance; /* a joint that becomes a massless link of length `gap` (a revolute or spherical one) */
    double gap;            /* m; 0: 0.1 mm */
    bool hasty;            /* where it does not go together soon, give up, and do not look for the cause */
    const char *prefer;    /* coordinates that minimal shall take as independent ones if it can: "jO.angle, jC.travel" */
    bool by_newton;        /* minimal closes all loops by Newton's method, also those with a closed form: to compare */
} JdCompileDef;

JD_API JdSystem *jd_compile(const JdModel *model, JdCompileDef def, JdLog *log);
JD_API void jd_system_free(JdSystem *system);
JD_API JdCompileDef jd_system_settings(const JdSystem *system); /* as compiled */

/* A channel by name: "slider.x", "jA.force", "energy". `jourdain help channels` lists them. */
JD_API JdChannel jd_channel(const JdSystem *system, const char *name, JdLog *log);
JD_API const char *jd_channel_name(const JdSystem *system, JdChannel channel);
JD_API const char *jd_channel_unit(const JdSystem *system, JdChannel channel);
/* The unit that the model shows it in, and how much of the channel's own 1 of it is; scale NULL: nobody asks. */
JD_API const char *jd_channel_shown(const JdSystem *system, JdChannel channel, double *scale);
JD_API int jd_channel_count(const JdSystem *system);
/* False for reactions that are not unique since joints lock a motion twice: the one of least size is shown. */
JD_API bool jd_channel_unique(const JdSystem *system, JdChannel channel);

JD_API JdChannel jd_system_output(const JdSystem *system, int index); /* that the model asks for; negative past the end */

/* Size and kind of the equations. */
typedef struct {
    int states;              /* numbers of the state */
    int coordinates;         /* unknown accelerations: of independent coordinates alone, where the others follow */
    int dependent, iterated; /* those others; and how many of them Newton's method finds */
    int multipliers;
    int algebraic;           /* algebraic unknowns, as the stepper takes the equations */
    double entries;          /* of the matrix for accelerations and multipliers: those that are not always zero */
    int index_posed, index_solved;         /* differential index; and as the stepper solves them */
    bool constant_mass;
    bool springs;            /* some joints are springs and dampers */
    bool reactions;          /* multipliers are those of all joints */
    bool exchanges;          /* forces, elastic joints or a field of gravity may put energy in or take it out */
    const char *kind;        /* of the coordinates: "dependent" or "independent" */
    const char *closing;     /* how loops are closed: "multipliers", "closed form" */
    const char *why;         /* why the mechanism got this form; NULL: somebody named it */
} JdSystemInfo;
JD_API JdSystemInfo jd_system_info(const JdSystem *system, const char *stepper); /* NULL: the default */
/* Two bodies that close a loop in closed form; false past the end. */
typedef struct { char kind[4]; const char *joints[3]; } JdDyad; /* "RRP": turns and slides of its joints */
JD_API bool jd_system_dyad(const JdSystem *system, int index, JdDyad *dyad);
/* A loop, or several at once, that is left to Newton's method, by one of the joints that close it: each block has a joint
 * for each of its loops, one behind the other. False past the end. */
typedef struct { int block, unknowns; const char *joint; } JdBlock;
JD_API bool jd_system_block(const JdSystem *system, int index, JdBlock *block);

/* The connection graph of a system: the tree of joints of its form, or the one that a form on a tree would take. Trees grow
 * from roots: the ground, bodies that are said to be roots, and of each part that hangs on none of these the potential root with
 * the lowest priority number: bodies have 0, nodes, at which only forces meet, 100. */
typedef struct JdConnections JdConnections;
typedef struct {
    const char *name; /* "ground", a body, a node */
    bool definite;    /* the ground, or said to be one */
    int priority;     /* of a potential root */
    int bodies;       /* of its tree, itself included */
} JdRoot;
typedef enum { JD_BRANCH_TREE, JD_BRANCH_REMOVED, JD_BRANCH_NONE } JdBranchRole; /* NONE: it never can be in a tree */
typedef struct {
    const char *joint, *i, *j; /* names */
    JdBranchRole role;
    bool said; /* `cut` or `keep` */
    int rows;  /* that it locks */
} JdBranch;
JD_API JdConnections *jd_connections_new(const JdSystem *system, JdLog *log);
JD_API void jd_connections_free(JdConnections *connections);
JD_API bool jd_connections_root(const JdConnections *connections, int index, JdRoot *root); /* false past the end */
JD_API bool jd_connections_branch(const JdConnections *connections, int index, JdBranch *branch);

/* Values of `count` channels at the start, as assembled; NAN for an invalid one. count 0: only whether there is a start.
 * False after a report: there is none, and the values stay as they are. */
JD_API bool jd_system_start(const JdSystem *system, const JdChannel *channels, int count, double *values, JdLog *log);

/* What is known of a mechanism before it moves. */
typedef struct {
    int bodies, joints, locks, drives, coordinates;
    int freedoms_by_count; /* coordinates - locks - drives */
    int rank;              /* independent locks and drives, in the start position */
    int freedoms;          /* coordinates - rank */
    int finite;            /* freedoms that lead away from the start, found by following them */
    int redundant;         /* locks that repeat others */
    bool assembled;
    double gap;       /* largest lock violation left, m (or 1) */
    double gap_rate;  /* and of the velocities */
    int starts;       /* start values given */
    int open_starts;  /* freedoms whose start value nobody gave */
} JdCheck;

/* Diagnosis of a model: counts, and by name in the log what is redundant, open or apart. */
JD_API bool jd_check(const JdModel *model, JdCompileDef def, JdCheck *result, JdLog *log);

/* ---- Doctor --------------------------------------------------------------------------------- */

typedef struct JdDiagnosis JdDiagnosis;
typedef struct {
    const char *name, *text; /* that the model was read from, for remedies; NULL: none are tried */
    size_t length;
    JdReadDef read;          /* as it was read */
    JdCompileDef compile;
    bool brief;              /* without the free motions */
    int trials;              /* changes of the text that may be tried; 0: some hundreds, negative: any number */
} JdDiagnoseDef;

/* What machine a model is, and what in it is most likely not meant: findings in the log, with remedies that were tried, one
 * change of the text each. `check` is that of the model. Of a text that was not read, model NULL, the log has the errors, and a
 * change that mends them is looked for. NULL: out of memory, or there is neither a model nor a text with errors. */
JD_API JdDiagnosis *jd_diagnose(const JdModel *model, const JdCheck *check, JdDiagnoseDef def, JdLog *log);
JD_API void jd_diagnosis_free(JdDiagnosis *diagnosis);

/* A motion that all locks and drives allow at the start. */
typedef struct {
    const char *name;  /* what it is told by: "jO.angle", "rod.x" */
    const char *words; /* what moves, and how */
    const char *start; /* what it starts with, and why */
    bool idle;         /* nothing follows it, and nothing depends on it */
    bool finite;       /* it leads away from the start; otherwise it is there for an instant only */
} JdFreeMotion;
JD_API bool jd_diagnosis_motion(const JdDiagnosis *diagnosis, int index, JdFreeMotion *motion);

/* A change of the text that was tried. */
typedef struct {
    int message;         /* of the log: what it mends */
    int line, column;    /* from 1; */
    size_t offset, length; /* the bytes of the text that it replaces, */
    const char *text;    /* by these */
    const char *what;    /* in words: "at the other end" */
    bool alters;         /* the machine is another one afterwards */
} JdRemedy;
JD_API bool jd_diagnosis_remedy(const JdDiagnosis *diagnosis, int index, JdRemedy *remedy);

/* ---- Run ------------------------------------------------------------------------------------ */

typedef struct {
    const char *stepper; /* "dop853"; `jourdain help steppers` */
    double until;        /* end time */
    double output_every; /* 0: the model's; negative, or nobody says: every step */
    double dt;           /* step of the fixed steppers; largest step of the adaptive ones */
    double tol;          /* tolerance of the adaptive steppers */
    long max_steps;      /* 0: no limit */
    const double *also;  /* further output times, rising: for jd_run_is_extra */
    int also_count;
    bool (*stop)(void *data, double time); /* asked at every step; true ends the run there */
    void *stop_data;
    bool event_rows;     /* at each event of the model (`when`) a row before it and one behind it, beside the others */
    const JdChannel *statistics; /* of these jd_run_statistics tells; they must live as long as the run */
    int statistics_count;
    const char *attitude; /* of bodies and balls in the state: "quaternion"; "cardan", for steppers of Runge and Kutta */
} JdRunDef;

typedef struct {
    long steps, rejected, evaluations, projections; /* of the steps, whatever is shown between them */
    double smallest_step, largest_step;
    double worst_drift; /* largest lock violation seen at a step */
    double time;        /* that the steps have reached */
    long natives;       /* evaluations that compiled code did */
    long cut;           /* steps that were done anew, up to an event or corner that lay within them */
    long frames;        /* attitudes by angles that were taken against another frame */
} JdRunCost;

JD_API JdRun *jd_run_new(const JdSystem *system, JdRunDef def, JdLog *log);
JD_API void jd_run_free(JdRun *run);
/* Goes to the next output time (the first call: to the start). False at the end, or after a
 * failure, which the log explains. Where a force or drive changes at that very time, what comes is shown. */
JD_API bool jd_run_next(JdRun *run);
/* Goes on to a time of one's own, not before the last output and not behind the end. False as above, or for no such
 * time; where an event of the model ends the run before it, its end is shown. */
JD_API bool jd_run_to(JdRun *run, double time);
/* From where it stands to its end: `each` (NULL: nobody) sees the run at every output, and leaves it there by false. */
typedef enum { JD_RUN_DONE, JD_RUN_FAILED, JD_RUN_STOPPED, JD_RUN_LEFT } JdRunEnd;
JD_API JdRunEnd jd_run_drive(JdRun *run, bool (*each)(void *data, JdRun *run), void *data);
JD_API bool jd_run_failed(const JdRun *run);
JD_API bool jd_run_stopped(const JdRun *run);  /* `stop` said so; the state is that of its last step */
JD_API bool jd_run_is_extra(const JdRun *run); /* this output was asked for by `also` alone */
/* Events of the model at the row shown last, by index from 0: the name; NULL past the end. `before`: it is the row before them. */
JD_API const char *jd_run_event(const JdRun *run, int index, bool *before);
JD_API JdRunDef jd_run_settings(const JdRun *run); /* with everything that was left open filled in */
/* False for a row that does not meet the equations of motion, however it is computed: told in the log, too. */
JD_API bool jd_run_proved(const JdRun *run);
JD_API double jd_run_value(JdRun *run, JdChannel channel);
/* Sets an input of the model, from the row shown last on. False: it is none, or the value is not finite. */
JD_API bool jd_run_set(JdRun *run, JdChannel input, double value);
JD_API JdRunCost jd_run_cost(const JdRun *run);
/* Rates of the state by compiled code, what jd_emit writes with target "native": jd_native_rates, jd_native_independent, jd_native_count of
 * that file, which must stay as long as the run. It is asked in the stages of steps, from the start on, while the same coordinates are
 * independent as in it and it has an answer (0); then energies of forces are not watched. False: the run has begun, its form is not
 * minimal, or its stepper has no stages. */
typedef int JdRates(const double *input, const double *held, double time, const double *y, double *rates);
JD_API bool jd_run_native(JdRun *run, JdRates *rates, const int *independent, int count);

/* ---- Ledger: where the energy went ------------------------------------------------------------
 * A model that keeps one has states for the work of each force and drive, of gravity, of joints that give way and of locks, which are
 * integrated with the motion and count for its error. Call it when the model is whole, before jd_compile; false after a report. */
JD_API bool jd_model_keep_ledger(JdModel *model);
/* From the start to the row shown last, in J. Of an element without a source of its own work + stored + heat is zero. */
typedef struct {
    const char *name; /* that of a force or drive, or "gravity", "elastic joints", "locks", "blows" */
    double work;      /* that the bodies got from it */
    double stored;    /* what its store grew by */
    double heat;      /* that it made */
} JdLedgerLine;
typedef struct {
    double kinetic;  /* what the kinetic energy grew by: the sum of all work */
    double residual; /* what is left over of that, */
    double sum;      /* and the sum of the sizes of all work and of what kinetic energy became */
} JdLedgerSum;
/* Line `index`; false: there is none, or the model keeps no ledger. */
JD_API bool jd_run_ledger(JdRun *run, int index, JdLedgerLine *line);
JD_API JdLedgerSum jd_run_ledger_sum(JdRun *run);

/* From the start to the row shown last, of the motion itself, between rows and steps too, as exact as its tolerance: the least and
 * the greatest value and when they first were, the mean over time, and the root of the mean square. NAN: the channel is none of
 * `statistics`, or was not finite. */
typedef struct { double min, max, time_of_min, time_of_max, mean, rms; } JdStatistics;
JD_API JdStatistics jd_run_statistics(JdRun *run, JdChannel channel);
/* One of them by its name: "max", "min", "mean", "rms", "peak" (the largest size), "time_of_max", "time_of_min", "time_of_peak".
 * False: there is none. */
JD_API bool jd_statistic(const JdStatistics *statistics, const char *name, double *value);
/* Sets a parameter of the model (in SI; one number of a vector: "A.x") for the run that jd_run_again makes. The text is not read again,
 * the system stays as it is, and with it all channels. False after a report. */
JD_API bool jd_run_set_parameter(JdRun *run, const char *name, double value, JdLog *log);
/* Another run of the same system and settings, from the start, with the parameters that were set so far: assembled and checked
 * anew, the same to the last bit as after a reading with these values. NULL after a report: they do not assemble, or change what
 * the model consists of. The run itself stays as it is. */
JD_API JdRun *jd_run_again(const JdRun *run, JdLog *log);

/* Measures: numbers of a whole run, "peak = max(jB.force)/2": of statistics (of channels, or of expressions of them), and of
 * channels as they are at the end. texts end with NULL, and messages say they are of `option`. */
typedef struct JdMeasures JdMeasures;
JD_API JdMeasures *jd_measures_new(const char *option, const char *const *texts, JdLog *log);
/* The same of texts with their places: messages point there. Those without one (line 0) are of `option`, and without a name may
 * begin with one. */
JD_API JdMeasures *jd_measures_at(const char *option, const JdMeasured *texts, int count, JdLog *log);
JD_API void jd_measures_free(JdMeasures *measures);
JD_API const char *jd_measures_statements(const JdMeasures *measures); /* for JdReadDef.more: signals that they read */
/* Finds the channels in a system of a model with these statements. False after a report. */
JD_API bool jd_measures_bind(JdMeasures *measures, const JdSystem *system, JdLog *log);
JD_API const JdChannel *jd_measures_channels(const JdMeasures *measures, int *count); /* for JdRunDef.statistics */
JD_API int jd_measures_count(const JdMeasures *measures);
JD_API const char *jd_measure_name(const JdMeasures *measures, int index);
JD_API const char *jd_measure_unit(const JdMeasures *measures, int index);
/* In that unit. Of a run of the system that came to its end, or of a run again of it; NAN: there is none. Of a condition: 1 or 0. */
JD_API double jd_measure_value(JdMeasures *measures, int index, JdRun *run);

/* The independent coordinates at the first output, by name: its length, 0 past the end. It is written as far as there is room. */
JD_API size_t jd_run_independent(const JdRun *run, int index, char *name, size_t room);

/* For those who measure what a run costs. Evaluates the equations of motion so often, at places beside the last step: such a
 * run is of no further use. */
JD_API void jd_run_evaluate(JdRun *run, long times);
/* From now on evaluations are done once more up to the end of this part, or (JD_PARTS) whole. False: the form has no such part. */
typedef enum { JD_PART_REST, JD_PART_PLACE, JD_PART_ROWS, JD_PART_FORCES, JD_PART_MASS, JD_PART_ASSEMBLY,
               JD_PART_SOLUTION, JD_PARTS } JdPart;
JD_API bool jd_run_repeat(JdRun *run, JdPart part);

/* Saves a run between two outputs, or when `stop` is asked, to memory; returns how many bytes that takes, and writes them if
 * there is room for them. 0: the run has failed. */
JD_API size_t jd_run_save(JdRun *run, void *bytes, size_t room);
/* Takes up a saved run, by a new one of the same model, settings and program: its next output is the same to the last bit
 * as that of the run that was saved (steppers of SUNDIALS begin anew, which a note says). Whatever is not
 * such bytes is refused, with the reason. */
JD_API bool jd_run_load(JdRun *run, const void *bytes, size_t size, JdLog *log);

/* ---- Trace ---------------------------------------------------------------------------------- */

/* Records channels of a run at each jd_trace_record. channels end with a negative index;
 * NULL: the model's outputs. */
JD_API JdTrace *jd_trace_new(const JdSystem *system, const JdChannel *channels, JdLog *log);
JD_API void jd_trace_free(JdTrace *trace);
JD_API bool jd_trace_record(JdTrace *trace, JdRun *run);
JD_API int jd_trace_rows(const JdTrace *trace);
JD_API int jd_trace_columns(const JdTrace *trace);
JD_API double jd_trace_at(const JdTrace *trace, int row, int column);
JD_API bool jd_trace_proved(const JdTrace *trace, int row); /* as jd_run_proved when it was recorded */
/* Events of the model at a row, as jd_run_event when it was recorded. */
JD_API const char *jd_trace_event(const JdTrace *trace, int row, int index, bool *before);
JD_API const char *jd_trace_name(const JdTrace *trace, int column);
JD_API const char *jd_trace_unit(const JdTrace *trace, int column);
/* A column without rows gets another unit of its kind, and all its values with it: "rpm". A trace of the model's outputs begins
 * with the units of jd_channel_shown, any other one with those of its channels. */
JD_API bool jd_trace_show_in(JdTrace *trace, int column, const char *unit, JdLog *log);
/* Of all rows: the last value, the least and the greatest; NAN: there is none. */
typedef struct { double final, least, greatest; } JdTraceRange;
JD_API JdTraceRange jd_trace_range(const JdTrace *trace, int column);
/* From now on rows go to the stream as they come, as CSV without headings (which begin the text of jd_trace_print_csv). Unless they
 * are to be kept, only some of them stay in memory: jd_trace_at knows the first and the last. */
JD_API void jd_trace_stream(JdTrace *trace, FILE *out, bool keep);
/* Takes so many bytes of CSV, headings and rows, into a trace that has recorded nothing yet, and copies them to another
 * stream (NULL: none); `hash` is that of the bytes (FNV-1a; NULL: nobody asks). False: they are not of such a trace. */
JD_API bool jd_trace_replay(JdTrace *trace, FILE *in, uint64_t bytes, FILE *copy, uint64_t *hash);
/* CSV; the file appears whole or not at all. */
JD_API bool jd_trace_write_csv(const JdTrace *trace, const char *path, JdLog *log);
JD_API bool jd_trace_print_csv(const JdTrace *trace, FILE *out);

/* How far a column of a trace can be trusted: its size is the largest value, its error how far the worst row is off, about,
 * and at which time; its digits are those of the size that stand, 0 to 15. Of a column that is zero throughout, or too small
 * beside others of its unit to be told from zero, none does, and nothing is wrong with that. */
typedef struct {
    double size, error, time;
    int digits;
    bool zero;
} JdTrust;

typedef struct {
    JdTrust *trust;   /* room for one of each column; NULL: not wanted */
    double *errors;   /* room for rows x columns: how far each row is off, and all before it. Rows are those that the trace
                         still has: jd_trace_at knows their time. NULL: not wanted */
    bool (*stop)(void *data, double time); /* as in JdRunDef */
    void *stop_data;
    /* What is told: */
    double tol, dt;   /* of the second run; tol 0: only dt differs */
    const char *form[4]; /* of the others, ending with NULL; none: the log says why */
} JdVerify;

/* Carries out the same motion again, with a tenth of the tolerance (below 1e-12 ten times it; fixed steppers: half the step)
 * and so, too, under every other exact formulation, and compares all rows of the trace, which the run has recorded. model
 * NULL: the formulation stays. */
JD_API bool jd_verify(const JdModel *model, const JdRun *run, const JdTrace *trace, JdVerify *verify, JdLog *log);

/* ---- Code ----------------------------------------------------------------------------------- */

typedef struct {
    const char *target; /* "c"; "cuda": the same file with a kernel, one variant of the mechanism for each lane; "native": for jd_run_native;
                         * "text", "latex", "markdown": formulas */
} JdEmitDef;

/* The mechanism as one file of C11 that needs the C library alone: numbers of the mechanism in a struct, start with closed
 * loops, rates, outputs, derivatives, steppers rk4 and dop853, many variants at once, and a program that checks what the
 * model expects. The system must have been compiled with form "minimal". Freed with jd_free_text; NULL after a report of
 * what cannot be emitted, and where it was said. */
JD_API char *jd_emit(const JdSystem *system, JdEmitDef def, JdLog *log);

/* The equations of motion of a system, whichever form it was compiled with: M v' + h + D^T lambda = Q and D v' = gamma, with v the rates of the
 * form's coordinates; velocities of the bodies are W v. Multipliers have the opposite sign of channels `joint.lambda1`.
 * NULL after a report of what has no formula, and where it was said. It needs its system, and the log. */
typedef struct JdEquations JdEquations;
JD_API JdEquations *jd_equations_new(const JdSystem *system, JdLog *log);
JD_API void jd_equations_free(JdEquations *equations);
/* As formulas with the names of the model: "text" (NULL), "latex" or "markdown". Freed with jd_free_text; NULL after a report. */
JD_API char *jd_equations_text(const JdEquations *equations, const char *as);
/* The numbers of all matrices where a run of this system stands: at the row shown last. False: the run failed, or is of another system, or
 * loops do not close there. */
JD_API bool jd_equations_at(JdEquations *equations, JdRun *run);
/* From there on by an explicit Euler step, as papers take it: full matrices, Gauss, no stabilisation, no events. False: they have no numbers. */
JD_API bool jd_equations_step(JdEquations *equations, double dt);
typedef struct {
    const char *name, *what; /* "M", "mass matrix" */
    int rows, columns;
    const char *const *row, *const *column; /* their names */
    const double *value;     /* row by row; constant until the next jd_equations_at */
} JdMatrix;
/* M, h, Q; with multipliers D, gamma, f, f'; W; and A x = b of the whole, where multipliers of rows that repeat others are zero. By index
 * from 0; false past the end. */
JD_API bool jd_equations_matrix(JdEquations *equations, int index, JdMatrix *matrix);

/* ---- Expectations --------------------------------------------------------------------------- */

/* An `expect` line of the model text. */
typedef struct {
    JdChannel channel;
    double value, at, within; /* at: the time; within: the allowed difference */
    bool relative;            /* within is a share of |value| */
    const char *file;
    int line;
    JdPlace place; /* the same, with its text */
    const char *statistic; /* "max", of all up to that time: jd_statistic; NULL: the value then */
} JdExpect;

JD_API int jd_expect_count(const JdSystem *system);
JD_API JdExpect jd_expect(const JdSystem *system, int index);

#ifdef __cplusplus
}
#endif
#endif
