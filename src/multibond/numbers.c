/* SPDX-License-Identifier: MIT
 *
 * Numbers of the graph's own equations where a mechanism stands: states from where its bodies are,
 * laws in causal order, efforts of what is held from linear equations. Where some of these repeat
 * others, these are left out: their efforts are zero. */
#include "multibond/numbers.h"
#include <stdlib.h>
#include <string.h>

/* ---- Making --------------------------------------------------------------------------------- */

typedef struct {
    int read, reader;
} Reading;

/* Of laws of loops: what of their own loop they read. */
static bool list_readings(const MultibondNumbers *n, Arena *arena, Reading **at, int *total) {
    const BondEquations *equations = n->equations;
    LIST(Reading) list = {0};
    for (int v = 0; v < equations->vars.count; v++) {
        const BondVar *var = &equations->vars.at[v];
        Sym *names = NULL;
        const int count = var->law && equations->blocks.at[var->block].loop
                              ? jd_sym_list_names(equations->pool, var->law, arena, &names)
                              : 0;
        if (count < 0) return false;
        for (int k = 0; k < count; k++) {
            const int read = jd_equations_var(equations, names[k]);
            if (read < 0 || equations->vars.at[read].block != var->block) continue;
            Reading *added = PUSH(arena, list);
            if (!added) return false;
            *added = (Reading){read, v};
        }
    }
    *at = list.at, *total = list.count;
    return true;
}

/* Of each variable those of its loop that read it, where it stands there, and what holds it. */
static bool map_loops(MultibondNumbers *n, Arena *arena) {
    const BondEquations *equations = n->equations;
    const int vars = equations->vars.count;
    Reading *readings;
    int total;
    if (!list_readings(n, arena, &readings, &total)) return false;
    n->first_reader = ARENA_NEW(arena, int, vars + 2);
    n->reader = ARENA_NEW(arena, int, total + 1);
    n->place = ARENA_NEW(arena, int, vars + 1);
    n->holder = ARENA_NEW(arena, int, vars + 1);
    n->moved = ARENA_NEW(arena, int, vars + 1);
    n->moves = ARENA_NEW(arena, bool, vars + 1);
    n->still = ARENA_NEW(arena, double, vars + 1);
    if (arena->failed) return false;
    for (int k = 0; k < total; k++) n->first_reader[readings[k].read + 2]++;
    for (int v = 0; v < vars; v++) n->first_reader[v + 2] += n->first_reader[v + 1];
    for (int k = 0; k < total; k++)
        n->reader[n->first_reader[readings[k].read + 1]++] = readings[k].reader;
    for (int v = 0; v < vars; v++) n->holder[v] = -1;
    for (int b = 0; b < equations->blocks.count; b++)
        for (int k = 0; k < equations->blocks.at[b].count; k++) {
            const int var = equations->blocks.at[b].vars[k], held = equations->vars.at[var].held;
            n->place[var] = k;
            if (held >= 0) n->holder[held] = var;
        }
    return true;
}

static bool make_tapes(MultibondNumbers *n, Arena *arena) {
    const BondEquations *equations = n->equations;
    const int count = equations->vars.count;
    int room = 1, breaks = 0;
    n->law = ARENA_NEW(arena, SymTape *, count + 1);
    n->number = ARENA_NEW(arena, int, count + 1);
    n->left_out = ARENA_NEW(arena, bool, count + 1);
    if (!n->law || !n->number || !n->left_out) return false;
    for (int v = 0; v < count; v++) {
        const BondVar *var = &equations->vars.at[v];
        n->number[v] = jd_sym_node(equations->pool, var->name)->name;
        if (!var->law) continue;
        n->law[v] = jd_sym_tape(equations->pool, &var->law, 1, arena);
        if (!n->law[v]) return false;
        if (jd_tape_room(n->law[v]) > room) room = jd_tape_room(n->law[v]);
    }
    for (int k = 0; k < equations->blocks.count; k++)
        if (equations->blocks.at[k].break_count > breaks)
            breaks = equations->blocks.at[k].break_count;
    n->time = jd_sym_node(equations->pool, jd_sym_name(equations->pool, "time"))->name;
    n->names = jd_sym_names(equations->pool);
    n->room = ARENA_NEW(arena, double, room);
    n->values = ARENA_NEW(arena, double, n->names + 1);
    n->right = ARENA_NEW(arena, double, breaks + 1);
    n->rest = ARENA_NEW(arena, double, breaks + 1);
    n->scale = ARENA_NEW(arena, double, breaks + 1);
    return jd_pivots_open(&n->pivots, breaks, arena) && map_loops(n, arena) && !arena->failed;
}

