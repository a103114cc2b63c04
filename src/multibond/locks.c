/* SPDX-License-Identifier: MIT
 *
 * What holds the locks of joints, couplings and drives. A locked component of the relative twist
 * has its element directly; any other lock is a row of a transformer onto a 0-junction with its
 * element. */
#include "multibond/inside.h"
#include <string.h>

static const char *const method_words[LOCKS_METHODS] = {"mse", "baumgarte", "rc", "sf"};

const char *jd_lock_method(LockMethod method) {
    return method_words[method];
}

/* ---- Elements ------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    BondKind kind;
    int dimension, joint;
    bool velocity, turns;
    Sym phi; /* of dimension 1 */
} Element;

static void scalar_block(SymBlock *block, Sym value) {
    *block = (SymBlock){.rows = 1, .columns = 1, .at = {value}};
}

static int add_source(Builder *b, int from, const Element *e, int *bond) {
    const MultibondDef *def = &b->graph->def;
    SymPool *pool = b->graph->pool;
    BondNode node = {.name = e->name, .type = jd_bond_type_find("MSe"), .part = b->part};
    node.constraint.holds = true;
    if (def->method == LOCKS_BAUMGARTE && e->velocity)
        node.constraint.gamma = jd_mb_number(pool, def->gamma);
    if (def->method == LOCKS_BAUMGARTE && !e->velocity) {
        node.constraint.alpha = jd_mb_number(pool, def->alpha);
        node.constraint.beta = jd_mb_number(pool, def->beta);
        node.constraint.integral = e->phi;
        node.constraint.from_start = !e->phi;
    }
    const int index = b->failed ? -1 : jd_bonds_add_node(b->graph->graph, &node, b->log);
    if (index < 0) b->failed = true;
    *bond = jd_mb_bond(b, from, index, e->kind, e->dimension);
    return index;
}

/* A spring and a damper; the compliance counts as what holds. */
static int add_spring(Builder *b, int from, const Element *e, int *bond) {
    const MultibondDef *def = &b->graph->def;
    SymPool *pool = b->graph->pool;
    SymBlock value;
    const int both = jd_mb_node(b, "one", e->name, NULL);
    *bond = jd_mb_bond(b, from, both, e->kind, e->dimension);
    scalar_block(&value, jd_mb_number(pool, 1 / def->stiffness));
    const int spring = jd_mb_node(b, "C", jd_mb_name(b, e->name, "C"), &value);
    jd_mb_bond(b, both, spring, e->kind, e->dimension);
    scalar_block(&value, jd_mb_number(pool, def->damping));
    const int damper = jd_mb_node(b, "R", jd_mb_name(b, e->name, "R"), &value);
    jd_mb_bond(b, both, damper, e->kind, e->dimension);
    jd_mb_element(b, spring, e->joint, -1);
    jd_mb_element(b, damper, e->joint, -1);
    return spring;
}

static int add_flow(Builder *b, int from, const Element *e, int *bond) {
    SymBlock none = {.rows = e->dimension, .columns = 1};
    for (int k = 0; k < 9; k++) none.at[k] = jd_sym_whole(b->graph->pool, 0);
    const int node = jd_mb_node(b, "Sf", e->name, &none);
    *bond = jd_mb_bond(b, from, node, e->kind, e->dimension);
    return node;
}

static int add_element(Builder *b, int from, const Element *e, int *bond) {
    static int (*const add[LOCKS_METHODS])(Builder *, int, const Element *,
                                           int *) = {add_source, add_source, add_spring, add_flow};
    return add[b->graph->def.method](b, from, e, bond);
}

static MultibondHold *add_hold(Builder *b, const char *name) {
    MultibondHold *hold = PUSH(b->graph->arena, b->graph->holds);
    if (!hold) {
        b->failed = true;
        return &b->spare;
    }
    *hold = (MultibondHold){.name = name,
                            .lock = -1,
                            .twist = -1,
                            .drive = -1,
                            .first_carrier = b->graph->carriers.count};
    return hold;
}

static void add_carrier(Builder *b, int bond, int joint, int component, Carried carries) {
    MultibondCarrier *carrier = PUSH(b->graph->arena, b->graph->carriers);
    if (carrier) *carrier = (MultibondCarrier){bond, joint, component, carries};
    if (!carrier) b->failed = true;
}

