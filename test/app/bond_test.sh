#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain bond`: a mechanism as a multibond graph, for people and programs; what cannot be is told by name.
. "$(dirname "$0")/common.sh"

# Nodes by the model's own names, the lock that all components of a vector have, the index.
call bond model/double_pendulum.jd
exits 0
prints 'velocity along x'
prints '  index                   2'
call bond model/double_pendulum.jd --constraints baumgarte
prints '  index                   1'

# Scalar bonds: how many there were and are; JSON has all of it.
call bond model/slider_crank.jd --scalar --json
exits 0
prints_json 'j["raw_bonds"] > j["bond_count"] == len(j["bonds"]) and all(b["dimension"] == 1 for b in j["bonds"])'
prints_json 'all(b["stroke"] for b in j["bonds"]) and len(j["locks"]) == 8'

# Controlled sources that repeat each other are refused by name, with what may be left out; springs are not.
call bond model/slider_crank_hyperstatic.jd
exits 3
says '[graph-redundant]'
says '3 of the controlled sources repeat others'
prints 'jA_Lwx, jB_Lwx, jB_Lwy'
call bond model/slider_crank_hyperstatic.jd --constraints rc
exits 0
prints 'jA_L_C'

# The model's own damper on a free is an R, kept apart from those at the locks; in pictures, too.
call bond model/slider_crank_hyperstatic.jd --constraints rc --json
exits 0
prints_json 'j["functional"] == 2 and j["parasitic"] == 40'
prints_json '[(e["name"], e["type"], e["of"], e["value"]) for e in j["elements"] if e["role"] == "functional"] == [("pin_R", "R", "pin", 2), ("guide_R", "R", "guide", 5)]'
prints_json 'not [n for n in j["nodes"] if n["type"] == "MSe" and n["name"].startswith(("pin", "guide"))]'
call bond model/slider_crank_004.jd --json
prints_json 'j["functional"] == 2 and "parasitic" not in j'
call bond model/pendulum_004.jd --constraints rc --out "$scratch/apart.svg"
exits 0
grep -q 'stroke-dasharray' "$scratch/apart.svg" || fail 'parasitic elements are not drawn apart'
call bond model/pendulum_004.jd --out "$scratch/apart.svg"
grep -q 'stroke-dasharray' "$scratch/apart.svg" && fail 'functional elements are drawn as parasitic ones'

# Springs bent at the start: as locks would push, or by name; others are told.
call bond model/paper/pendulum_004.jd --constraints rc --stiffness 1e6 --deflection preload --json
exits 0
prints_json 'abs(abs([l["effort"] for l in j["locks"]][1]) - 9.81*(1 - 0.25/(0.25 + 0.083))) < 1e-9'
call bond model/paper/pendulum_004.jd --constraints rc --stiffness 1e6 --deflection 'jO_L[2]=2e-6' --json
exits 0
prints_json 'abs([l["effort"] for l in j["locks"]][1] - 2) < 1e-12'
call bond model/paper/pendulum_004.jd --constraints rc --deflection 'jO_Q=1'
exits 3
says '[graph-deflection]'
call bond model/paper/pendulum_004.jd --deflection preload
exits 3
says 'no springs stand at the locks'

# A start that springs and dampers find, from parts that are drawn apart; it is where the graph's text begins. Others are told.
cat > "$scratch/apart.jd" <<'END'
model apart
planar
body crank { link [0, 0], [0.1, 0.05] mass 1 kg inertia 2e-3 kg*m^2 }
body rod { link [0.13, 0.02], [0.5, 0.03] mass 1 kg inertia 8e-3 kg*m^2 }
joint jO : revolute ground -- crank at [0, 0]
joint jA : revolute crank -- rod at [0.1, 0.05], [0.13, 0.02]
joint jB : pin-in-slot ground -- rod at [0.5, 0], [0.5, 0.03]
start jO.angle = 0.3 rad, jO.rate = 15 rad/s
output jO.angle
END
call bond "$scratch/apart.jd" --constraints rc --settle --json --out "$scratch/settled.jd"
exits 0
prints_json 'j["gap"] > 0.05 and j["gap_left"] < 1e-13 and j["moves"] > 2 and j["speed_apart"] < 1e-11'
prints_json '[p["body"] for p in j["places"]] == ["crank", "rod"] and all(p["from_assembly"] < 1e-12 for p in j["places"])'
call run "$scratch/settled.jd" --to 1e-3 --json
exits 0
call bond "$scratch/apart.jd" --settle
exits 3
says '[graph-settle]'
says '--constraints rc puts them there'

