# SPDX-License-Identifier: MIT
# From ladders of `bench --precision`, loose to tight: for each case, stepper and stabilisation the cheapest run
# whose error at the end is at most 1e-3 and 1e-6, if every tighter setting of its ladder keeps that, too (but for one
# that was given up because it took too long).
BEGIN { FS = OFS = ","; split("1e-3 1e-6", targets, " ") }
$1 == "case" || $11 == "given up" { next }
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
END {
    print "case,stepper,stabilise,target,seconds_per_second,setting,error,steps,evaluations"
    for (t = 1; t in targets; t++)
        for (k = 1; k <= ladders; k++) {
            key = order[k] SUBSEP t
            if (key in seconds)
                print order[k], targets[t], seconds[key], setting[key], error[key], steps[key], evaluations[key]
        }
}