/* ---- Left out ------------------------------------------------------------------------------- */

enum { WORDS = 64 };

/* The word number `n` of a list; its length, 0 past the end. */
static size_t word_of(const char *list, int n, const char **word) {
    for (const char *at = list ? list : "";; n--) {
        at += strspn(at, " ,");
        const size_t length = strcspn(at, " ,");
        if (!length || n == 0) return *word = at, length;
        at += length;
    }
}

/* Whether nothing is to hold this one. */
static bool is_left_out(Builder *b, const char *name) {
    const char *word;
    size_t length;
    for (int n = 0; n < WORDS && (length = word_of(b->graph->def.without, n, &word)) > 0; n++) {
        if (!name || strlen(name) != length || strncmp(name, word, length) != 0) continue;
        b->left_out |= (uint64_t)1 << n;
        return true;
    }
    return false;
}

static void check_left_out(Builder *b) {
    const char *word;
    size_t length;
    for (int n = 0; !b->failed && (length = word_of(b->graph->def.without, n, &word)) > 0; n++) {
        if (n < WORDS && b->left_out >> n & 1) continue;
        char said[80];
        snprintf(said, sizeof said, "%.*s", (int)length, word);
        Nearest nearest = {.word = said};
        for (int k = 0; k < b->graph->holds.count; k++)
            jd_nearest_try(&nearest, b->graph->holds.at[k].name);
        jd_report(b->log, JD_ERROR, "graph-without", nowhere,
                  "'%.*s' is no lock that could be left out", (int)length, word);
        if (nearest.best) jd_hint(b->log, "did you mean '%s'?", nearest.best);
        jd_hint(b->log, "the table of locks of `jourdain bond MODEL` has their names");
        b->told = true;
        return;
    }
}

/* ---- Locked components ---------------------------------------------------------------------- */

static const char *const twist_words[TWIST] = {"x", "y", "z", "wx", "wy", "wz"};

/* What stays zero with a component: the distance but for what it is where the lock is closed, or an
 * axis of frame j that leaves one of frame i. SYM_NONE: it is integrated from the start on. */
static Sym phi_of(Builder *b, int joint, int component) {
    const MultibondJoint *at = &b->graph->joint[joint];
    SymPool *pool = b->graph->pool;
    if (component < 3) {
        const SystemJoint *from = &b->graph->system->joint[joint];
        for (int n = 0; n < from->locks;
             n++) { /* a lock of this component alone has its constant */
            const Lock *lock = &from->lock_row[n].lock;
            const TwistRow row = jd_mb_twist_row(b->graph->system, joint, lock, (bool[TWIST]){0});
            bool alone = row.constant && fabs(row.at[component]) == 1 && lock->turn == 0;
            for (int k = 0; k < TWIST; k++) alone = alone && (k == component || row.at[k] == 0);
            if (alone)
                return jd_sym_add(pool, at->d.c[component],
                                  jd_mb_number(pool, lock->constant / row.at[component]));
        }
        return at->direct[0] && at->direct[1] && (at->direct[2] || b->graph->planar)
                   ? at->d.c[component]
                   : SYM_NONE;
    }
    return SYM_NONE;
}

static void hold_component(Builder *b, int joint, int from, int component) {
    const char *joint_name = b->graph->system->joint[joint].name;
    const char *name =
        jd_arena_format(b->graph->arena, "%s_L%s", joint_name, twist_words[component]);
    Element e = {.name = name ? name : "",
                 .kind = component < 3 ? BOND_MOVES : BOND_TURNS,
                 .dimension = 1,
                 .joint = joint};
    e.phi = phi_of(b, joint, component);
    MultibondHold *hold = add_hold(b, e.name);
    hold->joint = joint;
    hold->twist = component;
    hold->phi = e.phi;
    hold->node = add_element(b, from, &e, &hold->bond);
    add_carrier(b, hold->bond, joint, component % 3, component < 3 ? CARRIES_SPEED : CARRIES_SPIN);
    hold->carriers = 1;
}

