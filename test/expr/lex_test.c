/* SPDX-License-Identifier: MIT
 *
 * Tokens and places. */
#include "expr/expr.h"
#include "check.h"
#include <stdlib.h>

/* The tokens of a text, separated by spaces: '~' before a tight one, '|' for the end of a line. */
static void check_tokens(const char *text, bool hyphens, const char *expected) {
    Text out = {0};
    const Source source = {"a.jd", text, strlen(text)};
    Lexer lexer;
    jd_lexer_start(&lexer, &source);
    lexer.hyphens = hyphens;
    for (; lexer.token.kind != TOKEN_END; jd_lexer_next(&lexer)) {
        const Token *token = &lexer.token;
        if (out.count) jd_text_add(&out, " ", 1);
        if (token->tight) jd_text_add(&out, "~", 1);
        if (token->kind == TOKEN_BAD) jd_text_add(&out, "?", 1);
        if (token->kind == TOKEN_LINE)
            jd_text_add(&out, "|", 1);
        else
            jd_text_add(&out, text + token->span.start, token->span.length);
    }
    check_text(out.at ? out.at : "", expected);
    jd_text_free(&out);
}

static void texts_fall_into_tokens(void **state) {
    (void)state;
    check_tokens("", false, "");
    check_tokens(" \n # c\n\n", false, "");
    check_tokens("\xEF\xBB\xBF\n a", false, "a");
    check_tokens("a\r\n\n # c\n  b # d\nc", false, "a | b | c");
    check_tokens("joint jB : pin", false, "joint jB : pin");
    check_tokens("a--b == <=x>=!= =", false, "a ~-- ~b == <= ~x ~>= ~!= =");
    check_tokens("A[i+1].x", false, "A ~[ ~i ~+ ~1 ~] ~. ~x");
    check_tokens("12mm 1.5e-3kg .5 2. 1..5 a.5", false,
                 "12 ~mm 1.5e-3 ~kg .5 2. 1 ~. ~. ~5 a ~. ~5");
    check_tokens("\"a b\\\" c\" d", false, "\"a b\\\" c\" d");
    check_tokens("\"open\na", false, "?\"open | a");
    check_tokens("a $ \xC3\xA4 \xFF;", false, "a ?$ ?\xC3\xA4 ?\xFF ~?;");
    check_tokens("_a 1e+ 1e5", false, "?_ ~a 1 ~e ~+ 1e5");
}

static void hyphens_join_words_when_asked(void **state) {
    (void)state;
    check_tokens("x pin-in-slot", false, "x pin ~- ~in ~- ~slot");
    check_tokens("x pin-in-slot a--b a-1 a- b", true, "x pin-in-slot a ~-- ~b a ~- ~1 a ~- b");
}

static void strings_lose_quotes_and_escapes(void **state) {
    (void)state;
    Arena arena = {0};
    const char *text = "\"a\\\\b\\\"c\\n\" word";
    const Source source = {NULL, text, strlen(text)};
    Lexer lexer;
    jd_lexer_start(&lexer, &source);
    check_text(jd_token_text(&lexer.token, &arena), "a\\b\"c\\n");
    jd_lexer_next(&lexer);
    check_text(jd_token_text(&lexer.token, &arena), "word");
    assert_true(jd_token_is(&lexer.token, "word"));
    assert_false(jd_token_is(&lexer.token, "wor"));
    assert_false(jd_token_is(&lexer.token, "words"));
    jd_arena_free(&arena);
}

/* Any bytes: tokens follow each other, lie in the text, and the end comes. */
static void junk_is_survived(void **state) {
    (void)state;
    static const char likely[] = "ab1.5e-\"\\\n\r\t #()[]{}<>=!^*/+-_,:;$\xC3\xA4";
    for (int trial = 0; trial < 20000; trial++) {
        char text[64];
        const size_t length = check_random() % sizeof text;
        for (size_t n = 0; n < length; n++)
            text[n] = trial % 2 ? likely[check_random() % sizeof likely] : (char)check_random();
        char *exact = malloc(length ? length : 1);
        memcpy(exact, text, length);
        const Source source = {"junk", exact, length};
        Lexer lexer;
        size_t end = 0;
        bool line = true;
        jd_lexer_start(&lexer, &source);
        lexer.hyphens = trial % 3 == 0;
        for (; lexer.token.kind != TOKEN_END; jd_lexer_next(&lexer)) {
            const Token token = lexer.token;
            assert_true(token.span.start >= end && token.span.length > 0);
            end = token.span.start + token.span.length;
            assert_true(end <= length);
            assert_false(line && token.kind == TOKEN_LINE);
            line = token.kind == TOKEN_LINE;
        }
        free(exact);
    }
}

static void places_have_line_column_and_source(void **state) {
    (void)state;
    Arena arena = {0};
    const char *text = "one\r\n\n  three four\nfive";
    const Source source = {"a.jd", text, strlen(text)};
    Where where = jd_where_keep(&arena, jd_span_where((Span){&source, 14, 4}));
    check_text(where.file, "a.jd");
    assert_int_equal(where.line, 3);
    assert_int_equal(where.column, 9);
    assert_int_equal(where.length, 4);
    check_text(where.source, "  three four");
    where = jd_where_keep(&arena, jd_span_where((Span){&source, 14, 9}));
    assert_int_equal(where.length, 4);
    where = jd_where_keep(&arena, jd_span_where((Span){&source, 0, 3}));
    check_text(where.source, "one");
    where = jd_where_keep(&arena, jd_span_where((Span){&source, source.length, 0}));
    assert_int_equal(where.line, 4);
    assert_int_equal(where.column, 5);
    check_text(where.source, "five");
    where = jd_where_find(jd_span_where((Span){&source, 14, 9}));
    assert_int_equal(where.line, 3);
    assert_int_equal(where.column, 9);
    assert_int_equal(where.length, 4);
    assert_null(jd_span_where((Span){0}).file);
    jd_arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_fall_into_tokens),
        cmocka_unit_test(hyphens_join_words_when_asked),
        cmocka_unit_test(strings_lose_quotes_and_escapes),
        cmocka_unit_test(junk_is_survived),
        cmocka_unit_test(places_have_line_column_and_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
