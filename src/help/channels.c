/* SPDX-License-Identifier: MIT
 *
 * The page of channels. Programs get every one of them; people get one line for channels of one
 * kind, such as x, y, z, and one table for subjects that have the same. */
#include "format/facts.h"
#include "help/help.h"
#include <string.h>

static bool same_kind(const JdChannelType *a, const JdChannelType *b) {
    return !strcmp(a->subject, b->subject) && !strcmp(a->summary, b->summary) &&
           !strcmp(a->unit, b->unit);
}

/* "body, frame": all that have this channel; empty if one before has it. */
static void find_subjects(const JdChannelType *channel, int index, Text *out) {
    JdChannelType other;
    jd_text_print(out, "%s", channel->subject);
    for (int n = 0; jd_channel_type(n, &other); n++) {
        if (strcmp(other.name, channel->name) || strcmp(other.summary, channel->summary)) continue;
        if (!strcmp(other.subject, channel->subject)) continue;
        if (n < index) {
            jd_text_free(out);
            return;
        }
        jd_text_print(out, ", %s", other.subject);
    }
}

static const char *space_of(const JdChannelType *channel) {
    return channel->plane_only ? "plane" : channel->space_only ? "space" : "";
}

/* One line for the channels of a kind from `index` on. Returns how many they are. */
static int write_kind(Page *page, int index) {
    enum { MOST = 64 };
    const char *names[MOST];
    JdChannelType first, info;
    int count = 0;
    jd_channel_type(index, &first);
    while (count < MOST && jd_channel_type(index + count, &info) && same_kind(&first, &info))
        names[count++] = info.name;
    Text text = {0};
    jd_names_print(names, count, &text);
    jd_page_cell(page, jd_page_keep(page, &text));
    jd_page_cell(page, first.unit);
    jd_page_cell(page, space_of(&first));
    jd_page_cell(page, first.summary);
    return count;
}

static void write_all(Page *page) {
    jd_page_table(page, "channels", "of channel unit in summary");
    JdChannelType info;
    for (int n = 0; jd_channel_type(n, &info); n++) {
        jd_page_cell(page, info.subject);
        jd_page_cell(page, info.name);
        jd_page_cell(page, info.unit);
        jd_page_cell(page, space_of(&info));
        jd_page_cell(page, info.summary);
    }
    jd_page_end(page);
}

void jd_write_channels(Page *page) {
    jd_page_title(page, "Channels");
    jd_page_text(page, "\nEvery quantity has a name: that of its body, frame, joint, force or "
                       "drive, a point, and what is wanted of it: slider.x, jA.force, energy. They "
                       "stand in `output`, `start`, `expect`, in expressions and in --output. The "
                       "third of x, y, z is there in space only.\n");
    if (page->style == PAGE_JSON) {
        write_all(page);
        return;
    }
    const char *subjects = "";
    JdChannelType info;
    for (int n = 0; jd_channel_type(n, &info);) {
        Text text = {0};
        find_subjects(&info, n, &text);
        const char *of = jd_page_keep(page, &text);
        if (*of && strcmp(of, subjects)) {
            if (*subjects) jd_page_end(page);
            jd_page_heading(page, of);
            jd_page_table(page, "channels", "channel unit in summary");
            subjects = of;
        }
        n += *of ? write_kind(page, n) : 1;
    }
    jd_page_end(page);
}
