/* SPDX-License-Identifier: MIT
 *
 * Rates of what a graph reads of a mechanism. A storage that follows the speed of a joint without
 * delay asks for its acceleration, which is a channel, too: forces may read accelerations, and are
 * solved together with them. */
#include "bonded/inside.h"
#include "model/inside.h"
#include <string.h>

typedef struct {
    const char *name, *rate;
} RatePair;

static const RatePair of_bodies[] = {{"x", "vx"},       {"y", "vy"},      {"z", "vz"},
                                     {"vx", "ax"},      {"vy", "ay"},     {"vz", "az"},
                                     {"angle", "rate"}, {"rate", "accel"}};

static const char *rate_at_body(const JdModel *model, const char *word) {
    for (size_t n = 0; n < sizeof of_bodies / sizeof *of_bodies; n++) {
        const bool turns = n >= 6; /* the last two are of the plane alone */
        if (!strcmp(of_bodies[n].name, word) && !(turns && model->space != JD_PLANAR))
            return of_bodies[n].rate;
    }
    return NULL;
}

/* Rates of Cardan angles are no angular velocities: a ball has none. */
static const char *rate_at_joint(const JdModel *model, const ModelJoint *joint, const char *word) {
    const FreeDef *frees[JOINT_FREES];
    const int count = jd_joint_frees(joint->type, model->space == JD_PLANAR, frees);
    for (int k = 0; k < count; k++) {
        if (frees[k]->kind == FREE_BALL) return NULL;
        if (!strcmp(frees[k]->position, word)) return frees[k]->rate;
        if (!strcmp(frees[k]->rate, word)) return frees[k]->accel;
    }
    return NULL;
}

/* "jO.accel" of "jO.rate"; NULL: it is nothing of a joint or body, or its rate is no channel. */
static const char *rate_of(JdModel *model, const char *name, Arena *arena) {
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name) return NULL;
    const char *owner = jd_arena_format(arena, "%.*s", (int)(dot - name), name), *rate = NULL;
    const int joint = owner ? jd_model_find_joint(model, owner) : -1;
    const int body = owner && joint < 0 ? jd_model_find_body(model, owner) : -1;
    if (joint >= 0) rate = rate_at_joint(model, &model->joints.at[joint], dot + 1);
    if (body > 0) rate = rate_at_body(model, dot + 1);
    return rate ? jd_arena_format(arena, "%s.%s", owner, rate) : NULL;
}

/* Of every name that some law has; those of rates come behind and have theirs. */
bool jd_bond_outside_rates(JdModel *model) {
    SymPool *pool = model->bonds->pool;
    for (int n = 0; n < jd_sym_names(pool); n++) {
        const char *name = jd_sym_name_text(pool, n), *rate = rate_of(model, name, &model->arena);
        if (!rate) continue;
        jd_bonds_add_rate(model->bonds->graph, jd_sym_name(pool, name), jd_sym_name(pool, rate));
    }
    return !model->arena.failed;
}
