/* SPDX-License-Identifier: MIT
 *
 * Machines have parts twice, or more often: leg1 and leg2, up[0] and up[1], left and right. A joint
 * of one of them says what that of the other most likely is. Siblings are found by their names. */
#include "doctor/inside.h"
#include <ctype.h>
#include <string.h>

enum { SIDED = 4, LEFT_RIGHT = 3 }; /* letters of a name that ends in its side; in L or R */
static const char *const opposites[][2] = {
    {"left", "right"}, {"upper", "lower"}, {"up", "down"}, {"front", "rear"}, {"inner", "outer"},
};

/* The same but for numbers, and not the same. */
static bool differ_by_number(const char *a, const char *b) {
    bool differ = false;
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            const size_t m = strspn(a, "0123456789"), n = strspn(b, "0123456789");
            differ = differ || m != n || strncmp(a, b, m) != 0;
            a += m, b += n;
        } else if (*a++ != *b++)
            return false;
    }
    return !*a && !*b && differ;
}

/* The same but for a word and its opposite. */
static bool differ_by_word(const char *a, const char *b) {
    for (size_t n = 0; n < sizeof opposites / sizeof *opposites; n++)
        for (int k = 0; k < 2; k++) {
            const char *word = opposites[n][k], *other = opposites[n][1 - k];
            const char *at = strstr(a, word);
            const size_t before = at ? (size_t)(at - a) : 0;
            if (at && !strncmp(a, b, before) && !strncmp(b + before, other, strlen(other)) &&
                !strcmp(at + strlen(word), b + before + strlen(other)))
                return true;
        }
    return false;
}

/* "armL" and "armR": the last letter alone. */
static bool differ_by_side(const char *a, const char *b) {
    static const char *const sides = "LRlrAB";
    const size_t length = strlen(a);
    if (length < LEFT_RIGHT || strlen(b) != length || strncmp(a, b, length - 1)) return false;
    if (length < SIDED && !strchr("LR", a[length - 1])) return false;
    const char *x = strchr(sides, a[length - 1]), *y = strchr(sides, b[length - 1]);
    return x && y && *x && *y && x != y && (x - sides) / 2 == (y - sides) / 2;
}

bool jd_are_siblings(const char *a, const char *b) {
    return differ_by_number(a, b) || differ_by_word(a, b) || differ_by_side(a, b);
}

static const char *side(Patient *p, const Node *joint, const char *label) {
    const Slot *slot = jd_node_slot(joint, label);
    return slot ? jd_span_text(p, slot->span) : NULL;
}

/* Between the same bodies of the other part: "tie1 -- wheel1" and "tie2 -- wheel2". */
static bool join_siblings(const char *const a[2], const char *const b[2]) {
    const bool one = jd_are_siblings(a[0], b[0]), two = jd_are_siblings(a[1], b[1]);
    return (one && two) || (one && !strcmp(a[1], b[1])) || (two && !strcmp(a[0], b[0]));
}

bool jd_joint_is_like(Patient *p, const Node *joint, const char *const bodies[2]) {
    const Slot *type = jd_node_slot(joint, "type");
    const JointType *known = type && type->text ? jd_joint_find(type->text) : NULL;
    const char *own[2] = {side(p, joint, "i"), side(p, joint, "j")};
    return !strcmp(joint->word, "joint") && known && !known->couples && own[0] && own[1] &&
           join_siblings(own, bodies);
}

/* Its name and its bodies say so; of several the first. */
const Node *jd_sibling_joint(Patient *p, const Node *joint) {
    const char *bodies[2] = {side(p, joint, "i"), side(p, joint, "j")};
    const char *name = joint->slots.count ? jd_span_text(p, joint->slots.at[0].span) : NULL;
    const Node *by_bodies = NULL;
    if (strcmp(joint->word, "joint") || !bodies[0] || !bodies[1] || !name) return NULL;
    for (int n = 0; n < p->document.root.block.count; n++) {
        const Node *other = p->document.root.block.at[n];
        if (other == joint || strcmp(other->word, "joint") || !jd_joint_is_like(p, other, bodies))
            continue;
        const char *called = jd_span_text(p, other->slots.at[0].span);
        if (called && jd_are_siblings(name, called)) return other;
        if (!by_bodies) by_bodies = other;
    }
    return by_bodies;
}

const char *jd_sibling_type(Patient *p, const Node *joint) {
    const Node *other = jd_sibling_joint(p, joint);
    const Slot *type = other ? jd_node_slot(other, "type") : NULL;
    return type ? type->text : NULL;
}

/* What the names of two siblings differ by: "1" and "2", "L" and "R", "left" and "right". */
typedef struct {
    const char *from, *to;
    bool last; /* it is the end of a name; otherwise anywhere in it */
} Mark;

static bool find_mark(Patient *p, const char *a, const char *b, Mark *mark) {
    const size_t length = strlen(a);
    if (differ_by_side(a, b)) {
        *mark = (Mark){a + length - 1, b + length - 1, true};
        return true;
    }
    for (size_t n = 0; n < sizeof opposites / sizeof *opposites; n++)
        for (int k = 0; k < 2; k++)
            if (differ_by_word(a, b) && strstr(a, opposites[n][k]) &&
                strstr(b, opposites[n][1 - k])) {
                *mark = (Mark){opposites[n][k], opposites[n][1 - k], false};
                return true;
            }
    const char *old = a + strcspn(a, "0123456789"), *new = b + strcspn(b, "0123456789");
    const size_t old_length = strspn(old, "0123456789"), new_length = strspn(new, "0123456789");
    if (!old_length || !new_length) return false;
    *mark = (Mark){jd_arena_text(&p->arena, old, old_length),
                   jd_arena_text(&p->arena, new, new_length), true};
    return mark->from && mark->to;
}

/* One name, of this length. */
static const char *marked(Patient *p, const char *name, int length, const Mark *mark) {
    const int old = (int)strlen(mark->from), stem = length - old;
    const char *own = jd_arena_text(&p->arena, name, (size_t)length);
    const char *at = own && !mark->last ? strstr(own, mark->from) : NULL;
    /* trunk -- left.base of abdL is trunk -- right.base of abdR. */
    const bool sides = !strcmp(mark->from, "L") || !strcmp(mark->from, "R");
    const char *word = *mark->from == 'L' ? "left" : "right";
    if (own && sides && !strcmp(own, word)) return *mark->from == 'L' ? "right" : "left";
    if (at) return jd_arena_format(&p->arena, "%.*s%s%s", (int)(at - own), own, mark->to, at + old);
    if (mark->last && stem > 0 && isalpha((unsigned char)*name) &&
        !strncmp(name + stem, mark->from, (size_t)old))
        return jd_arena_format(&p->arena, "%.*s%s", stem, name, mark->to);
    return own;
}

/* "cross(B1 - A1, [0, 1, 0])" as the sibling says it: names that end in one number end in another.
 */
const char *jd_as_sibling(Patient *p, const char *text, const char *from, const char *to) {
    static const char *const letters =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *out = "";
    Mark mark;
    if (!find_mark(p, from, to, &mark)) return text;
    for (const char *c = text; *c && out;) {
        const int length = (int)strspn(c, letters);
        const char *name = length ? marked(p, c, length, &mark) : NULL;
        out = name ? jd_arena_format(&p->arena, "%s%s", out, name)
                   : jd_arena_format(&p->arena, "%s%c", out, *c);
        c += length ? length : 1;
    }
    return out;
}
