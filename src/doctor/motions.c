/* SPDX-License-Identifier: MIT
 *
 * Free motions in words. Random velocities, put onto what all locks and drives allow by the sparse
 * plan (theory 7.5), span the free motions; frees of joints are then chosen one by one as what each
 * motion is told by: those with a start value first, then those on the ground, so that people find
 * the coordinate they think in. In the reduced form every motion has its own free at rate 1 and
 * those of the others at rest: what else moves follows it. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

enum { MOTIONS = 40, SHOWN = 5 }; /* that are told by words; bodies that are named in each */
enum {
    DRIVEN,
    STARTED,
    GROUNDED,
    OTHERS,
    OF_BODIES,
    CHOSEN
};                                    /* ranks of what motions are told by */
static const double softness = 1e-10; /* of rows, while velocities are put onto them */
static const double moves = 1e-6;     /* less is rest: rounding and softness leave about 1e-9 */
static const double counts =
    1e-3; /* a free that does less than this of a motion is not what it is told by */

/* ---- Velocities that are allowed ------------------------------------------------------------- */

typedef struct {
    const JdSystem *system;
    RowSet set;
    RowWork work;
    void *memory;
    unsigned long long seed;
} Space;

static bool is_angular(const JdSystem *s, int k) {
    return k % s->kernel->nv >= s->kernel->linear;
}

static double draw(Space *space) {
    space->seed ^= space->seed << 13;
    space->seed ^= space->seed >> 7;
    space->seed ^= space->seed << 17;
    return (double)(space->seed >> 11) / 4503599627370496.0 - 1;
}

/* The rows at the start; `locked` (NULL: all joints) take part. */
static bool open_space(Space *space, Patient *p, const bool *locked) {
    JdSystem *s = p->system;
    *space = (Space){.system = s, .seed = 88172645463325252ull};
    if (!jd_rowset_make(s, &space->set, ROWS_PATHS, locked, 0, NULL)) return false;
    /* Rows that are held softly in a run are numbered as its own rows are. */
    const int anchors = s->anchors;
    s->anchors = 0;
    Layout measure = {0};
    jd_rowwork_layout(s, &space->set, &space->work, &measure);
    space->memory = calloc(1, measure.used + 1);
    Layout place = {.base = space->memory};
    if (space->memory) jd_rowwork_layout(s, &space->set, &space->work, &place);
    space->work.weights = true;
    space->work.soften = softness;
    if (space->memory) s->kernel->init(s, &space->set, &space->work);
    s->anchors = anchors;
    if (!space->memory) return false;
    s->kernel->rows(s, &space->set, &p->run->motion, &space->work);
    jd_rows_factor(s, &space->set, &space->work);
    return true;
}

/* The part of v that all rows allow, in place; its size. */
static double project(Space *space, double *v) {
    const JdSystem *s = space->system;
    const int primal = s->kernel->nv * (s->bodies - 1);
    double most = 0;
    for (int k = 0; k < primal; k++)
        space->work.b[k] = v[k] * (is_angular(s, k) ? s->length * s->length : 1);
    memset(space->work.b + primal, 0, (size_t)space->set.rows * sizeof(double));
    jd_rows_solve(s, &space->set, &space->work);
    for (int k = 0; k < primal; k++) {
        v[k] = space->work.x[k];
        most = fmax(most, fabs(v[k]) / (is_angular(s, k) ? 1 : s->length));
    }
    return most;
}

static double product(const JdSystem *s, const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < s->kernel->nv * (s->bodies - 1); k++)
        sum += a[k] * b[k] / (is_angular(s, k) ? 1 : s->length * s->length);
    return sum;
}

static const double other_motion =
    1e-7; /* of a motion: what is left of it beside others is rounding below */

