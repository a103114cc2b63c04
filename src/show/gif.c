/* SPDX-License-Identifier: MIT
 *
 * A show as a GIF: 255 colours that stand for all, and of each frame the part that has changed,
 * with what has not left clear. */
#include "show/frames.h"
#include "show/palette.h"
#include <stdlib.h>
#include <string.h>

enum {
    PER_SECOND = 100,     /* what GIF counts time in */
    CLEAR = PALETTE_MOST, /* the number of what is clear */
    SAMPLES = 12,         /* frames whose colours are counted */
    SEEN = 128            /* what covers less is clear */
};

typedef struct {
    const Show *show;
    FILE *out;
    PaletteCount *counts; /* while colours are looked for */
    Palette *palette;
    Dots last;
    unsigned char *numbers; /* of the dots of a frame */
} Gif;

static void put_short(FILE *out, int number) {
    putc(number & 255, out);
    putc(number >> 8 & 255, out);
}

/* ---- Numbers of dots, packed (LZW) ---------------------------------------------------------- */

enum { BITS = 8, FRESH = 1 << BITS, END = FRESH + 1, CODES = 4096, SLOTS = 8192 };

typedef struct {
    FILE *out;
    unsigned long bits; /* that are not yet a byte */
    int bit_count;
    unsigned char block[255];
    int used;
} Packer;

static void end_block(Packer *p) {
    if (!p->used) return;
    putc(p->used, p->out);
    fwrite(p->block, 1, (size_t)p->used, p->out);
    p->used = 0;
}

static void put_code(Packer *p, int code, int width) {
    p->bits |= (unsigned long)code << p->bit_count;
    for (p->bit_count += width; p->bit_count >= 8; p->bit_count -= 8, p->bits >>= 8) {
        p->block[p->used++] = (unsigned char)(p->bits & 255);
        if (p->used == (int)sizeof p->block) end_block(p);
    }
}

/* Rows of numbers that were there before, and the code of each with one more number behind it. */
typedef struct {
    int key[SLOTS], code[SLOTS];
    int next, width;
} Rows;

static void begin_rows(Rows *rows) {
    for (int n = 0; n < SLOTS; n++) rows->key[n] = -1;
    rows->next = END + 1;
    rows->width = BITS + 1;
}

/* The slot where such a row is or would be. */
static int find_row(const Rows *rows, int key) {
    int slot = (int)((unsigned)key * 2654435761u >> 19) % SLOTS;
    while (rows->key[slot] >= 0 && rows->key[slot] != key) slot = (slot + 1) % SLOTS;
    return slot;
}

static void pack(FILE *out, const unsigned char *numbers, size_t count) {
    Packer p = {.out = out};
    Rows rows;
    putc(BITS, out);
    begin_rows(&rows);
    put_code(&p, FRESH, rows.width);
    int row = numbers[0];
    for (size_t n = 1; n < count; n++) {
        const int key = row << 8 | numbers[n], slot = find_row(&rows, key);
        if (rows.key[slot] == key) {
            row = rows.code[slot];
            continue;
        }
        put_code(&p, row, rows.width);
        row = numbers[n];
        if (rows.next == CODES) { /* all codes are given away */
            put_code(&p, FRESH, rows.width);
            begin_rows(&rows);
            continue;
        }
        if (rows.next == 1 << rows.width) rows.width++;
        rows.key[slot] = key;
        rows.code[slot] = rows.next++;
    }
    put_code(&p, row, rows.width);
    if (rows.next == 1 << rows.width && rows.width < 12) rows.width++;
    put_code(&p, END, rows.width);
    put_code(&p, 0, 7); /* the last byte is filled up */
    end_block(&p);
    putc(0, out);
}

/* ---- Frames --------------------------------------------------------------------------------- */

/* Size, colours, and that it begins anew for ever. */
static void put_head(Gif *g, const Dots *dots) {
    static const char again[] = "NETSCAPE2.0";
    fwrite("GIF89a", 1, 6, g->out);
    put_short(g->out, dots->width);
    put_short(g->out, dots->height);
    fwrite("\xf7\xff\0", 1, 3,
           g->out); /* 256 colours of 8 bits; the background is clear; square dots */
    fwrite(g->palette->colour, 1, sizeof g->palette->colour, g->out);
    fwrite("\0\0\0", 1, 3, g->out);
    fwrite("\x21\xff\x0b", 1, 3, g->out);
    fwrite(again, 1, strlen(again), g->out);
    fwrite("\x03\x01\0\0\0", 1, 5, g->out);
}

