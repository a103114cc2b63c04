/* SPDX-License-Identifier: MIT
 *
 * Inside the doctor: the patient, what is found, changes of the text that are tried, and words. */
#ifndef JD_DOCTOR_INSIDE_H
#define JD_DOCTOR_INSIDE_H

#include "doctor/doctor.h"

/* ---- Changes of the text ------------------------------------------------------------------------
 * Bytes `from` .. `from + length` of the text are replaced by `with`. `likely`: how gladly it is believed, of several that
 * mend the same: 1 is a slip of the hand, less is less likely. `alters`: the machine is another one afterwards. */
typedef struct {
    size_t from, length;
    const char *with;
    const char *what; /* in words: "the other end", "millimetres" */
    double likely;
    bool alters;
    const void *about; /* the statement that it is told of, a Node; NULL: the one that it changes */
} Change;

typedef struct {
    int message; /* of the log that it belongs to */
    Change change;
} Remedy;

/* A free motion at the start, in words. */
typedef struct {
    const char *name;  /* "jO.angle", "rod.x" */
    const char *words; /* "'crank' turns about 'jO'; 'rod' and 'slider' follow" */
    const char *start; /* "as drawn, at rest" */
    bool idle;         /* nothing follows, and nothing depends on it */
    bool spins;        /* a hinge of the ground, and the loop that its body is in stays where it is */
    bool finite;       /* it leads away from the start; otherwise it is there for an instant only */
    int joint, body;   /* it is told by a free of this joint (-1: none), which moves this body */
} FreeMotion;

/* The drawing, as it was measured. */
typedef struct {
    Vec3 *place;       /* of each frame of the model */
    int *first, *of;   /* frames body by body: of[first[b]] up to of[first[b + 1]] */
    double size;       /* of all */
} Drawing;

/* ---- The patient -------------------------------------------------------------------------------- */

struct Patient {
    JdDiagnoseDef def;
    const JdModel *model;
    const JdCheck *check;
    JdModel *own;     /* of a text that was not read: what there is of it; NULL: none */
    JdCheck no_check; /* of that */
    JdSystem *system; /* NULL: it does not go together */
    JdRun *run;       /* at the start; NULL likewise */
    bool stripped;    /* without start values and drives: with them it does not go together */
    Document document; /* the text once more, as a tree; its block is empty if there is none */
    Messages messages;
    JdLog *unheard;   /* what reading it again has to say */
    const Source *source;
    JdLog *log;       /* findings */
    const JdLog *told; /* its first messages are those of `check`: so many */
    int tells;
    JdLog *known;     /* what is found without trying anything; of a change: in the text without it */
    int first;        /* messages that were there before */
    Arena arena;
    bool quiet;       /* a change that is tried */
    int trials;       /* that are left; 0: nothing is tried */
    long work;        /* of all runs so far: steps times bodies */
    const char *ails;   /* the code of the message that single changes are to mend */
    const char *of_run; /* what a run says that is to be cured; NULL: it is asked for its end alone */
    LIST(Remedy) remedies;
    LIST(FreeMotion) motions;
    bool *moved;      /* of each body: one of them moves it; NULL: not known */
    bool *turned;     /* of each joint: one of them moves one of its frees, now or a little further on */
    Drawing drawing;
    bool misdrawn; /* a point lacks its unit: what is drawn is no measure of anything else */
};

struct JdDiagnosis {
    Patient patient;
};

/* Reports a finding, unless the model allows it. True: it was said, and hints may follow. */
__attribute__((format(printf, 5, 6))) bool jd_find(Patient *p, JdSeverity severity, const char *code,
                                                   Where where, const char *format, ...);
bool jd_is_found(const Patient *p, const char *code); /* it was, by an examination before */
/* The finding just made may be mended so: the text to write as a hint, and the remedy for programs. */
void jd_remedy(Patient *p, const Change *change, const char *tried);
/* Another model, of a text that was changed: what is found, without trying anything. */
void jd_examine_quietly(const Patient *of, const JdModel *model, const JdCheck *check,
                        const Source *text, JdLog *log);

