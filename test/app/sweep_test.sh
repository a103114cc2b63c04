#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain sweep`: the same bytes whatever does the work and however often it is killed; numbers against closed
# forms; what is wrong is told, and stops no more than it must.
. "$(dirname "$0")/common.sh"
model=$here/sweep.jd
export LC_ALL=C
root=$PWD
rows() { tail -n +2 "$1" | cut -d, -f"$2"; }
near() { # WHAT VALUE WANTED WITHIN
    awk -v a="$2" -v b="$3" -v e="$4" 'BEGIN { d = a - b; exit !(d <= e && -d <= e) }' || fail "$1 is $2, wanted $3 within $4"
}

# ---- A grid: rows in order, the last parameter fastest; as fresh runs with --set say it.
call sweep $model --vary r=150mm,153mm --vary l=300mm..310mm/3 --measure "peak = max(jB.force)" --measure "slider[1].x"
exits 0
first_line 'variant,r [m],l [m],peak [N],slider[1].x [m],status,message' "$scratch/out"
has_lines 7 "$scratch/out"
[ "$(rows "$scratch/out" 1-3 | tr '\n' ' ')" = "1,0.15,0.3 2,0.15,0.305 3,0.15,0.31 4,0.153,0.3 5,0.153,0.305 6,0.153,0.31 " ] || fail "the grid is another"
cp "$scratch/out" "$scratch/grid.csv"
for l in 300 310; do
    call run $model --set r=153mm --set l=${l}mm --output "slider[1].x" --every 0.02
    fresh=$(tail -n 1 "$scratch/out" | cut -d, -f2)
    awk -F, -v l="$l" -v x="$fresh" '$2 == 0.153 && $3 * 1000 == l && $5 == x { found = 1 } END { exit !found }' "$scratch/grid.csv" ||
        fail "l = $l mm is not $fresh, as after a reading"
done

# ---- `run` with several values is the same, for a few; without a measure the peaks of the outputs.
call run $model --vary r=150mm,153mm
exits 0
first_line 'variant,r [m],max(jB.force) [N],max(slider[1].x) [m],status,message' "$scratch/out"
has_lines 3 "$scratch/out"
call run $model --vary r=150mm,153mm --output jA.force
exits 0
first_line 'variant,r [m],max(jA.force) [N],status,message' "$scratch/out"
call run $model --vary r=150mm,153mm --verify
exits 2
says '--verify is about one run'

# ---- The same bytes from every engine.
study="--vary r=150mm..156mm/30 --vary l=300mm..306mm/10 --measure peak=max(jB.force) --require peak(jB.force)<200N"
call sweep $model $study --jobs 1 --out "$scratch/one.csv"
exits 0
prints 'yield'
call sweep $model $study --jobs 2 --out "$scratch/two.csv"
exits 0
cmp "$scratch/one.csv" "$scratch/two.csv" >&2 || fail "two threads give other bytes"
[ ! -e "$scratch/two.csv.study" ] || fail "the folder is left behind"

call sweep $model $study --out "$scratch/slurm.csv" --slurm "$scratch/job.sh" --workers 3
exits 0
says 'sbatch'
# A stand-in for sbatch: the jobs of the array, all at once.
array=$(sed -n 's/^#SBATCH --array=1-//p' "$scratch/job.sh")
n=0
while [ $n -lt "$array" ]; do SLURM_ARRAY_TASK_ID=$n sh "$scratch/job.sh" >/dev/null 2>"$scratch/job.$n" & n=$((n + 1)); done
wait
cmp "$scratch/one.csv" "$scratch/slurm.csv" >&2 || fail "the script for Slurm gives other bytes"

if command -v mpirun >/dev/null && command -v mpicc >/dev/null; then
    words="mpirun -n 4 jourdain sweep"
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 4 "$jourdain" sweep $model $study --out "$scratch/mpi.csv" \
        >"$scratch/out" 2>"$scratch/err" || fail "it ends with $?"
    cmp "$scratch/one.csv" "$scratch/mpi.csv" >&2 || fail "mpirun gives other bytes"
else
    echo "skipped: mpirun is not there (Debian: openmpi-bin)"
fi

# ---- Killed ten times at some instant, and gone on with.
n=0
while [ $n -lt 10 ]; do
    "$jourdain" sweep $model $study --jobs 2 --out "$scratch/killed.csv" >/dev/null 2>&1 &
    killed=$!
    sleep "0.0$((1 + n * 7 % 9))"
    kill -9 $killed 2>/dev/null
    wait $killed 2>/dev/null
    n=$((n + 1))
