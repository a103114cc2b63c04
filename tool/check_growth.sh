#!/bin/sh
# SPDX-License-Identifier: MIT
# check_growth.sh VALGRIND TEST PROGRAM: reading takes as many instructions more as the input is longer. TEST is the test
# growing_alloc, called with the number of a kind of text and how many items it has; meshes and CSV files are shown to the
# PROGRAM. Four times as many items may take five times what they take, less what none takes. Counted, so that it is
# the same on every machine and every day. Every fourth kind of text; with ALL=1, as `make audit` has it, all of them.
valgrind=${1:?valgrind} test=${2:?test} program=${3:?program}
bad=0 kind=0 files=0
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

count() { "$valgrind" --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | sed -n 's/.*Collected : //p'; }
compare() { # NAME FEW MANY; what ends with the first mistakes takes next to nothing
    [ "$3" -gt $((5 * $2 + 200000)) ] || return 0
    echo "$1: $2 instructions for a few, $3 for four times as many"
    bad=$((bad + 1))
}

# ---- Model text and JSON ----------------------------------------------------------------------------------------
none=$(count "$test" 0 0)
[ "$none" -gt 0 ] || { echo "nothing was counted"; exit 2; }
while name=$("$test" $kind 0) && [ -n "$name" ]; do
    [ -n "$ALL" ] || [ $((kind % 4)) -eq 0 ] || { kind=$((kind + 1)); continue; }
    compare "$name" $(($(count "$test" $kind 100) - none)) $(($(count "$test" $kind 400) - none))
    kind=$((kind + 1))
done

# ---- Meshes and CSV ---------------------------------------------------------------------------------------------
cat >"$scratch/mesh.jd" <<'END'
spatial
body a { at [0, 0, 0] m  mass 1 kg  inertia [1, 1, 1] kg*m^2 }
show mesh on a  file "mesh.stl"  scale 1 mm
show mesh on a  file "mesh.obj"  scale 1 mm
END
triangles() { # COUNT STEP: one beside the other, or all in one place
    awk -v n="$1" -v step="$2" 'BEGIN {
        print "solid s"
        for (k = 0; k < n; k++) { x = k * step
            printf "facet normal 0 0 1\nouter loop\nvertex %d 0 0\nvertex %d 1 0\nvertex %d 0 1\nendloop\nendfacet\n", x, x, x + 1 }
        print "endsolid s" }' >"$scratch/mesh.stl"
    printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n' >"$scratch/mesh.obj"
}
faces() { # COUNT: around one point
    triangles 1 1
    awk -v n="$1" 'BEGIN {
        print "v 0 0 0"
        for (k = 0; k <= n; k++) printf "v %.6f %.6f 1\n", cos(k / n), sin(k / n)
        for (k = 2; k < n + 2; k++) print "f 1 " k " " k + 1 }' >"$scratch/mesh.obj"
}
table() { # ROWS COLUMNS
    awk -v rows="$1" -v columns="$2" 'BEGIN {
        printf "time [s]"; for (c = 1; c < columns; c++) printf ",c%d [m]", c
        for (r = 0; r < rows; r++) { printf "\n%d", r; for (c = 1; c < columns; c++) printf ",%g", r + 0.1 * c }
        print "" }' >"$scratch/table.csv"
}
draw() { count "$program" draw "$scratch/mesh.jd" --quiet --out "$scratch/out.svg"; }
plot() { count "$program" plot "$scratch/table.csv" c1 --quiet --out "$scratch/out.svg"; }
grows() { # NAME COMMAND NONE FEW MANY: the inputs as commands
    $3; zero=$($2); $4; few=$($2); $5; many=$($2)
    [ "$zero" -gt 0 ] || { echo "$1: nothing was counted"; bad=$((bad + 1)); }
    compare "$1" $((few - zero)) $((many - zero))
    files=$((files + 1))
}
grows "triangles of STL" draw "triangles 1 1" "triangles 400 1" "triangles 1600 1"
grows "equal triangles of STL" draw "triangles 1 0" "triangles 400 0" "triangles 1600 0"
grows "faces of OBJ" draw "faces 1" "faces 1600" "faces 6400"
grows "rows of CSV" plot "table 2 3" "table 300 3" "table 1200 3"
grows "columns of CSV" plot "table 2 3" "table 2 300" "table 2 1200"

# ---- Forces -----------------------------------------------------------------------------------------------------
springs() {
    awk -v n="$1" 'BEGIN {
        print "planar\ngravity none\nbody cart { at [0, 0]  mass 1 kg  point }\njoint way : prismatic ground -- cart at [0, 0]  axis x"
        for (k = 0; k < n; k++) printf "force k%d : spring-damper ground -- cart at [1, 0] [0, 0]  stiffness 1 N/m  damping 1 N*s/m\n", k
        print "run to 1 s" }' >"$scratch/springs.jd"
}
check() { count "$program" check "$scratch/springs.jd" --quiet; }
grows "springs" check "springs 1" "springs 100" "springs 400"

# ---- What is looked for behind a mistake ------------------------------------------------------------------------
params() {
    awk -v n="$1" 'BEGIN {
        print "planar\nparam a0 = 1"
        for (k = 1; k <= n; k++) printf "param a%d = a%d*zz\n", k, k - 1 }' >"$scratch/params.jd"
}
mistake() { count "$program" check "$scratch/params.jd" --quiet; }
grows "statements beside a mistake" mistake "params 1" "params 5000" "params 20000"

# ---- Nodes ------------------------------------------------------------------------------------------------------
nodes() {
    awk -v n="$1" 'BEGIN {
        print "planar\ngravity none\nbody cart { at [0, 0]  mass 1 kg  point }\njoint way : prismatic ground -- cart at [0, 0]  axis x"
        for (k = 0; k < n; k++)
            printf "node P%d at [%d, 1]\nforce a%d : spring ground -- P%d at [%d, 2] stiffness 1 N/m\nforce b%d : spring cart -- P%d at [0, 0] stiffness 1 N/m\n", k, k + 1, k, k, k, k, k
        print "run to 1 s" }' >"$scratch/nodes.jd"
}
tell_nodes() { count "$program" info "$scratch/nodes.jd" --quiet; }
grows "nodes" tell_nodes "nodes 1" "nodes 150" "nodes 600"

# ---- Chains, and four-bars in a row ------------------------------------------------------------------------------
# `check` may take the power 1.1 of a chain's links, 4.6 times as much for four times as many; of four-bars 1.16 in the plane, five times
# as much, also where so many windows have slow waves; in space 1.5, eight times. The graph of a chain with scalar bonds, with its numbers at the
# start, takes what its text is longer, and a little for a matrix.
rows() { # COMMAND MODEL PARAMETER FEW MANY TENTHS [OPTION]
    model=$(dirname "$0")/../model/$2.jd
    few=$(count "$program" $1 "$model" --quiet --set "$3=$4" $7) many=$(count "$program" $1 "$model" --quiet --set "$3=$5" $7)
    [ "$few" -gt 0 ] && [ $((10 * many)) -le $(($6 * few)) ] && return
    echo "$1 of $2 $7: $few instructions for $4, $many for $5"
    bad=$((bad + 1))
}
rows check chain n 250 1000 46
rows bond chain n 20 80 48 --scalar
if [ -n "$ALL" ]; then
    rows check n_four_bar N 500 2000 50
    rows check n_four_bar N 50 200 80 --spatial
fi

echo "$kind kinds of text and $files of other files, $bad that grow faster than they should"
[ $bad -eq 0 ] && [ $kind -gt 30 ]
