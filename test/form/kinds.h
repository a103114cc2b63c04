/* SPDX-License-Identifier: MIT
 *
 * What a chain consists of, in letters. Of each dyad its two bars, R or P, and - between two known bodies or > one behind
 * the other, with ! if drives move it; of each knot how many unknowns it has. */
#ifndef KINDS_H
#define KINDS_H

#include "form/minimal.h"
#include <stdio.h>
#include <string.h>

static inline void write_kinds(const Chain *chain, char *out, size_t room) {
    out[0] = '\0';
    for (int k = 0; chain && k < chain->steps; k++) {
        const ChainStep *step = &chain->step[k];
        const size_t at = strlen(out);
        if (step->knot >= 0)
            snprintf(out + at, room - at, "%s%d", at ? " " : "", chain->knot[step->knot].unknowns);
        if (step->dyad < 0) continue;
        const Dyad *dyad = &chain->dyad[step->dyad];
        snprintf(out + at, room - at, "%s%s%s%s%s", at ? " " : "",
                 chain->bar[dyad->a].turn ? "R" : "P", dyad->behind ? ">" : "-",
                 chain->bar[dyad->b].turn ? "R" : "P", is_moved(dyad) ? "!" : "");
    }
}

#endif
