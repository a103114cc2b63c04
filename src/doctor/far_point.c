/* SPDX-License-Identifier: MIT
 *
 * A point that is out of place by a power of ten. All links that end there have a radius of
 * gyration that does not fit to their length, and with the number ten, a hundred or a thousand
 * times smaller or larger all of them do; other links are as usual. Or it is the only one in
 * another unit than the rest, in which its number would be one as any. */
#include "doctor/inside.h"
#include <string.h>

/* Radius of gyration by length: a bar has 0.29. Flywheels on cranks and bars with loads at one end
 * are within these, unless two links at one point are beyond them at once. */
static const double thin = 0.08, thick = 2.5, usual_from = 0.12, usual_to = 1.2, bar = 0.29;
static const double as_bar = 1.6;   /* times 0.29, or less by it */
static const double nothing = 2e-3; /* of the drawing: nearly at the origin */
static const double beyond = 4;     /* times the farthest of the others */
enum { OTHERS = 3 };                /* points in one unit beside it */

/* ---- Numbers of points --------------------------------------------------------------------------
 */

typedef struct {
    const Node *node;
    const Expr *vector;
    const char *unit;
    double scale;
    double value[3];
} Numbers;

static bool read_numbers(const Patient *p, const Node *node, Numbers *to) {
    const Expr *expr =
        strcmp(node->word, "point") || node->slots.count < 2 ? NULL : node->slots.at[1].expr;
    Unit unit = {.scale = 1};
    if (!expr || (expr->kind == EXPR_UNITED && !jd_unit_parse(expr->text, &unit))) return false;
    const Expr *vector = expr->kind == EXPR_UNITED ? expr->args[0] : expr;
    if (vector->kind != EXPR_VECTOR || vector->count != jd_model_width(p->model)) return false;
    *to = (Numbers){node, vector, expr->kind == EXPR_UNITED ? expr->text : NULL, unit.scale, {0}};
    for (int c = 0; c < vector->count; c++) {
        const Expr *part = vector->args[c];
        const double sign = part->kind == EXPR_UNARY ? -1 : 1;
        if (part->kind == EXPR_UNARY) part = part->args[0];
        if (part->kind != EXPR_NUMBER || part->text) return false;
        to->value[c] = sign * part->number * unit.scale;
    }
    return true;
}

/* ---- By inertia ---------------------------------------------------------------------------------
 */

static double gyration(const Patient *p, const ModelBody *body) {
    double most = 0;
    for (int c = p->model->space == JD_PLANAR || p->model->flat ? 2 : 0; c < 3; c++)
        most = fmax(most, body->inertia[c][c]);
    return body->mass > 0 ? sqrt(most / body->mass) : 0;
}

/* The largest distance of its points, those at `at` moved to `to`. */
static double length_of(const ModelBody *body, Vec3 at, Vec3 to, double near) {
    double most = 0;
    for (int a = 0; a < body->point_count; a++)
        for (int b = a + 1; b < body->point_count; b++) {
            Vec3 A = jd_body_point(body, a), B = jd_body_point(body, b);
            if (vec3_norm(vec3_sub(A, at)) <= near) A = to;
            if (vec3_norm(vec3_sub(B, at)) <= near) B = to;
            most = fmax(most, vec3_norm(vec3_sub(A, B)));
        }
    return most;
}

static bool is_at(const ModelBody *body, Vec3 at, double near) {
    for (int n = 0; n < body->point_count; n++)
        if (vec3_norm(vec3_sub(jd_body_point(body, n), at)) <= near) return true;
    return false;
}

static bool is_usual(double share) {
    return share > usual_from && share < usual_to;
}

/* A body names a frame there. */
static bool is_frame(const Patient *p, Vec3 at, double near) {
    for (int f = 1; f < p->model->frames.count; f++)
        if (p->model->frames.at[f].body && p->model->frames.at[f].name &&
            vec3_norm(vec3_sub(jd_frame_place(p, f), at)) <= near)
            return true;
    return false;
}

/* How well links fit with the point there: the sum of what they are off, in powers of e; -1: not
 * all do, or too few did not before. One link alone is not enough, unless it comes near to a bar,
 * other bodies have the point as well, and all the rest is as usual. */
static double fit(const Patient *p, Vec3 at, Vec3 to, double near) {
    int links = 0, others = 0, kept = 0;
    bool heavy = false;
    double off = 0;
    for (int b = 1; b < p->model->bodies.count; b++) {
        const ModelBody *body = &p->model->bodies.at[b];
        const double k = gyration(p, body);
        if (body->point_count < 2 || !(k > 0) || !body->inertia_at.file || body->shape) continue;
        const double now = k / length_of(body, at, at, near);
        if (!is_at(body, at, near)) {
            others += is_usual(now);
            continue;
        }
        const double then = k / length_of(body, at, to, near);
        if (!is_usual(then)) return -1;
        heavy = heavy || now > thick; /* as a flywheel on a short crank is */
        if (now < thin || now > thick)
            off += fabs(log(then / bar)), links++;
        else
            kept++;
    }
    if (links == 1) {
        const bool shared = kept > 0 || is_frame(p, at, near);
        return !heavy && off < log(as_bar) && shared && others + kept > 1 ? off : -1;
    }
    if (kept) return -1;
    return links > 2 || (links > 1 && others > 0) ? off : -1;
}

/* A link whose radius of gyration does not fit to its length, and that ends there. */
static bool is_odd_at(const Patient *p, const int *odd, Vec3 at, double near) {
    for (int n = 0; odd[n]; n++)
        if (is_at(&p->model->bodies.at[odd[n]], at, near)) return true;
    return false;
}

