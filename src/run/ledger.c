/* SPDX-License-Identifier: MIT
 *
 * The ledger of a run: what each force and drive, gravity, joints that give way, locks and blows
 * gave to the bodies, stored and turned into heat. Works are states that the model was given for it
 * (jd_model_keep_ledger); stores are read at the start and now; blows are counted where they fall.
 */
#include "run/inside.h"

/* Kinds of lines, in their order. */
typedef enum {
    LINE_GRAVITY,
    LINE_ELASTIC,
    LINE_FORCE,
    LINE_DRIVE,
    LINE_LOCKS,
    LINE_BLOWS,
    LINE_SNAPS,
    LINES
} Line;

static double read(JdRun *run, const char *name) {
    return jd_run_value(run, jd_channel(run->system, name, NULL));
}

/* "f.work" of a force f. */
static double read_of(JdRun *run, const char *of, const char *what) {
    Text name = {0};
    jd_text_print(&name, "%s.%s", of, what);
    const double value = name.failed ? NAN : read(run, name.at);
    jd_text_free(&name);
    return value;
}

void jd_ledger_begin(JdRun *run) {
    const JdSystem *s = run->system;
    if (!s->ledger) return;
    jd_run_recover(run, LEVEL_VELOCITY);
    run->booked = s->kernel->kinetic(s, &run->motion);
    run->book[0] = run->motion.soft_energy;
    for (int k = 0; k < s->forces; k++) run->book[1 + k] = run->motion.forces[k].energy;
}

static int count_of(const JdSystem *s, Line line) {
    const int counts[LINES] = {
        [LINE_GRAVITY] = 1,       [LINE_ELASTIC] = s->rigid != NULL, [LINE_FORCE] = s->forces,
        [LINE_DRIVE] = s->drives, [LINE_LOCKS] = s->joints > 0,      [LINE_BLOWS] = 1,
        [LINE_SNAPS] = s->nodes};
    return counts[line];
}

/* The event of a node has its name. */
static const char *snap_of(const JdSystem *s, int node) {
    for (int k = 0; k < s->whens; k++)
        if (s->when[k].snaps == node) return s->when[k].name;
    return s->node[node].name;
}

bool jd_run_ledger(JdRun *run, int index, JdLedgerLine *to) {
    if (!run || !run->system->ledger || index < 0 || !to) return false;
    const JdSystem *s = run->system;
    int line = 0;
    while (line < LINES && index >= count_of(s, (Line)line)) index -= count_of(s, (Line)line++);
    *to = (JdLedgerLine){0};
    switch (line) {
    case LINE_GRAVITY:
        *to = (JdLedgerLine){"gravity", read(run, "gravity.work"), 0, 0};
        if (s->gravity_kind != GRAVITY_FIELD) to->stored = 0 - to->work; /* not -0 */
        return true;
    case LINE_ELASTIC:
        *to = (JdLedgerLine){"elastic joints", read(run, "elastic.work"),
                             read(run, "energy.elastic") - run->book[0], read(run, "elastic.heat")};
        return true;
    case LINE_FORCE: {
        const char *name = s->force[index].name;
        *to = (JdLedgerLine){name, read_of(run, name, "work"),
                             read_of(run, name, "energy") - run->book[1 + index],
                             read_of(run, name, "heat")};
        return true;
    }
    case LINE_DRIVE:
        *to =
            (JdLedgerLine){s->drive[index].name, read_of(run, s->drive[index].name, "work"), 0, 0};
        return true;
    case LINE_LOCKS:
        *to = (JdLedgerLine){"locks", read(run, "locks.work"), 0, 0};
        return true;
    case LINE_BLOWS:
        *to = (JdLedgerLine){"blows", run->energy.struck, 0, 0};
        return true;
    case LINE_SNAPS:
        *to = (JdLedgerLine){snap_of(s, index), 0, 0, run->when.lost[index]};
        return true;
    default:
        return false;
    }
}

JdLedgerSum jd_run_ledger_sum(JdRun *run) {
    JdLedgerSum sum = {NAN, NAN, NAN};
    JdLedgerLine line;
    if (!run || !run->system->ledger) return sum;
    sum.kinetic = read(run, "energy.kinetic") - run->booked;
    sum.residual = sum.kinetic;
    sum.sum = fabs(sum.kinetic);
    for (int n = 0; jd_run_ledger(run, n, &line); n++) {
        sum.residual -= line.work;
        sum.sum += fabs(line.work);
    }
    return sum;
}
