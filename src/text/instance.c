/* SPDX-License-Identifier: MIT
 *
 * Instances of parts: what names mean in them, and where what is drawn in them stands. A name is
 * looked for in the instance at work, then in the one around it, up to the model itself; a path
 * enters instances from there. In the model everything has its full name: c[2].inner.rod. */
#include "text/inside.h"
#include <string.h>

static Known *first_name(const KnownNames *names, const char *path) {
    return jd_known_find_part(names, path, strcspn(path, ".["));
}

static bool declares(const Instance *in, Declares space, const char *path) {
    return first_name(&in->declared[space], path);
}

/* Things with channels. */
static bool declares_thing(const Instance *in, const char *path) {
    return declares(in, DECLARES_BODY, path) || declares(in, DECLARES_JOINT, path) ||
           declares(in, DECLARES_FORCE, path) || declares(in, DECLARES_PORT, path) ||
           declares(in, DECLARES_OWN, path);
}

/* Goes into the instances that the path begins with; the rest of the path is left. */
static const char *enter(const Instance **in, const char *path) {
    for (;;) {
        const size_t length = strcspn(path, ".");
        const Known *known =
            path[length] ? jd_known_find_part(&(*in)->instances, path, length) : NULL;
        if (!known) return path;
        *in = known->instance;
        path += length + 1;
    }
}

/* ---- Names ---------------------------------------------------------------------------------- */

const char *jd_instance_full(Build *build, const Instance *instance, const char *name) {
    if (!*instance->name || !name) return name;
    return jd_arena_format(build->arena, "%s.%s", instance->name, name);
}

const char *jd_instance_kind(Build *build, const Instance *instance) {
    const char *part = instance->part->slots.at[0].text;
    const char *kind =
        jd_arena_format(build->arena, "%s %s", strchr("aeiouAEIOU", *part) ? "an" : "a", part);
    return kind ? kind : "a part";
}

/* A port of a free is its position; `port.rate` and `port.accel` are its rate and acceleration,
 * whatever the joint calls them, and any other channel is that of the joint. */
static const char *behind_free(Build *build, const Known *port, const char *channel) {
    const char *dot = strrchr(port->target, '.');
    const char *name = !strcmp(channel, "rate")    ? port->free->rate
                       : !strcmp(channel, "accel") ? port->free->accel
                                                   : channel;
    return jd_arena_format(build->arena, "%.*s.%s", (int)(dot - port->target), port->target, name);
}

const char *jd_instance_resolve(Build *build, const char *path) {
    const Instance *in = build->here;
    while (in && !declares_thing(in, path) && !declares(in, DECLARES_INSTANCE, path))
        in = in->outer;
    if (!in) return path;

    const char *rest = enter(&in, path);
    const size_t length = strcspn(rest, ".");
    const Known *port = jd_known_find_part(&in->ports, rest, length);
    if (!port) return jd_instance_full(build, in, rest);
    if (!rest[length]) return port->target;
    if (port->free) return behind_free(build, port, rest + length + 1);
    return jd_arena_format(build->arena, "%s%s", port->target, rest + length);
}

bool jd_instance_is_later(const Build *build, const char *path) {
    const Instance *in = build->here;
    while (in && !declares_thing(in, path) && !declares(in, DECLARES_INSTANCE, path))
        in = in->outer;
    if (!in || declares_thing(in, path)) return false;
    const char *rest = enter(&in, path);
    return strchr(rest, '.') && declares(in, DECLARES_INSTANCE, rest);
}

/* In expressions of the run, names with channels go before those of points. */
static bool belongs_to_run(const Build *build, const Instance *in, const char *path) {
    return build->binding &&
           (declares(in, DECLARES_BODY, path) || declares(in, DECLARES_JOINT, path) ||
            declares(in, DECLARES_PORT, path) || declares(in, DECLARES_OWN, path));
}

const Known *jd_instance_value(Build *build, const char *path, const Instance **owner,
                               const Known **declared) {
    *declared = NULL;
    for (const Instance *in = build->here; in; in = in->outer) {
        *owner = in;
        if (belongs_to_run(build, in, path)) return NULL;
        const Known *known = jd_known_find(&in->values, path);
        if (known) return known;
        if ((*declared = first_name(&in->declared[DECLARES_VALUE], path))) return NULL;
        *declared = strchr(path, '.') ? first_name(&in->declared[DECLARES_INSTANCE], path) : NULL;
        if (!*declared) continue;

        /* Behind an instance that comes later, an expression of the run may mean channels. */
        const char *rest = enter(owner, path);
        if (rest == path && build->binding && !(*declared)->bad) *declared = NULL;
        if (rest == path) return NULL;
        *declared = NULL;
        if (belongs_to_run(build, *owner, rest)) return NULL;
        *declared = first_name(&(*owner)->declared[DECLARES_VALUE], rest);
        return jd_known_find(&(*owner)->values, rest);
    }
    return NULL;
}

