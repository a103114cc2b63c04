/* SPDX-License-Identifier: MIT
 *
 * Recording: each operation once, done at once where it can be. */
#include "tape/tape.h"
#include "math/newton.h"
#include <assert.h>
#include <float.h>
#include <string.h>

static const struct {
    int arguments;
    const char *text;
} ops[TAPE_OPS] = {
#define OP(name, arguments, value, text) [TAPE_##name] = {arguments, text},
#include "tape/ops.def"
#undef OP
};

int jd_tape_arguments(TapeOp op) {
    return ops[op].arguments;
}

const char *jd_tape_text(TapeOp op) {
    return ops[op].text;
}

static double piece_at(const Tape *tape, int code, double piece, double x) {
    return jd_column_at(tape->column.at[code / COLUMN_ORDERS], code % COLUMN_ORDERS, piece, x);
}

double jd_tape_carry_out(const Tape *tape, TapeOp op, double a, double b, double c) {
    switch (op) {
#define OP(name, arguments, value, text)                                                           \
    case TAPE_##name:                                                                              \
        return value;
#include "tape/ops.def"
#undef OP
    default:
        break;
    }
    (void)tape, (void)b, (void)c;
    return a;
}

/* ---- Each once ------------------------------------------------------------------------------ */

static unsigned hash_of(const TapeNode *node) {
    uint64_t h = jd_hash(0, &node->op, sizeof node->op);
    h = jd_hash(h, node->of, sizeof node->of);
    if (node->op == TAPE_NUMBER) h = jd_hash(h, &node->value, sizeof node->value);
    return (unsigned)(h ^ (h >> 32));
}

static bool is_same(const TapeNode *a, const TapeNode *b) {
    if (a->op != b->op || memcmp(a->of, b->of, sizeof a->of)) return false;
    return a->op != TAPE_NUMBER || !memcmp(&a->value, &b->value, sizeof a->value);
}

static bool grow_hash(Tape *t) {
    const int room = t->room ? 2 * t->room : 1024;
    int *hash = ARENA_NEW(t->arena, int, room);
    if (!hash) return false;
    for (int n = 0; n < t->node.count; n++) {
        unsigned at = hash_of(&t->node.at[n]) & (unsigned)(room - 1);
        while (hash[at]) at = (at + 1) & (unsigned)(room - 1);
        hash[at] = n + 1;
    }
    t->hash = hash;
    t->room = room;
    return true;
}

static Num take(Tape *t, TapeNode node) {
    if (2 * t->node.count >= t->room && !grow_hash(t)) return 0;
    unsigned at = hash_of(&node) & (unsigned)(t->room - 1);
    for (; t->hash[at]; at = (at + 1) & (unsigned)(t->room - 1))
        if (is_same(&t->node.at[t->hash[at] - 1], &node)) return t->hash[at] - 1;
    TapeNode *to = PUSH(t->arena, t->node);
    if (!to) return 0;
    *to = node;
    t->hash[at] = t->node.count;
    return t->node.count - 1;
}

bool jd_tape_init(Tape *t, Arena *arena) {
    *t = (Tape){.arena = arena};
    jd_tape_number(t, 0);
    return !arena->failed;
}

/* ---- Leaves --------------------------------------------------------------------------------- */

Num jd_tape_number(Tape *t, double value) {
    for (int k = 0; k < t->moveds; k++)
        if (value <= t->moved[k].value && value >= t->moved[k].value)
            return jd_tape_fixed(t, t->moved[k].name, "SI", value);
    return take(t, (TapeNode){.op = TAPE_NUMBER, .value = value == 0 ? 0 : value});
}

Num jd_tape_leaf(Tape *t, TapeOp op, int index, double value) {
    assert(op > TAPE_NUMBER && op <= TAPE_UNKNOWN);
    assert(index >= 0 || op == TAPE_HELD); /* corners stand before what is held */
    return take(t, (TapeNode){.op = op, .level = LEVEL_RUNS, .of = {index}, .value = value});
}

