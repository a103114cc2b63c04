/* SPDX-License-Identifier: MIT
 *
 * Triangles from files of other programs: STL, as bytes or as text, and OBJ. Of both only the
 * places of the corners count. A file is bytes if its length is that of the triangles it says it
 * has, or if it cannot be text. */
#include "shape/inside.h"
#include <string.h>

enum {
    TRIANGLES_MOST = 500000, /* of one mesh */
    STL_HEAD = 84,           /* bytes before the triangles; the last four count them */
    STL_TRIANGLE = 50,       /* a normal and three corners of three numbers, two bytes more */
    LOOK = 1024,             /* bytes that tell text from other bytes */
};
static const double farthest = 1e9; /* m; pictures have fewer digits */

typedef struct {
    const char *at;
    size_t length;
} Word;

typedef struct {
    const char *path, *start, *at, *end;
    double scale;
    Where where;
    JdLog *log;
    Arena scratch;
    Mesh raw;
    LIST(int) corners; /* of the face that is being read */
    int line;
    Word rest;    /* of the line */
    bool is_mesh; /* something of a mesh was read: a number of a corner, the word `solid` */
} MeshText;

/* ---- What is wrong --------------------------------------------------------------------------- */

static bool fail(const MeshText *r, const char *place, long number, const char *what) {
    jd_report(r->log, JD_ERROR, "mesh-not-valid", r->where, "'%s', %s %ld: %s", r->path, place,
              number, what);
    return false;
}

static bool fail_line(const MeshText *r, const char *what) {
    return fail(r, "line", r->line, what);
}

/* The word is shown if what was read so far is a mesh: what else is in a file concerns nobody who
 * only named it. */
static bool fail_word(const MeshText *r, Word word, const char *what) {
    char text[96], shown[24];
    if (!r->is_mesh) {
        snprintf(text, sizeof text, "this is no %s", what);
        return fail_line(r, text);
    }
    size_t count = 0;
    for (; count < word.length && count + 1 < sizeof shown; count++)
        shown[count] = word.at[count] > ' ' && word.at[count] < 127 ? word.at[count] : '?';
    shown[count] = '\0';
    snprintf(text, sizeof text, "'%s' is no %s", shown, what);
    return fail_line(r, text);
}

static bool fail_with(const MeshText *r, const char *what, const char *hint) {
    jd_report(r->log, JD_ERROR, "mesh-not-valid", r->where, "'%s' %s", r->path, what);
    jd_hint(r->log, "%s", hint);
    return false;
}

static bool fail_whole(const MeshText *r, const char *what) {
    return fail_with(r, what, "a mesh is an STL file, of bytes or text, or an OBJ file");
}

static const char coarser[] = "write it with a coarser tolerance, or have its triangles reduced";

/* ---- Corners and triangles --------------------------------------------------------------------
 */

static bool add_corner(MeshText *r, const double v[3]) {
    const Vec3 p = {v[0] * r->scale, v[1] * r->scale, v[2] * r->scale};
    if (!(fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))) <= farthest) || isnan(p.x + p.y + p.z))
        return false;
    jd_mesh_point(&r->raw, &r->scratch, p);
    return true;
}

static bool add_triangle(MeshText *r, int a, int b, int c) {
    jd_mesh_triangle(&r->raw, &r->scratch, a, b, c);
    return r->raw.triangles.count / 3 <= TRIANGLES_MOST;
}

/* ---- STL of bytes -----------------------------------------------------------------------------
 */

