/* SPDX-License-Identifier: MIT
 *
 * derive: f, f', f'' and the wrench of a lock in vector form, with the fields as symbols. Each
 * vector has a text for its value, its rate and its second derivative; the product rule does the
 * rest: theory (2.4)-(2.9). */
#include "joint/inside.h"
#include <string.h>

/* A sum of c * text. Room for the second derivative of the longest lock. */
enum { SUM_PARTS = 6 * LOCK_TERMS, PART_LENGTH = 48 };
typedef struct {
    struct {
        Coef c;
        char text[PART_LENGTH];
    } parts[SUM_PARTS];
    int count;
} TextSum;

/* Adds c * "first joint second"; like parts are merged. A sum that has no room keeps its parts:
 * SUM_PARTS and COEF_PARTS hold whatever a lock that was read can give. */
static void add_part(TextSum *sum, const Coef *c, const char *first, const char *joint,
                     const char *second) {
    Text text = {0};
    jd_text_print(&text, "%s%s%s", first, joint, second);
    char part[PART_LENGTH] = "";
    if (!text.failed && text.at) strncpy(part, text.at, sizeof part - 1);
    jd_text_free(&text);
    for (int n = 0; n < sum->count; n++) {
        if (strcmp(sum->parts[n].text, part)) continue;
        jd_coef_add(&sum->parts[n].c, c);
        return;
    }
    if (sum->count == SUM_PARTS) return;
    sum->parts[sum->count].c = *c;
    memcpy(sum->parts[sum->count++].text, part, sizeof part);
}

static void write_sum(Text *out, const TextSum *sum, const Coef *constant,
                      const SymbolNames *names) {
    bool first = true;
    for (int n = 0; n < sum->count; n++)
        jd_coef_write(out, &sum->parts[n].c, sum->parts[n].text, names, &first);
    if (constant) jd_coef_write(out, constant, NULL, names, &first);
    if (first) jd_text_print(out, "0");
}

/* ---- Vectors and their derivatives as text -------------------------------------------------- */

typedef struct {
    const char *value, *rate, *second[2];
} VectorText;

static const VectorText vector_texts[VEC_COUNT] = {
    [VEC_D] = {"d", "(vN - vM)", {"(aN - aM)"}},
    [VEC_OM] = {"OM", "vM", {"aM"}},
    [VEC_ON] = {"ON", "vN", {"aN"}},
    [VEC_XI] = {"xi", "(wi x xi)", {"(wi' x xi)", "(wi x (wi x xi))"}},
    [VEC_YI] = {"yi", "(wi x yi)", {"(wi' x yi)", "(wi x (wi x yi))"}},
    [VEC_ZI] = {"zi", "(wi x zi)", {"(wi' x zi)", "(wi x (wi x zi))"}},
    [VEC_XJ] = {"xj", "(wj x xj)", {"(wj' x xj)", "(wj x (wj x xj))"}},
    [VEC_YJ] = {"yj", "(wj x yj)", {"(wj' x yj)", "(wj x (wj x yj))"}},
    [VEC_ZJ] = {"zj", "(wj x zj)", {"(wj' x zj)", "(wj x (wj x zj))"}},
    [VEC_X0] = {"x0"},
    [VEC_Y0] = {"y0"},
    [VEC_Z0] = {"z0"},
    [VEC_VD] = {"(vN - vM - wi x d)", "(aN - aM - wi' x d - wi x (vN - vM))"},
    [VEC_VM] = {"vM", "aM"},
    [VEC_VN] = {"vN", "aN"},
};

static void add_value(TextSum *sum, const FormTerm *term) {
    add_part(sum, &term->c, jd_vector_name(term->a), ".", jd_vector_name(term->b));
}

static void add_rate(TextSum *sum, const FormTerm *term) {
    const VectorText *a = &vector_texts[term->a], *b = &vector_texts[term->b];
    if (term->a == term->b) {
        const Coef twice = jd_coef_scale(2, &term->c);
        add_part(sum, &twice, a->value, ".", a->rate);
        return;
    }
    if (a->rate) add_part(sum, &term->c, a->rate, ".", b->value);
    if (b->rate) add_part(sum, &term->c, a->value, ".", b->rate);
}

static void add_second(TextSum *sum, const FormTerm *term) {
    const VectorText *a = &vector_texts[term->a], *b = &vector_texts[term->b];
    const Coef twice = jd_coef_scale(2, &term->c);
    if (term->a == term->b) {
        add_part(sum, &twice, a->value, ".", a->second[0]);
        add_part(sum, &twice, a->rate, ".", a->rate);
        return;
    }
    for (int n = 0; n < 2; n++)
        if (a->second[n]) add_part(sum, &term->c, a->second[n], ".", b->value);
    if (a->rate && b->rate) add_part(sum, &twice, a->rate, ".", b->rate);
    for (int n = 0; n < 2; n++)
        if (b->second[n]) add_part(sum, &term->c, a->value, ".", b->second[n]);
}

