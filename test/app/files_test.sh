#!/bin/sh
# SPDX-License-Identifier: MIT
# No result takes the place of a file that it is made from, and what it replaces keeps its rights.
. "$(dirname "$0")/common.sh"

mkdir "$scratch/lib"
cat >"$scratch/model.jd" <<'END'
# A wheel on an axle.
planar
include "lib/points.jd"
body wheel { at O  mass 1 kg  inertia 1 kg*m^2 }
show mesh on wheel  file "lib/wheel.stl"  scale 1 mm
joint axle : revolute ground -- wheel  at O
start axle.rate = 1 rad/s
output axle.angle
run to 1 s  every 0.5 s
END
echo 'point O = [0, 0]' >"$scratch/lib/points.jd"
cat >"$scratch/lib/wheel.stl" <<'END'
solid wheel
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
endsolid wheel
END
model=$scratch/model.jd
call run "$model" --quiet --out "$scratch/motion.csv"
exits 0
has_lines 4 "$scratch/motion.csv"
for file in model.jd motion.csv lib/points.jd lib/wheel.stl; do
    cp "$scratch/$file" "$scratch/$(basename $file).kept"
done

unchanged() { cmp -s "$1" "$scratch/$(basename "$1").kept" || fail "$1 is not what it was"; }
refused() { # FILE: the last call refused to write it
    exits 4
    says 'file-is-input'
    prints_nothing
    unchanged "$1"
    [ -z "$(find "$scratch" -name '*.part*')" ] || fail 'a part of a file is left'
}

# The model itself, by all its names.
ln -s model.jd "$scratch/soft.jd"
ln -s soft.jd "$scratch/soft.csv"
ln "$model" "$scratch/hard.csv"
for out in model.jd lib/../model.jd soft.jd soft.csv hard.csv; do
    call run "$model" --out "$scratch/$out"
    refused "$model"
    call run "$scratch/soft.jd" --out "$scratch/$out"
    refused "$model"
done
words='jourdain run - <model.jd'
(cd "$scratch" && "$jourdain" run - --out model.jd <model.jd >out 2>err)
code=$?
refused "$model"

# What it includes and shows, for every command that writes.
for input in lib/points.jd lib/wheel.stl; do
    call run "$model" --out "$scratch/$input"
    refused "$scratch/$input"
    ln -sf "$input" "$scratch/link.svg"
    ln -sf "$input" "$scratch/link.glb"
    call draw "$model" --out "$scratch/link.svg"
    refused "$scratch/$input"
    call view "$model" --no-open --out "$scratch/link.glb"
    refused "$scratch/$input"
    call plot "$model" --out "$scratch/link.svg"
    refused "$scratch/$input"
    call compare "$model" --csv "$scratch/$input"
    refused "$scratch/$input"
done
ln -sf motion.csv "$scratch/link.svg"
call plot "$scratch/motion.csv" --out "$scratch/link.svg"
refused "$scratch/motion.csv"
call plot "$model" "$scratch/motion.csv" --out "$scratch/link.svg"
refused "$scratch/motion.csv"

# fmt rewrites the model, since it is the model; but not as what its name does not say.
call fmt "$model" --out "$model"
exits 0
grep -q '# A wheel' "$model" || fail 'the comment is lost'
cp "$model" "$scratch/model.jd.kept"
call fmt "$model" --json --out "$scratch/soft.jd"
exits 2
unchanged "$model"
call fmt "$model" --write --out "$scratch/other.jd"
exits 2
[ ! -e "$scratch/other.jd" ] || fail 'it was written'

# Rights stay, also behind a link.
chmod 600 "$scratch/motion.csv"
chmod 640 "$model"
ln -s motion.csv "$scratch/linked.csv"
call run "$model" --quiet --out "$scratch/linked.csv"
exits 0
[ -L "$scratch/linked.csv" ] || fail 'the link is gone'
call fmt --write "$model"
exits 0
[ "$(ls -l "$scratch/motion.csv" | cut -c1-10)" = -rw------- ] || fail 'the rows are open to others'
[ "$(ls -l "$model" | cut -c1-10)" = -rw-r----- ] || fail 'the model has other rights'
ln -s nowhere/yet.csv "$scratch/dangling.csv"
call run "$model" --quiet --out "$scratch/dangling.csv"
exits 4
mkdir "$scratch/nowhere"
call run "$model" --quiet --out "$scratch/dangling.csv"
exits 0
has_lines 4 "$scratch/nowhere/yet.csv"
finish
