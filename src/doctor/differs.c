/* SPDX-License-Identifier: MIT
 *
 * Siblings that differ in one thing. Where all other joints of one side are those of the other,
 * mirrored, turned or shifted, the one axis that is not was meant to be. Where siblings have the
 * same numbers but for one, which is larger by a power of ten, its point or its unit slipped. Where
 * two bodies of one number are joined, and those of another number are not, a joint was forgotten.
 */
#include "doctor/inside.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 40, LEAST = 3, NUMBERS = 12 }; /* joints of a side, so many at least; of a clause */
enum { JOINTS = 200 };                        /* of larger models siblings are not looked for */
static const double alike = 1e-6;             /* of the drawing, or sine */

static const char *name_of(Patient *p, const Node *node) {
    return node->slots.count ? jd_span_text(p, node->slots.at[0].span) : NULL;
}

/* ---- Axes --------------------------------------------------------------------------------------
 */

typedef struct {
    Vec3 at[2], axis[2];
    const Node *joint[2];
} Pair;

/* Where the first of each pair goes: v -> turn v + shift. */
typedef struct {
    Vec3 turn[3], shift; /* rows */
} Image;

static Vec3 turned(const Image *image, Vec3 v) {
    return (Vec3){vec3_dot(image->turn[0], v), vec3_dot(image->turn[1], v),
                  vec3_dot(image->turn[2], v)};
}

static bool is_axial(const ModelJoint *joint) {
    return jd_word_in_list(joint->type->name, "revolute prismatic cylindrical screw");
}

static Vec3 axis_of(const Patient *p, const ModelJoint *joint) {
    const Pose pose = jd_model_frame_pose(p->model, joint->i);
    return joint->type->frees[0].kind == FREE_SLIDE && !strcmp(joint->type->name, "prismatic")
               ? pose.axes.x
               : pose.axes.z;
}

/* Between the same bodies, or siblings of them. */
static bool are_sibling_joints(const JdModel *m, const ModelJoint *a, const ModelJoint *b) {
    const int one[2] = {m->frames.at[a->i].body, m->frames.at[a->j].body},
              two[2] = {m->frames.at[b->i].body, m->frames.at[b->j].body};
    for (int n = 0; n < 2; n++)
        if (one[n] != two[n] &&
            (!one[n] || !two[n] ||
             !jd_are_siblings(m->bodies.at[one[n]].name, m->bodies.at[two[n]].name)))
            return false;
    return jd_are_siblings(a->name, b->name);
}

static bool join_siblings(const JdModel *m, const ModelJoint *a, const ModelJoint *b) {
    return a->type == b->type && !a->type->couples && are_sibling_joints(m, a, b);
}

/* The one sibling of a joint; -1: it has none, or more than one. */
static int only_sibling(const JdModel *m, int k) {
    int found = -1;
    for (int l = 0; l < m->joints.count; l++) {
        if (l == k || !join_siblings(m, &m->joints.at[k], &m->joints.at[l])) continue;
        if (found >= 0) return -1;
        found = l;
    }
    return found;
}

static int list_pairs(Patient *p, Pair *pair) {
    const JdModel *m = p->model;
    int count = 0;
    for (int k = 0; k < m->joints.count && count < PAIRS; k++) {
        const int l = only_sibling(m, k);
        if (l < k) continue;
        const ModelJoint *a = &m->joints.at[k], *b = &m->joints.at[l];
        pair[count] = (Pair){.joint = {jd_statement_of(p, a->where), jd_statement_of(p, b->where)}};
        if (!pair[count].joint[0] || !pair[count].joint[1]) continue;
        pair[count].at[0] = jd_frame_place(p, a->i), pair[count].at[1] = jd_frame_place(p, b->i);
        if (is_axial(a)) pair[count].axis[0] = axis_of(p, a), pair[count].axis[1] = axis_of(p, b);
        count++;
    }
    return count;
}

static bool maps(const Image *image, const Pair *pair, int count, double near) {
    for (int n = 0; n < count; n++)
        if (vec3_norm(vec3_sub(vec3_add(turned(image, pair[n].at[0]), image->shift),
                               pair[n].at[1])) > near)
            return false;
    return true;
}

