#!/bin/sh
# SPDX-License-Identifier: MIT
# Pictures that move: GIF and APNG, read back by readers of the test's own, videos by whatever is called ffmpeg, strips.
. "$(dirname "$0")/common.sh"
model=model/four_bar.jd
"$jourdain" view $model --out "$scratch/try-%d.png" --fps 1 --no-open --quiet >/dev/null 2>&1 || finish # built without cairo

# ---- GIF and APNG: the same frames, dot by dot ---------------------------------------------------------
for look in "" --transparent; do
    # shellcheck disable=SC2086
    for kind in gif apng; do
        call view $model --out "$scratch/film.$kind" --fps 4 --size 160x120 --paths coupler --no-open --quiet $look
        exits 0
    done
    command -v python3 >/dev/null || continue
    python3 test/app/moving.py "$scratch/film.gif" "$scratch/film.apng" 160 120 33 8 >"$scratch/out" 2>"$scratch/err" ||
        fail "frames of GIF and APNG differ"
done

# Nothing moves, or nothing is known of motion: still a picture.
call view $here/apart.jd --out "$scratch/apart.gif" --no-open
exits 3
[ "$(head -c 6 "$scratch/apart.gif")" = GIF89a ] || fail "no GIF of what does not assemble"

# ---- Wrong ones -------------------------------------------------------------------------------------------
call view $model --out "$scratch/none.gif" --paths nobody --no-open
exits 2
says 'draw-point-unknown'
call view $model --out "$scratch/none.gif" --size 12 --no-open
exits 2
says '--size wants a width and a height in pixels'
call view $model --out "$scratch/none.gif" --from 1,2 --no-open
exits 2
says '--from wants a direction'
[ ! -e "$scratch/none.gif" ] || fail 'a file was written'

# ---- Videos -----------------------------------------------------------------------------------------------
mkdir "$scratch/none" "$scratch/good" "$scratch/bad"
PATH=$scratch/none; export PATH
call view $model --out "$scratch/film.mp4" --no-open
PATH=/usr/local/bin:/usr/bin:/bin
exits 2
says 'video-missing'
cat >"$scratch/good/ffmpeg" <<'END'
#!/bin/sh
for last; do :; done
while [ "$1" != -i ]; do shift; done
ls "$(dirname "$2")" | grep -c frame- >"$last"
END
printf '#!/bin/sh\necho no such codec >&2\nexit 1\n' >"$scratch/bad/ffmpeg"
chmod +x "$scratch/good/ffmpeg" "$scratch/bad/ffmpeg"
PATH=$scratch/good:/usr/bin:/bin TMPDIR=$scratch call view $model --out "$scratch/film.mp4" --fps 4 --size 80x60 --no-open
exits 0
[ "$(cat "$scratch/film.mp4")" -eq 33 ] || fail "the video had not 33 frames"
PATH=$scratch/bad:/usr/bin:/bin TMPDIR=$scratch call view $model --out "$scratch/other.webm" --fps 1 --size 80x60 --no-open
exits 4
says 'no such codec'
says 'video-failed'
[ ! -e "$scratch/other.webm" ] || fail 'a video was written'
[ -z "$(find "$scratch" -name 'jourdain-*')" ] || fail 'the folder of frames was left behind'

# ---- Strips -----------------------------------------------------------------------------------------------
call draw $model --strip 5 --out "$scratch/strip.svg"
exits 0
[ "$(grep -c 't = ' "$scratch/strip.svg")" -eq 5 ] || fail 'a strip of five has not five times'
grep -q 't = 0.5 s' "$scratch/strip.svg" || fail 'the third of five is not in the middle of the run'
call draw $model --strip 7 --width 600 --out "$scratch/strip.pdf"
exits 0

finish
