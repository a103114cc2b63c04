/* SPDX-License-Identifier: MIT
 *
 * A row of output: the motion at a time within the last step. Each row is proved, theory (6.20). It
 * lies on the locks, its accelerations and multipliers meet the equations, and the polynomial that
 * it was read off goes along with them. One that fails is computed again, with a mode of its own or
 * by steps of its own, without a trace in the run: its steps, its mode and all other rows keep
 * their bytes. */
#include "run/inside.h"
#include <assert.h>
#include <string.h>

/* What a proof allows. */
static const double locks_most = 1e-8;   /* off locks: lengths by the mechanism's, turns in rad, */
static const double residue_most = 1e-8; /* off the equations, as a share of what stands in them, */
static const double change_most = 1e3,
                    change_least = 1e-7; /* by projection, in tolerances and at all, */
static const double near_some = 1e-5; /* to a singular position, as a share of the usual ratio: rows
                                         beside it are better, */
static const double near_some_off =
    1e-3; /* better already here, where nothing puts rows onto the locks, or not quite: */
static const double near_look = 3e-2;  /* where light bodies keep the usual ratio low, here, if */
static const double accel_some = 3e-7; /* rounding makes so much of accelerations, as a share, */
static const double rounding = 1e-15;  /* of a state, */
static const double near_most = 1e-6;  /* and its own numbers mean nothing, */
static const double accel_most =
    1e-4; /* accelerations by putting them onto the locks, as a share, */
static const double defect_most = 200; /* and off the motion, in tolerances */

enum { SIDE_STEPS = 60 };

/* Where the state comes from. */
typedef enum {
    BY_POLYNOMIAL,
    BY_LEAP, /* one step from that end of the step that has no singular position in between */
    BY_STEPS /* as many as the tolerance asks for, from the start of the step */
} RowSource;

/* One way to a row. */
typedef struct {
    RowSource source;
    bool afresh; /* with coordinates and anchors chosen at this place */
} Way;

/* ---- Steps aside ---------------------------------------------------------------------------- */

/* The rates at the start of the step, kept while its stages are used for others. */
static void lend_stages(JdRun *run) {
    assert(run->stepper->tableau || run->stepper->go);
    if (run->stages_lent) return;
    memcpy(run->first, stage(run, 0), (size_t)run->n * sizeof *run->first);
    run->stages_lent = true;
}

/* Stages that were lent are worked out again: evaluations are pure. */
void jd_run_regain(JdRun *run) {
    if (!run->stages_lent) return;
    double *const end = run->y, end_t = run->t;
    jd_run_own_mode(run);
    memcpy(stage(run, 0), run->first, (size_t)run->n * sizeof *run->first);
    run->stages_lent = false;
    if (run->trimmed) return; /* its polynomial needs none */
    run->dense_ready = false;
    if (run->stepper->step) return;
    run->y = run->y_old, run->t = run->t_old;
    jd_rk_step(run, run->h);
    run->y = end, run->t = end_t;
    jd_run_strays(run);
}

static void one_step(JdRun *run, double h) {
    jd_run_rates(run, run->t, run->y, stage(run, 0));
    if (run->stepper->step)
        run->stepper->step(run, h);
    else
        jd_rk_step(run, h);
}

static void leap(JdRun *run, double t, double *y) {
    double *const end = run->y, end_t = run->t;
    lend_stages(run);
    if (t < run->pivot.done_t) run->y = run->y_old, run->t = run->t_old;
    one_step(run, t - run->t);
    memcpy(y, run->y_new, (size_t)run->n * sizeof *y);
    run->y = end, run->t = end_t;
    jd_run_strays(run);
}

/* How far the end of the step just done is from what two other steps give, as errors are measured;
 * these meet as far as can be from the singular position that they go over. */