/* Where a name stands in the table, or may. */
static unsigned name_place(const Tape *t, const char *name) {
    const unsigned mask = (unsigned)(t->fixed_room - 1);
    unsigned at = (unsigned)jd_hash(0, name, strlen(name)) & mask;
    while (t->fixed_hash[at] && strcmp(t->fixed.at[t->fixed_hash[at] - 1].name, name))
        at = (at + 1) & mask;
    return at;
}

static bool grow_names(Tape *t) {
    const int room = t->fixed_room ? 2 * t->fixed_room : 64;
    t->fixed_hash = ARENA_NEW(t->arena, int, room);
    t->fixed_room = room;
    for (int n = 0; n < t->fixed.count && t->fixed_hash; n++)
        t->fixed_hash[name_place(t, t->fixed.at[n].name)] = n + 1;
    return t->fixed_hash != NULL;
}

int jd_tape_fixed_find(const Tape *t, const char *name) {
    return t->fixed_room ? t->fixed_hash[name_place(t, name)] - 1 : -1;
}

Num jd_tape_fixed(Tape *t, const char *name, const char *about, double value) {
    if (value == 0 || !name) return jd_tape_number(t, value);
    int at = jd_tape_fixed_find(t, name);
    if (at < 0) {
        if (2 * t->fixed.count >= t->fixed_room && !grow_names(t)) return 0;
        TapeName *to = PUSH(t->arena, t->fixed);
        if (!to) return 0;
        *to = (TapeName){jd_arena_copy(t->arena, name), jd_arena_copy(t->arena, about), value};
        if (!to->name || !to->about) return 0;
        at = t->fixed.count - 1;
        t->fixed_hash[name_place(t, name)] = at + 1;
    }
    return take(t, (TapeNode){.op = TAPE_FIXED, .level = LEVEL_FIXED, .of = {at}, .value = value});
}

void jd_tape_replay(Tape *t) {
    t->replays = true;
    t->replayed_blocks = t->replayed_hints = 0;
}

Num jd_tape_hint(Tape *t, double value, int *number) {
    if (t->replays && t->replayed_hints < t->hint.count) {
        *number = t->replayed_hints++;
        return jd_tape_leaf(t, TAPE_HINT, *number, t->hint.at[*number]);
    }
    double *hint = PUSH(t->arena, t->hint);
    Num *update = PUSH(t->arena, t->update);
    int *from = PUSH(t->arena, t->hint_from);
    if (!hint || !update || !from) return 0;
    *from = -1;
    *hint = value;
    *number = t->hint.count - 1;
    return *update = jd_tape_leaf(t, TAPE_HINT, *number, value);
}

void jd_tape_follow(Tape *t, int hint, Num update) {
    if (hint < t->update.count) t->update.at[hint] = update;
}

static Num unknown_leaf(Tape *t, int block, int number, double value) {
    return take(t, (TapeNode){.op = TAPE_UNKNOWN,
                              .level = LEVEL_RUNS,
                              .block = block,
                              .of = {number},
                              .value = value});
}

/* The next block that is there, with its hints. */
static int replay_block(Tape *t, Num *unknown) {
    const int block = ++t->replayed_blocks;
    const TapeBlock *of = &t->block.at[block - 1];
    for (int n = 0; n < of->count; n++)
        unknown[n] =
            unknown_leaf(t, block, of->first + n, t->hint.at[t->hint_of.at[of->first + n]]);
    t->replayed_hints += of->count;
    return block;
}

void jd_tape_hint_near(Tape *t, int hint, int state) {
    if (hint < t->hint_from.count) t->hint_from.at[hint] = state;
}

int jd_tape_block(Tape *t, int count, const double *values, Num *unknown) {
    if (t->replays && t->replayed_blocks < t->block.count) return replay_block(t, unknown);
    TapeBlock *block = PUSH(t->arena, t->block);
    if (!block) return 0;
    *block = (TapeBlock){.first = t->unknowns, .count = count};
    for (int n = 0; n < count; n++) {
        int *hint = PUSH(t->arena, t->hint_of), number = 0;
        const Num leaf = jd_tape_hint(t, values[n], &number);
        if (!hint || !leaf) return 0;
        *hint = number;
        unknown[n] = unknown_leaf(t, t->block.count, t->unknowns++, values[n]);
        jd_tape_follow(t, number, unknown[n]);
    }
    return t->block.count;
}

