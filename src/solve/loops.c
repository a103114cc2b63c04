/* SPDX-License-Identifier: MIT
 *
 * Rows that repeat others within one loop, found loop by loop: what vanishes in a part of a
 * mechanism vanishes in the whole. Joints outside the tree of shortest ways to the ground close one
 * loop each, by the shortest way over joints before it; so each loop is a small full matrix: its
 * rows are made orthogonal one by one, those of the closing joint last, and a row of which nothing
 * is left follows from the others. Then the same for each loop with those that share a joint with
 * it. What repeats others by more than that, or nearly, is left for the search over all rows:
 * rank.c.
 *
 * Rows may follow from rows that follow from others themselves, but what a row follows from is
 * never left out later: so all that is left out follows from what is left. */
#include "solve/rank.h"
#include <string.h>

enum { PIECE_ROWS = 120 };        /* more are not a small matrix */
static const double gone = 1e-10; /* of a row of length 1: rounding leaves 1e-15, times the rows */
static const double clear = 1e-3; /* a row of which less is left is neither new nor surely gone */

enum { SHORT = 4 }; /* a loop of so few joints is not made shorter */
enum {
    SEEN = 300,
    HUB = 24
}; /* bodies to look at for a shorter one; with more joints: not through it */

typedef struct {
    const RankRows *rows;
    const RowSet *set;
    Arena *scratch;
    int *first, *touching;        /* groups that touch a body: touching[first[b]] .. */
    int *parent, *before, *depth; /* of each body: the group towards the ground, the body there */
    bool *tree;                   /* of each group: it is the way of some body */
    bool *kept;                   /* of each row: others follow from it, so it stays */
    struct {
        int *mark, *group, *body, *queue; /* of a search for a shorter way */
        int round;
    } way;
    int *loop_first, *loop; /* groups of each loop, loop by loop; */
    int loops, loop_groups; /* a tree's group closes none */
    int *piece, *mark;      /* groups at hand; of each group: the last piece it was in */
    int pieces, round;
    int *row, *kind; /* rows at hand, and their place in the order */
    int count, numbers;
    int *column;   /* of each body: its first number in the rows at hand; -1: none */
    double *a, *R; /* rows at hand, one behind the other; what was taken out of each */
    int *pivot;    /* rows that are new, in their order */
    int pivots;
} Loops;

/* ---- The tree ----------------------------------------------------------------------------------
 */

static bool list_touching(Loops *l, int bodies) {
    const RowSet *set = l->set;
    l->first = ARENA_NEW(l->scratch, int, bodies + 2);
    l->touching = ARENA_NEW(l->scratch, int, GROUP_ENDS * set->groups + 1);
    if (!l->first || !l->touching) return false;
    for (int g = 0; g < set->groups; g++)
        for (int e = 0; e < set->group[g].ends; e++) l->first[set->group[g].body[e] + 1]++;
    for (int b = 0; b <= bodies; b++) l->first[b + 1] += l->first[b];
    for (int g = set->groups - 1; g >= 0; g--)
        for (int e = 0; e < set->group[g].ends; e++)
            l->touching[--l->first[set->group[g].body[e] + 1]] = g;
    /* Each count went down to where its list begins, one place further on. */
    for (int b = 0; b <= bodies; b++) l->first[b] = l->first[b + 1];
    return true;
}

/* Bodies that are reached from `root`, the nearest first. Couplings lead nowhere. */
static void grow(Loops *l, int root, int *queue) {
    int head = 0, tail = 0;
    l->depth[root] = 0, l->parent[root] = -1;
    queue[tail++] = root;
    while (head < tail) {
        const int b = queue[head++];
        for (int k = l->first[b]; k < l->first[b + 1]; k++) {
            const Group *group = &l->set->group[l->touching[k]];
            if (group->couples || group->ends != 2) continue;
            const int other = group->body[0] == b ? group->body[1] : group->body[0];
            if (l->depth[other] >= 0) continue;
            l->depth[other] = l->depth[b] + 1, l->before[other] = b;
            l->parent[other] = l->touching[k], l->tree[l->touching[k]] = true;
            queue[tail++] = other;
        }
    }
}

