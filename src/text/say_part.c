/* SPDX-License-Identifier: MIT
 *
 * Parts: mechanisms that are written once and used several times. `part` keeps its text, `use`
 * carries it out with names, parameters and a place of its own, and with what `with` gives to its
 * parameters, points, inputs and ports. */
#include "text/inside.h"
#include <string.h>

extern const Kind jd_say_planar, jd_say_part, jd_say_param, jd_say_point, jd_say_input;

/* ---- part ----------------------------------------------------------------------------------- */

/* What the model has as a whole does not come again with each use. */
static void refuse_whole(Build *build, const Node *parent, const char *part) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        if (!(node->kind->flags & KIND_WHOLE)) {
            refuse_whole(build, node, part);
            continue;
        }
        if (node->kind == &jd_say_planar && parent->kind == &jd_say_part) continue;
        jd_report(jd_build_log(build), JD_ERROR, "part-statement",
                  jd_build_where(build, node->span),
                  "`%s` is a matter of the whole model, not of part '%s'", node->word, part);
        jd_hint(jd_build_log(build), "write it outside of the part, before it");
    }
}

static bool build_part(Build *build, const Node *node) {
    const Slot *name = &node->slots.at[0];
    Known *known = jd_known_add(&build->parts, name->text, build->arena);
    if (!known) return false;
    if (known->node) {
        const Where here = jd_build_where(build, name->span),
                    first = jd_build_where(build, known->node->span);
        const bool same = here.file && first.file && !strcmp(here.file, first.file);
        jd_report(jd_build_log(build), JD_ERROR, "name-taken", here,
                  same ? "there is already a part '%s', in line %d"
                       : "there is already a part '%s', in line %d of %s",
                  name->text, first.line, first.file);
        jd_hint(jd_build_log(build), "give one of the two another name");
        return false;
    }
    known->node = node;
    refuse_whole(build, node, name->text);
    return true;
}

const Kind jd_say_part = {
    .word = "part",
    .also = "module component subsystem",
    .summary = "A mechanism to be used several times, with names and coordinates of its own. Its "
               "parameters "
               "are given by each `use`; what it does not define itself it takes from outside. "
               "With `planar` in it "
               "it is drawn in a plane of its own, which each use in space turns.",
    .shape = {{"name", SLOT_WORD}},
    .flags = KIND_BLOCK | KIND_WHOLE,
    .group = 10,
    .declares = DECLARES_PART,
    .build = build_part,
};

/* ---- use ------------------------------------------------------------------------------------ */

// clang-format off
static const Kind use_clauses[] = {
    {.word = "at", .summary = "where the part's own origin is drawn; at the origin if not said",
     .shape = {{"point", SLOT_EXPR}}, .unit = "m"},
    {.word = "angle", .summary = "in the plane: of the part's own x axis; 0 if not said",
     .shape = {{"value", SLOT_EXPR}}, .unit = "rad"},
    {.word = "turned", .summary = "in space: the rotation of the part's own axes, such as turn(z, 30 deg); none if "
                                  "not said",
     .shape = {{"rotation", SLOT_EXPR}}, .unit = "rad"},
    {.word = "with", .summary = "values of its parameters, in place of their own; places of points that have none; expressions of the run for its inputs; "
                                "names of bodies, frames, joints, frees or forces for its ports",
     .shape = {{"name", SLOT_NAME}, {"value", SLOT_EXPR, "="}}, .flags = KIND_ROWS | KIND_BARE},
    {NULL},
};
// clang-format on

static void report_taken(Build *build, const Slot *slot, const char *name, const Known *taken) {
    const Where first = jd_build_where(build, taken->span),
                here = jd_build_where(build, slot->span);
    const char *full = jd_instance_full(build, build->here, name);
    const bool same = first.line == here.line && first.file && !strcmp(first.file, here.file);
    jd_report(jd_build_log(build), JD_ERROR, "name-taken", here,
              "'%s' is the name of something else, in line %d of %s", full ? full : name,
              first.line, first.file ? first.file : "the text");
    jd_hint(jd_build_log(build),
            same ? "in a repeat each one needs its index: %s[i]" : "give one of '%s' another name",
            name);
}

