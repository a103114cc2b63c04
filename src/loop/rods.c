/* SPDX-License-Identifier: MIT
 *
 * Kinds whose bodies leave the plane: a rod between a ball and a ball or a universal joint, with a
 * turn, a slide or a slide of its own length. S is a ball, U a universal joint; E is one row
 * between two bodies that is no length, such as a ball on a plane. Where they are follows from the
 * letters: space_dyad.c. theory 9.9 */
#include "loop/inside.h"

const DyadKind jd_dyad_ssr = {.name = "SSR"};
const DyadKind jd_dyad_ssp = {.name = "SSP"};
const DyadKind jd_dyad_usr = {.name = "USR"};
const DyadKind jd_dyad_usp = {.name = "USP"};
const DyadKind jd_dyad_sur = {.name = "SUR"};
const DyadKind jd_dyad_sup = {.name = "SUP"};
const DyadKind jd_dyad_ups = {.name = "UPS"};
const DyadKind jd_dyad_sps = {.name = "SPS"};
const DyadKind jd_dyad_ser = {.name = "SER"};
const DyadKind jd_dyad_sep = {.name = "SEP"};
