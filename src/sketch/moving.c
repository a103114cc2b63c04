/* SPDX-License-Identifier: MIT
 *
 * A planar mechanism as an SVG that moves by itself, in a page as in a document. Each part is a
 * group, drawn once in a view that goes along with it; CSS moves the groups between keyframes, of
 * which only those are kept that a straight line between others does not replace. It stands still
 * for those who prefer less motion. */
#include "sketch/inside.h"
#include <stdlib.h>

typedef struct {
    double x, y, turn, stretch; /* points, degrees */
} Key;

/* Where a group is at each frame. */
typedef struct {
    int group; /* its number among the groups, from 1 */
    Key *keys;
    bool *kept;
    double reach; /* how far the group goes from its origin, points */
    bool stretches;
} Track;

typedef struct {
    const Show *show;
    const Film *film;
    Draft draft;
    Arena arena;
    int groups, frames;
    LIST(Track) tracks;
} Movie;

/* ---- Tracks -------------------------------------------------------------------------------------
 */

/* The last ones are of arrows and axes that follow the run: their shafts, heads, axes and labels.
 */
typedef enum {
    ALONG_BODY,
    ALONG_PIN,
    ALONG_SPAN,
    ALONG_SHAFT,
    ALONG_HEAD,
    ALONG_AXES,
    ALONG_LABEL
} Way;

static bool stretches(Way way) {
    return way == ALONG_SPAN || way == ALONG_SHAFT || way == ALONG_HEAD;
}

static double head_length(const Draft *draft) {
    return 3 + 4 * 1.4 * draft->line;
}

static Pose film_frame(const Movie *movie, const SceneFrame *frame, double time) {
    const Pose pose = frame->body ? jd_film_pose(movie->film, frame->body, time)
                                  : movie->show->scene->bodies.at[0].start;
    return jd_pose_absolute(&pose, &frame->local);
}

/* Shafts are drawn one metre long and stretched; heads are flat where the arrow is shorter than
 * they are. */
static Vec3 follow_origin(const Movie *movie, Way way, int number, double time, double *turn,
                          double *length) {
    const Followed is = jd_follow_at(movie->show->scene, movie->film, number, time);
    const Vec3 d = vec3_sub(is.to, is.from);
    const double size = vec3_norm(d), head = head_length(&movie->draft) / movie->draft.scale;
    *turn = way == ALONG_LABEL ? 0 : way == ALONG_AXES ? is.pose.angle : atan2(d.y, d.x);
    if (way == ALONG_SHAFT) *length = fmax(size - 0.7 * head, 0);
    if (way == ALONG_HEAD) *length = fmin(1, size / head);
    return way == ALONG_SHAFT || way == ALONG_AXES ? is.from : is.to;
}

static const double no_length =
    1e-9; /* m: what is stretched from end to end is never of no length */

/* The origin and the angle that a part goes along with. */
static Vec3 origin_of(const Movie *movie, Way way, int number, double time, double *turn,
                      double *length) {
    *length = 1;
    if (way >= ALONG_SHAFT) return follow_origin(movie, way, number, time, turn, length);
    if (way == ALONG_BODY) {
        const Pose pose = jd_film_pose(movie->film, number, time);
        *turn = pose.angle;
        return pose.p;
    }
    const SceneLink *link = &movie->show->scene->links.at[number];
    const Pose i = film_frame(movie, &link->i, time), j = film_frame(movie, &link->j, time);
    if (way == ALONG_PIN) {
        *turn = link->force ? atan2(j.axes.x.y, j.axes.x.x) : atan2(i.axes.x.y, i.axes.x.x);
        return j.p;
    }
    const Vec3 d = vec3_sub(j.p, i.p);
    *turn = atan2(d.y, d.x);
    *length = fmax(vec3_norm(d), no_length);
    return i.p;
}

static bool add_track(Movie *movie, Way way, int number, double reach) {
    Track *track = PUSH(&movie->arena, movie->tracks);
    if (!track) return false;
    *track = (Track){movie->groups, ARENA_NEW(&movie->arena, Key, movie->frames),
                     ARENA_NEW(&movie->arena, bool, movie->frames), reach, stretches(way)};
    if (!track->keys || !track->kept) return false;
    double first = 1;
    for (int n = 0; n < movie->frames; n++) {
        double turn, length;
        const Vec3 origin =
            origin_of(movie, way, number, jd_show_time(movie->show, n), &turn, &length);
        if (n == 0 && way == ALONG_SPAN) first = length;
        const Vec2 at = jd_draft_point(&movie->draft, origin);
        Key *key = &track->keys[n];
        *key = (Key){at.x, at.y, -turn * 180 / pi, length / first};
        /* Angles go on as they were: not round the other way. */
        if (n > 0 && way != ALONG_BODY) key->turn -= 360 * round((key->turn - key[-1].turn) / 360);
    }
    return true;
}

