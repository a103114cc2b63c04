/* SPDX-License-Identifier: MIT
 *
 * Channels that nobody asked for, but that may be wanted once the motion is seen: of every body,
 * joint and force those that people look at first; if all of them are few, the others as well. */
#include "trial/take.h"
#include <string.h>

enum { FEW = TAKE_FURTHER / 2 };

/* What a channel's last word is, of those that come first. */
static const char *const first_words[] = {
    "rate",  "speed",    "accel",    "ax",     "ay",     "az",       "wx",     "wy",     "wz",
    "angle", "travel",   "rx",       "ry",     "rz",     "force",    "torque", "effort", "length",
    "power", "torque.x", "torque.y", "alphax", "alphay", "torque.z", "alphaz", NULL};
/* Ways to write an attitude, and what is the same as something else. */
static const char *const left_out[] = {".matrix.",     ".euler.", ".cardan.", ".rotation",
                                       ".quaternion.", ".own.",   ".j.",      ".i.",
                                       "lambda",       NULL};

static bool holds(const char *name, const char *const *words) {
    for (; *words; words++)
        if (strstr(name, *words)) return true;
    return false;
}

static bool ends_with(const char *name, const char *const *words) {
    for (; *words; words++) {
        const size_t all = strlen(name), end = strlen(*words);
        if (all > end && name[all - end - 1] == '.' && strcmp(name + all - end, *words) == 0)
            return true;
    }
    return false;
}

static bool is_in(const JdChannel *list, int count, JdChannel channel) {
    for (int n = 0; n < count; n++)
        if (list[n].index == channel.index) return true;
    return false;
}

int jd_take_further(const JdSystem *system, const JdChannel *known, int known_count,
                    JdChannel *out) {
    int count = 0;
    for (int turn = 0; turn < 2; turn++) {
        const bool first = turn == 0;
        for (int n = 1; n < jd_channel_count(system); n++) {
            const JdChannel channel = {n};
            const char *name = jd_channel_name(system, channel);
            if (!name || !strchr(name, '.') || holds(name, left_out)) continue;
            if (ends_with(name, first_words) != first || is_in(known, known_count, channel))
                continue;
            if (count >= (first ? TAKE_FURTHER : FEW)) break;
            out[count++] = channel;
        }
    }
    return count;
}