static int effort_of(const MultibondNumbers *n, int hold) {
    const MultibondHold *at = &n->graph->holds.at[hold];
    return n->equations->effort[n->graph->graph->bonds.at[at->bond].first + at->component];
}

static bool map_holds(MultibondNumbers *n) {
    const int count = n->graph->holds.count;
    n->hold_of = ARENA_NEW(n->graph->arena, int, n->equations->vars.count + 1);
    n->null = ARENA_NEW(n->graph->arena, double, count *count + 1);
    if (!n->hold_of || !n->null) return false;
    for (int v = 0; v < n->equations->vars.count; v++) n->hold_of[v] = -1;
    for (int k = 0; k < count; k++) n->hold_of[effort_of(n, k)] = k;
    return true;
}

/* With the unknowns (x', y): what is held without anything that returns it has none of them, so
 * that it must be differentiated once; with signals that return it, it has. */
static void find_index(MultibondNumbers *n) {
    BondEquations *equations = n->equations;
    equations->index = equations->dependent.count > 0;
    for (int b = 0; b < equations->blocks.count; b++)
        if (equations->blocks.at[b].loop) equations->index = 1;
    if (equations->helds.count && n->graph->def.method == LOCKS_MSE) equations->index = 2;
}

MultibondNumbers *jd_multibond_numbers(Multibond *graph, JdLog *log) {
    MultibondNumbers *n = ARENA_NEW(graph->arena, MultibondNumbers, 1);
    if (!n) return jd_report_memory(log), NULL;
    n->graph = graph;
    graph->graph->mechanism = true;
    if (!jd_bonds_assign(graph->graph, &graph->report, log)) return NULL;
    n->equations = jd_bonds_equations(graph->graph, graph->arena, log);
    if (!n->equations) return NULL;
    find_index(n);
    if (!map_holds(n)) return jd_report_memory(log), NULL;
    return make_tapes(n, graph->arena) ? n : (jd_report_memory(log), NULL);
}

/* ---- Where the mechanism stands ------------------------------------------------------------- */

static void set_name(MultibondNumbers *n, const char *name, double value) {
    const Sym sym = jd_sym_name(n->graph->pool, name);
    const int number = sym ? jd_sym_node(n->graph->pool, sym)->name : n->names;
    if (number < n->names) n->values[number] = value; /* of others nothing in the graph knows */
}

static void set_signal(MultibondNumbers *n, int signal, double value) {
    if (signal >= 0) n->values[n->number[n->equations->signal[signal]]] = value;
}

static Side side_of(const MultibondNumbers *n, int frame) {
    const JdSystem *s = n->graph->system;
    return s->kernel->side(s, n->motion, frame);
}

static int momentum(const MultibondNumbers *n, int node, int component) {
    return n->equations->state[node] + component;
}

/* Momenta of a body from its velocities, along the ground's and its own axes. */
void jd_mb_set_momenta(MultibondNumbers *n, int body, Vec3 v, Vec3 w) {
    const Multibond *g = n->graph;
    const MultibondBody *at = &g->body[body];
    const Axes user = g->planar ? axes_none : g->system->frame[body].local.axes;
    Vec3 own = axes_out(&user, w);
    own = vec3(at->turned[0] * own.x, at->turned[1] * own.y, at->turned[2] * own.z);
    const Vec3 spin = axes_in(&user, own);
    const double p[3] = {v.x, v.y, v.z}, turn[3] = {spin.x, spin.y, spin.z};
    for (int k = 0; k < (g->planar ? 2 : 3); k++)
        n->values[n->number[momentum(n, at->move[k].node, at->move[k].component)]] =
            at->moved * p[k];
    for (int k = g->planar ? 2 : 0; k < 3; k++)
        n->values[n->number[momentum(n, at->turn[k].node, at->turn[k].component)]] = turn[k];
}