/* Takes the others out; false: nothing is left. */
static bool make_new(const JdSystem *s, double *v, double *const *others, int count) {
    const int primal = s->kernel->nv * (s->bodies - 1);
    const double before = sqrt(product(s, v, v));
    for (int round = 0; round < 2; round++)
        for (int c = 0; c < count; c++) {
            const double share = product(s, v, others[c]);
            for (int k = 0; k < primal; k++) v[k] -= share * others[c][k];
        }
    const double size = sqrt(product(s, v, v));
    if (!(size > other_motion * before)) return false;
    for (int k = 0; k < primal; k++) v[k] /= size;
    return true;
}

int jd_free_velocities(Patient *p, const bool *locked, int most, double **v) {
    const JdSystem *s = p->system;
    const int primal = s->kernel->nv * (s->bodies - 1);
    Space space;
    if (!open_space(&space, p, locked)) {
        free(space.memory);
        return -1;
    }
    int count = 0;
    while (count < most && count < primal) {
        double *next = v[count] = ARENA_NEW(&p->arena, double, primal + 1);
        if (!next) break;
        for (int k = 0; k < primal; k++)
            next[k] = draw(&space) * (is_angular(s, k) ? 1 : s->length);
        /* What is soft dies out; what is free stays. */
        double first = project(&space, next), size = first;
        if (!make_new(s, next, v, count)) break;
        first = project(&space, next);
        for (int round = 0; round < 3; round++) size = project(&space, next);
        if (!(first > moves) || size < 0.5 * first || !make_new(s, next, v, count)) break;
        count++;
    }
    free(space.memory);
    return p->arena.failed ? -1 : count;
}

/* ---- What a motion is told by -----------------------------------------------------------------
 */

typedef struct {
    int joint, free; /* a free of a joint; joint -1: */
    int body, part;  /* a coordinate of a body */
    double *rate;    /* of each motion */
    int rank;        /* lower ones are chosen first */
} Handle;
typedef LIST(Handle) Handles;

static double rate_of(const Patient *p, const Handle *h, const double *v) {
    const JdSystem *s = p->system;
    const int n = s->kernel->nv;
    if (h->joint >= 0) return jd_free_rate(p, h->joint, h->free, v);
    return v[n * (h->body - 1) + h->part] / (h->part < s->kernel->linear ? s->length : 1);
}

static bool is_started(const Patient *p, const char *joint, const FreeDef *def) {
    const size_t length = strlen(joint);
    for (int n = 0; n < p->model->starts.count; n++) {
        const char *channel = p->model->starts.at[n].channel;
        if (strncmp(channel, joint, length) || channel[length] != '.') continue;
        if (!strcmp(channel + length + 1, def->position) ||
            !strcmp(channel + length + 1, def->rate))
            return true;
    }
    return false;
}

static bool list_handles(Patient *p, double *const *v, int count, Handles *to) {
    const JdSystem *s = p->system;
    for (int k = 0; k < s->joints; k++)
        for (int f = 0; f < s->joint[k].frees && !s->joint[k].couples; f++) {
            Handle *h = PUSH(&p->arena, *to);
            if (!h) return false;
            const bool ground = !s->joint[k].body_i || !s->joint[k].body_j;
            *h = (Handle){.joint = k,
                          .free = f,
                          .rank = is_started(p, s->joint[k].name, s->joint[k].free[f]) ? STARTED
                                  : ground                                             ? GROUNDED
                                                                                       : OTHERS};
        }
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < s->kernel->nv; c++) {
            Handle *h = PUSH(&p->arena, *to);
            if (!h) return false;
            *h = (Handle){.joint = -1, .body = b, .part = c, .rank = OF_BODIES};
        }
    for (int d = 0; d < s->drives; d++)
        for (int n = 0; n < to->count; n++)
            if (to->at[n].joint == s->drive[d].joint && to->at[n].free == s->drive[d].free &&
                to->at[n].joint >= 0)
                to->at[n].rank = DRIVEN;
    for (int n = 0; n < to->count; n++) {
        Handle *h = &to->at[n];
        h->rate = ARENA_NEW(&p->arena, double, count + 1);
        if (!h->rate) return false;
        for (int c = 0; c < count; c++) h->rate[c] = rate_of(p, h, v[c]);
    }
    return true;
}