double jd_run_other_way(JdRun *run) {
    double *const end = run->y, end_t = run->t;
    const bool early = run->pivot.done_t - run->t_old < 0.5 * run->h;
    const double share = early ? 0.85 : 0.15;
    lend_stages(run);
    run->y = run->aside, run->t = run->t_old;
    memcpy(run->y, run->y_old, (size_t)run->n * sizeof *run->y);
    for (int part = 0; part < 2; part++) {
        one_step(run, (part == 0 ? share : 1 - share) * run->h);
        run->t = part == 0 ? run->t_old + share * run->h : end_t;
        memcpy(run->y, run->y_new, (size_t)run->n * sizeof *run->y);
    }
    run->form->tidy(run->system, run->y);
    /* Both on the locks: what is off them is taken away again, be it by gains. */
    memcpy(run->slope, end, (size_t)run->n * sizeof *end);
    run->form->project(run->system, &run->motion, end_t, FACTORS_ANEW, run->y);
    run->form->project(run->system, &run->motion, end_t, FACTORS_ANEW, run->slope);
    for (int k = 0; k < run->n; k++) run->work[k] = run->y[k] - run->slope[k];
    run->y = end, run->t = end_t;
    jd_run_strays(run);
    const double off = run->form->error(run->system, run->y, run->y, run->work, 1);
    return isnan(off) ? INFINITY : off;
}

/* The state at t by steps within the tolerance; false: they do not come there. */
static bool step_aside(JdRun *run, double t, double *y) {
    double *const end = run->y, end_t = run->t;
    const bool adaptive = run->stepper->adaptive;
    lend_stages(run);
    run->y = run->aside, run->t = run->t_old;
    memcpy(run->y, run->y_old, (size_t)run->n * sizeof *run->y);
    double h = t - run->t;
    for (int tries = 0; run->t < t && tries < SIDE_STEPS; tries++) {
        const bool last = !(h < 0.999 * (t - run->t));
        if (last) h = t - run->t;
        one_step(run, h);
        const double error = adaptive ? jd_rk_error(run, h) : 0;
        if (error <= 1) {
            run->t = last ? t : run->t + h;
            memcpy(run->y, run->y_new, (size_t)run->n * sizeof *run->y);
            run->form->tidy(run->system, run->y);
            if (keeps_locks(run))
                run->form->project(run->system, &run->motion, run->t, FACTORS_ANEW, run->y);
        }
        if (adaptive) h *= jd_step_factor(run, error);
    }
    const bool there = !(run->t < t);
    memcpy(y, run->y, (size_t)run->n * sizeof *y);
    run->y = end, run->t = end_t;
    jd_run_strays(run);
    return there;
}

/* ---- Proof ---------------------------------------------------------------------------------- */

/* In parts of what is allowed; no number is the worst of all. */
static double worse(double a, double b) {
    return isnan(a) || isnan(b) ? INFINITY : fmax(a, b);
}

double jd_run_locks_off(const ProjectReport *report) {
    const double off = worse(report->positions, report->velocities) / locks_most;
    return report->done ? off : fmax(off, 2);
}

/* h |p'(t) - f(t, p)| in tolerances: how far the polynomial is from being a motion. */
static double defect(JdRun *run) {
    assert(run->stepper->adaptive);
    for (int k = 0; k < run->n; k++) run->slope[k] = run->h * (run->slope[k] - run->work[k]);
    return run->form->error(run->system, run->out, run->out, run->slope, run->def.tol);
}

static bool is_finite_state(const double *y, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += 0 * y[k];
    return sum == 0;
}

/* What is left; and a change of the state that is no correction any more is as bad as that. */
static double put_onto_locks(JdRun *run, double t) {
    memcpy(run->work, run->out, (size_t)run->n * sizeof *run->work);
    const ProjectReport report =
        run->form->project(run->system, &run->motion, t, FACTORS_ANEW, run->out);
    for (int k = 0; k < run->n; k++) run->work[k] -= run->out[k];
    const double change = run->form->error(run->system, run->out, run->out, run->work, 1);
    const double most = run->stepper->adaptive ? fmax(change_most * run->def.tol, change_least)
                                               : jd_run_most_change(run);
    return worse(jd_run_locks_off(&report), change / most);
}

/* Next to a singular position equations are met by numbers that mean nothing. */
static bool is_nearer(const JdRun *run, double share) {
    return !(run->motion.rows.report.ratio >= share * run->pivot.usual);
}

