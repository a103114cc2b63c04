/* SPDX-License-Identifier: MIT
 *
 * A body that cannot move while others can, though it is not welded: a part of the mechanism is a
 * rigid frame. The smallest set of joints that holds it is found by leaving joints out, one after
 * the other. */
#include "doctor/inside.h"
#include <string.h>

enum { MOTIONS = 100, JOINTS = 60 }; /* those of sixteen loose bodies in space */
static const double rest = 1e-6;

/* Body b stands in all motions that these joints allow. 1: it does, 0: not, -1: it is not known. */
static int stands(Patient *p, int b, const bool *locked) {
    double *v[MOTIONS];
    const JdSystem *s = p->system;
    const int n = s->kernel->nv, count = jd_free_velocities(p, locked, MOTIONS, v);
    if (count < 0 || count == MOTIONS) return -1;
    for (int m = 0; m < count; m++)
        for (int c = 0; c < n; c++)
            if (fabs(v[m][n * (b - 1) + c]) > rest * (c < s->kernel->linear ? s->length : 1))
                return 0;
    return 1;
}

/* A weld holds it, alone or with others. */
static bool is_welded(const Patient *p, const bool *locked) {
    for (int k = 0; k < p->system->joints && k < p->model->joints.count; k++)
        if (locked[k] && jd_joint_is_weld(&p->model->joints.at[k])) return true;
    return false;
}

static void tell(Patient *p, int b, const bool *locked) {
    const JdSystem *s = p->system;
    const char *names[JOINTS];
    int count = 0, last = 0;
    for (int k = 0; k < s->joints; k++)
        if (locked[k]) names[count++] = s->joint[k].name, last = k;
    Text text = {0};
    jd_words_list(&text, names, count, 8);
    if (!jd_find(p, JD_WARNING, "body-held", s->joint[last].where,
                 "'%s' cannot move, though other bodies can: %s hold it fast", s->body[b].name,
                 jd_words_keep(p, &text)))
        return;
    Changes changes = {0};
    for (int k = s->joints - 1; k >= 0; k--) {
        if (!locked[k]) continue;
        const Node *statement = jd_statement_of(p, s->joint[k].where);
        if (p->check->redundant > 0)
            jd_change_drop(p, &changes, statement, "without this joint", k == last ? 0.96 : 0.95);
        jd_changes_of_statement(p, &changes, statement);
    }
    if (!jd_try_remedy(p, &changes, "body-held"))
        jd_hint(p->log, "one joint of these is too many, or of a type that locks too much");
}

/* A spring or damper between it and something else that cannot move either: it would do nothing. */
static bool is_strained(const Patient *p, int b) {
    const JdModel *m = p->model;
    for (int n = 0; n < m->forces.count; n++) {
        const ModelForce *force = &m->forces.at[n];
        if (!force->type->spans || force->i < 0 || force->j < 0) continue;
        const int i = m->frames.at[force->i].body, j = m->frames.at[force->j].body;
        if ((i != b && j != b) || m->frames.at[force->i].node || m->frames.at[force->j].node)
            continue;
        const int other = i == b ? j : i;
        if (!other || (p->moved && !p->moved[other])) return true;
    }
    return false;
}

/* ---- Joints that cannot turn between bodies that move -----------------------------------------
 */

/* Joint k stands in all motions that these joints allow: as `stands`. */
static int is_frozen(Patient *p, int k, const bool *locked) {
    double *v[MOTIONS];
    const int count = jd_free_velocities(p, locked, MOTIONS, v);
    if (count < 0 || count == MOTIONS) return -1;
    for (int m = 0; m < count; m++)
        for (int f = 0; f < p->system->joint[k].frees; f++)
            if (fabs(jd_free_rate(p, k, f, v[m])) > rest) return 0;
    return 1;
}

/* A force or spring acts on one of its frees: it is there to be moved. */
static const ModelForce *force_on(const Patient *p, int k) {
    for (int n = 0; n < p->model->forces.count && n < p->system->forces; n++)
        if (p->model->forces.at[n].target && p->system->force[n].joint == k)
            return &p->model->forces.at[n];
    return NULL;
}

