/* SPDX-License-Identifier: MIT
 *
 * The multibond graph of a mechanism as data of the page: bodies, joints and forces as boxes, the
 * nodes in them and the bonds between. Where they stand is the page's. */
#include "format/json.h"
#include "picture/picture.h"
#include <string.h>

static void write_parts(const JdGraph *graph, Json *json) {
    JdGraphPart part;
    jd_json_array(json, "parts");
    for (int n = 0; jd_graph_part(graph, n, &part); n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "kind", part.kind);
        jd_json_string(json, "name", part.name);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_nodes(const JdGraph *graph, Json *json) {
    JdGraphNode node;
    jd_json_array(json, "nodes");
    for (int n = 0; jd_graph_node(graph, n, &node); n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "name", node.name);
        jd_json_string(json, "type", node.type);
        jd_json_number(json, "part", node.part);
        if (*node.value) jd_json_string(json, "value", node.value);
        if (node.parasitic) jd_json_bool(json, "parasitic", true);
        jd_json_end(json);
    }
    jd_json_end(json);
}

static void write_bonds(const JdGraph *graph, Json *json) {
    JdBondInfo bond;
    jd_json_array(json, "bonds");
    for (int n = 0; jd_graph_bond(graph, n, &bond); n++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "name", bond.name);
        jd_json_string(json, "from", bond.from);
        jd_json_string(json, "to", bond.to);
        if (bond.stroke) jd_json_string(json, "stroke", bond.stroke);
        if (bond.dimension > 1) jd_json_number(json, "dimension", bond.dimension);
        if (bond.domain) jd_json_string(json, "domain", bond.domain);
        jd_json_end(json);
    }
    jd_json_end(json);
}

bool jd_boxes_data(const JdGraph *graph, Text *out) {
    Json json = {.layout = JSON_COMPACT};
    jd_json_object(&json, NULL);
    write_parts(graph, &json);
    write_nodes(graph, &json);
    write_bonds(graph, &json);
    jd_json_end(&json);
    *out = json.text;
    return !out->failed;
}
