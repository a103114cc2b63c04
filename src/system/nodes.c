/* SPDX-License-Identifier: MIT
 *
 * Nodes: points without mass, at which the sum F(p, v) of all forces is zero. Where dampers hold a
 * node its place p is a state, and F = 0 says how fast it moves; where they do not, F = 0 says
 * where it is, looked for from the state, which so knows which of several equilibria is meant. Both
 * are one set of equations: of the directions of a block of nodes those that dampers leave alone
 * are unknowns of places, the others of velocities. Nothing is kept from one evaluation to the
 * next. theory 4.9 */
#include "math/dense.h"
#include "system/system.h"
#include <float.h>
#include <string.h>

enum { ROUNDS = 40, HALVINGS = 10, RELAX_ROUNDS = 4000, NUDGES = 3, BISECTIONS = 60 };

static const double place_step = 1e-6;   /* of differences, in lengths of the forces there */
static const double undamped = 1e-7;     /* of the strongest damping: none */
static const double enough = 1e-13;      /* of the forces: their sum is zero; */
static const double good_enough = 1e-10; /* likewise, where rounding ends it before */
static const double roundings = 8;       /* of places, that are within it */
static const double stiff_share =
    1e-2; /* lengths of stiffness that count as force: of springs at rest */
static const double loose = 1e-10; /* of the largest stiffness: none */
static const double stride = 0.05; /* lengths that a relaxing node goes at once */
static const double nudge = 1e-3;  /* off an equilibrium that is none to rest in */
static const double ridge =
    1e-3; /* of the largest stiffness: what it may lack where nothing pushes it aside */
static const double aside = 1e-8;                   /* of the forces: none */
static const double tiny = 1e-15, small_way = 1e-9; /* lengths */
static const double astray = 1e3;                   /* lengths: there is no equilibrium */

/* Matrices and lists of one block at work. */
typedef struct {
    const JdSystem *s;
    Motion *m;
    const SystemNodes *at;
    int n, follows;     /* numbers; those of them that are places */
    double speed;       /* that dampers are tried with */
    double size, reach; /* of the forces at the last evaluation: their sum, their longest line */
    double *E;          /* directions, row by row: of places first */
    double *J, *A, *B;  /* forces by unknowns, column by column; others */
    double *F, *low, *high, *step, *from, *way, *was;
} Work;

static size_t room_of(int n) {
    return (size_t)(4 * n * n + 7 * (n + 1));
}

void jd_nodes_layout(const JdSystem *s, Motion *m, Layout *layout) {
    const int count = s->nodes * s->node_width;
    if (!s->nodes) return;
    m->node_from = PLACE(layout, double, count);
    m->node_at = PLACE(layout, double, count);
    m->node_moves = PLACE(layout, double, count);
    m->node_drift = PLACE(layout, double, count);
    m->node_extra = PLACE(layout, double, s->extras + 1);
    m->nodes = PLACE(layout, struct NodesNow, s->node_blocks + 1);
    m->node_room = PLACE(layout, double, room_of(s->node_most));
    m->node_states = PLACE(layout, double, 3 * s->states + 5 * count + 1);
    m->node_order = PLACE(layout, int, s->node_most + 1);
}

static Work start(const JdSystem *s, Motion *m, int block) {
    const SystemNodes *at = &s->node_block[block];
    const int n = at->n;
    double *room = m->node_room;
    Work w = {.s = s, .m = m, .at = at, .n = n, .speed = s->length};
    double **const matrices[] = {&w.E, &w.J, &w.A, &w.B};
    double **const lists[] = {&w.F, &w.low, &w.high, &w.step, &w.from, &w.way, &w.was};
    for (int k = 0; k < 4; k++, room += n * n) *matrices[k] = room;
    for (int k = 0; k < 7; k++, room += n + 1) *lists[k] = room;
    return w;
}

/* ---- Places -----------------------------------------------------------------------------------
 */

static int number_of(const Work *w, int k) {
    const int width = w->s->node_width;
    return w->at->node[k / width] * width + k % width;
}

static Vec3 vector(const double *from, int width) {
    return vec3(from[0], from[1], width > 2 ? from[2] : 0);
}