/* Mirrored in, turned by a half about, or shifted along the axes of the ground. */
static bool find_image(const Pair *pair, int count, double near, int trial, Image *image) {
    const double sx = trial & 1 ? -1 : 1, sy = trial & 2 ? -1 : 1, sz = trial & 4 ? -1 : 1;
    *image = (Image){{{sx, 0, 0}, {0, sy, 0}, {0, 0, sz}}, {0, 0, 0}};
    image->shift = vec3_sub(pair[0].at[1], turned(image, pair[0].at[0]));
    return maps(image, pair, count, near);
}

/* How many joints of the text say this axis. */
static int count_axis(Patient *p, const char *axis) {
    int count = 0;
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        const Span span = strcmp(node->word, "joint") ? (Span){0} : jd_clause_span(node, "axis");
        const char *said = span.length ? jd_span_text(p, span) : NULL;
        count += said && !strcmp(said, axis);
    }
    return count;
}

static int said_by_others(Patient *p, const Node *joint) {
    const Span span = jd_clause_span(joint, "axis");
    const char *said = span.length ? jd_span_text(p, span) : NULL;
    return said ? count_axis(p, said) : 0;
}

/* [0, -0.2, 1] as its image has it: with other signs. */
static void add_image(Patient *p, Changes *to, const Pair *pair, int odd, const Image *image) {
    const Span span = jd_clause_span(pair->joint[odd], "axis");
    const Expr *axis = jd_clause_expr(pair->joint[1 - odd], "axis");
    const double sign[3] = {image->turn[0].x, image->turn[1].y, image->turn[2].z};
    const char *text = "[";
    if (!span.length || !axis || axis->kind != EXPR_VECTOR || axis->count > 3) return;
    for (int n = 0; n < axis->count && text; n++) {
        const char *own = jd_span_text(p, axis->args[n]->span);
        if (axis->args[n]->kind == EXPR_BINARY || !own) return;
        const bool zero = axis->args[n]->kind == EXPR_NUMBER && axis->args[n]->number == 0;
        text = jd_arena_format(&p->arena, "%s%s%s%s", text, n ? ", " : "",
                               sign[n] < 0 && !zero && *own != '-' ? "-" : "",
                               sign[n] < 0 && *own == '-' ? own + 1 : own);
    }
    if (text) jd_change_add(p, to, span, "as the image of its sibling", 1.2, "%s]", text);
}

static void tell_axis(Patient *p, const Pair *pair, const Image *image) {
    const int first = said_by_others(p, pair->joint[0]), second = said_by_others(p, pair->joint[1]);
    const int odd = first < second ? 0 : 1;
    const char *own = name_of(p, pair->joint[odd]), *other = name_of(p, pair->joint[1 - odd]);
    if (!own || !other ||
        !jd_find(p, JD_WARNING, "sibling-differs", jd_span_where(pair->joint[odd]->span),
                 "all other joints of one side are those of the other side, but the axis of '%s' "
                 "is not that of '%s'",
                 own, other))
        return;
    Changes changes = {0};
    add_image(p, &changes, pair, odd, image);
    for (int n = 0; n < 2; n++) {
        const int from = changes.count;
        jd_changes_of_axis(p, &changes, pair->joint[n ? 1 - odd : odd]);
        for (int k = from; k < changes.count; k++) changes.at[k].likely -= 0.3 * n;
    }
    if (!jd_try_remedy(p, &changes, "sibling-differs"))
        jd_hint(p->log, "look at the `axis` of both");
}

