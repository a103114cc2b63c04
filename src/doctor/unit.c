/* SPDX-License-Identifier: MIT
 *
 * Bare numbers in a model that writes units: one that reads like another unit than SI, beside
 * others of its kind. Never by its size alone: there must be others that it does not fit to. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

static const double out_of_place = 50; /* times the median of the others */
static const double degrees_from =
    10;                             /* an angle in rad that is a multiple of five, from here on */
static const double a_degree = 1;   /* less is no angle that one says in degrees */
static const double rpm_from = 100; /* a rate of turn in rad/s that is round, from here on */
static const double rounds_from =
    20; /* a parameter that is round, from here on: less may be a factor */
enum { UNITS_SAID = 3, NUMBERS = 400 }; /* a model that writes units says so many at least */
enum { ALONE = 6 }; /* where so many numbers have units, and one has not, it was forgotten there */
static const double beyond_drawing = 5; /* times the whole drawing */

typedef enum { LENGTH, MASS, RATE, ANGLE, KINDS } NumberKind;
static const char *const units[KINDS] = {"m", "kg", "rad/s", "rad"};

typedef struct {
    NumberKind kind;
    double value;     /* SI; of a vector the largest */
    bool bare, field; /* field: of a joint or a force, not of the drawing */
    bool called;      /* of a sine, whose phases are radians as often */
    const Expr *expr;
    const Node *statement;
} Said;

typedef struct {
    Patient *p;
    Said at[NUMBERS];
    int count, united;
} Numbers;

/* The largest number of a literal, as written; false: it is worked out of something. */
static bool literal(const Expr *expr, double *value, const char **unit) {
    if (expr->kind == EXPR_NUMBER) {
        if (expr->text && *unit && strcmp(*unit, expr->text)) return false;
        if (expr->text) *unit = expr->text;
        *value = fmax(*value, fabs(expr->number));
        return true;
    }
    if (expr->kind == EXPR_UNARY) return literal(expr->args[0], value, unit);
    if (expr->kind == EXPR_UNITED) {
        *unit = expr->text;
        return literal(expr->args[0], value, unit);
    }
    if (expr->kind != EXPR_VECTOR) return false;
    for (int n = 0; n < expr->count; n++)
        if (!literal(expr->args[n], value, unit)) return false;
    return true;
}

static void add(Numbers *numbers, NumberKind kind, const Expr *expr, const Node *statement) {
    double value = 0;
    const char *unit = NULL;
    Unit found = {.scale = 1};
    if (!expr || numbers->count == NUMBERS || !literal(expr, &value, &unit) || value == 0) return;
    if (unit && !jd_unit_parse(unit, &found)) return;
    numbers->united += unit != NULL;
    numbers->at[numbers->count++] =
        (Said){kind, value * found.scale, !unit, false, false, expr, statement};
}

static int kind_of_channel(const Patient *p, const char *name) {
    const int channel = p->system ? jd_channel_find(p->system, name) : -1;
    const char *unit = channel >= 0 ? p->system->channel[channel].unit : "";
    for (int n = 0; n < KINDS; n++)
        if (!strcmp(unit, units[n])) return n;
    return -1;
}

/* The statement of a parameter; NULL: there is none. */
static const Node *param_of(const Patient *p, const char *name) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        if (!strcmp(node->word, "param") && node->slots.count > 1 && node->slots.at[0].expr &&
            node->slots.at[0].expr->kind == EXPR_NAME &&
            !strcmp(node->slots.at[0].expr->text, name))
            return node;
    }
    return NULL;
}

static bool is_known(const Numbers *numbers, const Expr *expr) {
    for (int n = 0; n < numbers->count; n++)
        if (numbers->at[n].expr == expr) return true;
    return false;
}

