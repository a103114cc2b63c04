/* SPDX-License-Identifier: MIT
 *
 * A form with states of one's own behind its own numbers. It is a table of its own, made for one
 * system: each function does what that of the form does and adds the states. So neither forms nor
 * steppers know of them, and a model without any pays nothing. theory 6.12 */
#include "form/inside.h"
#include <string.h>

/* What an evaluation reads of the state before anything else. */
static void tell(const JdSystem *s, Motion *m, const double *y) {
    m->extra = jd_extra_of(s, y);
    if (s->nodes) jd_nodes_tell(s, m, m->extra);
    *m->known = 0;
}

/* After the forces, which have left what rates read. */
static void eval_rates(const JdSystem *s, Motion *m, double *rates) {
    for (int k = 0; k < s->extras; k++)
        m->extra_rate[k] = rates[k] = jd_program_eval_at(s->extra[k].rate, jd_now(m), m->inputs);
}

/* With what forces read of accelerations and reactions given in motion->inputs. */
void jd_extend_evaluate(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    tell(s, m, y);
    s->mechanics->rates(s, m, time, y, out);
    if (jd_ends(m, PART_FORCES)) return;
    if (s->lasts) {
        s->mechanics->recover(s, m, LEVEL_ACCELERATION);
        jd_inputs_last(s, m);
    }
    eval_rates(s, m, out + s->states - s->extras);
}

static void rates(const JdSystem *s, Motion *m, double time, const double *y, double *out) {
    Evaluate *const all = s->nodes ? jd_drift_evaluate : jd_extend_evaluate;
    if (s->feedbacks && !jd_ends(m, PART_FORCES))
        jd_feedback_solve(s, m, all, time, y, out);
    else
        all(s, m, time, y, out);
}

static void kinematics(const JdSystem *s, Motion *m, const double *y, double *out) {
    tell(s, m, y);
    s->mechanics->kinematics(s, m, y, out);
}

static void open(const JdSystem *s, Motion *m, double time, const double *y) {
    tell(s, m, y);
    s->mechanics->open(s, m, time, y);
}

/* The bodies say nothing about states of one's own: those stay what they are. */
static void state(const JdSystem *s, const Motion *m, const double *like, double *y) {
    s->mechanics->state(s, m, like, y);
    memmove(y + s->states - s->extras, m->extra, (size_t)s->extras * sizeof *y);
}

static ProjectReport project(const JdSystem *s, Motion *m, double time, Factors factors,
                             double *y) {
    tell(s, m, y);
    return s->mechanics->project(s, m, time, factors, y);
}

/* ---- Errors --------------------------------------------------------------------------------- */

/* theory (6.29) */
static double error(const JdSystem *s, const double *y0, const double *y1, const double *err,
                    double tol) {
    double most = s->mechanics->error(s, y0, y1, err, tol);
    const double *before = jd_extra_of(s, y0), *after = jd_extra_of(s, y1);
    const double *off = jd_extra_of(s, err);
    for (int k = 0; k < s->extras; k++) {
        const double size = s->extra[k].scale + fmax(fabs(before[k]), fabs(after[k]));
        const double here = fabs(off[k]) / (size * tol);
        if (!(here <= most) && !isnan(most)) most = here;
    }
    return most;
}

static void sizes(const JdSystem *s, const double *y, double *out) {
    const int first = s->states - s->extras;
    s->mechanics->sizes(s, y, out);
    for (int k = 0; k < s->extras; k++) out[first + k] = s->extra[k].scale + fabs(y[first + k]);
}

/* ---- For implicit steppers ------------------------------------------------------------------- */

static void residual(const JdSystem *s, Motion *m, double time, bool locked, const double *z,
                     const double *rates_, double *out) {
    const int first = s->states - s->extras;
    /* What is read of accelerations and reactions follows from the state, as if it were solved. */
    if (s->feedbacks || s->lasts || s->nodes) rates(s, m, time, z, out);
    tell(s, m, z);
    s->mechanics->residual(s, m, time, locked, z, rates_, out);
    eval_rates(s, m, out + first);
    for (int k = first; k < s->states; k++) out[k] = rates_[k] - out[k];
}

/* A row depends on where a body is and on how it moves. */
static void add_body(const JdSystem *s, Arena *arena, int row, int body, EntryList *list) {
    const int nq = s->kernel->nq, nv = s->kernel->nv, q = nq * (body - 1);
    const int v = s->mechanics->first_velocity(s) + nv * (body - 1);
    for (int c = 0; c < nq; c++) add_entry(arena, list, row, q + c);
    for (int c = 0; c < nv; c++) add_entry(arena, list, row, v + c);
}

/* Only forms by the bodies' own coordinates have a pattern. Known numbers of states come first. */
static bool pattern(const JdSystem *s, bool locked, Arena *arena, Pattern *to) {
    const int first = s->states - s->extras;
    EntryList by_rate = {0};
    if (!s->mechanics->pattern(s, locked, arena, to)) return false;
    for (int k = 0; k < s->extras; k++) add_entry(arena, &by_rate, first + k, first + k);
    for (int k = 0; k < to->by_rate.count; k++)
        add_entry(arena, &by_rate, to->by_rate.at[k].row, to->by_rate.at[k].column);
    to->by_rate = by_rate;
    for (int d = 0; d < s->drives; d++) { /* rows by position follow the positions of drives */
        const SystemDrive *drive = &s->drive[d];
        if (drive->state < 0) continue;
        const int row = s->states + drive->row;
        add_entry(arena, &to->differences, row, first + drive->state);
        if (locked)
            add_entry(arena, &to->differences, row + s->dynamics.rows, first + drive->state);
    }
    const SlotReads *reads = jd_reads_make(s, arena);
    for (int k = 0; k < s->extras && reads; k++) {
        int at = 0, slot;
        while ((slot = jd_program_input(s->extra[k].rate, &at)) >= 0) {
            for (int n = 0; n < reads[slot].bodies; n++)
                add_body(s, arena, first + k, reads[slot].body[n], &to->differences);
            for (int n = 0; n < reads[slot].extras; n++)
                add_entry(arena, &to->differences, first + k, first + reads[slot].extra[n]);
        }
    }
    return !arena->failed;
}

static void known(const JdSystem *s, const Motion *m, bool locked, double *by_unknown,
                  double *by_rate) {
    for (int k = 0; k < s->extras; k++) by_rate[k] = 1;
    s->mechanics->known(s, m, locked, by_unknown, by_rate + s->extras);
}

bool jd_form_extend(JdSystem *s) {
    if (!s->extras && !s->signals && !s->givens && !s->whens && !s->feedbacks) return true;
    FormType *form = ARENA_NEW(&s->arena, FormType, 1);
    if (!form) return false;
    *form = *s->form;
    form->rates = rates;
    form->kinematics = kinematics;
    form->state = state;
    form->project = project;
    form->error = error;
    if (form->open) form->open = open;
    if (form->sizes) form->sizes = sizes;
    if (form->residual) {
        form->residual = residual;
        form->pattern = pattern;
        form->known = known;
    }
    s->mechanics = s->form;
    s->form = form;
    s->states += s->extras;
    return true;
}
