/* SPDX-License-Identifier: MIT
 *
 * Where numbers came from that are none. What was evaluated last is looked through in the order in
 * which it was: expressions of signals, states, forces, gravity and drives, then bodies, then
 * positions in which nothing is known. */
#include "run/inside.h"

/* ---- Expressions ----------------------------------------------------------------------------- */

/* "force 'f' divides 1 by 0" */
static void blame(const JdRun *run, RunCause *cause, const char *kind, const char *name,
                  const ProgramFault *fault) {
    const JdSystem *s = run->system;
    jd_text_print(&cause->words, *name ? "%s '%s' " : "%s ", kind, name);
    if (fault->slot < 0) {
        jd_fault_print(fault, &cause->words);
        cause->hint = jd_fault_remedy(fault);
        return;
    }
    cause->reads = true;
    jd_text_print(&cause->words, "has no finite value: it reads '%s', which has none itself",
                  s->channel_name[s->slot[fault->slot].channel]);
    cause->hint = "look at what that comes from first";
}

static bool find_force(const JdRun *run, RunCause *cause) {
    const JdSystem *s = run->system;
    const Motion *m = &run->motion;
    ProgramFault fault;
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < s->force[k].values; n++) {
            const Program *program = s->force[k].program[n];
            if (!program || !jd_program_fault(program, jd_now(m), m->inputs, 0, &fault)) continue;
            cause->where = s->force[k].where;
            cause->code = "force-not-finite";
            blame(run, cause, "force", s->force[k].name, &fault);
            return true;
        }
    return false;
}

/* A ring whose unknowns have no numbers, though all that it reads has. `row`: rings that only
 * outputs read, too, which are worked out for rows alone. */
static bool find_ring(const JdRun *run, bool row, RunCause *cause) {
    const JdSystem *s = run->system;
    const double *inputs = run->motion.inputs;
    for (int k = 0; k < s->slots; k++) {
        if (!isfinite(inputs[k]) && !s->slot[k].ring) return false;
        if (!s->slot[k].first || isfinite(inputs[k])) continue;
        const SystemSignal *signal = &s->signal[s->slot[k].signal];
        if (!signal->hot && !row) continue;
        cause->where = signal->where;
        cause->code = "loop-unsolved";
        jd_text_print(&cause->words,
                      "the loop of laws around '%s' has no solution that is found from zero",
                      signal->name);
        cause->hint = "look whether its laws can be met at all: roots of negative numbers, flows "
                      "that no effort "
                      "drives; a small storage (C or I) in the loop breaks it";
        return true;
    }
    return false;
}

/* Signals first: who reads one only hands on what it has. */
static bool find_own(const JdRun *run, RunCause *cause) {
    const JdSystem *s = run->system;
    const Motion *m = &run->motion;
    ProgramFault fault;
    if (find_ring(run, false, cause)) return true;
    for (int k = 0; k < s->slots; k++) {
        const SystemSignal *signal = s->slot[k].program ? &s->signal[s->slot[k].signal] : NULL;
        if (!signal || !signal->hot ||
            !jd_program_fault(signal->program, jd_now(m), m->inputs, 0, &fault))
            continue;
        cause->where = signal->where;
        cause->code = "signal-not-finite";
        blame(run, cause, "signal", signal->name, &fault);
        return true;
    }
    for (int k = 0; k < s->extras; k++) {
        if (!jd_program_fault(s->extra[k].rate, jd_now(m), m->inputs, 0, &fault)) continue;
        cause->where = s->extra[k].where;
        cause->code = "state-not-finite";
        blame(run, cause, "the rate of state", s->extra[k].name, &fault);
        return true;
    }
    return false;
}

static bool find_gravity(const JdRun *run, RunCause *cause) {
    const JdSystem *s = run->system;
    ProgramFault fault;
    for (int b = 1; b < s->bodies && s->gravity_kind != GRAVITY_UNIFORM; b++) {
        const Vec3 p = s->kernel->side(s, &run->motion, b).p;
        const double at[3] = {p.x, p.y, p.z};
        if (s->gravity_kind == GRAVITY_POINT && vec3_norm(vec3_sub(p, s->gravity_centre)) == 0) {
            jd_text_print(&cause->words,
                          "body '%s' is where gravity points to, which grows "
                          "without bound there",
                          s->body[b].name);
            cause->hint = "start it beside that point, and not straight towards it";
            cause->where = s->body[b].where;
            return true;
        }
        for (int c = 0; c < 3; c++) {
            if (!s->gravity_field[c] ||
                !jd_program_fault(s->gravity_field[c], jd_now(&run->motion), at, 0, &fault))
                continue;
            fault.slot = -1; /* a place that is no number is found with the bodies */
            if (!isfinite(p.x + p.y + p.z)) continue;
            blame(run, cause, "the field of gravity", "", &fault);
            return true;
        }
    }
    return false;
}

