#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that are read: what they may be, how large, where they lie with --safe, and how much of them is shown.
. "$(dirname "$0")/common.sh"
body='body b { at [0, 0] m  mass 1 kg  inertia 1 kg*m^2 }'
# Memory enough for a model, not for what never ends. Sanitizers reserve all there is.
if (ulimit -v 1000000 && "$jourdain" version) >/dev/null 2>&1; then ulimit -v 1000000; fi

refused() { # WORDS ARGUMENTS...
    words_wanted=$1; shift
    call "$@"
    exits 4
    says "$words_wanted"
}

# ---- What is no file of a model ------------------------------------------------------------------
refused 'it is a folder' check $here
refused 'no text' check /dev/zero
refused 'No such file' check "$scratch/nothing.jd"
call check /dev/null
exits 0
dd if=/dev/zero of="$scratch/large.jd" bs=1 count=0 seek=100M 2>/dev/null
refused 'at most 64 MB' check "$scratch/large.jd"
dd if=/dev/zero of="$scratch/large.stl" bs=1 count=0 seek=100M 2>/dev/null
mkfifo "$scratch/pipe"
printf 'planar\n%s\ninclude "pipe"\ninclude "/dev/zero"\ninclude "."\nshow mesh on b { file "pipe" scale 1 mm }\n%s\n' "$body" \
    'show mesh on b { file "large.stl" scale 1 mm }' >"$scratch/odd.jd"
call check "$scratch/odd.jd"
exits 3
says "'$scratch/pipe': it is a pipe, not a file"
says "'/dev/zero': it is a device"
says "it is a folder"
says "large.stl': it is too large"
[ "$(grep -c 'it is a pipe' "$scratch/err")" -eq 2 ] || fail 'the mesh is a pipe, too'

# ---- A pipe that is written to is read, once -----------------------------------------------------
cat $here/pendulum.jd >"$scratch/pipe" &
call check "$scratch/pipe"
wait
exits 0
prints 'bodies                  1'
"$jourdain" check - <$here/pendulum.jd >"$scratch/out" 2>"$scratch/err"
code=$?
exits 0
prints 'bodies                  1'

# ---- --safe --------------------------------------------------------------------------------------
mkdir -p "$scratch/home/model/parts" "$scratch/home/model2"
cd_home=$scratch/home
echo "$body" >"$cd_home/model/parts/body.jd"
echo "$body" >"$cd_home/model2/body.jd"
echo "$body" >"$cd_home/secret.jd"
cp test/shape/cube.stl "$cd_home/model/cube.stl"
cp test/shape/cube.stl "$cd_home/cube.stl"
ln -s ../secret.jd "$cd_home/model/link.jd"
ln -s parts/body.jd "$cd_home/model/inner.jd"
ln -s .. "$cd_home/model/up"
ln -s ../cube.stl "$cd_home/model/link.stl"
printf 'x,y\n0,0\n1,1\n' >"$cd_home/secret.csv"
cp "$cd_home/secret.csv" "$cd_home/model/own.csv"
ln -s ../secret.csv "$cd_home/model/link.csv"
cp test/fuzz/dxf_seed/plate.dxf "$cd_home/secret.dxf"
ln -s ../secret.dxf "$cd_home/model/link.dxf"
safe() { # CODE STATEMENT
    printf 'planar\n%s\n' "$2" >"$cd_home/model/m.jd"
    call check --safe "$cd_home/model/m.jd"
    exits "$1"
    if [ "$1" -ne 0 ]; then says '[file-outside]'; fi
    call check "$cd_home/model/m.jd"
    if [ "$1" -ne 0 ] && grep -q file-outside "$scratch/err"; then fail 'without --safe it is read'; fi
}
safe 0 'include "parts/body.jd"'
safe 0 'include "./parts/../parts/body.jd"'
safe 0 'include "inner.jd"'
safe 0 "include \"$cd_home/model/parts/body.jd\""
safe 0 'show mesh on ground { file "cube.stl" scale 1 mm }'
safe 3 'include "../secret.jd"'
safe 3 'include "../model2/body.jd"'
safe 3 'include "link.jd"'
safe 3 'include "up/secret.jd"'
safe 3 "include \"$cd_home/secret.jd\""
safe 3 'include "../nothing.jd"'
safe 3 'include "/nothing/there.jd"'
safe 3 'show mesh on ground { file "../cube.stl" scale 1 mm }'
safe 3 'show mesh on ground { file "link.stl" scale 1 mm }'
safe 0 'table t { file "own.csv" }'
safe 3 'table t { file "../secret.csv" }'
safe 3 'table t { file "link.csv" }'
safe 3 'show profile on ground { file "../secret.dxf" scale 1 mm height 8 mm }'
safe 3 'show profile on ground { file "link.dxf" scale 1 mm height 8 mm }'
# A file within may include another one within, and nothing without.
echo 'include "../../secret.jd"' >"$cd_home/model/parts/more.jd"
safe 3 'include "parts/more.jd"'
# Of a text the folder is the one that the program runs in; of a link that the user names, where the link lies.
(cd "$cd_home/model" && echo 'include "parts/body.jd"' | "$jourdain" check --safe -) >"$scratch/out" 2>"$scratch/err"
code=$?
words='--safe of stdin'
exits 0
(cd "$cd_home/model" && echo 'include "../secret.jd"' | "$jourdain" check --safe -) >"$scratch/out" 2>"$scratch/err"
code=$?
exits 3
says '[file-outside]'

# ---- What is not a model is not shown ------------------------------------------------------------
printf 'root:hash-of-root\nbob:hash-of-bob\npoint:hash-of-point\n' >"$scratch/shadow"
printf '{"user": "bob", "password": "hash-of-bob"}\n' >"$scratch/keys.json"
printf 'v hash-of-bob\n' >"$scratch/keys.obj"
shown() { # STATEMENT
    printf 'planar\n%s\n' "$1" >"$scratch/m.jd"
    call check "$scratch/m.jd"
    exits 3
    if grep -q 'hash-of' "$scratch/err"; then fail 'it shows what is in the file'; fi
}
shown 'include "shadow"'
shown 'include "keys.json"'
shown 'show mesh on ground { file "shadow" scale 1 mm }'
shown 'show mesh on ground { file "keys.obj" scale 1 mm }'
call check "$scratch/shadow"
exits 3
says 'there is no statement'
if grep -q 'hash-of-[bp]' "$scratch/err"; then fail 'more than the first line is shown'; fi

finish
