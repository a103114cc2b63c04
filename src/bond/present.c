/* SPDX-License-Identifier: MIT
 *
 * Equations to be read: what a walk along the causal graph gives, with everything put in that
 * follows from the states, and made short. A state p of an inertia whose flow is the rate of an
 * integrating signal x is written as that: p = I x', and its equation is one for x''. */
#include "bond/inside.h"
#include <string.h>

enum {
    LONG = 400,
    SPLIT = 120
}; /* operations: beyond the first it is not made shorter, beyond the second it is split */

typedef struct {
    BondEquations *equations;
    Arena *arena;
    SymPool *pool;
    Sym *is;     /* of variables: in terms of states, breaks and parameters */
    Sym *twice;  /* the same with second rates x'' kept */
    Sym *solved; /* the same as the first with breaks put in */
    Sym *second; /* of states p: x'; SYM_NONE: it is written as p */
    Sym *factor; /* and I */
} Walk;

static bool open_walk(Walk *w, BondEquations *equations, Arena *arena) {
    const int count = equations->vars.count;
    *w = (Walk){equations, arena, equations->pool};
    w->is = ARENA_NEW(arena, Sym, count + 1);
    w->twice = ARENA_NEW(arena, Sym, count + 1);
    w->solved = ARENA_NEW(arena, Sym, count + 1);
    w->second = ARENA_NEW(arena, Sym, count + 1);
    w->factor = ARENA_NEW(arena, Sym, count + 1);
    return w->is && w->twice && w->solved && w->second && w->factor;
}

/* ---- Rates that have a name of their own ---------------------------------------------------- */

/* The variable that a law only copies, as far as that goes. */
static int origin_of(const BondEquations *equations, int var) {
    for (int n = 0; n < equations->vars.count; n++) {
        const Sym law = equations->vars.at[var].law;
        const int next = law && jd_sym_node(equations->pool, law)->kind == SYM_NAME
                             ? jd_var_of(equations, law)
                             : -1;
        if (next < 0) return var;
        var = next;
    }
    return var;
}

/* I in f = p/I, if that is its law. */
static Sym inertia_of(const BondEquations *equations, int flow, int *state) {
    const BondVar *at = &equations->vars.at[flow];
    if (at->node < 0 || !at->law) return SYM_NONE;
    const BondNode *node = &equations->graph->nodes.at[at->node];
    *state = equations->state[at->node];
    if (!node->type->stores_effort || *state < 0 || equations->vars.at[*state].kind != VAR_STATE)
        return SYM_NONE;
    if (node->value.rows != 1 || jd_bonds_width(equations->graph, at->node) != 1) return SYM_NONE;
    const Sym linear =
        jd_sym_over(equations->pool, equations->vars.at[*state].name, node->value.at[0]);
    return at->law == linear ? node->value.at[0] : SYM_NONE;
}

static void find_seconds(Walk *w) {
    const BondEquations *equations = w->equations;
    for (int n = 0; n < equations->graph->signals.count; n++) {
        const int signal = equations->signal[n], rate = equations->vars.at[signal].dot;
        int state;
        if (!equations->graph->signals.at[n].integrates || rate < 0) continue;
        const Sym inertia = inertia_of(equations, origin_of(equations, rate), &state);
        if (!inertia || w->second[state]) continue;
        w->second[state] = equations->vars.at[rate].name;
        w->factor[state] = inertia;
    }
}

/* ---- Putting in ----------------------------------------------------------------------------- */

static Sym put_in(const Walk *w, Sym law, const Sym *is) {
    Sym *names = NULL;
    const int count = jd_sym_list_names(w->pool, law, w->arena, &names);
    Sym *by = count >= 0 ? ARENA_NEW(w->arena, Sym, count + 1) : NULL;
    if (!by) return SYM_NONE;
    for (int n = 0; n < count; n++) {
        const int var = jd_var_of(w->equations, names[n]);
        by[n] = var >= 0 && is[var] ? is[var] : names[n];
    }
    return jd_sym_put(w->pool, law, names, by, count);
}

