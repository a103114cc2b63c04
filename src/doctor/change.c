/* SPDX-License-Identifier: MIT
 *
 * Single changes of a statement: those slips that users of such programs make. Another end, another
 * unit, another sign, another axis, another type, a statement too many. Each is text that replaces
 * text. */
#include "doctor/inside.h"
#include <string.h>

/* How much more gladly a type is believed that a sibling has, and any other than `fixed`: two
 * bodies that are one are seldom written as two. */
static const double like_sibling = 0.45, unwelded = 0.35;
static const double last_said = 0.05; /* more: of several start values the last is one too many */
static const double placed_nowhere = 0.05; /* less: a point that nothing else names */
static const double rooted = 0.1;          /* less: the ground, which has any point */
static const double by_sibling = 0.1;      /* more: a sibling of the body that is said */
static const double off_ground = 0.2; /* less: a free between two bodies for one on the ground */

/* ---- Places in the text --------------------------------------------------------------------- */

size_t jd_offset_of(const Patient *p, Where where) {
    const Where found = jd_where_find(where);
    size_t at = 0;
    for (int line = 1; line < found.line && at < p->def.length; at++)
        line += p->def.text[at] == '\n';
    return at + (size_t)(found.column > 0 ? found.column - 1 : 0);
}

static const Node *statement_at(const Node *parent, size_t at) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        if (at < node->span.start || at > node->end) continue;
        const Node *inner = statement_at(node, at);
        return inner ? inner : node;
    }
    return NULL;
}

const Node *jd_statement_of(const Patient *p, Where where) {
    if (!p->source || !where.file || strcmp(where.file, p->source->file)) return NULL;
    return statement_at(&p->document.root, jd_offset_of(p, where));
}

Span jd_clause_span(const Node *statement, const char *word) {
    const Node *clause = statement ? jd_node_clause(statement, word) : NULL;
    return clause && clause->slots.count ? clause->slots.at[0].span : (Span){0};
}

const char *jd_span_text(Patient *p, Span span) {
    return jd_arena_text(&p->arena, p->def.text + span.start, span.length);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

void jd_change_add(Patient *p, Changes *to, Span span, const char *what, double likely,
                   const char *format, ...) {
    va_list list;
    va_start(list, format);
    const char *with = jd_arena_format_list(&p->arena, format, list);
    va_end(list);
    Change *change = with && p->source ? PUSH(&p->arena, *to) : NULL;
    if (change) *change = (Change){span.start, span.length, with, what, likely, false, NULL};
}

/* Its whole lines, if nothing else stands on them. */
void jd_change_drop(Patient *p, Changes *to, const Node *statement, const char *what,
                    double likely) {
    if (!statement) return;
    size_t from = statement->span.start, end = statement->end;
    while (from > 0 && strchr(" \t", p->def.text[from - 1])) from--;
    while (end < p->def.length && strchr(" \t\r", p->def.text[end])) end++;
    const bool first = from == 0 || p->def.text[from - 1] == '\n';
    if (end < p->def.length && p->def.text[end] == '#')
        while (end < p->def.length && p->def.text[end] != '\n') end++;
    if (first && end < p->def.length && p->def.text[end] == '\n') end++;
    jd_change_add(p, to, (Span){NULL, from, end - from}, what, likely, "%s", "");
}

/* A line of its own, behind that where the statement ends. */
void jd_change_after(Patient *p, Changes *to, const Node *statement, const char *what,
                     double likely, const char *line) {
    if (!statement) return;
    size_t at = statement->end;
    while (at < p->def.length && p->def.text[at] != '\n') at++;
    jd_change_add(p, to, (Span){NULL, at, 0}, what, likely, "\n%s", line);
}

void jd_change_alters(Changes *to) {
    if (to->count) to->at[to->count - 1].alters = true;
}

/* ---- Points --------------------------------------------------------------------------------- */

/* The statement of the body that the text calls so, "rod[i]" within a `repeat`. */
static const Node *body_called(Patient *p, const Node *parent, const char *name) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        const bool body = !strcmp(node->word, "body") && node->slots.count;
        const char *own = body ? jd_span_text(p, node->slots.at[0].span) : NULL;
        if (own && !strcmp(own, name)) return node;
        const Node *inner = body_called(p, node, name);
        if (inner) return inner;
    }
    return NULL;
}

static const Node *body_of_side(Patient *p, const Node *statement, const char *side) {
    const Slot *slot = jd_node_slot(statement, side);
    const char *name = slot ? jd_span_text(p, slot->span) : NULL;
    return name ? body_called(p, &p->document.root, name) : NULL;
}

/* Whether a body has this point in its `link` or `at`; the ground has any. */
static bool body_has(Patient *p, int body, const char *point) {
    const Node *own = body > 0 ? jd_statement_of(p, p->model->bodies.at[body].where) : NULL;
    const Node *link = own ? jd_node_clause(own, "link") : NULL;
    if (own && !link) link = jd_node_clause(own, "at");
    for (int n = 0; link && n < link->slots.count; n++) {
        const char *text = jd_span_text(p, link->slots.at[n].span);
        if (text && !strcmp(text, point)) return true;
    }
    return !link;
}