void jd_tape_close(Tape *t, int block, const Num *step, Num size) {
    if (block <= 0 || block > t->block.count) return;
    TapeBlock *to = &t->block.at[block - 1];
    to->step = ARENA_NEW(t->arena, Num, to->count + 1);
    if (!to->step) return;
    memcpy(to->step, step, (size_t)to->count * sizeof *step);
    to->size = size;
}

/* ---- Operations ----------------------------------------------------------------------------- */

static bool is_number(const Tape *t, Num a) {
    return t->node.at[a].op == TAPE_NUMBER;
}
static bool is(const Tape *t, Num a, double value) {
    return is_number(t, a) && t->node.at[a].value == value;
}
static bool is_negated(const Tape *t, Num a) {
    return t->node.at[a].op == TAPE_NEGATE;
}
static Num inside(const Tape *t, Num a) {
    return t->node.at[a].of[0];
}

enum { NOT_YET = -1 };

/* k x with a k that does not change while it runs. */
static bool is_share(const Tape *t, Num a, Num *k, Num *x) {
    const TapeNode *node = &t->node.at[a];
    if (node->op != TAPE_MULTIPLY || node->level != LEVEL_RUNS) return false;
    const int first = t->node.at[node->of[0]].level != LEVEL_RUNS ? 0 : 1;
    *k = node->of[first], *x = node->of[!first];
    return t->node.at[*k].level != LEVEL_RUNS;
}

/* k x + l x, which is (k + l) x: of them one product is done before the run. */
static bool have_same(Tape *t, TapeOp op, Num a, Num b, Num *out) {
    Num k, l, x, y;
    const Num one = n_num(t, 1);
    const bool first = is_share(t, a, &k, &x), second = is_share(t, b, &l, &y);
    if (!first && !second) return false;
    if (!first) k = one, x = a;
    if (!second) l = one, y = b;
    if (x != y) return false;
    *out = n_mul(t, jd_tape_op(t, op, k, l, 0), x);
    return true;
}

static bool is_difference(const Tape *t, Num a) {
    return t->node.at[a].op == TAPE_SUBTRACT;
}

static Num shorter_sum(Tape *t, Num a, Num b) {
    Num same;
    if (!a || !b) return a ? a : b;
    if (is_difference(t, b) && t->node.at[b].of[1] == a) return t->node.at[b].of[0];
    if (is_difference(t, a) && t->node.at[a].of[1] == b) return t->node.at[a].of[0];
    if (have_same(t, TAPE_ADD, a, b, &same)) return same;
    if (is_negated(t, b)) return jd_tape_op(t, TAPE_SUBTRACT, a, inside(t, b), 0);
    if (is_negated(t, a)) return jd_tape_op(t, TAPE_SUBTRACT, b, inside(t, a), 0);
    return NOT_YET;
}

static Num shorter_difference(Tape *t, Num a, Num b) {
    Num same;
    if (!b) return a;
    if (a == b) return 0;
    if (is_difference(t, b) && t->node.at[b].of[0] == a) return t->node.at[b].of[1];
    if (is_difference(t, a) && t->node.at[a].of[0] == b) return n_neg(t, t->node.at[a].of[1]);
    if (have_same(t, TAPE_SUBTRACT, a, b, &same)) return same;
    if (!a) return jd_tape_op(t, TAPE_NEGATE, b, 0, 0);
    if (is_negated(t, b)) return jd_tape_op(t, TAPE_ADD, a, inside(t, b), 0);
    if (is_negated(t, a)) return n_neg(t, jd_tape_op(t, TAPE_ADD, inside(t, a), b, 0));
    return NOT_YET;
}

