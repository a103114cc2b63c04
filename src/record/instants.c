/* SPDX-License-Identifier: MIT
 *
 * When conditions on time alone change, and what they are in between: a table, worked out once for
 * the run that the model asks for. theory 6.10 */
#include "record/record.h"
#include "span/span.h"
#include <string.h>

enum {
    MOST_INSTANTS = 4096,
    FEW_INSTANTS = 64, /* those behind the run, too, if there are no more: */
};
static const double far = 10; /* so many runs long. Other numbers bring them into it */

/* A position that jumps breaks the mechanism: a rate that does strikes it. */
static const double least_jump = 1e-9, same_rate = 1e-12; /* what is rounding */

static bool look_for_kicks(Recorder *rec, const double *before, Instant *at) {
    const JdSystem *s = rec->s;
    at->kick = ARENA_NEW(rec->arena, double, s->drives + 1);
    for (int d = 0; d < s->drives && at->kick; d++) {
        const SystemDrive *drive = &s->drive[d];
        double was[3], is[3];
        jd_drive_at(drive, (Now){at->time, before}, was);
        jd_drive_at(drive, (Now){at->time, at->held}, is);
        if (drive->state < 0 && fabs(is[0] - was[0]) > least_jump) {
            jd_record_refuse(rec, drive->where, "drive '%s' jumps at %g s by %g", drive->name,
                             at->time, is[0] - was[0]);
            return false;
        }
        const double kick = is[1] - was[1], about = fabs(is[0]) / fmax(at->time, least_jump);
        if (fabs(kick) <= same_rate * (fabs(was[1]) + fabs(is[1]) + about)) continue;
        at->kick[d] = kick;
        rec->kicks = true;
    }
    return at->kick;
}

bool jd_record_instants(Recorder *rec) {
    const JdSystem *s = rec->s;
    const double end = s->run.to > 0 ? s->run.to : INFINITY;
    double time = 0, to = far * end;
    if (s->latches == 0) return true;
    for (;;) {
        Instant *at = PUSH(rec->arena, rec->instant);
        double *held = ARENA_NEW(rec->arena, double, s->latches + 1), next = to;
        if (!at || !held) return false;
        if (s->start_held) memcpy(held, s->start_held, (size_t)s->latches * sizeof *held);
        for (int k = 0; k < s->timeds; k++)
            if (jd_program_conditions(s->timed[k].program) > 0)
                next = fmin(next, jd_program_next(s->timed[k].program, time, to, held));
        *at = (Instant){.time = time, .held = held};
        if (time > 0 && !look_for_kicks(rec, at[-1].held, at)) return false;
        if (rec->instant.count >= FEW_INSTANTS && to > end) rec->instants_end = true, to = end;
        if (!(next < to) || rec->instant.count > MOST_INSTANTS) break;
        time = next;
    }
    if (rec->instant.count <= MOST_INSTANTS) return true;
    const SystemTimed *first = &s->timed[0];
    jd_record_refuse(rec, first->where, "%s '%s' changes at more than %d instants", first->kind,
                     first->name, (int)MOST_INSTANTS);
    return false;
}
