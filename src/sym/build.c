/* SPDX-License-Identifier: MIT
 *
 * Sums, products and powers, and what is always right about them: they are flat, like terms and
 * equal bases are one, numbers stand in front, and a factor that is a sum has no number common to
 * its terms. */
#include "sym/inside.h"
#include <stdlib.h>
#include <string.h>

/* What is collected: number * what, or what ^ number. */
typedef struct {
    Sym what;
    SymNumber number;
} Item;
enum { FEW = 16 };
typedef struct {
    Item few[FEW], *at;
    int count, room;
    SymNumber number; /* of the whole */
    bool failed;
} Items;

static void items_open(Items *items, SymNumber number) {
    *items = (Items){.room = FEW, .number = number};
}

static void items_close(Items *items) {
    free(items->at);
}

static Item *items_at(Items *items) {
    return items->at ? items->at : items->few;
}

static void items_add(Items *items, Sym what, SymNumber number) {
    if (items->count == items->room) {
        const int room = 2 * items->room;
        Item *at = realloc(items->at, sizeof *at * (size_t)room);
        if (!at) {
            items->failed = true;
            return;
        }
        if (!items->at) memcpy(at, items->few, sizeof items->few);
        items->at = at;
        items->room = room;
    }
    items_at(items)[items->count++] = (Item){what, number};
}

/* The order of terms and factors follows from what they are, not from when they were made: names by
 * their letters, functions, sums; products as rows of their factors. So it is the same whatever the
 * compiler does first. */
static int compare(const SymPool *pool, Sym a, Sym b);

static int compare_rows(const SymPool *pool, const Sym *a, int count_a, const Sym *b, int count_b) {
    for (int n = 0; n < count_a && n < count_b; n++) {
        const int order = compare(pool, a[n], b[n]);
        if (order) return order;
    }
    return count_a - count_b;
}

static int compare_bases(const SymPool *pool, Sym a, Sym b) {
    static const int rank[] = {
        [SYM_NAME] = 1, [SYM_CALL] = 2, [SYM_POWER] = 3, [SYM_SUM] = 4, [SYM_PRODUCT] = 5};
    const SymNode *x = jd_sym_node(pool, a), *y = jd_sym_node(pool, b);
    if (rank[x->kind] != rank[y->kind]) return rank[x->kind] - rank[y->kind];
    if (x->kind == SYM_NAME)
        return strcmp(jd_sym_name_text(pool, x->name), jd_sym_name_text(pool, y->name));
    if (x->kind == SYM_CALL && x->name != y->name) return x->name - y->name;
    const int order =
        compare_rows(pool, pool->args.at + x->first, x->count, pool->args.at + y->first, y->count);
    if (order) return order;
    return jd_number_double(x->number) < jd_number_double(y->number) ? -1 : 1;
}

static int compare(const SymPool *pool, Sym a, Sym b) {
    if (a == b) return 0;
    const SymNode *x = jd_sym_node(pool, a), *y = jd_sym_node(pool, b);
    if (x->kind == SYM_PRODUCT || y->kind == SYM_PRODUCT) {
        const bool row_a = x->kind == SYM_PRODUCT, row_b = y->kind == SYM_PRODUCT;
        const int order =
            compare_rows(pool, row_a ? pool->args.at + x->first : &a, row_a ? x->count : 1,
                         row_b ? pool->args.at + y->first : &b, row_b ? y->count : 1);
        if (order) return order;
        if (row_a != row_b) return row_a ? 1 : -1;
        return jd_number_double(x->number) < jd_number_double(y->number) ? -1 : 1;
    }
    SymNumber power_a, power_b;
    const Sym base_a = jd_sym_base(pool, a, &power_a), base_b = jd_sym_base(pool, b, &power_b);
    if (base_a == base_b) return jd_number_double(power_a) > jd_number_double(power_b) ? -1 : 1;
    return compare_bases(pool, base_a, base_b);
}

