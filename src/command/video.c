/* SPDX-License-Identifier: MIT
 *
 * Videos by ffmpeg, where it is found: it knows all codecs, and none of them is worth knowing here.
 */
#define _XOPEN_SOURCE 700
#include "command/video.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const maker = "ffmpeg";

/* What each kind wants; players know yuv420p. */
typedef struct {
    const char *ending;
    const char *options[9]; /* ending with NULL */
} VideoKind;

static const VideoKind kinds[] = {
    {"mp4",
     {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", NULL}},
    {"mov",
     {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", NULL}},
    {"mkv", {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", NULL}},
    {"webm", {"-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-pix_fmt", "yuv420p", NULL}},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const VideoKind *kind_of(const char *path) {
    for (int n = 0; n < KINDS; n++)
        if (jd_path_ends(path, kinds[n].ending)) return &kinds[n];
    return NULL;
}

bool jd_video_is(const char *path) {
    return kind_of(path) != NULL;
}

bool jd_video_can_write(App *app, const char *path) {
    if (jd_app_has_program(maker)) return true;
    jd_report(app->log, JD_ERROR, "video-missing", nowhere,
              "'%s' is made by %s, and there is no such program here", path, maker);
    jd_hint(app->log, "install it; or write .gif or .apng, which need nothing else");
    return false;
}

/* ---- The folder of frames -------------------------------------------------------------------- */

typedef struct {
    char *folder, *frames, *video; /* frames: with %06d */
} Workshop;

static bool open_workshop(App *app, const VideoKind *kind, Workshop *w) {
    const char *place = getenv("TMPDIR");
    w->folder =
        jd_arena_format(&app->arena, "%s/jourdain-XXXXXX", place && *place ? place : "/tmp");
    if (!w->folder || !mkdtemp(w->folder)) {
        jd_report(app->log, JD_ERROR, "file-write", nowhere,
                  "a folder for the frames cannot be made: %s", strerror(errno));
        return false;
    }
    w->frames = jd_arena_format(&app->arena, "%s/frame-%%06d.png", w->folder);
    w->video = jd_arena_format(&app->arena, "%s/video.%s", w->folder, kind->ending);
    return w->frames && w->video;
}

static void close_workshop(const Workshop *w) {
    char name[4096];
    bool there = w->frames != NULL;
    for (int n = 0; there; n++) {
        const int used = snprintf(name, sizeof name, "%s/frame-%06d.png", w->folder, n);
        there = used > 0 && used < (int)sizeof name && unlink(name) == 0;
    }
    if (w->video) unlink(w->video);
    rmdir(w->folder);
}

/* ---- The maker ------------------------------------------------------------------------------- */

static void become_maker(const VideoKind *kind, const Workshop *w, const char *rate) {
    const char *words[32] = {maker,        "-loglevel", "error", "-nostdin", "-y",
                             "-framerate", rate,        "-i",    w->frames};
    int count = 9;
    for (int n = 0; kind->options[n]; n++) words[count++] = kind->options[n];
    words[count++] = w->video;
    words[count] = NULL;
    const int null = open("/dev/null", O_RDWR);
    if (null >= 0) dup2(null, STDOUT_FILENO);
    execvp(maker, (char *const *)words);
    _exit(127);
}

static bool make_video(App *app, const VideoKind *kind, const Workshop *w, double frames) {
    char rate[32];
    int status = -1;
    snprintf(rate, sizeof rate, "%.6g", frames > 0 ? frames : 30);
    const pid_t child = fork();
    if (child == 0) become_maker(kind, w, rate);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
    jd_report(app->log, JD_ERROR, "video-failed", nowhere,
              "%s did not make a .%s of the frames; what it says stands above", maker,
              kind->ending);
    jd_hint(app->log, "write .gif or .apng instead, or frames: frame-%%04d.png");
    return false;
}

static bool take_over(App *app, const Workshop *w, const char *path) {
    FILE *from = fopen(w->video, "rb");
    NewFile file;
    bool good = from && jd_file_begin(&file, path, app->log);
    if (!from) jd_report_unreadable(app->log, nowhere, w->video, strerror(errno));
    char bytes[1 << 14];
    for (size_t n; good && (n = fread(bytes, 1, sizeof bytes, from)) > 0;)
        if (fwrite(bytes, 1, n, file.out) != n) break; /* told by jd_file_end */
    if (good) good = jd_file_end(&file, app->log);
    if (from) fclose(from);
    return good;
}

bool jd_video_write(App *app, JdMovieDef movie, const char *path) {
    const VideoKind *kind = kind_of(path);
    Workshop w = {0};
    movie.transparent = false; /* none of these kinds knows what is clear */
    if (!kind || !open_workshop(app, kind, &w)) return false;
    const bool good = jd_movie_write(movie, w.frames, app->log) &&
                      make_video(app, kind, &w, movie.frames) && take_over(app, &w, path);
    close_workshop(&w);
    return good;
}
