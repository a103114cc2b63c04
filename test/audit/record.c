/* SPDX-License-Identifier: MIT
 *
 * The record of the reference, its sensitivity, and the comparison. */
#include "record.h"
#include <string.h>

static const double NUDGE = 1e-12;  /* of the state */
static const double ALLOWED = 1000; /* tolerances, times the sensitivity */
static const double BLURRED = 0.02; /* an allowed difference above this share says nothing */

int audit_rows(const Subject *s) {
    return s->m.instants + 1;
}

double audit_row_time(const Subject *s, int row) {
    return row < s->m.instants ? s->m.instant[row].time : s->m.until;
}

bool audit_row_switches(const Subject *s, int row) {
    return row < s->m.instants && s->m.instant[row].switching;
}

bool audit_jumps(ChannelKind kind) {
    return kind == ACCEL || kind == SPIN_ACCEL || kind == REACTION;
}

/* ---- Channels -------------------------------------------------------------------------------- */

static void add(Channels *c, ChannelKind kind, const char *owner, int number, const char *what) {
    Channel *is = &c->is[c->count++];
    snprintf(is->name, sizeof is->name, "%s%d.%s", owner, number, what);
    is->kind = kind;
}

static void add_list(Channels *c, ChannelKind kind, const char *owner, int number,
                     const char *const *names, int count) {
    for (int k = 0; k < count; k++) add(c, kind, owner, number, names[k]);
}

static void body_channels(Channels *c, bool planar, int b) {
    static const char
        *const place[] = {"x", "y", "z"},
               *const speed[] = {"vx", "vy", "vz"}, *const accel[] = {"ax", "ay", "az"},
               *const spin[] = {"wx", "wy", "wz"}, *const alpha[] = {"alphax", "alphay", "alphaz"},
               *const quat[] = {"quaternion.w", "quaternion.x", "quaternion.y", "quaternion.z"};
    const int n = planar ? 2 : 3;
    add_list(c, PLACE, "b", b, place, n);
    if (planar)
        add(c, BODY_ANGLE, "b", b, "angle");
    else
        add_list(c, ATTITUDE, "b", b, quat, 4);
    add_list(c, SPEED, "b", b, speed, n);
    if (planar)
        add(c, SPIN, "b", b, "rate");
    else
        add_list(c, SPIN, "b", b, spin, 3);
    add_list(c, ACCEL, "b", b, accel, n);
    if (planar)
        add(c, SPIN_ACCEL, "b", b, "accel");
    else
        add_list(c, SPIN_ACCEL, "b", b, alpha, 3);
}

/* Reactions are those of the same joints only if text and reference say the same. */
static bool same_joints(const Mechanism *m) {
    for (int k = 0; k < m->joints; k++)
        if (m->joint[k].said != SAID_TO_BOTH) return false;
    return true;
}

void audit_channels(const Subject *s, Channels *c) {
    static const char *const force[] = {"force.x", "force.y", "force.z"};
    c->count = 0;
    for (int b = 1; b < s->m.bodies; b++) body_channels(c, s->m.planar, b);
    for (int k = 0; k < s->m.joints && same_joints(&s->m); k++)
        if (!audit_is_coupling(s->m.joint[k].kind))
            add_list(c, REACTION, "j", k + 1, force, s->m.planar ? 2 : 3);
    Channel *energy = &c->is[c->count++];
    *energy = (Channel){"energy", ENERGY};
}

/* ---- Reference ------------------------------------------------------------------------------- */

static double *put3(double *x, V3 v, int count) {
    for (int k = 0; k < count; k++) *x++ = v3_part(v, k);
    return x;
}

