#!/bin/sh
# SPDX-License-Identifier: MIT
# pictures.sh PROGRAM FOLDER: the pictures of the README, each for light and dark.
program=$(realpath -e "${1:?program}") || exit 2
mkdir -p "${2:?folder}" && folder=$(realpath -e "$2") || exit 2
cd "$(dirname "$0")/../model" || exit 2
failed=0

picture() { # NAME COMMAND MODEL [OPTION...]
    name=$1 command=$2 model=$3; shift 3
    "$program" "$command" "$model.jd" --quiet --theme light --out "$folder/$name.svg" "$@" &&
        "$program" "$command" "$model.jd" --quiet --theme dark --out "$folder/${name}_dark.svg" "$@" || failed=1
}
picture seven_body draw seven_body --at "12 ms" --ghost --paths K2
picture seven_body_plot plot seven_body K1.rate jF.force
picture seven_body_graph draw seven_body --graph
picture seven_body_motion view seven_body --no-open --width 420
picture engine_v6 draw engine_v6 --no-names
exit $failed
