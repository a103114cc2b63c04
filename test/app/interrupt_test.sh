#!/bin/sh
# SPDX-License-Identifier: MIT
# Signals that end the program: the rows up to there are saved, the exit code is 128 + the signal, and
# they are heard within a second, whatever the program is at.
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

# A terminal that is closed; but not for a run that was started to go on without it.
interrupt SIGHUP run $model $long --out "$scratch/c.csv"
exits 129
says 'run-interrupted'
[ "$(wc -l <"$scratch/c.csv")" -gt 2 ] || fail 'no rows were saved'
python3 - "$jourdain" run $model --to 300 --every 0.1 --stepper rk4 --dt 1e-4 --quiet \
    --out "$scratch/d.csv" >"$scratch/out" 2>"$scratch/err" <<'END'
import signal, subprocess, sys, time
child = subprocess.Popen(sys.argv[1:], preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
time.sleep(0.3)
child.send_signal(signal.SIGHUP)
sys.exit(child.wait(60))
END
code=$?
exits 0
has_lines 3002 "$scratch/d.csv"

# Rows come to stdout and to the file beside --out while the run goes on: what is killed leaves them.
interrupt SIGINT run $model $long
exits 130
[ "$(wc -l <"$scratch/out")" -gt 2 ] || fail 'no rows were printed'
interrupt SIGKILL run $model $long --out "$scratch/e.csv"
[ ! -e "$scratch/e.csv" ] || fail 'the file is there, though it is not whole'
first_line 'time [s],jO.angle [rad],jO.rate [rad/s],energy [J]' "$scratch/e.csv.part0"
[ "$(wc -l <"$scratch/e.csv.part0")" -gt 2 ] || fail 'no rows were written'
interrupt SIGKILL run $model $long
[ "$(wc -l <"$scratch/out")" -gt 2 ] || fail 'no rows were printed'

# heard CODE WAIT ARGUMENTS...: a signal after WAIT s ends it within a second (and what a loaded machine takes).
heard() {
    wanted=$1
    shift
    words="jourdain $*"
    python3 - "$wanted" "$1" "$jourdain" "$@" >"$scratch/out" 2>"$scratch/err" <<'END'
import signal, subprocess, sys, time
signals = {129: signal.SIGHUP, 130: signal.SIGINT, 143: signal.SIGTERM}
wait, arguments = float(sys.argv[2]), [sys.argv[3]] + sys.argv[5:]
child = subprocess.Popen(arguments, stdin=subprocess.PIPE,
                         preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
time.sleep(wait)
if child.poll() is not None: sys.exit('it ended by itself, with %d' % child.returncode)
child.send_signal(signals[int(sys.argv[1])])
begin = time.monotonic()
code = child.wait(20)
if time.monotonic() - begin > 2: sys.exit('it was heard after %g s' % (time.monotonic() - begin))
sys.exit(code)
END
    code=$?
    exits "$wanted"
}

# While it waits for the model, which may come from a pipe (meshes and included files may not).
mkfifo "$scratch/pipe.jd"
for wanted in 129 130 143; do
    heard $wanted 0.3 run "$scratch/pipe.jd" --to 1 --out "$scratch/f.csv"
    heard $wanted 0.3 check "$scratch/pipe.jd"
    heard $wanted 0.3 info -
done
[ -z "$(find "$scratch" -name 'f.csv*')" ] || fail 'a file is left'

# Behind a first run, when there is something to save, too.
heard 130 0.5 plot $model "$scratch/pipe.jd" --to 1 --out "$scratch/g.svg"

# While a mesh is read, alone and behind a first run.
python3 - "$scratch/mesh.stl" <<'END'
import sys
with open(sys.argv[1], 'w') as out:
    out.write('solid s\n')
    for i in range(250000):
        x, y = i % 1000, i // 1000
        out.write('facet normal 0 0 1\nouter loop\nvertex %d.000000000000 %d.000000000000 0.000000000000\n'
                  'vertex %d.000000000000 %d.000000000000 0.000000000000\nvertex %d.000000000000 %d.000000000000 0.000000000000\n'
                  'endloop\nendfacet\n' % (x, y, x + 1, y, x, y + 1))
    out.write('endsolid s\n')
END
printf 'spatial\nbody b { at [0, 0, 0]  mass 1 kg  inertia [1, 1, 1] kg*m^2 }\njoint j : revolute ground -- b at [0, 0, 0]  axis z\n%s\n' \
    'show mesh on b { file "mesh.stl"  scale 1 mm }' >"$scratch/mesh.jd"
heard 130 0.1 check "$scratch/mesh.jd"
heard 130 0.1 plot $model "$scratch/mesh.jd" --to 1 --out "$scratch/h.svg"

# While it compiles: a chain of thousands of bodies.
cat >"$scratch/chain.jd" <<'END'
planar
gravity [0, -9.81] m/s^2
param n = 100000
point P[0] = [0, 0]
repeat i from 1 to n {
    point P[i] = [i, 0]
    body b[i] { link P[i - 1] P[i]  mass 1 kg  inertia 1 kg*m^2 }
}
joint j[1] : revolute ground -- b[1]  at P[0]
repeat i from 2 to n { joint j[i] : revolute b[i - 1] -- b[i]  at P[i - 1] }
run to 1000 s
END
for command in run check compare view; do
    out=
    [ $command != view ] || out="--no-open --out $scratch/h.glb"
    heard 130 0.6 $command "$scratch/chain.jd" $out
done

# Between rows that are all of one step.
cat >"$scratch/rest.jd" <<'END'
planar
body b { at [0, 0]  mass 1 kg  inertia 1 kg*m^2 }
output b.x
END
heard 143 0.5 run "$scratch/rest.jd" --to 1 --every 1e-8 --out "$scratch/i.csv"
says 'run-interrupted'
[ "$(wc -l <"$scratch/i.csv")" -gt 1000 ] || fail 'no rows were saved'

finish
