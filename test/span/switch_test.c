/* SPDX-License-Identifier: MIT
 *
 * Conditions on time alone: every instant at which one changes is found, in order, as exactly as
 * numbers go; between two of them a program with its conditions held is the program itself; and at
 * the instant it is what it was, or will be. */
#include "expr/fresh.h"
#include "span/interval.h"
#include "span/span.h"
#include <float.h>

static Source source;

static bool find_input(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    (void)inputs, (void)name, (void)span;
    *slot = 0;
    *dim = (Dim){0};
    return true;
}

static const Program *compile(const char *text) {
    source = (Source){"a.jd", text, strlen(text)};
    Inputs inputs = {.find = find_input};
    const Program *program =
        jd_program_new(jd_expr_parse(&source, &arena, log_), &inputs, (Dim){0}, "it", &arena, log_);
    if (!program) jd_log_print(log_, stderr);
    assert_non_null(program);
    assert_int_equal(inputs.latches, jd_program_conditions(program));
    return program;
}

enum { MOST = 5000, LATCHES = 40 };
typedef struct {
    double time[MOST];
    int count;
} Changes;

static bool same_mode(const double *a, const double *b, int count) {
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/* All instants up to `to` at which the mode changes. Between them the held program is the program.
 */
static void collect(const Program *program, double to, Changes *out) {
    const int latches = jd_program_conditions(program);
    double held[LATCHES] = {0}, before[LATCHES], from = 0;
    assert_true(latches <= LATCHES);
    out->count = 0;
    while (from < to) {
        memcpy(before, held, sizeof held);
        const double next = jd_program_next(program, from, to, held);
        assert_true(next > from && next <= to);
        if (from > 0 && !same_mode(held, before, latches)) {
            assert_true(out->count < MOST);
            out->time[out->count++] = from;
        }
        for (int k = 1; k < 8; k++) {
            const double t = from + (next - from) * check_uniform(1e-3, 1 - 1e-3), input = 2;
            const double natural = jd_program_eval(program, t, &input),
                         kept = jd_program_eval_at(program, (Now){t, held}, &input);
            if (natural == kept || fabs(natural - kept) <= 1e-13 * (1 + fabs(natural))) continue;
            print_error("at %.17g between %.17g and %.17g: %.17g is held as %.17g\n", t, from, next,
                        natural, kept);
            fail();
        }
        from = next;
    }
}

/* ---- Exact instants ------------------------------------------------------------------------- */

static void linear_conditions_change_at_the_number_that_was_written(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double times[10];
    } cases[] = {
        {"if(time > 4.9, 1, 0)", {4.9}},
        {"if(time >= 4.9, 1, 0)", {4.9}},
        {"if(time < 4.9, 1, 0)", {4.9}},
        {"if(4.9 <= time, 1, 0)", {4.9}},
        {"if(time > 4.9 and time < 5.1, 10, 0)", {4.9, 5.1}},
        {"if(time < 1.1 or time > 2.3, 10, 0)", {1.1, 2.3}},
        {"if(!(time < 1.1), 10, 0)", {1.1}},
        {"if(2*time - 9.8 > 0, 1, 0)", {4.9}},
        {"if(3 - time/7 > 0.3*time, 1, 0)", {3 / (1.0 / 7 + 0.3)}},
        {"step(time - 0.7)", {0.7}},
        {"sign(time - 0.7)*2", {0.7}},
        {"abs(time - 0.7)", {0.7}},
        {"min(time, 0.3)", {0.3}},
        {"max(time, 0.3)", {0.3}},
        {"min(time, 2, 5 - time)", {2, 3}},
        {"clamp(time, 0.1, 0.7)", {0.1, 0.7}},
        {"clamp((time - 0.5)/0.1, 0, 1)", {0.5, 0.6}},
        {"clamp((time - 1)/0.25, 0, 1) - clamp((time - 3)/0.25, 0, 1)", {1, 1.25, 3, 3.25}},
        {"floor(time/2)", {2, 4, 6, 8}},
        {"ceil(time/2)", {2, 4, 6, 8}},
        {"round(time/3)", {1.5, 4.5, 7.5}},
        {"floor(7.5 - time)", {0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5}},
        {"if(floor(time) == 3, 1, 0)", {1, 2, 3, 4, 5, 6, 7, 8}},
        {"if(time > 1, if(time > 2, if(time > 3, 3, 2), 1), 0)", {1, 2, 3}},
        {"if(abs(time - 5) < 0.1, 1, 0)", {4.9, 5, 5.1}},
        {"norm([time - 5, 0])", {5}},
        {"if(time - 1, 1, 0)", {0}},  /* not zero but at an instant */
        {"if(time == 5, 1, 0)", {0}}, /* equal for no time at all */
        {"if(time != 5, 1, 0)", {0}},
        {"if(max(0, time - 2), 1, 0)", {2}}, /* zero for a while */
        {"if(time > 0, 1, 0) + abs(time)", {0}},
        {"if(time > 25, 1, 0)", {0}},
    };
    static Changes found;
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        collect(compile(cases[n].text), 8.9, &found);
        int wanted = 0;
        while (wanted < 10 && cases[n].times[wanted] > 0) wanted++;
        if (found.count != wanted) print_error("%s: %d changes\n", cases[n].text, found.count);
        assert_int_equal(found.count, wanted);
        for (int k = 0; k < wanted; k++)
            check_near(found.time[k], cases[n].times[k], 0, cases[n].text);
    }
}

