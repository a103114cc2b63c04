/* SPDX-License-Identifier: MIT
 *
 * derive: f, f', f'' and the wrench of a lock in vector form, with the fields as symbols. Each
 * vector has a text for its value, its rate and its second derivative; the product rule does the
 * rest: theory (2.4)-(2.9). What is too long to stand in a sum has a name and a line of its own. */
#include "joint/inside.h"
#include <string.h>

/* A sum of c * text. Room for the second derivative of the longest lock. */
enum { SUM_PARTS = 6 * LOCK_TERMS + PLAINS, PART_LENGTH = 64 };
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
    [VEC_UP] = {"up", "up'", {"up''"}},
    [VEC_AHEAD] = {"ahead", "ahead'", {"ahead''"}},
    [VEC_VD] = {"(vN - vM - wi x d)", "(aN - aM - wi' x d - wi x (vN - vM))"},
    [VEC_VM] = {"vM", "aM"},
    [VEC_VN] = {"vN", "aN"},
    [VEC_W] = {"(wj - wi)", "(wj' - wi')"},
};

/* Angles and coupled frees: value, rate and second derivative, and the axis of an angle, which is
 * the vector that its rate is measured along. */
static const struct {
    const char *value, *rate, *second[2], *axis;
} plain_texts[PLAINS] = {
    {"turn(x)", "(wj - wi).ex", {"(wj' - wi').ex", "(wj - wi).ex'"}, "ex"},
    {"turn(y)", "(wj - wi).ey", {"(wj' - wi').ey", "(wj - wi).ey'"}, "ey"},
    {"turn(z)", "(wj - wi).ez", {"(wj' - wi').ez", "(wj - wi).ez'"}, "ez"},
    {"twist(x)", "(wj - wi).tx", {"(wj' - wi').tx", "(wj - wi).tx'"}, "tx"},
    {"twist(y)", "(wj - wi).ty", {"(wj' - wi').ty", "(wj - wi).ty'"}, "ty"},
    {"twist(z)", "(wj - wi).tz", {"(wj' - wi').tz", "(wj - wi).tz'"}, "tz"},
    {"qi", "qi'", {"qi''"}, NULL},
    {"qj", "qj'", {"qj''"}, NULL},
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

/* The n-th derivative of what is no scalar product. */
static void add_plains(TextSum *sum, const LockForm *form, int order) {
    for (int n = 0; n < PLAINS; n++) {
        if (form->plain[n].count == 0) continue;
        const char *const texts[3] = {plain_texts[n].value, plain_texts[n].rate,
                                      plain_texts[n].second[0]};
        add_part(sum, &form->plain[n], texts[order], "", "");
        if (order == 2 && plain_texts[n].second[1])
            add_part(sum, &form->plain[n], plain_texts[n].second[1], "", "");
    }
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
    if (vector_frame(moved) == body)
        add_part(moment, c, jd_vector_name(moved), " x ", jd_vector_name(other));
    if (moved == VEC_VD && body == 0)
        add_part(moment, c, jd_vector_name(other), " x ", jd_vector_name(VEC_D));
    const Coef pair = jd_coef_scale(body == 0 ? -1 : 1, c), minus = jd_coef_scale(-1, &pair);
    if (moved == VEC_W) add_part(moment, &pair, jd_vector_name(other), "", "");
    /* up and ahead turn with j, and about zj with w.p. */
    if (moved != VEC_UP && moved != VEC_AHEAD) return;
    if (body == 1) add_part(moment, c, jd_vector_name(moved), " x ", jd_vector_name(other));
    if (moved == VEC_UP && other == VEC_ZI) return; /* ahead.zi is zero */
    add_part(moment, moved == VEC_UP ? &pair : &minus, moved == VEC_UP ? "(ahead." : "(up.",
             jd_vector_name(other), ")*p");
}

static void add_turn_moment(TextSum *moment, const LockForm *form, int body) {
    const Plain turn = jd_form_turn(form);
    if (turn == PLAINS) return;
    const Coef c = jd_coef_scale(body == 0 ? -1 : 1, &form->plain[turn]);
    add_part(moment, &c, plain_texts[turn].axis, "", "");
}

static bool write_wrench(const LockForm *form, int body, Arena *arena, Text *out) {
    TextSum *force = ARENA_NEW(arena, TextSum, 1), *moment = ARENA_NEW(arena, TextSum, 1);
    if (!force || !moment) return false;
    for (int n = 0; n < form->count; n++) {
        const FormTerm *term = &form->terms[n];
        add_wrench(force, moment, &term->c, term->a, term->b, body);
        if (!form->velocity) add_wrench(force, moment, &term->c, term->b, term->a, body);
    }
    add_turn_moment(moment, form, body);
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

/* What two coupled frees feel. */
static void write_efforts(const LockForm *form, Text *out) {
    for (int n = PLAIN_QI; n <= PLAIN_QJ; n++) {
        bool first = true;
        jd_text_print(out, "  Q%s = ", n == PLAIN_QI ? "i" : "j");
        jd_coef_write(out, &form->plain[n], NULL, &form->names, &first);
        jd_text_print(out, "    on %s\n", jd_plain_names[n]);
    }
}

/* ---- Names that stand for more -------------------------------------------------------------- */

static bool names_disc(const LockForm *form) {
    for (int n = 0; n < form->count; n++) {
        const VectorKind pair[2] = {form->terms[n].a, form->terms[n].b};
        for (int k = 0; k < 2; k++)
            if (pair[k] == VEC_UP || pair[k] == VEC_AHEAD) return true;
    }
    return false;
}

static void write_disc(bool second, Text *out) {
    jd_text_print(out, "  up  = unit(zi - (zi.zj)*zj)\n"
                       "  ahead = zj x up\n"
                       "  w   = wj - wi\n"
                       "  p   = (zi.zj)/(zi.up)*up - zj\n"
                       "  up' = wj x up + (w.p)*ahead\n"
                       "  ahead' = wj x ahead - (w.p)*up\n");
    if (!second) return;
    jd_text_print(out, "  w'  = wj' - wi'\n"
                       "  k'  = w.(zj x zi)    of k = zi.zj\n"
                       "  p'  = k'/(zi.up)^3*up + (zi.zj)/(zi.up)*up' - wj x zj\n"
                       "  s'  = w'.p + w.p'    of s = w.p\n"
                       "  up'' = wj' x up + wj x up' + s'*ahead + (w.p)*ahead'\n"
                       "  ahead'' = wj' x ahead + wj x ahead' - s'*up - (w.p)*up'\n");
}

/* ez for an angle about z: its rate is w.ez, wherever the bodies stand. */
static void write_turn_axis(Plain turn, Text *out) {
    static const char axes[] = "xyz";
    const char a = axes[turn - PLAIN_TURN_X], b = axes[(turn - PLAIN_TURN_X + 1) % 3];
    jd_text_print(out, "  e%c  = (%ci - (%ci.%cj)*%cj)/(1 - (%ci.%cj)^2)", a, a, a, b, b, a, b);
    jd_text_print(out, "    is %ci where %ci.%cj = 0\n", a, a, b);
    jd_text_print(out, "  k'  = (wi - wj).(%ci x %cj)    of k = %ci.%cj\n", a, b, a, b);
    jd_text_print(out, "  e%c' = ((wi x %ci) - k'*%cj - (%ci.%cj)*(wj x %cj)", a, a, b, a, b, b);
    jd_text_print(out, " + 2*(%ci.%cj)*k'*e%c)/(1 - (%ci.%cj)^2)\n", a, b, a, a, b);
}

/* tz for a twist along z: (c, s) is the quaternion of the turn from i to j. */
static void write_twist_axis(Plain twist, Text *out) {
    const char a = "xyz"[(int)twist - PLAIN_TWIST_X];
    jd_text_print(out, "  w   = wj - wi\n"
                       "  c   = sqrt(1 + xi.xj + yi.yj + zi.zj)/2\n"
                       "  s   = (xi x xj + yi x yj + zi x zj)/(4*c)\n");
    jd_text_print(out, "  twist(%c) = 2*s.%ci\n", a, a);
    jd_text_print(out, "  t%c  = c*%ci + s x %ci    is %ci where j stands like i\n", a, a, a, a);
    jd_text_print(out, "  c'  = -1/2*s.w\n"
                       "  s'  = wi x s + 1/2*c*w + 1/2*w x s\n");
    jd_text_print(out, "  t%c' = c'*%ci + c*(wi x %ci) + s' x %ci + s x (wi x %ci)\n", a, a, a, a,
                  a);
}

static void write_names(const LockForm *form, Text *out) {
    const Plain turn = jd_form_turn(form);
    const bool disc = names_disc(form);
    if (!disc && turn == PLAINS) return;
    jd_text_print(out, " where\n");
    if (disc) write_disc(!form->velocity, out);
    if (turn == PLAINS) return;
    if (turn < PLAIN_TWIST_X)
        write_turn_axis(turn, out);
    else
        write_twist_axis(turn, out);
}

/* ---- The whole ------------------------------------------------------------------------------ */

typedef void AddTerm(TextSum *sum, const FormTerm *term);

static bool write_line(const LockForm *form, int order, AddTerm *add, Arena *arena, Text *out) {
    static const char *const names[3] = {"f", "f'", "f''"};
    TextSum *sum = ARENA_NEW(arena, TextSum, 1);
    if (!sum) return false;
    for (int n = 0; n < form->count; n++) add(sum, &form->terms[n]);
    add_plains(sum, form, order);
    jd_text_print(out, "  %-3s = ", names[order]);
    write_sum(out, sum, order == 0 ? &form->constant : NULL, &form->names);
    jd_text_print(out, "\n");
    return true;
}

static bool write_vector_form(const LockForm *form, Arena *arena, Text *out) {
    jd_text_print(out, "%s",
                  form->velocity ? " vector form (a lock on velocities)\n" : " vector form\n");
    if (!write_line(form, 0, add_value, arena, out)) return false;
    if (!write_line(form, 1, add_rate, arena, out)) return false;
    if (form->velocity) return true;
    return write_line(form, 2, add_second, arena, out);
}

static bool write_coupling(const LockForm *form, Arena *arena, Text *out) {
    jd_text_print(out, " of the two frees\n");
    if (!write_line(form, 0, add_value, arena, out)) return false;
    if (!write_line(form, 1, add_rate, arena, out)) return false;
    if (!write_line(form, 2, add_second, arena, out)) return false;
    jd_text_print(out, " effort per unit multiplier\n");
    write_efforts(form, out);
    return true;
}

static bool write_all(const char *text, const LockForm *form, bool planar, Arena *arena,
                      Text *out) {
    jd_text_print(out, "lock %s\n", text);
    if (form->plain[PLAIN_QI].count) return write_coupling(form, arena, out);
    const Lock lock = jd_form_lock(form);
    if (planar && jd_lock_names_z(&lock)) {
        jd_text_print(out, " names z: holds in the plane by itself\n");
        return true;
    }
    if (!write_vector_form(form, arena, out)) return false;
    write_names(form, out);
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
