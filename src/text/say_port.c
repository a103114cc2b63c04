/* SPDX-License-Identifier: MIT
 *
 * Ports: names of a part for what stands on the other side of its braces. With a target of the part
 * it is what the outside is joined to; without one, what the part is joined to, which each use
 * gives. */
#include "text/inside.h"
#include <string.h>

/* What a full name may lead to. */
enum {
    IS_BODY = 1,
    IS_FRAME = 2,
    IS_JOINT = 4,
    IS_TURN = 8,
    IS_SLIDE = 16,
    IS_FORCE = 32,
};

/* What a port may be said to be, and what fits it. */
static const struct {
    const char *word, *described;
    unsigned fits;
} kinds[] = {
    {"body", "a body", IS_BODY},
    {"frame", "a frame of a body", IS_FRAME},
    {"side", "a body or a frame of one", IS_BODY | IS_FRAME},
    {"joint", "a joint", IS_JOINT},
    {"free", "a free of a joint, such as jO.angle", IS_TURN | IS_SLIDE},
    {"turn", "a free of a joint that is an angle", IS_TURN},
    {"slide", "a free of a joint that is a way", IS_SLIDE},
    {"force", "a force", IS_FORCE},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Frames of the ground have the names of instances in theirs: "ground.c1.base". */
static bool is_frame(const JdModel *model, const char *path, Arena *arena) {
    const char *dot = jd_frame_dot(path);
    const char *name = dot ? jd_arena_text(arena, path, (size_t)(dot - path)) : NULL;
    const int body = name ? jd_model_find_body(model, name) : -1;
    return body >= 0 && jd_model_find_frame(model, body, dot + 1) >= 0;
}

/* What the path leads to; 0: nothing that a port may be. */
static unsigned find_what(Build *build, const char *path, const FreeDef **found) {
    const JdModel *model = build->model;
    int joint;
    *found = jd_model_find_free(model, path, &joint);
    if (*found) return (*found)->kind == FREE_SLIDE ? IS_SLIDE : IS_TURN;
    if (jd_model_find_body(model, path) >= 0) return IS_BODY;
    if (jd_model_find_massless(model, path) >= 0) return IS_FRAME; /* a side of forces */
    if (jd_model_find_joint(model, path) >= 0) return IS_JOINT;
    if (jd_model_find_force(model, path) >= 0) return IS_FORCE;
    return is_frame(model, path, build->arena) ? IS_FRAME : 0;
}

/* A name that leads to nothing, in the words of what was wanted: frees and joints, or sides. */
static void report_nothing(Build *build, const Slot *slot, const char *path, unsigned fits) {
    const FreeDef *def;
    BodySide side;
    if (!(fits & ~(unsigned)(IS_TURN | IS_SLIDE)))
        jd_build_free(build, slot, &def);
    else if (fits == IS_JOINT)
        jd_build_unknown(build, DECLARES_JOINT, path, slot->span);
    else
        jd_build_side(build, slot, &side);
}

static bool report_other(Build *build, const Slot *slot, const char *name, const char *wanted,
                         unsigned what) {
    const char *is = "a free that is a way";
    for (int n = 0; n < KINDS; n++)
        if (kinds[n].fits == what) is = kinds[n].described;
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "port-other", jd_build_where(build, slot->span),
              what ? "port '%s' stands for %s, and this is %s"
                   : "port '%s' stands for %s, and this is an expression",
              name, wanted, is);
    jd_hint(log,
            what ? "name %s"
                 : "name %s; values that change during the run are given to an "
                   "`input` of the part",
            wanted);
    return false;
}

