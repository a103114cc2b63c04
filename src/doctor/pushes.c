/* SPDX-License-Identifier: MIT
 *
 * Laws of forces that push the way it goes, however they are written. The part of a force that is
 * odd in the velocities does the work P(v) + P(-v), whatever else acts: where that is above zero
 * for all velocities that are tried, here and farther away, the force drives the motion without
 * end. The same is asked of the part that grows with the way, of a force that is a damper besides:
 * it pushes apart what it was to hold together. */
#include "doctor/inside.h"
#include <float.h>
#include <string.h>

enum { MOTIONS = 12, TRIES = 6 };
/* rad/s, or mechanism's lengths by second. From the first size to the second the power of a damper
 * grows a hundredfold; that of a push which changes its side with the velocity, as gas in an engine
 * does, tenfold, and that of a motor of a given power not at all. */
static const double sizes[3] = {1e-3, 1e-2, 3};
static const double grows = 30;
static const double beside = 1e-3, away = 2; /* radians, or parts of the mechanism's length */

/* Of a force, how often it does which. */
typedef struct {
    int drives, brakes, on, back;
} Signs;

/* All forces are looked at in the same evaluations, so that time grows with their number. */
typedef struct {
    Patient *p;
    JdRun *run;
    double *Q, *v[TRIES];
    double *there[3],
        *other[3];             /* powers of all forces, with velocities of three sizes, and back */
    double *pull[2], *span[2]; /* of forces along a line: beside the start, and beyond it */
    Signs *signs;
    int tries;
} Push;

static bool is_along_line(const ModelForce *force) {
    return force->type->has_length && force->type->spans && force->type->target == FORCE_BETWEEN;
}

/* Combinations of all free motions. */
static int find_velocities(Push *push) {
    Patient *p = push->p;
    const JdSystem *s = p->system;
    const int primal = s->kernel->nv * (s->bodies - 1);
    double *motion[MOTIONS];
    unsigned long long seed = 88172645463325252ull;
    const int count = jd_free_velocities(p, NULL, MOTIONS, motion);
    for (int t = 0; t < TRIES && count > 0; t++) {
        push->v[t] = ARENA_NEW(&p->arena, double, primal + 1);
        if (!push->v[t]) return 0;
        double most = 0;
        for (int c = 0; c < count; c++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            const double share = (double)(seed >> 11) / 4503599627370496.0 - 1;
            for (int k = 0; k < primal; k++) push->v[t][k] += share * motion[c][k];
        }
        for (int k = 0; k < primal; k++)
            most = fmax(most, fabs(push->v[t][k]) /
                                  (k % s->kernel->nv < s->kernel->linear ? s->length : 1));
        for (int k = 0; k < primal && most > 0; k++) push->v[t][k] /= most;
    }
    return count > 0 ? TRIES : 0;
}

/* Powers of all forces at q + step*v with the velocity speed*v. */
static void eval(Push *push, const double *v, double step, double speed, double *power) {
    const JdSystem *s = push->p->system;
    Motion *m = &push->run->motion;
    const int primal = s->kernel->nv * (s->bodies - 1);
    double *way = push->Q + primal; /* scratch behind the forces */
    memcpy(m->own_q, push->p->run->motion.q, (size_t)jd_positions(s) * sizeof(double));
    m->q = m->own_q, m->v = m->own_v;
    for (int k = 0; k < primal; k++) way[k] = step * v[k], m->own_v[k] = speed * v[k];
    s->kernel->increment(s, way, m->own_q);
    s->kernel->move(s, m);
    *m->known = 0;
    memset(push->Q, 0, (size_t)primal * sizeof(double));
    jd_forces_eval(s, m, push->Q);
    memcpy(power, m->power, (size_t)s->forces * sizeof *power);
}

static const double even = 1e-9; /* of its powers: a sum below is rounding, no sign */

/* The odd part at a place: 1: it drives, -1: it brakes, 0: neither, or it is not clear. */
static int sign_of(const Push *push, int force) {
    double sum[3];
    for (int n = 0; n < 3; n++) {
        const double there = push->there[n][force];
        sum[n] = there + push->other[n][force];
        if (!isfinite(sum[n]) || fabs(sum[n]) <= even * (fabs(there) + DBL_MIN)) return 0;
    }
    if (sum[0] * sum[1] <= 0 || sum[1] * sum[2] <= 0 || fabs(sum[1]) < grows * fabs(sum[0]))
        return 0;
    return sum[0] > 0 ? 1 : -1;
}

