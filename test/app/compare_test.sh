#!/bin/sh
# SPDX-License-Identifier: MIT
# compare: formulations side by side, as text, JSON and CSV; one that fails is a column, not the end.
. "$(dirname "$0")/common.sh"
model=model/slider_crank.jd

call compare $model --forms newton-euler,cut-joint,minimal --to 0.02 --joint jB
exits 0
says_nothing
prints 'newton-euler  cut-joint'
for line in 'locks with multipliers                     8          2' 'DAE        DAE' 'unknowns' \
    'evaluations' 'time of an evaluation [ns]' 'drift at the end' 'mean |E - E0| [J]' \
    'Largest difference from newton-euler' 'slider.vx [m/s]' 'jB.force [N]' \
    'Where the time of a run goes' 'Jacobian and right-hand side' 'mass matrix' 'assembly' 'solution' \
    'integration' 'Kinds of equations' 'constant mass matrix' 'stabilisation'; do prints "$line"; done

call compare $model --forms newton-euler,cut-joint,minimal --to 0.02 --joint jB --json
exits 0
says_nothing
prints_json '[f["form"] for f in j["forms"]] == ["newton-euler", "cut-joint", "minimal"]'
prints_json '[f["unknowns"] for f in j["forms"]] == [17, 5, 1]'
prints_json '[f["multipliers"] for f in j["forms"]] == [8, 2, 0]'
prints_json '[f["equations"] for f in j["forms"]] == ["DAE", "DAE", "ODE"]'
prints_json '[f["index"] for f in j["forms"]] == [3, 3, 0]'
prints_json 'j["first"] == "newton-euler" and j["forms"][0]["time_ratio"] == 1'
prints_json 'all(f["status"] == "done" and f["evaluation_seconds"] > 0 for f in j["forms"])'
prints_json 'all(f["runs"][0]["drift"] < 1e-12 for f in j["forms"])'
prints_json 'all(f["runs"][0]["energy_off"] < 1e-9 for f in j["forms"])'
prints_json 'all(abs(f["runs"][0]["peak_force"] - 196.2225) < 1e-3 for f in j["forms"])'
prints_json 'all(f["runs"][0]["peak_joint"] == "jB" for f in j["forms"])'
prints_json 'all(0 <= f["runs"][0]["worst_difference"] < 1e-9 for f in j["forms"])'
prints_json 'set(j["forms"][1]["runs"][0]["differences"]) == {o["name"] for o in j["outputs"]}'
prints_json 'j["forms"][0]["parts"]["mass_matrix"] is None and j["forms"][1]["parts"]["assembly"] > 0'
prints_json 'all(abs(sum(v or 0 for v in f["parts"].values()) - 1) < 1e-12 for f in j["forms"])'
prints_json 'all(v is None or 0 <= v <= 1 for f in j["forms"] for v in f["parts"].values())'
prints_json '(j["instructions_left_out"] is None) == (j["forms"][0]["instructions"] is not None)'

# Several steps: the drift of explicit Euler falls with the step; the CSV has a line for each run.
call compare $model --forms newton-euler,elastic,clearance --stepper euler --stabilise none \
    --dt 1e-4,1e-5 --to 0.02 --cut jB --csv "$scratch/table.csv" --json
exits 0
prints_json '[r["dt"] for r in j["forms"][0]["runs"]] == [1e-4, 1e-5]'
prints_json 'j["forms"][0]["runs"][1]["drift"] < 0.2 * j["forms"][0]["runs"][0]["drift"]'
has_lines 7 "$scratch/table.csv"
prints_json 'j["forms"][0]["loops_close_by"] == "multipliers" and j["forms"][1]["loops_close_by"] == "springs"'
prints_json '[f["multipliers"] for f in j["forms"]] == [8, 0, 1]'
# The massless link does not bear such steps: its runs are there, with what went wrong.
prints_json 'all(r["status"] == "failed" and r["message"] and r["code"] for r in j["forms"][2]["runs"])'
call compare $model --forms newton-euler,clearance --stepper euler --stabilise none --dt 1e-4,1e-5 \
    --to 0.02 --cut jB
exits 0
prints 'By step: drift at the end'
prints 'What did not get to the end'
prints 'clearance, dt 0.0001 s'

# A formulation that the model does not fit is a column with its message; only such ones: exit code 3.
call compare $here/pendulum.jd --json
exits 0
prints_json 'j["forms"][-1]["form"] == "clearance" and j["forms"][-1]["status"] == "not made"'
prints_json 'j["forms"][-1]["message"] and j["forms"][-1]["unknowns"] is None'
prints_json 'j["forms"][0]["status"] == "done"'
call compare $here/pendulum.jd --forms clearance
exits 3
says '[clearance-joint]'

# Joints give way only where that is the formulation.
call compare $model --forms newton-euler,elastic,clearance --elastic jA,jB --clearance jA --to 0.005 --json
exits 0
prints_json '[f["multipliers"] for f in j["forms"]] == [8, 0, 1]'

