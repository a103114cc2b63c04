/* SPDX-License-Identifier: MIT
 *
 * Native code: the rates of the form's own state, all coordinates of the tree and their rates, as
 * one function for the steps of the interpreter. Numbers of the mechanism are constants, loops
 * begin where the state says. */
#include "emit/writer.h"

enum { MOST_OPERATIONS = 200000 }; /* beyond these a compiler takes too long */

typedef struct {
    int *place; /* of each number of the emitted state: in the form's */
    Num *rate;  /* of each number of the form's */
    int n;
} Native;

/* ---- Which number is which ------------------------------------------------------------------ */

static void place_states(const Recorder *rec, Native *to) {
    const Tree *tree = &rec->plan->tree;
    const int first = jd_record_first_rate(rec);
    for (int q = 0; q < tree->nq; q++)
        if (rec->state_of_q[q] >= 0) to->place[rec->state_of_q[q]] = q;
    for (int u = 0; u < tree->nu; u++)
        if (rec->state_of_u[u] >= 0) to->place[rec->state_of_u[u]] = first + u;
    for (int k = 0; k < rec->s->extras; k++) to->place[rec->first_extra + k] = first + tree->nu + k;
}

static void rate_all(Recorder *rec, Native *to) {
    const JdSystem *s = rec->s;
    const Tree *tree = &rec->plan->tree;
    const int first = jd_first_rate(s);
    jd_record_coordinate_rates(rec, to->rate);
    for (int k = 0; k < s->turns; k++) {
        const SystemTurn *turn = &s->turn[k];
        const NumSide i = jd_record_side(rec, turn->frame_i),
                      j = jd_record_side(rec, turn->frame_j);
        to->rate[tree->nq + k] = jd_record_lock(rec, &turn->lock, &i, &j).rate;
    }
    for (int u = 0; u < tree->nu; u++) to->rate[first + u] = rec->udot[u];
    for (int k = 0; k < s->extras; k++)
        to->rate[first + tree->nu + k] = rec->rate[rec->first_extra + k];
}

/* Hints that no number of the state is near would have to be kept from step to step. */
static bool reads_own_hints(Recorder *rec, Printer *p, const Num *results, int count) {
    const Tape *t = rec->t;
    for (int n = 0; n < t->unknowns; n++)
        if (t->hint_from.at[t->hint_of.at[n]] == HINT_OWN) return true;
    const int placed = jd_print_size(p, results, count);
    for (int n = 0; n < placed; n++)
        for (int k = 0; k < jd_tape_arguments(t->node.at[p->order[n]].op); k++) {
            const TapeNode *of = &t->node.at[t->node.at[p->order[n]].of[k]];
            if (of->op == TAPE_HINT && t->hint_from.at[of->of[0]] == HINT_OWN) return true;
            if (of->op == TAPE_UNKNOWN && t->hint_from.at[t->hint_of.at[of->of[0]]] == HINT_OWN)
                return true;
        }
    return false;
}

/* ---- The file ------------------------------------------------------------------------------- */

static void write_independent(Writer *w) {
    const Recorder *rec = &w->rec;
    int count = 0;
    jd_write(w, "/* The rates that it takes as independent ones. */\nconst int "
                "jd_native_independent[] = {");
    for (int u = 0; u < rec->plan->tree.nu; u++)
        if (rec->state_of_u[u] >= 0 && !jd_record_repeats(rec, u))
            jd_text_print(w->out, count++ ? ", %d" : "%d", u);
    jd_write(w, count ? "};\n" : "0};\n");
    jd_text_print(w->out, "const int jd_native_count = %d;\n\n", count);
}

static void write_rates(Writer *w, const Native *of, const Num *results, int count) {
    const Recorder *rec = &w->rec;
    jd_write(w,
             "int jd_native_rates(const double *input, const double *held, double t, const double "
             "*z, double *rates) {\n"
             "    (void)input, (void)held, (void)t, (void)z;\n");
    jd_print_code(&w->p, results, count, "return 1;");
    for (int n = 0; n < rec->guard.count; n++) {
        jd_text_print(w->out, "    if (!(");
        jd_print_value(&w->p, rec->guard.at[n].low, w->out);
        jd_text_print(w->out, " > ");
        jd_print_number(rec->guard.at[n].limit, w->out);
        jd_text_print(w->out, ")) return 1;\n");
    }
    for (int n = 0; n < of->n; n++) {
        jd_text_print(w->out, "    rates[%d] = ", n);
        jd_print_value(&w->p, of->rate[n], w->out);
        jd_text_print(w->out, ";\n");
    }
    jd_write(w, "    return 0;\n}\n");
}

bool jd_write_native(Writer *w) {
    Recorder *rec = &w->rec;
    Native of = {.n = rec->s->states};
    const int guards = rec->guard.count, count = guards + of.n;
    of.place = ARENA_NEW(rec->arena, int, rec->states + 1);
    of.rate = ARENA_NEW(rec->arena, Num, of.n + 1);
    Num *results = ARENA_NEW(rec->arena, Num, count + 1);
    if (!of.place || !of.rate || !results) return false;
    place_states(rec, &of);
    rate_all(rec, &of);
    for (int n = 0; n < guards; n++) results[n] = rec->guard.at[n].low;
    for (int n = 0; n < of.n; n++) results[guards + n] = of.rate[n];
    if (rec->failed || !jd_printer_grow(&w->p)) return false;
    w->p.place = of.place;
    if (reads_own_hints(rec, &w->p, results, count)) {
        jd_record_refuse(rec, nowhere,
                         "something is followed from step to step that the state does not tell");
        return false;
    }
    const int operations = jd_print_size(&w->p, results, count);
    if (operations > MOST_OPERATIONS) {
        jd_record_refuse(rec, nowhere, "it has %d operations, more than %d", operations,
                         (int)MOST_OPERATIONS);
        return false;
    }
    Text functions = {0}, all = {0}, *whole = w->out;
    w->out = w->p.out = &functions;
    write_rates(w, &of, results, count);
    w->out = w->p.out = whole;
    jd_write(w,
             "/* Rates of model '@', written by jourdain. */\n#include <math.h>\n#define @_FN\n\n");
    jd_write_rough_angle(w);
    jd_take_functions(w, &functions, &all);
    jd_write_own(w, all.at);
    jd_write_tables(w, all.at);
    write_independent(w);
    if (all.at) jd_text_add(whole, all.at, all.count);
    jd_text_free(&all);
    return true;
}