static void place_body(MultibondNumbers *n, int body) {
    const Multibond *g = n->graph;
    const MultibondBody *at = &g->body[body];
    const Side side = side_of(n, body);
    const Vec3 own = axes_in(&side.axes, side.w);
    const double p[3] = {side.p.x, side.p.y, side.p.z};
    for (int k = 0; k < (g->planar ? 2 : 3); k++) set_signal(n, at->position + k, p[k]);
    jd_mb_set_momenta(n, body, side.v, own);
    if (g->planar) {
        set_signal(n, at->attitude, g->system->kernel->angle(g->system, n->motion, body));
    } else if (g->def.angles) {
        double angles[3];
        jd_axes_angles(&side.axes, g->def.sequence, 3, angles);
        for (int k = 0; k < 3; k++) set_signal(n, at->attitude + k, angles[k]);
    } else {
        const Quat q = jd_quat_from_axes(&side.axes);
        const double numbers[4] = {q.w, q.x, q.y, q.z};
        for (int k = 0; k < 4; k++) set_signal(n, at->attitude + k, numbers[k]);
    }
}

static void place_joint(MultibondNumbers *n, int joint) {
    const MultibondJoint *at = &n->graph->joint[joint];
    const SystemJoint *from = &n->graph->system->joint[joint];
    if (at->distance < 0) return;
    const Side i = side_of(n, from->frame_i), j = side_of(n, from->frame_j);
    const Vec3 d = axes_in(&i.axes, vec3_sub(j.p, i.p));
    const double numbers[3] = {d.x, d.y, d.z};
    for (int k = 0; k < (n->graph->planar ? 2 : 3); k++)
        set_signal(n, at->distance + k, numbers[k]);
}

/* ---- What comes from outside ------------------------------------------------------------------
 */

static void set_wrench(MultibondNumbers *n, int force, const char *side, int frame, Vec3 push,
                       Vec3 torque) {
    const JdSystem *s = n->graph->system;
    const int body = s->frame[frame].body;
    if (body == 0) return;
    const Side at = side_of(n, frame), centre = side_of(n, body);
    const Vec3 moment =
        axes_in(&centre.axes, vec3_add(torque, vec3_cross(vec3_sub(at.p, centre.p), push)));
    const double numbers[6] = {push.x, push.y, push.z, moment.x, moment.y, moment.z};
    static const char *const words[6] = {"fx", "fy", "fz", "tx", "ty", "tz"};
    for (int k = 0; k < 6; k++) {
        char name[160];
        snprintf(name, sizeof name, "%s.%s.%s", s->force[force].name, side, words[k]);
        set_name(n, name, numbers[k]);
    }
}

static void set_force(MultibondNumbers *n, int force) {
    const JdSystem *s = n->graph->system;
    const SystemForce *at = &s->force[force];
    const ForceOutput *out = &n->motion->forces[force];
    if (at->type->target == FORCE_ON_FREE) {
        char name[160];
        snprintf(name, sizeof name, "%s.effort", at->name);
        set_name(n, name, out->effort);
        return;
    }
    set_wrench(n, force, "j", at->frame_j, out->force, out->torque);
    if (at->type->target != FORCE_BETWEEN) return;
    const Side i = side_of(n, at->frame_i), j = side_of(n, at->frame_j);
    Vec3 torque = out->torque;
    if (at->type->at_n) torque = vec3_add(torque, vec3_cross(vec3_sub(j.p, i.p), out->force));
    set_wrench(n, force, "i", at->frame_i, vec3_scale(-1, out->force), vec3_scale(-1, torque));
}

static void set_soft(MultibondNumbers *n, int joint) {
    const JdSystem *s = n->graph->system;
    const SystemJoint *at = &s->joint[joint];
    for (int k = 0; at->elastic && k < at->locks; k++) {
        char name[160];
        RowNow row;
        s->kernel->row(s, n->motion, &at->lock_row[k], at->frame_i, at->frame_j, &row);
        snprintf(name, sizeof name, "%s_soft%d_effort", at->name, k + 1);
        set_name(n, name, -jd_soft_effort(&at->lock_row[k], row.f, row.rate));
    }
}

