/* SPDX-License-Identifier: MIT
 *
 * Where the time of a run goes. The same steps are run again with every evaluation, or the first
 * parts of it, done twice: what that takes longer is what these parts take in the run itself. All
 * are differences within one whole, so the parts and the rest, which is integration, projection and
 * whatever else a step does, add up to it. */
#include "app/compare.h"
#include "run/run.h"
#include <math.h>

enum { ROUNDS = 60 }; /* the least of these counts; all parts take turns in each */
static const double stretch_time = 3e-4; /* s: so short that nobody comes between in most of them */

/* ---- A stretch of the run ------------------------------------------------------------------- */

typedef struct {
    const JdSystem *system;
    JdRunDef def;
    FormType twice;   /* the form, with evaluations that are repeated */
    long steps, left; /* of the stretch; of the one that goes on */
    int times;        /* how often it is run, if it is short */
    JdLog *log;
} Stretch;

/* Some forms have short cuts that do all at once: then parts are those of the long way. */
static void rates_twice(const JdSystem *system, Motion *motion, double time, const double *y,
                        double *out) {
    if (motion->again != PART_ALL) {
        motion->end_after = motion->again == PARTS           ? PART_ALL
                            : motion->again == PART_SOLUTION ? PARTS
                                                             : motion->again;
        system->form->rates(system, motion, time, y, out);
        motion->end_after = PART_ALL;
    }
    system->form->rates(system, motion, time, y, out);
}

static bool ends(void *data, double time) {
    Stretch *stretch = data;
    (void)time;
    return stretch->left-- <= 0 || jd_interrupt_signal() != 0;
}

static double seconds_of(Stretch *stretch, Part again) {
    double sum = 0;
    for (int k = 0; k < stretch->times; k++) {
        JdRun *run = jd_run_new(stretch->system, stretch->def, stretch->log);
        if (!run) return NAN;
        run->form = &stretch->twice;
        run->motion.again = again;
        stretch->left = stretch->steps;
        const double from = jd_processor_clock();
        while (jd_run_next(run)) continue;
        sum += jd_processor_clock() - from;
        jd_run_free(run);
    }
    return sum;
}

static void open_stretch(Stretch *stretch, const JdSystem *system, JdRunDef def, JdLog *log,
                         const Measure *whole) {
    const double share = stretch_time / fmax(whole->seconds, 1e-9);
    *stretch = (Stretch){.system = system, .def = def, .twice = *system->form, .log = log};
    stretch->twice.rates = rates_twice;
    stretch->steps = (long)ceil(fmin(share, 1) * (double)whole->steps);
    stretch->times = (int)ceil(fmin(fmax(share, 1), 1000));
    stretch->def.output_every = def.until;
    stretch->def.also_count = 0;
    stretch->def.stop = ends;
    stretch->def.stop_data = stretch;
}

/* ---- Its parts ------------------------------------------------------------------------------- */

static bool has_part(const JdSystem *system, int part) {
    const FormCount count = system->form->count(system);
    const bool rows = count.multipliers || count.dependent;
    if (part == PART_ROWS && !rows) return false;
    if (part == PART_ASSEMBLY && !count.multipliers) return false;
    return system->form->parts & (1u << part);
}

/* Up to the end of each part, the whole evaluation behind them; [PART_ALL]: nothing twice. */
static bool measure_all(Stretch *stretch, double up_to[PARTS + 1]) {
    for (int part = PART_ALL; part <= PARTS; part++) up_to[part] = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
        for (int part = PART_ALL; part <= PARTS; part++) {
            const bool asked = part == PART_ALL || part == PART_SOLUTION || part == PARTS;
            if (!asked && !has_part(stretch->system, part)) continue;
            const double took = seconds_of(stretch, (Part)part);
            if (isnan(took)) return false;
            up_to[part] = fmin(up_to[part], took);
        }
    return true;
}

/* No part takes less than nothing, and an evaluation not more than the run. */
void jd_measure_parts(const JdSystem *system, JdRunDef def, JdLog *log, Measure *to) {
    double up_to[PARTS + 1], before = 0;
    Stretch stretch;
    open_stretch(&stretch, system, def, log, to);
    for (int part = PART_ALL; part < PARTS; part++) to->share[part] = NAN;
    if (!measure_all(&stretch, up_to)) return;
    const double whole = fmax(up_to[PART_ALL], 1e-9); /* s: the clock tells no less */
    const double evaluated = fmin(fmax(up_to[PARTS] - whole, 0), whole);
    for (int part = PART_PLACE; part < PARTS; part++) {
        if (!has_part(system, part)) continue;
        const double now = fmax(up_to[part] - whole, before);
        to->share[part] = now - before;
        before = now;
    }
    /* The long way, part after part, as a picture of the evaluations as they are. */
    const double scale = before > 0 ? evaluated / (before * whole) : 0;
    to->share[PART_ALL] = before > 0 ? 1 - evaluated / whole : 1;
    for (int part = PART_PLACE; part < PARTS; part++) to->share[part] *= scale;
}
