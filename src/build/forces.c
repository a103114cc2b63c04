/* SPDX-License-Identifier: MIT
 *
 * Forces and drives: which joint's free they mean, and their expressions as programs over channels.
 */
#include "build/inside.h"
#include "system/channel.h"
#include <string.h>

/* ---- Frees by name -------------------------------------------------------------------------- */

static void suggest_frees(const JdSystem *system, Nearest *nearest, Builder *b) {
    for (int k = 0; k < system->joints; k++)
        for (int f = 0; f < system->joint[k].frees; f++) {
            const char *name = jd_arena_format(&b->system->arena, "%s.%s", system->joint[k].name,
                                               system->joint[k].free[f]->position);
            if (name) jd_nearest_try(nearest, name);
        }
}

bool jd_system_free_of(Builder *b, const char *target, Where where, int *joint, int *number) {
    const JdSystem *system = b->system;
    const char *dot = strrchr(target, '.');
    char *name = dot ? jd_arena_text(&b->system->arena, target, (size_t)(dot - target)) : NULL;
    const int k = name ? jd_model_find_joint(b->model, name) : -1;
    for (int f = 0; k >= 0 && f < system->joint[k].frees; f++) {
        if (strcmp(system->joint[k].free[f]->position, dot + 1) != 0) continue;
        *joint = k;
        *number = f;
        return true;
    }
    jd_report(b->log, JD_ERROR, "free-unknown", where, "'%s' is not a free of a joint", target);
    b->ok = false;
    if (!jd_reported(b->log).code) return false;
    Nearest nearest = {.word = target};
    suggest_frees(system, &nearest, b);
    if (nearest.best)
        jd_hint(b->log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(b->log, "a free is a motion that a joint leaves open: `jourdain help joints`");
    return false;
}

/* ---- Forces and drives ---------------------------------------------------------------------- */

static bool add_force(Builder *b, const ModelForce *from, SystemForce *to) {
    to->name = jd_keep_text(b, from->name);
    to->where = jd_keep_where(b, from->where);
    to->type = from->type;
    to->off = from->off;
    b->system->switched |= from->off;
    to->frame_i = b->system->bodies + from->i;
    to->frame_j = b->system->bodies + from->j;
    to->frame_r = b->system->bodies + from->resolve;
    to->node_i = to->node_j = -1;
    if (from->type->target != FORCE_ON_FREE) {
        to->node_i = b->model->frames.at[from->i].node - 1;
        to->node_j = b->model->frames.at[from->j].node - 1;
        return true;
    }
    to->frame_i = to->frame_j = 0;
    jd_system_free_of(b, from->target, from->target_where, &to->joint, &to->free);
    return true;
}

/* The state that is the position of a drive of a rate; -1: it prescribes the position itself. */
static int position_of(const JdModel *model, int drive) {
    for (int k = 0; k < model->states.count; k++)
        if (model->states.at[k].drive == drive + 1) return k;
    return -1;
}

/* `driven`: of each free of each joint the drive that prescribes it, + 1. */
static void add_drive(Builder *b, const ModelDrive *from, SystemDrive *to, int *driven) {
    to->name = jd_keep_text(b, from->name);
    to->where = jd_keep_where(b, from->where);
    to->state = position_of(b->model, (int)(to - b->system->drive));
    if (!jd_system_free_of(b, from->target, from->target_where, &to->joint, &to->free)) return;
    int *drive = &driven[JOINT_FREES * to->joint + to->free];
    if (*drive == 0) {
        *drive = (int)(to - b->system->drive) + 1;
        return;
    }
    jd_report(b->log, JD_ERROR, "drive-twice", from->target_where, "'%s' is driven by '%s' already",
              from->target, b->system->drive[*drive - 1].name);
    jd_hint(b->log, "remove one of the two drives");
    b->ok = false;
}

bool jd_build_forces(Builder *b) {
    JdSystem *system = b->system;
    system->forces = b->model->forces.count;
    system->drives = b->model->drives.count;
    system->force = ARENA_NEW(&system->arena, SystemForce, system->forces + 1);
    system->drive = ARENA_NEW(&system->arena, SystemDrive, system->drives + 1);
    int *driven = ARENA_NEW(&system->arena, int, JOINT_FREES * system->joints + 1);
    if (!system->force || !system->drive || !driven) return false;
    for (int k = 0; k < system->forces; k++)
        if (!add_force(b, &b->model->forces.at[k], &system->force[k])) return false;
    for (int k = 0; k < system->drives; k++)
        add_drive(b, &b->model->drives.at[k], &system->drive[k], driven);
    return b->ok && !system->arena.failed;
}

/* ---- Programs ------------------------------------------------------------------------------- */

int jd_reading_slot(Reading *reading, int channel) {
    int *slot = &reading->slot_of_channel[channel];
    if (*slot >= 0) return *slot;
    SystemInput *added = PUSH(&reading->b->system->arena, reading->slots);
    if (!added) return -1;
    *added = (SystemInput){channel, NULL, -1};
    return *slot = reading->slots.count - 1;
}

static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    Reading *reading = inputs->data;
    Builder *b = reading->b;
    int channel = jd_channel_find(b->system, name);
    Where where = jd_span_where(span);
    if (channel < 0) {
        jd_build_no_channel(b, name, where);
        return false;
    }
    const int signal = jd_signal_of(b->system, channel);
    if (signal >= 0 && !b->system->signal[signal].program) return false; /* it was told why */
    const Level level = jd_channel_level(b->system, channel);
    if (level > reading->level) reading->level = level;
    *slot = jd_reading_slot(reading, channel);
    *dim = jd_channel_dim(b->system, channel);
    return *slot >= 0;
}

