/* SPDX-License-Identifier: MIT
 *
 * What the reader of statements says of something that it does not expect: what it may have been
 * meant for, and the line as it would be right. */
#include "text/inside.h"
#include <string.h>

static bool is(const Reader *r, const char *sign) {
    return jd_token_is(&r->lexer.token, sign);
}

/* A remedy that was given already is better than the form of the whole. What nobody hears needs
 * none. */
bool jd_has_hint(const Reader *r) {
    const JdMessage message = jd_reported(jd_reader_log(r));
    return message.hint || !message.code;
}

void jd_hint_usage(const Reader *r, const Kind *kind) {
    if (jd_has_hint(r)) return;
    Text usage = {0};
    jd_kind_usage(kind, &usage);
    if (!usage.failed && usage.at && *kind->word)
        jd_hint(jd_reader_log(r), "the form is: %s%s%s", usage.at, kind->advice ? "; " : "",
                kind->advice ? kind->advice : "");
    jd_text_free(&usage);
}

static void hint_clauses(const Reader *r, const Node *node) {
    if (jd_has_hint(r)) return;
    Text words = {0};
    for (const Kind *k = node->kind->clauses; k && k->word; k++)
        jd_text_print(&words, "%s%s", words.count ? ", " : "", k->word);
    if (node->kind->flags & KIND_OPEN) jd_field_list(r->document, node, &words);
    if (!words.failed && words.at) jd_hint(jd_reader_log(r), "its clauses are: %s", words.at);
    jd_text_free(&words);
}

/* `kg m^2`: the unit stops at the blank. */
static bool report_broken_unit(const Reader *r, const char *before) {
    Lexer behind = r->lexer;
    const size_t start = behind.token.span.start;
    Unit unit;
    if (!jd_unit_find(behind.source->text + start, behind.token.span.length, &unit)) return false;
    Span end = behind.token.span;
    for (jd_lexer_next(&behind); behind.token.tight; jd_lexer_next(&behind)) {
        const bool goes_on = behind.token.kind == TOKEN_WORD || behind.token.kind == TOKEN_NUMBER ||
                             jd_token_is(&behind.token, "^") || jd_token_is(&behind.token, "*") ||
                             jd_token_is(&behind.token, "/");
        if (!goes_on) break;
        end = behind.token.span;
    }
    const Span rest = {behind.source, start, end.start + end.length - start};
    const char *text = behind.source->text + start;
    jd_report(jd_reader_log(r), JD_ERROR, "unit-unknown", jd_reader_where(r, rest),
              "there is no unit '%s %.*s'", before, (int)rest.length, text);
    jd_hint(jd_reader_log(r), "a unit has no blanks inside: %s*%.*s", before, (int)rest.length,
            text);
    return true;
}

/* A word behind a number that has no unit was meant to be one. */
static bool report_unknown_unit(const Reader *r) {
    const Token *token = &r->lexer.token;
    const Expr *last = r->last;
    while (last && (last->kind == EXPR_BINARY || last->kind == EXPR_UNARY))
        last = last->args[last->count - 1];
    if (token->kind != TOKEN_WORD || !last || last->kind != EXPR_NUMBER) return false;
    if (last->text) return report_broken_unit(r, last->text);
    const char *between = last->span.source->text + last->span.start + last->span.length;
    const char *word = token->span.source->text + token->span.start;
    for (; between < word; between++)
        if (*between != ' ' && *between != '\t') return false;

    const char *unit = jd_token_text(token, r->document->arena),
               *written = jd_unit_written(token, r->document->arena);
    if (!unit || !written) return false;
    jd_report(jd_reader_log(r), JD_ERROR, "unit-unknown", jd_reader_where(r, token->span),
              "there is no unit '%s'", unit);
    jd_unit_hint(written, jd_reader_log(r));
    return true;
}

