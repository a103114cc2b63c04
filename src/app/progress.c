/* SPDX-License-Identifier: MIT
 *
 * While a run goes on: a progress line, and Ctrl-C. The signal's flag is the one variable of the
 * program that everybody shares; there is no other way to hear of a signal. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS_BETWEEN = 16 }; /* the clock is asked at every 16th step */
static const double first_after = 1, terminal_every = 0.2, plain_every = 10; /* s */

static volatile sig_atomic_t caught;

static void remember(int signal) {
    caught = signal;
}

/* The second Ctrl-C ends the program at once, as usual. */
void jd_interrupt_watch(void) {
    struct sigaction action = {.sa_handler = remember, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int jd_interrupt_signal(void) {
    return (int)caught;
}

double jd_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void jd_progress_start(Progress *progress, double until, bool silent) {
    const char *term = getenv("TERM");
    const double now = jd_clock();
    *progress = (Progress){.until = until,
                           .silent = silent,
                           .clock_start = now,
                           .on_terminal = jd_is_terminal(stderr) && term && strcmp(term, "dumb")};
    progress->clock_next = now + (progress->on_terminal ? first_after : plain_every);
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
    if (caught) return true;
    if (progress->silent || progress->steps % STEPS_BETWEEN != 0) return false;
    const double now = jd_clock();
    if (now >= progress->clock_next) show(progress, time, now);
    return false;
}

void jd_progress_end(Progress *progress) {
    if (progress->shown) fputs("\r\033[K", stderr);
    progress->shown = false;
}