/* By merging: qsort knows no pool. */
static void sort_items(const SymPool *pool, Item *at, Item *room, int count) {
    if (count < 2) return;
    const int half = count / 2;
    sort_items(pool, at, room, half);
    sort_items(pool, at + half, room, count - half);
    memcpy(room, at, sizeof *at * (size_t)count);
    for (int i = 0, j = half, n = 0; n < count; n++) {
        const bool left =
            i < half && (j == count || compare(pool, room[i].what, room[j].what) <= 0);
        at[n] = left ? room[i++] : room[j++];
    }
}

/* One item of each kind; those with the number zero are gone. */
static void items_merge(SymPool *pool, Items *items) {
    Item *at = items_at(items), few[FEW];
    Item *room = items->count <= FEW ? few : malloc(sizeof *room * (size_t)items->count);
    if (!room) {
        items->failed = true;
        return;
    }
    if (!pool->stop) sort_items(pool, at, room, items->count);
    if (room != few) free(room);
    int kept = 0;
    for (int n = 0; n < items->count; n++) {
        if (kept && at[kept - 1].what == at[n].what)
            at[kept - 1].number = jd_number_add(at[kept - 1].number, at[n].number);
        else
            at[kept++] = at[n];
        if (jd_number_is(at[kept - 1].number, 0) ||
            (!at[kept - 1].number.under && at[kept - 1].number.real == 0))
            kept--;
    }
    items->count = kept;
}

/* ---- Products ------------------------------------------------------------------------------- */

Sym jd_sym_base(const SymPool *pool, Sym s, SymNumber *exponent) {
    const SymNode *node = jd_sym_node(pool, s);
    *exponent = node->kind == SYM_POWER ? node->number : jd_number_ratio(1, 1);
    return node->kind == SYM_POWER ? jd_sym_arg(pool, s, 0) : s;
}

static void collect_factors(SymPool *pool, const Sym *factors, int count, Items *items) {
    for (int n = 0; n < count; n++) {
        const SymNode node = *jd_sym_node(pool, factors[n]);
        SymNumber exponent;
        if (node.kind == SYM_NUMBER) {
            items->number = jd_number_times(items->number, node.number);
        } else if (node.kind == SYM_PRODUCT) {
            items->number = jd_number_times(items->number, node.number);
            for (int k = 0; k < node.count; k++) {
                const Sym base = jd_sym_base(pool, pool->args.at[node.first + k], &exponent);
                items_add(items, base, exponent);
            }
        } else {
            const Sym base = jd_sym_base(pool, factors[n], &exponent);
            items_add(items, base, exponent);
        }
    }
}

/* base^exponent without a look inside. */
static Sym keep_power(SymPool *pool, Sym base, SymNumber exponent) {
    if (jd_number_is(exponent, 1)) return base;
    return jd_sym_keep(pool, (SymNode){.kind = SYM_POWER, .number = exponent, .count = 1}, &base);
}

static Sym keep_product(SymPool *pool, Items *items) {
    if (items->failed) return jd_sym_fail(pool, SYM_NO_MEMORY);
    if (jd_number_is(items->number, 0)) return jd_sym_whole(pool, 0);
    if (items->count == 0) return jd_sym_number(pool, items->number);
    Item *at = items_at(items);
    Sym *factors = malloc(sizeof *factors * (size_t)items->count);
    if (!factors) return jd_sym_fail(pool, SYM_NO_MEMORY);
    for (int n = 0; n < items->count; n++) factors[n] = keep_power(pool, at[n].what, at[n].number);
    Sym product = factors[0];
    if (items->count > 1 || !jd_number_is(items->number, 1))
        product = jd_sym_keep(
            pool, (SymNode){.kind = SYM_PRODUCT, .number = items->number, .count = items->count},
            factors);
    free(factors);
    return product;
}

static SymNumber content_of_sum(const SymPool *pool, Sym s);
static Sym divide_sum(SymPool *pool, Sym s, SymNumber by);

