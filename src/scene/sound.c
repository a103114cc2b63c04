/* SPDX-License-Identifier: MIT
 *
 * What must hold of a scene: whoever draws or films it relies on it. Nothing is left of it where
 * assertions are off. */
#include "scene/inside.h"
#include <assert.h>

#ifndef NDEBUG

static void check_frame(const Scene *scene, const SceneFrame *frame) {
    assert(jd_is_index(frame->body, scene->bodies.count));
}

void jd_scene_is_sound(const Scene *scene) {
    assert(scene->bodies.count > 0 && scene->size > 0 && scene->unit > 0);
    for (int b = 0; b < scene->bodies.count; b++) {
        const SceneBody *body = &scene->bodies.at[b];
        for (int k = 0; k < body->shapes.count; k++)
            assert(jd_is_index(body->shapes.at[k].mesh, scene->meshes.count));
    }
    for (int k = 0; k < scene->links.count; k++) {
        const SceneLink *link = &scene->links.at[k];
        assert(link->name && link->free_count >= 0 && link->free_count <= JOINT_FREES);
        check_frame(scene, &link->i);
        check_frame(scene, &link->j);
        for (int n = 0; n < link->solids.count; n++)
            assert(jd_is_index(link->solids.at[n].mesh, scene->meshes.count));
    }
    for (int k = 0; k < scene->points.count; k++) check_frame(scene, &scene->points.at[k].at);
    for (int k = 0; k < scene->follows.count; k++) {
        const SceneFollow *follow = &scene->follows.at[k];
        if (!follow->placed) check_frame(scene, &follow->at);
        check_frame(scene, &follow->along);
        assert(follow->numbers >= 0 && follow->numbers <= 3);
    }
}

#else

void jd_scene_is_sound(const Scene *scene) {
    (void)scene;
}

#endif
