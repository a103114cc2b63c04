/* SPDX-License-Identifier: MIT
 *
 * JdRun: one motion of a system. A stepper is one file and one line in steppers.def: a table of
 * Runge-Kutta numbers, or a step of its own. Output never changes the steps: it is read off them. */
#ifndef JD_RUN_H
#define JD_RUN_H

#include "form/form.h"
#include "run/stepper.h"

/* How far the row last shown is off, in parts of what is allowed: at most 1 is proved. row.c */
typedef struct {
    double locks, residue, defect; /* off locks; off the equations; of the polynomial, off the motion */
    double off;                    /* the worst of them */
    int pole;                      /* a row whose reaction grows without bound there, + 1; 0: none */
} RowProof;

/* Steps and time at the last look at the pace. */
typedef struct { long steps; double t; } Pace;

/* Sums over rows beside one that has no formula of its own: beside.c */
typedef struct {
    int accels;
    double *y, *inner, *a, *inner_a, *pull, *q;
    double *residue, *most; /* of each multiplier: what of it falls off as 1/time; the largest */
    double *kept, *kept_inputs; /* multipliers and inputs as they are, while others are looked at */
    double *weight; /* of these rows, in the polynomial */
    double nearest; /* of these rows: how far it is */
    int pole;      /* one that has no value there, -1: none */
    double *seen;  /* of each channel with statistics, in these rows, */
    int behind;    /* of which so many are later */
    double *first; /* y of the first of those that are smooth; */
    double torn;   /* how far others are from it, in parts of what is allowed */
    double largest; /* acceleration, lengths by the mechanism's */
} Beside;

/* A row that is not proved, to be told at the end. */
typedef struct {
    double time;
    int what;  /* is off */
    int joint; /* -1: none stands out */
    int drive; /* that has no such effort; -1: none */
} RowOff;
enum { ROWS_TOLD = 3 };

/* The balance of energy: energy.c. */
enum { ENERGY_LEVELS = 256, MOST_STAGES = 16 };
typedef struct {
    bool watched;            /* all that gives and takes is known */
    bool works, acts, rows, speeds; /* something may: forces; rows; of these some of velocities */
    int kinetic, potential, applied; /* channels */
    double from, start;      /* energy at the start; the potential one */
    double power[MOST_STAGES + 1], work, exchanged, blurred; /* of each stage; its integral; that of its size; what this is off by */
    double most_kinetic, most_potential; /* of the latter: its change */
    double off;              /* the most that was left over, */
    int level;               /* its power of 2, and below that */
    double reached[ENERGY_LEVELS]; /* when each was first */
    long looked_at;          /* evaluations then */
    bool told, drifts;       /* it was looked at at the end; and is off */
    double kinetic_before, struck; /* with a ledger: at an event; what all events gave at once */
} EnergyWatch;

/* Expressions that may be narrow in channels: hidden.c. */
typedef struct { double low, high; } Bounds;
/* Where one of them hardly changes: up to a time, and with inputs within a box each. */
typedef struct {
    double from, until;
    double reach;      /* steps that the next one is made for, */
    int wait, waits;   /* so many steps from now; and how many there were */
    int first, inputs; /* its boxes */
    bool follows;      /* it reads signals, which go their own ways */
} Calm;
typedef struct {
    SystemTimed *what;
    double *peak;               /* of each: the largest that was seen of it, */
    Calm *calm;                 /* and where nothing of it is hidden */
    Bounds *box;
    double *held;               /* the mode that this is of */
    int count;
    double *begin, *end, *now;  /* inputs, */
    double *low, *high;
    const Program **made;       /* and those that are signals; none of them */
    const Program **none;
    SystemTimed noisy;          /* one in which nothing is looked for */
} Hidden;
/* Of a term of time that fixed steps may see by chance alone: its integral, how far that is off, and the worst step. */
typedef struct { double all, off, worst, from, to; } Guess;
/* Events: event.c. The mode is constant within a step and its dense output. */
typedef struct {
    double *held;   /* the mode: of each condition on time what it is, */
    double *before; /* and was in the step before */
    double *next;   /* of each of system->timed: when a condition of it may change */
    double *clear;  /* of each term of time: up to when it has no shape that a step could miss, */
    double *peak;   /* the largest that was seen of it, */
    double *pace;   /* and how fast it can change at most */
    Guess *guess;
    double *kick;   /* of each drive: by how much its rate jumped */
} EventArrays;
typedef struct {
    double limit;  /* the first of `next`; INFINITY: none before the end */
    double since;  /* when the mode changed last */
    double share[MOST_STAGES]; /* of a step: where its stages see forces, */
    int shares;
    double gap;    /* and the widest gap between them */
    bool told;     /* that a fixed step is too long for a term of time */
    long count;    /* of changes */
    double look_t; /* when they were last looked at */
} Events;

