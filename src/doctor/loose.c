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

/* ---- Joints that may have been forgotten ------------------------------------------------------
 */

static bool has_point(const Patient *p, int b, Vec3 at, double near) {
    const ModelBody *body = &p->model->bodies.at[b];
    for (int n = 0; n < body->point_count; n++) {
        const Vec3 q = vec3_add(body->pose.p, axes_out(&body->pose.axes, body->points[n]));
        if (vec3_norm(vec3_sub(q, at)) <= near) return true;
    }
    return false;
}

static const char *new_name(Patient *p, const char *point) {
    char *name = jd_arena_format(&p->arena, "j%s", point);
    for (char *c = name; c && *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *c)) *c = 0;
    for (int n = 2; name && n < 9; n++) {
        if (jd_model_find_joint(p->model, name) < 0 && jd_model_find_body(p->model, name) < 0)
            return name;
        name = jd_arena_format(&p->arena, "j%s_%d", point, n);
    }
    return name;
}

/* Joints of body b at its points: with bodies that have a point there, and with the ground. */
static void list_joints(Patient *p, int b, Changes *to) {
    static const char *const types[] = {"revolute", "spherical"};
    const ModelBody *body = &p->model->bodies.at[b];
    const Node *statement = jd_statement_of(p, body->where), *last = NULL;
    const Node *link = statement ? jd_node_clause(statement, "link") : NULL;
    if (statement && !link) link = jd_node_clause(statement, "at");
    const double near = 1e-9 * jd_drawn_size(p);
    for (int n = 0; n < p->document.root.block.count; n++)
        if (!strcmp(p->document.root.block.at[n]->word, "joint"))
            last = p->document.root.block.at[n];
    if (!last) last = statement;
    for (int n = 0; link && n < link->slots.count && n < body->point_count; n++) {
        const char *point = jd_span_text(p, link->slots.at[n].span);
        const Vec3 at = vec3_add(body->pose.p, axes_out(&body->pose.axes, body->points[n]));
        for (int other = 0; other < p->model->bodies.count && point; other++) {
            if (other == b || (other && !has_point(p, other, at, near))) continue;
            for (int t = 0; t < (p->model->space == JD_PLANAR ? 1 : 2); t++) {
                const char *line = jd_arena_format(
                    &p->arena, "joint %s : %s %s -- %s at %s", new_name(p, point), types[t],
                    other ? p->model->bodies.at[other].name : "ground", body->name, point);
                if (line) jd_change_after(p, to, last, "add", (other ? 0.9 : 0.5) - 0.1 * t, line);
            }
        }
    }
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
        const bool told =
            count > 1
                ? jd_find(p, meant ? JD_NOTE : JD_WARNING, "not-connected", s->body[root].where,
                          "no joint connects %s with the ground: they move freely as a whole",
                          words)
                : jd_find(p, JD_WARNING, "not-connected", s->body[root].where,
                          "nothing holds body %s: no joint, force or start value names it", words);
        if (!told) continue;
        Changes changes = {0};
        if (!meant)
            for (int b = root; b < s->bodies; b++)
                if (in_group(p, root, b)) list_joints(p, b, &changes);
        const bool mended = jd_try_remedy(p, &changes, "not-connected");
        if (!mended && count > 1)
            jd_hint(p->log, "if that is not meant, a joint with `ground` is missing");
        else if (!mended)
            jd_hint(p->log, "a joint is missing; if it is to move freely, say `free` in the body");
    }
}

const Examination jd_examination_loose = {"loose", NEEDS_MOTION, look};
