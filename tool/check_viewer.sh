#!/bin/sh
# SPDX-License-Identifier: MIT
# The page is whole in itself: its sources name no address on the network but the namespaces of XML and ask for none,
# the lock file names no place that packages come from, and every file says its licence.
cd "$(dirname "$0")/../viewer" || exit 2
bad=0
fail() { echo "$1"; bad=1; }
files() { find . -type f \( -name '*.js' -o -name '*.mjs' -o -name '*.css' -o -name '*.html' \) -not -path './node_modules/*' -not -path './out/*' -not -path './page.html'; }

for file in $(files); do
    head -n 5 "$file" | grep -q 'SPDX-License-Identifier: MIT' || fail "viewer/$file: no licence in its first lines"
done
found=$(find src -type f -exec grep -nHE '[a-z]+://' {} + | sed 's|http://www\.w3\.org/||g' | grep -E '[a-z]+://')
[ -z "$found" ] || fail "an address in the page: $found"
found=$(find src -type f -exec grep -nHE '(^|[^A-Za-z_.])(fetch|XMLHttpRequest|WebSocket|EventSource|importScripts|sendBeacon) *\(|new (XMLHttpRequest|WebSocket|EventSource)|@import +url|(^|[^A-Za-z_])import\(' {} +)
[ -z "$found" ] || fail "the page asks the network: $found"
! grep -nE '"resolved"|://' package-lock.json || fail "viewer/package-lock.json names where packages come from: npm install with omit-lockfile-registry-resolved=true"
grep -qx 'omit-lockfile-registry-resolved=true' .npmrc || fail "viewer/.npmrc: omit-lockfile-registry-resolved=true is missing"
exit $bad