static void set_weight(MultibondNumbers *n, int body) {
    const JdSystem *s = n->graph->system;
    if (s->gravity_kind == GRAVITY_UNIFORM) return;
    const Vec3 g = jd_gravity_at(s, jd_now(n->motion), side_of(n, body).p);
    const double numbers[3] = {g.x, g.y, g.z};
    for (int k = 0; k < 3; k++) {
        char name[160];
        snprintf(name, sizeof name, "%s_weight%d", s->body[body].name, k + 1);
        set_name(n, name, s->body[body].mass * numbers[k]);
    }
}

static void set_drive(MultibondNumbers *n, int drive) {
    const JdSystem *s = n->graph->system;
    char name[160];
    double jet[3];
    snprintf(name, sizeof name, "%s_accel", s->drive[drive].name);
    jd_drive_jet(s, n->motion, drive, jet);
    set_name(n, name, jet[2]);
    snprintf(name, sizeof name, "%s_rate", s->drive[drive].name);
    set_name(n, name, jet[1]);
}

static void set_angle(MultibondNumbers *n, const MultibondAngle *angle) {
    if (angle->turn) {
        const JdSystem *s = n->graph->system;
        const SystemTurn *turn = &s->turn[angle->turn - 1];
        const Side a = side_of(n, turn->frame_i), b = side_of(n, turn->frame_j);
        const double now = turn->lock.turn * jd_lock_eval(&turn->lock, &a, &b).angle;
        set_signal(n, angle->signal, jd_counted(now, n->motion->turn[angle->turn - 1]));
        return;
    }
    const SystemJoint *at = &n->graph->system->joint[angle->joint];
    const Side i = side_of(n, at->frame_i), j = side_of(n, at->frame_j);
    double value = jd_lock_eval(&angle->lock, &i, &j).angle;
    for (int k = 0; k < at->locks; k++) { /* whole turns: those with which the lock is closed */
        const Row *row = &at->lock_row[k];
        if (row->lock.turn == 0) continue;
        const LockRow now = jd_lock_eval(&row->lock, &i, &j);
        value += 2 * pi * round(-now.f / (2 * pi * row->lock.turn));
    }
    set_signal(n, angle->signal, value);
}

static void set_rate(MultibondNumbers *n, int state) {
    char name[160];
    snprintf(name, sizeof name, "%s_rate_outside", n->graph->system->extra[state].name);
    set_name(n, name, n->motion->extra_rate[state]);
}

void jd_mb_outside(MultibondNumbers *n) {
    const JdSystem *s = n->graph->system;
    if (!n->graph->outsiders.count) return;
    for (int k = 0; k < s->extras && n->motion->extra_rate; k++) set_rate(n, k);
    for (int k = 1; k < s->bodies; k++) set_weight(n, k);
    for (int k = 0; k < s->joints; k++) set_soft(n, k);
    for (int k = 0; k < s->forces; k++) set_force(n, k);
    for (int k = 0; k < s->drives; k++) set_drive(n, k);
}

void jd_mb_place(MultibondNumbers *n) {
    const JdSystem *s = n->graph->system;
    memset(n->values, 0, sizeof(double) * (size_t)n->names);
    for (int k = 0; k < n->equations->states.count; k++)
        n->values[n->number[n->equations->states.at[k]]] =
            n->equations->vars.at[n->equations->states.at[k]].start;
    jd_mb_bend_springs(n);
    set_name(n, "time", n->motion->time);
    jd_mb_outside(n);
    for (int k = 1; k < s->bodies; k++) place_body(n, k);
    for (int k = 0; k < s->joints; k++) place_joint(n, k);
    for (int k = 0; k < n->graph->angles.count; k++) set_angle(n, &n->graph->angles.at[k]);
    for (int k = 0; k < s->extras && n->motion->extra; k++)
        set_signal(n, n->graph->own + k, n->motion->extra[k]);
}

/* ---- Laws in order ----------------------------------------------------------------------------
 */

static double law_value(const MultibondNumbers *n, int var) {
    double value = NAN;
    if (n->law[var]) jd_tape_run(n->law[var], n->values, n->room, &value);
    return value;
}

