/* SPDX-License-Identifier: MIT
 *
 * The lists that a front is worked through by: its blocks and rows, the values that enter it, its
 * children and where their rows go; and whether its size has a kernel of its own. */
#include "sparse/inside.h"

static void list_block(Making *m, int f, int block, int from) {
    SparsePlan *plan = m->plan;
    Front *front = &plan->front[f];
    const PlanBlock *at = &plan->block[block];
    m->met[block] = f + 1;
    m->row[block] = front->rows;
    plan->front_block[plan->front_blocks++] =
        (FrontBlock){block, at->unknown, at->size, front->rows, from, 0, at->dual, at->diagonal};
    for (int i = 0; i < at->size; i++) plan->row[plan->rows++] = (unsigned)(at->unknown + i);
    front->blocks++;
    front->rows += at->size;
}

/* Rows of a definite front stand in the order of elimination. */
static void sort_by_rank(const Making *m, Element *element) {
    for (int i = 1; i < element->members; i++) {
        const int block = element->member[i];
        int at = i;
        for (; at > 0 && m->rank[element->member[at - 1]] > m->rank[block]; at--)
            element->member[at] = element->member[at - 1];
        element->member[at] = block;
    }
}

/* The blocks of a front: its pivots, then what the first of them is coupled with, then what the
 * second brings along, and so on; so each row is zero up to one column and not behind it. */
static void list_blocks(Making *m, int f) {
    Front *front = &m->plan->front[f];
    int pivot[PIVOTS_MAX + 1], count = 0;
    for (int b = m->merging.last[f]; b >= 0; b = m->merging.before[b]) pivot[count++] = b;
    front->block = m->plan->front_blocks;
    front->row = m->plan->rows;
    for (int i = count - 1; i >= 0; i--) list_block(m, f, pivot[i], 0);
    front->own = front->blocks;
    front->pivots = front->rows;
    for (int i = count - 1, from = 0; i >= 0; from += m->block[pivot[i--]].size) {
        Element *element = &m->pattern.element[pivot[i]];
        if (m->plan->definite) sort_by_rank(m, element);
        for (int k = 0; k < element->members; k++)
            if (m->met[element->member[k]] != f + 1) list_block(m, f, element->member[k], from);
    }
}

/* Adds the numbers of one block of values to the entries, at (row, column) of the front; of a
 * diagonal block the upper triangle. */
static void list_numbers(Making *m, int stride, size_t value, const int at[2], const int size[2]) {
    SparsePlan *plan = m->plan;
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < size[1]; j++) {
            const int row = at[0] + i, column = at[1] + j;
            if (at[0] == at[1] && row > column) continue;
            const int low = row > column ? row : column, high = row + column - low;
            plan->entry[plan->entries++] = (FrontEntry){
                (unsigned)value + (unsigned)(i * size[1] + j), (unsigned)(high * stride + low)};
        }
}

/* The values that enter a front: the diagonals of its bodies and the pairs whose first block is
 * eliminated here. */
static void list_entries(Making *m, int f) {
    SparsePlan *plan = m->plan;
    Front *front = &plan->front[f];
    front->entry = plan->entries;
    if (plan->definite) {
        front->image = plan->values;
        plan->values += (size_t)(front->pivots * STRIDE(front->rows));
        return;
    }
    for (int i = 0; i < front->own; i++) {
        const FrontBlock *at = &plan->front_block[front->block + i];
        const int row[2] = {at->row, at->row}, size[2] = {at->size, at->size};
        if (!at->dual) list_numbers(m, STRIDE(front->rows), at->diagonal, row, size);
    }
    for (int p = m->first_pair[f]; p >= 0; p = m->next_pair[p]) {
        const int i = m->pair[p].row, j = m->pair[p].column;
        const int row[2] = {m->row[i], m->row[j]}, size[2] = {m->block[i].size, m->block[j].size};
        list_numbers(m, STRIDE(front->rows), plan->pair[p].value, row, size);
    }
    front->entries = plan->entries - front->entry;
}

/* The children of a front, and where in it the rows of each child go. */
static void list_children(Making *m, int f) {
    SparsePlan *plan = m->plan;
    Front *front = &plan->front[f];
    front->child = plan->children;
    for (int c = m->first_child[f]; c >= 0; c = m->next_child[c]) {
        Front *child = &plan->front[c];
        plan->child[plan->children++] = c;
        child->target = plan->targets;
        for (int i = child->own; i < child->blocks; i++) {
            const FrontBlock *at = &plan->front_block[child->block + i];
            for (int k = 0; k < at->size; k++)
                plan->target[plan->targets++] = (unsigned)(m->row[at->block] + k);
        }
    }
    front->children = plan->children - front->child;
}

/* What small children hand on, number by number; where in the work their updates lie is not yet
 * known. Rows that change places on the way up cross the diagonal. */