/* Itself, or what the parameter is that it names. */
static void add_named(Numbers *numbers, NumberKind kind, const Expr *expr, const Node *node) {
    const Node *param = expr && expr->kind == EXPR_NAME ? param_of(numbers->p, expr->text) : NULL;
    const Expr *said = param ? param->slots.at[1].expr : expr;
    const bool round = !param || (said && said->kind == EXPR_NUMBER &&
                                  said->number >= rounds_from && fmod(said->number, 10) == 0);
    if (said && round && (!param || !is_known(numbers, said)))
        add(numbers, kind, said, param ? param : node);
}

static void add_start(Numbers *numbers, const Node *node) {
    for (int n = 0; n + 1 < node->slots.count; n += 2) {
        const char *name = jd_span_text(numbers->p, node->slots.at[n].span);
        const int kind = name ? kind_of_channel(numbers->p, name) : -1;
        if (kind >= 0) add_named(numbers, (NumberKind)kind, node->slots.at[n + 1].expr, node);
    }
}

static bool is_time(const Expr *expr) {
    return expr->kind == EXPR_NAME && !strcmp(expr->text, "time");
}

/* sin(...), 1 - exp(...), sin(...)^2: a pure number that changes. */
static bool calls(const Expr *expr) {
    if (expr->kind == EXPR_CALL) return true;
    for (int n = 0; n < expr->count; n++)
        if (calls(expr->args[n])) return true;
    return false;
}

/* 1500*time is a rate, 30*sin(...) an angle or a length: each product of a sum by itself. */
static void add_terms(Numbers *numbers, const Expr *expr, const Node *node, int kind) {
    if (expr->kind == EXPR_UNARY) add_terms(numbers, expr->args[0], node, kind);
    if (expr->kind != EXPR_BINARY) return;
    if (*expr->text == '+' || *expr->text == '-') {
        for (int n = 0; n < 2; n++) add_terms(numbers, expr->args[n], node, kind);
        return;
    }
    /* 100*time/(1 s): an angle again. */
    const Expr *top = expr->args[0];
    if (*expr->text == '/' && top->kind == EXPR_BINARY && *top->text == '*')
        for (int n = 0; n < 2; n++)
            if (is_time(top->args[1 - n])) add(numbers, (NumberKind)kind, top->args[n], node);
    if (*expr->text != '*') return;
    for (int n = 0; n < 2; n++) {
        const Expr *other = expr->args[1 - n];
        if (is_time(other) && kind == ANGLE) add_named(numbers, RATE, expr->args[n], node);
        if (calls(other)) add_named(numbers, (NumberKind)kind, expr->args[n], node);
    }
}

static void add_drive(Numbers *numbers, const Node *node) {
    const Slot *motion = jd_node_slot(node, "motion"), *target = jd_node_slot(node, "target");
    const char *name = target ? jd_span_text(numbers->p, target->span) : NULL;
    const int kind = name ? kind_of_channel(numbers->p, name) : -1;
    if (!motion || !motion->expr || kind < 0) return;
    add_named(numbers, (NumberKind)kind, motion->expr, node);
    add_terms(numbers, motion->expr, node, kind);
}

/* Numbers of clauses whose unit is known, themselves or as a parameter. */
static void add_fields(Numbers *numbers, const Node *node) {
    Patient *p = numbers->p;
    for (int c = 0; c < node->clauses.count; c++) {
        const Node *clause = node->clauses.at[c];
        const bool load = !strcmp(clause->word, "load");
        const char *unit = load ? "kg" : jd_clause_unit(p, node, clause);
        const Expr *expr = clause->slots.count ? clause->slots.at[0].expr : NULL;
        int kind = -1;
        for (int n = 0; n < KINDS && unit; n++)
            if (!strcmp(unit, units[n])) kind = n;
        if (!expr || kind < 0 || jd_word_in_list(clause->word, "at link com mass turned principal"))
            continue;
        const Node *param = expr->kind == EXPR_NAME ? param_of(p, expr->text) : NULL;
        if (param) expr = param->slots.at[1].expr;
        if (!expr || is_known(numbers, expr)) continue;
        const int before = numbers->count;
        add(numbers, (NumberKind)kind, expr, param ? param : node);
        if (numbers->count > before) numbers->at[before].field = kind == LENGTH;
    }
}