static bool make_tree(Loops *l, int bodies) {
    int *queue = ARENA_NEW(l->scratch, int, bodies + 1);
    l->parent = ARENA_NEW(l->scratch, int, bodies + 1);
    l->before = ARENA_NEW(l->scratch, int, bodies + 1);
    l->depth = ARENA_NEW(l->scratch, int, bodies + 1);
    l->column = ARENA_NEW(l->scratch, int, bodies + 1);
    l->tree = ARENA_NEW(l->scratch, bool, l->set->groups + 1);
    if (!list_touching(l, bodies) || l->scratch->failed || !queue) return false;
    for (int b = 0; b < bodies; b++) l->depth[b] = l->column[b] = -1;
    for (int b = 0; b < bodies; b++)
        if (l->depth[b] < 0) grow(l, b, queue);
    return true;
}

/* ---- Loops -------------------------------------------------------------------------------------
 */

static void add_group(Loops *l, int group) {
    if (l->mark[group] == l->round) return;
    l->mark[group] = l->round;
    l->piece[l->pieces++] = group;
}

static void begin_piece(Loops *l) {
    l->pieces = 0, l->round++;
}

/* The ways of a group's bodies through the tree, up to where all of them meet. */
static void add_tree_way(Loops *l, int closing) {
    const Group *group = &l->set->group[closing];
    int at[GROUP_ENDS];
    add_group(l, closing);
    for (int e = 0; e < group->ends; e++) at[e] = group->body[e];
    for (;;) {
        int deepest = 0;
        bool apart = false;
        for (int e = 1; e < group->ends; e++) {
            apart = apart || at[e] != at[0];
            if (l->depth[at[e]] > l->depth[at[deepest]]) deepest = e;
        }
        if (!apart || l->parent[at[deepest]] < 0 || l->pieces > PIECE_ROWS) return;
        add_group(l, l->parent[at[deepest]]);
        at[deepest] = l->before[at[deepest]];
    }
}

static bool see(Loops *l, int body, int group, int from, int *tail) {
    if (l->way.mark[body] == l->way.round || *tail >= SEEN) return false;
    l->way.mark[body] = l->way.round;
    l->way.group[body] = group, l->way.body[body] = from;
    l->way.queue[(*tail)++] = body;
    return true;
}

/* From one body of `closing` to the other over the tree and groups before it; false: not near. */
static bool find_way(Loops *l, int closing) {
    const Group *group = &l->set->group[closing];
    int head = 0, tail = 0;
    l->way.round++;
    see(l, group->body[0], -1, -1, &tail);
    while (head < tail) {
        const int b = l->way.queue[head++];
        if (b == group->body[1]) return true;
        if (l->first[b + 1] - l->first[b] > HUB) continue;
        for (int k = l->first[b]; k < l->first[b + 1]; k++) {
            const int g = l->touching[k];
            const Group *next = &l->set->group[g];
            if (next->couples || next->ends != 2 || !(l->tree[g] || g < closing)) continue;
            see(l, next->body[0] == b ? next->body[1] : next->body[0], g, b, &tail);
        }
    }
    return false;
}

/* The loop that a group closes. */
static void add_loop(Loops *l, int closing) {
    const Group *group = &l->set->group[closing];
    begin_piece(l);
    add_tree_way(l, closing);
    if (l->pieces <= SHORT || group->couples || group->ends != 2 || !find_way(l, closing)) return;
    int length = 1;
    for (int b = group->body[1]; l->way.group[b] >= 0; b = l->way.body[b]) length++;
    if (length >= l->pieces) return;
    begin_piece(l);
    add_group(l, closing);
    for (int b = group->body[1]; l->way.group[b] >= 0; b = l->way.body[b])
        add_group(l, l->way.group[b]);
}