static double share(double a, double b, double t) {
    return a + t * (b - a);
}

/* ---- Frames -------------------------------------------------------------------------------------
 */

static Vec2 place_at(const Movie *movie, int body, double time) {
    return jd_draft_point(&movie->draft, jd_film_pose(movie->film, body, time).p);
}

/* Halfway between two frames a body is near the middle of both, within a line's width. */
static bool goes_straight(const Movie *movie, int body) {
    Vec2 from = place_at(movie, body, 0);
    for (int n = 1; n < movie->frames; n++) {
        const double before = jd_show_time(movie->show, n - 1), now = jd_show_time(movie->show, n);
        const Vec2 to = place_at(movie, body, now), is = place_at(movie, body, (before + now) / 2);
        const Vec2 middle = vec2(share(from.x, to.x, 0.5), share(from.y, to.y, 0.5));
        if (hypot(is.x - middle.x, is.y - middle.y) > 0.5) return false;
        from = to;
    }
    return true;
}

/* As many frames as screens have, or more, so that what goes round stays on its pin between them;
 * as many as are wanted, if somebody says. */
static void find_frames(Movie *movie, Show *show) {
    static const double usual = 60, most = 480, work = 4e5;
    const Scene *scene = show->scene;
    const bool said = show->frames > 0;
    movie->show = show;
    for (double rate = said ? show->frames : usual; said || rate <= most; rate *= 2) {
        bool straight = true;
        show->frames = rate;
        movie->frames = jd_show_frames(show);
        for (int b = 1; b < scene->bodies.count && straight && !said; b++)
            straight = scene->bodies.at[b].hidden || goes_straight(movie, b);
        if (straight || (double)movie->frames * scene->bodies.count > work) return;
    }
    show->frames = usual;
    movie->frames = jd_show_frames(show);
}

static bool is_between(const Track *track, int from, int to, double within) {
    const Key *a = &track->keys[from], *b = &track->keys[to];
    for (int n = from + 1; n < to; n++) {
        const Key *k = &track->keys[n];
        const double t = (double)(n - from) / (to - from);
        const double turn = fabs(k->turn - share(a->turn, b->turn, t)) * pi / 180 * track->reach;
        const double stretch = fabs(k->stretch - share(a->stretch, b->stretch, t)) * track->reach;
        const double x = k->x - share(a->x, b->x, t), y = k->y - share(a->y, b->y, t);
        if (hypot(x, y) + turn + stretch > within) return false;
    }
    return true;
}

/* As long steps as can be; how many keys are left. */
static int thin(Movie *movie, Track *track, double within) {
    const int last = movie->frames - 1;
    int count = 0;
    for (int n = 0; n <= last; n++) track->kept[n] = false;
    for (int from = 0; from <= last;) {
        track->kept[from] = true;
        count++;
        if (from == last) break;
        int to = from + 1;
        while (to < last && to - from < 200 && is_between(track, from, to + 1, within)) to++;
        from = to;
    }
    return count;
}

/* ---- Text ---------------------------------------------------------------------------------------
 */

/* So many digits behind the point, none of them a zero at the end; whatever the locale. */
static void put_fixed(Text *out, double value, int digits) {
    long long power = 1;
    for (int n = 0; n < digits; n++) power *= 10;
    const long long whole = llround(fabs(value) * (double)power);
    long long rest = whole % power;
    if (value < 0 && whole > 0) jd_text_add(out, "-", 1);
    jd_text_print(out, "%lld", whole / power);
    if (rest == 0) return;
    while (rest % 10 == 0) rest /= 10, digits--;
    jd_text_print(out, ".%0*lld", digits, rest);
}

static void put_transform(Text *out, const Track *track, const Key *key) {
    jd_text_print(out, "transform:translate(");
    put_fixed(out, key->x, 2);
    jd_text_print(out, "px,");
    put_fixed(out, key->y, 2);
    jd_text_print(out, "px) rotate(");
    put_fixed(out, key->turn, 3);
    jd_text_print(out, "deg)");
    if (!track->stretches) return;
    jd_text_print(out, " scaleX(");
    put_fixed(out, key->stretch, 4);
    jd_text_print(out, ")");
}

