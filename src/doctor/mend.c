/* SPDX-License-Identifier: MIT
 *
 * A model that cannot be read, does not go together, cannot move, comes apart or misses its
 * `expect` lines: which single change of its text would mend it. Changes are tried in the order in
 * which they are believed: those of statements that the message points at or names first. Where
 * `expect` lines say what is meant the first change that makes them hold is it; otherwise the one
 * after which the drawing closes and least is left to find goes first. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

/* Messages that say so, and which statements may be to blame, where no `expect` lines tell. What is
 * asked of a change is that the message is gone; of those that a run must show, that all `expect`
 * lines hold, or, without any, that it comes to its end. */
typedef struct {
    const char *code, *words;
    bool of_run;
} Ailment;
static const Ailment ailments[] = {
    {"loop-open", "joint body point param", false},
    {"start-contradiction", "start joint drive", false},
    {"start-far", "start drive", false},
    {"start-driven", "start", false},
    {"velocity-impossible", "drive joint start", false},
    {"nothing-moves", "joint drive start point", false},
    {"joint-repeated", "joint", false},
    {"rod-zero-length", "joint", false},
    {"drawn-apart", "joint param", false},
    {"angle-without-unit", "", false},
    {"drive-moves-drawing", "drive", false},
    {"locks-contradict", "joint drive body point param", false},
    {"body-flung", "force", true},
    {"run-stuck", "drive start", true},
    {"gain-too-large", "run", true},
    {"step-unstable", "run", true},
    {"tolerance-loose", "run", true},
    {"run-diverged", "run", true},
    {"locks-part", "joint drive", true},
    {"expect-missed", "", true},
    {"run-incomplete", "", true},
};
enum { RUNS = 250 }; /* of these so many are run, where the message is not about a run */
static const double named =
                        0.3, /* how much more a statement is suspected that the message names, */
    used = 0.15,             /* and one whose name stands in such a statement */
    behind = -0.3,           /* a joint, where a start value is told */
    as_drawn = 1,            /* a mechanism that closes as it is drawn */
    less_far = 0.55,         /* a drive that goes three quarters of its way; farther back is less */
    placed = 0.05,           /* the statement that the message points at, among those it names */
    unlucky = 0.6,           /* what may move by count goes before what moves by its dimensions */
    far_apart = 0.02,        /* of the drawing: a gap that is not left by rounding */
    dropped = 0.25,          /* less: a drive of what is driven already, taken away */
    slides = 0.7,            /* more: another type of a joint that nails a pin to the ground */
    same_place = 1e-9,       /* of the drawing */
    shown = 0.4;             /* a name of what is shown, that is like one that is there */

/* What is wrong with another file no change of the text mends, and it may be long; what may be read
 * in two ways says both itself. */
static bool is_left_alone(const char *code) {
    static const char *const codes[] = {"file-read", "mesh-not-valid", "unit-or-name"};
    for (size_t n = 0; n < sizeof codes / sizeof *codes; n++)
        if (!strcmp(code, codes[n])) return true;
    return false;
}

/* A place, an angle or a rate: who asks for it expects that it changes. */
static bool is_of_motion(const char *channel) {
    const char *dot = channel ? strrchr(channel, '.') : NULL;
    return dot && jd_word_in_list(dot + 1, "x y z vx vy vz angle rate travel speed wx wy wz");
}

/* "Nothing can move" is no mistake of a frame; but forces on frees are there to move something, and
 * so does who asks for motions. */
static bool is_to_move(const Patient *p, const JdMessage *message) {
    bool moves = false;
    for (int n = 0; n < p->model->forces.count; n++) moves = moves || p->model->forces.at[n].target;
    for (int n = 0; n < p->model->outputs.count; n++)
        moves = moves || is_of_motion(p->model->outputs.at[n].channel);
    return moves && !strcmp(message->code, "nothing-moves");
}

/* A gap that no rounding of a drawing leaves: another point, body or axis was meant. */
static bool is_far_apart(const Patient *p, const JdMessage *message) {
    static const char *const drawn = "was drawn ";
    static const double mm = 1e-3; /* m: the unit of the message */
    const char *gap = strstr(message->text, drawn);
    double value;
    if (strcmp(message->code, "drawn-apart") || !gap || !p->system) return false;
    gap += strlen(drawn);
    return jd_number_read(gap, strlen(gap), &value) && strstr(gap, " mm apart") &&
           value * mm > far_apart * p->system->length;
}

bool jd_should_move(const Patient *p) {
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        if (is_to_move(p, &message)) return true;
    }
    return false;
}

bool jd_is_drawn_far(const Patient *p) {
    for (int n = 0; n < p->tells; n++) {
        const JdMessage message = jd_log_message(p->told, n);
        if (is_far_apart(p, &message)) return true;
    }
    return false;
}

