/* SPDX-License-Identifier: MIT
 *
 * Why a parameter of the model is fixed in emitted code: which statement makes more of it than
 * numbers, a direction or an instant, by its line. */
#include "emit/parameters.h"
#include "span/span.h"
#include <string.h>

static const double same_direction = 1e-12; /* of parts of unit vectors: rounding */

static bool same_axes(const Axes *a, const Axes *b) {
    const double *x = (const double *)a, *y = (const double *)b;
    for (size_t k = 0; k < sizeof *a / sizeof *x; k++)
        if (fabs(x[k] - y[k]) > same_direction) return false;
    return true;
}

static const char *told(const Writer *w, const char *what, const char *kind, const char *name,
                        Where where) {
    const int line = jd_where_find(where).line;
    const char *text =
        line > 0 ? jd_arena_format(w->rec.arena, "%s %s '%s' (line %d) depends on it", what, kind,
                                   name, line)
                 : jd_arena_format(w->rec.arena, "%s %s '%s' depends on it", what, kind, name);
    return text ? text : "";
}

/* ---- Directions ----------------------------------------------------------------------------- */

static const char *of_direction(const Writer *w, const JdSystem *other) {
    const JdSystem *s = w->rec.s;
    const char *what = "the direction of";
    if (s->frames != other->frames || s->joints != other->joints || s->forces != other->forces)
        return NULL;
    for (int f = 0; f < s->frames; f++) {
        if (same_axes(&s->frame[f].local.axes, &other->frame[f].local.axes)) continue;
        for (int k = 0; k < s->joints; k++)
            if (s->joint[k].frame_i == f || s->joint[k].frame_j == f)
                return told(w, what, "joint", s->joint[k].name, s->joint[k].where);
        for (int k = 0; k < s->forces; k++)
            if (s->force[k].frame_i == f || s->force[k].frame_j == f)
                return told(w, what, "force", s->force[k].name, s->force[k].where);
    }
    return NULL;
}

/* ---- Instants ------------------------------------------------------------------------------- */

enum { INSTANTS = 64 }; /* of a program that are compared */
/* Instants behind the end of the run come into it with other values: these, too, up to so many
 * times the run. */
static const double far = 10;

static bool same_instants(const Program *a, const Program *b, double to, double *held) {
    double t = 0, u = 0;
    for (int n = 0; n < INSTANTS && t < to && u < to; n++) {
        t = jd_program_next(a, t, to, held);
        u = jd_program_next(b, u, to, held);
        if (fabs(t - u) > same_direction * to) return false;
    }
    return true;
}

const char *jd_parameter_moves_instant(const Writer *w, const JdSystem *other) {
    const JdSystem *s = w->rec.s;
    const double to = s->run.to > 0 ? far * s->run.to : far;
    if (s->timeds != other->timeds || s->latches != other->latches || !s->latches) return NULL;
    double *held = ARENA_NEW(w->rec.arena, double, s->latches + 1);
    for (int k = 0; k < s->timeds && held; k++) {
        const SystemTimed *timed = &s->timed[k];
        if (jd_program_conditions(timed->program) > 0 &&
            !same_instants(timed->program, other->timed[k].program, to, held))
            return told(w, "an instant of", timed->kind, timed->name, timed->where);
    }
    return NULL;
}

/* ---- Starts of inputs, tables --------------------------------------------------------------- */

const char *jd_parameter_moves_given(const Writer *w, const JdSystem *other) {
    const JdSystem *s = w->rec.s;
    for (int k = 0; k < s->givens && other->givens == s->givens; k++)
        if (!jd_near_each_other(s->given_start[k], other->given_start[k]))
            return told(w, "the start of", "input", s->given[k].name, s->given[k].where);
    return NULL;
}

static bool same_pieces(ColumnPieces a, ColumnPieces b) {
    const size_t rows = (size_t)a.rows;
    return a.rows == b.rows && !memcmp(a.knot, b.knot, rows * sizeof *a.knot) &&
           !memcmp(a.piece, b.piece, (rows + 1) * sizeof *a.piece);
}

bool jd_parameter_moves_table(const Writer *w, const Writer *other) {
    const Tape *a = &w->tape, *b = &other->tape;
    if (a->column.count != b->column.count) return true;
    for (int k = 0; k < a->column.count; k++)
        if (!same_pieces(jd_column_pieces(a->column.at[k]), jd_column_pieces(b->column.at[k])))
            return true;
    return false;
}

/* ---- The whole ------------------------------------------------------------------------------ */

const char *jd_parameter_reason(const Writer *w, const JdSystem *other) {
    const char *why = NULL;
    if (!other) return "the model cannot be built with a value beside it";
    why = of_direction(w, other);
    return why ? why : "more than numbers of the mechanism depends on it";
}