static void look_at_axes(Patient *p) {
    Pair *pair = ARENA_NEW(&p->arena, Pair, PAIRS);
    const double near = alike * jd_drawn_size(p);
    const int count = pair && p->model->joints.count <= JOINTS ? list_pairs(p, pair) : 0;
    int fewest = 2, odd = -1;
    Image found_in = {0};
    for (int trial = 0; trial < 8 && count >= LEAST; trial++) {
        Image image;
        int wrong = 0, axes = 0, same = 0, found = -1;
        if (!find_image(pair, count, near, trial, &image)) continue;
        for (int n = 0; n < count; n++) {
            if (!(vec3_norm(pair[n].axis[0]) > 0)) continue;
            axes++;
            const Vec3 goes = turned(&image, pair[n].axis[0]);
            if (vec3_norm(vec3_cross(goes, pair[n].axis[1])) > alike) wrong++, found = n;
            same += vec3_norm(vec3_cross(pair[n].axis[0], pair[n].axis[1])) <= alike;
        }
        /* Of few axes one that both sides have is meant so. */
        if (axes < LEAST && wrong && same) continue;
        if (wrong < fewest) fewest = wrong, odd = found, found_in = image;
    }
    if (fewest == 1 && odd >= 0) tell_axis(p, &pair[odd], &found_in);
}

/* ---- Types -------------------------------------------------------------------------------------
 */

/* Types that nobody has on one side on purpose: a roller, which may be, is a pin in a slot. */
static bool is_plain(const ModelJoint *joint) {
    return jd_word_in_list(joint->type->name, "revolute prismatic fixed");
}

static bool is_on_ground(const JdModel *m, const ModelJoint *joint) {
    return !m->frames.at[joint->i].body || !m->frames.at[joint->j].body;
}

static int count_type(const JdModel *m, const JointType *type) {
    int count = 0;
    for (int k = 0; k < m->joints.count; k++) count += m->joints.at[k].type == type;
    return count;
}

static void tell_type(Patient *p, const ModelJoint *odd, const ModelJoint *other) {
    if (!jd_find(p, JD_WARNING, "sibling-differs", odd->where,
                 "'%s' is drawn where its sibling '%s' is on the other side, but is '%s' and not "
                 "'%s'",
                 odd->name, other->name, odd->type->name, other->type->name))
        return;
    Changes all = {0}, changes = {0};
    const char *what = jd_arena_format(&p->arena, "as %s", other->type->name);
    const Node *statement = jd_statement_of(p, odd->where);
    if (statement) jd_changes_of_type(p, &all, statement);
    for (int n = 0; n < all.count && what; n++) {
        Change *change = strcmp(all.at[n].what, what) ? NULL : PUSH(&p->arena, changes);
        if (change) *change = all.at[n], change->alters = false;
    }
    if (!jd_try_remedy(p, &changes, "sibling-differs"))
        jd_hint(p->log, "was '%s' meant?", other->type->name);
}

/* All joints of siblings are those of the other side, mirrored or shifted, and one of them alone is
 * of another type. */
static void look_at_types(Patient *p) {
    const JdModel *m = p->model;
    const double near = alike * jd_drawn_size(p);
    Pair *pair = ARENA_NEW(&p->arena, Pair, PAIRS);
    int count = 0, odd[2] = {-1, -1}, differ = 0;
    if (!pair || m->space != JD_PLANAR || m->joints.count > JOINTS) return;
    for (int k = 0; k < m->joints.count; k++)
        for (int l = k + 1; l < m->joints.count && count < PAIRS; l++) {
            const ModelJoint *a = &m->joints.at[k], *b = &m->joints.at[l];
            if (a->type->couples || b->type->couples || !are_sibling_joints(m, a, b)) continue;
            pair[count].at[0] = jd_frame_place(p, a->i),
            pair[count++].at[1] = jd_frame_place(p, b->i);
            if (a->type == b->type) continue;
            if (!is_plain(a) || !is_plain(b) || is_on_ground(m, a)) return;
            differ++, odd[0] = k, odd[1] = l;
        }
    bool same = false;
    for (int trial = 0; trial < 4 && !same && count > 1; trial++) {
        Image image;
        same = find_image(pair, count, near, trial, &image);
    }
    if (differ != 1 || !same) return;
    const ModelJoint *a = &m->joints.at[odd[0]], *b = &m->joints.at[odd[1]];
    const bool first = count_type(m, a->type) < count_type(m, b->type);
    tell_type(p, first ? a : b, first ? b : a);
}

/* ---- Numbers -----------------------------------------------------------------------------------
 */

