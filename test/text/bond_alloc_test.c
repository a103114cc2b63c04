/* SPDX-License-Identifier: MIT
 *
 * Every allocation fails once while a bond graph is read, closed and asked for: it ends with an
 * error each time, and leaves nothing behind. */
#include "text_check.h"
#include "failing.h"
#include "jourdain_picture.h"

static long countdown = -1; /* allocations until one fails; negative: none does */

static bool fails(void) {
    return countdown >= 0 && countdown-- == 0;
}

static const char sound[] =
    "param m = 2 kg\nnode F : Se effort 3 N*sin(time/1 s)\nnode v : one\nnode a : I inertance m "
    "start 1 kg*m/s\n"
    "node t : MTF modulus 2*x/1 m\nnode w : one\nnode b : I inertance 4 kg\nnode r : R resistance "
    "5\n"
    "node s : R effort 2 N*s^2/m^2*flow*abs(flow)\n"
    "bond b1 : F to v domain translational\nbond b2 : v to a\nbond b3 : v to t\n"
    "bond b4 : t to w domain translational\nbond b5 : w to b\nbond b6 : w to r\nbond b7 : v to s\n"
    "state x { start 1 m rate b2.flow }\noutput b5.effort, a.energy, b2.power\n";

static const char held[] =
    "param m = 2 kg\nparam l = 1.5 m\nnode vx : one\nnode vy : one\nnode mx : I inertance m\n"
    "node my : I inertance [[2, 1], [1, 2]] start [1, 2]\nnode too : one\nnode load : R resistance "
    "1 N*s/m\n"
    "node tx : MTF modulus 2*x\nnode ty : MTF modulus 2*y\nnode circle : zero\n"
    "node lambda : MSe holds returns 5 1/s offset -l^2\nnode heavy : I inertance 3 kg start 1\n"
    "bond b1 : vx to mx domain translational\nbond b2 : vy to my domain translational\n"
    "bond b3 : too to my\nbond b4 : vx to tx\nbond b5 : tx to circle\nbond b6 : vy to ty\n"
    "bond b7 : ty to circle\nbond b8 : circle to lambda\nbond b9 : too to load domain "
    "translational\n"
    "bond b10 : vx to heavy\nstate x { start 1.4 m rate b1.flow }\nstate y { start 0.1 m rate "
    "b2.flow }\n";

static const char faulty[] =
    "node A : Se effort 1 V\nnode B : Se effort 2 V\nnode j : zero\nnode r : R resistance 3 ohm\n"
    "bond b1 : A to j domain electrical\nbond b2 : B to j\nbond b3 : j to r\n";

static void ask(const JdModel *model, JdLog *log) {
    for (int page = JD_BONDS_SUMMARY; page <= JD_BONDS_C; page++)
        jd_free_text(jd_bonds_text(model, (JdBondsPage)page));
    jd_picture_free(jd_picture_of_bonds(model, NULL, log));
}

/* Formulas take thousands: of those behind `density` ever fewer are tried. */
static void exhaust(const char *text, bool good, long density) {
    for (long k = 0; k < 1000000; k += 1 + k / density) {
        JdLog *log = jd_log_new();
        assert_non_null(log);
        countdown = k;
        JdModel *model = jd_model_read_text("m", text, strlen(text), (JdReadDef){0}, log);
        const bool read = countdown < 0;
        ask(model, log);
        const bool failed = countdown < 0;
        countdown = -1;
        const int errors = jd_log_errors(log);
        jd_model_free(model);
        jd_log_free(log);
        assert_int_equal(model != NULL, good && !read);
        assert_true(errors > 0 || model);
        if (!failed) return;
    }
    fail_msg("never came through");
}

static void graphs_survive_each_failing_allocation(void **state) {
    (void)state;
    exhaust(sound, true, 60);
}

static void constraints_survive_each_failing_allocation(void **state) {
    (void)state;
    exhaust(held, true, 15);
}

static void mistakes_in_graphs_survive_each_failing_allocation(void **state) {
    (void)state;
    exhaust(faulty, false, 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_survive_each_failing_allocation),
        cmocka_unit_test(constraints_survive_each_failing_allocation),
        cmocka_unit_test(mistakes_in_graphs_survive_each_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
