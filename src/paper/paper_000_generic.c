/* SPDX-License-Identifier: MIT
 *
 * The generic equations of the AMESim planar library, written out once for any constraint that is a
 * sum of scalar products: (17), (24), (26). */
#include "paper/paper_000.h"
#include <string.h>

enum { OM, ON, XI, YI, XJ, YJ, VECTORS };
typedef struct {
    double x, y;
} Two;

static Two plus(Two a, double k, Two b) {
    return (Two){a.x + k * b.x, a.y + k * b.y};
}
static double dot(Two a, Two b) {
    return a.x * b.x + a.y * b.y;
}
static double cross(Two a, Two b) {
    return a.x * b.y - a.y * b.x;
}

/* A word of a lock as a sum of vectors. */
static void take_word(const char *word, size_t length, double *share) {
    static const char *const names[VECTORS] = {"OM", "ON", "xi", "yi", "xj", "yj"};
    memset(share, 0, VECTORS * sizeof *share);
    if (length == 1 && *word == 'd') share[ON] = 1, share[OM] = -1;
    for (int k = 0; k < VECTORS; k++)
        if (strlen(names[k]) == length && !strncmp(word, names[k], length)) share[k] = 1;
}

/* f_ab of "d.yi": both ways, so that a.a has twice its number. */
static void take_lock(const char *lock, double c[VECTORS][VECTORS]) {
    double a[VECTORS], b[VECTORS];
    const size_t point = strcspn(lock, ".");
    take_word(lock, point, a);
    take_word(lock + point + 1, strlen(lock + point + 1), b);
    for (int k = 0; k < VECTORS; k++)
        for (int n = 0; n < VECTORS; n++) c[k][n] = a[k] * b[n] + a[n] * b[k];
}

void jd_generic_000(const char *lock, const double *p, Generic000 *to) {
    double c[VECTORS][VECTORS];
    const double ti = p[12], tj = p[13], wi = p[14], wj = p[15];
    const Two at[VECTORS] = {{p[0], p[1]},        {p[2], p[3]},       {cos(ti), sin(ti)},
                             {-sin(ti), cos(ti)}, {cos(tj), sin(tj)}, {-sin(tj), cos(tj)}};
    const Two v[2] = {{p[4], p[5]}, {p[6], p[7]}}, a[2] = {{p[8], p[9]}, {p[10], p[11]}};
    Two f[VECTORS];
    take_lock(lock, c);
    for (int k = 0; k < VECTORS; k++) {
        f[k] = (Two){0, 0};
        for (int n = 0; n < VECTORS; n++) f[k] = plus(f[k], c[k][n], at[n]);
    }
    to->wrench[0] = f[OM].x, to->wrench[1] = f[OM].y;
    to->wrench[2] = -cross(f[XI], at[XI]) - cross(f[YI], at[YI]);
    to->wrench[3] = f[ON].x, to->wrench[4] = f[ON].y;
    to->wrench[5] = -cross(f[XJ], at[XJ]) - cross(f[YJ], at[YJ]);

    const double turn_i = dot(f[XI], at[YI]) - dot(f[YI], at[XI]),
                 turn_j = dot(f[XJ], at[YJ]) - dot(f[YJ], at[XJ]);
    to->rate = dot(f[OM], v[0]) + dot(f[ON], v[1]) + wi * turn_i + wj * turn_j;

    double sum = dot(f[OM], a[0]) + dot(f[ON], a[1]) + c[OM][OM] * dot(v[0], v[0]) +
                 c[ON][ON] * dot(v[1], v[1]) + 2 * c[OM][ON] * dot(v[0], v[1]) + p[16] * turn_i +
                 p[17] * turn_j - wi * wi * (dot(f[XI], at[XI]) + dot(f[YI], at[YI])) -
                 wj * wj * (dot(f[XJ], at[XJ]) + dot(f[YJ], at[YJ])) +
                 2 * wi * wj * (c[XI][XJ] + c[YI][YJ]) * cos(ti - tj);
    for (int k = OM; k <= ON; k++)
        sum += 2 * v[k].y *
                   (wi * (c[k][XI] * cos(ti) - c[k][YI] * sin(ti)) +
                    wj * (c[k][XJ] * cos(tj) - c[k][YJ] * sin(tj))) -
               2 * v[k].x *
                   (wi * (c[k][XI] * sin(ti) + c[k][YI] * cos(ti)) +
                    wj * (c[k][XJ] * sin(tj) + c[k][YJ] * cos(tj)));
    const double sine = 2 * wi * wj * (c[XI][YJ] - c[YI][XJ]) * sin(ti - tj);
    to->printed = sum - sine;
    to->corrected = sum + sine;
}
