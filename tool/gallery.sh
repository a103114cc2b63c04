#!/bin/sh
# SPDX-License-Identifier: MIT
# gallery.sh PROGRAM FOLDER [MODEL...]: makes FOLDER/index.html, a page of the models (all of model/ if none is named):
# each with its drawing, what it says about itself, its plots, its graph, its text, and a page that moves. All files lie
# in FOLDER and name one another only, so it may be moved and opened from anywhere. Models are worked on in parallel.
set -u
self=$(realpath -e "$0") || exit 2

escape() { sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g'; }

# The comment that a model begins with: paragraphs, `words` as code.
about() {
    awk '/^#/ { sub(/^#+ ?/, ""); if ($0 == "") print ""; else printf "%s ", $0; said = 1; next } said || NF { exit }' "$1" |
        escape | sed 's/ *$//; s|`\([^`]*\)`|<code>\1</code>|g; /./s|.*|<p>&</p>|'
}

# The number behind "key" in what `check --json` says.
fact() { printf '%s\n' "$checked" | sed -n "s/^ *\"$1\": *\([0-9-]*\),*\$/\1/p" | head -n 1; }
count() { # NUMBER ONE MANY
    if [ "$1" = 1 ]; then echo "1 $2"; else echo "${1:-?} $3"; fi
}

picture() { # FILE WORDS: one for light and one for dark, with the room that they take, in pixels of 3/4 point
    size=$(grep -om 1 '<svg [^>]*>' "$1.light.svg" |
        sed -n 's/.* width="\([0-9.]*\)pt" height="\([0-9.]*\)pt".*/\1 \2/p' |
        awk '{ printf "width=\"%.0f\" height=\"%.0f\"", $1 * 4 / 3, $2 * 4 / 3 }')
    printf '<picture><source media="(prefers-color-scheme: dark)" srcset="%s.dark.svg"/><img src="%s.light.svg" alt="%s" %s loading="lazy"/></picture>\n' "$1" "$1" "$2" "$size"
}

# ---- One model: gallery.sh --one PROGRAM MODEL, in the folder. Its card is NAME.card -----------------
if [ "$1" = --one ]; then
    program=$2 model=$3
    name=$(basename "$model" .jd)
    fail() { echo "$name: $1" >&2; rm -f "$name.card"; exit 1; }
    # What the program says is shown if it fails only: warnings are in the page.
    make() { said=$("$program" "$@" --quiet 2>&1); }
    checked=$("$program" check "$model" --json 2>/dev/null)
    names=
    [ "$(fact bodies)" -le 12 ] || names=--no-names # there is no room for more
    for theme in light dark; do
        make draw "$model" --theme $theme --width 330 --height 210 $names --out "$name.$theme.svg" || fail "draw failed: $said"
        make draw "$model" --graph --theme $theme --out "$name.graph.$theme.svg" || fail "draw --graph failed: $said"
        make plot "$model" --theme $theme --out "$name.plot.$theme.svg" || fail "plot failed: $said"
    done
    # A program without the page has the rest.
    moves=$name.html
    if ! make view "$model" --no-open --out "$moves"; then
        case $said in *'[picture-missing]'*) moves= ;; *) fail "view failed: $said" ;; esac
    fi
    space=plane; grep -q '^ *spatial' "$model" && space=space
    facts="$(count "$(fact bodies)" body bodies), $(count "$(fact joints)" joint joints), $(count "$(fact freedoms)" 'degree of freedom' 'degrees of freedom')"
    [ "$(fact drives)" = 0 ] || facts="$facts, $(count "$(fact drives)" drive drives)"
    {
        echo "<article id=\"$name\" class=\"$space\">"
        drawing=$(picture "$name" "$name in its start position")
        if [ -n "$moves" ]; then echo "<a class=\"picture\" href=\"$moves\">$drawing</a>"
        else echo "<div class=\"picture\">$drawing</div>"; fi
        echo "<h3>$name</h3>"
        about "$model"
        echo "<p class=\"facts\">$facts</p>"
        [ -z "$moves" ] || echo "<p><a class=\"watch\" href=\"$moves\">Watch it move<span class=\"hidden\">: $name</span></a></p>"
        echo "<details><summary>Plots<span class=\"hidden\"> of $name</span></summary>$(picture "$name.plot" "The outputs of $name over time")</details>"
        echo "<details><summary>Bodies and joints<span class=\"hidden\"> of $name</span></summary>$(picture "$name.graph" "Graph of the bodies and joints of $name")</details>"
        echo "<details><summary>Model text<span class=\"hidden\"> of $name</span></summary><pre tabindex=\"0\" role=\"group\" aria-label=\"Text of $name\">$(escape <"$model")</pre></details>"
        echo "</article>"
    } >"$name.card"
    exit 0
fi

# ---- All of them --------------------------------------------------------------------------------------
program=$(realpath -e "${1:?program}") || exit 2
folder=${2:?folder}; shift 2
root=$(dirname "$self")/..
[ $# -gt 0 ] || set -- "$root"/model/*.jd
list=$(for model; do realpath -e "$model" || exit 1; done) || exit 2
mkdir -p "$folder" && cd "$folder" || exit 2
export NO_COLOR=1 LC_ALL=C
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
failed=0
printf '%s\n' "$list" | tr '\n' '\0' | xargs -0 -n 1 -P "$jobs" "$self" --one "$program" || failed=1

section() { # CLASS "HEADING"
    cards=$(grep -l "class=\"$1\"" ./*.card 2>/dev/null) || return 0
    echo "<h2>$2</h2>"
    echo "<div class=\"cards\">"
    # shellcheck disable=SC2086 # the files are words
    cat $cards
    echo "</div>"
}
{
    cat <<'HEAD'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<title>Jourdain: gallery</title>
<style>
HEAD
    cat "$root/tool/gallery.css"
    cat <<'HEAD'
</style>
</head>
<body>
<header>
<h1>Gallery</h1>
<p>The models that come with Jourdain. Each picture, plot and page is made by the program from the model text alone.</p>
</header>
<main>
HEAD
    section plane "In the plane"
    section space "In space"
    echo "</main>"
    echo "</body>"
    echo "</html>"
} >index.html.part
mv index.html.part index.html
rm -f ./*.card
exit $failed