/* Takes the numbers out of factors that are sums and have whole exponents. True: something was
 * taken. */
static bool take_contents(SymPool *pool, Items *items) {
    Item *at = items_at(items);
    bool taken = false;
    for (int n = 0; n < items->count; n++) {
        if (jd_sym_node(pool, at[n].what)->kind != SYM_SUM || !jd_number_whole(at[n].number))
            continue;
        const SymNumber content = content_of_sum(pool, at[n].what);
        if (jd_number_is(content, 1)) continue;
        at[n].what = divide_sum(pool, at[n].what, content);
        items->number =
            jd_number_times(items->number, jd_number_power(content, (int)at[n].number.over));
        taken = true;
    }
    return taken;
}

static bool is_lone_sum(SymPool *pool, Items *items) {
    Item *at = items_at(items);
    return items->count == 1 && jd_number_is(at[0].number, 1) &&
           jd_sym_node(pool, at[0].what)->kind == SYM_SUM;
}

static Sym finish_product(SymPool *pool, Items *items) {
    items_merge(pool, items);
    if (is_lone_sum(pool, items) && jd_number_is(items->number, 1)) return items_at(items)[0].what;
    if (take_contents(pool, items)) items_merge(pool, items);
    return keep_product(pool, items);
}

Sym jd_sym_product(SymPool *pool, const Sym *factors, int count) {
    if (!pool || pool->stop) return SYM_NONE;
    for (int n = 0; n < count; n++)
        if (!factors[n]) return SYM_NONE;
    Items items;
    items_open(&items, jd_number_ratio(1, 1));
    collect_factors(pool, factors, count, &items);
    const Sym product = finish_product(pool, &items);
    items_close(&items);
    return product;
}

Sym jd_sym_times(SymPool *pool, Sym a, Sym b) {
    return jd_sym_product(pool, (Sym[]){a, b}, 2);
}

Sym jd_sym_over(SymPool *pool, Sym a, Sym b) {
    return jd_sym_times(pool, a, jd_sym_power(pool, b, jd_number_ratio(-1, 1)));
}

Sym jd_sym_minus(SymPool *pool, Sym a) {
    return jd_sym_times(pool, jd_sym_whole(pool, -1), a);
}

/* ---- Powers --------------------------------------------------------------------------------- */

/* Of a number: exact where it is; of 4 the root 2. */
static Sym power_of_number(SymPool *pool, Sym base, SymNumber number, SymNumber exponent) {
    if (jd_number_whole(exponent)) {
        if (jd_number_is(number, 0) && exponent.over < 0) return keep_power(pool, base, exponent);
        if (exponent.over > -64 && exponent.over < 64)
            return jd_sym_number(pool, jd_number_power(number, (int)exponent.over));
    }
    if (jd_number_is(number, 0) || jd_number_is(number, 1)) return base;
    return keep_power(pool, base, exponent);
}

static Sym power_of_product(SymPool *pool, Sym base, SymNumber exponent) {
    const SymNode node = *jd_sym_node(pool, base);
    Items items;
    items_open(&items, jd_number_power(node.number, (int)exponent.over));
    for (int n = 0; n < node.count; n++) {
        SymNumber inner;
        const Sym what = jd_sym_base(pool, pool->args.at[node.first + n], &inner);
        items_add(&items, what, jd_number_times(inner, exponent));
    }
    const Sym power = finish_product(pool, &items);
    items_close(&items);
    return power;
}

