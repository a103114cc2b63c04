/* SPDX-License-Identifier: MIT
 *
 * Forces are modulated sources by their own laws, as formulas of the graph's signals; one without a
 * formula is a number from outside. One between bodies acts on both, with a force along ground axes
 * and a moment along the axes of the body; one on a free of a joint through the row of that free.
 * A linear spring and damper there is a C and an R of the graph, functional ones beside those
 * that stand at locks. */
#include "multibond/inside.h"

static const char *const words[FORCE_NUMBERS] = {"i.fx", "i.fy", "i.fz",  "i.tx", "i.ty",
                                                 "i.tz", "j.fx", "j.fy",  "j.fz", "j.tx",
                                                 "j.ty", "j.tz", "effort"};

Sym jd_mb_force_name(const Builder *b, int force, int number) {
    const LawForce *law = &b->laws.force[force];
    const int half = FORCE_NUMBERS / 2;
    if (!law->unknown) {
        const Sym is = number == FORCE_NUMBERS - 1 ? law->effort
                       : number < half             ? law->i[number]
                                                   : law->j[number - half];
        return is ? is : jd_sym_whole(b->graph->pool, 0);
    }
    const char *name = jd_arena_format(b->graph->arena, "%s.%s",
                                       b->graph->system->force[force].name, words[number]);
    return name ? jd_sym_name(b->graph->pool, name) : SYM_NONE;
}

static void push(Builder *b, int force, int first, int frame) {
    const int body = b->graph->system->frame[frame].body;
    const MultibondBody *to = &b->graph->body[body];
    const SystemForce *from = &b->graph->system->force[force];
    if (body == 0) return;
    SymBlock value = {.rows = b->translation, .columns = 1};
    for (int k = 0; k < b->translation; k++) value.at[k] = jd_mb_force_name(b, force, first + k);
    const char *side = first ? "on_j" : "on_i", *turn = first ? "turn_j" : "turn_i";
    jd_mb_bond(b, jd_mb_node(b, "MSe", jd_mb_name(b, from->name, side), &value), to->moves,
               BOND_MOVES, b->translation);
    value.rows = b->rotation;
    for (int k = 0; k < b->rotation; k++)
        value.at[k] = jd_mb_force_name(b, force, first + 3 + jd_mb_component(b, true, k));
    jd_mb_bond(b, jd_mb_node(b, "MSe", jd_mb_name(b, from->name, turn), &value), to->turns,
               BOND_TURNS, b->rotation);
}

void jd_mb_element(Builder *b, int node, int joint, int force) {
    MultibondElement *element = PUSH(b->graph->arena, b->graph->elements);
    if (!element || node < 0) b->failed = true;
    if (b->failed) return;
    *element = (MultibondElement){node, joint, force};
    b->graph->graph->nodes.at[node].parasitic = force < 0;
}

static double field_of(const SystemForce *force, int number) {
    return number ? force->fields[number - 1] : 0;
}

bool jd_mb_functional(const JdSystem *system, int force) {
    const SystemForce *at = &system->force[force];
    if (at->type->target != FORCE_ON_FREE || !at->type->stiffness || !at->type->damping || at->off)
        return false;
    for (int k = 0; k < at->values; k++)
        if (at->program[k]) return false;
    return field_of(at, at->type->stiffness) != 0 || field_of(at, at->type->damping) != 0;
}

/* sum ---> 1 ---> C and R; one of them alone at the sum itself. */
static void add_functional(Builder *b, int force, int sum) {
    const SystemForce *from = &b->graph->system->force[force];
    const double stiffness = field_of(from, from->type->stiffness),
                 damping = field_of(from, from->type->damping);
    const struct {
        const char *type;
        double value;
    } parts[] = {{"C", stiffness != 0 ? 1 / stiffness : 0}, {"R", damping}};
    int both = sum;
    if (stiffness != 0 && damping != 0) {
        both = jd_mb_node(b, "one", from->name, NULL);
        jd_mb_bond(b, sum, both, BOND_PLAIN, 1);
    }
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        if (parts[k].value == 0) continue;
        const SymBlock value = {
            .rows = 1, .columns = 1, .at = {jd_mb_number(b->graph->pool, parts[k].value)}};
        const int node =
            jd_mb_node(b, parts[k].type, jd_mb_name(b, from->name, parts[k].type), &value);
        jd_mb_bond(b, both, node, BOND_PLAIN, 1);
        jd_mb_element(b, node, from->joint, force);
    }
}

static void push_free(Builder *b, int force) {
    const SystemForce *from = &b->graph->system->force[force];
    const SystemJoint *joint = &b->graph->system->joint[from->joint];
    const int sum = jd_mb_node(b, "zero", jd_mb_name(b, from->name, "sum"), NULL);
    jd_mb_row_bonds(b, from->joint, &joint->free_row[from->free].lock, from->name, sum, 1);
    if (jd_mb_functional(b->graph->system, force)) {
        add_functional(b, force, sum);
        return;
    }
    SymBlock value = {
        .rows = 1,
        .columns = 1,
        .at = {jd_sym_minus(b->graph->pool, jd_mb_force_name(b, force, FORCE_NUMBERS - 1))}};
    jd_mb_bond(b, sum, jd_mb_node(b, "MSe", jd_mb_name(b, from->name, "on"), &value), BOND_PLAIN,
               1);
}

void jd_mb_add_forces(Builder *b) {
    const JdSystem *s = b->graph->system;
    for (int k = 0; k < s->forces && !b->failed; k++) {
        const SystemForce *from = &s->force[k];
        jd_mb_enter(b, PART_FORCE, k);
        if (!jd_mb_functional(s, k))
            jd_mb_outsider(b, "force", from->name, b->laws.force[k].unknown);
        if (from->type->target == FORCE_ON_FREE) {
            push_free(b, k);
            continue;
        }
        push(b, k, 6, from->frame_j);
        if (from->type->target == FORCE_BETWEEN) push(b, k, 0, from->frame_i);
    }
}