/* At rest nothing but rounding stands in the equations: what would move it by so much of its length
 * in the whole run counts at least. */
static const double moves_least = 1e-6;

/* And gains make accelerations of what rounding leaves of the locks. */
static const double rounding_left = 1e-15;

static double residue(const JdRun *run) {
    const JdCompileDef *gains = &run->system->settings;
    const bool gained = run->system->stabilise == STABILISE_BAUMGARTE;
    const double gain = gained ? fmax(gains->alpha, gains->beta) : 0;
    const double least = moves_least / (run->def.until * run->def.until) +
                         gain * gain * rounding_left / residue_most;
    return run->form->residue(run->system, &run->motion, least);
}

/* The state run->out evaluated, and what that leaves. */
static void prove_rates(JdRun *run, double t, RowProof *proof) {
    jd_run_rates_proved(run, t, run->out, run->work);
    if (run->form->residue) proof->residue = residue(run) / residue_most;
    if (!is_finite_state(run->work, run->n)) proof->locks = INFINITY;
    if (is_nearer(run, near_most)) proof->residue = fmax(proof->residue, 2);
    proof->off = worse(proof->locks, proof->residue);
}

/* Gains that bring a state back onto the locks drive it off them on a way back in time. */
static bool leaps_back(const JdRun *run, double t, RowSource source) {
    return source == BY_LEAP && t < run->t && !(t < run->pivot.done_t) &&
           run->system->dynamics.rows > 0;
}

/* The state run->out put onto the locks, evaluated and proved. */
static RowProof prove(JdRun *run, double t, RowSource source) {
    const bool polynomial = source == BY_POLYNOMIAL && t != run->t;
    RowProof proof = {0};
    if (keeps_locks(run) || leaps_back(run, t, source)) proof.locks = put_onto_locks(run, t);
    prove_rates(run, t, &proof);
    if (polynomial && run->stepper->adaptive) proof.defect = defect(run) / defect_most;
    proof.off = worse(proof.off, proof.defect);
    return proof;
}

/* ---- The ways to a row ---------------------------------------------------------------------- */

void jd_run_keep_mode(JdRun *run) {
    assert(run->mode);
    if (run->mode_kept) return;
    jd_mode_keep(&run->motion, run->mode);
    run->mode_kept = true;
}

void jd_run_own_mode(JdRun *run) {
    if (!run->mode_kept) return;
    jd_mode_restore(run->system, &run->motion, run->mode);
    run->mode_kept = false;
    jd_run_strays(run);
}

/* The state run->out is this row's, or near it: what is best there. */
static void choose_mode(JdRun *run, double t) {
    jd_run_keep_mode(run);
    if (run->form->afresh) run->form->afresh(run->system, &run->motion);
    jd_run_rates(run, t, run->out, run->work);
    if (run->form->has_all_rows) jd_motion_reanchor(run->system, &run->motion);
}

/* The polynomial belongs to the run's mode; steps aside have their own all the way. */
static RowProof try_way(JdRun *run, double t, Way way) {
    bool there = true, polynomial = way.source == BY_POLYNOMIAL && t != run->t;
    if (polynomial || t == run->t || !way.afresh) jd_run_own_mode(run);
    if (polynomial) {
        jd_run_dense(run, t, run->out, run->stepper->adaptive ? run->slope : NULL);
    } else if (t == run->t) {
        memcpy(run->out, run->y, (size_t)run->n * sizeof *run->out);
    }
    if (way.afresh) choose_mode(run, t);
    if (!polynomial && t != run->t) {
        if (way.source == BY_LEAP)
            leap(run, t, run->out);
        else
            there = step_aside(run, t, run->out);
    }
    RowProof proof = prove(run, t, way.source);
    if (!there) proof.off = fmax(proof.off, 2);
    return proof;
}

static bool has_way(const JdRun *run, double t, Way way) {
    const bool modes = run->motion.mode.parts > 0, steps = run->stepper->tableau != NULL;
    if (way.afresh && !modes) return false;
    return t == run->t ? way.afresh && way.source == BY_POLYNOMIAL
                       : way.source == BY_POLYNOMIAL || steps;
}