done
call sweep $model $study --jobs 2 --out "$scratch/killed.csv"
exits 0
cmp "$scratch/one.csv" "$scratch/killed.csv" >&2 || fail "killed ten times, it gives other bytes"

# ---- Records that are gone, as after a crash of the machine, are named, and made again by the same command.
call sweep $model $study --jobs 2 --study "$scratch/lost" --out "$scratch/lost.csv"
exits 0
lost=$(ls "$scratch"/lost/rows.* | head -n 1)
rm "$lost" "$scratch/lost.csv"
call sweep $model $study --jobs 2 --study "$scratch/lost" --out "$scratch/lost.csv"
exits 1
says 'variants are missing'
call sweep $model $study --jobs 2 --study "$scratch/lost" --out "$scratch/lost.csv"
exits 0
cmp "$scratch/one.csv" "$scratch/lost.csv" >&2 || fail "after records were lost it gives other bytes"

# ---- Stopped: what is done is kept, what is missing is named.
"$jourdain" sweep $model $study --vary to=2s..2.1s/50 --jobs 1 --out "$scratch/stopped.csv" >"$scratch/out" 2>"$scratch/err" &
stopped=$!
sleep 0.5
kill -TERM $stopped
wait $stopped
code=$? words="sweep, interrupted"
exits 143
says 'variants are missing'
says 'the same command goes on'
[ ! -e "$scratch/stopped.csv" ] || fail "rows that are not all there pass for all"

# ---- Variants that fail are rows, and counted by their cause.
call sweep $model --vary r=153mm,0mm --measure "peak = max(jB.force)" --vary n=1,2 --json
exits 0
prints_json 'j["ok"] == 1 and j["variants"] == 4'
prints_json 'sorted((c["cause"], c["count"]) for c in j["causes"]) == [("link-no-length", 2), ("variant-structure", 1)]'
call sweep $model --vary n=2 --measure "max(jB.force)"
exits 1
prints 'with n = 2 the model has 4 bodies instead of 3'

# ---- Settings, and a file of JSON.
call sweep $model --vary form=newton-euler,minimal --vary tol=1e-6,1e-9 --measure "x = slider[1].x" --out "$scratch/forms.json"
exits 0
cp "$scratch/forms.json" "$scratch/out"
prints_json 'len(j) == 4 and j[3]["form"] == "minimal" and max(v["x"] for v in j) - min(v["x"] for v in j) < 1e-5'

# ---- Pictures: of each kind, the one that fits, and a page of all with the table of failures.
drawn() { # FILE WORDS...
    file=$1
    shift
    for wanted; do grep -qF -- "$wanted" "$scratch/$file" || fail "$file does not have '$wanted'"; done
}
call sweep $model --vary r=0mm,150mm,153mm --vary l=300mm..310mm/3 --measure "peak = max(jB.force)" --measure "x = slider[1].x" \
    --picture "curves=$scratch/c.svg" --picture "heat=$scratch/h.svg" --picture "histogram=$scratch/hi.svg" --picture "cumulative=$scratch/cu.svg" \
    --picture "scatter=$scratch/s.svg" --picture "$scratch/first.svg" --picture "$scratch/page.html" --out "$scratch/pictures.csv"
exits 0
drawn c.svg 'l = 0.3 m' 'l = 0.31 m' 'peak [N]' 'r [m]'
drawn h.svg 'peak [N]' 'x [m]' 'l [m]' 'Over r and l'
drawn hi.svg 'variants' 'peak [N]' 'x [m]'
drawn cu.svg 'share below' 'peak [N]'
drawn s.svg 'Everything over everything' 'peak [N]' 'l [m]'
drawn page.html '<h1>Sweep of ' 'How often values come' 'link-no-length' '<td class="n">3</td>' '</html>'
cmp "$scratch/c.svg" "$scratch/first.svg" >&2 || fail "curves are not the picture that fits"
[ "$(grep -c '<svg' "$scratch/page.html")" = 5 ] || fail "the page has not all pictures"
cp "$scratch/page.html" "$scratch/page.old"
call sweep $model --vary r=150mm..156mm/4 --vary l=300mm..306mm/3 --measure "x = slider[1].x" --picture "$scratch/two.svg" --jobs 2
exits 0
call sweep $model --vary r=150mm --measure "x = slider[1].x" --picture "heat=$scratch/no.svg"
exits 2
says '[study-picture]'
says "shows a measure over two parameters that are numbers"
call sweep $model --vary r=150mm --measure "x = slider[1].x" --picture "haet=$scratch/no.svg"
exits 2
says "did you mean 'heat'?"
call sweep $model --vary r=150mm --measure "x = slider[1].x" --picture "$scratch/no.doc"
exits 2
says '[picture-ending-unknown]'
[ ! -e "$scratch/no.svg" ] && [ ! -e "$scratch/no.doc" ] || fail "a picture that cannot be was written"

