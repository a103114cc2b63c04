/* SPDX-License-Identifier: MIT
 *
 * What is known of a formulation and its run: a line of a table each. */
#include "compare/compare.h"
#include <string.h>

FactAt jd_fact_of(const Comparison *all, int form, int step) {
    const Contender *own = &all->form[form];
    const Contender *first = all->first >= 0 ? &all->form[all->first] : NULL;
    return (FactAt){.all = all,
                    .form = form,
                    .step = step,
                    .trial = &own->trial[step],
                    .measure = own->measured && step == 0 ? &own->measure : NULL,
                    .first = first && first->measured && step == 0 ? &first->measure : NULL};
}

/* The share of the matrix for accelerations and multipliers that is not always zero. */
static double fill(const JdSystemInfo *count) {
    const double size = count->coordinates + count->multipliers;
    return size > 0 ? count->entries / (size * size) : NAN;
}

#define COUNT a->trial->count
#define NUMBER(name, value)                                                                        \
    static double name(const FactAt *a) {                                                          \
        return value;                                                                              \
    }
#define WORD(name, value)                                                                          \
    static const char *name(const FactAt *a) {                                                     \
        return value;                                                                              \
    }

// clang-format off
WORD(equations, COUNT.multipliers ? "DAE" : "ODE")
NUMBER(index_posed, COUNT.index_posed)
NUMBER(coordinates, COUNT.coordinates)
NUMBER(multipliers, COUNT.multipliers)
NUMBER(unknowns, COUNT.coordinates + COUNT.multipliers)
NUMBER(states, COUNT.states)
WORD(coordinates_are, COUNT.kind)
WORD(loops_close_by, COUNT.closing)
NUMBER(dependent, COUNT.dependent)
WORD(constant_mass, COUNT.constant_mass ? "yes" : "no")
NUMBER(filled, fill(&COUNT))
WORD(stabilising, COUNT.multipliers ? "required" : "not required")
WORD(stabilised_by, COUNT.multipliers ? a->trial->stabilise : NULL)
WORD(reactions_by, COUNT.reactions ? "multipliers" : "inverse dynamics")
NUMBER(steps, (double)a->trial->cost.steps)
NUMBER(evaluations, (double)a->trial->cost.evaluations)
NUMBER(projections, (double)a->trial->cost.projections)
NUMBER(drift, a->trial->drift)
NUMBER(worst_drift, a->trial->worst_drift)
NUMBER(energy_off, a->trial->energy_off)
NUMBER(worst_off, jd_comparison_worst(a->all, a->form, a->step))
NUMBER(peak, a->trial->peak)
WORD(peak_joint, a->trial->peak_joint)
NUMBER(seconds, a->measure ? a->measure->seconds : NAN)
NUMBER(ratio, a->measure && a->first ? a->measure->seconds / a->first->seconds : NAN)
NUMBER(evaluation, a->measure ? a->measure->evaluation : NAN)
NUMBER(evaluation_ratio, a->measure && a->first ? a->measure->evaluation / a->first->evaluation : NAN)
NUMBER(instructions, a->measure ? a->measure->instructions : NAN)

