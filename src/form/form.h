/* SPDX-License-Identifier: MIT
 *
 * Formulations: one file and one line in forms.def each. A formulation decides the unknowns of the motion
 * and how they change. Steppers see only this table; channels see only the Motion that `rates` leaves. */
#ifndef JD_FORM_H
#define JD_FORM_H

#include "tree/tree.h"

/* What a projection leaves: lengths by the mechanism's, turns in rad; velocities in these per second, and by the speed. */
typedef struct {
    double positions, velocities;
    int rounds;
    bool done;
} ProjectReport;
/* Whether it may go on from there. */
bool jd_projected(const ProjectReport *report);

/* Whether a projection may begin with the factors of the last evaluation, since that was nearby; or has only to write down
 * what that has closed, which was at this very state. */
typedef enum { FACTORS_NEARBY, FACTORS_ANEW, FACTORS_HERE } Factors;

/* Other coordinates are independent ones than before. */
typedef struct {
    int count;              /* of those that changed; 0: the same as before */
    const int *left, *came; /* rates: no longer, and from now on */
    bool anew;              /* what the last evaluation left is worth another one */
} ChangeReport;

/* Two bodies that close a loop in closed form. */
typedef struct {
    int joint[3]; /* from a known body over the two to a known body */
    char kind[4]; /* R or P of each: "RRP" */
} FormDyad;

/* A joint that closes a loop which is left to Newton's method, together with others of the same block. */
typedef struct { int number, unknowns, joint; } FormBlock;

/* The equations as implicit steppers take them, residual(z, z') = 0. Unknowns z: the state, then multipliers. The matrix of
 * their derivatives is sparse and its pattern constant; multipliers and rates come in linearly, with numbers that
 * `known` writes, the state's own columns are for differences. theory 6.6 */
typedef struct { int row, column; } Entry;
typedef LIST(Entry) EntryList;
typedef struct {
    int unknowns;
    EntryList differences; /* d residual / d unknown, to be found; an entry may stand here twice */
    EntryList by_unknown;  /* d residual / d unknown, known */
    EntryList by_rate;     /* d residual / d rate, known */
} Pattern;

/* Size and kind of its equations, for tables. */
typedef struct {
    int coordinates;    /* unknown accelerations: of independent coordinates alone, where the others follow */
    int dependent;      /* those others */
    int multipliers;
    int velocities;     /* those of locks that ask for velocities alone */
    double entries;     /* of the matrix for accelerations and multipliers: those that are not always zero */
    bool constant_mass;
    bool iterates;      /* loops are closed by Newton's method, not all in closed form: */
    int iterated;       /* so many of those that depend */
    bool springs;       /* some joints are springs and dampers */
    bool reactions;     /* multipliers are those of all joints */
} FormCount;

/* What a formulation is. Of each function: when it is called, what it may read and must leave, whether it may be NULL. All may read the
 * whole system, which is constant once `prepare` has been called; none may keep anything but in the motion (motion->form, what `layout`
 * placed), allocate, or report, but `prepare`. "Evaluated" means that `rates` was the last to be called on this motion. */
struct FormType {
    const char *name, *aliases, *summary; /* aliases: "ne"; "" or NULL: none */
    const char *closes; /* how loops are closed, in words */
    /* Joints that give way, where nobody names any (JdCompileDef): "cut" or "all". NULL: none does, and the motion is that of
     * the rigid mechanism, which the contract test compares with that of the others. */
    const char *elastic, *clearance;
    bool has_all_rows; /* `rates` solves with all rows and the anchors at hand (jd_rows_factor), which are part of its mode and which the
                          run chooses anew between steps: so not by jd_motion_solve, which chooses for itself */
    bool always_projects; /* its state is put in order by `project`, whatever the stabilisation */
    bool of_bodies; /* its state is q and v of the bodies themselves: positions with counted turns, then velocities */
    unsigned parts; /* that an evaluation has: a bit for each Part, of which `rates` asks jd_ends where it ends */

    /* ---- Made once -------------------------------------------------------------------------------------------------- */
    /* Once, by jd_compile, when all but the start is built: sets system->states, and system->plan to what it keeps in
     * system->arena. Never NULL; false after a report. */
    bool (*prepare)(JdSystem *system, JdLog *log);
    /* Room of its own in a motion: motion->form, parts of the mode (jd_mode_add). Called twice for each run, to measure and to
     * place, and once more for each time that it is saved. NULL: it needs none. */
    void (*layout)(const JdSystem *system, Motion *motion, Layout *layout);
    /* Once for each run, behind `layout` and kernel->init: what is constant in that room. NULL: nothing. */
    void (*init)(const JdSystem *system, Motion *motion);
    /* When a run is saved or loaded: shows a keeper what of that room is plain data but in no array that `layout` placed, and
     * pointers that do not stay as they were made. NULL: there is none. */
    void (*keep)(const JdSystem *system, Motion *motion, Keeper *keeper);

