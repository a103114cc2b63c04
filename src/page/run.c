/* SPDX-License-Identifier: MIT
 *
 * What a page is told of the runs: frames of the film, samples of the channels. */
#include "page/inside.h"

/* ---- Frames --------------------------------------------------------------------------------- */

static void write_times(const JdTrace *trace, const int *rows, int count, const char *key,
                        Json *json) {
    Text bytes = {0};
    for (int n = 0; n < count && rows[n] < jd_trace_rows(trace); n++)
        jd_bytes_number(&bytes, NUMBERS_F8, jd_trace_at(trace, rows[n], 0));
    jd_json_numbers(json, key, NUMBERS_F8, &bytes);
}

/* Of each frame the `width` columns from each of `first` on. */
typedef struct {
    const char *key;
    const int *first;
    int count, width;
    NumberKind kind;
    const NumberPack *pack; /* of NUMBERS_I2 */
} Columns;

static void write_frames(const Film *film, const FramePlan *plan, Columns of, Json *json) {
    Text bytes = {0};
    for (int n = 0; n < plan->frame_count; n++)
        for (int k = 0; k < of.count; k++)
            for (int c = 0; of.first[k] >= 0 && c < of.width; c++) {
                const double value = jd_trace_at(film->trace, plan->frames[n], of.first[k] + c);
                if (of.kind == NUMBERS_I2)
                    jd_bytes_packed(&bytes, of.pack, c, value);
                else
                    jd_bytes_number(&bytes, of.kind, value);
            }
    if (of.kind == NUMBERS_I2)
        jd_json_packed(json, of.key, of.pack, &bytes);
    else
        jd_json_numbers(json, of.key, of.kind, &bytes);
}

/* A run that never began is seen where it would have begun. */
static void write_start(const Scene *scene, Json *json) {
    const double start = 0;
    Text bytes = {0};
    for (int n = 1; n < scene->bodies.count && !scene->off; n++) {
        const Pose *pose = &scene->bodies.at[n].start;
        const Quat q = jd_quat_from_axes(&pose->axes);
        const double planar[3] = {pose->p.x, pose->p.y, pose->angle};
        const double spatial[7] = {pose->p.x, pose->p.y, pose->p.z, q.w, q.x, q.y, q.z};
        for (int c = 0; c < (scene->planar ? 3 : 7); c++)
            jd_bytes_number(&bytes, NUMBERS_F4, scene->planar ? planar[c] : spatial[c]);
    }
    jd_json_list(json, "times", &start, scene->off ? 0 : 1);
    jd_json_numbers(json, "poses", NUMBERS_F4, &bytes);
    jd_json_string(json, "velocities", NULL);
    jd_json_string(json, "forces", NULL);
}

/* Of an arrow both ends, of axes their pose. */
static void put_followed(Text *bytes, const Scene *scene, const SceneFollow *follow,
                         const Followed *is) {
    const Quat q = jd_quat_from_axes(&is->pose.axes);
    const double arrow[6] = {is->from.x,
                             is->from.y,
                             scene->planar ? is->to.x : is->from.z,
                             scene->planar ? is->to.y : is->to.x,
                             is->to.y,
                             is->to.z};
    const double flat[3] = {is->from.x, is->from.y, is->pose.angle};
    const double pose[7] = {is->from.x, is->from.y, is->from.z, q.w, q.x, q.y, q.z};
    const double *at = !follow->axes ? arrow : scene->planar ? flat : pose;
    const int count = !follow->axes ? (scene->planar ? 4 : 6) : scene->planar ? 3 : 7;
    for (int c = 0; c < count; c++) jd_bytes_number(bytes, NUMBERS_F4, at[c]);
}

/* Frame after frame; without a plan as at the start. */
static void write_follows(const Scene *scene, const Film *film, const FramePlan *plan, Json *json) {
    if (!scene->follows.count || scene->off) return;
    Text bytes = {0};
    for (int n = 0; n < (plan ? plan->frame_count : 1); n++)
        for (int k = 0; k < scene->follows.count; k++) {
            const Followed is = plan ? jd_follow_row(scene, film, k, plan->frames[n])
                                     : jd_follow_at(scene, NULL, k, 0);
            put_followed(&bytes, scene, &scene->follows.at[k], &is);
        }
    jd_json_numbers(json, "follows", NUMBERS_F4, &bytes);
}