# ---- A four-bar with tolerances: yield and variance of the angle of its rocker against a dense quadrature.
cat >"$scratch/fourbar.jd" <<'END'
planar
param b = 300 mm
param c = 250 mm
point A = [0, 100] mm
point D = [300, 0] mm
point B = [300, 250] mm
body crank  { link [0, 0] A  mass 1 kg  inertia 0.01 kg*m^2 }
body rocker { link D [0.3 m, c]  mass 1 kg  inertia 0.01 kg*m^2 }
joint jO : revolute ground -- crank at [0, 0]
joint jD : revolute ground -- rocker at D
joint jR : rod crank -- rocker at A [0.3 m, c] length b
drive motor : jO.angle = 0 rad
run to 1 us
END
call sweep "$scratch/fourbar.jd" --vary "b~normal(300mm, 2mm)" --vary "c~uniform(247mm, 253mm)" --samples 2048 --sobol \
    --measure "turned = jD.angle" --require "abs(jD.angle - 0.155) < 0.01" --json --jobs 2
exits 0
# The rocker at D reaches the end of the coupler: law of cosines. Midpoints of the shares of both.
awk 'function acos(x) { return atan2(sqrt(1 - x * x), x) }
    function phi(z) { return exp(-z * z / 2) / sqrt(2 * pi) }
    BEGIN {
        pi = atan2(0, -1); d = sqrt(0.3^2 + 0.1^2); base = atan2(0.1, -0.3)
        for (i = 0; i < 600; i++) for (k = 0; k < 200; k++) {
            z = -6 + 12 * (i + 0.5) / 600; w = phi(z) * 12 / 600 / 200
            b = 0.3 + 0.002 * z; c = 0.247 + 0.006 * (k + 0.5) / 200
            angle = base - acos((d * d + c * c - b * b) / (2 * d * c)) - pi / 2
            s0 += w; s1 += w * angle; s2 += w * angle * angle
            if (angle < 0.165 && angle > 0.145) y += w
        }
        print y / s0, s1 / s0, sqrt(s2 / s0 - (s1 / s0)^2)
    }' >"$scratch/quadrature"
read -r yield mean deviation <"$scratch/quadrature"
prints_json "abs(j['yield'] - $yield) < 3e-3"
prints_json "abs(j['measures'][0]['mean'] - $mean) < 4e-3 * $deviation"
prints_json "abs(j['measures'][0]['deviation'] / $deviation - 1) < 3e-3"

# ---- Sobol's indices of Ishigami's function: 0.3139, 0.4424, 0 alone; 0.5576, 0.4424, 0.2437 with others.
cat >"$scratch/ishigami.jd" <<'END'
planar
param a = 0
param b = 0
param c = 0
state s { rate 0 1/s }
signal f = sin(a) + 7*sin(b)^2 + 0.1*c^4*sin(a)
run to 1 us
END
pi=3.141592653589793
call sweep "$scratch/ishigami.jd" --vary "a~uniform(-$pi, $pi)" --vary "b~uniform(-$pi, $pi)" --vary "c~uniform(-$pi, $pi)" \
    --samples 2048 --sobol --indices --measure f --json
exits 0
prints_json 'all(abs(e["first_index"] - s) < 0.02 and abs(e["total_index"] - t) < 2e-3 for e, s, t in zip(j["effects"], [0.3139, 0.4424, 0], [0.5576, 0.4424, 0.2437]))'
prints_json 'all(abs(e["main_effect"] - s) < 0.01 for e, s in zip(j["effects"], [0.3139, 0.4424, 0]))'

