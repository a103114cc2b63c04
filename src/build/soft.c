/* SPDX-License-Identifier: MIT
 *
 * Which joints give way (system/soft.c), which are cut, and which coordinates are wanted, as the
 * settings and the text say. */
#include "build/inside.h"
#include "tree/tree.h"
#include <string.h>

/* ---- Which joints: names as the user writes them -------------------------------------------- */

static int find_joint(const JdSystem *s, const char *name, size_t length) {
    for (int k = 0; k < s->joints; k++)
        if (strlen(s->joint[k].name) == length && !strncmp(s->joint[k].name, name, length))
            return k;
    return -1;
}

static void list_joints(Builder *b) {
    enum { MOST = 12 };
    const JdSystem *s = b->system;
    Text names = {0};
    for (int k = 0; k < s->joints && k < MOST; k++)
        jd_text_print(&names, "%s%s", k ? ", " : "", s->joint[k].name);
    if (s->joints > MOST) jd_text_print(&names, " and %d more", s->joints - MOST);
    if (names.at) jd_hint(b->log, "there is: %s", names.at);
    jd_text_free(&names);
}

static bool no_joint(Builder *b, const char *name, size_t length) {
    char *word = jd_arena_text(&b->system->arena, name, length);
    if (!word) return false;
    jd_report(b->log, JD_ERROR, "joint-unknown", nowhere, "there is no joint '%s'", word);
    Nearest nearest = {.word = word};
    for (int k = 0; k < b->system->joints; k++) jd_nearest_try(&nearest, b->system->joint[k].name);
    /* Of two letters one wrong one is half of the name, and any other joint is as near. */
    if (nearest.best && length > 2)
        jd_hint(b->log, "did you mean '%s'?", nearest.best);
    else
        list_joints(b);
    return b->ok = false;
}

/* "jB, jC": names with commas or blanks between them. */
static bool mark_named(Builder *b, const char *names, bool *marked) {
    for (const char *at = names; *at;) {
        const size_t length = strcspn(at, ", ");
        const int joint = length ? find_joint(b->system, at, length) : -1;
        if (length && joint < 0) return no_joint(b, at, length);
        if (joint >= 0) marked[joint] = true;
        at += length;
        at += strspn(at, ", ");
    }
    return true;
}

/* Joints that close loops. */
static bool mark_cut(Builder *b, bool *marked) {
    JdSystem *s = b->system;
    Graph graph;
    bool *in_tree = ARENA_NEW(&s->arena, bool, s->joints + 1);
    if (!in_tree || !jd_tree_choose(s, &s->arena, s->cut, &graph, in_tree)) return false;
    for (int k = 0; k < s->joints; k++)
        marked[k] = marked[k] || (!in_tree[k] && !s->joint[k].couples);
    return true;
}

static bool has_velocity_rows(const SystemJoint *joint) {
    for (int r = 0; r < joint->locks; r++)
        if (joint->lock_row[r].velocity) return true;
    return false;
}

/* One of the numbers that a joint says of its locks of a kind, lock by lock. */
static double number_of(const LockNumbers *said, int at, double otherwise) {
    return said->count == 0 ? otherwise : said->value[said->count == 1 ? 0 : at];
}

/* Locks of one kind, lengths or turns. A model of the plane that runs in space says the numbers of
 * the plane: what locks across it bears nothing there, and has the first of them. */
typedef struct {
    const char *what;
    int count, at; /* those counted so far; the number that the last one has */
} Counted;

static void count_lock(const Builder *b, const Row *row, Counted *of) {
    const bool across = b->model->flat && jd_lock_names_z(&row->lock);
    of->at = across ? 0 : of->count++;
}

static bool check_count(Builder *b, const SystemJoint *joint, const LockNumbers *said,
                        const Counted *of) {
    if (said->count <= 1 || said->count == of->count) return true;
    jd_report(b->log, JD_ERROR, "compliance-count", said->where,
              "joint '%s' locks %d %s, and %d numbers are given", joint->name, of->count, of->what,
              said->count);
    jd_hint(b->log, "give one number for all of them, or one for each");
    return b->ok = false;
}

