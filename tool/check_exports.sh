#!/bin/sh
# SPDX-License-Identifier: MIT
# check_exports.sh SHARED-LIBRARY HEADER [PROGRAM]: the library exports what the header in include/ promises, and nothing else.
# The program calls nothing of it that is not promised (the linker sees to that, unless it was linked otherwise).
header=$(dirname "$0")/../include/${2:?header}
promised=$(sed -n 's/^JD_API .*[ *]\(jd_[a-z0-9_]*\)(.*/\1/p' "$header" | sort)
exported=$(nm -D --defined-only "${1:?library}" | awk '$2 ~ /[A-Z]/ { print $3 }' | sort)
bad=0
if [ "$promised" != "$exported" ]; then
    for name in $promised; do echo "$exported" | grep -qx "$name" || echo "promised but not exported: $name"; done
    for name in $exported; do echo "$promised" | grep -qx "$name" || echo "exported but not in the header: $name"; done
    bad=1
fi
[ -z "$3" ] && exit $bad
readelf -d "$3" | grep -q "NEEDED.*$(basename "$1" | sed 's/\.so.*/.so/')" || { echo "the program does not link $1"; bad=1; }
own=$(cd "$(dirname "$0")/../src" && grep -ohr 'jd_[a-z0-9_]*' --include='*.[ch]' base format spread sweep app trial help job compare paper variant command | sort -u)
for name in $(nm --defined-only "$3" | awk '$3 ~ /^jd_/ { sub(/[.].*/, "", $3); print $3 }'); do
    echo "$own" | grep -qx "$name" || { echo "the program holds $name, which is not its own"; bad=1; }
done
exit $bad