static void write_film(const Film *film, const FramePlan *plan, Json *json) {
    const int axes = film->planar ? 2 : 3, pose = film->planar ? 3 : 7;
    write_times(film->trace, plan->frames, plan->frame_count, "times", json);
    const Columns poses = {"poses", film->pose, film->bodies, pose, plan->pose, &plan->pose_pack};
    const Columns rates = {"velocities", film->velocity, film->bodies, axes, NUMBERS_F4, NULL};
    const Columns forces = {"forces", film->force, film->links,
                            axes,     plan->force, &plan->force_pack};
    write_frames(film, plan, poses, json);
    if (plan->velocities)
        write_frames(film, plan, rates, json);
    else
        jd_json_string(json, "velocities", NULL);
    if (plan->forces)
        write_frames(film, plan, forces, json);
    else
        jd_json_string(json, "forces", NULL);
}

/* ---- Samples -------------------------------------------------------------------------------- */

static void write_channel(const JdTrace *trace, int column, const SamplePlan *plan, bool empty,
                          Json *json) {
    const char *name = jd_trace_name(trace, column);
    const NumberKind kind = jd_page_kind(plan, name);
    Text bytes = {0};
    for (int n = 0; !empty && n < plan->count && plan->rows[n] < jd_trace_rows(trace); n++)
        jd_bytes_number(&bytes, kind, jd_trace_at(trace, plan->rows[n], column));
    jd_json_object(json, NULL);
    jd_json_string(json, "name", name);
    jd_json_string(json, "unit", jd_trace_unit(trace, column));
    jd_json_string(json, "kind",
                   jd_page_is_energy(name)  ? "energy"
                   : jd_page_is_drift(name) ? "drift"
                                            : "output");
    jd_json_numbers(json, "values", kind, &bytes);
    jd_json_end(json);
}

/* A run that never began has the channels of the others, without values. */
static void write_samples(const Show *show, const ShowRun *run, const SamplePlan *plan,
                          Json *json) {
    const JdTrace *trace = run->trace;
    for (int n = 0; n < show->run_count && !trace; n++) trace = show->runs[n].trace;
    write_times(run->trace, plan->rows, plan->count, "samples", json);
    jd_json_array(json, "channels");
    for (int n = 1; n < jd_trace_columns(trace); n++)
        write_channel(trace, n, plan, !run->trace, json);
    jd_json_end(json);
    if (plan->thinned) jd_json_number(json, "thinned", jd_trace_rows(run->trace));
}

/* ---- Runs ----------------------------------------------------------------------------------- */

static void write_failure(const ShowRun *run, Json *json) {
    if (!run->failed) {
        jd_json_string(json, "failed", NULL);
        return;
    }
    jd_json_object(json, "failed");
    jd_json_number(json, "time", run->failed_at);
    jd_json_string(json, "code", run->failure.code);
    jd_json_string(json, "text", run->failure.text);
    jd_json_string(json, "hint", run->failure.hint);
    jd_json_end(json);
}

static const double own_share = 0.2; /* of the room: what variants look like */

bool jd_page_runs(const Show *show, double room, Json *json) {
    Arena arena = {0};
    SamplePlan samples;
    FramePlan *frames = ARENA_NEW(&arena, FramePlan, show->run_count + 1);
    const double begin = (double)json->text.count;
    const bool planned = frames && jd_page_plan(show, room, &arena, &samples, frames);
    jd_json_array(json, "runs");
    for (int n = 0; planned && n < show->run_count; n++) {
        const ShowRun *run = &show->runs[n];
        const Scene *scene = run->scene ? run->scene : show->scene;
        jd_json_object(json, NULL);
        jd_json_string(json, "name", run->name);
        jd_json_facts(json, "facts", run->facts);
        write_failure(run, json);
        if (frames[n].frame_count > 0)
            write_film(&run->film, &frames[n], json);
        else
            write_start(scene, json);
        const bool filmed = frames[n].frame_count > 0;
        write_follows(scene, &run->film, filmed ? &frames[n] : NULL, json);
        write_samples(show, run, &samples, json);
        if (run->scene) jd_page_own(show, run, own_share * room / show->run_count, json);
        jd_json_end(json);
    }
    jd_json_end(json);
    if (planned) jd_page_more(show, frames, room - ((double)json->text.count - begin), json);
    jd_arena_free(&arena);
    return planned;
}
