/* SPDX-License-Identifier: MIT
 *
 * Inside equations/: equations while they are written as formulas. symbols.c makes symbols of numbers, equations.c writes them. */
#ifndef JD_EQUATIONS_FORMULAS_H
#define JD_EQUATIONS_FORMULAS_H

#include "equations/equations.h"
#include "sym/sym.h"

enum { FORMULAS_MOST = 200000 }; /* operations of all formulas together; a second or two */

typedef struct { Num number; Sym name; } Described; /* what has no formula, by a name */

typedef struct {
    const Equations *is;
    SymPool *pool;
    bool as_is; /* formulas are not brought into their shortest form */
    Sym *of; /* of each number of the tape; SYM_NONE: nobody asked */
    LIST(Described) described;
} Formulas;

/* Symbols of results, each in its shortest form. False: after a report, or the pool stopped. */
bool jd_formulas_translate(Formulas *w, const Num *results, int count, Sym *out);
bool jd_formulas_agree(Formulas *w, const Num *results, int count, const Sym *symbols);
const char *jd_formulas_unknown(const Recorder *rec, int unknown); /* of Newton's method: its name */
const char *jd_formulas_prefix(const Formulas *w, const char *wanted); /* of names that the model has none like */

#endif
