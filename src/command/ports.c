/* SPDX-License-Identifier: MIT
 *
 * jourdain info --ports: what goes into each component of a model, and what comes out of it. */
#include "command/command.h"
#include <string.h>

typedef struct {
    const char *table, *reader;
} TableRead;

typedef struct {
    Page *page;
    const JdModel *model;
    LIST(TableRead) tables; /* so far */
    LIST(const char *) events;
} Ports;

const char *jd_ports_body(const JdModel *model, int index) {
    JdBodyInfo body;
    return jd_model_body(model, index, &body) ? body.name : "";
}

static void write_port(Ports *p, const char *name, const char *kind, const char *in,
                       const char *out) {
    jd_page_cell(p->page, name);
    jd_page_cell(p->page, kind);
    jd_page_cell(p->page, in);
    jd_page_cell(p->page, out);
}

static void list(Text *text, const char *word) {
    jd_text_print(text, "%s%s", text->count ? ", " : "", word);
}

/* ---- What is read -----------------------------------------------------------------------------
 */

/* What a component reads before its `index`th, too. */
static bool is_read_before(const Ports *p, const char *name, int index, const char *what) {
    JdReadInfo read;
    for (int n = 0; n < index && jd_model_reads(p->model, name, n, &read); n++)
        if (!strcmp(read.name, what)) return true;
    return false;
}

static void keep_table(Ports *p, const char *table, const char *reader) {
    TableRead *to = PUSH(&p->page->arena, p->tables);
    if (to) *to = (TableRead){table, reader};
}

/* Behind what moves it: names that it reads, and events that act on it. */
static const char *all_reads(Ports *p, const char *name, const char *motion) {
    JdReadInfo read;
    Text in = {0};
    if (motion) list(&in, motion);
    for (int n = 0; jd_model_reads(p->model, name, n, &read); n++) {
        if (is_read_before(p, name, n, read.name)) continue;
        if (read.table) keep_table(p, read.name, name);
        list(&in, read.name);
    }
    for (int n = 0; n < p->events.count; n++) {
        const char *event = p->events.at[n], *acts;
        for (int k = 0; (acts = jd_model_acts(p->model, event, k)); k++)
            if (!strcmp(acts, name)) list(&in, jd_arena_format(&p->page->arena, "event %s", event));
    }
    return in.count ? jd_page_keep(p->page, &in) : NULL;
}

/* ---- Components -------------------------------------------------------------------------------
 */

/* Forces come from all joints and forces that touch it. */
static void write_body(Ports *p, int index, const char *name) {
    JdJointInfo joint;
    JdForceInfo force;
    Text in = {0};
    for (int n = 0; jd_model_joint(p->model, n, &joint); n++)
        if (!joint.couples && (joint.i == index || joint.j == index)) list(&in, joint.name);
    for (int n = 0; jd_model_force(p->model, n, &force); n++)
        if (!force.target && (force.i == index || force.j == index)) list(&in, force.name);
    write_port(p, name, "body",
               in.count ? jd_arena_format(&p->page->arena, "force and torque of %s", in.at)
                        : "nothing: it moves freely",
               "place, velocity and acceleration of its points");
    jd_text_free(&in);
}

static void write_joint(Ports *p, const JdJointInfo *joint) {
    Arena *arena = &p->page->arena;
    const char *i = jd_side_name(p->page, p->model, joint, false),
               *j = jd_side_name(p->page, p->model, joint, true);
    write_port(p, joint->name, joint->couples ? "coupling" : "joint",
               jd_arena_format(arena, "motion of %s and %s", i, j),
               jd_arena_format(arena, "%s on %s and %s",
                               joint->couples ? "effort" : "force and torque", i, j));
}

static const char *end_name(const JdModel *model, int body, const char *node) {
    return node ? node : jd_ports_body(model, body);
}