static bool side_has(Patient *p, const Node *statement, const char *side, const char *point) {
    const Slot *slot = jd_node_slot(statement, side);
    const char *name = slot ? jd_span_text(p, slot->span) : NULL;
    return body_has(p, name ? jd_model_find_body(p->model, name) : -1, point);
}

/* The first joint that a statement makes. */
static const ModelJoint *first_of(const Patient *p, const Node *statement) {
    for (int k = 0; k < p->model->joints.count; k++)
        if (jd_statement_of(p, p->model->joints.at[k].where) == statement)
            return &p->model->joints.at[k];
    return NULL;
}

/* Point n of the link on this side is nearer to the body on the other side, if that is drawn by one
 * point only, than the joint is. */
static bool comes_nearer(const Patient *p, const ModelJoint *joint, int side, int n) {
    const JdModel *m = p->model;
    const int frames[2] = {joint->i, joint->j};
    const ModelBody *link = &m->bodies.at[m->frames.at[frames[side]].body],
                    *other = &m->bodies.at[m->frames.at[frames[1 - side]].body];
    if (n >= link->point_count || other->point_count > 1) return true;
    const Vec3 at = vec3_add(link->pose.p, axes_out(&link->pose.axes, link->points[n]));
    return vec3_norm(vec3_sub(at, other->pose.p)) <
           vec3_norm(vec3_sub(jd_frame_place(p, joint->i), other->pose.p));
}

/* It leads away from a body of one point that the joint is to hold. */
static bool leads_away(Patient *p, const Node *statement, const char *point) {
    static const char *const sides[] = {"i", "j"};
    const ModelJoint *joint = first_of(p, statement);
    for (int k = 0; k < 2 && joint; k++) {
        const Node *own = body_of_side(p, statement, sides[k]);
        const Node *link = own ? jd_node_clause(own, "link") : NULL;
        for (int n = 0; link && n < link->slots.count; n++) {
            const char *text = jd_span_text(p, link->slots.at[n].span);
            if (text && !strcmp(text, point) && !comes_nearer(p, joint, k, n)) return true;
        }
    }
    return false;
}

/* All points that the text names, in place of this one. Those that both bodies of a joint have are
 * meant most likely. */
static void other_points(Patient *p, Changes *to, const Node *statement, const Slot *slot,
                         double likely) {
    if (!slot->expr || slot->expr->kind != EXPR_NAME) return;
    const Node *root = &p->document.root;
    const bool joint = !strcmp(statement->word, "joint");
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        if (strcmp(node->word, "point") || !node->slots.count) continue;
        const char *name = jd_span_text(p, node->slots.at[0].span);
        if (!name || strchr(name, '[') || !strcmp(name, slot->expr->text)) continue;
        const bool fits =
            !joint || (side_has(p, statement, "i", name) && side_has(p, statement, "j", name));
        jd_change_add(p, to, slot->span, jd_arena_format(&p->arena, "at %s", name),
                      !fits ? (joint && jd_times_said(p, name) == 1 ? likely - placed_nowhere : 0.3)
                      : joint && leads_away(p, statement, name) ? likely - off_ground
                                                                : likely,
                      "%s", name);
    }
}

/* The ends of the links on its sides, as they are written there, in place of a point that is worked
 * out. */
static void ends_of_sides(Patient *p, Changes *to, const Node *statement, const Slot *slot,
                          double likely) {
    static const char *const sides[] = {"i", "j"};
    const char *now = jd_span_text(p, slot->span);
    const ModelJoint *joint = first_of(p, statement);
    if (!slot->expr || slot->expr->kind == EXPR_NAME || !now || !joint) return;
    for (int k = 0; k < 2; k++) {
        const Node *own = body_of_side(p, statement, sides[k]);
        const Node *link = own ? jd_node_clause(own, "link") : NULL;
        for (int n = 0; link && n < link->slots.count; n++) {
            const char *text = jd_span_text(p, link->slots.at[n].span);
            if (text && strcmp(text, now))
                jd_change_add(p, to, slot->span, "at the other end of its link",
                              likely - (comes_nearer(p, joint, k, n) ? 0 : off_ground), "%s", text);
        }
    }
}

/* ---- Statements ----------------------------------------------------------------------------- */

/* How many other joints say this axis. */
static int joints_along(Patient *p, const Node *statement, const char *axis) {
    int count = 0;
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        const Span other = strcmp(node->word, "joint") || node == statement
                               ? (Span){0}
                               : jd_clause_span(node, "axis");
        const char *text = other.length ? jd_span_text(p, other) : NULL;
        count += text && !strcmp(text, axis);
    }
    return count;
}