static double *show_body(const Course *c, int b, double *x) {
    const Dense *d = &c->d;
    if (d->m->planar) {
        x = put3(x, d->p[b], 2);
        *x++ = c->y[3 * (b - 1) + 2];
        x = put3(x, d->v[b], 2);
        *x++ = d->w[b].z;
        x = put3(x, d->accel[b], 2);
        *x++ = d->turning[b].z;
        return x;
    }
    const double *at = c->y + 7 * (b - 1);
    const Quat4 q = quat4_unit((Quat4){at[3], at[4], at[5], at[6]});
    x = put3(x, d->p[b], 3);
    *x++ = q.w;
    x = put3(x, v3(q.x, q.y, q.z), 3);
    x = put3(x, d->v[b], 3);
    x = put3(x, d->w[b], 3);
    x = put3(x, d->accel[b], 3);
    return put3(x, d->turning[b], 3);
}

/* The row where the course stands; returns the size of the energies. */
static double show(Course *c, double *x) {
    double size;
    const Mechanism *m = c->d.m;
    for (int b = 1; b < m->bodies; b++) x = show_body(c, b, x);
    for (int k = 0; k < m->joints && same_joints(m); k++)
        if (!audit_is_coupling(m->joint[k].kind))
            x = put3(x, audit_dense_reaction(&c->d, k), m->planar ? 2 : 3);
    *x = audit_dense_energy(&c->d, c->time, c->y, &size);
    return size;
}

/* Changes every coordinate and velocity by 1e-12 of its unit, and moves all onto the locks. */
static bool nudge(Course *c, Chance *chance, double rate) {
    double by[VELOCITIES_MAX];
    const int per = dense_units(&c->d), lengths = c->d.m->planar ? 2 : 3;
    for (int k = 0; k < c->d.velocities; k++) {
        const double unit = k % per < lengths ? c->d.length : 1;
        by[k] = unit * (once_in(chance, 2) ? NUDGE : -NUDGE);
        c->y[c->d.positions + k] += unit * rate * (once_in(chance, 2) ? NUDGE : -NUDGE);
    }
    audit_dense_move(&c->d, by, c->y);
    audit_dense_place(&c->d, c->time, c->y);
    audit_dense_choose(&c->d);
    return audit_dense_project(&c->d, c->time, c->y);
}

/* The largest values along the way. */
typedef struct {
    double energies, speed;
} Most;

static bool follow(const Subject *s, Course *c, Record *out, Most *most) {
    const int rows = audit_rows(s);
    for (int r = 0; r < rows; r++) {
        if (!audit_course_to(c, audit_row_time(s, r))) return false;
        most->energies = fmax(most->energies, show(c, out->value[r]));
        most->speed = fmax(most->speed, audit_course_speed(c));
        out->rows = r + 1;
    }
    return true;
}

/* The same with a nudge at the start and, all along, at every row: the errors of a run come all
 * along the way, and a mechanism may be more sensitive there. */
static void follow_nudged(const Subject *s, Nudging nudging, Course *c, double rate, Record *out) {
    const int rows = audit_rows(s);
    Chance chance = chance_of(2, 3);
    out->rows = 0;
    for (int r = 0; r < rows; r++) {
        if ((r == 0 || nudging == ALL_ALONG) && !nudge(c, &chance, rate)) return;
        if (!audit_course_to(c, audit_row_time(s, r))) return;
        show(c, out->value[r]);
        out->rows = r + 1;
    }
}

/* The largest value that a kind has in a record. */
static double largest(const Channels *channels, const Record *r, ChannelKind kind) {
    double most = 0;
    for (int n = 0; n < r->rows; n++)
        for (int k = 0; k < channels->count; k++)
            if (channels->is[k].kind == kind) most = fmax(most, fabs(r->value[n][k]));
    return most;
}

/* theory (6.2): lengths by the mechanism's, speeds by 1/s and the largest of them; what has no
 * tolerance of its own by its largest value, or by what a mean body has at these speeds. */
