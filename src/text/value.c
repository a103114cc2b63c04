/* SPDX-License-Identifier: MIT
 *
 * Expressions while a model is built: which names they may use, and their values with the unit that
 * the place wants. A name whose declaration failed has a value of no numbers, which stays silent.
 */
#include "text/inside.h"
#include <string.h>

/* ---- Places --------------------------------------------------------------------------------- */

/* The starts of the lines of a text, and the text again with its lines as separate strings, so that
 * the place of each of a million statements costs a search and no memory. */
struct SourceLines {
    const char *text, *strings;
    size_t length;
    unsigned *starts;
    int count;
};

static struct SourceLines *index_lines(Build *build, const Source *source) {
    struct SourceLines *lines = ARENA_NEW(build->lasting, struct SourceLines, 1);
    char *strings = jd_arena_text(build->lasting, source->text, source->length);
    if (!lines || !strings) return NULL;
    lines->text = source->text;
    lines->strings = strings;
    lines->length = source->length;
    lines->count = 1;
    for (size_t n = 0; n < source->length; n++) lines->count += source->text[n] == '\n';
    lines->starts = ARENA_NEW(build->lasting, unsigned, lines->count);
    if (!lines->starts) return NULL;

    int line = 0;
    for (size_t n = 0; n < source->length; n++) {
        const bool end = strings[n] == '\n',
                   before_end = strings[n] == '\r' && strings[n + 1] == '\n';
        if (end) lines->starts[++line] = (unsigned)n + 1;
        if (end || before_end) strings[n] = '\0';
    }
    struct SourceLines **place = PUSH(build->lasting, build->ready.lines);
    if (place) *place = lines;
    return lines;
}

/* Bytes of a line from a column on, without its end; its length is not walked. */
static size_t rest_of_line(const struct SourceLines *lines, int line, size_t column) {
    const char *strings = lines->strings;
    size_t end = line + 1 < lines->count ? lines->starts[line + 1] - 1 : lines->length;
    if (end > lines->starts[line] && strings[end - 1] == '\0') end--;
    const size_t at = lines->starts[line] + column;
    return at < end ? end - at : 0;
}

Where jd_build_where(Build *build, Span span) {
    if (!span.source) return nowhere;
    const struct SourceLines *lines = NULL;
    for (int n = 0; n < build->ready.lines.count && !lines; n++)
        if (build->ready.lines.at[n]->text == span.source->text) lines = build->ready.lines.at[n];
    if (!lines) lines = index_lines(build, span.source);
    if (!lines) return nowhere;

    int first = 0, last = lines->count - 1;
    while (first < last) {
        const int middle = (first + last + 1) / 2;
        if (lines->starts[middle] <= span.start)
            first = middle;
        else
            last = middle - 1;
    }
    const char *source = lines->strings + lines->starts[first];
    const size_t column = span.start - lines->starts[first],
                 rest = rest_of_line(lines, first, column);
    return (Where){.file = span.source->file,
                   .line = first + 1,
                   .column = (int)column + 1,
                   .length = (int)(span.length < rest ? span.length : rest),
                   .source = source};
}

Where jd_build_clause_where(Build *build, const Node *node, const char *word) {
    const Node *clause = jd_node_clause(node, word);
    return jd_build_where(build, clause ? clause->slots.at[0].span : node->span);
}

JdLog *jd_build_log(Build *build) {
    JdLog *log = jd_messages(build->messages);
    if (!log) build->model->log = NULL;
    return log;
}

/* ---- Names ---------------------------------------------------------------------------------- */

static size_t first_name_length(const char *name) {
    return strcspn(name, ".[");
}

/* Where a name stands in the expression at work. */
static const Expr *find_in(const Expr *expr, const char *name) {
    const size_t length = first_name_length(name);
    const Expr *found = NULL; /* the last of a row is looked at first, and gives way to others */
    for (;; expr = expr->args[0]) {
        if (expr->kind == EXPR_NAME && strlen(expr->text) == length &&
            !strncmp(expr->text, name, length))
            return expr;
        for (int n = expr->count - 1; n > 0; n--) {
            const Expr *other = find_in(expr->args[n], name);
            if (other) found = other;
        }
        if (!expr->count) return found;
    }
}

