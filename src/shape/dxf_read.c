/* SPDX-License-Identifier: MIT
 *
 * Outlines from drawings of other programs: DXF files of text. Lines, arcs, circles and polylines
 * are pieces; those whose ends meet are joined to rings, and rings within rings are holes. What
 * else a drawing has, texts and dimensions, does not matter; what would be part of an outline and
 * is not understood is told. Angles are in degrees, a bulge is the tangent of a quarter of an arc.
 */
#include "shape/inside.h"
#include <stdlib.h>
#include <string.h>

enum {
    POINTS_MOST = 4000,  /* corners of a picture: faces take time with their square */
    READ_MOST = 1000000, /* of a file */
    RINGS_MOST = 200,
    CODE_NAME = 0, /* group codes: what begins, */
    CODE_TEXT = 1,
    CODE_BLOCK = 2, /* the name of a section, */
    CODE_LAYER = 8,
    CODE_VARIABLE = 9, /* a variable of the header, */
    CODE_PAPER = 67,   /* 1: not in the model but on its paper, */
    CODE_FLAGS = 70,
    CODE_NORMAL = 230, /* z of the normal: below zero it is seen from behind */
    FLAG_CLOSED = 1,
};
static const double together = 1e-5;    /* of the size: ends so near to each other meet */
static const double farthest = 1e9;     /* m */
static const double angle_most = 1e6;   /* degrees: sines have no digits beyond */
static const double number_most = 1e15; /* whole numbers are exact up to there */
static const double no_way = 1e-9;      /* of the size: corners that are one */
static const double little_way = 1e-5;  /* of the size: so near to a line that they may go */

/* One that is drawn in one go, and where its first line stands. */
typedef struct {
    int first, count;
    bool closed, used;
    int line;
} Piece;

/* What was said of the entity at work. */
typedef struct {
    char kind[16];
    int line;
    bool paper, other; /* on paper; on another layer than the one that is wanted */
    double x, y, x2, y2, radius, from, to, bulge, normal;
    int flags;
    LIST(Vec2) corners; /* of a polyline */
    LIST(double) bulges;
} Entity;

typedef struct {
    const ShapeFile *from;
    JdLog *log;
    Arena scratch;
    const char *at, *end;
    int line;
    int code; /* of the pair at work */
    const char *value;
    size_t length;
    double number;
    char section[16], variable[16];
    int unit; /* of the header: $INSUNITS; 0: none */
    int layers_met;
    Entity entity;
    bool within; /* a POLYLINE whose VERTEX entities follow */
    LIST(Vec2) points;
    LIST(Piece) pieces;
} Dxf;

/* ---- What is wrong --------------------------------------------------------------------------- */

static bool fail(const Dxf *d, int line, const char *what, const char *remedy) {
    jd_report(d->log, JD_ERROR, "dxf-not-valid", d->from->where, "'%s', line %d: %s", d->from->path,
              line, what);
    jd_hint(d->log, "%s", remedy);
    return false;
}

static bool fail_whole(const Dxf *d, const char *what, const char *remedy) {
    jd_report(d->log, JD_ERROR, "dxf-not-valid", d->from->where, "'%s' %s", d->from->path, what);
    jd_hint(d->log, "%s", remedy);
    return false;
}

/* ---- Pairs of lines -------------------------------------------------------------------------- */

static bool next_line(Dxf *d, const char **text, size_t *length) {
    if (d->at >= d->end) return false;
    const char *stop = d->at;
    while (stop < d->end && *stop != '\n' && *stop != '\r') stop++;
    *text = d->at;
    *length = (size_t)(stop - d->at);
    if (stop < d->end && *stop == '\r' && stop + 1 < d->end && stop[1] == '\n') stop++;
    d->at = stop < d->end ? stop + 1 : stop;
    d->line++;
    while (*length && (**text == ' ' || **text == '\t')) ++*text, --*length;
    while (*length && ((*text)[*length - 1] == ' ' || (*text)[*length - 1] == '\t')) --*length;
    return true;
}

