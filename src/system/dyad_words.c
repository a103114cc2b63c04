/* SPDX-License-Identifier: MIT
 *
 * Two bodies that do not reach, in words of mechanics. */
#include "system/system.h"

/* Two slides that become parallel hold the same motion twice. */
static void say_slides(const JdSystem *s, const DyadSpan *d, Text *out) {
    const char *first = s->joint[d->joint[d->kind[1] == 'P' ? 1 : 0]].name,
               *pin = s->joint[d->joint[d->kind[1] == 'P' ? 0 : 1]].name;
    jd_text_print(out,
                  "the slides of joints '%s' and '%s' are parallel, so that bodies '%s' and '%s' "
                  "cannot bring joint '%s' to its place",
                  first, s->joint[d->joint[2]].name, s->body[d->body[0]].name,
                  s->body[d->body[1]].name, pin);
}

void jd_dyad_words(const JdSystem *s, const DyadSpan *d, Text *out) {
    const char *first = s->joint[d->joint[0]].name, *middle = s->joint[d->joint[1]].name,
               *last = s->joint[d->joint[2]].name;
    const char *a = s->body[d->body[0]].name, *b = s->body[d->body[1]].name;
    if (d->length[1] > 0)
        jd_text_print(out,
                      "bodies '%s' (%.4g m) and '%s' (%.4g m) are %s and span %s %.4g m, from "
                      "joint '%s' over '%s' to '%s'",
                      a, d->length[0], b, d->length[1], d->most ? "stretched in line" : "folded",
                      d->most ? "at most" : "at least", d->reach, first, middle, last);
    else if (d->length[0] > 0)
        jd_text_print(out,
                      "body '%s' (%.4g m from joint '%s' to '%s') stands square to the slide of "
                      "joint '%s' and reaches no farther",
                      a, d->length[0], first, middle, last);
    else if (d->kind[2] == 'R')
        jd_text_print(out,
                      "bodies '%s' and '%s' let joints '%s' and '%s' come no nearer to each other "
                      "than %.4g m, by which the slide of joint '%s' passes them",
                      a, b, first, last, d->reach, middle);
    else
        say_slides(s, d, out);
}

void jd_dyad_ask(const JdSystem *s, const DyadSpan *d, Text *out) {
    const char *first = s->joint[d->joint[0]].name, *last = s->joint[d->joint[2]].name;
    if (!(d->span > 0)) return;
    if (d->kind[2] == 'P')
        jd_text_print(out, "joint '%s' is %.4g m away from the line on which joint '%s' slides",
                      first, d->span, s->joint[d->joint[1]].name);
    else
        jd_text_print(out, "joints '%s' and '%s' are %.4g m apart", first, last, d->span);
    if (fabs(d->rate) > 1e-6 * s->length && fabs(d->rate) < 1e6 * s->length)
        jd_text_print(out, " here, which %s by %.3g m/s", d->rate > 0 ? "grows" : "shrinks",
                      fabs(d->rate));
}
