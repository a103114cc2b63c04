/* SPDX-License-Identifier: MIT
 *
 * Laws of what acts on the bodies, as formulas of the graph's signals: of forces, weights that are
 * not the same everywhere, drives and states of one's own. What several of them have in common is a
 * signal. */
#include "multibond/inside.h"
#include <string.h>

void jd_mb_outsider(Builder *b, const char *kind, const char *name, const char *why) {
    if (!why) return;
    MultibondOutsider *out = PUSH(b->graph->arena, b->graph->outsiders);
    if (!out) b->failed = true;
    if (out) *out = (MultibondOutsider){kind, name, why};
}

/* ---- What is given -------------------------------------------------------------------------- */

static LawBody body_of(const Builder *b, int body) {
    const MultibondBody *at = &b->graph->body[body];
    LawBody out = {.angle = SYM_NONE};
    for (int c = 0; c < 3; c++)
        for (int r = 0; r < 3; r++) out.axes[c][r] = at->axes.x[c].c[r];
    for (int k = 0; k < 3; k++) out.p[k] = at->p.c[k];
    for (int k = 0; k < b->translation; k++) out.v[k] = jd_mb_flow(b, at->move_bond, k);
    for (int k = 0; k < b->rotation; k++)
        out.w[jd_mb_component(b, true, k)] = jd_mb_flow(b, at->turn_bond, k);
    if (b->graph->planar) out.angle = jd_mb_signal_name(b, at->attitude);
    return out;
}

/* A name as nodes and signals have them: without dots. */
static const char *plain_name(Builder *b, const char *name) {
    char *copy = jd_arena_copy(b->graph->arena, name);
    if (!copy) b->failed = true;
    for (char *at = copy; at && *at; at++)
        if (*at == '.') *at = '_';
    return copy ? copy : "";
}

/* States of one's own are signals that integrate; their rates come later. */
static Sym *add_own_states(Builder *b) {
    const JdSystem *s = b->graph->system;
    Sym *names = ARENA_NEW(b->graph->arena, Sym, s->extras + 1);
    b->graph->own = -1;
    if (!names) b->failed = true;
    for (int k = 0; k < s->extras && !b->failed; k++) {
        const int signal =
            jd_mb_signal(b, plain_name(b, s->extra[k].name), jd_sym_whole(b->graph->pool, 0), true);
        if (k == 0) b->graph->own = signal;
        names[k] = jd_mb_signal_name(b, signal);
    }
    return names;
}

/* ---- What comes out ------------------------------------------------------------------------- */

typedef LIST(Sym *) Places;

static void list(Builder *b, Places *places, Sym *at, int count) {
    for (int k = 0; k < count; k++) {
        if (!at[k]) continue;
        Sym **place = PUSH(b->graph->arena, *places);
        if (!place) b->failed = true;
        if (place) *place = &at[k];
    }
}

static void list_all(Builder *b, Places *places) {
    const JdSystem *s = b->graph->system;
    Laws *laws = &b->laws;
    for (int k = 0; k < s->forces; k++) {
        LawForce *force = &laws->force[k];
        if (force->unknown || jd_mb_functional(s, k)) continue;
        list(b, places, force->i, 6), list(b, places, force->j, 6);
        list(b, places, &force->effort, 1);
    }
    for (int k = 1; k < s->bodies && s->gravity_kind != GRAVITY_UNIFORM; k++)
        if (!laws->weight[k].unknown) list(b, places, laws->weight[k].of, 3);
    for (int k = 0; k < s->extras; k++)
        if (!laws->rate[k].unknown) list(b, places, laws->rate[k].of, 1);
    for (int k = 0; k < s->outputs; k++)
        if (!laws->output[k].unknown) list(b, places, laws->output[k].of, 1);
}

/* What occurs more than once is said once. */
static void share(Builder *b) {
    SymPool *pool = b->graph->pool;
    Places places = {0};
    SymProgram program;
    list_all(b, &places);
    Sym *results = ARENA_NEW(b->graph->arena, Sym, places.count + 1);
    if (!results || b->failed) {
        b->failed = true;
        return;
    }
    for (int k = 0; k < places.count; k++) results[k] = *places.at[k];
    if (!jd_sym_share(pool, results, places.count, "law", b->graph->arena, &program)) {
        b->failed = true;
        return;
    }
    for (int k = 0; k < program.count; k++) {
        const char *name = jd_sym_name_text(pool, jd_sym_node(pool, program.parts[k].name)->name);
        jd_mb_signal(b, name, program.parts[k].is, false);
    }
    for (int k = 0; k < places.count; k++) *places.at[k] = program.results[k];
}

Sym jd_mb_turn(Builder *b, int turn) {
    const char *name = jd_arena_format(b->graph->arena, "turn%d", turn + 1);
    if (!name) b->failed = true;
    if (b->failed) return SYM_NONE;
    for (int k = 0; k < b->graph->angles.count; k++)
        if (b->graph->angles.at[k].turn == turn + 1) return jd_sym_name(b->graph->pool, name);
    const Sym rate = jd_mb_turn_rate(b, &b->graph->system->turn[turn]);
    const int signal = jd_mb_signal(b, name, rate, true);
    MultibondAngle *angle = PUSH(b->graph->arena, b->graph->angles);
    if (!angle) b->failed = true;
    if (angle) *angle = (MultibondAngle){.signal = signal, .turn = turn + 1};
    return jd_mb_signal_name(b, signal);
}