/* `5 g.angle`: a joint called g was read as the gram; `5 N.m`, as French has products. */
static void hint_unit_name(const Reader *r) {
    Lexer ahead = r->lexer;
    const Expr *last = r->last;
    Unit unit;
    while (last && (last->kind == EXPR_BINARY || last->kind == EXPR_UNARY))
        last = last->args[last->count - 1];
    if (!is(r, ".") || !ahead.token.tight || !last || last->kind != EXPR_NUMBER || !last->text)
        return;
    jd_lexer_next(&ahead);
    if (ahead.token.kind != TOKEN_WORD) return;
    const char *word = ahead.source->text + ahead.token.span.start;
    const size_t length = ahead.token.span.length;
    if (jd_unit_find(word, length, &unit)) {
        const char *written = jd_unit_written(&ahead.token, r->document->arena);
        if (written)
            jd_hint(jd_reader_log(r), "units are multiplied with '*': %s*%s", last->text, written);
        return;
    }
    const int number = (int)strcspn(last->span.source->text + last->span.start, " \t");
    jd_hint(jd_reader_log(r), "'%s' is a unit here; with '*' before it it is a name: %.*s*%s.%.*s",
            last->text, number, last->span.source->text + last->span.start, last->text, (int)length,
            word);
}

/* `run to pi s`, `length L mm`: a unit stands behind a number or a bracket. */
static void hint_unit_behind(const Reader *r) {
    const Token *unit = &r->lexer.token;
    const Expr *last = r->last;
    Unit found;
    if (unit->kind != TOKEN_WORD || !last || jd_has_hint(r) ||
        !jd_unit_find(unit->span.source->text + unit->span.start, unit->span.length, &found))
        return;
    const char *before = unit->span.source->text + last->span.start;
    const size_t gap = unit->span.start - (last->span.start + last->span.length);
    if (last->span.source != unit->span.source || strspn(before + last->span.length, " \t") != gap)
        return;
    jd_hint(jd_reader_log(r),
            "a unit stands behind a number or a bracket: (%.*s) %.*s; what has its unit needs none",
            (int)last->span.length, before, (int)unit->span.length,
            unit->span.source->text + unit->span.start);
}

/* The line of the node from its word up to a place, and the rest of it from another one. */
static void hint_line(const Reader *r, const Node *node, size_t to, const char *between,
                      size_t from) {
    const char *text = r->lexer.source->text;
    const size_t start = node->span.start;
    while (to > start && strchr(" \t", text[to - 1])) to--;
    from += strspn(text + from, " \t");
    size_t length = strcspn(text + from, "#\r\n");
    while (length && strchr(" \t,;", text[from + length - 1])) length--;
    jd_hint(jd_reader_log(r), "write: %.*s%s%.*s", (int)(to - start), text + start, between,
            (int)length, text + from);
}

/* `param a == 1`, `param a := 1`, `param a: 1`, `point P [1, 2]`: the sign is '='. */
static void hint_equals(const Reader *r, const Node *node) {
    const Kind *kind = node->kind;
    const int width = jd_kind_width(kind);
    if (jd_has_hint(r) || width < 2 || !kind->shape[width - 1].before) return;
    const bool wanted = !strcmp(kind->shape[width - 1].before, "=") && node->slots.count == width &&
                        !node->slots.at[width - 1].expr;
    if (!wanted || node->clauses.count) return;
    Lexer ahead = r->lexer;
    const size_t to = ahead.token.span.start;
    const bool sign = is(r, "==") || is(r, ":") || is(r, "at");
    if (sign) jd_lexer_next(&ahead);
    if (is(r, ":") && jd_token_is(&ahead.token, "=")) jd_lexer_next(&ahead);
    const Token *value = &ahead.token;
    if (value->kind == TOKEN_NUMBER || jd_token_is(value, "[") || jd_token_is(value, "-") ||
        jd_token_is(value, "(") || (sign && value->kind == TOKEN_WORD))
        hint_line(r, node, to, " = ", value->span.start);
}