static const Expr *definition(const Known *known) {
    const Node *node = known->node;
    return node && node->slots.count > 1 ? node->slots.at[1].expr : NULL;
}

/* The search for a circle back to `to`, over names that are still to come. It ends after some
 * looks: then what is told is that a name comes later, which is true, too. */
typedef struct {
    const KnownNames *names;
    const Known *to;
    int left; /* looks */
    Text way;
} Circle;
enum { CIRCLE_LOOKS = 200, CIRCLE_LONGEST = 30 };

static bool leads_back(Circle *circle, const Known *from, int depth);

/* "a is made of b, " before what was found so far. */
static bool put_before(Circle *circle, const char *from, const char *next) {
    Text way = {0};
    jd_text_print(&way, "%s is made of %s%s%s", from, next, circle->way.count ? ", " : "",
                  circle->way.count ? circle->way.at : "");
    jd_text_free(&circle->way);
    circle->way = way;
    return true;
}

static bool names_lead_back(Circle *circle, const Known *from, const Expr *expr, int depth) {
    for (;; expr = expr->args[0]) {
        const Known *next =
            expr->kind == EXPR_NAME ? jd_known_find(circle->names, expr->text) : NULL;
        const bool later = next && next->node && !next->seen && next != from;
        if (next && next == circle->to) return put_before(circle, from->name, next->name);
        if (later && leads_back(circle, next, depth + 1))
            return put_before(circle, from->name, next->name);
        for (int n = 1; n < expr->count; n++)
            if (names_lead_back(circle, from, expr->args[n], depth)) return true;
        if (!expr->count) return false;
    }
}

static bool leads_back(Circle *circle, const Known *from, int depth) {
    const Expr *made_of = definition(from);
    if (!made_of || depth == CIRCLE_LONGEST || circle->left-- <= 0) return false;
    return names_lead_back(circle, from, made_of, depth);
}

/* r = 2*s and s = 3*r: moving one of them up would not help. */
static bool report_circle(Build *build, Span use, const Known *declared) {
    const KnownNames *names = &build->here->declared[DECLARES_VALUE];
    const Known *at_work = NULL;
    for (int n = 0; n < names->room && !at_work; n++) {
        const Known *known = names->table[n];
        if (known && !known->removed && definition(known) == build->at_work) at_work = known;
    }
    if (!at_work || !build->at_work) return false;
    Circle circle = {.names = names, .to = at_work, .left = CIRCLE_LOOKS};
    const bool round = leads_back(&circle, declared, 0) && !circle.way.failed;
    if (round) {
        JdLog *log = jd_build_log(build);
        jd_report(log, JD_ERROR, "used-before-defined", jd_build_where(build, use),
                  "this goes round in a circle: %s is made of %s, %s", at_work->name,
                  declared->name, circle.way.at);
        jd_hint(log, "give one of them a value that does not need the others");
    }
    jd_text_free(&circle.way);
    return round;
}

void jd_build_report_later(Build *build, const char *name, Span use, const Known *declared) {
    const Where later = jd_build_where(build, declared->span), here = jd_build_where(build, use);
    JdLog *log = jd_build_log(build);
    const bool above =
        later.file && here.file && !strcmp(later.file, here.file) && later.line <= here.line;
    if (above && later.line == here.line) {
        jd_report(log, JD_ERROR, "used-before-defined", here, "'%s' is used in its own definition",
                  name);
        jd_hint(log, "take another name for what it is made of");
        return;
    }
    if (above) {
        jd_report(log, JD_ERROR, "name-unknown", here, "there is no '%s' here", name);
        jd_hint(log, "the repeat around its definition in line %d made none; look at its bounds",
                later.line);
        return;
    }
    if (report_circle(build, use, declared)) return;
    jd_report(log, JD_ERROR, "used-before-defined", jd_build_where(build, use),
              "'%s' is used here, but defined only in line %d of %s", name, later.line,
              later.file ? later.file : "the text");
    jd_hint(log, "move its definition up");
}

