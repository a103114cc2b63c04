#!/bin/sh
# SPDX-License-Identifier: MIT
# Ctrl-C: the rows up to there are saved, the exit code is 130.
. "$(dirname "$0")/common.sh"
model=$here/pendulum.jd

# Far more steps than anyone waits for. A shell's background job ignores SIGINT, so that python or a
# fresh shell with job control must start it. The signal comes when the program has worked for a while: half a second of
# the processor, where the system tells that; a busy machine may take long to give it.
interrupt() { # SIGNAL ARGUMENTS...
    words="jourdain $*"
    signal=$1
    shift
    python3 - "$signal" "$jourdain" "$@" >"$scratch/out" 2>"$scratch/err" <<'END'
import os, signal, subprocess, sys, time
def worked(child):
    with open(f"/proc/{child.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
child = subprocess.Popen(sys.argv[2:], preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
if os.path.exists("/proc/self/stat"):
    while child.poll() is None and worked(child) < 0.5: time.sleep(0.05)
else:
    time.sleep(5)
child.send_signal(getattr(signal, sys.argv[1]))
sys.exit(child.wait())
END
    code=$?
}
command -v python3 >/dev/null || exit 77

long="--to 1e6 --every 0.01 --stepper rk4 --dt 1e-5"
interrupt SIGINT run $model $long --out "$scratch/a.csv"
exits 130
says 'run-interrupted'
prints_nothing
first_line 'time [s],jO.angle [rad],jO.rate [rad/s],energy [J]' "$scratch/a.csv"
[ "$(wc -l <"$scratch/a.csv")" -gt 2 ] || fail 'no rows were saved'
[ -z "$(find "$scratch" -name '*.part*')" ] || fail 'a part of a file is left'

interrupt SIGTERM run $model $long --out "$scratch/b.csv"
exits 143
[ -s "$scratch/b.csv" ] || fail 'no rows were saved'

interrupt SIGINT run $model $long --json
exits 130
prints_json 'j["status"] == "interrupted" and j["exit"] == 130 and len(j["rows"]) > 1'
# What there is of a show is written.
interrupt SIGINT view $model $long --out "$scratch/a.json"
exits 130
says 'run-interrupted'
[ -s "$scratch/a.json" ] || fail 'no file was written'

finish
