#!/bin/sh
# SPDX-License-Identifier: MIT
# Sheets for other programs: pages for man, completion, colours for editors; each read by its reader where that is there.
. "$(dirname "$0")/common.sh"

call doc man --out "$scratch/man"
exits 0
"$jourdain" help --json >"$scratch/help.json"
for page in jourdain jourdain-run jourdain-view; do
    [ -s "$scratch/man/$page.1" ] || fail "no page $page"
    if command -v groff >/dev/null; then
        groff -man -Tutf8 -ww "$scratch/man/$page.1" >"$scratch/page" 2>"$scratch/err" || fail "groff does not read $page"
        says_nothing
    fi
done
for command in $("$jourdain" help | sed -n '/^Commands/,/^Topics/s/^  \([a-z]*\)  .*/\1/p' | grep -v '^command$'); do
    [ -s "$scratch/man/jourdain-$command.1" ] || fail "no page of $command"
done

# bash: the values of an option, and the options of a command.
call doc bash
exits 0
if command -v bash >/dev/null; then
    bash -c '. "$1"; COMP_WORDS=(jourdain run --form ""); COMP_CWORD=3; _jourdain; echo "${COMPREPLY[@]}"
        COMP_WORDS=(jourdain draw --str); COMP_CWORD=2; _jourdain; echo "${COMPREPLY[@]}"
        COMP_WORDS=(jourdain swe); COMP_CWORD=1; _jourdain; echo "${COMPREPLY[@]}"' - "$scratch/out" >"$scratch/words" 2>"$scratch/err"
    says_nothing
    grep -q 'newton-euler.*minimal' "$scratch/words" || fail 'bash knows no formulations'
    grep -qx -e --strip "$scratch/words" || fail 'bash knows no options'
    grep -qx sweep "$scratch/words" || fail 'bash knows no commands'
fi
for shell in zsh fish; do
    call doc $shell --out "$scratch/$shell"
    exits 0
    ! command -v $shell >/dev/null || $shell -n "$scratch/$shell" || fail "$shell does not read it"
done

call doc vim --out "$scratch/vim"
exits 0
grep -q '^syntax keyword jourdainStatement.* body .*joint ' "$scratch/vim/syntax/jourdain.vim" || fail 'Vim knows no statements'
[ -s "$scratch/vim/ftdetect/jourdain.vim" ] || fail 'Vim does not know the files'
call doc vscode --out "$scratch/vscode"
exits 0
if command -v python3 >/dev/null; then
    python3 - "$scratch/vscode" 2>"$scratch/err" <<'END' || fail 'the colours for VS Code do not fit'
import json, os, re, sys
package = json.load(open(os.path.join(sys.argv[1], "package.json")))
grammar = json.load(open(os.path.join(sys.argv[1], package["contributes"]["grammars"][0]["path"])))
json.load(open(os.path.join(sys.argv[1], package["contributes"]["languages"][0]["configuration"])))
kinds = {p["name"].rsplit(".", 1)[0]: re.compile(p["match"]) for p in grammar["patterns"]}
assert kinds["keyword.control"].search("joint jO : revolute ground -- crank at O").group(1) == "joint"
assert kinds["support.type"].search("joint jO : revolute ground").group(1) == "revolute"
assert kinds["constant.other.unit"].search("param r = 153 mm").group(1) == "mm"
assert not kinds["constant.other.unit"].search("param m = g")
END
fi

# Several files need a folder.
call doc man
exits 2
says '--out FOLDER is missing'
finish