/* A name that no value has: in silence if that is known already, or told where it comes later. */
static bool explain_missing(Build *build, const char *name, const Known *declared, Value *value) {
    *value = (Value){0};
    if (declared && declared->bad) return true;
    if (!declared || declared->seen) return build->incomplete && !build->binding;
    const Expr *use = find_in(build->at_work, name);
    jd_build_report_later(build, strchr(name, '.') ? declared->name : name,
                          use ? use->span : build->at_work->span, declared);
    return true;
}

static bool find_axis(const Build *build, const char *name, Value *value) {
    if (!build->axes || name[0] < 'x' || name[0] > 'z' || name[1]) return false;
    *value = (Value){.count = jd_build_width(build) == 2 && name[0] != 'z' ? 2 : 3, .plain = true};
    value->v[name[0] - 'x'] = 1;
    return true;
}

/* Vectors and fields go before names of the model in a lock. */
static bool belongs_to_lock(const JointType *type, const char *name) {
    if (jd_lock_knows(name, first_name_length(name))) return true;
    for (int k = 0; k < TYPE_FIELDS && type->fields[k].name; k++)
        if (strcmp(type->fields[k].name, name) == 0) return true;
    return false;
}

static const Known *find_own(const Build *build, const char *name) {
    const Known *own = NULL;
    for (const Instance *in = build->here; in && !own; in = in->outer)
        own = jd_known_find_part(&in->declared[DECLARES_OWN], name, first_name_length(name));
    return own;
}

static bool is_own(const Build *build, const char *name) {
    return find_own(build, name) != NULL;
}

static const Expr *find_call(const Expr *expr, const char *name) {
    for (;; expr = expr->args[0]) {
        if (expr->kind == EXPR_CALL && !strcmp(expr->text, name)) return expr;
        for (int n = 1; n < expr->count; n++) {
            const Expr *found = find_call(expr->args[n], name);
            if (found) return found;
        }
        if (!expr->count) return NULL;
    }
}

/* The innermost. One that is defined only below is told, and has no expression. */
static const UserFunction *scope_function(const Scope *scope, const char *name) {
    static const UserFunction later = {0};
    Build *build = (Build *)(uintptr_t)scope->data;
    for (const Instance *in = build->here; in; in = in->outer) {
        const Known *known = jd_known_find(&in->functions, name);
        if (known) return known->function;
        const Known *declared = jd_known_find(&in->declared[DECLARES_FUNCTION], name);
        if (!declared) continue;
        const Expr *call = find_call(build->at_work, name);
        if (!declared->bad)
            jd_build_report_later(build, name, call ? call->span : build->at_work->span, declared);
        return &later;
    }
    return NULL;
}

static bool is_argument(const UserFunction *function, const char *name) {
    const size_t length = first_name_length(name);
    for (int n = 0; function && n < function->count; n++)
        if (strlen(function->params[n]) == length && !strncmp(function->params[n], name, length))
            return true;
    return false;
}

static bool scope_runs(const Scope *scope, const char *name) {
    return is_own(scope->data, name);
}

/* States and signals have values during the run only. */
static bool explain_own(Build *build, const char *name, Value *value) {
    if (build->binding || !is_own(build, name)) return false;
    const Expr *use = find_in(build->at_work, name);
    *value = (Value){0};
    jd_report(jd_build_log(build), JD_ERROR, "name-unknown",
              jd_build_where(build, use ? use->span : build->at_work->span),
              "'%s' has no value before the run: it is a state or a signal", name);
    jd_hint(jd_build_log(build), "this value must be known before: make it of parameters and "
                                 "points, or make it a signal, too");
    return true;
}

bool jd_build_is_live(const Instance *in, const char *name) {
    const Known *own = jd_known_find(&in->declared[DECLARES_OWN], name);
    return own && own->node && own->node->kind == &jd_say_param;
}

