#!/bin/sh
# SPDX-License-Identifier: MIT
# --checkpoint and --resume: a run that is killed at any instant, several times, gives in the end the same bytes as one that
# was not, for every form and every stepper of our own. What cannot be taken up is refused by name.
. "$(dirname "$0")/common.sh"
command -v python3 >/dev/null || exit 77

cat >"$scratch/linkage.jd" <<'END'
# A four-bar linkage with a weak motor, which passes the line and swings back.
planar
gravity [0, -9.81] m/s^2
param T = 1 s
point O = [0, 0]
point A = [0.1, 0]
point B = [0.4, 0.2]
point C = [0.5, 0]
body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }
body rod { link A B  mass 2 kg  inertia 1e-2 kg*m^2 }
body rocker { link B C  mass 1 kg  inertia 1e-3 kg*m^2 }
joint a : revolute ground -- crank  at O
joint b : revolute crank -- rod  at A
joint c : revolute rod -- rocker  at B
joint d : revolute rocker -- ground  at C
force push : torque ground -- crank  value 1 N*m*sin(3*time/T) + 0.1 N*m*near
signal near = exp(-((a.angle - 0.3)/0.2)^2)
start a.rate = 20 rad/s
output a.angle, b.angle, d.angle, crank.x, b.force, energy, drift
run to 4 s  every 0.01 s
END
model=$scratch/linkage.jd

# Kills and takes up until it ends by itself, then compares. Each time it dies somewhere else.
python3 - "$jourdain" "$model" "$scratch" >"$scratch/report" 2>&1 <<'END' || { cat "$scratch/report"; exit 1; }
import os, random, re, subprocess, sys, time
jourdain, model, scratch = sys.argv[1:]
random.seed(4)
forms = ['newton-euler', 'cut-joint', 'minimal', 'elastic', 'clearance']
steppers = [['dop853', '--tol', '1e-11'], ['dopri5', '--tol', '1e-10'], ['rk4', '--dt', '1e-4'],
            ['semi-implicit-euler', '--dt', '3e-5'], ['euler', '--dt', '3e-5']]

def summary(text): # all of it but the time that it took, where it was written, and that it was taken up
    text = re.sub(r', [0-9.e+-]+ s\n', '\n', text)
    return [l for l in text.splitlines() if 'written' not in l and 'run-resumed' not in l]

kills = resumed = 0
for form in forms:
    for stepper in steppers:
        out, check = scratch + '/run.csv', scratch + '/run.check'
        for name in os.listdir(scratch):
            if name.startswith('run.'): os.remove(scratch + '/' + name)
        common = [jourdain, 'run', model, '--form', form, '--stepper'] + stepper
        if form == 'clearance': common += ['--clearance', 'c', '--to', '1']
        if form == 'elastic': common += ['--to', '1']
        begin = time.monotonic()
        whole = subprocess.run(common + ['--out', scratch + '/whole.csv'], stderr=subprocess.PIPE, text=True)
        took = time.monotonic() - begin
        command = common + ['--out', out, '--checkpoint', check, '--checkpoint-every', '0.005']
        for life in range(20):
            more = ['--resume', check] if os.path.exists(check) else []
            child = subprocess.Popen(command + more, stderr=subprocess.PIPE, text=True)
            try: # the last lives are not cut short
                words = child.communicate(timeout=random.uniform(0, 0.6 * took) if life < 3 else 1000)[1]
            except subprocess.TimeoutExpired:
                child.kill()
                child.communicate()
                kills += 1
                continue
            break
        if 'run-resumed' in words: resumed += 1
        what = '%s %s: ' % (form, stepper[0])
        if child.returncode != whole.returncode: sys.exit(what + 'exit code %d, not %d\n%s' % (child.returncode, whole.returncode, words))
        if open(out, 'rb').read() != open(scratch + '/whole.csv', 'rb').read(): sys.exit(what + 'other rows')
        if summary(words) != summary(whole.stderr): sys.exit(what + 'other words\n%s\n%s' % (words, whole.stderr))
