/* SPDX-License-Identifier: MIT
 *
 * The programs of a system that change with time by themselves, in one list, and what their
 * conditions on time are at the start. Forces, drives and fields of gravity stand in it alike; who
 * watches the time need not know which is which. */
#include "build/inside.h"
#include "span/span.h"

/* Counts a program, and lists it where there is a list. */
static void add(JdSystem *system, SystemTimed timed) {
    if (!timed.program) return;
    if (!jd_program_conditions(timed.program) && !jd_program_term(timed.program, 0)) return;
    for (int n = 0; jd_program_term(timed.program, n); n++) system->terms++;
    if (system->timed) system->timed[system->timeds] = timed;
    system->timeds++;
}

static void add_all(Builder *b) {
    JdSystem *system = b->system;
    const Where field = jd_keep_where(b, b->model->gravity.where);
    system->timeds = system->terms = 0;
    for (int k = 0; k < system->forces; k++) {
        const SystemForce *force = &system->force[k];
        for (int v = 0; v < force->values; v++)
            add(system, (SystemTimed){force->program[v], "force", force->name, force->where, NULL});
    }
    for (int k = 0; k < system->signals; k++) {
        const SystemSignal *signal = &system->signal[k];
        if (signal->hot)
            add(system,
                (SystemTimed){signal->program, "signal", signal->name, signal->where, NULL});
    }
    for (int k = 0; k < system->extras; k++) {
        const SystemState *state = &system->extra[k];
        if (state->drive >= 0) continue; /* the drive's own */
        add(system, (SystemTimed){state->rate, "state", state->name, state->where, NULL});
    }
    for (int k = 0; k < system->whens; k++) {
        const SystemWhen *when = &system->when[k];
        add(system, (SystemTimed){when->condition, "event", when->name, when->where, NULL});
    }
    for (int k = 0; k < system->drives; k++) {
        const SystemDrive *drive = &system->drive[k];
        add(system, (SystemTimed){drive->motion, "drive", drive->name, drive->where, drive});
    }
    for (int c = 0; c < 3; c++)
        add(system, (SystemTimed){system->gravity_field[c], "field", "gravity", field, NULL});
}

/* ---- Corners --------------------------------------------------------------------------------- */

static void raise_level(JdSystem *system, const Program *program) {
    int at = 0, slot;
    while ((slot = jd_program_input(program, &at)) >= 0) {
        const SystemInput *in = &system->slot[slot];
        const Level level =
            in->program ? system->signal[in->signal].level : jd_channel_level(system, in->channel);
        if (level > system->corner_level) system->corner_level = level;
    }
}

static void add_corners(JdSystem *system, const Program *program, SystemCorner whose) {
    const Corner *corner;
    for (int k = 0; program && (corner = jd_program_corner(program, k)); k++) {
        whose.corner = *corner;
        if (system->corner) system->corner[system->watched] = whose;
        if (system->corner) raise_level(system, corner->changes);
        system->watched++;
    }
}

/* Signals first, in the order in which they read each other. */
static void add_all_corners(JdSystem *system) {
    system->watched = 0;
    for (int k = 0; k < system->slots; k++) {
        const SystemInput *in = &system->slot[k];
        const SystemSignal *signal = in->program ? &system->signal[in->signal] : NULL;
        if (signal && signal->hot)
            add_corners(system, signal->program,
                        (SystemCorner){.kind = "signal", .name = signal->name, signal->where});
    }
    for (int k = 0; k < system->forces; k++) {
        const SystemForce *force = &system->force[k];
        for (int v = 0; v < force->values; v++)
            add_corners(system, force->program[v],
                        (SystemCorner){.kind = "force", .name = force->name, force->where});
    }
    for (int k = 0; k < system->extras; k++) {
        const SystemState *state = &system->extra[k];
        add_corners(system, state->rate,
                    (SystemCorner){.kind = "state", .name = state->name, state->where});
    }
    system->corners = system->watched;
    for (int k = 0; k < system->whens; k++) {
        const SystemWhen *when = &system->when[k];
        add_corners(system, when->condition,
                    (SystemCorner){.kind = "event", .name = when->name, when->where});
    }
}

static bool build_corners(JdSystem *system) {
    add_all_corners(system);
    if (system->watched == 0) return true;
    system->corner = ARENA_NEW(&system->arena, SystemCorner, system->watched);
    if (!system->corner) return false;
    add_all_corners(system);
    return true;
}

/* ---- All ------------------------------------------------------------------------------------- */

bool jd_build_timed(Builder *b) {
    JdSystem *system = b->system;
    add_all(b);
    if (!build_corners(system)) return false;
    if (system->timeds == 0) return true;
    const int all = system->bends + system->latches;
    double *held = ARENA_NEW(&system->arena, double, all + 1);
    system->timed = ARENA_NEW(&system->arena, SystemTimed, system->timeds);
    if (!held || !system->timed) return false;
    for (int k = 0; k < all; k++)
        held[k] = NAN; /* those of what is only shown stay so, and corners */
    held += system->bends;
    add_all(b);
    const double until = system->settings.until > 0 ? system->settings.until : 1;
    for (int k = 0; k < system->timeds; k++)
        jd_program_next(system->timed[k].program, 0, until, held);
    system->start_held = held;
    return true;
}