/* All components at once: one vector element, and a hold for each. */
static void hold_all(Builder *b, int joint, int from, bool turns) {
    const Element e = {.name =
                           jd_mb_name(b, b->graph->system->joint[joint].name, turns ? "Lw" : "L"),
                       .kind = turns ? BOND_TURNS : BOND_MOVES,
                       .dimension = turns ? b->rotation : b->translation,
                       .joint = joint};
    int bond;
    const int node = add_element(b, from, &e, &bond);
    for (int k = 0; k < e.dimension; k++) {
        const int component = turns ? 3 + jd_mb_component(b, true, k) : k;
        const char *name = jd_arena_format(b->graph->arena, "%s[%d]", e.name, k + 1);
        MultibondHold *hold = add_hold(b, e.dimension > 1 && name ? name : e.name);
        hold->joint = joint, hold->twist = component;
        hold->node = node, hold->bond = bond, hold->component = k;
        hold->phi = phi_of(b, joint, component);
        if (k == 0)
            add_carrier(b, bond, joint, -1, turns ? CARRIES_SPIN : CARRIES_SPEED),
                hold->carriers = 1;
    }
}

static void add_rest(Builder *b, int from, const char *name, BondKind kind, int dimension) {
    SymBlock none = {.rows = dimension, .columns = 1};
    for (int k = 0; k < 9; k++) none.at[k] = jd_sym_whole(b->graph->pool, 0);
    jd_mb_bond(b, from, jd_mb_node(b, "Se", name, &none), kind, dimension);
}

/* By the name of its component, or of its place in the vector. */
static bool component_left_out(Builder *b, int joint, bool turns, int k, int dimension) {
    const char *name = b->graph->system->joint[joint].name, *letter = turns ? "w" : "";
    const int component = (turns ? 3 : 0) + jd_mb_component(b, turns, k);
    const char *own = jd_arena_format(b->graph->arena, "%s_L%s", name, twist_words[component]),
               *place = jd_arena_format(b->graph->arena, "%s_L%s[%d]", name, letter, k + 1),
               *whole = jd_arena_format(b->graph->arena, "%s_L%s", name, letter);
    return is_left_out(b, own) || is_left_out(b, place) ||
           (dimension == 1 && is_left_out(b, whole));
}

/* Some components of a vector: apart they come by a splitter; free ones have no effort. */
static void hold_some(Builder *b, int joint, int from, bool turns) {
    const MultibondJoint *at = &b->graph->joint[joint];
    const char *name = b->graph->system->joint[joint].name;
    const BondKind kind = turns ? BOND_TURNS : BOND_MOVES;
    const int dimension = turns ? b->rotation : b->translation;
    const int split = jd_mb_node(b, "splitter", jd_mb_name(b, name, turns ? "Sw" : "S"), NULL);
    jd_mb_bond(b, from, split, kind, dimension);
    for (int k = 0; k < dimension; k++) {
        const int component = (turns ? 3 : 0) + jd_mb_component(b, turns, k);
        const char *open =
            jd_arena_format(b->graph->arena, "%s_free_%s", name, twist_words[component]);
        if (at->direct[component] && !component_left_out(b, joint, turns, k, dimension))
            hold_component(b, joint, split, component);
        else
            add_rest(b, split, open ? open : "", kind, 1);
    }
}

static void hold_twist(Builder *b, int joint, bool turns) {
    const MultibondJoint *at = &b->graph->joint[joint];
    const int dimension = turns ? b->rotation : b->translation, from = turns ? at->spin : at->speed;
    int locked = 0;
    for (int k = 0; k < dimension; k++)
        locked += at->direct[(turns ? 3 : 0) + jd_mb_component(b, turns, k)] &&
                  !component_left_out(b, joint, turns, k, dimension);
    const bool alone = b->graph->def.method == LOCKS_BAUMGARTE && dimension > 1;
    if (locked == dimension && !alone)
        hold_all(b, joint, from, turns);
    else if (locked > 0)
        hold_some(b, joint, from, turns);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    int joint, to;
} RowEnd;

static void row_bond(Builder *b, const RowEnd *end, int from, Carried carries, SymVec row) {
    const bool turns = carries % 2;
    const char *name = end->name;
    const int to = end->to, joint = end->joint;
    static const char *const words[] = {"v", "w", "vi", "wi", "vj", "wj"};
    if (from < 0 || jd_mb_row_empty(b, turns, row)) return;
    const SymBlock modulus = jd_mb_row(b, turns, row);
    const int node = jd_mb_node(b, "MTF", jd_mb_name(b, name, words[carries]), &modulus);
    const BondKind kind = turns ? BOND_TURNS : BOND_MOVES;
    const int bond = jd_mb_bond(b, from, node, kind, modulus.columns);
    jd_mb_bond(b, node, to, BOND_PLAIN, 1);
    add_carrier(b, bond, joint, -1, carries);
}

