/* SPDX-License-Identifier: MIT
 *
 * Colours of the model language for editors: statements, clauses, types, functions, units,
 * numbers, comments. */
#include "help/help.h"
#include <ctype.h>
#include <string.h>

static const char number[] = "[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?";

static void add_types(Text *out) {
    jd_words_of_table(JD_JOINTS, out);
    jd_words_of_table(JD_FORCES, out);
    jd_words_of_table(JD_SHAPES, out);
    jd_words_of_table(JD_FORMS, out);
    jd_words_of_table(JD_STEPPERS, out);
}

/* ---- Vim ------------------------------------------------------------------------------------- */

static void add_keywords(Text *out, const char *group, void (*words)(Text *out)) {
    Text list = {0};
    words(&list);
    jd_text_print(out, "syntax keyword %s %s\n", group, list.at ? list.at : "");
    if (list.failed) out->failed = true;
    jd_text_free(&list);
}

static void add_functions(Text *out) {
    jd_words_of_table(JD_FUNCTIONS, out);
}

/* Units that are made of letters; the others stand behind them with * and /. */
static void add_units(Text *out) {
    for (int n = 0; jd_table_at(JD_UNITS, n).name; n++) {
        const char *name = jd_table_at(JD_UNITS, n).name;
        bool plain = *name != '\0';
        for (const char *at = name; *at; at++) plain = plain && isalpha((unsigned char)*at);
        if (plain) jd_text_print(out, "%s ", name);
    }
}

static void write_vim(const App *app, int index, Text *name, Text *out) {
    (void)app;
    if (index == 1) {
        jd_text_print(name, "ftdetect/jourdain.vim");
        jd_text_print(out, "autocmd BufRead,BufNewFile *.jd setfiletype jourdain\n");
        return;
    }
    jd_text_print(name, "syntax/jourdain.vim");
    jd_text_print(out, "\" Written by `jourdain doc vim`; do not edit.\n"
                       "if exists('b:current_syntax') | finish | endif\n"
                       "syntax iskeyword @,48-57,_,-\n");
    /* Of a word that stands in several lists the last one counts. */
    add_keywords(out, "jourdainClause", jd_words_of_clauses);
    add_keywords(out, "jourdainType", add_types);
    add_keywords(out, "jourdainFunction", add_functions);
    add_keywords(out, "jourdainStatement", jd_words_of_statements);
    jd_text_print(out, "syntax match jourdainNumber "
                       "/\\<[0-9]\\+\\(\\.[0-9]*\\)\\?\\([eE][-+]\\?[0-9]\\+\\)\\?/ "
                       "nextgroup=jourdainUnit skipwhite\n");
    Text units = {0};
    add_units(&units);
    jd_text_print(out, "syntax keyword jourdainUnit contained %s\n", units.at ? units.at : "");
    jd_text_free(&units);
    jd_text_print(out, "syntax region jourdainString start=/\"/ end=/\"/ oneline\n"
                       "syntax match jourdainComment /#.*$/\n"
                       "highlight default link jourdainStatement Statement\n"
                       "highlight default link jourdainClause Keyword\n"
                       "highlight default link jourdainType Type\n"
                       "highlight default link jourdainFunction Function\n"
                       "highlight default link jourdainNumber Number\n"
                       "highlight default link jourdainUnit Special\n"
                       "highlight default link jourdainString String\n"
                       "highlight default link jourdainComment Comment\n"
                       "let b:current_syntax = 'jourdain'\n");
}

static int two(const App *app) {
    (void)app;
    return 2;
}

/* ---- VS Code --------------------------------------------------------------------------------- */

/* a|b|c of "a b c ". */
static void add_choice(Text *out, void (*words)(Text *out)) {
    Text list = {0};
    words(&list);
    for (size_t n = 0; n + 1 < list.count; n++)
        jd_text_print(out, "%c", list.at[n] == ' ' ? '|' : list.at[n]);
    if (list.failed) out->failed = true;
    jd_text_free(&list);
}

static void add_pattern(Json *json, const char *scope, const Text *match) {
    jd_json_object(json, NULL);
    jd_json_string(json, "name", scope);
    jd_json_string(json, "match", match->at ? match->at : "");
    jd_json_end(json);
}

