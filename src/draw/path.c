/* SPDX-License-Identifier: MIT
 *
 * SVG path texts as paths of a drawing: what glyphs of joints and forces are written in. Arcs
 * become cubics before they are mapped, so that a map may turn, stretch and mirror. */
#include "draw/draw.h"
#include <string.h>

typedef struct {
    const char *text;
    Drawing *drawing;
    DrawMap *map;
    const void *data;
    Vec2 at, start; /* now; where the part of the path began */
    bool good;
} PathReader;

static Vec2 mapped(const PathReader *in, Vec2 p) {
    return in->map ? in->map(in->data, p) : p;
}

static void skip_blanks(PathReader *in) {
    in->text += strspn(in->text, " \t\r\n,");
}

static double read_number(PathReader *in) {
    double value = 0;
    skip_blanks(in);
    const size_t length = jd_number_read(in->text, strlen(in->text), &value);
    if (!length) in->good = false;
    in->text += length;
    return value;
}

/* One letter: "a1 1 0 0110,0" is allowed. */
static bool read_flag(PathReader *in) {
    skip_blanks(in);
    if (*in->text != '0' && *in->text != '1') in->good = false;
    return in->good && *in->text++ == '1';
}

static Vec2 read_point(PathReader *in, bool relative) {
    const double x = read_number(in), y = read_number(in);
    return relative ? vec2(in->at.x + x, in->at.y + y) : vec2(x, y);
}

static void go(PathReader *in, Vec2 to) {
    in->at = to;
    jd_draw_line(in->drawing, mapped(in, to));
}

/* ---- Arcs: SVG 1.1, appendix F.6 ------------------------------------------------------------- */

typedef struct {
    Vec2 centre, r;
    double cosine, sine, from, sweep;
} Ellipse;

static Vec2 ellipse_point(const Ellipse *e, double x, double y) {
    return vec2(e->centre.x + e->cosine * e->r.x * x - e->sine * e->r.y * y,
                e->centre.y + e->sine * e->r.x * x + e->cosine * e->r.y * y);
}

/* Centre and angles from the end points; radii that are too small grow until they reach. */
static Ellipse find_ellipse(Vec2 a, Vec2 b, Vec2 r, double turn, bool large, bool sweep) {
    Ellipse e = {.r = r, .cosine = cos(turn), .sine = sin(turn)};
    const Vec2 half = vec2_scale(0.5, vec2_sub(a, b));
    Vec2 p = vec2((e.cosine * half.x + e.sine * half.y) / r.x,
                  (e.cosine * half.y - e.sine * half.x) / r.y);
    const double size = vec2_dot(p, p);
    if (size > 1) e.r = vec2_scale(sqrt(size), r), p = vec2_scale(1 / sqrt(size), p);
    const double rest = fmax(0, 1 / fmax(1e-300, fmin(1, size)) - 1);
    const double side = (large == sweep ? -1 : 1) * sqrt(rest);
    const Vec2 c =
        vec2(side * p.y, -side * p.x); /* the centre, where the ellipse is a unit circle */
    const Vec2 middle = vec2_scale(0.5, vec2_add(a, b));
    e.centre = middle;
    e.centre = ellipse_point(&e, c.x, c.y);
    const Vec2 from = vec2_sub(p, c), to = vec2_sub(vec2_scale(-1, p), c);
    e.from = atan2(from.y, from.x);
    e.sweep = atan2(to.y, to.x) - e.from;
    if (sweep && e.sweep < 0) e.sweep += 2 * pi;
    if (!sweep && e.sweep > 0) e.sweep -= 2 * pi;
    return e;
}

static void draw_ellipse(PathReader *in, const Ellipse *e, Vec2 to) {
    const int parts = (int)ceil(fabs(e->sweep) / (pi / 2) - 1e-9);
    const double step = parts > 0 ? e->sweep / parts : 0, reach = 4.0 / 3 * tan(step / 4);
    for (int n = 0; n < parts; n++) {
        const double a = e->from + n * step, b = a + step;
        const Vec2 end = n + 1 < parts ? ellipse_point(e, cos(b), sin(b)) : to;
        jd_draw_curve(
            in->drawing,
            mapped(in, ellipse_point(e, cos(a) - reach * sin(a), sin(a) + reach * cos(a))),
            mapped(in, ellipse_point(e, cos(b) + reach * sin(b), sin(b) - reach * cos(b))),
            mapped(in, end));
    }
    in->at = to;
}

static void read_arc(PathReader *in, bool relative) {
    const double rx = fabs(read_number(in)), ry = fabs(read_number(in));
    const double turn = read_number(in) * pi / 180;
    const bool large = read_flag(in), sweep = read_flag(in);
    const Vec2 to = read_point(in, relative);
    if (!in->good || (to.x == in->at.x && to.y == in->at.y)) return;
    if (!(rx > 0) || !(ry > 0)) {
        go(in, to);
        return;
    }
    const Ellipse ellipse = find_ellipse(in->at, to, vec2(rx, ry), turn, large, sweep);
    draw_ellipse(in, &ellipse, to);
}

/* ---- Commands ------------------------------------------------------------------------------- */

static void read_curve(PathReader *in, bool relative) {
    const Vec2 a = read_point(in, relative), b = read_point(in, relative);
    const Vec2 to = read_point(in, relative);
    if (!in->good) return;
    jd_draw_curve(in->drawing, mapped(in, a), mapped(in, b), mapped(in, to));
    in->at = to;
}

static void read_straight(PathReader *in, char command, bool relative) {
    Vec2 to = in->at;
    if (command == 'H')
        to.x = read_number(in) + (relative ? to.x : 0);
    else if (command == 'V')
        to.y = read_number(in) + (relative ? to.y : 0);
    else
        to = read_point(in, relative);
    if (in->good) go(in, to);
}

static void read_step(PathReader *in, char command, bool relative) {
    if (command == 'M') {
        in->at = in->start = read_point(in, relative);
        if (in->good) jd_draw_move(in->drawing, mapped(in, in->at));
    } else if (command == 'A') {
        read_arc(in, relative);
    } else if (command == 'C') {
        read_curve(in, relative);
    } else if (command == 'Z') {
        jd_draw_close(in->drawing);
        in->at = in->start;
    } else {
        read_straight(in, command, relative);
    }
}

/* A command letter; numbers without one go on with the last, after M with L. '\0': none. */
static char next_command(PathReader *in, char before, bool *relative) {
    if (*in->text && strchr("MLHVACZmlhvacz", *in->text)) {
        const char letter = *in->text++;
        *relative = letter >= 'a';
        return (char)(letter & ~0x20);
    }
    if (!before || before == 'Z') in->good = false;
    return before == 'M' ? 'L' : before;
}

bool jd_draw_path(Drawing *d, const char *svg, DrawMap *map, const void *data) {
    PathReader in = {svg, d, map, data, .good = true};
    const bool was_open = d->open;
    const int steps = d->steps.count, points = d->points.count, items = d->items.count;
    bool relative = false;
    char command = '\0';
    for (skip_blanks(&in); *in.text && in.good; skip_blanks(&in)) {
        const char before = command;
        command = next_command(&in, before, &relative);
        if (!before && command != 'M') in.good = false;
        if (in.good) read_step(&in, command, relative);
    }
    if (in.good && command) return true;
    /* Nothing of a path that is not understood stays. */
    if (!d->arena.failed) d->steps.count = steps, d->points.count = points, d->items.count = items;
    d->open = was_open;
    return false;
}
