# SPDX-License-Identifier: MIT
# awk -f tool/bad_words.awk doc/model-text.md doc/reference/forces.md test/bad/*.expected: which clauses of statements,
# and which fields of forces, no message of a wrong model points at, one to a line: "force spring-damper length". A message
# points at what stands at its ^, or at the clause before it; of lines that begin with a clause the statement is above.

# Where a word ends that begins up to `most`, the last time that it stands there.
function word_at(text, word, most,   from, at, behind, before, last) {
    last = 0
    for (from = 1; (at = index(substr(text, from), word)); from = at + 1) {
        at += from - 1
        if (at > most) break
        before = at > 1 ? substr(text, at - 1, 1) : " "
        behind = substr(text, at + length(word), 1)
        if (before !~ /[A-Za-z0-9_.]/ && behind !~ /[A-Za-z0-9_]/) last = at + length(word)
    }
    return last
}

# The word of a statement that a line begins with.
function head(line,   k) {
    sub(/^ +/, "", line)
    for (k = 1; k <= statements; k++)
        if (index(line, statement[k]) == 1 && substr(line, length(statement[k]) + 1, 1) !~ /[A-Za-z0-9_]/) return statement[k]
    return ""
}

# Of the words of a list the last one that begins up to the mark; of `com local` and `local` the longer.
function nearest(list, text, most,   count, words, k, at, best, found) {
    count = split(list, words, "\n")
    for (k = 1; k <= count; k++)
        if (words[k] != "" && (at = word_at(text, words[k], most)) && (at > best || (at == best && length(words[k]) > length(found)))) {
            best = at; found = words[k]
        }
    return found
}

function point(text, number, mark,   k, said, type) {
    for (k = number; k > 0 && !said; k--) said = head(source[k])
    if (!said) return
    hit[said, nearest(clauses[said], text, mark)] = 1
    if (said != "force" || !match(text, /: *[a-z-]+/)) return
    type = substr(text, RSTART, RLENGTH); sub(/: */, "", type)
    hit["force " type, nearest(fields[type], text, mark)] = 1
}

FNR == 1 { kind = FILENAME ~ /model-text/ ? 1 : FILENAME ~ /forces/ ? 2 : 3; listed = 0 }
kind == 1 && /<!-- grammar -->/ { listed = 1 }
kind == 1 && listed && /^### `/ {
    name = substr($0, 6); sub(/[^a-z ].*/, "", name); sub(/ +$/, "", name)
    if (name != "joint type") sub(/ .*/, "", name)
    for (k = ++statements; k > 1 && length(statement[k - 1]) < length(name); k--) statement[k] = statement[k - 1]
    statement[k] = name
}
kind == 1 && listed && /^ *- `[a-z]/ {
    word = $0; sub(/^ *- `/, "", word); sub(/[^a-z_ ].*/, "", word); sub(/ +$/, "", word)
    clauses[name] = clauses[name] "\n" word
}
kind == 2 && /^\| [a-z-]+ \|/ && split($0, cell, / *\| */) && cell[2] != "name" {
    gsub(/, /, "\n", cell[5]); fields[cell[2]] = cell[5]
}
kind == 3 && FNR == 1 {
    file = FILENAME; sub(/expected$/, "jd", file)
    for (count = 0; (getline line < file) > 0;) source[++count] = line
    close(file); shown = ""
}
kind == 3 && shown && /\^/ { point(shown, number, index($0, "^")) }
kind == 3 { shown = ""; if (/^ *[0-9]+ \| /) { shown = $0; number = $1 + 0; if (number > count) shown = "" } }

END {
    for (k = 1; k <= statements; k++) {
        n = split(clauses[statement[k]], words, "\n")
        for (c = 1; c <= n; c++)
            if (words[c] != "" && !((statement[k], words[c]) in hit)) print statement[k], words[c]
    }
    for (type in fields) {
        n = split(fields[type], words, "\n")
        for (c = 1; c <= n; c++) if (!(("force " type, words[c]) in hit)) print "force", type, words[c]
    }
}