/* Multiples that are no short numbers: each once, none beside it. */
static void periodic_edges_come_one_by_one(void **state) {
    (void)state;
    static Changes found;
    static const struct {
        const char *text;
        double period;
        int count;
    } cases[] = {
        {"floor(time/0.1)", 0.1, 99},
        {"time - 0.3*floor(time/0.3)", 0.3, 33},
        {"floor(time*1000/7)", 0.007, 1428},
        {"floor(time*333.3)", 1 / 333.3, 3332},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        collect(compile(cases[n].text), 9.999999, &found);
        assert_int_equal(found.count, cases[n].count);
        for (int k = 0; k < found.count; k++)
            check_relative(found.time[k], (k + 1) * cases[n].period, 4 * DBL_EPSILON,
                           cases[n].text);
    }
    /* A wave that is on for a fifth of its period, 0.01 s: 2,000 edges in 10 s. */
    collect(compile("if(time - 0.01*floor(time/0.01) < 0.002, 1, 0)"), 9.9999, &found);
    assert_int_equal(found.count, 1999);
    for (int k = 0; k < found.count; k++)
        check_near(found.time[k], 0.01 * ((k + 1) / 2) + (k % 2 ? 0 : 0.002), 2e-15, "pulse width");
}

/* ---- Other functions ------------------------------------------------------------------------ */

/* Roots that are known otherwise. */
static void roots_of_other_functions_are_found(void **state) {
    (void)state;
    static Changes found;
    const double pi = acos(-1), a = asin(0.3);
    collect(compile("if(sin(10*time) > 0.3, 1, 0)"), 10, &found);
    assert_int_equal(found.count, 32);
    for (int k = 0; k < found.count; k++)
        check_near(found.time[k], (pi * k + (k % 2 ? -a : a)) / 10, 4e-15, "sine above a number");

    collect(compile("abs(sin(time))"), 100, &found);
    assert_int_equal(found.count, 31);
    for (int k = 0; k < found.count; k++) check_near(found.time[k], pi * (k + 1), 3e-14, "zeros");

    collect(compile("if(time^2 > 2, 1, 0)"), 10, &found);
    assert_int_equal(found.count, 1);
    check_near(found.time[0], sqrt(2), 4e-16, "root of two");

    collect(compile("floor(3*sin(time))"), 6, &found);
    const double levels[] = {
        asin(1 / 3.0),      asin(2 / 3.0),      pi - asin(2 / 3.0),     pi - asin(1 / 3.0),    pi,
        pi + asin(1 / 3.0), pi + asin(2 / 3.0), 2 * pi - asin(2 / 3.0), 2 * pi - asin(1 / 3.0)};
    assert_int_equal(found.count, 9);
    for (int k = 0; k < 9; k++) check_near(found.time[k], levels[k], 4e-15, "levels of a sine");

    collect(compile("atan2(sin(time), cos(time))"), 10,
            &found); /* jumps at pi; y < 0 changes too */
    assert_int_equal(found.count, 3);
    for (int k = 0; k < 3; k++) check_near(found.time[k], pi * (k + 1), 2e-15, "saw teeth");

    /* A narrow window far away, as a function that is nowhere linear. */
    collect(compile("if(exp(-((time - 777.7)/0.001)^2) > 0.5, 1, 0)"), 1000, &found);
    assert_int_equal(found.count, 2);
    check_near(found.time[0], 777.7 - 0.001 * sqrt(log(2)), 2e-13, "rise");
    check_near(found.time[1], 777.7 + 0.001 * sqrt(log(2)), 2e-13, "fall");
}

