/* SPDX-License-Identifier: MIT
 *
 * Balls that follow from other coordinates, with recorded numbers. Their quaternions are unknowns
 * of the loops, or corrected by them if some of their rates are independent. A rod between two
 * balls turns about its line, whatever the rest does: no rate of a ball along an axis of its frame
 * does for that everywhere, the one along the line does. theory 9.9 */
#include "record/tree.h"
#include <string.h>

static bool has_dependent(const TapeTree *w, int u) {
    for (int k = 0; k < w->rank; k++)
        if (w->dependent[k] == u) return true;
    return false;
}

/* Where the quaternion of a node begins among its coordinates; -1: it has none. */
static int first_of_ball(const TapeTree *w, const Node *node) {
    for (int f = 0; f < node->is.nu; f++)
        if (jd_tape_tree_coordinate(w, node->is.u + f) < 0) return f;
    return -1;
}

/* ---- Lines that rods turn about ---------------------------------------------------------------
 */

/* Rows do not see a turn about a line: rounding, as a part of what they see of others. And a
 * direction on the body at two places, which is known less well. */
static const double same_line = 1e-9, same_direction = 1e-6;
static const double least_angle = 1e-3; /* between two rows that give a line */

static Vec3 row_of(const double *G, int nu, int r, int u) {
    return vec3(G[r * nu + u], G[r * nu + u + 1], G[r * nu + u + 2]);
}

/* The one direction of three rates that no row sees; false: there is none, or more than one. */
static bool find_line(const TapeTree *w, const double *G, int u, Vec3 *line) {
    const int rows = w->tree->cut.rows, nu = w->tree->nu;
    Vec3 best = vec3(0, 0, 0);
    double size = 0;
    for (int r = 0; r < rows; r++) {
        const Vec3 a = row_of(G, nu, r, u);
        size = fmax(size, vec3_norm(a));
        for (int s = 0; s < r; s++) {
            const Vec3 across = vec3_cross(a, row_of(G, nu, s, u));
            if (vec3_norm(across) > vec3_norm(best)) best = across;
        }
    }
    if (!(vec3_norm(best) > least_angle * size * size) || size == 0) return false;
    *line = vec3_scale(1 / vec3_norm(best), best);
    for (int r = 0; r < rows; r++)
        if (fabs(vec3_dot(row_of(G, nu, r, u), *line)) > same_line * size) return false;
    return true;
}

static Quat quaternion_at(const double *q) {
    return jd_quat_unit((Quat){q[0], q[1], q[2], q[3]});
}

/* It must be the same line of the body elsewhere, too. */
static bool find_spin(const TapeTree *w, const Node *node, const BallPlaces *at, TapeBall *ball) {
    const bool reversed = node->is.sign < 0;
    Vec3 line, other;
    if (!find_line(w, at->G, ball->u, &line) || !find_line(w, at->other_G, ball->u, &other))
        return false;
    const Quat here = jd_quat_inverse(quaternion_at(at->q + ball->q)),
               there = jd_quat_inverse(quaternion_at(at->other_q + ball->q));
    const Vec3 x = reversed ? line : jd_quat_rotate(here, line),
               again = reversed ? other : jd_quat_rotate(there, other),
               aside = fabs(x.x) < 0.6 ? vec3(1, 0, 0) : vec3(0, 1, 0),
               across = vec3_cross(x, aside);
    const Vec3 y = vec3_scale(1 / vec3_norm(across), across);
    ball->on = (Axes){x, y, vec3_cross(x, y)};
    return vec3_norm(vec3_cross(x, again)) < same_direction;
}