/* Events of one's own: when.c. */
typedef struct {
    double *given;    /* inputs, as they are set: part of the mode */
    char *off;        /* of each force: it is switched off; likewise */
    double *given_before; char *off_before; /* both before events are tried */
    char *was;        /* of each event: its condition, as it was looked at last, */
    char *was_before; /* before the step */
    char *now;        /* and is now */
    double *value;    /* what is to be set, */
    struct Strike *strike; /* and struck */
    char *kept;       /* numbers of the run before the step */
    char *acts;       /* of each event: it is one of those of the row shown */
    char *ahead;      /* likewise: it acted a little before its condition became true, */
    double *last, *span; /* of each event: when it was last, and how long that was after the time before */
    int *shorter;     /* how often in a row these have become shorter */
    double *longest;  /* of these, since when they only become shorter, */
    int *hops;        /* and how often they did before hardly anything of it was left */
    double *lost;     /* of each node: what it has lost when it snapped, J */
    double *held, *next, *level; /* conditions on time, and corners, before they are looked at beyond an instant */
} WhenArrays;
typedef struct {
    bool begun;    /* what holds at the start is known, */
    bool settled;  /* be it at a barrier but for rounding, */
    bool begins;   /* which counts in the first step alone */
    bool due;      /* a condition has become true at the end of the step */
    double looked; /* when they were looked at last */
    long count;    /* of events */
    double look_t; /* when they were last counted */
    int last;      /* that acted */
    int cuts;      /* steps cut short, */
    double cut_t;  /* since then */
    int idle;      /* of them, without an event */
    double reach;  /* of a fixed step behind those; 0: all of it */
    double acted;  /* when events acted last */
    double asked;  /* when it was last asked whether one acts, */
    bool comes;    /* and whether it does */
    double ahead_to; /* which up to then counts as true */
    double joined; /* when a delay came to the end of its history last, and went on but for rounding */
    double both;   /* the instant of an event that gets a row before it, */
    int side;      /* -1: that was shown; 1: both were */
    int row;       /* the row shown: -1 before events, 1 behind them, 0 neither */
} Whens;

/* Corners: corner.c. Of each that is watched, those of events' conditions last: */
typedef struct {
    double *level, *size;  /* that it is held at, NAN: none; the largest value that was seen */
    double *here, *start;  /* its value, as it was looked at last; at the start of the step */
    double *left;          /* where it comes from, in a span that is narrowed down */
    double *then, *now;    /* its level before a change, and behind it */
    double *value;         /* at places of a part of the step */
    double *since;         /* when it was first passed, of so many times in no time: */
    int *flips;
    char *turns;           /* it is passed at the end of the step */
    char *holds;           /* conditions of events at these places */
    char *begins;          /* the run begins at its barrier, but for rounding */
} CornerArrays;

typedef struct {
    bool due;        /* some are passed at the end of the step */
    double seen;     /* where those of `start` are of */
    int slides;      /* the first that the motion slides along, + 1, not told yet; */
    double slides_t; /* since when */
} Corners;

/* Lowest ratios of pivots, by which singular positions are seen: step.c notes them, singular.c and watch.c read. */
typedef struct {
    double tried, tried_t; /* nearest to one that the step tried came, and when; */
    double done, done_t;   /* the same of the step just done; */
    double usual;          /* how far it usually is, */
    double end;            /* and is at the end of the step */
} PivotWatch;

/* Steps near a singular position: singular.c. They are of the usual size, or small ones are tried. */
typedef struct {
    double look_below;     /* a ratio that is worth a look for a position ahead */
    double usual_h;        /* the usual step, while small ones are tried; 0: they are not, */
    double from_t, best_h; /* from when on, and the best step over it from there; JdRun.safe_y */
    double work, exchanged; /* of the energy watch, up to there */
    int count;
    int halts;             /* steps that end before one, so that the next goes over it well */
} SmallSteps;
static inline bool jd_tries_small(const SmallSteps *small) { return small->usual_h > 0; }
static inline void jd_small_end(SmallSteps *small) { small->usual_h = 0; } /* no way back from here */

