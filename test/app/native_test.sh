#!/bin/sh
# SPDX-License-Identifier: MIT
# `jourdain run --native`: compiled rates give the same rows but for rounding, are kept for the next run, and nothing that is not the
# user's own is run. Without a compiler it is said.
. "$(dirname "$0")/common.sh"
command -v cc >/dev/null || exit 0
XDG_CACHE_HOME=$scratch/cache
export XDG_CACHE_HOME

same() { # MODEL: rows of both, 1e-9 of their size apart at most
    call run "model/$1.jd" --form minimal --out "$scratch/plain.csv"
    exits 0
    call run "model/$1.jd" --native --out "$scratch/native.csv"
    exits 0
    says ' by compiled code)'
    words="rows of $1"
    awk -F, 'NR == FNR { row[FNR] = $0; next }
        FNR > 1 { split(row[FNR], was, ","); for (n = 1; n <= NF; n++) { d = $n - was[n]; if (d < 0) d = -d; s = $n < 0 ? -$n : $n
            if (!(d <= 1e-9 * (1 + s))) { print "row " FNR ": " $n " and " was[n]; bad = 1 } } }
        END { exit bad || FNR < 3 }' "$scratch/plain.csv" "$scratch/native.csv" >"$scratch/out"
    code=$?
    exits 0
}

# Closed form in the plane; events, inputs and states; rolling in space, with a quaternion; a rod that spins between its balls.
for model in slider_crank flywheel_brake rolling_disc rssr; do same $model; done

# Compiled once: a compiler that counts its calls.
cat >"$scratch/counting" <<END
#!/bin/sh
echo call >>"$scratch/calls"
exec cc "\$@"
END
chmod +x "$scratch/counting"
for round in 1 2; do
    CC=$scratch/counting call run model/simple_pendulum.jd --native
    exits 0
done
words='compiled once'
code=$(grep -c call "$scratch/calls")
exits 1
[ "$(ls "$scratch/cache/jourdain-native" | grep -c -v '\.so$')" = 0 ] || fail 'something is left in the folder'

# No compiler, or one that fails: the interpreter runs.
CC=/nowhere/cc call run model/simple_pendulum.jd --native
exits 0
says '[native-compiler]'
CC=/bin/false call run model/simple_pendulum.jd --native
exits 0
says '[native-compiler]'

# A folder that others may write to, files of others' making, and links are not touched.
object=$(ls "$scratch"/cache/jourdain-native/*.so | head -1)
chmod 755 "$scratch/cache/jourdain-native"
call run model/simple_pendulum.jd --native
exits 0
says '[native-folder]'
chmod 700 "$scratch/cache/jourdain-native"
for file in "$scratch"/cache/jourdain-native/*.so; do chmod 666 "$file"; done
call run model/slider_crank.jd --native
exits 0
says '[native-file]'
for file in "$scratch"/cache/jourdain-native/*.so; do mv "$file" "$file.away"; ln -s "$file.away" "$file"; chmod 600 "$file.away"; done
call run model/slider_crank.jd --native
exits 0
says '[native-file]'
for file in "$scratch"/cache/jourdain-native/*.so; do rm "$file"; echo nonsense >"$file"; chmod 600 "$file"; done
call run model/slider_crank.jd --native
exits 0
says '[native-file]'

# Other forms, and what cannot be emitted.
rm -rf "$scratch/cache"
call run model/simple_pendulum.jd --native --form newton-euler --to 0.1
exits 0
says "[native-model]"
call run model/simple_pendulum.jd --native --stepper semi-implicit-euler --dt 1e-3 --to 0.1
exits 0
says '[native-form]'
call run model/bond/two_valves.jd --native
exits 0
says '[native-model]'
finish
