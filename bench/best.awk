# SPDX-License-Identifier: MIT
# From ladders of `bench --precision`, loose to tight: for each case, stepper and stabilisation the cheapest run
# whose error at the end is at most 1e-3 and 1e-6, if every tighter setting of its ladder keeps that, too (but for one
# that was given up because it took too long).
# With -v best=1 only the cheapest of each case.
BEGIN { FS = OFS = ","; split("1e-3 1e-6", targets, " ") }
$1 == "case" || $2 == "evaluation" || $11 == "given up" { next }
{
    ladder = $1 FS $2 FS $3
    if (!(ladder in seen)) { seen[ladder]; order[++ladders] = ladder }
    for (t = 1; t in targets; t++) {
        key = ladder SUBSEP t
        if ($11 != "done" || $5 == "" || $5 ~ /nan/ || $5 + 0 > targets[t] + 0) delete seconds[key]
        else if (!(key in seconds) || $6 + 0 < seconds[key] + 0) {
            seconds[key] = $6; setting[key] = $4; error[key] = $5; steps[key] = $7; evaluations[key] = $9
        }
    }
}
function print_line(ladder, t, key) {
    key = ladder SUBSEP t
    print ladder, targets[t], seconds[key], setting[key], error[key], steps[key], evaluations[key]
}
END {
    print "case,stepper,stabilise,target,seconds_per_second,setting,error,steps,evaluations"
    for (t = 1; t in targets; t++)
        for (k = 1; k <= ladders; k++) {
            ladder = order[k]; key = ladder SUBSEP t
            if (!best) { if (key in seconds) print_line(ladder, t); continue }
            split(ladder, part, FS)
            for (other in seen) {
                split(other, theirs, FS)
                if (theirs[1] != part[1] || !((other SUBSEP t) in seconds)) continue
                if (!(key in seconds) || seconds[other SUBSEP t] + 0 < seconds[key] + 0) key = ""
            }
            if (key != "" && key in seconds) print_line(ladder, t)
        }
}