static void seat(const JdSystem *s, Motion *m, int node) {
    const int width = s->node_width, k = node * width;
    const Vec3 moves = vector(m->node_moves + k, width), drift = vector(m->node_drift + k, width);
    for (int c = 0; c < width; c++) m->node_extra[s->node[node].extra + c] = m->node_at[k + c];
    s->kernel->seat(m, s->bodies + node, vector(m->node_at + k, width), vec3_add(moves, drift));
}

void jd_nodes_tell(const JdSystem *s, Motion *m, const double *extra) {
    memcpy(m->node_extra, extra, (size_t)s->extras * sizeof *extra);
    for (int k = 0; k < s->nodes; k++) {
        for (int c = 0; c < s->node_width; c++) {
            const int number = k * s->node_width + c;
            m->node_from[number] = m->node_at[number] = extra[s->node[k].extra + c];
            m->node_moves[number] = 0;
        }
        seat(s, m, k);
    }
    m->extra = m->node_extra;
}

/* ---- Forces -----------------------------------------------------------------------------------
 */

static void add(const Work *w, double *F, int node, double sign, Vec3 force) {
    const double parts[] = {force.x, force.y, force.z};
    if (node < 0) return;
    for (int c = 0; c < w->s->node_width; c++) F[w->s->node[node].number + c] += sign * parts[c];
}

/* The sum of all forces on each node, where they are and as they move. */
static void forces(Work *w, double *F) {
    const JdSystem *s = w->s;
    Motion *m = w->m;
    for (int k = 0; k < w->at->nodes; k++) seat(s, m, w->at->node[k]);
    for (int k = 0; k < w->at->slots; k++) jd_input_eval(s, m, w->at->slot[k]);
    memset(F, 0, (size_t)w->n * sizeof *F);
    w->size = w->reach = 0;
    for (int k = 0; k < w->at->forces; k++) {
        const SystemForce *force = &s->force[w->at->force[k]];
        const bool between = force->type->target == FORCE_BETWEEN;
        ForceInput in;
        ForceOutput out;
        jd_force_now(s, m, w->at->force[k], &in, &out);
        add(w, F, force->node_j, 1, out.force);
        if (between) add(w, F, force->node_i, -1, out.force);
        w->size += vec3_norm(out.force);
        if (force->type->spans) /* others have no length of their own */
            w->reach = fmax(w->reach, vec3_norm(vec3_sub(in.j.p, in.i.p)));
    }
    if (!(w->reach > 0)) w->reach = s->length;
}

