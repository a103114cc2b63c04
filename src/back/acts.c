/* SPDX-License-Identifier: MIT
 *
 * What acts on the bodies of a recovered mechanism, as formulas: sources, resistors and springs of
 * the graph through their rows; drives and couplings on what joints leave free; the signals and
 * states that these formulas read. */
#include "back/text.h"
#include <string.h>

enum { ROWS = SAMPLES * PAIR_ROWS };
/* Of numbers of size one: samples are integrated to that. Numbers that were read are equal but for
 * rounding. */
static const double fits = 1e-7, same = 1e-8, rounding = 1e-12;

typedef struct {
    Back *b;
    Sym *names, *by; /* what names of the graph are called in the text */
    int count, room;
    bool *needed; /* of signals of the graph */
    int forces, drives;
} Acts;

/* ---- Words for names
 * ------------------------------------------------------------------------------ */

static void call_it(Acts *a, Sym name, const char *text) {
    if (!name || !text || a->count == a->room) {
        a->b->failed = true;
        return;
    }
    a->names[a->count] = name;
    a->by[a->count++] = jd_sym_name(a->b->pool, text);
}

static const char *velocity_text(const Back *b, int velocity) {
    static const char *const moves[] = {"vx", "vy", "vz"}, *const turns[] = {"wx", "wy", "wz"};
    for (int n = 1; n < b->bodies.count; n++) {
        const BackBody *body = &b->bodies.at[n];
        const BackStore *m = &b->stores.at[body->moves],
                        *t = body->turns < 0 ? NULL : &b->stores.at[body->turns];
        if (velocity >= m->first && velocity < m->first + m->width)
            return jd_arena_format(b->arena, "(%s.%s/(1 m/s))", body->name,
                                   moves[velocity - m->first]);
        if (t && velocity >= t->first && velocity < t->first + t->width)
            return b->planar ? jd_arena_format(b->arena, "(%s.rate*(1 s))", body->name)
                             : jd_arena_format(b->arena, "(%s.own.%s*(1 s))", body->name,
                                               turns[velocity - t->first]);
    }
    return NULL;
}

/* A place, or an angle in the plane; NULL: no channel has it. */
static const char *integral_text(const Back *b, int velocity) {
    static const char letters[] = "xyz";
    for (int n = 1; n < b->bodies.count; n++) {
        const BackBody *body = &b->bodies.at[n];
        const BackStore *m = &b->stores.at[body->moves];
        if (velocity >= m->first && velocity < m->first + m->width)
            return jd_arena_format(b->arena, "(%s.%c/(1 m))", body->name,
                                   letters[velocity - m->first]);
        if (b->planar && body->turns >= 0 && velocity == b->stores.at[body->turns].first)
            return jd_arena_format(b->arena, "%s.angle", body->name);
    }
    return NULL;
}

/* A signal that is part of the rotation matrix of a body. */
static const char *matrix_text(const Back *b, int signal) {
    static const char letters[] = "xyz";
    for (int n = 1; n < b->bodies.count && !b->planar; n++)
        for (int k = 0; k < 9; k++) {
            bool is = true;
            for (int s = 0; s < SAMPLES && is; s++) {
                const Axes *axes = &b->bodies.at[n].at[s].axes;
                const Vec3 column = axes_at(axes, (AxisName)(k % 3));
                const double c[3] = {column.x, column.y, column.z};
                is = fabs(b->signal[s][signal] - c[k / 3]) < same;
            }
            if (is)
                return jd_arena_format(b->arena, "%s.matrix.%c%c", b->bodies.at[n].name,
                                       letters[k / 3], letters[k % 3]);
        }
    return NULL;
}

static void name_signals(Acts *a) {
    Back *b = a->b;
    for (int n = 0; n < b->graph->signals.count; n++) {
        const int var = b->equations->signal[n];
        const char *text = NULL;
        for (int k = 0; k < b->equations->states.count; k++) {
            if (b->equations->states.at[k] != var) continue;
            if (k == b->clock) text = "(time/(1 s))";
            if (b->velocity_of[k] >= 0) text = integral_text(b, b->velocity_of[k]);
        }
        if (!text && !b->graph->signals.at[n].integrates) text = matrix_text(b, n);
        if (text) call_it(a, jd_sym_name(b->pool, b->graph->signals.at[n].name), text);
    }
}

