/* SPDX-License-Identifier: MIT
 *
 * Inside the making of a system from a model. */
#ifndef JD_BUILD_INSIDE_H
#define JD_BUILD_INSIDE_H

#include "build/build.h"
#include "rows/rows.h"

typedef struct {
    const JdModel *model;
    JdSystem *system;
    JdLog *log;
    bool ok;
    bool partial; /* the model has mistakes: only what it surely has is looked at */
    const char *file; /* the last one that was kept: many places are in one file */
    int turn_room;    /* for turns of the system that are counted */
} Builder;

const char *jd_keep_text(Builder *b, const char *text); /* a copy in the system's arena */
Where jd_keep_where(Builder *b, Where where);

bool jd_build_bodies(Builder *b);
bool jd_build_gravity(Builder *b);
bool jd_build_joints(Builder *b);
/* Roots, joints that are cut and that are kept, as the text says; and, when it is known which joints give way, whether that can be:
 * false after a report. */
bool jd_build_said_tree(Builder *b);
bool jd_build_check_tree(Builder *b);
/* Joints that are cut, elastic or have clearance, as the settings say. */
bool jd_build_soft(Builder *b);
/* Bodies that have no inertia about an axis, and nothing on them that could turn them about it. */
bool jd_build_idle(Builder *b);
/* Of the usual mass, or of that at the mechanism's length, next to nothing: above this the rounding of forces as large as
 * the mechanism's weight shows at no tolerance. */
static inline bool jd_is_light(const JdSystem *system, double mass, bool angular) {
    static const double light = 1e-6;
    return mass < light * system->weight * (angular ? system->length * system->length : 1);
}
/* Bodies nearly without mass whose motion follows from others. */
bool jd_build_light(Builder *b);
/* Warns where a joint of shafts is not along the shafts that it joins. */
void jd_build_shafts(const Builder *b);
bool jd_build_forces(Builder *b); /* without their expressions, which need the channels */
bool jd_build_nodes(Builder *b);  /* before forces */
/* Which nodes are solved for together; `early`: slots that forces read. False: memory is out. */
bool jd_build_node_blocks(JdSystem *system, const int *early, int earlies);
bool jd_build_own(Builder *b);    /* states and signals: their names */

/* What an expression may read: channels, each in a slot. */
typedef struct {
    Builder *b;
    LIST(SystemInput) slots;
    int *slot_of_channel; /* -1: none yet */
    const char *what;     /* whose expression it is: "force" */
    Level level;          /* the highest that was read */
} Reading;
int jd_reading_slot(Reading *reading, int channel); /* -1: out of memory */
bool jd_build_delays(Builder *b); /* with their histories; what they delay is signals */
bool jd_build_signals(Reading *reading, Inputs *inputs);
void jd_build_rates(Reading *reading, Inputs *inputs);
bool jd_build_whens(Reading *reading, Inputs *inputs);
bool jd_build_rings(JdSystem *system); /* false: memory is out */
bool jd_build_inputs(Reading *reading); /* after all that reads */
/* A program of time and channels, in which signals of time alone are written out where it is more than their sums and products:
 * its conditions on time are its own then, and its pulses can be seen coming. */
const Program *jd_build_program(Builder *b, const Expr *expr, Inputs *inputs, Dim dim, const char *what);
const Program *jd_build_program_any(Builder *b, const Expr *expr, Inputs *inputs, Dim *dim);
bool jd_build_follows_time(const Reading *reading, const Program *program); /* it reads time alone, or signals that do */
/* The expression of a drive with signals of time written out; NULL after a report. */
const Expr *jd_build_written_out(Builder *b, const Expr *expr, const char *drive);

bool jd_build_programs(Builder *b);
bool jd_build_timed(Builder *b); /* after all programs */
bool jd_build_words(Builder *b); /* outputs, expects */

/* Reports a name that is no channel; of a model with mistakes only if its body or joint is there. */
void jd_build_no_channel(Builder *b, const char *name, Where where);
/* Which use of a part the message just reported is about: the one that made what is called `name`. `before`: how many messages
 * there were before its expression was looked at. */
void jd_build_hint_instance(const Builder *b, const char *name, int before);
/* The names of channels in a model with mistakes. */
void jd_build_check_names(const JdModel *model, JdLog *log);
/* "jO.angle" -> joint and number of the free; reports and returns false if there is none. */
bool jd_system_free_of(Builder *b, const char *target, Where where, int *joint, int *number);

#endif
