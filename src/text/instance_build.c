/* SPDX-License-Identifier: MIT
 *
 * Carrying out a part for one of its instances. Mistakes go to a log of their own first: each gets
 * the way to its instance as a hint, and one that the text of the part has already shown in another
 * instance is no news. */
#include "text/inside.h"
#include <string.h>

static bool same_place(const JdMessage *a, const JdMessage *b) {
    if (a->line != b->line || a->column != b->column || strcmp(a->code, b->code) != 0) return false;
    return a->file && b->file ? !strcmp(a->file, b->file) : a->file == b->file;
}

/* Whether the message is new; notes it then. */
static bool note_told(Build *build, const JdMessage *message) {
    for (int n = 0; n < build->told.count; n++)
        if (same_place(&build->told.at[n], message)) return false;
    JdMessage *told = PUSH(build->arena, build->told);
    if (!told) return true;
    *told = *message;
    told->file = jd_arena_copy(build->arena, message->file);
    return true;
}

/* "in c1, a cylinder used in line 31"; not where the message shows that line itself. */
static void hint_way(Build *build, const Instance *in, const JdMessage *message, JdLog *log) {
    const Where use = jd_build_where(build, in->use->slots.at[0].span);
    const bool here = message->file && use.file && !strcmp(message->file, use.file);
    if (here && message->line == use.line) return;
    jd_hint(log,
            here || !use.file ? "in %s, %s used in line %d" : "in %s, %s used in line %d of %s",
            in->name, jd_instance_kind(build, in), use.line, use.file);
}

static void pass_on(Build *build, const Instance *in, const JdLog *own) {
    const bool outermost = in->outer == &build->top;
    for (int n = 0; n < jd_log_count(own); n++) {
        const JdMessage m = jd_log_message(own, n);
        if (!strcmp(m.code, "too-many-messages")) continue; /* the outer log says so itself */
        if (outermost && !note_told(build, &m)) continue;
        JdLog *log = jd_build_log(build);
        if (!strcmp(m.code, "out-of-memory")) {
            jd_report_memory(log);
            continue;
        }
        jd_report(log, m.severity, m.code, jd_where_of(&m), "%s", m.text);
        if (m.hint) jd_hint(log, "%s", m.hint);
        hint_way(build, in, &m, log);
    }
}

void jd_instance_build(Build *build, Instance *instance) {
    JdLog *own = jd_log_new(), *log = build->model->log;
    Messages *messages = build->messages, inner = {.log = own};
    if (!own) {
        build->arena->failed = true;
        return;
    }
    const char *within = build->model->within;
    build->messages = &inner;
    build->model->log = own;
    build->model->within = instance->name;
    build->here = instance;
    jd_build_statements(build, instance->part);

    ModelInstance *made = PUSH(build->arena, build->model->instances);
    if (made)
        *made = (ModelInstance){instance->name, instance->part->slots.at[0].text,
                                jd_build_where(build, instance->use->slots.at[0].span)};
    build->here = instance->outer;
    build->model->within = within;
    build->model->log = log;
    build->messages = messages;
    pass_on(build, instance, own);
    jd_build_log(build); /* there may be too many by now */
    jd_log_free(own);
}