/* Rows that hold a point of the rod along the three axes of the ground. */
static void find_point(const TapeTree *w, const double *G, TapeBall *ball) {
    const RowSet *cut = &w->tree->cut;
    for (int g = 0; g < cut->groups; g++) {
        int at[3] = {-1, -1, -1};
        for (int r = cut->group[g].first; r < cut->group[g].first + cut->group[g].count; r++) {
            const Lock *lock = &cut->row[r].lock;
            const LockTerm *term = lock->terms;
            const bool holds = lock->count == 1 && term->a == VEC_D && term->b >= VEC_X0 &&
                               term->b <= VEC_Z0 && term->c == 1 && lock->turn == 0;
            if (holds && vec3_norm(row_of(G, w->tree->nu, r, ball->u)) > 0)
                at[term->b - VEC_X0] = r;
        }
        if (at[0] < 0 || at[1] < 0 || at[2] < 0) continue;
        bool taken = false;
        for (int b = 0; b < w->spins; b++) taken = taken || w->ball[b].point[0] == at[0];
        if (!taken) memcpy(ball->point, at, sizeof at);
        return;
    }
}

void jd_tape_balls_spin(TapeTree *w, const BallPlaces *at) {
    w->balls = w->spins = 0;
    for (int n = 0; n < w->tree->nodes; n++) {
        const Node *node = &w->node[n];
        const int f = first_of_ball(w, node);
        TapeBall ball = {.node = n, .q = node->is.q + f, .u = node->is.u + f};
        if (f < 0 || node->is.joint < 0 || w->plain_ball[n] || !find_spin(w, node, at, &ball))
            continue;
        ball.spins = true;
        memset(ball.point, -1, sizeof ball.point);
        find_point(w, at->G, &ball);
        w->ball[w->spins++] = ball;
        w->balls = w->spins;
    }
}

/* ---- Which of them follow ---------------------------------------------------------------------
 */

int jd_tape_balls_find(TapeTree *w) {
    for (int n = 0; n < w->tree->nodes; n++) {
        const Node *node = &w->node[n];
        const int f = first_of_ball(w, node);
        int depend = 0;
        bool spins = false;
        if (f < 0) continue;
        for (int k = 0; k < w->spins; k++) spins = spins || w->ball[k].node == n;
        for (int k = 0; k < 3; k++) depend += has_dependent(w, node->is.u + f + k);
        if (spins && depend < 3) return n;
        if (spins || !depend) continue;
        w->ball[w->balls++] = (TapeBall){.node = n,
                                         .q = node->is.q + f,
                                         .u = node->is.u + f,
                                         .floats = node->is.joint < 0,
                                         .follows = depend == 3};
    }
    return -1;
}

/* ---- As the state has them --------------------------------------------------------------------
 */

void jd_tape_balls_take(TapeTree *w, int *states) {
    Recorder *rec = w->rec;
    const int first = jd_record_first_rate(rec);
    for (int b = 0; b < w->balls; b++) {
        TapeBall *ball = &w->ball[b];
        for (int k = 0; k < 4 && !ball->follows; k++) ball->quaternion[k] = rec->q[ball->q + k];
        for (int k = 0; k < 3 && ball->spins; k++) {
            const double u = rec->s->start[first + ball->u + k];
            rec->state_of_u[ball->u + k] = *states;
            rec->start[*states] = u;
            ball->rate[k] = jd_tape_leaf(rec->t, TAPE_STATE, (*states)++, u);
        }
    }
}

/* ---- Along axes of rods -----------------------------------------------------------------------
 */

static Num3 three(const Num *a) {
    return n3(a[0], a[1], a[2]);
}

