/* SPDX-License-Identifier: MIT
 *
 * Numbers for browsers: as bytes of fixed width in base64, and short lists as text. */
#include "page/inside.h"
#include <string.h>

/* ---- Bytes ---------------------------------------------------------------------------------- */

static void add_bytes(Text *bytes, uint64_t bits, int count) {
    char out[8];
    for (int n = 0; n < count; n++) out[n] = (char)(unsigned char)(bits >> 8 * n & 255);
    jd_text_add(bytes, out, (size_t)count);
}

/* Beyond what a float holds there is infinity, as the conversion has it in IEEE arithmetic. */
static uint32_t float_bits(double value) {
    const float narrow =
        fabs(value) > 3.4028234e38 ? copysignf(INFINITY, value > 0 ? 1.0f : -1.0f) : (float)value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

static const struct {
    const char *name;
    int size;
} kinds[] = {{"f4", 4}, {"f8", 8}, {"u4", 4}, {"u2", 2}, {"i2", 2}};

int jd_number_size(NumberKind kind) {
    return kinds[kind].size;
}

void jd_bytes_number(Text *bytes, NumberKind kind, double value) {
    uint64_t wide;
    switch (kind) {
    case NUMBERS_F4:
        add_bytes(bytes, float_bits(value), 4);
        break;
    case NUMBERS_F8:
        memcpy(&wide, &value, sizeof wide);
        add_bytes(bytes, wide, 8);
        break;
    case NUMBERS_U4:
        add_bytes(bytes, (uint32_t)value, 4);
        break;
    case NUMBERS_U2:
    case NUMBERS_I2:
        add_bytes(bytes, (uint16_t)(int32_t)value, 2);
        break;
    }
}

static void write_bytes(Json *json, Text *out, NumberKind kind, Text *bytes) {
    if (bytes->failed) json->text.failed = true;
    jd_text_print(out, "\"%s\":\"", kinds[kind].name);
    if (bytes->count) jd_text_base64(out, bytes->at, bytes->count);
    jd_text_add(out, "\"", 1);
    jd_text_free(bytes);
}

void jd_json_numbers(Json *json, const char *key, NumberKind kind, Text *bytes) {
    Text *out = jd_json_raw(json, key);
    jd_text_add(out, "{", 1);
    write_bytes(json, out, kind, bytes);
    jd_text_add(out, "}", 1);
}

/* ---- Packed --------------------------------------------------------------------------------- */

static const double most_packed = 32767, not_finite = -32768;

NumberPack jd_pack_columns(const JdTrace *trace, const int *first, int count, int width) {
    NumberPack pack = {.width = width};
    for (int c = 0; c < width; c++) {
        double low = INFINITY, high = -INFINITY;
        for (int row = 0; row < jd_trace_rows(trace); row++)
            for (int k = 0; k < count; k++) {
                const double value = first[k] < 0 ? NAN : jd_trace_at(trace, row, first[k] + c);
                if (!isfinite(value)) continue;
                low = fmin(low, value);
                high = fmax(high, value);
            }
        const bool any = low <= high;
        pack.offset[c] = any ? low / 2 + high / 2 : 0;
        pack.scale[c] = any && high > low ? (high / 2 - low / 2) / most_packed : 1;
    }
    return pack;
}

void jd_bytes_packed(Text *bytes, const NumberPack *pack, int column, double value) {
    const double number = round((value - pack->offset[column]) / pack->scale[column]);
    jd_bytes_number(bytes, NUMBERS_I2,
                    isfinite(number) ? fmax(-most_packed, fmin(number, most_packed)) : not_finite);
}

static void write_exact(Text *out, const char *key, const double *values, int count) {
    jd_text_print(out, ",\"%s\":[", key);
    for (int n = 0; n < count; n++) {
        char number[32];
        jd_number_full(values[n], number, sizeof number);
        jd_text_print(out, "%s%s", n ? "," : "", number);
    }
    jd_text_add(out, "]", 1);
}

void jd_json_packed(Json *json, const char *key, const NumberPack *pack, Text *bytes) {
    Text *out = jd_json_raw(json, key);
    jd_text_add(out, "{", 1);
    write_bytes(json, out, NUMBERS_I2, bytes);
    write_exact(out, "scale", pack->scale, pack->width);
    write_exact(out, "offset", pack->offset, pack->width);
    jd_text_add(out, "}", 1);
}

/* ---- Lists ---------------------------------------------------------------------------------- */

void jd_text_number(Text *out, double value) {
    char number[32] = "null";
    if (isfinite(value)) {
        snprintf(number, sizeof number, "%.6g", value == 0 ? 0 : value);
        jd_number_point(number);
    }
    jd_text_add(out, number, strlen(number));
}

void jd_json_list(Json *json, const char *key, const double *values, int count) {
    Text *out = jd_json_raw(json, key);
    jd_text_add(out, "[", 1);
    for (int n = 0; n < count; n++) {
        if (n) jd_text_add(out, ",", 1);
        jd_text_number(out, values[n]);
    }
    jd_text_add(out, "]", 1);
}

void jd_json_vector(Json *json, const char *key, Vec3 v) {
    const double values[3] = {v.x, v.y, v.z};
    jd_json_list(json, key, values, 3);
}

void jd_json_pose(Json *json, const char *key, const Pose *pose) {
    const Quat q = jd_quat_from_axes(&pose->axes);
    const double values[7] = {pose->p.x, pose->p.y, pose->p.z, q.w, q.x, q.y, q.z};
    jd_json_list(json, key, values, 7);
}

void jd_json_facts(Json *json, const char *key, const char *const *facts) {
    jd_json_array(json, key);
    for (; facts && facts[0] && facts[1]; facts += 2) {
        jd_json_array(json, NULL);
        jd_json_string(json, NULL, facts[0]);
        jd_json_string(json, NULL, facts[1]);
        jd_json_end(json);
    }
    jd_json_end(json);
}
