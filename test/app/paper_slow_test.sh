#!/bin/sh
# SPDX-License-Identifier: MIT
# paper: tables of papers done over, printed values and ours side by side.
. "$(dirname "$0")/common.sh"

call paper
exits 0
prints 002
prints 004
call paper 009
exits 2
says 'topic-unknown'

call paper 002 --json --out "$scratch/figures"
exits 0
says_nothing
prints_json 'j["missed"] == 0 and j["held"] == 35'
prints_json '[r["cut-joint"] for r in j["table_4"]][0] == "2.85e-3"'
prints_json 'abs(j["table_5"][5]["elastic"] - 0.19854) < 1e-5'
prints_json 'abs(j["figure_10"][0]["elastic"] - 395.243) < 1e-3'
prints_json 'any("misprint" in e["what"] for e in j["errata"])'
for form in Newton-Euler Lagrangian cut-joint clearance elastic; do # where the time goes, all of it
    prints_json "sum(int(r['$form'].split()[0]) for r in j['table_3'] if r['of'] == 'ours' and '%' in r['$form']) == 100"
done
prints_json 'all(r["off"] < 1e-10 for f in ["newton-euler", "minimal", "cut-joint", "clearance", "elastic"] for r in j["equations_" + f])'
prints_json 'len(j["table_6_facts"]) == 75 and len(j["table_6"]) == 14' # 15 and 7 rows
prints_json '[r for r in j["figure_11"] if "full" in r["what"]][0]["Lagrangian"] < 0.4' # theirs: about 0.1
prints_json '[r for r in j["figure_11"] if "full" in r["what"]][0]["cut-joint"] < 0.7'
# The paper's own equations in C: the same motion, solved by as many products as full matrices take, its order of speeds, and more than ten times.
prints_json 'all(abs(r) < 1e-12 for k, r in [r for r in j["figure_11"] if "off ours" in r["what"]][0].items() if k not in ("what", "of"))'
prints_json '[r for r in j["figure_11"] if "products" in r["what"]][0]["Newton-Euler"] == 1921'
prints_json '(lambda r: 10*r["Lagrangian"] < 1 and r["Lagrangian"] < r["elastic"] < r["clearance"] < r["cut-joint"] < 1)([r for r in j["figure_11"] if "in C, ratio" in r["what"]][0])'
for figure in 6 7 8 9 10; do
    grep -q "Figure $figure" "$scratch/figures/figure_$figure.svg" || fail "figure $figure"
done

# It finds its models from elsewhere, too.
(cd "$scratch" && "$jourdain" paper 004 --out figures_004 >out 2>err)
code=$?
case $(cat "$scratch/err") in
*'cannot find the model'*) ;; # a program that stands alone
*)
    exits 0
    prints 'redundant locks'
    prints '2.71 s'
    prints 'rank short by'       # flow sources in the loop
    prints '-1.636716743e-1'     # the piston's velocity from the graph
    # Lagrange, mechanism and gyristor alike; as printed it lacks a term without power
    call paper 004 --json
    prints_json 'all(abs(j["gyristor"][k][n] - j["gyristor"][0][n]) < 1e-12 for k in (1, 2) for n in ("about_x", "about_y", "about_z"))'
    prints_json 'all(abs(j["gyristor"][3][n] - j["gyristor"][0][n]) > 0.1 for n in ("about_x", "about_y", "about_z"))'
    prints_json 'all(abs(j["gyristor"][k]["power"] - j["gyristor"][0]["power"]) < 1e-12 for k in (3, 4))'
    prints_json 'abs(j["gyristor"][5]["power"] + j["gyristor"][0]["power"]) < 1e-12'
    for figure in 17 18 19 19_scalar 24 25 26; do
        grep -qi '7b3fb0' "$scratch/figures_004/figure_$figure.svg" || fail "figure $figure lacks its colours"
    done
    ;;
esac
finish
