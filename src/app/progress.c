/* SPDX-License-Identifier: MIT
 *
 * While a run goes on: a progress line, and a look whether the program is to end. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double nanosecond = 1e-9; /* s */

enum { STEPS_BETWEEN = 16 }; /* the clock is asked at every 16th step */
static const double first_after = 1, terminal_every = 0.2, plain_every = 10; /* s */

double jd_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + nanosecond * (double)now.tv_nsec;
}

void jd_progress_start(Progress *progress, double until, bool silent) {
    const char *term = getenv("TERM");
    const double now = jd_clock();
    *progress = (Progress){.until = until,
                           .silent = silent,
                           .clock_start = now,
                           .on_terminal = jd_is_terminal(stderr) && term && strcmp(term, "dumb")};
    progress->clock_next = now + (progress->on_terminal ? first_after : plain_every);
    jd_interrupt_watch();
}

static void show(Progress *progress, double time, double now) {
    const double took = now - progress->clock_start;
    const double share = progress->until > 0 ? time / progress->until : 0;
    const double left = share > 0 ? took * (1 - share) / share : 0;
    fprintf(stderr, "%st = %.4g s of %.4g s, %.0f %%, %.3g steps/s, %.0f s left%s",
            progress->on_terminal ? "\r" : "", time, progress->until, 100 * share,
            (double)progress->steps / took, left, progress->on_terminal ? "\033[K" : "\n");
    fflush(stderr);
    progress->shown = progress->on_terminal;
    progress->clock_next = now + (progress->on_terminal ? terminal_every : plain_every);
}

bool jd_progress_step(void *data, double time) {
    Progress *progress = data;
    progress->steps++;
    if (jd_interrupt_signal()) return true;
    if (progress->silent || progress->steps % STEPS_BETWEEN != 0) return false;
    const double now = jd_clock();
    if (now >= progress->clock_next) show(progress, time, now);
    return false;
}

bool jd_progress_share(void *data, double share) {
    Progress *progress = data;
    const double now = jd_clock(), took = now - progress->clock_start;
    if (jd_interrupt_signal()) return true;
    if (progress->silent || now < progress->clock_next) return false;
    fprintf(stderr, "%spictures: %.0f %%, %.0f s left%s", progress->on_terminal ? "\r" : "",
            100 * share, share > 0 ? took * (1 - share) / share : 0,
            progress->on_terminal ? "\033[K" : "\n");
    fflush(stderr);
    progress->shown = progress->on_terminal;
    progress->clock_next = now + (progress->on_terminal ? terminal_every : plain_every);
    return false;
}

void jd_progress_end(Progress *progress) {
    jd_interrupt_rest();
    if (progress->shown) fputs("\r\033[K", stderr);
    progress->shown = false;
}