/* A stepper with a past does not come through a singular position, and another takes it over: cross.c */
typedef struct {
    bool wanted;    /* the step failed beside one, and nothing was reported yet */
    bool on;        /* the other is at work, */
    bool brief;     /* until something strong ends that acts for a moment; or it */
    bool reached;   /* was beside it, */
    long last_step; /* and goes on up to this one at most */
    bool safe;      /* JdRun.safe_y has a state that was not near one, */
    double safe_t;  /* of this time */
    double barred;  /* it did not come through, either, and does not try again before this time */
} Crossing;

/* One that was passed, not told before the run is past it: watch.c. */
typedef struct {
    bool seen;
    bool left;          /* another way than straight on */
    double t, error, told; /* when; how far off it is that what follows may be; the most that was told of that */
} SingularSeen;

/* A mechanism that runs away: flung.c. */
typedef struct {
    double size;          /* the largest distance at the start */
    double rate, turned;  /* the largest at the last look; its integral */
    double away_since, turned_since; /* when they were large enough to be looked at */
    double looked_t;
    long looked_at;       /* evaluations then */
    bool told;
} Flung;

/* Statistics: statistics.c. Of each channel asked for: */
typedef struct {
    double size;          /* the largest that it was seen */
    double noise;         /* what of it is not smooth in the smallest piece of a step */
    double min, max, min_t, max_t, mean, square; /* integrals, as yet */
    double min_there, max_there;  /* at these times: a later one must be beyond it to count */
    bool lost;            /* it was not finite, */
    bool unbounded;       /* or grows without bound, */
    double unbounded_t;   /* near this time */
} Tally;
typedef struct {
    Tally *tally;
    double *value, *sum;  /* at places of a piece; and as Chebyshev polynomials */
    long spent;           /* evaluations, within the step that is looked at */
    bool pole;            /* reactions have no value where was looked last */
} StatisticArrays;

/* Fixed steps that may be too long for the motion: coarse.c. Looks at the motion, as it goes. */
enum { COARSE_LOOKS = 34 };
typedef struct {
    int looks, due; /* taken; the next */
    bool told;
    bool given;     /* somebody sets inputs on the way: nobody else can do the motion again */
    double sum;     /* of what errors of steps are, by estimates */
    double way;     /* how far the motion goes, as errors are measured */
    double time[COARSE_LOOKS];
} Coarse;

struct JdRun {
    JdSystem *variant;            /* the system, if it goes with the run; NULL: it does not */
    struct RunValues *values;     /* parameters that were set: vary/. NULL: none */
    void (*free_values)(struct RunValues *values);
    JdRunDef asked;               /* def, before what was left open was filled in */
    const JdSystem *system;
    const FormType *form;
    const StepperType *stepper;   /* of the step just done, or at hand: */
    const StepperType *chosen;    /* that of the run, or the one that crosses singular positions for it */
    JdLog *log;
    JdRunDef def;
    Motion motion;
    int n;                        /* states */
    double *y, *y_old, *y_new;    /* state at t, at t_old, and a candidate */
    double *before;               /* velocities and accelerations of bodies before a singular position */
    double *seen;                 /* of looks at a fixed stepper: where all is */
    double *book;                 /* with a ledger: energies at the start of the joints that give way, then of each force */
    double *safe_y;               /* where small steps near a singular position began */
    double *k;                    /* rates: stage r at k + r n */
    double *work;                 /* a state in the making; the error */
    double *out, *slope;          /* state at the output, and rate of the polynomial there */
    double *first, *aside;        /* stage 0 while others use the stages; a state on steps aside */
    Beside beside;
    char *mode;                   /* the run's, while a row has its own */
    void *own;                    /* of a stepper with a past: its memory */
    bool *told; /* of each joint: a warning was given */
    double *side; /* of each joint: sign of d along its axis, to see M pass N */
    EventArrays event;
    WhenArrays when;
    StatisticArrays statistic;
    CornerArrays corner;
    Past past;                    /* of delays */
    const SystemJoint *lost_gap; /* the first with clearance whose points left its gap; NULL: none */
    const SystemJoint *singular_joint;
    JdRates *native;              /* compiled rates, for stages; NULL: none */
    const int *native_independent; /* the rates that it takes as independent ones */
    int native_count;
    Hidden hidden;
    const struct AttitudeType *attitude; /* of its state: attitude.c */
    FormType turned; /* the form, with attitudes that are no quaternions, which are there in its state: */
    int *turned_place;
    FormType twice; /* the form, while somebody measures its parts: jd_run_repeat */