/* The numbers of a clause in SI; 0: it is worked out of something. */
static int read_numbers(const Expr *expr, double scale, double *to, int count) {
    Unit unit = {.scale = 1};
    if (expr->kind == EXPR_UNITED || (expr->kind == EXPR_NUMBER && expr->text))
        if (!jd_unit_parse(expr->text, &unit)) return -1;
    scale *= unit.scale;
    if (expr->kind == EXPR_NUMBER) {
        if (count == NUMBERS) return -1;
        to[count] = scale * expr->number;
        return count + 1;
    }
    if (expr->kind == EXPR_UNARY) return read_numbers(expr->args[0], -scale, to, count);
    if (expr->kind != EXPR_UNITED && expr->kind != EXPR_VECTOR) return -1;
    for (int n = 0; n < expr->count && count >= 0; n++)
        count = read_numbers(expr->args[n], scale, to, count);
    return count;
}

static const double whole = 1e-9; /* of an exponent: a power of ten */

/* By which power of ten all numbers of a are larger than those of b; 0: they are the same; 99: they
 * differ otherwise, or cannot be read. */
static int slip(const Expr *a, const Expr *b) {
    double x[NUMBERS], y[NUMBERS];
    const int count = read_numbers(a, 1, x, 0), other = read_numbers(b, 1, y, 0);
    int power = 99;
    if (count <= 0 || count != other) return 99;
    for (int n = 0; n < count; n++) {
        if (x[n] == 0 && y[n] == 0) continue;
        const double share = y[n] != 0 ? x[n] / y[n] : 0;
        if (!(share > 0)) return 99;
        const double exponent = log10(share);
        if (fabs(exponent - round(exponent)) > whole) return 99;
        if (power != 99 && power != (int)round(exponent)) return 99;
        power = (int)round(exponent);
    }
    return power;
}

/* A number may be another one, and a name too. */
static bool is_leaf(const Expr *expr) {
    return expr->kind == EXPR_NUMBER || expr->kind == EXPR_NAME || expr->kind == EXPR_FIELD ||
           expr->kind == EXPR_INDEX;
}

static const Expr *without_sign(const Expr *expr) {
    while (expr->kind == EXPR_UNARY && *expr->text == '-') expr = expr->args[0];
    return expr;
}

/* The same operations on other numbers: one was copied from the other. Sums and products are as
 * long as somebody likes: along their first terms it goes in a loop. */
static bool are_of_one_form(const Expr *a, const Expr *b) {
    for (;;) {
        a = without_sign(a), b = without_sign(b);
        if (is_leaf(a) || is_leaf(b)) return is_leaf(a) && is_leaf(b);
        if (a->kind != b->kind || a->count != b->count) return false;
        if (a->kind != EXPR_UNITED && a->text && b->text && strcmp(a->text, b->text)) return false;
        for (int n = 1; n < a->count; n++)
            if (!are_of_one_form(a->args[n], b->args[n])) return false;
        if (!a->count) return true;
        a = a->args[0], b = b->args[0];
    }
}

/* The numbers of a law, as they follow each other, with their signs. */
typedef struct {
    const Expr *at[NUMBERS];
    double value[NUMBERS];
    int count;
} Law;

static bool read_law(const Expr *expr, double sign, Law *to) {
    Unit unit = {.scale = 1};
    if (expr->kind == EXPR_UNARY && *expr->text == '-') return read_law(expr->args[0], -sign, to);
    if (expr->kind != EXPR_NUMBER) {
        for (int n = 0; n < expr->count; n++)
            if (!read_law(expr->args[n], 1, to)) return false;
        return true;
    }
    if (to->count == NUMBERS || (expr->text && !jd_unit_parse(expr->text, &unit))) return false;
    to->at[to->count] = expr;
    to->value[to->count++] = sign * expr->number * unit.scale;
    return true;
}

static bool is_compared(const Node *clause) {
    return clause->slots.count &&
           jd_word_in_list(clause->word,
                           "mass inertia stiffness damping length rest density diameter "
                           "turn_stiffness turn_damping");
}

/* How two siblings compare: clauses that are alike, and one that slipped. */
typedef struct {
    int same, other;
    const Expr *slipped[2];
} Compared;

