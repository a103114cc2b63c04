/* SPDX-License-Identifier: MIT
 *
 * Joint types, force types and shapes as pages: all of them as a table, or one with its fields. */
#include "help/help.h"
#include <string.h>

/* Couplings stand between frees, wherever the joints move. */
static const char *where_used(const JdJointType *type) {
    return type->couples ? "frees" : type->spatial_only ? "space" : "plane, space";
}

void jd_write_joints(Page *page) {
    jd_page_title(page, "Joint types");
    jd_page_text(page, "\nA joint connects a frame on body i (point M) with a frame on body j "
                       "(point N). Its locks are sums of scalar products of d = MN, OM, ON, the "
                       "axes xi yi zi of i, xj yj zj of j and x0 y0 z0 of the ground; in the plane "
                       "those count that do not name z. Types for frees couple two frees of other "
                       "joints: joint g : gear jA.angle -- jB.angle ratio 2. `jourdain derive "
                       "TYPE` prints the equations of the locks, `jourdain help TYPE` what a type "
                       "locks, leaves free and wants to know.\n\n");
    /* A terminal has room for the most important columns. */
    const bool all = page->style != PAGE_TEXT;
    jd_page_table(page, "joints",
                  all ? "name aliases for locks frees summary" : "name for summary");
    JdJointType joint, *const type = &joint;
    for (int n = 0; jd_joint_type(NULL, jd_table_at(JD_JOINTS, n).name, type); n++) {
        Text locks = {0}, frees = {0}, summary = {0};
        for (int k = 0; k < type->lock_count; k++)
            jd_text_print(&locks, "%s%s", k ? ", " : "", type->locks[k]);
        for (int k = 0; k < type->free_count; k++)
            jd_text_print(&frees, "%s%s", k ? ", " : "", type->frees[k].position);
        jd_text_print(&summary, "%s%s%s%s", type->entry.summary, !all && frees.at ? " (" : "",
                      !all && frees.at ? frees.at : "", !all && frees.at ? ")" : "");
        jd_page_cell(page, type->entry.name);
        if (all) jd_page_cell(page, type->entry.aliases);
        jd_page_cell(page, where_used(type));
        if (all) jd_page_cell(page, jd_page_keep(page, &locks));
        if (all) jd_page_cell(page, jd_page_keep(page, &frees));
        jd_page_cell(page, jd_page_keep(page, &summary));
        jd_text_free(&locks);
        jd_text_free(&frees);
    }
    jd_page_end(page);
}

static void write_fields(Page *page, const JdEntry *type) {
    if (type->field_count == 0) return;
    jd_page_heading(page, "Fields");
    jd_page_table(page, "fields", "name unit default summary");
    for (int n = 0; n < type->field_count; n++) {
        const JdFieldType *field = &type->fields[n];
        char fallback[32] = "required";
        if (field->drawn_distance)
            snprintf(fallback, sizeof fallback, "as drawn");
        else if (!field->required)
            jd_number_text(field->fallback, fallback, sizeof fallback);
        Text summary = {0}, unit = {0};
        jd_text_print(&summary, "%s%s", field->summary ? field->summary : "",
                      field->runtime ? " (may be an expression of time and channels)" : "");
        jd_text_print(&unit, "%s%s%s", field->unit ? field->unit : "1",
                      field->turn_unit ? ", turns: " : "",
                      field->turn_unit ? field->turn_unit : "");
        jd_page_cell(page, field->name);
        jd_page_cell(page, jd_page_keep(page, &unit));
        jd_page_cell(page, fallback);
        jd_page_cell(page, jd_page_keep(page, &summary));
    }
    jd_page_end(page);
}

/* What a lock of one product stops, in words: d.yi a shift, xi.yj a turn about the third axis. */
static const char *stops(Page *page, const char *lock) {
    const bool axes = strchr("xyz", lock[0]) && lock[1] == 'i' && lock[2] == '.' && lock[3] &&
                      strchr("xyz", lock[3]) && lock[4] == 'j' && !lock[5] && lock[0] != lock[3];
    if (axes)
        return jd_arena_format(&page->arena, "turn about %c", 'x' + 'y' + 'z' - lock[0] - lock[3]);
    if (!strncmp(lock, "d.", 2) && lock[2] && strchr("xyz", lock[2]) && lock[3] && !lock[4])
        return jd_arena_format(&page->arena, "shift along %c%s", lock[2],
                               lock[3] == '0' ? " of the ground" : "");
    return "";
}

