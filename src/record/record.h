/* SPDX-License-Identifier: MIT
 *
 * A mechanism on a tape. The minimal form's own plan (its tree, its sequence of bars, dyads and knots, its rows) is
 * walked with recorded numbers in place of doubles, along the same equations as the executor: theory 9. */
#ifndef JD_RECORD_H
#define JD_RECORD_H

#include "tape/tape.h"
#include "form/minimal.h"

typedef struct { Num3 line, turn; } NumSpin;
typedef struct { Num w; Num3 v; } NumQuat;
typedef struct { Num3 p; NumAxes R; NumSpin v; } NumBody; /* centre of mass, body axes, velocities along ground axes */

/* A side of a joint or force, as Side has it. */
typedef struct { Num3 p, v, arm, w; NumAxes axes; } NumSide;
typedef struct { Num f, rate, bias; Num3 force_i, moment_i, force_j, moment_j; } NumRow;

typedef struct { Num3 force, torque; Num effort, energy, conservative, dissipated, length, power, inner_rate; } NumForce;

/* Inputs, and behind them of each force whether it is on, if some are switched. */
static inline int jd_record_given(const JdSystem *s) { return s->givens + (s->switched ? s->forces : 0); }

/* From an instant on conditions on time alone are so, up to the next; by so much rates of drives jump there. */
typedef struct { double time, *held, *kick; } Instant;

/* What an event sets, and the blows that it gives. events.c */
typedef struct { Num *set, *blow; } NumWhen;
typedef struct { int joint, free; } BlowFree;

/* A constant of an expression that runs, of which a number of the mechanism is made: a step of its program. constants.c */
typedef struct { const Program *program; int step; double value; const char *name; } Constant;
typedef LIST(Constant) Constants;

/* Unknowns of a block while it is open. rings.c */
typedef struct { int n, block; Num *x; } NumBlock;

/* It is left when a number is not above its limit. */
typedef struct { Num low; double limit; const char *why; } NumGuard;

typedef struct {
    Tape *t;
    const JdSystem *s;
    const MinimalPlan *plan;
    JdLog *log;
    Arena *arena;
    bool failed;         /* something cannot be recorded, and was said */
    const Constants *constants; /* those that are numbers of the mechanism; NULL: none is */
    Where here;          /* the expression that is being recorded */
    int states, first_rate, first_extra; /* numbers of the emitted state: positions, rates, states of one's own */
    int *state_of_q, *state_of_u; /* of each coordinate and rate of the tree; -1: it follows from others */
    const char **state_name;
    const char **state_unit;
    double *start;       /* the state at time 0 */
    Num *rate;           /* of each number of the state */

    Num time;
    Num *q, *u, *udot;   /* of the tree */
    bool *q_known;
    NumBody *body;
    NumSpin *accel;      /* of each body, once they are known */
    NumSpin *force;      /* on each body */
    Num *effort;         /* along each rate of the tree */
    NumForce *out;       /* of each force */
    Num *slot;           /* what programs read; */
    bool *slot_known;
    Num *extra;          /* states of one's own */
    bool explicit_mass;  /* M, h and Q are wanted as such: */
    int coordinates;     /* so many */
    Num *mass, *bias, *push; /* M by rows; what velocities cause; forces */
    NumSpin *way;        /* of each body, for each of them: how it moves with its rate alone */
    bool of_bodies;      /* coordinates are those of the bodies themselves: bodies.c */
    bool plain;          /* conditions on time are what they say, not held: laws.c */
    bool *asked;         /* of each slot that has no formula: it is a name, and was read. Only with explicit_mass */
    Num *pull;           /* of each row of `dynamics`, once somebody asked; NULL: nobody did, */
    bool no_pull;        /* or they have too many operations */
    LIST(NumGuard) guard;
    LIST(Instant) instant; /* the first at time 0; none: there are no such conditions */
    bool instants_end;     /* there are more of them behind the run than are looked for */
    Num *condition;        /* of each condition on time: what is held; 0: nobody asked */
    NumWhen *when;         /* of each event */
    int watches;           /* what is looked at on the way: conditions of events, then levels of corners */
    Num *watch;
    double *input_start;   /* slots at the start, where values follow from each other; NULL: none does */
    bool *ring_done;       /* of each ring: its block is there */
    bool *node_follows;    /* of each block of nodes: equilibrium says where they are, not dampers how they move. nodes.c: */
    double *node_start;    /* at the start, places or velocities; */
    Num *node_x;           /* now */
    bool *node_force;      /* of each force: it acts on a node, and is there already */
    bool rated, nodes_move; /* rates are there; velocities of nodes that follow, too */
    NumBlock feedback;     /* what forces read of what follows from them */
    bool kicks;            /* some drive jumps at some instant */
    bool native;           /* for the interpreter's own steps: corners are held as it holds them */
    bool strikes;          /* it is recorded once more, with blows: */
    LIST(BlowFree) blow;   /* behind those of drives, those along frees */
    Num *struck;           /* rates then; NULL: nothing gives blows */
    struct PlanePass *plane; /* closed form in the plane; NULL: there is none */
    struct SpacePass *space; /* and in space */
    void *tree;          /* tree.c: its own */
} Recorder;

