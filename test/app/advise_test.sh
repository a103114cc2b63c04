#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain advise`: what to put at the locks of a graph, from facts; the guidelines of seed 004's conclusion.
. "$(dirname "$0")/common.sh"

# Locks that repeat others (Table 3: 18 coordinates, 20 constraints, mobility 1, 3 over-constraints): springs and dampers.
call advise model/slider_crank_hyperstatic.jd --json
exits 0
prints_json 'j["method"] == "rc" and j["chain"] == "closed" and j["locks"] == 20 and j["redundant"] == 3 and j["freedoms"] == 1'
prints_json '[m["verdict"] for m in j["methods"]] == ["not here", "not here", "recommended", "not here", "possible"]'
prints_json 'all("3 locks repeat others" in m["because"] for m in j["methods"][:2])'
# One spring a lock beside the other states: 20 more than with controlled sources.
prints_json 'j["methods"][2]["states"] - j["methods"][0]["states"] == 20'

# A closed loop that is isostatic: controlled sources, whose index is 2, and 1 with signals that return to the locks.
call advise model/slider_crank.jd --json
exits 0
prints_json 'j["method"] == "baumgarte" and j["bonds"] == "vector" and j["loops"] == 1 and j["redundant"] == 0'
prints_json '{m["method"]: m["index"] for m in j["methods"]} == {"mse": 2, "baumgarte": 1, "rc": 0, "sf": 2, "minimal": 0}'
prints_json '"1 independent velocity" in j["methods"][4]["because"]'

# An open chain: flow sources; four of six momenta of two bars on pins depend on the others.
call advise model/double_pendulum.jd --json
exits 0
prints_json 'j["method"] == "sf" and j["loops"] == 0 and j["chain"] == "open"'
prints_json '"4 states depend on others" in j["methods"][3]["because"] and "0 cycles of class 4" in j["methods"][3]["because"]'
call advise model/double_pendulum.jd
exits 0
prints 'an open chain'
prints 'recommended'

# A coin that rolls closes no loop; with nothing locked there is nothing to choose.
call advise model/rolling_disc.jd --json
prints_json 'j["loops"] == 0 and j["method"] == "baumgarte"'
call advise model/free_body.jd --json
prints_json 'j["locks"] == 0 and all(m["because"] == "nothing is locked" for m in j["methods"])'

# Bodies without inertia are moved by those that have some.
call advise model/simple_pendulum.jd --json
prints_json 'j["methods"][4]["verdict"] == "possible" and j["methods"][4]["states"] == 6'

call advise model/bond/motor.jd
exits 3
says '[graph-no-bodies]'
finish