/* The axes that other joints say. */
static void axes_of_others(Patient *p, Changes *to, const Node *statement, Span span,
                           const char *now) {
    const char *said[12];
    int count = 0;
    for (int n = 0; n < p->document.root.block.count && count < 12; n++) {
        const Node *node = p->document.root.block.at[n];
        const Span other = strcmp(node->word, "joint") ? (Span){0} : jd_clause_span(node, "axis");
        const char *text = other.length && node != statement ? jd_span_text(p, other) : NULL;
        bool known = !text || !strcmp(text, now) || (strlen(text) == 1 && strchr("xyz", *text));
        for (int k = 0; k < count && !known; k++) known = !strcmp(said[k], text);
        if (known) continue;
        said[count++] = text;
        jd_change_add(p, to, span, "along the axis of another joint",
                      joints_along(p, statement, text) > 1 ? 0.9 : 0.75, "%s", text);
    }
}

/* A vector that was worked out and is said nowhere: it was to be an axis. */
static void axes_unused(Patient *p, Changes *to, Span span) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        const char *name = strcmp(node->word, "param") || node->slots.count < 2
                               ? NULL
                               : jd_span_text(p, node->slots.at[0].span);
        const Expr *value = name ? node->slots.at[1].expr : NULL;
        const bool vector = value && (value->kind == EXPR_VECTOR || value->kind == EXPR_BINARY ||
                                      (value->kind == EXPR_CALL &&
                                       jd_word_in_list(value->text, "cross unit turned rotate")));
        if (vector && jd_times_said(p, name) == 1)
            jd_change_add(p, to, span, "along a vector that nothing else uses", 1, "%s", name);
    }
}

/* The axis that its sibling says. */
static void axis_of_sibling(Patient *p, Changes *to, const Node *statement, Span span,
                            const char *now) {
    const Node *sibling = jd_sibling_joint(p, statement);
    const Span other = sibling ? jd_clause_span(sibling, "axis") : (Span){0};
    const char *said = other.length ? jd_span_text(p, other) : NULL;
    const char *from = sibling ? jd_span_text(p, jd_node_slot(sibling, "j")->span) : NULL,
               *own = jd_span_text(p, jd_node_slot(statement, "j")->span);
    const char *text = said && from && own ? jd_as_sibling(p, said, from, own) : NULL;
    if (text && strcmp(text, now))
        jd_change_add(p, to, span, "along the axis of its sibling", 1, "%s", text);
}

/* First and last point of the link that stands on a side of a joint, by name; false: it is none. */
bool jd_link_of_side(Patient *p, const Node *statement, const char *label, const char **from,
                     const char **end) {
    const Node *own = body_of_side(p, statement, label);
    const Node *link = own ? jd_node_clause(own, "link") : NULL;
    if (!link || link->slots.count < 2) return false;
    *from = jd_span_text(p, link->slots.at[0].span);
    *end = jd_span_text(p, link->slots.at[1].span);
    return *from && *end;
}

/* Along the line of one of its links. */
static void axes_of_links(Patient *p, Changes *to, const Node *statement, Span span) {
    static const char *const sides[] = {"i", "j"};
    const char *from, *end;
    for (int k = 0; k < 2; k++)
        if (jd_link_of_side(p, statement, sides[k], &from, &end))
            jd_change_add(p, to, span.length ? span : (Span){NULL, statement->end, 0},
                          "along the line of its link", 0.7, "%s%s - %s",
                          span.length ? "" : "  axis ", end, from);
}

/* What a joint has where no axis is said. */
static const char *unsaid_axis(const char *type) {
    return type && jd_word_in_list(type, "prismatic pin-in-slot universal") ? "x" : "z";
}

void jd_changes_of_axis(Patient *p, Changes *to, const Node *statement) {
    static const char *const axes[] = {"x", "y", "z"};
    const Span span = jd_clause_span(statement, "axis");
    if (!statement) return;
    const char *type = statement->slots.count > 1 ? statement->slots.at[1].text : NULL;
    if (!span.length && type && strcmp(type, "prismatic") && p->model->space == JD_PLANAR) return;
    const char *now = span.length ? jd_span_text(p, span) : "";
    if (span.length && now) axis_of_sibling(p, to, statement, span, now);
    if (span.length && now) axes_of_others(p, to, statement, span, now);
    if (span.length && now) axes_unused(p, to, span);
    if (type && jd_word_in_list(type, "prismatic cylindrical pin-in-slot"))
        axes_of_links(p, to, statement, span);
    for (int n = 0; n < jd_model_width(p->model) && now; n++) {
        if (!strcmp(now, axes[n]) || (!span.length && !strcmp(axes[n], unsaid_axis(type))))
            continue;
        if (span.length)
            jd_change_add(p, to, span, "along the other axis",
                          joints_along(p, statement, axes[n]) > 1 ? 0.95 : 0.8, "%s", axes[n]);
        else
            jd_change_add(p, to, (Span){NULL, statement->end, 0}, "along the other axis", 0.6,
                          "  axis %s", axes[n]);
    }
}

