/* SPDX-License-Identifier: MIT
 *
 * Joints: what a lock holds is a sum of scalar products, found by trying. Locks between the same
 * two bodies about the same point are one joint, as long as each says something new. */
#include "back/inside.h"
#include <string.h>

enum { ROWS = SAMPLES * PAIR_ROWS };
/* Of numbers of size one: samples are integrated. Coefficients that are none beside the largest;
 * what is left of a row, squared, that says something new. */
static const double fits = 1e-7, same = 1e-7, no_part = 1e-8, says_more = 1e-10;

/* ---- Products -----------------------------------------------------------------------------------
 */

typedef struct {
    Lock at[ROW_TERMS];
    int count;
} Products;

static void add(Products *p, VectorKind a, VectorKind c) {
    if (p->count == ROW_TERMS) return;
    Lock *lock = &p->at[p->count++];
    *lock = (Lock){.terms = {{1, a, c}}, .count = 1};
    lock->velocity = a >= VEC_VD && a <= VEC_W;
}

static void add_axes(Products *p, bool planar, VectorKind a, VectorKind first) {
    for (int k = 0; k < (planar ? 2 : 3); k++) add(p, a, (VectorKind)((int)first + k));
}

static void add_both(Products *p, bool planar, VectorKind a, VectorKind first) {
    for (int k = 0; k < (planar ? 2 : 3); k++) add_axes(p, planar, (VectorKind)((int)a + k), first);
}

static void add_turns(Products *p, bool planar, VectorKind first) {
    if (planar)
        add(p, VEC_W, (VectorKind)((int)first + 2));
    else
        add_axes(p, false, VEC_W, first);
}

/* What a row may be made of, one try after the other. */
typedef enum {
    TRY_TURN,
    TRY_ANGLES,
    TRY_SLIDE,
    TRY_LENGTH,
    TRY_PLACES,
    TRY_SCREW,
    TRY_VELOCITY,
    TRY_DISC,
    TRY_DISC_VELOCITY,
    TRIES
} Try;

static Products products_of(Try what, bool planar) {
    Products p = {.count = 0};
    const bool length = what == TRY_LENGTH || what == TRY_PLACES;
    if (what == TRY_TURN) add_turns(&p, planar, VEC_XI);
    if (what == TRY_SLIDE || what == TRY_SCREW || length) add_axes(&p, planar, VEC_D, VEC_XI);
    if (length) add_axes(&p, planar, VEC_D, VEC_XJ);
    if (what == TRY_ANGLES || what == TRY_SLIDE || what == TRY_SCREW || length)
        add_both(&p, planar, VEC_XI, VEC_XJ);
    if (length) add(&p, VEC_D, VEC_D);
    if (what == TRY_PLACES) {
        add_axes(&p, planar, VEC_OM, VEC_X0), add_axes(&p, planar, VEC_ON, VEC_X0);
        add_both(&p, planar, VEC_XI, VEC_X0), add_both(&p, planar, VEC_XJ, VEC_X0);
    }
    if (what == TRY_SCREW) add_turns(&p, planar, VEC_XI);
    if (what == TRY_VELOCITY || what == TRY_DISC_VELOCITY) {
        add_axes(&p, planar, VEC_VD, VEC_XI), add_axes(&p, planar, VEC_VD, VEC_XJ);
        add_axes(&p, planar, VEC_VD, VEC_X0);
        add_turns(&p, planar, VEC_XI);
        if (!planar) add_turns(&p, false, VEC_XJ);
        add_axes(&p, planar, VEC_VN, VEC_X0);
    }
    if (what == TRY_DISC) {
        add_axes(&p, false, VEC_D, VEC_XI), add(&p, VEC_UP, VEC_ZI);
        add_both(&p, false, VEC_XI, VEC_XJ);
    }
    if (what == TRY_DISC_VELOCITY) {
        static const VectorKind of[] = {VEC_VD, VEC_W};
        for (int k = 0; k < 2; k++) add(&p, of[k], VEC_UP), add(&p, of[k], VEC_AHEAD);
    }
    return p;
}

