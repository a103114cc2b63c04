/* SPDX-License-Identifier: MIT
 *
 * A run of the emitted file where all is driven. */
#include "emit/writer.h"

static const double usual_piece = 1e-3; /* s: a run without an end is looked at so often */

/* All is driven: there is nothing to integrate, but loops are followed in small parts of the run.
 */
void jd_write_driven(Writer *w) {
    const double to = w->rec.s->run.to;
    const bool events = jd_has_events(w), instants = w->rec.instant.count > 0;
    jd_write(w, "/* Up to time `to`: all is driven, and loops are followed on the way. */\n"
                "@_FN int @_go_on(@_model *m, double *t, double *y, double to, double tol, @_pace "
                "*pace) {\n"
                "    double none[1];\n"
                "    int code = @_OK;\n"
                "    (void)tol, (void)pace;\n");
    if (instants) jd_write(w, "    double next = @_mode(m, *t);\n");
    jd_write(w, "    while (*t < to && !code && !m->stopped) {\n"
                "        double end = *t + ");
    jd_print_number(to > 0 ? to / 2000 : usual_piece, w->out);
    jd_write(w, ";\n        if (end > to) end = to;\n");
    if (instants) jd_write(w, "        if (end > next) end = next;\n");
    jd_write(w, "        code = @_begin(m, end, y, none);\n");
    if (events)
        jd_write(
            w, "        const double share = code ? 2 : @_crossing(m, *t, end - *t, y, y, y, y);\n"
               "        if (share < 1) {\n"
               "            end = *t + share * (end - *t);\n"
               "            code = @_begin(m, end, y, none);\n"
               "        }\n");
    jd_write(w, "        *t = end;\n");
    if (events) jd_write(w, "        if (share <= 1 && !code) code = @_happen(m, *t, y);\n");
    if (instants)
        jd_write(w, "        if (*t >= next && !code) code = @_cross(m, *t, y, &next);\n");
    jd_write(w, "    }\n"
                "    return code;\n}\n\n");
}
