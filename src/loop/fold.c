/* SPDX-License-Identifier: MIT
 *
 * Loops that can fold flat: a parallelogram, a kite, a slider-crank whose rod is as long as its
 * crank. At the end of their range they can go on in another way, and there the closed form has no
 * answer. theory 9.6 */
#include "loop/inside.h"

static const double alike = 1e-6; /* lengths, in parts of the longest */

static bool is_zero(double sum, const DyadLoop *of) {
    const double most = fmax(fmax(of->crank, of->frame), fmax(of->arm[0], of->arm[1]));
    return fabs(sum) <= alike * most;
}

/* The longest way that the crank leaves is the longest that both arms can span, or the shortest the
 * shortest. */
bool jd_fold_rrr(const DyadLoop *of) {
    const double *arm = of->arm;
    return is_zero(of->crank + of->frame - arm[0] - arm[1], of) ||
           is_zero(fabs(of->crank - of->frame) - fabs(arm[0] - arm[1]), of);
}

/* `frame` is how far the line of the slide is from the crank's pivot. */
bool jd_fold_rrp(const DyadLoop *of) {
    return is_zero(fabs(of->crank - of->arm[0]) - of->frame, of) ||
           is_zero(of->crank + of->arm[0] - of->frame, of);
}

static double length_of(Vec2 v) {
    return sqrt(vec2_dot(v, v));
}

static const Bar *bar_of(const Chain *chain, int body) {
    for (int n = 0; n < chain->bars && body; n++)
        if (chain->bar[n].body == body) return &chain->bar[n];
    return NULL;
}

/* One end of the dyad on a body that turns on the body of the other end; false: it is no four-bar.
 */
static bool find_loop(const Chain *chain, const Dyad *dyad, DyadLoop *loop) {
    const Leg *leg = dyad->leg;
    for (int k = 0; k < 2; k++) {
        const Bar *crank = bar_of(chain, leg[k].on), *other = &chain->bar[leg[1 - k].bar];
        if (!crank || !crank->turn || crank->parent != leg[1 - k].on) continue;
        const Vec2 across = vec2_sub(leg[1 - k].near, crank->near);
        *loop = (DyadLoop){.crank = length_of(vec2_sub(leg[k].near, crank->far)),
                           .frame = other->slide ? fabs(vec2_cross(across, other->axis))
                                                 : length_of(across),
                           .arm = {sqrt(leg[0].square), sqrt(leg[1].square)}};
        return true;
    }
    return false;
}

bool jd_chain_folds(const Chain *chain) {
    for (int d = 0; d < chain->dyads; d++) {
        const Dyad *dyad = &chain->dyad[d];
        DyadLoop loop;
        if (dyad->kind->folds && find_loop(chain, dyad, &loop) && dyad->kind->folds(&loop))
            return true;
    }
    return false;
}