/* In the plane a hinge or a weld has no axis: what is replaced goes up to that which is said, and
 * `rest` is what stands before it. */
static Span type_with_axis(Patient *p, const Node *statement, const Slot *slot,
                           const JointType *type, const char **rest) {
    const Node *axis = jd_node_clause(statement, "axis");
    const size_t from = slot->span.start + slot->span.length;
    if (p->model->space != JD_PLANAR || !axis || !axis->slots.count || axis->span.start < from ||
        !jd_word_in_list(type->name, "revolute fixed"))
        return slot->span;
    size_t end = axis->span.start;
    while (end > from && p->def.text[end - 1] == ' ') end--;
    const char *between = jd_span_text(p, (Span){NULL, from, end - from});
    const Span value = axis->slots.at[0].span;
    if (between) *rest = between;
    return (Span){slot->span.source, slot->span.start,
                  value.start + value.length - slot->span.start};
}

void jd_changes_of_type(Patient *p, Changes *to, const Node *statement) {
    static const struct {
        const char *name;
        double likely;
    } types[] = {{"revolute", 0.6},   {"prismatic", 0.5},    {"spherical", 0.5},
                 {"universal", 0.45}, {"cylindrical", 0.45}, {"pin-in-slot", 0.4},
                 {"fixed", 0.3},      {"planar", 0.2}};
    const Slot *slot = jd_node_slot(statement, "type");
    if (!slot || !slot->text || !jd_joint_find(slot->text) || jd_joint_find(slot->text)->couples)
        return;
    const bool welds = !strcmp(jd_joint_find(slot->text)->name, "fixed");
    const char *sibling = jd_sibling_type(p, statement);
    for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
        const JointType *type = jd_joint_find(types[n].name);
        const bool twin = sibling && jd_joint_find(sibling) == type;
        if (!type || type == jd_joint_find(slot->text)) continue;
        if (p->model->space == JD_PLANAR && type->spatial_only) continue;
        if (p->model->space == JD_SPATIAL && !strcmp(type->name, "pin-in-slot")) continue;
        const char *rest = "";
        const Span span = type_with_axis(p, statement, slot, type, &rest);
        jd_change_add(p, to, span, jd_arena_format(&p->arena, "as %s", types[n].name),
                      types[n].likely + (twin    ? like_sibling
                                         : welds ? unwelded
                                                 : 0),
                      "%s%s", types[n].name, rest);
        if (!twin && !welds) jd_change_alters(to);
    }
}

/* A universal joint has two axes: that which is said, and one across it. */
static void changes_to_universal(Patient *p, Changes *to, const Node *statement) {
    static const char *const axes[] = {"x", "y", "z"};
    const Slot *slot = jd_node_slot(statement, "type");
    const Span axis = jd_clause_span(statement, "axis");
    const char *now = axis.length ? jd_span_text(p, axis) : "z";
    if (p->model->space != JD_SPATIAL || !slot || !slot->text || !now || strlen(now) != 1 ||
        !jd_word_in_list(slot->text, "revolute fixed spherical"))
        return;
    const size_t behind = slot->span.start + slot->span.length;
    const char *rest = jd_span_text(p, (Span){NULL, behind, statement->end - behind});
    const Span span = {NULL, slot->span.start, statement->end - slot->span.start};
    for (int a = 0; a < 3 && rest; a++)
        for (int n = 0; n < 3; n++) {
            const char *first = axis.length ? now : axes[a];
            if (!strcmp(first, axes[n]) || (axis.length && a)) continue;
            jd_change_add(p, to, span, "as universal", 0.45, "universal%s%s%s  second %s", rest,
                          axis.length ? "" : "  axis ", axis.length ? "" : first, axes[n]);
            jd_change_alters(to);
        }
}

/* A slot or a slide along the link of one of its bodies. */
static void changes_along_links(Patient *p, Changes *to, const Node *statement) {
    static const char *const sides[] = {"i", "j"}, *const types[] = {"pin-in-slot", "prismatic"};
    const Slot *slot = jd_node_slot(statement, "type");
    const bool axis = jd_clause_span(statement, "axis").length > 0;
    if (!slot || !slot->text || axis ||
        (jd_joint_find(slot->text) && jd_joint_find(slot->text)->couples))
        return;
    for (int k = 0; k < 2; k++) {
        const Slot *side = jd_node_slot(statement, sides[k]);
        const char *name = side ? jd_span_text(p, side->span) : NULL, *from, *end;
        if (!name || !jd_link_of_side(p, statement, sides[k], &from, &end)) continue;
        const size_t behind = slot->span.start + slot->span.length;
        const char *rest = jd_span_text(p, (Span){NULL, behind, statement->end - behind});
        const int first = p->model->space == JD_SPATIAL; /* slots are of the plane */
        for (int t = first; t < 2 && from && end && rest; t++) {
            jd_change_add(p, to, (Span){NULL, slot->span.start, statement->end - slot->span.start},
                          jd_arena_format(&p->arena, "as %s along '%s'", types[t], name), 0.55,
                          "%s%s  axis %s - %s", types[t], rest, end, from);
            jd_change_alters(to);
        }
    }
}

