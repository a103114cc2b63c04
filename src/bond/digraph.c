/* SPDX-License-Identifier: MIT
 *
 * Directed graphs of indices: strong components, and sets of vertices without which there is no
 * cycle. */
#include "bond/inside.h"
#include <stdlib.h>
#include <string.h>

/* ---- Strong components: Tarjan, without recursion ------------------------------------------- */

typedef struct {
    int *number, *low, *stack, *frame, *next;
    bool *on;
} Search;

static bool search_open(Search *s, int count) {
    const size_t n = (size_t)count + 1;
    *s = (Search){calloc(n, sizeof(int)), calloc(n, sizeof(int)), calloc(n, sizeof(int)),
                  calloc(n, sizeof(int)), calloc(n, sizeof(int)), calloc(n, sizeof(bool))};
    return s->number && s->low && s->stack && s->frame && s->next && s->on;
}

static void search_close(Search *s) {
    free(s->number), free(s->low), free(s->stack), free(s->frame), free(s->next), free(s->on);
}

int jd_strong_components(const Digraph *graph, int *component) {
    Search s;
    int components = 0, counter = 0, top = 0;
    if (!search_open(&s, graph->count)) components = -1;
    for (int root = 0; components >= 0 && root < graph->count; root++) {
        if (s.number[root]) continue;
        int depth = 0;
        s.frame[0] = root;
        s.number[root] = s.low[root] = ++counter;
        s.next[root] = graph->first[root];
        s.stack[top++] = root, s.on[root] = true;
        while (depth >= 0) {
            const int v = s.frame[depth];
            if (s.next[v] < graph->first[v + 1]) {
                const int w = graph->to[s.next[v]++];
                if (!s.number[w]) {
                    s.number[w] = s.low[w] = ++counter;
                    s.next[w] = graph->first[w];
                    s.stack[top++] = w, s.on[w] = true;
                    s.frame[++depth] = w;
                } else if (s.on[w] && s.number[w] < s.low[v]) {
                    s.low[v] = s.number[w];
                }
                continue;
            }
            if (s.low[v] == s.number[v]) {
                int w;
                do {
                    w = s.stack[--top];
                    s.on[w] = false;
                    component[w] = components;
                } while (w != v);
                components++;
            }
            if (--depth >= 0 && s.low[v] < s.low[s.frame[depth]]) s.low[s.frame[depth]] = s.low[v];
        }
    }
    search_close(&s);
    return components;
}

/* ---- Feedback vertices
 * ------------------------------------------------------------------------------ A matrix of edges.
 * A vertex with one way in or one way out is bypassed: all its cycles go through its neighbour. One
 * with an edge to itself is taken. What is left is tried out, if it is small; otherwise taken one
 * by one, the busiest first. */

typedef struct {
    int count;
    bool *edge; /* count by count */
    bool *alive;
    int *in, *out; /* how many edges */
    const int *rank;
} Net;

static bool *edge_of(const Net *net, int from, int to) {
    return &net->edge[(size_t)from * (size_t)net->count + (size_t)to];
}

static void set_edge(Net *net, int from, int to, bool there) {
    bool *edge = edge_of(net, from, to);
    if (*edge == there) return;
    *edge = there;
    net->out[from] += there ? 1 : -1;
    net->in[to] += there ? 1 : -1;
}

static void remove_vertex(Net *net, int v) {
    net->alive[v] = false;
    for (int k = 0; k < net->count && net->out[v]; k++) set_edge(net, v, k, false);
    for (int k = 0; k < net->count && net->in[v]; k++) set_edge(net, k, v, false);
}

static void bypass(Net *net, int v) {
    for (int from = 0; from < net->count; from++) {
        if (!*edge_of(net, from, v)) continue;
        for (int to = 0; to < net->count; to++)
            if (*edge_of(net, v, to)) set_edge(net, from, to, true);
    }
    remove_vertex(net, v);
}

/* Vertices nobody would like to break (large rank) are bypassed first. Takes those with edges to
 * themselves. */
static int reduce(Net *net, int *chosen) {
    int count = 0;
    for (bool changed = true; changed;) {
        changed = false;
        int best = -1;
        for (int v = 0; v < net->count; v++) {
            if (!net->alive[v]) continue;
            if (*edge_of(net, v, v)) {
                chosen[count++] = v;
                remove_vertex(net, v);
                changed = true;
                continue;
            }
            const int in = net->in[v], out = net->out[v];
            if (!in || !out) {
                remove_vertex(net, v);
                changed = true;
                continue;
            }
            const bool passes = in == 1 || out == 1;
            if (passes && (best < 0 || net->rank[v] > net->rank[best])) best = v;
        }
        if (!changed && best >= 0) {
            bypass(net, best);
            changed = true;
        }
    }
    return count;
}

