/* SPDX-License-Identifier: MIT
 *
 * The library of parts, the files of share/jourdain/lib, as bytes: cmake/library.cmake makes the table. */
#ifndef JD_TEXT_LIBRARY_H
#define JD_TEXT_LIBRARY_H

#include "text/inside.h"

typedef struct {
    const char *name; /* "motors.jd" */
    const unsigned char *bytes;
    size_t length;
} LibraryFile;
extern const LibraryFile jd_library[]; /* ends with {0} */

#endif