static const Fact facts[] = {
    {OF_EQUATIONS, "equations",          "equations",                      .word = equations},
    {OF_EQUATIONS, "index",              "their index as posed",           index_posed},
    {OF_EQUATIONS, "coordinates",        "coordinates",                    coordinates},
    {OF_EQUATIONS, "multipliers",        "locks with multipliers",         multipliers},
    {OF_EQUATIONS, "unknowns",           "unknowns",                       unknowns},
    {OF_EQUATIONS, "states",             "numbers of the state",           states},
    {OF_RUN,       "steps",              "steps",                          steps},
    {OF_RUN,       "evaluations",        "evaluations",                    evaluations},
    {OF_RUN,       "projections",        "projections",                    projections},
    {OF_COST,      "seconds",            "time of the run [ms]",           seconds, .scale = 1e3},
    {OF_COST,      "time_ratio",         "its ratio to the first",         ratio},
    {OF_COST,      "evaluation_seconds", "time of an evaluation [ns]",     evaluation, .scale = 1e9},
    {OF_COST,      "evaluation_ratio",   "its ratio to the first",         evaluation_ratio},
    {OF_COST,      "instructions",       "instructions of an evaluation",  instructions},
    {OF_RUN,       "drift",              "drift at the end, sum",          drift},
    {OF_RUN,       "worst_drift",        "largest drift",                  worst_drift},
    {OF_RUN,       "energy_off",         "mean |E - E0| [J]",              energy_off},
    {OF_RUN,       "worst_difference",   "largest difference, as a share", worst_off},
    {OF_RUN,       "peak_force",         "largest joint force [N]",        peak},
    {OF_RUN,       "peak_joint",         "in joint",                       .word = peak_joint},
    {OF_KIND,      "coordinates_are",    "coordinates are",                .word = coordinates_are},
    {OF_KIND,      "loops_close_by",     "loops close by",                 .word = loops_close_by},
    {OF_KIND,      "dependent",          "coordinates that follow",        dependent},
    {OF_KIND,      "constant_mass",      "constant mass matrix",           .word = constant_mass},
    {OF_KIND,      "fill",               "filled part of the matrix [%]",  filled, .scale = 100},
    {OF_KIND,      "stabilising",        "stabilisation",                  .word = stabilising},
    {OF_KIND,      "stabilised_by",      "here by",                        .word = stabilised_by},
    {OF_KIND,      "reactions_by",       "all reactions by",               .word = reactions_by},
};
// clang-format on
enum { FACTS = sizeof facts / sizeof *facts };

const Fact *jd_fact_at(int index) {
    return index >= 0 && index < FACTS ? &facts[index] : NULL;
}

const Fact *jd_fact_find(const char *key) {
    for (int n = 0; n < FACTS; n++)
        if (strcmp(facts[n].key, key) == 0) return &facts[n];
    return NULL;
}

bool jd_fact_is_known(const Fact *fact, const FactAt *at) {
    const bool of_equations = fact->group == OF_EQUATIONS || fact->group == OF_KIND;
    return of_equations ? at->trial->compiled : at->trial->done;
}

const char *jd_trial_status(const Trial *trial) {
    return trial->done ? "done" : trial->compiled ? "failed" : "not made";
}

/* ---- Parts of the time ---------------------------------------------------------------------- */

static const struct {
    const char *key, *label;
} parts[JD_PARTS] = {[JD_PART_REST] = {"integration", "integration, and the rest"},
                     [JD_PART_PLACE] = {"place", "bodies from the state"},
                     [JD_PART_ROWS] = {"jacobian", "Jacobian and right-hand side"},
                     [JD_PART_FORCES] = {"forces", "forces"},
                     [JD_PART_MASS] = {"mass_matrix", "mass matrix"},
                     [JD_PART_ASSEMBLY] = {"assembly", "assembly"},
                     [JD_PART_SOLUTION] = {"solution", "solution"}};

const char *jd_part_label(JdPart part) {
    return parts[part].label;
}
const char *jd_part_key(JdPart part) {
    return parts[part].key;
}

/* Whole percents, of which those go up that are cut off most, until all make 100. */
static void find_percents(const Measure *measure, int percent[JD_PARTS]) {
    double cut[JD_PARTS];
    int sum = 0;
    for (int part = 0; part < JD_PARTS; part++) {
        const double exact = isnan(measure->share[part]) ? 0 : 100 * measure->share[part];
        percent[part] = (int)floor(exact);
        cut[part] = isnan(measure->share[part]) ? -1 : exact - percent[part];
        sum += percent[part];
    }
    for (; sum < 100; sum++) {
        int most = 0;
        for (int part = 1; part < JD_PARTS; part++)
            if (cut[part] > cut[most]) most = part;
        percent[most]++;
        cut[most] = -1;
    }
}

const char *jd_part_share_text(Page *page, const Contender *form, JdPart part) {
    int percent[JD_PARTS];
    if (!form->measured) return "-";
    if (isnan(form->measure.share[part])) return "none";
    find_percents(&form->measure, percent);
    return jd_arena_format(&page->arena, "%d %%", percent[part]);
}
