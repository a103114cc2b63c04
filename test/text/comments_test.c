/* SPDX-License-Identifier: MIT
 *
 * Comments and blank lines: rewriting keeps them, all of them and in their order, in the text and
 * by way of JSON, and they change nothing of the model. */
#include "random_text.h"
#include <dirent.h>

/* ---- Golden texts --------------------------------------------------------------------------- */

static void check_rewritten(const char *text, const char *wanted) {
    char *words = check_round_trip(text);
    check_text(words, wanted);
    jd_free_text(words);
}

static void comments_above_and_beside_statements_stay_there(void **state) {
    (void)state;
    check_rewritten("\n\n# What it is,\n#   in two lines.  \n\nmodel m# named\nplanar\r\n"
                    "  # the crank\nparam r=1m  # short\nparam long=2m# long\n",
                    "# What it is,\n#   in two lines.\n\nmodel m    # named\nplanar\n\n"
                    "# the crank\nparam r = 1 m       # short\nparam long = 2 m    # long\n");
}

static void blank_lines_stay_and_several_are_one(void **state) {
    (void)state;
    check_rewritten(
        "param a = 1\n\n\n\nparam b = 2\nparam c = 3\n \t\n# c\n\n\n# d\n\nparam d = 4\n\n\n",
        "param a = 1\n\nparam b = 2\nparam c = 3\n\n# c\n\n# d\n\nparam d = 4\n");
}

static void a_new_group_gets_one_blank_line_if_it_has_none(void **state) {
    (void)state;
    check_rewritten("param a = 1\n# of the point\npoint P = [0, 0]\n",
                    "param a = 1\n\n# of the point\npoint P = [0, 0]\n");
    check_rewritten("param a = 1\n# of the params\n\npoint P = [0, 0]\n",
                    "param a = 1\n# of the params\n\npoint P = [0, 0]\n");
}

static void clauses_with_comments_keep_their_lines_and_order(void **state) {
    (void)state;
    check_rewritten(
        "body b { # the only one\nmass 1 kg # heavy\n\n# where\nat P inertia 2 # at P\n# no "
        "more\n} # b\n",
        "body b {    # the only one\n    mass 1 kg    # heavy\n\n    # where\n    at P\n"
        "    inertia 2    # at P\n    # no more\n}    # b\n");
    check_rewritten("body b { mass 1 kg\n\nat P }\n", "body b {\n    mass 1 kg\n\n    at P\n}\n");
    check_rewritten("body b # before the brace\n{ at P # kept\nframe f { at Q # in it\nangle 1 rad "
                    "}\nframe g at R }",
                    "body b {    # before the brace\n    at P    # kept\n    # in it\n"
                    "    frame f  at Q  angle 1 rad\n    frame g  at R\n}\n");
    check_rewritten("joint j : revolute a -- b { # no clause\n}",
                    "joint j : revolute a -- b {    # no clause\n}\n");
}

static void several_clauses_of_a_kind_keep_their_places_between_others(void **state) {
    (void)state;
    check_rewritten("body b {\n# 1\nframe f at P\nmass 1 kg\nframe g at Q\n}",
                    "body b {\n    # 1\n    frame f  at P\n    mass 1 kg\n    frame g  at Q\n}\n");
}

static void rows_with_comments_keep_their_lines(void **state) {
    (void)state;
    check_rewritten("output a.x, # one\nb.y,\n# two\n\nc.z # three\n",
                    "output a.x,    # one\n       b.y,\n       # two\n\n       c.z    # three\n");
    check_rewritten("start a.x = (1 # in it\n+ 2), b.x = [3, # there\n 4]\n",
                    "# in it\nstart a.x = 1 + 2,\n      # there\n      b.x = [3, 4]\n");
}