static void put(Num3 a, Num *to) {
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

static void turn_axes(TapeTree *w, TapeBall *ball) {
    Tape *t = w->rec->t;
    const Node *node = &w->node[ball->node];
    const NumAxes turn = jd_record_quaternion(t, w->rec->q + ball->q), on = n_axes(t, &ball->on);
    ball->along = node->is.sign < 0 ? on : n_axes_absolute(t, &turn, &on);
    ball->ground = n_axes_absolute(t, &node->i, &ball->along);
}

void jd_tape_balls_turn(TapeTree *w) {
    Tape *t = w->rec->t;
    const int nu = w->tree->nu, cuts = w->tree->cut.rows, rows = cuts + w->spins;
    for (int b = 0; b < w->spins; b++) {
        turn_axes(w, &w->ball[b]);
        for (int u = 0; u < nu; u++) w->G[(cuts + b) * nu + u] = 0;
        put(w->ball[b].along.x, &w->G[(cuts + b) * nu + w->ball[b].u]);
    }
    memcpy(w->T, w->G, (size_t)(rows * nu) * sizeof *w->T);
    for (int b = 0; b < w->spins; b++) {
        const TapeBall *ball = &w->ball[b];
        for (int r = 0; r < rows; r++) {
            Num *at = &w->T[r * nu + ball->u];
            if (r == cuts + b)
                put(n3(n_num(t, 1), 0, 0), at);
            else
                put(n_axes_in(t, &ball->along, three(at)), at);
        }
        for (int u = 0; u < nu && ball->point[0] >= 0; u++) {
            const Num3 at = n3(w->T[ball->point[0] * nu + u], w->T[ball->point[1] * nu + u],
                               w->T[ball->point[2] * nu + u]);
            Num along[3];
            put(n_axes_in(t, &ball->ground, at), along);
            for (int k = 0; k < 3; k++) w->T[ball->point[k] * nu + u] = along[k];
        }
    }
}

void jd_tape_balls_rows(const TapeTree *w, Num *b) {
    for (int n = 0; n < w->spins; n++) {
        const TapeBall *ball = &w->ball[n];
        const int *r = ball->point;
        if (r[0] < 0) continue;
        const Num3 at = n_axes_in(w->rec->t, &ball->ground, n3(b[r[0]], b[r[1]], b[r[2]]));
        b[r[0]] = at.x, b[r[1]] = at.y, b[r[2]] = at.z;
    }
}

void jd_tape_balls_rates(const TapeTree *w, Num *x) {
    for (int n = 0; n < w->spins; n++) {
        const TapeBall *ball = &w->ball[n];
        Num *at[3] = {NULL}, turned[3];
        for (int k = 0; k < w->rank; k++)
            if (w->dependent[k] >= ball->u && w->dependent[k] < ball->u + 3)
                at[w->dependent[k] - ball->u] = &x[k];
        if (!at[0] || !at[1] || !at[2]) continue;
        put(n_axes_out(w->rec->t, &ball->along, n3(*at[0], *at[1], *at[2])), turned);
        for (int k = 0; k < 3; k++) *at[k] = turned[k];
    }
}

/* ---- As unknowns ------------------------------------------------------------------------------
 */

int jd_tape_balls_unknowns(const TapeTree *w) {
    return 4 * w->balls;
}

void jd_tape_balls_start(const TapeTree *w, double *start) {
    for (int b = 0; b < w->balls; b++)
        for (int k = 0; k < 4; k++)
            *start++ = w->ball[b].follows ? w->rec->s->start[w->ball[b].q + k] : 0;
}

/* The quaternion itself, which stays as long as it was; or what corrects it, from zero on. */
void jd_tape_balls_place(TapeTree *w, const Num *unknown) {
    Recorder *rec = w->rec;
    Tape *t = rec->t;
    for (int b = 0; b < w->balls; b++, unknown += 4) {
        const TapeBall *ball = &w->ball[b];
        Num square = 0;
        for (int k = 0; k < 4; k++) {
            rec->q[ball->q + k] =
                ball->follows ? unknown[k] : n_add(t, ball->quaternion[k], unknown[k]);
            square = n_add(t, square, n_square(t, unknown[k]));
        }
        for (int k = 0; k < 4; k++) {
            const int hint = jd_tape_hint_of(t, unknown[k]);
            jd_tape_hint_near(t, hint, ball->follows ? ball->q + k : HINT_ZERO);
            jd_tape_follow(t, hint, ball->follows ? n_div(t, unknown[k], n_sqrt(t, square)) : 0);
        }
    }
}

void jd_tape_balls_step(TapeTree *w, const Num *x, Num *step) {
    Recorder *rec = w->rec;
    for (int b = 0; b < w->balls; b++, step += 4) {
        const TapeBall *ball = &w->ball[b];
        Num turn[3] = {0};
        for (int k = 0; k < w->rank; k++)
            if (w->dependent[k] >= ball->u && w->dependent[k] < ball->u + 3)
                turn[w->dependent[k] - ball->u] = x[k];
        jd_record_quaternion_rate(rec->t, rec->q + ball->q, turn, ball->floats, step);
    }
}
