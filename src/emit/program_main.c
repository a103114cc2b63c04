/* SPDX-License-Identifier: MIT
 *
 * The program at the end of the file: it runs to the times of `expect` and compares. */
#include "emit/writer.h"

void jd_write_main(Writer *w) {
    const JdSystem *s = w->rec.s;
    int count = 0;
    jd_write(w, "#ifdef __cplusplus\n}\n#endif\n\n"
                "#ifndef JOURDAIN_NO_MAIN\n#include <stdio.h>\n\n"
                "/* What the model expects. */\n"
                "typedef struct {\n    int output;\n    double value, at, within;\n    int line, "
                "at_end;\n} "
                "@_expectation;\n"
                "static const @_expectation @_expect[] = {\n");
    for (int n = 0; n < s->expects; n++) {
        const JdExpect *e = &s->expect[n];
        const int at = jd_output_place(w, e->channel.index);
        const double time = isnan(e->at) ? s->run.to : e->at;
        if (e->statistic) /* of all up to then: that is the interpreter's */
            jd_text_print(w->out,
                          "    /* line %d asks for a statistic: `jourdain run` looks at it */\n",
                          e->line);
        if (at < 0 || !(time >= 0) || e->statistic) continue;
        jd_text_print(w->out, "    {%d, ", at);
        jd_print_number(e->value, w->out);
        jd_text_print(w->out, ", ");
        jd_print_number(time, w->out);
        jd_text_print(w->out, ", ");
        jd_print_number(e->relative ? e->within * fabs(e->value) : e->within, w->out);
        jd_text_print(w->out, ", %d, %d},\n", e->line, !(e->at < s->run.to));
        count++;
    }
    jd_write(w, count ? "};\n" : "    {-1, 0.0, 0.0, 0.0, 0, 0},\n};\n");
    jd_text_print(w->out, "enum { %s_EXPECTED = %d };\n\n", w->p.prefix, count);
    jd_write(w, "int main(void) {\n"
                "    enum { N = @_STATES > 0 ? @_STATES : 1, M = @_OUTPUTS > 0 ? @_OUTPUTS : 1 };\n"
                "    @_model m;\n"
                "    double y[N], out[M], t = 0;\n"
                "    int missed = 0, held = 0, wrong = 0, code;\n"
                "    @_pace pace = {0, 0, 0};\n"
                "    @_defaults(&m);\n"
                "    code = @_init(&m, y);\n"
                "    for (double next = -1, to = 0; !code; next = to) {\n"
                "        to = -1;\n"
                "        for (int n = 0; n < @_EXPECTED; n++) /* the next time that something is "
                "expected at */\n"
                "            if (@_expect[n].at > next && (to < 0 || @_expect[n].at < to)) to = "
                "@_expect[n].at;\n");
    const double tol = s->run.tol > 0 && s->run.tol < 1e-10 ? s->run.tol : 1e-10;
    jd_text_print(w->out, "        const double end = ");
    jd_print_number(s->run.to > 0 ? s->run.to : 0, w->out);
    jd_write(w, ";\n"
                "        const int over = to < 0;\n"
                "        if (over) to = end;\n"
                "        if (to > t) code = @_go_on(&m, &t, y, to, ");
    jd_print_number(tol, w->out);
    jd_write(
        w,
        ", &pace);\n"
        "        if (!code) code = @_outputs(&m, t, y, out), wrong = code == @_NO_NUMBER;\n"
        "        if (code) break;\n"
        "        for (int n = 0; n < @_EXPECTED && !over; n++) {\n"
        "            const @_expectation *e = &@_expect[n];\n"
        "            if (m.stopped ? e->at < to : e->at < to || e->at > to) continue;\n"
        "            if (m.stopped && t < e->at && !e->at_end) {\n"
        "                missed++;\n"
        "                printf(\"line %d: the run ended at %g s, before %g s\\n\", e->line, t, "
        "e->at);\n"
        "                continue;\n"
        "            }\n"
        "            if (fabs(out[e->output] - e->value) <= e->within) {\n"
        "                held++;\n                continue;\n            }\n"
        "            missed++;\n"
        "            printf(\"line %d: at %g s %s is %.17g %s, expected %.17g: off by %.3g\\n\", "
        "e->line, e->at,\n"
        "                   @_output_name[e->output], out[e->output], @_output_unit[e->output], "
        "e->value,\n"
        "                   fabs(out[e->output] - e->value));\n"
        "        }\n"
        "        if (over || m.stopped) break;\n"
        "    }\n"
        "    for (int n = 0; n < @_OUTPUTS && (!code || wrong); n++)\n"
        "        printf(\"%s = %.17g %s\\n\", @_output_name[n], out[n], @_output_unit[n]);\n"
        "    printf(\"%d of %d expectations hold; time %g s, %s\\n\", held, (int)@_EXPECTED, t,\n"
        "           code == @_LEFT   ? \"it left its chart\"\n"
        "           : code == @_OPEN ? \"its loops do not close\"\n"
        "           : code == @_CIRCLE ? \"its events go in a circle\"\n"
        "           : code == @_ORDER ? \"conditions on time change in another order\"\n"
        "           : code == @_NO_NUMBER ? \"something has no finite value\"\n"
        "           : code           ? \"no step is short enough\"\n"
        "                            : \"well\");\n"
        "    (void)@_state_name;\n"
        "    return code ? 1 : missed ? 5 : 0;\n"
        "}\n#endif\n");
}