static void comments_in_an_expression_go_to_the_line_above(void **state) {
    (void)state;
    check_rewritten("# 0\nparam a = (1 # 1\n + # 2\n\n 2) # 3\n",
                    "# 0\n# 1\n# 2\nparam a = 1 + 2    # 3\n");
    check_rewritten("joint j : revolute a -- b at [1, # 1\n 2] axis z # 2\n",
                    "joint j : revolute a -- b {\n    # 1\n    at [1, 2]\n    axis z\n}    # 2\n");
}

static void blocks_keep_comments_at_their_braces_and_end(void **state) {
    (void)state;
    check_rewritten(
        "repeat i from (1 # one\n) to 3 # three\n{ # open\n\n# first\nparam a[i] = 1 # a\n\n# "
        "end\n\n} # closed\n"
        "repeat k from 1 to 2 {\n\n# empty\n\n}\n# last\n\n# of all",
        "# one\nrepeat i from 1 to 3 {    # three\n    # open\n\n    # first\n    param a[i] = 1   "
        " "
        "# a\n\n"
        "    # end\n}    # closed\nrepeat k from 1 to 2 {\n    # empty\n}\n# last\n\n# of all\n");
}

static void texts_of_comments_alone_stay(void **state) {
    (void)state;
    check_rewritten("\n# nothing\n\n\n# else #\n\n", "# nothing\n\n# else #\n");
    check_rewritten("", "");
    check_rewritten("#", "#\n");
}

