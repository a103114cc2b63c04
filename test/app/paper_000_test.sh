#!/bin/sh
# SPDX-License-Identifier: MIT
# paper 000: the equations of a planar library beside ours, its errors, its runs.
. "$(dirname "$0")/common.sh"

# The equations of the planar library: printed, and ours.
call paper 000
exits 0
prints '(26) corrected'
prints '-(x_N - x_M)*sin(theta_i) + (y_N - y_M)*cos(theta_i)'
call paper 000 --json
exits 0
says_nothing
prints_json 'j["missed"] == 0 and j["held"] >= 46'
prints_json 'all(abs(r["(26)_corrected"]) < 1e-12 for r in j["generic"])'
prints_json '[abs(r["(26)_as_printed"]) > 1 for r in j["generic"]] == [False, False, True, False, False, False]'
prints_json 'abs(j["seven_body"][0]["ours"] - 15.81077119515) < 1e-10'
prints_json 'abs(j["decay"][1]["0.1_s"] - 2*2.718281828459045**-1) < 1e-3'
prints_json 'len(j["errata"]) == 4'
finish
