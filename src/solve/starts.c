/* SPDX-License-Identifier: MIT
 *
 * Start values: which coordinate each means, and whether it can be given at all. Three Cardan
 * angles of one thing are an attitude, which has no singular ones: it is asked for as such. */
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
              "'%s' is in %s, but its start is in %s", jd_start_name(start), wanted, is);
    jd_hint(log, "give the value in %s, or another unit of this kind", wanted);
    return false;
}

static bool is_new(const JdModel *model, int index, JdLog *log) {
    const ModelStart *start = &model->starts.at[index];
    for (int k = 0; k < index; k++) {
        const ModelStart *other = &model->starts.at[k];
        if (strcmp(other->channel, start->channel)) continue;
        jd_report(log, JD_ERROR, "start-twice", start->where, "'%s' has a start value already",
                  jd_start_name(start));
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
        if (drive->state >= 0 && !extra->row.rate_only) continue; /* it goes on from there */
        jd_report(log, JD_ERROR, "start-driven", start->where,
                  "'%s' has no start value of its own: drive '%s' prescribes it",
                  jd_start_name(start), drive->name);
        jd_hint(log, "remove the start value, or put it into the drive's motion");
        return true;
    }
    return false;
}

/* A point mass has a place, and nothing that turns. */
static bool turns_nothing(const JdSystem *s, const ExtraRow *extra, const ModelStart *start,
                          JdLog *log) {
    const Lock *lock = &extra->row.lock;
    const SystemBody *body = &s->body[s->frame[extra->frame_j].body];
    const bool turn = lock->turn != 0 || (lock->velocity && lock->terms[0].a == VEC_W);
    const bool plane = s->space == JD_PLANAR || s->flat;
    const bool idle = body->idle[2] && (plane || (body->idle[0] && body->idle[1]));
    if (extra->joint >= 0 || !turn || !idle) return false;
    jd_report(log, JD_ERROR, "start-no-attitude", start->where,
              "'%s' cannot be given a start value: '%s' is a point mass and has no attitude",
              jd_start_name(start), body->name);
    jd_hint(log, "leave it out, or give the body an inertia in place of `point`");
    return true;
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

/* b.quaternion.w, b.euler.zxz.a: a number of an attitude, which is given as a whole. */
static void hint_attitude(const char *channel, JdLog *log) {
    static const char *const words[] = {".quaternion.", ".matrix.", ".rotation", ".euler."};
    for (int n = 0; n < 4; n++) {
        const char *at = strstr(channel, words[n]);
        if (!at) continue;
        jd_hint(log,
                "an attitude is given as a whole: start %.*s.attitude = quaternion(w, x, y, z), or "
                "turn, matrix, cardan, euler_zxz and so on",
                (int)(at - channel), channel);
        return;
    }
}

static bool find_start(const JdModel *model, JdSystem *system, int index, Starts *to, JdLog *log) {
    const ModelStart *start = &model->starts.at[index];
    if (!is_new(model, index, log)) return false;
    int channel = jd_channel_find(system, start->channel); /* known: jd_build_words looked */
    if (channel < 0) return false;
    ExtraRow extra;
    if (!jd_channel_row(system, channel, &extra)) {
        jd_report(log, JD_ERROR, "start-not-coordinate", start->where,
                  "'%s' cannot be given a start value: it follows from others",
                  jd_start_name(start));
        const bool plane = system->space == JD_PLANAR || system->flat;
        hint_attitude(start->channel, log);
        jd_hint(log,
                "start values are positions and velocities: of bodies (%s), of frames on them, of "
                "frees of joints",
                plane ? "x, y, angle, vx, vy, rate"
                      : "x, y, z, cardan.x, .y, .z, vx, vy, vz, wx, wy, wz, own.wx, .wy, .wz");
        return false;
    }
    if (!has_dimension(system, channel, start, log)) return false;
    if (is_driven(system, &extra, start, log)) return false;
    if (turns_nothing(system, &extra, start, log)) return false;
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

/* ---- Attitudes ------------------------------------------------------------------------------ */

static const double steep = 1.4; /* beyond it, about 80 deg, ball joints are moved by attitudes */
static const double upright = 1e-4; /* so near to a quarter turn two turns are one */

/* The start value of angle `number` of the same three as this one; -1: none. */
static int find_angle(const Starts *starts, const ExtraRow *as, int number) {
    for (int e = 0; e < starts->positions; e++) {
        const ExtraRow *at = &starts->position[e];
        const bool same = at->frame_i == as->frame_i && at->frame_j == as->frame_j;
        if (same && at->row.wraps && at->row.lock.about.count == 3 &&
            at->row.lock.about.number == number)
            return e;
    }
    return -1;
}

static Axes drawn_axes(const JdSystem *s, int frame) {
    const SystemFrame *at = &s->frame[frame];
    return jd_axes_absolute(&s->body[at->body].pose.axes, &at->local.axes);
}

/* Turns in the order in which the second is the smallest, and at most 45 deg. */
static Turn best_turns(const Axes *seen) {
    Turn best = {{AXIS_X, AXIS_Y, AXIS_Z}, 3, 0};
    double least = INFINITY;
    for (int a = 0; a < 3; a++)
        for (int c = 0; c < 3; c++) {
            const Vec3 column = axes_at(seen, (AxisName)c);
            const double sine = fabs(vec3_dot(axes_at(&axes_none, (AxisName)a), column));
            if (a == c || sine >= least) continue;
            least = sine;
            best = (Turn){{(AxisName)a, (AxisName)(3 - a - c), (AxisName)c}, 3, 0};
        }
    return best;
}

/* Three angles become the turns that are left against a frame that stands as they say. */
static void make_attitude(JdSystem *s, Starts *starts, const int at[3]) {
    const ExtraRow *first = &starts->position[at[0]];
    double angles[3];
    for (int n = 0; n < 3; n++) angles[n] = starts->position[at[n]].row.target;
    const Axes said = jd_axes_sequence(first->row.lock.about.axes, 3, angles);
    const int frame = s->frames++;
    s->frame[frame] = s->frame[first->frame_i];
    s->frame[frame].name = NULL;
    s->frame[frame].local.axes = jd_axes_absolute(&s->frame[first->frame_i].local.axes, &said);

    const Axes i = drawn_axes(s, frame), j = drawn_axes(s, first->frame_j),
               left = jd_axes_relative(&i, &j);
    const Turn turns = best_turns(&left);
    for (int n = 0; n < 3; n++) {
        ExtraRow *extra = &starts->position[at[n]];
        extra->row.lock.about = turns;
        extra->row.lock.about.number = n;
        extra->row.target = 0;
        extra->frame_i = frame;
        extra->joint = -1;
    }
}

/* A ball joint takes what hangs on it along, as long as its angles are far from singular. */
static bool wants_attitude(const JdSystem *s, const ExtraRow *middle) {
    const Axes i = drawn_axes(s, middle->frame_i), j = drawn_axes(s, middle->frame_j),
               seen = jd_axes_relative(&i, &j);
    double angles[3];
    jd_axes_angles(&seen, middle->row.lock.about.axes, 3, angles);
    return middle->joint < 0 || fabs(middle->row.target) > steep || fabs(angles[1]) > steep;
}

static bool report_upright(const JdModel *model, const ExtraRow *middle, const ExtraRow *lone,
                           JdLog *log) {
    const ModelStart *start = &model->starts.at[lone->row.start];
    jd_report(log, JD_ERROR, "start-upright", start->where,
              "where '%s' is a quarter turn, the turns before and after it are about one axis, and "
              "'%s' means nothing by itself",
              jd_start_name(&model->starts.at[middle->row.start]), jd_start_name(start));
    jd_hint(log, "give all three angles, which together are an attitude, or leave this one out");
    return false;
}

static bool find_attitudes(const JdModel *model, JdSystem *s, Starts *starts, JdLog *log) {
    for (int e = 0; e < starts->positions; e++) {
        const ExtraRow *middle = &starts->position[e];
        const int at[3] = {find_angle(starts, middle, 0), e, find_angle(starts, middle, 2)};
        if (find_angle(starts, middle, 1) != e || (at[0] < 0 && at[2] < 0)) continue;
        const int lone = at[0] < 0 ? at[2] : at[2] < 0 ? at[0] : -1;
        if (lone < 0 && wants_attitude(s, middle)) make_attitude(s, starts, at);
        if (lone >= 0 && fabs(cos(middle->row.target)) < upright)
            return report_upright(model, middle, &starts->position[lone], log);
    }
    return true;
}

/* Whether both were made of the same words. */
static bool is_of_one(const JdModel *model, int a, int b) {
    const ModelStart *first = &model->starts.at[a], *other = &model->starts.at[b];
    return first->said && other->said && strcmp(first->said, other->said) == 0;
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
    int wrong = -1; /* one that was told; the rest of the same attitude is not told again */
    for (int k = 0; k < count; k++) {
        if (wrong >= 0 && is_of_one(model, wrong, k)) continue;
        if (find_start(model, system, k, starts, log)) continue;
        ok = false;
        wrong = k;
    }
    return ok && find_attitudes(model, system, starts, log);
}