/* How long it lasts. Without paper a frame goes away with its time, else it stays. */
static void put_times(Gif *g, int frame) {
    const long before = frame ? jd_frame_over(g->show, frame - 1, PER_SECOND) : 0;
    const int stays = 1, goes = 2, has_clear = 1;
    fwrite("\x21\xf9\x04", 1, 3, g->out);
    putc((g->show->clear ? goes : stays) << 2 | has_clear, g->out);
    put_short(g->out, (int)(jd_frame_over(g->show, frame, PER_SECOND) - before));
    putc(CLEAR, g->out);
    putc(0, g->out);
}

static void number_dots(Gif *g, const Dots *now, DotBox box, bool whole) {
    unsigned char *to = g->numbers;
    for (int y = box.y; y < box.y + box.height; y++)
        for (int x = box.x; x < box.x + box.width; x++) {
            const size_t place = 4 * ((size_t)y * (size_t)now->width + (size_t)x);
            const unsigned char *dot = now->at + place;
            const bool same = !whole && !memcmp(dot, g->last.at + place, 4);
            *to++ =
                (unsigned char)(same || dot[3] < SEEN ? CLEAR : jd_palette_find(g->palette, dot));
        }
}

static void put_frame(Gif *g, int frame, const Dots *now) {
    const bool whole = frame == 0 || g->show->clear;
    DotBox box = {0, 0, now->width, now->height};
    if (g->show->clear) box = jd_dots_box(now, NULL);
    if (!whole) box = jd_dots_box(now, &g->last);
    if (!box.width) box = (DotBox){0, 0, 1, 1}; /* nothing moves: it lasts longer */
    number_dots(g, now, box, whole);
    put_times(g, frame);
    putc(0x2c, g->out);
    put_short(g->out, box.x);
    put_short(g->out, box.y);
    put_short(g->out, box.width);
    put_short(g->out, box.height);
    putc(0, g->out);
    pack(g->out, g->numbers, (size_t)box.width * (size_t)box.height);
}

static bool take_frame(void *data, int frame, const Drawing *drawing, JdLog *log) {
    Gif *g = data;
    Dots now;
    if (!jd_drawing_dots(drawing, &now, log)) return false;
    if (!g->numbers) g->numbers = malloc((size_t)now.width * (size_t)now.height);
    if (!g->numbers) {
        jd_dots_free(&now);
        jd_report_memory(log);
        return false;
    }
    if (!frame) put_head(g, &now);
    put_frame(g, frame, &now);
    jd_dots_free(&g->last);
    g->last = now;
    return true;
}

static bool count_colours(void *data, int frame, const Drawing *drawing, JdLog *log) {
    Gif *g = data;
    Dots now;
    (void)frame;
    if (!jd_drawing_dots(drawing, &now, log)) return false;
    jd_palette_count(g->counts, &now);
    jd_dots_free(&now);
    return true;
}

static bool write_gif(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)path;
    Gif g = {.show = show,
             .out = out,
             .counts = calloc(1, sizeof *g.counts),
             .palette = malloc(sizeof *g.palette)};
    const int stride = (jd_frame_count(show) + SAMPLES - 1) / SAMPLES;
    bool good = g.counts && g.palette;
    if (!good) jd_report_memory(log);
    good = good && jd_frames_take(show, 1, stride, count_colours, &g, log);
    if (good) jd_palette_make(g.palette, g.counts);
    good = good && jd_frames_take(show, 1, 1, take_frame, &g, log);
    if (good) putc(0x3b, out);
    jd_dots_free(&g.last);
    free(g.numbers);
    free(g.palette);
    free(g.counts);
    return good;
}

const ShowType jd_show_gif = {
    .ending = "gif",
    .summary = "a picture that moves by itself, for slides and messages",
#ifndef JD_CAIRO
    .missing = "install libcairo2-dev, then build again; or write .svg, which needs nothing",
#endif
    .frames = true,
    .write = write_gif,
};