/* The block that a statement stands in, of `repeat` and the like; NULL: it is not in one. */
static const Node *block_of(const Node *parent, const Node *statement) {
    for (int n = 0; n < parent->block.count; n++) {
        if (parent->block.at[n] == statement) return parent;
        const Node *inner = block_of(parent->block.at[n], statement);
        if (inner) return inner;
    }
    return NULL;
}

/* Names of this kind that stand beside a statement in its block, "up[i]", in place of a slot. */
static void names_beside(Patient *p, Changes *to, const Node *statement, const Slot *slot,
                         const char *word) {
    const Node *block = block_of(&p->document.root, statement);
    const char *now = jd_span_text(p, slot->span);
    if (!block || block == &p->document.root || !now) return;
    for (int n = 0; n < block->block.count; n++) {
        const Node *node = block->block.at[n];
        const char *name = strcmp(node->word, word) || !node->slots.count
                               ? NULL
                               : jd_span_text(p, node->slots.at[0].span);
        if (name && strchr(name, '[') && strcmp(name, now))
            jd_change_add(p, to, slot->span, jd_arena_format(&p->arena, "with %s", name), 0.5, "%s",
                          name);
    }
}

/* Another body on one of its sides. */
static void changes_of_sides(Patient *p, Changes *to, const Node *statement, double likely) {
    const bool joint = !strcmp(statement->word, "joint");
    static const char *const sides[] = {"i", "j"};
    const Node *at = jd_node_clause(statement, "at");
    const bool outside = block_of(&p->document.root, statement) == &p->document.root;
    for (int k = 0; k < 2; k++) {
        const Slot *slot = jd_node_slot(statement, sides[k]),
                   *place = !at || !at->slots.count ? NULL
                            : k < at->slots.count   ? &at->slots.at[k]
                                                    : &at->slots.at[0];
        const char *point = place ? jd_span_text(p, place->span) : "";
        if (!point) continue;
        if (slot) names_beside(p, to, statement, slot, "body");
        const char *now = slot ? jd_span_text(p, slot->span) : NULL;
        if (!now || !slot->expr) continue;
        if (slot->expr->kind != EXPR_NAME &&
            (strchr(now, '[') || jd_model_find_body(p->model, now) < 0))
            continue;
        const Slot *side = jd_node_slot(statement, sides[1 - k]);
        const char *opposite = side ? jd_span_text(p, side->span) : NULL;
        const int other = opposite ? jd_model_find_body(p->model, opposite) : -1;
        for (int b = 0; b < p->model->bodies.count; b++) {
            const char *name = b ? p->model->bodies.at[b].name : "ground";
            /* Bodies of instances are known by their names outside of parts. */
            if (!strcmp(name, now) || strchr(name, '[') || (strchr(name, '.') && !outside) ||
                b == other || (joint && jd_are_joined(p->model, b, other)))
                continue;
            jd_change_add(p, to, slot->span, jd_arena_format(&p->arena, "on '%s'", name),
                          (!body_has(p, b, point) ? 0.3
                           : b                    ? likely
                                                  : likely - rooted) +
                              (jd_are_siblings(name, now) ? by_sibling : 0),
                          "%s", name);
        }
    }
}

/* ---- Frees that are coupled, driven or pushed ----------------------------------------------- */

static bool is_on_ground(const JdModel *m, int joint) {
    return !m->frames.at[m->joints.at[joint].i].body || !m->frames.at[m->joints.at[joint].j].body;
}

/* Another free of the same kind in place of "jO.angle" or "jO.rate". What is on the ground is
 * driven from there. */
static void other_frees(Patient *p, Changes *to, const Slot *slot, double likely) {
    const JdModel *m = p->model;
    const bool any_kind = p->ails && !strcmp(p->ails, "couple-mismatch");
    const char *now = slot ? jd_span_text(p, slot->span) : NULL;
    int own = -1;
    if (!now) return;
    const FreeDef *position = jd_model_find_free(m, now, &own), *rate = NULL;
    if (!position) rate = jd_model_find_free_rate(m, now, &own);
    const FreeDef *old = position ? position : rate;
    for (int k = 0; k < m->joints.count && old; k++) {
        const char *name = m->joints.at[k].name;
        if (k == own || m->joints.at[k].type->couples ||
            (strchr(name, '.') && !strchr(m->joints.at[own].name, '.')) ||
            (strchr(name, '[') && !strchr(now, '[')))
            continue;
        const JointType *type = m->joints.at[k].type;
        for (int f = 0; f < JOINT_FREES && type->frees[f].kind; f++) {
            if (type->frees[f].kind != old->kind && !any_kind) continue;
            jd_change_add(
                p, to, slot->span, jd_arena_format(&p->arena, "of '%s'", m->joints.at[k].name),
                likely - (is_on_ground(m, own) && !is_on_ground(m, k) ? off_ground : 0), "%s.%s",
                m->joints.at[k].name, position ? type->frees[f].position : type->frees[f].rate);
        }
    }
}