static const Ailment *ailment_of(const Patient *p, const JdMessage *message) {
    static const Ailment other = {"", "", false};
    for (size_t n = 0; n < sizeof ailments / sizeof *ailments; n++)
        if (!strcmp(message->code, ailments[n].code)) {
            const bool judged = p->model->expects.count > 0;
            return ailments[n].of_run ? (judged || *ailments[n].words ? &ailments[n] : NULL)
                   : message->severity > JD_NOTE || is_to_move(p, message) ||
                           is_far_apart(p, message)
                       ? &ailments[n]
                       : NULL;
        }
    return message->severity == JD_ERROR && message->file && !is_left_alone(message->code) ? &other
                                                                                           : NULL;
}

/* The first error; otherwise the first that is in the table. What shows before the run goes before
 * what happens in it, unless `expect` lines say what is to happen. */
static int find_ailment(const Patient *p) {
    int found = -1, late = -1;
    for (int n = 0; n < jd_log_count(p->log); n++) {
        const JdMessage message = jd_log_message(p->log, n);
        const Ailment *ailment = ailment_of(p, &message);
        if (!ailment) continue;
        if (ailment->of_run && !p->model->expects.count) {
            if (late < 0) late = n;
            continue;
        }
        if (message.severity == JD_ERROR) return n;
        if (found < 0) found = n;
    }
    return found >= 0 ? found : late;
}

/* ---- Who is suspected --------------------------------------------------------------------------
 */

/* Statements, and how much each is suspected. */
typedef struct {
    const Node *node;
    double by;
} Suspect;
typedef LIST(Suspect) Suspects;

/* `before`: those that it may be among already. */
static void suspect_unless(Patient *p, Suspects *to, const Node *node, double by, int before) {
    for (int n = 0; n < before; n++)
        if (to->at[n].node == node) return;
    Suspect *at = node ? PUSH(&p->arena, *to) : NULL;
    if (at) *at = (Suspect){node, by};
}

static void suspect(Patient *p, Suspects *to, const Node *node, double by) {
    suspect_unless(p, to, node, by, to->count);
}

/* The statements that give this name to something; of "foot[2]" those of "foot[i]", too. */
static void suspect_name(Patient *p, Suspects *to, const Node *parent, const char *name,
                         double by) {
    const size_t length = strcspn(name, "[.");
    for (int n = 0; n < parent->block.count && length; n++) {
        const Node *node = parent->block.at[n];
        const char *own =
            node->kind && node->kind->declares != DECLARES_NOTHING && node->slots.count
                ? jd_span_text(p, node->slots.at[0].span)
                : NULL;
        if (own && strcspn(own, "[.(") == length && !strncmp(own, name, length))
            suspect(p, to, node, by);
        suspect_name(p, to, node, name, by);
    }
}

/* What is named in the message, between quotes. */
static void suspect_quoted(Patient *p, Suspects *to, const char *text) {
    for (const char *c = text; (c = strchr(c, '\'')) && strchr(c + 1, '\'');
         c = strchr(c + 1, '\'') + 1) {
        const char *name = jd_arena_text(&p->arena, c + 1, strcspn(c + 1, "'"));
        if (name) suspect_name(p, to, &p->document.root, name, named);
    }
}

/* What is named as locked more than once: it may be this that comes apart later. */
static void suspect_redundant(Patient *p, Suspects *to) {
    for (int n = 0; n < jd_log_count(p->log); n++) {
        const JdMessage message = jd_log_message(p->log, n);
        if (jd_word_in_list(message.code, "joint-redundant start-singular"))
            suspect_quoted(p, to, message.text);
    }
}

static bool is_overlocked(const Patient *p) {
    for (int n = 0; n < jd_log_count(p->log); n++)
        if (jd_word_in_list(jd_log_message(p->log, n).code, "joint-redundant start-singular"))
            return true;
    return false;
}

/* What is named in a statement. */
static void suspect_used(Patient *p, Suspects *to, const Node *statement) {
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *text = jd_span_text(
        p, (Span){NULL, statement->span.start, statement->end - statement->span.start});
    for (const char *c = text; c && *c;) {
        const size_t length = strspn(c, letters);
        const char *name = length ? jd_arena_text(&p->arena, c, length) : NULL;
        if (name) suspect_name(p, to, &p->document.root, name, used);
        c += length ? length : 1;
    }
}

/* Drives lock what they drive: where locks are too many, the last ones may be. */
static void suspect_drives(Patient *p, Suspects *to) {
    const Node *root = &p->document.root;
    for (int n = root->block.count - 1; n >= 0; n--)
        if (!strcmp(root->block.at[n]->word, "drive"))
            suspect(p, to, root->block.at[n], named + placed * (n + 1) / root->block.count);
}

/* Each is met once, so only those that are there for a reason have to be looked through. */
static void suspect_all(Patient *p, Suspects *to, const Node *parent, int before) {
    for (int n = 0; n < parent->block.count; n++) {
        suspect_unless(p, to, parent->block.at[n], 0, before);
        suspect_all(p, to, parent->block.at[n], before);
    }
}