static void look_at_place(Push *push, const double *v, double step) {
    for (int n = 0; n < 3; n++) {
        eval(push, v, step, sizes[n], push->there[n]);
        eval(push, v, step, -sizes[n], push->other[n]);
    }
    for (int k = 0; k < push->p->system->forces; k++) {
        const int sign = sign_of(push, k);
        push->signs[k].drives += sign > 0, push->signs[k].brakes += sign < 0;
    }
}

/* What each force along a line pulls with, and over which length; of others both are zero. */
static void look_along(const Push *push, double *pull, double *length) {
    const JdSystem *s = push->p->system;
    for (int k = 0; k < s->forces; k++) {
        ForceInput in;
        ForceOutput out;
        pull[k] = length[k] = 0;
        if (!is_along_line(&push->p->model->forces.at[k])) continue;
        jd_force_now(s, &push->run->motion, k, &in, &out);
        const Vec3 d = vec3_sub(in.j.p, in.i.p);
        length[k] = vec3_norm(d);
        if (length[k] > 0) pull[k] = -vec3_dot(out.force, d) / length[k];
    }
}

/* The part that grows with the way: it pushes on, or back. A force along a line is asked how its
 * pull grows with its length, since a strut that is pushed by the same force everywhere falls over,
 * too. */
static void look_at_way(Push *push, const double *v) {
    for (int side = 0; side < 2; side++) {
        eval(push, v, side ? -beside : beside, 0, push->there[0]);
        look_along(push, push->pull[side], push->span[side]);
    }
    eval(push, v, beside, sizes[1], push->there[0]);
    eval(push, v, -beside, sizes[1], push->other[0]);
    for (int k = 0; k < push->p->system->forces; k++) {
        double there = push->there[0][k], other = push->other[0][k];
        if (is_along_line(&push->p->model->forces.at[k])) {
            const double longer = push->span[0][k] - push->span[1][k];
            there = -push->pull[0][k] * longer, other = -push->pull[1][k] * longer;
        }
        const double sum = there - other;
        if (!isfinite(sum) || fabs(sum) <= even * (fabs(there) + fabs(other))) continue;
        push->signs[k].on += sum > 0, push->signs[k].back += sum < 0;
    }
}

/* ---- Remedies
 * ------------------------------------------------------------------------------------ */

/* Of a sum one term has the wrong sign, rather than all of them. */
static const double whole_sum = 0.7;

static bool is_sum(const Expr *expr) {
    return expr->kind == EXPR_BINARY && (*expr->text == '+' || *expr->text == '-');
}

static const char *const rates = "rate rate1 rate2 speed vx vy vz wx wy wz";

/* It reads where something is, and not only time and how fast it goes. */
static bool reads_place(const Expr *expr) {
    if (expr->kind == EXPR_NAME) {
        const char *dot = strrchr(expr->text, '.');
        return dot ? !jd_word_in_list(dot + 1, rates) : strcmp(expr->text, "time") != 0;
    }
    for (int n = 0; n < expr->count; n++)
        if (reads_place(expr->args[n])) return true;
    return false;
}

/* A push that is the same everywhere, such as that of gas, is no spring with the wrong sign. */
static bool law_reads_place(const ModelForce *force) {
    for (int n = 0; n < TYPE_FIELDS; n++)
        for (int k = 0; k < 3; k++)
            if (force->fields[n].expr[k] && reads_place(force->fields[n].expr[k])) return true;
    return false;
}

static bool reads_rate(const Expr *expr) {
    if (expr->kind == EXPR_FIELD && jd_word_in_list(expr->text, rates)) return true;
    for (int n = 0; n < expr->count; n++)
        if (reads_rate(expr->args[n])) return true;
    return false;
}

/* c*(wanted + rate): a sum within a product, of a rate and what it is to be. With the other sign of
 * the whole it would be kept at the opposite. */
static bool holds_rate(const Expr *expr) {
    if (expr->kind != EXPR_BINARY || *expr->text != '*') return false;
    for (int n = 0; n < 2; n++) {
        const Expr *part = expr->args[n];
        if (is_sum(part) && reads_rate(part->args[0]) != reads_rate(part->args[1])) return true;
        if (holds_rate(part)) return true;
    }
    return false;
}

static void list_signs(Patient *p, Changes *to, const Node *statement) {
    for (int c = 0; statement && c < statement->clauses.count; c++) {
        const Node *clause = statement->clauses.at[c];
        if (jd_word_in_list(clause->word, "at axis resolve")) continue;
        for (int n = 0; n < clause->slots.count; n++) {
            const Expr *expr = clause->slots.at[n].expr;
            if (!expr) continue;
            jd_change_sign(p, to, expr, is_sum(expr) || holds_rate(expr) ? whole_sum : 0.9);
            jd_changes_of_signs(p, to, expr);
        }
    }
}