const char *jd_instance_new_name(Build *build, const Node *node, const KnownNames *own,
                                 const Declares *spaces) {
    const Slot *slot = &node->slots.at[0];
    const char *name = jd_build_name(build, node);
    if (!name) return NULL;
    const Known *taken = jd_known_find(own, name);
    for (; !taken && *spaces; spaces++)
        taken = jd_known_find_part(&build->here->declared[*spaces], name, strcspn(name, "["));
    if (taken) report_taken(build, slot, name, taken);
    return taken ? NULL : name;
}

static const Node *find_part(Build *build, const Slot *slot) {
    const Known *known = jd_known_find(&build->parts, slot->text);
    if (known) return known->node;
    jd_build_unknown(build, DECLARES_PART, slot->text, slot->span);
    return NULL;
}

static bool may_nest(Build *build, const Slot *slot, const Node *part) {
    const Where where = jd_build_where(build, slot->span);
    int depth = 0;
    for (const Instance *in = build->here; in; in = in->outer, depth++) {
        if (in->part != part) continue;
        jd_report(jd_build_log(build), JD_ERROR, "part-recursive", where,
                  "part '%s' is used within itself: %s is one already", slot->text, in->name);
        jd_hint(jd_build_log(build), "a part may use other parts, but none that it is a part of");
        return false;
    }
    if (depth <= LIMIT_PART_DEPTH) return true;
    jd_report(jd_build_log(build), JD_ERROR, "nesting-too-deep", where,
              "parts are nested more than %d deep", (int)LIMIT_PART_DEPTH);
    jd_hint(jd_build_log(build), "use some of them side by side");
    return false;
}

/* Where the instance is drawn, in the coordinates of the one around it. */
static bool read_place(Build *build, const Node *node, Instance *in) {
    const Expr *at = jd_clause_expr(node, "at");
    Vec3 p = {0};
    Pose drawn;
    const bool here = !at || jd_build_vector(build, at, "m", "place of the part", &p);
    if (!jd_build_attitude(build, node, p, &drawn) || !here) return false;
    const bool moved = at || jd_node_clause(node, "turned") || jd_node_clause(node, "angle");
    in->carrier = moved ? in : build->here->carrier;
    in->place = moved ? jd_place_pose(build, drawn) : build->here->place;
    return true;
}

/* What the text of the part has under this name that can be given; NULL: nothing. */
static const Node *takes(const Instance *in, const char *name) {
    static const Declares spaces[] = {DECLARES_VALUE, DECLARES_OWN, DECLARES_PORT};
    for (size_t n = 0; n < sizeof spaces / sizeof *spaces; n++) {
        const Known *known = jd_known_find_part(&in->declared[spaces[n]], name, strcspn(name, "["));
        const Node *node = known ? known->node : NULL;
        const Kind *kind = node ? node->kind : NULL;
        const bool open = kind == &jd_say_point && !jd_node_slot(node, "position");
        if (kind && (open || kind == &jd_say_param || kind == &jd_say_input ||
                     kind->declares == DECLARES_PORT))
            return node;
    }
    return NULL;
}

/* A parameter is known before the run; who gives it something else meant an input. */
static void hint_input(Build *build, const char *name) {
    const JdMessage message = jd_reported(jd_build_log(build));
    if (!message.code || strcmp(message.code, "name-unknown")) return;
    jd_hint(jd_build_log(build),
            "'%s' is known before the run; what changes during it is given to an `input`", name);
}

/* Values are worked out twice: here for mistakes, and with the parameter's own value at hand. */
static bool check_given(Build *build, const Node *taker, const Slot *slot, const char *name) {
    Value value;
    if (!taker || (taker->kind != &jd_say_param && taker->kind != &jd_say_point)) return true;
    if (jd_build_value(build, slot->expr, &value)) return true;
    hint_input(build, name);
    return false;
}

static bool read_given(Build *build, const Node *node, Instance *in) {
    const Node *with = jd_node_clause(node, "with");
    bool good = true;
    for (int n = 0; with && n + 1 < with->slots.count; n += 2) {
        const Slot *slot = &with->slots.at[n];
        const char *name = jd_build_word(build, slot->expr);
        const Known *before = name ? jd_known_find(&in->given, name) : NULL;
        if (!name || !check_given(build, takes(in, name), &slot[1], name)) {
            good = false;
            continue;
        }
        if (before) {
            jd_report(jd_build_log(build), JD_ERROR, "clause-twice",
                      jd_build_where(build, slot->span), "'%s' is given twice", name);
            jd_hint(jd_build_log(build), "keep one of them");
            good = false;
            continue;
        }
        Known *given = jd_known_add(&in->given, name, build->arena);
        if (!given) return false;
        given->slot = &slot[1];
    }
    return good;
}