/* All loops of few enough joints; the others are left out. */
static bool list_loops(Loops *l) {
    const int groups = l->set->groups;
    LIST(int) all = {0};
    l->loop_first = ARENA_NEW(l->scratch, int, groups + 2);
    if (!l->loop_first) return false;
    for (int g = 0; g < groups; g++) {
        if (l->tree[g]) continue;
        add_loop(l, g);
        if (l->pieces > PIECE_ROWS) continue;
        for (int p = 0; p < l->pieces; p++) {
            int *to = PUSH(l->scratch, all);
            if (!to) return false;
            *to = l->piece[p];
        }
        l->loop_first[++l->loops] = all.count;
    }
    l->loop = all.at, l->loop_groups = all.count;
    return true;
}

/* ---- Rows of a piece
 * -----------------------------------------------------------------------------
 */

/* Drives are the last to follow from others, locks of velocities the first: rank.c. Those that were
 * decided on stay as they are. */
enum { OF_DRIVE, DECIDED, OF_TREE, OF_CLOSING, OF_VELOCITY, KINDS };

static int kind_of(const Loops *l, int r, int group) {
    const Row *row = &l->set->row[r];
    if (row->drive >= 0) return OF_DRIVE;
    if (l->rows->gone[r] || l->kept[r]) return DECIDED;
    return row->velocity ? OF_VELOCITY : l->tree[group] ? OF_TREE : OF_CLOSING;
}

static void fill_row(Loops *l, const Group *group, int k, double *to) {
    const JdSystem *s = l->rows->system;
    const int n = s->kernel->nv;
    const double root = l->rows->root[group->first + k];
    for (int e = 0; e < group->ends; e++) {
        if (!group->body[e]) continue;
        const double *J = l->rows->values + jd_sparse_pair_at(l->set->plan, group->pair[e]) + k * n;
        double *at = to + l->column[group->body[e]];
        for (int c = 0; c < n; c++) at[c] += J[c] / (c < s->kernel->linear ? 1 : s->length) / root;
    }
}

/* False: too many rows. */
static bool list_rows(Loops *l) {
    const int n = l->rows->system->kernel->nv;
    l->count = l->numbers = 0;
    for (int p = 0; p < l->pieces; p++) {
        const Group *group = &l->set->group[l->piece[p]];
        if (l->count + group->count > PIECE_ROWS) return false;
        for (int e = 0; e < group->ends; e++) {
            if (!group->body[e] || l->column[group->body[e]] >= 0) continue;
            l->column[group->body[e]] = l->numbers;
            l->numbers += n;
        }
        for (int r = group->first; r < group->first + group->count; r++) {
            l->kind[l->count] = kind_of(l, r, l->piece[p]);
            l->row[l->count++] = r;
        }
    }
    return true;
}

static void fill_rows(Loops *l) {
    memset(l->a, 0, (size_t)(l->count * l->numbers) * sizeof *l->a);
    memset(l->R, 0, (size_t)(l->count * l->count) * sizeof *l->R);
    int at = 0;
    for (int p = 0; p < l->pieces; p++) {
        const Group *group = &l->set->group[l->piece[p]];
        for (int k = 0; k < group->count; k++)
            fill_row(l, group, k, l->a + (size_t)(at++ * l->numbers));
    }
}

static void forget_columns(Loops *l) {
    for (int p = 0; p < l->pieces; p++) {
        const Group *group = &l->set->group[l->piece[p]];
        for (int e = 0; e < group->ends; e++) l->column[group->body[e]] = -1;
    }
}

/* ---- One by one
 * ----------------------------------------------------------------------------------
 */

