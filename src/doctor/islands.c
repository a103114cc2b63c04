/* SPDX-License-Identifier: MIT
 *
 * Bodies that nothing links with the rest of the model, no joint, coupling, force or signal, and
 * that no output shows: they move by themselves, for nobody. Most likely the coupling was forgotten
 * that joins them to what they are to move. */
#include "doctor/inside.h"
#include <string.h>

enum { NAMES = 400 };
static const char *const letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/* What the text gives a name to, but for points and numbers, which many share. */
typedef struct {
    const char *name;
    const Node *statement;
    int group;
    bool body;
} Thing;

typedef struct {
    Patient *p;
    Thing at[NAMES];
    int count;
} Things;

static bool shows(const Node *node) {
    return jd_word_in_list(node->word, "output expect arrow axes plot sweep sensor");
}

static bool is_shared(const Node *node) {
    return jd_word_in_list(node->word, "point param function table model show allow");
}

static int find(const Things *all, const char *name, size_t length) {
    for (int n = 0; n < all->count; n++)
        if (strlen(all->at[n].name) == length && !strncmp(all->at[n].name, name, length)) return n;
    return -1;
}

/* The names of a block; false: they are too many, or what they stand for is written elsewhere. */
static bool collect(Things *all, const Node *parent) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        if (jd_word_in_list(node->word, "use include part")) return false;
        if (!strcmp(node->word, "repeat")) {
            if (!collect(all, node)) return false;
            continue;
        }
        if (is_shared(node) || shows(node) || !node->slots.count || !node->kind ||
            node->kind->declares == DECLARES_NOTHING)
            continue;
        const char *name = jd_span_text(all->p, node->slots.at[0].span);
        if (!name || all->count == NAMES) return false;
        const size_t length = strspn(name, letters);
        if (find(all, name, length) >= 0) continue;
        all->at[all->count] = (Thing){jd_arena_text(&all->p->arena, name, length), node, all->count,
                                      !strcmp(node->word, "body")};
        if (!all->at[all->count++].name) return false;
    }
    return true;
}

static void join(Things *all, int a, int b) {
    const int from = all->at[b].group, to = all->at[a].group;
    for (int n = 0; n < all->count; n++)
        if (all->at[n].group == from) all->at[n].group = to;
}

/* All names in the text of a statement: they belong together; or, of one that shows, their groups
 * are seen. */
static void read_names(Things *all, const Node *node, bool *seen) {
    const char *text =
        jd_span_text(all->p, (Span){NULL, node->span.start, node->end - node->span.start});
    int first = -1;
    for (const char *c = text; c && *c;) {
        if (*c == '#') c += strcspn(c, "\n");
        const size_t length = strspn(c, letters);
        const int found = length ? find(all, c, length) : -1;
        if (found >= 0 && seen) seen[all->at[found].group] = true;
        if (found >= 0 && !seen && first >= 0) join(all, first, found);
        if (found >= 0 && first < 0) first = found;
        c += length ? length : *c != 0;
    }
}

static void read_block(Things *all, const Node *parent, bool *seen) {
    for (int n = 0; n < parent->block.count; n++) {
        const Node *node = parent->block.at[n];
        if (!strcmp(node->word, "repeat"))
            read_block(all, node, seen);
        else if (!is_shared(node) && shows(node) == (seen != NULL) &&
                 !jd_word_in_list(node->word, "start run gravity prefer"))
            read_names(all, node, seen);
    }
}

static void tell(Things *all, int group) {
    const char *names[8] = {NULL};
    int count = 0, first = -1;
    for (int n = 0; n < all->count; n++)
        if (all->at[n].group == group && all->at[n].body) {
            if (first < 0) first = n;
            if (count < 8) names[count] = all->at[n].name;
            count++;
        }
    Text text = {0};
    jd_words_list(&text, names, count < 8 ? count : 8, 8);
    if (!jd_find(all->p, JD_WARNING, "group-apart", jd_span_where(all->at[first].statement->span),
                 "%s %s: no joint, coupling, force or signal links %s with the rest, and no "
                 "output shows %s",
                 jd_words_keep(all->p, &text), count > 1 ? "move by themselves" : "moves by itself",
                 count > 1 ? "them" : "it", count > 1 ? "them" : "it"))
        return;
    jd_hint(all->p->log,
            "was a gear, a belt or another coupling forgotten? If it is meant, show it "
            "by an `output`");
}

static void look(Patient *p) {
    Things *all = ARENA_NEW(&p->arena, Things, 1);
    bool seen[NAMES] = {false}, any = false;
    /* What lacks a joint is told as that. */
    if (!all || !p->source || jd_is_found(p, "joint-forgotten") || jd_is_found(p, "not-connected"))
        return;
    all->p = p;
    if (!collect(all, &p->document.root)) return;
    read_block(all, &p->document.root, NULL);
    read_block(all, &p->document.root, seen);
    for (int n = 0; n < all->count; n++) any = any || (all->at[n].body && seen[all->at[n].group]);
    for (int n = 0; n < all->count && any; n++) {
        const int group = all->at[n].group;
        if (!all->at[n].body || seen[group]) continue;
        seen[group] = true;
        tell(all, group);
    }
}

const Examination jd_examination_islands = {"islands", NEEDS_TEXT, look};