/* Without locked components, which have no speed. */
static void relative_bonds(Builder *b, int joint, const Lock *lock, const char *name, int to,
                           double factor) {
    SymPool *pool = b->graph->pool;
    const MultibondJoint *at = &b->graph->joint[joint];
    const TwistRow numbers = jd_mb_twist_row(b->graph->system, joint, lock, at->direct);
    SymRow row = jd_mb_lock_row(b, joint, lock);
    const RowEnd end = {name, joint, to};
    for (int k = 0; k < 3; k++) {
        if (numbers.constant)
            row.speed.c[k] = jd_mb_number(pool, numbers.at[k]),
            row.spin.c[k] = jd_mb_number(pool, numbers.at[k + 3]);
        if (at->direct[k]) row.speed.c[k] = jd_sym_whole(pool, 0);
        if (at->direct[k + 3]) row.spin.c[k] = jd_sym_whole(pool, 0);
    }
    row_bond(b, &end, at->speed, CARRIES_SPEED, jd_mb_times(pool, factor, row.speed));
    row_bond(b, &end, at->spin, CARRIES_SPIN, jd_mb_times(pool, factor, row.spin));
}

static SymVec along(Builder *b, const MultibondBody *body, double factor, SymVec v) {
    SymPool *pool = b->graph->pool;
    return jd_mb_times(pool, factor, jd_mb_in(pool, &body->axes, v));
}

void jd_mb_row_bonds(Builder *b, int joint, const Lock *lock, const char *name, int to,
                     double factor) {
    const MultibondJoint *at = &b->graph->joint[joint];
    const SystemJoint *from = &b->graph->system->joint[joint];
    if (jd_mb_lock_relative(lock)) {
        relative_bonds(b, joint, lock, name, to, factor);
        return;
    }
    const SymRow row = jd_mb_lock_row(b, joint, lock);
    const RowEnd end = {name, joint, to};
    const MultibondBody *i = &b->graph->body[from->body_i], *j = &b->graph->body[from->body_j];
    if (from->body_i) {
        row_bond(b, &end, at->end_i, CARRIES_END_I, along(b, i, factor, row.end_i));
        row_bond(b, &end, i->turns, CARRIES_TURN_I, along(b, i, factor, row.turn_i));
    }
    if (from->body_j) {
        row_bond(b, &end, at->end_j, CARRIES_END_J, along(b, j, factor, row.end_j));
        row_bond(b, &end, j->turns, CARRIES_TURN_J, along(b, j, factor, row.turn_j));
    }
}

/* An angle that a lock counts, as a signal: the integral of its rate. */
static Sym counted_angle(Builder *b, int joint, const Lock *lock, const char *name) {
    Lock alone = {.turn = 1, .about = lock->about};
    const MultibondJoint *at = &b->graph->joint[joint];
    SymPool *pool = b->graph->pool;
    const TwistRow numbers = jd_mb_twist_row(b->graph->system, joint, &alone, at->direct);
    const SymRow row = jd_mb_lock_row(b, joint, &alone);
    Sym rate = jd_sym_whole(pool, 0);
    for (int k = 0; k < b->rotation; k++) {
        const int c = jd_mb_component(b, true, k);
        const Sym by = numbers.constant ? jd_mb_number(pool, numbers.at[3 + c]) : row.spin.c[c];
        if (!at->direct[3 + c])
            rate = jd_sym_add(pool, rate, jd_sym_times(pool, by, jd_mb_flow(b, at->spin_bond, k)));
    }
    const int signal = jd_mb_signal(b, jd_mb_name(b, name, "angle"), rate, true);
    MultibondAngle *angle = PUSH(b->graph->arena, b->graph->angles);
    if (!angle) b->failed = true;
    if (angle) *angle = (MultibondAngle){.signal = signal, .joint = joint, .lock = alone};
    return jd_mb_signal_name(b, signal);
}

