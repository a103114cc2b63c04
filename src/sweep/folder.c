/* SPDX-License-Identifier: MIT
 *
 * The folder of a study, which is all that its workers share, be they threads, processes or
 * machines:
 *
 *     study             what it is, so that no other one works in it
 *     claim.0012.1      somebody works on chunk 12: host and process; touched now and then. Made by
 * creation that only one can do first. Another worker takes over by claim.0012.2 when the first is
 * dead done.0012         the claim of a chunk that is done, renamed rows.<worker>     records, a
 * file for each worker
 *
 * However many variants there are, there are at most MOST_CHUNKS chunks. */
#define _XOPEN_SOURCE 700
#include "sweep/sweep.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PATH = 4200 };

static bool report_file(JdLog *log, const char *path, const char *what, int why) {
    jd_report(log, JD_ERROR, "file-write", nowhere, "cannot %s '%s': %s", what, path,
              strerror(why));
    if (why == ENOSPC || why == EDQUOT || why == EFBIG)
        jd_hint(log,
                "what is done stays in the folder: make room, and give the same command again");
    return false;
}

static void path_of(const Study *study, const char *name, char path[PATH]) {
    snprintf(path, PATH, "%s/%s", study->path, name);
}

static bool write_all(int file, const char *bytes, size_t count) {
    while (count > 0) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* ---- Opening -------------------------------------------------------------------------------- */

/* Something else than a study. */
static bool is_strange(const Study *study) {
    DIR *folder = opendir(study->path);
    bool strange = false;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
            strncmp(entry->d_name, "study", 5))
            strange = true;
    if (folder) closedir(folder);
    return strange;
}

static bool is_ours(const Study *study, const char *path, const char *ours, JdLog *log) {
    char first[160] = "";
    FILE *file = fopen(path, "rb");
    const size_t count = file ? fread(first, 1, sizeof first - 1, file) : 0;
    if (file) fclose(file);
    const size_t length = strcspn(ours, "\n");
    if (count > length && !strncmp(first, ours, length + 1)) return true;
    jd_report(log, JD_ERROR, "study-other", nowhere, "the folder '%s' is that of another study",
              study->path);
    jd_hint(log, "its file 'study' says of which; take another folder with --study, or remove this "
                 "one");
    return false;
}

bool jd_study_open(Study *study, const char *what, JdLog *log) {
    char path[PATH], own[PATH];
    Text text = {0};
    study->chunk = (study->total + MOST_CHUNKS - 1) / MOST_CHUNKS;
    if (study->chunk < 1) study->chunk = 1;
    study->chunks = (int)((study->total + study->chunk - 1) / study->chunk);
    if (mkdir(study->path, 0777) != 0 && errno != EEXIST)
        return report_file(log, study->path, "make the folder", errno);
    jd_text_print(&text, "jourdain study 1 %016llx %ld\n%s\n", (unsigned long long)study->hash,
                  study->total, what);
    if (text.failed) return jd_report_memory(log), false;
    path_of(study, "study", path);
    bool good = true;
    struct stat state;
    /* In this order: others who come at the same time put files there only behind that of the
     * study. */
    if (is_strange(study) && stat(path, &state) != 0) {
        jd_report(log, JD_ERROR, "study-other", nowhere,
                  "the folder '%s' has files in it and is of no study", study->path);
        jd_hint(log, "take another folder with --study");
        jd_text_free(&text);
        return false;
    }
    /* Whole or not at all, and by one alone. */
    snprintf(own, sizeof own, "%s/study.%ld", study->path, (long)getpid());
    const int file = open(own, O_CREAT | O_TRUNC | O_WRONLY, 0666);
    if (file < 0 || !write_all(file, text.at, text.count))
        good = report_file(log, own, "write", errno);
    if (file >= 0) close(file);
    if (good && link(own, path) != 0 && errno != EEXIST && rename(own, path) != 0)
        good = report_file(log, path, "write", errno);
    unlink(own);
    good = good && is_ours(study, path, text.at, log);
    jd_text_free(&text);
    return good;
}