/* The next free to tell a motion by: of the best rank that is left one that moves enough, of these
 * the first. */
static int choose(const Handles *handles, int done, int count) {
    int best = -1;
    for (int rank = 0; rank < CHOSEN && best < 0; rank++)
        for (int n = 0; n < handles->count && best < 0; n++) {
            const Handle *h = &handles->at[n];
            double size = 0;
            if (h->rank != rank) continue;
            for (int c = done; c < count; c++) size = fmax(size, fabs(h->rate[c]));
            if (size > counts) best = n;
        }
    return best;
}

/* Makes motion `done` the one that has this free at rate 1, and the others without it. */
static void reduce(const JdSystem *s, Handles *handles, double **v, int done, int count,
                   int chosen) {
    const int primal = s->kernel->nv * (s->bodies - 1);
    int pivot = done;
    double *rate = handles->at[chosen].rate;
    for (int c = done; c < count; c++)
        if (fabs(rate[c]) > fabs(rate[pivot])) pivot = c;
    double *swap = v[done];
    v[done] = v[pivot], v[pivot] = swap;
    for (int n = 0; n < handles->count; n++) {
        double *r = handles->at[n].rate, x = r[done];
        r[done] = r[pivot], r[pivot] = x;
    }
    const double scale = 1 / rate[done];
    for (int k = 0; k < primal; k++) v[done][k] *= scale;
    for (int n = 0; n < handles->count; n++) handles->at[n].rate[done] *= scale;
    for (int c = 0; c < count; c++) {
        const double share = rate[c];
        if (c == done || share == 0) continue;
        for (int k = 0; k < primal; k++) v[c][k] -= share * v[done][k];
        for (int n = 0; n < handles->count; n++)
            handles->at[n].rate[c] -= share * handles->at[n].rate[done];
    }
}

/* ---- Following ----------------------------------------------------------------------------------
 */

static const double closed = 1e-12; /* of the mechanism's length: the locks hold there */
static const double stride = 0.03;  /* radians, or parts of the length */

/* A place to go to: positions that are moved and put back onto their locks. */
typedef struct {
    const Patient *p;
    RowSet set;
    RowWork work;
    Motion motion;
    double *step;
    void *memory;
} Walk;

static void layout_walk(Walk *w, Layout *at) {
    const JdSystem *s = w->p->system;
    jd_motion_layout(s, &w->motion, at);
    jd_rowwork_layout(s, &w->set, &w->work, at);
    w->step = PLACE(at, double, s->kernel->nv *(s->bodies - 1) + 1);
}

/* All locks of positions, and the frees that other motions are told by, which stay. */
static bool open_walk(Walk *w, Patient *p, const Handle *const *held, int count, int but) {
    JdSystem *s = p->system;
    *w = (Walk){.p = p};
    ExtraRow *extra = ARENA_NEW(&p->arena, ExtraRow, count + 1);
    int extras = 0;
    for (int n = 0; n < count && extra; n++) {
        if (n == but || held[n]->joint < 0 ||
            s->joint[held[n]->joint].free[held[n]->free]->kind == FREE_BALL)
            continue;
        const SystemJoint *joint = &s->joint[held[n]->joint];
        ExtraRow *to = &extra[extras++];
        RowNow now;
        *to = (ExtraRow){joint->free_row[held[n]->free], joint->frame_i, joint->frame_j,
                         held[n]->joint, held[n]->free};
        to->row.joint = to->row.drive = to->row.start = -1;
        to->row.target = 0, to->row.motion = NULL, to->row.position_only = true;
        s->kernel->row(s, &p->run->motion, &to->row, to->frame_i, to->frame_j, &now);
        to->row.target = now.f;
    }
    if (!extra || !jd_rowset_make(s, &w->set, ROWS_PLACES, NULL, extras, extra)) return false;
    const int anchors = s->anchors;
    s->anchors = 0;
    Layout measure = {0};
    layout_walk(w, &measure);
    w->memory = calloc(1, measure.used + 1);
    Layout place = {.base = w->memory};
    if (w->memory) layout_walk(w, &place);
    w->work.weights = true, w->work.soften = softness;
    if (w->memory) s->kernel->init(s, &w->set, &w->work);
    s->anchors = anchors;
    return w->memory;
}