/* ---- One row ------------------------------------------------------------------------------------
 */

/* The point of body j that a slide d.u is about: C = u n', C the numbers of xi.xj and so on. */
static bool find_point(const Back *b, BackRow *row, const double *c) {
    const double size = vec3_dot(row->u, row->u);
    if (b->planar) { /* xi.xj and xi.yj alone are left of them */
        row->n = vec3((row->u.x * c[2] - row->u.y * c[3]) / size,
                      (row->u.y * c[2] + row->u.x * c[3]) / size, 0);
        return true;
    }
    const double u[3] = {row->u.x, row->u.y, row->u.z};
    double n[3] = {0}, off = 0;
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 3; r++) n[k] += u[r] * c[3 + 3 * r + k] / size;
    for (int k = 0; k < 3; k++)
        for (int r = 0; r < 3; r++) off = fmax(off, fabs(c[3 + 3 * r + k] - u[r] * n[k]));
    row->n = vec3(n[0], n[1], n[2]);
    return off < same * fmax(1, vec3_norm(row->n)) * sqrt(size);
}

/* Planes and discs by the axes of the bodies. */
static Axes axis_first(int axis) {
    return axis == 2   ? axes_none
           : axis == 0 ? (Axes){axes_none.y, axes_none.z, axes_none.x}
                       : (Axes){axes_none.z, axes_none.x, axes_none.y};
}

static bool take(BackRow *row, const Products *p, const double *c, Try what) {
    double size = 0;
    row->count = 0;
    for (int k = 0; k < p->count; k++) size = fmax(size, fabs(c[k]));
    for (int k = 0; k < p->count; k++) {
        if (fabs(c[k]) < no_part * size) continue;
        row->terms[row->count] = p->at[k];
        row->c[row->count++] = jd_back_tidy(c[k], size);
    }
    row->velocity = what == TRY_VELOCITY || what == TRY_DISC_VELOCITY;
    row->disc = what >= TRY_DISC;
    return row->count > 0;
}

static bool try_row(const BackPair *pair, const double *at, Try what, BackRow *row) {
    const Back *b = pair->back;
    double c[ROW_TERMS];
    const Products p = products_of(what, b->planar);
    if (!(jd_back_fit(pair, p.at, p.count, at, c) < fits)) return false;
    row->kind = ROW_OTHER;
    take(row, &p, c, what);
    if (what == TRY_TURN) {
        row->kind = ROW_TURN;
        row->u = b->planar ? vec3(0, 0, c[0]) : vec3(c[0], c[1], c[2]);
    } else if (what == TRY_SLIDE) {
        row->u = vec3(c[0], c[1], b->planar ? 0 : c[2]);
        if (vec3_norm(row->u) > same && find_point(b, row, c)) row->kind = ROW_SLIDE;
    }
    return true;
}

/* The twist about a direction of body i, seen from where it is none: at the start. */
static bool try_twist(const BackPair *fixed, const double *at, BackRow *row) {
    BackPair pair = *fixed;
    const BackBody *i = &pair.back->bodies.at[pair.i], *j = &pair.back->bodies.at[pair.j];
    Lock locks[3];
    double c[3];
    if (pair.back->planar) return false;
    pair.frame_j.axes = jd_axes_relative(&j->at[0].axes, &i->at[0].axes);
    for (int k = 0; k < 3; k++)
        locks[k] = (Lock){.turn = 1, .about = {{(AxisName)k}, .count = 1, .twist = true}};
    if (!(jd_back_fit(&pair, locks, 3, at, c) < fits)) return false;
    row->kind = ROW_TWIST;
    row->u = vec3(c[0], c[1], c[2]);
    return vec3_norm(row->u) > same;
}

/* Directions that are fixed on body i come first: then it is known which body is i. */
typedef enum { PASS_FIXED, PASS_OTHERS, PASSES } Pass;

