/* SPDX-License-Identifier: MIT
 *
 * Comments of a text that was read, with the statements that they stand at. */
#include "text/inside.h"
#include <string.h>

typedef struct {
    void (*take)(void *data, const WordsComment *comment);
    void *data;
    const Source *source;
} Telling;

static void tell(const Telling *t, size_t at, bool head, const Node *node) {
    const char *line = t->source->text + at;
    const size_t room = t->source->length - at;
    const char *end = memchr(line, '\n', room);
    size_t length = end ? (size_t)(end - line) : room;
    while (length && (line[length - 1] == '\r' || line[length - 1] == ' ')) length--;
    WordsComment comment = {.text = line, .length = length, .at = at, .head = head};
    if (node) comment.word = node->word;
    if (node && node->kind->declares && node->slots.count) comment.name = node->slots.at[0].text;
    if (node && node->kind->declares && node->slots.count && !comment.name &&
        node->slots.at[0].expr)
        comment.name = node->slots.at[0].expr->text;
    t->take(t->data, &comment);
}

/* Lines that are comments alone, between two statements. */
static void tell_between(const Telling *t, size_t from, size_t to, bool first, const Node *node) {
    const char *text = t->source->text;
    bool head = first;
    for (size_t at = from; at < to;) {
        size_t begin = at;
        while (begin < to && (text[begin] == ' ' || text[begin] == '\t' || text[begin] == '\r'))
            begin++;
        const char *end = memchr(text + at, '\n', to - at);
        if (begin < to && text[begin] == '#') tell(t, begin, head, node);
        if (first && begin < to && text[begin] == '\n' && begin > from) head = false;
        at = end ? (size_t)(end - text) + 1 : to;
    }
}

void jd_words_comments(const Shared *shared, void (*take)(void *data, const WordsComment *comment),
                       void *data) {
    const Words *words = shared ? shared->data : NULL;
    if (!words || !words->document.root.block.count) return;
    const Node *root = &words->document.root;
    Telling t = {take, data, root->block.at[0]->span.source};
    size_t before = 0;
    if (!t.source || (t.source->length && t.source->text[0] == '{')) return;
    for (int k = 0; k < root->block.count; k++) {
        const Node *node = root->block.at[k];
        if (node->span.source != t.source || node->span.start < before) continue;
        tell_between(&t, before, node->span.start, before == 0, node);
        const char *text = t.source->text;
        before = node->end > node->span.start ? node->end : node->span.start;
        const char *end = memchr(text + before, '\n', t.source->length - before);
        const size_t line = end ? (size_t)(end - text) : t.source->length;
        const char *beside = memchr(text + before, '#', line - before);
        if (beside) tell(&t, (size_t)(beside - text), false, node);
        before = end ? line + 1 : t.source->length;
    }
    tell_between(&t, before, t.source->length, false, NULL);
}
