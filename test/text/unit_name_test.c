/* SPDX-License-Identifier: MIT
 *
 * Names that are units: of every kind of thing they may be defined; wherever an expression may
 * stand, a number with a unit that may be the name instead is refused, and both spellings of the
 * hint work as they are pasted; where only the unit makes a quantity nothing is refused. */
#include "base/base.h"
#include "text_check.h"
#include "unit/unit.h"

static const char skeleton[] = "planar\n%s"
                               "point O = [0, 0]\npoint Q = [1, 0]\n"
                               "body %s { link O Q  mass 1 kg  shape rod }\n"
                               "joint %s : revolute ground -- %s at O\n"
                               "%s\nrun to 0.01 s\n";

/* How many errors it has, in `log`. */
static int errors_in(const char *text, JdLog *log) {
    JdModel *model = jd_model_read_text("names.jd", text, strlen(text), (JdReadDef){0}, log);
    JdSystem *system = model ? jd_compile(model, (JdCompileDef){0}, log) : NULL;
    jd_system_free(system);
    jd_model_free(model);
    return jd_log_errors(log);
}

static bool says(const JdLog *log, const char *code) {
    for (int n = 0; n < jd_log_count(log); n++)
        if (!strcmp(jd_log_message(log, n).code, code)) return true;
    return false;
}

static void reads(const char *text, const char *what) {
    JdLog *log = jd_log_new();
    if (errors_in(text, log) > 0) fail_msg("%s: %s\n%s", what, jd_log_message(log, 0).text, text);
    jd_log_free(log);
}

/* ---- Defined alone -------------------------------------------------------------------------- */

/* %s is the name. What else the model says has only units that no name can be meant for. */
static const struct {
    const char *kind, *text, *body, *joint;
} defined[] = {
    {"a parameter", "param %s = 2 kg\n", NULL, NULL},
    {"a point", "point %s = [0.3, 0.2]\n", NULL, NULL},
    {"a state", "state %s { start 1  rate 0 1/s }\n", NULL, NULL},
    {"a signal", "signal %s = time\n", NULL, NULL},
    {"an event", "when %s : time > 1 s { stop }\n", NULL, NULL},
    {"a body", "", "%s", NULL},
    {"a joint", "", NULL, "%s"},
    {"an argument", "function of_one(%s) = 2*%s\nparam two = of_one(1 m)\n", NULL, NULL},
    {"a parameter of a part", "part some { param %s = 3 kg\n signal z = time }\nuse p : some\n",
     NULL, NULL},
    {"a port", "part some { port %s : side = ground\n signal z = time }\nuse p : some\n", NULL,
     NULL},
};

static const char *filled(Arena *arena, const char *form, const char *name) {
    return form ? jd_arena_format(arena, form, name, name) : NULL;
}

static void every_unit_may_be_the_name_of_anything(void **state) {
    (void)state;
    for (int u = 0; jd_unit_at(u); u++)
        for (size_t n = 0; n < sizeof defined / sizeof *defined; n++) {
            Arena arena = {0};
            const char *unit = jd_unit_at(u), *text = filled(&arena, defined[n].text, unit);
            const char *body = filled(&arena, defined[n].body, unit);
            const char *joint = filled(&arena, defined[n].joint, unit);
            body = body ? body : "arm", joint = joint ? joint : "hinge";
            reads(
                jd_arena_format(&arena, skeleton, text, body, joint, body, "param quantity = 3 kg"),
                defined[n].kind);
            jd_arena_free(&arena);
        }
}

/* ---- Not refused where the name makes no quantity ------------------------------------------- */

static const struct {
    const char *name, *quantity;
} only_units[] = {
    {"param m = 2 kg", "5 N*m"},
    {"param m = 2 kg", "0.1 kg*m^2"},
    {"param s = 2 m", "3 N*m*s"},
    {"param s = 2 m", "7 V*s"},
    {"param h = 2 m", "5 kW*h"},
    {"point h = [1, 0]", "5 kW*h"},
    {"point m = [1, 0]", "0.1 kg*m^2"},
    {"point s = [1, 0]", "3 N*m*s"},
    {"param A = 2 m^2", "0.05 N*m/A"},
    {"param K = 100 N/m", "8 J/K"},
    {"param N = 7", "3 N"},
    {"when m : time > 9 s { stop }", "5 N*m"},
    {"body m { at [3, 3]  mass 1 kg  point }", "5 N*m"},
};

static void a_unit_that_alone_makes_a_quantity_is_not_refused(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof only_units / sizeof *only_units; n++) {
        Arena arena = {0};
        const char *name = jd_arena_format(&arena, "%s\n", only_units[n].name);
        reads(jd_arena_format(&arena, skeleton, name, "arm", "hinge", "arm",
                              jd_arena_format(&arena, "param q = %s", only_units[n].quantity)),
              only_units[n].quantity);
        jd_arena_free(&arena);
    }
}

/* ---- Refused wherever an expression stands -------------------------------------------------- */