static bool is_fixed(const BackRow *row) {
    return row->kind != ROW_OTHER;
}

static bool fit_row(const BackPair *fixed, const double *at, Pass pass, BackRow *row) {
    static const Try fixed_tries[] = {TRY_TURN, TRY_SLIDE};
    BackPair pair = *fixed;
    for (int n = 0; n < 2 && pass == PASS_FIXED; n++)
        if (try_row(&pair, at, fixed_tries[n], row) && is_fixed(row)) return true;
    if (pass == PASS_FIXED) return false;
    for (int what = 0; what < TRY_DISC; what++)
        if (try_row(&pair, at, (Try)what, row)) return true;
    if (try_twist(&pair, at, row)) return true;
    for (int n = 0; n < 9 && !pair.back->planar; n++) {
        row->disc_i = n / 3, row->disc_j = n % 3;
        pair.frame_i.axes = axis_first(row->disc_i), pair.frame_j.axes = axis_first(row->disc_j);
        for (int what = TRY_DISC; what < TRIES; what++)
            if (try_row(&pair, at, (Try)what, row)) return true;
    }
    return false;
}

/* ---- Beside other locks -------------------------------------------------------------------------
 * A graph leaves out of a row of velocities what other locks hold at zero. */

/* Rows of what is locked between the two bodies, but for one element. */
static bool find_held(const Back *b, int but, BackPair *pair) {
    int most = 0;
    for (int k = 0; k < b->joints.count; k++) most += b->joints.at[k].rows.count;
    double *rows = ARENA_NEW(b->arena, double, (most + 1) * ROWS);
    pair->held = rows, pair->held_count = 0;
    for (int k = 0; k < b->joints.count && rows; k++) {
        const BackJoint *joint = &b->joints.at[k];
        for (int n = 0; n < joint->rows.count && joint->i == pair->i && joint->j == pair->j; n++) {
            const int element = joint->rows.at[n].element;
            double *at = rows + pair->held_count * ROWS;
            if (element == but) continue;
            jd_back_row_of(b, &b->elements.at[element], pair->i, pair->j, at);
            jd_back_beside(pair, at);
            for (int s = 0; s < SAMPLES; s++) {
                double *to = at + s * PAIR_ROWS, size = 0;
                for (int r = 0; r < PAIR_ROWS; r++) size += to[r] * to[r];
                for (int r = 0; r < PAIR_ROWS; r++)
                    to[r] = size > says_more ? to[r] / sqrt(size) : 0;
            }
            pair->held_count++;
        }
    }
    return pair->held_count > 0;
}

static bool fit_beside(const BackPair *fixed, const double *at, BackRow *row) {
    BackPair pair = *fixed;
    row->beside =
        find_held(pair.back, row->element, &pair) && try_row(&pair, at, TRY_VELOCITY, row);
    return row->beside;
}

/* ---- Joints -------------------------------------------------------------------------------------
 */

/* What a row does to body j at the start. */
static void row_at_start(const Back *b, const BackElement *element, int i, int j, double *to) {
    double at[ROWS];
    jd_back_row_of(b, element, i, j, at);
    memcpy(to, at + BODY_ROWS, sizeof(double) * BODY_ROWS);
}

/* Whether it says something new beside the rows of a joint. */
static bool is_new(const Back *b, const BackJoint *joint, const BackElement *element) {
    double base[JOINT_LOCKS][BODY_ROWS], v[BODY_ROWS];
    int count = 0;
    for (int k = 0; k <= joint->rows.count; k++) {
        const BackElement *at =
            k < joint->rows.count ? &b->elements.at[joint->rows.at[k].element] : element;
        row_at_start(b, at, joint->i, joint->j, v);
        double size = 0, left = 0;
        for (int r = 0; r < BODY_ROWS; r++) size += v[r] * v[r];
        for (int n = 0; n < count; n++) {
            double by = 0;
            for (int r = 0; r < BODY_ROWS; r++) by += base[n][r] * v[r];
            for (int r = 0; r < BODY_ROWS; r++) v[r] -= by * base[n][r];
        }
        for (int r = 0; r < BODY_ROWS; r++) left += v[r] * v[r];
        const bool new = left > says_more *size;
        if (k == joint->rows.count) return new;
        for (int r = 0; r < BODY_ROWS && new; r++) base[count][r] = v[r] / sqrt(left);
        count += new;
    }
    return true;
}