/* ---- What is tried
 * ------------------------------------------------------------------------------- */

/* What is shown of a joint that is not there is less to blame than the lack of the joint. */
static bool is_output(const Patient *p, Where where) {
    const Node *node = jd_statement_of(p, where);
    return node && jd_word_in_list(node->word, "output expect");
}

/* "did you mean 'crank'?" in place of what the message marks. */
static void take_hint(Patient *p, Changes *to, const JdMessage *message) {
    static const char *const asks = "did you mean '";
    const char *hint = message->hint ? strstr(message->hint, asks) : NULL;
    if (!hint || message->length <= 0) return;
    const char *from = hint + strlen(asks);
    const char *word = jd_arena_text(&p->arena, from, strcspn(from, "'"));
    const Span span = {NULL, jd_offset_of(p, jd_where_of(message)), (size_t)message->length};
    if (word && span.start + span.length <= p->def.length)
        jd_change_add(p, to, span, "write", is_output(p, jd_where_of(message)) ? shown : 1, "%s",
                      word);
}

/* "a length (m) and a plain number": numbers without a unit get one of these. */
static void give_units(Patient *p, Changes *to, const Suspects *who, const JdMessage *message) {
    const char *open = strchr(message->text, '(');
    if (strcmp(message->code, "dimension-mismatch") || !open || !strchr(open, ')')) return;
    const char *unit = jd_arena_text(&p->arena, open + 1, strcspn(open + 1, ")"));
    for (int n = 0; n < who->count && unit; n++) {
        const Node *node = who->at[n].node;
        if (who->at[n].by <= 0) continue;
        for (int k = 0; k < node->slots.count; k++)
            jd_changes_of_units(p, to, node->slots.at[k].expr, unit);
        for (int c = 0; c < node->clauses.count; c++)
            for (int k = 0; k < node->clauses.at[c]->slots.count; k++)
                jd_changes_of_units(p, to, node->clauses.at[c]->slots.at[k].expr, unit);
    }
}

/* polar(40 mm, 70): what the message marks is in degrees. */
static void give_degrees(Patient *p, Changes *to, const JdMessage *message) {
    const Span span = {NULL, jd_offset_of(p, jd_where_of(message)), (size_t)message->length};
    if (strcmp(message->code, "angle-without-unit") || message->length <= 0 ||
        span.start + span.length > p->def.length)
        return;
    const char *text = jd_span_text(p, span);
    const size_t minus = text && *text == '-';
    double value;
    if (text && jd_number_read(text + minus, span.length - minus, &value) == span.length - minus)
        jd_change_add(p, to, span, "in degrees", 1.5, "%s deg", text);
}

/* jO.angle = 8 rpm: the angle grows with time, or the rate was meant. */
static void give_time(Patient *p, Changes *to, const Node *place, const JdMessage *message) {
    static const char *const pairs[][2] = {{".angle", ".rate"}, {".travel", ".speed"}};
    const Slot *motion = place ? jd_node_slot(place, "motion") : NULL,
               *target = place ? jd_node_slot(place, "target") : NULL;
    if (strcmp(message->code, "dimension-mismatch") || !motion || !motion->expr || !target) return;
    const char *text = jd_span_text(p, motion->span), *name = jd_span_text(p, target->span);
    const bool sum = motion->expr->kind == EXPR_BINARY;
    if (!text || !name) return;
    jd_change_add(p, to, motion->span, "growing with time", 1, sum ? "(%s)*time" : "%s*time", text);
    for (int n = 0; n < 2; n++)
        for (int k = 0; k < 2; k++) {
            const size_t length = strlen(pairs[n][k]), whole = strlen(name);
            if (whole > length && !strcmp(name + whole - length, pairs[n][k]))
                jd_change_add(p, to, target->span, "of the other kind", placed + 0.9, "%.*s%s",
                              (int)(whole - length), name, pairs[n][1 - k]);
        }
}

/* How far the joint of this slide is drawn out, in m; a turn is zero as drawn. */
static double drawn_travel(const Patient *p, const char *target) {
    int joint;
    const FreeDef *free = jd_model_find_free(p->model, target, &joint);
    if (!free || free->kind != FREE_SLIDE || p->model->joints.at[joint].type->couples) return 0;
    const ModelJoint *slide = &p->model->joints.at[joint];
    const Axes axes = jd_model_frame_pose(p->model, slide->i).axes;
    const Vec3 way = vec3_sub(jd_frame_place(p, slide->j), jd_frame_place(p, slide->i));
    return vec3_dot(way, free->axis == AXIS_X ? axes.x : free->axis == AXIS_Y ? axes.y : axes.z);
}

