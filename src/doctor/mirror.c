/* SPDX-License-Identifier: MIT
 *
 * A drawing that is its own mirror image but for one number: links map onto links, points onto
 * points, and one point does so only with the other sign of a coordinate, or with its decimal point
 * elsewhere. */
#include "doctor/inside.h"
#include <string.h>

enum { POINTS = 40, PAIRS = 2 };  /* points that are looked at; pairs that must be there anyway */
static const double alike = 1e-6; /* of the drawing: the same place */

typedef struct {
    const char *name;
    const Expr *vector; /* of its numbers */
    const Node *statement;
    Vec3 at;
} Literal;

typedef struct {
    Patient *p;
    Literal point[POINTS];
    int count;
    unsigned long long link[POINTS]; /* of each body: its points, as bits */
    int links;
    double near;
} Sketch;

/* One number of one point, another value. */
typedef struct {
    int point, coordinate;
    double value;
} Slip;

static double component(Vec3 v, int c) {
    return c == 0 ? v.x : c == 1 ? v.y : v.z;
}

static void set_component(Vec3 *v, int c, double value) {
    *(c == 0 ? &v->x : c == 1 ? &v->y : &v->z) = value;
}

/* [80, -25] mm; false: it is worked out of something. */
static bool read_literal(const Node *node, int width, Literal *to) {
    const Expr *expr = node->slots.count > 1 ? node->slots.at[1].expr : NULL;
    Unit unit = {.scale = 1};
    if (!expr) return false;
    if (expr->kind == EXPR_UNITED && !jd_unit_parse(expr->text, &unit)) return false;
    const Expr *vector = expr->kind == EXPR_UNITED ? expr->args[0] : expr;
    if (vector->kind != EXPR_VECTOR || vector->count != width) return false;
    *to = (Literal){.vector = vector, .statement = node};
    for (int c = 0; c < width; c++) {
        const Expr *part = vector->args[c];
        const double sign = part->kind == EXPR_UNARY ? -1 : 1;
        if (part->kind == EXPR_UNARY) part = part->args[0];
        if (part->kind != EXPR_NUMBER || part->text) return false;
        set_component(&to->at, c, sign * part->number * unit.scale);
    }
    return true;
}

bool jd_point_read(const Patient *p, const Node *point, Vec3 *at) {
    Literal literal;
    if (!read_literal(point, jd_model_width(p->model), &literal)) return false;
    *at = literal.at;
    return true;
}

static int find_point(const Sketch *s, const char *name) {
    for (int n = 0; n < s->count && name; n++)
        if (!strcmp(s->point[n].name, name)) return n;
    return -1;
}

/* The points of all links; false: one of them is not written as numbers. */
static bool read_links(Sketch *s) {
    const Node *root = &s->p->document.root;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        const Node *link = strcmp(node->word, "body") ? NULL : jd_node_clause(node, "link");
        if (!link || s->links == POINTS) continue;
        for (int k = 0; k < link->slots.count; k++) {
            const int at = find_point(s, jd_span_text(s->p, link->slots.at[k].span));
            if (at < 0) return false;
            s->link[s->links] |= 1ULL << at;
        }
        s->links++;
    }
    return s->links > 1;
}

static bool read_sketch(Sketch *s) {
    const Node *root = &s->p->document.root;
    for (int n = 0; n < root->block.count && s->count < POINTS; n++) {
        const Node *node = root->block.at[n];
        if (!strcmp(node->word, "repeat") || !strcmp(node->word, "use")) return false;
        if (strcmp(node->word, "point") ||
            !read_literal(node, jd_model_width(s->p->model), &s->point[s->count]))
            continue;
        s->point[s->count].name = jd_span_text(s->p, node->slots.at[0].span);
        if (s->point[s->count].name) s->count++;
    }
    return s->count < POINTS && read_links(s);
}

/* ---- The mirror image -------------------------------------------------------------------------
 */

typedef struct {
    int coordinate;
    double plane;
} Mirror;

static bool is_in_link(const Sketch *s, int n) {
    for (int k = 0; k < s->links; k++)
        if (s->link[k] >> n & 1) return true;
    return false;
}

static bool are_same(const Sketch *s, Vec3 a, Vec3 b) {
    return vec3_norm(vec3_sub(a, b)) <= s->near;
}

/* Where each point goes; false: one has no image, or a link has none. `turned`: links that go to
 * others. */
static bool maps(const Sketch *s, Mirror mirror, int image[POINTS], int *turned) {
    for (int n = 0; n < s->count; n++) {
        Vec3 at = s->point[n].at;
        if (!is_in_link(s, n)) continue;
        image[n] = -1;
        set_component(&at, mirror.coordinate, 2 * mirror.plane - component(at, mirror.coordinate));
        for (int k = 0; k < s->count; k++)
            if (is_in_link(s, k) && are_same(s, s->point[k].at, at)) {
                if (image[n] >= 0) return false; /* two points in one place */
                image[n] = k;
            }
        if (image[n] < 0) return false;
    }
    *turned = 0;
    for (int k = 0; k < s->links; k++) {
        unsigned long long set = 0;
        bool found = false;
        for (int n = 0; n < s->count; n++)
            if (s->link[k] >> n & 1) set |= 1ULL << image[n];
        for (int other = 0; other < s->links; other++) found = found || s->link[other] == set;
        if (!found) return false;
        *turned += set != s->link[k];
    }
    return true;
}

