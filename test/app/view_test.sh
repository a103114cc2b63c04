#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain view`: which file, what is in it, what if the run fails, and that it is whole or not at all.
. "$(dirname "$0")/common.sh"
model=$here/pendulum.jd
root=$PWD

# holds FILE PYTHON: a .json file, or the data in an .html file, called j, for which the expression is true. `numbers`
# decodes an array.
holds() {
    command -v python3 >/dev/null || return 0
    python3 - "$1" "$2" 2>"$scratch/python" <<'END' || fail "$1 without $2 $(tail -n 1 "$scratch/python")"
import base64, json, math, re, struct, sys
text = open(sys.argv[1], encoding="utf-8").read()
if sys.argv[1].endswith(".html"):
    text = re.search(r'<script type="application/json" id="show">(.*?)</script>', text, re.S).group(1)
j = json.loads(text)
def numbers(array):
    if isinstance(array, list):
        return array
    kind, letters = next(iter(array.items()))
    data = base64.b64decode(letters, validate=True)
    one = {"f4": "f", "f8": "d", "u4": "I", "u2": "H", "i2": "h"}[kind]
    values = list(struct.unpack("<%d%s" % (len(data) // struct.calcsize(one), one), data))
    if kind != "i2":
        return values
    scale, offset = array["scale"], array["offset"]
    return [math.nan if v == -32768 else v * scale[n % len(scale)] + offset[n % len(scale)] for n, v in enumerate(values)]
run = j["runs"][0]
sys.exit(not eval(sys.argv[2]))
END
}
small() { [ "$(wc -c <"$1")" -lt 2000000 ] || fail "$1 is larger than 2 MB"; }

# ---- Which file -------------------------------------------------------------------------------------
page=html
"$jourdain" view $model --out "$scratch/try.html" --quiet >/dev/null 2>&1 || page=json

if [ $page = html ]; then
    mkdir "$scratch/here"
    words='jourdain view pendulum.jd'
    (cd "$scratch/here" && "$jourdain" view "$root/$model" >"$scratch/out" 2>"$scratch/err")
    code=$?
    exits 0
    prints_nothing
    says 'written      pendulum.html'
    alone "$scratch/here" 1
    small "$scratch/here/pendulum.html"
    holds "$scratch/here/pendulum.html" 'j["title"] == "pendulum"'
    grep -q '<!--SHOW-->' "$scratch/here/pendulum.html" && fail 'the marker is still there'
    grep -qE '(src|href)="?https?:' "$scratch/here/pendulum.html" && fail 'the page wants the network'
else
    call view $model
    exits 2
    says 'picture-missing'
fi
call view $model --out "$scratch/a.avi"
exits 2
says 'picture-ending-unknown'
call view $model --out "$scratch/a"
exits 2
says 'its name has no ending'
call view $model --out "$scratch/none/a.json"
exits 4
says 'file-write'
call view $model --out "$scratch/a.json" --forms newton-euler,minmal
exits 2
says "did you mean 'minimal'?"
[ ! -f "$scratch/a.json" ] || fail 'there is a file'
call view "$here/wrong.jd" --out "$scratch/a.json"
exits 3
[ ! -f "$scratch/a.json" ] || fail 'a model that cannot be read leaves a file'

# ---- What is in it ----------------------------------------------------------------------------------
call view $model --out "$scratch/a.$page" --quiet
exits 0
prints_nothing
says_nothing
file=$scratch/a.$page
holds "$file" 'j["program"].startswith("jourdain ") and j["planar"] and j["animation"]'
holds "$file" '[b["name"] for b in j["bodies"]][0] == "ground" and len(j["bodies"]) == 2'
holds "$file" 'dict(j["facts"])["freedoms by rank"] == "1" and dict(j["facts"])["assembled"] == "yes"'
holds "$file" '"mass" in dict(j["bodies"][1]["facts"])'
holds "$file" 'dict(j["links"][0]["facts"])["type"].startswith("revolute: ")'
holds "$file" 'dict(j["links"][0]["facts"])["said in"].startswith("pendulum.jd, line ")'
holds "$file" 'j["parameters"][0]["name"] == "l" and j["parameters"][0]["value"].endswith(" m")'
holds "$file" '[c["name"] for c in run["channels"]] == ["jO.angle", "jO.rate", "energy", "energy.kinetic", "energy.potential", "drift"]'
holds "$file" '[c["kind"] for c in run["channels"]] == ["output"] * 2 + ["energy"] * 3 + ["drift"]'
holds "$file" 'run["failed"] is None and numbers(run["times"])[0] == 0 and numbers(run["times"])[-1] == 0.5'
holds "$file" 'j["meshes"] == [] and not any("hidden" in b for b in j["bodies"]) and "solids" not in j["links"][0]'
holds "$file" 'len(numbers(run["poses"])) == 3 * len(numbers(run["times"]))'
holds "$file" 'len(numbers(run["forces"])) == 2 * len(numbers(run["times"]))'

# The samples are what `run` writes, but for the tolerance: steps end at frames, too.
"$jourdain" run $model --quiet >"$scratch/a.csv"
command -v python3 >/dev/null && {
    call view $model --out "$scratch/same.json" --every 0.1 --quiet
    python3 - "$scratch/same.json" "$scratch/a.csv" <<'END' || fail 'samples are not those of run'
import base64, csv, json, struct, sys
run = json.load(open(sys.argv[1]))["runs"][0]
rows = [[float(x) for x in row] for row in list(csv.reader(open(sys.argv[2])))[1:]]
f8 = lambda a: list(struct.unpack("<%dd" % (len(base64.b64decode(a["f8"])) // 8), base64.b64decode(a["f8"])))
sys.exit(f8(run["samples"]) != [row[0] for row in rows] or
         any(abs(v - row[n + 1]) > 1e-7 for n in range(3)
             for v, row in zip(f8(run["channels"][n]["values"]), rows)))
END
}

# Texts of the model cannot break out of it.
sed 's/^# .*/# <\/script><script>alert(1)<\/script> "quoted" \\ \& more/' $model >"$scratch/evil.jd"
call view "$scratch/evil.jd" --out "$scratch/evil.$page" --quiet
exits 0
holds "$scratch/evil.$page" '"</script><script>alert(1)</script> \"quoted\" \\ & more" in (j["about"] or "")'
[ $page = json ] || [ "$(grep -c 'alert(1)</script>' "$scratch/evil.html")" -eq 0 ] || fail 'a comment ends the script'

# ---- Several formulations, --json --------------------------------------------------------------------
call view $model --forms newton-euler,minimal --out "$scratch/two.$page" --json
exits 0
prints_json 'j["command"] == "view" and [r["form"] for r in j["runs"]] == ["newton-euler", "minimal"]'
prints_json 'j["written"].endswith("two.'$page'") and not j["opened"]'
holds "$scratch/two.$page" '[r["name"] for r in j["runs"]] == ["newton-euler", "minimal"]'
holds "$scratch/two.$page" 'numbers(j["runs"][0]["samples"]) == numbers(j["runs"][1]["samples"])'
call view $model --forms newton-euler,minimal --every 0 --out "$scratch/two.$page" --quiet
holds "$scratch/two.$page" 'numbers(j["runs"][0]["samples"]) == numbers(j["runs"][1]["samples"])'

# ---- Runs that fail, models that do not assemble, nothing to animate -----------------------------------
call view test/bad/run-stuck.jd --out "$scratch/stuck.$page"
exits 1
says 'run-stuck'
says 'where it failed'
file=$scratch/stuck.$page
holds "$file" 'run["failed"]["code"] == "run-stuck" and abs(run["failed"]["time"] - 0.0985) < 1e-3'
holds "$file" '"dead point" in run["failed"]["text"] and run["failed"]["hint"]'
holds "$file" '0.09 < numbers(run["times"])[-1] <= run["failed"]["time"] + 1e-12'
holds "$file" 'j["messages"][0]["source"].startswith("joint jB") and j["messages"][0]["line"] == 11'
call view test/bad/run-stuck.jd --to 1000 --out "$scratch/early.$page"
exits 1
holds "$scratch/early.$page" 'len(numbers(run["times"])) > 50 and len(numbers(run["samples"])) > 50'
holds "$scratch/early.$page" '0.09 < numbers(run["times"])[-1] <= run["failed"]["time"] + 1e-12'
holds "$scratch/early.$page" 'len(j["messages"]) == 1'
call view $here/apart.jd --out "$scratch/apart.$page"
exits 3
says 'the start is shown'
file=$scratch/apart.$page
holds "$file" 'run["failed"]["code"] == "loop-open" and numbers(run["times"]) == [0]'
holds "$file" 'numbers(run["poses"])[0] == 0.5 and dict(j["facts"])["assembled"] == "no"'
grep -v '^run ' $model | sed 's/^expect.*//' >"$scratch/endless.jd"
call view "$scratch/endless.jd" --out "$scratch/endless.$page"
exits 2
holds "$scratch/endless.$page" 'run["failed"]["code"] == "run-end-missing" and numbers(run["times"]) == [0]'
{ cat $model; echo 'animation off'; } >"$scratch/off.jd"
call view "$scratch/off.jd" --out "$scratch/off.$page" --quiet
exits 0
holds "$scratch/off.$page" 'not j["animation"] and numbers(run["times"]) == [] and len(run["channels"]) == 6'
call view "$scratch/off.jd" --out "$scratch/off.glb"
exits 2
says 'animation-off'

# ---- Large ones ----------------------------------------------------------------------------------------
call view model/chain.jd --set n=400 --to 0.1 --tol 1e-7 --out "$scratch/chain.$page" --quiet
exits 0
small "$scratch/chain.$page"
holds "$scratch/chain.$page" 'len(j["bodies"]) == 401 and len(numbers(run["times"])) >= 30'
call view model/slider_crank.jd --every 1.3e-6 --out "$scratch/many.$page" --quiet
exits 0
small "$scratch/many.$page"
holds "$scratch/many.$page" 'run["thinned"] == 100001 and len(numbers(run["samples"])) > 5000'

# ---- Whole or not at all ----------------------------------------------------------------------------------
if [ -c /dev/full ]; then
    ln -s /dev/full "$scratch/full.$page"
    call view $model --out "$scratch/full.$page"
    exits 4
    says 'file-write'
    ln -s /dev/full "$scratch/full.glb"
    call view $model --out "$scratch/full.glb"
    exits 4
fi

# ---- --vary: options of the run, over one another ---------------------------------------------------------
call view $model --vary tol=1e-4,1e-9 --to 0.02 --out "$scratch/vary.json" --no-open --json
exits 0
prints_json '[r["varied"] for r in j["runs"]] == ["tol = 1e-4", "tol = 1e-9"]'
grep -q '"tol = 1e-4"' "$scratch/vary.json" || fail 'the runs have no names'
call view $model --forms minimal,newton-euler --vary tol=1e-4,1e-9 --to 0.02 --out "$scratch/vary.json" --no-open --json
prints_json '[r["form"] for r in j["runs"]] == ["minimal", "newton-euler"] * 2'
# Parameters: each variant has its own motion, bodies, frames and points; the arm is drawn by its length and the bearing's radius.
call view $model --vary l=400mm,500mm --vary tol=1e-4,1e-9 --out "$scratch/vary.json" --no-open --quiet
exits 0
holds "$scratch/vary.json" '[r["name"] for r in j["runs"]] == ["l = %d mm, tol = 1e-%d" % (l, t) for l in (400, 500) for t in (4, 9)]'
holds "$scratch/vary.json" '"own" not in j["runs"][0] and all(len(r["own"]["bodies"]) == 2 and len(r["own"]["links"]) == 1 for r in j["runs"][1:])'
holds "$scratch/vary.json" '[abs(r["own"]["links"][0]["j"]["pose"][0] + l/2) < 1e-9 for r, l in zip(j["runs"][1:], (0.4, 0.5, 0.5))] == [True]*3'
holds "$scratch/vary.json" '[abs((lambda ring: max(ring[0::2]) - max(ring[1::2]))(look["curves"][look["bodies"][1]["shapes"][0]["outline"]][0]) - l/2) < 1e-6 for look, l in ((j, 0.4), (j["runs"][2]["own"], 0.5))] == [True]*2'
call view $model --vary l=400mm,500mm --out "$scratch/vary.gif" --no-open
exits 2
says 'is shown by a page'
call view $model --vary r=0.1,0.2 --out "$scratch/vary.json" --no-open
exits 2
says "no parameter 'r'"
printf 'param n = 1\nrepeat i from 1 to n {\n body b[i] { at [i, 0]  mass 1 kg  point }\n}\nrun to 0.1 s\n' >"$scratch/many.jd"
call view "$scratch/many.jd" --vary n=1,2 --out "$scratch/vary.json" --no-open
exits 2
says 'changes which bodies'
call view - --vary l=400mm,500mm --out "$scratch/vary.json" --no-open <$model
exits 2
says 'a pipe is read once'
call view $model --vary alpha=1,x --out "$scratch/vary.json" --no-open
exits 2

# ---- Opening: a terminal, a display and a program for it ---------------------------------------------------
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "$1" >"%s/opened"\n' "$scratch" >"$scratch/bin/xdg-open"
chmod +x "$scratch/bin/xdg-open"
# on_terminal WORDS...: as if somebody sat there.
on_terminal() {
    rm -f "$scratch/opened"
    words="on a terminal: jourdain $*"
    PATH=$scratch/bin:$PATH script -qec "'$jourdain' $*" /dev/null >"$scratch/out" 2>&1 </dev/null
    # The opener is on its own by now. Half a minute for one that should come, a second for one that should not.
    case $DISPLAY:$* in :* | *--no-open*) most=20 ;; *) most=600 ;; esac
    n=0
    while [ ! -f "$scratch/opened" ] && [ $n -lt $most ]; do sleep 0.05; n=$((n + 1)); done
}
if command -v script >/dev/null && [ "$(uname)" = Linux ]; then
    export DISPLAY=:7
    on_terminal view $model --out "$scratch/open.$page"
    [ "$(cat "$scratch/opened" 2>/dev/null)" = "$scratch/open.$page" ] || fail 'the file was not opened'
    prints 'and opened'
    on_terminal view $model --out "$scratch/open.$page" --no-open
    [ ! -f "$scratch/opened" ] || fail 'it was opened all the same'
    call view $model --out "$scratch/open.$page"
    [ ! -f "$scratch/opened" ] || fail 'it was opened without a terminal'
    unset DISPLAY
    on_terminal view $model --out "$scratch/open.$page"
    [ ! -f "$scratch/opened" ] || fail 'it was opened without a display'
fi

finish
