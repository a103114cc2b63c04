/* SPDX-License-Identifier: MIT
 *
 * The calls of cairo that drawings make, in one table: cairo draws text and has twenty libraries behind it, which a
 * program that draws nothing does not load. */
#ifndef JD_CAIRO_CALLS_H
#define JD_CAIRO_CALLS_H

#include "base/base.h"
#include <cairo-pdf.h>
#include <cairo.h>

#define CAIRO_CALLS(CALL)                                                                                              \
    CALL(close_path) CALL(create) CALL(curve_to) CALL(destroy) CALL(fill_preserve) \
    CALL(font_options_create) CALL(font_options_destroy) CALL(font_options_set_antialias) \
    CALL(font_options_set_hint_metrics) CALL(font_options_set_hint_style) \
    CALL(image_surface_create) CALL(image_surface_get_data) CALL(image_surface_get_height) \
    CALL(image_surface_get_stride) CALL(image_surface_get_width) CALL(line_to) CALL(move_to) \
    CALL(new_path) CALL(paint) CALL(pdf_surface_create_for_stream) \
    CALL(pdf_surface_set_metadata) CALL(restore) CALL(rotate) CALL(save) CALL(scale) \
    CALL(select_font_face) CALL(set_dash) CALL(set_font_options) CALL(set_font_size) \
    CALL(set_line_cap) CALL(set_line_join) CALL(set_line_width) CALL(set_source_rgba) \
    CALL(show_text) CALL(status) CALL(status_to_string) CALL(stroke) CALL(stroke_preserve) \
    CALL(surface_destroy) CALL(surface_finish) CALL(surface_flush) CALL(surface_mark_dirty) \
    CALL(surface_status) CALL(surface_write_to_png_stream) CALL(text_extents) CALL(text_path) \
    CALL(translate)

typedef struct {
#define CALL(name) __typeof__(cairo_##name) *name;
    CAIRO_CALLS(CALL)
#undef CALL
} Cairo;

/* False after a report: the library that was there when the program was built is not there now. */
bool jd_cairo_find(Cairo *cairo, JdLog *log);

#endif
