/* SPDX-License-Identifier: MIT
 *
 * A show as glTF 2.0 in one binary file, for Blender, slides and whatever shows scenes: a node for
 * each body, named as in the model, that moves by keys. Of several runs the first. Header, JSON,
 * buffer; glTF's y points upwards. */
#include "show/glb.h"
#include "show/show.h"
#include <string.h>

/* ---- Lists ---------------------------------------------------------------------------------- */

/* Colours of light are said linearly; those of screens are not. */
static double linear(unsigned char value) {
    const double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void write_materials(const Glb *glb, Json *json) {
    if (glb->materials.count == 0) return;
    jd_json_array(json, "materials");
    for (int n = 0; n < glb->materials.count; n++) {
        const GlbMaterial *from = &glb->materials.at[n];
        const double colour[4] = {linear(from->colour.r), linear(from->colour.g),
                                  linear(from->colour.b), from->opacity};
        char name[8];
        jd_colour_write(from->colour, name);
        jd_json_object(json, NULL);
        jd_json_string(json, "name", name);
        jd_json_object(json, "pbrMetallicRoughness");
        jd_json_list(json, "baseColorFactor", colour, 4);
        jd_json_number(json, "metallicFactor", 0);
        jd_json_number(json, "roughnessFactor", 0.7);
        jd_json_end(json);
        jd_json_bool(json, "doubleSided", true);
        if (from->opacity < 1) jd_json_string(json, "alphaMode", "BLEND");
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_meshes(const Glb *glb, Json *json) {
    if (glb->meshes.count == 0) return;
    jd_json_array(json, "meshes");
    for (int n = 0; n < glb->meshes.count; n++) {
        const GlbSolid *solid = &glb->solids.at[glb->meshes.at[n].solid];
        jd_json_object(json, NULL);
        jd_json_array(json, "primitives");
        jd_json_object(json, NULL);
        jd_json_object(json, "attributes");
        jd_json_number(json, "POSITION", solid->points);
        jd_json_number(json, "NORMAL", solid->normals);
        jd_json_end(json);
        jd_json_number(json, "indices", solid->triangles);
        jd_json_number(json, "material", glb->meshes.at[n].material);
        jd_json_end(json);
        jd_json_end(json);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_exact(Json *json, const char *key, const double *values, int count) {
    Text *out = jd_json_raw(json, key);
    for (int n = 0; n < count; n++) {
        char number[32];
        jd_number_text(values[n], number, sizeof number);
        jd_text_print(out, "%s%s", n ? "," : "[", number);
    }
    jd_text_add(out, "]", 1);
}

static void write_node(const GlbNode *node, Json *json) {
    const Quat q = jd_quat_from_axes(&node->pose.axes);
    const double turn[4] = {q.x, q.y, q.z, q.w};
    jd_json_object(json, NULL);
    if (node->name) jd_json_string(json, "name", node->name);
    write_exact(json, "translation", &node->pose.p.x, 3);
    write_exact(json, "rotation", turn, 4);
    if (vec3_norm(node->scale) > 0) write_exact(json, "scale", &node->scale.x, 3);
    if (node->mesh >= 0) jd_json_number(json, "mesh", node->mesh);
    if (node->children.count > 0) {
        jd_json_array(json, "children");
        for (int n = 0; n < node->children.count; n++)
            jd_json_number(json, NULL, node->children.at[n]);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_accessors(const Glb *glb, Json *json) {
    static const char *const types[] = {NULL, "SCALAR", NULL, "VEC3", "VEC4"};
    if (glb->accessors.count == 0) return;
    jd_json_array(json, "accessors");
    for (int n = 0; n < glb->accessors.count; n++) {
        const GlbAccessor *from = &glb->accessors.at[n];
        jd_json_object(json, NULL);
        jd_json_number(json, "bufferView", from->view);
        jd_json_number(json, "componentType", from->component);
        jd_json_number(json, "count", from->count);
        jd_json_string(json, "type", types[from->width]);
        for (int k = 0; k < 2 && from->bounds; k++) {
            jd_json_array(json, k ? "max" : "min");
            for (int c = 0; c < from->width; c++)
                jd_json_number(json, NULL, k ? from->high[c] : from->low[c]);
            jd_json_end(json);
        }
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_array(json, "bufferViews");
    for (int n = 0; n < glb->views.count; n++) {
        const GlbView *view = &glb->views.at[n];
        jd_json_object(json, NULL);
        jd_json_number(json, "buffer", 0);
        jd_json_number(json, "byteOffset", (double)view->offset);
        jd_json_number(json, "byteLength", (double)view->length);
        if (view->target) jd_json_number(json, "target", view->target);
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_array(json, "buffers");
    jd_json_object(json, NULL);
    jd_json_number(json, "byteLength", (double)glb->bytes.count);
    jd_json_end(json);
    jd_json_end(json);
}

static void write_animation(const Glb *glb, Json *json) {
    if (glb->channels.count == 0) return;
    jd_json_array(json, "animations");
    jd_json_object(json, NULL);
    jd_json_string(json, "name", glb->run->name);
    jd_json_array(json, "samplers");
    for (int n = 0; n < glb->channels.count; n++) {
        jd_json_object(json, NULL);
        jd_json_number(json, "input", glb->channels.at[n].input);
        jd_json_string(json, "interpolation", "LINEAR");
        jd_json_number(json, "output", glb->channels.at[n].output);
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_array(json, "channels");
    for (int n = 0; n < glb->channels.count; n++) {
        jd_json_object(json, NULL);
        jd_json_number(json, "sampler", n);
        jd_json_object(json, "target");
        jd_json_number(json, "node", glb->channels.at[n].node);
        jd_json_string(json, "path", glb->channels.at[n].path);
        jd_json_end(json);
        jd_json_end(json);
    }
    jd_json_end(json);
    jd_json_end(json);
    jd_json_end(json);
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* For those who open the file: what it is, and how fast it goes. */
static void write_asset(const Glb *glb, Json *json) {
    const Scene *scene = glb->show->scene;
    jd_json_object(json, "asset");
    jd_json_string(json, "version", "2.0");
    jd_text_print(jd_json_raw(json, "generator"), "\"jourdain %s\"", jd_version());
    jd_json_object(json, "extras");
    jd_json_string(json, "title", scene->title ? scene->title : "");
    if (scene->about) jd_json_string(json, "about", scene->about);
    if (glb->run) jd_json_string(json, "form", glb->run->name);
    jd_json_number(json, "speed", jd_show_speed(glb->show));
    if (glb->run && glb->run->failed) {
        jd_json_number(json, "failed_at", glb->run->failed_at);
        jd_json_string(json, "failure", glb->run->failure.text);
    }
    jd_json_end(json);
    jd_json_end(json);
}

static void write_json(const Glb *glb, Json *json) {
    jd_json_object(json, NULL);
    write_asset(glb, json);
    jd_json_number(json, "scene", 0);
    jd_json_array(json, "scenes");
    jd_json_object(json, NULL);
    jd_json_string(json, "name", glb->show->scene->title ? glb->show->scene->title : "mechanism");
    jd_json_array(json, "nodes");
    jd_json_number(json, NULL, 0);
    jd_json_end(json);
    jd_json_end(json);
    jd_json_end(json);
    jd_json_array(json, "nodes");
    for (int n = 0; n < glb->nodes.count; n++) write_node(&glb->nodes.at[n], json);
    jd_json_end(json);
    write_materials(glb, json);
    write_meshes(glb, json);
    write_animation(glb, json);
    write_accessors(glb, json);
    jd_json_end(json);
    while (json->text.count % 4 && !json->text.failed) jd_text_add(&json->text, " ", 1);
}

static void print_u4(FILE *out, size_t value) {
    for (int n = 0; n < 4; n++) fputc((int)(value >> 8 * n & 255), out);
}

static void print_chunk(FILE *out, const char *kind, const Text *bytes) {
    print_u4(out, bytes->count);
    fwrite(kind, 1, 4, out);
    fwrite(bytes->at, 1, bytes->count, out);
}

static bool write_glb(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)path;
    Glb glb = {.show = show};
    Json json = {.layout = JSON_COMPACT};
    for (int n = show->run_count - 1; n >= 0; n--)
        if (jd_trace_rows(show->runs[n].film.trace) > 0) glb.run = &show->runs[n];
    jd_glb_scene(&glb);
    jd_glb_moves(&glb);
    if (!glb.arena.failed && !glb.bytes.failed) write_json(&glb, &json);
    const size_t buffer = glb.bytes.count ? 8 + glb.bytes.count : 0;
    const size_t length = 12 + 8 + json.text.count + buffer;
    const bool good =
        !glb.arena.failed && !glb.bytes.failed && !json.text.failed && length <= UINT32_MAX;
    if (good) {
        fwrite("glTF", 1, 4, out);
        print_u4(out, 2);
        print_u4(out, length);
        print_chunk(out, "JSON", &json.text);
        if (buffer) print_chunk(out, "BIN\0", &glb.bytes);
    } else {
        jd_report_memory(log);
    }
    jd_text_free(&json.text);
    jd_text_free(&glb.bytes);
    jd_arena_free(&glb.arena);
    return good;
}

const ShowType jd_show_glb = {
    .ending = "glb",
    .summary = "glTF 2.0: the moving mechanism for Blender, slides and viewers of scenes",
    .write = write_glb,
};