/* `torque on crank`: the bodies stand without such words. */
static void hint_on(const Reader *r, const Node *node) {
    for (int n = 2; n < node->slots.count && !jd_has_hint(r); n++) {
        const Expr *side = node->slots.at[n].expr;
        if (!(node->kind->flags & KIND_OPEN) || !side || side->kind != EXPR_NAME) continue;
        const ForceType *type = jd_force_find(node->slots.at[1].text);
        const char *first = type && type->target == FORCE_BETWEEN ? " ground -- " : " ";
        if (jd_word_in_list(side->text, "on of between from to against"))
            hint_line(r, node, side->span.start, first, side->span.start + side->span.length);
    }
}

/* `ground - crank`, `ground to crank`, `ground, crank`, `ground crank`: dashes between bodies. */
void jd_hint_dashes(const Reader *r, const Node *node) {
    const int read = node->slots.count - 1;
    const Token *token = &r->lexer.token;
    if (read < 1 || read >= jd_kind_width(node->kind) || jd_has_hint(r)) return;
    const SlotShape *shape = &node->kind->shape[read];
    if (!shape->before || strcmp(shape->before, "--") != 0) return;
    Reader behind = *r;
    int words;
    const bool sign = is(r, "-") || is(r, ",") || is(r, "->");
    const bool word = token->kind == TOKEN_WORD &&
                      jd_word_in_list(jd_token_text(token, r->document->arena), "to and with on");
    if (sign || word) jd_lexer_next(&behind.lexer);
    const char *rest = r->lexer.source->text + token->span.start;
    const size_t line = strcspn(rest, "#\r\n");
    for (size_t n = 0; n + 1 < line; n++)
        if (rest[n] == '-' && rest[n + 1] == '-') return; /* a word too many before them */
    if (behind.lexer.token.kind == TOKEN_WORD &&
        !jd_kind_match(node->kind->clauses, &behind, &words))
        hint_line(r, node, token->span.start, " -- ", behind.lexer.token.span.start);
    else if (!sign && !word)
        jd_hint(jd_reader_log(r),
                "it stands between two bodies, one of which may be `ground`: %s "
                "... ground -- body",
                node->word);
}

/* `start jO.rate 10 rad/s`: an '=' stands before the value. */
void jd_hint_equals_missing(const Reader *r, const Node *node) {
    const int width = jd_kind_width(node->kind), read = node->slots.count - 1;
    if (!width || read < 1 || jd_has_hint(r)) return;
    const SlotShape *shape = &node->kind->shape[read % width];
    const Token *token = &r->lexer.token;
    const bool value = token->kind == TOKEN_NUMBER || is(r, "[") || is(r, "-") || is(r, ":");
    if (!shape->before || strcmp(shape->before, "=") != 0 || !value) return;
    const size_t from = token->span.start + (is(r, ":") ? token->span.length : 0);
    hint_line(r, node, token->span.start, " = ", from);
}

/* `drive jO.rate = 3`, `joint revolute ground -- crank`: a ':' stands behind a name of its own. */
void jd_hint_name(const Reader *r, const Node *node) {
    const SlotShape *shape = node->kind->shape;
    const bool colon = shape[0].label && shape[1].before && !strcmp(shape[1].before, ":");
    if (!colon || node->slots.count != 2 || !node->slots.at[0].expr || node->slots.at[1].expr ||
        node->slots.at[1].text || r->lexer.token.kind == TOKEN_LINE || jd_has_hint(r))
        return;
    const Span name_at = node->slots.at[0].span;
    const size_t behind = name_at.start + name_at.length;
    if (memchr(r->lexer.source->text + behind, ':', r->lexer.token.span.start - behind)) return;
    const char *first = node->slots.at[0].expr->text;
    if (is(r, "=") && first && !strchr(first, '.')) {
        const size_t sign = r->lexer.token.span.start;
        hint_line(r, node, sign, " : ", sign + 1);
        return;
    }
    const bool type = first && (jd_joint_find(first) || jd_force_find(first));
    if (r->lexer.token.kind == TOKEN_WORD && !type) {
        hint_line(r, node, r->lexer.token.span.start, " : ", r->lexer.token.span.start);
        return;
    }
    char name[] = " x1 : ";
    name[1] = *node->word;
    hint_line(r, node, node->span.start + strlen(node->word), name, node->slots.at[0].span.start);
}

