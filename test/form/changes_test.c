/* SPDX-License-Identifier: MIT
 *
 * Independent coordinates that change during a run: each change is told once and truly, in the
 * order of time; what is shown between steps changes none; many are summed up. */
#include "form/agree.h"
#include "form/minimal.h"
#include "run/run.h"

enum { NAMES = 200, MOST_TOLD = 8 };

/* Five bars, two freedoms: the dyad in the middle is stretched again and again. */
static const char five_bar[] =
    "planar\ngravity [0, -9.81] m/s^2\n"
    "point O = [0, 0]\npoint A = [0.1, 0.2]\npoint B = [0.35, 0.4]\npoint C = [0.6, 0.25]\npoint D "
    "= [0.5, 0]\n"
    "body a { link O A mass 1 kg inertia 0.01 kg*m^2 }\nbody b { link A B mass 1 kg inertia 0.01 "
    "kg*m^2 }\n"
    "body c { link C B mass 1 kg inertia 0.01 kg*m^2 }\nbody d { link D C mass 1 kg inertia 0.01 "
    "kg*m^2 }\n"
    "joint jO : revolute ground -- a at O\njoint jA : revolute a -- b at A\njoint jB : revolute b "
    "-- c at B\n"
    "joint jC : revolute c -- d at C\njoint jD : revolute ground -- d at D\n"
    "start jO.rate = 5 rad/s, jD.rate = -3 rad/s\nrun to 1 s every 20 ms tol 1e-11\n";

/* Two trammels, of which one stands still. */
static const char trammels[] =
    "planar\npoint A = [0.3, 0]\npoint B = [0, 0.4]\npoint S = [2, 0]\n"
    "repeat i from 1 to 2 {\n"
    "body sx[i] { at A + (i-1)*S mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body sy[i] { at B + (i-1)*S mass 1 kg inertia 0.01 kg*m^2 }\n"
    "body bar[i] { link A + (i-1)*S B + (i-1)*S mass 2 kg inertia 0.05 kg*m^2 }\n"
    "joint px[i] : prismatic ground -- sx[i] at A + (i-1)*S axis x\n"
    "joint py[i] : prismatic ground -- sy[i] at B + (i-1)*S axis y\n"
    "joint rA[i] : revolute sx[i] -- bar[i] at A + (i-1)*S\n"
    "joint rB[i] : revolute sy[i] -- bar[i] at B + (i-1)*S\n}\n"
    "start rA[1].rate = 0 rad/s, rA[2].rate = 8 rad/s\nrun to 2 s every 20 ms tol 1e-11\n";

/* The names of the independent coordinates that are in one set and not in the other. */
static int names_beyond(const Case *c, const bool *in, const bool *out, char names[][NAMES]) {
    const MinimalPlan *plan = c->system->plan;
    int count = 0;
    for (int u = 0; u < plan->tree.nu; u++)
        if (in[u] && !out[u]) c->run->form->rate_name(c->system, u, names[count++], NAMES);
    return count;
}

static void independent_now(const Case *c, bool *now) {
    const MinimalPlan *plan = c->system->plan;
    const MinimalWork *w = c->run->motion.form;
    for (int u = 0; u < plan->tree.nu; u++) now[u] = false;
    for (int k = 0; k < plan->free; k++) now[w->independent[k]] = true;
}

static int count_notes(const JdLog *log, JdMessage *notes, int room) {
    int count = 0;
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage m = jd_log_message(log, n);
        if (strcmp(m.code, "coordinate-changed")) continue;
        assert_true(count < room);
        notes[count++] = m;
    }
    return count;
}

/* The sets as the run has them from step to step, against what it says: they change where a step
 * begins. */