static void hold_row(Builder *b, int joint, int number) {
    const SystemJoint *from = &b->graph->system->joint[joint];
    const Row *at = &from->lock_row[number];
    SymPool *pool = b->graph->pool;
    const char *name = jd_arena_format(b->graph->arena, "%s_L%d", from->name, number + 1);
    const char *junction = jd_arena_format(b->graph->arena, "%s_lock%d", from->name, number + 1);
    const int first = b->graph->carriers.count;
    if (!name || !junction) b->failed = true;
    if (b->failed) return;
    if (is_left_out(b, name)) return;
    const int sum = jd_mb_node(b, "zero", junction, NULL);
    Element e = {
        .name = name, .kind = BOND_PLAIN, .dimension = 1, .joint = joint, .velocity = at->velocity};
    if (from->couples) {
        for (int side = 0; side < 2; side++) {
            const SystemJoint *of = &b->graph->system->joint[from->coupled[side]];
            jd_mb_row_bonds(b, from->coupled[side], &of->free_row[from->coupled_free[side]].lock,
                            jd_mb_name(b, junction, side ? "b" : "a"), sum, at->lock.q[side]);
        }
    } else {
        jd_mb_row_bonds(b, joint, &at->lock, junction, sum, 1);
        if (!at->velocity) e.phi = jd_mb_lock_row(b, joint, &at->lock).value;
        if (!at->velocity && at->lock.turn != 0 && b->graph->def.method == LOCKS_BAUMGARTE)
            e.phi = jd_sym_add(pool, e.phi,
                               jd_sym_times(pool, jd_mb_number(pool, at->lock.turn),
                                            counted_angle(b, joint, &at->lock, junction)));
    }
    MultibondHold *hold = add_hold(b, name);
    hold->first_carrier = first;
    hold->carriers = b->graph->carriers.count - first;
    hold->joint = joint, hold->lock = number, hold->velocity = at->velocity, hold->phi = e.phi;
    hold->node = add_element(b, sum, &e, &hold->bond);
}

/* What a joint that gives way has along a lock: its spring, with backlash the part beyond it, and
 * its damper. theory (4.14), (4.15) */
static Sym soft_effort(Builder *b, const Row *row, Sym f, Sym rate) {
    SymPool *pool = b->graph->pool;
    Sym bent = f, share = jd_sym_whole(pool, 1);
    if (row->backlash > 0) {
        const Sym half = jd_mb_number(pool, row->backlash), over = jd_sym_over(pool, f, half),
                  inside = jd_sym_call(pool, jd_sym_function("tanh"), &over, 1);
        bent = jd_sym_subtract(pool, f, jd_sym_times(pool, half, inside));
        share = jd_sym_times(pool, inside, inside);
    }
    const Sym brake = jd_sym_times(pool, jd_mb_number(pool, row->damping), rate);
    return jd_sym_add(pool, jd_sym_times(pool, jd_mb_number(pool, row->stiffness), bent),
                      jd_sym_times(pool, share, brake));
}

static void add_soft(Builder *b, int joint, int number) {
    const SystemJoint *from = &b->graph->system->joint[joint];
    const Row *row = &from->lock_row[number];
    SymBlock value;
    const char *name = jd_arena_format(b->graph->arena, "%s_soft%d", from->name, number + 1);
    if (!name) b->failed = true;
    if (b->failed) return;
    const int sum = jd_mb_node(b, "zero", jd_mb_name(b, name, "sum"), NULL);
    jd_mb_row_bonds(b, joint, &row->lock, name, sum, 1);
    const Sym f = row->velocity ? jd_sym_whole(b->graph->pool, 0) : jd_mb_lock_value(b, joint, row);
    const char *outside = jd_arena_format(b->graph->arena, "%s_effort", name);
    scalar_block(&value, jd_sym_name(b->graph->pool, outside ? outside : ""));
    const int node = jd_mb_node(b, "MSe", name, &value);
    const int bond = jd_mb_bond(b, sum, node, BOND_PLAIN, 1);
    if (b->failed) return;
    if (f)
        jd_mb_signal(b, outside, soft_effort(b, row, f, jd_mb_flow(b, bond, 0)), false);
    else
        jd_mb_outsider(b, "elastic joint", from->name, "it counts an angle that nobody counts");
}

static bool has_bond(const Builder *b, int node) {
    return node >= 0 && b->graph->graph->nodes.at[node].ports.count > 1;
}