/* All such links; the list ends with 0. NULL: memory is out. */
static const int *list_odd(Patient *p) {
    int *odd = ARENA_NEW(&p->arena, int, p->model->bodies.count + 1), count = 0;
    for (int b = 1; b < p->model->bodies.count && odd; b++) {
        const ModelBody *body = &p->model->bodies.at[b];
        const double k = gyration(p, body),
                     now = k / length_of(body, body->pose.p, body->pose.p, 0);
        if (body->point_count > 1 && k > 0 && (now < thin || now > thick)) odd[count++] = b;
    }
    return odd;
}

/* The change of one number that fits best, or of all at once; false: there is none. */
static bool find_power(Patient *p, const Numbers *n, double near, Change *change) {
    static const double powers[] = {10,   -10,  100,
                                    -100, 1000, -1000}; /* below zero: divided by it */
    const Vec3 at = {n->value[0], n->value[1], n->value[2]};
    const int width = n->vector->count;
    double best = INFINITY;
    for (int c = 0; c <= width; c++) /* the last: all, if none is it alone */
        for (size_t f = 0; f < sizeof powers / sizeof *powers; f++) {
            double v[3] = {at.x, at.y, at.z};
            if (c == width && f == 0 && best < INFINITY) return true;
            for (int d = 0; d < width; d++)
                if (c == d || c == width)
                    v[d] = powers[f] > 0 ? v[d] * powers[f] : v[d] / -powers[f];
            const Vec3 to = {v[0], v[1], v[2]};
            const double off = vec3_norm(vec3_sub(to, at)) > near ? fit(p, at, to, near) : -1;
            if (off < 0 || off >= best) continue;
            const Span whole = n->vector->span;
            char text[3][32];
            for (int d = 0; d < width; d++)
                jd_number_text(v[d] / n->scale, text[d], sizeof text[d]);
            const char *with =
                width == 2 ? jd_arena_format(&p->arena, "[%s, %s]", text[0], text[1])
                           : jd_arena_format(&p->arena, "[%s, %s, %s]", text[0], text[1], text[2]);
            if (!with) return false;
            best = off;
            *change = (Change){whole.start, whole.length, with, "if the point is misplaced",
                               1,           false,        NULL};
        }
    return best < INFINITY;
}

/* ---- By unit ------------------------------------------------------------------------------------
 */

static double largest(const Numbers *n) {
    return fmax(fabs(n->value[0]), fmax(fabs(n->value[1]), fabs(n->value[2])));
}

/* The unit that all others have, this one not; NULL: there is none. Its number would be one as any.
 */
static const char *other_unit(Patient *p, const Node *root, const Numbers *n) {
    const char *unit = NULL;
    double scale = 1, most = 0;
    int others = 0;
    for (int k = 0; k < root->block.count; k++) {
        Numbers other;
        if (root->block.at[k] == n->node || !read_numbers(p, root->block.at[k], &other)) continue;
        if (!other.unit || (unit && strcmp(unit, other.unit))) return NULL;
        unit = other.unit, scale = other.scale, most = fmax(most, largest(&other));
        others++;
    }
    if (others < OTHERS || !n->unit || !strcmp(n->unit, unit)) return NULL;
    const double now = largest(n), then = now / n->scale * scale;
    const bool odd = now > 0 && (now < nothing * most || now > beyond * most);
    return odd && then > nothing * most && then < beyond * most ? unit : NULL;
}

/* Points are said in more than one unit. */
static bool are_mixed(Patient *p, const Node *root) {
    const char *unit = NULL;
    for (int k = 0; k < root->block.count; k++) {
        Numbers n;
        if (!read_numbers(p, root->block.at[k], &n)) continue;
        if (unit && strcmp(unit, n.unit ? n.unit : "")) return true;
        unit = n.unit ? n.unit : "";
    }
    return false;
}

static void look(Patient *p) {
    const Node *root = &p->document.root;
    const double near = 1e-9 * jd_drawn_size(p);
    const int *odd = p->source ? list_odd(p) : NULL;
    if (!p->source || !odd) return;
    const bool mixed = are_mixed(p, root);
    if (!mixed && !odd[0]) return;
    for (int k = 0; k < root->block.count; k++) {
        Numbers n;
        Change change;
        if (!read_numbers(p, root->block.at[k], &n)) continue;
        const Vec3 at = {n.value[0], n.value[1], n.value[2]};
        const char *unit = mixed ? other_unit(p, root, &n) : NULL,
                   *name = jd_span_text(p, n.node->slots.at[0].span);
        const Span span = n.node->slots.at[1].span;
        const bool far = !unit && is_odd_at(p, odd, at, near) && find_power(p, &n, near, &change);
        if (!name || (!unit && !far)) continue;
        const bool told =
            unit ? jd_find(p, JD_WARNING, "point-implausible", jd_span_where(span),
                           "point %s is the only one in %s; in %s, as the others, it would be "
                           "where they are",
                           name, n.unit, unit)
                 : jd_find(
                       p, JD_WARNING, "point-implausible", jd_span_where(span),
                       "the inertias of all links at point %s are those of links of another length",
                       name);
        if (!told) return;
        Changes changes = {0};
        if (unit)
            jd_change_add(p, &changes, span, "write", 1, "%s %s", jd_span_text(p, n.vector->span),
                          unit);
        else if (PUSH(&p->arena, changes))
            changes.at[0] = change;
        if (!jd_try_remedy(p, &changes, "point-implausible"))
            jd_hint(p->log, "look at the numbers and the unit of %s", name);
        return;
    }
}

const Examination jd_examination_far_point = {"far_point", NEEDS_TEXT, look};