/* A code and its value. `*good` is false after a report. */
static bool next_pair(Dxf *d, bool *good) {
    const char *code;
    size_t length;
    double number;
    *good = true;
    if (!next_line(d, &code, &length)) return false;
    if (!length && d->at >= d->end) return false; /* an empty last line */
    if (!length || jd_number_read(code, length, &number) != length || number != floor(number) ||
        fabs(number) > 2000) {
        *good = fail(d, d->line, "a group code, a whole number, is expected here",
                     "a DXF file of text has pairs of lines: a code, then its value; save it "
                     "anew as ASCII DXF");
        return false;
    }
    d->code = (int)number;
    if (!next_line(d, &d->value, &d->length)) {
        *good = fail(d, d->line, "the file ends behind a group code",
                     "it was cut off; save or copy it anew");
        return false;
    }
    return true;
}

static bool value_is(const Dxf *d, const char *text) {
    return d->length == strlen(text) && !memcmp(d->value, text, d->length);
}

static void keep_word(const Dxf *d, char *to, size_t room) {
    const size_t count = d->length < room - 1 ? d->length : room - 1;
    memcpy(to, d->value, count);
    to[count] = '\0';
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

static void begin_piece(Dxf *d, bool closed) {
    Piece *piece = PUSH(&d->scratch, d->pieces);
    if (piece) *piece = (Piece){d->points.count, 0, closed, false, d->entity.line};
}

static void add_point(Dxf *d, double x, double y) {
    Vec2 *p = PUSH(&d->scratch, d->points);
    const bool behind = d->entity.normal < 0 && strcmp(d->entity.kind, "LINE") != 0;
    if (p) *p = vec2(behind ? -x : x, y);
    if (p) d->pieces.at[d->pieces.count - 1].count++;
}

/* From one angle to another, the first point and those between; the last one only if it is wanted.
 */
static void add_arc(Dxf *d, Vec2 centre, double radius, const double angle[2], bool last) {
    const double sweep = angle[1] - angle[0];
    const int steps = (int)fmax(2, ceil(fabs(sweep) / (2 * pi / ROUND) - 1e-9));
    for (int n = 0; n < steps + last; n++) {
        const double a = angle[0] + sweep * n / steps;
        add_point(d, centre.x + radius * cos(a), centre.y + radius * sin(a));
    }
}

/* A side of a polyline with a bulge: its first point and those between. */
static void add_side(Dxf *d, Vec2 a, Vec2 b, double bulge) {
    const Vec2 way = vec2_sub(b, a);
    const double chord = hypot(way.x, way.y);
    if (bulge == 0 || !(chord > 0) || !isfinite(bulge)) {
        add_point(d, a.x, a.y);
        return;
    }
    const double half = 2 * atan(bulge), radius = chord / (2 * sin(half));
    const Vec2 left = vec2_scale(1 / chord, vec2_turn90(way));
    const Vec2 centre =
        vec2_add(vec2_scale(0.5, vec2_add(a, b)), vec2_scale(radius * cos(half), left));
    const double from = atan2(a.y - centre.y, a.x - centre.x);
    add_arc(d, centre, fabs(radius), (double[]){from, from + 2 * half}, false);
}

static void add_polyline(Dxf *d) {
    const Entity *e = &d->entity;
    const int count = e->corners.count;
    const bool closed = e->flags & FLAG_CLOSED;
    if (count < 2) return;
    begin_piece(d, closed);
    for (int n = 0; n < (closed ? count : count - 1); n++)
        add_side(d, e->corners.at[n], e->corners.at[(n + 1) % count], e->bulges.at[n]);
    if (!closed) add_point(d, e->corners.at[count - 1].x, e->corners.at[count - 1].y);
}

static void add_line(Dxf *d) {
    begin_piece(d, false);
    add_point(d, d->entity.x, d->entity.y);
    add_point(d, d->entity.x2, d->entity.y2);
}

static void add_arc_entity(Dxf *d) {
    double to = d->entity.to;
    while (to <= d->entity.from && isfinite(to)) to += 360;
    begin_piece(d, false);
    add_arc(d, vec2(d->entity.x, d->entity.y), d->entity.radius,
            (double[]){d->entity.from * pi / 180, to * pi / 180}, true);
}

static void add_circle(Dxf *d) {
    begin_piece(d, true);
    add_arc(d, vec2(d->entity.x, d->entity.y), d->entity.radius, (double[]){0, 2 * pi}, false);
}

/* What an entity of a drawing becomes; those that nobody names here are no lines. */
static const struct {
    const char *kind;
    void (*add)(Dxf *d); /* NULL: it would be part of an outline, and is not understood */
} kinds[] = {
    {"LINE", add_line},
    {"ARC", add_arc_entity},
    {"CIRCLE", add_circle},
    {"LWPOLYLINE", add_polyline},
    {"POLYLINE", add_polyline},
    {"SPLINE", NULL},
    {"ELLIPSE", NULL},
    {"INSERT", NULL},
    {"MLINE", NULL},
    {"REGION", NULL},
    {"HATCH", NULL},
};

static bool end_entity(Dxf *d) {
    const Entity *e = &d->entity;
    const bool seen = e->kind[0] && !e->paper && !e->other;
    for (size_t n = 0; seen && n < sizeof kinds / sizeof *kinds; n++) {
        if (strcmp(kinds[n].kind, e->kind) != 0) continue;
        if (!kinds[n].add) {
            char text[64];
            snprintf(text, sizeof text, "%s is not understood", e->kind);
            return fail(d, e->line, text,
                        "explode blocks and turn curves into polylines where it was drawn, or "
                        "take another `layer`");
        }
        if (!(e->radius > 0) && (kinds[n].add == add_circle || kinds[n].add == add_arc_entity))
            return fail(d, e->line, "the radius is not above zero", "delete it where it was drawn");
        if (fabs(e->from) > angle_most || fabs(e->to) > angle_most)
            return fail(d, e->line, "an angle is too large", "angles of arcs are in degrees");
        kinds[n].add(d);
    }
    if (d->points.count > READ_MOST)
        return fail(d, e->line, "there are more than a million points", "draw it coarser");
    return true;
}

/* ---- Entities -------------------------------------------------------------------------------- */

static bool read_number(Dxf *d) {
    if (jd_number_read(d->value, d->length, &d->number) == d->length && d->length &&
        isfinite(d->number))
        return true;
    return fail(d, d->line, "a number is expected here", "save the file anew as ASCII DXF");
}

static void begin_entity(Dxf *d) {
    Entity *e = &d->entity;
    e->corners.count = e->bulges.count = 0;
    keep_word(d, e->kind, sizeof e->kind);
    e->line = d->line;
    e->paper = e->other = false;
    e->x = e->y = e->x2 = e->y2 = e->radius = e->from = e->to = e->bulge = 0;
    e->flags = 0;
    e->normal = 1;
    d->within = !strcmp(e->kind, "POLYLINE");
}

static void add_corner(Dxf *d) {
    Vec2 *p = PUSH(&d->scratch, d->entity.corners);
    double *bulge = PUSH(&d->scratch, d->entity.bulges);
    if (p) *p = vec2(d->number, 0);
    if (bulge) *bulge = 0;
}

/* Of a polyline each 10 begins a corner: its own, or that of a VERTEX. */
static void take_number(Dxf *d, bool vertex) {
    Entity *e = &d->entity;
    const bool corners = vertex || !strcmp(e->kind, "LWPOLYLINE");
    const int last = e->corners.count - 1;
    double *const to = d->code == 10   ? &e->x
                       : d->code == 20 ? &e->y
                       : d->code == 11 ? &e->x2
                       : d->code == 21 ? &e->y2
                       : d->code == 40 ? &e->radius
                       : d->code == 50 ? &e->from
                       : d->code == 51 ? &e->to
                                       : NULL;
    if (corners && d->code == 10) add_corner(d);
    if (corners && d->code == 20 && last >= 0) e->corners.at[last].y = d->number;
    if (corners && d->code == 42 && last >= 0) e->bulges.at[last] = d->number;
    if (!corners && to) *to = d->number;
    if (!vertex && d->code == CODE_FLAGS) e->flags = (int)fmin(fmax(d->number, 0), 255);
    if (d->code == CODE_NORMAL) e->normal = d->number;
    if (d->code == CODE_PAPER) e->paper = d->number == 1;
}

static bool is_wanted_number(int code) {
    return code == 10 || code == 20 || code == 11 || code == 21 || code == 40 || code == 42 ||
           code == 50 || code == 51 || code == CODE_FLAGS || code == CODE_NORMAL ||
           code == CODE_PAPER;
}

static bool read_entity_pair(Dxf *d, bool vertex) {
    if (d->code == CODE_LAYER && !vertex) {
        const bool same = d->from->layer && value_is(d, d->from->layer);
        d->entity.other = d->from->layer && !same;
        d->layers_met += same;
    }
    if (!is_wanted_number(d->code)) return true;
    if (!read_number(d)) return false;
    if (fabs(d->number) > number_most)
        return fail(d, d->line, "this number is too large", "mend the drawing");
    take_number(d, vertex);
    return true;
}

static bool read_pairs(Dxf *d) {
    bool good, vertex = false;
    while (next_pair(d, &good)) {
        const bool entities = !strcmp(d->section, "ENTITIES");
        if (d->code == CODE_NAME) {
            vertex = value_is(d, "VERTEX") && d->within;
            if (vertex) continue;
            if (entities && !end_entity(d)) return false;
            begin_entity(d);
            if (value_is(d, "ENDSEC")) d->section[0] = '\0';
        } else if (d->code == CODE_BLOCK && !strcmp(d->entity.kind, "SECTION")) {
            keep_word(d, d->section, sizeof d->section);
            d->entity.kind[0] = '\0';
        } else if (d->code == CODE_VARIABLE) {
            keep_word(d, d->variable, sizeof d->variable);
        } else if (d->code == CODE_FLAGS && !strcmp(d->variable, "$INSUNITS") && !entities) {
            if (!read_number(d)) return false;
            d->unit = (int)fmin(fmax(d->number, 0), 99);
            d->variable[0] = '\0';
        } else if (entities && !read_entity_pair(d, vertex)) {
            return false;
        }
        if (d->scratch.failed) return false;
    }
    return good && (strcmp(d->section, "ENTITIES") != 0 ||
                    fail(d, d->line, "the file ends within its entities",
                         "it was cut off; save or copy it anew"));
}

/* ---- Rings ----------------------------------------------------------------------------------- */

static double size_of(const Dxf *d) {
    Vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (int n = 0; n < d->points.count; n++) {
        const Vec2 p = d->points.at[n];
        low = vec2(fmin(low.x, p.x), fmin(low.y, p.y));
        high = vec2(fmax(high.x, p.x), fmax(high.y, p.y));
    }
    return d->points.count ? fmax(high.x - low.x, high.y - low.y) : 0;
}

/* Ends of open pieces: 2n and 2n + 1 are the first and last of piece n. */
static Vec2 end_at(const Dxf *d, int end) {
    const Piece *piece = &d->pieces.at[end / 2];
    return d->points.at[piece->first + (end % 2 ? piece->count - 1 : 0)];
}

static int root_of(int *up, int n) {
    while (up[n] != n) n = up[n] = up[up[n]];
    return n;
}

/* Ends that are near to each other are one place: they share a cell of one of four grids, each
 * moved by half a cell. */
static int *places_of_ends(Dxf *d, double grid) {
    const int count = 2 * d->pieces.count;
    int *up = ARENA_NEW(&d->scratch, int, count + 1);
    Vec3 *cells = ARENA_NEW(&d->scratch, Vec3, count + 1);
    if (!up || !cells) return NULL;
    for (int n = 0; n < count; n++) up[n] = n;
    for (int shift = 0; shift < 4; shift++) {
        for (int n = 0; n < count; n++) {
            const Vec2 p = end_at(d, n);
            cells[n] = vec3(floor(p.x / grid + (shift % 2 ? 0.5 : 0)),
                            floor(p.y / grid + (shift / 2 ? 0.5 : 0)), 0);
        }
        const int *same = jd_mesh_weld(cells, count, &d->scratch);
        for (int n = 0; same && n < count; n++) up[root_of(up, n)] = root_of(up, same[n]);
    }
    for (int n = 0; n < count; n++) up[n] = root_of(up, n);
    return up;
}

static bool fail_open(const Dxf *d, int end, int meet) {
    char text[160];
    const Vec2 p = end_at(d, end);
    snprintf(text, sizeof text,
             meet < 2 ? "the outline is open at x = %g, y = %g of the drawing"
                      : "several lines meet at x = %g, y = %g of the drawing",
             p.x, p.y);
    return fail(d, d->pieces.at[end / 2].line, text,
                meet < 2 ? "close it where it was drawn; centre lines and the like belong on "
                           "another layer: `layer` takes one"
                         : "an outline goes from line to line; put others on another layer: "
                           "`layer` takes one");
}

/* The other end that lies in the place of an end. */
static bool pair_ends(Dxf *d, const int *place, int *other) {
    const int count = 2 * d->pieces.count;
    int *first = ARENA_NEW(&d->scratch, int, count + 1),
        *meet = ARENA_NEW(&d->scratch, int, count + 1);
    if (!first || !meet) return false;
    for (int n = 0; n < count; n++) first[n] = -1;
    for (int n = 0; n < count; n++) {
        if (d->pieces.at[n / 2].closed) continue;
        const int at = place[n];
        meet[at]++;
        if (first[at] < 0)
            first[at] = n;
        else
            other[n] = first[at], other[first[at]] = n;
    }
    for (int n = 0; n < count; n++)
        if (!d->pieces.at[n / 2].closed && meet[place[n]] != 2)
            return fail_open(d, n, meet[place[n]]);
    return true;
}

static void add_ring_point(Dxf *d, Rings *rings, Vec2 p) {
    const int start = rings->starts.at[rings->starts.count - 1];
    const Vec2 last =
        rings->points.count > start ? rings->points.at[rings->points.count - 1] : vec2(INFINITY, 0);
    if (p.x != last.x || p.y != last.y) jd_rings_point(rings, &d->scratch, p);
}

/* From an end on through its piece, then on from the end that meets the other one, until round. */
static void walk(Dxf *d, const int *other, int from, Rings *rings) {
    jd_rings_start(rings, &d->scratch);
    for (int end = from; !d->scratch.failed;) {
        Piece *piece = &d->pieces.at[end / 2];
        if (piece->used) return;
        piece->used = true;
        const int count = piece->closed ? piece->count : piece->count - 1;
        for (int n = 0; n < count; n++)
            add_ring_point(d, rings,
                           d->points.at[piece->first + (end % 2 ? piece->count - 1 - n : n)]);
        if (piece->closed) return;
        end = other[end ^ 1];
    }
}

/* ---- Fewer corners --------------------------------------------------------------------------- */

static double beside_line(Vec2 p, Vec2 a, Vec2 b) {
    const Vec2 way = vec2_sub(b, a);
    const double length = hypot(way.x, way.y);
    return length > 0 ? fabs(vec2_cross(way, vec2_sub(p, a))) / length
                      : hypot(p.x - a.x, p.y - a.y);
}

/* Without every second corner that lies within `near` of the line between its neighbours, and
 * without rings that have no area. */
static void thin(Dxf *d, const Rings *from, double near, Rings *to) {
    for (int k = 0; k < from->starts.count; k++) {
        const int start = from->starts.at[k];
        const int end = k + 1 < from->starts.count ? from->starts.at[k + 1] : from->points.count;
        const Vec2 *p = from->points.at + start;
        const int count = end - start, before = to->points.count;
        if (count < 3) continue;
        jd_rings_start(to, &d->scratch);
        bool kept = true;
        for (int n = 0; n < count; n++) {
            const Vec2 last = p[(n + count - 1) % count], next = p[(n + 1) % count];
            const bool same = p[n].x == next.x && p[n].y == next.y;
            kept =
                !same && !(kept && n > 0 && n + 1 < count && beside_line(p[n], last, next) < near);
            if (kept) jd_rings_point(to, &d->scratch, p[n]);
        }
        if (to->points.count - before > 2) continue;
        to->points.count = before;
        to->starts.count--;
    }
}

static bool make_rings(Dxf *d, double size, Rings *out) {
    int *place = places_of_ends(d, 2 * together * size);
    int *other = ARENA_NEW(&d->scratch, int, 2 * d->pieces.count + 1);
    Rings rings = {0};
    if (!place || !other || !pair_ends(d, place, other)) return false;
    for (int n = 0; n < d->pieces.count; n++)
        if (!d->pieces.at[n].used) walk(d, other, 2 * n, &rings);
    thin(d, &rings, no_way * size, out);
    for (double near = little_way * size; out->points.count > POINTS_MOST && near < size;
         near *= 1.5) {
        rings = *out;
        *out = (Rings){0};
        thin(d, &rings, near, out);
    }
    if (out->starts.count > RINGS_MOST || out->points.count > POINTS_MOST)
        return fail_whole(d, "has more than 200 rings, or 4000 corners that matter",
                          "take the layer of the outline alone, or draw it coarser");
    return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

/* The length that 1 of the drawing means, by $INSUNITS; 0: it does not say. */
static double unit_length(int unit) {
    static const double metres[] = {0,    0.0254, 0.3048,  1609.344, 1e-3,   1e-2,
                                    1,    1e3,    2.54e-8, 2.54e-5,  0.9144, 1e-10,
                                    1e-9, 1e-6,   1e-1,    1e1,      1e2,    1e9};
    return unit > 0 && unit < (int)(sizeof metres / sizeof *metres) ? metres[unit] : 0;
}

static bool fail_empty(const Dxf *d) {
    if (d->from->layer && !d->layers_met) {
        jd_report(d->log, JD_ERROR, "dxf-not-valid", d->from->where,
                  "'%s' has nothing on a layer '%s'", d->from->path, d->from->layer);
        jd_hint(d->log, "small and large letters differ; without `layer` all of it is taken");
        return false;
    }
    return fail_whole(
        d, "has no closed outline",
        "a profile is made of lines, arcs, circles and polylines of an ASCII DXF file");
}

static bool make_mesh(Dxf *d, Mesh *raw) {
    const double scale = size_or(d->from->size[SHAPE_SCALE], unit_length(d->unit));
    const double size = size_of(d);
    Rings rings = {0};
    if (!d->pieces.count || !(size > 0)) return fail_empty(d);
    if (!(scale > 0))
        return fail_whole(d, "does not say what its lengths are in",
                          "add for instance: scale 1 mm");
    if (!make_rings(d, size, &rings)) return false;
    if (!rings.starts.count) return fail_empty(d);
    for (int n = 0; n < rings.points.count; n++) {
        Vec2 *p = &rings.points.at[n];
        *p = vec2_scale(scale, *p);
        if (!(fmax(fabs(p->x), fabs(p->y)) <= farthest))
            return fail_whole(d, "reaches farther than 1e9 m", "look at its scale");
    }
    jd_mesh_of_rings(raw, &d->scratch, &rings, d->from->size[SHAPE_HEIGHT]);
    return true;
}

bool jd_dxf_read(const ShapeFile *from, const char *bytes, size_t length, Arena *arena, Mesh *out,
                 JdLog *log) {
    static const char binary[] = "AutoCAD Binary DXF";
    Dxf d = {.from = from, .log = log, .at = bytes, .end = bytes + length};
    Mesh raw = {0};
    *out = (Mesh){0};
    bool good;
    if (length >= sizeof binary && !memcmp(bytes, binary, sizeof binary - 1))
        good = fail_whole(&d, "is a DXF file of bytes", "save it as ASCII DXF");
    else
        good = read_pairs(&d) && make_mesh(&d, &raw);
    if (d.scratch.failed) arena->failed = true, good = false;
    if (good) jd_mesh_finish(&raw, arena, out);
    if (good && !arena->failed && !out->triangles.count) good = fail_empty(&d);
    jd_arena_free(&d.scratch);
    return good && !arena->failed;
}