static bool find_drive(const JdRun *run, RunCause *cause) {
    const JdSystem *s = run->system;
    ProgramFault fault;
    for (int d = 0; d < s->drives; d++) {
        if (!jd_program_fault(s->drive[d].motion, jd_now(&run->motion), NULL,
                              s->drive[d].state >= 0 ? 1 : 2, &fault))
            continue;
        cause->where = s->drive[d].where;
        cause->code = "drive-not-finite";
        blame(run, cause, "drive", s->drive[d].name, &fault);
        return true;
    }
    return false;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static const double too_fast = 1e150; /* m/s or rad/s: squares are beyond numbers */

static bool find_body(const JdRun *run, RunCause *cause) {
    const JdSystem *s = run->system;
    for (int b = 1; b < s->bodies; b++) {
        const Side at = s->kernel->side(s, &run->motion, b);
        const double place = vec3_dot(at.p, vec3(1, 1, 1)),
                     speed = fmax(vec3_norm(at.v), vec3_norm(at.w));
        if (isfinite(place) && speed < too_fast) continue;
        cause->where = s->body[b].where;
        if (isfinite(place) && speed >= too_fast)
            jd_text_print(&cause->words,
                          "body '%s' moves so fast that squares of its speed are "
                          "beyond 1.8e308",
                          s->body[b].name);
        else
            jd_text_print(&cause->words, "where body '%s' is could not be worked out",
                          s->body[b].name);
        cause->hint = isfinite(place) ? "look at start values and at their units"
                                      : "look for a position near this time where the mechanism "
                                        "jams, or take a smaller tolerance";
        return true;
    }
    return false;
}

static bool find_position(const JdRun *run, RunCause *cause) {
    const SystemJoint *joint = jd_run_singular_angles(run);
    if (joint) {
        jd_text_print(&cause->words, "the angles of joint '%s' are singular there", joint->name);
        cause->hint = "the attitude is known all the same: ask for matrix or w of the body instead";
        cause->where = joint->where;
        return true;
    }
    joint = jd_run_near_joint(run);
    if (!joint) return false;
    jd_text_print(&cause->words,
                  "the mechanism is in a singular position, where joint '%s' locks "
                  "what others lock",
                  joint->name);
    cause->hint = "rows a little before and after are known: shift the times of output";
    cause->where = joint->where;
    return true;
}

bool jd_run_find_expression(const JdRun *run, RunCause *cause) {
    *cause = (RunCause){.where = nowhere};
    return find_own(run, cause) || find_force(run, cause) || find_gravity(run, cause) ||
           find_drive(run, cause);
}

bool jd_run_find_ring(const JdRun *run, RunCause *cause) {
    *cause = (RunCause){.where = nowhere};
    return find_ring(run, true, cause);
}

/* ---- What only rows read --------------------------------------------------------------------- */

static const SystemSignal *signal_of(const JdSystem *s, int channel) {
    for (int k = 0; k < s->signals; k++)
        if (s->signal[k].channel == channel) return &s->signal[k];
    return NULL;
}

bool jd_run_find_output(const JdRun *run, int channel, RunCause *cause) {
    const JdSystem *s = run->system;
    const Motion *m = &run->motion;
    ProgramFault fault;
    const SystemSignal *signal = signal_of(s, channel);
    *cause = (RunCause){.where = nowhere};
    while (signal && !signal->ring) {
        if (!jd_program_fault(signal->program, jd_now(m), m->inputs, 0, &fault)) return false;
        if (fault.slot < 0) {
            cause->where = signal->where;
            if (signal->channel != channel) jd_text_print(&cause->words, "has no finite value: ");
            if (signal->channel != channel) jd_text_print(&cause->words, "'%s' ", signal->name);
            jd_fault_print(&fault, &cause->words);
            cause->hint = jd_fault_remedy(&fault);
            return true;
        }
        signal = s->slot[fault.slot].program ? &s->signal[s->slot[fault.slot].signal] : NULL;
    }
    return false;
}

bool jd_run_find_cause(const JdRun *run, RunCause *cause) {
    return jd_run_find_expression(run, cause) || find_body(run, cause) || find_position(run, cause);
}
