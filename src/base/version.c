/* SPDX-License-Identifier: MIT
 *
 * Which jourdain this is. */
#include "base/base.h"

const char *jd_version(void) {
    return JD_VERSION;
}