/* What is fixed for a run cannot be made of it. */
static void refuse_live(Build *build, const char *name) {
    const Expr *use = find_in(build->at_work, name);
    jd_report(jd_build_log(build), JD_ERROR, "when-not-valid",
              jd_build_where(build, use ? use->span : build->at_work->span),
              "an event sets parameter '%s', and what it stands in here is fixed for a whole run",
              name);
    jd_hint(jd_build_log(build),
            "forces, rates, signals and conditions follow a parameter that is set; places, masses, "
            "start values and other parameters do not: give these a parameter of their own");
    jd_hint(jd_build_log(build), "to move what is drawn, run it again from there with --set");
}

static bool scope_find(const Scope *scope, const char *name, Value *value) {
    Build *build = (Build *)(uintptr_t)scope->data;
    const Instance *owner;
    const Known *declared;
    if (build->lock_type && belongs_to_lock(build->lock_type, name)) return false;
    if (is_argument(build->defining, name)) return false;
    if (find_axis(build, name, value)) return true;
    const Known *known = jd_instance_value(build, name, &owner, &declared);
    if (!known && !declared && explain_own(build, name, value)) return true;
    if (!known) return explain_missing(build, name, declared, value);
    *value = jd_place_value(build, owner, known);
    if (known->bad) value->count = 0;
    if (value->count && !build->binding && jd_build_is_live(owner, name)) {
        refuse_live(build, name);
        value->count = 0;
    }
    return true;
}

/* Who wrote a part in another file did not know the names around its instances. */
static bool scope_own(const Scope *scope, const char *name, const Source *text, Value *value) {
    const Build *build = scope->data;
    const Instance *owner;
    const Known *declared;
    if (is_argument(build->defining, name)) return true;
    const Known *known = jd_instance_value((Build *)(uintptr_t)build, name, &owner, &declared);
    if (known && !known->bad) *value = known->value;
    if (known) return !known->bad && (owner == build->here || known->span.source == text);
    const Known *own = build->binding ? find_own(build, name) : NULL;
    return own && own->node && !(own->node->kind->flags & KIND_FIELDS);
}

static void scope_suggest(const Scope *scope, Nearest *nearest) {
    Build *build = (Build *)(uintptr_t)scope->data;
    jd_instance_suggest(build, nearest);
    if (build->axes) jd_nearest_try(nearest, "x");
    if (build->axes) jd_nearest_try(nearest, "y");
}

void jd_build_scope(Build *build) {
    build->scope = (Scope){scope_find, scope_suggest,  build,    build->arena,
                           scope_runs, scope_function, scope_own};
    build->top = (Instance){.name = "", .carrier = &build->top, .place = {.axes = axes_none}};
    build->here = &build->top;
}

/* A body where a joint is asked for, or the reverse: of a port it is not said which. */
static const Known *other_thing(Build *build, Declares space, const char *name) {
    return jd_instance_declared(build, space == DECLARES_BODY ? DECLARES_JOINT : DECLARES_BODY,
                                name);
}

/* Which parts there are, those of files that are included among them. */
static bool hint_parts(Build *build, JdLog *log) {
    Text list = {0};
    bool found = false;
    for (const Instance *in = build->here; in; in = in->outer)
        found = jd_known_list(&in->declared[DECLARES_PART], build->arena, &list) || found;
    if (found) jd_hint(log, "the parts at hand are: %s", list.at);
    jd_text_free(&list);
    return found;
}

