/* SPDX-License-Identifier: MIT
 *
 * Frames on the ground: a place and axes with a name, as bodies have them. */
#include "text/body.h"
#include <string.h>

static bool build_frame(Build *build, const Node *node) {
    const Slot *on = jd_node_slot(node, "ground");
    const char *name = jd_build_path(build, node->slots.at[0].expr);
    if (strcmp(on->text, "ground") != 0) {
        jd_report(jd_build_log(build), JD_ERROR, "frame-not-valid", jd_build_where(build, on->span),
                  "this is a frame on the ground, not on '%s'", on->text);
        jd_hint(jd_build_log(build),
                "a frame on a body is a clause of it: body %s { ...  frame tip at P }", on->text);
        return false;
    }
    const Pose ground = jd_pose_planar(vec3(0, 0, 0), 0);
    return jd_build_frame(build, node, name, 0, &ground);
}

const Kind jd_say_frame = {
    .word = "frame",
    .also = "fixed marker",
    .summary =
        "A frame on the ground, a place and axes with a name: `ground.base` is a side of joints, "
        "forces and sensors as a frame of a body is, and has channels. In a part it belongs to the "
        "instance.",
    .shape = {{"name", SLOT_NAME}, {"ground", SLOT_WORD, "on"}},
    .clauses = jd_frame_clauses,
    .group = 4,
    .declares = DECLARES_BODY,
    .build = build_frame,
};
