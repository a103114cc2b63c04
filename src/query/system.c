/* SPDX-License-Identifier: MIT
 *
 * What is known of a system and of a run, for those outside the library; and how they may measure
 * what a run costs. */
#include "form/form.h"
#include "run/run.h"
#include "system/system.h"
#include <string.h>

/* ---- Equations ------------------------------------------------------------------------------- */

/* A field of gravity has no energy that is known: what it gives is power, as that of a force. */
static bool exchanges_energy(const JdSystem *system) {
    return system->forces > 0 || system->gravity_kind == GRAVITY_FIELD || jd_has_springs(system);
}

JdSystemInfo jd_system_info(const JdSystem *system, const char *stepper) {
    if (!system) return (JdSystemInfo){0};
    const FormCount count = system->form->count(system);
    const StepperType *by = stepper ? jd_stepper_find(stepper) : NULL;
    if (!by) by = jd_stepper_at(0);
    return (JdSystemInfo){
        .states = system->states,
        .coordinates = count.coordinates,
        .dependent = count.dependent,
        .iterated = count.iterated,
        .multipliers = count.multipliers,
        .algebraic = (jd_stepper_takes_locks(by, system) ? 2 : 1) * count.multipliers,
        .entries = count.entries,
        .index_posed = jd_count_index(&count),
        .index_solved = jd_stepper_index(by, system),
        .constant_mass = count.constant_mass,
        .springs = count.springs,
        .reactions = count.reactions,
        .exchanges = exchanges_energy(system),
        .kind = jd_count_kind(&count),
        .closing = jd_count_closing(&count),
        .why = system->why,
    };
}

bool jd_system_dyad(const JdSystem *system, int index, JdDyad *to) {
    FormDyad dyad;
    if (!system || !to || index < 0 || !system->form->dyad) return false;
    if (!system->form->dyad(system, index, &dyad)) return false;
    *to = (JdDyad){0};
    memcpy(to->kind, dyad.kind, sizeof to->kind);
    for (int n = 0; n < 3; n++) to->joints[n] = system->joint[dyad.joint[n]].name;
    return true;
}

bool jd_system_block(const JdSystem *system, int index, JdBlock *to) {
    FormBlock block;
    if (!system || !to || index < 0 || !system->form->block) return false;
    if (!system->form->block(system, index, &block)) return false;
    *to = (JdBlock){block.number, block.unknowns, system->joint[block.joint].name};
    return true;
}

JdChannel jd_system_output(const JdSystem *system, int index) {
    const bool known = system && index >= 0 && index < system->outputs;
    return (JdChannel){known ? system->output[index] : -1};
}

size_t jd_run_independent(const JdRun *run, int index, char *to, size_t room) {
    const int *rates;
    char name[200] = "";
    if (to && room) *to = '\0';
    if (!run || !run->started || index < 0 || !run->form->independent) return 0;
    const int count = run->form->independent(run->system, &run->motion, &rates);
    int rate = -1;
    for (int left = index; left >= 0;) {
        if (++rate == count) return 0;
        left -= run->form->rate_name(run->system, rates[rate], name, sizeof name);
    }
    const size_t length = strlen(name);
    if (!to || !room) return length;
    const size_t used = length < room ? length : room - 1;
    memcpy(to, name, used);
    to[used] = '\0';
    return length;
}

/* ---- What a run costs ------------------------------------------------------------------------ */

/* Each at a position of its own, so that nobody could take the last result again. */
void jd_run_evaluate(JdRun *run, long times) {
    static const double aside = 1e-13; /* of a coordinate, m or rad: below all that counts */
    for (long k = 0; run && k < times; k++) {
        run->y[0] += aside;
        run->form->rates(run->system, &run->motion, run->t, run->y, run->work);
    }
}

static bool has_part(const JdSystem *system, Part part) {
    const FormCount count = system->form->count(system);
    const bool rows = count.multipliers || count.dependent;
    if (part == PART_ALL || part == PART_SOLUTION || part == PARTS) return true;
    if (part == PART_ROWS && !rows) return false;
    if (part == PART_ASSEMBLY && !count.multipliers) return false;
    return system->form->parts & (1u << part);
}

/* Some forms have short cuts that do all at once: then parts are those of the long way. */
static void rates_twice(const JdSystem *system, Motion *motion, double time, const double *y,
                        double *out) {
    if (motion->again != PART_ALL) {
        motion->end_after = motion->again == PARTS           ? PART_ALL
                            : motion->again == PART_SOLUTION ? PARTS
                                                             : motion->again;
        jd_attitude_rates(system, motion, time, y, out);
        motion->end_after = PART_ALL;
    }
    jd_attitude_rates(system, motion, time, y, out);
}

_Static_assert((int)PARTS == (int)JD_PARTS && (int)PART_SOLUTION == (int)JD_PART_SOLUTION &&
                   (int)PART_MASS == (int)JD_PART_MASS,
               "JdPart is Part, for those outside");

bool jd_run_repeat(JdRun *run, JdPart part) {
    if (!run || (unsigned)part > JD_PARTS || !has_part(run->system, (Part)part)) return false;
    run->twice = *run->form;
    run->twice.rates = rates_twice;
    run->form = &run->twice;
    run->motion.again = (Part)part;
    return true;
}