static void write_force(Ports *p, const JdForceInfo *force) {
    Arena *arena = &p->page->arena;
    const char *on = force->target ? force->target : end_name(p->model, force->j, force->node_j);
    const char *from = force->i >= 0 ? end_name(p->model, force->i, force->node_i) : NULL;
    const char *both = from ? jd_arena_format(arena, "%s and %s", from, on) : on;
    write_port(
        p, force->name, "force",
        all_reads(p, force->name, jd_arena_format(arena, "motion of %s", both)),
        jd_arena_format(arena, "%s on %s", force->target ? "effort" : "force and torque", both));
}

static void write_drive(Ports *p, const JdDriveInfo *drive) {
    const char *in = all_reads(p, drive->name, NULL);
    write_port(
        p, drive->name, "drive", in ? in : "nothing: it stays",
        jd_arena_format(&p->page->arena, "motion of %s, and the effort for it", drive->target));
}

/* A node is where its forces are in equilibrium. */
static void write_node(Ports *p, const char *name) {
    JdForceInfo force;
    Text in = {0};
    for (int n = 0; jd_model_force(p->model, n, &force); n++)
        if ((force.node_i && !strcmp(force.node_i, name)) ||
            (force.node_j && !strcmp(force.node_j, name)))
            list(&in, force.name);
    write_port(p, name, "node",
               in.count ? jd_arena_format(&p->page->arena, "force of %s", in.at)
                        : "nothing: no force holds it",
               "its place and velocity");
    jd_text_free(&in);
}

/* Whoever reads it gives it the argument. Tables stand last: all readers are known by then. */
static void write_table(Ports *p, const char *name) {
    Text by = {0};
    for (int n = 0; n < p->tables.count; n++)
        if (!strcmp(p->tables.at[n].table, name)) list(&by, p->tables.at[n].reader);
    write_port(p, name, "table",
               by.count ? jd_arena_format(&p->page->arena, "its argument, of %s", by.at)
                        : "nothing: none of these reads it",
               "its value there");
    jd_text_free(&by);
}

/* What an event acts on, each once. */
static const char *all_acts(Ports *p, const char *name) {
    const char *acts;
    Text out = {0};
    for (int n = 0; (acts = jd_model_acts(p->model, name, n)); n++) list(&out, acts);
    return out.count ? jd_page_keep(p->page, &out) : "a row, or the end of the run";
}

static void write_value(Ports *p, const JdOwnInfo *own) {
    const bool event = !strcmp(own->kind, "event"), sensor = !strcmp(own->kind, "sensor"),
               input = !strcmp(own->kind, "input");
    const char *in = all_reads(p, own->name, NULL);
    write_port(p, own->name, own->kind,
               in      ? in
               : input ? "what the program sets"
                       : "nothing: it stays",
               event    ? all_acts(p, own->name)
               : sensor ? "what it measures, as channels"
                        : "its value");
}

static void write_own(Ports *p, const JdOwnInfo *own) {
    if (!strcmp(own->kind, "node"))
        write_node(p, own->name);
    else if (!strcmp(own->kind, "table"))
        write_table(p, own->name);
    else
        write_value(p, own);
}

static void find_events(Ports *p) {
    JdOwnInfo own;
    for (int n = 0; jd_model_own(p->model, n, &own); n++) {
        const char **to = strcmp(own.kind, "event") ? NULL : PUSH(&p->page->arena, p->events);
        if (to) *to = own.name;
    }
}

void jd_page_ports(Page *page, const JdModel *model) {
    Ports p = {.page = page, .model = model};
    JdBodyInfo body;
    JdJointInfo joint;
    JdForceInfo force;
    JdDriveInfo drive;
    JdOwnInfo own;
    find_events(&p);
    jd_page_heading(page, "Ports");
    jd_page_table(page, "ports", "name kind in out");
    for (int n = 1; jd_model_body(model, n, &body); n++) write_body(&p, n, body.name);
    for (int n = 0; jd_model_joint(model, n, &joint); n++) write_joint(&p, &joint);
    for (int n = 0; jd_model_force(model, n, &force); n++) write_force(&p, &force);
    for (int n = 0; jd_model_drive(model, n, &drive); n++) write_drive(&p, &drive);
    for (int n = 0; jd_model_own(model, n, &own); n++) write_own(&p, &own);
    jd_page_end(page);
}