/* Springs and dampers of its locks, from what the joint says and from the settings. */
static bool fill_springs(Builder *b, int k) {
    const JdCompileDef *def = &b->system->settings;
    SystemJoint *joint = &b->system->joint[k];
    const LockNumbers *said = b->model->joints.at[k].gives;
    Counted lengths = {.what = "lengths"}, turns = {.what = "turns"};
    for (int r = 0; r < joint->locks; r++) {
        Row *row = &joint->lock_row[r];
        Counted *of = row->metres ? &lengths : &turns;
        count_lock(b, row, of);
        row->stiffness = row->metres
                             ? number_of(&said[GIVE_STIFFNESS], of->at, def->stiffness)
                             : number_of(&said[GIVE_TURN_STIFFNESS], of->at, def->turn_stiffness);
        row->damping = row->metres ? number_of(&said[GIVE_DAMPING], of->at, def->damping)
                                   : number_of(&said[GIVE_TURN_DAMPING], of->at, def->turn_damping);
        row->backlash = row->metres ? number_of(&said[GIVE_BACKLASH], of->at, 0) / 2 : 0;
    }
    return check_count(b, joint, &said[GIVE_STIFFNESS], &lengths) &&
           check_count(b, joint, &said[GIVE_DAMPING], &lengths) &&
           check_count(b, joint, &said[GIVE_BACKLASH], &lengths) &&
           check_count(b, joint, &said[GIVE_TURN_STIFFNESS], &turns) &&
           check_count(b, joint, &said[GIVE_TURN_DAMPING], &turns);
}

/* Those that say a stiffness, unless the settings want none of it. */
static bool mark_said(const Builder *b, bool *marked) {
    const char *word = b->system->settings.elastic;
    bool any = false;
    if (word && !strcmp(word, "none")) return false;
    for (int k = 0; k < b->system->joints; k++) {
        const LockNumbers *said = b->model->joints.at[k].gives;
        if (said[GIVE_STIFFNESS].count || said[GIVE_TURN_STIFFNESS].count) any = marked[k] = true;
    }
    return any;
}

static bool make_elastic(Builder *b) {
    JdSystem *s = b->system;
    const char *word = s->settings.elastic;
    bool *marked = ARENA_NEW(&s->arena, bool, s->joints + 1);
    bool *rigid = ARENA_NEW(&s->arena, bool, s->joints + 1);
    if (!marked || !rigid) return false;
    const bool said = mark_said(b, marked);
    if (!said && (!word || !strcmp(word, "none"))) return true;
    if (word && !strcmp(word, "all"))
        for (int k = 0; k < s->joints; k++) marked[k] = true;
    else if (word && (!strcmp(word, "cut") ? !mark_cut(b, marked) : !mark_named(b, word, marked)))
        return false;
    for (int k = 0; k < s->joints; k++) {
        SystemJoint *joint = &s->joint[k];
        joint->elastic = marked[k] && !joint->couples && !has_velocity_rows(joint);
        rigid[k] = !joint->elastic;
        if (joint->elastic && !fill_springs(b, k)) return false;
    }
    s->rigid = rigid;
    return true;
}

/* ---- Clearance ------------------------------------------------------------------------------ */

static bool holds_point(const Row *row) {
    const Lock *lock = &row->lock;
    if (lock->count != 1 || lock->constant != 0 || lock->turn != 0 || row->velocity) return false;
    const VectorKind a = lock->terms[0].a, b = lock->terms[0].b;
    return (a == VEC_D && b >= VEC_X0 && b <= VEC_Z0) || (b == VEC_D && a >= VEC_X0 && a <= VEC_Z0);
}

static int point_rows(const SystemJoint *joint) {
    int count = 0;
    for (int r = 0; r < joint->locks; r++) count += holds_point(&joint->lock_row[r]);
    return count;
}

static bool fits_gap(const JdSystem *s, const SystemJoint *joint) {
    return !joint->couples && point_rows(joint) == (s->space == JD_PLANAR ? 2 : 3);
}