static void a_hash_in_a_string_is_no_comment(void **state) {
    (void)state;
    check_rewritten("include \"a # b.jd\" # \"c\"\n", "include \"a # b.jd\"    # \"c\"\n");
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void the_mirror_has_comments_as_members_of_the_next_statement(void **state) {
    (void)state;
    char *mirror =
        rewritten("# all\n\nplanar # flat\n# r\nparam r = 1 m\n\nparam s = 2 m\n"
                  "body b { # b\nmass 1 kg # 1\n# P\nat P }\noutput r.x, # x\nr.y\n# end\n",
                  false, true);
    check_text(mirror,
               "{\"statements\": [\n"
               "  {\"comments\": [\"# all\", \"\"], \"planar\": true, \"beside\": \"# flat\"},\n"
               "  {\"comments\": [\"# r\"], \"param\": {\"name\": \"r\", \"value\": \"1 m\"}},\n"
               "  {\"comments\": [\"\"], \"param\": {\"name\": \"s\", \"value\": \"2 m\"}},\n"
               "  {\"body\": {\"name\": \"b\", \"at\": \"P\", \"mass\": \"1 kg\"}, \"lines\": "
               "[{\"beside\": \"# b\"}, "
               "\"mass\", {\"beside\": \"# 1\"}, \"# P\", \"at\"]},\n"
               "  {\"output\": [\"r.x\", \"r.y\"], \"lines\": [1, {\"beside\": \"# x\"}, 2]},\n"
               "  {\"comments\": [\"# end\"]}\n"
               "]}\n");
    jd_free_text(mirror);
}

static void check_from_json(const char *json, const char *wanted) {
    char *words = rewritten(json, true, false), *mirror = rewritten(json, true, true);
    char *again = rewritten(words, false, true);
    check_text(words, wanted);
    check_text(again, mirror);
    jd_free_text(words), jd_free_text(mirror), jd_free_text(again);
}

/* A program that writes JSON need not know how comments look in a text. */
static void comments_of_the_mirror_may_be_plain_words(void **state) {
    (void)state;
    check_from_json("{\"statements\": [{\"comments\": [\"\", \"first\", \"\", \"\", \"  #second  "
                    "\"], \"planar\": true, "
                    "\"beside\": \"flat\"}, {\"comments\": [\"\"]}]}",
                    "# first\n\n#second\nplanar    # flat\n");
    check_from_json(
        "{\"statements\": [{\"body\": {\"name\": \"b\", \"mass\": 1, \"at\": \"P\"}, "
        "\"lines\": [\"\", \"mass\", {\"beside\": \"x\"}, {\"beside\": \"y\"}, \"\"]}]}",
        "body b {\n    mass 1    # x\n    # y\n\n    at P\n}\n");
    check_from_json("{\"statements\": [{\"body\": {\"name\": \"b\", \"mass\": 1, \"at\": \"P\"}, "
                    "\"lines\": [\"mass\"]}]}",
                    "body b { at P  mass 1 }\n");
    check_from_json("{\"statements\": []}", "");
}

static void check_bad_json(const char *json, const char *code, const char *words) {
    JdLog *log = jd_log_new();
    assert_null(jd_text_rewrite("test.json", json, strlen(json), true, false, log));
    assert_int_equal(jd_log_errors(log), 1);
    check_text(jd_log_message(log, 0).code, code);
    check_contains(jd_log_message(log, 0).text, words);
    jd_log_free(log);
}

static void wrong_comments_of_the_mirror_are_told(void **state) {
    (void)state;
#define STATEMENTS(inside) "{\"statements\": [" inside "]}"
    check_bad_json(STATEMENTS("{\"comments\": \"x\", \"planar\": true}"), "json-shape", "an array");
    check_bad_json(STATEMENTS("{\"comments\": [3], \"planar\": true}"), "json-shape", "a comment");
    check_bad_json(STATEMENTS("{\"comments\": [\"a\\nb\"], \"planar\": true}"), "json-shape",
                   "one line");
    check_bad_json(STATEMENTS("{\"beside\": [], \"planar\": true}"), "json-shape", "a comment");
    check_bad_json(STATEMENTS("{\"lines\": [], \"planar\": true}"), "json-shape", "no \"lines\"");
    check_bad_json(STATEMENTS("{\"run\": {\"to\": 1}, \"lines\": [\"step\"]}"), "json-shape",
                   "names no clause");
    check_bad_json(STATEMENTS("{\"run\": {\"to\": 1}, \"lines\": [\"to\", \"to\"]}"), "json-shape",
                   "names no clause");
    check_bad_json(STATEMENTS("{\"run\": {\"to\": 1}, \"lines\": [1]}"), "json-shape",
                   "a clause or a comment");
    check_bad_json(STATEMENTS("{\"output\": [\"a\", \"b\"], \"lines\": [2, 1]}"), "json-shape",
                   "1, 2, 3");
    check_bad_json(STATEMENTS("{\"output\": [\"a\", \"b\"], \"lines\": [1, 2, \"#\"]}"),
                   "json-shape", "a row first and last");
    check_bad_json(STATEMENTS("{\"output\": [\"a\", \"b\"], \"lines\": [\"#\", 1, 2]}"),
                   "json-shape", "a row first and last");
    check_bad_json(
        STATEMENTS("{\"part\": {\"name\": \"p\", \"statements\": []}, \"lines\": [\"#\"]}"),
        "json-shape", "brace");
    check_bad_json(STATEMENTS("{\"comments\": []}, {\"planar\": true}"), "json-shape", "one key");
    check_bad_json(STATEMENTS("{\"comments\": [\"\\u0001\"], \"planar\": true}"),
                   "text-bad-character", "0x01");
}

static void the_first_comment_is_what_a_model_is_in_the_mirror_too(void **state) {
    (void)state;
    const char text[] = "# A model\n# of nothing.\n#\n# Really.\n\n# More.\nplanar\nbody b { at "
                        "[0, 0]  mass 1 kg  inertia 1 }\n";
    char *mirror = rewritten(text, false, true);
    Reading words = read_good(text);
    JdModel *model =
        jd_model_read_text("m", mirror, strlen(mirror), (JdReadDef){.json = true}, words.log);
    assert_non_null(model);
    check_text(words.model->about, "A model of nothing.\nReally.");
    check_text(model->about, words.model->about);
    jd_model_free(model);
    close_reading(words);
    jd_free_text(mirror);
}

/* ---- Bytes that are no characters ----------------------------------------------------------- */

static void comments_of_other_encodings_are_told_and_nothing_is_written(void **state) {
    (void)state;
    const char text[] = "planar\n  # K\xE4nguru\n";
    JdLog *log = jd_log_new();
    assert_null(jd_text_rewrite("m.jd", text, sizeof text - 1, false, false, log));
    const JdMessage message = jd_log_message(log, 0);
    check_text(message.code, "text-bad-character");
    assert_int_equal(message.line, 2);
    assert_int_equal(message.column, 3);
    check_contains(message.text, "0xE4");
    check_contains(message.hint, "UTF-8");
    jd_log_free(log);
    /* To read, they do not matter. */
    assert_int_equal(errors_of("planar # K\xE4nguru\n"), 0);
}

/* ---- The order of comments, in any text ------------------------------------------------------ */

/* All comments, one a line, without the blanks behind them. */
static void list_comments(const char *text, Text *out) {
    jd_text_add(out, "", 0);
    for (const char *c = text; *c; c++) {
        if (*c == '"') {
            for (c++; *c && *c != '"' && *c != '\n'; c++)
                if (*c == '\\' && c[1] && c[1] != '\n') c++;
            if (!*c) return;
            continue;
        }
        if (*c != '#') continue;
        size_t length = strcspn(c, "\n"), used = length;
        while (strchr(" \t\r", c[used - 1])) used--;
        jd_text_add(out, c, used);
        jd_text_add(out, "\n", 1);
        c += length - 1;
    }
}

static void check_same_comments(const char *one, const char *two) {
    Text a = {0}, b = {0};
    list_comments(one, &a);
    list_comments(two, &b);
    check_text(b.at, a.at);
    jd_text_free(&a), jd_text_free(&b);
}

/* The text without its comments, and without blank lines. */
static void strip(const char *text, Text *out) {
    jd_text_add(out, "", 0);
    bool string = false, empty = true;
    for (const char *c = text; *c; c++) {
        if (*c == '"') string = !string;
        if (*c == '\\' && string && c[1]) jd_text_add(out, c++, 1);
        if (*c == '#' && !string) c += strcspn(c, "\n");
        if (!*c) break;
        if (*c == '\n') string = false;
        if (*c != '\n' || !empty) jd_text_add(out, c, 1);
        empty = *c == '\n' || (empty && strchr(" \t\r", *c));
    }
}

/* Rewritten without its comments it is the same as rewritten, then without them, then rewritten. */
static void check_same_meaning(const char *text, const char *words) {
    Text bare = {0}, bare_words = {0};
    strip(text, &bare);
    strip(words, &bare_words);
    char *one = rewritten(bare.at, false, true), *two = rewritten(bare_words.at, false, true);
    check_text(two, one);
    jd_free_text(one), jd_free_text(two);
    jd_text_free(&bare), jd_text_free(&bare_words);
}

static void check_kept(const char *text) {
    char *words = check_round_trip(text);
    char *mirror = rewritten(text, false, true), *again = rewritten(words, false, true);
    check_same_comments(text, words);
    check_same_meaning(text, words);
    check_text(again, mirror);
    jd_free_text(words), jd_free_text(mirror), jd_free_text(again);
}

static void check_folder(const char *path, int least) {
    static char text[1 << 17];
    char name[512];
    int count = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".jd") != 0) continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        FILE *in = fopen(name, "rb");
        assert_non_null(in);
        const size_t length = fread(text, 1, sizeof text - 1, in);
        fclose(in);
        text[length] = '\0';
        check_kept(text);
        count++;
    }
    closedir(folder);
    assert_true(count >= least);
}