static void name_all(Acts *a) {
    Back *b = a->b;
    for (int v = 0; v < b->velocities; v++) call_it(a, jd_back_velocity(b, v), velocity_text(b, v));
    name_signals(a);
    call_it(a, jd_sym_name(b->pool, "time"), "(time/(1 s))");
    for (int n = 0; n < b->graph->parameters.count; n++) {
        const BondParameter *at = &b->graph->parameters.at[n];
        if (a->count == a->room) return;
        a->names[a->count] = at->name;
        a->by[a->count++] = jd_sym_number(b->pool, jd_number_of(at->value));
    }
}

/* ---- Formulas
 * --------------------------------------------------------------------------------------- */

static int index_of(const Acts *a, Sym name) {
    for (int k = 0; k < a->count; k++)
        if (a->names[k] == name) return k;
    return -1;
}

/* Signals that a formula reads must be said, and what they read. */
static void need(Acts *a, Sym s) {
    Back *b = a->b;
    Sym *names = NULL;
    const int count = jd_sym_list_names(b->pool, s, b->arena, &names);
    for (int k = 0; k < count; k++) {
        const int var = jd_equations_var(b->equations, names[k]);
        const int signal = var >= 0 ? b->equations->vars.at[var].signal : -1;
        if (index_of(a, names[k]) >= 0 || signal < 0 || a->needed[signal]) continue;
        a->needed[signal] = true;
        const Sym is = jd_back_resolve(b, b->graph->signals.at[signal].is);
        if (is) need(a, is);
    }
}

static void say(Acts *a, Sym s) {
    need(a, s);
    jd_sym_print(a->b->pool, jd_sym_put(a->b->pool, s, a->names, a->by, a->count), SYM_TEXT,
                 a->b->out);
}

static Sym flow_of(const Back *b, int bond, int component) {
    return b->equations->vars.at[b->equations->flow[b->released->bonds.at[bond].first + component]]
        .name;
}

static bool is_diagonal(const Back *b, int node, int width) {
    for (int r = 0; r < width; r++)
        for (int c = 0; c < width; c++)
            if (r != c && !jd_sym_is(b->pool, jd_bonds_entry(b->graph, node, r, c), 0))
                return false;
    return b->graph->nodes.at[node].value.at != NULL;
}

/* The state of a spring in the text. */
static const char *way_name(const Back *b, const BackElement *element) {
    return jd_arena_format(b->arena, "%s_way%d", b->graph->nodes.at[element->node].name,
                           element->component + 1);
}

/* What a component gives along its bond, by velocities and signals; SYM_NONE after a report. */
static Sym effort_of(Acts *a, const BackElement *element) {
    Back *b = a->b;
    const BondNode *node = &b->graph->nodes.at[element->node];
    const int width = jd_bonds_width(b->graph, element->node), r = element->component;
    const Sym law = jd_bonds_law(b->graph, element->node, true, r);
    Sym sum = jd_sym_whole(b->pool, 0);
    if (element->kind == BACK_SOURCE) {
        const SymMatrix *m = &node->value;
        sum = m->at ? m->at[m->rows * m->columns > 1 ? r : 0] : sum;
    } else if (element->kind == BACK_RESISTOR && law) {
        const Sym flow = jd_sym_name(b->pool, "flow"), is = flow_of(b, element->bond, r);
        sum = width == 1 ? jd_sym_put(b->pool, law, &flow, &is, 1) : SYM_NONE;
    } else if (element->kind == BACK_RESISTOR && node->value.at) {
        for (int c = 0; c < width; c++)
            sum = jd_sym_add(b->pool, sum,
                             jd_sym_times(b->pool, jd_bonds_entry(b->graph, element->node, r, c),
                                          flow_of(b, element->bond, c)));
    } else if (element->kind == BACK_SPRING &&
               (width == 1 || is_diagonal(b, element->node, width))) {
        const char *name = way_name(b, element);
        const Sym q = name ? jd_sym_name(b->pool, name) : SYM_NONE, own = jd_sym_name(b->pool, "q");
        sum = law && width == 1
                  ? jd_sym_put(b->pool, law, &own, &q, 1)
                  : jd_sym_over(b->pool, q, jd_bonds_entry(b->graph, element->node, r, r));
    } else {
        sum = SYM_NONE;
    }
    if (!sum)
        jd_back_refuse(
            b, element->node, "its law cannot be said as a force",
            "give resistors a flow as argument, and springs of several components one each");
    return sum;
}