Sym jd_sym_power(SymPool *pool, Sym base, SymNumber exponent) {
    if (!pool || pool->stop || !base) return SYM_NONE;
    const SymNode node = *jd_sym_node(pool, base);
    if (jd_number_is(exponent, 0)) return jd_sym_whole(pool, 1);
    if (jd_number_is(exponent, 1)) return base;
    if (node.kind == SYM_NUMBER) return power_of_number(pool, base, node.number, exponent);
    const bool whole = jd_number_whole(exponent) && exponent.over > -64 && exponent.over < 64;
    if (node.kind == SYM_POWER && whole)
        return jd_sym_power(pool, jd_sym_arg(pool, base, 0),
                            jd_number_times(node.number, exponent));
    if (node.kind == SYM_PRODUCT && whole) return power_of_product(pool, base, exponent);
    if (node.kind == SYM_SUM && whole) {
        Items items;
        items_open(&items, jd_number_ratio(1, 1));
        items_add(&items, base, exponent);
        const Sym power = finish_product(pool, &items);
        items_close(&items);
        return power;
    }
    return keep_power(pool, base, exponent);
}

Sym jd_sym_root(SymPool *pool, Sym a) {
    return jd_sym_power(pool, a, jd_number_ratio(1, 2));
}

/* ---- Sums ----------------------------------------------------------------------------------- */

Sym jd_sym_split(SymPool *pool, Sym s, SymNumber *number) {
    const SymNode node = *jd_sym_node(pool, s);
    *number = jd_number_ratio(1, 1);
    if (node.kind == SYM_NUMBER) {
        *number = node.number;
        return jd_sym_whole(pool, 1);
    }
    if (node.kind != SYM_PRODUCT || jd_number_is(node.number, 1)) return s;
    *number = node.number;
    if (node.count == 1) return pool->args.at[node.first];
    return jd_sym_keep(
        pool, (SymNode){.kind = SYM_PRODUCT, .number = jd_number_ratio(1, 1), .count = node.count},
        pool->args.at + node.first);
}

static void collect_terms(SymPool *pool, const Sym *terms, int count, SymNumber factor,
                          Items *items) {
    for (int n = 0; n < count; n++) {
        SymNumber number;
        Sym what = jd_sym_split(pool, terms[n], &number);
        if (!what) return;
        number = jd_number_times(number, factor);
        const SymNode node = *jd_sym_node(pool, what);
        if (node.kind == SYM_NUMBER) {
            items->number = jd_number_add(items->number, number);
        } else if (node.kind == SYM_SUM) {
            items->number = jd_number_add(items->number, jd_number_times(number, node.number));
            for (int k = 0; k < node.count; k++) {
                SymNumber inner;
                const Sym term = jd_sym_split(pool, pool->args.at[node.first + k], &inner);
                items_add(items, term, jd_number_times(number, inner));
            }
        } else {
            items_add(items, what, number);
        }
    }
}

/* number * what, where `what` has no number of its own. */
static Sym scale_term(SymPool *pool, Sym what, SymNumber number) {
    if (jd_number_is(number, 1)) return what;
    const SymNode node = *jd_sym_node(pool, what);
    SymNode product = {.kind = SYM_PRODUCT, .number = number, .count = 1};
    if (node.kind != SYM_PRODUCT) return jd_sym_keep(pool, product, &what);
    product.count = node.count;
    Sym *factors = malloc(sizeof *factors * (size_t)node.count);
    if (!factors) return jd_sym_fail(pool, SYM_NO_MEMORY);
    memcpy(factors, pool->args.at + node.first, sizeof *factors * (size_t)node.count);
    const Sym made = jd_sym_keep(pool, product, factors);
    free(factors);
    return made;
}

static Sym keep_sum(SymPool *pool, Items *items) {
    if (items->failed) return jd_sym_fail(pool, SYM_NO_MEMORY);
    items_merge(pool, items);
    if (items->count == 0) return jd_sym_number(pool, items->number);
    Item *at = items_at(items);
    Sym *terms = malloc(sizeof *terms * (size_t)items->count);
    if (!terms) return jd_sym_fail(pool, SYM_NO_MEMORY);
    for (int n = 0; n < items->count; n++) terms[n] = scale_term(pool, at[n].what, at[n].number);
    Sym sum = terms[0];
    if (items->count > 1 || !jd_number_is(items->number, 0))
        sum = jd_sym_keep(
            pool, (SymNode){.kind = SYM_SUM, .number = items->number, .count = items->count},
            terms);
    free(terms);
    return sum;
}