/* `mass: 1 kg` */
static void hint_colon(const Reader *r) {
    if (is(r, ":") && r->lexer.token.tight && !jd_has_hint(r))
        jd_hint(jd_reader_log(r), "a clause has no ':' behind its word: mass 1 kg");
}

/* `body b (link A B)`: clauses in brackets of another kind. */
static void hint_braces(const Reader *r, const Node *node) {
    Reader ahead = *r;
    int words;
    if (!is(r, "(") && !is(r, "[")) return;
    jd_lexer_next(&ahead.lexer);
    if (jd_kind_match(node->kind->clauses, &ahead, &words))
        jd_hint(jd_reader_log(r), "clauses stand in braces: %s ... { ... }", node->word);
}

/* `point-force rocker C  value ...`: what was taken for a field is none of the type's. */
static bool report_no_field(const Reader *r, const Node *node) {
    const Node *last = node->clauses.count ? node->clauses.at[node->clauses.count - 1] : NULL;
    if (!last || last->kind != &jd_kind_field || r->lexer.token.kind == TOKEN_WORD ||
        jd_field_known(r->document, node, last->word) == FIELD_YES)
        return false;
    jd_report(jd_reader_log(r), JD_ERROR, "clause-unknown", jd_reader_where(r, last->span),
              "`%s` has no clause '%s'", node->word, last->word);
    hint_on(r, node);
    hint_clauses(r, node);
    return true;
}

/* `100 [mm]`, `column t [s]`: units have no brackets. */
static void hint_bracketed_unit(const Reader *r) {
    const char *all = r->lexer.source->text, *text = all + r->lexer.token.span.start;
    const size_t length = strcspn(text, "]\r\n");
    Unit unit;
    if (!is(r, "[") || text[length] != ']' || length < 2) return;
    if (!jd_unit_find(text + 1, length - 1, &unit)) return;
    const char *end = text;
    while (end > all && strchr(" \t", end[-1])) end--;
    const char *word = end;
    while (word > all && !strchr(" \t\n,:=([{", word[-1])) word--;
    jd_hint(jd_reader_log(r), "a unit has no brackets: %.*s %.*s", (int)(end - word), word,
            (int)length - 1, text + 1);
}

/* `link A--B`: points stand side by side. */
static void hint_side_by_side(const Reader *r, const Node *node) {
    const Node *last = node->clauses.count ? node->clauses.at[node->clauses.count - 1] : NULL;
    if (last && (is(r, "--") || is(r, "->")) && !jd_has_hint(r))
        jd_hint(jd_reader_log(r), "they stand side by side: %s A B", last->word);
}

/* A closing bracket too many. */
static void hint_closing(const Reader *r) {
    if (is(r, "]") || is(r, ")")) jd_hint(jd_reader_log(r), "this bracket closes nothing");
}

/* `A.rotate(30 deg)`: functions stand before what they are of. */
static bool hint_method(const Reader *r, const char *name, size_t length) {
    size_t last = length;
    while (last > 0 && name[last - 1] != '.') last--;
    if (!last || !jd_function_known(name + last, length - last)) return false;
    const char *summary;
    int n = 0;
    for (const char *word; (word = jd_function_at(n, &summary)); n++)
        if (strlen(word) == length - last && !memcmp(word, name + last, length - last)) break;
    jd_hint(jd_reader_log(r), "a function stands before its values: %s", summary);
    return true;
}

