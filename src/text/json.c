/* SPDX-License-Identifier: MIT
 *
 * A small strict JSON reader (RFC 8259): no comments, no trailing commas, no NaN, keys
 * once. The first mistake ends it: behind one, JSON has nothing to go on at. */
#include "text/json.h"
#include <string.h>

enum { MOST_KEYS = 256 };

typedef struct {
    const Source *source;
    size_t at;
    Arena *arena;
    Messages *messages;
    bool failed;
} JsonReader;

static JsonValue *read_value(JsonReader *r, int depth);

static char peek(const JsonReader *r) {
    return r->at < r->source->length ? r->source->text[r->at] : '\0';
}

/* Reports once; returns NULL for the callers to pass on. */
static JsonValue *mistake(JsonReader *r, size_t at, const char *what) {
    if (r->failed) return NULL;
    r->failed = true;
    const Span span = {r->source, at, 1};
    jd_report(jd_messages(r->messages), JD_ERROR, "json-syntax", jd_span_where(span), "%s", what);
    if (peek(r) == ']' || peek(r) == '}')
        jd_hint(jd_messages(r->messages), "no comma stands before a closing bracket");
    return NULL;
}

static void skip_space(JsonReader *r) {
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r') r->at++;
}

static JsonValue *new_value(JsonReader *r, JsonKind kind) {
    JsonValue *json = ARENA_NEW(r->arena, JsonValue, 1);
    if (!json) {
        r->failed = true;
        return NULL;
    }
    json->kind = kind;
    json->span = (Span){r->source, r->at, 0};
    return json;
}

static JsonValue *close_value(JsonReader *r, JsonValue *json) {
    json->span.length = r->at - json->span.start;
    return json;
}

/* ---- Strings -------------------------------------------------------------------------------- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* The four digits of \uXXXX; -1 if they are not. */
static long read_hex4(JsonReader *r) {
    long code = 0;
    for (int n = 0; n < 4; n++) {
        const int digit = hex_digit(peek(r));
        if (digit < 0) return -1;
        code = code * 16 + digit;
        r->at++;
    }
    return code;
}

static size_t put_utf8(long code, char *out) {
    if (code < 0x80) return out[0] = (char)code, 1;
    if (code < 0x800) {
        out[0] = (char)(0xC0 | code >> 6);
        out[1] = (char)(0x80 | (code & 0x3F));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xE0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code & 0x3F));
    return 4;
}

