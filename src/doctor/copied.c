/* SPDX-License-Identifier: MIT
 *
 * A statement that was copied for the next sibling, and in which one name was left as it was: what
 * was meant is there, and no statement of its kind names it. */
#include "doctor/inside.h"
#include <ctype.h>
#include <string.h>

enum { TOKENS = 160, STATEMENTS = 400 }; /* of larger models siblings are not looked for */

/* ---- Names in a row ---------------------------------------------------------------------------
 */

typedef struct {
    Span at[TOKENS]; /* names, and numbers and signs as one character each */
    bool name[TOKENS];
    int count;
} Tokens;

static bool is_letter(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/* Numbers may differ, with their signs; brackets and operations may not. */
static bool read_words(const Patient *p, const Node *node, Tokens *to) {
    const char *text = p->def.text;
    to->count = 0;
    for (size_t n = node->span.start; n < node->end;) {
        const size_t from = n;
        const char c = text[n];
        if (c == '#')
            while (n < node->end && text[n] != '\n') n++;
        if (strchr(" \t\r\n-", c) || c == '#') {
            n += c != '#';
            continue;
        }
        if (to->count == TOKENS) return false;
        to->name[to->count] = is_letter(c) && !isdigit((unsigned char)c);
        if (isdigit((unsigned char)c))
            while (n < node->end && (is_letter(text[n]) || text[n] == '.')) n++;
        else if (is_letter(c))
            while (n < node->end && is_letter(text[n])) n++;
        else
            n++;
        to->at[to->count++] = (Span){NULL, from, n - from};
    }
    return true;
}

static const char *name_of(Patient *p, const Node *node) {
    return node->slots.count ? jd_span_text(p, node->slots.at[0].span) : NULL;
}

/* Something of the text has this name. */
static bool is_declared(Patient *p, const char *name) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *node = p->document.root.block.at[n];
        const bool names = node->kind && node->kind->declares != DECLARES_NOTHING;
        const char *own = names ? name_of(p, node) : NULL;
        if (own && !strcmp(own, name)) return true;
    }
    return false;
}

/* ---- One name that was left -------------------------------------------------------------------
 */

typedef struct {
    Span said;
    const char *meant;
} Stale;

static bool same_type(const Node *a, const Node *b) {
    const Slot *x = jd_node_slot(a, "type"), *y = jd_node_slot(b, "type");
    return !x || !y || (x->text && y->text && !strcmp(x->text, y->text));
}

/* A sibling has this name at this place of its words. */
static bool is_named_there(Patient *p, const Node *node, const char *own, int at,
                           const char *name) {
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *other = p->document.root.block.at[n];
        const char *like = strcmp(other->word, node->word) ? NULL : name_of(p, other);
        Tokens row;
        if (!like || !jd_are_siblings(own, like) || !read_words(p, other, &row) || at >= row.count)
            continue;
        const char *there = jd_span_text(p, row.at[at]);
        if (there && !strcmp(there, name)) return true;
    }
    return false;
}

/* All names are those of the sibling, carried over, but for one. */
static bool find_stale(Patient *p, const Node *node, const Node *other, Stale *to) {
    Tokens own, like;
    const char *name = name_of(p, node), *called = name_of(p, other);
    int found = -1, carried = 0, left = 0;
    bool same = true; /* all numbers */
    if (!read_words(p, node, &own) || !read_words(p, other, &like) || own.count != like.count)
        return false;
    for (int n = 0; n < own.count; n++) {
        const char *said = jd_span_text(p, own.at[n]), *there = jd_span_text(p, like.at[n]);
        if (!said || !there || own.name[n] != like.name[n]) return false;
        if (!own.name[n]) {
            if (!isdigit((unsigned char)*said) && strcmp(said, there)) return false;
            same = same && !strcmp(said, there);
            continue;
        }
        const char *meant = jd_as_sibling(p, there, called, name);
        if (!meant) return false;
        if (!strcmp(meant, said)) {
            carried += strcmp(said, there) != 0;
            continue;
        }
        const bool stale = !strcmp(said, there) || jd_are_siblings(said, meant);
        if (found >= 0 || !stale || !strcmp(meant, there) || !is_declared(p, meant) ||
            is_named_there(p, node, name, n, meant))
            return false;
        found = n, left = !strcmp(said, there);
        *to = (Stale){own.at[n], meant};
    }
    /* Its own name is one that was carried over; if it is the only one, all else is the same, of a
     * statement that stands behind the other. */
    return found >= 0 &&
           (carried > 1 || (carried && left && same && node->span.start > other->span.start));
}

