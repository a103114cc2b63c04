#!/bin/sh
# SPDX-License-Identifier: MIT
# The files speak of the project alone: no paths of somebody's machine.
cd "$(dirname "$0")/.." || exit 2
list() { git ls-files -co --exclude-standard 2>/dev/null || find . -type f -not -path './.git/*' -not -path './build/*' -not -path './out/*' -not -path '*/node_modules/*'; }
list | while read -r file; do [ -f "$file" ] && echo "$file"; done |
    xargs grep -InE '(^|[^A-Za-z0-9_.$}])/(work|root|tmp|home|Users)/' && exit 1
exit 0
