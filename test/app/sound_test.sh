#!/bin/sh
# SPDX-License-Identifier: MIT
# Machines as users write them, with nothing wrong: `check` has no warning for any of them but that locks are redundant.
. "$(dirname "$0")/common.sh"

for model in test/doctor/sound/*.jd; do
    call check "$model"
    exits 0
    grep -E 'warning: |error: ' "$scratch/err" | grep -vF '[joint-redundant]' >"$scratch/alarms" && fail "false alarm: $(cat "$scratch/alarms")"
done
finish