/* A character of \uXXXX, or of a pair of them; -1 if it is none, 0 is no character of ours. */
static long read_unicode(JsonReader *r) {
    const long high = read_hex4(r);
    if (high < 0xD800 || high > 0xDFFF) return high ? high : -1;
    if (high > 0xDBFF || peek(r) != '\\') return -1;
    r->at++;
    if (peek(r) != 'u') return -1;
    r->at++;
    const long low = read_hex4(r);
    if (low < 0xDC00 || low > 0xDFFF) return -1;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/* Behind the backslash. Never longer than what it replaces. */
static size_t read_escape(JsonReader *r, char *out) {
    static const char names[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    const size_t start = r->at - 1;
    const char c = peek(r);
    const char *found = c ? strchr(names, c) : NULL;
    r->at++;
    if (found) return out[0] = means[found - names], 1;
    const long code = c == 'u' ? read_unicode(r) : -1;
    if (code >= 0) return put_utf8(code, out);
    mistake(r, start, "this escape in a string is none of JSON's");
    return 0;
}

static bool read_string(JsonReader *r, JsonValue *json) {
    const size_t open = r->at++;
    const char *end = r->source->text + r->source->length;
    const char *close = r->source->text + r->at;
    while (close < end && *close != '"') close += *close == '\\' && close + 1 < end ? 2 : 1;
    if (close >= end) return mistake(r, open, "this string has no end");

    char *text = jd_arena_take(r->arena, (size_t)(close - r->source->text) - r->at + 1);
    size_t count = 0;
    while (text && !r->failed && peek(r) != '"') {
        const char c = peek(r);
        if ((unsigned char)c < 0x20)
            return mistake(r, r->at, "a string may not hold control characters");
        r->at++;
        if (c != '\\')
            text[count++] = c;
        else
            json->escaped = true, count += read_escape(r, text + count);
    }
    if (!text) r->failed = true;
    if (r->failed) return false;
    r->at++;
    text[count] = '\0';
    json->text = text;
    return true;
}

/* ---- Values --------------------------------------------------------------------------------- */

static bool skip_digits(JsonReader *r) {
    const size_t start = r->at;
    while (peek(r) >= '0' && peek(r) <= '9') r->at++;
    return r->at > start;
}

static JsonValue *read_number(JsonReader *r) {
    JsonValue *json = new_value(r, JSON_NUMBER);
    if (!json) return NULL;
    const size_t start = r->at;
    if (peek(r) == '-') r->at++;
    const bool zero = peek(r) == '0';
    const size_t first = r->at;
    bool good = skip_digits(r) && !(zero && r->at > first + 1);
    if (good && peek(r) == '.') r->at++, good = skip_digits(r);
    if (good && (peek(r) == 'e' || peek(r) == 'E')) {
        r->at++;
        if (peek(r) == '+' || peek(r) == '-') r->at++;
        good = skip_digits(r);
    }
    return good ? close_value(r, json) : mistake(r, start, "this is not a number of JSON");
}

static JsonValue *read_word(JsonReader *r) {
    static const struct {
        const char *word;
        JsonKind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    const size_t rest = r->source->length - r->at;
    for (size_t n = 0; n < sizeof words / sizeof *words; n++) {
        const size_t length = strlen(words[n].word);
        if (rest < length || memcmp(r->source->text + r->at, words[n].word, length) != 0) continue;
        JsonValue *json = new_value(r, words[n].kind);
        r->at += length;
        return json ? close_value(r, json) : NULL;
    }
    if (!rest) return mistake(r, r->at, "the text ends where a value is missing");
    return mistake(r, r->at, "expected a value: \"string\", number, [array], {object} or true");
}

static bool read_key(JsonReader *r, JsonValue *key) {
    skip_space(r);
    key->key_span = (Span){r->source, r->at, 0};
    if (peek(r) != '"') return mistake(r, r->at, "expected a key in quotes");
    if (!read_string(r, key)) return false;
    key->key = key->text;
    key->key_span.length = r->at - key->key_span.start;
    skip_space(r);
    if (peek(r) != ':') return mistake(r, r->at, "expected ':' after the key");
    r->at++;
    return true;
}

/* The next value of an array or object, behind its opening or a comma. */
static bool read_item(JsonReader *r, JsonValue *json, int depth) {
    JsonValue key = {0};
    if (json->kind == JSON_OBJECT && !read_key(r, &key)) return false;
    if (key.key && json->items.count == MOST_KEYS)
        return mistake(r, key.key_span.start, "this object has too many keys");
    if (key.key && jd_json_member(json, key.key))
        return mistake(r, key.key_span.start, "this key stands twice in the object");
    JsonValue *item = read_value(r, depth + 1);
    JsonValue **place = item ? PUSH(r->arena, json->items) : NULL;
    if (!place) return false;
    item->key = key.key;
    item->key_span = key.key_span;
    *place = item;
    return true;
}

static JsonValue *read_items(JsonReader *r, JsonKind kind, char close, int depth) {
    JsonValue *json = new_value(r, kind);
    if (!json) return NULL;
    if (depth >= LIMIT_DEPTH * 4)
        return mistake(r, r->at, "arrays and objects are nested too deep");
    r->at++;
    skip_space(r);
    if (peek(r) == close) return r->at++, close_value(r, json);
    for (;;) {
        if (!read_item(r, json, depth)) return NULL;
        skip_space(r);
        const char c = peek(r);
        if (c != ',' && c != close)
            return mistake(r, r->at, close == ']' ? "expected ',' or ']'" : "expected ',' or '}'");
        r->at++;
        if (c == close) return close_value(r, json);
    }
}

static JsonValue *read_value(JsonReader *r, int depth) {
    skip_space(r);
    const char c = peek(r);
    if (c == '{') return read_items(r, JSON_OBJECT, '}', depth);
    if (c == '[') return read_items(r, JSON_ARRAY, ']', depth);
    if (c == '-' || (c >= '0' && c <= '9')) return read_number(r);
    if (c != '"') return read_word(r);
    JsonValue *json = new_value(r, JSON_STRING);
    return json && read_string(r, json) ? close_value(r, json) : NULL;
}

const JsonValue *jd_json_read(const Source *source, Arena *arena, Messages *messages) {
    JsonReader r = {.source = source, .arena = arena, .messages = messages};
    const JsonValue *json = read_value(&r, 0);
    skip_space(&r);
    if (json && r.at < source->length)
        return mistake(&r, r.at, "more text follows after the value");
    return r.failed ? NULL : json;
}

const JsonValue *jd_json_member(const JsonValue *object, const char *key) {
    for (int n = 0; n < object->items.count; n++)
        if (strcmp(object->items.at[n]->key, key) == 0) return object->items.at[n];
    return NULL;
}

const char *jd_json_kind_word(const JsonValue *json) {
    static const char *const words[] = {"null",     "false",    "true",     "a number",
                                        "a string", "an array", "an object"};
    return words[json->kind];
}
