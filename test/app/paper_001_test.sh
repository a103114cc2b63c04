#!/bin/sh
# SPDX-License-Identifier: MIT
# paper 001: assemblies of joints in closed form, what loops leave to iteration, the graph of Fig. 21.
. "$(dirname "$0")/common.sh"

call paper 001
exits 0
prints 'JointSSR'
prints '57 to 7'
call paper 001 --json
exits 0
says_nothing
prints_json 'j["missed"] == 0 and j["held"] >= 20'
prints_json 'len(j["table_2"]) == 14 and all(r["closed"] == "yes" and r["left"] == 0 and r["without"] > 0 for r in j["table_2"])'
prints_json 'all(r["closed"] == 0 and r["newton"] > 0 for r in j["loops"])'
prints_json '[(r["roots"], r["removed"]) for r in j["figure_21"]] == [(2, 4), (1, 1)]'
prints_json '[(r["vertices"], r["branches"]) for r in j["figure_21"]] == [(6, 8), (4, 4)]'
finish
