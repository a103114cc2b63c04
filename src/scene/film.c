/* SPDX-License-Identifier: MIT
 *
 * Where everything is, at each recorded time and between: positions and planar angles along cubics
 * whose slopes at the rows are those of parabolas through the neighbours, attitudes by the shortest
 * turn. */
#include "scene/inside.h"
#include "system/system.h"
#include "trace/trace.h"
#include <assert.h>

static const char *const planar_pose[PLANAR_CHANNELS] = {"x", "y", "angle"};
static const char *const spatial_pose[POSE_CHANNELS] = {
    "x", "y", "z", "quaternion.w", "quaternion.x", "quaternion.y", "quaternion.z"};
static const char *const velocity[] = {"vx", "vy", "vz"};
static const char *const force[] = {"force.x", "force.y", "force.z"};

/* ---- Channels ---------------------------------------------------------------------------------
 */

static int find(const JdSystem *system, const char *subject, const char *channel) {
    char name[256];
    if (!subject) return -1;
    if (snprintf(name, sizeof name, "%s.%s", subject, channel) >= (int)sizeof name) return -1;
    return jd_channel(system, name, NULL).index;
}

int jd_film_pose_channels(const JdSystem *system, const char *body,
                          JdChannel channels[POSE_CHANNELS]) {
    const bool planar = system->space == JD_PLANAR;
    const int count = planar ? PLANAR_CHANNELS : POSE_CHANNELS;
    for (int n = 0; n < count; n++)
        channels[n].index = find(system, body, (planar ? planar_pose : spatial_pose)[n]);
    return count;
}

typedef LIST(JdChannel) Channels;

static void add(const JdSystem *system, const char *subject, const char *const *names, int count,
                Channels *channels, Arena *arena) {
    if (find(system, subject, names[0]) < 0) return;
    for (int n = 0; n < count; n++) {
        JdChannel *channel = PUSH(arena, *channels);
        if (channel) channel->index = find(system, subject, names[n]);
    }
}

JdChannel *jd_film_channels(const JdSystem *system, bool arrows, Arena *arena) {
    if (!system) return NULL;
    const bool planar = system->space == JD_PLANAR;
    const int dims = planar ? 2 : 3;
    Channels channels = {0};
    for (int b = 1; b < system->bodies; b++)
        add(system, system->body[b].name, planar ? planar_pose : spatial_pose, planar ? 3 : 7,
            &channels, arena);
    for (int k = 0; k < system->nodes; k++)
        add(system, system->node[k].name, planar ? planar_pose : spatial_pose, planar ? 3 : 7,
            &channels, arena);
    for (int b = 1; b < system->bodies && arrows; b++)
        add(system, system->body[b].name, velocity, dims, &channels, arena);
    for (int k = 0; k < system->nodes && arrows; k++)
        add(system, system->node[k].name, velocity, dims, &channels, arena);
    for (int k = 0; k < system->joints && arrows; k++)
        add(system, system->joint[k].name, force, dims, &channels, arena);
    for (int k = 0; k < system->forces && arrows; k++)
        add(system, system->force[k].name, force, dims, &channels, arena);
    for (int k = 0; k < system->signals; k++) {
        JdChannel *seen = system->signal[k].seen ? PUSH(arena, channels) : NULL;
        if (seen) seen->index = system->signal[k].channel;
    }
    JdChannel *end = PUSH(arena, channels);
    if (end) end->index = -1;
    return arena->failed ? NULL : channels.at;
}

/* ---- Columns ----------------------------------------------------------------------------------
 */

/* Of each channel: its column in the trace; 0: none (column 0 is the time). */
typedef struct {
    const JdSystem *system;
    int *column;
} Columns;

/* The first of columns that follow one another; -1: they are not all there. */
static int first_column(const Columns *columns, const char *subject, const char *const *names,
                        int count) {
    int first = -1;
    for (int n = 0; n < count; n++) {
        const int channel = find(columns->system, subject, names[n]);
        const int at = channel > 0 ? columns->column[channel] : 0;
        if (at <= 0 || (n > 0 && at != first + n)) return -1;
        if (n == 0) first = at;
    }
    return first;
}

static const char *const axis_names[] = {"x", "y", "z"};

int jd_follow_channels(const JdSystem *system, const char *name, int count, JdChannel channels[3]) {
    for (int n = 0; n < count; n++) {
        channels[n] = count == 1 ? jd_channel(system, name, NULL)
                                 : (JdChannel){find(system, name, axis_names[n])};
        if (channels[n].index < 0) return 0;
    }
    return count;
}

