/* SPDX-License-Identifier: MIT
 *
 * Any bytes at all, read as the JSON mirror of a model: as they are, or as the statements of one.
 * Nothing may crash, leak, hang or overflow. What can be read is written as text and as JSON that
 * read back as themselves. */
#include "jourdain.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char head[] = "{\"statements\": [", tail[] = "]}";

static char *rewrite(const char *text, size_t size, bool from_json, bool to_json) {
    return jd_text_rewrite("fuzz", text, size, from_json, to_json, NULL);
}

static void must_agree(const char *one, char *two) {
    if (!one || !two || strcmp(one, two) != 0) __builtin_trap();
    jd_free_text(two);
}

static void try_text(const char *text, size_t size) {
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("fuzz", text, size, (JdReadDef){.json = true}, log);
    if (!model == !jd_log_errors(log)) __builtin_trap();
    jd_model_free(model);
    jd_log_free(log);
    char *words = rewrite(text, size, true, false), *mirror = rewrite(text, size, true, true);
    if (!words != !mirror) __builtin_trap();
    if (words) {
        must_agree(mirror, rewrite(mirror, strlen(mirror), true, true));
        must_agree(words, rewrite(mirror, strlen(mirror), true, false));
        must_agree(mirror, rewrite(words, strlen(words), false, true));
    }
    jd_free_text(words);
    jd_free_text(mirror);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try_text((const char *)data, size);
    char *whole = malloc(size + sizeof head + sizeof tail);
    if (!whole) return 0;
    memcpy(whole, head, sizeof head - 1);
    if (size) memcpy(whole + sizeof head - 1, data, size);
    memcpy(whole + sizeof head - 1 + size, tail, sizeof tail - 1);
    try_text(whole, size + sizeof head + sizeof tail - 2);
    free(whole);
    return 0;
}