void jd_build_unknown(Build *build, Declares space, const char *name, Span span) {
    static const char *const words[DECLARES_COUNT] = {"thing", "value", "body", "joint",
                                                      "type",  "force", "part"};
    static const char *const codes[DECLARES_COUNT] = {"",
                                                      "",
                                                      "body-unknown",
                                                      "joint-unknown",
                                                      "joint-type-unknown",
                                                      "force-type-unknown",
                                                      "part-unknown"};
    const bool thing = space == DECLARES_BODY || space == DECLARES_JOINT;
    if (thing && jd_instance_explain(build, name, span)) return;
    const Known *declared = jd_instance_declared(build, space, name);
    const Known *either = thing ? other_thing(build, space, name) : NULL;
    if (build->incomplete || (declared && declared->bad) || (either && either->bad)) return;
    if (declared && !declared->seen) {
        jd_build_report_later(build, name, span, declared);
        return;
    }
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, codes[space], jd_build_where(build, span), "there is no %s '%s'",
              words[space], name);
    const char *stem = jd_arena_text(build->arena, name, strcspn(name, "."));
    if (space == DECLARES_JOINT && stem && jd_instance_declared(build, DECLARES_BODY, stem)) {
        jd_hint(log,
                "'%s' is a body; a drive of its motion says whose effort does it: drive d : %s.x = "
                "... by jO.angle",
                stem, name);
        return;
    }
    Nearest nearest = {.word = name};
    if (thing) jd_model_suggest_name(build->model, &nearest);
    for (const Instance *in = build->here; in && (thing || space == DECLARES_PART);
         in = in->outer) {
        jd_known_suggest(&in->declared[space], true, &nearest);
        if (thing) jd_known_suggest(&in->instances, true, &nearest);
    }
    const char *other = jd_model_find_joint(build->model, name) >= 0  ? "joint"
                        : jd_model_find_body(build->model, name) >= 0 ? "body"
                                                                      : NULL;
    if (space == DECLARES_BODY && jd_word_in_list(name, "world base earth frame fixed Ground"))
        jd_hint(log, "what does not move is called `ground`");
    else if (thing && other)
        jd_hint(log, "'%s' is a %s; a %s is wanted here", name, other, words[space]);
    else if (thing && jd_model_find_frame(build->model, 0, name) >= 0)
        jd_hint(log, "'%s' is a frame of the ground: ground.%s", name, name);
    else if (nearest.best && !strcmp(nearest.best, name))
        jd_hint(log, "each '%s' has an index in brackets: %s[1]", name, name);
    else if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else if (space != DECLARES_PART || !hint_parts(build, log))
        jd_hint(log, "a %s is defined before it is used", words[space]);
}

/* ---- Values --------------------------------------------------------------------------------- */

bool jd_build_value(Build *build, const Expr *expr, Value *value) {
    build->at_work = expr;
    *value = jd_expr_value(expr, &build->scope, jd_build_log(build));
    return value->count > 0;
}

static bool value_as(Build *build, const Expr *expr, int count, const char *unit, const char *what,
                     Value *value) {
    Unit wanted = {0};
    jd_unit_parse(unit, &wanted);
    build->at_work = expr;
    *value = jd_expr_value_as(expr, &build->scope, count, wanted.dim, what, jd_build_log(build));
    for (int n = 0; n < value->count; n++) {
        if (isfinite(value->v[n])) continue;
        jd_report(jd_build_log(build), JD_ERROR, "number-not-finite",
                  jd_build_where(build, expr->span), "%s is not a finite number", what);
        return false;
    }
    return value->count > 0;
}

bool jd_build_number(Build *build, const Expr *expr, const char *unit, const char *what,
                     double *x) {
    Value value;
    if (!value_as(build, expr, 1, unit, what, &value)) return false;
    *x = value.v[0];
    return true;
}

/* Who forgot to write `spatial` is told so once, not at each vector. */
static bool lacks_spatial(Build *build, const Expr *expr) {
    const Expr *list = expr && expr->kind == EXPR_UNITED ? expr->args[0] : expr;
    if (build->space_said || !list || list->kind != EXPR_VECTOR || list->count != 3) return false;
    if (build->space_told) return true;
    build->space_told = true;
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "vector-size", jd_build_where(build, expr->span),
              "this vector has three numbers, but the model does not say `spatial`");
    jd_hint(log, "write `spatial` at its top, if the mechanism moves in space");
    if (!jd_hint_decimal_commas(list, log))
        jd_hint(log, "in the plane there are x and y only; and 9,81 is two numbers, 9.81 is one");
    return true;
}

bool jd_build_vector(Build *build, const Expr *expr, const char *unit, const char *what, Vec3 *v) {
    Value value;
    const int count = jd_build_width(build);
    if (count == 2 && lacks_spatial(build, expr)) return false;
    if (!value_as(build, expr, count, unit, what, &value)) return false;
    *v = vec3(value.v[0], value.v[1], count == 3 ? value.v[2] : 0);
    return true;
}