/* Says what cannot be recorded, and marks it. */
__attribute__((format(printf, 3, 4))) void jd_record_refuse(Recorder *rec, Where where, const char *format, ...);
void jd_record_guard(Recorder *rec, Num low, double limit, const char *why);

bool jd_record_keep(Recorder *rec, int coordinates); /* room for M, h, Q and W */
/* Where rates begin in the form's own state. */
static inline int jd_record_first_rate(const Recorder *rec) { return rec->plan->tree.nq + rec->s->turns; }
/* What all forms begin and end with: room for numbers; states of one's own. */
bool jd_record_room(Recorder *rec);
void jd_record_extra_rates(Recorder *rec);
void jd_record_names(Recorder *rec); /* of the state, by a tree */
/* Of a number of a body that floats: place or rate. */
const char *jd_record_float_name(Recorder *rec, const char *owner, int part, bool rate);
/* The instants up to the end of the run, and what holds from each on. False after a report. instants.c */
bool jd_record_instants(Recorder *rec);

/* All of it: places, velocities, forces, accelerations, rates of the state. False after a report. */
bool jd_record_rates(Recorder *rec);
/* A channel, at the same instant. */
Num jd_record_channel(Recorder *rec, int channel, bool *known);

/* ---- Parts ------------------------------------------------------------------------------------ */

/* Numbers of the mechanism, by name. */
Num jd_record_mass(Recorder *rec, int body);
Num3 jd_record_inertia(Recorder *rec, int body);        /* what resists a turn about each axis */
Num3 jd_record_spinning(Recorder *rec, int body);       /* what a spin carries: none of what keeps an idle turn at rest */
Num3 jd_record_point(Recorder *rec, int frame);         /* a frame's origin on its body, along body axes */
Num3 jd_record_gravity(Recorder *rec, Num3 p);
Num jd_record_gravity_energy(Recorder *rec, Num3 p);

void jd_record_all_numbers(Recorder *rec); /* of bodies, frames, gravity and forces, whether something needs them or not */
void jd_record_fields(Recorder *rec, int force); /* numbers of a force that are constant */

NumSide jd_record_side(Recorder *rec, int frame);
NumQuat jd_record_attitude(Tape *t, const NumAxes *axes); /* w >= 0. turn.c */
Num3 jd_record_rotation(Tape *t, const NumAxes *axes);      /* the rotation vector */
NumRow jd_record_lock(Recorder *rec, const Lock *lock, const NumSide *i, const NumSide *j);
/* The same with an angle that is counted elsewhere. */
enum { NO_ANGLE = -1 };
NumRow jd_record_lock_at(Recorder *rec, const Lock *lock, const NumSide *i, const NumSide *j, Num angle);
Num jd_record_turn(Recorder *rec, const Turn *about, const NumSide *i, const NumSide *j);
Num jd_record_program(Recorder *rec, const Program *program, const Num *inputs, Where where);
Num jd_record_constant(Recorder *rec, const Program *program, int step, double value);
void jd_record_jet(Recorder *rec, const Program *program, Where where, Num out[3]);
void jd_record_drive(Recorder *rec, int drive, Num out[3]); /* position, rate, acceleration that it asks for */
void jd_record_extras(Recorder *rec);                       /* states of one's own, behind the others */
void jd_record_forces(Recorder *rec);
void jd_record_force(Recorder *rec, int force); /* one of them */
void jd_record_effort(Recorder *rec, int joint, int free, Num effort); /* along a free, on what it moves */
/* events.c: conditions, corners and actions, after the rates; the frees that blows act along, before them. */
bool jd_record_blows(Recorder *rec);
/* rings.c: slots at the start (false after a report); a ring whose values are asked for; what forces read of accelerations, before the
 * forces and behind the accelerations. */
