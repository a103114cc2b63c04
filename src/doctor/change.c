/* SPDX-License-Identifier: MIT
 *
 * Single changes of a statement: those slips that users of such programs make. Another end, another
 * unit, another sign, another axis, another type, a statement too many. Each is text that replaces
 * text. */
#include "doctor/inside.h"
#include <string.h>

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
    if (change) *change = (Change){span.start, span.length, with, what, likely, false};
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

/* ---- Units and signs of numbers ------------------------------------------------------------- */

/* Units that are taken for each other. */
static const struct {
    const char *unit;      /* SI, of the slot */
    const char *others[6]; /* what may stand there */
} confused[] = {
    {"m", {"m", "mm", "cm", "in"}},
    {"kg", {"kg", "g", "t"}},
    {"kg*m^2", {"kg*m^2", "kg*mm^2", "kg*cm^2", "g*m^2", "g*mm^2", "t*mm^2"}},
    {"rad", {"rad", "deg", "rev"}},
    {"1", {"rad", "deg", "rev"}},
    {"rad/s", {"rad/s", "rpm", "deg/s", "rev/s"}},
    {"1/s", {"rad/s", "rpm", "deg/s", "rev/s"}},
    {"m/s", {"m/s", "mm/s"}},
    {"N", {"N", "kN", "mN"}},
    {"N/m", {"N/m", "N/mm", "kN/m"}},
    {"N*s/m", {"N*s/m", "N*s/mm"}},
    {"N*m", {"N*m", "N*mm"}},
    {"s", {"s", "ms"}},
};

static bool same_unit(const char *a, const char *b) {
    Unit x, y;
    return jd_unit_parse(a, &x) && jd_unit_parse(b, &y) && jd_dim_equal(x.dim, y.dim) &&
           x.scale == y.scale;
}

static bool same_dim(const char *a, const char *b) {
    Unit x, y;
    return jd_unit_parse(a, &x) && jd_unit_parse(b, &y) && jd_dim_equal(x.dim, y.dim);
}

static void other_units(Patient *p, Changes *to, Span span, const char *number, const char *unit,
                        const char *dim) {
    for (size_t n = 0; n < sizeof confused / sizeof *confused; n++) {
        if (!same_dim(confused[n].unit, dim) ||
            (!strcmp(dim, "1") && strcmp(confused[n].unit, "1")))
            continue;
        for (int k = 0; k < 6 && confused[n].others[k]; k++) {
            const char *other = confused[n].others[k];
            if (same_unit(other, unit ? unit : dim)) continue;
            jd_change_add(p, to, span, jd_arena_format(&p->arena, "if %s is meant", other),
                          unit ? 0.7 : 0.9, "%s %s", number, other);
        }
        return;
    }
}

void jd_changes_of_units(Patient *p, Changes *to, const Expr *expr, const char *unit) {
    if (!expr) return;
    if (expr->kind == EXPR_NUMBER && expr->number != 0) {
        char number[32];
        const char *text = jd_span_text(p, expr->span);
        const size_t digits = text ? jd_number_read(text, expr->span.length, &(double){0}) : 0;
        if (!digits || digits >= sizeof number) return;
        memcpy(number, text, digits);
        number[digits] = 0;
        other_units(p, to, expr->span, number, expr->text,
                    expr->text ? expr->text
                    : unit     ? unit
                               : "1");
    } else if (expr->kind == EXPR_UNITED && expr->count == 1) {
        const char *inner = jd_span_text(p, expr->args[0]->span);
        if (inner) other_units(p, to, expr->span, inner, expr->text, expr->text);
    } else if (expr->kind == EXPR_VECTOR && unit) {
        const char *inner = jd_span_text(p, expr->span);
        bool bare = true;
        for (int n = 0; n < expr->count; n++)
            bare = bare && (expr->args[n]->kind == EXPR_NUMBER ||
                            (expr->args[n]->kind == EXPR_UNARY &&
                             expr->args[n]->args[0]->kind == EXPR_NUMBER));
        for (int n = 0; n < expr->count; n++)
            bare = bare && !(expr->args[n]->kind == EXPR_NUMBER && expr->args[n]->text);
        if (inner && bare) other_units(p, to, expr->span, inner, NULL, unit);
        for (int n = 0; n < expr->count && !bare; n++)
            jd_changes_of_units(p, to, expr->args[n], unit);
    } else {
        for (int n = 0; n < expr->count; n++) jd_changes_of_units(p, to, expr->args[n], unit);
    }
}