/* Laws of one form: all numbers are the same, but for one. */
static void compare_laws(const Expr *a, const Expr *b, Compared *c) {
    Law one = {.count = 0}, two = {.count = 0};
    if (!are_of_one_form(a, b) || !read_law(a, 1, &one) || !read_law(b, 1, &two) ||
        one.count != two.count) {
        c->other++;
        return;
    }
    for (int n = 0; n < one.count; n++) {
        const double share = two.value[n] != 0 ? one.value[n] / two.value[n] : 0,
                     power = share > 0 ? log10(share) : 0.5;
        if (one.value[n] == two.value[n])
            c->same++;
        else if (fabs(power - round(power)) > whole || c->slipped[0])
            c->other++;
        else
            c->slipped[0] = one.at[n], c->slipped[1] = two.at[n];
    }
}

static Compared compare(const Node *a, const Node *b) {
    Compared c = {0};
    for (int n = 0; n < a->clauses.count; n++) {
        const Node *clause = a->clauses.at[n];
        const Expr *one = is_compared(clause) ? clause->slots.at[0].expr : NULL,
                   *two = one ? jd_clause_expr(b, clause->word) : NULL;
        if (jd_word_in_list(clause->word, "value tension") && jd_clause_expr(b, clause->word))
            compare_laws(clause->slots.at[0].expr, jd_clause_expr(b, clause->word), &c);
        if (!one || !two) continue;
        const int power = slip(one, two);
        if (power == 0)
            c.same++;
        else if (power == 99 || c.slipped[0])
            c.other++;
        else
            c.slipped[0] = one, c.slipped[1] = two;
    }
    return c;
}

static bool same_type(const Node *a, const Node *b) {
    const Slot *x = jd_node_slot(a, "type"), *y = jd_node_slot(b, "type");
    return !x || !y || (x->text && y->text && !strcmp(x->text, y->text));
}

static void tell_number(Patient *p, const Node *node, const Node *other, const Compared *c) {
    const char *own = name_of(p, node), *like = name_of(p, other),
               *said = jd_span_text(p, c->slipped[0]->span),
               *meant = jd_span_text(p, c->slipped[1]->span);
    if (!said || !meant ||
        !jd_find(p, JD_WARNING, "sibling-differs", jd_span_where(c->slipped[0]->span),
                 "'%s' is as '%s' in all other numbers, but has %s where that has %s", own, like,
                 said, meant))
        return;
    Changes changes = {0};
    jd_change_add(p, &changes, c->slipped[0]->span, "as its sibling", 1, "%s", meant);
    if (!jd_try_remedy(p, &changes, "sibling-differs"))
        jd_hint(p->log, "if it is to be so, `allow sibling-differs`");
}

/* ---- Clauses -----------------------------------------------------------------------------------
 */

/* Where another clause goes: behind the last one, before the brace. */
static size_t end_of_clauses(const Patient *p, const Node *node) {
    size_t end = node->end;
    const size_t start = node->span.start;
    if (end > start && p->def.text[end - 1] == '}') end--;
    while (end > start && strchr(" \n\t", p->def.text[end - 1])) end--;
    return end;
}

/* "load 0.6 kg at PA" as the sibling has it: at the same point of its own link. */
static const char *clause_of(Patient *p, const Node *node, const Node *other, const Node *clause) {
    const Node *own = jd_node_clause(node, "link"), *link = jd_node_clause(other, "link");
    const Slot *at = clause->slots.count > 1 ? &clause->slots.at[1] : NULL;
    const size_t start = clause->span.start;
    const char *point = at ? jd_span_text(p, at->span) : NULL;
    for (int n = 0; point && link && own && n < link->slots.count && n < own->slots.count; n++) {
        const char *there = jd_span_text(p, link->slots.at[n].span),
                   *here = jd_span_text(p, own->slots.at[n].span);
        const char *before = jd_span_text(p, (Span){NULL, start, at->span.start - start});
        if (there && here && before && !strcmp(there, point))
            return jd_arena_format(&p->arena, "%s%s", before, here);
    }
    /* A load elsewhere, such as an unbalance, belongs to one of them alone. */
    const char *text = jd_span_text(p, (Span){NULL, start, clause->end - start});
    const char *name = name_of(p, node), *like = name_of(p, other);
    return !at && text && name && like ? jd_as_sibling(p, text, like, name) : NULL;
}

