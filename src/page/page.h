/* SPDX-License-Identifier: MIT
 *
 * The data of the page: a show as one JSON object, as viewer/DATA.md describes it. */
#ifndef JD_PAGE_H
#define JD_PAGE_H

#include "base/base.h"
#include "scene/scene.h"

/* A page with its data is not larger, unless what does not move alone is. */
static const double page_most_bytes = 2e6;

/* The data in at most about `room` bytes, freed by the caller. False after a report. */
bool jd_page_data(const Show *show, double room, Text *out, JdLog *log);

#endif
