#!/bin/sh
# SPDX-License-Identifier: MIT
# paper 003: a pendulum as a bond graph, its equations as printed and by the graph's laws, what its schemas return.
. "$(dirname "$0")/common.sh"

call paper 003
exits 0
prints "x'' = -2*lambda*x/m"
call paper 003 --json
exits 0
says_nothing
prints_json 'j["missed"] == 0 and j["held"] == 24'
prints_json 'all(abs(r["as_printed"] - r["ours"]) < 1e-10 for r in j["equations"])'
prints_json 'any(abs(a["ours"] - b["ours"]) > 0.1 for a, b in zip(j["equations"][12:15], j["equations"][15:18]))'
prints_json 'all(abs(r["closed_form"] - r["ours"]) < 1e-9 for r in j["decay"])'
finish