/* An artificial source is called by its own name. */
static Sym break_name(const Walk *w, int var) {
    const BondVar *at = &w->equations->vars.at[var];
    if (at->held < 0) return at->name;
    const BondNode *node = &w->equations->graph->nodes.at[at->node];
    const int dimension = jd_bond_dimension(jd_port_bond(w->equations->graph, at->node, 0));
    return jd_sym_name(
        w->pool, dimension > 1 ? jd_arena_format(w->arena, "%s[%d]", node->name, at->component + 1)
                               : node->name);
}

static Sym dotted(const Walk *w, Sym name) {
    return jd_sym_name(
        w->pool, jd_arena_format(w->arena, "%s'",
                                 jd_sym_name_text(w->pool, jd_sym_node(w->pool, name)->name)));
}

static void walk_state(Walk *w, int var) {
    const Sym name = w->equations->vars.at[var].name;
    const Sym is = w->second[var] ? jd_sym_times(w->pool, w->factor[var], w->second[var]) : name;
    w->is[var] = w->twice[var] = w->solved[var] = is;
}

static Sym shorten(const Walk *w, Sym s) {
    if (!s) return s;
    return jd_sym_cost(w->pool, s) > LONG ? s : jd_sym_tidy(w->pool, s);
}

static void walk_law(Walk *w, int var) {
    const BondVar *at = &w->equations->vars.at[var];
    w->is[var] = put_in(w, at->law, w->is);
    if (at->kind == VAR_DOT) w->is[var] = shorten(w, w->is[var]); /* as it stands in its own line */
    w->twice[var] = put_in(w, at->law, w->twice);
    w->solved[var] = put_in(w, at->law, w->solved);
    const int of = at->kind == VAR_RATE ? at->of : -1;
    if (of >= 0 && w->second[of])
        w->twice[var] = jd_sym_times(w->pool, w->factor[of], dotted(w, w->second[of]));
    /* x' itself is a name where p is written by it. */
    if (of >= 0 && w->equations->vars.at[of].signal >= 0)
        for (int s = 0; s < w->equations->states.count; s++)
            if (w->second[w->equations->states.at[s]] == at->name)
                w->is[var] = w->twice[var] = w->solved[var] = at->name;
}

static void walk_block(Walk *w, const BondBlock *block) {
    for (int n = 0; n < block->count; n++) {
        const int var = block->vars[n];
        if (n < block->break_count) {
            w->is[var] = w->twice[var] = w->solved[var] = break_name(w, var);
            if (block->solution)
                w->solved[var] = shorten(w, put_in(w, block->solution[n], w->solved));
        } else if (w->equations->vars.at[var].law) {
            walk_law(w, var);
        } else {
            walk_state(w, var);
        }
    }
}

/* ---- Lines ---------------------------------------------------------------------------------- */

static bool add_line(Walk *w, BondSection *section, Sym left, Sym right) {
    BondLine *line = PUSH(w->arena, section->lines);
    if (!line) return false;
    *line = (BondLine){left, right};
    return left && right;
}

/* Of a state: x'' = ..., or p' = ... */
static bool add_rate(Walk *w, BondSection *section, int state, const Sym *is) {
    const BondVar *at = &w->equations->vars.at[state];
    if (at->dot < 0 || !is[at->dot]) return true;
    if (is[at->dot] == w->equations->vars.at[at->dot].name) return true; /* x' = x' */
    const Sym rate =
        w->second[state] ? jd_sym_over(w->pool, is[at->dot], w->factor[state]) : is[at->dot];
    const Sym left =
        w->second[state] ? dotted(w, w->second[state]) : w->equations->vars.at[at->dot].name;
    return add_line(w, section, left, shorten(w, rate));
}

static BondSection *add_section(BondPresent *present, const char *title) {
    BondSection *section = &present->sections[present->count++];
    *section = (BondSection){.title = title};
    return section;
}

static Sym phi_of(const Walk *w, const char *name, const char *dots) {
    return jd_sym_name(w->pool, jd_arena_format(w->arena, "%s.phi%s", name, dots));
}

static const BondHeld *held_by(const BondEquations *equations, int source) {
    for (int n = 0; n < equations->helds.count; n++)
        if (equations->helds.at[n].source == source) return &equations->helds.at[n];
    return NULL;
}