static void put_track(const Movie *movie, Text *out, const Track *track, double seconds) {
    jd_text_print(out, "svg>g:nth-of-type(%d){animation:m%d ", track->group, track->group);
    put_fixed(out, seconds, 3);
    jd_text_print(out, "s linear infinite;");
    put_transform(out, track, &track->keys[0]);
    jd_text_print(out, "}\n@keyframes m%d{", track->group);
    for (int n = 0; n < movie->frames; n++) {
        if (!track->kept[n]) continue;
        put_fixed(out, movie->frames > 1 ? 100.0 * n / (movie->frames - 1) : 0, 4);
        jd_text_print(out, "%%{");
        put_transform(out, track, &track->keys[n]);
        jd_text_print(out, "}");
    }
    jd_text_print(out, "}\n");
}

/* Coarser until it is small enough to be mailed. */
static char *write_style(Movie *movie) {
    static const double most = 8e5, per_key = 62;
    double within = 0.1, bytes = INFINITY;
    for (; bytes > most && within < 20; within *= 1.6) {
        bytes = 0;
        for (int n = 0; n < movie->tracks.count; n++)
            bytes += per_key * thin(movie, &movie->tracks.at[n], within);
    }
    /* The last frame is not one time step early. */
    const double seconds = jd_show_end(movie->show) / jd_show_speed(movie->show);
    Text out = {0};
    jd_text_print(&out, "<style>\nsvg>g path{vector-effect:non-scaling-stroke}\n");
    for (int n = 0; n < movie->tracks.count; n++)
        put_track(movie, &out, &movie->tracks.at[n], seconds);
    jd_text_print(
        &out,
        "@media "
        "(prefers-reduced-motion:reduce){svg>g{animation-play-state:paused!important}}\n</style>");
    char *text = out.failed ? NULL : jd_arena_text(&movie->arena, out.at, out.count);
    jd_text_free(&out);
    return text;
}

/* ---- Parts --------------------------------------------------------------------------------------
 */

static void begin_group(Movie *movie, const char *name) {
    jd_draw_group(movie->draft.d, name, NULL);
    movie->groups++;
}

/* The view that goes along with a part, at the start: its origin is that of the group. */
static Draft view_along(const Movie *movie, Way way, int number) {
    Draft view = movie->draft;
    double turn, length;
    const Vec3 origin = origin_of(movie, way, number, 0, &turn, &length);
    view.eye = jd_axes_about(AXIS_Z, turn);
    view.centre = vec2(vec3_dot(view.eye.x, origin), vec3_dot(view.eye.y, origin));
    view.middle = vec2(0, 0);
    return view;
}

static double farthest(const Drawing *d, int from) {
    double most = 1;
    for (int n = from; n < d->points.count; n++)
        most = fmax(most, hypot(d->points.at[n].x, d->points.at[n].y));
    return most;
}

static void add_grounds(Movie *movie) {
    const Scene *scene = movie->show->scene;
    begin_group(movie, NULL);
    jd_sketch_body(&movie->draft, 0, false);
    for (int n = 0; n < scene->links.count; n++) {
        const SceneLink *link = &scene->links.at[n];
        if (!link->hidden && (link->i.body == 0 || link->j.body == 0))
            jd_sketch_base(&movie->draft, n, 0);
    }
    jd_draw_group_end(movie->draft.d);
}

static bool add_body(Movie *movie, int b) {
    const Scene *scene = movie->show->scene;
    if (scene->bodies.at[b].hidden) return true;
    Draft view = view_along(movie, ALONG_BODY, b);
    const int first = movie->draft.d->points.count;
    begin_group(movie, scene->bodies.at[b].name);
    for (int n = 0; n < scene->links.count; n++)
        if (!scene->links.at[n].hidden && scene->links.at[n].i.body == b)
            jd_sketch_base(&view, n, b);
    jd_sketch_body(&view, b, false);
    jd_sketch_trail_dots(&view, b);
    jd_draw_group_end(movie->draft.d);
    return add_track(movie, ALONG_BODY, b, farthest(movie->draft.d, first));
}

static bool add_link(Movie *movie, int n) {
    const SceneLink *link = &movie->show->scene->links.at[n];
    const Way way = link->spans ? ALONG_SPAN : ALONG_PIN;
    if (link->hidden) return true;
    Draft view = view_along(movie, way, n);
    const int first = movie->draft.d->points.count;
    begin_group(movie, link->name);
    if (link->spans)
        jd_sketch_span(&view, n, vec2(0, 0),
                       jd_draft_point(&view, jd_draft_frame(&view, &link->j).p));
    jd_sketch_pin(&view, n);
    jd_sketch_act(&view, n);
    jd_draw_group_end(movie->draft.d);
    if (movie->draft.d->points.count == first) return true;
    return add_track(movie, way, n, farthest(movie->draft.d, first));
}