static double norm(const double *x, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/* Goes along direction k of places or velocities. */
static void go(Work *w, int k, double way) {
    double *at = k < w->follows ? w->m->node_at : w->m->node_moves;
    for (int c = 0; c < w->n; c++) at[number_of(w, c)] += way * w->E[k * w->n + c];
}

/* ---- Directions -------------------------------------------------------------------------------
 */

/* Which directions dampers leave alone: those in which velocities make no force. They come first.
 */
static void find_directions(Work *w) {
    const int n = w->n;
    double *D = w->A, *DD = w->B, most = 0;
    double *moves = w->m->node_moves;
    for (int c = 0; c < n; c++) {
        const double before = moves[number_of(w, c)];
        moves[number_of(w, c)] = before + w->speed;
        forces(w, w->high);
        moves[number_of(w, c)] = before - w->speed;
        forces(w, w->low);
        moves[number_of(w, c)] = before;
        for (int r = 0; r < n; r++) D[r * n + c] = (w->high[r] - w->low[r]) / (2 * w->speed);
    }
    for (int r = 0; r < n; r++)
        for (int c = 0; c < n; c++) {
            DD[r * n + c] = 0;
            for (int k = 0; k < n; k++) DD[r * n + c] += D[k * n + r] * D[k * n + c];
            if (r == c) most = fmax(most, DD[r * n + c]);
        }
    jd_dense_directions(n, DD, w->A); /* D is no longer needed */
    w->follows = 0;
    for (int pass = 0, to = 0; pass < 2; pass++)
        for (int k = 0; k < n; k++) {
            const bool damped = DD[k * n + k] > undamped * undamped * most;
            if (damped != (pass == 1)) continue;
            memcpy(w->E + (size_t)(to++ * n), w->A + (size_t)(k * n), (size_t)n * sizeof *w->E);
            w->follows += !damped;
        }
}

/* Forces by unknowns: J[r * n + k]. */
static void differentiate(Work *w) {
    const double reach = w->reach;
    for (int k = 0; k < w->n; k++) {
        const double h = k < w->follows ? place_step * reach : w->speed;
        go(w, k, h);
        forces(w, w->high);
        go(w, k, -2 * h);
        forces(w, w->low);
        go(w, k, h);
        for (int r = 0; r < w->n; r++) w->J[r * w->n + k] = (w->high[r] - w->low[r]) / (2 * h);
    }
    w->reach = reach;
}

static double stiffest(const Work *w) {
    double most = 0;
    for (int r = 0; r < w->n; r++)
        for (int k = 0; k < w->follows; k++) most = fmax(most, fabs(w->J[r * w->n + k]));
    return most;
}

/* What the sum of forces is measured by. */
static double size_of(const Work *w) {
    return w->size + stiff_share * stiffest(w) * w->reach;
}

/* A sum of forces that is zero: a share of them, and behind a step what rounding of places makes,
 * which is larger far from the origin. Before it that would leave the place where it was looked for
 * from, and make steps of how a node moves. */
static double zero_of(const Work *w, double share, bool stepped) {
    double far = 0;
    if (!stepped) return share * size_of(w);
    for (int c = 0; c < w->n; c++) far = fmax(far, fabs(w->m->node_at[number_of(w, c)]));
    return share * size_of(w) + roundings * DBL_EPSILON * far * stiffest(w);
}

/* ---- Newton's method --------------------------------------------------------------------------
 */

static void keep(const Work *w, double *to) {
    for (int c = 0; c < w->n; c++) to[c] = w->m->node_at[number_of(w, c)];
}

static void put_back(const Work *w, const double *from) {
    for (int c = 0; c < w->n; c++) {
        w->m->node_at[number_of(w, c)] = from[c];
        w->m->node_moves[number_of(w, c)] = 0;
    }
}

static double distance(const Work *w, const double *from) {
    double sum = 0;
    for (int c = 0; c < w->n; c++) {
        const double off = w->m->node_at[number_of(w, c)] - from[c];
        sum += off * off;
    }
    return sqrt(sum);
}

static bool find_step(Work *w) {
    const int n = w->n;
    int *order = w->m->node_order;
    memcpy(w->A, w->J, (size_t)(n * n) * sizeof *w->A);
    for (int r = 0; r < n; r++) order[r] = r;
    const DensePivot lowest = jd_dense_lu(n, n, w->A, order);
    if (!(lowest.size > 0)) return false;
    for (int r = 0; r < n; r++) w->step[r] = -w->F[order[r]];
    jd_dense_lu_solve(n, w->A, w->step);
    for (int k = 0; k < n; k++)
        if (!isfinite(w->step[k])) return false;
    return true;
}

static void take_step(Work *w, double share) {
    for (int k = 0; k < w->n; k++) go(w, k, share * w->step[k]);
}

/* From where it stands; w->F and w->J are those of where it ends. */
static bool find_equilibrium(Work *w) {
    forces(w, w->F);
    differentiate(w);
    forces(w, w->F);
    double off = norm(w->F, w->n);
    for (int round = 0; round < ROUNDS && !(off <= zero_of(w, enough, round > 0)); round++) {
        double before = off, share = 1;
        if (!find_step(w)) break;
        const double way = norm(w->step, w->follows);
        if (way > 0.5 * w->reach) share = 0.5 * w->reach / way;
        for (int half = 0; half < HALVINGS; half++) {
            take_step(w, share);
            forces(w, w->F);
            off = norm(w->F, w->n);
            if (off < before) break;
            take_step(w, -share);
            share /= 2;
        }
        if (!(off < before)) {
            forces(w, w->F);
            off = norm(w->F, w->n);
            break;
        }
        if (off > 0.01 * before) {
            differentiate(w);
            forces(w, w->F);
        }
    }
    const bool good = off <= zero_of(w, good_enough, true);
    if (good) differentiate(w), forces(w, w->F);
    return good;
}

/* ---- Stability --------------------------------------------------------------------------------
 */

typedef struct {
    double least, most; /* stiffness in the softest direction, and the largest */
    int soft;           /* the node that moves most there */
} Stiffness;

/* Of the directions that follow: values on the diagonal of w->A, directions among them in w->B. */
static Stiffness find_stiffness(Work *w) {
    const int n = w->n, f = w->follows, width = w->s->node_width;
    Stiffness found = {INFINITY, 0, w->at->node[0]};
    int softest = 0;
    for (int a = 0; a < f; a++)
        for (int b = 0; b < f; b++) {
            double sum = 0;
            for (int r = 0; r < n; r++)
                sum -=
                    0.5 * (w->E[a * n + r] * w->J[r * n + b] + w->E[b * n + r] * w->J[r * n + a]);
            w->A[a * f + b] = sum;
        }
    jd_dense_directions(f, w->A, w->B);
    for (int a = 0; a < f; a++) {
        found.most = fmax(found.most, fabs(w->A[a * f + a]));
        if (w->A[a * f + a] < found.least) found.least = w->A[a * f + a], softest = a;
    }
    double most = -1;
    for (int k = 0; k < w->at->nodes && f; k++) {
        double size = 0;
        for (int c = k * width; c < (k + 1) * width; c++) {
            double part = 0;
            for (int a = 0; a < f; a++) part += w->B[softest * f + a] * w->E[a * n + c];
            size += part * part;
        }
        if (size > most) most = size, found.soft = w->at->node[k];
    }
    return found;
}

/* Positive with an equilibrium to rest in; and on a ridge, as long as it is a low one: perfectly
 * upright a strut stands a little beyond its load, and where it begins to give way needs no event.
 */
static struct NodesNow judge(Work *w, bool found) {
    const Stiffness stiff = find_stiffness(w);
    const double share = stiff.least / stiff.most;
    struct NodesNow now = {1, stiff.soft, w->follows, found};
    if (!w->follows) return now;
    now.stability = share * fabs(share) + ridge * ridge;
    if (fabs(share) <= loose) now.stability = -loose; /* nothing holds it */
    if (!(stiff.most > 0)) now.stability = -1;
    if (!found) now.stability = -norm(w->F, w->n) / size_of(w) - loose * loose;
    return now;
}

/* ---- To the next equilibrium ------------------------------------------------------------------
 */

/* (1 - exp(-z)) / z, which is 1 - z / 2 and so 1 to the last digit but one below the limit. */
static const double by_limit = 1e-8;

static double fading(double z) {
    return fabs(z) < by_limit ? 1 : -expm1(-z) / z;
}

/* Along the forces, as if all were damped alike, for the time `delta`: dp/dt = F, exact where F is
 * straight. Returns the way; where it is too long nothing is done. */
static double flow(Work *w, double delta) {
    const int n = w->n, f = w->follows;
    double *force = w->step + 0, sum = 0;
    for (int a = 0; a < f; a++) {
        double part = 0;
        for (int b = 0; b < f; b++)
            for (int r = 0; r < n; r++) part += w->B[a * f + b] * w->E[b * n + r] * w->F[r];
        force[a] = part * delta * fading(w->A[a * f + a] * delta);
        sum += force[a] * force[a];
    }
    return sqrt(sum);
}

static void follow(Work *w) {
    const int f = w->follows;
    for (int a = 0; a < f; a++)
        for (int b = 0; b < f; b++) go(w, b, w->step[a] * w->B[a * f + b]);
}

/* The sum of forces in the directions that follow. */
static double unrest(const Work *w) {
    double sum = 0;
    for (int a = 0; a < w->follows; a++) {
        double part = 0;
        for (int r = 0; r < w->n; r++) part += w->E[a * w->n + r] * w->F[r];
        sum += part * part;
    }
    return sqrt(sum);
}

/* Off an equilibrium that is none to rest in, in its softest direction: the step to the side where
 * forces push back least. */
static void find_side(Work *w) {
    const double way = nudge * w->reach;
    const int f = w->follows;
    int soft = 0;
    for (int a = 1; a < f; a++)
        if (w->A[a * f + a] < w->A[soft * f + soft]) soft = a;
    double back[2];
    for (int side = 0; side < 2; side++) {
        const double there = side ? -way : way;
        for (int a = 0; a < f; a++) w->step[a] = a == soft ? there : 0;
        follow(w);
        forces(w, w->high);
        back[side] = 0;
        for (int b = 0; b < f; b++)
            for (int r = 0; r < w->n; r++)
                back[side] -= w->B[soft * f + b] * w->E[b * w->n + r] * w->high[r] / there;
        w->step[soft] = -there;
        follow(w);
    }
    forces(w, w->F);
    w->step[soft] = back[1] < back[0] ? -way : way;
}

/* Not further than `far` from where it began. */
static NodesEnd relax(Work *w, double far, int rounds, int *which) {
    double delta = 0;
    int nudges = 0;
    keep(w, w->from);
    for (int round = 0; round < rounds; round++) {
        forces(w, w->F);
        find_directions(w);
        if (!w->follows) return NODES_REST;
        forces(w, w->F);
        differentiate(w);
        forces(w, w->F);
        const Stiffness stiff = find_stiffness(w);
        *which = stiff.soft;
        if (!(stiff.most > 0) && !(w->size > 0)) return NODES_LOOSE;
        const bool still = unrest(w) <= zero_of(w, enough, true);
        if (still && stiff.least > loose * stiff.most) return NODES_REST;
        if (still && stiff.least >= -loose * stiff.most) return NODES_LOOSE;
        if (still) { /* balanced on a top: off it */
            if (nudges++ == NUDGES) return NODES_LOST;
            find_side(w);
        } else {
            if (delta == 0) delta = 1 / fmax(stiff.most, w->size / w->reach);
            for (delta *= 4; flow(w, delta) > stride * w->reach; delta /= 2) {
            }
            if (!isfinite(delta)) delta = DBL_MAX / 8;
        }
        follow(w);
        if (!(distance(w, w->from) <= far)) return NODES_LOST;
    }
    return NODES_LOST;
}

/* ---- The equilibrium that is meant ------------------------------------------------------------
 */

/* Forces, stiffness and directions where it stands. */
static Stiffness look(Work *w) {
    forces(w, w->F);
    differentiate(w);
    forces(w, w->F);
    return find_stiffness(w);
}

/* The force along direction a of stiffness. */
static double force_along(const Work *w, int a) {
    const int n = w->n, f = w->follows;
    double sum = 0;
    for (int b = 0; b < f; b++)
        for (int r = 0; r < n; r++) sum += w->B[a * f + b] * w->E[b * n + r] * w->F[r];
    return sum;
}

/* No force drives it on where it has no stiffness: on a ridge it is held as long as nothing moves
 * it aside. */
static bool is_held(const Work *w, Stiffness stiff) {
    const double size = size_of(w);
    for (int a = 0; a < w->follows && stiff.least <= loose * stiff.most; a++)
        if (w->A[a * w->follows + a] <= loose * stiff.most &&
            fabs(force_along(w, a)) > aside * size)
            return false;
    return stiff.most > 0;
}

/* Of a place that is held: to where a straight line through its forces is zero, as a way of places.
 */
static double find_way(Work *w, Stiffness stiff) {
    const int n = w->n, f = w->follows;
    double sum = 0;
    for (int a = 0; a < f; a++) {
        const double stiffness = w->A[a * f + a];
        w->step[a] = stiffness > loose * stiff.most ? force_along(w, a) / stiffness : 0;
        sum += w->step[a] * w->step[a];
    }
    const double share = fmin(1, stride * w->reach / sqrt(sum));
    for (int c = 0; c < n; c++) {
        w->way[c] = 0;
        for (int a = 0; a < f; a++)
            for (int b = 0; b < f; b++)
                w->way[c] += share * w->step[a] * w->B[a * f + b] * w->E[b * n + c];
    }
    return share * sqrt(sum);
}

static Stiffness stand(Work *w, double share) {
    for (int c = 0; c < w->n; c++) w->m->node_at[number_of(w, c)] = w->from[c] + share * w->way[c];
    return look(w);
}

/* The force along the way. */
static double push(const Work *w) {
    double sum = 0;
    for (int c = 0; c < w->n; c++) sum += w->way[c] * w->F[c];
    return sum;
}

/* The last place of the way at which it is held; false: forces drive it on there. */
static bool stays(Work *w, double way) {
    double from = 0, to = 1;
    for (int half = 0; half < BISECTIONS && (to - from) * way > tiny * w->reach; half++) {
        const double middle = 0.5 * (from + to);
        if (is_held(w, stand(w, middle)))
            from = middle;
        else
            to = middle;
    }
    stand(w, from);
    if (push(w) > 0) return false;
    stand(w, 0.5 * from);
    return true;
}

/* From the state's place downhill, as long as it is held there: a node without mass goes to the
 * equilibrium that it can reach without falling. Where its stiffness ends before its forces do, it
 * has none; it is evaluated at that place, so that what follows goes on smoothly until the event is
 * found. */
static bool descend(Work *w) {
    Stiffness here = look(w);
    bool held = is_held(w, here);
    double off = unrest(w);
    for (int round = 0; held && round < ROUNDS && !(off <= zero_of(w, enough, round > 0));
         round++) {
        const double way = find_way(w, here);
        double share = 1, now;
        keep(w, w->from);
        here = stand(w, 1);
        if (!is_held(w, here)) {
            if (!stays(w, way)) return false;
            here = look(w);
            off = unrest(w);
            continue;
        }
        now = unrest(w);
        for (int half = 0; half < HALVINGS && now >= off && push(w) < 0; half++) {
            share /= 2;
            here = stand(w, share);
            held = is_held(w, here);
            now = unrest(w);
        }
        if (!(now < off) && way < small_way * w->reach) { /* rounding */
            stand(w, 0);
            break;
        }
        off = now;
    }
    return held && off <= zero_of(w, good_enough, true);
}

/* ---- A block ----------------------------------------------------------------------------------
 */

static void solve_block(const JdSystem *s, Motion *m, int block) {
    Work w = start(s, m, block);
    keep(&w, w.was);
    put_back(&w, w.was);
    forces(&w, w.F);
    find_directions(&w);
    bool found = !w.follows || descend(&w);
    if (found && w.follows < w.n) found = find_equilibrium(&w);
    m->nodes[block] = judge(&w, found);
}

void jd_nodes_solve(const JdSystem *s, Motion *m) {
    const int width = s->node_width;
    for (int k = 0; k < s->nodes * width; k++) m->node_at[k] = m->node_from[k];
    for (int b = 0; b < s->node_blocks; b++) solve_block(s, m, b);
}

/* ---- For others -------------------------------------------------------------------------------
 */

bool jd_nodes_follow(const Motion *m, const JdSystem *s) {
    for (int b = 0; b < s->node_blocks; b++)
        if (m->nodes[b].follows) return true;
    return false;
}

double jd_nodes_stability(const Motion *m, const JdSystem *s, int node) {
    const struct NodesNow *now = &m->nodes[s->node[node].block];
    return now->soft == node ? now->stability : 1;
}

NodesEnd jd_nodes_relax(const JdSystem *s, Motion *m, int block, int *which) {
    Work w = start(s, m, block);
    forces(&w, w.F);
    const NodesEnd end = relax(&w, astray * w.reach, RELAX_ROUNDS, which);
    for (int k = 0; k < w.n; k++) m->node_from[number_of(&w, k)] = m->node_at[number_of(&w, k)];
    return end;
}

double jd_nodes_stored(const JdSystem *s, const Motion *m, int block) {
    const SystemNodes *at = &s->node_block[block];
    double sum = 0;
    for (int k = 0; k < at->forces; k++) sum += m->forces[at->force[k]].energy;
    return sum;
}
