/* SPDX-License-Identifier: MIT
 *
 *     audit [--seed S] [--count N] [--shard I/N] [--journal FILE] [--found FOLDER] [--show]
 * [--quick] audit --summary JOURNAL... audit --replay MODEL...     findings that were kept: as they
 * expect, or with a warning
 *
 * Audits mechanisms 0 ... N-1 of a seed (those with number % N = I - 1 of a shard), each in a
 * process of its own, so that a crash or an endless loop is a finding like others. A line for each
 * goes to the journal; a mechanism that has its line there is not tried again. Findings are made
 * smaller and kept in a folder. Exit 1 if there is one, 2 for wrong use. --quick tries a third of
 * the ways with the steppers that are not the default, the next third with the next mechanism.
 * --trust asks how good the estimates of jd_verify are, of the same mechanisms and ways. */
#include "found.h"
#include "generate.h"
#include "replay.h"
#include "summary.h"
#include "trust.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUICK_ALWAYS = 6 };                /* ways: those of the default stepper come first */
enum { TWINS_EVERY = 16 };                /* mechanisms in which both of two equal ways are run */
static const double KILL_AFTER = 3600;    /* s of the clock, for one mechanism, */
enum { SECONDS_MOST = 300 };              /* and of the processor, which others may use, too */
static const double MINIMISE_SECONDS = 8; /* of the processor */

typedef struct {
    unsigned long seed;
    long count, shard, shards;
    const char *journal, *found;
    bool show, quick, trust;
} Options;

/* ---- One mechanism --------------------------------------------------------------------------- */

static void add_codes(const Trial *t, char *codes, size_t room) {
    for (int k = 0; k < t->codes; k++) {
        char word[CODE_ROOM + 2];
        snprintf(word, sizeof word, ",%s", t->code[k]);
        const char *at = strstr(codes, word);
        if (at && (at[strlen(word)] == ',' || at[strlen(word)] == '\0')) continue;
        const size_t length = strlen(codes);
        snprintf(codes + length, room - length, "%s", word);
    }
}

static double seconds_now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_finding(const Options *o, const Subject *s, long number, const Way *way,
                         const Verdict *seen) {
    static Subject smaller;
    char name[96], origin[64];
    audit_minimise(s, way, seen, MINIMISE_SECONDS, &smaller);
    snprintf(name, sizeof name, "%lu-%ld-%s-%s-%s", o->seed, number, way->form, way->stepper,
             way->stabilise);
    snprintf(origin, sizeof origin, "seed %lu, mechanism %ld", o->seed, number);
    audit_keep(&smaller, way, o->found, name, origin);
}

static void show_way(const Way *way, const Channels *channels, const Verdict *v, double seconds) {
    fprintf(stderr,
            "%c %-12s %-6s %-10s %9.2g %-14s at %-12.8g is %-20.12g wanted %-20.12g %ld steps, "
            "%.3f s\n",
            v->letter, way->form, way->stepper, way->stabilise, v->most.share,
            v->most.channel < 0 ? "-" : channels->is[v->most.channel].name, v->most.time,
            v->most.is, v->most.wanted, v->trial.steps, seconds);
}

/* What came of all ways of one mechanism. */
typedef struct {
    char letters[32], codes[512], worst[128];
    double share;
    const Way *finding; /* the first of the gravest, */
    Verdict seen;       /* and what was seen */
} Outcome;

static void add_way(const Way *way, const Channels *channels, const Verdict *v, Outcome *out) {
    add_codes(&v->trial, out->codes, sizeof out->codes);
    if (audit_gravity(v->letter) > audit_gravity(out->seen.letter))
        out->finding = way, out->seen = *v;
    if (v->most.channel < 0 || v->most.share <= out->share) return;
    out->share = v->most.share;
    snprintf(out->worst, sizeof out->worst, "%s/%s/%s:%s@%.6g", way->form, way->stepper,
             way->stabilise, channels->is[v->most.channel].name, v->most.time);
}

/* The minimal form is put onto its locks whatever the stabilisation: of two such ways the second is
 * the first. Now and then both are run. */
static bool has_twin(const Options *o, long number, int w) {
    const bool known =
        !strcmp(audit_ways[w].form, "minimal") && strcmp(audit_ways[w].stabilise, "projection");
    return known && !o->show && number % TWINS_EVERY;
}