    /* ---- The state ---------------------------------------------------------------------------------------------------- */
    /* The state of bodies that stand somewhere: from motion->q and motion->v, after kernel->move. A quaternion and its opposite are
     * one attitude: that which is nearer to the one of state `like`; NULL: any. Never NULL. */
    void (*state)(const JdSystem *system, const Motion *motion, const double *like, double *y);
    int (*first_velocity)(const JdSystem *system); /* y from here on are velocities. Never NULL */
    /* After an accepted step: its state put in order (quaternions of unit length); true: it was changed. Reads y alone.
     * Never NULL. */
    bool (*tidy)(const JdSystem *system, double *y);
    /* Largest error over the state in units of the tolerance: <= 1 is good. At any time; reads its arguments alone. Never NULL. */
    double (*error)(const JdSystem *system, const double *y0, const double *y1, const double *error,
                    double tol);
    /* What counts as an error of 1 in each number of the state, as `error` measures; INFINITY: nothing does. For implicit steppers.
     * NULL: they ask `error`, number by number. */
    void (*sizes)(const JdSystem *system, const double *y, double *sizes);

    /* ---- Equations of motion ------------------------------------------------------------------------------------------ */
    /* d y / d t, at every stage of every step. May read motion->held and ->kick, its own room and the mode, nothing else of what was
     * there before; must leave motion->time, the bodies (kernel->move, or a tree's), ->a and ->pull or what `recover` makes
     * them of, the forces (jd_forces_eval), ->recovered (false, unless it has done for this instant what `recover` does), and ->rows.report: the lowest of all pivots as those of J M^-1 J^T go, and
     * its row (jd_rows_factor leaves it; INFINITY: none is low), by which a run knows singular positions. Within a step it must give the same for the same time and state. Never NULL. */
    void (*rates)(const JdSystem *system, Motion *motion, double time, const double *y,
                  double *rates);
    /* Everything about the instant of the last evaluation, up to this level: LEVEL_POSITION and LEVEL_VELOCITY the bodies; LEVEL_ACCELERATION
     * ->a of all bodies, ->pull of all rows of system->dynamics, and these rows themselves as kernel->rows leaves them: kernel->wrench reads
     * them, so that a form which does not call it shows reactions of 0 N (jd_motion_solve does all of that; jd_motion_recover is for those with
     * all rows). Called whenever a
     * channel is asked for, maybe several times. Never NULL. */
    void (*recover)(const JdSystem *system, Motion *motion, Level level);
    /* What drives and rows with a speed of their own give to the bodies, W: right after `rates`. NULL: ->pull of all rows is at hand
     * then, which says it. */
    double (*given)(const JdSystem *system, const Motion *motion);
    /* Only the part of the rates that follows from velocities without forces; the rest of `rates` stays as it is. Leaves the bodies
     * as `rates` does. Never NULL. */
    void (*kinematics)(const JdSystem *system, Motion *motion, const double *y, double *rates);
    /* Back onto positions and velocities that satisfy all rows at this time, by the smallest change: after steps (with
     * stabilise projection, or always_projects), at events, for rows between steps. FACTORS_NEARBY: those of the last
     * evaluation may be used. Leaves a motion that is not evaluated. Never NULL; without rows it says `done`. */
    ProjectReport (*project)(const JdSystem *system, Motion *motion, double time, Factors factors, double *y);
    /* Whether rates at a state are those at the projected one, to the last bit: then a step evaluates its end first and
     * asks `project` for FACTORS_HERE. NULL: they are not. */
    bool (*ends_closed)(const JdSystem *system, const Motion *motion);
    /* How far the accelerations and multipliers of the last `rates` are from meeting the equations, as a share of what
     * stands in them; `least`: what counts at least as an acceleration, by the mechanism's length. Asked for only after `rates`
     * with motion->rows.proof.wanted. NULL: they are not among its unknowns. */
    double (*residue)(const JdSystem *system, const Motion *motion, double least);

