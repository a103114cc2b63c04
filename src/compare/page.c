/* SPDX-License-Identifier: MIT
 *
 * A comparison for people: formulations as columns, what is known of them as lines. */
#include "compare/compare.h"

static void begin_table(const Comparison *all, Page *page, const char *key, const char *corner) {
    Text columns = {0};
    jd_text_print(&columns, "%s", corner);
    for (int n = 0; n < all->forms; n++) jd_text_print(&columns, " %s", all->form[n].name);
    jd_page_table(page, key, jd_page_keep(page, &columns));
}

static void fact_cell(Page *page, const Fact *fact, const FactAt *at) {
    const bool known = jd_fact_is_known(fact, at);
    if (fact->word) {
        const char *word = known ? fact->word(at) : NULL;
        jd_page_right(page, word ? word : "-");
        return;
    }
    const double scale = fact->scale > 0 ? fact->scale : 1;
    const double value = known ? scale * fact->number(at) : NAN;
    jd_page_right(page, jd_cell_number(page, value, fact->group == OF_COST ? 3 : 4));
}

/* A fact that nobody has is left out. */
static bool somebody_has(const Comparison *all, const Fact *fact, int step) {
    for (int n = 0; n < all->forms; n++) {
        const FactAt at = jd_fact_of(all, n, step);
        if (!jd_fact_is_known(fact, &at)) continue;
        if (fact->word ? fact->word(&at) != NULL : !isnan(fact->number(&at))) return true;
    }
    return false;
}

static void fact_line(const Comparison *all, Page *page, const Fact *fact) {
    if (!somebody_has(all, fact, 0)) return;
    jd_page_cell(page, fact->label);
    for (int n = 0; n < all->forms; n++) {
        const FactAt at = jd_fact_of(all, n, 0);
        fact_cell(page, fact, &at);
    }
}

static void write_facts(const Comparison *all, Page *page) {
    begin_table(all, page, "facts", "form");
    jd_page_cell(page, "status");
    for (int n = 0; n < all->forms; n++)
        jd_page_right(page, jd_trial_status(&all->form[n].trial[0]));
    const Fact *fact;
    for (int f = 0; (fact = jd_fact_at(f)); f++)
        if (fact->group != OF_KIND) fact_line(all, page, fact);
    jd_page_end(page);
    if (all->silence) jd_page_text(page, "Instructions are left out: %s.\n", all->silence);
}

static void write_kinds(const Comparison *all, Page *page) {
    jd_page_heading(page, "Kinds of equations");
    begin_table(all, page, "kinds", "form");
    const Fact *fact;
    for (int f = 0; (fact = jd_fact_at(f)); f++)
        if (fact->group == OF_KIND) fact_line(all, page, fact);
    jd_page_end(page);
}

static void write_failures(const Comparison *all, Page *page) {
    bool first = true;
    for (int n = 0; n < all->forms; n++)
        for (int k = 0; k < all->steps; k++) {
            const Trial *trial = &all->form[n].trial[k];
            if (trial->done) continue;
            if (first) jd_page_heading(page, "What did not get to the end");
            first = false;
            const char *label = all->form[n].name;
            if (all->steps > 1)
                label = jd_arena_format(&page->arena, "%s, dt %g s", label, all->step[k]);
            jd_page_word(page, "", label ? label : "",
                         jd_arena_format(&page->arena, "%s [%s]", trial->message, trial->code));
        }
}

static void write_differences(const Comparison *all, Page *page) {
    if (all->first < 0 || all->def.output_count == 0) return;
    const char *heading =
        jd_arena_format(&page->arena, "Largest difference from %s, and the size of the output",
                        all->form[all->first].name);
    jd_page_heading(page, heading ? heading : "");
    begin_table(all, page, "differences", "output size");
    for (int n = 0; n < all->def.output_count; n++) {
        jd_page_cell(page,
                     jd_arena_format(&page->arena, "%s [%s]", all->def.outputs[n], all->units[n]));
        jd_page_right(page, jd_cell_number(page, jd_comparison_size(all, 0, n), 4));
        for (int f = 0; f < all->forms; f++) {
            const double off = f == all->first ? NAN : jd_comparison_off(all, f, 0, n);
            jd_page_right(page, jd_cell_number(page, off, 3));
        }
    }
    jd_page_end(page);
}

/* One fact against the step, as in tables of papers. */
static void write_against_step(const Comparison *all, Page *page, const Fact *fact) {
    bool some = false;
    for (int k = 0; k < all->steps; k++) some = some || somebody_has(all, fact, k);
    if (!some) return;
    const char *heading = jd_arena_format(&page->arena, "By step: %s", fact->label);
    jd_page_heading(page, heading ? heading : "");
    begin_table(all, page, fact->key, "dt");
    for (int k = 0; k < all->steps; k++) {
        jd_page_cell(page, jd_arena_format(&page->arena, "%g s", all->step[k]));
        for (int n = 0; n < all->forms; n++) {
            const FactAt at = jd_fact_of(all, n, k);
            if (at.trial->done)
                fact_cell(page, fact, &at);
            else
                jd_page_right(page, "*");
        }
    }
    jd_page_end(page);
}

static void write_parts(const Comparison *all, Page *page) {
    bool some = false;
    for (int n = 0; n < all->forms; n++) some = some || all->form[n].measured;
    if (!some) return;
    jd_page_heading(page, "Where the time of a run goes");
    begin_table(all, page, "parts", "part");
    for (int p = JD_PART_PLACE; p <= JD_PARTS; p++) {
        const JdPart part = (JdPart)(p % JD_PARTS); /* the rest comes last */
        jd_page_cell(page, jd_part_label(part));
        for (int n = 0; n < all->forms; n++)
            jd_page_right(page, jd_part_share_text(page, &all->form[n], part));
    }
    jd_page_end(page);
}

void jd_comparison_page(const Comparison *all, Page *page) {
    static const char *const by_step[] = {"drift", "energy_off", "worst_difference", "peak_force"};
    const Trial *first = all->first >= 0 ? &all->form[all->first].trial[0] : NULL;
    jd_page_title(page, jd_model_title(all->app, all->model));
    if (first && first->run.dt > 0)
        jd_page_text(page, "t = 0 to %g s, stepper %s, dt %g s\n", first->end, first->run.stepper,
                     first->run.dt);
    else if (first)
        jd_page_text(page, "t = 0 to %g s, stepper %s, tol %g\n", first->end, first->run.stepper,
                     first->run.tol);
    jd_page_text(page, "\n");
    write_facts(all, page);
    write_failures(all, page);
    write_differences(all, page);
    for (int k = 0; k < 4 && all->steps > 1; k++)
        write_against_step(all, page, jd_fact_find(by_step[k]));
    write_parts(all, page);
    write_kinds(all, page);
}