static void tell_clause(Patient *p, const Node *node, const Node *other, const Node *clause) {
    const char *meant = clause_of(p, node, other, clause);
    if (!meant || !jd_find(p, JD_WARNING, "sibling-differs", jd_span_where(node->span),
                           "'%s' is as '%s' in all numbers, but has no %s as that has",
                           name_of(p, node), name_of(p, other), clause->word))
        return;
    Changes changes = {0};
    jd_change_add(p, &changes, (Span){NULL, end_of_clauses(p, node), 0}, "as its sibling", 1,
                  "  %s", meant);
    if (!jd_try_remedy(p, &changes, "sibling-differs"))
        jd_hint(p->log, "if it is to be so, `allow sibling-differs`");
}

/* A load or a damping that one of two has, which are the same in all else. */
static void look_at_clauses(Patient *p) {
    const Node *root = &p->document.root;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n], *like = NULL, *missing = NULL;
        const char *own = jd_word_in_list(node->word, "body force") ? name_of(p, node) : NULL;
        bool all = true;
        for (int k = 0; k < root->block.count && own; k++) {
            const Node *other = root->block.at[k];
            const char *name = strcmp(other->word, node->word) ? NULL : name_of(p, other);
            if (k == n || !name || !jd_are_siblings(own, name) || !same_type(node, other)) continue;
            const Compared c = compare(node, other);
            const Node *clause = NULL;
            for (int m = 0; m < other->clauses.count; m++)
                if (jd_word_in_list(other->clauses.at[m]->word, "load damping") &&
                    !jd_node_clause(node, other->clauses.at[m]->word))
                    clause = other->clauses.at[m];
            all = all && clause && c.same > 1 - !strcmp(node->word, "force") && !c.other &&
                  !c.slipped[0];
            if (!like) like = other, missing = clause;
        }
        if (like && all) tell_clause(p, node, like, missing);
    }
}

/* Two that agree outvote one; of two alone the second is told, if they agree in more than they
 * differ. */
static void look_at_numbers(Patient *p) {
    const Node *root = &p->document.root;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n], *like = NULL;
        const char *own = jd_word_in_list(node->word, "body force") ? name_of(p, node) : NULL;
        int siblings = 0, slips = 0, before = 0;
        Compared found = {0};
        for (int k = 0; k < root->block.count && own; k++) {
            const Node *other = root->block.at[k];
            const char *name = strcmp(other->word, node->word) ? NULL : name_of(p, other);
            if (k == n || !name || !jd_are_siblings(own, name) || !same_type(node, other)) continue;
            const Compared c = compare(node, other);
            siblings++;
            if (!c.slipped[0] || c.other) continue;
            slips++, before += k < n;
            if (!like) like = other, found = c;
        }
        if (!like || slips != siblings) continue;
        if (siblings > 1 || (before && found.same > 0)) tell_number(p, node, like, &found);
    }
}

/* ---- Joints -------------------------------------------------------------------------------------
 */

/* The number that a name ends in; "": none. */
static const char *number_of(const char *name) {
    const size_t length = strlen(name);
    size_t from = length;
    while (from && isdigit((unsigned char)name[from - 1])) from--;
    return name + from;
}

/* The body that is called as this one is, with the number of another; -1: there is none. */
static int numbered(Patient *p, int body, const char *number) {
    const char *name = p->model->bodies.at[body].name;
    const char *other =
        jd_arena_format(&p->arena, "%.*s%s", (int)(number_of(name) - name), name, number);
    return other ? jd_model_find_body(p->model, other) : -1;
}