static int count_pairs(const Sketch *s, const int image[POINTS]) {
    int pairs = 0;
    for (int n = 0; n < s->count; n++) pairs += is_in_link(s, n) && image[n] > n;
    return pairs;
}

/* Links that reach through the mirror, though their image is another one: the fewer the better. */
static int straddle(const Sketch *s, Mirror mirror) {
    int count = 0;
    for (int k = 0; k < s->links; k++) {
        int above = 0, below = 0;
        for (int n = 0; n < s->count; n++) {
            const double off = component(s->point[n].at, mirror.coordinate) - mirror.plane;
            above += (s->link[k] >> n & 1) && off > s->near;
            below += (s->link[k] >> n & 1) && off < -s->near;
        }
        count += above && below;
    }
    return count;
}

/* Points beside this one whose coordinate has its sign, less those with the other. */
static int company(const Sketch *s, int point, int coordinate) {
    const double own = component(s->point[point].at, coordinate);
    int count = 0;
    for (int n = 0; n < s->count; n++) {
        const double other = component(s->point[n].at, coordinate);
        count += n == point || fabs(other) <= s->near ? 0 : own * other > 0 ? 1 : -1;
    }
    return count;
}

/* ---- The slip -----------------------------------------------------------------------------------
 */

/* The whole is its mirror image in one of the planes that a point and another one suggest. */
static bool is_mirrored(const Sketch *s, int point, Mirror *found) {
    for (int c = 0; c < jd_model_width(s->p->model); c++)
        for (int n = 0; n <= s->count; n++) {
            int image[POINTS] = {0}, turned;
            const double other = n < s->count ? component(s->point[n].at, c) : 0;
            if (n == point || (n < s->count && !is_in_link(s, n))) continue;
            *found =
                (Mirror){c, n < s->count ? 0.5 * (component(s->point[point].at, c) + other) : 0};
            if (maps(s, *found, image, &turned) && turned > 1 && count_pairs(s, image) > PAIRS)
                return true;
        }
    return false;
}

static bool is_better(const int a[2], const int b[2]) {
    return a[0] != b[0] ? a[0] > b[0] : a[1] > b[1];
}

/* Of all numbers the one whose change makes it so; false: there is none, or it is so already. */
static bool find_slip(Sketch *s, Slip *slip) {
    static const double factors[] = {-1, 10, 0.1, 100, 0.01, 1000, 0.001};
    int best[2] = {0};
    bool found = false;
    Mirror mirror;
    for (int n = 0; n < s->count; n++)
        if (is_in_link(s, n) && is_mirrored(s, n, &mirror)) return false;
    for (int n = 0; n < s->count; n++)
        for (int c = 0; c < jd_model_width(s->p->model) && is_in_link(s, n); c++) {
            const Vec3 old = s->point[n].at;
            for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
                if (fabs(component(old, c)) <= s->near) break;
                set_component(&s->point[n].at, c, factors[k] * component(old, c));
                if (is_mirrored(s, n, &mirror)) {
                    const int now[2] = {-straddle(s, mirror), company(s, n, c)};
                    if (!found || is_better(now, best))
                        *slip = (Slip){n, c, factors[k]}, memcpy(best, now, sizeof now);
                    found = true;
                }
                s->point[n].at = old;
            }
        }
    return found;
}

static void tell(Sketch *s, const Slip *slip) {
    static const char letters[] = "xyz";
    Patient *p = s->p;
    const Literal *point = &s->point[slip->point];
    const Expr *number = point->vector->args[slip->coordinate];
    if (!jd_find(p, JD_WARNING, "point-implausible", jd_span_where(number->span),
                 "the drawing is its own mirror image, but for the %c of point %s",
                 letters[slip->coordinate], point->name))
        return;
    Changes changes = {0};
    if (slip->value < 0)
        jd_change_sign(p, &changes, number, 1);
    else {
        const double sign = number->kind == EXPR_UNARY ? -1 : 1;
        const Expr *bare = number->kind == EXPR_UNARY ? number->args[0] : number;
        char text[32];
        jd_number_text(sign * slip->value * bare->number, text, sizeof text);
        jd_change_add(p, &changes, number->span, "if the point is misplaced", 1, "%s", text);
    }
    if (!jd_try_remedy(p, &changes, "point-implausible"))
        jd_hint(p->log, "look at the numbers of %s", point->name);
}

static void look(Patient *p) {
    Sketch *s = ARENA_NEW(&p->arena, Sketch, 1);
    Slip slip;
    if (!s || !p->source || p->model->bodies.count > POINTS) return;
    *s = (Sketch){.p = p, .near = alike * jd_drawn_size(p)};
    if (read_sketch(s) && find_slip(s, &slip)) tell(s, &slip);
}

const Examination jd_examination_mirror = {"mirror", NEEDS_TEXT, look};
