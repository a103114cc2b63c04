/* SPDX-License-Identifier: MIT
 *
 * What of the runs goes into a page that must not grow without bound: rows of the film so close
 * that the picture is right, rows of the plots such that no peak is lost. If all that is too much,
 * first velocities stay out, then forces and poses are packed, then forces stay out, then frames
 * and samples become fewer. */
#include "page/inside.h"
#include <limits.h>
#include <string.h>

static const double plot_share = 0.4;  /* of the room, if both want more than there is */
static const double film_error = 1e-3; /* of the mechanism's size */
static const int least_frames = 100, usual_frames = 300; /* of a run, as far as rows and room go */
static const double wide_angle = 2000; /* rad: from there on a float is too coarse */

/* ---- Channels ------------------------------------------------------------------------------- */

static bool is_of(const char *name, const char *group) {
    const size_t length = strlen(group);
    return strncmp(name, group, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

bool jd_page_is_energy(const char *channel) {
    return is_of(channel, "energy");
}

bool jd_page_is_drift(const char *channel) {
    return is_of(channel, "drift");
}

/* Energies are looked at for their last digits. */
NumberKind jd_page_kind(const SamplePlan *plan, const char *channel) {
    return jd_page_is_energy(channel) ? NUMBERS_F8 : plan->output;
}

static double row_size(const JdTrace *trace, NumberKind output) {
    const SamplePlan plan = {.output = output};
    double bytes = 8;
    for (int n = 1; n < jd_trace_columns(trace); n++)
        bytes += jd_number_size(jd_page_kind(&plan, jd_trace_name(trace, n)));
    return jd_base64_size(bytes) - jd_base64_size(0);
}

static int most_rows(const Show *show) {
    int most = 0;
    for (int n = 0; n < show->run_count; n++) {
        const int rows = jd_trace_rows(show->runs[n].trace);
        if (rows > most) most = rows;
    }
    return most;
}

/* All runs together, with the rows that are marked; NULL: with all rows. */
static double samples_size(const Show *show, const bool *marked, NumberKind output) {
    double size = 0;
    for (int n = 0; n < show->run_count; n++) {
        const JdTrace *trace = show->runs[n].trace;
        int count = marked ? 0 : jd_trace_rows(trace);
        for (int row = 0; marked && row < jd_trace_rows(trace); row++) count += marked[row];
        size += count * row_size(trace, output);
    }
    return size;
}

/* Which rows are kept, with room to find them. */
typedef struct {
    const int *columns; /* that are looked at */
    int *kept;          /* room */
    bool *marked;
    int rows;
} Marks;

/* The same rows for all runs: those that any of them needs. */
static void mark_peaks(const Show *show, int parts, const Marks *to) {
    memset(to->marked, 0, (size_t)to->rows * sizeof *to->marked);
    for (int n = 0; n < show->run_count; n++) {
        const JdTrace *trace = show->runs[n].trace;
        const int column_count = jd_trace_columns(trace) - 1;
        const int count =
            trace ? jd_thin_rows(trace, to->columns, column_count, parts, to->kept) : 0;
        for (int k = 0; k < count; k++) to->marked[to->kept[k]] = true;
    }
}

static void mark_even(int count, const Marks *to) {
    memset(to->marked, 0, (size_t)to->rows * sizeof *to->marked);
    for (int k = 0; k < count; k++)
        to->marked[(int)((double)k * (to->rows - 1) / (count > 1 ? count - 1 : 1))] = true;
}

/* As many stretches as there is room for; with too many channels even one is too much, and rows at
 * even distances must do. */
static void mark_some(const Show *show, double room, NumberKind output, const Marks *to) {
    const double full = samples_size(show, NULL, output);
    for (double parts = to->rows * room / full; parts >= 1; parts *= 0.7) {
        mark_peaks(show, (int)parts, to);
        if (samples_size(show, to->marked, output) <= room) return;
    }
    const double even = floor(to->rows * room / full);
    mark_even(even > 2 ? (int)even : 2, to);
}

static bool plan_samples(const Show *show, double room, Arena *arena, SamplePlan *plan) {
    const int rows = most_rows(show);
    int columns_most = 1;
    for (int n = 0; n < show->run_count; n++)
        if (jd_trace_columns(show->runs[n].trace) > columns_most)
            columns_most = jd_trace_columns(show->runs[n].trace);
    bool *marked = ARENA_NEW(arena, bool, rows + 1);
    int *kept = ARENA_NEW(arena, int, rows + 1), *columns = ARENA_NEW(arena, int, columns_most);
    plan->rows = ARENA_NEW(arena, int, rows + 1);
    if (arena->failed) return false;
    for (int n = 1; n < columns_most; n++) columns[n - 1] = n;

    /* Two formulations differ in digits that a float does not have. */
    plan->output = NUMBERS_F8;
    plan->thinned = samples_size(show, NULL, plan->output) > room;
    if (plan->thinned && show->run_count == 1) {
        plan->output = NUMBERS_F4;
        plan->thinned = samples_size(show, NULL, plan->output) > room;
    }
    const Marks marks = {columns, kept, marked, rows};
    if (plan->thinned) mark_some(show, room, plan->output, &marks);
    for (int row = 0; row < rows; row++)
        if (!plan->thinned || marked[row]) plan->rows[plan->count++] = row;
    return true;
}

/* ---- Frames --------------------------------------------------------------------------------- */

static NumberKind pose_kind(const Film *film) {
    for (int b = 1; film->planar && b < film->bodies; b++)
        for (int row = 0; row < jd_trace_rows(film->trace); row++)
            if (fabs(jd_trace_at(film->trace, row, film->pose[b] + 2)) > wide_angle)
                return NUMBERS_F8;
    return NUMBERS_F4;
}

static int count_columns(const int *first, int count) {
    int known = 0;
    for (int n = 0; n < count; n++) known += first[n] >= 0;
    return known;
}

/* Of one frame. */
static double frame_size(const Film *film, const FramePlan *plan) {
    const int axes = film->planar ? 2 : 3, pose = film->planar ? 3 : 7;
    const int bodies = count_columns(film->pose, film->bodies);
    const int forces = plan->forces ? count_columns(film->force, film->links) : 0;
    const double bytes = 8 + jd_number_size(plan->pose) * pose * bodies +
                         (plan->velocities ? 4 * axes * bodies : 0) +
                         jd_number_size(plan->force) * axes * forces;
    return bytes * 4 / 3;
}

/* Poses in two bytes a number, if they are as good as the film is. */
static void pack_poses(const Film *film, double size, FramePlan *plan) {
    const int linear = film->planar ? 2 : 3, width = film->planar ? 3 : 7;
    plan->pose_pack = jd_pack_columns(film->trace, film->pose, film->bodies, width);
    for (int c = 0; c < linear; c++)
        if (plan->pose_pack.scale[c] > 0.5 * film_error * size) return;
    if (film->planar && plan->pose_pack.scale[2] > 0.5 * film_error) return;
    plan->pose = NUMBERS_I2;
}

static void pack_forces(const Film *film, FramePlan *plan) {
    plan->force = NUMBERS_I2;
    plan->force_pack = jd_pack_columns(film->trace, film->force, film->links, film->planar ? 2 : 3);
}

/* Every step-th row, and the last. */
static void list_frames(const Film *film, int step, FramePlan *plan) {
    const int rows = jd_trace_rows(film->trace);
    for (int row = 0; row < rows; row += step) plan->frames[plan->frame_count++] = row;
    if (rows && plan->frames[plan->frame_count - 1] != rows - 1)
        plan->frames[plan->frame_count++] = rows - 1;
}

/* How far apart rows may be for the picture's sake. */
static void find_step(const Show *show, const Film *film, FramePlan *plan) {
    const int rows = jd_trace_rows(film->trace);
    *plan = (FramePlan){.step = 1};
    if (rows == 0 || show->scene->off) return;
    plan->needed =
        jd_film_thin(film, show->scene, film_error * show->scene->size, rows, &plan->step);
    const int least = rows < least_frames ? rows : least_frames;
    if (plan->needed < least) plan->needed = least;
    plan->pose = pose_kind(film);
    plan->velocities = count_columns(film->velocity, film->bodies) > 0;
    plan->forces = count_columns(film->force, film->links) > 0;
}

/* What it takes without them counts, not what would be nice to have. */
static bool plan_frames(const Film *film, double size, double room, Arena *arena, FramePlan *plan) {
    const int rows = jd_trace_rows(film->trace);
    plan->frames = ARENA_NEW(arena, int, rows + 2);
    if (!plan->frames) return false;
    if (plan->needed == 0) return true;
    if (plan->needed * frame_size(film, plan) > room) plan->velocities = false;
    if (plan->needed * frame_size(film, plan) > room && plan->forces) pack_forces(film, plan);
    if (plan->needed * frame_size(film, plan) > room) pack_poses(film, size, plan);
    if (plan->needed * frame_size(film, plan) > room) plan->forces = false;
    const double most = room / frame_size(film, plan) - 2;
    const int narrow = (rows - 1) / usual_frames;
    if (plan->step > narrow) plan->step = narrow > 1 ? narrow : 1;
    if ((rows - 1) / plan->step > most) {
        const int fit = most > 2 ? (int)most : 2;
        plan->step = (rows - 1 + fit - 1) / fit;
        if (plan->step < 1) plan->step = 1;
    }
    list_frames(film, plan->step, plan);
    return true;
}

bool jd_page_plan(const Show *show, double room, Arena *arena, SamplePlan *samples,
                  FramePlan *frames) {
    double wanted = 0, used = 0;
    for (int n = 0; n < show->run_count; n++) {
        find_step(show, &show->runs[n].film, &frames[n]);
        wanted += frames[n].needed > 0
                      ? frames[n].needed * frame_size(&show->runs[n].film, &frames[n])
                      : 0;
    }
    *samples = (SamplePlan){0};
    if (!plan_samples(show, fmax(plot_share * room, room - wanted), arena, samples)) return false;
    for (int n = 0; n < show->run_count; n++) {
        int count = 0;
        for (int k = 0; k < samples->count; k++)
            count += samples->rows[k] < jd_trace_rows(show->runs[n].trace);
        used += count * row_size(show->runs[n].trace, samples->output);
    }
    for (int n = 0; n < show->run_count; n++)
        if (!plan_frames(&show->runs[n].film, show->scene->size, (room - used) / show->run_count,
                         arena, &frames[n]))
            return false;
    return true;
}