static void flip_sign(Patient *p, Changes *to, const Expr *expr, double likely) {
    if (!expr) return;
    const char *text = jd_span_text(p, expr->span);
    if (!text) return;
    if (expr->kind == EXPR_UNARY && expr->text && *expr->text == '-')
        jd_change_add(p, to, expr->span, "with the other sign", likely, "%s",
                      jd_span_text(p, expr->args[0]->span));
    else if (expr->kind == EXPR_BINARY && (*expr->text == '+' || *expr->text == '-'))
        jd_change_add(p, to, expr->span, "with the other sign", likely, "-(%s)", text);
    else if (text[0] == '-')
        jd_change_add(p, to, expr->span, "with the other sign", likely, "%s", text + 1);
    else
        jd_change_add(p, to, expr->span, "with the other sign", likely, "-%s", text);
}

/* ---- Points --------------------------------------------------------------------------------- */

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
                      fits ? likely : 0.3, "%s", name);
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

static void changes_of_axis(Patient *p, Changes *to, const Node *statement) {
    static const char *const axes[] = {"x", "y", "z"};
    const Span span = jd_clause_span(statement, "axis");
    const char *type = statement->slots.count > 1 ? statement->slots.at[1].text : NULL;
    if (!span.length && type && strcmp(type, "prismatic") && p->model->space == JD_PLANAR) return;
    const char *now = span.length ? jd_span_text(p, span) : "";
    if (span.length && now) axes_of_others(p, to, statement, span, now);
    for (int n = 0; n < jd_model_width(p->model) && now; n++) {
        if (!strcmp(now, axes[n])) continue;
        if (span.length)
            jd_change_add(p, to, span, "along the other axis",
                          joints_along(p, statement, axes[n]) > 1 ? 0.95 : 0.8, "%s", axes[n]);
        else
            jd_change_add(p, to, (Span){NULL, statement->end, 0}, "along the other axis", 0.6,
                          "  axis %s", axes[n]);
    }
}

static void changes_of_type(Patient *p, Changes *to, const Node *statement) {
    static const struct {
        const char *name;
        double likely;
    } types[] = {{"revolute", 0.6},   {"prismatic", 0.5},    {"spherical", 0.5},
                 {"universal", 0.45}, {"cylindrical", 0.45}, {"pin-in-slot", 0.4},
                 {"fixed", 0.3},      {"planar", 0.2}};
    const Slot *slot = jd_node_slot(statement, "type");
    if (!slot || !slot->text || !jd_joint_find(slot->text) || jd_joint_find(slot->text)->couples)
        return;
    for (size_t n = 0; n < sizeof types / sizeof *types; n++) {
        const JointType *type = jd_joint_find(types[n].name);
        if (!type || type == jd_joint_find(slot->text)) continue;
        if (p->model->space == JD_PLANAR && type->spatial_only) continue;
        if (p->model->space == JD_SPATIAL && !strcmp(type->name, "pin-in-slot")) continue;
        jd_change_add(p, to, slot->span, jd_arena_format(&p->arena, "as %s", types[n].name),
                      types[n].likely, "%s", types[n].name);
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
        const char *name = side ? jd_span_text(p, side->span) : NULL;
        const int body = name ? jd_model_find_body(p->model, name) : -1;
        const Node *own = body > 0 ? jd_statement_of(p, p->model->bodies.at[body].where) : NULL;
        const Node *link = own ? jd_node_clause(own, "link") : NULL;
        if (!link || link->slots.count < 2) continue;
        const char *from = jd_span_text(p, link->slots.at[0].span),
                   *end = jd_span_text(p, link->slots.at[1].span);
        const size_t behind = slot->span.start + slot->span.length;
        const char *rest = jd_span_text(p, (Span){NULL, behind, statement->end - behind});
        for (int t = 0; t < 2 && from && end && rest; t++) {
            jd_change_add(p, to, (Span){NULL, slot->span.start, statement->end - slot->span.start},
                          jd_arena_format(&p->arena, "as %s along '%s'", types[t], name), 0.55,
                          "%s%s  axis %s - %s", types[t], rest, end, from);
            jd_change_alters(to);
        }
    }
}

/* A joint connects these two already. */
static bool are_joined(const Patient *p, int a, int b) {
    const JdModel *m = p->model;
    for (int k = 0; k < m->joints.count; k++) {
        if (m->joints.at[k].type->couples) continue;
        const int i = m->frames.at[m->joints.at[k].i].body,
                  j = m->frames.at[m->joints.at[k].j].body;
        if ((i == a && j == b) || (i == b && j == a)) return true;
    }
    return false;
}

