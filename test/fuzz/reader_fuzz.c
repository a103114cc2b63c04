/* SPDX-License-Identifier: MIT
 *
 * Any bytes at all, read as a model and written back, as model text or (if they begin with a brace)
 * as its JSON mirror. Nothing may crash, leak, hang or overflow; messages are welcome. What can be
 * read at all is written in a form that reads back as itself, by way of JSON too. */
#include "jourdain.h"
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *rewrite(const char *text, size_t size, bool from_json, bool to_json) {
    return jd_text_rewrite("fuzz", text, size, from_json, to_json, NULL);
}

/* Both the same text, which is freed. */
static void must_agree(char *one, char *two) {
    if (!one || !two || strcmp(one, two) != 0) __builtin_trap();
    jd_free_text(two);
}

static void round_trip(const char *text, size_t size, bool json) {
    char *words = rewrite(text, size, json, false);
    char *mirror = rewrite(text, size, json, true);
    if (words && mirror) {
        must_agree(words, rewrite(words, strlen(words), false, false));
        must_agree(words, rewrite(mirror, strlen(mirror), true, false));
        must_agree(mirror, rewrite(words, strlen(words), false, true));
    }
    if (!words != !mirror) __builtin_trap();
    jd_free_text(words);
    jd_free_text(mirror);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *text = (const char *)data;
    const bool json = size > 0 && data[0] == '{';
    JdLog *log = jd_log_new();
    const JdSetting settings[] = {{"r", "160 mm"}, {"N", "3"}, {NULL, NULL}};
    const JdReadDef def = {
        .json = json, .settings = size % 2 ? settings : NULL, .spatial = size % 3 == 0};
    jd_model_free(jd_model_read_text("fuzz", text, size, def, log));
    round_trip(text, size, json);
    jd_log_free(log);
    return 0;
}