    /* From here on plain data, without pointers: all of it is saved with a run, save.c. */
    JdRunCost cost;
    /* Where the motion is: jd_run_rates sees to it; whoever moves state or motion by another way says so. */
    bool motion_at_y; /* it is that of (t, y), */
    bool right_at_y;  /* and its equations are kept for a proof */
    bool unsettled;   /* the mode is to be looked at before the next step */
    bool mode_kept;   /* a row has its own */
    RowProof proof;   /* of the row last shown */
    double end_locks; /* its part for the end of the step */
    long rows_off;    /* rows that are not proved, so far; the first of them */
    RowOff row_off[ROWS_TOLD];
    double t, t_old, h, h_next;   /* end, start and length of the step just done; next step to try */
    double error_old;             /* for the PI control */
    PivotWatch pivot;
    struct { bool within; double t; } passing; /* a singular position: since when */
    SmallSteps small;
    Crossing crossing;
    double change;                /* what the last projection near one changed, as errors are measured */
    bool stages_lent;             /* to steps aside */
    bool dense_ready;             /* extra stages of the step just done are there */
    bool trimmed;                 /* it ends earlier than it was done to: trim.c */
    long step_number;             /* of the fixed steppers */
    bool changed;                 /* the state was changed behind the back of a stepper with a past */
    bool on_locks;                /* the step ends on the locks by itself */

    long output_number;
    int also_next;
    double output_time;
    bool started, failed, stopped, extra;
    bool told_jump, told_drift, told_start, told_unbounded;
    double lost_t;               /* when lost_gap was */
    struct { long changes; double t; } coordinates; /* of independent ones; the last of them: watch.c */
    double dead_t;   /* of a dead point that drives go beyond; 0: not known */
    Pace pace, pace_soon; /* now and then, and more often */
    SingularSeen singular;
    struct { double begin, spent_t; long looks, found; int last; bool within; } hidden_seen; /* when inputs began, and there were too many looks; how often was looked, and found; at what last; in this step: hidden.c */
    EnergyWatch energy;
    Coarse coarse;
    Flung flung;
    struct { int count; bool told; double since; } stiff; /* looks that say so; since when: stiff.c */
    double booked;  /* the kinetic energy that the ledger began with */
    Events events;
    Whens whens;
    Corners corners;
    double tallied; /* up to when statistics have seen the motion */
};

/* Places every array of a run. With an empty layout it only measures. */
void jd_run_layout(JdRun *run, Layout *at);

/* The stage that holds the rates at the end of the step. */
static inline int last_stage(const JdRun *run) { return run->stepper->tableau ? run->stepper->tableau->stages : 1; }
static inline double *stage(const JdRun *run, int r) { return run->k + (size_t)r * (size_t)run->n; }
/* A run that stands at its start and is to go nowhere; NULL after a report. start.c */
JdRun *jd_run_at_start(const JdSystem *system, JdLog *log);
void jd_run_rates(JdRun *run, double t, const double *y, double *rates); /* counts evaluations */
/* State and motion are no longer of one instant: one of them was moved, and nothing evaluated. */
static inline void jd_run_strays(JdRun *run) { run->motion_at_y = run->right_at_y = false; }
void jd_run_recover(JdRun *run, Level level); /* everything about the instant of the last evaluation, up to this level */
void jd_run_rates_proved(JdRun *run, double t, const double *y, double *rates); /* keeps what a proof needs */
void jd_run_stage_rates(JdRun *run, double t, const double *y, double *rates); /* likewise, compiled if there is such */
bool jd_native_rates(JdRun *run, double t, const double *y, double *rates); /* by compiled code; false: it has no answer. native.c */
void jd_rk_step(JdRun *run, double h);
double jd_rk_error(JdRun *run, double h); /* in units of the tolerance */
double jd_rk_check(JdRun *run, double h); /* of the step just done, by its `check`: as errors are measured */
void jd_rk_dense_stages(JdRun *run);
/* Derivative by x of x (p0 + (1 - x) (p1 + x (p2 + (1 - x) p3))), p3 changing by `last`. */
static inline double jd_dense_slope(const double p[4], double last, double x) {
    const double u = 1 - x, c = p[2] + u * p[3], c_by_x = u * last - p[3];
    const double b = p[1] + x * c, b_by_x = c + x * c_by_x;
    const double a = p[0] + u * b, a_by_x = u * b_by_x - b;
    return a + x * a_by_x;
}
/* What a run has in place of quaternions, attitude.c: room for it; the form that has it, and the first state; a state of the form
 * turned into one of the run. Before a step, behind all rows of the last: true if the state is in other frames from here on. */
