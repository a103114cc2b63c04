/* SPDX-License-Identifier: MIT
 *
 * What is right by the rules and rarely meant: bare numbers as angles, and rates of turns in 1/min
 * or Hz, which are radians in a minute or second. */
#include "expr/functions.h"
#include <string.h>

void jd_wonder_at_turns(const Lower *lower, const Expr *call, const Term *args, int n) {
    const double angle = args[n].at[0].value;
    if (!args[n].plain || args[n].at[0].step != NO_STEP || fabs(angle) <= 2 * pi || lower->muted)
        return;
    jd_report(lower->log, JD_WARNING, "angle-without-unit", jd_span_where(call->args[n]->span),
              "this angle of %s is taken as %g rad, which is %.3g turns", call->text, angle,
              fabs(angle) / (2 * pi));
    jd_hint(lower->log, "write %g deg if degrees are meant, or %g rad if not", angle, angle);
}

/* The unit of turns if the text has nothing but numbers, units of rates and `time`; NULL: it may
 * be meant as it stands. */
static const char *unit_of_turns(Span at) {
    const char *text = at.source ? at.source->text + at.start : "", *found = NULL;
    for (size_t n = 0; n < at.length;) {
        const size_t word =
            strspn(text + n, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        const bool exponent =
            word == 1 && (text[n] | 0x20) == 'e' && n > 0 && strchr("0123456789.", text[n - 1]);
        if (word == 2 && !strncmp(text + n, "Hz", 2))
            found = "Hz";
        else if (word == 3 && !strncmp(text + n, "min", 3))
            found = n > 1 && !strncmp(text + n - 2, "1/", 2) ? "1/min" : "min^-1";
        else if (word && !exponent && !(word == 4 && !strncmp(text + n, "time", 4)))
            return NULL;
        n += word ? word : 1;
    }
    return found;
}

void jd_wonder_at_rate(const Expr *rate, JdLog *log) {
    const char *unit = unit_of_turns(rate->span);
    if (!unit) return;
    const bool second = !strcmp(unit, "Hz");
    jd_report(log, JD_WARNING, "angle-without-unit", jd_span_where(rate->span),
              "this turns by a radian in a %s for each %s, not by a revolution",
              second ? "second" : "minute", unit);
    jd_hint(log, "write %s in place of %s if revolutions are meant, or %s if not",
            second ? "rev/s" : "rpm", unit, second ? "rad/s" : "rad/min");
}
