#!/bin/sh
# SPDX-License-Identifier: MIT
# check_prefix.sh LIBRARY: every symbol that leaves its file starts with jd_.
names=$(nm -g --defined-only "${1:?library}" | awk 'NF == 3 && $3 !~ /^jd_/ { print "no jd_ in front: " $3 }')
[ -z "$names" ] || { echo "$names"; exit 1; }