# ---- Correlated numbers: the sample has the correlation that was asked for.
call sweep "$scratch/ishigami.jd" --vary "a~normal(0, 1)" --vary "b~normal(0, 2)" --correlate a,b=0.8 --samples 2000 --sobol --measure f
exits 0
near correlation "$(rows "$scratch/out" 2,3 | awk -F, '{ n++; x += $1; y += $2; xx += $1 * $1; yy += $2 * $2; xy += $1 * $2 }
    END { print (xy / n - x * y / n^2) / sqrt((xx / n - (x / n)^2) * (yy / n - (y / n)^2)) }')" 0.8 0.01

# ---- The same by a table of three; what is no table of correlations is told with its line.
printf 'name,a,b,c\na,1,0.8,-0.3\nb,0.8,1,0\nc,-0.3,0,1\n' >"$scratch/table.csv"
three="--vary a~normal(0,1) --vary b~normal(0,2) --vary c~normal(1,1) --samples 2000 --sobol --measure f"
call sweep "$scratch/ishigami.jd" $three --correlate "$scratch/table.csv"
exits 0
for pair in 2,3=0.8 2,4=-0.3 3,4=0; do
    near "correlation of ${pair%=*}" "$(rows "$scratch/out" "${pair%=*}" | awk -F, '{ n++; x += $1; y += $2; xx += $1 * $1; yy += $2 * $2; xy += $1 * $2 }
        END { print (xy / n - x * y / n^2) / sqrt((xx / n - (x / n)^2) * (yy / n - (y / n)^2)) }')" "${pair#*=}" 0.01
done
cp "$scratch/out" "$scratch/by_table.csv"
call sweep "$scratch/ishigami.jd" $three --correlate a,b=0.8 --correlate a,c=-0.3
cmp "$scratch/out" "$scratch/by_table.csv" >&2 || fail "a table is not the same as its pairs"
table() { # LINES WORDS
    printf "$1" >"$scratch/bad.csv"
    call sweep "$scratch/ishigami.jd" $three --correlate "$scratch/bad.csv"
    exits 2
    says "$2"
}
table 'a,b\na,1,0.5\nb,0.4,1\n' 'line 3: the table is not the same on both sides of its diagonal'
table 'a,b\na,1,0.5\n' "'b' has no line"
table 'a,q\na,1,0.5\n' "line 1: 'q' is no parameter that is drawn"
table 'a,b\na,0.9,0.5\nb,0.5,1\n' 'line 2: the correlation of a parameter with itself is 1'
table 'a,b\na,1,0.5,3\nb,0.5,1\n' 'line 2: it has too many numbers'
table 'a,b,c\na,1,0.9,-0.9\nb,0.9,1,0.9\nc,-0.9,0.9,1\n' 'no numbers with all these correlations'
table '' 'the table is empty'

# ---- A study as a file: the same bytes as by options, which go before; written and read back, as JSON too.
{ cat "$model"
  printf 'sweep {\n    vary r = [150, 153] mm  # two\n    vary l = range(300 mm, 310 mm, 3)\n    measure peak = max(jB.force)\n    measure end = slider[1].x\n    form minimal, newton-euler\n    require max(jB.force) < 195 N\n}\n'
} >"$scratch/study.jd"
call sweep "$scratch/study.jd"
exits 0
cp "$scratch/out" "$scratch/study.csv"
call sweep $model --vary r=150mm,153mm --vary l=300mm..310mm/3 --vary form=minimal,newton-euler --measure "peak=max(jB.force)" --measure "end=slider[1].x" --require "max(jB.force) < 195 N"
cmp "$scratch/out" "$scratch/study.csv" >&2 || fail "the study of the file is another than that of the options"
call fmt "$scratch/study.jd" && cp "$scratch/out" "$scratch/again.jd"
prints 'vary r = [150, 153] mm'
prints '# two'
prints 'form minimal, newton-euler'
call fmt --json "$scratch/study.jd" && cp "$scratch/out" "$scratch/again.json"
for file in again.jd again.json; do
    call sweep "$scratch/$file"
    cmp "$scratch/out" "$scratch/study.csv" >&2 || fail "$file is another study"
done
call sweep "$scratch/study.jd" --vary r=151mm --measure "max(jA.force)"
exits 0
first_line 'variant,r [m],l [m],form,peak [N],end [m],max(jA.force) [N],status,message' "$scratch/out"
has_lines 7 "$scratch/out"
sed 's/max(jB.force)$/max(jX.force)/' "$scratch/study.jd" >"$scratch/wrong.jd"
call sweep "$scratch/wrong.jd"
exits 2
says 'wrong.jd:24:'
says '[channel-unknown]'

