/* SPDX-License-Identifier: MIT
 *
 * What to say when a mechanism cannot be put together. At the position nearest to a solution the rows' values
 * are themselves a combination of rows that cannot be met at once (theory 7.4), so they name the culprits. */
#include "solve/inside.h"
#include <string.h>

bool jd_same_free(const JdSystem *system, int joint, int number, const ExtraRow *extra) {
    const SystemJoint *at = &system->joint[joint];
    const Row *row = &at->free_row[number];
    return at->frame_i == extra->frame_i && at->frame_j == extra->frame_j &&
           row->kind == extra->row.kind &&
           (row->kind == ROW_TURN || !memcmp(&row->lock, &extra->row.lock, sizeof row->lock));
}

/* ---- Names ---------------------------------------------------------------------------------------------------- */

static const char *row_name(const JdSystem *system, const JdModel *model, const Row *row) {
    if (row->start >= 0) return model->starts.at[row->start].channel;
    if (row->drive >= 0) return system->drive[row->drive].name;
    return system->joint[row->joint].name;
}

void jd_rows_names(const JdSystem *system, const JdModel *model, const RowSet *set,
                   const double *weights, Text *out) {
    const char *names[12];
    int count = 0, more = 0;
    double most = 0;
    for (int r = 0; r < set->rows; r++) most = fmax(most, fabs(weights[r]));
    for (int r = 0; r < set->rows; r++) {
        if (!(fabs(weights[r]) > 1e-4 * most)) continue;
        const char *name = row_name(system, model, &set->row[r]);
        bool known = false;
        for (int k = 0; k < count; k++) known = known || !strcmp(names[k], name);
        if (known) continue;
        if (count < 12) names[count++] = name;
        else more++;
    }
    for (int k = 0; k < count; k++)
        jd_text_print(out, "%s'%s'", k == 0 ? "" : k == count - 1 && !more ? " and " : ", ", names[k]);
    if (more) jd_text_print(out, " and %d more", more);
}

/* ---- Loops that do not close --------------------------------------------------------------------------------------- */

/* The joint with the largest gap. */
static int worst_row(const RowSet *set, const double *f, double length) {
    int worst = 0;
    double most = -1;
    for (int r = 0; r < set->rows; r++) {
        double size = fabs(f[r]) / (set->row[r].metres ? length : 1);
        if (size > most) most = size, worst = r;
    }
    return worst;
}

/* The bodies around the loop of a closing joint, "ground-crank-rod-slider". */
static void print_loop(const JdSystem *s, int joint, Text *out) {
    const Graph *graph = &s->graph;
    int a = graph->edge[joint].i, b = graph->edge[joint].j, up = a, down = b;
    while (up != down)
        if (graph->depth[up] >= graph->depth[down]) up = graph->parent_body[up];
        else down = graph->parent_body[down];
    for (int body = a; body != up; body = graph->parent_body[body])
        jd_text_print(out, "%s-", jd_body_name(s, body));
    jd_text_print(out, "%s", jd_body_name(s, up));
    int count = graph->depth[b] - graph->depth[up];
    for (int level = count - 1; level >= 0; level--) {
        int body = b;
        for (int k = 0; k < level; k++) body = graph->parent_body[body];
        jd_text_print(out, "-%s", jd_body_name(s, body));
    }
}

static void say_distance(const Assembly *a, const Row *row, double gap, char *out, size_t room) {
    (void)a;
    if (row->metres) snprintf(out, room, "%.4g mm apart", 1e3 * fabs(gap));
    else if (row->kind == ROW_TURN) snprintf(out, room, "%.4g rad off", fabs(gap));
    else snprintf(out, room, "turned off by %.4g", fabs(gap));
}

static bool has_start(const RowSet *set, const double *f) {
    double most = 0;
    for (int r = 0; r < set->rows; r++) most = fmax(most, fabs(f[r]));
    for (int r = 0; r < set->rows; r++)
        if (set->row[r].start >= 0 && fabs(f[r]) > 1e-4 * most) return true;
    return false;
}

static int first_start(const RowSet *set, const double *f) {
    double most = 0;
    for (int r = 0; r < set->rows; r++) most = fmax(most, fabs(f[r]));
    for (int r = 0; r < set->rows; r++)
        if (set->row[r].start >= 0 && fabs(f[r]) > 1e-4 * most) return set->row[r].start;
    return -1;
}

