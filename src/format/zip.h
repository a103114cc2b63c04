/* SPDX-License-Identifier: MIT
 *
 * Zip files of stored entries, made in memory. */
#ifndef JD_BASE_ZIP_H
#define JD_BASE_ZIP_H

#include "base/base.h"

typedef struct { Text file, list; int count; } Zip; /* zero to begin with; file: the whole, after jd_zip_end */

void jd_zip_add(Zip *zip, const char *name, const char *bytes, size_t size, bool runs); /* runs: it may be executed */
bool jd_zip_end(Zip *zip); /* false: memory is out, or it is too large */
void jd_zip_free(Zip *zip);

#endif
