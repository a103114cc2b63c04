/* SPDX-License-Identifier: MIT
 *
 * Each simpler mechanism is made ready anew, followed by the reference and tried; the first that
 * shows the same letter takes the place of the last. */
#include "found.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- Simpler mechanisms: each returns false if there is nothing to do ------------------------ */

static void drop_joint_at(Mechanism *m, int k) {
    for (int n = m->joints - 1; n >= 0; n--) { /* what couples or acts on its frees goes, too */
        const MechJoint *c = &m->joint[n];
        if (n != k && audit_is_coupling(c->kind) && (c->i == k || c->j == k)) {
            drop_joint_at(m, n);
            if (n < k) k--;
        }
    }
    for (int f = m->forces - 1; f >= 0; f--) {
        MechForce *force = &m->force[f];
        if (force->kind != EFFORT && force->kind != FREE_SPRING) continue;
        if (force->i == k)
            memmove(force, force + 1, sizeof *force * (size_t)(--m->forces - f));
        else if (force->i > k)
            force->i--;
    }
    for (int d = m->drives - 1; d >= 0; d--) {
        MechDrive *drive = &m->drive[d];
        if (drive->joint == k)
            memmove(drive, drive + 1, sizeof *drive * (size_t)(--m->drives - d));
        else if (drive->joint > k)
            drive->joint--;
    }
    memmove(&m->joint[k], &m->joint[k + 1], sizeof *m->joint * (size_t)(--m->joints - k));
    for (int n = 0; n < m->joints; n++) {
        MechJoint *c = &m->joint[n];
        if (audit_is_coupling(c->kind)) c->i -= c->i > k, c->j -= c->j > k;
    }
}

static bool drop_body(Mechanism *m, int b) {
    if (++b >= m->bodies || m->bodies == 2) return false;
    for (int k = m->joints - 1; k >= 0; k--) {
        if (k >= m->joints) continue;
        MechJoint *joint = &m->joint[k];
        if (!audit_is_coupling(joint->kind) && (joint->i == b || joint->j == b))
            drop_joint_at(m, k), k = m->joints;
    }
    for (int f = m->forces - 1; f >= 0; f--) {
        MechForce *force = &m->force[f];
        if (force->kind == EFFORT || force->kind == FREE_SPRING) continue;
        if (force->i == b || force->j == b)
            memmove(force, force + 1, sizeof *force * (size_t)(--m->forces - f));
        else
            force->i -= force->i > b, force->j -= force->j > b;
    }
    for (int k = 0; k < m->joints; k++) {
        MechJoint *joint = &m->joint[k];
        if (!audit_is_coupling(joint->kind)) joint->i -= joint->i > b, joint->j -= joint->j > b;
    }
    memmove(&m->body[b], &m->body[b + 1], sizeof *m->body * (size_t)(--m->bodies - b));
    return true;
}

static bool drop_joint(Mechanism *m, int k) {
    if (k >= m->joints) return false;
    drop_joint_at(m, k);
    return true;
}

static bool drop_force(Mechanism *m, int k) {
    if (k >= m->forces) return false;
    memmove(&m->force[k], &m->force[k + 1], sizeof *m->force * (size_t)(--m->forces - k));
    return true;
}

static bool drop_drive(Mechanism *m, int k) {
    if (k >= m->drives) return false;
    memmove(&m->drive[k], &m->drive[k + 1], sizeof *m->drive * (size_t)(--m->drives - k));
    return true;
}

static bool drop_row(Mechanism *m, int k) {
    if (k >= m->instants) return false;
    memmove(&m->instant[k], &m->instant[k + 1], sizeof *m->instant * (size_t)(--m->instants - k));
    return true;
}

static bool drop_gravity(Mechanism *m, int k) {
    if (k || v3_size(m->gravity) == 0) return false;
    m->gravity = v3(0, 0, 0);
    return true;
}

static bool stand_still(Mechanism *m, int k) {
    if (k) return false;
    for (int b = 1; b < m->bodies; b++) m->body[b].v = m->body[b].w = v3(0, 0, 0);
    return true;
}

static bool plain_body(Mechanism *m, int k) {
    if (++k >= m->bodies) return false;
    MechBody *b = &m->body[k];
    b->angle = 0;
    b->attitude = (Quat4){1, 0, 0, 0};
    return true;
}

typedef bool Simpler(Mechanism *m, int k);
static Simpler *const simpler[] = {drop_body, drop_joint,   drop_force,  drop_drive,
                                   drop_row,  drop_gravity, stand_still, plain_body};
enum { SIMPLER = sizeof simpler / sizeof simpler[0] };

