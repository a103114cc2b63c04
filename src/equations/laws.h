/* SPDX-License-Identifier: MIT
 *
 * What acts on bodies, as symbols of where the bodies are: forces, weights, drives, rates of states of one's own. Somebody
 * else says what the places and velocities of the bodies are called; a graph of the mechanism takes its sources from here. */
#ifndef JD_EQUATIONS_LAWS_H
#define JD_EQUATIONS_LAWS_H

#include "sym/sym.h"
#include "system/system.h"

/* Of a body: its centre of mass and its velocity along ground axes, the user's axes of it (columns), its angular velocity
 * along these; in the plane its angle. */
typedef struct { Sym p[3], axes[3][3], v[3], w[3], angle; } LawBody;

/* On the bodies i and j about their centres of mass: a force along ground axes, a moment along the user's axes of the body;
 * or an effort on a free. */
typedef struct { Sym i[6], j[6], effort; const char *unknown; } LawForce;
typedef struct { Sym of[3]; const char *unknown; } LawVector;

/* An angle that is counted over many turns, and so has no formula: by a name, with whose it is. */
typedef struct { const char *name; int turn; double start; } LawCounted; /* turn: of the system */

typedef struct {
    SymPool *pool;
    Arena *arena;
    const LawBody *body; /* of each body; the ground's is not read */
    Sym time;
    const Sym *state;    /* of each state of one's own: what it is called */
    /* What comes out; `unknown` says what has no formula, NULL: all of it has. */
    LawForce *force;     /* of each force */
    LawVector *weight;   /* on each body, along ground axes */
    LawVector *drive;    /* of each drive: position, rate, acceleration */
    LawVector *rate;     /* of each state of one's own: the first */
    LawVector *output;   /* of each channel that the model asks for: the first */
    LIST(LawCounted) counted;
} Laws;

/* Of a system of form newton-euler. False: memory is out. */
bool jd_laws_find(const JdSystem *system, Laws *laws);

#endif