/* Signs go outwards, where they vanish in sums. */
static Num shorter_product(Tape *t, Num a, Num b) {
    Num k, x;
    if (!a || !b) return 0;
    if (is(t, a, 1)) return b;
    if (is(t, b, 1)) return a;
    if (is(t, a, -1)) return n_neg(t, b);
    if (is(t, b, -1)) return n_neg(t, a);
    if (is_negated(t, a) && is_negated(t, b)) return n_mul(t, inside(t, a), inside(t, b));
    if (is_negated(t, a)) return n_neg(t, n_mul(t, inside(t, a), b));
    if (is_negated(t, b)) return n_neg(t, n_mul(t, a, inside(t, b)));
    if (a == b && t->node.at[a].op == TAPE_SQRT) return inside(t, a);
    if (t->node.at[a].level != LEVEL_RUNS && is_share(t, b, &k, &x))
        return n_mul(t, n_mul(t, a, k), x);
    if (t->node.at[b].level != LEVEL_RUNS && is_share(t, a, &k, &x))
        return n_mul(t, n_mul(t, b, k), x);
    return NOT_YET;
}

static Num shorter_quotient(Tape *t, Num a, Num b) {
    if (!a) return 0;
    if (is(t, b, 1)) return a;
    if (is(t, b, -1)) return n_neg(t, a);
    if (is_negated(t, a)) return n_neg(t, n_div(t, inside(t, a), b));
    if (is_negated(t, b)) return n_neg(t, n_div(t, a, inside(t, b)));
    return NOT_YET;
}

/* Differences have one sign of two: the other is that with a minus. */
static Num shorter(Tape *t, TapeOp op, Num a, Num b, Num c) {
    switch (op) {
    case TAPE_ADD:
        return shorter_sum(t, a, b);
    case TAPE_SUBTRACT:
        return shorter_difference(t, a, b);
    case TAPE_MULTIPLY:
        return shorter_product(t, a, b);
    case TAPE_DIVIDE:
        return shorter_quotient(t, a, b);
    case TAPE_NEGATE:
        if (is_negated(t, a)) return inside(t, a);
        return NOT_YET;
    case TAPE_COS:
    case TAPE_ABS:
        return is_negated(t, a) ? jd_tape_op(t, op, inside(t, a), 0, 0) : NOT_YET;
    case TAPE_SIN:
        return is_negated(t, a) ? n_neg(t, n_sin(t, inside(t, a))) : NOT_YET;
    case TAPE_SELECT:
        if (is_number(t, a)) return jd_tape_value(t, a) != 0 ? b : c;
        return b == c ? b : NOT_YET;
    default:
        return NOT_YET;
    }
}

/* b - a, if it is there already, is -(a - b). */
static bool is_there(const Tape *t, TapeOp op, Num a, Num b, Num *found) {
    const TapeNode node = {.op = op, .of = {a, b}};
    if (!t->room) return false;
    unsigned at = hash_of(&node) & (unsigned)(t->room - 1);
    for (; t->hash[at]; at = (at + 1) & (unsigned)(t->room - 1)) {
        *found = t->hash[at] - 1;
        if (is_same(&t->node.at[*found], &node)) return true;
    }
    return false;
}

int jd_tape_find(const Tape *t, TapeOp op, Num a) {
    Num found = 0;
    return is_there(t, op, a, 0, &found) ? found : -1;
}

static const double few_roundings = 4; /* of what is added up */

/* Parts of a unit vector have squares whose sum is one, across each other zero: but for rounding,
 * which would be another number in each direction. */
static double whole_sum(TapeOp op, double sum, double a, double b) {
    const double rounding = few_roundings * DBL_EPSILON * (fabs(a) + fabs(b));
    if (op != TAPE_ADD && op != TAPE_SUBTRACT) return sum;
    if (fabs(sum) <= rounding) return 0;
    return fabs(fabs(sum) - 1) <= rounding ? copysign(1, sum) : sum;
}

