/* SPDX-License-Identifier: MIT
 *
 * JSON written member by member. The outermost object is opened by the first call for it. */
#include "format/json.h"
#include <assert.h>
#include <math.h>
#include <string.h>

static const char *const severities[] = {"note", "warning", "error"};

static void new_line(Json *json) {
    jd_text_print(&json->text, "\n%*s", 2 * json->indent, "");
}

/* The comma before, a new line or a blank, the key. */
static void begin_member(Json *json, const char *key) {
    assert((key == NULL) == (json->depth == 0 || json->groups[json->depth - 1].closer == ']'));
    if (json->depth == 0) return;
    JsonGroup *group = &json->groups[json->depth - 1];
    if (group->begun) jd_text_add(&json->text, ", ", group->layout == JSON_LINE ? 2 : 1);
    if (group->layout == JSON_LINES) new_line(json);
    group->begun = true;
    if (!key) return;
    jd_text_json(&json->text, key);
    jd_text_add(&json->text, ": ", group->layout == JSON_COMPACT ? 1 : 2);
}

static JsonLayout layout_here(const Json *json) {
    return json->depth ? json->groups[json->depth - 1].inner : json->layout;
}

static void open_group(Json *json, const char *key, const char *brackets, JsonLayout layout,
                       JsonLayout inner) {
    begin_member(json, key);
    jd_text_add(&json->text, brackets, 1);
    if (json->depth == JSON_DEPTH) {
        json->text.failed = true;
        return;
    }
    json->groups[json->depth++] = (JsonGroup){layout, inner, brackets[1], false};
    if (layout == JSON_LINES) json->indent++;
}

void jd_json_object(Json *json, const char *key) {
    open_group(json, key, "{}", layout_here(json), layout_here(json));
}

void jd_json_array(Json *json, const char *key) {
    open_group(json, key, "[]", layout_here(json), layout_here(json));
}

void jd_json_rows(Json *json, const char *key) {
    const bool compact = layout_here(json) == JSON_COMPACT;
    open_group(json, key, "[]", compact ? JSON_COMPACT : JSON_LINES,
               compact ? JSON_COMPACT : JSON_LINE);
}

void jd_json_end(Json *json) {
    assert(json->text.failed || json->depth > 0);
    if (json->depth == 0) return;
    const JsonGroup *group = &json->groups[--json->depth];
    const bool rows = group->layout != group->inner;
    if (group->layout == JSON_LINES) {
        json->indent--;
        if (group->begun || rows) new_line(json);
    }
    jd_text_add(&json->text, &group->closer, 1);
    if (json->depth == 0 && group->layout != JSON_COMPACT) jd_text_add(&json->text, "\n", 1);
}

void jd_json_string(Json *json, const char *key, const char *value) {
    begin_member(json, key);
    if (value)
        jd_text_json(&json->text, value);
    else
        jd_text_add(&json->text, "null", 4);
}

void jd_json_number(Json *json, const char *key, double value) {
    char number[32] = "null";
    if (isfinite(value)) jd_number_text(value, number, sizeof number);
    begin_member(json, key);
    jd_text_add(&json->text, number, strlen(number));
}

void jd_json_bool(Json *json, const char *key, bool value) {
    begin_member(json, key);
    jd_text_print(&json->text, "%s", value ? "true" : "false");
}

Text *jd_json_raw(Json *json, const char *key) {
    begin_member(json, key);
    return &json->text;
}

void jd_json_log(Json *json, const JdLog *log) {
    jd_json_array(json, "messages");
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        jd_json_object(json, NULL);
        jd_json_string(json, "severity", severities[message.severity]);
        jd_json_string(json, "code", message.code);
        jd_json_string(json, "file", message.file);
        jd_json_number(json, "line", message.file ? message.line : (double)NAN);
        jd_json_number(json, "column", message.file ? message.column : (double)NAN);
        jd_json_number(json, "length", message.file ? message.length : (double)NAN);
        jd_json_string(json, "source", message.source);
        if (message.source_column > 1) jd_json_number(json, "source_column", message.source_column);
        jd_json_string(json, "text", message.text);
        jd_json_string(json, "hint", message.hint);
        jd_json_end(json);
    }
    jd_json_end(json);
}
