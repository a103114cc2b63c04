#!/bin/sh
# SPDX-License-Identifier: MIT
# shown_itself.sh PROGRAM: tool/check_documents.sh finds what it is there to find. test/doc/sample.md has a block of every
# kind; what the program prints is put into a copy of it (so that other numbers do not matter here), and then one thing
# after the other is spoilt.
program=$(realpath -e "${1:?program}") || exit 2
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() { echo "FAILED: $1"; sed 's/^/    /' "$scratch/said"; failures=$((failures + 1)); }
check() { "$root/tool/check_documents.sh" "$program" "$@" >"$scratch/said" 2>&1; }

spoil() { # "WHAT" "WORDS OF THE COMPLAINT" AWK: the sample changed by it is refused, with these words
    awk "$3" "$scratch/sample.md" >"$scratch/spoilt.md"
    ! cmp -s "$scratch/sample.md" "$scratch/spoilt.md" || { fail "$1: nothing was spoilt"; return; }
    if check "$scratch/spoilt.md"; then fail "$1: not found"; return; fi
    grep -qF -- "$2" "$scratch/said" || fail "$1: found, but without '$2'"
}
bears() { # "WHAT" AWK: the sample changed by it is as good
    awk "$2" "$scratch/sample.md" >"$scratch/spoilt.md"
    ! cmp -s "$scratch/sample.md" "$scratch/spoilt.md" || { fail "$1: nothing was changed"; return; }
    check "$scratch/spoilt.md" || fail "$1: refused"
}
digit='function other(text) { sub(/[0-9][^0-9]*$/, (substr(text, match(text, /[0-9][^0-9]*$/), 1) + 1) % 10 substr(text, RSTART + 1), text); return text } '

cp "$root/test/doc/sample.md" "$scratch/sample.md"
check --update "$scratch/sample.md" || fail "--update: complains"
check "$scratch/sample.md" || fail "what --update wrote is refused"
grep -qF '1 C programs' "$scratch/said" || fail "the C program was not counted"
grep -qF 'not run: drawn by hand' "$scratch/said" || fail "what is not run is not listed"
cp "$scratch/sample.md" "$scratch/before.md"
check --update "$scratch/sample.md"
cmp -s "$scratch/sample.md" "$scratch/before.md" || fail "--update changes what is right"

# What is shown.
spoil "a digit behind ..." "shown:   1,-" "$digit"'/^1,-/ { $0 = other($0) } 1'
spoil "a digit of a count" "shown:     steps" '/^  steps/ { sub(/evaluations/, "1 evaluations") } 1'
spoil "a digit in a whole output" "[0, -11]" '/gravity .m.s.2. / { sub(/-10/, "-11") } 1'
spoil "a digit of a message" "shown:   wrong.jd:2:" '/^wrong.jd:1/ { sub(/:1:/, ":2:") } 1'
spoil "a line too few" "(nothing more)" '/^  gravity/ { next } 1'
spoil "a line too many" "(nothing more)" '1; /^  gravity/ { print "  and more" }'
spoil "... for nothing" "shown:   ..." '1; /^  gravity/ { print "..." }'
spoil "an empty line" "$ jourdain run fall.jd" '/^time/ { print "" } 1'
bears "a time that was measured" '/^  steps/ { sub(/, [0-9.e+-]* s$/, ", 7 s") } 1'
bears "... in place of lines" '/^  model/ { print "..."; next } 1'

# What is run.
spoil "a model with a mistake" "ends with 3" '/^output ball.y/ { $0 = "output bal.y" } 1'
spoil "an expectation that is missed" "ends with 5" '/^expect/ { sub(/-5/, "-6") } 1'
spoil "a model about which something is said" "something is said" '/^run to/ { print "start ball.angle = 90" } 1'
spoil "a piece without what it needs" "ends with 3" '/^point A/ { next } 1'
spoil "one of several pieces" "ends with 3" '/^gravity none/ { print "gravity some" } 1'
spoil "a mistake that is none" "ends with 0 instead of 3" '/^body ball . at .0, 0.  inertia/ { sub(/inertia/, "mass 1 kg  inertia") } 1'
spoil "a command that fails" "ends with 2 instead of 0" '/^jourdain help forms/ { $0 = "jourdain help form5" } 1'
spoil "a command in the text" "ends with 2" '/^See/ { sub(/joints/, "joint5") } 1'
spoil "an option in the text" "has no --out5" '/^See/ { sub(/--out/, "--out5") } 1'
spoil "a target of make in the text" "no target 'test5'" '/^See/ { sub(/make test/, "make test5") } 1'

# What is written.
spoil "a fence without a word" "is none of" '/^```sh/ { $0 = "```" } 1'
spoil "a block without its end" "has no end" '/^```text/ { on = 1 } on && /^```$/ { next } 1'
spoil "no reason" "without a reason" '/not run/ { $0 = "<!-- not run: -->" } 1'
spoil "an unknown note" "nobody knows" '/^<!-- each line/ { $0 = "<!-- every line -->" } 1'
spoil "a console without a command" "begins with" '/^. jourdain check wrong/ { next } 1'

# C: without the shared library it is left out.
if [ -f "$(dirname "$program")/libjourdain.so" ]; then
    spoil "C that does not compile" "does not compile" '/JD_VERSION/ { sub(/JD_VERSION/, "JD_VERSIO") } 1'
    spoil "C that fails" "the program ends with 1" '/JD_VERSION/ { sub(/< 0/, "> 0") } 1'
fi

# And the page that everybody reads, as far as its first results.
sed '/^To look at it/,$d' "$root/README.md" >"$scratch/readme.md"
awk "$digit"'/^  slider.x .m. / && !done { $0 = other(substr($0, 1, 33)) substr($0, 34); done = 1 } 1' \
    "$scratch/readme.md" >"$scratch/spoilt.md"
cmp -s "$scratch/readme.md" "$scratch/spoilt.md" && fail "README.md: nothing was spoilt"
check "$scratch/readme.md" || fail "README.md: complains"
if check "$scratch/spoilt.md"; then fail "README.md: one changed digit was not found"; fi
grep -q 'shown:  *slider.x' "$scratch/said" || fail "README.md: found, but not where it is"
grep -qx '1 complaints' "$scratch/said" || fail "README.md: more than was spoilt"

[ $failures -eq 0 ] || echo "$failures failures"
[ $failures -eq 0 ]