/* The locks of the common point become one of distance; the others stay. */
static bool open_gap(Builder *b, SystemJoint *joint) {
    JdSystem *s = b->system;
    const double gap = s->settings.gap;
    if (!fits_gap(s, joint)) {
        jd_report(b->log, JD_ERROR, "clearance-joint", joint->where,
                  "joint '%s' is a %s and has no common point that could have clearance",
                  joint->name, joint->type_name);
        jd_hint(b->log, "choose a revolute or a spherical joint: --clearance NAME");
        return b->ok = false;
    }
    joint->start_row = ARENA_NEW(&s->arena, Row, joint->locks + 1);
    if (!joint->start_row) return false;
    Row row = joint->lock_row[0];
    int count = 0;
    row.lock = (Lock){.terms = {{0.5 / gap, VEC_D, VEC_D}}, .count = 1, .constant = -0.5 * gap};
    row.metres = true;
    for (int r = 0; r < joint->locks; r++)
        if (!holds_point(&joint->lock_row[r])) joint->lock_row[1 + count++] = joint->lock_row[r];
    joint->lock_row[0] = row;
    joint->locks = count + 1;
    joint->placed = false;
    for (int r = 0; r < joint->locks; r++) joint->lock_row[r].number = r;
    return true;
}

/* The first joint that is cut and can have clearance; if none can, the nearest one to a joint that
 * closes a loop, along that loop: then this one is cut. False when memory is out. */
static bool choose_gap(Builder *b, int *found) {
    JdSystem *s = b->system;
    Graph graph;
    bool *cut = ARENA_NEW(&s->arena, bool, s->joints + 1);
    int *loop = ARENA_NEW(&s->arena, int, s->joints + 1);
    GraphEdge *edge = ARENA_NEW(&s->arena, GraphEdge, s->joints + 1);
    *found = -1;
    if (s->arena.failed || !mark_cut(b, cut)) return false;
    for (int k = s->joints - 1; k >= 0; k--) {
        edge[k] = (GraphEdge){s->joint[k].body_i, s->joint[k].body_j, s->joint[k].locks};
        if (cut[k] && fits_gap(s, &s->joint[k])) *found = k;
    }
    if (!jd_graph_make(&graph, &s->arena, s->bodies, s->joints, edge)) return false;
    for (int k = 0; k < s->joints && *found < 0; k++) {
        const int count = graph.closing[k] ? jd_graph_loop(&graph, k, loop) : 0;
        for (int n = 0; n < count && *found < 0; n++)
            if (fits_gap(s, &s->joint[loop[n]])) *found = loop[n];
    }
    return true;
}

static bool make_clearance(Builder *b) {
    JdSystem *s = b->system;
    const char *word = s->settings.clearance;
    bool *marked = ARENA_NEW(&s->arena, bool, s->joints + 1);
    int found = -1;
    if (!marked) return false;
    if (strcmp(word, "cut") ? !mark_named(b, word, marked) : !choose_gap(b, &found)) return false;
    if (found >= 0) marked[found] = true;
    bool opened = false;
    for (int k = 0; k < s->joints; k++) {
        if (!marked[k]) continue;
        if (!open_gap(b, &s->joint[k])) return false;
        opened = true;
    }
    if (opened) {
        jd_gap_start(s, GAP_ALONG, 0);
        return true;
    }
    jd_report(b->log, JD_ERROR, "clearance-joint", nowhere,
              "no loop has a joint with a common point that could have clearance");
    jd_hint(b->log, "name a revolute or spherical joint: --clearance NAME");
    return b->ok = false;
}

/* ---- The whole ------------------------------------------------------------------------------ */

/* What was left open. A locked turn is as stiff as the same spring at the mechanism's length. */
static const double usual_stiffness = 1e6, usual_gap = 1e-4; /* N/m; m */