/* A motion that was said as if it counted from the drawing: what the drawing has is added to it. */
static void give_offset(Patient *p, Changes *to, const Node *place, const JdMessage *message) {
    const bool drive = place && !strcmp(place->word, "drive");
    const Slot *motion = drive ? jd_node_slot(place, "motion") : NULL,
               *target = drive ? jd_node_slot(place, "target") : NULL;
    const char *text = motion && motion->expr ? jd_span_text(p, motion->span) : NULL,
               *name = target ? jd_span_text(p, target->span) : NULL;
    if (!text || !name || !jd_word_in_list(message->code, "drive-moves-drawing loop-open")) return;
    const double travel = drawn_travel(p, name);
    char number[32];
    jd_number_text(travel, number, sizeof number);
    if (travel == 0) jd_changes_of_terms(p, to, motion->expr, 1 + named);
    if (travel != 0)
        jd_change_add(p, to, motion->span, "from the drawing on", 1 + named + 0.1, "%s m + %s",
                      number, text);
}

/* start jO.angle = 60 rpm: the rate was meant. */
static void give_rate(Patient *p, Changes *to, const Node *place, const JdMessage *message) {
    static const char *const pairs[][2] = {
        {".angle", ".rate"}, {".travel", ".speed"}, {".rate", ".angle"}, {".speed", ".travel"}};
    if (!place || strcmp(place->word, "start") || strcmp(message->code, "dimension-mismatch"))
        return;
    for (int k = 0; k + 1 < place->slots.count; k += 2) {
        const Span span = place->slots.at[k].span;
        const char *name = jd_span_text(p, span);
        for (int n = 0; n < 4 && name; n++) {
            const size_t length = strlen(pairs[n][0]), whole = strlen(name);
            if (whole > length && !strcmp(name + whole - length, pairs[n][0]))
                jd_change_add(p, to, span, "of the other kind", 1, "%.*s%s", (int)(whole - length),
                              name, pairs[n][1]);
        }
    }
}

/* A joint more, where a link ends in nothing. */
static void add_joints(Patient *p, Changes *to) {
    const int before = to->count;
    for (int b = 1; b < p->model->bodies.count && b < 60; b++)
        jd_changes_by_point(p, to, b), jd_changes_by_joints(p, to, b);
    for (int n = before; n < to->count; n++) to->at[n].likely -= 0.3;
}

/* What is said twice may go; what is wrongly written was meant. */
static bool is_too_many(const char *code) {
    return strstr(code, "twice") || strstr(code, "driven");
}

/* Two points in one place: their numbers are doubted before the links that name them. */
static void doubt_points(const Patient *p, Changes *of) {
    const Node *root = &p->document.root;
    for (int n = 0; n < of->count; n++)
        for (int k = 0; k < root->block.count; k++) {
            const Node *node = root->block.at[k];
            if (!strcmp(node->word, "point") && of->at[n].from >= node->span.start &&
                of->at[n].from < node->end)
                of->at[n].likely += strstr(of->at[n].what, "sign") ? 2 * as_drawn : as_drawn;
        }
}

/* A second drive of one free was most likely meant for another on the ground; one that nothing else
 * can be driven by is one too many. */
static void move_drives(Changes *of) {
    for (int n = 0; n < of->count; n++)
        if (!*of->at[n].with) of->at[n].likely -= dropped;
}

/* One drive alone that cannot move: a hinge may lack its second axis. */
static void lock_less(Changes *of, int from, const JdMessage *message) {
    if (strcmp(message->code, "velocity-impossible") || !strstr(message->text, "' asks for"))
        return;
    for (int n = from; n < of->count; n++)
        if (!strcmp(of->at[n].what, "as universal")) of->at[n].likely += dropped;
}

/* jT.angle = 0: it drives nothing, but holds. */
static bool is_lock(const Node *drive) {
    const Slot *motion = jd_node_slot(drive, "motion");
    const Expr *expr = motion ? motion->expr : NULL;
    while (expr && (expr->kind == EXPR_UNARY || expr->kind == EXPR_UNITED)) expr = expr->args[0];
    return expr && expr->kind == EXPR_NUMBER;
}

/* The ground holds a body just where another one that moves is pinned to it: neither moves there.
 */
static bool is_nailed(const Patient *p, const Node *statement) {
    const JdModel *m = p->model;
    const double near = same_place * jd_drawn_size(p);
    for (int k = 0; k < m->joints.count; k++) {
        const ModelJoint *own = &m->joints.at[k];
        if (!jd_joint_is_hinge(own) || jd_statement_of(p, own->where) != statement) continue;
        const int i = m->frames.at[own->i].body, j = m->frames.at[own->j].body, b = i ? i : j;
        if (i && j) return false;
        for (int n = 0; n < m->joints.count; n++) {
            const ModelJoint *other = &m->joints.at[n];
            if (n == k || !jd_joint_is_hinge(other)) continue;
            const int one = m->frames.at[other->i].body, two = m->frames.at[other->j].body;
            if (one && two && (one == b || two == b) &&
                vec3_norm(vec3_sub(jd_frame_place(p, other->i), jd_frame_place(p, own->i))) <= near)
                return true;
        }
    }
    return false;
}

