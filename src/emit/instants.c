/* SPDX-License-Identifier: MIT
 *
 * When conditions on time alone change, and what they are in between: a table, worked out once for
 * the run that the model asks for. theory 6.10 */
#include "emit/record.h"
#include <string.h>

enum { MOST_INSTANTS = 4096 };

/* Drives whose rate jumps strike the mechanism: that is more than another formula. */
static void look_for_blows(Recorder *rec, double time, const double *before, const double *after) {
    const JdSystem *s = rec->s;
    for (int d = 0; d < s->drives && !rec->failed; d++) {
        const SystemDrive *drive = &s->drive[d];
        double was[3], is[3];
        jd_program_jet_at(drive->motion, (Now){time, before}, NULL, was);
        jd_program_jet_at(drive->motion, (Now){time, after}, NULL, is);
        const int rate = drive->state < 0;
        const double size = fabs(was[rate]) + fabs(is[rate]) + fabs(is[!rate]) / fmax(time, 1e-9);
        if (fabs(is[rate] - was[rate]) <= 1e-12 * size) continue; /* rounding */
        jd_record_refuse(rec, drive->where, "drive '%s' jumps at %g s, which strikes the mechanism",
                         drive->name, time);
    }
}

bool jd_record_instants(Recorder *rec) {
    const JdSystem *s = rec->s;
    const double to = s->run.to > 0 ? s->run.to : INFINITY;
    double time = 0;
    if (s->latches == 0) return true;
    for (;;) {
        Instant *at = PUSH(rec->arena, rec->instant);
        double *held = ARENA_NEW(rec->arena, double, s->latches + 1), next = to;
        if (!at || !held) return false;
        if (s->start_held) memcpy(held, s->start_held, (size_t)s->latches * sizeof *held);
        for (int k = 0; k < s->timeds; k++)
            if (jd_program_conditions(s->timed[k].program) > 0)
                next = fmin(next, jd_program_next(s->timed[k].program, time, to, held));
        *at = (Instant){time, held};
        if (time > 0) look_for_blows(rec, time, at[-1].held, held);
        if (rec->failed) return false;
        if (!(next < to) || rec->instant.count > MOST_INSTANTS) break;
        time = next;
    }
    if (rec->instant.count <= MOST_INSTANTS) return true;
    const SystemTimed *first = &s->timed[0];
    jd_record_refuse(rec, first->where, "%s '%s' changes at more than %d instants", first->kind,
                     first->name, (int)MOST_INSTANTS);
    return false;
}