static void choose_numbers(Builder *b) {
    JdCompileDef *def = &b->system->settings;
    const double area = b->system->length * b->system->length;
    if (!(def->stiffness > 0)) def->stiffness = usual_stiffness;
    if (!(def->damping > 0)) def->damping = 0;
    if (!(def->turn_stiffness > 0)) def->turn_stiffness = def->stiffness * area;
    if (!(def->turn_damping > 0)) def->turn_damping = def->damping * area;
    if (!(def->gap > 0)) def->gap = usual_gap;
    if (def->elastic) def->elastic = jd_keep_text(b, def->elastic);
    if (def->clearance) def->clearance = jd_keep_text(b, def->clearance);
}

/* ---- Coordinates that are wanted ------------------------------------------------------------- */

/* The free `name` of a joint; -1: it has none of this name. */
static int find_free(const SystemJoint *joint, const char *name, size_t length) {
    for (int f = 0; f < joint->frees; f++) {
        const char *own = joint->free[f]->position;
        if (strlen(own) == length && !strncmp(own, name, length)) return f;
    }
    return -1;
}

/* "jO.angle, jC": a free, or all those of a joint. */
static bool mark_preferred(Builder *b, const char *names, unsigned char *marked) {
    for (const char *at = names; *at;) {
        const size_t length = strcspn(at, ", ");
        size_t dot = length;
        while (dot > 0 && at[dot - 1] != '.') dot--;
        const int whole = length ? find_joint(b->system, at, length) : -1;
        const int joint = whole >= 0 || !dot ? whole : find_joint(b->system, at, dot - 1);
        const int free = whole >= 0 || joint < 0
                             ? -1
                             : find_free(&b->system->joint[joint], at + dot, length - dot);
        if (length && (joint < 0 || (whole < 0 && free < 0))) return no_joint(b, at, length);
        if (joint >= 0) marked[joint] |= (unsigned char)(free < 0 ? 0xff : 1u << free);
        at += length;
        at += strspn(at, ", ");
    }
    return true;
}

static bool is_driven(const Builder *b, const char *free) {
    for (int d = 0; d < b->model->drives.count; d++)
        if (!strcmp(b->model->drives.at[d].target, free)) return true;
    return false;
}

/* What the text prefers, if the settings say nothing. */
static bool prefer_said(Builder *b) {
    JdSystem *s = b->system;
    unsigned char *prefer =
        b->model->prefers.count ? ARENA_NEW(&s->arena, unsigned char, s->joints + 1) : NULL;
    for (int n = 0; n < b->model->prefers.count && prefer; n++) {
        const ModelPrefer *said = &b->model->prefers.at[n];
        if (is_driven(b, said->free)) {
            jd_report(b->log, JD_ERROR, "prefer-driven", said->where,
                      "'%s' is driven, and no independent coordinate", said->free);
            jd_hint(b->log, "leave it out here, or leave out its drive");
            return b->ok = false;
        }
        if (!mark_preferred(b, said->free, prefer)) return false;
        s->prefer = prefer;
    }
    return !s->arena.failed;
}

bool jd_build_soft(Builder *b) {
    JdSystem *s = b->system;
    choose_numbers(b);
    if (s->settings.cut) {
        bool *cut = ARENA_NEW(&s->arena, bool, s->joints + 1);
        if (!cut || !mark_named(b, s->settings.cut, cut)) return false;
        for (int k = 0; k < s->joints && s->cut; k++) cut[k] = cut[k] || s->cut[k];
        s->cut = cut;
        s->settings.cut = jd_keep_text(b, s->settings.cut);
    }
    if (!s->settings.prefer && !prefer_said(b)) return false;
    if (s->settings.prefer) {
        unsigned char *prefer = ARENA_NEW(&s->arena, unsigned char, s->joints + 1);
        if (!prefer || !mark_preferred(b, s->settings.prefer, prefer)) return false;
        s->prefer = prefer;
        s->settings.prefer = jd_keep_text(b, s->settings.prefer);
    }
    if (!make_elastic(b)) return false;
    if (s->settings.clearance && !make_clearance(b)) return false;
    return !s->arena.failed;
}