static void set_units(const Channels *channels, const Mechanism *m, Reference *ref, double length,
                      double energies, double speed) {
    double mass = 0;
    for (int b = 1; b < m->bodies; b++) mass += m->body[b].mass / (m->bodies - 1);
    const double rate = 1 + speed;
    const double accel = fmax(largest(channels, &ref->record, ACCEL) / length,
                              largest(channels, &ref->record, SPIN_ACCEL));
    ref->unit[PLACE] = length;
    ref->unit[BODY_ANGLE] = ref->unit[ATTITUDE] = 1;
    ref->unit[SPEED] = length * rate;
    ref->unit[SPIN] = rate;
    ref->unit[SPIN_ACCEL] = fmax(accel, rate);
    ref->unit[ACCEL] = length * ref->unit[SPIN_ACCEL];
    ref->unit[REACTION] = fmax(largest(channels, &ref->record, REACTION), mass * ref->unit[ACCEL]);
    ref->unit[ENERGY] = fmax(energies, mass * length * length * rate * rate);
}

/* A quaternion and its opposite are the same attitude. */
static double sign_of(const Channels *channels, int k, const double a[], const double b[]) {
    if (channels->is[k].kind != ATTITUDE) return 1;
    while (channels->is[k].name[strlen(channels->is[k].name) - 1] != 'w') k--;
    return a[k] * b[k] + a[k + 1] * b[k + 1] + a[k + 2] * b[k + 2] + a[k + 3] * b[k + 3] < 0 ? -1
                                                                                             : 1;
}

static double difference(const Channels *channels, int k, const double a[], const double b[]) {
    return fabs(a[k] - sign_of(channels, k, a, b) * b[k]);
}

/* Channels that have one sensitivity. */
static bool together(const Channel *a, const Channel *b) {
    if (a->kind != b->kind) return false;
    return a->kind != REACTION || !strncmp(a->name, b->name, strcspn(a->name, ".") + 1);
}

/* What moved up to each row, and at least what there was already. */
static void measure_sensitivity(const Channels *channels, const Record *nudged,
                                const Reference *ref, double out[RECORD_ROWS][CHANNELS_MAX]) {
    for (int r = 0; r < ref->record.rows; r++) {
        double *most = out[r];
        for (int k = 0; k < channels->count; k++) {
            const double unit = ref->unit[channels->is[k].kind];
            const double moved =
                r < nudged->rows ? difference(channels, k, ref->record.value[r], nudged->value[r])
                                 : INFINITY;
            most[k] = fmax(fmax(most[k], r ? out[r - 1][k] : 1),
                           isnan(moved) ? INFINITY : moved / (NUDGE * unit));
        }
        for (int k = 0; k < channels->count; k++)
            for (int n = 0; n < channels->count; n++)
                if (together(&channels->is[k], &channels->is[n])) most[k] = fmax(most[k], most[n]);
    }
}

void audit_sensitivity(const Channels *channels, Nudging nudging, Reference *ref) {
    const Subject *s = ref->of;
    static _Thread_local Course c;
    static _Thread_local Record nudged;
    if (ref->known[nudging] || ref->end != AT_THE_END) return;
    ref->known[nudging] = true;
    for (int r = 0; nudging == NOWHERE && r < ref->record.rows; r++)
        for (int k = 0; k < channels->count; k++) ref->sensitivity[NOWHERE][r][k] = 1;
    if (nudging == NOWHERE) return;
    audit_sensitivity(channels, nudging - 1, ref);
    memcpy(ref->sensitivity[nudging], ref->sensitivity[nudging - 1],
           sizeof ref->sensitivity[nudging]);
    audit_course_start(&c, &s->m, s->rank);
    follow_nudged(s, nudging, &c, ref->unit[SPIN], &nudged);
    measure_sensitivity(channels, &nudged, ref, ref->sensitivity[nudging]);
}

/* Very stiff springs on very light bodies overflow the reference's own extrapolation. */
static bool is_finite(const Channels *channels, const Record *record) {
    for (int r = 0; r < record->rows; r++)
        for (int k = 0; k < channels->count; k++)
            if (!isfinite(record->value[r][k])) return false;
    return true;
}

