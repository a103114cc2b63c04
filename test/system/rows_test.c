/* SPDX-License-Identifier: MIT
 *
 * Two ways to the same numbers: rows by their shapes against the routine for any lock, and
 * multipliers over J M^-1 J^T against those over the whole matrix. */
#include "check.h"
#include "form/form.h"
#include "solve/solve.h"
#include <stdlib.h>

static const char text[] =
    "planar\n"
    "gravity [0, -9.81] m/s^2\n"
    "joint type odd { lock d.(xi + 0.3*yj) - 0.01 m  lock 0.5*xi.yj + 0.1*ON.x0/(1 m) - 0.1 }\n"
    "body a { link [0,0] [1,0.2] mass 1 kg inertia 0.1 kg*m^2 }\n"
    "body b { link [1,0.2] [2,0] mass 2 kg inertia 0.2 kg*m^2 }\n"
    "body c { at [2,0] mass 1.5 kg inertia 0.3 kg*m^2 }\n"
    "body d { at [2.5,1] mass 1.5 kg inertia 0.3 kg*m^2 }\n"
    "joint j1 : revolute ground -- a at [0,0]\n"
    "joint j2 : revolute a -- b at [1,0.2]\n"
    "joint j3 : revolute b -- c at [2,0]\n"
    "joint j4 : prismatic ground -- c at [0,0] [2,0] axis [1, 0.1]\n"
    "joint j5 : rod c -- d at [2,0] [2.5,1]\n"
    "joint j6 : pin-in-slot d -- ground at [2.5,1] axis [1,1]\n"
    "run to 1 s\n";

static JdSystem *compile(const char *model_text) {
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_text("test", model_text, strlen(model_text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.as_drawn = true}, log);
    if (!system) jd_log_print(log, stderr);
    assert_non_null(system);
    jd_model_free(model);
    jd_log_free(log);
    return system;
}

typedef struct {
    const JdSystem *s;
    Motion m;
    void *memory;
    double y[64], rates[64];
} Instant;

static void open_instant(Instant *at, const JdSystem *s) {
    *at = (Instant){.s = s};
    Layout measure = {0};
    jd_motion_layout(s, &at->m, &measure);
    at->memory = calloc(1, measure.used);
    Layout place = {.base = at->memory};
    jd_motion_layout(s, &at->m, &place);
    s->kernel->init(s, &s->dynamics, &at->m.rows);
}

static void draw_state(Instant *at) {
    for (int k = 0; k < at->s->states; k++) at->y[k] = check_uniform(-2, 2);
}

static void shapes_agree_with_the_routine_for_any_lock(void **state) {
    (void)state;
    JdSystem *s = compile(text);
    Instant at;
    open_instant(&at, s);
    for (int trial = 0; trial < 200; trial++) {
        draw_state(&at);
        s->form->rates(s, &at.m, 0, at.y, at.rates);
        for (int g = 0; g < s->dynamics.groups; g++) {
            const Group *group = &s->dynamics.group[g];
            for (int k = 0; k < group->count; k++) {
                double f, rate, bias, J[2][6];
                int row = group->first + k;
                s->kernel->row(s, &at.m, &s->dynamics.row[row], group->frame_i, group->frame_j, &f,
                               &rate, &bias, J[0], J[1]);
                check_near(at.m.rows.f[row], f, 1e-13, "f");
                check_near(at.m.rows.rate[row], rate, 1e-12, "rate");
                check_near(at.m.rows.bias[row], bias, 1e-11, "bias");
                const int body[2] = {group->body_i, group->body_j};
                const int pair[2] = {s->dynamics.pair_i[g], s->dynamics.pair_j[g]};
                for (int side = 0; side < 2; side++)
                    for (int c = 0; c < 3 && body[side]; c++)
                        check_near(
                            at.m.rows.values[jd_sparse_pair_at(s->dynamics.plan, pair[side]) +
                                             (size_t)(3 * k + c)],
                            J[side][c], 1e-13, "Jacobian");
            }
        }
    }
    free(at.memory);
    jd_system_free(s);
}

static void both_ways_give_the_same_multipliers(void **state) {
    (void)state;
    JdSystem *s = compile(text);
    assert_non_null(s->dynamics.schur);
    Instant a, b;
    open_instant(&a, s);
    JdSystem whole = *s;
    whole.dynamics.schur = NULL;
    open_instant(&b, &whole);
    for (int trial = 0; trial < 200; trial++) {
        draw_state(&a);
        s->form->rates(s, &a.m, 0, a.y, a.rates);
        whole.form->rates(&whole, &b.m, 0, a.y, b.rates);
        if (!a.m.rows.short_way || a.m.rows.report.ratio < 1e-4) continue;
        assert_false(b.m.rows.short_way);
        double size = 1;
        for (int k = 0; k < s->states; k++) size = fmax(size, fabs(a.rates[k]));
        for (int k = 0; k < s->states; k++)
            check_near(a.rates[k], b.rates[k], 1e-10 * size, "acceleration");
        for (int r = 0; r < s->dynamics.rows; r++)
            check_near(a.m.pull[r], b.m.pull[r], 1e-9 * size, "multiplier");
    }
    free(a.memory);
    free(b.memory);
    jd_system_free(s);
}

static void the_equations_hold(void **state) {
    (void)state;
    JdSystem *s = compile(text);
    Instant at;
    open_instant(&at, s);
    for (int trial = 0; trial < 200; trial++) {
        draw_state(&at);
        s->form->rates(s, &at.m, 0, at.y, at.rates);
        double size = 1;
        for (int k = 0; k < s->states; k++) size = fmax(size, fabs(at.rates[k]));
        for (int r = 0; r < s->dynamics.rows; r++) size = fmax(size, fabs(at.m.pull[r]));
        /* J a + bias = 0, row by row. */
        for (int g = 0; g < s->dynamics.groups; g++) {
            const Group *group = &s->dynamics.group[g];
            for (int row = group->first; row < group->first + group->count; row++) {
                double f, rate, bias, J[2][6], sum;
                s->kernel->row(s, &at.m, &s->dynamics.row[row], group->frame_i, group->frame_j, &f,
                               &rate, &bias, J[0], J[1]);
                sum = bias;
                const int body[2] = {group->body_i, group->body_j};
                for (int side = 0; side < 2; side++)
                    for (int c = 0; c < 3 && body[side]; c++)
                        sum += J[side][c] * at.m.a[3 * (body[side] - 1) + c];
                check_near(sum, 0, 1e-10 * size, "the row's second derivative");
            }
        }
    }
    free(at.memory);
    jd_system_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_agree_with_the_routine_for_any_lock),
        cmocka_unit_test(both_ways_give_the_same_multipliers),
        cmocka_unit_test(the_equations_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