/* Places that a body or a joint gives in numbers: of a load those behind `at`. */
static void add_places(Numbers *numbers, const Node *node) {
    for (int c = 0; c < node->clauses.count; c++) {
        const Node *clause = node->clauses.at[c];
        if (!jd_word_in_list(clause->word, "at link com load")) continue;
        for (int n = 0; n < clause->slots.count; n++) {
            const Expr *expr = clause->slots.at[n].expr;
            const Expr *inner = expr && expr->kind == EXPR_UNITED ? expr->args[0] : expr;
            if (inner && inner->kind == EXPR_VECTOR) add(numbers, LENGTH, expr, node);
        }
    }
}

/* sin(30), or of a parameter that is 30: an angle. */
static void add_angles(Numbers *numbers, const Expr *expr, const Node *node) {
    const bool turns =
        expr->kind == EXPR_CALL && expr->count == 1 &&
        (!strcmp(expr->text, "sin") || !strcmp(expr->text, "cos") || !strcmp(expr->text, "tan"));
    const Expr *angle = turns ? expr->args[0] : NULL;
    const Node *param =
        angle && angle->kind == EXPR_NAME ? param_of(numbers->p, angle->text) : NULL;
    const Expr *said = param ? param->slots.at[1].expr : angle;
    const int before = numbers->count;
    if (said && !is_known(numbers, said)) add(numbers, ANGLE, said, param ? param : node);
    if (numbers->count > before) numbers->at[before].called = true;
    for (int n = 0; n < expr->count; n++) add_angles(numbers, expr->args[n], node);
}

static void add_length(Numbers *numbers, const Expr *name) {
    const Node *param = name->kind == EXPR_NAME ? param_of(numbers->p, name->text) : NULL;
    const Expr *said = param ? param->slots.at[1].expr : NULL;
    if (said && !is_known(numbers, said)) add(numbers, LENGTH, said, param);
}

/* A parameter that is a coordinate of a point, or its distance from another: [r, 0 m], A + polar(r,
 * 30 deg). */
static void add_lengths(Numbers *numbers, const Expr *expr) {
    if (expr->kind == EXPR_VECTOR)
        for (int n = 0; n < expr->count; n++) add_length(numbers, expr->args[n]);
    if (expr->kind == EXPR_CALL && !strcmp(expr->text, "polar") && expr->count)
        add_length(numbers, expr->args[0]);
    if (expr->kind == EXPR_BINARY && (*expr->text == '+' || *expr->text == '-'))
        for (int n = 0; n < expr->count; n++) add_lengths(numbers, expr->args[n]);
}

static void add_all_angles(Numbers *numbers, const Node *node) {
    for (int n = 0; n < node->slots.count; n++)
        if (node->slots.at[n].expr) add_angles(numbers, node->slots.at[n].expr, node);
    for (int n = 0; n < node->clauses.count; n++) add_all_angles(numbers, node->clauses.at[n]);
}

