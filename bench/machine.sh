#!/bin/sh
# SPDX-License-Identifier: MIT
# A short name of this machine's processor, for a folder: amd-epyc.
name=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
[ -n "$name" ] || name=$(uname -m)
echo "$name" | tr '[:upper:]' '[:lower:]' |
    sed -e 's/([a-z]*)//g' -e 's/@.*//' -e 's/ \(cpu\|processor\|[0-9]*-core\)//g' -e 's/[^a-z0-9]\{1,\}/-/g' \
        -e 's/^-//' -e 's/-$//'
