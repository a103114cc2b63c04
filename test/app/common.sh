# SPDX-License-Identifier: MIT
#
# What the tests of the program share. A test is `sh test/app/<thing>_test.sh PROGRAM`, run in the
# root of the source tree; it ends with the number of its failures.
jourdain=${1:?the program}
case $jourdain in /*) ;; *) jourdain=$PWD/$jourdain ;; esac
here=test/app
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failures=0
unset NO_COLOR

# call ARGUMENTS...: stdout and stderr to files, the exit code to $code.
call() {
    words="jourdain $*"
    "$jourdain" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
}

fail() {
    echo "FAILED: $words: $1"
    sed 's/^/    out: /' "$scratch/out" | head -n 20
    sed 's/^/    err: /' "$scratch/err" | head -n 20
    failures=$((failures + 1))
}

exits() { [ "$code" -eq "$1" ] || fail "exit code $code, wanted $1"; }
says() { grep -qF -e "$1" "$scratch/err" || fail "stderr lacks '$1'"; }
says_nothing() { [ ! -s "$scratch/err" ] || fail "stderr is not empty"; }
prints() { grep -qF -e "$1" "$scratch/out" || fail "stdout lacks '$1'"; }
prints_nothing() { [ ! -s "$scratch/out" ] || fail "stdout is not empty"; }
first_line() { [ "$(head -n 1 "$2")" = "$1" ] || fail "the first line of $2 is not '$1'"; }
has_lines() { [ "$(wc -l <"$2")" -eq "$1" ] || fail "$2 has not $1 lines"; }
alone() { [ "$(find "$1" -type f | wc -l)" -eq "$2" ] || fail "$1 has not $2 files"; }

# prints_json PYTHON: stdout is JSON and the expression over it, called j, is true.
prints_json() {
    command -v python3 >/dev/null || return 0
    python3 -c "import json, sys; j = json.load(open(sys.argv[1])); sys.exit(not ($1))" \
        "$scratch/out" 2>"$scratch/python" || fail "JSON without $1 $(tail -n 1 "$scratch/python")"
}

finish() {
    [ "$failures" -eq 0 ] || echo "$failures failures"
    exit "$failures"
}