bool jd_record_inputs(Recorder *rec);
void jd_record_ring(Recorder *rec, int number);
/* x += -(d rest/d x)^-1 rest until rest = 0; unknowns count as at least so large. slope: room for the matrix, NULL: nobody wants it. */
void jd_record_close_block(Recorder *rec, const NumBlock *of, const Num *rest, double least, Num *slope);
void jd_record_feedback_open(Recorder *rec);
void jd_record_feedback_close(Recorder *rec);
Where jd_record_reader(const JdSystem *system, int slot); /* who reads it: a force, or a signal */
/* nodes.c: what the interpreter says of them at the start; the forces on them, and what they follow from these; rates of their states. */
struct JdRun;
bool jd_record_nodes_start(Recorder *rec, const struct JdRun *run);
void jd_record_nodes(Recorder *rec);
void jd_record_node_rates(Recorder *rec);
/* Their velocities, where they follow; false: rates are not there yet. */
bool jd_record_nodes_move(Recorder *rec);
void jd_record_strikes(Recorder *rec); /* along frees, if it is recorded with blows */
void jd_record_events(Recorder *rec);
Num jd_record_slot(Recorder *rec, int slot);
/* The coordinate of a tree's joint, counted. */
Num jd_record_coordinate(Recorder *rec, int q);

/* A free of a joint that is no coordinate of the tree, and the angle of a frame in the plane: counted. channel.c */
Num jd_record_free(Recorder *rec, int joint, int free, bool *known);
Num jd_record_angle(Recorder *rec, int frame);
Num jd_record_counted(Recorder *rec, Num angle, int state); /* over turns, from what this number of the form's state is */

/* A row with a force and a moment for each body that it is of. rows.c */
typedef struct {
    int ends, body[GROUP_ENDS];
    Num3 force[GROUP_ENDS], moment[GROUP_ENDS]; /* along ground axes, about the centre of mass */
    Num f, rate, gamma; /* its value, that of its derivative; what J a must be */
} NumEnds;
NumEnds jd_record_row(Recorder *rec, const RowSet *set, int row);
void jd_record_springs(Recorder *rec); /* of joints that give way, on the bodies */
NumAxes jd_record_quaternion(Tape *t, const Num *q);

/* plane.c: bodies by the closed form; then accelerations. */
bool jd_record_plane(Recorder *rec);
void jd_record_plane_solve(Recorder *rec);
Num jd_record_plane_coordinate(Recorder *rec, int q);
/* space.c: whether it is to be used; bodies by the closed form in space; accelerations; a coordinate that somebody asks for. */
bool jd_record_by_space(const Recorder *rec);
bool jd_record_space(Recorder *rec);
void jd_record_space_solve(Recorder *rec);
void jd_record_space_rates(Recorder *rec);
Num jd_record_space_coordinate(Recorder *rec, int q);
bool jd_record_space_repeats(const Recorder *rec, int u);
bool jd_record_space_spin(const Recorder *rec, int number, int *q, int *u); /* a ball that spins freely; false: there are fewer */
/* tree.c: bodies by the tree, loops by Newton's method; then accelerations. */
bool jd_record_tree(Recorder *rec);
void jd_record_tree_solve(Recorder *rec);
void jd_record_tree_rates(Recorder *rec);
bool jd_record_repeats(const Recorder *rec, int u); /* it is in the state, but only the third of a ball's rates counts, for all of them */
/* coordinates.c: of all of them; a node's free that is a part of its quaternion. */
void jd_record_coordinate_rates(Recorder *rec, Num *rate);
bool jd_record_is_ball(const Recorder *rec, const NodeInfo *node, int free);
void jd_record_quaternion_rate(Tape *t, const Num *q, const Num *w, bool floats, Num *out);

#endif
