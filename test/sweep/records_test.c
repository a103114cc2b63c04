/* SPDX-License-Identifier: MIT
 *
 * Records in files: what was torn is passed over, each variant comes once and in order, whoever
 * wrote it; and numbers are sorted through less memory than they need. */
#include "check.h"
#include "sweep/sweep.h"
#include <stdlib.h>
#include <unistd.h>

static Study open_study(const char *name, long total, uint64_t hash, JdLog *log, bool good) {
    static char path[4000];
    snprintf(path, sizeof path, "%s/%s.%ld", JD_SCRATCH, name, (long)getpid());
    Study study = {.path = path, .total = total, .hash = hash, .stale = 60};
    assert_true(jd_study_open(&study, "a test", log) == good);
    return study;
}

static void a_record_reads_back_or_is_refused(void **state) {
    (void)state;
    double values[3] = {0.1, -1e-300, NAN}, read[3];
    Record record = {.variant = 41, .measured = true, .values = values, .count = 3};
    strcpy(record.status, "missed");
    strcpy(record.message, "a | b\nof two lines");
    Text line = {0};
    jd_record_write(&record, &line);
    Record back = {.values = read, .count = 3};
    assert_true(jd_record_read(line.at, line.count - 1, &back));
    assert_int_equal(back.variant, 41);
    assert_true(back.measured && !back.good);
    check_text(back.message, "a | b of two lines");
    check_text(back.status, "missed");
    assert_true(read[0] == 0.1 && read[1] == -1e-300 && isnan(read[2]));
    /* Torn anywhere, or with one letter changed anywhere. */
    for (size_t n = 0; n + 1 < line.count; n++) {
        assert_false(jd_record_read(line.at, n, &back));
        line.at[n] ^= 1;
        assert_false(jd_record_read(line.at, line.count - 1, &back));
        line.at[n] ^= 1;
    }
    jd_text_free(&line);
}

static void work(Worker *worker, int chunk, double offset) {
    double value;
    Record record = {.values = &value, .count = 1, .good = true, .measured = true};
    strcpy(record.status, "ok");
    const long first = chunk * worker->study->chunk;
    for (long n = first; n < first + worker->study->chunk && n < worker->study->total; n++) {
        record.variant = n;
        value = (double)n + offset;
        assert_true(jd_worker_record(worker, &record, NULL));
    }
}

static void chunks_are_claimed_once_and_merged_in_order(void **state) {
    (void)state;
    const long total = 5000; /* several in a chunk */
    Study study = open_study("merge", total, 1, NULL, true);
    assert_true(study.chunks <= MOST_CHUNKS && study.chunk > 1);
    static Worker worker[3];
    for (int n = 0; n < 3; n++) jd_worker_init(&worker[n], &study, n);
    int claimed = 0;
    for (int turn = 0;; turn++) {
        Worker *w = &worker[turn % 3];
        const int chunk = jd_worker_claim(w, NULL);
        if (chunk < 0) break;
        claimed++;
        if (turn == 7) { /* it dies in the middle: half a chunk, and a line that is torn */
            double value = 0;
            Record record = {.variant = chunk * study.chunk, .values = &value, .count = 1};
            strcpy(record.status, "ok");
            jd_worker_record(w, &record, NULL);
            assert_int_equal(write(w->file, "0123456789abcdef 17 2 o", 23), 23);
            w->file = -1;
            const int again = jd_worker_claim(w, NULL); /* another one, since its own is alive */
            assert_true(again >= 0 && again != chunk);
            work(w, again, 0);
            jd_worker_finish(w, again, NULL);
            claimed++;
            work(w, chunk, 0); /* what was taken over */
            snprintf(w->claim, sizeof w->claim, "claim.%04d.1", chunk);
            jd_worker_finish(w, chunk, NULL);
            continue;
        }
        work(w, chunk, 0);
        assert_true(jd_worker_finish(w, chunk, NULL));
    }
    assert_int_equal(claimed, study.chunks);
    assert_int_equal(jd_study_done(&study), study.chunks);
    for (int n = 0; n < 3; n++) jd_worker_close(&worker[n]);

    double value;
    Record record = {.values = &value, .count = 1};
    Merge *merge = jd_merge_open(&study, 1, NULL);
    for (long n = 0; n < total; n++) {
        assert_true(jd_merge_next(merge, &record));
        assert_int_equal(record.variant, n);
    }
    assert_false(jd_merge_next(merge, &record));
    assert_false(jd_merge_failed(merge));
    jd_merge_close(merge);
    assert_true(jd_study_clear(&study));
}

