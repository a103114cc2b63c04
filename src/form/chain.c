/* SPDX-License-Identifier: MIT
 *
 * Loops in closed form. */
#include "form/minimal.h"

bool jd_chain_make(JdSystem *s, MinimalPlan *plan) {
    (void)s, (void)plan;
    return true;
}

bool jd_chain_close(const JdSystem *s, const MinimalPlan *plan, MinimalWork *w, Motion *m) {
    (void)s, (void)plan, (void)w, (void)m;
    return false;
}
