/* SPDX-License-Identifier: MIT
 *
 * Settings of a run that can be varied as parameters are. */
#include "spread/spread.h"
#include "base/registry.h"

static const VarySetting settings[] = {{"tol", "1"},     {"dt", "s"},          {"to", "s"},
                                       {"alpha", "1/s"}, {"beta", "1/s"},      {"gamma", "1/s"},
                                       {"gap", "m"},     {"stiffness", "N/m"}, {"damping", "N*s/m"},
                                       {"form", ""},     {"stabilise", ""},    {"stepper", ""}};
static const Registry registry = REGISTRY_OF_LINES(settings);

const VarySetting *jd_vary_setting_at(int index) {
    return jd_registry_at(&registry, index);
}

const char *jd_vary_setting_unit(const char *name) {
    const VarySetting *setting = jd_registry_find(&registry, name);
    return setting ? setting->unit : NULL;
}
