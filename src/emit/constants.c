/* SPDX-License-Identifier: MIT
 *
 * Constants of expressions that run. Those that change with a parameter of the model are numbers of
 * the mechanism, like masses and lengths: which ones these are is seen by walking through the
 * expressions of the model as it is and of the model with another value, constant by constant. */
#include "emit/parameters.h"
#include <string.h>

typedef struct {
    const JdSystem *s;
    Arena *arena;
    Constants *to;
    const bool *marked; /* of each: it is wanted; NULL: all are */
    int count;          /* so far, wanted or not */
} Walk;

static void walk_program(Walk *w, const Program *program, const char *owner) {
    ProgramStep step;
    for (int n = 0; program && jd_program_step(program, n, &step); n++) {
        if (strcmp(step.op, "CONSTANT")) continue;
        const int number = w->count++;
        if (w->marked && !w->marked[number]) continue;
        Constant *to = PUSH(w->arena, *w->to);
        if (!to) return;
        *to = (Constant){program, n, step.number, NULL};
        if (w->marked) to->name = jd_arena_format(w->arena, "%s.constant.%d", owner, number + 1);
    }
}

int jd_constants_find(const JdSystem *s, const bool *marked, Arena *arena, Constants *to) {
    Walk w = {.s = s, .arena = arena, .to = to, .marked = marked};
    to->count = 0;
    for (int k = 0; k < s->drives; k++) walk_program(&w, s->drive[k].motion, s->drive[k].name);
    for (int k = 0; k < s->extras; k++) walk_program(&w, s->extra[k].rate, s->extra[k].name);
    for (int k = 0; k < s->signals; k++) walk_program(&w, s->signal[k].program, s->signal[k].name);
    for (int k = 0; k < s->forces; k++)
        for (int n = 0; n < 3 * TYPE_FIELDS; n++)
            walk_program(&w, s->force[k].program[n], s->force[k].name);
    for (int k = 0; k < s->whens; k++) {
        const SystemWhen *when = &s->when[k];
        walk_program(&w, when->condition, when->name);
        for (int n = 0; n < when->sets; n++) walk_program(&w, when->set[n].value, when->name);
        for (int n = 0; n < when->impulses; n++)
            walk_program(&w, when->impulse[n].value, when->name);
    }
    for (int k = 0; k < s->watched; k++)
        walk_program(&w, s->corner[k].corner.changes, s->corner[k].name);
    return w.count;
}

/* Those whose values differ are marked; false: the expressions are others. */
bool jd_constants_compare(const Constants *a, const Constants *b, bool *marked) {
    if (a->count != b->count) return false;
    for (int n = 0; n < a->count; n++) {
        if (a->at[n].step != b->at[n].step) return false;
        if (memcmp(&a->at[n].value, &b->at[n].value, sizeof(double))) marked[n] = true;
    }
    return true;
}

Num jd_record_constant(Recorder *rec, const Program *program, int step, double value) {
    for (int n = 0; rec->constants && n < rec->constants->count; n++) {
        const Constant *is = &rec->constants->at[n];
        if (is->program == program && is->step == step)
            return jd_tape_fixed(rec->t, is->name, "SI", value);
    }
    return n_num(rec->t, value);
}