Num jd_tape_op(Tape *t, TapeOp op, Num a, Num b, Num c) {
    const int arguments = ops[op].arguments;
    const Num of[3] = {a, b, c};
    TapeNode node = {.op = op, .of = {a, arguments > 1 ? b : 0, arguments > 2 ? c : 0}};
    bool constant = true;
    Num found;
    if (t->arena->failed) return 0;
    assert(op > TAPE_UNKNOWN && op < TAPE_OPS);
    for (int n = 0; n < arguments; n++) {
        assert(jd_is_index(of[n], t->node.count));
        const TapeNode *from = &t->node.at[of[n]];
        constant = constant && from->op == TAPE_NUMBER;
        if (from->level > node.level) node.level = from->level;
        if (from->block > node.block) node.block = from->block;
    }
    node.value = jd_tape_carry_out(t, op, jd_tape_value(t, a), jd_tape_value(t, node.of[1]),
                                   jd_tape_value(t, node.of[2]));
    if (constant)
        return jd_tape_number(
            t, whole_sum(op, node.value, jd_tape_value(t, a), jd_tape_value(t, node.of[1])));
    const Num short_way = shorter(t, op, a, b, c);
    if (short_way != NOT_YET) return short_way;
    if ((op == TAPE_ADD || op == TAPE_MULTIPLY) && a > b) node.of[0] = b, node.of[1] = a;
    if (op == TAPE_SUBTRACT && is_there(t, op, b, a, &found)) return n_neg(t, found);
    return take(t, node);
}

/* ---- Tables --------------------------------------------------------------------------------- */

static int column_number(Tape *t, const TableColumn *column) {
    for (int n = 0; n < t->column.count; n++)
        if (t->column.at[n] == column) return n;
    const TableColumn **to = PUSH(t->arena, t->column);
    if (to) *to = column;
    return t->column.count - 1;
}

Num jd_tape_place(Tape *t, const TableColumn *column, Num x) {
    const int number = column_number(t, column);
    return t->arena->failed ? 0 : jd_tape_op(t, TAPE_PLACE, x, n_num(t, number), 0);
}

Num jd_tape_piece(Tape *t, const TableColumn *column, int derivative, Num piece, Num x) {
    const int number = column_number(t, column);
    if (t->arena->failed || derivative >= COLUMN_ORDERS) return 0;
    return jd_tape_op(t, TAPE_PIECE, piece, x, n_num(t, COLUMN_ORDERS * number + derivative));
}

/* ---- Running it ----------------------------------------------------------------------------- */

static double leaf_value(const Tape *t, const TapeNode *node, const TapeGiven *given,
                         const double *unknown) {
    switch (node->op) {
    case TAPE_NUMBER:
        return node->value;
    case TAPE_FIXED:
        return given->fixed ? given->fixed[node->of[0]] : t->fixed.at[node->of[0]].value;
    case TAPE_TIME:
        return given->time;
    case TAPE_STATE:
        return given->state[node->of[0]];
    case TAPE_INPUT:
        return given->input ? given->input[node->of[0]] : node->value;
    case TAPE_HELD:
        return given->held ? given->held[node->of[0]] : node->value;
    case TAPE_BLOW:
        return 0;
    case TAPE_ALONG:
        return given->along ? given->along[node->of[0]] : 0;
    case TAPE_HINT:
        return given->hint ? given->hint[node->of[0]] : t->hint.at[node->of[0]];
    default:
        return unknown[node->of[0]];
    }
}

static void run_nodes(const Tape *t, const TapeGiven *given, const double *unknown, int block,
                      double *v) {
    for (int n = 0; n < t->node.count; n++) {
        const TapeNode *node = &t->node.at[n];
        if (node->block != block) continue;
        v[n] = ops[node->op].arguments
                   ? jd_tape_carry_out(t, node->op, v[node->of[0]], v[node->of[1]], v[node->of[2]])
                   : leaf_value(t, node, given, unknown);
    }
}

void jd_tape_play_some(const Tape *t, const TapeGiven *given, const Num *some, int count,
                       double *v) {
    for (int k = 0; k < count; k++) {
        const TapeNode *node = &t->node.at[some[k]];
        v[some[k]] = ops[node->op].arguments ? jd_tape_carry_out(t, node->op, v[node->of[0]],
                                                                 v[node->of[1]], v[node->of[2]])
                                             : leaf_value(t, node, given, NULL);
    }
}