/* Efforts at storages count as returned: see find_lent. */
static Sym without_efforts(Acts *a, Sym s) {
    Back *b = a->b;
    const Sym none = jd_sym_whole(b->pool, 0);
    for (int k = 0; k < b->stores.count; k++)
        for (int c = 0; c < b->stores.at[k].width; c++) {
            const Sym name =
                b->equations->vars
                    .at[b->equations->effort[b->released->bonds.at[b->stores.at[k].bond[c]].first +
                                             b->stores.at[k].component[c]]]
                    .name;
            if (jd_sym_has(b->pool, s, name)) s = jd_sym_put(b->pool, s, &name, &none, 1);
        }
    return s;
}

/* ---- Forces
 * ----------------------------------------------------------------------------------------- */

static bool is_zero(Back *b, Sym s) {
    return jd_sym_is(b->pool, s, 0) ||
           (jd_sym_node(b->pool, s)->changes && jd_sym_test_zero(b->pool, s) == SYM_ZERO);
}

static bool any_of(Back *b, const Sym *s, int count) {
    for (int k = 0; k < count; k++)
        if (!is_zero(b, s[k])) return true;
    return false;
}

static void say_list(Acts *a, const Sym *s, int count, const char *unit) {
    Back *b = a->b;
    if (count > 1) jd_text_print(b->out, "[");
    for (int k = 0; k < count; k++) {
        jd_text_print(b->out, k ? ", (" : "(");
        say(a, s[k]);
        jd_text_print(b->out, ")*1 %s", unit);
    }
    if (count > 1) jd_text_print(b->out, "]");
}

static void say_force(Acts *a, int body, const Sym *f, const Sym *t) {
    Back *b = a->b;
    const char *name = b->bodies.at[body].name;
    if (any_of(b, f, b->dims)) {
        jd_text_print(b->out, "force force%d : point-force %s value ", ++a->forces, name);
        say_list(a, f, b->dims, "N");
        jd_text_print(b->out, "\n");
    }
    if (!any_of(b, t, b->turn_dims)) return;
    jd_text_print(
        b->out,
        b->planar
            ? "force force%d : torque ground -- %s value "
            : "force force%d : force-torque ground -- %s resolve %s force [0, 0, 0] N torque ",
        ++a->forces, name, name);
    say_list(a, t, b->turn_dims, "N*m");
    jd_text_print(b->out, "\n");
}

typedef struct {
    Sym f[3], t[3];
} Push;

