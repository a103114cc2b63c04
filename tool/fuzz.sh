#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh FUZZER SECONDS [SEED]: runs (SEED 0: every time another way) <thing>_fuzz from a copy of test/fuzz/<thing>_seed, and of other files of the tree
# that are of its kind, so that the tree is never written. What it finds is shown and kept in the folder it names.
fuzzer=$(realpath -e "${1:?fuzzer}") || exit 2
seconds=${2:-5} seed=${3:-1}
root=$(cd "$(dirname "$0")/.." && pwd)
thing=$(basename "$fuzzer" _fuzz)
found=$(dirname "$fuzzer")/found; mkdir -p "$found"
corpus=$(mktemp -d) || exit 2
trap 'rm -rf "$corpus"' EXIT
set -- "$root/test/fuzz/${thing}_seed"/*
case $thing in
reader) set -- "$@" "$root"/model/*.jd "$root"/test/bad/*.jd ;;
json) set -- "$@" "$root"/test/fuzz/reader_seed/*.json "$root"/test/bad/*.json ;;
run) set -- "$@" "$root"/test/fuzz/reader_seed/*.jd "$root"/model/*.jd "$root"/model/bond/*.jd ;; # of wrong ones some take long to be told so
commands) set -- "$root"/test/fuzz/r*_seed/*.jd "$root"/model/*.jd "$root"/model/bond/*.jd ;;
esac
for file in "$@"; do
    [ ! -f "$file" ] || cp "$file" "$corpus"
done
dictionary=$root/test/fuzz/$thing.dict
[ -f "$dictionary" ] || case $thing in json | run | args | commands) dictionary=$root/test/fuzz/reader.dict ;; esac
cd "$corpus" || exit 2
"$fuzzer" -max_total_time="$seconds" -seed="$seed" -timeout=120 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
    -artifact_prefix="$found/" $([ -f "$dictionary" ] && echo "-dict=$dictionary") "$corpus" && exit 0
echo "the fuzzer found something: see $found"
exit 1