static double product(const Loops *l, int i, int j) {
    const double *a = l->a + (size_t)(i * l->numbers), *b = l->a + (size_t)(j * l->numbers);
    double sum = 0;
    for (int k = 0; k < l->numbers; k++) sum += a[k] * b[k];
    return sum;
}

static void take_out(Loops *l, int i, int pivot, double share) {
    double *a = l->a + (size_t)(i * l->numbers), *b = l->a + (size_t)(pivot * l->numbers);
    for (int k = 0; k < l->numbers; k++) a[k] -= share * b[k];
}

/* Row i is new: it becomes a direction, and is taken out of all rows that are left. */
static void make_pivot(Loops *l, int i, bool *done) {
    const double size = sqrt(product(l, i, i));
    for (int k = 0; k < l->numbers; k++) l->a[i * l->numbers + k] /= size;
    l->R[l->pivots * l->count + i] = size;
    l->pivot[l->pivots] = i, done[i] = true;
    for (int j = 0; j < l->count; j++) {
        if (done[j]) continue;
        const double share = product(l, i, j);
        l->R[l->pivots * l->count + j] = share;
        take_out(l, j, i, share);
    }
    l->pivots++;
}

static void put(Combination *to, int row, double weight) {
    int at = to->count++;
    for (; at > 0 && to->row[at - 1] > row; at--)
        to->row[at] = to->row[at - 1], to->weight[at] = to->weight[at - 1];
    to->row[at] = row, to->weight[at] = weight;
}

/* The combination of row d with those that it follows from. False: memory is out. */
static bool add_vector(Loops *l, int d) {
    Dependent *out = l->rows->out;
    Combination *z = &out->vector[out->count];
    double w[PIECE_ROWS], length = 1;
    if (!rank_room(z, l->pivots + 1, l->scratch)) return false;
    for (int k = l->pivots - 1; k >= 0; k--) {
        double sum = l->R[k * l->count + d];
        for (int j = k + 1; j < l->pivots; j++) sum -= l->R[k * l->count + l->pivot[j]] * w[j];
        w[k] = sum / l->R[k * l->count + l->pivot[k]];
        length += w[k] * w[k];
    }
    length = sqrt(length);
    put(z, l->row[d], 1 / length);
    for (int k = 0; k < l->pivots; k++) {
        if (!(fabs(w[k]) > gone)) continue;
        put(z, l->row[l->pivot[k]], -w[k] / length);
        l->kept[l->row[l->pivot[k]]] = true;
    }
    l->rows->gone[l->row[d]] = true;
    out->own[out->count++] = l->row[d];
    return true;
}

/* Kind by kind, of each the row first of which most is left. */
static bool look_at_piece(Loops *l) {
    bool done[PIECE_ROWS] = {false};
    l->pivots = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (;;) {
            double most = 0;
            int next = -1;
            for (int i = 0; i < l->count; i++) {
                const double size = done[i] || l->kind[i] != kind ? 0 : product(l, i, i);
                if (size > most) most = size, next = i;
            }
            if (next < 0 || !(most > clear * clear)) break;
            make_pivot(l, next, done);
        }
    for (int i = 0; i < l->count; i++)
        if (!done[i] && l->kind[i] > DECIDED && product(l, i, i) <= gone * gone &&
            !add_vector(l, i))
            return false;
    return true;
}

static bool look_at_groups(Loops *l) {
    bool good = true;
    if (list_rows(l)) {
        fill_rows(l);
        good = look_at_piece(l);
    }
    forget_columns(l);
    return good;
}

/* ---- The whole
 * -----------------------------------------------------------------------------------
 */

static void add_listed(Loops *l, int loop) {
    for (int k = l->loop_first[loop]; k < l->loop_first[loop + 1]; k++) add_group(l, l->loop[k]);
}

static bool look_at_loops(Loops *l) {
    for (int n = 0; n < l->loops; n++) {
        begin_piece(l);
        add_listed(l, n);
        if (!look_at_groups(l)) return false;
    }
    return true;
}