# Efforts that are one of many are marked, in springs as what follows from the stiffness.
call bond model/slider_crank_hyperstatic.jd --json
prints_json '[l["name"] for l in j["locks"] if not l["note"]] == ["jO_L[1]", "jO_L[2]", "jA_L[1]", "jA_L[2]", "jB_L[1]", "jB_L[2]", "jC_Ly", "jC_Lw[3]"]'
call bond model/slider_crank_hyperstatic.jd --constraints rc --json
prints_json 'len([l for l in j["locks"] if l["note"] == "not unique: by the stiffness"]) == 12'

# Sources that repeat others, by one of the sets that are listed: what is left is unique, and runs. Others are told.
call bond model/slider_crank_hyperstatic.jd
exits 3
says 'as --without jA_L[3],jA_Lwx,jA_Lwy'
call bond model/slider_crank_hyperstatic.jd --without jA_Lwx,jB_Lwx,jB_Lwy --json
exits 0
prints_json 'not [l for l in j["locks"] if l["note"]] and len(j["locks"]) == 17'
call bond model/slider_crank_hyperstatic.jd --without jA_Lwx
exits 3
says '[graph-redundant]'
call bond model/slider_crank_hyperstatic.jd --without jA_Lwq
exits 3
says '[graph-without]'
says "did you mean 'jA_Lwx'?"
call bond model/slider_crank.jd --constraints rc --deflection jC_Lx=1e-3
exits 3
says "did you mean 'jC_Ly'?"
# Numbers of springs or signals that do not stand at the locks were passed over in silence.
call bond model/slider_crank.jd --stiffness 1e5
exits 2
says '--stiffness is for springs and dampers, and --constraints mse puts none at the locks'
call bond model/slider_crank.jd --constraints rc --alpha 5
exits 2
says '--constraints baumgarte puts them there'

# Angles that begin at a singular place have no rates there, and accelerations would be wrong.
call bond model/spatial_slider_crank.jd --attitude zxz
exits 3
says "begins where the angles zxz are singular"
call bond model/spatial_slider_crank.jd --attitude yzx --out "$scratch/regular.jd"
exits 0

# Flow sources: a free component beside a locked one (C1).
call bond model/slider_crank.jd --constraints sf
exits 3
says 'jC_S'
says '[graph-flow-sources]'
says '--scalar gives each component its own causality'

# With scalar bonds sources that say the same flow are named; without them it has a causality.
call bond model/slider_crank_hyperstatic.jd --constraints sf --scalar
exits 3
says '3 locks repeat others'
says '--without jA_L[3],jA_Lwx,jA_Lwy'
call bond model/slider_crank_hyperstatic.jd --constraints sf --scalar --without jA_L[3],jA_Lwx,jA_Lwy
exits 0

# Independent velocities: as many as freedoms; a bob without inertia has what its mass has about the pin.
call bond model/slider_crank.jd --constraints minimal --json
exits 0
prints_json 'len(j["velocities"]) == 1 and len(j["follows"]) == 9'
call bond model/simple_pendulum.jd --constraints minimal --json
exits 0
prints_json '[float(v["inertia"]) for v in j["velocities"]] == [1] and abs(j["velocities"][0]["rate"] - 9.81) < 1e-12'

# As a model of its own it runs like the mechanism; beside the formulations, too.
call bond model/slider_crank.jd --out "$scratch/graph.jd"
exits 0
call run "$scratch/graph.jd" --to 0.01 --json
exits 0
call compare model/slider_crank.jd --bond mse --forms minimal --to 0.01 --json
exits 0
prints_json '[f["status"] for f in j["forms"]] == ["done", "done"]'
prints_json 'j["forms"][1]["runs"][0]["differences"]["slider.x"] < 1e-10'

# Every method beside a formulation, by the graph's own equations; those that cannot be have their reason.
call compare model/four_bar.jd --bond mse,baumgarte,sf,minimal --forms newton-euler --to 0.05 --json
exits 0
prints_json 'all(f["status"] == "done" and f["runs"][0]["differences"]["rocker.angle"] < 1e-10 for f in j["forms"][1:])'
prints_json '[f["form"] for f in j["forms"]][1:] == ["bond-mse", "bond-baumgarte", "bond-sf", "bond-minimal"]'
call compare model/rolling_disc.jd --bond all --forms newton-euler --to 0.02 --json
exits 0
prints_json 'len(j["forms"]) == 7'
prints_json '[(f["coordinates"], f["runs"][0]["differences"]["coin.x"] < 1e-11) for f in j["forms"] if f["form"] in ("bond-minimal", "bond-hamilton")] == [(3, True), (3, True)]'
call compare model/simple_pendulum.jd --bond minimal,hamilton --forms newton-euler --to 0.1 --json
exits 0
prints_json 'all(f["status"] == "done" and max(d for d in f["runs"][0]["differences"].values() if d is not None) < 1e-9 for f in j["forms"][1:])'
call compare model/slider_crank.jd --bond glue
exits 2
says 'nothing that holds locks'
call bond model/slider_crank.jd --constraints minimal --out "$scratch/none.jd"
exits 3
says '[graph-minimal]'

