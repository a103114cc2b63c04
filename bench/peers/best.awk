# SPDX-License-Identifier: MIT
# From peers.csv: of each problem the cheapest setting of each program that keeps an error of 1e-6, and their ratios. A setting counts if
# all tighter ones of its method keep the error, too, so that luck does not; of code written by hand any that does (its luck counts),
# and of N four-bars, whose errors go up and down as singular positions are passed, any that does by its own tolerance times 100.
# -v chosen=1: the settings alone.
BEGIN {
    FS = OFS = ","; wanted = 1e-6
    programs = split("jourdain limit simbody mujoco cholmod", name, " ")
}
$1 == "problem" || $9 == "given up" { next }
{
    ladder = $1 FS $2 FS $3
    if (!($1 in seen)) { seen[$1]; order[++problems] = $1 }
    if (!(ladder in climbed)) { climbed[ladder]; ladders[++count] = ladder }
    alone = $4 !~ /^[0-9]/
    good = $9 == "done" && (alone || ($5 !~ /nan/ && $5 + 0 <= wanted))
    bars = $1 ~ /^P2/
    if (bars && $2 == "jourdain" && $5 + 0 > 100 * $4) good = 0
    if (!good && $2 != "limit" && !bars) delete least[ladder]
    else if (good && (!(ladder in least) || $6 + 0 < least[ladder] + 0)) { least[ladder] = $6; setting[ladder] = $4 }
}
function ratio(a, b) { return a == "" || b == "" ? "" : sprintf(a / b < 10 ? "%.2f" : "%.0f", a / b) }
function shown(x) { return x == "" ? "" : sprintf("%.3g", x) }
END {
    for (k = 1; k <= count; k++) {
        ladder = ladders[k]; split(ladder, part, FS); key = part[1] FS part[2]
        if (ladder in least && (!(key in best) || least[ladder] + 0 < best[key] + 0)) {
            best[key] = least[ladder]; method[key] = part[3]; chosen_setting[key] = setting[ladder]
        }
    }
    if (!chosen) print "problem", "unit", "jourdain", "form", "by hand", "ours/hand", "Simbody", "Simbody/ours", "MuJoCo", "MuJoCo/ours", "CHOLMOD", "ours/CHOLMOD"
    for (p = 1; p <= problems; p++) {
        for (k = 1; k <= programs; k++) {
            key = order[p] FS name[k]; t[k] = key in best ? best[key] : ""
            if (chosen && t[k] != "") print order[p], name[k], method[key], chosen_setting[key]
        }
        key = order[p] FS "jourdain"
        unit = order[p] ~ /^P4/ ? "s an evaluation" : order[p] ~ /^P8/ ? "s factor+solve" : "s a second"
        if (!chosen)
            print order[p], unit, shown(t[1]), method[key], shown(t[2]), ratio(t[1], t[2]), shown(t[3]), ratio(t[3], t[1]), shown(t[4]),
                ratio(t[4], t[1]), shown(t[5]), ratio(t[1], t[5])
    }
}
