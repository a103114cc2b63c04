#!/bin/sh
# SPDX-License-Identifier: MIT
# check_globals.sh LIBRARY: nothing in it can be changed: no symbol in .data, .bss, their thread-local kin,
# or common. (.data.rel.ro holds constant tables of pointers, which only the loader writes.)
objdump -t "${1:?library}" | awk '
    /file format/ { file = $1 }
    /^[0-9a-f]+ / { n = split($0, half, "\t"); if (n < 2) next
        section = half[1]; sub(/.* /, "", section); name = half[2]; sub(/.* /, "", name)
        if (section ~ /^\.data\.rel\.ro/ || name ~ /^\./) next
        if (section ~ /^(\.(data|bss|tdata|tbss)|\*COM)/) {
            print "mutable: " name " in " file " " section; bad = 1 } }
    END { exit bad }'
