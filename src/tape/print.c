/* SPDX-License-Identifier: MIT
 *
 * A tape as statements of C, each operation one line. What depends on the numbers of the mechanism
 * alone is worked out once, into an array k. */
#include "tape/print.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Names ---------------------------------------------------------------------------------- */

static const char *const keywords[] = {
    "auto",      "break",   "case",     "char",   "const",    "continue", "default",
    "do",        "double",  "else",     "enum",   "extern",   "float",    "for",
    "goto",      "if",      "int",      "long",   "register", "return",   "short",
    "signed",    "sizeof",  "static",   "struct", "switch",   "typedef",  "union",
    "unsigned",  "void",    "volatile", "while",  "inline",   "restrict", "bool",
    "class",     "new",     "delete",   "this",   "template", "public",   "private",
    "protected", "virtual", "operator", "try",    "catch",    "throw",    "namespace",
    "using",     "friend",  "explicit", "export", "typename", "true",     "false",
    "and",       "or",      "not",      "xor",    "main",     "asm",      "mutable",
    "wchar_t",
};

static bool is_keyword(const char *name) {
    for (size_t n = 0; n < sizeof keywords / sizeof *keywords; n++)
        if (!strcmp(keywords[n], name)) return true;
    return false;
}

char *jd_print_name(Arena *arena, const char *text) {
    const size_t length = strlen(text);
    char *name = jd_arena_take(arena, length + 3);
    size_t at = 0;
    if (!name) return NULL;
    if (!length || isdigit((unsigned char)*text)) name[at++] = '_';
    for (size_t n = 0; n < length; n++) {
        const unsigned char c = (unsigned char)text[n];
        if (c < 128 && isalnum(c))
            name[at++] = (char)c;
        else if (c != ']' && at > 0 && name[at - 1] != '_')
            name[at++] = '_';
    }
    while (at > 1 && name[at - 1] == '_') at--;
    name[at] = 0;
    if (is_keyword(name)) name[at++] = '_', name[at] = 0;
    return name;
}

const char *jd_print_unlike(Arena *arena, const char *text, const char *const *others, int count) {
    const char *base = jd_print_name(arena, text), *name = base;
    for (int n = 0, tries = 2; n < count && name; n++)
        if (others[n] && !strcmp(others[n], name))
            name = jd_arena_format(arena, "%s_%d", base, tries++), n = -1;
    return name;
}

static bool name_fixed(Printer *p) {
    Arena *arena = p->tape->arena;
    const int count = p->tape->fixed.count;
    p->fixed_name = ARENA_NEW(arena, const char *, count + 1);
    for (int n = 0; n < count && p->fixed_name; n++)
        p->fixed_name[n] = jd_print_unlike(arena, p->tape->fixed.at[n].name, p->fixed_name, n);
    return !arena->failed;
}

bool jd_printer_init(Printer *p, Tape *tape, const char *name, Text *out) {
    *p = (Printer){.tape = tape, .out = out};
    if (!tape->arena->failed) jd_tape_is_sound(tape);
    p->prefix = jd_print_name(tape->arena, name && *name ? name : "model");
    return jd_printer_grow(p) && name_fixed(p);
}

bool jd_printer_grow(Printer *p) {
    Arena *arena = p->tape->arena;
    const int nodes = p->tape->node.count + 1;
    int *kept = ARENA_NEW(arena, int, nodes);
    for (int n = 0; n < nodes && kept; n++) kept[n] = n < p->nodes ? p->kept[n] : -1;
    p->kept = kept;
    p->nodes = nodes;
    p->wanted = ARENA_NEW(arena, bool, nodes);
    p->said = ARENA_NEW(arena, bool, nodes);
    p->stack = ARENA_NEW(arena, int, 4 * nodes);
    p->order = ARENA_NEW(arena, int, nodes);
    p->slot = ARENA_NEW(arena, int, nodes);
    p->part_of = ARENA_NEW(arena, int, nodes);
    for (int n = 0; n < nodes && p->slot; n++) p->slot[n] = -1;
    return !arena->failed;
}

void jd_print_number(double value, Text *out) {
    char text[40];
    jd_number_text(value, text, sizeof text - 4);
    if (!isfinite(value))
        snprintf(text, sizeof text, "%s", value > 0 ? "HUGE_VAL" : value < 0 ? "-HUGE_VAL" : "NAN");
    else if (!strpbrk(text, ".e"))
        strcat(text, ".0");
    jd_text_print(out, value < 0 ? "(%s)" : "%s", text);
}

/* ---- Values --------------------------------------------------------------------------------- */

/* Kept from run to run: neither a leaf nor a thing that runs. */
static bool is_kept(const Tape *t, Num a) {
    return t->node.at[a].level == LEVEL_FIXED && t->node.at[a].op != TAPE_FIXED;
}