/* ---- The search ------------------------------------------------------------------------------ */

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool still_seen(Subject *s, const Way *way, char letter, double least) {
    static _Thread_local Channels channels;
    static _Thread_local Reference reference;
    static _Thread_local Verdict v;
    if (!audit_analyse(s) || !audit_settle(s)) return false;
    audit_channels(s, &channels);
    if (!audit_reference(s, &channels, &reference)) return false;
    audit_judge(s, &channels, &reference, way, &v);
    return v.letter == letter && v.most.share >= least;
}

/* How wrong it is may fall to the root of what it was. */
void audit_minimise(const Subject *from, const Way *way, const Verdict *seen, double seconds,
                    Subject *out) {
    const char letter = seen->letter;
    const double least = isfinite(seen->most.share) ? sqrt(seen->most.share) : 0;
    const double end = processor_seconds() + seconds;
    static _Thread_local Subject trial;
    bool went_on = letter != 'H'; /* which would be waited for each time */
    *out = *from;
    for (int round = 0; went_on && round < 4; round++) {
        went_on = false;
        for (int n = 0; n < SIMPLER; n++)
            for (int k = 0; processor_seconds() < end;) {
                trial = *out;
                if (!simpler[n](&trial.m, k)) break;
                if (memcmp(&trial, out, sizeof trial) && still_seen(&trial, way, letter, least)) {
                    *out = trial;
                    went_on |= n < 5;
                    if (n >= 5) k++;
                } else {
                    k++;
                }
            }
    }
}

/* ---- The file -------------------------------------------------------------------------------- */

/* Of each kind of channel the one that is most off in the worst row. */
static void write_expectations(FILE *file, const Subject *s, const Channels *channels,
                               const Reference *ref, const Verdict *v, const Way *way) {
    const int row = v->most.row;
    for (int kind = 0; kind < KINDS && v->most.channel >= 0; kind++) {
        int worst = -1;
        double most = 1, within = 0;
        for (int k = 0; k < channels->count; k++) {
            if ((int)channels->is[k].kind != kind || kind == ATTITUDE || !v->trial.shown[k])
                continue;
            if (audit_row_switches(s, row) && audit_jumps((ChannelKind)kind)) continue;
            const double allowed =
                1000 * way->tol * ref->sensitivity[ALL_ALONG][row][k] * ref->unit[kind];
            const double share =
                fabs(v->trial.record.value[row][k] - ref->record.value[row][k]) / allowed;
            if (share <= most) continue; /* not a number counts */
            worst = k;
            most = isnan(share) ? INFINITY : share;
            within = allowed;
        }
        if (worst >= 0)
            fprintf(file, "expect %s = %.17g at %.17g within %.3g  # was %.17g\n",
                    channels->is[worst].name, ref->record.value[row][worst], audit_row_time(s, row),
                    within, v->trial.record.value[row][worst]);
    }
}

static void write_file(FILE *file, const Subject *s, const Way *way, const char *origin) {
    static _Thread_local Channels channels;
    static _Thread_local Reference reference;
    static _Thread_local Verdict v;
    static _Thread_local char text[64 * 1024];
    audit_channels(s, &channels);
    audit_reference(s, &channels, &reference);
    audit_sensitivity(&channels, ALL_ALONG, &reference);
    audit_judge(s, &channels, &reference, way, &v);
    const size_t length = audit_text(&s->m, &s->starts, text, sizeof text);
    fprintf(file, "# %s: %s\n# %s, %s, %s: '%c'", s->m.name, origin, way->form, way->stepper,
            way->stabilise, v.letter);
    if (v.most.channel >= 0)
        fprintf(file, ", %s at %.17g s is %.12g, wanted %.12g: %.2g times what is allowed",
                channels.is[v.most.channel].name, v.most.time, v.most.is, v.most.wanted,
                v.most.share);
    for (int k = 0; k < v.trial.codes; k++)
        fprintf(file, "%s%s", k ? ", " : "\n# it says ", v.trial.code[k]);
    fprintf(file, "\n");
    for (int k = 0; k < s->m.joints; k++)
        if (s->m.joint[k].said == SAID_TO_REFERENCE) {
            fprintf(file, "# The reference has other equations for its loops, which are not "
                          "singular where these are.\n");
            break;
        }
    fwrite(text, 1, length - strlen("\n"), file);
    fprintf(file, "  stepper %s  form %s  stabilise %s", way->stepper, way->form, way->stabilise);
    if (strcmp(way->stepper, "rk4"))
        fprintf(file, "  tol %g\n", way->tol);
    else
        fprintf(file, "  step %.17g\n", audit_fixed_step(s, &reference));
    write_expectations(file, s, &channels, &reference, &v, way);
}

bool audit_keep(const Subject *s, const Way *way, const char *folder, const char *name,
                const char *origin) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s.jd", folder, name);
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "audit: cannot write %s: %s\n", path, strerror(errno));
        return false;
    }
    write_file(file, s, way, origin);
    return fclose(file) == 0;
}
