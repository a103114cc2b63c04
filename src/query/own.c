/* SPDX-License-Identifier: MIT
 *
 * What a model has of its own beside bodies, joints and forces, and what its components read and
 * act on, for those outside the library. */
#include "bonded/bonded.h"
#include "model/inside.h"
#include <string.h>

/* ---- Values of one's own ----------------------------------------------------------------------
 */

/* One is left at `index`: it is told; otherwise `index` counts on. */
static bool is_it(int *index, JdOwnInfo *to, const char *kind, const char *name, Where where) {
    if ((*index)--) return false;
    *to = (JdOwnInfo){name, kind, jd_place_of(where)};
    return true;
}

/* Signals that were made for something else: the past of a delay, rests of rings, what `output`
 * watches. */
static bool is_made(const JdModel *model, int index) {
    const ModelSignal *signal = &model->signals.at[index];
    const NameSlot *watched = jd_names_find(&model->names, signal->name, SCOPE_WATCHED);
    bool past = false;
    for (int n = 0; n < model->delays.count; n++)
        past = past || model->delays.at[n].source == index;
    return past || signal->rest || (watched && watched->index == index);
}

/* The next node whose places are not all behind this state: nodes have theirs in order. */
static int node_from(const JdModel *model, int node, int state) {
    const int width = jd_model_width(model);
    while (node < model->nodes.count && model->nodes.at[node].state + width <= state) node++;
    return node;
}

/* States that were made for something else: of a drive that prescribes a rate, the places of a
 * node. */
static bool find_value(const JdModel *model, int *index, JdOwnInfo *to) {
    for (int n = 0, node = 0; n < model->states.count; n++) {
        const ModelState *state = &model->states.at[n];
        node = node_from(model, node, n);
        const bool place = node < model->nodes.count && model->nodes.at[node].state <= n;
        if (!place && !state->drive && is_it(index, to, "state", state->name, state->where))
            return true;
    }
    for (int n = 0; n < model->signals.count; n++) {
        const ModelSignal *signal = &model->signals.at[n];
        if (!is_made(model, n) && is_it(index, to, "signal", signal->name, signal->where))
            return true;
    }
    for (int n = 0; n < model->inputs.count; n++) {
        const ModelInput *input = &model->inputs.at[n];
        if (is_it(index, to, "input", input->name, input->where)) return true;
    }
    return false;
}

bool jd_model_own(const JdModel *model, int index, JdOwnInfo *to) {
    if (!model || !to || index < 0) return false;
    if (find_value(model, &index, to)) return true;
    for (int n = 0; n < model->delays.count; n++) {
        const ModelDelay *delay = &model->delays.at[n];
        if (is_it(&index, to, "delay", delay->name, delay->where)) return true;
    }
    for (int n = 0; n < model->sensors.count; n++) {
        const ModelSensor *sensor = &model->sensors.at[n];
        if (is_it(&index, to, "sensor", sensor->name, sensor->where)) return true;
    }
    for (int n = 0; n < model->whens.count; n++) {
        const ModelWhen *when = &model->whens.at[n];
        if (!when->snaps && is_it(&index, to, "event", when->name, when->where)) return true;
    }
    for (int n = 0; n < model->nodes.count; n++) {
        const ModelNode *node = &model->nodes.at[n];
        if (is_it(&index, to, "node", node->name, node->where)) return true;
    }
    for (int n = 0; n < model->tables.count; n++) {
        const ModelTable *table = &model->tables.at[n];
        if (is_it(&index, to, "table", table->name, table->where)) return true;
    }
    return false;
}

/* ---- What is read -----------------------------------------------------------------------------
 */

/* The names that expressions read, counted down to the one that is wanted. */
typedef struct {
    int left;
    JdReadInfo *to;
} Wanted;

static bool take(Wanted *wanted, const char *name, bool table) {
    if (!name || wanted->left--) return false;
    *wanted->to = (JdReadInfo){name, table};
    return true;
}

static bool is_argument(const UserFunction *function, const char *name) {
    for (int n = 0; function && n < function->count; n++)
        if (!strcmp(function->params[n], name)) return true;
    return false;
}

/* As the model has it: in full. */
static const char *table_name(const JdModel *model, const UserFunction *calls) {
    for (int n = 0; n < model->tables.count; n++)
        if (model->tables.at[n].values == calls->table) return model->tables.at[n].name;
    return calls->name;
}