    /* ---- Coordinates that it chooses: part of the mode. All of these NULL, or none of the first four --------------------- */
    /* After an accepted step, evaluated: whether `settle` has anything to do; and that, which takes other coordinates
     * where those at hand go bad. */
    bool (*unsettled)(const JdSystem *system, Motion *motion);
    ChangeReport (*settle)(const JdSystem *system, Motion *motion, double time, const double *y);
    /* The best coordinates at this state, which the motion was evaluated for: within a step from here those at hand went
     * bad. */
    ChangeReport (*renew)(const JdSystem *system, Motion *motion);
    /* The next evaluation chooses, whatever was chosen before. */
    void (*afresh)(const JdSystem *system, Motion *motion);
    /* Bodies as all numbers of the state say, also those that `rates` works out anew; after `afresh`. NULL: as `rates` leaves them. */
    void (*open)(const JdSystem *system, Motion *motion, double time, const double *y);
    /* The independent rates at the first state of a run, evaluated, and how many; for reports. NULL: none is chosen among others. */
    int (*independent)(const JdSystem *system, const Motion *motion, const int **rates);
    /* The name of a rate of the tree, for reports; false: it is no motion (jd_idle_turns). NULL only together with `settle` and
     * `independent`. */
    bool (*rate_name)(const JdSystem *system, int rate, char *out, size_t room);

    /* ---- For tables: any time after `prepare` ------------------------------------------------------------------------- */
    FormCount (*count)(const JdSystem *system); /* never NULL */
    const Tree *(*tree)(const JdSystem *system); /* its tree of joints. NULL: it has none */
    /* What closes loops in closed form, in order; false past the end. NULL: nothing does. */
    bool (*dyad)(const JdSystem *system, int index, FormDyad *dyad);
    /* What is left to Newton's method, a line for each joint that closes a loop; false past the end. NULL: nothing is. */
    bool (*block)(const JdSystem *system, int index, FormBlock *block);

    /* ---- For implicit steppers: all three, or NULL: y' = rates is all there is -------------------------------------------
     * `locked`: rows are asked for as positions and velocities, with a second multiplier each (index 2), and not as
     * accelerations (index 1). */
    /* Once for each run, into the arena; false after a failed allocation. */
    bool (*pattern)(const JdSystem *system, bool locked, Arena *arena, Pattern *pattern);
    /* As often as the stepper likes; leaves what `rates` leaves but ->a and ->pull, which are among z. */
    void (*residual)(const JdSystem *system, Motion *motion, double time, bool locked, const double *z,
                     const double *rates, double *out);
    /* The numbers of by_unknown and by_rate, right after `residual`. */
    void (*known)(const JdSystem *system, const Motion *motion, bool locked, double *by_unknown,
                  double *by_rate);
};

/* False after a report: so many unknowns of a full matrix are too many. `what` they are, for people: "coordinates". */
bool jd_form_is_not_too_large(const JdSystem *system, int rows, const char *what, JdLog *log);

/* States and signals of one's own become part of the form of a system that has any: extend.c. After `prepare`; false: out
 * of memory. */
bool jd_form_extend(JdSystem *system);

/* The count of a form on a tree, all of whose coordinates are unknown: count.c. */
FormCount jd_count_tree(const JdSystem *system, const Tree *tree);
bool jd_has_springs(const JdSystem *system);
/* Those of these rows that ask for velocities alone. */
int jd_count_velocities(const RowSet *rows);
/* Differential index of the equations as they are posed. */
int jd_count_index(const FormCount *count);
const char *jd_count_kind(const FormCount *count);    /* of its coordinates: "dependent" */
const char *jd_count_closing(const FormCount *count); /* how loops are closed: "closed form" */
/* Bits of FormType.parts. */
enum {
    PARTS_ALWAYS = 1u << PART_PLACE | 1u << PART_ROWS | 1u << PART_FORCES | 1u << PART_SOLUTION,
    PARTS_WITH_MASS = PARTS_ALWAYS | 1u << PART_MASS,
    PARTS_ALL = PARTS_WITH_MASS | 1u << PART_ASSEMBLY,
};

/* `auto` is no form, but a word for one that the structure of the system chooses: choose.c. Before `prepare`, when all but
 * the start is built; *why: the reason, for people. */
bool jd_form_is_auto(const char *name);
const FormType *jd_form_choose(JdSystem *system, const char **why);

const FormType *jd_form_at(int index); /* NULL past the end */
const FormType *jd_form_find(const char *name);

#endif
