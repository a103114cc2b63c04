#!/bin/sh
# SPDX-License-Identifier: MIT
# check_personas.sh BUILD-FOLDER: what five kinds of new users want, each a script of test/persona that has an installed copy
# and nothing of the sources. The tutorial and `help` are there, too.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset DESTDIR MAKEFLAGS MFLAGS DISPLAY WAYLAND_DISPLAY
export LC_ALL=C NO_COLOR=1
cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
share=$scratch/prefix/share
export share
PATH=$scratch/prefix/bin:$PATH

bad=0
for file in tutorial/README.md tutorial/01-pendulum.md tutorial/10-shaper.md tutorial/picture/shaper.svg \
    coming-from/modelica.md coming-from/adams.md coming-from/mujoco.md coming-from/20-sim.md; do
    [ -s "$share/doc/jourdain/doc/$file" ] || { echo "not installed: doc/$file"; bad=1; }
done
jourdain help | grep -q 'doc/tutorial' || { echo "help does not point to the tutorial"; bad=1; }
for persona in student designer modelica roboticist researcher; do
    mkdir "$scratch/$persona"
    (cd "$scratch/$persona" && sh "$root/test/persona/$persona.sh") || bad=1
done
exit $bad
