/* SPDX-License-Identifier: MIT
 *
 * What the emitted file shows: what the model asks for and expects. */
#include "emit/writer.h"

static bool is_listed(const Writer *w, int channel) {
    for (int n = 0; n < w->outputs; n++)
        if (w->channel[n] == channel) return true;
    return false;
}

/* What cannot be shown is left out, and said. */
static void take_output(Writer *w, int channel, Where where) {
    Recorder *rec = &w->rec;
    bool known = false;
    if (channel <= 0 || is_listed(w, channel)) return;
    const Num value = jd_record_channel(rec, channel, &known);
    if (rec->failed) return;
    if (!known) {
        jd_report(rec->log, JD_WARNING, "emit-output", where,
                  "channel '%s' is left out of the emitted outputs", rec->s->channel_name[channel]);
        jd_hint(rec->log, "`jourdain run` shows it");
        return;
    }
    w->channel[w->outputs] = channel;
    w->output[w->outputs++] = value;
}

bool jd_take_outputs(Writer *w) {
    const JdSystem *s = w->rec.s;
    const int most = s->outputs + s->expects + s->states + 1;
    w->channel = ARENA_NEW(w->rec.arena, int, most);
    w->output = ARENA_NEW(w->rec.arena, Num, most);
    if (!w->channel || !w->output) return false;
    for (int n = 0; n < s->outputs; n++) take_output(w, s->output[n], nowhere);
    for (int n = 0; n < s->expects; n++)
        take_output(w, s->expect[n].channel.index, jd_where_at(s->expect[n].place));
    return !w->rec.failed && !w->rec.arena->failed;
}

int jd_output_place(const Writer *w, int channel) {
    for (int n = 0; n < w->outputs; n++)
        if (w->channel[n] == channel) return n;
    return -1;
}