/* It has d.d: a rod, whose ends are found from its own row. */
static bool is_rod(const BackRow *row) {
    for (int k = 0; k < row->count && row->kind == ROW_OTHER; k++)
        if (row->terms[k].terms[0].a == VEC_D && row->terms[k].terms[0].b == VEC_D) return true;
    return false;
}

/* A row of velocities in the plane has a point of its own: locks that name z do not count there. */
static bool is_blade(const Back *b, const BackRow *row) {
    return b->planar && row->velocity;
}

static bool same_point(const Back *b, const BackJoint *joint, const BackRow *row) {
    if (joint->rows.count > 0 && (is_rod(row) || is_blade(b, row))) return false;
    for (int k = 0; k < joint->rows.count; k++) {
        const BackRow *at = &joint->rows.at[k];
        if (is_rod(at) || is_blade(b, at)) return false;
        if (at->disc != row->disc && (at->disc || row->disc) && at->kind == ROW_OTHER) continue;
        if (at->disc && row->disc && (at->disc_i != row->disc_i || at->disc_j != row->disc_j))
            return false;
        if (at->kind == ROW_SLIDE && row->kind == ROW_SLIDE &&
            vec3_norm(vec3_sub(at->n, row->n)) > same * fmax(1, vec3_norm(at->n)))
            return false;
    }
    return true;
}

static BackJoint *joint_for(Back *b, int i, int j, const BackRow *row, const BackElement *element) {
    for (int k = 0; k < b->joints.count; k++) {
        BackJoint *at = &b->joints.at[k];
        const int most = b->planar ? 3 : JOINT_LOCKS;
        if (at->i == i && at->j == j && at->rows.count < most && same_point(b, at, row) &&
            is_new(b, at, element))
            return at;
    }
    BackJoint *joint = PUSH(b->arena, b->joints);
    if (!joint) {
        b->failed = true;
        return NULL;
    }
    *joint = (BackJoint){.i = i, .j = j};
    joint->name = jd_arena_format(b->arena, "joint%d", b->joints.count);
    if (!joint->name) b->failed = true;
    return joint;
}

/* The bodies of a row: how many, the first two. */
static int bodies_of(const Back *b, const BackElement *element, int *two) {
    int count = 0;
    for (int v = 0; v < b->velocities; v++) {
        bool any = false;
        for (int s = 0; s < SAMPLES; s++)
            any = any || fabs(element->row[s * b->velocities + v]) > same;
        const int body = any ? jd_back_body_of(b, v) : 0;
        bool known = !body;
        for (int k = 0; k < count && k < 2; k++) known = known || two[k] == body;
        if (known) continue;
        if (count < 2) two[count] = body;
        count++;
    }
    return count;
}

/* Whether a joint stands between them in this order. */
static bool has_joint(const Back *b, int i, int j) {
    for (int k = 0; k < b->joints.count; k++)
        if (b->joints.at[k].i == i && b->joints.at[k].j == j) return true;
    return false;
}

static void keep_row(Back *b, int i, int j, const BackRow *row) {
    BackElement *at = &b->elements.at[row->element];
    BackJoint *joint = joint_for(b, i, j, row, at);
    BackRow *kept = joint ? PUSH(b->arena, joint->rows) : NULL;
    if (!kept) {
        b->failed = true;
        return;
    }
    *kept = *row;
    at->done = true;
}

