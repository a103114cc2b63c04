/* SPDX-License-Identifier: MIT
 *
 * Settings of a run that can be varied as parameters are. */
#include "base/vary.h"
#include <string.h>

static const VarySetting settings[] = {{"tol", "1"},     {"dt", "s"},          {"to", "s"},
                                       {"alpha", "1/s"}, {"beta", "1/s"},      {"gamma", "1/s"},
                                       {"gap", "m"},     {"stiffness", "N/m"}, {"damping", "N*s/m"},
                                       {"form", ""},     {"stabilise", ""},    {"stepper", ""}};
enum { SETTINGS = sizeof settings / sizeof *settings };

const VarySetting *jd_vary_setting_at(int index) {
    return index >= 0 && index < SETTINGS ? &settings[index] : NULL;
}

const char *jd_vary_setting_unit(const char *name) {
    for (int n = 0; n < SETTINGS; n++)
        if (!strcmp(settings[n].name, name)) return settings[n].unit;
    return NULL;
}