static int twin_of(int w) {
    int k = 0;
    while (strcmp(audit_ways[k].form, audit_ways[w].form) ||
           strcmp(audit_ways[k].stepper, audit_ways[w].stepper))
        k++;
    return k;
}

static void audit_one(const Options *o, long number, FILE *out) {
    static Subject s;
    static Channels channels;
    static Reference reference;
    static Verdict v;
    static Outcome is;
    const double start = seconds_now(CLOCK_PROCESS_CPUTIME_ID);
    audit_generate(o->seed, number, &s);
    audit_channels(&s, &channels);
    audit_reference(&s, &channels, &reference);
    is = (Outcome){.worst = "-"};
    for (int w = 0; w < audit_way_count; w++) {
        is.letters[w] = '_';
        if (o->quick && w >= QUICK_ALWAYS && (w + number) % 3) continue;
        if (has_twin(o, number, w) && is.letters[twin_of(w)] != '_') {
            is.letters[w] = is.letters[twin_of(w)];
            continue;
        }
        const double since = seconds_now(CLOCK_PROCESS_CPUTIME_ID);
        audit_judge(&s, &channels, &reference, &audit_ways[w], &v);
        const double seconds = seconds_now(CLOCK_PROCESS_CPUTIME_ID) - since;
        is.letters[w] = v.letter;
        add_way(&audit_ways[w], &channels, &v, &is);
        if (o->show) show_way(&audit_ways[w], &channels, &v, seconds);
    }
    if (is.finding && o->found) keep_finding(o, &s, number, is.finding, &is.seen);
    fprintf(out, "%ld %s %d %d %d %.1e %s %.2g %s %.3f %s\n", number, s.m.name, s.m.bodies - 1,
            s.freedoms, s.rows - s.rank, reference.least, is.letters, is.share, is.worst,
            seconds_now(CLOCK_PROCESS_CPUTIME_ID) - start, is.codes[0] ? is.codes + 1 : "-");
}

/* ---- Each in a process of its own ------------------------------------------------------------ */

static void say_hung(long number, char *line, size_t room) {
    snprintf(line, room, "%ld hung 0 0 0 0 HHHHHHHHHHHHHHHHHH 0 - %d -\n", number, SECONDS_MOST);
}