static void collect(Numbers *numbers, const Node *root) {
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        add_all_angles(numbers, node);
        if (jd_word_in_list(node->word, "joint force body")) add_fields(numbers, node);
        if (jd_word_in_list(node->word, "joint force body")) add_places(numbers, node);
        if (!strcmp(node->word, "repeat")) collect(numbers, node);
        if (!strcmp(node->word, "point") && node->slots.count > 1)
            add(numbers, LENGTH, node->slots.at[1].expr, node);
        if (!strcmp(node->word, "point") && node->slots.count > 1 && node->slots.at[1].expr)
            add_lengths(numbers, node->slots.at[1].expr);
        if (!strcmp(node->word, "body")) add(numbers, MASS, jd_clause_expr(node, "mass"), node);
        if (!strcmp(node->word, "start")) add_start(numbers, node);
        if (!strcmp(node->word, "drive")) add_drive(numbers, node);
        if (!strcmp(node->word, "param") && node->slots.count > 1) {
            double value = 0;
            const char *unit = NULL;
            Unit found;
            const Expr *expr = node->slots.at[1].expr;
            if (!expr || !literal(expr, &value, &unit) || !unit || !jd_unit_parse(unit, &found))
                continue;
            numbers->united++;
            if (is_known(numbers, expr)) continue;
            if (found.dim.length == 1 && !found.dim.mass && !found.dim.time)
                add(numbers, LENGTH, expr, node);
            if (found.dim.mass == 1 && !found.dim.length && !found.dim.time)
                add(numbers, MASS, expr, node);
        }
    }
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the others of this kind that have a unit; 0: they are fewer than those that have none. */
static double median(const Numbers *numbers, NumberKind kind) {
    double value[NUMBERS];
    int count = 0, bare = 0;
    for (int n = 0; n < numbers->count; n++) {
        if (numbers->at[n].kind != kind || numbers->at[n].field) continue;
        if (numbers->at[n].bare)
            bare++;
        else
            value[count++] = numbers->at[n].value;
    }
    qsort(value, (size_t)count, sizeof *value, compare);
    return count && count >= bare ? value[count / 2] : 0;
}

/* All other numbers have a unit, and they are many. */
static bool is_alone(const Numbers *numbers) {
    int bare = 0;
    for (int n = 0; n < numbers->count; n++) bare += numbers->at[n].bare;
    return bare == 1 && numbers->count > ALONE;
}

/* Angles are shown in degrees, or said in them. */
static bool writes_degrees(const Patient *p) {
    for (const char *c = p->def.text; c && (c = strstr(c, "deg")); c++)
        if (c > p->def.text && strchr(" 0123456789.)", c[-1]) &&
            !strchr("abcdefghijklmnopqrstuvwxyz_", c[strlen("deg")]))
            return true;
    return false;
}

static bool is_odd(const Numbers *numbers, const Said *said) {
    const double others = median(numbers, said->kind);
    if (said->field) return said->value > beyond_drawing * jd_drawn_size(numbers->p);
    if (said->called && said->value <= 2 * pi) return false;
    if (is_alone(numbers) && said->kind != LENGTH && said->value != 1)
        return said->kind != ANGLE || said->value >= a_degree;
    if (said->kind == RATE) return said->value >= rpm_from && fmod(said->value, 10) == 0;
    if (said->kind == ANGLE && said->value >= degrees_from) return fmod(said->value, 5) == 0;
    if (said->kind == ANGLE)
        return (others > 0 || writes_degrees(numbers->p)) && said->value >= 2 &&
               fmod(said->value, 1) == 0 && said->value <= 2 * pi;
    return others > 0 && said->value > out_of_place * others;
}

static void tell(Numbers *numbers, const Said *said) {
    static const char *const meant[KINDS] = {"mm", "g", "rpm", "deg"}, *const others[KINDS] = {
                                                                           "cm", "t", "deg/s",
                                                                           "rev"};
    static const char *const reads[KINDS] = {"reads like millimetres", "reads like grams",
                                             "reads like revolutions per minute",
                                             "reads like degrees"};
    Patient *p = numbers->p;
    const char *text = jd_span_text(p, said->expr->span);
    if (!text ||
        !jd_find(p, JD_WARNING, "unit-missing", jd_span_where(said->expr->span),
                 "%s has no unit, so that it is in %s; beside the others of this model it %s", text,
                 units[said->kind], reads[said->kind]))
        return;
    p->misdrawn = p->misdrawn || (said->kind == LENGTH && !strcmp(said->statement->word, "point"));
    Changes changes = {0};
    for (int n = 0; n < said->statement->slots.count && said->kind == ANGLE; n++)
        if (said->statement->slots.at[n].expr)
            jd_changes_of_degrees(p, &changes, said->statement->slots.at[n].expr);
    jd_change_add(p, &changes, said->expr->span, "if it is meant so, write", 1, "%s %s", text,
                  meant[said->kind]);
    jd_change_add(p, &changes, said->expr->span, "if it is meant so, write", 0.8, "%s %s", text,
                  others[said->kind]);
    if (!jd_try_remedy(p, &changes, "unit-missing"))
        jd_hint(p->log, "write the unit: %s %s, or %s %s", text, meant[said->kind], text,
                units[said->kind]);
}

