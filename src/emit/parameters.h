/* SPDX-License-Identifier: MIT
 *
 * Inside emit/: parameters of the model in emitted code. parameters.c */
#ifndef JD_EMIT_PARAMETERS_H
#define JD_EMIT_PARAMETERS_H

#include "emit/writer.h"

bool jd_take_parameters(Writer *w); /* after jd_take_outputs; false: memory is out */
int jd_parameters_offered(const Writer *w); /* those that may change */
void jd_write_parameter_struct(Writer *w);
void jd_write_parameters(Writer *w);
void jd_write_parameter_defaults(Writer *w);

#endif
