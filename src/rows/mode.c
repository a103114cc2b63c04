/* SPDX-License-Identifier: MIT
 *
 * The mode of a motion, kept and put back. */
#include "rows/rows.h"
#include <assert.h>
#include <string.h>

void jd_mode_add(Motion *m, void *at, size_t size) {
    assert(m->mode.parts < MODE_PARTS);
    m->mode.part[m->mode.parts].at = at;
    m->mode.part[m->mode.parts++].size = size;
}

size_t jd_mode_size(const Motion *m) {
    size_t size = 0;
    for (int k = 0; k < m->mode.parts; k++) size += m->mode.part[k].size;
    return size;
}

void jd_mode_keep(const Motion *m, void *room) {
    assert(room || m->mode.parts == 0);
    char *to = room;
    for (int k = 0; k < m->mode.parts; to += m->mode.part[k++].size)
        memcpy(to, m->mode.part[k].at, m->mode.part[k].size);
}

void jd_mode_restore(const JdSystem *s, Motion *m, const void *room) {
    assert(room || m->mode.parts == 0);
    const char *from = room;
    jd_anchors_hold(s, &m->rows, false);
    for (int k = 0; k < m->mode.parts; from += m->mode.part[k++].size)
        memcpy(m->mode.part[k].at, from, m->mode.part[k].size);
    jd_anchors_hold(s, &m->rows, true);
}