static void list_handed(SparsePlan *plan, Front *front) {
    const unsigned stride = (unsigned)STRIDE(front->rows);
    for (int c = front->child; c < front->child + front->children; c++) {
        const Front *child = &plan->front[plan->child[c]];
        const unsigned rows = (unsigned)(child->rows - child->pivots);
        const unsigned *target = plan->target + child->target;
        for (unsigned j = 0; rows <= HANDED_MAX && j < rows; j++)
            for (unsigned i = j; i < rows; i++) {
                const unsigned low = target[i] > target[j] ? target[i] : target[j];
                const unsigned to = (target[i] + target[j] - low) * stride + low;
                plan->entry[plan->entries++] = (FrontEntry){j * rows + i, to};
                front->handed++;
            }
    }
}

/* Of a definite front: where the numbers of the rows behind its pivots are, in the columns of
 * others. */
static void list_cells(SparsePlan *plan, Front *front) {
    const unsigned *const row = plan->row + front->row;
    front->entry = plan->entries;
    for (int j = front->pivots; j < front->rows; j++)
        for (int i = j; i < front->rows; i++)
            plan->entry[plan->entries++] =
                (FrontEntry){(unsigned)jd_sparse_place(plan, (int)row[i], (int)row[j]),
                             (unsigned)(j * STRIDE(front->rows) + i)};
    front->entries = plan->entries - front->entry;
}

/* Is this a body with its joint and at most one body above, whose children add to the body alone?
 * Then its numbers are found without lists. */
static bool find_chain(const Making *m, Front *front) {
    const SparsePlan *plan = m->plan;
    const FrontBlock *at = &plan->front_block[front->block];
    const int above = front->blocks - 2;
    if (front->own != 2 || above < 0 || above > 1 || (above && at[2].from == 0)) return false;

    int met[2] = {0, 0};
    for (int p = m->first_pair[front - plan->front]; p >= 0; p = m->next_pair[p]) {
        const bool own = m->pair[p].column == at[0].block;
        if (m->pair[p].row != at[1].block) return false;
        *(own ? &front->own_value : &front->above_value) = plan->pair[p].value;
        met[own]++;
    }
    if (met[true] != 1 || met[false] != above) return false;
    if (above && (at[2].dual || at[2].size != at[0].size)) return false;
    for (int i = 0; i < front->children; i++) {
        const Front *child = &plan->front[plan->child[front->child + i]];
        if (child->blocks != child->own + 1 || plan->target[child->target] != 0) return false;
    }
    front->body_weight = plan->block[at[0].block].weight;
    front->above_weight = above ? plan->block[at[2].block].weight : 0;
    front->body = (size_t)at[0].unknown;
    front->joint = (size_t)at[1].unknown;
    front->above = above ? (size_t)at[2].unknown : 0;
    return true;
}

/* Is a front of one of the sizes that have a kernel? */
static void find_size(const Making *m, Front *front) {
    FrontBlock *const at = &m->plan->front_block[front->block];
    const int B = m->plan->definite ? front->pivots : at[0].size, J = front->pivots - B;
    int R = 0, U = 0;
    for (int i = 0; i < front->own; i++)
        if (at[i].dual != (i > 0 && !m->plan->definite)) return;
    for (int i = front->own; m->plan->definite && i < front->blocks; i++) at[i].from = 0;
    for (int i = front->own; i < front->blocks; i++) *(at[i].from == 0 ? &R : &U) += at[i].size;

    front->body_value = at[0].diagonal;
    const bool chain = !m->plan->definite && find_chain(m, front);
    front->number = jd_front_number((FrontSize){B, J, R, U, m->plan->definite, chain});
    front->chain = jd_front_is_chain(front->number);
    for (int i = front->own; front->number && i < front->blocks; i++)
        if (at[i].from > B) at[i].from = B;
}

/* Where the columns of each pivot block end. */
static void find_ends(SparsePlan *plan, const Front *front) {
    FrontBlock *const at = &plan->front_block[front->block];
    int next = front->own, end = front->pivots;
    for (int i = 0; i < front->own; i++) {
        while (next < front->blocks && at[next].from <= at[i].row) end += at[next++].size;
        at[i].end = end;
    }
}

void jd_sparse_list_fronts(Making *m) {
    SparsePlan *plan = m->plan;
    for (int p = plan->pairs - 1; p >= 0; p--) {
        const SparsePair at = m->pair[p];
        if (m->block[at.row].size == 0 || m->block[at.column].size == 0) continue;
        const int first = m->rank[at.row] < m->rank[at.column] ? at.row : at.column;
        int *const head = &m->first_pair[m->merging.front_of[first]];
        m->next_pair[p] = *head;
        *head = p;
    }
    for (int f = plan->fronts - 1; f >= 0; f--) {
        if (m->merging.parent[f] < 0) continue;
        int *const head = &m->first_child[m->merging.parent[f]];
        m->next_child[f] = *head;
        *head = f;
    }
    for (int f = 0; f < plan->fronts; f++) {
        list_blocks(m, f);
        list_entries(m, f);
        list_children(m, f);
        if (!plan->definite) list_handed(plan, &plan->front[f]);
        find_size(m, &plan->front[f]);
        find_ends(plan, &plan->front[f]);
    }
    for (int f = 0; f < plan->fronts && plan->definite; f++) list_cells(plan, &plan->front[f]);
}
