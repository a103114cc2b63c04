#!/bin/sh
# SPDX-License-Identifier: MIT
# audit.sh PROGRAM SEED COUNT [I/N]: audits the mechanisms of a seed, or one of N parts of them. Without I/N a part on every
# processor. Journals and findings are kept in out/audit; what a journal has is not tried again, so a run that was
# stopped goes on where it was. Ends with the summary of all journals of the seed, and 1 if something was found.
cd "$(dirname "$0")/.." || exit 2
program=$1 seed=$2 count=$3 shard=$4
folder=out/audit found=out/audit/found
mkdir -p "$found"

part() { # I N
    "$program" --seed "$seed" --count "$count" --shard "$1/$2" --journal "$folder/seed-$seed.$1-of-$2" --found "$found" >/dev/null
}

if [ -n "$shard" ]; then
    part "${shard%/*}" "${shard#*/}"
    [ $? -le 1 ] || exit 2
else
    jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
    for i in $(seq "$jobs"); do part "$i" "$jobs" & done
    wait
fi
"$program" --summary "$folder/seed-$seed."*
