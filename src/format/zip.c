/* SPDX-License-Identifier: MIT
 *
 * A zip file of stored entries, in memory: local headers with contents, then the list of them and
 * its end. Dates are those of the format's beginning, so that the same contents make the same
 * bytes.
 */
#include "format/zip.h"
#include <string.h>

static uint32_t crc_of(const char *bytes, size_t count) {
    uint32_t crc = 0xffffffffu;
    for (size_t n = 0; n < count; n++) {
        crc ^= (unsigned char)bytes[n];
        for (int k = 0; k < 8; k++) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
    }
    return ~crc;
}

/* Little ends first. */
static void put(Text *out, uint32_t value, int bytes) {
    for (int n = 0; n < bytes; n++) {
        const char byte = (char)(unsigned char)(value >> (8 * n));
        jd_text_add(out, &byte, 1);
    }
}

enum { VERSION = 20, UNIX = 3 << 8, UTF8 = 1 << 11, FIRST_DAY = 33 }; /* 1 January 1980 */

/* What a local header and a line of the list share. */
static void put_facts(Text *out, uint32_t crc, size_t size, size_t name) {
    put(out, VERSION, 2);
    put(out, UTF8, 2);
    put(out, 0, 2); /* stored */
    put(out, 0, 2);
    put(out, FIRST_DAY, 2);
    put(out, crc, 4);
    put(out, (uint32_t)size, 4);
    put(out, (uint32_t)size, 4);
    put(out, (uint32_t)name, 2);
    put(out, 0, 2);
}

void jd_zip_add(Zip *zip, const char *name, const char *bytes, size_t size, bool runs) {
    const uint32_t crc = crc_of(bytes, size), at = (uint32_t)zip->file.count;
    const size_t length = strlen(name);
    if (size > 0x7fffffff || zip->file.count > 0x7fffffff) {
        zip->file.failed = true;
        return;
    }
    put(&zip->file, 0x04034b50, 4);
    put_facts(&zip->file, crc, size, length);
    jd_text_add(&zip->file, name, length);
    jd_text_add(&zip->file, bytes, size);

    put(&zip->list, 0x02014b50, 4);
    put(&zip->list, VERSION | UNIX, 2);
    put_facts(&zip->list, crc, size, length);
    put(&zip->list, 0, 2);
    put(&zip->list, 0, 2);
    put(&zip->list, 0, 2);
    put(&zip->list, (runs ? 0100755u : 0100644u) << 16, 4);
    put(&zip->list, at, 4);
    jd_text_add(&zip->list, name, length);
    zip->count++;
}

bool jd_zip_end(Zip *zip) {
    const uint32_t at = (uint32_t)zip->file.count, size = (uint32_t)zip->list.count;
    if (zip->list.at) jd_text_add(&zip->file, zip->list.at, zip->list.count);
    put(&zip->file, 0x06054b50, 4);
    put(&zip->file, 0, 4);
    put(&zip->file, (uint32_t)zip->count, 2);
    put(&zip->file, (uint32_t)zip->count, 2);
    put(&zip->file, size, 4);
    put(&zip->file, at, 4);
    put(&zip->file, 0, 2);
    return !zip->file.failed && !zip->list.failed;
}

void jd_zip_free(Zip *zip) {
    jd_text_free(&zip->file);
    jd_text_free(&zip->list);
}