static bool is_told(const Patient *p, const Node *node) {
    for (int n = 0; n < jd_log_count(p->log); n++) {
        const JdMessage message = jd_log_message(p->log, n);
        if (message.severity > JD_NOTE && message.file &&
            jd_statement_of(p, jd_where_of(&message)) == node)
            return true;
    }
    return false;
}

static void look_at(Patient *p, const Node *node) {
    const char *own = name_of(p, node);
    for (int n = 0; n < p->document.root.block.count && own; n++) {
        const Node *other = p->document.root.block.at[n];
        const char *like = strcmp(other->word, node->word) ? NULL : name_of(p, other);
        Stale stale;
        if (!like || !jd_are_siblings(own, like) || !same_type(node, other) ||
            !find_stale(p, node, other, &stale))
            continue;
        if (is_told(p, node) ||
            !jd_find(p, JD_WARNING, "sibling-differs", jd_span_where(node->span),
                     "'%s' is as '%s', carried over, but names '%s', and nothing of its kind names "
                     "'%s'",
                     own, like, jd_span_text(p, stale.said), stale.meant))
            return;
        Changes changes = {0};
        jd_change_add(p, &changes, stale.said, "as its sibling", 1, "%s", stale.meant);
        if (!jd_try_remedy(p, &changes, "sibling-differs"))
            jd_hint(p->log, "was '%s' meant?", stale.meant);
        return;
    }
}

/* ---- The same once more -------------------------------------------------------------------------
 */

static const Node *joint_of(Patient *p, const char *free) {
    const char *name = jd_arena_text(&p->arena, free, strcspn(free, "."));
    for (int n = 0; n < p->document.root.block.count && name; n++) {
        const Node *node = p->document.root.block.at[n];
        const char *own = strcmp(node->word, "joint") ? NULL : name_of(p, node);
        if (own && !strcmp(own, name)) return node;
    }
    return NULL;
}

/* The text with this name, where it stands as a word, written as another one. */
static const char *renamed(Patient *p, const char *text, const char *from, const char *to) {
    const char *out = "";
    for (const char *c = text; *c && out;) {
        size_t length = 0;
        while (is_letter(c[length])) length++;
        const bool own = length && length == strlen(from) && !strncmp(c, from, length);
        if (!length) length = 1;
        out = own ? jd_arena_format(&p->arena, "%s%s", out, to)
                  : jd_arena_format(&p->arena, "%s%.*s", out, (int)length, c);
        c += length;
    }
    return out;
}

/* A force on a free that says what its sibling says, word for word, and the joint that holds
 * siblings of both bodies has none: it was to act there. */
static void look_at_twin(Patient *p, const Node *node) {
    const Slot *slot = jd_node_slot(node, "i"), *type = jd_node_slot(node, "type");
    const char *free = slot ? jd_span_text(p, slot->span) : NULL, *own = name_of(p, node);
    const Node *joint = free && type && own ? joint_of(p, free) : NULL;
    const Node *other = joint ? jd_sibling_joint(p, joint) : NULL;
    const char *from = joint ? name_of(p, joint) : NULL, *to = other ? name_of(p, other) : NULL;
    if (!from || !to || jd_times_said(p, to) > 1 || is_told(p, node)) return;
    const Span span = {NULL, type->span.start, node->end - type->span.start};
    const char *text = jd_span_text(p, span);
    for (int n = 0; n < p->document.root.block.count && text; n++) {
        const Node *before = p->document.root.block.at[n];
        const char *name = strcmp(before->word, node->word) ? NULL : name_of(p, before);
        const Slot *kind = jd_node_slot(before, "type");
        if (before == node) return;
        if (!name || !kind || !jd_are_siblings(own, name) ||
            before->end - kind->span.start != span.length ||
            strncmp(p->def.text + kind->span.start, text, span.length))
            continue;
        if (!jd_find(p, JD_WARNING, "sibling-differs", jd_span_where(node->span),
                     "'%s' says word for word what '%s' says, and nothing acts on '%s'", own, name,
                     to))
            return;
        Changes changes = {0};
        jd_change_add(p, &changes, span, "as its sibling", 1, "%s", renamed(p, text, from, to));
        if (!jd_try_remedy(p, &changes, "sibling-differs")) jd_hint(p->log, "was '%s' meant?", to);
        return;
    }
}

/* ---- Looking ------------------------------------------------------------------------------------
 */

static void look(Patient *p) {
    const Node *root = &p->document.root;
    if (!p->source || root->block.count > STATEMENTS) return;
    for (int n = 0; n < root->block.count; n++) {
        const Node *node = root->block.at[n];
        if (jd_word_in_list(node->word, "joint force drive")) look_at(p, node);
        if (!strcmp(node->word, "force")) look_at_twin(p, node);
    }
}

const Examination jd_examination_copied = {"copied", NEEDS_TEXT, look};