/* ---- Trying: trial.c ------------------------------------------------------------------------------ */

typedef struct {
    bool good;       /* read and assembled without an error */
    bool clean;      /* and nothing is found that was not found before */
    bool cured;      /* the finding that was asked about is gone */
    bool kept;       /* branch and freedoms are as before, or were not known */
    int freedoms, counted, redundant, warnings, apart; /* counted: freedoms by count, and drives */
    int finite; /* freedoms that lead away, and drives */
    int ends; /* of links, where nothing is: more than before */
    int held, missed; /* `expect` lines; none were looked at: 0 and 0 */
    bool reached;     /* a run came to its end */
    bool again;       /* and said what it is to be cured of */
} Verdict;

/* Reads, assembles and examines the text with this change; false: no trials are left. `code`: what is to be cured. */
bool jd_try_change(Patient *p, const Change *change, const char *code, Verdict *verdict);
/* The same and runs it, for its `expect` lines. */
bool jd_try_run(Patient *p, const Change *change, Verdict *verdict);
/* The other way round: what does not keep all `expect` lines is not looked at any further, and is not good. */
bool jd_try_run_first(Patient *p, const Change *change, Verdict *verdict);
/* Of these changes the best that cures: -1: none does. */
int jd_try_all(Patient *p, const Change *changes, int count, const char *code, Verdict *best);
/* Tries them and makes the best the remedy of the finding just made; false: none was found. */
typedef LIST(Change) Changes;
bool jd_try_remedy(Patient *p, const Changes *changes, const char *code);

/* ---- Changes: change.c ---------------------------------------------------------------------------- */

/* The statement that stands at a place of the text; NULL: it is in another file, or there is no text. */
const Node *jd_statement_of(const Patient *p, Where where);
size_t jd_offset_of(const Patient *p, Where where);
__attribute__((format(printf, 6, 7))) void jd_change_add(Patient *p, Changes *to, Span span, const char *what,
                                                         double likely, const char *format, ...);
void jd_change_drop(Patient *p, Changes *to, const Node *statement, const char *what, double likely);
void jd_change_after(Patient *p, Changes *to, const Node *statement, const char *what, double likely,
                     const char *line);
void jd_change_alters(Changes *to); /* the last one */
const char *jd_span_text(Patient *p, Span span);
Span jd_clause_span(const Node *statement, const char *clause); /* of its value; length 0: it is not said */
void jd_changes_of_axis(Patient *p, Changes *to, const Node *joint);
void jd_changes_of_type(Patient *p, Changes *to, const Node *joint);
void jd_changes_of_statement(Patient *p, Changes *to, const Node *statement); /* all single ones */
bool jd_link_of_side(Patient *p, const Node *joint, const char *side, const char **from, const char **end);
/* change_axes.c, change_term.c, change_run.c: */
void jd_changes_of_axes(Patient *p, Changes *to, const Node *joint);
void jd_changes_of_terms(Patient *p, Changes *to, const Expr *sum, double likely); /* a term less */
void jd_changes_of_signs(Patient *p, Changes *to, const Expr *expr); /* each term the other way */
void jd_changes_of_run(Patient *p, Changes *to, const Node *statement);
/* change_number.c: */
void jd_changes_of_units(Patient *p, Changes *to, const Expr *expr, const char *unit);
void jd_changes_of_degrees(Patient *p, Changes *to, const Expr *expr); /* cos(330): all at once */
void jd_changes_of_powers(Patient *p, Changes *to, const Expr *expr); /* the point misplaced */
void jd_change_sign(Patient *p, Changes *to, const Expr *expr, double likely);
void jd_changes_of_numbers(Patient *p, Changes *to, const Node *statement); /* of all clauses */
const char *jd_clause_unit(Patient *p, const Node *statement, const Node *clause); /* NULL: none */
/* change_add.c: a joint more, at a point of a body, with another that is there or with the ground (0). */
typedef struct {
    int body, other, point;
} Meeting;
void jd_changes_by_joint(Patient *p, Changes *to, const Meeting *meeting);
void jd_changes_by_joints(Patient *p, Changes *to, int body); /* at all of its points */
void jd_changes_by_point(Patient *p, Changes *to, int body);  /* at those that nothing names */

