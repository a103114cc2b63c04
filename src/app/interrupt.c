/* SPDX-License-Identifier: MIT
 *
 * Signals that are to end the program: Ctrl-C (SIGINT), somebody else (SIGTERM), a terminal that is
 * closed (SIGHUP). While a run goes on they are asked for at every step and row, so that what there
 * is can be saved. Before the first run there is nothing to save, and the program ends at once.
 * Behind it the program has some time to come to its end. The second signal ends it at once,
 * wherever it is.
 *
 * What the handler shares with the rest stands here: there is no other way to hear of a signal. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 1 }; /* s that the program has to come to its end */

static volatile sig_atomic_t caught;   /* the signal; 0: none */
static volatile sig_atomic_t asked;    /* somebody asks for it, again and again */
static volatile sig_atomic_t has_rows; /* there may be something to save */
static volatile sig_atomic_t is_doomed;
static char doomed[4096]; /* a file that is of no use if the program ends at once */

static void end_now(void) {
    if (is_doomed) unlink(doomed);
    _exit(128 + (int)caught);
}

static void hear(int signal) {
    const bool again = caught != 0;
    if (signal != SIGALRM) caught = signal;
    if (again || !(asked || has_rows)) end_now();
    if (!asked) alarm(PATIENCE);
}

/* What the program was started to ignore (nohup, a job in the background) it does. */
static void hear_of(int signal) {
    struct sigaction action = {.sa_handler = hear, .sa_flags = SA_RESTART}, before;
    sigfillset(&action.sa_mask);
    if (sigaction(signal, NULL, &before) != 0) return;
    if (before.sa_handler == SIG_IGN && signal != SIGALRM) return;
    sigaction(signal, &action, NULL);
}

void jd_interrupt_install(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++) hear_of(signals[n]);
}

/* A signal from before is heard now: what comes has the time that it takes. */
void jd_interrupt_watch(void) {
    asked = has_rows = 1;
    alarm(0);
}

void jd_interrupt_rest(void) {
    asked = 0;
}

int jd_interrupt_signal(void) {
    return (int)caught;
}

void jd_interrupt_doom(const char *path) {
    is_doomed = 0;
    if (!path || strlen(path) >= sizeof doomed) return;
    memcpy(doomed, path, strlen(path) + 1);
    is_doomed = 1;
}