/* Another body on one of its sides. */
static void changes_of_sides(Patient *p, Changes *to, const Node *statement) {
    static const char *const sides[] = {"i", "j"};
    const Span at = jd_clause_span(statement, "at");
    const char *point = at.length ? jd_span_text(p, at) : "";
    for (int k = 0; k < 2 && point; k++) {
        const Slot *slot = jd_node_slot(statement, sides[k]);
        if (!slot || !slot->expr || slot->expr->kind != EXPR_NAME) continue;
        const Slot *side = jd_node_slot(statement, sides[1 - k]);
        const char *opposite = side ? jd_span_text(p, side->span) : NULL;
        const int other = opposite ? jd_model_find_body(p->model, opposite) : -1;
        for (int b = 0; b < p->model->bodies.count; b++) {
            const char *name = b ? p->model->bodies.at[b].name : "ground";
            if (!strcmp(name, slot->expr->text) || strpbrk(name, "[.") || are_joined(p, b, other))
                continue;
            jd_change_add(p, to, slot->span, jd_arena_format(&p->arena, "on '%s'", name),
                          body_has(p, b, point) ? 0.55 : 0.1, "%s", name);
        }
    }
}

static void changes_of_joint(Patient *p, Changes *to, const Node *statement) {
    const Node *at = jd_node_clause(statement, "at");
    const Expr *ratio = jd_clause_expr(statement, "ratio");
    for (int n = 0; at && n < at->slots.count; n++)
        other_points(p, to, statement, &at->slots.at[n], at->slots.count == 1 ? 0.9 : 0.3);
    changes_of_axis(p, to, statement);
    if (ratio) flip_sign(p, to, ratio, 0.9);
    if (!jd_node_clause(statement, "ratio")) changes_of_sides(p, to, statement);
    jd_change_drop(p, to, statement, "without this statement", 0.45);
    jd_change_alters(to);
    changes_of_type(p, to, statement);
    changes_along_links(p, to, statement);
}

static void changes_of_body(Patient *p, Changes *to, const Node *statement) {
    const Node *link = jd_node_clause(statement, "link"), *at = jd_node_clause(statement, "at");
    for (int n = 0; link && n < link->slots.count; n++)
        other_points(p, to, statement, &link->slots.at[n], 0.8);
    for (int n = 0; at && n < at->slots.count; n++)
        other_points(p, to, statement, &at->slots.at[n], 0.7);
}

static void changes_of_value(Patient *p, Changes *to, const Node *statement) {
    const Slot *slot = statement->slots.count > 1 ? &statement->slots.at[1] : NULL;
    if (!slot || !slot->expr) return;
    const bool point = !strcmp(statement->word, "point");
    jd_changes_of_units(p, to, slot->expr, point ? "m" : NULL);
    const Expr *vector = slot->expr->kind == EXPR_UNITED ? slot->expr->args[0] : slot->expr;
    if (!point || vector->kind != EXPR_VECTOR) return;
    for (int n = 0; n < vector->count; n++) flip_sign(p, to, vector->args[n], 0.6);
}

static void changes_of_drive(Patient *p, Changes *to, const Node *statement) {
    const Slot *motion = jd_node_slot(statement, "motion");
    if (motion && motion->expr) {
        jd_changes_of_units(p, to, motion->expr, NULL);
        flip_sign(p, to, motion->expr, 0.6);
    }
    jd_change_drop(p, to, statement, "without this drive", 0.75);
}

/* One row of `start` at a time. */
static void changes_of_start(Patient *p, Changes *to, const Node *statement) {
    const int rows = statement->slots.count / 2;
    for (int n = 0; n < rows; n++) {
        const Slot *name = &statement->slots.at[2 * n], *value = &statement->slots.at[2 * n + 1];
        if (!value->expr) continue;
        jd_changes_of_units(p, to, value->expr, NULL);
        flip_sign(p, to, value->expr, 0.6);
        const size_t end = n + 1 < rows ? statement->slots.at[2 * n + 2].span.start
                                        : value->span.start + value->span.length;
        size_t from = name->span.start;
        if (n + 1 == rows && n)
            from = statement->slots.at[2 * n - 1].span.start +
                   statement->slots.at[2 * n - 1].span.length;
        if (rows > 1)
            jd_change_add(p, to, (Span){NULL, from, end - from}, "without this start value", 0.5,
                          "%s", "");
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
};

void jd_changes_of_statement(Patient *p, Changes *to, const Node *statement) {
    for (size_t n = 0; statement && n < sizeof kinds / sizeof *kinds; n++)
        if (!strcmp(kinds[n].word, statement->word)) kinds[n].list(p, to, statement);
}