bool jd_build_clause(Build *build, const Node *node, const char *word, double *x) {
    const Node *clause = jd_node_clause(node, word);
    if (!clause) return true;
    const char *unit = clause->kind->unit ? clause->kind->unit : "1";
    const char *what = jd_arena_format(build->arena, "'%s'", word);
    return what && jd_build_number(build, clause->slots.at[0].expr, unit, what, x);
}

const char *jd_build_word(Build *build, const Expr *expr) {
    build->at_work = expr;
    return jd_expr_path(expr, &build->scope, jd_build_log(build));
}

const char *jd_build_name(Build *build, const Node *node) {
    const Slot *slot = &node->slots.at[0];
    const char *name = jd_build_word(build, slot->expr);
    if (!name || !jd_word_in_list(name, "time pi tau ground")) return name;
    jd_report(jd_build_log(build), JD_ERROR, "name-reserved", jd_build_where(build, slot->span),
              "a %s cannot be called '%s'", node->word, name);
    jd_hint(jd_build_log(build), "this name has a meaning of its own; choose another one");
    return NULL;
}

/* Frames of the ground have names of the instance that says them: "ground.base" in c1 is
 * "ground.c1.base". */
static const char *resolve(Build *build, const char *path) {
    static const char ground[] = "ground.";
    const size_t length = sizeof ground - 1;
    if (strncmp(path, ground, length) != 0) return jd_instance_resolve(build, path);
    const char *rest = jd_instance_resolve(build, path + length);
    return rest ? jd_arena_format(build->arena, "%s%s", ground, rest) : NULL;
}

const char *jd_build_path(Build *build, const Expr *expr) {
    const char *path = jd_build_word(build, expr);
    return path ? resolve(build, path) : NULL;
}

/* ---- Expressions of the run ----------------------------------------------------------------- */

static Expr *with_full_names(Build *build, const Expr *expr) {
    Expr *whole = NULL, **place = &whole;
    for (;; place = &(*place)->args[0], expr = expr->args[0]) {
        Expr *full = *place = ARENA_NEW(build->arena, Expr, 1);
        if (!full) return NULL;
        *full = *expr;
        const bool renamed = expr->kind == EXPR_NAME && !is_argument(build->defining, expr->text);
        if (renamed && jd_instance_is_later(build, expr->text)) {
            LaterName *later = PUSH(build->arena, build->later);
            if (later) *later = (LaterName){full, build->here};
            if (!later) return NULL;
        } else if (renamed && !(full->text = resolve(build, expr->text)))
            return NULL;
        if (!expr->count) return whole;
        full->args = ARENA_NEW(build->arena, Expr *, expr->count);
        if (!full->args) return NULL;
        const bool table = expr->function && !expr->function->body;
        for (int n = 1; n < expr->count; n++) {
            full->args[n] = table ? expr->args[n] : with_full_names(build, expr->args[n]);
            if (!full->args[n]) return NULL;
        }
    }
}

void jd_build_later_names(Build *build) {
    for (int n = 0; n < build->later.count; n++) {
        const LaterName *later = &build->later.at[n];
        build->here = later->in;
        const char *full = jd_instance_resolve(build, later->name->text);
        if (full) later->name->text = full;
    }
    build->here = &build->top;
}

const Expr *jd_build_full_names(Build *build, const Expr *bound) {
    const bool plain = build->here == &build->top && !build->top.declared[DECLARES_INSTANCE].count;
    return plain || !bound || build->lock_type ? bound : with_full_names(build, bound);
}

const Expr *jd_build_bind(Build *build, const Expr *expr) {
    build->at_work = expr;
    build->binding = true;
    const Expr *bound = jd_expr_bind(expr, &build->scope, build->arena, jd_build_log(build));
    build->binding = false;
    return jd_build_full_names(build, bound);
}

const char *jd_expr_text(const Expr *expr, Arena *arena) {
    Text text = {0};
    jd_expr_write(expr, &text);
    const char *copy = text.failed || !text.at ? NULL : jd_arena_text(arena, text.at, text.count);
    if (!copy) arena->failed = true;
    jd_text_free(&text);
    return copy;
}
