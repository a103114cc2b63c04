/* SPDX-License-Identifier: MIT
 *
 * Start values: which coordinate each means, and whether it can be given at all. */
#include "solve/solve.h"
#include <string.h>

static bool has_dimension(const JdSystem *system, int channel, const ModelStart *start,
                          JdLog *log) {
    Dim dim = jd_channel_dim(system, channel);
    if (start->plain || jd_dim_equal(dim, start->dim)) return true;
    char is[64];
    const char *wanted = jd_channel_unit(system, (JdChannel){channel});
    jd_dim_unit(start->dim, is, sizeof is);
    jd_report(log, JD_ERROR, "dimension-mismatch", start->where,
              "'%s' is in %s, but its start is in %s", start->channel, wanted, is);
    jd_hint(log, "give the value in %s, or another unit of this kind", wanted);
    return false;
}

static bool is_new(const JdModel *model, int index, JdLog *log) {
    const ModelStart *start = &model->starts.at[index];
    for (int k = 0; k < index; k++) {
        const ModelStart *other = &model->starts.at[k];
        if (strcmp(other->channel, start->channel)) continue;
        jd_report(log, JD_ERROR, "start-twice", start->where, "'%s' has a start value already",
                  start->channel);
        if (other->where.line)
            jd_hint(log, "the first is in line %d; keep one of them", other->where.line);
        else
            jd_hint(log, "keep one of them");
        return false;
    }
    return true;
}

/* A driven free moves as its drive says, from the start on. */
static bool is_driven(const JdSystem *system, const ExtraRow *extra, const ModelStart *start,
                      JdLog *log) {
    for (int d = 0; d < system->drives; d++) {
        const SystemDrive *drive = &system->drive[d];
        if (extra->joint != drive->joint || extra->free != drive->free) continue;
        jd_report(log, JD_ERROR, "start-driven", start->where,
                  "'%s' has no start value of its own: drive '%s' prescribes it", start->channel,
                  drive->name);
        jd_hint(log, "remove the start value, or put it into the drive's motion");
        return true;
    }
    return false;
}

/* A bare 30 is 30 rad; more than a turn is rarely meant. */
static void wonder_at_turns(const JdSystem *system, int channel, const ModelStart *start,
                            JdLog *log) {
    const double turn = 6.283185307179586;
    const char *unit = jd_channel_unit(system, (JdChannel){channel});
    if (!start->plain || !start->where.file || strcmp(unit, "rad") || fabs(start->value) <= turn)
        return;
    jd_report(log, JD_WARNING, "angle-without-unit", start->where,
              "'%s' starts at %g rad, that is %.3g turns: the number has no unit", start->channel,
              start->value, start->value / turn);
    jd_hint(log, "write %g deg if degrees are meant, or %g rad if not", start->value, start->value);
}

static bool find_start(const JdModel *model, JdSystem *system, int index, Starts *to, JdLog *log) {
    const ModelStart *start = &model->starts.at[index];
    if (!is_new(model, index, log)) return false;
    int channel = jd_channel_find(system, start->channel); /* known: jd_build_words looked */
    if (channel < 0) return false;
    ExtraRow extra;
    if (!jd_channel_row(system, channel, &extra)) {
        jd_report(log, JD_ERROR, "start-not-coordinate", start->where,
                  "'%s' cannot be given a start value: it follows from others", start->channel);
        const bool plane = system->space == JD_PLANAR || system->flat;
        jd_hint(log,
                "start values are positions and velocities: of bodies (%s), of frames on them, of "
                "frees of joints",
                plane ? "x, y, angle, vx, vy, rate"
                      : "x, y, z, cardan.x, .y, .z, vx, vy, vz, wx, wy, wz, own.wx, .wy, .wz");
        return false;
    }
    if (!has_dimension(system, channel, start, log)) return false;
    if (is_driven(system, &extra, start, log)) return false;
    wonder_at_turns(system, channel, start, log);
    extra.row.start = index;
    bool is_rate = extra.row.rate_only;
    if (is_rate)
        extra.row.target_rate = start->value;
    else
        extra.row.target = start->value;
    if (is_rate)
        to->rate[to->rates++] = extra;
    else
        to->position[to->positions++] = extra;
    return true;
}

bool jd_starts_find(const JdModel *model, JdSystem *system, Starts *starts, JdLog *log) {
    int count = model->starts.count;
    *starts = (Starts){.position = ARENA_NEW(&system->arena, ExtraRow, count + 1),
                       .rate = ARENA_NEW(&system->arena, ExtraRow, count + 1)};
    if (!starts->position || !starts->rate) {
        jd_report_memory(log);
        return false;
    }
    bool ok = true;
    for (int k = 0; k < count; k++) ok = find_start(model, system, k, starts, log) && ok;
    return ok;
}
