#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain plot`: from models and CSV to pictures; what is wrong is told.
. "$(dirname "$0")/common.sh"
model=$here/pendulum.jd
export LC_ALL=C

# valid FILE: by tools that know nothing of this program, if they are there.
valid() {
    case $1 in
    *.svg) command -v xmllint >/dev/null && { xmllint --noout "$1" 2>"$scratch/tool" || fail "$1 is no XML"; }
        command -v rsvg-convert >/dev/null && { rsvg-convert "$1" -o "$scratch/tool" 2>&1 || fail "$1 is no SVG"; } ;;
    *.png) command -v pngcheck >/dev/null && { pngcheck -q "$1" >"$scratch/tool" 2>&1 || fail "$1 is no PNG"; } ;;
    *.pdf) command -v pdfinfo >/dev/null &&
        { pdfinfo "$1" 2>"$scratch/tool" | grep -q '^Pages: *1$' || fail "$1 is no PDF of one page"; } ;;
    esac
}
holds() { grep -qF -e "$2" "$1" || fail "$1 lacks '$2'"; }
lacks() { ! grep -qF -e "$2" "$1" || fail "$1 has '$2'"; }

# Into a pipe goes SVG: the model's outputs, a panel for each unit.
call plot $model
exits 0
says_nothing
cp "$scratch/out" "$scratch/outputs.svg"
valid "$scratch/outputs.svg"
prints '>jO.angle [rad]</text>'
prints '>jO.rate [rad/s]</text>'
prints '>energy [J]</text>'
prints '>time [s]</text>'

# Files by their ending. Without cairo the program says what to install.
mkdir "$scratch/folder"
for ending in svg png pdf; do
    for theme in light dark print; do
        call plot $model jO.angle --theme $theme --out "$scratch/folder/$theme.$ending"
        if [ "$code" -eq 2 ] && grep -q 'picture-missing' "$scratch/err"; then
            says 'libcairo2-dev'
            continue
        fi
        exits 0
        prints_nothing
        valid "$scratch/folder/$theme.$ending"
    done
done
holds "$scratch/folder/dark.svg" '#12171e'

# Sizes, in points; a PNG has two pixels for each.
if [ -f "$scratch/folder/light.png" ]; then
    call plot $model jO.angle --width 300 --height 200 --out "$scratch/size.png"
    [ "$(od -An -tu1 -j16 -N8 "$scratch/size.png" | tr -s ' ')" = ' 0 0 2 88 0 0 1 144' ] || fail 'not 600 x 400 pixels'
fi
call plot $model jO.angle --width 300 --height 200
prints 'width="300pt" height="200pt"'
call plot $model --width 100000
exits 2
says 'picture-not-drawn'
prints_nothing

# A CSV that `run` wrote is the same picture as that of the model at these rows; its own is smoother.
call plot $model --every 0.1
cmp -s "$scratch/out" "$scratch/outputs.svg" && fail 'a model is drawn at six rows only'
cp "$scratch/out" "$scratch/outputs.svg"
"$jourdain" run $model -q --out "$scratch/a.csv"
call plot "$scratch/a.csv"
exits 0
cmp -s "$scratch/out" "$scratch/outputs.svg" || fail 'CSV and model differ'
"$jourdain" run $model -q | "$jourdain" plot - >"$scratch/b.svg" 2>"$scratch/err" || fail 'a CSV from stdin'
cmp -s "$scratch/b.svg" "$scratch/outputs.svg" || fail 'CSV from stdin and model differ'
"$jourdain" plot - jO.angle <$model >"$scratch/b.svg" 2>"$scratch/err" || fail 'a model from stdin'
holds "$scratch/b.svg" '>jO.angle [rad]</text>'

# Words that are no files are channels; --output does the same.
call plot $model energy jO.rate
exits 0
prints '>energy [J]</text>'
prints '>jO.rate [rad/s]</text>'
lacks "$scratch/out" '>jO.angle [rad]</text>'
call plot $model --output arm.x,arm.y
exits 0
prints '>arm [m]</text>'
prints '>arm.y</text>'