/* ---- What follows the run -----------------------------------------------------------------------
 */

/* In the coordinates of its group: its origin is there, and it points to the right. */
static void draw_follow(Draft *view, Way way, int number) {
    const SceneFollow *follow = &view->scene->follows.at[number];
    const Pen pen = jd_follow_pen(view, follow);
    const double head = head_length(view);
    if (way == ALONG_SHAFT) jd_draw_segment(view->d, vec2(0, 0), vec2(view->scale, 0), pen);
    if (way == ALONG_LABEL) jd_follow_label(view, follow, vec2(0, 0), vec2(0.8, -0.6));
    if (way == ALONG_AXES) {
        const Followed is = jd_follow_at(view->scene, view->film, number, 0);
        jd_follow_axes(view, number, &is.pose);
    }
    if (way != ALONG_HEAD) return;
    jd_draw_move(view->d, vec2(0, 0));
    jd_draw_line(view->d, vec2(-head, 0.36 * head));
    jd_draw_line(view->d, vec2(-head, -0.36 * head));
    jd_draw_close(view->d);
    jd_draw_paint(view->d, (Pen){.fill = pen.stroke});
}

static bool add_follow(Movie *movie, int number) {
    static const Way arrow[] = {ALONG_SHAFT, ALONG_HEAD, ALONG_LABEL},
                     axes[] = {ALONG_AXES, ALONG_LABEL, ALONG_LABEL};
    const SceneFollow *follow = &movie->show->scene->follows.at[number];
    for (int n = 0; n < (follow->axes ? 2 : 3); n++) {
        const Way way = (follow->axes ? axes : arrow)[n];
        if (way == ALONG_LABEL && !follow->label) continue;
        Draft view = view_along(movie, way, number);
        const int first = movie->draft.d->points.count;
        begin_group(movie, follow->name);
        draw_follow(&view, way, number);
        jd_draw_group_end(movie->draft.d);
        if (!add_track(movie, way, number, farthest(movie->draft.d, first))) return false;
    }
    return true;
}

static bool make_movie(Movie *movie) {
    const Scene *scene = movie->show->scene;
    const int *order = jd_sketch_order(&movie->draft);
    bool fine = order != NULL;
    for (int n = 0; n < scene->bodies.count && fine; n++)
        if (jd_sketch_is_wheel(&movie->draft, order[n])) fine = add_body(movie, order[n]);
    add_grounds(movie);
    for (int n = 0; n < scene->bodies.count && fine; n++)
        if (order[n] > 0 && !jd_sketch_is_wheel(&movie->draft, order[n]))
            fine = add_body(movie, order[n]);
    for (int n = 0; n < scene->links.count && fine; n++) fine = add_link(movie, n);
    if (movie->draft.def.paths) {
        begin_group(movie, NULL);
        jd_sketch_trail_lines(&movie->draft);
        jd_draw_group_end(movie->draft.d);
    }
    for (int n = 0; n < scene->follows.count && fine && !scene->off; n++)
        fine = add_follow(movie, n);
    const char *style = fine ? write_style(movie) : NULL;
    if (!style) return false;
    jd_draw_group(movie->draft.d, NULL, style);
    jd_draw_group_end(movie->draft.d);
    return true;
}

/* ---- The drawing
 * ---------------------------------------------------------------------------------- */

bool jd_sketch_moving(const Show *show, Drawing *drawing) {
    const Film *film = show->run_count > 0 && jd_trace_rows(show->runs[0].film.trace) > 0
                           ? &show->runs[0].film
                           : NULL;
    SketchDef def = show->draw ? *show->draw : (SketchDef){0};
    def.names = def.dimensions = def.ghost = false;
    def.time = 0;
    jd_film_box(film, show->scene, &def.low, &def.high);
    *drawing = jd_drawing(0, 0, def.theme);
    if (!film) return jd_sketch_draw(show->scene, NULL, &def, drawing);

    Movie movie = {.show = show, .film = film};
    Show smooth = *show;
    bool fine = jd_draft_open(&movie.draft, show->scene, film, &def, drawing);
    if (fine) find_frames(&movie, &smooth);
    fine = fine && make_movie(&movie);
    jd_draft_close(&movie.draft);
    jd_arena_free(&movie.arena);
    drawing->title = show->scene->title;
    drawing->description = show->scene->about;
    return fine;
}
