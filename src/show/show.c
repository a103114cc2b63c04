/* SPDX-License-Identifier: MIT
 *
 * Kinds of files for a show, told by the ending of their name. A file appears whole or not at all;
 * of those with a file for each frame, each does. */
#include "show/show.h"
#include <stdio.h>
#include <string.h>

#define SHOW(name) extern const ShowType jd_show_##name;
#include "show/shows.def"
#undef SHOW

static const ShowType *const types[] = {
#define SHOW(name) &jd_show_##name,
#include "show/shows.def"
#undef SHOW
};
enum { TYPES = sizeof types / sizeof *types };

/* ---- Names of files ------------------------------------------------------------------------- */

/* The one %d or %04d of a pattern, and how many digits it has at least; NULL: not one. %% is a
 * percent sign. */
static const char *find_number(const char *pattern, int *digits, const char **behind) {
    const char *found = NULL;
    for (const char *at = pattern; (at = strchr(at, '%')); at++) {
        if (at[1] == '%') {
            at++;
            continue;
        }
        const char *d = at + 1 + strspn(at + 1, "0123456789");
        if (found || *d != 'd' || d - at > 3) return NULL;
        found = at;
        *digits = 0;
        for (const char *c = at + 1; c < d; c++) *digits = 10 * *digits + (*c - '0');
        *behind = d + 1;
    }
    return found;
}

static size_t add_plain(const char *from, const char *to, char *out, size_t used, size_t room) {
    for (; from < to && used + 1 < room; from++) {
        out[used++] = *from;
        if (from[0] == '%' && from[1] == '%') from++;
    }
    return used;
}

bool jd_frame_path(const char *pattern, int frame, char *out, size_t room) {
    int digits;
    const char *behind, *at = find_number(pattern, &digits, &behind);
    if (!at) return false;
    size_t used = add_plain(pattern, at, out, 0, room);
    const int written = snprintf(out + used, room - used, "%0*d", digits, frame);
    if (written < 0 || (size_t)written >= room - used) return false;
    used += (size_t)written;
    used = add_plain(behind, behind + strlen(behind), out, used, room);
    out[used] = '\0';
    return used + 1 < room;
}

/* ---- Which kind ----------------------------------------------------------------------------- */

const ShowType *jd_show_type_find(const char *path) {
    for (int n = 0; n < TYPES; n++)
        if (jd_path_ends(path, types[n]->ending)) return types[n];
    return NULL;
}

static void report_unknown(const char *path, JdLog *log) {
    const char *ending = jd_path_ending(path);
    if (*ending)
        jd_report(log, JD_ERROR, "picture-ending-unknown", nowhere,
                  "cannot tell what moving picture '%s' is to be: there is no kind '.%s'", path,
                  ending);
    else
        jd_report(log, JD_ERROR, "picture-ending-unknown", nowhere,
                  "cannot tell what moving picture '%s' is to be: its name has no ending", path);
    for (int n = 0; n < TYPES; n++)
        if (!types[n]->missing) jd_hint(log, ".%s: %s", types[n]->ending, types[n]->summary);
}

const ShowType *jd_show_type_check(const char *path, JdLog *log) {
    const ShowType *type = jd_show_type_find(path);
    int digits;
    const char *behind;
    if (!type) {
        report_unknown(path, log);
        return NULL;
    }
    if (type->missing) {
        jd_report(log, JD_ERROR, "picture-missing", nowhere,
                  "this program cannot write '%s': it was built without .%s", path, type->ending);
        jd_hint(log, "%s", type->missing);
        return NULL;
    }
    if (!type->many || find_number(path, &digits, &behind)) return type;
    jd_report(log, JD_ERROR, "picture-frames", nowhere,
              "'%s' names one file, but .%s is a file for each frame", path, type->ending);
    jd_hint(log, "put %%04d where the number of the frame is to be: frame-%%04d.%s", type->ending);
    jd_hint(log, "`jourdain draw` makes a single picture");
    return NULL;
}

/* ---- Writing -------------------------------------------------------------------------------- */

static bool write_one(const Show *show, const ShowType *type, const char *path, JdLog *log) {
    NewFile file;
    if (!jd_file_begin(&file, path, log)) return false;
    if (type->write(show, file.out, path, log)) return jd_file_end(&file, log);
    jd_file_drop(&file);
    return false;
}

bool jd_show_type_fits(const ShowType *type, const char *path, bool planar, bool off, JdLog *log) {
    if (off && !type->plots) {
        jd_report(log, JD_ERROR, "animation-off", nowhere,
                  "the model says `animation off`: there is nothing that could move in '%s'", path);
        jd_hint(log, "leave that line out, or write a page: in .html are the plots");
        return false;
    }
    if (planar || !type->planar) return true;
    jd_report(
        log, JD_ERROR, "animation-planar", nowhere,
        "'%s' would be a moving .%s of a spatial mechanism: there are such of planar ones only",
        path, type->ending);
    jd_hint(log, "write .html or .glb, which turn as well, or frames: frame-%%04d.png");
    jd_hint(log, "`jourdain draw` makes a single picture");
    return false;
}

/* What turns far between two recorded instants is not known well there. */
static void tell_fast(const Show *show, const char *path, JdLog *log) {
    const Film *film = show->run_count > 0 ? &show->runs[0].film : NULL;
    int body;
    if (!film || jd_trace_rows(film->trace) < 2) return;
    const double turn = jd_film_turn(film, &body), most = pi / 2;
    if (!(turn > most) || show->scene->bodies.at[body].hidden) return;
    jd_report(
        log, JD_NOTE, "show-fast", nowhere,
        "'%s' is too long a run to see '%s' turn: it turns by %.0f degrees from one of the %d "
        "instants to the next",
        path, show->scene->bodies.at[body].name, turn * 180 / pi, jd_trace_rows(film->trace));
    jd_hint(log, "show less of it: --to %.2g", jd_show_end(show) * most / turn / 2);
}

/* What would fill a disk is not begun. */
static bool has_end(const Show *show, const char *path, JdLog *log) {
    const int most = 100000;
    const double end = jd_show_end(show), step = jd_show_time(show, 1) - jd_show_time(show, 0);
    if (!(end > most * step) || !(step > 0)) return true;
    jd_report(log, JD_ERROR, "show-too-long", nowhere, "'%s' would have %.3g frames, more than %d",
              path, end / step, most);
    jd_hint(log,
            "take fewer frames per second (--fps), a greater --speed, or less of the run (--to)");
    return false;
}

bool jd_show_write(const Show *show, const char *path, JdLog *log) {
    const ShowType *type = jd_show_type_check(path, log);
    const Scene *scene = show->scene;
    if (!type || !jd_show_type_fits(type, path, scene->planar, scene->off, log)) return false;
    if (show->run_count > 1 && !type->plots)
        jd_report(log, JD_NOTE, "show-first-run", nowhere, "of the %d runs '%s' has the first, %s",
                  show->run_count, path, show->runs[0].name);
    if (type->frames && !has_end(show, path, log)) return false;
    tell_fast(show, path, log);
    return type->many ? type->write(show, NULL, path, log) : write_one(show, type, path, log);
}