/* What stands on both sides of "--", exchanged. */
static void swap_sides(Patient *p, Changes *to, const Node *statement, double likely) {
    const Slot *i = jd_node_slot(statement, "i"), *j = jd_node_slot(statement, "j");
    const char *first = i ? jd_span_text(p, i->span) : NULL,
               *second = j ? jd_span_text(p, j->span) : NULL;
    if (!first || !second) return;
    const size_t end = j->span.start + j->span.length;
    jd_change_add(p, to, (Span){NULL, i->span.start, end - i->span.start},
                  "with its sides exchanged", likely, "%s -- %s", second, first);
}

/* The two points of a clause `at`, exchanged. */
static void swap_points(Patient *p, Changes *to, const Node *statement, double likely) {
    const Node *at = jd_node_clause(statement, "at");
    if (!at || at->slots.count != 2) return;
    const Span a = at->slots.at[0].span, b = at->slots.at[1].span;
    const char *first = jd_span_text(p, a), *second = jd_span_text(p, b);
    if (!first || !second) return;
    jd_change_add(p, to, (Span){NULL, a.start, b.start + b.length - a.start},
                  "with its points exchanged", likely, "%s, %s", second, first);
}

/* One of the two points of a clause `at` for both bodies. */
static void one_point(Patient *p, Changes *to, const Node *statement, double likely) {
    const Node *at = jd_node_clause(statement, "at");
    if (!at || at->slots.count != 2) return;
    const Span a = at->slots.at[0].span, b = at->slots.at[1].span;
    for (int n = 0; n < 2; n++) {
        const char *point = jd_span_text(p, n ? a : b);
        const bool named = at->slots.at[1 - n].expr && at->slots.at[1 - n].expr->kind == EXPR_NAME;
        if (point)
            jd_change_add(p, to, (Span){NULL, a.start, b.start + b.length - a.start},
                          "with one point", likely + (named ? 0.1 : 0), "%s", point);
    }
}

static void changes_of_coupling(Patient *p, Changes *to, const Node *statement, const Expr *ratio) {
    const char *text = ratio ? jd_span_text(p, ratio->span) : NULL;
    swap_sides(p, to, statement, 0.75);
    other_frees(p, to, jd_node_slot(statement, "i"), 0.6);
    other_frees(p, to, jd_node_slot(statement, "j"), 0.6);
    if (ratio && text && ratio->kind == EXPR_BINARY && *ratio->text == '/')
        jd_change_add(p, to, ratio->span, "the other way round", 0.8, "%s/%s",
                      jd_span_text(p, ratio->args[1]->span), jd_span_text(p, ratio->args[0]->span));
    else if (ratio && text)
        jd_change_add(p, to, ratio->span, "the other way round", 0.7, "1/(%s)", text);
    const Slot *type = jd_node_slot(statement, "type");
    if (type && type->text && jd_word_in_list(type->text, "gear belt")) {
        jd_change_add(p, to, type->span, "of the other kind", 0.7, "%s",
                      strcmp(type->text, "gear") ? "gear" : "belt");
        jd_change_alters(to);
    }
    const Expr *radius = jd_clause_expr(statement, "radius");
    /* A radius is a length: its sign is the first thing to doubt. */
    if (radius) jd_change_sign(p, to, radius, *jd_span_text(p, radius->span) == '-' ? 0.95 : 0.85);
    jd_changes_of_numbers(p, to, statement);
}

/* Along the way between its two points, of a slide that is drawn out. */
static void axis_by_points(Patient *p, Changes *to, const Node *statement, const Node *at) {
    const Span span = jd_clause_span(statement, "axis");
    const char *first = at ? jd_span_text(p, at->slots.at[0].span) : NULL,
               *second = at && at->slots.count == 2 ? jd_span_text(p, at->slots.at[1].span) : NULL;
    if (span.length && first && second && !strpbrk(first, "+-*") && !strpbrk(second, "+-*"))
        jd_change_add(p, to, span, "along its two points", 0.8, "%s - %s", second, first);
}

static void changes_of_joint(Patient *p, Changes *to, const Node *statement) {
    const Slot *type = jd_node_slot(statement, "type");
    const JointType *known = type && type->text ? jd_model_find_type(p->model, type->text) : NULL;
    const Node *at = jd_node_clause(statement, "at");
    const Expr *ratio = jd_clause_expr(statement, "ratio");
    for (int n = 0; at && n < at->slots.count; n++) {
        other_points(p, to, statement, &at->slots.at[n], at->slots.count == 1 ? 0.9 : 0.3);
        if (at->slots.count == 1) ends_of_sides(p, to, statement, &at->slots.at[n], 0.85);
        names_beside(p, to, statement, &at->slots.at[n], "point");
    }
    jd_changes_of_axis(p, to, statement);
    axis_by_points(p, to, statement, at);
    if (ratio) jd_change_sign(p, to, ratio, 0.9);
    if (known && known->couples)
        changes_of_coupling(p, to, statement, ratio);
    else
        changes_of_sides(p, to, statement, 0.55);
    jd_change_drop(p, to, statement, "without this statement", 0.6);
    jd_change_alters(to);
    jd_changes_of_type(p, to, statement);
    changes_along_links(p, to, statement);
    changes_to_universal(p, to, statement);
    jd_changes_of_axes(p, to, statement);
    if (known && !known->apart && !known->spans) one_point(p, to, statement, 0.6);
}