static void go_round(MultibondNumbers *n, const BondBlock *block, double *rest) {
    const BondEquations *equations = n->equations;
    for (int k = block->break_count; k < block->count; k++)
        n->values[n->number[block->vars[k]]] = law_value(n, block->vars[k]);
    for (int k = 0; k < block->break_count; k++) {
        const int var = block->vars[k], held = equations->vars.at[var].held;
        rest[k] =
            held >= 0 ? n->values[n->number[held]] : n->values[n->number[var]] - law_value(n, var);
    }
}

/* With the factors: what columns beyond the rank are of those before. */
static void find_null(MultibondNumbers *n, const BondBlock *block, const Pivots *f, int beyond) {
    const int holds = n->graph->holds.count;
    double *z = n->rest, *to = n->null + (size_t)n->redundant * (size_t)holds;
    for (int k = 0; k < f->n; k++) z[k] = 0;
    z[f->column[beyond]] = 1;
    for (int k = f->rank - 1; k >= 0; k--) {
        double sum = f->a[f->row[k] * f->n + f->column[beyond]];
        for (int j = k + 1; j < f->rank; j++)
            sum += f->a[f->row[k] * f->n + f->column[j]] * z[f->column[j]];
        z[f->column[k]] = -sum / f->a[f->row[k] * f->n + f->column[k]];
    }
    for (int k = 0; k < holds; k++) to[k] = 0;
    for (int k = 0; k < f->n; k++)
        if (n->hold_of[block->vars[k]] >= 0) to[n->hold_of[block->vars[k]]] = z[k];
}

static void set_breaks(MultibondNumbers *n, const BondBlock *block) {
    for (int k = 0; k < block->break_count; k++) n->values[n->number[block->vars[k]]] = 0;
}

/* ---- Loops: one column of their matrix for each break, by the laws that come to read it ---------
 */

static int in_order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* Places in the block whose values change with that of one break, in order of computing. */
static int list_moved(MultibondNumbers *n, const BondBlock *block, int one) {
    int count = 0;
    n->moved[count++] = one, n->moves[one] = true;
    for (int k = 0; k < count; k++) {
        const int var = block->vars[n->moved[k]];
        for (int r = n->first_reader[var]; r < n->first_reader[var + 1]; r++) {
            const int place = n->place[n->reader[r]];
            if (place < block->break_count || n->moves[place]) continue;
            n->moved[count++] = place, n->moves[place] = true;
        }
    }
    qsort(n->moved, (size_t)count, sizeof *n->moved, in_order);
    return count;
}

/* What must be zero, less what it is where all breaks are. */
static void find_entry(MultibondNumbers *n, const BondBlock *block, int row, int one) {
    const int var = block->vars[row], held = n->equations->vars.at[var].held;
    const double is =
        held >= 0 ? n->values[n->number[held]] : n->values[n->number[var]] - law_value(n, var);
    n->pivots.a[row * block->break_count + one] = is - n->right[row];
}

/* Of rows that read something that changes, or hold it. */
static void find_entries(MultibondNumbers *n, const BondBlock *block, int place, int one) {
    const int var = block->vars[place];
    if (n->holder[var] >= 0) find_entry(n, block, n->place[n->holder[var]], one);
    for (int r = n->first_reader[var]; r < n->first_reader[var + 1]; r++) {
        const int row = n->place[n->reader[r]];
        if (row < block->break_count && n->equations->vars.at[n->reader[r]].held < 0)
            find_entry(n, block, row, one);
    }
}

/* All values are as they were again behind it. */
static void find_column(MultibondNumbers *n, const BondBlock *block, int one) {
    const int count = list_moved(n, block, one);
    n->values[n->number[block->vars[one]]] = 1;
    for (int k = 1; k < count; k++) {
        const int var = block->vars[n->moved[k]];
        n->values[n->number[var]] = law_value(n, var);
    }
    if (n->equations->vars.at[block->vars[one]].held < 0) find_entry(n, block, one, one);
    for (int k = 0; k < count; k++) find_entries(n, block, n->moved[k], one);
    for (int k = 0; k < count; k++) {
        const int place = n->moved[k];
        n->values[n->number[block->vars[place]]] = n->still[place];
        n->moves[place] = false;
    }
}

