#!/bin/sh
# SPDX-License-Identifier: MIT
# check_exports.sh SHARED-LIBRARY: it exports what the header promises, and nothing else.
header=$(dirname "$0")/../include/jourdain.h
promised=$(sed -n 's/^JD_API .*[ *]\(jd_[a-z0-9_]*\)(.*/\1/p' "$header" | sort)
exported=$(nm -D --defined-only "${1:?library}" | awk '$2 ~ /[A-Z]/ { print $3 }' | sort)
[ "$promised" = "$exported" ] && exit 0
for name in $promised; do echo "$exported" | grep -qx "$name" || echo "promised but not exported: $name"; done
for name in $exported; do echo "$promised" | grep -qx "$name" || echo "exported but not in the header: $name"; done
exit 1