Known *jd_instance_declared(Build *build, Declares space, const char *name) {
    const Instance *in = &build->top;
    const char *rest = enter(&in, name);
    Known *known = first_name(&in->declared[space], rest);
    /* Parts and types are the model's; one said in a part was refused. */
    const bool whole = space == DECLARES_TYPE || space == DECLARES_PART;
    for (const Instance *at = build->here; whole && !known && at; at = at->outer)
        known = first_name(&at->declared[space], name);
    if (known) return known;
    known = first_name(&in->declared[DECLARES_INSTANCE], rest);
    return known && known->bad ? known : NULL;
}

bool jd_instance_named(Build *build, const char *name) {
    const Instance *in = &build->top;
    const char *rest = enter(&in, name);
    return jd_known_find(&in->instances, rest);
}

bool jd_instance_port_failed(const Build *build, const char *path) {
    const Instance *in = &build->top;
    const char *rest = enter(&in, path);
    const Known *port = first_name(&in->declared[DECLARES_PORT], rest);
    return port && port->bad;
}

void jd_instance_suggest(Build *build, Nearest *nearest) {
    for (const Instance *in = build->here; in; in = in->outer)
        jd_known_suggest(&in->values, false, nearest);
    const Instance *in = build->here;
    while (in && !declares(in, DECLARES_INSTANCE, nearest->word)) in = in->outer;
    const char *rest = in ? enter(&in, nearest->word) : nearest->word;
    if (rest == nearest->word) return;
    const char *prefix =
        jd_arena_text(build->arena, nearest->word, (size_t)(rest - nearest->word) - 1);
    if (prefix) jd_known_suggest_in(&in->values, prefix, build->arena, nearest);
}

/* ---- What a use gives ------------------------------------------------------------------------ */

const Known *jd_instance_given(Build *build, const char *name) {
    Known *given = jd_known_find(&build->here->given, name);
    if (given) given->seen = true;
    return given;
}

Instance *jd_instance_leave(Build *build) {
    Instance *here = build->here;
    build->here = here->outer;
    return here;
}

void jd_instance_return(Build *build, Instance *instance) {
    build->here = instance;
}

bool jd_instance_report_missing(Build *build, const Node *node, const char *code, const char *what,
                                const char *name) {
    JdLog *log = jd_build_log(build);
    const Instance *here = build->here;
    jd_report(log, JD_ERROR, code, jd_build_where(build, here->use->slots.at[0].span),
              "%s, %s, is not given its %s '%s'", here->name, jd_instance_kind(build, here), what,
              name);
    jd_hint(log, "add: with %s = ... (line %d defines it without a value of its own)", name,
            jd_build_where(build, node->slots.at[0].span).line);
    return false;
}

/* ---- Names that lead to nothing ------------------------------------------------------------- */

static void list_ports(const Instance *in, Text *out) {
    for (int n = 0; n < in->ports.room; n++) {
        const Known *port = in->ports.table[n];
        if (port) jd_text_print(out, "%s%s.%s", out->count ? ", " : "", in->name, port->name);
    }
}

static void hint_ports(Build *build, const Instance *in, const char *name) {
    JdLog *log = jd_build_log(build);
    Nearest nearest = {.word = name};
    Text ports = {0};
    jd_known_suggest(&in->declared[DECLARES_PORT], true, &nearest);
    jd_known_suggest(&in->declared[DECLARES_BODY], true, &nearest);
    jd_known_suggest(&in->declared[DECLARES_JOINT], true, &nearest);
    jd_known_suggest(&in->declared[DECLARES_INSTANCE], true, &nearest);
    list_ports(in, &ports);
    if (nearest.best)
        jd_hint(log, "did you mean '%s.%s'?", in->name, nearest.best);
    else if (ports.at)
        jd_hint(log, "its ports are: %s", ports.at);
    else
        jd_hint(log, "a port is a statement of the part: port tip = rod.tip");
    jd_text_free(&ports);
}