/* With x'' as its own line has it, in brackets: nothing is multiplied out. */
static Sym quote_seconds(const Walk *w, Sym s) {
    const int count = w->equations->states.count;
    Sym *names = ARENA_NEW(w->arena, Sym, count + 1), *by = ARENA_NEW(w->arena, Sym, count + 1);
    int seconds = 0;
    for (int n = 0; names && by && n < count; n++) {
        const int state = w->equations->states.at[n], dot = w->equations->vars.at[state].dot;
        if (!w->second[state] || dot < 0 || !w->is[dot]) continue;
        const Sym rate = jd_sym_over(w->pool, w->is[dot], w->factor[state]);
        names[seconds] = dotted(w, w->second[state]);
        by[seconds++] = jd_sym_quote(w->pool, shorten(w, rate));
    }
    return names && by ? jd_sym_put(w->pool, s, names, by, seconds) : SYM_NONE;
}

/* phi'' + 2 alpha phi' + gamma phi' + beta^2 phi with phi and phi' as names, what these are, and
 * all of it put in. */
static bool add_returning(Walk *w, BondSection *section, const BondHeld *held, const char *name,
                          Sym second) {
    SymPool *pool = w->pool;
    const Sym phi = phi_of(w, name, ""), rate = phi_of(w, name, "'"), two = jd_sym_whole(pool, 2);
    const Sym twice = phi_of(w, name, "''");
    Sym zero = twice;
    const bool integral = held->beta && held->phi;
    if (held->alpha)
        zero = jd_sym_add(pool, zero, jd_sym_product(pool, (Sym[]){two, held->alpha, rate}, 3));
    if (held->gamma) zero = jd_sym_add(pool, zero, jd_sym_times(pool, held->gamma, rate));
    if (held->beta)
        zero = jd_sym_add(
            pool, zero,
            jd_sym_times(pool, jd_sym_power(pool, held->beta, jd_number_ratio(2, 1)), phi));
    if (integral && !add_line(w, section, phi, shorten(w, put_in(w, held->phi, w->is))))
        return false;
    if ((held->alpha || held->gamma) && !add_line(w, section, rate, w->is[held->kept]))
        return false;
    const Sym integrated = integral ? shorten(w, put_in(w, held->phi, w->is)) : phi;
    const Sym all =
        jd_sym_put(pool, zero, (Sym[]){twice, rate, phi},
                   (Sym[]){quote_seconds(w, second), jd_sym_quote(pool, w->is[held->kept]),
                           jd_sym_quote(pool, integrated)},
                   3);
    return add_line(w, section, jd_sym_whole(pool, 0), zero) &&
           add_line(w, section, jd_sym_whole(pool, 0), all);
}

/* What is held: phi'' and what returns it to zero. */
static bool add_held(Walk *w, BondPresent *present) {
    BondSection *section = add_section(present, "what artificial sources hold");
    for (int v = 0; v < w->equations->vars.count; v++) {
        const BondVar *at = &w->equations->vars.at[v];
        if (at->held < 0) continue;
        const Bond *bond = &w->equations->graph->bonds.at[at->bond];
        const int place = bond->first + at->component;
        const int kept =
            at->kind == VAR_EFFORT ? w->equations->flow[place] : w->equations->effort[place];
        const int rate = w->equations->vars.at[kept].dot;
        if (rate < 0) { /* held as it is */
            if (!add_line(w, section, jd_sym_whole(w->pool, 0), shorten(w, w->is[at->held])))
                return false;
            continue;
        }
        const char *name = jd_sym_name_text(w->pool, jd_sym_node(w->pool, break_name(w, v))->name);
        const Sym second = shorten(w, w->twice[rate]);
        if (!add_line(w, section, phi_of(w, name, "''"), second)) return false;
        const BondHeld *held = held_by(w->equations, v);
        if (w->equations->vars.at[at->held].law != w->equations->vars.at[rate].name) {
            if (!held || !add_returning(w, section, held, name, second)) return false;
        } else if (quote_seconds(w, second) != second) {
            if (!add_line(w, section, jd_sym_whole(w->pool, 0), quote_seconds(w, second)))
                return false;
        }
    }
    if (!section->lines.count) present->count--;
    return true;
}