void jd_attitude_layout(JdRun *run, Layout *at);
void jd_attitude_start(JdRun *run);
void jd_attitude_enter(JdRun *run, double *y);
bool jd_attitude_reframe(JdRun *run);
/* As FormType's, of a state as the run has it. */
void jd_attitude_rates(const JdSystem *system, Motion *motion, double time, const double *y, double *out);
double jd_run_most_change(const JdRun *run); /* by a projection, as errors are measured */
/* By how much the error of a step that was tried changes the next. */
double jd_step_factor(const JdRun *run, double error);
/* One accepted step, not beyond `limit`. False after a failure, which is reported. It ends before an event of one's own. */
bool jd_run_step(JdRun *run, double limit);
bool jd_run_one_step(JdRun *run, double limit); /* whatever happens in it */
bool jd_run_accept(JdRun *run, double t, double h); /* run->y_new as the state at t; false: it cannot be one */
bool jd_run_project(JdRun *run, double t, double *y); /* onto the locks; false: it cannot, or only by a change that is no correction any more */
void jd_run_dense(JdRun *run, double t, double *y, double *slope);
void jd_run_regain(JdRun *run); /* stages of the step just done, if others were put into their place */
/* Other anchors and coordinates, where those at hand go bad, at the state reached; its rates are then those of the new
 * ones. Between steps only. */
void jd_run_settle(JdRun *run, double *rates);

/* ---- Rows: row.c ------------------------------------------------------------------------------ */

/* The motion at a time within the last step, or at its end. What the steps take does not depend on what is shown of them:
 * such evaluations do not count. */
void jd_run_show(JdRun *run, double t);
/* Likewise, but nobody sees it: it is no row, and nothing is told of it. Returns the evaluations that it took. */
long jd_run_sample(JdRun *run, double t);
/* As the step itself has it, without other ways. False: it is not proved. */
bool jd_run_sample_plain(JdRun *run, double t);
/* A row that has a mode of its own ends: back to that of the run. Before anything is evaluated for a step. */
void jd_run_own_mode(JdRun *run);
void jd_run_keep_mode(JdRun *run); /* one begins */
/* A row from those beside it: the motion then has it. False: they are not good either, or there is no room for them. */
bool jd_run_beside(JdRun *run, double t);
bool jd_beside_reads_pole(JdRun *run, int channel); /* of the row shown: a reaction that has no value there */
double jd_beside_value(const JdRun *run, int statistic);   /* of this one its own polynomial */
bool jd_beside_unbounded(const JdRun *run, int statistic); /* this one has no value in the row found so */
bool jd_run_row_beside(JdRun *run, double t); /* one of those; whether it is proved */
/* A singular position is passed with so large an error; near it this joint locks what others lock. Or it was left another way
 * than straight on: then the error is by how much velocities changed, as a share. */