static const double inmost = 0.05; /* more: for each bracket that a sign stands in */

static int depth_of(const Patient *p, size_t start, const Change *change) {
    int depth = 0;
    for (size_t n = start; n < change->from; n++)
        depth += p->def.text[n] == '(' ? 1 : p->def.text[n] == ')' ? -1 : 0;
    return depth > 0 ? depth : 0;
}

static void tell(Patient *p, const ModelForce *force, bool way) {
    if (!jd_find(p, JD_WARNING, "damping-negative", force->where,
                 way ? "'%s' brakes the motion, but pushes on the way it went: a spring with the "
                       "wrong sign beside a damper"
                     : "'%s' pushes the way it goes, the more the faster: it drives the motion "
                       "without end",
                 force->name))
        return;
    Changes changes = {0};
    list_signs(p, &changes, jd_statement_of(p, force->where));
    /* What is held to a place is so by a difference: k*(wanted - place). */
    for (int n = 0; n < changes.count && way; n++)
        if (changes.at[n].length == 1 && !strcmp(changes.at[n].with, "-"))
            changes.at[n].likely +=
                inmost * depth_of(p, jd_offset_of(p, force->where), &changes.at[n]);
    if (!jd_try_remedy(p, &changes, "damping-negative"))
        jd_hint(p->log, way ? "a spring is -k times the way" : "a damper is -c times the rate");
}

/* ---- Looking
 * --------------------------------------------------------------------------------------- */

static void look_at_motions(Push *push) {
    for (int t = 0; t < push->tries; t++) {
        for (int place = -1; place <= 1; place++) look_at_place(push, push->v[t], place * away);
        look_at_way(push, push->v[t]);
    }
}

static void judge(const Push *push, int n) {
    const ModelForce *force = &push->p->model->forces.at[n];
    const Signs *at = &push->signs[n];
    const int numbers[] = {force->type->stiffness, force->type->damping};
    bool law = false;
    for (int k = 0; k < 2; k++)
        if (numbers[k] && !force->fields[numbers[k] - 1].expr[0] &&
            force->fields[numbers[k] - 1].number[0] < 0)
            return; /* that is told as it stands there */
    for (int k = 0; k < TYPE_FIELDS; k++) law = law || force->fields[k].expr[0];
    if (at->drives >= TRIES && !at->brakes) tell(push->p, force, false);
    if (law && at->brakes >= TRIES && !at->drives && at->on >= TRIES - 1 && !at->back &&
        law_reads_place(force))
        tell(push->p, force, true);
}

/* What an event sets later may be zero now: it is one here. */
static void set_inputs(Push *push) {
    const JdSystem *s = push->p->system;
    double *given = ARENA_NEW(&push->p->arena, double, s->givens + 1);
    if (!given || !s->givens) return;
    for (int n = 0; n < s->givens; n++)
        given[n] = push->run->motion.given[n] != 0 ? push->run->motion.given[n] : 1;
    push->run->motion.given = given;
}

static void look(Patient *p) {
    const JdSystem *s = p->system;
    if (!s->forces || s->forces != p->model->forces.count || s->bodies < 2 || s->bodies > 60)
        return;
    Push push = {.p = p, .Q = ARENA_NEW(&p->arena, double, 2 * s->kernel->nv * s->bodies + 1)};
    JdLog *unheard = jd_log_new();
    bool room = unheard && push.Q;
    push.signs = ARENA_NEW(&p->arena, Signs, s->forces);
    for (int n = 0; n < 3; n++) {
        push.there[n] = ARENA_NEW(&p->arena, double, s->forces);
        push.other[n] = ARENA_NEW(&p->arena, double, s->forces);
        room = room && push.signs && push.there[n] && push.other[n];
    }
    for (int n = 0; n < 2; n++) {
        push.pull[n] = ARENA_NEW(&p->arena, double, s->forces);
        push.span[n] = ARENA_NEW(&p->arena, double, s->forces);
        room = room && push.pull[n] && push.span[n];
    }
    push.tries = find_velocities(&push);
    push.run = room && push.tries ? jd_run_at_start(s, unheard) : NULL;
    if (push.run) {
        set_inputs(&push);
        look_at_motions(&push);
        for (int n = 0; n < s->forces; n++) judge(&push, n);
    }
    jd_run_free(push.run);
    jd_log_free(unheard);
}

const Examination jd_examination_pushes = {"pushes", NEEDS_MOTION, look};