/* A name that is declared, but means nothing yet or any more. */
static bool explain_declared(Build *build, const Known *known, const char *name, Span span) {
    if (known->bad) return true;
    if (!known->seen) {
        jd_build_report_later(build, name, span, known);
        return true;
    }
    jd_report(jd_build_log(build), JD_ERROR, "name-unknown", jd_build_where(build, span),
              "there is no '%s' here", name);
    jd_hint(jd_build_log(build), "'%s' has other indices; look at the bounds of the repeats",
            known->name);
    return true;
}

bool jd_instance_explain(Build *build, const char *name, Span span) {
    const Instance *in = &build->top;
    const char *rest = enter(&in, name);
    const Known *whole = jd_known_find(&in->instances, rest);
    JdLog *log = jd_build_log(build);
    if (whole) {
        jd_report(log, JD_ERROR, "port-unknown", jd_build_where(build, span),
                  "'%s' is %s, and has bodies of its own", name,
                  jd_instance_kind(build, whole->instance));
        hint_ports(build, whole->instance, "");
        return true;
    }
    const Known *instance = first_name(&in->declared[DECLARES_INSTANCE], rest);
    const Known *port = first_name(&in->declared[DECLARES_PORT], rest);
    if (instance || port) return explain_declared(build, instance ? instance : port, name, span);
    if (in == &build->top || declares_thing(in, rest)) return false;
    if (build->incomplete) return true;

    const char *first = jd_arena_text(build->arena, rest, strcspn(rest, ".["));
    if (!first) return true;
    jd_report(log, JD_ERROR, "port-unknown", jd_build_where(build, span),
              "there is no '%s' in %s, %s", first, in->name, jd_instance_kind(build, in));
    hint_ports(build, in, first);
    return true;
}

/* ---- Places --------------------------------------------------------------------------------- */

static bool is_carried(const Build *build, const Instance *in) {
    return in->carrier != &build->top;
}

static Vec3 place_in(const Build *build, const Instance *in, Vec3 p) {
    return is_carried(build, in) ? vec3_add(in->place.p, axes_out(&in->place.axes, p)) : p;
}

static Vec3 unplace_in(const Build *build, const Instance *in, Vec3 p) {
    return is_carried(build, in) ? axes_in(&in->place.axes, vec3_sub(p, in->place.p)) : p;
}

int jd_build_width(const Build *build) {
    for (const Instance *in = build->here; in; in = in->outer)
        if (in->flat) return 2;
    return jd_model_width(build->model);
}

void jd_build_lamina(const Build *build, ModelBody *body) {
    if (jd_build_width(build) == 3 || jd_model_width(build->model) == 2) return;
    body->inertia[0][0] = body->inertia[1][1] = body->inertia[2][2] / 2;
}

Vec3 jd_place_point(const Build *build, Vec3 p) {
    return place_in(build, build->here, p);
}

Vec3 jd_unplace_point(const Build *build, Vec3 p) {
    return unplace_in(build, build->here, p);
}

Pose jd_place_pose(const Build *build, Pose drawn) {
    const Instance *in = build->here;
    if (!is_carried(build, in)) return drawn;
    const Pose pose = jd_pose_absolute(&in->place, &drawn);
    return jd_model_width(build->model) == 2 ? jd_pose_planar(pose.p, pose.angle) : pose;
}

void jd_place_frame(Build *build, int frame) {
    if (frame < 0 || !is_carried(build, build->here)) return;
    JdModel *model = build->model;
    ModelFrame *made = &model->frames.at[frame];
    const Pose drawn = jd_place_pose(build, jd_model_frame_pose(model, frame));
    made->local = jd_pose_relative(&model->bodies.at[made->body].pose, &drawn);
}

Value jd_place_value(const Build *build, const Instance *owner, const Known *known) {
    Value value = known->value;
    if (!known->point) return value;
    const Vec3 there = vec3(value.v[0], value.v[1], value.v[2]);
    const bool same = owner->carrier == build->here->carrier;
    const Vec3 here = same ? there : unplace_in(build, build->here, place_in(build, owner, there));
    /* Beside the plane of a part it has three numbers there, too, and does not fit. */
    const bool beside = fabs(here.z) > 1e-12 * (1 + vec3_norm(here));
    value.count = beside ? 3 : jd_build_width(build);
    value.v[0] = here.x;
    value.v[1] = here.y;
    value.v[2] = here.z;
    return value;
}