static bool find_read(const JdModel *model, Wanted *wanted, const Expr *expr,
                      const UserFunction *within) {
    for (; expr; expr = expr->args[0]) {
        const UserFunction *calls = expr->function;
        if (expr->kind == EXPR_NAME && !is_argument(within, expr->text) &&
            take(wanted, expr->text, false))
            return true;
        if (calls && calls->table && take(wanted, table_name(model, calls), true)) return true;
        if (calls && !calls->table && find_read(model, wanted, calls->body, calls)) return true;
        for (int n = 1; n < expr->count; n++)
            if (find_read(model, wanted, expr->args[n], within)) return true;
        if (!expr->count) return false;
    }
    return false;
}

static bool force_reads(const JdModel *model, int index, Wanted *wanted) {
    const ModelForce *force = &model->forces.at[index];
    for (int n = 0; n < TYPE_FIELDS; n++)
        for (int c = 0; c < 3; c++)
            if (find_read(model, wanted, force->fields[n].expr[c], NULL)) return true;
    return false;
}

static bool drive_reads(const JdModel *model, int index, Wanted *wanted) {
    return find_read(model, wanted, model->drives.at[index].motion, NULL);
}

static bool state_reads(const JdModel *model, int index, Wanted *wanted) {
    return find_read(model, wanted, model->states.at[index].rate, NULL);
}

static bool signal_reads(const JdModel *model, int index, Wanted *wanted) {
    const ModelSignal *signal = &model->signals.at[index];
    for (int n = 0; n < signal->count; n++)
        if (find_read(model, wanted, signal->value[n], NULL)) return true;
    return find_read(model, wanted, signal->reads, NULL);
}

static bool delay_reads(const JdModel *model, int index, Wanted *wanted) {
    return signal_reads(model, model->delays.at[index].source, wanted);
}

/* A frame without a name is its body's. */
static bool take_frame(const JdModel *model, int frame, Wanted *wanted) {
    const ModelFrame *of = &model->frames.at[frame];
    return take(wanted, of->name ? of->name : model->bodies.at[of->body].name, false);
}

static bool sensor_reads(const JdModel *model, int index, Wanted *wanted) {
    const ModelSensor *sensor = &model->sensors.at[index];
    if (sensor->joint >= 0) return take(wanted, model->joints.at[sensor->joint].name, false);
    if (sensor->force >= 0) return take(wanted, model->forces.at[sensor->force].name, false);
    return take_frame(model, sensor->j, wanted) || take_frame(model, sensor->i, wanted);
}

static bool event_reads(const JdModel *model, int index, Wanted *wanted) {
    const ModelWhen *when = &model->whens.at[index];
    if (find_read(model, wanted, when->condition, NULL)) return true;
    for (int n = 0; n < when->sets; n++)
        if (find_read(model, wanted, when->set[n].value, NULL)) return true;
    for (int n = 0; n < when->impulses; n++)
        if (find_read(model, wanted, when->impulse[n].value, NULL)) return true;
    return false;
}

typedef bool (*Reads)(const JdModel *model, int index, Wanted *wanted);
static const Reads reads[] = {
    [NAME_FORCE] = force_reads,   [NAME_DRIVE] = drive_reads, [NAME_STATE] = state_reads,
    [NAME_SIGNAL] = signal_reads, [NAME_DELAY] = delay_reads, [NAME_SENSOR] = sensor_reads,
    [NAME_WHEN] = event_reads,
};

bool jd_model_reads(const JdModel *model, const char *name, int index, JdReadInfo *to) {
    const NameSlot *slot =
        model && to && index >= 0 ? jd_names_find(&model->names, name, SCOPE_MODEL) : NULL;
    if (!slot || (size_t)slot->kind >= sizeof reads / sizeof *reads || !reads[slot->kind])
        return false;
    Wanted wanted = {index, to};
    return reads[slot->kind](model, slot->index, &wanted);
}

/* ---- What an event acts on --------------------------------------------------------------------
 */

const char *jd_model_acts(const JdModel *model, const char *event, int index) {
    const NameSlot *slot =
        model && index >= 0 ? jd_names_find(&model->names, event, SCOPE_MODEL) : NULL;
    if (!slot || slot->kind != NAME_WHEN) return NULL;
    const ModelWhen *when = &model->whens.at[slot->index];
    if (index < when->sets) return when->set[index].target;
    index -= when->sets;
    if (index < when->switches) return when->turn[index].force;
    index -= when->switches;
    return index < when->impulses ? when->impulse[index].target : NULL;
}