/* A joint between link1 and blade1, and none between link2 and blade2. */
static void tell_joint(Patient *p, const ModelJoint *joint, int a, int b) {
    const JdModel *m = p->model;
    const Node *statement = jd_statement_of(p, joint->where);
    const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
    const char *first = m->bodies.at[j == b ? i : i == b ? j : i].name;
    if (!statement || !jd_find(p, JD_WARNING, "joint-forgotten", m->bodies.at[a].where,
                               "no joint connects '%s' and '%s', as '%s' does their siblings",
                               m->bodies.at[a].name, m->bodies.at[b].name, joint->name))
        return;
    const char *said = jd_span_text(
        p, (Span){NULL, statement->span.start, statement->end - statement->span.start});
    const char *meant = said ? jd_as_sibling(p, said, first, m->bodies.at[a].name) : NULL;
    Changes changes = {0};
    if (meant && strcmp(meant, said))
        jd_change_after(p, &changes, statement, "as its sibling", 1, meant);
    if (!jd_try_remedy(p, &changes, "joint-forgotten"))
        jd_hint(p->log, "forgotten? a joint as '%s'", joint->name);
}

static void look_at_joints(Patient *p) {
    const JdModel *m = p->model;
    if (m->joints.count > JOINTS || jd_is_found(p, "joint-forgotten") ||
        jd_is_found(p, "joint-misplaced"))
        return;
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *joint = &m->joints.at[k];
        const int i = m->frames.at[joint->i].body, j = m->frames.at[joint->j].body;
        if (joint->type->couples || !i || !j) continue;
        const char *own = number_of(m->bodies.at[i].name);
        if (!*own || strcmp(own, number_of(m->bodies.at[j].name))) continue;
        for (int b = 1; b < m->bodies.count; b++) {
            const char *number = number_of(m->bodies.at[b].name);
            if (b == i || !*number || !strcmp(number, own) || numbered(p, i, number) != b) continue;
            const int other = numbered(p, j, number);
            if (other < 0 || other == b || jd_are_joined(m, b, other)) continue;
            tell_joint(p, joint, b, other);
            return;
        }
    }
}

/* Joints that hold a body. */
static int count_joints(const JdModel *m, int b) {
    int count = 0;
    for (int k = 0; k < m->joints.count; k++)
        count += !m->joints.at[k].type->couples && (m->frames.at[m->joints.at[k].i].body == b ||
                                                    m->frames.at[m->joints.at[k].j].body == b);
    return count;
}

/* Two siblings at least are joined with a body, this one is not, and has a joint less than they;
 * the joint of one of them; -1: it is not so. */
static int shared_joint(const JdModel *m, int b, int body) {
    int found = -1, joined = 0;
    for (int n = 1; n < m->bodies.count; n++) {
        if (n == b || n == body || !jd_are_siblings(m->bodies.at[b].name, m->bodies.at[n].name))
            continue;
        if (count_joints(m, n) != count_joints(m, b) + 1 || !jd_are_joined(m, n, body)) return -1;
        for (int k = 0; k < m->joints.count; k++)
            if (jd_joint_is_between(m, k, n, body)) found = k;
        joined++;
    }
    return joined > 1 ? found : -1;
}

/* The legs of a platform: one of them is not fastened to it. */
static void look_at_shared(Patient *p) {
    const JdModel *m = p->model;
    if (m->joints.count > JOINTS || jd_is_found(p, "joint-forgotten") ||
        jd_is_found(p, "joint-misplaced"))
        return;
    for (int b = 1; b < m->bodies.count; b++)
        for (int body = 1; body < m->bodies.count; body++) {
            if (b == body || jd_are_joined(m, b, body) ||
                jd_are_siblings(m->bodies.at[b].name, m->bodies.at[body].name))
                continue;
            const int k = shared_joint(m, b, body);
            if (k < 0) continue;
            tell_joint(p, &m->joints.at[k], b, body);
            return;
        }
}

/* ---- What forces act on --------------------------------------------------------------
 */

static const Slot *target_of(const Node *node) {
    const Slot *slot = jd_node_slot(node, "i");
    return slot && slot->span.length ? slot : NULL;
}

/* It acts on a free of a joint that is there. */
static bool is_free(const Patient *p, const char *name) {
    int joint;
    return jd_model_find_free(p->model, name, &joint) ||
           jd_model_find_free_rate(p->model, name, &joint);
}

