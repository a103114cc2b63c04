/* SPDX-License-Identifier: MIT
 *
 * Kinds of files for a show: pages, motions, frames. */
#ifndef JD_SHOW_H
#define JD_SHOW_H

#include "scene/scene.h"

/* A kind of file for a show: one file and one line in shows.def each. */
typedef struct {
    const char *ending;  /* "html" */
    const char *summary;
    const char *missing; /* as in PictureType */
    bool frames;         /* it has all frames of the show */
    bool many;           /* a file for each frame: the path holds %d or %04d; `out` is NULL then */
    bool plots;          /* has something to show of a model with `animation off`, too */
    bool planar;         /* of planar mechanisms only */
    /* A show that fits (jd_show_type_fits) to a file that is open, or by itself (many); false after a report. NULL only if missing. */
    bool (*write)(const Show *show, FILE *out, const char *path, JdLog *log);
} ShowType;
const ShowType *jd_show_type_find(const char *path);
const ShowType *jd_show_type_check(const char *path, JdLog *log); /* NULL after a report: none, not built, or no %d */
/* Whether it can show a mechanism in the plane (or in space), and one that is not animated; false after a report. */
bool jd_show_type_fits(const ShowType *type, const char *path, bool planar, bool off, JdLog *log);
bool jd_show_write(const Show *show, const char *path, JdLog *log);
/* The path of a frame, from "frames-%04d.png"; false: the pattern holds no %d, or more. */
bool jd_frame_path(const char *pattern, int frame, char *out, size_t room);

#endif