static void add_row(Back *b, int element, Pass pass) {
    BackElement *at = &b->elements.at[element];
    int two[2] = {0, 0};
    double numbers[ROWS];
    const int count = bodies_of(b, at, two);
    BackRow *row = ARENA_NEW(b->arena, BackRow, 1);
    if (!row) b->failed = true;
    if (b->failed || at->done || count > 2 || count == 0) return;
    if (count == 1) two[1] = two[0], two[0] = 0;
    if (has_joint(b, two[1], two[0]) && !has_joint(b, two[0], two[1])) {
        const int swap = two[0];
        two[0] = two[1], two[1] = swap;
    }
    jd_back_order(b, at, two);
    for (int order = 0; order < 2; order++) {
        const int i = two[order], j = two[1 - order];
        const BackPair pair = {.back = b,
                               .i = i,
                               .j = j,
                               .frame_i = {.axes = axes_none},
                               .frame_j = {.axes = axes_none}};
        *row = (BackRow){.element = element};
        if (jd_back_row_of(b, at, i, j, numbers) &&
            (fit_row(&pair, numbers, pass, row) ||
             (pass == PASS_OTHERS && fit_beside(&pair, numbers, row)))) {
            keep_row(b, i, j, row);
            return;
        }
    }
}

/* ---- Frames
 * --------------------------------------------------------------------------------------- */

static Vec3 unit(Vec3 v) {
    return vec3_scale(1 / vec3_norm(v), v);
}

static Vec3 tidy(Vec3 v, double length) {
    const double size = fmax(vec3_norm(v), length);
    return vec3(jd_back_tidy(v.x, size), jd_back_tidy(v.y, size), jd_back_tidy(v.z, size));
}

/* Directions of a kind of row: all of them, or the one that they leave. */
static Vec3 direction(const BackJoint *joint, RowKind kind, int count) {
    Vec3 u[2] = {{0}}, out;
    int n = 0;
    for (int k = 0; k < joint->rows.count && n < 2; k++)
        if (joint->rows.at[k].kind == kind) u[n++] = joint->rows.at[k].u;
    out = count == 1 ? u[0] : count == 2 ? vec3_cross(u[0], u[1]) : vec3(0, 0, 0);
    return vec3_norm(out) > 0 ? tidy(unit(out), 1) : out;
}

static Axes with_z(Vec3 z, Vec3 x) {
    Axes out;
    const Vec3 across = vec3_sub(x, vec3_scale(vec3_dot(x, z), z));
    if (vec3_norm(x) > 0 && vec3_norm(across) > same && jd_axes_from_xz(across, z, &out))
        return out;
    return jd_pose_axes(AXIS_Z, z);
}

/* Two directions across each other that must stay so, one on each body: xi.yj. */
static bool find_cross(const BackRow *row, const Axes *seen, Axes *out) {
    double c[3][3] = {{0}};
    Vec3 a = {0}, n = {0};
    for (int k = 0; k < row->count; k++) {
        const LockTerm *term = &row->terms[k].terms[0];
        if (term->a < VEC_XI || term->a > VEC_ZI || term->b < VEC_XJ || term->b > VEC_ZJ)
            return false;
        c[term->a - VEC_XI][term->b - VEC_XJ] = row->c[k];
    }
    int best = 0;
    for (int k = 1; k < 3; k++)
        if (fabs(c[0][k]) + fabs(c[1][k]) + fabs(c[2][k]) >
            fabs(c[0][best]) + fabs(c[1][best]) + fabs(c[2][best]))
            best = k;
    a = unit(vec3(c[0][best], c[1][best], c[2][best]));
    n = vec3(a.x * c[0][0] + a.y * c[1][0] + a.z * c[2][0],
             a.x * c[0][1] + a.y * c[1][1] + a.z * c[2][1],
             a.x * c[0][2] + a.y * c[1][2] + a.z * c[2][2]);
    const double u[3] = {a.x, a.y, a.z}, w[3] = {n.x, n.y, n.z};
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            if (fabs(c[r][k] - u[r] * w[k]) > same) return false;
    return jd_axes_from_xy(tidy(a, 1), axes_out(seen, tidy(unit(n), 1)), out);
}