/* So it was to slide there, or anything but turn. */
static void let_slide(const Patient *p, Changes *of, int from, const Node *statement,
                      const JdMessage *message) {
    if (p->model->space != JD_PLANAR || strcmp(statement->word, "joint") ||
        strcmp(message->code, "velocity-impossible") || !is_nailed(p, statement))
        return;
    for (int n = from; n < of->count; n++)
        if (!strncmp(of->at[n].what, "as ", strlen("as "))) of->at[n].likely += slides;
}

/* What cannot follow a drive, or not so far, is driven where it should be: other frees are believed
 * less. Of several drives the last is one too many; one alone that cannot move is not: then a joint
 * locks too much. */
static void keep_drive(Changes *of, int from, const Node *statement, const JdMessage *message) {
    const bool alone =
        strstr(message->text, "' asks for") || !strcmp(message->code, "drive-moves-drawing");
    if (strcmp(statement->word, "drive") ||
        !jd_word_in_list(message->code, "velocity-impossible run-stuck drive-moves-drawing"))
        return;
    for (int n = from; n < of->count; n++) {
        Change *change = &of->at[n];
        if (!strncmp(change->what, "of '", strlen("of '"))) change->likely -= dropped;
        if (!*change->with)
            change->likely += alone ? -2 * dropped : placed * (double)(1 + n) / (1 + of->count);
        if (!*change->with && is_lock(statement)) change->likely += placed;
    }
}

/* Another unit that leaves next to nothing of a way is hardly what was meant. */
static void doubt_small(const Patient *p, Changes *of, int from, const JdMessage *message) {
    static const double nothing = 0.01; /* of the drawing, or of a radian */
    for (int n = from; n < of->count && !strcmp(message->code, "run-stuck"); n++) {
        double value;
        Unit unit;
        const size_t digits = jd_number_read(of->at[n].with, strlen(of->at[n].with), &value);
        const char *word = of->at[n].with + digits;
        word += strspn(word, " ");
        if (!digits || !*word || !jd_unit_parse(word, &unit)) continue;
        const double size = unit.dim.length == 1 ? jd_drawn_size(p) : 1;
        if (fabs(value) * unit.scale < nothing * size) of->at[n].likely -= 2 * dropped;
    }
}

/* It goes on in its direction without end: jA.rate = w, jA.angle = w*time. */
static bool goes_on(Patient *p, const Node *drive) {
    static const char *const rates[] = {".rate", ".speed"};
    const Slot *target = jd_node_slot(drive, "target"), *motion = jd_node_slot(drive, "motion");
    const char *name = target ? jd_span_text(p, target->span) : NULL;
    if (!name || !motion || !motion->expr) return false;
    for (int n = 0; n < 2; n++) {
        const size_t length = strlen(rates[n]), whole = strlen(name);
        if (whole > length && !strcmp(name + whole - length, rates[n]))
            return motion->expr->kind == EXPR_NUMBER || motion->expr->kind == EXPR_UNITED ||
                   motion->expr->kind == EXPR_NAME;
    }
    const Expr *by = motion->expr;
    return by->kind == EXPR_BINARY && *by->text == '*' &&
           ((by->args[1]->kind == EXPR_NAME && !strcmp(by->args[1]->text, "time")) ||
            (by->args[0]->kind == EXPR_NAME && !strcmp(by->args[0]->text, "time")));
}

/* A drive of the text does so. */
static bool is_turned_on(Patient *p) {
    const Node *root = &p->document.root;
    for (int n = 0; n < root->block.count; n++)
        if (!strcmp(root->block.at[n]->word, "drive") && goes_on(p, root->block.at[n])) return true;
    return false;
}

/* What turns on and on meets a dead point at any speed, only later if it is slower: its numbers
 * mend nothing. */
static void doubt_slow(Patient *p, Changes *of, int from, const Node *statement,
                       const JdMessage *message) {
    const Slot *motion = jd_node_slot(statement, "motion");
    if (strcmp(statement->word, "drive") || strcmp(message->code, "run-stuck") || !motion ||
        !goes_on(p, statement))
        return;
    int kept = from;
    for (int n = from; n < of->count; n++)
        if (of->at[n].from < motion->span.start || !*of->at[n].with) of->at[kept++] = of->at[n];
    of->count = kept;
}