/* Loops through a group: of[first[g]] up to of[first[g + 1]]. */
static bool list_through(const Loops *l, int **first, int **of) {
    const int groups = l->set->groups;
    int *begin = *first = ARENA_NEW(l->scratch, int, groups + 2);
    int *list = *of = ARENA_NEW(l->scratch, int, l->loop_groups + 1);
    if (!begin || !list) return false;
    for (int k = 0; k < l->loop_groups; k++) begin[l->loop[k] + 1]++;
    for (int g = 0; g < groups; g++) begin[g + 1] += begin[g];
    for (int n = l->loops - 1; n >= 0; n--)
        for (int k = l->loop_first[n]; k < l->loop_first[n + 1]; k++)
            list[--begin[l->loop[k] + 1]] = n;
    for (int g = 0; g < groups; g++) begin[g] = begin[g + 1];
    begin[groups] = l->loop_groups;
    return true;
}

static int rows_at_hand(const Loops *l) {
    int rows = 0;
    for (int p = 0; p < l->pieces; p++) rows += l->set->group[l->piece[p]].count;
    return rows;
}

/* Each with the loops that share a joint with it, as many as are few enough together. */
static bool look_at_neighbours(Loops *l) {
    int *first, *of;
    if (!list_through(l, &first, &of)) return false;
    for (int n = 0; n < l->loops; n++) {
        begin_piece(l);
        add_listed(l, n);
        for (int k = l->loop_first[n]; k < l->loop_first[n + 1]; k++)
            for (int m = first[l->loop[k]]; m < first[l->loop[k] + 1]; m++) {
                const int before = l->pieces;
                add_listed(l, of[m]);
                if (rows_at_hand(l) <= PIECE_ROWS) continue;
                for (; l->pieces > before; l->pieces--) l->mark[l->piece[l->pieces - 1]] = 0;
                m = first[l->loop[k] + 1]; /* no more of this one */
            }
        if (!look_at_groups(l)) return false;
    }
    return true;
}

static bool open_loops(Loops *l) {
    const RowSet *set = l->set;
    const int bodies = l->rows->system->bodies;
    const size_t widest = (size_t)(GROUP_ENDS * l->rows->system->kernel->nv * PIECE_ROWS);
    l->piece = ARENA_NEW(l->scratch, int, set->groups + 1);
    l->mark = ARENA_NEW(l->scratch, int, set->groups + 1);
    l->way.mark = ARENA_NEW(l->scratch, int, bodies + 1);
    l->way.group = ARENA_NEW(l->scratch, int, bodies + 1);
    l->way.body = ARENA_NEW(l->scratch, int, bodies + 1);
    l->way.queue = ARENA_NEW(l->scratch, int, SEEN + 1);
    l->kept = ARENA_NEW(l->scratch, bool, set->rows + 1);
    l->row = ARENA_NEW(l->scratch, int, PIECE_ROWS);
    l->kind = ARENA_NEW(l->scratch, int, PIECE_ROWS);
    l->pivot = ARENA_NEW(l->scratch, int, PIECE_ROWS);
    l->a = ARENA_NEW(l->scratch, double, widest *PIECE_ROWS);
    l->R = ARENA_NEW(l->scratch, double, PIECE_ROWS *PIECE_ROWS);
    return !l->scratch->failed && make_tree(l, bodies) && list_loops(l);
}

bool jd_rank_loops(const RankRows *rows, bool neighbours, Arena *scratch) {
    Loops l = {.rows = rows, .set = rows->set, .scratch = scratch};
    if (!open_loops(&l)) return false;
    const Dependent *out = rows->out;
    for (int c = 0; c < out->count; c++)
        for (int n = 0; n < out->vector[c].count; n++) l.kept[out->vector[c].row[n]] = true;
    return neighbours ? look_at_neighbours(&l) : look_at_loops(&l);
}