/* Along v by so much, and back onto all locks of positions. False: there is no place there. */
static bool walk_to(Walk *w, const double *v, double far) {
    const JdSystem *s = w->p->system;
    const int primal = s->kernel->nv * (s->bodies - 1);
    double most = 0, off = INFINITY;
    memcpy(w->motion.own_q, w->p->run->motion.q, (size_t)jd_positions(s) * sizeof(double));
    w->motion.q = w->motion.own_q, w->motion.v = w->motion.own_v;
    for (int k = 0; k < primal; k++)
        most = fmax(most, fabs(v[k]) / (is_angular(s, k) ? 1 : s->length));
    for (int k = 0; k < primal; k++) w->step[k] = far / most * v[k];
    s->kernel->increment(s, w->step, w->motion.own_q);
    for (int round = 0; round < 15; round++) {
        s->kernel->move(s, &w->motion);
        jd_turns_settle(s, &w->motion, jd_counts(s, w->motion.own_q));
        s->kernel->rows(s, &w->set, &w->motion, &w->work);
        off = 0;
        memset(w->work.b, 0, (size_t)(primal + w->set.rows) * sizeof(double));
        for (int r = 0; r < w->set.rows; r++) {
            off = fmax(off, fabs(w->work.f[r]) / (w->set.row[r].metres ? s->length : 1));
            w->work.b[primal + r] = -w->work.f[r];
        }
        if (off <= closed) return true;
        jd_rows_factor(s, &w->set, &w->work);
        jd_rows_solve(s, &w->set, &w->work);
        s->kernel->increment(s, w->work.x, w->motion.own_q);
    }
    return off <= 10 * closed;
}

/* How far body b is from the start, lengths by the mechanism's. */
static double way_of(const Walk *w, int b) {
    const JdSystem *s = w->p->system;
    const int n = s->kernel->nq;
    double way = 0;
    for (int c = 0; c < n && b; c++)
        way = fmax(way,
                   fabs(w->motion.own_q[n * (b - 1) + c] - w->p->run->motion.q[n * (b - 1) + c]) /
                       (c < s->kernel->linear ? s->length : 1));
    return way;
}

/* ---- In words -----------------------------------------------------------------------------------
 */

/* One motion: its velocities, and which bodies it moves, there and a little further on. */
typedef struct {
    const double *v;
    const bool *moves; /* of each body */
    bool finite;
} Told;

static bool follow(Patient *p, Walk *w, const double *v, Told *told) {
    const JdSystem *s = p->system;
    const int n = s->kernel->nv;
    bool *going = ARENA_NEW(&p->arena, bool, s->bodies);
    double most = 0;
    if (!going) return false;
    told->v = v, told->moves = going;
    for (int b = 1; b < s->bodies; b++)
        for (int c = 0; c < n; c++)
            going[b] = going[b] ||
                       fabs(v[n * (b - 1) + c]) > moves * (c < s->kernel->linear ? s->length : 1);
    const bool there = walk_to(w, v, stride);
    for (int b = 1; b < s->bodies && there; b++) most = fmax(most, way_of(w, b));
    told->finite = there && most > 0.2 * stride;
    for (int b = 1; b < s->bodies && told->finite; b++) going[b] = going[b] || way_of(w, b) > moves;
    return true;
}

/* Where free f of joint k is; balls have no such place. */
static double place_of(const JdSystem *s, const Motion *m, int k, int f) {
    const SystemJoint *joint = &s->joint[k];
    RowNow now = {0};
    Row row = joint->free_row[f];
    row.joint = row.drive = row.start = -1;
    row.target = 0, row.motion = NULL, row.position_only = true;
    s->kernel->row(s, m, &row, joint->frame_i, joint->frame_j, &now);
    return now.f / (joint->free[f]->kind == FREE_SLIDE ? s->length : 1);
}