/* A part of the way that it asks for. */
static void reach_less(Patient *p, Changes *to, const Expr *expr) {
    static const double parts[] = {0.75, 0.5, 0.25};
    double value;
    if (expr->kind == EXPR_CALL) return; /* numbers of functions are times */
    for (int n = 0; expr->kind != EXPR_NUMBER && n < expr->count; n++)
        reach_less(p, to, expr->args[n]);
    const char *text = expr->kind == EXPR_NUMBER ? jd_span_text(p, expr->span) : NULL;
    const size_t digits = text ? jd_number_read(text, expr->span.length, &value) : 0;
    for (size_t n = 0; n < sizeof parts / sizeof *parts && digits; n++) {
        char number[32];
        jd_number_text(parts[n] * value, number, sizeof number);
        jd_change_add(p, to, expr->span, "less far", less_far - placed * (double)n, "%s%s", number,
                      text + digits);
    }
}

/* The only start value is a rate that joints do not allow: any rate but zero would be refused, so
 * that the joints are to blame. */
static bool is_only_rate(const Patient *p, const JdMessage *message) {
    const ModelStart *start = p->model->starts.count == 1 ? p->model->starts.at : NULL;
    const char *dot = start ? strrchr(start->channel, '.') : NULL;
    return !strcmp(message->code, "start-contradiction") && dot && !p->model->drives.count &&
           jd_word_in_list(dot + 1, "rate speed");
}

/* Something else than drives moves the machine. */
static bool is_pushed(const Patient *p) {
    for (int n = 0; n < p->model->forces.count; n++) {
        const ForceType *type = p->model->forces.at[n].type;
        if (!type->stiffness && !type->damping) return true;
    }
    return false;
}

/* Statements less, and changes that make another machine. */
static void leave_out(Changes *of, bool drops, bool altered) {
    int kept = 0;
    for (int n = 0; n < of->count; n++) {
        const Change *change = &of->at[n];
        const bool drop = !*change->with;
        if (drop ? drops : altered && change->alters) continue;
        of->at[kept++] = *change;
    }
    of->count = kept;
}

/* What is flung is pushed the way it goes: a force the other way, or a term of it. */
static void push_back(Patient *p, Changes *to, const Node *force) {
    for (int c = 0; c < force->clauses.count; c++) {
        const Node *clause = force->clauses.at[c];
        if (!jd_word_in_list(clause->word, "value tension stiffness damping")) continue;
        for (int n = 0; n < clause->slots.count; n++) {
            const Expr *expr = clause->slots.at[n].expr;
            if (!expr || expr->kind == EXPR_VECTOR) continue;
            jd_change_sign(p, to, expr, 0.8);
            jd_changes_of_signs(p, to, expr);
        }
    }
}

static int by_belief(const void *a, const void *b) {
    const Change *x = a, *y = b;
    /* Of statements that may go the last: it contradicts what stood there before it. */
    const bool drops = !*x->with && !*y->with;
    return x->likely > y->likely                             ? -1
           : x->likely < y->likely                           ? 1
           : (drops ? x->from > y->from : x->from < y->from) ? -1
           : x->from != y->from                              ? 1
                                                             : strcmp(x->with, y->with);
}

/* Of a joint that is said twice: one less, or between other bodies. */
static void keep_sides(Changes *of, int from) {
    int kept = from;
    for (int n = from; n < of->count; n++)
        if (!*of->at[n].with || !strncmp(of->at[n].what, "on '", strlen("on '")))
            of->at[kept++] = of->at[n];
    of->count = kept;
}