/* ---- The wrench ----------------------------------------------------------------------------- */

/* How much of the velocity of M (body 0) or N (body 1) is in a vector's rate. */
static double share_of(VectorKind kind, int body) {
    if (kind == VEC_D || kind == VEC_VD) return body == 0 ? -1 : 1;
    if (kind == VEC_OM || kind == VEC_VM) return body == 0;
    if (kind == VEC_ON || kind == VEC_VN) return body == 1;
    return 0;
}

/* What c moved.other gives to the wrench on a body: a force if `moved` goes with its point, a
 * moment if it turns with it. */
static void add_wrench(TextSum *force, TextSum *moment, const Coef *c, VectorKind moved,
                       VectorKind other, int body) {
    double share = share_of(moved, body);
    const Coef along = jd_coef_scale(share, c);
    if (share != 0) add_part(force, &along, jd_vector_name(other), "", "");
    if (jd_vector_frame(moved) == body)
        add_part(moment, c, jd_vector_name(moved), " x ", jd_vector_name(other));
    if (moved == VEC_VD && body == 0)
        add_part(moment, c, jd_vector_name(other), " x ", jd_vector_name(VEC_D));
}

static bool write_wrench(const LockForm *form, int body, Arena *arena, Text *out) {
    TextSum *force = ARENA_NEW(arena, TextSum, 1), *moment = ARENA_NEW(arena, TextSum, 1);
    if (!force || !moment) return false;
    for (int n = 0; n < form->count; n++) {
        const FormTerm *term = &form->terms[n];
        add_wrench(force, moment, &term->c, term->a, term->b, body);
        if (!form->velocity) add_wrench(force, moment, &term->c, term->b, term->a, body);
    }
    const char *point = body == 0 ? "M" : "N", *name = body == 0 ? "i" : "j";
    jd_text_print(out, "  F%s = ", name);
    write_sum(out, force, NULL, &form->names);
    jd_text_print(out, "    at %s\n  C%s = ", point, name);
    write_sum(out, moment, NULL, &form->names);
    jd_text_print(out, "    about %s\n  Q%s = ", point, name);
    /* Carried to the centre of mass. */
    const char *lever = body == 0 ? "GiM x " : "GjN x ";
    for (int n = 0; n < force->count; n++)
        add_part(moment, &force->parts[n].c, lever, "", force->parts[n].text);
    write_sum(out, moment, NULL, &form->names);
    jd_text_print(out, "    about the centre of mass G%s\n", name);
    return true;
}

/* ---- The whole ------------------------------------------------------------------------------ */

typedef void AddTerm(TextSum *sum, const FormTerm *term);

static bool write_line(const LockForm *form, const char *name, AddTerm *add, const Coef *constant,
                       Arena *arena, Text *out) {
    TextSum *sum = ARENA_NEW(arena, TextSum, 1);
    if (!sum) return false;
    for (int n = 0; n < form->count; n++) add(sum, &form->terms[n]);
    jd_text_print(out, "  %-3s = ", name);
    write_sum(out, sum, constant, &form->names);
    jd_text_print(out, "\n");
    return true;
}

static bool write_vector_form(const LockForm *form, Arena *arena, Text *out) {
    jd_text_print(out, "%s",
                  form->velocity ? " vector form (a lock on velocities)\n" : " vector form\n");
    if (!write_line(form, "f", add_value, &form->constant, arena, out)) return false;
    if (!write_line(form, "f'", add_rate, NULL, arena, out)) return false;
    if (form->velocity) return true;
    return write_line(form, "f''", add_second, NULL, arena, out);
}

static bool form_names_z(const LockForm *form) {
    Lock lock = {.count = form->count};
    for (int n = 0; n < form->count; n++)
        lock.terms[n] = (LockTerm){1, form->terms[n].a, form->terms[n].b};
    return jd_lock_names_z(&lock);
}

static bool write_all(const char *text, const LockForm *form, bool planar, Arena *arena,
                      Text *out) {
    jd_text_print(out, "lock %s\n", text);
    if (planar && form_names_z(form)) {
        jd_text_print(out, " names z: holds in the plane by itself\n");
        return true;
    }
    if (!write_vector_form(form, arena, out)) return false;
    jd_text_print(out, " wrench per unit multiplier\n");
    if (!write_wrench(form, 0, arena, out) || !write_wrench(form, 1, arena, out)) return false;
    return !planar || jd_lock_derive_plane(form, arena, out);
}

bool jd_lock_derive(const char *text, const Field *fields, bool planar, Text *out, Where where,
                    JdLog *log) {
    Arena arena = {0};
    LockForm form;
    bool read = jd_lock_form_parse(text, fields, NULL, where, &arena, &form, log);
    bool written = read && write_all(text, &form, planar, &arena, out) && !out->failed;
    if (read && !written) jd_report_memory(log);
    jd_arena_free(&arena);
    return written;
}