/* What the process wrote, or why there is nothing. */
static void wait_for(pid_t child, int from, long number, char *line, size_t room) {
    const double end = seconds_now(CLOCK_MONOTONIC) + KILL_AFTER;
    size_t length = 0;
    int status = 0;
    for (;;) {
        struct pollfd p = {.fd = from, .events = POLLIN};
        const double left = end - seconds_now(CLOCK_MONOTONIC);
        if (left <= 0 || poll(&p, 1, (int)(1000 * left) + 1) == 0) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            say_hung(number, line, room);
            return;
        }
        const ssize_t count = read(from, line + length, room - 1 - length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        length += (size_t)count;
    }
    line[length] = '\0';
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        say_hung(number, line, room);
    else if (!WIFEXITED(status) || WEXITSTATUS(status) || length == 0)
        snprintf(line, room, "%ld crashed 0 0 0 0 CCCCCCCCCCCCCCCCCC 0 - 0 signal-%d\n", number,
                 WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

static bool audit_apart(const Options *o, long number, char *line, size_t room) {
    int ends[2];
    if (pipe(ends)) return false;
    fflush(NULL);
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        const struct rlimit most = {SECONDS_MOST, SECONDS_MOST + 1};
        close(ends[0]);
        setrlimit(RLIMIT_CPU, &most);
        FILE *out = fdopen(ends[1], "w");
        if (out) audit_one(o, number, out);
        _exit(out && fclose(out) == 0 ? 0 : 1);
    }
    close(ends[1]);
    wait_for(child, ends[0], number, line, room);
    close(ends[0]);
    return true;
}

/* ---- The journal ----------------------------------------------------------------------------- */

/* Marks the mechanisms that have a whole line; a last line without its end is cut off. */
static void read_journal(const char *path, bool *done, long count) {
    FILE *file = path ? fopen(path, "r+") : NULL;
    if (!file) return;
    char line[2048];
    long whole = 0;
    while (fgets(line, sizeof line, file)) {
        if (!strchr(line, '\n')) break;
        whole = ftell(file);
        const long number = strtol(line, NULL, 10);
        if (number >= 0 && number < count) done[number] = true;
    }
    if (ftruncate(fileno(file), whole)) perror(path);
    fclose(file);
}

static int audit_all(const Options *o) {
    bool *done = calloc((size_t)o->count + 1, sizeof *done);
    if (!done) return 2;
    read_journal(o->journal, done, o->count);
    FILE *journal = o->journal ? fopen(o->journal, "a") : tmpfile();
    if (!journal) {
        perror(o->journal);
        free(done);
        return 2;
    }
    static Summary sum;
    for (long n = o->shard - 1; n < o->count; n += o->shards) {
        char line[2048];
        if (done[n]) continue;
        if (!audit_apart(o, n, line, sizeof line)) break;
        fputs(line, journal);
        fflush(journal);
        if (!o->journal) audit_summary_line(&sum, line);
        if (o->show) fputs(line, stdout);
    }
    fclose(journal);
    free(done);
    if (o->journal && !audit_summary_file(&sum, o->journal)) return 2;
    audit_summary_print(&sum, stdout);
    return audit_summary_findings(&sum) ? 1 : 0;
}

/* ---- Words on the command line --------------------------------------------------------------- */

static int usage(void) {
    fprintf(stderr, "audit [--seed S] [--count N] [--shard I/N] [--journal FILE] [--found FOLDER] "
                    "[--show] [--quick]\n"
                    "audit --trust [--seed S] [--count N] [--shard I/N] [--show] [--quick]\n"
                    "audit [--seed S] --one NUMBER | --text NUMBER\n"
                    "audit --summary JOURNAL...\n");
    return 2;
}

static int summarise(char **paths) {
    static Summary sum;
    for (; *paths; paths++)
        if (!audit_summary_file(&sum, *paths)) return 2;
    audit_summary_print(&sum, stdout);
    return audit_summary_findings(&sum) ? 1 : 0;
}

static int replay(char **paths) {
    int wrong = 0;
    for (; *paths; paths++) wrong += !audit_replay(*paths);
    if (wrong) fprintf(stderr, "%d findings are seen again\n", wrong);
    return wrong ? 1 : 0;
}

static int show_one(Options o, long number) {
    o.show = true;
    audit_one(&o, number, stdout);
    return 0;
}

static int show_text(const Options *o, long number) {
    static Subject s;
    static char text[64 * 1024];
    audit_generate(o->seed, number, &s);
    audit_text(&s.m, &s.starts, text, sizeof text);
    printf("# %s\n%s", s.m.name, text);
    for (int k = 0; k < s.m.instants; k++) printf("# row at %.17g\n", s.m.instant[k].time);
    return 0;
}

int main(int count, char **words) {
    Options o = {.seed = 1, .count = 300, .shard = 1, .shards = 1};
    for (int k = 1; k < count; k++) {
        const char *word = words[k];
        if (!strcmp(word, "--summary")) return summarise(words + k + 1);
        if (!strcmp(word, "--replay")) return replay(words + k + 1);
        if (!strcmp(word, "--show") || !strcmp(word, "--quick") || !strcmp(word, "--trust")) {
            *(word[2] == 's' ? &o.show : word[2] == 'q' ? &o.quick : &o.trust) = true;
            continue;
        }
        const char *value = k + 1 < count ? words[++k] : NULL;
        if (!value) return usage();
        if (!strcmp(word, "--seed"))
            o.seed = strtoul(value, NULL, 10);
        else if (!strcmp(word, "--count"))
            o.count = atol(value);
        else if (!strcmp(word, "--shard") && sscanf(value, "%ld/%ld", &o.shard, &o.shards) == 2) {
        } else if (!strcmp(word, "--journal"))
            o.journal = value;
        else if (!strcmp(word, "--found"))
            o.found = value;
        else if (!strcmp(word, "--one"))
            return show_one(o, atol(value));
        else if (!strcmp(word, "--text"))
            return show_text(&o, atol(value));
        else
            return usage();
    }
    if (o.count < 1 || o.shards < 1 || o.shard < 1 || o.shard > o.shards) return usage();
    if (o.trust) return audit_trust_all(o.seed, o.shard - 1, o.shards, o.count, o.quick, o.show);
    return audit_all(&o);
}