static void list_changes(Patient *p, Changes *to, const Suspects *who, const Ailment *ailment,
                         const JdMessage *message) {
    /* Where `expect` lines tell what is meant, any statement may be to blame. */
    const bool told = p->model->expects.count > 0;
    const Node *place = who->count ? who->at[0].node : NULL;
    const bool asked = place && jd_word_in_list(place->word, "drive start");
    /* What asks for too much is to blame itself. */
    const char *words = asked && jd_word_in_list(message->code, "loop-open start-far")
                            ? "drive start"
                        : ailment->of_run && is_overlocked(p) ? "drive start joint"
                                                              : ailment->words;
    const bool turned = ailment->of_run && is_turned_on(p);
    take_hint(p, to, message);
    give_units(p, to, who, message);
    give_degrees(p, to, message);
    if (!strcmp(message->code, "angle-without-unit") && !told) return;
    give_time(p, to, place, message);
    give_rate(p, to, place, message);
    give_offset(p, to, place, message);
    for (int n = 0; n < who->count; n++) {
        const Suspect *s = &who->at[n];
        const int before = to->count;
        const bool stuck = turned && s->by > 0 && !strcmp(message->code, "run-stuck") &&
                           !strcmp(s->node->word, "joint");
        if (!told && !stuck && !jd_word_in_list(s->node->word, words) && (*words || s->by <= 0))
            continue;
        if (stuck && !told)
            jd_changes_of_axis(p, to, s->node);
        else if (!told && !strcmp(message->code, "body-flung"))
            push_back(p, to, s->node);
        else
            jd_changes_of_statement(p, to, s->node);
        if (!strcmp(message->code, "joint-repeated")) keep_sides(to, before);
        const Slot *value = s->node->slots.count > 1 ? &s->node->slots.at[1] : NULL;
        if (!told && !strcmp(message->code, "construction-open") && value && value->expr)
            jd_changes_of_powers(p, to, value->expr);
        /* Where something else moves the machine the drive is one too many. */
        const bool alone = is_only_rate(p, message);
        if (alone && !strcmp(s->node->word, "start"))
            for (int k = before; k < to->count; k++) to->at[k].likely -= as_drawn;
        const bool later = asked && !alone && !strcmp(message->code, "start-contradiction") &&
                           !jd_word_in_list(s->node->word, is_pushed(p) ? "drive start" : "start");
        keep_drive(to, before, s->node, message);
        doubt_small(p, to, before, message);
        doubt_slow(p, to, before, s->node, message);
        lock_less(to, before, message);
        let_slide(p, to, before, s->node, message);
        for (int k = before; k < to->count; k++) to->at[k].likely += s->by + (later ? behind : 0);
    }
    if (!told && (!*words || ailment->of_run))
        leave_out(to, !is_too_many(message->code) && strcmp(ailment->words, "run"),
                  !strstr(message->code, "unknown"));
    /* A gap is a slip of the drawing, no other machine. */
    if (!told && !strcmp(message->code, "drawn-apart")) leave_out(to, true, true);
    if (!strcmp(message->code, "link-no-length")) doubt_points(p, to);
    if (!strcmp(message->code, "drive-twice")) move_drives(to);
    if (!told && !strcmp(message->code, "run-stuck")) {
        for (int n = 0; n < who->count; n++) {
            const Slot *motion = jd_node_slot(who->at[n].node, "motion");
            if (motion && motion->expr && !strcmp(who->at[n].node->word, "drive") &&
                !goes_on(p, who->at[n].node))
                reach_less(p, to, motion->expr);
        }
    }
    if (told || strstr(message->code, "unknown")) add_joints(p, to);
    if (to->count) qsort(to->at, (size_t)to->count, sizeof *to->at, by_belief);
}

/* ---- What is offered
 * ----------------------------------------------------------------------------- */

/* A joint less, or one that locks less, must not set more free than a machine has. */
static bool is_sane(const Change *change, const Verdict *v, const Patient *p) {
    const int now = p->check->drives + p->check->finite, wanted = now > 1 ? now : 1;
    const bool known = p->check != &p->no_check; /* of a text that was not read nothing is */
    /* Where nothing moves a change mends only if something leads away afterwards. */
    if (p->ails && !strcmp(p->ails, "nothing-moves") && v->finite < 1) return false;
    return v->cured && (!change->alters || !known || v->finite <= wanted);
}

/* In space; in the plane axes are slides, and the first to be doubted. */
static bool is_stuck(const Patient *p) {
    return p->model->space == JD_SPATIAL && !p->model->flat && p->ails &&
           !strcmp(p->ails, "nothing-moves");
}

/* By count it could not move before, and can now: no luck of the drawing is asked for, as an axis
 * does that makes locks repeat each other. */
static double is_counted(const Patient *p, const Verdict *v) {
    return is_stuck(p) && p->check->freedoms_by_count + p->check->drives < 1 && v->counted > 0
               ? unlucky
               : 0;
}

static double worth(const Patient *p, const Change *change, const Verdict *v) {
    const bool drawn = v->apart == 0;
    return is_counted(p, v) + change->likely + (drawn ? as_drawn : -0.5) - 0.5 * v->warnings -
           0.1 * (v->redundant > 0) - 0.5 * (v->ends > 0) -
           (change->alters ? 0.2 + 0.02 * v->finite : 0) - (v->finite == 0 ? 1 : 0);
}

/* The best so far. */
typedef struct {
    Change change;
    Verdict verdict;
    double worth;
    int tried;
} Best;

/* Those behind it are believed less still: whatever they mend, they are not worth more. */
static bool is_in_question(const Patient *p, const Change *change, const Best *best) {
    return change->likely + as_drawn + (is_stuck(p) ? unlucky : 0) > best->worth;
}

/* Without `expect` lines: the best of those that come to the end of the run. */
static void try_arriving(Patient *p, const Changes *changes, Best *best) {
    for (int k = 0; k < changes->count && k < RUNS && is_in_question(p, &changes->at[k], best);
         k++) {
        const Change *change = &changes->at[k];
        Verdict v;
        if (!jd_try_run_first(p, change, &v)) return;
        best->tried++;
        if (!v.good || v.again) continue;
        const double now = worth(p, change, &v);
        if (now > best->worth) best->worth = now, best->change = *change, best->verdict = v;
    }
}

/* The first that makes all `expect` lines hold and brings nothing new to find is what is meant;
 * without such a one the first that makes them hold: true. */