static void find_matrix(MultibondNumbers *n, const BondBlock *block) {
    set_breaks(n, block);
    go_round(n, block, n->right);
    const size_t size = (size_t)block->break_count;
    for (int k = 0; k < block->count; k++) n->still[k] = n->values[n->number[block->vars[k]]];
    memset(n->pivots.a, 0, size * size * sizeof *n->pivots.a);
    for (int c = 0; c < block->break_count; c++) find_column(n, block, c);
}

static bool solve_loop(MultibondNumbers *n, const BondBlock *block) {
    const int size = block->break_count;
    double *rest = n->rest, *right = n->right, *a = n->pivots.a, *scale = n->scale;
    find_matrix(n, block);
    for (int k = 0; k < size; k++) {
        const double own = fabs(a[k * size + k]);
        if (isnan(own)) return false;
        scale[k] = own > 0 ? 1 / sqrt(own) : 1;
    }
    for (int r = 0; r < size; r++)
        for (int c = 0; c < size; c++) a[r * size + c] *= scale[r] * scale[c];
    jd_pivots_find(&n->pivots, size);
    for (int k = 0; k < size; k++) n->left_out[block->vars[k]] = false;
    for (int k = n->pivots.rank; k < size; k++) {
        n->left_out[block->vars[n->pivots.column[k]]] = true;
        if (n->redundant < n->graph->holds.count) find_null(n, block, &n->pivots, k);
        n->redundant++;
    }
    set_breaks(n, block);
    for (int round = 0; round < 3;
         round++) { /* what the first leaves of rounding goes with the others */
        go_round(n, block, right);
        for (int k = 0; k < size; k++) right[k] *= -scale[k];
        jd_pivots_solve(&n->pivots, right, rest);
        for (int k = 0; k < size; k++) n->values[n->number[block->vars[k]]] += scale[k] * rest[k];
    }
    go_round(n, block, right);
    return true;
}

void jd_mb_go_open(MultibondNumbers *n, bool loops) {
    for (int k = 0; k < n->equations->blocks.count; k++) {
        const BondBlock *block = &n->equations->blocks.at[k];
        if (block->loop && loops) set_breaks(n, block), go_round(n, block, n->right);
        if (!block->loop && n->law[block->vars[0]])
            n->values[n->number[block->vars[0]]] = law_value(n, block->vars[0]);
    }
}

bool jd_mb_go(MultibondNumbers *n) {
    n->redundant = 0;
    for (int k = 0; k < n->equations->blocks.count; k++) {
        const BondBlock *block = &n->equations->blocks.at[k];
        if (block->loop && !solve_loop(n, block)) return false;
        if (!block->loop && n->law[block->vars[0]])
            n->values[n->number[block->vars[0]]] = law_value(n, block->vars[0]);
    }
    return true;
}

bool jd_multibond_evaluate(MultibondNumbers *n, const Motion *motion, int *hold) {
    n->motion = motion;
    *hold = -1;
    jd_mb_place(n);
    if (!jd_mb_go(n)) return false;
    for (int k = 0; k < n->graph->holds.count && n->redundant; k++) {
        const MultibondHold *at = &n->graph->holds.at[k];
        if (n->left_out[n->equations
                            ->effort[n->graph->graph->bonds.at[at->bond].first + at->component]])
            *hold = k;
    }
    return true;
}

/* By rank, of flow sources: where some laws of loops are one, others must be differentiated. */
void jd_multibond_index_by_rank(MultibondNumbers *n) {
    if (n->graph->def.method == LOCKS_SF && n->redundant) n->equations->index = 2;
}

/* ---- What comes out ----------------------------------------------------------------------------
 */

static double rate_of(const MultibondNumbers *n, int state) {
    const int dot = n->equations->vars.at[state].dot;
    return dot >= 0 ? n->values[n->number[dot]] : NAN;
}

static Vec3 turn_rate(const MultibondNumbers *n, int body) {
    const JdSystem *s = n->graph->system;
    const MultibondBody *at = &n->graph->body[body];
    double rate[3];
    for (int k = 0; k < 3; k++)
        rate[k] = rate_of(n, momentum(n, at->turn[k].node, at->turn[k].component));
    const Vec3 p = vec3(rate[0], rate[1], rate[2]);
    const Vec3 own = axes_out(&s->frame[body].local.axes, p); /* along principal axes */
    const double *turning = at->turned;
    return vec3(own.x / turning[0], own.y / turning[1], own.z / turning[2]);
}