/* A node's efforts on all bodies. False: it reads what cannot be said. */
static bool add_node(Acts *a, int first, Push *push) {
    Back *b = a->b;
    const int node = b->elements.at[first].node;
    for (int k = first; k < b->elements.count && b->elements.at[k].node == node; k++) {
        BackElement *at = &b->elements.at[k];
        Sym effort = effort_of(a, at);
        if (!effort) return false;
        effort = jd_back_resolve(b, without_efforts(a, effort));
        const Sym flow = jd_back_resolve(b, flow_of(b, at->bond, at->component));
        if (!effort || !flow) {
            jd_back_refuse(b, node, "its law reads an effort, which follows from forces", NULL);
            return false;
        }
        if (b->graph->bonds.at[at->bond].to == node) effort = jd_sym_minus(b->pool, effort);
        for (int v = 0; v < b->velocities; v++) {
            bool any = false;
            for (int s = 0; s < SAMPLES; s++)
                any = any || fabs(at->row[s * b->velocities + v]) > same;
            if (!any) continue;
            const int body = jd_back_body_of(b, v);
            const BackStore *moves = &b->stores.at[b->bodies.at[body].moves];
            const bool move = v >= moves->first && v < moves->first + moves->width;
            Sym *to = move ? &push[body].f[v - moves->first]
                           : &push[body].t[v - b->stores.at[b->bodies.at[body].turns].first];
            const Sym part = jd_sym_derive(b->pool, flow, jd_back_velocity(b, v));
            *to = jd_sym_add(b->pool, *to, jd_sym_times(b->pool, part, effort));
        }
    }
    return true;
}

/* What an inertia that was lent does when the body turns, and its source takes back. */
static void add_lent_turns(Acts *a, int body, Push *push) {
    Back *b = a->b;
    const BackBody *at = &b->bodies.at[body];
    if (b->planar || at->turns < 0) return;
    const BackStore *store = &b->stores.at[at->turns];
    Sym more[3], w[3];
    bool any = false;
    for (int r = 0; r < 3; r++) {
        w[r] = jd_back_velocity(b, store->first + r);
        more[r] = jd_sym_whole(b->pool, 0);
        for (int c = 0; c < 3; c++) {
            const double lent = store->I[r][c] - at->I[r][c];
            any = any || fabs(lent) > rounding * fabs(store->I[r][r]);
            more[r] = jd_sym_add(b->pool, more[r],
                                 jd_sym_times(b->pool, jd_sym_number(b->pool, jd_number_of(lent)),
                                              jd_back_velocity(b, store->first + c)));
        }
    }
    for (int r = 0; r < 3 && any; r++) { /* p x w */
        const int n = (r + 1) % 3, m = (r + 2) % 3;
        const Sym turn = jd_sym_subtract(b->pool, jd_sym_times(b->pool, more[n], w[m]),
                                         jd_sym_times(b->pool, more[m], w[n]));
        push[body].t[r] = jd_sym_tidy(b->pool, jd_sym_add(b->pool, push[body].t[r], turn));
    }
}

static void clear(Back *b, Push *push) {
    for (int n = 0; n < b->bodies.count; n++)
        for (int k = 0; k < 3; k++) push[n].f[k] = push[n].t[k] = jd_sym_whole(b->pool, 0);
}

static bool is_constant(Back *b, const Sym *s, int count, double *to) {
    for (int k = 0; k < count; k++) {
        to[k] = jd_bonds_number(b->graph, s[k]);
        if (!isfinite(to[k])) return false;
    }
    return true;
}

/* The same acceleration for all bodies with mass, and none for others: gravity. */
static void find_gravity(Back *b) {
    bool first = true, same_all = true;
    for (int n = 1; n < b->bodies.count; n++) {
        const BackBody *body = &b->bodies.at[n];
        if (!(body->mass > 0)) {
            same_all = same_all && vec3_norm(body->push) == 0;
            continue;
        }
        const Vec3 g = vec3_scale(1 / body->mass, body->push);
        if (first) b->gravity = g;
        first = false;
        if (vec3_norm(vec3_sub(g, b->gravity)) > rounding * vec3_norm(b->gravity)) same_all = false;
    }
    if (!same_all) b->gravity = vec3(0, 0, 0);
    const double size = vec3_norm(b->gravity);
    b->gravity = vec3(jd_back_tidy(b->gravity.x, size), jd_back_tidy(b->gravity.y, size),
                      jd_back_tidy(b->gravity.z, size));
}