static bool try_running(Patient *p, const Changes *changes, int most, Best *best) {
    bool found = false;
    for (int k = 0; k < changes->count && k < most; k++) {
        const Change *change = &changes->at[k];
        Verdict v;
        if (!jd_try_run_first(p, change, &v)) break;
        best->tried++;
        if (!v.good || (found && !v.clean)) continue;
        best->worth = worth(p, change, &v), best->change = *change, best->verdict = v;
        if (v.clean) return true;
        found = true;
    }
    return found;
}

enum { RUNNERS = 6 }; /* changes that mend of which so many at most are run */

/* The best after which the message is gone, of those with which a run comes to its end; if none
 * does of those that are tried, the best. */
static void try_all(Patient *p, const Changes *changes, const char *code, Best *best) {
    const bool runs = p->model->run.to > 0 && !p->model->expects.count;
    Best any = *best;
    int run = 0;
    for (int k = 0; k < changes->count && is_in_question(p, &changes->at[k], best); k++) {
        const Change *change = &changes->at[k];
        Verdict v, arrived = {.good = true};
        if (!jd_try_change(p, change, code, &v)) break;
        best->tried++;
        if (!is_sane(change, &v, p)) continue;
        const double now = worth(p, change, &v);
        if (now > any.worth) any.worth = now, any.change = *change, any.verdict = v;
        if (now <= best->worth) continue;
        /* Of drives that are too many the text says the last, wherever the others lead. */
        if (runs && *change->with && run++ < RUNNERS && jd_try_run_first(p, change, &arrived) &&
            !arrived.good)
            continue;
        best->worth = now, best->change = *change, best->verdict = v;
    }
    if (best->worth > -INFINITY || any.worth == -INFINITY) return;
    any.tried = best->tried;
    *best = any;
}

/* Some errors are those of a run: nothing that is read and assembled says them. */
static bool is_said_again(Patient *p, const char *code) {
    const Change none = {.with = "", .what = ""};
    Verdict v;
    return jd_try_change(p, &none, code, &v) && !v.cured;
}

static void tell(Patient *p, const Best *best, const char *code) {
    const Change *change = &best->change;
    const Verdict *v = &best->verdict;
    const Node *about = change->about;
    const Span span = about ? (Span){p->source, about->span.start, about->span.length}
                            : (Span){p->source, change->from, change->length ? change->length : 1};
    if (!(best->tried == 1
              ? jd_find(p, JD_NOTE, "single-change", jd_span_where(span),
                        "this single change of the text mends [%s]", code)
              : jd_find(p, JD_NOTE, "single-change", jd_span_where(span),
                        "of %d single changes of the text this one is the likeliest to mend [%s]",
                        best->tried, code)))
        return;
    jd_remedy(p, change,
              v->held && !v->missed ? "tried: it goes together, and all `expect` lines hold"
              : v->apart == 0       ? "tried: it goes together as drawn"
                                    : "tried: it goes together");
}

/* "'motor' and 'two' ask for": the first is no more to blame than the other. */
static bool is_one_of(const char *text) {
    return strstr(text, "' ask for");
}

/* What was found before mends it; beside notes there is something that is only said more plainly.
 */
static bool is_mended(const Patient *p) {
    for (int n = 0; n < p->remedies.count; n++)
        if (jd_log_message(p->log, p->remedies.at[n].message).severity > JD_NOTE) return true;
    return false;
}

static void look(Patient *p) {
    if (!p->trials || !p->source || is_mended(p)) return;
    const int number = find_ailment(p);
    if (number < 0) return;
    const JdMessage message = jd_log_message(p->log, number);
    const Ailment *ailment = ailment_of(p, &message);
    const Node *place = jd_statement_of(p, jd_where_of(&message));
    Suspects who = {0};
    Changes changes = {0};
    p->of_run = p->ails = message.code;
    suspect(p, &who, place, ailment->of_run ? 0 : named + (is_one_of(message.text) ? 0 : placed));
    if (p->check->redundant > 0) suspect_drives(p, &who);
    suspect_quoted(p, &who, message.text);
    if (ailment->of_run && !p->model->expects.count) suspect_redundant(p, &who);
    const bool apart = !strcmp(message.code, "drawn-apart");
    if (place && (!*ailment->words || apart) && !ailment->of_run) suspect_used(p, &who, place);
    suspect_all(p, &who, &p->document.root, who.count);
    list_changes(p, &changes, &who, ailment, &message);
    Best best = {.worth = -INFINITY};
    const bool judged = p->model->expects.count > 0;
    if (ailment->of_run && !judged)
        try_arriving(p, &changes, &best);
    else if (!(judged && try_running(p, &changes, ailment->of_run ? changes.count : RUNS, &best)) &&
             !ailment->of_run && is_said_again(p, message.code))
        try_all(p, &changes, message.code, &best);
    if (best.worth > -INFINITY) tell(p, &best, message.code);
}

const Examination jd_examination_mend = {"mend", NEEDS_TEXT, look};
