#!/bin/sh
# SPDX-License-Identifier: MIT
# demo.sh PROGRAM: a slider-crank run, plotted and made a page that moves; another mechanism checked and drawn. Each
# command is shown before it is carried out. A program without the page says what to install; that is no failure.
program=${1:?program}
mkdir -p out
failed=0
show() {
    echo "\$ jourdain $*"
    "$program" "$@"
    code=$?
    echo
    return $code
}
show run model/slider_crank.jd --out out/slider_crank.csv || failed=1
show check model/seven_body.jd || failed=1
show draw model/seven_body.jd --out out/seven_body.svg || failed=1
show plot model/slider_crank.jd --out out/slider_crank.svg || failed=1
show view model/slider_crank.jd --no-open --out out/slider_crank.html

echo "To look at in a browser:"
for file in out/seven_body.svg out/slider_crank.svg out/slider_crank.html; do
    [ ! -f "$file" ] || echo "    $file"
done
exit $failed
