/* SPDX-License-Identifier: MIT
 *
 * Which coordinates a formulation takes as independent ones, how the others follow, and the dyads
 * that it knows in closed form: for pages, summaries and programs. */
#include "app/app.h"

/* The name of an independent coordinate of a run, in the arena; NULL past the end. */
static const char *independent_name(const JdRun *run, int index, Arena *arena) {
    char name[200];
    return jd_run_independent(run, index, name, sizeof name) ? jd_arena_copy(arena, name) : NULL;
}

static void print_independent(const JdRun *run, int most, Arena *arena, Text *out) {
    const char *name;
    int count = 0;
    for (; (name = independent_name(run, count, arena)); count++)
        if (count < most) jd_text_print(out, "%s%s", count ? ", " : "", name);
    if (count > most) jd_text_print(out, " and %d more", count - most);
}

/* "RRR (jA, jB, jD)" */
static void print_dyads(const JdSystem *system, int most, Text *out) {
    JdDyad dyad;
    int count = 0;
    for (; jd_system_dyad(system, count, &dyad); count++)
        if (count < most)
            jd_text_print(out, "%s%s (%s, %s, %s)", count ? ", " : "", dyad.kind, dyad.joints[0],
                          dyad.joints[1], dyad.joints[2]);
    if (count > most) jd_text_print(out, " and %d more", count - most);
}

void jd_coordinates_json(const JdSystem *system, const JdRun *run, Json *json) {
    const JdSystemInfo count = jd_system_info(system, NULL);
    Arena arena = {0};
    const char *name;
    JdDyad dyad;
    jd_json_array(json, "independent");
    for (int k = 0; (name = independent_name(run, k, &arena)); k++)
        jd_json_string(json, NULL, name);
    jd_json_end(json);
    jd_json_number(json, "dependent", count.dependent);
    jd_json_number(json, "iterated", count.iterated);
    jd_json_string(json, "loops_close_by", count.closing);
    jd_json_array(json, "dyads");
    for (int k = 0; jd_system_dyad(system, k, &dyad); k++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "kind", dyad.kind);
        jd_json_array(json, "joints");
        for (int n = 0; n < 3; n++) jd_json_string(json, NULL, dyad.joints[n]);
        jd_json_end(json);
        jd_json_end(json);
    }
    jd_json_end(json);
    JdBlock block;
    jd_json_array(json, "left_to_newton");
    for (int k = 0; jd_system_block(system, k, &block); k++) {
        jd_json_object(json, NULL);
        jd_json_number(json, "block", block.block);
        jd_json_number(json, "unknowns", block.unknowns);
        jd_json_string(json, "joint", block.joint);
        jd_json_end(json);
    }
    jd_json_end(json);
    if (arena.failed) json->text.failed = true;
    jd_arena_free(&arena);
}

/* Of a formulation that chooses them. */
static bool are_chosen(const JdSystem *system) {
    return jd_table_find(JD_FORMS, jd_system_settings(system).form).chooses &&
           jd_system_info(system, NULL).dependent > 0;
}

void jd_coordinates_line(const JdSystem *system, const JdRun *run, FILE *out) {
    const JdSystemInfo count = jd_system_info(system, NULL);
    if (!are_chosen(system)) return;
    Arena arena = {0};
    Text names = {0}, dyads = {0};
    print_independent(run, 6, &arena, &names);
    print_dyads(system, 6, &dyads);
    fprintf(out, "  %-12s %d independent", "coordinates", count.coordinates);
    if (names.at) fprintf(out, " (at the start %s)", names.at);
    const int closed = count.dependent - count.iterated;
    if (closed) fprintf(out, ", %d follow in closed form", closed);
    if (closed && dyads.at) fprintf(out, " by dyads %s", dyads.at);
    if (count.iterated) fprintf(out, ", %d follow by Newton's method", count.iterated);
    fputc('\n', out);
    jd_text_free(&names);
    jd_text_free(&dyads);
    jd_arena_free(&arena);
}

static void write_dyads(Page *page, const JdSystem *system) {
    JdDyad dyad;
    if (!jd_system_dyad(system, 0, &dyad)) return;
    jd_page_heading(
        page,
        "Dyads in closed form (R turns, P slides, U universal, S ball, E row; joints in order)");
    jd_page_table(page, "dyads", "kind first middle last");
    for (int k = 0; jd_system_dyad(system, k, &dyad); k++) {
        jd_page_cell(page, jd_arena_copy(&page->arena, dyad.kind));
        for (int n = 0; n < 3; n++) jd_page_cell(page, dyad.joints[n]);
    }
    jd_page_end(page);
}

/* What is left to Newton's method: which joints close it, and how large it is. */
static void write_blocks(Page *page, const JdSystem *system) {
    JdBlock block, next;
    if (!jd_system_block(system, 0, &block)) return;
    jd_page_heading(page, "Left to Newton's method");
    jd_page_table(page, "blocks", "unknowns closed-by");
    for (int k = 0; jd_system_block(system, k, &block);) {
        Text names = {0};
        int more = 0;
        for (next = block; next.block == block.block;) {
            if (more++ < 12) jd_text_print(&names, "%s%s", more > 1 ? ", " : "", next.joint);
            if (!jd_system_block(system, ++k, &next)) break;
        }
        if (more > 12) jd_text_print(&names, " and %d more", more - 12);
        jd_page_number(page, block.unknowns);
        jd_page_cell(page, names.at ? jd_page_keep(page, &names) : "");
    }
    jd_page_end(page);
}

