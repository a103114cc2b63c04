/* SPDX-License-Identifier: MIT
 *
 * The table of statements, looking words up in it, and what follows from it for readers who are
 * people: the usage line of a statement or clause, and the grammar as a page. */
#include "text/inside.h"
#include <string.h>

#define SAY(word) extern const Kind jd_say_##word;
#include "text/statements.def"
#undef SAY

const Kind jd_kind_field = {
    .word = "",
    .summary = "a field that the type has of its own",
    .shape = {{"value", SLOT_EXPR}},
    .flags = KIND_REPEATS,
};

const Kind *jd_statement_at(int index) {
    static const Kind *const kinds[] = {
#define SAY(word) &jd_say_##word,
#include "text/statements.def"
#undef SAY
    };
    const int count = (int)(sizeof kinds / sizeof *kinds);
    return index >= 0 && index < count ? kinds[index] : NULL;
}

/* ---- Looking up ----------------------------------------------------------------------------- */

static bool token_is_bytes(const Token *token, const char *text, size_t length) {
    return token->kind == TOKEN_WORD && token->span.length == length &&
           memcmp(token->span.source->text + token->span.start, text, length) == 0;
}

/* How many tokens the kind's words match; 0: they do not. `joint type : ...` is a joint. */
static int match_words(const Kind *kind, const Reader *r) {
    const char *word = kind->word;
    const size_t first = strcspn(word, " ");
    if (!token_is_bytes(&r->lexer.token, word, first)) return 0;
    if (!word[first]) return 1;

    Lexer ahead = r->lexer;
    jd_lexer_next(&ahead);
    if (!token_is_bytes(&ahead.token, word + first + 1, strlen(word + first + 1))) return 0;
    jd_lexer_next(&ahead);
    return jd_token_is(&ahead.token, ":") ? 0 : 2;
}

const Kind *jd_kind_match(const Kind *kinds, const Reader *r, int *words) {
    for (; kinds && kinds->word; kinds++)
        if ((*words = match_words(kinds, r))) return kinds;
    return NULL;
}

const Kind *jd_statement_match(const Reader *r, int *words) {
    const Kind *kind;
    for (int n = 0; (kind = jd_statement_at(n)); n++)
        if ((*words = match_words(kind, r))) return kind;
    return NULL;
}

const Kind *jd_kind_find(const Kind *kinds, const char *word) {
    for (; kinds && kinds->word; kinds++)
        if (strcmp(kinds->word, word) == 0) return kinds;
    return NULL;
}

const Kind *jd_statement_find(const char *word) {
    const Kind *kind;
    for (int n = 0; (kind = jd_statement_at(n)); n++)
        if (strcmp(kind->word, word) == 0) return kind;
    return NULL;
}

void jd_kind_suggest(const Kind *kind, Nearest *nearest) {
    if (!jd_word_in_list(nearest->word, kind->also)) {
        jd_nearest_try(nearest, kind->word);
        return;
    }
    nearest->best = kind->word;
    nearest->distance = -1;
}

int jd_kind_order(const Kind *parent, const Kind *clause) {
    int order = 0;
    for (const Kind *k = parent->clauses; k && k->word; k++, order++)
        if (k == clause) return order;
    return order;
}

int jd_kind_width(const Kind *kind) {
    int width = 0;
    while (kind->shape[width].label) width++;
    return width;
}

bool jd_kind_may_be_bare(const Kind *kind) {
    return jd_kind_width(kind) == 1 && kind->shape[0].flags & SLOT_OPTIONAL;
}

bool jd_kind_row_may_be_bare(const Kind *kind) {
    const int width = jd_kind_width(kind);
    for (int n = 1; n < width; n++)
        if (!(kind->shape[n].flags & SLOT_OPTIONAL)) return false;
    return true;
}

/* ---- Fields of types ------------------------------------------------------------------------ */

/* Visits the fields that the statement's type has; false if nobody knows the type. */
static bool visit_fields(const Document *document, const Node *statement,
                         void (*visit)(void *data, const char *field), void *data) {
    const Slot *type = jd_node_slot(statement, "type");
    if (!type || !type->text) return false;
    const JointType *joint = jd_joint_find(type->text);
    const ForceType *force = joint ? NULL : jd_force_find(type->text);
    const Field *fields = joint ? joint->fields : force ? force->fields : NULL;
    for (int n = 0; fields && n < TYPE_FIELDS && fields[n].name; n++) visit(data, fields[n].name);
    if (fields) return true;

    const Known *own = document->types ? jd_known_find(document->types, type->text) : NULL;
    for (int k = 0; own && k < own->node->clauses.count; k++) {
        const Node *clause = own->node->clauses.at[k];
        const Slot *field = strcmp(clause->word, "field") ? NULL : jd_node_slot(clause, "name");
        if (field && field->text) visit(data, field->text);
    }
    return own != NULL;
}

typedef struct {
    const char *word;
    bool found;
} Search;

static void compare_field(void *data, const char *field) {
    Search *search = data;
    if (strcmp(search->word, field) == 0) search->found = true;
}

FieldAnswer jd_field_known(const Document *document, const Node *statement, const char *word) {
    Search search = {word, false};
    if (!visit_fields(document, statement, compare_field, &search)) return FIELD_PERHAPS;
    return search.found ? FIELD_YES : FIELD_NO;
}

static void suggest_field(void *data, const char *field) {
    jd_nearest_try(data, field);
}

void jd_field_suggest(const Document *document, const Node *statement, Nearest *nearest) {
    visit_fields(document, statement, suggest_field, nearest);
}

static void print_field(void *data, const char *field) {
    Text *out = data;
    jd_text_print(out, "%s%s", out->count ? ", " : "", field);
}

void jd_field_list(const Document *document, const Node *statement, Text *out) {
    visit_fields(document, statement, print_field, out);
}

/* ---- For people ----------------------------------------------------------------------------- */

void jd_kind_usage(const Kind *kind, Text *out) {
    jd_text_print(out, "%s", kind->word);
    for (const SlotShape *s = kind->shape; s->label; s++) {
        const bool open_slot = s->flags & SLOT_OPTIONAL && !(s->flags & SLOT_USUAL);
        const char *open = open_slot ? "[" : "", *close = *open ? "]" : "";
        const char *gap = s->before ? " " : "", *before = s->before ? s->before : "";
        jd_text_print(out, " %s%s%s<%s>%s", open, before, gap, s->label, close);
        if (s->flags & SLOT_TWO) jd_text_print(out, " [<%s>]", s->label);
        if (s->flags & SLOT_MANY) jd_text_print(out, " ...");
    }
    if (kind->flags & KIND_ROWS) jd_text_print(out, ", ...");
    if (kind->flags & KIND_BLOCK) jd_text_print(out, " { <statements> }");
}