# Phase plots; the path of a point has equal scales by itself.
call plot $model jO.rate --against jO.angle
exits 0
prints '>jO.angle [rad]</text>'
call plot $model --against jO.angle
exits 0
lacks "$scratch/out" '>time [s]</text>'
call plot $model arm.y --against arm.x --every 0.01 --out "$scratch/path.svg"
exits 0
call plot $model arm.y --against arm.x --every 0.01 --equal --out "$scratch/equal.svg"
cmp -s "$scratch/path.svg" "$scratch/equal.svg" || fail 'a path is not drawn with equal scales'

# Several runs in one picture.
call plot $model jO.angle --vary 'l=400mm, 0.6 m' --vary m=1kg,2kg
exits 0
for label in 'l = 400 mm, m = 1 kg' 'l = 400 mm, m = 2 kg' 'l = 0.6 m, m = 1 kg' 'l = 0.6 m, m = 2 kg'; do
    prints ">$label</text>"
done
call plot $model jO.angle --forms newton-euler,minimal
exits 0
prints '>newton-euler</text>'
prints '>minimal</text>'
sed '1s/energy \[J\]/other [J]/' "$scratch/a.csv" >"$scratch/b.csv"
call plot "$scratch/a.csv" "$scratch/b.csv" $model
exits 0
prints '>pendulum</text>'
prints '>a</text>'
prints '>jO.rate [rad/s]</text>'
lacks "$scratch/out" '>energy [J]</text>'

# In letters.
call plot $model jO.angle --terminal
exits 0
prints 'jO.angle [rad]'
prints '*'
LC_ALL=C.UTF-8 "$jourdain" plot $model jO.angle --terminal >"$scratch/out" 2>"$scratch/err"
prints '┤'

# A title, a logarithmic axis.
call plot $model energy --title 'Energy & more' --log
exits 0
prints '>Energy &amp; more</text>'
cp "$scratch/out" "$scratch/log.svg"
valid "$scratch/log.svg"

# For programs.
call plot $model jO.angle --every 0.1 --json --out "$scratch/json.svg"
exits 0
prints_json 'j["curves"][0]["name"] == "jO.angle" and j["curves"][0]["points"] == 6 and j["written"].endswith("json.svg")'

# A run that fails is drawn up to there, with words and a mark.
call plot test/bad/run-diverged.jd
exits 1
says 'run-diverged'
prints 'failed: at t = '
prints 'stroke-dasharray="3 2"'
cp "$scratch/out" "$scratch/failed.svg"
valid "$scratch/failed.svg"

# ---- What is wrong -------------------------------------------------------------------------------
call plot
exits 2
call plot $scratch/none.jd
exits 4
says 'file-read'
call plot $model jO.angel
exits 2
says 'channel-unknown'
says "did you mean 'jO.angle'?"
call plot "$scratch/a.csv" jO.angel
exits 2
says "has no channel 'jO.angel'"
says "did you mean 'jO.angle'?"
call plot "$scratch/a.csv" --against jO.angel
exits 2
says 'channel-unknown'
call plot $model --vary l
exits 2
says 'option-value'
call plot $model --vary l=1m,,2m
exits 2
call plot $model --vary nothing=1,2
exits 2
says 'setting-unknown'
call plot $model --forms newton
exits 2
call plot $model --theme blue
exits 2
says 'light dark print'
call plot $model --out "$scratch/x.bmp"
exits 2
says 'picture-ending-unknown'
call plot $model --out "$scratch/no/folder.svg"
exits 4
says 'file-write'
[ ! -e "$scratch/x.bmp" ] || fail 'x.bmp was written'

# wrong TEXT WORDS: a CSV file of this text is refused with these words.
wrong() {
    printf "$1" >"$scratch/wrong.csv"
    call plot "$scratch/wrong.csv"
    exits 3
    says 'csv-malformed'
    says "$2"
    prints_nothing
}
wrong 'time [s],x [m]\n0,1\n1,two\n' "wrong.csv:3:3: error: 'two' is no number"
wrong 'time [s],x [m]\n0,1\n1\n' 'wrong.csv:3:1: error: 1 number here, but the first line names 2 columns'
wrong 'time [s],x [m]\n0,1,2\n' '3 numbers here'
wrong '0,1\n1,2\n' 'no line of columns'
wrong '' 'no line of columns'
wrong 'time [s],,x [m]\n' 'no line of columns'