static bool add_breaks(Walk *w, BondPresent *present) {
    BondSection *section = add_section(present, "variables of loops");
    for (int b = 0; b < w->equations->blocks.count; b++) {
        const BondBlock *block = &w->equations->blocks.at[b];
        for (int n = 0; n < block->break_count; n++) {
            const Sym name = break_name(w, block->vars[n]);
            if (block->solution) {
                if (!add_line(w, section, name, shorten(w, put_in(w, block->solution[n], w->is))))
                    return false;
            } else if (block->matrix) {
                Sym zero = jd_sym_minus(w->pool, put_in(w, block->right[n], w->is));
                for (int k = 0; block->linear && k < block->break_count; k++)
                    zero = jd_sym_add(
                        w->pool, zero,
                        jd_sym_times(w->pool,
                                     put_in(w, block->matrix[n * block->break_count + k], w->is),
                                     break_name(w, block->vars[k])));
                if (!block->linear)
                    zero = jd_sym_subtract(
                        w->pool, name, put_in(w, w->equations->vars.at[block->vars[n]].law, w->is));
                if (!add_line(w, section, jd_sym_whole(w->pool, 0), shorten(w, zero))) return false;
            } else if (!add_line(w, section, name, w->equations->vars.at[block->vars[n]].law)) {
                return false;
            }
        }
    }
    if (!section->lines.count) present->count--;
    return true;
}

static bool add_dependent(Walk *w, BondPresent *present) {
    if (!w->equations->dependent.count) return true;
    BondSection *section = add_section(present, "states that follow from others");
    for (int n = 0; n < w->equations->dependent.count; n++) {
        const int var = w->equations->dependent.at[n];
        if (!add_line(w, section, w->equations->vars.at[var].name, shorten(w, w->is[var])))
            return false;
    }
    return true;
}

static bool add_explicit(Walk *w, BondPresent *present) {
    bool loops = false;
    for (int b = 0; b < w->equations->blocks.count; b++) {
        const BondBlock *block = &w->equations->blocks.at[b];
        loops = loops || block->loop;
        if (block->loop && !block->solution) return true; /* they have no explicit form */
    }
    if (!loops) return true;
    BondSection *section = add_section(present, "rates of the states, all put in");
    for (int n = 0; n < w->equations->states.count; n++)
        if (!add_rate(w, section, w->equations->states.at[n], w->solved)) return false;
    return true;
}

bool jd_equations_present(BondEquations *equations, Arena *arena, BondPresent *present) {
    Walk w;
    *present = (BondPresent){.pool = equations->pool};
    if (!open_walk(&w, equations, arena)) return false;
    find_seconds(&w);
    for (int b = 0; b < equations->blocks.count; b++) walk_block(&w, &equations->blocks.at[b]);
    BondSection *rates = add_section(present, "rates of the states");
    for (int n = 0; n < equations->states.count; n++)
        if (!add_rate(&w, rates, equations->states.at[n], w.is)) return false;
    return add_dependent(&w, present) && add_held(&w, present) && add_breaks(&w, present) &&
           add_explicit(&w, present) && !jd_sym_stopped(equations->pool);
}

/* ---- Words ---------------------------------------------------------------------------------- */

static void print_line(SymPool *pool, Sym left, Sym right, SymStyle style, Text *out) {
    static const char *const before[] = {"  ", "  & ", "    const double "};
    static const char *const between[] = {" = ", " = ", " = "};
    static const char *const behind[] = {"\n", " \\\\\n", ";\n"};
    jd_text_print(out, "%s", before[style]);
    jd_sym_print(pool, left, style, out);
    jd_text_print(out, "%s", between[style]);
    jd_sym_print(pool, right, style, out);
    jd_text_print(out, "%s", behind[style]);
}

/* Long formulas are split with names, never cut. */
static bool print_section(const BondPresent *present, const BondSection *section, int *parts,
                          SymStyle style, Arena *arena, Text *out) {
    SymPool *pool = present->pool;
    for (int n = 0; n < section->lines.count; n++) {
        const BondLine *line = &section->lines.at[n];
        SymProgram program = {.results = (Sym[]){line->right}};
        if (jd_sym_cost(pool, line->right) > SPLIT) {
            const char *prefix = jd_arena_format(arena, "t%d_", ++*parts);
            if (!prefix || !jd_sym_share(pool, &line->right, 1, prefix, arena, &program))
                return false;
        }
        for (int k = 0; k < program.count; k++)
            print_line(pool, program.parts[k].name, program.parts[k].is, style, out);
        print_line(pool, line->left, program.results[0], style, out);
    }
    return true;
}

