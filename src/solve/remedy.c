/* SPDX-License-Identifier: MIT
 *
 * What makes reactions unique: joints that lock less, without a freedom more. A joint that frees
 * more bears nothing along that; so of the combinations of reactions that are in balance with
 * themselves those are left that load it nowhere there. A remedy frees as many motions as there are
 * combinations, and leaves none of them: theory (7.6). */
#include "solve/remedy.h"
#include <string.h>

/* ---- Choosing ------------------------------------------------------------------------------- */

static bool choose(Search *f, const Change *change) {
    if (!jd_remedy_take(f, change)) return false;
    if (f->chosen < CHOSEN) f->choice[f->chosen] = *change;
    f->chosen++;
    return true;
}

/* Changes of up to `depth` joints that together do it all. Of those of fewest joints the ones that
 * change each as little as can be, and no joint whose frees are asked for elsewhere if that can be.
 */
typedef struct {
    int change[3], count, worst;
} Plan;

static bool is_better(const Plan *a, const Plan *b) {
    return b->count == 0 || a->worst < b->worst;
}

static void search(Search *f, Plan now, int from, int depth, Plan *best) {
    if (f->done == f->n && now.count && is_better(&now, best)) *best = now;
    if (depth == 0 || f->done == f->n) return;
    const int before = f->done;
    for (int k = from; k < f->changes.count; k++) {
        const Change *change = &f->changes.at[k];
        const int last = now.count ? f->changes.at[now.change[now.count - 1]].which : -1;
        const int cost = change->rows + (change->asked ? 100 : 0) + (change->stiff ? 10 : 0);
        if (change->which == last || f->done + change->rows + 5 * (depth - 1) < f->n) continue;
        if (f->done + change->rows > f->n || !jd_remedy_take(f, change)) continue;
        Plan next = now;
        next.change[next.count++] = k;
        if (cost > next.worst) next.worst = cost;
        search(f, next, k + 1, depth - 1, best);
        f->done = before;
    }
}

static bool plan_types(Search *f) {
    const int count = f->changes.count;
    Plan best = {.count = 0};
    for (int depth = 1; depth <= 3 && !best.count; depth++)
        if (depth < 2 || count < (depth < 3 ? 400 : 80))
            search(f, (Plan){.count = 0}, 0, depth, &best);
    for (int k = 0; k < best.count; k++) choose(f, &f->changes.at[best.change[k]]);
    return best.count > 0;
}

static bool is_chosen(const Search *f, int joint) {
    for (int k = 0; k < f->chosen && k < CHOSEN; k++)
        if (f->choice[k].kind != UNDRIVE && f->choice[k].which == joint) return true;
    return false;
}

/* One after the other, each as much as can be. */
static bool take_types(Search *f) {
    const int done = f->done, chosen = f->chosen;
    for (int rows = JOINT_LOCKS; rows > 0; rows--)
        for (int k = 0; k < f->changes.count && f->chosen < CHOSEN; k++) {
            const Change *change = &f->changes.at[k];
            if (change->rows == rows && !is_chosen(f, change->which)) choose(f, change);
        }
    if (f->done == f->n) return true;
    f->done = done, f->chosen = chosen;
    return false;
}

static bool change_types(Search *f) {
    if (f->done == f->n) return true;
    jd_remedy_list(f, RETYPE);
    return plan_types(f) || take_types(f);
}

/* Without joints that are in one's way, as few as can be: each takes away all that it bears. */
static bool leave_out(Search *f) {
    for (int round = 0; round < CHOSEN; round++) {
        jd_remedy_list(f, LEAVE_OUT);
        if (!f->changes.count || !choose(f, &f->changes.at[0])) return false;
        if (change_types(f)) return true;
    }
    return false;
}

static bool find_remedy(Search *f) {
    jd_remedy_list(f, UNDRIVE);
    for (int k = 0; k < f->changes.count; k++) choose(f, &f->changes.at[k]);
    jd_remedy_list(f, LEAVE_OUT);
    for (int k = 0; k < f->changes.count; k++)
        if (f->r->model->joints.at[f->changes.at[k].which].repeats) choose(f, &f->changes.at[k]);
    return (change_types(f) || leave_out(f)) && f->chosen <= CHOSEN;
}

/* ---- In words ------------------------------------------------------------------------------- */

/* What all changes have in common; NULL: nothing. */
static const char *common_along(const Search *f) {
    const char *along = NULL;
    int count = 0;
    for (int k = 0; k < f->chosen; k++) {
        const Change *c = &f->choice[k];
        if (c->kind != RETYPE) continue;
        if (count++ && strcmp(along, c->along)) return NULL;
        along = c->along;
    }
    return count > 1 && *along ? along : NULL;
}

static void print_choice(const Search *f, ChangeKind kind, Text *out) {
    static const char *const verbs[] = {"let ", "leave out ", "take away drive "};
    const JdSystem *s = f->system;
    const char *common = common_along(f);
    int count = 0, n = 0;
    for (int k = 0; k < f->chosen; k++) count += f->choice[k].kind == kind;
    for (int k = 0; k < f->chosen; k++) {
        const Change *c = &f->choice[k];
        if (c->kind != kind) continue;
        if (n == 0) jd_text_print(out, "%s%s", out->count ? "; " : "", verbs[kind]);
        jd_text_print(out, "%s'%s'", jd_between(n, count),
                      kind == UNDRIVE ? s->drive[c->which].name : s->joint[c->which].name);
        if (kind == RETYPE)
            jd_text_print(out, "%s `%s`%s", n == 0 ? " be" : "", c->type->name,
                          common ? "" : c->along);
        n++;
    }
    if (n && common && kind == RETYPE) jd_text_print(out, ", each%s", common);
}

bool jd_print_remedy(Redundancy *r, const Repeated *set, Text *out) {
    Search f = {.r = r, .set = set, .system = r->system, .n = set->count};
    if (f.n > 60) return false;
    f.basis = ARENA_NEW(r->scratch, double, (f.n + JOINT_LOCKS) * f.n + 1);
    if (!f.basis || !find_remedy(&f)) return false;
    print_choice(&f, UNDRIVE, out);
    print_choice(&f, LEAVE_OUT, out);
    print_choice(&f, RETYPE, out);
    bool asked = false;
    for (int k = 0; k < f.chosen; k++) asked = asked || f.choice[k].asked;
    if (asked) jd_text_print(out, "; what names their frees must name those of the new types then");
    return true;
}