static void every_model_keeps_its_comments(void **state) {
    (void)state;
    check_folder(JD_ROOT "/model", 20);
    check_folder(JD_ROOT "/model/paper", 3);
}

/* Puts comments and blank lines wherever a line may end. */
static void weave(const char *text, Text *out) {
    static const char *const signs[] = {"",    "#",         " \"", " {",   " }",
                                        " \\", " \xC3\xA4", ",",   " [ (", "\t x\t"};
    static int number;
    int depth = 0;
    bool rows = false, string = false;
    for (const char *c = text, *line = text; *c; c++) {
        if (c == line) rows = !strncmp(c, "start ", 6) || !strncmp(c, "output ", 7);
        if (*c == '"') string = !string;
        if (!string && strchr("([", *c)) depth++;
        if (!string && strchr(")]", *c)) depth--;
        const bool inside = !string && (depth > 0 ? strchr("([,", *c) != NULL : rows && *c == ',');
        if (*c != '\n') jd_text_add(out, c, 1);
        if (*c != '\n' && !(inside && check_random() % 4 == 0)) continue;
        if (check_random() % 3 == 0)
            jd_text_print(out, "%s# %d%s", check_random() % 2 ? " " : "", ++number,
                          signs[check_random() % 10]);
        jd_text_add(out, "\n", 1);
        while (check_random() % 3 == 0) {
            if (check_random() % 2)
                jd_text_print(out, "%*s# %d%s", (int)(check_random() % 9), "", ++number,
                              signs[check_random() % 10]);
            jd_text_print(out, "%s\n", check_random() % 2 ? "" : " ");
        }
        if (*c == '\n') line = c + 1;
    }
}

