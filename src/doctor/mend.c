/* SPDX-License-Identifier: MIT
 *
 * A model that does not go together, or cannot move: which single change of its text would mend it.
 * Statements that the messages point at are tried first, then the others. Of changes that mend it,
 * the one after which the drawing closes, the `expect` lines hold and least is left to find goes
 * first. */
#include "doctor/inside.h"
#include <string.h>

/* Messages that say so, and which statements may be to blame. What is asked of a change is that the
 * message is gone. */
static const struct {
    const char *code, *words;
} ailments[] = {
    {"loop-open", "joint body point param"},
    {"start-contradiction", "start"},
    {"start-far", "start drive"},
    {"velocity-impossible", "drive joint start"},
    {"nothing-moves", "joint drive start"},
    {"expect-missed", "joint body point param drive start"},
};

static const char *words_of(const JdMessage *message) {
    for (size_t n = 0; n < sizeof ailments / sizeof *ailments; n++)
        if (!strcmp(message->code, ailments[n].code) && message->severity > JD_NOTE)
            return ailments[n].words;
    return NULL;
}

static int find_ailment(const Patient *p) {
    for (int n = 0; n < p->first; n++) {
        const JdMessage message = jd_log_message(p->log, n);
        if (words_of(&message)) return n;
    }
    return -1;
}

/* Statements in the order in which they are suspected. */
typedef LIST(const Node *) Statements;

static void suspect(Patient *p, Statements *to, const Node *node) {
    for (int n = 0; n < to->count; n++)
        if (to->at[n] == node) return;
    const Node **at = node ? PUSH(&p->arena, *to) : NULL;
    if (at) *at = node;
}

/* Those that are named in the message, between quotes. */
static void suspect_named(Patient *p, Statements *to, const char *text) {
    for (const char *c = text; (c = strchr(c, '\'')) && strchr(c + 1, '\'');
         c = strchr(c + 1, '\'') + 1) {
        const size_t length = strcspn(c + 1, "'");
        const char *name = jd_arena_text(&p->arena, c + 1, length);
        const int joint = name ? jd_model_find_joint(p->model, name) : -1;
        if (joint >= 0) suspect(p, to, jd_statement_of(p, p->model->joints.at[joint].where));
        for (int n = 0; name && n < p->model->drives.count; n++)
            if (!strcmp(p->model->drives.at[n].name, name))
                suspect(p, to, jd_statement_of(p, p->model->drives.at[n].where));
    }
}

static void suspect_all(Patient *p, Statements *to, const Node *parent) {
    for (int n = 0; n < parent->block.count; n++) {
        suspect(p, to, parent->block.at[n]);
        suspect_all(p, to, parent->block.at[n]);
    }
}

/* A joint less, or one that locks less, must not set more free than a machine has. */
static bool is_sane(const Change *change, const Verdict *v, const Patient *p) {
    const int wanted = p->check->drives > 1 ? p->check->drives : 1;
    return v->cured && (!change->alters || v->finite <= wanted);
}

static double worth(const Change *change, const Verdict *v, double suspected) {
    const bool drawn = v->apart == 0;
    return change->likely + suspected + (drawn ? 1 : -0.5) - 0.5 * v->warnings -
           0.1 * (v->redundant > 0) - 0.5 * (v->ends > 0) - (change->alters ? 0.2 : 0) +
           (v->held && !v->missed ? 10 : 0) - (v->missed ? 3 : 0) - (v->finite == 0 ? 1 : 0);
}

/* The best so far. */
typedef struct {
    Change change;
    Verdict verdict;
    double worth;
    int tried;
} Best;

static void try_statement(Patient *p, const Node *statement, const char *code, double suspected,
                          Best *best) {
    const bool missed = !strcmp(code, "expect-missed"); /* then all lines must hold */
    Changes changes = {0};
    jd_changes_of_statement(p, &changes, statement);
    for (int k = 0; k < changes.count; k++) {
        Verdict v;
        if (!jd_try_change(p, &changes.at[k], code, &v)) return;
        best->tried++;
        if (!is_sane(&changes.at[k], &v, p)) continue;
        if (p->model->expects.count) jd_try_run(p, &changes.at[k], &v);
        if (missed && (v.missed || !v.held)) continue;
        const double now = worth(&changes.at[k], &v, suspected);
        if (now > best->worth) best->worth = now, best->change = changes.at[k], best->verdict = v;
    }
}

static void tell(Patient *p, const Best *best, const char *code) {
    const Change *change = &best->change;
    const Verdict *v = &best->verdict;
    const Span span = {p->source, change->from, change->length ? change->length : 1};
    if (!jd_find(p, JD_NOTE, "single-change", jd_span_where(span),
                 "of %d single changes of the text this one is the likeliest to mend [%s]",
                 best->tried, code))
        return;
    jd_remedy(p, change,
              v->held && !v->missed ? "tried: it goes together, and all `expect` lines hold"
              : v->apart == 0       ? "tried: it goes together as drawn"
                                    : "tried: it goes together");
}

static void look(Patient *p) {
    if (!p->trials || !p->source || p->remedies.count) return; /* what was found before mends it */
    const int ailment = find_ailment(p);
    if (ailment < 0) return;
    const JdMessage message = jd_log_message(p->log, ailment);
    const Node *place = jd_statement_of(p, jd_where_of(&message));
    Statements statements = {0};
    suspect(p, &statements, place);
    suspect_named(p, &statements, message.text);
    const int named = statements.count;
    suspect_all(p, &statements, &p->document.root);
    /* Where `expect` lines tell what is meant, any statement may be to blame; otherwise those that
     * such a message is about, and if it is about a drive or a start value, that alone. */
    const bool told = p->model->expects.count > 0;
    const bool asked = place && (!strcmp(place->word, "drive") || !strcmp(place->word, "start"));
    const char *words = asked && strcmp(message.code, "nothing-moves") &&
                                strcmp(message.code, "velocity-impossible")
                            ? "drive start"
                            : words_of(&message);
    Best best = {.worth = -INFINITY};
    for (int n = 0; n < statements.count && p->trials > 0; n++)
        if (told || jd_word_in_list(statements.at[n]->word, words))
            try_statement(p, statements.at[n], message.code, n < named ? 0.3 : 0, &best);
    if (best.worth > -INFINITY) tell(p, &best, message.code);
}

const Examination jd_examination_mend = {"mend", NEEDS_TEXT, look};