static void add_weights(Builder *b) {
    const JdSystem *s = b->graph->system;
    for (int k = 1; k < s->bodies && s->gravity_kind != GRAVITY_UNIFORM; k++) {
        const LawVector *law = &b->laws.weight[k];
        jd_mb_outsider(b, "weight", s->body[k].name, law->unknown);
        for (int c = 0; c < b->translation && !law->unknown; c++) {
            const char *name =
                jd_arena_format(b->graph->arena, "%s_weight%d", s->body[k].name, c + 1);
            if (!name) b->failed = true;
            jd_mb_signal(b, name ? name : "",
                         law->of[c] ? law->of[c] : jd_sym_whole(b->graph->pool, 0), false);
        }
    }
}

static void add_own_rates(Builder *b) {
    const JdSystem *s = b->graph->system;
    for (int k = 0; k < s->extras && !b->failed; k++) {
        const LawVector *law = &b->laws.rate[k];
        const char *outside = jd_arena_format(b->graph->arena, "%s_rate_outside", s->extra[k].name);
        jd_mb_outsider(b, "state", s->extra[k].name, law->unknown);
        if (!outside) b->failed = true;
        BondSignal *signal = &b->graph->graph->signals.at[b->graph->own + k];
        signal->is = law->unknown ? jd_sym_name(b->graph->pool, outside ? outside : "")
                     : law->of[0] ? law->of[0]
                                  : jd_sym_whole(b->graph->pool, 0);
    }
}

/* A channel may be asked for twice, and "a.b_c" and "a_b.c" have one name without dots. */
static bool is_listed(const Builder *b, const char *channel) {
    for (int k = 0; k < b->graph->outputs.count; k++)
        if (!strcmp(b->graph->outputs.at[k].channel, channel)) return true;
    return false;
}

static const char *output_name(Builder *b, const char *channel) {
    const char *first = jd_mb_name(b, "out", plain_name(b, channel)), *name = first;
    for (int number = 2, k = 0; name && k < b->graph->outputs.count; k++) {
        if (strcmp(b->graph->outputs.at[k].name, name) != 0) continue;
        name = jd_arena_format(b->graph->arena, "%s_%d", first, number++);
        k = -1; /* once more through all */
    }
    if (!name) b->failed = true;
    return name ? name : "";
}

/* What the model asks for, as far as it is a matter of places and velocities. */
static void add_outputs(Builder *b) {
    const JdSystem *s = b->graph->system;
    for (int k = 0; k < s->outputs && !b->failed; k++) {
        const LawVector *law = &b->laws.output[k];
        if (law->unknown) continue;
        const char *channel = s->channel_name[s->output[k]];
        if (is_listed(b, channel)) continue;
        const char *name = output_name(b, channel);
        MultibondOutput *output = PUSH(b->graph->arena, b->graph->outputs);
        if (!output) b->failed = true;
        if (output)
            *output = (MultibondOutput){channel, name,
                                        law->of[0] ? law->of[0] : jd_sym_whole(b->graph->pool, 0)};
    }
}

/* Laws of a graph stay as they are; an event that only marks its instant changes none. */
static void add_events(Builder *b) {
    const JdSystem *s = b->graph->system;
    for (int k = 0; k < s->whens && !b->failed; k++) {
        const SystemWhen *at = &s->when[k];
        const char *why = at->impulses   ? "it strikes a joint"
                          : at->switches ? "it switches a force"
                          : at->sets     ? "it sets a value"
                          : at->stop     ? "it ends the run"
                                         : NULL;
        if (why) jd_mb_outsider(b, "event", at->name, why);
    }
}

void jd_mb_find_laws(Builder *b) {
    const JdSystem *s = b->graph->system;
    LawBody *body = ARENA_NEW(b->graph->arena, LawBody, s->bodies);
    if (!body) b->failed = true;
    for (int k = 1; k < s->bodies && !b->failed; k++) body[k] = body_of(b, k);
    const Sym *states = b->failed ? NULL : add_own_states(b);
    if (b->failed) return;
    b->laws = (Laws){.pool = b->graph->pool,
                     .arena = b->graph->arena,
                     .body = body,
                     .state = states,
                     .time = jd_sym_name(b->graph->pool, "time")};
    if (!jd_laws_find(s, &b->laws)) {
        b->failed = true;
        return;
    }
    for (int k = 0; k < b->laws.counted.count; k++) jd_mb_turn(b, b->laws.counted.at[k].turn);
    share(b);
    if (!b->failed) add_weights(b);
    if (!b->failed) add_own_rates(b);
    if (!b->failed) add_outputs(b);
    if (!b->failed) add_events(b);
}