void jd_mb_add_locks(Builder *b, int joint) {
    const SystemJoint *from = &b->graph->system->joint[joint];
    MultibondJoint *to = &b->graph->joint[joint];
    jd_mb_enter(b, PART_JOINT, joint);
    if (from->elastic) {
        for (int n = 0; n < from->locks; n++) add_soft(b, joint, n);
        return;
    }
    if (from->couples) {
        for (int n = 0; n < from->locks; n++) hold_row(b, joint, n);
        return;
    }
    jd_mb_sort_locks(b->graph->system, joint, to);
    hold_twist(b, joint, false);
    hold_twist(b, joint, true);
    for (int n = 0; n < from->locks && !b->failed; n++)
        if (to->row[n]) hold_row(b, joint, n);
}

/* ---- Drives --------------------------------------------------------------------------------- */

/* The rate that a drive prescribes, of the time; one that is no formula is a number from outside,
 * with its rate. */
static Sym drive_rate(Builder *b, int drive, const char *name) {
    SymPool *pool = b->graph->pool;
    const ModelDrive *from = &b->model->drives.at[drive];
    JdLog *quiet = jd_log_new();
    Sym is = quiet ? jd_sym_of_expr(pool, from->motion, quiet) : SYM_NONE;
    if (!quiet) b->failed = true;
    jd_log_free(quiet);
    if (is && !from->of_rate) is = jd_sym_derive(pool, is, jd_sym_name(pool, "time"));
    if (is) return is;
    if (!b->laws.drive[drive].unknown) return b->laws.drive[drive].of[1];
    const char *accel = jd_mb_name(b, name, "accel");
    jd_mb_outsider(b, "drive", name, b->laws.drive[drive].unknown);
    return jd_mb_signal_name(
        b, jd_mb_signal(b, jd_mb_name(b, name, "rate"), jd_sym_name(pool, accel), true));
}

static void add_drive(Builder *b, int drive) {
    const JdSystem *s = b->graph->system;
    const SystemDrive *from = &s->drive[drive];
    const SystemJoint *joint = &s->joint[from->joint];
    SymBlock value;
    jd_mb_enter(b, PART_JOINT, from->joint);
    const int sum = jd_mb_node(b, "zero", jd_mb_name(b, from->name, "sum"), NULL),
              first = b->graph->carriers.count;
    jd_mb_row_bonds(b, from->joint, &joint->free_row[from->free].lock, from->name, sum, 1);
    scalar_block(&value, jd_sym_minus(b->graph->pool, drive_rate(b, drive, from->name)));
    jd_mb_bond(b, jd_mb_node(b, "MSf", jd_mb_name(b, from->name, "moves"), &value), sum, BOND_PLAIN,
               1);
    const Element e = {.name = jd_mb_name(b, from->name, "L"),
                       .kind = BOND_PLAIN,
                       .dimension = 1,
                       .joint = from->joint};
    MultibondHold *hold = add_hold(b, e.name);
    hold->first_carrier = first, hold->carriers = b->graph->carriers.count - first;
    hold->joint = from->joint, hold->drive = drive;
    hold->node = add_element(b, sum, &e, &hold->bond);
}

void jd_mb_add_drives(Builder *b) {
    const JdSystem *s = b->graph->system;
    check_left_out(b);
    for (int n = 0; n < s->drives && !b->failed; n++) add_drive(b, n);
    for (int k = 1; k < s->bodies && !b->failed; k++) { /* what nothing acts on has no effort */
        const MultibondBody *at = &b->graph->body[k];
        jd_mb_enter(b, PART_BODY, k);
        if (!has_bond(b, at->moves))
            add_rest(b, at->moves, jd_mb_name(b, s->body[k].name, "free_v"), BOND_MOVES,
                     b->translation);
        if (!has_bond(b, at->turns))
            add_rest(b, at->turns, jd_mb_name(b, s->body[k].name, "free_w"), BOND_TURNS,
                     b->rotation);
    }
    for (int k = 0; k < s->joints && !b->failed; k++) {
        const MultibondJoint *at = &b->graph->joint[k];
        if (s->joint[k].couples) continue;
        jd_mb_enter(b, PART_JOINT, k);
        if (!has_bond(b, at->speed))
            add_rest(b, at->speed, jd_mb_name(b, s->joint[k].name, "free_v"), BOND_MOVES,
                     b->translation);
        if (!has_bond(b, at->spin))
            add_rest(b, at->spin, jd_mb_name(b, s->joint[k].name, "free_w"), BOND_TURNS,
                     b->rotation);
    }
}