static void changes_of_body(Patient *p, Changes *to, const Node *statement) {
    const Node *link = jd_node_clause(statement, "link"), *at = jd_node_clause(statement, "at");
    for (int n = 0; link && n < link->slots.count; n++)
        other_points(p, to, statement, &link->slots.at[n], 0.8);
    for (int n = 0; at && n < at->slots.count; n++)
        other_points(p, to, statement, &at->slots.at[n], 0.7);
    jd_changes_of_numbers(p, to, statement);
}

static void changes_of_force(Patient *p, Changes *to, const Node *statement) {
    const Node *at = jd_node_clause(statement, "at");
    swap_points(p, to, statement, 0.8);
    changes_of_sides(p, to, statement, 0.7);
    other_frees(p, to, jd_node_slot(statement, "i"), 0.5);
    for (int n = 0; at && n < at->slots.count; n++)
        other_points(p, to, statement, &at->slots.at[n], 0.5);
    jd_changes_of_numbers(p, to, statement);
    jd_change_drop(p, to, statement, "without this force", 0.2);
    jd_change_alters(to);
}

static void changes_of_gravity(Patient *p, Changes *to, const Node *statement) {
    const Slot *slot = jd_node_slot(statement, "acceleration");
    if (!slot || !slot->expr) return;
    const Expr *vector = slot->expr->kind == EXPR_UNITED ? slot->expr->args[0] : slot->expr;
    jd_changes_of_units(p, to, slot->expr, "m/s^2");
    for (int n = 0; n < vector->count && vector->kind == EXPR_VECTOR; n++)
        if (vector->args[n]->number != 0 || vector->args[n]->kind != EXPR_NUMBER)
            jd_change_sign(p, to, vector->args[n], 0.7);
}

static void changes_of_when(Patient *p, Changes *to, const Node *statement) {
    const Slot *slot = jd_node_slot(statement, "condition");
    if (slot && slot->expr) jd_changes_of_units(p, to, slot->expr, NULL);
}

/* meet(A, r, B, s, left): the other of two. */
static void other_side(Patient *p, Changes *to, const Expr *expr) {
    static const char *const sides[][2] = {
        {"left", "right"}, {"right", "left"}, {"first", "last"}, {"last", "first"}};
    for (size_t n = 0; n < sizeof sides / sizeof *sides && expr->kind == EXPR_NAME; n++)
        if (!strcmp(expr->text, sides[n][0]))
            jd_change_add(p, to, expr->span, "on the other side", 0.6, "%s", sides[n][1]);
}

/* Other points in the expression of one: E = A + polar(l, a). */
static void points_within(Patient *p, Changes *to, const Node *statement, const Expr *expr) {
    if (expr->kind == EXPR_UNITED) expr = expr->args[0];
    if (expr->kind == EXPR_CALL) {
        for (int n = 0; n < expr->count; n++) {
            const Expr *part = expr->args[n];
            const Slot slot = {.span = part->span, .expr = expr->args[n]};
            other_side(p, to, part);
            if (part->kind == EXPR_NAME)
                other_points(p, to, statement, &slot, 0.5);
            else
                jd_change_sign(p, to, part, 0.45);
        }
        return;
    }
    if (expr->kind == EXPR_BINARY || expr->kind == EXPR_UNARY) {
        for (int n = 0; n < expr->count; n++) {
            const Expr *part = expr->args[n];
            if (expr->kind == EXPR_BINARY && n == 1 && strchr("+-", *expr->text))
                jd_change_sign(p, to, part, 0.4);
            const Slot slot = {.span = part->span, .expr = expr->args[n]};
            other_points(p, to, statement, &slot, 0.6);
            points_within(p, to, statement, part);
        }
        jd_changes_of_terms(p, to, expr, 0.45);
        return;
    }
    for (int n = 0; expr->kind == EXPR_VECTOR && n < expr->count; n++)
        if (expr->args[n]->kind != EXPR_NUMBER || expr->args[n]->number != 0)
            jd_change_sign(p, to, expr->args[n], 0.45);
}

