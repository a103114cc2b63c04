/* SPDX-License-Identifier: MIT
 *
 * Two ways to the same numbers: rows by their shapes against the routine for any lock, and
 * multipliers over J M^-1 J^T against those over the whole matrix. */
#include "check.h"
#include "form/form.h"
#include "solve/solve.h"
#include <stdlib.h>

static const char planar_text[] =
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

static const char spatial_text[] =
    "spatial\n"
    "gravity [0, 0, -9.81] m/s^2\n"
    "joint type odd { lock d.(xi + 0.3*yj) - 0.01 m  lock 0.5*zi.yj + 0.1*ON.x0/(1 m) - 0.1 }\n"
    "body a { link [0,0,0] [1,0.2,0.1] mass 1 kg inertia [0.1, 0.2, 0.15] kg*m^2 }\n"
    "body b { link [1,0.2,0.1] [2,0,0.3] mass 2 kg inertia [0.2, 0.3, 0.4] kg*m^2 }\n"
    "body c { at [2,0,0.3] mass 1.5 kg inertia [[0.3,0.05,0.1],[0.05,0.4,0],[0.1,0,0.5]] kg*m^2 }\n"
    "body d { at [2.5,1,1] mass 1.5 kg inertia [0.3, 0.3, 0.4] kg*m^2 }\n"
    "joint j1 : revolute ground -- a at [0,0,0] axis [1,2,3]\n"
    "joint j2 : universal a -- b at [1,0.2,0.1] axis x second y\n"
    "joint j3 : spherical b -- c at [2,0,0.3]\n"
    "joint j4 : pin-in-slot ground -- c at [0,0,0.3] [2,0,0.3] axis [1, 0.1, 0]\n"
    "joint j5 : rod c -- d at [2,0,0.3] [2.5,1,1]\n"
    "joint j6 : screw d -- ground at [2.5,1,1] axis [1,1,0] pitch 0.1 m\n"
    "joint j7 : odd ground -- c at [0.5,0.1,0.05] [2,0,0.3]\n"
    "run to 1 s\n";

static const char *const texts[2] = {planar_text, spatial_text};

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
    double y[96], rates[96];
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

static void check_shapes_agree_with_the_routine_for_any_lock(const char *text) {
    JdSystem *s = compile(text);
    Instant at;
    open_instant(&at, s);
    for (int trial = 0; trial < 200; trial++) {
        draw_state(&at);
        s->form->rates(s, &at.m, 0, at.y, at.rates);
        for (int g = 0; g < s->dynamics.groups; g++) {
            const Group *group = &s->dynamics.group[g];
            for (int k = 0; k < group->count; k++) {
                RowNow now;
                int row = group->first + k;
                s->kernel->row(s, &at.m, &s->dynamics.row[row], group->frame_i, group->frame_j,
                               &now);
                check_near(at.m.rows.f[row], now.f, 1e-13, "f");
                check_near(at.m.rows.rate[row], now.rate, 1e-12, "rate");
                check_near(at.m.rows.bias[row], now.bias, 1e-11, "bias");
                const int n = s->kernel->nv;
                for (int side = 0; side < 2; side++)
                    for (int c = 0; c < n && group->body[side]; c++)
                        check_near(at.m.rows.values[jd_sparse_pair_at(s->dynamics.plan,
                                                                      group->pair[side]) +
                                                    (size_t)(n * k + c)],
                                   now.J[side][c], 1e-13, "Jacobian");
            }
        }
    }
    free(at.memory);
    jd_system_free(s);
}

static void check_both_ways_give_the_same_multipliers(const char *text) {
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
        for (int r = 0; r < s->dynamics.rows; r++) size = fmax(size, fabs(a.m.pull[r]));
        for (int k = 0; k < s->states; k++)
            check_near(a.rates[k], b.rates[k], 1e-10 * size, "acceleration");
        for (int r = 0; r < s->dynamics.rows; r++)
            check_near(a.m.pull[r], b.m.pull[r], 1e-9 * size, "multiplier");
    }
    free(a.memory);
    free(b.memory);
    jd_system_free(s);
}

static void check_the_equations_hold(const char *text) {
    JdSystem *s = compile(text);
    Instant at;
    open_instant(&at, s);
    for (int trial = 0; trial < 200; trial++) {
        draw_state(&at);
        s->form->rates(s, &at.m, 0, at.y, at.rates);
        double size = 1;
        for (int k = 0; k < s->states; k++) size = fmax(size, fabs(at.rates[k]));
        for (int r = 0; r < s->dynamics.rows; r++) size = fmax(size, fabs(at.m.pull[r]));
        if (at.m.rows.report.ratio < 1e-6) continue;
        /* J a + bias = 0, row by row. */
        for (int g = 0; g < s->dynamics.groups; g++) {
            const Group *group = &s->dynamics.group[g];
            for (int row = group->first; row < group->first + group->count; row++) {
                RowNow now;
                s->kernel->row(s, &at.m, &s->dynamics.row[row], group->frame_i, group->frame_j,
                               &now);
                double sum = now.bias;
                const int n = s->kernel->nv;
                for (int side = 0; side < 2; side++)
                    for (int c = 0; c < n && group->body[side]; c++)
                        sum += now.J[side][c] * at.m.a[n * (group->body[side] - 1) + c];
                check_near(sum, 0, 1e-10 * size, "the row's second derivative");
            }
        }
    }
    free(at.memory);
    jd_system_free(s);
}

static void shapes_agree_with_the_routine_for_any_lock(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) check_shapes_agree_with_the_routine_for_any_lock(texts[k]);
}

static void both_ways_give_the_same_multipliers(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) check_both_ways_give_the_same_multipliers(texts[k]);
}

static void the_equations_hold(void **state) {
    (void)state;
    for (int k = 0; k < 2; k++) check_the_equations_hold(texts[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_agree_with_the_routine_for_any_lock),
        cmocka_unit_test(both_ways_give_the_same_multipliers),
        cmocka_unit_test(the_equations_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