static int follow_column(const Columns *columns, const char *name, int count) {
    JdChannel channels[3];
    if (!count || !jd_follow_channels(columns->system, name, count, channels)) return -1;
    const int first = columns->column[channels[0].index];
    for (int n = 1; n < count; n++)
        if (columns->column[channels[n].index] != first + n) return -1;
    return first > 0 ? first : -1;
}

/* The largest size of a vector over all rows. */
static double most_of(const JdTrace *trace, int first, int count) {
    double most = 0;
    for (int row = 0; row < trace->rows && first >= 0; row++) {
        double square = 0;
        for (int n = 0; n < count; n++) square += pow(jd_trace_at(trace, row, first + n), 2);
        if (isfinite(square)) most = fmax(most, sqrt(square));
    }
    return most;
}

static bool open_follows(const Scene *scene, const Columns *columns, Film *film, Arena *arena) {
    const int count = scene->follows.count;
    film->place = ARENA_NEW(arena, int, count + 1);
    film->vector = ARENA_NEW(arena, int, count + 1);
    film->scale = ARENA_NEW(arena, double, count + 1);
    if (!film->place || !film->vector || !film->scale) return false;
    for (int k = 0; k < count; k++) {
        const SceneFollow *follow = &scene->follows.at[k];
        film->place[k] =
            follow->placed ? follow_column(columns, follow->place_name, film->planar ? 2 : 3) : -1;
        film->vector[k] = follow_column(columns, follow->vector_name, follow->numbers);
        if (!follow->axes)
            film->scale[k] = jd_follow_scale(
                scene, follow, most_of(film->trace, film->vector[k], follow->numbers));
    }
    return true;
}

bool jd_film_open(const Scene *scene, const JdSystem *system, const JdTrace *trace, Film *film,
                  Arena *arena) {
    if (!scene || !system || !trace) return false;
    *film = (Film){.trace = trace,
                   .planar = scene->planar,
                   .bodies = scene->bodies.count,
                   .links = scene->links.count,
                   .pose = ARENA_NEW(arena, int, scene->bodies.count),
                   .velocity = ARENA_NEW(arena, int, scene->bodies.count),
                   .force = ARENA_NEW(arena, int, scene->links.count + 1)};
    const Columns columns = {system, ARENA_NEW(arena, int, system->channels + 1)};
    if (!film->pose || !film->velocity || !film->force || !columns.column) return false;
    for (int n = 1; n < trace->columns.count; n++) {
        assert(jd_is_index(trace->columns.at[n].channel.index, system->channels));
        columns.column[trace->columns.at[n].channel.index] = n;
    }

    const int dims = film->planar ? 2 : 3;
    for (int b = 0; b < film->bodies; b++) {
        const char *name = b ? scene->bodies.at[b].name : NULL;
        film->pose[b] = first_column(&columns, name, film->planar ? planar_pose : spatial_pose,
                                     film->planar ? 3 : 7);
        film->velocity[b] = first_column(&columns, name, velocity, dims);
        if (b > 0 && film->pose[b] < 0) return false;
    }
    for (int k = 0; k < film->links; k++)
        film->force[k] = first_column(&columns, scene->links.at[k].name, force, dims);
    return open_follows(scene, &columns, film, arena);
}

/* ---- Rows -------------------------------------------------------------------------------------
 */

static const double *row_at(const Film *film, int row) {
    return film->trace->values + (size_t)row * (size_t)film->trace->columns.count;
}