/* Which joints this motion moves, there and a little further on. */
static void note_turns(Patient *p, const Walk *w, const Told *told, bool *turned) {
    const JdSystem *s = p->system;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        for (int f = 0; f < joint->frees && !joint->couples && !turned[k]; f++) {
            const Handle h = {.joint = k, .free = f};
            turned[k] = fabs(rate_of(p, &h, told->v)) > moves;
            if (!told->finite || turned[k]) continue;
            turned[k] = joint->free[f]->kind == FREE_BALL
                            ? told->moves[joint->body_i] || told->moves[joint->body_j]
                            : fabs(place_of(s, &w->motion, k, f) -
                                   place_of(s, &p->run->motion, k, f)) > moves;
        }
    }
}

/* Only body b moves, and all points of joints on it and its centre of mass stay: nothing sees it.
 */
static bool is_idle(const Patient *p, const Walk *w, const Told *told, int b) {
    const JdSystem *s = p->system;
    const double still = 10 * moves * s->length;
    int joints = 0;
    if (s->space == JD_PLANAR || !told->finite) return false;
    for (int other = 1; other < s->bodies; other++)
        if (other != b && told->moves[other]) return false;
    const Vec3 before = s->kernel->side(s, &p->run->motion, b).p,
               after = s->kernel->side(s, &w->motion, b).p;
    if (vec3_norm(vec3_sub(before, after)) > still) return false;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (joint->couples || (joint->body_i != b && joint->body_j != b)) continue;
        const int frame = joint->body_i == b ? joint->frame_i : joint->frame_j;
        const Vec3 from = s->kernel->side(s, &p->run->motion, frame).p,
                   to = s->kernel->side(s, &w->motion, frame).p;
        joints++;
        if (vec3_norm(vec3_sub(from, to)) > still) return false;
    }
    return joints > 1;
}

/* Bodies that are in a loop: what hangs on one joint only is left out, again and again. */
static void find_core(const JdSystem *s, bool *core) {
    for (int b = 0; b < s->bodies; b++) core[b] = true;
    for (bool less = true; less;) {
        less = false;
        for (int b = 1; b < s->bodies; b++) {
            int joints = 0;
            for (int k = 0; k < s->joints && core[b]; k++) {
                const SystemJoint *joint = &s->joint[k];
                joints += !joint->couples && core[joint->body_i] && core[joint->body_j] &&
                          (joint->body_i == b || joint->body_j == b);
            }
            if (core[b] && joints < 2) core[b] = false, less = true;
        }
    }
}

/* Body b turns about a hinge of the ground, and the loop that it is in does not notice: all its
 * joints stay where they are, and nothing else that the ground holds moves. */
static bool is_spin(Patient *p, const Walk *w, const Told *told, int hinge, int b) {
    const JdSystem *s = p->system;
    const double still = 10 * moves * s->length;
    bool *core = ARENA_NEW(&p->arena, bool, s->bodies);
    if (s->space == JD_PLANAR || !told->finite || hinge < 0 || !core) return false;
    const SystemJoint *own = &s->joint[hinge];
    find_core(s, core);
    if (own->frees != 1 || own->free[0]->kind != FREE_TURN || !core[b] ||
        (own->body_i && own->body_j))
        return false;
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        if (joint->couples) return false;
        if (k == hinge || !core[joint->body_i] || !core[joint->body_j]) continue;
        if ((!joint->body_i && told->moves[joint->body_j]) ||
            (!joint->body_j && told->moves[joint->body_i]))
            return false;
        const Vec3 from = s->kernel->side(s, &p->run->motion, joint->frame_i).p,
                   to = s->kernel->side(s, &w->motion, joint->frame_i).p;
        if (vec3_norm(vec3_sub(from, to)) > still) return false;
    }
    return true;
}