/* A motor and a brake on one shaft have numbers as well, but no law of one form. */
static bool is_copied(const Node *node, const Node *other) {
    for (int n = 0; n < node->clauses.count; n++) {
        const char *word = node->clauses.at[n]->word;
        const Expr *own = jd_clause_expr(node, word), *theirs = jd_clause_expr(other, word);
        if (own && theirs && !are_of_one_form(own, theirs)) return false;
    }
    return true;
}

/* Not one of its numbers is that of the other, and there are only these two: it was not copied. */
static bool is_other(Patient *p, const Node *node, const Node *other) {
    const Compared c = compare(node, other);
    const char *own = name_of(p, node);
    int siblings = 0;
    for (int n = 0; n < p->document.root.block.count && own; n++) {
        const Node *third = p->document.root.block.at[n];
        const char *name = strcmp(third->word, node->word) ? NULL : name_of(p, third);
        siblings += name && jd_are_siblings(own, name) && same_type(node, third);
    }
    return c.other > 0 && !c.same && siblings < 2;
}

/* f1 acts on q1.angle and so does f2, which was copied from it and has a q2.angle of its own that
 * nothing names but its joint. */
static void tell_target(Patient *p, const Node *node, const Node *other, const Slot *slot,
                        const char *meant) {
    const char *own = name_of(p, node), *like = name_of(p, other),
               *said = jd_span_text(p, slot->span);
    if (!own || !like || !said ||
        !jd_find(p, JD_WARNING, "sibling-differs", jd_span_where(node->span),
                 "'%s' acts on '%s', as '%s' does already, and nothing acts on '%s'", own, said,
                 like, meant))
        return;
    Changes changes = {0};
    jd_change_add(p, &changes, slot->span, "on its own", 1, "%s", meant);
    if (!jd_try_remedy(p, &changes, "sibling-differs")) jd_hint(p->log, "was '%s' meant?", meant);
}

/* The joint of a free is named by nothing but its own statement, and what is shown. */
static bool is_unnamed(Patient *p, const char *free) {
    const char *joint = jd_arena_text(&p->arena, free, strcspn(free, "."));
    int shown = 0;
    for (int n = 0; n < p->document.root.block.count && joint; n++) {
        const Node *node = p->document.root.block.at[n];
        for (int k = 0; jd_word_in_list(node->word, "output expect") && k < node->slots.count;
             k++) {
            const char *text = jd_span_text(p, node->slots.at[k].span);
            shown += text && !strncmp(text, joint, strlen(joint)) && text[strlen(joint)] == '.';
        }
    }
    return joint && jd_times_said(p, joint) <= 1 + shown;
}

static void look_at_targets(Patient *p) {
    const Node *root = &p->document.root;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        const Slot *slot = !strcmp(node->word, "force") ? target_of(node) : NULL;
        const char *own = slot ? name_of(p, node) : NULL,
                   *said = slot ? jd_span_text(p, slot->span) : NULL;
        if (!own || !said || !is_free(p, said)) continue;
        for (int k = 0; k < n; k++) {
            const Node *other = root->block.at[k];
            const char *like = strcmp(other->word, node->word) ? NULL : name_of(p, other);
            const Slot *theirs = like && jd_are_siblings(own, like) && same_type(node, other)
                                     ? target_of(other)
                                     : NULL;
            const char *same = theirs ? jd_span_text(p, theirs->span) : NULL;
            if (!same || strcmp(same, said)) continue;
            const char *meant = jd_as_sibling(p, said, like, own);
            if (!meant || !strcmp(meant, said) || !is_free(p, meant) || !is_unnamed(p, meant) ||
                !is_copied(node, other) || is_other(p, node, other))
                continue;
            tell_target(p, node, other, slot, meant);
            break;
        }
    }
}

static void look(Patient *p) {
    if (!p->source || p->document.root.block.count > 1000) return;
    look_at_axes(p);
    look_at_types(p);
    look_at_numbers(p);
    look_at_clauses(p);
    look_at_joints(p);
    look_at_shared(p);
    look_at_targets(p);
}

const Examination jd_examination_differs = {"differs", NEEDS_TEXT, look};
