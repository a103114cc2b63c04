/* SPDX-License-Identifier: MIT
 *
 * Bodies and groups that nothing holds: no joint leads from them to the ground. That may be meant,
 * and then the model shows it: it says `free`, gives them a start value, or lets a force act on
 * them. Otherwise a joint was forgotten. */
#include "doctor/inside.h"
#include <string.h>

enum { NAMED = 6 };

/* "rod" or "rod.x", of a name "rod". */
static bool names(const char *channel, const char *name) {
    const size_t length = strlen(name);
    return !strncmp(channel, name, length) && (!channel[length] || channel[length] == '.');
}

static bool in_group(const Patient *p, int root, int body) {
    return body > 0 && p->system->graph.root[body] == root;
}

static bool has_start(const Patient *p, int root) {
    const JdSystem *s = p->system;
    for (int n = 0; n < p->model->starts.count; n++) {
        const char *channel = p->model->starts.at[n].channel;
        for (int b = 1; b < s->bodies; b++)
            if (in_group(p, root, b) && names(channel, s->body[b].name)) return true;
        for (int k = 0; k < s->joints; k++)
            if (!s->joint[k].couples && in_group(p, root, s->joint[k].body_j) &&
                names(channel, s->joint[k].name))
                return true;
    }
    return false;
}

static bool has_force(const Patient *p, int root) {
    const JdSystem *s = p->system;
    for (int n = 0; n < s->forces; n++) {
        const SystemForce *force = &s->force[n];
        if (force->type->target == FORCE_ON_FREE) {
            if (in_group(p, root, s->joint[force->joint].body_j)) return true;
        } else if (in_group(p, root, s->frame[force->frame_j].body) ||
                   (force->type->target == FORCE_BETWEEN &&
                    in_group(p, root, s->frame[force->frame_i].body)))
            return true;
    }
    return false;
}

static bool says_free(const Patient *p, int root) {
    for (int b = 1; b < p->system->bodies; b++)
        if (in_group(p, root, b) && p->model->bodies.at[b].free) return true;
    return false;
}

static bool is_meant(const Patient *p, int root) {
    /* What falls towards a point, or where nothing pulls at all, is not hung up on anything. */
    const bool pulled = vec3_norm(p->model->gravity.value) > 0;
    if (p->model->gravity.kind != GRAVITY_UNIFORM || (!pulled && !p->model->joints.count))
        return true;
    return has_start(p, root) || has_force(p, root);
}

/* The body of the group that names a point which nothing holds: there the joint is missing. */
static int hanging(const Patient *p, int root) {
    const double near = 1e-9 * jd_drawn_size(p);
    const Drawing *drawing = &p->drawing;
    for (int b = root; b < p->system->bodies; b++) {
        const ModelBody *body = &p->model->bodies.at[b];
        if (!in_group(p, root, b) || body->point_count < 2) continue;
        const Vec3 at = vec3_add(body->pose.p, axes_out(&body->pose.axes, body->points[0]));
        bool held = false;
        for (int n = drawing->first[b]; n < drawing->first[b + 1]; n++)
            held = held || vec3_norm(vec3_sub(drawing->place[drawing->of[n]], at)) <= near;
        if (!held) return b;
    }
    return root;
}

/* A body says that nothing is to hold it. */
static void say_free(Patient *p, int b) {
    const Node *statement = jd_statement_of(p, p->model->bodies.at[b].where);
    size_t brace = statement ? statement->end : 0;
    while (brace > 0 && statement && brace > statement->span.start && p->def.text[brace] != '}')
        brace--;
    if (!statement || p->def.text[brace] != '}') return;
    while (p->def.text[brace - 1] == ' ') brace--;
    Changes changes = {0};
    jd_change_add(p, &changes, (Span){NULL, brace, 0}, "if that is meant, say so", 0.5, "  free");
    if (changes.count) jd_remedy(p, &changes.at[0], "the model stays as it is");
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    for (int root = 1; root < s->bodies; root++) {
        if (s->graph.root[root] != root) continue;
        const bool meant = is_meant(p, root);
        const char *list[NAMED];
        int count = 0;
        for (int b = root; b < s->bodies; b++)
            if (in_group(p, root, b)) {
                if (count < NAMED) list[count] = s->body[b].name;
                count++;
            }
        if ((meant && count == 1) || says_free(p, root)) continue;
        Text text = {0};
        for (int n = 0; n < count && n < NAMED; n++)
            jd_text_print(&text, "%s'%s'", n ? ", " : "", list[n]);
        if (count > NAMED) jd_text_print(&text, " and %d more", count - NAMED);
        const char *words = jd_words_keep(p, &text);
        const Where where = s->body[hanging(p, root)].where;
        const bool told =
            count > 1
                ? jd_find(p, meant ? JD_NOTE : JD_WARNING, "not-connected", where,
                          "no joint connects %s with the ground: they move freely as a whole",
                          words)
                : jd_find(p, JD_WARNING, "not-connected", s->body[root].where,
                          "nothing holds body %s: no joint, force or start value names it", words);
        if (!told) continue;
        Changes changes = {0};
        if (!meant)
            for (int b = root; b < s->bodies; b++)
                if (in_group(p, root, b))
                    jd_changes_by_point(p, &changes, b), jd_changes_by_joints(p, &changes, b);
        const bool mended = jd_try_remedy(p, &changes, "not-connected");
        if (!mended && meant) {
            say_free(p, root);
            continue;
        }
        if (!mended && count > 1)
            jd_hint(p->log, "if that is not meant, a joint with `ground` is missing");
        else if (!mended)
            jd_hint(p->log, "a joint is missing; if it is to move freely, say `free` in the body");
    }
}

const Examination jd_examination_loose = {"loose", NEEDS_MOTION, look};