/* The first way is the usual one, and failed; of the others the first that is good, or the best. */
static RowProof find_way(JdRun *run, double t, RowProof first, const Way *ways, int count) {
    RowProof best = first;
    int chosen = 0, last = 0;
    for (int k = 1; k < count && best.off > 1; k++) {
        if (!has_way(run, t, ways[k])) continue;
        const RowProof proof = try_way(run, t, ways[k]);
        last = k;
        if (proof.off < best.off) best = proof, chosen = k;
    }
    if (last != chosen) best = try_way(run, t, ways[chosen]);
    return best;
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static const Way usual[] = {{BY_POLYNOMIAL, false},
                            {BY_POLYNOMIAL, true},
                            {BY_STEPS, false},
                            {BY_STEPS, true},
                            {BY_LEAP, true}};
static const Way singular[] = {
    {BY_LEAP, false}, {BY_LEAP, true}, {BY_STEPS, false}, {BY_STEPS, true}, {BY_POLYNOMIAL, true}};
enum { WAYS = sizeof usual / sizeof *usual };

/* The end of the step is proved by what it left, if it is still there. */
static RowProof prove_end(JdRun *run) {
    RowProof proof = {.locks = run->end_locks};
    if (!run->motion_at_y || !run->right_at_y) jd_run_rates_proved(run, run->t, run->y, run->work);
    if (run->form->residue) proof.residue = residue(run) / residue_most;
    if (is_nearer(run, near_most)) proof.residue = fmax(proof.residue, 2);
    proof.off = worse(proof.locks, proof.residue);
    return proof;
}

/* The step just done went over a singular position. */
static bool was_near(const JdRun *run) {
    return run->stepper->tableau && run->stepper->adaptive && jd_passage_near(run);
}

/* What it changes in accelerations, as a share of them, to put the state run->out onto the locks
 * when all of it is nudged by such a share. Next to a singular position that may be much. */
static double accelerations_off(JdRun *run, double t, double nudge) {
    const JdSystem *s = run->system;
    const int n = run->beside.accels;
    double *a = run->beside.q, off = 0, most = 0;
    jd_run_recover(run, LEVEL_ACCELERATION);
    memcpy(a, run->motion.a, (size_t)n * sizeof *a);
    memcpy(run->slope, run->out, (size_t)run->n * sizeof *run->slope);
    for (int k = 0; k < run->n && nudge > 0; k++) run->out[k] *= k % 2 ? 1 + nudge : 1 - nudge;
    run->form->project(s, &run->motion, t, FACTORS_ANEW, run->out);
    jd_run_rates(run, t, run->out, run->work);
    jd_run_recover(run, LEVEL_ACCELERATION);
    most = jd_motion_largest(s, run->motion.a);
    for (int k = 0; k < n; k++) a[k] -= run->motion.a[k];
    off = jd_motion_largest(s, a);
    memcpy(run->out, run->slope, (size_t)run->n * sizeof *run->slope);
    return off > 0 ? off / most : 0;
}

/* Without stabilisation by projection, too: rows beside a singular position are to lie on the
 * locks. */
bool jd_run_prove_walk(JdRun *run, double t) {
    RowProof proof = {.locks = run->system->dynamics.rows > 0 ? put_onto_locks(run, t) : 0};
    prove_rates(run, t, &proof);
    return !(proof.off > 1);
}

/* Of what is off the locks by less than the tolerance, this share may be off along a motion that is
 * all but free. */
static const double off_share = 0.1;

bool jd_run_row_beside(JdRun *run, double t) {
    if (try_way(run, t, was_near(run) ? singular[0] : usual[0]).off > 1) return false;
    if (keeps_locks(run)) return true;
    if (!jd_run_prove_walk(run, t)) return false;
    const double off = accelerations_off(run, t, fmax(rounding, off_share * run->def.tol));
    jd_run_rates_proved(run, t, run->out, run->work);
    return off <= accel_most;
}

/* A row that is next to a singular position; false: none beside it helps. */
static bool show_near(JdRun *run, double t, const Way *ways, bool told) {
    if (jd_run_beside(run, t)) {
        const double torn = keeps_locks(run) ? 0 : run->beside.torn;
        run->proof = (RowProof){.locks = torn, .off = torn};
        if (torn > 1 && told) jd_run_note_row(run, t);
        run->proof.pole = run->beside.pole + 1;
        return true;
    }
    run->proof = try_way(run, t, ways[0]);
    if (keeps_locks(run)) return false;
    run->proof.locks = worse(run->proof.locks, accelerations_off(run, t, 0) / accel_most);
    run->proof.off = worse(run->proof.off, run->proof.locks);
    if (!(run->proof.off > 1)) return false;
    if (told) jd_run_note_row(run, t);
    try_way(run, t, ways[0]);
    return true;
}

/* The row as it was shown before something else was looked at. */
static void show_again(JdRun *run, double t) {
    if (t == run->t)
        prove_end(run);
    else
        jd_run_rates_proved(run, t, run->out, run->work);
}

/* What rounding alone makes of accelerations, as a share of them. */
static double blur(JdRun *run, double t) {
    if (t == run->t) memcpy(run->out, run->y, (size_t)run->n * sizeof *run->out);
    const double off = accelerations_off(run, t, rounding);
    show_again(run, t);
    return isnan(off) ? INFINITY : off;
}

static bool wants_beside(JdRun *run, double t) {
    if (run->t <= run->t_old || !is_nearer(run, near_look)) return false;
    if (!keeps_locks(run)) return is_nearer(run, near_some_off);
    return is_nearer(run, near_some) || blur(run, t) > accel_some;
}

/* Ways other than the usual one prove a row by its own numbers. Where light bodies keep the ratio
 * of pivots low all along, it does not tell that these mean nothing. */
static void find_row(JdRun *run, double t, RowProof first, const Way *ways, bool told) {
    run->proof = find_way(run, t, first, ways, WAYS);
    const bool looks = run->t > run->t_old && run->system->dynamics.rows > 0 && keeps_locks(run);
    const double off = looks && !(run->proof.off > 1) ? blur(run, t) : 0;
    if (off > accel_some && show_near(run, t, ways, told)) return;
    if (off > accel_some) run->proof = find_way(run, t, first, ways, WAYS);
    if (off > accel_most) run->proof.off = run->proof.residue = fmax(run->proof.off, 2);
    if (run->proof.off > 1 && told) jd_run_note_row(run, t);
}

static void show_at(JdRun *run, double t, bool told) {
    assert(t <= run->t && (t >= run->t_old || run->cost.steps == 0));
    const Way *ways = was_near(run) ? singular : usual;
    jd_run_own_mode(run);
    run->proof = t == run->t ? prove_end(run) : try_way(run, t, ways[0]);
    const RowProof first = run->proof;
    if (wants_beside(run, t) && show_near(run, t, ways, told)) return;
    if (first.off > 1) find_row(run, t, first, ways, told);
}

void jd_run_show(JdRun *run, double t) {
    const long evaluations = run->cost.evaluations;
    run->output_time = t;
    run->whens.row = t == run->t && t == run->whens.acted && t > 0;
    show_at(run, t, true);
    run->cost.evaluations = evaluations;
}

long jd_run_sample(JdRun *run, double t) {
    const long evaluations = run->cost.evaluations;
    const RowProof proof = run->proof;
    show_at(run, t, false);
    const bool pole = run->proof.pole > 0;
    const long spent = run->cost.evaluations - evaluations;
    run->cost.evaluations = evaluations;
    run->proof = proof;
    if (t != run->output_time) run->proof.pole = 0;
    run->statistic.pole = pole;
    return spent;
}

bool jd_run_sample_plain(JdRun *run, double t) {
    const long evaluations = run->cost.evaluations;
    jd_run_own_mode(run);
    const RowProof proof = t == run->t ? prove_end(run) : try_way(run, t, usual[0]);
    run->cost.evaluations = evaluations;
    run->statistic.pole = false;
    return !(proof.off > 1);
}

bool jd_run_proved(const JdRun *run) {
    return run && !(run->proof.off > 1);
}
