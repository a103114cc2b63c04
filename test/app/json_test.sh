#!/bin/sh
# SPDX-License-Identifier: MIT
# --json: one object on stdout, whatever happens.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77
model=$here/pendulum.jd

call run $model --json
exits 0
prints_json 'j["command"] == "run" and j["model"] == "pendulum" and j["status"] == "done"'
prints_json '[c["name"] for c in j["channels"]] == ["time", "jO.angle", "jO.rate", "energy"]'
prints_json '[c["unit"] for c in j["channels"]] == ["s", "rad", "rad/s", "J"]'
prints_json 'len(j["rows"]) == 6 and all(len(row) == 4 for row in j["rows"])'
prints_json 'j["rows"][0][0] == 0 and j["rows"][-1][0] == 0.5'
prints_json 'j["settings"]["form"] == "cut-joint" and j["settings"]["to"] == 0.5'
prints_json 'j["cost"]["steps"] > 0 and j["cost"]["evaluations"] > 0'
prints_json 'j["expectations"][0]["held"] and j["exit"] == 0'

# The same numbers as the CSV.
"$jourdain" run $model --quiet >"$scratch/a.csv"
python3 - "$scratch/out" "$scratch/a.csv" <<'END' || fail 'CSV and JSON differ'
import csv, json, sys
rows = list(csv.reader(open(sys.argv[2])))[1:]
sys.exit([[float(x) for x in row] for row in rows] != json.load(open(sys.argv[1]))["rows"])
END

# A line for each channel and row; null for what is not finite.
call run test/bad/value-not-finite.jd --json
grep -qF '    {"name": "time", "unit": "s"},' "$scratch/out" || fail 'channels are not a line each'
grep -qE '^    \[[-0-9.e]+, .*null.*\],?$' "$scratch/out" || fail 'no row with null'

# Which coordinates are independent, and which dyads are known.
slider=$(dirname "$0")/../../model/slider_crank.jd
for command in info check; do
    call $command $slider --form minimal --json
    exits 0
    prints_json 'j["independent"] == ["jO.angle"] and j["dependent"] == 2 and j["iterated"] == 0'
    prints_json 'j["loops_close_by"] == "closed form"'
    prints_json 'j["dyads"] == [{"kind": "RRP", "joints": ["jA", "jB", "jC"]}]'
done
call run $slider --form minimal --json
exits 0
prints_json 'j["coordinates"]["independent"] == ["jO.angle"] and len(j["coordinates"]["dyads"]) == 1'
call info $slider --form newton-euler --json
prints_json 'j["loops_close_by"] == "multipliers" and "dyads" not in j'

call run $here/missed.jd --json
exits 5
prints_json 'j["exit"] == 5 and not j["expectations"][0]["held"]'
prints_json 'j["expectations"][0]["line"] == 14'
prints_json 'any(m["code"] == "expect-missed" for m in j["messages"])'
says 'expect-missed'

call run $here/wrong.jd --json
exits 3
prints_json 'j["exit"] == 3 and len([m for m in j["messages"] if m["severity"] == "error"]) >= 2'
prints_json 'j["messages"][0]["line"] == 10 and j["messages"][0]["file"].endswith("wrong.jd")'

call run $model --wrong --json
exits 2
prints_json 'j["exit"] == 2 and j["messages"][0]["code"] == "option-unknown"'

call check $model --json
exits 0
prints_json 'j["bodies"] == 1 and j["freedoms"] == 1 and j["assembled"]'
call info $model --json --form newton-euler --set l=1m
exits 0
prints_json 'j["parameters"][0]["name"] == "l" and j["parameters"][0]["value"] == 1'
prints_json 'j["joints"][0]["type"] == "revolute" and j["states"] == 6 and j["algebraic"] == 2'
call derive revolute --json
exits 0
prints_json 'len(j["locks"]) == 2'
call explain file-read --json
prints_json 'j["code"] == "file-read" and j["explanation"]'
call explain --json
prints_json 'len(j["codes"]) > 20'
for topic in '' joints forces channels steppers forms language units functions commands errors run; do
    call help $topic --json
    exits 0
    prints_json 'j["exit"] == 0'
done
call version --json
prints_json 'j["version"]'

# The JSON mirror of a model, and back.
call fmt $model --json
exits 0
prints_json 'j'
cp "$scratch/out" "$scratch/model.json"
call fmt "$scratch/model.json"
exits 0
cp "$scratch/out" "$scratch/back.jd"
call run "$scratch/back.jd" --quiet
exits 0
cmp -s "$scratch/out" "$scratch/a.csv" || fail 'the model changed on its way to JSON and back'
call fmt "$scratch/back.jd"
cmp -s "$scratch/out" "$scratch/back.jd" || fail 'the canonical layout is not stable'
finish
