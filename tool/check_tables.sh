#!/bin/sh
# SPDX-License-Identifier: MIT
# A table is its files: each line KIND(name) of src/<folder>/<kind>s.def has its jd_<kind>_<name> in a .c file
# of the folder, and each such constant of the folder has its line. Options have one line each.
cd "$(dirname "$0")/../src" || exit 2
bad=0
for table in bond/nodes.def joint/joints.def force/forces.def shape/shapes.def form/forms.def form/stabilisers.def loop/dyads.def run/steppers.def doctor/examinations.def draw/pictures.def study/plates.def show/shows.def \
    command/commands.def help/sheets.def; do
    [ -f "$table" ] || { echo "src/$table is missing"; bad=1; continue; }
    folder=${table%/*} kind=$(basename "$table" s.def)
    listed=$(sed -n "s/^ *[A-Z_]*(\([a-z0-9_]*\).*/\1/p" "$table" | sort)
    made=$(sed -n "s/^const [A-Za-z]* jd_${kind}_\([a-z0-9_]*\) = .*/\1/p" "$folder"/*.c | sort)
    for name in $listed; do
        echo "$made" | grep -qx "$name" || { echo "src/$table: no file in src/$folder makes jd_${kind}_$name"; bad=1; }
    done
    for name in $made; do
        echo "$listed" | grep -qx "$name" || { echo "src/$table: jd_${kind}_$name has no line"; bad=1; }
    done
done
# An option has one line and one meaning, whichever commands take it.
for name in $(sed -n 's/^OPTION("\([^"]*\)".*/\1/p' app/options.def | sort | uniq -d); do
    echo "src/app/options.def: --$name stands there twice"
    bad=1
done
exit $bad