static void print_hint(Printer *p, int hint, Text *out) {
    if (p->tape->hint_from.at[hint] == HINT_ZERO)
        jd_text_print(out, "0.0");
    else if (p->place)
        jd_text_print(out, "z[%d]", p->tape->hint_from.at[hint]);
    else
        jd_text_print(out, "m->hint[%d]", hint);
}

/* A leaf of native code; false: it is as elsewhere. */
static bool print_native(Printer *p, const TapeNode *node, Text *out) {
    if (node->level != LEVEL_RUNS)
        jd_print_number(node->value, out);
    else if (node->op == TAPE_STATE)
        jd_text_print(out, "z[%d]", p->place[node->of[0]]);
    else if (node->op == TAPE_INPUT)
        jd_text_print(out, "input[%d]", node->of[0]);
    else if (node->op == TAPE_HELD)
        jd_text_print(out, "held[%d]", node->of[0]);
    else
        return false;
    return true;
}

void jd_print_value(Printer *p, Num a, Text *out) {
    const TapeNode *node = &p->tape->node.at[a];
    if (p->place && print_native(p, node, out)) return;
    if (is_kept(p->tape, a) && p->kept[a] >= 0) {
        jd_text_print(out, p->lanes ? "m->k[%d][l]" : "k[%d]", p->kept[a]);
        return;
    }
    switch (node->op) {
    case TAPE_NUMBER:
        jd_print_number(node->value, out);
        break;
    case TAPE_FIXED:
        if (p->lanes)
            jd_text_print(out, "m->number[%d][l]", node->of[0]);
        else
            jd_text_print(out, "n->%s", p->fixed_name[node->of[0]]);
        break;
    case TAPE_TIME:
        jd_text_print(out, "t");
        break;
    case TAPE_STATE:
        jd_text_print(out, p->lanes ? "y[%d][l]" : "y[%d]", node->of[0]);
        break;
    case TAPE_INPUT:
        jd_text_print(out, "m->input[%d]", node->of[0]);
        break;
    case TAPE_HINT:
        print_hint(p, node->of[0], out);
        break;
    case TAPE_HELD:
        jd_text_print(out, "m->held[%d]", node->of[0]);
        break;
    case TAPE_ALONG:
        jd_text_print(out, "along[%d]", node->of[0]);
        break;
    case TAPE_BLOW:
        jd_text_print(out, "blow[%d]", node->of[0]);
        break;
    case TAPE_UNKNOWN:
        jd_text_print(out, p->split ? "w[%d]" : "x%d", node->of[0]);
        break;
    default:
        if (p->slot[a] >= 0)
            jd_text_print(out, "w[%d]", p->slot[a]);
        else
            jd_text_print(out, "a%d", a);
        break;
    }
}

static void print_operation(Printer *p, Num a) {
    const TapeNode *node = &p->tape->node.at[a];
    for (const char *at = jd_tape_text(node->op); *at; at++)
        if (*at == '$')
            jd_print_value(p, node->of[*++at - 'a'], p->out);
        else if (*at == '#')
            jd_text_print(p->out, "%d", (int)jd_tape_value(p->tape, node->of[*++at - 'a']));
        else if (*at == '@')
            jd_text_print(p->out, "%s", p->prefix);
        else
            jd_text_add(p->out, at, 1);
}

/* ---- Order ---------------------------------------------------------------------------------- */

/* Operations behind those that they read, from results on; only those that are not wanted yet, of
 * one block or of any (-1). Returns how many stand in p->order. */
static int put_in_order(Printer *p, const Num *results, int count, bool kept, int block) {
    const Tape *t = p->tape;
    int placed = 0;
    for (int n = 0; n < count; n++) {
        int depth = 0;
        p->stack[depth++] = results[n];
        while (depth > 0) {
            const int top = p->stack[depth - 1], a = top < 0 ? -1 - top : top;
            const TapeNode *node = &t->node.at[a];
            const int arguments = jd_tape_arguments(node->op);
            const bool stays = !kept && is_kept(t, a);
            if (top < 0) {
                depth--;
                if (p->wanted[a]) continue;
                p->wanted[a] = true;
                p->order[placed++] = a;
                continue;
            }
            if (stays && p->kept[a] < 0) p->kept[a] = p->keeps++;
            if (!arguments || stays || p->wanted[a] || (block >= 0 && node->block != block)) {
                depth--;
                continue;
            }
            p->stack[depth - 1] = -1 - a;
            for (int k = arguments - 1; k >= 0; k--) {
                const int of = node->of[k];
                if (!p->wanted[of] && jd_tape_arguments(t->node.at[of].op)) p->stack[depth++] = of;
                if (is_kept(t, of) && !kept && p->kept[of] < 0) p->kept[of] = p->keeps++;
            }
        }
    }
    return placed;
}