int jd_film_row(const Film *film, double time) {
    int low = 0, high = film->trace->rows;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (row_at(film, middle)[0] <= time)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static Pose spatial_at(const double *at, Quat q) {
    return (Pose){vec3(at[0], at[1], at[2]), jd_quat_axes(q), 0};
}

static Quat quat_at(const double *at) {
    return (Quat){at[3], at[4], at[5], at[6]};
}

static const Pose ground_pose = {{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0};

Pose jd_film_pose_row(const Film *film, int body, int row) {
    if (film->pose[body] < 0 || row < 0 || row >= film->trace->rows) return ground_pose;
    const double *at = row_at(film, row) + film->pose[body];
    return film->planar ? jd_pose_planar(vec3(at[0], at[1], 0), at[2])
                        : spatial_at(at, quat_at(at));
}

/* ---- Between rows -----------------------------------------------------------------------------
 */

/* Four rows about an instant, and where it is between the middle ones. The outer ones may be
 * missing: -1. */
typedef struct {
    int row[4];
    double time;
} Between;

static double time_at(const Film *film, int row) {
    return row_at(film, row)[0];
}

/* The slope at b of the parabola through a, b, c. */
static double slope(const double t[3], const double f[3]) {
    const double left = t[1] - t[0], right = t[2] - t[1];
    return ((f[1] - f[0]) / left * right + (f[2] - f[1]) / right * left) / (left + right);
}

/* The slope at the outer end b of the parabola through b, c and what lies beyond c. */
static double end_slope(double step, double change, double other) {
    return 2 * change / step - other;
}

static double cubic(const Film *film, const Between *at, int column) {
    double t[4], f[4];
    for (int n = 0; n < 4; n++) {
        const bool there = at->row[n] >= 0;
        t[n] = there ? time_at(film, at->row[n]) : 0;
        f[n] = there ? row_at(film, at->row[n])[column] : 0;
    }
    const double step = t[2] - t[1], change = f[2] - f[1];
    if (!(step > 0)) return f[1];
    const bool left = at->row[0] >= 0, right = at->row[3] >= 0;
    double m1 = change / step, m2 = change / step;
    if (left) m1 = slope(&t[0], &f[0]);
    if (right) m2 = slope(&t[1], &f[1]);
    if (!left && right) m1 = end_slope(step, change, m2);
    if (left && !right) m2 = end_slope(step, change, m1);
    const double x = (at->time - t[1]) / step, y = 1 - x;
    return y * y * (1 + 2 * x) * f[1] + x * x * (1 + 2 * y) * f[2] +
           step * x * y * (y * m1 - x * m2);
}

static const double straight =
    1e-6; /* rad: below, an arc is its chord in all digits that are shown */

static Quat slerp(Quat a, Quat b, double x) {
    const double dot = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
    if (dot < 0) b = (Quat){-b.w, -b.x, -b.y, -b.z};
    const double angle = acos(fmin(1, fabs(dot)));
    double ka = 1 - x, kb = x;
    if (angle > straight) ka = sin((1 - x) * angle) / sin(angle), kb = sin(x * angle) / sin(angle);
    return jd_quat_unit(
        (Quat){ka * a.w + kb * b.w, ka * a.x + kb * b.x, ka * a.y + kb * b.y, ka * a.z + kb * b.z});
}

static Pose pose_between(const Film *film, int body, const Between *at) {
    const int first = film->pose[body];
    if (first < 0) return ground_pose;
    if (at->row[1] == at->row[2]) return jd_film_pose_row(film, body, at->row[1]);
    const double p[3] = {cubic(film, at, first), cubic(film, at, first + 1),
                         cubic(film, at, first + 2)};
    if (film->planar) return jd_pose_planar(vec3(p[0], p[1], 0), p[2]);
    const double t1 = time_at(film, at->row[1]), t2 = time_at(film, at->row[2]);
    const Quat q = slerp(quat_at(row_at(film, at->row[1]) + first),
                         quat_at(row_at(film, at->row[2]) + first), (at->time - t1) / (t2 - t1));
    return spatial_at(p, q);
}

/* Rows that are `step` apart, and the last one. */
static Between around(const Film *film, double time, int row, int step) {
    const int last = film->trace->rows - 1;
    Between at = {{0}, time};
    at.row[1] = row / step * step;
    at.row[2] = at.row[1] + step < last ? at.row[1] + step : last;
    at.row[0] = at.row[1] >= step ? at.row[1] - step : -1;
    at.row[3] = at.row[2] == last ? -1 : at.row[2] + step < last ? at.row[2] + step : last;
    return at;
}

static Between around_time(const Film *film, double time) {
    const int row = jd_film_row(film, time);
    Between at = around(film, time, row, 1);
    const double least = time_at(film, 0), most = time_at(film, film->trace->rows - 1);
    at.time = fmin(fmax(time, least), most);
    return at;
}

Pose jd_film_pose(const Film *film, int body, double time) {
    if (film->trace->rows < 1 || film->pose[body] < 0) return ground_pose;
    const Between at = around_time(film, time);
    return pose_between(film, body, &at);
}

Vec3 jd_film_vector(const Film *film, int first, int count, double time) {
    double v[3] = {0, 0, 0};
    if (film->trace->rows < 1 || first < 0) return vec3(0, 0, 0);
    const Between at = around_time(film, time);
    for (int n = 0; n < count; n++) v[n] = cubic(film, &at, first + n);
    return vec3(v[0], v[1], v[2]);
}

static Vec3 vector_at(const Film *film, int first, double time) {
    return jd_film_vector(film, first, film->planar ? 2 : 3, time);
}

Vec3 jd_film_velocity(const Film *film, int body, double time) {
    return vector_at(film, film->velocity[body], time);
}

Vec3 jd_film_force(const Film *film, int link, double time) {
    return vector_at(film, film->force[link], time);
}

/* ---- Turns ------------------------------------------------------------------------------------
 */

static double turn_between(const Film *film, int body, int row) {
    const double *a = row_at(film, row) + film->pose[body],
                 *b = row_at(film, row + 1) + film->pose[body];
    if (film->planar) return fabs(b[2] - a[2]);
    const Quat p = quat_at(a), q = quat_at(b);
    return 2 * acos(fmin(1, fabs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z)));
}

double jd_film_turn(const Film *film, int *body) {
    double most = 0;
    *body = 0;
    for (int b = 1; b < film->bodies; b++)
        for (int row = 0; row + 1 < film->trace->rows; row++) {
            const double turn = turn_between(film, b, row);
            if (turn > most) most = turn, *body = b;
        }
    return most;
}

/* ---- Fewer rows ---------------------------------------------------------------------------------
 */

/* How far a body's shapes, and the frames on it, reach from its centre of mass. */
static double reach_of(const Scene *scene, int b) {
    double most = 0;
    const SceneBody *body = &scene->bodies.at[b];
    for (int n = 0; n < body->shapes.count; n++) {
        const SceneShape *shape = &body->shapes.at[n];
        const Mesh *mesh = &scene->meshes.at[shape->mesh];
        for (int k = 0; k < mesh->points.count; k++)
            most = fmax(most, vec3_norm(vec3_add(shape->local.p, axes_out(&shape->local.axes,
                                                                          mesh->points.at[k]))));
    }
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (link->i.body == b) most = fmax(most, vec3_norm(link->i.local.p));
        if (link->j.body == b) most = fmax(most, vec3_norm(link->j.local.p));
    }
    return most;
}