Sym jd_sym_sum(SymPool *pool, const Sym *terms, int count) {
    if (!pool || pool->stop) return SYM_NONE;
    for (int n = 0; n < count; n++)
        if (!terms[n]) return SYM_NONE;
    Items items;
    items_open(&items, jd_number_ratio(0, 1));
    collect_terms(pool, terms, count, jd_number_ratio(1, 1), &items);
    const Sym sum = pool->stop ? SYM_NONE : keep_sum(pool, &items);
    items_close(&items);
    return sum;
}

Sym jd_sym_add(SymPool *pool, Sym a, Sym b) {
    return jd_sym_sum(pool, (Sym[]){a, b}, 2);
}

Sym jd_sym_subtract(SymPool *pool, Sym a, Sym b) {
    return jd_sym_add(pool, a, jd_sym_minus(pool, b));
}

/* The number common to all terms, with the sign of the first; 1 if some are not exact. */
static SymNumber content_of_sum(const SymPool *pool, Sym s) {
    const SymNode *node = jd_sym_node(pool, s);
    int64_t over = node->number.over, under = node->number.under ? node->number.under : 1;
    if (!node->number.under) return jd_number_ratio(1, 1);
    int sign = 1;
    for (int n = 0; n < node->count; n++) {
        const SymNode *term = jd_sym_node(pool, pool->args.at[node->first + n]);
        const SymNumber number = term->kind == SYM_PRODUCT ? term->number : jd_number_ratio(1, 1);
        if (!number.under) return jd_number_ratio(1, 1);
        if (n == 0 && number.over < 0) sign = -1;
        int64_t a = over < 0 ? -over : over, b = number.over < 0 ? -number.over : number.over;
        while (b) {
            const int64_t rest = a % b;
            a = b;
            b = rest;
        }
        over = a;
        const SymNumber fraction = jd_number_ratio(under, number.under); /* least common multiple */
        if (__builtin_mul_overflow(fraction.over, number.under, &under))
            return jd_number_ratio(1, 1);
    }
    return jd_number_ratio(sign * over, under);
}

static Sym divide_sum(SymPool *pool, Sym s, SymNumber by) {
    const SymNode node = *jd_sym_node(pool, s);
    const SymNumber factor = jd_number_inverse(by);
    Items items;
    items_open(&items, jd_number_times(node.number, factor));
    for (int n = 0; n < node.count; n++) {
        SymNumber number;
        const Sym what = jd_sym_split(pool, pool->args.at[node.first + n], &number);
        items_add(&items, what, jd_number_times(number, factor));
    }
    const Sym sum = keep_sum(pool, &items);
    items_close(&items);
    return sum;
}

/* ---- Any node with other arguments ---------------------------------------------------------- */

Sym jd_sym_rebuild(SymPool *pool, Sym s, const Sym *args) {
    const SymNode node = *jd_sym_node(pool, s);
    switch (node.kind) {
    case SYM_NUMBER:
    case SYM_NAME:
        return s;
    case SYM_POWER:
        return jd_sym_power(pool, args[0], node.number);
    case SYM_CALL:
        return jd_sym_call(pool, node.name, args, node.count);
    case SYM_SUM:
    case SYM_PRODUCT:
        break;
    }
    Sym *all = malloc(sizeof *all * (size_t)(node.count + 1));
    if (!all) return jd_sym_fail(pool, SYM_NO_MEMORY);
    all[0] = jd_sym_number(pool, node.number);
    memcpy(all + 1, args, sizeof *all * (size_t)node.count);
    const Sym made = node.kind == SYM_SUM ? jd_sym_sum(pool, all, node.count + 1)
                                          : jd_sym_product(pool, all, node.count + 1);
    free(all);
    return made;
}