static bool begins_with(const char *text, const char *word) {
    return !strncmp(text, word, strlen(word));
}

/* Files whose names begin so; all of them but that of the study, if NULL. */
static void remove_files(const Study *study, const char *word) {
    DIR *folder = opendir(study->path);
    char path[PATH];
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        const bool wanted =
            word ? begins_with(entry->d_name, word) : strcmp(entry->d_name, "study");
        if (entry->d_name[0] == '.' || !wanted) continue;
        path_of(study, entry->d_name, path);
        unlink(path);
    }
    if (folder) closedir(folder);
}

/* What says that a chunk is done goes before its records, and the name of the study last: whoever
 * is killed in between leaves a folder that can be gone on with. */
bool jd_study_clear(const Study *study) {
    remove_files(study, "done.");
    remove_files(study, NULL);
    remove_files(study, "study");
    return rmdir(study->path) == 0;
}

int jd_study_done(const Study *study) {
    DIR *folder = opendir(study->path);
    int count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        count += !strncmp(entry->d_name, "done.", 5);
    if (folder) closedir(folder);
    return count;
}

void jd_study_reopen(const Study *study, long from, long end) {
    char name[32], path[PATH];
    for (long chunk = from / study->chunk; from < end && chunk * study->chunk < end; chunk++) {
        snprintf(name, sizeof name, "done.%04ld", chunk);
        path_of(study, name, path);
        unlink(path);
    }
}

/* ---- Claims --------------------------------------------------------------------------------- */

void jd_worker_init(Worker *worker, const Study *study, int number) {
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    for (char *c = host; *c; c++)
        if (*c == '/' || *c == ' ') *c = '_';
    *worker = (Worker){.study = study, .file = -1};
    snprintf(worker->name, sizeof worker->name, "%s-%ld-%d", host, (long)getpid(), number);
    /* Workers begin at different places, so that they seldom try for the same. */
    const uint64_t hash = jd_hash(0, worker->name, strlen(worker->name));
    worker->next = study->chunks ? (int)(hash % (uint64_t)study->chunks) : 0;
}

static bool is_done(Worker *worker, int chunk) {
    char name[32], path[PATH];
    struct stat state;
    if (worker->done[chunk]) return true;
    snprintf(name, sizeof name, "done.%04d", chunk);
    path_of(worker->study, name, path);
    if (stat(path, &state) != 0) return false;
    worker->done[chunk] = true;
    return true;
}