/* ---- The connection graph ------------------------------------------------------------------- */

static void write_roots_json(Page *page, const JdConnections *of) {
    JdRoot root;
    JdBranch branch;
    jd_page_table(page, "roots", "name definite priority bodies");
    for (int n = 0; jd_connections_root(of, n, &root); n++) {
        jd_page_cell(page, root.name);
        jd_page_cell(page, root.definite ? "yes" : "");
        jd_page_number(page, root.priority);
        jd_page_number(page, root.bodies);
    }
    jd_page_end(page);
    jd_page_table(page, "branches", "joint i j role said rows");
    for (int n = 0; jd_connections_branch(of, n, &branch); n++) {
        static const char *const roles[] = {"tree", "removed", "none"};
        jd_page_cell(page, branch.joint);
        jd_page_cell(page, branch.i);
        jd_page_cell(page, branch.j);
        jd_page_cell(page, roles[branch.role]);
        jd_page_cell(page, branch.said ? "yes" : "");
        jd_page_number(page, branch.rows);
    }
    jd_page_end(page);
}

/* "ground, drum (said), n1 (priority 100)" */
static const char *name_roots(Page *page, const JdConnections *of, int most) {
    JdRoot root;
    Text text = {0};
    int count = 0;
    for (; jd_connections_root(of, count, &root); count++) {
        if (count >= most) continue;
        jd_text_print(&text, "%s%s", count ? ", " : "", root.name);
        if (root.definite && count) jd_text_print(&text, " (said)");
        if (!root.definite) jd_text_print(&text, " (priority %d)", root.priority);
    }
    if (count > most) jd_text_print(&text, " and %d more", count - most);
    return jd_page_keep(page, &text);
}

/* Joints with one of these roles; NULL: there is none. */
static const char *name_branches(Page *page, const JdConnections *of, unsigned roles, int most) {
    JdBranch branch;
    Text text = {0};
    int count = 0;
    for (int n = 0; jd_connections_branch(of, n, &branch); n++) {
        if (!(roles & 1u << branch.role) || count++ >= most) continue;
        jd_text_print(&text, "%s%s%s", count > 1 ? ", " : "", branch.joint,
                      branch.said ? " (said)" : "");
    }
    if (count > most) jd_text_print(&text, " and %d more", count - most);
    return count ? jd_page_keep(page, &text) : NULL;
}

void jd_page_connections(Page *page, const JdSystem *system) {
    enum { NAMES_MOST = 24 };
    JdConnections *of = jd_connections_new(system, NULL);
    if (page->style == PAGE_JSON) {
        write_roots_json(page, of);
    } else if (of) {
        const char *tree = name_branches(page, of, 1u << JD_BRANCH_TREE, NAMES_MOST),
                   *removed = name_branches(page, of, 1u << JD_BRANCH_REMOVED, NAMES_MOST),
                   *none = name_branches(page, of, 1u << JD_BRANCH_NONE, NAMES_MOST);
        jd_page_word(page, "", "roots", name_roots(page, of, NAMES_MOST));
        if (tree) jd_page_word(page, "", "joints of the tree", tree);
        if (removed) jd_page_word(page, "", "removed from it", removed);
        if (none) jd_page_word(page, "", "never in it", none);
    }
    jd_connections_free(of);
}

/* A run that goes nowhere, whatever the model says of runs. Without a start others say why. */
static JdRun *open_at_start(const JdSystem *system) {
    const JdRunDef def = {.stepper = "dop853", .until = 1, .output_every = -1, .tol = 1e-6};
    JdRun *run = jd_run_new(system, def, NULL);
    if (jd_run_next(run)) return run;
    jd_run_free(run);
    return NULL;
}

void jd_page_coordinates(Page *page, const JdSystem *system) {
    const JdSystemInfo count = jd_system_info(system, NULL);
    JdRun *run = are_chosen(system) ? open_at_start(system) : NULL;
    if (page->style == PAGE_JSON && run) {
        jd_coordinates_json(system, run, page->json);
    } else {
        Text names = {0};
        jd_page_word(page, "loops_close_by", "loops close by", count.closing);
        if (run) print_independent(run, 100, &page->arena, &names);
        if (run) {
            jd_page_fact(page, "", "independent", count.coordinates, NULL);
            if (names.at) jd_page_word(page, "", "at the start", jd_page_keep(page, &names));
            jd_page_fact(page, "", "that follow", count.dependent, NULL);
            jd_page_fact(page, "", "of these by Newton", count.iterated, NULL);
        }
        if (page->style != PAGE_JSON) write_dyads(page, system);
        if (page->style != PAGE_JSON) write_blocks(page, system);
    }
    jd_run_free(run);
}