/* Names that the part takes. */
static void suggest_takers(const Instance *in, Nearest *nearest) {
    static const Declares spaces[] = {DECLARES_VALUE, DECLARES_OWN, DECLARES_PORT};
    for (size_t k = 0; k < sizeof spaces / sizeof *spaces; k++) {
        const KnownNames *names = &in->declared[spaces[k]];
        for (int n = 0; n < names->room; n++)
            if (names->table[n] && takes(in, names->table[n]->name))
                jd_nearest_try(nearest, names->table[n]->name);
    }
}

static void report_not_taken(Build *build, const Slot *slot, const Known *given,
                             const Instance *in) {
    const Known *declared =
        jd_known_find_part(&in->declared[DECLARES_VALUE], given->name, strcspn(given->name, "["));
    const Known *own =
        jd_known_find_part(&in->declared[DECLARES_OWN], given->name, strcspn(given->name, "["));
    if (build->incomplete || (declared && declared->bad)) return;
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "part-param-unknown", jd_build_where(build, slot->span),
              "%s, %s, has no parameter '%s'", in->name, jd_instance_kind(build, in), given->name);
    Nearest nearest = {.word = given->name};
    suggest_takers(in, &nearest);
    const Known *value = jd_known_find(&in->values, given->name);
    if (value && value->point)
        jd_hint(log, "'%s' is a point of the part; `with` gives its parameters only", given->name);
    else if (declared)
        jd_hint(log, "'%s' has other indices in the part", declared->name);
    else if (own)
        jd_hint(log, "'%s' is a %s of the part; `with` gives parameters, points, inputs and ports",
                own->name, own->node->word);
    else if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "a parameter is a statement of the part: param %s = ...", given->name);
}

/* What `with` gives, but nothing took. */
static void check_taken(Build *build, const Node *node, const Instance *in) {
    const Node *with = jd_node_clause(node, "with");
    for (int n = 0; with && n + 1 < with->slots.count; n += 2) {
        const char *name = jd_build_word(build, with->slots.at[n].expr);
        const Known *given = name ? jd_known_find(&in->given, name) : NULL;
        if (given && !given->seen) report_not_taken(build, &with->slots.at[n], given, in);
    }
}

/* A part that is drawn in a plane of its own. */
static bool says_planar(const Node *part) {
    for (int n = 0; n < part->block.count; n++)
        if (part->block.at[n]->kind == &jd_say_planar) return true;
    return false;
}

static void declare(Build *build, Instance *in) {
    Instance *outer = build->here;
    build->here = in;
    jd_build_declare(build, in->part);
    build->here = outer;
}

static bool build_use(Build *build, const Node *node) {
    static const Declares others[] = {DECLARES_VALUE,  DECLARES_BODY, DECLARES_JOINT,
                                      DECLARES_FORCE,  DECLARES_PORT, DECLARES_OWN,
                                      DECLARES_NOTHING};
    const Slot *slot = jd_node_slot(node, "part");
    Instance *outer = build->here, *in = ARENA_NEW(build->arena, Instance, 1);
    if (!in) return false;
    const char *name = jd_instance_new_name(build, node, &outer->instances, others);
    in->part = find_part(build, slot);
    in->name = jd_instance_full(build, outer, name);
    in->outer = outer;
    in->use = node;
    if (in->part) declare(build, in);
    const bool placed = read_place(build, node, in), given = read_given(build, node, in);
    in->flat = in->part && jd_model_width(build->model) == 3 && says_planar(in->part);
    if (!in->name || !in->part || !placed || !given) return false;
    if (!may_nest(build, slot, in->part)) return false;

    Known *known = jd_known_add(&outer->instances, name, build->arena);
    if (!known) return false;
    known->instance = in;
    known->span = node->slots.at[0].span;
    jd_instance_build(build, in);
    check_taken(build, node, in);
    return true;
}

const Kind jd_say_use = {
    .word = "use",
    .also = "instance insert",
    .summary = "An instance of a part. What it defines is called `c1.rod` from outside; points are "
               "seen from there in the coordinates of there.",
    .shape = {{"name", SLOT_NAME}, {"part", SLOT_WORD, ":"}},
    .clauses = use_clauses,
    .group = 10,
    .declares = DECLARES_INSTANCE,
    .build = build_use,
};
