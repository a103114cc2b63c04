/* SPDX-License-Identifier: MIT
 *
 * A drawing as PNG and PDF, by cairo, if the program was built with it. */
#include "format/letters.h"
#include "draw/draw.h"

#ifdef JD_CAIRO
#include "draw/cairo_calls.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Items ---------------------------------------------------------------------------------- */

static void use_colour(const Cairo *cairo, cairo_t *to, Colour c) {
    cairo->set_source_rgba(to, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0);
}

static void take_steps(const Cairo *cairo, cairo_t *to, const Drawing *d, const DrawItem *item) {
    const Vec2 *p = &d->points.at[item->first_point];
    for (int n = 0; n < item->count; n++) switch ((DrawStep)d->steps.at[item->first + n]) {
        case DRAW_MOVE:
            cairo->move_to(to, p->x, p->y), p++;
            break;
        case DRAW_LINE:
            cairo->line_to(to, p->x, p->y), p++;
            break;
        case DRAW_CURVE:
            cairo->curve_to(to, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y), p += 3;
            break;
        case DRAW_CLOSE:
            cairo->close_path(to);
            break;
        }
}

static void draw_path(const Cairo *cairo, cairo_t *to, const Drawing *d, const DrawItem *item) {
    const Pen *pen = &item->pen;
    take_steps(cairo, to, d, item);
    if (pen->fill.a) {
        use_colour(cairo, to, pen->fill);
        cairo->fill_preserve(to);
    }
    if (pen->stroke.a && pen->width > 0) {
        use_colour(cairo, to, pen->stroke);
        cairo->set_line_width(to, pen->width);
        cairo->set_line_cap(to, pen->butt ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
        cairo->set_dash(to, pen->dash, pen->dash[0] > 0 ? 2 : 0, 0);
        cairo->stroke_preserve(to);
    }
    cairo->new_path(to);
}

static void draw_text(const Cairo *cairo, cairo_t *to, const DrawItem *item) {
    const TextStyle *style = &item->style;
    cairo_text_extents_t extents;
    cairo->select_font_face(to, "Liberation Sans",
                            style->italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                            style->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo->set_font_size(to, style->size);
    cairo->text_extents(to, item->text, &extents);
    const double share = style->anchor == TEXT_LEFT ? 0 : style->anchor == TEXT_MIDDLE ? 0.5 : 1;

    cairo->save(to);
    cairo->translate(to, item->at.x, item->at.y);
    cairo->rotate(to, -style->angle * pi / 180);
    cairo->move_to(to, -share * extents.x_advance, 0);
    if (style->halo.a) {
        cairo->text_path(to, item->text);
        use_colour(cairo, to, style->halo);
        cairo->set_line_width(to, 0.28 * style->size);
        cairo->set_dash(to, NULL, 0, 0);
        cairo->stroke(to);
        cairo->move_to(to, -share * extents.x_advance, 0);
    }
    use_colour(cairo, to, style->colour);
    cairo->show_text(to, item->text);
    cairo->restore(to);
}

/* Letters where the layout wants them, not where pixels begin. */
static void use_fine_letters(const Cairo *cairo, cairo_t *to) {
    cairo_font_options_t *options = cairo->font_options_create();
    cairo->font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo->font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo->font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo->set_font_options(to, options);
    cairo->font_options_destroy(options);
}

static void draw_all(const Cairo *cairo, cairo_t *to, const Drawing *d) {
    use_fine_letters(cairo, to);
    cairo->set_line_join(to, CAIRO_LINE_JOIN_ROUND);
    use_colour(cairo, to, d->theme->back);
    if (!d->clear) cairo->paint(to);
    for (int n = 0; n < d->items.count; n++) {
        const DrawItem *item = &d->items.at[n];
        if (item->kind == ITEM_PATH && item->count) draw_path(cairo, to, d, item);
        if (item->kind == ITEM_TEXT) draw_text(cairo, to, item);
    }
}

/* ---- Files ---------------------------------------------------------------------------------- */

typedef struct {
    FILE *file;
    int reason;        /* errno of the first failure */
    double density;    /* of a PNG: pixels per metre */
    unsigned long put; /* bytes so far */
} Sink;

static cairo_status_t put_bytes(void *data, const unsigned char *bytes, unsigned length) {
    Sink *sink = data;
    errno = 0;
    if (fwrite(bytes, 1, length, sink->file) == length) return CAIRO_STATUS_SUCCESS;
    if (!sink->reason) sink->reason = errno;
    return CAIRO_STATUS_WRITE_ERROR;
}

/* ---- PNG: how large its pixels are, which cairo does not write ------------------------------ */

static uint32_t check_sum(const unsigned char *bytes, int count) {
    uint32_t sum = 0xFFFFFFFFu;
    for (int n = 0; n < count; n++) {
        sum ^= bytes[n];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return ~sum;
}

static void set_number(unsigned char *bytes, uint32_t number) {
    for (int n = 0; n < 4; n++) bytes[n] = (unsigned char)(number >> (24 - 8 * n));
}

static const double density_most = 1e9; /* per metre; fits into 32 bits */

/* Length, name, pixels per metre along x and y, 1: metre, check sum. */
static cairo_status_t put_density(Sink *sink) {
    unsigned char chunk[21] = {0, 0, 0, 9, 'p', 'H', 'Y', 's', [16] = 1};
    const uint32_t density = (uint32_t)lround(fmin(sink->density, density_most));
    set_number(chunk + 8, density);
    set_number(chunk + 12, density);
    set_number(chunk + 17, check_sum(chunk + 4, 13));
    return put_bytes(sink, chunk, sizeof chunk);
}

/* The chunk goes behind the first one, which ends at byte 33. */
static cairo_status_t put_png(void *data, const unsigned char *bytes, unsigned length) {
    enum { HEAD = 33 };
    Sink *sink = data;
    const unsigned long before = sink->put;
    sink->put += length;
    if (before >= HEAD || sink->put < HEAD) return put_bytes(sink, bytes, length);
    const unsigned head = (unsigned)(HEAD - before);
    cairo_status_t status = put_bytes(sink, bytes, head);
    if (status == CAIRO_STATUS_SUCCESS) status = put_density(sink);
    return status == CAIRO_STATUS_SUCCESS ? put_bytes(sink, bytes + head, length - head) : status;
}

/* ---- What came of it ------------------------------------------------------------------------ */

static bool report_status(const Cairo *cairo, cairo_status_t status, JdLog *log) {
    if (status == CAIRO_STATUS_NO_MEMORY)
        jd_report_memory(log);
    else
        jd_report(log, JD_ERROR, "picture-not-drawn", nowhere, "the picture cannot be drawn: %s",
                  cairo->status_to_string(status));
    return false;
}

/* What went wrong with the stream itself, whoever owns the file tells. */
static bool is_done(const Cairo *cairo, cairo_status_t status, const Sink *sink, JdLog *log) {
    if (status == CAIRO_STATUS_SUCCESS) return true;
    if (ferror(sink->file)) {
        errno = sink->reason;
        return true;
    }
    return report_status(cairo, status, log);
}

/* A drawing as an image; NULL after a report. */
static cairo_surface_t *image_of(const Cairo *cairo, const Drawing *d, cairo_status_t *status,
                                 JdLog *log) {
    enum { MOST = 32767, MOST_ALL = 200000000 }; /* cairo has no larger images; memory, neither */
    const double scale = d->scale > 0 ? d->scale : 2;
    const double width = ceil(d->width * scale - 1e-6), height = ceil(d->height * scale - 1e-6);
    const bool fits = width >= 1 && width <= MOST && height >= 1 && height <= MOST;
    if (!fits || width * height > MOST_ALL) {
        jd_report(log, JD_ERROR, "picture-not-drawn", nowhere,
                  "a picture of %.0f x %.0f pixels cannot be drawn", width, height);
        jd_hint(log,
                "make it smaller (at most %d pixels each way, %d million in all), or write .svg",
                MOST, MOST_ALL / 1000000);
        return NULL;
    }
    cairo_surface_t *image = cairo->image_surface_create(
        d->clear ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, (int)width, (int)height);
    cairo_t *to = cairo->create(image);
    cairo->scale(to, scale, scale);
    draw_all(cairo, to, d);
    *status = cairo->status(to);
    cairo->destroy(to);
    return image;
}

static bool write_png(const Drawing *d, FILE *out, JdLog *log) {
    Cairo cairo;
    if (!jd_cairo_find(&cairo, log)) return false;
    cairo_status_t status;
    cairo_surface_t *image = image_of(&cairo, d, &status, log);
    if (!image) return false;
    Sink sink = {out, .density = (d->scale > 0 ? d->scale : 2) * 72 / 0.0254};
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo.surface_write_to_png_stream(image, put_png, &sink);
    cairo.surface_destroy(image);
    return is_done(&cairo, status, &sink, log);
}

/* ---- Dots ----------------------------------------------------------------------------------- */

/* cairo has colours multiplied by what covers, as numbers of 32 bits. */
static void take_dots(const unsigned char *from, bool covers, int count, unsigned char *to) {
    for (int n = 0; n < count; n++, to += 4) {
        uint32_t dot;
        memcpy(&dot, from + 4 * n, sizeof dot);
        const unsigned a = covers ? dot >> 24 : 255;
        for (int c = 0; c < 3; c++) {
            const unsigned part = dot >> (16 - 8 * c) & 255;
            to[c] = (unsigned char)(a == 0 ? 0 : a == 255 ? part : (255 * part + a / 2) / a);
        }
        to[3] = (unsigned char)a;
    }
}

bool jd_drawing_dots(const Drawing *d, Dots *dots, JdLog *log) {
    Cairo cairo;
    cairo_status_t status;
    *dots = (Dots){0};
    if (!jd_cairo_find(&cairo, log)) return false;
    cairo_surface_t *image = image_of(&cairo, d, &status, log);
    if (!image) return false;
    cairo.surface_flush(image);
    const unsigned char *from = cairo.image_surface_get_data(image);
    const int width = cairo.image_surface_get_width(image),
              height = cairo.image_surface_get_height(image);
    unsigned char *at = from ? malloc(4 * (size_t)width * (size_t)height) : NULL;
    if (status == CAIRO_STATUS_SUCCESS && !at) status = CAIRO_STATUS_NO_MEMORY;
    for (int y = 0; y < height && at && status == CAIRO_STATUS_SUCCESS; y++)
        take_dots(from + (size_t)y * (size_t)cairo.image_surface_get_stride(image), d->clear, width,
                  at + 4 * (size_t)y * (size_t)width);
    cairo.surface_destroy(image);
    *dots = (Dots){width, height, at};
    if (status == CAIRO_STATUS_SUCCESS) return true;
    jd_dots_free(dots);
    return report_status(&cairo, status, log);
}

static cairo_status_t put_text(void *data, const unsigned char *bytes, unsigned length) {
    Text *text = data;
    jd_text_add(text, (const char *)bytes, length);
    return text->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

bool jd_dots_png(const Dots *dots, DotBox box, bool covers, Text *png, JdLog *log) {
    Cairo cairo;
    if (!jd_cairo_find(&cairo, log)) return false;
    cairo_surface_t *image = cairo.image_surface_create(
        covers ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, box.width, box.height);
    cairo_status_t status = cairo.surface_status(image);
    unsigned char *to = cairo.image_surface_get_data(image);
    const size_t stride = (size_t)cairo.image_surface_get_stride(image);
    for (int y = 0; y < box.height && status == CAIRO_STATUS_SUCCESS; y++) {
        const unsigned char *from =
            dots->at + 4 * ((size_t)(box.y + y) * (size_t)dots->width + (size_t)box.x);
        for (int x = 0; x < box.width; x++, from += 4) {
            const unsigned a = from[3], half = 127;
            const uint32_t dot = (uint32_t)a << 24 | (uint32_t)((from[0] * a + half) / 255) << 16 |
                                 (uint32_t)((from[1] * a + half) / 255) << 8 |
                                 (uint32_t)((from[2] * a + half) / 255);
            memcpy(to + (size_t)y * stride + 4 * (size_t)x, &dot, sizeof dot);
        }
    }
    cairo.surface_mark_dirty(image);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo.surface_write_to_png_stream(image, put_text, png);
    cairo.surface_destroy(image);
    return status == CAIRO_STATUS_SUCCESS || report_status(&cairo, status, log);
}

static void set_about(const Cairo *cairo, cairo_surface_t *page, cairo_pdf_metadata_t what,
                      const char *text) {
    Arena arena = {0};
    const char *clean = jd_letters_clean(&arena, text);
    if (clean) cairo->pdf_surface_set_metadata(page, what, clean);
    jd_arena_free(&arena);
}

static bool write_pdf(const Drawing *d, FILE *out, JdLog *log) {
    Cairo cairo;
    if (!jd_cairo_find(&cairo, log)) return false;
    Sink sink = {out};
    cairo_surface_t *page =
        cairo.pdf_surface_create_for_stream(put_bytes, &sink, d->width, d->height);
    set_about(&cairo, page, CAIRO_PDF_METADATA_TITLE, d->title);
    set_about(&cairo, page, CAIRO_PDF_METADATA_SUBJECT, d->description);
    set_about(&cairo, page, CAIRO_PDF_METADATA_CREATOR, "jourdain");
    cairo_t *to = cairo.create(page);
    draw_all(&cairo, to, d);
    cairo_status_t status = cairo.status(to);
    cairo.destroy(to);
    cairo.surface_finish(page);
    if (status == CAIRO_STATUS_SUCCESS) status = cairo.surface_status(page);
    cairo.surface_destroy(page);
    return is_done(&cairo, status, &sink, log);
}

#define MISSING NULL
#else
#define write_png NULL
#define write_pdf NULL

/* Of files that show dots none is written without it. */
bool jd_drawing_dots(const Drawing *d, Dots *dots, JdLog *log) {
    (void)d, (void)log;
    *dots = (Dots){0};
    return false;
}

bool jd_dots_png(const Dots *dots, DotBox box, bool covers, Text *png, JdLog *log) {
    (void)dots, (void)box, (void)covers, (void)png, (void)log;
    return false;
}

#define MISSING "install libcairo2-dev, then build again; or write .svg, which needs nothing"
#endif

const PictureType jd_picture_png = {
    .ending = "png", .summary = "pixels for slides", .missing = MISSING, .write = write_png};
const PictureType jd_picture_pdf = {
    .ending = "pdf", .summary = "a page for papers", .missing = MISSING, .write = write_pdf};