void jd_write_joint(Page *page, const char *name) {
    JdJointType joint, *const type = &joint;
    if (!jd_joint_type(NULL, name, type)) return;
    jd_page_title(page, type->entry.name);
    jd_page_word(page, "summary", "what it is", type->entry.summary);
    if (type->entry.aliases) jd_page_word(page, "aliases", "also called", type->entry.aliases);
    jd_page_word(page, "for", "is for",
                 type->couples ? "two frees of other joints" : where_used(type));
    if (!type->couples)
        jd_page_word(page, "axis", "`axis` sets", jd_arena_format(&page->arena, "%c", type->axis));
    if (!type->couples)
        jd_page_word(page, "second", "`second` sets",
                     jd_arena_format(&page->arena, "%c%s", type->next,
                                     type->second ? ", and must be said in space" : ""));
    if (type->entry.more) jd_page_word(page, "warning", "beware", type->entry.more);
    jd_page_heading(page, "Locks");
    jd_page_table(page, "locks", "lock plane stops");
    for (int n = 0; n < type->lock_count; n++) {
        jd_page_cell(page, type->locks[n]);
        jd_page_cell(page, type->lock_in_plane[n] ? "plane and space" : "only in space");
        jd_page_cell(page, stops(page, type->locks[n]));
    }
    jd_page_end(page);
    if (type->free_count) jd_page_heading(page, "Frees");
    jd_page_table(page, "frees", "position rate accel motion");
    for (int n = 0; n < type->free_count; n++) {
        const JdFreeType *of = &type->frees[n];
        jd_page_cell(page, of->position);
        jd_page_cell(page, of->rate);
        jd_page_cell(page, of->accel);
        jd_page_cell(page, jd_arena_format(&page->arena, "%s %c", of->motion, of->axis));
    }
    if (page->cells.count || page->style == PAGE_JSON) jd_page_end(page);
    write_fields(page, &type->entry);
}

void jd_write_forces(Page *page) {
    jd_page_title(page, "Force types");
    jd_page_text(page, "\n`jourdain help TYPE` lists the fields of a type.\n\n");
    const bool all = page->style != PAGE_TEXT;
    jd_page_table(page, "forces", all ? "name aliases acts fields summary" : "name acts summary");
    JdEntry type;
    for (int n = 0; (type = jd_table_at(JD_FORCES, n)).name; n++) {
        Text fields = {0};
        for (int k = 0; k < type.field_count; k++)
            jd_text_print(&fields, "%s%s", k ? ", " : "", type.fields[k].name);
        jd_page_cell(page, type.name);
        if (all) jd_page_cell(page, type.aliases);
        jd_page_cell(page, type.acts);
        if (all) jd_page_cell(page, jd_page_keep(page, &fields));
        jd_page_cell(page, type.summary);
        jd_text_free(&fields);
    }
    jd_page_end(page);
}

void jd_write_force(Page *page, const JdEntry *type) {
    jd_page_title(page, type->name);
    jd_page_word(page, "summary", "what it is", type->summary);
    if (type->aliases) jd_page_word(page, "aliases", "also called", type->aliases);
    write_fields(page, type);
}

/* "length, width, [height]": those that are needed, and in brackets that may be said. */
typedef bool Wanted(const JdDimension *dimension);
static bool in_space(const JdDimension *d) {
    return d->in_space;
}
static bool in_plane(const JdDimension *d) {
    return d->in_plane;
}
static bool by_density(const JdDimension *d) {
    return d->by_density;
}
static bool shown(const JdDimension *d) {
    return d->shown;
}
static bool may_be_shown(const JdDimension *d) {
    return d->may_be_shown;
}

static const char *dimensions(Page *page, const JdShapeType *type, Wanted *needed, Wanted *may) {
    Text text = {0};
    for (int n = 0; n < JD_DIMENSIONS; n++) {
        const JdDimension *d = &type->dimensions[n];
        const bool open = may && may(d);
        if (needed(d) || open)
            jd_text_print(&text, "%s%s%s%s", text.count ? ", " : "", open ? "[" : "", d->name,
                          open ? "]" : "");
    }
    return jd_page_keep(page, &text);
}

void jd_write_shapes(Page *page) {
    const bool all = page->style != PAGE_TEXT;
    jd_page_title(page, "Shapes");
    jd_page_text(page,
                 "\nA body of uniform density, with its length along x and its middle at the "
                 "centre of mass: body b { link A B  shape cylinder  diameter 20 mm  density "
                 "7850 kg/m^3 }. The length is that of the link if not said; a mass may "
                 "stand for the density, and an inertia that is said goes before that of "
                 "the shape. Any shape may be shown, which says nothing of masses: show gear "
                 "on b { diameter 80 mm  teeth 20 }.%s\n\n",
                 all ? " A dimension in brackets may be left out of that." : "");
    jd_page_table(page, "shapes",
                  all ? "shape in_space in_plane by_density shown summary" : "shape summary");
    JdShapeType type;
    for (int n = 0; jd_shape_type(n, &type); n++) {
        jd_page_cell(page, type.entry.name);
        if (all) jd_page_cell(page, dimensions(page, &type, in_space, NULL));
        if (all) jd_page_cell(page, dimensions(page, &type, in_plane, NULL));
        if (all) jd_page_cell(page, dimensions(page, &type, by_density, NULL));
        if (all) jd_page_cell(page, dimensions(page, &type, shown, may_be_shown));
        jd_page_cell(page, type.entry.summary);
    }
    jd_page_end(page);
    jd_page_heading(page, "Volume, and inertia per mass about its axes");
    jd_page_text(page, "%sl, w, h, d, i: length, width, height, diameter, inner diameter.\n\n",
                 page->style == PAGE_TEXT ? "\n" : "");
    jd_page_table(page, "formulas", "shape of formula");
    for (int n = 0; jd_shape_type(n, &type); n++) {
        const char *const formulas[4][2] = {
            {"volume", type.volume}, {"x", type.ixx}, {"y", type.iyy}, {"z", type.izz}};
        for (int k = 0; type.volume && k < 4; k++) {
            jd_page_cell(page, type.entry.name);
            jd_page_cell(page, formulas[k][0]);
            jd_page_cell(page, formulas[k][1]);
        }
    }
    jd_page_end(page);
}