/* The kind that the port says; all of them, if it says none. false after a report. */
static bool read_kind(Build *build, const Slot *slot, unsigned *fits, const char **wanted) {
    *fits = ~0u;
    *wanted = "something of the mechanism";
    if (!slot) return true;
    Nearest nearest = {.word = slot->text};
    for (int n = 0; n < KINDS; n++) {
        jd_nearest_try(&nearest, kinds[n].word);
        if (strcmp(kinds[n].word, slot->text)) continue;
        *fits = kinds[n].fits;
        *wanted = kinds[n].described;
        return true;
    }
    JdLog *log = jd_build_log(build);
    jd_report(log, JD_ERROR, "port-kind", jd_build_where(build, slot->span), "a port is no '%s'",
              slot->text);
    if (nearest.best)
        jd_hint(log, "did you mean '%s'?", nearest.best);
    else
        jd_hint(log, "it is a body, frame, side, joint, free, turn, slide or force");
    return false;
}

/* What stands behind the port, worked out where it was said. */
static bool aim(Build *build, const Slot *slot, const char *name, unsigned fits, const char *wanted,
                Known *to) {
    if (!jd_expr_is_path(slot->expr)) return report_other(build, slot, name, wanted, 0);
    to->target = jd_build_path(build, slot->expr);
    if (!to->target) return false;
    const unsigned what = find_what(build, to->target, &to->free);
    if (what & fits) return true;
    if (what) return report_other(build, slot, name, wanted, what);
    report_nothing(build, slot, to->target, fits);
    return false;
}

/* Channels may be asked for by this name, too, when the text is read no more. */
static bool keep(Build *build, const Known *port) {
    ModelPort *kept = PUSH(&build->model->arena, build->model->ports);
    if (!kept) return false;
    *kept = (ModelPort){
        .name = jd_arena_format(&build->model->arena, "%s.%s", build->here->name, port->name),
        .target = port->target,
        .rate = port->free ? port->free->rate : NULL,
        .accel = port->free ? port->free->accel : NULL};
    return kept->name;
}

static bool build_port(Build *build, const Node *node) {
    static const Declares others[] = {DECLARES_BODY,     DECLARES_JOINT, DECLARES_FORCE,
                                      DECLARES_INSTANCE, DECLARES_OWN,   DECLARES_NOTHING};
    const Slot *target = jd_node_slot(node, "target");
    const char *wanted;
    unsigned fits;
    Known aimed = {0};
    if (build->here == &build->top) {
        jd_report(jd_build_log(build), JD_ERROR, "part-statement",
                  jd_build_where(build, node->span),
                  "a port is the way into a part, and this is none");
        jd_hint(jd_build_log(build), "write it in the braces of a `part`");
        return false;
    }
    const char *name = jd_instance_new_name(build, node, &build->here->ports, others);
    const Known *given = name ? jd_instance_given(build, name) : NULL;
    if (!read_kind(build, jd_node_slot(node, "kind"), &fits, &wanted) || !name) return false;
    if (!given && !target)
        return jd_instance_report_missing(build, node, "port-missing", "port", name);
    Instance *here = build->here;
    if (given) jd_instance_leave(build);
    const bool good = aim(build, given ? given->slot : target, name, fits, wanted, &aimed);
    jd_instance_return(build, here);
    Known *known = good ? jd_known_add(&here->ports, name, build->arena) : NULL;
    if (!known) return false;
    known->target = aimed.target;
    known->free = aimed.free;
    known->span = node->slots.at[0].span;
    return keep(build, known);
}

const Kind jd_say_port = {
    .word = "port",
    .also = "connector pin flange",
    .summary =
        "A way through the braces of a part. With a target it names what the outside joins the "
        "part by: `port tip = rod.tip`, called `c1.tip` there. Without one it names what the part "
        "works on, which each `use` gives: `port shaft : turn`, given by `with shaft = jO.angle`. "
        "It is a body, a frame, a side (one of both), a joint, a free of a joint, a turn or slide, "
        "or a force; the position of a free is `shaft`, its rate `shaft.rate`.",
    .shape = {{"name", SLOT_NAME},
              {"kind", SLOT_WORD, ":", SLOT_OPTIONAL},
              {"target", SLOT_PATH, "=", SLOT_OPTIONAL}},
    .group = 10,
    .declares = DECLARES_PORT,
    .build = build_port,
};