/* More is locked than need be, where this joint is. */
static bool is_overlocked(const Patient *p, const char *joint) {
    const char *quoted = NULL;
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        const size_t length = strlen(joint);
        if (strcmp(message.code, "joint-redundant")) continue;
        for (quoted = message.text; (quoted = strstr(quoted, joint)); quoted++)
            if (quoted > message.text && quoted[-1] == '\'' && quoted[length] == '\'') return true;
    }
    return false;
}

/* All of them connect the bodies of joint k. */
static bool are_beside(const Patient *p, int k, const bool *locked) {
    const JdSystem *s = p->system;
    const SystemJoint *own = &s->joint[k];
    for (int n = 0; n < s->joints; n++) {
        const SystemJoint *joint = &s->joint[n];
        const bool same = (joint->body_i == own->body_i && joint->body_j == own->body_j) ||
                          (joint->body_i == own->body_j && joint->body_j == own->body_i);
        if (locked[n] && !same) return false;
    }
    return true;
}

static void tell_frozen(Patient *p, int k, const bool *locked) {
    const JdSystem *s = p->system;
    const ModelForce *force = force_on(p, k);
    const char *names[JOINTS] = {NULL};
    int count = 0, weld = -1, last = k;
    for (int n = 0; n < s->joints; n++)
        if (locked[n]) {
            names[count++] = s->joint[n].name;
            if (!locked[k]) last = n; /* what holds it is another one */
            if (jd_joint_is_weld(&p->model->joints.at[n])) weld = n;
        }
    Text text = {0};
    jd_words_list(&text, names, count, 8);
    if (!jd_find(p, JD_WARNING, "body-held", s->joint[weld >= 0 ? weld : last].where,
                 "joint '%s'%s cannot move: %s %s its bodies fast", s->joint[k].name,
                 force ? ", on which a force acts," : "", jd_words_keep(p, &text),
                 count > 1 ? "hold" : "holds"))
        return;
    Changes changes = {0};
    for (int n = 0; n < s->joints; n++) {
        if (!locked[n]) continue;
        const Node *statement = jd_statement_of(p, s->joint[n].where);
        if (!locked[k]) jd_change_drop(p, &changes, statement, "without this joint", 0.95);
        jd_changes_of_statement(p, &changes, statement);
    }
    if (!jd_try_remedy(p, &changes, "body-held"))
        jd_hint(p->log, "one joint of these is too many, or of a type that locks too much");
}

/* What is left of row `number` beside the rows before it, at length 1; its size. */
static double independent_part(double (*rows)[MOTIONS], int number, int count) {
    double *row = rows[number], left = 0;
    for (int r = 0; r < number; r++) {
        double share = 0;
        for (int m = 0; m < count; m++) share += row[m] * rows[r][m];
        for (int m = 0; m < count; m++) row[m] -= share * rows[r][m];
    }
    for (int m = 0; m < count; m++) left += row[m] * row[m];
    left = sqrt(left);
    for (int m = 0; m < count; m++) row[m] = left > rest ? row[m] / left : 0;
    return left;
}

/* Joint k moves if the weld holds its bodies in one place only and lets them turn there: so they
 * may be meant. Otherwise other joints hold k as well, and the weld is no mistake of its type.
 * Without the weld there are motions; k moves in those of them that do not part the weld's places
 * if its rate is no sum of the rates at which they part. */
static bool would_turn(Patient *p, int k, int weld, const bool *others) {
    double *v[MOTIONS], rows[JOINT_LOCKS + 1][MOTIONS];
    const SystemJoint *held = &p->system->joint[weld];
    int kept = 0;
    const int count = jd_free_velocities(p, others, MOTIONS, v);
    for (int r = 0; r < held->locks && count > 0; r++) {
        if (!held->lock_row[r].metres) continue;
        for (int m = 0; m < count; m++) rows[kept][m] = jd_lock_rate(p, weld, r, v[m]);
        independent_part(rows, kept++, count);
    }
    for (int f = 0; f < p->system->joint[k].frees && count > 0; f++) {
        for (int m = 0; m < count; m++) rows[kept][m] = jd_free_rate(p, k, f, v[m]);
        if (independent_part(rows, kept, count) > rest) return true;
    }
    return false;
}

/* One of the welds that hold joint k may be meant as a joint that turns. `holding`: the smallest
 * set that does. */
