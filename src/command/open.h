/* SPDX-License-Identifier: MIT
 *
 * Opening a file as a double click would. */
#ifndef JD_OPEN_H
#define JD_OPEN_H

#include <stdbool.h>

/* If somebody sits at a screen: a terminal and a display. Does not wait. False: it was not tried. */
bool jd_open_file(const char *path);

#endif