# `info` and `compare` count the same: of joints that are springs no multipliers are left but those of drives.
cat >"$scratch/driven.jd" <<'EOF'
point O = [0, 0]
point A = [0, 1]
point B = [2, 2]
point C = [3, 0]
body crank  { link O A  mass 1 kg  inertia 0.1 kg*m^2 }
body rod    { link A B  mass 2 kg  inertia 0.2 kg*m^2 }
body rocker { link C B  mass 2 kg  inertia 0.2 kg*m^2 }
joint jO : revolute ground -- crank  at O
joint jA : revolute crank  -- rod    at A
joint jB : revolute rod    -- rocker at B
joint jC : revolute ground -- rocker at C
drive motor : jO.angle = 1 rad/s*time
run to 0.01 s
EOF
call compare "$scratch/driven.jd" --forms elastic,minimal --json
exits 0
prints_json '[(f["equations"], f["index"], f["coordinates_are"]) for f in j["forms"]] == [("DAE", 3, "dependent"), ("ODE", 0, "independent")]'
call info "$scratch/driven.jd" --form elastic --json
prints_json 'j["index_posed"] == 3 and j["algebraic"] == 1'
call compare $model --forms elastic --to 0.001 --json
prints_json '[(f["equations"], f["index"], f["coordinates_are"]) for f in j["forms"]] == [("ODE", 0, "independent")]'
call info $model --form elastic --json
prints_json 'j["index_posed"] == 0 and j["algebraic"] == 0'
# The index of what is solved is a matter of the stepper: ida takes the locks as they are, with two multipliers each.
index_is() { # ARGUMENTS, index as solved, multipliers
    call info $model $1 --json
    exits 0
    prints_json "j['index_solved'] == $2 and j['algebraic'] == $3"
}
bodies='--form newton-euler'
index_is '' 0 0
index_is "$bodies" 1 8
index_is "--stepper cvode $bodies" 1 8
index_is "--stepper ida $bodies" 2 16
index_is "--stepper dassl $bodies" 2 16
index_is '--stepper ida --stabilise baumgarte' 1 8
index_is '--stepper ida --form cut-joint' 1 2
index_is '--stepper ida --form minimal' 0 0
# Joints that give way lock nothing; another name of the form is the same form.
for form in elastic rc; do
    call check $model --form $form --json
    exits 0
    prints_json 'j["locks"] == 6 and j["freedoms_by_count"] == j["freedoms"] == 3 and j["redundant"] == 0'
done
# What cannot be made is told by `info` as by `check`, and has no sizes.
call info $here/pendulum.jd --form clearance
exits 3
says '[clearance-joint]'
grep -q 'states' "$scratch/out" && fail 'it has sizes'
# The steps are the same, whatever is shown of them.
call run $model --to 0.02 --every 1ms --json
evaluations=$(sed -n 's/.*"evaluations": *\([0-9]*\).*/\1/p' "$scratch/out" | head -1)
call run $model --to 0.02 --every 3ms --json
prints_json "j[\"cost\"][\"evaluations\"] == ${evaluations:-0}"


# Options of the formulations, in run, too.
call run $model --form elastic --elastic jB --stiffness 1e6 --to 0.01 --quiet
exits 0
call run $model --form clearance --clearance jB --gap '0.1 mm' --to 0.01 --quiet
exits 0
call run $model --form cut-joint --cut jX --quiet
exits 3
says "'jX'"
call info $model --form minimal --json
prints_json 'j["form"] == "minimal" and j["algebraic"] == 0'

# --vary: a column for each value of an option of the run, as if each stood in the command.
call compare $model --forms newton-euler --stabilise baumgarte --vary alpha=5,500 --to 0.01 --json
exits 0
prints_json '[f["form"] for f in j["forms"]] == ["alpha=5", "alpha=500"]'
many=$(sed -n 's/.*"evaluations": *\([0-9]*\).*/\1/p' "$scratch/out" | tail -1)
call compare $model --forms newton-euler --stabilise baumgarte --alpha 500 --to 0.01 --json
prints_json "j[\"forms\"][0][\"runs\"][0][\"evaluations\"] == ${many:-0}"
call compare $model --forms newton-euler,minimal --vary tol=1e-4,1e-9 --to 0.01 --json
prints_json '[f["form"] for f in j["forms"]] == ["newton-euler,tol=1e-4", "minimal,tol=1e-4", "newton-euler,tol=1e-9", "minimal,tol=1e-9"]'
call compare $model --vary r=0.1,0.2
exits 2
says 'options of the run are varied here'
call compare $model --vary tol=1e-3,1e-4,1e-5,1e-6
exits 2
says 'more than 16 columns'
call compare $model --vary alpha=x,2
exits 2

# Mistakes.
call compare $model --forms newton-eule
exits 2
says "did you mean 'newton-euler'?"
call compare $model --joint jb
exits 2
says "did you mean 'jB'?"
call compare $model --dt 1e-5,
exits 2
call compare $model --dt 1e-5,0
exits 2
says 'more than zero'
call run $model --dt 1e-5,1e-6
exits 2
call compare $model --csv /nowhere/table.csv
exits 4
call compare $model --output slider.xx
exits 2
says 'slider.x'
finish
