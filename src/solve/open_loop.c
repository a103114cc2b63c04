/* SPDX-License-Identifier: MIT
 *
 * A loop that stays open though no start value and no drive is to blame: by the distance that is
 * left at one of its joints with all others closed. */
#include "solve/inside.h"
#include "solve/reach.h"
#include "solve/limits.h"

/* The bodies around the loop of a closing joint, "ground-crank-rod-slider". */
static void print_loop(const JdSystem *s, int joint, Text *out) {
    const Graph *graph = &s->graph;
    int a = graph->edge[joint].i, b = graph->edge[joint].j, up = a, down = b;
    while (up != down)
        if (graph->depth[up] >= graph->depth[down])
            up = graph->parent_body[up];
        else
            down = graph->parent_body[down];
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

/* The gap may show in a tree joint; the loop through it is that of a closing joint with a gap. */
static int closing_joint(Assembly *a, int joint) {
    const JdSystem *s = a->system;
    int *loop = ARENA_NEW(&a->system->arena, int, s->joints + 1), closing = joint;
    for (int k = 0; loop && k < s->joints && !s->graph.closing[closing]; k++) {
        int count = s->graph.closing[k] ? jd_graph_loop(&s->graph, k, loop) : 0;
        for (int n = 0; n < count; n++)
            if (loop[n] == joint) closing = k;
    }
    return closing;
}

/* Of the loop the joint that was drawn apart most, by more than rounding of the drawing. */
static const double drawn_apart = 1e-6;

static int widest_joint(Assembly *a, int joint, int closing) {
    const JdSystem *s = a->system;
    int *loop = ARENA_NEW(&a->system->arena, int, s->joints + 1), widest = joint;
    const int count =
        loop && s->graph.closing[closing] ? jd_graph_loop(&s->graph, closing, loop) : 0;
    double most = drawn_apart * s->length;
    for (int n = 0; n < count; n++)
        if (a->gap[loop[n]] > most) most = a->gap[loop[n]], widest = loop[n];
    return widest;
}

/* How far the joint stays open with all others closed, in words. */
static void say_gap(Assembly *a, Reach *r, int joint, Text *out) {
    const bool fits = jd_goes_together(a, r, OF_JOINTS);
    jd_reach_hold(r, fits ? OF_JOINTS | OF_DRIVES | OF_STARTS : OF_JOINTS);
    for (int k = 0; k < r->set->rows; k++) {
        const Row *row = &r->set->row[k];
        if (jd_row_kind(row) == OF_JOINTS && row->joint == joint) r->as[k] = REACH_NEARLY;
    }
    const double left = jd_come_near(a, r);
    double apart = 0, twist = 0, turn = 0;
    for (int k = 0; k < r->set->rows && left < INFINITY; k++) {
        const Row *row = &r->set->row[k];
        double *const to = row->metres ? &apart : row->lock.turn != 0 ? &turn : &twist;
        if (r->as[k] == REACH_NEARLY) *to = hypot(*to, jd_row_gap(row, r->work.f[k]));
    }
    if (left < INFINITY) a->out->gap = left;
    if (apart > met * a->system->length) jd_text_print(out, "%.4g mm are missing", in_mm * apart);
    if (twist > met)
        jd_text_print(out, "%sits axes are %.3g degrees out of line", out->count ? ", and " : "",
                      asin(fmin(twist, 1)) * 180 / pi);
    if (turn > met) jd_text_print(out, "%s%.4g rad are missing", out->count ? ", and " : "", turn);
    if (!out->count)
        jd_text_print(out, "the way from the drawing to a closed position is not found");
}

/* A lock that no body of its joint can change, such as one of two axes of the ground. */
static bool report_constant(Assembly *a) {
    const JdSystem *s = a->system;
    for (int r = 0; r < a->positions.rows; r++) {
        const Row *row = &a->positions.row[r];
        if (fabs(a->p.f[r]) < met || jd_row_slope(s, &a->motion, row) > 0) continue;
        const SystemJoint *joint = &s->joint[row->joint];
        jd_report(a->log, JD_ERROR, "loop-open", joint->where,
                  "lock %d of joint '%s' cannot hold: it is %.4g however the bodies move",
                  row->number + 1, joint->name, a->p.f[r]);
        jd_hint(a->log, "it compares axes of one body, or of the ground alone: take one of each "
                        "side, such as zi.zj, or turn the joint about");
        return true;
    }
    return false;
}

void jd_report_loop(Assembly *a, Reach *r) {
    const JdSystem *s = a->system;
    if (report_constant(a)) return;
    const int worst = jd_worst_row(&a->positions, a->p.f, s->length);
    const int at = a->positions.row[worst].joint, closing = closing_joint(a, at < 0 ? 0 : at);
    const int joint = widest_joint(a, at < 0 ? 0 : at, closing);
    Text loop = {0}, gap = {0};
    say_gap(a, r, joint, &gap);
    if (s->graph.closing[closing]) print_loop(s, closing, &loop);
    if (loop.at && gap.at)
        jd_report(a->log, JD_ERROR, "loop-open", s->joint[joint].where,
                  "the loop %s cannot be closed at joint '%s': %s", loop.at, s->joint[joint].name,
                  gap.at);
    else if (gap.at)
        jd_report(a->log, JD_ERROR, "loop-open", s->joint[joint].where,
                  "joint '%s' cannot be put together: %s", s->joint[joint].name, gap.at);
    jd_hint(a->log,
            "check the lengths in this loop, or draw the mechanism nearer to its real position");
    jd_hint_lengths(a, closing);
    jd_hint_off(a);
    jd_text_free(&loop);
    jd_text_free(&gap);
}
