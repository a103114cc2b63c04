/* SPDX-License-Identifier: MIT
 *
 * Base64: three bytes are four letters. Numbers in a page are written so, as a browser reads them
 * fastest. */
#include "page/numbers.h"

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void jd_text_base64(Text *text, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    char out[1024];
    size_t used = 0;
    for (size_t n = 0; n < count; n += 3) {
        const size_t left = count - n;
        const unsigned b0 = at[n], b1 = left > 1 ? at[n + 1] : 0, b2 = left > 2 ? at[n + 2] : 0;
        out[used++] = letters[b0 >> 2];
        out[used++] = letters[(b0 & 3) << 4 | b1 >> 4];
        out[used++] = left > 1 ? letters[(b1 & 15) << 2 | b2 >> 6] : '=';
        out[used++] = left > 2 ? letters[b2 & 63] : '=';
        if (used < sizeof out) continue;
        jd_text_add(text, out, used);
        used = 0;
    }
    jd_text_add(text, out, used);
}
