#!/bin/sh
# SPDX-License-Identifier: MIT
# summary.sh LOG of ctest: prints "passed failed skipped". A log without ctest's closing line is one failure.
awk '/\*\*\*Skipped/ { skipped++ }
     / tests failed out of [0-9]+$/ { failed = $(NF - 6); if (failed !~ /^[0-9]+$/) failed = $(NF - 5); total = $NF; closed = 1 }
     END { if (!closed) print 0, 1, 0; else print total - failed - skipped, failed + 0, skipped + 0 }' "${1:?log}"