/* Sines and cosines without a branch, which compilers make vectors of. */
static bool is_of_lanes(const Printer *p, Num a) {
    const TapeOp op = p->tape->node.at[a].op;
    return p->lanes && (op == TAPE_SIN || op == TAPE_COS);
}

/* Lanes keep the others of the C library. */
static bool is_own(const Printer *p, Num a) {
    switch (p->tape->node.at[a].op) {
    case TAPE_SQRT:
    case TAPE_SIN:
    case TAPE_COS:
    case TAPE_TAN:
    case TAPE_ASIN:
    case TAPE_ACOS:
    case TAPE_ATAN:
    case TAPE_ATAN2:
    case TAPE_EXP:
    case TAPE_LOG:
    case TAPE_LOG10:
    case TAPE_POWER:
    case TAPE_HYPOT:
    case TAPE_TANH:
        return !p->lanes;
    default:
        return false;
    }
}

static bool is_sine(const Printer *p, Num a) {
    const TapeOp op = p->tape->node.at[a].op;
    return is_own(p, a) && (op == TAPE_SIN || op == TAPE_COS);
}

/* The cosine of a sine, or the sine of a cosine, of the same argument that is among these
 * operations; -1: it is not. */
static int partner_of(const Printer *p, int from, int count) {
    const TapeNode *node = &p->tape->node.at[p->order[from]];
    const TapeOp other = node->op == TAPE_SIN ? TAPE_COS : TAPE_SIN;
    const int partner = jd_tape_find(p->tape, other, node->of[0]);
    for (int n = from + 1; n < count && partner >= 0; n++)
        if (p->order[n] == partner) return partner;
    return -1;
}

/* The beginning of a statement that says it. */
static void print_target(Printer *p, Num a, const char *indent) {
    if (p->slot[a] >= 0)
        jd_text_print(p->out, "%sw[%d] = ", indent, p->slot[a]);
    else
        jd_text_print(p->out, "%sconst double a%d = ", indent, a);
}

static void print_sine(Printer *p, int n, int count, const char *indent) {
    const Num a = p->order[n];
    const TapeNode *node = &p->tape->node.at[a];
    const int other = partner_of(p, n, count), sine = node->op == TAPE_SIN ? a : other,
              cosine = node->op == TAPE_SIN ? other : a;
    if (other >= 0) {
        p->said[other] = true;
        if (p->slot[sine] < 0) jd_text_print(p->out, "%sdouble a%d;\n", indent, sine);
        if (p->slot[cosine] < 0) jd_text_print(p->out, "%sdouble a%d;\n", indent, cosine);
        jd_text_print(p->out, "%s%s_sincos(", indent, p->prefix);
        jd_print_value(p, node->of[0], p->out);
        jd_text_print(p->out, ", &");
        jd_print_value(p, sine, p->out);
        jd_text_print(p->out, ", &");
        jd_print_value(p, cosine, p->out);
        jd_text_print(p->out, ");\n");
        return;
    }
    print_target(p, a, indent);
    jd_text_print(p->out, "%s_%s(", p->prefix, node->op == TAPE_SIN ? "sin" : "cos");
    jd_print_value(p, node->of[0], p->out);
    jd_text_print(p->out, ");\n");
}

void jd_print_lines(Printer *p, int from, int to, const char *indent) {
    for (int n = from; n < to; n++) {
        const Num a = p->order[n];
        const bool said = p->said[a];
        p->said[a] = false;
        if (said) continue;
        if (is_sine(p, a)) {
            print_sine(p, n, to, indent);
            continue;
        }
        print_target(p, a, indent);
        if (is_own(p, a)) jd_text_print(p->out, "%s_", p->prefix);
        if (is_of_lanes(p, a)) jd_text_print(p->out, "%s_lane_", p->prefix);
        print_operation(p, a);
        jd_text_print(p->out, ";\n");
    }
}

/* ---- Blocks --------------------------------------------------------------------------------- */

/* Everything of earlier blocks that these results read, however deep. */
static void print_before(Printer *p, const Num *results, int count, int block) {
    const Tape *t = p->tape;
    LIST(Num) leaves = {0};
    bool *seen = ARENA_NEW(p->tape->arena, bool, t->node.count + 1);
    LIST(Num) stack = {0};
    for (int n = 0; n < count && seen; n++) {
        Num *to = PUSH(p->tape->arena, stack);
        if (to) *to = results[n];
    }
    while (stack.count > 0 && seen && !p->tape->arena->failed) {
        const Num a = stack.at[--stack.count];
        const TapeNode *node = &t->node.at[a];
        if (seen[a]) continue;
        seen[a] = true;
        if (node->block < block) {
            Num *to = PUSH(p->tape->arena, leaves);
            if (to) *to = a;
            continue;
        }
        for (int k = 0; k < jd_tape_arguments(node->op); k++) {
            Num *to = PUSH(p->tape->arena, stack);
            if (to) *to = node->of[k];
        }
    }
    for (int b = 0; b < block; b++)
        jd_parts_lines(p, put_in_order(p, leaves.at, leaves.count, false, b), "    ", leaves.at,
                       leaves.count);
}