/* ---- Siblings: sibling.c -------------------------------------------------------------------------- */

bool jd_are_siblings(const char *a, const char *b); /* leg1 and leg2, left and right */
bool jd_joint_is_like(Patient *p, const Node *joint, const char *const bodies[2]); /* that holds siblings of these */
const Node *jd_sibling_joint(Patient *p, const Node *joint); /* NULL: it has none */
const char *jd_sibling_type(Patient *p, const Node *joint);
/* What is said of one sibling as it is to be said of the other. */
const char *jd_as_sibling(Patient *p, const char *text, const char *from, const char *to);

/* ---- Joined: joined.c ----------------------------------------------------------------------------- */

bool jd_joint_is_hinge(const ModelJoint *joint); /* of whatever type: a turn is all that it leaves */
bool jd_joint_is_weld(const ModelJoint *joint);  /* it locks all six */
bool jd_joint_is_between(const JdModel *model, int joint, int a, int b); /* it holds these two bodies; a coupling holds none */
bool jd_are_joined(const JdModel *model, int a, int b);
bool jd_slides_idly(const Patient *p, int body); /* in a part that moves, and nothing else holds or moves it: idle_slide.c */
double jd_free_rate(const Patient *p, int joint, int free, const double *v); /* in a motion of all bodies, lengths by the mechanism's */
double jd_lock_rate(const Patient *p, int joint, int lock, const double *v); /* likewise; 0 if it is kept */

/* ---- Words: words.c ------------------------------------------------------------------------------- */

void jd_words_list(Text *out, const char *const *names, int count, int most); /* "'a', 'b' and 2 more" */
const char *jd_words_keep(Patient *p, Text *text);
int jd_times_said(const Patient *p, const char *name); /* a name in the text, but for comments */
void jd_words_quantity(double value, const char *unit, char out[64]); /* "12.5 mm" */
double jd_words_value(const char *text); /* the first number of "[4, 9, 9] kg*mm^2", in SI; 0: it cannot be read */

bool jd_should_move(const Patient *p); /* nothing can, and the model asks for motions: mend.c */
bool jd_is_drawn_far(const Patient *p); /* a joint, by a gap that no rounding leaves: mend.c */

/* ---- Geometry ---------------------------------------------------------------------------------------- */

bool jd_drawing_measure(Patient *p);                       /* once; false: memory is out */
Vec3 jd_frame_place(const Patient *p, int frame);          /* of the model, as drawn */
Vec3 jd_body_point(const ModelBody *body, int n);          /* of its `link`, or of its `at`, likewise */
bool jd_joint_is_along(const Patient *p, const ModelJoint *joint, Vec3 at, double near); /* on the one line that it turns about or slides along */
double jd_drawn_size(const Patient *p);                    /* of the whole drawing */
double jd_body_extent(const Patient *p, int body);         /* largest distance of its points, joints and centre; 0: one point */

bool jd_point_read(const Patient *p, const Node *point, Vec3 *at); /* as numbers: mirror.c */
bool jd_wheels_touch(const Patient *p, int joint); /* of a gear, as drawn: mesh.c */
bool jd_wheels_fit(const Patient *p, int joint);   /* and with the ratio that is said */
int jd_loose_ends(const Patient *p, const JdModel *model); /* points of links where nothing is */

/* ---- Free motions: motions.c ------------------------------------------------------------------------- */

void jd_motions_find(Patient *p);
/* Up to `most` independent velocities of all bodies that every lock and drive allows; how many, -1: out of memory. */
int jd_free_velocities(Patient *p, const bool *without, int most, double **v);

#endif