# And back: a mechanism again, which moves the same.
call bond "$scratch/graph.jd" --back --out "$scratch/back.jd"
exits 0
call run "$scratch/back.jd" --to 0.01 --every 0.01 --output slider.x
exits 0
grep -q ': prismatic ' "$scratch/back.jd" || fail 'the slide is not found again'
# What a graph has no place for has travelled along: names, outputs, comments, all expectations. What names a force, which comes
# back as a formula, is told and left out.
for model in slider_crank four_bar rssr spatial_slider_crank macpherson; do
    call bond "model/$model.jd" --out "$scratch/graph.jd"
    exits 0
    call bond "$scratch/graph.jd" --back --out "$scratch/back.jd"
    exits 0
    call run "$scratch/back.jd" --json
    exits 0
    prints_json 'len(j["expectations"]) > 5 and all(e["held"] for e in j["expectations"])'
done
call bond model/slider_crank.jd --out "$scratch/graph.jd"
call bond "$scratch/graph.jd" --back --out "$scratch/back.jd"
[ "$(grep -c '^expect' "$scratch/back.jd")" = "$(grep -c '^expect' model/slider_crank.jd)" ] || fail 'expectations are lost'
grep -q '^# mass centre in the middle of the link' "$scratch/back.jd" || fail 'the comment at the crank is lost'
head -1 "$scratch/back.jd" | grep -q 'Slider-crank of Marques' || fail 'the head is lost'
call bond model/four_bar.jd --out "$scratch/graph.jd"
call bond "$scratch/graph.jd" --back --out "$scratch/back.jd"
says '[graph-annotation]'
says "no channel 'motor.effort'"
# Annotations that name nodes that there are not, or frames that the locks do not leave open, are passed over.
sed -e '/^#@ joint jA/s/| .*/| 1 2 3 1 0 0 0 | 0 0 0 0.6 0 0 0.8/' -e '/^#@ body rod/s/rod_m/no_m/' "$scratch/graph.jd" >"$scratch/other.jd"
call bond "$scratch/other.jd" --back --out "$scratch/back.jd"
exits 0
# Nor do they say anything but what is written as such.
printf '%s\n' '#@ say: include "other.jd"' '#@ in crank: frame ghost local [0.1, 0] m }' '#@ above crank: body more { at [0, 0] }' '#@ model' '#@ joint x: crank |' \
    '#@ say: expect crank.x = ' >>"$scratch/other.jd"
call bond "$scratch/other.jd" --back --out "$scratch/back.jd"
exits 0
grep -qE '^include|ghost|body more' "$scratch/back.jd" && fail 'an annotation says what it must not'
call check "$scratch/back.jd"
exits 0
grep -v '^#' "$scratch/graph.jd" >"$scratch/bare.jd"
call bond "$scratch/bare.jd" --back --out "$scratch/back.jd"
exits 0
grep -q 'body body1' "$scratch/back.jd" || fail 'a graph without annotations has names'
call bond model/bond/motor.jd --back
exits 3
says '[graph-no-mechanism]'

# The picture: purple rotation, green translation.
call bond model/simple_pendulum.jd --out "$scratch/graph.svg"
exits 0
grep -q 'bob_R' "$scratch/graph.svg" || fail 'the picture lacks the rotation of the bob'
grep -qi '1a8f3c' "$scratch/graph.svg" && grep -qi '7b3fb0' "$scratch/graph.svg" || fail 'the picture lacks its colours'

# Words that there are not; places that angles do not like.
call bond model/slider_crank.jd --constraints glue
exits 2
call bond model/top.jd --attitude xxy
exits 3
says '[graph-attitude]'
call bond model/top.jd --attitude xyz
exits 0
says '[graph-angles]'
call bond model/bond/motor.jd
exits 3
says '[graph-no-bodies]'
finish