static void random_texts_keep_their_comments(void **state) {
    (void)state;
    check_seed(11);
    for (int trial = 0; trial < 600; trial++) {
        Text text = {0}, woven = {0};
        jd_text_print(&text, "# %d\n", trial);
        random_statements(0, &text);
        weave(text.at, &woven);
        check_kept(woven.at);
        jd_text_free(&text), jd_text_free(&woven);
    }
}

/* ---- Size ----------------------------------------------------------------------------------- */

/* What took a step for each pair of comments would take an hour. */
static void many_comments_take_their_number(void **state) {
    (void)state;
    enum { LINES = 200000 };
    Text text = {0};
    jd_text_print(&text, "output o");
    for (int n = 0; n < LINES; n++) jd_text_print(&text, ", # %d\no%d", n, n);
    jd_text_print(&text, "\nbody b {\n");
    for (int n = 0; n < LINES; n++) jd_text_print(&text, "frame f%d at P # %d\n# between\n", n, n);
    jd_text_print(&text, "}\n");
    for (int n = 0; n < LINES; n++) jd_text_print(&text, "# %d\n\n", n);
    char *words = rewritten(text.at, false, false);
    check_same_comments(text.at, words);
    char *mirror = rewritten(words, false, true), *back = rewritten(mirror, true, false);
    check_text(back, words);
    jd_free_text(words), jd_free_text(mirror), jd_free_text(back);
    jd_text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(comments_above_and_beside_statements_stay_there),
        cmocka_unit_test(blank_lines_stay_and_several_are_one),
        cmocka_unit_test(a_new_group_gets_one_blank_line_if_it_has_none),
        cmocka_unit_test(clauses_with_comments_keep_their_lines_and_order),
        cmocka_unit_test(several_clauses_of_a_kind_keep_their_places_between_others),
        cmocka_unit_test(rows_with_comments_keep_their_lines),
        cmocka_unit_test(comments_in_an_expression_go_to_the_line_above),
        cmocka_unit_test(blocks_keep_comments_at_their_braces_and_end),
        cmocka_unit_test(texts_of_comments_alone_stay),
        cmocka_unit_test(a_hash_in_a_string_is_no_comment),
        cmocka_unit_test(the_mirror_has_comments_as_members_of_the_next_statement),
        cmocka_unit_test(comments_of_the_mirror_may_be_plain_words),
        cmocka_unit_test(wrong_comments_of_the_mirror_are_told),
        cmocka_unit_test(the_first_comment_is_what_a_model_is_in_the_mirror_too),
        cmocka_unit_test(comments_of_other_encodings_are_told_and_nothing_is_written),
        cmocka_unit_test(every_model_keeps_its_comments),
        cmocka_unit_test(random_texts_keep_their_comments),
        cmocka_unit_test(many_comments_take_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
