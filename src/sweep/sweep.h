/* SPDX-License-Identifier: MIT
 *
 * Studies: many variants of one model. What is varied and the numbers of each variant (plan.c, draw.c), the records of the
 * variants that are done and who works on which, in files of a folder (folder.c, record.c), and what all of them say together
 * (merge.c, sort.c, summary.c). Knows no mechanics, and of a variant only its numbers: of parameters, of measures.
 *
 *     Plan -> values of variant n -> (a run) -> Record -> a file for each worker -> all records in order -> Summary
 */
#ifndef JD_SWEEP_H
#define JD_SWEEP_H

#include "spread/spread.h"

/* ---- The plan ------------------------------------------------------------------------------- */

enum { SOBOL_DIMENSIONS = 21 };

typedef struct {
    const char *name, *unit; /* unit: SI; NULL: its values are words */
    const char *said;        /* as it was asked for */
    LIST(double) numbers;    /* a list of values, */
    LIST(const char *) words; /* as they were written; of words nothing else */
    double from, to;         /* or a range of `steps` values, both ends included, */
    long steps;
    const Distribution *distribution; /* or drawn; NULL: it is none of these */
    double number[DISTRIBUTION_NUMBERS];
    int drawn;               /* which of the drawn ones; -1: it is none */
    bool setting;            /* not a parameter of the model, but `tol`, `form` ... */
} Axis;

typedef enum { DRAW_RANDOM, DRAW_SOBOL } DrawWay;

typedef struct {
    Arena arena;
    LIST(Axis) axes;
    int drawn;         /* axes that are drawn */
    long grid;         /* combinations of the others */
    long samples;      /* drawn for each of these; 1 if nothing is drawn */
    long total;        /* variants */
    DrawWay way;
    bool indices;      /* samples come in sets of drawn + 2: theory 10.2 */
    uint64_t seed;
    Where where;       /* the statement of the model that it is of; else nowhere */
    double *cholesky;  /* drawn x drawn, lower, of their correlation; NULL: they are independent */
} Plan;

/* "r=80mm,120mm", "r=120mm..160mm/41", "r~normal(153mm, 0.05mm)". `unit_of` tells the unit of a name, "" for words; NULL: there is no such. */
typedef struct {
    const char *(*unit_of)(void *data, const char *name, bool *setting);
    void *data;
} PlanNames;
bool jd_plan_add(Plan *plan, const char *text, const PlanNames *names, JdLog *log);
/* One that a model says: its numbers are SI. `how`: "list", "range", "words" or a distribution; of what is varied already, nothing. */
bool jd_plan_take(Plan *plan, const JdVaried *varied, const char *unit, bool setting, JdLog *log);
bool jd_plan_correlate(Plan *plan, const char *text, JdLog *log); /* "r,l=0.8" */
bool jd_plan_correlate_two(Plan *plan, const char *one, const char *two, double rho, Where where, JdLog *log);
/* A table: names in its first line, then a line for each with its name and correlations. */
bool jd_plan_correlate_table(Plan *plan, const char *path, const char *text, JdLog *log);
bool jd_plan_factor(Plan *plan, JdLog *log); /* of its correlations; false after a report */
/* When all is added: how many there are. samples 0: nobody said. */
bool jd_plan_close(Plan *plan, double samples, JdLog *log);
/* Of axis n in a variant: its number, or (words) which of them. */
void jd_plan_values(const Plan *plan, long variant, double *values);
long jd_axis_values(const Axis *axis); /* how many values a grid has of it; 1: it is drawn */
double jd_axis_value(const Axis *axis, long n);
void jd_plan_free(Plan *plan);
uint64_t jd_plan_hash(const Plan *plan, uint64_t hash);

/* Uniform in (0, 1), a function of these alone. */
double jd_draw_random(uint64_t seed, long sample, int dimension);
double jd_draw_sobol(uint64_t seed, long sample, int dimension); /* dimension < SOBOL_DIMENSIONS */

/* ---- Records -------------------------------------------------------------------------------- */

enum { RECORD_TEXT = 512, RECORD_STATUS = 64 };
/* What is known of a variant. values: its axes, then its measures. */
typedef struct {
    long variant;
    bool good;                    /* it came to its end and meets all conditions */
    bool measured;                /* it came to its end */
    char status[RECORD_STATUS];   /* "ok", "missed", or the code of what went wrong */
    char message[RECORD_TEXT];
    double *values;
    int count;
} Record;

