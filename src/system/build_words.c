/* SPDX-License-Identifier: MIT
 *
 * The model's outputs and expectations as channels. */
#include "system/build.h"
#include <string.h>

static bool is_called(const char *subject, const char *name, size_t length) {
    return subject && strlen(subject) == length && !strncmp(subject, name, length);
}

/* Whether the name's first part is there and has channels. Frames may have failed with their body:
 * not looked at; and so may what stands in an instance of a part. */
static bool has_subject(const Builder *b, const char *name) {
    const JdSystem *s = b->system;
    const size_t length = jd_subject_length(s, name);
    const char *rest = name + length;
    if (!*rest) return false;
    for (int k = 1; k < s->bodies; k++)
        if (is_called(s->body[k].name, name, length)) return !strchr(rest + 1, '.');
    for (int k = 0; k < s->joints; k++)
        if (is_called(s->joint[k].name, name, length)) return true;
    for (int k = 0; k < s->forces; k++)
        if (is_called(s->force[k].name, name, length)) return true;
    for (int k = 0; k < s->drives; k++)
        if (is_called(s->drive[k].name, name, length)) return true;
    return false;
}

/* What the text of a part asks for is told for the first instance. */
static bool is_told(const JdLog *log, Where where) {
    where = jd_where_find(where);
    for (int n = jd_log_count(log) - 1; where.file && n >= 0; n--) {
        const JdMessage m = jd_log_message(log, n);
        if (!strcmp(m.code, "channel-unknown") && m.line == where.line &&
            m.column == where.column && m.file && !strcmp(m.file, where.file))
            return true;
    }
    return false;
}

void jd_build_no_channel(Builder *b, const char *name, Where where) {
    const bool crowded = jd_log_crowded(b->log, JD_ERROR, "channel-unknown");
    if (b->partial && (crowded || !has_subject(b, name))) return;
    if (crowded || !is_told(b->log, where)) jd_channel_unknown(b->system, name, where, b->log);
}

/* `said`: its name as the user wrote it. */
static int find_channel(Builder *b, const char *name, const char *said, Where where) {
    int channel = jd_channel_find(b->system, name);
    if (channel >= 0) return channel;
    jd_build_no_channel(b, said, where);
    b->ok = false;
    return -1;
}

static void check_dimension(Builder *b, int channel, const ModelExpect *expect) {
    Dim dim = jd_channel_dim(b->system, channel);
    if (expect->plain || jd_dim_equal(dim, expect->dim)) return;
    char is[64];
    const char *wanted = jd_channel_unit(b->system, (JdChannel){channel});
    jd_dim_unit(expect->dim, is, sizeof is);
    jd_report(b->log, JD_ERROR, "dimension-mismatch", expect->where,
              "'%s' is in %s, but the expected value is in %s", expect->channel, wanted, is);
    jd_hint(b->log, "give the value in %s, or another unit of this kind", wanted);
    b->ok = false;
}

static bool add_outputs(Builder *b) {
    JdSystem *system = b->system;
    int count = b->model->outputs.count;
    system->output = ARENA_NEW(&system->arena, int, count + 1);
    if (!system->output) return false;
    for (int k = 0; k < count; k++) {
        const ModelOutput *from = &b->model->outputs.at[k];
        int channel = find_channel(b, from->channel, from->channel, from->where);
        if (channel >= 0) system->output[system->outputs++] = channel;
    }
    return true;
}

bool jd_build_words(Builder *b) {
    JdSystem *system = b->system;
    for (int k = 0; k < b->model->starts.count; k++) {
        const ModelStart *start = &b->model->starts.at[k];
        find_channel(b, start->channel, jd_start_name(start), start->where);
    }
    int count = b->model->expects.count;
    system->expect = ARENA_NEW(&system->arena, JdExpect, count + 1);
    if (!system->expect || !add_outputs(b)) return false;
    for (int k = 0; k < count; k++) {
        const ModelExpect *from = &b->model->expects.at[k];
        int channel = find_channel(b, from->channel, from->channel, from->where);
        if (channel < 0) continue;
        check_dimension(b, channel, from);

        /* An expectation was written for the model's own numbers. */
        if (b->model->settings_changed && !from->conditional) {
            system->expects_skipped++;
            continue;
        }
        const JdPlace place = jd_place_of(jd_keep_where(b, from->where));
        system->expect[system->expects++] =
            (JdExpect){{channel},    from->value,    isnan(from->at) ? b->model->run.to : from->at,
                       from->within, from->relative, place.file,
                       place.line,   place};
    }
    return b->ok && !system->arena.failed;
}

int jd_expect_count(const JdSystem *system) {
    return system ? system->expects : 0;
}

JdExpect jd_expect(const JdSystem *system, int index) {
    bool known = system && index >= 0 && index < system->expects;
    return known ? system->expect[index] : (JdExpect){.channel = {-1}};
}
