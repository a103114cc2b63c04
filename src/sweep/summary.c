/* SPDX-License-Identifier: MIT
 *
 * What all variants say together: ranges, quantiles, causes of failure, and how much each parameter
 * counts: by the correlation of ranks, by the share of the variance that it explains, and by
 * Sobol's indices. Columns lie in files, and sums run in the order of the variants, so that neither
 * memory nor the engine shows: theory 10. */
#define _XOPEN_SOURCE 700
#include "sweep/sweep.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const double jd_quantiles[QUANTILES] = {0.05, 0.25, 0.5, 0.75, 0.95};

enum { MOST_BINS = 32, LEAST_IN_BIN = 8 };

/* A column of all measured variants: sorted, and its ranks and values by their number. */
struct SummaryColumn {
    Sorter *sorter;
    FILE *values, *ranks; /* doubles */
};

/* Of Sobol's indices, for one measure: over all sets. */
struct IndexSums {
    long count;
    double mean, squares; /* of A and B: Welford's sums */
    long both;
    double *first, *whole; /* sums of (B - AB_i)^2 and (A - AB_i)^2 */
};

/* ---- Records -------------------------------------------------------------------------------- */

static bool begin_indices(Summing *s) {
    const int set = s->plan->drawn + 2;
    s->set = ARENA_NEW(&s->arena, double, s->measures *set + 1);
    s->set_known = ARENA_NEW(&s->arena, bool, set);
    s->sums = ARENA_NEW(&s->arena, struct IndexSums, s->measures + 1);
    for (int m = 0; s->sums && m < s->measures; m++) {
        s->sums[m].first = ARENA_NEW(&s->arena, double, s->plan->drawn);
        s->sums[m].whole = ARENA_NEW(&s->arena, double, s->plan->drawn);
    }
    s->summary.first = ARENA_NEW(&s->arena, double, s->measures * s->plan->drawn + 1);
    s->summary.whole = ARENA_NEW(&s->arena, double, s->measures * s->plan->drawn + 1);
    return !s->arena.failed;
}

bool jd_summing_begin(Summing *s, const Plan *plan, int measures, const char *folder) {
    *s = (Summing){.plan = plan, .axes = plan->axes.count, .measures = measures, .folder = folder};
    Summary *sum = &s->summary;
    const int pairs = s->axes * measures + 1;
    sum->axes = s->axes;
    sum->measures = measures;
    sum->total = plan->total;
    sum->column = ARENA_NEW(&s->arena, ColumnSummary, measures + 1);
    sum->range = jd_arena_take(&s->arena, (size_t)(s->axes + 1) * sizeof *sum->range);
    sum->correlation = ARENA_NEW(&s->arena, double, pairs);
    sum->effect = ARENA_NEW(&s->arena, double, pairs);
    s->at = ARENA_NEW(&s->arena, struct SummaryColumn, s->axes + measures + 1);
    if (s->arena.failed || (plan->indices && !begin_indices(s))) return false;
    for (int n = 0; n < s->axes + measures; n++) {
        s->at[n].sorter = jd_sorter_new(folder);
        s->at[n].values = jd_scratch_file(folder);
        s->at[n].ranks = jd_scratch_file(folder);
        if (!s->at[n].sorter || !s->at[n].values || !s->at[n].ranks) return false;
    }
    return true;
}

static void count_cause(Summary *sum, const Record *record) {
    int n = 0;
    while (n < sum->causes && strcmp(sum->cause[n].status, record->status) != 0) n++;
    if (n == MOST_CAUSES) n--; /* the last stands for the rest */
    Cause *cause = &sum->cause[n];
    if (n == sum->causes) {
        sum->causes++;
        memcpy(cause->status, record->status, sizeof cause->status);
        memcpy(cause->message, record->message, sizeof cause->message);
        cause->first = record->variant;
    }
    cause->count++;
}

/* Welford's way, in order. */
static void add_value(ColumnSummary *column, double value, long variant) {
    const long n = ++column->count;
    const double off = value - column->mean;
    column->mean += off / (double)n;
    column->variance += off * (value - column->mean);
    if (n == 1 || value < column->least) column->least = value, column->least_at = variant;
    if (n == 1 || value > column->greatest) column->greatest = value, column->greatest_at = variant;
}

static void widen(Summary *sum, int axis, double value, bool first) {
    if (first || value < sum->range[axis].least) sum->range[axis].least = value;
    if (first || value > sum->range[axis].greatest) sum->range[axis].greatest = value;
}

