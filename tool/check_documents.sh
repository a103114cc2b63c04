#!/bin/sh
# SPDX-License-Identifier: MIT
# check_documents.sh PROGRAM [--update] [DOCUMENT...]: everything that a document shows is tried, in a scratch folder of
# its own that has model/, example/, include/, build/gcc/ and the model of the README, crank.jd. The word behind a fence
# says what a block is:
#
#   jd        model text: run if it has a `run` line, otherwise checked; nothing may be said about it
#   json      the same as JSON
#   console   `$ command` lines, each of which must end well; what is shown below one must be what it prints, but for
#             what documents/masks.sed masks; a line `...` stands for lines that are left out; nothing shown: not compared
#   sh        commands without what they print
#   c         with a `main` a program, which is built and run; otherwise it must compile, with the headers of src/
#
# Comments right above a block, which no reader sees, say what else is needed:
#
#   <!-- file: NAME -->      the block is kept under this name, for the commands below
#   <!-- first: COMMAND -->  carried out before it
#   <!-- exit: N -->         its last command ends with N; so does the run or check of a model that is wrong on purpose
#   <!-- same as: PATH -->   the block is this file of the project, from its first #include on
#   <!-- each line -->       every line is a text of its own
#   <!-- before             lines around a piece of text that make it whole;
#   ... -->                  `after` likewise (the closing --> on a line of its own)
#   <!-- not run: WHY -->    the only way to leave a block out; these are listed and counted
#
# A picture of a document of doc/tutorial or doc/coming-from, ![..](picture/NAME), is what a command of that document writes
# into NAME, to the last byte.
#
# Commands between backticks (`jourdain help forms`, `make test`) are tried too: with a word in capitals (MODEL) only
# whether command and options exist; make's targets are looked up. Of doc/reference/ and `jourdain help` the same, and
# the examples of every command are carried out. --update writes what is printed into the documents: read the diff.
program=$(realpath -e "${1:?program}") || exit 2
shift
update= left=
[ "$1" != --update ] || { update=yes; shift; }
root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
tool=$root/tool/documents
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
unset DISPLAY WAYLAND_DISPLAY CDPATH
export NO_COLOR=1 LC_ALL=C.UTF-8
cc=${CC:-cc}
builds=$(dirname "$program")
bad=0 models=0 commands=0 compared=0 programs=0 pictures=0 inlines=0 examples=0

# Beside the program on PATH nothing of the project is.
mkdir "$scratch/bin" && ln -s "$program" "$scratch/bin/jourdain"
PATH=$scratch/bin:$PATH