/* `body crank(1)`: an index. */
static void hint_index(const Reader *r) {
    const char *text = r->lexer.source->text;
    size_t at = r->lexer.token.span.start, from = at;
    if (!is(r, "(") || !r->lexer.token.tight || jd_has_hint(r)) return;
    while (from > 0 && !strchr(" \t\n,:=-([{", text[from - 1])) from--;
    if (hint_method(r, text + from, at - from)) return;
    const size_t length = strcspn(text + at + 1, ")\r\n");
    if (text[at + 1 + length] == ')')
        jd_hint(jd_reader_log(r), "an index stands in brackets: %.*s[%.*s]", (int)(at - from),
                text + from, (int)length, text + at + 1);
}

/* `mass 0,2 kg`, and `mass 2 kg, inertia 1 kg*m^2`: commas stand between values of one clause
 * alone. */
static void hint_no_comma(const Reader *r, const Node *node) {
    if (!is(r, ",") || jd_has_hint(r) ||
        jd_hint_decimal_comma(r->lexer.token.span, jd_reader_log(r)))
        return;
    const Token *at = &r->lexer.token;
    const Slot *side = node->slots.count > 2 ? &node->slots.at[node->slots.count - 2] : NULL;
    const bool alone = node->kind->flags & KIND_OPEN && side && side->expr && !side[1].expr &&
                       !node->clauses.count;
    if (alone)
        hint_line(r, node, at->span.start, " -- ", at->span.start + 1);
    else if (node->kind->clauses)
        jd_hint(jd_reader_log(r), "clauses stand side by side without commas: leave it out");
}