/* A rod: d.d less the points of its ends. */
static bool find_rod(const Back *b, const BackRow *row, Vec3 *m, Vec3 *n) {
    double of_i[3] = {0}, of_j[3] = {0}, square = 0;
    for (int k = 0; k < row->count; k++) {
        const LockTerm *term = &row->terms[k].terms[0];
        if (term->a == VEC_D && term->b == VEC_D) square = row->c[k];
        if (term->a == VEC_D && term->b >= VEC_XI && term->b <= VEC_ZI)
            of_i[term->b - VEC_XI] = row->c[k];
        if (term->a == VEC_D && term->b >= VEC_XJ && term->b <= VEC_ZJ)
            of_j[term->b - VEC_XJ] = row->c[k];
    }
    if (square == 0) return false;
    *m = tidy(vec3_scale(-0.5 / square, vec3(of_i[0], of_i[1], of_i[2])), b->length);
    *n = tidy(vec3_scale(0.5 / square, vec3(of_j[0], of_j[1], of_j[2])), b->length);
    return true;
}

/* The point of body j whose velocity a row is along axes of j: vd.u + w.c, with n x u = c. */
static bool find_blade(const Back *b, const BackRow *row, Vec3 *n) {
    double u[3] = {0}, c[3] = {0};
    for (int k = 0; k < row->count && row->velocity; k++) {
        const LockTerm *term = &row->terms[k].terms[0];
        const bool along_j = term->b >= VEC_XJ && term->b <= VEC_ZJ;
        if (term->a == VEC_W && (along_j || b->planar))
            c[along_j ? term->b - VEC_XJ : 2] = row->c[k];
        else if (term->a == VEC_VD && along_j)
            u[term->b - VEC_XJ] = row->c[k];
        else
            return false;
    }
    const Vec3 along = vec3(u[0], u[1], u[2]);
    const double square = vec3_dot(along, along);
    if (!(square > 0)) return false;
    *n = tidy(vec3_scale(1 / square, vec3_cross(along, vec3(c[0], c[1], c[2]))), b->length);
    return true;
}

static Axes frame_axes(const Back *b, BackJoint *joint, const Axes *seen) {
    const Vec3 slide = direction(joint, ROW_SLIDE, joint->slides),
               turn = direction(joint, ROW_TURN, joint->turns);
    Axes out;
    for (int k = 0; k < joint->rows.count; k++)
        if (joint->rows.at[k].disc) return axis_first(joint->rows.at[k].disc_i);
    if (b->planar) {
        const double angle = joint->slides == 1 ? atan2(-slide.x, slide.y) : 0; /* y along it */
        return jd_axes_about(AXIS_Z, angle);
    }
    for (int k = 0; k < joint->rows.count; k++)
        if (joint->rows.at[k].kind == ROW_TWIST)
            return with_z(tidy(unit(joint->rows.at[k].u), 1), slide);
    if (joint->turns == 2) return with_z(turn, joint->slides == 2 ? slide : vec3(0, 0, 0));
    if (joint->turns == 1) return jd_pose_axes(AXIS_X, turn);
    for (int k = 0; k < joint->rows.count && joint->turns == 0; k++)
        if (joint->rows.at[k].kind == ROW_OTHER && find_cross(&joint->rows.at[k], seen, &out))
            return out;
    if (joint->slides == 2) return jd_pose_axes(AXIS_X, slide);
    if (joint->slides == 1) return jd_pose_axes(AXIS_Z, slide);
    return axes_none;
}

