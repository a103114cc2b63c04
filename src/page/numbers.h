/* SPDX-License-Identifier: MIT
 *
 * Numbers for programs that draw: in lists, as bytes, as base64. */
#ifndef JD_NUMBERS_H
#define JD_NUMBERS_H

#include "format/json.h"

/* As bytes, least significant first. */
typedef enum { NUMBERS_F4, NUMBERS_F8, NUMBERS_U4, NUMBERS_U2, NUMBERS_I2 /* packed */ } NumberKind;
int jd_number_size(NumberKind kind); /* bytes */
void jd_bytes_number(Text *bytes, NumberKind kind, double value);
/* A member {"f4": "base64"}; the bytes are freed. */
void jd_json_numbers(Json *json, const char *key, NumberKind kind, Text *bytes);
/* What so many bytes take there. */
static inline double jd_base64_size(double bytes) { return bytes * 4 / 3 + 16; }

/* A list of a few numbers, with so many digits as a picture needs. */
void jd_json_list(Json *json, const char *key, const double *values, int count);
/* Bytes as base64, with its = at the end. */
void jd_text_base64(Text *text, const void *bytes, size_t count);

#endif