static void say_pushes(Acts *a) {
    Back *b = a->b;
    for (int n = 1; n < b->bodies.count; n++) {
        const BackBody *body = &b->bodies.at[n];
        if (vec3_norm(b->gravity) > 0 || vec3_norm(body->push) == 0) continue;
        const double c[3] = {body->push.x, body->push.y, body->push.z};
        Sym f[3], t[3];
        for (int k = 0; k < 3; k++)
            f[k] = jd_sym_number(b->pool, jd_number_of(c[k])), t[k] = jd_sym_whole(b->pool, 0);
        say_force(a, n, f, t);
    }
}

static void say_node(Acts *a, int first, Push *push) {
    Back *b = a->b;
    clear(b, push);
    if (!add_node(a, first, push)) return;
    for (int n = 1; n < b->bodies.count; n++) {
        double c[3] = {0};
        const bool turns = any_of(b, push[n].t, b->turn_dims),
                   moves = any_of(b, push[n].f, b->dims);
        if (!turns && moves && is_constant(b, push[n].f, b->dims, c))
            b->bodies.at[n].push = vec3_add(b->bodies.at[n].push, vec3(c[0], c[1], c[2]));
        else if (turns || moves)
            say_force(a, n, push[n].f, push[n].t);
    }
}

static void say_forces(Acts *a) {
    Back *b = a->b;
    Push *push = ARENA_NEW(b->arena, Push, b->bodies.count + 1);
    if (!push) b->failed = true;
    int before = -1;
    for (int k = 0; k < b->elements.count && !b->failed; k++) {
        const BackElement *at = &b->elements.at[k];
        if (at->kind == BACK_LOCK || at->node == before) continue;
        before = at->node;
        say_node(a, k, push);
    }
    for (int n = 1; n < b->bodies.count && !b->failed; n++) {
        clear(b, push);
        add_lent_turns(a, n, push);
        say_force(a, n, push[n].f, push[n].t);
    }
    find_gravity(b);
    if (!b->failed) say_pushes(a);
}

/* ---- Drives and couplings
 * ------------------------------------------------------------------------------ */

Vec3 jd_back_left_free(const BackJoint *joint) {
    Vec3 u[2] = {{0}};
    int n = 0;
    for (int k = 0; k < joint->rows.count && n < 2; k++)
        if (joint->rows.at[k].kind == ROW_SLIDE) u[n++] = joint->rows.at[k].u;
    return vec3_cross(u[0], u[1]);
}

/* Frees of the types that joints come back as: rows that change as they do. */
typedef struct {
    const char *type, *position, *rate;
    bool slides;
    Lock is;
} FreeOfType;
static const FreeOfType frees_of_types[] = {
    {"revolute", "angle", "rate", false, {{{1, VEC_W, VEC_ZI}}, 1, .velocity = true}},
    {"prismatic", "travel", "speed", true, {{{1, VEC_D, VEC_XI}}, 1}},
    {"pin-in-slot", "travel", "speed", true, {{{1, VEC_D, VEC_XI}}, 1}},
    {"pin-in-slot", "angle", "rate", false, {{{1, VEC_W, VEC_ZI}}, 1, .velocity = true}},
    {"cylindrical", "travel", "speed", true, {{{1, VEC_D, VEC_ZI}}, 1}},
    {"cylindrical", "angle", "rate", false, {{{1, VEC_W, VEC_ZI}}, 1, .velocity = true}},
    {"universal", "angle1", "rate1", false, {{{1, VEC_W, VEC_XI}}, 1, .velocity = true}},
    {"universal", "angle2", "rate2", false, {.turn = 1, .about = {{AXIS_X, AXIS_Y}, 2, 1}}},
};
enum { FREES_OF_TYPES = sizeof frees_of_types / sizeof *frees_of_types, FREES_OF_JOINT = 2 };

/* A free of a joint, as a row over all velocities. */
typedef struct {
    int joint;
    const FreeOfType *is;
    double *row;
} Free;