void jd_run_note_singular(JdRun *run, const SystemJoint *joint, double error, bool left_it);
void jd_run_watch_passing(JdRun *run); /* after a step: passing.c */
double jd_run_other_way(JdRun *run); /* over the position that the step just done went over: by how much it differs */
bool jd_run_prove_walk(JdRun *run, double t); /* the state run->out, put onto the locks */
void jd_beside_layout(JdRun *run, Layout *layout);
double jd_run_locks_off(const ProjectReport *report); /* in parts of what a proof allows */
double jd_run_read(JdRun *run, int channel);          /* as the motion stands, be it nobody's row */
void jd_run_note_row(JdRun *run, double t);           /* it is not proved */
double jd_run_first_step(JdRun *run);
void jd_run_explain(JdRun *run, const char *code, const char *what);
void jd_run_tell_loop(JdRun *run); /* forces that read what follows from them, and anything would fit */
/* Where a number that is not finite came from, in what was evaluated last: not_finite.c. */
typedef struct {
    Where where;      /* of the force, drive, body or joint; nowhere: of none */
    Text words;       /* "force 'f' has no finite value: it divides 1 by 0"; the caller's */
    const char *hint;
    const char *code; /* of the message that tells it; NULL: as it comes */
    bool reads;       /* it only reads what is not finite already */
} RunCause;
bool jd_run_find_expression(const JdRun *run, RunCause *cause); /* of a force, of gravity, of a drive; false: none is */
bool jd_run_find_ring(const JdRun *run, RunCause *cause);       /* a loop of laws without a solution, behind a row */
bool jd_run_find_cause(const JdRun *run, RunCause *cause);      /* or anything else; false: it is not known */
/* The expression of an output, or one that it reads; false: no expression is to blame. */
bool jd_run_find_output(const JdRun *run, int channel, RunCause *cause);
/* Reports a joint whose angles are asked for where they are singular; false: there is none. */
bool jd_run_report_angles(JdRun *run);

/* ---- Events: event.c ------------------------------------------------------------------------- */
void jd_events_layout(JdRun *run, Layout *layout);
void jd_events_start(JdRun *run);             /* the mode right after time 0 */
bool jd_events_due(const JdRun *run);         /* some are where the run stands */
double jd_events_limit(const JdRun *run);     /* no step goes beyond */
/* If the run stands at an event: the mode behind it, and the rates there. False after a failure, which is reported. */
bool jd_events_cross(JdRun *run);
/* A step h, or a shorter one, whose stages see the terms of time; the end of one that sees only its two ends. */
double jd_events_fit(JdRun *run, double h);
double jd_events_seen(JdRun *run, double end);
void jd_events_watch(JdRun *run, double end); /* warns if a fixed step does not see a term of time */
void jd_events_tell_hidden(JdRun *run, double from, double to, const SystemTimed *what); /* a fixed step misses it */
void jd_events_tell(JdRun *run);              /* or saw it by chance, at the end of the run */
double jd_events_rest(const JdRun *run);      /* the longest step while nothing moves; INFINITY: something does */

/* ---- Events of one's own: when.c -------------------------------------------------------------- */
void jd_whens_layout(JdRun *run, Layout *layout);
void jd_whens_start(JdRun *run);              /* inputs as they start */
bool jd_whens_step(JdRun *run, double limit); /* a step that ends where a condition becomes true */
void jd_whens_keep(JdRun *run); /* the run went back: from here the step begins, if it is done again */
/* What happens at the state reached; the rates behind it. False after a failure, which is reported. */
bool jd_whens_act(JdRun *run);
bool jd_whens_due(JdRun *run); /* an event acts where the run stands, which it has not done yet */
/* Rows of an event, one before it and one behind: when_row.c. EVENT_NONE: no row is due where the run stands. */
typedef enum { EVENT_NONE, EVENT_BEFORE, EVENT_BEHIND, EVENT_FAILED } EventRow;
EventRow jd_whens_row(JdRun *run); /* shows it */
bool jd_events_try(JdRun *run, bool (*look)(JdRun *run)); /* what holds behind the events of time of this instant; they stay to come */

/* What happens at the end of the step just done, before the next one or a row: events of both kinds. Whoever looks at the step
 * as a whole does so before. False after a failure, which is reported. */
bool jd_run_pass(JdRun *run);

