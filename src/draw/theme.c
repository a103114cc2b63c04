/* SPDX-License-Identifier: MIT
 *
 * Colours of pictures, on light paper, on dark screens, and in print. */
#include "draw/draw.h"
#include "base/registry.h"

#define RGB(hex)                                                                                   \
    { (hex) >> 16 & 255, (hex) >> 8 & 255, (hex)&255, 255 }

/* Series: eight colours that stay apart for all kinds of colour vision, darker on paper than on
 * screens. */
static const Theme themes[] = {
    {"light",
     RGB(0xffffff),
     RGB(0x1b2430),
     RGB(0x5b6675),
     RGB(0xdfe3e8),
     RGB(0x6b7480),
     {RGB(0x2166ac), RGB(0xc8551b), RGB(0x1b8a5a), RGB(0x8e44ad), RGB(0xb58900), RGB(0x0e8a9c),
      RGB(0xc2185b), RGB(0x5d6d7e)}},
    {"dark",
     RGB(0x12171e),
     RGB(0xe8edf3),
     RGB(0x9aa7b6),
     RGB(0x2c3540),
     RGB(0x8b96a3),
     {RGB(0x6cb2f0), RGB(0xf39b5f), RGB(0x5fd0a0), RGB(0xc79be8), RGB(0xe6c35c), RGB(0x5cd0e0),
      RGB(0xf27fb2), RGB(0xa9b7c6)}},
    {"print",
     RGB(0xffffff),
     RGB(0x000000),
     RGB(0x404040),
     RGB(0xd0d0d0),
     RGB(0x606060),
     {RGB(0x000000), RGB(0x606060), RGB(0x909090), RGB(0x303030), RGB(0x787878), RGB(0x484848),
      RGB(0xa8a8a8), RGB(0x181818)}},
};
static const Registry registry = REGISTRY_OF_LINES(themes);

const Theme *jd_theme_at(int index) {
    return jd_registry_at(&registry, index);
}

const Theme *jd_theme_find(const char *name) {
    return jd_registry_find(&registry, name);
}