/* A drive may know the time only. */
static bool no_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    Reading *reading = inputs->data;
    const Where where = jd_span_where(span);
    (void)slot, (void)dim;
    if (jd_channel_find(reading->b->system, name) < 0) {
        jd_build_no_channel(reading->b, name, where);
        return false;
    }
    jd_report(reading->b->log, JD_ERROR, "drive-reads-state", where,
              "a drive prescribes a motion in time and cannot depend on '%s'", name);
    jd_hint(reading->b->log, "use `time`, numbers and parameters; for control use a force "
                             "of type effort");
    return false;
}

static const char *field_unit(const Builder *b, const SystemForce *force, const Field *field) {
    bool turns = force->type->target == FORCE_ON_FREE &&
                 b->system->joint[force->joint].free[force->free]->kind != FREE_SLIDE;
    return turns && field->turn_unit ? field->turn_unit : field->unit;
}

static void add_fields(Builder *b, const ModelForce *from, SystemForce *to, Inputs *inputs) {
    const int told = jd_log_count(b->log);
    int at = 0;
    for (int k = 0; k < jd_field_count(from->type->fields); k++) {
        const Field *field = &from->type->fields[k];
        Unit unit = {0};
        jd_unit_parse(field_unit(b, to, field), &unit);
        for (int c = 0; c < jd_field_width(field); c++, at++) {
            to->fields[at] = from->fields[k].number[c];
            const Expr *expr = from->fields[k].expr[c];
            if (!expr) continue;
            const Program *program = jd_build_program(b, expr, inputs, unit.dim, field->name);
            to->program[at] = program;
            to->varies = true;
            if (!program) b->ok = false;
        }
    }
    to->values = at;
    jd_build_hint_instance(b, from->name, told);
}

static void add_motion(Builder *b, int k, Inputs *nothing) {
    JdSystem *system = b->system;
    SystemDrive *drive = &system->drive[k];
    FreeKind kind = system->joint[drive->joint].free[drive->free]->kind;
    const bool of_rate = drive->state >= 0;
    Dim dim = {.length = kind == FREE_SLIDE, .time = of_rate ? -1 : 0};
    const Expr *motion = b->model->drives.at[k].motion;
    if (system->signals) motion = jd_build_written_out(b, motion, drive->name);
    drive->motion = jd_program_new(motion, nothing, dim, "motion", &system->arena, b->log);
    if (of_rate) system->extra[drive->state].rate = drive->motion;
    if (drive->motion) return;
    b->ok = false;
    const JdMessage said = jd_reported(b->log);
    if (said.code && !strcmp(said.code, "dimension-mismatch"))
        jd_hint(b->log,
                of_rate ? "a drive of a rate prescribes that over time, such as %s"
                        : "a drive prescribes the position over time, such as %s * time",
                kind == FREE_SLIDE ? "1 m/s" : "10 rad/s");
}

bool jd_build_programs(Builder *b) {
    JdSystem *system = b->system;
    Reading reading = {.b = b};
    reading.slot_of_channel = ARENA_NEW(&system->arena, int, system->channels + 1);
    if (!reading.slot_of_channel) return false;
    for (int c = 0; c < system->channels; c++) reading.slot_of_channel[c] = -1;

    Inputs channels = {.find = find_input, .data = &reading, .bends = true},
           nothing = {.find = no_input, .data = &reading};
    if (!jd_build_signals(&reading, &channels)) return false;
    jd_build_rates(&reading, &channels);
    reading.what = "force";
    for (int k = 0; k < system->forces; k++)
        add_fields(b, &b->model->forces.at[k], &system->force[k], &channels);
    if (!jd_build_whens(&reading, &channels)) return false;
    nothing.latches = channels.latches;
    for (int k = 0; k < system->drives; k++) add_motion(b, k, &nothing);
    system->latches = nothing.latches;
    system->bends = channels.corners;
    return jd_build_inputs(&reading) && b->ok && !system->arena.failed;
}