/* ---- Corners: corner.c ------------------------------------------------------------------------ */
void jd_corners_layout(JdRun *run, Layout *layout);
void jd_corners_start(JdRun *run); /* nothing is held */
void jd_corners_begin(JdRun *run); /* all are, as at the state reached */
bool jd_corners_follow(JdRun *run); /* likewise, where something has jumped; false: there are none */
/* The first instant of the step just done at which something has changed, INFINITY: nothing has; *before: one at which nothing had. */
double jd_corners_find(JdRun *run, double *before);
bool jd_corners_off(JdRun *run);   /* some have left their level, at the state looked at last: noted */
void jd_corners_see(JdRun *run);   /* all values there */
void jd_corners_measure(JdRun *run); /* likewise, and how large they become */
void jd_corners_mark(JdRun *run);  /* likewise, to be compared with those looked at next, `away` later: */
double jd_corners_first(const JdRun *run, double away, double most); /* where the first passes the end of its level, at most so far from the former; 0: none does */
double jd_corners_ago(const JdRun *run, double away); /* what has passed its barrier at the state reached: how long ago, as it goes on to the values that were marked */
void jd_corners_base(JdRun *run);  /* these count as where they come from: */
double jd_corners_beyond(const JdRun *run); /* how far the first of them is beyond the end of its level there, by its size; below zero: none is */
bool jd_corners_cross(JdRun *run); /* those that were noted go to their next level, where the run stands */
bool jd_corners_slide(const JdRun *run); /* one of them was passed to and fro in no time */
bool jd_corners_pin(JdRun *run);   /* comparisons of conditions that are at their barriers but for rounding are noted; false: none is */
void jd_corners_snap(JdRun *run, bool held); /* these, where they still are: as if at them, and as they are */
void jd_corners_hold(JdRun *run, bool held); /* for an evaluation: not, and again */
void jd_corners_tell(JdRun *run);  /* at the end: one that the motion slides along */
bool jd_corners_stuck(JdRun *run, const char *code); /* the same, where it is why the run ends; false: there is none */
void jd_corners_release(JdRun *run); /* those are held no more */
/* For them, when.c: what is read, at a state; at an instant of the step; whether a condition has become true, or a corner was
 * passed, since the last instant at which that was not so. */
void jd_whens_evaluate(JdRun *run, double t, const double *y);
void jd_whens_evaluate_within(JdRun *run, double t, const double *y); /* less, where nothing else is asked for */
void jd_whens_look(JdRun *run, double t);
bool jd_whens_changed(JdRun *run, double t);
bool jd_whens_risen(JdRun *run, const char *now);

/* ---- Steps that end earlier than they were done to: trim.c ---------------------------------------- */
/* What the step just done says of `end` within it: run->aside the state, run->slope its rate, and the polynomial up to there.
 * How far that one is off, in tolerances; -1: too far, or it cannot be said. */
double jd_trim_try(JdRun *run, double end);
const double *jd_trim_weights(const JdRun *run, int *count); /* of rates at its places, the first of them its start */

/* ---- What acts too late: late.c ------------------------------------------------------------------- */
void jd_late_probe(JdRun *run, const double *rates); /* marks where what is watched goes by these rates */
double jd_late_by(const JdRun *run); /* with the motion at the state reached: how long ago it passed its barrier; 0: not, or long ago */
double jd_late_found(const JdRun *run); /* how well the instant is known that the step ended at */
bool jd_late_matters(JdRun *run, double late, const double *before, const double *after); /* rates, by so much */
/* The state, its first numbers, and the rates behind the change as if it had come in time. */
void jd_late_make_up(JdRun *run, double by, int count, const double *before, double *after);

/* ---- Delays: delay.c ---------------------------------------------------------------------------- */
void jd_delays_layout(JdRun *run, Layout *layout);
void jd_delays_start(JdRun *run);
double jd_delays_limit(const JdRun *run); /* no step goes beyond */
bool jd_delays_due(const JdRun *run);     /* something that was not smooth comes back where the run stands */
bool jd_delays_cross(JdRun *run);         /* it has; whether all that changes is rounding */
void jd_delays_mark(JdRun *run);          /* something is not smooth where the run stands */
void jd_delays_keep(JdRun *run);          /* what the two change, */
void jd_delays_put_back(JdRun *run);
bool jd_delays_take(JdRun *run, double end); /* the last step, up to this time in it, is remembered; false after a report */

/* ---- Statistics: statistics.c ----------------------------------------------------------------- */
void jd_statistics_layout(JdRun *run, Layout *layout);
void jd_statistics_tell(JdRun *run);             /* of those that have no largest value */
void jd_statistics_take(JdRun *run, double end); /* what the last step adds to them, up to this time in it */