static void place_frames(const Back *b, BackJoint *joint) {
    const BackBody *i = &b->bodies.at[joint->i], *j = &b->bodies.at[joint->j];
    const Axes seen = jd_axes_relative(&i->at[0].axes, &j->at[0].axes); /* of j along those of i */
    Vec3 m = {0}, n = {0};
    bool rod = false, slides = false; /* slides: n is known, and m is where it is at the start */
    joint->slides = joint->turns = 0;
    for (int k = 0; k < joint->rows.count; k++) {
        const BackRow *row = &joint->rows.at[k];
        joint->slides += row->kind == ROW_SLIDE, joint->turns += row->kind == ROW_TURN;
        if (row->kind == ROW_SLIDE) n = tidy(row->n, b->length), slides = true;
        if (row->kind == ROW_OTHER && joint->rows.count == 1) rod = find_rod(b, row, &m, &n);
    }
    for (int k = 0; k < joint->rows.count && !slides && !rod; k++)
        slides = joint->rows.at[k].kind == ROW_OTHER && find_blade(b, &joint->rows.at[k], &n);
    const Axes axes = frame_axes(b, joint, &seen), own = jd_axes_inverse(&seen);
    if (slides && !rod) {
        const Vec3 d = vec3_sub(j->at[0].p, i->at[0].p);
        m = tidy(vec3_add(axes_in(&i->at[0].axes, d), axes_out(&seen, n)), b->length);
    }
    joint->frame_i = (Pose){.p = m, .axes = axes};
    joint->frame_j = (Pose){.p = n, .axes = jd_axes_absolute(&own, &axes)};
    for (int k = 0; k < joint->rows.count; k++)
        if (joint->rows.at[k].disc) joint->frame_j.axes = axis_first(joint->rows.at[k].disc_j);
}

/* An angle is counted about an axis that both bodies have. */
static bool turns_about_z(const BackJoint *joint, const BackRow *row) {
    for (int k = 0; k < row->count; k++) {
        const LockTerm *term = &row->terms[k].terms[0];
        if (term->a == VEC_W && (term->b != VEC_ZI || joint->turns != 2)) return false;
    }
    return true;
}

/* Rows once more, along the axes that the joint has now. */
static void fit_again(Back *b, BackJoint *joint) {
    BackPair pair = {.back = b,
                     .i = joint->i,
                     .j = joint->j,
                     .frame_i = joint->frame_i,
                     .frame_j = joint->frame_j};
    for (int k = 0; k < joint->rows.count; k++) {
        BackRow *row = &joint->rows.at[k];
        double at[ROWS];
        BackRow again = *row;
        if (row->kind != ROW_OTHER) continue;
        jd_back_row_of(b, &b->elements.at[row->element], joint->i, joint->j, at);
        pair.held_count = 0;
        if (row->beside) {
            if (fit_beside(&pair, at, &again)) *row = again, row->kind = ROW_OTHER;
            continue;
        }
        for (int what = row->disc ? TRY_DISC : 0; what < TRIES; what++) {
            if (!try_row(&pair, at, (Try)what, &again)) continue;
            if (what == TRY_SCREW && !b->planar && !turns_about_z(joint, &again)) continue;
            again.kind = ROW_OTHER;
            *row = again;
            break;
        }
    }
}

/* What is held moves by itself: a drive. */
static bool is_driven(Back *b, const BackElement *at) {
    const int var = b->equations->flow[b->released->bonds.at[at->bond].first + at->component];
    const Sym none = jd_sym_whole(b->pool, 0);
    Sym rest = jd_back_resolve(b, b->equations->vars.at[var].name);
    for (int v = 0; v < b->velocities && rest; v++) {
        const Sym name = jd_back_velocity(b, v);
        if (jd_sym_has(b->pool, rest, name)) rest = jd_sym_put(b->pool, rest, &name, &none, 1);
    }
    return rest && !jd_sym_is(b->pool, rest, 0) && jd_sym_test_zero(b->pool, rest) != SYM_ZERO;
}

void jd_back_joints(Back *b) {
    for (int pass = 0; pass < PASSES; pass++)
        for (int k = 0; k < b->elements.count && !b->failed; k++)
            if (b->elements.at[k].kind == BACK_LOCK && !is_driven(b, &b->elements.at[k]))
                add_row(b, k, (Pass)pass);
    for (int k = 0; k < b->joints.count && !b->failed; k++) {
        place_frames(b, &b->joints.at[k]);
        fit_again(b, &b->joints.at[k]);
    }
}
