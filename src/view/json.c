/* SPDX-License-Identifier: MIT
 *
 * JSON written member by member. The outermost object is opened by the first call for it. */
#include "view/json.h"
#include <math.h>
#include <string.h>

static const char *const severities[] = {"note", "warning", "error"};

/* The comma before, a new line, the key. */
static void begin_member(Json *json, const char *key) {
    if (json->depth == 0) return;
    bool *begun = &json->begun[json->depth - 1];
    if (*begun) jd_text_add(&json->text, ",", 1);
    if (!json->compact) jd_text_print(&json->text, "\n%*s", 2 * json->depth, "");
    *begun = true;
    if (!key) return;
    jd_text_json(&json->text, key);
    jd_text_add(&json->text, ": ", json->compact ? 1 : 2);
}

static void open_group(Json *json, const char *key, const char *opener, char closer) {
    begin_member(json, key);
    jd_text_add(&json->text, opener, 1);
    if (json->depth == JSON_DEPTH) {
        json->text.failed = true;
        return;
    }
    json->closers[json->depth] = closer;
    json->begun[json->depth++] = false;
}

void jd_json_object(Json *json, const char *key) {
    open_group(json, key, "{", '}');
}

void jd_json_array(Json *json, const char *key) {
    open_group(json, key, "[", ']');
}

void jd_json_end(Json *json) {
    if (json->depth == 0) return;
    json->depth--;
    if (json->begun[json->depth] && !json->compact)
        jd_text_print(&json->text, "\n%*s", 2 * json->depth, "");
    jd_text_print(&json->text, "%c", json->closers[json->depth]);
    if (json->depth == 0 && !json->compact) jd_text_add(&json->text, "\n", 1);
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
