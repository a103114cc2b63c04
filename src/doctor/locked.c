/* SPDX-License-Identifier: MIT
 *
 * Joints that hold each other fast: at the start some locks repeat others, so that a motion seems
 * to be left, but it leads nowhere; or a drive asks for what locks and other drives decide already.
 * That is no matter of reactions, but a machine that cannot do what it is for. */
#include "doctor/inside.h"
#include <string.h>

enum { STEPS = 60 }; /* so many show whether it comes apart */

/* "'a', 'b' and 'c'", as the message has it. */
static const char *names_in(Patient *p, const JdMessage *message) {
    const char *from = strchr(message->text, '\''), *end = strrchr(message->text, '\'');
    return from ? jd_arena_text(&p->arena, from, (size_t)(end - from) + 1) : NULL;
}

static bool is_said(const Patient *p, const char *code) {
    for (int n = 0; n < p->tells; n++)
        if (!strcmp(jd_log_message(p->told, n).code, code)) return true;
    return false;
}

/* A change point: hinges alone, all of them in line. More than one way leads out of it, and
 * following finds none. */
static bool is_change_point(const Patient *p) {
    const JdModel *m = p->model;
    const double near = 1e-6 * jd_drawn_size(p);
    Vec3 first = {0}, line = {0};
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) {
        if (!jd_joint_is_hinge(&m->joints.at[k])) return false;
        const Vec3 at = jd_frame_place(p, m->joints.at[k].i);
        if (!count++) first = at;
        const Vec3 d = vec3_sub(at, first);
        if (vec3_norm(d) > vec3_norm(line)) line = d;
    }
    for (int k = 0; k < m->joints.count; k++) {
        const Vec3 d = vec3_sub(jd_frame_place(p, m->joints.at[k].i), first);
        if (vec3_norm(vec3_cross(d, line)) > near * vec3_norm(line)) return false;
    }
    return true;
}

/* Following may fail for other reasons: only if a run comes apart at once the locks contradict each
 * other. */
static bool comes_apart(const Patient *p) {
    const JdRunDef few = {.until = p->model->run.to > 0 ? p->model->run.to : 1, .max_steps = STEPS};
    JdLog *log = jd_log_new();
    JdRun *run = log ? jd_run_new(p->system, few, log) : NULL;
    bool apart = false;
    if (run) jd_run_drive(run, NULL, NULL);
    for (int n = 0; n < jd_log_count(log); n++)
        apart = apart || !strcmp(jd_log_message(log, n).code, "locks-part");
    jd_run_free(run);
    jd_log_free(log);
    return apart;
}

/* ---- Drives in a set --------------------------------------------------------------------------
 */

/* "'hold'" stands among the names. */
static bool is_named(const char *names, const char *name) {
    const size_t length = strlen(name);
    for (const char *c = names; (c = strstr(c, name)); c++)
        if (c > names && c[-1] == '\'' && c[length] == '\'') return true;
    return false;
}

static int first_drive(const Patient *p, const char *names) {
    for (int d = 0; d < p->system->drives; d++)
        if (is_named(names, p->system->drive[d].name)) return d;
    return -1;
}

static int count_drives(const Patient *p, const char *names) {
    int count = 0;
    for (int d = 0; d < p->system->drives; d++) count += is_named(names, p->system->drive[d].name);
    return count;
}

/* Drives that locks and other drives leave nothing to move: they may agree, as two cranks of a
 * parallelogram do; where they do not the bodies come apart at once. */
static void look_at_set(Patient *p, const char *names) {
    const int drives = count_drives(p, names);
    const int first = first_drive(p, names);
    if (!drives || !comes_apart(p)) return;
    jd_find(p, JD_ERROR, "locks-contradict", p->model->drives.at[first].where,
            drives > 1
                ? "%s contradict each other: there is less to move than is driven, and they "
                  "ask for different motions"
                : "%s hold each other fast: there is nothing left for the drive '%s' to move",
            names, p->system->drive[first].name);
}

static void look(Patient *p) {
    const JdCheck *check = p->check;
    const bool stands = !check->finite && check->freedoms >= 1 && !check->drives;
    if (!check->assembled || is_said(p, "nothing-moves") || jd_is_found(p, "couplings-block"))
        return;
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        const char *names = names_in(p, &message);
        if (strcmp(message.code, "joint-redundant") || !names) continue;
        if (!stands) {
            look_at_set(p, names);
            continue;
        }
        if (is_change_point(p) || !comes_apart(p)) return;
        jd_find(
            p, JD_WARNING, "locks-contradict", jd_where_of(&message),
            "%s hold each other fast: what seems to be left of motion at the start leads nowhere",
            names);
        return;
    }
}

const Examination jd_examination_locked = {"locked", NEEDS_MOTION, look};
