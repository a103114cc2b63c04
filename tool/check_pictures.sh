#!/bin/sh
# SPDX-License-Identifier: MIT
# check_pictures.sh PROGRAM: doc/picture/ is what tool/pictures.sh makes, to the last digit, whoever compiled the program.
program=$(realpath -e "${1:?program}") || exit 2
cd "$(dirname "$0")/.." || exit 2
fresh=$(mktemp -d) || exit 2
trap 'rm -rf "$fresh"' EXIT
tool/pictures.sh "$program" "$fresh" || exit 1
diff -rq doc/picture "$fresh" && exit 0
echo "look at them and write them anew: make pictures"
exit 1
