/* SPDX-License-Identifier: MIT
 *
 * Inside emit/: parameters of the model in emitted code. parameters.c */
#ifndef JD_EMIT_PARAMETERS_H
#define JD_EMIT_PARAMETERS_H

#include "emit/writer.h"

bool jd_take_parameters(Writer *w); /* after jd_take_outputs; false: memory is out */
/* constants.c: of all expressions that run, or of them those that are marked; how many there are in all. */
int jd_constants_find(const JdSystem *system, const bool *marked, Arena *arena, Constants *to);
bool jd_constants_compare(const Constants *a, const Constants *b, bool *marked);
/* reasons.c: what makes an instant of this parameter, and what makes more than numbers of it, in the words of its file; `other`: the
 * system with another value, NULL: there is none. The first is NULL where nothing does. */
const char *jd_parameter_moves_instant(const Writer *w, const JdSystem *other);
const char *jd_parameter_reason(const Writer *w, const JdSystem *other);
int jd_parameters_offered(const Writer *w); /* those that may change */
void jd_write_parameter_struct(Writer *w);
void jd_write_parameters(Writer *w);
void jd_write_parameter_defaults(Writer *w);

#endif