/* An upper bound of how far apart two poses put a point at this distance from the centre of mass.
 */
static double pose_error(const Pose *a, const Pose *b, double reach) {
    const double shift = vec3_norm(vec3_sub(a->p, b->p));
    const double x = vec3_norm(vec3_sub(a->axes.x, b->axes.x));
    const double y = vec3_norm(vec3_sub(a->axes.y, b->axes.y));
    const double z = vec3_norm(vec3_sub(a->axes.z, b->axes.z));
    return shift + reach * fmax(x, fmax(y, z));
}

/* All rows that are left out, or of a wide gap some of them. */
static bool holds(const Film *film, const double *reach, int step, double error) {
    enum { PER_GAP = 4 };
    const int last = film->trace->rows - 1;
    for (int start = 0; start < last; start += step) {
        const int end = start + step < last ? start + step : last;
        const int stride = (end - start) / (PER_GAP + 1) > 1 ? (end - start) / (PER_GAP + 1) : 1;
        for (int row = start + stride; row < end; row += stride) {
            const Between at = around(film, time_at(film, row), row, step);
            for (int b = 1; b < film->bodies; b++) {
                const Pose is = jd_film_pose_row(film, b, row), by = pose_between(film, b, &at);
                if (!(pose_error(&is, &by, reach[b]) <= error)) return false;
            }
        }
    }
    return true;
}

int jd_film_thin(const Film *film, const Scene *scene, double error, int most, int *step) {
    const int last = film->trace->rows - 1;
    *step = 1;
    if (last < 1) return last + 1;
    if (most < 2) most = 2;
    Arena arena = {0};
    double *reach = ARENA_NEW(&arena, double, film->bodies);
    for (int b = 1; reach && b < film->bodies; b++) reach[b] = reach_of(scene, b);
    int good = (last + most - 2) / (most - 1), bad = last + 1;
    if (good < 1) good = 1;
    /* The widest step that holds: up by doubling, then in between. */
    for (int wide = 2 * good; reach && wide < bad; wide *= 2) {
        if (holds(film, reach, wide, error))
            good = wide;
        else
            bad = wide;
    }
    while (reach && bad - good > 1 && bad - good > good / 16) {
        const int middle = good + (bad - good) / 2;
        if (holds(film, reach, middle, error))
            good = middle;
        else
            bad = middle;
    }
    jd_arena_free(&arena);
    *step = good;
    return (last + good - 1) / good + 1;
}