# What spreadsheets do to a CSV does no harm; gaps and no rows neither.
printf '\357\273\277time [s],"a ""b"", c [m]"\r\n0, 1\r\n1,nan\r\n2,-inf\r\n3,\r\n4,2e-3\r\n\r\n' >"$scratch/odd.csv"
call plot "$scratch/odd.csv"
exits 0
prints '>a &quot;b&quot;, c [m]</text>'
# Neither do semicolons with decimal commas, tabs, comments, blanks, units in round brackets, or a name that comes twice.
printf 'Time (s);x (m); f(x) \n0;1,5;2\n1;-2,5;"3,25"\n' >"$scratch/semicolons.csv"
call plot "$scratch/semicolons.csv" --json
exits 0
prints_json '[(c["name"], c["unit"], c["least"], c["greatest"]) for c in j["curves"]] == [("x", "m", -2.5, 1.5), ("f(x)", "", 2, 3.25)]'
printf '# by hand\ntime\ta\ta\n\n0\t1\tNaN\n1\t2\t-Infinity\n# the end\n2\tNA\t5\n' >"$scratch/tabs.csv"
call plot "$scratch/tabs.csv" --json
exits 0
prints_json '[(c["name"], c["points"], c["least"], c["greatest"]) for c in j["curves"]] == [("a", 3, 1, 2), ("a (2)", 3, 5, 5)]'
printf 'time [s],x [m]\n' >"$scratch/none.csv"
call plot "$scratch/none.csv"
exits 0
prints 'no values'
printf 'time [s]\n0\n1\n' >"$scratch/time.csv"
call plot "$scratch/time.csv"
exits 2
says 'channels-differ'
printf 'time [s],q [m]\n0,1\n' >"$scratch/q.csv"
call plot "$scratch/a.csv" "$scratch/q.csv"
exits 2
says 'have no channel in common'

# A hundred thousand rows make a small file.
awk 'BEGIN { print "time [s],x [m]"; for (n = 0; n < 100000; n++) print n * 1e-5 "," sin(n * 1.7) * sin(n * 1e-4) }' >"$scratch/long.csv"
call plot "$scratch/long.csv" --out "$scratch/long.svg"
exits 0
[ "$(wc -c <"$scratch/long.svg")" -lt 200000 ] || fail 'the file is large'

# Options of the run vary as parameters do; a parameter of the name goes before.
call plot $here/../../model/slider_crank.jd slider.x --to 0.02 --stabilise baumgarte --vary alpha=5,500 --vary beta=5,500 --json
exits 0
prints_json '[c["run"] for c in j["curves"]] == ["alpha = 5, beta = 5", "alpha = 5, beta = 500", "alpha = 500, beta = 5", "alpha = 500, beta = 500"] and len(set(c["least"] for c in j["curves"])) == 4'
call plot $here/../../model/slider_crank.jd slider.x --to 0.02 --stepper rk4 --vary dt=1ms,2ms --json
exits 0
prints_json 'j["curves"][0]["least"] != j["curves"][1]["least"]'
call plot $here/../../model/slider_crank.jd slider.x --to 0.02 --vary alpha=5kg
exits 2
says 'dimension-mismatch'
sed 's/^run.*/param tol = 1\nrun to 0.02 s/' $here/../../model/slider_crank.jd >"$scratch/own.jd"
call plot "$scratch/own.jd" slider.x --vary tol=1,2 --json
exits 0
prints_json 'j["curves"][0]["least"] == j["curves"][1]["least"]'

# `run` ends with the course of each output, in letters.
call run $model
says 'course'
LC_ALL=C.UTF-8 "$jourdain" run $model >"$scratch/out" 2>"$scratch/err"
says '▁'
says '█'

finish