/* ---- What instances of one part are given -----------------------------------------------------
 */

/* The value that a `use` gives a name; NULL: it gives it none. */
static const Expr *given(Patient *p, const Node *use, const char *name) {
    const Node *with = jd_node_clause(use, "with");
    for (int n = 0; with && n + 1 < with->slots.count; n += 2) {
        const char *own = jd_span_text(p, with->slots.at[n].span);
        if (own && !strcmp(own, name)) return with->slots.at[n + 1].expr;
    }
    return NULL;
}

static bool same_part(const Node *a, const Node *b) {
    const Slot *x = jd_node_slot(a, "part"), *y = jd_node_slot(b, "part");
    return !strcmp(a->word, b->word) && x && y && x->text && y->text && !strcmp(x->text, y->text);
}

/* The unit that all other instances of the part have there; NULL: not all have one. */
static const char *unit_of_others(Patient *p, const Node *use, const char *name) {
    const Node *root = &p->document.root;
    const char *unit = NULL;
    for (int n = 0; n < root->block.count; n++) {
        const Node *other = root->block.at[n];
        if (other == use || !same_part(use, other)) continue;
        const Expr *expr = given(p, other, name);
        double value = 0;
        const char *own = NULL;
        if (!expr || !literal(expr, &value, &own) || (value != 0 && !own) ||
            (unit && own && strcmp(unit, own)))
            return NULL;
        if (own) unit = own;
    }
    return unit;
}

static void look_at_use(Patient *p, const Node *use) {
    const Node *with = jd_node_clause(use, "with");
    for (int n = 0; with && n + 1 < with->slots.count; n += 2) {
        const Expr *expr = with->slots.at[n + 1].expr;
        const char *name = jd_span_text(p, with->slots.at[n].span), *unit = NULL, *own = NULL;
        double value = 0;
        if (expr && name && literal(expr, &value, &own) && value != 0 && !own)
            unit = unit_of_others(p, use, name);
        const char *text = unit ? jd_span_text(p, expr->span) : NULL;
        if (!text || !jd_find(p, JD_WARNING, "unit-missing", jd_span_where(expr->span),
                              "%s has no unit, and what the other instances of this part have for "
                              "%s is in %s",
                              text, name, unit))
            continue;
        Changes changes = {0};
        jd_change_add(p, &changes, expr->span, "as the others", 1, "%s %s", text, unit);
        if (!jd_try_remedy(p, &changes, "unit-missing"))
            jd_hint(p->log, "write the unit: %s %s", text, unit);
    }
}

static void look(Patient *p) {
    Numbers *numbers = ARENA_NEW(&p->arena, Numbers, 1);
    if (!numbers || !p->source) return;
    for (int n = 0; n < p->document.root.block.count; n++)
        if (!strcmp(p->document.root.block.at[n]->word, "use"))
            look_at_use(p, p->document.root.block.at[n]);
    numbers->p = p;
    collect(numbers, &p->document.root);
    if (numbers->united < UNITS_SAID) return;
    for (int n = 0; n < numbers->count; n++)
        if (numbers->at[n].bare && is_odd(numbers, &numbers->at[n])) tell(numbers, &numbers->at[n]);
}

const Examination jd_examination_unit = {"unit", NEEDS_TEXT, look};