static void close_net(Net *net) {
    free(net->edge), free(net->alive), free(net->in), free(net->out);
}

static bool open_net(Net *net, int count, const int *rank) {
    const size_t n = (size_t)count + 1;
    *net =
        (Net){count, calloc(n * n, 1), calloc(n, 1), calloc(n, sizeof(int)), calloc(n, sizeof(int)),
              rank};
    if (net->edge && net->alive && net->in && net->out) return true;
    close_net(net);
    return false;
}

static bool copy_net(const Net *net, Net *copy) {
    const size_t n = (size_t)net->count;
    if (!open_net(copy, net->count, net->rank)) return false;
    memcpy(copy->edge, net->edge, n * n);
    memcpy(copy->alive, net->alive, n);
    memcpy(copy->in, net->in, n * sizeof *net->in);
    memcpy(copy->out, net->out, n * sizeof *net->out);
    return true;
}

static int busiest(const Net *net) {
    int best = -1, most = -1;
    for (int v = 0; v < net->count; v++) {
        const int paths = net->in[v] * net->out[v];
        if (!net->alive[v] || paths < most || (paths == most && net->rank[v] >= net->rank[best]))
            continue;
        most = paths;
        best = v;
    }
    return best;
}

/* The rest without v, or with v unbroken (bypassed): whichever takes fewer. -1: memory is out, or
 * not below `limit`. */
static int best_set(Net *net, int *chosen, int limit) {
    int count = reduce(net, chosen);
    const int v = busiest(net);
    if (count >= limit) return -1;
    if (v < 0) return count;
    Net with, without;
    int *other = malloc(sizeof *other * (size_t)(net->count + 1));
    if (!other || !copy_net(net, &with)) return free(other), -1;
    if (!copy_net(net, &without)) return free(other), close_net(&with), -1;

    other[0] = v;
    remove_vertex(&with, v);
    int best = -1;
    const int rest = best_set(&with, other + 1, limit - count - 1);
    if (rest >= 0) {
        best = count + 1 + rest;
        memcpy(chosen + count, other, sizeof *other * (size_t)(rest + 1));
        limit = best;
    }
    bypass(&without, v);
    const int more = best_set(&without, other, limit - count);
    if (more >= 0) {
        best = count + more;
        memcpy(chosen + count, other, sizeof *other * (size_t)more);
    }
    close_net(&with), close_net(&without);
    free(other);
    return best;
}

/* Whether a cycle is left of the vertices that are not gone. `room`: twice as many numbers as there
 * are vertices. */
static bool has_cycle(const Digraph *graph, const bool *gone, int *room) {
    int *in = room, *stack = room + graph->count, top = 0, left = 0;
    memset(in, 0, sizeof *in * (size_t)graph->count);
    for (int v = 0; v < graph->count; v++)
        for (int k = graph->first[v]; k < graph->first[v + 1] && !gone[v]; k++) in[graph->to[k]]++;
    for (int v = 0; v < graph->count; v++) {
        left += !gone[v];
        if (!gone[v] && !in[v]) stack[top++] = v;
    }
    while (top) {
        const int v = stack[--top];
        left--;
        for (int k = graph->first[v]; k < graph->first[v + 1]; k++)
            if (--in[graph->to[k]] == 0 && !gone[graph->to[k]]) stack[top++] = graph->to[k];
    }
    return left > 0;
}

/* One by one, then those that are not needed go again. `before` were chosen already. */
static int greedy_set(Net *net, const Digraph *graph, const int *before, int already, int *chosen) {
    int count = 0, v;
    while (count += reduce(net, chosen + count), (v = busiest(net)) >= 0) {
        chosen[count++] = v;
        remove_vertex(net, v);
    }
    bool *gone = calloc((size_t)graph->count + 1, 1);
    int *room = malloc(sizeof *room * 2 * (size_t)(graph->count + 1)), kept = 0;
    for (int n = 0; gone && n < already; n++) gone[before[n]] = true;
    for (int n = 0; gone && n < count; n++) gone[chosen[n]] = true;
    for (int n = 0; gone && room && n < count; n++) {
        gone[chosen[n]] = false;
        if (!has_cycle(graph, gone, room)) continue;
        gone[chosen[n]] = true;
        chosen[kept++] = chosen[n];
    }
    const bool good = gone && room;
    free(gone), free(room);
    return good ? kept : -1;
}