static void report_contradiction(Assembly *a, const RowSet *set, const double *f, const char *what) {
    Text names = {0};
    jd_rows_names(a->system, a->model, set, f, &names);
    int start = first_start(set, f);
    jd_report(a->log, JD_ERROR, "start-contradiction", a->model->starts.at[start].where,
              "these %s cannot all hold: %s", what, names.at ? names.at : "");
    jd_hint(a->log, "take one of the start values away, or change it");
    jd_text_free(&names);
}

void jd_report_open(Assembly *a) {
    const JdSystem *s = a->system;
    if (has_start(&a->positions, a->p.f)) {
        report_contradiction(a, &a->positions, a->p.f, "positions");
        return;
    }
    int r = worst_row(&a->positions, a->p.f, s->length);
    const Row *row = &a->positions.row[r];
    char distance[64];
    say_distance(a, row, a->p.f[r], distance, sizeof distance);
    int joint = row->joint >= 0 ? row->joint : s->drive[row->drive].joint;

    /* The gap may show in a tree joint; the loop through it is that of a closing joint with a gap. */
    int closing = joint;
    for (int k = 0; k < s->joints && !s->graph.closing[closing]; k++)
        if (s->graph.closing[k]) {
            int *loop = ARENA_NEW(&a->system->arena, int, s->joints + 1);
            int count = loop ? jd_graph_loop(&s->graph, k, loop) : 0;
            for (int n = 0; n < count; n++)
                if (loop[n] == joint) closing = k;
        }
    Text loop = {0};
    if (s->graph.closing[closing]) print_loop(s, closing, &loop);
    if (loop.at)
        jd_report(a->log, JD_ERROR, "loop-open", s->joint[joint].where,
                  "the loop %s cannot be closed: joint '%s' stays %s", loop.at, s->joint[joint].name,
                  distance);
    else
        jd_report(a->log, JD_ERROR, "loop-open", s->joint[joint].where,
                  "joint '%s' cannot be put together: it stays %s", s->joint[joint].name, distance);
    jd_hint(a->log, "check the lengths in this loop, or draw the mechanism nearer to its real position");
    jd_text_free(&loop);
}

void jd_report_velocities(Assembly *a) {
    const JdSystem *s = a->system;
    if (has_start(&a->rates, a->v.rate)) {
        report_contradiction(a, &a->rates, a->v.rate, "velocities");
        return;
    }
    int r = worst_row(&a->rates, a->v.rate, s->length);
    const Row *row = &a->rates.row[r];
    int joint = row->joint >= 0 ? row->joint : s->drive[row->drive].joint;
    jd_report(a->log, JD_ERROR, "velocity-impossible", s->joint[joint].where,
              "no velocities agree with joint '%s' at the start", s->joint[joint].name);
    jd_hint(a->log, "two drives may ask for different motions, or one drives through a dead point");
}

/* ---- The other branch ---------------------------------------------------------------------------------------------- */

static Vec3 drawn_axis(const Assembly *a, int frame) {
    const SystemFrame *f = &a->system->frame[frame];
    const Axes *body = &a->system->body[f->body].pose.axes;
    Vec3 x = f->local.axes.x;
    return vec3_add(vec3_scale(x.x, body->x), vec3_add(vec3_scale(x.y, body->y), vec3_scale(x.z, body->z)));
}

bool jd_check_branches(Assembly *a) {
    JdSystem *s = a->system;
    for (int k = 0; k < s->joints; k++) {
        SystemJoint *joint = &s->joint[k];
        bool locks_angle = false;
        for (int n = 0; n < joint->locks; n++) locks_angle = locks_angle || !joint->lock_row[n].metres;
        if (!locks_angle) continue;
        double drawn = vec3_dot(drawn_axis(a, joint->frame_i), drawn_axis(a, joint->frame_j));
        Side i = s->kernel->side(s, &a->motion, joint->frame_i);
        Side j = s->kernel->side(s, &a->motion, joint->frame_j);
        if (drawn * vec3_dot(i.axes.x, j.axes.x) >= -0.5) continue;
        jd_report(a->log, JD_ERROR, "branch-turned", joint->where,
                  "joint '%s' went together the wrong way round, half a turn from how it was drawn",
                  joint->name);
        jd_hint(a->log, "draw the bodies nearer to their start position");
        return false;
    }
    return true;
}
