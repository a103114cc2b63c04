#!/bin/sh
# SPDX-License-Identifier: MIT
# check_reference.sh PROGRAM: doc/reference/ is what the program says of its own tables (`jourdain doc all`).
program=$(realpath -e "${1:?program}") || exit 2
cd "$(dirname "$0")/../doc/reference" || exit 2
fresh=$(mktemp -d) || exit 2
trap 'rm -rf "$fresh"' EXIT
"$program" doc all --out "$fresh" --quiet || exit 1
diff -r . "$fresh" && exit 0
echo "write them anew: jourdain doc all --out doc/reference"
exit 1