static void print_block(Printer *p, int block, const char *fail) {
    const Tape *t = p->tape;
    const TapeBlock *of = &t->block.at[block - 1];
    Text *out = p->out;
    LIST(Num) inner = {0};
    for (int k = 0; k <= of->count; k++) {
        Num *to = PUSH(p->tape->arena, inner);
        if (to) *to = k < of->count ? of->step[k] : of->size;
    }
    if (p->tape->arena->failed) return;
    print_before(p, inner.at, inner.count, block);
    for (int k = 0; k < of->count; k++) {
        jd_text_print(out, p->split ? "    w[%d] = " : "    double x%d = ", of->first + k);
        print_hint(p, t->hint_of.at[of->first + k], out);
        jd_text_print(out, ";\n");
    }
    jd_text_print(out, "    for (int round = 0, end = 0; !end; round++) {\n");
    const int placed = put_in_order(p, inner.at, inner.count, false, block);
    int *kept_order = ARENA_NEW(p->tape->arena, int, placed + 1);
    if (!kept_order) return;
    memcpy(kept_order, p->order, (size_t)placed * sizeof *kept_order);
    jd_parts_lines(p, placed, "        ", inner.at, inner.count);
    jd_text_print(out, "        const double size = ");
    jd_print_value(p, of->size, out);
    jd_text_print(out, ";\n        if (!(size < 1e300) || round > 30) %s\n", fail);
    jd_text_print(out, "        end = size < 2e-16 || (size < 1e-13 && round > 0);\n");
    for (int k = 0; k < of->count; k++) {
        jd_text_print(out,
                      p->split ? "        if (size >= 2e-16) w[%d] += "
                               : "        if (size >= 2e-16) x%d += ",
                      of->first + k);
        jd_print_value(p, of->step[k], out);
        jd_text_print(out, ";\n");
    }
    jd_text_print(out, "    }\n");
    for (int n = 0; n < placed; n++) p->wanted[kept_order[n]] = false; /* once more behind it */
}

void jd_print_code(Printer *p, const Num *results, int count, const char *fail) {
    const Tape *t = p->tape;
    int last = 0;
    jd_parts_open(p, results, count);
    memset(p->wanted, 0, (size_t)t->node.count * sizeof *p->wanted);
    for (int n = 0; n < count; n++)
        if (t->node.at[results[n]].block > last) last = t->node.at[results[n]].block;
    for (int b = 1; b <= last; b++) print_block(p, b, fail);
    jd_parts_lines(p, put_in_order(p, results, count, false, -1), "    ", results, count);
    jd_parts_close(p);
}

void jd_print_kept_lines(Printer *p, int from, int to) {
    for (int n = from; n < to; n++) {
        const Num a = p->order[n];
        if (p->kept[a] < 0) p->kept[a] = p->keeps++;
        jd_text_print(p->out, "    k[%d] = ", p->kept[a]);
        if (is_own(p, a)) jd_text_print(p->out, "%s_", p->prefix);
        print_operation(p, a);
        jd_text_print(p->out, ";\n");
    }
}

void jd_print_kept(Printer *p) {
    const Tape *t = p->tape;
    LIST(Num) all = {0};
    memset(p->wanted, 0, (size_t)t->node.count * sizeof *p->wanted);
    for (int a = 0; a < t->node.count; a++)
        if (p->kept[a] >= 0) {
            Num *to = PUSH(p->tape->arena, all);
            if (to) *to = a;
        }
    jd_parts_kept(p, put_in_order(p, all.at, all.count, true, -1));
}

int jd_print_size(Printer *p, const Num *results, int count) {
    memset(p->wanted, 0, (size_t)p->tape->node.count * sizeof *p->wanted);
    return put_in_order(p, results, count, true, -1);
}

bool jd_print_reads(Printer *p, const Num *results, int count, TapeOp leaf) {
    const Tape *t = p->tape;
    const int placed = jd_print_size(p, results, count);
    for (int n = 0; n < placed; n++)
        for (int k = 0; k < jd_tape_arguments(t->node.at[p->order[n]].op); k++)
            if (t->node.at[t->node.at[p->order[n]].of[k]].op == leaf) return true;
    return false;
}

bool jd_print_calls(Printer *p, const Num *results, int count, TapeOp op) {
    const int placed = jd_print_size(p, results, count);
    for (int n = 0; n < placed; n++)
        if (p->tape->node.at[p->order[n]].op == op) return true;
    return false;
}
