/* SPDX-License-Identifier: MIT
 *
 * Printed code, carried out: a small interpreter of the statements that straight-line code consists
 * of, and the C compiler of the build, if it is there. Both round as C does. */
#ifndef PRINTED_H
#define PRINTED_H

#include "check.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    const double *v, *b;
    double *x, *a;
} Printed;

static double printed_value(Printed *p);

static void printed_blank(Printed *p) {
    while (*p->at == ' ') p->at++;
}
static bool printed_word(Printed *p, const char *word) {
    printed_blank(p);
    if (strncmp(p->at, word, strlen(word))) return false;
    p->at += strlen(word);
    return true;
}
static int printed_index(Printed *p) {
    char *end;
    const long n = strtol(p->at, &end, 10);
    p->at = end;
    return (int)n;
}

static double printed_atom(Printed *p) {
    double value;
    if (printed_word(p, "fabs(") || printed_word(p, "(")) {
        const bool size = p->at[-2] == 's';
        value = printed_value(p);
        assert_true(printed_word(p, ")"));
        return size ? fabs(value) : value;
    }
    if (printed_word(p, "-")) return -printed_atom(p);
    if (printed_word(p, "a")) return p->a[printed_index(p)];
    if (printed_word(p, "v[") || printed_word(p, "b[")) {
        const double *from = p->at[-2] == 'v' ? p->v : p->b;
        value = from[printed_index(p)];
        assert_true(printed_word(p, "]"));
        return value;
    }
    char *end;
    value = strtod(p->at, &end);
    assert_true(end > p->at);
    p->at = end;
    return value;
}

static double printed_product(Printed *p) {
    double value = printed_atom(p);
    for (;;)
        if (printed_word(p, "*"))
            value = value * printed_atom(p);
        else if (printed_word(p, "/"))
            value = value / printed_atom(p);
        else
            return value;
}

static double printed_sum(Printed *p) {
    double value = printed_product(p);
    for (;;)
        if (printed_word(p, "+"))
            value = value + printed_product(p);
        else if (printed_word(p, "- "))
            value = value - printed_product(p);
        else
            return value;
}

/* c > d ? e : f, or a sum. */
static double printed_value(Printed *p) {
    const double value = printed_sum(p);
    if (!printed_word(p, ">")) return value;
    const bool more = value > printed_sum(p);
    if (!printed_word(p, "?")) return more;
    const double one = printed_sum(p);
    assert_true(printed_word(p, ":"));
    const double other = printed_sum(p);
    return more ? one : other;
}

/* Carries the code out; returns what it returns. */
static inline int printed_interpret(const char *source, const double *v, const double *b, double *x) {
    Printed p = {strstr(source, "{\n") + 2, v, b, x, calloc(strlen(source) / 16 + 1, sizeof(double))};
    int code = -1;
    while (code < 0) {
        if (printed_word(&p, "const double a")) {
            const int n = printed_index(&p);
            assert_true(printed_word(&p, "="));
            p.a[n] = printed_value(&p);
        } else if (printed_word(&p, "x[")) {
            const int n = printed_index(&p);
            assert_true(printed_word(&p, "] ="));
            p.x[n] = printed_value(&p);
        } else if (printed_word(&p, "if (!(")) {
            const bool holds = printed_value(&p) != 0;
            assert_true(printed_word(&p, ")) return"));
            printed_blank(&p);
            const int n = printed_index(&p);
            if (!holds) code = n;
        } else {
            assert_true(printed_word(&p, "return "));
            code = printed_index(&p);
        }
        assert_true(printed_word(&p, ";"));
        p.at++;
    }
    free(p.a);
    return code;
}

static inline void printed_array(FILE *file, const char *name, const double *from, int count) {
    fprintf(file, "static const double %s[] = {", name);
    for (int k = 0; k < count; k++) fprintf(file, "%a,\n", from[k]);
    fprintf(file, "0};\n");
}

typedef struct {
    const double *at;
    int count;
} Numbers;

/* Compiles `int solve(v, b, x)` and compares every bit of x with what is wanted. -1: there is no compiler. */
static inline int printed_compile(const char *source, Numbers v, Numbers b, const double *wanted,
                                  const char *name) {
    char path[512], command[4000];
    snprintf(path, sizeof path, "%s/printed_%s", JD_SCRATCH, name);
    snprintf(command, sizeof command, "%s --version >/dev/null 2>&1", JD_C_COMPILER);
    if (system(command) != 0) return -1;
    snprintf(command, sizeof command, "%s.c", path);
    FILE *file = fopen(command, "w");
    assert_non_null(file);
    fprintf(file, "%s\n#include <string.h>\n", source);
    printed_array(file, "v", v.at, v.count);
    printed_array(file, "b", b.at, b.count);
    printed_array(file, "wanted", wanted, b.count);
    fprintf(file, "int main(void) {\n    double x[%d] = {0};\n    if (solve(v, b, x)) return 2;\n",
            b.count + 1);
    fprintf(file, "    return memcmp(x, wanted, %d * sizeof *x) != 0;\n}\n", b.count);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command,
             "%s -std=c11 -O2 -ffp-contract=off -Wall -Wextra -Werror -Wno-unused-variable -o %s %s.c -lm && %s",
             JD_C_COMPILER, path, path, path);
    const int answer = system(command);
    return answer == 0 ? 0 : 1;
}

#endif