/* True: this worker is the first to claim. */
static bool claim(Worker *worker, int chunk, int generation, JdLog *log) {
    char path[PATH], words[160];
    snprintf(worker->claim, sizeof worker->claim, "claim.%04d.%d", chunk, generation);
    path_of(worker->study, worker->claim, path);
    const int file = open(path, O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (file < 0) {
        worker->claim[0] = '\0';
        if (errno != EEXIST) worker->failed = !report_file(log, path, "write", errno);
        return false;
    }
    const int length = snprintf(words, sizeof words, "%s\n", worker->name);
    write_all(file, words, (size_t)length);
    close(file);
    if (!is_done(worker, chunk)) return true;
    unlink(path); /* it was done, and its claim renamed, in between */
    worker->claim[0] = '\0';
    return false;
}

enum { NAMELESS = 2 }; /* seconds that a claim may be without the name of its worker */

/* Whether the worker of a claim is dead: on this machine its process is gone, or its heart stopped.
 */
static bool is_dead(const Worker *worker, const char *path) {
    char name[96] = "";
    struct stat state;
    FILE *file = fopen(path, "rb");
    if (!file) return false; /* done meanwhile */
    const size_t count = fread(name, 1, sizeof name - 1, file);
    const bool known = fstat(fileno(file), &state) == 0;
    fclose(file);
    if (!known) return false;
    const double age = difftime(time(NULL), state.st_mtime);
    if (age > worker->study->stale) return true;
    const char *last = strrchr(name, '-');
    const char *own = strrchr(worker->name, '-');
    if (!count) return age > NAMELESS; /* killed before it could write its name */
    if (!last || !own) return false;
    const char *pid = last, *own_pid = own;
    while (pid > name && pid[-1] != '-') pid--;
    while (own_pid > worker->name && own_pid[-1] != '-') own_pid--;
    const size_t host = (size_t)(pid - name);
    if (host != (size_t)(own_pid - worker->name) || strncmp(name, worker->name, host)) return false;
    const long process = strtol(pid, NULL, 10);
    return process > 0 && kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

/* Takes over from a worker that is dead. */
static bool take_over(Worker *worker, int chunk, JdLog *log) {
    char name[48], path[PATH];
    struct stat state;
    int generation = 1;
    for (;; generation++) {
        snprintf(name, sizeof name, "claim.%04d.%d", chunk, generation + 1);
        path_of(worker->study, name, path);
        if (stat(path, &state) != 0) break;
    }
    snprintf(name, sizeof name, "claim.%04d.%d", chunk, generation);
    path_of(worker->study, name, path);
    return is_dead(worker, path) && claim(worker, chunk, generation + 1, log);
}

int jd_worker_claim(Worker *worker, JdLog *log) {
    const int chunks = worker->study->chunks;
    for (int pass = 0; pass < 2; pass++)
        for (int n = 0; n < chunks && !worker->failed; n++) {
            const int chunk = (worker->next + n) % chunks;
            if (is_done(worker, chunk)) continue;
            if (pass == 0 ? !claim(worker, chunk, 1, log) : !take_over(worker, chunk, log))
                continue;
            worker->next = (chunk + 1) % chunks;
            return chunk;
        }
    return -1;
}

void jd_worker_beat(const Worker *worker) {
    char path[PATH];
    if (!worker->claim[0]) return;
    path_of(worker->study, worker->claim, path);
    utimensat(AT_FDCWD, path, NULL, 0);
}

/* ---- Records -------------------------------------------------------------------------------- */

/* A file that nobody has written to: behind a line that was torn nothing would be found again. */
static bool open_rows(Worker *worker, JdLog *log) {
    char name[160], path[PATH];
    for (int n = 0; worker->file < 0; n++) {
        snprintf(name, sizeof name, n ? "rows.%s.%d" : "rows.%s", worker->name, n);
        path_of(worker->study, name, path);
        worker->file = open(path, O_CREAT | O_EXCL | O_APPEND | O_WRONLY, 0666);
        if (worker->file < 0 && errno != EEXIST) return report_file(log, path, "write", errno);
    }
    return true;
}

bool jd_worker_record(Worker *worker, const Record *record, JdLog *log) {
    Text line = {0};
    if (worker->file < 0 && !open_rows(worker, log)) return worker->failed = true, false;
    jd_record_write(record, &line);
    if (line.failed)
        jd_report_memory(log);
    else if (!write_all(worker->file, line.at, line.count))
        line.failed = !report_file(log, worker->study->path, "write to the folder", errno);
    const bool good = !line.failed;
    jd_text_free(&line);
    if (!good) worker->failed = true;
    return good;
}

bool jd_worker_finish(Worker *worker, int chunk, JdLog *log) {
    char name[48], path[PATH], done[PATH];
    path_of(worker->study, worker->claim, path);
    snprintf(name, sizeof name, "done.%04d", chunk);
    path_of(worker->study, name, done);
    /* Another one may have taken it over and finished it before; then its records are the same. */
    const bool good = rename(path, done) == 0 || errno == ENOENT;
    if (!good) report_file(log, done, "write", errno);
    const int generation = atoi(worker->claim + strlen("claim.0000."));
    for (int n = 1; n < generation; n++) {
        snprintf(name, sizeof name, "claim.%04d.%d", chunk, n);
        path_of(worker->study, name, path);
        unlink(path);
    }
    worker->claim[0] = '\0';
    worker->done[chunk] = true;
    return good;
}

/* What it did not finish others may do. */
void jd_worker_close(Worker *worker) {
    char path[PATH];
    if (worker->file >= 0) close(worker->file);
    worker->file = -1;
    if (!worker->claim[0]) return;
    path_of(worker->study, worker->claim, path);
    unlink(path);
    worker->claim[0] = '\0';
}