# ---- What makes no sense is told by name, before the first run.
wrong() { # CODE WORDS ARGUMENTS...
    wanted=$1 named=$2
    shift 2
    call sweep $model --measure "max(jB.force)" "$@"
    exits 2
    says "[$wanted]"
    says "$named"
}
wrong vary-not-valid 'the range is empty' --vary r=150mm..150mm/5
wrong vary-not-valid 'two values or more' --vary r=150mm..160mm/1
wrong vary-not-valid 'a value is empty' --vary r=150mm,
wrong vary-not-valid 'it says no values' --vary r
wrong vary-not-valid 'nothing is varied'
wrong vary-not-valid 'varied twice' --vary r=1m --vary r=2m
wrong vary-not-valid "there is no distribution 'normla'" --vary 'r~normla(1mm, 2mm)' --samples 3
wrong vary-not-valid 'normal has 2 numbers: mean, deviation' --vary 'r~normal(1mm)' --samples 3
wrong vary-not-valid 'greater than zero' --vary 'r~normal(150mm, 0mm)' --samples 3
wrong vary-not-valid 'nobody says how often' --vary 'r~normal(150mm, 1mm)'
wrong vary-not-valid 'no parameter is drawn' --vary r=150mm --samples 10
wrong vary-not-valid 'no two parameters that are drawn' --vary 'r~normal(150mm, 1mm)' --samples 3 --correlate r,l=0.5
wrong setting-unknown "no parameter 'rr' to vary" --vary rr=1mm
wrong dimension-mismatch 'r' --vary r=1kg
wrong option-value "there is no form 'minimla'" --vary form=minimla
wrong measure-statistic "there is no statistic 'maximum'" --vary r=150mm --measure 'maximum(jB.force)'
wrong channel-unknown 'jX.force' --vary r=150mm --measure 'max(jX.force)'
wrong dimension-mismatch '' --vary r=150mm --require 'max(jB.force) < 3 m'

# ---- A folder of another study, and of something else.
mkdir "$scratch/folder"
call sweep $model --vary r=150mm --measure "max(jB.force)" --study "$scratch/folder"
exits 0
call sweep $model --vary r=151mm --measure "max(jB.force)" --study "$scratch/folder"
exits 2
says '[study-other]'
mkdir "$scratch/strange" && : >"$scratch/strange/letter.txt"
call sweep $model --vary r=150mm --measure "max(jB.force)" --study "$scratch/strange"
exits 2
says 'is of no study'
[ "$(ls "$scratch/strange")" = letter.txt ] || fail "something was left in a folder of others"

# ---- A disk that is full in the middle: told, and nothing is lost.
(
    ulimit -f 8 2>/dev/null || exit 0
    "$jourdain" sweep $model $study --jobs 1 --study "$scratch/full" --out "$scratch/full.csv" >"$scratch/out" 2>"$scratch/err"
    echo $? >"$scratch/code"
)
code=$(cat "$scratch/code") words="sweep on a full disk"
exits 4
says '[file-write]'
says 'the same command again'
call sweep $model $study --jobs 1 --study "$scratch/full" --out "$scratch/full.csv"
exits 0
cmp "$scratch/one.csv" "$scratch/full.csv" >&2 || fail "after a full disk it gives other bytes"
cd "$root" || exit 2

# ---- Measures and conditions may name measures before them -----------------------------------------------
call sweep model/slider_crank.jd --form minimal --vary r=120mm,130mm --measure 'x = slider.x' --measure 'twice = 2*x' \
    --require 'x > 0.42 m' --out "$scratch/named.csv" --quiet
exits 0
python3 - "$scratch/named.csv" <<'END' || fail 'a measure that names another one is not made of it'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
assert all(float(row["twice [m]"]) == 2*float(row["x [m]"]) for row in rows)
assert [row["status"] for row in rows] == ["missed", "ok"] and rows[0]["message"] == "x > 0.42 m"
END
call sweep model/slider_crank.jd --vary r=120mm,130mm --measure 'twice = 2*later' --measure 'later = slider.x' --out "$scratch/none.csv"
exits 2
says "there is no 'later' here"
exit $failures
