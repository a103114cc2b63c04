/* SPDX-License-Identifier: MIT
 *
 * Where the time of a run goes. The same steps are run again with every evaluation, or the first
 * parts of it, done twice: what that takes longer is what these parts take in the run itself. All
 * are differences within one whole, so the parts and the rest, which is integration, projection and
 * whatever else a step does, add up to it. */
#include "trial/trial.h"

enum { ROUNDS = 60 }; /* the least of these counts; all parts take turns in each */
static const double stretch_time = 3e-4; /* s: so short that nobody comes between in most of them */

/* ---- A stretch of the run ------------------------------------------------------------------- */

typedef struct {
    const JdSystem *system;
    JdRunDef def;
    long steps, left; /* of the stretch; of the one that goes on */
    int times;        /* how often it is run, if it is short */
    JdLog *log;
} Stretch;

static bool ends(void *data, double time) {
    Stretch *stretch = data;
    (void)time;
    return stretch->left-- <= 0 || jd_interrupt_signal() != 0;
}

/* NAN: the form has no such part, or there is no memory. */
static double seconds_of(Stretch *stretch, JdPart again) {
    double sum = 0;
    for (int k = 0; k < stretch->times; k++) {
        JdRun *run = jd_run_new(stretch->system, stretch->def, stretch->log);
        if (!jd_run_repeat(run, again)) return jd_run_free(run), NAN;
        stretch->left = stretch->steps;
        const double from = jd_processor_clock();
        jd_run_drive(run, NULL, NULL);
        sum += jd_processor_clock() - from;
        jd_run_free(run);
    }
    return sum;
}

static void open_stretch(Stretch *stretch, const JdSystem *system, JdRunDef def, JdLog *log,
                         const Measure *whole) {
    const double share = stretch_time / fmax(whole->seconds, 1e-9);
    *stretch = (Stretch){.system = system, .def = def, .log = log};
    stretch->steps = (long)ceil(fmin(share, 1) * (double)whole->steps);
    stretch->times = (int)ceil(fmin(fmax(share, 1), 1000));
    stretch->def.output_every = def.until;
    stretch->def.also_count = 0;
    stretch->def.stop = ends;
    stretch->def.stop_data = stretch;
}

/* ---- Its parts ------------------------------------------------------------------------------- */

/* Up to the end of each part, the whole evaluation behind them; [JD_PART_REST]: nothing twice.
 * INFINITY: the form has no such part. */
static bool measure_all(Stretch *stretch, double up_to[JD_PARTS + 1]) {
    for (int part = JD_PART_REST; part <= JD_PARTS; part++) up_to[part] = INFINITY;
    for (int round = 0; round < ROUNDS; round++)
        for (int part = JD_PART_REST; part <= JD_PARTS; part++) {
            const double took = seconds_of(stretch, (JdPart)part);
            if (isnan(took) && part == JD_PART_REST) return false;
            up_to[part] = fmin(up_to[part], took);
        }
    return true;
}

/* No part takes less than nothing, and an evaluation not more than the run. */
void jd_measure_parts(const JdSystem *system, JdRunDef def, JdLog *log, Measure *to) {
    double up_to[JD_PARTS + 1], before = 0;
    Stretch stretch;
    open_stretch(&stretch, system, def, log, to);
    for (int part = JD_PART_REST; part < JD_PARTS; part++) to->share[part] = NAN;
    if (!measure_all(&stretch, up_to)) return;
    const double whole = fmax(up_to[JD_PART_REST], 1e-9); /* s: the clock tells no less */
    const double evaluated = fmin(fmax(up_to[JD_PARTS] - whole, 0), whole);
    for (int part = JD_PART_PLACE; part < JD_PARTS; part++) {
        if (isinf(up_to[part])) continue;
        const double now = fmax(up_to[part] - whole, before);
        to->share[part] = now - before;
        before = now;
    }
    /* The long way, part after part, as a picture of the evaluations as they are. */
    const double scale = before > 0 ? evaluated / (before * whole) : 0;
    to->share[JD_PART_REST] = before > 0 ? 1 - evaluated / whole : 1;
    for (int part = JD_PART_PLACE; part < JD_PARTS; part++) to->share[part] *= scale;
}