static bool is_welded_amiss(Patient *p, int k, const bool *holding) {
    bool others[JOINTS];
    for (int n = 0; n < p->system->joints && n < p->model->joints.count; n++) {
        if (!holding[n] || !jd_joint_is_weld(&p->model->joints.at[n])) continue;
        memset(others, true, sizeof others);
        others[n] = false;
        if (would_turn(p, k, n, others)) return true;
    }
    return false;
}

/* It was told of this joint before a change that is tried: that mends it only if it moves then. */
static bool was_told(Patient *p, const char *joint) {
    const char *words = jd_arena_format(&p->arena, "joint '%s'", joint);
    for (int n = 0; n < jd_log_count(p->known) && p->quiet && words; n++) {
        const JdMessage message = jd_log_message(p->known, n);
        if (!strcmp(message.code, "body-held") && !strncmp(message.text, words, strlen(words)))
            return true;
    }
    return false;
}

/* Bodies that move together as one, though a joint stands between them, and more is locked there
 * than need be: a force acts on the joint, or a weld is part of it. */
static void look_at_joints(Patient *p, bool *locked) {
    const JdSystem *s = p->system;
    const bool asked = p->quiet;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (joint->couples || !joint->frees || (p->turned && p->turned[k])) continue;
        if (!asked && p->moved && !p->moved[joint->body_i] && !p->moved[joint->body_j]) continue;
        const bool again = was_told(p, joint->name);
        if (!again && !is_overlocked(p, joint->name)) continue;
        memset(locked, true, (size_t)s->joints * sizeof *locked);
        if (is_frozen(p, k, locked) != 1) continue;
        for (int n = s->joints - 1; n >= 0; n--) {
            locked[n] = false;
            if (is_frozen(p, k, locked) != 1) locked[n] = true;
        }
        /* Joints side by side, or a frame of bars, may be rigid for good. */
        if (are_beside(p, k, locked) ||
            (!again && !force_on(p, k) && !is_welded_amiss(p, k, locked)))
            continue;
        tell_frozen(p, k, locked);
        return;
    }
}

static bool was_found(const Patient *p) {
    for (int n = 0; n < jd_log_count(p->known); n++)
        if (!strcmp(jd_log_message(p->known, n).code, "body-held")) return true;
    return false;
}

/* A force on a free is there to move something, and nothing can. */
static bool look_at_all(Patient *p) {
    const JdModel *m = p->model;
    const ModelForce *force = NULL;
    bool said = false;
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        said = said || (!strcmp(message.code, "nothing-moves") && message.severity == JD_NOTE);
    }
    for (int n = 0; n < m->forces.count && !force; n++)
        if (m->forces.at[n].target) force = &m->forces.at[n];
    if (!said || !force) return false;
    jd_find(p, JD_WARNING, "body-held", force->where,
            "'%s' acts on a joint that cannot move: nothing can", force->name);
    return true;
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    /* Drives that contradict locks hold things, too: that is said. */
    if (look_at_all(p) || jd_is_found(p, "locks-contradict")) return;
    bool *locked = ARENA_NEW(&p->arena, bool, s->joints + 1);
    /* In a position in line bodies stand for an instant: so it is asked further on, too. Of a
     * change that is tried the instant must do, and only where it was found before. */
    if ((p->quiet ? !was_found(p) : !p->moved) || !locked || s->joints > JOINTS ||
        p->check->finite < 1 - p->check->drives)
        return;
    for (int b = 1; b < s->bodies; b++) {
        /* What is not drawn as a link may belong to the frame. */
        if ((p->moved && p->moved[b]) || p->model->bodies.at[b].point_count < 2) continue;
        memset(locked, true, (size_t)s->joints * sizeof *locked);
        if (stands(p, b, locked) != 1) continue;
        for (int k = s->joints - 1; k >= 0; k--) {
            locked[k] = false;
            if (stands(p, b, locked) != 1) locked[k] = true;
        }
        if (is_welded(p, locked) && !is_strained(p, b)) continue;
        tell(p, b, locked);
        return;
    }
    if (p->turned || p->quiet) look_at_joints(p, locked);
}

const Examination jd_examination_still = {"still", NEEDS_MOTION, look};