/* %s is the expression, in this unit. */
static const struct {
    const char *place, *text, *unit;
} places[] = {
    {"a parameter", "param p = %s", "m"},
    {"within brackets", "param p = 2*(%s)", "m"},
    {"within two pairs of brackets", "param p = 2*(( %s ))", "m"},
    {"within a function", "param p = min(%s, 1 m)", "m"},
    {"a mass",
     "body b { at [2, 0]  mass %s  shape sphere  diameter 1 m }\njoint k : revolute ground -- b at "
     "[2, 0]",
     "kg"},
    {"an inertia",
     "body b { at [2, 0]  mass 1 kg  inertia %s }\njoint k : revolute ground -- b at [2, 0]",
     "J*s^2"},
    {"a point", "point Z = [%s, 0 m]", "m"},
    {"a stiffness", "force c : torsion-spring ground -- arm stiffness %s", "N*m"},
    {"a torque", "force c : torque ground -- arm value %s", "N*m"},
    {"a force", "force c : point-force arm at Q value [%s, 0 N]", "N"},
    {"a drive", "drive d : hinge.rate = %s", "rad/s"},
    {"an output", "output o = %s", "m"},
    {"a table", "table t {\n column x s\n column f m\n row 0, %s\n row 1, 2\n}", "m"},
    {"a rate", "state x { start 0 m  rate %s }", "m/s"},
    {"a start", "start hinge.rate = %s", "rad/s"},
    {"an expectation", "expect hinge.rate = %s at 0.01 s within 1e9", "rad/s"},
    {"a signal", "signal x = %s*sin(time/(1 s))", "m"},
    {"a function of one's own", "function f(x) = x*(%s)\nparam p = f(2)", "m"},
    {"an event", "when e : hinge.rate > %s { stop }", "rad/s"},
    {"a sweep", "param p = 1 m\nsweep { vary p = [%s, 2 m]  measure q = max(hinge.rate) }", "m"},
    {"a delay", "signal x = time\ndelay y = x  by %s  history 0 s", "s"},
    {"gravity", "gravity [0 m/s^2, %s]", "m/s^2"},
    {"a part", "part some { param q\n signal z = q }\nuse p : some  with q = %s", "m"},
};

/* What stands between two marks of a hint. */
static const char *between(Arena *arena, const char *hint, const char *from, const char *to) {
    const char *at = strstr(hint, from);
    const char *end = at && *to ? strstr(at += strlen(from), to) : NULL;
    if (at && !*to) at += strlen(from), end = at + strlen(at);
    if (!at || !end) fail_msg("no spelling in '%s'", hint);
    return jd_arena_text(arena, at, (size_t)(end - at));
}

static const char *placed(Arena *arena, size_t place, const char *name, const char *expression) {
    const char *more = jd_arena_format(arena, places[place].text, expression);
    return jd_arena_format(arena, skeleton, name, "arm", "hinge", "arm", more);
}

static void refused_with_spellings_that_work(const char *unit, size_t place) {
    Arena arena = {0};
    JdLog *log = jd_log_new();
    const char *name = jd_arena_format(&arena, "param %s = 2 %s\n", unit, unit);
    const char *both = jd_arena_format(&arena, "3 %s/%s*%s", places[place].unit, unit, unit);
    const int errors = errors_in(placed(&arena, place, name, both), log);
    if (errors != 1 || !says(log, "unit-or-name"))
        fail_msg("%s in %s: %d errors", both, places[place].place, errors);
    const char *hint = jd_log_message(log, 0).hint;
    const char *by_name = between(&arena, hint, " write ", ", for the unit ");
    const char *by_unit = between(&arena, hint, ", for the unit ", "");
    assert_string_not_equal(by_name, by_unit);
    reads(placed(&arena, place, name, by_name), places[place].place);
    reads(placed(&arena, place, name, by_unit), places[place].place);
    jd_log_free(log);
    jd_arena_free(&arena);
}

static void what_may_be_meant_either_way_is_refused_everywhere(void **state) {
    (void)state;
    static const char *const units[] = {"N", "m", "g", "s", "t",   "h",   "W",  "J",  "A",
                                        "V", "K", "T", "F", "rad", "bar", "Pa", "kN", "rpm"};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t place = 0; place < sizeof places / sizeof *places; place++)
            refused_with_spellings_that_work(units[u], place);
}

/* Of the name, which is 2 N, and of the unit. */
static void each_spelling_has_the_value_it_tells(void **state) {
    (void)state;
    static const struct {
        const char *spelling;
        double value;
    } spellings[] = {{"3 m/N * N", 6}, {"3 m/N*N^1", 3}, {"(0.1 m) * N", 0.2}, {"0.1 m*N^1", 0.1}};
    for (size_t n = 0; n < sizeof spellings / sizeof *spellings; n++) {
        Text text = {0};
        jd_text_print(&text, "planar\nparam N = 2 N\nparam p = %s\n", spellings[n].spelling);
        const Reading reading = read_good(text.at);
        JdParamInfo param;
        assert_true(jd_model_param(reading.model, 1, &param));
        check_near(param.value[0], spellings[n].value, 1e-15, spellings[n].spelling);
        close_reading(reading);
        jd_text_free(&text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_may_be_the_name_of_anything),
        cmocka_unit_test(a_unit_that_alone_makes_a_quantity_is_not_refused),
        cmocka_unit_test(what_may_be_meant_either_way_is_refused_everywhere),
        cmocka_unit_test(each_spelling_has_the_value_it_tells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