/* `output x(slider)`: what is no function is a channel. */
static bool hint_called_channel(const Reader *r, const char *name, size_t length) {
    const char *inside = name + length + 1;
    const size_t word =
        strspn(inside, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    if (name[length] != '(' || !word || inside[word] != ')' || jd_function_known(name, length))
        return false;
    char said[16] = "";
    if (length < sizeof said) memcpy(said, name, length), said[length] = '\0';
    if (jd_word_in_list(said, "rms mean peak min max")) return false;
    jd_hint(jd_reader_log(r), "a channel is written with a dot, whose it is first: %.*s.%.*s",
            (int)word, inside, (int)length, name);
    return true;
}

/* `output rms(a.force)`, `output a.force*b.rate`: what is worked out has a name. */
static void hint_name_expression(const Reader *r, const Node *node) {
    if (strcmp(node->word, "output") != 0 || !(node->kind->flags & KIND_ROWS) || jd_has_hint(r))
        return;
    const char *text = r->lexer.source->text;
    const size_t behind = r->lexer.token.span.start;
    if (!strchr("(*/+-^", text[behind]) || !node->slots.count) return;
    /* The name of the row that was read last. */
    size_t start = behind;
    while (start > 0 && strchr(" \t", text[start - 1])) start--;
    while (start > 0 && !strchr(" \t,\n", text[start - 1])) start--;
    const size_t length = strcspn(text + start, ",#\r\n}");
    size_t end = length;
    while (end && text[start + end - 1] == ' ') end--;
    if (hint_called_channel(r, text + start, behind - start)) return;
    jd_hint(jd_reader_log(r), "what is worked out has a name: %s NAME = %.*s", node->word, (int)end,
            text + start);
}

/* `output a,` with the next statement below: the comma took its word for a row. */
static bool hint_comma_at_end(const Reader *r, const Node *node) {
    const int width = jd_kind_width(node->kind);
    const Slot *last =
        node->slots.count >= width ? &node->slots.at[node->slots.count - width] : NULL;
    if (!last || !last->expr || last->expr->kind != EXPR_NAME) return false;
    const char *text = r->lexer.source->text;
    size_t line = last->span.start;
    while (line > 0 && strchr(" \t", text[line - 1])) line--;
    if (line == 0 || text[line - 1] != '\n' || !jd_statement_find(last->expr->text)) return false;
    jd_hint(jd_reader_log(r),
            "the comma before it, at the end of `%s`, takes `%s` for one more of "
            "them: take that comma away",
            node->word, last->expr->text);
    return true;
}

/* `output a b`: rows stand apart by commas. */
static void hint_comma(const Reader *r, const Node *node) {
    if (!(node->kind->flags & KIND_ROWS) || jd_has_hint(r) || hint_comma_at_end(r, node)) return;
    if (r->lexer.token.kind == TOKEN_WORD)
        hint_line(r, node, r->lexer.token.span.start, ", ", r->lexer.token.span.start);
}

/* `run 1 s`: the word that says what the number is was left out; `run 0..1 s` has a start, too. */
static void hint_word(const Reader *r, const Node *node) {
    const bool block = node->kind->flags & KIND_BLOCK;
    if (r->lexer.token.kind != TOKEN_NUMBER || jd_has_hint(r) || node->kind->shape[0].label ||
        block)
        return;
    Lexer ahead = r->lexer;
    const char *text = ahead.source->text;
    const Kind *k = node->kind->clauses;
    while (k && k->word && k->shape[0].kind != SLOT_EXPR) k++;
    if (!k || !k->word) return;
    size_t start = ahead.token.span.start;
    const size_t dots = start + strspn(text + start, "0123456789.");
    if (dots > start + 2 && text[start] == '0' && text[start + 1] == '.' &&
        text[start + 2] == '.') {
        start += 3;
        while (jd_lexer_next(&ahead), ahead.token.span.start < start) continue;
    }
    const Expr *value = jd_expr_read(&ahead, r->document->arena, NULL);
    if (!value) return;
    jd_hint(jd_reader_log(r), "a word says what the number is: %s %s %.*s", node->word, k->word,
            (int)value->span.length, text + value->span.start);
}

/* `repeat i 10 { ... }`, `repeat i in 1..10`, `repeat i = 1 to 10`: its bounds have words of their
 * own. */
static void hint_bounds(const Reader *r, const Node *node) {
    const bool block = node->kind->flags & KIND_BLOCK && node->kind->shape[0].kind == SLOT_WORD;
    if (!block || !node->slots.count || !node->slots.at[0].text || jd_has_hint(r)) return;
    const char *text = r->lexer.source->text + r->lexer.token.span.start;
    const char *last = text + strcspn(text, "{\r\n");
    while (last > text && strchr(" )]", last[-1])) last--;
    const char *number = last;
    while (number > text && !strchr(" .,:(=", number[-1])) number--;
    const char *from = text + strcspn(text, "0123456789");
    const int first = from < number ? (int)strspn(from, "0123456789") : 0;
    if (number < last)
        jd_hint(jd_reader_log(r), "both bounds have a word: %s %s from %.*s to %.*s { ... }",
                node->word, node->slots.at[0].text, first ? first : 1, first ? from : "1",
                (int)(last - number), number);
}

/* `vary r = 40 mm..80 mm/9`, as the command line has it: in a model it is a function. */
static bool report_range(const Reader *r, const Node *node) {
    const char *text = r->lexer.source->text;
    const Span at = r->lexer.token.span;
    const bool dots = text[at.start] == '.' && at.start > 0 &&
                      (text[at.start + 1] == '.' || text[at.start - 1] == '.');
    if (!dots || strcmp(node->word, "sweep") != 0 || !r->last) return false;
    const char *to = text + at.start + (text[at.start + 1] == '.' ? 2 : 0);
    to += strspn(to, " ");
    size_t length = strcspn(to, "/\r\n#}");
    const char *count = to[length] == '/' ? to + length + 1 : "11";
    count += strspn(count, " ");
    while (length && to[length - 1] == ' ') length--;
    Span whole = {r->lexer.source, r->last->span.start, 0};
    whole.length = (size_t)(to - text) + length - whole.start;
    jd_report(jd_reader_log(r), JD_ERROR, "vary-not-valid", jd_reader_where(r, whole),
              "this is a range as the command line has it");
    jd_hint(jd_reader_log(r), "in a model write: range(%.*s, %.*s, %.*s)",
            (int)r->last->span.length, text + r->last->span.start, (int)length, to,
            (int)strspn(count, "0123456789"), count);
    return true;
}

/* `0.01 1/(N*m)`: a unit is a row of factors. */
static void hint_unit_brackets(const Reader *r) {
    const char *text = r->lexer.source->text + r->lexer.token.span.start;
    if (r->last && strncmp(text, "1/(", 3) == 0)
        jd_hint(jd_reader_log(r), "a unit has no brackets; each factor has its own sign: 1/N/m");
}

/* `[0.5, 1] ohm`: units that could be names of points stand behind numbers alone. */
static void hint_unit_of_list(const Reader *r, const char *word) {
    Unit unit;
    if (!r->last || r->last->kind != EXPR_VECTOR || r->last->count < 2) return;
    if (jd_unit_find(word, strlen(word), &unit))
        jd_hint(jd_reader_log(r),
                "units of electricity and heat stand behind each number: [0.5 %s, 1 %s]", word,
                word);
}

/* A clause without a value that is a statement elsewhere: `body b { ... point P [1, 2] }`. */
static void hint_own_statement(const Reader *r, const Node *node, const char *word) {
    const Node *last = node->clauses.count ? node->clauses.at[node->clauses.count - 1] : NULL;
    if (!last || last->slots.count) return;
    const Kind *other = jd_statement_find(last->word);
    if (!other) return;
    Text usage = {0};
    jd_kind_usage(other, &usage);
    if (!usage.failed && usage.at)
        jd_hint(jd_reader_log(r),
                "here `%s` means %s; '%s' needs a statement of its own, outside of `%s`: %s",
                last->word, last->kind->summary, word, node->word, usage.at);
    jd_text_free(&usage);
}

void jd_report_unknown_clause(const Reader *r, const Node *node) {
    Arena *arena = r->document->arena;
    if (report_range(r, node) || report_no_field(r, node)) return;
    Nearest nearest = {
        .word = r->lexer.token.kind == TOKEN_WORD ? jd_token_text(&r->lexer.token, arena) : NULL};
    for (const Kind *k = node->kind->clauses; nearest.word && k && k->word; k++)
        jd_kind_suggest(k, &nearest);
    if (nearest.word && node->kind->flags & KIND_OPEN)
        jd_field_suggest(r->document, node, &nearest);
    if (!nearest.best && report_unknown_unit(r)) return;
    if (!nearest.word || !(node->kind->clauses || node->kind->flags & KIND_OPEN)) {
        const char *what = jd_arena_format(arena, "the end of the `%s` statement", node->word);
        jd_report_expected(r, what ? what : "the end of the statement");
        if (is(r, "-") && r->lexer.token.tight)
            jd_hint(jd_reader_log(r), "a name has no '-' inside; write '_'");
        hint_unit_name(r);
        hint_unit_brackets(r);
        hint_on(r, node);
        hint_bracketed_unit(r);
        hint_side_by_side(r, node);
        hint_braces(r, node);
        hint_closing(r);
        hint_equals(r, node);
        hint_colon(r);
        hint_no_comma(r, node);
        hint_name_expression(r, node);
        hint_index(r);
        hint_comma(r, node);
        hint_word(r, node);
        hint_bounds(r, node);
        if (node->kind->clauses && !(node->kind->advice && !node->clauses.count))
            hint_clauses(r, node);
        else
            jd_hint_usage(r, node->kind);
        return;
    }
    jd_report(jd_reader_log(r), JD_ERROR, "clause-unknown", jd_reader_where(r, r->lexer.token.span),
              "`%s` has no clause '%s'", node->word, nearest.word);
    hint_unit_of_list(r, nearest.word);
    hint_unit_behind(r);
    if (!nearest.best) hint_bounds(r, node);
    hint_own_statement(r, node, nearest.word);
    if (jd_has_hint(r)) return;
    if (nearest.best)
        jd_hint(jd_reader_log(r), "did you mean '%s'?", nearest.best);
    else
        hint_clauses(r, node);
}