fail() { # WHAT [FILE WITH MORE]
    echo "$document:$line: $1"
    [ ! -s "$2" ] || head -n 20 "$2" | sed 's/^/    /'
    bad=$((bad + 1))
}
note() { sed -n "s/^$1: *//p" "$block.note"; }
is_noted() { grep -q "^$1" "$block.note"; }
left_out() { left="$left
  $document:$line: $1"; }

desk() { # FOLDER: what a reader has before him
    mkdir -p "$1/build" "$1/doc/reference" && ln -s "$builds" "$1/build/gcc" &&
        cp -R "$root/model" "$root/example" "$root/include" "$1" &&
        sed -n '/^<!-- file: crank.jd -->$/,/^```$/p' "$root/README.md" | sed '/^<!--/d; /^```/d' >"$1/crank.jd"
}

# try SHELL FILE, or another command: what it says goes to $said, how it ends to $code. What this program was built without is left out.
said=$scratch/said
try() {
    (cd "$desk" && "$@") >"$said" 2>&1 </dev/null
    code=$?
    sed "s,$desk/*,,g" "$said" >"$said.here" && mv "$said.here" "$said"
    ! grep -qE '\[(picture-missing|stepper-not-built)\]$' "$said" || { left_out "not in this build: $(head -n 1 "$2")"; return 1; }
}

# ---- Texts of a model ---------------------------------------------------------------------------------------------
check_text() { # FILE, in the desk
    models=$((models + 1))
    word=check
    ! grep -qE '^ *run |"run":' "$desk/$1" || word=run
    (cd "$desk" && jourdain $word "$1" --quiet) >"$scratch/out" 2>"$said" </dev/null
    code=$? wanted=$(note exit)
    [ $code -eq "${wanted:-0}" ] || { fail "\`jourdain $word\` of the model ends with $code instead of ${wanted:-0}" "$said"; return; }
    [ -n "$wanted" ] || [ ! -s "$said" ] || fail "something is said about the model" "$said"
}
around() { cat "$block.before" 2>/dev/null; cat "$1"; cat "$block.after" 2>/dev/null; }
block_text() { # ENDING
    name=$(note file)
    name=${name:-shown.$1}
    if is_noted 'each line'; then
        while read -r text; do
            echo "$text" >"$scratch/text"
            around "$scratch/text" >"$desk/$name"
            check_text "$name"
        done <"$block.body"
    else
        around "$block.body" >"$desk/$name"
        check_text "$name"
    fi
}

# ---- Commands and what they print ---------------------------------------------------------------------------------
mask() { sed -f "$tool/masks.sed" "$1"; }
compare() { # SHOWN, with $said
    compared=$((compared + 1))
    mask "$1" >"$scratch/shown" && mask "$said" >"$scratch/printed"
    awk -f "$tool/compare.awk" "$scratch/shown" "$scratch/printed" >"$scratch/differs" && return
    if [ -z "$update" ]; then fail "\$ $(head -n 1 "${1%.shown}.cmd")" "$scratch/differs"; return; fi
    if awk -f "$tool/update.awk" "$1" "$said" >"$scratch/fresh"; then
        cp "$scratch/fresh" "$1" && changed=yes
    else
        fail "has two lines ..., which only you can update: \$ $(head -n 1 "${1%.shown}.cmd")" "$scratch/differs"
    fi
}
block_commands() { # PROMPT (1 or 0)
    rm -rf "$scratch/commands" && mkdir "$scratch/commands"
    awk -v to="$scratch/commands" -v prompt="$1" -f "$tool/commands.awk" "$block.body" >"$said" || { fail "$(cat "$said")"; return; }
    last=$(cat "$scratch/commands/commands") changed=
    [ "$last" -gt 0 ] || fail "a block without a command"
    for file in "$scratch/commands"/*.cmd; do
        [ -f "$file" ] || continue
        commands=$((commands + 1))
        wanted=0
        [ "$file" != "$scratch/commands/$(printf %03d "$last").cmd" ] || wanted=$(note exit)
        sed 's/ *#.*//' "$file" >>"$scratch/tried"
        try sh "$file" || continue
        [ $code -eq "${wanted:-0}" ] || fail "ends with $code instead of ${wanted:-0}: \$ $(head -n 1 "$file")" "$said"
        [ ! -s "${file%.cmd}.shown" ] || compare "${file%.cmd}.shown"
    done
    [ -n "$changed" ] || return 0
    for file in "$scratch/commands"/*.cmd; do sed '1s/^/$ /' "$file"; cat "${file%.cmd}.shown"; done >"$block.new"
}

# ---- C ------------------------------------------------------------------------------------------------------------
block_c() {
    name=$(note file)
    name=${name:-shown.c}
    programs=$((programs + 1))
    around "$block.body" >"$desk/$name"
    set -- "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -Wno-missing-field-initializers -Iinclude "$name"
    if ! grep -qE '\bmain\(' "$desk/$name"; then
        try "$@" -I"$root/src" -c -o shown.o
        [ $code -eq 0 ] || fail "does not compile" "$said"
        return
    fi
    [ -f "$builds/libjourdain.so" ] || { left_out "there is no shared library in this build"; return; }
    try "$@" build/gcc/libjourdain.so -Wl,-rpath,"$builds" -lm -o shown.out
    [ $code -eq 0 ] || { fail "does not compile" "$said"; return; }
    try ./shown.out
    [ $code -eq 0 ] || fail "the program ends with $code" "$said"
    [ -s "$said" ] || fail "the program prints nothing"
}
same_as() { # PATH
    sed -n '/^#include/,$p' "$root/$1" >"$scratch/original"
    diff -u --label "$1" --label "$document" "$scratch/original" "$block.body" >"$said" 2>&1 || fail "is not $1" "$said"
}

# ---- Commands between backticks -----------------------------------------------------------------------------------
has_options() { # COMMAND WORD...: the command and its options exist
    word=$1
    jourdain help "$word" >"$scratch/help" 2>&1 || { fail "there is no command \`jourdain $word\`"; return; }
    for option; do
        case $option in --*) grep -qE -- "(^|[ ,])${option%%=*}([ ,]|$)" "$scratch/help" || fail "\`jourdain $word\` has no $option" ;; esac
    done
}
block_inline() {
    inlines=$((inlines + 1))
    text=$(cat "$block.body")
    # shellcheck disable=SC2086 # the words of the command
    case $text in
    make\ *)
        set -f; set -- $text; set +f
        grep -qE "^$2:" "$root/Makefile" || fail "the Makefile has no target '$2'" ;;
    *)
        set -f; set -- $text; set +f
        shift
        if [ $# -eq 1 ] || echo "$text" | grep -qE '[ =|[][A-Z][A-Z]+|[ =]A,B|[<>]|\.\.\.'; then has_options "$@"; return; fi
        # Once in all documents is enough.
        ! grep -qxF -- "$text" "$scratch/tried" 2>/dev/null || return
        echo "$text" >>"$scratch/tried"
        try sh "$block.body" || return
        [ $code -eq 0 ] || fail "ends with $code: \`$text\`" "$said" ;;
    esac
}

# ---- Documents ----------------------------------------------------------------------------------------------------
run_block() {
    line=$(cat "$block.line")
    kind=$(cat "$block.kind")
    if is_noted 'not run'; then
        [ -n "$(note 'not run')" ] || fail "\`not run\` without a reason"
        left_out "not run: $(note 'not run')"
        return
    fi
    stray=$(grep -vE '^(file|first|exit|same as): .|^each line$' "$block.note")
    [ -z "$stray" ] || fail "nobody knows the note <!-- $stray -->"
    note first >"$scratch/first"
    [ ! -s "$scratch/first" ] || { try sh "$scratch/first"; [ $code -eq 0 ] || fail "what comes first ends with $code" "$said"; }
    case $kind in
    jd | json) block_text "$kind" ;;
    console) block_commands 1 ;;
    sh) block_commands 0 ;;
    c) block_c ;;
    inline) block_inline ;;
    *) fail "a block '$kind' is none of jd, json, console, sh, c; or say <!-- not run: why -->" ;;
    esac
    ! is_noted 'same as' || same_as "$(note 'same as')"
}
# Pictures that are shown are those that the commands have written.
check_shown() {
    folder=$(dirname "$document")
    for name in $(sed -n 's/.*!\[[^]]*\](picture\/\([^)]*\)).*/\1/p' "$document"); do
        line=$(grep -nF "(picture/$name)" "$document" | sed 's/:.*//;q')
        pictures=$((pictures + 1))
        if [ ! -s "$desk/$name" ]; then fail "no command of this document writes $name"
        elif cmp -s "$desk/$name" "$folder/picture/$name"; then :
        elif [ -n "$update" ]; then mkdir -p "$folder/picture" && cp "$desk/$name" "$folder/picture/$name" && echo "updated $folder/picture/$name"
        else fail "picture/$name is not what its command writes"; fi
    done
}
check_document() { # DOCUMENT [KIND: only such blocks]
    document=$1 line=1
    number=$((number + 1))
    parts=$scratch/parts$number desk=$scratch/desk$number
    mkdir "$parts" && desk "$desk" || exit 2
    awk -v to="$parts" -f "$tool/split.awk" "$document" >"$said" || fail "$(cat "$said")"
    for block in "$parts"/*.kind; do
        [ -f "$block" ] || continue
        block=${block%.kind}
        [ -z "$2" ] || grep -qx "$2" "$block.kind" || continue
        run_block
    done
    [ -n "$2" ] || check_shown
    # The last block first: the lines above it stay where they are.
    for new in $(find "$parts" -name '*.new' | sort -r); do
        awk -v line="$(cat "${new%.new}.line")" -v with="$new" -f "$tool/put.awk" "$document" >"$scratch/document" &&
            cat "$scratch/document" >"$document" && echo "updated $document:$(cat "${new%.new}.line")"
    done
}

# ---- The examples of `jourdain help` ------------------------------------------------------------------------------
# They speak of files that the user has: the model of the README, and results of two runs.
takes_minutes='jourdain paper 002 --full'
help_examples() { jourdain help "$1" | sed -n '/^Examples/,$s/^ \{1,4\}\(.*\)/\1/p'; }
check_help() {
    document="jourdain help" line=1 desk=$scratch/help_desk
    desk "$desk" || exit 2
    (cd "$desk" && jourdain fmt crank.jd --json --out crank.json --quiet && jourdain run crank.jd --out a.csv --quiet && cp a.csv b.csv) || exit 2
    shell=sh
    ! command -v bash >/dev/null || shell=bash
    jourdain help | sed -n 's/^First steps: //p' >"$scratch/examples"
    for word in $(jourdain help | awk '/^Commands/ { on = 1; next } /^$/ { on = 0 } on && /^  [a-z]+ / { print $1 }'); do
        [ "$word" = command ] || help_examples "$word" >>"$scratch/examples"
    done
    while read -r text; do
        document="jourdain help"
        [ "$text" != "$takes_minutes" ] || { left_out "not run: takes minutes: $text"; continue; }
        [ "$text" != 'jourdain paper 004 --json' ] || { left_out "not run: test/app/paper_slow has it: $text"; continue; }
        examples=$((examples + 1))
        ! grep -qxF -- "$text" "$scratch/tried" 2>/dev/null || continue
        echo "$text" >"$scratch/example"
        try $shell "$scratch/example" || continue
        [ $code -eq 0 ] || fail "an example ends with $code: $text" "$said"
    done <"$scratch/examples"
    [ $examples -gt 0 ] || fail "no examples were found"
}

number=0
cd "$root" || exit 2
if [ $# -gt 0 ]; then
    for document; do check_document "$document"; done
else
    for document in ./*.md doc/*.md doc/tutorial/*.md doc/coming-from/*.md; do check_document "${document#./}"; done
    for document in doc/reference/*.md; do check_document "$document" inline; done
    check_help
fi

echo "$models models, $commands commands ($compared compared), $programs C programs, $pictures pictures, $inlines commands in the text, $examples examples of help"
[ -z "$left" ] || echo "left out: $(echo "$left" | grep -c .)$left"
[ $bad -eq 0 ] || echo "$bad complaints"
[ $bad -eq 0 ]
