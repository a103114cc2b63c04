#!/bin/sh
# SPDX-License-Identifier: MIT
# check_layers.sh [SOURCES]: src/LAYERS (or SOURCES/LAYERS) says who may know whom, and it is so. A folder knows those
# whose headers its files see, be it through the headers of others. An include of a file of ours is spelled in one way,
# #include "folder/file.h", so that none is overlooked.
cd "${1:-$(dirname "$0")/../src}" || exit 2
[ -f LAYERS ] || { echo "there is no LAYERS in $PWD"; exit 2; }
# shellcheck disable=SC2046 # the files are words
awk '
    function fail(words) { print words; bad = 1 }

    # ---- LAYERS: folder (open headers): folders that it may know -----------------------------------
    function read_layer(line,    folder, n, count, word) {
        sub(/#.*/, "", line)
        if (line !~ /[^ \t]/) return
        if (line !~ /^[a-z][a-z0-9_]*( \([a-z0-9_. ]+\))?:[a-z0-9_ ]*$/) { fail("LAYERS: `" line "` is not `folder (headers): folders`"); return }
        folder = line; sub(/[ :].*/, "", folder)
        if (folder in rank) fail("LAYERS: " folder " stands there twice")
        rank[folder] = ++ranks
        opened[folder "/" folder ".h"]
        if (match(line, /\([^)]*\)/)) {
            count = split(substr(line, RSTART + 1, RLENGTH - 2), word, " ")
            for (n = 1; n <= count; n++) opened[folder "/" word[n]] = 1
        }
        sub(/.*:/, "", line)
        count = split(line, word, " ")
        for (n = 1; n <= count; n++) {
            if (!(word[n] in rank) || word[n] == folder) fail("LAYERS: " folder " may know only folders that stand above it, not " word[n])
            if ((folder, word[n]) in may) fail("LAYERS: " folder " names " word[n] " twice")
            may[folder, word[n]] = 1
        }
    }
    FILENAME == "LAYERS" { read_layer($0); next }

    # ---- Includes, however they are spelled; all but one way are wrong -------------------------------
    FNR == 1 { file = FILENAME; files[++file_count] = file; is_file[file]; joined = "" }
    /\\$/ { joined = joined substr($0, 1, length($0) - 1); next }
    {
        line = joined $0; joined = ""
        if (line !~ /(^|\*\/)[ \t]*(#|%:|\?\?=)([ \t]|\/\*.*\*\/)*(include|import)/) next
        where = file ":" FNR
        if (line ~ /^#include <[a-zA-Z0-9_.\/-]+>/) {
            split(line, part, /[<>]/)
            outside[where] = part[2]
        } else if (line ~ /^#include "jourdain(_picture)?\.h"/) {
        } else if (line ~ /^#include "[a-z][a-z0-9_]*\/[a-z0-9_]+\.(h|c|def)"/) {
            split(line, part, "\"")
            count = ++includes[file]
            include_of[file, count] = part[2]
            place_of[file, count] = where
        } else
            fail(where ": `" line "` is spelled in no known way: #include \"folder/file.h\", or <file.h> of the system")
    }

    # ---- Who sees whom ------------------------------------------------------------------------------
    function folder_of(name) { sub(/\/.*/, "", name); return name }

    # From a file to all it sees, each with the one that showed it.
    function look(start,    queue, first, last, at, n, next_one, home, other) {
        split("", by)
        home = folder_of(start)
        queue[last = first = 1] = start
        by[start] = ""
        while (first <= last) {
            at = queue[first++]
            for (n = 1; n <= includes[at]; n++) {
                next_one = include_of[at, n]
                if (next_one in by) continue
                by[next_one] = at
                queue[++last] = next_one
                other = folder_of(next_one)
                if (other == home) continue
                sees[home, other] = 1
                if (!((home, other) in may) && !((home, other) in told)) {
                    told[home, other] = 1
                    fail(home " may not know " other ": " way_to(next_one))
                }
            }
        }
    }
    function way_to(name,    words) {
        for (words = name; by[name] != ""; name = by[name]) words = by[name] " -> " words
        return words
    }

    END {
        for (n = 1; n <= file_count; n++) {
            file = files[n]; home = folder_of(file)
            if (!(home in rank) && !(home in told)) { told[home]; fail("the folder " home " is missing in LAYERS") }
            for (k = 1; k <= includes[file]; k++) {
                name = include_of[file, k]
                if (!(name in is_file)) fail(place_of[file, k] ": there is no " name)
                else if (folder_of(name) != home && !(name in opened))
                    fail(place_of[file, k] ": " name " is not open to other folders")
            }
        }
        for (where in outside) {
            name = outside[where]
            if (folder_of(name) in rank || name in is_file || name ~ /\.\./ || name ~ /^jourdain(_picture)?\.h$/)
                fail(where ": <" name "> is one of ours: write #include \"" name "\"")
        }
        for (name in opened)
            if (!(name in is_file) && opened[name]) fail("LAYERS: there is no " name)
        if (!bad) for (n = 1; n <= file_count; n++) look(files[n])
        if (!bad) for (pair in may) {
            split(pair, part, SUBSEP)
            if (!(pair in sees)) fail("LAYERS: " part[1] " may know " part[2] ", but none of its files does")
        }
        exit bad
    }' LAYERS $(find . -mindepth 2 \( -name '*.[ch]' -o -name '*.def' \) | sed 's|^\./||' | sort)
