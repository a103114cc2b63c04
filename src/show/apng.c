/* SPDX-License-Identifier: MIT
 *
 * A show as one PNG that moves (APNG): the chunks of a PNG for each frame, those behind the first
 * under other names, each only of the part that has changed. Programs that know no such files show
 * the first frame. */
#include "show/frames.h"
#include <stdint.h>
#include <string.h>

enum { PER_SECOND = 1000, SIGNATURE = 8, HEAD = 33 }; /* the first chunk ends at byte 33 */

typedef struct {
    const Show *show;
    FILE *out;
    uint32_t sum[256]; /* check sums of single bytes */
    uint32_t serial;   /* of the next chunk that belongs to a frame */
    Dots last;
} Apng;

/* ---- Chunks --------------------------------------------------------------------------------- */

static void make_sums(Apng *a) {
    for (uint32_t n = 0; n < 256; n++) {
        a->sum[n] = n;
        for (int bit = 0; bit < 8; bit++)
            a->sum[n] = a->sum[n] >> 1 ^ (a->sum[n] & 1 ? 0xEDB88320u : 0);
    }
}

static uint32_t number_at(const char *bytes) {
    uint32_t number = 0;
    for (int n = 0; n < 4; n++) number = number << 8 | (unsigned char)bytes[n];
    return number;
}

static void set_number(unsigned char *to, uint32_t number, int size) {
    for (int n = 0; n < size; n++) to[n] = (unsigned char)(number >> (8 * (size - 1 - n)));
}

static uint32_t add_sum(const Apng *a, uint32_t sum, const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    for (size_t n = 0; n < count; n++) sum = sum >> 8 ^ a->sum[(sum ^ at[n]) & 255];
    return sum;
}

/* Length, name, what is in it (in two parts), check sum. */
static void put_chunk(Apng *a, const char *name, const void *first, size_t first_size,
                      const void *second, size_t second_size) {
    unsigned char number[4];
    uint32_t sum = add_sum(a, 0xFFFFFFFFu, name, 4);
    sum = add_sum(a, add_sum(a, sum, first, first_size), second, second_size);
    set_number(number, (uint32_t)(first_size + second_size), 4);
    fwrite(number, 1, 4, a->out);
    fwrite(name, 1, 4, a->out);
    if (first_size) fwrite(first, 1, first_size, a->out);
    if (second_size) fwrite(second, 1, second_size, a->out);
    set_number(number, ~sum, 4);
    fwrite(number, 1, 4, a->out);
}

/* How many frames, and that they begin anew for ever. */
static void put_control(Apng *a) {
    unsigned char bytes[8] = {0};
    set_number(bytes, (uint32_t)jd_frame_count(a->show), 4);
    put_chunk(a, "acTL", bytes, sizeof bytes, NULL, 0);
}

/* Where a frame lies and how long it lasts; it takes the place of what was there. */
static void put_frame(Apng *a, int frame, DotBox box) {
    unsigned char bytes[26] = {0};
    const long before = frame ? jd_frame_over(a->show, frame - 1, PER_SECOND) : 0;
    set_number(bytes, a->serial++, 4);
    set_number(bytes + 4, (uint32_t)box.width, 4);
    set_number(bytes + 8, (uint32_t)box.height, 4);
    set_number(bytes + 12, (uint32_t)box.x, 4);
    set_number(bytes + 16, (uint32_t)box.y, 4);
    set_number(bytes + 20, (uint32_t)(jd_frame_over(a->show, frame, PER_SECOND) - before), 2);
    set_number(bytes + 22, PER_SECOND, 2);
    put_chunk(a, "fcTL", bytes, sizeof bytes, NULL, 0);
}

/* The dots of a PNG: as they are in the first frame, with a number in others. */
static void put_data(Apng *a, bool first, const Text *png) {
    for (size_t at = HEAD; at + 12 <= png->count;) {
        const size_t size = number_at(png->at + at);
        const char *name = png->at + at + 4, *bytes = name + 4;
        if (size > png->count - at - 12) return;
        unsigned char number[4];
        set_number(number, a->serial, 4);
        if (!memcmp(name, "IDAT", 4) && first) put_chunk(a, "IDAT", bytes, size, NULL, 0);
        if (!memcmp(name, "IDAT", 4) && !first) {
            put_chunk(a, "fdAT", number, 4, bytes, size);
            a->serial++;
        }
        at += size + 12;
    }
}

/* ---- Frames --------------------------------------------------------------------------------- */

static bool take_frame(void *data, int frame, const Drawing *drawing, JdLog *log) {
    Apng *a = data;
    Dots now;
    if (!jd_drawing_dots(drawing, &now, log)) return false;
    DotBox box = {0, 0, now.width, now.height};
    if (frame) box = jd_dots_box(&now, &a->last);
    if (!box.width) box = (DotBox){0, 0, 1, 1}; /* nothing moves: it lasts longer */
    Text png = {0};
    const bool drawn = jd_dots_png(&now, box, drawing->clear, &png, log) && png.count > HEAD;
    if (drawn && !frame) {
        fwrite(png.at, 1, HEAD, a->out);
        put_control(a);
    }
    if (drawn) put_frame(a, frame, box);
    if (drawn) put_data(a, frame == 0, &png);
    jd_text_free(&png);
    jd_dots_free(&a->last);
    a->last = now;
    return drawn;
}

static bool write_apng(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)path;
    Apng a = {.show = show, .out = out};
    make_sums(&a);
    const bool good = jd_frames_take(show, 1, 1, take_frame, &a, log);
    if (good) put_chunk(&a, "IEND", NULL, 0, NULL, 0);
    jd_dots_free(&a.last);
    return good;
}

const ShowType jd_show_apng = {
    .ending = "apng",
    .summary = "a picture that moves by itself, in all colours",
#ifndef JD_CAIRO
    .missing = "install libcairo2-dev, then build again; or write .svg, which needs nothing",
#endif
    .frames = true,
    .write = write_apng,
};