/* A set is whole when its last one comes and all were measured. */
static void add_to_set(Summing *s, const Record *record) {
    const int drawn = s->plan->drawn, set = drawn + 2;
    const int which = (int)(record->variant % set);
    if (which == 0) memset(s->set_known, 0, (size_t)set * sizeof *s->set_known);
    s->set_known[which] = record->measured;
    for (int m = 0; m < s->measures; m++) s->set[m * set + which] = record->values[s->axes + m];
    if (which != set - 1) return;
    for (int n = 0; n < set; n++)
        if (!s->set_known[n]) return;
    for (int m = 0; m < s->measures; m++) {
        struct IndexSums *sums = &s->sums[m];
        const double *f = &s->set[m * set];
        sums->count++;
        for (int n = 0; n < 2; n++) {
            const double off = f[n] - sums->mean;
            sums->mean += off / (double)++sums->both;
            sums->squares += off * (f[n] - sums->mean);
        }
        for (int k = 0; k < drawn; k++) {
            sums->first[k] += (f[1] - f[2 + k]) * (f[1] - f[2 + k]);
            sums->whole[k] += (f[0] - f[2 + k]) * (f[0] - f[2 + k]);
        }
    }
}

void jd_summing_add(Summing *s, const Record *record) {
    Summary *sum = &s->summary;
    sum->present++;
    if (record->good)
        sum->good++;
    else
        count_cause(sum, record);
    const bool finite = jd_record_is_finite(record);
    if (s->plan->indices) {
        Record one = *record;
        one.measured = finite;
        add_to_set(s, &one);
    }
    if (!finite) return;
    const long number = sum->measured++;
    for (int n = 0; n < s->axes + s->measures; n++) {
        const double value = record->values[n];
        if (!jd_sorter_add(s->at[n].sorter, value, number) ||
            fwrite(&value, sizeof value, 1, s->at[n].values) != 1)
            s->failed = true;
        if (n < s->axes) widen(sum, n, value, number == 0);
        if (n >= s->axes) add_value(&sum->column[n - s->axes], value, record->variant);
    }
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* Between the values beside the place, as most programs do it (type 7 of Hyndman and Fan). */
static void find_quantiles(Sorter *sorter, ColumnSummary *column) {
    Sorted item = {0};
    double before = 0;
    int wanted = 0;
    jd_sorter_rewind(sorter);
    for (long n = 0; wanted < QUANTILES && jd_sorter_next(sorter, &item); n++) {
        for (; wanted < QUANTILES; wanted++) {
            const double place = jd_quantiles[wanted] * (double)(column->count - 1);
            const long below = (long)floor(place);
            const double share = place - (double)below;
            if (n < below || (n == below && share > 0 && below + 1 < column->count)) break;
            column->quantile[wanted] =
                n == below ? item.value : before + share * (item.value - before);
        }
        before = item.value;
    }
}

/* Numbers of those that are equal: as many as a block in memory, the rest in a file. */
enum { SAME_BLOCK = 4096 };
typedef struct {
    const char *folder;
    int64_t block[SAME_BLOCK];
    int count;
    FILE *file;
    long spilt;
} Same;

static bool add_same(Same *same, int64_t index) {
    if (same->count == SAME_BLOCK) {
        if (!same->file) same->file = jd_scratch_file(same->folder);
        if (!same->file || fwrite(same->block, 8, SAME_BLOCK, same->file) != SAME_BLOCK)
            return false;
        same->spilt += SAME_BLOCK;
        same->count = 0;
    }
    same->block[same->count++] = index;
    return true;
}

/* All of them get this rank. */
static bool end_same(Same *same, double rank, int file) {
    bool good = true;
    for (int n = 0; good && n < same->count; n++)
        good = pwrite(file, &rank, sizeof rank, (off_t)(same->block[n] * 8)) == 8;
    if (same->spilt) rewind(same->file);
    for (long n = 0; good && n < same->spilt; n++) {
        int64_t index;
        good = fread(&index, 8, 1, same->file) == 1 &&
               pwrite(file, &rank, sizeof rank, (off_t)(index * 8)) == 8;
    }
    if (same->spilt) rewind(same->file);
    same->count = 0;
    same->spilt = 0;
    return good;
}

/* Ranks from 1; those that are equal share the middle one. */
static bool write_ranks(const Summing *s, struct SummaryColumn *column) {
    Sorted item;
    Same same = {.folder = s->folder};
    double value = 0;
    long rank = 0;
    bool more = true, good = true;
    jd_sorter_rewind(column->sorter);
    while (more && good) {
        more = jd_sorter_next(column->sorter, &item);
        const long count = same.spilt + same.count;
        if (count && (!more || item.value != value)) {
            good = end_same(&same, (double)rank + 0.5 * (double)(count + 1), fileno(column->ranks));
            rank += count;
        }
        if (!more) break;
        good = good && add_same(&same, item.index);
        value = item.value;
    }
    if (same.file) fclose(same.file);
    return good;
}

/* ---- How much each parameter counts --------------------------------------------------------- */

typedef struct {
    double sum, square;
    long count;
} Bin;

/* Of a grid the values themselves; of what is drawn, so few that each has some. */
static int bins_of(const Axis *axis, long count) {
    const long values = axis->steps > 0 ? axis->steps : axis->numbers.count;
    const long bins = axis->drawn >= 0 ? count / LEAST_IN_BIN : values;
    return bins < 2 ? 2 : bins > MOST_BINS ? MOST_BINS : (int)bins;
}

/* theory (10.1), (10.2) */
static void relate(Summing *s, int axis, int measure) {
    FILE *ranks = s->at[axis].ranks, *others = s->at[s->axes + measure].ranks,
         *values = s->at[s->axes + measure].values;
    const long n = s->summary.measured;
    const double middle = 0.5 * (double)(n + 1), mean = s->summary.column[measure].mean;
    Bin bin[MOST_BINS] = {{0}};
    const Axis *of = &s->plan->axes.at[axis];
    const int bins = bins_of(of, n);
    double xx = 0, yy = 0, xy = 0, whole = 0, within = 0;
    rewind(ranks), rewind(others), rewind(values);
    for (long k = 0; k < n; k++) {
        double x, y, value;
        if (fread(&x, 8, 1, ranks) != 1 || fread(&y, 8, 1, others) != 1 ||
            fread(&value, 8, 1, values) != 1) {
            s->failed = true;
            return;
        }
        int place = (int)((x - 0.5) / (double)n * bins);
        if (place >= bins) place = bins - 1;
        value -= mean;
        bin[place].count++;
        bin[place].sum += value;
        bin[place].square += value * value;
        x -= middle, y -= middle;
        xx += x * x, yy += y * y, xy += x * y;
    }
    int used = 0;
    for (int k = 0; k < bins; k++) {
        if (!bin[k].count) continue;
        used++;
        whole += bin[k].square;
        within += bin[k].square - bin[k].sum * bin[k].sum / (double)bin[k].count;
    }
    const int at = measure * s->axes + axis;
    s->summary.correlation[at] = xx > 0 && yy > 0 && of->unit ? xy / sqrt(xx * yy) : NAN;
    /* Chance makes groups of drawn values differ, too; those of a grid differ by the parameter
     * alone. */
    const bool known = whole > 0 && used > 1 && (of->drawn < 0 || n > used);
    const double chance = of->drawn < 0 ? 1 : (double)(n - 1) / (double)(n - used);
    const double left = known ? within / whole * chance : NAN;
    s->summary.effect[at] = known ? fmax(0, 1 - left) : NAN;
}

/* Jansen's estimates: theory (10.3) */
static void end_indices(Summing *s) {
    const int drawn = s->plan->drawn;
    for (int m = 0; m < s->measures; m++) {
        const struct IndexSums *sums = &s->sums[m];
        const double variance = sums->squares / (double)(sums->both - 1);
        for (int k = 0; k < drawn; k++) {
            const bool known = sums->count > 1 && variance > 0;
            const double twice = 2 * (double)sums->count * variance;
            s->summary.first[m * drawn + k] = known ? 1 - sums->first[k] / twice : NAN;
            s->summary.whole[m * drawn + k] = known ? sums->whole[k] / twice : NAN;
        }
    }
}

bool jd_summing_end(Summing *s) {
    Summary *sum = &s->summary;
    for (int n = 0; n < s->axes + s->measures; n++) {
        if (!jd_sorter_sort(s->at[n].sorter) || !write_ranks(s, &s->at[n])) s->failed = true;
        if (fflush(s->at[n].values) != 0) s->failed = true;
        if (n >= s->axes && sum->measured)
            find_quantiles(s->at[n].sorter, &sum->column[n - s->axes]);
    }
    for (int m = 0; m < s->measures; m++) {
        ColumnSummary *column = &sum->column[m];
        column->variance = column->count > 1 ? column->variance / (double)(column->count - 1) : 0;
        for (int a = 0; !s->failed && a < s->axes; a++) relate(s, a, m);
    }
    if (s->plan->indices) end_indices(s);
    return !s->failed;
}

void jd_summing_free(Summing *s) {
    for (int n = 0; s->at && n < s->axes + s->measures; n++) {
        jd_sorter_free(s->at[n].sorter);
        if (s->at[n].values) fclose(s->at[n].values);
        if (s->at[n].ranks) fclose(s->at[n].ranks);
    }
    jd_arena_free(&s->arena);
}
