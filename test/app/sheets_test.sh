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

# fish and zsh: a command, an option, its values in both spellings, topics and files, each asked as the key Tab asks. A line is
# what is typed, and what is to be offered.
cp model/slider_crank.jd "$scratch/crank_of_mine.jd"
cat >"$scratch/asked" <<END
jourdain swe:sweep
jourdain draw --str:--strip
jourdain run --form :newton-euler
jourdain run --form=new:newton-euler
jourdain help jo:joints
jourdain run cra:crank_of_mine.jd
END
mkdir "$scratch/shell"
call doc fish --out "$scratch/shell/jourdain.fish"
exits 0
call doc zsh --out "$scratch/shell/_jourdain"
exits 0
if command -v fish >/dev/null; then
    while IFS=: read -r typed offered; do
        (cd "$scratch" && HOME=$scratch fish --no-config -c "source shell/jourdain.fish; complete -C '$typed'") >"$scratch/words" 2>"$scratch/err"
        says_nothing
        cut -f 1 "$scratch/words" | grep -q -e "$offered\$" || fail "fish offers nothing for '$typed'"
    done <"$scratch/asked"
fi
if command -v zsh >/dev/null; then
    cat >"$scratch/ask.zsh" <<'END'
zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z "PROMPT=; fpath=($PWD/shell \$fpath); autoload -Uz compinit; compinit -u -D; zstyle ':completion:*' force-list always
bindkey '^L' list-choices; stty cols 200 rows 100; echo READY''NOW"
zpty -r z line '*READYNOW*'
zpty -w -n z "$1"$'\C-l'
zpty -r z line "*[^a-z]$2*"
zpty -d z
END
    while IFS=: read -r typed offered; do
        (cd "$scratch" && timeout 60 zsh -f ask.zsh "$typed" "$offered") >"$scratch/words" 2>&1 </dev/null || fail "zsh does not offer '$offered' for '$typed'"
    done <"$scratch/asked"
fi

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