/* Against a fine comb over time: no change is missed, and none is there that is none. */
static void random_waves_are_followed(void **state) {
    (void)state;
    static Changes found;
    enum { COMB = 400000 };
    for (int n = 0; n < check_fewer(30); n++) {
        char text[200];
        snprintf(text, sizeof text, "if(sin(%.3f*time) + %.3f*cos(%.3f*time^2) > %.3f, 1, 0)",
                 check_uniform(0.5, 40), check_uniform(0, 1), check_uniform(0, 4),
                 check_uniform(-1.2, 1.2));
        const Program *program = compile(text);
        collect(program, 5, &found);
        int seen = 0;
        double last = jd_program_eval(program, 1e-9, NULL);
        for (int k = 1; k < COMB; k++) {
            const double t = 5.0 * k / COMB, now = jd_program_eval(program, t, NULL);
            if (now == last) continue;
            last = now;
            while (seen < found.count && found.time[seen] < t - 5.0 / COMB - 1e-12) seen++;
            assert_true(seen < found.count && found.time[seen] <= t + 1e-12);
            seen++;
        }
    }
}

/* ---- Hard cases ----------------------------------------------------------------------------- */

static void touching_zero_is_no_change(void **state) {
    (void)state;
    static Changes found;
    static const struct {
        const char *text;
        int count;
    } cases[] = {
        {"if((time - 5)^2 > 0, 1, 0)", 0},  {"if((time - 5)^2 < 0, 1, 0)", 0},
        {"if((time - 5)^3 > 0, 1, 0)", 1},  {"if(sin(time) < 1, 1, 0)", 0},
        {"if(cos(time - 3) > 1, 1, 0)", 0}, {"if(sin(time)^2 + cos(time)^2 > 1.5, 1, 0)", 0},
        {"if(exp(-time) > 0, 1, 0)", 0},    {"if((time - 3)*(time - 3.000001) < 0, 1, 0)", 2},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        collect(compile(cases[n].text), 10, &found);
        if (found.count != cases[n].count) print_error("%s\n", cases[n].text);
        assert_int_equal(found.count, cases[n].count);
    }
}

static void poles_and_ends_of_definition_are_changes(void **state) {
    (void)state;
    static Changes found;
    collect(compile("if(1/(time - 5) > 0, 1, 0)"), 10, &found);
    assert_int_equal(found.count, 1);
    check_near(found.time[0], 5, 1e-15, "a pole");
    collect(compile("if(time > 5, if(sqrt(time - 5) > 1, 2, 1), 0)"), 10, &found);
    assert_int_equal(found.count, 2);
    check_near(found.time[0], 5, 0, "where the root begins");
    check_near(found.time[1], 6, 1e-15, "where it is one");
    collect(compile("if(log(time - 2) > 0, 1, 0)"), 10, &found);
    assert_int_equal(found.count, 1);
    check_near(found.time[0], 3, 1e-15, "log is zero at one");
}

/* What cannot be told in one go is told in parts: the search goes on from where it ended. */
static void searches_are_bounded_and_go_on(void **state) {
    (void)state;
    const Program *never =
        compile("if(sin(1e4*time)*sin(1e4*time) + cos(1e4*time)*cos(1e4*time) > 1.5, 1, 0)");
    double held[LATCHES], from = 0;
    int calls = 0;
    while (from < 10) {
        const double next = jd_program_next(never, from, 10, held);
        assert_true(next > from + 1e-3 || next == 10);
        assert_true(held[0] == 0);
        from = next;
        calls++;
    }
    assert_true(calls > 1 && calls < 10000);
    static Changes found; /* more and more of them up to time 1 */
    collect(compile("if(sin(1/(1 - time)) > 0, 1, 0)"), 0.9999, &found);
    assert_int_equal(found.count, 3183);
}

static void conditions_on_channels_stay_as_they_are(void **state) {
    (void)state;
    assert_int_equal(jd_program_conditions(compile("if(u > 1, 1, 0) + abs(u) + floor(u)")), 0);
    assert_int_equal(jd_program_conditions(compile("if(u > 1 1/s * time, 1, 0)")), 0);
    const Program *both = compile("if(time > 2, u, 0) + if(u > 1, 1, 0)*min(time, 3)/1 s");
    assert_int_equal(jd_program_conditions(both), 2);
    static Changes found;
    collect(both, 5, &found);
    assert_int_equal(found.count, 2);
}

/* ---- At the instant ------------------------------------------------------------------------- */

