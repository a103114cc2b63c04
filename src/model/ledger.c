/* SPDX-License-Identifier: MIT
 *
 * A ledger: a state for each thing that gives or takes energy, whose rate is its power. As states
 * they are integrated as well as the motion itself, and only where somebody wants them. */
#include "model/inside.h"

/* What the bodies have at the speed 1/s, and what lifting them by the size of the mechanism takes:
 * the size that errors are measured by beside the works themselves. */
static double usual_energy(const JdModel *model) {
    Vec3 low = {0}, high = {0};
    double sum = 0;
    for (int b = 0; b < model->bodies.count; b++) {
        const Vec3 p = model->bodies.at[b].pose.p;
        low = vec3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = vec3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const double size = vec3_norm(vec3_sub(high, low)), g = vec3_norm(model->gravity.value);
    for (int b = 1; b < model->bodies.count; b++) {
        const ModelBody *at = &model->bodies.at[b];
        const double turning = at->inertia[0][0] + at->inertia[1][1] + at->inertia[2][2];
        sum += at->mass * size * (size + g) + turning;
    }
    return sum > 0 && isfinite(sum) ? sum : 1;
}

typedef struct {
    JdModel *model;
    double scale;
} Keeping;

static bool add(const Keeping *k, const char *of, const char *what, const char *channel) {
    JdModel *model = k->model;
    Expr *power = ARENA_NEW(&model->arena, Expr, 1);
    Unit joule = {1, {0}};
    if (!power) return jd_model_no_memory(model), false;
    *power = (Expr){.kind = EXPR_NAME, .text = channel};
    jd_unit_parse("J", &joule);
    const ModelState state = {.name = jd_arena_format(&model->arena, "%s.%s", of, what),
                              .rate = power,
                              .scale = k->scale,
                              .dim = joule.dim,
                              .unit = "J"};
    if (!state.name || !channel) return jd_model_no_memory(model), false;
    model->within = of;
    return jd_model_add_state(model, &state) >= 0;
}

static bool add_of(const Keeping *k, const char *of, const char *what, const char *power) {
    return add(k, of, what, jd_arena_format(&k->model->arena, "%s.%s", of, power));
}

bool jd_model_keep_ledger(JdModel *model) {
    if (!model || model->errors > 0) return false;
    if (model->ledger) return true;
    const Keeping keeping = {model, usual_energy(model)};
    const char *within = model->within;
    bool good = add(&keeping, "gravity", "work", "power.gravity") &&
                add(&keeping, "elastic", "work", "power.elastic") &&
                add(&keeping, "elastic", "heat", "heat.elastic") &&
                add(&keeping, "locks", "work", "power.locks");
    for (int n = 0; n < model->forces.count && good; n++)
        good = add_of(&keeping, model->forces.at[n].name, "work", "power") &&
               add_of(&keeping, model->forces.at[n].name, "heat", "dissipated");
    for (int n = 0; n < model->drives.count && good; n++)
        good = add_of(&keeping, model->drives.at[n].name, "work", "power");
    model->within = within;
    return model->ledger = good;
}