enum { ROUNDS = 20 };

/* As close_by_newton of the minimal form. */
static bool find_unknowns(const Tape *t, const TapeGiven *given, int block, double *unknown,
                          double *v) {
    const TapeBlock *of = &t->block.at[block - 1];
    double before = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        run_nodes(t, given, unknown, block, v);
        const double now = v[of->size];
        const NewtonRound at = jd_newton_round(round, now, before);
        if (at != ROUND_GOES_ON) return at == ROUND_IS_THERE;
        before = now;
        for (int k = 0; k < of->count; k++) unknown[of->first + k] += v[of->step[k]];
    }
    return false;
}

bool jd_tape_play(const Tape *t, const TapeGiven *given, double *values) {
    Arena arena = {0};
    double *unknown = ARENA_NEW(&arena, double, t->unknowns + 1);
    bool found = unknown != NULL;
    for (int n = 0; n < t->unknowns && unknown; n++) {
        const int hint = t->hint_of.at[n];
        unknown[n] = given->hint ? given->hint[hint] : t->hint.at[hint];
    }
    if (found) run_nodes(t, given, unknown, 0, values);
    for (int k = 1; k <= t->block.count && found; k++)
        found = find_unknowns(t, given, k, unknown, values);
    jd_arena_free(&arena);
    return found;
}

/* ---- Small systems -------------------------------------------------------------------------- */

void jd_tape_lu(Tape *t, int n, Num *A, int *order, Num *pivot) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int r = k + 1; r < n; r++)
            if (fabs(jd_tape_value(t, A[r * n + k])) > fabs(jd_tape_value(t, A[best * n + k])))
                best = r;
        for (int c = 0; c < n && best != k; c++) {
            const Num other = A[best * n + c];
            A[best * n + c] = A[k * n + c], A[k * n + c] = other;
        }
        const int row = order[best];
        order[best] = order[k], order[k] = row;
        pivot[k] = n_abs(t, A[k * n + k]);
        A[k * n + k] = n_inverse(t, A[k * n + k]);
        for (int r = k + 1; r < n; r++) {
            A[r * n + k] = n_mul(t, A[r * n + k], A[k * n + k]);
            for (int c = k + 1; c < n; c++)
                A[r * n + c] = n_sub(t, A[r * n + c], n_mul(t, A[r * n + k], A[k * n + c]));
        }
    }
}

void jd_tape_lu_solve(Tape *t, int n, const Num *LU, Num *x) {
    for (int r = 1; r < n; r++)
        for (int c = 0; c < r; c++) x[r] = n_sub(t, x[r], n_mul(t, LU[r * n + c], x[c]));
    for (int r = n - 1; r >= 0; r--) {
        for (int c = r + 1; c < n; c++) x[r] = n_sub(t, x[r], n_mul(t, LU[r * n + c], x[c]));
        x[r] = n_mul(t, x[r], LU[r * n + r]);
    }
}

/* L D L^T without pivoting; what is zero stays zero. */
void jd_tape_positive(Tape *t, int n, Num *A, Num *b) {
    if (n == 1) {
        b[0] = n_div(t, b[0], A[0]);
        return;
    }
    for (int k = 0; k < n; k++) {
        const Num d = n_inverse(t, A[k * n + k]);
        for (int r = k + 1; r < n; r++) {
            const Num l = n_mul(t, A[r * n + k], d);
            if (!l) continue;
            for (int c = k + 1; c <= r; c++)
                A[r * n + c] = n_sub(t, A[r * n + c], n_mul(t, l, A[c * n + k]));
            b[r] = n_sub(t, b[r], n_mul(t, l, b[k]));
        }
        A[k * n + k] = d;
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int r = k + 1; r < n; r++)
            if (A[r * n + k]) b[k] = n_sub(t, b[k], n_mul(t, A[r * n + k], b[r]));
        b[k] = n_mul(t, b[k], A[k * n + k]);
    }
}