static void a_condition_is_held_up_to_its_instant_and_from_there_on(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double left[3], right[3]; /* value, rate, second derivative at time 2 */
    } cases[] = {
        {"if(time > 2, 7, 3)", {3, 0, 0}, {7, 0, 0}},
        {"if(time >= 2, 7, 3)", {3, 0, 0}, {7, 0, 0}},
        {"if(time < 2, time, time^2)", {2, 1, 0}, {4, 4, 2}},
        {"abs(time - 2)", {0, -1, 0}, {0, 1, 0}},
        {"max(time^2, 4)", {4, 0, 0}, {4, 4, 2}},
        {"min(time^2, 4)", {4, 4, 2}, {4, 0, 0}},
        {"floor(time)", {1, 0, 0}, {2, 0, 0}},
        {"ceil(time)", {2, 0, 0}, {3, 0, 0}},
        {"round(time - 0.5)", {1, 0, 0}, {2, 0, 0}},
        {"sign(2 - time)", {1, 0, 0}, {-1, 0, 0}},
        {"step(time - 2)", {0, 0, 0}, {1, 0, 0}},
        {"time - floor(time)", {1, 1, 0}, {0, 1, 0}},
        {"clamp(time, 0, 2)", {2, 1, 0}, {2, 0, 0}},
        {"atan2(2 - time, -1)", {3.14159265358979, 1, 0}, {-3.14159265358979, 1, 0}},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const Program *program = compile(cases[n].text);
        double held[LATCHES], left[3], right[3], from = 0, next;
        while ((next = jd_program_next(program, from, 10, held)) < 2) from = next;
        check_near(next, 2, 0, cases[n].text);
        jd_program_jet_at(program, (Now){2, held}, NULL, left);
        jd_program_next(program, 2, 10, held);
        jd_program_jet_at(program, (Now){2, held}, NULL, right);
        for (int k = 0; k < 3; k++) {
            check_near(left[k], cases[n].left[k], 1e-14, cases[n].text);
            check_near(right[k], cases[n].right[k], 1e-14, cases[n].text);
        }
        check_near(jd_program_eval_at(program, (Now){2, held}, NULL), right[0], 0, "eval and jet");
    }
}

/* ---- Terms ---------------------------------------------------------------------------------- */

static void terms_are_what_depends_on_time_alone_and_not_linearly(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int terms;
    } cases[] = {
        {"3 + 2*time", 0},
        {"sin(time)", 1},
        {"u*sin(time) + 1 1/s * time", 1},
        {"u*sin(time) + exp(time)", 2},
        {"if(time > 2, 3, time)", 0},
        {"clamp(time, 1, 2)*u/1 s", 0},
        {"sin(u + 1 1/s * time)", 0},
        {"sin(u)", 0},
        {"sin(time)*u + sin(time)/(1 + u)", 1},
    };
    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++) {
        const Program *program = compile(cases[n].text);
        int terms = 0;
        while (jd_program_term(program, terms)) terms++;
        if (terms != cases[n].terms) print_error("%s\n", cases[n].text);
        assert_int_equal(terms, cases[n].terms);
    }
}

static void what_a_step_does_not_see_of_a_term_is_found(void **state) {
    (void)state;
    static const double share[] = {0, 0.25, 0.5, 0.75, 1};
    const Sight sight = {.share = share, .shares = 5};
    double peak;
    const Program *pulse = jd_program_term(compile("exp(-((time - 5.3)/0.01)^2)"), 0);
    const double where = jd_term_hides(pulse, &sight, 0, 10, NULL, &peak);
    assert_true(where > 4 && where < 5.3);
    assert_true(isnan(jd_term_hides(pulse, &sight, 0, 4, NULL, &peak)));
    assert_true(isnan(jd_term_hides(pulse, &sight, 5.29, 5.31, NULL, &peak)));
    assert_true(isnan(jd_term_hides(pulse, &sight, 5.5, 10, NULL, &peak)));
    assert_true(jd_term_is_simple(pulse, 0, false, 5.1, 5.29, NULL));
    assert_true(jd_term_is_simple(pulse, 0, true, 5.298, 5.302, NULL));
    assert_false(jd_term_is_simple(pulse, 0, false, 5.298, 5.302, NULL));
    /* What is seen well hides nothing. */
    const Program *wave = jd_program_term(compile("sin(time)"), 0);
    assert_true(isnan(jd_term_hides(wave, &sight, 0, 3, NULL, &peak)));
    check_near(peak, 1, 0.01, "and the largest that was seen");
    /* Waves that are far shorter than the step are seen to be there, and by how much. */
    static const double many[] = {0,     0.0526, 0.0789, 0.118, 0.25,  0.282,
                                  0.308, 0.333,  0.6,    0.651, 0.857, 1};
    const Sight stages = {.share = many, .shares = 12};
    const Program *fast = jd_program_term(compile("sin(1000*time)"), 0);
    assert_true(isnan(jd_term_hides(fast, &stages, 0, 10, NULL, &peak)));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(linear_conditions_change_at_the_number_that_was_written),
        TEST(periodic_edges_come_one_by_one),
        TEST(roots_of_other_functions_are_found),
        TEST(random_waves_are_followed),
        TEST(touching_zero_is_no_change),
        TEST(poles_and_ends_of_definition_are_changes),
        TEST(searches_are_bounded_and_go_on),
        TEST(conditions_on_channels_stay_as_they_are),
        TEST(a_condition_is_held_up_to_its_instant_and_from_there_on),
        TEST(terms_are_what_depends_on_time_alone_and_not_linearly),
        TEST(what_a_step_does_not_see_of_a_term_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