/* ---- As C: in order of computing ------------------------------------------------------------ */

/* Lines of all sections, of which each name is given once, and before it is read. */
typedef struct {
    const BondPresent *present;
    Arena *arena;
    LIST(BondLine) lines;
    LIST(int) sections;
    bool *printed;
} Ordered;

static bool gives(const Ordered *o, int line, Sym name) {
    return o->lines.at[line].left == name;
}

static bool list_lines(Ordered *o) {
    for (int n = 0; n < o->present->count; n++)
        for (int k = 0; k < o->present->sections[n].lines.count; k++) {
            const BondLine line = o->present->sections[n].lines.at[k];
            const bool names = !jd_sym_is(o->present->pool, line.left, 0);
            bool twice = false;
            for (int l = 0; l < o->lines.count && names; l++)
                twice = twice || gives(o, l, line.left);
            if (twice) continue; /* the same with all put in */
            BondLine *added = PUSH(o->arena, o->lines);
            int *section = PUSH(o->arena, o->sections);
            if (!added || !section) return false;
            *added = line, *section = n;
        }
    o->printed = ARENA_NEW(o->arena, bool, o->lines.count + 1);
    return o->printed != NULL;
}

/* Whether all that it reads has been given. */
static bool is_ready(const Ordered *o, int line) {
    for (int l = 0; l < o->lines.count; l++) {
        const BondLine *other = &o->lines.at[l];
        if (l == line || o->printed[l] || jd_sym_is(o->present->pool, other->left, 0)) continue;
        if (jd_sym_has(o->present->pool, o->lines.at[line].right, other->left)) return false;
    }
    return true;
}

/* Next of those that are ready; of the rest, which depend on each other, the first. -1: none is
 * left. */
static int next_line(const Ordered *o, int section) {
    int ready = -1, rest = -1;
    for (int l = 0; l < o->lines.count; l++) {
        if (o->printed[l]) continue;
        if (rest < 0) rest = l;
        if (!is_ready(o, l)) continue;
        if (o->sections.at[l] == section) return l;
        if (ready < 0) ready = l;
    }
    return ready >= 0 ? ready : rest;
}

static bool print_in_order(const BondPresent *present, Arena *arena, Text *out) {
    Ordered o = {.present = present, .arena = arena};
    int parts = 0, section = -1;
    if (!list_lines(&o)) return false;
    for (int l; (l = next_line(&o, section)) >= 0;) {
        BondLine line = o.lines.at[l];
        if (o.sections.at[l] != section) {
            jd_text_print(out, "%s    /* %s */\n", section < 0 ? "" : "\n",
                          present->sections[o.sections.at[l]].title);
            section = o.sections.at[l];
        }
        o.printed[l] = true;
        if (jd_sym_is(present->pool, line.left, 0)) { /* to be solved, not computed */
            jd_text_print(out, "    /* 0 = ");
            jd_sym_print(present->pool, line.right, SYM_C, out);
            jd_text_print(out, " */\n");
            continue;
        }
        const BondSection one = {.lines = {&line, 1, 1}};
        if (!print_section(present, &one, &parts, SYM_C, arena, out)) return false;
    }
    return true;
}

bool jd_equations_print(const BondPresent *present, SymStyle style, Text *out) {
    Arena arena = {0};
    int parts = 0;
    bool good = true;
    static const char *const comments[] = {"# %s\n", "%% %s\n\\begin{aligned}\n"};
    if (style == SYM_C) good = print_in_order(present, &arena, out);
    for (int n = 0; n < present->count && good && style != SYM_C; n++) {
        jd_text_print(out, "%s", n ? "\n" : "");
        jd_text_print(out, comments[style], present->sections[n].title);
        good = print_section(present, &present->sections[n], &parts, style, &arena, out);
        if (style == SYM_LATEX) jd_text_print(out, "\\end{aligned}\n");
    }
    jd_arena_free(&arena);
    return good && !out->failed;
}