bool audit_reference(const Subject *s, const Channels *channels, Reference *out) {
    static _Thread_local Course c;
    Most most = {0, 0};
    memset(out, 0, sizeof *out);
    out->of = s;
    audit_course_start(&c, &s->m, s->rank);
    const bool ended = follow(s, &c, &out->record, &most) && is_finite(channels, &out->record);
    out->least = c.d.least;
    out->steps = c.steps;
    out->shortest = c.shortest;
    out->end = ended ? AT_THE_END : c.steps > AUDIT_STEPS_MOST ? TOO_MANY_STEPS : STOPPED;
    if (!ended) return false;
    set_units(channels, &s->m, out, c.d.length, most.energies, most.speed);
    return true;
}

/* ---- Comparison ------------------------------------------------------------------------------ */

/* The sensitivity of a run with gains: where a lock is off by 1 in its unit, speeds are off by the
 * gain and accelerations by its square. */
static double with_gain(const Reference *ref, ChannelKind kind, double gain, double sensitivity) {
    const double rates = gain / ref->unit[SPIN], accels = gain * gain / ref->unit[SPIN_ACCEL];
    const double of_kind[KINDS] = {[SPEED] = rates,  [SPIN] = rates,        [ENERGY] = rates,
                                   [ACCEL] = accels, [SPIN_ACCEL] = accels, [REACTION] = accels};
    return fmax(sensitivity, of_kind[kind]);
}

static void compare_row(const Subject *s, const Channels *channels, const Reference *ref,
                        const Record *is, const bool shown[], const Allowance *a, int row,
                        Difference *most) {
    const double *wanted = ref->record.value[row], *seen = is->value[row];
    bool judged = false;
    for (int k = 0; k < channels->count; k++) {
        const ChannelKind kind = channels->is[k].kind;
        if (!shown[k]) continue;
        if (!isfinite(seen[k])) most->bad = true;
        if (audit_row_switches(s, row) && audit_jumps(kind)) continue;
        const double allowed = fmax(ALLOWED, a->steps) * a->tol *
                               with_gain(ref, kind, a->gain, ref->sensitivity[a->nudging][row][k]);
        if (!(allowed < BLURRED)) continue;
        judged = true;
        const double share = difference(channels, k, seen, wanted) / (allowed * ref->unit[kind]);
        if (share <= most->share) continue;
        most->share = isnan(share) ? INFINITY : share;
        most->is = sign_of(channels, k, seen, wanted) * seen[k];
        most->wanted = wanted[k];
        most->time = audit_row_time(s, row);
        most->row = row;
        most->channel = k;
    }
    most->judged += judged;
}

double audit_record_apart(const Channels *channels, const Record *a, const Record *b,
                          const bool shown[]) {
    double most = a->rows == b->rows ? 0 : INFINITY;
    for (int r = 0; r < a->rows && r < b->rows; r++)
        for (int k = 0; k < channels->count; k++) {
            const ChannelKind kind = channels->is[k].kind;
            /* Turns of rounding are none: a rad and a rad/s count at least. */
            const bool turns = kind == SPIN || kind == BODY_ANGLE;
            const double size = fmax(largest(channels, a, kind), turns);
            /* What spins fast has other phases soon. */
            if (!shown[k] || size == 0 || audit_jumps(kind) || kind == ATTITUDE) continue;
            const double share = difference(channels, k, a->value[r], b->value[r]) / size;
            most = share <= most ? most : isnan(share) ? INFINITY : share;
        }
    return most;
}

Difference audit_compare(const Subject *s, const Channels *channels, const Reference *ref,
                         const Record *is, const bool shown[], const Allowance *a) {
    Difference most = {.row = -1, .channel = -1};
    for (int r = 0; r < is->rows && r < ref->record.rows; r++)
        compare_row(s, channels, ref, is, shown, a, r, &most);
    return most;
}