static void free_row(Back *b, const Free *f) {
    const BackJoint *joint = &b->joints.at[f->joint];
    const BackPair pair = {.back = b,
                           .i = joint->i,
                           .j = joint->j,
                           .frame_i = joint->frame_i,
                           .frame_j = joint->frame_j};
    double at[ROWS];
    jd_back_column(&pair, &f->is->is, at);
    for (int s = 0; s < SAMPLES; s++)
        for (int side = 0; side < 2; side++) {
            const int n = side ? joint->j : joint->i;
            const BackBody *body = &b->bodies.at[n];
            const double *from = at + s * PAIR_ROWS + side * BODY_ROWS;
            double *to = f->row + s * b->velocities;
            for (int k = 0; k < b->dims && n; k++)
                to[b->stores.at[body->moves].first + k] += from[k];
            for (int k = 0; k < b->turn_dims && n && body->turns >= 0; k++)
                to[b->stores.at[body->turns].first + k] += from[3 + (b->planar ? 2 : k)];
        }
}

static int find_frees(Back *b, Free *frees) {
    int count = 0;
    for (int k = 0; k < b->joints.count; k++)
        for (int n = 0; n < FREES_OF_TYPES; n++) {
            const char *type = b->joints.at[k].type; /* NULL: memory is out */
            if (!type || strcmp(frees_of_types[n].type, type) != 0) continue;
            frees[count] = (Free){k, &frees_of_types[n],
                                  ARENA_NEW(b->arena, double, SAMPLES * b->velocities + 1)};
            if (!frees[count].row) b->failed = true;
            if (b->failed) return 0;
            free_row(b, &frees[count++]);
        }
    return count;
}

/* row = c[0] x + c[1] y; y may be NULL. */
static bool fits_rows(const Back *b, const double *row, const double *x, const double *y,
                      double c[2]) {
    double xx = 0, xy = 0, yy = 0, rx = 0, ry = 0, rr = 0, off = 0;
    const int count = SAMPLES * b->velocities;
    for (int k = 0; k < count; k++) {
        const double p = x[k], q = y ? y[k] : 0, r = row[k];
        xx += p * p, xy += p * q, yy += q * q, rx += r * p, ry += r * q, rr += r * r;
    }
    const double det = y ? xx * yy - xy * xy : xx;
    if (!(det > 0)) return false;
    c[0] = y ? (rx * yy - ry * xy) / det : rx / xx;
    c[1] = y ? (ry * xx - rx * xy) / det : 0;
    for (int k = 0; k < count; k++) {
        const double left = row[k] - c[0] * x[k] - (y ? c[1] * y[k] : 0);
        off += left * left;
    }
    return sqrt(off) < fits * sqrt(rr);
}

static bool say_drive(Acts *a, const BackElement *element, const Free *f, double c) {
    Back *b = a->b;
    const Sym none = jd_sym_whole(b->pool, 0);
    Sym rest = jd_back_resolve(b, flow_of(b, element->bond, element->component));
    for (int v = 0; v < b->velocities && rest; v++) {
        const Sym name = jd_back_velocity(b, v);
        if (jd_sym_has(b->pool, rest, name)) rest = jd_sym_put(b->pool, rest, &name, &none, 1);
    }
    if (!rest) return false;
    rest = jd_sym_over(b->pool, jd_sym_minus(b->pool, rest),
                       jd_sym_number(b->pool, jd_number_of(jd_back_tidy(c, 1))));
    jd_text_print(b->out, "drive drive%d : %s.%s = (", ++a->drives, b->joints.at[f->joint].name,
                  f->is->rate);
    say(a, rest);
    jd_text_print(b->out, ")*1 %s\n", f->is->slides ? "m/s" : "1/s");
    return true;
}

static bool say_held(Acts *a, const BackElement *element, const Free *frees, int count) {
    Back *b = a->b;
    double c[2];
    for (int k = 0; k < count; k++)
        if (fits_rows(b, element->row, frees[k].row, NULL, c))
            return say_drive(a, element, &frees[k], c[0]);
    for (int k = 0; k < count; k++)
        for (int n = k + 1; n < count; n++) {
            if (!fits_rows(b, element->row, frees[k].row, frees[n].row, c)) continue;
            char ratio[40];
            jd_number_text(jd_back_tidy(-c[0] / c[1], 1), ratio, sizeof ratio);
            jd_text_print(b->out, "joint coupling%d : coupling %s.%s -- %s.%s ratio %s\n",
                          ++a->drives, b->joints.at[frees[k].joint].name, frees[k].is->position,
                          b->joints.at[frees[n].joint].name, frees[n].is->position, ratio);
            return true;
        }
    return false;
}

