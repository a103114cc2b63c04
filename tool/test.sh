#!/bin/sh
# SPDX-License-Identifier: MIT
# The whole test: gcc as released, then clang with sanitizers. One line for each build, what failed in full, and
# as the last line the sum: N passed, N failed.
cd "$(dirname "$0")/.." || exit 2
unset MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p build
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
passed=0 failed=0

stage() { # FOLDER "WORDS" TARGET "CTEST OPTIONS" [CMAKE OPTION...]
    folder=$1 words=$2 target=$3 options=$4 start=$(date +%s); shift 4
    log=build/$folder/test.log
    if ! tool/build.sh "$folder" "$target" -DJD_WERROR=ON -DJD_TESTS=ON "$@"; then
        failed=$((failed + 1)); echo "$words: does not build"; return
    fi
    built=$(($(date +%s) - start))
    rm -f "build/$folder"/test/scratch/model/*.csv # of an earlier program
    # One more than there are cores: some wait for files, signals or a browser.
    # shellcheck disable=SC2086
    ctest --test-dir "build/$folder" -j $((jobs + 1)) --output-on-failure --no-tests=error --no-label-summary $options >"$log" 2>&1
    counts=$(tool/summary.sh "$log")
    # What failed, without the lines of what did not.
    [ "${counts#* }" = "0 0" ] || grep -vE '^ *Start +[0-9]+:|^ *[0-9]+/[0-9]+ Test .* Passed|^Internal ctest|^Test project' "$log"
    set -- $counts
    passed=$((passed + $1)) failed=$((failed + $2))
    echo "$words: $1 tests passed, $2 failed, $3 skipped (built in $built s, tested in $(($(date +%s) - start - built)) s)"
}

gcc=gcc; command -v gcc >/dev/null || gcc=cc
checked=$gcc
echo 'int main(void) { return 0; }' | clang -fsanitize=address,undefined -x c - -o /dev/null 2>/dev/null && checked=clang

stage gcc "$gcc, release" all "-LE long" -DCMAKE_C_COMPILER="$gcc" -DCMAKE_BUILD_TYPE=Release
stage asan "$checked, sanitizers" all "-LE slow|long" -DCMAKE_C_COMPILER="$checked" -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS_DEBUG="-O1 -g1" -DJD_SANITIZE=ON

# The same digits from both compilers, at both optimisations, with and without assertions: the rows that the tests of
# the models have written; where a build left one out, it is run.
for model in $(cd model && ls ./*.jd | sed 's|^\./||; s|\.jd$||' | grep -v engine_v6); do
    for build in gcc asan; do
        rows=build/$build/test/scratch/model/$model.csv
        [ -s "$rows" ] || build/$build/jourdain run model/$model.jd --quiet --out "$rows" || rm -f "$rows"
    done
    if cmp "build/gcc/test/scratch/model/$model.csv" "build/asan/test/scratch/model/$model.csv"; then passed=$((passed + 1))
    else failed=$((failed + 1)); echo "model/$model.jd: $gcc and $checked give different digits"; fi
done

tool/check_length.sh
grep -a '^board: ' build/gcc/Testing/Temporary/LastTest.log | tail -1 # the score of test/app/board.txt
echo "$passed passed, $failed failed" | tee build/summary
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
