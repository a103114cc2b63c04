/* SPDX-License-Identifier: MIT
 *
 * Comparing formulations: each is run from start to end (a Trial) and measured (a Measure), and the results
 * stand side by side. */
#ifndef JD_COMPARE_H
#define JD_COMPARE_H

#include "app/varied.h"
#include "trial/trial.h"

/* ---- All side by side ----------------------------------------------------------------------- */

enum { MOST_STEPS = 16, MOST_FORMS = 16 };

typedef struct {
    const char *name; /* of its column: of the form, and of what is varied */
    const char *form; /* or the way to keep locks closed, with --stabilise all */
    int choice;       /* of --vary */
    const struct GraphMethod *bond; /* the graph of the mechanism with this at its locks, by its own equations; NULL: a form */
    Trial trial[MOST_STEPS]; /* of each step size */
    bool measured;
    Measure measure; /* with the first step size */
} Contender;

typedef struct {
    App *app;
    const JdModel *model;
    TrialDef def;
    Varied varied;      /* options of the run */
    const char **units; /* of the outputs */
    double step[MOST_STEPS];
    int steps;
    Contender *form;
    int forms;
    int first;           /* the form that others are compared with; -1: none ran */
    const char *silence; /* why instructions are not counted */
} Comparison;

/* Largest difference of an output from that of the form `first`, and the size the output has there. NAN: not run, or
 * no number at some time. */
double jd_comparison_off(const Comparison *all, int form, int step, int output);
double jd_comparison_size(const Comparison *all, int step, int output);
/* Of each output the first form and time in which it is no number. */
void jd_comparison_tell_not_finite(const Comparison *all);
/* The largest of the former as shares of the latter. */
double jd_comparison_worst(const Comparison *all, int form, int step);

/* ---- Facts: one line of a table each, for people, JSON and CSV alike ------------------------ */

/* One form with one step of a comparison. */
typedef struct {
    const Comparison *all;
    int form, step;
    const Trial *trial;
    const Measure *measure; /* NULL: not measured */
    const Measure *first;   /* of the form that others are compared with; NULL: not measured */
} FactAt;

/* Of the equations, of their kind; of a run; of what it costs, with the first step alone. */
typedef enum { OF_EQUATIONS, OF_KIND, OF_RUN, OF_COST } FactGroup;
typedef struct {
    FactGroup group;
    const char *key, *label;
    double (*number)(const FactAt *at);
    const char *(*word)(const FactAt *at); /* instead of a number */
    double scale;                          /* from SI to what the label says; 0: 1 */
} Fact;

const Fact *jd_fact_at(int index); /* NULL past the end */
const Fact *jd_fact_find(const char *key);
FactAt jd_fact_of(const Comparison *all, int form, int step);
bool jd_fact_is_known(const Fact *fact, const FactAt *at);
const char *jd_trial_status(const Trial *trial);

/* Parts of the time of a run; JD_PART_REST stands for what is no evaluation. */
const char *jd_part_label(JdPart part);
const char *jd_part_key(JdPart part);
/* In whole percents that add up to 100. */
const char *jd_part_share_text(Page *page, const Contender *form, JdPart part);

void jd_comparison_page(const Comparison *all, Page *page);
void jd_comparison_json(const Comparison *all, Json *json);
bool jd_comparison_csv(const Comparison *all, const char *path);

#endif
