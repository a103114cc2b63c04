/* SPDX-License-Identifier: MIT
 *
 * Steps over singular positions: theory (6.7). Near one, accelerations are small differences
 * divided by small numbers, and smaller steps only come closer to it. The motion itself is smooth
 * there, so the way through is a step of the usual size that has the position in the widest gap
 * between its stages, and a start that is far enough. */
#include "run/run.h"
#include <assert.h>
#include <string.h>

/* Shares of the usual ratio of pivots. */
static const double near_share = 3e-2; /* worth a look */
static const double at_share = 1e-4;   /* at it */
static const double in_share = 1e-7;   /* nothing but a singular position comes so low */

/* Of a step over the position: */
static const double least_behind = 0.1; /* share of its length that is to be behind it, */
static const double least_ratio = 5e-3; /* and ratio at its end, as a share of that at its start */
static const double rounding = 1e-10;   /* error that rounding may cause, */
static const double rounding_some =
    1e-8; /* more is taken only if small steps do not come through: */
static const double rounding_most = 1e-4; /* the most, */
static const double least_step = 1e-5;    /* and how small, as a share of the usual step; */
static const double crawl_share = 1e-2;   /* so small are many of them in a row; */
static const double other_share = 1e-3;   /* less than so much longer is no other step */

enum { SMALL_STEPS = 200, HALTS = 4, GAPS = 4, SAMPLES = 8, ROUNDS = 3 };

/* ---- Gaps between stages -------------------------------------------------------------------- */

/* Share of the step in the middle of a gap; there are `wider` wider ones. 0: so many are not there.
 */
static double gap_middle(const Tableau *t, int wider) {
    assert(wider >= 0);
    double low[16], width[16];
    int gaps = 0;
    for (int r = 0; r < t->stages && gaps < 16; r++) {
        double next = INFINITY;
        for (int q = 0; q < t->stages; q++)
            if (t->c[q] > t->c[r]) next = fmin(next, t->c[q]);
        if (!isfinite(next)) continue;
        low[gaps] = t->c[r];
        width[gaps++] = next - t->c[r];
    }
    for (int g = 0; g < gaps; g++) {
        int above = 0;
        for (int other = 0; other < gaps; other++)
            above += width[other] > width[g] || (width[other] == width[g] && other < g);
        if (above == wider) return low[g] + 0.5 * width[g];
    }
    return 0;
}

/* ---- Where it is ---------------------------------------------------------------------------- */

/* The ratio after `ahead`, if the motion goes on with the accelerations of here. */
static double ratio_ahead(JdRun *run, double ahead) {
    const double *rates = stage(run, 0);
    const int first = run->form->first_velocity(run->system);
    double *y = run->y_new;
    for (int k = 0; k < run->n; k++) y[k] = run->y[k] + 0.5 * ahead * rates[k];
    run->form->kinematics(run->system, &run->motion, y, run->work);
    for (int k = 0; k < run->n; k++)
        y[k] = run->y[k] + ahead * (k < first ? run->work[k] : rates[k]);
    jd_run_rates(run, run->t + ahead, y, run->work);
    return run->motion.rows.report.ratio;
}

/* The time to where the ratio is lowest, within a good step; 0: that is at one of the ends. */
static double find_lowest(JdRun *run, double h, double *here) {
    double from = 0, to = 1.25 * h, at = 0, lowest = INFINITY, ends = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        const double span = (to - from) / SAMPLES;
        for (int k = 0; k <= SAMPLES; k++) {
            const double ahead = from + k * span, ratio = ratio_ahead(run, ahead);
            if (round == 0 && k == 0) *here = ratio;
            if (round == 0 && (k == 0 || k == SAMPLES)) ends = fmin(ends, ratio);
            if (!(ratio < lowest)) continue;
            lowest = ratio;
            at = ahead;
        }
        from = fmax(at - span, 0);
        to = at + span;
    }
    return lowest < 0.1 * ends && at > 0.02 * h ? at : 0;
}

/* ---- The steps ------------------------------------------------------------------------------ */

bool jd_passage_is_near(const JdRun *run, double ratio) {
    return ratio < near_share * run->pivot.usual;
}

/* A step over the position, in the next gap that asks for one of about the usual size; 0: none. */
static double next_over(const JdRun *run, Passage *p, double tried) {
    assert(run->stepper->tableau && p->away >= 0);
    const double order = run->stepper->tableau->error_order + 1;
    const double longest = p->h * fmax(1.1, pow(rounding / run->def.tol, 1 / order));
    while (p->gap < GAPS) {
        const double h = p->away / gap_middle(run->stepper->tableau, p->gap++);
        if (h > 0.5 * p->h && h < longest && fabs(h - tried) > other_share * tried) return h;
    }
    return 0;
}

/* A step that ends where the next one has the position in its widest gap; 0: that would not help.
 */
static double halt(JdRun *run, Passage *p) {
    const double middle = gap_middle(run->stepper->tableau, 0);
    if (p->gap > GAPS || p->by_rounding || ++run->small.halts > HALTS) return 0;
    if (!(p->away - middle * p->h > 0.02 * p->away)) p->h *= 0.7;
    return fmax(p->away - middle * p->h, 0);
}

/* Where rounding is to blame a longer step has less of it. */
static double next_longer(Passage *p) {
    static const double longer[] = {1.45, 2.1, 2.8, 4};
    const int k = p->gap - GAPS;
    if (k >= (int)(sizeof longer / sizeof *longer)) return 0;
    p->gap++;
    return longer[k] * p->h;
}

