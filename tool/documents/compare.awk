# SPDX-License-Identifier: MIT
# compare.awk SHOWN PRINTED: do they agree, line by line? A line `...` of what is shown stands for one or more lines of
# what was printed. Otherwise says where they part, and ends with 1.

NR == FNR { shown[++wanted] = $0; next }
{ printed[++lines] = $0 }

function is_gap(k) { return shown[k] ~ /^ *\.\.\.$/ }

# The lines from `first` up to the next gap, found at `at` of what was printed?
function fits(first, last, at,    k) {
    for (k = first; k <= last; k++) if (at + k - first > lines || printed[at + k - first] != shown[k]) return 0
    return 1
}
function differ(first, last, at,    k) {
    for (k = first; k <= last; k++) {
        if (at + k - first <= lines && printed[at + k - first] == shown[k]) continue
        print "  shown:   " shown[k]
        print "  printed: " (at + k - first > lines ? "(nothing more)" : printed[at + k - first])
        exit failed = 1
    }
}

END {
    if (failed) exit 1
    at = 1; first = 1
    while (first <= wanted) {
        for (last = first; last <= wanted && !is_gap(last); last++);
        last--
        if (first == 1) start = 1
        else if (last == wanted) start = lines - (last - first)     # the end is the end
        else for (start = at + 1; start <= lines && !fits(first, last, start); start++);
        if (first > 1 && start <= at) start = at + 1
        if (!fits(first, last, start)) differ(first, last, first > 1 && start > lines ? at + 1 : start)
        at = start + last - first + 1
        first = last + 2
    }
    if (wanted && is_gap(wanted)) { if (at > lines) { print "  shown:   ...\n  printed: (nothing more)"; exit 1 } }
    else if (at <= lines) { print "  shown:   (nothing more)\n  printed: " printed[at]; exit 1 }
}