if kills < 25 or resumed < 10: sys.exit('only %d kills and %d resumed runs' % (kills, resumed))
print('%d kills, %d runs taken up' % (kills, resumed))
END
rm -f "$scratch"/run.* "$scratch/whole.csv"

# until_file NAME SIGNAL ARGUMENTS...: calls it, and sends the signal once the file is there; once more if the run was
# over before, as on a machine that does other things, too.
until_file() {
    words="jourdain $*"
    python3 - "$jourdain" "$@" >"$scratch/out" 2>"$scratch/err" <<'END'
import os, signal, subprocess, sys, time
for life in range(50):
    if os.path.exists(sys.argv[2]): os.remove(sys.argv[2])
    child = subprocess.Popen([sys.argv[1]] + sys.argv[4:], stderr=subprocess.PIPE, text=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while not os.path.exists(sys.argv[2]) and child.poll() is None: time.sleep(0.001)
    child.send_signal(getattr(signal, sys.argv[3]))
    words = child.communicate()[1]
    if child.returncode: break
    os.remove(sys.argv[sys.argv.index('--out') + 1])
sys.stderr.write(words)
sys.exit(child.returncode if child.returncode >= 0 else 128 - child.returncode)
END
    code=$?
}
long="--form newton-euler --stepper rk4 --dt 1e-6 --to 0.4 --every 1e-4"
check=$scratch/a.check
call run "$model" $long --to 0.05 --out "$scratch/whole.csv" --quiet
exits 0

# A kill leaves the rows in one file, and its checkpoint; what takes them up leaves the result alone.
until_file "$check" SIGKILL run "$model" $long --to 0.05 --out "$scratch/a.csv" --checkpoint "$check" --checkpoint-every 0.001
exits 137
[ ! -e "$scratch/a.csv" ] || fail 'the file is there, though it is not whole'
[ -s "$scratch/a.csv.part0" ] || fail 'the rows are lost'
cp "$check" "$scratch/kept.check"
cp "$scratch/a.csv.part0" "$scratch/kept.part0"
call run "$model" $long --to 0.05 --out "$scratch/a.csv" --resume "$check"
exits 0
says 'run-resumed'
cmp -s "$scratch/a.csv" "$scratch/whole.csv" || fail 'the rows are others'
[ -z "$(find "$scratch" -name 'a.csv.part*')" ] || fail 'a part of a file is left'

# Once more from the same checkpoint: its rows are those that the result begins with.
call run "$model" $long --to 0.05 --out "$scratch/a.csv" --resume "$check" --json
exits 0
prints_json 'len(j["rows"]) == 501 and j["rows"][0][0] == 0 and j["status"] == "done"'
cmp -s "$scratch/a.csv" "$scratch/whole.csv" || fail 'the rows are others'

# Ctrl-C: the rows are saved under their name, and so is the place where it stopped.
until_file "$scratch/b.check" SIGINT run "$model" $long --to 0.05 --out "$scratch/b.csv" --checkpoint "$scratch/b.check" --checkpoint-every 0.001
exits 130
[ -s "$scratch/b.csv" ] || fail 'no rows were saved'
rows=$(($(wc -l <"$scratch/b.csv") - 1))
call run "$model" $long --to 0.05 --out "$scratch/b.csv" --checkpoint "$scratch/b.check" --resume "$scratch/b.check"
exits 0
[ "$rows" -eq 501 ] || says "with $rows row" # all of them: the signal came too late to stop it
cmp -s "$scratch/b.csv" "$scratch/whole.csv" || fail 'the rows are others'

# Steppers of SUNDIALS begin anew and say so.
if "$jourdain" run "$model" --stepper cvode --to 0.01 --quiet >/dev/null 2>&1; then
    for stepper in cvode ida; do
        rm -f "$scratch"/c.*
        call run "$model" --stepper $stepper --tol 1e-8 --to 1 --out "$scratch/c.csv" --quiet
        cp "$scratch/c.csv" "$scratch/c.whole"
        call run "$model" --stepper $stepper --tol 1e-8 --to 1 --out "$scratch/c.csv" --checkpoint "$scratch/c.check" --checkpoint-every 0 --max-steps 200
        exits 1
        call run "$model" --stepper $stepper --tol 1e-8 --to 1 --out "$scratch/c.csv" --resume "$scratch/c.check"
        exits 0
        says 'checkpoint-begins-anew'
        python3 - "$scratch/c.csv" "$scratch/c.whole" <<'END' || fail "$stepper: other rows"
import csv, sys
a, b = [list(csv.reader(open(name)))[1:] for name in sys.argv[1:]]
sys.exit(len(a) != len(b) or any(abs(float(x) - float(y)) > 1e-4 * (1 + abs(float(y))) for p, q in zip(a, b) for x, y in zip(p[:5], q[:5])))
END
    done
fi

# What cannot be taken up. The rows and the checkpoint stay as they are.
cp "$scratch/kept.check" "$check"
refused() { # CODE EXIT: of the last call
    exits "$2"
    says "$1"
    [ ! -e "$scratch/d.csv" ] || fail 'something was written'
    [ -s "$scratch/d.csv.part0" ] || fail 'the rows are gone'
    [ "$(find "$scratch" -name 'd.csv*' | wc -l)" -eq 1 ] || fail 'a part of a file is left'
}
cp "$scratch/kept.part0" "$scratch/d.csv.part0"
again="$long --to 0.05 --out $scratch/d.csv"
call run "$model" $again --resume "$scratch/none.check"
refused 'file-read' 4
call run "$model" $again --resume "$model"
exits 4
says 'holds no saved run'
head -c 2000 "$check" >"$scratch/cut.check"
call run "$model" $again --resume "$scratch/cut.check"
refused 'checkpoint-damaged' 4
python3 -c "
import sys
bytes = bytearray(open(sys.argv[1], 'rb').read()); bytes[len(bytes) // 2] ^= 1
open(sys.argv[2], 'wb').write(bytes)" "$check" "$scratch/flipped.check"
call run "$model" $again --resume "$scratch/flipped.check"
refused 'checkpoint-damaged' 4
sed 's/mass 2 kg/mass 2.5 kg/' "$model" >"$scratch/other.jd"
call run "$scratch/other.jd" $again --resume "$check"
refused 'checkpoint-model' 4
call run "$model" $again --set 'T=2 s' --resume "$check"
refused 'checkpoint-model' 4
call run "$model" $again --dt 2e-6 --resume "$check"
refused 'checkpoint-settings' 4
call run "$model" $again --form cut-joint --resume "$check"
refused 'checkpoint-settings' 4
call run "$model" $again --output energy --resume "$check"
refused 'checkpoint-rows' 4
sed 's/^# A four-bar/# The four-bar/' "$model" >"$scratch/commented.jd"
cp "$scratch/d.csv.part0" "$scratch/e.csv.part0"
call run "$scratch/commented.jd" $long --to 0.05 --out "$scratch/e.csv" --resume "$check"
exits 0
cmp -s "$scratch/e.csv" "$scratch/whole.csv" || fail 'the rows are others'
printf 'x' | dd of="$scratch/d.csv.part0" bs=1 seek=60 conv=notrunc 2>/dev/null
call run "$model" $again --resume "$check"
refused 'checkpoint-rows' 4

# Options that do not go together, and files that would take each other's place.
call run "$model" --checkpoint "$check"
exits 2
says '--out FILE'
call run "$model" --out - --resume "$check"
exits 2
call run "$model" --out "$scratch/f.csv" --checkpoint-every 3
exits 2
call run "$model" --out "$scratch/f.csv" --checkpoint "$scratch/f.csv"
exits 2
call run "$model" --out "$check" --resume "$check"
exits 4
says 'file-is-input'
call run "$model" --out "$scratch/f.csv" --checkpoint "$model"
exits 4
says 'file-is-input'
cmp -s "$check" "$scratch/kept.check" || fail 'the checkpoint is not what it was'
call run "$model" --out "$scratch/f.csv" --checkpoint "$scratch/no/folder"
exits 4
finish