static void check_told(const char *text) {
    Case c = open_text(text, (JdCompileDef){.form = "minimal"}, (JdRunDef){.output_every = -1});
    bool before[64], now[64];
    char came[8][NAMES], left[8][NAMES];
    JdMessage notes[32];
    int changes = 0;
    assert_true(jd_run_next(c.run));
    independent_now(&c, before);
    for (; jd_run_next(c.run); memcpy(before, now, sizeof before)) {
        independent_now(&c, now);
        const int count = names_beyond(&c, now, before, came);
        assert_int_equal(names_beyond(&c, before, now, left), count);
        if (count == 0) continue;
        const int told = count_notes(c.log, notes, 32);
        if (++changes > MOST_TOLD) continue;
        assert_int_equal(told, changes);
        char when[64];
        snprintf(when, sizeof when, "at t = %.4g s", c.run->t_old);
        check_contains(notes[told - 1].text, when);
        const char *instead = strstr(notes[told - 1].text, "instead of");
        assert_non_null(instead);
        for (int k = 0; k < count; k++) {
            const char *first = strstr(notes[told - 1].text, came[k]);
            assert_true(first && first < instead);
            assert_non_null(strstr(instead, left[k]));
        }
    }
    must(&c, !jd_run_failed(c.run));
    assert_true(changes >= 4);
    const int told = count_notes(c.log, notes, 32);
    assert_int_equal(told, changes > MOST_TOLD ? MOST_TOLD + 1 : changes);
    close_case(&c);
}

static void every_change_is_told_once_and_truly(void **state) {
    (void)state;
    check_told(five_bar);
    check_told(trammels);
}

/* ---- Outputs -------------------------------------------------------------------------------- */

static void check_the_same_notes(const char *text) {
    Case a = open_text(text, (JdCompileDef){.form = "minimal"}, (JdRunDef){.output_every = -1});
    Case b = open_text(text, (JdCompileDef){.form = "minimal"}, (JdRunDef){.output_every = 1e-3});
    JdMessage one[32], other[32];
    to_the_end(&a);
    to_the_end(&b);
    const int count = count_notes(a.log, one, 32);
    assert_true(count > 0);
    assert_int_equal(count_notes(b.log, other, 32), count);
    double last = 0;
    for (int n = 0; n < count; n++) {
        double t = 0;
        assert_string_equal(one[n].text, other[n].text);
        if (sscanf(one[n].text, "at t = %lf", &t) != 1) continue;
        assert_true(t > last);
        last = t;
    }
    close_case(&a);
    close_case(&b);
}

static void what_is_shown_between_steps_changes_no_coordinates(void **state) {
    (void)state;
    check_the_same_notes(five_bar);
    check_the_same_notes(trammels);
}

static void many_changes_are_summed_up(void **state) {
    (void)state;
    Case c = open_text(trammels, (JdCompileDef){.form = "minimal"}, (JdRunDef){.until = 6});
    JdMessage notes[32];
    int more = 0;
    to_the_end(&c);
    assert_int_equal(count_notes(c.log, notes, 32), MOST_TOLD + 1);
    assert_int_equal(
        sscanf(notes[MOST_TOLD].text, "the independent coordinates change %d more", &more), 1);
    assert_true(more > 10);
    close_case(&c);
}

/* ---- Before the run ------------------------------------------------------------------------- */

static void dyads_and_coordinates_of_the_start_can_be_asked_for(void **state) {
    (void)state;
    Case c =
        open_file("model/slider_crank.jd", NULL, (JdCompileDef){.form = "minimal"}, (JdRunDef){0});
    const FormType *form = c.run->form;
    const int *rates;
    char name[NAMES];
    FormDyad dyad;
    assert_true(jd_run_next(c.run));
    assert_int_equal(form->independent(c.system, &c.run->motion, &rates), 1);
    assert_true(form->rate_name(c.system, rates[0], name, sizeof name));
    assert_string_equal(name, "jO.angle");
    assert_true(form->dyad(c.system, 0, &dyad));
    assert_string_equal(dyad.kind, "RRP");
    static const char *const joints[] = {"jA", "jB", "jC"};
    for (int k = 0; k < 3; k++) assert_string_equal(c.system->joint[dyad.joint[k]].name, joints[k]);
    assert_false(form->dyad(c.system, 1, &dyad));
    close_case(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_change_is_told_once_and_truly),
        cmocka_unit_test(what_is_shown_between_steps_changes_no_coordinates),
        cmocka_unit_test(many_changes_are_summed_up),
        cmocka_unit_test(dyads_and_coordinates_of_the_start_can_be_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