static void say_rest(Acts *a) {
    Back *b = a->b;
    Free *frees = ARENA_NEW(b->arena, Free, FREES_OF_JOINT * b->joints.count + 1);
    const int count = frees ? find_frees(b, frees) : 0;
    for (int k = 0; k < b->elements.count && !b->failed; k++) {
        BackElement *at = &b->elements.at[k];
        if (at->kind != BACK_LOCK || at->done) continue;
        double size = 0;
        for (int n = 0; n < SAMPLES * b->velocities; n++) size = fmax(size, fabs(at->row[n]));
        if (size < same) continue; /* nothing that moves */
        if (!say_held(a, at, frees, count))
            jd_back_refuse(b, at->node,
                           "what it holds is no sum of scalar products of two bodies, and moves no "
                           "two frees together",
                           "a lock of the model language is a sum of scalar products of d, OM, ON "
                           "and axes, or of velocities with one of these");
    }
}

/* ---- Signals and states
 * -------------------------------------------------------------------------------- */

static void say_signal(Acts *a, int n) {
    Back *b = a->b;
    const BondSignal *at = &b->graph->signals.at[n];
    const Sym is = jd_back_resolve(b, at->is);
    char start[40];
    if (!is) {
        b->failed = true;
        jd_report(b->log, JD_ERROR, "graph-no-mechanism", at->where,
                  "signal '%s' reads an effort, which follows from forces", at->name);
        return;
    }
    jd_number_text(at->start, start, sizeof start);
    if (at->integrates)
        jd_text_print(b->out, "state %s { start %s rate (", at->name, start);
    else
        jd_text_print(b->out, "signal %s = ", at->name);
    say(a, is);
    jd_text_print(b->out, at->integrates ? ")*1 1/s }\n" : "\n");
}

/* The way of a spring. */
static void say_ways(Acts *a) {
    Back *b = a->b;
    for (int k = 0; k < b->elements.count && !b->failed; k++) {
        const BackElement *at = &b->elements.at[k];
        const Sym flow = at->kind == BACK_SPRING
                             ? jd_back_resolve(b, flow_of(b, at->bond, at->component))
                             : SYM_NONE;
        char start[40];
        if (!flow) continue;
        const bool into = b->graph->bonds.at[at->bond].to == at->node;
        jd_number_text(jd_bonds_start(b->graph, at->node, at->component), start, sizeof start);
        jd_text_print(b->out, "state %s { start %s rate (", way_name(b, at), start);
        say(a, into ? flow : jd_sym_minus(b->pool, flow));
        jd_text_print(b->out, ")*1 1/s }\n");
    }
}

void jd_back_write_acts(Back *b) {
    Text *out = b->out, forces = {0};
    const int room = b->velocities + b->graph->signals.count + b->graph->parameters.count + 8;
    Acts a = {.b = b, .room = room};
    a.names = ARENA_NEW(b->arena, Sym, room), a.by = ARENA_NEW(b->arena, Sym, room);
    a.needed = ARENA_NEW(b->arena, bool, b->graph->signals.count + 1);
    if (!a.names || !a.by || !a.needed) b->failed = true;
    if (b->failed) return;
    name_all(&a);
    b->out = &forces;
    say_rest(&a);
    if (!b->failed) say_ways(&a);
    if (!b->failed) say_forces(&a);
    b->out = out;
    for (int n = 0; n < b->graph->signals.count && !b->failed; n++)
        if (a.needed[n]) say_signal(&a, n);
    jd_text_print(out, "%s", forces.at ? forces.at : "");
    if (forces.failed) b->failed = true;
    jd_text_free(&forces);
}
