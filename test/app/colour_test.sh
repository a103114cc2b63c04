#!/bin/sh
# SPDX-License-Identifier: MIT
# Colours and tables on a terminal; none with NO_COLOR or on a dumb one. Python makes the terminal.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77

on_terminal() { # ENVIRONMENT ARGUMENTS...
    words="jourdain $*"
    setting=$1
    shift
    : >"$scratch/err"
    env "$setting" python3 - "$jourdain" "$@" >"$scratch/out" <<'END'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
out = b""
while True:
    try:
        part = os.read(fd, 4096)
    except OSError:
        break
    if not part:
        break
    out += part
sys.stdout.buffer.write(out)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
END
    code=$?
}
escape=$(printf '\033[')

on_terminal TERM=xterm run $here/wrong.jd
exits 3
prints "${escape}1;31merror:"
prints "${escape}1;36mhint:"
on_terminal TERM=dumb run $here/wrong.jd
exits 3
grep -qF "$escape" "$scratch/out" && fail 'colours on a dumb terminal'
TERM=xterm on_terminal NO_COLOR=1 run $here/wrong.jd
grep -qF "$escape" "$scratch/out" && fail 'colours in spite of NO_COLOR'

# A table instead of the CSV: twelve rows, the first and the last among them.
on_terminal TERM=dumb run $here/pendulum.jd --every 1ms
exits 0
prints '12 of 501 rows'
prints 'jO.angle [rad]'
finish