static void a_claim_without_a_heart_is_taken_over(void **state) {
    (void)state;
    Study study = open_study("stale", 3, 1, NULL, true);
    study.stale = -1; /* everybody is dead at once */
    static Worker a, b;
    jd_worker_init(&a, &study, 0);
    jd_worker_init(&b, &study, 1);
    const int first = jd_worker_claim(&a, NULL);
    int seen = 0;
    for (int n = 0; n < 3; n++) {
        const int chunk = jd_worker_claim(&b, NULL);
        assert_true(chunk >= 0);
        seen += chunk == first;
        work(&b, chunk, 0);
        assert_true(jd_worker_finish(&b, chunk, NULL));
    }
    assert_int_equal(seen, 1);
    assert_int_equal(jd_worker_claim(&b, NULL), -1);
    work(&a, first, 0); /* it was only slow */
    assert_true(jd_worker_finish(&a, first, NULL));
    jd_worker_close(&a);
    jd_worker_close(&b);
    assert_true(jd_study_clear(&study));
}

static void a_folder_of_another_study_is_refused(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    Study study = open_study("other", 3, 1, log, true);
    open_study("other", 3, 1, log, true);
    open_study("other", 3, 2, log, false);
    assert_string_equal(jd_log_message(log, 0).code, "study-other");
    jd_study_clear(&study);
    jd_log_free(log);
}

/* As where a disk has no room for another file: a worker that saw others at work would wait for
 * ever. */
static void a_folder_that_takes_no_claims_is_told(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    Study study = open_study("gone", 3, 1, log, true);
    Worker worker;
    jd_worker_init(&worker, &study, 0);
    assert_true(jd_study_clear(&study));
    assert_int_equal(jd_worker_claim(&worker, log), -1);
    assert_true(worker.failed);
    assert_int_equal(jd_log_count(log), 1);
    assert_string_equal(jd_log_message(log, 0).code, "file-write");
    jd_log_free(log);
}

static void more_numbers_than_memory_are_sorted(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    Sorter *sorter = jd_sorter_new(JD_SCRATCH);
    for (int n = 0; n < COUNT; n++) jd_sorter_add(sorter, floor(1000 * jd_draw_random(3, n, 0)), n);
    assert_true(jd_sorter_sort(sorter));
    for (int round = 0; round < 2; round++) {
        Sorted item, before = {-1, -1};
        long count = 0;
        double sum = 0;
        for (; jd_sorter_next(sorter, &item); count++) {
            assert_true(item.value > before.value ||
                        (item.value == before.value && item.index > before.index));
            sum += (double)item.index;
            before = item;
        }
        assert_int_equal(count, COUNT);
        check_near(sum, 0.5 * COUNT * (COUNT - 1.0), 0, "each once");
        jd_sorter_rewind(sorter);
    }
    jd_sorter_free(sorter);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_reads_back_or_is_refused),
        cmocka_unit_test(chunks_are_claimed_once_and_merged_in_order),
        cmocka_unit_test(a_claim_without_a_heart_is_taken_over),
        cmocka_unit_test(a_folder_of_another_study_is_refused),
        cmocka_unit_test(a_folder_that_takes_no_claims_is_told),
        cmocka_unit_test(more_numbers_than_memory_are_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
