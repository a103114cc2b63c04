/* SPDX-License-Identifier: MIT
 *
 * Measures over the first parameter that is a number. Of a grid with few values of the others a
 * curve for each of these; otherwise the least, mean and greatest value of all that have this one.
 */
#include "study/inside.h"

enum {
    MOST_POINTS = 512,
    LEAST_EVEN = 8,
    MOST_EVEN = 48,
    ROWS_AT_POINT = 8,
    MOST_CURVES = 8,
    OVERVIEW = 3
};

typedef struct {
    double sum, least, greatest;
    long count;
} Point;

typedef struct {
    const StudyPicture *picture;
    int x;       /* its column */
    Bins bins;   /* of x */
    Bins *other; /* of each parameter, where there are curves for its values */
    int groups;  /* curves of a measure; 1: an overview may be needed */
    Point *at;   /* measure x group x bin */
} Curves;

/* How many combinations the others have; 0: more than can be told apart. */
static int combinations(const StudyDef *def, int x) {
    int count = 1;
    for (int c = 0; c < def->parameters; c++) {
        if (c == x) continue;
        if (!def->columns[c].values || def->columns[c].count > MOST_CURVES) return 0;
        count *= def->columns[c].count;
        if (count > MOST_CURVES) return 0;
    }
    return def->columns[x].values ? count : 0;
}

static void *begin(StudyPicture *picture) {
    const StudyDef *def = &picture->def;
    Arena *arena = &picture->arena;
    Curves *c = ARENA_NEW(arena, Curves, 1);
    if (!c) return NULL;
    *c = (Curves){.picture = picture, .x = jd_number_column(def, 0)};
    const int apart = combinations(def, c->x);
    const int even = (int)fmax(LEAST_EVEN, fmin(MOST_EVEN, (double)def->rows / ROWS_AT_POINT));
    if (!jd_bins_make(&c->bins, &def->columns[c->x], MOST_POINTS, even, arena)) return NULL;
    c->other = apart > 1 ? ARENA_NEW(arena, Bins, def->parameters) : NULL;
    c->groups = 1;
    for (int n = 0; c->other && n < def->parameters; n++) {
        if (n == c->x) continue;
        if (!jd_bins_make(&c->other[n], &def->columns[n], MOST_CURVES, 1, arena)) return NULL;
        c->groups *= c->other[n].count;
    }
    c->at = ARENA_NEW(arena, Point, def->measures * c->groups * c->bins.count);
    return arena->failed ? NULL : c;
}

static int group_of(const Curves *c, const double *row) {
    int group = 0;
    for (int n = 0; c->other && n < c->picture->def.parameters; n++) {
        if (n == c->x) continue;
        const int place = jd_bins_find(&c->other[n], row[n]);
        if (place < 0) return -1;
        group = group * c->other[n].count + place;
    }
    return group;
}

static Point *point_at(const Curves *c, int measure, int group, int bin) {
    return &c->at[(measure * c->groups + group) * c->bins.count + bin];
}

static void add(void *data, const double *row) {
    Curves *c = data;
    const StudyDef *def = &c->picture->def;
    const int bin = jd_bins_find(&c->bins, row[c->x]), group = group_of(c, row);
    if (bin < 0 || group < 0) return;
    for (int m = 0; m < def->measures; m++) {
        const double value = row[def->parameters + m];
        Point *point = point_at(c, m, group, bin);
        if (!isfinite(value)) continue;
        if (!point->count || value < point->least) point->least = value;
        if (!point->count || value > point->greatest) point->greatest = value;
        point->sum += value;
        point->count++;
    }
}

/* ---- Drawing -------------------------------------------------------------------------------- */

/* "l = 0.3 m, form = minimal" */
static const char *group_name(const Curves *c, int group, Arena *arena) {
    const StudyDef *def = &c->picture->def;
    const char *name = NULL;
    if (c->groups < 2) return NULL;
    for (int n = def->parameters - 1; n >= 0; n--) {
        if (n == c->x) continue;
        const Bins *bins = &c->other[n];
        const char *one =
            jd_study_value(&def->columns[n], bins->middle[group % bins->count], arena);
        name = name ? jd_arena_format(arena, "%s, %s", one, name) : one;
        group /= bins->count;
    }
    return name;
}

/* Several rows have the same x: then three curves say what they have in common. */
static bool is_overview(const Curves *c) {
    const int count = c->picture->def.measures * c->groups * c->bins.count;
    for (int n = 0; n < count; n++)
        if (c->at[n].count > 1) return true;
    return false;
}

static double value_of(const Point *point, int which) {
    if (!point->count) return NAN;
    const double values[OVERVIEW] = {point->least, point->sum / (double)point->count,
                                     point->greatest};
    return values[which];
}

static void draw(void *data, Drawing *drawing) {
    static const char *const words[OVERVIEW] = {"least", "mean", "greatest"};
    const Curves *c = data;
    const StudyDef *def = &c->picture->def;
    Arena arena = {0};
    const bool overview = is_overview(c) && c->groups == 1;
    const int each = overview ? OVERVIEW : c->groups, points = c->bins.count;
    Curve *curves = ARENA_NEW(&arena, Curve, def->measures * each);
    double *y = ARENA_NEW(&arena, double, def->measures *each *points);
    for (int n = 0; y && curves && n < def->measures * each; n++) {
        const int m = n / each, k = n % each;
        const StudyColumn *column = &def->columns[def->parameters + m];
        for (int p = 0; p < points; p++)
            y[n * points + p] =
                overview ? value_of(point_at(c, m, 0, p), k) : value_of(point_at(c, m, k, p), 1);
        curves[n] = (Curve){.name = column->name,
                            .unit = column->unit ? column->unit : "",
                            .run = overview ? words[k] : group_name(c, k, &arena),
                            .x = c->bins.middle,
                            .y = y + n * points,
                            .count = points};
    }
    const Chart chart = {.title = def->title,
                         .x_name = def->columns[c->x].name,
                         .x_unit = def->columns[c->x].unit,
                         .curves = curves,
                         .curve_count = curves && y ? def->measures * each : 0,
                         .width = def->width,
                         .height = def->height,
                         .theme = c->picture->theme,
                         .log_x = def->log_x,
                         .log_y = def->log_y,
                         .mark = NAN};
    jd_chart_draw(&chart, drawing);
    if (arena.failed) drawing->arena.failed = true;
    jd_arena_free(&arena);
}

static bool fits(const StudyDef *def) {
    return def->measures > 0 && jd_numbers_count(def) > 0;
}

static bool suits(const StudyDef *def) {
    return fits(def) && (jd_numbers_count(def) == 1 || combinations(def, jd_number_column(def, 0)));
}

const StudyKind jd_plate_curves = {
    .name = "curves",
    .summary = "measures over the first parameter, a curve for each value of the others; least, "
               "mean and greatest where these are many",
    .title = "Measures over the first parameter",
    .wants = "a measure over a parameter that is a number",
    .fits = fits,
    .suits = suits,
    .begin = begin,
    .add = add,
    .draw = draw,
};
