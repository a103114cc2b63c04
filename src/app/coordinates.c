/* SPDX-License-Identifier: MIT
 *
 * Which coordinates a formulation takes as independent ones, how the others follow, and the dyads
 * that it knows in closed form: for pages, summaries and programs. */
#include "app/app.h"
#include "form/form.h"
#include "run/run.h"

/* The name of an independent coordinate of a run, in the arena; NULL past the end. */
static const char *independent_name(const JdRun *run, int index, Arena *arena) {
    const FormType *form = run->form;
    const int *rates,
        count = form->independent ? form->independent(run->system, &run->motion, &rates) : 0;
    char name[200];
    if (index >= count) return NULL;
    form->rate_name(run->system, rates[index], name, sizeof name);
    return jd_arena_copy(arena, name);
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
    FormDyad dyad;
    int count = 0;
    for (; system->form->dyad && system->form->dyad(system, count, &dyad); count++)
        if (count < most)
            jd_text_print(out, "%s%s (%s, %s, %s)", count ? ", " : "", dyad.kind,
                          system->joint[dyad.joint[0]].name, system->joint[dyad.joint[1]].name,
                          system->joint[dyad.joint[2]].name);
    if (count > most) jd_text_print(out, " and %d more", count - most);
}

void jd_coordinates_json(const JdRun *run, Json *json) {
    const JdSystem *system = run->system;
    const FormCount count = system->form->count(system);
    Arena arena = {0};
    const char *name;
    FormDyad dyad;
    jd_json_array(json, "independent");
    for (int k = 0; (name = independent_name(run, k, &arena)); k++)
        jd_json_string(json, NULL, name);
    jd_json_end(json);
    jd_json_number(json, "dependent", count.dependent);
    jd_json_number(json, "iterated", count.iterated);
    jd_json_string(json, "loops_close_by", jd_count_closing(&count));
    jd_json_array(json, "dyads");
    for (int k = 0; system->form->dyad && system->form->dyad(system, k, &dyad); k++) {
        jd_json_object(json, NULL);
        jd_json_string(json, "kind", dyad.kind);
        jd_json_array(json, "joints");
        for (int n = 0; n < 3; n++) jd_json_string(json, NULL, system->joint[dyad.joint[n]].name);
        jd_json_end(json);
        jd_json_end(json);
    }
    jd_json_end(json);
    if (arena.failed) json->text.failed = true;
    jd_arena_free(&arena);
}

void jd_coordinates_line(const JdRun *run, FILE *out) {
    const FormCount count = run->form->count(run->system);
    if (!run->form->independent || count.dependent == 0) return;
    Arena arena = {0};
    Text names = {0}, dyads = {0};
    print_independent(run, 6, &arena, &names);
    print_dyads(run->system, 6, &dyads);
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
    FormDyad dyad;
    if (!system->form->dyad || !system->form->dyad(system, 0, &dyad)) return;
    jd_page_heading(page, "Dyads in closed form (R turns, P slides; their joints in order)");
    jd_page_table(page, "dyads", "kind first middle last");
    for (int k = 0; system->form->dyad(system, k, &dyad); k++) {
        jd_page_cell(page, jd_arena_copy(&page->arena, dyad.kind));
        for (int n = 0; n < 3; n++) jd_page_cell(page, system->joint[dyad.joint[n]].name);
    }
    jd_page_end(page);
}

void jd_page_coordinates(Page *page, const JdSystem *system) {
    const FormCount count = system->form->count(system);
    /* Without a start others say why. */
    JdRun *run =
        system->form->independent && count.dependent ? jd_run_at_start(system, NULL) : NULL;
    if (page->style == PAGE_JSON && run) {
        jd_coordinates_json(run, page->json);
    } else {
        Text names = {0};
        jd_page_word(page, "loops_close_by", "loops close by", jd_count_closing(&count));
        if (run) print_independent(run, 100, &page->arena, &names);
        if (run) {
            jd_page_fact(page, "", "independent", count.coordinates, NULL);
            if (names.at) jd_page_word(page, "", "at the start", jd_page_keep(page, &names));
            jd_page_fact(page, "", "that follow", count.dependent, NULL);
            jd_page_fact(page, "", "of these by Newton", count.iterated, NULL);
        }
        if (page->style != PAGE_JSON) write_dyads(page, system);
    }
    jd_run_free(run);
}
