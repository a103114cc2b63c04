#!/bin/sh
# SPDX-License-Identifier: MIT
# `draw`: every model as a drawing and as a graph that other programs read; positions at a time; moving SVG and frames.
. "$(dirname "$0")/common.sh"
command -v xmllint >/dev/null || exit 77

# Every model, in every theme by turns, is well-formed and not empty.
number=0
for model in model/*.jd; do
    number=$((number + 1))
    theme=$(echo light dark print | cut -d ' ' -f $((number % 3 + 1)))
    call draw "$model" --theme "$theme"
    exits 0
    says_nothing
    xmllint --noout "$scratch/out" 2>"$scratch/err" || fail 'is no XML'
    [ "$(grep -c '<path' "$scratch/out")" -gt 2 ] || fail 'has nothing in it'
    [ "$(wc -c <"$scratch/out")" -lt 400000 ] || fail 'is too large'
    call draw "$model" --graph --theme "$theme"
    exits 0
    xmllint --noout "$scratch/out" 2>"$scratch/err" || fail 'is no XML'
    prints 'ground</text>'
done

# Names and dimensions.
call draw model/slider_crank.jd --dimensions
exits 0
prints '>crank</text>'
prints '>jB, jC</text>'
prints '>153 mm</text>'
call draw model/slider_crank.jd --no-names
exits 0
! grep -q '>crank</text>' "$scratch/out" || fail 'has names'

# Files, whole or not at all; other kinds.
call draw model/four_bar.jd --out "$scratch/a.svg"
exits 0
prints_nothing
xmllint --noout "$scratch/a.svg" || fail 'is no XML'
call draw model/four_bar.jd --out "$scratch/a.xyz"
exits 2
says picture-ending-unknown
[ ! -e "$scratch/a.xyz" ] || fail 'left a file'
if "$jourdain" draw model/top.jd --out "$scratch/a.png" 2>/dev/null; then
    ! command -v pngcheck >/dev/null || pngcheck -q "$scratch/a.png" >/dev/null || fail 'is no PNG'
fi

# At a time the model is run; the picture differs, and paths are those of the run.
"$jourdain" draw model/four_bar.jd >"$scratch/start.svg"
call draw model/four_bar.jd --at '0.3 s' --ghost --paths coupler --quiet
exits 0
! cmp -s "$scratch/out" "$scratch/start.svg" || fail 'is the start'
xmllint --noout "$scratch/out" || fail 'is no XML'
call draw model/four_bar.jd --at 0 --quiet
exits 0
cmp -s "$scratch/out" "$scratch/start.svg" || fail 'is not the start'
call draw model/four_bar.jd --at '0.3 s' --quiet
exits 0
! cmp -s "$scratch/out" "$scratch/start.svg" || fail 'is the start'
call draw model/governor.jd --at '0.1 s' --quiet
exits 0
cp "$scratch/out" "$scratch/alone.svg"
call draw model/governor.jd --at '0.1 s' --ghost --quiet
exits 0
xmllint --noout "$scratch/out" || fail 'is no XML'
[ "$(grep -c dasharray "$scratch/out")" -gt "$(grep -c dasharray "$scratch/alone.svg")" ] || fail 'has no ghost'
call draw model/four_bar.jd --paths coupler.tipp --quiet
exits 2
says draw-point-unknown

# From where.
call draw model/fourbar1.jd --from 0,0,1
exits 0
call draw model/fourbar1.jd --from 0,0
exits 2
says option-value

# What does not assemble is drawn as written, with a warning.
call draw $here/apart.jd
exits 0
says draw-as-written
xmllint --noout "$scratch/out" || fail 'is no XML'

# What assembles is drawn so, whatever its run line asks for: nothing is run.
call draw test/bad/stepper-unknown.jd --quiet
exits 0
says_nothing

# JSON.
call draw model/four_bar.jd --json
exits 0
prints_json 'j["svg"].startswith("<svg") and j["width"] > 0 and j["exit"] == 0'

# Moving SVG.
call view model/slider_crank.jd --out "$scratch/m.svg" --no-open --quiet
exits 0
xmllint --noout "$scratch/m.svg" || fail 'is no XML'
grep -q '@keyframes' "$scratch/m.svg" || fail 'does not move'
[ "$(wc -c <"$scratch/m.svg")" -lt 1000000 ] || fail 'is too large'
call view model/fourbar1.jd --out "$scratch/space.svg" --no-open --quiet
says animation-planar
[ ! -e "$scratch/space.svg" ] || fail 'left a file'

# Sizes and numbers of frames that nobody means are refused before anything is drawn.
for how in '--width 1e9' '--height 1e9' '--width 1e300'; do
    for kind in svg png; do
        call draw model/four_bar.jd $how --out "$scratch/large.$kind"
        exits 2
        says 'picture-'
    done
done
call view model/four_bar.jd --no-open --width 1e9 --out "$scratch/large-%d.png"
says 'picture-'
for how in '--fps 1e9' '--speed 1e-9'; do
    call view model/four_bar.jd --no-open $how --out "$scratch/long.svg"
    exits 2
    says show-too-long
    [ ! -e "$scratch/long.svg" ] || fail 'left a file'
done

# Frames, each of them whole.
if "$jourdain" view model/four_bar.jd --to 0.1 --fps 3 --out "$scratch/f-%03d.png" --no-open --quiet 2>"$scratch/err"; then
    [ -e "$scratch/f-000.png" ] && [ -e "$scratch/f-001.png" ] || fail 'frames are missing'
    ! command -v pngcheck >/dev/null || pngcheck -q "$scratch"/f-*.png >"$scratch/err" || fail 'is no PNG'
fi
finish
