/* SPDX-License-Identifier: MIT
 *
 * The model's outputs and expectations as channels. */
#include "build/inside.h"
#include "system/channel.h"
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

static const ModelInstance *find_instance(const JdModel *model, const char *name, size_t length) {
    for (int n = 0; n < model->instances.count; n++)
        if (is_called(model->instances.at[n].name, name, length)) return &model->instances.at[n];
    return NULL;
}

void jd_build_hint_instance(const Builder *b, const char *name, int before) {
    const JdMessage told = jd_reported(b->log);
    if (!told.code || jd_log_count(b->log) == before) return;
    for (size_t length = strlen(name); length > 0; length--) {
        const ModelInstance *in =
            name[length] == '.' ? find_instance(b->model, name, length) : NULL;
        const bool here = in && told.file && in->use.file && !strcmp(told.file, in->use.file);
        if (!in || (here && told.line == in->use.line)) continue;
        jd_hint(b->log,
                here || !in->use.file ? "in %s, %s %s used in line %d"
                                      : "in %s, %s %s used in line %d of %s",
                in->name, strchr("aeiouAEIOU", *in->part) ? "an" : "a", in->part, in->use.line,
                in->use.file);
    }
}

/* `said`: its name as the user wrote it. */
static int find_channel(Builder *b, const char *name, const char *said, Where where) {
    int channel = jd_channel_find(b->system, name);
    if (channel >= 0) return channel;
    jd_build_no_channel(b, said, where);
    b->ok = false;
    return -1;
}

static bool is_time(const char *statistic) {
    return statistic && !strncmp(statistic, "time", 4);
}

static void check_dimension(Builder *b, int channel, const ModelExpect *expect) {
    const bool time = is_time(expect->statistic);
    const Dim dim = time ? (Dim){.time = 1} : jd_channel_dim(b->system, channel);
    const int signal = jd_signal_of(b->system, channel);
    if (expect->plain || jd_dim_equal(dim, expect->dim)) return;
    if (signal >= 0 && !b->system->signal[signal].program) return; /* told */
    char is[64];
    const char *wanted = time ? "s" : jd_channel_unit(b->system, (JdChannel){channel});
    jd_dim_unit(expect->dim, is, sizeof is);
    jd_report(b->log, JD_ERROR, "dimension-mismatch", expect->where,
              "%s'%s' is in %s, but the expected value is in %s",
              time ? "the time of an extreme of " : "", expect->channel, wanted, is);
    jd_hint(b->log, "give the value in %s, or another unit of this kind", wanted);
    b->ok = false;
}

/* The unit that a channel is shown in, if there is one. */
static bool note_shown(Builder *b, const ModelOutput *from, int channel) {
    JdSystem *system = b->system;
    if (!from->unit) return true;
    const Dim dim = jd_channel_dim(system, channel);
    const int signal = jd_signal_of(system, channel);
    if (signal >= 0 && !system->signal[signal].program) return true; /* told */
    if (!jd_dim_equal(dim, from->dim)) {
        char wanted[64];
        jd_dim_spoken(dim, wanted, sizeof wanted);
        jd_report(b->log, JD_ERROR, "dimension-mismatch", from->unit_at,
                  "'%s' is in %s, which is not shown in %s", from->channel, wanted, from->unit);
        jd_hint(b->log, "give another unit of %s, or none", wanted);
        b->ok = false;
        return true;
    }
    if (!system->shown) system->shown = ARENA_NEW(&system->arena, ChannelShown, system->channels);
    if (!system->shown) return false;
    system->shown[channel] = (ChannelShown){jd_keep_text(b, from->unit), from->scale};
    return true;
}

static bool add_outputs(Builder *b) {
    JdSystem *system = b->system;
    int count = b->model->outputs.count;
    system->output = ARENA_NEW(&system->arena, int, count + 1);
    if (!system->output) return false;
    for (int k = 0; k < count; k++) {
        const ModelOutput *from = &b->model->outputs.at[k];
        int channel = find_channel(b, from->channel, from->channel, from->where);
        if (channel < 0) continue;
        system->output[system->outputs++] = channel;
        if (!note_shown(b, from, channel)) return false;
    }
    return true;
}

static bool add_ports(Builder *b) {
    JdSystem *system = b->system;
    const int count = b->model->ports.count;
    system->port = ARENA_NEW(&system->arena, ChannelPort, count + 1);
    for (int k = 0; system->port && k < count; k++) {
        const ModelPort *from = &b->model->ports.at[k];
        system->port[k] = (ChannelPort){jd_keep_text(b, from->name), jd_keep_text(b, from->target),
                                        from->rate ? jd_keep_text(b, from->rate) : NULL,
                                        from->accel ? jd_keep_text(b, from->accel) : NULL};
    }
    if (!system->port || system->arena.failed) return false;
    system->ports = count;
    return true;
}

bool jd_build_words(Builder *b) {
    JdSystem *system = b->system;
    if (!add_ports(b)) return false;
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
            (JdExpect){{channel},
                       from->value,
                       isnan(from->at) ? b->model->run.to : from->at,
                       from->within,
                       from->relative,
                       place.file,
                       place.line,
                       place,
                       from->statistic ? jd_keep_text(b, from->statistic) : NULL};
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