static void add_words(Json *json, const char *scope, const char *before, void (*words)(Text *out)) {
    Text match = {0};
    jd_text_print(&match, "%s\\b(", before);
    add_choice(&match, words);
    jd_text_print(&match, ")(?![\\w-])");
    add_pattern(json, scope, &match);
    jd_text_free(&match);
}

static void write_grammar(Json *json) {
    Text match = {0};
    jd_json_string(json, "name", "Jourdain");
    jd_json_string(json, "scopeName", "source.jourdain");
    jd_json_array(json, "patterns");
    jd_text_print(&match, "#.*$");
    add_pattern(json, "comment.line.number-sign.jourdain", &match);
    jd_text_free(&match);
    match = (Text){0};
    jd_text_print(&match, "\"[^\"]*\"");
    add_pattern(json, "string.quoted.double.jourdain", &match);
    jd_text_free(&match);
    add_words(json, "keyword.control.jourdain", "^\\s*", jd_words_of_statements);
    add_words(json, "support.type.jourdain", "", add_types);
    add_words(json, "support.function.jourdain", "", add_functions);
    add_words(json, "constant.other.unit.jourdain", "(?<=[0-9])\\s*", add_units);
    match = (Text){0};
    jd_text_print(&match, "\\b%s", number);
    add_pattern(json, "constant.numeric.jourdain", &match);
    jd_text_free(&match);
    add_words(json, "keyword.other.jourdain", "", jd_words_of_clauses);
    jd_json_end(json);
}

static void write_package(Json *json) {
    jd_json_string(json, "name", "jourdain");
    jd_json_string(json, "displayName", "Jourdain");
    jd_json_string(json, "description", "Colours for models of mechanisms (.jd)");
    jd_json_string(json, "version", jd_version());
    jd_json_string(json, "publisher", "jourdain");
    jd_json_string(json, "license", "MIT");
    jd_json_object(json, "engines");
    jd_json_string(json, "vscode", "^1.60.0");
    jd_json_end(json);
    jd_json_object(json, "contributes");
    jd_json_array(json, "languages");
    jd_json_object(json, NULL);
    jd_json_string(json, "id", "jourdain");
    jd_json_array(json, "extensions");
    jd_json_string(json, NULL, ".jd");
    jd_json_end(json);
    jd_json_string(json, "configuration", "./language-configuration.json");
    jd_json_end(json);
    jd_json_end(json);
    jd_json_array(json, "grammars");
    jd_json_object(json, NULL);
    jd_json_string(json, "language", "jourdain");
    jd_json_string(json, "scopeName", "source.jourdain");
    jd_json_string(json, "path", "./syntaxes/jourdain.tmLanguage.json");
    jd_json_end(json);
    jd_json_end(json);
    jd_json_end(json);
}

static void write_habits(Json *json) {
    jd_json_object(json, "comments");
    jd_json_string(json, "lineComment", "#");
    jd_json_end(json);
    jd_json_array(json, "brackets");
    for (const char *pair = "{}[]()"; *pair; pair += 2) {
        const char open[2] = {pair[0]}, shut[2] = {pair[1]};
        jd_json_array(json, NULL);
        jd_json_string(json, NULL, open);
        jd_json_string(json, NULL, shut);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static const struct {
    const char *name;
    void (*write)(Json *json);
} files[] = {{"package.json", write_package},
             {"language-configuration.json", write_habits},
             {"syntaxes/jourdain.tmLanguage.json", write_grammar}};

static int count_files(const App *app) {
    (void)app;
    return (int)(sizeof files / sizeof *files);
}

static void write_vscode(const App *app, int index, Text *name, Text *out) {
    (void)app;
    Json json = {0};
    jd_text_print(name, "%s", files[index].name);
    jd_json_object(&json, NULL);
    files[index].write(&json);
    jd_json_end(&json);
    jd_text_print(out, "%s\n", json.text.at ? json.text.at : "");
    if (json.text.failed) out->failed = true;
    jd_text_free(&json.text);
}

const Sheet jd_sheet_vim = {"vim", "colours of models for Vim", two, write_vim};
const Sheet jd_sheet_vscode = {"vscode", "colours of models for VS Code", count_files,
                               write_vscode};