/* Whether this try gives reason to look for a position ahead, and what is found: p->away. */
static bool look(JdRun *run, Passage *p, double h, bool bad, bool ends_near) {
    const double ratio = ends_near ? run->motion.rows.report.ratio : run->pivot.tried;
    if (!(ends_near || (bad && jd_passage_is_near(run, ratio))) || !(ratio < run->small.look_below))
        return false;
    p->looked = true;
    p->h = h;
    p->away = find_lowest(run, h, &p->ratio);
    if (!(p->away > 0 || bad)) run->small.look_below = 0.25 * ratio; /* not again for the same */
    return true;
}

/* Beside a position that is only nearly singular the motion is fast but smooth, and small steps
 * come through. If they do not, the run goes back to here and takes the best step over it. */
static void try_small(JdRun *run, const Passage *p) {
    memcpy(run->safe_y, run->y, (size_t)run->n * sizeof *run->y);
    run->small.from_t = run->t;
    run->small.best_h = p->best_h;
    run->small.usual_h = p->h;
    run->small.work = run->energy.work;
    run->small.exchanged = run->energy.exchanged;
    run->small.count = 0;
}

/* Whether small steps do not come through: then the run is where they began. */
static bool goes_back(JdRun *run, Passage *p, double h, bool bad) {
    const bool in_it = run->pivot.done < in_share * run->pivot.usual;
    const bool stuck = bad && (in_it || h < least_step * run->small.usual_h);
    const bool crawls = run->small.count > SMALL_STEPS && h < crawl_share * run->small.usual_h;
    if (!stuck && !crawls) return false;
    memcpy(run->y, run->safe_y, (size_t)run->n * sizeof *run->y);
    run->t = run->small.from_t;
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    run->energy.work = run->small.work;
    run->energy.exchanged = run->small.exchanged;
    jd_energy_stage(run, 0);
    run->h_next = run->small.best_h;
    jd_small_end(&run->small);
    jd_whens_keep(run);
    return p->last = p->over = true;
}

/* What comes after a step over the position that is not good: another gap, a step up to it, a
 * longer one, and in the end the best of what was tried. */
static bool go_on(JdRun *run, Passage *p, double tried) {
    if ((run->h_next = next_over(run, p, tried)) > 0) return true;
    p->last = p->best_error * run->def.tol < rounding;
    if (!p->last && (run->h_next = halt(run, p)) > 0) return true;
    if (!p->last && (run->h_next = next_longer(p)) > 0) return true;
    p->last = p->best_error * run->def.tol < rounding_some;
    p->over = true;
    run->h_next = p->best_h;
    if (!p->last && p->best_error * run->def.tol < rounding_most) try_small(run, p);
    return p->last;
}

/* Other anchors, for the whole step. */
static bool reanchor(JdRun *run) {
    if (!run->form->has_all_rows || !jd_motion_reanchor(run->system, &run->motion)) return false;
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    return true;
}

bool jd_passage_other(JdRun *run, Passage *p, double h, double error, bool goes_on) {
    const double ratio = run->motion.rows.report.ratio;
    const bool bad = error > 1;
    if (p->last || p->over) return false;
    if (jd_tries_small(&run->small)) return goes_back(run, p, h, bad);
    /* Perhaps it is only that another of the locks that repeat each other is to be left out. */
    if (!p->looked && !p->anchored && jd_passage_is_near(run, ratio)) {
        p->anchored = true;
        run->h_next = h;
        if (reanchor(run)) return true;
    }
    /* Or that other coordinates are to be independent: those at hand have dead points of their own.
     */
    if (!p->looked && !p->renewed && jd_passage_is_near(run, bad ? run->pivot.tried : ratio)) {
        p->renewed = true;
        run->h_next = h;
        if (jd_run_renew(run)) return true;
    }
    if (!p->looked) {
        if (!look(run, p, h, bad, goes_on && jd_passage_is_near(run, ratio))) return false;
        p->at_it = bad && !(p->away > 0) && run->pivot.tried < at_share * run->pivot.usual;
        if (p->at_it) p->gap = GAPS, p->by_rounding = true;
        if (p->away > 0 || p->at_it) return go_on(run, p, 0);
        run->h_next = h; /* the search has used the room of a good step */
        return !bad;
    }
    if (h < p->away || !(p->away > 0 || p->at_it)) return false;
    const bool ends_near =
        goes_on && (h - p->away < least_behind * h || ratio < least_ratio * p->ratio);
    if (!bad && !ends_near) return false;
    if (!ends_near && error < p->best_error) p->best_h = h, p->best_error = error;
    const bool may_be_rounding = error * run->def.tol < rounding_most;
    if (!ends_near && h < 1.1 * p->h && error > 10 && may_be_rounding) p->by_rounding = true;
    return go_on(run, p, h);
}

bool jd_passage_near(const JdRun *run) {
    return jd_passage_is_near(run, run->pivot.done);
}

void jd_passage_done(JdRun *run, const Passage *p) {
    const double ratio = run->motion.rows.report.ratio;
    if (!jd_passage_is_near(run, ratio))
        run->small.look_below = INFINITY, jd_small_end(&run->small);
    run->small.count++;
    if (run->t - run->t_old < p->away)
        run->h_next = fmax(run->h_next, p->h);
    else
        run->small.halts = 0;
}