bool jd_record_is_finite(const Record *record); /* it was measured, and all its numbers are */
/* A line of text with its checksum. */
void jd_record_write(const Record *record, Text *out);
/* False: the line is not one, or not whole. */
bool jd_record_read(const char *line, size_t length, Record *record);

/* ---- The folder of a study ------------------------------------------------------------------ */

enum { MOST_CHUNKS = 1024 };

typedef struct {
    const char *path;
    long total, chunk;  /* variants; of each chunk but the last */
    int chunks;
    uint64_t hash;      /* of what the study is */
    double stale;       /* s without a heartbeat after which a worker is dead */
} Study;

/* Opens the folder, or makes it. False after a report: it is of another study, or cannot be written. `what`: in words. */
bool jd_study_open(Study *study, const char *what, JdLog *log);

/* A worker: claims chunks, and has a file of its own for the records. */
typedef struct {
    const Study *study;
    char name[96];       /* host, process, number */
    int file;            /* -1: not yet */
    char claim[128];     /* the file of the chunk at work; "": none */
    int next;            /* chunk to try next */
    char done[MOST_CHUNKS];    /* chunks that are known to be */
    bool failed;         /* records cannot be written */
} Worker;
void jd_worker_init(Worker *worker, const Study *study, int number);
/* The next chunk that nobody works on; -1: there is none now, or (worker->failed) the folder takes no claims, after a report. */
int jd_worker_claim(Worker *worker, JdLog *log);
bool jd_worker_record(Worker *worker, const Record *record, JdLog *log);
void jd_worker_beat(const Worker *worker); /* it is alive */
bool jd_worker_finish(Worker *worker, int chunk, JdLog *log);
void jd_worker_close(Worker *worker);
int jd_study_done(const Study *study); /* chunks that are */
/* Variants from `from` to before `end` have no records: their chunks are done no longer, so that somebody does them. */
void jd_study_reopen(const Study *study, long from, long end);

/* ---- All records ---------------------------------------------------------------------------- */

/* Records of all workers, each variant once and in order, through memory that does not grow with them. */
typedef struct Merge Merge;
Merge *jd_merge_open(const Study *study, int values, JdLog *log);
bool jd_merge_next(Merge *merge, Record *record); /* record->values has room; false: no more, or a report */
bool jd_merge_failed(const Merge *merge);
void jd_merge_close(Merge *merge);
bool jd_study_clear(const Study *study); /* removes the folder with its files */

/* Numbers in a file, sorted through memory of a fixed size. */
typedef struct { double value; int64_t index; } Sorted;
FILE *jd_scratch_file(const char *folder); /* without a name: it is gone with the program, however that ends */

typedef struct Sorter Sorter;
Sorter *jd_sorter_new(const char *folder);
bool jd_sorter_add(Sorter *sorter, double value, int64_t index);
bool jd_sorter_sort(Sorter *sorter);
bool jd_sorter_next(Sorter *sorter, Sorted *item); /* in rising order */
void jd_sorter_rewind(Sorter *sorter);
void jd_sorter_free(Sorter *sorter);

/* ---- What they say together ----------------------------------------------------------------- */

enum { QUANTILES = 5, MOST_CAUSES = 16 };
extern const double jd_quantiles[QUANTILES];
typedef struct {
    long count;
    double mean, variance, least, greatest;
    long least_at, greatest_at; /* variants */
    double quantile[QUANTILES];
} ColumnSummary;

typedef struct { char status[RECORD_STATUS]; char message[RECORD_TEXT]; long count, first; } Cause;

typedef struct {
    int axes, measures;
    long total, present, good, measured;
    Cause cause[MOST_CAUSES];
    int causes;
    ColumnSummary *column;   /* of each measure */
    struct { double least, greatest; } *range; /* of each axis, where it was measured */
    double *correlation;     /* of ranks, measure x axis; NAN: there is none */
    double *effect;          /* share of the variance that an axis explains by itself, likewise */
    double *first, *whole;   /* Sobol's indices; NULL: not asked for. measure x drawn axis */
} Summary;

typedef struct {
    const Plan *plan;
    int axes, measures;
    const char *folder;
    Arena arena;
    Summary summary;
    struct SummaryColumn *at; /* axes, then measures */
    double *set; /* of --indices: values of the set at work, measure x (drawn + 2) */
    bool *set_known;
    struct IndexSums *sums;
    bool failed;
} Summing;
bool jd_summing_begin(Summing *summing, const Plan *plan, int measures, const char *folder);
void jd_summing_add(Summing *summing, const Record *record); /* in order */
bool jd_summing_end(Summing *summing);
void jd_summing_free(Summing *summing);

#endif