static void print_followers(const JdSystem *s, const Told *told, int first, int second, Text *out) {
    const char *names[SHOWN + 1];
    int count = 0;
    for (int b = 1; b < s->bodies; b++) {
        if (b == first || b == second || !told->moves[b]) continue;
        if (count < SHOWN) names[count] = s->body[b].name;
        count++;
    }
    if (!count) return;
    jd_text_print(out, "; ");
    const int shown = count < SHOWN ? count : SHOWN;
    for (int n = 0; n < shown; n++) jd_text_print(out, "%s'%s'", jd_between(n, count), names[n]);
    if (count > shown) jd_text_print(out, " and %d more", count - shown);
    jd_text_print(out, count == 1 ? " follows" : " follow");
}

static void print_joint_motion(const JdSystem *s, const Handle *h, const Told *told, Text *out) {
    static const char *const verbs[] = {
        [FREE_TURN] = "turns about", [FREE_SLIDE] = "slides along", [FREE_BALL] = "turns in"};
    const SystemJoint *joint = &s->joint[h->joint];
    const FreeKind kind = joint->free[h->free]->kind;
    const bool i = told->moves[joint->body_i], j = told->moves[joint->body_j];
    const int first = j ? joint->body_j : joint->body_i;
    jd_text_print(out, "'%s' %s '%s'", jd_body_name(s, first), verbs[kind], joint->name);
    if (i && j) jd_text_print(out, " against '%s'", jd_body_name(s, joint->body_i));
    print_followers(s, told, first, i && j ? joint->body_i : -1, out);
}

static void print_body_motion(const JdSystem *s, const Handle *h, const Told *told, Text *out) {
    static const char *const parts[2][6] = {{"moves along x", "moves along y", "turns"},
                                            {"moves along x", "moves along y", "moves along z",
                                             "turns about x", "turns about y", "turns about z"}};
    jd_text_print(out, "'%s' %s", s->body[h->body].name, parts[s->space == JD_SPATIAL][h->part]);
    print_followers(s, told, h->body, -1, out);
}

/* "rod.x" */
static const char *name_of(Patient *p, const Handle *h) {
    static const char *const parts[2][6] = {{"x", "y", "angle"}, {"x", "y", "z", "wx", "wy", "wz"}};
    const JdSystem *s = p->system;
    if (h->joint < 0)
        return jd_arena_format(&p->arena, "%s.%s", s->body[h->body].name,
                               parts[s->space == JD_SPATIAL][h->part]);
    const SystemJoint *joint = &s->joint[h->joint];
    return jd_arena_format(&p->arena, "%s.%s", joint->name, joint->free[h->free]->position);
}

static bool is_said(const Patient *p, const char *channel) {
    for (int n = 0; n < p->model->starts.count; n++)
        if (channel && !strcmp(p->model->starts.at[n].channel, channel)) return true;
    return false;
}

static const double at_rest =
    1e-12; /* m/s or rad/s: rounding of an assembly that asked for no rate */

/* What it starts with, and who says so. */
static const char *start_of(Patient *p, const Handle *h, const char *name) {
    const JdSystem *s = p->system;
    const FreeDef *def = h->joint >= 0 ? s->joint[h->joint].free[h->free] : NULL;
    static const char *const rates[2][6] = {{"vx", "vy", "rate"},
                                            {"vx", "vy", "vz", "wx", "wy", "wz"}};
    const char *subject = h->joint >= 0 ? s->joint[h->joint].name : s->body[h->body].name;
    const char *rate_name = jd_arena_format(
        &p->arena, "%s.%s", subject, def ? def->rate : rates[s->space == JD_SPATIAL][h->part]);
    /* A turn of a body in space has a rate, and no position of its own. */
    const bool placed = name && rate_name && strcmp(name, rate_name);
    const int position = placed ? jd_channel_find(s, name) : -1,
              rate = rate_name ? jd_channel_find(s, rate_name) : -1;
    const bool said = is_said(p, name), rate_said = is_said(p, rate_name);
    Text out = {0};
    if (position >= 0)
        jd_text_print(&out, "starts at %.4g %s, %s", jd_channel_eval(s, &p->run->motion, position),
                      s->channel[position].unit, said ? "as said" : "as drawn");
    if (rate >= 0) {
        const double v = jd_channel_eval(s, &p->run->motion, rate);
        jd_text_print(&out, "%s", out.count ? "; " : "starts ");
        const bool rests = fabs(v) < at_rest;
        if (rests && !rate_said)
            jd_text_print(&out, "at rest, since no start value gives a rate");
        else
            jd_text_print(&out, "with %.4g %s, %s", rests ? 0 : v, s->channel[rate].unit,
                          rate_said ? "as said"
                                    : "which nobody said: other start values and drives ask for "
                                      "it, and bodies move as little as can be");
    }
    return jd_words_keep(p, &out);
}