/* ---- Singular positions: singular.c ---------------------------------------------------------- */
typedef struct {
    bool anchored, renewed;    /* rows that repeat others, and coordinates, were chosen anew */
    bool looked, at_it;        /* it is known whether one comes; the step begins in it */
    double away, ratio;        /* time to the position, 0: there is none; the ratio here */
    double h;                  /* the step that the error asks for */
    int gap;                   /* the next size to try */
    double best_h, best_error; /* of steps over the position */
    bool by_rounding;          /* one that is not too long was bad */
    bool last, over;           /* the best is tried again, and taken; nothing is left to try */
} Passage;
/* After a try: whether another step, run->h_next, is to be tried for the sake of a singular position. */
bool jd_passage_other(JdRun *run, Passage *passage, double h, double error, bool goes_on);
void jd_passage_done(JdRun *run, const Passage *passage); /* after an accepted step */
bool jd_passage_is_near(const JdRun *run, double ratio); /* of pivots: that of a state near one */
bool jd_passage_near(const JdRun *run); /* the step just done came near one */
/* A stepper with a past that failed, or creeps: whether another is to try, who is there to do so. cross.c */
bool jd_cross_wanted(JdRun *run);
void jd_cross_begin(JdRun *run); /* from the state of the run, by the other */
void jd_cross_brief(JdRun *run, bool begins); /* what acts strongly for a moment begins, or ends */
void jd_cross_end(JdRun *run, bool passed); /* back to the stepper of the run, from the state reached */
void jd_cross_look(JdRun *run);  /* before a step: one may come, or be passed */
void jd_cross_load(JdRun *run);  /* after loading: by the stepper of the run */

bool jd_run_renew(JdRun *run); /* chooses coordinates anew at the start of a step; false: they stay */
void jd_run_tell_singular(JdRun *run, double error); /* once, when the run is past it */
void jd_run_watch_fixed(JdRun *run); /* after a fixed step */
void jd_run_tell_start(JdRun *run); /* if the first step changed the velocities */
void jd_run_tell_rest(JdRun *run); /* at the end: what was not told yet */
bool jd_run_creeps(JdRun *run); /* steps so small that the end is out of reach: reported */
void jd_run_tell_jump(JdRun *run, const SystemDrive *drive, double t, double jump);
void jd_run_watch(JdRun *run); /* looks at a new state: warnings, worst drift */

bool jd_run_is_lost(JdRun *run); /* the start has too few digits for the tolerance: reported */
void jd_nodes_keep(JdRun *run, double *y); /* where the nodes are, into the state that was evaluated last: snap.c */
bool jd_run_snap(JdRun *run, int when);    /* of an event of a node; false after a report */
void jd_ledger_begin(JdRun *run); /* at the first evaluation, with a ledger: ledger.c */
void jd_stiff_watch(JdRun *run);             /* after an accepted step: stiff.c */
void jd_hidden_layout(JdRun *run, Layout *at);
void jd_hidden_start(JdRun *run);
/* Whether a step to t and y_new, where the motion is, unless its rates were known, does not see an expression of channels; of
 * fixed steps it is told. */
bool jd_hidden_in(JdRun *run, double t, double *rates, bool known);
void jd_hidden_tell(JdRun *run);  /* at the end: where nothing was looked for */
void jd_hidden_begin(JdRun *run); /* what is read at the start of a step */
void jd_coarse_layout(JdRun *run, Layout *at);
void jd_coarse_look(JdRun *run);             /* before a step: coarse.c */
void jd_coarse_watch(JdRun *run);            /* after an accepted step */
void jd_coarse_tell(JdRun *run);             /* at the end of the run */
void jd_flung_begin(JdRun *run);             /* at the first evaluation */
void jd_flung_watch(JdRun *run);             /* after an accepted step */
void jd_energy_begin(JdRun *run);            /* at the first evaluation */
void jd_energy_stage(JdRun *run, int stage); /* after its evaluation */
void jd_energy_place(JdRun *run, int place); /* of a step that is trimmed, likewise */
void jd_energy_watch(JdRun *run, double h);  /* after an accepted step */
void jd_energy_tell(JdRun *run);             /* at the end of the run */
double jd_energy_now(JdRun *run);            /* at the state reached */
void jd_energy_event(JdRun *run, double before); /* behind an event: what it gave at once is work, too */

#endif