/* A number without a unit, whatever is made of it: what it cannot be is not read. */
static void units_of_any_kind(Patient *p, Changes *to, const Expr *expr) {
    static const char *const kinds[] = {"m", "rad", "rad/s", "kg", "kg*m^2", "N", "N/m", "s"};
    if (expr->kind == EXPR_UNARY && expr->count == 1) expr = expr->args[0];
    if (expr->kind != EXPR_NUMBER || expr->text) return;
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++)
        jd_changes_of_units(p, to, expr, kinds[n]);
}

static void changes_of_value(Patient *p, Changes *to, const Node *statement) {
    const Slot *slot = statement->slots.count > 1 ? &statement->slots.at[1] : NULL;
    if (!slot || !slot->expr) return;
    const bool point = !strcmp(statement->word, "point");
    jd_changes_of_degrees(p, to, slot->expr);
    jd_changes_of_units(p, to, slot->expr, point ? "m" : NULL);
    const Expr *vector = slot->expr->kind == EXPR_UNITED ? slot->expr->args[0] : slot->expr;
    if (point) points_within(p, to, statement, slot->expr);
    if (!point) units_of_any_kind(p, to, slot->expr);
    if (p->model->expects.count) jd_changes_of_powers(p, to, slot->expr);
    if (!point || vector->kind != EXPR_VECTOR) return;
    for (int n = 0; n < vector->count; n++) jd_change_sign(p, to, vector->args[n], 0.6);
}

/* The unit that a channel has, by the end of its name; NULL: it is not known. */
static const char *unit_of_channel(const char *name) {
    static const struct {
        const char *ends, *unit;
    } kinds[] = {{"x y z travel", "m"},
                 {"vx vy vz speed", "m/s"},
                 {"angle angle1 angle2 rx ry rz", "rad"},
                 {"rate rate1 rate2 wx wy wz", "rad/s"}};
    const char *dot = name ? strrchr(name, '.') : NULL;
    for (size_t n = 0; n < sizeof kinds / sizeof *kinds && dot; n++)
        if (jd_word_in_list(dot + 1, kinds[n].ends)) return kinds[n].unit;
    return NULL;
}

/* What is multiplied by the time is a rate. */
static const char *unit_of_rate(const char *unit) {
    return !unit ? NULL : !strcmp(unit, "rad") ? "rad/s" : !strcmp(unit, "m") ? "m/s" : NULL;
}

static void changes_of_drive(Patient *p, Changes *to, const Node *statement) {
    other_frees(p, to, jd_node_slot(statement, "target"), 0.6);
    const Slot *motion = jd_node_slot(statement, "motion");
    if (motion && motion->expr) {
        const Slot *target = jd_node_slot(statement, "target");
        const char *unit = target ? unit_of_channel(jd_span_text(p, target->span)) : NULL;
        jd_changes_of_units(p, to, motion->expr, unit);
        if (unit_of_rate(unit) && motion->expr->kind != EXPR_NUMBER)
            jd_changes_of_units(p, to, motion->expr, unit_of_rate(unit));
        jd_change_sign(p, to, motion->expr, 0.6);
        jd_changes_of_terms(p, to, motion->expr, 0.6);
        jd_changes_of_powers(p, to, motion->expr);
    }
    jd_change_drop(p, to, statement, "without this drive", 0.75);
}

/* One row of `start` at a time. */
static void changes_of_start(Patient *p, Changes *to, const Node *statement) {
    const int rows = statement->slots.count / 2;
    for (int n = 0; n < rows; n++) {
        const Slot *name = &statement->slots.at[2 * n], *value = &statement->slots.at[2 * n + 1];
        if (!value->expr) continue;
        jd_changes_of_units(p, to, value->expr, unit_of_channel(jd_span_text(p, name->span)));
        jd_change_sign(p, to, value->expr, 0.6 + last_said * n / rows);
        const size_t end = n + 1 < rows ? statement->slots.at[2 * n + 2].span.start
                                        : value->span.start + value->span.length;
        size_t from = name->span.start;
        if (n + 1 == rows && n)
            from = statement->slots.at[2 * n - 1].span.start +
                   statement->slots.at[2 * n - 1].span.length;
        if (rows > 1)
            jd_change_add(p, to, (Span){NULL, from, end - from}, "leaving it out, the line is",
                          0.5 + last_said * n / rows, "%s", "");
        else
            jd_change_drop(p, to, statement, "without this start value", 0.5);
    }
}

static const struct {
    const char *word;
    void (*list)(Patient *p, Changes *to, const Node *statement);
} kinds[] = {
    {"joint", changes_of_joint}, {"body", changes_of_body},   {"point", changes_of_value},
    {"param", changes_of_value}, {"drive", changes_of_drive}, {"start", changes_of_start},
    {"force", changes_of_force}, {"when", changes_of_when},   {"gravity", changes_of_gravity},
    {"run", jd_changes_of_run},
};

void jd_changes_of_statement(Patient *p, Changes *to, const Node *statement) {
    for (size_t n = 0; statement && n < sizeof kinds / sizeof *kinds; n++)
        if (!strcmp(kinds[n].word, statement->word)) kinds[n].list(p, to, statement);
}