void jd_multibond_accelerations(const MultibondNumbers *n, double *a) {
    const JdSystem *s = n->graph->system;
    const int linear = s->kernel->linear;
    for (int b = 1; b < s->bodies; b++, a += s->kernel->nv) {
        const MultibondBody *at = &n->graph->body[b];
        for (int k = 0; k < linear; k++)
            a[k] = rate_of(n, momentum(n, at->move[k].node, at->move[k].component)) / at->moved;
        if (n->graph->planar) {
            a[linear] =
                rate_of(n, momentum(n, at->turn[2].node, at->turn[2].component)) / at->turned[2];
            continue;
        }
        const Vec3 turn = turn_rate(n, b);
        a[3] = turn.x, a[4] = turn.y, a[5] = turn.z;
    }
}

const BondEquations *jd_multibond_equations(const MultibondNumbers *n) {
    return n->equations;
}

bool jd_multibond_repeats(const MultibondNumbers *n, int hold) {
    return n->redundant && n->left_out[effort_of(n, hold)];
}

int jd_multibond_redundant(const MultibondNumbers *n) {
    return n->redundant;
}

double jd_multibond_null(const MultibondNumbers *n, int combination, int hold) {
    return n->null[combination * n->graph->holds.count + hold];
}

const double *jd_multibond_values(const MultibondNumbers *n) {
    return n->values;
}

double jd_multibond_state(const MultibondNumbers *n, int var) {
    return n->values[n->number[var]];
}

double jd_multibond_effort(const MultibondNumbers *n, int hold) {
    const MultibondHold *at = &n->graph->holds.at[hold];
    return n->values[n->number[n->equations->effort[n->graph->graph->bonds.at[at->bond].first +
                                                    at->component]]];
}

/* Efforts of a bond as a vector. */
static Vec3 efforts_of(const MultibondNumbers *n, const MultibondCarrier *carrier) {
    const Bond *bond = &n->graph->graph->bonds.at[carrier->bond];
    const bool turns = carrier->carries % 2;
    double e[3] = {0};
    for (int k = 0; k < jd_bond_dimension(bond); k++) {
        const double value = n->values[n->number[n->equations->effort[bond->first + k]]];
        e[carrier->component >= 0 ? carrier->component : turns && n->graph->planar ? 2 : k] = value;
    }
    return vec3(e[0], e[1], e[2]);
}

static void add_carried(const MultibondNumbers *n, const MultibondCarrier *carrier, bool side_j,
                        Wrench *wrench) {
    const JdSystem *s = n->graph->system;
    const SystemJoint *joint = &s->joint[carrier->joint];
    const Side i = side_of(n, joint->frame_i), j = side_of(n, joint->frame_j);
    const int body = side_j ? joint->body_j : joint->body_i;
    const Side centre = side_of(n, body);
    const Vec3 e = efforts_of(n, carrier);
    const bool turns = carrier->carries % 2;
    Vec3 push = vec3(0, 0, 0), at = j.p;
    if (carrier->carries <= CARRIES_SPIN)
        push = axes_out(&i.axes, vec3_scale(side_j ? -1 : 1, e));
    else if ((carrier->carries >= CARRIES_END_J) == side_j)
        push = axes_out(&centre.axes, vec3_scale(-1, e)), at = side_j ? j.p : i.p;
    if (turns)
        wrench->torque = vec3_add(wrench->torque, push);
    else {
        wrench->force = vec3_add(wrench->force, push);
        wrench->torque = vec3_add(wrench->torque, vec3_cross(vec3_sub(at, centre.p), push));
    }
}

Wrench jd_multibond_wrench(const MultibondNumbers *n, int joint, bool side_j) {
    Wrench wrench = {{0, 0, 0}, {0, 0, 0}};
    for (int k = 0; k < n->graph->holds.count; k++) {
        const MultibondHold *hold = &n->graph->holds.at[k];
        if (hold->joint != joint || hold->drive >= 0) continue;
        for (int c = 0; c < hold->carriers; c++)
            add_carried(n, &n->graph->carriers.at[hold->first_carrier + c], side_j, &wrench);
    }
    return wrench;
}
