/* SPDX-License-Identifier: MIT
 *
 * When the frames of a show are, and which way is up in it. */
#include "scene/scene.h"
#include <string.h>

/* ---- Time ----------------------------------------------------------------------------------- */

static const double shortest = 8, longest = 20, usual_frames = 30; /* s, s, 1/s */
static const double least = 1e-3, most = 1e6; /* s that a show lasts, whatever speed is wanted */

double jd_show_end(const Show *show) {
    double end = 0;
    for (int n = 0; n < show->run_count; n++) {
        const JdTrace *trace = show->runs[n].film.trace;
        const int rows = jd_trace_rows(trace);
        if (rows > 0) end = fmax(end, jd_trace_at(trace, rows - 1, 0));
    }
    return end;
}

/* In real time, if that is neither too short nor too long to be watched. */
double jd_show_speed(const Show *show) {
    const double end = jd_show_end(show);
    if (!(end > 0)) return show->speed > 0 ? show->speed : 1;
    if (show->speed > 0) return fmin(fmax(show->speed, end / most), end / least);
    return end < shortest / 2 ? end / shortest : end > longest ? end / longest : 1;
}

static double frame_step(const Show *show) {
    return jd_show_speed(show) / (show->frames > 0 ? show->frames : usual_frames);
}

static const double most_frames = 1e6; /* nine hours at 30 frames a second */

int jd_show_frames(const Show *show) {
    const double count = ceil(jd_show_end(show) / frame_step(show) * (1 - 1e-9)) + 1;
    return count < most_frames ? (int)count : (int)most_frames;
}

double jd_show_time(const Show *show, int frame) {
    return fmin(frame * frame_step(show), jd_show_end(show));
}

/* ---- Space ---------------------------------------------------------------------------------- */

Vec3 jd_scene_up(const Scene *scene) {
    if (scene->planar) return vec3(0, 1, 0);
    const Vec3 g = scene->gravity;
    const double x = fabs(g.x), y = fabs(g.y), z = fabs(g.z);
    if (z >= x && z >= y) return vec3(0, 0, g.z > 0 ? -1 : 1);
    return y >= x ? vec3(0, g.y > 0 ? -1 : 1, 0) : vec3(g.x > 0 ? -1 : 1, 0, 0);
}

/* ---- Points ---------------------------------------------------------------------------------- */

bool jd_scene_has_points(const Scene *scene, const char *const *paths, JdLog *log) {
    bool known = true;
    for (; paths && *paths; paths++) {
        Nearest nearest = {.word = *paths};
        bool found = false;
        for (int k = 0; k < scene->points.count; k++) {
            found = found || !strcmp(scene->points.at[k].name, *paths);
            jd_nearest_try(&nearest, scene->points.at[k].name);
        }
        if (found) continue;
        known = false;
        jd_report(log, JD_ERROR, "draw-point-unknown", nowhere,
                  "there is no point '%s' whose path could be drawn", *paths);
        if (nearest.best)
            jd_hint(log, "did you mean '%s'?", nearest.best);
        else
            jd_hint(
                log,
                "points are bodies (their centres of mass) and their frames: rod, rod.tip; a point "
                "of "
                "the model goes along with a body by a frame: body rod { ...  frame tip at P }");
    }
    return known;
}