/* ---- What cycles go through
 * ---------------------------------------------------------------------------- */

/* Some vertices of a digraph and the edges between them. */
typedef struct {
    Digraph graph;
    int *vertex;            /* of the whole */
    int *first, *to, *rank; /* of it, and of each vertex */
} Part;

static void close_part(Part *part) {
    free(part->vertex), free(part->first), free(part->to), free(part->rank);
}

static bool open_part(Part *part, const Digraph *from, const bool *gone, const int *rank) {
    const size_t n = (size_t)from->count + 1;
    int *place = malloc(n * sizeof *place), count = 0, edges = 0;
    *part = (Part){.vertex = malloc(n * sizeof(int)),
                   .first = malloc(n * sizeof(int)),
                   .to = malloc(((size_t)from->first[from->count] + 1) * sizeof(int)),
                   .rank = malloc(n * sizeof(int))};
    if (!place || !part->vertex || !part->first || !part->to || !part->rank)
        return free(place), close_part(part), false;
    for (int v = 0; v < from->count; v++) {
        place[v] = count;
        if (!gone[v]) part->rank[count] = rank[v], part->vertex[count++] = v;
    }
    for (int k = 0; k < count; k++) {
        const int v = part->vertex[k];
        part->first[k] = edges;
        for (int e = from->first[v]; e < from->first[v + 1]; e++)
            if (!gone[from->to[e]]) part->to[edges++] = place[from->to[e]];
    }
    part->first[count] = edges;
    part->graph = (Digraph){count, part->first, part->to};
    free(place);
    return true;
}

static bool leads_to_itself(const Digraph *graph, int v) {
    for (int k = graph->first[v]; k < graph->first[v + 1]; k++)
        if (graph->to[k] == v) return true;
    return false;
}

/* Marks those that no cycle goes through, besides what is gone already. */
static bool mark_open(const Digraph *graph, const int *rank, bool *gone) {
    Part part;
    if (!open_part(&part, graph, gone, rank)) return false;
    const int count = part.graph.count;
    int *component = calloc((size_t)count + 1, sizeof *component),
        *size = calloc((size_t)count + 1, sizeof *size);
    const bool good = component && size && jd_strong_components(&part.graph, component) >= 0;
    for (int k = 0; good && k < count; k++) size[component[k]]++;
    for (int k = 0; good && k < count; k++)
        if (size[component[k]] == 1 && !leads_to_itself(&part.graph, k))
            gone[part.vertex[k]] = true;
    free(component), free(size);
    close_part(&part);
    return good;
}

/* Of a digraph all of whose vertices cycles go through. */
static int break_cycles(const Part *part, int *chosen, bool *smallest) {
    Net net;
    const Digraph *graph = &part->graph;
    if (!open_net(&net, graph->count, part->rank)) return -1;
    for (int v = 0; v < graph->count; v++) {
        net.alive[v] = true;
        for (int k = graph->first[v]; k < graph->first[v + 1]; k++)
            set_edge(&net, v, graph->to[k], true);
    }
    const int count = reduce(&net, chosen);
    int left = 0, more = -1;
    for (int v = 0; v < graph->count; v++) left += net.alive[v];
    *smallest = left <= BREAKS_TRIED;
    if (left <= BREAKS_TRIED) {
        more = left ? best_set(&net, chosen + count, left + 1) : 0;
    } else {
        more = greedy_set(&net, graph, chosen, count, chosen + count);
    }
    close_net(&net);
    return more < 0 ? -1 : count + more;
}

int jd_feedback_vertices(const Digraph *graph, const bool *forced, const int *rank, int *chosen,
                         bool *smallest) {
    Part part;
    int count = 0;
    bool *gone = calloc((size_t)graph->count + 1, 1);
    *smallest = true;
    for (int v = 0; gone && v < graph->count; v++)
        if (forced[v]) gone[v] = true, chosen[count++] = v;
    const bool good = gone && mark_open(graph, rank, gone) && open_part(&part, graph, gone, rank);
    free(gone);
    if (!good) return -1;
    const int more = break_cycles(&part, chosen + count, smallest);
    for (int n = 0; n < more; n++) chosen[count + n] = part.vertex[chosen[count + n]];
    close_part(&part);
    return more < 0 ? -1 : count + more;
}