static uint32_t read_u32(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double read_float(const char *bytes) {
    const uint32_t bits = read_u32(bytes);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static bool read_stl_bytes(MeshText *r) {
    const uint32_t count = read_u32(r->start + STL_HEAD - 4);
    const size_t length = (size_t)(r->end - r->start), room = (length - STL_HEAD) / STL_TRIANGLE;
    if (count > room || count > TRIANGLES_MOST) {
        char text[128];
        snprintf(text, sizeof text,
                 count > room ? "says that it has %lu triangles, and has room for %lu"
                              : "has %lu triangles; pictures have at most %lu",
                 (unsigned long)count, count > room ? (unsigned long)room : TRIANGLES_MOST + 0ul);
        return count > room ? fail_whole(r, text) : fail_with(r, text, coarser);
    }
    for (uint32_t n = 0; n < count; n++)
        for (int k = 0; k < 3; k++) {
            const size_t at = STL_HEAD + (size_t)n * STL_TRIANGLE + 12 * (size_t)(k + 1);
            const double v[3] = {read_float(r->start + at), read_float(r->start + at + 4),
                                 read_float(r->start + at + 8)};
            if (!add_corner(r, v)) return fail(r, "byte", (long)at, "this corner is nowhere");
            if (k == 2) add_triangle(r, (int)(3 * n), (int)(3 * n + 1), (int)(3 * n + 2));
        }
    return true;
}

/* ---- Text, line by line ------------------------------------------------------------------------
 */

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* A line ends with either sign, or both. */
static bool next_line(MeshText *r) {
    if (r->at >= r->end || r->scratch.failed) return false;
    const char *stop = r->at;
    while (stop < r->end && *stop != '\n' && *stop != '\r') stop++;
    r->rest = (Word){r->at, (size_t)(stop - r->at)};
    if (stop < r->end && *stop == '\r' && stop + 1 < r->end && stop[1] == '\n') stop++;
    r->at = stop < r->end ? stop + 1 : stop;
    r->line++;
    return true;
}

/* The next word of the line; of no length at its end. */
static Word word_of_line(MeshText *r) {
    const char *at = r->rest.at, *end = at + r->rest.length;
    while (at < end && is_blank(*at)) at++;
    Word word = {at, 0};
    while (at < end && !is_blank(*at)) at++;
    word.length = (size_t)(at - word.at);
    r->rest = (Word){at, (size_t)(end - at)};
    return word;
}

/* A line that ends with a backslash goes on in the next one. */
static Word next_word(MeshText *r) {
    Word word = word_of_line(r);
    while (word.length == 1 && *word.at == '\\')
        word = next_line(r) ? word_of_line(r) : (Word){r->end, 0};
    if (word.length < 2 || word.at[word.length - 1] != '\\') return word;
    word.length--;
    r->rest = (Word){word.at + word.length, r->rest.length + 1};
    return word;
}

/* In small letters or large ones. */
static bool is(Word word, const char *text) {
    if (word.length != strlen(text)) return false;
    for (size_t n = 0; n < word.length; n++)
        if (word.at[n] != text[n] && word.at[n] != text[n] - 'a' + 'A') return false;
    return true;
}

static bool read_corner(MeshText *r) {
    double v[3];
    for (int n = 0; n < 3; n++) {
        const Word word = next_word(r);
        if (!word.length) return fail_line(r, "a corner has three numbers");
        if (jd_number_read(word.at, word.length, &v[n]) != word.length)
            return fail_word(r, word, "number");
        r->is_mesh = true;
    }
    return add_corner(r, v) || fail_line(r, "this corner is nowhere");
}

static bool is_stl_word(Word word) {
    static const char *const words[] = {"solid", "facet",   "normal",   "outer",
                                        "loop",  "endloop", "endsolid", "endfacet"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (is(word, words[n])) return true;
    return false;
}

static bool read_stl_text(MeshText *r) {
    int open = 0; /* corners of the triangle that is being read */
    r->is_mesh = true;
    while (next_line(r)) {
        const Word word = next_word(r);
        if (is(word, "vertex")) {
            if (!read_corner(r)) return false;
            open++;
        } else if (word.length && !is_stl_word(word)) {
            return fail_word(r, word, "word of an STL file");
        } else if (is(word, "endloop")) {
            const int last = r->raw.points.count - 1;
            if (open != 3) return fail_line(r, "a triangle has three corners");
            open = 0;
            if (!add_triangle(r, last - 2, last - 1, last))
                return fail_line(r, "too many triangles");
        }
    }
    return !open || fail_line(r, "the file ends within a triangle");
}

/* ---- OBJ ----------------------------------------------------------------------------------------
 */

/* "7/1/3": the seventh corner; "-1": the last one so far. */
static bool read_index(MeshText *r, Word word, int *index) {
    const char *slash = memchr(word.at, '/', word.length);
    const size_t length = slash ? (size_t)(slash - word.at) : word.length;
    const int count = r->raw.points.count;
    double value;
    if (!length || jd_number_read(word.at, length, &value) != length || value != floor(value))
        return fail_word(r, word, "number of a corner");
    if (fabs(value) < 1 || fabs(value) > count)
        return fail_word(r, word, "corner that was given before");
    *index = (int)value + (value < 0 ? count : -1);
    return true;
}

static bool read_face(MeshText *r) {
    r->corners.count = 0;
    for (Word word; (word = next_word(r)).length && word.at[0] != '#';) {
        int index = 0;
        if (!read_index(r, word, &index)) return false;
        int *corner = PUSH(&r->scratch, r->corners);
        if (corner) *corner = index;
    }
    if (r->corners.count < 3) return fail_line(r, "a face has three corners or more");
    if (r->corners.count - 2 + r->raw.triangles.count / 3 > TRIANGLES_MOST)
        return fail_line(r, "too many triangles");
    jd_mesh_face(&r->raw, &r->scratch, r->corners.at, r->corners.count);
    return true;
}

static bool read_obj(MeshText *r) {
    while (next_line(r)) {
        const Word word = next_word(r);
        if (is(word, "v") && !read_corner(r)) return false;
        if (is(word, "f") && !read_face(r)) return false;
        if (r->raw.points.count > 3 * TRIANGLES_MOST) return fail_line(r, "too many corners");
    }
    return true;
}

/* ---- Which one it is
 * ----------------------------------------------------------------------------- */

static bool read_any(MeshText *r) {
    const size_t length = (size_t)(r->end - r->start);
    const bool head = length >= STL_HEAD;
    const size_t counted = head ? read_u32(r->start + STL_HEAD - 4) : 0;
    if (head && length == STL_HEAD + STL_TRIANGLE * counted) return read_stl_bytes(r);
    if (length && memchr(r->start, '\0', length < LOOK ? length : LOOK))
        return head ? read_stl_bytes(r) : fail_whole(r, "is no mesh, or not the whole of it");
    if (length > 2 && !memcmp(r->start, "\xef\xbb\xbf", 3)) r->at += 3; /* the mark of UTF-8 */
    MeshText first = *r;
    Word word = {0};
    while (!word.length && next_line(&first)) word = next_word(&first);
    return is(word, "solid") ? read_stl_text(r) : read_obj(r);
}

bool jd_mesh_read(MeshSource from, const char *bytes, size_t length, Arena *arena, Mesh *out,
                  JdLog *log) {
    MeshText r = {from.path, bytes, bytes, bytes + length, from.scale, from.where, log, {0}};
    *out = (Mesh){0};
    bool good = read_any(&r);
    if (r.scratch.failed) arena->failed = true, good = false;
    if (good) jd_mesh_finish(&r.raw, arena, out);
    if (good && !arena->failed && !out->triangles.count) good = fail_whole(&r, "has no triangles");
    jd_arena_free(&r.scratch);
    return good && !arena->failed;
}

bool jd_mesh_load(MeshSource from, const char *root, Arena *arena, Mesh *out, JdLog *log) {
    Text bytes = {0};
    bool good = false;
    const char *why = jd_file_read(from.path, (FileRule){.plain = true, .root = root}, &bytes);
    if (why)
        jd_report_unreadable(log, from.where, from.path, why);
    else if (bytes.failed)
        arena->failed = true;
    else
        good = jd_mesh_read(from, bytes.count ? bytes.at : "", bytes.count, arena, out, log);
    jd_text_free(&bytes);
    return good;
}