static int drive_of(const JdSystem *s, const Handle *h) {
    for (int d = 0; d < s->drives && h->joint >= 0; d++)
        if (s->drive[d].joint == h->joint && s->drive[d].free == h->free) return d;
    return -1;
}

static void tell(Patient *p, const Walk *w, const Handle *h, const Told *told) {
    const JdSystem *s = p->system;
    const int drive = drive_of(s, h);
    const int body = h->joint < 0                             ? h->body
                     : told->moves[s->joint[h->joint].body_j] ? s->joint[h->joint].body_j
                                                              : s->joint[h->joint].body_i;
    if (h->joint < 0 && p->model->bodies.at[h->body].point && h->part >= s->kernel->linear) return;
    FreeMotion *motion = PUSH(&p->arena, p->motions);
    Text words = {0};
    if (!motion) return;
    motion->idle = body && is_idle(p, w, told, body);
    motion->finite = told->finite;
    motion->spins = body && is_spin(p, w, told, h->joint, body);
    if (motion->idle)
        jd_text_print(
            &words,
            "idle: nothing holds the turn of '%s' about its own line, and nothing depends on it",
            s->body[body].name);
    else if (h->joint >= 0)
        print_joint_motion(s, h, told, &words);
    else
        print_body_motion(s, h, told, &words);
    motion->words = jd_words_keep(p, &words);
    motion->name = name_of(p, h);
    motion->joint = h->joint, motion->body = body;
    motion->start = drive < 0 ? start_of(p, h, motion->name)
                              : jd_arena_format(&p->arena, "driven by '%s'", s->drive[drive].name);
}

/* All motions by what each is told by; handles[c] is that of motion c. How many. */
static int reduce_all(Patient *p, double **v, int count, Handles *handles, const Handle **told) {
    int done = 0;
    for (; done < count; done++) {
        const int chosen = choose(handles, done, count);
        if (chosen < 0) break;
        reduce(p->system, handles, v, done, count, chosen);
        handles->at[chosen].rank = CHOSEN; /* not again */
        told[done] = &handles->at[chosen];
    }
    return done;
}

void jd_motions_find(Patient *p) {
    double *v[MOTIONS];
    const Handle *told[MOTIONS];
    Handles handles = {0};
    Walk walk;
    if (!p->run || p->stripped || p->system->bodies < 2 ||
        p->check->freedoms + p->check->drives >= MOTIONS)
        return;
    bool *moved = ARENA_NEW(&p->arena, bool, p->system->bodies),
         *turned = ARENA_NEW(&p->arena, bool, p->system->joints + 1);
    int count = jd_free_velocities(p, NULL, MOTIONS, v);
    if (count <= 0 || count == MOTIONS || !list_handles(p, v, count, &handles)) return;
    count = reduce_all(p, v, count, &handles, told);
    for (int n = 0; n < count; n++) {
        Told motion;
        if (open_walk(&walk, p, told, count, n) && follow(p, &walk, v[n], &motion)) {
            tell(p, &walk, told[n], &motion);
            for (int b = 1; b < p->system->bodies && moved; b++)
                moved[b] = moved[b] || motion.moves[b];
            if (turned) note_turns(p, &walk, &motion, turned);
        }
        free(walk.memory);
    }
    p->moved = moved, p->turned = turned;
}
