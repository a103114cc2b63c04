#!/bin/sh
# SPDX-License-Identifier: MIT
# browser.sh SCRIPT [ARGUMENT...]: a test of viewer/test in Node with Chromium. Skipped (77) if one of them, Node 20 or
# the packages are not there.
skip() { echo "$1"; exit 77; }
command -v node >/dev/null && [ "$(node -p 'parseInt(process.versions.node)')" -ge 20 ] || skip "Node 20 is missing"
[ -d "$(dirname "$0")/../viewer/node_modules/playwright-core" ] || skip "the packages of viewer/ are missing: see build/viewer/page.log"
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)} || skip "Chromium is missing"
export CHROMIUM
# What fails may quote a whole page.
said=$(mktemp) || exit 2
trap 'rm -f "$said"' EXIT
node "$@" >"$said" 2>&1
code=$?
cut -c 1-300 "$said"
exit $code
