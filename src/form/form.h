/* SPDX-License-Identifier: MIT
 *
 * Formulations: one file and one line in forms.def each. A formulation decides the unknowns of the motion
 * and how they change. Steppers see only this table; channels see only the Motion that `rates` leaves. */
#ifndef JD_FORM_H
#define JD_FORM_H

#include "system/system.h"

/* What a projection leaves: lengths by the mechanism's, turns in rad; velocities in these per second, and by the speed. */
typedef struct {
    double positions, velocities;
    int rounds;
    bool done;
} ProjectReport;
/* Whether it may go on from there. */
bool jd_projected(const ProjectReport *report);

/* Whether a projection may begin with the factors of the last evaluation, since that was nearby. */
typedef enum { FACTORS_NEARBY, FACTORS_ANEW } Factors;

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
    int entries;        /* of the matrix for accelerations and multipliers: those that are not always zero */
    bool constant_mass;
    bool iterates;      /* loops are closed by Newton's method, not all in closed form: */
    int iterated;       /* so many of those that depend */
    bool springs;       /* some joints are springs and dampers */
    bool reactions;     /* multipliers are those of all joints */
} FormCount;

struct FormType {
    const char *name, *aliases, *summary;
    const char *closes; /* how loops are closed, in words */
    bool has_all_rows; /* its equations are those of all locks: the anchors among them are part of its mode */
    bool gives_way; /* made for joints that give way: the same equations under another name */
    bool always_projects; /* its state is put in order by `project`, whatever the stabilisation */
    /* Sizes and constant numbers: system->states, system->plan. False after a report. */
    bool (*prepare)(JdSystem *system, JdLog *log);
    /* Room of its own in a motion, motion->form, and what is constant in it. NULL: none. */
    void (*layout)(const JdSystem *system, Motion *motion, Layout *layout);
    void (*init)(const JdSystem *system, Motion *motion);
    /* Shows a keeper what of that room is plain data but in no array that `layout` placed, and pointers that do not
     * stay as they were made. NULL: there is none. */
    void (*keep)(const JdSystem *system, Motion *motion, Keeper *keeper);
    bool of_bodies; /* its state is q and v of the bodies themselves */
    /* The state from motion->q and motion->v, after kernel->move. A quaternion and its opposite are one attitude: that which
     * is nearer to the one of state `like`; NULL: any. */
    void (*state)(const JdSystem *system, const Motion *motion, const double *like, double *y);
    /* d y / d t, and everything else at this instant into the motion: q, v, a, lambda, forces. */
    void (*rates)(const JdSystem *system, Motion *motion, double time, const double *y,
                  double *rates);
    /* Only the part of the rates that follows from velocities without forces. */
    void (*kinematics)(const JdSystem *system, Motion *motion, const double *y, double *rates);
    int (*first_velocity)(const JdSystem *system); /* y from here on are velocities */
    /* A state after an accepted step put in order; true: it was changed. */
    bool (*tidy)(const JdSystem *system, double *y);
    /* Back onto positions and velocities that satisfy all rows. */
    ProjectReport (*project)(const JdSystem *system, Motion *motion, double time, Factors factors, double *y);
    /* The choice of coordinates, part of the mode; each NULL: there is none. After an accepted step, whose state the
     * motion was evaluated for: whether `settle` has anything to do; and that, which takes other coordinates where those at
     * hand go bad. */
    bool (*unsettled)(const JdSystem *system, const Motion *motion);
    ChangeReport (*settle)(const JdSystem *system, Motion *motion, double time, const double *y);
    /* The best coordinates at this state, which the motion was evaluated for: within a step from here those at hand went
     * bad. */
    ChangeReport (*renew)(const JdSystem *system, Motion *motion);
    /* The next evaluation chooses, whatever was chosen before. */
    void (*afresh)(const JdSystem *system, Motion *motion);
    /* Bodies as all numbers of the state say, also those that `rates` works out anew. NULL: as `rates` leaves them. */
    void (*open)(const JdSystem *system, Motion *motion, double time, const double *y);
    /* How far the accelerations and multipliers of the last `rates` are from meeting the equations, as a share of what
     * stands in them; `least`: what counts at least as an acceleration, by the mechanism's length. Asked for only after `rates`
     * with motion->rows.proves. NULL: they are not among its unknowns. */
    double (*residue)(const JdSystem *system, const Motion *motion, double least);
    /* The independent rates at the first state of a run, and how many; NULL: none is chosen among others. */
    int (*independent)(const JdSystem *system, const Motion *motion, const int **rates);
    /* What closes loops in closed form, in order; false past the end. NULL: nothing does. */
    bool (*dyad)(const JdSystem *system, int index, FormDyad *dyad);
    /* Everything about the instant of the last `rates`, up to this level: coordinates of all bodies; accelerations of all
     * bodies, multipliers of all rows. */
    void (*recover)(const JdSystem *system, Motion *motion, Level level);
    FormCount (*count)(const JdSystem *system);
    unsigned parts; /* that an evaluation has: a bit for each Part */
    /* The name of a rate of the tree, for reports; false: it has none, and the words say what it is. */
    bool (*rate_name)(const JdSystem *system, int rate, char *out, size_t room);
    /* Largest error over the state in units of the tolerance: <= 1 is good. */
    double (*error)(const JdSystem *system, const double *y0, const double *y1, const double *error,
                    double tol);
    /* What counts as an error of 1 in each number of the state, as `error` measures; INFINITY: nothing does.
     * NULL: steppers ask `error`, number by number. */
    void (*sizes)(const JdSystem *system, const double *y, double *sizes);
    /* For implicit steppers; residual NULL: y' = rates is all there is. `locked`: rows are asked for as positions and
     * velocities, with a second multiplier each (index 2), and not as accelerations (index 1). */
    bool (*pattern)(const JdSystem *system, bool locked, Arena *arena, Pattern *pattern);
    void (*residual)(const JdSystem *system, Motion *motion, double time, bool locked, const double *z,
                     const double *rates, double *out);
    /* The numbers of by_unknown and by_rate, after residual. */
    void (*known)(const JdSystem *system, const Motion *motion, bool locked, double *by_unknown,
                  double *by_rate);
};

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

const FormType *jd_form_at(int index); /* NULL past the end */
const FormType *jd_form_find(const char *name);

#endif
