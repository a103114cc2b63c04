#!/bin/sh
# SPDX-License-Identifier: MIT
# A folder may include only itself and folders listed above it in src/LAYERS.
cd "$(dirname "$0")/../src" || exit 2
grep -rHo '#include "[a-z]*/' --include='*.[ch]' . | tr -d '"' | awk '
    BEGIN { while ((getline folder < "LAYERS") > 0) rank[folder] = ++n }
    { split($1, path, "/"); from = path[2]; to = $2; sub("/", "", to)
      if (!(from in rank) || !(to in rank) || rank[to] > rank[from]) { print from " may not include " to ": " $1; bad = 1 } }
    END { exit bad }' || exit 1

# Every folder stands in the list, and of another folder only its own header is known.
for folder in */; do
    grep -qx "${folder%/}" LAYERS || { echo "src/$folder is missing in src/LAYERS"; exit 1; }
done
grep -rHno '#include "[a-z]*/[a-z_]*\.h"' --include='*.[ch]' . | tr -d '"' | awk -F'[:/ ]' '
    $2 != $(NF-1) && $NF != $(NF-1) ".h" { print "only " $(NF-1) "/" $(NF-1) ".h is open to others: " $0; bad = 1 }
    END { exit bad }'
