#!/bin/sh
# SPDX-License-Identifier: MIT
# Names the files past 400 lines, where a split is worth a look. Never fails.
cd "$(dirname "$0")/.." || exit 2
find src test example bench viewer/src viewer/test \( -name '*.[ch]' -o -name '*.js' -o -name '*.mjs' -o -name '*.css' \) -exec wc -l {} + | awk '$1 > 400 && $2 != "total" { print "long: " $2 " (" $1 " lines)" }'
