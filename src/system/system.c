/* SPDX-License-Identifier: MIT
 *
 * What any system is asked, and its end. */
#include "system/system.h"

void jd_system_free(JdSystem *system) {
    if (!system) return;
    Arena arena = system->arena; /* the system itself lies in it */
    jd_shared_free(system->words);
    jd_shared_free(system->tables);
    jd_arena_free(&arena);
}

JdCompileDef jd_system_settings(const JdSystem *system) {
    return system ? system->settings : (JdCompileDef){0};
}

const char *jd_body_name(const JdSystem *system, int body) {
    return body ? system->body[body].name : "ground";
}
